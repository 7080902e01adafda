/* Private to this room: which inputs and outputs a linear system has. */
#ifndef SALTUS_STUDY_CHANNELS_H
#define SALTUS_STUDY_CHANNELS_H

#include "study/point/point.h"

/* offsets: by input, what it is moved by; an input of the model itself */
typedef struct st_selection { sb_u32s scalars, offsets; sb_strings names; } st_selection;
/* As a request asks for them (linearise.c). False after a message. */
bool st_choose_channels(const st_model *m, se_run *run, const st_linear_request *q, sb_arena *arena, sb_diag *diag,
						st_selection *inputs, st_selection *outputs);

#endif
