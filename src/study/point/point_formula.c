/* Expressions of the command line: the tree of the Modelica parser becomes an expression over scalars and rates. */
#include "study/point/point_formula.h"
#include "study/load/written_name.h"
#include <math.h>
#include <string.h>

typedef struct reader { const sm_model *m; sb_arena *arena; sb_diag *diag; st_formula *f; } reader;

static sx_ref read(reader *r, const mo_expr *e);

static sb_message *refuse(reader *r, const mo_expr *e, const char *format, const char *what)
{
	return sb_report(r->diag, SB_ERROR, "U0620", e->span, format, what);
}

/* ------------------------------------------------------------------------------------------------------------ names */

static void report_unknown(reader *r, const mo_expr *e, const char *name)
{
	sb_message *m = refuse(r, e, "there is no variable '%s' in the model", name);
	const char *near = st_near_name(r->m, name, r->arena);
	uint32_t whole = sm_find(r->m, name);
	if (whole != UINT32_MAX && sm_var(r->m, whole)->rank)
		sb_help(m, "'%s' is an array: write one of its elements, '%s[1]'", name, name);
	else if (near)
		sb_help(m, "did you mean '%s'?", near);
}

static sx_ref leaf(reader *r, uint32_t scalar, bool rate)
{
	for (uint32_t i = 0; i < r->f->leaves.n; i++)
		if (r->f->leaves.at[i].scalar == scalar && r->f->leaves.at[i].rate == rate)
			return r->f->leaves.at[i].ref;
	sx_ref ref = sx_var(r->f->pool, 2 * scalar + rate, SX_REAL, NULL, 0);
	sb_push(r->arena, r->f->leaves, ((st_leaf){scalar, rate, ref}));
	return ref;
}

static sx_ref named(reader *r, const mo_expr *e, const char *name, bool rate)
{
	uint32_t scalar = sm_find_scalar(r->m, name), element;
	if (scalar == UINT32_MAX && !rate && strcmp(name, "time") == 0)
		return sx_time(r->f->pool);
	if (scalar == UINT32_MAX) {
		report_unknown(r, e, name);
		return 0;
	}
	sx_type type = sm_var(r->m, sm_variable_of_scalar(r->m, scalar, &element))->type;
	if (type != SX_STRING && type != SX_CLOCK)
		return leaf(r, scalar, rate);
	refuse(r, e, "'%s' is not a number", name);
	return 0;
}

static sx_ref read_reference(reader *r, const mo_expr *e, bool rate)
{
	sb_text name = {0};
	sx_ref ref = 0;
	const mo_expr *bad = st_written_name(e, &name);
	if (bad)
		refuse(r, bad, "a subscript must be a number%s", "");
	else
		ref = named(r, e, name.at, rate);
	sb_text_free(&name);
	return ref;
}

/* -------------------------------------------------------------------------------------------------------- functions */

static sx_op function_called(const char *word, uint32_t *arguments)
{
	static const struct { sx_op op; const char *name; int arguments; } table[] = {
#define X(op, spelling, arity) {SX_##op, spelling, arity},
		SX_OPS(X)
#undef X
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		sx_op op = table[i].op;
		bool plain = (op >= SX_SIN && op <= SX_MAX) && table[i].arguments > 0;
		if (plain && strcmp(table[i].name, word) == 0) {
			*arguments = (uint32_t)table[i].arguments;
			return op;
		}
	}
	return SX_NOTHING;
}

static sx_ref read_call(reader *r, const mo_expr *e)
{
	const char *word = e->parts.n == 1 ? e->parts.at[0].name : "";
	uint32_t arguments = 1;
	sx_op op = function_called(word, &arguments);
	bool rate = strcmp(word, "der") == 0;
	if (op == SX_NOTHING && !rate) {
		sb_help(refuse(r, e, "there is no function '%s' here", word),
				"there are der, abs, sign, sqrt, sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, "
				"log10, min and max");
		return 0;
	}
	if (e->a.n != arguments || e->named.n || e->iterators.n) {
		refuse(r, e, arguments == 1 ? "%s takes one argument" : "%s takes two arguments", word);
		return 0;
	}
	if (rate && e->a.at[0]->kind == MO_E_REF)
		return read_reference(r, e->a.at[0], true);
	if (rate) {
		refuse(r, e->a.at[0], "der takes the name of a variable%s", "");
		return 0;
	}
	sx_ref a = read(r, e->a.at[0]), b = a && arguments == 2 ? read(r, e->a.at[1]) : 0;
	if (!a || (arguments == 2 && !b))
		return 0;
	return arguments == 2 ? sx_binary(r->f->pool, op, a, b) : sx_cast(r->f->pool, sx_unary(r->f->pool, op, a), SX_REAL);
}

