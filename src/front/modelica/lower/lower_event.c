/* Functions of time and events: der, pre, edge, change, sample, delay, noEvent, smooth, homotopy, ... */
#include "front/modelica/lower/lower_inside.h"

#include <string.h>

/* ------------------------------------------------------------- derivatives */

typedef struct deriving { sb_span span; } deriving;

static sx_ref cannot_derive(mo_context *c, sb_span span, const char *why, const char *help)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0333", span, "this has no derivative: %s", why);
	sb_help(m, "%s", help);
	return 0;
}

static sx_ref derive_variable(mo_context *c, sb_span span, sx_ref e)
{
	const sm_variable *v = sm_var(c->model, sx_at(c->pool, e)->payload);
	if (v->variability == SM_PARAMETER || v->variability == SM_CONSTANT)
		return sx_real(c->pool, 0);
	if (v->type == SX_REAL && v->variability != SM_DISCRETE)
		return sx_unary(c->pool, SX_DER, e);
	const char *why = sb_printf(c->arena, "'%s' is discrete, it changes only at events", v->name);
	return cannot_derive(c, span, why, "use a continuous Real");
}

static sx_ref leaf_derivative(sx_chain *self, sx_pool *pool, sx_ref leaf)
{
	mo_context *c = self->context;
	if (sx_op_of(pool, leaf) == SX_TIME)
		return sx_real(pool, 1);
	if (sx_op_of(pool, leaf) != SX_VAR)
		return 0;
	const sm_variable *v = sm_var(c->model, sx_at(pool, leaf)->payload);
	return v->type == SX_REAL && v->variability == SM_CONTINUOUS ? sx_unary(pool, SX_DER, leaf) : 0;
}

typedef struct obstacle { const char *why, *help; } obstacle;

static bool see_obstacle(void *context, const sx_pool *pool, sx_ref e)
{
	obstacle *o = context;
	if (sx_op_of(pool, e) == SX_DER) {
		o->why = "it is a derivative already";
		o->help = "declare a variable v with v = der(x), and write der(v)";
	} else if (sx_op_of(pool, e) == SX_DELAY) {
		o->why = "it is delayed";
		o->help = "declare a variable for it and use that";
	} else if (sx_op_of(pool, e) == SX_TRANSPORTED) {
		o->why = "it comes from a spatialDistribution";
		o->help = "give it to a filter, T*der(y) = u - y, whose state has a derivative";
	}
	return !o->why;
}

static sx_ref apply_der(mo_context *c, const void *data, const sx_ref *args)
{
	sb_span span = ((const deriving *)data)->span;
	sx_ref e = args[0];
	if (sx_op_of(c->pool, e) == SX_VAR)
		return derive_variable(c, span, e);
	if (mo_is_parametric(c, e))
		return sx_real(c->pool, 0);
	obstacle o = {0};
	sx_visit(c->pool, e, see_obstacle, &o);
	if (o.why)
		return cannot_derive(c, span, o.why, o.help);
	if (sx_flags(c->pool, e) & SX_HAS_CALL)
		return sx_unary(c->pool, SX_DER, e);      /* structure differentiates functions */
	sx_chain chain = { .leaf = leaf_derivative, .context = c, .done = sb_map_new(c->arena) };
	sx_ref d = sx_diff(c->pool, e, sx_time(c->pool), &chain);
	if (d)
		return sx_unary(c->pool, SX_DER, e);      /* sm_name_derivatives or structure carries it out */
	return cannot_derive(c, span, "it is not known how to differentiate it",
		"declare a variable for it and use that");
}

/* Makes the first element at once, so that what is wrong is said once and here. */
static mo_value *probed(mo_context *c, mo_value *v)
{
	if (!v || v->type.rank == 0)
		return v;
	sx_ref *at = sb_new_array(c->arena, sx_ref, v->type.rank);
	for (uint32_t i = 0; i < v->type.rank; i++) {
		if (sx_is_number(c->pool, v->type.dims[i], 0))
			return v;
		at[i] = sx_int(c->pool, 1);
	}
	return mo_elem(c, v, at) ? v : NULL;
}

