/* XML as far as diagrams have it: elements, attributes, comments. Text between elements is left out: none has a meaning
 * in a diagram. */
#include "front/xcos/read/xcos_read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { DEPTH_LIMIT = 200 };

typedef struct reader {
	sb_arena *arena;
	sb_diag *diag;
	const char *text, *at, *end;
	uint32_t source;
	bool failed;
} reader;

static void wrong(reader *r, const char *at, const char *what)
{
	if (!r->failed) {
		uint32_t start = (uint32_t)(at - r->text);
		sb_message *m = sb_report(r->diag, SB_ERROR, "X0002", (sb_span){r->source, start, start + 1},
								  "the diagram is not well-formed XML: %s", what);
		sb_help(m, "save the diagram again; a file that was changed by hand must keep the rules of XML");
	}
	r->failed = true;
}

static bool word_character(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.' || c == ':' || (unsigned char)c >= 128;
}

static const char *word(reader *r)
{
	const char *start = r->at;
	while (r->at < r->end && word_character(*r->at))
		r->at++;
	if (r->at == start)
		wrong(r, r->at, "a name is missing");
	return sb_strndup(r->arena, start, (size_t)(r->at - start));
}

static void blanks(reader *r)
{
	while (r->at < r->end && isspace((unsigned char)*r->at))
		r->at++;
}

/* &lt; and the like, at *r->at == '&'. */
static void reference(reader *r, sb_text *out)
{
	static const struct {
		const char *name, *means;
	} known[] = {{"lt;", "<"}, {"gt;", ">"}, {"amp;", "&"}, {"quot;", "\""}, {"apos;", "'"}};
	const char *at = r->at + 1;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(at, known[i].name, strlen(known[i].name)) == 0) {
			sb_add(out, known[i].means);
			r->at = at + strlen(known[i].name);
			return;
		}
	char *stop = NULL;
	unsigned long code = *at == '#' ? strtoul(at + (at[1] == 'x' ? 2 : 1), &stop, at[1] == 'x' ? 16 : 10) : 0;
	if (code == 0 || code > 0x10ffff || !stop || *stop != ';') {
		wrong(r, r->at, "this stands for nothing: only &lt; &gt; &amp; &quot; &apos; and numbers of characters do");
		return;
	}
	r->at = stop + 1;
	if (code < 128)
		sb_addc(out, (char)code);
	else if (code < 0x800)
		sb_addf(out, "%c%c", (int)(0xc0 | code >> 6), (int)(0x80 | (code & 63)));
	else if (code < 0x10000)
		sb_addf(out, "%c%c%c", (int)(0xe0 | code >> 12), (int)(0x80 | (code >> 6 & 63)), (int)(0x80 | (code & 63)));
	else
		sb_addf(out, "%c%c%c%c", (int)(0xf0 | code >> 18), (int)(0x80 | (code >> 12 & 63)),
				(int)(0x80 | (code >> 6 & 63)), (int)(0x80 | (code & 63)));
}

static const char *quoted(reader *r)
{
	char quote = r->at < r->end ? *r->at : 0;
	if (quote != '"' && quote != '\'') {
		wrong(r, r->at, "the value of an attribute stands in quotes");
		return "";
	}
	const char *open = r->at++;
	sb_text value = {0};
	while (!r->failed && r->at < r->end && *r->at != quote)
		if (*r->at == '&')
			reference(r, &value);
		else
			sb_addc(&value, *r->at++);
	if (r->at >= r->end)
		wrong(r, open, "this value does not end");
	else
		r->at++;
	const char *kept = sb_strdup(r->arena, value.at ? value.at : "");
	sb_text_free(&value);
	return kept;
}

/* Past what is between elements: blanks, text, comments, <?...?>. False at the end of the text. */
static bool next_tag(reader *r)
{
	while (!r->failed) {
		while (r->at < r->end && *r->at != '<')
			r->at++;
		if (r->at >= r->end)
			return false;
		bool comment = strncmp(r->at, "<!--", 4) == 0, instruction = strncmp(r->at, "<?", 2) == 0;
		if (!comment && !instruction) {
			if (r->at[1] == '!')
				wrong(r, r->at, "document types and sections of text are not read");
			return !r->failed;
		}
		const char *end = strstr(r->at, comment ? "-->" : "?>");
		if (!end)
			wrong(r, r->at, "this does not end");
		else
			r->at = end + (comment ? 3 : 2);
	}
	return false;
}

/* The tag at '<'; *open: children follow. */
static xc_node *tag(reader *r, bool *open)
{
	const char *start = r->at++;
	xc_node *n = sb_new(r->arena, xc_node);
	sb_vec(xc_attribute) attributes = {0};
	n->name = word(r);
	for (blanks(r); !r->failed && r->at < r->end && *r->at != '>' && *r->at != '/'; blanks(r)) {
		xc_attribute a = {.name = word(r)};
		blanks(r);
		if (r->at >= r->end || *r->at != '=') {
			wrong(r, r->at < r->end ? r->at : start, "an attribute has no value");
			break;
		}
		r->at++;
		blanks(r);
		a.value = quoted(r);
		sb_push(r->arena, attributes, a);
	}
	*open = r->at < r->end && *r->at == '>';
	if (!*open && !r->failed && (r->end - r->at < 2 || strncmp(r->at, "/>", 2) != 0))
		wrong(r, start, "this element does not end");
	if (!r->failed)
		r->at += *open ? 1 : 2;
	n->attribute = attributes.at;
	n->attributes = attributes.n;
	n->span = (sb_span){r->source, (uint32_t)(start - r->text), (uint32_t)(r->at - r->text)};
	return n;
}

static bool closes(reader *r, const xc_node *node)
{
	const char *start = r->at;
	r->at += 2;
	const char *name = word(r);
	blanks(r);
	if (!r->failed && (strcmp(name, node->name) != 0 || r->at >= r->end || *r->at != '>'))
		wrong(r, start, "another element ends here than the one that is open");
	r->at++;
	return !r->failed;
}

xc_node *xc_parse_xml(sb_arena *arena, sb_diag *diag, uint32_t source)
{
	size_t length;
	const char *text = sb_source_text(diag, source, &length);
	reader r = {.arena = arena, .diag = diag, .text = text, .at = text, .end = text + length, .source = source};
	xc_node *stack[DEPTH_LIMIT], *root = NULL;
	uint32_t depth = 0;
	while (next_tag(&r)) {
		if (r.at[1] == '/') {
			if (depth == 0)
				wrong(&r, r.at, "this ends an element that has not begun");
			else if (closes(&r, stack[depth - 1]))
				depth--;
			continue;
		}
		bool open;
		xc_node *n = tag(&r, &open), *up = depth > 0 ? stack[depth - 1] : NULL;
		if (up)
			*(up->last ? &up->last->next : &up->first) = n, up->last = n;
		else if (root)
			wrong(&r, r.at - 1, "there is more than one element at the top");
		else
			root = n;
		if (open && depth == DEPTH_LIMIT)
			wrong(&r, r.at - 1, "the elements are nested too deeply");
		else if (open)
			stack[depth++] = n;
	}
	if (!r.failed && (depth > 0 || !root))
		wrong(&r, depth > 0 ? text + stack[depth - 1]->span.start : text,
			  depth > 0 ? "this element does not end" : "there is no element");
	return r.failed ? NULL : root;
}
