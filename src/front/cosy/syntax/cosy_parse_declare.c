/* Declarations: CONST, TYPE, VAR, STORE, FUNCTIONAL, and the parameters of events, processes and procedures. */
#include "front/cosy/syntax/cosy_parse_inside.h"

#include <string.h>

static bool is_type_word(int word)
{
	return word >= CO_W_ALGEBR && word <= CO_W_TIMEPERS;
}

/* Goes on at the next declaration: after a `;`, or at a type or a part. */
static void next_declaration(co_parser *p)
{
	if (p->word != CO_W_NOTHING || p->stop)
		return;
	p->word = p->tokens[p->at].word;
	while (!co_is_part(p->word) && p->word != CO_W_END && p->word != CO_W_BEGIN
		&& !(is_type_word(p->word) && co_now(p)->new_line)) {
		bool last = p->word == CO_W_SEMICOLON;
		co_next(p);
		if (last)
			return;
	}
}

/* ---------------------------------------------------------------------- CONST */

/* const = [ type ] name "=" expression. */
static void constant(co_parser *p, co_node *list, co_node **type)
{
	if (is_type_word(p->word)) {
		*type = co_make(p, CO_NAME);
		(*type)->name = co_now(p)->name;
		(*type)->name_span = (*type)->span;
		co_add(p, *type, co_list(p));
		co_add(p, *type, NULL);
		co_next(p);
	}
	co_node *n = co_make(p, CO_CONST);
	if (co_name(p, n, "a name of a constant")) {
		if (p->word == CO_W_ASSIGN) {
			sb_message *m = co_error(p, "K0115", co_here(p), "a constant gets its value with '=', not with ':='");
			co_help(m, "write %s = ...; what is assigned later is declared under VAR", n->name);
			co_next(p);
		} else {
			co_expect(p, CO_W_EQUAL);
		}
		co_add(p, n, co_expression(p));
		co_add(p, n, *type);
		co_add(p, list, co_done(p, n));
	}
}

co_node *co_consts(co_parser *p)
{
	co_node *n = co_make(p, CO_CONSTS), *list, *type = NULL;
	co_next(p);
	list = co_list(p);
	co_semicolons(p);
	while (p->word == CO_W_IDENT || is_type_word(p->word) || (p->word != CO_W_NOTHING && co_peek(p, 1) == CO_W_EQUAL)) {
		uint32_t start = p->at;
		constant(p, list, &type);
		next_declaration(p);
		co_accept(p, CO_W_COMMA);
		co_semicolons(p);
		if (p->at == start)
			co_next(p);
	}
	co_add(p, n, list);
	return co_done(p, n);
}

/* ------------------------------------------------------------------------ VAR */

/* bounds = "[" expression ".." expression { "," ... } "]". */
static co_node *bounds(co_parser *p)
{
	co_node *list = co_list(p);
	if (!co_accept(p, CO_W_LBRACKET))
		return list;
	do {
		co_node *range = co_make(p, CO_RANGE), *from = co_expression(p);
		if (p->word == CO_W_COMMA || p->word == CO_W_RBRACKET || p->word == CO_W_COLON) {
			sb_message *m = co_error(p, "K0121", co_last_span(p),
				"an array has two bounds: the first subscript and the last");
			if (p->word == CO_W_COLON)
				co_help(m, "write '..' between them: [1..N]");
			else
				co_help(m, "write [1..%s]", from->kind == CO_NUMBER || from->kind == CO_NAME ? from->name : "N");
			if (co_accept(p, CO_W_COLON))
				co_expression(p);
			co_add(p, range, from);
			co_add(p, range, from);
		} else {
			co_expect(p, CO_W_RANGE);
			co_add(p, range, from);
			co_add(p, range, co_expression(p));
		}
		co_add(p, list, co_done(p, range));
	} while (co_accept(p, CO_W_COMMA));
	co_expect(p, CO_W_RBRACKET);
	return co_done(p, list);
}

static co_node *option(co_parser *p, co_node *list)
{
	co_node *n = co_make(p, CO_OPTION);
	n->name = co_now(p)->name;
	n->name_span = n->span;
	co_next(p);
	co_add(p, list, n);
	return n;
}

