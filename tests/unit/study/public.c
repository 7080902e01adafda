/* The public interface: what include/saltus.h promises, also for wrong input and for many threads. */
#include "unit/study/public.h"

static void a_model_is_loaded_and_run(void **state)
{
	(void)state;
	saltus_program *p = load(decay);
	assert_true(strlen(saltus_version()) > 0);
	assert_string_equal(saltus_messages(p), "");
	bool seen = false;
	for (size_t i = 0; i < saltus_count(p); i++)
		if (strcmp(saltus_name(p, i), "x") == 0) {
			seen = true;
			assert_string_equal(saltus_unit(p, i), "m");
			assert_false(saltus_is_parameter(p, i));
		} else if (strcmp(saltus_name(p, i), "a") == 0) {
			assert_true(saltus_is_parameter(p, i));
			assert_string_equal(saltus_unit(p, i), "");
		}
	assert_true(seen);
	assert_null(saltus_name(p, saltus_count(p)));
	saltus_run *r = saltus_new_run(p);
	assert_true(isnan(saltus_final(r, "x")));
	assert_int_equal(saltus_rows(r), 0);
	saltus_set_start(r, 1);
	saltus_set_stop(r, 3);
	saltus_set_interval(r, 0.5);
	saltus_set_tolerance(r, 1e-9);
	assert_true(saltus_set_solver(r, "cvode"));
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_int_equal(saltus_rows(r), 5);
	for (size_t row = 0; row < 5; row++) {
		assert_true(saltus_time(r, row) == 1 + 0.5 * (double)row);
		assert_true(fabs(saltus_value(r, row, "x") - exp(-0.5 * (double)row)) < 1e-7);
		assert_true(saltus_value(r, row, "u[3]") == 3 * saltus_value(r, row, "x"));
		assert_true(saltus_value(r, row, "w[2]") == 2);
	}
	assert_true(saltus_final(r, "x") == saltus_value(r, 4, "x"));
	assert_true(saltus_value(r, 4, "der(x)") == -saltus_value(r, 4, "x"));
	assert_true(isnan(saltus_final(r, "nothing")) && isnan(saltus_value(r, 0, "nothing")) &&
				isnan(saltus_value(r, 5, "x")));
	assert_true(isnan(saltus_time(r, 5)));
	saltus_free_run(r);
	saltus_free(p);
}

static void assert_load_fails(saltus_program *p, const char *says)
{
	assert_non_null(p);
	assert_true(saltus_failed(p));
	if (!strstr(saltus_messages(p), says))
		print_error("'%s' is not in: %s\n", says, saltus_messages(p));
	assert_non_null(strstr(saltus_messages(p), says));
	assert_int_equal(saltus_count(p), 0);
	assert_null(saltus_name(p, 0));
	assert_string_equal(saltus_unit(p, 0), "");
	assert_false(saltus_is_parameter(p, 0));
	assert_null(saltus_new_run(p));
	saltus_free(p);
}

static void a_failure_says_why(void **state)
{
	(void)state;
	assert_load_fails(saltus_load("there/is/no/such/file.mo", NULL), "file.mo");
	assert_load_fails(saltus_load(NULL, NULL), "error");
	assert_load_fails(saltus_load("", NULL), "error");
	assert_load_fails(saltus_load("/", NULL), "error");
	assert_load_fails(saltus_load_text("model M Real x; equation der(x) = y; end M;", NULL), "'y'");
	assert_load_fails(saltus_load_text("model M Real x; equation der(x) = ; end M;", NULL), "error[M");
	assert_load_fails(saltus_load_text("model M Real x; equation x = 1; x = 2; end M;", NULL), "error[S");
	assert_load_fails(saltus_load_text(NULL, NULL), "error");
	assert_load_fails(saltus_load_text("", NULL), "error");
	assert_load_fails(saltus_load_text(decay, "Other"), "Other");
	saltus_program *p = saltus_load_text(decay, "");      /* no class named is the obvious one */
	assert_false(saltus_failed(p));
	saltus_free(p);
	saltus_free(NULL);
	saltus_free_run(NULL);
}

