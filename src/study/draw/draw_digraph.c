/* The picture of a digraph: nodes in columns, from left to right in the order of what they need. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/drawing/drawing.h"
#include "study/draw/draw.h"

enum { ROW = 40, GAP = 70, MARGIN = 24, HEAD = 40, FOOT = 40, HALF = 13, SWEEPS = 12 };
enum { INK = 0x222222, GREY = 0x8a8a8a, FAINT = 0xb5b5b5 };
static const uint32_t fills[] = {0xdce6f2, 0xd7ecd9, 0xfbe6c8, 0xf6d4d0, 0xe6d9ef};
static const uint32_t lines[] = {0x4a6fa5, 0x3d8b4a, 0xc07a1a, 0xb3473a, 0x7a4d9c};
enum { COLORS = sizeof fills / sizeof *fills };

typedef struct spot { uint32_t column, row; double wish, x, y, half; bool open, placed; } spot;
typedef struct layout {
	const sf_digraph *g;
	sb_arena *arena;
	spot *at;
	uint32_t columns, *count, rows;
	double *left, *wide, width, height;
} layout;

/* ------------------------------------------------------------------ places */

/* One column behind all that it needs. An edge that closes a loop counts for nothing. */
static uint32_t column_of(layout *l, uint32_t node)
{
	spot *s = &l->at[node];
	if (s->placed || s->open)
		return s->column;
	s->open = true;
	for (uint32_t i = 0; i < l->g->edges.n; i++) {
		const sf_edge *e = &l->g->edges.at[i];
		if (e->to != node || l->at[e->from].open)
			continue;
		uint32_t before = column_of(l, e->from) + 1;
		s->column = before > s->column ? before : s->column;
	}
	s->open = false;
	s->placed = true;
	return s->column;
}

static int by_wish(const void *a, const void *b)
{
	const spot *x = *(spot *const *)a, *y = *(spot *const *)b;
	return x->wish != y->wish ? (x->wish > y->wish) - (x->wish < y->wish) : (x > y) - (x < y);
}

/* Each column by the mean row of its neighbours, forth and back. */
static void order_column(layout *l, uint32_t column, bool from_left)
{
	spot **list = sb_new_array(l->arena, spot *, l->g->nodes.n + 1);
	uint32_t n = 0;
	for (uint32_t i = 0; i < l->g->nodes.n; i++) {
		spot *s = &l->at[i];
		double sum = 0, count = 0;
		if (s->column != column)
			continue;
		for (uint32_t k = 0; k < l->g->edges.n; k++) {
			const sf_edge *e = &l->g->edges.at[k];
			uint32_t other = from_left && e->to == i ? e->from : !from_left && e->from == i ? e->to : UINT32_MAX;
			if (other == UINT32_MAX)
				continue;
			sum += l->at[other].row + 0.5 * (l->rows - l->count[l->at[other].column]);
			count++;
		}
		s->wish = count ? sum / count : s->row + 0.5 * (l->rows - l->count[column]);
		list[n++] = s;
	}
	qsort(list, n, sizeof *list, by_wish);
	for (uint32_t i = 0; i < n; i++)
		list[i]->row = i;
}

static void place(layout *l)
{
	uint32_t n = l->g->nodes.n;
	l->at = sb_new_array(l->arena, spot, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t c = column_of(l, i);
		l->columns = c + 1 > l->columns ? c + 1 : l->columns;
	}
	l->count = sb_new_array(l->arena, uint32_t, l->columns + 1);
	l->left = sb_new_array(l->arena, double, l->columns + 1);
	l->wide = sb_new_array(l->arena, double, l->columns + 1);
	for (uint32_t i = 0; i < n; i++) {
		spot *s = &l->at[i];
		s->row = l->count[s->column]++;
		s->half = sr_text_width(l->g->nodes.at[i].text) / 2 + (l->g->nodes.at[i].box ? 8 : 11);
		l->wide[s->column] = fmax(l->wide[s->column], 2 * s->half);
		l->rows = l->count[s->column] > l->rows ? l->count[s->column] : l->rows;
	}
	for (int k = 0; k < SWEEPS; k++)
		for (uint32_t c = 0; c < l->columns; c++)
			order_column(l, k % 2 ? l->columns - 1 - c : c, k % 2 == 0);
	l->width = MARGIN;
	for (uint32_t c = 0; c < l->columns; c++) {
		l->left[c] = l->width;
		l->width += l->wide[c] + GAP;
	}
	l->width += MARGIN - GAP;
	l->height = HEAD + l->rows * ROW + FOOT;
	for (uint32_t i = 0; i < n; i++) {
		spot *s = &l->at[i];
		s->x = l->left[s->column] + l->wide[s->column] / 2;
		s->y = HEAD + ROW * (s->row + 0.5 + 0.5 * (l->rows - l->count[s->column]));
	}
}

/* ------------------------------------------------------------------ marks */

static void arrow(sr_scene *scene, double x, double y, double dx, double dy, uint32_t color)
{
	double along = hypot(dx, dy) + 1e-9, ux = dx / along, uy = dy / along;
	const double px[] = {x, x - 7 * ux + 3 * uy, x - 7 * ux - 3 * uy};
	const double py[] = {y, y - 7 * uy - 3 * ux, y - 7 * uy + 3 * ux};
	sr_add_path(scene, SR_AREA, px, py, 3, color);
}