static mo_value *wrong_argument(const mo_builtin_call *k, uint32_t i, const char *wanted)
{
	sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0525", i < k->e->a.n ? k->e->a.at[i]->span : k->e->span,
		"'%s' is for %s, but this is %s",
		k->name, wanted, mo_type_string(k->c, &k->args[i]->type));
	sb_help(m, "check the argument");
	return NULL;
}

mo_value *mo_builtin_der(const mo_builtin_call *k)
{
	mo_value *v = k->args[0];
	if (v->type.base != MO_B_REAL)
		return wrong_argument(k, 0, "Reals");
	deriving *d = sb_new(k->c->arena, deriving);
	d->span = k->e->span;
	mo_value_type type = v->type;
	type.base = MO_B_REAL;
	return probed(k->c, mo_map(k->c, &type, apply_der, d, &v, 1));
}

/* ------------------------------------------------------------------- events */

static sx_ref apply_pre(mo_context *c, const void *data, const sx_ref *args)
{
	const mo_builtin_call *k = data;
	if (mo_is_parametric(c, args[0]) || sx_op_of(c->pool, args[0]) == SX_VAR) {
		bool moves = !mo_is_parametric(c, args[0]);
		return moves ? sx_unary(c->pool, SX_PRE, args[0]) : args[0];
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0334", k->e->span, "'%s' is for variables, not for expressions",
		k->name);
	sb_note(m, "only variables have a value before an event");
	sb_help(m, "declare a variable for the expression, as in Boolean b = x > 1, and write %s(b)", k->name);
	return 0;
}

static sx_ref apply_edge(mo_context *c, const void *data, const sx_ref *args)
{
	sx_ref before = apply_pre(c, data, args);
	return before ? sx_binary(c->pool, SX_AND, args[0], sx_unary(c->pool, SX_NOT, before)) : 0;
}

static sx_ref apply_change(mo_context *c, const void *data, const sx_ref *args)
{
	sx_ref before = apply_pre(c, data, args);
	return before ? sx_binary(c->pool, SX_NE, args[0], before) : 0;
}

static mo_value *of_variable(const mo_builtin_call *k, mo_apply apply, mo_base base)
{
	mo_value_type type = k->args[0]->type;
	if (type.base == MO_B_CLASS || type.base == MO_B_EXTERNAL_OBJECT || type.base == MO_B_ACTIVATION)
		return wrong_argument(k, 0, "variables that are numbers, Booleans, Strings or enumerations");
	if (base != type.base)
		type.enumeration = 0;
	type.base = base;
	mo_builtin_call *kept = sb_new(k->c->arena, mo_builtin_call);
	*kept = *k;
	return probed(k->c, mo_map(k->c, &type, apply, kept, k->args, 1));
}

mo_value *mo_builtin_pre(const mo_builtin_call *k)
{
	return of_variable(k, apply_pre, k->args[0]->type.base);
}

mo_value *mo_builtin_edge(const mo_builtin_call *k)
{
	if (k->args[0]->type.base != MO_B_BOOLEAN)
		return wrong_argument(k, 0, "Booleans");
	return of_variable(k, apply_edge, MO_B_BOOLEAN);
}

mo_value *mo_builtin_change(const mo_builtin_call *k)
{
	return of_variable(k, apply_change, MO_B_BOOLEAN);
}

mo_value *mo_builtin_instant(const mo_builtin_call *k)
{
	return mo_value_scalar(k->c, sx_make(k->c->pool, (sx_op)k->code, SX_BOOLEAN, 0, NULL, 0), MO_B_BOOLEAN, 0);
}

/* The argument as a scalar Real; 0 after a message. */
static sx_ref real_argument(const mo_builtin_call *k, uint32_t i)
{
	mo_value_type type = mo_type_of(MO_B_REAL, 0, 0, NULL);
	sb_span span = i < k->e->a.n ? k->e->a.at[i]->span : k->e->span;
	return mo_fits(k->c, k->args[i], &type, span, "this argument") ? mo_elem(k->c, mo_cast(k->c, k->args[i], MO_B_REAL),
		NULL) : 0;
}

