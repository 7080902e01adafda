/* Messages as people read them, and as JSON:
 *
 *     error[M0201]: there is no component 'vv' in BouncingBall
 *       --> ball.mo:7:12
 *        |
 *      7 |   der(h) = vv;
 *        |            ^^
 *        |
 *      help: did you mean 'v'?
 *
 * Further places follow the first; where one is in the same file as the one before, only its line is shown.
 *
 * Under the source line every character gets one column and a tab stays a tab, so that the carets stand where they
 * should at any tab width. Of a long line only a window around the caret is shown, and no more of it is read. */
#include "base/diag_inside.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"

enum { SHOWN = 100, WINDOW = 110, BEFORE = 50 }; /* messages of a severity; characters of a line, before a caret */

static const char *const severity_name[] = {"error", "warning", "info"};

/* The escape sequences of one rendering; all empty without colour. */
typedef struct palette { const char *severity[3], *bold, *gutter, *note, *help, *off; } palette;
static const palette colored = {{"\033[1;31m", "\033[1;33m", "\033[1;36m"}, "\033[1m", "\033[1;34m", "\033[1;36m",
	"\033[1;32m", "\033[0m"};
static const palette plain = {{"", "", ""}, "", "", "", "", ""};

/* One character of text that comes from files: control characters would drive the terminal, invalid bytes spoil it. */
static size_t add_character(sb_text *out, const char *at, size_t left)
{
	size_t n = sb_utf8_length(at, left);
	unsigned char c = (unsigned char)*at;
	if (!n || c < 0x20 || c == 0x7f || (n == 2 && c == 0xc2 && (unsigned char)at[1] < 0xa0))
		sb_addc(out, c == '\t' ? '\t' : '?');
	else
		sb_addn(out, at, n);
	return n ? n : 1;
}

/* A sentence; further lines of it are indented. */
static void add_sentence(sb_text *out, const char *text, int indent)
{
	size_t left = strlen(text);
	while (left) {
		size_t n = 1;
		if (*text == '\n')
			sb_addf(out, "\n%*s", indent, "");
		else
			n = add_character(out, text, left);
		text += n;
		left -= n;
	}
}

static void add_gutter(sb_text *out, const palette *p, int width, int line)
{
	if (line)
		sb_addf(out, " %s%*d |%s", p->gutter, width, line, p->off);
	else
		sb_addf(out, " %s%*s |%s", p->gutter, width, "", p->off);
}

/* Goes back at most so many characters, not before `floor`. */
static uint32_t back(const char *text, uint32_t at, uint32_t floor, int characters)
{
	while (at > floor && characters-- > 0) {
		at--;
		for (int i = 0; i < 3 && at > floor && ((unsigned char)text[at] & 0xc0) == 0x80; i++)
			at--;
	}
	return at;
}

/* The source line and the marks under it. */
static void add_snippet(sb_text *out, const palette *p, const char *color, sb_source *source, sb_span span,
						uint32_t line, int width, char mark, const char *label)
{
	const char *text = source->text;
	uint32_t start = source->lines[line], end = sb_line_end(source, line);
	if (end > start && text[end - 1] == '\r')
		end--;
	uint32_t caret = span.start < end ? span.start : end;
	bool whole = end - start <= 4 * WINDOW && sb_utf8_count(text + start, end - start) <= WINDOW;
	uint32_t from = whole ? start : back(text, caret, start, BEFORE);
	sb_text under = {0};
	add_gutter(out, p, width, (int)line + 1);
	sb_addc(out, ' ');
	sb_add(&under, "");
	if (from > start) {
		sb_add(out, "...");
		sb_add(&under, "   ");
	}
	uint32_t at = from;
	int marks = 0;
	for (int shown = 0; at < end && shown < WINDOW; shown++) {
		uint32_t n = (uint32_t)add_character(out, text + at, end - at);
		if (at + n <= caret)
			sb_addc(&under, text[at] == '\t' ? '\t' : ' ');
		else if (at < span.end || !marks)
			marks++;
		at += n;
	}
	if (at < end)
		sb_add(out, "...");
	sb_addc(out, '\n');
	add_gutter(out, p, width, 0);
	sb_addf(out, " %s%s", under.at, color);
	do
		sb_addc(out, mark);
	while (--marks > 0);
	if (*label) {
		sb_addc(out, ' ');
		add_sentence(out, label, 0);
	}
	sb_addf(out, "%s\n", p->off);
	sb_text_free(&under);
}

/* Where it is, and the line there. `before`: the source of the place shown just before. */
static void add_place(sb_text *out, const palette *p, const char *color, const sb_diag *diag, sb_span span, int width,
	bool main, uint32_t before, const char *label)
{
	sb_source *source = sb_source_of(diag, &span);
	if (!source)
		return;
	int line, column;
	sb_position(diag, span, &line, &column);
	if (span.source != before) {
		sb_addf(out, "%*s%s%s%s ", width + 1, "", p->gutter, main ? "-->" : ":::", p->off);
		add_sentence(out, source->path, 0);
		sb_addf(out, ":%d:%d\n", line, column);
		add_gutter(out, p, width, 0);
		sb_addc(out, '\n');
	}
	add_snippet(out, p, color, source, span, (uint32_t)line - 1, width, main ? '^' : '-', label);
}

static int digits_of_line(const sb_diag *diag, sb_span span)
{
	sb_source *source = sb_source_of(diag, &span);
	int n = 1;
	for (uint32_t line = source ? sb_line_of(diag, source, span.start) + 1 : 0; line >= 10; line /= 10)
		n++;
	return n;
}

