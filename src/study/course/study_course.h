/* A study is executed: statements between runs (front/study_steps.h).
 *
 *     st_course c = {.study = s, .options = options, .settings = settings, ...};
 *     bool good = st_course_begin(&c, given, count) && st_course_go(&c);
 *     st_course_end(&c);
 *
 * What the study sets in an experiment holds for all runs of it that follow. A parameter that is set for the first time
 * translates the experiment again; from then on a change costs no more than the run. Statements of a study read values
 * off a run in the same way as measures do (study/measure).
 */
#ifndef SALTUS_STUDY_COURSE_H
#define SALTUS_STUDY_COURSE_H

#include "front/study_steps.h"
#include "study/many/reading.h"

enum { ST_COURSE_TIMES = 201, ST_COURSE_RUNS = 10000 };

/* NAN: not set by the study. */
typedef struct st_course_control { double start, stop, interval, tolerance; } st_course_control;

/* One run, for tables and pictures. */
typedef struct st_course_run {
	uint32_t experiment;
	const char *label;               /* what was set for it: tau = 0.1 */
	const double *times; float **curves;           /* of each curve of the study; NULL: of another experiment */
} st_course_run;

typedef struct st_course {
	/* what is wanted */
	const sf_study *study;
	sb_arena *arena;
	sb_diag *diag;                   /* in which the text of the study is a source */
	st_options options;              /* of all experiments */
	se_settings (*settings)(void *context, const st_model *m, const st_course_control *control);
	/* Messages of an experiment, before it is gone; a run has ended. Either may be NULL. */
	void (*told)(void *context, const sb_diag *diag);
	void (*ran)(void *context, const st_course_run *run);
	void *context;
	uint64_t max_runs;
	double timeout, since;           /* seconds; 0: none */
	/* what came out */
	sb_vec(double *) rows;           /* of the table; NAN where a row has no value */
	sb_vec(st_course_run) runs;
	bool stopped;                    /* from outside, or by the time-out */
	struct st_course_inside *inside;
} st_course;

/* Parameters of the study as they are written: -p NAME=VALUE. False after messages, as everywhere here. */
bool st_course_begin(st_course *c, const st_given *given, uint32_t count);
bool st_course_go(st_course *c);
void st_course_end(st_course *c);

#endif
