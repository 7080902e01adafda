/* The functions of a program: which steps run in which phase, guards of parameters, watched conditions, actions,
 * events, hooks. */
#include "unit/code/plan.h"

typedef struct heard {
	int reinits, asserts, terminates, schedules, cancels, state;
	double value, delay;
	bool inside;
	char text[80];
} heard;

static double on_delay(void *run, int delay, double v, double time)
{
	(void)run;
	return 1000 * delay + v + 100 * time;
}

static void on_reinit(void *run, int which, int scalar, double v)
{
	(void)scalar;
	heard *h = run;
	h->reinits++;
	h->state = which;
	h->value = v;
}

static void on_assertion(void *run, int number, bool inside, const char *message)
{
	heard *h = run;
	(void)number;
	h->asserts++;
	h->inside = inside;
	snprintf(h->text, sizeof h->text, "%s", message);
}

static void on_terminate(void *run, const char *message)
{
	heard *h = run;
	h->terminates++;
	snprintf(h->text, sizeof h->text, "%s", message);
}

static void on_schedule(void *run, int event, double delay)
{
	heard *h = run;
	(void)event;
	h->schedules++;
	h->delay = delay;
}

static void on_cancel(void *run, int event)
{
	heard *h = run;
	(void)event;
	h->cancels++;
}

static const sc_hooks hooks = {.delay = on_delay,
							   .reinit = on_reinit,
							   .assertion = on_assertion,
							   .terminate = on_terminate,
							   .schedule = on_schedule,
							   .cancel = on_cancel};

/* p = 2, q = 3 p: a parameter given from outside keeps its value, what depends on it follows. */
static void given_parameters_stay(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref p = real(&b, "p"), q = real(&b, "q"), x = state(&b, "x");
	ss_parameter parameters[] = { { sm_scalar_of(b.m, p), true, 1, 0 }, { sm_scalar_of(b.m, q), true, 1, 1 } };
	b.plan->parameter_count = 2;
	for (int k = 0; k < 2; k++) {
		ss_step s = assign(k ? q : p, k ? op2(&b, SX_MUL, num(&b, 3), p) : num(&b, 2), 0);
		s.guard = (uint32_t)k + 1;
		sb_push(b.arena, b.plan->parameters, parameters[k]);
		sb_push(b.arena, b.plan->parameter_steps, s);
	}
	ss_step start = assign(x, op2(&b, SX_ADD, q, num(&b, 1)), 0);
	sb_push(b.arena, b.plan->start_steps, start);
	build(&b, 0);
	const sc_functions *f = sc_functions_of(b.program);
	f->parameters(b.d);
	f->starts(b.d);
	assert_true(value(&b, p) == 2 && value(&b, q) == 6 && b.d->x[0] == 7);
	set(&b, p, 5);
	f->parameters(b.d);
	assert_true(value(&b, p) == 5 && value(&b, q) == 15);
	set(&b, q, 1);
	f->parameters(b.d);
	f->starts(b.d);
	assert_true(value(&b, p) == 5 && value(&b, q) == 1 && b.d->x[0] == 2);
	bench_free(&b);
}

/* Phases alternate in the plan; each function runs its own steps only, `all` every step in an order that respects
 * what depends on what. */
