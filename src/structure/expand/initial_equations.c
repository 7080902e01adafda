/* Equations over Reals in which initial() stands are two equations: one of the initial system, in which it is true, and
 * one of the run, in which it is false (E600).
 *
 *     i = if initial() then 0 else der(q)          i = 0 in the initial system, i = der(q) in the run
 *
 * With the condition left in, the matching would count on der(q) in both of them. */
#include "structure/expand/expand.h"

static bool asks(ss_work *w, sx_ref e, sx_ref initial)
{
	return e && sx_flags(w->pool, e) & SX_HAS_EVENT_OP && sx_contains(w->pool, e, initial);
}

static void divide(ss_work *w, ss_equation *q, sx_ref initial)
{
	if (asks(w, q->lhs, initial)) {  /* what differs is on the right */
		sx_ref left = asks(w, q->rhs, initial) ? w->zero : q->rhs;
		q->rhs = left == w->zero ? sx_binary(w->pool, SX_SUB, q->rhs, q->lhs) : q->lhs;
		q->lhs = left;
	}
	q->initial_lhs = q->lhs;
	q->initial_rhs = sx_replace(w->pool, q->rhs, initial, w->yes);
	q->rhs = sx_replace(w->pool, q->rhs, initial, w->no);
	q->begins = true;
}

void ss_divide_beginning(ss_work *w)
{
	sx_ref initial = sx_make(w->pool, SX_INITIAL, SX_BOOLEAN, 0, NULL, 0);

	for (uint32_t i = 0; i < w->equations.n; i++) {
		ss_equation *q = &w->equations.at[i];
		if (q->form == SS_FORM_EQUAL && !q->discrete && !q->domain.n && !q->initial_rhs && !q->clock_var &&
			sx_type_of(w->pool, q->lhs) == SX_REAL && sx_type_of(w->pool, q->rhs) == SX_REAL &&
			(asks(w, q->lhs, initial) || asks(w, q->rhs, initial)))
			divide(w, q, initial);
	}
}
