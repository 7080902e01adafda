/* Narrow peaks of the rates over the states (structure/centres.c). After a step, where the centre of one has changed its sign in it, the rates there are compared with
 * the slope of the solution. If they are not what it is, the step has passed over the peak: it is made again and ends at the centre, where the solver sees it. */
#include "engine/inside.h"
#include <float.h>
#include <math.h>

enum { NARROWINGS = 4 };
static const double MISSED = 1000;       /* as in misses_something of ahead.c: continuous extensions have defects too */

void se_centres_begin(se_run *run)
{
	if (run->plan->centres.n)
		run->f->centres(run->d, run->centre_from);
}

static double centre_at(se_run *run, uint32_t k, double t)
{
	double *at = run->centre_from + 2 * run->plan->centres.n;
	se_interpolate(run, t, run->x_try);
	se_at(run, t, run->x_try);
	run->f->centres(run->d, at);
	return at[k];
}

/* Between a and b, at which it has different signs. */
static double zero_between(se_run *run, uint32_t k, double a, double fa, double b, double fb)
{
	double t = a;
	for (int i = 0; i < NARROWINGS; i++) {
		t = a + (b - a) * fa / (fa - fb);
		double f = centre_at(run, k, t);
		if (!isfinite(f) || f == 0)
			break;
		if ((f < 0) == (fa < 0)) {
			a = t;
			fa = f;
		} else {
			b = t;
			fb = f;
		}
	}
	return t;
}

double se_missed_centre(se_run *run)
{
	uint32_t n = run->plan->centres.n;
	double begin = run->step_begin, end = run->step_end, taken = end - begin, first = NAN;
	double *from = run->centre_from, *to = from + n;
	if (!n || taken <= 1e6 * DBL_EPSILON * se_size(run))
		return NAN;
	se_at(run, end, run->ops->state(run->solver));
	run->f->centres(run->d, to);
	for (uint32_t k = 0; k < n; k++) {
		if (!(from[k] < 0 ? to[k] > 0 : from[k] > 0 && to[k] < 0))
			continue;
		double t = zero_between(run, k, begin, from[k], end, to[k]);
		if (t - begin > 1e-3 * taken && end - t > 1e-3 * taken && !(t >= first) && se_defect_at(run, t) > MISSED)
			first = t;
	}
	return first;
}
