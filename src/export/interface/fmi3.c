/* The functions of FMI 3.0. */
#include "export/interface/export_interface.h"

#include "fmi3Functions.h"

#include <stdlib.h>

typedef struct outside {
	fmi3InstanceEnvironment environment;
	fmi3LogMessageCallback log;
	fmi3IntermediateUpdateCallback update;
} outside;

static void tell3(fmu *f, fmu_status status, const char *category, const char *text)
{
	const outside *o = f->outside;
	if (o->log && (f->logging || status >= FMU_WARNING))
		o->log(o->environment, (fmi3Status)status, category, text);
}

static void update3(fmu *f, double time, int may_end, int *ends)
{
	const outside *o = f->outside;
	fmi3Boolean early = fmi3False;
	fmi3Float64 until = time;
	o->update(o->environment, time, fmi3False, fmi3True, fmi3True, may_end != 0, &early, &until);
	*ends = may_end && early;
}

/* NULL after a message: it may not be called in this mode. */
static fmu *in(fmi3Instance c, unsigned modes, const char *function)
{
	fmu *f = c;
	if (!f || modes & (1u << f->mode))
		return f;
	fmu_say(f, FMU_ERROR, "%s cannot be called in this mode", function);
	return NULL;
}

#define MODE(m) (1u << (m))
#define ANY 0xffu
#define LATE (MODE(FMU_IN_EVENT) | MODE(FMU_IN_TIME) | MODE(FMU_IN_STEPS))
#define ENTER(modes) fmu *f = in(c, modes, __func__); if (!f) return fmi3Error
#define KNOW() fmu_status status = fmu_know(f, FMU_ALL); if (status > FMU_WARNING) return (fmi3Status)status

const char *fmi3GetVersion(void)
{
	return fmi3Version;
}

fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String categories[])
{
	ENTER(ANY);
	(void)n, (void)categories;
	f->logging = on;
	return fmi3OK;
}

static fmu *make(fmi3String name, fmi3String token, fmi3Boolean logging, int cosimulation, const outside *with)
{
	fmu *f = calloc(1, sizeof *f);
	outside *o = calloc(1, sizeof *o);
	if (!f || !o) {
		free(f);
		free(o);
		return NULL;
	}
	*o = *with;
	f->outside = o;
	f->log = tell3;
	f->logging = logging;
	f = fmu_new(name, token, cosimulation, f);
	if (!f)
		free(o);
	return f;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
										  fmi3Boolean logging, fmi3InstanceEnvironment environment,
										  fmi3LogMessageCallback log)
{
	outside o = { environment, log, NULL };
	(void)resources, (void)visible;
	return make(name, token, logging, 0, &o);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
										 fmi3Boolean logging, fmi3Boolean event_mode, fmi3Boolean early_return,
										 const fmi3ValueReference required[], size_t n,
										 fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
										 fmi3IntermediateUpdateCallback update)
{
	outside o = { environment, log, update };
	(void)resources, (void)visible, (void)required, (void)n;
	fmu *f = make(name, token, logging, 1, &o);
	if (f) {
		f->uses_events = event_mode;
		f->returns_early = early_return;
		f->update = update ? update3 : NULL;
	}
	return f;
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
											   fmi3Boolean visible, fmi3Boolean logging,
											   fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
											   fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock,
											   fmi3UnlockPreemptionCallback unlock)
{
	(void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)update, (void)lock, (void)unlock;
	if (log)
		log(environment, fmi3Error, "logStatusError", "this FMU has no scheduled execution");
	return NULL;
}

void fmi3FreeInstance(fmi3Instance c)
{
	fmu *f = c;
	void *o = f ? f->outside : NULL;
	fmu_free(f);
	free(o);
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
									   fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop)
{
	ENTER(MODE(FMU_INSTANTIATED));
	(void)has_stop, (void)stop;
	return (fmi3Status)fmu_enter_initialization(f, has_tolerance, tolerance, start);
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
	ENTER(MODE(FMU_INITIALISING));
	return (fmi3Status)fmu_exit_initialization(f);
}

fmi3Status fmi3EnterEventMode(fmi3Instance c)
{
	ENTER(MODE(FMU_IN_TIME) | MODE(FMU_IN_STEPS));
	return (fmi3Status)fmu_enter_event(f);
}

