/* Expressions. What SPICE counts as true is a number that is not zero; Modelica has Booleans. */
#include "front/spice/write/spice_write.h"

#include <string.h>

enum { MOST_PARTS = 200000 };

static void real(sp_writer *w, const sp_scope *s, const sp_frame *f, const sp_expr *e);

static bool is_condition(const sp_expr *e)
{
	return (e->kind == SP_BINARY && e->op <= SP_GE) || (e->kind == SP_UNARY && e->op == SP_NOT);
}

static void condition(sp_writer *w, const sp_scope *s, const sp_frame *f, const sp_expr *e)
{
	static const char *const signs[] = {" or ", " and ", "", "", " < ", " > ", " <= ", " >= "};
	sp_put(w, e->span, "(");
	if (!is_condition(e)) {
		real(w, s, f, e);
		sp_put(w, e->span, " > 0 or ");
		real(w, s, f, e);
		sp_put(w, e->span, " < 0");
	} else if (e->kind == SP_UNARY) {
		sp_put(w, e->span, "not ");
		condition(w, s, f, e->of[0]);
	} else if (e->op == SP_OR || e->op == SP_AND) {
		condition(w, s, f, e->of[0]);
		sp_put(w, e->span, signs[e->op]);
		condition(w, s, f, e->of[1]);
	} else if (e->op == SP_EQ || e->op == SP_NE) {        /* Real numbers are not compared for equality */
		const char *first = e->op == SP_EQ ? " <= " : " < ", *second = e->op == SP_EQ ? " >= " : " > ";
		real(w, s, f, e->of[0]);
		sp_put(w, e->span, first);
		real(w, s, f, e->of[1]);
		sp_put(w, e->span, e->op == SP_EQ ? " and " : " or ");
		real(w, s, f, e->of[0]);
		sp_put(w, e->span, second);
		real(w, s, f, e->of[1]);
	} else {
		real(w, s, f, e->of[0]);
		sp_put(w, e->span, signs[e->op]);
		real(w, s, f, e->of[1]);
	}
	sp_put(w, e->span, ")");
}

static void choose(sp_writer *w, const sp_scope *s, const sp_frame *f, const sp_expr *if_true, const sp_expr *yes,
				   const sp_expr *no)
{
	sp_put(w, if_true->span, "(if ");
	condition(w, s, f, if_true);
	sp_put(w, yes->span, " then ");
	real(w, s, f, yes);
	sp_put(w, no->span, " else ");
	real(w, s, f, no);
	sp_put(w, no->span, ")");
}

/* A variable beside, which has the value of an expression or its integral. */
static const char *beside(sp_writer *w, const sp_scope *s, const sp_frame *f, sp_beside_kind kind, const sp_expr *value,
						  const sp_expr *start)
{
	sp_beside b = {.kind = kind, .value = value, .start = start, .lookup = s, .frame = f};
	const char *of = w->around_device ? w->around_device : "expression";
	b.name = sp_claim(w, sb_printf(w->arena, "%s#%u", of, w->besides.n + 1), "beside ");
	sb_push(w->arena, w->besides, b);
	return b.name;
}

/* Straight lines between points, and the last value beyond them. */
static void lines(sp_writer *w, const sp_scope *s, const sp_frame *f, const sp_expr *e)
{
	const char *x = beside(w, s, f, SP_HELD, e->args.at[0], NULL);
	uint32_t n = (e->args.n - 1) / 2;
	sp_expr *const *at = e->args.at + 1;
	sp_put(w, e->span, "(");
	for (uint32_t i = 0; i < n; i++) {
		sp_putf(w, e->span, "if %s <= ", x);
		real(w, s, f, at[2 * i]);
		sp_put(w, e->span, " then ");
		real(w, s, f, at[2 * (i ? i - 1 : 0) + 1]);
		if (i) {
			sp_putf(w, e->span, " + (%s - ", x);
			real(w, s, f, at[2 * (i - 1)]);
			sp_put(w, e->span, ")*(");
			real(w, s, f, at[2 * i + 1]);
			sp_put(w, e->span, " - ");
			real(w, s, f, at[2 * (i - 1) + 1]);
			sp_put(w, e->span, ")/(");
			real(w, s, f, at[2 * i]);
			sp_put(w, e->span, " - ");
			real(w, s, f, at[2 * (i - 1)]);
			sp_put(w, e->span, ")");
		}
		sp_put(w, e->span, " else ");
	}
	real(w, s, f, at[2 * (n - 1) + 1]);
	sp_put(w, e->span, ")");
}

static void builtin(sp_writer *w, const sp_scope *s, const sp_frame *f, const sp_expr *e, const sp_builtin *b)
{
	if (!strcmp(b->name, "if") || !strcmp(b->name, "ternary_fcn")) {
		choose(w, s, f, e->args.at[0], e->args.at[1], e->args.at[2]);
	} else if (!strcmp(b->name, "table") || !strcmp(b->name, "pwl")) {
		lines(w, s, f, e);
	} else if (!strcmp(b->name, "ddt")) {
		sp_putf(w, e->span, "der(%s)", beside(w, s, f, SP_HELD, e->args.at[0], NULL));
	} else if (!*b->as) {
		sp_put(w, e->span, beside(w, s, f, SP_INTEGRATED, e->args.at[0], e->args.n > 1 ? e->args.at[1] : NULL));
	} else {
		for (const char *at = b->as; *at; at++)
			if (*at == '$') {
				sp_put(w, e->span, "(");
				real(w, s, f, e->args.at[*++at - '1']);
				sp_put(w, e->span, ")");
			} else {
				sp_putf(w, e->span, "%c", *at);
			}
	}
}

