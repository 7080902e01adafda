/* Values by reference, initialization, events, model exchange. */
#include "export/interface/export_interface.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- an instance */

fmu_status fmu_say(fmu *f, fmu_status status, const char *format, ...)
{
	char text[512];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	if (f->log)
		f->log(f, status, status >= FMU_ERROR ? "logStatusError" : status == FMU_DISCARD ? "logStatusDiscard"
			   : "logStatusWarning", text);
	return status;
}

fmu_status fmu_told(fmu *f, rt_status status, const char *doing)
{
	if (status == RT_FAILED)
		return fmu_failed(f, doing);
	if (!f->run->warned)
		return FMU_OK;
	f->run->warned = 0;
	return fmu_say(f, FMU_WARNING, "%s", f->run->message);
}

fmu_status fmu_failed(fmu *f, const char *doing)
{
	f->run->d.failed = 0;
	return fmu_say(f, FMU_ERROR, "%s: %s", doing, f->run->message[0] ? f->run->message : "a value is not finite");
}

/* Parameters and start values as they are: what is asked for before the initialization. */
static fmu_status begin_values(fmu *f)
{
	rt_run *run = f->run;
	const rt_model *m = run->model;
	if (rt_defaults(run) == RT_FAILED)
		return fmu_failed(f, "parameters");
	for (uint32_t k = 0; k < m->inputs; k++)
		run->before[k] = rt_get(&run->d, m->input[k]);
	m->functions->starts(&run->d);
	for (uint32_t k = 0; k < m->inputs && f->known; k++)
		rt_set(&run->d, m->input[k], run->before[k]);
	run->d.failed = 0;
	f->known = FMU_ALL;
	return FMU_OK;
}

fmu_status fmu_reset(fmu *f)
{
	f->model->open(f->run);
	f->mode = FMU_INSTANTIATED;
	f->known = f->open = f->tuned = f->moved = 0;
	f->start = (double)f->run->model->start;
	if (f->slope)
		memset(f->slope, 0, f->model->variables * sizeof *f->slope);
	fmu_status status = begin_values(f);             /* inputs get their start values, too */
	return status;
}

fmu *fmu_new(const char *name, const char *token, int cosimulation, fmu *f)
{
	const fmu_model *m = &fmu_this_model;
	f->model = m;
	f->cosimulation = cosimulation;
	if (!token || strcmp(token, m->token) != 0) {
		fmu_say(f, FMU_ERROR, "the token '%s' is not that of this FMU: modelDescription.xml is another one",
				token ? token : "");
		free(f);
		return NULL;
	}
	f->name = calloc(1, strlen(name ? name : "") + 1);
	f->run = calloc(1, m->size);
	if (f->name && f->run) {
		strcpy(f->name, name ? name : "");
		m->open(f->run);
		f->before = calloc(2 * (size_t)f->run->model->states + 1, sizeof *f->before);
		f->latches = calloc((size_t)f->run->model->watches + 1, sizeof *f->latches);
		f->entries = calloc((size_t)m->derivatives.entries + 1, sizeof *f->entries);
	}
	if (f->before)
		f->rates = f->before + f->run->model->states;
	if (!f->name || !f->run || !f->before || !f->entries || !f->latches) {
		fmu_say(f, FMU_ERROR, "there is no memory for %zu bytes", m->size);
		fmu_free(f);
		return NULL;
	}
	if (fmu_reset(f) <= FMU_DISCARD)
		return f;
	fmu_free(f);
	return NULL;
}

void fmu_free(fmu *f)
{
	if (!f)
		return;
	fmu_forget_texts(f);
	free(f->slope);
	free(f->base);
	free(f->entries);
	free(f->latches);
	free(f->before);
	free(f->run);
	free(f->name);
	free(f);
}

/* ---- values of the present point */

static fmu_status know_initial(fmu *f)
{
	fmu_status status = fmu_told(f, rt_begin(f->run, (rt_real)f->start), "initialization");
	f->known = status <= FMU_WARNING ? FMU_ALL : FMU_NOTHING;
	return status;
}

static fmu_status know_event(fmu *f)
{
	if (f->open && !rt_settle(f->run))
		return fmu_failed(f, "an event");
	f->known = FMU_ALL;
	return FMU_OK;
}

