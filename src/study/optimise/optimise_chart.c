/* The picture of an optimisation: the cost of every run, the best one so far, and curves at the start and at the best
 * point. */
#include "study/optimise/optimise_inside.h"
#include "result/chart/chart.h"
#include <math.h>
#include <string.h>

typedef sb_vec(sr_layer) layers;
typedef sb_vec(sr_panel) panels;
enum { MOST_CURVES = 6 };

/* ------------------------------------------------------------------------------------------------- the history */

static sr_layer points_of(const st_optimise *o, sb_arena *arena, bool feasible)
{
	double *x = sb_new_array(arena, double, o->trials.n + 1), *y = sb_new_array(arena, double, o->trials.n + 1);
	size_t n = 0;
	for (uint32_t i = 0; i < o->trials.n; i++) {
		const st_trial *t = o->trials.at[i];
		if (t->state != ST_TRIAL_DONE || st_trial_is_feasible(o, t) != feasible)
			continue;
		x[n] = i + 1;
		y[n++] = t->cost;
	}
	return (sr_layer){.kind = SR_POINTS, .data = {.n = n, .x = x, .y = y}, .color = feasible ? SR_GREY : 4, .width = 3,
		.marker = feasible ? SR_DISC : SR_CROSS,
		.legend = !n ? NULL : feasible ? "runs" : "runs that violate constraints"};
}

static sr_layer best_so_far(const st_optimise *o, sb_arena *arena, double *low, double *high)
{
	double *x = sb_new_array(arena, double, o->trials.n + 1), *y = sb_new_array(arena, double, o->trials.n + 1);
	const st_trial *best = NULL;
	size_t n = 0;
	for (uint32_t i = 0; i < o->trials.n; i++) {
		const st_trial *t = o->trials.at[i];
		if (st_trial_is_feasible(o, t) && st_is_better(o, t, best))
			best = t;
		if (!best)
			continue;
		x[n] = i + 1;
		y[n++] = best->cost;
		*low = fmin(*low, best->cost);
		*high = fmax(*high, best->cost);
	}
	return (sr_layer){.kind = SR_STEPS, .data = {.n = n, .x = x, .y = y}, .color = 1, .dash = SR_SOLID,
		.legend = "best so far"};
}

/* The range of the best ones with some room: runs far away would hide how the cost came down. */
static sr_panel history(const st_optimise *o, sb_arena *arena)
{
	layers l = {0};
	double low = INFINITY, high = -INFINITY;
	sr_layer best = best_so_far(o, arena, &low, &high);
	sb_push(arena, l, points_of(o, arena, true));
	sb_push(arena, l, points_of(o, arena, false));
	sb_push(arena, l, best);
	double room = fmax(high - low, 1e-3 * fabs(low));
	sr_panel p = {.x = {.label = "run", .whole = true}, .y = {.label = st_measure_name(o->measures, 0)}, .layers = l.at,
		.count = l.n};
	if (low <= high) {
		p.y.low = low - (o->request.maximise ? 1.0 : 0.1) * room;
		p.y.high = high + (o->request.maximise ? 0.1 : 1.0) * room;
	}
	return p;
}

/* ------------------------------------------------------------------------------------------------- curves */

/* A run of a trial again, with curves. The record is the caller's; NULL: it could not be made. */
static sr_record *record_of(st_optimise *o, const st_trial *t, const char *const *names, uint32_t count)
{
	se_settings s = o->settings;
	double *values = sb_new_array(o->arena, double, o->count + 1);
	st_worker *w = st_many_worker(o->many);
	s.record = names;
	s.record_count = count;
	s.record_nothing = false;
	s.rows = SE_ROWS_PEAKS;
	s.number = 1;
	for (uint32_t i = 0; i < o->count; i++)
		values[i] = st_vary_value(&o->vary[i], t->at[i]);
	se_status status = st_many_simulate(o->many, w, values, &s);
	return w->run && se_ended_well(status) ? se_take_record(w->run) : NULL;
}

static sr_layer curve_of(sb_arena *arena, const sr_record *r, uint32_t column)
{
	uint32_t n = sr_rows(r);
	double *x = sb_new_array(arena, double, n + 1), *y = sb_new_array(arena, double, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		x[i] = sr_time(r, i);
		y[i] = sr_value(r, i, column);
	}
	return (sr_layer){.kind = SR_CURVE, .data = {.n = n, .x = x, .y = y}, .dash = SR_SOLID};
}

static void add_curves(sb_arena *arena, const sr_record *best, const sr_record *start, panels *out)
{
	for (uint32_t c = 0; c < sr_columns(best) && out->n <= MOST_CURVES; c++) {
		const sr_column *column = sr_column_at(best, c);
		layers l = {0};
		if (column->constant)
			continue;
		uint32_t other = start ? sr_find(start, column->name) : UINT32_MAX;
		if (other != UINT32_MAX) {
			sr_layer before = curve_of(arena, start, other);
			before.color = SR_GREY;
			before.dash = SR_DASHED;
			before.legend = out->n == 1 ? "at the start" : NULL;
			sb_push(arena, l, before);
		}
		sr_layer now = curve_of(arena, best, c);
		now.color = 1;
		now.legend = out->n == 1 ? "best" : NULL;
		sb_push(arena, l, now);
		const char *unit = column->unit && *column->unit ? sb_printf(arena, " [%s]", column->unit) : "";
		const char *label = sb_printf(arena, "%s%s", column->name, unit);
		sb_push(arena, *out, ((sr_panel){.x = {.label = "time [s]"}, .y = {.label = label}, .layers = l.at,
			.count = l.n, .x_below = true}));
	}
	if (out->n > 1)
		out->at[out->n - 1].x_below = false;
}

bool st_optimise_draw(st_optimise *o, const char *path, sb_text *screen, uint32_t width, uint32_t height, bool color)
{
	sb_arena *arena = sb_arena_new();
	const sb_strings *own = st_measures_recorded(o->measures);
	const char *const *names = o->request.curve_count ? o->request.curves : own->at;
	uint32_t count = o->request.curve_count ? o->request.curve_count : own->n;
	bool curves = o->best && count && !o->stopped && !o->broken;
	sr_record *best = curves ? record_of(o, o->best, names, count) : NULL;
	sr_record *start = best && o->start->state == ST_TRIAL_DONE ? record_of(o, o->start, names, count) : NULL;
	panels p = {0};
	sb_push(arena, p, history(o, arena));
	if (best)
		add_curves(arena, best, start, &p);
	sr_chart chart = {.title = st_many_model(o->many)->flat->name, .panels = p.at, .count = p.n, .columns = 1,
		.empty = "no run has a cost"};
	bool good = true;
	if (*path)
		good = sr_chart_write(&chart, path, o->diag);
	else
		sr_chart_text(&chart, &(sr_screen){.width = width, .height = height, .color = color, .unicode = true}, screen);
	sr_record_free(best);
	sr_record_free(start);
	sb_arena_free(arena);
	return good;
}
