/* Root locus: poles of the loop closed by u = -k y while k grows, each followed from one k to the next. */
#include "study/linear/linear.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_POINTS = 4000 };

static bool poles_at(sb_arena *arena, const st_system *s, double k, double complex *out)
{
	st_system closed;
	sb_mark mark = sb_arena_mark(arena);
	bool good = st_system_closed(arena, s, k, &closed) && st_dense_eigenvalues(arena, &closed.a, out);
	sb_arena_rewind(arena, mark);
	return good;
}

/* Puts `next` into the order of `now`, nearest first. How sure it is: the longest way of a pole, in parts of the
 * smallest distance between two of them. */
static double match(const double complex *now, double complex *next, uint32_t n)
{
	double longest = 0, nearest = INFINITY;
	for (uint32_t round = 0; round < n; round++) {   /* the nearest pair of all that are left */
		uint32_t from = round, to = round;
		double best = INFINITY;
		for (uint32_t i = round; i < n; i++)
			if (cabs(now[round] - next[i]) < best) {
				best = cabs(now[round] - next[i]);
				to = i;
			}
		double complex kept = next[to];
		next[to] = next[from];
		next[from] = kept;
		longest = fmax(longest, best);
	}
	for (uint32_t changed = 1; changed;) {           /* two that would be better off exchanged */
		changed = 0;
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t j = i + 1; j < n; j++) {
				double as_is = cabs(now[i] - next[i]) + cabs(now[j] - next[j]);
				double other = cabs(now[i] - next[j]) + cabs(now[j] - next[i]);
				if (other < as_is * (1 - 1e-12)) {
					double complex kept = next[i];
					next[i] = next[j];
					next[j] = kept;
					changed = 1;
				}
			}
	}
	longest = 0;
	for (uint32_t i = 0; i < n; i++) {
		longest = fmax(longest, cabs(now[i] - next[i]));
		for (uint32_t j = i + 1; j < n; j++)
			nearest = fmin(nearest, fmax(cabs(now[i] - now[j]), cabs(next[i] - next[j])));
	}
	return nearest > 0 && isfinite(nearest) ? longest / nearest : longest;
}

/* Is each zero nearly reached, and each branch that reaches none far away? */
static bool has_ended(const double complex *poles, uint32_t n, const double complex *zeros, uint32_t count,
					  double near, double far)
{
	uint32_t inside = 0;
	for (uint32_t k = 0; k < count; k++) {
		double best = INFINITY;
		for (uint32_t i = 0; i < n; i++)
			best = fmin(best, cabs(poles[i] - zeros[k]));
		if (best > near)
			return false;
	}
	for (uint32_t i = 0; i < n; i++)
		inside += cabs(poles[i]) < far;
	return inside <= count;
}

double st_locus_most(sb_arena *arena, const st_system *channel, const double complex *zeros, uint32_t count,
					 double near, double far)
{
	enum { DOUBLINGS = 120 };
	st_system s = st_system_balanced(arena, channel);
	double complex *poles = sb_new_array(arena, double complex, s.a.rows + 1);
	st_margins m;
	st_response r;
	double *w, most = 0;
	uint32_t n;
	if (st_margins_of(arena, channel, &m))
		for (uint32_t i = 0; i < m.gain_count; i++)
			if (m.gain[i].value < 1e6)
				most = fmax(most, 2 * m.gain[i].value);
	if (!(most > 0) && st_response_open(arena, channel, &r)) {   /* the gain at which the response at fast modes is 1 */
		st_frequencies(arena, channel, 100, &w, &n);
		double size = cabs(st_channel_at(&r, w[n - 1] / 3));
		most = size > 0 && isfinite(size) ? fmin(1e9, 1 / size) : 1;
	}
	most = most > 0 ? most : 1;
	for (int i = 0; i < DOUBLINGS; i++, most *= 2)
		if (poles_at(arena, &s, most, poles) && has_ended(poles, s.a.rows, zeros, count, near, far))
			break;
	return most;
}

bool st_locus_of(sb_arena *arena, const st_system *channel, double most, st_locus *out)
{
	st_system s = st_system_balanced(arena, channel);
	uint32_t n = s.a.rows, count = 0;
	double complex *points = sb_new_array(arena, double complex, (size_t)MOST_POINTS * (n + 1));
	double complex *now = points, *trial = sb_new_array(arena, double complex, n + 1);
	double *k = sb_new_array(arena, double, MOST_POINTS), least = most * 1e-4, step = least;
	if (!poles_at(arena, &s, 0, now))
		return false;
	k[count++] = 0;
	double scale = st_dense_norm(&s.a) + DBL_MIN;
	for (uint32_t i = 0; i < n; i++)
		scale = fmax(scale, cabs(now[i]));
	while (k[count - 1] < most && count < MOST_POINTS) {
		double at = fmin(most, k[count - 1] + step);
		bool good = poles_at(arena, &s, at, trial);
		double unsure = good ? match(now, trial, n) : INFINITY, moved = 0;
		for (uint32_t i = 0; i < n && good; i++)
			moved = fmax(moved, cabs(trial[i] - now[i]) / (scale / 20 + cabs(now[i]) / 10));
		if ((unsure > 0.5 || moved > 1) && step > 1e-7 * (at + least)) {
			step /= 2;
			continue;
		}
		if (good) {
			now = points + (size_t)count * n;
			memcpy(now, trial, n * sizeof *now);
			k[count++] = at;
		} else {
			k[count - 1] = at;       /* 1 + k D is zero just there */
		}
		if (unsure < 0.2 && moved < 0.4)
			step *= 2;
	}
	*out = (st_locus){k, sb_new_array(arena, double complex, (size_t)count * n + 1), count, n};
	for (uint32_t b = 0; b < n; b++)
		for (uint32_t i = 0; i < count; i++)
			out->pole[(size_t)b * count + i] = points[(size_t)i * n + b];
	return true;
}
