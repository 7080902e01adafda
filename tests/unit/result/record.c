/* Records and CSV: what goes in comes out, in the text that RFC 4180 asks for. */
#include "unit/unit.h"
#include "result/result.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void rows_come_back_over_many_blocks(void **state)
{
	(void)state;
	enum { WIDE = 1000, ROWS = 1500 };       /* 132 rows a block */
	sr_column *columns = calloc(WIDE, sizeof *columns);
	char (*names)[16] = calloc(WIDE, sizeof *names);
	for (uint32_t c = 0; c < WIDE; c++) {
		snprintf(names[c], sizeof names[c], "v%u", c);
		columns[c] = (sr_column){.name = names[c], .channel = WIDE - 1 - c};
	}
	sr_record *r = sr_record_new(columns, WIDE, WIDE);
	memset(names, 0, WIDE * sizeof *names);          /* the texts were copied */
	for (uint32_t row = 0; row < ROWS; row++) {
		double *v = sr_row(r, 0.5 * row, row % 2 ? SR_LEFT : SR_GRID);
		for (uint32_t k = 0; k < WIDE; k++)
			v[k] = row * 1e4 + k;
	}
	assert_int_equal(sr_rows(r), ROWS);
	assert_int_equal(sr_columns(r), WIDE);
	for (uint32_t row = 0; row < ROWS; row++) {
		assert_true(sr_time(r, row) == 0.5 * row);
		assert_int_equal(sr_mark_at(r, row), row % 2 ? SR_LEFT : SR_GRID);
		for (uint32_t c = 0; c < WIDE; c += 37)
			assert_true(sr_value(r, row, c) == row * 1e4 + (WIDE - 1 - c));
	}
	assert_string_equal(sr_column_at(r, 999)->name, "v999");
	assert_int_equal(sr_find(r, "v421"), 421);
	sr_record_free(r);
	free(columns);
	free(names);
}

static sr_record *small(void)
{
	static const char *const colours[] = {"red", "green"};
	const sr_column columns[] = {
		{.name = "x", .unit = "m", .description = "a place", .channel = 0, .state = true},
		{.name = "minus_x", .channel = 0, .negated = true},
		{.name = "also_x", .channel = 0},
		{.name = "k", .constant = true, .value = 0.1},
		{.name = "u[1,2]", .channel = 1},
		{.name = "'say \"a\"'",
		 .kind = SR_ENUM,
		 .literals = colours,
		 .literal_count = 2,
		 .channel = 2,
		 .discrete = true},
	};
	return sr_record_new(columns, 6, 3);
}

static void add_row(sr_record *r, double time, sr_mark mark, double a, double b, double c)
{
	double *v = sr_row(r, time, mark);
	v[0] = a, v[1] = b, v[2] = c;
}

static void aliases_and_constants(void **state)
{
	(void)state;
	sr_record *r = small();
	assert_int_equal(sr_rows(r), 0);
	add_row(r, 0, SR_GRID, 1.5, -2, 1);
	add_row(r, 1, SR_END, NAN, 0, 2);
	assert_true(sr_value(r, 0, 0) == 1.5 && sr_value(r, 0, 1) == -1.5 && sr_value(r, 0, 2) == 1.5);
	assert_true(isnan(sr_value(r, 1, 1)));
	assert_true(sr_value(r, 0, 3) == 0.1 && sr_value(r, 1, 3) == 0.1);
	sr_set_constant(r, 3, 7);
	assert_true(sr_value(r, 0, 3) == 7);
	assert_int_equal(sr_find(r, "u[1,2]"), 4);
	assert_int_equal(sr_find(r, "u"), UINT32_MAX);
	assert_int_equal(sr_find(r, ""), UINT32_MAX);
	assert_string_equal(sr_column_at(r, 1)->unit, "");
	assert_string_equal(sr_column_at(r, 5)->literals[1], "green");
	sr_record_free(r);
	sr_record_free(NULL);
}

static char *csv_of(const sr_record *r)
{
	char *text;
	size_t size;
	FILE *stream = open_memstream(&text, &size);
	assert_true(sr_write_csv(r, stream));
	fclose(stream);
	assert_int_equal(strlen(text), size);
	return text;
}

static void csv_text(void **state)
{
	(void)state;
	sr_record *r = small();
	char *text = csv_of(r);
	assert_string_equal(text, "time,x,minus_x,also_x,k,\"u[1,2]\",\"'say \"\"a\"\"'\"\r\n");
	free(text);
	add_row(r, 0, SR_GRID, 0.1, -2, 1);
	add_row(r, 1.0 / 3, SR_LEFT, 1e-5, 1e22, 2);
	add_row(r, 1.0 / 3, SR_RIGHT, 0, NAN, 2);
	add_row(r, 1e9, SR_END, 5e-324, INFINITY, 1);
	text = csv_of(r);
	assert_string_equal(text, "time,x,minus_x,also_x,k,\"u[1,2]\",\"'say \"\"a\"\"'\"\r\n"
	                          "0,0.1,-0.1,0.1,0.1,-2,1\r\n"
	                          "0.3333333333333333,1e-5,-1e-5,1e-5,0.1,1e22,2\r\n"
	                          "0.3333333333333333,0,-0,0,0.1,NaN,2\r\n"
	                          "1000000000,5e-324,-5e-324,5e-324,0.1,Infinity,1\r\n");
	free(text);
	sr_record_free(r);
}

static void a_full_disk_is_noticed(void **state)
{
	(void)state;
	sr_record *r = small();
	for (int i = 0; i < 5000; i++)
		add_row(r, i, SR_GRID, i, i, 1);
	FILE *full = fopen("/dev/full", "wb");
	if (full) {
		assert_false(sr_write_csv(r, full) && fflush(full) == 0);
		clearerr(full);
		assert_false(sr_write_mat(r, full) && fflush(full) == 0);
		fclose(full);
	}
	sb_diag *diag = sb_diag_new();
	assert_false(sr_write(r, "x.txt", diag));
	assert_string_equal(sb_message_at(diag, 0).code, "F0021");
	assert_false(sr_write(r, "/no/such/folder/x.csv", diag));
	assert_false(sr_plot(r, &(sr_figure){0}, "x.csv", diag));
	assert_int_equal(sb_errors(diag), 3);
	sb_diag_free(diag);
	sr_record_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_come_back_over_many_blocks),
		cmocka_unit_test(aliases_and_constants),
		cmocka_unit_test(csv_text),
		cmocka_unit_test(a_full_disk_is_noticed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
