/* The parts of a command: words, names with wild cards, block specifications, lists, names of files. */
#include "shell/command/shell_command.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

sb_message *sh_complain(const sh_cursor *c, const char *code, sb_span span, const char *format, ...)
{
	char text[400];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return sb_report(c->diag, SB_ERROR, code, span, "%s", text);
}

static char here(const sh_cursor *c)
{
	return c->at < c->end ? c->text[c->at] : 0;
}

void sh_skip(sh_cursor *c)
{
	while (c->at < c->end && (c->text[c->at] == ' ' || c->text[c->at] == '\t' || c->text[c->at] == '\r'))
		c->at++;
}

bool sh_at_end(sh_cursor *c)
{
	sh_skip(c);
	return c->at == c->end || c->text[c->at] == '!';
}

bool sh_take(sh_cursor *c, char sign)
{
	sh_skip(c);
	if (here(c) != sign)
		return false;
	c->at++;
	return true;
}

sb_span sh_span_from(const sh_cursor *c, uint32_t start)
{
	uint32_t end = c->at;
	while (end > start && isspace((unsigned char)c->text[end - 1]))
		end--;
	return (sb_span){c->source, start, end > start ? end : start < c->end ? start + 1 : start};
}

bool sh_expect(sh_cursor *c, char sign, const char *where)
{
	if (sh_take(c, sign))
		return true;
	sh_complain(c, "T0010", sh_span_from(c, c->at), "'%c' is missing %s", sign, where);
	return false;
}

static bool of_word(char x)
{
	return isalnum((unsigned char)x) || x == '_' || x == '$' || (unsigned char)x >= 128;
}

const char *sh_word(sh_cursor *c)
{
	sh_skip(c);
	uint32_t start = c->at;
	while (of_word(here(c)))
		c->at++;
	return c->at > start ? sb_strndup(c->arena, c->text + start, c->at - start) : NULL;
}

/* wild_card_identifier : IDENTIFIER | IDENTIFIER '*' | '*', where * may stand anywhere. Of variables the name goes on
 * with dots and subscripts; "..." stands for itself. */
static const char *wild_name(sh_cursor *c, bool whole)
{
	sh_skip(c);
	uint32_t start = c->at;
	if (here(c) == '"') {
		const char *close = memchr(c->text + c->at + 1, '"', c->end - c->at - 1);
		c->at = close ? (uint32_t)(close - c->text) + 1 : c->end;
		return close ? sb_strndup(c->arena, c->text + start + 1, c->at - start - 2) : NULL;
	}
	for (;;) {
		char x = here(c);
		if (of_word(x) || (x == '*' && !(c->plain && whole)) || (x == '.' && whole)) {
			c->at++;
		} else if (x == '[' && whole && c->at > start) {
			while (here(c) && here(c) != ']')
				c->at++;
			c->at += here(c) == ']';
		} else if (x == '(' && whole && c->at - start == 3 && strncasecmp(c->text + start, "der", 3) == 0) {
			while (here(c) && here(c) != ')')
				c->at++;
			c->at += here(c) == ')';
		} else {
			break;
		}
	}
	return c->at > start ? sb_strndup(c->arena, c->text + start, c->at - start) : NULL;
}

/* process_copy : empty | '(' wild_card_identifier ')' */
static bool read_copy(sh_cursor *c, const char **out)
{
	*out = NULL;
	if (here(c) != '(')
		return true;
	uint32_t start = c->at++;
	*out = wild_name(c, false);
	if (*out)
		return sh_expect(c, ')', "behind the name of a copy");
	sh_complain(c, "T0011", sh_span_from(c, start), "the brackets name no copy of the process");
	return false;
}

