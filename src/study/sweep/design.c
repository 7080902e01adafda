/* The values of point number k: they depend on k, the seed and the name of the parameter alone. */
#include "study/sweep/sweep.h"
#include "engine/parts/random.h"
#include <math.h>
#include <string.h>

static bool is_list(const st_design *d)
{
	return d->kind == ST_GRID || d->kind == ST_ZIP;
}

static bool check_axes(const st_design *d, sb_diag *diag)
{
	for (uint32_t i = 0; is_list(d) && i < d->count; i++) {
		if (d->axes[i].law == ST_LIST)
			continue;
		sb_message *m = sb_report(diag, SB_ERROR, "U0735", (sb_span){0},
								  "'%s' is drawn from a distribution: how many points there are is not said",
								  d->axes[i].name);
		sb_help(m, "--random 1000 draws a thousand, --sobol 1024 spreads them evenly");
		return false;
	}
	for (uint32_t i = 1; d->kind == ST_ZIP && i < d->count; i++) {
		if (d->axes[i].count == d->axes[0].count)
			continue;
		sb_help(sb_report(diag, SB_ERROR, "U0736", (sb_span){0}, "'%s' has %llu values and '%s' has %llu",
						  d->axes[0].name, (unsigned long long)d->axes[0].count, d->axes[i].name,
						  (unsigned long long)d->axes[i].count),
				"with --zip all have as many; --grid takes all combinations");
		return false;
	}
	uint32_t dimensions = d->indices ? 2 * d->count : d->count;
	if (d->kind != ST_SOBOL || dimensions <= ST_SOBOL_MOST)
		return true;
	sb_help(sb_report(diag, SB_ERROR, "U0737", (sb_span){0},
		"a Sobol sequence has at most %d dimensions, and %u are needed",
					  ST_SOBOL_MOST, dimensions),
			"--random has no such limit");
	return false;
}

bool st_design_close(st_design *d, sb_arena *arena, sb_diag *diag)
{
	if (!check_axes(d, diag))
		return false;
	double points = is_list(d) ? 1 : (double)d->samples;
	for (uint32_t i = 0; d->kind == ST_GRID && i < d->count; i++)
		points *= (double)d->axes[i].count;
	if (d->kind == ST_ZIP && d->count)
		points = (double)d->axes[0].count;
	if (d->indices)
		points *= d->count + 2;
	if (points > ST_POINTS_MOST) {
		sb_help(sb_report(diag, SB_ERROR, "U0732", (sb_span){0}, "the sweep would have %.4g points", points),
				"%d are the most; --random N or --sobol N take N of them", ST_POINTS_MOST);
		return false;
	}
	d->points = (uint64_t)points;
	if (d->kind == ST_SOBOL)
		d->sobol = st_sobol_new(arena, d->indices ? 2 * d->count : d->count);
	return true;
}

/* A place in a random order of n: four rounds of a Feistel network on numbers of enough bits, walked until inside. */
static uint64_t shuffled(uint64_t k, uint64_t n, uint64_t key)
{
	uint32_t half = 1;
	while ((uint64_t)1 << (2 * half) < n)
		half++;
	uint64_t mask = ((uint64_t)1 << half) - 1;
	do {
		uint64_t left = k >> half, right = k & mask;
		for (uint64_t round = 0; round < 4; round++) {
			uint64_t word[3] = {right, round, key}, next = left ^ (sb_hash(word, sizeof word, 7) & mask);
			left = right;
			right = next;
		}
		k = left << half | right;
	} while (k >= n);
	return k;
}

/* Coordinate `axis` of sample k, in (0, 1). second: of the other matrix, B. */
static double unit(const st_design *d, uint32_t axis, uint64_t k, bool second)
{
	uint64_t name = se_name_key(d->axes[axis].name);
	se_stream s;
	if (d->kind == ST_SOBOL)
		return st_sobol_at(d->sobol, axis + (second ? d->count : 0), k, d->seed, d->plain);
	se_stream_open(&s, d->seed, k + 1, name, second);
	double u = se_open_unit(&s);
	if (d->kind == ST_LATIN)
		u = ((double)shuffled(k, d->samples, name ^ (d->seed + second) * 0x9e3779b97f4a7c15u) + u) / (double)d->samples;
	return u;
}

void st_design_point(const st_design *d, uint64_t number, double *values)
{
	uint64_t sample = d->indices ? number / (d->count + 2) : number, which = d->indices ? number % (d->count + 2) : 0;
	for (uint32_t i = d->count; i-- > 0;) {
		const st_axis *x = &d->axes[i];
		if (d->kind == ST_ZIP) {
			values[i] = x->value[number];
		} else if (d->kind == ST_GRID) {
			values[i] = x->value[sample % x->count];
			sample /= x->count;
		} else {
			values[i] = st_quantile(x, unit(d, i, sample, which == d->count + 1 || which == i + 1));
		}
	}
}
