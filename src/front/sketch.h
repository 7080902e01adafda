/* Sketches: what a class looks like, in the same words for every notation.
 *
 * A sketch is one layer of one class: its icon, as it appears as a component of other classes, or its diagram, which
 * shows what it is made of. It has shapes, which are drawn first; parts, which are sketches of the components; and
 * links, which connect ports of the parts. A port of a part is a part of the part's sketch.
 *
 *     sketch (extent) ── shapes                                  in the coordinates of the class, y upwards
 *                     ├─ parts  ── place, sketch (extent) ── ... the extent of the sketch is put onto that of the place
 *                     ├─ links  ── ends, line
 *                     └─ over      shapes that are drawn last
 *
 * Everything is as it is written, but values are values: expressions are evaluated, names are put into texts, base
 * classes are resolved. No place is invented here: a part without a placement and a link without a line stay as they
 * are. Where things come to lie, and in which colours of a picture, is decided by whoever draws (study/draw/draw.h).
 */
#ifndef SALTUS_FRONT_SKETCH_H
#define SALTUS_FRONT_SKETCH_H

#include "base/diag.h"

typedef struct sf_point { double x, y; } sf_point;
typedef struct sf_box { sf_point a, b; } sf_box;     /* two corners, as written; if they are swapped it is mirrored */

typedef enum sf_shape_kind { SF_LINE, SF_POLYGON, SF_RECTANGLE, SF_ELLIPSE, SF_TEXT, SF_BITMAP } sf_shape_kind;
typedef enum sf_pattern {
	SF_NO_LINE, SF_SOLID, SF_DASH, SF_DOT, SF_DASH_DOT, SF_DASH_DOT_DOT
} sf_pattern;
typedef enum sf_fill {
	SF_NO_FILL, SF_FULL, SF_HORIZONTAL, SF_VERTICAL, SF_CROSS, SF_FORWARD, SF_BACKWARD, SF_CROSS_DIAGONAL,
	SF_HORIZONTAL_CYLINDER, SF_VERTICAL_CYLINDER, SF_SPHERE
} sf_fill;
typedef enum sf_border { SF_NO_BORDER, SF_RAISED, SF_SUNKEN, SF_ENGRAVED } sf_border;
typedef enum sf_arrow { SF_NO_ARROW, SF_OPEN, SF_FILLED, SF_HALF } sf_arrow;
typedef enum sf_closure { SF_ARC, SF_CHORD, SF_RADIAL } sf_closure;
typedef enum sf_align { SF_LEFT, SF_CENTER, SF_RIGHT } sf_align;
enum sf_style { SF_BOLD = 1, SF_ITALIC = 2, SF_UNDERLINE = 4 };

typedef struct sf_shape {
	sf_shape_kind kind;
	sf_point origin; double rotation;            /* degrees, counterclockwise: turned, then moved */
	sf_point *points; uint32_t point_count;      /* of lines and polygons */
	bool smooth;
	sf_box extent;                               /* of all others */
	uint32_t line_color, fill_color;             /* 0xRRGGBB */
	sf_pattern pattern;
	sf_fill fill;
	double thickness;                            /* mm, of which a unit is one */
	sf_border border; double radius;
	sf_arrow arrow[2]; double arrow_size;
	double start_angle, end_angle; sf_closure closure;
	const char *text; double font_size; unsigned style; sf_align align;     /* size in points; 0: as large as fits */
	const unsigned char *png; size_t png_length; /* NULL: there is no image, and `text` is what is said instead */
} sf_shape;
typedef sb_vec(sf_shape) sf_shapes;

typedef struct sf_place { sf_box extent; sf_point origin; double rotation; } sf_place;

typedef struct sf_sketch sf_sketch;
typedef struct sf_part {
	const char *name;                            /* "": a base class, whose sketch is put somewhere else */
	sf_sketch *sketch;
	bool placed; sf_place place;
	bool port, input, output;
} sf_part;

/* Where a link ends: a part, and the port of it; -1: the part itself, or a port that is not there. `element`: the same
 * for ends at the same elements of arrays; 0: no subscripts. */
typedef struct sf_end { int32_t part, port; uint32_t element; } sf_end;
typedef struct sf_link {
	sf_end ends[2];
	bool lined; sf_shape line;                   /* lined: the points are given; else colour and pattern alone */
} sf_link;

struct sf_sketch {
	const char *title;                           /* the name of the class */
	sf_box extent;
	sf_shapes shapes, over;
	sb_vec(sf_part) parts;
	sb_vec(sf_link) links;
};

typedef enum sf_layer { SF_ICON, SF_DIAGRAM } sf_layer;

#endif
