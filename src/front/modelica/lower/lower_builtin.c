/* The functions that the language has, but for those of events: one table, and a function for each kind. */
#include "front/modelica/lower/lower_inside.h"

#include <string.h>

enum { NAMED = 6 };

typedef struct builtin {
	const char *name;
	mo_value *(*make)(const mo_builtin_call *k);
	int code;
	uint8_t least, most;         /* arguments; most 255: any number */
	bool not_in_functions;
	const char *names[NAMED];    /* for arguments that may be given by name */
} builtin;

sb_span mo_argument_span(const mo_builtin_call *k, uint32_t i)
{
	return i < k->e->a.n ? k->e->a.at[i]->span : k->e->span;
}

mo_value *mo_wrong_argument(const mo_builtin_call *k, uint32_t i, const char *wanted)
{
	sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0525", mo_argument_span(k, i), "'%s' is for %s, but this is %s",
		k->name, wanted,
		mo_type_string(k->c, &k->args[i]->type));
	sb_help(m, "check the argument");
	return NULL;
}

mo_value *mo_wrong_sizes(const mo_builtin_call *k, const char *wanted)
{
	sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0305", k->e->span, "'%s' is for %s, but the argument is %s",
		k->name, wanted,
		mo_type_string(k->c, &k->args[0]->type));
	sb_help(m, "check the sizes");
	return NULL;
}

/* ------------------------------------------------------ functions of numbers */

typedef struct operation { sx_op op; sx_type in; bool two; } operation;

static sx_ref apply_operation(mo_context *c, const void *data, const sx_ref *args)
{
	const operation *o = data;
	sx_ref a = sx_cast(c->pool, args[0], o->in);
	return o->two ? sx_binary(c->pool, o->op, a, sx_cast(c->pool, args[1], o->in)) : sx_unary(c->pool, o->op, a);
}

/* Scalar functions are used element by element with arrays; of two arguments, arrays must have one size. */
static mo_value *numeric(const mo_builtin_call *k, mo_base in, mo_base out)
{
	const mo_value *shape = k->args[0];
	for (uint32_t i = 0; i < k->n; i++) {
		if (!mo_is_numeric(k->args[i]))
			return mo_wrong_argument(k, i, "numbers");
		if (k->args[i]->type.rank && shape->type.rank && !mo_same_dims(k->c, shape, k->args[i]))
			return mo_wrong_sizes(k, "arguments of one size");
		shape = k->args[i]->type.rank ? k->args[i] : shape;
	}
	operation *kept = sb_new(k->c->arena, operation);
	*kept = (operation){ (sx_op)k->code, mo_sx_type(in), k->n == 2 };
	mo_value_type type = shape->type;
	type.base = out;
	return mo_map(k->c, &type, apply_operation, kept, k->args, k->n);
}

/* A constant for which the function has no value; in branches and functions it may never be reached. */
static bool has_value(const mo_builtin_call *k)
{
	sx_ref e = k->n == 1 && mo_is_numeric(k->args[0]) && !k->args[0]->type.rank && !k->env->guarded &&
					   !k->env->procedure && !k->env->in_function && !k->env->in_algorithm
				   ? mo_elem(k->c, k->args[0], NULL)
				   : 0;
	if (!e || !sx_is_const(k->c->pool, e))
		return true;
	double x = sx_real_value(k->c->pool, sx_cast(k->c->pool, e, SX_REAL));
	const char *where = NULL;
	if (k->code == SX_SQRT && x < 0)
		where = "numbers that are not negative";
	else if ((k->code == SX_LOG || k->code == SX_LOG10) && x <= 0)
		where = "positive numbers";
	else if ((k->code == SX_ASIN || k->code == SX_ACOS) && (x < -1 || x > 1))
		where = "numbers between -1 and 1";
	if (!where)
		return true;
	sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0525", mo_argument_span(k, 0), "'%s' is for %s, but this is %g",
		k->name, where, x);
	sb_help(m, "check the argument");
	return false;
}

static mo_value *make_real(const mo_builtin_call *k)
{
	if (!has_value(k))
		return NULL;
	return numeric(k, MO_B_REAL, MO_B_REAL);
}

