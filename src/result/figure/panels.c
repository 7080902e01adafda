/* The grouping of curves into panels. */
#include "result/figure/curves.h"
#include <math.h>
#include <string.h>

typedef struct range { double low, high; } range;

static range range_of(const sr_record *r, uint32_t column)
{
	range x = {INFINITY, -INFINITY};
	uint32_t rows = sr_column_at(r, column)->constant && sr_rows(r) ? 1 : sr_rows(r);
	for (uint32_t row = 0; row < rows; row++) {
		double v = sr_shown(r, row, column);
		if (!isfinite(v))
			continue;
		x.low = fmin(x.low, v);
		x.high = fmax(x.high, v);
	}
	return x;
}

/* Would both be seen on one axis? Not if one moves in a twentieth of the room that the two need together. */
static bool go_together(const sr_group *group, range x)
{
	double least = fmin(group->least, x.high - x.low), all = fmax(group->high, x.high) - fmin(group->low, x.low);
	return !(least > 0) || all <= 20 * least;
}

static sr_group no_curves(const char *unit)
{
	return (sr_group){.unit = unit, .low = INFINITY, .high = -INFINITY, .least = INFINITY};
}

static sr_group *new_group(sb_arena *arena, sr_groups *groups, const char *unit)
{
	sb_push(arena, *groups, no_curves(unit));
	return &groups->at[groups->n - 1];
}

static sr_group *group_for(sb_arena *arena, sr_groups *groups, const char *unit, range x)
{
	for (uint32_t k = 0; k < groups->n; k++)
		if (strcmp(groups->at[k].unit, unit) == 0 && go_together(&groups->at[k], x))
			return &groups->at[k];
	return new_group(arena, groups, unit);
}

static void add_curve(sb_arena *arena, sr_group *group, sr_curve curve, range x)
{
	bool whole = sr_column_at(curve.record, curve.y)->kind != SR_REAL;
	group->whole = (group->whole || !group->curves.n) && whole;
	group->low = fmin(group->low, x.low);
	group->high = fmax(group->high, x.high);
	if (x.high > x.low)
		group->least = fmin(group->least, x.high - x.low);
	sb_push(arena, group->curves, curve);
}

static const char *name_of(const sr_record *r, uint32_t column)
{
	return sr_column_at(r, column)->name;
}

/* The rows of a curve that are in the time that is looked at. */
static sr_curve with_rows(sr_curve c, const sr_figure *figure)
{
	uint32_t rows = sr_rows(c.record);
	bool all = figure->time_low == figure->time_high;
	c.rows = rows;
	if (all || !rows)
		return c;
	if (!isnan(figure->time_high)) {
		uint32_t last = sr_row_at(c.record, figure->time_high);
		c.rows = last == UINT32_MAX ? 0 : last + 1;
	}
	while (!isnan(figure->time_low) && c.first_row < c.rows && sr_time(c.record, c.first_row) < figure->time_low)
		c.first_row++;
	c.rows -= c.first_row;
	return c;
}

/* The curve of the same name in another run; false: there is none. */
static bool in_run(const sr_curve *c, const sr_run *run, uint32_t number, sr_curve *out)
{
	*out = *c;
	out->record = run->record;
	out->run = number;
	out->y = sr_find(run->record, name_of(c->record, c->y));
	out->x = c->x == SR_OVER_TIME ? SR_OVER_TIME : sr_find(run->record, name_of(c->record, c->x));
	return out->y != UINT32_MAX && (c->x == SR_OVER_TIME || out->x != UINT32_MAX);
}

static void add_runs(sb_arena *arena, const sr_figure *figure, sr_groups *groups)
{
	for (uint32_t g = 0; g < groups->n; g++) {
		sr_curves all = {0};
		sr_group *group = &groups->at[g];
		for (uint32_t i = 0; i < group->curves.n; i++) {
			sr_curve own = with_rows(group->curves.at[i], figure), other;
			const char *name = own.legend;
			if (figure->other_count && figure->label)
				own.legend = sb_printf(arena, "%s (%s)", name, figure->label);
			sb_push(arena, all, own);
			for (uint32_t k = 0; k < figure->other_count; k++) {
				const sr_run *run = &figure->others[k];
				if (!in_run(&group->curves.at[i], run, k + 1, &other))
					continue;
				other.legend = run->label ? sb_printf(arena, "%s (%s)", name, run->label) : name;
				sb_push(arena, all, with_rows(other, figure));
			}
		}
		group->curves = all;
	}
}

/* A label in words of the model, and the unit that the numbers have; a label that has brackets tells it by itself. */
static const char *label_with(sb_arena *arena, const char *label, const char *unit)
{
	return !*label ? unit : *unit && !strchr(label, '[') ? sb_printf(arena, "%s [%s]", label, unit) : label;
}

