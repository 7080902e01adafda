/* Changes from outside while a run is paused: parameters, states and inputs (E137). They wait until somebody looks or
 * the run goes on. Then the run stands still where it has paused, in an instant of its own: the rest of the step at
 * hand is void, the left limits have the values before, and all changes hold at once. They are of this run alone: the
 * next one begins with the parameters that were set before it. */
#include "engine/trial.h"
#include <stdlib.h>
#include <string.h>

static bool is_state(const se_run *run, uint32_t scalar)
{
	return si_place_of(run->image, scalar).store == SI_STATE;
}

/* An input of the model that no equation gives. */
static bool is_input(const se_run *run, uint32_t scalar)
{
	return si_owner(run->image, scalar)->held;
}

static bool refuse(se_run *run, uint32_t scalar, const char *why)
{
	sb_text name = {0};
	const si_variable *v = si_owner(run->image, scalar);
	si_scalar_name(run->image, scalar, &name);
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0280", v->span,
							  "'%s' cannot be changed while the run is under way: %s", name.at, why);
	sb_help(m, "set it before the run begins");
	sb_text_free(&name);
	return false;
}

/* The parameters of the run before the first change. */
static void keep_given(se_run *run)
{
	if (run->unchanged)
		return;
	run->unchanged = sb_new(run->once, se_unchanged);
	*run->unchanged =
		(se_unchanged){se_copy_once(run, run->given.at, run->given.n, sizeof *run->given.at), run->given.n,
					   se_copy_once(run, run->numbers.at, run->numbers.n, sizeof *run->numbers.at), run->numbers.n};
}

void se_forget_changes(se_run *run)
{
	const se_unchanged *u = run->unchanged;
	if (!u)
		return;
	run->given.n = u->given_count;
	run->numbers.n = u->number_count;
	if (u->given_count)
		memcpy(run->given.at, u->given, u->given_count * sizeof *run->given.at);
	if (u->number_count)
		memcpy(run->numbers.at, u->numbers, u->number_count * sizeof *run->numbers.at);
	run->unchanged = NULL;
}

/* Modes that are entered later have no code for parameters: the mode in which the run began computes them for all.
 * scalar: is to have the value; UINT32_MAX: none is. */
static void compute_parameters(se_run *run, uint32_t scalar, double value)
{
	uint32_t here = run->in;
	bool elsewhere = run->began_in != here;
	sc_data *d = run->d;
	if (elsewhere)
		se_exchange(run, run->began_in);
	if (scalar != UINT32_MAX)
		sc_set_scalar(run->d, scalar, value);
	run->f->parameters(run->d);
	if (!elsewhere)
		return;
	bool failed = run->d->failed;
	sc_forgive(run->d);
	sc_copy_parameters(d, run->d);
	se_exchange(run, here);
	run->d->failed = run->d->failed || failed;
}

/* What the calendar and the histories were planned with. In `out`: starts and intervals of clocks, times of delays. */
static double *planned(se_run *run, size_t *n)
{
	const si_image *image = run->image;
	uint32_t c = image->clocks.n + image->event_code.n, l = image->delays.n;
	double *out = sb_new_array(run->once, double, 2 * (size_t)(c + l) + l + 1);
	*n = 2 * (size_t)(c + l);
	if (image->clocks.n)
		run->f->clocks(run->d, out, out + c);
	if (l)
		run->f->delays(run->d, out + *n, out + 2 * (size_t)c, out + 2 * (size_t)c + l);
	return out;
}

/* Clocks tick, and the past is kept, as it was planned when the run began. */
static bool keeps_plans(se_run *run, uint32_t scalar, double value)
{
	size_t n;
	double old = sc_scalar_value(run->d, scalar);
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	bool given = sc_is_given(run->d, scalar);
	const double *before = planned(run, &n);
	sc_set_scalar(run->d, scalar, value);
	compute_parameters(run, scalar, value);
	bool same = !run->d->failed && memcmp(before, planned(run, &n), n * sizeof *before) == 0;
	sc_forgive(run->d);
	sc_forget_noticed(run->d);
	compute_parameters(run, scalar, old);            /* of the mode in which the run began, too */
	se_end_trial(run, &t);
	sc_set_given(run->d, scalar, given);
	if (run->began_in != run->in)
		sc_set_given(run->frames.at[run->began_in]->d, scalar, given);
	sb_arena_rewind(run->once, mark);
	return same;
}

