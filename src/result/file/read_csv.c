/* CSV as it comes: RFC 4180, and what spreadsheets and data loggers make of it. */
#include "base/utf8.h"
#include "result/file/read.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum content { UNKNOWN, NUMBERS, WORDS } content;
typedef struct field { const char *at; size_t n; bool quoted; } field;      /* without its quotes */
typedef struct column { const char *name, *unit; content is; field first; bool boolean; } column;
typedef struct csv {
	sb_arena *arena; sb_diag *diag;
	const char *path, *text, *at, *end; uint32_t source;
	char separator;
	bool points;                     /* a number with a decimal point was seen */
	sb_vec(field) fields;            /* of the present line */
	column *columns; uint32_t count;
	uint32_t time; double time_factor;
	double *values; size_t n, cap;   /* row by row */
	field missing, comma;            /* the first of them; at NULL: none */
	sr_facts *facts;
} csv;

static sb_span place_of(csv *c, field f)
{
	enum { LARGEST = 64 << 20 };     /* beyond that no copy is made, and messages have no line to show */
	if (!c->source && (size_t)(c->end - c->text) <= LARGEST)
		c->source = sb_source_add(c->diag, c->path, c->text, (size_t)(c->end - c->text));
	uint32_t from = (uint32_t)(f.at - c->text), n = (uint32_t)f.n;
	return c->source ? (sb_span){c->source, from, from + (n ? n : 1)} : (sb_span){0};
}

/* ------------------------------------------------------------------------------------------------------- fields */

static bool ends_line(const csv *c, const char *at)
{
	return at >= c->end || *at == '\n' || *at == '\r';
}

static field trimmed(const char *from, const char *to)
{
	while (from < to && (*from == ' ' || *from == '\t'))
		from++;
	while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
		to--;
	return (field){from, (size_t)(to - from), false};
}

/* "...": a quote inside is written twice. False after a report: it has no end. */
static bool take_quoted(csv *c, field *f)
{
	const char *from = c->at + 1, *at = from;
	while (at < c->end && (*at != '"' || (at + 1 < c->end && at[1] == '"')))
		at += *at == '"' ? 2 : 1;
	if (at >= c->end) {
		sb_help(sb_report(c->diag, SB_ERROR, "F0051", place_of(c, (field){c->at, 1, true}),
						  "a field begins with a quotation mark that is never closed"),
				"close it with another one; a quotation mark inside a field is written twice");
		return false;
	}
	*f = (field){from, (size_t)(at - from), true};
	for (at++; at < c->end && (*at == ' ' || *at == '\t') && *at != c->separator;)
		at++;
	if (!ends_line(c, at) && *at != c->separator) {
		sb_help(sb_report(c->diag, SB_ERROR, "F0051", place_of(c, (field){at, 1, false}),
						  "after a quoted field there is '%.*s', not '%c'",
						  (int)sb_utf8_length(at, (size_t)(c->end - at)),
						  at, c->separator == '\t' ? ' ' : c->separator),
				"a quotation mark inside a quoted field is written twice");
		return false;
	}
	c->at = at;
	return true;
}

/* The fields of the next line that is not empty; false: after a report, or at the end, where there are no fields. */
static bool take_line(csv *c)
{
	c->fields.n = 0;
	while (c->at < c->end && (*c->at == '\n' || *c->at == '\r'))
		c->at++;
	if (c->at >= c->end)
		return false;
	for (;;) {
		field f;
		const char *from = c->at;
		while (from < c->end && *from == ' ')
			from++;
		if (from < c->end && *from == '"') {
			c->at = from;
			if (!take_quoted(c, &f)) {
				c->fields.n = 0;
				return false;
			}
		} else {
			while (!ends_line(c, c->at) && *c->at != c->separator)
				c->at++;
			f = c->separator == '\t' ? (field){from, (size_t)(c->at - from), false} : trimmed(from, c->at);
		}
		sb_push(c->arena, c->fields, f);
		if (ends_line(c, c->at))
			return true;
		c->at++;
	}
}

static bool is_word(field f, const char *word)
{
	return f.n == strlen(word) && strncasecmp(f.at, word, f.n) == 0;
}

