/* Quantised states: solvers by discrete events.
 *
 * Classical methods divide time and compute all states at each step. Here each state x_i has a quantised version q_i
 * beside it, and x' = f(q). q_i is left alone until x_i differs from it by the quantum; then it is chosen anew, and
 * the rates that read it, and no others, are evaluated. Between two such transitions x_i is a polynomial:
 *
 *     order 1    q_i constant, x_i a straight line                     qss1, liqss1
 *     order 2    q_i a straight line, x_i a parabola                   qss2, liqss2
 *     order 3    q_i a parabola, x_i a cubic                           qss3, liqss3
 *
 * So what is at rest costs nothing, and a transition costs what depends on one state. The times of all transitions are
 * in an agenda (agenda.h), with those at which a condition will turn: its function along the polynomials of the states
 * is a polynomial too, and its first root has a closed form (roots.h). The error of the result is bounded by the
 * quantum: for linear systems by a constant times the quantum, for all times (docs/qss.md).
 *
 * qss1 to qss3 choose q_i = x_i, with the derivatives of x_i. liqss1 to liqss3 are for stiff systems. They choose q_i
 * where x_i will be: so that x_i and q_i and their derivatives meet after some time h, as long as q_i - x_i is at most
 * half a quantum now. f_i is linear in q_i there, with a coefficient found from the last transition, and what other
 * states add is extrapolated: one linear equation, solved in closed form, and no iteration over states (qss_choice.c).
 *
 * A rate that is linear in states and time is kept as its coefficients, and so are its derivatives along its q. The
 * derivatives of any other rate (orders 2 and 3) are differences in time, over a small part of the step of the fastest
 * state that it reads. It is evaluated again at intervals of its own, which follow from how well the polynomial has
 * predicted it. Where rates may have corners or jumps, the polynomial is compared with the rate ahead of time, and
 * believed as far as they agree.
 *
 * A step, for those who call, is a stretch of the way with some thousand transitions, or up to the next crossing. The
 * polynomials that were replaced during the step are kept, so that it can be interpolated.
 *
 *     qss.c          the table of operations, and the way from transition to transition
 *     qss_open.c     memory, archive; what depends on what where nobody says it
 *     qss_state.c    transitions of states: rates and their derivatives, when the next one is due
 *     qss_lines.c    rates and conditions that are linear, as coefficients
 *     qss_choice.c   the choice of q
 *     qss_watch.c    conditions: when they turn */
#ifndef SALTUS_SOLVER_QSS_H
#define SALTUS_SOLVER_QSS_H

#include "solver/agenda.h"
#include "solver/core.h"

typedef struct qss_state {
	double t, x[4];                  /* x(t + s) = x[0] + x[1] s + x[2] s^2 + x[3] s^3 */
	double tq, q[4];                 /* the same of q, one degree less */
	double quantum;                  /* as it was chosen with the last q */
	double a;                        /* of liqss: the derivative of its rate by its q */
	double meets;                    /* of liqss: when x and q meet */
	double scale;                    /* about how long it takes from transition to transition */
	double last;                     /* when the last one was */
	int sense;                       /* the direction of the last one: 1 or -1 */
	bool self;                       /* its rate reads its q */
} qss_state;

typedef struct qss_watch {
	double t, g[4];                  /* the prediction */
	double trust;                    /* how long it is believed */
	double wait;                     /* it was due and had not turned: how long nobody looks again */
	double low, high, noise;         /* the values between which it does not turn; what may be rounding of them */
	bool meant;                      /* what is due is that it turns, and not that somebody looks again */
} qss_watch;

/* A rate whose polynomial is not exact: how long it is believed, and since when. timed: it reads time. */
typedef struct qss_timed { uint32_t state; bool timed; double interval, since; } qss_timed;

typedef struct qss_past { uint32_t state; double until, t, x[4]; } qss_past;

/* By rate, or by condition: the coefficients of one that is linear. */
typedef struct qss_lines {
	uint32_t n;
	const sv_lists *of;              /* the states that it reads */
	const bool *timed;               /* it may read time; NULL: all may */
	uint8_t *kind;
	double *base, *by_time, *slope;  /* slope: by entry of `of` */
} qss_lines;

