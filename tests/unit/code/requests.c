/* What is made of a program on request: derivatives in symbols, with the pattern that they have, and no more. */
#include "unit/code/analysed.h"
#include "code/derive.h"
#include "structure/derivatives.h"

/* der(x1) = p*u - x1, der(x[k]) = x[k-1] - x[k], y = x1 + q */
static void a_chain_has_its_pattern(void **unused)
{
	(void)unused;
	enum { N = 6 };
	bench b = empty();
	sx_ref x[N], p = variable(&b, "p%d", 0), q = variable(&b, "q%d", 0), u = variable(&b, "u%d", 0),
		y = variable(&b, "y%d", 0);
	sm_edit(b.m, sx_at(b.p, p)->payload)->variability = SM_PARAMETER;
	sm_edit(b.m, sx_at(b.p, p)->payload)->binding = num(&b, 2);
	sm_edit(b.m, sx_at(b.p, q)->payload)->variability = SM_PARAMETER;
	sm_edit(b.m, sx_at(b.p, q)->payload)->binding = op2(&b, SX_MUL, num(&b, 3), p);
	sm_variable *input = sm_edit(b.m, sx_at(b.p, u)->payload);
	input->held = true;
	input->causality = SM_INPUT;
	sm_edit(b.m, sx_at(b.p, y)->payload)->causality = SM_OUTPUT;
	for (int k = 0; k < N; k++) {
		x[k] = variable(&b, "x%d", k);
		equation(&b, op1(&b, SX_DER, x[k]), op2(&b, SX_SUB, k ? x[k - 1] : op2(&b, SX_MUL, p, u), x[k]));
	}
	equation(&b, y, op2(&b, SX_ADD, x[0], q));
	analyse(&b);
	build(&b, 0);
	begin(&b);
	ss_rows rows = {0};
	ss_columns columns = {0};
	ss_all_rates(b.plan, b.arena, &rows);
	ss_all_outputs(b.plan, b.arena, &rows);
	assert_int_equal(rows.n, N + 1);
	ss_all_columns(b.plan, b.arena, SS_COLUMN_STATE, &columns);
	assert_int_equal(columns.n, N);
	ss_all_columns(b.plan, b.arena, SS_COLUMN_PARAMETER, &columns);
	ss_all_columns(b.plan, b.arena, SS_COLUMN_INPUT, &columns);
	assert_int_equal(columns.n, N + 3);
	uint32_t before = sx_count(b.p), functions = b.m->functions.n;
	sc_asked_row of[N + 1];
	sc_asked_column by[N + 3];
	for (uint32_t r = 0; r < rows.n; r++)
		of[r] = (sc_asked_row){ (sc_row_kind)rows.at[r].kind, rows.at[r].number };
	for (uint32_t c = 0; c < columns.n; c++)
		by[c] = (sc_asked_column){ (sc_column_kind)columns.at[c].kind, columns.at[c].scalar };
	sc_derivatives *d = sc_derive(b.program, &(sc_request){ of, rows.n, by, columns.n, false, NULL, NULL });
	const sc_pattern *s = sc_derivatives_pattern(d);
	assert_true(s->symbolic);
	assert_int_equal(sx_count(b.p), before);         /* the program is as it was */
	assert_int_equal(b.m->functions.n, functions);
	double values[100];
	sc_set_scalar(b.d, sm_scalar_of(b.m, u), 5);
	sc_functions_of(b.program)->rates(b.d);
	assert_true(sc_derivatives_at(d, b.d, values));
	assert_int_equal(s->n, N + 3);
	for (uint32_t c = 0; c < N; c++) {
		uint32_t k = s->column[c];
		assert_int_equal(s->column[c + 1] - k, c == 0 ? 3 : c == N - 1 ? 1 : 2);
		assert_int_equal(s->row[k], c);
		assert_true(values[k] == -1);
		assert_true(c == N - 1 || (s->row[k + 1] == c + 1 && values[k + 1] == 1));
	}
	uint32_t k = s->column[N];
	assert_int_equal(s->column[N + 1] - k, 2);       /* p: the first rate, and y through q */
	assert_true(s->row[k] == 0 && values[k] == 5 && s->row[k + 1] == N && values[k + 1] == 3);
	k = s->column[N + 1];
	assert_int_equal(s->column[N + 2] - k, 1);       /* q */
	assert_true(s->row[k] == N && values[k] == 1);
	k = s->column[N + 2];
	assert_int_equal(s->column[N + 3] - k, 1);       /* u */
	assert_true(s->row[k] == 0 && values[k] == 2);
	sc_derivatives_free(d);
	bench_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(a_chain_has_its_pattern) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
