/* The factors of a small dense matrix. Matrices of two rows, as of a double pendulum, are many in number: theirs are
 * written out, with the operations of the loops in the same order, so that no bit differs. */
#include "code/runtime/dense_factors.h"

#include <math.h>
#include <string.h>

#ifdef RT_SINGLE
#define FABS fabsf
#define FREXP frexpf
#define LDEXP ldexpf
static const sc_real NOTHING = 4 * 1.2e-7f;
#else
#define FABS fabs
#define FREXP frexp
#define LDEXP ldexp
static const sc_real NOTHING = 4 * 2.2e-16;
#endif

/* As fmax and fmin, which are calls: of a number and something that is none the number. The first is a number here. */
static inline sc_real larger(sc_real a, sc_real b) { return b > a ? b : a; }
static inline sc_real smaller(sc_real a, sc_real b) { return b < a ? b : a; }

/* 2^-e for m*2^e with m from 0.5 to 1, so that scaling changes no bits; 1 for 0. */
static sc_real scale_of(sc_real largest)
{
	int exponent = 0;
#ifndef RT_SINGLE
	enum { SHIFT = 52, TWICE_BIAS = 2045 };
	uint64_t bits;
	memcpy(&bits, &largest, sizeof bits);
	bits >>= SHIFT;                        /* the sign is 0 */
	if (bits > 0 && bits < TWICE_BIAS) {
		bits = (TWICE_BIAS - bits) << SHIFT;
		memcpy(&largest, &bits, sizeof bits);
		return largest;
	}
#endif
	if (largest > 0)
		FREXP(largest, &exponent);
	return LDEXP(1, -exponent);
}

static void scale_rows(sc_dense *f)
{
	uint32_t n = f->n;
	for (uint32_t j = 0; j < n; j++)
		f->column_max[j] = 0;
	for (uint32_t i = 0; i < n; i++) {
		sc_real *row = f->lu + (size_t)i * n, largest = 0;
		for (uint32_t j = 0; j < n; j++)
			largest = larger(largest, FABS(row[j]));
		f->row_scale[i] = scale_of(largest);
		for (uint32_t j = 0; j < n; j++) {
			row[j] *= f->row_scale[i];
			f->column_max[j] = larger(f->column_max[j], FABS(row[j]));
		}
	}
}

static void swap_rows(sc_dense *f, uint32_t a, uint32_t b)
{
	for (uint32_t j = 0; j < f->n && a != b; j++) {
		sc_real t = f->lu[(size_t)a * f->n + j];
		f->lu[(size_t)a * f->n + j] = f->lu[(size_t)b * f->n + j];
		f->lu[(size_t)b * f->n + j] = t;
	}
	uint32_t t = f->order[a];
	f->order[a] = f->order[b];
	f->order[b] = t;
}

static void list_nonzero(sc_dense *f)
{
	uint32_t n = f->n;
	for (uint32_t i = 0; i < n; i++) {
		uint8_t *list = f->nonzero + (size_t)i * n, count = 0;
		for (uint32_t j = 0; j < i; j++)
			if (f->lu[(size_t)i * n + j] != 0)
				list[count++] = (uint8_t)j;
		f->left[i] = count;
		for (uint32_t j = i + 1; j < n; j++)
			if (f->lu[(size_t)i * n + j] != 0)
				list[count++] = (uint8_t)j;
		f->right[i] = (uint8_t)(count - f->left[i]);
	}
}

