/* Nonlinear loops are followed through each step, so that they stay on the solution that they have
 * (code/runtime/newton_path.c judges the solutions).
 *
 * Where the rates alone read a loop and nothing was doubtful on the way, what the solver has found is good, and costs
 * nothing. Otherwise the step is walked through: from point to point with interpolated states, in parts that are
 * shortened until no solution is doubtful. A part that is as short as time can show is a jump of the model, or the end
 * of the solution (a fold). If the solver has found another solution at the end, its step is made again, shorter. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/look.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { GRID = 500, EVALUATIONS_MOST = 200000 };
static const double SHORTEST = 1e-11;     /* part of a step, beside the size of time */
static const double FIRST = 1e-3;         /* part of a step that shows how loops move, where nothing is known of it */

struct se_follow {
	uint8_t phases;                  /* in which nonlinear loops are solved */
	bool begun;
};

void se_follow_open(se_run *run)
{
	const si_image *image = run->image;
	uint8_t phases = 0;
	for (uint32_t i = 0; i < image->steps.n; i++) {
		const si_step *s = &image->steps.at[i];
		if (!s->loop || image->loops.at[s->loop - 1].linear || s->phases & SI_DISCRETE)
			continue;
		phases |= (uint8_t)(s->phases & (SI_RATES | SI_WATCH | SI_OUTPUT));
		sc_path_open(run->d, s->loop - 1);
	}
	if (!phases)
		return;
	if (!run->follow)
		run->follow = sb_new(run->own, se_follow);
	*run->follow = (se_follow){.phases = phases};
}

/* The loops at a point. False: something fails there. */
static bool evaluate(se_run *run, double t, const double *x)
{
	se_at(run, t, x);
	run->f->rates(run->d);
	if (run->follow->phases & SI_WATCH)
		run->f->watch(run->d, run->g_a);
	if (run->follow->phases & SI_OUTPUT)
		run->f->outputs(run->d);
	run->stats.evaluations++;
	bool good = !run->d->failed;
	if (!good)
		sc_forgive(run->d);
	sc_forget_noticed(run->d);
	run->fresh_x = NULL;
	run->fresh_time = NAN;
	return good;
}

static const double *states_at(se_run *run, double t)
{
	if (!run->image->states)
		return NULL;
	if (t == run->step_end)
		return run->solver->operations->state(run->solver);
	se_interpolate(run, t, run->x_try);
	return run->x_try;
}

/* The loops were evaluated at `t`. Those whose determinant has turned since their paths ended have met another
 * solution, and false: one has not (code/runtime/newton_meeting.c). */
static bool turn_rightly(se_run *run, double t)
{
	double at;
	for (uint32_t loop = 0; (loop = sc_path_turned(run->d, loop)) != UINT32_MAX; loop++) {
		sc_meeting_begin(run->d, loop, t);
		while (sc_meeting_next(run->d, loop, &at))
			if (!evaluate(run, at, states_at(run, at)))
				sc_meeting_fails(run->d, loop);
		if (!sc_meeting_found(run->d, loop, &at))
			return false;
		sc_path_meets(run->d, loop, at);
		sc_path_back(run->d);
		if (!evaluate(run, t, states_at(run, t)))
			return false;
	}
	return true;
}

/* From `from`, where the paths end, to `to`. */
static void walk(se_run *run, double from, double to)
{
	double span = run->settings.stop - run->settings.start, shortest = SHORTEST * se_size(run), part = to - from;
	bool outside = run->follow->phases & (SI_WATCH | SI_OUTPUT); /* nothing has looked at these loops inside the step */
	double most = outside ? fmax(shortest, isfinite(span) ? span / GRID : part / 4) : INFINITY;
	sc_path_back(run->d);
	bool looks_ahead = !sc_path_leads_on(run->d);
	if (looks_ahead)
		part = fmax(2 * shortest, FIRST * fmin(part, most));
	for (int count = 0; from < to; count++) {
		bool last = part <= shortest || count > EVALUATIONS_MOST;
		part = fmin(part, most);
		double t = from + part < to - 0.01 * part ? from + part : to;
		sc_path_walks(run->d, !last);
		bool good = evaluate(run, t, states_at(run, t));
		bool sure = last || (good && !sc_path_doubtful(run->d) && turn_rightly(run, t));
		sc_path_walks(run->d, false);
		if (!sure) {
			sc_path_back(run->d);
			part = 0.3 * (t - from);
			looks_ahead = false;
			continue;
		}
		if (!good)
			break;
		if (part <= shortest)
			sc_path_tell(run->d, t);
		if (count == EVALUATIONS_MOST + 1)
			sc_path_tell_fast(run->d, t);
		sc_path_goes_on(run->d, t);
		from = t;
		part = looks_ahead ? to - from : 2 * part;
		looks_ahead = false;
	}
}

void se_follow_begin(se_run *run)
{
	se_follow *f = run->follow;
	if (!f)
		return;
	if (run->hold) {
		sc_path_drop(run->d);
		f->begun = false;
		return;
	}
	if (f->begun && sc_path_ends(run->d, run->time)) {
		sc_path_restart(run->d);
	} else {
		f->begun = evaluate(run, run->time, run->x);
		if (f->begun)
			sc_path_begin(run->d, run->time);
		else
			sc_path_drop(run->d);
	}
	se_here(run);
}

bool se_follow_step(se_run *run)
{
	se_follow *f = run->follow;
	double end = run->step_end;
	if (!f || !f->begun || run->hold || !(end > run->time))
		return true;
	if (f->phases == SI_RATES && sc_path_leads_on(run->d) && sc_path_take(run->d, end))
		return true;
	sc_path_note(run->d, end);
	walk(run, run->time, end);
	bool agrees = !run->solver || (sc_path_agrees(run->d) && !sc_path_met_unawares(run->d)) ||
				  end - run->time <= 1e3 * DBL_EPSILON * se_size(run);
	if (agrees)
		sc_path_tell_meetings(run->d);
	se_here(run);
	if (agrees)
		return true;
	run->step_end = run->time;
	se_bring_states(run);
	run->solver->operations->reset(run->solver, run->time, run->x, true);
	sc_path_first(run->d);
	se_logf(run, SE_LOG_SOLVER, "a loop has left its solution: the step is made again");
	return false;
}

/* A path that was found before an event leads on from it only if the event has changed nothing in the loops. They need
 * not have been solved in the instant, if nothing but rows reads them. */
static bool path_lasts(se_run *run)
{
	double end = run->step_end;
	return sc_path_covers(run->d, run->time, end) && evaluate(run, end, states_at(run, end)) && sc_path_holds(run->d);
}

/* After an instant inside a step that is not void. */
void se_follow_rest(se_run *run)
{
	if (!run->follow || run->hold)
		return;
	if (path_lasts(run)) {
		se_here(run);
		return;
	}
	run->follow->begun = evaluate(run, run->time, run->x);
	if (run->follow->begun) {
		sc_path_begin(run->d, run->time);
		walk(run, run->time, run->step_end);
		sc_path_tell_meetings(run->d);
	}
	se_here(run);
}

void se_follow_archive(se_run *run, sb_archive *a)
{
	if (run->follow)
		sb_archive_one(a, run->follow->begun);
}
