/* What rest.c and slide.c share with hold.c: motion that is held on conditions (E65 to E70).
 *
 *     x' = f(x) + sum of lambda_k * d_k(x)
 *
 * At rest on g = 0 an event of the condition has pushed the states along d again and again. The reaction goes on
 * pushing along d, as much as keeps g'' = 0, and never pulls: when it would have to, the motion is let go. With several
 * conditions the reactions are found together.
 *
 * Sliding, f is the motion of the false side, d the difference of the true side from it, and lambda, which keeps g' =
 * 0, is the share of the true side: the equivalent control of Filippov. When it leaves 0..1, the motion goes on where
 * it leads. A *side* is all that is discrete there; both have been seen in events. Each instant ends the sliding,
 * because it may change what the sides are, and it is found again after a few events.
 *
 * Derivatives of g are differences of the function that the program has for the search, so a condition may depend on
 * the states in any way. Where it is affine in the states, as most are, its slopes are found once, by long differences:
 * then a level of 1e6 leaves nothing to rounding. Quantities that move with time alone, such as tables, are
 * differentiated by long differences of a high order.
 */
#ifndef SALTUS_ENGINE_HOLD_H
#define SALTUS_ENGINE_HOLD_H

#include "engine/accumulate/accumulate.h"

enum { SE_HELD_MOST = 8 };

typedef struct se_constraint {
	uint32_t watch;
	double *d;                       /* at rest: the direction of the reaction */
	double side;                     /* at rest: where it presses to: 1 or -1 */
	double *slope; bool affine;      /* of its function, by state, where it is affine in the states */
	/* ... how far differences in time look, and the error of the second ones; 0: a level that stands still */
	double clock_span, clock_error;
	double clock_at, clock_rate, clock_bend;         /* its derivatives by time, at this time */
	double speed;                    /* after an event */
	double lambda, press;            /* press < 0: it does not hold any more */
} se_constraint;

/* What is discrete. */
typedef struct se_held_side { long long *latch, *i, *pre_i; double *r, *pre_r; } se_held_side;

struct se_hold {
	sb_arena *arena;
	bool slides;
	uint32_t frame, n;
	se_constraint at[SE_HELD_MOST];
	double part, noise; /* how far differences look, of the sizes of the states; what is zero of an acceleration */
	double *noise_of; sb_u32s frozen;        /* of its frame; the conditions that do not turn meanwhile */
	se_held_side sides[2]; bool seen[2]; uint32_t patience;
	se_sighting sighting;            /* what led to sliding, for messages */
	sb_u32s discrete;                /* places of discrete Reals */
	double *f, *f_plus, *f_minus, *x_plus, *x_minus, *push, *g, *g_plus, *g_minus;
	double *reals, *rates;           /* to be shown */
};

/* hold.c */
se_hold *se_hold_make(se_run *run, bool slides);
void se_discard(se_hold **h);
void se_freeze(se_run *run, se_hold *h, uint32_t watch);         /* the condition does not turn meanwhile */
void se_settle_held(se_run *run); /* an instant in which nothing happens but what follows from the latches */
double se_part_for(se_run *run, uint32_t watch, double power);   /* how far differences of its function have to look */
/* rest.c */
bool se_rest_rates(se_run *run, double t, const double *x, double *xd);
bool se_project_rest(se_run *run, double t, double *x);
void se_look_at_slopes(se_run *run);                     /* after an instant, which may have changed the functions */
/* Rates of the functions, by constraint. */
bool se_held_speeds(se_run *run, double t, const double *x, const double *f, double *out);
/* slide.c */
se_held_side se_new_side(const se_run *run, se_hold *h);
bool se_slide_rates(se_run *run, double t, const double *x, double *xd);
bool se_project_slide(se_run *run, double t, double *x);
void se_look_for_other_side(se_run *run);
void se_show_slide(se_run *run);

#endif
