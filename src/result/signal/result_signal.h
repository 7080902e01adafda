/* Signals: what a column of a record says as a function of time, and as a whole.
 *
 * Rows of a record lie at the points of a grid, at both limits of events, wherever a file has them. Between two rows a
 * column is a straight line, or, where it is discrete, keeps its value; at an event it has its right limit. A gap (NaN)
 * is bridged by nothing: what is asked for there is NaN.
 *
 *     spectrum    amplitudes of the frequencies k/T: a sine of amplitude 1 has a peak of height 1, whatever the window.
 *                 Where the rows are equally far apart they are used as they are; the last one is left out, since T
 *                 ends there. Otherwise the column is resampled, at about as many points as there are rows.
 *     histogram   the part of the time that the column spends in each bin; a straight line from 0 to 1 spends the same
 *                 in all bins between, exactly, however many rows it has.
 */
#ifndef SALTUS_RESULT_SIGNAL_H
#define SALTUS_RESULT_SIGNAL_H

#include "result/record/result_record.h"

/* The row at or before a time, by bisection: the last one of equal times. UINT32_MAX: the time is before all. */
uint32_t sr_row_at(const sr_record *r, double time);
/* A value between rows, in the unit that is shown; NAN outside of the record. */
double sr_value_at(const sr_record *r, uint32_t column, double time);

typedef enum sr_window { SR_RECTANGULAR, SR_HANN, SR_HAMMING, SR_BLACKMAN, SR_FLATTOP } sr_window;

/* `count` frequencies in Hz from 0 on, and amplitudes in the unit that is shown. */
typedef struct sr_spectrum { uint32_t count; double *frequency, *amplitude; bool resampled; } sr_spectrum;
/* Over the time from `low` to `high` (NAN: all). False: fewer than four rows lie there, or a value is missing. */
bool sr_spectrum_of(sb_arena *arena, const sr_record *r, uint32_t column, double low, double high, sr_window window,
					sr_spectrum *out);

/* `bins` of equal width from `low` to `high`; part[k] of the time is spent in the bin k, in per cent. */
typedef struct sr_histogram { uint32_t bins; double low, high, *part; } sr_histogram;
/* 0 bins: as many as the rows bear, 10 to 60. False: there is no value. */
bool sr_histogram_of(sb_arena *arena, const sr_record *r, uint32_t column, uint32_t bins, sr_histogram *out);

#endif