static bool is_missing(field f)
{
	static const char *const words[] = {"", "NA", "N/A", "null", "none", "-", "--", "?"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is_word(f, words[i]))
			return true;
	return false;
}

/* A number; one with a decimal comma only where commas do not separate. */
static bool read_number(csv *c, field f, double *out)
{
	char word[64];
	if (f.n == 0 || f.n >= sizeof word || memchr(f.at, 'x', f.n) || memchr(f.at, 'X', f.n))
		return false;
	memcpy(word, f.at, f.n);
	word[f.n] = 0;
	char *comma = c->separator == ',' ? NULL : strchr(word, ','), *end;
	bool point = strchr(word, '.') != NULL;
	if (comma && !point)
		*comma = '.';
	*out = strtod(word, &end);
	if (*end || end == word)
		return false;
	c->points = c->points || point;
	if (comma && !c->comma.at)
		c->comma = f;
	return true;
}

/* ------------------------------------------------------------------------------------------------------- header */

static void find_separator(csv *c)
{
	size_t tabs = 0, semicolons = 0;
	bool quoted = false;
	for (const char *at = c->at; at < c->end && (quoted || (*at != '\n' && *at != '\r')); at++) {
		quoted = quoted != (*at == '"');
		tabs += !quoted && *at == '\t';
		semicolons += !quoted && *at == ';';
	}
	c->separator = semicolons ? ';' : tabs ? '\t' : ',';
}

static const char *unquoted(csv *c, field f, size_t *length)
{
	char *out = sb_strndup(c->arena, f.at, f.n);
	size_t n = 0;
	for (size_t i = 0; i < f.n; i++) {
		out[n++] = f.at[i];
		i += f.quoted && f.at[i] == '"';
	}
	out[n] = 0;
	*length = n;
	return out;
}

static bool read_header(csv *c)
{
	bool names = false;
	double v;
	for (uint32_t i = 0; i < c->fields.n; i++)
		names = names || (!is_missing(c->fields.at[i]) && !read_number(c, c->fields.at[i], &v));
	c->count = c->fields.n;
	c->columns = sb_new_array(c->arena, column, c->count + 1);
	for (uint32_t i = 0; i < c->count; i++) {
		size_t n;
		const char *text = unquoted(c, c->fields.at[i], &n);
		column *one = &c->columns[i];
		if (names)
			sr_split_unit(c->arena, text, n, &one->name, &one->unit);
		if (!names || !*one->name) {
			one->name = i ? sb_printf(c->arena, "column_%u", i + 1) : "time";
			one->unit = "";
		}
		one->first = c->fields.at[i];
	}
	return names;
}

static void find_time(csv *c, bool names)
{
	static const char *const words[] = {"time", "t"};
	c->time = 0;
	bool found = false;
	for (int k = 1; k >= 0; k--)
		for (uint32_t i = c->count; i-- > 0;)
			if (strcasecmp(c->columns[i].name, words[k]) == 0)
				c->time = i, found = true;
	if (!names)
		sb_help(sb_report(c->diag, SB_INFO, "F0052", place_of(c, c->columns[0].first),
						  "there is no line with names: the first column is used as time, the others are named "
						  "column_2 and so on"),
				"write names into the first line");
	else if (!found)
		sb_help(sb_report(c->diag, SB_INFO, "F0052", place_of(c, c->columns[0].first),
						  "no column is named 'time': the first one, '%s', is used as time", c->columns[0].name),
				"name the column with the times 'time'");
	c->time_factor = sr_time_factor(c->columns[c->time].unit);
}

static bool names_differ(csv *c)
{
	for (uint32_t i = 0; i < c->count && c->count < 2000; i++)
		for (uint32_t k = 0; k < i; k++)
			if (strcmp(c->columns[i].name, c->columns[k].name) == 0) {
				sb_message *m = sb_report(c->diag, SB_ERROR, "F0053", place_of(c, c->columns[i].first),
										  "two columns have the name '%s'", c->columns[i].name);
				sb_also(m, place_of(c, c->columns[k].first), "this is the other one");
				return false;
			}
	return true;
}

