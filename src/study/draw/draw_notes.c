/* What a drawing says beyond its sketch. All of it is placed in units of the class: letters are about as large as the
 * names of usual icons, whatever the size of the picture. */
#include "study/draw/draw_inside.h"
#include <math.h>
#include <string.h>

enum { LETTER = 4, LINE = 5, GAP = 2 };      /* units: the size of letters, from line to line, from frame to frame */
#define INK 0x9a3412

uint32_t st_part_of(const sf_sketch *s, const char *name)
{
	size_t length = strcspn(name, ".[");
	for (uint32_t i = 0; i < s->parts.n; i++) {
		const char *part = s->parts.at[i].name;
		if (length && strncmp(part, name, length) == 0 && (!part[length] || part[length] == '['))
			return i;
	}
	return UINT32_MAX;
}

/* A part with its texts, or its place alone, in units of the class. */
static sf_box box_of(const sf_part *part, bool with_texts)
{
	const sf_box *e = &part->sketch->extent;
	st_map placed = st_map_place(&part->place, e);
	sf_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
	sr_scene *trial = sr_scene_new(0, 0);

	if (with_texts)
		st_draw_sketch(&(st_pen){trial, 1}, &placed, part->sketch);
	if (!with_texts || !st_covered(trial, &box))
		for (int i = 0; i < 4; i++) {
			sf_point p = st_map_point(&placed, (sf_point){i & 1 ? e->a.x : e->b.x, i & 2 ? e->a.y : e->b.y});
			box.a = (sf_point){fmin(box.a.x, p.x), fmin(box.a.y, p.y)};
			box.b = (sf_point){fmax(box.b.x, p.x), fmax(box.b.y, p.y)};
		}
	sr_scene_free(trial);
	return box;
}

static void write_word(const st_pen *pen, const st_map *map, sf_point at, const char *text, sr_anchor anchor,
					   uint32_t color)
{
	sf_point p = st_map_point(map, at);
	sr_drawn *word = sr_add_word(pen->scene, p.x, p.y, text, anchor);

	word->size = LETTER * pen->unit;
	word->color = color;
}

sf_point st_note_size(const st_note *note)
{
	double width = 0;

	for (uint32_t i = 0; i < note->lines.n; i++)
		width = fmax(width, sr_text_width(note->lines.at[i]) / SR_TEXT_SIZE * LETTER);
	return note->lines.n ? (sf_point){width + 2, LINE * note->lines.n + 1.0} : (sf_point){0, 0};
}

/* Under the part and its texts, in the middle, on a ground of their own: connections go through there. */
static void write_lines(const st_pen *pen, const st_map *map, const sf_part *part, const st_note *note)
{
	sf_box box = box_of(part, true);
	double middle = (box.a.x + box.b.x) / 2;
	if (note->colors.n)
		box.a.y = fmin(box.a.y, box_of(part, false).a.y - GAP * note->colors.n);
	sf_point size = st_note_size(note);
	sf_point from = st_map_point(map, (sf_point){middle - size.x / 2, box.a.y - 1});
	sf_point to = st_map_point(map, (sf_point){middle + size.x / 2, box.a.y - 1 - size.y});
	sr_add_box(pen->scene, fmin(from.x, to.x), fmin(from.y, to.y), fmax(from.x, to.x), fmax(from.y, to.y), 0xffffff)
		->opacity = 0.8;
	for (uint32_t i = 0; i < note->lines.n; i++)
		write_word(pen, map, (sf_point){middle, box.a.y - LINE * (i + 1.0)}, note->lines.at[i], SR_ANCHOR_MIDDLE, INK);
}

static void draw_frames(const st_pen *pen, const st_map *map, const sf_part *part, const st_note *note)
{
	sf_box box = box_of(part, false);

	for (uint32_t i = 0; i < note->colors.n; i++) {
		double away = GAP * (i + 1.0);
		sf_point a = st_map_point(map, (sf_point){box.a.x - away, box.a.y - away});
		sf_point b = st_map_point(map, (sf_point){box.b.x + away, box.b.y + away});
		double x[] = {a.x, b.x, b.x, a.x, a.x}, y[] = {a.y, a.y, b.y, b.y, a.y};
		sr_drawn *frame = sr_add_path(pen->scene, SR_STROKE, x, y, 5, note->colors.at[i]);
		frame->width = 0.7 * pen->unit;
		frame->dash = SR_SOLID;
	}
}

/* Under everything, from the left. */
static void draw_legend(const st_pen *pen, const st_map *map, const sf_sketch *s, const st_notes *notes)
{
	static const st_map same = {1, 0, 0, 1, 0, 0};
	sr_scene *trial = sr_scene_new(0, 0);
	st_notes without = *notes;
	sf_box box;

	without.legend.n = 0;
	st_draw_sketch(&(st_pen){trial, 1}, &same, s);
	st_draw_notes(&(st_pen){trial, 1}, &same, s, &without);
	if (!st_covered(trial, &box))
		box = s->extent;
	sr_scene_free(trial);
	for (uint32_t i = 0; i < notes->legend.n; i++) {
		double y = box.a.y - 3 - LINE * (i + 1.5);
		sf_point from = st_map_point(map, (sf_point){box.a.x, y + 1.4});
		sf_point to = st_map_point(map, (sf_point){box.a.x + 8, y + 1.4});
		sr_add_line(pen->scene, from.x, from.y, to.x, to.y, notes->legend.at[i].color, 1.2 * pen->unit);
		write_word(pen, map, (sf_point){box.a.x + 11, y}, notes->legend.at[i].text, SR_ANCHOR_START, 0x333333);
	}
}

void st_draw_notes(const st_pen *pen, const st_map *map, const sf_sketch *s, const st_notes *notes)
{
	uint32_t frames = pen->scene->marks.n;
	for (uint32_t i = 0; i < s->parts.n; i++)
		if (s->parts.at[i].placed && notes->of[i].colors.n)
			draw_frames(pen, map, &s->parts.at[i], &notes->of[i]);
	st_write_over(pen, map, s, frames);
	for (uint32_t i = 0; i < s->parts.n; i++)
		if (s->parts.at[i].placed && notes->of[i].lines.n)
			write_lines(pen, map, &s->parts.at[i], &notes->of[i]);
	if (notes->legend.n)
		draw_legend(pen, map, s, notes);
}
