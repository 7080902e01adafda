/* Vectors for SUNDIALS whose sums and norms run at the speed of the memory. Those of Debian's library add one number
 * after another; with a million states that, and not the linear algebra, is the cost of a step. The element-wise
 * operations give the same bits, the norm adds in eight sums of its own, in an order that does not depend on the
 * machine.
 *
 * This file is compiled with the vectoriser on (CMakeLists.txt). */
#include "solver/vector.h"

#include <math.h>
#include <nvector/nvector_serial.h>

static void linear_sum(realtype a, N_Vector xs, realtype b, N_Vector ys, N_Vector zs)
{
	sunindextype n = NV_LENGTH_S(zs);
	const double *x = NV_DATA_S(xs), *y = NV_DATA_S(ys);
	double *z = NV_DATA_S(zs);
	if (z == x) {                    /* x is the one that is changed: the sum does not mind */
		const double *other = x;
		double factor = a;
		x = y;
		a = b;
		y = other;
		b = factor;
	}
	if (z == y && b == 1) {
		for (sunindextype i = 0; i < n; i++)
			z[i] += a * x[i];
	} else if (z == y) {
		for (sunindextype i = 0; i < n; i++)
			z[i] = a * x[i] + b * z[i];
	} else if (a == 1) {
		for (sunindextype i = 0; i < n; i++)
			z[i] = x[i] + b * y[i];
	} else if (b == 1) {
		for (sunindextype i = 0; i < n; i++)
			z[i] = a * x[i] + y[i];
	} else {
		for (sunindextype i = 0; i < n; i++)
			z[i] = a * x[i] + b * y[i];
	}
}

static void scale(realtype a, N_Vector xs, N_Vector zs)
{
	sunindextype n = NV_LENGTH_S(zs);
	const double *x = NV_DATA_S(xs);
	double *z = NV_DATA_S(zs);
	if (z == x) {
		for (sunindextype i = 0; i < n && a != 1; i++)
			z[i] *= a;
	} else if (a == 1) {
		for (sunindextype i = 0; i < n; i++)
			z[i] = x[i];
	} else {
		for (sunindextype i = 0; i < n; i++)
			z[i] = a * x[i];
	}
}

static realtype weighted_norm(N_Vector xs, N_Vector ws)
{
	enum { SUMS = 8 };
	sunindextype n = NV_LENGTH_S(xs), i = 0;
	const double *x = NV_DATA_S(xs), *w = NV_DATA_S(ws);
	double sum[SUMS] = { 0 };
	for (; i + SUMS <= n; i += SUMS)
		for (int k = 0; k < SUMS; k++) {
			double v = x[i + k] * w[i + k];
			sum[k] += v * v;
		}
	for (int k = 0; i < n; i++, k++) {
		double v = x[i] * w[i];
		sum[k] += v * v;
	}
	double all = ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
	return sqrt(all / (double)n);
}

void sv_vector_speed_up(N_Vector v)
{
	N_VEnableFusedOps_Serial(v, SUNTRUE);
	v->ops->nvlinearsum = linear_sum;
	v->ops->nvscale = scale;
	v->ops->nvwrmsnorm = weighted_norm;
}

int sv_vector_weights(double relative, const double *size, N_Vector xs, N_Vector ws)
{
	sunindextype n = NV_LENGTH_S(xs);
	const double *x = NV_DATA_S(xs);
	double *w = NV_DATA_S(ws);
	for (sunindextype i = 0; i < n; i++)
		w[i] = 1 / (relative * (fabs(x[i]) + size[i]));
	return 0;
}
