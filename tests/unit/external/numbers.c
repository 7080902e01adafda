/* Strings, random numbers and the Fourier transform. The random numbers are those of the published algorithms, computed
 * with whole numbers of any length; so is the hash. */
#include "calls.h"

#include <math.h>
#include <stdio.h>

static void check_strings(void *unused)
{
	int next, number;
	double real;
	const char *found;
	(void)unused;
	assert_string_equal(ModelicaStrings_substring("saltus", 2, 4), "alt");
	assert_string_equal(ModelicaStrings_substring("saltus", 5, 99), "us");
	assert_string_equal(ModelicaStrings_substring("saltus", 7, 9), "");
	assert_int_equal(ModelicaStrings_length("saltus"), 6);
	assert_int_equal(ModelicaStrings_compare("a", "b", 1), 1);
	assert_int_equal(ModelicaStrings_compare("A", "a", 0), 2);
	assert_int_equal(ModelicaStrings_compare("b", "B", 1), 3);
	assert_int_equal(ModelicaStrings_skipWhiteSpace("  \tx", 1), 4);
	ModelicaStrings_scanIdentifier(" x_1 = 3", 1, &next, &found);
	assert_true(next == 5 && strcmp(found, "x_1") == 0);
	ModelicaStrings_scanIdentifier(" 1x", 1, &next, &found);
	assert_true(next == 1 && !*found);
	ModelicaStrings_scanInteger(" -42;", 1, 0, &next, &number);
	assert_true(next == 5 && number == -42);
	ModelicaStrings_scanInteger("-42", 1, 1, &next, &number);
	assert_true(next == 1);
	ModelicaStrings_scanInteger("42.5", 1, 0, &next, &number);
	assert_true(next == 1);
	ModelicaStrings_scanReal("x -1.5e+2y", 2, 0, &next, &real);
	assert_true(next == 10 && real == -150);
	ModelicaStrings_scanReal("1e", 1, 0, &next, &real);
	assert_true(next == 1);
	ModelicaStrings_scanString(" \"a \\\"b\\\"\" ", 1, &next, &found);
	assert_true(next == 11 && strcmp(found, "a \\\"b\\\"") == 0);
	ModelicaStrings_scanString("\"open", 1, &next, &found);
	assert_true(next == 1);
	ModelicaStrings_scanReal("12", 99, 0, &next, &real);
	assert_true(next == 99);
	assert_int_equal(ModelicaStrings_hashString("a"), -357913953);
	assert_int_equal(ModelicaStrings_hashString("saltus"), -717968753);
}

static void check_random(void *unused)
{
	int from[33] = {0}, to[33];
	double y;
	(void)unused;
	from[0] = 1;
	ModelicaRandom_xorshift64star(from, to, &y);
	assert_true((uint32_t)to[0] == 2305613085u && to[1] == 1206177355 && y == 0.78083505005035958);
	from[2] = 2;
	ModelicaRandom_xorshift128plus(from, to, &y);
	assert_true(to[0] == 2 && to[1] == 0 && to[2] == 8388677 && y == 0.50000000000045475);
	for (int k = 0; k < 16; k++) {
		from[2 * k] = k + 1;
		from[2 * k + 1] = 0;
	}
	ModelicaRandom_xorshift1024star(from, to, &y);
	assert_true(to[32] == 1 && to[2] == 4297064451 % 4294967296 && to[3] == 1 && y == 0.25131500924581462);
	ModelicaRandom_setInternalState_xorshift1024star(from, 33, 7);
	assert_true(ModelicaRandom_impureRandom_xorshift1024star(7) == 0.25131500924581462);
	assert_true(ModelicaRandom_impureRandom_xorshift1024star(7) == 0.53581903401726538);
	assert_true(ModelicaRandom_automaticGlobalSeed(0) > 0);
	ModelicaRandom_impureRandom_xorshift1024star(8);
}

/* 2 + 3 cos(5 w) + 4 sin(7 w): the amplitudes of the sum are n/2 times those of the waves, and are given divided by n/2
 * + 1. */
static void check_fourier(void *unused)
{
	enum { N = 60 };
	double u[N], work[3 * N + 2 * (N / 2 + 1)], amplitudes[N / 2 + 1], phases[N / 2 + 1];
	(void)unused;
	for (int k = 0; k < N; k++)
		u[k] = 2 + 3 * cos(2 * M_PI * 5 * k / N) + 4 * sin(2 * M_PI * 7 * k / N);
	assert_int_equal(ModelicaFFT_kiss_fftr(u, N, work, sizeof work / sizeof *work, amplitudes, phases), 0);
	for (int k = 0; k <= N / 2; k++) {
		double wanted = (k == 0 ? 2.0 * N : k == 5 ? 1.5 * N : k == 7 ? 2.0 * N : 0) / (N / 2 + 1);
		assert_true(fabs(amplitudes[k] - wanted) < 1e-12);
	}
	assert_true(fabs(phases[5]) < 1e-12 && fabs(phases[7] + M_PI / 2) < 1e-12);
	assert_int_equal(ModelicaFFT_kiss_fftr(u, N - 1, work, sizeof work / sizeof *work, amplitudes, phases), 1);
	assert_int_equal(ModelicaFFT_kiss_fftr(u, N, work, N, amplitudes, phases), 2);
}

static void all(void **unused)
{
	(void)unused;
	calls c = {.state = sl_state_new()};
	assert_null(call(&c, check_strings, NULL));
	assert_non_null(strstr(call(&c, check_random, NULL), "initializeImpureRandom"));
	assert_null(call(&c, check_fourier, NULL));
	calls_end(&c);
}

static void check_files(void *path)
{
	int at_end;
	const char *lines[2];
	assert_int_equal(ModelicaInternal_stat(path), 1);
	ModelicaInternal_mkdir(path);
	assert_int_equal(ModelicaInternal_stat(path), 3);
	char name[200], other[200];
	snprintf(name, sizeof name, "%s/a.txt", (char *)path);
	snprintf(other, sizeof other, "%s/b.txt", (char *)path);
	ModelicaInternal_print("first", name);
	ModelicaInternal_print("second", name);
	assert_int_equal(ModelicaInternal_stat(name), 2);
	assert_int_equal(ModelicaInternal_countLines(name), 2);
	ModelicaInternal_readFile(name, lines, 2);
	assert_string_equal(lines[1], "second");
	assert_string_equal(ModelicaInternal_readLine(name, 2, &at_end), "second");
	assert_false(at_end);
	ModelicaInternal_readLine(name, 3, &at_end);
	assert_true(at_end);
	ModelicaInternal_copyFile(name, other);
	assert_int_equal(ModelicaInternal_getNumberOfFiles(path), 2);
	ModelicaInternal_readDirectory(path, 2, lines);
	assert_string_equal(lines[0], "a.txt");
	assert_string_equal(ModelicaInternal_fullPathName(name), name);
	ModelicaInternal_removeFile(name);
	ModelicaInternal_removeFile(other);
	ModelicaInternal_rmdir(path);
	ModelicaInternal_readLine(name, 1, &at_end);
}

static void files(void **unused)
{
	char path[] = "/tmp/saltus-test-XXXXXX";
	(void)unused;
	calls c = {0};
	assert_non_null(mkdtemp(path));
	assert_int_equal(remove(path), 0);
	assert_non_null(strstr(call(&c, check_files, path), "cannot be read: No such file"));
	calls_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(all), cmocka_unit_test(files)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
