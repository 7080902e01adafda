/* The text of a .ma file: sections in brackets, `components`, `link`, and parameters, of which several may stand on a
 * line. % begins a comment. */
#include "front/cdpp/cdpp.h"

#include <ctype.h>
#include <string.h>

typedef struct reading {
	dv_text *t;
	const char *text; size_t at, end;                /* of the line at hand */
	int section;                                     /* -1: before any; 0: top; else a component, its number + 1 */
	bool listing;                                    /* components go on in the next line */
	bool top;
} reading;
typedef struct word { const char *text; sb_span span; } word;

/* The next word of the line; a colon is one by itself. False: the line is at its end. */
static bool next_word(reading *r, word *out)
{
	while (r->at < r->end && isspace((unsigned char)r->text[r->at]))
		r->at++;
	size_t start = r->at;
	if (start == r->end)
		return false;
	if (r->text[r->at] == ':')
		r->at++;
	else
		while (r->at < r->end && !isspace((unsigned char)r->text[r->at]) && r->text[r->at] != ':')
			r->at++;
	*out = (word){sb_strndup(r->t->arena, r->text + start, r->at - start),
		{r->t->source, (uint32_t)start, (uint32_t)r->at}};
	return true;
}

static sb_message *report(reading *r, const char *code, sb_span span, const char *what, const char *name)
{
	return sb_report(r->t->diag, SB_ERROR, code, span, "%s '%s'", what, name);
}

static uint32_t find_component(const dv_text *t, const char *name)
{
	for (uint32_t i = 0; i < t->components.n; i++)
		if (strcmp(t->components.at[i].name, name) == 0)
			return i;
	return UINT32_MAX;
}

static uint32_t need_component(reading *r, const char *name, sb_span span)
{
	uint32_t i = find_component(r->t, name);
	if (i != UINT32_MAX)
		return i;
	sb_strings names = {0};
	for (uint32_t k = 0; k < r->t->components.n; k++)
		sb_push(r->t->arena, names, r->t->components.at[k].name);
	sb_message *m = report(r, "B0030", span, "there is no component", name);
	const char *near = sb_nearest(name, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "components are declared in [top]: components : %s@CLASS", name);
	return UINT32_MAX;
}

static void read_component(reading *r, const word *w)
{
	const char *at = strchr(w->text, '@');
	if (!at || at == w->text || !at[1]) {
		sb_help(report(r, "B0031", w->span, "a component is written NAME@CLASS, not", w->text),
				"for example: C@QBGCapacitorFlowIn");
		return;
	}
	dv_component c = {.name = sb_strndup(r->t->arena, w->text, (size_t)(at - w->text)), .span = w->span};
	c.is = dv_class_named(at + 1);
	if (!c.is) {
		const char *near = dv_nearest_class(at + 1);
		sb_message *m = report(r, "B0032", w->span, "there is no class of quantised bond graphs", at + 1);
		sb_help(m, near ? "did you mean '%s'?" : "docs/bond.md has the list of classes", near);
	}
	uint32_t before = find_component(r->t, c.name);
	if (before != UINT32_MAX)
		sb_also(report(r, "B0033", w->span, "there are two components", c.name), r->t->components.at[before].span,
				"the first one is here");
	sb_push(r->t->arena, r->t->components, c);
}

/* e2p@$SJ2 */
static bool read_port(reading *r, const word *w, dv_port *out)
{
	const char *at = strchr(w->text, '@'), *p = w->text + 1;
	uint32_t number = 0;
	while (isdigit((unsigned char)*p) && number < 1000000)
		number = 10 * number + (uint32_t)(*p++ - '0');
	if (!at || (w->text[0] != 'e' && w->text[0] != 'f') || !number || (*p != 'p' && *p != 'n') || p + 1 != at) {
		sb_help(report(r, "B0034", w->span, "this is not a port:", w->text),
				"a port is written e1p@NAME: e or f, a number, p or n, and the component");
		return false;
	}
	*out = (dv_port){need_component(r, at + 1, w->span), number, w->text[0], *p};
	return out->component != UINT32_MAX;
}

