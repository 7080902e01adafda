/* What the files of the engine share: the run itself. */
#ifndef SALTUS_ENGINE_INSIDE_H
#define SALTUS_ENGINE_INSIDE_H

#include "engine/accumulate.h"
#include "engine/ahead.h"
#include "engine/calendar.h"
#include "engine/engine.h"
#include "engine/frame.h"
#include "engine/history.h"
#include "engine/activity.h"
#include "engine/search.h"
#include "engine/profile.h"
#include "engine/select.h"
#include <float.h>
#include <math.h>

/* Conditions turn together until one has turned this often in an instant (E10). */
enum { SE_TURN_TOGETHER = 3 };
/* A value that the model has given by reinit in this instant. begins: to an instance that is made in it, which begins
 * with this value; it need not have it afterwards. before: the value from which the impulses lead to it. */
typedef struct se_stated { uint32_t scalar; double value; bool begins; double before; } se_stated;

/* Jumps of the same states: how often, when last, and the message that tells of the first; NULL: none does. */
typedef struct se_jump_kind { uint64_t count; double last; sb_message *message; } se_jump_kind;

typedef struct se_turned_side { uint32_t scalar; double value; } se_turned_side;

/* A base clock: the number of its next tick; of a variable one also its time, in units of 1/(den*resolution) seconds
 * since the start or as it is; and the interval that holds now. */
typedef struct se_base { uint64_t tick; __int128 units; double at, interval; } se_base;

typedef struct se_crawl se_crawl;
typedef struct se_seek se_seek;

/* The first state that has left all bounds; bound: what is one, 0: not known yet. */
typedef struct se_beyond { double bound; bool left; uint32_t scalar; double time, value; } se_beyond;

/* The next point of the step at hand that is to be taken; it is searched for once. fault: something is wrong there, or
 * to be warned of; early: before all else that was found. */
typedef struct se_point { double at; bool known, crossing, woken, freed, passed, due, fault, early; } se_point;

typedef struct se_changed { uint32_t scalar; double value; } se_changed;
typedef struct se_unchanged {
	const struct se_given *given;
	uint32_t given_count;
	const sc_given *numbers;
	uint32_t number_count;
} se_unchanged;

struct se_run {
	union { struct { SE_FRAME }; se_frame frame; };
	sb_vec(se_frame *) frames;       /* of the modes entered; the one at `in` is out of date */
	uint32_t in;
	sb_u32s frame_of;                /* by number of the mode: its frame + 1 */
	uint16_t *wanted;                /* the mode that the conditions ask for */
	se_seek *seek;                   /* the search for it, see seek.c */
	sb_map told;                     /* scalars whose reinit had no effect, which was said */
	sb_map told_jumps; /* numbers of modes in which states have jumped as no equation says, which was said */
	sb_map kind_of_jump;
	sb_vec(se_jump_kind) jump_kinds; /* jumps.c: which states have jumped -> number of the kind */
	se_mode_search search;           /* how the modes were found */
	sb_map told_lost;                /* places of conditions that could not be followed, which was said */
	sb_map size_of;
	sb_vec(double) sizes; /* of what a condition was in the model: the largest size that its function had in any mode */
	struct { double *at; uint32_t n; } sizes_seen;   /* by scalar: how large a state has been, see impulse.c */
	sb_diag *diag;
	sb_arena *arena;                 /* for what lives as long as the run */
	sb_arena *once;                  /* for what lives as long as one simulation */
	bool used;                       /* the values in d are those of a simulation before this one */
	double *left_row, *right_row;    /* what would be recorded of an instant */
	double *lost_row;                /* what is recorded while nothing is stored */
	se_settings settings;
	se_statistics stats;
	sr_record *record;

	/* given from outside, for every simulation */
	sb_vec(struct se_given { uint32_t scalar; double value; const char *string; }) given;
	sc_givens numbers;               /* those of them that are numbers */
	bool refused;                    /* one of them could not be given */

