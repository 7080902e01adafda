/* Small FMUs of FMI 2.0 for tests/fmu.py. MODEL chooses one; FAULT puts a fault into it. All of them are for model
 * exchange and co-simulation; co-simulation makes Euler steps of 0.01.
 *
 *     1 capacitor   in, C = 2: x' = in/C; outputs A = in, V = x (E12.3)
 *     2 ball        h' = v, v' = g; at h < 0 and v < 0 v := -e v
 *     3 counter     n = events at 0.5, 1, ...; on: a Boolean input that doubles what is added; sum: Integer
 *     4 gain        y = k u + 1, and z = y*y, without states
 *     5 stepper     x' = 1; behind a step with x > 1 it wants an event, in which y := y + 1 and x := 0
 *     6 integrator  x' = u, y = x, x(0) = 1 (E12.9)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *component;
typedef unsigned int reference;
typedef struct callbacks {
	void (*logger)(void *, const char *, int, const char *, const char *, ...);
	void *(*allocate)(size_t, size_t); void (*release)(void *); void (*finished)(void *, int); void *environment;
} callbacks;
typedef struct event_info { int again, terminate, nominals, states, defined; double next; } event_info;
enum { OK, WARNING, DISCARD, ERROR, FATAL };
enum { REALS = 12, WHOLES = 4 };

typedef struct model {
	double r[REALS]; int i[WHOLES];
	double time, next; int mode, events, wants, started;
	const callbacks *calls; char name[80];
} model;

#ifndef FAULT
#define FAULT 0
#endif
#if MODEL == 2
enum { NX = 2, NZ = 1 };
#elif MODEL == 3 || MODEL == 4
enum { NX = 0, NZ = 0 };
#else
enum { NX = 1, NZ = 0 };
#endif

/* Reals: 0.. states, 2.. rates, 4 input, 5.. outputs, 8.. parameters. */
static void compute(model *m)
{
	double *r = m->r;
	if (MODEL == 1)
		r[2] = r[4] / r[8], r[5] = r[4], r[6] = r[0];
	if (MODEL == 2)
		r[2] = r[1], r[3] = r[8];
	if (MODEL == 4)
		r[5] = r[8] * r[4] + 1, r[6] = r[5] * r[5];
	if (MODEL == 5)
		r[2] = 1;
	if (MODEL == 6)
		r[2] = r[4], r[5] = r[0];
	if (FAULT == 3 && m->time > 0.5)
		r[2] = NAN;
}

static void misbehave(model *m)
{
	if (m->time <= 0.5)
		return;
	if (FAULT == 1)
		*(volatile int *)8 = 1;
	for (volatile int go = 1; FAULT == 2 && go;)
		;
	if (FAULT == 6)
		exit(3);
	if (FAULT == 5) {
		printf("this goes to the standard output\n");
		fflush(stdout);
	}
}

const char *fmi2GetVersion(void) { return FAULT == 7 ? "1.0" : "2.0"; }
const char *fmi2GetTypesPlatform(void) { return "default"; }

component fmi2Instantiate(const char *name, int type, const char *token, const char *place, const callbacks *calls,
						  int visible, int logging)
{
	model *m = calls->allocate(1, sizeof *m);
	(void)type, (void)place, (void)visible, (void)logging;
	if (strcmp(token, "{test}") != 0)
		return NULL;
	m->calls = calls;
	snprintf(m->name, sizeof m->name, "%s", name);
	m->next = 0.5;
	m->r[8] = MODEL == 1 ? 2 : MODEL == 2 ? -9.81 : 0.5;
	m->r[9] = 0.7;
	m->r[0] = MODEL == 2 || MODEL == 6 ? 1 : 0;
	m->i[1] = 1;
	return m;
}