static void nothing_is_a_run_that_fails(void **state)
{
	(void)state;
	assert_null(saltus_new_run(NULL));
	assert_false(saltus_set(NULL, "a", 1));
	assert_false(saltus_set_solver(NULL, "cvode"));
	saltus_set_start(NULL, 0);
	saltus_set_stop(NULL, 0);
	saltus_set_interval(NULL, 0);
	saltus_set_tolerance(NULL, 0);
	saltus_set_timeout(NULL, 0);
	assert_int_equal(saltus_simulate(NULL), SALTUS_FAILED);
	assert_string_equal(saltus_run_messages(NULL), "");
	assert_true(isnan(saltus_final(NULL, "x")) && isnan(saltus_time(NULL, 0)) && isnan(saltus_value(NULL, 0, "x")));
	assert_int_equal(saltus_rows(NULL), 0);
	assert_false(saltus_write(NULL, "x.csv"));
}

static void parameters_are_set_or_refused(void **state)
{
	(void)state;
	saltus_program *p = load(decay);
	saltus_run *r = saltus_new_run(p);
	static const struct { const char *name; double value; const char *says;
	} wrong[] = {{"nothing", 1, "U0101"},
				 {"", 1, "U0101"},
				 {NULL, 1, "U0101"},
				 {"x", 1, "R0101"},
				 {"c", 1, "R0101"},
				 {"two", 1, "final"},
				 {"n", 5, "structure"},
				 {"w", 1, "U0101"},
				 {"w[3]", 1, "U0101"},
				 {"u[1]", 1, "R0101"},
				 {"a", NAN, "R0106"},
				 {"a", INFINITY, "R0106"},
				 {"on", 2, "R0106"},
				 {"on", NAN, "R0106"},
				 {"k", 1e300, "R0106"},
				 {"k", 1.5, "R0106"},
				 {"k", 9007199254740992.0, "R0106"},
				 {"mode", 0, "R0106"},
				 {"mode", 3, "R0106"},
				 {"mode", 1.5, "R0106"},
				 {"q", 1, "initial equations"},
				 {"s", 1, "R0106"}};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		assert_false(saltus_set(r, wrong[i].name, wrong[i].value));
		if (!strstr(saltus_run_messages(r), wrong[i].says))
			print_error("%s: %s\n", wrong[i].name, saltus_run_messages(r));
		assert_non_null(strstr(saltus_run_messages(r), wrong[i].says));
	}
	assert_false(saltus_set_solver(r, "warp"));
	assert_non_null(strstr(saltus_run_messages(r), "'warp'"));
	assert_false(saltus_set_solver(r, NULL));
	saltus_set_tolerance(r, 1e-9);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_string_equal(saltus_run_messages(r), "");      /* what was wrong before is not said again */
	assert_true(fabs(saltus_final(r, "x") - exp(-1)) < 1e-7);
	assert_true(saltus_set(r, "a", 2) && saltus_set(r, "w[1]", 7));
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_true(fabs(saltus_final(r, "x") - exp(-2)) < 1e-7);
	assert_true(saltus_final(r, "w[1]") == 7 && saltus_final(r, "w[2]") == 2);
	assert_true(saltus_set(r, "on", 0));
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_true(saltus_final(r, "x") == 1);
	saltus_free_run(r);
	saltus_free(p);
}

static void types_of_parameters_are_kept(void **state)
{
	(void)state;
	saltus_program *p = load(
		"model M type E = enumeration(a, b); parameter Integer k = 1; parameter E e = E.a; parameter String s = \"x\"; "
		"parameter Integer big = 1; Real y = k + Integer(e) + big; end M;");
	saltus_run *r = saltus_new_run(p);
	assert_false(saltus_set(r, "k", 1.5));
	assert_false(saltus_set(r, "k", 1e300));
	assert_false(saltus_set(r, "e", 0));
	assert_false(saltus_set(r, "e", 3));
	assert_false(saltus_set(r, "s", 1));
	assert_non_null(strstr(saltus_run_messages(r), "R0106"));
	assert_true(saltus_set(r, "k", -4) && saltus_set(r, "e", 2));
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_true(saltus_final(r, "y") == -1);
	saltus_free_run(r);
	saltus_free(p);
}

