/* Plans made by hand, for tests of the code layer that do not depend on the analysis. */
#ifndef TESTS_UNIT_CODE_PLAN_H
#define TESTS_UNIT_CODE_PLAN_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/file.h"
#include "code/code.h"
#include "expr/expr.h"
#include "model/model.h"
#include "structure/structure.h"

typedef struct bench {
	sb_arena *arena; sb_names *names; sb_diag *diag;
	sm_model *m; sx_pool *p; ss_plan *plan;
	sc_program *program; sc_data *d;
} bench;

static inline bench bench_new(void)
{
	setenv("SALTUS_CACHE", "", 0);     /* tests do not depend on what an earlier run has left, unless they ask for it */
	bench b = { .arena = sb_arena_new(), .diag = sb_diag_new() };
	b.names = sb_names_new(b.arena);
	b.m = sm_model_new(b.arena, b.names, b.diag, "Test");
	b.p = b.m->pool;
	b.plan = sb_new(b.arena, ss_plan);
	b.plan->model = b.m;
	b.plan->arena = b.arena;
	b.plan->place = sb_new_array(b.arena, ss_place, 100000);
	b.plan->state_scalar = sb_new_array(b.arena, uint32_t, 100000);
	return b;
}

static inline void bench_free(bench *b)
{
	sc_data_free(b->d);
	sc_program_free(b->program);
	sb_diag_free(b->diag);
	sb_arena_free(b->arena);
}

/* A variable whose scalars get places one after another in the given store. */
static inline sx_ref add(bench *b, const char *name, sx_type type, ss_store store, uint32_t size)
{
	uint32_t v = sm_add_variable(b->m, name, type, &size, size ? 1 : 0);
	uint32_t *counter = store == SS_REAL ? &b->plan->reals : store == SS_INT ? &b->plan->ints
		: store == SS_STRING ? &b->plan->strings : &b->plan->states;
	for (uint32_t k = 0; k < sm_var(b->m, v)->count; k++) {
		uint32_t scalar = sm_var(b->m, v)->first + k;
		if (store == SS_STATE)
			b->plan->state_scalar[*counter] = scalar;
		b->plan->place[scalar] = (ss_place){ .store = (uint8_t)store, .index = (*counter)++ };
	}
	return sm_ref(b->m, v);
}

static inline sx_ref real(bench *b, const char *name) { return add(b, name, SX_REAL, SS_REAL, 0); }
static inline sx_ref state(bench *b, const char *name) { return add(b, name, SX_REAL, SS_STATE, 0); }
static inline sx_ref integer(bench *b, const char *name) { return add(b, name, SX_INTEGER, SS_INT, 0); }

static inline ss_step assign(sx_ref target, sx_ref value, uint8_t phases)
{
	return (ss_step){ .kind = SS_ASSIGN, .target = target, .value = value, .phases = phases };
}

static inline void step(bench *b, sx_ref target, sx_ref value)
{
	ss_step s = assign(target, value, SS_RATES);
	sb_push(b->arena, b->plan->steps, s);
}

static inline sx_ref op2(bench *b, sx_op op, sx_ref x, sx_ref y) { return sx_binary(b->p, op, x, y); }
static inline sx_ref op1(bench *b, sx_op op, sx_ref x) { return sx_unary(b->p, op, x); }
static inline sx_ref num(bench *b, double v) { return sx_real(b->p, v); }

static inline void show_messages(bench *b)
{
	sb_text text = {0};
	sb_render(b->diag, 0, false, &text);
	if (text.at)
		fputs(text.at, stderr);
	sb_text_free(&text);
}

static inline void build(bench *b, int optimise)
{
	sc_options options = { .optimise = optimise };
	b->program = sc_compile(b->plan, &options);
	if (!b->program)
		show_messages(b);
	assert_non_null(b->program);
	b->d = sc_data_new(b->program, b->diag);
}

static inline double value(bench *b, sx_ref var) { return sc_scalar_value(b->d, sm_scalar_of(b->m, var)); }
static inline void set(bench *b, sx_ref var, double v) { assert_true(sc_set_scalar(b->d, sm_scalar_of(b->m, var), v)); }
static inline void rates(bench *b) { sc_functions_of(b->program)->rates(b->d); }

static inline bool said(bench *b, const char *code, const char *part)
{
	for (uint32_t k = 0; k < sb_messages(b->diag); k++) {
		sb_message_view v = sb_message_at(b->diag, k);
		if (strcmp(v.code, code) == 0 && strstr(v.text, part))
			return true;
	}
	show_messages(b);
	return false;
}

static inline uint64_t next_random(uint64_t *s)
{
	*s ^= *s << 13;
	*s ^= *s >> 7;
	*s ^= *s << 17;
	return *s;
}

#endif
