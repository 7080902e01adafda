/* WRITE: a text that is put together from values, by widths behind colons or by a FORMAT of FORTRAN. */
#include "front/cosy/routine/cosy_routine.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 200, GROUPS_MOST = 1000 };

static sx_ref join(sx_pool *p, sx_ref a, sx_ref b)
{
	return !a ? b : !b ? a : sx_make(p, SX_CONCAT, SX_STRING, 0, (sx_ref[]){a, b}, 2);
}

static sx_ref blanks(co_context *c, int count)
{
	char *text = sb_alloc(c->arena, (size_t)count + 1);

	memset(text, ' ', (size_t)count);
	return sx_string(c->pool, text);
}

/* A value by a format of printf without its %. Texts and BOOLEANs have a width only. */
static sx_ref formatted(co_context *c, sx_ref e, const char *format)
{
	return sx_to_string(c->pool, e, sx_string(c->pool, format), 0, 0);
}

static sx_ref padded(co_context *c, const char *text, int width)
{
	return sx_string(c->pool, sb_printf(c->arena, "%*s", width, text));
}

static sx_ref value_text(co_scope *s, sx_ref e, int64_t width, int64_t digits)
{
	sx_pool *p = s->c->pool;

	switch (sx_type_of(p, e)) {
	case SX_STRING:
		return sx_is_const(p, e) && width > 0 ? padded(s->c, sx_string_value(p, e), (int)width) : e;
	case SX_BOOLEAN:
		return sx_if(p, e, padded(s->c, "TRUE", (int)width), padded(s->c, "FALSE", (int)width));
	case SX_INTEGER:
		return formatted(s->c, e, sb_printf(s->c->arena, "%lldd", (long long)width));
	default:
		if (digits >= 0)
			return formatted(s->c, e, sb_printf(s->c->arena, "%lld.%lldf", (long long)width, (long long)digits));
		return formatted(
			s->c, e,
			width > 0 ? sb_printf(s->c->arena, "%lld.%lldg", (long long)width, (long long)(width > 13 ? width - 7 : 6))
					  : "g");
	}
}

static bool size_of(co_scope *s, const co_node *n, const char *what, int64_t *out)
{
	if (!n)
		return true;
	if (!co_integer_constant(s, n, what, out))
		return false;
	if (*out < 0 || *out > WIDEST) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0601", n->span, "%s is not between 0 and %d", what, WIDEST),
				"write a value as X:8:3, with its width and its digits");
		return false;
	}
	return true;
}

/* ---- formats of FORTRAN: nH..., $...$ and '...', nX, /, rIw, rFw.d, rEw.d, rGw.d, rLw, rAw, and groups r(...) */

typedef struct format {
	co_scope *s;
	const co_node *node;
	const char *at;
	const co_node *items;
	uint32_t next;
	uint32_t groups; /* that were read, repeated ones each time */
	sx_ref text;
	bool wrong, done, took;
} format;

static void wrong_format(format *f, const char *what)
{
	if (!f->wrong)
		sb_help(sb_report(f->s->c->diag, SB_ERROR, "K0602", f->node->span, "the FORMAT cannot be read: %s", what),
				"it has parts such as 5H X = , E12.4, F8.3, I5, 3X and /");
	f->wrong = true;
}

static int number(format *f, int otherwise)
{
	int n = 0;

	if (!isdigit((unsigned char)*f->at))
		return otherwise;
	for (; isdigit((unsigned char)*f->at); f->at++)
		n = n < 10000 ? 10 * n + (*f->at - '0') : n;
	return n;
}

static void add(format *f, sx_ref text)
{
	f->text = join(f->s->c->pool, f->text, text);
}

static void add_value(format *f, char letter, int width, int digits)
{
	co_context *c = f->s->c;
	sx_pool *p = c->pool;

	if (f->next >= co_count(f->items)) {
		f->done = true; /* the format ends where there is nothing left to write */
		return;
	}
	const co_node *item = f->items->of.at[f->next++];
	sx_ref e = co_expr(f->s, item->kind == CO_ITEM ? co_child(item, 0) : item);
	f->took = true;
	if (!e) {
		f->wrong = true;
		return;
	}
	sx_type is = sx_type_of(p, e);
	if (letter == 'A' || letter == 'L' || is == SX_STRING || is == SX_BOOLEAN) {
		add(f, value_text(f->s, e, width, -1));
		return;
	}
	if (letter == 'I') {
		e = co_convert(f->s, e, SX_INTEGER, item->span, "what I writes");
		add(f, e ? formatted(c, e, sb_printf(c->arena, "%dd", width)) : 0);
		f->wrong = f->wrong || !e;
		return;
	}
	add(f, formatted(c, sx_cast(p, e, SX_REAL),
					 sb_printf(c->arena, "%d.%d%c", width, digits,
							   letter == 'F'   ? 'f'
							   : letter == 'G' ? 'G'
											   : 'D')));
}

static void quoted(format *f, char quote)
{
	const char *end = strchr(++f->at, quote);

	if (!end) {
		wrong_format(f, "a text has no end");
		return;
	}
	add(f, sx_string(f->s->c->pool, sb_strndup(f->s->c->arena, f->at, (size_t)(end - f->at))));
	f->at = end + 1;
}

