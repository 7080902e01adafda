/* Matrices in files: text, CSV and MATLAB's binary formats. */
#ifndef SALTUS_EXTERNAL_MATRIX_H
#define SALTUS_EXTERNAL_MATRIX_H

#include "base/text.h"

/* Row by row; freed with free(at). type: what the file says that the numbers are, "double" or one of whole numbers,
 * which are checked; NULL: it does not say. */
typedef struct sl_matrix { size_t rows, columns; double *at; const char *type; } sl_matrix;

/* Reads the matrix of this name; the name says nothing in CSV. The kind of file is told by its content and, for CSV, by
 * its ending. False: `why` is a sentence. */
bool sl_matrix_read(const char *path, const char *name, const char *delimiter, int header_lines, sl_matrix *out,
					sb_text *why);
/* The same for contents that are in memory. */
bool sl_matrix_from_text(const char *text, size_t length, const char *name, sl_matrix *out, sb_text *why);
bool sl_matrix_from_csv(const char *text, size_t length, const char *delimiter, int header_lines, sl_matrix *out,
						sb_text *why);
bool sl_matrix_from_mat(const unsigned char *data, size_t length, const char *name, sl_matrix *out, sb_text *why);
/* What matrices of numbers a MAT file has, in their order; of version 4 also those of characters. */
void sl_mat_names(const unsigned char *data, size_t length, sb_arena *arena, sb_strings *names);
bool sl_is_mat(const unsigned char *data, size_t length);

/* Writes a matrix into a new file, or behind what is in it. version: "4", "6" or "7". */
bool sl_matrix_write(const char *path, const char *name, const sl_matrix *matrix, bool append, const char *version,
					 sb_text *why);

#endif
