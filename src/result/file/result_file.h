/* Files of results: written by ending. */
#ifndef SALTUS_RESULT_FILE_H
#define SALTUS_RESULT_FILE_H

#include "base/file.h"
#include "result/record/result_record.h"

/* By ending: .csv (RFC 4180, CRLF, first column time, shortest exact decimals, Booleans as 1 and 0 like numbers,
 * rows left out by `events` were never recorded), .mat (MATLAB v4 trajectory as Dymola and OpenModelica write it:
 * Aclass, name, description, dataInfo, data_1, data_2). Written under a temporary name and renamed. False after a
 * report. */
bool sr_write(const sr_record *r, const char *path, sb_diag *diag);
bool sr_write_csv(const sr_record *r, FILE *stream);
bool sr_write_mat(const sr_record *r, FILE *stream);

#endif
