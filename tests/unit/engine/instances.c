/* Instances that come and go: a chain of dominoes, of which only those that move are integrated. */
#include "unit/unit.h"
#include "engine/engine.h"
#include "structure/structure.h"
#include <math.h>
#include <stdio.h>

enum { STONES = 8 };
static const double PUSH = 1.5, HIT = 0.35, REST = 1.3, GRAVITY = 6, PASS = 0.7;

typedef struct chain {
	sb_arena *arena; sb_diag *diag; sm_model *m; sx_pool *p;
	ss_plan *plan; sc_program *program; se_run *run;
	uint32_t stone[STONES], phi[STONES], w[STONES], hit[STONES], rest[STONES];
} chain;

static uint32_t real(chain *c, const char *what, int k, sm_variability variability, double start)
{
	uint32_t v = sm_add_variable(c->m, sb_printf(c->arena, "%s%d", what, k + 1), SX_REAL, NULL, 0);
	sm_edit(c->m, v)->variability = variability;
	sm_edit(c->m, v)->start = sx_real(c->p, start);
	sm_edit(c->m, v)->fixed = sx_bool(c->p, true);
	return v;
}

static void equation(chain *c, uint32_t stone, sx_ref lhs, sx_ref rhs)
{
	sm_equation *q = sm_equation_new(c->m, SM_EQUAL, (sb_span){0}, "");
	q->lhs = lhs;
	q->rhs = rhs;
	sm_instance_equation(c->m, stone, q);
}

static sm_statement *act(chain *c, sm_event *e, sm_statement_kind kind, uint32_t target, sx_ref value)
{
	sm_statement *s = sm_statement_new(c->m, kind, (sb_span){0});
	s->target = sm_ref(c->m, target);
	s->value = value;
	sb_push(c->arena, e->action, s);
	return s;
}

static sm_event crossing(chain *c, int k, const char *name, double angle)
{
	return (sm_event){.name = name, .trigger = SM_ON_CROSSING, .direction = 1,
		.when = sx_binary(c->p, SX_SUB, sm_ref(c->m, c->phi[k]), sx_real(c->p, angle))};
}

/* w' = GRAVITY*sin(phi): a stone that has been pushed falls faster and faster. It hits the next one, which starts with
 * a part of its speed, and later comes to rest. */
static void build(chain *c)
{
	for (int k = 0; k < STONES; k++) {
		c->stone[k] =
			sm_add_instance(c->m, sb_printf(c->arena, "stone%d", k + 1), k ? SM_ABSENT : SM_ACTIVE, (sb_span){0});
		c->phi[k] = real(c, "phi", k, SM_CONTINUOUS, 0);
		c->w[k] = real(c, "w", k, SM_CONTINUOUS, PUSH);
		c->hit[k] = real(c, "hit", k, SM_DISCRETE, -1);
		c->rest[k] = real(c, "rest", k, SM_DISCRETE, -1);
		sm_instance_owns(c->m, c->stone[k], c->phi[k]);
		sm_instance_owns(c->m, c->stone[k], c->w[k]);
		sx_ref phi = sm_ref(c->m, c->phi[k]), w = sm_ref(c->m, c->w[k]);
		equation(c, c->stone[k], sx_unary(c->p, SX_DER, phi), w);
		equation(c, c->stone[k], sx_unary(c->p, SX_DER, w),
				 sx_binary(c->p, SX_MUL, sx_real(c->p, GRAVITY), sx_unary(c->p, SX_SIN, phi)));
	}
	for (int k = 0; k < STONES; k++) {
		sm_event hits = crossing(c, k, "hits", HIT), rests = crossing(c, k, "rests", REST);
		act(c, &hits, SM_ASSIGN, c->hit[k], sx_time(c->p));
		if (k + 1 < STONES) {
			sm_instance_act(c->m, &hits.action, SM_CREATE, c->stone[k + 1], (sb_span){0});
			act(c, &hits, SM_REINIT_DO, c->w[k + 1],
				sx_binary(c->p, SX_MUL, sx_real(c->p, PASS), sm_ref(c->m, c->w[k])));
		}
		act(c, &rests, SM_ASSIGN, c->rest[k], sx_time(c->p));
		sm_instance_act(c->m, &rests.action, k % 2 ? SM_SUSPEND : SM_DELETE, c->stone[k], (sb_span){0});
		sb_push(c->arena, c->m->events, hits);
		sb_push(c->arena, c->m->events, rests);
	}
}

static chain begin(void)
{
	chain c = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	c.m = sm_model_new(c.arena, sb_names_new(c.arena), c.diag, "Dominoes");
	c.p = c.m->pool;
	return c;
}

