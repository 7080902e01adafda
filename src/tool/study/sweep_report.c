/* What a sweep tells: a table on the terminal, or a summary of many points; indices; the same as JSON. */
#include "base/json.h"
#include "tool/study/sweep_job.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool tool_sweep_progress(void *context, uint64_t done, uint64_t of)
{
	tool_sweeping *j = context;
	double now = sb_clock(), wall = now - j->since;
	if (j->o.quiet || j->o.json || wall < 0.5 || now - j->told < 0.1 || !isatty(STDERR_FILENO))
		return true;
	j->told = now;
	j->shown = true;
	uint64_t here = done - (j->before < done ? j->before : done);
	fprintf(stderr, "\r%llu of %llu points", (unsigned long long)done, (unsigned long long)of);
	if (here)
		fprintf(stderr, "  %.3g s left", wall / (double)here * (double)(of - done));
	fputs("\033[K", stderr);
	fflush(stderr);
	return true;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

typedef struct statistics { double mean, deviation, quantile[5]; uint64_t n; } statistics;
static const double parts[] = {0, 0.05, 0.5, 0.95, 1};

static statistics statistics_of(const st_sweep *s, uint32_t column)
{
	statistics t = {.mean = NAN, .deviation = NAN, .quantile = {NAN, NAN, NAN, NAN, NAN}};
	double *v = sb_resize(NULL, (s->design.points + 1) * sizeof *v), squares = 0;
	for (uint64_t k = 0; k < s->design.points; k++) {
		double x = s->state[k] == ST_POINT_DONE ? s->values[k * s->columns + column] : NAN;
		if (isnan(x))
			continue;
		double before = t.n ? t.mean : 0;
		v[t.n++] = x;
		t.mean = before + (x - before) / (double)t.n;
		squares += (x - before) * (x - t.mean);
	}
	qsort(v, t.n, sizeof *v, by_size);
	for (int i = 0; i < 5 && t.n; i++) {     /* linear between the order statistics */
		double at = parts[i] * (double)(t.n - 1);
		uint64_t k = (uint64_t)at < t.n - 1 ? (uint64_t)at : t.n - 1, next = k + 1 < t.n ? k + 1 : k;
		t.quantile[i] = v[k] + (at - (double)k) * (v[next] - v[k]);
	}
	if (t.n > 1)
		t.deviation = sqrt(squares / (double)(t.n - 1));
	free(v);
	return t;
}

static void push(sb_arena *arena, sr_table *t, const char *text)
{
	sb_push(arena, t->cells, (const char *)sb_strdup(arena, text));
}

static const char *column_name(sb_arena *arena, const st_sweep *s, uint32_t c)
{
	sb_text name = {0};
	st_sweep_column_name(s, c, &name);
	const char *text = sb_strdup(arena, name.at);
	sb_text_free(&name);
	return text;
}

static void push_number(sb_arena *arena, sr_table *t, double value)
{
	sb_push(arena, t->cells, (const char *)(isnan(value) ? "-" : sb_printf(arena, "%.6g", value)));
}

static void print_table(sr_table *t)
{
	sb_text text = {0};
	sr_table_text(t, &text);
	fwrite(text.at ? text.at : "", 1, text.n, stdout);
	sb_text_free(&text);
}

/* Every point, where they are few. */
static void print_points(const tool_sweeping *j, sb_arena *arena)
{
	const st_sweep *s = &j->sweep;
	sr_table t = {.columns = 1 + s->design.count + s->columns, .unicode = true};
	double *values = sb_new_array(arena, double, s->design.count + 1);
	push(arena, &t, "point");
	for (uint32_t i = 0; i < s->design.count; i++)
		push(arena, &t, s->design.axes[i].name);
	for (uint32_t c = 0; c < s->columns; c++)
		push(arena, &t, column_name(arena, s, c));
	for (uint64_t k = 0; k < s->design.points; k++) {
		if (s->state[k] == ST_POINT_OPEN)
			continue;
		st_design_point(&s->design, k, values);
		push(arena, &t, sb_printf(arena, "%llu", (unsigned long long)k + 1));
		for (uint32_t i = 0; i < s->design.count; i++) {
			sb_text text = {0};
			if (st_many_varied(s->many, i)->type == SX_REAL)
				push_number(arena, &t, values[i]);
			else
				st_many_value_text(s->many, i, values[i], &text);
			if (text.n)
				push(arena, &t, text.at);
			sb_text_free(&text);
		}
		for (uint32_t c = 0; c < s->columns; c++)
			push_number(arena, &t, s->values[k * s->columns + c]);
	}
	print_table(&t);
}

static void print_summary(const tool_sweeping *j, sb_arena *arena)
{
	static const char *const head[] = {"measure", "points", "mean", "deviation", "least", "5 %", "median", "95 %",
		"most"};
	const st_sweep *s = &j->sweep;
	sr_table t = {.columns = 9, .unicode = true};
	for (int i = 0; i < 9; i++)
		push(arena, &t, head[i]);
	for (uint32_t c = 0; c < s->columns; c++) {
		statistics of = statistics_of(s, c);
		push(arena, &t, column_name(arena, s, c));
		push(arena, &t, sb_printf(arena, "%llu", (unsigned long long)of.n));
		push_number(arena, &t, of.mean);
		push_number(arena, &t, of.deviation);
		for (int i = 0; i < 5; i++)
			push_number(arena, &t, of.quantile[i]);
	}
	if (s->columns)
		print_table(&t);
}

static st_index *indices_of(sb_arena *arena, const st_sweep *s, uint32_t column, uint64_t *used)
{
	st_index *out = sb_new_array(arena, st_index, s->design.count + 1);
	double *v = sb_resize(NULL, (s->design.points + 1) * sizeof *v);
	for (uint64_t k = 0; k < s->design.points; k++)
		v[k] = s->state[k] == ST_POINT_DONE ? s->values[k * s->columns + column] : NAN;
	st_sobol_indices(&s->design, v, out, used);
	free(v);
	return out;
}

static void print_indices(const tool_sweeping *j, sb_arena *arena)
{
	const st_sweep *s = &j->sweep;
	for (uint32_t c = 0; c < s->columns; c++) {
		uint64_t used;
		st_index *x = indices_of(arena, s, c, &used);
		sr_table t = {.columns = 5, .unicode = true};
		push(arena, &t, sb_printf(arena, "of %s", column_name(arena, s, c)));
		push(arena, &t, "first order");
		push(arena, &t, "95 % interval");
		push(arena, &t, "total");
		push(arena, &t, "95 % interval");
		for (uint32_t i = 0; i < s->design.count; i++) {
			push(arena, &t, s->design.axes[i].name);
			push(arena, &t, sb_printf(arena, "%.4f", x[i].first));
			push(arena, &t, sb_printf(arena, "%.4f .. %.4f", x[i].first_low, x[i].first_high));
			push(arena, &t, sb_printf(arena, "%.4f", x[i].total));
			push(arena, &t, sb_printf(arena, "%.4f .. %.4f", x[i].total_low, x[i].total_high));
		}
		putchar('\n');
		print_table(&t);
		if (used < s->design.samples)
			printf("%llu of %llu samples: the others have a point without a value\n", (unsigned long long)used,
				   (unsigned long long)s->design.samples);
	}
}

void tool_sweep_text(const tool_sweeping *j)
{
	enum { FEW = 40 };
	const st_sweep *s = &j->sweep;
	sb_arena *arena = sb_arena_new();
	uint64_t open = st_sweep_count(s, ST_POINT_OPEN), done = s->design.points - open;
	if (s->shards > 1 && open) {
		printf("%llu points of shard %u of %u\n", (unsigned long long)done, s->shard + 1, s->shards);
	} else if (done) {
		if (s->design.points <= FEW && !j->o.sweep.indices)
			print_points(j, arena);
		else
			print_summary(j, arena);
		if (j->o.sweep.indices && !open)
			print_indices(j, arena);
		printf("%llu point%s in %.3g s", (unsigned long long)done, done == 1 ? "" : "s", sb_clock() - j->begun);
		if (j->table)
			printf(", table in %s", j->table);
		putchar('\n');
	}
	sb_arena_free(arena);
}

void tool_sweep_json(const tool_sweeping *j, const char *status)
{
	const st_sweep *s = &j->sweep;
	sb_arena *arena = sb_arena_new();
	sb_text text = {0}, messages = {0};
	sb_json out = {.out = &text};
	bool any = s->state != NULL;
	sb_json_open(&out, NULL, '{');
	sb_json_string(&out, "status", status);
	if (any) {
		sb_json_int(&out, "points", (int64_t)s->design.points);
		sb_json_int(&out, "done", (int64_t)st_sweep_count(s, ST_POINT_DONE));
		sb_json_int(&out, "failed", (int64_t)st_sweep_count(s, ST_POINT_FAILED));
		sb_json_real(&out, "wall", sb_clock() - j->begun);
		sb_json_open(&out, "measures", '{');
		for (uint32_t c = 0; c < s->columns; c++) {
			statistics of = statistics_of(s, c);
			sb_json_open(&out, column_name(arena, s, c), '{');
			sb_json_int(&out, "points", (int64_t)of.n);
			sb_json_real(&out, "mean", of.mean);
			sb_json_real(&out, "deviation", of.deviation);
			sb_json_real(&out, "least", of.quantile[0]);
			sb_json_real(&out, "median", of.quantile[2]);
			sb_json_real(&out, "most", of.quantile[4]);
			uint64_t used;
			st_index *x = j->o.sweep.indices ? indices_of(arena, s, c, &used) : NULL;
			if (x)
				sb_json_open(&out, "indices", '{');
			for (uint32_t i = 0; x && i < s->design.count; i++) {
				sb_json_open(&out, s->design.axes[i].name, '{');
				sb_json_real(&out, "first", x[i].first);
				sb_json_real(&out, "first_low", x[i].first_low);
				sb_json_real(&out, "first_high", x[i].first_high);
				sb_json_real(&out, "total", x[i].total);
				sb_json_real(&out, "total_low", x[i].total_low);
				sb_json_real(&out, "total_high", x[i].total_high);
				sb_json_close(&out, '}');
			}
			if (x)
				sb_json_close(&out, '}');
			sb_json_close(&out, '}');
		}
		sb_json_close(&out, '}');
	}
	sb_render_json(j->diag, 0, &messages);
	sb_json_raw(&out, "messages", messages.at);
	sb_json_close(&out, '}');
	puts(text.at);
	sb_text_free(&text);
	sb_text_free(&messages);
	sb_arena_free(arena);
}
