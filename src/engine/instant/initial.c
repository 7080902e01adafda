/* Initial values (E19): parameters, start values, the initial system with its conditions, and the calendar's first
 * entries. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/look/look.h"
#include "engine/modes/seek.h"
#include "engine/past/past.h"
#include "engine/process/engine_process.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

enum { TIMES_DEEP = 4 };

static const double ROUNDING = 1e-9;     /* of the largest value */

/* True: one has changed. See se_look. */
static bool latch_conditions(se_run *run)
{
	bool changed = false, one_at_a_time = false;
	for (uint32_t i = 0; i < run->image->watches.n && !one_at_a_time; i++)
		one_at_a_time = run->flips[i] >= SE_TURN_TOGETHER;
	for (uint32_t i = 0; i < run->image->watches.n && !(changed && one_at_a_time); i++) {
		if (run->truth[i] == run->d->latch[i])
			continue;
		run->d->latch[i] = run->truth[i];
		se_flip(run, i, run->flips[i] + 1);
		changed = true;
	}
	return changed;
}

/* What time decides is known from the beginning. In mod(time, T) < c the relation depends on the latch of the quotient:
 * twice. */
static void latch_times(se_run *run)
{
	bool turned = true;
	for (int round = 0; round < TIMES_DEEP && turned; round++) {
		turned = false;
		se_evaluate_conditions(run);
		for (uint32_t i = 0; i < run->image->watches.n; i++) {
			if (!run->image->watches.at[i].time_only || !isfinite(run->g_a[i]) || run->d->latch[i] == run->truth[i])
				continue;
			run->d->latch[i] = run->truth[i];
			turned = true;
		}
	}
}

/* Relations over variables whose start values are given begin with what these say: in a loop with several solutions
 * they decide which one is found, as they do in an iteration. */
static void latch_guesses(se_run *run)
{
	latch_times(run);
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		const si_watch *w = &run->image->watches.at[i];
		double g = w->time_only || w->kind != SI_RELATION ? NAN : se_started_value(run, w->function);
		if (isfinite(g))
			run->d->latch[i] = sc_truth(run->d, w, g, NAN, 0);
	}
	sc_forgive(run->d);
}

/* Something could not be computed. If that was with conditions that do not hold for what was computed before it (they
 * are not known when the first attempt begins) then a branch was evaluated that does not hold either: true, and another
 * attempt is worth it. */
static bool forgive_wrong_branch(se_run *run)
{
	bool changed = false;
	run->d->failed = 0;
	se_evaluate_conditions(run);
	bool known = !run->d->failed;
	run->d->failed = 1;              /* what it was is still known, and reported if this is no help */
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		/* a condition may have failed because of a number that is cut to a whole one, which is not known yet either */
		if (!known && run->image->watches.at[i].kind == SI_RELATION)
			continue;
		if (!isfinite(run->g_a[i]) || run->truth[i] == run->d->latch[i] || run->flips[i] > 1)
			continue;
		run->d->latch[i] = run->truth[i];
		se_flip(run, i, run->flips[i] + 1);
		changed = true;
	}
	if (changed) {
		sc_forgive(run->d);
		run->f->starts(run->d);
	}
	return changed;
}

/* A condition that has turned and is zero now has kept its side, as in an instant. But no side was there before: what
 * it was on the way here means nothing, and it has the value that it is written with. True: one has another value
 * then. */
static bool release_zeros(se_run *run)
{
	bool any = false;
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		const si_watch *w = &run->image->watches.at[i];
		if (w->time_only || w->kind != SI_RELATION || !run->flips[i] || run->g_a[i] != 0)
			continue;
		long long truth = sc_truth(run->d, w, 0, NAN, 0);
		any = any || truth != run->d->latch[i];
		run->d->latch[i] = truth;
	}
	return any;
}

/* Of the values as they are. */
static double largest_value(const se_run *run)
{
	double largest = 0;
	for (uint32_t i = 0; i < run->image->reals; i++)
		largest = isfinite(run->d->r[i]) ? fmax(largest, fabs(run->d->r[i])) : largest;
	for (uint32_t i = 0; i < run->image->states; i++)
		largest = isfinite(run->d->x[i]) ? fmax(largest, fabs(run->d->x[i])) : largest;
	return largest;
}

