/* Opaque components (model/block.h), written in C: states in a feedback loop with equations, direct feed-through in a
 * loop, crossings and jumps, time events, saving and going on, several of a kind, and patterns that are wrong. */
#include "unit/unit.h"
#include "base/check.h"
#include "engine/engine.h"
#include "model/block.h"
#include "model/check/model_check.h"
#include "structure/structure.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bench {
	sb_arena *arena; sb_names *names; sb_diag *diag;
	sm_model *m; sx_pool *p;
	ss_plan *plan; sc_program *program; se_run *run;
	se_settings settings;
} bench;

static bench new_bench(void)
{
	setenv("SALTUS_CACHE", "", 0);
	bench b = { .arena = sb_arena_new(), .diag = sb_diag_new() };
	b.names = sb_names_new(b.arena);
	b.m = sm_model_new(b.arena, b.names, b.diag, "Test");
	b.p = b.m->pool;
	b.m->settings = (sm_settings){ .start = 0, .stop = 1, .interval = NAN, .tolerance = 1e-9 };
	return b;
}

static void show(const bench *b)
{
	sb_text text = {0};
	sb_render(b->diag, 0, false, &text);
	if (text.at)
		print_error("%s\n", text.at);
	sb_text_free(&text);
}

static sx_ref real(bench *b, const char *name)
{
	return sm_ref(b->m, sm_add_variable(b->m, name, SX_REAL, NULL, 0));
}

static void equal(bench *b, sx_ref left, sx_ref right)
{
	sm_add_equation(b->m, left, right, (sb_span){0}, "");
}

static sx_ref port(bench *b, const sm_block *block, const char *name)
{
	uint32_t v = sm_block_variable(block, name);
	assert_true(v != UINT32_MAX);
	return sm_ref(b->m, v);
}

static const sm_block *add(bench *b, const sm_block *description)
{
	sb_text why = {0};
	const sm_block *block = sm_add_block(b->m, description, &why);
	if (!block)
		print_error("%s\n", why.at);
	assert_non_null(block);
	sb_text_free(&why);
	return block;
}

static void compile(bench *b)
{
	sb_text why = {0};
	if (!sm_check(b->m, &why))
		print_error("%s\n", why.at);
	assert_true(sm_check(b->m, &why));
	b->plan = ss_analyse(b->arena, b->m);
	if (!b->plan)
		show(b);
	assert_non_null(b->plan);
	b->program = sc_compile(b->plan, &(sc_options){ .optimise = 0 });
	if (!b->program)
		show(b);
	assert_non_null(b->program);
	b->run = se_run_new(b->program, b->diag);
	b->settings = se_defaults(sc_image(b->program));
}

static void simulate(bench *b, double stop)
{
	b->settings.stop = stop;
	se_status status = se_simulate(b->run, &b->settings);
	if (status != SE_DONE)
		show(b);
	assert_int_equal(status, SE_DONE);
}

static double value(const bench *b, const char *name)
{
	uint32_t s = sm_find_scalar(b->m, name);
	assert_true(s != UINT32_MAX);
	return se_value(b->run, s);
}

static void done(bench *b)
{
	se_run_free(b->run);
	sc_program_free(b->program);
	sb_diag_free(b->diag);
	sb_arena_free(b->arena);
}

static const uint32_t zero[] = { 0 };
#define NUMBER(e) sx_real(b.p, e)
#define OP(op, x, y) sx_binary(b.p, SX_##op, x, y)

/* -------------------------------------------------------------------------------------------------- an integrator */

typedef struct counted { int *alive; double gain; } counted;

static void *make_counted(void *context, const char *name, const double *parameters)
{
	counted *c = malloc(sizeof *c);
	(void)name;
	*c = (counted){ context, parameters[0] };
	if (c->alive)
		++*c->alive;
	return c;
}

static void free_counted(void *self)
{
	counted *c = self;
	if (c->alive)
		--*c->alive;
	free(c);
}

static bool integrator_output(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	(void)item;
	*out = v->states[0];
	return true;
}

static bool integrator_rate(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)item;
	*out = v->parameters[0] * v->inputs[0];
	assert_true(isnan(v->time) || v->time == 0.6180339887498949);      /* it has said that it does not read it */
	assert_true(((counted *)self)->gain == v->parameters[0]);
	return true;
}

static const sl_block_operations integrator_operations = {
	.make = make_counted, .free = free_counted, .output = integrator_output, .rate = integrator_rate };

