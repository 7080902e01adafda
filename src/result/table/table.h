/* Tables and bars as text in aligned columns, for people to read. */
#ifndef SALTUS_RESULT_TABLE_H
#define SALTUS_RESULT_TABLE_H

#include "result/record/result_record.h"

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

/* Fields of a CSV table: a text, quoted where it must be; a number with all its digits, of NAN nothing. */
void sr_put_field(FILE *f, const char *text);
void sr_put_number(FILE *f, double value);

/* Bars: how many fell into each cell low + k*width; the first and the last of `count` are what lies below and above. */
typedef struct sr_bars {
	const char *title, *x_label;
	double low, width; const uint64_t *count; uint32_t cells;
	uint32_t pixels_wide, pixels_high, characters;            /* 0: the default */
	bool unicode;
} sr_bars;
void sr_bars_terminal(const sr_bars *bars, sb_text *out);

#endif