/* In continuous time, and between steps. A point that has no values can be left: the caller tries another one. */
static fmu_status know_point(fmu *f, int what)
{
	const rt_functions *functions = f->run->model->functions;
	rt_data *d = &f->run->d;
	f->run->fresh = 0;
	if (f->known < FMU_RATES)
		functions->rates(d);
	if (f->known < FMU_WATCHED && what >= FMU_WATCHED && !d->failed)
		functions->watch(d, f->run->g);
	if (what >= FMU_ALL && !d->failed)
		functions->outputs(d);
	f->known = what;
	if (!d->failed)
		return FMU_OK;
	d->failed = 0;
	f->known = FMU_NOTHING;
	return fmu_say(f, FMU_DISCARD, "%s", f->run->message);
}

fmu_status fmu_know(fmu *f, int what)
{
	if (f->known >= what)
		return FMU_OK;
	switch (f->mode) {
	case FMU_INSTANTIATED: f->known = FMU_ALL; return begin_values(f);
	case FMU_INITIALISING: return know_initial(f);
	case FMU_IN_EVENT: return know_event(f);
	default: return know_point(f, what);
	}
}

/* ---- values by reference */

const fmu_variable *fmu_find(fmu *f, uint32_t reference, unsigned type)
{
	const fmu_model *m = f->model;
	const fmu_variable *v = reference < m->variables ? &m->variable[reference] : NULL;
	if (v && (v->type == type || (type == FMU_INTEGER && v->type == FMU_ENUMERATION)))
		return v;
	fmu_say(f, FMU_ERROR, v ? "the variable with the value reference %u has another type"
							: "there is no variable with the value reference %u", (unsigned)reference);
	return NULL;
}

/* The sign changes a little behind the point where the condition turns (E691): who stops at the zero of an indicator,
 * on either side of it but for rounding, finds the condition turned. floor and ceil: positive while the whole number is
 * as it was, and at its own end by a little, so that a value that is just there, or stays there, is inside. */
double fmu_indicator(const fmu *f, uint32_t number)
{
	static const double LITTLE = 1e-12, NOTHING = 1e-300;    /* a condition that begins at zero is at one side of it */
	uint32_t k = f->model->indicator[number];
	const rt_watch *w = &f->run->model->watch[k];
	double g = (double)f->run->g[k], held = (double)f->run->d.latch[k];
	double little = LITTLE * fmax(1, fabs(held)), behind = fmax(NOTHING, LITTLE * (double)f->run->reach[k]);
	if (w->kind == RT_FLOOR)
		return fmin(g - held + little, held + 1 - g);
	if (w->kind == RT_CEIL)
		return fmin(held - g + little, g - held + 1);
	int strict = w->op == RT_LT || w->op == RT_GT;           /* then it is above zero where the condition is true */
	return (w->op == RT_LT || w->op == RT_GE ? -g : g) + ((held > 0) == strict ? behind : -behind);
}

double fmu_get(const fmu *f, const fmu_variable *v, uint32_t element)
{
	rt_place p = f->model->place[v->place + element].at;
	switch (p.store) {
	case FMU_TIME: return (double)f->run->d.time;
	case FMU_INDICATOR: return fmu_indicator(f, p.index);
	case FMU_CONSTANT: return f->model->constant[p.index];
	default: return (double)rt_get(&f->run->d, p);
	}
}

long long fmu_get_whole(const fmu *f, const fmu_variable *v, uint32_t element)
{
	rt_place p = f->model->place[v->place + element].at;
	return p.store == FMU_CONSTANT ? (long long)f->model->constant[p.index] : rt_get_whole(&f->run->d, p);
}

const char *fmu_get_text(const fmu *f, const fmu_variable *v, uint32_t element)
{
	const char *text = f->run->d.s[f->model->place[v->place + element].at.index];
	return text ? text : "";
}