static sb_span argument_span(const mo_builtin_call *k, uint32_t i)
{
	return i < k->e->a.n ? k->e->a.at[i]->span : k->e->span;
}

static bool is_known_before_run(const mo_builtin_call *k, uint32_t i, sx_ref e)
{
	if (mo_is_parametric(k->c, e))
		return true;
	sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0525", argument_span(k, i),
		"this argument of '%s' must be a parameter expression, but it varies", k->name);
	sb_note(m, "it is needed before the run begins");
	sb_help(m, "use constants and parameters only");
	return false;
}

mo_value *mo_builtin_sample(const mo_builtin_call *k)
{
	if (!k->args[1] || k->args[1]->type.base == MO_B_CLOCK)
		return mo_builtin_clocked_sample(k);
	sx_ref args[2] = { real_argument(k, 0), real_argument(k, 1) };
	if (!args[0] || !args[1] || !is_known_before_run(k, 0, args[0]) || !is_known_before_run(k, 1, args[1]))
		return NULL;
	if (sx_is_const(k->c->pool, args[1]) && sx_real_value(k->c->pool, args[1]) <= 0) {
		sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0526", k->e->span, "the interval of sample must be positive");
		sb_help(m, "write sample(start, interval) with an interval > 0");
		return NULL;
	}
	return mo_value_scalar(k->c, sx_make(k->c->pool, SX_SAMPLE, SX_BOOLEAN, mo_lowering_of(k->c)->sites++, args, 2),
		MO_B_BOOLEAN, 0);
}

mo_value *mo_builtin_delay(const mo_builtin_call *k)
{
	sx_ref args[3] = { real_argument(k, 0), real_argument(k, 1), k->args[2] ? real_argument(k, 2) : 0 };
	if (!args[0] || !args[1] || (k->args[2] && !args[2]))
		return NULL;
	if (!args[2] && !mo_is_parametric(k->c, args[1])) {
		sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0527", k->e->span,
			"a delay that varies needs a maximum value");
		sb_help(m, "write delay(x, delayTime, delayMax) with a parameter for delayMax");
		return NULL;
	}
	if (args[2] && !is_known_before_run(k, 2, args[2]))
		return NULL;
	if (sx_is_const(k->c->pool, args[1]) && sx_real_value(k->c->pool, args[1]) < 0) {
		sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0525", argument_span(k, 1), "this delay is negative");
		sb_help(m, "only past values are known: write delay(x, delayTime) with delayTime >= 0");
		return NULL;
	}
	if (args[2] && sx_is_const(k->c->pool, args[1]) && sx_is_const(k->c->pool, args[2])
		&& sx_real_value(k->c->pool, args[1]) > sx_real_value(k->c->pool, args[2])) {
		sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0525", argument_span(k, 1),
			"this delay is longer than its maximum, delayMax");
		sb_help(m, "make delayMax at least as long as delayTime");
		return NULL;
	}
	args[2] = args[2] ? args[2] : args[1];
	return mo_value_scalar(k->c, sx_make(k->c->pool, SX_DELAY, SX_REAL, mo_lowering_of(k->c)->sites++, args, 3),
		MO_B_REAL, 0);
}

/* -------------------------------------------------------------- annotations */

static sx_ref apply_noevent(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return sx_unary(c->pool, SX_NOEVENT, args[0]);
}

static mo_value *noevent_field(mo_context *c, mo_value *v, void *data)
{
	if (v->kind == MO_K_RECORD)
		return mo_fieldwise(c, v, &v->type, noevent_field, data);
	return mo_map(c, &v->type, apply_noevent, NULL, &v, 1);
}

mo_value *mo_builtin_noevent(const mo_builtin_call *k)
{
	return noevent_field(k->c, k->args[0], NULL);
}

static sx_ref apply_smooth(mo_context *c, const void *data, const sx_ref *args)
{
	return sx_make(c->pool, SX_SMOOTH, sx_type_of(c->pool, args[0]), *(const uint32_t *)data, args, 1);
}

