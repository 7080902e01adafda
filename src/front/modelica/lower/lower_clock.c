/* Clocks (chapter 16): constructors, and the operators between clocked and other values. What a clock is, and which
 * equation belongs to which, is found in the structure layer; here types and arguments are checked. Factors, counters
 * and resolutions are numbers from here on: 16.5.2, they are evaluable expressions. */
#include "front/modelica/lower/lower_inside.h"

#include <string.h>

static mo_value *wrong(const mo_builtin_call *k, sb_span span, const char *why, const char *help)
{
	sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0578", span, "'%s' %s", k->name, why);
	sb_help(m, "%s", help);
	return NULL;
}

static sb_span argument_span(const mo_builtin_call *k, uint32_t i)
{
	return i < k->e->a.n ? k->e->a.at[i]->span : k->e->span;
}

/* An argument that is a whole number of at least `least` when the model is translated. */
static bool count_argument(const mo_builtin_call *k, uint32_t i, int64_t otherwise, int64_t least, sx_ref *out)
{
	mo_value_type type = mo_type_of(MO_B_INTEGER, 0, 0, NULL);
	sx_value value;

	*out = sx_int(k->c->pool, otherwise);
	if (i >= k->n || !k->args[i])
		return true;
	if (!mo_fits(k->c, k->args[i], &type, argument_span(k, i), "this argument")
		|| !mo_evaluate(k->c, mo_elem(k->c, k->args[i], NULL), argument_span(k, i),
			sb_printf(k->c->arena, "an argument of '%s'", k->name), &value))
		return false;
	if (value.integer < least)
		return wrong(k, argument_span(k, i),
					 sb_printf(k->c->arena, "takes a whole number of at least %lld here, but this is %lld",
							   (long long)least, (long long)value.integer),
					 "check the sign of the argument") != NULL;
	*out = sx_int(k->c->pool, value.integer);
	return true;
}

/* ------------------------------------------------------------------- the operators */

typedef struct conversion {
	sx_op op;
	sx_ref args[3];
	uint32_t n;
	sb_span span;
	const char *name;
	bool component;
} conversion;

static sx_ref apply_conversion(mo_context *c, const void *data, const sx_ref *args)
{
	conversion v = *(const conversion *)data;

	v.args[0] = args[0];
	if (v.op != SX_SAMPLED && v.op != SX_SUB_SAMPLE && mo_is_parametric(c, args[0]))
		return args[0];              /* 16.2.1: a constant or a parameter can always be used */
	if (v.component && sx_op_of(c->pool, args[0]) != SX_VAR && sx_type_of(c->pool, args[0]) != SX_CLOCK) {
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "M0596", v.span, "'%s' is for variables, not for expressions", v.name);
		sb_note(m, "before the first tick its value is the start value of the variable; an expression has none");
		sb_help(m, "declare a variable for the expression, and write %s of it", v.name);
		return 0;
	}
	return sx_make(c->pool, v.op, sx_type_of(c->pool, args[0]), 0, v.args, v.n);
}

static mo_value *convert(mo_context *c, mo_value *v, void *data)
{
	if (v->kind == MO_K_RECORD)
		return mo_fieldwise(c, v, &v->type, convert, data);
	return mo_map(c, &v->type, apply_conversion, data, &v, 1);
}

/* The first element is made at once, so that what is wrong is said here and once. */
static mo_value *converted(const mo_builtin_call *k, const conversion *v)
{
	conversion *kept = sb_new(k->c->arena, conversion);
	mo_value *out;

	*kept = *v;
	kept->span = k->e->span;
	kept->name = k->name;
	if (k->args[0]->type.base == MO_B_EXTERNAL_OBJECT)
		return wrong(k, argument_span(k, 0), "is not for external objects", "use a variable with a value");
	out = convert(k->c, k->args[0], kept);
	if (!out || out->kind == MO_K_RECORD)
		return out;
	sx_ref *at = sb_new_array(k->c->arena, sx_ref, out->type.rank + 1);
	for (uint32_t d = 0; d < out->type.rank; d++) {
		if (sx_is_number(k->c->pool, out->type.dims[d], 0))
			return out;
		at[d] = sx_int(k->c->pool, 1);
	}
	return mo_elem(k->c, out, out->type.rank ? at : NULL) ? out : NULL;
}

mo_value *mo_builtin_hold(const mo_builtin_call *k)
{
	if (k->args[0]->type.base == MO_B_CLOCK)
		return wrong(k, argument_span(k, 0), "is for clocked variables, but this is a Clock",
					 "hold the variable, not its clock");
	return converted(k, &(conversion){.op = (sx_op)k->code, .n = 1, .component = k->code != SX_NO_CLOCK});
}

