/* Evaluations on trial: what they change is put back. States and time are the caller's affair. */
#ifndef SALTUS_ENGINE_TRIAL_H
#define SALTUS_ENGINE_TRIAL_H
#include "engine/ground/engine_ground.h"

typedef struct se_trial { double *r, *pre_r; long long *i, *pre_i, *latch; const char **s, **pre_s; } se_trial;

/* Lives until the arena run->once is rewound. */
void *se_copy_once(se_run *run, const void *from, size_t count, size_t size);
se_trial se_begin_trial(se_run *run);                                            /* its copies live as long */
se_trial se_begin_trial_in(se_run *run, sb_arena *arena);
void se_end_trial(se_run *run, const se_trial *t);

#endif
