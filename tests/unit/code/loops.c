/* Loops of equations: linear ones against exact solutions, nonlinear ones against known roots, and what is said when
 * there is none. */
#include "unit/code/plan.h"

static ss_loop *new_block(bench *b, bool linear, uint32_t n)
{
	ss_loop *k = sb_new(b->arena, ss_loop);
	k->linear = linear;
	k->n = n;
	k->unknowns = sb_new_array(b->arena, sx_ref, n);
	k->residuals = sb_new_array(b->arena, sx_ref, n);
	k->rhs = sb_new_array(b->arena, sx_ref, n);
	sb_push(b->arena, b->plan->loops, k);
	ss_step s = { .kind = SS_LOOP, .loop = b->plan->loops.n - 1, .phases = SS_RATES };
	sb_push(b->arena, b->plan->steps, s);
	return k;
}

static void entry(bench *b, ss_loop *k, uint32_t row, uint32_t col, sx_ref v)
{
	ss_entry e = { row, col, v };
	sb_push(b->arena, k->matrix, e);
}

/* A ladder of n equal resistors between two sources: the potentials lie on a straight line. n = 30 is dense, n = 500
 * sparse. */
static void ladder(uint32_t n, int optimise)
{
	bench b = bench_new();
	sx_ref g = real(&b, "g"), left = real(&b, "left"), v = add(&b, "v", SX_REAL, SS_REAL, n);
	ss_loop *k = new_block(&b, true, n);
	for (uint32_t i = 0; i < n; i++) {
		k->unknowns[i] = sm_ref_at(b.m, sx_at(b.p, v)->payload, i);
		entry(&b, k, i, i, op2(&b, SX_MUL, num(&b, 2), g));
		if (i > 0)
			entry(&b, k, i, i - 1, op1(&b, SX_NEG, g));
		if (i + 1 < n)
			entry(&b, k, i, i + 1, op1(&b, SX_NEG, g));
		k->rhs[i] = i == 0 ? op2(&b, SX_MUL, g, left) : num(&b, 0);
	}
	build(&b, optimise);
	set(&b, g, 0.01);
	for (int round = 1; round < 4; round++) {
		set(&b, left, round);
		if (round == 3)
			set(&b, g, 1e6);
		rates(&b);
		assert_false(b.d->failed);
		for (uint32_t i = 0; i < n; i++)
			assert_true(fabs(value(&b, k->unknowns[i]) - round * (1 - (i + 1.0) / (n + 1))) < 1e-11 * n);
	}
	set(&b, g, 0);
	rates(&b);
	if (n <= 300) {        /* 0 = 0 in each row: all is open and stays */
		assert_false(b.d->failed);
		assert_true(said(&b, "R0313", "nothing determines 'v[1]'"));
		assert_true(fabs(value(&b, k->unknowns[0]) - 3 * (1 - 1.0 / (n + 1))) < 1e-11 * n);
	} else {
		assert_true(b.d->failed);
		assert_true(sc_report_failure(b.d));
		assert_true(said(&b, "R0311", "the linear loop of 'v[1]'"));
	}
	set(&b, g, 1);
	rates(&b);
	assert_false(b.d->failed);
	bench_free(&b);
}

static void linear_loops(void **unused)
{
	(void)unused;
	ladder(1, 0);
	ladder(2, 0);
	ladder(30, 0);
	ladder(40, 2);
	ladder(500, 0);
}

/* Rows and unknowns of very different size: x + y = 1, 1e12 x - 1e-12 y = 0. */
static void scales_differ(void **unused)
{
	(void)unused;
	bench b = bench_new();
	ss_loop *k = new_block(&b, true, 2);
	k->unknowns[0] = real(&b, "x");
	k->unknowns[1] = real(&b, "y");
	entry(&b, k, 0, 0, num(&b, 1));
	entry(&b, k, 0, 1, num(&b, 1));
	entry(&b, k, 1, 0, num(&b, 1e12));
	entry(&b, k, 1, 1, num(&b, -1e-12));
	k->rhs[0] = num(&b, 1);
	k->rhs[1] = num(&b, 0);
	build(&b, 0);
	rates(&b);
	assert_true(fabs(value(&b, k->unknowns[0]) / 1e-24 - 1) < 1e-12);
	assert_true(fabs(value(&b, k->unknowns[1]) - 1) < 1e-15);
	bench_free(&b);
}

