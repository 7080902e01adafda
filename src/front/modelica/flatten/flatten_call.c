/* Equations that are calls: assert, terminate, reinit, and functions for their effect; and what they share with
 * statements. */
#include "front/modelica/flatten/flatten_inside.h"

#include <string.h>

const mo_expr *mo_call_argument(const mo_expr *call, uint32_t index, const char *name)
{
	if (index < call->a.n)
		return call->a.at[index];
	for (uint32_t i = 0; i < call->named.n; i++)
		if (strcmp(call->named.at[i].name, name) == 0)
			return call->named.at[i].value;
	return NULL;
}

bool mo_check_arguments(mo_context *c, const mo_expr *call, uint32_t least, const char *const *names, uint32_t most)
{
	uint32_t given = 0;

	for (uint32_t i = 0; i < call->named.n; i++) {
		bool known = false;

		for (uint32_t k = call->a.n; k < most; k++)
			known |= strcmp(call->named.at[i].name, names[k]) == 0;
		if (!known) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0419", call->named.at[i].span,
									  "'%s' has no argument '%s', or it is given twice", call->parts.at[0].name,
									  call->named.at[i].name);
			const char *near = sb_nearest(call->named.at[i].name, names, most);

			if (near)
				sb_help(m, "did you mean '%s'?", near);
			return false;
		}
	}
	for (uint32_t i = 0; i < most; i++)
		given += i < least && mo_call_argument(call, i, names[i]) != NULL;
	if (call->a.n <= most && given == least)
		return true;
	sb_help(sb_report(c->diag, SB_ERROR, "M0419", call->span, "'%s' takes %s%u arguments", call->parts.at[0].name,
			least < most ? "at least " : "", least),
			"give each of them once, by place or by name");
	return false;
}

bool mo_lower_assert(mo_context *c, const mo_env *env, const mo_expr *call, sx_ref *condition, sx_ref *text, int *level)
{
	static const char *const names[] = {"condition", "message", "level"};
	const mo_expr *third;
	sx_value value;
	sx_ref e;

	if (!mo_check_arguments(c, call, 2, names, 3))
		return false;
	*condition = mo_lower_scalar(c, env, mo_call_argument(call, 0, names[0]), MO_B_BOOLEAN);
	*text = mo_lower_scalar(c, env, mo_call_argument(call, 1, names[1]), MO_B_STRING);
	*level = 0;
	if (!*condition || !*text)
		return false;
	third = mo_call_argument(call, 2, names[2]);
	if (!third)
		return true;
	e = mo_lower_scalar(c, env, third, MO_B_ENUM);
	if (!e || !mo_evaluate(c, e, third->span, "the level of an assert", &value))
		return false;
	*level = value.integer == 1 ? 1 : 0; /* AssertionLevel is enumeration(warning, error) */
	return true;
}

bool mo_assert_may_hold(mo_context *c, sx_ref condition, sx_ref text, int level, sb_span span)
{
	sb_message *m;

	if (level || !sx_is_const(c->pool, condition) || sx_int_value(c->pool, condition))
		return true;
	m = sb_report(c->diag, SB_ERROR, "M0437", span, "this assertion never holds%s%s", sx_is_const(c->pool, text) ? ": " : "",
				  sx_is_const(c->pool, text) ? sx_string_value(c->pool, text) : "");
	sb_help(m, "change the constants that it is about");
	return false;
}

bool mo_lower_terminate(mo_context *c, const mo_env *env, const mo_expr *call, sx_ref *text)
{
	static const char *const names[] = {"message"};

	if (!mo_check_arguments(c, call, 1, names, 1))
		return false;
	*text = mo_lower_scalar(c, env, mo_call_argument(call, 0, names[0]), MO_B_STRING);
	return *text != 0;
}

static sm_equation *add(const mo_place *p, sm_equation_kind kind, sb_span span)
{
	sm_equation *e = mo_new_equation(p, kind, span);

	sb_push(p->c->arena, *p->out, e);
	return e;
}

