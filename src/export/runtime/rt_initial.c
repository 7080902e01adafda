/* Parameters and initial values: the initial system is solved with its conditions held, until they agree with it. */
#include "export/runtime/rt_math.h"
#include "export/runtime/export_runtime.h"

enum { TRIES = 100, DEEP = 4 };

rt_status rt_defaults(rt_run *run)
{
	run->model->functions->parameters(&run->d);
	return run->d.failed ? rt_give_up(run, "parameters are computed") : run->status;
}

static void look(rt_run *run)
{
	run->model->functions->functions(&run->d, run->g);
	run->model->functions->times(&run->d, run->when, run->slope);
}

/* What time and the start values decide is known from the beginning. */
static void latch_guesses(rt_run *run)
{
	const rt_model *m = run->model;
	for (int round = 0; round < DEEP; round++) {
		look(run);
		for (uint32_t i = 0; i < m->watches; i++)
			if ((m->watch[i].time_only || (round == 0 && m->watch[i].started)) && rt_is_finite(run->g[i]))
				run->d.latch[i] = rt_truth(run, i);
	}
	run->d.failed = 0;
}

static int solve_once(rt_run *run)
{
	const rt_model *m = run->model;
	rt_data *d = &run->d;
	for (int round = 0; round < TRIES; round++) {
		m->functions->initial(d);
		int failed = d->failed;
		d->failed = 0;
		look(run);
		int turned = 0, one = round >= TRIES / 4;
		for (uint32_t i = 0; i < m->watches && !(turned && one); i++) {
			long long truth = rt_truth(run, i);
			if (truth == d->latch[i] || (failed && !rt_is_finite(run->g[i])))
				continue;
			d->latch[i] = truth;
			turned = 1;
		}
		d->failed = failed && !turned;
		if (!turned)
			return !failed;
		if (failed)
			m->functions->starts(d);     /* a branch was evaluated that does not hold */
	}
	rt_fail(d, -1, "the conditions of the model contradict each other at the start");
	return 0;
}

/* From the simplified to the actual expressions of homotopy(), in steps that shrink where a solution is lost. */
static int follow(rt_run *run)
{
	rt_data *d = &run->d;
	rt_real reached = 0, step = (rt_real)0.25;
	d->lambda = 0;
	if (!solve_once(run))
		return 0;
	while (reached < 1) {
		d->lambda = reached + step < 1 ? reached + step : 1;
		if (solve_once(run)) {
			reached = d->lambda;
			step *= 2;
		} else {
			step *= (rt_real)0.25;
			d->failed = 0;
			if (step < (rt_real)1e-4)
				return 0;
		}
	}
	return 1;
}

static int solve(rt_run *run)
{
	rt_data *d = &run->d;
	if (run->model->homotopy) {
		if (follow(run))
			return 1;
		d->failed = 0;
		run->model->functions->starts(d);
	}
	d->lambda = 1;
	return solve_once(run);
}

static void clear(rt_run *run, rt_real start)
{
	const rt_model *m = run->model;
	rt_data *d = &run->d;
	run->status = RT_OK;
	run->warned = run->fresh = 0;
	run->message[0] = 0;
	run->queued = 0;
	d->time = run->begun = run->settled = start;
	d->failed = d->terminal = d->event = 0;
	d->initial = 1;
	for (uint32_t i = 0; i < m->watches; i++)
		d->latch[i] = 0;
	for (uint32_t i = 0; i < m->clocks; i++)
		d->clock[i] = run->ticked[i] = 0;
	for (uint32_t i = 0; i < m->states; i++)
		run->reinit_set[i] = 0;
	for (uint32_t k = 0; k < m->events; k++)
		run->event_at[k] = d->due[k] = RT_NAN;
	for (uint32_t i = 0; i < m->watches; i++) {
		run->planned[i] = RT_NAN;
		run->reach[i] = 0;
	}
	for (uint32_t k = 0; k < m->loops; k++)
		run->factored[k] = 0;
	for (uint32_t k = 0; k < m->asserts + m->actions; k++)
		run->told[k] = 0;
	for (uint32_t k = 0; k < m->inputs; k++)
		run->before[k] = rt_get(d, m->input[k]);
}

rt_status rt_begin(rt_run *run, rt_real start)
{
	const rt_model *m = run->model;
	rt_data *d = &run->d;
	clear(run, start);
	m->functions->parameters(d);
	if (d->failed)
		return rt_give_up(run, "parameters are computed");
	m->functions->starts(d);
	for (uint32_t k = 0; k < m->inputs; k++)                 /* which starts have overwritten */
		rt_set(d, m->input[k], run->before[k]);
	latch_guesses(run);
	if (!solve(run))
		return rt_give_up(run, "initial values are computed");
	m->functions->actions(d);            /* of when initial() */
	rt_apply_reinits(run);
	rt_save_pre(run, 1);
	m->functions->all(d);
	if (d->failed)
		return rt_give_up(run, "initial values are computed");
	d->initial = 0;
	rt_note_events(run, 0);
	rt_delays_begin(run);
	rt_plan_first(run);
	run->tried = run->step;
	rt_restart(run);
	return run->status;
}

rt_status rt_initialise(rt_run *run, rt_real start)
{
	rt_status status = rt_begin(run, start);
	return status == RT_OK ? rt_instant(run) : status;
}
