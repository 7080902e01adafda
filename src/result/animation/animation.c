/* A record as a film. */
#include "result/animation/animation.h"
#include "result/animation/objects.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDE = 640, HIGH = 480, STRIP = 28, USUAL = 800 };
enum { INK = 0x333333, GREY = 0xd8d8d8, BLUE = 0x0072b2, WHITE = 0xffffff };
typedef struct stage {
	const sr_record *r;
	sr_film *film;
	sb_diag *diag;
	const char *sheet;
	double left, top, zoom;          /* a point is at ((x - left)*zoom, (top - y)*zoom) */
	double start, speed;
	uint32_t next_color;             /* row of the table of colours */
	sr_object *objects; uint32_t count;
} stage;
typedef struct looks { bool filled; uint32_t color, edge; double width; } looks;

static uint32_t rgb(const double *part)
{
	uint32_t out = 0;
	for (int k = 0; k < 3; k++)
		out = out << 8 | (uint32_t)lround(255 * (part[k] > 0 ? fmin(part[k], 1) : 0));
	return out;
}

static uint32_t darker(uint32_t color)
{
	return (color >> 16 & 255) * 6 / 10 << 16 | (color >> 8 & 255) * 6 / 10 << 8 | (color & 255) * 6 / 10;
}

/* Row `row` of the table of colours, which begins again behind its end. */
static void table_color(const stage *s, uint32_t row, double *color)
{
	char name[40];
	uint32_t rows = 0;
	do
		snprintf(name, sizeof name, "colors[%u,1]", ++rows);
	while (s->sheet && sr_beside(s->r, s->sheet, name) != UINT32_MAX);
	for (int k = 0; k < 3; k++) {
		snprintf(name, sizeof name, "colors[%u,%d]", rows > 1 ? row % (rows - 1) + 1 : 1, k + 1);
		color[k] = s->sheet ? sr_constant_beside(s->r, s->sheet, name, 0.3) : 0.3;
	}
}

static looks look_of(stage *s, const sr_object *o)
{
	double color[3];
	bool line = o->type == SR_TYPE_LINE || o->type == SR_TYPE_SEGMENTS || o->type == SR_TYPE_TRAILS;
	if (o->has_color)
		memcpy(color, o->color, sizeof color);
	else
		table_color(s, s->next_color++, color);
	bool filled = color[0] >= 0 && color[1] >= 0 && color[2] >= 0;
	uint32_t inside = filled ? rgb(color) : INK;
	if (line)
		return (looks){.filled = false, .color = inside, .edge = inside, .width = o->thickness};
	return (looks){.filled = filled || o->colored, .color = inside, .edge = filled ? darker(inside) : INK,
		.width = o->colored ? 0 : filled ? 1 : o->thickness};
}

/* Coordinates of the part `i` of an object, or of all of it, at a row of the record. */
static uint32_t place(const stage *s, const sr_object *o, uint32_t row, uint32_t i, double *to)
{
	double z = s->zoom, v[4] = {0};
	if (o->type == SR_TYPE_POLYGON || o->type == SR_TYPE_LINE) {
		for (uint32_t k = 0; k < o->rows; k++) {
			to[2 * k] = (sr_object_value(s->r, o, row, k, 0) - s->left) * z;
			to[2 * k + 1] = (s->top - sr_object_value(s->r, o, row, k, 1)) * z;
		}
		return 2 * o->rows;
	}
	uint32_t n = o->columns - (o->colored ? 3 : 0);
	for (uint32_t k = 0; k < n; k++)
		v[k] = sr_object_value(s->r, o, row, i, k);
	to[0] = (v[0] - s->left) * z;
	to[1] = (s->top - v[1]) * z;
	switch (o->type) {
	case SR_TYPE_CIRCLES: to[2] = v[2] * z; break;
	case SR_TYPE_RECTANGLES: to[1] -= v[3] * z, to[2] = v[2] * z, to[3] = v[3] * z; break;
	case SR_TYPE_SEGMENTS: to[2] = (v[2] - s->left) * z, to[3] = (s->top - v[3]) * z; break;
	default: break;
	}
	return n;
}

