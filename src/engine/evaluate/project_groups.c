/* The least change of states that cancels the residuals of invariants, group by group: a small group by a QR
 * factorisation with pivoting, a large one by KLU. */
#include "engine/evaluate/project_groups.h"
#include "engine/evaluate/engine_evaluate.h"
#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-10;   /* of a row, after the others were taken out of it */

/* (J D^1/2)' with its columns scaled to length 1. */
static void fill_dense(const se_projection *p, se_group *g)
{
	memset(g->qr, 0, (size_t)g->columns * g->rows * sizeof(double));
	for (uint32_t i = 0; i < g->rows; i++) {
		double *column = g->qr + (size_t)i * g->columns, sum = 0;
		for (uint32_t k = p->first[g->row[i]]; k < p->first[g->row[i] + 1]; k++)
			column[p->column_place[p->state[k]]] = p->entries[p->slot[k]] * p->unit[p->state[k]];
		for (uint32_t k = 0; k < g->columns; k++)
			sum += column[k] * column[k];
		g->scale[i] = sum > 0 ? 1 / sqrt(sum) : 0;
		for (uint32_t k = 0; k < g->columns; k++)
			column[k] *= g->scale[i];
		g->order[i] = i;
	}
}

static double length_below(const se_group *g, uint32_t column, uint32_t from)
{
	double sum = 0;
	for (uint32_t k = from; k < g->columns; k++)
		sum += g->qr[(size_t)column * g->columns + k] * g->qr[(size_t)column * g->columns + k];
	return sqrt(sum);
}

static void swap_columns(se_group *g, uint32_t i, uint32_t j)
{
	uint32_t order = g->order[i];
	g->order[i] = g->order[j];
	g->order[j] = order;
	for (uint32_t k = 0; k < g->columns; k++) {
		double kept = g->qr[(size_t)i * g->columns + k];
		g->qr[(size_t)i * g->columns + k] = g->qr[(size_t)j * g->columns + k];
		g->qr[(size_t)j * g->columns + k] = kept;
	}
}

/* v := (I - beta h h') v from row `from` on, h the reflector kept in column `from` below its diagonal, with 1 on it. */
static void reflect(const se_group *g, uint32_t from, double *v)
{
	const double *h = g->qr + (size_t)from * g->columns;
	double sum = v[from];
	for (uint32_t k = from + 1; k < g->columns; k++)
		sum += h[k] * v[k];
	sum *= g->beta[from];
	v[from] -= sum;
	for (uint32_t k = from + 1; k < g->columns; k++)
		v[k] -= sum * h[k];
}

/* Householder's QR with pivoting; gives the rank. */
static uint32_t factor_dense(se_group *g)
{
	uint32_t most = g->rows < g->columns ? g->rows : g->columns;
	for (uint32_t i = 0; i < most; i++) {
		uint32_t best = i;
		double longest = 0;
		for (uint32_t j = i; j < g->rows; j++) {
			double length = length_below(g, j, i);
			if (length > longest) {
				longest = length;
				best = j;
			}
		}
		if (!(longest > DEPENDENT))
			return i;
		if (best != i)
			swap_columns(g, i, best);
		double *h = g->qr + (size_t)i * g->columns, diagonal = h[i] > 0 ? -longest : longest, first = h[i] - diagonal;
		g->beta[i] = -first / diagonal;
		for (uint32_t k = i + 1; k < g->columns; k++)
			h[k] /= first;
		h[i] = diagonal;
		for (uint32_t j = i + 1; j < g->rows; j++)
			reflect(g, i, g->qr + (size_t)j * g->columns);
	}
	return most;
}

/* moved := the least change for the residuals of the group. */
static void solve_dense(se_projection *p, se_group *g, const double *residual)
{
	uint32_t rank = factor_dense(g);
	double *z = p->kept;             /* by column of the group */
	memset(z, 0, g->columns * sizeof(double));
	for (uint32_t i = 0; i < rank; i++) {
		double sum = -residual[g->row[g->order[i]]] * g->scale[g->order[i]];
		for (uint32_t k = 0; k < i; k++)
			sum -= g->qr[(size_t)i * g->columns + k] * z[k];
		z[i] = sum / g->qr[(size_t)i * g->columns + i];
	}
	for (uint32_t i = rank; i-- > 0;)
		reflect(g, i, z);
	for (uint32_t k = 0; k < g->columns; k++)
		p->moved[g->column[k]] = z[k] * p->unit[g->column[k]];
}

/* One column of J D J': the states of invariant i are marked with their entry times D. */
static void fill_sparse(se_projection *p, se_group *g)
{
	for (uint32_t i = 0; i < g->rows; i++) {
		for (uint32_t k = p->first[g->row[i]]; k < p->first[g->row[i] + 1]; k++)
			p->kept[p->state[k]] = p->entries[p->slot[k]] * p->unit[p->state[k]] * p->unit[p->state[k]];
		for (int at = g->first[i]; at < g->first[i + 1]; at++) {
			uint32_t other = g->row[g->at[at]];
			double sum = 0;
			for (uint32_t k = p->first[other]; k < p->first[other + 1]; k++)
				sum += p->entries[p->slot[k]] * p->kept[p->state[k]];
			g->values[at] = g->at[at] == (int)i ? sum * (1 + 1e-12) : sum;
		}
		for (uint32_t k = p->first[g->row[i]]; k < p->first[g->row[i] + 1]; k++)
			p->kept[p->state[k]] = 0;
	}
}

static bool solve_sparse(se_projection *p, se_group *g, const double *residual)
{
	memset(p->kept, 0, p->n * sizeof(double));
	fill_sparse(p, g);
	klu_numeric *numeric = g->symbolic ? klu_factor(g->first, g->at, g->values, g->symbolic, &g->common) : NULL;
	if (g->common.status == KLU_OUT_OF_MEMORY)
		sb_out_of_memory(0);
	if (!numeric)
		return false;
	for (uint32_t i = 0; i < g->rows; i++)
		p->multiplier[i] = -residual[g->row[i]];
	klu_solve(g->symbolic, numeric, (int)g->rows, 1, p->multiplier, &g->common);
	klu_free_numeric(&numeric, &g->common);
	for (uint32_t i = 0; i < g->rows; i++)
		for (uint32_t k = p->first[g->row[i]]; k < p->first[g->row[i] + 1]; k++)
			p->moved[p->state[k]] +=
				p->entries[p->slot[k]] * p->unit[p->state[k]] * p->unit[p->state[k]] * p->multiplier[i];
	return true;
}

/* The change that cancels `residual`, into p->moved. */
bool se_least_change(se_projection *p, const double *residual)
{
	memset(p->moved, 0, p->n * sizeof(double));
	for (uint32_t i = 0; i < p->group_count; i++) {
		se_group *g = &p->groups[i];
		if (g->rows > SE_GROUP_DENSE) {
			if (!solve_sparse(p, g, residual))
				return false;
			continue;
		}
		fill_dense(p, g);
		solve_dense(p, g, residual);
	}
	return se_all_finite(p->moved, p->n);
}