	/* from begin to end */
	bool under_way;                  /* the initial values are found, and the run has not been closed */
	se_status outcome;               /* SE_PAUSED: it can go on */
	double shown_at;                 /* where it has paused, which may lie inside the step at hand */
	bool shows; double kept_time;    /* the values there are shown now; of those that were there before */
	sb_vec(se_changed) changes;      /* from outside, which wait for an instant */
	se_unchanged *unchanged;         /* what was given before them; NULL: there were none */
	uint32_t began_in;               /* the frame whose program computes parameters */
	bool idle;                       /* all processes have ended, or wait for ever */

	/* the clock */
	double time;                     /* of the last accepted point */
	double segment;                  /* where the present smooth stretch began */
	uint64_t next_grid;              /* number of the next grid point */
	sc_objects *objects;             /* external ones, of all frames */
	se_calendar *calendar;
	sb_vec(se_base) bases;           /* by base clock, the same in all modes */
	sb_u32s bases_due;               /* those that have ticked in this instant */
	double *guesses; /* what the iterations of the initial system began with; only where the log tells of it */

	/* the solver and the present step */
	const sv_operations *ops;
	double step_begin, step_end;     /* of the solver's last step */
	double limit;                    /* up to which it might go */
	bool walking;
	se_point point; /* the rest of it, from `time` on, has not been gone through; how far it is known */
	bool step_given;                 /* the step of a fixed-step solver is what the user asked for */
	double bad_time; bool bad;       /* where the rates could not be evaluated */
	se_beyond beyond;
	bool weak_told;                  /* that a linear loop is almost singular */
	bool astray;                     /* the last projection found no values */

	bool past_branch; /* the solver failed because the rates have no value beyond a condition, which turns there */
	bool noticed;                    /* the rates computed with what has no value, at a point of the step */
	double visit;                    /* the solver must step to this time, if it lies ahead */
	uint32_t vain_trips;             /* se_side_trip to a row that could not be evaluated there either */
	bool probing, probed;            /* assertions are evaluated without saying anything; one does not hold */
	const double *fresh_x; double *fresh_xd, fresh_time;     /* where the solver has evaluated the rates last */
	sb_vec(se_story *) stories; sb_map story_of;       /* variables with limits, by scalar: limits.c */

	/* the present instant */
	uint64_t instant;                /* its number */
	double last_instant;
	uint32_t close_calm;             /* its time; how many close to each other were without a jump of a state */
	bool holding;                    /* so many that conditions are held from one to the next */
	double held_since, last_held; uint32_t held_again;       /* see trouble.c */
	struct {
		double *at, *size;
		uint32_t n;
	} before; /* by scalar: values before the instant, and how large they have been; see effect.c */
	bool reinit_any;
	bool unset_known;                /* x_unset is of this mode, and there were such reinits */
	bool acted;                      /* an event or a process had its turn in it */
	sb_vec(se_stated) stated;
	sb_u32s visited;                 /* numbers of the modes entered in it, after that in which it began */
	double return_time; uint32_t returns;    /* of the last instant that ended where it began; how many such in a row */
	bool terminate, failed, timed_out, stopped;
	const char *terminate_message;
	se_stream
		*streams_outside; /* of an experiment: those of run 0, which have nothing in common with those of its runs */
	se_process_state *process; /* activations of routines, and the queue of the instant, in which events wait too */
	/* experiments: see experiment.c */
	sb_vec(struct se_value_kept {
		uint32_t scalar;
		bool kept;
		double value;
		const char *string;
	}) set; /* what routines set */
	bool set_found, kept_any,
		begun_any; /* the list is made; values are there from before; the routines before the run have set theirs */
	bool rerun;
	struct se_activity *experiment; se_request *request; bool requested;
	sr_record *cross; sb_u32s cross_scalars;
	double light_grid;               /* the next time of the grid, for se_run_light */
	double idle_since;               /* from when on the calendar was empty */
	se_history *history;
	se_corners *corners;             /* that will come out of delays */
	sb_map delay_ids; uint32_t delay_count;          /* origin of a delay -> its number in the history */
	sb_vec(se_profile) profiles;     /* of transports, the same in all modes */
	sb_map profile_ids;              /* origin of a transport -> its number in them */
	double reach;                    /* how far the next step may go, as far as they let expect it */

