/* The public interface: charts. */
#include "result/chart/chart.h"
#include "study/public/public.h"
#include <string.h>

typedef sb_vec(sr_layer) layer_list;
struct saltus_chart {
	sb_arena *arena; sb_diag *diag;
	const char *title; uint32_t columns;
	sb_vec(sr_panel) panels; sb_vec(layer_list) layers;              /* by panel */
	sb_text svg, json;
	char broken[ST_BROKEN];          /* no memory for what was to be drawn */
};

static const char *text_of(sb_arena *arena, const char *text)
{
	return sb_strdup(arena, text ? text : "");
}

static const double *numbers_of(sb_arena *arena, const double *from, size_t n)
{
	double *to = sb_new_array(arena, double, n + 1);
	if (n)
		memcpy(to, from, n * sizeof *to);
	return to;
}

static saltus_chart *make(const char *title, size_t columns)
{
	sb_arena *arena = sb_arena_new();
	saltus_chart *c = sb_new(arena, saltus_chart);
	c->arena = arena;
	c->diag = sb_diag_new();
	c->title = text_of(arena, title);
	c->columns = (uint32_t)columns;
	return c;
}

saltus_chart *saltus_new_chart(const char *title, size_t columns)
{
	saltus_chart *volatile c = NULL;
	sb_door door;
	if (SB_ENTER(&door))
		c = make(title, columns);
	sb_leave(&door);
	return c;
}

void saltus_free_chart(saltus_chart *c)
{
	if (!c)
		return;
	sb_text_free(&c->svg);
	sb_text_free(&c->json);
	sb_diag_free(c->diag);
	sb_arena_free(c->arena);
}

static void add_panel(saltus_chart *c, sr_panel panel)
{
	panel.title = text_of(c->arena, panel.title);
	panel.x.label = text_of(c->arena, panel.x.label);
	panel.y.label = text_of(c->arena, panel.y.label);
	sb_push(c->arena, c->panels, panel);
	sb_push(c->arena, c->layers, ((layer_list){0}));
}

void saltus_chart_panel(saltus_chart *c, const char *title, const char *x, const char *y, bool x_log, bool y_log)
{
	sb_door door;
	if (!c)
		return;
	if (SB_ENTER(&door))
		add_panel(c, (sr_panel){.title = title, .x = {.label = x, .scale = x_log ? SR_LOGARITHMIC : SR_LINEAR},
								.y = {.label = y, .scale = y_log ? SR_LOGARITHMIC : SR_LINEAR}});
	else
		st_public_break_down(c->broken, &door);
	sb_leave(&door);
}

/* To the last panel; there is one. */
static void add_layer(saltus_chart *c, sr_layer layer)
{
	if (!c->panels.n)
		add_panel(c, (sr_panel){0});
	sb_push(c->arena, c->layers.at[c->layers.n - 1], layer);
}

static void add_series(saltus_chart *c, sr_layer_kind kind, const double *x, const double *y, size_t n,
					   const char *legend)
{
	sb_door door;
	if (!c)
		return;
	if (SB_ENTER(&door))
		add_layer(c, (sr_layer){.kind = kind, .legend = text_of(c->arena, legend),
			.data = {.n = n, .x = numbers_of(c->arena, x, n), .y = numbers_of(c->arena, y, n)}});
	else
		st_public_break_down(c->broken, &door);
	sb_leave(&door);
}

void saltus_chart_curve(saltus_chart *c, const double *x, const double *y, size_t count, const char *legend)
{
	add_series(c, SR_CURVE, x, y, count, legend);
}

void saltus_chart_points(saltus_chart *c, const double *x, const double *y, size_t count, const char *legend)
{
	add_series(c, SR_POINTS, x, y, count, legend);
}

static void add_cells(saltus_chart *c, const sr_cells *from)
{
	sr_cells *cells = sb_new(c->arena, sr_cells);
	*cells = *from;
	cells->x = numbers_of(c->arena, from->x, from->columns + 1);
	cells->y = numbers_of(c->arena, from->y, from->rows + 1);
	cells->value = numbers_of(c->arena, from->value, (size_t)from->columns * from->rows);
	cells->of.label = text_of(c->arena, from->of.label);
	add_layer(c, (sr_layer){.kind = SR_CELLS, .cells = cells});
}

void saltus_chart_cells(saltus_chart *c, size_t columns, size_t rows, const double *x_edges, const double *y_edges,
						const double *values, const char *label)
{
	sb_door door;
	if (!c || !columns || !rows)
		return;
	if (SB_ENTER(&door))
		add_cells(c, &(sr_cells){.columns = (uint32_t)columns, .rows = (uint32_t)rows, .x = x_edges, .y = y_edges,
								 .value = values, .of = {.label = label}});
	else
		st_public_break_down(c->broken, &door);
	sb_leave(&door);
}

static sr_chart chart_of(saltus_chart *c)
{
	for (uint32_t i = 0; i < c->panels.n; i++) {
		c->panels.at[i].layers = c->layers.at[i].at;
		c->panels.at[i].count = c->layers.at[i].n;
	}
	return (sr_chart){.title = c->title, .panels = c->panels.at, .count = c->panels.n, .columns = c->columns,
					  .empty = "nothing was given to draw"};
}

const char *saltus_chart_svg(saltus_chart *c)
{
	volatile bool good = false;
	sb_door door;
	if (!c || c->broken[0])
		return "";
	if (SB_ENTER(&door)) {
		sr_chart chart = chart_of(c);
		c->svg.n = 0;
		sr_chart_svg(&chart, &c->svg);
		good = true;
	} else {
		st_public_break_down(c->broken, &door);
	}
	sb_leave(&door);
	return good ? c->svg.at : "";
}

bool saltus_chart_write(saltus_chart *c, const char *path)
{
	volatile bool good = false;
	sb_door door;
	if (!c || c->broken[0])
		return false;
	if (SB_ENTER(&door)) {
		sr_chart chart = chart_of(c);
		sb_take_back(c->diag, 0, NULL);
		good = sr_chart_write(&chart, path ? path : "", c->diag);
	} else {
		st_public_break_down(c->broken, &door);
	}
	sb_leave(&door);
	return good;
}

const char *saltus_chart_messages_json(saltus_chart *c)
{
	return c ? st_public_json(&c->json, c->diag, 0, c->broken) : "[]";
}
