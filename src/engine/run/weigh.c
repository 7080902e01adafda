/* auto weighs quantised states (E550). Where events come one after another and each concerns a small part of many
 * states, a step of all states is cut short by the next event before it has paid. With quantised states an event costs
 * what depends on it. Whether they pay is tried: both ways are measured by the work that they take for a stretch of
 * time, in evaluations and not in seconds, so a run that is repeated makes the same choice. What does not pay ends
 * after half as much work again as the other way would have taken. */
#include "code/apart.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/instant/instant.h"
#include "engine/look/look.h"
#include "engine/run/run.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* States, from which on it is worth while; restarts, after which there is something to measure; steps between two of
 * them, at most; restarts that must still be expected, at least; states that one rate reads, at most, on average. */
enum { STATES_LEAST = 40, RESTARTS_LEAST = 40, STEPS_MOST = 3, EXPECTED_LEAST = 400, READS_MOST = 6 };
/* What things take, in rates as they are evaluated among all: a rate by itself, with all that is done for it; a piece of
 * an instant; a change of a quantised state. Half as much again may be spent on a trial. */
static const double BY_ITSELF = 25, PIECE = 40, CHANGE = 40, PATIENCE = 1.5;

static double work_so_far(const se_run *run)
{
	const se_weighing *w = &run->solving->weighing;
	sv_statistics now;
	run->solver->operations->statistics(run->solver, &now);
	double n = run->image->states, rates = (double)(run->solving->spent.rates + now.rates - w->rates),
		   steps = (double)(run->solving->spent.steps + now.steps - w->steps);
	return rates * (w->quantised ? BY_ITSELF : n) + (w->quantised ? steps * CHANGE : 0) +
		   (double)run->stats.evaluations * n + (double)run->stats.pieces * PIECE;
}

static void measure_from_here(se_run *run)
{
	se_weighing *w = &run->solving->weighing;
	sv_statistics now;
	run->solver->operations->statistics(run->solver, &now);
	w->rates = run->solving->spent.rates + now.rates;
	w->steps = run->solving->spent.steps + now.steps;
	w->restarts = run->solving->restarts;
	w->since = run->time;
	w->work = 0;
	w->work = work_so_far(run);
	w->begun = true;
}

/* ---------------------------------------------------------------------------------------------------- to quantised */

static bool is_sparse(const se_run *run)
{
	const sc_incidence *in = sc_apart_incidence(run->singly->apart);
	uint64_t most = (uint64_t)READS_MOST * in->rates;
	return in->rate_causes.first[in->rates] <= most && in->cause_rates.first[in->cause_count] <= most;
}

static bool is_busy(const se_run *run)
{
	const se_weighing *w = &run->solving->weighing;
	sv_statistics now;
	run->solver->operations->statistics(run->solver, &now);
	uint64_t restarts = run->solving->restarts - w->restarts,
			 steps = run->solving->spent.steps + now.steps - w->steps;
	double passed = run->time - w->since, left = run->settings.stop - run->time;
	return restarts >= RESTARTS_LEAST && steps <= STEPS_MOST * restarts && passed > 0 &&
		   (double)restarts * left / passed >= EXPECTED_LEAST;
}

static void go_over(se_run *run, const sv_operations *to, bool quantised)
{
	se_weighing *w = &run->solving->weighing;
	if (quantised)
		w->classic = (work_so_far(run) - w->work) / (run->time - w->since);
	w->window = quantised ? run->time - w->since : 0;
	run->ops = to;
	w->quantised = quantised;
	w->changed = true;
	w->changed_at = run->time;
	se_choice_forget(run);
	se_reopen_solver(run);
	measure_from_here(run);
}

static void try_quantised(se_run *run)
{
	se_weighing *w = &run->solving->weighing;
	const sv_operations *quantised = sv_find("qss3");
	if (!is_busy(run))
		return;
	w->settled = true;               /* whatever comes, it is tried once */
	if (strcmp(run->solver->operations->chosen(run->solver), "erk") != 0 || !se_quantises_well(run) ||
		!is_sparse(run) || !se_has_local_instants(run))
		return;
	w->settled = false;
	se_logf(run, SE_LOG_SOLVER, "from here on with quantised states (%s): the last %llu events left no room for more "
			"than %d steps between them, and a rate reads few of %u states", quantised->name,
			(unsigned long long)(run->solving->restarts - w->restarts), STEPS_MOST, run->image->states);
	go_over(run, quantised, true);
}

/* --------------------------------------------------------------------------------------------------------- and back */

/* All states, and the functions of all conditions, at the present time. */
static void bring_everything(se_run *run)
{
	se_unseal(run);
	memcpy(run->x, run->solver->operations->state(run->solver), run->image->states * sizeof *run->x);
	se_seal(run);
	se_here(run);
	if (run->watching) {
		se_watch_at(run, run->time, run->view->begin);
		se_here(run);
	}
}

static void try_classic(se_run *run)
{
	se_weighing *w = &run->solving->weighing;
	double spent = work_so_far(run) - w->work, passed = run->time - w->since;
	bool over = spent > PATIENCE * w->classic * w->window;
	if (passed >= w->window && !over)
		measure_from_here(run);
	if (!over)
		return;
	se_logf(run, SE_LOG_SOLVER, "quantised states do not pay here: with steps of all states again");
	bring_everything(run);
	w->settled = true;
	go_over(run, sv_default(), false);
}

void se_weigh_quantised(se_run *run)
{
	se_weighing *w = &run->solving->weighing;
	if (w->settled || !run->solver || run->hold || run->image->states < STATES_LEAST || !run->watching ||
		!isfinite(run->settings.stop))
		return;
	if (!w->begun && run->ops != sv_default())
		w->settled = true;
	else if (!w->begun)
		measure_from_here(run);
	else if (w->quantised)
		try_classic(run);
	else
		try_quantised(run);
}
