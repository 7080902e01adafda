/* Checks that need no run: the classes of a library (check_library.c), units (unit_check.c), and initial conditions
 * that contradict each other (start_check.c). */
#ifndef SALTUS_STUDY_CHECK_H
#define SALTUS_STUDY_CHECK_H

#include "study/load/load.h"

/* Every class of a file, a folder, a text (not NULL) or (class_name) a package, checked by itself: those that have
 * a meaning alone as far as a plan. `seen` is called after each, with the number of errors found in it. False if
 * nothing could be checked; what is wrong is in diag. */
typedef struct st_checked {
	const char *name, *kind;
	bool partial, simulated, waits;  /* waits: is complete only where it is used */
	uint32_t errors;
} st_checked;
bool st_check_classes(sb_diag *diag, const char *path, const char *text, const char *class_name,
					  st_external external, void (*seen)(void *context, const st_checked *one),
					  void *context);

/* Looks at equations, values, comparisons and calls whose two sides both have a unit that is declared or follows from
 * declared ones, and reports a note (S0401) where they differ, and (S0402) for texts that are no units. Nobody is kept
 * from running such a model. unit_check.c says what has a unit. */
void st_check_units(const sm_model *m, sb_diag *diag);

/* Of a model with a plan: initial conditions that contradict each other at the values of the parameters, as a run would
 * tell them (R0110, R0114, R0763). What cannot be evaluated without a run is not told. */
void st_check_starts(const st_model *m);

#endif