fmu_status fmu_may_set(fmu *f, uint32_t reference, const fmu_variable *v)
{
	int early = f->mode == FMU_INSTANTIATED || f->mode == FMU_INITIALISING;
	const char *why = NULL;
	if (v->may & FMU_INPUT)
		why = v->may & FMU_DISCRETE && f->mode == FMU_IN_TIME ? "is discrete, and can be set in event mode only"
				: NULL;
	else if (v->may & FMU_PARAMETER)
		why = early || (v->may & FMU_TUNABLE && f->mode != FMU_IN_TIME) ? NULL
			  : v->may & FMU_TUNABLE ? "is tunable, and can be set in event mode only"
									 : "is fixed, and can be set before the end of the initialization only";
	else if (v->may & FMU_STARTS)
		why = early ? NULL : "has a start value, which can be set before the end of the initialization only";
	else
		why = "is computed, and cannot be set";
	if (!why && f->mode == FMU_OVER)
		why = "cannot be set behind the end";
	return why ? fmu_say(f, FMU_ERROR, "the variable with the value reference %u %s", (unsigned)reference, why)
			: FMU_OK;
}

static const fmu_place *place_to_set(fmu *f, const fmu_variable *v, uint32_t element)
{
	const fmu_place *p = &f->model->place[(v->may & FMU_STARTS ? v->start : v->place) + element];
	if (p->parameter)
		f->run->given[p->parameter - 1] = 1;
	f->tuned = f->tuned || v->may & FMU_PARAMETER;
	f->moved = 1;
	f->known = FMU_NOTHING;
	return p;
}

void fmu_set(fmu *f, const fmu_variable *v, uint32_t element, double value)
{
	rt_set(&f->run->d, place_to_set(f, v, element)->at, (rt_real)value);
}

void fmu_set_whole(fmu *f, const fmu_variable *v, uint32_t element, long long value)
{
	rt_set_whole(&f->run->d, place_to_set(f, v, element)->at, value);
}

/* ---- initialization, events */

fmu_status fmu_enter_initialization(fmu *f, int has_tolerance, double tolerance, double start)
{
	f->start = start;
	f->run->d.time = (rt_real)start;
	if (has_tolerance && tolerance > 0)
		f->run->tolerance = (rt_real)tolerance;
	f->mode = FMU_INITIALISING;
	f->known = FMU_NOTHING;
	return FMU_OK;
}

/* The first instant is open from here on. Co-simulation without event mode takes it at once. */
fmu_status fmu_exit_initialization(fmu *f)
{
	fmu_status status = fmu_know(f, FMU_ALL);
	if (status > FMU_WARNING)
		return status;
	f->tuned = 0;
	f->mode = FMU_IN_EVENT;
	f->open = 0;
	status = fmu_enter_event(f);
	if (status <= FMU_WARNING && f->cosimulation && !f->uses_events)
		status = fmu_enter_steps(f);
	return status;
}

fmu_status fmu_enter_event(fmu *f)
{
	f->mode = FMU_IN_EVENT;
	if (f->open)
		return FMU_OK;
	if (rt_instant_open(f->run) == RT_FAILED)
		return fmu_failed(f, "an event");
	memcpy(f->rates, f->run->d.xd, f->run->model->states * sizeof *f->rates);
	memcpy(f->latches, f->run->d.latch, f->run->model->watches * sizeof *f->latches);
	f->open = 1;
	f->known = FMU_NOTHING;
	return FMU_OK;
}

/* An integrator of several steps must begin anew where rates jump, or follow other branches. Simple callers do so only
 * where states have changed (E690). */
static int begins_anew(fmu *f)
{
	const rt_data *d = &f->run->d;
	int jump = 0;
	if (f->cosimulation || !f->run->model->states || fmu_know(f, FMU_RATES) > FMU_WARNING)
		return 0;
	for (uint32_t k = 0; k < f->run->model->watches; k++)
		jump = jump || d->latch[k] != f->latches[k];
	for (uint32_t k = 0; k < f->run->model->states; k++)
		jump = jump || fabs((double)(d->xd[k] - f->rates[k])) >
						   1e-9 * (fabs((double)d->xd[k]) + fabs((double)f->rates[k]));
	return jump;
}