/* x^2 + y^2 = a, x = y by an inner step: x = sqrt(a/2). */
static void nonlinear_loop(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref a = real(&b, "a"), x = real(&b, "x"), y = real(&b, "y"), two = num(&b, 2);
	sm_edit(b.m, sm_find(b.m, "x"))->start = num(&b, 1);
	ss_loop *k = new_block(&b, false, 1);
	k->unknowns[0] = x;
	ss_step inner = assign(y, x, SS_RATES);
	sb_push(b.arena, k->inner, inner);
	k->residuals[0] = op2(&b, SX_SUB, op2(&b, SX_ADD, op2(&b, SX_POW, x, two), op2(&b, SX_POW, y, two)), a);
	ss_temp temp = { 0, op2(&b, SX_MUL, two, y) };
	sb_push(b.arena, k->temps, temp);
	k->temp_count = 1;
	entry(&b, k, 0, 0, op2(&b, SX_ADD, op2(&b, SX_MUL, two, x), sx_local(b.p, 0, SX_REAL, NULL, 0)));
	sb_push(b.arena, k->members, x);
	sb_push(b.arena, k->members, y);
	build(&b, 0);
	for (int round = 0; round < 12; round++) {
		double wanted = round == 0 ? 2 : pow(10, round - 6);
		set(&b, a, wanted);
		rates(&b);       /* the first from x = 0, where the matrix is singular */
		assert_false(b.d->failed);
		assert_true(fabs(fabs(value(&b, x)) - sqrt(wanted / 2)) < 1e-12 * sqrt(wanted));
		assert_true(value(&b, y) == value(&b, x));
	}
	set(&b, a, -1);
	b.d->time = 2.5;
	rates(&b);
	assert_true(b.d->failed);
	assert_true(sc_report_failure(b.d));
	assert_true(said(&b, "R0310", "the loop of 'x', 'y' did not converge at time 2.5"));
	bench_free(&b);
}

/* A diode behind a resistor: (u - v)/R = Is (exp(v/Vt) - 1). The current through both agrees; no overflow on the
 * way. */
static void diode(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref u = real(&b, "u"), v = real(&b, "v"), e, r = num(&b, 100), is = num(&b, 1e-14), vt = num(&b, 0.025);
	ss_loop *k = new_block(&b, false, 1);
	k->unknowns[0] = v;
	e = op1(&b, SX_EXP, op2(&b, SX_DIV, v, vt));
	k->residuals[0] =
		op2(&b, SX_SUB, op2(&b, SX_DIV, op2(&b, SX_SUB, u, v), r), op2(&b, SX_MUL, is, op2(&b, SX_SUB, e, num(&b, 1))));
	entry(&b, k, 0, 0, op2(&b, SX_SUB, num(&b, -0.01), op2(&b, SX_MUL, op2(&b, SX_DIV, is, vt), e)));
	build(&b, 0);
	for (double volts = -10; volts <= 200; volts += 17.5) {
		set(&b, v, 0);
		set(&b, u, volts);
		rates(&b);
		assert_false(b.d->failed);
		double at = value(&b, v), through = 1e-14 * (exp(at / 0.025) - 1);
		assert_true(fabs((volts - at) / 100 - through) <= 1e-10 * (fabs(through) + 1e-12) + 1e-14);
	}
	bench_free(&b);
}

/* n unknowns, z[i]^3 + z[i] = i + z[i-1]: solved from below by bisection here, all at once by KLU there. */
static void large_nonlinear_loop(void **unused)
{
	(void)unused;
	enum { N = 300 };
	bench b = bench_new();
	sx_ref z = add(&b, "z", SX_REAL, SS_REAL, N);
	ss_loop *k = new_block(&b, false, N);
	for (uint32_t i = 0; i < N; i++) {
		sx_ref x = sm_ref_at(b.m, sx_at(b.p, z)->payload, i);
		k->unknowns[i] = x;
		sx_ref left = op2(&b, SX_ADD, op2(&b, SX_POW, x, num(&b, 3)), x), right = num(&b, i);
		entry(&b, k, i, i, op2(&b, SX_ADD, op2(&b, SX_MUL, num(&b, 3), op2(&b, SX_POW, x, num(&b, 2))), num(&b, 1)));
		if (i > 0) {
			right = op2(&b, SX_ADD, right, k->unknowns[i - 1]);
			entry(&b, k, i, i - 1, num(&b, -1));
		}
		k->residuals[i] = op2(&b, SX_SUB, left, right);
	}
	build(&b, 0);
	rates(&b);
	assert_false(b.d->failed);
	double before = 0;
	for (uint32_t i = 0; i < N; i++) {
		double low = 0, high = 100;
		for (int round = 0; round < 200; round++) {
			double middle = (low + high) / 2;
			if (middle * middle * middle + middle < i + before)
				low = middle;
			else
				high = middle;
		}
		before = low;
		assert_true(fabs(value(&b, k->unknowns[i]) - low) < 1e-11 * (1 + low));
	}
	bench_free(&b);
}