	se_accumulation *accumulation;   /* of events: see accumulate.h */
	se_awaited *awaited;             /* ... of what processes wait for */
	se_crawl *crawl;                 /* see crawl.c */
	struct se_audit *audit;          /* of the solver's errors, see audit.c; NULL: not begun */
	struct se_pace {
		uint32_t steps, windows;
		double since;
		uint64_t events;
		bool told;
	} pace;                 /* of the present window of steps: pace.c */
	se_hold *hold, *coming; /* motion that is held on a condition, NULL: none; one that will slide when its other side
							   has been seen */
	bool told_objects;               /* that external objects are not saved */
	bool told_rough;                 /* that fixed steps are far too long */
	uint32_t
		astray_slides; /* how often in a row it was about to slide, but the two sides did not lead to the condition */
	bool reopened;                   /* the solver was opened anew */
	double tolerance;
	bool sharper, unresolved_told; /* of the solver, which may have to be smaller than that of the settings: blur.c; it
									  has to be from here on */
	double unblurred;                /* when a condition has turned that had counted as the solver's error: blur.c */
	sv_statistics spent;             /* by solvers that are gone */
	uint64_t restarts; double restart_share;         /* of solvers; the part of the tolerance for the first steps */

	/* recording */
	bool stores;                     /* rows are stored; SI_DO_RECORDING turns it off and on */
	sb_vec(struct se_channel { uint32_t scalar; bool rate; }) channel_of;    /* where modes differ: see record.c */
	uint32_t channel_count;
	sb_u32s constants;               /* scalars of the columns that are constant, in order */
	bool grid_matters;               /* something is recorded on the grid */
	double started, last_progress; uint32_t since_look;
	sc_program
		*optimised; /* the last one given to the background compiler: one mode at a time, and only those that last */
	sb_vec(se_mode_use) uses;        /* what se_modes tells */
};

/* The size of times in this run, for what counts as rounding. */
static inline double se_size(const se_run *run)
{
	double span = run->settings.stop - run->settings.start;
	return fmax(fabs(run->time), isfinite(span) ? span : run->time - run->settings.start);
}

/* make.c */
void se_frame_make(se_run *run, sc_program *program);   /* the present frame, which must be empty */
void se_frame_free(se_run *run);                         /* the present one */
void se_frame_clear(se_run *run);                        /* for another simulation */
void se_make_data(se_run *run);
void se_free_data(se_run *run);
void se_close_solvers(se_run *run);
void se_reinit(se_run *run, int state, int scalar, double value);       /* state: -1, none in this mode */
bool se_suits(se_run *run, uint32_t scalar, double value);       /* false after a message: its type has no such value */
/* change.c */
bool se_apply_changes(se_run *run);                      /* in an instant; false: the values cannot be computed */
void se_forget_changes(se_run *run);                     /* before another simulation */
bool se_settle_changes(se_run *run);                     /* an instant for those that wait. False: the run must end */
/* archive.c, and the parts of it */
void se_ahead_archive(se_run *run, sb_archive *a);
void se_passage_archive(se_run *run, sb_archive *a);
void se_guards_archive(se_run *run, sb_archive *a);
void se_choice_archive(se_run *run, sb_archive *a);
void se_select_archive(se_run *run, sb_archive *a);
void se_corners_archive(se_run *run, sb_archive *a);
void se_accumulation_archive(se_run *run, sb_archive *a);
void se_awaited_archive(se_run *run, sb_archive *a);
void se_crawl_archive(se_run *run, sb_archive *a);
void se_audit_archive(se_run *run, sb_archive *a);
/* pause.c */
void se_stop_showing(se_run *run);                       /* the values are those of the run again */
/* settings.c */
bool se_settings_are_good(se_run *run);                  /* false after a message */
/* run.c */
void se_begin_outside(se_run *run);                      /* for an experiment, which is outside of time */
se_status se_look_at_clock(se_run *run);                 /* on the wall: if not SE_DONE the run must end */
bool se_prepare(se_run *run); /* everything that it needs before it has values. False after a message */
/* solving.c */
sv_solver *se_new_solver(se_run *run);
void se_close_solver(se_run *run);
void se_open_solver(se_run *run);                        /* of the present frame */
void se_reopen_solver(se_run *run);                      /* for other equations */
void se_note_restart(se_run *run);                       /* in an instant, before the solver begins anew */
/* From the present time to t, with a solver of its own. False: it did not get there. */
bool se_side_trip(se_run *run, double t, double *x);
void se_gather_statistics(se_run *run);
/* step.c */
double se_next_entry(const se_run *run); /* when the calendar, or the queue of this instant, has something */
/* False: it failed; past_branch: because of a condition that turns there. */
bool se_make_step(se_run *run, double limit);
bool se_pass_branch(se_run *run);                        /* then: goes on behind it. False: the run must end */
/* Of the step at hand, into run->point. False: the run must end; not known: the rest is void. */
bool se_find_point(se_run *run);
/* It becomes the present. *instant: something has happened there. False: the run must end; and *status, by the clock on
 * the wall */