/* --------------------------------------------------------------------------------------------------------- rows */

static bool report_number(csv *c, field f, const column *one)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "F0054", place_of(c, f), "'%.*s' in the column '%s' is not a number",
							  (int)(f.n < 60 ? f.n : 60), f.at, one->name);
	if (memchr(f.at, ',', f.n))
		sb_help(m, "write a decimal point, and nothing between thousands");
	else
		sb_help(m, "if a value is missing, leave the field empty or write NaN");
	return false;
}

static bool take_value(csv *c, uint32_t i, double *out)
{
	column *one = &c->columns[i];
	field f = c->fields.at[i];
	bool yes = is_word(f, "true"), no = is_word(f, "false");
	*out = NAN;
	if (is_missing(f) && one->is != WORDS) {
		if (!c->missing.at)
			c->missing = f;
		c->facts->missing++;
		return true;
	}
	if (one->is == WORDS)
		return true;
	if (yes || no || read_number(c, f, out)) {
		*out = yes ? 1 : no ? 0 : *out;
		c->facts->missing += isnan(*out);
		one->boolean = (yes || no) && (one->boolean || one->is == UNKNOWN);
		one->is = NUMBERS;
		return true;
	}
	if (one->is == NUMBERS || i == c->time)
		return report_number(c, f, one);
	one->is = WORDS;
	one->first = f;
	return true;
}

static bool report_ragged(csv *c, field last)
{
	uint32_t n = c->fields.n;
	sb_message *m = sb_report(c->diag, SB_ERROR, "F0055", place_of(c, last),
							  "this line has %u field%s, but the first line has %u",
							  n, n == 1 ? "" : "s", c->count);
	if (c->separator == ',' && n > c->count)
		sb_help(m, "are these decimal commas? Write decimal points, or semicolons between the columns");
	else
		sb_help(m, "every line must have as many fields as the first; a missing value is an empty field");
	return false;
}

static bool take_row(csv *c)
{
	/* one separator more, at the end of each line, is how some programs write */
	field last = c->fields.at[c->fields.n - 1];
	if (c->fields.n == c->count + 1 && last.n == 0 && !last.quoted)
		c->fields.n--;
	if (c->fields.n != c->count)
		return report_ragged(c, last);
	if (c->n + c->count > c->cap) {
		c->cap = c->cap ? 2 * c->cap : 4096;
		c->cap = c->cap < c->n + c->count ? c->n + c->count : c->cap;
		c->values = sb_resize(c->values, c->cap * sizeof *c->values);
	}
	double *row = c->values + c->n;
	for (uint32_t i = 0; i < c->count; i++)
		if (!take_value(c, i, &row[i]))
			return false;
	field time = c->fields.at[c->time];
	row[c->time] *= c->time_factor;
	if (!isfinite(row[c->time])) {
		sb_report(c->diag, SB_ERROR, "F0056", place_of(c, time), "this row has no time");
		return false;
	}
	if (c->n && row[c->time] < c->values[c->n - c->count + c->time]) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "F0056", place_of(c, time),
								  "the times are not in order: %g comes after %g", row[c->time],
								  c->values[c->n - c->count + c->time]);
		sb_help(m, "sort the rows by time; results of several runs belong in several files");
		return false;
	}
	c->n += c->count;
	return true;
}

/* ------------------------------------------------------------------------------------------------------- record */

static void tell(csv *c)
{
	if (c->comma.at)
		sb_help(sb_report(c->diag, SB_WARNING, "F0057", place_of(c, c->comma),
						  "numbers are read with decimal commas: %.*s is between %.0f and %.0f", (int)c->comma.n,
						  c->comma.at, floor(strtod(c->comma.at, NULL)), floor(strtod(c->comma.at, NULL)) + 1),
				"if the commas separate thousands, write the file without them");
	if (c->missing.at)
		sb_report(c->diag, SB_INFO, "F0058", place_of(c, c->missing), "%u value%s missing: the first is here",
				  c->facts->missing, c->facts->missing == 1 ? " is" : "s are");
	for (uint32_t i = 0; i < c->count; i++)
		if (c->columns[i].is == WORDS)
			sb_report(c->diag, SB_INFO, "F0059", place_of(c, c->columns[i].first),
					  "the column '%s' has texts and is left out", c->columns[i].name);
}

