/* The functions of FMI 2.0. */
#include "export/interface/export_interface.h"

#include "fmi2Functions.h"

#include <limits.h>
#include <stdlib.h>

typedef struct outside {
	const fmi2CallbackFunctions *functions;
	double last; fmi2Status status; int terminated;      /* of the last step */
} outside;

static void tell2(fmu *f, fmu_status status, const char *category, const char *text)
{
	const outside *o = f->outside;
	if (o->functions && o->functions->logger && (f->logging || status >= FMU_WARNING))
		o->functions->logger(o->functions->componentEnvironment, f->name ? f->name : "", (fmi2Status)status, category,
							 "%s", text);
}

/* NULL after a message: it may not be called in this mode. */
static fmu *in(fmi2Component c, unsigned modes, const char *function)
{
	fmu *f = c;
	if (!f || modes & (1u << f->mode))
		return f;
	fmu_say(f, FMU_ERROR, "%s cannot be called in this mode", function);
	return NULL;
}

#define MODE(m) (1u << (m))
#define ANY 0xffu
#define EARLY (MODE(FMU_INSTANTIATED) | MODE(FMU_INITIALISING))
#define LATE (MODE(FMU_IN_EVENT) | MODE(FMU_IN_TIME) | MODE(FMU_IN_STEPS))
#define ENTER(modes) fmu *f = in(c, modes, __func__); if (!f) return fmi2Error
#define KNOW() fmu_status status = fmu_know(f, FMU_ALL); if (status > FMU_WARNING) return (fmi2Status)status

const char *fmi2GetTypesPlatform(void)
{
	return fmi2TypesPlatform;
}

const char *fmi2GetVersion(void)
{
	return fmi2Version;
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[])
{
	ENTER(ANY);
	(void)n, (void)categories;
	f->logging = on;
	return fmi2OK;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
							  const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging)
{
	fmu *f = calloc(1, sizeof *f);
	outside *o = calloc(1, sizeof *o);
	(void)resources, (void)visible;
	if (!f || !o) {
		free(f);
		free(o);
		return NULL;
	}
	o->functions = functions;
	f->outside = o;
	f->log = tell2;
	f->logging = logging;
	f = fmu_new(name, guid, type == fmi2CoSimulation, f);
	if (!f)
		free(o);
	return f;
}

void fmi2FreeInstance(fmi2Component c)
{
	fmu *f = c;
	void *o = f ? f->outside : NULL;
	fmu_free(f);
	free(o);
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
							   fmi2Boolean has_stop, fmi2Real stop)
{
	ENTER(MODE(FMU_INSTANTIATED));
	(void)has_stop, (void)stop;
	f->start = start;
	if (has_tolerance && tolerance > 0)
		f->run->tolerance = (rt_real)tolerance;
	return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
	ENTER(MODE(FMU_INSTANTIATED));
	return (fmi2Status)fmu_enter_initialization(f, 0, 0, f->start);
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
	ENTER(MODE(FMU_INITIALISING));
	return (fmi2Status)fmu_exit_initialization(f);
}

fmi2Status fmi2Terminate(fmi2Component c)
{
	ENTER(LATE | MODE(FMU_INITIALISING));
	return (fmi2Status)fmu_terminate(f);
}

fmi2Status fmi2Reset(fmi2Component c)
{
	ENTER(ANY);
	return (fmi2Status)fmu_reset(f);
}

