/* Coupled quantised bond graphs in the format of CD++ (.ma files): from text to Modelica text, and to a flat model.
 *
 *     [top]
 *     components : V@QBGSourceEffort_Pulse $SJ1@QBGSerialJunction C@QBGCapacitorFlowIn ...
 *     link : e1n@V e2p@$SJ1                  an output port, and the input port that it goes to
 *     link : f2p@$SJ1 f1n@V
 *     [C]
 *     quantum : 0.0002 hystWindow : 0.01 C : 10 initialLoad : 0
 *
 * A component is a DEVS model of a class; cdpp_classes.c has the table of them. A port is called e or f (effort or
 * flow), a number, and p or n: whether power goes into the component there, or out of it. Two ports with an effort one
 * way and a flow the other way are a bond. Bonds become connections of elements of lib/BondGraph, and quantum and
 * hysteresis the settings of the solver qss1, whose steps are those of the quantised components.
 *
 *     cdpp_read.c      the text: sections, components, links, parameters
 *     cdpp_classes.c   the classes and what they are in Modelica
 *     cdpp_write.c     bonds, and the Modelica text
 *
 * Messages: B003x the text, B004x links and parameters. docs/bond.md has the format.
 */
#ifndef SALTUS_FRONT_CDPP_H
#define SALTUS_FRONT_CDPP_H

#include "front/written/written.h"

bool dv_make(const sf_request *request, sf_writing *out);        /* as Modelica text; false after messages */

/* ------------------------------------------------------------------ a text that was read */

typedef struct dv_value { const char *key, *text; sb_span span; } dv_value;
typedef struct dv_class dv_class;
typedef struct dv_component {
	const char *name; const dv_class *is; sb_span span;
	sb_vec(dv_value) values;
} dv_component;
typedef struct dv_port { uint32_t component, number; char kind, sign; } dv_port;     /* e or f; p or n */
typedef struct dv_link { dv_port from, to; sb_span span; } dv_link;
typedef struct dv_text {
	sb_arena *arena; sb_diag *diag; uint32_t source;
	sb_vec(dv_component) components;
	sb_vec(dv_link) links;
} dv_text;

/* What a class is: the class of the library, the name of its parameter there and here, which of effort and flow its
 * ports give (e, f, or * for either), and how many ports it has (0: a junction, any). */
struct dv_class {
	const char *name, *library;
	const char *parameter, *as;
	char gives; uint32_t ports;
	const char *start;               /* what initialLoad is; NULL: there is none */
	char junction;                   /* 0, 1; ' ': none */
	bool source;
};

const dv_class *dv_class_named(const char *name);
const char *dv_nearest_class(const char *name);
/* Reads a text, whose source is known to diag. False after messages. */
bool dv_read(sb_arena *arena, sb_diag *diag, const char *path, const char *text, size_t length, dv_text *out);

#endif
