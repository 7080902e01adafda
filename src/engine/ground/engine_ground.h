/* The ground of the engine: the run itself, its frames (frame.h), and what every room says to the user: the log,
 * messages of a run that cannot go on (trouble.c), derivatives by name (rate.c).
 *
 * The order of the rooms is that of engine.h. Two things go against this order: the rates are different while motion is
 * held on a condition, and something is noted where a process is woken. Those who evaluate ask for both through
 * se_asks. */
#ifndef SALTUS_ENGINE_GROUND_H
#define SALTUS_ENGINE_GROUND_H

#include "base/stock.h"
#include "base/times.h"
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

typedef struct se_hold se_hold;
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
	/* instant/freshen.c: a routine, or the action of an event, reads what follows from what it has set */
	void (*freshen)(se_run *run, int site);
	/* accumulate/accumulate_wait.c: a process goes on because of its WAIT UNTIL */
	void (*note_woken)(se_run *run, const struct se_activity *a);
} se_asks;

struct se_run {
	union { struct { SE_FRAME }; se_frame frame; };
	sb_vec(se_frame *) frames;       /* of the modes entered; the one at `in` is out of date */
	uint32_t in;
	const se_asks *asks;
	sb_diag *diag;
	sb_arena *arena;                 /* for what lives as long as the run */
	sb_arena *once;                  /* for what lives as long as one simulation */
	sb_stock *stock;                 /* what it draws from while it is at work */
	bool used;                       /* the values in d are those of a simulation before this one */
	uint32_t unsealed;               /* how many have said that they write the states: see se_unseal */
	se_settings settings;
	se_statistics stats;             /* state */
	sc_objects *objects;             /* external ones, of all frames */

	/* What one room keeps. Its first header says what is in it, which of it is state, and how it is archived. */
	struct se_kept_past *past;
	struct se_forcing *forcing;
	struct se_watched *watched;
	se_process_state *process; /* activations of routines, and the queue of the instant, in which events wait too */
	struct se_around *around;
	struct se_looked *looked;
	struct se_modes_state *modes;
	struct se_solving *solving;
	struct se_recording *recording;
	struct se_instants *instants;
	struct se_gathering *gathering;
	struct se_control *control;

	/* given from outside, for every simulation */
	sb_vec(struct se_given { uint32_t scalar; double value; const char *string; }) given;
	sx_givens numbers;               /* those of them that are numbers */

	/* state: the clock */
	double time;                     /* of the last accepted point */
	double segment;                  /* where the present smooth stretch began */
	se_calendar *calendar;

	/* state: the present step, and what its evaluations have met */
	double step_begin, step_end;     /* of the solver's last step */
	double bad_time; bool bad;       /* where the rates could not be evaluated */
	bool astray;                     /* the last projection found no values */
	bool noticed;                    /* the rates computed with what has no value, at a point of the step */
	double visit;                    /* the solver must step to this time, if it lies ahead */
	double fresh_time;               /* where the solver has evaluated the rates last: see fresh_xd */

	/* state: the present instant */
	uint64_t instant, set_in;        /* its number; the one in which the model has set states last, */
	sb_u32s set_states; uint32_t set_mode;   /* and which they were, in which frame: scratch */
	uint32_t close_calm;             /* how many close to each other were without a jump of a state */
	bool holding;                    /* so many that conditions are held from one to the next */
	double held_since;
	bool reinit_any;
	bool unset_known;                /* x_unset is of this mode, and there were such reinits */
	bool told_rough;                 /* that fixed steps are far too long */
	bool reopened;                   /* the solver was opened anew */
	bool stores;                     /* rows are stored; SI_DO_RECORDING turns it off and on */
	double tolerance;                /* of the solver, which may have to be smaller than that of the settings */
	se_hold *hold;                   /* motion that is held on a condition, NULL: none */

	/* scratch: while a step is made, and while an instant lasts */
	const sv_operations *ops;
	const double *fresh_x;           /* a vector of the solver, at fresh_time */
	sb_vec(se_stated) stated;
	bool terminate, failed, timed_out, stopped;
	bool unwanted;                   /* a sink wants no more: the run ends at the next step */
	const char *terminate_message;
	double started;                  /* on the clock on the wall */

	/* what is recorded */
	sr_record *record;
	sb_vec(struct se_channel { uint32_t scalar; bool rate; }) channel_of;    /* where modes differ: see record.c */
	uint32_t channel_count;
};

/* The size of times in this run, for what counts as rounding. */
static inline double se_size(const se_run *run)
{
	double span = run->settings.stop - run->settings.start;
	return fmax(fabs(run->time), isfinite(span) ? span : run->time - run->settings.start);
}

/* trouble.c */
/* Times that are one but for rounding (base/times.h). Delays are numbers that were rounded to be written down, each by
 * half a unit in its last place at most: a sum of them is off by no more than that part of the way from the start. */
static inline double se_rounding_at(const se_run *run, double t)
{
	return sb_one_time(sb_size_of(t, run->settings.start));
}
static inline double se_time_rounding(const se_run *run) { return se_rounding_at(run, run->time); }
static inline bool se_is_now(const se_run *run, double t) { return t <= run->time + se_time_rounding(run); }
/* A time that is the stop but for rounding is the stop: what is due there is due with terminal(). */
static inline double se_stop_or(const se_run *run, double t)
{
	double stop = run->settings.stop;
	return isfinite(stop) && t < stop && sb_has_come(stop, t, sb_size_of(stop, run->settings.start)) ? stop : t;
}
void se_report_microsteps(se_run *run, uint32_t changing);   /* entry of pres that kept changing, or UINT32_MAX */
void se_report_rounds(se_run *run, uint32_t event);           /* the same of an event whose turn comes too often */
double se_timed_since(const se_run *run);                /* when the time allowed began to count */
bool se_overdue(se_run *run);                            /* the time allowed is over; said once */
void se_logf(se_run *run, unsigned what, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Events go to the log and to the sink. Whoever would have to compute or write something first asks whether anybody
 * hears it. The text is for people; time and text of the event are filled in. */
static inline bool se_is_heard(const se_run *run)
{
	return run->settings.sink.event || (run->settings.log & SE_LOG_EVENTS && run->settings.logged);
}
void se_tell(se_run *run, sr_event e, const char *format, ...) __attribute__((format(printf, 3, 4)));
void se_tell_watch(se_run *run, uint32_t watch, long long value);
void se_tell_place(se_run *run, sr_event e, sb_span span, const char *does);    /* "NAME does (line 7)" */
void se_tell_clock(se_run *run, const si_clock *clock);

/* rate.c: where derivatives are in a mode */
typedef struct se_rate_map { const si_image *image; sb_map by_place; } se_rate_map;
se_rate_map se_rate_map_of(const si_image *image, sb_arena *arena);
si_place se_rate_place(const se_rate_map *map, uint32_t scalar);         /* SI_NOWHERE: this mode has none */
double se_value_at(const sc_data *d, si_place place);                    /* a number; NAN of SI_NOWHERE */

#endif
