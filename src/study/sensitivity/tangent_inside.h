/* Private to this room: a run, a twin for what is tried, and the derivatives where the run stands. */
#ifndef SALTUS_STUDY_TANGENT_INSIDE_H
#define SALTUS_STUDY_TANGENT_INSIDE_H

#include "study/linear/dense.h"
#include "study/sensitivity/sensitivity.h"

/* Coefficients at a point of a stretch: rates by states (n*n) and by parameters, with what is kept (n*m). Where nodes
 * are asked for, the same of the rows, c and d, and their values. */
typedef struct st_look { st_dense a, b, c, d; double *value; } st_look;

/* Derivatives by parameter are columns: of the states (n*m), and of what is kept (kept_count*m). */
struct st_tangent {
	st_model *model;
	sb_diag *diag, *own, *aside;     /* whose messages count, those of the run, those of the twin */
	sb_arena *arena, *once, *scratch;        /* for all; for one run; for a step */
	se_run *run, *twin;
	uint32_t m; const uint32_t *by; double *p, *size;        /* the parameters: values, sizes */
	uint32_t rows; const se_asked *of;
	se_settings settings;
	/* where the run stands */
	const void *mode;
	uint32_t n, kept_count; const uint32_t *kept;
	st_dense s, k, most;             /* most: the largest |s| so far */
	double h;                        /* the last step of the variational equations; 0: none yet */
	const st_way *way; double least; /* least: as of st_way */
	sb_vec(st_shift) shifts;
	const char *lost;                /* why it cannot be followed any further; NULL: it can */
	bool told_grazing, told_together;
	uint64_t steps, instants;
};

/* tangent.c */
bool st_lose(st_tangent *t, const char *why);                    /* false */
void st_tangent_enter(st_tangent *t);                            /* the run is in a mode: its states, what it keeps */
/* Of a state, and of something that is kept, where the run stands. */
double st_tangent_size(const st_tangent *t, uint32_t state);
double st_kept_size(const st_tangent *t, uint32_t k);

/* tangent_step.c. False: it is lost. */
bool st_tangent_cross(st_tangent *t, double from, double to, double end);        /* end: of the stretch */
/* Derivatives of the rows where the run stands, row by row. */
bool st_tangent_rows(st_tangent *t, double *values, double *matrix);

/* tangent_instant.c: what is known just before it; then, after the run has made it, what it does. */
typedef struct st_before {
	double time, at, from;           /* just before; of the instant; of the stretch that led to it */
	const void *mode; bool crossing;
	uint32_t conditions; se_condition_state *was;
	double *x, *f, *size, *kept_size;                /* states, rates, sizes of states and of what is kept */
	double *g, *slope, *began;       /* conditions, how fast they change, and what they were at `from` */
	st_dense by;                     /* of the conditions by the parameters */
	uint32_t clocks; st_dense ticks; bool varies;    /* clocks: of those that tick there, the time by the parameters */
	sb_archive saved;
} st_before;
bool st_before_instant(st_tangent *t, const se_stretch *stretch, const double *began, st_before *out);
bool st_after_instant(st_tangent *t, st_before *b);
bool st_after_last(st_tangent *t, st_before *b);                 /* the instant has ended the run */
void st_before_free(st_before *b);

/* tangent_start.c */
bool st_tangent_start(st_tangent *t);

/* tangent_differences.c */
bool st_set_all(st_tangent *t, se_run *run, const double *p);    /* false after a message */
se_status st_values_along(st_tangent *t, se_run *run, const double *p, const se_settings *s, const double *times,
						  uint32_t count, double *values, uint32_t *reached);
bool st_tangent_differences(st_tangent *t, const st_way *way, st_sensitivities *out);

#endif
