/* Statements, of algorithms of models and of functions alike, and which variables an algorithm sets. */
#include "base/check.h"
#include "front/modelica/function/function_inside.h"

#include <string.h>

typedef struct body {
	mo_context *c;
	const mo_env *env;
	sm_statements *out;
	bool nested, in_loop, unrolled;
} body;

static bool flatten_body(const body *b, const mo_equations *statements);

static bool stopped(const body *b)
{
	return b->env->needs_constants && *b->env->needs_constants;
}

static sm_statement *add(const body *b, sm_statement_kind kind, sb_span span)
{
	sm_statement *s = sm_statement_new(b->c->model, kind, span);

	sb_push(b->c->arena, *b->out, s);
	return s;
}

/* In a function, a branch that is not meant for these sizes may hold an assignment that does not fit them. It fails if
 * it is reached. */
static bool fails_when_reached(const body *b, const mo_value *target, const mo_value *value, sb_span span)
{
	bool differ = false;
	sm_statement *s;

	if (!b->env->in_function || !b->nested || target->type.base != value->type.base ||
		target->type.rank != value->type.rank)
		return false;
	for (uint32_t d = 0; d < target->type.rank; d++) {
		sx_ref to = target->type.dims[d], from = value->type.dims[d];

		differ |= sx_is_const(b->c->pool, to) && sx_is_const(b->c->pool, from) && to != from;
	}
	if (!differ)
		return false;
	s = add(b, SM_ASSERT_DO, span);
	s->condition = sx_bool(b->c->pool, false);
	s->value = sx_string(b->c->pool, "the sizes of an assignment in the function differ");
	return true;
}

static bool flatten_assign(const body *b, const mo_equation *q)
{
	mo_value *target, *value;

	if (q->left->kind == MO_E_TUPLE)
		return mo_assign_multi(b->c, b->env, q, b->out);
	target = mo_lower_target(b->c, b->env, q->left);
	value = mo_lower(b->c, b->env, q->right);
	if (stopped(b))
		return true;
	if (!target || !value)
		return false;
	if (fails_when_reached(b, target, value, q->span))
		return true;
	if (!mo_fits(b->c, value, &target->type, q->right->span, "the right side of the assignment"))
		return false;
	return mo_assign_value(b->c, b->env, target, value, q->span, b->out) || stopped(b);
}

static bool flatten_if(const body *b, const mo_equation *q)
{
	sm_statement *s = sm_statement_new(b->c->model, SM_IF_DO, q->span);
	bool ok = true;

	for (uint32_t i = 0; i < q->branches.n; i++) {
		const mo_branch *from = &q->branches.at[i];
		sm_statement_branch to = {.span = from->span};
		body inner = *b;
		bool known, last;

		to.condition =
			from->condition ? mo_lower_scalar(b->c, b->env, from->condition, MO_B_BOOLEAN) : sx_bool(b->c->pool, true);
		if (!to.condition)
			return stopped(b);
		known = sx_is_const(b->c->pool, to.condition);
		if (known && !sx_int_value(b->c->pool, to.condition))
			continue;
		last = known;
		if (last && s->branches.n == 0)
			return flatten_body(b, &from->body);
		if (last)
			to.condition = 0;
		inner.out = &to.body;
		inner.nested = true;
		ok &= flatten_body(&inner, &from->body);
		sb_push(b->c->arena, s->branches, to);
		if (last)
			break;
	}
	if (s->branches.n > 0)
		sb_push(b->c->arena, *b->out, s);
	return ok;
}

static bool flatten_while(const body *b, const mo_equation *q)
{
	sm_statement *s = sm_statement_new(b->c->model, SM_WHILE, q->span);
	sm_statement_branch to = {.span = q->span};
	body inner = *b;
	bool ok;

	mo_functions_of(b->c)->before = NULL; /* the condition is computed again in each round */
	to.condition = mo_lower_scalar(b->c, b->env, q->branches.at[0].condition, MO_B_BOOLEAN);
	if (!to.condition)
		return stopped(b);
	inner.out = &to.body;
	inner.nested = inner.in_loop = true;
	inner.unrolled = false;
	ok = flatten_body(&inner, &q->branches.at[0].body);
	sb_push(b->c->arena, s->branches, to);
	sb_push(b->c->arena, *b->out, s);
	return ok;
}

