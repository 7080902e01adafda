/* Values of the assignments, in their order: loops by Newton's method, with derivatives in symbols. */
#include "base/small.h"
#include "bond/cause/bond_cause.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 60, MOST_UNKNOWNS = 400 };
#define LEAST_PIVOT 1e-300

typedef struct loop { bg_graph *g; const bg_assignment *at; uint32_t n; sx_ref *residuals; } loop;

static bool fill(const loop *l, bg_values *v, double *matrix, double *rest)
{
	for (uint32_t i = 0; i < l->n; i++) {
		if (!bg_value(v, l->residuals[i], &rest[i]))
			return false;
		for (uint32_t k = 0; k < l->n; k++) {
			sx_ref target = l->at[k].target, d;
			matrix[i * l->n + k] = 0;
			if (!sx_contains(l->g->work->pool, l->residuals[i], target))
				continue;
			d = bg_partial(l->g, l->residuals[i], target);
			if (!d || !bg_value(v, d, &matrix[i * l->n + k]))
				return false;
		}
	}
	return true;
}

static bool solve_loop(bg_graph *g, bg_values *v, const bg_assignment *at, uint32_t n)
{
	if (n > MOST_UNKNOWNS)
		return false;
	loop l = {g, at, n, sb_new_array(g->arena, sx_ref, n)};
	double *x = sb_new_array(g->arena, double, n), *matrix = sb_new_array(g->arena, double, (size_t)n * n);
	double *rest = sb_new_array(g->arena, double, n);
	for (uint32_t i = 0; i < n; i++) {
		l.residuals[i] = at[i].value ? sx_binary(g->work->pool, SX_SUB, at[i].target, at[i].value) : at[i].zero;
		if (!bg_value(v, at[i].target, &x[i]))           /* a guess */
			bg_set_value(v, at[i].target, x[i] = 0);
	}
	for (int round = 0; round < MOST_ROUNDS; round++) {
		double most = 0, size = 0;
		if (!fill(&l, v, matrix, rest) || !sb_solve_small(matrix, rest, n, LEAST_PIVOT))
			return false;
		for (uint32_t i = 0; i < n; i++) {
			x[i] -= rest[i];
			most = fmax(most, fabs(rest[i]));
			size = fmax(size, fabs(x[i]));
			bg_set_value(v, at[i].target, x[i]);
		}
		if (most <= 1e-13 * size)
			return true;
	}
	return false;
}

bool bg_evaluate(bg_graph *g, bg_values *v)
{
	for (uint32_t i = 0; i < g->assignments.n;) {
		const bg_assignment *a = &g->assignments.at[i];
		uint32_t end = i + 1;
		double value;
		while (a->loop && end < g->assignments.n && g->assignments.at[end].loop == a->loop)
			end++;
		if (a->loop ? !solve_loop(g, v, a, end - i) : !bg_value(v, a->value, &value))
			return false;
		if (!a->loop)
			bg_set_value(v, a->target, value);
		i = end;
	}
	return true;
}