static uint32_t color_at(const stage *s, const sr_object *o, uint32_t row, uint32_t i)
{
	double color[3];
	for (uint32_t k = 0; k < 3; k++)
		color[k] = sr_object_value(s->r, o, row, i, o->columns - 3 + k);
	return rgb(color);
}

static bool is_finite(const double *at, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++)
		if (!isfinite(at[k]))
			return false;
	return true;
}

static double second_of(const stage *s, uint32_t row)
{
	return (sr_time(s->r, row) - s->start) / s->speed;
}

/* Does the number in a column change at this row? It was 0 before the first. */
static bool moves_at(const sr_record *r, uint32_t column, uint32_t row)
{
	return sr_value(r, row, column) != (row ? sr_value(r, row - 1, column) : 0);
}

static void tell_gap(const stage *s, const sr_object *o, double time)
{
	sb_help(sb_report(s->diag, SB_WARNING, "U1026", (sb_span){0},
					  "the object '%s' has no place at %.9g s: it is drawn where it was before", o->name, time),
			"its numbers are not finite, or so large that no sheet has room for them");
}

/* The keys of the part `i`. */
static sr_actor actor_of(stage *s, const sr_object *o, uint32_t i, bool *told)
{
	static const sr_actor_kind kinds[] = {0, SR_CLOSED, SR_OPEN, SR_ROUND, SR_OBLONG, SR_OPEN, SR_TRAIL};
	bool whole = o->type == SR_TYPE_POLYGON || o->type == SR_TYPE_LINE, holds = o->frames != UINT32_MAX;
	uint32_t rows = sr_rows(s->r), most = whole ? 2 * o->rows : 4, keys = 0, n = 0;
	looks l = look_of(s, o);
	for (uint32_t row = 0; row < rows; row++)
		keys += !holds || moves_at(s->r, o->frames, row);
	double *time = sb_new_array(s->film->arena, double, keys + 1), *here = sb_new_array(s->film->arena, double, most),
		   *at = sb_new_array(s->film->arena, double, (size_t)keys * most + 1);
	uint32_t *colors = o->colored ? sb_new_array(s->film->arena, uint32_t, keys + 1) : NULL;
	keys = 0;
	for (uint32_t row = 0; row < rows; row++) {
		if (holds && !moves_at(s->r, o->frames, row))
			continue;
		n = place(s, o, row, i, here);
		if (!is_finite(here, n)) {
			if (!*told)
				tell_gap(s, o, sr_time(s->r, row));
			*told = true;
			continue;
		}
		memcpy(at + (size_t)keys * n, here, n * sizeof *at);
		if (colors)
			colors[keys] = color_at(s, o, row, i);
		time[keys++] = second_of(s, row);
	}
	return (sr_actor){.kind = kinds[o->type], .filled = l.filled, .holds = holds, .color = l.color, .colors = colors,
		.edge = l.edge, .width = l.width, .from = keys ? time[0] : 0, .keys = keys, .coordinates = n, .time = time,
		.at = at, .text = ""};
}

typedef sb_vec(sr_actor) actors;

/* The actors of an object, one for each thing that is drawn. */
static void add_object(stage *s, const sr_object *o, actors *to)
{
	bool told = false, whole = o->type == SR_TYPE_POLYGON || o->type == SR_TYPE_LINE;
	for (uint32_t i = 0; i < (whole ? o->rows > 0 : o->rows); i++) {
		sr_actor a = actor_of(s, o, i, &told);
		if (a.keys)
			sb_push(s->film->arena, *to, a);
	}
}

/* A copy of an actor as it is at a time, which stays. */
static void add_copy(const stage *s, const sr_actor *a, double second)
{
	double *at = sb_new_array(s->film->arena, double, a->coordinates + 1);
	uint32_t key = sr_actor_key(a, second);
	if (a->kind == SR_TRAIL || !sr_actor_at(a, second, at))
		return;
	sr_actor *copy = sr_film_still(s->film, a->kind, at, a->coordinates,
								   a->colors && key != UINT32_MAX ? a->colors[key] : a->color);
	copy->filled = a->filled;
	copy->edge = a->edge;
	copy->width = a->width;
	copy->from = second;
}