/* One instant settles all that changes at this time. */
fmu_status fmu_update(fmu *f, fmu_found *found)
{
	rt_run *run = f->run;
	uint32_t n = run->model->states;
	memset(found, 0, sizeof *found);
	memcpy(f->before, run->d.x, n * sizeof *f->before);
	if (f->tuned && rt_defaults(run) == RT_FAILED)
		return fmu_failed(f, "parameters");
	if (!f->open)
		rt_instant_again(run);
	rt_status status = rt_instant_close(run);
	f->open = f->tuned = f->moved = 0;
	f->known = FMU_NOTHING;
	if (status == RT_OK)
		status = rt_look_at_asserts(run);
	found->terminate = status == RT_TERMINATED;
	found->states_changed = memcmp(f->before, run->d.x, n * sizeof *f->before) != 0 ||
							(status == RT_OK && begins_anew(f));
	found->next = (double)rt_next_due(run);
	found->has_next = isfinite(found->next);
	if (found->terminate)
		fmu_say(f, FMU_OK, "%s", run->message);
	return fmu_told(f, status, "an event");
}

fmu_status fmu_enter_time(fmu *f)
{
	fmu_found found;
	fmu_status status = f->open ? fmu_update(f, &found) : FMU_OK;
	f->mode = FMU_IN_TIME;
	f->known = FMU_NOTHING;
	return status;
}

/* ---- model exchange */

fmu_status fmu_set_time(fmu *f, double time)
{
	f->run->d.time = (rt_real)time;
	f->known = FMU_NOTHING;
	return FMU_OK;
}

static fmu_status counts_are_same(fmu *f, size_t n, size_t wanted, const char *what)
{
	return n == wanted ? FMU_OK : fmu_say(f, FMU_ERROR, "there are %zu %s, not %zu", wanted, what, n);
}

fmu_status fmu_set_states(fmu *f, const double *x, size_t n)
{
	if (counts_are_same(f, n, f->run->model->states, "states") != FMU_OK)
		return FMU_ERROR;
	for (size_t i = 0; i < n; i++)
		f->run->d.x[i] = (rt_real)x[i];
	f->known = FMU_NOTHING;
	return FMU_OK;
}

fmu_status fmu_get_states(fmu *f, double *x, size_t n)
{
	fmu_status status = f->mode <= FMU_IN_EVENT ? fmu_know(f, FMU_ALL) : FMU_OK;
	if (status > FMU_WARNING || counts_are_same(f, n, f->run->model->states, "states") != FMU_OK)
		return status > FMU_WARNING ? status : FMU_ERROR;
	for (size_t i = 0; i < n; i++)
		x[i] = (double)f->run->d.x[i];
	return status;
}

fmu_status fmu_get_rates(fmu *f, double *rates, size_t n)
{
	if (counts_are_same(f, n, f->run->model->states, "states") != FMU_OK)
		return FMU_ERROR;
	fmu_status status = fmu_know(f, FMU_RATES);
	for (size_t i = 0; i < n; i++)
		rates[i] = (double)f->run->d.xd[i];
	return status;
}

fmu_status fmu_get_nominals(fmu *f, double *x, size_t n)
{
	if (counts_are_same(f, n, f->run->model->states, "states") != FMU_OK)
		return FMU_ERROR;
	for (size_t i = 0; i < n; i++)
		x[i] = (double)f->run->model->state_nominal[i];
	return FMU_OK;
}

fmu_status fmu_get_indicators(fmu *f, double *z, size_t n)
{
	if (counts_are_same(f, n, f->model->indicators, "event indicators") != FMU_OK)
		return FMU_ERROR;
	fmu_status status = fmu_know(f, FMU_WATCHED);
	for (size_t i = 0; i < n; i++)
		z[i] = fmu_indicator(f, (uint32_t)i);
	return status;
}

/* What delays keep, and assertions. */
fmu_status fmu_completed(fmu *f, int *wants_event, int *terminate)
{
	const rt_model *m = f->run->model;
	fmu_status status = FMU_OK;
	*wants_event = *terminate = 0;
	if (m->delays || m->asserts)
		status = fmu_know(f, FMU_ALL);
	if (status > FMU_WARNING || !(m->delays || m->asserts))
		return status;
	rt_delays_keep(f->run);
	return fmu_told(f, rt_look_at_asserts(f->run), "a step");
}

/* The last instant, in which terminal() is true. */
fmu_status fmu_terminate(fmu *f)
{
	fmu_status status = FMU_OK;
	if (f->mode != FMU_OVER && f->run->status == RT_OK)
		status = fmu_told(f, rt_finish(f->run), "the end");
	f->mode = FMU_OVER;
	f->known = FMU_ALL;
	return status;
}
