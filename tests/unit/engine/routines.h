/* Models with routines written by hand in C, as the generator would write them: for the tests of what the engine does
 * with them. */
#ifndef SALTUS_TESTS_ROUTINES_H
#define SALTUS_TESTS_ROUTINES_H

#include "unit/unit.h"
#include "engine/engine.h"
#include "structure/structure.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef int (*routine_code)(sc_data *d, sc_activation *a);
enum { ROUTINES = 8 };
typedef struct rig {
	sb_arena *arena;
	sb_diag *diag;
	sm_model *m;
	ss_plan *plan;
	sc_program *program;
	se_run *run;
	se_settings settings;
	se_status status;
	routine_code code[ROUTINES]; uint32_t slots[ROUTINES], args[ROUTINES]; bool continuous[ROUTINES];
	int (*wait)(sc_data *d, const sc_activation *a, int which);
	si_wait waits[4]; uint32_t wait_count;
} rig;

/* What happened, in order. Tests run one after another in one thread. */
static char happened[4000];
__attribute__((unused)) static long long references[8];

static inline void say(const sc_data *d, const char *what)
{
	size_t n = strlen(happened);
	snprintf(happened + n, sizeof happened - n, "%s%s@%g", n ? " " : "", what, d->time);
}

static inline rig begin(void)
{
	rig r = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	r.m = sm_model_new(r.arena, sb_names_new(r.arena), r.diag, "Built");
	r.settings = se_defaults(NULL);
	r.settings.stop = 10;
	r.settings.interval = 1;
	r.settings.solver = "erk";
	happened[0] = 0;
	return r;
}

static inline uint32_t routine(rig *r, const char *name, sm_routine_kind kind, routine_code code, uint32_t args,
							   uint32_t slots)
{
	uint32_t k = r->m->routines.n;
	sb_push(r->arena, r->m->routines, ((sm_routine){.name = name, .kind = kind}));
	r->code[k] = code;
	r->args[k] = args;
	r->slots[k] = slots;
	if (kind == SM_ONCE)
		sb_push(r->arena, r->m->begin, k);
	return k;
}

static inline uint32_t resource(rig *r, sm_resource_kind kind, const char *name, double capacity)
{
	sm_resource x = {
		.name = name, .kind = kind, .count = 1, .capacity = capacity > 0 ? sx_real(r->m->pool, capacity) : 0};
	sb_push(r->arena, r->m->resources, x);
	return r->m->resources.n - 1;
}

static inline void prepare(rig *r)
{
	r->plan = ss_analyse(r->arena, r->m);
	assert_non_null(r->plan);
	r->plan->routine_code.n = r->plan->waits.n = 0;
	for (uint32_t k = 0; k < r->m->routines.n; k++)
		sb_push(r->arena, r->plan->routine_code,
				((struct ss_routine_code){
					.routine = k, .slots = r->slots[k], .args = r->args[k], .continuous = r->continuous[k]}));
	r->program = sc_compile(r->plan, &(sc_options){0});
	assert_non_null(r->program);
	sc_functions *f = (sc_functions *)sc_functions_of(r->program);
	f->routines = r->code;
	f->wait = r->wait;
	for (uint32_t k = 0; k < r->wait_count; k++)
		sb_push(r->arena, ((si_image *)sc_image(r->program))->waits, r->waits[k]);
	r->run = se_run_new(r->program, r->diag);
}

static inline void simulate(rig *r, se_status wanted)
{
	if (!r->run)
		prepare(r);
	r->status = se_simulate(r->run, &r->settings);
	if (r->status == wanted)
		return;
	sb_text text = {0};
	sb_render(r->diag, 0, false, &text);
	print_error("%s\n%s\n", happened, text.at ? text.at : "");
	sb_text_free(&text);
	fail();
}

static inline void end(rig *r)
{
	se_run_free(r->run);
	sc_program_free(r->program);
	sb_diag_free(r->diag);
	sb_arena_free(r->arena);
}

static inline bool said(const rig *r, const char *code)
{
	for (uint32_t i = 0; i < sb_messages(r->diag); i++)
		if (strcmp(sb_message_at(r->diag, i).code, code) == 0)
			return true;
	return false;
}

/* The services, as the generator calls them. */
#define ACT(statement, object, value, more) d->services->act(d, a, -1, statement, object, 0, value, more)
#define START(routine, delay, arguments) d->services->start(d, a, -1, routine, 0, delay, LLONG_MIN, arguments)
#define START_AS(routine, delay, priority, arguments)                                                                  \
	d->services->start(d, a, -1, routine, 0, delay, priority, arguments)
#define ASK(question, object, value) d->services->ask(d, a, -1, question, object, 0, value)
/* A statement that may wait: what follows is reached when it goes on. */
#define WAITS(place, call)                                                                                             \
	do {                                                                                                               \
		a->at = place;                                                                                                 \
		if (call)                                                                                                      \
			return 1;                                                                                                  \
		__attribute__((fallthrough));                                                                                  \
	case place:;                                                                                                       \
	} while (0)
#define HOLD(place, delay) WAITS(place, d->services->hold(d, a, -1, delay))
#define UNTIL(place, which) WAITS(place, d->services->until(d, a, -1, which))
#define BEGIN switch (a->at) { case 0:
#define END } return 0

#endif
