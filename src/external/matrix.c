/* Matrices in files: which kind of file it is, and those of text.
 *
 *     #1                          the first line
 *     # a comment
 *     double tab1(3, 2)           a matrix: its type (double, float; of signals also int32, ...), name and size
 *       0, 1                      numbers, separated by spaces, commas, semicolons or lines; comments go from # to the
 *                                 end of the line
 *
 * CSV has one matrix, behind a given number of lines. */
#include "external/matrix.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"

enum { MOST_BYTES = 1 << 30 };

/* ------------------------------------------------------------------------------------- numbers */

typedef struct cursor { const char *at, *end; int line; } cursor;

/* Saltus never sets a locale, so a point is a point. */
static bool read_number(cursor *c, double *out)
{
	char word[400];
	size_t n = 0;
	while (c->at + n < c->end && n < sizeof word - 1 && (isalnum((unsigned char)c->at[n]) || strchr("+-.", c->at[n])) &&
		   c->at[n])
		n++;
	memcpy(word, c->at, n);
	word[n] = 0;
	for (size_t k = 0; k < n; k++)
		if (word[k] == 'd' || word[k] == 'D')
			word[k] = 'e';                          /* 1.5D3, as FORTRAN writes */
	char *stop;
	*out = strtod(word, &stop);
	if (n == 0 || stop != word + n)
		return false;
	c->at += n;
	return true;
}

static void quote(const cursor *c, sb_text *out)
{
	sb_addc(out, '\'');
	for (const char *at = c->at; at < c->end && at < c->at + 20 && *at != '\n'; at++)
		sb_addc(out, isprint((unsigned char)*at) ? *at : '?');
	sb_addc(out, '\'');
}

/* ------------------------------------------------------------------------------------- text */

static void skip(cursor *c, const char *also)
{
	for (; c->at < c->end; c->at++) {
		if (*c->at == '#')
			while (c->at + 1 < c->end && c->at[1] != '\n')
				c->at++;
		else if (*c->at == '\n')
			c->line++;
		else if (!isspace((unsigned char)*c->at) && !(*c->at && strchr(also, *c->at)))
			return;
	}
}

static bool take(cursor *c, char wanted)
{
	skip(c, "");
	if (c->at >= c->end || *c->at != wanted)
		return false;
	c->at++;
	return true;
}

static bool take_size(cursor *c, size_t *out)
{
	uint64_t n = 0;
	skip(c, "");
	if (c->at >= c->end || !isdigit((unsigned char)*c->at))
		return false;
	for (; c->at < c->end && isdigit((unsigned char)*c->at) && n < UINT32_MAX; c->at++)
		n = 10 * n + (uint64_t)(*c->at - '0');
	*out = (size_t)n;
	return n <= UINT32_MAX;
}

/* What numbers may be said to be: signals have whole ones, too. */
static const struct number_type { const char *name; double low, high; } types[] = {
	{"double", -INFINITY, INFINITY}, {"float", -INFINITY, INFINITY}, {"complex", -INFINITY, INFINITY},
	{"int8", INT8_MIN, INT8_MAX}, {"uint8", 0, UINT8_MAX}, {"int16", INT16_MIN, INT16_MAX}, {"uint16", 0, UINT16_MAX},
	{"int32", INT32_MIN, INT32_MAX}, {"uint32", 0, UINT32_MAX}, {"boolean", 0, 1}};

/* double NAME(ROWS, COLUMNS) */
static bool take_head(cursor *c, const char **name, size_t *length, size_t *rows, size_t *columns,
					  const struct number_type **type)
{
	for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
		size_t n = strlen(types[k].name);
		if ((size_t)(c->end - c->at) <= n || strncmp(c->at, types[k].name, n) != 0 ||
			!isspace((unsigned char)c->at[n]))
			continue;
		*type = &types[k];
		c->at += n;
		skip(c, "");
		*name = c->at;
		while (c->at < c->end && *c->at != '(' && !isspace((unsigned char)*c->at))
			c->at++;
		*length = (size_t)(c->at - *name);
		return take(c, '(') && take_size(c, rows) && take(c, ',') && take_size(c, columns) && take(c, ')');
	}
	return false;
}

static bool allocate(sl_matrix *out, sb_text *why)
{
	if (out->rows && out->columns > MOST_BYTES / sizeof(double) / out->rows) {
		sb_addf(why, "its matrix of %zu rows and %zu columns is too large", out->rows, out->columns);
		return false;
	}
	out->at = sb_resize(NULL, (out->rows * out->columns + 1) * sizeof(double));
	return true;
}