static void call(sp_writer *w, const sp_scope *s, const sp_frame *f, const sp_expr *e)
{
	const sp_function *own = sp_find_function(s, e->name);
	const sp_builtin *b = own ? NULL : sp_builtin_named(e->name);
	if (!own) {
		builtin(w, s, f, e, b);
		return;
	}
	sp_frame *inner = sb_new(w->arena, sp_frame);
	*inner = (sp_frame){.function = own, .call = e, .lookup = s, .around = f};
	sp_put(w, e->span, "(");
	real(w, own->owner, inner, own->body);
	sp_put(w, e->span, ")");
}

static void name(sp_writer *w, const sp_scope *s, const sp_frame *f, const sp_expr *e)
{
	for (uint32_t i = 0; f && i < f->function->args.n; i++)
		if (f->function->args.at[i] == e->name) {
			sp_put(w, e->span, "(");
			real(w, f->lookup, f->around, f->call->args.at[i]);
			sp_put(w, e->span, ")");
			return;
		}
	sp_param *p = sp_find_param(s, e->name);
	const char *known = p ? sb_map_find(w->params, p) : NULL;
	double value;
	if (known)
		sp_put(w, e->span, known);
	else if (!strcmp(e->name, "time"))
		sp_put(w, e->span, "time");
	else if (sp_value(s, e, &value)) {
		char digits[32];
		sb_real_text(digits, value);
		sp_put(w, e->span, digits);
	}
}

static void number(sp_writer *w, sb_span span, double value)
{
	char digits[32];
	sb_real_text(digits, value);
	sp_putf(w, span, value < 0 ? "(%s)" : "%s", digits);
}

static void binary(sp_writer *w, const sp_scope *s, const sp_frame *f, const sp_expr *e)
{
	static const char *const signs[] = {[SP_ADD] = " + ", [SP_SUB] = " - ", [SP_MUL] = "*", [SP_DIV] = "/",
		[SP_MOD] = ", ", [SP_POW] = "^"};
	sp_put(w, e->span, e->op == SP_MOD ? "mod(" : "(");
	real(w, s, f, e->of[0]);
	sp_put(w, e->span, signs[e->op]);
	real(w, s, f, e->of[1]);
	sp_put(w, e->span, ")");
}

static void real(sp_writer *w, const sp_scope *s, const sp_frame *f, const sp_expr *e)
{
	if (++w->written > MOST_PARTS) {
		if (w->written == MOST_PARTS + 1)
			sb_report(w->n->c->diag, SB_ERROR, "L0010", e->span,
					  "this expression is too long with its functions written out");
		sp_put(w, e->span, "0");
		return;
	}
	if (is_condition(e)) {
		sp_put(w, e->span, "(if ");
		condition(w, s, f, e);
		sp_put(w, e->span, " then 1 else 0)");
		return;
	}
	switch (e->kind) {
	case SP_NUMBER: number(w, e->span, e->number); break;
	case SP_NAME: name(w, s, f, e); break;
	case SP_CALL: call(w, s, f, e); break;
	case SP_CHOICE: choose(w, s, f, e->of[0], e->of[1], e->of[2]); break;
	case SP_BINARY: binary(w, s, f, e); break;
	case SP_UNARY:
		sp_put(w, e->span, e->op == SP_MINUS ? "(-" : "(");
		real(w, s, f, e->of[0]);
		sp_put(w, e->span, ")");
		break;
	case SP_PROBE:
		if (*e->name == 'i') {
			sp_put(w, e->span, sp_current(w, w->scope, e->probed[0]));
		} else if (!e->probed[1]) {
			sp_put(w, e->span, sp_voltage(w, w->scope, e->probed[0]));
		} else {
			sp_putf(w, e->span, "(%s - %s)", sp_voltage(w, w->scope, e->probed[0]),
					sp_voltage(w, w->scope, e->probed[1]));
		}
	}
}

void sp_write_value(sp_writer *w, const sp_scope *lookup, const sp_expr *e)
{
	w->written = 0;
	real(w, lookup, NULL, e);
}

void sp_write_besides(sp_writer *w)
{
	for (uint32_t i = 0; i < w->besides.n; i++) {
		sp_beside b = w->besides.at[i];
		w->written = 0;
		if (b.kind == SP_HELD) {
			sp_putf(w, b.value->span, "\n  %s = ", b.name);
			real(w, b.lookup, b.frame, b.value);
		} else {
			sp_putf(w, b.value->span, "\n  der(%s) = ", b.name);
			real(w, b.lookup, b.frame, b.value);
		}
		sp_put(w, b.value->span, ";");
	}
	sp_put(w, w->scope->span, "\npublic");
	for (uint32_t i = 0; i < w->besides.n; i++) {
		const sp_beside *b = &w->besides.at[i];
		sp_putf(w, b->value->span, "\n  Real %s", b->name);
		if (b->kind == SP_INTEGRATED) {
			sp_put(w, b->value->span, "(fixed = true, start = ");
			if (b->start)
				real(w, b->lookup, b->frame, b->start);
			else
				sp_put(w, b->value->span, "0");
			sp_put(w, b->value->span, ")");
		}
		sp_put(w, b->value->span, ";");
	}
}
