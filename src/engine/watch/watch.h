/* Conditions: their values now, and where they change inside a step.
 *
 *     condition.c  the value of a condition, as an instant sees it
 *     locate.c     the far side of the earliest crossing inside a step; parts/search.h is the search
 *     awake.c      conditions that a step cannot turn, which nobody has to look for
 *     condition_rounding.c  functions that are nothing but rounding of large values
 *     blur.c       crossings that are the solver's error and do not count
 *     sharpen.c    a smaller tolerance for those that it does not resolve
 *     held.c       conditions that the equations hold near zero
 *     still.c      conditions on whose limit everything comes to rest
 *     course.c     the story of each condition: how often it has turned, and what that did (course.h) */
#ifndef SALTUS_ENGINE_WATCH_H
#define SALTUS_ENGINE_WATCH_H

#include "engine/ground/engine_ground.h"

/* Conditions that stay as they are although their functions are beyond zero, by less than errors within the
 * tolerance could be: blur.c. */
typedef struct se_blurred_one { uint32_t watch; double size, deep; } se_blurred_one; /* deep: how far beyond so far */
typedef sb_vec(se_blurred_one) se_blurred;

enum { SE_END_UNKNOWN, SE_END_AWAKE, SE_END_ALL };       /* AWAKE: of those that the search at hand looks at */

/* How the conditions of a frame are seen; vectors are by watch. */
typedef struct se_view {
	se_lens lens;
	/* state: their functions */
	double *begin, *end, *near, *far;        /* at points of the step; near and far are scratch of later rooms too */
	uint8_t end_known;               /* of what `end` is that of the step at hand */
	double *scale;                   /* the largest size seen of each, or that its states let expect */
	double *slack;                   /* how far the interpolation of the step is off, see locate.c; else 0 */
	double *doubt;                   /* up to this size it counts as zero, see held.c; else 0 */
	double *peak;                    /* the largest since it last turned: see se_mask */
	double *blur, *area, *lasts;     /* blur.c: what the tolerance makes of it, 0: not known; its integral */
	se_blurred blurred;
	/* of one that was held back, when it comes back: how far it was beyond zero, since when, how long after the time
	 * before, and how often it was alike (solve/held_back.c) */
	double *deep, *back, *apart, *times, *looks;     /* looks: how often that was no motion */
	double *beyond;                  /* one that counts as zero: how far it is beyond zero so far */
	double *way;                     /* the largest since it last crossed, on the way that the motion really took */
	bool *masked, *guessed;          /* guessed: the scale is that of states that have shown no size */
	bool *resolved;                  /* it was, until they had shown one */
	double *behind, *ahead;          /* the functions where the search begins and ends, inside the step */
	double *steepest;                /* by state: sv_operations.steepest of the step at hand */
	uint32_t *awake;                 /* awake.c: room for those that the step at hand may turn */
	uint32_t suspects;               /* ... of which so many could have turned by the crossing found; UINT32_MAX: all */
	/* table: what loops over all conditions read, close together */
	uint8_t *kind;                   /* se_glance of each */
	bool *relation;
	uint32_t *state;                 /* si_watch.state */
	/* by rate: the states that it depends on; NULL: nobody has asked yet (still.c) */
	uint32_t *reads_at, *reads;
	bool guards, loose;              /* one of them guards operations; is evaluated in a loop of an algorithm */
	bool *shares;                    /* another one has the same function; NULL: none */
} se_view;

typedef struct se_watched {
	/* state */
	struct se_courses *courses;      /* the story of each condition: course.h */
	sb_map told_lost;                /* places of conditions that could not be followed, which was said */
	sb_map told_held;                /* places of conditions that were held back, which was said */
	uint32_t doubtful;               /* the watch + 1 of one that may be held back wrongly; 0: none */
	bool sharper;                    /* the step at hand is to be made again, with a smaller tolerance: blur.c */
	bool unresolved_told;            /* that the tolerance does not resolve a condition */
	double unblurred;                /* when a condition has turned that had counted as the solver's error: blur.c */
} se_watched;
void se_watched_archive(se_run *run, sb_archive *a);
void se_view_archive(se_run *run, sb_archive *a);         /* of the present frame */

#define SE_ROUNDING 1e-13                /* of the size of a function that has not left zero */

/* condition.c */
long long se_condition(const se_run *run, uint32_t watch);      /* its value now, of g_a, next_when and watch_slope */
void se_evaluate_conditions(se_run *run);                /* all of them, into run->truth */
void se_evaluate_raw(se_run *run);                       /* the same, with nothing held */
double se_largest_condition(const se_run *run);          /* the largest size that one has had, of those over values */
double se_held(const se_run *run, uint32_t watch);       /* what counts as zero but for rounding */

