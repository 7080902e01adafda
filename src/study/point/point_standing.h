/* Private to this room: a run that stands at a point, and is moved to others.
 *
 * A trial is a pure function of the values that are given: the run goes back to where it was when the study began,
 * takes the values in an instant, in which conditions and discrete variables settle (E137), and shows what follows.
 * Results therefore do not depend on the way that a search took. A point at which the instant fails is no end: it is
 * told as bad, and the next trial begins from the same place.
 *
 * States that constraints tie to each other are moved onto the constraints by the instant: the values that a trial
 * comes to may differ from those that it was given. */
#ifndef SALTUS_STUDY_STANDING_H
#define SALTUS_STUDY_STANDING_H

#include "study/point/point.h"

typedef struct st_standing {
	st_model *model;
	sb_diag *diag;                   /* of trials: what goes wrong in them */
	se_run *run;
	se_settings settings;
	sb_archive saved;
	uint64_t trials;
	uint32_t memory_from;            /* of the scalars of a trial those from here on are memory; UINT32_MAX: none */
} st_standing;

/* From a paused run, which is left as it is. False after a message to `diag`. */
bool st_standing_open(st_standing *s, st_model *model, se_run *from, const se_settings *settings, sb_diag *diag);
void st_standing_close(st_standing *s);
/* False: the values cannot be computed there; st_standing_why says why. */
bool st_standing_try(st_standing *s, const uint32_t *scalars, const double *values, uint32_t count);
const char *st_standing_why(const st_standing *s);       /* the first line of the last message; "" */

#endif