fmi3Status fmi3Terminate(fmi3Instance c)
{
	ENTER(LATE | MODE(FMU_INITIALISING));
	return (fmi3Status)fmu_terminate(f);
}

fmi3Status fmi3Reset(fmi3Instance c)
{
	ENTER(ANY);
	return (fmi3Status)fmu_reset(f);
}

/* There are no structural parameters that could be set. */
fmi3Status fmi3EnterConfigurationMode(fmi3Instance c)
{
	ENTER(ANY);
	return (fmi3Status)fmu_say(f, FMU_ERROR, "this FMU has no structural parameters");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance c)
{
	return fmi3EnterConfigurationMode(c);
}

/* ---- values */

/* GET: a value of element k of v. SET: takes value[at]. */
#define VALUES(Name, type, kind, GET, SET)                                                                           \
	fmi3Status fmi3Get##Name(fmi3Instance c, const fmi3ValueReference reference[], size_t n, type value[],           \
							 size_t room)                                                                            \
	{                                                                                                                \
		size_t at = 0;                                                                                               \
		ENTER(ANY);                                                                                                  \
		KNOW();                                                                                                      \
		for (size_t i = 0; i < n; i++) {                                                                             \
			const fmu_variable *v = fmu_find(f, reference[i], kind);                                                 \
			if (!v)                                                                                                  \
				return fmi3Error;                                                                                    \
			if (v->count > room - at)                                                                                \
				return (fmi3Status)fmu_say(f, FMU_ERROR, "there is room for %zu values, which is not enough", room); \
			for (uint32_t k = 0; k < v->count; k++, at++)                                                            \
				value[at] = GET;                                                                                     \
		}                                                                                                            \
		return (fmi3Status)status;                                                                                   \
	}                                                                                                                \
	fmi3Status fmi3Set##Name(fmi3Instance c, const fmi3ValueReference reference[], size_t n, const type value[],     \
							 size_t given)                                                                           \
	{                                                                                                                \
		size_t at = 0;                                                                                               \
		ENTER(ANY);                                                                                                  \
		for (size_t i = 0; i < n; i++) {                                                                             \
			const fmu_variable *v = fmu_find(f, reference[i], kind);                                                 \
			if (!v || fmu_may_set(f, reference[i], v) != FMU_OK)                                                     \
				return fmi3Error;                                                                                    \
			if (v->count > given - at)                                                                               \
				return (fmi3Status)fmu_say(f, FMU_ERROR, "%zu values are given, which is not enough", given);        \
			for (uint32_t k = 0; k < v->count; k++, at++)                                                            \
				SET;                                                                                                 \
		}                                                                                                            \
		return fmi3OK;                                                                                               \
	}

VALUES(Float64, fmi3Float64, FMU_FLOAT, fmu_get(f, v, k), fmu_set(f, v, k, value[at]))
VALUES(Int64, fmi3Int64, FMU_INTEGER, (fmi3Int64)fmu_get_whole(f, v, k), fmu_set_whole(f, v, k, (long long)value[at]))
VALUES(Boolean, fmi3Boolean, FMU_BOOLEAN, fmu_get_whole(f, v, k) != 0, fmu_set_whole(f, v, k, value[at] != 0))

fmi3Status fmi3GetString(fmi3Instance c, const fmi3ValueReference reference[], size_t n, fmi3String value[],
		size_t room)
{
	ENTER(ANY);
	KNOW();
	for (size_t i = 0; i < n; i++) {
		const fmu_variable *v = fmu_find(f, reference[i], FMU_STRING);
		if (!v || i >= room)
			return fmi3Error;
		value[i] = fmu_get_text(f, v, 0);
	}
	return (fmi3Status)status;
}

fmi3Status fmi3SetString(fmi3Instance c, const fmi3ValueReference reference[], size_t n, const fmi3String value[],
						 size_t given)
{
	ENTER(ANY);
	(void)reference, (void)value, (void)given;
	return n ? (fmi3Status)fmu_say(f, FMU_ERROR, "no String of this FMU can be set") : fmi3OK;
}