/* Curves of different units that share an axis tell theirs. */
static void tell_units(sb_arena *arena, sr_group *group, bool second)
{
	const char *unit = NULL;
	bool differ = false;
	for (uint32_t i = 0; i < group->curves.n; i++) {
		const sr_curve *c = &group->curves.at[i];
		if (c->second != second)
			continue;
		differ = differ || (unit && strcmp(unit, sr_shown_unit(c->record, c->y)) != 0);
		unit = sr_shown_unit(c->record, c->y);
	}
	for (uint32_t i = 0; i < group->curves.n && differ; i++)
		if (group->curves.at[i].second == second)
			group->curves.at[i].legend = label_with(arena, group->curves.at[i].legend,
													sr_shown_unit(group->curves.at[i].record, group->curves.at[i].y));
}

static sr_group wished(sb_arena *arena, const sr_record *r, const sr_figure *figure, const sr_plot_wish *w,
					   uint32_t *variable)
{
	const char *shared = "";
	sr_group group = no_curves(NULL);
	group.wish = w;
	uint32_t x = w->versus ? w->x_column : figure->versus ? figure->x_column : SR_OVER_TIME;
	for (uint32_t i = 0; i < w->count; i++) {
		const char *unit = sr_shown_unit(r, w->columns[i]);
		sr_curve curve = {.record = r, .y = w->columns[i], .x = x, .variable = ++*variable,
			.legend = *w->legends[i] ? w->legends[i] : name_of(r, w->columns[i])};
		add_curve(arena, &group, curve, range_of(r, w->columns[i]));
		shared = i == 0 || strcmp(shared, unit) == 0 ? unit : "";
	}
	group.unit = label_with(arena, w->label, shared);
	return group;
}

/* What must be the same for two curves to share an axis: the unit, or the names of the values. */
static const char *kind_of(sb_arena *arena, const sr_record *r, uint32_t column)
{
	const sr_column *c = sr_column_at(r, column);
	return c->kind == SR_BOOLEAN                         ? "Boolean"
		   : c->kind == SR_ENUM && c->literal_count      ? sb_printf(arena, "enumeration from %s", c->literals[0])
														 : sr_shown_unit(r, column);
}

static sr_group *group_of(sb_arena *arena, const sr_figure *figure, sr_groups *groups, const char *unit, range x)
{
	if (figure->sharing == SR_BY_UNIT)
		return group_for(arena, groups, unit, x);
	if (figure->sharing == SR_APART || !groups->n)
		return new_group(arena, groups, unit);
	if (strcmp(groups->at[0].unit, unit) != 0)
		groups->at[0].unit = "";
	return &groups->at[0];
}

static void add_right(sb_arena *arena, const sr_record *r, const sr_figure *figure, sr_groups *groups,
					  uint32_t *variable)
{
	for (uint32_t i = 0; i < figure->right_count && groups->n; i++) {
		sr_curve curve = {.record = r, .y = figure->right[i], .x = figure->versus ? figure->x_column : SR_OVER_TIME,
			.legend = name_of(r, figure->right[i]), .variable = ++*variable, .second = true};
		sb_push(arena, groups->at[0].curves, curve);
	}
}

sr_groups sr_groups_of(sb_arena *arena, const sr_record *r, const sr_figure *figure)
{
	enum { MOST = 6 };
	sr_groups groups = {0};
	uint32_t chosen[MOST], count = figure->count, variable = 0;
	const uint32_t *columns = figure->columns;
	for (uint32_t i = 0; i < figure->plot_count; i++)
		sb_push(arena, groups, wished(arena, r, figure, &figure->plots[i], &variable));
	if (!groups.n && !count) {
		count = sr_choose(r, chosen, MOST);
		columns = chosen;
	}
	for (uint32_t i = 0; i < count && !figure->plot_count; i++) {
		const sr_column *c = sr_column_at(r, columns[i]);
		range x = range_of(r, columns[i]);
		sr_curve curve = {.record = r, .y = columns[i], .x = figure->versus ? figure->x_column : SR_OVER_TIME,
			.legend = c->name, .variable = ++variable};
		const char *unit = kind_of(arena, r, columns[i]);
		add_curve(arena, group_of(arena, figure, &groups, unit, x), curve, x);
	}
	add_right(arena, r, figure, &groups, &variable);
	for (uint32_t g = 0; g < groups.n; g++) {
		tell_units(arena, &groups.at[g], false);
		tell_units(arena, &groups.at[g], true);
	}
	add_runs(arena, figure, &groups);
	return groups;
}
