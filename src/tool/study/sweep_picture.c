/* Pictures of a sweep (result/chart/chart.h). */
#include "result/chart/chart.h"
#include "tool/report/report.h"
#include "tool/study/sweep_job.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct drawing {
	const tool_sweeping *j; const st_sweep *s; sb_arena *arena;
	sb_vec(sr_panel) panels;
	uint32_t columns;                /* of the grid of panels */
	const char *title;
} drawing;
typedef sb_vec(sr_layer) layers;

static bool is_list(const st_sweep *s)
{
	return s->design.kind == ST_GRID || s->design.kind == ST_ZIP;
}

static const char *label_of(const drawing *d, uint32_t axis)
{
	const char *unit = st_many_varied(d->s->many, axis)->unit;
	const char *name = d->s->design.axes[axis].name;
	return *unit ? sb_printf(d->arena, "%s [%s]", name, unit) : name;
}

static const char *column_name(const drawing *d, uint32_t c)
{
	sb_text name = {0};
	st_sweep_column_name(d->s, c, &name);
	const char *text = sb_strdup(d->arena, name.at);
	sb_text_free(&name);
	return text;
}

static sr_axis_wish axis_of(const drawing *d, uint32_t axis)
{
	return (sr_axis_wish){.label = label_of(d, axis), .scale = d->s->design.axes[axis].logarithmic ? SR_LOGARITHMIC
		: SR_LINEAR};
}

static void add_panel(drawing *d, sr_panel panel, const layers *l)
{
	panel.layers = l->at;
	panel.count = l->n;
	sb_push(d->arena, d->panels, panel);
}

/* ------------------------------------------------------------------------------------------------- curves */

static const float *curve_at(const drawing *d, uint64_t point, uint32_t curve)
{
	return d->s->curve + (point * d->s->curves + curve) * d->s->time_count;
}

static sr_layer curve_layer(const drawing *d, uint64_t point, uint32_t curve)
{
	double *y = sb_new_array(d->arena, double, d->s->time_count);
	const float *from = curve_at(d, point, curve);
	for (uint32_t t = 0; t < d->s->time_count; t++)
		y[t] = from[t];
	return (sr_layer){.kind = SR_CURVE, .data = {.n = d->s->time_count, .x = d->s->times, .y = y}};
}