/* What snapshots leave, in the order of time. */
static void add_copies(const stage *s, const actors *all, const uint32_t *object)
{
	for (uint32_t row = 0; row < sr_rows(s->r); row++)
		for (uint32_t i = 0; i < all->n; i++) {
			const sr_object *o = &s->objects[object[i]];
			if (!o->background && o->shots != UINT32_MAX && moves_at(s->r, o->shots, row))
				add_copy(s, &all->at[i], second_of(s, row));
		}
}

/* Behind all copies is the background, as far as it comes first; in front of them is what moves. */
static void add_actors(stage *s)
{
	actors all = {0};
	sb_vec(uint32_t) object = {0};
	uint32_t behind = 0;
	bool first = true;
	for (uint32_t i = 0; i < s->count; i++) {
		add_object(s, &s->objects[i], &all);
		while (object.n < all.n)
			sb_push(s->film->arena, object, i);
		first = first && s->objects[i].background;
		behind = first ? all.n : behind;
	}
	for (uint32_t i = 0; i < behind; i++)
		sb_push(s->film->arena, s->film->actors, all.at[i]);
	add_copies(s, &all, object.at);
	for (uint32_t i = behind; i < all.n; i++)
		sb_push(s->film->arena, s->film->actors, all.at[i]);
}

/* Letters and bar grow with the sheet. */
static double unit(double width)
{
	return fmax(1, width / USUAL);
}

static void add_time(const stage *s, double x, double y, sr_anchor anchor, double time)
{
	sr_actor *label = sr_film_still(s->film, SR_LABEL, (double[]){x, y}, 2, INK);
	label->text = sb_printf(s->film->arena, "%.6g s", time);
	label->anchor = anchor;
	label->width = SR_TEXT_SIZE * unit(s->film->width);
}

/* The time as a bar that grows, below the sheet. */
static void add_bar(const stage *s, double stop)
{
	sr_film *film = s->film;
	double k = unit(film->width), high = film->height - ceil(k * STRIP), middle = high + k * STRIP / 2, from = 64 * k,
		   to = film->width - 64 * k;
	double *at = sb_new_array(film->arena, double, 8), *time = sb_new_array(film->arena, double, 2);
	sr_film_still(film, SR_OBLONG, (double[]){0, high, film->width, ceil(k * STRIP)}, 4, WHITE);
	sr_film_still(film, SR_OBLONG, (double[]){0, high, film->width, 1}, 4, GREY);
	add_time(s, from - 8 * k, middle + 4.5 * k, SR_ANCHOR_END, s->start);
	add_time(s, to + 8 * k, middle + 4.5 * k, SR_ANCHOR_START, stop);
	if (!(to > from))
		return;
	sr_film_still(film, SR_OBLONG, (double[]){from, middle - 2 * k, to - from, 4 * k}, 4, GREY);
	time[1] = film->seconds;
	for (int i = 0; i < 2; i++)
		memcpy(at + 4 * i, (double[]){from, middle - 2 * k, i * (to - from), 4 * k}, 4 * sizeof *at);
	sr_actor bar = {.kind = SR_OBLONG, .filled = true, .color = BLUE, .keys = 2, .coordinates = 4, .time = time,
		.at = at, .text = ""};
	sb_push(film->arena, film->actors, bar);
}

/* Of 1, 2, 5, 10, 20, ... the last that is at most x, or the first that is at least x. */
static double rounded(double x, bool up)
{
	double ten = pow(10, floor(log10(x))), out = ten;
	static const double steps[] = {1, 2, 5, 10};
	for (int k = 0; k < 4; k++) {
		if (up && steps[k] * ten >= x * (1 - 1e-9))
			return steps[k] * ten;
		if (!up && steps[k] * ten <= x * (1 + 1e-9))
			out = steps[k] * ten;
	}
	return out;
}

static double chosen_speed(double duration)
{
	const double least = 5, most = 30;
	return !(duration > 0) ? 1 : duration < least ? rounded(duration / least, false)
		: duration > most ? rounded(duration / most, true) : 1;
}

