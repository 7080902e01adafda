/* Families that stay whole: cells and their places, what is computed, in which direction, the Jacobian; and that
 * nothing of it grows with the length of the arrays. Known answers: every equation of the model holds at every point as
 * it was written, and the Jacobian is that of central differences. */
#include "unit/structure/interpret.h"

enum { ITERATORS = 2 };
typedef struct grid { fixture *f; uint32_t iterator[ITERATORS]; } grid;

static grid grid_of(fixture *f)
{
	return (grid){ f, { sx_new_iter(f->p, "i"), sx_new_iter(f->p, "j") } };
}

static uint32_t array(fixture *f, const char *name, uint32_t n, uint32_t m)
{
	uint32_t shape[] = { n, m }, v = sm_add_variable(f->m, name, SX_REAL, shape, m ? 2 : 1);
	sm_edit(f->m, v)->component = "";
	return v;
}

static sx_ref shifted(grid *g, int k, int64_t by)
{
	sx_ref i = sx_iter(g->f->p, g->iterator[k]);
	return by ? sx_binary(g->f->p, by > 0 ? SX_ADD : SX_SUB, i, sx_int(g->f->p, by > 0 ? by : -by)) : i;
}

static sx_ref at(grid *g, uint32_t v, int64_t by)
{
	sx_ref s = shifted(g, 0, by);
	return sx_var(g->f->p, v, SX_REAL, &s, 1);
}

static sx_ref at2(grid *g, uint32_t v, int64_t by, int64_t by2)
{
	sx_ref s[] = { shifted(g, 0, by), shifted(g, 1, by2) };
	return sx_var(g->f->p, v, SX_REAL, s, 2);
}

static sm_equation *family(grid *g, sx_ref l, sx_ref r, int64_t from, int64_t to)
{
	sm_equation *q = eq(g->f, l, r);
	sb_push(g->f->arena, q->domain, ((sm_range){ g->iterator[0], from, to }));
	return q;
}

static void family2(grid *g, sx_ref l, sx_ref r, int64_t from, int64_t to, int64_t from2, int64_t to2)
{
	sm_equation *q = family(g, l, r, from, to);
	sb_push(g->f->arena, q->domain, ((sm_range){ g->iterator[1], from2, to2 }));
}

static void assert_whole(const ss_plan *plan)
{
	assert_true(plan->families.n > 0);
	for (uint32_t i = 0; i < plan->families.n; i++)
		if (plan->families.at[i].why)
			fail_msg("a family was written out because %s", plan->families.at[i].why);
}

/* States in any order of numbers, then the rates: equations hold, the Jacobian is right. */
static void assert_rates(fixture *f, const ss_plan *plan)
{
	run d = run_initial(f, plan);
	for (uint32_t i = 0; i < plan->states; i++)
		d.x[i] = sin(1.0 + i);
	run_steps(&d, &plan->steps, 0);
	assert_solved(&d, 1e-12);
	assert_jacobian(&d, 1e-6);
}

/* Every state is at the place of its scalar, and every scalar at a place of its own. */
static void assert_places(const ss_plan *plan)
{
	for (uint32_t i = 0; i < plan->states; i++) {
		ss_place p = ss_place_of(plan, ss_state_scalar(plan, i));
		assert_int_equal(p.store, SS_STATE);
		assert_int_equal(p.index, i);
	}
}

/* der(u[i]) = u[i-1] - u[i] behind u[1] = time: two cells; u[1] is kept elsewhere, so the first round is its own. */
static void test_advection(void **state)
{
	(void)state;
	enum { N = 9 };
	fixture f = begin();
	grid g = grid_of(&f);
	uint32_t u = array(&f, "u", N, 0);
	eq(&f, sm_ref_at(f.m, u, 0), sx_time(f.p));
	family(&g, der(&f, at(&g, u, 0)), sub(&f, at(&g, u, -1), at(&g, u, 0)), 2, N);
	ss_plan *plan = analyse(&f);
	assert_whole(plan);
	assert_int_equal(plan->states, N - 1);
	assert_int_equal(plan->steps.n, 2);
	assert_int_equal(plan->cells->n, 2);
	assert_int_equal(ss_place_of(plan, sm_var(f.m, u)->first).store, SS_REAL);
	assert_places(plan);
	assert_rates(&f, plan);
	sb_text name = {0};
	ss_cell_name(plan, sm_var(f.m, u)->first + 1, &name);
	assert_string_equal(name.at, "u[2:9]");
	sb_text_free(&name);
	end(&f);
}

