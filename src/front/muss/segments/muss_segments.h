/* The segments of a submodel: what of it can be called by itself, and when.
 *
 * A submodel is a digraph of two kinds of vertices. *Executable* ones are its statements, where a call of a submodel is
 * one vertex for each segment of what is called, a relation is a vertex that computes its function (its root), and the
 * initial region and each `when` are one vertex each. *Symbols* are its variables; beside them x(0), the value that the
 * initial region gives, and those of branches (y+, y-) and of `when`.
 *
 * Three parts of it are needed at different times: what happens at the start, the functions of conditions, and the
 * rest, the ODE segment. The last one is divided again, so that whoever calls the submodel can compute an output before
 * all inputs are known: outputs that depend on no input are the *state segment*; outputs that depend on the same inputs
 * are one *algebraic segment*; what no output needs is the *derivative segment*. A vertex that one of them needs
 * belongs to it (fusion); one that several need is a segment of its own kind. So no algebraic loop appears that is not
 * one.
 *
 *     segments_graph.c   vertices and what they read and write
 *     segments_divide.c  which vertex belongs to which segment
 *     segments_text.c    as tables, and as JSON
 *     segments_picture.c the digraph, to be drawn
 */
#ifndef SALTUS_FRONT_MUSS_SEGMENTS_H
#define SALTUS_FRONT_MUSS_SEGMENTS_H

#include "front/digraph.h"
#include "front/muss/check/muss_check.h"

typedef enum mu_segment_kind { MU_SEG_INITIAL, MU_SEG_STATE, MU_SEG_ALGEBRAIC, MU_SEG_DERIVATIVE, MU_SEG_DISCONTINUOUS,
	MU_SEG_COUNT } mu_segment_kind;

typedef sb_vec(const char *) mu_names;

typedef enum mu_vertex_kind {
	MU_V_PLAIN, MU_V_INITIAL, MU_V_ROOT, MU_V_IF, MU_V_WHEN,
	MU_V_CALL_INITIAL, MU_V_CALL_STATE, MU_V_CALL_ALGEBRAIC, MU_V_CALL_DERIVATIVE, MU_V_CALL_DISCONTINUOUS
} mu_vertex_kind;

typedef struct mu_vertex {
	mu_vertex_kind kind;
	uint32_t number;                 /* from 1, as people count them */
	const char *branch;              /* "", "+", "-+": which branches it stands in */
	const char *text;
	mu_names reads, writes;
	sb_u32s after;                   /* vertices that come before it, other than through a symbol */
	bool switches;                   /* its value turns with a root, as that of an if does */
	sb_span span;
} mu_vertex;

typedef struct mu_segment {
	mu_segment_kind kind;
	sb_u32s vertices;                /* indices, in the order of the text */
	mu_names inputs, outputs;
} mu_segment;

typedef struct mu_link { uint32_t from, to; } mu_link;      /* segments: `to` needs what `from` computed */

typedef struct mu_digraph {
	const mu_unit *unit;
	sb_vec(mu_vertex) vertices;
	mu_names global, input, output, state, derivative, parameter, local, initial, branch, when;
	sb_vec(mu_segment) segments;
	sb_vec(mu_link) links;
} mu_digraph;

/* The digraphs of all units that are submodels or experiments, by unit; those that are called come first. */
typedef struct mu_digraphs { sb_map by_unit; sb_vec(mu_digraph *) all; } mu_digraphs;

mu_digraphs *mu_make_digraphs(const mu_text *text);
void mu_segments_text(const mu_digraph *g, sb_text *out);
void mu_segments_json(const mu_digraph *g, sb_text *out);
sf_digraph *mu_draw_digraph(const mu_text *text, const mu_digraph *g);

/* Inside of the room. */
const char *mu_segment_name(mu_segment_kind kind);
void mu_make_vertices(const mu_text *text, const mu_digraphs *known, mu_digraph *g);
bool mu_among(const mu_names *list, const char *name);
void mu_add_name(sb_arena *arena, mu_names *list, const char *name);      /* once */

#endif
