/* The rules of docs/events.md that are about sources, on models built without a front end: events with triggers,
 * priorities and actions. */
#include "unit/unit.h"
#include "engine/engine.h"
#include "structure/structure.h"
#include <math.h>
#include <string.h>

typedef struct bench {
	sb_arena *arena;
	sb_diag *diag;
	sm_model *m;
	ss_plan *plan;
	sc_program *program;
	se_run *run;
} bench;

static bench begin(void)
{
	bench b = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	b.m = sm_model_new(b.arena, sb_names_new(b.arena), b.diag, "Built");
	return b;
}

static uint32_t integer(bench *b, const char *name)
{
	uint32_t v = sm_add_variable(b->m, name, SX_INTEGER, NULL, 0);
	sm_edit(b->m, v)->variability = SM_DISCRETE;
	sm_edit(b->m, v)->start = sx_int(b->m->pool, 0);
	sm_edit(b->m, v)->fixed = sx_bool(b->m->pool, true);
	return v;
}

/* A state that is time itself. */
static uint32_t ramp(bench *b)
{
	uint32_t v = sm_add_variable(b->m, "x", SX_REAL, NULL, 0);
	sm_edit(b->m, v)->start = sx_real(b->m->pool, 0);
	sm_edit(b->m, v)->fixed = sx_bool(b->m->pool, true);
	sm_add_equation(b->m, sx_unary(b->m->pool, SX_DER, sm_ref(b->m, v)), sx_real(b->m->pool, 1), (sb_span){0}, "");
	return v;
}

static uint32_t event(bench *b, const char *name, sm_trigger trigger, sx_ref when, int priority)
{
	sm_event e = {.name = name, .trigger = trigger, .when = when, .priority = priority};
	sb_push(b->arena, b->m->events, e);
	return b->m->events.n - 1;
}

static sm_statement *act(bench *b, uint32_t e, sm_statement_kind kind)
{
	sm_statement *s = sm_statement_new(b->m, kind, (sb_span){0});
	sb_push(b->arena, b->m->events.at[e].action, s);
	return s;
}

/* Appends a digit to a number: the order of actions can be read from it afterwards. */
static void append(bench *b, uint32_t e, uint32_t v, int digit)
{
	sx_pool *p = b->m->pool;
	sm_statement *s = act(b, e, SM_ASSIGN);
	s->target = sm_ref(b->m, v);
	s->value = sx_binary(p, SX_ADD, sx_binary(p, SX_MUL, sx_int(p, 10), sm_ref(b->m, v)), sx_int(p, digit));
}

static void simulate(bench *b, double stop, se_status wanted)
{
	b->plan = ss_analyse(b->arena, b->m);
	b->program = b->plan ? sc_compile(b->plan, &(sc_options){0}) : NULL;
	if (b->program) {
		se_settings settings = se_defaults(sc_image(b->program));
		settings.stop = stop;
		settings.solver = "erk";
		b->run = se_run_new(b->program, b->diag);
		se_status status = se_simulate(b->run, &settings);
		if (status == wanted)
			return;
	}
	sb_text text = {0};
	sb_render(b->diag, 0, false, &text);
	print_error("%s\n", text.at ? text.at : "");
	sb_text_free(&text);
	fail();
}

static long value(const bench *b, uint32_t v)
{
	return lround(se_value(b->run, sm_var(b->m, v)->first));
}

static void end(bench *b)
{
	se_run_free(b->run);
	sc_program_free(b->program);
	sb_diag_free(b->diag);
	sb_arena_free(b->arena);
}

static void E7_order_is_time_priority_first_in(void **state)
{
	(void)state;
	bench b = begin();
	uint32_t n = integer(&b, "n");
	ramp(&b);
	sx_ref one = sx_real(b.m->pool, 1);
	append(&b, event(&b, "a", SM_ON_TIME, one, 1), n, 1);
	append(&b, event(&b, "b", SM_ON_TIME, one, 0), n, 2);
	append(&b, event(&b, "c", SM_ON_TIME, one, 1), n, 3);
	append(&b, event(&b, "d", SM_ON_TIME, sx_real(b.m->pool, 0.5), 9), n, 4);
	simulate(&b, 2, SE_DONE);
	assert_int_equal(value(&b, n), 4213);
	end(&b);
}