/* held.c: conditions that the present equations hold near zero */
/* Where the mode is left: the functions count as zero in the next mode too, as far as they are off. */
void se_find_held(se_run *run);
/* After an instant: conditions that have turned in it, and whose functions have been no further from zero than
 * errors of steps since they turned before, do not turn again for so little. */
void se_doubt_turned(se_run *run);

/* locate.c */
bool se_lens_open(se_run *run);                          /* of a new frame. True: there are conditions to search for */
bool se_find_crossing(se_run *run, double from, double to, double *at);
void se_mask(se_run *run);
/* For solvers that find the crossings by themselves: the values that count as zero from now on; and whether a
 * condition has turned at a point of the solution. */
void se_focus(se_run *run);
void se_mask_one(se_run *run, uint32_t watch);           /* se_mask and se_focus of one of them */
bool se_has_turned(se_run *run, uint32_t watch, double g);
long long se_truth(const se_run *run, uint32_t watch, double g);
/* The functions at a time of the step: of all conditions that the search at hand looks at, or of the suspects of the
 * crossing that it has found. The other functions, and run->x_try with them, may be left as they are. */
void se_watch_awake(se_run *run, double t, double *g);
void se_watch_suspects(se_run *run, double t, double *g);
static inline uint32_t se_suspects(const se_run *run)
{
	return run->view->suspects < UINT32_MAX ? run->view->suspects : run->image->watches.n;
}
static inline uint32_t se_suspect_at(const se_run *run, uint32_t k)
{
	return run->view->suspects < UINT32_MAX ? run->view->awake[k] : k;
}

/* awake.c */
/* Puts the conditions to sleep that the last step cannot turn from `from` on, until the first one has turned for
 * certain, or up to `to` if none is known to turn. view->begin has the functions at `from`. None turns before the
 * window. */
typedef struct se_window { double since, until; } se_window;
se_window se_wake(se_run *run, double from, double to);
void se_wake_all(se_run *run);
/* Goes to a time of the step with those states that move these conditions; the other states are left as they are.
 * False: something other than states moves one of them. */
bool se_look_alone(se_run *run, double t, const uint32_t *which, uint32_t count);

/* condition_rounding.c */
enum { SE_ROUNDING_LOOKS = 6, SE_ROUNDING_ROOM = 10 };   /* up to so many times what is found may be rounding */
/* By a few units in the last place, others in each look. */
void se_move_a_little(const se_run *run, const double *x, uint32_t look, double *moved);
/* By watch: the error of its function, which is g now, for small errors of the states. Everything has to be
 * evaluated again. */
void se_find_rounding(se_run *run, const double *g, double *off);
void se_note_rounding(se_run *run, uint32_t watch, double off);  /* the size of one that has none of its own */
/* No size of the condition so far tells whether g is a value, and g could be rounding of the largest one. */
bool se_may_be_rounding(const se_run *run, uint32_t watch, double g);
bool se_is_rounding(se_run *run, double at);             /* the crossing that was found there; it counts as none then */

/* blur.c */
/* The crossing that was found there is an error of the solver, and counts as none from now on. `sharper`: it is one,
 * but the step can be repeated. */
bool se_is_contradicted(se_run *run, double at);
/* A crossing within the tolerance counts as none from now on, until the rates lead on. */
void se_blur(se_run *run, uint32_t watch);
void se_keep_resting(se_run *run);
void se_note_excursion(se_run *run, uint32_t watch, double deep);   /* it was so far beyond, did not turn, is back */
void se_look_at_blurred(se_run *run);                    /* those that counted as none, before the next search */
/* One of them is a crossing by now: the first time up to *at. */
bool se_blurred_turns(se_run *run, double from, double *at);

/* sharpen.c */
void se_note_area(se_run *run, double span, const double *g);     /* at the end of a part of a step */
/* Where the function is much larger on average, it soon passes the range that cannot be resolved. The effect on the
 * states is the square of that part. */
bool se_passes_soon(const se_run *run, uint32_t watch);
/* Repeats the step with a smaller tolerance. False: the step has to stay as it is. turns: the condition really
 * crosses. */
bool se_sharpen(se_run *run, uint32_t watch, bool turns);

/* still.c: everything that a condition depends on is at rest in the step, but for the error of the states. */
typedef struct se_known { const double *f; double g; } se_known;      /* the rates there, and its function */
/* view->reads has, by rate, the states that it depends on, from the pattern of the Jacobian. False: it is not known. */
bool se_find_reads(const se_run *run);
bool se_is_still(se_run *run, uint32_t watch, double t, const double *x, const se_known *known); /* NULL: not known */

#endif