/* The sizes of the conditions that turn, in the second half of the tries. */
static void note_restless(se_run *run, double *size)
{
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (run->truth[i] != run->d->latch[i])
			size[i] = fmax(size[i], isfinite(run->g_a[i]) ? fabs(run->g_a[i]) : INFINITY);
}

/* Where all is at rest, as a circuit of which nothing is charged, conditions are zero, and what turns them is the
 * rounding of larger values elsewhere. Either side will do then. Nothing else tells their size yet. */
static bool only_rounding(se_run *run, const double *size)
{
	double largest = largest_value(run);
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (size[i] > ROUNDING * largest)
			return false;
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		run->view->scale[i] = size[i] > 0 ? fmax(run->view->scale[i], largest) : run->view->scale[i];
	return true;
}

/* Solves the initial system with conditions latched, until they agree with the solution. */
static bool solve_once(se_run *run)
{
	bool released = false;
	double *size = sb_new_array(run->once, double, run->image->watches.n + 1);
	se_forget_flips(run);
	for (uint32_t micro = 0; micro < run->settings.max_microsteps; micro++) {
		sc_forget_noticed(run->d);
		run->f->initial(run->d);
		if (run->d->failed && !se_overdue(run) && forgive_wrong_branch(run))
			continue;
		if (run->d->failed)
			return false;
		se_evaluate_conditions(run);
		for (uint32_t i = 0; i < run->image->watches.n; i++)
			run->view->scale[i] = fmax(run->view->scale[i], isfinite(run->g_a[i]) ? fabs(run->g_a[i]) : 0);
		if (micro >= run->settings.max_microsteps / 2)
			note_restless(run, size);
		if (latch_conditions(run)) {
			if (run->d->failed)
				sc_forgive(run->d);      /* with conditions that did not hold */
			continue;
		}
		if (released || !release_zeros(run))
			return true;
		released = true;
	}
	if (only_rounding(run, size))
		return true;
	sb_message *m = sb_report(
		run->diag, SB_ERROR, "R0102", (sb_span){0},
		"the conditions of the model contradict each other at the start: no values that satisfy them were found in %u "
		"tries",
		run->settings.max_microsteps);
	sb_text text = {0};
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		if (run->flips[i] < 2)
			continue;
		text.n = 0;
		si_print(run->image, run->image->watches.at[i].written, &text);
		sb_also(m, run->image->watches.at[i].span, "'%s' keeps changing", text.at);
	}
	sb_text_free(&text);
	sb_help(m, "give start values with fixed = true that decide the conditions, or a hysteresis");
	run->failed = true;
	return false;
}

/* From the simplified to the actual expressions of homotopy(), in steps that shrink where a solution is lost. */
static bool follow(se_run *run)
{
	sc_data *d = run->d;
	double reached = 0, step = 0.25;
	sc_forgive(d);
	d->lambda = 0;
	if (!se_starts(run) || !solve_once(run))
		return false;
	while (reached < 1) {
		d->lambda = fmin(1, reached + step);
		if (solve_once(run)) {
			reached = d->lambda;
			step *= 2;
		} else {
			step *= 0.25;
			if (run->failed || step < 1e-4)
				return false;
			sc_forgive(d);
		}
	}
	return true;
}

static void apply_given(se_run *run)
{
	for (uint32_t i = 0; i < run->given.n; i++) {
		const struct se_given *g = &run->given.at[i];
		if (g->string)
			sc_set_string(run->d, g->scalar, g->string);
		else
			sc_set_scalar(run->d, g->scalar, g->value);
	}
}

/* 3.6, 3.7.4.4: where homotopy() is used the solution that the simplified expressions lead to is meant, of several that
 * there may be. If that way is blocked the actual ones are tried at once. */
static bool solve(se_run *run)
{
	sc_data *d = run->d;
	if (run->image->uses_homotopy && run->image->initial_iterates) {
		if (follow(run))
			return true;
		if (!run->failed) {
			sc_forgive(d);
			se_starts(run);
		}
	}
	d->lambda = 1;
	if (!run->failed && (solve_once(run) || (!run->failed && se_lead_ramps(run, solve_once))))
		return true;
	if (!run->failed) {
		run->failed = true;
		if (!se_overdue(run) && !(d->failed && sc_report_failure(d)) &&
			!sc_report_not_finite(d, "initial values were computed"))
			sb_report(run->diag, SB_ERROR, "R0103", (sb_span){0}, "the initial values could not be computed");
	}
	return false;
}

