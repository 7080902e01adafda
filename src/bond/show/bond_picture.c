/* The picture of a graph: nodes as words, bonds with half arrows and causal strokes. The half arrow is at the end that
 * power goes to, the stroke at the end that is given the effort. Colours are those of the domains. */
#include "bond/show/bond_show.h"

#include <math.h>
#include <string.h>

#include "result/drawing/drawing.h"

enum { CELL_HEIGHT = 92, MARGIN = 46, HEAD = 34, FOOT = 24, NAME_SIZE = 15, VALUE_SIZE = 11 };
enum { INK = 0x222222, GREY = 0x777777, RED = 0xc0392b, ORANGE = 0xc77700 };

typedef struct sheet { bg_graph *g; sr_scene *scene; double width; bool *looped; } sheet;
typedef struct box { double x, y, w, h; } box;       /* the middle, and half of the sizes */

static uint32_t color_of(bg_domain d)
{
	static const uint32_t colors[BG_DOMAINS] = {0x444444, 0x1f5fbf, 0x4d7a1e, 0x1e7a4d, 0xb8352a, 0x2a7f9e};
	return colors[d];
}

static const char *label_of(const bg_graph *g, const bg_node *n)
{
	return bg_is_junction(n) ? bg_symbol_of(n) : sb_printf(g->arena, "%s : %s", bg_symbol_of(n), n->name);
}

/* A value that fits under its name. */
static const char *value_of(const bg_graph *g, const bg_node *n)
{
	enum { MOST = 24 };
	const char *law = n->control ? n->control : bg_is_junction(n) ? "" : n->law ? n->law : "";
	if (n->kind == BG_AMPLIFIER || (strncmp(law, "0 = ", 4) == 0 && strlen(law) > MOST))
		law = n->kind == BG_AMPLIFIER ? "" : "nonlinear";
	if (strlen(law) > MOST && strstr(law, "time"))
		return "f(time)";
	return strlen(law) <= MOST ? law : sb_printf(g->arena, "%.*s...", MOST - 3, law);
}

static double half_width(const bg_graph *g, const bg_node *n)
{
	double name = sr_text_width(label_of(g, n)) * NAME_SIZE / SR_TEXT_SIZE;
	double value = sr_text_width(value_of(g, n)) * VALUE_SIZE / SR_TEXT_SIZE;
	return fmax(name, value) / 2 + 7;
}

static box box_of(const sheet *s, const bg_node *n)
{
	bool value = *value_of(s->g, n) != 0;
	return (box){MARGIN + s->width * (n->x + 0.5), HEAD + MARGIN / 2 + CELL_HEIGHT * (n->y + 0.5),
		half_width(s->g, n), value ? 19 : 12};
}

/* Where the line from the middle of a box to another point leaves it. */
static void leave(const box *b, double to_x, double to_y, double *x, double *y)
{
	double dx = to_x - b->x, dy = to_y - b->y, along = hypot(dx, dy);
	double t = fmin(dx != 0 ? b->w / fabs(dx) : INFINITY, dy != 0 ? b->h / fabs(dy) : INFINITY);
	t = fmin(t + 3 / along, 0.45);
	*x = b->x + t * dx;
	*y = b->y + t * dy;
}

static void draw_bond(const sheet *s, const bg_bond *b)
{
	box from = box_of(s, &s->g->nodes.at[b->from]), to = box_of(s, &s->g->nodes.at[b->to]);
	double x0, y0, x1, y1;
	uint32_t color = color_of(b->domain);
	leave(&from, to.x, to.y, &x0, &y0);
	leave(&to, from.x, from.y, &x1, &y1);
	double length = hypot(x1 - x0, y1 - y0);
	if (length < 1)
		return;
	double ux = (x1 - x0) / length, uy = (y1 - y0) / length;
	sr_add_line(s->scene, x0, y0, x1, y1, color, 1.6);
	/* the half arrow lies on one side: below lines to the right, to the right of lines upwards */
	sr_add_line(s->scene, x1, y1, x1 - 11 * ux - 6 * uy, y1 - 11 * uy + 6 * ux, color, 1.6);
	if (b->effort == BG_NOBODY)
		return;
	double x = b->effort == BG_BY_FROM ? x1 : x0, y = b->effort == BG_BY_FROM ? y1 : y0;
	sr_add_line(s->scene, x - 8 * uy, y + 8 * ux, x + 8 * uy, y - 8 * ux, color, 2.2);
}

