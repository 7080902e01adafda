/* Elements, attributes and comments of XML; see xml.h. */
#include "base/xml.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 200, ATTRIBUTE_LIMIT = 1000 };

typedef struct reader {
	sb_arena *arena;
	sb_diag *diag;
	const char *text, *at, *end;
	uint32_t source;
	const sb_xml_words *words;
	bool failed;
} reader;

static void wrong(reader *r, const char *at, const char *what)
{
	if (!r->failed) {
		uint32_t start = (uint32_t)(at - r->text);
		sb_message *m = sb_report(r->diag, SB_ERROR, r->words->code, (sb_span){r->source, start, start + 1},
								  "%s is not well-formed XML: %s", r->words->what, what);
		sb_help(m, "%s", r->words->help);
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
		else if (*r->at == '<')
			wrong(r, r->at, "a value has '<' in it, which must be written as &lt;");
		else
			sb_addc(&value, *r->at++);
	if (!r->failed && r->at >= r->end)
		wrong(r, open, "this value does not end");
	else if (!r->failed)
		r->at++;
	const char *kept = sb_strdup(r->arena, value.at ? value.at : "");
	sb_text_free(&value);
	return kept;
}

/* Something between elements that is not looked into: a comment, <?...?>, a section of text. NULL: it is none. */
static const char *end_of_passed(const reader *r)
{
	static const struct { const char *open, *close; } kinds[] = {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}};
	for (size_t i = 0; i < 2 + (size_t)r->words->sections; i++)
		if (strncmp(r->at, kinds[i].open, strlen(kinds[i].open)) == 0)
			return kinds[i].close;
	return NULL;
}

/* Past what is between elements: blanks, text, comments, <?...?>. False at the end of the text. */
static bool next_tag(reader *r)
{
	while (!r->failed) {
		while (r->at < r->end && *r->at != '<')
			r->at++;
		if (r->at >= r->end)
			return false;
		const char *close = end_of_passed(r);
		if (!close) {
			if (r->at[1] == '!')
				wrong(r, r->at, "document types, entities and sections of text are not read");
			return !r->failed;
		}
		const char *end = strstr(r->at + strlen(close), close);
		if (!end)
			wrong(r, r->at, "this does not end");
		else
			r->at = end + strlen(close);
	}
	return false;
}

/* The tag at '<'; *open: children follow. */
static sb_xml_node *tag(reader *r, bool *open)
{
	const char *start = r->at++;
	sb_xml_node *n = sb_new(r->arena, sb_xml_node);
	sb_vec(sb_xml_attribute) attributes = {0};
	n->name = word(r);
	for (blanks(r); !r->failed && r->at < r->end && *r->at != '>' && *r->at != '/'; blanks(r)) {
		uint32_t at = (uint32_t)(r->at - r->text);
		sb_xml_attribute a = {.name = word(r), .at = at};
		for (uint32_t i = 0; i < attributes.n && !r->failed; i++)
			if (strcmp(attributes.at[i].name, a.name) == 0)
				wrong(r, r->text + at, "an element has this attribute twice");
		if (attributes.n >= ATTRIBUTE_LIMIT)
			wrong(r, start, "an element has too many attributes");
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

static bool closes(reader *r, const sb_xml_node *node)
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

const char *sb_xml_value(const sb_xml_node *node, const char *name)
{
	for (uint32_t i = 0; i < node->attributes; i++)
		if (strcmp(node->attribute[i].name, name) == 0)
			return node->attribute[i].value;
	return NULL;
}

sb_span sb_xml_span(const sb_xml_node *node, const char *name)
{
	for (uint32_t i = 0; i < node->attributes; i++)
		if (strcmp(node->attribute[i].name, name) == 0) {
			uint32_t at = node->attribute[i].at;
			return (sb_span){node->span.source, at, at + (uint32_t)strlen(name)};
		}
	return node->span;
}

sb_xml_node *sb_xml_child(const sb_xml_node *node, const char *name)
{
	for (sb_xml_node *n = node->first; n; n = n->next)
		if (strcmp(n->name, name) == 0)
			return n;
	return NULL;
}

sb_xml_node *sb_xml_parse(sb_arena *arena, sb_diag *diag, uint32_t source, const sb_xml_words *words)
{
	size_t length;
	const char *text = sb_source_text(diag, source, &length);
	reader r = {.arena = arena, .diag = diag, .text = text, .at = text, .end = text + length, .source = source,
		.words = words};
	sb_xml_node *stack[DEPTH_LIMIT], *root = NULL;
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
		sb_xml_node *n = tag(&r, &open), *up = depth > 0 ? stack[depth - 1] : NULL;
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