void fmi2FreeInstance(component c) { ((model *)c)->calls->release(c); }
int fmi2SetDebugLogging(component c, int on, size_t n, const char *const *what)
{
	return (void)c, (void)on, (void)n, (void)what, OK;
}
int fmi2SetupExperiment(component c, int a, double b, double start, int d, double e)
{
	((model *)c)->time = start;
	return (void)a, (void)b, (void)d, (void)e, OK;
}
int fmi2EnterInitializationMode(component c) { ((model *)c)->mode = 1; return OK; }
int fmi2ExitInitializationMode(component c) { ((model *)c)->mode = 2; return OK; }
int fmi2Terminate(component c) { ((model *)c)->mode = 4; return OK; }
int fmi2Reset(component c) { return (void)c, OK; }

static int complain(model *m, const char *what)
{
	m->calls->logger(m->calls->environment, m->name, ERROR, "logStatusError", "%s is not allowed now", what);
	return ERROR;
}

int fmi2GetReal(component c, const reference *v, size_t n, double *out)
{
	compute(c);
	misbehave(c);
	if (FAULT == 10 && fabs(((model *)c)->time - 0.3) < 1e-9)
		return DISCARD;
	for (size_t k = 0; k < n; k++)
		out[k] = ((model *)c)->r[v[k]];
	return OK;
}
int fmi2SetReal(component c, const reference *v, size_t n, const double *in)
{
	for (size_t k = 0; k < n; k++)
		((model *)c)->r[v[k]] = in[k];
	return OK;
}
int fmi2GetInteger(component c, const reference *v, size_t n, int *out)
{
	for (size_t k = 0; k < n; k++)
		out[k] = ((model *)c)->i[v[k]];
	return OK;
}
int fmi2SetInteger(component c, const reference *v, size_t n, const int *in)
{
	model *m = c;
	if (m->mode == 3)
		return complain(m, "to set a discrete input");
	for (size_t k = 0; k < n; k++)
		m->i[v[k]] = in[k];
	return OK;
}
int fmi2GetBoolean(component c, const reference *v, size_t n, int *out) { return fmi2GetInteger(c, v, n, out); }
int fmi2SetBoolean(component c, const reference *v, size_t n, const int *in) { return fmi2SetInteger(c, v, n, in); }
int fmi2GetString(component c, const reference *v, size_t n, const char **out)
{
	return (void)c, (void)v, (void)n, (void)out, ERROR;
}
int fmi2SetString(component c, const reference *v, size_t n, const char *const *in)
{
	return (void)c, (void)v, (void)n, (void)in, OK;
}

#ifdef STATE
int fmi2GetFMUstate(component c, void **s)
{
	*s = *s ? *s : malloc(sizeof(model));
	memcpy(*s, c, sizeof(model));
	return OK;
}
int fmi2SetFMUstate(component c, void *s) { memcpy(c, s, sizeof(model)); return OK; }
int fmi2FreeFMUstate(component c, void **s) { free(*s); *s = NULL; return (void)c, OK; }
int fmi2SerializedFMUstateSize(component c, void *s, size_t *n) { *n = sizeof(model); return (void)c, (void)s, OK; }
int fmi2SerializeFMUstate(component c, void *s, char *to, size_t n) { memcpy(to, s, n); return (void)c, OK; }
int fmi2DeSerializeFMUstate(component c, const char *from, size_t n, void **s)
{
	model *m = malloc(sizeof *m);
	memcpy(m, from, n);
	m->calls = ((model *)c)->calls;
	*s = m;
	return OK;
}
#endif

int fmi2GetDirectionalDerivative(component c, const reference *z, size_t nz, const reference *v, size_t nv,
								 const double *seed, double *out)
{
	const double *r = ((model *)c)->r;
	for (size_t k = 0; k < nz; k++) {
		out[k] = 0;
		for (size_t j = 0; j < nv; j++)
			if (v[j] == 4)
				out[k] += (z[k] == 5 ? r[8] : z[k] == 6 ? 2 * r[5] * r[8] : 0) * seed[j];
	}
	return OK;
}

