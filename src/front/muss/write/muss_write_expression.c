/* Expressions as Modelica. */
#include <string.h>
#include <strings.h>

#include "front/muss/write/muss_write.h"

static const char *const operators[MU_W_COUNT] = {
	[MU_W_PLUS] = " + ", [MU_W_MINUS] = " - ", [MU_W_STAR] = "*", [MU_W_SLASH] = "/", [MU_W_POWER] = "^",
	[MU_W_EQ] = " == ", [MU_W_NE] = " <> ", [MU_W_LT] = " < ", [MU_W_LE] = " <= ", [MU_W_GT] = " > ",
	[MU_W_GE] = " >= ", [MU_W_AND] = " and ", [MU_W_OR] = " or "};

static void subscripts(mu_writer *w, const mu_node *n)
{
	if (!mu_length(n, 0))
		return;
	mu_put(w, n->span, "[");
	for (uint32_t i = 0; i < mu_length(n, 0); i++) {
		if (i)
			mu_put(w, n->span, ", ");
		mu_write_expression(w, mu_list(n, 0, i));
	}
	mu_put(w, n->span, "]");
}

/* What a `when` sets holds until all of its statements are done: equations and conditions see the value from before, as
 * if the functions of conditions were computed first, and the actions of those that turned after them. */
static bool is_held(const mu_writer *w, const mu_symbol *s)
{
	return s && s->when && !s->state && !w->procedural;
}

void mu_write_dotted(mu_writer *w, const mu_node *n)
{
	bool time = strcasecmp(n->name, "time") == 0 && !mu_child(n, 1);
	mu_put(w, n->span, time ? "time" : mu_plain(w, n->name));
	subscripts(w, n);
	if (mu_child(n, 1)) {
		mu_put(w, n->span, ".");
		mu_write_dotted(w, mu_child(n, 1));
	}
}

static void name(mu_writer *w, const mu_node *n)
{
	int order = 0;
	if (w->unit->kind == MU_STUDY_BLOCK && mu_child(n, 1)) {         /* of an experiment, whose names stand alone */
		mu_write_dotted(w, mu_child(n, 1));
		return;
	}
	const mu_symbol *s = mu_find(w->unit, n->name);
	bool before = is_held(w, s);
	if (before)
		mu_put(w, n->span, "pre(");
	const mu_symbol *field = w->unit->kind == MU_DISTRIBUTED && !s ? mu_in_space(w->unit, n->name, &order) : NULL;
	if (strcasecmp(n->name, "time") == 0 && !s)
		mu_put(w, n->span, "time");
	else if (strcasecmp(n->name, "true") == 0 || strcasecmp(n->name, "false") == 0)
		mu_put(w, n->span, strcasecmp(n->name, "true") == 0 ? "true" : "false");
	else if (field || (s && s->group == MU_FIELDS) || (s && s->space))
		mu_write_field(w, n, field ? field : s, order);
	else if (s && w->set_in && mu_is_reset(w, s) && mu_sets(w->set_in, s->name))
		mu_putf(w, n->span, "'%s+'", n->name);
	else
		mu_put(w, n->span, mu_plain(w, n->name));
	if (!field && !(s && (s->group == MU_FIELDS || s->space)))
		subscripts(w, n);
	if (before)
		mu_put(w, n->span, ")");
}

static void function(mu_writer *w, const mu_node *e, const mu_function *f)
{
	if (!f->as) {
		mu_write_field_function(w, e);
		return;
	}
	for (const char *at = f->as; *at;) {
		size_t plain = strcspn(at, "$");
		if (plain)
			mu_put(w, e->span, sb_strndup(w->text->arena, at, plain));
		at += plain;
		if (*at == '$') {
			mu_put(w, e->span, "(");
			mu_write_as(w, mu_list(e, 1, (uint32_t)(at[1] - '1')), MU_REAL);
			mu_put(w, e->span, ")");
			at += 2;
		}
	}
}

/* As measures of a run have it. */
static void write_measure(mu_writer *w, const mu_node *e, const char *measure)
{
	mu_put(w, e->span, measure);
	for (uint32_t i = 0; i < mu_length(e, 1); i++) {
		mu_put(w, e->span, i ? ", " : "(");
		mu_write_expression(w, mu_list(e, 1, i));
	}
	mu_put(w, e->span, ")");
}

static void apply(mu_writer *w, const mu_node *e)
{
	const mu_call *call = mu_call_of(w->unit, e);
	const mu_symbol *s = mu_find(w->unit, e->name);
	const char *measure = mu_measure_of(w->unit, e);
	if (measure)
		write_measure(w, e, measure);
	else if (call && call->unit)
		mu_putf(w, e->span, "%s.%s", mu_plain(w, call->name), mu_plain(w, call->unit->outputs.at[0]->name));
	else if (call)
		mu_putf(w, e->span, "%s.y", mu_plain(w, call->name));
	else if (s && s->group == MU_FIELDS)
		mu_write_field_function(w, e);
	else
		function(w, e, mu_function_named(e->name));
}

static void number(mu_writer *w, const mu_node *e)
{
	mu_putf(w, e->span, "%s%s%s", *e->name == '.' ? "0" : "", e->name, e->name[strlen(e->name) - 1] == '.' ? "0" : "");
}

static void binary(mu_writer *w, const mu_node *e)
{
	int word = (int)e->number;
	const mu_node *a = mu_child(e, 0), *b = mu_child(e, 1);
	bool logic = word == MU_W_AND || word == MU_W_OR, equal = word == MU_W_EQ || word == MU_W_NE;
	bool logical = mu_known_type(w->text, a) == MU_LOGICAL && mu_known_type(w->text, b) == MU_LOGICAL;
	int type = logic || (equal && logical) ? MU_LOGICAL : MU_REAL;
	mu_put(w, e->span, "(");
	mu_write_as(w, a, type);
	mu_put(w, e->span, operators[word]);
	mu_write_as(w, b, type);
	mu_put(w, e->span, ")");
}

void mu_write_expression(mu_writer *w, const mu_node *e)
{
	switch (e->kind) {
	case MU_NUMBER:
		number(w, e);
		break;
	case MU_NAME:
		name(w, e);
		break;
	case MU_PRIME:
		mu_put(w, e->span, "der(");
		name(w, mu_child(e, 0));
		mu_put(w, e->span, ")");
		break;
	case MU_APPLY:
		apply(w, e);
		break;
	case MU_UNARY:
		mu_put(w, e->span, e->number == MU_W_NOT ? "(not " : e->number == MU_W_MINUS ? "(-" : "(+");
		mu_write_as(w, mu_child(e, 0), e->number == MU_W_NOT ? MU_LOGICAL : MU_REAL);
		mu_put(w, e->span, ")");
		break;
	default:
		binary(w, e);
	}
}

void mu_write_as(mu_writer *w, const mu_node *e, int type)
{
	int is = mu_known_type(w->text, e);
	if (type == MU_LOGICAL && (is == MU_REAL || is == MU_INTEGER)) {
		mu_put(w, e->span, "(");
		mu_write_expression(w, e);
		mu_put(w, e->span, " > 0.5)");
	} else if (type != MU_LOGICAL && is == MU_LOGICAL) {
		mu_put(w, e->span, "(if ");
		mu_write_expression(w, e);
		mu_put(w, e->span, " then 1 else 0)");
	} else {
		mu_write_expression(w, e);
	}
}
