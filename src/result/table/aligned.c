/* Tables in aligned columns. */
#include "result/table/table.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* How many columns of a terminal a text takes: its characters, not its bytes. */
static size_t width_of(const char *text)
{
	size_t n = 0;
	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

static bool is_number(const char *text)
{
	return *text == 0 || strchr("-+.0123456789", *text) != NULL;
}

static void pad(sb_text *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		sb_addc(out, ' ');
}

static void rule(const sr_table *t, const size_t *width, sb_text *out)
{
	for (uint32_t c = 0; c < t->columns; c++) {
		pad(out, c ? 2 : 0);
		for (size_t i = 0; i < width[c]; i++)
			sb_add(out, t->unicode ? "\u2500" : "-");
	}
	sb_addc(out, '\n');
}

static void row_text(const sr_table *t, uint32_t row, const size_t *width, const bool *numbers, sb_text *out)
{
	for (uint32_t c = 0; c < t->columns; c++) {
		const char *text = t->cells.at[(size_t)row * t->columns + c];
		size_t room = width[c] - width_of(text);
		pad(out, (c ? 2 : 0) + (numbers[c] ? room : 0));
		sb_add(out, text);
		if (!numbers[c] && c + 1 < t->columns)
			pad(out, room);
	}
	while (out->n && out->at[out->n - 1] == ' ')
		out->at[--out->n] = 0;
	sb_addc(out, '\n');
}

void sr_table_text(const sr_table *t, sb_text *out)
{
	sb_arena *scratch = sb_arena_new();
	uint32_t rows = t->columns ? t->cells.n / t->columns : 0;
	size_t *width = sb_new_array(scratch, size_t, t->columns + 1);
	bool *numbers = sb_new_array(scratch, bool, t->columns + 1);
	for (uint32_t c = 0; c < t->columns; c++) {
		numbers[c] = rows > 1;
		for (uint32_t r = 0; r < rows; r++) {
			const char *text = t->cells.at[(size_t)r * t->columns + c];
			width[c] = width_of(text) > width[c] ? width_of(text) : width[c];
			numbers[c] = numbers[c] && (r == 0 || is_number(text));
		}
	}
	for (uint32_t r = 0; r < rows; r++) {
		row_text(t, r, width, numbers, out);
		if (r == 0)
			rule(t, width, out);
	}
	sb_arena_free(scratch);
}

/* Digits behind the point that a number needs to show six in all; those that are zero at its end are not needed. */
static int places_of(double v)
{
	char text[64];
	snprintf(text, sizeof text, "%.6g", v);
	const char *point = strchr(text, '.');
	return strchr(text, 'e') ? 99 : point ? (int)strlen(point + 1) : 0;
}

void sr_number_texts(sb_arena *arena, const double *value, uint32_t count, const char **out)
{
	int places = 0;
	bool exponent = false;
	for (uint32_t i = 0; i < count; i++) {
		int p = isfinite(value[i]) ? places_of(value[i]) : 0;
		exponent = exponent || p > 8;
		places = p > places && p <= 8 ? p : places;
	}
	for (uint32_t i = 0; i < count; i++)
		out[i] = isnan(value[i])                             ? "-"
		         : isinf(value[i])                           ? (value[i] > 0 ? "+inf" : "-inf")
		         : exponent && value[i] == floor(value[i]) && fabs(value[i]) < 10 ? sb_printf(arena, "%g", value[i])
		         : exponent                                  ? sb_printf(arena, "%.5e", value[i])
		                                                     : sb_printf(arena, "%.*f", places, value[i]);
}

static void fill_column(sb_arena *scratch, sr_table *t, uint32_t at, const char *head, const double *value,
						uint32_t rows)
{
	const char **texts = sb_new_array(scratch, const char *, rows + 1);
	sr_number_texts(scratch, value, rows, texts);
	t->cells.at[at] = head;
	for (uint32_t r = 0; r < rows; r++)
		t->cells.at[(size_t)(r + 1) * t->columns + at] = texts[r];
}

static const char *head_of(sb_arena *scratch, const sr_column *c)
{
	return *c->unit ? sb_printf(scratch, "%s [%s]", c->name, c->unit) : c->name;
}

/* Whether an event shows nothing in these columns: its row is the one before it once more. */
static bool is_repeated(const sr_record *r, const uint32_t *columns, uint32_t count, uint32_t row)
{
	if (row == 0 || sr_time(r, row) != sr_time(r, row - 1))
		return false;
	for (uint32_t c = 0; c < count; c++)
		if (sr_value(r, row, columns[c]) != sr_value(r, row - 1, columns[c]))
			return false;
	return true;
}

void sr_list(const sr_record *r, const uint32_t *columns, uint32_t count, const char *first, bool unicode, sb_text *out)
{
	sb_arena *scratch = sb_arena_new();
	uint32_t rows = 0, before = first ? 1 : 0;
	uint32_t *shown = sb_new_array(scratch, uint32_t, sr_rows(r) + 1);
	for (uint32_t row = 0; row < sr_rows(r); row++)
		if (!is_repeated(r, columns, count, row))
			shown[rows++] = row;
	sr_table t = {.columns = count + before, .unicode = unicode};
	double *value = sb_new_array(scratch, double, rows + 1);
	t.cells.n = t.columns * (rows + 1);
	t.cells.at = sb_new_array(scratch, const char *, t.cells.n + 1);
	for (uint32_t row = 0; row < rows && first; row++)
		value[row] = sr_time(r, shown[row]);
	if (first)
		fill_column(scratch, &t, 0, first, value, rows);
	for (uint32_t c = 0; c < count; c++) {
		for (uint32_t row = 0; row < rows; row++)
			value[row] = sr_value(r, shown[row], columns[c]);
		fill_column(scratch, &t, c + before, head_of(scratch, sr_column_at(r, columns[c])), value, rows);
	}
	sr_table_text(&t, out);
	sb_arena_free(scratch);
}
