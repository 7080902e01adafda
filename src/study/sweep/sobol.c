/* Sobol's sequence.
 *
 * Dimension d has a primitive polynomial over GF(2), in the order of their degrees, and as many free numbers as its
 * degree; all else follows by recurrence. Both are found here, not read from a table. The polynomials are those for
 * which x has the full order. The free numbers decide how even the points are in pairs of dimensions: of a fixed series
 * of candidates the one is taken whose sum of qualities with all dimensions before is least, over the first 2^4 to 2^10
 * points (st_sobol_quality). The first dimension is van der Corput's sequence. */
#include "study/sweep/sweep.h"
#include <string.h>

static uint64_t mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

/* ------------------------------------------------------------------------------------------ polynomials */

static uint32_t multiply(uint32_t a, uint32_t b, uint32_t polynomial, uint32_t degree)
{
	uint32_t product = 0;
	for (; b; b >>= 1) {
		product ^= b & 1 ? a : 0;
		a <<= 1;
		a ^= a >> degree & 1 ? polynomial : 0;
	}
	return product;
}

static uint32_t power_of_x(uint32_t exponent, uint32_t polynomial, uint32_t degree)
{
	uint32_t result = 1, base = degree == 1 ? 1 : 2;         /* x is 1 modulo x + 1 */
	for (; exponent; exponent >>= 1) {
		if (exponent & 1)
			result = multiply(result, base, polynomial, degree);
		base = multiply(base, base, polynomial, degree);
	}
	return result;
}

/* x has the order 2^degree - 1, and no smaller one. */
static bool is_primitive(uint32_t polynomial, uint32_t degree)
{
	uint32_t order = (1u << degree) - 1, rest = order;
	if (power_of_x(order, polynomial, degree) != 1)
		return false;
	for (uint32_t p = 2; p * p <= rest || rest > 1; p++) {
		if (p * p > rest)
			p = rest;
		if (rest % p)
			continue;
		while (rest % p == 0)
			rest /= p;
		if (order != p && power_of_x(order / p, polynomial, degree) == 1)
			return false;
		if (order == p && degree > 1 && power_of_x(1, polynomial, degree) == 1)
			return false;
	}
	return true;
}

static uint32_t next_primitive(uint32_t polynomial, uint32_t *degree)
{
	for (polynomial += polynomial == 2 ? 1 : 2;; polynomial += 2) {
		while (polynomial >> (*degree + 1))
			(*degree)++;
		if (is_primitive(polynomial, *degree))
			return polynomial;
	}
}

/* ------------------------------------------------------------------------------------------ directions */

/* `free`: odd numbers, the k-th below 2^k. */
static void recur(uint32_t polynomial, uint32_t degree, const uint32_t *free, uint32_t *direction)
{
	for (uint32_t k = 0; k < ST_SOBOL_BITS; k++) {
		if (k < degree) {
			direction[k] = free[k] << (31 - k);
			continue;
		}
		direction[k] = direction[k - degree] ^ direction[k - degree] >> degree;
		for (uint32_t i = 1; i < degree; i++)
			if (polynomial >> (degree - i) & 1)
				direction[k] ^= direction[k - i];
	}
}

/* Row `digit` of the matrix that makes the digits of a coordinate from those of the number, of m columns. */
static uint32_t row_of(const uint32_t *direction, uint32_t digit, uint32_t m)
{
	uint32_t row = 0;
	for (uint32_t k = 0; k < m; k++)
		row |= (direction[k] >> (31 - digit) & 1) << k;
	return row;
}

static bool add_independent(uint32_t *basis, uint32_t row)
{
	for (uint32_t bit = 0; row && bit < ST_SOBOL_BITS; bit++) {
		if (!(row >> bit & 1))
			continue;
		if (!basis[bit]) {
			basis[bit] = row;
			return true;
		}
		row ^= basis[bit];
	}
	return false;
}