/* subSample, superSample, shiftSample, backSample: code is the operation. */
mo_value *mo_builtin_subclock(const mo_builtin_call *k)
{
	bool shift = k->code == SX_SHIFT_SAMPLE || k->code == SX_BACK_SAMPLE;
	conversion v = {.op = (sx_op)k->code, .n = shift ? 3 : 2, .component = k->code == SX_BACK_SAMPLE};

	if (!count_argument(k, 1, 0, 0, &v.args[1]) || (shift && !count_argument(k, 2, 1, 1, &v.args[2])))
		return NULL;
	return converted(k, &v);
}

/* interval(u), firstTick(u): u says which clock, its value does not count (16.10). */
mo_value *mo_builtin_tick(const mo_builtin_call *k)
{
	bool first = k->code == SX_FIRST_TICK;
	sx_type type = first ? SX_BOOLEAN : SX_REAL;
	mo_value *v = k->n ? k->args[0] : NULL;
	sx_ref arg = 0, *at;

	if (v && v->type.base == MO_B_ACTIVATION && !first)
		return mo_activation_period(k);
	while (v && v->kind == MO_K_RECORD)
		v = v->field_count ? v->fields[0] : NULL;
	if (v) {
		at = sb_new_array(k->c->arena, sx_ref, v->type.rank + 1);
		for (uint32_t d = 0; d < v->type.rank; d++)
			at[d] = sx_int(k->c->pool, 1);
		if (!(arg = mo_elem(k->c, v, v->type.rank ? at : NULL)))
			return NULL;
	}
	return mo_value_scalar(k->c, sx_make(k->c->pool, (sx_op)k->code, type, 0, &arg, arg != 0),
		first ? MO_B_BOOLEAN : MO_B_REAL, 0);
}

/* sample(u), sample(u, clock): the left limit of u at the ticks (16.5.1). */
mo_value *mo_builtin_clocked_sample(const mo_builtin_call *k)
{
	conversion v = {.op = SX_SAMPLED, .n = 1};

	if (k->args[0]->type.base == MO_B_CLOCK)
		return wrong(k, argument_span(k, 0), "takes a value, but this is a Clock", "write sample(value, clock)");
	if (k->n > 1 && k->args[1]) {
		v.n = 2;
		v.args[1] = mo_elem(k->c, k->args[1], NULL);
		if (!v.args[1])
			return NULL;
	}
	return converted(k, &v);
}

/* --------------------------------------------------------------------- constructors */

static const mo_expr *argument(const mo_expr *call, uint32_t i, const char *name)
{
	if (i < call->a.n)
		return call->a.at[i];
	for (uint32_t n = 0; n < call->named.n; n++)
		if (strcmp(call->named.at[n].name, name) == 0)
			return call->named.at[n].value;
	return NULL;
}

/* The second argument of the form at hand; false if there are others. */
static bool second(const mo_builtin_call *k, const char *first, const char *name, const mo_expr **out)
{
	uint32_t named = 0;

	*out = argument(k->e, 1, name);
	for (uint32_t i = 0; i < k->e->named.n; i++) {
		const char *given = k->e->named.at[i].name;
		named += (strcmp(given, first) == 0 && !k->e->a.n) || (name[0] && strcmp(given, name) == 0 && k->e->a.n < 2);
	}
	if (named == k->e->named.n && k->e->a.n + named == 1 + (*out != NULL))
		return true;
	wrong(k, k->e->span, "is not called with these arguments",
		  "write Clock(), Clock(intervalCounter, resolution), Clock(interval), Clock(condition, startInterval) or "
		  "Clock(c, solverMethod)");
	return false;
}

static mo_value *make_clock(const mo_builtin_call *k, int kind, sx_ref a, sx_ref b)
{
	sx_ref args[2] = {a, b};
	uint32_t site = mo_lowering_of(k->c)->sites++;

	if ((kind != SX_CLOCK_INFERRED && !a) || (kind != SX_CLOCK_INFERRED && kind != SX_CLOCK_REAL && !b))
		return NULL;
	return mo_value_scalar(k->c, sx_make(k->c->pool, SX_NEW_CLOCK, SX_CLOCK, (uint32_t)kind + 8 * site, args,
		kind == SX_CLOCK_INFERRED ? 0 : kind == SX_CLOCK_REAL ? 1 : 2), MO_B_CLOCK, 0);
}

