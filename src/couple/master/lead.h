/* Private to the room: a run of the master. */
#ifndef SALTUS_COUPLE_LEAD_H
#define SALTUS_COUPLE_LEAD_H

#include "couple/master/master.h"

/* What is known of an output: the last points, the newest first. */
enum { CP_POINTS = 3 };
typedef struct cp_history { uint32_t n; double t[CP_POINTS], y[CP_POINTS]; } cp_history;

void cp_deposit(cp_history *h, double t, double y);
double cp_last(const cp_history *h);
/* Curves around t: through the newest order + 1 points, as far as there are so many; and through a point at t + step
 * and the newest `order` points. */
cp_curve cp_extrapolate(const cp_history *h, uint32_t order, double t);
cp_curve cp_interpolate(const cp_history *h, uint32_t order, double t, double step, double ahead);

typedef struct cp_node {
	cp_component *c;
	cp_peer *p;
	const cp_wire **wire;            /* by input; NULL: it keeps its start value */
	double *u, *y;                   /* where the peer stands: inputs as they were given last, outputs */
	double *ahead;                   /* outputs at the end of the step that is being made */
	bool is_ahead;
	cp_curve *curve;                 /* inputs during the step */
	bool *guessed;                   /* the curve was extrapolated */
	double *defect;                  /* by input: how far it was off at the end of a step, at most */
	cp_history *past;                /* by output */
	cp_reached reached;
	bool gated;
	double computed;                 /* when it has computed last; NAN: never */
	double *computed_with;           /* inputs */
	uint64_t computations;
	double *delayed;                 /* of a delay: the outputs of the point before */
	bool good;                       /* the last request has succeeded */
	bool *in_loop, looped, kept;     /* by input: of direct dependence; any of them; its state before it is saved */
} cp_node;

typedef struct cp_lead {
	cp_system *s;
	cp_settings set;
	sb_arena *arena;
	cp_node *node; uint32_t n;
	uint32_t *order;                 /* of the steps */
	double t;
	bool loops;                      /* of direct dependence */
	double **size;                   /* by node and output: the largest value so far */
	cp_outcome *out;
	bool quiet;                      /* a run for an estimate: nothing is told */
	/* what was kept at the beginning of a step, by slot */
	struct cp_kept { double t; cp_history *past; double *y, *u, *energy; } kept[CP_SLOTS];
	uint32_t outputs, inputs;        /* of all nodes */
	double *jacobian, jacobian_step; /* of Newton's method; NULL: there is none yet */
	double *flown;                   /* by bond: the largest power */
} cp_lead;

/* lead.c */
bool cp_failed(cp_lead *m, const cp_node *node, const char *doing);              /* tells it; false */
double cp_source(const cp_lead *m, const cp_wire *w, bool ahead);                /* the value of a wire */
double cp_size(const cp_lead *m, uint32_t node, uint32_t output);                /* of what an output is about */
bool cp_keep(cp_lead *m, uint32_t slot), cp_go_back(cp_lead *m, uint32_t slot);
/* steps.c: all peers from m->t to `to`. iterated: `ahead` has what is known of the end of the step. */
bool cp_sweep(cp_lead *m, double to, bool iterated);
void cp_make_curves(cp_lead *m, cp_node *node, double to);
bool cp_take_step(cp_node *node, double to);
/* The step is accepted: outputs, sizes, defects. */
void cp_accept(cp_lead *m, double to);
void cp_tell_defects(cp_lead *m);                                                /* the largest, by its size */
/* settle.c: outputs that depend directly on inputs, at m->t. initial: all inputs count. */
bool cp_settle(cp_lead *m, bool initial);
void cp_find_loops(cp_lead *m);
/* gate.c: peers that compute seldom, at m->t. */
bool cp_compute(cp_lead *m);
double cp_next_tick(const cp_lead *m);                                           /* INFINITY: none */
/* iterate.c: a step that is repeated. */
bool cp_iterate(cp_lead *m, double to);
/* control.c: one step of at most *step, which is changed; *to: where it has ended. */
bool cp_controlled(cp_lead *m, double most, double *step, double *to);
double cp_residual_power(const cp_lead *m, const cp_bond *b, double h, double *power);
/* locate_events.c: a step that ends at the first event; *to is changed. */
bool cp_locate(cp_lead *m, double *to);
/* master.c: one step by the settings, without control. *to may come to be earlier. */
bool cp_one_step(cp_lead *m, double *to);
/* The step is accepted, and the peers agree on the values at its end. */
bool cp_pass_point(cp_lead *m, double to);
/* estimate.c */
void cp_find_estimate(cp_system *s, const cp_settings *settings, cp_outcome *out);
void cp_run_once(cp_system *s, const cp_settings *settings, bool quiet, bool (*progress)(void *context, double part),
				 void *context, cp_outcome *out);

#endif
