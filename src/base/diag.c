/* Sources and messages. Messages are kept in the order in which they were reported. A hopeless input can give millions:
 * past some thousands of a severity they are counted and no longer kept. */
#include "base/diag_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { KEPT = 10000, LONGEST_TEXT = 8192 };

sb_diag *sb_diag_new(void)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_new(arena, sb_diag);
	diag->arena = arena;
	diag->scratch.dropped = true;
	return diag;
}

void sb_diag_free(sb_diag *diag)
{
	if (diag)
		sb_arena_free(diag->arena);
}

void sb_diag_share(sb_diag *diag, const sb_diag *from)
{
	for (uint32_t i = 0; i < from->sources.n; i++) {
		sb_source *source = sb_new(diag->arena, sb_source);
		source->path = from->sources.at[i]->path;
		source->text = from->sources.at[i]->text;
		source->length = from->sources.at[i]->length;
		source->parts = from->sources.at[i]->parts;
		source->part_count = from->sources.at[i]->part_count;
		sb_push(diag->arena, diag->sources, source);
	}
}

uint32_t sb_source_add(sb_diag *diag, const char *path, const char *text, size_t length)
{
	if (length > UINT32_MAX - 1)
		length = UINT32_MAX - 1;
	sb_source *source = sb_new(diag->arena, sb_source);
	source->path = sb_strdup(diag->arena, path);
	source->text = sb_strndup(diag->arena, text, length);
	source->length = (uint32_t)length;
	sb_push(diag->arena, diag->sources, source);
	return diag->sources.n;
}

static sb_source *source_at(const sb_diag *diag, uint32_t number)
{
	return number >= 1 && number <= diag->sources.n ? diag->sources.at[number - 1] : NULL;
}

uint32_t sb_source_join(sb_diag *diag, const uint32_t *sources, uint32_t count)
{
	sb_text text = {0};
	sb_source_part *parts = sb_new_array(diag->arena, sb_source_part, count);
	for (uint32_t i = 0; i < count; i++) {
		const sb_source *part = source_at(diag, sources[i]);
		parts[i] = (sb_source_part){(uint32_t)text.n, sources[i]};
		sb_addn(&text, part->text, part->length);
		sb_addc(&text, '\n');
	}
	uint32_t joined = sb_source_add(diag, sb_source_path(diag, sources[0]), text.at, text.n);
	diag->sources.at[joined - 1]->parts = parts;
	diag->sources.at[joined - 1]->part_count = count;
	sb_text_free(&text);
	return joined;
}

/* A place of sources that are joined, in the one that it is of. */
static sb_span unjoined(const sb_diag *diag, sb_span span)
{
	const sb_source *source = source_at(diag, span.source);
	if (!source || !source->parts)
		return span;
	uint32_t low = 0, high = source->part_count;       /* parts[low].start <= span.start < parts[high].start */
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (source->parts[middle].start <= span.start)
			low = middle;
		else
			high = middle;
	}
	uint32_t start = source->parts[low].start;
	return (sb_span){source->parts[low].source, span.start - start, span.end - start};
}

const char *sb_source_text(const sb_diag *diag, uint32_t number, size_t *length)
{
	const sb_source *source = source_at(diag, number);
	if (length)
		*length = source ? source->length : 0;
	return source ? source->text : "";
}

uint32_t sb_source_count(const sb_diag *diag)
{
	return diag->sources.n;
}

const char *sb_source_path(const sb_diag *diag, uint32_t number)
{
	const sb_source *source = source_at(diag, number);
	return source ? source->path : "";
}

sb_source *sb_source_of(const sb_diag *diag, sb_span *span)
{
	*span = unjoined(diag, *span);
	sb_source *source = source_at(diag, span->source);
	if (!source)
		return NULL;
	if (span->start > source->length)
		span->start = source->length;
	if (span->end > source->length)
		span->end = source->length;
	if (span->end < span->start)
		span->end = span->start;
	return source;
}

