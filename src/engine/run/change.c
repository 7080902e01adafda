/* Changes from outside while a run is paused: parameters, states and inputs (E137). They wait until somebody looks or
 * the run goes on. Then the run stands still where it has paused, in an instant of its own: the rest of the step at
 * hand is void, the left limits have the values before, and all changes hold at once. They are of this run alone: the
 * next one begins with the parameters that were set before it. */
#include "engine/evaluate/trial.h"
#include "engine/instant/instant.h"
#include "engine/run/run.h"
#include "engine/solve/engine_solve.h"
#include <stdlib.h>
#include <string.h>

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
	if (run->control->unchanged)
		return;
	run->control->unchanged = sb_new(run->once, se_unchanged);
	*run->control->unchanged =
		(se_unchanged){se_copy_once(run, run->given.at, run->given.n, sizeof *run->given.at), run->given.n,
					   se_copy_once(run, run->numbers.at, run->numbers.n, sizeof *run->numbers.at), run->numbers.n};
}

void se_forget_changes(se_run *run)
{
	const se_unchanged *u = run->control->unchanged;
	if (!u)
		return;
	run->given.n = u->given_count;
	run->numbers.n = u->number_count;
	if (u->given_count)
		memcpy(run->given.at, u->given, u->given_count * sizeof *run->given.at);
	if (u->number_count)
		memcpy(run->numbers.at, u->numbers, u->number_count * sizeof *run->numbers.at);
	run->control->unchanged = NULL;
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
	se_compute_parameters(run, scalar, value);
	bool same = !run->d->failed && memcmp(before, planned(run, &n), n * sizeof *before) == 0;
	sc_forgive(run->d);
	sc_forget_noticed(run->d);
	se_compute_parameters(run, scalar, old);            /* of the mode in which the run began, too */
	se_end_trial(run, &t);
	sc_set_given(run->d, scalar, given);
	if (run->instants->began_in != run->in)
		sc_set_given(run->frames.at[run->instants->began_in]->d, scalar, given);
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
	if (run->control->outcome != SE_PAUSED) {
		sb_help(sb_report(run->diag, SB_ERROR, "R0281", (sb_span){0}, "a run that is not paused cannot be changed"),
		        "begin it, or set parameters before it begins");
		return false;
	}
	se_stop_showing(run);
	if (se_is_state(run, scalar) && !isfinite(value)) {
		sb_report(run->diag, SB_ERROR, "R0106", (sb_span){0}, "%.17g is not a value for a state", value);
		return false;
	}
	if (se_is_input(run, scalar) && !se_suits(run, scalar, value))
		return false;
	if (!se_is_state(run, scalar) && !se_is_input(run, scalar)) {
		keep_given(run);
		uint32_t given = run->given.n, numbers = run->numbers.n;
		const struct se_given *was = se_copy_once(run, run->given.at, given, sizeof *was);
		const sx_given *were = se_copy_once(run, run->numbers.at, numbers, sizeof *were);
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
	sb_push(run->once, run->instants->changes, ((sx_given){scalar, value}));
	return true;
}

/* False: the run must end. */
bool se_settle_changes(se_run *run)
{
	bool restarted;
	if (!run->instants->changes.n)
		return true;
	if (!se_leave_step(run) || !se_stand_still(run, true, &restarted))
		return false;
	run->control->shown_at = run->time;
	if (run->solver && !run->reopened)
		se_reopen_solver(run);           /* steps may have other limits, and errors other weights */
	return true;
}
