/* Opaque components with events: crossings, time events, modes; what is saved; what is refused. */
#include "unit/engine/opaque.h"

/* ------------------------------------------------------------------------------------------------- a bouncing ball */

enum { H, V };

static bool ball_output(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	*out = item == 0 ? v->states[H] : v->discrete[0];
	return true;
}

static bool ball_rate(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	*out = item == H ? v->states[V] : -v->inputs[0];
	return true;
}

static bool ball_crossing(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	(void)item;
	*out = v->states[H];
	return true;
}

static bool ball_update(void *self, const sl_block_values *v, const sl_block_event *e, sl_block_jump *jump)
{
	(void)self;
	if (e->crossed[0] == -1) {
		jump->states[V] = -v->parameters[0] * v->states[V];
		jump->discrete[0] = v->discrete[0] + 1;
	}
	return true;
}

/* It remembers how often it was told. */
typedef struct ball_memory { uint64_t commits; } ball_memory;

static uint64_t told;

static void *ball_make(void *context, const char *name, const double *parameters)
{
	(void)context;
	(void)name;
	(void)parameters;
	return calloc(1, sizeof(ball_memory));
}

static void ball_commit(void *self, const sl_block_values *v, const sl_block_event *e)
{
	(void)v;
	if (e->crossed[0] == -1)
		told = ++((ball_memory *)self)->commits;
}

static size_t ball_save(void *self, void *to, size_t room)
{
	if (room >= sizeof(ball_memory))
		memcpy(to, self, sizeof(ball_memory));
	return sizeof(ball_memory);
}

static bool ball_restore(void *self, const void *from, size_t size)
{
	memcpy(self, from, sizeof(ball_memory));
	return size == sizeof(ball_memory);
}

static const sl_block_operations ball_operations = { .make = ball_make, .free = free, .output = ball_output,
	.rate = ball_rate,
	.crossing = ball_crossing, .update = ball_update, .commit = ball_commit, .save = ball_save,
	.restore = ball_restore };

static bench ball_bench(void)
{
	static const uint32_t v_only[] = { V };
	bench b = new_bench();
	sm_block_item e = { .name = "e", .type = SX_REAL, .start = 0.8 }, g = { .name = "g", .type = SX_REAL };
	sm_block_item out[] = { { .name = "height", .type = SX_REAL, .reads = { .states = zero, .state_count = 1 } },
		{ .name = "count", .type = SX_INTEGER, .reads = { .discrete = zero, .discrete_count = 1 } } };
	sm_block_item x[] = { { .name = "h", .type = SX_REAL, .start = 1, .reads = { .states = v_only, .state_count = 1 } },
		{ .name = "v", .type = SX_REAL, .jumps = true, .reads = { .inputs = zero, .input_count = 1 } } };
	sm_block_item n = { .name = "n", .type = SX_INTEGER };
	sm_block_item c = { .name = "floor", .type = SX_REAL, .direction = -1,
		.reads = { .states = zero, .state_count = 1 } };
	const sm_block *ball = add(&b, &(sm_block){ .name = "ball", .operations = &ball_operations,
		.parameters = { &e, 1, 0 },
		.inputs = { &g, 1, 0 }, .outputs = { out, 2, 0 }, .states = { x, 2, 0 }, .discrete = { &n, 1, 0 },
		.crossings = { &c, 1, 0 } });
	equal(&b, port(&b, ball, "g"), NUMBER(9.81));
	compile(&b);
	return b;
}

/* The height after some bounces, by summing up the flights. */
static double ball_height(double t, int *bounces)
{
	double g = 9.81, v = 0, h = 1, left = t;
	for (*bounces = 0;; ++*bounces) {
		double flight = (v + sqrt(v * v + 2 * g * h)) / g;
		if (flight > left)
			return h + v * left - g * left * left / 2;
		left -= flight;
		v = 0.8 * (g * flight - v);
		h = 0;
	}
}

static void a_bouncing_ball(void **state)
{
	(void)state;
	int bounces;
	bench b = ball_bench();
	told = 0;
	simulate(&b, 2.5);
	assert_true(fabs(value(&b, "ball.height") - ball_height(2.5, &bounces)) < 1e-6);
	assert_true(bounces > 2 && value(&b, "ball.count") == bounces && value(&b, "ball.n") == bounces);
	assert_int_equal(told, bounces);                 /* once for each */
	done(&b);
}

