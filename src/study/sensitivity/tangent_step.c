/* The variational equations S' = f_x S + f_p over a stretch, by Radau's method with three stages (order 5). The
 * equations are linear, so a step is one system of linear equations for all columns. The error is estimated as Hairer
 * and Wanner do in RADAU5, by an embedded formula of order 3. */
#include "study/sensitivity/tangent_inside.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define ROOT6 2.449489742783178098197284
static const double NODE[3] = {(4 - ROOT6) / 10, (4 + ROOT6) / 10, 1};
static const double WEIGHT[3][3] = {
	{(88 - 7 * ROOT6) / 360, (296 - 169 * ROOT6) / 1800, (-2 + 3 * ROOT6) / 225},
	{(296 + 169 * ROOT6) / 1800, (88 + 7 * ROOT6) / 360, (-2 - 3 * ROOT6) / 225},
	{(16 - ROOT6) / 36, (16 + ROOT6) / 36, 1.0 / 9},
};
static const double GAMMA = 0.27488882959508;    /* 1 over the real eigenvalue of the inverse of WEIGHT */
static const double ERROR[3] = {(-13 - 7 * ROOT6) / 3, (-13 + 7 * ROOT6) / 3, -1.0 / 3};
/* Of what is kept, whose derivatives have no symbols. */
#define PART 0x1p-17

/* ---------------------------------------------------------------------------------------------------- coefficients */

/* Adds the effect of what is kept along column c to `rates` and `values`, both of which may be NULL. */
static bool add_kept(st_tangent *t, uint32_t c, double *rates, double *values)
{
	bool any = false;
	double *room = sb_new_array(t->scratch, double, t->n + t->kept_count + 1), reach = INFINITY;
	double *k = t->k.at + (size_t)c * t->kept_count;
	for (uint32_t i = 0; i < t->kept_count; i++) {
		any = any || k[i] != 0;
		if (k[i] != 0)
			reach = fmin(reach, st_kept_size(t, i) / fabs(k[i]));
	}
	if (!any)
		return true;
	double by = PART * reach, *low = sb_new_array(t->scratch, double, t->n + 1);
	double *high = sb_new_array(t->scratch, double, t->n + 1), *v[2];
	double *g = sb_new_array(t->scratch, double, se_conditions(t->run) + 1);
	for (int i = 0; i < 2; i++)
		v[i] = sb_new_array(t->scratch, double, t->rows + 1);
	se_displaced d = {.parameter = UINT32_MAX, .kept = t->kept, .by_kept = room, .kept_count = t->kept_count};
	for (uint32_t i = 0; i < t->kept_count; i++)
		room[i] = by * k[i];
	bool good = se_values_displaced(t->run, &d, high, g, t->of, t->rows, v[0]);
	for (uint32_t i = 0; i < t->kept_count; i++)
		room[i] = -room[i];
	good = good && se_values_displaced(t->run, &d, low, g, t->of, t->rows, v[1]);
	for (uint32_t i = 0; rates && i < t->n; i++)
		rates[i] += (high[i] - low[i]) / (2 * by);
	for (uint32_t i = 0; values && i < t->rows; i++)
		values[i] += (v[0][i] - v[1][i]) / (2 * by);
	return good || st_lose(t, "what events have set has an effect that cannot be computed");
}

static double row_value(const st_tangent *t, uint32_t r)
{
	return t->of[r].rate ? se_rate_of(t->run, t->of[r].scalar) : se_value(t->run, t->of[r].scalar);
}

/* Derivatives of the rates, and of the rows that are asked for, by states and parameters: row by row. One question for
 * both, so that it is analysed once. */
static double *ask(st_tangent *t)
{
	uint32_t rows = t->n + t->rows, columns = t->n + t->m;
	se_asked *of = sb_new_array(t->scratch, se_asked, rows + 1);
	uint32_t *by = sb_new_array(t->scratch, uint32_t, columns + 1);
	double *matrix = sb_new_array(t->scratch, double, (size_t)rows * columns + 1);
	for (uint32_t i = 0; i < t->n; i++) {
		of[i] = (se_asked){se_state(t->run, i), true};
		by[i] = of[i].scalar;
	}
	for (uint32_t i = 0; i < t->rows; i++)
		of[t->n + i] = t->of[i];
	for (uint32_t c = 0; c < t->m; c++)
		by[t->n + c] = t->by[c];
	if (se_derivatives(t->run, of, rows, by, columns, matrix))
		return matrix;
	st_lose(t, "a derivative of the model has no value");
	return NULL;
}

