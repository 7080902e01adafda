/* Matrices into MAT files of the versions 4, 6 (a header and elements) and 7 (the same, compressed). */
#include "external/matrix.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEADER = 128, FLAGS = 6, DIMENSIONS = 5, NAME = 1, VALUES = 9, MATRIX = 14, COMPRESSED = 15, CLASS_DOUBLE = 6 };

static void put(sb_text *out, uint64_t value, size_t bytes)
{
	for (size_t k = 0; k < bytes; k++)
		sb_addc(out, (char)(value >> 8 * k & 0xff));
}

static void put_values(sb_text *out, const sl_matrix *m)
{
	for (size_t j = 0; j < m->columns; j++)
		for (size_t i = 0; i < m->rows; i++) {
			uint64_t bits;
			memcpy(&bits, &m->at[i * m->columns + j], sizeof bits);
			put(out, bits, 8);
		}
}

static void put_version_4(sb_text *out, const char *name, const sl_matrix *m)
{
	put(out, 0, 4);
	put(out, m->rows, 4);
	put(out, m->columns, 4);
	put(out, 0, 4);
	put(out, strlen(name) + 1, 4);
	sb_addn(out, name, strlen(name) + 1);
	put_values(out, m);
}

static void put_header(sb_text *out)
{
	char text[HEADER - 4];
	int n = snprintf(text, sizeof text, "MATLAB 5.0 MAT-file, written by Saltus " SALTUS_VERSION);
	memset(text + n, ' ', sizeof text - (size_t)n);
	memset(text + sizeof text - 8, 0, 8);
	sb_addn(out, text, sizeof text);
	put(out, 0x0100, 2);
	sb_add(out, "IM");
}

static void put_element(sb_text *out, const char *name, const sl_matrix *m)
{
	size_t length = strlen(name), padded = (length + 7) & ~(size_t)7, values = 8 * m->rows * m->columns;
	put(out, MATRIX, 4);
	put(out, 16 + 16 + 8 + padded + 8 + values, 4);
	put(out, FLAGS, 4);
	put(out, 8, 4);
	put(out, CLASS_DOUBLE, 8);
	put(out, DIMENSIONS, 4);
	put(out, 8, 4);
	put(out, m->rows, 4);
	put(out, m->columns, 4);
	put(out, NAME, 4);
	put(out, length, 4);
	sb_addn(out, name, length);
	for (size_t k = length; k < padded; k++)
		sb_addc(out, 0);
	put(out, VALUES, 4);
	put(out, values, 4);
	put_values(out, m);
}

static void put_compressed(sb_text *out, const char *name, const sl_matrix *m)
{
	sb_text plain = {0};
	put_element(&plain, name, m);
	uLongf n = compressBound(plain.n);
	unsigned char *packed = sb_resize(NULL, n);
	compress(packed, &n, (const unsigned char *)plain.at, plain.n);
	put(out, COMPRESSED, 4);
	put(out, n, 4);
	sb_addn(out, (const char *)packed, n);
	free(packed);
	sb_text_free(&plain);
}

bool sl_matrix_write(const char *path, const char *name, const sl_matrix *m, bool append, const char *version,
					 sb_text *why)
{
	bool old = strcmp(version, "4") == 0, plain = strcmp(version, "6") == 0;
	sb_text out = {0};
	if (!old && !plain && strcmp(version, "7") != 0) {
		sb_addf(why, "MAT files are written in the versions 4, 6 and 7, not '%s'", version);
		return false;
	}
	FILE *f = fopen(path, append ? "abe" : "wbe");
	if (!f) {
		sb_addf(why, "it cannot be written: %s", strerror(errno));
		return false;
	}
	fseek(f, 0, SEEK_END);
	if (!old && ftell(f) == 0)
		put_header(&out);
	(old ? put_version_4 : plain ? put_element : put_compressed)(&out, name, m);
	bool good = fwrite(out.at, 1, out.n, f) == out.n;
	good = fclose(f) == 0 && good;
	if (!good)
		sb_addf(why, "it cannot be written: %s", strerror(errno));
	sb_text_free(&out);
	return good;
}
