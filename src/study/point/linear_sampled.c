/* A linear system around a point, sampled. At a point that is no equilibrium the states move by themselves, by what a
 * step changes there. Where inputs are held it is found as if the rates were one more input. By Tustin's rule the state
 * of the sampled system is (1 - hA/2) times that of the model, and moves by h times its rates. */
#include "study/point/point.h"

static st_dense with_column(sb_arena *arena, const st_dense *m, const double *column)
{
	st_dense wide = st_dense_new(arena, m->rows, m->columns + 1);

	for (uint32_t i = 0; i < m->rows; i++) {
		for (uint32_t k = 0; k < m->columns; k++)
			*st_element(&wide, i, k) = *st_element(m, i, k);
		*st_element(&wide, i, m->columns) = column[i];
	}
	return wide;
}

static st_dense without_column(sb_arena *arena, const st_dense *m, double *column)
{
	st_dense narrow = st_dense_new(arena, m->rows, m->columns - 1);

	for (uint32_t i = 0; i < m->rows; i++) {
		for (uint32_t k = 0; k + 1 < m->columns; k++)
			*st_element(&narrow, i, k) = *st_element(m, i, k);
		column[i] = *st_element(m, i, m->columns - 1);
	}
	return narrow;
}

bool st_linear_sample(st_linear *l, double period, st_method method, sb_arena *arena)
{
	st_system of = l->s, sampled;

	if (method == ST_HOLD)
		of.b = with_column(arena, &l->s.b, l->rate);
	if (!st_system_sampled(arena, &of, period, method, &sampled))
		return false;
	if (method == ST_HOLD)
		sampled.b = without_column(arena, &sampled.b, l->rate);
	for (uint32_t i = 0; method == ST_TUSTIN && i < l->s.a.rows; i++)
		l->rate[i] *= period;
	l->s = sampled;
	return true;
}