/* The Jacobian through a loop: x' = z with 2 z = 3 x, so dx'/dx = 1.5, by solve with the factors of the last
 * evaluation. */
static void jacobian_through_a_loop(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref x = state(&b, "x"), z = real(&b, "z");
	ss_loop *k = new_block(&b, true, 1);
	k->unknowns[0] = z;
	entry(&b, k, 0, 0, num(&b, 2));
	k->rhs[0] = op2(&b, SX_MUL, num(&b, 3), x);
	step(&b, op1(&b, SX_DER, x), z);
	ss_jacobian *j = &b.plan->jacobian;
	j->symbolic = true;
	j->temp_count = 1;
	ss_jacobian_step s = { .solve = true, .local = 0, .loop = 0, .rhs = sb_new_array(b.arena, sx_ref, 1) };
	s.rhs[0] = num(&b, 3);
	sb_push(b.arena, j->steps, s);
	j->pattern.n = 1;
	j->pattern.column = sb_new_array(b.arena, uint32_t, 2);
	j->pattern.column[1] = 1;
	j->pattern.row = sb_new_array(b.arena, uint32_t, 1);
	j->values = sb_new_array(b.arena, sx_ref, 1);
	j->values[0] = sx_local(b.p, 0, SX_REAL, NULL, 0);
	build(&b, 0);
	double out = 0;
	b.d->x[0] = 4;
	rates(&b);
	assert_true(b.d->xd[0] == 6);
	sc_functions_of(b.program)->jacobian(b.d, &out);
	assert_true(out == 1.5);
	bench_free(&b);
}

/* c = sqrt(a - 1) if there is a root, and a loop z/a = 1. */
static bench with_loop(bool root, sx_ref *a)
{
	bench b = bench_new();
	*a = real(&b, "a");
	sx_ref c = real(&b, "c"), z = real(&b, "z"), y = real(&b, "y");
	if (root)
		step(&b, c, op1(&b, SX_SQRT, op2(&b, SX_SUB, *a, num(&b, 1))));
	ss_loop *k = new_block(&b, true, 1);
	k->unknowns[0] = z;
	entry(&b, k, 0, 0, op2(&b, SX_DIV, num(&b, 1), *a));
	k->rhs[0] = num(&b, 1);
	step(&b, y, op1(&b, SX_LOG, z));
	build(&b, 0);
	return b;
}

/* The first operation without a value is named; a division by zero inside a loop, too. */
static void values_that_are_not_finite(void **unused)
{
	(void)unused;
	sx_ref a;
	bench b = with_loop(true, &a);
	set(&b, a, 4);
	rates(&b);
	assert_false(b.d->failed);
	assert_false(sc_report_not_finite(b.d, "testing"));
	set(&b, a, 0.5);
	rates(&b);
	b.d->time = 1.5;
	assert_true(sc_report_not_finite(b.d, "testing"));
	assert_true(said(&b, "R0302", "'sqrt(a - 1)' is not defined for a - 1 = -0.5 at time 1.5"));
	bench_free(&b);
	b = with_loop(false, &a);
	b.d->time = 1.5;
	set(&b, a, 0);
	rates(&b);
	assert_true(b.d->failed);
	assert_true(sc_report_failure(b.d));
	assert_true(said(&b, "R0301", "division by zero in '1/a': a = 0 at time 1.5"));
	bench_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linear_loops),
		cmocka_unit_test(scales_differ),
		cmocka_unit_test(nonlinear_loop),
		cmocka_unit_test(diode),
		cmocka_unit_test(large_nonlinear_loop),
		cmocka_unit_test(jacobian_through_a_loop),
		cmocka_unit_test(values_that_are_not_finite),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
