/* Bars in the terminal: a line for each cell, with its bounds, how many fell into it, their part of all, and a bar. */
#include "result/table/table.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void bar(sb_text *out, double part, uint32_t room, bool unicode)
{
	static const char *const eighths[] = {"", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589"};
	uint32_t units = (uint32_t)lround(part * room * 8);
	if (part > 0 && units == 0)
		units = 1;
	for (uint32_t i = 0; i < units / 8; i++)
		sb_add(out, unicode ? "\u2588" : "#");
	if (unicode)
		sb_add(out, eighths[units % 8]);
	else if (units % 8 >= 4 || units < 8)
		sb_add(out, units ? "#" : "");
}

typedef struct line { const char *bounds, *count, *part; } line;

static line line_of(sb_arena *scratch, const sr_bars *b, const char *const *bound, uint32_t k, uint64_t all)
{
	unsigned long long n = b->count[k];
	line l = {.count = sb_printf(scratch, "%llu", n),
			  .part = sb_printf(scratch, "%.1f %%", all ? 100.0 * (double)n / (double)all : 0)};
	l.bounds = k == 0              ? sb_printf(scratch, "below %s", bound[0])
	           : k == b->cells + 1 ? sb_printf(scratch, "from %s", bound[b->cells])
	                               : sb_printf(scratch, "%s to %s", bound[k - 1], bound[k]);
	return l;
}

void sr_bars_terminal(const sr_bars *b, sb_text *out)
{
	sb_arena *scratch = sb_arena_new();
	uint32_t width = b->characters ? b->characters : 80;
	uint64_t all = 0, most = 1;
	int bounds_wide = 0, count_wide = 0, part_wide = 0;
	double *edge = sb_new_array(scratch, double, b->cells + 1);
	const char **bound = sb_new_array(scratch, const char *, b->cells + 1);
	line *lines = sb_new_array(scratch, line, b->cells + 2);
	for (uint32_t k = 0; k <= b->cells; k++)
		edge[k] = b->low + k * b->width;
	sr_number_texts(scratch, edge, b->cells + 1, bound);
	for (uint32_t k = 0; k < b->cells + 2; k++) {
		all += b->count[k];
		most = b->count[k] > most ? b->count[k] : most;
	}
	for (uint32_t k = 0; k < b->cells + 2; k++) {
		lines[k] = line_of(scratch, b, bound, k, all);
		bounds_wide = (int)fmax(bounds_wide, (double)strlen(lines[k].bounds));
		count_wide = (int)fmax(count_wide, (double)strlen(lines[k].count));
		part_wide = (int)fmax(part_wide, (double)strlen(lines[k].part));
	}
	int used = bounds_wide + count_wide + part_wide + 6;
	uint32_t room = width > (uint32_t)used + 10 ? width - (uint32_t)used : 10;
	sb_addf(out, "%s: %llu observation%s\n", b->title ? b->title : "", (unsigned long long)all, all == 1 ? "" : "s");
	for (uint32_t k = 0; k < b->cells + 2; k++) {
		if ((k == 0 || k == b->cells + 1) && !b->count[k])
			continue;
		sb_addf(out, "%*s  %*s  %*s  ", bounds_wide, lines[k].bounds, count_wide, lines[k].count, part_wide,
				lines[k].part);
		bar(out, (double)b->count[k] / (double)most, room, b->unicode);
		while (out->at[out->n - 1] == ' ')
			out->at[--out->n] = 0;
		sb_addc(out, '\n');
	}
	sb_arena_free(scratch);
}