static bool flatten_assert(const mo_place *p, const mo_equation *q)
{
	sx_ref condition, text;
	int level;
	sm_equation *e;

	if (!mo_lower_assert(p->c, p->env, q->left, &condition, &text, &level))
		return mo_stopped(p);
	if (mo_stopped(p) || (sx_is_const(p->c->pool, condition) && sx_int_value(p->c->pool, condition)))
		return true;
	if (!p->at_run && !p->env->in_when && !mo_assert_may_hold(p->c, condition, text, level, q->span))
		return false;
	e = add(p, SM_ASSERT, q->span);
	e->lhs = condition;
	e->rhs = text;
	e->level = level;
	return true;
}

static bool flatten_terminate(const mo_place *p, const mo_equation *q)
{
	sx_ref text;

	if (!mo_lower_terminate(p->c, p->env, q->left, &text))
		return false;
	add(p, SM_TERMINATE, q->span)->rhs = text;
	return true;
}

static bool no_state(mo_context *c, sb_span span)
{
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0417", span, "reinit sets states only: Real variables whose derivative appears");

	sb_help(m, "write 'x = value' in the when for discrete variables");
	return false;
}

static bool is_state(mo_context *c, mo_value *v, sb_span span)
{
	sx_ref e = mo_stored(c, v);

	if (v->type.base == MO_B_REAL &&
		(!e || (sx_op_of(c->pool, e) == SX_VAR &&
				sm_var(c->model, sx_at(c->pool, e)->payload)->variability == SM_CONTINUOUS)))
		return true;
	return no_state(c, span);
}

static bool flatten_reinit(const mo_place *p, const mo_equation *q)
{
	static const char *const names[] = {"x", "expr"};
	const mo_expr *x, *to;
	mo_value *l, *r;

	if (!mo_check_arguments(p->c, q->left, 2, names, 2))
		return false;
	if (!p->env->in_when) {
		sb_message *m = sb_report(p->c->diag, SB_ERROR, "M0421", q->span, "reinit is allowed in when equations only");
		sb_help(m, "write 'when condition then reinit(...); end when;'");
		return false;
	}
	x = mo_call_argument(q->left, 0, names[0]);
	to = mo_call_argument(q->left, 1, names[1]);
	if (x->kind != MO_E_REF)
		return no_state(p->c, x->span);
	l = mo_lower_reference(p->c, p->env, x);
	r = mo_lower(p->c, p->env, to);
	if (!l || !r)
		return mo_stopped(p);
	if (!is_state(p->c, l, x->span) || !mo_fits(p->c, r, &l->type, to->span, "the new value"))
		return false;
	return mo_equate(p, SM_REINIT, l, r, q->span);
}

sx_ref mo_lower_effect(mo_context *c, const mo_env *env, const mo_expr *call)
{
	mo_value **results = NULL;
	mo_env here = *env;
	uint32_t count;
	sx_ref e;

	here.effect = call;
	if (!mo_lower_multi(c, &here, call, &results, &count))
		return 0;
	e = results && results[0] ? mo_stored(c, results[0]) : 0; /* a function without results has its call there */
	while (count && results[0]->type.base == MO_B_CLASS && results[0]->field_count > 0 && !e) {
		results = results[0]->fields;
		e = mo_stored(c, results[0]);
	}
	if (e && sx_op_of(c->pool, e) == SX_OUT)
		e = sx_arg(c->pool, e, 0);
	if (e && sx_op_of(c->pool, e) == SX_CALL)
		return e;
	sb_help(sb_report(c->diag, SB_ERROR, "M0935", call->span, "a call for its effect alone is not supported here"),
			"give the function a result, and use that");
	return 0;
}

bool mo_flatten_call(const mo_place *p, const mo_equation *q)
{
	const mo_expr *call = q->left;
	const char *name = call->parts.n == 1 ? call->parts.at[0].name : "";
	sx_ref e;

	if (strcmp(name, "assert") == 0)
		return flatten_assert(p, q);
	if (strcmp(name, "terminate") == 0)
		return flatten_terminate(p, q);
	if (strcmp(name, "reinit") == 0)
		return flatten_reinit(p, q);
	if (call->parts.n == 2 && strcmp(call->parts.at[0].name, "Connections") == 0)
		return mo_check_connection(p, q);
	if (strcmp(name, "transition") == 0)
		return mo_flatten_transition(p, q);
	if (strcmp(name, "initialState") == 0)
		return mo_flatten_initial_state(p, q);
	e = mo_lower_effect(p->c, p->env, call);
	if (!e)
		return mo_stopped(p);
	add(p, SM_CALL, q->span)->rhs = e;
	return true;
}