/* Widens a box by all places of an object. */
static void widen(const sr_record *r, const sr_object *o, double *low, double *high)
{
	for (uint32_t row = 0; row < sr_rows(r); row++)
		for (uint32_t i = 0; i < o->rows; i++) {
			double v[4] = {0};
			uint32_t n = o->columns - (o->colored ? 3 : 0);
			for (uint32_t k = 0; k < n; k++)
				v[k] = sr_object_value(r, o, row, i, k);
			double x1 = v[0], y1 = v[1], x2 = v[0], y2 = v[1];
			if (o->type == SR_TYPE_CIRCLES)
				x1 -= v[2], y1 -= v[2], x2 += v[2], y2 += v[2];
			if (o->type == SR_TYPE_RECTANGLES)
				x2 += v[2], y2 += v[3];
			if (o->type == SR_TYPE_SEGMENTS)
				x2 = v[2], y2 = v[3];
			low[0] = fmin(low[0], fmin(x1, x2)), high[0] = fmax(high[0], fmax(x1, x2));
			low[1] = fmin(low[1], fmin(y1, y2)), high[1] = fmax(high[1], fmax(y1, y2));
		}
}

/* The sheet that is given, or one on which all objects stay. False: reported. */
static bool choose_box(const stage *s, double *box)
{
	char name[400];
	double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
	for (int k = 0; s->sheet && k < 4; k++) {
		snprintf(name, sizeof name, "%s[%d]", s->sheet, k + 1);
		uint32_t column = sr_find(s->r, name);
		box[k] = column == UINT32_MAX ? NAN : sr_value(s->r, 0, column);
	}
	if (!s->sheet) {
		for (uint32_t i = 0; i < s->count; i++)
			widen(s->r, &s->objects[i], low, high);
		double margin = fmax(0.05 * fmax(high[0] - low[0], high[1] - low[1]), 1e-9);
		memcpy(box, (double[]){low[0] - margin, low[1] - margin, high[0] - low[0] + 2 * margin,
			high[1] - low[1] + 2 * margin}, 4 * sizeof *box);
	}
	if (is_finite(box, 4) && box[2] > 0 && box[3] > 0)
		return true;
	sb_message *m = sb_report(s->diag, SB_ERROR, "U1025", (sb_span){0}, "there is nothing to show the animation on: %s",
							  s->sheet ? s->sheet : "no object has a place");
	sb_help(m, "the sheet is {left, bottom, width, height}, with a width and a height that are greater than zero");
	return false;
}

static bool set_stage(stage *s)
{
	double box[4], zoom = s->sheet ? sr_constant_beside(s->r, s->sheet, "zoom", 0) : 0,
				   speed = s->sheet ? sr_constant_beside(s->r, s->sheet, "speed", 0) : 0;
	if (!choose_box(s, box))
		return false;
	uint32_t last = sr_rows(s->r) - 1;
	double stop = sr_time(s->r, last);
	s->start = sr_time(s->r, 0);
	s->speed = speed > 0 ? speed : chosen_speed(stop - s->start);
	s->zoom = zoom > 0 ? zoom : fmin(WIDE / box[2], HIGH / box[3]);
	s->left = box[0];
	s->top = box[1] + box[3];
	double width = fmax(ceil(box[2] * s->zoom), 160);
	s->film = sr_film_new(width, ceil(box[3] * s->zoom) + ceil(STRIP * unit(width)));
	s->film->seconds = fmax(second_of(s, last), 0.04);
	s->film->rest = 1;
	sr_film_still(s->film, SR_OBLONG, (double[]){0, 0, s->film->width, s->film->height}, 4, WHITE);
	return true;
}

sr_film *sr_film_of(const sr_record *r, const sr_animation *a, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	stage s = {.r = r, .diag = diag, .sheet = a->sheet, .objects = sb_new_array(arena, sr_object, a->count + 1)};
	bool good = true;
	for (; good && s.count < a->count; s.count++)
		good = sr_object_read(arena, r, a->objects[s.count], &s.objects[s.count], diag);
	if (good && set_stage(&s)) {
		add_actors(&s);
		add_bar(&s, sr_time(r, sr_rows(r) - 1));
	}
	sb_arena_free(arena);
	return s.film;
}