/* event: of an activation; NULL: a clock of the model ticks */
static bool clock_is_good(se_run *run, uint32_t k, const si_event *event, sb_span span)
{
	double start = run->ticks->start[k], interval = run->ticks->interval[k];
	if (interval > 0 && isfinite(interval) && isfinite(start))
		return true;
	bool positive = interval > 0 && isfinite(interval);
	if (event && event->turned) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0728", span,
			positive ? "the offset of the activation '%s' is %.9g: it must be a finite time"
					 : "the period of the activation '%s' is %.9g: it must be greater than zero, and finite",
			si_word(run->image, event->name), positive ? start : interval);
		sb_help(m, "what is always active is an ordinary equation; the beginning of the run is Activation(initial()), "
				   "or an InitialEvent");
	} else {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0104", span,
								  "the interval of this clock is %.9g: it must be greater than zero", interval);
		sb_help(m, "sample(start, interval) ticks at start, start + interval, ...");
	}
	run->failed = true;
	return false;
}

static bool plan_first_entries(se_run *run)
{
	const si_image *image = run->image;
	run->f->clocks(run->d, run->ticks->start, run->ticks->interval);
	if (!se_plan_bases(run))
		return false;
	for (uint32_t i = 0; i < image->clocks.n; i++) {
		if (image->clocks.at[i].base)
			continue;
		if (!clock_is_good(run, i, NULL, image->clocks.at[i].span))
			return false;
		if (!se_plan_clock(run, i, 0, SE_CLOCK, i, image->clocks.at[i].span))
			return false;
	}
	for (uint32_t k = 0; k < image->event_code.n; k++) {
		const si_event *e = &image->event_code.at[k];
		uint32_t c = image->clocks.n + k;
		if (e->trigger != SI_ON_SCHEDULE)        /* what when initial() programs is there already */
			run->mode->event_time[k] = NAN;
		if (e->trigger == SI_ON_INITIAL)
			se_calendar_put(run->calendar, run->settings.start, e->priority, SE_EVENT, k);
		if (e->trigger != SI_ON_PERIOD)
			continue;
		run->ticks->start[c] = se_parameter_value(run, e->start, 0);
		run->ticks->interval[c] = se_parameter_value(run, e->interval, 0);
		if (!clock_is_good(run, c, e, e->span) || !se_plan_clock(run, c, e->priority, SE_EVENT, k, e->span))
			return false;
	}
	return true;
}

static bool start_histories(se_run *run)
{
	se_history_clear(run->past->history);
	if (!run->image->delays.n)
		return true;
	run->f->delays(run->d, run->delays->value, run->delays->time, run->delays->longest);
	for (uint32_t k = 0; k < run->image->delays.n; k++) {
		if (!(run->delays->time[k] >= 0)) {
			sb_message *m = sb_report(run->diag, SB_ERROR, "R0105", run->image->delays.at[k].span,
									  "this delay is negative: %.9g", run->delays->time[k]);
			sb_help(m, "delay(expression, time) looks back; future values are not known");
			run->failed = true;
		}
		se_history_add(run->past->history, run->delays->id[k], run->settings.start, run->delays->value[k]);
	}
	return !run->failed;
}

/* The values that iterations begin with, for the log. */
static void keep_guesses(se_run *run)
{
	if (!(run->settings.log & SE_LOG_INIT))
		return;
	run->instants->guesses = sb_new_array(run->once, double, run->image->guesses.n + 1);
	for (uint32_t i = 0; i < run->image->guesses.n; i++)
		run->instants->guesses[i] = sc_scalar_value(run->d, run->image->guesses.at[i]);
}

