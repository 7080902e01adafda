/* Diagrams as Modelica text.
 *
 * A diagram becomes a class, and a diagram in a diagram a class in it. A block becomes a component of a class of
 * lib/Saltus/Xcos, with its parameters evaluated; a link becomes a connection. Blocks that only divide or name links
 * (SPLIT_f, GOTO, ...) disappear. `run` and `convert` use the same text.
 *
 *     sheets    sheet.c      a diagram on its way: its context, its parts, the sheets in it
 *     gaps      unconnected.c     blocks that are left out because an input is open
 *     tags      tags.c            signals that lead from diagram to diagram by a name
 *     sizes     port_sizes.c      rows, columns and types of ports, found over links and through blocks
 *     complex   complex_ports.c   signals of complex numbers, and the blocks for them
 *     kinds     kinds.c      the table of blocks, read from the library: class, ports, a pattern for the parameters
 *     rules     value_rules.c, system_rules.c, event_rules.c    blocks whose parameters a pattern does not describe
 *     spline    spline.c     slopes of cubic curves
 *     embedded  embedded.c   blocks that are text themselves: expressions, classes of Modelica
 *     functions scifunc.c, c_function.c    blocks whose function is text of Scilab, or of C
 *     files     records.c    blocks that read a file
 *     way       xcos.c       the whole way of a diagram
 *     text      write_text.c       declarations, connections, places
 *
 * A signal is a matrix of Reals, or of complex numbers, whatever its type is in Xcos. Blocks that compute with
 * integers are told the type, and turn over or stop at its limits as the block says. Activations are those of
 * Saltus.Diagrams.
 */
#ifndef SALTUS_FRONT_XCOS_WRITE_H
#define SALTUS_FRONT_XCOS_WRITE_H

#include "front/xcos/diagram/xcos_diagram.h"
#include "front/xcos/scilab/xcos_scilab.h"
#include "front/written/written.h"

/* The text of a diagram as a class of this name. False after messages. */
bool xc_write(sb_arena *arena, sb_names *names, sb_diag *diag, const xc_diagram *d, const char *name,
			  sf_writing *out);

/* Inside of the room. */
typedef struct xc_size {
	int rows, columns, type;
} xc_size; /* 0 or less: not known */
struct xc_sheet;
struct xc_part;

/* A kind of block: a row of the table lib/Saltus/Xcos/blocks.txt, which says what its texts mean. */
typedef struct xc_spec {
	const char *kind, *class, *with, *in, *out, *event_in, *event_out;
	const char *shape; /* ports whose size is that of a parameter: "o1=1 i1=1" */
	void (*special)(struct xc_sheet *s, struct xc_part *p); /* changes class, parameters or ports further */
} xc_spec;
typedef sb_vec(xc_spec) xc_kinds;

typedef enum xc_role { XC_COMPONENT, XC_NODE, XC_BORDER, XC_TAG, XC_SUPER, XC_NOTHING } xc_role;

typedef struct xc_part {
	const xc_block *block;
	uint32_t number; /* of the block */
	xc_role role;
	const xc_spec *spec;
	const char *name, *class;
	const char *in, *out, *event_in, *event_out;
	sb_text with; /* modifiers */
	sb_text extra, equations; /* further declarations and equations, in the class around it */
	sb_origins places; /* of what users wrote in `extra` */
	struct xc_sheet *inside;
	const char *border; /* of a part of role XC_BORDER: its declaration */
} xc_part;

/* The variable of a tag that leads from one sheet to another. */
typedef struct xc_tag {
	const char *name;
	bool event, complex, inner, given; /* given: this sheet has the GOTO, whose input is `port` */
	xc_size size;
	uint32_t port;
} xc_tag;

typedef struct xc_sheet {
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	const xc_diagram *d;
	struct xc_sheet *above;
	xc_part *above_part;
	xc_scope *scope;
	xc_part *part; /* by block */
	bool *complex; /* by port: its signal, or what the block reads there, is of complex numbers */
	xc_size *written, *size; /* by port: as the file has it, where a negative number is a name; and as found */
	const char *class, *path; /* name of its class; where it is, for messages */
	const xc_kinds *kinds;
	sb_strings *unknown; /* kinds that nobody knows, of all sheets */
	sb_vec(xc_tag) tags;
} xc_sheet;

/* A port, or a block, of a sheet; sheet NULL: none. */
typedef struct xc_place {
	xc_sheet *sheet;
	uint32_t port;
} xc_place;