/* A plate: the inside in two dimensions, four edges and four corners, all states of one array, which lies row by row as
 * a whole. And q[i,j], given at other boxes, transposed. */
static void test_plate(void **state)
{
	(void)state;
	enum { N = 8, M = 9 };
	fixture f = begin();
	grid g = grid_of(&f);
	uint32_t T = array(&f, "T", N, M), q = array(&f, "q", M, N);
	sx_ref neighbours =
		add(&f, add(&f, at2(&g, T, -1, 0), at2(&g, T, 1, 0)), add(&f, at2(&g, T, 0, -1), at2(&g, T, 0, 1)));
	sx_ref turned[] = { shifted(&g, 1, 0), shifted(&g, 0, 0) };
	family2(&g, der(&f, at2(&g, T, 0, 0)), sub(&f, neighbours, mul(&f, num(&f, 4), sx_var(f.p, q, SX_REAL, turned, 2))),
			2, N - 1, 2, M - 1);
	for (int edge = 0; edge < 4; edge++) {
		bool row = edge < 2, last = edge % 2;
		sx_ref fixed = sx_int(f.p, last ? (row ? N : M) : 1), i = shifted(&g, 0, 0),
			   s[] = {row ? fixed : i, row ? i : fixed};
		sx_ref own = sx_var(f.p, T, SX_REAL, s, 2);
		family(&g, der(&f, own), neg(&f, mul(&f, own, own)), 2, (row ? M : N) - 1);
	}
	for (int corner = 0; corner < 4; corner++) {
		uint32_t element = (corner / 2 ? (N - 1) * M : 0) + (corner % 2 ? M - 1 : 0);
		eq(&f, der(&f, sm_ref_at(f.m, T, element)), sm_ref_at(f.m, T, M + 1));
	}
	family2(&g, sx_var(f.p, q, SX_REAL, turned, 2), mul(&f, at2(&g, T, 0, 0), num(&f, 2)), 1, N, 1, M);
	ss_plan *plan = analyse(&f);
	assert_whole(plan);
	assert_int_equal(plan->states, N * M);
	assert_int_equal(plan->steps.n, 10);
	for (uint32_t e = 0; e < N * M; e++)
		assert_int_equal(ss_place_of(plan, sm_var(f.m, T)->first + e).index, e);
	assert_places(plan);
	assert_rates(&f, plan);
	end(&f);
}

/* Recurrences: upwards, downwards, and one that is neither. */
static void test_recurrences(void **state)
{
	(void)state;
	enum { N = 10 };
	fixture f = begin();
	grid g = grid_of(&f);
	uint32_t up = array(&f, "up", N, 0), down = array(&f, "down", N, 0), both = array(&f, "both", N, 0);
	eq(&f, sm_ref_at(f.m, up, 0), sx_time(f.p));
	family(&g, at(&g, up, 0), add(&f, mul(&f, num(&f, 2), at(&g, up, -1)), num(&f, 1)), 2, N);
	family(&g, mul(&f, num(&f, 3), at(&g, down, 0)), add(&f, at(&g, down, 1), at(&g, up, 0)), 1, N - 1);
	eq(&f, sm_ref_at(f.m, down, N - 1), sm_ref_at(f.m, up, 3));
	eq(&f, sm_ref_at(f.m, both, 0), num(&f, 1));
	eq(&f, sm_ref_at(f.m, both, N - 1), sx_time(f.p));
	family(&g, add(&f, at(&g, both, -1), at(&g, both, 1)), mul(&f, num(&f, 3), at(&g, both, 0)), 2, N - 1);
	ss_plan *plan = analyse(&f);
	assert_null(plan->families.at[0].why);
	assert_null(plan->families.at[1].why);
	assert_string_equal(plan->families.at[2].why, "it needs elements of its own on both sides");
	int loops = 0, back = 0;
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		loops += plan->steps.at[i].domain.n == 1;
		back += plan->steps.at[i].domain.n == 1 && plan->steps.at[i].descending[0];
	}
	assert_int_equal(loops, 2);
	assert_int_equal(back, 1);
	run d = run_initial(&f, plan);
	d.time = 3;
	run_steps(&d, &plan->steps, 0);
	assert_solved(&d, 1e-12);
	assert_near(value(&d, "up[10]"), 4 * 512 - 1, 0);
	end(&f);
}

