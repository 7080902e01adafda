/* The past of delayed expressions.
 *
 * For each delay the values of its expression are kept as far back as its longest delay reaches: at the ends of
 * accepted steps and at points between them, dense enough that cubic interpolation is as good as the solver's own. A
 * jump is two entries of equal time; interpolation never reaches across one, and each jump is announced so that the run
 * can restart the solver when it comes out at the other end.
 */
#ifndef SALTUS_ENGINE_HISTORY_H
#define SALTUS_ENGINE_HISTORY_H

#include "base/archive.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct se_history se_history;

se_history *se_history_new(uint32_t delays);
void se_history_free(se_history *h);
void se_history_extend(se_history *h, uint32_t delays);                    /* at least so many */
void se_history_clear(se_history *h);
void se_history_add(se_history *h, uint32_t delay, double t, double value);
/* What comes after the last entry is not interpolated with what is before. */
void se_history_corner(se_history *h, uint32_t delay);
void se_history_cut(se_history *h, uint32_t delay, double after);          /* what is later is to be added anew */
void se_history_forget(se_history *h, uint32_t delay, double before);      /* what is older is no longer needed */
/* The value at time t. Before the first entry: the first value. After the last one: on the line to (now, value). At a
 * jump: the value before or after it. */
double se_history_at(const se_history *h, uint32_t delay, double t, bool after_jump, double now, double value);
/* The value that comes out of a delay of constant time. A jump at s comes out at s + time, a rounded number, and
 * (s + time) - time need not be s: so it is out if s + time is not later than `out`, whatever now - time is. */
double se_history_behind(const se_history *h, uint32_t delay, double time, double now, double out, double value);
/* What goes on smoothly from the values before (or after) the jump or corner at `mark`, beyond it. */
double se_history_beyond(const se_history *h, uint32_t delay, double mark, bool before, double t);
/* The next jump or corner after *t, and its time. False: there is none. */
bool se_history_next(const se_history *h, uint32_t delay, double *t, bool *jump);
/* Narrow tops, upwards or downwards, between two times; `seen_at_ends`: all that cannot be seen there. At most so many;
 * how many there are. */
uint32_t se_history_bends(const se_history *h, uint32_t delay, double from, double to, bool seen_at_ends, double *at,
						  uint32_t most);
void se_history_archive(se_history *h, sb_archive *a);
/* The value that was added last; false if there is none. */
bool se_history_last(const se_history *h, uint32_t delay, double *t, double *value);

#endif