static void phases(void **unused)
{
	(void)unused;
	enum { N = 500 };
	bench b = bench_new();
	sx_ref x = state(&b, "x"), r[N], w[N], o[N], n[N];
	for (int k = 0; k < N; k++) {
		char name[20];
		snprintf(name, sizeof name, "r%d", k);
		r[k] = real(&b, name);
		snprintf(name, sizeof name, "w%d", k);
		w[k] = real(&b, name);
		snprintf(name, sizeof name, "o%d", k);
		o[k] = real(&b, name);
		snprintf(name, sizeof name, "n%d", k);
		n[k] = real(&b, name);
	}
	for (int k = 0; k < N; k++) {
		sx_ref one = num(&b, 1);
		ss_step steps[] = {
			assign(o[k], op2(&b, SX_ADD, k ? o[k - 1] : x, k ? r[k - 1] : one), SS_OUTPUT),
			assign(n[k], op2(&b, SX_ADD, o[k], one), SS_DISCRETE),
			assign(r[k], op2(&b, SX_ADD, k ? r[k - 1] : x, n[k]), SS_RATES),
			assign(w[k], op2(&b, SX_ADD, r[k], k ? w[k - 1] : one), SS_WATCH),
		};
		for (int j = 0; j < 4; j++)
			sb_push(b.arena, b.plan->steps, steps[j]);
	}
	build(&b, 0);
	const sc_functions *f = sc_functions_of(b.program);
	double functions[1];
	b.d->x[0] = 0.5;
	f->all(b.d);
	double er = 0, ew = 0, eo = 0, en = 0;
	for (int k = 0; k < N; k++) {
		eo = k ? eo + er : 1.5;
		en = eo + 1;
		er = (k ? er : 0.5) + en;
		ew = er + (k ? ew : 1);
		assert_true(value(&b, o[k]) == eo && value(&b, n[k]) == en && value(&b, r[k]) == er && value(&b, w[k]) == ew);
	}
	b.d->x[0] = 1.5;
	f->rates(b.d);
	assert_true(value(&b, r[0]) == 1.5 + 2.5 && value(&b, n[0]) == 2.5 && value(&b, o[0]) == 1.5 &&
				value(&b, w[0]) == 4);
	f->watch(b.d, functions);
	assert_true(value(&b, w[0]) == 5 && value(&b, o[0]) == 1.5);
	f->outputs(b.d);
	assert_true(value(&b, o[0]) == 2.5 && value(&b, n[0]) == 2.5);
	bench_free(&b);
}

/* Conditions of time alone are true from their time on although rounding says otherwise; others are as they are. */
static void watched_conditions(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref x = state(&b, "x"), t = sx_time(b.p);
	sx_ref rest = op2(&b, SX_SUB, t, num(&b, 0.3)), times10 = op2(&b, SX_MUL, num(&b, 10), t);
	ss_watch watches[] = {
		{.kind = SS_RELATION, .op = SX_GT, .function = op2(&b, SX_SUB, x, num(&b, 1))},
		{.kind = SS_RELATION,
		 .op = SX_GT,
		 .function = rest,
		 .time_only = true,
		 .slope = num(&b, 1),
		 .when = num(&b, 0.3)},
		{.kind = SS_RELATION,
		 .op = SX_LE,
		 .function = rest,
		 .time_only = true,
		 .slope = num(&b, 1),
		 .when = num(&b, 0.3)},
		{.kind = SS_RELATION,
		 .op = SX_GE,
		 .function = op1(&b, SX_NEG, rest),
		 .time_only = true,
		 .slope = num(&b, -1),
		 .when = num(&b, 0.3)},
		{.kind = SS_FLOOR, .function = op2(&b, SX_MUL, num(&b, 3), x)},
		{.kind = SS_FLOOR, .function = times10, .time_only = true, .slope = num(&b, 10)},
		{.kind = SS_CEIL, .function = times10, .time_only = true, .slope = num(&b, 10)},
	};
	for (size_t k = 0; k < sizeof watches / sizeof *watches; k++)
		sb_push(b.arena, b.plan->watches, watches[k]);
	build(&b, 0);
	const sc_functions *f = sc_functions_of(b.program);
	long long truths[7];
	double functions[7], when[7] = {0}, slope[7] = {0};
#define LOOK()                                                                                                         \
	do {                                                                                                               \
		f->functions(b.d, functions);                                                                                  \
		f->times(b.d, when, slope);                                                                                    \
		for (int k = 0; k < 7; k++)                                                                                    \
			truths[k] = sc_truth(b.d, &sc_image(b.program)->watches.at[k], functions[k], when[k], slope[k]);           \
	} while (0)
	b.d->x[0] = 1.25;
	b.d->time = 0.3;
	LOOK();
	assert_true(truths[0] == 1 && truths[1] == 1 && truths[2] == 0 && truths[3] == 0 && truths[4] == 3 &&
				truths[5] == 3 && truths[6] == 4);
	b.d->time = 0.25;
	LOOK();
	assert_true(truths[1] == 0 && truths[2] == 1 && truths[3] == 1 && truths[5] == 2 && truths[6] == 3);
	b.d->time = 0.3;
	b.d->initial = 1;
	LOOK();
	assert_true(truths[1] == 0 && truths[2] == 1 && truths[3] == 1);
	f->watch(b.d, functions);
	assert_true(functions[0] == 0.25 && functions[4] == 3.75);
#undef LOOK
	when[0] = 77;
	f->times(b.d, when, slope);
	assert_true(when[0] == 77 && when[1] == 0.3 && slope[3] == -1 && slope[5] == 10);
	bench_free(&b);
}

