/* A class on a sheet, and the sheet in a file. */
#include "study/draw/draw.h"
#include "front/notation.h"
#include "study/draw/arrange.h"
#include <math.h>

static sf_sketch *sketch_of(const st_drawing *d, sb_arena *arena, sb_diag *diag)
{
	const sf_notation *n = d->text ? sf_notation_of_text(d->path, d->text) : sf_notation_of(d->path);
	sf_request request = {.arena = arena, .names = sb_names_new(arena), .diag = diag, .path = d->path, .text = d->text,
		.part = d->class_name, .given = d->given, .given_count = d->given_count, .run = st_runner_of(d->external)};
	if (n->sketch)
		return n->sketch(&request, d->layer);
	sb_help(sb_report(diag, SB_ERROR, "U0820", (sb_span){0}, "'%s' is %s, which has no pictures", d->path, n->of_text),
			"classes of Modelica can be drawn");
	return NULL;
}

static void draw_all(const st_pen *pen, const st_map *map, const sf_sketch *s, const st_notes *notes)
{
	st_draw_sketch(pen, map, s);
	st_draw_notes(pen, map, s, notes);
}

/* What the picture shows, in units of the class: all that is drawn, and of an icon its whole coordinate system. */
static sf_box region(const sf_sketch *s, const st_drawing *d, const st_notes *notes)
{
	static const st_map same = {1, 0, 0, 1, 0, 0};
	sr_scene *trial = sr_scene_new(0, 0);
	sf_box box;
	const double margin = 4;
	draw_all(&(st_pen){trial, 1}, &same, s, notes);
	bool whole = !st_covered(trial, &box) || (d->layer && *d->layer == SF_ICON);
	sr_scene_free(trial);
	if (whole) {
		const sf_box *e = &s->extent;
		box = (sf_box){{fmin(box.a.x, fmin(e->a.x, e->b.x)), fmin(box.a.y, fmin(e->a.y, e->b.y))},
			{fmax(box.b.x, fmax(e->a.x, e->b.x)), fmax(box.b.y, fmax(e->a.y, e->b.y))}};
	}
	return (sf_box){{box.a.x - margin, box.a.y - margin}, {box.b.x + margin, box.b.y + margin}};
}

/* Four pixels a unit for what is small, fewer for what would not fit a screen. */
static double unit_of(const st_drawing *d, double width, double height)
{
	enum { WIDEST = 1400, HIGHEST = 1000 };
	double unit = d->width ? d->width / width : fmin(4, fmin(WIDEST / width, HIGHEST / height));
	return fmin(unit, ST_WIDEST / fmax(width, height));
}

static sr_scene *draw(const sf_sketch *s, const st_drawing *d, const st_notes *notes)
{
	sf_box box = region(s, d, notes);
	double width = box.b.x - box.a.x, height = box.b.y - box.a.y, unit = unit_of(d, width, height);
	sr_scene *scene = sr_scene_new(fmax(1, round(width * unit)), fmax(1, round(height * unit)));
	st_map sheet = {unit, 0, 0, -unit, -box.a.x * unit, box.b.y * unit};
	sr_add_box(scene, 0, 0, scene->width, scene->height, 0xffffff);
	draw_all(&(st_pen){scene, unit}, &sheet, s, notes);
	return scene;
}

bool st_draw(const st_drawing *d, const char *file, sb_diag *diag)
{
	if (!sr_scene_ending(file, diag))
		return false;
	sb_arena *arena = sb_arena_new();
	sf_sketch *s = sketch_of(d, arena, diag);
	bool good = s != NULL;
	if (s) {
		st_notes notes = {.arena = arena, .of = sb_new_array(arena, st_note, s->parts.n + 1)};
		if (d->values)
			st_note_values(s, d->values, &notes);
		if (d->sources)
			st_note_sources(s, d->sources, &notes);
		st_arrange(arena, s, &notes);
		sr_scene *scene = draw(s, d, &notes);
		good = sr_scene_write(scene, file, diag);
		sr_scene_free(scene);
	}
	sb_arena_free(arena);
	return good;
}