/* A curve that leaves and comes horizontally; to the left it goes around below. */
static void draw_edge(const layout *l, sr_scene *scene, const sf_edge *e)
{
	enum { POINTS = 25 };
	const spot *a = &l->at[e->from], *b = &l->at[e->to];
	double x0 = a->x + a->half, x1 = b->x - b->half - 1, y0 = a->y, y1 = b->y, x[POINTS], y[POINTS];
	bool back = b->column <= a->column;
	double reach = back ? 60 : fmin(0.5 * (x1 - x0), 90), dip = back ? ROW : 0;
	for (int i = 0; i < POINTS; i++) {
		double t = i / (POINTS - 1.0), s = 1 - t;
		x[i] = s * s * s * x0 + 3 * s * s * t * (x0 + reach) + 3 * s * t * t * (x1 - reach) + t * t * t * x1;
		y[i] = s * s * s * y0 + 3 * s * s * t * (y0 + dip) + 3 * s * t * t * (y1 + dip) + t * t * t * y1;
	}
	uint32_t color = e->faint ? FAINT : GREY;
	sr_drawn *d = sr_add_path(scene, SR_STROKE, x, y, POINTS, color);
	d->width = 1.2;
	d->dash = e->faint ? SR_DASHED : SR_SOLID;
	arrow(scene, x1, y1, x[POINTS - 1] - x[POINTS - 3], y[POINTS - 1] - y[POINTS - 3], color);
}

static void outline(sr_scene *scene, double x0, double y0, double x1, double y1, uint32_t fill, uint32_t line)
{
	const double x[] = {x0, x1, x1, x0, x0}, y[] = {y0, y0, y1, y1, y0};
	sr_add_box(scene, x0, y0, x1, y1, fill);
	sr_drawn *d = sr_add_path(scene, SR_STROKE, x, y, 5, line);
	d->width = 1.2;
	d->dash = SR_SOLID;
}

/* A box with round ends. */
static void capsule(sr_scene *scene, const spot *s)
{
	enum { STEPS = 12 };
	double x[2 * STEPS + 3], y[2 * STEPS + 3], r = HALF - 2, side = s->half - r;
	uint32_t n = 0;
	for (int end = 0; end < 2; end++)
		for (int i = 0; i <= STEPS; i++, n++) {
			double angle = M_PI * (i / (double)STEPS - 0.5 + end);
			x[n] = s->x + (end ? -side : side) + r * cos(angle);
			y[n] = s->y + r * sin(angle);
		}
	x[n] = x[0];
	y[n] = y[0];
	sr_add_path(scene, SR_AREA, x, y, n, 0xffffff);
	sr_drawn *d = sr_add_path(scene, SR_STROKE, x, y, n + 1, GREY);
	d->width = 1.2;
	d->dash = SR_SOLID;
}

static void draw_node(const layout *l, sr_scene *scene, uint32_t i)
{
	const sf_node *n = &l->g->nodes.at[i];
	const spot *s = &l->at[i];
	bool colored = n->group >= 0 && n->group < COLORS;
	if (n->box)
		outline(scene, s->x - s->half, s->y - HALF, s->x + s->half, s->y + HALF, colored ? fills[n->group] : 0xf0f0f0,
				colored ? lines[n->group] : GREY);
	else
		capsule(scene, s);
	sr_add_word(scene, s->x, s->y + 4.5, n->text, SR_ANCHOR_MIDDLE)->color = INK;
}

static void draw_legend(const layout *l, sr_scene *scene)
{
	double x = MARGIN, y = l->height - FOOT / 2;
	for (uint32_t k = 0; k < l->g->groups.n && k < COLORS; k++) {
		bool used = false;
		for (uint32_t i = 0; i < l->g->nodes.n; i++)
			used |= l->g->nodes.at[i].group == (int32_t)k;
		if (!used)
			continue;
		outline(scene, x, y - 6, x + 18, y + 6, fills[k], lines[k]);
		sr_add_word(scene, x + 24, y + 4.5, l->g->groups.at[k], SR_ANCHOR_START)->color = INK;
		x += 44 + sr_text_width(l->g->groups.at[k]);
	}
}

bool st_draw_digraph(const sf_digraph *g, const char *path, sb_diag *diag)
{
	layout l = {.g = g, .arena = sb_arena_new()};
	place(&l);
	double legend = 2 * MARGIN;
	for (uint32_t k = 0; k < g->groups.n; k++)
		legend += 44 + sr_text_width(g->groups.at[k]);
	sr_scene *scene = sr_scene_new(fmax(l.width, fmax(legend, 2 * MARGIN + 1.2 * sr_text_width(g->title))), l.height);
	sr_drawn *title = sr_add_word(scene, MARGIN, 24, g->title, SR_ANCHOR_START);
	title->bold = true;
	title->color = INK;
	for (uint32_t i = 0; i < g->edges.n; i++)
		draw_edge(&l, scene, &g->edges.at[i]);
	for (uint32_t i = 0; i < g->nodes.n; i++)
		draw_node(&l, scene, i);
	draw_legend(&l, scene);
	bool good = sr_scene_write(scene, path, diag);
	sr_scene_free(scene);
	sb_arena_free(l.arena);
	return good;
}
