/* What is looked at while a run goes on: at each step, and after each instant.
 *
 *     check_point.c  whether the run can go on with the values just evaluated
 *     guard.c        assertions, limits, poles, functions that may fail, inside a step (guard.h)
 *     guard_make.c   ... for a new frame; guard_loops.c: linear loops that lose their solution;
 *                    guard_quotient.c: divisors that pass zero
 *     limits.c       values beyond min and max
 *     follow.c       nonlinear loops, followed through steps
 *     choice.c       states that were chosen and may break down
 *     sizes.c        how large states are, for error control
 *     expect.c       how large functions of conditions are that have been zero so far
 *     beyond.c       states that grow beyond all bounds, loops that are almost singular
 *     pace.c         runs that would take very long
 *     crawl.c        runs that crawl: discontinuous functions that make no events
 *     claims.c       what the structure has claimed, in debug builds
 *     sound.c        what must be true of a run between two instants
 *
 * The rooms before this one compute, this one judges, and those after it act. */
#ifndef SALTUS_ENGINE_LOOK_H
#define SALTUS_ENGINE_LOOK_H

#include "engine/ground/engine_ground.h"

/* What was seen of a variable beyond its limits. What counts as rounding depends on the largest size of the variable,
 * which is known in the end only: so each time that it goes further by a factor than before is noted, and the first
 * that is too far is told. */
typedef struct se_passing { double time, depth; bool low; } se_passing;
typedef struct se_story {
	uint32_t scalar; double low, high, largest;
	double far, far_time, far_depth; /* where it was furthest beyond */
	sb_vec(se_passing) times;
} se_story;

/* Of a frame: how large states are, for error control. By state; see sizes.c. */
typedef struct se_sizing {
	double *most, *was, *way, *least, *reach;        /* state */
	char *kind;                      /* state: what is known of it */
	uint32_t open, blank, tries;     /* state: how many may still change, and are blank */
	double guessed_at;               /* state */
} se_sizing;

/* Of a frame: those that are looked at, see claims.c. */
typedef struct se_claims { double *at; bool noted; uint32_t first; } se_claims;     /* at NULL: never noted */

typedef struct se_crawl se_crawl;
/* The first state that has left all bounds; bound: what is one, 0: not known yet. */
typedef struct se_beyond { double bound; bool left; uint32_t scalar; double time, value; } se_beyond;

typedef struct se_looked {
	/* state */
	sb_vec(se_story *) stories; sb_map story_of;     /* variables with limits, by scalar: limits.c */
	struct se_sizes_seen { double *at; uint32_t n; } sizes_seen;     /* by scalar: how large a state has been */
	se_beyond beyond;
	bool weak_told;                  /* that a linear loop is almost singular */
	se_crawl *crawl;                 /* see crawl.c */
	struct se_pace {
		uint32_t steps, windows;
		double since, glanced;
		uint64_t events;
		bool told;
	} pace;                          /* of the present window of steps: pace.c */
	/* scratch */
	bool probing, probed;            /* assertions are evaluated without saying anything; one does not hold */
} se_looked;
void se_looked_archive(se_run *run, sb_archive *a);
void se_look_frame_archive(se_run *run, sb_archive *a);   /* of the present frame */

/* check_point.c */
bool se_check(se_run *run, const char *doing);           /* of the values just evaluated */
bool se_acts_oddly(se_run *run);  /* in a pass in which when-clauses act: is one of these operations without a value? */

/* guard.c */
void se_guards_archive(se_run *run, sb_archive *a);
typedef enum se_found { SE_NOTHING, SE_GOES_BACK, SE_FAULT } se_found;
/* Warned: a function has warned at a point of the step, see sc_held_warning. */
se_found se_guard_step(se_run *run, bool warned, bool crossing, double *at);
bool se_guard_instant(se_run *run);

/* guard_make.c */
void se_guards_make(se_run *run);                        /* of a new frame */
void se_guards_clear(se_run *run);