static bool when_is_allowed(const body *b, sb_span span)
{
	const char *where = b->env->in_function  ? "a function"
						: b->env->in_when    ? "another when"
						: b->env->in_initial ? "an initial algorithm"
						: b->nested          ? "an if, for or while"
											 : NULL;

	if (where)
		sb_help(sb_report(b->c->diag, SB_ERROR, "M0570", span, "a when statement cannot be inside %s", where),
				"write it at the top of the algorithm section of a model");
	return !where;
}

static bool flatten_when(const body *b, const mo_equation *q)
{
	sm_statement *s;
	bool ok = true;

	if (!when_is_allowed(b, q->span))
		return false;
	s = add(b, SM_WHEN_DO, q->span);
	for (uint32_t i = 0; i < q->branches.n; i++) {
		const mo_branch *from = &q->branches.at[i];
		sm_statement_branch to = {.span = from->span};
		mo_env env = *b->env;
		body inner = *b;

		ok &= mo_lower_when_condition(b->c, b->env, from->condition, &to.condition, &to.any);
		env.in_when = true;
		inner.env = &env;
		inner.out = &to.body;
		inner.nested = true;
		ok &= flatten_body(&inner, &from->body);
		sb_push(b->c->arena, s->branches, to);
	}
	return ok;
}

/* Hidden variables that were made for statements that are thrown away again. Those that are not the last any more get
 * an equation. */
static void discard_temporaries(mo_context *c, uint32_t from)
{
	sm_model *m = c->model;

	while (m->variables.n > from && m->variables.at[m->variables.n - 1].hidden) {
		const sm_variable *v = &m->variables.at[m->variables.n - 1];

		m->scalars -= v->count;
		sb_map_remove(&m->by_name, (uint64_t)(uintptr_t)v->name);
		m->variables.n--;
	}
	for (uint32_t i = from; i < m->variables.n; i++) {
		const sm_variable *v = &m->variables.at[i];

		for (uint32_t k = 0; v->hidden && k < v->count; k++)
			sm_add_equation(m, sm_ref_at(m, i, k), sx_cast(m->pool, sx_int(m->pool, 0), v->type), v->span,
							v->component);
	}
}

static bool flatten_for(const body *b, const mo_equation *q, uint32_t level);

static bool unroll(const body *b, const mo_equation *q, uint32_t level, const mo_loop *loop)
{
	sx_value from, to;
	sb_span span = q->iterators.at[level].span;

	if (!mo_evaluate(b->c, loop->from, span, "the range of this loop", &from) ||
		!mo_evaluate(b->c, loop->to, span, "the range of this loop", &to))
		return false;
	for (int64_t k = from.integer; k <= to.integer; k++) {
		mo_loop now = *loop;
		mo_env env = *b->env;
		body inner = *b;

		now.bound.value = mo_loop_value(b->c, loop, k);
		if (!now.bound.value)
			return false;
		env.bound = &now.bound;
		inner.env = &env;
		inner.nested = inner.unrolled = true;
		inner.in_loop = false;
		if (!flatten_for(&inner, q, level + 1))
			return false;
		if (stopped(b))
			return true;
	}
	return true;
}

static bool is_target(const sx_pool *pool, sx_ref leaf, sx_ref target)
{
	return target && sx_op_of(pool, leaf) == sx_op_of(pool, target) &&
		   sx_at(pool, leaf)->payload == sx_at(pool, target)->payload;
}

static bool sets_leaf(const sx_pool *pool, const sm_statements *list, sx_ref leaf)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];

		if (is_target(pool, leaf, s->target))
			return true;
		for (uint32_t k = 0; k < s->targets.n; k++)
			if (is_target(pool, leaf, s->targets.at[k]))
				return true;
		for (uint32_t k = 0; k < s->branches.n; k++)
			if (sets_leaf(pool, &s->branches.at[k].body, leaf))
				return true;
	}
	return false;
}

typedef struct range_check {
	const sm_statements *body;
	bool changed;
} range_check;

static bool see_range(void *context, const sx_pool *pool, sx_ref e)
{
	range_check *r = context;

	if (sx_op_of(pool, e) == SX_VAR || sx_op_of(pool, e) == SX_LOCAL)
		r->changed |= sets_leaf(pool, r->body, e);
	return !r->changed;
}

/* The iterator may stand for an expression (a step, an element of a vector), which the body must not change under way.
 */
static bool range_stays(const body *b, const mo_loop *loop, const sm_statements *inside, sb_span span)
{
	range_check r = {.body = inside};

	if (sx_op_of(b->c->pool, loop->bound.value) != SX_ITER)
		sx_visit(b->c->pool, loop->bound.value, see_range, &r);
	if (r.changed) {
		sb_message *m = sb_report(b->c->diag, SB_ERROR, "M0936", span,
								  "a loop that changes the range it runs over is not supported yet");
		sb_help(m, "copy the range to another variable before the loop");
	}
	return !r.changed;
}

