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

static sr_group *group_for(sb_arena *arena, sr_groups *groups, const char *unit, range x)
{
	for (uint32_t k = 0; k < groups->n; k++)
		if (strcmp(groups->at[k].unit, unit) == 0 && go_together(&groups->at[k], x))
			return &groups->at[k];
	sb_push(arena, *groups, ((sr_group){.unit = unit, .low = INFINITY, .high = -INFINITY, .least = INFINITY}));
	return &groups->at[groups->n - 1];
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

static sr_group wished(sb_arena *arena, const sr_record *r, const sr_figure *figure, const sr_plot_wish *w)
{
	sr_group group = {.unit = w->label, .low = INFINITY, .high = -INFINITY, .least = INFINITY, .wish = w};
	uint32_t x = w->versus ? w->x_column : figure->versus ? figure->x_column : SR_OVER_TIME;
	for (uint32_t i = 0; i < w->count; i++) {
		const char *unit = sr_shown_unit(r, w->columns[i]),
				   *legend = *w->legends[i] ? w->legends[i] : sr_column_at(r, w->columns[i])->name;
		add_curve(arena, &group, (sr_curve){r, w->columns[i], x, legend}, range_of(r, w->columns[i]));
		if (!*w->label)
			group.unit = i == 0 || strcmp(group.unit, unit) == 0 ? unit : "";
	}
	return group;
}

sr_groups sr_groups_of(sb_arena *arena, const sr_record *r, const sr_figure *figure)
{
	enum { MOST = 6 };
	sr_groups groups = {0};
	uint32_t chosen[MOST], count = figure->count;
	const uint32_t *columns = figure->columns;
	for (uint32_t i = 0; i < figure->plot_count; i++)
		sb_push(arena, groups, wished(arena, r, figure, &figure->plots[i]));
	if (groups.n)
		return groups;
	if (!count) {
		count = sr_choose(r, chosen, MOST);
		columns = chosen;
	}
	for (uint32_t i = 0; i < count; i++) {
		const sr_column *c = sr_column_at(r, columns[i]);
		range x = range_of(r, columns[i]);
		sr_curve curve = {r, columns[i], figure->versus ? figure->x_column : SR_OVER_TIME, c->name};
		const char *unit = c->kind == SR_BOOLEAN ? "Boolean" : sr_shown_unit(r, columns[i]);
		add_curve(arena, group_for(arena, &groups, unit, x), curve, x);
	}
	return groups;
}