static const sm_block *integrator(bench *b, const char *name, double gain, double start, int *alive)
{
	sm_block_item p = { .name = "k", .type = SX_REAL, .start = gain }, u = { .name = "u", .type = SX_REAL };
	sm_block_item y = { .name = "y", .type = SX_REAL, .reads = { .states = zero, .state_count = 1 } };
	sm_block_item x = { .name = "x", .type = SX_REAL, .start = start, .reads = { .inputs = zero, .input_count = 1 } };
	return add(b, &(sm_block){ .name = name, .operations = &integrator_operations, .context = alive,
		.parameters = { &p, 1, 0 }, .inputs = { &u, 1, 0 }, .outputs = { &y, 1, 0 }, .states = { &x, 1, 0 } });
}

/* u = w - y: x' = k (w - x), no loop of equations; y is computed before u. */
static void a_state_in_a_feedback_loop(void **state)
{
	(void)state;
	int alive = 0;
	bench b = new_bench();
	const sm_block *i = integrator(&b, "i", 2, 0.25, &alive);
	equal(&b, port(&b, i, "u"), OP(SUB, NUMBER(1), port(&b, i, "y")));
	compile(&b);
	assert_int_equal(b.plan->states, 1);
	assert_int_equal(b.plan->loops.n, 0);
	simulate(&b, 1);
	assert_true(fabs(value(&b, "i.y") - (1 - 0.75 * exp(-2))) < 1e-7);
	assert_int_equal(alive, 0);
	simulate(&b, 0.5);
	assert_true(fabs(value(&b, "i.y") - (1 - 0.75 * exp(-1))) < 1e-7);
	done(&b);
}

/* Two of a kind, each with its own parameters: an oscillator x' = 2 y, y' = -3 x. */
static void two_of_a_kind(void **state)
{
	(void)state;
	int alive = 0;
	bench b = new_bench();
	const sm_block *i = integrator(&b, "i", 2, 1, &alive), *j = integrator(&b, "j", -3, 0, &alive);
	equal(&b, port(&b, i, "u"), port(&b, j, "y"));
	equal(&b, port(&b, j, "u"), port(&b, i, "y"));
	compile(&b);
	b.settings.stop = 1;
	assert_int_equal(se_begin(b.run, &b.settings), SE_PAUSED);
	assert_int_equal(alive, 2);
	assert_int_equal(se_advance(b.run, 1, false), SE_DONE);
	assert_int_equal(se_end(b.run), SE_DONE);
	assert_true(fabs(value(&b, "i.y") - cos(sqrt(6))) < 1e-7);
	assert_int_equal(alive, 0);
	done(&b);
}

/* ------------------------------------------------------------------------------------------------- feed-through */

static bool exponential(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	(void)item;
	*out = exp(-v->inputs[0]);
	return true;
}

static const sl_block_operations exponential_operations = { .output = exponential };

/* y = exp(-u), u = y + t: a loop that goes through the component. */
static void direct_feed_through(void **state)
{
	(void)state;
	bench b = new_bench();
	sm_block_item u = { .name = "u", .type = SX_REAL };
	sm_block_item y = { .name = "y", .type = SX_REAL, .reads = { .inputs = zero, .input_count = 1 } };
	const sm_block *e = add(&b, &(sm_block){ .name = "e", .operations = &exponential_operations,
		.inputs = { &u, 1, 0 }, .outputs = { &y, 1, 0 } });
	sx_ref x = real(&b, "x");
	equal(&b, port(&b, e, "u"), OP(ADD, port(&b, e, "y"), sx_time(b.p)));
	equal(&b, sx_unary(b.p, SX_DER, x), port(&b, e, "u"));
	compile(&b);
	uint32_t loops = 0;
	for (uint32_t k = 0; k < b.plan->steps.n; k++)
		loops += b.plan->steps.at[k].kind == SS_LOOP;
	assert_int_equal(loops, 1);
	simulate(&b, 1);
	double u_end = value(&b, "e.u");
	assert_true(fabs(u_end - exp(-u_end) - 1) < 1e-9);
	done(&b);
}

/* y1 reads u1 alone and y2 u2 alone: from y1 to u2 and from y2 nowhere is no loop. */
static bool pass_on(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	for (int k = 0; k < 2; k++)
		out[k] = 2 * v->inputs[2 * item + (uint32_t)k] + k;
	return true;
}

static const sl_block_operations pass_operations = { .output = pass_on };