/* ------------------------------------------------------------------------------------------------------ expressions */

static sx_ref misplaced(reader *r, const mo_expr *e)
{
	sb_help(refuse(r, e, "this has no place in an expression over variables%s", ""),
			"there are numbers, names, der(), +, -, *, /, ^ and functions");
	return 0;
}

static sx_ref read_operator(reader *r, const mo_expr *e)
{
	static const struct { mo_operator op; sx_op to; } table[] = {
		{MO_OP_ADD, SX_ADD}, {MO_OP_SUB, SX_SUB}, {MO_OP_MUL, SX_MUL}, {MO_OP_DIV, SX_DIV}, {MO_OP_POW, SX_POW},
		{MO_OP_MINUS, SX_NEG}};
	if (e->op == MO_OP_PLUS)
		return read(r, e->a.at[0]);
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (table[i].op != e->op)
			continue;
		sx_ref a = read(r, e->a.at[0]), b = a && e->a.n == 2 ? read(r, e->a.at[1]) : 0;
		if (!a || (e->a.n == 2 && !b))
			return 0;
		return e->a.n == 2 ? sx_binary(r->f->pool, table[i].to, a, b) : sx_unary(r->f->pool, table[i].to, a);
	}
	return misplaced(r, e);
}

/* 0 after a report. */
static sx_ref read(reader *r, const mo_expr *e)
{
	switch (e->kind) {
	case MO_E_REAL: case MO_E_INTEGER: return sx_real(r->f->pool, e->number);
	case MO_E_REF: return read_reference(r, e, false);
	case MO_E_CALL: return read_call(r, e);
	case MO_E_UNARY: case MO_E_BINARY: return read_operator(r, e);
	default: return misplaced(r, e);
	}
}

const st_formula *st_formula_read(const sm_model *m, const char *option, const char *text, sb_arena *arena,
								  sb_diag *diag)
{
	st_formula *f = sb_new(arena, st_formula);
	sb_names *names = sb_names_new(arena);
	reader r = {.m = m, .arena = arena, .diag = diag, .f = f};
	const mo_expr *e = mo_parse_expression(arena, names, diag, sb_source_add(diag, option, text, strlen(text)), 0);
	f->text = text;
	f->pool = sx_pool_new(arena, names);
	f->value = e ? read(&r, e) : 0;
	if (!f->value)
		return NULL;
	f->value = sx_cast(f->pool, f->value, SX_REAL);
	f->slopes = sb_new_array(arena, sx_ref, f->leaves.n + 1);
	for (uint32_t i = 0; i < f->leaves.n; i++)
		f->slopes[i] = sx_diff(f->pool, f->value, f->leaves.at[i].ref, NULL);
	return f;
}

/* ----------------------------------------------------------------------------------------------------------- values */

static bool value_of_leaf(sx_env *env, const sx_pool *pool, sx_ref e, sx_value *out)
{
	se_run *run = env->context;
	uint32_t payload = sx_at(pool, e)->payload;
	out->type = SX_REAL;
	out->real = sx_op_of(pool, e) == SX_TIME ? se_time(run)
				: payload % 2                ? se_rate_of(run, payload / 2)
											 : se_value(run, payload / 2);
	return isfinite(out->real);
}

static double evaluate(const st_formula *f, sx_ref e, sx_env *env)
{
	sx_value value;
	return e && sx_eval(f->pool, e, env, &value) ? value.real : NAN;
}

double st_formula_value(const st_formula *f, se_run *run, double *slopes)
{
	sx_env env = {.leaf = value_of_leaf, .context = run};
	se_show(run);
	for (uint32_t i = 0; slopes && i < f->leaves.n; i++)
		slopes[i] = evaluate(f, f->slopes[i], &env);
	return evaluate(f, f->value, &env);
}

/* The values of the leaves, in their order. */
typedef struct known { const st_formula *f; double time; const double *leaves; } known;

static bool known_leaf(sx_env *env, const sx_pool *pool, sx_ref e, sx_value *out)
{
	const known *k = env->context;
	out->type = SX_REAL;
	out->real = sx_op_of(pool, e) == SX_TIME ? k->time : NAN;
	for (uint32_t i = 0; i < k->f->leaves.n; i++)
		if (k->f->leaves.at[i].ref == e)
			out->real = k->leaves[i];
	return isfinite(out->real);
}

double st_formula_at(const st_formula *f, double time, const double *leaves, double *slopes)
{
	known k = {f, time, leaves};
	sx_env env = {.leaf = known_leaf, .context = &k};
	for (uint32_t i = 0; slopes && i < f->leaves.n; i++)
		slopes[i] = evaluate(f, f->slopes[i], &env);
	return evaluate(f, f->value, &env);
}
