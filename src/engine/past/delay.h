/* What the two files about delays share: marks of what has gone into a delay whose time moves (delay_moving.c). */
#ifndef SALTUS_ENGINE_DELAY_H
#define SALTUS_ENGINE_DELAY_H

#include "engine/past/past.h"

/* level: 0 of a jump, of a corner how often it has gone through delays and how smooth it thus is. */
typedef struct se_mark { double time; uint32_t level; } se_mark;
/* Of one delay: all marks in order; those around what it shows; where it looked back to when it was last looked at. */
typedef struct se_marks { sb_vec(se_mark) at; double from, to, seen, seen_at; bool begun; } se_marks;

se_marks *se_marks_of(se_run *run, uint32_t id);
/* Its time is neither negative nor too long. False after a message. */
bool se_delay_is_good(se_run *run, uint32_t delay);
void se_note_mark(se_run *run, uint32_t delay, uint32_t level);             /* at the present time */
void se_forget_marks(se_run *run, uint32_t delay, double before);
double se_moving_limit(se_run *run, double limit);                          /* how far the next step may go */

#endif