bool se_take_point(se_run *run, se_status *status, bool *instant);
bool se_stand_still(se_run *run, bool crossing, bool *restarted);        /* an instant at the present time */
bool se_step_again(se_run *run, double t);               /* the last one, to end at t; true */
/* The run stands where it has paused, and the rest of the step is void. False: it has failed. */
bool se_leave_step(se_run *run);
/* frame.c */
uint64_t se_same_key(si_same_kind kind, uint32_t part, uint32_t origin);   /* of se_run.same */
void se_mode_tables(se_run *run);                        /* of a new frame */
void se_exchange(se_run *run, uint32_t to);              /* the present frame for another */
void se_be_in(se_run *run, const sc_mode *mode);         /* the same, by its mode; made if it is not there yet */
void se_visit_frames(se_run *run, void (*f)(se_run *run));       /* with each frame as the present one */
void se_modes_begin(se_run *run);                        /* a new simulation: in the first frame, the others are gone */
void se_gather_uses(se_run *run);
/* carry.c */
/* impulse.c: how the states jump where the present mode is entered, in which the values have been carried over from
 * `old`. */
typedef enum se_jump { SE_NO_JUMP, SE_JUMPS, SE_JUMP_UNKNOWN } se_jump;
se_jump se_find_jump(se_run *run, const se_frame *old);
bool se_have_moved(const se_run *run, const double *x);  /* the states from these, further than rounding moves them */
bool se_dependents_jump(se_run *run, const se_frame *old);       /* as the equations give them now */
/* constraint.c: constraints that jump in an instant without another mode */
void se_note_left(se_run *run);                          /* the values before the instant */
bool se_follow_constraints(se_run *run);                 /* after a fixed point; true: states have jumped */
void se_left_close(se_run *run);
void se_make_jump(se_run *run, const se_frame *old);     /* the one that was found */
void se_tell_jump(se_run *run, const se_frame *old);     /* ... where the mode is entered */
/* From these states, by the projection onto the constraints of the present mode. */
void se_tell_moved(se_run *run, const double *x);
const double *se_strengths(const se_run *run);           /* by watch: of its impulse, in the jump that was found */
void se_note_sizes(se_run *run);                         /* of the states, at an accepted point */
void se_impulses_close(se_run *run);
void se_tell_jumps_again(se_run *run);                   /* jumps.c: at the end, how often */
/* mode_log.c: counts the search for the next mode, and explains it for --log modes. `before`: the frame from which the
 * search began; `tried`: the branches of a mode. For SE_REFUSED_BY_IMPULSE the run is still in it. */