/* pairs = "(" { "(" expression ":" expression ")" [ "," ] } ")". */
static co_node *co_pairs(co_parser *p)
{
	co_node *list = co_list(p);
	co_expect(p, CO_W_LPAREN);
	while (p->word == CO_W_LPAREN) {
		co_node *pair = co_make(p, CO_PAIR);
		co_next(p);
		co_add(p, pair, co_expression(p));
		if (!co_accept(p, CO_W_COMMA))
			co_expect(p, CO_W_COLON);
		co_add(p, pair, co_expression(p));
		co_expect(p, CO_W_RPAREN);
		co_add(p, list, co_done(p, pair));
		co_accept(p, CO_W_COMMA);
	}
	co_expect(p, CO_W_RPAREN);
	return co_done(p, list);
}

/* What stands in parentheses after a name: a number of servers, a capacity, cells, OPEN, or pairs. */
static void in_parentheses(co_parser *p, co_node *options)
{
	if (co_peek(p, 1) == CO_W_LPAREN) {
		co_node *pairs = co_pairs(p);
		for (uint32_t i = 0; i < pairs->of.n; i++)
			co_add(p, options, pairs->of.at[i]);
		return;
	}
	if (co_peek(p, 1) == CO_W_OPEN) {
		co_next(p);
		option(p, options);
		co_expect(p, CO_W_RPAREN);
		return;
	}
	co_node *arguments = co_arguments(p);
	for (uint32_t i = 0; i < arguments->of.n; i++)
		co_add(p, options, arguments->of.at[i]);
}

static bool takes_arguments(int type)
{
	switch (type) {
	case CO_W_COLLECT:
	case CO_W_FACILITY:
	case CO_W_GATE:
	case CO_W_HISTOGRAM:
	case CO_W_RANDOM:
	case CO_W_SAMPLE:
	case CO_W_SETFILE:
	case CO_W_STORAGE: case CO_W_TIMEPERS: case CO_W_PRINTPLOT: case CO_W_TABLEPRINT: case CO_W_IDENT:
		return true;
	default:
		return false;
	}
}

/* options = { OF name | LIFO | FIFO | RANKED BY name [ DESCENDING ] | STEPS | "(" ... ")" }. */
static void options(co_parser *p, co_node *list, int type)
{
	for (;;) {
		if (p->word == CO_W_LPAREN && !takes_arguments(type)) {
			sb_message *m = co_error(p, "K0121", co_here(p), "a variable of this type has nothing in parentheses");
			co_help(m, "the bounds of an array stand in brackets: [1..3]; a value follows ':='");
			co_fail(p);
			return;
		}
		if (p->word == CO_W_LPAREN) {
			in_parentheses(p, list);
		} else if (p->word == CO_W_OF) {
			co_node *n = option(p, list);
			if (p->word >= CO_W_ALGEBR && p->word <= CO_W_TIMEPERS) {
				sb_message *m =
					co_error(p, "K0110", co_here(p), "expected a type of records or a class of processes, found '%s'",
							 co_word_text(p->word));
				co_help(m, "write TYPE ENTRY = RECORD %s X END; and SETFILE ... OF ENTRY", co_word_text(p->word));
				co_fail(p);
				return;
			}
			co_add(p, n, co_reference(p));
			co_done(p, n);
		} else if (co_is(p, "RANKED")) {
			co_node *n = option(p, list);
			co_expect_name(p, "BY");
			co_add(p, n, co_reference(p));
			co_done(p, n);
		} else if (co_is(p, "LIFO") || co_is(p, "FIFO") || co_is(p, "DESCENDING") || co_is(p, "STEPS")) {
			option(p, list);
		} else {
			return;
		}
	}
}

static co_node *copy_list(co_parser *p, const co_node *from)
{
	co_node *list = co_make_like(p, CO_LIST, from);
	for (uint32_t i = 0; i < from->of.n; i++)
		co_add(p, list, from->of.at[i]);
	return list;
}

