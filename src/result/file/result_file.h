/* Files of results: written by their ending, read by their content.
 *
 * One reader serves all who take data from files: plots, comparisons, fits, inputs of models. Its content becomes a
 * record like that of a run.
 *
 *     CSV   RFC 4180; also semicolons or tabs between the columns, and decimal commas where that is clear (told). The
 *           first row has names, "speed [rad/s]" with a unit. A column called time (or t), or the first one, is time.
 *           Empty fields, NA and NaN are missing values, NaN in the record. True and false are 1 and 0; columns of
 *           other texts are left out (told).
 *     MAT   trajectories of Dymola, OpenModelica and Saltus (version 4), with aliases and constants; or any matrix of
 *           the versions 4 to 7 whose first column is time: FILE.mat:NAME.
 *
 *     RAW   plots of SPICE, binary or text (raw.h): the first one, or FILE.raw:NUMBER. Of a complex one the columns are
 *           re(NAME) and im(NAME).
 *
 * Times must not decrease; equal times are the limits at an event. Everything that does not fit is told with file, line
 * and column.
 */
#ifndef SALTUS_RESULT_FILE_H
#define SALTUS_RESULT_FILE_H

#include "base/file.h"
#include "result/record/result_record.h"
#include "result/record/sink.h"

/* By ending: .csv (RFC 4180, CRLF, first column time, shortest exact decimals, Booleans as 1 and 0 like numbers,
 * rows left out by `events` were never recorded), .mat (MATLAB v4 trajectory as Dymola and OpenModelica write it:
 * Aclass, name, description, dataInfo, data_1, data_2). Written under a temporary name and renamed. False after a
 * report. */
bool sr_write(const sr_record *r, const char *path, sb_diag *diag);
bool sr_write_csv(const sr_record *r, FILE *stream);
/* CSV while the rows are produced: a sink of one run. The stream is the caller's. */
typedef struct sr_csv sr_csv;
sr_csv *sr_csv_new(FILE *stream);
sr_sink sr_csv_sink(sr_csv *f);
void sr_csv_free(sr_csv *f);
bool sr_write_mat(const sr_record *r, FILE *stream);

/* What a reader found that a user of the data may have to know. */
typedef struct sr_facts {
	uint32_t missing;                /* values that are not there */
	uint32_t repeated;               /* rows with the time of the row before */
} sr_facts;

/* `path` may be FILE.mat:NAME. NULL after a report. `facts` may be NULL. */
sr_record *sr_read(const char *path, sr_facts *facts, sb_diag *diag);
bool sr_is_result_name(const char *path);        /* its ending is that of a file of results, not of a model */
/* The same for what is in memory; `name` is what messages call it. */
sr_record *sr_read_csv(const char *text, size_t length, const char *name, sr_facts *facts, sb_diag *diag);
sr_record *sr_read_mat(const unsigned char *data, size_t length, const char *name, const char *matrix, sr_facts *facts,
					   sb_diag *diag);

#endif
