/* Functions of elements: those of Modelica under the names of matrix languages, and a few more. */
#include "front/modelica/matrix/matrix_inside.h"

#include <string.h>

static sx_ref half(mo_context *c, sx_ref e, sx_op op)
{
	return sx_binary(c->pool, op, e, sx_real(c->pool, 0.5));
}

static sx_ref positive(mo_context *c, sx_ref e)
{
	return sx_binary(c->pool, SX_GE, e, sx_real(c->pool, 0));
}

/* towards zero */
static sx_ref apply_int(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return sx_if(c->pool, positive(c, args[0]), sx_unary(c->pool, SX_FLOOR, args[0]),
				 sx_unary(c->pool, SX_CEIL, args[0]));
}

/* halves away from zero */
static sx_ref apply_round(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return sx_if(c->pool, positive(c, args[0]), sx_unary(c->pool, SX_FLOOR, half(c, args[0], SX_ADD)),
				 sx_unary(c->pool, SX_CEIL, half(c, args[0], SX_SUB)));
}

static sx_ref apply_builtin(mo_context *c, const void *data, const sx_ref *args)
{
	return sx_cast(c->pool, sx_unary(c->pool, *(const sx_op *)data, args[0]), SX_REAL);
}

static sx_ref apply_pair(mo_context *c, const void *data, const sx_ref *args)
{
	return sx_binary(c->pool, *(const sx_op *)data, args[0], args[1]);
}

/* `library`: a function of Saltus.Matrices for each element. */
typedef struct function { const char *name; uint8_t n; mo_apply apply; sx_op op; bool library; } function;
static const function functions[] = {
	{ "abs", 1, apply_builtin, SX_ABS, false }, { "acos", 1, apply_builtin, SX_ACOS, false },
	{ "acosh", 1, NULL, SX_ABS, true }, { "asin", 1, apply_builtin, SX_ASIN, false },
	{ "asinh", 1, NULL, SX_ABS, true }, { "atan", 1, apply_builtin, SX_ATAN, false },
	{ "atan2", 2, apply_pair, SX_ATAN2, false }, { "atanh", 1, NULL, SX_ABS, true },
	{ "ceil", 1, apply_builtin, SX_CEIL, false }, { "cos", 1, apply_builtin, SX_COS, false },
	{ "cosh", 1, apply_builtin, SX_COSH, false }, { "exp", 1, apply_builtin, SX_EXP, false },
	{ "floor", 1, apply_builtin, SX_FLOOR, false }, { "hypot", 2, NULL, SX_ABS, true },
	{ "int", 1, apply_int, SX_ABS, false }, { "log", 1, apply_builtin, SX_LOG, false },
	{ "log10", 1, apply_builtin, SX_LOG10, false }, { "max", 2, apply_pair, SX_MAX, false },
	{ "min", 2, apply_pair, SX_MIN, false }, { "round", 1, apply_round, SX_ABS, false },
	{ "sign", 1, apply_builtin, SX_SIGN, false }, { "sin", 1, apply_builtin, SX_SIN, false },
	{ "sinh", 1, apply_builtin, SX_SINH, false }, { "sqrt", 1, apply_builtin, SX_SQRT, false },
	{ "tan", 1, apply_builtin, SX_TAN, false }, { "tanh", 1, apply_builtin, SX_TANH, false },
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const function *find(const char *name, uint32_t n)
{
	for (int i = 0; i < FUNCTIONS; i++)
		if (strcmp(functions[i].name, name) == 0 && (n == 0 || functions[i].n == n))
			return &functions[i];
	return NULL;
}

bool mo_is_element_function(const char *name, uint32_t n)
{
	return find(name, n) != NULL;
}

void mo_element_function_names(sb_arena *arena, sb_strings *out)
{
	for (int i = 0; i < FUNCTIONS; i++)
		sb_push(arena, *out, functions[i].name);
}

mo_matrix mo_library_elements(const mo_matrix_call *k)
{
	const mo_matrix *shape = &k->args[0];
	for (uint32_t i = 1; i < k->n; i++)
		shape = mo_is_number(shape) ? &k->args[i] : shape;
	uint32_t count = shape->rows * shape->columns;
	sx_ref *e = sb_new_array(k->r->c->arena, sx_ref, count + 1);
	bool known = true;
	for (uint32_t i = 0; i < count; i++) {
		mo_matrix args[2];
		for (uint32_t a = 0; a < k->n; a++) {
			sx_ref at = mo_matrix_at(k->r, &k->args[a], mo_is_number(&k->args[a]) ? 0 : i / shape->columns,
									 mo_is_number(&k->args[a]) ? 0 : i % shape->columns);
			args[a] = mo_matrix_grid(k->r, &at, 1, 1, k->args[a].known);
			known &= k->args[a].known;
		}
		mo_matrix one = mo_library_matrix(k->r, k->name, args, k->n, k->e->span);
		if (!one.v)
			return one;
		e[i] = mo_matrix_at(k->r, &one, 0, 0);
	}
	return mo_matrix_grid(k->r, e, shape->rows, shape->columns, known);
}

static sx_ref apply_first(mo_context *c, const void *data, const sx_ref *args)
{
	(void)c;
	(void)data;
	return args[0];
}

/* A number for which the function has no value: told now, and not when the run begins. */
static bool has_value(const mo_matrix_call *k, const function *f)
{
	for (uint32_t i = 0; f->n == 1 && i < k->args[0].rows * k->args[0].columns; i++) {
		sx_pool *p = k->r->c->pool;
		sx_ref e = mo_matrix_nth(k->r, &k->args[0], i);
		double x = e && sx_is_const(p, e) ? sx_real_value(p, e) : 1;
		bool wrong = f->op == SX_SQRT ? x < 0 : f->op == SX_LOG || f->op == SX_LOG10 ? x <= 0
			: (f->op == SX_ASIN || f->op == SX_ACOS) && (x < -1 || x > 1);
		if (!wrong)
			continue;
		sb_help(sb_report(k->r->c->diag, SB_ERROR, "M0994", k->e->span, "'%s' has no value for %g", k->name, x),
				"check the argument");
		return false;
	}
	return true;
}

mo_matrix mo_element_function(const mo_matrix_call *k)
{
	const function *f = find(k->name, k->n);
	if (f->library) {
		/* the sizes are looked at as for the others */
		mo_matrix fits = mo_matrix_map(k->r, k->name, k->e->span, apply_first, NULL, k->args, k->n);
		return fits.v ? mo_library_elements(k) : fits;
	}
	if (!has_value(k, f))
		return (mo_matrix){0};
	return mo_matrix_map(k->r, k->name, k->e->span, f->apply, &f->op, k->args, k->n);
}
