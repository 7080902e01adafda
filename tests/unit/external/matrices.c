/* Matrices in files: text, CSV, and MATLAB's formats, which are written and read again; damaged ones are refused with a
 * reason. */
#include "calls.h"

#include <unistd.h>

#include "external/matrix.h"

static sl_matrix good(bool read, sb_text *why, const sl_matrix *m)
{
	if (!read)
		fail_msg("%s", why->at);
	return *m;
}

static void refuse(bool read, sb_text *why, const char *words)
{
	assert_false(read);
	if (!strstr(why->at, words))
		fail_msg("'%s' does not say '%s'", why->at, words);
	sb_text_free(why);
}

static const char text[] =
	"#1\n# a comment\ndouble first(2, 3) # of two\n 1, 2; 3\n 4 5\t6.5e-1 # last\n\nfloat second(1,1)\n-7\n";

static void of_text(void **unused)
{
	sl_matrix m;
	sb_text why = {0};
	(void)unused;
	m = good(sl_matrix_from_text(text, sizeof text - 1, "first", &m, &why), &why, &m);
	assert_true(m.rows == 2 && m.columns == 3 && m.at[2] == 3 && m.at[3] == 4 && m.at[5] == 0.65);
	free(m.at);
	m = good(sl_matrix_from_text(text, sizeof text - 1, "second", &m, &why), &why, &m);
	assert_true(m.rows == 1 && m.at[0] == -7);
	free(m.at);
	refuse(sl_matrix_from_text(text, sizeof text - 1, "third", &m, &why), &why,
		   "it has no matrix 'third', but 'first', 'second'");
	refuse(sl_matrix_from_text("double a(1,1)", 13, "a", &m, &why), &why, "'#1'");
	refuse(sl_matrix_from_text("#1\ndouble a(2,2)\n1 2 3", 22, "a", &m, &why), &why,
		   "has 3 numbers, but its size asks for 4");
	refuse(sl_matrix_from_text("#1\ndouble a(1,2)\n1 x", 20, "a", &m, &why), &why,
		   "line 3 is in the matrix 'a', but 'x' is not a number");
	refuse(sl_matrix_from_text("#1\nint a(1,2)\n1 2", 18, "a", &m, &why), &why, "line 2 is not the beginning");
	m = good(sl_matrix_from_text("#1\nuint8 a(1,2)\n0 255", 22, "a", &m, &why), &why, &m);
	assert_true(m.at[1] == 255);
	assert_string_equal(m.type, "uint8");
	free(m.at);
	refuse(sl_matrix_from_text("#1\nuint8 a(1,2)\n0 256", 22, "a", &m, &why), &why, "256 is no uint8");
	refuse(sl_matrix_from_text("#1\nint32 a(1,2)\n0 1.5", 22, "a", &m, &why), &why, "1.5 is no int32");
	refuse(sl_matrix_from_text("#1\ndouble a(4000000000,4000000000)\n1", 36, "a", &m, &why), &why, "too large");
}

static void of_csv(void **unused)
{
	static const char csv[] = "time;y\n\"0\";1.5\n1; 2\r\n\n2;3\n";
	sl_matrix m;
	sb_text why = {0};
	(void)unused;
	m = good(sl_matrix_from_csv(csv, sizeof csv - 1, ";", 1, &m, &why), &why, &m);
	assert_true(m.rows == 3 && m.columns == 2 && m.at[1] == 1.5 && m.at[3] == 2 && m.at[5] == 3);
	free(m.at);
	refuse(sl_matrix_from_csv(csv, sizeof csv - 1, ";", 0, &m, &why), &why,
		   "line 1 has 'time;y', which is not a number");
	refuse(sl_matrix_from_csv(csv, sizeof csv - 1, ";", 0, &m, &why), &why,
		   "numbers begin in line 2: give nHeaderLines = 1");
	static const char headed[] = "measured\nin May\ntime,y\n0,1\n1,2\n", tabs[] = "t\ty\n0\t1\n";
	refuse(sl_matrix_from_csv(headed, sizeof headed - 1, ",", 0, &m, &why), &why, "give nHeaderLines = 3");
	refuse(sl_matrix_from_csv(headed, sizeof headed - 1, ",", 1, &m, &why), &why,
		   "numbers begin in line 4: give nHeaderLines = 3");
	refuse(sl_matrix_from_csv(headed, sizeof headed - 1, ";", 3, &m, &why), &why, "give delimiter = \",\"");
	refuse(sl_matrix_from_csv(tabs, sizeof tabs - 1, ",", 0, &m, &why), &why,
		   "separated by tabs: give delimiter = \"\\t\" and nHeaderLines = 1");
	m = good(sl_matrix_from_csv("\xEF\xBB\xBF" "1,2\n", 7, ",", 0, &m, &why), &why, &m);
	assert_int_equal(m.columns, 2);
	free(m.at);
	refuse(sl_matrix_from_csv("1,2\n3\n", 6, ",", 0, &m, &why), &why,
		   "line 2 has 1 number, but the lines before have 2");
	refuse(sl_matrix_from_csv("\n", 1, ",", 0, &m, &why), &why, "no numbers");
}