static mo_value *make_integer(const mo_builtin_call *k)
{
	return numeric(k, MO_B_REAL, MO_B_INTEGER);
}

mo_base mo_common_base(const mo_builtin_call *k)
{
	for (uint32_t i = 0; i < k->n; i++)
		if (k->args[i]->type.base != MO_B_INTEGER)
			return MO_B_REAL;
	return MO_B_INTEGER;
}

static mo_value *make_same(const mo_builtin_call *k)            /* abs, div, mod, rem: Integer of Integers */
{
	mo_base base = mo_common_base(k);
	return numeric(k, base, base);
}

static mo_value *make_sign(const mo_builtin_call *k)
{
	return numeric(k, mo_common_base(k), MO_B_INTEGER);
}

/* --------------------------------------------------------------- reductions */

static mo_value *make_extreme(const mo_builtin_call *k)
{
	mo_value_type common;
	bool most = k->code == SX_MAX;
	mo_value *a = k->args[0], *b = k->n > 1 ? k->args[1] : NULL;
	if (a->type.base == MO_B_CLASS || a->type.base == MO_B_STRING)
		return mo_wrong_argument(k, 0, "numbers");
	if (!b && a->type.rank == 0)
		return mo_wrong_argument(k, 0, "two scalars or an array");
	if (!b)
		return mo_reduce_all(k->c, most ? SX_MAXIMUM : SX_MINIMUM, a, k->e->span);
	if (!mo_common_type(k->c, a, b, &common))
		return mo_wrong_argument(k, 1, mo_type_string(k->c, &a->type));
	if (mo_is_numeric(a))
		return make_same(k);
	if (a->type.rank || b->type.rank)
		return mo_wrong_sizes(k, "scalars");
	sx_ref e = sx_binary(k->c->pool, (sx_op)k->code, mo_elem(k->c, a, NULL), mo_elem(k->c, b, NULL));
	return mo_value_scalar(k->c, e, a->type.base, a->type.enumeration);
}

static mo_value *make_reduction(const mo_builtin_call *k)
{
	if (k->code == SX_SUM && mo_is_operator_record(k->args[0]))
		return mo_sum_records(k->c, k->env, k->args[0], k->e->span);
	if (!mo_is_numeric(k->args[0]))
		return mo_wrong_argument(k, 0, "numbers");
	return mo_reduce_all(k->c, (sx_op)k->code, k->args[0], k->e->span);
}

/* -------------------------------------------------------------------- sizes */

static mo_value *make_ndims(const mo_builtin_call *k)
{
	return mo_integer_value(k->c, k->args[0]->type.rank);
}

static mo_value *make_size(const mo_builtin_call *k)
{
	mo_context *c = k->c;
	mo_value *a = k->args[0];
	uint32_t rank = a->type.rank;
	mo_value **dims = sb_new_array(c->arena, mo_value *, rank + 1);
	for (uint32_t i = 0; i < rank; i++)
		dims[i] = mo_value_scalar(c, a->type.dims[i], MO_B_INTEGER, 0);
	mo_value_type one = mo_type_of(MO_B_INTEGER, 0, 0, NULL);
	mo_value *all = mo_value_list(c, dims, rank, &rank, 1, &one);
	if (k->n == 1)
		return all;
	if (!mo_fits(c, k->args[1], &one, mo_argument_span(k, 1), "the dimension"))
		return NULL;
	sx_ref dim = mo_elem(c, k->args[1], NULL);
	sx_value known;
	if (!sx_is_const(c->pool, dim) && mo_try_evaluate(c, dim, &known))
		dim = sx_int(c->pool, known.integer);
	if (sx_is_const(c->pool, dim) && (sx_int_value(c->pool, dim) < 1 || sx_int_value(c->pool, dim) > rank)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0307", mo_argument_span(k, 1),
			"there is no dimension %lld: the argument has %u",
			(long long)sx_int_value(c->pool, dim), rank);
		sb_help(m, "dimensions count from 1");
		return NULL;
	}
	return mo_index(c, all, &dim, 1);
}

