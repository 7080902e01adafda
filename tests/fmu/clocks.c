/* An FMU of FMI 3.0 with clocks of all kinds, for tests/fmu_clocks.py. It refuses what the standard does not allow: a
 * clocked variable that is set or asked for while its clock is not active, clocks outside of event mode, a clock of
 * time that is active at another time than its own.
 *
 *     periodic (0.5, from 0.25)   n1 counts, y1 = 2 u1 (a clocked input)
 *     fixed    period             n5 counts: its interval is the parameter `period`
 *     changing 0.1, 0.2, 0.3, ... n2 counts
 *     countdown                   n3 counts: 0.3 after each tick of `periodic`
 *     triggered                   n4 counts: the model triggers it
 *     ticked                      an output: ticks with `periodic` where n1 is even; z = 10 n1 belongs to it
 *
 * A state x' = 1 + n4. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct model {
	double time, x, u1, y1, z, period, due_fixed, due_changing, due_countdown; int32_t n[6]; bool active[6]; int mode;
	bool steps;
} model;
typedef model *M;
typedef const uint32_t *R;
enum { SET_UP, INITIAL, EVENT, TIME, STEPS };
enum { PERIODIC = 1, CHANGING, COUNTDOWN, TRIGGERED, FIXED, TICKED = 7 };
#define API __attribute__((visibility("default")))

static bool near(double a, double b) { return fabs(a - b) < 1e-9; }
static bool ticked(M m) { return m->active[PERIODIC] && (m->n[PERIODIC] + 1) % 2 == 0; }
static double next_periodic(M m) { return 0.25 + 0.5 * m->n[PERIODIC]; }

API const char *fmi3GetVersion(void) { return "3.0"; }
static M make(void)
{
	M m = calloc(1, sizeof *m);
	*m = (model){.period = 0.4, .due_countdown = INFINITY};
	return m;
}
API M fmi3InstantiateModelExchange(const char *n, const char *t, const char *p, bool v, bool l, void *e, void *f)
{
	return make();
}
API M fmi3InstantiateCoSimulation(const char *n, const char *t, const char *p, bool v, bool l, bool ev, bool ea, R r,
								  size_t k, void *e, void *f, void *u)
{
	M m = make();
	m->steps = true;
	return m;
}
API void fmi3FreeInstance(M m) { free(m); }
API int fmi3EnterInitializationMode(M m, bool a, double b, double time, bool c, double d)
{
	m->time = time;
	m->mode = INITIAL;
	return 0;
}
API int fmi3ExitInitializationMode(M m) { m->mode = EVENT; return 0; }
API int fmi3Terminate(M m) { return 0; }
API int fmi3EnterEventMode(M m) { m->mode = EVENT; return 0; }
API int fmi3EnterContinuousTimeMode(M m) { m->mode = TIME; return 0; }
API int fmi3EnterStepMode(M m) { m->mode = STEPS; return 0; }

API int fmi3SetClock(M m, R r, size_t n, const bool *value)
{
	const double due[] = {0, next_periodic(m), m->due_changing, m->due_countdown, m->time, m->due_fixed};
	if (m->mode != EVENT || n != 1 || *r < PERIODIC || *r > FIXED || !near(due[*r], m->time))
		return 3;
	m->active[*r] = *value;
	return 0;
}
API int fmi3GetClock(M m, R r, size_t n, bool *value)
{
	*value = ticked(m);
	return m->mode != EVENT || *r != TICKED ? 3 : 0;
}
API int fmi3GetIntervalDecimal(M m, R r, size_t n, double *value, int *qualifier)
{
	if (m->mode != INITIAL && m->mode != EVENT)
		return 3;
	*qualifier = 0;
	*value = *r == FIXED ? m->period : *r == CHANGING ? 0.1 * (m->n[CHANGING] + 1) : m->due_countdown - m->time;
	if (*r == CHANGING)
		m->due_changing = m->time + *value;
	if (*r == COUNTDOWN && isinf(m->due_countdown))
		*qualifier = 2;
	return 0;
}
API int fmi3GetShiftDecimal(M m, R r, size_t n, double *value) { *value = 0; return *r == FIXED ? 0 : 3; }
API int fmi3UpdateDiscreteStates(M m, bool *again, bool *ends, bool *nominals, bool *values, bool *has, double *next)
{
	*again = *ends = *nominals = *values = *has = false;
	if (m->active[COUNTDOWN])
		m->due_countdown = INFINITY;
	if (m->active[PERIODIC])
		m->y1 = 2 * m->u1, m->due_countdown = m->time + 0.3;
	if (ticked(m))
		m->z = 10 * (m->n[PERIODIC] + 1);
	for (int k = PERIODIC; k <= FIXED; k++)
		m->n[k] += m->active[k], m->active[k] = false;
	m->due_fixed = m->n[FIXED] * m->period;
	return 0;
}

/* 11..15: n1..n5, each of its clock */
API int fmi3GetInt32(M m, R r, size_t n, int32_t *value, size_t room)
{
	uint32_t k = *r - 10;
	if (n != 1 || k < PERIODIC || k > FIXED || (m->mode != INITIAL && !m->active[k]))
		return 3;
	*value = m->n[k] + m->active[k];
	return 0;
}
API int fmi3GetFloat64(M m, R r, size_t n, double *value, size_t room)
{
	for (size_t i = 0; i < n; i++)
		switch (r[i]) {
		case 0: value[i] = m->time; break;
		case 20: value[i] = m->x; break;
		case 21: value[i] = 1 + m->n[TRIGGERED]; break;
		case 22: value[i] = m->active[PERIODIC] ? 2 * m->u1 : m->y1;
			if (m->mode != INITIAL && !m->active[PERIODIC]) return 3;
			break;
		case 23: value[i] = ticked(m) ? 10 * (m->n[PERIODIC] + 1) : m->z;
			if (m->mode != INITIAL && !ticked(m)) return 3;
			break;
		default: return 3;
		}
	return 0;
}
API int fmi3SetFloat64(M m, R r, size_t n, const double *value, size_t given)
{
	if (n != 1 || (*r == 24 && m->mode != INITIAL && !m->active[PERIODIC]) || (*r == 25 && m->mode > INITIAL))
		return 3;
	*(*r == 24 ? &m->u1 : *r == 25 ? &m->period : &m->x) = *value;
	return 0;
}
API int fmi3SetTime(M m, double time) { m->time = time; return 0; }
API int fmi3SetContinuousStates(M m, const double *x, size_t n) { m->x = *x; return 0; }
API int fmi3GetContinuousStates(M m, double *x, size_t n) { *x = m->x; return 0; }
API int fmi3GetContinuousStateDerivatives(M m, double *x, size_t n) { *x = 1 + m->n[TRIGGERED]; return 0; }
API int fmi3CompletedIntegratorStep(M m, bool a, bool *event, bool *ends) { *event = *ends = false; return 0; }
API int fmi3GetFMUState(M m, void **s)
{
	*s = *s ? *s : malloc(sizeof *m);
	memcpy(*s, m, sizeof *m);
	return 0;
}
API int fmi3SetFMUState(M m, void *s) { memcpy(m, s, sizeof *m); return 0; }
API int fmi3FreeFMUState(M m, void **s) { free(*s); *s = NULL; return 0; }
API int fmi3SerializedFMUStateSize(M m, void *s, size_t *n) { *n = sizeof *m; return 0; }
API int fmi3SerializeFMUState(M m, void *s, uint8_t *to, size_t n) { memcpy(to, s, n); return 0; }
API int fmi3DeserializeFMUState(M m, const uint8_t *from, size_t n, void **s)
{
	*s = malloc(n);
	memcpy(*s, from, n);
	return 0;
}
API int fmi3DoStep(M m, double time, double size, bool a, bool *event, bool *ends, bool *early, double *last)
{
	if (m->mode != STEPS || !near(time, m->time))
		return 3;
	m->x += (1 + m->n[TRIGGERED]) * size;
	*last = m->time = time + size;
	*event = *ends = *early = false;
	return 0;
}
#define NONE(name, type) \
	API int fmi3Get##name(M m, R r, size_t n, type *v, size_t k) { return 3; } \
	API int fmi3Set##name(M m, R r, size_t n, const type *v, size_t k) { return 3; }
NONE(Float32, float) NONE(Int8, int8_t) NONE(UInt8, uint8_t) NONE(Int16, int16_t) NONE(UInt16, uint16_t)
NONE(UInt32, uint32_t) NONE(Int64, int64_t) NONE(UInt64, uint64_t) NONE(Boolean, bool)
API int fmi3SetInt32(M m, R r, size_t n, const int32_t *v, size_t k) { return 3; }
API int fmi3SetString(M m, R r, size_t n, const char *const *v, size_t k) { return 3; }
API int fmi3GetEventIndicators(M m, double *z, size_t n) { return n ? 3 : 0; }
