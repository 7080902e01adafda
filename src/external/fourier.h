/* The Fourier transform of real numbers. */
#ifndef SALTUS_EXTERNAL_FOURIER_H
#define SALTUS_EXTERNAL_FOURIER_H

#include <complex.h>
#include <stddef.h>

/* out[k] is the sum of in[j]*exp(-2 pi i j k/n), k from 0 to n - 1. Any length; fast where it is a product of small
 * primes. */
void sl_fourier(const double *in, size_t n, double complex *out);

#endif
