/* Systems made at random: whatever the analysis makes of them, every equation must hold as it was written, and the
 * Jacobian must be that of the rates. Each unknown dominates one equation, so every system has one solution and
 * Newton's method finds it; equations are written with terms on either side, in random order, between aliases of either
 * sign. */
#include "interpret.h"

enum { SYSTEMS = 300, MOST = 40 };

typedef struct dice { uint64_t state; } dice;

static uint32_t roll(dice *d, uint32_t below)
{
	d->state = d->state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(d->state >> 33) % below;
}

static double coefficient(dice *d) { return (int)roll(d, 19) / 10.0 - 0.9; }

typedef struct made { fixture f; sx_ref v[MOST]; sx_ref own[MOST]; uint32_t n, states; sx_ref p; } made;

/* What may be read: any unknown, a derivative, a state, the parameter or the time. */
static sx_ref any_leaf(made *s, dice *d)
{
	uint32_t k = roll(d, s->n + 2);
	if (k == s->n)
		return s->p;
	if (k == s->n + 1)
		return sx_time(s->f.p);
	return k < s->states && roll(d, 2) ? der(&s->f, s->v[k]) : s->v[k];
}

static sx_ref small_term(made *s, dice *d)
{
	fixture *f = &s->f;
	sx_ref leaf = any_leaf(s, d), c = num(f, 0.1 * coefficient(d));
	switch (roll(d, 5)) {
	case 0: return mul(f, c, sx_unary(f->p, SX_SIN, leaf));
	case 1: return mul(f, c, sx_unary(f->p, SX_ATAN, mul(f, leaf, any_leaf(s, d))));
	case 2: return sx_if(f->p, sx_binary(f->p, SX_GT, leaf, num(f, coefficient(d))), mul(f, c, leaf), num(f, 0.3));
	default: return mul(f, c, leaf);
	}
}

/* own*a + small terms = constant, with terms on both sides. */
static void dominated(made *s, dice *d, sx_ref own, bool sparse)
{
	fixture *f = &s->f;
	sx_ref side[2] = { mul(f, num(f, roll(d, 2) ? 1.5 : -1), own), num(f, coefficient(d)) };
	uint32_t terms = roll(d, sparse ? 2 : 4);
	if (roll(d, 3) == 0)
		side[0] = own;
	for (uint32_t i = 0; i < terms; i++) {
		uint32_t to = roll(d, 2);
		side[to] = roll(d, 2) ? add(f, side[to], small_term(s, d)) : sub(f, small_term(s, d), side[to]);
	}
	if (roll(d, 2))
		eq(f, side[0], side[1]);
	else
		eq(f, side[1], side[0]);
}

static void alias(made *s, dice *d, sx_ref own, sx_ref other)
{
	fixture *f = &s->f;
	switch (roll(d, 5)) {
	case 0: eq(f, own, other); break;
	case 1: eq(f, other, neg(f, own)); break;
	case 2: eq(f, add(f, own, other), num(f, 0)); break;
	case 3: eq(f, num(f, 0), sub(f, other, own)); break;
	default: eq(f, own, num(f, coefficient(d))); break;
	}
}

static void make(made *s, dice *d)
{
	*s = (made){ .f = begin() };
	fixture *f = &s->f;
	s->n = 3 + roll(d, MOST - 3);
	s->states = roll(d, s->n / 2 + 1);
	s->p = parameter(f, "p", coefficient(d));
	bool sparse = roll(d, 2);
	for (uint32_t i = 0; i < s->n; i++) {
		char name[16];
		snprintf(name, sizeof name, "v%u", i);
		s->v[i] = real(f, name);
		s->own[i] = s->v[i];
		set_start(f, s->v[i], coefficient(d), i < s->states);
	}
	for (uint32_t i = 0; i < s->states; i++)
		s->own[i] = der(f, s->v[i]);
	for (uint32_t i = 0; i < s->n; i++)
		if (i > s->states && roll(d, 4) == 0)
			alias(s, d, s->own[i], s->v[s->states + roll(d, i - s->states)]);
		else if (i < s->states && s->states < s->n && roll(d, 4) == 0)
			eq(f, s->own[i], s->v[s->states + roll(d, s->n - s->states)]);
		else
			dominated(s, d, s->own[i], sparse);
	/* shuffle */
	for (uint32_t i = f->m->equations.n; i-- > 1;) {
		uint32_t k = roll(d, i + 1);
		sm_equation *keep = f->m->equations.at[i];
		f->m->equations.at[i] = f->m->equations.at[k];
		f->m->equations.at[k] = keep;
	}
}

static void solve(run *r)
{
	run_steps(r, &r->plan->parameter_steps, 0);
	run_steps(r, &r->plan->start_steps, 0);
	run_steps(r, &r->plan->initial_steps, 0);
	run_steps(r, &r->plan->steps, 0);
}

/* Equations can be compared as they were written only where the latches have come to agree with the values. */
static bool latches_agree(run *r)
{
	for (int k = 0; k < 10; k++) {
		if (!run_latches(r))
			return true;
		run_steps(r, &r->plan->steps, 0);
	}
	return false;
}

static void test_random(void **state)
{
	(void)state;
	uint32_t loops = 0, torn = 0, checked = 0;
	for (uint32_t seed = 1; seed <= SYSTEMS; seed++) {
		dice d = { seed * 7919 };
		made s;
		make(&s, &d);
		ss_plan *plan = analyse(&s.f);
		run r = run_new(&s.f, plan);
		solve(&r);
		if (latches_agree(&r)) {
			assert_solved(&r, 1e-9);
			assert_jacobian(&r, 2e-6);
			checked++;
		}
		for (uint32_t i = 0; i < plan->loops.n; i++) {
			loops++;
			torn += plan->loops.at[i]->n < plan->loops.at[i]->members.n;
		}
		end(&s.f);
	}
	/* the test is worth something only if it meets what it is for */
	assert_true(loops > SYSTEMS / 2);
	assert_true(torn > SYSTEMS / 4);
	assert_true(checked > SYSTEMS * 3 / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_random) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