/* ---- values */

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference reference[], size_t n, fmi2Real value[])
{
	ENTER(ANY);
	KNOW();
	for (size_t k = 0; k < n; k++) {
		const fmu_variable *v = fmu_find(f, reference[k], FMU_FLOAT);
		if (!v)
			return fmi2Error;
		value[k] = fmu_get(f, v, 0);
	}
	return (fmi2Status)status;
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference reference[], size_t n, const fmi2Real value[])
{
	ENTER(ANY);
	for (size_t k = 0; k < n; k++) {
		const fmu_variable *v = fmu_find(f, reference[k], FMU_FLOAT);
		if (!v || fmu_may_set(f, reference[k], v) != FMU_OK)
			return fmi2Error;
		fmu_set(f, v, 0, value[k]);
		if (f->slope)
			f->slope[reference[k]] = 0;
	}
	return fmi2OK;
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference reference[], size_t n, fmi2Integer value[])
{
	ENTER(ANY);
	KNOW();
	for (size_t k = 0; k < n; k++) {
		const fmu_variable *v = fmu_find(f, reference[k], FMU_INTEGER);
		long long whole = v ? fmu_get_whole(f, v, 0) : 0;
		if (!v)
			return fmi2Error;
		if (whole > INT_MAX || whole < INT_MIN)
			return (fmi2Status)fmu_say(f, FMU_ERROR, "the Integer with the value reference %u is %lld, which FMI 2.0 "
									   "cannot show", reference[k], whole);
		value[k] = (fmi2Integer)whole;
	}
	return (fmi2Status)status;
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference reference[], size_t n, const fmi2Integer value[])
{
	ENTER(ANY);
	for (size_t k = 0; k < n; k++) {
		const fmu_variable *v = fmu_find(f, reference[k], FMU_INTEGER);
		if (!v || fmu_may_set(f, reference[k], v) != FMU_OK)
			return fmi2Error;
		fmu_set_whole(f, v, 0, value[k]);
	}
	return fmi2OK;
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference reference[], size_t n, fmi2Boolean value[])
{
	ENTER(ANY);
	KNOW();
	for (size_t k = 0; k < n; k++) {
		const fmu_variable *v = fmu_find(f, reference[k], FMU_BOOLEAN);
		if (!v)
			return fmi2Error;
		value[k] = fmu_get_whole(f, v, 0) != 0;
	}
	return (fmi2Status)status;
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference reference[], size_t n, const fmi2Boolean value[])
{
	ENTER(ANY);
	for (size_t k = 0; k < n; k++) {
		const fmu_variable *v = fmu_find(f, reference[k], FMU_BOOLEAN);
		if (!v || fmu_may_set(f, reference[k], v) != FMU_OK)
			return fmi2Error;
		fmu_set_whole(f, v, 0, value[k] != 0);
	}
	return fmi2OK;
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference reference[], size_t n, fmi2String value[])
{
	ENTER(ANY);
	KNOW();
	for (size_t k = 0; k < n; k++) {
		const fmu_variable *v = fmu_find(f, reference[k], FMU_STRING);
		if (!v)
			return fmi2Error;
		value[k] = fmu_get_text(f, v, 0);
	}
	return (fmi2Status)status;
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference reference[], size_t n, const fmi2String value[])
{
	ENTER(ANY);
	(void)reference, (void)value;
	return n ? (fmi2Status)fmu_say(f, FMU_ERROR, "no String of this FMU can be set") : fmi2OK;
}

/* ---- states of the FMU, derivatives */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
	ENTER(ANY);
	return (fmi2Status)fmu_get_state(f, state);
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
	ENTER(ANY);
	return (fmi2Status)fmu_set_state(f, state);
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
	ENTER(ANY);
	if (state) {
		free(*state);
		*state = NULL;
	}
	return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
	ENTER(ANY);
	return (fmi2Status)fmu_state_size(f, state, size);
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
	ENTER(ANY);
	return (fmi2Status)fmu_state_bytes(f, state, (unsigned char *)bytes, size);
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
{
	ENTER(ANY);
	return (fmi2Status)fmu_state_of_bytes(f, (const unsigned char *)bytes, size, state);
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t unknowns,
										const fmi2ValueReference known[], size_t knowns, const fmi2Real seed[],
										fmi2Real out[])
{
	ENTER(ANY);
	return (fmi2Status)fmu_directional(f, unknown, unknowns, known, knowns, seed, knowns, out, unknowns);
}