static void saved_in_the_middle(void **state)
{
	(void)state;
	bench b = ball_bench();
	sb_archive saved = {0};
	int bounces;
	b.settings.stop = 2.5;
	assert_int_equal(se_begin(b.run, &b.settings), SE_PAUSED);
	assert_int_equal(se_advance(b.run, 1.3, false), SE_PAUSED);
	assert_true(se_save(b.run, &saved));
	uint64_t before = told;
	assert_int_equal(se_advance(b.run, 2.5, false), SE_DONE);
	assert_int_equal(se_end(b.run), SE_DONE);
	double h = value(&b, "ball.height"), v = value(&b, "ball.v");
	uint64_t all = told;
	ball_height(2.5, &bounces);
	assert_true(all > before && all == (uint64_t)bounces);
	se_run *other = se_run_new(b.program, b.diag);
	sb_archive in = sb_archive_read(saved.at, saved.n);
	assert_int_equal(se_restore(other, &b.settings, &in), SE_PAUSED);
	assert_int_equal(se_advance(other, 2.5, false), SE_DONE);
	assert_int_equal(se_end(other), SE_DONE);
	assert_true(se_value(other, sm_find_scalar(b.m, "ball.height")) == h);
	assert_true(se_value(other, sm_find_scalar(b.m, "ball.v")) == v);
	assert_int_equal(told, all);                     /* it went on counting from what was saved */
	se_run_free(other);
	sb_archive_free(&saved);
	done(&b);
}

/* ------------------------------------------------------------------------------------------------ a sampled controller
 * */

/* z := z + 0.1 (1 - u) every 0.25 seconds, from 0.1 on; y = z. */
static bool sampled_output(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	(void)item;
	*out = v->discrete[0];
	return true;
}

static bool sampled_update(void *self, const sl_block_values *v, const sl_block_event *e, sl_block_jump *jump)
{
	(void)self;
	assert_false(e->initial && e->due);
	if (e->due)
		jump->discrete[0] = v->discrete[0] + 0.1 * (1 - v->inputs[0]);
	if (e->due)
		jump->discrete[1] = v->discrete[1] + 1;
	jump->next = 0.1 + 0.25 * jump->discrete[1];
	return true;
}

static const sl_block_operations sampled_operations = { .output = sampled_output, .update = sampled_update };

static void time_events(void **state)
{
	(void)state;
	bench b = new_bench();
	sm_block_item u = { .name = "u", .type = SX_REAL };
	sm_block_item y = { .name = "y", .type = SX_REAL, .reads = { .discrete = zero, .discrete_count = 1 } };
	sm_block_item z[] = { { .name = "z", .type = SX_REAL, .start = 0.5 }, { .name = "k", .type = SX_INTEGER } };
	const sm_block *c = add(&b, &(sm_block){ .name = "c", .operations = &sampled_operations, .inputs = { &u, 1, 0 },
		.outputs = { &y, 1, 0 },
		.discrete = { z, 2, 0 }, .update = { .inputs = zero, .input_count = 1 }, .time_events = true });
	sx_ref x = real(&b, "x");
	sm_edit(b.m, sx_at(b.p, x)->payload)->fixed = sx_bool(b.p, true);
	equal(&b, sx_unary(b.p, SX_DER, x), OP(SUB, port(&b, c, "y"), x));
	equal(&b, port(&b, c, "u"), x);
	compile(&b);
	simulate(&b, 2);
	double now = 0, xs = 0, zs = 0.5;
	int k = 0;
	for (; 0.1 + 0.25 * k <= 2; k++) {
		xs = zs + (xs - zs) * exp(-(0.1 + 0.25 * k - now));
		now = 0.1 + 0.25 * k;
		zs += 0.1 * (1 - xs);
	}
	xs = zs + (xs - zs) * exp(-(2 - now));
	assert_true(value(&b, "c.k") == k);
	assert_true(fabs(value(&b, "x") - xs) < 1e-7 && fabs(value(&b, "c.y") - zs) < 1e-7);
	done(&b);
}