/* The same of the rows, for nodes. */
static bool look_at_rows(st_tangent *t, const double *matrix, st_look *out)
{
	uint32_t columns = t->n + t->m;
	out->c = st_dense_new(t->scratch, t->rows, t->n);
	out->d = st_dense_new(t->scratch, t->rows, t->m);
	out->value = sb_new_array(t->scratch, double, t->rows + 1);
	for (uint32_t r = 0; r < t->rows; r++) {
		const double *row = matrix + (size_t)(t->n + r) * columns;
		out->value[r] = row_value(t, r);
		for (uint32_t i = 0; i < t->n; i++)
			*st_element(&out->c, r, i) = row[i];
		for (uint32_t c = 0; c < t->m; c++)
			*st_element(&out->d, r, c) = row[t->n + c];
	}
	for (uint32_t c = 0; c < t->m; c++)
		if (!add_kept(t, c, NULL, out->d.at + (size_t)c * t->rows))
			return false;
	return true;
}

/* In the scratch. */
static bool look(st_tangent *t, double time, st_look *out)
{
	uint32_t columns = t->n + t->m;
	se_look_at(t->run, time);
	const double *matrix = ask(t);
	if (!matrix)
		return false;
	out->a = st_dense_new(t->scratch, t->n, t->n);
	out->b = st_dense_new(t->scratch, t->n, t->m);
	for (uint32_t i = 0; i < t->n; i++) {
		for (uint32_t k = 0; k < t->n; k++)
			*st_element(&out->a, i, k) = matrix[(size_t)i * columns + k];
		for (uint32_t c = 0; c < t->m; c++)
			*st_element(&out->b, i, c) = matrix[(size_t)i * columns + t->n + c];
	}
	for (uint32_t c = 0; c < t->m; c++)
		if (!add_kept(t, c, out->b.at + (size_t)c * t->n, NULL))
			return false;
	return !t->way->node || look_at_rows(t, matrix, out);
}

bool st_tangent_rows(st_tangent *t, double *values, double *result)
{
	sb_mark mark = sb_arena_mark(t->scratch);
	uint32_t columns = t->n + t->m;
	se_show(t->run);
	for (uint32_t r = 0; r < t->rows; r++)
		values[r] = row_value(t, r);
	const double *matrix = ask(t);
	bool good = matrix != NULL;
	double *added = sb_new_array(t->scratch, double, t->rows + 1);
	for (uint32_t c = 0; c < t->m && good; c++) {
		memset(added, 0, t->rows * sizeof *added);
		good = add_kept(t, c, NULL, added);
		for (uint32_t r = 0; r < t->rows && good; r++) {
			const double *row = matrix + (size_t)(t->n + r) * columns;
			double sum = row[t->n + c] + added[r];
			for (uint32_t i = 0; i < t->n; i++)
				sum += row[i] != 0 ? row[i] * *st_element(&t->s, i, c) : 0;
			result[(size_t)r * t->m + c] = sum;
		}
	}
	sb_arena_rewind(t->scratch, mark);
	return good;
}

/* ----------------------------------------------------------------------------------------------------------- a step */

/* The stages minus s, one below the other. False: the system is singular. */
static bool solve_stages(st_tangent *t, const st_look *at, double h, st_dense *z)
{
	uint32_t n = t->n;
	st_dense rate[3], system = st_dense_identity(t->scratch, 3 * n), right = st_dense_new(t->scratch, 3 * n, t->m);
	for (int k = 0; k < 3; k++) {
		rate[k] = st_dense_times(t->scratch, &at[k].a, &t->s);
		rate[k] = st_dense_plus(t->scratch, &rate[k], 1, &at[k].b);
	}
	for (uint32_t i = 0; i < 3; i++)
		for (uint32_t k = 0; k < 3; k++) {
			double w = h * WEIGHT[i][k];
			for (uint32_t c = 0; c < n; c++)
				for (uint32_t r = 0; r < n; r++)
					*st_element(&system, i * n + r, k * n + c) -= w * *st_element(&at[k].a, r, c);
			for (uint32_t c = 0; c < t->m; c++)
				for (uint32_t r = 0; r < n; r++)
					*st_element(&right, i * n + r, c) += w * *st_element(&rate[k], r, c);
		}
	return st_dense_solve(t->scratch, &system, &right, z);
}

/* What a step may be off, in units of what it may be. */
static double weighed(const st_tangent *t, const st_dense *error, const st_dense *z)
{
	double most = 0;
	for (uint32_t c = 0; c < t->m; c++)
		for (uint32_t i = 0; i < t->n; i++) {
			double now = fabs(*st_element(&t->s, i, c) + *st_element(z, 2 * t->n + i, c));
			double size = fmax(fmax(now, *st_element(&t->most, i, c)), fabs(*st_element(&t->s, i, c)));
			double least = t->least * st_tangent_size(t, i) / t->size[c];
			most = fmax(most, fabs(*st_element(error, i, c)) / (size + least));
		}
	return most / fmin(t->settings.tolerance, 1e-4);
}

