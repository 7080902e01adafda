/* Many runs: of one model with other values each time, on all cores.
 *
 *     st_many *x = st_many_new(path, class_name, &options, names, count);       names: parameters and start values
 *     if (!sb_errors(st_many_model(x)->diag))
 *         st_many_run(x, &(st_batch){.count = n, .settings = s, .point = point, .ended = ended, .context = c, ...});
 *     st_many_free(x);
 *
 *     team.c       threads that take numbers, and results in their order: st_team_work, for whatever is done n times
 *     varied.c     what is varied: names to scalars, start values as parameters, values from texts
 *     programs.c   programs by structure
 *     many.c       runs of the points of a batch
 *     repeat.c     models that ask for further simulations of themselves
 *     reading.c    measures of a run, whichever translation of the model it was (reading.h)
 *     study_journal.c   what is finished, in a file that survives the process (study_journal.h)
 *
 * A point is a number. Its values (`point`), and therefore its results, depend on this number and on the seed alone,
 * never on the number of threads or on which is first. Each thread has one run object per program, which it uses again
 * and again; messages go to a diag of the thread. A point that fails is a result like others, with its message.
 *
 * Start values: `x.start` among the names is a parameter of the compiled program like any other.
 *
 * Structure: a parameter that decides a size or an equation needs a program of its own for each of its values. The
 * programs are made when the first point needs them, and the last 32 are kept; this is said once, as an info message.
 * All points of one program that follow each other share it, so the order of the points should change structural values
 * seldom.
 *
 * Interruption (base/stop.h): no new points are begun, those under way end as they can and do not count.
 */
#ifndef SALTUS_STUDY_MANY_H
#define SALTUS_STUDY_MANY_H

#include "study/load/load.h"

/* ------------------------------------------------------------------------------------------------- team.c */

enum { ST_THREADS_MOST = 256, ST_WINDOW = 1 << 16 };

/* Work that is done for the numbers 0 .. count-1. */
typedef struct st_team {
	uint64_t count;
	uint32_t threads;                /* 0: as many as there are cores */
	/* How far ahead of the first number that is not finished yet others may begin; 0: ST_WINDOW. Whoever keeps results
	 * in a ring of this size finds room for them. */
	uint64_t window;
	/* By any thread, for each number once. `worker`: from 0, one for each thread; 0 is the caller. False:
	 * it was not finished, and no new work is begun. */
	bool (*work)(void *context, uint32_t worker, uint64_t number);
	/* NULL, or called for each number in order, by one thread at a time, when its work and all before it is done.
	 * False: no new work is begun. */
	bool (*in_order)(void *context, uint64_t number);
	/* NULL, or called by the caller's thread a few times a second with how many are done. False: likewise. */
	bool (*progress)(void *context, uint64_t done);
	void *context;
} st_team;
/* How many were finished in order: all numbers below it. Ends early where somebody asks for the end (base/stop.h). */
uint64_t st_team_work(const st_team *t);

/* ------------------------------------------------------------------------------------------------- varied.c */

typedef struct st_many st_many;

/* What is varied. */
typedef struct st_varied {
	const char *name;
	uint32_t scalar;                 /* of the first program; UINT32_MAX: not known there */
	uint32_t type;                   /* sx_type: SX_REAL, SX_INTEGER, SX_BOOLEAN; of an enumeration SX_INTEGER */
	uint32_t literals;               /* of an enumeration: how many it has; 0: it is none */
	bool structural;                 /* each value needs a program of its own */
	bool zero_is_structural;         /* zero does */
	bool start;                      /* it is a start value */
	double value;                    /* what the model has; NAN: it is computed, or not known */
	const char *unit;
} st_varied;

/* Loads the model so that these can be varied. Never NULL: failed if sb_errors(st_many_model(x)->diag), which is also
 * where names that cannot be varied are told. */
st_many *st_many_new(const char *path, const char *class_name, const st_options *o, const char *const *names,
					 uint32_t count);
void st_many_free(st_many *x);
st_model *st_many_model(const st_many *x);       /* with the values that the model has by itself */
const st_varied *st_many_varied(const st_many *x, uint32_t i);
/* A value as it is written for this quantity: a number, true, a literal. False after a report. */
bool st_many_value(st_many *x, uint32_t i, const char *text, double *out);
/* A value of it as it would be written. */
void st_many_value_text(const st_many *x, uint32_t i, double value, sb_text *out);

/* ------------------------------------------------------------------------------------------------- many.c */

typedef struct st_worker {
	uint32_t number;                 /* of the thread */
	st_model *model;                 /* that of this point */
	uint64_t translation;            /* its number: another model has another one; 0: that of st_many_model */
	se_run *run;                     /* after the simulation, until the next point; NULL: there was none */
	sb_diag *diag; uint32_t first;   /* its messages, from this one on */
	/* private */
	struct st_program_of *program; double seconds; bool left;
} st_worker;

typedef struct st_batch {
	uint64_t count;
	uint32_t threads;
	uint64_t window;                 /* as of st_team */
	/* Of all points. Their `number`, which random streams depend on, is that of the point + 1, or that in `numbers`
	 * where the points of the batch are some of many. */
	se_settings settings;
	const uint64_t *numbers;
	/* The values of a point, in the order of the names. */
	void (*point)(void *context, uint64_t number, double *values);
	/* By the thread that has simulated: what is wanted of the run. Not called for points that were stopped. */
	void (*ended)(void *context, const st_worker *w, uint64_t number, se_status status);
	bool (*in_order)(void *context, uint64_t number);        /* as of st_team */
	/* As of st_team; UINT64_MAX: a run of the caller's thread goes on, and no more are done than before. */
	bool (*progress)(void *context, uint64_t done);
	void *context;
} st_batch;
/* How many points were finished in order. */
uint64_t st_many_run(st_many *x, const st_batch *b);
/* The first error of a point, in one line: what a table shows. "" : there is none. */
const char *st_worker_message(const st_worker *w);

/* Was its last simulation, which gave this status, ended from outside? It does not count then. */
bool st_worker_was_stopped(const st_worker *w, se_status status);

/* se_simulate, which may be left in the middle (base/stop.h); `left` then. */
se_status st_simulate(se_run *run, const se_settings *settings, bool *left);

/* ------------------------------------------------------------------------------------------------- repeat.c */

/* Does the model itself ask for another simulation? Then what outlives this one is where the next one starts. */
bool st_asks_again(const st_model *m, se_run *run);
/* Before the first simulation: what outlived those of another point is forgotten. */
void st_forget_kept(const st_model *m, se_run *run);
/* May another simulation follow so many? False after a message. */
bool st_may_repeat(uint64_t runs, sb_diag *diag);
/* st_simulate, from the first simulation to the last one that the model asks for; this is what is left of the run. */
se_status st_simulate_to_last(const st_model *m, se_run *run, const se_settings *settings, sb_diag *diag, bool *left);

/* One point by the calling thread, again and again: for what goes from run to run, as a search does. NULL as run: it
 * could not be simulated. The worker lives until st_many_free. */
st_worker *st_many_worker(st_many *x);
/* The same for threads of a team of the caller's, which make no batch at the same time: by number. */
st_worker *st_many_member(st_many *x, uint32_t number);
se_status st_many_simulate(st_many *x, st_worker *w, const double *values, const se_settings *s);

#endif