static void read_link(reading *r, sb_span span)
{
	word a, b, more;
	dv_link link = {.span = span};
	if (!next_word(r, &a) || !next_word(r, &b) || next_word(r, &more)) {
		sb_help(sb_report(r->t->diag, SB_ERROR, "B0034", span, "a link has two ports"),
				"for example: link : e1n@V e2p@$SJ1");
		return;
	}
	link.span = sb_span_join(span, b.span);
	bool good = read_port(r, &a, &link.from);
	if (read_port(r, &b, &link.to) && good)
		sb_push(r->t->arena, r->t->links, link);
}

static void read_section(reading *r)
{
	size_t close = r->at;
	while (close < r->end && r->text[close] != ']')
		close++;
	sb_span span = {r->t->source, (uint32_t)r->at, (uint32_t)(close < r->end ? close + 1 : close)};
	const char *name = sb_strndup(r->t->arena, r->text + r->at + 1, close - r->at - 1);
	r->listing = false;
	if (close == r->end)
		sb_help(report(r, "B0035", span, "a section is not closed:", name), "write [%s]", name);
	r->section = strcmp(name, "top") == 0 ? 0 : (int)need_component(r, name, span) + 1;
	r->top |= r->section == 0;
	if (r->section == 0 && strcmp(name, "top") != 0)
		r->section = -1;
}

static void read_parameters(reading *r, word key)
{
	do {
		word colon, value;
		if (!next_word(r, &colon) || strcmp(colon.text, ":") != 0 || !next_word(r, &value)) {
			sb_help(report(r, "B0036", key.span, "this parameter has no value:", key.text),
					"write %s : VALUE", key.text);
			return;
		}
		if (r->section > 0)
			sb_push(r->t->arena, r->t->components.at[r->section - 1].values,
					((dv_value){key.text, value.text, value.span}));
	} while (next_word(r, &key));
}

static void read_top(reading *r, word first)
{
	word colon;
	bool components = strcmp(first.text, "components") == 0, link = strcmp(first.text, "link") == 0;
	if (r->listing && strchr(first.text, '@')) {
		do
			read_component(r, &first);
		while (next_word(r, &first));
		return;
	}
	r->listing = false;
	if ((!components && !link) || !next_word(r, &colon) || strcmp(colon.text, ":") != 0) {
		sb_help(report(r, "B0036", first.span, "[top] has components and links, not", first.text),
				"write components : NAME@CLASS ... or link : PORT@NAME PORT@NAME");
		return;
	}
	if (link) {
		read_link(r, first.span);
		return;
	}
	r->listing = true;
	while (next_word(r, &first))
		read_component(r, &first);
}

static void read_line(reading *r)
{
	word first;
	const char *comment = memchr(r->text + r->at, '%', r->end - r->at);
	if (comment)
		r->end = (size_t)(comment - r->text);
	while (r->at < r->end && isspace((unsigned char)r->text[r->at]))
		r->at++;
	if (r->at < r->end && r->text[r->at] == '[') {
		read_section(r);
		return;
	}
	if (!next_word(r, &first))
		return;
	if (r->section == 0)
		read_top(r, first);
	else if (r->section > 0)
		read_parameters(r, first);
	else if (!r->top)
		sb_help(report(r, "B0036", first.span, "a text of CD++ begins with [top], not", first.text),
				"components and links belong to [top], parameters to sections of components");
}

bool dv_read(sb_arena *arena, sb_diag *diag, const char *path, const char *text, size_t length, dv_text *out)
{
	*out = (dv_text){.arena = arena, .diag = diag, .source = sb_source_add(diag, path, text, length)};
	reading r = {.t = out, .text = text, .section = -1};
	uint32_t errors = sb_errors(diag);
	for (size_t start = 0; start < length;) {
		const char *end = memchr(text + start, '\n', length - start);
		size_t stop = end ? (size_t)(end - text) : length;
		r.at = start;
		r.end = stop;
		read_line(&r);
		start = stop + 1;
	}
	if (sb_errors(diag) == errors && !out->components.n)
		sb_help(sb_report(diag, SB_ERROR, "B0037", (sb_span){out->source, 0, 0}, "the text has no components"),
				"[top] lists them: components : C@QBGCapacitorFlowIn ...");
	return sb_errors(diag) == errors;
}