/* Types that no variable of a model has. */
#define NONE(Name, type)                                                                                             \
	fmi3Status fmi3Get##Name(fmi3Instance c, const fmi3ValueReference reference[], size_t n, type value[],           \
							 size_t room)                                                                            \
	{                                                                                                                \
		ENTER(ANY);                                                                                                  \
		(void)reference, (void)value, (void)room;                                                                    \
		return n ? (fmi3Status)fmu_say(f, FMU_ERROR, "this FMU has no variables of type " #Name) : fmi3OK;           \
	}                                                                                                                \
	fmi3Status fmi3Set##Name(fmi3Instance c, const fmi3ValueReference reference[], size_t n, const type value[],     \
							 size_t given)                                                                           \
	{                                                                                                                \
		ENTER(ANY);                                                                                                  \
		(void)reference, (void)value, (void)given;                                                                   \
		return n ? (fmi3Status)fmu_say(f, FMU_ERROR, "this FMU has no variables of type " #Name) : fmi3OK;           \
	}

NONE(Float32, fmi3Float32)
NONE(Int8, fmi3Int8)
NONE(UInt8, fmi3UInt8)
NONE(Int16, fmi3Int16)
NONE(UInt16, fmi3UInt16)
NONE(Int32, fmi3Int32)
NONE(UInt32, fmi3UInt32)
NONE(UInt64, fmi3UInt64)

static fmi3Status none(fmi3Instance c, size_t n, const char *function)
{
	fmu *f = in(c, ANY, function);
	if (!f)
		return fmi3Error;
	return n ? (fmi3Status)fmu_say(f, FMU_ERROR, "%s: this FMU has nothing of the kind", function) : fmi3OK;
}

fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference reference[], size_t n, size_t sizes[],
						 fmi3Binary value[], size_t room)
{
	(void)reference, (void)sizes, (void)value, (void)room;
	return none(c, n, __func__);
}

fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference reference[], size_t n, const size_t sizes[],
						 const fmi3Binary value[], size_t given)
{
	(void)reference, (void)sizes, (void)value, (void)given;
	return none(c, n, __func__);
}

fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference reference[], size_t n, fmi3Clock value[])
{
	(void)reference, (void)value;
	return none(c, n, __func__);
}

fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference reference[], size_t n, const fmi3Clock value[])
{
	(void)reference, (void)value;
	return none(c, n, __func__);
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference reference[], size_t n, fmi3Float64 value[],
								  fmi3IntervalQualifier qualifier[])
{
	(void)reference, (void)value, (void)qualifier;
	return none(c, n, __func__);
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference reference[], size_t n,
		fmi3UInt64 counter[],
								   fmi3UInt64 resolution[], fmi3IntervalQualifier qualifier[])
{
	(void)reference, (void)counter, (void)resolution, (void)qualifier;
	return none(c, n, __func__);
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference reference[], size_t n, fmi3Float64 value[])
{
	(void)reference, (void)value;
	return none(c, n, __func__);
}

fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference reference[], size_t n, fmi3UInt64 counter[],
								fmi3UInt64 resolution[])
{
	(void)reference, (void)counter, (void)resolution;
	return none(c, n, __func__);
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference reference[], size_t n,
								  const fmi3Float64 value[])
{
	(void)reference, (void)value;
	return none(c, n, __func__);
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference reference[], size_t n,
								   const fmi3UInt64 counter[], const fmi3UInt64 resolution[])
{
	(void)reference, (void)counter, (void)resolution;
	return none(c, n, __func__);
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference reference[], size_t n,
		const fmi3Float64 value[])
{
	(void)reference, (void)value;
	return none(c, n, __func__);
}

fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference reference[], size_t n,
								const fmi3UInt64 counter[], const fmi3UInt64 resolution[])
{
	(void)reference, (void)counter, (void)resolution;
	return none(c, n, __func__);
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference reference, size_t *n)
{
	(void)reference;
	*n = 0;
	return none(c, 1, __func__);
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference dependent, size_t elements[],
									   fmi3ValueReference independents[], size_t others[], fmi3DependencyKind kinds[],
									   size_t n)
{
	(void)dependent, (void)elements, (void)independents, (void)others, (void)kinds, (void)n;
	return none(c, 1, __func__);
}

/* ---- states of the FMU, derivatives */

fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state)
{
	ENTER(ANY);
	return (fmi3Status)fmu_get_state(f, state);
}

fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state)
{
	ENTER(ANY);
	return (fmi3Status)fmu_set_state(f, state);
}

fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state)
{
	ENTER(ANY);
	if (state) {
		free(*state);
		*state = NULL;
	}
	return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size)
{
	ENTER(ANY);
	return (fmi3Status)fmu_state_size(f, state, size);
}

fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
	ENTER(ANY);
	return (fmi3Status)fmu_state_bytes(f, state, bytes, size);
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state)
{
	ENTER(ANY);
	return (fmi3Status)fmu_state_of_bytes(f, bytes, size, state);
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknown[], size_t unknowns,
										const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[],
										size_t seeds, fmi3Float64 out[], size_t outs)
{
	ENTER(ANY);
	return (fmi3Status)fmu_directional(f, unknown, unknowns, known, knowns, seed, seeds, out, outs);
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknown[], size_t unknowns,
									const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[],
									size_t seeds, fmi3Float64 out[], size_t outs)
{
	ENTER(ANY);
	return (fmi3Status)fmu_adjoint(f, unknown, unknowns, known, knowns, seed, seeds, out, outs);
}

/* ---- events, model exchange */

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c)
{
	ENTER(MODE(FMU_INITIALISING) | MODE(FMU_IN_EVENT));
	return (fmi3Status)fmu_know(f, FMU_ALL);
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *terminate, fmi3Boolean *nominals,
									fmi3Boolean *values, fmi3Boolean *has_next, fmi3Float64 *next)
{
	fmu_found found;
	ENTER(MODE(FMU_IN_EVENT));
	fmu_status status = fmu_update(f, &found);
	*again = *nominals = fmi3False;
	*terminate = found.terminate != 0;
	*values = found.states_changed != 0;
	*has_next = found.has_next != 0;
	*next = found.has_next ? found.next : 0;
	return (fmi3Status)status;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c)
{
	ENTER(MODE(FMU_IN_EVENT));
	return (fmi3Status)fmu_enter_time(f);
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean no_return, fmi3Boolean *wants,
		fmi3Boolean *terminate)
{
	int event = 0, ends = 0;
	ENTER(MODE(FMU_IN_TIME));
	(void)no_return;
	fmu_status status = fmu_completed(f, &event, &ends);
	*wants = event != 0;
	*terminate = ends != 0;
	return (fmi3Status)status;
}

fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 time)
{
	ENTER(MODE(FMU_IN_TIME));
	return (fmi3Status)fmu_set_time(f, time);
}

fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n)
{
	ENTER(MODE(FMU_IN_TIME));
	return (fmi3Status)fmu_set_states(f, x, n);
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 rates[], size_t n)
{
	ENTER(ANY);
	return (fmi3Status)fmu_get_rates(f, rates, n);
}

fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 z[], size_t n)
{
	ENTER(ANY);
	return (fmi3Status)fmu_get_indicators(f, z, n);
}

fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n)
{
	ENTER(ANY);
	return (fmi3Status)fmu_get_states(f, x, n);
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n)
{
	ENTER(ANY);
	return (fmi3Status)fmu_get_nominals(f, x, n);
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n)
{
	ENTER(ANY);
	*n = f->model->indicators;
	return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n)
{
	ENTER(ANY);
	*n = f->run->model->states;
	return fmi3OK;
}

/* ---- co-simulation */

fmi3Status fmi3EnterStepMode(fmi3Instance c)
{
	ENTER(MODE(FMU_IN_EVENT));
	return (fmi3Status)fmu_enter_steps(f);
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference reference[], size_t n,
									const fmi3Int32 order[], fmi3Float64 value[], size_t room)
{
	(void)reference, (void)order, (void)value, (void)room;
	return none(c, n, __func__);
}

fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 time, fmi3Float64 size, fmi3Boolean no_return, fmi3Boolean *event,
					  fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last)
{
	fmu_step_result result;
	ENTER(MODE(FMU_IN_STEPS));
	(void)no_return;
	fmu_status status = fmu_step(f, time, size, &result);
	*event = result.event != 0;
	*terminate = result.terminate != 0;
	*early = result.early != 0;
	*last = result.reached;
	return (fmi3Status)status;
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 time)
{
	(void)clock, (void)time;
	return none(c, 1, __func__);
}
