/* See the header. Differences along the rates of the states are extrapolated to shorter and shorter spans (Richardson's
 * way, with the table of Ridders), because neither a short span nor a long one will do: a ball at a height of a
 * kilometre that touches a moving table has a speed of a millionth, of which rounding hides the difference over a short
 * span and the table's curvature that over a long one. The table shows its own error. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/speed.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 16 };
static const double PART = 0.02;         /* of the sizes of the states: the longest span */
static const double ENOUGH = 1e-3;       /* so well is the rate known */

/* Of one function: the table of its differences, two rows of it, and the best of them so far. */
typedef struct course { double table[2][LEVELS]; int width; bool done; } course;

/* Central differences over about 2*span, NAN: unknown. */
static void differ(se_run *run, const se_probing *p, double t, const double *x, const double *f, double span,
				   double *room, double *out)
{
	uint32_t n = run->image->states;
	double *there = room, *rates = room + n + 1, *ends[2] = {rates + n + 1, rates + n + 1 + p->count},
		   at[2] = {t - span, t + span};
	bool good = true;
	for (int k = 0; k < 2 && good; k++) {
		se_go(run, x, f, at[k] - t, there);
		good = p->probe(run, p->of, at[k], there, rates, ends[k]);
	}
	for (uint32_t i = 0; i < p->count; i++)
		out[i] =
			good && isfinite(ends[0][i]) && isfinite(ends[1][i]) ? (ends[1][i] - ends[0][i]) / (at[1] - at[0]) : NAN;
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

static void add_row(course *c, int level, double difference, double rounding, se_speed *best)
{
	double *row = c->table[level % 2];
	bool good = !isnan(difference);
	row[0] = difference;
	if (good && c->width)
		extrapolate(c->table[(level + 1) % 2], row, c->width, rounding, best);
	c->width = good ? c->width + 1 : 0;
	c->done = best->error == 0 || !(best->error > ENOUGH * fabs(best->rate));
}

void se_speeds_of(se_run *run, const se_probing *p, double t, const double *x, double longest, se_speed *out)
{
	uint32_t n = run->image->states + 1, left = p->count;
	double *f = sb_draw(NULL, (3 * n + 3 * p->count) * sizeof *f), *slope = f + 3 * n + 2 * p->count;
	course *courses = memset(sb_draw(NULL, p->count * sizeof *courses), 0, p->count * sizeof *courses);
	for (uint32_t i = 0; i < p->count; i++)
		out[i] = (se_speed){0, INFINITY};
	if (!p->probe(run, p->of, t, x, f, slope))
		left = 0;
	double span = left ? fmin(se_time_for(run, x, f, PART), longest) : 0, shortest = 1e3 * DBL_EPSILON * fabs(t);
	for (int level = 0; level < LEVELS && span > shortest && left; level++, span *= 0.5) {
		differ(run, p, t, x, f, span, f + n, slope);
		left = 0;
		for (uint32_t i = 0; i < p->count; i++) {
			if (!courses[i].done)
				add_row(&courses[i], level, slope[i], 4 * DBL_EPSILON * p->size[i] / span, &out[i]);
			left += !courses[i].done;
		}
	}
	sb_put_back(courses);
	sb_put_back(f);
}

se_speed se_speed_of(se_run *run, se_probe probe, const void *of, double t, const double *x, double size,
					 double longest)
{
	se_speed speed;
	se_speeds_of(run, &(se_probing){probe, of, 1, &size}, t, x, longest, &speed);
	return speed;
}

/* Along the rates the function goes as its state does. */
se_speed se_speed_alone(se_run *run, uint32_t watch, double t, const double *x, const double *f, double size,
						double longest)
{
	const si_watch *w = &run->image->watches.at[watch];
	double span = fmin(se_time_for(run, x, f, PART), longest);
	if (!(span > 1e3 * DBL_EPSILON * fabs(t)))
		return (se_speed){0, INFINITY};
	return (se_speed){(w->falls ? -1 : 1) * f[w->state - 1], 16 * DBL_EPSILON * size / span};
}

void se_go(const se_run *run, const double *x, const double *along, double how_far, double *out)
{
	for (uint32_t i = 0; i < run->image->states; i++)
		out[i] = x[i] + how_far * along[i];
}

/* The time in which no state changes by more than this part of its size. */
double se_time_for(const se_run *run, const double *x, const double *f, double part)
{
	double most = 0;
	for (uint32_t i = 0; i < run->image->states; i++)
		most = fmax(most, fabs(f[i]) / (fabs(x[i]) + run->size[i]));
	double longest = part * fmax(se_size(run), DBL_MIN);
	return most > 0 ? fmin(part / most, longest) : longest;
}