static void settings_that_cannot_be(void **state)
{
	(void)state;
	saltus_program *p = load(decay);
	saltus_run *r = saltus_new_run(p);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	saltus_set_stop(r, -1);
	assert_int_equal(saltus_simulate(r), SALTUS_FAILED);
	assert_non_null(strstr(saltus_run_messages(r), "R0402"));
	assert_int_equal(saltus_rows(r), 0);             /* not those of the simulation before */
	assert_true(isnan(saltus_final(r, "x")));
	static const double times[] = {NAN, INFINITY};
	for (int i = 0; i < 2; i++) {
		saltus_set_stop(r, times[i]);
		assert_int_equal(saltus_simulate(r), SALTUS_FAILED);
	}
	saltus_set_stop(r, 1);
	saltus_set_tolerance(r, 0);
	assert_int_equal(saltus_simulate(r), SALTUS_FAILED);
	assert_non_null(strstr(saltus_run_messages(r), "R0403"));
	saltus_set_tolerance(r, 1e-6);
	saltus_set_interval(r, INFINITY);
	assert_int_equal(saltus_simulate(r), SALTUS_FAILED);
	assert_non_null(strstr(saltus_run_messages(r), "R0407"));
	saltus_set_interval(r, 1e-17);
	assert_int_equal(saltus_simulate(r), SALTUS_FAILED);
	saltus_set_interval(r, -1);                      /* no interval: the default */
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_int_equal(saltus_rows(r), 501);
	saltus_free_run(r);
	saltus_free(p);
}

static void a_run_that_fails_keeps_what_it_had(void **state)
{
	(void)state;
	saltus_program *p = load("model M Real x(start = 1, fixed = true); equation der(x) = x^2; end M;");
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 2);                           /* x = 1/(1 - t) */
	assert_int_equal(saltus_simulate(r), SALTUS_FAILED);
	assert_non_null(strstr(saltus_run_messages(r), "error[R"));
	assert_true(saltus_rows(r) > 200);
	assert_true(fabs(saltus_time(r, saltus_rows(r) - 1) - 1) < 0.01);
	saltus_set_stop(r, 0.5);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_true(fabs(saltus_final(r, "x") - 2) < 1e-4);
	saltus_free_run(r);
	saltus_free(p);
}

static void time_is_limited(void **state)
{
	(void)state;
	/* a million crossings inside each step, and one clock that never stops */
	static const char *const endless[] = {
		"model M Integer n(start = 0, fixed = true); equation when sin(1e9*time) > 0 then n = pre(n) + 1; end when; "
		"end M;",
		"model M Integer n(start = 0, fixed = true); equation when sample(0, 1e-9) then n = pre(n) + 1; end when; end "
		"M;",
		"model M Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = 1; "
		"when sin(1e9*x) > 0 then n = pre(n) + 1; end when; end M;"};
	for (size_t i = 0; i < 3; i++) {
		saltus_program *p = load(endless[i]);
		saltus_run *r = saltus_new_run(p);
		saltus_set_timeout(r, 0.2);
		assert_int_equal(saltus_simulate(r), SALTUS_TIMEOUT);
		assert_non_null(strstr(saltus_run_messages(r), "R0405"));
		assert_true(saltus_rows(r) > 0);
		saltus_free_run(r);
		saltus_free(p);
	}
}

static values simulate(saltus_program *p, saltus_run *r, double e)
{
	if (!saltus_set(r, "e", e) || saltus_simulate(r) != SALTUS_DONE)
		return (values){0};
	return all_values(p, r);
}

static void a_simulation_repeats_itself(void **state)
{
	(void)state;
	saltus_program *p = load(busy);
	saltus_run *r = saltus_new_run(p), *other = saltus_new_run(p);
	values first = simulate(p, r, 0.8), between = simulate(p, r, 0.5), again = simulate(p, r, 0.8),
		   fresh = simulate(p, other, 0.8);
	assert_true(first.n > 1000);
	assert_true(same_bits(first, again));
	assert_true(same_bits(first, fresh));
	assert_false(same_bits(first, between));
	free(first.at);
	free(between.at);
	free(again.at);
	free(fresh.at);
	saltus_free_run(r);
	saltus_free_run(other);
	saltus_free(p);
}

