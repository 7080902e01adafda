/* What the tables have in common: where their numbers come from, and what is checked. */
#ifndef SALTUS_EXTERNAL_TABLE_H
#define SALTUS_EXTERNAL_TABLE_H

#include "external/curve.h"
#include "external/functions.h"
#include "external/matrix.h"

typedef struct sl_source {
	const char *file, *name;                    /* "NoName" or blank: none, the numbers are given */
	const double *at; size_t rows, columns;
	const char *delimiter; int header_lines;
} sl_source;

/* The matrix of a source, to be freed; fails. */
typedef enum sl_table_kind { SL_IN_TIME, SL_IN_ONE, SL_IN_TWO } sl_table_kind;
sl_matrix sl_source_read(const sl_source *source, sl_table_kind kind);
/* A table that was refused: frees `at`, and fails with the words. */
_Noreturn void sl_refuse(double *at, sb_text *why);
/* Rising abscissae: x[first], x[first + 1], ... in steps of `stride`; equal ones where they may be. What is wrong goes
 * into `why`. */
bool sl_rises(const double *x, size_t n, size_t stride, bool may_repeat, const char *what, const char *name,
			  size_t first, sb_text *why);
bool sl_kinds_are_known(int smoothness, int extrapolation, sb_text *why);
/* A value of a table; fails if there was none. */
double sl_answer(double value, const sl_fault *fault);

#endif