static void draw_node(const sheet *s, uint32_t number)
{
	const bg_node *n = &s->g->nodes.at[number];
	box b = box_of(s, n);
	const char *value = value_of(s->g, n);
	double base = *value ? b.y - 3 : b.y + 5;
	sr_drawn *word = sr_add_word(s->scene, b.x, base, label_of(s->g, n), SR_ANCHOR_MIDDLE);
	word->size = NAME_SIZE;
	word->bold = bg_is_junction(n);
	word->color = n->dependent ? RED : s->looped[number] && !bg_is_junction(n) ? ORANGE : INK;
	if (!*value)
		return;
	sr_drawn *small = sr_add_word(s->scene, b.x, base + 15, value, SR_ANCHOR_MIDDLE);
	small->size = VALUE_SIZE;
	small->color = GREY;
	small->italic = n->control != NULL;
}

static void mark_loops(sheet *s)
{
	for (uint32_t i = 0; i < s->g->faults.n; i++) {
		const bg_fault *f = &s->g->faults.at[i];
		for (uint32_t k = 0; k < f->others.n; k++)
			s->looped[f->others.at[k]] |= f->kind != BG_DEPENDENT;
	}
}

static const char *footer(const sheet *s)
{
	bool dependent = false, looped = false;
	for (uint32_t i = 0; i < s->g->nodes.n; i++) {
		dependent |= s->g->nodes.at[i].dependent;
		looped |= s->looped[i];
	}
	return dependent && looped ? "red: dependent storage   orange: in a loop or a conflict" :
		   dependent ? "red: dependent storage" : looped ? "orange: in a loop or a conflict" : "";
}

static bool draw_sheet(bg_graph *g, const char *path, sb_diag *diag)
{
	sheet s = {.g = g, .width = 96, .looped = sb_new_array(g->arena, bool, g->nodes.n + 1)};
	double columns = 1, rows = 1;
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		columns = fmax(columns, g->nodes.at[i].x + 1);
		rows = fmax(rows, g->nodes.at[i].y + 1);
		s.width = fmax(s.width, fmin(2 * half_width(g, &g->nodes.at[i]) * 0.62 + 52, 200));
	}
	mark_loops(&s);
	const char *title = sb_printf(g->arena, "Bond graph of %s", g->model->name), *foot = footer(&s);
	double width = fmax(2 * MARGIN + columns * s.width, sr_text_width(title) + 2 * MARGIN);
	s.scene = sr_scene_new(fmax(width, sr_text_width(foot) + 2 * MARGIN), HEAD + rows * CELL_HEIGHT + MARGIN + FOOT);
	sr_add_box(s.scene, 0, 0, s.scene->width, s.scene->height, 0xffffff);
	sr_add_word(s.scene, MARGIN / 2, 24, title, SR_ANCHOR_START)->bold = true;
	for (uint32_t i = 0; i < g->bonds.n; i++)
		draw_bond(&s, &g->bonds.at[i]);
	for (uint32_t i = 0; i < g->nodes.n; i++)
		draw_node(&s, i);
	if (*foot)
		sr_add_word(s.scene, MARGIN / 2, s.scene->height - 12, foot, SR_ANCHOR_START)->color = GREY;
	bool good = sr_scene_write(s.scene, path, diag);
	sr_scene_free(s.scene);
	return good;
}

bool bg_draw(bg_graph *g, const char *path, sb_diag *diag)
{
	const char *dot = strrchr(path, '.');
	if (dot && strcmp(dot, ".dot") == 0)
		return bg_write_dot(g, path, diag);
	if (!sr_scene_ending(path, diag))
		return false;
	bg_place_nodes(g);
	return draw_sheet(g, path, diag);
}
