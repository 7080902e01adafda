/* What the public interface refuses to do, by the code of its message; and that the run goes on as if nobody had asked.
 */
#include "unit/unit.h"
#include <saltus.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void assert_told(const char *messages, const char *code)
{
	if (!strstr(messages, code))
		print_error("%s is missing in\n%s\n", code, messages);
	assert_non_null(strstr(messages, code));
}

/* x = t, whatever was refused */
static void paused_runs(void **state)
{
	(void)state;
	saltus_program *p = saltus_load_text("model M parameter Real T = 0.5, k = 1; Real x(start = 0, fixed = true); "
										 "Integer n(start = 0, fixed = true); equation der(x) = k; when sample(0, T) "
										 "then n = pre(n) + 1; end when; end M;", NULL);
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 2);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 1.1), SALTUS_PAUSED);
	assert_false(saltus_change(r, "T", 0.1));
	assert_told(saltus_run_messages(r), "[R0280]");
	assert_false(saltus_set(r, "k", 7));
	assert_told(saltus_run_messages(r), "[U0388]");
	assert_int_equal(saltus_advance(r, 1.6), SALTUS_PAUSED);
	assert_float_equal(saltus_get(r, "x"), 1.6, 1e-9);
	assert_true(saltus_get(r, "n") == 4);
	assert_int_equal(saltus_end(r), SALTUS_DONE);
	saltus_free_run(r);
	saltus_free(p);
}

/* A file of somebody else, and a saved run in which one byte is another. */
static void saved_runs(void **state)
{
	(void)state;
	char path[] = "/tmp/saltus-refused-XXXXXX", bytes[1 << 14];
	close(mkstemp(path));
	saltus_program *p = saltus_load_text("model M Real x(start = 0, fixed = true); equation der(x) = 1; end M;", NULL);
	saltus_run *r = saltus_new_run(p);
	assert_int_equal(saltus_restore(r, path), SALTUS_FAILED);
	assert_told(saltus_run_messages(r), "[F0028]");
	assert_told(saltus_run_messages(r), "is not a saved run");
	saltus_set_stop(r, 2);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 0.5), SALTUS_PAUSED);
	assert_true(saltus_save(r, path));
	FILE *f = fopen(path, "r+b");
	size_t n = fread(bytes, 1, sizeof bytes, f);
	assert_in_range(n, 100, sizeof bytes - 1);
	bytes[n / 2] ^= 1;
	rewind(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(saltus_restore(r, path), SALTUS_FAILED);
	assert_told(saltus_run_messages(r), "[F0028]");
	assert_told(saltus_run_messages(r), "is damaged");
	saltus_free_run(r);
	saltus_free(p);
	unlink(path);
}

static void samples_of_nothing(void **state)
{
	(void)state;
	static const double time[] = {0, 1}, u[] = {1, 3};
	saltus_samples s = {.name = "u", .time = time, .value = u, .count = 2}, other = s;
	saltus_source source = {.text = "model M input Real u, v; Real x(start = 0, fixed = true); equation der(x) = u + "
									"v; end M;", .samples = &s, .sample_count = 1};
	saltus_program *p = saltus_load_from(&source);
	saltus_run *r = saltus_new_run(p);
	other.name = "v";
	assert_false(saltus_set_samples(r, &other));
	assert_told(saltus_run_messages(r), "[U0408]");
	saltus_set_stop(r, 1);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_float_equal(saltus_get(r, "x"), 2, 1e-6);
	saltus_free_run(r);
	saltus_free(p);
}

static void pictures(void **state)
{
	(void)state;
	static const double x[] = {0, 1};
	saltus_chart *c = saltus_new_chart("a line", 1);
	saltus_chart_panel(c, "", "x", "y", false, false);
	saltus_chart_curve(c, x, x, 2, "y");
	assert_false(saltus_chart_write(c, "/tmp/saltus-refused.bmp"));
	assert_told(saltus_chart_messages_json(c), "F0023");
	assert_int_equal(access("/tmp/saltus-refused.bmp", F_OK), -1);
	saltus_free_chart(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(paused_runs), cmocka_unit_test(saved_runs),
									   cmocka_unit_test(samples_of_nothing), cmocka_unit_test(pictures)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
