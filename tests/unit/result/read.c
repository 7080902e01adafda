/* Reading results: what was written comes back with the same bits; files as they come; messages of those that are
 * bad. */
#include "unit/unit.h"
#include "result/result.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 8675309;

static uint64_t next(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return seed >> 20;
}

static double any_number(void)
{
	static const double odd[] = {0, -0.0, 1, -1, 1e308, 5e-324, INFINITY, -INFINITY, 0.1, 1.0 / 3};
	return next() % 3 ? (double)next() * pow(10, (double)(next() % 40) - 25) : odd[next() % 10];
}

/* A record of random shape: aliases with both signs, constants, events. */
static sr_record *any_record(void)
{
	static const char *const names[] = {"x", "u[1]", "u[1,2]", "der(x)", "a.b.c", "say \"hi\"", "\u03b1",
		"line\nbreak"};
	sr_column columns[8];
	uint32_t channels = 1 + next() % 4, count = 1 + next() % 8;
	for (uint32_t i = 0; i < count; i++)
		columns[i] = (sr_column){.name = names[i], .unit = i % 2 ? "rad/s" : "", .channel = next() % channels,
			.negated = next() % 3 == 0, .constant = next() % 4 == 0, .value = any_number()};
	sr_record *r = sr_record_new(columns, count, channels);
	double time = any_number();
	time = isfinite(time) ? fmod(time, 1e6) : 0;
	for (uint32_t row = 0, rows = 1 + next() % 1200; row < rows; row++) {
		double *v = sr_row(r, time, SR_GRID);
		for (uint32_t k = 0; k < channels; k++)
			v[k] = any_number();
		time += next() % 4 ? (double)(next() % 1000) / 7 : 0;
	}
	return r;
}

static void assert_same(const sr_record *a, const sr_record *b)
{
	assert_int_equal(sr_rows(a), sr_rows(b));
	assert_int_equal(sr_columns(a), sr_columns(b));
	for (uint32_t c = 0; c < sr_columns(a); c++) {
		assert_string_equal(sr_column_at(a, c)->name, sr_column_at(b, c)->name);
		for (uint32_t row = 0; row < sr_rows(a); row++) {
			double x = sr_value(a, row, c), y = sr_value(b, row, c);
			if (memcmp(&x, &y, sizeof x) != 0)
				fail_msg("%s, row %u: %.17g is %.17g", sr_column_at(a, c)->name, row, x, y);
			assert_true(sr_time(a, row) == sr_time(b, row));
		}
	}
}

static void what_was_written_comes_back(void **state)
{
	(void)state;
	for (int round = 0; round < 60; round++) {
		sr_record *r = any_record(), *back;
		char *bytes;
		size_t size;
		sb_diag *diag = sb_diag_new();
		for (int mat = 0; mat < 2; mat++) {
			FILE *f = open_memstream(&bytes, &size);
			assert_true(mat ? sr_write_mat(r, f) : sr_write_csv(r, f));
			fclose(f);
			back = mat ? sr_read_mat((unsigned char *)bytes, size, "a.mat", "", NULL, diag)
					   : sr_read_csv(bytes, size, "a.csv", NULL, diag);
			if (!back)
				fail_msg("%s", sb_message_at(diag, 0).text);
			assert_same(r, back);
			if (mat && sr_columns(r) > 1)
				assert_string_equal(sr_column_at(back, 1)->unit, "rad/s");
			sr_record_free(back);
			free(bytes);
		}
		assert_int_equal(sb_errors(diag), 0);
		sb_diag_free(diag);
		sr_record_free(r);
	}
}

static sr_record *read_text(const char *text, sr_facts *facts, sb_diag *diag)
{
	return sr_read_csv(text, strlen(text), "data.csv", facts, diag);
}

