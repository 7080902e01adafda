/* Inside expressions: references with their subscripts, calls with their arguments, and what stands in brackets. */
#include "front/modelica/syntax/parse.h"

/* -------------------------------------------------------------- references */

/* array_subscripts: "[" subscript { "," subscript } "]"       subscript: ":" | expression */
void mo_read_subscripts(mo_parser *p, mo_exprs *subscripts)
{
	mo_bracket b;
	mo_bracket_open(p, &b, MO_W_RBRACKET);
	do {
		int next = p->word == MO_W_COLON ? mo_peek(p) : MO_W_NOTHING;
		mo_expr *e;
		if (next == MO_W_COMMA || next == MO_W_RBRACKET) {
			e = mo_new_expr(p, MO_E_COLON, mo_start(p));
			mo_next(p);
			mo_finish_expr(p, e);
		} else {
			e = mo_read_expression(p);
		}
		mo_push(p, *subscripts, e);
	} while (mo_more(p, &b));
	mo_bracket_close(p, &b);
}

/* component_reference: ["."] IDENT [array_subscripts] { "." IDENT [array_subscripts] } */
mo_expr *mo_read_reference(mo_parser *p)
{
	mo_expr *e = mo_new_expr(p, MO_E_REF, mo_start(p));
	e->global = mo_accept(p, MO_W_DOT);
	do {
		mo_part part = {0};
		part.name = mo_identifier(p, "a name", &part.span);
		if (p->word == MO_W_LBRACKET) {
			part.subscripted = true;
			mo_read_subscripts(p, &part.subscripts);
			for (uint32_t i = 0; i < part.subscripts.n; i++) {
				if (part.subscripts.at[i]->height >= e->height)
					e->height = (uint16_t)(part.subscripts.at[i]->height + 1);
			}
		}
		mo_push(p, e->parts, part);
	} while (mo_accept(p, MO_W_DOT));
	return mo_finish_expr(p, e);
}

/* for_index: IDENT [ in expression ] */
static void for_index(mo_parser *p, mo_iterators *iterators)
{
	mo_iterator it = {0};
	uint32_t start = mo_start(p);
	it.name = mo_identifier(p, "the name of a loop variable", &it.span);
	if (p->word == MO_W_EQUAL || p->word == MO_W_ASSIGN) {
		sb_message *m = mo_error(p, "M0130", mo_here(p), "the range of a loop variable follows 'in', not '%s'",
			mo_word_text(p->word));
		mo_help(m, "write: for %s in 1:10", it.name ? it.name : "i");
		p->word = p->word == MO_W_NOTHING ? MO_W_NOTHING : MO_W_IN;
	}
	if (mo_accept(p, MO_W_IN))
		it.range = mo_read_expression(p);
	it.span = mo_from(p, start);
	mo_push(p, *iterators, it);
}

/* for_indices: for_index { "," for_index } */
void mo_read_for_indices(mo_parser *p, mo_iterators *iterators)
{
	do
		for_index(p, iterators);
	while (mo_accept(p, MO_W_COMMA));
}

/* ------------------------------------------------------------------- calls */

/* function_partial_application: function type_specifier "(" [ named_arguments ] ")" */
static mo_expr *partial_application(mo_parser *p);

/* function_argument: function_partial_application | expression */
static mo_expr *function_argument(mo_parser *p)
{
	return p->word == MO_W_FUNCTION ? partial_application(p) : mo_read_expression(p);
}

/* named_argument: IDENT "=" function_argument */
static void named_argument(mo_parser *p, mo_expr *call)
{
	uint32_t start = mo_start(p);
	mo_named named = {0};
	named.name = mo_identifier(p, "the name of an argument", &named.span);
	if (p->word == MO_W_ASSIGN) {
		sb_message *m = mo_error(p, "M0131", mo_here(p), "an argument gets its value with '=', not ':='");
		mo_help(m, "write %s = ...", named.name);
	}
	mo_next(p);
	named.value = function_argument(p);
	named.span = mo_from(p, start);
	if (named.value->height >= call->height)
		call->height = (uint16_t)(named.value->height + 1);
	mo_push(p, call->named, named);
}

/* function_arguments: expression [ "," ... | for for_indices ] | named_arguments */
static void function_arguments(mo_parser *p, mo_expr *call, mo_bracket *b)
{
	do {
		int next = mo_peek(p);
		bool name = p->word == MO_W_IDENT || (p->word >= MO_FIRST_KEYWORD && p->word <= MO_LAST_KEYWORD);
		if (name && (next == MO_W_EQUAL || next == MO_W_ASSIGN)) {
			named_argument(p, call);
			continue;
		}
		if (call->named.n > 0) {
			sb_message *m = mo_error(p, "M0131", mo_here(p), "an argument without a name stands after one with a name");
			mo_also(m, call->named.at[0].span, "from here on all arguments need names");
		}
		mo_adopt(p, call, function_argument(p));
		if (mo_accept(p, MO_W_FOR)) {
			mo_read_for_indices(p, &call->iterators);
			return;
		}
	} while (mo_more(p, b));
}

