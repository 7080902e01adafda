/* Functions of the model: scalars, arrays, loops, recursion, several results, external C, and their failures. */
#include "unit/code/functions.h"

/* factorial by recursion: 10! = 3628800; too deep is a failure, not a crash */
static void recursion(void **unused)
{
	(void)unused;
	bench b = bench_new();
	uint32_t f =
		function(&b, "factorial",
				 (sm_local[]){local(&b, "n", SX_INTEGER, SM_ARG, -1), local(&b, "y", SX_REAL, SM_RESULT, -1)}, 2);
	sx_ref n = loc(&b, 0, SX_INTEGER), y = loc(&b, 1, SX_REAL);
	sm_statement *s = statement(&b, body(&b, f), SM_IF_DO);
	let(&b, branch(&b, s, op2(&b, SX_LE, n, sx_int(b.p, 1))), y, num(&b, 1));
	sx_ref less = op2(&b, SX_SUB, n, sx_int(b.p, 1));
	let(&b, branch(&b, s, 0), y, op2(&b, SX_MUL, sx_cast(b.p, n, SX_REAL), sx_call(b.p, f, SX_REAL, &less, 1)));
	sx_ref k = integer(&b, "k"), r = real(&b, "r");
	step(&b, r, sx_call(b.p, f, SX_REAL, &k, 1));
	build(&b, 0);
	set(&b, k, 10);
	rates(&b);
	assert_true(value(&b, r) == 3628800);
	set(&b, k, 1000000);
	rates(&b);
	assert_true(b.d->failed);
	assert_true(sc_report_failure(b.d));
	assert_true(said(&b, "R0320", "'factorial' failed at time 0: functions call each other without end"));
	set(&b, k, 3);
	rates(&b);
	assert_true(value(&b, r) == 6 && !b.d->failed);
	bench_free(&b);
}

/* statistics(v[5]) gives the sum by a for loop and the elements in reverse; through a SS_CALL step and through OUT */
static void arrays_and_results(void **unused)
{
	(void)unused;
	enum { N = 5 };
	for (int optimise = 0; optimise <= 2; optimise += 2) {
		bench b = bench_new();
		uint32_t f = function(
			&b, "reverse",
			(sm_local[]){local(&b, "v", SX_REAL, SM_ARG, N), local(&b, "total", SX_REAL, SM_RESULT, -1),
						 local(&b, "back", SX_REAL, SM_RESULT, N), local(&b, "copy", SX_REAL, SM_TEMPORARY, N)},
			4);
		uint32_t it = sx_new_iter(b.p, "i");
		sx_ref i = sx_iter(b.p, it), total = loc(&b, 1, SX_REAL);
		let(&b, body(&b, f), loc(&b, 3, SX_REAL), loc(&b, 0, SX_REAL));
		sm_statement *s = statement(&b, body(&b, f), SM_FOR);
		s->iterator = it;
		s->from = sx_int(b.p, 1);
		s->to = sx_int(b.p, N);
		sm_statements *inside = branch(&b, s, 0);
		let(&b, inside, total, op2(&b, SX_ADD, total, loc_at(&b, 3, SX_REAL, i)));
		let(&b, inside, loc_at(&b, 2, SX_REAL, op2(&b, SX_SUB, sx_int(b.p, N + 1), i)), loc_at(&b, 0, SX_REAL, i));
		sx_ref v = add(&b, "v", SX_REAL, SS_REAL, N), w = add(&b, "w", SX_REAL, SS_REAL, N), t = real(&b, "t"),
			   u = real(&b, "u");
		/* an element of v is the reversed alias of another variable: the array is gathered */
		sx_ref c = real(&b, "c");
		uint32_t third = sm_scalar_of(b.m, sm_ref_at(b.m, sx_at(b.p, v)->payload, 2));
		b.plan->place[third] =
			(ss_place){.store = SS_REAL, .negated = true, .index = b.plan->place[sm_scalar_of(b.m, c)].index};
		sx_ref call = sx_call(b.p, f, SX_REAL, &v, 1);
		ss_step run = { .kind = SS_CALL, .value = call, .phases = SS_RATES };
		sb_push(b.arena, run.targets, t);
		sb_push(b.arena, run.targets, w);
		sb_push(b.arena, b.plan->steps, run);
		sx_ref two = sx_int(b.p, 2), second = sx_elem(b.p, sx_out(b.p, call, 1, SX_REAL), &two, 1);
		step(&b, u, op2(&b, SX_ADD, call, op2(&b, SX_MUL, num(&b, 100), second)));
		build(&b, optimise);
		for (uint32_t k = 0; k < N; k++)
			set(&b, sm_ref_at(b.m, sx_at(b.p, v)->payload, k), k + 1);
		assert_true(value(&b, c) == -3);
		rates(&b);
		assert_false(b.d->failed);
		assert_true(value(&b, t) == 15 && value(&b, u) == 415);
		for (uint32_t k = 0; k < N; k++)
			assert_true(value(&b, sm_ref_at(b.m, sx_at(b.p, w)->payload, k)) == N - k);
		bench_free(&b);
	}
}