/* A size: a number in models, an expression in functions. 0 after a message. */
sx_ref mo_size_argument(const mo_builtin_call *k, uint32_t i)
{
	mo_context *c = k->c;
	mo_value_type one = mo_type_of(MO_B_INTEGER, 0, 0, NULL);
	if (!mo_fits(c, k->args[i], &one, mo_argument_span(k, i), "a size"))
		return 0;
	sx_ref e = mo_elem(c, k->args[i], NULL);
	bool varies = mo_varies(c, e);
	if (varies && k->env->needs_constants)
		*k->env->needs_constants = true;
	if (!sx_is_const(c->pool, e) && !k->env->procedure && !varies && !(sx_flags(c->pool, e) & SX_HAS_LOCAL)) {
		sx_value known;
		if (!mo_evaluate(c, e, mo_argument_span(k, i), "a size", &known))
			return 0;
		e = sx_int(c->pool, known.integer);
	}
	if (sx_is_const(c->pool, e) && sx_int_value(c->pool, e) < 0) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0335", mo_argument_span(k, i),
			"a size cannot be negative, but this is %lld",
			(long long)sx_int_value(c->pool, e));
		sb_help(m, "check the parameters in it");
		return 0;
	}
	return e;
}

static mo_value *fill_with(const mo_builtin_call *k, mo_value *v, uint32_t first)
{
	sx_ref *dims = sb_new_array(k->c->arena, sx_ref, k->n + 1);
	for (uint32_t i = first; i < k->n; i++)
		if (!(dims[i - first] = mo_size_argument(k, i)))
			return NULL;
	return mo_fill(k->c, v, dims, k->n - first);
}

static mo_value *make_fill(const mo_builtin_call *k)
{
	return fill_with(k, k->args[0], 1);
}

static mo_value *make_constant(const mo_builtin_call *k)
{
	return fill_with(k, mo_integer_value(k->c, k->code), 0);
}

static mo_value *make_identity(const mo_builtin_call *k)
{
	sx_ref n = mo_size_argument(k, 0);
	return n ? mo_identity(k->c, n) : NULL;
}

static mo_value *make_linspace(const mo_builtin_call *k)
{
	mo_context *c = k->c;
	sx_pool *p = c->pool;
	mo_value_type one = mo_type_of(MO_B_REAL, 0, 0, NULL);
	sx_ref n = mo_size_argument(k, 2);
	if (!n || !mo_fits(c, k->args[0], &one, mo_argument_span(k, 0), "the first value") || !mo_fits(c, k->args[1], &one,
		mo_argument_span(k, 1), "the last value"))
		return NULL;
	if (sx_is_const(p, n) && sx_int_value(p, n) < 2) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0335", mo_argument_span(k, 2),
			"linspace needs at least 2 points, but this is %lld",
			(long long)sx_int_value(p, n));
		sb_help(m, "ask for 2 or more");
		return NULL;
	}
	sx_ref from = mo_elem(c, mo_cast(c, k->args[0], MO_B_REAL), NULL), to = mo_elem(c, mo_cast(c, k->args[1],
		MO_B_REAL), NULL);
	uint32_t *iterator = sb_new(c->arena, uint32_t);
	*iterator = sx_new_iter(p, "k");
	sx_ref steps = sx_cast(p, sx_binary(p, SX_SUB, sx_iter(p, *iterator), sx_int(p, 1)), SX_REAL);
	sx_ref last = sx_cast(p, sx_binary(p, SX_SUB, n, sx_int(p, 1)), SX_REAL);
	sx_ref e = sx_binary(p, SX_ADD, from, sx_binary(p, SX_DIV, sx_binary(p, SX_MUL, sx_binary(p, SX_SUB, to, from),
		steps), last));
	sx_ref *ends = sb_new_array(c->arena, sx_ref, 2);
	ends[0] = sx_int(p, 1);
	ends[1] = n;
	return mo_over(c, mo_value_scalar(c, e, MO_B_REAL, 0), iterator, &ends[0], &ends[1], 1);
}

/* ------------------------------------------------------------------- others */

static mo_value *make_itself(const mo_builtin_call *k)
{
	return k->args[0];
}

