/* Private to the files of this room. */
#ifndef SALTUS_MODELICA_PICTURE_INSIDE_H
#define SALTUS_MODELICA_PICTURE_INSIDE_H

#include "front/modelica/picture/modelica_picture.h"

/* Where a graphical annotation stands: its expressions are read in `scope`. `whole` is the class that is drawn, of
 * which `scope` is a part (a base class), and `name` what %name stands for in it. */
typedef struct mo_pencil { mo_context *c; mo_scope *scope, *whole; const char *name; } mo_pencil;

/* A record of an annotation, in both of the ways in which the grammar has them: Line(points = ...) as a modification
 * and as a call. */
typedef struct mo_graphic {
	const char *name; sb_span span; const void *node;
	const mo_modifications *args; const mo_nameds *named;
} mo_graphic;

/* picture_value.c */
const mo_modification *mo_annotation(const mo_modifications *list, const char *name);    /* NULL: there is none */
bool mo_graphic_of_expr(const mo_expr *e, mo_graphic *out);                              /* false: it is no call */
mo_graphic mo_graphic_of_modification(const mo_modification *m);
bool mo_graphic_inside(const mo_graphic *g, const char *name, mo_graphic *out);          /* a record in a record */
const mo_expr *mo_graphic_value(const mo_graphic *g, const char *name);                  /* NULL: not given */
/* What an expression comes to: the static value of DynamicSelect, the branch of an if. */
const mo_expr *mo_settled(const mo_pencil *p, const mo_expr *e);
/* Warns that something is not drawn, once for a node of the syntax, however often its class is used. */
void mo_not_drawn(const mo_pencil *p, const void *node, sb_span span, const char *what, const char *why);
/* All of these leave *out as it is where the value is not given, and after a warning. False after a warning. */
bool mo_graphic_number(const mo_pencil *p, const mo_graphic *g, const char *name, double *out);
bool mo_graphic_bool(const mo_pencil *p, const mo_graphic *g, const char *name, bool *out);
bool mo_graphic_color(const mo_pencil *p, const mo_graphic *g, const char *name, uint32_t *out);
bool mo_graphic_point(const mo_pencil *p, const mo_graphic *g, const char *name, sf_point *out);
bool mo_graphic_box(const mo_pencil *p, const mo_graphic *g, const char *name, sf_box *out);
bool mo_graphic_points(const mo_pencil *p, const mo_graphic *g, const char *name, sf_point **out, uint32_t *count);
/* One of the words, which are separated by spaces, as the last part of a name: LinePattern.Dash. */
bool mo_graphic_word(const mo_pencil *p, const mo_graphic *g, const char *name, const char *words, int *out);
bool mo_expr_word(const mo_pencil *p, const mo_expr *e, const char *name, const char *words, int *out);
bool mo_graphic_string(const mo_pencil *p, const mo_graphic *g, const char *name, const char **out);
/* Quietly: is it known, and true? */
bool mo_known_boolean(const mo_pencil *p, const mo_expr *e, bool *out);
/* The value of a parameter as a text: a number, a word, or the expression that gives it. NULL: there is none. */
const char *mo_parameter_text(const mo_pencil *p, const char *name, size_t length);

/* picture_text.c: a text with the names in it replaced. */
const char *mo_picture_text(const mo_pencil *p, const char *text);

/* picture_bitmap.c: fills in the image of a shape, or what is said in its place. */
void mo_picture_bitmap(const mo_pencil *p, const mo_graphic *g, sf_shape *shape);

/* picture_shape.c: false where nothing is to be drawn: it is not visible, or it was told why not. */
bool mo_picture_shape(const mo_pencil *p, const mo_graphic *g, sf_shape *out);
sf_shape mo_shape_new(sf_shape_kind kind);

/* picture_class.c. Adds the shapes of a layer, inherited ones first. */
void mo_add_layer(const mo_pencil *p, sf_layer layer, sf_sketch *to);
bool mo_coordinates(const mo_pencil *p, mo_scope *scope, sf_layer layer, sf_box *extent, double *scale);
/* The sketch of a class as a component, or of a connector of the class that is drawn by its diagram layer. */
sf_sketch *mo_icon_of(mo_context *c, mo_scope *type, const char *name, sf_layer layer, uint32_t depth);

/* picture_part.c */
void mo_add_ports(mo_context *c, mo_scope *type, uint32_t depth, sf_sketch *to);     /* connectors of an icon */
void mo_add_parts(mo_context *c, mo_scope *whole, sf_sketch *to);                    /* components of a diagram */
void mo_draw_box(mo_context *c, const char *title, const char *name, sf_sketch *to); /* of a class without graphics */

/* picture_link.c */
void mo_add_links(mo_context *c, mo_scope *whole, sf_sketch *to);

#endif
