/* Linear systems of states that constraints tie to each other: to minimal coordinates.
 *
 * Where a run is kept on constraints g(x) = 0, all x are states of its solver, but small motions satisfy G dx = 0. With
 * the columns of G in two parts, dependent ones d and the others i, dx_d = -G_d^-1 G_i dx_i. Which are dependent is
 * chosen so that G_d is well conditioned. */
#include "study/point/constrained.h"
#include <math.h>

bool st_constraint_rows(se_run *run, sb_arena *arena, st_dense *out)
{
	uint32_t n = se_states(run), m = se_constraints(run);
	double *matrix = sb_new_array(arena, double, (size_t)n * m + 1);
	if (!se_constraint_matrix(run, matrix))
		return false;
	st_dense g = st_dense_of_rows(arena, m, n, matrix);
	for (uint32_t r = 0; r < m; r++) {
		double size = 0;
		for (uint32_t k = 0; k < n; k++) {
			*st_element(&g, r, k) *= se_state_size(run, k);
			size = fmax(size, fabs(*st_element(&g, r, k)));
		}
		for (uint32_t k = 0; k < n && size > 0; k++)
			*st_element(&g, r, k) /= size;
	}
	st_svd d;
	if (!st_dense_svd(arena, &g, &d))
		return false;
	uint32_t rank = d.count ? st_svd_rank(&d, 1e-9 * d.s[0]) : 0;
	st_dense u = st_dense_part(arena, &d.u, 0, 0, m, rank);
	*out = st_dense_transposed_times(arena, &u, &g);
	return true;
}

static bool cannot(const st_constrained *c)
{
	sb_report(c->diag, SB_ERROR, "U0609", (sb_span){0},
			  "the constraints between the states have no derivatives at time %.9g", se_time(c->run));
	return false;
}

bool st_constrain(st_constrained *c, sb_u32s *states)
{
	st_dense g, t;
	uint32_t n = se_states(c->run);
	if (!se_constraints(c->run))
		return true;
	if (!st_constraint_rows(c->run, c->arena, &g))
		return cannot(c);
	uint32_t rank = g.rows, *order = sb_new_array(c->arena, uint32_t, n + 1);
	if (!st_dense_pivots(c->arena, &g, order))
		return cannot(c);
	st_dense gd = st_dense_new(c->arena, rank, rank), gi = st_dense_new(c->arena, rank, n - rank);
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t r = 0; r < rank; r++)
			*(k < rank ? st_element(&gd, r, k) : st_element(&gi, r, k - rank)) =
				*st_element(&g, r, order[k]) / se_state_size(c->run, order[k]);
	if (!st_dense_solve(c->arena, &gd, &gi, &t))
		return cannot(c);
	bool *gone = sb_new_array(c->arena, bool, n + 1);
	for (uint32_t k = 0; k < rank; k++)
		gone[order[k]] = true;
	st_dense f = st_dense_copy(c->arena, &c->f), h = st_dense_copy(c->arena, &c->h);
	for (uint32_t k = rank; k < n; k++)
		for (uint32_t j = 0; j < rank; j++) {
			double part = -*st_element(&t, j, k - rank);
			for (uint32_t i = 0; i < f.rows; i++)
				*st_element(&f, i, order[k]) += *st_element(&c->f, i, order[j]) * part;
			for (uint32_t i = 0; i < h.rows; i++)
				*st_element(&h, i, order[k]) += *st_element(&c->h, i, order[j]) * part;
		}
	for (uint32_t k = 0; k < rank; k++) {
		for (uint32_t i = 0; i < f.rows; i++)
			*st_element(&f, i, order[k]) = 0;
		for (uint32_t i = 0; i < h.rows; i++)
			*st_element(&h, i, order[k]) = 0;
	}
	c->f = f;
	c->h = h;
	sb_u32s kept = {0};
	for (uint32_t i = 0; i < states->n; i++)
		if (gone[states->at[i]])
			sb_push(c->arena, c->dependent, states->at[i]);
		else
			sb_push(c->arena, kept, states->at[i]);
	*states = kept;
	return true;
}
