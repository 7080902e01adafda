/* Measures of a run of many: where a value decides the structure of the model, its translation is another one, and the
 * measures are read again for it. Each thread has a reading of its own. */
#ifndef SALTUS_STUDY_READING_H
#define SALTUS_STUDY_READING_H

#include "study/many/many.h"
#include "study/measure/measure.h"

typedef struct st_reading {
	st_gauge *gauge; st_measured *measured;      /* of the translation that it had last */
	uint64_t translation; sb_diag *diag; st_measures *own;
} st_reading;

/* Fills in `measured` of a run that has ended with this status. NULL: done; else why there is nothing, until the next
 * run of this worker. */
const char *st_reading_take(st_reading *r, const st_measures *measures, const st_worker *worker, se_status status);
void st_reading_close(st_reading *r);

#endif
