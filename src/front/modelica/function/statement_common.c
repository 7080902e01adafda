/* What equations and statements have in common: assert, terminate, calls for their effect, conditions of when. */
#include "front/modelica/function/function_inside.h"

#include <string.h>

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

bool mo_assert_may_hold(mo_context *c, const mo_env *env, sx_ref condition, sx_ref text, int level, sb_span span)
{
	const char *component = mo_whole_scope(env->scope)->prefix;
	sb_message *m;

	if (level || !sx_is_const(c->pool, condition) || sx_int_value(c->pool, condition))
		return true;
	m = sb_report(c->diag, SB_ERROR, "M0437", span, "this assertion never holds%s%s",
				  sx_is_const(c->pool, text) ? ": " : "",
				  sx_is_const(c->pool, text) ? sx_string_value(c->pool, text) : "");
	if (*component)
		sb_note(m, "it is about the component '%s'", component);
	sb_help(m, "change the constants that it depends on");
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
	sb_help(sb_report(c->diag, SB_ERROR, "M0935", call->span, "this call has no effect, and its result is not used"),
			"assign the result to a variable, or remove the call");
	return 0;
}

/* 3.6, 8.6: a when acts at initialisation where initial() is its condition or one of the conditions in its vector, not
 * where it is an argument of something that happens to have the same value. That is then a condition that never becomes
 * true in the run. */
static sx_ref literal_initial(mo_context *c, const mo_expr *e, sx_ref condition)
{
	bool is = sx_op_of(c->pool, condition) == SX_INITIAL;
	bool written = e->kind == MO_E_CALL && e->parts.n == 1 && strcmp(e->parts.at[0].name, "initial") == 0;

	return is && !written ? sx_bool(c->pool, false) : condition;
}

bool mo_lower_when_condition(mo_context *c, const mo_env *env, const mo_expr *e, sx_ref *condition, sm_exprs *any)
{
	mo_value *v = mo_lower(c, env, e);
	mo_value_type wanted = {.base = MO_B_BOOLEAN};
	uint32_t n;

	if (!v)
		return false;
	if (v->type.base == MO_B_ACTIVATION)
		wanted.base = MO_B_ACTIVATION;
	if (v->type.rank == 1) {
		wanted.rank = 1;
		wanted.dims = v->type.dims;
	}
	if (v->type.base != MO_B_BOOLEAN && e->kind == MO_E_CALL && e->parts.n == 1 &&
		strcmp(e->parts.at[0].name, "sample") == 0) {
		sb_message *m = sb_report(
			c->diag, SB_ERROR, "M0309", e->span,
			"sample with one argument is not a condition: it is the value of a variable at the ticks of a clock");
		sb_help(m, "write sample(start, interval), with the time of the first tick and the time between ticks");
		return false;
	}
	if (!mo_fits(c, v, &wanted, e->span, "the condition of a when"))
		return false;
	if (v->type.rank == 0) {
		sx_ref one = mo_elem(c, v, NULL);

		*condition = one ? literal_initial(c, e, one) : 0;
		return one != 0;
	}
	if (!mo_const_dims(c, v, &n))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		sx_ref at = sx_int(c->pool, i + 1), one = mo_elem(c, v, &at);

		if (!one)
			return false;
		if (e->kind == MO_E_ARRAY && e->a.n == n)
			one = literal_initial(c, e->a.at[i], one);
		sb_push(c->arena, *any, one);
	}
	if (n == 0)
		*condition = sx_bool(c->pool, false);
	if (n == 1) {
		*condition = any->at[0];
		any->n = 0;
	}
	return true;
}
