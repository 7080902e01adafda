/* Small dense matrices: what equations tie, at random points. */
#include "bond/ground/bond_ground.h"

#include <math.h>
#include <string.h>

static const double NOTHING = 1e-9;              /* of the largest in its row */

static bg_matrix matrix_new(sb_arena *arena, uint32_t rows, uint32_t columns)
{
	return (bg_matrix){rows, columns, sb_new_array(arena, double, (size_t)rows * columns + 1)};
}

bool bg_jacobian(bg_graph *g, const sm_exprs *rows, const sm_exprs *symbols, uint64_t seed, bg_matrix *out)
{
	bg_values *v = bg_values_new(g, true, seed);
	*out = matrix_new(g->arena, rows->n, symbols->n);
	for (uint32_t i = 0; i < rows->n; i++)
		for (uint32_t k = 0; k < symbols->n; k++) {
			if (!sx_contains(g->work->pool, rows->at[i], symbols->at[k]))
				continue;
			sx_ref d = bg_partial(g, rows->at[i], symbols->at[k]);
			if (!d || !bg_value(v, d, &out->at[i * out->columns + k]))
				return false;
		}
	return true;
}

static void scale_rows(bg_matrix *m)
{
	for (uint32_t i = 0; i < m->rows; i++) {
		double most = 0;
		for (uint32_t k = 0; k < m->columns; k++)
			most = fmax(most, fabs(m->at[i * m->columns + k]));
		for (uint32_t k = 0; k < m->columns && most > 0; k++)
			m->at[i * m->columns + k] /= most;
	}
}

static void swap_rows(bg_matrix *m, uint32_t a, uint32_t b)
{
	for (uint32_t k = 0; k < m->columns; k++) {
		double kept = m->at[a * m->columns + k];
		m->at[a * m->columns + k] = m->at[b * m->columns + k];
		m->at[b * m->columns + k] = kept;
	}
}

uint32_t bg_echelon(bg_matrix *m)
{
	uint32_t rank = 0;
	scale_rows(m);
	for (uint32_t k = 0; k < m->columns && rank < m->rows; k++) {
		uint32_t best = rank;
		for (uint32_t i = rank; i < m->rows; i++)
			if (fabs(m->at[i * m->columns + k]) > fabs(m->at[best * m->columns + k]))
				best = i;
		double pivot = m->at[best * m->columns + k];
		if (fabs(pivot) <= NOTHING) {
			for (uint32_t i = rank; i < m->rows; i++)
				m->at[i * m->columns + k] = 0;
			continue;
		}
		swap_rows(m, rank, best);
		for (uint32_t c = 0; c < m->columns; c++)
			m->at[rank * m->columns + c] /= pivot;
		for (uint32_t i = 0; i < m->rows; i++) {
			double factor = m->at[i * m->columns + k];
			if (i == rank || factor == 0)
				continue;
			for (uint32_t c = 0; c < m->columns; c++)
				m->at[i * m->columns + c] -= factor * m->at[rank * m->columns + c];
			m->at[i * m->columns + k] = 0;
		}
		rank++;
	}
	return rank;
}

uint32_t bg_rank(sb_arena *arena, const bg_matrix *m)
{
	bg_matrix copy = matrix_new(arena, m->rows, m->columns);
	memcpy(copy.at, m->at, sizeof(double) * m->rows * m->columns);
	return bg_echelon(&copy);
}

bool bg_spans(sb_arena *arena, const bg_matrix *m, const double *vector)
{
	bg_matrix copy = matrix_new(arena, m->rows + 1, m->columns);
	memcpy(copy.at, m->at, sizeof(double) * m->rows * m->columns);
	memcpy(copy.at + (size_t)m->rows * m->columns, vector, sizeof(double) * m->columns);
	return bg_echelon(&copy) == bg_rank(arena, m);
}