static sr_record *record_of(csv *c)
{
	sr_column *columns = sb_new_array(c->arena, sr_column, c->count + 1);
	uint32_t *from = sb_new_array(c->arena, uint32_t, c->count + 1), n = 0;
	for (uint32_t i = 0; i < c->count; i++) {
		if (i == c->time || c->columns[i].is == WORDS)
			continue;
		columns[n] = (sr_column){.name = c->columns[i].name, .unit = c->columns[i].unit, .channel = n,
			.kind = c->columns[i].boolean ? SR_BOOLEAN : SR_REAL, .discrete = c->columns[i].boolean};
		from[n++] = i;
	}
	sr_record *r = sr_record_new(columns, n, n);
	for (size_t row = 0; row < c->n; row += c->count) {
		double *to = sr_row(r, c->values[row + c->time], SR_GRID);
		for (uint32_t k = 0; k < n; k++)
			to[k] = c->values[row + from[k]];
	}
	c->facts->repeated = sr_mark_events(r);
	return r;
}

static bool is_text(csv *c)
{
	const char *zero = memchr(c->text, 0, (size_t)(c->end - c->text));
	size_t bad = sb_utf8_invalid(c->text, (size_t)(c->end - c->text));
	if (zero) {
		sb_help(sb_report(c->diag, SB_ERROR, "F0050", (sb_span){0}, "'%s' is not a file of results: it is not text",
						  c->path),
				"results are read from CSV (text) and from MAT files of the versions 4 to 7");
		return false;
	}
	if (c->text + bad == c->end)
		return true;
	size_t line = 1;
	for (size_t i = 0; i < bad; i++)
		line += c->text[i] == '\n';
	sb_help(sb_report(c->diag, SB_ERROR, "F0050", (sb_span){0}, "'%s' is not UTF-8 text: line %zu has the byte 0x%02x",
					  c->path, line, (unsigned char)c->text[bad]),
			"save the file as UTF-8");
	return false;
}

static sr_record *read_all(csv *c)
{
	find_separator(c);
	if (!take_line(c)) {
		if (!sb_errors(c->diag))
			sb_report(c->diag, SB_ERROR, "F0050", (sb_span){0}, "'%s' is empty", c->path);
		return NULL;
	}
	bool names = read_header(c);
	if (!names_differ(c))
		return NULL;
	find_time(c, names);
	c->comma.at = NULL;
	c->points = false;
	if (!names && !take_row(c))
		return NULL;
	while (take_line(c))
		if (!take_row(c))
			return NULL;
	if (c->at < c->end)
		return NULL;                 /* reported */
	if (!c->n || c->count < 2) {
		sb_help(sb_report(c->diag, SB_ERROR, "F0050", (sb_span){0}, "'%s' has no %s", c->path,
						  c->n ? "column beside that of the times" : "rows"),
				"a file of results has a line of names, and lines of numbers with commas between them");
		return NULL;
	}
	if (c->comma.at && c->points) {
		sb_help(sb_report(c->diag, SB_ERROR, "F0057", place_of(c, c->comma),
						  "this number has a comma, but others have a point: which one is the decimal sign?"),
				"write all numbers with decimal points");
		return NULL;
	}
	tell(c);
	return record_of(c);
}

sr_record *sr_read_csv(const char *text, size_t length, const char *name, sr_facts *facts, sb_diag *diag)
{
	sr_facts own;
	csv c = {.arena = sb_arena_new(), .diag = diag, .path = name, .text = text, .at = text, .end = text + length,
		.facts = facts ? facts : &own};
	*c.facts = (sr_facts){0};
	if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		c.at += 3;
	while (c.at < c.end && *c.at == '#')         /* remarks of a data logger before the names */
		while (c.at < c.end && *c.at++ != '\n')
			;
	sr_record *r = is_text(&c) ? read_all(&c) : NULL;
	free(c.values);
	sb_arena_free(c.arena);
	return r;
}
