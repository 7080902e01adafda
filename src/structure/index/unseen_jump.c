/* Jumps that make no events, in equations that are differentiated.
 *
 * Where a condition makes an event, the engine compares both sides of it, and what jumps there is an impulse in the
 * derivative (docs/events.md, E117). sign() makes no event, and neither does what stands in noEvent(): its derivative
 * is formed between the jumps, where it is zero, and the impulse would be lost without a word. The corners of abs(),
 * min() and max() are jumps of the first derivative, so they count where an equation is differentiated twice.
 * sign(v)*v^2 does not jump: a factor is zero where the sign turns. */
#include "structure/index/index.h"
#include "model/print/print.h"
#include "structure/explain/explain.h"

enum { LOOKED_MOST = 20000 };

typedef struct looking {
	ss_work *w;
	uint32_t times, looked;
	sx_ref found;                    /* what jumps; 0: nothing */
} looking;

typedef struct question { ss_work *w; bool yes; } question;

static bool see_motion(void *context, const sx_pool *pool, sx_ref e)
{
	question *q = context;
	uint32_t cell = sx_op_of(pool, e) == SX_VAR ? ss_cell_of(q->w, e) : UINT32_MAX;
	q->yes = q->yes || sx_op_of(pool, e) == SX_TIME ||
			 (cell != UINT32_MAX && !(q->w->traits[cell] & (SS_IS_PARAMETER | SS_IS_DISCRETE | SS_IS_HELD)) &&
			  !q->w->constant[cell]);
	return !q->yes;
}

static bool moves(ss_work *w, sx_ref e)
{
	question q = {w, false};
	sx_visit(w->pool, e, see_motion, &q);
	return q.yes;
}

static bool see_relation(void *context, const sx_pool *pool, sx_ref e)
{
	question *q = context;
	sx_op op = sx_op_of(pool, e);
	if (op == SX_LT || op == SX_LE || op == SX_GT || op == SX_GE)
		q->yes = q->yes || moves(q->w, e);
	return op != SX_LATCH && !q->yes;
}

/* An if whose condition makes no event, between values that do not move. */
static bool is_step(ss_work *w, sx_ref e)
{
	question q = {w, false};
	sx_ref a = sx_arg(w->pool, e, 1), b = sx_arg(w->pool, e, 2);
	if (a == b || moves(w, a) || moves(w, b))
		return false;
	sx_visit(w->pool, sx_arg(w->pool, e, 0), see_relation, &q);
	return q.yes;
}

/* Is the factor zero where `of` is? */
static bool vanishes(const sx_pool *p, sx_ref factor, sx_ref of)
{
	if (factor == of || sx_is_number(p, factor, 0))
		return true;
	switch (sx_op_of(p, factor)) {
	case SX_MUL: return vanishes(p, sx_arg(p, factor, 0), of) || vanishes(p, sx_arg(p, factor, 1), of);
	case SX_ADD: case SX_SUB: return vanishes(p, sx_arg(p, factor, 0), of) && vanishes(p, sx_arg(p, factor, 1), of);
	case SX_POW: {
		sx_ref exponent = sx_arg(p, factor, 1);
		return sx_op_of(p, exponent) != SX_NEG && !(sx_flags(p, exponent) & SX_HAS_VAR) &&
			   vanishes(p, sx_arg(p, factor, 0), of);
	}
	case SX_NEG: case SX_ABS: case SX_SQRT: case SX_DIV: case SX_SIN: case SX_TAN: case SX_SINH: case SX_TANH:
	case SX_ASIN: case SX_ATAN: case SX_TO_REAL: return vanishes(p, sx_arg(p, factor, 0), of);
	default: return false;
	}
}

static bool jumps(const looking *l, sx_ref e, sx_ref factor)
{
	ss_work *w = l->w;
	switch (sx_op_of(w->pool, e)) {
	case SX_SIGN: {
		sx_ref of = sx_arg(w->pool, e, 0);
		return moves(w, of) && !(factor && vanishes(w->pool, factor, of));
	}
	case SX_IF: return is_step(w, e);
	case SX_ABS: case SX_MIN: case SX_MAX: return l->times > 1 && moves(w, e);
	default: return false;
	}
}

/* factor: what e is multiplied with; 0: nothing. */
static void look(looking *l, sx_ref e, sx_ref factor)
{
	sx_pool *p = l->w->pool;
	if (l->found || l->looked++ > LOOKED_MOST || sx_op_of(p, e) == SX_LATCH)
		return;
	if (jumps(l, e, factor)) {
		l->found = e;
		return;
	}
	sx_op op = sx_op_of(p, e);
	bool product = op == SX_MUL, same = op == SX_NEG || op == SX_TO_REAL || op == SX_ADD || op == SX_SUB;
	for (uint32_t i = 0; i < sx_at(p, e)->count; i++) {
		sx_ref other = product ? sx_arg(p, e, 1 - i) : 0;
		look(l, sx_arg(p, e, i), !product ? (same ? factor : 0) : factor ? sx_binary(p, SX_MUL, factor, other) : other);
	}
}

void ss_tell_unseen_jumps(ss_work *w, const ss_equation *q, uint32_t times)
{
	looking l = {.w = w, .times = times};
	sb_text text = {0};
	sb_span where;
	if (w->impulses || w->plan->no_initial || q->domain.n)
		return;
	look(&l, q->lhs, 0);
	look(&l, q->rhs, 0);
	if (!l.found)
		return;
	const char *equation = sb_strdup(w->arena, ss_equation_text(w, q, &where));
	sm_print_expr(w->model, l.found, &text);
	bool corner = sx_op_of(w->pool, l.found) != SX_SIGN && sx_op_of(w->pool, l.found) != SX_IF;
	sb_message *m = sb_report(w->diag, SB_WARNING, "S0314", where,
							  "'%s' is differentiated%s, and '%s' %s without an event: impulses of the derivative are "
							  "lost there", equation, times > 1 ? " twice" : "", text.at, corner ? "turns" : "jumps");
	sb_help(m, "write it with a condition, if x > 0 then ... else ..., which makes an event");
	sb_text_free(&text);
}
