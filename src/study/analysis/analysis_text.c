/* Tables as people read them: a point as a list, all others with what is printed of them. */
#include "study/analysis/study_analysis.h"

#include <complex.h>
#include <math.h>
#include <string.h>

static void put_list(const st_table *t, sb_text *out)
{
	const sr_record *r = t->plot.record;
	int width = 0;
	for (uint32_t c = 0; c < sr_columns(r); c++)
		width = (int)strlen(sr_column_at(r, c)->name) > width ? (int)strlen(sr_column_at(r, c)->name) : width;
	for (uint32_t c = 0; c + 1 < sr_columns(r) && sr_rows(r) && t->plot.pairs; c += 2)
		sb_addf(out, "  %.*s  %.9g %c %.9gi\n", (int)strlen(sr_column_at(r, c)->name) - 4, sr_column_at(r, c)->name + 3,
				sr_value(r, 0, c), sr_value(r, 0, c + 1) < 0 ? '-' : '+', fabs(sr_value(r, 0, c + 1)));
	for (uint32_t c = 0; c < sr_columns(r) && sr_rows(r) && !t->plot.pairs; c++)
		sb_addf(out, "  %-*s  %.9g\n", width, sr_column_at(r, c)->name, sr_value(r, 0, c));
}

static bool is_printed(const st_table *t, const char *name)
{
	for (uint32_t i = 0; i < t->of->printed.n; i++)
		if (!strcmp(t->of->printed.at[i], name))
			return true;
	return false;
}

static void put_cell(const st_table *t, uint32_t row, uint32_t c, sb_text *out)
{
	const sr_record *r = t->plot.record;
	if (!t->plot.pairs) {
		sb_addf(out, "  %16.9g", sr_value(r, row, c));
		return;
	}
	double complex z = sr_value(r, row, c) + I * sr_value(r, row, c + 1);
	sb_addf(out, "  %16.9g  %10.5g", cabs(z), carg(z) * 180 / M_PI);
}

static const char *name_of(const st_table *t, uint32_t c, char *room, size_t size)
{
	const char *name = sr_column_at(t->plot.record, c)->name;
	snprintf(room, size, "%.*s", (int)(strlen(name) - (t->plot.pairs ? 4 : 0)), name + (t->plot.pairs ? 3 : 0));
	return room;
}

static void put_rows(const st_table *t, sb_text *out)
{
	const sr_record *r = t->plot.record;
	uint32_t step = t->plot.pairs ? 2 : 1;
	char name[256];
	sb_addf(out, "  %14s", t->plot.axis);
	for (uint32_t c = 0; c < sr_columns(r); c += step)
		if (is_printed(t, name_of(t, c, name, sizeof name)))
			sb_addf(out, step == 2 ? "  %16s  %10s" : "  %16s", name, "degrees");
	sb_addc(out, '\n');
	for (uint32_t i = 0; i < sr_rows(r); i++) {
		sb_addf(out, "  %14.9g", sr_time(r, i));
		for (uint32_t c = 0; c < sr_columns(r); c += step)
			if (is_printed(t, name_of(t, c, name, sizeof name)))
				put_cell(t, i, c, out);
		sb_addc(out, '\n');
	}
}

void st_table_text(const st_table *t, sb_text *out)
{
	const sr_record *r = t->plot.record;
	bool list = t->of->kind == SM_REST || t->of->kind == SM_TRANSFER || t->of->kind == SM_POLES ||
		(t->of->kind == SM_NOISE && !strcmp(t->plot.axis, "point"));
	sb_addf(out, "%s: ", t->plot.name);
	if (list)
		sb_addc(out, '\n');
	else
		sb_addf(out, "%u points of %s, %u curves\n", sr_rows(r), t->plot.axis, sr_columns(r) / (t->plot.pairs ? 2 : 1));
	if (list)
		put_list(t, out);
	else if (t->of->printed.n && t->of->kind != SM_NOISE)
		put_rows(t, out);
}
