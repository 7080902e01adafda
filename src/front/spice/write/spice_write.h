/* The circuit as Modelica: a package with a class for each subcircuit and a model for the netlist.
 *
 * A device is a component of a class of lib/Spice, a node a set of connections. Parameters stay parameters, so that
 * they can be changed from outside. A subcircuit that uses parameters and global nodes of the scopes around it gets
 * them from its caller, as parameters and pins. Functions of .func are written out where they are called.
 *
 * Each node has a variable v(NODE), and each voltage source and inductor i(NAME). Every other quantity that is printed
 * has a variable too.
 *
 *     spice_write.c             classes, nodes, connections
 *     spice_write_device.c      devices
 *     spice_write_source.c      independent, controlled and behavioural sources
 *     spice_write_expression.c  expressions
 *     spice_laplace.c           transfer functions as quotients of polynomials
 *     spice_ask.c               analyses at rest
 *     spice_noise.c             sources of noise
 *     spice_measure.c           measures of the transient
 */
#ifndef SALTUS_FRONT_SPICE_WRITE_H
#define SALTUS_FRONT_SPICE_WRITE_H

#include "front/spice/check/spice_check.h"
#include "front/written/written.h"
#include "model/analysis.h"

/* The arguments of a function that is written out: expressions of its caller. */
typedef struct sp_frame sp_frame;
struct sp_frame { const sp_function *function; const sp_expr *call; const sp_scope *lookup; const sp_frame *around; };

/* A variable beside a behavioural source, which is differentiated, integrated or looked up in a table. */
typedef enum sp_beside_kind { SP_HELD, SP_INTEGRATED } sp_beside_kind;
typedef struct sp_beside {
	const char *name;
	sp_beside_kind kind;
	const sp_expr *value, *start;
	const sp_scope *lookup;
	const sp_frame *frame;
} sp_beside;

typedef struct sp_terminal { const char *text; sb_span span; } sp_terminal;
typedef struct sp_joint { const sp_node *node; sb_vec(sp_terminal) terminals; } sp_joint;

typedef struct sp_writer {
	sp_netlist *n;
	sb_arena *arena;
	const sp_scope *scope;             /* whose class is written */
	sb_text *out;
	sb_origins *origins;
	sb_map classes;                    /* sp_scope -> name of its class */
	sb_map pins;                       /* sp_node of a subcircuit -> name of its pin */
	sb_map params[1];                  /* of the class: sp_param -> its name there */
	sb_map devices;                    /* sp_device -> name of its component */
	sb_map joints;                     /* sp_node -> sp_joint */
	sb_vec(sp_joint *) joint_list;
	sb_map taken;                      /* names of the class */
	uint32_t noise;                    /* the last number of the array that a device has taken */
	sb_vec(sp_beside) besides;
	const char *around_device;         /* the device whose expression is written */
	uint32_t written;                  /* parts of the expression so far */
	double step, stop;                 /* of the transient analysis; 0: none */
} sp_writer;

/* The text, with the places of its words. The package has this name; its model is called `circuit`. */
void sp_write(sp_netlist *n, const char *package, sb_text *out, sb_origins *origins);
const char *sp_quoted(sb_arena *arena, const char *name);        /* as Modelica writes it */

/* The analyses of the model at rest that the netlist asks for beside its transient (spice_ask.c). */
const sm_analyses *sp_ask(sp_netlist *n, sm_model *model);
const char *sp_copies(sb_arena *arena, const sp_device *call);       /* the parameter that is m of a call with one */
/* Sources of noise of a device, of a call with those inside: classes have an array 'noise in' of as many signals as
 * their devices have sources. */
uint32_t sp_noises_of(const sp_netlist *n, const sp_device *d);
void sp_write_noise(sp_writer *w);                       /* the array, in the class that is written */
void sp_ask_noise(const sp_netlist *n, sm_model *m, const sp_analysis *a, sm_analysis *out);
void sp_measure(sp_netlist *n, sm_model *model, sm_analyses *out);      /* .meas and .four (spice_measure.c) */

/* Inside of the room. */
void sp_put(sp_writer *w, sb_span from, const char *text);
void sp_putf(sp_writer *w, sb_span from, const char *format, ...) __attribute__((format(printf, 3, 4)));
const char *sp_claim(sp_writer *w, const char *name, const char *prefix);      /* a name that is free in the class */
void sp_write_devices(sp_writer *w);
void sp_write_source(sp_writer *w, const sp_device *d, const char *name);
void sp_declare_drive(sp_writer *w, sb_span span, const char *name);
void sp_write_controlled(sp_writer *w, const sp_device *d, const char *name);
void sp_write_value(sp_writer *w, const sp_scope *lookup, const sp_expr *e);
void sp_write_besides(sp_writer *w);                               /* declarations, of besides that were not yet */
void sp_connect(sp_writer *w, const sp_node *node, const char *terminal, sb_span span);
const char *sp_voltage(sp_writer *w, const sp_scope *s, const char *name);     /* of a node, as Modelica */
const char *sp_current(sp_writer *w, const sp_scope *s, const char *name);
const char *sp_current_of(sp_writer *w, const sp_device *d);
bool sp_has_tap(const sp_analysis *a);            /* a source of current of its own, `tap N`, by their order */
bool sp_is_recorded(const sp_device *d);                           /* its current has a variable in any case */

/* Coefficients of a quotient of polynomials in s, from the constant on; false after a message. */
enum { SP_MOST_ORDER = 40 };
typedef struct sp_rational { double above[SP_MOST_ORDER + 1], below[SP_MOST_ORDER + 1]; int m, n; } sp_rational;
bool sp_transfer(sp_writer *w, const sp_device *d, sp_rational *out);

#endif
