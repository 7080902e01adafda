/* Modelica.Utilities.Streams: matrices of files for models; signals, which are several of them in one file. */
#include "external/table_common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sl_matrix read_it(const char *file, const char *name)
{
	sl_matrix m;
	sb_text why = {0};
	const char *path = sl_file(file);
	if (!sl_matrix_read(path, name, ",", 0, &m, &why)) {
		sb_text all = {0};
		sb_addf(&all, "the matrix '%s' cannot be read from the file '%s': %s", name, path, why.at ? why.at : "");
		sb_text_free(&why);
		sl_refuse(NULL, &all);
	}
	return m;
}

void ModelicaIO_readMatrixSizes(const char *file, const char *name, int *sizes)
{
	sl_matrix m = read_it(file, name);
	sizes[0] = (int)m.rows;
	sizes[1] = (int)m.columns;
	free(m.at);
}

void ModelicaIO_readRealMatrix(const char *file, const char *name, double *at, size_t rows, size_t columns, int verbose)
{
	sl_matrix m = read_it(file, name);
	(void)verbose;
	if (m.rows != rows || m.columns != columns) {
		sb_text why = {0};
		sb_addf(&why, "the matrix '%s' of the file '%s' has %zu rows and %zu columns, but %zu and %zu are wanted", name,
				file, m.rows, m.columns, rows, columns);
		sl_refuse(m.at, &why);
	}
	memcpy(at, m.at, rows * columns * sizeof *at);
	free(m.at);
}

int ModelicaIO_writeRealMatrix(const char *file, const char *name, const double *at, size_t rows, size_t columns,
							   int append, const char *version)
{
	sl_matrix m = {rows, columns, (double *)at, NULL};
	sb_text why = {0}, all = {0};
	if (sl_matrix_write(sl_file(file), name, &m, append, version, &why))
		return 1;
	sb_addf(&all, "the matrix '%s' cannot be written into the file '%s': %s", name, file, why.at ? why.at : "");
	sb_text_free(&why);
	sl_refuse(NULL, &all);
}

/* How many channels ch1, ch2, ... a file of a signal has. */
int Saltus_signalChannels(const char *file)
{
	int n = 0;
	for (bool there = true; there; n += there) {
		sl_matrix m = {0};
		sb_text why = {0};
		char name[32];
		snprintf(name, sizeof name, "ch%d", n + 1);
		there = sl_matrix_read(sl_file(file), name, ",", 0, &m, &why);
		free(m.at);
		sb_text_free(&why);
	}
	return n;
}

/* What the numbers of a channel are said to be. */
const char *Saltus_signalType(const char *file, const char *name)
{
	sl_matrix m = read_it(file, name);
	free(m.at);
	return m.type ? m.type : "double";
}
