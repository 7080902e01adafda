/* What a program says and does with its runs: WRITE, FORMAT, CCODE, SIMULATE, MONITOR, OUTPUT. */
#include "front/cosy/syntax/cosy_parse_inside.h"

#include <string.h>

/* ---------------------------------------------------------------------- WRITE */

/* item = expression [ ":" expression [ ":" expression ] ]. */
static co_node *item(co_parser *p)
{
	co_node *n = co_make(p, CO_ITEM);
	co_add(p, n, co_expression(p));
	co_add(p, n, co_accept(p, CO_W_COLON) ? co_expression(p) : NULL);
	co_add(p, n, n->of.at[1] && co_accept(p, CO_W_COLON) ? co_expression(p) : NULL);
	return co_done(p, n);
}

static void items(co_parser *p, co_node *list)
{
	do
		co_add(p, list, item(p));
	while (co_accept(p, CO_W_COMMA));
}

/* Is this ( OUTPUT , 100 ), or in a FORTRAN section ( 6, 100 ) ? */
static bool has_format(const co_parser *p)
{
	bool unit = co_peek(p, 1) == CO_W_OUTPUT
		|| (p->open && p->open->word == CO_W_FORTRAN && (co_peek(p, 1) == CO_W_NUMBER || co_peek(p, 1) == CO_W_STAR));
	return unit && co_peek(p, 2) == CO_W_COMMA && co_peek(p, 3) == CO_W_NUMBER && co_peek(p, 4) == CO_W_RPAREN;
}

/* write = ( WRITE | WRITELN ) [ "(" [ OUTPUT [ "," ] ] [ item { "," item } ] ")" ] | WRITE "(" OUTPUT "," number ")" [
 * item { "," item } ]. */
co_node *co_write(co_parser *p)
{
	co_node *n = co_make(p, CO_WRITE), *list;
	n->number = p->word == CO_W_WRITELN;
	co_next(p);
	list = co_list(p);
	if (p->word == CO_W_LPAREN && has_format(p)) {
		co_next(p), co_next(p), co_next(p);
		n->name = co_now(p)->name;
		n->name_span = co_shown(p, p->at);
		co_next(p), co_next(p);
		if (co_begins_expression(p) && !(p->word == CO_W_NUMBER && co_peek(p, 1) == CO_W_FORMAT) && p->word != CO_W_IF)
			items(p, list);
	} else if (co_accept(p, CO_W_LPAREN)) {
		bool output = co_accept(p, CO_W_OUTPUT);
		if ((!output && p->word != CO_W_RPAREN) || (output && co_accept(p, CO_W_COMMA)))
			items(p, list);
		co_expect(p, CO_W_RPAREN);
	} else if (co_begins_expression(p) && !co_now(p)->new_line) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected '(', found %s", co_token_text(p, p->at));
		co_help(m, "what is written stands in parentheses: WRITELN (X, Y:8:3)");
		co_fail(p);
	}
	co_add(p, n, list);
	return co_done(p, n);
}

/* format = number FORMAT "(" text ")". */
co_node *co_format(co_parser *p)
{
	co_node *n = co_make(p, CO_FORMAT);
	if (co_peek(p, 1) != CO_W_FORMAT) {
		co_unexpected(p, "a statement");
		return NULL;
	}
	n->name = co_now(p)->name;
	n->name_span = n->span;
	co_next(p);
	n->text = co_now(p)->name;
	if (n->text[0] != '(') {
		sb_message *m = co_error(p, "K0129", co_here(p), "a FORMAT has its text in parentheses");
		co_help(m, "write %s FORMAT (5H X = ,E12.4)", n->name);
		n->text = "()";
	}
	co_next(p);
	return co_done(p, n);
}

/* fortran = FORTRAN { write | format } END. */
co_node *co_fortran(co_parser *p)
{
	co_node *n = co_make(p, CO_BLOCK), *list;
	co_open open;
	co_next(p);
	co_enter(p, &open, CO_W_FORTRAN, NULL);
	list = co_list(p);
	for (;;) {
		co_semicolons(p);
		if (p->word == CO_W_WRITE) {
			co_add(p, list, co_write(p));
		} else if (p->word == CO_W_NUMBER && co_peek(p, 1) == CO_W_FORMAT) {
			co_add(p, list, co_format(p));
		} else if (p->word == CO_W_END || co_is_part(p->word)) {
			break;
		} else {
			if (p->word != CO_W_NOTHING) {
				sb_message *m = co_error(p, "K0129", co_here(p), "only WRITE and FORMAT of FORTRAN are read, not %s",
					co_token_text(p, p->at));
				co_help(m, "write the statement in COSY, outside FORTRAN ... END, or in C with CCODE");
				co_fail(p);
			}
			if (p->stop)
				break;
			p->word = p->tokens[p->at].word;
			while (p->word != CO_W_END && !co_is_part(p->word))
				co_next(p);
		}
	}
	co_close(p, &open);
	co_add(p, n, list);
	return co_done(p, n);
}

