/* What a parameter is to be in a sweep, as it is written:
 *
 *     1:0.5:10   1:10   {1, 2, 5}   lin(0, 1, 11)   log(1e-3, 1e3, 20)   normal(3, 0.1)   uniform(0, 1)   ... */
#include "study/sweep/sweep.h"
#include "front/modelica/syntax/syntax.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct reader { st_many *x; uint32_t i; sb_arena *arena; sb_diag *diag; st_axis *out; uint32_t source; } reader;

bool st_is_axis(const char *text)
{
	const char *c = text + strspn(text, " \t");
	if (*c == '{' || (strchr(c, ':') && !c[strspn(c, "0123456789+-.eE:*/^() \t")]))
		return true;
	if (!isalpha((unsigned char)*c))
		return false;
	c += strspn(c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
	return c[strspn(c, " \t")] == '(';
}

static bool number_of(const mo_expr *e, double *out)
{
	double a, b;
	if (e->kind == MO_E_REAL || e->kind == MO_E_INTEGER) {
		*out = e->number;
		return true;
	}
	if (e->kind == MO_E_UNARY && (e->op == MO_OP_MINUS || e->op == MO_OP_PLUS) && number_of(e->a.at[0], &a)) {
		*out = e->op == MO_OP_MINUS ? -a : a;
		return true;
	}
	if (e->kind != MO_E_BINARY || !number_of(e->a.at[0], &a) || !number_of(e->a.at[1], &b))
		return false;
	*out = e->op == MO_OP_ADD ? a + b : e->op == MO_OP_SUB ? a - b : e->op == MO_OP_MUL ? a * b
		   : e->op == MO_OP_DIV ? a / b : e->op == MO_OP_POW ? pow(a, b) : NAN;
	return isfinite(*out);
}

static bool wrong(const reader *r, const mo_expr *e, const char *what, const char *help)
{
	sb_message *m = sb_report(r->diag, SB_ERROR, "U0731", e->span, "%s", what);
	if (help)
		sb_help(m, "%s", help);
	return false;
}

static bool numbers_of(const reader *r, const mo_expr *e, double *out, uint32_t most)
{
	for (uint32_t i = 0; i < e->a.n && i < most; i++)
		if (!number_of(e->a.at[i], &out[i]))
			return wrong(r, e->a.at[i], "this must be a number", NULL);
	return true;
}

static bool allocate(reader *r, const mo_expr *e, double count)
{
	if (!(count >= 1))
		return wrong(r, e, "this range is empty", "it goes from its first number to its last by steps: 1:0.5:10");
	if (count > ST_POINTS_MOST) {
		sb_help(sb_report(r->diag, SB_ERROR, "U0732", e->span, "these are %.3g values", count),
				"a sweep may have %d points; lin(a, b, n) and log(a, b, n) give n values from a to b", ST_POINTS_MOST);
		return false;
	}
	r->out->law = ST_LIST;
	r->out->count = (uint64_t)count;
	r->out->value = sb_new_array(r->arena, double, r->out->count);
	return true;
}

static bool read_range(reader *r, const mo_expr *e)
{
	double a[3] = {0};
	if (!numbers_of(r, e, a, 3))
		return false;
	double from = a[0], step = e->a.n == 3 ? a[1] : 1, to = a[e->a.n - 1];
	if (step == 0)
		return wrong(r, e->a.at[1], "a step of 0 goes nowhere", NULL);
	if (!allocate(r, e, floor((to - from) / step + 1e-9) + 1))
		return false;
	for (uint64_t i = 0; i < r->out->count; i++) {
		double v = from + (double)i * step;
		r->out->value[i] = fabs(v - to) < 1e-9 * fabs(step) ? to : v;
	}
	return true;
}

static bool read_list(reader *r, const mo_expr *e)
{
	size_t length;
	const char *text = sb_source_text(r->diag, r->source, &length);
	if (!e->a.n)
		return wrong(r, e, "this list is empty", NULL);
	if (e->iterators.n || !allocate(r, e, e->a.n))
		return e->iterators.n ? wrong(r, e, "values must be written one by one", "or as a range: 1:0.5:10") : false;
	for (uint32_t i = 0; i < e->a.n; i++) {
		sb_span at = e->a.at[i]->span;
		if (!number_of(e->a.at[i], &r->out->value[i]) &&
			!st_many_value(r->x, r->i, sb_strndup(r->arena, text + at.start, at.end - at.start), &r->out->value[i]))
			return false;
	}
	return true;
}

/* lin(a, b, n), log(a, b, n). */
static bool read_spaced(reader *r, const mo_expr *e, bool logarithmic)
{
	double a[3] = {0};
	if (e->a.n != 3)
		return wrong(r, e, "this takes three numbers", "the first value, the last, and how many: lin(0, 1, 11)");
	if (!numbers_of(r, e, a, 3))
		return false;
	if (a[2] != floor(a[2]) || a[2] < 1 || (a[2] == 1 && a[0] != a[1]))
		return wrong(r, e->a.at[2], "the number of values must be a whole number from 2 on", NULL);
	if (logarithmic && !(a[0] > 0 && a[1] > 0))
		return wrong(r, e, "both ends of logarithmic spacing must be greater than zero", NULL);
	if (!allocate(r, e, a[2]))
		return false;
	r->out->logarithmic = logarithmic;
	for (uint64_t i = 0; i < r->out->count; i++) {
		double part = r->out->count > 1 ? (double)i / (double)(r->out->count - 1) : 0;
		r->out->value[i] = i + 1 == r->out->count ? a[1]
						   : logarithmic          ? a[0] * pow(a[1] / a[0], part)
												  : a[0] + part * (a[1] - a[0]);
	}
	r->out->value[0] = a[0];
	return true;
}

static const struct { const char *name; st_law law; uint32_t least, most; const char *help; } laws[] = {
	{"uniform", ST_UNIFORM, 2, 2, "uniform(from, to)"},
	{"loguniform", ST_LOGUNIFORM, 2, 2, "loguniform(from, to)"},
	{"normal", ST_NORMAL, 2, 4, "normal(mean, deviation), or normal(mean, deviation, from, to)"},
	{"lognormal", ST_LOGNORMAL, 2, 2, "lognormal(mean, deviation), both of the logarithm"},
	{"triangular", ST_TRIANGULAR, 3, 3, "triangular(from, mode, to)"},
	{"exponential", ST_EXPONENTIAL, 1, 1, "exponential(mean)"},
	{"weibull", ST_WEIBULL, 2, 2, "weibull(shape, scale)"},
	{"gamma", ST_GAMMA, 2, 2, "gamma(shape, scale)"},
	{"beta", ST_BETA, 2, 2, "beta(a, b)"},
};
enum { LAWS = sizeof laws / sizeof *laws };

static bool arguments_are_good(const st_axis *x)
{
	const double *a = x->a;
	switch (x->law) {
	case ST_UNIFORM: return a[0] <= a[1];
	case ST_LOGUNIFORM: return a[0] > 0 && a[0] <= a[1];
	case ST_NORMAL: return a[1] > 0 && a[2] < a[3];
	case ST_LOGNORMAL: return a[1] > 0;
	case ST_TRIANGULAR: return a[0] <= a[1] && a[1] <= a[2] && a[0] < a[2];
	case ST_EXPONENTIAL: return a[0] > 0;
	default: return a[0] > 0 && a[1] > 0;
	}
}

static bool read_call(reader *r, const mo_expr *e)
{
	const char *name = e->parts.n == 1 ? e->parts.at[0].name : "";
	const char *names[LAWS + 2] = {"lin", "log"};
	if (strcmp(name, "lin") == 0 || strcmp(name, "log") == 0)
		return read_spaced(r, e, name[1] == 'o');
	for (uint32_t i = 0; i < LAWS; i++) {
		names[i + 2] = laws[i].name;
		if (strcmp(laws[i].name, name) != 0)
			continue;
		if (e->a.n < laws[i].least || e->a.n > laws[i].most || e->a.n == 3 - (laws[i].law == ST_TRIANGULAR) * 3)
			return wrong(r, e, "the arguments of this distribution are others", laws[i].help);
		*r->out = (st_axis){.name = r->out->name, .text = r->out->text, .law = laws[i].law,
			.a = {0, 0, -INFINITY, INFINITY}};
		if (!numbers_of(r, e, r->out->a, 4))
			return false;
		r->out->logarithmic = laws[i].law == ST_LOGUNIFORM || laws[i].law == ST_LOGNORMAL;
		return arguments_are_good(r->out) ||
			   wrong(r, e, "no distribution has these numbers: is a width negative, or an order wrong?", laws[i].help);
	}
	sb_message *m = sb_report(r->diag, SB_ERROR, "U0733", e->span, "there is no spacing or distribution '%s'", name);
	const char *near = sb_nearest(name, names, LAWS + 2);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m,
			"there are lin, log, uniform, loguniform, normal, lognormal, triangular, exponential, weibull, gamma, "
				   "beta");
	return false;
}

