/* What is open in a mode. Open switches may cut a part of a network off, and the level of its potentials is open;
 * closed ones may lie side by side, and how the current divides is open. For each such degree of freedom one equation
 * repeats others. The answer is the one of real switches, in the limit: equal leaks in open ones, equal resistances in
 * closed ones.
 *
 * Take a switch of the branches `v = 0` and `i = 0`. A real one has i = d*v when it is open, with a small d, and v =
 * d*i when it is closed. Let the equations with factors c say 0 = 0 when they are added up, and among them be the
 * branches of switches k. With the leaks the sum says 0 = d * (sum of c_k * v_k), for any d; so this equation, without
 * d, takes the place of one of those that repeat:
 *
 *     two open switches in series       i_a = 0, i_b = 0, i_a = i_b             v_a - v_b = 0: they share the voltage
 *     two closed ones side by side      v_a = 0, v_b = 0, v_a = v_b             i_a - i_b = 0: they share the current
 *     a bridge of diodes that block     the currents into the source are 0      each of a pair has half of the voltage
 *
 * To find the factors (repeated.c) the equations of the branches must not be put into the others as aliases are: the
 * mode is analysed once more with these kept apart. A branch without a partner shares nothing: what is open keeps its
 * value. */
#include "structure/index/index.h"
#include "structure/system/system.h"

/* 0 = 0, or x = x: what is left of an equation that repeats others. */
static bool says_nothing(ss_work *w, const ss_equation *q)
{
	if (q->form != SS_FORM_EQUAL || q->discrete)
		return false;
	return q->lhs == q->rhs || sx_is_number(w->pool, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), 0);
}

static uint32_t count_open(ss_work *w, const ss_system *s, bool *plain)
{
	uint32_t open = 0;

	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && !s->wanted[u]) {
			open++;
			*plain = *plain && s->unknowns[u] < w->n && !(w->traits[s->unknowns[u]] & SS_IS_DISCRETE);
		}
	return open;
}

/* Are all equations that are too many such that say nothing, one for each unknown that is open? */
bool ss_all_floating(ss_work *w, const ss_system *s)
{
	uint32_t rows = 0, others = 0;
	bool plain = true;

	for (uint32_t r = 0; r < s->row_count; r++)
		if (s->unknown_of_row[r] == UINT32_MAX) {
			bool nothing = says_nothing(w, s->equations[s->rows[r].equation]);
			rows += nothing;
			others += !nothing;
		}
	return rows && !others && count_open(w, s, &plain) == rows && plain;
}

void ss_hold_floating(ss_work *w, const ss_system *s)
{
	for (uint32_t r = 0; r < s->row_count; r++)
		if (s->unknown_of_row[r] == UINT32_MAX)
			s->equations[s->rows[r].equation]->gone = true;
	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && !s->wanted[u]) {
			w->traits[s->unknowns[u]] |= SS_IS_HELD;
			sb_push(w->arena, w->plan->floating, ss_scalar_of_cell(w, s->unknowns[u]));
		}
}

/* Does something that a branch would hold keep its value, because no equation is left for it (COSY's CASE)? */
static bool holds_unknowns(const ss_work *w, const ss_system *s)
{
	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && s->wanted[u] && s->unknowns[u] < w->n &&
			(w->traits[s->unknowns[u]] & (SS_IS_HELD | SS_IS_DISCRETE)) == SS_IS_HELD)
			return true;
	return false;
}

/* In a model with switches: as many equations are too many as unknowns are open, or equations repeat others though
 * their pattern does not show it (the nodes of a network of resistors that is cut off), or while a branch holds what
 * they could determine. */
bool ss_may_float(ss_work *w, const ss_system *s)
{
	uint32_t rows = 0;
	bool plain = true;

	if (!w->plan->switches.n)
		return false;
	for (uint32_t r = 0; r < s->row_count; r++)
		rows += s->unknown_of_row[r] == UINT32_MAX;
	if (!rows)
		return ss_repeats(w);
	return count_open(w, s, &plain) >= rows || (holds_unknowns(w, s) && ss_repeats(w));
}

/* ---- what is open is shared */

/* Equations that add up to nothing: that of the leaks in place of one of them, which is given up. Where the sum ties
 * states to each other, or contradicts itself, it is left to others. */
static bool replace_one(ss_work *w, const ss_repeated *sum, uint32_t *gone, ss_equations *leaks)
{
	sx_pool *p = w->pool;
	sx_ref leak = w->zero;

	*gone = UINT32_MAX;
	for (uint32_t i = 0; i < sum->n; i++) {
		const ss_equation *q = &w->equations.at[sum->at[i].at];
		if (q->partner)
			leak = sx_binary(p, SX_ADD, leak, sx_binary(p, SX_MUL, sum->at[i].symbol, ss_represented(w, q->partner)));
		if (*gone == UINT32_MAX || (w->equations.at[*gone].partner && !q->partner))
			*gone = sum->at[i].at;
	}
	if (!ss_adds_up_to_nothing(w, sum) || sx_is_const(p, leak))
		return false;
	ss_equation one = w->equations.at[*gone];
	w->equations.at[*gone].gone = true;
	one.lhs = one.written_lhs = leak;
	one.rhs = one.written_rhs = w->zero;
	one.initial_lhs = one.initial_rhs = one.partner = 0;
	one.apart = false;
	sb_push(w->scratch, *leaks, one);
	return true;
}

bool ss_share_floating(ss_work *w)
{
	ss_repetitions sums = {0};
	ss_equations leaks = {0};
	uint32_t gone;

	ss_find_repeated(w, true, &sums);
	for (uint32_t i = 0; i < sums.n; i++)
		if (replace_one(w, &sums.at[i], &gone, &leaks))
			for (uint32_t k = i + 1; k < sums.n; k++)        /* what is given up must be part of no other sum */
				ss_free_from(w, &sums.at[k], &sums.at[i], gone);
	for (uint32_t i = 0; i < leaks.n; i++)
		sb_push(w->scratch, w->equations, leaks.at[i]);
	return leaks.n;
}