static void files_as_they_come(void **state)
{
	(void)state;
	static const char *const same[] = {
		"time,x,on\r\n0,1.5,true\r\n1,2.5,false\r\n",
		"\xEF\xBB\xBFtime,x,on\n0,1.5,1\n1,2.5,0",
		"# a logger\n# of 2024\nt;x;on\n0;1,5;true\n1;2,5;false\n",
		"time\tx\ton\n0\t1.5\ttrue\n1\t2.5\tfalse\n",
		"\n\nTime [ms], \"x\" , on\n0, 1.5 ,1\n1000,\"2.5\",0\n\n",
		"on;time;x;\n1;0;1.5;\n0;1;2.5;\n",
		"time,x,on\r0,1.5,1\r1,2.5,0\r",
	};
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		sb_diag *diag = sb_diag_new();
		sr_record *r = read_text(same[i], NULL, diag);
		if (!r)
			fail_msg("%zu: %s", i, sb_message_at(diag, 0).text);
		uint32_t x = sr_find(r, "x"), on = sr_find(r, "on");
		assert_int_equal(sr_rows(r), 2);
		assert_true(sr_time(r, 1) == 1 && sr_value(r, 0, x) == 1.5 && sr_value(r, 1, x) == 2.5);
		assert_true(sr_value(r, 0, on) == 1 && sr_value(r, 1, on) == 0);
		sr_record_free(r);
		sb_diag_free(diag);
	}
}

static void gaps_texts_and_events(void **state)
{
	(void)state;
	sb_diag *diag = sb_diag_new();
	sr_facts facts;
	sr_record *r = read_text("time,x [m],phase\n0,1,warm\n1,,warm\n1,NA,cold\n2,4,cold\n", &facts, diag);
	assert_non_null(r);
	assert_int_equal(sr_columns(r), 1);
	assert_string_equal(sr_column_at(r, 0)->unit, "m");
	assert_int_equal(facts.missing, 2);
	assert_int_equal(facts.repeated, 1);
	assert_true(isnan(sr_value(r, 1, 0)));
	assert_int_equal(sr_mark_at(r, 1), SR_LEFT);
	assert_int_equal(sr_mark_at(r, 2), SR_RIGHT);
	assert_int_equal(sb_errors(diag), 0);
	assert_string_equal(sb_message_at(diag, 0).code, "F0058");
	assert_int_equal(sb_message_at(diag, 0).line, 3);
	assert_string_equal(sb_message_at(diag, 1).code, "F0059");
	sr_record_free(r);
	sb_diag_free(diag);
}

/* Each bad file gets one message, at the place of the mistake. */
static void bad_files_are_told_with_their_place(void **state)
{
	(void)state;
	static const struct { const char *text, *code; int line, column; } bad[] = {
		{"", "F0050", 0, 0},
		{"time,x\n", "F0050", 0, 0},
		{"time\n1\n2\n", "F0050", 0, 0},
		{"time,x\n0,1\n1,two\n", "F0054", 3, 3},
		{"time,x\n0,1\nlate,2\n", "F0054", 3, 1},
		{"time,x\n0,1\n1,2,3\n", "F0055", 3, 5},
		{"time,x\n0,1,5\n", "F0055", 2, 5},
		{"time,x,y\n0,1\n", "F0055", 2, 3},
		{"time,x\n1,1\n0,2\n", "F0056", 3, 1},
		{"time,x\n1,1\n,2\n", "F0056", 3, 1},
		{"time,x\n0,\"1\n1,2\n", "F0051", 2, 3},
		{"time,x\n0,\"1\"2\n", "F0051", 2, 6},
		{"time,x,x\n0,1,2\n", "F0053", 1, 8},
		{"time;x\n0;1,5\n1;2.5\n", "F0057", 2, 3},
		{"time;x\n0;1.234,5\n1;abc\n", "F0054", 3, 3},
		{"time,x\n0,0x10\n1,2\n2,y", "F0054", 0, 0},
		{"time,\xff\n0,1\n", "F0050", 0, 0},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		sb_diag *diag = sb_diag_new();
		sr_record *r = read_text(bad[i].text, NULL, diag);
		if (i == 14 || i == 15) {        /* a column that begins with what is no number is one of texts */
			sr_record_free(r);
			sb_diag_free(diag);
			continue;
		}
		assert_null(r);
		assert_int_equal(sb_errors(diag), 1);
		sb_message_view m = sb_message_at(diag, 0);
		if (strcmp(m.code, bad[i].code) != 0 || m.line != bad[i].line || m.column != bad[i].column)
			fail_msg("file %zu: %s at %d:%d: %s", i, m.code, m.line, m.column, m.text);
		sb_diag_free(diag);
	}
}

