/* The frame of a run: what depends on the image of one mode. */
#ifndef SALTUS_ENGINE_FRAME_H
#define SALTUS_ENGINE_FRAME_H

#include "engine/engine.h"
#include "engine/parts/parts.h"

typedef struct se_projection se_projection;
typedef struct se_choice se_choice;
typedef struct se_ahead se_ahead;
typedef struct se_selection se_selection;
typedef struct se_sampled se_sampled;

/* Rates and conditions one by one, for quantised states (solve/singly.c); kept from simulation to simulation. apart:
 * NULL, there are none. */
struct sc_apart;
struct sc_parts;
typedef struct se_singly { struct sc_apart *apart; struct sc_parts *parts; sv_singly table; } se_singly;

enum { SE_PLACES_MOST = 160 };
/* What a step passes over (centre.c): its centres where it begins and ends, and its places in order. known: the time of
 * the centres in `to`, if nothing has happened since; NAN: they are not known. */
typedef struct se_passage {
	double *from, *to, known;
	se_sampled *sampled;             /* sampled.c; NULL: all can be read */
	double *beside;                  /* scratch, by watch */
	se_knots knots;
	double place[SE_PLACES_MOST];
	uint32_t places;
	double sample[SE_PLACES_MOST];   /* scratch: where the rates alone are looked at */
	uint32_t samples;
	uint32_t counted;                /* centres of large families at once */
	uint32_t idle, turn;             /* steps with places of these at which nothing was narrow; those since then */
	double cut;                      /* the step holds up to there; behind it something narrow was missed (centre.c) */
} se_passage;

/* What depends on the image. A model whose structure changes has a frame for each mode that the run has entered; the
 * members of the present one are members of the run itself, and entering another mode exchanges them
 * (modes/frame.c). */
#define SE_FRAME                                                                                                       \
	sc_program *program;                                                                                               \
	const si_image *image;                                                                                             \
	const sc_functions *f;                                                                                             \
	sc_data *d;     /* state */                                                                                        \
	sb_arena *own;  /* for what lives as long as the frame */                                                          \
	double *x;      /* state: the states at run->time. d->x points elsewhere while another point is evaluated */       \
	double *xd;     /* the rates where they were evaluated last; d->xd points elsewhere inside the solver */           \
	uint64_t seal;  /* in checked builds: a hash of the states, see se_unseal */                                       \
	/* what one room keeps of the frame: see its first header */                                                       \
	se_selection *select;         /* evaluate */                                                                       \
	se_projection *projection;    /* evaluate; NULL: the image has no invariants */                                    \
	struct se_delays *delays;     /* past */                                                                           \
	se_ahead *ahead;              /* forcing; NULL: nothing is known of time */                                        \
	struct se_ticks *ticks;       /* forcing */                                                                        \
	struct se_view *view;         /* watch */                                                                          \
	struct se_guards *guards;     /* look: what is looked at at every step */                                          \
	struct se_follow *follow;     /* look: nonlinear loops; NULL: there are none */                                    \
	struct se_sizing *sizing;     /* look */                                                                           \
	struct se_claims *claims;     /* look */                                                                           \
	se_choice *choice;            /* look; NULL: no choice of states can break down */                                 \
	struct se_mode_frame *mode;   /* modes */                                                                          \
	/* conditions, by watch; state but for g_a */                                                                      \
	double *g_a;                  /* their functions at the point that was evaluated last */                           \
	double *g_noise;              /* up to this size it is rounding: see se_mask */                                    \
	long long *truth;             /* values of the conditions when they were looked at last */                         \
	uint64_t *turned;             /* the microstep in which each latch has changed last */                             \
	double *watch_when, *watch_slope;                                                                                  \
	long long *forced;                                                                                                 \
	double *forced_at;            /* value of a time-only step from its instant on */                                  \
	double *next_when;            /* scratch: of plan_ahead (instant.c) */                                             \
	uint32_t *flips;                                                                                                   \
	sb_u32s flipped;              /* how often each condition turned in this instant; those that did */                \
	uint64_t flips_of;            /* the instant for which flips counts */                                             \
	uint64_t searched;            /* the point for which g_a, the rates and what the watches need were evaluated */    \
	bool watching;                /* there are conditions to search for */                                             \
	bool guarded;                 /* there is something to look at at every step */                                    \
	/* states; nominal and size are state */                                                                           \
	double *nominal;              /* by state: as given, else 1; for projection and impulses */                        \
	double *size;                 /* by state: for error control, see sizes.c */                                       \
	double *reinit_value, *reinit_before;                                                                              \
	bool *reinit_set;                                                                                                  \
	sb_u32s reinits;                                                                                                   \
	double *x_unset;              /* states before the reinits since the mode was followed last */                     \
	double *x_try;                /* scratch: states at a point inside the step */                                     \
	double *x_there;              /* scratch: states of the point that is evaluated, if it is not the present one */   \
	double *bad_x;                /* where the rates could not be evaluated */                                         \
	double *fresh_xd;             /* the solver's last rates, if something is guarded: it may write over its own */    \
	/* the solver and its step */                                                                                      \
	sv_solver *solver;            /* state */                                                                          \
	double solver_tolerance;      /* state */                                                                          \
	double longest;               /* step, whatever time forces; 0: none */                                            \
	se_passage *passage;          /* what the step at hand passes over (centre.c); NULL: nothing can be narrow */      \
	se_singly *singly;            /* NULL: not asked for */                                                            \
	const uint32_t *entry_at;                                                                                          \
	double *jacobian_entries;                                                                                          \
	uint32_t jacobian_places;     /* by families: see si_layout */                                                     \
	/* tables */                                                                                                       \
	bool *pre_discrete;           /* by entry of image->pres */                                                        \
	sb_u32s memory; bool memory_known;       /* Reals that only events set, one for each place: se_memory_of */        \
	char *constant;               /* by scalar: set with the parameters, not to be touched; of models with modes */    \
	si_place *channels;           /* what is recorded */                                                               \
	/* for the room run */                                                                                             \
	bool begun;                   /* its parameters are set */                                                         \
	double *kept_values;          /* while values are shown that lie inside a step: xd, Reals before; pause.c */       \
	bool saves_whole;             /* its solver can tell its state */                                                  \
	uint32_t looks;               /* at the clock on the wall while in this mode */
typedef struct se_frame { SE_FRAME } se_frame;

/* What is the same in two modes has the same key: of the map `same`. */
static inline uint64_t se_same_key(si_same_kind kind, uint32_t part, uint32_t origin)
{
	return sb_pair((uint32_t)kind << 28 | part, origin);
}

#endif
