/* Texts (18.6.5.5). A text that is mirrored or upside down could not be read: it is turned, and stays in its box. */
#include "study/draw/draw_inside.h"
#include <math.h>
#include <string.h>

static const double point = 25.4 / 72;           /* of letters, in mm, of which a unit is one */
enum { MOST_LINES = 100 };

typedef struct lines { char *at[MOST_LINES]; uint32_t n; double widest; } lines;

/* The lines of a text, and how wide the widest is, in sizes of its letters. */
static lines split(sb_arena *arena, const char *text)
{
	lines l = {0};
	while (l.n < MOST_LINES) {
		size_t n = strcspn(text, "\n");
		l.at[l.n] = sb_strndup(arena, text, n);
		l.widest = fmax(l.widest, sr_text_width(l.at[l.n++]) / SR_TEXT_SIZE);
		if (!text[n])
			break;
		text += n + 1;
	}
	return l;
}

/* As large as the box allows; in a box without a width as high as it is. */
static double size_of(const st_pen *pen, const sf_shape *s, const lines *l, double width, double height)
{
	const double line = 1.15;
	double size = height / (line * l->n);
	if (s->font_size > 0)
		return s->font_size * point * pen->unit;
	if (height < 1e-6)
		return 8 * point * pen->unit;
	return width > 1e-6 && l->widest * size > width ? width / l->widest : size;
}

void st_draw_text(const st_pen *pen, const st_map *map, const sf_shape *s)
{
	lines l = split(pen->scene->arena, s->text);
	double w = fabs(s->extent.b.x - s->extent.a.x), h = fabs(s->extent.b.y - s->extent.a.y);
	sf_point middle = st_map_point(map, st_middle(&s->extent));
	double right = hypot(map->a, map->b), up = hypot(map->c, map->d), degrees = atan2(map->b, map->a) * 180 / M_PI;
	double size = size_of(pen, s, &l, w * right, h * up);
	double side = s->align == SF_CENTER ? 0 : s->align == SF_LEFT ? -1 : 1;
	bool over = degrees > 90 - 1e-6 || degrees < -90 - 1e-6;     /* read from below, or from the right */
	sf_point at = {middle.x + side * map->a * w / 2, middle.y + side * map->b * w / 2};
	sr_anchor anchors[] = {SR_ANCHOR_START, SR_ANCHOR_MIDDLE, SR_ANCHOR_END};
	sr_anchor anchor = anchors[1 + (int)(over ? -side : side)];
	if (!(size >= 0.5) || right < 1e-9 || up < 1e-9)
		return;
	degrees += over ? degrees > 0 ? -180 : 180 : 0;
	degrees = fabs(degrees) < 1e-6 ? 0 : degrees;
	double turn = degrees * M_PI / 180;
	for (uint32_t i = 0; i < l.n; i++) {
		double down = 0.36 * size + 1.15 * size * (i - (l.n - 1) / 2.0);
		if (!*l.at[i])
			continue;
		sr_drawn *m = sr_add_word(pen->scene, at.x - down * sin(turn), at.y + down * cos(turn), l.at[i], anchor);
		m->size = round(size * 100) / 100;
		m->color = s->line_color;
		m->angle = degrees;
		m->most = s->font_size > 0 ? 0 : w * right;
		m->bold = s->style & SF_BOLD;
		m->italic = (s->style & SF_ITALIC) != 0;
		m->underlined = (s->style & SF_UNDERLINE) != 0;
	}
}
