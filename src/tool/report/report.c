/* The tables of statistics and resources. Where there were replications, a column beside a mean has half the width of
 * its 95 % confidence interval. */
#include "tool/report/report.h"
#include <math.h>
#include <string.h>

static const char *const statistic_kinds[] = {"observations", "over time", "histogram"};

typedef struct column { const char *head; const char **text; } column;
typedef struct sheet { sb_arena *arena; sb_vec(column) columns; uint32_t rows; } sheet;

static const char **add_column(sheet *s, const char *head)
{
	column c = {head, sb_new_array(s->arena, const char *, s->rows + 1)};
	sb_push(s->arena, s->columns, c);
	return c.text;
}

/* What stands below each other are different quantities: each with so many digits, their points wherever they are. */
static void add_numbers(sheet *s, const char *head, const double *value, int digits)
{
	const char **text = add_column(s, head);
	for (uint32_t i = 0; i < s->rows; i++)
		text[i] = isnan(value[i])
					  ? "-"
					  : sb_printf(s->arena, "%.*g", value[i] == floor(value[i]) && fabs(value[i]) < 1e15 ? 15 : digits,
								  value[i]);
}

/* A column in which nobody has anything to say is left out. */
static void add_some_numbers(sheet *s, const char *head, const double *value, int digits)
{
	for (uint32_t i = 0; i < s->rows; i++)
		if (!isnan(value[i])) {
			add_numbers(s, head, value, digits);
			return;
		}
}

static void add_estimates(sheet *s, const char *head, double *mean, double *half)
{
	add_some_numbers(s, head, mean, 5);
	add_some_numbers(s, "\u00b1", half, 2);
}

static void write_sheet(const sheet *s, sb_text *out)
{
	sr_table t = {.columns = s->columns.n, .unicode = true};
	t.cells.n = t.columns * (s->rows + 1);
	t.cells.at = sb_new_array(s->arena, const char *, t.cells.n + 1);
	for (uint32_t c = 0; c < t.columns; c++) {
		t.cells.at[c] = s->columns.at[c].head;
		for (uint32_t r = 0; r < s->rows; r++)
			t.cells.at[(r + 1) * t.columns + c] = s->columns.at[c].text[r];
	}
	sr_table_text(&t, out);
}

#define GATHER(to, from, expression) \
	for (uint32_t i = 0; i < s.rows; i++) { const __typeof__(*o->from) *e = &o->from[i]; (to)[i] = (expression); }

static void statistics_text(const st_outcome *o, sb_text *out)
{
	sheet s = {.arena = sb_arena_new(), .rows = o->statistic_count};
	double *a = sb_new_array(s.arena, double, s.rows + 1), *b = sb_new_array(s.arena, double, s.rows + 1);
	const char **text = add_column(&s, "statistic");
	GATHER(text, statistics, e->name);
	text = add_column(&s, "of");
	GATHER(text, statistics, statistic_kinds[e->kind]);
	GATHER(a, statistics, (double)e->count);
	add_numbers(&s, "count", a, 5);
	GATHER(a, statistics, e->mean.mean);
	GATHER(b, statistics, e->mean.half);
	add_estimates(&s, "mean", a, b);
	GATHER(a, statistics, e->deviation);
	add_numbers(&s, "deviation", a, 5);
	GATHER(a, statistics, e->least);
	add_numbers(&s, "least", a, 5);
	GATHER(a, statistics, e->most);
	add_numbers(&s, "most", a, 5);
	write_sheet(&s, out);
	sb_arena_free(s.arena);
}

/* Of one server the utilisation says the same. */
static bool has_content(const st_resource_summary *r)
{
	return r->kind != SM_GATE && !(r->kind == SM_FACILITY && r->capacity == 1);
}

static void resources_text(const st_outcome *o, sb_text *out)
{
	sheet s = {.arena = sb_arena_new(), .rows = o->resource_count};
	double *a = sb_new_array(s.arena, double, s.rows + 1), *b = sb_new_array(s.arena, double, s.rows + 1);
	const char **text = add_column(&s, "resource");
	GATHER(text, resources, e->name);
	text = add_column(&s, "kind");
	GATHER(text, resources, sm_resource_kind_name(e->kind));
	GATHER(a, resources, isinf(e->capacity) || e->kind == SM_GATE ? NAN : e->capacity);
	add_some_numbers(&s, "capacity", a, 5);
	GATHER(a, resources, (double)e->entries);
	add_numbers(&s, "entries", a, 5);
	GATHER(a, resources, e->utilisation.mean);
	GATHER(b, resources, e->utilisation.half);
	add_estimates(&s, "utilisation", a, b);
	GATHER(a, resources, has_content(e) ? e->content.mean : NAN);
	GATHER(b, resources, has_content(e) ? e->content.half : NAN);
	add_estimates(&s, "content", a, b);
	GATHER(a, resources, has_content(e) ? e->most_content : NAN);
	add_some_numbers(&s, "most", a, 5);
	GATHER(a, resources, e->kind == SM_SET ? NAN : e->queue.mean);
	GATHER(b, resources, e->kind == SM_SET ? NAN : e->queue.half);
	add_estimates(&s, "queue", a, b);
	GATHER(a, resources, e->kind == SM_SET ? NAN : e->most_queue);
	add_some_numbers(&s, "most", a, 5);
	GATHER(a, resources, e->wait.mean);
	GATHER(b, resources, e->wait.half);
	add_estimates(&s, "wait", a, b);
	GATHER(a, resources, e->most_wait);
	add_some_numbers(&s, "most", a, 5);
	write_sheet(&s, out);
	sb_arena_free(s.arena);
}

