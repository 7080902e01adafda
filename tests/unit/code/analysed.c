/* From equations to values through the analysis: whatever was sorted, aliased, solved and torn, the computed values
 * must satisfy the equations as they were written, and the symbolic Jacobian must be the one of differences. */
#include "unit/code/analysed.h"

static bool leaf(sx_env *self, const sx_pool *pool, sx_ref e, sx_value *out)
{
	bench *b = self->context;
	sx_op op = sx_op_of(pool, e);
	if (op == SX_TIME) {
		*out = (sx_value){ .type = SX_REAL, .real = b->d->time };
		return true;
	}
	if (op == SX_DER) {
		ss_place p = b->plan->place[sm_scalar_of(b->m, sx_arg(pool, e, 0))];
		assert_int_equal(p.store, SS_STATE);
		*out = (sx_value){ .type = SX_REAL, .real = p.negated ? -b->d->xd[p.index] : b->d->xd[p.index] };
		return true;
	}
	if (op != SX_VAR)
		return false;
	*out = (sx_value){ .type = SX_REAL, .real = sc_scalar_value(b->d, sm_scalar_of(b->m, e)) };
	return true;
}

static void check_equations(bench *b, double tolerance)
{
	sx_env env = { .leaf = leaf, .context = b };
	for (uint32_t k = 0; k < b->m->equations.n; k++) {
		sx_value left, right;
		assert_true(sx_eval(b->p, b->m->equations.at[k]->lhs, &env, &left));
		assert_true(sx_eval(b->p, b->m->equations.at[k]->rhs, &env, &right));
		assert_true(fabs(left.real - right.real) <= tolerance * (1 + fabs(left.real) + fabs(right.real)));
	}
}

/* A ring of n resistors and capacitors with all voltages and currents spelled out: 6 n unknowns, most of them
 * aliases. `diodes` makes the resistors i = u + u^3: the sum of the currents that flow into the capacitors is zero
 * in either case. */
static void ring(int n, bool diodes, int optimise)
{
	bench b = empty();
	sx_ref *v = sb_new_array(b.arena, sx_ref, n), *i = sb_new_array(b.arena, sx_ref, n),
		   *u = sb_new_array(b.arena, sx_ref, n);
	sx_ref *ic = sb_new_array(b.arena, sx_ref, n), *back = sb_new_array(b.arena, sx_ref, n),
		   *vc = sb_new_array(b.arena, sx_ref, n);
	for (int k = 0; k < n; k++) {
		v[k] = variable(&b, "v%d", k);
		i[k] = variable(&b, "i%d", k);
		u[k] = variable(&b, "u%d", k);
		ic[k] = variable(&b, "ic%d", k);
		back[k] = variable(&b, "back%d", k);
		vc[k] = variable(&b, "vc%d", k);
		sm_edit(b.m, sm_find(b.m, sb_printf(b.arena, "vc%d", k)))->start = num(&b, sin(k));
	}
	for (int k = 0; k < n; k++) {
		int next = (k + 1) % n;
		equation(&b, v[k], vc[k]);
		equation(&b, u[k], op2(&b, SX_SUB, v[k], v[next]));
		if (diodes)
			equation(&b, i[k], op2(&b, SX_ADD, u[k], op2(&b, SX_POW, u[k], num(&b, 3))));
		else
			equation(&b, u[k], op2(&b, SX_MUL, num(&b, 2 + k % 3), i[k]));
		equation(&b, back[k], op1(&b, SX_NEG, i[k]));
		equation(&b, op2(&b, SX_ADD, op2(&b, SX_ADD, ic[next], i[next]), back[k]), num(&b, 0));
		equation(&b, op2(&b, SX_MUL, num(&b, 1 + k), op1(&b, SX_DER, vc[k])), ic[k]);
	}
	analyse(&b);
	assert_int_equal(b.plan->states, n);
	build(&b, optimise);
	begin(&b);
	sc_functions_of(b.program)->all(b.d);
	check_equations(&b, 1e-12);
	double sum = 0;
	for (int k = 0; k < n; k++)
		sum += value(&b, ic[k]);
	assert_true(fabs(sum) < 1e-12 * n);
	if (n < 50)
		check_jacobian(&b);
	bench_free(&b);
}

static void rings(void **unused)
{
	(void)unused;
	ring(3, false, 0);
	ring(20, true, 2);
	ring(2000, false, 0);
}

/* A ladder of resistors without capacitors: one linear loop over all nodes, driven by a state. Potentials fall
 * evenly. */
static void resistive_ladder(int n)
{
	bench b = empty();
	sx_ref x = variable(&b, "x", 0), *v = sb_new_array(b.arena, sx_ref, n + 1),
		   *i = sb_new_array(b.arena, sx_ref, n + 1);
	sm_edit(b.m, 0)->start = num(&b, 3);
	for (int k = 0; k <= n; k++) {
		v[k] = k ? variable(&b, "v%d", k) : x;
		i[k] = variable(&b, "i%d", k);
	}
	for (int k = 0; k < n; k++) {
		equation(&b, op2(&b, SX_SUB, v[k], v[k + 1]), op2(&b, SX_MUL, num(&b, 0.5), i[k]));
		equation(&b, i[k], i[k + 1]);
	}
	equation(&b, v[n], op2(&b, SX_MUL, num(&b, 0.5), i[n]));
	equation(&b, op1(&b, SX_DER, x), op1(&b, SX_NEG, i[0]));
	analyse(&b);
	build(&b, 0);
	begin(&b);
	sc_functions_of(b.program)->all(b.d);
	check_equations(&b, 1e-10);
	for (int k = 0; k <= n; k++)
		assert_true(fabs(value(&b, v[k]) - 3 * (1 - k / (n + 1.0))) < 1e-9);
	check_jacobian(&b);
	bench_free(&b);
}

static void resistive_ladders(void **unused)
{
	(void)unused;
	resistive_ladder(2);
	resistive_ladder(30);
	resistive_ladder(1000);
}

/* A torn nonlinear loop: y = x + z/10, z = sin(y) + w, w = cos(z)/2 + y/4; all three depend on each other. */
static void torn_loop(void **unused)
{
	(void)unused;
	for (int optimise = 0; optimise <= 2; optimise += 2) {
		bench b = empty();
		sx_ref x = variable(&b, "x", 0), y = variable(&b, "y", 0), z = variable(&b, "z", 0), w = variable(&b, "w", 0);
		sm_edit(b.m, 0)->start = num(&b, 0.3);
		equation(&b, y, op2(&b, SX_ADD, x, op2(&b, SX_DIV, z, num(&b, 10))));
		equation(&b, z, op2(&b, SX_ADD, op1(&b, SX_SIN, y), w));
		equation(&b, w,
				 op2(&b, SX_ADD, op2(&b, SX_DIV, op1(&b, SX_COS, z), num(&b, 2)), op2(&b, SX_DIV, y, num(&b, 4))));
		equation(&b, op1(&b, SX_DER, x), op2(&b, SX_SUB, op2(&b, SX_MUL, w, sx_time(b.p)), z));
		analyse(&b);
		build(&b, optimise);
		begin(&b);
		for (int k = 0; k < 50; k++) {
			b.d->time = k * 0.1;
			b.d->x[0] = 0.3 + 0.07 * k;
			sc_functions_of(b.program)->all(b.d);
			assert_false(b.d->failed);
			check_equations(&b, 1e-13);
		}
		check_jacobian(&b);
		bench_free(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rings), cmocka_unit_test(resistive_ladders), cmocka_unit_test(torn_loop),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
