/* Private to this room: samples of the caller's. */
#ifndef SALTUS_STUDY_PUBLIC_SAMPLE_H
#define SALTUS_STUDY_PUBLIC_SAMPLE_H

#include "saltus.h"
#include "study/input/input.h"

/* Copied into the arena. False after a message. */
bool st_public_samples(sb_arena *arena, sb_diag *diag, const saltus_samples *from, st_input *to);

#endif
