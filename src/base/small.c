#include "base/small.h"

#include "base/stock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* With pivots of columns. */
bool sb_solve_small(double *a, double *b, uint32_t n, double least)
{
	for (uint32_t k = 0; k < n; k++) {
		uint32_t best = k;
		for (uint32_t i = k + 1; i < n; i++)
			best = fabs(a[i * n + k]) > fabs(a[best * n + k]) ? i : best;
		if (!(fabs(a[best * n + k]) > least))
			return false;
		for (uint32_t j = 0; j < n; j++) {
			double kept = a[k * n + j];
			a[k * n + j] = a[best * n + j];
			a[best * n + j] = kept;
		}
		double kept = b[k];
		b[k] = b[best];
		b[best] = kept;
		for (uint32_t i = 0; i < n; i++) {
			double factor = a[i * n + k] / a[k * n + k];
			for (uint32_t j = k; j < n && i != k; j++)
				a[i * n + j] -= factor * a[k * n + j];
			b[i] -= i != k ? factor * b[k] : 0;
		}
	}
	for (uint32_t k = 0; k < n; k++)
		b[k] /= a[k * n + k];
	return true;
}

/* With complete pivoting, so that the rank is told reliably. */
bool sb_null_vector(double *a, uint32_t n, double *out)
{
	uint32_t *column = sb_draw(NULL, (n + 1) * sizeof *column), rank = 0;
	double largest = 0;

	for (uint32_t i = 0; i < n; i++)
		column[i] = i;
	for (; rank < n; rank++) {
		uint32_t row = rank, col = rank;
		for (uint32_t i = rank; i < n; i++)
			for (uint32_t j = rank; j < n; j++)
				if (fabs(a[i * n + j]) > fabs(a[row * n + col])) {
					row = i;
					col = j;
				}
		double pivot = a[row * n + col];
		largest = fmax(largest, fabs(pivot));
		if (!(fabs(pivot) > 1e-11 * largest))
			break;
		for (uint32_t j = 0; j < n; j++) {
			double swap = a[rank * n + j];
			a[rank * n + j] = a[row * n + j];
			a[row * n + j] = swap;
		}
		for (uint32_t i = 0; i < n; i++) {
			double swap = a[i * n + rank];
			a[i * n + rank] = a[i * n + col];
			a[i * n + col] = swap;
		}
		uint32_t which = column[rank];
		column[rank] = column[col];
		column[col] = which;
		for (uint32_t i = rank + 1; i < n; i++) {
			double factor = a[i * n + rank] / pivot;
			for (uint32_t j = rank; j < n && factor != 0; j++)
				a[i * n + j] -= factor * a[rank * n + j];
		}
	}
	memset(out, 0, n * sizeof *out);
	if (rank < n)
		out[column[rank]] = 1;
	for (uint32_t i = rank; rank < n && i-- > 0;) {
		double sum = a[i * n + rank];
		for (uint32_t j = i + 1; j < rank; j++)
			sum += a[i * n + j] * out[column[j]];
		out[column[i]] = -sum / a[i * n + i];
	}
	sb_put_back(column);
	return rank < n;
}