typedef struct job { saltus_program *program; double e; values got[TURNS]; } job;

static void *run_job(void *context)
{
	job *j = context;
	saltus_run *r = saltus_new_run(j->program);
	for (int turn = 0; turn < TURNS; turn++)
		j->got[turn] = simulate(j->program, r, j->e);
	saltus_free_run(r);
	return NULL;
}

static void many_threads_run_one_program(void **state)
{
	(void)state;
	saltus_program *p = load(busy);
	pthread_t threads[THREADS];
	job jobs[THREADS];
	for (int i = 0; i < THREADS; i++)
		jobs[i] = (job){.program = p, .e = 0.5 + 0.05 * i};
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, run_job, &jobs[i]), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	saltus_run *r = saltus_new_run(p);
	for (int i = 0; i < THREADS; i++) {
		values serial = simulate(p, r, jobs[i].e);
		assert_true(serial.n > 1000);
		for (int turn = 0; turn < TURNS; turn++) {
			assert_true(same_bits(serial, jobs[i].got[turn]));
			free(jobs[i].got[turn].at);
		}
		free(serial.at);
	}
	saltus_free_run(r);
	saltus_free(p);
}

typedef struct loading { int number; double got; } loading;

static void *load_job(void *context)
{
	loading *l = context;
	char text[512];
	for (int turn = 0; turn < 3; turn++) {
		snprintf(text, sizeof text,
				 "model M%d Real x[%d](each start = %d, each fixed = true); Integer k(start = 0, fixed = true); "
				 "equation for i in 1:%d loop der(x[i]) = %d*i; end for; when sample(0, 0.25) then k = pre(k) + %d; "
				 "end when; end M%d;",
				 l->number, l->number + 2, l->number, l->number + 2, l->number + 1, turn + 1, l->number);
		saltus_program *p = saltus_load_text(text, NULL);
		saltus_run *r = saltus_new_run(p);
		if (saltus_simulate(r) == SALTUS_DONE)
			l->got += saltus_final(r, "x[2]") + saltus_final(r, "k");
		saltus_free_run(r);
		saltus_free(p);
		saltus_free(saltus_load_text("model Wrong Real x; equation x = y; end Wrong;", NULL));
	}
	return NULL;
}

static void many_threads_load_programs(void **state)
{
	(void)state;
	pthread_t threads[4];
	loading jobs[4];
	for (int i = 0; i < 4; i++) {
		jobs[i] = (loading){.number = i};
		assert_int_equal(pthread_create(&threads[i], NULL, load_job, &jobs[i]), 0);
	}
	for (int i = 0; i < 4; i++) {
		pthread_join(threads[i], NULL);
		double x = i + 2 * (i + 1);              /* start + rate */
		assert_true(fabs(jobs[i].got - (3 * x + 5 * (1 + 2 + 3))) < 1e-9);      /* ticks at 0, 0.25, 0.5, 0.75, 1 */
	}
}

static void results_are_written(void **state)
{
	(void)state;
	static const char *const endings[] = {".csv", ".mat", ".svg", ".png"};
	static const char *const begins[] = {"time,", "\x33", "<svg", "\x89PNG"};
	char folder[] = "/tmp/saltus-public-XXXXXX", path[128], head[8];
	assert_non_null(mkdtemp(folder));
	saltus_program *p = load(decay);
	saltus_run *r = saltus_new_run(p);
	snprintf(path, sizeof path, "%s/early.csv", folder);
	assert_false(saltus_write(r, path));
	assert_non_null(strstr(saltus_run_messages(r), "F0024"));
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	for (int i = 0; i < 4; i++) {
		snprintf(path, sizeof path, "%s/result%s", folder, endings[i]);
		assert_true(saltus_write(r, path));
		FILE *file = fopen(path, "rb");
		assert_non_null(file);
		assert_int_equal(fread(head, 1, 5, file), 5);
		assert_memory_equal(head, begins[i], strlen(begins[i]));
		fclose(file);
		unlink(path);
	}
	static const char *const wrong[] = {
		"result", "", "result.txt", "/no/such/folder/x.csv", "/no/such/folder/x.svg", "/no/such/folder/x.png"};
	for (int i = 0; i < 6; i++) {
		assert_false(saltus_write(r, wrong[i]));
		assert_non_null(strstr(saltus_run_messages(r), "error[F"));
	}
	assert_false(saltus_write(r, NULL));
	assert_int_equal(rmdir(folder), 0);              /* nothing else was left behind */
	saltus_free_run(r);
	saltus_free(p);
}