static void find_lines(const sb_diag *diag, sb_source *source)
{
	uint32_t count = 1;
	const char *end = source->text + source->length;
	for (const char *at = source->text; (at = memchr(at, '\n', (size_t)(end - at))); at++)
		count++;
	source->lines = sb_new_array(diag->arena, uint32_t, count);
	for (const char *at = source->text; (at = memchr(at, '\n', (size_t)(end - at))); at++)
		source->lines[++source->line_count] = (uint32_t)(at - source->text) + 1;
	source->line_count++;
}

uint32_t sb_line_of(const sb_diag *diag, sb_source *source, uint32_t offset)
{
	if (!source->lines)
		find_lines(diag, source);
	uint32_t low = 0, high = source->line_count;       /* lines[low] <= offset < lines[high] */
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (source->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

uint32_t sb_line_end(const sb_source *source, uint32_t line)
{
	return line + 1 < source->line_count ? source->lines[line + 1] - 1 : source->length;
}

void sb_position(const sb_diag *diag, sb_span span, int *line, int *column)
{
	*line = *column = 0;
	sb_source *source = sb_source_of(diag, &span);
	if (!source)
		return;
	uint32_t at_line = sb_line_of(diag, source, span.start), from = source->lines[at_line], before = 0;
	if (at_line == source->last_line && span.start >= source->last_offset && source->last_offset >= from) {
		from = source->last_offset;
		before = source->last_column;
	}
	/* An offset inside a character belongs to that character. */
	uint32_t to = span.start;
	while (to > from && to < source->length && ((unsigned char)source->text[to] & 0xc0) == 0x80 && span.start - to < 3)
		to--;
	uint32_t counted = before + (uint32_t)sb_utf8_count(source->text + from, to - from);
	source->last_line = at_line;
	source->last_offset = to;
	source->last_column = counted;
	*line = (int)at_line + 1;
	*column = (int)counted + 1;
}

sb_span sb_span_join(sb_span a, sb_span b)
{
	if (!a.source || !b.source || a.source != b.source)
		return a.source ? a : b;
	return (sb_span){a.source, a.start < b.start ? a.start : b.start, a.end > b.end ? a.end : b.end};
}

/* A text that quotes a name of some megabytes is cut. */
static const char *formatted(sb_arena *arena, const char *format, va_list args)
{
	char text[LONGEST_TEXT];
	int length = vsnprintf(text, sizeof text, format, args);
	if (length < 0)
		return sb_strdup(arena, format);
	if ((size_t)length < sizeof text)
		return sb_strndup(arena, text, (size_t)length);
	size_t cut = sizeof text - 8;
	while (((unsigned char)text[cut] & 0xc0) == 0x80)
		cut--;
	strcpy(text + cut, "...");
	return sb_strdup(arena, text);
}

sb_message *sb_report(sb_diag *diag, sb_severity severity, const char *code, sb_span span, const char *format, ...)
{
	if (diag->counts[severity]++ >= KEPT) {
		diag->dropped[severity]++;
		return &diag->scratch;
	}
	sb_message *m = sb_new(diag->arena, sb_message);
	*m = (sb_message){.diag = diag, .severity = severity, .code = code, .note = "", .help = ""};
	m->span = unjoined(diag, span);
	m->last = &m->first;
	va_list args;
	va_start(args, format);
	m->text = formatted(diag->arena, format, args);
	va_end(args);
	sb_push(diag->arena, diag->messages, m);
	return m;
}

static const char *attach(sb_message *m, sb_extra_kind kind, sb_span span, const char *format, va_list args)
{
	sb_extra *extra = sb_new(m->diag->arena, sb_extra);
	*extra = (sb_extra){.kind = kind, .span = unjoined(m->diag, span)};
	extra->text = formatted(m->diag->arena, format, args);
	*m->last = extra;
	m->last = &extra->next;
	return extra->text;
}

void sb_also(sb_message *m, sb_span span, const char *format, ...)
{
	if (m->dropped)
		return;
	va_list args;
	va_start(args, format);
	attach(m, SB_EXTRA_ALSO, span, format, args);
	va_end(args);
}

static bool shows(const sb_message *m, uint32_t source)
{
	bool shown = m->span.source == source;
	for (const sb_extra *e = m->first; e && !shown; e = e->next)
		shown = e->kind == SB_EXTRA_ALSO && e->span.source == source;
	return shown;
}

void sb_also_those(sb_diag *diag, uint32_t first, sb_span span, const char *format, ...)
{
	for (uint32_t i = first; i < diag->messages.n; i++) {
		va_list args;
		if (!span.source || !diag->messages.at[i]->span.source ||
			shows(diag->messages.at[i], unjoined(diag, span).source))
			continue;
		va_start(args, format);
		attach(diag->messages.at[i], SB_EXTRA_ALSO, span, format, args);
		va_end(args);
	}
}

static const char *joined(sb_message *m, const char *before, const char *more)
{
	return *before ? sb_printf(m->diag->arena, "%s\n%s", before, more) : more;
}

void sb_note(sb_message *m, const char *format, ...)
{
	if (m->dropped)
		return;
	va_list args;
	va_start(args, format);
	m->note = joined(m, m->note, attach(m, SB_EXTRA_NOTE, (sb_span){0}, format, args));
	va_end(args);
}

void sb_help(sb_message *m, const char *format, ...)
{
	if (m->dropped)
		return;
	va_list args;
	va_start(args, format);
	m->help = joined(m, m->help, attach(m, SB_EXTRA_HELP, (sb_span){0}, format, args));
	va_end(args);
}

void sb_take_back(sb_diag *diag, uint32_t first, bool (*keep)(const char *code))
{
	uint32_t counts[3] = {0}, n = 0;
	for (uint32_t i = 0; i < diag->messages.n; i++) {
		sb_message *m = diag->messages.at[i];
		if (i >= first && !(keep && keep(m->code)))
			continue;
		diag->messages.at[n++] = m;
		counts[m->severity]++;
	}
	diag->messages.n = n;
	for (int s = 0; s < 3; s++) {
		if (counts[s] >= KEPT)
			continue;
		diag->counts[s] = counts[s];
		diag->dropped[s] = 0;
	}
}

uint32_t sb_errors(const sb_diag *diag)
{
	return diag->counts[SB_ERROR];
}

uint32_t sb_messages(const sb_diag *diag)
{
	return diag->messages.n;
}

sb_message_view sb_message_at(const sb_diag *diag, uint32_t index)
{
	if (index >= diag->messages.n)
		return (sb_message_view){.severity = SB_INFO, .code = "", .text = "", .file = "", .note = "", .help = ""};
	const sb_message *m = diag->messages.at[index];
	sb_message_view view = {.severity = m->severity, .code = m->code, .text = m->text, .note = m->note, .help = m->help,
		.file = sb_source_path(diag, m->span.source)};
	sb_position(diag, m->span, &view.line, &view.column);
	return view;
}

static bool was_said(const sb_diag *diag, const sb_message *m)
{
	for (uint32_t i = 0; i < diag->messages.n; i++) {
		const sb_message *o = diag->messages.at[i];
		if (o->severity == m->severity && o->span.source == m->span.source && o->span.start == m->span.start &&
			strcmp(o->code, m->code) == 0 && strcmp(o->text, m->text) == 0)
			return true;
	}
	return false;
}

void sb_pass_on(sb_diag *to, const sb_diag *from)
{
	for (uint32_t i = 0; i < from->messages.n; i++) {
		const sb_message *m = from->messages.at[i];
		if (m->severity != SB_ERROR && was_said(to, m))
			continue;
		sb_message *copy = sb_report(to, m->severity, m->code, m->span, "%s", m->text);
		for (const sb_extra *e = m->first; e; e = e->next)
			switch (e->kind) {
			case SB_EXTRA_ALSO: sb_also(copy, e->span, "%s", e->text); break;
			case SB_EXTRA_NOTE: sb_note(copy, "%s", e->text); break;
			case SB_EXTRA_HELP: sb_help(copy, "%s", e->text); break;
			}
	}
}
