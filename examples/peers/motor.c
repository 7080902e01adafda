/* A motor with a load, as a peer in C: the torque follows the voltage through the winding, and the load turns. As a
 * program:
 *
 *     cc -I ../../include motor.c -o motor
 *
 * and as a library with -shared -fPIC -DLIBRARY. */
#ifndef LIBRARY
#define SALTUS_PEER_SERVE
#endif
#include "saltus_peer.h"

#include <stdlib.h>
#include <string.h>

typedef struct motor { double i, w, kept[3][2], R, L, k, J; } motor;

static const saltus_peer_port inputs[] = {{"u", "V", "Real", 0, 0}, {0}};
static const saltus_peer_port outputs[] = {{"w", "rad/s", "Real", 0, 0}, {"i", "A", "Real", 0, 0}, {0}};

static void *make(const char *name)
{
	motor *m = calloc(1, sizeof *m);
	(void)name;
	if (m)
		*m = (motor){.R = 1, .L = 0.01, .k = 0.1, .J = 0.001};
	return m;
}

static int set(void *self, const char *name, const char *value)
{
	motor *m = self;
	if (strcmp(name, "J") != 0)
		return SALTUS_PEER_FAILED;
	m->J = atof(value);
	return 0;
}

static int start(void *self, double time, double stop)
{
	motor *m = self;
	(void)time;
	(void)stop;
	m->i = m->w = 0;
	return 0;
}

static int look(void *self, const double *u, double *y)
{
	motor *m = self;
	(void)u;
	y[0] = m->w;
	y[1] = m->i;
	return 0;
}

/* Steps of its own, by the midpoint rule, each at most a tenth of the time constant of the winding. */
static int step(void *self, const double (*u)[3], double from, double to, double *reached, double *y)
{
	motor *m = self;
	int n = 1 + (int)((to - from) / (0.1 * m->L / m->R));
	double h = (to - from) / n;
	(void)reached;
	for (int s = 0; s < n; s++) {
		double at = (s + 0.5) * h, v = u[0][0] + at * (u[0][1] + at * u[0][2]);
		double u0 = u[0][0] + s * h * (u[0][1] + s * h * u[0][2]);
		double i = m->i + h / 2 * (u0 - m->R * m->i - m->k * m->w) / m->L, w = m->w + h / 2 * m->k * m->i / m->J;
		m->i += h * (v - m->R * i - m->k * w) / m->L;
		m->w += h * m->k * i / m->J;
	}
	return look(self, NULL, y);
}

static int save(void *self, int slot)
{
	motor *m = self;
	memcpy(m->kept[slot], (double[2]){m->i, m->w}, sizeof m->kept[slot]);
	return 0;
}

static int restore(void *self, int slot)
{
	motor *m = self;
	m->i = m->kept[slot][0];
	m->w = m->kept[slot][1];
	return 0;
}

extern const saltus_peer saltus_peer_interface;
const saltus_peer saltus_peer_interface = {.version = SALTUS_PEER_VERSION, .inputs = inputs, .outputs = outputs,
	.open = make, .set = set, .start = start, .look = look, .step = step, .save = save, .restore = restore,
	.close = free};

#ifndef LIBRARY
int main(void) { return saltus_peer_serve(&saltus_peer_interface); }
#endif