/* function_call_args: "(" [ function_arguments ] ")" */
mo_expr *mo_read_call_args(mo_parser *p, mo_expr *name)
{
	name->kind = MO_E_CALL;
	mo_bracket b;
	mo_bracket_open(p, &b, MO_W_RPAREN);
	if (p->word != MO_W_RPAREN)
		function_arguments(p, name, &b);
	mo_bracket_close(p, &b);
	return mo_finish_expr(p, name);
}

static mo_expr *partial_application(mo_parser *p)
{
	uint32_t start = mo_start(p);
	mo_next(p);
	mo_expr *e = mo_read_reference(p);
	if (p->word != MO_W_LPAREN) {
		mo_unexpected(p, "'(' and the arguments that the function gets now");
		return e;
	}
	mo_read_call_args(p, e);
	if (e->a.n > 0) {
		sb_message *m = mo_error(p, "M0131", e->a.at[0]->span, "the arguments of 'function %s(...)' need names",
			e->parts.at[0].name);
		mo_help(m, "write name = value");
	}
	e->kind = MO_E_PARTIAL;
	e->span.start = start;
	return e;
}

/* ( der | initial | pure | connect ) function_call_args */
mo_expr *mo_read_call(mo_parser *p)
{
	mo_expr *e = mo_new_expr(p, MO_E_REF, mo_start(p));
	mo_part part = {.name = mo_token_now(p)->word, .span = mo_here(p)};
	mo_next(p);
	mo_push(p, e->parts, part);
	mo_finish_expr(p, e);
	if (p->word == MO_W_LPAREN)
		return mo_read_call_args(p, e);
	mo_unexpected(p, sb_printf(p->arena, "'(' after '%s'", part.name));
	return e;
}

/* --------------------------------------------------- brackets in expressions */

/* output_expression_list: [ expression ] { "," [ expression ] } */
mo_expr *mo_read_parentheses(mo_parser *p)
{
	uint32_t start = mo_start(p);
	mo_expr *tuple = mo_new_expr(p, MO_E_TUPLE, start);
	mo_bracket b;
	bool comma = false;
	mo_bracket_open(p, &b, MO_W_RPAREN);
	if (p->word != MO_W_RPAREN) {
		for (;;) {
			bool empty = p->word == MO_W_COMMA || p->word == MO_W_RPAREN;
			mo_adopt(p, tuple, empty ? NULL : mo_read_expression(p));
			if (!mo_more(p, &b))
				break;
			comma = true;
		}
	}
	bool single = !comma && tuple->a.n == 1 && tuple->a.at[0];
	mo_bracket_close(p, &b);
	return single ? tuple->a.at[0] : mo_finish_expr(p, tuple);
}

/* "{" array_arguments "}":  expression { "," expression } | expression for for_indices */
mo_expr *mo_read_array(mo_parser *p)
{
	mo_expr *e = mo_new_expr(p, MO_E_ARRAY, mo_start(p));
	mo_bracket b;
	mo_bracket_open(p, &b, MO_W_RBRACE);
	if (p->word == MO_W_RBRACE) {
		sb_message *m = mo_error(p, "M0132", mo_from(p, e->span.start),
			"an array cannot be written empty, as its type is not known");
		mo_help(m, "write fill(0.0, 0) for an empty vector of Real");
	} else {
		do {
			mo_adopt(p, e, mo_read_expression(p));
			if (e->a.n == 1 && mo_accept(p, MO_W_FOR)) {
				mo_read_for_indices(p, &e->iterators);
				break;
			}
		} while (mo_more(p, &b));
	}
	mo_bracket_close(p, &b);
	return mo_finish_expr(p, e);
}

/* "[" expression_list { ";" expression_list } "]" */
mo_expr *mo_read_matrix(mo_parser *p)
{
	mo_expr *e = mo_new_expr(p, MO_E_MATRIX, mo_start(p));
	mo_bracket b;
	mo_bracket_open(p, &b, MO_W_RBRACKET);
	do {
		if (p->word == MO_W_RBRACKET) {
			sb_message *m = mo_error(p, "M0132", mo_here(p), "a row of this matrix is empty");
			mo_help(m, "';' separates rows and does not stand after the last; an empty matrix is fill(0.0, 0, 0)");
			break;
		}
		mo_expr *row = mo_new_expr(p, MO_E_ROW, mo_start(p));
		do
			mo_adopt(p, row, mo_read_expression(p));
		while (mo_more(p, &b));
		mo_adopt(p, e, mo_finish_expr(p, row));
	} while (mo_accept(p, MO_W_SEMICOLON));
	mo_bracket_close(p, &b);
	return mo_finish_expr(p, e);
}
