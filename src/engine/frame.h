/* The frame of a run: what depends on the plan of one mode. */
#ifndef SALTUS_ENGINE_FRAME_H
#define SALTUS_ENGINE_FRAME_H

#include "engine/accumulate.h"
#include "engine/ahead.h"
#include "engine/calendar.h"
#include "engine/engine.h"
#include "engine/history.h"
#include "engine/activity.h"
#include "engine/search.h"
#include "engine/profile.h"
#include "engine/select.h"

/* Points of a step: x, in0, in1. */
typedef sb_vec(double) se_samples;

/* The last state events, to see them accumulate (E18): SE_SAME of one condition, or SE_RECENT of any. */
enum { SE_RECENT = 64, SE_SAME = 11 };
typedef struct se_recent { double time; uint32_t watch; } se_recent;

typedef sb_vec(struct se_kept { void *at; size_t size; }) se_kept_arrays;
typedef struct se_projection se_projection;
/* What was seen of a variable beyond its limits. What counts as rounding depends on the largest size of the variable,
 * which is known in the end only: so each time that it goes further by a factor than before is noted, and the first
 * that is too far is told. */
typedef struct se_passing { double time, depth; bool low; } se_passing;
typedef struct se_story {
	uint32_t scalar; double low, high, largest;
	double far, far_time, far_depth; /* where it was furthest beyond */
	sb_vec(se_passing) times;
} se_story;
typedef struct se_choice se_choice;
typedef struct se_corners se_corners;
typedef struct se_impulses se_impulses;

/* Conditions that stay as they are although their functions are beyond zero, by less than the tolerance makes of them:
 * blur.c. */
typedef sb_vec(struct se_blurred_one { uint32_t watch; double size; }) se_blurred;
/* What depends on the plan. A model whose structure changes has a frame for each mode that the run has entered; the
 * members of the present one are members of the run itself, and entering another mode exchanges them (mode.c). */
