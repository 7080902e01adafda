/* Films: marks that move on a sheet, written as an SVG that plays by itself, as GIF, as MP4, or as the last picture.
 *
 *     film ──┬─ film_svg.c ──▶ SVG: each mark once, and how its attributes go on (SMIL); no script
 *            └─ sr_film_frame ──▶ scene (drawing.h) ──▶ raster.h ──┬─ film_gif.c, gif_palette.c, gif.c ──▶ GIF
 *                                                                  ├─ film_mp4.c: the program ffmpeg   ──▶ MP4
 *                                                                  └─ PNG
 *
 * A film is a sheet of pixels, y downwards, and *actors* in the order in which they are drawn. An actor is one mark,
 * and keys: times of the film, in seconds, which do not decrease, with its coordinates at each. Between two keys it
 * goes straight from one to the next, or stays at the first (`holds`). Two keys of equal time are a jump. Before `from`
 * it is not seen. When the film has played for `seconds` it stays as it is for `rest` seconds, and begins again.
 *
 *     SR_CLOSED   a polygon             x, y of each corner       SR_OBLONG  a rectangle  left, top, width, height
 *     SR_OPEN     a line                x, y of each point        SR_LABEL   a text       x, y
 *     SR_ROUND    a disc                x, y, radius              SR_TRAIL   the way that a point has gone: x, y
 */
#ifndef SALTUS_RESULT_FILM_H
#define SALTUS_RESULT_FILM_H

#include "result/drawing/drawing.h"

typedef enum sr_actor_kind { SR_CLOSED, SR_OPEN, SR_ROUND, SR_OBLONG, SR_TRAIL, SR_LABEL } sr_actor_kind;
typedef struct sr_actor {
	sr_actor_kind kind;
	bool filled, holds;
	uint32_t color;                  /* 0xRRGGBB, of the inside; of a line, trail or label */
	const uint32_t *colors;          /* the same for each key; NULL: it does not change */
	uint32_t edge;                   /* of the outline */
	double width;                    /* of lines and outlines, 0: no outline; of a label its size */
	double from;
	uint32_t keys, coordinates;      /* coordinates of each key */
	const double *time, *at;
	const char *text; sr_anchor anchor;
} sr_actor;
typedef struct sr_film {
	sb_arena *arena;
	double width, height, seconds, rest;
	sb_vec(sr_actor) actors;
} sr_film;

enum { SR_FRAMES_PER_SECOND = 25 };
sr_film *sr_film_new(double width, double height);
void sr_film_free(sr_film *film);
/* An actor with one key, which does not move; it is in the arena of the film. */
sr_actor *sr_film_still(sr_film *film, sr_actor_kind kind, const double *at, uint32_t coordinates, uint32_t color);
/* The key at or before a time, the last of equal ones; UINT32_MAX: the time is before all. */
uint32_t sr_actor_key(const sr_actor *a, double second);
/* Is it seen? Then its coordinates at a time. */
bool sr_actor_at(const sr_actor *a, double second, double *at);
sr_scene *sr_film_frame(const sr_film *film, double second);
uint32_t sr_film_frames(const sr_film *film);                    /* pictures of a film that is not an SVG */

/* film_write.c: the ending says how: .svg, .gif, .mp4, or .png for the last picture. False: reported. */
bool sr_film_write(const sr_film *film, const char *path, sb_diag *diag);

/* Private to the room. */
void sr_film_svg(const sr_film *film, sb_text *out);
bool sr_film_gif(const sr_film *film, const char *path, sb_diag *diag);
bool sr_film_mp4(const sr_film *film, const char *path, sb_diag *diag);

#endif