/* Which start value led to which root: where a nonlinear loop has several, the guess decides. */
static void log_initial(se_run *run)
{
	if (!(run->settings.log & SE_LOG_INIT))
		return;
	sb_text name = {0};
	se_logf(run, SE_LOG_INIT, "initial values found: %u states, %u start values taken as fixed, %u used as guesses",
			run->image->states, run->image->assumed.n, run->image->guesses.n);
	for (uint32_t i = 0; i < run->image->assumed.n; i++) {
		uint32_t s = run->image->assumed.at[i];
		name.n = 0;
		si_cell_name(run->image, s, &name);
		se_logf(run, SE_LOG_INIT, "%s = %.9g: its start value was taken as fixed, because nothing else fixes it",
				name.at, sc_scalar_value(run->d, s));
	}
	for (uint32_t i = 0; i < run->image->guesses.n; i++) {
		uint32_t s = run->image->guesses.at[i];
		const si_variable *v = si_owner(run->image, s);
		name.n = 0;
		si_scalar_name(run->image, s, &name);
		se_logf(run, SE_LOG_INIT,
				"%s = %.9g: found from the guess %.9g, %s; another guess may lead to another solution", name.at,
				sc_scalar_value(run->d, s), run->instants->guesses[i],
				v->start_given ? "its start value" : "the default, because no start value is given");
	}
	sb_text_free(&name);
}

bool se_parameters(se_run *run)
{
	apply_given(run);
	sc_forget_noticed(run->d);
	run->f->parameters(run->d);
	if (!run->d->failed && !sc_noticed(run->d))
		return run->modes->visited.n || se_processes_begin(run);
	se_report_trouble(run, "parameters were computed");
	return false;
}

/* Parameters and start values of the present mode, and the initial system. */
bool se_solve_in_mode(se_run *run, bool on_trial)
{
	sc_data *d = run->d;
	d->time = run->settings.start;
	sc_accepted(d, d->time);
	d->x = run->x;
	d->xd = run->xd;
	d->terminal = d->event = d->failed = 0;
	d->initial = 1;
	memset(d->latch, 0, run->image->watches.n * sizeof *d->latch);
	memset(d->clock, 0, run->image->clocks.n * sizeof *d->clock);
	if (!se_parameters(run))
		return false;
	run->begun = true;
	if (!run->modes->visited.n) {
		se_look_at_parameters(run);
		se_look_at_attributes(run);
	}
	se_forget_sizes(run);
	se_find_nominals(run);
	if (!se_starts(run))
		return false;
	se_begin_near(run);
	latch_guesses(run);
	keep_guesses(run);
	if (!solve(run))
		return false;
	if (sc_noticed(d)) {
		se_report_trouble(run, "initial values were computed");
		return false;
	}
	if (!se_checks_hold(run, on_trial))
		return false;
	if (on_trial || se_reconcile_start(run))
		return true;
	se_report_astray(run, "initial values were computed");
	return false;
}

bool se_initial_values(se_run *run)
{
	double begin = sb_clock();
	uint32_t said = sb_messages(run->diag), n = run->image->switches.n;
	const uint16_t *first = se_copy_once(run, run->mode->branch, n, sizeof *first);
	bool holds;
	se_next next = SE_STUCK;
	run->modes->visited.n = run->stated.n = 0;
	while ((holds = se_solve_in_mode(run, false)) && (next = se_follow_initial_mode(run)) == SE_ENTERED)
		;
	if ((!holds || next == SE_STUCK) && !se_begin_elsewhere(run, first, holds, said))
		return false;
	if (sc_report_initial_guards(run->d, "initial values were computed") || !se_start_profiles(run)) {
		run->failed = true;
		return false;
	}
	sc_forget_noticed(run->d);
	run->f->actions(run->d);         /* of when initial() */
	if (sc_noticed(run->d)) {
		se_report_trouble(run, "initial values were computed");
		return false;
	}
	se_apply_reinits(run);
	run->unset_known = false;
	se_save_all_pre(run);
	se_forget_flips(run);
	se_guess_sizes(run);
	se_expect_sizes(run);
	se_evaluate_all(run);
	if (run->failed || !se_check(run, "initial values were computed"))
		return false;
	run->d->initial = 0;
	se_note_events(run);
	if (!start_histories(run) || !se_start_profiles(run))
		return false;
	log_initial(run);
	run->stats.initial_seconds = sb_clock() - begin;
	return plan_first_entries(run);
}
