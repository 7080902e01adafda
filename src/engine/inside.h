/* What the files of the engine share: the run itself. */
#ifndef SALTUS_ENGINE_INSIDE_H
#define SALTUS_ENGINE_INSIDE_H

#include "engine/calendar.h"
#include "engine/engine.h"
#include "engine/history.h"
#include "engine/select.h"

/* The last state events, to see them accumulate (E18): SE_SAME of one condition, or SE_RECENT of any. */
/* Conditions turn together until one has turned this often in an instant (E10). */
enum { SE_TURN_TOGETHER = 3 };
enum { SE_RECENT = 64, SE_SAME = 11, SE_SCAN_LEVELS = 8, SE_SCAN_VECTORS = 4 };
typedef struct se_recent { double time; uint32_t watch; } se_recent;

typedef struct se_projection se_projection;
typedef struct se_choice se_choice;

struct se_run {
	sc_program *program;
	const ss_plan *plan;
	const sm_model *model;
	sb_diag *diag;
	sb_arena *arena;                 /* for what lives as long as the run */
	sb_arena *once;                  /* for what lives as long as one simulation */
	bool used;                       /* the values in d are those of a simulation before this one */
	const sc_functions *f;
	sc_data *d;
	double *left_row, *right_row;    /* what would be recorded of an instant */
	double *x, *xd;                  /* the run's own vectors; d->x and d->xd point elsewhere inside the solver */
	se_settings settings;
	se_statistics stats;
	sr_record *record;

	/* given from outside, for every simulation */
	sb_vec(struct se_given { uint32_t scalar; double value; const char *string; }) given;

	/* the clock */
	double time;                     /* of the last accepted point */
	double segment;                  /* where the present smooth stretch began */
	uint64_t next_grid;              /* number of the next grid point */
	se_calendar *calendar;
	double *guesses;                 /* what the iterations of the initial system began with; only where the log tells of it */
	double *clock_start, *clock_interval; uint64_t *clock_tick;
	double *watch_when, *watch_slope;
	long long *forced; double *forced_at;    /* value of a time-only step from its instant on */
	double *next_when;               /* scratch of se_plan_ahead */
	double *event_value, *event_time; bool *event_true;
	double *delay_value, *delay_time, *delay_longest;

	/* the solver and the present step */
	sv_solver *solver;
	double cost; const ss_plan *cost_of;     /* of an evaluation of the rates, and the plan for which it was counted */
	const sv_operations *ops;
	double step_begin, step_end;     /* of the solver's last step */
	double *x_try;                   /* scratch: states at a point inside the step */
	double *g_begin, *g_end, *g_a, *g_near, *g_far;  /* watch functions */
	double *g_scan;                  /* samples of each level of the search */
	double *g_scale;                 /* the largest size seen of each function */
	bool *masked;
	sb_u32s candidates;              /* watches that differ at the far end of a bracket */
	uint32_t searched;               /* the point for which g_a, the rates and what the watches need were evaluated */
	long long *truth;                /* values of the conditions when they were looked at last */
	uint64_t *turned;                /* the microstep in which each latch has changed last */
	double bad_time; double *bad_x; bool bad;        /* where the rates could not be evaluated */
	bool watching;                   /* there are conditions to search for */
	se_choice *choice;               /* NULL: no choice of states can break down */
	se_projection *projection;       /* NULL: the plan has no invariants */
	double *nominal;                 /* by state: its size, for error control and projection */
	bool astray;                     /* the last projection found no values */

	/* the present instant */
	double *reinit_value; bool *reinit_set; sb_u32s reinits;
	bool terminate, failed, timed_out;
	const char *terminate_message;
	sb_vec(uint32_t) queue; uint32_t queue_head;     /* events that wait for their turn, by number */
	se_history *history;
	bool *pre_discrete;              /* by entry of plan->pres */
	uint32_t *flips; sb_u32s flipped;        /* how often each condition turned in this instant; those that did */
	se_selection select;

	se_recent recent[SE_RECENT]; uint64_t recent_count;

	/* recording */
	ss_place *channels; uint32_t channel_count;
	double started, last_progress; uint32_t since_look;
	char *assert_told;               /* warnings already given, by assertion: outside when, then inside */
};