/* Whole numbers where the type wants them, 0 or 1, a literal. */
static bool values_suit(reader *r, const mo_expr *e)
{
	const st_varied *v = st_many_varied(r->x, r->i);
	r->out->whole = v->type != SX_REAL;
	for (uint64_t i = 0; r->out->law == ST_LIST && i < r->out->count && r->out->whole; i++) {
		double value = r->out->value[i];
		const char *wanted = se_wanted(v->type == SX_BOOLEAN ? SI_TYPE_BOOLEAN : SI_TYPE_INTEGER, v->literals, value);
		if (!wanted)
			continue;
		sb_help(sb_report(r->diag, SB_ERROR, "U0734", e->span, "%.9g is not a value for '%s'", value, v->name),
			"give %s",
				wanted);
		return false;
	}
	return true;
}

bool st_axis_read(st_many *x, sb_arena *arena, uint32_t i, const char *text, st_axis *out)
{
	const st_varied *v = st_many_varied(x, i);
	sb_diag *diag = st_many_model(x)->diag;
	sb_names *names = sb_names_new(arena);
	*out = (st_axis){.name = v->name, .text = sb_strdup(arena, text)};
	reader r = {x, i, arena, diag, out,
		sb_source_add(diag, sb_printf(arena, "-p %s", v->name), text, strlen(text))};
	mo_expr *e = mo_parse_expression(arena, names, diag, r.source, 0);
	if (!e)
		return false;
	bool good = e->kind == MO_E_RANGE   ? read_range(&r, e)
				: e->kind == MO_E_ARRAY ? read_list(&r, e)
				: e->kind == MO_E_CALL  ? read_call(&r, e)
										: wrong(&r, e, "this is no list of values",
											"as 1:0.5:10, {1, 2} or lin(0, 1, 5)");
	return good && values_suit(&r, e);
}
