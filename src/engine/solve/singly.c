/* Rates and conditions one by one, for solvers with quantised states (solver/qss.h): what depends on what, evaluations
 * of some of them with the values of the run, and models for which there is no such solver. */
#include "code/apart.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/look.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <string.h>

static int some_rates(void *context, double t, const double *x, const uint32_t *which, uint32_t count, double *out)
{
	se_run *run = context;
	sc_data *d = run->d;
	double sum = 0;
	d->time = t;
	d->x = (double *)x;
	d->xd = run->xd;
	bool good = sc_part_rates(run->singly->parts, which, count, out);
	for (uint32_t k = 0; k < count; k++)
		sum += out[k] - out[k];
	d->x = run->x;
	if (good && sum == 0)
		return 0;
	run->bad = true;
	run->bad_time = t;
	memcpy(run->bad_x, x, run->image->states * sizeof *x);
	return sc_broken(d) || (d->deadline > 0 && sb_clock() > d->deadline) ? -1 : 1;
}

static int some_functions(void *context, double t, const double *x, const uint32_t *which, uint32_t count, double *out)
{
	se_run *run = context;
	run->d->time = t;
	run->d->x = (double *)x;
	run->d->xd = run->xd;
	bool good = sc_part_watches(run->singly->parts, which, count, out);
	run->d->x = run->x;
	return good ? 0 : 1;
}

static void band(void *context, uint32_t watch, double *low, double *high, double *noise)
{
	const se_run *run = context;
	const se_lens *l = &run->view->lens;
	double zero = fmax(l->zero[watch], 0), value = (double)l->value[watch];
	if (l->kind[watch] == SE_NEVER)
		return;
	*noise = 8 * DBL_EPSILON * fmax(run->view->scale[watch], se_terms(run, run->image->watches.at[watch].terms));
	if (l->kind[watch] >= SE_WHOLE_BELOW) {
		*low = l->kind[watch] == SE_WHOLE_BELOW ? value : value - 1;
		*high = *low + 1;
	} else if (se_side(run, watch) > 0) {
		*low = -zero;
	} else {
		*high = zero;
	}
}

static void enter(void *context)
{
	sc_parts_enter(((se_run *)context)->singly->parts);
}

static void leave(void *context)
{
	sc_parts_leave(((se_run *)context)->singly->parts);
}

static bool turned(void *context, uint32_t watch, double g)
{
	return se_has_turned(context, watch, g);
}

/* ----------------------------------------------------------------------------------------------------------- tables */

/* Of lists of causes those that are states, and whether time is among them. */
static sv_lists states_among(se_run *run, const sc_lists *from, bool *timed)
{
	uint32_t n = run->image->states, count = 0;
	uint32_t *first = sb_new_array(run->own, uint32_t, (size_t)from->n + 1),
			 *at = sb_new_array(run->own, uint32_t, (size_t)from->first[from->n] + 1);
	for (uint32_t k = 0; k < from->n; k++) {
		for (uint32_t i = from->first[k]; i < from->first[k + 1]; i++) {
			if (from->at[i] < n)
				at[count++] = from->at[i];
			else if (sc_apart_cause(run->singly->apart, from->at[i]).kind == SC_FROM_TIME)
				timed[k] = true;
		}
		first[k + 1] = count;
	}
	return (sv_lists){first, at};
}

static void make_table(se_run *run)
{
	se_singly *s = run->singly;
	const sc_incidence *in = sc_apart_incidence(s->apart);
	bool *timed_rate = sb_new_array(run->own, bool, (size_t)in->rates + 1),
		 *timed_watch = sb_new_array(run->own, bool, (size_t)in->watches + 1);
	s->table = (sv_singly){.watches = in->watches,
		.rates_of_state = {in->cause_rates.first, in->cause_rates.at},
		.watches_of_state = {in->cause_watches.first, in->cause_watches.at},
		.states_of_rate = states_among(run, &in->rate_causes, timed_rate),
		.states_of_watch = states_among(run, &in->watch_causes, timed_watch),
		.timed_rate = timed_rate, .rate_bends = in->rate_bends, .watch_bends = in->watch_bends,
		.corners = run->image->centres.n > 0,
		.rates = some_rates, .functions = some_functions, .enter = enter, .leave = leave,
		.band = band, .turned = turned};
}

/* ----------------------------------------------------------------------------------------- what cannot be quantised */

