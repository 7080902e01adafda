/* Drawings: marks on a sheet, written as SVG or as PNG. Everything that Saltus draws, charts and models, ends here.
 *
 * A scene is a sheet of pixels, y downwards, and the marks on it in the order in which they are drawn. All of them live
 * in the arena of the scene.
 *
 *     SR_STROKE   a line through the points               SR_CIRCLE   a disc
 *     SR_AREA     a polygon, filled                       SR_WORD     a text on one line
 *     SR_BOX      a rectangle, filled                     SR_SHAPE    a path with curves: a paint inside, an outline
 *     SR_IMAGE    a PNG image in a parallelogram
 *
 * A place of a shape or an image is given by a matrix {a, b, c, d, e, f}, which takes (x, y) to
 * (a*x + c*y + e, b*x + d*y + f), as in SVG.
 *
 * SVG needs nothing; PNG needs the library cairo, which is looked for when the first picture is drawn.
 *
 *   marks.c        the marks
 *   svg.c, png.c   a scene in each format; raster.c: as pixels
 *   scene_write.c  which of them, by the ending of a name
 *   film.c         marks that move (film.h)
 *   film_write.c   a film into a file: film_svg.c, film_gif.c with gif.c and gif_palette.c, film_mp4.c
 */
#ifndef SALTUS_RESULT_DRAWING_H
#define SALTUS_RESULT_DRAWING_H

#include "base/diag.h"

typedef enum sr_dash { SR_DASH_BY_COLOR, SR_SOLID, SR_DASHED, SR_DOTTED } sr_dash;
typedef enum sr_marker { SR_DISC, SR_RING, SR_SQUARE, SR_DIAMOND, SR_TRIANGLE, SR_CROSS, SR_PLUS } sr_marker;
typedef enum sr_mark_kind {
	SR_STROKE, SR_WORD, SR_BOX, SR_AREA, SR_CIRCLE, SR_SHAPE, SR_IMAGE
} sr_mark_kind;
typedef enum sr_anchor { SR_ANCHOR_START, SR_ANCHOR_MIDDLE, SR_ANCHOR_END } sr_anchor;

/* What is inside of a shape. A band goes from `edge` through `color` to `edge` along the unit vector of x; a ball from
 * `color` in its centre to `edge` on the unit circle; both are placed by the matrix. */
typedef enum sr_paint_kind { SR_NO_PAINT, SR_PLAIN, SR_BAND_PAINT, SR_BALL_PAINT } sr_paint_kind;
typedef struct sr_paint { sr_paint_kind kind; uint32_t color, edge; double place[6]; } sr_paint;

enum { SR_MOST_DASHES = 6 };
typedef struct sr_outline {
	const char *verbs;               /* M and L take a point, C takes three, Z closes; ended by 0 */
	sr_paint paint;
	bool drawn;                      /* the line around it, in the mark's colour, width and dashes */
	double dashes[SR_MOST_DASHES]; int dash_count;
} sr_outline;
typedef struct sr_image { const unsigned char *png; size_t length; double place[6]; } sr_image;  /* of 0..1 x 0..1 */

typedef struct sr_drawn {
	sr_mark_kind kind;
	uint32_t color;                  /* 0xRRGGBB */
	double width;                    /* of a stroke; the radius of a circle */
	double opacity;
	sr_dash dash;
	double *x, *y; uint32_t n;       /* points of a stroke, area or shape; one of a word or circle; corners of a box */
	const char *text; double size; sr_anchor anchor;
	double angle;                    /* of a word: degrees, clockwise */
	double most;                     /* of a word: as wide as it may be, with whatever letters there are; 0: any */
	bool bold, italic, underlined;
	const sr_outline *shape;
	const sr_image *image;
} sr_drawn;
typedef struct sr_scene { sb_arena *arena; double width, height; sb_vec(sr_drawn) marks; } sr_scene;

enum { SR_TEXT_SIZE = 13 };
sr_drawn *sr_add_path(sr_scene *s, sr_mark_kind kind, const double *x, const double *y, uint32_t n, uint32_t color);
sr_drawn *sr_add_line(sr_scene *s, double x0, double y0, double x1, double y1, uint32_t color, double width);
sr_drawn *sr_add_word(sr_scene *s, double x, double y, const char *text, sr_anchor anchor);
sr_drawn *sr_add_box(sr_scene *s, double x0, double y0, double x1, double y1, uint32_t color);
void sr_add_marker(sr_scene *s, double x, double y, sr_marker marker, double size, uint32_t color);
double sr_text_width(const char *text);      /* about, in pixels, of the size SR_TEXT_SIZE */

sr_scene *sr_scene_new(double width, double height);
void sr_scene_free(sr_scene *scene);
void sr_scene_svg(const sr_scene *scene, sb_text *out);
/* Into a file whose name ends with .svg or .png, which can be asked before; false: reported. */
bool sr_scene_ending(const char *path, sb_diag *diag);
bool sr_scene_write(const sr_scene *scene, const char *path, sb_diag *diag);
bool sr_scene_png(const sr_scene *scene, const char *path, sb_diag *diag);

#endif
