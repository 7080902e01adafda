/* The matrix of the constraints between states, and its elimination: see select_states.c. */
#include "structure/index/choice.h"

#include <math.h>
#include <stdlib.h>

bool ss_chain_sign(const ss_reduction *r, uint32_t chain, uint32_t order, uint32_t *scalar)
{
	bool flip = false;

	*scalar = r->chains.at[chain].first;
	for (uint32_t k = 0; k < order; k++) {
		flip ^= r->up_flipped[*scalar];
		*scalar = r->up[*scalar];
	}
	return flip;
}

/* A value that is not known when translating is taken as a number that nothing else is likely to cancel. */
static double any_number(sx_ref e)
{
	return 1 + (double)(e * 2654435761u % 10007) / 10007;
}

static ss_factor factor_of(ss_reduction *r, uint32_t row, uint32_t k)
{
	ss_work *w = r->w;
	const ss_equation *q = &w->equations.at[r->equation[row]];
	uint32_t chain = r->chain[k], scalar;
	bool flip = ss_chain_sign(r, chain, r->order[k], &scalar);
	sx_ref by = ss_partial(w, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), w->leaf[scalar],
							SS_NO_DIFFERENCES);
	ss_factor f = {chain, SS_FACTOR_MOVING, 1};

	if (!by || !ss_constant_parts(w, by))
		return f;
	f.kind = sx_is_const(w->pool, by) ? SS_FACTOR_LITERAL : SS_FACTOR_PARAMETER;
	if (!ss_parameter_value(w, by, &f.value) || !isfinite(f.value))
		f.value = any_number(by);
	f.value = flip ? -f.value : f.value;
	return f;
}

static int by_times(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;
	return x[0] != y[0] ? (x[0] > y[0] ? -1 : 1) : x[1] < y[1] ? -1 : x[1] > y[1];
}

void ss_choice_rows(ss_choice *c)
{
	ss_reduction *r = c->r;
	uint32_t count = 0, (*pairs)[2] = sb_alloc(r->w->scratch, (r->rows + 1) * sizeof *pairs);

	for (uint32_t row = 0; row < r->rows; row++)
		if (r->times[row]) {
			pairs[count][0] = r->times[row];
			pairs[count++][1] = row;
		}
	qsort(pairs, count, sizeof *pairs, by_times);
	for (uint32_t i = 0; i < count; i++)
		sb_push(r->w->scratch, c->rows, pairs[i][1]);
}

void ss_choice_matrix(ss_choice *c)
{
	ss_reduction *r = c->r;
	sb_arena *a = r->w->scratch;

	c->of = sb_new_array(a, ss_factors, c->rows.n + 1);
	c->in = sb_new_array(a, sb_u32s, r->chains.n + 1);
	c->done = sb_new_array(a, bool, c->rows.n + 1);
	c->taken = sb_new_array(a, bool, r->chains.n + 1);
	c->at = sb_new_array(a, uint32_t, r->chains.n + 1);
	c->stamp = sb_new_array(a, uint32_t, r->chains.n + 1);
	for (uint32_t i = 0; i < c->rows.n; i++) {
		uint32_t row = c->rows.at[i];
		for (uint32_t k = r->first[row]; k < r->first[row + 1]; k++) {
			if (r->order[k] + r->times[row] != r->chains.at[r->chain[k]].order)
				continue;
			ss_factor f = factor_of(r, row, k);
			if (f.kind != SS_FACTOR_MOVING && f.value == 0)
				continue;
			sb_push(a, c->of[i], f);
			sb_push(a, c->in[f.chain], i);
		}
	}
}

const ss_factor *ss_choice_find(const ss_choice *c, uint32_t i, uint32_t chain)
{
	for (uint32_t k = 0; k < c->of[i].n; k++)
		if (c->of[i].at[k].chain == chain)
			return &c->of[i].at[k];
	return NULL;
}

/* Row i less a multiple of the pivot row, so that the pivot's chain goes. */
static void subtract(ss_choice *c, uint32_t i, uint32_t pivot_row, const ss_factor *pivot)
{
	sb_arena *a = c->r->w->scratch;
	ss_factor own = *ss_choice_find(c, i, pivot->chain);
	ss_factors left = {0};

	c->now++;
	for (uint32_t k = 0; k < c->of[i].n; k++) {
		if (c->of[i].at[k].chain == pivot->chain)
			continue;
		c->stamp[c->of[i].at[k].chain] = c->now;
		c->at[c->of[i].at[k].chain] = left.n;
		sb_push(a, left, c->of[i].at[k]);
	}
	for (uint32_t k = 0; k < c->of[pivot_row].n; k++) {
		ss_factor f = c->of[pivot_row].at[k];
		if (f.chain == pivot->chain)
			continue;
		ss_factor_kind worst = f.kind > own.kind ? f.kind : own.kind;
		worst = worst > pivot->kind ? worst : pivot->kind;
		double value = -own.value / pivot->value * f.value;
		if (c->stamp[f.chain] != c->now) {
			sb_push(a, left, ((ss_factor){f.chain, worst, value}));
			sb_push(a, c->in[f.chain], i);
			continue;
		}
		ss_factor *to = &left.at[c->at[f.chain]];
		double size = fabs(to->value) + fabs(value);
		to->kind = worst > to->kind ? worst : to->kind;
		to->value += value;
		if (to->kind != SS_FACTOR_MOVING && fabs(to->value) <= 1e-12 * size)
			to->value = 0;
	}
	uint32_t kept = 0;
	for (uint32_t k = 0; k < left.n; k++)
		if (left.at[k].kind == SS_FACTOR_MOVING || left.at[k].value != 0)
			left.at[kept++] = left.at[k];
	left.n = kept;
	c->of[i] = left;
}

void ss_choice_take(ss_choice *c, uint32_t i, uint32_t chain, bool moving, uint32_t levels)
{
	ss_reduction *r = c->r;
	uint32_t row = c->rows.at[i];
	ss_factor pivot = *ss_choice_find(c, i, chain);

	c->done[i] = c->taken[chain] = true;
	r->pivot[row] = chain;
	r->moving[row] = moving;
	r->by_parameter[row] = pivot.kind == SS_FACTOR_PARAMETER;
	r->served[row] = levels;
	if (r->chains.at[chain].lost < levels)
		r->chains.at[chain].lost = levels;
	if (moving)
		return;
	for (uint32_t k = 0; k < c->in[chain].n; k++) {
		uint32_t other = c->in[chain].at[k];
		if (!c->done[other] && ss_choice_find(c, other, chain))
			subtract(c, other, i, &pivot);
	}
}
