/* Loops of families: of every length, in both directions, over one and two dimensions, cut where a reference comes to
 * another cell, with parameters of which some are given from outside; and sums. Both compilers give the same bits, and
 * those of the same operations done here. */
#include "unit/code/plan.h"

static void analyse(bench *b)
{
	b->plan = ss_analyse(b->arena, b->m);
	if (!b->plan)
		show_messages(b);
	assert_non_null(b->plan);
}

static uint32_t array(bench *b, const char *name, uint32_t n, uint32_t m)
{
	uint32_t shape[] = { n, m };
	return sm_add_variable(b->m, name, SX_REAL, shape, m ? 2 : 1);
}

static sx_ref iterator_plus(bench *b, uint32_t iterator, int64_t by)
{
	sx_ref i = sx_iter(b->p, iterator);
	return by ? op2(b, SX_ADD, i, sx_int(b->p, by)) : i;
}

static sx_ref at(bench *b, uint32_t v, uint32_t iterator, int64_t by)
{
	sx_ref s = iterator_plus(b, iterator, by);
	return sx_var(b->p, v, SX_REAL, &s, 1);
}

static sx_ref at2(bench *b, uint32_t v, uint32_t i, int64_t by, uint32_t j, int64_t by2)
{
	sx_ref s[] = { iterator_plus(b, i, by), iterator_plus(b, j, by2) };
	return sx_var(b->p, v, SX_REAL, s, 2);
}

static sm_equation *family(bench *b, sx_ref left, sx_ref right, uint32_t iterator, int64_t from, int64_t to)
{
	sm_equation *q = sm_add_equation(b->m, left, right, (sb_span){0}, "");
	sb_push(b->arena, q->domain, ((sm_range){ iterator, from, to }));
	return q;
}

static void assert_whole(const bench *b)
{
	for (uint32_t k = 0; k < b->plan->families.n; k++)
		assert_null(b->plan->families.at[k].why);
}

/* u[1] = 2; der(u[i]) = (u[i-1] - u[i])*k[i] + i; down[i] = down[i+1]/3 + u[i], down[n] = 1; total = sum(u). k[i] =
 * i/7, but k[5] is given. */
static void lengths(void **unused)
{
	(void)unused;
	for (uint32_t n = 7; n <= 18; n++)
		for (int optimise = 0; optimise <= 2; optimise += 2) {
			bench b = bench_new();
			uint32_t u = array(&b, "u", n, 0), down = array(&b, "down", n, 0), k = array(&b, "k", n, 0),
					 i = sx_new_iter(b.p, "i");
			sx_ref total = sm_ref(b.m, sm_add_variable(b.m, "total", SX_REAL, NULL, 0));
			uint32_t over = sx_new_iter(b.p, "e");
			sm_edit(b.m, k)->variability = SM_PARAMETER;
			sm_edit(b.m, k)->over = &over;
			sm_edit(b.m, k)->binding = op2(&b, SX_DIV, sx_cast(b.p, sx_iter(b.p, over), SX_REAL), num(&b, 7));
			sm_add_equation(b.m, sm_ref_at(b.m, u, 0), op2(&b, SX_ADD, sx_time(b.p), num(&b, 2)), (sb_span){0}, "");
			sx_ref slope = op2(&b, SX_MUL, op2(&b, SX_SUB, at(&b, u, i, -1), at(&b, u, i, 0)), at(&b, k, i, 0));
			family(&b, op1(&b, SX_DER, at(&b, u, i, 0)), op2(&b, SX_ADD, slope, sx_cast(b.p, sx_iter(b.p, i), SX_REAL)),
				   i, 2, n);
			sm_add_equation(b.m, sm_ref_at(b.m, down, n - 1), op2(&b, SX_ADD, sx_time(b.p), num(&b, 1)), (sb_span){0},
							"");
			family(&b, at(&b, down, i, 0),
				   op2(&b, SX_ADD, op2(&b, SX_DIV, at(&b, down, i, 1), num(&b, 3)), at(&b, u, i, 0)), i, 1, n - 1);
			sm_add_equation(b.m, total, sx_reduce(b.p, SX_SUM, i, sx_int(b.p, 1), sx_int(b.p, n), at(&b, u, i, 0)),
							(sb_span){0}, "");
			analyse(&b);
			assert_whole(&b);
			build(&b, optimise);
			set(&b, sm_ref_at(b.m, k, 4), 0.9);
			const sc_functions *f = sc_functions_of(b.program);
			f->parameters(b.d);
			for (uint32_t e = 0; e < n - 1; e++)
				b.d->x[e] = 1.1 + 0.3 * e;
			f->all(b.d);
			double sum = 2, last = 1;
			for (uint32_t e = 1; e < n; e++) {
				double before = e == 1 ? 2 : b.d->x[e - 2], factor = e == 4 ? 0.9 : (double)(e + 1) / 7;
				assert_true(b.d->xd[e - 1] == (before - b.d->x[e - 1]) * factor + (double)(e + 1));
				sum += b.d->x[e - 1];
			}
			assert_true(fabs(value(&b, total) - sum) < 1e-12);
			for (uint32_t e = n - 1; e-- > 0;) {
				last = last / 3 + (e ? b.d->x[e - 1] : 2);
				assert_true(value(&b, sm_ref_at(b.m, down, e)) == last);
			}
			bench_free(&b);
		}
}

