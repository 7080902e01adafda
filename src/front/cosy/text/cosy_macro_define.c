/* Definitions of macros: their heads, their sections, and where they end. */
#include "front/cosy/text/cosy_macro.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

sb_span co_macro_span(const co_macros *x, uint32_t token)
{
	return (sb_span){x->source, x->tokens[token].start, x->tokens[token].end};
}

sb_message *co_macro_error(co_macros *x, const char *code, sb_span span, const char *format, ...)
{
	char text[1024];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	co_lexicals_say(x->lexical, x->diag, span.start);
	sb_message *m = sb_report(x->diag, SB_ERROR, code, span, "%s", text);
	uint32_t from = x->current;
	for (int i = 0; from && i < 4; i++) {
		const co_expansion *e = &x->expansions->at[from - 1];
		sb_also(m, e->call, "in the macro '%s', expanded from here", e->macro);
		from = e->parent;
	}
	return m;
}

static int word_at(const co_macros *x, uint32_t i)
{
	return i < x->count ? x->tokens[i].word : CO_W_EOF;
}

/* formals = "(" [ names ] [ "<-" { [ CONST ] name "," } ] ")". Returns the index after it. */
static uint32_t formals(co_macros *x, co_macro *macro, uint32_t i)
{
	bool is_const = false;
	uint32_t open = i;
	for (i++; word_at(x, i) != CO_W_RPAREN; i++) {
		switch (word_at(x, i)) {
		case CO_W_CONST:
			is_const = true;
			break;
		case CO_W_COMMA:
			is_const = false;
			break;
		case CO_W_ARROW:
			macro->arrow = true;
			macro->outputs = macro->formals.n;
			break;
		case CO_W_IDENT: {
			co_formal f = {.name = x->tokens[i].name, .span = co_macro_span(x, i), .is_const = is_const};
			for (uint32_t k = 0; k < macro->formals.n; k++) {
				if (macro->formals.at[k].name == f.name)
					sb_help(co_macro_error(x, "K0207", f.span, "the parameter '%s' of the macro '%s' is declared twice",
						f.name, macro->name),
						"give one of the two another name");
			}
			sb_push(x->arena, macro->formals, f);
			break;
		}
		default:
			sb_help(co_macro_error(x, "K0201", co_macro_span(x, word_at(x, i) == CO_W_EOF ? open : i),
				"the parameters of the macro '%s' are not a list of names",
				macro->name), "write MACRO %s (outputs <- inputs, CONST constants);", macro->name);
			while (word_at(x, i) != CO_W_EOF && word_at(x, i) != CO_W_SEMICOLON && word_at(x, i) != CO_W_RPAREN)
				i++;
			return i + (word_at(x, i) == CO_W_RPAREN);
		}
	}
	return i + 1;
}

static bool begins_part(const co_macros *x, uint32_t i)
{
	int word = word_at(x, i);
	if (word == CO_W_OUTPUT && i > 0 && x->tokens[i - 1].word == CO_W_LPAREN)
		return false;
	return (word >= CO_W_PROGRAM && word <= CO_W_PROCESSES) || word == CO_W_EOF;
}

/* Where the definition ends: the index of its MACEND. A part of the program cannot stand in it: then the MACEND is
 * missing. */
static uint32_t end_of(co_macros *x, const co_macro *macro, uint32_t i, bool *missing)
{
	uint32_t open = 1;
	*missing = false;
	for (;; i++) {
		int word = word_at(x, i);
		open += word == CO_W_MACBEGIN || word == CO_W_MACCONTIN;
		open -= word == CO_W_MACEND;
		if (open == 0)
			return i;
		if (begins_part(x, i)) {
			sb_message *m = co_macro_error(x, "K0201", macro->span, "the macro '%s' has no MACEND", macro->name);
			if (word != CO_W_EOF)
				sb_also(m, co_macro_span(x, i), "it should have ended before this");
			sb_help(m, "each of MACRO, MACBEGIN and MACCONTIN has its MACEND%s", open > 1
				? sb_printf(x->arena, "; %u are missing", open) : "");
			*missing = true;
			return i;
		}
	}
}

