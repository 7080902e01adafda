/* Results: columns of what was recorded, written as CSV and MAT files and drawn as pictures.
 *
 * A record has *channels* (what varies, stored row by row as doubles) and *columns* (what a user sees: names of the
 * model, each one a channel with a sign, or a constant). Aliases and parameters thus cost nothing per row. Rows are
 * added in the order of time; at an event there are two rows of equal time, the left limit and the right limit.
 */
#ifndef SALTUS_RESULT_RESULT_H
#define SALTUS_RESULT_RESULT_H

#include "base/diag.h"
#include "base/file.h"

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

/* a row of the grid; limits at an event; the last row */
typedef enum sr_mark { SR_GRID, SR_LEFT, SR_RIGHT, SR_END } sr_mark;

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
double sr_shown(const sr_record *r, uint32_t row, uint32_t column);      /* in the unit that pictures show */
const char *sr_shown_unit(const sr_record *r, uint32_t column);
void sr_set_constant(sr_record *r, uint32_t column, double value);

/* A record that outlives its process: with a journal its rows are in a file (of memory: memfd_create) that another
 * process has open too. Given before the first row; what the file had before is lost. sr_journal_read makes a record of
 * what is there, NULL: nothing is. */
void sr_record_journal(sr_record *r, int file);
sr_record *sr_journal_read(int file);

/* Files, by ending: .csv (RFC 4180, CRLF, first column time, shortest exact decimals, Booleans as 1 and 0 like numbers,
 * rows left out by `events` were never recorded), .mat (MATLAB v4 trajectory as Dymola and OpenModelica write it:
 * Aclass, name, description, dataInfo, data_1, data_2). Written under a temporary name and renamed. False after a
 * report. */
bool sr_write(const sr_record *r, const char *path, sb_diag *diag);
bool sr_write_csv(const sr_record *r, FILE *stream);
bool sr_write_mat(const sr_record *r, FILE *stream);

/* Pictures. A figure has panels stacked over one time axis, or over one for each that is over something else; curves of
 * one unit share a panel, unless `plots` says what each panel is to show. */
typedef struct sr_plot_wish {
	const char *title, *label;                                /* "" : none; the unit of the curves */
	const uint32_t *columns; const char *const *legends; uint32_t count;      /* a legend "": the name of the column */
	double low, high;                                         /* NAN: as the curves are */
	bool versus; uint32_t x_column;                           /* over this column instead of what the figure says */
	const char *x_label;                                      /* NULL, "": that of the figure */
} sr_plot_wish;
typedef struct sr_figure {
	const char *title;
	const uint32_t *columns; uint32_t count;                  /* what is drawn; 0: chosen by sr_choose */
	const sr_plot_wish *plots; uint32_t plot_count;
	bool versus; uint32_t x_column; /* over this column, in the order of the rows, instead of over time */
	bool points;                                              /* each row is marked, where there are few */
	const char *x_label;                                      /* NULL: the column's name, or time [s] */
	uint32_t width, height; /* pixels, or characters in the terminal; 0: the default */
	bool color;                                               /* terminal: with colours */
	bool unicode;                                             /* terminal: braille and box characters, else ASCII */
} sr_figure;
bool sr_plot(const sr_record *r, const sr_figure *figure, const char *path, sb_diag *diag);   /* .svg or .png */
void sr_plot_terminal(const sr_record *r, const sr_figure *figure, sb_text *out);
void sr_plot_svg(const sr_record *r, const sr_figure *figure, sb_text *out);

/* Bars: how many fell into each cell low + k*width; the first and the last of `count` are what lies below and above. */
typedef struct sr_bars {
	const char *title, *x_label;
	double low, width; const uint64_t *count; uint32_t cells;
	uint32_t pixels_wide, pixels_high, characters;            /* 0: the default */
	bool unicode;
} sr_bars;
bool sr_bars_plot(const sr_bars *bars, const char *path, sb_diag *diag);                      /* .svg or .png */
void sr_bars_terminal(const sr_bars *bars, sb_text *out);

/* A table in aligned columns, for people to read. The cells are texts, row by row, the first row is the head; those of
 * a column of numbers stand at the right. */
typedef struct sr_table { uint32_t columns; sb_strings cells; bool unicode; } sr_table;
void sr_table_text(const sr_table *table, sb_text *out);
/* Numbers of one column, so that their points stand below each other: 6 digits, or all with exponents where sizes
 * differ much. Not a number: "-". */
void sr_number_texts(sb_arena *arena, const double *value, uint32_t count, const char **out);
/* Rows of a record as such a table. `first`: the name of a column with the times of the rows in front; NULL: none. */
void sr_list(const sr_record *r, const uint32_t *columns, uint32_t count, const char *first, bool unicode,
			 sb_text *out);

/* What a person most likely wants to see, at most `most` columns: states at the top of the hierarchy, then outputs,
 * then other variables that move; never constants. Returns how many. */
uint32_t sr_choose(const sr_record *r, uint32_t *columns, uint32_t most);

#endif