/* ':' experiment, or '::' study; the colons are read */
static bool read_process(sh_cursor *c, const char **name, const char **copy)
{
	uint32_t start = c->at;
	*name = wild_name(c, false);
	/* classes of packages have dots in their names */
	while (*name && here(c) == '.' && c->at + 1 < c->end && of_word(c->text[c->at + 1])) {
		c->at++;
		*name = sb_printf(c->arena, "%s.%s", *name, wild_name(c, false));
	}
	if (*name)
		return read_copy(c, copy);
	sb_help(sh_complain(c, "T0012", sh_span_from(c, start), "no name stands behind the colon"),
			"write the name of an experiment or model: ':name', or ':name(copy)'; SHOW EXPERIMENT lists them");
	return false;
}

/* level_list : level_element | level_list '.' level_element ; the bracket is read */
static bool read_levels(sh_cursor *c, sh_block *out)
{
	out->placed = true;
	out->relative = sh_take(c, '.');
	do {
		sh_skip(c);
		uint32_t start = c->at;
		const char *level = NULL;
		if (here(c) == '-') {
			c->at++;
			level = "-";
			out->relative = true;
		} else if (here(c) != ']') {
			level = wild_name(c, false);
			/* elements of arrays of components */
			if (level && here(c) == '[') {
				uint32_t from = c->at;
				while (here(c) && here(c) != ']')
					c->at++;
				c->at += here(c) == ']';
				level = sb_printf(c->arena, "%s%.*s", level, (int)(c->at - from), c->text + from);
			}
		}
		if (!level) {
			sb_help(sh_complain(c, "T0013", sh_span_from(c, start), "the name of a submodel is missing"),
					"write [a.b] from the top, [.b] from the block that was set, [-] for the one around it");
			return false;
		}
		sb_push(c->arena, out->levels, level);
	} while (sh_take(c, '.'));
	return sh_expect(c, ']', "behind the names of submodels");
}

bool sh_read_block(sh_cursor *c, sh_block *out)
{
	*out = (sh_block){0};
	sh_skip(c);
	uint32_t start = c->at;
	if (here(c) == ':' && c->at + 1 < c->end && c->text[c->at + 1] == ':') {
		c->at += 2;
		if (!read_process(c, &out->study, &out->study_copy))
			return false;
	}
	if (here(c) == ':') {
		c->at++;
		if (!read_process(c, &out->experiment, &out->copy))
			return false;
	}
	if (here(c) == '[') {
		c->at++;
		if (!read_levels(c, out))
			return false;
	}
	out->span = sh_span_from(c, start);
	return true;
}

bool sh_read_element(sh_cursor *c, sh_element *out)
{
	*out = (sh_element){0};
	sh_skip(c);
	uint32_t start = c->at;
	if (!sh_read_block(c, &out->block))
		return false;
	out->name = wild_name(c, true);
	out->span = sh_span_from(c, start);
	if (out->name)
		return true;
	sb_help(sh_complain(c, "T0014", out->span, "the name of a variable is missing"),
			"write a name, or one with a wild card: x, V*, *; SHOW BLOCK/SYMBOL lists the names of a block");
	return false;
}

bool sh_read_elements(sh_cursor *c, sh_elements *out)
{
	do {
		sh_element e;
		if (!sh_read_element(c, &e))
			return false;
		sb_push(c->arena, *out, e);
	} while (sh_take(c, ','));
	return true;
}

/* A word without blanks, or anything in "...". */
const char *sh_read_file(sh_cursor *c)
{
	sh_skip(c);
	uint32_t start = c->at;
	if (here(c) == '"') {
		const char *close = memchr(c->text + c->at + 1, '"', c->end - c->at - 1);
		if (close) {
			c->at = (uint32_t)(close - c->text) + 1;
			return sb_strndup(c->arena, c->text + start + 1, c->at - start - 2);
		}
		c->at = c->end;
		sh_complain(c, "T0015", sh_span_from(c, start), "the text has no closing quotation mark");
		return NULL;
	}
	while (here(c) && !strchr(" \t\r,()!", here(c)))
		c->at++;
	if (c->at > start)
		return sb_strndup(c->arena, c->text + start, c->at - start);
	sh_complain(c, "T0016", sh_span_from(c, start), "the name of a file is missing");
	return NULL;
}