/* Newton's square root by a while loop; a loop without end is stopped; a subscript out of bounds and an assert are
 * reported */
static void loops_and_failures(void **unused)
{
	(void)unused;
	bench b = bench_new();
	uint32_t root = function(
		&b, "root", (sm_local[]){local(&b, "a", SX_REAL, SM_ARG, -1), local(&b, "x", SX_REAL, SM_RESULT, -1)}, 2);
	sx_ref a = loc(&b, 0, SX_REAL), x = loc(&b, 1, SX_REAL);
	sm_statement *s = statement(&b, body(&b, root), SM_ASSERT_DO);
	s->condition = op2(&b, SX_GE, a, num(&b, -10));
	s->value = op2(&b, SX_CONCAT, sx_string(b.p, "a is "), sx_to_string(b.p, a, 0, 0, 0));
	let(&b, body(&b, root), x, num(&b, 1));
	s = statement(&b, body(&b, root), SM_WHILE);
	sm_statements *inside =
		branch(&b, s, op2(&b, SX_GT, op1(&b, SX_ABS, op2(&b, SX_SUB, op2(&b, SX_MUL, x, x), a)), num(&b, 1e-9)));
	let(&b, inside, x, op2(&b, SX_MUL, num(&b, 0.5), op2(&b, SX_ADD, x, op2(&b, SX_DIV, a, x))));
	uint32_t pick = function(&b, "pick",
							 (sm_local[]){local(&b, "v", SX_REAL, SM_ARG, 3), local(&b, "k", SX_INTEGER, SM_ARG, -1),
										  local(&b, "y", SX_REAL, SM_RESULT, -1)},
							 3);
	let(&b, body(&b, pick), loc(&b, 2, SX_REAL), loc_at(&b, 0, SX_REAL, loc(&b, 1, SX_INTEGER)));
	sx_ref p = real(&b, "p"), q = real(&b, "q"), k = integer(&b, "k"), y = real(&b, "y");
	step(&b, q, sx_call(b.p, root, SX_REAL, &p, 1));
	sx_ref literal = sx_array(b.p, SX_REAL, (uint32_t[]){ 3 }, 1, (sx_ref[]){ num(&b, 5), p, num(&b, 7) }, 3);
	step(&b, y, sx_call(b.p, pick, SX_REAL, (sx_ref[]){ literal, k }, 2));
	build(&b, 0);
	set(&b, k, 2);
	set(&b, p, 2);
	rates(&b);
	assert_false(b.d->failed);
	assert_true(fabs(value(&b, q) - sqrt(2)) < 1e-9 && value(&b, y) == 2);
	set(&b, k, 4);
	rates(&b);
	assert_true(sc_report_failure(b.d));
	assert_true(said(&b, "R0320", "'pick' failed at time 0: the subscript 4 of 'v' is outside 1:3"));
	set(&b, k, 1);
	set(&b, p, -20);
	rates(&b);
	assert_true(sc_report_failure(b.d));
	assert_true(said(&b, "R0320", "'root' failed at time 0: a is -20"));
	set(&b, p, -1);
	rates(&b);
	assert_true(sc_report_failure(b.d));
	assert_true(said(&b, "R0320", "a while loop did not end"));
	bench_free(&b);
}

/* What fails in a function is said with the equation that called it. */
static void called_from(void **unused)
{
	(void)unused;
	static const char text[] = "y1 = f(1)\ny2 = f(2)\n";
	bench b = bench_new();
	uint32_t source = sb_source_add(b.diag, "two.mo", text, sizeof text - 1);
	uint32_t f =
		function(&b, "f", (sm_local[]){local(&b, "u", SX_REAL, SM_ARG, -1), local(&b, "y", SX_REAL, SM_RESULT, -1)}, 2);
	sm_statement *s = statement(&b, body(&b, f), SM_ASSERT_DO);
	s->condition = op2(&b, SX_LT, loc(&b, 0, SX_REAL), num(&b, 1.5));
	s->value = sx_string(b.p, "u is too large");
	let(&b, body(&b, f), loc(&b, 1, SX_REAL), loc(&b, 0, SX_REAL));
	for (uint32_t k = 0; k < 2; k++) {
		sx_ref y = real(&b, k ? "y2" : "y1"), arg = num(&b, k + 1.0);
		ss_step one = assign(y, sx_call(b.p, f, SX_REAL, &arg, 1), SS_RATES);
		one.span = (sb_span){ source, 10 * k, 10 * k + 9 };
		sb_push(b.arena, b.plan->steps, one);
	}
	build(&b, 0);
	rates(&b);
	assert_true(sc_report_failure(b.d));
	assert_true(said(&b, "R0320", "'f' failed at time 0: u is too large"));
	sb_text shown = {0};
	sb_render(b.diag, 0, false, &shown);
	assert_non_null(strstr(shown.at, "two.mo:2:1"));
	assert_non_null(strstr(shown.at, "it was called from here"));
	assert_null(strstr(shown.at, "f(1)"));
	sb_text_free(&shown);
	bench_free(&b);
}

