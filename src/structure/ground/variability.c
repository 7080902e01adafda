/* Variability: does an expression move between two events?
 *
 * The answer is put together from the leaves, node by node, and kept by handle. Nothing is rewritten for it: the pool
 * folds what it builds (0*x is 0), and an expression in which something else stands for pre(k) has another answer than
 * the expression itself.
 *
 *     moves             time, states, everything that is computed from them
 *     does not move     literals, parameters, discrete variables, latches, ticks, and pre(x) of any x: the value of the
 *                       last event
 *
 * A delay moves if what it delays or the time of the delay does. Where both stand still, what comes out changes in
 * instants of its own. */
#include "structure/ground/ground.h"

enum { KNOWN = 1, MOVES = 2, MOVES_BEYOND_STILL = 4 };
#define OPENED 0x80000000u

struct ss_variability { sb_vec(uint8_t) of; sb_u32s undecided; };     /* by handle; those that wait for arguments */

/* Reals that are computed from what changes at events only (SS_IS_STILL) move by the first answer and not by the
 * second. */
static uint8_t of_cells(ss_work *w, sx_ref var)
{
	uint32_t first = w->met.n;
	uint8_t all = 0;

	ss_cells_met(w, var, &w->met);
	for (uint32_t k = first; k < w->met.n && !(all & MOVES_BEYOND_STILL); k++) {
		bool flip = false;
		uint32_t root = ss_root(w, w->met.at[k], &flip);
		if (w->constant[root] || w->traits[root] & (SS_IS_PARAMETER | SS_IS_DISCRETE))
			continue;
		all |= w->traits[root] & SS_IS_STILL ? MOVES : MOVES | MOVES_BEYOND_STILL;
	}
	w->met.n = first;
	return all;
}

/* Is the answer known without the arguments? */
static bool of_leaf(ss_work *w, sx_ref e, uint8_t *out)
{
	switch (sx_op_of(w->pool, e)) {
	case SX_TIME: case SX_TRANSPORTED: *out = MOVES | MOVES_BEYOND_STILL; return true;
	case SX_PRE: case SX_LATCH: case SX_SAMPLE: case SX_INITIAL: case SX_TERMINAL: *out = 0; return true;
	default: *out = 0; return !sx_at(w->pool, e)->count && sx_op_of(w->pool, e) != SX_VAR;
	}
}

static uint8_t of_arguments(ss_work *w, sx_ref e)
{
	sx_op op = sx_op_of(w->pool, e);
	uint32_t count = sx_at(w->pool, e)->count;
	uint8_t all = op == SX_VAR ? of_cells(w, e) : 0;

	for (uint32_t i = 0; i < count; i++)
		all |= w->variability->of.at[sx_arg(w->pool, e, i)] & (MOVES | MOVES_BEYOND_STILL);
	if (op == SX_DELAY)
		all = all & MOVES_BEYOND_STILL || w->plan->switches.n ? MOVES | MOVES_BEYOND_STILL : 0;
	return all;
}

static uint8_t variability(ss_work *w, sx_ref e)
{
	if (!w->variability)
		w->variability = sb_new(w->scratch, ss_variability);
	sb_u32s *todo = &w->variability->undecided;
	uint8_t leaf = 0;

	while (w->variability->of.n < sx_count(w->pool))
		sb_push(w->scratch, w->variability->of, (uint8_t)0);
	if (!(w->variability->of.at[e] & KNOWN))
		sb_push(w->scratch, *todo, e);
	while (todo->n) {
		sx_ref top = todo->at[todo->n - 1] & ~OPENED;
		bool known = w->variability->of.at[top] & KNOWN;
		if (known || todo->at[todo->n - 1] & OPENED || of_leaf(w, top, &leaf)) {
			if (!known)
				w->variability->of.at[top] = KNOWN | (todo->at[todo->n - 1] & OPENED ? of_arguments(w, top) : leaf);
			todo->n--;
			continue;
		}
		todo->at[todo->n - 1] |= OPENED;
		for (uint32_t i = 0; i < sx_at(w->pool, top)->count; i++)
			if (!(w->variability->of.at[sx_arg(w->pool, top, i)] & KNOWN))
				sb_push(w->scratch, *todo, sx_arg(w->pool, top, i));
	}
	return w->variability->of.at[e];
}

bool ss_moves(ss_work *w, sx_ref e)
{
	return variability(w, e) & MOVES;
}

bool ss_moves_beyond_still(ss_work *w, sx_ref e)
{
	return variability(w, e) & MOVES_BEYOND_STILL;
}

bool ss_is_line_of_time(ss_work *w, sx_ref e, sx_ref *slope, sx_ref *rest)
{
	return sx_linear(w->pool, e, sx_time(w->pool), slope, rest) && !sx_is_number(w->pool, *slope, 0) &&
		   !ss_moves(w, *slope) && !ss_moves(w, *rest);
}

sx_ref ss_moves_alone(ss_work *w, sx_ref e, bool *falls)
{
	*falls = false;
	for (sx_op op; (op = sx_op_of(w->pool, e)) == SX_ADD || op == SX_SUB || op == SX_NEG;) {
		uint32_t moving = UINT32_MAX;
		for (uint32_t i = 0; i < sx_at(w->pool, e)->count; i++) {
			if (!ss_moves(w, sx_arg(w->pool, e, i)))
				continue;
			if (moving != UINT32_MAX)
				return 0;
			moving = i;
		}
		if (moving == UINT32_MAX)
			return 0;
		*falls ^= op == SX_NEG || (op == SX_SUB && moving > 0);
		e = sx_arg(w->pool, e, moving);
	}
	return sx_op_of(w->pool, e) == SX_VAR && sx_type_of(w->pool, e) == SX_REAL ? e : 0;
}

void ss_forget_variability(ss_work *w)
{
	if (w->variability)
		w->variability->of.n = 0;
}

void ss_claim(ss_work *w, sx_ref e, sb_span span)
{
#ifdef SALTUS_CHECKS
	ss_claimed claim = { e, span };
	uint64_t known;

	if (!(sx_flags(w->pool, e) & (SX_HAS_VAR | SX_HAS_PRE)) || sb_map_get(&w->claimed, e, &known))
		return;
	sb_map_put(&w->claimed, e, 1);
	sb_push(w->arena, w->plan->claims, claim);
#else
	(void)w;
	(void)e;
	(void)span;
#endif
}