static void port_by_port(void **state)
{
	(void)state;
	static const uint32_t two[] = { 2 }, one[] = { 1 };
	bench b = new_bench();
	sm_block_item in[] = { { .name = "u1", .type = SX_REAL, .rank = 1, .shape = two },
		{ .name = "u2", .type = SX_REAL, .rank = 1, .shape = two } };
	sm_block_item out[] = { { .name = "y1", .type = SX_REAL, .rank = 1, .shape = two,
		.reads = { .inputs = zero, .input_count = 1 } },
		{ .name = "y2", .type = SX_REAL, .rank = 1, .shape = two, .reads = { .inputs = one, .input_count = 1 } } };
	const sm_block *q = add(&b, &(sm_block){ .name = "q", .operations = &pass_operations, .inputs = { in, 2, 0 },
		.outputs = { out, 2, 0 } });
	for (uint32_t k = 0; k < 2; k++) {
		equal(&b, sm_ref_at(b.m, sm_block_variable(q, "u1"), k), OP(MUL, NUMBER(k + 1), sx_time(b.p)));
		equal(&b, sm_ref_at(b.m, sm_block_variable(q, "u2"), k), sm_ref_at(b.m, sm_block_variable(q, "y1"), 1 - k));
	}
	compile(&b);
	assert_int_equal(b.plan->loops.n, 0);
	simulate(&b, 1);
	assert_true(value(&b, "q.y2[1]") == 2 * (2 * 2 + 1) && value(&b, "q.y2[2]") == 2 * 2 + 1);
	done(&b);
}

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

/* ------------------------------------------------------------------------------------------- beside other machinery */

static bool starts_at_twice(void *self, const sl_block_values *v, double *states)
{
	(void)self;
	states[0] = 2 * v->inputs[0];
	return true;
}

static const sl_block_operations started_operations = { .initialise = starts_at_twice, .output = integrator_output,
	.rate = exponential };

/* It begins where it says, which depends on what goes in: x(0) = 2 u(0), x' = exp(-u), u = 3. */
static void it_says_where_it_begins(void **state)
{
	(void)state;
	bench b = new_bench();
	sm_block_item u = { .name = "u", .type = SX_REAL };
	sm_block_item y = { .name = "y", .type = SX_REAL, .reads = { .states = zero, .state_count = 1 } };
	sm_block_item x = { .name = "x", .type = SX_REAL, .reads = { .inputs = zero, .input_count = 1 } };
	const sm_block *s = add(&b, &(sm_block){ .name = "s", .operations = &started_operations, .inputs = { &u, 1, 0 },
		.outputs = { &y, 1, 0 },
		.states = { &x, 1, 0 }, .initialise = { .inputs = zero, .input_count = 1 } });
	equal(&b, port(&b, s, "u"), OP(ADD, NUMBER(3), OP(MUL, NUMBER(0), sx_time(b.p))));
	compile(&b);
	simulate(&b, 1);
	assert_true(fabs(value(&b, "s.y") - 6 - exp(-3)) < 1e-8);
	done(&b);
}

/* Derivatives go through a component by differences: x' = k (w - x) by x, and by the parameter k. */
static void derivatives_through_it(void **state)
{
	(void)state;
	bench b = new_bench();
	const sm_block *i = integrator(&b, "i", 2, 0.25, NULL);
	sx_ref w = real(&b, "w");
	sm_variable *input = sm_edit(b.m, sx_at(b.p, w)->payload);
	input->held = true;
	input->causality = SM_INPUT;
	input->start = NUMBER(1);
	equal(&b, port(&b, i, "u"), OP(SUB, w, port(&b, i, "y")));
	compile(&b);
	b.settings.stop = 1;
	assert_int_equal(se_begin(b.run, &b.settings), SE_PAUSED);
	uint32_t x = sm_find_scalar(b.m, "i.x"), columns[] = { x, sm_find_scalar(b.m, "w") };
	double m[2];
	assert_true(se_derivatives(b.run, &(se_asked){ x, true }, 1, columns, 2, m));
	assert_true(fabs(m[0] + 2) < 1e-8 && fabs(m[1] - 2) < 1e-8);
	se_end(b.run);
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
	const struct CMUnitTest tests[] = { cmocka_unit_test(a_state_in_a_feedback_loop), cmocka_unit_test(two_of_a_kind),
		cmocka_unit_test(direct_feed_through), cmocka_unit_test(port_by_port), cmocka_unit_test(a_bouncing_ball),
		cmocka_unit_test(saved_in_the_middle),
		cmocka_unit_test(time_events), cmocka_unit_test(saved_between_time_events),
		cmocka_unit_test(it_says_where_it_begins), cmocka_unit_test(derivatives_through_it),
		cmocka_unit_test(both_directions_and_modes), cmocka_unit_test(a_wrong_pattern_is_found),
		cmocka_unit_test(descriptions_are_checked), cmocka_unit_test(failures_are_told) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