typedef enum se_refusal {
	SE_NO_SUCH_MODE,                 /* its equations cannot be solved */
	SE_REFUSED_BY_IMPULSE,           /* the impulse of a condition has the sign that asks for another branch */
	SE_REFUSED_BY_VALUES,            /* the values of conditions ask for another branch */
	SE_REFUSED_AS_OPEN,              /* the equations do not tell how the states jump */
	SE_REFUSED_AS_VISITED            /* it has been left in this instant */
} se_refusal;
void se_note_asked(se_run *run);                         /* the conditions ask for run->wanted, which is another mode */
void se_note_stayed(se_run *run); /* but the present mode agrees with its conditions, looked at more closely */
void se_note_refused(se_run *run, uint32_t before, const uint16_t *tried, se_refusal why);
void se_note_entered(se_run *run, uint32_t before); /* from the frame `before`; all values have been carried over */
void se_evaluate_carried(se_run *run);                   /* before a mode is left */
void se_carry_values(se_run *run, const se_frame *old);  /* into the present frame */
void se_carry_schedule(se_run *run, const se_frame *old);        /* what concerns the calendar and the histories */
/* transport.c */
void se_number_transports(se_run *run);                  /* of a new frame */
void se_forget_profiles(se_run *run);
double se_transported(se_run *run, uint32_t transport, int what, double x, bool positive);
bool se_start_profiles(se_run *run);                     /* the initial distributions. False after a message */
bool se_pass_jumps(se_run *run);                         /* of those that have come to an end. True: there was one */
bool se_feed_profiles(se_run *run); /* what goes in now. True: it is new, and an end where it goes in shows it */
void se_fill_profiles(se_run *run, double from,
					  double until);      /* what has gone in between two points of the last step */
double se_way(se_run *run, double until); /* the longest that one of them makes in the last step; 1 is all of it */
void se_carry_profiles(se_run *run);                     /* into the present frame */
/* stated.c */
void se_state_reinit(se_run *run, uint32_t scalar, double value);
void se_carry_stated(se_run *run);                       /* of instances that begin */
bool se_apply_stated(se_run *run);                       /* after another mode was entered. False after a message */
bool se_any_stated(const se_run *run);                   /* the model has said what a state is after the instant */
void se_finish_reinits(se_run *run);                     /* at the end of an instant: says which had no effect */
/* seek.c */
/* The mode that the conditions ask for, into run->wanted; false: the present one. */
bool se_asks_for_other(se_run *run);
bool se_may_stay(se_run *run);                           /* the present mode agrees with its conditions after all */
/* The mode that the same request has led to last, wherever the other switches stood, if it agrees; the run is in it.
 * NULL: it has to be searched for. */
const sc_mode *se_recall_mode(se_run *run);
/* The next mode, where run->wanted is another one; the run is in it. NULL: there is none. */
const sc_mode *se_seek_mode(se_run *run);
/* mode.c */
typedef enum se_next { SE_STAYS, SE_ENTERED, SE_STUCK } se_next;
se_next se_follow_mode(se_run *run); /* after a fixed point: enters the mode that the conditions ask for */
se_next se_follow_initial_mode(se_run *run);             /* the same after the initial system; values are not carried */
void se_log_lost(se_run *run, uint32_t before, const double *x); /* states of frame `before` that are none now */
/* initial.c */
bool se_initial_values(se_run *run);
bool se_checks_hold(se_run *run, bool on_trial);          /* initial_checks.c; false after a report */
bool se_parameters(se_run *run);                         /* and what is made of them. False after a message */
void se_find_nominals(se_run *run);                      /* after the parameters are known */
/* sizes.c */
void se_take_nominal(se_run *run, uint32_t state, double value, bool given);
void se_forget_sizes(se_run *run);                       /* before a simulation */
void se_guess_sizes(se_run *run);                        /* of states that have none yet, where the states are known */
void se_guess_again(se_run *run);                        /* after an instant in which the rates have changed */
void se_follow_sizes(se_run *run);                       /* at an accepted point */
bool se_plan_clock(se_run *run, uint32_t k, int priority, se_entry_kind kind, uint32_t number, sb_span span);
/* base.c */
bool se_plan_bases(se_run *run);                         /* their first ticks. False after a message */
void se_tick_base(se_run *run, uint32_t base);
bool se_plan_due_bases(se_run *run);
/* instant.c */
/* At run->time with the left limit in run->x. `crossing`: conditions have changed there. *restart: the solver must
 * begin anew. False: the run must end. */
