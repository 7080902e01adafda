/* Bond graphs: a model as elements that exchange power, and what their causality tells about it.
 *
 *     bg_graph *g = bg_build(arena, flat_model, NULL, diag); elements, junctions, bonds with directions of power
 *     bg_simplify(g);                                        the two rules, until neither applies
 *     bg_assign_causality(g);                                SCAP: who computes the effort of each bond
 *     bg_derive(g);                                          assignments in causal order, loops, states
 *     bg_diagnose(g, diag, strict);                          in words: dependent storages, loops, conflicts
 *
 * A graph is made of nodes and bonds. A node is a junction or an element. A bond goes from one port of a node to one
 * port of another, and its half arrow points where power goes if effort and flow are positive.
 *
 *        Se ───⇀ 1 ───⇀ 0 ───⇀ C         1: one flow, efforts add up       0: one effort, flows add up
 *                │
 *                ⇀ R
 *
 * Where it comes from. A connector with a potential and a flow variable is a pin. Pins that connections join are one
 * place of the network. The domain decides what the potential means for a bond (bond_domain.c):
 *
 *     electrical, thermal, hydraulic   the potential is the effort, so a place is a 0-junction
 *     rotational, translational        the potential is the integral of the flow, so a place is a 1-junction
 *
 * A port of an element lies between two pins, or between a pin and the ground. It joins its two places by a junction of
 * the other kind. Thermal bonds carry temperature and heat flow, whose product is no power: they are pseudo-bonds, and
 * the listing says so.
 *
 * An element is recognised by its equations, not by its name. Equations that belong together (bond_cluster.c) are freed
 * from variables of their own (bond_eliminate.c), and divided by the pins that they tie (bond_pins.c). Then values at
 * random points and with random parameters show which relation ties the efforts, flows and derivatives that are left
 * (bond_recognise.c). Components of users are thus recognised as well as those of a library, in all notations.
 *
 * Symbols. The graph works in a copy of the model. Everything that is not a number or a parameter is a variable of it:
 * time, derivatives (called der(x)), efforts and flows of ports (R1.e, R1.f). Signals and discrete variables, which are
 * computed elsewhere, stay symbols and are inputs of the state equations.
 *
 * The rooms, in order:
 *
 *     ground   symbols and their values, small matrices, nodes and bonds     (ground/bond_ground.h)
 *     read     from a flat model to nodes and bonds                          (read/bond_read.h)
 *     cause    simplification, causality, assignments in order               (cause/bond_cause.h)
 *     show     listings, messages, pictures                                  (show/bond_show.h)
 *     check    beside a run of the model; quantised components               (check/bond_check.h)
 */
#ifndef SALTUS_BOND_H
#define SALTUS_BOND_H

#include "base/json.h"
#include "model/model.h"

typedef enum bg_kind {
	BG_ZERO, BG_ONE,
	BG_SE, BG_SF,                    /* sources of effort and flow */
	BG_R, BG_C, BG_I,                /* of one port, or fields of several */
	BG_TF, BG_GY,
	BG_SWITCH,                       /* on a controlled junction: no effort or no flow, by a condition */
	/* ideal: port 0 takes no flow, and port 1 gives the effort that makes that of port 0 zero */
	BG_AMPLIFIER,
	BG_FIELD                         /* several ports, and not known as anything else */
} bg_kind;

typedef enum bg_domain {
	BG_GENERAL, BG_ELECTRICAL, BG_ROTATIONAL, BG_TRANSLATIONAL, BG_THERMAL, BG_HYDRAULIC, BG_DOMAINS
} bg_domain;

typedef struct bg_port {
	/* VARs: the flow counts into the node. Of junctions 0: their bonds have them */
	sx_ref effort, flow;
	sx_ref displacement;             /* the integral of the flow, where the law knows it; 0: none */
	bg_domain domain;
	uint32_t bond;                   /* UINT32_MAX: none yet */
} bg_port;

