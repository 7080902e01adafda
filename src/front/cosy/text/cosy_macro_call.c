/* A call of a macro: its arguments, its own variables, its body. */
#include "front/cosy/text/cosy_macro.h"

#include <string.h>

typedef struct actual { uint32_t from, to; } actual;
typedef struct actuals { sb_vec(actual) list; uint32_t outputs, end; bool arrow; } actuals;

static const char *head_text(co_macros *x, const co_macro *macro)
{
	sb_text text = {0};
	sb_add(&text, macro->name);
	for (uint32_t i = 0; i < macro->formals.n; i++) {
		const co_formal *f = &macro->formals.at[i];
		sb_add(&text, i == 0 && macro->arrow && macro->outputs == 0 ? " ( <- " : i == 0 ? " (" : macro->arrow
			&& i == macro->outputs ? " <- " : ", ");
		sb_add(&text, f->name);
	}
	if (macro->formals.n)
		sb_add(&text, macro->arrow && macro->outputs == macro->formals.n ? " <- )" : ")");
	char *kept = sb_strdup(x->arena, text.at);
	sb_text_free(&text);
	return kept;
}

/* Divides the arguments at commas and at the arrow. False after a message: the parenthesis is not closed. */
static bool read_actuals(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to, const co_macro *macro,
	actuals *a)
{
	sb_span open = co_token_span(x, &tokens[i]);
	int depth = 0;
	uint32_t from = ++i;
	for (;; i++) {
		int word = i < to ? tokens[i].word : CO_W_EOF;
		if (word == CO_W_EOF || word == CO_W_SEMICOLON || word == CO_W_END || word == CO_W_ASSIGN) {
			sb_help(co_macro_error(x, "K0206", open, "the arguments of the macro '%s' have no ')'", macro->name),
				"it is called as %s", head_text(x, macro));
			a->end = i;
			return false;
		}
		bool closes = depth == 0 && word == CO_W_RPAREN, divides = depth == 0
			&& (word == CO_W_COMMA || word == CO_W_ARROW);
		depth += word == CO_W_LPAREN || word == CO_W_LBRACKET;
		depth -= !closes && (word == CO_W_RPAREN || word == CO_W_RBRACKET);
		if (!closes && !divides)
			continue;
		if (i > from || word == CO_W_COMMA || (i > 0 && tokens[i - 1].word == CO_W_COMMA)) {
			actual one = {from, i};
			sb_push(x->arena, a->list, one);
		}
		if (word == CO_W_ARROW && !a->arrow) {
			a->arrow = true;
			a->outputs = a->list.n;
		}
		from = i + 1;
		if (closes) {
			a->end = i + 1;
			return true;
		}
	}
}

static bool fits(co_macros *x, const co_macro *macro, const actuals *a, sb_span where)
{
	uint32_t outputs = macro->outputs, inputs = macro->formals.n - outputs, given = a->list.n - a->outputs;
	sb_message *m = NULL;
	if (macro->arrow && !a->arrow && a->list.n > 0)
		m = co_macro_error(x, "K0204", where,
			"the call of the macro '%s' has no '<-' between outputs and inputs", macro->name);
	else if (!macro->arrow && a->arrow)
		m = co_macro_error(x, "K0204", where, "the macro '%s' has no '<-' in its parameters, but its call has",
			macro->name);
	else if (a->outputs != outputs)
		m = co_macro_error(x, "K0204", where, "the macro '%s' has %u output%s, but %u %s given", macro->name, outputs,
			outputs == 1 ? "" : "s", a->outputs,
			a->outputs == 1 ? "is" : "are");
	else if (given != inputs)
		m = co_macro_error(x, "K0204", where, "the macro '%s' has %u input%s, but %u %s given", macro->name, inputs,
			inputs == 1 ? "" : "s", given,
			given == 1 ? "is" : "are");
	if (!m)
		return true;
	sb_also(m, macro->span, "the macro is defined here");
	sb_help(m, "it is called as %s", head_text(x, macro));
	return false;
}

/* Arguments are read in the place of the call, so that calls in them, and parameters of the macro around, have their
 * meanings. */
static bool bind(co_macros *x, const co_token *tokens, const co_macro *macro, const actuals *a, co_target t,
	co_meanings *inner)
{
	for (uint32_t i = 0; i < a->list.n; i++) {
		const co_formal *f = &macro->formals.at[i];
		uint32_t from = a->list.at[i].from, to = a->list.at[i].to;
		if (from == to) {
			sb_help(co_macro_error(x, "K0204", co_token_span(x, &tokens[from]),
				"the argument for '%s' of the macro '%s' is empty", f->name, macro->name),
				"it is called as %s", head_text(x, macro));
			return false;
		}
		co_meaning m;
		if (f->is_const) {
			co_value v = co_evaluate_range(x, tokens, from, to, t.meanings, co_token_span(x, &tokens[from]),
				sb_printf(x->arena, "the CONST parameter '%s' of the macro '%s'", f->name, macro->name));
			if (!v.known)
				return false;
			m = co_value_meaning(x, f->name, v, &tokens[from]);
		} else {
			co_tokens list = {0};
			co_target argument = t;
			argument.out = &list;
			co_put(x, tokens, from, to, argument);
			m = (co_meaning){.name = f->name, .tokens = list.at, .count = list.n};
			if (list.n == 0)
				return false;
		}
		sb_push(x->arena, inner->list, m);
	}
	return true;
}

