/* Linear systems: making them, taking parts, closing loops, discretisation, gains. */
#include "study/linear/linear.h"
#include <math.h>

/* By powers of two, so that no digit is lost, until the norms of rows and columns of A are alike. */
st_system st_system_balanced(sb_arena *arena, const st_system *s)
{
	st_system t = *s;
	uint32_t n = s->a.rows;
	t.a = st_dense_copy(arena, &s->a);
	t.b = st_dense_copy(arena, &s->b);
	t.c = st_dense_copy(arena, &s->c);
	for (int round = 0, changed = 1; round < 20 && changed; round++) {
		changed = 0;
		for (uint32_t i = 0; i < n; i++) {
			double row = 0, column = 0;
			for (uint32_t k = 0; k < n; k++) {
				row += k == i ? 0 : fabs(*st_element(&t.a, i, k));
				column += k == i ? 0 : fabs(*st_element(&t.a, k, i));
			}
			if (!(row > 0) || !(column > 0) || !isfinite(row + column))
				continue;
			int power = (int)lrint(log2(column / row) / 2);
			if (power == 0 || (row + column) * 0.95 < row * ldexp(1, power) + column * ldexp(1, -power))
				continue;
			changed = 1;
			for (uint32_t k = 0; k < n; k++) {
				*st_element(&t.a, i, k) = ldexp(*st_element(&t.a, i, k), power);
				*st_element(&t.a, k, i) = ldexp(*st_element(&t.a, k, i), -power);
			}
			for (uint32_t k = 0; k < t.b.columns; k++)
				*st_element(&t.b, i, k) = ldexp(*st_element(&t.b, i, k), power);
			for (uint32_t k = 0; k < t.c.rows; k++)
				*st_element(&t.c, k, i) = ldexp(*st_element(&t.c, k, i), -power);
		}
	}
	return t;
}

st_system st_system_channel(sb_arena *arena, const st_system *s, uint32_t output, uint32_t input)
{
	st_system t = *s;
	t.b = st_dense_part(arena, &s->b, 0, input, s->b.rows, 1);
	t.c = st_dense_part(arena, &s->c, output, 0, 1, s->c.columns);
	t.d = st_dense_part(arena, &s->d, output, input, 1, 1);
	t.inputs = s->inputs ? s->inputs + input : NULL;
	t.outputs = s->outputs ? s->outputs + output : NULL;
	return t;
}

st_system st_system_transposed(sb_arena *arena, const st_system *s)
{
	return (st_system){st_dense_transpose(arena, &s->a), st_dense_transpose(arena, &s->c),
					   st_dense_transpose(arena, &s->b), st_dense_transpose(arena, &s->d), s->states, s->outputs,
					   s->inputs, s->period};
}

bool st_system_closed(sb_arena *arena, const st_system *s, double k, st_system *out)
{
	st_dense one = st_dense_identity(arena, s->d.rows), loop = st_dense_plus(arena, &one, k, &s->d), c, d;
	*out = *s;
	if (s->d.rows != s->d.columns || !st_dense_solve(arena, &loop, &s->c, &c) ||
		!st_dense_solve(arena, &loop, &s->d, &d))
		return false;
	st_dense bc = st_dense_times(arena, &s->b, &c), bd = st_dense_times(arena, &s->b, &d);
	out->a = st_dense_plus(arena, &s->a, -k, &bc);
	out->b = st_dense_plus(arena, &s->b, -k, &bd);
	out->c = c;
	out->d = d;
	return st_dense_is_finite(&out->a);
}

/* s = 2/T (z - 1)/(z + 1) */
static bool tustin(sb_arena *arena, const st_system *s, double period, st_system *out)
{
	st_dense one = st_dense_identity(arena, s->a.rows);
	st_dense minus = st_dense_plus(arena, &one, -period / 2, &s->a);
	st_dense plus = st_dense_plus(arena, &one, period / 2, &s->a);
	st_dense inverse, phi, gamma, cb;
	if (!st_dense_solve(arena, &minus, &one, &inverse))
		return false;
	phi = st_dense_times(arena, &inverse, &plus);
	gamma = st_dense_times(arena, &inverse, &s->b);
	cb = st_dense_times(arena, &s->c, &gamma);
	out->a = phi;
	out->b = st_dense_new(arena, s->b.rows, s->b.columns);
	out->b = st_dense_plus(arena, &out->b, period, &gamma);
	out->c = st_dense_times(arena, &s->c, &inverse);
	out->d = st_dense_plus(arena, &s->d, period / 2, &cb);
	return true;
}

bool st_system_sampled(sb_arena *arena, const st_system *s, double period, st_method method, st_system *out)
{
	*out = *s;
	out->period = period;
	if (s->period > 0 || !(period > 0) || !isfinite(period))
		return false;
	if (method == ST_TUSTIN)
		return tustin(arena, s, period, out);
	st_dense_hold(arena, &s->a, &s->b, period, &out->a, &out->b);
	return st_dense_is_finite(&out->a) && st_dense_is_finite(&out->b);
}

/* Channel by channel, each in its minimal form, so that a pole at the origin counts only where it is in the way. */
st_dense st_system_gain(sb_arena *arena, const st_system *s)
{
	st_dense gain = st_dense_new(arena, s->d.rows, s->d.columns);
	for (uint32_t o = 0; o < gain.rows; o++)
		for (uint32_t i = 0; i < gain.columns; i++) {
			st_system channel = st_system_channel(arena, s, o, i), small;
			st_dense x, *a = &small.a;
			double *g = st_element(&gain, o, i);
			if (!st_minimal(arena, &channel, &small)) {
				*g = NAN;
				continue;
			}
			st_dense one = st_dense_identity(arena, a->rows), shifted = st_dense_new(arena, a->rows, a->rows);
			shifted = s->period > 0 ? st_dense_plus(arena, a, -1, &one) : *a;
			bool regular = st_dense_solve(arena, &shifted, &small.b, &x);
			st_dense y = st_dense_times(arena, &small.c, &x);
			*g = regular ? *st_element(&s->d, o, i) - y.at[0] : INFINITY;
		}
	return gain;
}
