/* A room as an FMU for model exchange, FMI 2.0: C dT/dt = P - k (T - T_out). All values are Reals in one row, by value
 * reference. */
#include <string.h>

#include "fmi2Functions.h"

enum { T, RATE, P, LOSS, C, K, T_OUT, COUNT };
typedef struct { double r[COUNT]; const fmi2CallbackFunctions *calls; } room;

const char *fmi2GetVersion(void) { return "2.0"; }
const char *fmi2GetTypesPlatform(void) { return "default"; }

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
							  const fmi2CallbackFunctions *calls, fmi2Boolean visible, fmi2Boolean logging)
{
	static const double start[COUNT] = {288, 0, 0, 0, 200000, 50, 273};
	room *m = strcmp(guid, "{room-1}") == 0 ? calls->allocateMemory(1, sizeof *m) : NULL;
	(void)name, (void)type, (void)resources, (void)visible, (void)logging;
	if (m) {
		memcpy(m->r, start, sizeof start);
		m->calls = calls;
	}
	return m;
}

void fmi2FreeInstance(fmi2Component c) { ((room *)c)->calls->freeMemory(c); }

static void compute(double *r)
{
	r[LOSS] = r[K] * (r[T] - r[T_OUT]);
	r[RATE] = (r[P] - r[LOSS]) / r[C];
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference v[], size_t n, fmi2Real out[])
{
	compute(((room *)c)->r);
	for (size_t i = 0; i < n; i++)
		out[i] = ((room *)c)->r[v[i]];
	return fmi2OK;
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference v[], size_t n, const fmi2Real in[])
{
	for (size_t i = 0; i < n; i++)
		((room *)c)->r[v[i]] = in[i];
	return fmi2OK;
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real rates[], size_t n)
{
	compute(((room *)c)->r);
	if (n)
		rates[0] = ((room *)c)->r[RATE];
	return fmi2OK;
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
	memcpy(((room *)c)->r, x, n * sizeof *x);
	return fmi2OK;
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
	memcpy(x, ((room *)c)->r, n * sizeof *x);
	return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
	(void)c;
	memset(info, 0, sizeof *info);
	return fmi2OK;
}

/* The rest has nothing to do in a model without events. */
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean a, fmi2Real b, fmi2Real start, fmi2Boolean d, fmi2Real e)
{
	return (void)c, (void)a, (void)b, (void)start, (void)d, (void)e, fmi2OK;
}
fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return (void)c, fmi2OK; }
fmi2Status fmi2ExitInitializationMode(fmi2Component c) { return (void)c, fmi2OK; }
fmi2Status fmi2EnterEventMode(fmi2Component c) { return (void)c, fmi2OK; }
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) { return (void)c, fmi2OK; }
fmi2Status fmi2Terminate(fmi2Component c) { return (void)c, fmi2OK; }
fmi2Status fmi2Reset(fmi2Component c) { return (void)c, fmi2OK; }
fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time) { return (void)c, (void)time, fmi2OK; }
fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean last, fmi2Boolean *event, fmi2Boolean *end)
{
	*event = *end = fmi2False;
	return (void)c, (void)last, fmi2OK;
}
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real z[], size_t n) { return (void)c, (void)z, (void)n, fmi2OK; }
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
	for (size_t i = 0; i < n; i++)
		x[i] = 1;
	return (void)c, fmi2OK;
}
#define UNUSED(T)                                                                                                      \
	fmi2Status fmi2Get##T(fmi2Component c, const fmi2ValueReference v[], size_t n, fmi2##T out[])                      \
	{                                                                                                                  \
		return (void)c, (void)v, (void)n, (void)out, fmi2Error;                                                        \
	}                                                                                                                  \
	fmi2Status fmi2Set##T(fmi2Component c, const fmi2ValueReference v[], size_t n, const fmi2##T in[])                 \
	{                                                                                                                  \
		return (void)c, (void)v, (void)n, (void)in, fmi2Error;                                                         \
	}
UNUSED(Integer)
UNUSED(Boolean)
UNUSED(String)