static void simulate(chain *c, double stop)
{
	c->plan = ss_analyse(c->arena, c->m);
	c->program = c->plan ? sc_compile(c->plan, &(sc_options){0}) : NULL;
	c->run = c->program ? se_run_new(c->program, c->diag) : NULL;
	se_settings settings = se_defaults(sc_image(c->program));
	settings.stop = stop;
	settings.tolerance = 1e-9;
	if (c->run && se_simulate(c->run, &settings) == SE_DONE)
		return;
	sb_text text = {0};
	sb_render(c->diag, 0, false, &text);
	print_error("%s\n", text.at ? text.at : "");
	sb_text_free(&text);
	fail();
}

static void end(chain *c)
{
	se_run_free(c->run);
	sc_program_free(c->program);
	sb_diag_free(c->diag);
	sb_arena_free(c->arena);
}

/* The fall of one stone by itself: the time from phi = 0 to phi = angle is the integral of 1/w over phi, with the
 * energy w^2 = w0^2 + 2*GRAVITY*(1 - cos phi); by Simpson's rule. */
static double fall_time(double w0, double angle, double *speed)
{
	enum { N = 2000 };
	double sum = 0, h = angle / N;
	for (int i = 0; i <= N; i++) {
		double phi = i * h, w = sqrt(w0 * w0 + 2 * GRAVITY * (1 - cos(phi)));
		sum += (i == 0 || i == N ? 1 : i % 2 ? 4 : 2) / w;
		*speed = w;
	}
	return sum * h / 3;
}

static double value(const chain *c, uint32_t variable)
{
	return se_value(c->run, sm_var(c->m, variable)->first);
}

static void E28_only_what_moves_is_integrated(void **state)
{
	(void)state;
	chain c = begin();
	double start = 0, w0 = PUSH, moving = 0, speed, at_rest;
	build(&c);
	simulate(&c, 6);
	for (int k = 0; k < STONES; k++) {
		double hit = start + fall_time(w0, HIT, &speed), rest = start + fall_time(w0, REST, &at_rest);
		assert_true(fabs(value(&c, c.hit[k]) - hit) < 1e-6);
		assert_true(fabs(value(&c, c.rest[k]) - rest) < 1e-6);
		assert_true(fabs(value(&c, c.phi[k]) - REST) < 1e-6);          /* held where it came to rest */
		assert_true(fabs(value(&c, c.w[k]) - at_rest) < 1e-5);
		moving += rest - start;
		start = hit;
		w0 = PASS * speed;
	}
	uint32_t count, most = 0;
	const se_mode_use *use = se_modes(c.run, &count);
	double integrated = 0;
	for (uint32_t i = 0; i < count; i++) {
		integrated += use[i].states * use[i].time;
		most = use[i].states > most ? use[i].states : most;
	}
	assert_true(fabs(integrated - 2 * moving) < 1e-5);      /* two states for each stone, as long as it moves */
	assert_true(most >= 4 && most < 2 * STONES);
	end(&c);
}

/* Suspended it keeps its values, resumed it goes on from them, created anew it begins again. */
static void E28_suspended_resumed_created_again(void **state)
{
	(void)state;
	chain c = begin();
	uint32_t one = sm_add_instance(c.m, "clock", SM_ACTIVE, (sb_span){0});
	uint32_t x = real(&c, "x", 0, SM_CONTINUOUS, 5), seen[4];
	static const sm_instance_action actions[] = {SM_SUSPEND, SM_RESUME, SM_DELETE, SM_CREATE};
	sm_instance_owns(c.m, one, x);
	equation(&c, one, sx_unary(c.p, SX_DER, sm_ref(c.m, x)), sx_real(c.p, 1));
	for (int k = 0; k < 4; k++) {
		sm_event e = {.name = "turn", .trigger = SM_ON_TIME, .when = sx_real(c.p, k + 1)};
		seen[k] = real(&c, "seen", k, SM_DISCRETE, 0);
		act(&c, &e, SM_ASSIGN, seen[k], sm_ref(c.m, x));
		sm_instance_act(c.m, &e.action, actions[k], one, (sb_span){0});
		sb_push(c.arena, c.m->events, e);
	}
	simulate(&c, 6);
	static const double wanted[] = {6, 6, 7, 7};
	for (int k = 0; k < 4; k++)
		assert_true(fabs(value(&c, seen[k]) - wanted[k]) < 1e-7);
	assert_true(fabs(value(&c, x) - 7) < 1e-7);              /* 5 at time 4, when it was created again */
	end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E28_only_what_moves_is_integrated),
		cmocka_unit_test(E28_suspended_resumed_created_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