int fmi2EnterEventMode(component c)
{
	model *m = c;
	if (m->mode != 3)
		return complain(m, "event mode");
	m->mode = 2;
	return OK;
}
int fmi2EnterContinuousTimeMode(component c) { ((model *)c)->mode = 3; return OK; }

int fmi2NewDiscreteStates(component c, event_info *e)
{
	model *m = c;
	double *r = m->r;
	*e = (event_info){0};
	if (m->mode != 2)
		return complain(m, "an event");
	if (MODEL == 2 && r[0] <= 0 && r[1] < 0) {
		r[0] = 1e-300;               /* above zero again, so its indicator changes its sign by the event */
		r[1] *= -r[9];
		e->states = 1;
	}
	if (MODEL == 3) {
		if (m->time >= m->next - 1e-9) {
			m->i[0] += m->i[2] ? 2 : 1;
			m->next += 0.5;
		}
		e->defined = 1;
		e->next = m->next;
		e->terminate = m->i[0] >= 10;
	}
	if (MODEL == 5 && m->wants) {
		r[5] += 1;
		r[0] = 0;
		m->wants = 0;
		e->states = 1;
	}
	e->again = FAULT == 8;
	return OK;
}

int fmi2CompletedIntegratorStep(component c, int last, int *event, int *end)
{
	model *m = c;
	(void)last;
	m->wants = MODEL == 5 && m->r[0] > 1;
	*event = m->wants;
	*end = 0;
	return OK;
}
int fmi2SetTime(component c, double time) { ((model *)c)->time = time; return OK; }
int fmi2SetContinuousStates(component c, const double *x, size_t n)
{
	memcpy(((model *)c)->r, x, n * sizeof *x);
	return OK;
}
#if FAULT != 9
int fmi2GetDerivatives(component c, double *x, size_t n)
{
	misbehave(c);
	if (FAULT == 4 && ((model *)c)->time > 0.5)
		return complain(c, "this time");
	compute(c);
	memcpy(x, ((model *)c)->r + 2, n * sizeof *x);
	return OK;
}
#endif
int fmi2GetEventIndicators(component c, double *z, size_t n)
{
	if (n)
		z[0] = ((model *)c)->r[0];
	return OK;
}
int fmi2GetContinuousStates(component c, double *x, size_t n)
{
	memcpy(x, ((model *)c)->r, n * sizeof *x);
	return OK;
}
int fmi2GetNominalsOfContinuousStates(component c, double *x, size_t n)
{
	for (size_t k = 0; k < n; k++)
		x[k] = 1;
	return (void)c, OK;
}
int fmi2SetRealInputDerivatives(component c, const reference *v, size_t n, const int *order, const double *in)
{
	((model *)c)->r[10] = in[0];
	return (void)v, (void)n, (void)order, OK;
}

/* The integrator takes its input straight; all else makes Euler steps. */
int fmi2DoStep(component c, double time, double size, int last)
{
	model *m = c;
	event_info e;
	(void)last;
	if (MODEL == 6) {
		m->r[0] += size * (m->r[4] + m->r[10] * size / 2);
		m->time = time + size;
		return OK;
	}
	long steps = lround(size / 0.01);
	for (long k = 1; k <= steps; k++) {
		m->time = time + k * 0.01;
		compute(m);
		misbehave(m);
		for (int i = 0; i < NX; i++)
			m->r[i] += 0.01 * m->r[2 + i];
		m->mode = 2;
		fmi2NewDiscreteStates(m, &e);
	}
	compute(m);
	return FAULT == 4 && m->time > 0.5 ? complain(m, "this step") : OK;
}
int fmi2CancelStep(component c) { return (void)c, OK; }
int fmi2GetStatus(component c, int what, int *out) { return (void)c, (void)what, (void)out, DISCARD; }
int fmi2GetRealStatus(component c, int what, double *out) { return (void)c, (void)what, (void)out, DISCARD; }
int fmi2GetBooleanStatus(component c, int what, int *out) { return (void)c, (void)what, (void)out, DISCARD; }