/* ccode = CCODE [ signature ] text. */
co_node *co_ccode(co_parser *p)
{
	co_node *n = co_make(p, CO_CCODE);
	co_next(p);
	co_signature(p, n);
	if (p->word == CO_W_TEXT) {
		n->text = co_now(p)->name;
		co_next(p);
	} else {
		co_unexpected(p, "the C text between $ and $");
	}
	return co_done(p, n);
}

/* ------------------------------------------------------------------- SIMULATE */

static const char *const simulate_options[] = {"COMINT", "TOL", "METHOD", "WARMUP", "REPLICATIONS"};

static bool is_one_of(const co_parser *p, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (co_is(p, names[i]))
			return true;
	}
	return false;
}

/* { name "=" expression } */
static co_node *settings(co_parser *p, const char *const *names, size_t count, const char *of)
{
	co_node *list = co_list(p);
	while (p->word == CO_W_IDENT && (is_one_of(p, names, count) || co_peek(p, 1) == CO_W_EQUAL)) {
		co_node *n = co_make(p, CO_OPTION);
		if (!is_one_of(p, names, count)) {
			const char *near = sb_nearest(co_now(p)->name, names, count);
			sb_message *m = co_error(p, "K0116", co_here(p), "%s has no setting '%s'", of, co_now(p)->name);
			if (near)
				co_help(m, "did you mean %s?", near);
			else
				co_help(m, "there are %s%s", names[0], count == 2 ? " and YFAK"
					: ", TOL, METHOD, WARMUP and REPLICATIONS");
		}
		co_name(p, n, "a name");
		co_expect(p, CO_W_EQUAL);
		co_add(p, n, co_expression_no_equal(p));
		co_add(p, list, co_done(p, n));
		co_accept(p, CO_W_COMMA);
	}
	return co_done(p, list);
}

/* simulate = SIMULATE FROM expression TO ( expression | FINISH ) { ( COMINT | TOL | METHOD | WARMUP | REPLICATIONS )
 * "=" expression }. */
co_node *co_simulate(co_parser *p)
{
	co_node *n = co_make(p, CO_SIMULATE);
	co_next(p);
	co_expect_name(p, "FROM");
	co_add(p, n, co_expression(p));
	co_expect(p, CO_W_TO);
	co_add(p, n, co_accept(p, CO_W_FINISH) ? NULL : co_expression(p));
	co_add(p, n, settings(p, simulate_options, sizeof simulate_options / sizeof *simulate_options, "SIMULATE"));
	return co_done(p, n);
}

/* -------------------------------------------------------------------- MONITOR */

/* experiment = EXPERIMENT name ";" statements END. */
static co_node *experiment(co_parser *p)
{
	co_node *n = co_make(p, CO_EXPERIMENT);
	co_open open;
	co_next(p);
	co_name(p, n, "a name of an experiment");
	if (p->word == CO_W_NOTHING)
		co_recover(p);
	co_enter(p, &open, CO_W_EXPERIMENT, n->name);
	co_separate(p);
	co_add(p, n, co_statements(p));
	co_close(p, &open);
	return co_done(p, n);
}

/* monitor = MONITOR ( { experiment [ ";" ] } | statements ) END. */
co_node *co_monitor(co_parser *p)
{
	co_node *n = co_make(p, CO_MONITOR), *list;
	co_open open;
	co_next(p);
	co_enter(p, &open, CO_W_MONITOR, NULL);
	list = co_list(p);
	co_semicolons(p);
	if (p->word != CO_W_EXPERIMENT) {
		co_node *only = co_make(p, CO_EXPERIMENT);
		co_add(p, only, co_statements(p));
		if (p->word == CO_W_EXPERIMENT) {
			sb_message *m = co_error(p, "K0118", co_here(p), "EXPERIMENT cannot follow statements of MONITOR");
			co_help(m, "put the statements before it into an EXPERIMENT of their own");
		}
		co_add(p, list, co_done(p, only));
	}
	while (p->word == CO_W_EXPERIMENT) {
		co_add(p, list, experiment(p));
		if (p->word == CO_W_NOTHING)
			co_recover(p);
		co_semicolons(p);
	}
	co_close(p, &open);
	co_add(p, n, list);
	return co_done(p, n);
}