bool se_instant(se_run *run, bool crossing, bool *restart);
long long se_condition(const se_run *run, uint32_t watch);      /* its value now, of g_a, next_when and watch_slope */
void se_evaluate_conditions(se_run *run);                /* all of them, into run->truth */
void se_evaluate_raw(se_run *run);                       /* the same, with nothing held */
/* select.c */
void se_flip(se_run *run, uint32_t watch, uint32_t flips);      /* it has turned so often in this instant */
void se_forget_flips(se_run *run);
/* combine.c: conditions that chase each other. True: they are not to be looked at in this pass */
bool se_combine(se_run *run);
double se_held(const se_run *run, uint32_t watch);       /* what counts as zero but for rounding */
void se_note_events(se_run *run);
/* delay.c */
void se_corners_clear(se_run *run);
void se_note_corner(se_run *run); /* what is delayed has a corner now, and so has what comes out, later */
double se_corner_limit(se_run *run, double limit); /* how far the next step may go, because of corners that come out */
void se_note_jumps(se_run *run);                         /* at the end of an instant */
/* At a time that se_find_passed has found. *jump: a jump comes out, in an instant; *anew: a corner does, and the rest
 * of the step is void. */
void se_go_past_marks(se_run *run, bool *jump, bool *anew);
/* delay_moving.c: delays whose time moves */
bool se_delays_move(const se_run *run);                  /* there are such */
double se_moving_delay(se_run *run, uint32_t delay, double value, double time);
/* The first time after `from` at which a jump or a corner comes out. */
bool se_find_passed(se_run *run, double from, double *at);
uint32_t se_pass_marks(se_run *run, bool in_instant, bool *jump);
void se_remember(se_run *run, double from, double until);        /* what is delayed, in a part of the last step */
/* The next tick of a clock to the calendar. False after a report: time cannot tell it from the present one. */
bool se_plan_tick(se_run *run, uint32_t clock, int priority, se_entry_kind kind, uint32_t number, sb_span span);
/* values.c */
void se_save_pre(se_run *run, uint32_t entry);
void se_save_all_pre(se_run *run);
bool se_pre_differs(const se_run *run, uint32_t entry);
/* States of which reinit_set is true stay; it is cleared. False after a message. */
bool se_settle_set(se_run *run, const char *doing);
bool se_apply_reinits(se_run *run);
void se_take_back_reinits(se_run *run);                  /* where the mode changes: the states from before them */
bool se_reconcile_touching(se_run *run, const bool *set);       /* se_reconcile inside an instant */
/* locate.c */
bool se_lens_open(se_run *run);                          /* of a new frame. True: there are conditions to search for */
void se_delayed_at(se_run *run, double t); /* what delays and transports take in, at a time of the last step */
void se_watch_at(se_run *run, double t, double *functions);
bool se_find_crossing(se_run *run, double from, double to, double *at);
void se_mask(se_run *run);
/* Before the frame is used: of the conditions' functions, by the nominal values of the states. */
void se_expect_sizes(se_run *run);
long long se_truth(const se_run *run, uint32_t watch, double g);
double se_terms(const se_run *run, si_formula terms);  /* the size of the terms whose sum it is, as they are now */
double se_noise(const se_run *run, si_formula terms);  /* up to this size it may be rounding of its terms */
/* blur.c */
/* The crossing that was found there is the solver's error, and counts as none from now on. run->sharper: it is, but the
 * step can be made again. */