void tool_report_text(const st_outcome *o, sb_text *out)
{
	if ((o->statistic_count || o->resource_count) && o->replications > 1)
		sb_addf(out, "means of %llu replications, \u00b1 half the width of the 95 %% confidence interval\n",
				(unsigned long long)o->replications);
	if (o->statistic_count)
		statistics_text(o, out);
	if (o->statistic_count && o->resource_count)
		sb_addc(out, '\n');
	if (o->resource_count)
		resources_text(o, out);
}

/* ------------------------------------------------------------------------------------------------------------ JSON */

static void add_estimate(sb_json *out, const char *key, const char *half_key, const st_estimate *e, bool replicated)
{
	sb_json_real(out, key, e->mean);
	if (replicated)
		sb_json_real(out, half_key, e->half);
}

static void add_cells(sb_json *out, const st_statistic_summary *s)
{
	sb_json_open(out, "cells", '{');
	sb_json_real(out, "low", s->low);
	sb_json_real(out, "width", s->width);
	sb_json_int(out, "below", (int64_t)s->cells[0]);
	sb_json_open(out, "counts", '[');
	for (uint32_t c = 0; c < s->cell_count; c++)
		sb_json_int(out, NULL, (int64_t)s->cells[c + 1]);
	sb_json_close(out, ']');
	sb_json_int(out, "above", (int64_t)s->cells[s->cell_count + 1]);
	sb_json_close(out, '}');
}

static void statistics_json(const st_outcome *o, sb_json *out)
{
	sb_json_open(out, "statistics", '[');
	for (uint32_t i = 0; i < o->statistic_count; i++) {
		const st_statistic_summary *s = &o->statistics[i];
		sb_json_open(out, NULL, '{');
		sb_json_string(out, "name", s->name);
		sb_json_string(out, "kind", statistic_kinds[s->kind]);
		sb_json_int(out, "count", (int64_t)s->count);
		add_estimate(out, "mean", "half_width", &s->mean, o->replications > 1);
		sb_json_real(out, "deviation", s->deviation);
		sb_json_real(out, "least", s->least);
		sb_json_real(out, "most", s->most);
		sb_json_real(out, "total", s->total);
		if (s->cells)
			add_cells(out, s);
		sb_json_close(out, '}');
	}
	sb_json_close(out, ']');
}

static void resources_json(const st_outcome *o, sb_json *out)
{
	bool many = o->replications > 1;
	sb_json_open(out, "resources", '[');
	for (uint32_t i = 0; i < o->resource_count; i++) {
		const st_resource_summary *r = &o->resources[i];
		sb_json_open(out, NULL, '{');
		sb_json_string(out, "name", r->name);
		sb_json_string(out, "kind", sm_resource_kind_name(r->kind));
		sb_json_real(out, "capacity", r->capacity);
		sb_json_int(out, "entries", (int64_t)r->entries);
		add_estimate(out, "utilisation", "utilisation_half_width", &r->utilisation, many);
		add_estimate(out, "content", "content_half_width", &r->content, many);
		sb_json_real(out, "most_content", r->most_content);
		add_estimate(out, "queue", "queue_half_width", &r->queue, many);
		sb_json_real(out, "most_queue", r->most_queue);
		add_estimate(out, "wait", "wait_half_width", &r->wait, many);
		sb_json_real(out, "most_wait", r->most_wait);
		sb_json_real(out, "now", r->now);
		sb_json_real(out, "waiting", r->waiting);
		sb_json_close(out, '}');
	}
	sb_json_close(out, ']');
}

void tool_report_json(const st_outcome *o, sb_json *out)
{
	if (o->replications > 1)
		sb_json_int(out, "replications", (int64_t)o->replications);
	if (o->statistic_count)
		statistics_json(o, out);
	if (o->resource_count)
		resources_json(o, out);
}
