#include "engine/parts/complementary.h"
#include <math.h>
#include <string.h>

static const double ROUNDING = 1e-9;     /* of the terms: zero */

/* Cholesky's method on the symmetric part. A pivot that is zero needs a row of zeros. */
bool se_is_monotone(double *m, uint32_t n)
{
	double largest = 0;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j <= i; j++) {
			m[i * n + j] = m[j * n + i] = 0.5 * (m[i * n + j] + m[j * n + i]);
			largest = fmax(largest, i == j ? fabs(m[i * n + i]) : 0);
		}
	for (uint32_t k = 0; k < n; k++) {
		double pivot = m[k * n + k];
		if (!(pivot >= -ROUNDING * largest))
			return false;
		for (uint32_t i = k + 1; i < n; i++) {
			double part = m[i * n + k];
			bool zero = fabs(part) <= ROUNDING * sqrt(largest * fmax(largest, fabs(m[i * n + i])));
			if (pivot <= ROUNDING * largest && !zero)
				return false;
			for (uint32_t j = k + 1; j <= i && pivot > ROUNDING * largest; j++)
				m[i * n + j] = m[j * n + i] = m[i * n + j] - part * m[j * n + k] / pivot;
		}
	}
	return true;
}

/* How far two of them are from being monotone: 0, they are. */
static double badness(const double *m, uint32_t n, uint32_t i, uint32_t j)
{
	double a = m[i * n + i], b = m[j * n + j], c = 0.5 * (m[i * n + j] + m[j * n + i]);
	double size = fabs(a) + fabs(b) + fabs(c), off = fmax(-a, -b);
	if (i != j)
		off = fmax(off, fabs(c) - sqrt(fmax(a, 0) * fmax(b, 0)));
	return size > 0 ? fmax(0, off / size) : 0;
}

uint32_t se_list_bad_pairs(const double *m, uint32_t n, uint32_t most, uint32_t *bad)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < n; i++)
		bad[i] = i;
	for (uint32_t k = 0; k < n; k++, count += k <= most) {
		uint32_t best = k;
		double worst = -1;
		for (uint32_t i = k; i < n; i++) {
			double sum = 0;
			for (uint32_t j = 0; j < n; j++)
				sum += badness(m, n, bad[i], j);
			if (sum > (1 + 1e-6) * worst) {          /* the first of those that are equal but for rounding */
				worst = sum;
				best = i;
			}
		}
		uint32_t t = bad[k];
		bad[k] = bad[best];
		bad[best] = t;
	}
	return count;
}

/* M z = -q for the pairs of the set; false: singular. */
static bool solve(const double *m, const double *q, uint32_t n, const uint32_t *set, uint32_t count, double *z)
{
	double a[SE_PAIRS_MOST][SE_PAIRS_MOST + 1];
	for (uint32_t i = 0; i < count; i++) {
		double largest = 0;
		for (uint32_t j = 0; j < count; j++)
			largest = fmax(largest, fabs(a[i][j] = m[set[i] * n + set[j]]));
		a[i][count] = -q[set[i]];
		for (uint32_t j = 0; j <= count && largest > 0; j++)
			a[i][j] /= largest;
	}
	for (uint32_t k = 0; k < count; k++) {
		uint32_t best = k;
		for (uint32_t i = k + 1; i < count; i++)
			best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
		if (!(fabs(a[best][k]) > ROUNDING))
			return false;
		for (uint32_t j = 0; j <= count; j++) {
			double t = a[k][j];
			a[k][j] = a[best][j];
			a[best][j] = t;
		}
		for (uint32_t i = 0; i < count; i++)
			for (uint32_t j = count + 1; j-- > k && i != k;)
				a[i][j] -= a[i][k] / a[k][k] * a[k][j];
	}
	for (uint32_t i = 0; i < count; i++)
		z[i] = a[i][count] / a[i][i];
	return true;
}

static bool is_solution(const double *m, const double *q, uint32_t n, const uint32_t *set, uint32_t count)
{
	double z[SE_PAIRS_MOST];
	bool good = solve(m, q, n, set, count, z);
	for (uint32_t i = 0; i < count && good; i++)
		good = z[i] > 0;
	for (uint32_t i = 0; i < n && good; i++) {
		double w = q[i], size = fabs(w);
		for (uint32_t j = 0; j < count; j++) {
			w += m[i * n + set[j]] * z[j];
			size += fabs(m[i * n + set[j]] * z[j]);
		}
		good = w >= -1e3 * ROUNDING * size;
	}
	return good;
}

bool se_next_solution(const double *m, const double *q, uint32_t n, const uint32_t *list, uint32_t count, uint32_t *way,
					  bool *turned)
{
	uint32_t set[SE_PAIRS_MOST];
	while (++*way < 1u << count) {
		uint32_t in = 0;
		memset(turned, 0, n * sizeof *turned);
		for (uint32_t i = 0; i < count; i++)
			if (*way >> i & 1)
				turned[set[in++] = list[i]] = true;
		if (is_solution(m, q, n, set, in))
			return true;
	}
	return false;
}