static bool symbolic_for(const body *b, const mo_equation *q, uint32_t level, mo_loop *loop, bool *done)
{
	bool needs_constants = false, ok;
	uint32_t variables = b->c->model->variables.n;
	sm_statement *s = sm_statement_new(b->c->model, SM_FOR, q->span);
	sm_statement_branch to = {.span = q->span};
	mo_env env = *b->env;
	body inner = *b;

	env.bound = &loop->bound;
	env.needs_constants = b->env->procedure ? NULL : &needs_constants;
	inner.env = &env;
	inner.out = &to.body;
	inner.nested = inner.in_loop = true;
	inner.unrolled = false;
	sb_push(b->c->arena, mo_functions_of(b->c)->loops, loop->iterator);
	ok = flatten_for(&inner, q, level + 1);
	mo_functions_of(b->c)->loops.n--;
	*done = !needs_constants;
	if (!*done) {
		discard_temporaries(b->c, variables);
		return true;
	}
	s->iterator = loop->iterator;
	s->from = loop->from;
	s->to = loop->to;
	ok = ok && range_stays(b, loop, &to.body, q->iterators.at[level].span);
	sb_push(b->c->arena, s->branches, to);
	sb_push(b->c->arena, *b->out, s);
	return ok;
}

static bool flatten_for(const body *b, const mo_equation *q, uint32_t level)
{
	uint32_t errors = sb_errors(b->c->diag);
	mo_exprs bodies = {0};
	mo_loop loop;
	bool done, ok;

	if (level == q->iterators.n)
		return flatten_body(b, &q->branches.at[0].body);
	if (!q->iterators.at[level].range)
		mo_body_expressions(b->c->arena, &q->branches.at[0].body, &bodies);
	if (!mo_lower_loop(b->c, b->env, &q->iterators.at[level], (const mo_expr *const *)bodies.at, bodies.n, &loop))
		return stopped(b);
	ok = symbolic_for(b, q, level, &loop, &done);
	if (done)
		return ok;
	return sb_errors(b->c->diag) == errors && unroll(b, q, level, &loop);
}

static sm_statement *cannot_program(const body *b, sb_span span, const char *what, const char *help)
{
	sb_help(sb_report(b->c->diag, SB_ERROR, "M0955", span, "%s", what), "%s", help);
	return NULL;
}

/* schedule(e, delay), cancel(e); NULL: it was stopped, or after a message */
static sm_statement *flatten_program(const body *b, const mo_equation *q, bool cancel)
{
	static const char *const names[] = {"e", "delay"};
	uint32_t count = cancel ? 1 : 2;

	if (!mo_check_arguments(b->c, q->left, count, names, count))
		return NULL;
	const mo_expr *e = mo_call_argument(q->left, 0, names[0]), *delay = mo_call_argument(q->left, 1, names[1]);
	if (!b->env->in_when)
		return cannot_program(b, q->span, "an activation can be programmed in a when only",
			"write 'when e then schedule(o, delay); end when;', or 'when initial() then ...' for the beginning");
	mo_value *l = e->kind == MO_E_REF ? mo_lower_reference(b->c, b->env, e) : NULL;
	sx_ref value = delay ? mo_lower_scalar(b->c, b->env, delay, MO_B_REAL) : sx_real(b->c->pool, -1);
	if (!value || (e->kind == MO_E_REF && !l)) {
		stopped(b);
		return NULL;
	}
	if (!l || l->type.base != MO_B_ACTIVATION || l->type.rank)
		return cannot_program(b, e->span, "what is programmed must be a variable of type Activation",
			"write schedule(e, delay) for an 'Activation e' that no equation gives");
	sm_statement *s = sm_statement_new(b->c->model, SM_PROGRAM_DO, q->span);
	s->target = mo_lower_scalar(b->c, b->env, e, MO_B_ACTIVATION);
	s->value = value;
	if (!s->target)
		stopped(b);
	return s->target ? s : NULL;
}

