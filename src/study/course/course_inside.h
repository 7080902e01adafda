/* Inside of the room: study_course.c has the statements, course_run.c the experiments. */
#ifndef SALTUS_STUDY_COURSE_INSIDE_H
#define SALTUS_STUDY_COURSE_INSIDE_H

#include "study/course/study_course.h"

/* An experiment of the study, translated so that what the study has set so far can be set. */
typedef struct st_course_experiment {
	st_many *many;                   /* NULL: not yet, or something new was set */
	st_measures *measures;
	st_reading reading;
	sb_u32s set;                     /* gifts that were made: names of `many`, in this order */
	sb_vec(double) values;           /* of these */
	st_course_control control;
	sb_vec(double) results;          /* of the last run, by quantity of the study */
	sb_strings notes;                /* why a quantity has no value */
	bool ran;
} st_course_experiment;

typedef struct st_course_inside {
	double *value; bool *known;      /* of each scalar */
	st_course_experiment *experiments;
	bool failed; sb_span span;       /* of the expression that is evaluated */
	uint64_t executed;               /* statements since the last run */
} st_course_inside;

void st_course_open(st_course *c);
bool st_course_give(st_course *c, uint32_t gift, double value, sb_span span);
bool st_course_run_once(st_course *c, const sf_step *s);
bool st_course_quantity(st_course *c, uint32_t quantity, double *out);

#endif