void se_note_area(se_run *run, double span, const double *g);     /* at the end of a part of a step */
bool se_is_contradicted(se_run *run, double at);
/* What the tolerance makes of it counts as none from now on, until the rates lead on. */
void se_blur(se_run *run, uint32_t watch);
void se_keep_resting(se_run *run);
void se_look_at_blurred(se_run *run);                    /* those that counted as none, before the next search */
/* One of them is a crossing by now: the first time up to *at. */
bool se_blurred_turns(se_run *run, double from, double *at);
/* record.c */
/* The log of events (effect.c): all values before an instant, and what has become of them. `mode`: of the frame in
 * which it began. */
void se_note_values(se_run *run);
void se_tell_effects(se_run *run, uint32_t mode);
void se_record_open(se_run *run);
/* Where derivatives are in a mode (rate.c). */
typedef struct se_rate_map { const si_image *image; sb_map by_place; } se_rate_map;
se_rate_map se_rate_map_of(const si_image *image, sb_arena *arena);
si_place se_rate_place(const se_rate_map *map, uint32_t scalar);         /* SS_NOWHERE: this mode has none */
double se_value_at(const sc_data *d, si_place place);                    /* a number; NAN of SS_NOWHERE */
void se_place_channels(se_run *run);                     /* of the present frame */
void se_mark_constants(const se_run *run, char *constant);   /* by scalar: set before the run and never again */
void se_record_constants(se_run *run);
double *se_new_row(se_run *run, double t, sr_mark mark); /* to be filled; lost, where nothing is stored */
void se_record_row(se_run *run, double t, sr_mark mark); /* of the values in d */
void se_record_values(const se_run *run, double *row);   /* the same, into a buffer */
void se_record_grid(se_run *run, double until, bool inclusive);
bool se_on_grid(const se_run *run, double t);
/* Times that differ by rounding alone are one time: 3*0.1 and 1*0.3 are meant to be the same (E5). Delays are numbers
 * that were rounded to be written down, each by half a unit in its last place at most, so a sum of them is off by no
 * more than that part of the way from the start. */
static inline double se_time_rounding(const se_run *run)
{
	double t = fabs(run->time), start = fabs(run->settings.start);
	return 4 * DBL_EPSILON * (t > start ? t : start);
}
static inline bool se_is_now(const se_run *run, double t) { return t <= run->time + se_time_rounding(run); }
double se_next_grid(const se_run *run);                  /* the time of the next row of the grid */
/* evaluate.c */
void se_at(se_run *run, double t, const double *x); /* time and states of d; x is copied into the run's own vector */
void se_evaluate_rest(se_run *run);                      /* the same after the rates */
void se_evaluate_all(se_run *run); /* everything continuous at time and states of d: rates, watch, outputs */
int se_rates(void *context, double t, const double *x, double *xd);
int se_jacobian(void *context, double t, const double *x, const double *xd, double *values);
void se_report_trouble(se_run *run, const char *doing);  /* why values could not be computed */
bool se_check(se_run *run, const char *doing);           /* of the values just evaluated */
/* Of an expression over parameters; 0 is none. */
double se_parameter_value(const se_run *run, si_formula formula, double otherwise);
/* Of an attribute of a variable, for one of its elements. */
double se_element_value(const se_run *run, si_formula formula, const si_variable *v, uint32_t element,
						double otherwise);
double se_started_value(const se_run *run,
						si_formula formula); /* NAN: a variable in it has no start value of its own */
bool se_acts_oddly(se_run *run);  /* in a pass in which when-clauses act: is one of these operations without a value? */
bool se_is_definite(se_run *run); /* have all operations a value that are guarded by it, with the values as they are? */
bool se_is_infinite(se_run *run); /* evaluates everything here: is there a value that is not finite, or a failure? */
/* crawl.c */
void se_crawl_clear(se_run *run);                        /* before a simulation */
bool se_look_at_pace(se_run *run);                       /* after a step. False: the run crawls and must end */
void se_look_at_breaks(se_run *run);                     /* after the solver has evaluated the rates */