static void actions_events_and_hooks(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref x = state(&b, "x"), y = real(&b, "y"), n = integer(&b, "n"), go = add(&b, "go", SX_BOOLEAN, SS_INT, 0);
	ss_action actions[] = {
		{.kind = SS_REINIT, .guard = go, .state = 0, .value = op2(&b, SX_MUL, num(&b, -0.5), x)},
		{.kind = SS_ASSERT,
		 .guard = go,
		 .condition = op2(&b, SX_LT, x, num(&b, 3)),
		 .value = sx_string(b.p, "too large")},
		{.kind = SS_TERMINATE, .guard = op2(&b, SX_GT, n, sx_int(b.p, 5)), .value = sx_string(b.p, "enough")},
	};
	for (size_t k = 0; k < 3; k++)
		sb_push(b.arena, b.plan->actions, actions[k]);
	ss_action check = { .kind = SS_ASSERT, .condition = op2(&b, SX_LT, x, num(&b, 10)),
		.value = op2(&b, SX_CONCAT, sx_string(b.p, "x is "), sx_to_string(b.p, x, 0, 0, 0)) };
	sb_push(b.arena, b.plan->asserts, check);
	sm_statement *count = sm_statement_new(b.m, SM_ASSIGN, (sb_span){0}),
				 *later = sm_statement_new(b.m, SM_SCHEDULE, (sb_span){0});
	count->target = n;
	count->value = op2(&b, SX_ADD, n, sx_int(b.p, 1));
	later->value = num(&b, 0.75);
	sb_push(b.m->arena, b.m->events, ((sm_event){ .name = "e" }));
	struct ss_event_code code = { .event = 0, .when = op2(&b, SX_MUL, num(&b, 2), x) };
	sb_push(b.arena, code.action, count);
	sb_push(b.arena, code.action, later);
	sb_push(b.arena, b.plan->event_code, code);
	ss_clock clock = { .start = num(&b, 0.5), .interval = num(&b, 0.1) };
	sb_push(b.arena, b.plan->clocks, clock);
	ss_delay delay = { .value = x, .time = num(&b, 2), .longest = num(&b, 5) };
	sb_push(b.arena, b.plan->delays, delay);
	sx_ref late = sx_make(b.p, SX_DELAY, SX_REAL, 0, (sx_ref[]){ x, num(&b, 2), num(&b, 5) }, 3);
	sx_ref tick = sx_make(b.p, SX_SAMPLE, SX_BOOLEAN, 0, (sx_ref[]){ num(&b, 0.5), num(&b, 0.1) }, 2);
	step(&b, y, sx_if(b.p, tick, late, num(&b, -1)));
	build(&b, 0);
	heard h = {0};
	sc_set_hooks(b.d, &hooks, &h);
	const sc_functions *f = sc_functions_of(b.program);
	b.d->x[0] = 4;
	f->actions(b.d);
	assert_true(h.reinits == 0 && h.asserts == 0 && h.terminates == 0);
	set(&b, go, 1);
	f->actions(b.d);
	assert_true(h.reinits == 1 && h.state == 0 && h.value == -2 && h.asserts == 1 && h.inside);
	assert_string_equal(h.text, "too large");
	f->asserts(b.d);
	assert_int_equal(h.asserts, 1);
	b.d->x[0] = 12;
	f->asserts(b.d);
	assert_true(h.asserts == 2 && !h.inside);
	assert_string_equal(h.text, "x is 12");
	for (int k = 0; k < 6; k++)
		f->event(b.d, 0);
	assert_true(value(&b, n) == 6 && h.schedules == 6 && h.delay == 0.75);
	set(&b, go, 0);
	f->actions(b.d);
	assert_int_equal(h.terminates, 1);
	double when, start, interval, v, time, longest;
	f->event_when(b.d, &when);
	f->clocks(b.d, &start, &interval);
	f->delays(b.d, &v, &time, &longest);
	assert_true(when == 24 && start == 0.5 && interval == 0.1 && v == 12 && time == 2 && longest == 5);
	rates(&b);
	assert_true(value(&b, y) == -1);
	b.d->clock[0] = 1;
	rates(&b);
	assert_true(value(&b, y) == 12 + 200);
	bench_free(&b);
}