/* 16.3: an evaluable expression, or a clocked variable. */
static bool interval_argument(const mo_builtin_call *k, sx_ref e, sb_span span)
{
	if (mo_is_parametric(k->c, e) || sx_op_of(k->c->pool, e) == SX_VAR)
		return true;
	return wrong(k, span, "takes an interval that is known or a clocked variable, but this is an expression",
		"declare a variable for it") != NULL;
}

static mo_value *rational_clock(const mo_builtin_call *k, sx_ref counter, sb_span span)
{
	const mo_expr *e;
	sx_ref resolution = sx_int(k->c->pool, 1);
	sx_value value;

	if (!second(k, "intervalCounter", "resolution", &e) || !interval_argument(k, counter, span))
		return NULL;
	if (e) {
		sx_ref r = mo_lower_scalar(k->c, k->env, e, MO_B_INTEGER);
		if (!r || !mo_evaluate(k->c, r, e->span, "the resolution of a clock", &value))
			return NULL;
		if (value.integer < 1)
			return wrong(k, e->span, "has a resolution of at least 1", "write Clock(intervalCounter, resolution)");
		resolution = sx_int(k->c->pool, value.integer);
	}
	if (mo_is_parametric(k->c, counter)) {
		if (!mo_evaluate(k->c, counter, span, "the interval of a clock", &value))
			return NULL;
		if (value.integer < 0)
			return wrong(k, span, "has an interval that is not negative", "write Clock(intervalCounter, resolution)");
		if (value.integer == 0)
			return make_clock(k, SX_CLOCK_INFERRED, 0, 0);
		counter = sx_int(k->c->pool, value.integer);
	}
	return make_clock(k, SX_CLOCK_RATIONAL, counter, resolution);
}

static mo_value *real_clock(const mo_builtin_call *k, sx_ref interval, sb_span span)
{
	const mo_expr *e;

	if (!second(k, "interval", "", &e) || !interval_argument(k, interval, span))
		return NULL;
	if (e)
		return wrong(k, e->span, "with a Real interval has no other argument",
					 "write Clock(interval), or Clock(counter, resolution) with Integers");
	if (sx_is_const(k->c->pool, interval) && sx_real_value(k->c->pool, interval) <= 0)
		return wrong(k, span, "has an interval that is greater than zero", "write Clock(interval), in seconds");
	return make_clock(k, SX_CLOCK_REAL, interval, 0);
}

mo_value *mo_lower_clock(mo_context *c, const mo_env *env, const mo_expr *call)
{
	mo_builtin_call k = {.c = c, .env = env, .e = call, .name = "Clock"};
	static const char *const firsts[] = {"intervalCounter", "interval", "condition", "c"};
	const mo_expr *first = NULL, *e;
	mo_value *v;

	if (env->in_function || env->procedure)
		return wrong(&k, call->span, "cannot be used in a function", "functions know only their inputs");
	for (size_t i = 0; i < 4 && !first; i++)
		first = argument(call, 0, firsts[i]);
	if (!first && !call->named.n)
		return make_clock(&k, SX_CLOCK_INFERRED, 0, 0);
	if (!first)
		return second(&k, "", "", &e) ? NULL : NULL;
	v = mo_lower(c, env, first);
	if (!v)
		return NULL;
	if (v->type.rank || v->type.base == MO_B_CLASS || v->type.base == MO_B_STRING || v->type.base == MO_B_ENUM)
		return wrong(&k, first->span, "takes an interval, a condition or a clock",
					 "write a number, a Boolean or a Clock");
	sx_ref value = mo_elem(c, v, NULL);
	if (!value)
		return NULL;
	switch (v->type.base) {
	case MO_B_INTEGER:
		if (argument(call, 9, "interval"))
			return real_clock(&k, sx_cast(c->pool, value, SX_REAL), first->span);
		return rational_clock(&k, value, first->span);
	case MO_B_REAL: return real_clock(&k, value, first->span);
	case MO_B_BOOLEAN:
		if (!second(&k, "condition", "startInterval", &e))
			return NULL;
		return make_clock(&k, SX_CLOCK_EVENT, value, e ? mo_lower_scalar(c, env, e, MO_B_REAL) : sx_real(c->pool, 0));
	default:
		if (!second(&k, "c", "solverMethod", &e))
			return NULL;
		if (!e)
			return v;
		const char *method;
		return mo_evaluate_string(c, env, e, "the solver method of a clock", &method)
			? make_clock(&k, SX_CLOCK_SOLVER, value, sx_string(c->pool, method)) : NULL;
	}
}