/* Saved between two time events, and before and behind one. */
static void saved_between_time_events(void **state)
{
	(void)state;
	bench b = new_bench();
	sm_block_item u = { .name = "u", .type = SX_REAL };
	sm_block_item y = { .name = "y", .type = SX_REAL, .reads = { .discrete = zero, .discrete_count = 1 } };
	sm_block_item z[] = { { .name = "z", .type = SX_REAL, .start = 0.5 }, { .name = "k", .type = SX_INTEGER } };
	const sm_block *c = add(&b, &(sm_block){ .name = "c", .operations = &sampled_operations, .inputs = { &u, 1, 0 },
		.outputs = { &y, 1, 0 },
		.discrete = { z, 2, 0 }, .update = { .inputs = zero, .input_count = 1 }, .time_events = true });
	sx_ref x = real(&b, "x");
	equal(&b, sx_unary(b.p, SX_DER, x), OP(SUB, port(&b, c, "y"), x));
	equal(&b, port(&b, c, "u"), x);
	compile(&b);
	for (double at = 0; at < 2; at += 0.35) {
		sb_archive saved = {0};
		b.settings.stop = 2;
		assert_int_equal(se_begin(b.run, &b.settings), SE_PAUSED);
		assert_int_equal(se_advance(b.run, at, false), SE_PAUSED);
		assert_true(se_save(b.run, &saved));
		assert_int_equal(se_advance(b.run, 2, false), SE_DONE);
		assert_int_equal(se_end(b.run), SE_DONE);
		se_run *other = se_run_new(b.program, b.diag);
		sb_archive in = sb_archive_read(saved.at, saved.n);
		assert_int_equal(se_restore(other, &b.settings, &in), SE_PAUSED);
		assert_int_equal(se_advance(other, 2, false), SE_DONE);
		assert_int_equal(se_end(other), SE_DONE);
		assert_true(se_value(other, sm_find_scalar(b.m, "x")) == value(&b, "x"));
		assert_true(se_value(other, sm_find_scalar(b.m, "c.k")) == value(&b, "c.k"));
		se_run_free(other);
		sb_archive_free(&saved);
	}
	done(&b);
}

/* Both directions: how often a sine passes zero. A mode of the model changes meanwhile: if x > 0 then v = 1 else der(v)
 * = 1. */
static bool count_update(void *self, const sl_block_values *v, const sl_block_event *e, sl_block_jump *jump)
{
	(void)self;
	jump->discrete[0] = v->discrete[0] + (e->crossed[0] > 0);
	jump->discrete[1] = v->discrete[1] + (e->crossed[0] < 0);
	return true;
}

static bool crossing_of_input(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	(void)item;
	*out = v->inputs[0];
	return true;
}

static const sl_block_operations count_operations = { .crossing = crossing_of_input, .update = count_update };

static void both_directions_and_modes(void **state)
{
	(void)state;
	bench b = new_bench();
	sm_block_item u = { .name = "u", .type = SX_REAL }, z[] = { { .name = "up", .type = SX_INTEGER },
		{ .name = "down", .type = SX_INTEGER } };
	sm_block_item g = { .name = "g", .type = SX_REAL, .direction = 0, .reads = { .inputs = zero, .input_count = 1 } };
	const sm_block *c = add(&b, &(sm_block){ .name = "c", .operations = &count_operations, .inputs = { &u, 1, 0 },
		.discrete = { z, 2, 0 }, .crossings = { &g, 1, 0 } });
	sx_ref x = real(&b, "x"), v = real(&b, "v");
	equal(&b, sx_unary(b.p, SX_DER, x), sx_unary(b.p, SX_COS, sx_time(b.p)));
	equal(&b, port(&b, c, "u"), OP(SUB, x, NUMBER(0.01)));
	sm_equation *choice = sm_equation_new(b.m, SM_IF, (sb_span){0}, "");
	sm_branch branches[2] = { { .condition = OP(GT, x, NUMBER(0.5)) }, { 0 } };
	for (int k = 0; k < 2; k++) {
		sm_equation *q = sm_equation_new(b.m, SM_EQUAL, (sb_span){0}, "");
		q->lhs = k ? sx_unary(b.p, SX_DER, v) : v;
		q->rhs = k ? NUMBER(1) : NUMBER(0.25);
		sb_push(b.arena, branches[k].body, q);
		sb_push(b.arena, choice->branches, branches[k]);
	}
	sb_push(b.arena, b.m->equations, choice);
	compile(&b);
	assert_true(b.plan->switches.n == 1);
	simulate(&b, 10);
	assert_true(value(&b, "c.up") == 2 && value(&b, "c.down") == 2);    /* near 0, pi, 2 pi and 3 pi */
	done(&b);
}

/* ----------------------------------------------------------------------------------------------------- what is wrong
 * */

/* An output that reads an input, and says that it does not. */
static bool liar(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	(void)item;
	*out = v->states[0] + (v->inputs[0] > 0.5);
	return true;
}

