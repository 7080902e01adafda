/* What a run leaves behind: rows of what varies, at points of the grid and around instants (record.c), and lines of
 * the log that tell what an instant has done (effect.c). */
#ifndef SALTUS_ENGINE_RECORD_H
#define SALTUS_ENGINE_RECORD_H

#include "engine/ground/engine_ground.h"

/* record.c */
void se_record_open(se_run *run);
void se_record_constants(se_run *run);
double *se_new_row(se_run *run, double t, sr_mark mark); /* to be filled; lost, where nothing is stored */
void se_record_row(se_run *run, double t, sr_mark mark); /* of the values in d */
void se_record_values(const se_run *run, double *row);   /* the same, into a buffer */
void se_record_grid(se_run *run, double until, bool inclusive);
bool se_on_grid(const se_run *run, double t);
double se_next_grid(const se_run *run);                  /* the time of the next row of the grid */

/* effect.c */
/* The log of events (effect.c): all values before an instant, and what has become of them. `mode`: of the frame in
 * which it began. */
void se_note_values(se_run *run);
void se_tell_effects(se_run *run, uint32_t mode);

#endif