static void of_matlab(void **unused)
{
	static const char *const versions[] = {"4", "6", "7"};
	double numbers[] = {1, 2, 3, 4, 5, 6};
	(void)unused;
	for (int k = 0; k < 3; k++) {
		char path[] = "/tmp/saltus-test-XXXXXX";
		sl_matrix a = {2, 3, numbers, NULL}, b = {3, 2, numbers, NULL}, m;
		sb_text why = {0};
		close(mkstemp(path));
		assert_true(sl_matrix_write(path, "a", &a, false, versions[k], &why));
		assert_true(sl_matrix_write(path, "longer_name", &b, true, versions[k], &why));
		m = good(sl_matrix_read(path, "a", ",", 0, &m, &why), &why, &m);
		assert_true(m.rows == 2 && m.columns == 3 && memcmp(m.at, numbers, sizeof numbers) == 0);
		free(m.at);
		m = good(sl_matrix_read(path, "longer_name", ",", 0, &m, &why), &why, &m);
		assert_true(m.rows == 3 && m.columns == 2 && m.at[4] == 5);
		free(m.at);
		refuse(sl_matrix_read(path, "b", ",", 0, &m, &why), &why, "it has no matrix 'b', but 'a', 'longer_name'");
		unlink(path);
	}
	sb_text why = {0};
	refuse(sl_matrix_write("/tmp/x.mat", "a", &(sl_matrix){1, 1, numbers, NULL}, false, "5", &why), &why, "4, 6 and 7");
}

/* A structure s with the field t, the matrix {{1.5}}, byte by byte after the published description of the format. */
static void of_structures(void **unused)
{
	unsigned char file[128 + 8 + 16 + 16 + 16 + 8 + 16 + 8 + 16 + 16 + 8 + 16] = "MATLAB 5.0 MAT-file",
																		   *at = file + 128;
	static const uint32_t words[] = {
		14, 128, 6, 8, 2, 0, 5, 8, 1, 1, 1 << 0 | 1 << 16, 's', 5 | 4 << 16, 8, 1, 8, 't', 0, 14, 56, 6, 8, 6,
		0,  5,   8, 1, 1, 1, 0, 9, 8, 0, 0x3ff80000};
	sl_matrix m;
	sb_text why = {0};
	(void)unused;
	file[125] = 1;
	file[126] = 'I';
	file[127] = 'M';
	memcpy(at, words, sizeof words);
	m = good(sl_matrix_from_mat(file, 128 + sizeof words, "s.t", &m, &why), &why, &m);
	assert_true(m.rows == 1 && m.columns == 1 && m.at[0] == 1.5);
	free(m.at);
	refuse(sl_matrix_from_mat(file, 128 + sizeof words, "s.u", &m, &why), &why, "no matrix 'u', but 't'");
	refuse(sl_matrix_from_mat(file, 128 + sizeof words, "s", &m, &why), &why, "not a matrix of numbers");
	for (size_t n = 0; n < 128 + sizeof words; n++) {
		sb_text cut = {0};
		if (sl_matrix_from_mat(file, n, "s.t", &m, &cut))
			fail_msg("%zu bytes are enough", n);
		sb_text_free(&cut);
	}
	memcpy(file, "\x89HDF\r\n", 6);
	refuse(sl_matrix_from_mat(file, sizeof file, "s", &m, &why), &why, "version 7.3");
	refuse(sl_matrix_read("/no/such/file", "a", ",", 0, &m, &why), &why, "No such file");
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(of_text), cmocka_unit_test(of_csv), cmocka_unit_test(of_matlab),
									   cmocka_unit_test(of_structures)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