static bool fits(const struct number_type *type, double value)
{
	return isinf(type->high) || (value >= type->low && value <= type->high && value == floor(value));
}

/* The numbers of a matrix; past the end of one that is not wanted (at NULL) they are only passed over. */
static bool take_numbers(cursor *c, const char *name, size_t length, const struct number_type *type, size_t count,
						 double *at, sb_text *why)
{
	double value;
	for (size_t k = 0; k < count; k++) {
		skip(c, ",;");
		cursor before = *c;
		bool number = read_number(c, &value);
		if (number && at)
			at[k] = value;
		if (number && fits(type, value))
			continue;
		if (number) {
			sb_addf(why, "line %d is in the matrix '%.*s', but %.17g is no %s", before.line, (int)length, name, value,
					type->name);
		} else if (c->at >= c->end) {
			sb_addf(why, "the matrix '%.*s' has %zu numbers, but its size asks for %zu", (int)length, name, k, count);
		} else {
			sb_addf(why, "line %d is in the matrix '%.*s', but ", before.line, (int)length, name);
			quote(&before, why);
			sb_add(why, " is not a number");
		}
		return false;
	}
	return true;
}

bool sl_matrix_from_text(const char *text, size_t length, const char *name, sl_matrix *out, sb_text *why)
{
	size_t mark = length >= 3 && strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;      /* of UTF-8 */
	cursor c = {text + mark, text + length, 1};
	sb_text there = {0};
	bool found = false, good = true;
	*out = (sl_matrix){0};
	if (length < mark + 2 || strncmp(text + mark, "#1", 2) != 0) {
		sb_add(why, "it does not begin with '#1', as files of tables do (plain columns of numbers are read from files "
					"that end in .csv)");
		return false;
	}
	skip(&c, "");
	while (good && !found && c.at < c.end) {
		const char *own;
		size_t n = 0;
		sl_matrix one = {0};
		int line = c.line;
		const struct number_type *type = NULL;
		if (!take_head(&c, &own, &n, &one.rows, &one.columns, &type)) {
			sb_addf(why, "line %d is not the beginning of a matrix, such as 'double %s(3, 2)'", line, name);
			good = false;
			break;
		}
		found = strlen(name) == n && strncmp(own, name, n) == 0;
		sb_addf(&there, "%s'%.*s'", there.n ? ", " : "", (int)(n < 80 ? n : 80), own);
		one.type = type->name;
		good = (!found || allocate(&one, why)) && take_numbers(&c, own, n, type, one.rows * one.columns, one.at, why);
		if (found && good)
			*out = one;
		else
			free(one.at);
		skip(&c, ",;");
	}
	if (good && !found)
		sb_addf(why, there.n ? "it has no matrix '%s', but %s" : "it has no matrix '%s'", name, there.at);
	sb_text_free(&there);
	return good && found;
}

/* ------------------------------------------------------------------------------------- CSV */

static bool at_line_end(const cursor *c)
{
	return c->at >= c->end || *c->at == '\n' || *c->at == '\r';
}

static void blanks(cursor *c, char delimiter)
{
	while (c->at < c->end && (*c->at == ' ' || *c->at == '\t') && *c->at != delimiter)
		c->at++;
}

typedef sb_vec(double) doubles;

static bool take_fields(cursor *c, char delimiter, doubles *numbers, size_t *count, sb_arena *arena, sb_text *why)
{
	*count = 0;
	for (blanks(c, delimiter); !at_line_end(c); blanks(c, delimiter)) {
		double value;
		bool quoted = *c->at == '"';
		c->at += quoted;
		if (!read_number(c, &value)) {
			sb_addf(why, "line %d has ", c->line);
			quote(c, why);
			sb_addf(why, ", which is not a number (numbers are separated by '%c')", delimiter);
			return false;
		}
		c->at += quoted && c->at < c->end && *c->at == '"';
		sb_push(arena, *numbers, value);
		++*count;
		blanks(c, delimiter);
		if (at_line_end(c))
			break;
		if (*c->at != delimiter && delimiter != ' ') {
			sb_addf(why, "line %d has ", c->line);
			quote(c, why);
			sb_addf(why, " where '%c' is expected", delimiter);
			return false;
		}
		c->at += *c->at == delimiter;
	}
	return true;
}

static void next_line(cursor *c)
{
	while (c->at < c->end && *c->at != '\n')
		c->at++;
	c->at += c->at < c->end;
	c->line++;
}

/* Does a line of numbers begin here? */
static bool has_numbers(cursor c, char delimiter)
{
	sb_arena *arena = sb_arena_new();
	doubles numbers = {0};
	sb_text why = {0};
	size_t count;
	bool good = take_fields(&c, delimiter, &numbers, &count, arena, &why) && count;
	sb_text_free(&why);
	sb_arena_free(arena);
	return good;
}