/* 3.6, 3.7.4.4: of MyLib.Vehicle it is Vehicle.engine.controller. */
/* (3.6, 3.7.4: an element of an array has a name of its own, so it cannot be one of a family.) */
static mo_value *make_instance_name(const mo_builtin_call *k)
{
	mo_give_up_scope(k->c, k->env->scope);
	const char *prefix = k->env->scope->prefix, *dot = strrchr(k->c->model->name, '.'),
			   *quote = strrchr(k->c->model->name, '\'');
	const char *name = dot && (!quote || quote < dot) ? dot + 1 : k->c->model->name;
	return mo_string_value(k->c, prefix && *prefix ? sb_printf(k->c->arena, "%s.%s", name, prefix) : name);
}

static mo_value *make_statement(const mo_builtin_call *k)
{
	sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0529", k->e->span,
		"'%s' has no value: it stands alone as an equation or statement", k->name);
	sb_help(m, "remove it from the expression");
	return NULL;
}

/* A state is a block, which has no value: the argument is not lowered. */
static mo_value *make_active_state(const mo_builtin_call *k)
{
	return mo_lower_active_state(k->c, k->env, k->e);
}

static mo_value *make_in_state(const mo_builtin_call *k)
{
	return mo_lower_in_state(k->c, k->env, k->e, k->code != 0);
}

/* -------------------------------------------------------------------- table */

enum { ANY = 255 };

