/* The four problems, in Modelica and by hand. */
#include "bench.h"
#include <math.h>

/* ---- Lorenz */

static void lorenz_start(double *x)
{
	x[0] = x[1] = x[2] = 1;
}

static void lorenz_rates(const double *x, double *xd)
{
	xd[0] = 10 * (x[1] - x[0]);
	xd[1] = x[0] * (28 - x[2]) - x[1];
	xd[2] = x[0] * x[1] - 8.0 / 3 * x[2];
}

static void dense3(int *column, int *row)
{
	for (int j = 0; j <= 3; j++)
		column[j] = 3 * j;
	for (int k = 0; k < 9; k++)
		row[k] = k % 3;
}

static void lorenz_jacobian(const double *x, double *v)
{
	v[0] = -10, v[1] = 28 - x[2], v[2] = x[1];
	v[3] = 10, v[4] = -1, v[5] = x[0];
	v[6] = 0, v[7] = -x[0], v[8] = -8.0 / 3;
}

/* ---- Robertson */

static void robertson_start(double *x)
{
	x[0] = 1, x[1] = x[2] = 0;
}

static void robertson_rates(const double *x, double *xd)
{
	double slow = 0.04 * x[0], back = 1e4 * x[1] * x[2], fast = 3e7 * x[1] * x[1];
	xd[0] = back - slow;
	xd[1] = slow - back - fast;
	xd[2] = fast;
}

static void robertson_jacobian(const double *x, double *v)
{
	v[0] = -0.04, v[1] = 0.04, v[2] = 0;
	v[3] = 1e4 * x[2], v[4] = -1e4 * x[2] - 6e7 * x[1], v[5] = 6e7 * x[1];
	v[6] = 1e4 * x[1], v[7] = -1e4 * x[1], v[8] = 0;
}

/* ---- Brusselator on a line: u in 0 .. N-1, v in N .. 2N-1 */

enum { N = 50 };
static const double C = 0.02 * (N + 1) * (N + 1);

static void brusselator_start(double *x)
{
	for (int i = 0; i < N; i++) {
		x[i] = 1 + sin(2 * M_PI * (i + 1) / (N + 1));
		x[N + i] = 3;
	}
}

static void brusselator_rates(const double *x, double *xd)
{
	const double *u = x, *v = x + N;
	for (int i = 0; i < N; i++) {
		double uu = u[i] * u[i] * v[i];
		double ul = i ? u[i - 1] : 1, ur = i + 1 < N ? u[i + 1] : 1, vl = i ? v[i - 1] : 3,
			vr = i + 1 < N ? v[i + 1] : 3;
		xd[i] = 1 + uu - 4 * u[i] + C * (ul - 2 * u[i] + ur);
		xd[N + i] = 3 * u[i] - uu + C * (vl - 2 * v[i] + vr);
	}
}

/* Columns of u: the neighbours, itself, and v of the same place; likewise for v. */
static void brusselator_pattern(int *column, int *row)
{
	int k = 0;
	for (int j = 0; j < 2 * N; j++) {
		int i = j % N;
		column[j] = k;
		if (j >= N)
			row[k++] = i;
		if (i)
			row[k++] = j - 1;
		row[k++] = j;
		if (i + 1 < N)
			row[k++] = j + 1;
		if (j < N)
			row[k++] = j + N;
	}
	column[2 * N] = k;
}

static void brusselator_jacobian(const double *x, double *e)
{
	const double *u = x, *v = x + N;
	int k = 0;
	for (int j = 0; j < 2 * N; j++) {
		int i = j % N;
		if (j >= N)
			e[k++] = u[i] * u[i];
		if (i)
			e[k++] = C;
		e[k++] = j < N ? 2 * u[i] * v[i] - 4 - 2 * C : -u[i] * u[i] - 2 * C;
		if (i + 1 < N)
			e[k++] = C;
		if (j < N)
			e[k++] = 3 - 2 * u[i] * v[i];
	}
}

/* ---- a chain of pendulums, coupled by springs: angles in 0 .. P-1, speeds in P .. 2P-1 */

enum { P = 20 };

static void chain_start(double *x)
{
	for (int i = 0; i < P; i++) {
		x[i] = i == 0 ? 2 : 0;
		x[P + i] = 0;
	}
}