/* variable = name [ bounds ] [ options ] [ ":=" expression ]. */
static co_node *variable(co_parser *p, co_node *type, int type_word, co_node *outer_bounds)
{
	co_node *n = co_make(p, CO_VAR), *value = NULL;
	if (!co_name(p, n, "a name of a variable"))
		return NULL;
	co_node *ranges = p->word == CO_W_LBRACKET ? bounds(p) : copy_list(p, outer_bounds);
	co_node *extra = co_list(p);
	options(p, extra, type_word);
	if (co_accept(p, CO_W_ASSIGN)) {
		value = co_expression(p);
	} else if (p->word == CO_W_EQUAL) {
		sb_message *m = co_error(p, "K0114", co_here(p), "the first value of a variable follows ':=', not '='");
		co_help(m, "write %s := ...; what never changes is declared under CONST", n->name);
		co_next(p);
		value = co_expression(p);
	}
	co_add(p, n, type);
	co_add(p, n, ranges);
	co_add(p, n, value);
	co_add(p, n, extra);
	return co_done(p, n);
}

static void unknown_type(co_parser *p)
{
	const char *name = co_now(p)->name, *near = co_near_keyword(name, "type");
	sb_message *m = co_error(p, "K0120", co_here(p), "there is no type '%s'", name);
	if (near)
		co_help(m, "did you mean %s?", near);
	else
		co_help(m, "types are STATE, ALGEBR, REAL and the others of the language, records declared under TYPE, and "
			"classes of processes");
}

/* type = a type word | name; also ARRAY bounds OF type. */
static co_node *type_of(co_parser *p, co_node **ranges, int *word)
{
	*ranges = co_list(p);
	if (co_accept(p, CO_W_ARRAY)) {
		*ranges = bounds(p);
		co_expect(p, CO_W_OF);
	}
	co_node *type = co_make(p, CO_NAME);
	*word = p->word;
	if (p->word == CO_W_IDENT && !sb_map_find(&p->types, co_now(p)->name)) {
		unknown_type(p);
		const char *near = co_near_keyword(co_now(p)->name, "type");
		type->name = near ? sb_intern(p->names, near) : co_now(p)->name;
		*word = near ? co_keyword(near) : CO_W_IDENT;
	} else if (p->word == CO_W_IDENT || is_type_word(p->word)) {
		type->name = co_now(p)->name;
	} else {
		co_unexpected(p, "a type");
	}
	type->name_span = type->span;
	co_add(p, type, co_list(p));
	co_add(p, type, NULL);
	co_next(p);
	return type;
}

/* X, Y : REAL is Pascal. */
static bool pascal_declaration(co_parser *p)
{
	const co_token *t = co_now(p);
	while (t[0].word == CO_W_IDENT && t[1].word == CO_W_COMMA)
		t += 2;
	if (t[0].word != CO_W_IDENT || t[1].word != CO_W_COLON)
		return false;
	sb_message *m = co_error(p, "K0121", co_here(p), "the type stands before the names, without ':'");
	co_help(m, "write %s %s", is_type_word(t[2].word) ? co_word_text(t[2].word) : "REAL", co_now(p)->name);
	co_fail(p);
	return true;
}

/* declaration = type variable { "," variable }. */
static void declare(co_parser *p, co_node *list)
{
	co_node *ranges;
	int word;
	if (p->word == CO_W_IDENT && pascal_declaration(p))
		return;
	co_node *type = type_of(p, &ranges, &word);
	do {
		co_node *v = variable(p, type, word, ranges);
		if (v)
			co_add(p, list, v);
	} while (co_accept(p, CO_W_COMMA));
}

/* A word at the beginning of a line that is no type, but nearly begins another part. */
static bool misspelled_part(const co_parser *p)
{
	const char *name = co_now(p)->name;
	return co_now(p)->new_line && !sb_map_find(&p->types, name) && !co_near_keyword(name, "type")
		&& co_near_keyword(name, "part");
}

void co_declarations(co_parser *p, co_node *list)
{
	co_semicolons(p);
	while (is_type_word(p->word) || p->word == CO_W_ARRAY || (p->word == CO_W_IDENT && !misspelled_part(p))) {
		declare(p, list);
		next_declaration(p);
		co_semicolons(p);
	}
}

co_node *co_vars(co_parser *p)
{
	co_node *n = co_make(p, CO_VARS), *list;
	co_next(p);
	list = co_list(p);
	co_declarations(p, list);
	co_add(p, n, list);
	return co_done(p, n);
}

