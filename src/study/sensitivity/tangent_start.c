/* Derivatives of the initial values: differences of the initial system, with two steps, extrapolated. */
#include "study/sensitivity/tangent_inside.h"
#include <math.h>
#include <string.h>

/* States and what is kept at the start, with one parameter displaced. */
static bool begin_at(st_tangent *t, uint32_t c, double by, double *z)
{
	double p = t->p[c];
	t->p[c] = p + by;
	bool good = st_set_all(t, t->twin, t->p) && se_begin(t->twin, &t->settings) == SE_PAUSED;
	t->p[c] = p;
	if (good) {
		se_show(t->twin);
		good = se_decides_alike(t->run, t->twin);
	}
	for (uint32_t i = 0; i < t->n && good; i++)
		z[i] = se_data(t->twin)->x[i];
	for (uint32_t i = 0; i < t->kept_count && good; i++)
		z[t->n + i] = se_value(t->twin, t->kept[i]);
	se_end(t->twin);
	sb_take_back(t->aside, 0, NULL);
	return good;
}

static bool central(st_tangent *t, uint32_t c, double by, double *z)
{
	uint32_t all = t->n + t->kept_count;
	double *low = sb_new_array(t->scratch, double, all + 1);
	double high_by = (t->p[c] + by) - t->p[c], low_by = t->p[c] - (t->p[c] - by);
	if (!begin_at(t, c, by, z) || !begin_at(t, c, -by, low))
		return false;
	for (uint32_t i = 0; i < all; i++)
		z[i] = (z[i] - low[i]) / (high_by + low_by);
	return true;
}

static double size_of(const st_tangent *t, uint32_t i)
{
	return i < t->n ? st_tangent_size(t, i) : st_kept_size(t, i - t->n);
}

/* Two steps agree, as far as a system that is solved by iterations lets them. */
static bool extrapolate(st_tangent *t, uint32_t c, double part, double *z)
{
	uint32_t all = t->n + t->kept_count;
	double *coarse = sb_new_array(t->scratch, double, all + 1), by = part * t->size[c];
	if (!central(t, c, by, coarse) || !central(t, c, by / 2, z))
		return false;
	bool agrees = true;
	for (uint32_t i = 0; i < all; i++) {
		double better = z[i] + (z[i] - coarse[i]) / 3, size = size_of(t, i) / t->size[c];
		agrees = agrees && fabs(better - z[i]) <= 1e-4 * fabs(better) + 1e-7 * size;
		z[i] = fabs(better) < 1e-12 * size ? 0 : better;
	}
	return agrees;
}

bool st_tangent_start(st_tangent *t)
{
	static const double parts[] = {0x1p-8, 0x1p-13, 0x1p-18};
	sb_mark mark = sb_arena_mark(t->scratch);
	se_show(t->run);
	for (uint32_t c = 0; c < t->m; c++) {
		double *z = sb_new_array(t->scratch, double, t->n + t->kept_count + 1);
		bool good = false;
		for (size_t k = 0; k < sizeof parts / sizeof *parts && !good; k++)
			good = extrapolate(t, c, parts[k], z);
		if (!good)
			return st_lose(t, "the initial values do not change smoothly");
		for (uint32_t i = 0; i < t->n; i++)
			*st_element(&t->s, i, c) = z[i];
		for (uint32_t i = 0; i < t->kept_count; i++)
			*st_element(&t->k, i, c) = z[t->n + i];
	}
	sb_arena_rewind(t->scratch, mark);
	return true;
}
