/* A peer: a part of a coupled system that simulates itself, and is led by a master.
 *
 * It has inputs and outputs, all of them scalars. It stands at a time, and is asked to do one of these:
 *
 *     start     be made, with its parameters, at a time; again and again
 *     look      tell the outputs where it stands, with these inputs. Before the first step that includes its initial
 *               values; later it is a value of the present instant, and time does not move
 *     step      go on to a time, with each input along a curve; it may end earlier, at an event or for good
 *     save      remember where it stands in one of a few slots; restore: stand there again. Only if it `restores`
 *     end       release what it has; it can be started again
 *
 * Each returns false where it fails, and `said` has the reason. The table of operations is all the master knows:
 *
 *     peer.c           what all of them share
 *     peer_model.c     a model of Saltus: a run that is held
 *     peer_fmu.c       an FMU by co-simulation, in a process of its own
 *     peer_process.c   a program that answers requests over two pipes (docs/cosimulation.md)
 *     peer_serve.c     a shared library with the functions of saltus_peer.h, behind the same pipes
 *     peer_spice.c     a circuit, by libngspice, behind the same pipes
 *
 * Outputs that depend directly on inputs (`direct`) close loops between peers, which the master solves. */
#ifndef SALTUS_COUPLE_PEER_H
#define SALTUS_COUPLE_PEER_H

#include "base/diag.h"
#include "fmi/fmi.h"

typedef enum cp_type { CP_REAL, CP_INTEGER, CP_BOOLEAN } cp_type;
extern const char *const cp_type_names[];

typedef struct cp_port {
	const char *name, *unit;         /* unit: "" : not told */
	cp_type type;
	bool discrete;                   /* it changes at instants only */
	double start;                    /* of an input */
} cp_port;
typedef struct cp_ports { cp_port *at; uint32_t n; } cp_ports;

/* At the time t0 + s the value is c[0] + s*(c[1] + s*c[2]); t0 is where the peer stands. */
typedef struct cp_curve { double c[3]; } cp_curve;
static inline double cp_curve_at(const cp_curve *u, double s) { return u->c[0] + s * (u->c[1] + s * u->c[2]); }
/* The mean from 0 to s, for who can take no curves. */
static inline double cp_curve_mean(const cp_curve *u, double s)
{
	return u->c[0] + s * (u->c[1] / 2 + s * u->c[2] / 3);
}

/* Where a step has ended. event: something has happened there that makes outputs jump; ended: it will not go on. */
typedef struct cp_reached { double time; bool event, ended; } cp_reached;

enum { CP_SLOTS = 3 };

typedef struct cp_peer cp_peer;
typedef struct cp_operations {
	bool (*start)(cp_peer *p, double time);
	bool (*look)(cp_peer *p, const double *inputs, double *outputs);
	bool (*step)(cp_peer *p, const cp_curve *inputs, double to, cp_reached *reached, double *outputs);
	bool (*save)(cp_peer *p, uint32_t slot), (*restore)(cp_peer *p, uint32_t slot);
	void (*end)(cp_peer *p);
	void (*free)(cp_peer *p);
} cp_operations;

struct cp_peer {
	const cp_operations *operations;
	const char *name, *kind;         /* of the component; "model", "FMU", ... */
	cp_ports inputs, outputs;
	bool *direct;                    /* direct[output*inputs.n + input] */
	bool restores;
	bool constant_step;              /* it takes steps of one length only */
	bool once;                       /* it cannot be started a second time */
	bool stops;                      /* asked for by the master: a step is to end at an event */
	double stop;                     /* where the system ends: told before it is started */
	double time;                     /* where it stands */
	bool begun;                      /* it has made a step */
	sb_text said;
	sb_diag *told;                   /* messages of its own, with sources of their own; NULL: none */
	uint64_t looks, steps;           /* how often it was asked */
	void *self;
};

/* What is known of a component before there is a peer. Parameters are texts in the notation of the peer. */
typedef struct cp_value { const char *name, *text; sb_span span; bool used; } cp_value;
typedef struct cp_wanted {
	sb_arena *arena;                 /* lives as long as the peer */
	sb_diag *diag;
	sb_span span;                    /* of the component */
	const char *name, *file, *class_name;
	const char *const *ports; uint32_t port_count;   /* outputs to be shown beside those it declares; may name others */
	const char *const *inputs; uint32_t input_count;         /* that the description declares */
	cp_value *values; uint32_t value_count;
	double tolerance;                /* of solvers of our own; NAN: as the model says */
	const char *solver;              /* NULL: as the model says */
	fi_options fmu;
	double limit;                    /* seconds that an answer may take; 0: 60 */
	bool no_external;                /* refuse C of others */
} cp_wanted;

/* Each gives NULL after messages. */
cp_peer *cp_open_model(const cp_wanted *w);
cp_peer *cp_open_fmu(const cp_wanted *w);
cp_peer *cp_open_program(const cp_wanted *w);
cp_peer *cp_open_library(const cp_wanted *w);
cp_peer *cp_open_circuit(const cp_wanted *w);

bool cp_fail(cp_peer *p, const char *format, ...) __attribute__((format(printf, 2, 3)));         /* false */
/* Outputs are numbers of their types. */
bool cp_check_outputs(cp_peer *p, const double *outputs);
uint32_t cp_find_port(const cp_ports *ports, const char *name);                  /* UINT32_MAX: none */
cp_value *cp_find_value(const cp_wanted *w, const char *name);                   /* NULL: none */
/* A start value of an input that is among the values, if there is one: false after a message. */
bool cp_take_starts(const cp_wanted *w, cp_ports *inputs);
void cp_free(cp_peer *p);

#endif