static const char *why_not(const se_run *run)
{
	const si_image *image = run->image;
	if (image->switches.n)
		return "the structure of its equations changes during the run: modes have different states";
	if (image->invariants.n)
		return "its states are kept on constraints, which tie them together (an implicit model)";
	if (image->delays.n || image->transports.n)
		return "it has delays, whose values depend on the past of all states";
	if (image->blocks.n)
		return "it has components that are computed from outside (FMUs, C blocks), whose rates cannot be computed one "
			   "by one";
	if (!sc_translates(run->program))
		return "the program was read from a file, which has no rates one by one";
	return NULL;
}

/* Between two evaluations of a rate its states are polynomials, which say nothing of a peak that lies between. */
void se_tell_narrow(se_run *run)
{
	sb_text text = {0};
	if (!run->image->centres.n)
		return;
	si_print(run->image, run->image->centres.at[0].value, &text);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0824", (sb_span){0},
							  "solver %s may pass over a narrow peak of a rate, where '%s' is zero", run->ops->name,
							  text.at);
	sb_help(m, "let no state go on for longer than a part of its width (--max-step), or use auto, which looks for it");
	sb_text_free(&text);
}

static const char *take_apart(se_run *run)
{
	const char *why = why_not(run);
	if (!why && !run->singly && run->image->states) {
		sb_stock *around = sb_stock_use(NULL);
		se_singly *s = sb_new(run->own, se_singly);
		s->apart = sc_take_apart(run->program);
		s->parts = s->apart ? sc_parts_new(s->apart, run->d) : NULL;
		run->singly = s;
		if (s->apart)
			make_table(run);
		sb_stock_use(around);
	}
	return why || !run->image->states || run->singly->apart ? why :
		"it is too large to be taken apart into single rates";
}

bool se_quantises_well(se_run *run)
{
	return !run->image->centres.n && !run->image->looked_at && !take_apart(run);
}

bool se_can_quantise(se_run *run)
{
	const char *why = take_apart(run);
	if (!why)
		return true;
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0820", (sb_span){0},
							  "solver %s cannot simulate this model: %s", run->ops->name, why);
	sb_note(m, "with quantised states each state moves for itself, by a rate of its own");
	sb_help(m, "use auto, or cvode for stiff models");
	return false;
}

/* What is so far off has not been followed. */
void se_tell_mispredicted(se_run *run, const sv_statistics *count)
{
	static const double FAR = 1e4;
	uint32_t scalar = count->missed > FAR ? si_state_scalar(run->image, count->missed_state) : UINT32_MAX;
	sb_text name = {0};
	if (scalar == UINT32_MAX)
		return;
	si_scalar_name(run->image, scalar, &name);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0825", (sb_span){0},
							  "the rate of '%s' changed at time %.9g by far more than its course had shown: it is off "
							  "by up to %.2g quanta, and so may be what depends on it", name.at, count->missed_at,
							  count->missed);
	sb_note(m, "between two evaluations a rate is a polynomial of time");
	sb_help(m, "use auto or cvode; or a shorter --max-step");
	sb_text_free(&name);
}

void se_log_transitions(se_run *run)
{
	enum { MOST = 10 };
	uint64_t before = UINT64_MAX;
	sb_text name = {0};
	if (!run->solver || !run->solver->operations->quantised || !(run->settings.log & SE_LOG_SOLVER))
		return;
	for (uint32_t told = 0; told < MOST && before;) {
		uint64_t most = 0;
		for (uint32_t i = 0; i < run->image->states; i++) {
			uint64_t n = run->solver->operations->transitions(run->solver, i);
			most = n < before && n > most ? n : most;
		}
		for (uint32_t i = 0; i < run->image->states && told < MOST && most; i++) {
			if (run->solver->operations->transitions(run->solver, i) != most)
				continue;
			name.n = 0;
			si_scalar_name(run->image, si_state_scalar(run->image, i), &name);
			se_logf(run, SE_LOG_SOLVER, "%s was quantised %llu times", name.at, (unsigned long long)most);
			told++;
		}
		before = most;
	}
	sb_text_free(&name);
}

const sv_singly *se_singly_table(se_run *run)
{
	if (!run->singly || run->hold)
		return NULL;
	sc_parts_of(run->singly->parts, run->d);
	se_focus(run);
	return &run->singly->table;
}