/* A plate whose first row is given elsewhere and by another sign, w[i,j] = T[i-1,j]*T[i,j+1], over every width. */
static void plates(void **unused)
{
	(void)unused;
	for (uint32_t m = 3; m <= 9; m++) {
		enum { N = 5 };
		bench b = bench_new();
		uint32_t T = array(&b, "T", N, m), w = array(&b, "w", N, m), s = array(&b, "s", m, 0),
				 i = sx_new_iter(b.p, "i"), j = sx_new_iter(b.p, "j");
		sx_ref first[] = { sx_int(b.p, 1), sx_iter(b.p, j) };
		family(&b, op1(&b, SX_DER, at(&b, s, j, 0)), op1(&b, SX_NEG, at(&b, s, j, 0)), j, 1, m);
		family(&b, sx_var(b.p, T, SX_REAL, first, 2), op1(&b, SX_NEG, at(&b, s, j, 0)), j, 1, m);
		sm_equation *q = family(&b, op1(&b, SX_DER, at2(&b, T, i, 0, j, 0)), at2(&b, w, i, 0, j, 0), i, 2, N);
		sb_push(b.arena, q->domain, ((sm_range){ j, 1, m }));
		q = family(&b, at2(&b, w, i, 0, j, 0), op2(&b, SX_MUL, at2(&b, T, i, -1, j, 0), at2(&b, T, i, 0, j, 1)), i, 2,
				   N);
		sb_push(b.arena, q->domain, ((sm_range){ j, 1, m - 1 }));
		sx_ref last[] = { sx_iter(b.p, i), sx_int(b.p, m) };
		family(&b, sx_var(b.p, w, SX_REAL, last, 2), sx_time(b.p), i, 2, N);
		family(&b, at2(&b, w, i, 0, j, 0), num(&b, 7), i, 1, 1)->domain.at[0].to = 1;
		sb_push(b.arena, b.m->equations.at[b.m->equations.n - 1]->domain, ((sm_range){ j, 1, m }));
		analyse(&b);
		build(&b, 0);
		for (uint32_t e = 0; e < b.plan->states; e++)
			b.d->x[e] = 0.5 + 0.1 * e;
		b.d->time = 4;
		const sc_functions *f = sc_functions_of(b.program);
		f->parameters(b.d);
		f->all(b.d);
		for (uint32_t r = 1; r < N; r++)
			for (uint32_t c = 0; c < m; c++) {
				double above = value(&b, sm_ref_at(b.m, T, (r - 1) * m + c)),
					   right = c + 1 < m ? value(&b, sm_ref_at(b.m, T, r * m + c + 1)) : 0;
				double own = value(&b, sm_ref_at(b.m, w, r * m + c));
				assert_true(own == (c + 1 < m ? above * right : 4));
				ss_place p = ss_place_of(b.plan, sm_var(b.m, T)->first + r * m + c);
				assert_int_equal(p.store, SS_STATE);
				assert_true(b.d->xd[p.index] == own);
			}
		for (uint32_t c = 0; c < m; c++)
			assert_true(value(&b, sm_ref_at(b.m, T, c)) == -value(&b, sm_ref_at(b.m, s, c)));
		bench_free(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(lengths), cmocka_unit_test(plates) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