static double error_of(st_tangent *t, const st_look *first, double h, const st_dense *z)
{
	uint32_t n = t->n;
	st_dense system = st_dense_identity(t->scratch, n), error = st_dense_new(t->scratch, n, t->m);
	for (size_t i = 0; i < (size_t)n * n; i++)
		system.at[i] -= h * GAMMA * first->a.at[i];
	double size = INFINITY;
	for (int round = 0; round < 2 && size > 1; round++) {        /* the second one takes out what is merely stiff */
		st_dense s = st_dense_plus(t->scratch, &t->s, 1, &error), right = st_dense_times(t->scratch, &first->a, &s);
		for (uint32_t c = 0; c < t->m; c++)
			for (uint32_t i = 0; i < n; i++) {
				double *r = st_element(&right, i, c);
				*r = GAMMA * h * (*r + *st_element(&first->b, i, c));
				for (uint32_t k = 0; k < 3; k++)
					*r += GAMMA * ERROR[k] * *st_element(z, k * n + i, c);
			}
		if (!st_dense_solve(t->scratch, &system, &right, &error))
			return INFINITY;
		size = weighed(t, &error, z);
	}
	return isfinite(size) ? size : INFINITY;
}

/* The stages are nodes of Radau's quadrature. */
static void give_nodes(st_tangent *t, const st_look *at, double from, double h, const st_dense *z)
{
	double *matrix = sb_new_array(t->scratch, double, (size_t)t->rows * t->m + 1);
	for (uint32_t k = 0; k < 3; k++) {
		for (uint32_t r = 0; r < t->rows; r++)
			for (uint32_t c = 0; c < t->m; c++) {
				double sum = *st_element(&at[k].d, r, c);
				for (uint32_t i = 0; i < t->n; i++) {
					double by = *st_element(&at[k].c, r, i);
					sum += by != 0 ? by * (*st_element(&t->s, i, c) + *st_element(z, k * t->n + i, c)) : 0;
				}
				matrix[(size_t)r * t->m + c] = sum;
			}
		t->way->node(t->way->context, &(st_way_node){.time = from + NODE[k] * h, .middle = from + 0.5 * h,
			.weight = h * WEIGHT[2][k], .value = at[k].value, .matrix = matrix});
	}
}

static void take(st_tangent *t, const st_dense *z)
{
	for (uint32_t c = 0; c < t->m; c++)
		for (uint32_t i = 0; i < t->n; i++) {
			*st_element(&t->s, i, c) += *st_element(z, 2 * t->n + i, c);
			*st_element(&t->most, i, c) = fmax(*st_element(&t->most, i, c), fabs(*st_element(&t->s, i, c)));
		}
	t->steps++;
}

/* One step from `time`, as long as the error allows. False: it is lost. */
static bool step(st_tangent *t, double *time, double to, double end)
{
	sb_mark mark = sb_arena_mark(t->scratch);
	double left = to - *time, wanted = t->h, h = wanted > 0 ? fmin(wanted, left) : left, error = INFINITY;
	st_look first, at[3];
	st_dense z;
	if (!look(t, *time, &first))
		return false;
	sb_mark tried = sb_arena_mark(t->scratch);
	for (;;) {
		if (h < left && h > 0.6 * left)
			h = 0.5 * left;              /* no tiny rest */
		if (!(h > 8 * DBL_EPSILON * fmax(fabs(*time), 1e-6 * left)) && h < left)
			return st_lose(t, "the variational equations have no solution to the tolerance");
		for (int k = 0; k < 3; k++) {
			double node = h == left && k == 2 ? to : *time + NODE[k] * h;
			if (!look(t, fmin(node, nextafter(end, -INFINITY)), &at[k]))
				return false;
		}
		error = solve_stages(t, at, h, &z) ? error_of(t, &first, h, &z) : INFINITY;
		double change = error > 0 ? 0.9 * pow(error, -0.25) : 5;
		t->h = h * fmin(5, fmax(0.2, change));
		if (error <= 1)
			break;
		wanted = 0;
		h = t->h;
		sb_arena_rewind(t->scratch, tried);
	}
	t->h = fmax(t->h, wanted);           /* a step that the way cut short says nothing against a longer one */
	if (t->way->node)
		give_nodes(t, at, *time, h, &z);
	take(t, &z);
	*time = h == left ? to : *time + h;
	sb_arena_rewind(t->scratch, mark);
	return true;
}

bool st_tangent_cross(st_tangent *t, double from, double to, double end)
{
	double time = from;
	if (t->way->node && !t->n && time < to)
		return st_lose(t, "the model has no states along which integrals could be followed");
	while (t->n && t->m && time < to)
		if (!step(t, &time, to, end))
			return false;
	return true;
}
