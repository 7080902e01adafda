/* Opaque components that tests put into models. */
#ifndef SALTUS_TESTS_OPAQUE_H
#define SALTUS_TESTS_OPAQUE_H

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

static bool integrator_rate(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)item;
	*out = v->parameters[0] * v->inputs[0];
	assert_true(isnan(v->time) || v->time == 0.6180339887498949);      /* it has said that it does not read it */
	assert_true(((counted *)self)->gain == v->parameters[0]);
	return true;
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

#endif
