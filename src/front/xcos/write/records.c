/* Blocks that read a file: its numbers become part of the model. A line is a record; the format is not needed, because
 * numbers are separated. */
#include "front/xcos/write/xcos_write.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { MOST_COLUMNS = 64, MOST_NUMBERS = 1000000 };

/* SCI stands for the folder of Scilab, as the variable SCI says. */
static const char *file_named(sb_arena *arena, const char *name)
{
	const char *scilab = getenv("SCI");
	return strncmp(name, "SCI/", 4) == 0 && scilab ? sb_path_join(arena, scilab, name + 4) : name;
}

/* The numbers of a line, up to MOST_COLUMNS; how many. */
static uint32_t read_line(const char *at, const char *end, double *number)
{
	uint32_t n = 0;
	for (char *behind; n < MOST_COLUMNS && at < end; at = behind, n++) {
		number[n] = strtod(at, &behind);
		if (behind == at || behind > end)
			break;
	}
	return n;
}

/* Chosen columns of all lines that have them, one line after another; the number of these lines. */
static uint32_t read_lines(const char *text, const uint32_t *column, uint32_t n, double *out, uint32_t most)
{
	uint32_t lines = 0;
	double number[MOST_COLUMNS];
	while (*text && lines < most) {
		const char *end = text + strcspn(text, "\n");
		uint32_t there = read_line(text, end, number);
		bool whole = true;
		for (uint32_t i = 0; i < n; i++)
			whole &= column[i] >= 1 && column[i] <= there;
		for (uint32_t i = 0; whole && i < n; i++)
			out[lines * n + i] = number[column[i] - 1];
		lines += whole;
		text = *end ? end + 1 : end;
	}
	return lines;
}

static uint32_t count_lines(const char *text)
{
	uint32_t n = 1;
	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* RFILE_f: the column of the times, the columns that it gives, the file. */
void xc_special_file(xc_sheet *s, xc_part *p)
{
	xc_value *when = xc_parameter(s, p, 1), *what = xc_parameter(s, p, 2);
	const char *name = xc_parameter_text(p, 3);
	if (!xc_is_numeric(s, p, 1, when) || !xc_is_numeric(s, p, 2, what) || !name)
		return;
	size_t length;
	const char *text = sb_file_read(s->arena, s->diag, p->block->span, file_named(s->arena, name), &length);
	if (!text)
		return;
	uint32_t column[MOST_COLUMNS], n = 0, lines = count_lines(text);
	for (uint32_t i = 0; i < xc_count(when) && n < MOST_COLUMNS; i++)
		column[n++] = (uint32_t)when->re[i];
	for (uint32_t i = 0; i < xc_count(what) && n < MOST_COLUMNS; i++)
		column[n++] = (uint32_t)what->re[i];
	lines = lines < MOST_NUMBERS / MOST_COLUMNS ? lines : MOST_NUMBERS / MOST_COLUMNS;
	xc_value *rows = xc_matrix(s->arena, XC_NUMBER, n, lines);
	rows->columns = n > 0 ? read_lines(text, column, n, rows->re, lines) : 0;
	xc_work w = {s->arena, s->names, NULL};
	if (rows->columns == 0) {
		sb_help(xc_complain(s, p, "X0048", "the file %s has no line with the columns that are asked for", name),
				"a line is a record of numbers");
		return;
	}
	xc_add_named_matrix(p, "v", xc_transpose(&w, rows));
	xc_with(p, "timed=%s", xc_count(when) > 0 ? "true" : "false");
}
