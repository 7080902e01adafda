/* Figures and bars as charts. */
#include "result/figure/curves.h"
#include <math.h>
#include <string.h>

/* Bounds of an axis are given in the unit of its curves. */
static double shown_bound(const sr_group *group, double bound)
{
	const sr_curve *first = group->curves.n ? &group->curves.at[0] : NULL;
	const sr_column *c = first ? sr_column_at(first->record, first->y) : NULL;
	return c && *c->shown_unit ? bound * c->shown_factor + c->shown_offset : bound;
}

/* All curves have the same enumeration: its names stand at the axis. */
static void add_names(const sr_group *group, sr_axis_wish *axis)
{
	const sr_column *first = NULL;
	for (uint32_t i = 0; i < group->curves.n; i++) {
		const sr_column *c = sr_column_at(group->curves.at[i].record, group->curves.at[i].y);
		first = first ? first : c;
		if (c->kind != SR_ENUM || c->literal_count != first->literal_count)
			return;
		for (uint32_t k = 0; k < c->literal_count; k++)
			if (strcmp(c->literals[k], first->literals[k]) != 0)
				return;
	}
	if (!first)
		return;
	axis->names = first->literals;
	axis->name_count = first->literal_count;
}

static bool has(const char *text)
{
	return text && *text;
}

static const char *with_unit(sb_arena *arena, const char *name, const char *unit)
{
	return *unit ? sb_printf(arena, "%s [%s]", name, unit) : name;
}

static void set_x(sb_arena *arena, const sr_figure *figure, const sr_group *group, sr_axis_wish *axis)
{
	const sr_curve *c = group->curves.n ? &group->curves.at[0] : NULL;
	const char *given = group->wish && has(group->wish->x_label)      ? group->wish->x_label
						: group->wish && group->wish->versus          ? NULL
						: has(figure->x_label)                        ? figure->x_label
																	  : figure->x.label;
	*axis = figure->x;
	if (figure->view == SR_VIEW_SPECTRUM) {
		axis->label = "frequency [Hz]";
	} else if (figure->view == SR_VIEW_HISTOGRAM) {
		axis->label = group->unit;
	} else if (c && c->x != SR_OVER_TIME) {
		const sr_column *x = sr_column_at(c->record, c->x);
		axis->label = with_unit(arena, x->name, sr_shown_unit(c->record, c->x));
		axis->whole = x->kind != SR_REAL;
	} else {
		axis->label = "time [s]";
		axis->brief = "s";
	}
	if (has(given)) {
		bool words = group->wish && given == group->wish->x_label && c && c->x != SR_OVER_TIME && !strchr(given, '[');
		axis->label = words ? with_unit(arena, given, sr_shown_unit(c->record, c->x)) : given;
		axis->brief = NULL;
	}
}

static void set_y(const sr_figure *figure, const sr_group *group, sr_axis_wish *axis)
{
	*axis = figure->y;
	axis->whole = group->whole && figure->view == SR_VIEW_CURVES;
	if (!has(axis->label))
		axis->label = figure->view == SR_VIEW_HISTOGRAM        ? "% of the time"
					  : strcmp(group->unit, "Boolean") == 0    ? ""
															   : group->unit;
	if (group->wish && !(isnan(group->wish->low) && isnan(group->wish->high)) && axis->low == axis->high) {
		axis->low = shown_bound(group, group->wish->low);
		axis->high = shown_bound(group, group->wish->high);
	}
	if (figure->view == SR_VIEW_CURVES)
		add_names(group, axis);
	if (strncmp(axis->label, "enumeration from ", 17) == 0)
		axis->label = "";
}

/* The unit of what is drawn by the second axis, if all have the same. */
static void set_second(const sr_figure *figure, const sr_group *group, sr_axis_wish *axis)
{
	const char *unit = NULL;
	*axis = figure->second;
	for (uint32_t i = 0; i < group->curves.n && !has(axis->label); i++) {
		const sr_curve *c = &group->curves.at[i];
		if (c->second)
			unit = !unit || strcmp(unit, sr_shown_unit(c->record, c->y)) == 0 ? sr_shown_unit(c->record, c->y) : "";
	}
	if (!has(axis->label))
		axis->label = unit;
}

