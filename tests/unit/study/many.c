/* Many runs: results depend on the number of the point alone, whatever the threads do; points that fail, structural
 * values and start values. The model is x' = -k x, whose final value is x0 exp(-k). */
#include "unit/unit.h"
#include "study/study.h"
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const char decay[] =
	"model Decay parameter Real k = 1; parameter Integer n = 2; parameter Boolean twice = false; Real x(start = 1, "
	"fixed = true), y[n]; equation der(x) = if twice then -2*k*x else -k*x; for i in 1:n loop y[i] = i*x; end for; "
	"assert(k < 100, \"k is too large\"); end Decay;";

typedef struct results { double *value, *rows; const char **message; uint64_t last; double (*k)(uint64_t); st_many *x;
	uint32_t quantities; bool ordered; } results;

static void point(void *context, uint64_t number, double *values)
{
	const results *r = context;
	values[0] = r->k(number);
	if (r->quantities > 1)
		values[1] = 1 + (double)(number % 3);
}

static void ended(void *context, const st_worker *w, uint64_t number, se_status status)
{
	results *r = context;
	r->value[number] = se_ended_well(status) ? se_value(w->run, sm_find_scalar(w->model->flat, "x")) : NAN;
	r->rows[number] = w->model->flat ? (double)w->model->flat->scalars : 0;
	r->message[number] = strstr(st_worker_message(w), "k is too large") ? "large" : "";
}

static bool in_order(void *context, uint64_t number)
{
	results *r = context;
	r->ordered = r->ordered && number == r->last;
	r->last = number + 1;
	return true;
}

static double rising(uint64_t number) { return 0.01 * (double)number; }
static double failing(uint64_t number) { return number == 37 ? 200 : 1; }

static results make(const char *const *names, uint32_t count, double (*k)(uint64_t), uint64_t n, uint32_t threads)
{
	results r = {.k = k, .quantities = count, .ordered = true};
	r.value = calloc(n, sizeof(double));
	r.rows = calloc(n, sizeof(double));
	r.message = calloc(n, sizeof(char *));
	r.x = st_many_new("text", NULL, &(st_options){.depth = ST_CODE, .text = decay, .code = {.optimise = 1}}, names,
					  count);
	assert_int_equal(sb_errors(st_many_model(r.x)->diag), 0);
	se_settings s = se_defaults(sc_image(st_many_model(r.x)->program));
	s.rows = SE_ROWS_ENDS;
	assert_int_equal(st_many_run(r.x, &(st_batch){.count = n, .threads = threads, .window = 16, .settings = s,
		.point = point, .ended = ended, .in_order = in_order, .context = &r}), n);
	assert_true(r.ordered);
	assert_int_equal(r.last, n);
	return r;
}

static void drop(results *r)
{
	st_many_free(r->x);
	free(r->value);
	free(r->rows);
	free(r->message);
}

static void threads_change_nothing(void **state)
{
	(void)state;
	const char *names[] = {"k"};
	results one = make(names, 1, rising, 200, 1), four = make(names, 1, rising, 200, 4);
	assert_memory_equal(one.value, four.value, 200 * sizeof(double));
	for (int i = 0; i < 200; i++)
		assert_true(fabs(one.value[i] - exp(-0.01 * i)) < 1e-5);
	drop(&one);
	drop(&four);
}

static void a_failed_point_is_a_value(void **state)
{
	(void)state;
	const char *names[] = {"k"};
	results r = make(names, 1, failing, 100, 3);
	for (int i = 0; i < 100; i++) {
		assert_int_equal(isnan(r.value[i]) != 0, i == 37);
		assert_string_equal(r.message[i], i == 37 ? "large" : "");
	}
	drop(&r);
}

static void structure_is_translated_again(void **state)
{
	(void)state;
	const char *names[] = {"k", "n"};
	results r = make(names, 2, rising, 30, 3);
	assert_true(st_many_varied(r.x, 1)->structural);
	assert_false(st_many_varied(r.x, 0)->structural);
	for (int i = 0; i < 30; i++) {
		assert_true(r.rows[i] - r.rows[0] == i % 3);
		assert_true(fabs(r.value[i] - exp(-0.01 * i)) < 1e-5);
	}
	drop(&r);
}

static void start_values_are_parameters(void **state)
{
	(void)state;
	const char *names[] = {"x.start"};
	results r = make(names, 1, rising, 20, 2);
	assert_false(st_many_varied(r.x, 0)->structural);
	assert_true(st_many_varied(r.x, 0)->value == 1);
	for (int i = 0; i < 20; i++)
		assert_true(fabs(r.value[i] - 0.01 * i * exp(-1)) < 1e-5);
	drop(&r);
}

static void names_are_checked(void **state)
{
	(void)state;
	static const char *const cases[][2] = {{"kk", "U0101"}, {"x", "U0103"}, {"z.start", "U0101"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		st_many *x = st_many_new("text", NULL, &(st_options){.depth = ST_CODE, .text = decay}, &cases[i][0], 1);
		assert_int_equal(sb_errors(st_many_model(x)->diag), 1);
		assert_string_equal(sb_message_at(st_many_model(x)->diag, 0).code, cases[i][1]);
		st_many_free(x);
	}
}

static void one_by_one(void **state)
{
	(void)state;
	const char *names[] = {"k", "twice"};
	st_many *x = st_many_new("text", NULL, &(st_options){.depth = ST_CODE, .text = decay}, names, 2);
	se_settings s = se_defaults(sc_image(st_many_model(x)->program));
	s.record_nothing = true;
	st_worker *w = st_many_worker(x);
	double yes;
	assert_true(st_many_value(x, 1, "true", &yes));
	for (int i = 0; i < 5; i++) {
		assert_int_equal(st_many_simulate(x, w, (double[]){i, i == 2 ? yes : 0}, &s), SE_DONE);
		assert_true(fabs(se_value(w->run, sm_find_scalar(w->model->flat, "x")) - exp(i == 2 ? -4 : -i)) < 1e-5);
	}
	st_many_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_change_nothing), cmocka_unit_test(a_failed_point_is_a_value),
		cmocka_unit_test(structure_is_translated_again), cmocka_unit_test(start_values_are_parameters),
		cmocka_unit_test(names_are_checked), cmocka_unit_test(one_by_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