typedef struct qss_solver {
	sv_core core;
	int order;
	bool implicit;                   /* liqss */
	const sv_singly *singly;
	sv_singly made;                  /* if nobody gives one: what it points to is in `memory` */
	uint32_t *memory;
	double t, t0;                    /* the end and the beginning of the last step */
	qss_state *states;
	qss_watch *watches;
	qss_timed *timed; uint32_t timed_count; uint32_t *timed_of;       /* by state: its number + 1; 0: none */
	qss_lines rate_lines, watch_lines;
	sv_agenda agenda;                /* states, then conditions, then rates that bend */
	qss_past *past; uint32_t past_count, past_room;
	uint32_t *crossed, crossed_count;        /* conditions that have turned where the last step ends */
	uint64_t *transitions;           /* by state */
	/* scratch */
	double *x, *at, *value[4];
	uint64_t *placed, stamp;         /* by state: the point for which `at` has it */
	uint32_t *rest, *rest_at;        /* rates that are no lines */
	uint32_t *list, *some, *conditions; uint64_t *listed, listing;   /* by state, by condition */
	int status;                      /* of the last evaluation */
} qss_solver;

/* qss_open.c */
sv_solver *sv_qss_create(const sv_operations *operations, int order, bool implicit, const sv_problem *problem,
						 const sv_options *options);
void sv_qss_free(sv_solver *solver);
bool sv_qss_archive(sv_solver *solver, sb_archive *a);

/* qss_state.c */
double sv_qss_x(const qss_state *p, double t);
bool sv_qss_transition(qss_solver *s, uint32_t state);       /* it is due now */
bool sv_qss_look_again(qss_solver *s, uint32_t timed);       /* at a rate that bends */
bool sv_qss_begin(qss_solver *s);                            /* all q from all x */
bool sv_qss_concern(qss_solver *s, const sv_concern *c, const double *x);
double sv_qss_shortest(const qss_solver *s);                 /* what time can show, and the run needs */
/* How long the states that a rate or a condition reads keep their q, and so their polynomials. */
double sv_qss_next_change(const qss_solver *s, const sv_lists *of, uint32_t which);
enum { SV_QSS_PLACES = 3 };
extern const double sv_qss_places[SV_QSS_PLACES];    /* of a time ahead: where polynomials and functions are compared */
double sv_qss_apart(const qss_solver *s, double about);      /* a distance for differences in time */

/* qss_lines.c */
void sv_qss_lines_open(qss_lines *l, uint32_t n, const sv_lists *of, const bool *bends, const bool *timed);
void sv_qss_lines_close(qss_lines *l);
void sv_qss_lines_archive(qss_lines *l, sb_archive *a);
void sv_qss_forget_line(qss_lines *l, uint32_t which);       /* an event has changed what it depends on */
void sv_qss_forget_lines(qss_lines *l);
bool sv_qss_find_line(qss_solver *s, qss_lines *l, uint32_t which);
static inline bool sv_qss_is_line(qss_solver *s, qss_lines *l, uint32_t which)
{
	return l->kind[which] == 1 || (!l->kind[which] && sv_qss_find_line(s, l, which));
}
double sv_qss_slope(const qss_lines *l, uint32_t which, uint32_t state);     /* by this state */
/* Its polynomial from s->t on, along q or along x. */
void sv_qss_along(const qss_solver *s, const qss_lines *l, uint32_t which, bool quantised, double out[4]);

/* qss_choice.c: q of a state whose x begins at s->t */
void sv_qss_choose(qss_solver *s, uint32_t state);
double sv_qss_due(const qss_solver *s, uint32_t state);      /* when q must be chosen again, as things are */

/* qss_watch.c */
void sv_qss_watch_states(qss_solver *s, const uint32_t *states, uint32_t count);   /* that have other polynomials */
bool sv_qss_watch(qss_solver *s, const uint32_t *which, uint32_t count);
bool sv_qss_watch_due(qss_solver *s, uint32_t watch, bool *crossed);

#endif