/* rH and r characters. */
static void counted_text(format *f, int count)
{
	co_context *c = f->s->c;
	size_t n = strnlen(f->at, (size_t)count), more = n + strcspn(f->at + n, ",/)");
	char after = f->at[n + strspn(f->at + n, " ")];

	if (more > n && after != ',' && after != ')') {
		sb_message *m =
			sb_report(c->diag, SB_WARNING, "K0605", f->node->span,
					  "the text after %dH reaches to the next comma: it has %d characters", count, (int)more);
		sb_help(m, "write %dH", (int)more);
		n = more;
	}
	add(f, sx_string(c->pool, sb_strndup(c->arena, f->at, n)));
	f->at += n;
}

static void values(format *f, char letter, int repeat)
{
	int width = number(f, 0), digits = 6;

	if (*f->at == '.') {
		f->at++;
		digits = number(f, 6);
	}
	if (width > WIDEST || digits > WIDEST)
		wrong_format(f, "a number is too large");
	for (int k = 0; k < repeat && !f->wrong && !f->done; k++)
		add_value(f, letter == 'D' ? 'E' : letter, width, digits);
}

static void one_part(format *f, int depth);

static void group(format *f, int depth)
{
	while (!f->wrong && !f->done && *f->at != ')') {
		if (!*f->at) {
			wrong_format(f, "a parenthesis has no end");
			return;
		}
		one_part(f, depth + 1);
	}
	if (f->done)
		for (int open = 1; *f->at && open; f->at++)
			open += (*f->at == '(') - (*f->at == ')');
	else if (*f->at)
		f->at++;
}

static void groups(format *f, int depth, int repeat)
{
	const char *begin = f->at;

	for (int k = 0; k < repeat && !f->wrong && !f->done; k++) {
		if (++f->groups > GROUPS_MOST)
			wrong_format(f, "its groups are repeated too often");
		f->at = begin;
		group(f, depth);
	}
}

static void repeated_part(format *f, int depth)
{
	co_context *c = f->s->c;
	int repeat = number(f, 1);
	char letter = (char)toupper((unsigned char)*f->at);

	if (!letter) {
		wrong_format(f, "it ends too early");
		return;
	}
	f->at++;
	if (repeat > WIDEST)
		wrong_format(f, "a number is too large");
	else if (letter == 'H')
		counted_text(f, repeat);
	else if (letter == 'X')
		add(f, blanks(c, repeat));
	else if (letter == '(')
		groups(f, depth, repeat);
	else if (strchr("IFEGDLA", letter))
		values(f, letter, repeat);
	else
		wrong_format(f, sb_printf(c->arena, "'%c' has no meaning", letter));
}

static void one_part(format *f, int depth)
{
	while (*f->at == ' ' || *f->at == ',' || *f->at == '\t' || *f->at == '\n')
		f->at++;
	if (depth > 20) {
		wrong_format(f, "it is nested too deeply");
	} else if (*f->at == '$' || *f->at == '\'' || *f->at == '"') {
		quoted(f, *f->at);
	} else if (*f->at == '/') {
		f->at++;
		add(f, sx_string(f->s->c->pool, "\n"));
	} else if (*f->at && *f->at != ')') {
		repeated_part(f, depth);
	}
}

static sx_ref by_format(co_scope *s, const co_node *n, const co_node *items)
{
	const co_node *text = sb_map_find(&s->c->formats, sb_intern(s->c->names, n->name));
	format f = {.s = s, .items = items};

	if (!text) {
		sb_message *m =
			sb_report(s->c->diag, SB_ERROR, "K0603", n->span, "there is no FORMAT with the label %s", n->name);
		sb_help(m, "write %s FORMAT (...)", n->name);
		return 0;
	}
	f.node = text;
	do { /* a format that has come to its end begins again on a new line as long as there are values */
		f.at = text->text ? text->text : "";
		f.took = false;
		while (*f.at == ' ' || *f.at == '(')
			f.at++;
		while (!f.wrong && !f.done && *f.at && *f.at != ')') {
			one_part(&f, 0);
			while (*f.at == ' ' || *f.at == ',')
				f.at++;
		}
		add(&f, sx_string(s->c->pool, "\n"));
	} while (!f.wrong && f.took && f.next < co_count(items));
	if (!f.wrong && f.next < co_count(items))
		wrong_format(&f, "it writes no values");
	return f.wrong ? 0 : f.text;
}

void co_do_write(co_scope *s, const co_node *n, sm_statements *out)
{
	const co_node *items = co_child(n, 0);
	sx_ref text = 0;
	bool behind = false; /* the item before was a value */

	if (n->name) {
		text = by_format(s, n, items);
		if (text)
			co_do(s, SM_WRITE, n, out)->value = text;
		return;
	}
	for (uint32_t i = 0; i < co_count(items); i++) {
		const co_node *item = items->of.at[i], *value = item->kind == CO_ITEM ? co_child(item, 0) : item;
		int64_t width = 0, digits = -1;
		sx_ref e = co_expr(s, value);
		if (!e || (item->kind == CO_ITEM && (!size_of(s, co_child(item, 1), "the width", &width) ||
											 !size_of(s, co_child(item, 2), "the number of digits", &digits))))
			return;
		bool is_value = sx_type_of(s->c->pool, e) != SX_STRING, is_real = sx_type_of(s->c->pool, e) == SX_REAL;
		if (behind && is_value && (is_real || width == 0)) { /* or two numbers would be read as one */
			text = join(s->c->pool, text, blanks(s->c, 1));
			width -= width > 0;
		}
		behind = is_value;
		text = join(s->c->pool, text, value_text(s, e, width, digits));
	}
	if (n->number == 1)
		text = join(s->c->pool, text, sx_string(s->c->pool, "\n"));
	if (text)
		co_do(s, SM_WRITE, n, out)->value = text;
}
