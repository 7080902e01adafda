/* Private to study/optimise. */
#ifndef SALTUS_STUDY_OPTIMISE_INSIDE_H
#define SALTUS_STUDY_OPTIMISE_INSIDE_H

#include "base/map.h"
#include "study/many/reading.h"
#include "study/optimise/optimise.h"
#include <pthread.h>

typedef struct st_method {
	const char *name;
	int algorithm;                   /* nlopt_algorithm */
	bool slopes;                     /* it needs derivatives */
	bool everywhere;                 /* it looks for the best of all minima */
	bool constraints, equations;     /* it takes them */
} st_method;

/* One search, by one thread. */
typedef struct st_search {
	st_optimise *o;
	uint32_t number;
	sb_arena *arena;
	sb_vec(st_trial *) trials;
	sb_map known;                    /* trials by point */
	st_worker *worker;
	bool alone;                      /* no other search is made at the same time: batches go to all cores */
	bool tight;                      /* with the tolerance of slopes */
	uint64_t budget; bool out;       /* how many trials it may make; there were no more left */
	/* of NLopt: */
	const st_method *method;
	const double *begin; double step;        /* the first step, of 1 */
	bool violation;                  /* what is minimised is the violation of the constraints */
	double worst, least;             /* of the scaled costs so far */
	const st_trial *top; uint32_t better_at; bool stale;     /* the best, when it was found; nothing better for long */
	uint32_t asked;                  /* how often it has asked for points that it knows, since the last new one */
	void *engine;                    /* nlopt_opt */
	double *slope_at, *slope_cost, *slope_constraint;        /* the last ones: [parameter], [constraint][parameter] */
	bool slope_known;
	struct st_exact *exact; uint32_t followed, differed;
	bool pieces;                     /* its runs record more than their ends */
	const st_trial *shown;           /* whose run is the last one of the worker; NULL: it is not known */
	st_search_end end;
} st_search;

enum { ST_CURVE = 64 };
typedef struct st_optimising {
	pthread_mutex_t lock;            /* of all that follows, and of the arena of any search that makes a batch */
	sb_arena *arena;
	sb_map before;                   /* trials of the journal */
	st_journal *journal;
	uint64_t fingerprint;
	st_reading reading[ST_THREADS_MOST];
	sb_vec(st_search *) searches;
	const st_method *method;
	double *step;                    /* of differences, by parameter */
	const double *no_slopes;         /* zeros */
	bool exact;                      /* some slopes are, as was seen at the start */
	const char *rough;               /* a parameter along which the cost is not smooth; NULL: it is */
	double cost_size, *size;         /* what cost and constraints are scaled by */
	uint64_t runs, most;
	double best, curve[ST_CURVE]; uint32_t points; uint64_t every; double told;
	_Atomic bool ended;              /* whoever listens to the progress has asked for it */
} st_optimising;

/* optimise_vary.c: false after a report. `flat` knows the sizes of arrays. */
typedef sb_vec(st_vary) st_vary_list;
bool st_vary_read(sb_arena *arena, const sm_model *flat, const char *text, st_vary_list *out, sb_diag *diag);
double st_vary_part(const st_vary *v, double value);             /* the other way round than st_vary_value */
double st_vary_slope(const st_vary *v, double part);             /* of st_vary_value */

/* optimise_trial.c */
st_search *st_search_new(st_optimise *o, uint64_t budget);       /* its number is the next one */
void st_search_free(st_search *s);
/* NULL: there is no more budget, or an end was asked for. */
const st_trial *st_try(st_search *s, const double *at);
/* Points one after another in `at`. False: not all; those that are not made are NULL. */
bool st_try_all(st_search *s, const double *at, uint32_t count, const st_trial **out);
bool st_may_go_on(st_search *s);
bool st_shows(st_search *s, st_trial *t);    /* its run is that of the worker; false: it was ended from outside */
void st_note_slopes(st_search *s, const st_trial *t);            /* they are new */
se_settings st_trial_settings(const st_search *s);
void st_trial_values(const st_optimise *o, const double *at, double *values);
bool st_optimise_ended(const st_optimise *o);                    /* an end was asked for */
double st_scaled_cost(const st_optimise *o, const st_trial *t);  /* that is minimised; NAN: failed */
double st_scaled_margin(const st_optimise *o, const st_trial *t, uint32_t constraint);   /* of an equation: a - b */
double st_violation(const st_optimise *o, const st_trial *t);    /* sum of squares; INFINITY: failed */
bool st_is_better(const st_optimise *o, const st_trial *a, const st_trial *b);   /* b may be NULL */

/* optimise_slopes.c */
bool st_slopes(st_search *s, const double *at);                  /* into slope_cost, ...; false: as st_try */
/* Into step and rough. False: there were not enough runs. */
bool st_choose_steps(st_search *s, const double *at);

/* optimise_exact.c: false: it was ended from outside */
bool st_exact_slopes(st_search *s, st_trial *t);
void st_exact_free(st_search *s);

/* optimise_method.c */
const st_method *st_method_called(const char *name);             /* NULL: there is none */
bool st_method_fits(st_optimise *o);                             /* the one that was asked for. False after a report */
void st_choose_method(st_optimise *o, bool smooth);
const st_method *st_free_method(const st_optimise *o);           /* a local one that needs no derivatives */

/* optimise_search.c */
void st_search_run(st_search *s);

/* optimise_look.c */
uint64_t st_look_runs(const st_optimise *o);                      /* that it makes, at most */
void st_look_around(st_search *s);

/* optimise_journal.c */
void st_journal_trial(st_optimise *o, const st_trial *t);
void st_journal_slopes(st_optimise *o, const st_trial *t);
uint64_t st_trial_key(const st_optimise *o, const double *at, bool tight);

/* optimise_tell.c: messages about what was found */
void st_tell_outcome(st_optimise *o);

#endif
