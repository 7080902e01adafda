/* For equations. A loop is tried as a family first, with its iterator as a symbol; where an equation inside cannot be
 * written so (it picks components by the iterator, or chooses a branch by it) the loop is unrolled. */
#include "front/modelica/flatten/flatten_inside.h"

#include <string.h>

enum { MOST_UNROLLED = 10000000 };

static bool is_connection(const mo_equation *q)
{
	const mo_expr *call = q->kind == MO_Q_CALL ? q->left : NULL;

	return q->kind == MO_Q_CONNECT ||
		   (call && call->parts.n == 2 && strcmp(call->parts.at[0].name, "Connections") == 0);
}

bool mo_has_connections(const mo_equations *body)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const mo_equation *q = body->at[i];

		if (is_connection(q))
			return true;
		for (uint32_t b = 0; b < q->branches.n; b++)
			if (mo_has_connections(&q->branches.at[b].body))
				return true;
	}
	return false;
}

static bool loop_bound(const mo_destination *p, sx_ref e, sb_span span, int64_t *out)
{
	sx_value value;

	if (sx_is_const(p->c->pool, e)) {
		*out = sx_int_value(p->c->pool, e);
		return true;
	}
	if (p->env->needs_constants && mo_varies(p->c, e)) {
		*p->env->needs_constants = true;
		return false;
	}
	if (!mo_evaluate(p->c, e, span, "the range of a for equation", &value))
		return false;
	*out = value.integer;
	return true;
}

static bool flatten_for(const mo_destination *p, const mo_equation *q, uint32_t level);

static bool try_family(const mo_destination *p, const mo_equation *q, uint32_t level, mo_loop *loop, int64_t from,
					   int64_t to, bool *done)
{
	bool needs_constants = false, ok;
	mo_env env = *p->env;
	mo_destination inner = *p;
	sm_equations made = {0};
	mo_connection_mark mark = mo_mark_connections(p->c);

	env.bound = &loop->bound;
	env.needs_constants = &needs_constants;
	inner.env = &env;
	inner.out = &made;
	inner.domain = (sm_domain){0};
	for (uint32_t d = 0; d < p->domain.n; d++)
		sb_push(p->c->arena, inner.domain, p->domain.at[d]);
	sb_push(p->c->arena, inner.domain, ((sm_range){loop->iterator, from, to}));
	ok = flatten_for(&inner, q, level + 1);
	*done = !needs_constants;
	if (!*done)
		mo_forget_connections(p->c, mark);
	for (uint32_t i = 0; *done && i < made.n; i++)
		sb_push(p->c->arena, *p->out, made.at[i]);
	return ok;
}

/* What an iterator stands for in one turn is a constant; it may be written with parameters. */
static bool settle(const mo_destination *p, sx_ref *value, sb_span span)
{
	sx_value known;

	if (sx_is_const(p->c->pool, *value))
		return true;
	if (p->env->needs_constants && mo_varies(p->c, *value)) {
		*p->env->needs_constants = true;
		return false;
	}
	if (!mo_evaluate(p->c, *value, span, "the range of a for equation", &known))
		return false;
	*value = mo_constant(p->c, &known);
	return true;
}

static bool unroll(const mo_destination *p, const mo_equation *q, uint32_t level, mo_loop *loop, int64_t from,
				   int64_t to)
{
	if (to - from >= MOST_UNROLLED) {
		sb_message *m =
			sb_report(p->c->diag, SB_ERROR, "M0422", q->span,
					  "this loop of %lld steps would have to be written out one by one", (long long)(to - from + 1));

		sb_help(m, "use arrays of variables instead of arrays of components in it");
		return false;
	}
	for (int64_t k = from; k <= to; k++) {
		mo_env env = *p->env;
		mo_destination inner = *p;
		mo_loop now = *loop;

		now.bound.value = mo_loop_value(p->c, loop, k);
		if (!now.bound.value || !settle(p, &now.bound.value, q->iterators.at[level].span))
			return mo_stopped(p);
		env.bound = &now.bound;
		inner.env = &env;
		if (!flatten_for(&inner, q, level + 1))
			return false;
		if (mo_stopped(p))
			return true;
	}
	return true;
}

static bool flatten_for(const mo_destination *p, const mo_equation *q, uint32_t level)
{
	const mo_iterator *iterator;
	mo_exprs bodies = {0};
	mo_loop loop;
	int64_t from, to;
	uint32_t errors = sb_errors(p->c->diag);

	if (level == q->iterators.n)
		return mo_flatten_equations(p, &q->branches.at[0].body);
	iterator = &q->iterators.at[level];
	if (!iterator->range)
		mo_body_expressions(p->c->arena, &q->branches.at[0].body, &bodies);
	if (!mo_lower_loop(p->c, p->env, iterator, (const mo_expr *const *)bodies.at, bodies.n, &loop))
		return mo_stopped(p);
	if (!loop_bound(p, loop.from, iterator->span, &from) || !loop_bound(p, loop.to, iterator->span, &to))
		return mo_stopped(p);
	if (to > from && sx_op_of(p->c->pool, loop.bound.value) == SX_ITER) {
		bool done, ok = try_family(p, q, level, &loop, from, to, &done);

		if (done)
			return ok;
		if (sb_errors(p->c->diag) > errors)
			return false;
	}
	return unroll(p, q, level, &loop, from, to);
}

bool mo_flatten_for(const mo_destination *p, const mo_equation *q)
{
	return flatten_for(p, q, 0);
}