static sr_panel panel_of(sb_arena *arena, const sr_figure *figure, const sr_group *group, uint32_t variables)
{
	sr_panel p = {.title = group->wish ? group->wish->title : NULL, .equal = figure->equal};
	set_x(arena, figure, group, &p.x);
	set_y(figure, group, &p.y);
	set_second(figure, group, &p.second);
	sr_add_curve_layers(arena, figure, group, variables, &p);
	return p;
}

static uint32_t abscissa(const sr_group *group)
{
	return group->curves.n ? group->curves.at[0].x : SR_OVER_TIME;
}

static uint32_t count_variables(const sr_groups *groups)
{
	uint32_t most = 0;
	for (uint32_t i = 0; i < groups->n; i++)
		for (uint32_t k = 0; k < groups->at[i].curves.n; k++)
			most = groups->at[i].curves.at[k].variable > most ? groups->at[i].curves.at[k].variable : most;
	return most;
}

const sr_chart *sr_chart_of_figure(sb_arena *arena, const sr_record *r, const sr_figure *figure)
{
	sr_groups groups = sr_groups_of(arena, r, figure);
	sr_panel *panels = sb_new_array(arena, sr_panel, groups.n + 1);
	sr_chart *chart = sb_new(arena, sr_chart);
	uint32_t variables = count_variables(&groups), columns = figure->panel_columns ? figure->panel_columns : 1;
	for (uint32_t i = 0; i < groups.n; i++) {
		panels[i] = panel_of(arena, figure, &groups.at[i], variables);
		panels[i].x_below = i + columns < groups.n && abscissa(&groups.at[i]) == abscissa(&groups.at[i + columns]) &&
							figure->view != SR_VIEW_HISTOGRAM;
	}
	*chart = (sr_chart){.title = figure->title, .panels = panels, .count = groups.n, .columns = columns,
		.width = figure->width, .height = figure->height, .empty = "nothing moves: no curve to draw"};
	return chart;
}

bool sr_plot(const sr_record *r, const sr_figure *figure, const char *path, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	bool good = sr_chart_write(sr_chart_of_figure(arena, r, figure), path, diag);
	sb_arena_free(arena);
	return good;
}

void sr_plot_svg(const sr_record *r, const sr_figure *figure, sb_text *out)
{
	sb_arena *arena = sb_arena_new();
	sr_chart_svg(sr_chart_of_figure(arena, r, figure), out);
	sb_arena_free(arena);
}

void sr_plot_terminal(const sr_record *r, const sr_figure *figure, sb_text *out)
{
	sb_arena *arena = sb_arena_new();
	sr_screen screen = {figure->width, figure->height, figure->color, figure->unicode};
	sr_chart_text(sr_chart_of_figure(arena, r, figure), &screen, out);
	sb_arena_free(arena);
}

const sr_chart *sr_chart_of_bars(sb_arena *arena, const sr_bars *b)
{
	double *x = sb_new_array(arena, double, b->cells + 1), *y = sb_new_array(arena, double, b->cells + 1);
	sr_layer *layers = sb_new_array(arena, sr_layer, 2);
	sr_panel *panel = sb_new(arena, sr_panel);
	sr_chart *chart = sb_new(arena, sr_chart);
	const char *below = b->count[0] ? sb_printf(arena, "%llu below", (unsigned long long)b->count[0]) : "";
	uint64_t more = b->count[b->cells + 1];
	const char *above = more ? sb_printf(arena, "%llu above", (unsigned long long)more) : "";
	for (uint32_t k = 0; k < b->cells; k++) {
		x[k] = b->low + (k + 0.5) * b->width;
		y[k] = (double)b->count[k + 1];
	}
	layers[0] = (sr_layer){.kind = SR_BARS, .data = {.n = b->cells, .x = x, .y = y}, .breadth = b->width};
	*panel = (sr_panel){.title = sb_printf(arena, "%s%s%s", below, *below && *above ? ", " : "", above),
		.x = {.label = b->x_label}, .y = {.label = "observations", .whole = true}, .layers = layers, .count = 1};
	*chart = (sr_chart){.title = b->title, .panels = panel, .count = 1, .width = b->pixels_wide,
		.height = b->pixels_high};
	return chart;
}

bool sr_bars_plot(const sr_bars *bars, const char *path, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	bool good = sr_chart_write(sr_chart_of_bars(arena, bars), path, diag);
	sb_arena_free(arena);
	return good;
}
