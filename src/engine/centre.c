/* Narrow peaks of the rates and of conditions over the states (structure/forcing/centres.c). After a step, where the centre of one has changed its sign in it,
 * and between two such places, the rates are compared with the slope of the solution. If they are not what it is, or if a condition has turned there and
 * has its value again at the end, the step has passed over the peak: it is made again and ends there, where the solver and the search for events see it. */
#include "engine/inside.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { NARROWINGS = 20, MIDDLES_MOST = 20 };
static const double PEAK = 30, OUTSTANDING = 10;
static const double CLOSE = 1e-9;        /* of a step: two places are one */
static const double MISSED = 1000;       /* as in misses_something of ahead.c: continuous extensions have defects too */

static void evaluate(se_run *run, double *functions)
{
	run->f->centres(run->d, functions);
	if (run->d->failed)
		sc_forgive(run->d);
}

void se_centres_begin(se_run *run)
{
	if (run->plan->centres.n)
		evaluate(run, run->centre_from);
}

static double centre_at(se_run *run, uint32_t k, double t)
{
	double *at = run->centre_from + 2 * run->plan->centres.n;
	se_interpolate(run, t, run->x_try);
	se_at(run, t, run->x_try);
	evaluate(run, at);
	return at[k];
}

/* Between a and b, at which it has different signs: regula falsi with the weights of the Illinois rule. */
static double zero_between(se_run *run, uint32_t k, double a, double fa, double b, double fb)
{
	double t = a, close = CLOSE * (b - a);
	for (int i = 0, side = 0; i < NARROWINGS; i++) {
		double last = t;
		t = a + (b - a) * fa / (fa - fb);
		double f = centre_at(run, k, t);
		if (!isfinite(f) || f == 0 || fabs(t - last) <= close)
			break;
		bool near = (f < 0) == (fa < 0);
		if (near) {
			a = t;
			fa = f;
			fb *= side == 1 ? 0.5 : 1;
		} else {
			b = t;
			fb = f;
			fa *= side == 2 ? 0.5 : 1;
		}
		side = near ? 1 : 2;
	}
	return t;
}

/* Has a condition turned at t that has its value again where the step ends? */
static bool turns_at(se_run *run, double t)
{
	bool turns = false;
	if (run->watching) {
		se_watch_at(run, t, run->g_near);
		for (uint32_t i = 0; i < run->plan->watches.n && !turns; i++)
			turns = se_truth(run, i, run->g_near[i]) != run->d->latch[i];
	}
	if (turns) {
		turns = false;
		se_watch_at(run, run->step_end, run->g_far);
		for (uint32_t i = 0; i < run->plan->watches.n && !turns; i++)
			turns = se_truth(run, i, run->g_near[i]) != run->d->latch[i] && se_truth(run, i, run->g_far[i]) == run->d->latch[i];
	}
	return turns || (run->process->moving && se_one_holds(run, t) && !se_one_holds(run, run->step_end));
}

/* Not what the slope is, and far more so than on both sides of all places: the defects of a continuous extension are no peaks. */
static bool differs_at(se_run *run, double t, double first, double last)
{
	double defect = se_defect_at(run, t);
	return defect > MISSED ||
	       (defect > PEAK && defect > OUTSTANDING * se_defect_at(run, 0.5 * (run->step_begin + first)) &&
	        defect > OUTSTANDING * se_defect_at(run, 0.5 * (last + run->step_end)));
}

static bool is_missed(se_run *run, double t, double first, double last)
{
	double begin = run->step_begin, end = run->step_end, margin = 1e-3 * (end - begin);
	return t - begin > margin && end - t > margin && (differs_at(run, t, first, last) || turns_at(run, t));
}

static int by_time(const void *a, const void *b)
{
	double s = *(const double *)a, t = *(const double *)b;
	return (s > t) - (s < t);
}

double se_missed_centre(se_run *run)
{
	uint32_t n = run->plan->centres.n, places = 0;
	double begin = run->step_begin, end = run->step_end, taken = end - begin;
	double *from = run->centre_from, *to = from + n, *place = from + 3 * (size_t)n;
	if (!n || taken <= 1e6 * DBL_EPSILON * se_size(run))
		return NAN;
	se_at(run, end, run->solver->operations->state(run->solver));
	evaluate(run, to);
	for (uint32_t k = 0; k < n; k++)
		if (from[k] < 0 ? to[k] > 0 : from[k] > 0 && to[k] < 0)
			place[places++] = zero_between(run, k, begin, from[k], end, to[k]);
	qsort(place, places, sizeof *place, by_time);
	for (uint32_t i = 0; i < places; i++) {
		if (i > 0 && place[i] - place[i - 1] <= CLOSE * taken)
			continue;
		/* between two edges, which may be those of a pulse */
		double middle = i > 0 ? 0.5 * (place[i - 1] + place[i]) : NAN;
		if (i > 0 && i < MIDDLES_MOST && is_missed(run, middle, place[0], place[places - 1]))
			return middle;
		if (is_missed(run, place[i], place[0], place[places - 1]))
			return place[i];
	}
	return NAN;
}
