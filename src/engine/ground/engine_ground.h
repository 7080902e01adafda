/* The ground of the engine: the run itself, its frames (frame.h), and what every room says to the user: the log and
 * messages of a run that cannot go on (trouble.c), derivatives by name (rate.c).
 *
 * The order of the rooms is that of engine.h. Two things go against it: the rates are others while motion is held on a
 * condition, and something is noted where a process is woken. Those who evaluate ask for them through se_asks. */
#ifndef SALTUS_ENGINE_GROUND_H
#define SALTUS_ENGINE_GROUND_H

#include "engine/engine.h"
#include "engine/ground/frame.h"
#include <float.h>
#include <math.h>

/* Conditions turn together until one has turned this often in an instant (E10). */
enum { SE_TURN_TOGETHER = 3 };
/* So many in a row, each with nothing in between, do not come to an end (E18). */
enum { SE_SAME = 11 };
/* A value that the model has given by reinit in this instant. begins: to an instance that is made in it, which begins
 * with this value; it need not have it afterwards. before: the value from which the impulses lead to it. */
typedef struct se_stated { uint32_t scalar; double value; bool begins; double before; } se_stated;

/* Jumps of the same states: how often, when last, and the message that tells of the first; NULL: none does. */
typedef struct se_jump_kind { uint64_t count; double last; sb_message *message; } se_jump_kind;

/* A base clock: the number of its next tick; of a variable one also its time, in units of 1/(den*resolution) seconds
 * since the start or as it is; and the interval that holds now. */
typedef struct se_base { uint64_t tick; __int128 units; double at, interval; } se_base;

typedef struct se_crawl se_crawl;
typedef struct se_courses se_courses;
typedef struct se_accumulation se_accumulation;
typedef struct se_hold se_hold;
typedef struct se_awaited se_awaited;
typedef struct se_processes se_process_state;
struct se_activity;

/* What earlier rooms ask of later ones. */
typedef struct se_asks {
	/* accumulate/hold.c, while run->hold is not NULL: */
	int (*held_rates)(se_run *run, double t, const double *x, double *xd);
	void (*held_pattern)(se_run *run, sv_problem *problem);  /* what the solver is given */
	void (*show_held)(se_run *run);  /* computes the values to be shown; keep_shown puts them into d */
	void (*keep_shown)(se_run *run);
	const double *(*shown_reals)(const se_run *run);
	const double *(*shown_rates)(const se_run *run);
	/* look/crawl.c: the rates have been evaluated, in a model with functions that may jump without an event */
	void (*look_at_breaks)(se_run *run);
	/* accumulate/accumulate_wait.c: a process goes on because of its WAIT UNTIL */
	void (*note_woken)(se_run *run, const struct se_activity *a);
} se_asks;
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
	const ss_given *numbers;
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
	const se_asks *asks;
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
	ss_givens numbers;               /* those of them that are numbers */
	bool refused;                    /* one of them could not be given */

	/* from begin to end */
	bool under_way;                  /* the initial values are found, and the run has not been closed */
	se_status outcome;               /* SE_PAUSED: it can go on */
	double shown_at;                 /* where it has paused, which may lie inside the step at hand */
	bool shows; double kept_time;    /* the values there are shown now; of those that were there before */
	sb_vec(se_changed) changes;      /* from outside, which wait for an instant */
	se_unchanged *unchanged;         /* what was given before them; NULL: there were none */
	struct se_derivations *derivations;      /* that were asked for last: derive_run.c; NULL: none */
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
	const double *fresh_x; double fresh_time;        /* where the solver has evaluated the rates last: see fresh_xd */
	sb_vec(se_story *) stories; sb_map story_of;       /* variables with limits, by scalar: limits.c */

	/* the present instant */
	uint64_t instant;                /* its number */
	double last_instant;
	uint32_t close_calm;             /* its time; how many close to each other were without a jump of a state */
	bool holding;                    /* so many that conditions are held from one to the next */
	double held_since, last_held; uint32_t held_again;       /* see instant.c */
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
	/* experiments: see process/around.c */
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

	se_courses *courses;             /* the story of each condition: watch/course.h */
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
	bool stores;                     /* rows are stored; SM_RECORDING turns it off and on */
	sb_vec(struct se_channel { uint32_t scalar; bool rate; }) channel_of;    /* where modes differ: see record.c */
	uint32_t channel_count;
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

/* trouble.c */
/* Times that differ by rounding alone are one time: 3*0.1 and 1*0.3 are meant to be the same (E5). Delays are numbers
 * that were rounded to be written down, each by half a unit in its last place at most, so a sum of them is off by no
 * more than that part of the way from the start. */
static inline double se_time_rounding(const se_run *run)
{
	double t = fabs(run->time), start = fabs(run->settings.start);
	return 4 * DBL_EPSILON * (t > start ? t : start);
}
static inline bool se_is_now(const se_run *run, double t) { return t <= run->time + se_time_rounding(run); }
void se_report_mode_cycle(se_run *run);                  /* names the switches that alternate */
void se_report_microsteps(se_run *run, uint32_t changing);   /* entry of pres that kept changing, or UINT32_MAX */
double se_timed_since(const se_run *run);                /* when the time allowed began to count */
bool se_overdue(se_run *run);                            /* the time allowed is over; said once */
void se_logf(se_run *run, unsigned what, const char *format, ...) __attribute__((format(printf, 3, 4)));
void se_log_watch(se_run *run, uint32_t watch, long long value);
void se_log_time(se_run *run, sb_span span, const char *what);
void se_log_clock(se_run *run, const ss_clock *clock);

/* rate.c */
/* Where derivatives are in a mode (rate.c). */
typedef struct se_rate_map { const ss_plan *plan; sb_map by_place; } se_rate_map;
se_rate_map se_rate_map_of(const ss_plan *plan, sb_arena *arena);
ss_place se_rate_place(const se_rate_map *map, uint32_t scalar);         /* SS_NOWHERE: this mode has none */
double se_value_at(const sc_data *d, ss_place place);                    /* a number; NAN of SS_NOWHERE */

#endif