/* The first line that should have numbers has none: is there a header, or another delimiter? */
static void hint(cursor c, char delimiter, int header_lines, sb_text *why)
{
	enum { LINES_MOST = 100 };
	static const char others[] = ",;\t ";
	cursor first = c;
	for (int k = 0; k < LINES_MOST && c.at < c.end; k++, next_line(&c)) {
		if (k && has_numbers(c, delimiter)) {
			sb_addf(why, "; numbers begin in line %d: give nHeaderLines = %d to skip the lines before", c.line,
					header_lines + k);
			return;
		}
		for (const char *other = others; *other; other++) {
			if (*other == delimiter || !has_numbers(c, *other))
				continue;
			sb_addf(why,
					*other == '\t' ? "; the numbers of line %d are separated by tabs: give delimiter = \"\\t\""
								   : "; the numbers of line %d are separated by '%c': give delimiter = \"%c\"",
					c.line, *other, *other);
			if (c.at != first.at)
				sb_addf(why, " and nHeaderLines = %d", header_lines + k);
			return;
		}
	}
}

bool sl_matrix_from_csv(const char *text, size_t length, const char *delimiter, int header_lines, sl_matrix *out,
						sb_text *why)
{
	size_t mark = length >= 3 && strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;      /* of UTF-8 */
	cursor c = {text + mark, text + length, 1};
	sb_arena *arena = sb_arena_new();
	doubles numbers = {0};
	bool good = true;
	char separator = *delimiter ? *delimiter : ',';
	*out = (sl_matrix){0};
	for (int k = 0; k < header_lines; k++)
		next_line(&c);
	while (good && c.at < c.end) {
		size_t count;
		cursor line = c;
		good = take_fields(&c, separator, &numbers, &count, arena, why);
		if (!good && !out->rows)
			hint(line, separator, header_lines, why);
		if (good && count && out->rows && count != out->columns) {
			sb_addf(why,
					"line %d has %zu number%s, but the lines before have %zu", c.line, count, count == 1 ? "" : "s",
					out->columns);
			good = false;
		}
		out->columns = count ? count : out->columns;
		out->rows += count > 0;
		next_line(&c);
	}
	if (good && !out->rows) {
		sb_add(why, "there are no numbers in it");
		good = false;
	}
	good = good && allocate(out, why);
	if (good)
		memcpy(out->at, numbers.at, numbers.n * sizeof *numbers.at);
	sb_arena_free(arena);
	return good;
}

/* ------------------------------------------------------------------------------------- files */

static char *read_all(const char *path, size_t *length, sb_text *why)
{
	const char *other = sb_not_a_file(path);
	FILE *f = other ? NULL : fopen(path, "rbe");
	char *data = NULL;
	size_t n = 0, room = 0;
	if (other) {
		sb_addf(why, "it is %s, not a file", other);
		return NULL;
	}
	if (!f) {
		sb_addf(why, "it cannot be opened: %s", strerror(errno));
		return NULL;
	}
	for (;;) {
		if (room - n < 4096) {
			room = room ? 2 * room : 1 << 16;
			data = sb_resize(data, room + 1);
		}
		size_t got = fread(data + n, 1, room - n, f);
		n += got;
		if (got == 0 || n > MOST_BYTES)
			break;
	}
	bool bad = ferror(f) || n > MOST_BYTES;
	if (bad)
		sb_addf(why, n > MOST_BYTES ? "it is too large" : "it cannot be read: %s", strerror(errno));
	fclose(f);
	if (bad) {
		free(data);
		return NULL;
	}
	data[n] = 0;
	*length = n;
	return data;
}

static bool ends_in(const char *path, const char *ending)
{
	size_t n = strlen(path), m = strlen(ending);
	return n >= m && strcasecmp(path + n - m, ending) == 0;
}

bool sl_matrix_read(const char *path, const char *name, const char *delimiter, int header_lines, sl_matrix *out,
					sb_text *why)
{
	size_t length = 0;
	char *data = read_all(path, &length, why);
	bool good = false;
	*out = (sl_matrix){0};
	if (!data)
		return false;
	if (ends_in(path, ".csv"))
		good = sl_matrix_from_csv(data, length, delimiter, header_lines, out, why);
	else if (ends_in(path, ".mat") || sl_is_mat((const unsigned char *)data, length))
		good = sl_matrix_from_mat((const unsigned char *)data, length, name, out, why);
	else
		good = sl_matrix_from_text(data, length, name, out, why);
	free(data);
	return good;
}