/* formals = "(" [ VAR ] declaration { ";" [ VAR ] declaration } ")". */
co_node *co_formals(co_parser *p, bool references)
{
	co_node *list = co_list(p);
	if (!co_accept(p, CO_W_LPAREN))
		return list;
	while (p->word != CO_W_RPAREN && p->word != CO_W_NOTHING) {
		bool by_reference = references && co_accept(p, CO_W_VAR);
		uint32_t first = list->of.n;
		if (p->word == CO_W_IDENT && (co_peek(p, 1) == CO_W_COMMA || co_peek(p, 1) == CO_W_RPAREN
			|| co_peek(p, 1) == CO_W_SEMICOLON)) {
			sb_message *m = co_error(p, "K0121", co_here(p), "the parameter '%s' has no type", co_now(p)->name);
			co_help(m, "write REAL %s", co_now(p)->name);
			co_fail(p);
			break;
		}
		declare(p, list);
		for (uint32_t i = first; i < list->of.n; i++)
			list->of.at[i]->number = by_reference;
		if (!co_accept(p, CO_W_SEMICOLON))
			break;
	}
	if (p->word == CO_W_NOTHING)
		co_go_to(p, CO_W_RPAREN);
	co_expect(p, CO_W_RPAREN);
	return co_done(p, list);
}

/* ----------------------------------------------------------------------- TYPE */

/* types = TYPE { name "=" RECORD declarations END ";" }. */
co_node *co_types(co_parser *p)
{
	co_node *n = co_make(p, CO_TYPES), *list;
	co_next(p);
	list = co_list(p);
	co_semicolons(p);
	while (p->word == CO_W_IDENT) {
		co_node *record = co_make(p, CO_RECORD), *fields = co_list(p);
		co_open open;
		co_name(p, record, "a name of a type");
		co_expect(p, CO_W_EQUAL);
		if (p->word != CO_W_RECORD && p->word != CO_W_NOTHING) {
			sb_message *m = co_error(p, "K0110", co_here(p), "expected RECORD, found %s", co_token_text(p, p->at));
			co_help(m, "a type is a record of what an entry of a SETFILE has: %s = RECORD REAL SIZE; INTEGER KIND END",
				record->name);
			co_fail(p);
		}
		if (co_accept(p, CO_W_RECORD)) {
			co_enter(p, &open, CO_W_RECORD, record->name);
			co_declarations(p, fields);
			co_close(p, &open);
		}
		co_add(p, record, fields);
		co_add(p, list, co_done(p, record));
		next_declaration(p);
		co_semicolons(p);
	}
	co_add(p, n, list);
	return co_done(p, n);
}

/* ------------------------------------------------------------ STORE, FUNCTIONAL */

co_node *co_store(co_parser *p)
{
	co_node *n = co_make(p, CO_STORE);
	co_next(p);
	co_add(p, n, co_names(p));
	next_declaration(p);
	return co_done(p, n);
}

/* functional = FUNCTIONAL { ( SPLINE | LINEAR | STEPS ) name "=" pairs ";" }. */
co_node *co_functional(co_parser *p)
{
	co_node *n = co_make(p, CO_FUNCTIONAL), *list;
	co_next(p);
	list = co_list(p);
	while (p->word == CO_W_IDENT) {
		co_node *table = co_make(p, CO_TABLE);
		static const char *const kinds[] = {"SPLINE", "LINEAR", "STEPS"};
		table->text = co_now(p)->name;
		if (!co_is(p, "SPLINE") && !co_is(p, "LINEAR") && !co_is(p, "STEPS")) {
			const char *near = sb_nearest(co_now(p)->name, kinds, 3);
			sb_message *m = co_error(p, "K0116", co_here(p), "there is no kind of table '%s'", co_now(p)->name);
			co_help(m, near ? "did you mean %s?" : "write SPLINE, LINEAR or STEPS before the name of the table", near);
			table->text = "LINEAR";
		}
		co_next(p);
		co_name(p, table, "a name of a table");
		co_expect(p, CO_W_EQUAL);
		co_add(p, table, co_pairs(p));
		co_add(p, list, co_done(p, table));
		next_declaration(p);
		co_semicolons(p);
	}
	co_add(p, n, list);
	return co_done(p, n);
}