/* limits.c */
enum { SE_LIMITS_MOST = 100000 };                        /* elements of an array that are looked at */
bool se_has_limits(const si_variable *v);
void se_look_at_parameters(se_run *run);                 /* beyond min or max, before the run */
void se_look_at_attributes(se_run *run);                  /* those that have no value */
se_story *se_story_of(se_run *run, uint32_t scalar);
bool se_is_beyond(const se_run *run, const se_story *s, double v);        /* further than has been noted */
void se_note_beyond(se_run *run, se_story *s, double time, bool low, double depth);
static inline void se_note_size(se_story *s, double time, double v)
{
	double size = fabs(v), depth = v < s->low ? s->low - v : v - s->high;
	if (size > s->largest)
		s->largest = size;
	if (depth > s->far_depth) {
		s->far = v;
		s->far_time = time;
		s->far_depth = depth;
	}
}
void se_report_limits(se_run *run);                      /* of variables, after the run */

/* follow.c: nonlinear loops are followed through steps */
typedef struct se_follow se_follow;
void se_follow_open(se_run *run);
void se_follow_begin(se_run *run);               /* before a step */
bool se_follow_step(se_run *run); /* after it; false: the solver is back where it began, and the step must be shorter */
void se_follow_rest(se_run *run);                /* from the present point to the end of the step */
void se_follow_archive(se_run *run, sb_archive *a);

/* choice.c */
void se_choice_archive(se_run *run, sb_archive *a);
void se_choice_open(se_run *run);
void se_choice_forget(se_run *run);
bool se_choice_holds(se_run *run);                       /* at the end of a step; false after a report */

/* sizes.c */
void se_find_nominals(se_run *run);                      /* after the parameters are known */
void se_forget_sizes(se_run *run);                       /* before a simulation */
void se_guess_sizes(se_run *run);                        /* of states that have none yet, where the states are known */
void se_guess_again(se_run *run);                        /* after an instant in which the rates have changed */
void se_follow_sizes(se_run *run);                       /* at an accepted point */
double se_known_size(const se_frame *frame, uint32_t state);      /* 0: nothing has told it so far */
/* Of a mode that is entered for the first time: what is known of its states from the mode before. */
void se_carry_state_sizes(se_run *run, const se_frame *old);
/* Where steps are very short: sizes beside which the tolerance would be less than what rounding moves a state by. */
void se_raise_sizes(se_run *run);
/* The same for rounding of time, where a first step would be too short for time to show it, and again (round) where
 * that was not enough. True: a size has grown. */
bool se_allow_for_time(se_run *run, uint32_t round);

/* expect.c */
void se_expect_sizes(se_run *run);                       /* before the frame is used: by the sizes of the states */
void se_expect_again(se_run *run);                       /* states that had no size have one now */

/* beyond.c */
void se_watch_sizes(se_run *run);                        /* of the states, at an accepted point */
void se_watch_loops(se_run *run);                        /* linear ones that are almost singular, there */
void se_tell_sizes(se_run *run);                         /* at the end */

/* pace.c */
void se_look_at_length(se_run *run);                     /* after a step: a run that would take very long is told */

/* crawl.c */
void se_crawl_archive(se_run *run, sb_archive *a);
void se_crawl_clear(se_run *run);                        /* before a simulation */
bool se_look_at_pace(se_run *run);                       /* after a step. False: the run crawls and must end */
void se_look_at_breaks(se_run *run);                     /* after the solver has evaluated the rates */

/* claims.c */
/* After an instant, and where a step is accepted that has come to no crossing; both do nothing outside of
 * debug builds */
void se_note_claims(se_run *run);
void se_check_claims(se_run *run);
bool se_is_pure(const se_run *run);                      /* no function of the model has an effect */

/* sound.c */
/* After an instant; the run ends where something is not as it must be (base/check.h) */
void se_look_whether_sound(se_run *run);
bool se_is_sound(se_run *run, sb_text *why);

#endif
