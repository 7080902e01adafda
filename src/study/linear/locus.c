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

double st_locus_most(sb_arena *arena, const st_system *channel)
{
	st_margins m;
	double most = 0;
	if (st_margins_of(arena, channel, &m))
		for (uint32_t i = 0; i < m.gain_count; i++)
			if (m.gain[i].value < 1e6)
				most = fmax(most, m.gain[i].value);
	if (most > 0)
		return 10 * most;
	/* the gain at which the response at the fastest mode is 1, and some more */
	st_response r;
	double *w;
	uint32_t n;
	if (!st_response_open(arena, channel, &r))
		return 1;
	st_frequencies(arena, channel, 100, &w, &n);
	double size = cabs(st_channel_at(&r, w[n - 1] / 3));
	return size > 0 && isfinite(size) ? fmin(1e9, 10 / size) : 10;
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
