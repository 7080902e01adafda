/* Records: columns of what was recorded, or read from a file.
 *
 * A record has *channels* (what varies, stored row by row as doubles) and *columns* (what a user sees: names of the
 * model, each one a channel with a sign, or a constant). Aliases and parameters thus cost nothing per row. Rows are
 * added in the order of time; at an event there are two rows of equal time, the left limit and the right limit.
 */
#ifndef SALTUS_RESULT_RECORD_H
#define SALTUS_RESULT_RECORD_H

#include "base/diag.h"
#include <stdio.h>

typedef enum sr_kind { SR_REAL, SR_INTEGER, SR_BOOLEAN, SR_ENUM } sr_kind;
typedef struct sr_column {
	const char *name, *unit, *description;
	/* In pictures: the unit that people want to read it in, and value*factor + offset. NULL or "": its own. Files have
	 * values in `unit`. */
	const char *shown_unit; double shown_factor, shown_offset;
	sr_kind kind;
	const char *const *literals; uint32_t literal_count;      /* of SR_ENUM */
	bool constant; double value;
	uint32_t channel; bool negated;
	bool discrete;                                             /* drawn as steps */
	bool state;
} sr_column;

/* a row of the grid; limits at an event; the last row; a peak between rows of the grid, which files do not have; the
 * end of a piece of the solver's steps, and points inside of one (engine/engine.h) */
typedef enum sr_mark { SR_GRID, SR_LEFT, SR_RIGHT, SR_END, SR_PEAK, SR_STEP, SR_INSIDE } sr_mark;

typedef struct sr_record sr_record;
/* The columns and their texts are copied. */
sr_record *sr_record_new(const sr_column *columns, uint32_t count, uint32_t channels);
void sr_record_free(sr_record *r);
double *sr_row(sr_record *r, double time, sr_mark mark);     /* adds a row and returns its channels, to be filled */
uint32_t sr_rows(const sr_record *r);
uint32_t sr_columns(const sr_record *r);
const sr_column *sr_column_at(const sr_record *r, uint32_t column);
uint32_t sr_find(const sr_record *r, const char *name);      /* UINT32_MAX: none */
double sr_time(const sr_record *r, uint32_t row);
sr_mark sr_mark_at(const sr_record *r, uint32_t row);
double sr_value(const sr_record *r, uint32_t row, uint32_t column);
const double *sr_channels_at(const sr_record *r, uint32_t row);          /* its channels, as sr_row has given them */
/* From one row to the next in what sr_channels_at gives; 0: rows lie in several places, or there are none. */
uint32_t sr_stride(const sr_record *r);
double sr_shown(const sr_record *r, uint32_t row, uint32_t column);      /* in the unit that pictures show */
const char *sr_shown_unit(const sr_record *r, uint32_t column);
void sr_set_constant(sr_record *r, uint32_t column, double value);

/* A record that outlives its process: with a journal its rows are in a file (of memory: memfd_create) that another
 * process has open too. Given before the first row; what the file had before is lost. sr_journal_read makes a record of
 * what is there, NULL: nothing is. */
void sr_record_journal(sr_record *r, int file);
sr_record *sr_journal_read(int file);

/* Rows as bytes (rows.c), to go on with a record in another process: those from number `from` on, and rows up to
 * `count` behind those that are there. False: writing has failed; there are not so many. The layout tells whether the
 * columns of two records are the same; sr_rows_bytes is what all rows take. */
uint64_t sr_layout(const sr_record *r);
uint64_t sr_rows_bytes(const sr_record *r);
bool sr_rows_write(const sr_record *r, uint32_t from, FILE *out);
bool sr_rows_read(sr_record *r, uint32_t count, FILE *in);

#endif