static bool flatten_call(const body *b, const mo_equation *q)
{
	static const char *const reinit[] = {"x", "expr"};
	const mo_expr *call = q->left;
	const char *name = call->parts.n == 1 ? call->parts.at[0].name : "";
	sm_statement *s;

	if (strcmp(name, "assert") == 0) {
		s = sm_statement_new(b->c->model, SM_ASSERT_DO, q->span);
		if (!mo_lower_assert(b->c, b->env, call, &s->condition, &s->value, &s->level))
			return stopped(b);
		if (!b->nested && !b->env->in_function &&
			!mo_assert_may_hold(b->c, b->env, s->condition, s->value, s->level, q->span))
			return false;
	} else if (strcmp(name, "terminate") == 0) {
		s = sm_statement_new(b->c->model, SM_TERMINATE_DO, q->span);
		if (!mo_lower_terminate(b->c, b->env, call, &s->value))
			return stopped(b);
	} else if (strcmp(name, "reinit") == 0) {
		if (!mo_check_arguments(b->c, call, 2, reinit, 2))
			return false;
		if (!b->env->in_when) {
			sb_help(sb_report(b->c->diag, SB_ERROR, "M0421", q->span, "reinit is allowed in a when only"),
					"write 'when condition then reinit(...); end when;'");
			return false;
		}
		s = sm_statement_new(b->c->model, SM_REINIT_DO, q->span);
		s->target = mo_lower_scalar(b->c, b->env, mo_call_argument(call, 0, reinit[0]), MO_B_REAL);
		s->value = mo_lower_scalar(b->c, b->env, mo_call_argument(call, 1, reinit[1]), MO_B_REAL);
		if (!s->target || !s->value)
			return stopped(b);
		if (sx_op_of(b->c->pool, s->target) != SX_VAR) {
			sb_help(sb_report(b->c->diag, SB_ERROR, "M0417", q->span, "only a state can be set by reinit"),
					"write reinit(x, value) for a state x");
			return false;
		}
	} else if ((strcmp(name, "schedule") == 0 || strcmp(name, "cancel") == 0) && !mo_lookup(b->env->scope, name)) {
		s = flatten_program(b, q, name[0] == 'c');
		if (!s)
			return false;
	} else {
		s = sm_statement_new(b->c->model, SM_EVALUATE, q->span);
		s->value = mo_lower_effect(b->c, b->env, call);
		if (!s->value)
			return stopped(b);
	}
	sb_push(b->c->arena, *b->out, s);
	return true;
}

static bool flatten_leave(const body *b, const mo_equation *q)
{
	bool is_break = q->kind == MO_Q_BREAK;

	if (b->unrolled && is_break) {
		sb_help(sb_report(b->c->diag, SB_ERROR, "M0937", q->span,
						  "break in a loop that picks components by its iterator is not supported yet"),
				"copy what is read from the components to an array first");
		return false;
	}
	if (is_break && !b->in_loop) {
		sb_help(sb_report(b->c->diag, SB_ERROR, "M0572", q->span, "break is outside any loop"),
				"use it inside for or while");
		return false;
	}
	if (!is_break && !b->env->in_function) {
		sb_help(sb_report(b->c->diag, SB_ERROR, "M0571", q->span, "return is allowed in functions only"),
				"put the rest of the statements into an if");
		return false;
	}
	add(b, is_break ? SM_BREAK : SM_RETURN, q->span);
	return true;
}

static bool flatten_one(const body *b, const mo_equation *q)
{
	switch (q->kind) {
	case MO_Q_ASSIGN:
		return flatten_assign(b, q);
	case MO_Q_MULTI:
		return mo_assign_multi(b->c, b->env, q, b->out);
	case MO_Q_IF:
		return flatten_if(b, q);
	case MO_Q_FOR:
		return flatten_for(b, q, 0);
	case MO_Q_WHILE:
		return flatten_while(b, q);
	case MO_Q_WHEN:
		return flatten_when(b, q);
	case MO_Q_CALL:
		return flatten_call(b, q);
	case MO_Q_BREAK:
	case MO_Q_RETURN:
		return flatten_leave(b, q);
	default:
		sb_must(false, "an equation among statements has passed the parser");
		return false;
	}
}

static bool flatten_body(const body *b, const mo_equations *statements)
{
	bool ok = true;

	mo_functions *f = mo_functions_of(b->c);
	sm_statements *before = f->before;

	for (uint32_t i = 0; i < statements->n && !stopped(b); i++) {
		f->before = b->env->procedure ? b->out : NULL;
		f->scope = b->env->scope;
		ok &= flatten_one(b, statements->at[i]);
	}
	f->before = before;
	return ok;
}

bool mo_flatten_statements(mo_context *c, const mo_env *env, const mo_equations *statements, sm_statements *out)
{
	body b = {.c = c, .env = env, .out = out};

	return flatten_body(&b, statements);
}