/* audit.c */
/* After a step: errors that have added up are told; nothing is known beyond the limit. */
void se_look_at_errors(se_run *run, double limit);
/* From the present time and the states x on, with a solver of its own, in at most so many steps. False: it did not get
 * there. */
bool se_trip(se_run *run, double tolerance, double t, double *x, uint32_t most);
/* pace.c */
void se_look_at_length(se_run *run);                     /* after a step: a run that would take very long is told */
/* beyond.c */
void se_watch_sizes(se_run *run);                        /* of the states, at an accepted point */
void se_watch_loops(se_run *run);                        /* linear ones that are almost singular, there */
void se_tell_sizes(se_run *run);                         /* at the end */
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
/* guard.c */
typedef enum se_found { SE_NOTHING, SE_GOES_BACK, SE_FAULT } se_found;
void se_guards_make(se_run *run);                        /* of a new frame */
void se_guards_clear(se_run *run);
/* Warned: a function has warned at a point of the step, see sc_held_warning. */
se_found se_guard_step(se_run *run, bool warned, bool crossing, double *at);
bool se_guard_instant(se_run *run);
/* follow.c: nonlinear loops are followed through steps. */
typedef struct se_follow se_follow;
void se_follow_open(se_run *run);
void se_follow_begin(se_run *run);               /* before a step */
bool se_follow_step(se_run *run); /* after it; false: the solver is back where it began, and the step must be shorter */
void se_follow_rest(se_run *run);                /* from the present point to the end of the step */
void se_follow_archive(se_run *run, sb_archive *a);
/* project.c */
void se_projection_open(se_run *run);
void se_projection_close(se_run *run);
int se_project(void *context, double t, double *x);   /* as sv_problem asks for it */
void se_interpolate(se_run *run, double t, double *x);   /* the last step at t, on the invariants */
/* The states now; `set`: those to be left alone, or NULL. False: no values found. */
bool se_reconcile(se_run *run, const bool *set);
void se_report_astray(se_run *run, const char *doing);
/* choice.c */
void se_choice_open(se_run *run);
/* claims.c: after an instant, and where a step is accepted that has come to no crossing; both do nothing outside of
 * debug builds */
void se_note_claims(se_run *run);
void se_check_claims(se_run *run);
bool se_is_pure(const se_run *run);                      /* no function of the model has an effect */
/* sound.c: after an instant; the run ends where something is not as it must be (base/check.h) */
void se_look_whether_sound(se_run *run);
bool se_is_sound(se_run *run, sb_text *why);
void se_choice_forget(se_run *run);
bool se_choice_holds(se_run *run);                       /* at the end of a step; false after a report */
/* trouble.c */
void se_report_mode_cycle(se_run *run);                  /* names the switches that alternate */
void se_report_microsteps(se_run *run, uint32_t changing);   /* entry of pres that kept changing, or UINT32_MAX */
void se_carry_ways(se_run *run, const se_frame *old);    /* accumulate.c: into the present frame */
void se_report_solver(se_run *run, sv_status status);
void se_tell_rough(se_run *run, const sv_statistics *of);        /* a fixed step that has gone wrong altogether */
bool se_never_ends(se_run *run); /* a run without a stop that nothing can end, or that has gone on too long; said */
double se_timed_since(const se_run *run);                /* when the time allowed began to count */
bool se_overdue(se_run *run);                            /* the time allowed is over; said once */
void se_logf(se_run *run, unsigned what, const char *format, ...) __attribute__((format(printf, 3, 4)));
void se_log_watch(se_run *run, uint32_t watch, long long value);
void se_log_time(se_run *run, sb_span span, const char *what);
void se_log_clock(se_run *run, const si_clock *clock);

#endif
