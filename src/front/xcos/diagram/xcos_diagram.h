/* Diagrams: blocks, ports and links, as a file holds them. A file has them in two forms, elements of XML and lists of
 * Scilab (in the parameters of blocks that are diagrams themselves); both become the same thing. Nothing is interpreted
 * here but who is connected to whom.
 */
#ifndef SALTUS_FRONT_XCOS_DIAGRAM_H
#define SALTUS_FRONT_XCOS_DIAGRAM_H

#include "front/xcos/read/xcos_read.h"

typedef enum xc_flow { XC_SIGNAL, XC_ACTIVATION, XC_PHYSICAL } xc_flow;

typedef struct xc_port {
	const char *id;
	uint32_t block; /* number of its block */
	bool input;
	xc_flow flow;
	double order; /* as written; then `number` among those of its kind, from 0 */
	uint32_t number;
	int rows, columns, type; /* as written: negative ones are to be found */
	double first; /* of an activation that goes out: when it comes first; negative: never */
	uint32_t link; /* one that it is connected to, + 1; 0: none */
} xc_port;

typedef struct xc_point {
	double x, y;
} xc_point;

typedef struct xc_block {
	const char *id, *kind, *function, *label;
	const xc_value *parameters, *reals, *integers, *objects, *state, *discrete, *equations;
	double x, y, width, height; /* y goes down */
	bool flip;
	struct xc_diagram *inside; /* of a super block */
	uint32_t *input, *output, *event_in, *event_out; /* ports by number */
	uint32_t inputs, outputs, events_in, events_out;
	sb_span span;
} xc_block;

typedef struct xc_link {
	const char *id;
	xc_flow flow;
	uint32_t from, to; /* ports */
	xc_point *point;
	uint32_t points;
	sb_span span;
} xc_link;

typedef struct xc_diagram {
	const char *title, *context;
	double stop, tolerance;
	sb_vec(xc_block) blocks;
	sb_vec(xc_port) ports;
	sb_vec(xc_link) links;
	sb_span span;
} xc_diagram;

/* NULL after messages. */
xc_diagram *xc_diagram_of(sb_arena *arena, sb_diag *diag, const xc_file *file);

/* Inside of the room. */
xc_diagram *xc_diagram_of_list(sb_arena *arena, const xc_value *list, sb_span span, uint32_t depth);
void xc_number_ports(sb_arena *arena, xc_diagram *d);

#endif