static const builtin builtins[] = {
	{"sin", make_real, SX_SIN, 1, 1, false, {0}},
	{"cos", make_real, SX_COS, 1, 1, false, {0}},
	{"tan", make_real, SX_TAN, 1, 1, false, {0}},
	{"asin", make_real, SX_ASIN, 1, 1, false, {0}},
	{"acos", make_real, SX_ACOS, 1, 1, false, {0}},
	{"atan", make_real, SX_ATAN, 1, 1, false, {0}},
	{"atan2", make_real, SX_ATAN2, 2, 2, false, {0}},
	{"sinh", make_real, SX_SINH, 1, 1, false, {0}},
	{"cosh", make_real, SX_COSH, 1, 1, false, {0}},
	{"tanh", make_real, SX_TANH, 1, 1, false, {0}},
	{"exp", make_real, SX_EXP, 1, 1, false, {0}},
	{"log", make_real, SX_LOG, 1, 1, false, {0}},
	{"log10", make_real, SX_LOG10, 1, 1, false, {0}},
	{"sqrt", make_real, SX_SQRT, 1, 1, false, {0}},
	{"floor", make_real, SX_FLOOR, 1, 1, false, {0}},
	{"ceil", make_real, SX_CEIL, 1, 1, false, {0}},
	{"integer", make_integer, SX_INTEGER_OF, 1, 1, false, {0}},
	{"abs", make_same, SX_ABS, 1, 1, false, {0}},
	{"sign", make_sign, SX_SIGN, 1, 1, false, {0}},
	{"div", make_same, SX_QUOT, 2, 2, false, {0}},
	{"mod", make_same, SX_MOD, 2, 2, false, {0}},
	{"rem", make_same, SX_REM, 2, 2, false, {0}},
	{"min", make_extreme, SX_MIN, 1, 2, false, {0}},
	{"max", make_extreme, SX_MAX, 1, 2, false, {0}},
	{"sum", make_reduction, SX_SUM, 1, 1, false, {0}},
	{"product", make_reduction, SX_PRODUCT, 1, 1, false, {0}},
	{"ndims", make_ndims, 0, 1, 1, false, {0}},
	{"size", make_size, 0, 1, 2, false, {0}},
	{"fill", make_fill, 0, 2, ANY, false, {0}},
	{"zeros", make_constant, 0, 1, ANY, false, {0}},
	{"ones", make_constant, 1, 1, ANY, false, {0}},
	{"identity", make_identity, 0, 1, 1, false, {0}},
	{"diagonal", mo_builtin_diagonal, 0, 1, 1, false, {0}},
	{"linspace", make_linspace, 0, 3, 3, false, {0}},
	{"cross", mo_builtin_cross, 0, 2, 2, false, {0}},
	{"skew", mo_builtin_skew, 0, 1, 1, false, {0}},
	{"transpose", mo_builtin_transpose, 0, 1, 1, false, {0}},
	{"symmetric", mo_builtin_symmetric, 0, 1, 1, false, {0}},
	{"outerProduct", mo_builtin_outer, 0, 2, 2, false, {0}},
	{"cat", mo_builtin_cat, 0, 2, ANY, false, {0}},
	{"promote", mo_builtin_promote, 0, 2, 2, false, {0}},
	{"vector", mo_builtin_vector, 0, 1, 1, false, {0}},
	{"matrix", mo_builtin_matrix, 0, 1, 1, false, {0}},
	{"scalar", mo_builtin_scalar, 0, 1, 1, false, {0}},
	{"array", mo_builtin_array, 0, 1, ANY, false, {0}},
	{"der", mo_builtin_der, 0, 1, 1, true, {0}},
	{"pre", mo_builtin_pre, 0, 1, 1, true, {0}},
	{"edge", mo_builtin_edge, 0, 1, 1, true, {0}},
	{"change", mo_builtin_change, 0, 1, 1, true, {0}},
	{"initial", mo_builtin_instant, SX_INITIAL, 0, 0, true, {0}},
	{"terminal", mo_builtin_instant, SX_TERMINAL, 0, 0, true, {0}},
	{"sample", mo_builtin_sample, 0, 1, 2, true, {"start", "interval", "clock"}},
	{"delay", mo_builtin_delay, 0, 2, 3, true, {0}},
	{"noEvent", mo_builtin_noevent, 0, 1, 1, false, {0}},
	{"smooth", mo_builtin_smooth, 0, 2, 2, false, {0}},
	{"homotopy", mo_builtin_homotopy, 0, 2, 2, false, {"actual", "simplified"}},
	{"semiLinear", mo_builtin_semilinear, 0, 3, 3, false, {0}},
	{"pure", make_itself, 0, 1, 1, false, {0}},
	{"getInstanceName", make_instance_name, 0, 0, 0, true, {0}},
	{"reinit", make_statement, 0, 0, ANY, false, {0}},
	{"assert", make_statement, 0, 0, ANY, false, {0}},
	{"terminate", make_statement, 0, 0, ANY, false, {0}},
	{"inStream", mo_builtin_stream, 0, 1, 1, true, {0}},
	{"actualStream", mo_builtin_stream, 1, 1, 1, true, {0}},
	{"spatialDistribution",
	 mo_builtin_transport,
	 0,
	 4,
	 6,
	 true,
	 {"in0", "in1", "x", "positiveVelocity", "initialPoints", "initialValues"}},
	{"previous", mo_builtin_hold, SX_PREVIOUS, 1, 1, true, {0}},
	{"hold", mo_builtin_hold, SX_HOLD, 1, 1, true, {0}},
	{"noClock", mo_builtin_hold, SX_NO_CLOCK, 1, 1, true, {0}},
	{"subSample", mo_builtin_subclock, SX_SUB_SAMPLE, 1, 2, true, {"u", "factor"}},
	{"superSample", mo_builtin_subclock, SX_SUPER_SAMPLE, 1, 2, true, {"u", "factor"}},
	{"shiftSample", mo_builtin_subclock, SX_SHIFT_SAMPLE, 2, 3, true, {"u", "shiftCounter", "resolution"}},
	{"backSample", mo_builtin_subclock, SX_BACK_SAMPLE, 2, 3, true, {"u", "backCounter", "resolution"}},
	{"interval", mo_builtin_tick, SX_INTERVAL, 0, 1, true, {0}},
	{"active", mo_builtin_active, 0, 1, 1, true, {0}},
	{"activation", mo_builtin_activation, 0, 1, 1, true, {0}},
	{"schedule", make_statement, 0, 0, ANY, true, {0}},
	{"cancel", make_statement, 0, 0, ANY, true, {0}},
	{"firstTick", mo_builtin_tick, SX_FIRST_TICK, 0, 1, true, {0}},
	{"transition", make_statement, 0, 0, ANY, true, {0}},
	{"initialState", make_statement, 0, 0, ANY, true, {0}},
	{"activeState", make_active_state, 0, 0, ANY, true, {0}},
	{"ticksInState", make_in_state, 0, 0, 0, true, {0}},
	{"timeInState", make_in_state, 1, 0, 0, true, {0}},
};

static const builtin *find(const char *name)
{
	for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
		if (strcmp(builtins[i].name, name) == 0)
			return &builtins[i];
	return NULL;
}

