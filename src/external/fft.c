/* The Fourier transform of real numbers: any length, and fast where it is a product of small primes. A transform of
 * length n = p*m is p transforms of length m, of every p-th number, put together with the p-th roots of unity. */
#include "external/functions.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "external/fourier.h"

static size_t smallest_factor(size_t n)
{
	for (size_t p = 2; p * p <= n; p++)
		if (n % p == 0)
			return p;
	return n;
}

/* out[0 .. n-1] from in[0], in[stride], ...; roots are exp(-2 pi i k/total), and n*stride = total. */
static void transform(const double *in, size_t stride, double complex *out, size_t n, const double complex *roots,
					  size_t total, double complex *work)
{
	if (n == 1) {
		out[0] = in[0];
		return;
	}
	size_t p = smallest_factor(n), m = n / p;
	for (size_t q = 0; q < p; q++)
		transform(in + q * stride, stride * p, out + q * m, m, roots, total, work);
	for (size_t k = 0; k < m; k++) {
		for (size_t q = 0; q < p; q++)
			work[q] = out[q * m + k];
		for (size_t j = 0; j < p; j++) {
			size_t to = k + j * m;
			double complex sum = work[0];
			for (size_t q = 1; q < p; q++)
				sum += work[q] * roots[q * to % n * stride % total];
			out[to] = sum;
		}
	}
}

void sl_fourier(const double *in, size_t n, double complex *out)
{
	double complex *roots = sb_resize(NULL, 2 * n * sizeof *roots);
	for (size_t k = 0; k < n; k++) {
		double angle = -2 * M_PI * (double)k / (double)n;
		roots[k] = cos(angle) + sin(angle) * I;
	}
	transform(in, 1, out, n, roots, n, roots + n);
	free(roots);
}

/* Amplitudes and phases of the frequencies 0 .. n/2. Returns 0, or 1 where n is odd, or 2 where the room that is given
 * is too small for what the function promises to need (it is not used). */
int ModelicaFFT_kiss_fftr(const double *u, size_t n, double *room, size_t room_size, double *amplitudes, double *phases)
{
	size_t count = n / 2 + 1;
	(void)room;
	if (n % 2 || n == 0)
		return 1;
	if (room_size < 3 * n + 2 * count)
		return 2;
	double complex *out = sb_resize(NULL, n * sizeof *out);
	sl_fourier(u, n, out);
	for (size_t k = 0; k < count; k++) {
		amplitudes[k] = cabs(out[k]) / (double)count;
		phases[k] = atan2(cimag(out[k]), creal(out[k]));
	}
	free(out);
	return 0;
}
