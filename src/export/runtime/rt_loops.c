/* Loops of equations: the matrix of each is factored when it has changed. */
#include "export/runtime/rt_math.h"
#include "export/runtime/export_runtime.h"

#include <string.h>

/* 0, or 1: it is singular, or an entry is not finite. */
int rt_factor(rt_run *run, int number, const rt_real *entries)
{
	const rt_loop *loop = &run->model->loop[number];
	const rt_entry *at = run->model->entry + loop->first_entry;
	sc_dense *f = &run->factors[number];
	rt_real *last = run->last + loop->first_entry;
	uint32_t row, column;
	if (run->factored[number] && memcmp(last, entries, loop->entries * sizeof *entries) == 0)
		return 0;
	run->factored[number] = 0;
	for (size_t k = 0; k < (size_t)loop->n * loop->n; k++)
		f->lu[k] = 0;
	for (uint32_t k = 0; k < loop->entries; k++) {
		if (!rt_is_finite(entries[k]))
			return 1;
		f->lu[(size_t)at[k].row * loop->n + at[k].col] += entries[k];
		last[k] = entries[k];
	}
	if (sc_dense_factor(f, &row, &column))
		return 1;
	run->factored[number] = 1;
	return 0;
}

int rt_linear(rt_data *d, int number, const rt_real *entries, const rt_real *rhs, rt_real *z)
{
	rt_run *run = (rt_run *)d;
	const rt_loop *loop = &run->model->loop[number];
	if (rt_factor(run, number, entries)) {
		rt_fail(d, loop->site, "a linear loop of equations is singular");
		return 1;
	}
	for (uint32_t k = 0; k < loop->n; k++)
		z[k] = rhs[k];
	sc_dense_solve(&run->factors[number], z);
	for (uint32_t k = 0; k < loop->n; k++)
		if (!rt_is_finite(z[k])) {
			rt_fail(d, loop->site, "a linear loop of equations has no finite solution");
			return 1;
		}
	return 0;
}

/* Of a large loop: right side, solution and entries. */
rt_real *rt_room_of(rt_data *d, int number, int *known)
{
	(void)number;
	*known = 0;
	return ((rt_run *)d)->work;
}

/* Again with the factors of the last solution. */
int rt_solve(rt_data *d, int number, const rt_real *rhs, rt_real *z)
{
	rt_run *run = (rt_run *)d;
	const rt_loop *loop = &run->model->loop[number];
	if (!run->factored[number]) {
		rt_fail(d, loop->site, "a loop of equations has no factors");
		return 1;
	}
	for (uint32_t k = 0; k < loop->n; k++)
		z[k] = rhs[k];
	sc_dense_solve(&run->factors[number], z);
	return 0;
}
