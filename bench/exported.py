#!/usr/bin/env python3
"""A step of exported code (docs/export.md) beside one that was written by hand in C: Runge-Kutta's method of order 4
with a fixed step, both compiled with -O2.

    bench/exported.py [SALTUS]          build/saltus, unless told

Lorenz has 3 states, the Brusselator on a line 100. The smallest time of the processor of five runs counts."""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

LORENZ = """model Lorenz
  parameter Real sigma = 10, rho = 28, beta = 8/3;
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), z(start = 1, fixed = true);
equation
  der(x) = sigma*(y - x);
  der(y) = x*(rho - z) - y;
  der(z) = x*y - beta*z;
end Lorenz;
"""
LORENZ_BY_HAND = """enum { N = 3 };
static const double start[N] = { 1, 1, 1 };
static double p[] = { 10, 28, 8.0/3 };
static void rates(const double *x, double *d)
{
	d[0] = p[0]*(x[1] - x[0]);
	d[1] = x[0]*(p[1] - x[2]) - x[1];
	d[2] = x[0]*x[1] - p[2]*x[2];
}
"""
LINE = """model Line
  parameter Real a = 1, b = 3, c = 0.02*51*51;
  Real u[50](start = {1 + sin(6.283185307179586*i/51) for i in 1:50}, each fixed = true);
  Real v[50](each start = 3, each fixed = true);
equation
  for i in 1:50 loop
    der(u[i]) = a + u[i]*u[i]*v[i] - (b + 1)*u[i] + c*((if i == 1 then 1 else u[max(1, i - 1)]) - 2*u[i] +
      (if i == 50 then 1 else u[min(50, i + 1)]));
    der(v[i]) = b*u[i] - u[i]*u[i]*v[i] + c*((if i == 1 then 3 else v[max(1, i - 1)]) - 2*v[i] +
      (if i == 50 then 3 else v[min(50, i + 1)]));
  end for;
end Line;
"""
LINE_BY_HAND = """#include <math.h>
enum { N = 100, M = 50 };
static double start[N];
static double p[] = { 1, 3, 0.02*51*51 };
__attribute__((constructor)) static void begin(void)
{
	for (int i = 0; i < M; i++) {
		start[i] = 1 + sin(6.283185307179586*(i + 1)/51);
		start[M + i] = 3;
	}
}
static void rates(const double *x, double *d)
{
	const double *u = x, *v = x + M, a = p[0], b = p[1], c = p[2];
	for (int i = 0; i < M; i++) {
		double uuv = u[i]*u[i]*v[i];
		d[i] = a + uuv - (b + 1)*u[i] + c*((i ? u[i - 1] : 1) - 2*u[i] + (i < M - 1 ? u[i + 1] : 1));
		d[M + i] = b*u[i] - uuv + c*((i ? v[i - 1] : 3) - 2*v[i] + (i < M - 1 ? v[i + 1] : 3));
	}
}
"""
BY_HAND = """
static void step(double *x, double h)
{
	double k1[N], k2[N], k3[N], k4[N], s[N];
	rates(x, k1);
	for (int i = 0; i < N; i++) s[i] = x[i] + h/2*k1[i];
	rates(s, k2);
	for (int i = 0; i < N; i++) s[i] = x[i] + h/2*k2[i];
	rates(s, k3);
	for (int i = 0; i < N; i++) s[i] = x[i] + h*k3[i];
	rates(s, k4);
	for (int i = 0; i < N; i++) x[i] += h/6*(k1[i] + 2*k2[i] + 2*k3[i] + k4[i]);
}
int main(int argc, char **argv)
{
	double x[N];
	for (int i = 0; i < N; i++) x[i] = start[i];
	(void)argv;
	p[0] *= argc;
	BEGIN
	for (int k = 0; k < STEPS; k++) step(x, H);
	END(x[0], x[N - 1])
}
"""
USE = """#include "model.h"
static measured m;
int main(void)
{
	measured_open(&m);
	if (measured_initialise(&m, 0) != RT_OK) return 1;
	BEGIN
	for (int k = 0; k < STEPS; k++)
		if (measured_step(&m) != RT_OK) return 1;
	END(m.run.d.x[0], m.run.d.x[measured_STATES - 1])
}
"""
CLOCK = """#include <stdio.h>
#include <time.h>
#define BEGIN struct timespec a, b; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
#define END(first, last) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b); \\
	printf("%.9g %.12g %.12g\\n", (double)(b.tv_sec - a.tv_sec) + 1e-9*(double)(b.tv_nsec - a.tv_nsec), first, last);
"""


def build(folder, text, sources):
    with open(folder + "/use.c", "w") as file:
        file.write(text)
    subprocess.run(["cc", "-std=gnu11", "-O2", "-ffp-contract=off", "-o", folder + "/use", *sources, "-lm"], check=True,
                   cwd=folder)
    return folder + "/use"


def measure(saltus, name, model, by_hand, steps, h):
    clock = CLOCK + f"enum {{ STEPS = {steps} }};\nstatic const double H = {h};\n"
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(folder + "/hand")
        with open(folder + "/m.mo", "w") as file:
            file.write(model)
        subprocess.run([saltus, "code", folder + "/m.mo", "--target", "library", "--solver", "rk4", "--step", repr(h),
                        "--name", "measured", "-o", folder + "/out", "--quiet"], check=True)
        sources = sorted(f for f in os.listdir(folder + "/out") if f.endswith(".c"))
        programs = [build(folder + "/out", clock + USE, ["use.c", *sources]),
                    build(folder + "/hand", clock + by_hand + BY_HAND, ["use.c"])]
        best, ends = [float("inf")]*2, [None]*2
        for _ in range(5):
            for k, program in enumerate(programs):
                found = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
                best[k], ends[k] = min(best[k], float(found[0])), [float(v) for v in found[1:]]
    near = all(abs(a - b) <= 1e-6*max(1, abs(b)) for a, b in zip(*ends))
    ratio = best[0]/best[1]
    print(f"exported     {name:<30}{best[0]/steps*1e9:10.1f} ns   peer {best[1]/steps*1e9:8.1f} ns   ratio {ratio:6.2f}"
          f"  (budget 1.1){'' if ratio <= 1.1 else '  OVER'}{'' if near else '  the results differ'}")


if __name__ == "__main__":
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ROOT + "/build/saltus")
    measure(program, "a step of Lorenz", LORENZ, LORENZ_BY_HAND, 20000, 0.001)
    measure(program, "a step of the Brusselator", LINE, LINE_BY_HAND, 20000, 0.001)
