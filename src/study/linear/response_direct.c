/* The response at one frequency by Gauss with pivots that are chosen in scaled rows. */
#include "study/linear/linear.h"
#include <math.h>
#include <string.h>

/* a x = b with n rows, each of n + 1 elements, b the last. False: it is singular. */
static bool eliminate(double complex *a, double *size, uint32_t n)
{
	size_t w = n + 1;
	for (uint32_t i = 0; i < n; i++) {
		size[i] = 0;
		for (uint32_t k = 0; k < n; k++)
			size[i] = fmax(size[i], cabs(a[i * w + k]));
	}
	for (uint32_t k = 0; k < n; k++) {
		uint32_t best = k;
		for (uint32_t i = k + 1; i < n; i++)
			if (cabs(a[i * w + k]) * size[best] > cabs(a[best * w + k]) * size[i])
				best = i;
		if (!(cabs(a[best * w + k]) > 0))
			return false;
		for (uint32_t j = k; j <= n && best != k; j++) {
			double complex kept = a[k * w + j];
			a[k * w + j] = a[best * w + j];
			a[best * w + j] = kept;
		}
		double kept = size[k];
		size[k] = size[best];
		size[best] = kept;
		for (uint32_t i = k + 1; i < n; i++) {
			double complex factor = a[i * w + k] / a[k * w + k];
			for (uint32_t j = k + 1; j <= n && factor != 0; j++)
				a[i * w + j] -= factor * a[k * w + j];
		}
	}
	for (uint32_t k = n; k-- > 0;) {
		for (uint32_t j = k + 1; j < n; j++)
			a[k * w + n] -= a[k * w + j] * a[j * w + n];
		a[k * w + n] /= a[k * w + k];
	}
	return true;
}

bool st_system_at(const st_system *s, double w, const double complex *u, double complex *y)
{
	uint32_t n = s->a.rows, m = s->b.columns;
	sb_arena *arena = sb_arena_new();
	double complex *a = sb_new_array(arena, double complex, (size_t)n * (n + 1) + 1);
	for (uint32_t i = 0; i < n; i++) {
		double complex *row = a + (size_t)i * (n + 1);
		for (uint32_t k = 0; k < n; k++)
			row[k] = (i == k ? I * w : 0) - *st_element(&s->a, i, k);
		for (uint32_t k = 0; k < m; k++)
			row[n] += *st_element(&s->b, i, k) * u[k];
	}
	bool regular = eliminate(a, sb_new_array(arena, double, n + 1), n);
	for (uint32_t o = 0; o < s->c.rows; o++) {
		y[o] = 0;
		for (uint32_t k = 0; k < m; k++)
			y[o] += *st_element(&s->d, o, k) * u[k];
		for (uint32_t i = 0; i < n && regular; i++)
			y[o] += *st_element(&s->c, o, i) * a[(size_t)i * (n + 1) + n];
	}
	sb_arena_free(arena);
	return regular;
}