static void homotopy(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref y = real(&b, "y");
	step(&b, y, op2(&b, SX_HOMOTOPY, op2(&b, SX_MUL, num(&b, 8), sx_time(b.p)), sx_time(b.p)));
	b.plan->uses_homotopy = true;
	build(&b, 0);
	b.d->time = 1;
	rates(&b);
	assert_true(value(&b, y) == 8);
	b.d->lambda = 0;
	rates(&b);
	assert_true(value(&b, y) == 1);
	bench_free(&b);
}

/* Regular sequences become loops: the values stay what they are for steps in pairs, recurrences, constants that
 * differ, powers, fixed operands, descending places, and interruptions; and the text does not grow with the length. */
static size_t sequence(uint32_t n, bool check)
{
	bench b = bench_new();
	sx_ref g = real(&b, "g"), x = add(&b, "x", SX_REAL, SS_STATE, n), y = add(&b, "y", SX_REAL, SS_REAL, n),
		   z = add(&b, "z", SX_REAL, SS_REAL, n);
	uint32_t vx = sx_at(b.p, x)->payload, vy = sx_at(b.p, y)->payload, vz = sx_at(b.p, z)->payload;
	for (uint32_t k = 0; k < n; k++) {
		sx_ref xk = sm_ref_at(b.m, vx, k), other = sm_ref_at(b.m, vx, n - 1 - k), yk = sm_ref_at(b.m, vy, k);
		sx_ref scaled = op2(&b, SX_MUL, op2(&b, SX_MUL, g, g), xk);
		step(&b, yk, op2(&b, SX_ADD, scaled, op2(&b, SX_MUL, num(&b, check && k % 3 ? 0.5 : 2), other)));
		step(&b, op1(&b, SX_DER, xk), op2(&b, SX_POW, op2(&b, SX_SUB, yk, xk), num(&b, check && k > n / 2 ? 3 : 2)));
	}
	for (uint32_t k = 0; k < n; k++) {
		sx_ref before = k ? sm_ref_at(b.m, vz, k - 1) : g;
		step(&b, sm_ref_at(b.m, vz, k),
			 op2(&b, SX_ADD, before, op2(&b, SX_MUL, sm_ref_at(b.m, vy, check && k == 7 ? 3 : k), before)));
	}
	sb_text text = {0};
	sc_generate(b.plan, &text);
	size_t length = text.n;
	sb_text_free(&text);
	build(&b, 0);
	set(&b, g, 0.25);
	for (uint32_t k = 0; k < n; k++)
		b.d->x[k] = sin(k);
	rates(&b);
	double before = 0.25;
	for (uint32_t k = 0; k < n; k++) {
		double yk = 0.25 * 0.25 * sin(k) + (check && k % 3 ? 0.5 : 2) * sin(n - 1 - k), e = yk - sin(k);
		assert_true(value(&b, sm_ref_at(b.m, vy, k)) == yk);
		assert_true(b.d->xd[k] == (check && k > n / 2 ? pow(e, 3) : e * e));
		before = before + value(&b, sm_ref_at(b.m, vy, check && k == 7 ? 3 : k)) * before;
		assert_true(value(&b, sm_ref_at(b.m, vz, k)) == before || isnan(before));
	}
	bench_free(&b);
	return length;
}

static void sequences_become_loops(void **unused)
{
	(void)unused;
	sequence(5, true);
	sequence(100, true);
	size_t small = sequence(100, false), large = sequence(10000, false);
	assert_true(large < small + 200);
}

/* The text can be read: it names the variables. */
static void text_names_the_variables(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref y = real(&b, "motor.shaft.w"), odd = real(&b, "'a*/b'");
	step(&b, y, sx_time(b.p));
	step(&b, odd, num(&b, 1));
	sb_text text = {0};
	sc_generate(b.plan, &text);
	assert_non_null(strstr(text.at, "r[0] = time;  /* motor.shaft.w */"));
	sb_text_free(&text);
	build(&b, 0);
	bench_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(given_parameters_stay),
		cmocka_unit_test(phases),
		cmocka_unit_test(watched_conditions),
		cmocka_unit_test(actions_events_and_hooks),
		cmocka_unit_test(homotopy),
		cmocka_unit_test(sequences_become_loops),
		cmocka_unit_test(text_names_the_variables),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
