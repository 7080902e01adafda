/* What a run shows where it stands: paused, at its stop, or where it was interrupted. The values of a point that may
 * lie inside the step at hand are put where everybody reads values, and taken away again before the run goes on:
 * whoever looks leaves no trace. */
#include "engine/accumulate/accumulate.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/run/run.h"
#include <string.h>

static void keep(se_run *run)
{
	uint32_t states = run->image->states, reals = run->image->reals;
	if (!run->kept_values)
		run->kept_values = sb_new_array(run->own, double, (size_t)states + reals + run->image->watches.n + 1);
	memcpy(run->kept_values, run->xd, states * sizeof(double));
	memcpy(run->kept_values + states, run->d->r, reals * sizeof(double));
	run->control->kept_time = run->d->time;
}

/* Until it is closed; a run that has failed stands nowhere. */
static bool stands(const se_run *run)
{
	return run->control->outcome == SE_PAUSED || (run->control->under_way && run->control->outcome != SE_FAILED);
}

void se_show(se_run *run)
{
	if (!stands(run) || run->control->shows)
		return;
	if (!se_settle_changes(run)) {
		run->control->outcome = SE_FAILED;
		return;
	}
	bool inside = run->control->walking && run->control->shown_at > run->time;
	keep(run);
	run->control->shows = true;
	sc_look_aside(run->d, SC_FOR_CALLER);
	if (inside && run->image->states)
		se_interpolate(run, run->control->shown_at, run->x_try);
	else if (run->image->states)     /* whoever looks may move what is shown: not the states of the run */
		memcpy(run->x_try, run->x, run->image->states * sizeof *run->x);
	se_at(run, run->control->shown_at, run->x_try);
	double *functions = se_shown_functions(run);
	run->f->rates(run->d);
	run->f->watch(run->d, functions);
	run->f->outputs(run->d);
	sc_forgive(run->d);              /* what has no value is told where the run comes to it */
	sc_forget_noticed(run->d);
	if (run->hold)
		se_show_held(run);
	se_keep_shown(run);
}

void se_stop_showing(se_run *run)
{
	uint32_t states = run->image->states, reals = run->image->reals;
	if (!run->control->shows)
		return;
	sc_look_aside(run->d, SC_HERE);
	memcpy(run->xd, run->kept_values, states * sizeof(double));
	memcpy(run->d->r, run->kept_values + states, reals * sizeof(double));
	se_at(run, run->control->kept_time, run->x);
	run->control->shows = false;
}
