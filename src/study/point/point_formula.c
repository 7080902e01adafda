/* Expressions of the command line: read by recursive descent, one function for each rule. */
#include "study/point/point_formula.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
	const sm_model *m;
	sb_arena *arena;
	sb_diag *diag;
	uint32_t source;
	const char *text, *at;
	st_formula *f;
	bool failed;
	int depth;
} reader;

static sx_ref sum(reader *r);

static sb_message *fail(reader *r, const char *from, const char *to, const char *format, const char *what)
{
	sb_span span = {r->source, (uint32_t)(from - r->text), (uint32_t)(to - r->text)};
	r->failed = true;
	return sb_report(r->diag, SB_ERROR, "U0620", span, format, what);
}

static void skip(reader *r)
{
	while (isspace((unsigned char)*r->at))
		r->at++;
}

static bool take(reader *r, char c)
{
	skip(r);
	if (*r->at != c)
		return false;
	r->at++;
	return true;
}

static bool expect(reader *r, char c)
{
	if (r->failed || take(r, c))
		return !r->failed;
	fail(r, r->at, r->at + (*r->at != 0), "'%s' is missing here", c == ')' ? ")" : c == ',' ? "," : "(");
	return false;
}

/* ------------------------------------------------------------------------------------------------------------ names */

static bool is_name_start(char c)
{
	return isalpha((unsigned char)c) || c == '_' || c == '\'';
}

/* a.b[2, 1].'c d' without blanks, as scalars are called */
static char *name(reader *r)
{
	sb_text out = {0};
	const char *p = r->at;
	for (bool quoted = false, subscript = false; *p; p++) {
		if (*p == '\'')
			quoted = !quoted;
		else if (!quoted && (*p == '[' || *p == ']'))
			subscript = *p == '[';
		else if (!quoted && subscript && isspace((unsigned char)*p))
			continue;
		else if (!quoted && !subscript && !isalnum((unsigned char)*p) && *p != '_' && *p != '.')
			break;
		sb_addc(&out, *p);
	}
	r->at = p;
	char *copy = sb_strdup(r->arena, out.at ? out.at : "");
	sb_text_free(&out);
	return copy;
}

static void suggest(reader *r, const char *word, sb_message *e)
{
	sb_strings names = {0};
	for (uint32_t i = 0; i < r->m->variables.n; i++)
		if (!sm_var(r->m, i)->hidden)
			sb_push(r->arena, names, sm_var(r->m, i)->name);
	const char *near = sb_nearest(word, names.at, names.n);
	uint32_t whole = sm_find(r->m, word);
	if (whole != UINT32_MAX && sm_var(r->m, whole)->rank)
		sb_help(e, "'%s' is an array: write one of its elements, '%s[1]'", word, word);
	else if (near)
		sb_help(e, "did you mean '%s'?", near);
}

static sx_ref leaf(reader *r, const char *from, const char *word, bool rate)
{
	uint32_t scalar = *word ? sm_find_scalar(r->m, word) : UINT32_MAX, element;
	if (scalar == UINT32_MAX) {
		suggest(r, word, fail(r, from, r->at, "there is no variable '%s' in the model", word));
		return 0;
	}
	sx_type type = sm_var(r->m, sm_variable_of_scalar(r->m, scalar, &element))->type;
	if (type == SX_STRING || type == SX_CLOCK) {
		fail(r, from, r->at, "'%s' is not a number", word);
		return 0;
	}
	for (uint32_t i = 0; i < r->f->leaves.n; i++)
		if (r->f->leaves.at[i].scalar == scalar && r->f->leaves.at[i].rate == rate)
			return r->f->leaves.at[i].ref;
	sx_ref ref = sx_var(r->f->pool, 2 * scalar + rate, SX_REAL, NULL, 0);
	sb_push(r->arena, r->f->leaves, ((st_leaf){scalar, rate, ref}));
	return ref;
}

/* -------------------------------------------------------------------------------------------------------- functions */

static sx_op function_called(const char *word, int *arguments)
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
			*arguments = table[i].arguments;
			return op;
		}
	}
	return SX_NOTHING;
}