static void render_message(const sb_diag *diag, const sb_message *m, const palette *p, sb_text *out)
{
	const char *color = p->severity[m->severity];
	sb_addf(out, "%s%s[%s]%s%s: ", color, severity_name[m->severity], m->code, p->off, p->bold);
	add_sentence(out, m->text, 2);
	sb_addf(out, "%s\n", p->off);

	int width = digits_of_line(diag, m->span);
	bool placed = m->span.source != 0, remarks = false;
	for (const sb_extra *e = m->first; e; e = e->next) {
		int w = e->kind == SB_EXTRA_ALSO ? digits_of_line(diag, e->span) : 0;
		width = w > width ? w : width;
		remarks |= e->kind != SB_EXTRA_ALSO || !e->span.source;
		placed |= e->span.source != 0;
	}
	add_place(out, p, color, diag, m->span, width, true, 0, "");
	uint32_t before = m->span.source;
	for (const sb_extra *e = m->first; e; e = e->next)
		if (e->kind == SB_EXTRA_ALSO && e->span.source) {
			add_place(out, p, p->gutter, diag, e->span, width, false, before, e->text);
			before = e->span.source;
		}
	if (placed && remarks) {
		add_gutter(out, p, width, 0);
		sb_addc(out, '\n');
	}
	for (const sb_extra *e = m->first; e; e = e->next) {
		if (e->kind == SB_EXTRA_ALSO && e->span.source)
			continue;
		bool help = e->kind == SB_EXTRA_HELP;
		sb_addf(out, " %s%s:%s ", help ? p->help : p->note, help ? "help" : "note", p->off);
		add_sentence(out, e->text, 7);
		sb_addc(out, '\n');
	}
}

/* A class that is checked by itself and again where it is used says the same twice. */
static bool is_repeated(const sb_diag *diag, uint32_t first, uint32_t i)
{
	const sb_message *m = diag->messages.at[i];
	for (uint32_t k = first; k < i && m->span.source; k++) {
		const sb_message *before = diag->messages.at[k];
		if (memcmp(&before->span, &m->span, sizeof m->span) == 0 && strcmp(before->code, m->code) == 0 &&
			strcmp(before->text, m->text) == 0)
			return true;
	}
	return false;
}

static void render(const sb_diag *diag, uint32_t first, sb_severity least, bool color, sb_text *out)
{
	const palette *p = color ? &colored : &plain;
	uint32_t seen[3] = {0};
	bool any = false;
	for (uint32_t i = first; i < diag->messages.n; i++) {
		const sb_message *m = diag->messages.at[i];
		if (m->severity > least || is_repeated(diag, first, i))
			continue;
		if (seen[m->severity]++ >= SHOWN)
			continue;
		if (any)
			sb_addc(out, '\n');
		render_message(diag, m, p, out);
		any = true;
	}
	for (int s = 0; s < 3; s++) {
		uint32_t more = seen[s] + (seen[s] ? diag->dropped[s] : 0);
		if (more > SHOWN)
			sb_addf(out, "\n... and %u more %s%s\n", more - SHOWN, severity_name[s],
				s == SB_INFO || more - SHOWN == 1 ? "" : "s");
	}
}

void sb_render(const sb_diag *diag, uint32_t first, bool color, sb_text *out)
{
	render(diag, first, SB_INFO, color, out);
}

void sb_render_without_infos(const sb_diag *diag, bool color, sb_text *out)
{
	render(diag, 0, SB_WARNING, color, out);
}

/* end_line and end_column: one past the last character, as columns are counted. */
static void add_json_place(sb_json *j, const sb_diag *diag, sb_span span)
{
	int line, column, end_line, end_column;
	sb_position(diag, span, &line, &column);
	sb_position(diag, (sb_span){span.source, span.end, span.end}, &end_line, &end_column);
	sb_json_string(j, "file", sb_source_path(diag, span.source));
	sb_json_int(j, "line", line);
	sb_json_int(j, "column", column);
	sb_json_int(j, "end_line", end_line);
	sb_json_int(j, "end_column", end_column);
}

void sb_render_json(const sb_diag *diag, uint32_t first, sb_text *out)
{
	sb_json j = {.out = out};
	sb_json_open(&j, NULL, '[');
	for (uint32_t i = first; i < diag->messages.n; i++) {
		sb_message_view view = sb_message_at(diag, i);
		sb_json_open(&j, NULL, '{');
		sb_json_string(&j, "severity", severity_name[view.severity]);
		sb_json_string(&j, "code", view.code);
		sb_json_string(&j, "text", view.text);
		add_json_place(&j, diag, diag->messages.at[i]->span);
		sb_json_open(&j, "notes", '[');
		for (const sb_extra *e = diag->messages.at[i]->first; e; e = e->next)
			if (e->kind != SB_EXTRA_HELP)
				sb_json_string(&j, NULL, e->text);
		sb_json_close(&j, ']');
		sb_json_open(&j, "also", '[');
		for (const sb_extra *e = diag->messages.at[i]->first; e; e = e->next) {
			if (e->kind != SB_EXTRA_ALSO || !e->span.source)
				continue;
			sb_json_open(&j, NULL, '{');
			add_json_place(&j, diag, e->span);
			sb_json_string(&j, "text", e->text);
			sb_json_close(&j, '}');
		}
		sb_json_close(&j, ']');
		sb_json_string(&j, "help", view.help);
		sb_json_close(&j, '}');
	}
	sb_json_close(&j, ']');
}
