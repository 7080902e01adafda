/* Events that accumulate, and what may be done about them (E18, E62 to E70).
 *
 * Each condition has a *story*: when it turned, how long its cycles were, and how far its function went in between. A
 * cycle lasts from one turn to the next one in the same direction. The engine looks for three things. None of them
 * depends on the solver, on the time at which the run began, or on the level at which the condition turns:
 *
 *     Zeno         cycles shrink, one after another, and almost no time is left up to their limit
 *     chattering   cycle after cycle, the function does not rise above what the tolerance can resolve
 *     lost bounce  an event turns the motion back, but the function never returns to the side from which it came
 *
 * The run ends with a message, unless the user wants it to go on: at rest on the condition, or sliding along it
 * (hold.h).
 */
#ifndef SALTUS_ENGINE_ACCUMULATE_H
#define SALTUS_ENGINE_ACCUMULATE_H

#include "engine/ground/engine_ground.h"

typedef struct se_gathering {
	/* state */
	struct se_accumulation *accumulation;    /* of events: bounce.h */
	struct se_awaited *awaited;      /* ... of what processes wait for: accumulate_wait.c */
	double last_held; uint32_t held_again;   /* how often in a row conditions were held again, see accumulate.c */
	uint32_t
		astray_slides; /* how often in a row it was about to slide, but the two sides did not lead to the condition */
	se_hold *coming;                 /* will slide when its other side has been seen */
} se_gathering;

/* accumulate.c */
void se_accumulation_clear(se_run *run);                 /* before a simulation */
/* Around an instant. After it: `counted`, it was a state event. False: the run must end. *restarted: the solver has
 * begun anew. */
void se_before_instant(se_run *run, bool crosses);       /* g_a has the functions where conditions cross */
bool se_after_instant(se_run *run, bool counted, bool *restarted);
void se_note_way(se_run *run, double from, double at, bool crosses); /* the part of the last step that is accepted */
/* bounce.c. Of the step that was made, from the present time to `at`: a bounce was lost at the present time. True: the
 * run goes on from the present time, or (run->failed) ends. */
bool se_bounce_is_lost(se_run *run, double at);
/* After an instant; before: the latches. settling: it was made to settle, and not where conditions cross. */
void se_expect_settled(se_run *run, const long long *before, bool settling);
bool se_first_held(se_run *run, uint32_t watch);         /* asked for the first time */
/* How much its function changes with the nominal values of the states. */
double se_unit_of(se_run *run, uint32_t watch);

/* accumulate_wait.c */
void se_awaited_clear(se_run *run);
void se_note_woken(se_run *run, const struct se_activity *a);    /* a process goes on because of its WAIT UNTIL */
bool se_awaited_is_lost(se_run *run, double at);         /* as se_bounce_is_lost, of what processes have turned back */
/* After an instant; `before`: the states before it, NULL: they are the same. False: the run must end. */
bool se_look_at_awaited(se_run *run, const double *before);

/* accumulate_report.c */
extern const char *const se_acts_by_process;             /* why a motion cannot be held */
typedef struct se_sighting {
	const si_image *image; uint32_t watch;     /* UINT32_MAX: not known */
	uint32_t wait; /* the WAIT UNTIL that is met instead of a condition of the equations, + 1; 0: none */
	uint32_t count;                  /* how often it was met */
	double since, limit;             /* the first of these; where they run together */
	double peak;                     /* how far its function went between the last two */
} se_sighting;
void se_report_zeno(se_run *run, const se_sighting *s, const char *why_not);
void se_report_chatter(se_run *run, const se_sighting *s, const char *why_not);
void se_report_lost(se_run *run, const se_sighting *s, const char *why_not);
void se_warn_of_breaking(se_run *run, const se_sighting *s); /* a condition that has turned the motion back before */
void se_warn_of_passing(se_run *run, const se_sighting *s);
/* peak: the time from one event to the next; bounces: else it would chatter */
void se_warn_of_steps(se_run *run, const se_sighting *s, bool bounces, const char *why_not);
void se_tell_touching(se_run *run, uint32_t watch);
void se_tell_held(se_run *run, uint32_t watch, bool slides);

/* hold.c, rest.c, slide.c. While run->hold is not NULL, the rates are those of the motion that is held. */
/* NULL: it rests, or touches where nothing presses it on; else why not. jump: in units of the nominal values; side: of
 * zero from which the events keep the function. */
const char *se_rest(se_run *run, uint32_t watch, const double *jump, double side);
const char *
se_slide(se_run *run, uint32_t watch,
		 const se_sighting *sighting); /* NULL: it slides as soon as both sides have been seen; else why not */
void se_hold_clear(se_run *run);
void se_look_at_hold(se_run *run, bool moved);           /* after an instant: what does not hold any more is let go */
bool se_find_release(se_run *run, double from, double *at);
void se_release(se_run *run);                            /* what has come to its end at the present point */
void se_leave_slide(se_run *run);                        /* because an instant takes place */
int se_held_rates(se_run *run, double t, const double *x, double *xd);
void se_held_pattern(se_run *run, sv_problem *problem);   /* what the solver is given while motion is held */
bool se_meet_held(se_run *run);                  /* moves the present states onto what holds them; false: none fit */
/* What is shown of the motion that is held: the values at the present point are computed, and recorded instead of those
 * in d; or put into d. */
void se_show_held(se_run *run);
const double *se_shown_reals(const se_run *run);
const double *se_shown_rates(const se_run *run);
void se_keep_shown(se_run *run);
/* The rate of change of the functions of all watches at a point, where the states have the rates f. `part`: how far to
 * look, of the sizes of the states. False: they could not be evaluated. */
bool se_speeds(se_run *run, double t, const double *x, const double *f, double part, double *out);
void se_accumulation_archive(se_run *run, sb_archive *a);
void se_hold_archive(se_run *run, sb_archive *a);        /* hold_archive.c: what is held in the present frame */

#endif