/* In the mode that is entered at 0.5 a C of zero takes the derivative away: v = 1 there, else v(1) = 1 - exp(-0.5/C).
 * What one run was given says nothing about the next one, whatever was compiled for it. */
static void every_mode_knows_what_was_given(void **state)
{
	(void)state;
	static const char *const texts[] = {"0", "1"};
	static const double capacities[] = {1, 0, 2, 2, 0, 1, 0.5};
	for (int k = 0; k < 2; k++) {
		char text[400];
		snprintf(text, sizeof text,
				 "model M parameter Real C = %s; Real v, i; Boolean s(start = false, fixed = true); equation s = time "
				 "> 0.5; "
				 "if s then C*der(v) = 1 - v; i = 0; else v = 0; i = 1; end if; end M;",
				 texts[k]);
		saltus_program *p = load(text);
		saltus_run *same = saltus_new_run(p), *untouched = saltus_new_run(p);
		for (size_t i = 0; i < sizeof capacities / sizeof *capacities; i++) {
			saltus_run *r = saltus_new_run(p);
			double wanted = capacities[i] > 0 ? 1 - exp(-0.5 / capacities[i]) : 1;
			assert_true(saltus_set(r, "C", capacities[i]) && saltus_set(same, "C", capacities[i]));
			assert_int_equal(saltus_simulate(r), SALTUS_DONE);
			assert_int_equal(saltus_simulate(same), SALTUS_DONE);
			assert_int_equal(saltus_simulate(untouched), SALTUS_DONE);
			assert_true(fabs(saltus_final(r, "v") - wanted) < 1e-5);
			assert_true(fabs(saltus_final(same, "v") - wanted) < 1e-5);
			assert_true(fabs(saltus_final(untouched, "v") - (k ? 1 - exp(-0.5) : 1)) < 1e-5);
			saltus_free_run(r);
		}
		saltus_free_run(same);
		saltus_free_run(untouched);
		saltus_free(p);
	}
}

/* A program decides by itself what is simulated; the interface says that it does not make experiments. */
static void programs_are_refused(void **state)
{
	(void)state;
	char path[] = "/tmp/saltus-public-XXXXXX.cosy";
	int file = mkstemps(path, 5);
	static const char text[] = "PROGRAM P; VAR STATE X; MONITOR INITCOND X = 1.0; SIMULATE FROM 0.0 TO 1.0 END; SYSTEM "
							   "CONTINUOUS X' = -X END END END.";
	assert_true(file >= 0 && write(file, text, sizeof text - 1) == (ssize_t)sizeof text - 1);
	close(file);
	saltus_program *p = saltus_load(path, NULL);
	unlink(path);
	assert_false(saltus_failed(p));
	saltus_run *r = saltus_new_run(p);
	assert_int_equal(saltus_simulate(r), SALTUS_FAILED);
	assert_non_null(strstr(saltus_run_messages(r), "U0206"));
	saltus_free_run(r);
	saltus_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(programs_are_refused), cmocka_unit_test(a_model_is_loaded_and_run),
		cmocka_unit_test(a_failure_says_why), cmocka_unit_test(nothing_is_a_run_that_fails),
		cmocka_unit_test(parameters_are_set_or_refused), cmocka_unit_test(types_of_parameters_are_kept),
		cmocka_unit_test(settings_that_cannot_be), cmocka_unit_test(a_run_that_fails_keeps_what_it_had),
		cmocka_unit_test(time_is_limited), cmocka_unit_test(a_simulation_repeats_itself),
		cmocka_unit_test(many_threads_run_one_program), cmocka_unit_test(many_threads_load_programs),
		cmocka_unit_test(results_are_written), cmocka_unit_test(every_mode_knows_what_was_given),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
