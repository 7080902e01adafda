/* See the header. Differences along the rates of the states are extrapolated to shorter and shorter spans (Richardson's way, with the table of
 * Ridders), because neither a short span nor a long one will do: a ball at a height of a kilometre that touches a moving table has a speed of a
 * millionth, of which rounding hides the difference over a short span and the table's curvature that over a long one. The table shows its own error. */
#include "engine/speed.h"
#include "engine/hold.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { LEVELS = 16 };
static const double PART = 0.02;         /* of the sizes of the states: the longest span */
static const double ENOUGH = 1e-3;       /* so well is the rate known */

/* A central difference over about 2*span. */
static bool difference(se_run *run, se_probe probe, const void *of, double t, const double *x, const double *f, double span, double *room, double *out)
{
	uint32_t n = run->plan->states;
	double *there = room, *rates = room + n + 1, ends[2], at[2] = {t - span, t + span};
	for (int k = 0; k < 2; k++) {
		se_go(run, x, f, at[k] - t, there);
		if (!probe(run, of, at[k], there, rates, &ends[k]) || !isfinite(ends[k]))
			return false;
	}
	*out = (ends[1] - ends[0]) / (at[1] - at[0]);
	return true;
}

/* One more row of the table, from the row before it. */
static void extrapolate(const double *before, double *row, int width, double rounding, se_speed *best)
{
	double factor = 4;
	for (int j = 1; j <= width; j++, factor *= 4) {
		row[j] = (factor * row[j - 1] - before[j - 1]) / (factor - 1);
		double error = fmax(fabs(row[j] - row[j - 1]), fabs(row[j] - before[j - 1])) + rounding;
		if (error < best->error)
			*best = (se_speed){row[j], error};
	}
}

se_speed se_speed_of(se_run *run, se_probe probe, const void *of, double t, const double *x, double size, double longest)
{
	uint32_t n = run->plan->states + 1;
	double *f = sb_resize(NULL, 3 * n * sizeof *f), table[2][LEVELS], value;
	se_speed best = {0, INFINITY};
	if (!probe(run, of, t, x, f, &value)) {
		free(f);
		return best;
	}
	double span = fmin(se_time_for(run, x, f, PART), longest), shortest = 1e3 * DBL_EPSILON * fabs(t);
	int width = 0;
	for (int level = 0; level < LEVELS && span > shortest && best.error > ENOUGH * fabs(best.rate); level++, span *= 0.5) {
		double *row = table[level % 2];
		bool good = difference(run, probe, of, t, x, f, span, f + n, row);
		if (good && width)
			extrapolate(table[(level + 1) % 2], row, width, 4 * DBL_EPSILON * size / span, &best);
		width = good ? width + 1 : 0;
		if (best.error == 0)
			break;
	}
	free(f);
	return best;
}
