/* Films: actors, and how the sheet looks at a time. */
#include "result/drawing/film.h"
#include <math.h>
#include <string.h>

sr_film *sr_film_new(double width, double height)
{
	sb_arena *arena = sb_arena_new();
	sr_film *film = sb_new(arena, sr_film);
	*film = (sr_film){.arena = arena, .width = width, .height = height};
	return film;
}

void sr_film_free(sr_film *film)
{
	sb_arena_free(film->arena);
}

sr_actor *sr_film_still(sr_film *film, sr_actor_kind kind, const double *at, uint32_t coordinates, uint32_t color)
{
	double *time = sb_new(film->arena, double), *to = sb_new_array(film->arena, double, coordinates);
	*time = 0;
	memcpy(to, at, coordinates * sizeof *to);
	sr_actor actor = {.kind = kind, .filled = true, .holds = true, .color = color, .keys = 1,
		.coordinates = coordinates, .time = time, .at = to, .text = ""};
	sb_push(film->arena, film->actors, actor);
	return &film->actors.at[film->actors.n - 1];
}

uint32_t sr_actor_key(const sr_actor *a, double second)
{
	uint32_t low = 0, high = a->keys;        /* all before low are at or before, none from high on */
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (a->time[middle] <= second)
			low = middle + 1;
		else
			high = middle;
	}
	return low - 1;
}

bool sr_actor_at(const sr_actor *a, double second, double *at)
{
	uint32_t key = sr_actor_key(a, second);
	if (second < a->from || a->keys == 0)
		return false;
	if (key == UINT32_MAX)
		key = 0;
	const double *here = a->at + (size_t)key * a->coordinates;
	memcpy(at, here, a->coordinates * sizeof *at);
	if (a->holds || key + 1 == a->keys || !(second > a->time[key]))
		return true;
	double part = (second - a->time[key]) / (a->time[key + 1] - a->time[key]);
	for (uint32_t i = 0; i < a->coordinates; i++)
		at[i] += part * (here[a->coordinates + i] - here[i]);
	return true;
}

static uint32_t mixed(uint32_t a, uint32_t b, double part)
{
	uint32_t out = 0;
	for (int shift = 16; shift >= 0; shift -= 8) {
		double from = a >> shift & 255, to = b >> shift & 255;
		out |= (uint32_t)lround(from + part * (to - from)) << shift;
	}
	return out;
}

static uint32_t color_at(const sr_actor *a, double second)
{
	uint32_t key = sr_actor_key(a, second);
	if (!a->colors)
		return a->color;
	if (key == UINT32_MAX)
		return a->colors[0];
	if (a->holds || key + 1 == a->keys || !(a->time[key + 1] > a->time[key]))
		return a->colors[key];
	return mixed(a->colors[key], a->colors[key + 1], (second - a->time[key]) / (a->time[key + 1] - a->time[key]));
}

/* A path that is filled, and has an outline. */
static void add_shape(sr_scene *scene, const sr_actor *a, uint32_t color, const char *verbs, const double *x,
					  const double *y, uint32_t n)
{
	sr_outline *shape = sb_new(scene->arena, sr_outline);
	*shape = (sr_outline){.verbs = verbs, .paint = {.kind = a->filled ? SR_PLAIN : SR_NO_PAINT, .color = color},
		.drawn = a->width > 0};
	sr_drawn *m = sr_add_path(scene, SR_SHAPE, x, y, n, a->edge);
	m->width = a->width;
	m->shape = shape;
}

static void add_polygon(sr_scene *scene, const sr_actor *a, uint32_t color, const double *at)
{
	uint32_t n = a->coordinates / 2;
	char *verbs = sb_new_array(scene->arena, char, n + 2);
	double *x = sb_new_array(scene->arena, double, n), *y = sb_new_array(scene->arena, double, n);
	for (uint32_t i = 0; i < n; i++) {
		verbs[i] = i ? 'L' : 'M';
		x[i] = at[2 * i];
		y[i] = at[2 * i + 1];
	}
	verbs[n] = a->kind == SR_CLOSED ? 'Z' : 0;
	verbs[n + 1] = 0;
	if (a->kind == SR_CLOSED)
		add_shape(scene, a, color, verbs, x, y, n);
	else
		sr_add_path(scene, SR_STROKE, x, y, n, color)->width = a->width;
}

/* Four curves, each of which differs from its quarter of the circle by less than 0.03 per cent of the radius. */
static void add_disc(sr_scene *scene, const sr_actor *a, uint32_t color, const double *at)
{
	enum { POINTS = 13 };
	static const double c = 0.5522847498307936;
	static const double unit[POINTS][2] = {{1, 0}, {1, c}, {c, 1}, {0, 1}, {-c, 1}, {-1, c}, {-1, 0}, {-1, -c},
		{-c, -1}, {0, -1}, {c, -1}, {1, -c}, {1, 0}};
	double x[POINTS], y[POINTS], r = fabs(at[2]);
	for (int i = 0; i < POINTS; i++) {
		x[i] = at[0] + r * unit[i][0];
		y[i] = at[1] + r * unit[i][1];
	}
	add_shape(scene, a, color, "MCCCCZ", x, y, POINTS);
}

static void add_trail(sr_scene *scene, const sr_actor *a, double second, const double *now)
{
	uint32_t key = sr_actor_key(a, second), n = key == UINT32_MAX ? 0 : key + 1;
	double *x = sb_new_array(scene->arena, double, n + 1), *y = sb_new_array(scene->arena, double, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		x[i] = a->at[2 * (size_t)i];
		y[i] = a->at[2 * (size_t)i + 1];
	}
	x[n] = now[0];
	y[n] = now[1];
	sr_add_path(scene, SR_STROKE, x, y, n + 1, a->color)->width = a->width;
}

static void add_actor(sr_scene *scene, const sr_actor *a, double second)
{
	double *at = sb_new_array(scene->arena, double, a->coordinates + 1);
	uint32_t color = color_at(a, second);
	if (!sr_actor_at(a, second, at))
		return;
	switch (a->kind) {
	case SR_CLOSED:
	case SR_OPEN: add_polygon(scene, a, color, at); break;
	case SR_ROUND: add_disc(scene, a, color, at); break;
	case SR_OBLONG: {
		double x[] = {at[0], at[0] + at[2], at[0] + at[2], at[0]}, y[] = {at[1], at[1], at[1] + at[3], at[1] + at[3]};
		add_shape(scene, a, color, "MLLLZ", x, y, 4);
		break;
	}
	case SR_TRAIL: add_trail(scene, a, second, at); break;
	case SR_LABEL: {
		sr_drawn *word = sr_add_word(scene, at[0], at[1], a->text, a->anchor);
		word->color = color;
		word->size = a->width;
		break;
	}
	}
}

sr_scene *sr_film_frame(const sr_film *film, double second)
{
	sr_scene *scene = sr_scene_new(film->width, film->height);
	for (uint32_t i = 0; i < film->actors.n; i++)
		add_actor(scene, &film->actors.at[i], second);
	return scene;
}

uint32_t sr_film_frames(const sr_film *film)
{
	return (uint32_t)ceil((film->seconds + film->rest) * SR_FRAMES_PER_SECOND - 1e-6) + 1;
}
