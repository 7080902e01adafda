/* Draw: pictures of models, from a sketch of a class (front/sketch.h) to marks on a sheet (result/drawing/drawing.h).
 *
 *     sketch ──arrange*.c──▶ places and lines for all that has none ──draw_sketch.c──▶ shapes in pixels ──▶ SVG | PNG
 *
 * A place maps the extent of a sketch onto an extent around an origin, mirrored where the corners are swapped; then it
 * turns that about the origin, and moves it there. Maps of nested parts are multiplied. Widths of lines and sizes of
 * letters that are given in points are those of the sheet, and are not scaled with a part; neither are texts mirrored,
 * nor do they stand on their heads.
 *
 * A diagram without places is drawn in layers from the left to the right: cycles are broken, parts put into layers by
 * the longest way to them, crossings reduced by barycentres, heights found by medians. Connections are lines with right
 * angles, which have tracks of their own between the layers; all that are connected share a track.
 *
 *   draw.c             the class, the sheet, the file
 *   draw_sketch.c      parts in parts
 *   draw_map.c         maps of places
 *   draw_shape.c       lines, polygons, rectangles, ellipses, bitmaps
 *   draw_path.c        paths with curves
 *   draw_fill.c        gradients and hatches
 *   draw_text.c        texts
 *   draw_notes.c       what is said beyond the sketch: lines beside parts, frames around them, a legend
 *   draw_values.c      results beside parts
 *   draw_activation.c  who runs which parts
 *   draw_digraph.c     digraphs: what is done, and the names that it reads and writes
 *   arrange.c          what is to be arranged, and ports on the sides of boxes
 *   arrange_layers.c   layers and the order in them
 *   arrange_heights.c  how high the parts of a layer stand
 *   arrange_tracks.c   tracks of connections
 *   draw_inside.h      what these share
 *   arrange.h          what those of the arrangement share
 */
#ifndef SALTUS_STUDY_DRAW_H
#define SALTUS_STUDY_DRAW_H

#include "front/digraph.h"
#include "front/sketch.h"
#include "study/load/load.h"

enum { ST_WIDEST = 10000 };                      /* pixels, and highest */
typedef struct st_drawing {
	const char *path, *class_name, *text;        /* as st_load has them */
	const st_given *given; uint32_t given_count;
	st_external external;
	const sf_layer *layer;                       /* NULL: the diagram, if there is something in it, else the icon */
	uint32_t width;                              /* pixels; 0: as large as looks good */
	const sr_record *values;                     /* not NULL: its last row is written beside the parts */
	const ss_plan *sources;                      /* not NULL: parts have the colours of the activations that run them */
} st_drawing;

/* One source of activations, or those of a domain, and the parts that it runs in order, on one line. */
void st_list_sources(const ss_plan *plan, sb_text *out);

/* False after a report. */
bool st_draw(const st_drawing *d, const char *file, sb_diag *diag);
bool st_draw_digraph(const sf_digraph *g, const char *path, sb_diag *diag);

#endif