/* a = x, b = -a, v = der(x) over arrays take no steps; the rest reads them at the same, at other and at fixed places.
 */
static void test_aliases(void **state)
{
	(void)state;
	enum { N = 8 };
	fixture f = begin();
	grid g = grid_of(&f);
	uint32_t x = array(&f, "x", N, 0), a = array(&f, "a", N, 0), b = array(&f, "b", N, 0), v = array(&f, "v", N, 0),
			 w = array(&f, "w", N, 0);
	family(&g, at(&g, a, 0), at(&g, x, 0), 1, N);
	family(&g, at(&g, b, 0), neg(&f, at(&g, a, 0)), 1, N);
	family(&g, at(&g, v, 0), der(&f, at(&g, x, 0)), 1, N);
	family(&g, der(&f, at(&g, x, 0)), mul(&f, at(&g, b, 0), sm_ref_at(f.m, a, 2)), 1, N);
	eq(&f, sm_ref_at(f.m, w, 0), sm_ref_at(f.m, v, 1));
	family(&g, at(&g, w, 0), sub(&f, at(&g, b, -1), mul(&f, at(&g, a, 0), at(&g, v, -1))), 2, N);
	ss_plan *plan = analyse(&f);
	assert_whole(plan);
	assert_int_equal(plan->steps.n, 3);
	assert_int_equal(ss_place_of(plan, sm_var(f.m, b)->first + 4).store, SS_STATE);
	assert_true(ss_place_of(plan, sm_var(f.m, b)->first + 4).negated);
	assert_int_equal(ss_place_of(plan, sm_var(f.m, v)->first + 5).store, SS_RATE);
	assert_int_equal(ss_place_of(plan, sm_var(f.m, v)->first + 5).index, 5);
	assert_rates(&f, plan);
	end(&f);
}

/* The same model with 1e3 and 1e6 elements: as many steps, entries and bytes. */
static void test_length_does_not_matter(void **state)
{
	(void)state;
	size_t bytes[2];
	uint32_t steps[2], entries[2], nodes[2];
	for (int k = 0; k < 2; k++) {
		uint32_t n = k ? 1000000 : 1000;
		fixture f = begin();
		grid g = grid_of(&f);
		uint32_t u = array(&f, "u", n, 0), q = array(&f, "q", n, 0), p = array(&f, "p", n, 0);
		sm_edit(f.m, p)->variability = SM_PARAMETER;
		sm_edit(f.m, p)->binding = num(&f, 2);
		eq(&f, sm_ref_at(f.m, q, 0), sm_ref_at(f.m, u, n / 2));
		family(&g, at(&g, q, 0), mul(&f, at(&g, p, -1), sub(&f, at(&g, u, -1), at(&g, u, 0))), 2, n);
		family(&g, der(&f, at(&g, u, 0)), sub(&f, at(&g, q, 0), at(&g, q, 1)), 1, n - 1);
		eq(&f, der(&f, sm_ref_at(f.m, u, n - 1)), sm_ref_at(f.m, q, n - 1));
		size_t before = sb_arena_used(f.arena);
		ss_plan *plan = analyse(&f);
		assert_whole(plan);
		bytes[k] = sb_arena_used(f.arena) - before;
		steps[k] = plan->steps.n + plan->initial_steps.n + plan->start_steps.n + plan->parameter_steps.n;
		entries[k] = plan->jacobian.entries.n;
		nodes[k] = sx_count(f.p);
		assert_int_equal(plan->states, n);
		assert_int_equal(plan->parameter_count, n);
		assert_int_equal(plan->parameters.n, 1);
		assert_int_equal(ss_parameter_number(plan, sm_var(f.m, p)->first + 7), 7);
		assert_true(plan->jacobian.symbolic);
		end(&f);
	}
	assert_int_equal(steps[0], steps[1]);
	assert_int_equal(entries[0], entries[1]);
	assert_int_equal(nodes[0], nodes[1]);
	assert_int_equal(bytes[0], bytes[1]);
}

