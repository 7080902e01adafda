/* A coupled system: components, and wires between their scalars.
 *
 * It is read from a system structure of SSP 1.0 or 2.0: a package (SYSTEM.ssp, a zip archive), or its description alone
 * (SystemStructure.ssd beside its resources). Systems inside of systems disappear: a component is called a.b.c, and a
 * connection through connectors of systems is one wire, with all transformations and units on its way.
 *
 *     system_package.c   the archive in a folder, and the description in it
 *     ssd.c              the description as a tree of elements (ssd.h)
 *     parameter_values.c parameter sets and mappings: which value a parameter has
 *     units.c            units of the description, and ours
 *     wires.c            connections as wires
 *     annotations.c      what the description says to the master, in annotations of our own
 *     open_components.c  components become peers
 *
 * Files are named relative to the description. A component is an FMU, or by its type:
 *
 *     application/x-fmu-sharedlibrary     X.fmu (also if no type is given)
 *     application/x-saltus-model          X.mo, X.cosy, X.zcos; X.mo#Class
 *     application/x-saltus-peer           a program that answers over pipes
 *     application/x-saltus-library        a shared library with the functions of saltus_peer.h
 *     application/x-spice-netlist         a circuit, by libngspice
 *     application/x-ssp-definition        another description, as a system */
#ifndef SALTUS_COUPLE_SYSTEM_H
#define SALTUS_COUPLE_SYSTEM_H

#include "couple/peer/peer.h"

typedef enum cp_algorithm { CP_JACOBI, CP_GAUSS_SEIDEL, CP_NEWTON } cp_algorithm;
typedef enum cp_control { CP_FIXED, CP_RICHARDSON, CP_ENERGY } cp_control;
extern const char *const cp_algorithm_names[];

/* What the description or the command line says to the master; NAN, UINT32_MAX and NULL: nothing. */
typedef struct cp_settings {
	uint32_t algorithm, control;     /* cp_algorithm, cp_control */
	double start, stop, step;
	uint32_t hold;                   /* order of extrapolation, 0 to 2 */
	uint32_t interpolation;          /* order of interpolation, 0 to 2 */
	uint32_t iterations;             /* 1: each step is made once */
	double tolerance;                /* of iterations and step control */
	double least_step, most_step;
	uint32_t estimate, events, parallel;     /* 0, 1 */
} cp_settings;

/* When a component computes (docs/cosimulation.md): at every communication point, or when its inputs have moved by more
 * than `variation` (a part, not percent), at least every `interval`; or at the ticks of a clock alone. In between its
 * outputs are extrapolated. */
typedef struct cp_gate { double variation, interval, period, offset; bool clocked; } cp_gate;

typedef struct cp_component {
	const char *name, *file, *class_name, *type;
	fi_kind implementation;
	sb_span span;
	sb_strings ports, inputs;        /* names of its connectors: those that are shown, and inputs */
	sb_vec(cp_value) values;
	uint32_t hold, order;            /* UINT32_MAX: as the system has it; in the order of the text */
	bool delay;                      /* outputs are seen one step later */
	int direct;                      /* 0, 1: what the user says about direct dependence; -1: nothing */
	cp_gate gate;
	double limit; const char *solver;
	cp_peer *peer;
} cp_component;

/* The input of a component: factor times an output of another one, and offset; or a number (from UINT32_MAX). */
typedef struct cp_wire {
	uint32_t component, input, from, output;
	double factor, offset;
	sb_span span;
} cp_wire;

/* A connector of the system itself that shows an output of a component. */
typedef struct cp_shown { const char *name, *unit; uint32_t from, output; double factor, offset; } cp_shown;

/* A power bond: effort and flow, outputs of two components, each an input of the other one. */
typedef struct cp_bond { uint32_t a, effort, b, flow; sb_span span; } cp_bond;

typedef struct cp_system {
	sb_arena *arena;
	sb_diag *diag;
	const char *name, *path, *folder;
	const char *temporary;           /* a folder that goes with the system; NULL: none */
	cp_settings settings;
	sb_vec(cp_component) components;
	sb_vec(cp_wire) wires;
	sb_vec(cp_shown) shown;
	sb_vec(cp_bond) bonds;
} cp_system;

typedef struct cp_given { const char *name, *value; } cp_given;
typedef struct cp_request {
	const char *path;
	const cp_given *given; uint32_t given_count;         /* COMPONENT.PARAMETER */
	double tolerance; const char *solver;
	fi_options fmu;
	bool no_external;
} cp_request;

bool cp_is_system(const char *path);     /* its ending is that of a system */
/* Never NULL; errors are in its diag, and in those of its peers. */
cp_system *cp_system_open(const cp_request *request);
void cp_system_free(cp_system *s);
uint32_t cp_system_errors(const cp_system *s);

#endif
