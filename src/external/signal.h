/* Signals: a value over time that is given by samples.
 *
 * A signal has samples (time, value) with rising times. Two samples of one time are a jump: the limit before it and the
 * limit behind it. Between samples it is interpolated, before the first and behind the last it is continued:
 *
 *     method             between samples                                               jumps or has corners at
 *     floor              the sample before                                             every sample
 *     ceil               the sample behind                                             every sample
 *     nearest            the nearest sample; half way the one behind                   half way between samples
 *     linear             straight lines                                                every sample
 *     not_a_knot         cubic spline, the third derivative is continuous at the
 *                        second sample and the last but one                            jumps only
 *     natural            cubic spline, the second derivative is zero at the ends       jumps only
 *     clamped            cubic spline, the first derivative is zero at the ends        jumps only
 *     akima              cubics with slopes after Akima (1970)                         jumps only
 *     fritsch_butland    cubics that keep what is monotone so (1984)                   jumps only
 *     steffen            cubics with extrema at samples only (1990)                    jumps only
 *
 *     beyond the ends    zero; hold: the first, or the last, value; line: through the two outermost samples; repeat
 *
 * Cubics of one signal end at its jumps and begin again after them. A piece with two samples is a straight line, and a
 * piece with a single sample is constant, whatever the method; so is a signal with samples of one time only. After the
 * last sample, `zero` holds the value of floor, ceil and nearest, which would end with a sample that is never seen.
 *
 * The signal between two jumps or corners is a *piece*. Pieces have numbers, with `repeat` beyond all bounds, and a
 * piece can be evaluated beyond its ends. A solver thus sees a smooth function, until an event says that the next piece
 * begins. Cubics are smooth enough to be one piece, but a step must not leave out samples: sl_signal_next tells the
 * next time at which one has to end.
 *
 * curve.h has the weights of cubics and slopes by differences. Its tables follow the tables of Modelica, which begin
 * and end slopes in another way.
 */
#ifndef SALTUS_EXTERNAL_SIGNAL_H
#define SALTUS_EXTERNAL_SIGNAL_H

#include "base/text.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum sl_method {
	SL_BY_FLOOR, SL_BY_CEIL, SL_BY_NEAREST, SL_BY_LINES, SL_BY_NOT_A_KNOT, SL_BY_NATURAL, SL_BY_CLAMPED, SL_BY_AKIMA,
	SL_BY_FRITSCH_BUTLAND, SL_BY_STEFFEN, SL_METHODS
} sl_method;
typedef enum sl_beyond { SL_BEYOND_ZERO, SL_BEYOND_HOLD, SL_BEYOND_LINE, SL_BEYOND_REPEAT, SL_BEYONDS } sl_beyond;
extern const char *const sl_method_names[SL_METHODS], *const sl_beyond_names[SL_BEYONDS];

typedef struct sl_shape { sl_method method; sl_beyond before, behind; } sl_shape;

typedef struct sl_signal sl_signal;
/* The samples are copied. NULL: they cannot be used, and `why` says the reason in a sentence without a subject's name;
 * *row is the number of the sample it is about, from 0. */
sl_signal *sl_signal_new(const double *time, const double *value, size_t n, sl_shape shape, sb_text *why, size_t *row);
void sl_signal_free(sl_signal *s);

/* The piece that holds at a time, and behind it: at an end the piece that begins there. */
double sl_signal_piece(const sl_signal *s, double time);
/* Of a piece, also beyond its ends: order 0 the value, 1 and 2 the derivatives. */
double sl_signal_at(const sl_signal *s, double piece, double time, int order);
/* The first time behind this one at which a step has to end; INFINITY: there is none. */
double sl_signal_next(const sl_signal *s, double time);

#endif