static mo_value *smooth_field(mo_context *c, mo_value *v, void *data)
{
	if (v->kind == MO_K_RECORD)
		return mo_fieldwise(c, v, &v->type, smooth_field, data);
	return mo_map(c, &v->type, apply_smooth, data, &v, 1);
}

mo_value *mo_builtin_smooth(const mo_builtin_call *k)
{
	mo_value_type type = mo_type_of(MO_B_INTEGER, 0, 0, NULL);
	sx_value order;
	if (!mo_fits(k->c, k->args[0], &type, k->e->span, "the order of smooth")
		|| !mo_evaluate(k->c, mo_elem(k->c, k->args[0], NULL), k->e->span, "the order of smooth", &order))
		return NULL;
	uint32_t *kept = sb_new(k->c->arena, uint32_t);
	*kept = order.integer < 0 ? 0 : order.integer > 100 ? 100 : (uint32_t)order.integer;
	return smooth_field(k->c, k->args[1], kept);
}

static sx_ref apply_homotopy(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return sx_binary(c->pool, SX_HOMOTOPY, args[0], args[1]);
}

mo_value *mo_builtin_homotopy(const mo_builtin_call *k)
{
	if (!mo_is_numeric(k->args[0]))
		return wrong_argument(k, 0, "Reals");
	mo_value *actual = mo_cast(k->c, k->args[0], MO_B_REAL);         /* 1 is as good as 1.0 there */
	if (!mo_fits(k->c, k->args[1], &actual->type, k->e->span, "the simplified expression of homotopy"))
		return NULL;
	mo_value *args[2] = { actual, mo_cast(k->c, k->args[1], MO_B_REAL) };
	return mo_map(k->c, &args[0]->type, apply_homotopy, NULL, args, 2);
}

static void note_semilinear(mo_context *c, sx_ref e, const sx_ref *args)
{
	struct mo_lowering *l = mo_lowering_of(c);
	mo_semilinear one = {args[0], args[1], args[2]};
	uint64_t known;

	if (sb_map_get(&l->semilinear_of, e, &known))
		return;
	sb_map_put(&l->semilinear_of, e, l->semilinears.n);
	sb_push(c->arena, l->semilinears, one);
}

static sx_ref apply_semilinear(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	sx_pool *p = c->pool;
	sx_ref up = sx_binary(p, SX_MUL, args[1], args[0]), down = sx_binary(p, SX_MUL, args[2], args[0]);
	sx_ref e = sx_if(p, sx_binary(p, SX_GE, args[0], sx_real(p, 0)), up, down);
	e = sx_make(p, SX_SMOOTH, SX_REAL, 0, &e, 1);
	if (c->model)
		note_semilinear(c, e, args);
	return e;
}

/* For each element where there are arrays; all arrays have one size. */
mo_value *mo_builtin_semilinear(const mo_builtin_call *k)
{
	mo_value *args[3];
	const mo_value *shape = k->args[0];
	for (uint32_t i = 0; i < 3; i++) {
		if (!mo_is_numeric(k->args[i]))
			return wrong_argument(k, i, "Reals");
		if (k->args[i]->type.rank && shape->type.rank && !mo_fits(k->c, k->args[i], &shape->type, k->e->span,
			"an argument of semiLinear"))
			return NULL;
		shape = shape->type.rank ? shape : k->args[i];
		args[i] = mo_cast(k->c, k->args[i], MO_B_REAL);
	}
	mo_value_type type = shape->type;
	type.base = MO_B_REAL;
	return mo_map(k->c, &type, apply_semilinear, NULL, args, 3);
}

bool mo_has_semilinears(mo_context *c)
{
	return mo_lowering_of(c)->semilinears.n > 0;
}

const mo_semilinear *mo_semilinear_of(mo_context *c, sx_ref e)
{
	struct mo_lowering *l = mo_lowering_of(c);
	uint64_t at;

	return sb_map_get(&l->semilinear_of, e, &at) ? &l->semilinears.at[at] : NULL;
}
