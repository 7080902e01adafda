/* Raw files of SPICE: several plots in one file, real or complex (raw.c). */
#ifndef SALTUS_RESULT_RAW_H
#define SALTUS_RESULT_RAW_H

#include "result/file/result_file.h"

/* A record with its axis. pairs: of complex values, its columns are pairs, re(NAME) and im(NAME). */
typedef struct sr_raw_plot {
	const char *title, *name, *axis, *axis_type; const sr_record *record; bool pairs;
} sr_raw_plot;

/* Binary; as text where the name ends with .txt.raw. False after a report. */
bool sr_write_raw(const sr_raw_plot *plots, uint32_t count, const char *path, sb_diag *diag);
bool sr_is_raw_name(const char *path);
/* The plot of this number, from 1. NULL after a report. */
sr_record *sr_read_raw(const char *data, size_t length, const char *name, uint32_t plot, sb_diag *diag);
bool sr_is_raw(const char *data, size_t length);

#endif
