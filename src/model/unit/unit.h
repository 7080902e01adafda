/* Units of measurement: from texts such as "kg.m/s2" to powers of the seven base units, and back.
 *
 * A unit is a factor times powers of m, kg, s, A, K, mol and cd; angles are numbers (rad is 1, deg is pi/180).
 * Temperatures with an offset (degC, degF) are marked: as a difference they are the unit without it.
 */
#ifndef SALTUS_MODEL_UNIT_H
#define SALTUS_MODEL_UNIT_H

#include "model/model.h"

enum { SM_BASE_UNITS = 7 };
typedef struct sm_unit { double factor, power[SM_BASE_UNITS]; bool offset; } sm_unit;

typedef enum sm_unit_fault { SM_UNIT_GOOD, SM_UNIT_SYNTAX, SM_UNIT_UNKNOWN } sm_unit_fault;
/* The unit that a text stands for. The fault is told with the place in the text where reading it ended. */
sm_unit_fault sm_unit_read(const char *text, sm_unit *out, size_t *at);

sm_unit sm_unit_one(void);
sm_unit sm_unit_product(sm_unit a, sm_unit b, double power_of_b);     /* a*b^power */
bool sm_unit_equal(const sm_unit *a, const sm_unit *b);
bool sm_unit_same_dimension(const sm_unit *a, const sm_unit *b);
void sm_unit_write(const sm_unit *u, sb_text *out); /* N, V/(m.s), kg.m2: as people write it */

/* The unit of a derivative with respect to time, as people write it: of m/s it is m/s2, of J it is W. */
const char *sm_unit_of_rate(sb_arena *arena, const char *unit);
/* How a value in `unit` is shown in `display`: value*factor + offset. False: it is not (they measure different things,
 * or nothing is to be done). */
bool sm_unit_shown(const char *unit, const char *display, double *factor, double *offset);

#endif