static uint64_t random_state;

static uint32_t pick(uint32_t n)
{
	random_state = random_state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(random_state >> 33) % n;
}

/* A reference that stays inside an array of n for i in from:to. */
static sx_ref any_reference(grid *g, uint32_t v, int64_t from, int64_t to, int64_t n)
{
	int64_t by = (int64_t)pick(5) - 2;
	if (pick(8) == 0)
		return sm_ref_at(g->f->m, v, pick((uint32_t)n));
	return at(g, v, from + by < 1 || to + by > n ? 0 : by);
}

static sx_ref any_expression(grid *g, const uint32_t *arrays, uint32_t count, int64_t from, int64_t to, int64_t n,
							 int depth)
{
	fixture *f = g->f;
	if (depth == 0 || pick(4) == 0)
		return pick(6) ? any_reference(g, arrays[pick(count)], from, to, n) : pick(2) ? sx_time(f->p)
			: sx_cast(f->p, sx_iter(f->p, g->iterator[0]), SX_REAL);
	sx_ref a = any_expression(g, arrays, count, from, to, n, depth - 1),
		   b = any_expression(g, arrays, count, from, to, n, depth - 1);
	switch (pick(4)) {
	case 0: return add(f, a, b);
	case 1: return sub(f, a, b);
	case 2: return mul(f, a, sx_unary(f->p, SX_SIN, b));
	default: return add(f, mul(f, num(f, 0.5), a), sx_unary(f->p, SX_COS, b));
	}
}

/* Arrays in random ranges with random equations: rates, values, values in recurrences, aliases, equations that must be
 * solved. */
static void test_random(void **state)
{
	(void)state;
	uint32_t whole = 0;
	for (uint32_t seed = 1; seed <= 150; seed++) {
		random_state = seed;
		fixture f = begin();
		grid g = grid_of(&f);
		uint32_t arrays[5], count = 2 + pick(4);
		int64_t n = 8 + pick(6);
		for (uint32_t v = 0; v < count; v++)
			arrays[v] = array(&f, sb_printf(f.arena, "v%u", v), (uint32_t)n, 0);
		for (uint32_t v = 0; v < count; v++) {
			bool rate = v < 2;
			for (int64_t from = 1, to; from <= n; from = to + 1) {
				to = pick(2) ? n : from + pick((uint32_t)(n - from + 1));
				sx_ref own = at(&g, arrays[v], 0), e = any_expression(&g, arrays, rate ? 2 : v, from, to, n, 2);
				if (rate)
					family(&g, der(&f, own), sub(&f, e, own), from, to);
				else if (pick(4) == 0 && from > 1)
					family(&g, own, add(&f, mul(&f, num(&f, 0.5), at(&g, arrays[v], -1)), e), from, to);
				else if (pick(3) == 0)
					family(&g, own,
						   pick(2) ? any_reference(&g, arrays[pick(v)], from, to, n)
								   : neg(&f, at(&g, arrays[pick(v)], 0)),
						   from, to);
				else if (pick(2))
					family(&g, e, mul(&f, num(&f, 4), own), from, to);
				else
					family(&g, own, e, from, to);
			}
		}
		for (uint32_t k = 0; k < 2; k++)       /* the rates read what is computed */
			for (uint32_t i = 0; i < f.m->equations.n; i++) {
				sm_equation *q = f.m->equations.at[i];
				if (sx_op_of(f.p, q->lhs) == SX_DER && count > 2 && pick(2))
					q->rhs = add(
						&f, q->rhs,
						any_reference(&g, arrays[2 + pick(count - 2)], q->domain.at[0].from, q->domain.at[0].to, n));
			}
		ss_plan *plan = analyse(&f);
		for (uint32_t i = 0; i < plan->families.n; i++)
			whole += !plan->families.at[i].why;
		assert_places(plan);
		assert_rates(&f, plan);
		end(&f);
	}
	assert_true(whole > 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_advection),
		cmocka_unit_test(test_plate),
		cmocka_unit_test(test_recurrences),
		cmocka_unit_test(test_aliases),
		cmocka_unit_test(test_length_does_not_matter),
		cmocka_unit_test(test_random),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