typedef struct bg_node {
	bg_kind kind;
	const char *name;                /* of the component, or j1, j2, ... of a junction */
	const char *component;           /* dotted; NULL: none */
	bool modulated;                  /* its law reads signals of others */
	bool linear;                     /* and its value is a number: `value` */
	double value;
	const char *law;                 /* in words: the value, or the function */
	const char *control;             /* of a controlled junction: the condition; NULL: it is none */
	sb_vec(bg_port) ports;
	sm_exprs laws;                   /* residuals over the symbols of its ports and `inner` */
	sm_exprs inner;                  /* VARs that only its laws know */
	bool removed;
	/* causality of a storage: by port; true: its derivative is computed, not its integral */
	bool dependent;
	bool yields;                     /* it may not integrate: its junctions could not be solved otherwise */
	double x, y;                     /* in a picture */
	sb_span span;
} bg_node;

typedef enum bg_by { BG_NOBODY, BG_BY_FROM, BG_BY_TO } bg_by;
typedef struct bg_bond {
	uint32_t from, to, from_port, to_port;
	bg_domain domain;
	bg_by effort;                    /* which end computes the effort; the other one computes the flow */
	sx_ref e, f;                     /* VARs: f is positive with the half arrow */
	bool removed;
} bg_bond;

/* target := value, or, where value is 0, one of the unknowns of a loop with the residual `zero`. */
typedef struct bg_assignment {
	sx_ref target, value, zero;
	uint32_t node;                   /* whose law it is */
	uint32_t loop;                   /* 0: none; assignments of a loop follow each other */
} bg_assignment;

typedef enum bg_fault_kind {
	BG_CONFLICT,                     /* a node whose bonds cannot be as they have to be */
	BG_DEPENDENT,                    /* a storage whose derivative is computed */
	BG_LOOP                          /* an algebraic loop */
} bg_fault_kind;
typedef struct bg_fault { bg_fault_kind kind; uint32_t node, loop; sb_u32s others; } bg_fault;

typedef struct bg_place { const char *name; bg_domain domain; uint32_t node; bool ground; } bg_place;

typedef struct bg_graph {
	sb_arena *arena;
	const sm_model *model;           /* of the user */
	sm_model *work;                  /* a copy, with the symbols */
	const sx_givens *given;          /* values of parameters that are given from outside; NULL: none */
	sb_diag *diag;
	sm_owners owners;
	sb_vec(bg_node) nodes;
	sb_vec(bg_bond) bonds;
	uint32_t junctions;              /* that got a name */
	sb_map rates;                    /* symbol -> that of its derivative */
	sb_map integrals;                /* and back */
	sb_map stands;                   /* symbol -> an expression over variables of the model with the same value */
	sx_ref time;
	bool unclear;                    /* a derivative was asked for that symbols cannot tell */
	bool causal;                     /* every bond has a causality, and there was no conflict */
	sb_vec(bg_assignment) assignments;       /* in causal order */
	sm_exprs states;                 /* VARs, each with a rate among the assignments */
	uint32_t loops;
	const char *implicit;            /* what the assignments need and do not give; NULL: nothing */
	sb_vec(bg_fault) faults;
	sb_strings pseudo;               /* names of domains whose bonds carry no power */
	sb_strings skipped;              /* components of which nothing is in the graph, and why */
} bg_graph;

/* NULL after messages: the model has nothing that a bond graph could show. */
bg_graph *bg_build(sb_arena *arena, const sm_model *model, const sx_givens *given, sb_diag *diag);
void bg_simplify(bg_graph *g);
void bg_assign_causality(bg_graph *g);
void bg_derive(bg_graph *g);
/* Tells what was found; strict: as errors. */
void bg_diagnose(bg_graph *g, sb_diag *diag, bool strict);
/* All of these. */
bg_graph *bg_analyse(sb_arena *arena, const sm_model *model, const sx_givens *given, sb_diag *diag);

const char *bg_symbol_of(const bg_node *n);                  /* Se, MSe, R, 0, ... */
const char *bg_domain_name(bg_domain domain);
/* Texts for people; the state equations, in the order in which they are computed; JSON for programs. */
void bg_list(const bg_graph *g, sb_text *out);
void bg_list_equations(bg_graph *g, sb_text *out);
void bg_list_json(bg_graph *g, bool equations, sb_json *out);
bool bg_draw(bg_graph *g, const char *path, sb_diag *diag);  /* .svg, .png, .dot; false after a message */

#endif
