/* Private to study/many: programs by the values of what decides their structure, and the runs of each. */
#ifndef SALTUS_STUDY_MANY_INSIDE_H
#define SALTUS_STUDY_MANY_INSIDE_H

#include "study/many/many.h"
#include <pthread.h>

typedef struct st_many_run_of { se_run *run; sb_diag *diag; } st_many_run_of;
typedef struct st_program_of {
	double *key;                     /* by quantity: its value where that is part of the structure, else NAN */
	st_model *model;
	uint32_t *scalar;                /* by quantity: in this program; UINT32_MAX: its value went into the translation */
	st_many_run_of runs[ST_THREADS_MOST];    /* by worker */
	uint32_t users; uint64_t used;   /* how many workers have it now; when it was last taken */
	uint64_t number;
	bool ready;                      /* it is loaded, or could not be */
	double seconds;                  /* that runs of it have taken */
	bool optimised;
} st_program_of;

struct st_many {
	const char *path, *class_name;
	st_options options;
	sb_arena *arena;
	st_varied *varied; uint32_t count;
	st_model *model;
	pthread_mutex_t lock; pthread_cond_t made;
	st_program_of **programs; uint32_t program_count, program_cap;
	uint64_t clock, translations;
	st_worker workers[ST_THREADS_MOST];
	double *values[ST_THREADS_MOST];
	st_worker own;                   /* of st_many_worker */
};

/* programs.c: taken until it is given back. Never NULL, but its model may have failed. */
st_program_of *st_program_take(st_many *x, const double *values, uint32_t worker);
void st_program_give_back(st_many *x, st_program_of *p, double seconds);
void st_programs_free(st_many *x);

#endif