#define SE_FRAME                                                                                                       \
	sc_program *program;                                                                                               \
	const si_image *image;                                                                                             \
	const sc_functions *f;                                                                                             \
	sc_data *d;                                                                                                        \
	sb_arena *own;  /* for what lives as long as the frame */                                                          \
	double *x, *xd; /* the run's own vectors; d->x and d->xd point elsewhere inside the solver */                      \
	double *clock_start, *clock_interval;                                                                              \
	uint64_t *clock_tick;                                                                                              \
	double *watch_when, *watch_slope;                                                                                  \
	long long *forced;                                                                                                 \
	double *forced_at; /* value of a time-only step from its instant on */                                             \
	double *next_when; /* scratch: of plan_ahead (instant.c) */                                                        \
	double *event_value, *event_time;                                                                                  \
	bool *event_true;                                                                                                  \
	double *delay_value, *delay_time, *delay_longest;                                                                  \
	uint32_t *delay_id;       /* by delay: its number in the history */                                                \
	double *flow;             /* by transport: in0, in1, x and whether it moves from end 0 to end 1 */                 \
	se_samples *flows;        /* by transport: what goes in during the last step */                                    \
	uint32_t *profile_id;     /* by transport: its number in run->profiles */                                          \
	struct se_follow *follow; /* of nonlinear loops; NULL: there are none */                                           \
	double *x_begin;          /* states where the step began, if it may have to be made again */                       \
	se_passage *passage;      /* what the step at hand passes over (centre.c); NULL: nothing can be narrow */          \
	se_ahead *ahead;          /* NULL: nothing is known of time */                                                     \
	double longest;           /* step, whatever time forces; 0: none */                                                \
	double *x_left;           /* states before the instant, where the mode may change */                               \
	double *x_unset;          /* states before the reinits since the mode was followed last */                         \
	sv_solver *solver;                                                                                                 \
	double solver_tolerance;                                                                                           \
	const uint32_t *entry_at;                                                                                          \
	double *jacobian_entries;                                                                                          \
	uint32_t jacobian_places;                       /* by families: see si_layout  */                                  \
	double *x_try;                                  /* scratch: states at a point inside the step */                   \
	double *g_begin, *g_end, *g_a, *g_near, *g_far; /* watch functions */                                              \
	se_lens lens;                                   /* of the watches */                                               \
	double *g_scale;          /* the largest size seen of each function, or that its states let expect */              \
	double *g_slack;          /* how far the interpolation of the step is off, see locate.c; else 0 */                 \
	double *g_noise, *g_peak; /* up to this size it is rounding; the largest since it last turned: see se_mask */      \
	double *g_blur, *g_area, *g_lasts;                                                                                 \
	se_blurred blurred; /* blur.c: what the tolerance makes of it, 0: not known; its integral since it turned */       \
	double *g_way;      /* the largest since it last crossed, on the way that the motion really took */                \
	bool *masked;                                                                                                      \
	double *claimed;                                                                                                   \
	bool claims_noted;                                                                                                 \
	uint32_t claims_first; /* of those that are looked at, see claims.c; NULL: never noted */                          \
	long long *truth;      /* values of the conditions when they were looked at last */                                \
	uint64_t *turned;      /* the microstep in which each latch has changed last */                                    \
	uint64_t searched;     /* the point for which g_a, the rates and what the watches need were evaluated */           \
	double *bad_x;                                                                                                     \
	bool watching; /* there are conditions to search for */                                                            \
	bool *shares;  /* by watch: another one has the same function; NULL: none */                                       \
	double *reinit_value, *reinit_before;                                                                              \
	bool *reinit_set;                                                                                                  \
	sb_u32s reinits;                                                                                                   \
	se_selection select;                                                                                               \
	bool *pre_discrete; /* by entry of plan->pres */                                                                   \
	uint32_t *flips;                                                                                                   \
	sb_u32s flipped;   /* how often each condition turned in this instant; those that did */                           \
	uint64_t flips_of; /* the instant for which flips counts */                                                        \
	si_place *channels;                                                                                                \
	struct se_guards *guards;  /* what is looked at at every step: guard.c */                                          \
	bool guarded;              /* there is something */                                                                \
	se_choice *choice;         /* NULL: no choice of states can break down */                                          \
	se_projection *projection; /* NULL: the plan has no invariants */                                                  \
	double *nominal;           /* by state: as given, else 1; for projection and impulses */                           \
	double *size;              /* by state: for error control, see sizes.c */                                          \
	double *size_most, *size_was, *size_way, *size_least;                                                              \
	char *size_kind;                              /* ... what is known of it */                                        \
	uint32_t sizes_open, sizes_blank, size_tries; /* how many may still change, and are blank; see sizes.c */          \
	char *assert_told; /* warnings already given, by assertion: outside when, then inside */                           \
	/* for modes: see mode.c */                                                                                        \
	uint16_t *branch;                                                                                                  \
	double *asked;       /* of this mode; what the conditions ask for now */                                           \
	char *constant;      /* by scalar: set with the parameters, not to be touched */                                   \
	char *by_when;       /* by scalar: a when-clause sets it */                                                        \
	sb_u32s carried;     /* scalars whose values come from the mode before */                                          \
	uint32_t *pre_of;    /* by cell that has a place: its entry of plan->pres + 1 */                                   \
	sb_map same;         /* of plan->same: its key -> number */                                                        \
	bool *fresh;         /* by watch: the mode before did not have it */                                               \
	double *kept_values; /* while values are shown that lie inside a step: x, xd, Reals before; pause.c */             \
	se_kept_arrays kept; /* arrays that are state */                                                                   \
	bool saves_whole;    /* its solver can tell its state */                                                           \
	sc_data *left;  /* values before the instant, where constraints may jump: constraint.c; NULL: not needed yet */    \
	double *x_kept; /* scratch of constraint.c */                                                                      \
	se_impulses *impulses;                                                                                             \
	bool no_impulses; /* impulse.c; NULL: not needed yet; there are none */                                            \
	bool begun;       /* its parameters are set */                                                                     \
	uint32_t looks;   /* at the clock on the wall while in this mode */                                                \
	uint64_t entries;                                                                                                  \
	double entered, stay, entering; /* how often, since when, how long; wall time of entering */
typedef struct se_frame { SE_FRAME } se_frame;

#endif
