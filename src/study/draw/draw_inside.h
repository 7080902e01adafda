/* Private to the files of this room. */
#ifndef SALTUS_STUDY_DRAW_INSIDE_H
#define SALTUS_STUDY_DRAW_INSIDE_H

#include "front/sketch.h"
#include "result/drawing/drawing.h"
#include "result/result.h"
#include "structure/structure.h"

/* Takes (x, y) to (a*x + c*y + e, b*x + d*y + f): the six numbers of a matrix of SVG. */
typedef struct st_map { double a, b, c, d, e, f; } st_map;
sf_point st_map_point(const st_map *m, sf_point p);
st_map st_map_then(const st_map *outer, const st_map *inner);    /* the inner one first */
st_map st_map_turn(sf_point origin, double degrees);             /* turned about zero, then moved */
st_map st_map_place(const sf_place *place, const sf_box *from);  /* a box that is put somewhere */
sf_point st_middle(const sf_box *box);

/* A sheet that is drawn on, and how many of its pixels a unit of the class that is drawn has. */
typedef struct st_pen { sr_scene *scene; double unit; } st_pen;

/* draw_path.c: a path in pixels, taken from points of a shape. */
typedef struct st_path {
	const st_map *map; sb_arena *arena;
	sb_vec(double) x; sb_vec(double) y; sb_vec(char) verbs;
} st_path;
void st_move(st_path *p, double x, double y);
void st_line(st_path *p, double x, double y);
void st_close(st_path *p);
void st_arc(st_path *p, sf_point middle, double rx, double ry, double from, double to);     /* on from where it is */
void st_smooth(st_path *p, const sf_point *points, uint32_t n, bool closed);
sr_outline *st_outline(st_path *p);              /* with the verbs of the path */
sr_drawn *st_add(const st_pen *pen, st_path *p, sr_outline *o, uint32_t color);

/* draw_fill.c: what is inside of a shape, over a box in its own coordinates; and the lines of a hatch. */
sr_paint st_paint(const sf_shape *s, const sf_box *box, const st_map *map);
void st_hatch(const st_pen *pen, const sf_shape *s, const st_path *p);

void st_draw_shape(const st_pen *pen, const st_map *map, const sf_shape *s);
void st_draw_text(const st_pen *pen, const st_map *map, const sf_shape *s);
void st_draw_sketch(const st_pen *pen, const st_map *map, const sf_sketch *s);
/* Texts of parts that marks from `lines` on cross are written once more, on a ground of their own. */
void st_write_over(const st_pen *pen, const st_map *map, const sf_sketch *s, uint32_t lines);

/* draw_notes.c: what a drawing says beyond its sketch. `of`: by part. */
typedef struct st_note { sb_strings lines; sb_u32s colors; } st_note;     /* beside a part; of frames around it */
typedef struct st_legend { const char *text; uint32_t color; } st_legend;
typedef struct st_notes {
	sb_arena *arena;
	st_note *of;
	sb_vec(st_legend) legend;
} st_notes;
/* The part of a dotted name of the model, as `motor` of motor.shaft.w and r of r[3].v. UINT32_MAX: there is none. */
uint32_t st_part_of(const sf_sketch *s, const char *name);
sf_point st_note_size(const st_note *note);      /* how wide and how high its lines are */
void st_draw_notes(const st_pen *pen, const st_map *map, const sf_sketch *s, const st_notes *notes);

void st_note_values(const sf_sketch *s, const sr_record *record, st_notes *notes);
void st_note_sources(sf_sketch *s, const ss_plan *plan, st_notes *notes);

/* What all marks cover, in pixels, with letters about as wide as they will be. False: nothing. */
bool st_covered(const sr_scene *scene, sf_box *out);

#endif
