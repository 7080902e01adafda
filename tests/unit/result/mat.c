/* MAT files read by a reader of our own that knows only the format: level 4 matrices, and the trajectory layout in
 * them. */
#include "unit/unit.h"
#include "result/result.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct matrix { char name[32]; int type, rows, columns; const unsigned char *data; } matrix;

static int whole(const unsigned char *at)
{
	return (int)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

/* The next matrix; type is the MOPT number: P (tens) 0 double, 2 int32, 5 uint8; T (ones) 1 text. */
static matrix next(const unsigned char **at, const unsigned char *end)
{
	matrix m = {.type = whole(*at), .rows = whole(*at + 4), .columns = whole(*at + 8)};
	int length = whole(*at + 16), size = m.type / 10 == 0 ? 8 : m.type / 10 == 2 ? 4 : 1;
	assert_int_equal(whole(*at + 12), 0);            /* no imaginary part */
	assert_in_range(length, 1, 31);
	memcpy(m.name, *at + 20, (size_t)length);
	assert_int_equal(m.name[length - 1], 0);
	m.data = *at + 20 + length;
	*at = m.data + (size_t)size * (size_t)m.rows * (size_t)m.columns;
	assert_true(*at <= end);
	return m;
}

static double number(const matrix *m, int row, int column)
{
	double v;
	memcpy(&v, m->data + 8 * ((size_t)column * (size_t)m->rows + (size_t)row), 8);
	return v;
}

static int info(const matrix *m, int row, int column)
{
	return whole(m->data + 4 * ((size_t)column * (size_t)m->rows + (size_t)row));
}

static void text_is(const matrix *m, int column, const char *wanted)
{
	char text[128] = "";
	memcpy(text, m->data + (size_t)column * (size_t)m->rows, (size_t)m->rows);
	assert_string_equal(text, wanted);
}

typedef struct file {
	unsigned char *bytes;
	size_t size;
	matrix aclass, name, description, info, constants, trajectories;
} file;

static file read_back(const sr_record *r)
{
	file f = {0};
	char *bytes;
	FILE *stream = open_memstream(&bytes, &f.size);
	assert_true(sr_write_mat(r, stream));
	fclose(stream);
	f.bytes = (unsigned char *)bytes;
	const unsigned char *at = f.bytes, *end = at + f.size;
	f.aclass = next(&at, end);
	f.name = next(&at, end);
	f.description = next(&at, end);
	f.info = next(&at, end);
	f.constants = next(&at, end);
	f.trajectories = next(&at, end);
	assert_ptr_equal(at, end);
	return f;
}

/* The value of a variable as a reader of these files finds it. */
static double value(const file *f, int variable, int row)
{
	int table = info(&f->info, 0, variable), place = info(&f->info, 1, variable);
	const matrix *m = table == 1 ? &f->constants : &f->trajectories;
	double v = number(m, abs(place) - 1, table == 1 ? 0 : row);
	return place < 0 ? -v : v;
}

static void every_value_is_found_again(void **state)
{
	(void)state;
	const sr_column columns[] = {{.name = "minus", .channel = 2, .negated = true},
								 {.name = "k", .unit = "s", .constant = true, .value = 2.5},
								 {.name = "x", .unit = "m", .description = "a place", .channel = 0},
								 {.name = "plus", .description = "same", .channel = 2},
								 {.name = "never", .constant = true, .value = -1}};
	sr_record *r = sr_record_new(columns, 5, 3);
	for (int row = 0; row < 700; row++) {
		double *v = sr_row(r, 0.25 * row, SR_GRID);
		v[0] = row + 0.5, v[1] = 99, v[2] = -3.0 * row;
	}
	file f = read_back(r);
	assert_string_equal(f.aclass.name, "Aclass");
	assert_int_equal(f.aclass.type, 51);
	assert_int_equal(f.aclass.rows, 4);
	static const char *const rows[] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
	for (int i = 0; i < 44; i++)                     /* stored column by column */
		assert_int_equal(f.aclass.data[i], rows[i % 4][i / 4]);
	assert_string_equal(f.name.name, "name");
	assert_string_equal(f.description.name, "description");
	assert_string_equal(f.info.name, "dataInfo");
	assert_string_equal(f.constants.name, "data_1");
	assert_string_equal(f.trajectories.name, "data_2");
	assert_int_equal(f.name.columns, 6);
	text_is(&f.name, 0, "time");
	text_is(&f.description, 0, "Time [s]");
	for (int c = 0; c < 5; c++)
		text_is(&f.name, c + 1, columns[c].name);
	text_is(&f.description, 2, "[s]");
	text_is(&f.description, 3, "a place [m]");
	text_is(&f.description, 4, "same");
	assert_int_equal(f.trajectories.rows, 3);        /* time and two channels: the third is nobody's */
	assert_int_equal(f.trajectories.columns, 700);
	assert_int_equal(f.constants.rows, 3);
	assert_int_equal(f.constants.columns, 2);
	assert_true(number(&f.constants, 0, 0) == 0 && number(&f.constants, 0, 1) == 0.25 * 699);
	assert_int_equal(info(&f.info, 1, 1), -info(&f.info, 1, 4));
	for (int row = 0; row < 700; row++) {
		assert_true(number(&f.trajectories, 0, row) == 0.25 * row);
		for (int c = 0; c < 5; c++)
			assert_true(value(&f, c + 1, row) == sr_value(r, (uint32_t)row, (uint32_t)c));
	}
	for (int c = 1; c < 6; c++) {
		assert_int_equal(info(&f.info, 2, c), 0);
		assert_int_equal(info(&f.info, 3, c), -1);
	}
	free(f.bytes);
	sr_record_free(r);
}

static void a_record_of_nothing(void **state)
{
	(void)state;
	sr_record *r = sr_record_new(NULL, 0, 0);
	file f = read_back(r);
	assert_int_equal(f.name.columns, 1);
	assert_int_equal(f.trajectories.columns, 0);
	free(f.bytes);
	sr_row(r, 2, SR_GRID);
	f = read_back(r);
	assert_int_equal(f.trajectories.columns, 1);
	assert_true(number(&f.trajectories, 0, 0) == 2);
	free(f.bytes);
	sr_record_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(every_value_is_found_again),
									   cmocka_unit_test(a_record_of_nothing)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