bool mo_is_builtin(const char *name)
{
	return find(name) != NULL;
}

void mo_builtin_names(sb_arena *arena, sb_strings *out)
{
	for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
		sb_push(arena, *out, builtins[i].name);
}

static bool wrong_number(mo_context *c, const mo_expr *e, const builtin *b, uint32_t given)
{
	const char *bound = b->least == b->most ? "" : given < b->least ? "at least " : "at most ";
	uint32_t wanted = given < b->least ? b->least : b->most;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0523", e->span, "'%s' takes %s%u argument%s, but %u %s given",
		b->name, bound, wanted,
		wanted == 1 ? "" : "s", given, given == 1 ? "is" : "are");
	sb_help(m, "check the arguments of '%s'", b->name);
	return false;
}

static uint32_t named_count(const builtin *b)
{
	uint32_t n = 0;
	while (n < NAMED && b->names[n])
		n++;
	return n;
}

/* Puts the expressions of the arguments into their places. */
static bool place_arguments(mo_context *c, const mo_expr *e, const builtin *b, const mo_expr **to, uint32_t *n)
{
	*n = e->a.n + e->named.n;
	if (*n < b->least || (b->most != ANY && *n > b->most))
		return wrong_number(c, e, b, *n);
	for (uint32_t i = 0; i < e->a.n; i++)
		to[i] = e->a.at[i];
	for (uint32_t i = 0; i < e->named.n; i++) {
		uint32_t k = 0;
		while (k < NAMED && b->names[k] && strcmp(b->names[k], e->named.at[i].name) != 0)
			k++;
		if (k == 2 && *n == 2)
			k = 1;                   /* sample(u, clock = c) */
		if (k == NAMED || !b->names[k]) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0522", e->named.at[i].span,
				"'%s' has no argument called '%s'", b->name, e->named.at[i].name);
			const char *near = sb_nearest(e->named.at[i].name, b->names, named_count(b));
			if (near)
				sb_help(m, "did you mean '%s'?", near);
			else
				sb_help(m, "give the arguments in their order, without names");
			return false;
		}
		if (k >= *n || to[k]) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0524", e->named.at[i].span,
				"the argument '%s' is given twice, or one before it is missing",
				e->named.at[i].name);
			sb_help(m, "give each argument once");
			return false;
		}
		to[k] = e->named.at[i].value;
	}
	return true;
}

mo_value *mo_lower_builtin(mo_context *c, const mo_env *env, const mo_expr *call, const char *name)
{
	return mo_lower_builtin_pair(c, env, call, name, NULL);
}

mo_value *mo_lower_builtin_pair(mo_context *c, const mo_env *env, const mo_expr *call, const char *name,
								mo_value **second)
{
	const builtin *b = find(name);
	if (call->iterators.n)
		return mo_lower_reduction(c, env, call, sb_intern(c->names, name));
	if (b->not_in_functions && (env->in_function || env->procedure)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0528", call->span, "'%s' cannot be used in a function", name);
		sb_help(m, "a function knows only its inputs: pass what it needs as an argument");
		return NULL;
	}
	uint32_t n;
	const mo_expr **given = sb_new_array(c->arena, const mo_expr *, call->a.n + call->named.n + NAMED);
	mo_builtin_call k = { .c = c, .env = env, .e = call, .name = name, .code = b->code, .second = second };
	if (b->make == make_itself && call->a.n == 1 && !call->named.n) {
		mo_env here = *env;
		here.purified = call->a.at[0];
		return mo_lower(c, &here, call->a.at[0]);
	}
	if (b->make == make_statement || b->make == make_active_state)
		return b->make(&k);
	if (!place_arguments(c, call, b, given, &n))
		return NULL;
	k.n = n;
	k.args = sb_new_array(c->arena, mo_value *, n + NAMED);
	bool good = true, sizes = b->make == make_size || b->make == make_ndims;
	for (uint32_t i = 0; i < n; i++) {
		mo_env here = *env;
		here.shape_only = sizes && i == 0 && given[i]->kind == MO_E_REF;
		good = (k.args[i] = mo_lower(c, &here, given[i])) && good;
	}
	return good ? b->make(&k) : NULL;
}