/* --------------------------------------------------------------------- OUTPUT */

static const char *const outputs[] = {"TITLE", "LIST", "TABLEPRINT", "PLOT", "PRINTPLOT", "GRAPH", "HISTOGRAM",
	"FACTOR"};

/* of = [ "(" ( CROSSF | TIMEF ) ")" ] [ VERSUS reference ":" ] names. */
static void out_names(co_parser *p, co_node *n)
{
	co_node *versus = NULL;
	if (co_accept(p, CO_W_LPAREN)) {
		static const char *const files[] = {"CROSSF", "TIMEF"};
		n->number = co_is(p, "CROSSF") ? 1 : 2;
		if (!co_accept_name(p, "CROSSF") && !co_accept_name(p, "TIMEF")) {
			sb_message *m = co_error(p, "K0116", co_here(p), "expected CROSSF or TIMEF, found %s",
				co_token_text(p, p->at));
			const char *near = p->word == CO_W_IDENT ? sb_nearest(co_now(p)->name, files, 2) : NULL;
			co_help(m, near ? "did you mean %s?"
				: "CROSSF has the rows of CROSSPLOT, TIMEF has what was stored in the last run", near);
			co_fail(p);
		}
		co_expect(p, CO_W_RPAREN);
	}
	if (co_accept_name(p, "VERSUS")) {
		versus = co_reference(p);
		co_expect(p, CO_W_COLON);
	}
	co_add(p, n, co_names(p));
	co_add(p, n, versus);
}

static co_node *out(co_parser *p)
{
	static const char *const factors[] = {"XFAK", "YFAK"};
	co_node *n = co_make(p, CO_OUT);
	bool known = p->word == CO_W_TABLEPRINT || p->word == CO_W_PRINTPLOT || p->word == CO_W_HISTOGRAM
		|| is_one_of(p, outputs, sizeof outputs / sizeof *outputs);
	if (!known) {
		const char *near = p->word == CO_W_IDENT
			? sb_nearest(co_now(p)->name, outputs, sizeof outputs / sizeof *outputs) : NULL;
		sb_message *m = co_error(p, "K0116", co_here(p), "no kind of output begins with %s", co_token_text(p, p->at));
		co_help(m, near ? "did you mean %s?"
			: "there are TITLE, LIST, TABLEPRINT, PLOT, PRINTPLOT, GRAPH, HISTOGRAM and FACTOR", near);
		co_fail(p);
		return NULL;
	}
	n->name = co_now(p)->name;
	n->name_span = n->span;
	co_next(p);
	if (strcmp(n->name, "TITLE") == 0) {
		n->text = p->word == CO_W_TEXT ? co_now(p)->name : "";
		if (!co_accept(p, CO_W_TEXT))
			co_unexpected(p, "a text between $ and $");
		co_add(p, n, co_list(p));
		co_add(p, n, NULL);
	} else if (strcmp(n->name, "FACTOR") == 0) {
		co_add(p, n, settings(p, factors, 2, "FACTOR"));
		co_add(p, n, NULL);
	} else {
		out_names(p, n);
	}
	return co_done(p, n);
}

/* output = OUTPUT { out [ ";" ] } END. */
co_node *co_output(co_parser *p)
{
	co_node *n = co_make(p, CO_OUTPUT), *list;
	co_open open;
	co_next(p);
	co_enter(p, &open, CO_W_OUTPUT, NULL);
	list = co_list(p);
	for (;;) {
		co_semicolons(p);
		if (p->word == CO_W_END || p->word == CO_W_NOTHING || co_is_part(p->word))
			break;
		uint32_t start = p->at;
		co_node *o = out(p);
		if (o && p->word != CO_W_NOTHING)
			co_add(p, list, o);
		co_go_on(p, start);
	}
	co_close(p, &open);
	co_add(p, n, list);
	return co_done(p, n);
}