/* Rules by name, for blocks whose class, ports or parameters a pattern does not describe. The last row is empty. */
typedef void (*xc_rule)(xc_sheet *s, xc_part *p);
typedef struct xc_rule_row {
	const char *name;
	xc_rule rule;
} xc_rule_row;
extern const xc_rule_row xc_value_rules[], xc_system_rules[], xc_event_rules[];
void xc_inherit(xc_sheet *s, xc_part *p);
void xc_special_expression(xc_sheet *s, xc_part *p);
void xc_special_modelica(xc_sheet *s, xc_part *p);
void xc_special_function(xc_sheet *s, xc_part *p);
void xc_special_c(xc_sheet *s, xc_part *p);
void xc_special_file(xc_sheet *s, xc_part *p);
/* Names of the context that a text uses, as parameters of the class in which it stands. */
void xc_add_context(const xc_sheet *s, xc_part *p, const char *text);

bool xc_read_kinds(sb_arena *arena, sb_diag *diag, sb_span where, xc_kinds *out); /* false after messages */
const xc_spec *xc_spec_of(const xc_kinds *kinds, const char *kind);
/* The known kind with the nearest name; NULL: none. */
const char *xc_stand_in(sb_arena *arena, const xc_kinds *kinds, const char *kind);

xc_sheet *xc_sheet_new(xc_sheet *above, xc_part *part, const xc_diagram *d, const char *class);
void xc_leave_out(xc_sheet *s); /* blocks with inputs that nothing is connected to */
bool xc_find_sizes(xc_sheet *top);
void xc_find_complex(xc_sheet *top); /* and the rows of the table for them */
/* The port of a super block that a block of the sheet inside stands for; UINT32_MAX: none. */
uint32_t xc_outside_of(const xc_sheet *s, const xc_part *p);
void xc_fill_in(xc_sheet *s); /* parameters of all parts, when sizes are known */
void xc_write_sheet(xc_sheet *s, sf_writing *w, int depth);

/* Slopes of a cubic curve at its points, by the number that a method has in CURVE_c. False: x does not rise, or there
 * are too many points. */
enum { XC_NO_KNOT = 3, XC_PERIODIC = 4, XC_MONOTONE = 5, XC_FAST = 6, XC_CLAMPED = 7 };
bool xc_spline_slopes(sb_arena *arena, const double *x, const double *y, uint32_t n, int method, double *slope);

/* Parameter k (from 1) of a block; NULL after a message. */
const char *xc_parameter_text(const xc_part *p, uint32_t k);
xc_value *xc_parameter(const xc_sheet *s, const xc_part *p, uint32_t k);
xc_value *xc_parameter_quietly(const xc_sheet *s, const xc_part *p, uint32_t k);
double xc_parameter_number(const xc_sheet *s, const xc_part *p, uint32_t k, double otherwise);
void xc_add_vector(sb_text *out, const xc_value *v); /* {1, 2} */
void xc_add_matrix(sb_text *out, const xc_value *v); /* [1, 2; 3, 4] */
void xc_add_number(sb_text *out, double v);
void xc_add_named_matrix(xc_part *p, const char *name, const xc_value *v); /* name=[...] */
void xc_add_named_vector(xc_part *p, const char *name, const xc_value *v);
void xc_add_size(const xc_sheet *s, xc_part *p, uint32_t port); /* r=..., c=... */
uint32_t xc_parameters(const xc_part *p); /* their number */
bool xc_is_numeric(const xc_sheet *s, const xc_part *p, uint32_t k, const xc_value *v); /* false after a message */
void xc_with(xc_part *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
sb_message *xc_complain(const xc_sheet *s, const xc_part *p, const char *code, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Tags (tags.c): those that lead to other sheets, too. */
const char *xc_tag_of(const xc_sheet *s, uint32_t block);
xc_place xc_driver_of(xc_sheet *s, uint32_t port); /* wherever it is */
uint32_t xc_far_tag(xc_sheet *s, uint32_t port); /* the FROM by which another sheet drives the port; UINT32_MAX */
const char *xc_tag_name(const xc_sheet *s, uint32_t from);
void xc_note_tags(xc_sheet *s); /* fills in `tags` of all sheets */
void xc_check_tags(xc_sheet *s); /* reports those that lead nowhere */

/* The port of this sheet that drives a port, through nodes and tags; UINT32_MAX: none does. */
uint32_t xc_driver(const xc_sheet *s, uint32_t port);
/* The block GOTO of this sheet that a FROM means, by its tag; UINT32_MAX: there is none. */
uint32_t xc_goto_of(const xc_sheet *s, uint32_t from);
/* How a port is written in a connection. */
const char *xc_port_text(const xc_sheet *s, uint32_t port);
xc_size xc_size_of(const xc_sheet *s, uint32_t port);

#endif