/* Are the first i rows of one and the first j of the other independent, for all i + j = n? */
static bool all_independent(const uint32_t *a, const uint32_t *b, uint32_t n)
{
	for (uint32_t i = 0; i <= n; i++) {
		uint32_t basis[ST_SOBOL_BITS] = {0};
		for (uint32_t k = 0; k < n; k++)
			if (!add_independent(basis, k < i ? a[k] : b[k - i]))
				return false;
	}
	return true;
}

static uint32_t quality(const uint32_t *a, const uint32_t *b, uint32_t m)
{
	uint32_t rows_a[ST_SOBOL_BITS], rows_b[ST_SOBOL_BITS], n = m;
	for (uint32_t k = 0; k < m; k++) {
		rows_a[k] = row_of(a, k, m);
		rows_b[k] = row_of(b, k, m);
	}
	while (n && !all_independent(rows_a, rows_b, n))
		n--;
	return m - n;
}

uint32_t st_sobol_quality(const st_sobol *s, uint32_t a, uint32_t b, uint32_t m)
{
	return quality(s->direction[a], s->direction[b], m);
}

static void choose_free(st_sobol *s, uint32_t dimension, uint32_t polynomial, uint32_t degree)
{
	enum { CANDIDATES = 24 };
	uint32_t free[ST_SOBOL_BITS], trial[ST_SOBOL_BITS];
	uint64_t least = UINT64_MAX;
	for (uint64_t c = 0; c < CANDIDATES; c++) {
		uint64_t sum = 0;
		for (uint32_t k = 0; k < degree; k++)
			free[k] = (uint32_t)(mix((uint64_t)dimension << 32 | c << 8 | k) & ((2u << k) - 1)) | 1;
		recur(polynomial, degree, free, trial);
		for (uint32_t d = 0; d < dimension && sum < least; d++)
			for (uint32_t m = 4; m <= 10; m += 2) {
				uint64_t t = quality(s->direction[d], trial, m);
				sum += t * t;        /* one bad pair is worse than two that are fair */
			}
		if (sum < least) {
			least = sum;
			memcpy(s->direction[dimension], trial, sizeof trial);
		}
	}
}

st_sobol *st_sobol_new(sb_arena *arena, uint32_t dimensions)
{
	st_sobol *s = sb_new(arena, st_sobol);
	uint32_t polynomial = 2, degree = 1;
	s->direction = sb_alloc(arena, (dimensions + 1) * sizeof *s->direction);
	for (uint32_t k = 0; k < ST_SOBOL_BITS; k++)
		s->direction[0][k] = 1u << (31 - k);
	for (uint32_t d = 1; d < dimensions; d++) {
		polynomial = next_primitive(polynomial, &degree);
		choose_free(s, d, polynomial, degree);
	}
	return s;
}

/* ------------------------------------------------------------------------------------------ points */

/* Owen's scrambling: each digit is turned, or not, by a bit that belongs to the digits before it. */
static uint32_t scramble(uint32_t x, uint64_t key)
{
	uint32_t out = 0;
	for (uint32_t k = 0; k < 32; k++) {
		uint64_t before = k ? x >> (32 - k) : 0;
		uint32_t turn = (uint32_t)(mix(mix(key + k) ^ before) >> 63);
		out |= ((x >> (31 - k) & 1) ^ turn) << (31 - k);
	}
	return out;
}

double st_sobol_at(const st_sobol *s, uint32_t dimension, uint64_t k, uint64_t seed, bool plain)
{
	uint32_t x = 0;
	uint64_t n = plain ? k + 1 : k;
	for (uint32_t bit = 0; bit < ST_SOBOL_BITS && n >> bit; bit++)
		x ^= n >> bit & 1 ? s->direction[dimension][bit] : 0;
	if (plain)
		return x ? x * 0x1p-32 : 0x1p-33;
	return (scramble(x, mix(seed) ^ mix(0x5a17u + dimension)) + 0.5) * 0x1p-32;
}