/* The names that MACVAR declares: the first after a type and those after its commas. */
static void own_names(co_macros *x, co_macro *macro)
{
	bool expected = false;
	int brackets = 0;
	for (uint32_t i = macro->variables; i < macro->variables_end; i++) {
		int word = word_at(x, i);
		bool type = (word >= CO_W_ALGEBR && word <= CO_W_TIMEPERS)
			|| (word == CO_W_IDENT && word_at(x, i + 1) == CO_W_IDENT && !expected);
		brackets += word == CO_W_LPAREN || word == CO_W_LBRACKET;
		brackets -= word == CO_W_RPAREN || word == CO_W_RBRACKET;
		if (type || (word == CO_W_COMMA && brackets == 0)) {
			expected = true;
		} else if (word == CO_W_IDENT && expected && brackets == 0) {
			co_formal own = {.name = x->tokens[i].name, .span = co_macro_span(x, i)};
			for (uint32_t k = 0; k < macro->formals.n; k++) {
				if (macro->formals.at[k].name == own.name) {
					sb_message *m = co_macro_error(x, "K0207", own.span,
						"'%s' is a parameter of the macro '%s' and cannot be its variable too",
						own.name, macro->name);
					sb_also(m, macro->formals.at[k].span, "the parameter");
					sb_help(m, "remove the declaration, or give it another name");
					break;
				}
			}
			sb_push(x->arena, macro->own, own);
			expected = false;
		}
	}
}

/* [ MACVAR declarations ] body */
static void sections(co_macros *x, co_macro *macro, uint32_t i, uint32_t end)
{
	while (i < end && word_at(x, i) == CO_W_SEMICOLON)
		i++;
	if (i < end && word_at(x, i) == CO_W_MACVAR) {
		uint32_t var = i++;
		macro->variables = i;
		while (i < end && word_at(x, i) != CO_W_MACCONTIN && word_at(x, i) != CO_W_MACBEGIN
			&& word_at(x, i) != CO_W_MACIF && word_at(x, i) != CO_W_MACFOR)
			i++;
		macro->variables_end = i;
		if (i == end)
			sb_help(co_macro_error(x, "K0201", co_macro_span(x, var), "after MACVAR the macro '%s' has no MACCONTIN",
				macro->name),
				"write MACVAR declarations MACCONTIN equations MACEND MACEND");
		own_names(x, macro);
	}
	macro->body = i;
	macro->body_end = end;
}

static uint32_t define(co_macros *x, uint32_t i)
{
	co_macro *macro = sb_new(x->arena, co_macro);
	bool missing;
	if (word_at(x, i + 1) != CO_W_IDENT) {
		sb_help(co_macro_error(x, "K0201", co_macro_span(x, i), "this macro has no name"),
			"write MACRO name (outputs <- inputs);");
		macro->name = "?";
		macro->span = co_macro_span(x, i);
		i++;
	} else {
		macro->name = x->tokens[i + 1].name;
		macro->span = co_macro_span(x, i + 1);
		i += 2;
	}
	co_macro *before = sb_map_find(&x->macros, macro->name);
	if (before) {
		sb_message *m = co_macro_error(x, "K0207", macro->span, "the macro '%s' is defined twice", macro->name);
		sb_also(m, before->span, "the first definition");
		sb_help(m, "give one of the two another name");
	} else {
		sb_map_set(&x->macros, macro->name, macro);
	}
	if (word_at(x, i) == CO_W_LPAREN)
		i = formals(x, macro, i);
	if (word_at(x, i) == CO_W_COLON || word_at(x, i) == CO_W_SEMICOLON)
		i++;
	uint32_t end = end_of(x, macro, i, &missing);
	sections(x, macro, i, end);
	i = end + !missing;
	if (!missing && word_at(x, i) == CO_W_IDENT && x->tokens[i].name == macro->name && word_at(x, i + 1) != CO_W_LPAREN)
		i++;
	return i + (!missing && word_at(x, i) == CO_W_SEMICOLON);
}

void co_define_macros(co_macros *x, sb_map *skipped)
{
	for (uint32_t i = 0; i < x->count;) {
		if (word_at(x, i) != CO_W_MACRO) {
			i++;
			continue;
		}
		uint32_t after = define(x, i);
		sb_map_put(skipped, i, after);
		i = after;
	}
}