static sx_ref call(reader *r, const char *from, const char *word)
{
	int arguments;
	sx_op op = function_called(word, &arguments);
	if (strcmp(word, "der") == 0) {
		skip(r);
		const char *begin = r->at;
		char *of = is_name_start(*r->at) ? name(r) : sb_strdup(r->arena, "");
		sx_ref e = leaf(r, begin, of, true);
		return expect(r, ')') ? e : 0;
	}
	if (op == SX_NOTHING) {
		sb_help(fail(r, from, r->at - 1, "there is no function '%s' here", word),
				"there are der, abs, sign, sqrt, sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, "
				"log10, min and max");
		return 0;
	}
	sx_ref a = sum(r), b = 0;
	if (arguments == 2 && expect(r, ','))
		b = sum(r);
	if (!expect(r, ')'))
		return 0;
	return arguments == 2 ? sx_binary(r->f->pool, op, a, b) : sx_cast(r->f->pool, sx_unary(r->f->pool, op, a), SX_REAL);
}

/* ------------------------------------------------------------------------------------------------------ expressions */

/* primary: number | time | name | function ( sum [, sum] ) | ( sum ) */
static sx_ref primary(reader *r)
{
	skip(r);
	const char *from = r->at;
	if (isdigit((unsigned char)*r->at) || (*r->at == '.' && isdigit((unsigned char)r->at[1]))) {
		char *end;
		double value = strtod(r->at, &end);
		r->at = end;
		return sx_real(r->f->pool, value);
	}
	if (take(r, '(')) {
		sx_ref e = sum(r);
		return expect(r, ')') ? e : 0;
	}
	if (!is_name_start(*r->at)) {
		fail(r, r->at, r->at + (*r->at != 0), "a number, a name or '(' is missing here%s", "");
		return 0;
	}
	char *word = name(r);
	if (take(r, '('))
		return call(r, from, word);
	return strcmp(word, "time") == 0 ? sx_time(r->f->pool) : leaf(r, from, word, false);
}

/* power: primary [^ primary] */
static sx_ref power(reader *r)
{
	sx_ref a = primary(r);
	if (r->failed || !take(r, '^'))
		return a;
	bool minus = take(r, '-');
	sx_ref b = primary(r);
	if (r->failed)
		return 0;
	return sx_binary(r->f->pool, SX_POW, a, minus ? sx_unary(r->f->pool, SX_NEG, b) : b);
}

/* product: power {(*|/) power} */
static sx_ref product(reader *r)
{
	sx_ref a = power(r);
	while (!r->failed) {
		bool times = take(r, '*');
		if (!times && !take(r, '/'))
			break;
		sx_ref b = power(r);
		a = r->failed ? 0 : sx_binary(r->f->pool, times ? SX_MUL : SX_DIV, a, b);
	}
	return a;
}

/* sum: [+|-] product {(+|-) product} */
static sx_ref sum(reader *r)
{
	if (++r->depth > 200) {
		fail(r, r->at, r->at, "the expression is nested too deeply%s", "");
		return 0;
	}
	bool minus = take(r, '-');
	if (!minus)
		take(r, '+');
	sx_ref a = product(r);
	if (minus && !r->failed)
		a = sx_unary(r->f->pool, SX_NEG, a);
	while (!r->failed) {
		bool plus = take(r, '+');
		if (!plus && !take(r, '-'))
			break;
		sx_ref b = product(r);
		a = r->failed ? 0 : sx_binary(r->f->pool, plus ? SX_ADD : SX_SUB, a, b);
	}
	r->depth--;
	return a;
}

const st_formula *st_formula_read(const sm_model *m, const char *option, const char *text, sb_arena *arena,
								  sb_diag *diag)
{
	st_formula *f = sb_new(arena, st_formula);
	reader r = {.m = m, .arena = arena, .diag = diag, .text = text, .at = text, .f = f};
	r.source = sb_source_add(diag, option, text, strlen(text));
	f->text = text;
	f->pool = sx_pool_new(arena, sb_names_new(arena));
	f->value = sum(&r);
	skip(&r);
	if (!r.failed && *r.at)
		fail(&r, r.at, r.at + 1, "the expression ends before this%s", "");
	if (r.failed)
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