static void E9_sources_run_one_after_another(void **state)
{
	(void)state;
	bench b = begin();
	sx_pool *p = b.m->pool;
	uint32_t n = integer(&b, "n"), twice = integer(&b, "twice"), seen = integer(&b, "seen");
	ramp(&b);
	/* an equation that follows n: the second action must see it already settled by the first */
	sm_add_equation(b.m, sm_ref(b.m, twice), sx_binary(p, SX_MUL, sx_int(p, 2), sm_ref(b.m, n)), (sb_span){0}, "");
	sx_ref one = sx_real(p, 1);
	uint32_t first = event(&b, "first", SM_ON_TIME, one, 0), second = event(&b, "second", SM_ON_TIME, one, 0);
	append(&b, first, n, 7);
	sm_statement *s = act(&b, second, SM_ASSIGN);
	s->target = sm_ref(b.m, seen);
	s->value = sm_ref(b.m, twice);
	simulate(&b, 2, SE_DONE);
	assert_int_equal(value(&b, seen), 14);
	end(&b);
}

static void E13_what_is_scheduled_now_joins_the_tail(void **state)
{
	(void)state;
	bench b = begin();
	sx_pool *p = b.m->pool;
	uint32_t n = integer(&b, "n");
	ramp(&b);
	sx_ref one = sx_real(p, 1);
	uint32_t a = event(&b, "a", SM_ON_TIME, one, 0), c = event(&b, "c", SM_ON_TIME, one, 0),
			 late = event(&b, "late", SM_ON_SCHEDULE, 0, 0), never = event(&b, "never", SM_ON_SCHEDULE, 0, 0);
	append(&b, a, n, 1);
	sm_statement *now = act(&b, a, SM_SCHEDULE), *later = act(&b, a, SM_SCHEDULE), *cancelled = act(&b, a, SM_SCHEDULE),
	             *cancel = act(&b, c, SM_CANCEL);
	now->event = later->event = late;
	now->value = sx_real(p, 0);
	later->value = sx_real(p, 0.5);
	cancelled->event = cancel->event = never;
	cancelled->value = sx_real(p, 0.25);
	append(&b, c, n, 2);
	append(&b, late, n, 3);
	append(&b, never, n, 9);
	simulate(&b, 2, SE_DONE);
	assert_int_equal(value(&b, n), 1233);         /* at 1: a, c, then late; at 1.5: late again */
	end(&b);
}

static void E13_conditions_that_become_true_join_the_tail(void **state)
{
	(void)state;
	bench b = begin();
	sx_pool *p = b.m->pool;
	uint32_t n = integer(&b, "n"), x = ramp(&b);
	sx_ref at = sm_ref(b.m, x);
	uint32_t up = event(&b, "up", SM_ON_CROSSING, sx_binary(p, SX_SUB, at, sx_real(p, 0.75)), 0);
	b.m->events.at[up].direction = 1;
	append(&b, up, n, 1);
	uint32_t down = event(&b, "down", SM_ON_CROSSING, sx_binary(p, SX_SUB, at, sx_real(p, 0.75)), 0);
	b.m->events.at[down].direction = -1;
	append(&b, down, n, 8);
	uint32_t edge = event(&b, "edge", SM_ON_EDGE, sx_binary(p, SX_GT, sm_ref(b.m, n), sx_int(p, 0)), 0);
	append(&b, edge, n, 2);
	uint32_t period = event(&b, "period", SM_ON_PERIOD, 0, 0);
	b.m->events.at[period].start = sx_real(p, 1);
	b.m->events.at[period].interval = sx_real(p, 0.5);
	append(&b, period, n, 5);
	simulate(&b, 2.1, SE_DONE);
	assert_int_equal(value(&b, n), 12555);
	end(&b);
}

static void E20_initial_and_terminal_events(void **state)
{
	(void)state;
	bench b = begin();
	uint32_t n = integer(&b, "n");
	ramp(&b);
	append(&b, event(&b, "first", SM_ON_INITIAL, 0, 0), n, 1);
	append(&b, event(&b, "last", SM_ON_TERMINAL, 0, 0), n, 2);
	simulate(&b, 1, SE_DONE);
	assert_int_equal(value(&b, n), 12);
	end(&b);
}

static void E17_an_event_that_schedules_itself_now(void **state)
{
	(void)state;
	bench b = begin();
	ramp(&b);
	uint32_t e = event(&b, "again", SM_ON_TIME, sx_real(b.m->pool, 0.5), 0);
	sm_statement *s = act(&b, e, SM_SCHEDULE);
	s->event = e;
	s->value = sx_real(b.m->pool, 0);
	simulate(&b, 1, SE_FAILED);
	bool said = false;
	for (uint32_t i = 0; i < sb_messages(b.diag); i++)
		said = said || strcmp(sb_message_at(b.diag, i).code, "R0201") == 0;
	assert_true(said);
	end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E7_order_is_time_priority_first_in),
		cmocka_unit_test(E9_sources_run_one_after_another),
		cmocka_unit_test(E13_what_is_scheduled_now_joins_the_tail),
		cmocka_unit_test(E13_conditions_that_become_true_join_the_tail),
		cmocka_unit_test(E17_an_event_that_schedules_itself_now),
		cmocka_unit_test(E20_initial_and_terminal_events),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