/* make.c */
void se_make_data(se_run *run);
void se_free_data(se_run *run);
void se_close_solver(se_run *run);
/* initial.c */
bool se_initial_values(se_run *run);
/* instant.c */
/* At run->time with the left limit in run->x. `crossing`: conditions have changed there. *restart: the solver must begin anew.
 * False: the run must end. */
bool se_instant(se_run *run, bool crossing, bool *restart);
bool se_fixed_point(se_run *run);
long long se_condition(const se_run *run, uint32_t watch);      /* its value now, of g_a, next_when and watch_slope */
void se_evaluate_conditions(se_run *run);                /* all of them, into run->truth */
void se_note_events(se_run *run);
void se_plan_ahead(se_run *run);                         /* time-only conditions and time events to the calendar */
/* The next tick of a clock to the calendar. False after a report: time cannot tell it from the present one. */
bool se_plan_tick(se_run *run, uint32_t clock, int priority, se_entry_kind kind, uint32_t number, sb_span span);
/* values.c */
void se_save_pre(se_run *run, uint32_t entry);
void se_save_all_pre(se_run *run);
bool se_pre_differs(const se_run *run, uint32_t entry);
bool se_apply_reinits(se_run *run);
bool se_reconcile_touching(se_run *run, const bool *set);       /* se_reconcile inside an instant */
/* locate.c */
double se_cost(se_run *run);                /* of one evaluation of the rates, in operations */
bool se_watching(const se_run *run);                     /* are there conditions to search for at all? */
void se_watch_at(se_run *run, double t, double *functions);
bool se_find_crossing(se_run *run, double from, double to, double *at);
void se_mask(se_run *run);
long long se_truth(const se_run *run, uint32_t watch, double g);
/* record.c */
void se_record_open(se_run *run);
void se_record_constants(se_run *run);
void se_record_row(se_run *run, double t, sr_mark mark); /* of the values in d */
void se_record_values(const se_run *run, double *row);   /* the same, into a buffer */
bool se_row_is_finite(const se_run *run, const double *row);
bool se_record_grid(se_run *run, double until, bool inclusive);
bool se_on_grid(const se_run *run, double t);
/* evaluate.c */
void se_at(se_run *run, double t, const double *x);      /* time and states of d; x is copied into the run's own vector */
void se_evaluate_all(se_run *run);                       /* everything continuous at time and states of d: rates, watch, outputs */
int se_rates(void *context, double t, const double *x, double *xd);
int se_jacobian(void *context, double t, const double *x, const double *xd, double *values);
void se_report_trouble(se_run *run, const char *doing);  /* why values could not be computed */
bool se_check(se_run *run, const char *doing);           /* of the values just evaluated */
double se_parameter_value(const se_run *run, sx_ref e, double otherwise);    /* of an expression over parameters; 0 is none */
/* project.c */
void se_projection_open(se_run *run);
void se_projection_close(se_run *run);
int se_project(void *context, double t, double *x);   /* as sv_problem asks for it */
void se_interpolate(se_run *run, double t, double *x);   /* the last step at t, on the invariants */
bool se_reconcile(se_run *run, const bool *set);         /* the states now; `set`: those to be left alone, or NULL. False: no values found */
void se_report_astray(se_run *run, const char *doing);
/* choice.c */
void se_choice_open(se_run *run);
void se_choice_forget(se_run *run);
bool se_choice_holds(se_run *run);                       /* at the end of a step; false after a report */
/* trouble.c */
void se_report_microsteps(se_run *run, uint32_t changing);   /* entry of pres that kept changing, or UINT32_MAX */
bool se_accumulates(se_run *run, uint32_t watch);        /* notes a state event; true after reporting R02xx */
void se_report_solver(se_run *run, sv_status status);
bool se_overdue(se_run *run);                            /* the time allowed is over; said once */
void se_logf(se_run *run, unsigned what, const char *format, ...) __attribute__((format(printf, 3, 4)));
void se_log_watch(se_run *run, uint32_t watch, long long value);
void se_log_time(se_run *run, sb_span span, const char *what);

#endif