/* A loop of 10^15 rounds ends at the deadline, whatever the compiler makes of it. */
static void deadline(void **unused)
{
	(void)unused;
	for (int optimise = 0; optimise <= 2; optimise += 2) {
		bench b = bench_new();
		uint32_t f = function(
			&b, "count", (sm_local[]){local(&b, "n", SX_REAL, SM_ARG, -1), local(&b, "y", SX_REAL, SM_RESULT, -1)}, 2);
		uint32_t it = sx_new_iter(b.p, "k");
		sm_statement *s = statement(&b, body(&b, f), SM_FOR);
		s->iterator = it;
		s->from = sx_int(b.p, 1);
		s->to = op1(&b, SX_INTEGER_OF, loc(&b, 0, SX_REAL));
		let(&b, branch(&b, s, 0), loc(&b, 1, SX_REAL), op2(&b, SX_ADD, loc(&b, 1, SX_REAL), num(&b, 1)));
		sx_ref n = real(&b, "n"), y = real(&b, "y");
		step(&b, y, sx_call(b.p, f, SX_REAL, &n, 1));
		build(&b, optimise);
		double begin = sb_clock();
		set(&b, n, 1e15);
		b.d->deadline = begin + 0.05;
		rates(&b);
		assert_true(b.d->failed);
		assert_false(sc_report_failure(b.d));
		assert_int_equal(sb_messages(b.diag), 0);
		assert_false(b.d->failed);
		b.d->deadline = 0;
		set(&b, n, 1e6);
		rates(&b);
		assert_true(value(&b, y) == 1e6 && !b.d->failed);
		bench_free(&b);
	}
}

/* External C from libm, and from the text of an Include annotation. */
static void external(void **unused)
{
	(void)unused;
	for (int optimise = 0; optimise <= 2; optimise += 2) {
		bench b = bench_new();
		uint32_t f = function(
			&b, "Cube", (sm_local[]){local(&b, "x", SX_REAL, SM_ARG, -1), local(&b, "y", SX_REAL, SM_RESULT, -1)}, 2);
		sm_external *e = sb_new(b.arena, sm_external);
		e->symbol = "cbrt";
		e->result = 1;
		sb_push(b.arena, e->args, ((sm_external_arg){ .value = loc(&b, 0, SX_REAL) }));
		b.m->functions.at[f]->external = e;
		uint32_t g =
			function(&b, "Count",
					 (sm_local[]){local(&b, "v", SX_INTEGER, SM_ARG, 3), local(&b, "n", SX_INTEGER, SM_RESULT, -1),
								  local(&b, "w", SX_INTEGER, SM_RESULT, 3)},
					 3);
		e = sb_new(b.arena, sm_external);
		e->symbol = "count_up";
		e->result = UINT32_MAX;
		sb_push(b.arena, e->args, ((sm_external_arg){ .value = loc(&b, 0, SX_INTEGER) }));
		sb_push(b.arena, e->args, ((sm_external_arg){ .value = sx_int(b.p, 3) }));
		sb_push(b.arena, e->args, ((sm_external_arg){ .value = loc(&b, 1, SX_INTEGER) }));
		sb_push(b.arena, e->args, ((sm_external_arg){ .value = loc(&b, 2, SX_INTEGER) }));
		sb_push(b.arena, e->includes,
				"#include <stddef.h>\nstatic void count_up(const int *v, size_t n, int *total, int *w)\n"
				"{\n\tfor (size_t k = 0; k < n; k++) { *total += v[k]; w[k] = -v[k]; }\n}");
		b.m->functions.at[g]->external = e;
		sx_ref x = real(&b, "x"), y = real(&b, "y"), v = add(&b, "v", SX_INTEGER, SS_INT, 3), n = integer(&b, "n"),
			   w = add(&b, "w", SX_INTEGER, SS_INT, 3);
		step(&b, y, sx_call(b.p, f, SX_REAL, &x, 1));
		ss_step run = { .kind = SS_CALL, .value = sx_call(b.p, g, SX_INTEGER, &v, 1), .phases = SS_RATES };
		sb_push(b.arena, run.targets, n);
		sb_push(b.arena, run.targets, w);
		sb_push(b.arena, b.plan->steps, run);
		build(&b, optimise);
		set(&b, x, 27);
		for (int k = 0; k < 3; k++)
			set(&b, sm_ref_at(b.m, sx_at(b.p, v)->payload, (uint32_t)k), k + 1);
		rates(&b);
		assert_true(fabs(value(&b, y) - 3) < 1e-14 && value(&b, n) == 6 &&
					value(&b, sm_ref_at(b.m, sx_at(b.p, w)->payload, 2)) == -3);
		bench_free(&b);
	}
}

