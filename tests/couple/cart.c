/* The cart with the pendulum of E13.1 as a peer, with Runge-Kutta steps of its own: a program, or with LIBRARY a shared
 * library. FAULT puts a fault into it: 1 crash, 2 no answer, 3 NaN, 4 prints, 5 fails, 6 ends, 7 no interface. */
#ifndef LIBRARY
#define SALTUS_PEER_SERVE
#endif
#include "saltus_peer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef FAULT
#define FAULT 0
#endif

typedef struct cart { double x[4], kept[3][4], M, m, l, J; char why[100]; } cart;      /* theta, omega, y, v */

static const saltus_peer_port inputs[] = {{"F", "N", "Real", 0, 0}, {0}};
static const saltus_peer_port outputs[] = {{"theta", "rad", "Real", 0, 0}, {"omega", "rad/s", "Real", 0, 0},
	{"y", "m", "Real", 0, 0}, {0}};

static void *make(const char *name)
{
	cart *c = calloc(1, sizeof *c);
	(void)name;
	c->M = 1;
	c->m = 0.1;
	c->l = 1;
	c->J = 0.1;
	return c;
}

static int set(void *self, const char *name, const char *value)
{
	cart *c = self;
	double *to = strcmp(name, "M") == 0 ? &c->M : strcmp(name, "m") == 0 ? &c->m : NULL;
	if (!to) {
		snprintf(c->why, sizeof c->why, "there is no parameter '%s'", name);
		return 1;
	}
	*to = atof(value);
	return 0;
}

static int start(void *self, double time, double stop)
{
	cart *c = self;
	(void)time;
	(void)stop;
	memcpy(c->x, (double[4]){0.2, 0, 0, 0}, sizeof c->x);
	return 0;
}

/* J theta'' = m l (g sin theta - a cos theta), (M + m) a + m l (theta'' cos theta - theta'^2 sin theta) = F */
static void rates(const cart *c, const double *x, double F, double *out)
{
	double g = 9.81, ml = c->m * c->l, s = sin(x[0]), k = cos(x[0]);
	double a = (F + ml * x[1] * x[1] * s - ml * k * ml * g * s / c->J) / (c->M + c->m - ml * k * ml * k / c->J);
	out[0] = x[1];
	out[1] = ml * (g * s - a * k) / c->J;
	out[2] = x[3];
	out[3] = a;
}

static double at(const double *u, double s) { return u[0] + s * (u[1] + s * u[2]); }

static int look(void *self, const double *u, double *y)
{
	cart *c = self;
	(void)u;
	memcpy(y, c->x, 3 * sizeof *y);
	return 0;
}

static int step(void *self, const double (*u)[3], double from, double to, double *reached, double *y)
{
	cart *c = self;
	enum { N = 20 };
	double h = (to - from) / N;
	(void)reached;
	if (FAULT == 1 && to > 0.5)
		abort();
	if (FAULT == 2 && to > 0.5)
		sleep(1000);
	if (FAULT == 4) {
		printf("this goes to the standard output\n");
		fflush(stdout);
	}
	if (FAULT == 5 && to > 0.5) {
		snprintf(c->why, sizeof c->why, "the cart has left the track");
		return 1;
	}
	if (FAULT == 6 && to > 0.5)
		_exit(3);
	for (int i = 0; i < N; i++) {
		double k[4][4], x[4], s = i * h;
		rates(c, c->x, at(u[0], s), k[0]);
		for (int r = 1; r < 4; r++) {
			double part = r == 3 ? h : h / 2;
			for (int n = 0; n < 4; n++)
				x[n] = c->x[n] + part * k[r - 1][n];
			rates(c, x, at(u[0], s + part), k[r]);
		}
		for (int n = 0; n < 4; n++)
			c->x[n] += h / 6 * (k[0][n] + 2 * k[1][n] + 2 * k[2][n] + k[3][n]);
	}
	if (FAULT == 3 && to > 0.5)
		c->x[0] = NAN;
	return look(self, NULL, y);
}

static int save(void *self, int slot)
{
	cart *c = self;
	memcpy(c->kept[slot], c->x, sizeof c->x);
	return 0;
}

static int restore(void *self, int slot)
{
	cart *c = self;
	memcpy(c->x, c->kept[slot], sizeof c->x);
	return 0;
}

static const char *message(void *self) { return ((cart *)self)->why; }

#if FAULT == 7
#define saltus_peer_interface another_name
#endif
extern const saltus_peer saltus_peer_interface;
const saltus_peer saltus_peer_interface = {SALTUS_PEER_VERSION, inputs, outputs, NULL, make, set, start, look, step,
	save, restore, message, free};

#ifndef LIBRARY
int main(void) { return saltus_peer_serve(&saltus_peer_interface); }
#endif