static int factor_two(sc_dense *f, uint32_t *row, uint32_t *column)
{
	sc_real *a = f->lu, *most = f->column_max;
	for (int i = 0; i < 2; i++) {
		sc_real scale = f->row_scale[i] = scale_of(larger(larger(0, FABS(a[2 * i])), FABS(a[2 * i + 1])));
		a[2 * i] *= scale;
		a[2 * i + 1] *= scale;
	}
	most[0] = larger(larger(0, FABS(a[0])), FABS(a[2]));
	most[1] = larger(larger(0, FABS(a[1])), FABS(a[3]));
	uint32_t best = FABS(a[2]) > FABS(a[0]);
	*row = best;
	*column = 0;
	if (!(FABS(a[2 * best]) > NOTHING * most[0]))
		return 1;
	f->order[0] = best;
	f->order[1] = !best;
	f->pivot[0] = best;
	f->pivot[1] = 1;
	if (best) {
		sc_real t = a[0], u = a[1];
		a[0] = a[2], a[1] = a[3];
		a[2] = t, a[3] = u;
	}
	if (a[2] != 0) {
		a[2] /= a[0];
		a[3] -= a[2] * a[1];
	}
	*row = f->order[1];
	*column = 1;
	if (!(FABS(a[3]) > NOTHING * most[1]))
		return 1;
	f->sign = (best != 0) == ((a[0] < 0) == (a[3] < 0)) ? -1 : 1;
	f->weakest = smaller(smaller(1, FABS(a[0]) / most[0]), FABS(a[3]) / most[1]);
	f->right[0] = f->nonzero[0] = a[1] != 0;
	f->left[1] = a[2] != 0;
	f->left[0] = f->right[1] = f->nonzero[2] = 0;
	return 0;
}

/* `order` follows the rows, to name the equation whose pivot vanished. */
int sc_dense_factor(sc_dense *f, uint32_t *row, uint32_t *column)
{
	uint32_t n = f->n;
	if (n == 2)
		return factor_two(f, row, column);
	scale_rows(f);
	f->sign = 1;
	f->weakest = 1;
	for (uint32_t k = 0; k < n; k++)
		f->order[k] = k;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t best = k;
		for (uint32_t i = k + 1; i < n; i++)
			if (FABS(f->lu[(size_t)i * n + k]) > FABS(f->lu[(size_t)best * n + k]))
				best = i;
		sc_real pivot = f->lu[(size_t)best * n + k];
		if (!(FABS(pivot) > NOTHING * f->column_max[k])) {
			*row = f->order[best];
			*column = k;
			return 1;
		}
		f->pivot[k] = best;
		f->sign = (best != k) == (pivot < 0) ? f->sign : -f->sign;
		f->weakest = smaller(f->weakest, FABS(pivot) / f->column_max[k]);
		swap_rows(f, k, best);
		for (uint32_t i = k + 1; i < n; i++) {
			sc_real *below = f->lu + (size_t)i * n, *above = f->lu + (size_t)k * n;
			if (below[k] == 0)
				continue;
			sc_real m = below[k] = below[k] / pivot;
			for (uint32_t j = k + 1; j < n; j++)
				below[j] -= m * above[j];
		}
	}
	list_nonzero(f);
	return 0;
}

static void solve_two(const sc_dense *f, sc_real *b)
{
	const sc_real *a = f->lu, c[2] = {b[0] * f->row_scale[0], b[1] * f->row_scale[1]};
	b[0] = c[f->pivot[0]];
	b[1] = c[!f->pivot[0]];
	if (f->left[1])
		b[1] -= a[2] * b[0];
	b[1] /= a[3];
	if (f->right[0])
		b[0] -= a[1] * b[1];
	b[0] /= a[0];
}

void sc_dense_solve(const sc_dense *f, sc_real *b)
{
	uint32_t n = f->n;
	if (n == 2) {
		solve_two(f, b);
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		b[i] *= f->row_scale[i];
	for (uint32_t k = 0; k < n; k++) {
		sc_real t = b[k];
		b[k] = b[f->pivot[k]];
		b[f->pivot[k]] = t;
	}
	for (uint32_t i = 1; i < n; i++) {
		const uint8_t *list = f->nonzero + (size_t)i * n;
		for (uint32_t k = 0; k < f->left[i]; k++)
			b[i] -= f->lu[(size_t)i * n + list[k]] * b[list[k]];
	}
	for (uint32_t i = n; i-- > 0;) {
		const uint8_t *list = f->nonzero + (size_t)i * n + f->left[i];
		for (uint32_t k = 0; k < f->right[i]; k++)
			b[i] -= f->lu[(size_t)i * n + list[k]] * b[list[k]];
		b[i] /= f->lu[(size_t)i * n + i];
	}
}