static void a_file_of_plain_matrices(void **state)
{
	(void)state;
	char *bytes;
	size_t size;
	FILE *f = open_memstream(&bytes, &size);
	static const double values[] = {0, 1, 2, 10, 20, 30};        /* column by column: times, and one column */
	static const int32_t head[] = {0, 3, 2, 0, 4};
	fwrite(head, sizeof head, 1, f);
	fwrite("run", 4, 1, f);
	fwrite(values, sizeof values, 1, f);
	fclose(f);
	sb_diag *diag = sb_diag_new();
	for (int named = 0; named < 2; named++) {
		sr_record *r = sr_read_mat((unsigned char *)bytes, size, "a.mat", named ? "run" : "", NULL, diag);
		assert_non_null(r);
		assert_int_equal(sr_rows(r), 3);
		assert_string_equal(sr_column_at(r, 0)->name, "run[1]");
		assert_true(sr_value(r, 2, 0) == 30 && sr_time(r, 2) == 2);
		sr_record_free(r);
	}
	assert_null(sr_read_mat((unsigned char *)bytes, size, "a.mat", "walk", NULL, diag));
	assert_null(sr_read_mat((unsigned char *)bytes, size - 8, "a.mat", "", NULL, diag));
	assert_int_equal(sb_errors(diag), 2);
	assert_string_equal(sb_message_at(diag, 0).code, "F0061");
	sb_diag_free(diag);
	free(bytes);
}

/* Which of several matrices is meant must be said, and the message names all of them; a file without any is none. */
static void one_of_several_matrices_is_named(void **state)
{
	(void)state;
	char *bytes;
	size_t size;
	FILE *f = open_memstream(&bytes, &size);
	static const double values[] = {0, 1, 10, 20};
	static const int32_t head[] = {0, 2, 2, 0, 5};
	for (int k = 0; k < 2; k++) {
		fwrite(head, sizeof head, 1, f);
		fwrite(k ? "run2" : "run1", 5, 1, f);
		fwrite(values, sizeof values, 1, f);
	}
	fclose(f);
	sb_diag *diag = sb_diag_new();
	sb_text said = {0};
	assert_null(sr_read_mat((unsigned char *)bytes, size, "a.mat", "", NULL, diag));
	sb_render(diag, 0, false, &said);
	assert_non_null(strstr(said.at, "has several matrices: which one?"));
	assert_non_null(strstr(said.at, "write a.mat:NAME, with one of run1, run2"));
	sb_text_free(&said);
	sr_record *r = sr_read_mat((unsigned char *)bytes, size, "a.mat", "run2", NULL, diag);
	assert_non_null(r);
	assert_string_equal(sr_column_at(r, 0)->name, "run2[1]");
	sr_record_free(r);
	assert_int_equal(sb_errors(diag), 1);
	assert_null(sr_read_mat((unsigned char *)"", 0, "a.mat", "", NULL, diag));
	assert_int_equal(sb_errors(diag), 2);
	sb_diag_free(diag);
	free(bytes);
}

/* A description and its unit are one text in a MAT file, and two afterwards. */
static void descriptions_come_back(void **state)
{
	(void)state;
	const sr_column columns[] = {
		{.name = "w", .unit = "rad/s", .description = "angular velocity"},
		{.name = "v", .unit = "m/s", .description = "", .channel = 1},
		{.name = "n", .unit = "", .description = "a number", .channel = 2}};
	sr_record *r = sr_record_new(columns, 3, 3), *back;
	double *row = sr_row(r, 0, SR_GRID);
	row[0] = row[1] = row[2] = 1;
	char *bytes;
	size_t size;
	sb_diag *diag = sb_diag_new();
	FILE *f = open_memstream(&bytes, &size);
	assert_true(sr_write_mat(r, f));
	fclose(f);
	back = sr_read_mat((unsigned char *)bytes, size, "a.mat", "", NULL, diag);
	assert_non_null(back);
	for (uint32_t c = 0; c < 3; c++) {
		assert_string_equal(sr_column_at(back, c)->unit, columns[c].unit);
		assert_string_equal(sr_column_at(back, c)->description, columns[c].description);
	}
	sr_record_free(back);
	sr_record_free(r);
	sb_diag_free(diag);
	free(bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(descriptions_come_back), cmocka_unit_test(what_was_written_comes_back),
		cmocka_unit_test(files_as_they_come),
		cmocka_unit_test(gaps_texts_and_events), cmocka_unit_test(bad_files_are_told_with_their_place),
		cmocka_unit_test(a_file_of_plain_matrices),
		cmocka_unit_test(one_of_several_matrices_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