static const sl_block_operations liar_operations = { .make = make_counted, .free = free_counted, .output = liar,
	.rate = integrator_rate };

static void a_wrong_pattern_is_found(void **state)
{
	(void)state;
	bench b = new_bench();
	sm_block_item p = { .name = "k", .type = SX_REAL, .start = 1 }, u = { .name = "u", .type = SX_REAL };
	sm_block_item y = { .name = "y", .type = SX_REAL, .reads = { .states = zero, .state_count = 1 } };
	sm_block_item x = { .name = "x", .type = SX_REAL, .reads = { .inputs = zero, .input_count = 1 } };
	const sm_block *i = add(&b, &(sm_block){ .name = "liar", .operations = &liar_operations, .checked = !SB_CHECKED,
		.parameters = { &p, 1, 0 }, .inputs = { &u, 1, 0 }, .outputs = { &y, 1, 0 }, .states = { &x, 1, 0 } });
	equal(&b, port(&b, i, "u"), NUMBER(1));
	compile(&b);
	b.settings.stop = 1;
	assert_int_equal(se_simulate(b.run, &b.settings), SE_FAILED);
	sb_text text = {0};
	sb_render(b.diag, 0, false, &text);
	assert_non_null(strstr(text.at, "the output 'y' of the component 'liar' depends on something that its pattern "
									"does not name"));
	sb_text_free(&text);
	done(&b);
}

static void descriptions_are_checked(void **state)
{
	(void)state;
	static const uint32_t far[] = { 3 };
	bench b = new_bench();
	sb_text why = {0};
	sm_block_item y = { .name = "y", .type = SX_REAL, .reads = { .inputs = far, .input_count = 1 } };
	sm_block_item s = { .name = "s", .type = SX_STRING };
	assert_null(sm_add_block(b.m, &(sm_block){ .name = "a", .operations = &exponential_operations,
		.outputs = { &y, 1, 0 } }, &why));
	assert_non_null(strstr(why.at, "reads item 3"));
	why.n = 0;
	assert_null(sm_add_block(b.m, &(sm_block){ .name = "a", .operations = &exponential_operations,
		.inputs = { &s, 1, 0 } }, &why));
	assert_non_null(strstr(why.at, "type"));
	why.n = 0;
	assert_null(sm_add_block(b.m, &(sm_block){ .name = "a", .operations = &exponential_operations,
		.states = { &y, 1, 0 } }, &why));
	assert_non_null(strstr(why.at, "no operation"));
	assert_int_equal(b.m->blocks.n, 0);
	assert_int_equal(b.m->variables.n, 0);
	sb_text_free(&why);
	sb_diag_free(b.diag);
	sb_arena_free(b.arena);
}

/* A component that cannot be made, and one that fails. */
static void *no_make(void *context, const char *name, const double *parameters)
{
	(void)context;
	(void)name;
	(void)parameters;
	return NULL;
}

static bool fails(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	(void)item;
	(void)v;
	*out = 0;
	return false;
}

static void failures_are_told(void **state)
{
	(void)state;
	static const sl_block_operations list[] = { { .make = no_make, .output = exponential }, { .output = fails } };
	for (int k = 0; k < 2; k++) {
		bench b = new_bench();
		sm_block_item u = { .name = "u", .type = SX_REAL };
		sm_block_item y = { .name = "y", .type = SX_REAL, .reads = { .inputs = zero, .input_count = 1 } };
		const sm_block *e = add(&b, &(sm_block){ .name = "e", .operations = &list[k], .inputs = { &u, 1, 0 },
			.outputs = { &y, 1, 0 } });
		equal(&b, port(&b, e, "u"), sx_time(b.p));
		compile(&b);
		b.settings.stop = 1;
		assert_int_equal(se_simulate(b.run, &b.settings), SE_FAILED);
		sb_text text = {0};
		sb_render(b.diag, 0, false, &text);
		assert_non_null(strstr(text.at, k ? "the output 'y' of the component 'e' has failed"
							   : "the component cannot be made"));
		sb_text_free(&text);
		done(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bouncing_ball), cmocka_unit_test(saved_in_the_middle), cmocka_unit_test(time_events),
		cmocka_unit_test(saved_between_time_events), cmocka_unit_test(both_directions_and_modes),
		cmocka_unit_test(a_wrong_pattern_is_found), cmocka_unit_test(descriptions_are_checked),
		cmocka_unit_test(failures_are_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