/* k=1, m=2: what this point has. */
static const char *values_text(const drawing *d, uint64_t point)
{
	double *values = sb_new_array(d->arena, double, d->s->design.count + 1);
	sb_text text = {0};
	st_design_point(&d->s->design, point, values);
	for (uint32_t i = 0; i < d->s->design.count; i++)
		sb_addf(&text, "%s%s = %.4g", i ? ", " : "", d->s->design.axes[i].name, values[i]);
	const char *out = sb_strdup(d->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return out;
}

static uint64_t next_done(const st_sweep *s, uint64_t point)
{
	while (point < s->design.points && s->state[point] != ST_POINT_DONE)
		point++;
	return point;
}

/* Of more runs than a picture can show, every nth is drawn, and the picture and a message say so. */
static uint64_t thin(drawing *d, uint64_t most)
{
	uint64_t done = st_sweep_count(d->s, ST_POINT_DONE), every = done ? (done + most - 1) / most : 1;
	uint64_t shown = (done + every - 1) / every;
	if (every == 1)
		return 1;
	d->title = sb_printf(d->arena, "%s: %llu of %llu runs", d->title, (unsigned long long)shown,
						 (unsigned long long)done);
	sb_help(sb_report(d->j->diag, SB_INFO, "U0975", (sb_span){0}, "the picture shows %llu of %llu runs: one in %llu",
					  (unsigned long long)shown, (unsigned long long)done, (unsigned long long)every),
			"--picture bands is drawn from all of them");
	return every;
}

/* Is the nth of the curves that are drawn named? A few are, from the first to the last, as a key to the shades. */
static bool is_named(const st_sweep *s, uint64_t n, uint64_t drawn)
{
	enum { ALL = 7, FEW = 5, FEWER = 3 };
	uint64_t named = s->design.count == 1 ? FEW : FEWER;
	if (drawn <= ALL)
		return true;
	for (uint64_t i = 0; i < named; i++)
		if (n == i * (drawn - 1) / (named - 1))
			return true;
	return false;
}

/* All curves over each other, from dark to light in the order of the points. */
static void overlay(drawing *d)
{
	enum { MOST = 200 };
	const st_sweep *s = d->s;
	uint64_t done = st_sweep_count(s, ST_POINT_DONE), every = thin(d, MOST), drawn = (done + every - 1) / every;
	for (uint32_t c = 0; c < s->curves; c++) {
		layers l = {0};
		for (uint64_t k = next_done(s, 0), n = 0; k < s->design.points; k = next_done(s, k + 1), n++) {
			if (n % every)
				continue;
			sr_layer one = curve_layer(d, k, c);
			one.color = sr_shade(done > 1 ? 0.85 * (double)n / (double)(done - 1) : 0);
			one.dash = SR_SOLID;
			one.width = done > 30 ? 1 : 0;
			one.legend = is_named(s, n / every, drawn) ? values_text(d, k) : NULL;
			sb_push(d->arena, l, one);
		}
		add_panel(d, (sr_panel){.x = {.label = "time [s]"}, .y = {.label = st_curve_name(s->measures, c)},
			.x_below = c + 1 < s->curves}, &l);
	}
}

/* The range of all curves, which all panels share, so that they can be compared. */
static sr_axis_wish shared_axis(const drawing *d)
{
	const st_sweep *s = d->s;
	sr_axis_wish y = {.label = s->curves == 1 ? st_curve_name(s->measures, 0) : "", .low = INFINITY, .high = -INFINITY};
	for (uint64_t k = next_done(s, 0); k < s->design.points; k = next_done(s, k + 1))
		for (uint32_t i = 0; i < s->curves * s->time_count; i++) {
			double v = curve_at(d, k, 0)[i];
			y.low = isfinite(v) ? fmin(y.low, v) : y.low;
			y.high = isfinite(v) ? fmax(y.high, v) : y.high;
		}
	double room = 0.04 * (y.high - y.low);
	y.low = y.low < y.high ? y.low - room : NAN;
	y.high = isnan(y.low) ? NAN : y.high + room;
	return y;
}

static void multiples(drawing *d)
{
	enum { MOST = 36 };
	const st_sweep *s = d->s;
	sr_axis_wish y = shared_axis(d);
	uint64_t every = thin(d, MOST);
	for (uint64_t k = next_done(s, 0), n = 0; k < s->design.points; k = next_done(s, k + 1), n++) {
		layers l = {0};
		if (n % every)
			continue;
		for (uint32_t c = 0; c < s->curves; c++) {
			sr_layer one = curve_layer(d, k, c);
			one.color = c + 1;
			one.legend = n == 0 && s->curves > 1 ? st_curve_name(s->measures, c) : NULL;
			sb_push(d->arena, l, one);
		}
		add_panel(d, (sr_panel){.title = values_text(d, k), .x = {.label = "time [s]"}, .y = y}, &l);
	}
	while (d->columns * d->columns < d->panels.n)
		d->columns++;
}

static int by_size(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;
	return (x > y) - (x < y);
}

/* The middle half and the middle 90 % of all curves at each time, and their median. */
static void bands(drawing *d)
{
	static const double parts[] = {0.05, 0.25, 0.5, 0.75, 0.95};
	const st_sweep *s = d->s;
	float *column = sb_resize(NULL, (s->design.points + 1) * sizeof *column);
	for (uint32_t c = 0; c < s->curves; c++) {
		double *q[5];
		for (int i = 0; i < 5; i++)
			q[i] = sb_new_array(d->arena, double, s->time_count);
		for (uint32_t t = 0; t < s->time_count; t++) {
			uint64_t n = 0;
			for (uint64_t k = next_done(s, 0); k < s->design.points; k = next_done(s, k + 1))
				if (isfinite(curve_at(d, k, c)[t]))
					column[n++] = curve_at(d, k, c)[t];
			qsort(column, n, sizeof *column, by_size);
			for (int i = 0; i < 5; i++)
				q[i][t] = n ? column[(uint64_t)(parts[i] * (double)(n - 1) + 0.5)] : NAN;
		}
		sr_series outer = {.n = s->time_count, .x = s->times, .y = q[0]}, inner = outer, middle = outer;
		inner.y = q[1];
		middle.y = q[2];
		layers l = {0};
		sb_push(d->arena, l, ((sr_layer){.kind = SR_BAND, .data = outer, .upper = q[4], .color = 1, .opacity = 0.2,
			.legend = "90 %"}));
		sb_push(d->arena, l, ((sr_layer){.kind = SR_BAND, .data = inner, .upper = q[3], .color = 1, .opacity = 0.4,
			.legend = "50 %"}));
		sb_push(d->arena, l, ((sr_layer){.kind = SR_CURVE, .data = middle, .color = 1, .legend = "median"}));
		add_panel(d, (sr_panel){.x = {.label = "time [s]"}, .y = {.label = st_curve_name(s->measures, c)},
			.x_below = c + 1 < s->curves}, &l);
	}
	free(column);
}

/* ------------------------------------------------------------------------------------------------- measures */

static double value_at(const drawing *d, uint64_t point, uint32_t c)
{
	return d->s->state[point] == ST_POINT_DONE ? d->s->values[point * d->s->columns + c] : NAN;
}

/* Edges of cells around values: in the middle between them, by logarithm where they are spaced so. */
static double *edges_of(const drawing *d, const st_axis *x)
{
	double *edge = sb_new_array(d->arena, double, x->count + 1);
	for (uint64_t i = 0; i <= x->count; i++) {
		uint64_t b = i < x->count ? i : x->count - 1, a = i ? i - 1 : 0;
		double low = x->value[a], high = x->value[b];
		if (x->count == 1)
			edge[i] = low + (i ? 0.5 : -0.5);
		else if (i == 0 || i == x->count) {
			double other = i ? x->value[x->count - 2] : x->value[1], one = i ? high : low;
			edge[i] = x->logarithmic ? one * sqrt(one / other) : one + 0.5 * (one - other);
		} else {
			edge[i] = x->logarithmic ? sqrt(low * high) : 0.5 * (low + high);
		}
	}
	return edge;
}

static void heat(drawing *d)
{
	const st_axis *x = &d->s->design.axes[0], *y = &d->s->design.axes[1];
	for (uint32_t c = 0; c < d->s->columns; c++) {
		sr_cells *cells = sb_new(d->arena, sr_cells);
		double *value = sb_new_array(d->arena, double, x->count * y->count);
		for (uint64_t i = 0; i < x->count; i++)
			for (uint64_t k = 0; k < y->count; k++)
				value[k * x->count + i] = value_at(d, i * y->count + k, c);
		*cells = (sr_cells){.columns = (uint32_t)x->count, .rows = (uint32_t)y->count, .x = edges_of(d, x),
			.y = edges_of(d, y), .value = value, .of = {.label = column_name(d, c)}};
		layers l = {0};
		sb_push(d->arena, l, ((sr_layer){.kind = SR_CELLS, .cells = cells}));
		add_panel(d, (sr_panel){.x = axis_of(d, 0), .y = axis_of(d, 1)}, &l);
	}
}

/* The mean of a measure by the values of a parameter, or by tenths of its range. */
static sr_layer mean_layer(const drawing *d, uint32_t axis, uint32_t c, const double *x)
{
	const st_axis *a = &d->s->design.axes[axis];
	bool list = a->law == ST_LIST;
	uint32_t bins = list ? (uint32_t)(a->count < 10000 ? a->count : 10000) : 10;
	double *at = sb_new_array(d->arena, double, bins), *sum = sb_new_array(d->arena, double, bins);
	double *n = sb_new_array(d->arena, double, bins);
	for (uint64_t k = 0; k < d->s->design.points; k++) {
		double v = value_at(d, k, c);
		uint32_t bin = 0;
		while (bin + 1 < bins && (list ? a->value[bin] != x[k] : st_quantile(a, (bin + 1.0) / bins) < x[k]))
			bin++;
		if (isnan(v))
			continue;
		sum[bin] += v;
		at[bin] += x[k];
		n[bin]++;
	}
	for (uint32_t i = 0; i < bins; i++) {
		at[i] = n[i] ? at[i] / n[i] : NAN;
		sum[i] = n[i] ? sum[i] / n[i] : NAN;
	}
	return (sr_layer){.kind = SR_CURVE, .data = {.n = bins, .x = at, .y = sum}, .color = 2, .dash = SR_SOLID,
		.legend = d->s->design.count > 1 || !list ? "mean" : NULL};
}

/* Each measure over each parameter. */
static void effects(drawing *d)
{
	const st_sweep *s = d->s;
	double *values = sb_new_array(d->arena, double, s->design.count + 1);
	double **x = sb_new_array(d->arena, double *, s->design.count + 1);
	for (uint32_t i = 0; i < s->design.count; i++)
		x[i] = sb_new_array(d->arena, double, s->design.points);
	for (uint64_t k = 0; k < s->design.points; k++) {
		st_design_point(&s->design, k, values);
		for (uint32_t i = 0; i < s->design.count; i++)
			x[i][k] = values[i];
	}
	for (uint32_t c = 0; c < s->columns; c++) {
		double *y = sb_new_array(d->arena, double, s->design.points);
		for (uint64_t k = 0; k < s->design.points; k++)
			y[k] = value_at(d, k, c);
		for (uint32_t i = 0; i < s->design.count; i++) {
			layers l = {0};
			sb_push(d->arena, l, ((sr_layer){.kind = SR_POINTS, .data = {.n = s->design.points, .x = x[i], .y = y},
				.color = 1, .width = s->design.points > 100 ? 3 : 0}));
			sb_push(d->arena, l, mean_layer(d, i, c, x[i]));
			if (i || c)
				l.at[1].legend = NULL;
			add_panel(d, (sr_panel){.x = axis_of(d, i), .y = {.label = i ? "" : column_name(d, c)}, .y_left = i > 0},
				&l);
		}
	}
	d->columns = s->design.count;
}

/* ------------------------------------------------------------------------------------------------- the picture */

/* What fits best to what there is. */
static tool_sweep_picture kind_of(const tool_sweeping *j)
{
	const st_sweep *s = &j->sweep;
	if (j->o.sweep.picture)
		return j->o.sweep.picture;
	if (s->curves)
		return is_list(s) ? TOOL_OVERLAY : TOOL_BANDS;
	return s->design.kind == ST_GRID && s->design.count == 2 ? TOOL_HEAT : TOOL_EFFECTS;
}

static bool fits(tool_sweeping *j, tool_sweep_picture kind)
{
	static const char *const names[] = {"", "overlay", "multiples", "bands", "heat", "effects"};
	const st_sweep *s = &j->sweep;
	bool curves = kind < TOOL_HEAT;
	const char *why = curves && !s->curves                        ? "needs curves: --vars or --curve tell which"
					  : !curves && !s->columns                    ? "needs a measure"
					  : kind == TOOL_HEAT && (s->design.kind != ST_GRID || s->design.count != 2)
						  ? "needs a grid of two parameters"
						  : NULL;
	if (why)
		sb_report(j->diag, SB_ERROR, "U0760", (sb_span){0}, "the picture '%s' %s", names[kind], why);
	return !why;
}

bool tool_sweep_draw(tool_sweeping *j)
{
	drawing d = {.j = j, .s = &j->sweep, .arena = j->arena, .columns = 1,
		.title = st_many_model(j->many)->flat->name};
	tool_sweep_picture kind = kind_of(j);
	bool good = true;
	if (!fits(j, kind))
		return false;
	switch (kind) {
	case TOOL_OVERLAY: overlay(&d); break;
	case TOOL_MULTIPLES: multiples(&d); break;
	case TOOL_BANDS: bands(&d); break;
	case TOOL_HEAT: heat(&d); break;
	default: effects(&d);
	}
	sr_chart chart = {.title = d.title, .panels = d.panels.at, .count = d.panels.n,
		.columns = d.columns, .empty = "no point has a value"};
	for (uint32_t i = 0; i < j->o.draw.n; i++) {
		sb_text text = {0};
		sr_screen screen = {.color = tool_color(stdout), .unicode = true};
		if (*j->o.draw.at[i]) {
			good = sr_chart_write(&chart, j->o.draw.at[i], j->diag) && good;
			continue;
		}
		tool_terminal_size(&screen.width, &screen.height);
		sr_chart_text(&chart, &screen, &text);
		if (!j->o.json)
			fwrite(text.at ? text.at : "", 1, text.n, stdout);
		sb_text_free(&text);
	}
	return good;
}