static bool may_change(se_run *run, uint32_t scalar, double value)
{
	if (run->image->switches.n && !sc_mode_allows(run->program, scalar, sc_scalar_value(run->d, scalar), value))
		return refuse(run, scalar, "the equations of the present mode were analysed with its value");
	if ((run->image->clocks.n || run->image->delays.n) && !keeps_plans(run, scalar, value))
		return refuse(run, scalar, "a delay, or when a clock or sample() ticks, depends on it");
	return true;
}

bool se_change(se_run *run, uint32_t scalar, double value)
{
	if (run->outcome != SE_PAUSED) {
		sb_help(sb_report(run->diag, SB_ERROR, "R0281", (sb_span){0}, "a run that is not paused cannot be changed"),
		        "begin it, or set parameters before it begins");
		return false;
	}
	se_stop_showing(run);
	if (is_state(run, scalar) && !isfinite(value)) {
		sb_report(run->diag, SB_ERROR, "R0106", (sb_span){0}, "%.17g is not a value for a state", value);
		return false;
	}
	if (is_input(run, scalar) && !se_suits(run, scalar, value))
		return false;
	if (!is_state(run, scalar) && !is_input(run, scalar)) {
		keep_given(run);
		uint32_t given = run->given.n, numbers = run->numbers.n;
		const struct se_given *was = se_copy_once(run, run->given.at, given, sizeof *was);
		const sc_given *were = se_copy_once(run, run->numbers.at, numbers, sizeof *were);
		if (!se_set(run, scalar, value))
			return false;
		if (!may_change(run, scalar, value)) {
			memcpy(run->given.at, was, given * sizeof *was);
			memcpy(run->numbers.at, were, numbers * sizeof *were);
			run->given.n = given;
			run->numbers.n = numbers;
			return false;
		}
	}
	sb_push(run->once, run->changes, ((se_changed){scalar, value}));
	return true;
}

/* In the mode in which the run began, too. */
static void give(se_run *run, uint32_t scalar, double value)
{
	uint32_t here = run->in;
	sc_set_scalar(run->d, scalar, value);
	if (run->began_in == here)
		return;
	se_exchange(run, run->began_in);
	sc_set_scalar(run->d, scalar, value);
	se_exchange(run, here);
}

static void forget_parameters(se_run *run)
{
	run->begun = false;
}

/* Between the left limits and what happens. */
bool se_apply_changes(se_run *run)
{
	bool parameters = false;
	for (uint32_t i = 0; i < run->changes.n; i++) {
		const se_changed *c = &run->changes.at[i];
		si_place place = si_place_of(run->image, c->scalar);
		bool input = is_input(run, c->scalar);
		parameters = parameters || (!is_state(run, c->scalar) && !input);
		if (input)
			sc_set_scalar(run->d, c->scalar, c->value);
		else if (is_state(run, c->scalar))
			se_reinit(run, (int)place.index, (int)c->scalar, place.negated ? -c->value : c->value);
		else
			give(run, c->scalar, c->value);
	}
	run->changes.n = 0;
	if (parameters) {
		se_visit_frames(run, forget_parameters);         /* the other modes take them over when they are entered */
		run->begun = true;
		sc_objects_clear(run->objects);                  /* they are made of parameters, and so made anew */
		compute_parameters(run, UINT32_MAX, 0);
		se_find_nominals(run);
		se_ahead_forget(run);
	}
	se_touch_everything(run);
	return !run->d->failed;
}

/* False: the run must end. */
bool se_settle_changes(se_run *run)
{
	bool restarted;
	if (!run->changes.n)
		return true;
	if (!se_leave_step(run) || !se_stand_still(run, true, &restarted))
		return false;
	run->shown_at = run->time;
	if (run->solver && !run->reopened)
		se_reopen_solver(run);           /* steps may have other limits, and errors other weights */
	return true;
}