/* ---- model exchange */

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
	ENTER(MODE(FMU_IN_TIME) | MODE(FMU_IN_EVENT));
	return (fmi2Status)fmu_enter_event(f);
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
	fmu_found found;
	ENTER(MODE(FMU_IN_EVENT));
	fmu_status status = fmu_update(f, &found);
	info->newDiscreteStatesNeeded = fmi2False;
	info->terminateSimulation = found.terminate;
	info->nominalsOfContinuousStatesChanged = fmi2False;
	info->valuesOfContinuousStatesChanged = found.states_changed;
	info->nextEventTimeDefined = found.has_next;
	info->nextEventTime = found.has_next ? found.next : 0;
	return (fmi2Status)status;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
	ENTER(MODE(FMU_IN_EVENT));
	return (fmi2Status)fmu_enter_time(f);
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return, fmi2Boolean *wants,
		fmi2Boolean *terminate)
{
	ENTER(MODE(FMU_IN_TIME));
	(void)no_return;
	return (fmi2Status)fmu_completed(f, wants, terminate);
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
	ENTER(MODE(FMU_IN_TIME) | MODE(FMU_IN_EVENT));
	return (fmi2Status)fmu_set_time(f, time);
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
	ENTER(MODE(FMU_IN_TIME));
	return (fmi2Status)fmu_set_states(f, x, n);
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real rates[], size_t n)
{
	ENTER(ANY);
	return (fmi2Status)fmu_get_rates(f, rates, n);
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real z[], size_t n)
{
	ENTER(ANY);
	return (fmi2Status)fmu_get_indicators(f, z, n);
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
	ENTER(ANY);
	return (fmi2Status)fmu_get_states(f, x, n);
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
	ENTER(ANY);
	return (fmi2Status)fmu_get_nominals(f, x, n);
}

/* ---- co-simulation */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference reference[], size_t n,
									   const fmi2Integer order[], const fmi2Real value[])
{
	ENTER(ANY);
	uint32_t all = f->model->variables;
	if (!f->slope) {
		f->slope = calloc(all, sizeof *f->slope);
		f->base = calloc(all, sizeof *f->base);
	}
	if (!f->slope || !f->base)
		return (fmi2Status)fmu_say(f, FMU_ERROR, "there is no memory for slopes of inputs");
	for (size_t k = 0; k < n; k++) {
		const fmu_variable *v = fmu_find(f, reference[k], FMU_FLOAT);
		if (!v || !(v->may & FMU_INPUT) || order[k] != 1)
			return (fmi2Status)fmu_say(f, FMU_ERROR,
					"first derivatives of continuous inputs can be set, and no others");
		f->slope[reference[k]] = value[k];
		f->base[reference[k]] = fmu_get(f, v, 0);
	}
	return fmi2OK;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference reference[], size_t n,
										const fmi2Integer order[], fmi2Real value[])
{
	ENTER(ANY);
	(void)reference, (void)n, (void)order, (void)value;
	return (fmi2Status)fmu_say(f, FMU_ERROR, "derivatives of outputs by time are not given");
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real size, fmi2Boolean no_return)
{
	fmu_step_result result;
	ENTER(MODE(FMU_IN_STEPS));
	outside *o = f->outside;
	(void)no_return;
	fmu_status status = fmu_step(f, time, size, &result);
	o->last = result.reached;
	o->terminated = result.terminate;
	o->status = (fmi2Status)(status <= FMU_WARNING && result.terminate ? FMU_DISCARD : status);
	return o->status;
}

fmi2Status fmi2CancelStep(fmi2Component c)
{
	ENTER(ANY);
	return (fmi2Status)fmu_say(f, FMU_ERROR, "no step is pending: each has ended when its call returns");
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
	ENTER(ANY);
	const outside *o = f->outside;
	*value = o->status;
	return kind == fmi2DoStepStatus ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
	ENTER(ANY);
	const outside *o = f->outside;
	*value = o->last;
	return kind == fmi2LastSuccessfulTime ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value)
{
	(void)c, (void)kind, (void)value;
	return fmi2Discard;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
	ENTER(ANY);
	const outside *o = f->outside;
	*value = o->terminated;
	return kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value)
{
	(void)c, (void)kind;
	*value = "";
	return fmi2Discard;
}
