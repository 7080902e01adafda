/* Start values as parameters: x.start of the options. */
#ifndef SALTUS_STUDY_STARTS_H
#define SALTUS_STUDY_STARTS_H

#include "study/load/load.h"

void st_free_starts(st_model *m, const st_options *o);

#endif