static void chain_rates(const double *x, double *xd)
{
	const double *q = x, *w = x + P;
	for (int i = 0; i < P; i++) {
		double pull = (i ? q[i - 1] - q[i] : 0) + (i + 1 < P ? q[i + 1] - q[i] : 0);
		xd[i] = w[i];
		xd[P + i] = -9.81 * sin(q[i]) + 2 * pull - 0.05 * w[i];
	}
}

static void chain_pattern(int *column, int *row)
{
	int k = 0;
	for (int j = 0; j < P; j++) {
		column[j] = k;
		if (j)
			row[k++] = P + j - 1;
		row[k++] = P + j;
		if (j + 1 < P)
			row[k++] = P + j + 1;
	}
	for (int j = 0; j < P; j++) {
		column[P + j] = k;
		row[k++] = j;
		row[k++] = P + j;
	}
	column[2 * P] = k;
}

static void chain_jacobian(const double *x, double *e)
{
	int k = 0;
	for (int j = 0; j < P; j++) {
		if (j)
			e[k++] = 2;
		e[k++] = -9.81 * cos(x[j]) - 2 * ((j > 0) + (j + 1 < P));
		if (j + 1 < P)
			e[k++] = 2;
	}
	for (int j = 0; j < P; j++) {
		e[k++] = 1;
		e[k++] = -0.05;
	}
}

static const double robertson_atol[] = {1e-6, 1e-12, 1e-6};

const bench_problem bench_problems[BENCH_PROBLEMS] = {
	{"Lorenz",
	 "model Lorenz Real x(start = 1, fixed = true); Real y(start = 1, fixed = true); Real z(start = 1, fixed = true); "
	 "equation "
	 "der(x) = 10*(y - x); der(y) = x*(28 - z) - y; der(z) = x*y - 8/3*z; end Lorenz;",
	 3, 40, 1e-6, lorenz_start, lorenz_rates, 9, dense3, lorenz_jacobian, NULL},
	{"Robertson",
	 "model Robertson Real a(start = 1, fixed = true); Real b(start = 0, fixed = true, nominal = 1e-6); Real c(start "
	 "= 0, fixed = true); "
	 "Real slow; Real back; Real fast; equation slow = 0.04*a; back = 1e4*b*c; fast = 3e7*b^2; der(a) = back - slow; "
	 "der(b) = slow - back - fast; der(c) = fast; end Robertson;",
	 3, 4e10, 1e-6, robertson_start, robertson_rates, 9, dense3, robertson_jacobian, robertson_atol},
	{"Brusselator",
	 "model Brusselator parameter Integer N = 50; parameter Real C = 0.02*(N + 1)^2; constant Real pi = "
	 "3.141592653589793; "
	 "Real u[N](start = {1 + sin(2*pi*i/(N + 1)) for i in 1:N}, each fixed = true); Real v[N](each start = 3, each "
	 "fixed = true); equation "
	 "for i in 1:N loop "
	 "der(u[i]) = 1 + u[i]^2*v[i] - 4*u[i] + C*((if i > 1 then u[max(i - 1, 1)] else 1) - 2*u[i] + (if i < N then "
	 "u[min(i + 1, N)] else 1)); "
	 "der(v[i]) = 3*u[i] - u[i]^2*v[i] + C*((if i > 1 then v[max(i - 1, 1)] else 3) - 2*v[i] + (if i < N then v[min(i "
	 "+ 1, N)] else 3)); "
	 "end for; end Brusselator;",
	 2 * N, 10, 1e-6, brusselator_start, brusselator_rates, 8 * N - 4, brusselator_pattern, brusselator_jacobian, NULL},
	{"pendulums",
	 "model Chain parameter Integer P = 20; Real q[P](start = {if i == 1 then 2 else 0 for i in 1:P}, each fixed = "
	 "true); "
	 "Real w[P](each start = 0, each fixed = true); Real pull[P]; equation for i in 1:P loop "
	 "pull[i] = (if i > 1 then q[max(i - 1, 1)] - q[i] else 0) + (if i < P then q[min(i + 1, P)] - q[i] else 0); "
	 "der(q[i]) = w[i]; "
	 "der(w[i]) = -9.81*sin(q[i]) + 2*pull[i] - 0.05*w[i]; end for; end Chain;",
	 2 * P, 50, 1e-6, chain_start, chain_rates, 5 * P - 2, chain_pattern, chain_jacobian, NULL},
};
