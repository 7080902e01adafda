/* From equations to a program through the analysis, and its symbolic Jacobian against central differences. */
#ifndef TESTS_UNIT_CODE_ANALYSED_H
#define TESTS_UNIT_CODE_ANALYSED_H

#include "unit/code/plan.h"

static inline void analyse(bench *b)
{
	b->plan = ss_analyse(b->arena, b->m);
	if (!b->plan)
		show_messages(b);
	assert_non_null(b->plan);
}

static inline void equation(bench *b, sx_ref left, sx_ref right)
{
	sm_add_equation(b->m, left, right, (sb_span){0}, "");
}

static inline sx_ref variable(bench *b, const char *format, int k)
{
	char name[40];
	snprintf(name, sizeof name, format, k);
	return sm_ref(b->m, sm_add_variable(b->m, name, SX_REAL, NULL, 0));
}

static inline bench empty(void)
{
	bench b = bench_new();
	b.plan = NULL;
	return b;
}

static inline void begin(bench *b)
{
	const sc_functions *f = sc_functions_of(b->program);
	f->parameters(b->d);
	f->starts(b->d);
	b->d->initial = 1;
	f->initial(b->d);
	b->d->initial = 0;
	assert_false(b->d->failed);
}

static inline void check_jacobian(bench *b)
{
	const ss_jacobian *j = &b->plan->jacobian;
	const sc_functions *f = sc_functions_of(b->program);
	uint32_t n = b->plan->states, count = j->pattern.column[n];
	double *symbolic = sb_new_array(b->arena, double, count + 1), *high = sb_new_array(b->arena, double, n + 1);
	assert_true(j->symbolic);
	f->rates(b->d);
	f->jacobian(b->d, symbolic);
	assert_false(b->d->failed);
	for (uint32_t c = 0; c < n; c++) {
		double x = b->d->x[c], h = 1e-6 * (1 + fabs(x));
		b->d->x[c] = x + h;
		f->rates(b->d);
		memcpy(high, b->d->xd, n * sizeof *high);
		b->d->x[c] = x - h;
		f->rates(b->d);
		b->d->x[c] = x;
		for (uint32_t r = 0; r < n; r++) {
			double slope = (high[r] - b->d->xd[r]) / (2 * h), found = 0;
			for (uint32_t k = j->pattern.column[c]; k < j->pattern.column[c + 1]; k++)
				if (j->pattern.row[k] == r)
					found = symbolic[k];
			assert_true(fabs(found - slope) <= 1e-5 * (1 + fabs(slope)));
		}
	}
}

#endif