static void external_that_is_missing(void **unused)
{
	(void)unused;
	bench b = bench_new();
	uint32_t f = function(&b, "Lost",
						  (sm_local[]){local(&b, "x", SX_REAL, SM_ARG, -1), local(&b, "y", SX_REAL, SM_RESULT, -1)}, 2);
	sm_external *e = sb_new(b.arena, sm_external);
	e->symbol = "surely_there_is_no_such_function";
	e->result = 1;
	sb_push(b.arena, e->args, ((sm_external_arg){ .value = loc(&b, 0, SX_REAL) }));
	b.m->functions.at[f]->external = e;
	sx_ref x = real(&b, "x"), y = real(&b, "y");
	step(&b, y, sx_call(b.p, f, SX_REAL, &x, 1));
	assert_null(sc_compile(b.plan, NULL));
	assert_true(said(&b, "C0103", "surely_there_is_no_such_function"));
	sb_push(b.arena, e->libraries, "surely_no_such_library");
	assert_null(sc_compile(b.plan, NULL));
	assert_true(said(&b, "C0103", "surely_no_such_library"));
	bench_free(&b);
}

/* An algorithm of the model over an array with computed subscripts: v[k] := v[k-1] + k. */
static void algorithm(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref v = add(&b, "v", SX_REAL, SS_REAL, 10), first = real(&b, "first");
	uint32_t it = sx_new_iter(b.p, "k"), number = sx_at(b.p, v)->payload;
	sx_ref k = sx_iter(b.p, it), before = op2(&b, SX_SUB, k, sx_int(b.p, 1));
	ss_step s = { .kind = SS_ALGORITHM, .phases = SS_RATES };
	let(&b, &s.statements, sm_ref_at(b.m, number, 0), first);
	sm_statement *loop = statement(&b, &s.statements, SM_FOR);
	loop->iterator = it;
	loop->from = sx_int(b.p, 2);
	loop->to = sx_int(b.p, 10);
	let(&b, branch(&b, loop, 0), sx_var(b.p, number, SX_REAL, &k, 1),
		op2(&b, SX_ADD, sx_var(b.p, number, SX_REAL, &before, 1), sx_cast(b.p, k, SX_REAL)));
	sb_push(b.arena, b.plan->steps, s);
	build(&b, 0);
	set(&b, first, 1);
	rates(&b);
	assert_false(b.d->failed);
	assert_true(value(&b, sm_ref_at(b.m, number, 9)) == 55);
	bench_free(&b);
}

/* Strings made again and again do not pile up, and those that variables hold stay. */
static void strings(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref x = real(&b, "x"), s = add(&b, "s", SX_STRING, SS_STRING, 0), e = add(&b, "e", SX_BOOLEAN, SS_INT, 0);
	step(&b, s,
		 op2(&b, SX_CONCAT, sx_string(b.p, "x = \"?\\"),
			 sx_to_string(b.p, x, sx_int(b.p, 8), sx_int(b.p, 12), sx_bool(b.p, false))));
	step(&b, e, op2(&b, SX_EQ, s, sx_string(b.p, "x = \"?\\           1")));
	build(&b, 0);
	for (int k = 0; k < 100000; k++) {
		b.d->r[0] = k;
		rates(&b);
		assert_int_equal(b.d->i[0], k == 1);
	}
	assert_string_equal(sc_scalar_string(b.d, sm_scalar_of(b.m, s)), "x = \"?\\       99999");
	assert_true(sc_set_string(b.d, sm_scalar_of(b.m, s), "mine"));
	assert_string_equal(sc_scalar_string(b.d, sm_scalar_of(b.m, s)), "mine");
	bench_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recursion),
		cmocka_unit_test(arrays_and_results),
		cmocka_unit_test(loops_and_failures),
		cmocka_unit_test(called_from),
		cmocka_unit_test(deadline),
		cmocka_unit_test(external),
		cmocka_unit_test(external_that_is_missing),
		cmocka_unit_test(algorithm),
		cmocka_unit_test(strings),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