/* A name that nobody uses: MACRO_1_NAME. */
static const char *new_name(co_macros *x, const co_macro *macro, const char *name)
{
	const char *fresh = sb_intern(x->names, sb_printf(x->arena, "%s_%u_%s", macro->name, macro->calls, name));
	while (sb_map_find(&x->words, fresh))
		fresh = sb_intern(x->names, sb_printf(x->arena, "%s_", fresh));
	sb_map_set(&x->words, fresh, (void *)fresh);
	return fresh;
}

static void rename_own(co_macros *x, const co_macro *macro, co_meanings *inner, const co_token *like)
{
	for (uint32_t i = 0; i < macro->own.n; i++) {
		co_token *token = sb_new(x->arena, co_token);
		*token = *like;
		token->word = CO_W_IDENT;
		token->name = new_name(x, macro, macro->own.at[i].name);
		co_meaning m = {.name = macro->own.at[i].name, .tokens = token, .count = 1};
		sb_push(x->arena, inner->list, m);
	}
}

static bool in_expression(const co_tokens *out)
{
	if (out->n == 0)
		return false;
	switch (out->at[out->n - 1].word) {
	case CO_W_LPAREN:
	case CO_W_LBRACKET:
	case CO_W_COMMA:
	case CO_W_EQUAL:
	case CO_W_ASSIGN:
	case CO_W_NE:
	case CO_W_LT:
	case CO_W_LE:
	case CO_W_GT:
	case CO_W_GE:
	case CO_W_PLUS:
	case CO_W_MINUS:
	case CO_W_STAR:
	case CO_W_SLASH:
	case CO_W_POWER:
	case CO_W_AND:
	case CO_W_OR:
	case CO_W_NOT:
	case CO_W_DIV: case CO_W_MOD:
		return true;
	default:
		return false;
	}
}

static void put_body(co_macros *x, co_macro *macro, const co_meanings *inner, co_target t, sb_span call,
	const co_token *name)
{
	co_expansion e = {.macro = macro->name, .call = call, .parent = x->current};
	uint32_t outer = x->current;
	sb_push(x->arena, *x->expansions, e);
	x->current = x->expansions->n;
	co_target body = {.out = t.out, .meanings = inner, .shown = true, .span = t.shown ? t.span : call};
	uint32_t number = x->current - 1;
	if (macro->own.n) {
		co_tokens variables = {0};
		co_target declarations = body;
		declarations.out = &variables;
		co_put(x, x->tokens, macro->variables, macro->variables_end, declarations);
		co_emit_sign(x, declarations, CO_W_EOF, name);
		x->expansions->at[number].variables = variables;
	}
	bool wrap = in_expression(t.out);
	if (wrap)
		co_emit_sign(x, body, CO_W_LPAREN, name);
	co_put(x, x->tokens, macro->body, macro->body_end, body);
	if (wrap)
		co_emit_sign(x, body, CO_W_RPAREN, name);
	x->current = outer;
}

/* In place of a call that cannot be replaced the parser sees a number where a value is needed, and nothing
 * elsewhere. */
void co_put_nothing(co_macros *x, co_target t, const co_token *like)
{
	if (!in_expression(t.out))
		return;
	co_token token = *like;
	token.word = CO_W_NUMBER;
	token.name = "0";
	token.number = 0;
	token.broken = true;
	co_emit(x, t, token);
}

/* Returns the index after the call. */
uint32_t co_put_call(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to, co_macro *macro, co_target t)
{
	actuals a = {.end = i + 1};
	const co_token *name = &tokens[i];
	sb_span where = co_token_span(x, name);
	bool good = i + 1 >= to || tokens[i + 1].word != CO_W_LPAREN || read_actuals(x, tokens, i + 1, to, macro, &a);
	if (!good || !fits(x, macro, &a, where) || !co_macro_deeper(x, where)) {
		co_put_nothing(x, t, name);
		return a.end;
	}
	co_meanings inner = {0};
	if (bind(x, tokens, macro, &a, t, &inner)) {
		macro->calls++;
		rename_own(x, macro, &inner, name);
		put_body(x, macro, &inner, t, sb_span_join(where, co_token_span(x, &tokens[a.end - 1])), name);
	} else {
		co_put_nothing(x, t, name);
	}
	x->depth--;
	return a.end;
}
