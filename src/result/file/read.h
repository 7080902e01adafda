/* Private to src/result/file: what the readers of files share. */
#ifndef SALTUS_RESULT_READ_H
#define SALTUS_RESULT_READ_H

#include "result/file/result_file.h"

/* "speed [rad/s]", "speed (rad/s)" are a name and a unit; u[1] is a name. Both are in the arena. */
void sr_split_unit(sb_arena *arena, const char *text, size_t length, const char **name, const char **unit);
/* What the unit of time makes of its numbers, in seconds: 0.001 for ms; 1 where nothing is known of it. */
double sr_time_factor(const char *unit);
/* Marks of rows of equal time: the limits at an event. Returns how many rows repeat a time. */
uint32_t sr_mark_events(sr_record *r);

#endif
