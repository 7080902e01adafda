/* FMI 3.0: the functions of fmi3Functions.h by our own declarations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stock.h"
#include "fmi/call/fmi_call.h"

typedef void *component;
typedef uint32_t reference;
typedef void (*logger_of)(void *environment, int status, const char *category, const char *message);
typedef void (*update_of)(void *, double, bool, bool, bool, bool, bool *, double *);
typedef int (*setter)(component, const reference *, size_t, const void *, size_t);
typedef int (*getter)(component, const reference *, size_t, void *, size_t);

/* In the order of the lists of names. */
typedef struct functions {
	const char *(*version)(void);
	void (*free)(component);
	int (*enter_initial)(component, bool, double, double, bool, double), (*exit_initial)(component);
	int (*terminate)(component), (*enter_configuration)(component), (*exit_configuration)(component);
	getter get[FI_STRING]; setter set[FI_STRING];
	int (*set_string)(component, const reference *, size_t, const char *const *, size_t);
	int (*enter_event)(component), (*update)(component, bool *, bool *, bool *, bool *, bool *, double *);
	int (*get_state)(component, void **), (*set_state)(component, void *), (*free_state)(component, void **);
	int (*state_size)(component, void *, size_t *), (*pack)(component, void *, uint8_t *, size_t);
	int (*unpack)(component, const uint8_t *, size_t, void **);
	int (*directional)(component, const reference *, size_t, const reference *, size_t, const double *, size_t,
		double *,
					   size_t);
	int (*set_clock)(component, const reference *, size_t, const bool *);
	int (*get_clock)(component, const reference *, size_t, bool *);
	int (*interval)(component, const reference *, size_t, double *, int *);
	int (*shift)(component, const reference *, size_t, double *);
	component (*instantiate_exchange)(const char *, const char *, const char *, bool, bool, void *, logger_of);
	int (*enter_continuous)(component), (*completed)(component, bool, bool *, bool *);
	int (*set_time)(component, double), (*set_states)(component, const double *, size_t);
	int (*rates)(component, double *, size_t), (*indicators)(component, double *, size_t);
	int (*states)(component, double *, size_t);
	component (*instantiate_cosimulation)(const char *, const char *, const char *, bool, bool, bool, bool,
										  const reference *, size_t, void *, logger_of, update_of);
	int (*enter_steps)(component), (*step)(component, double, double, bool, bool *, bool *, bool *, double *);
} functions;

static const char *const common[] = {"fmi3GetVersion", "fmi3FreeInstance", "fmi3EnterInitializationMode",
	"fmi3ExitInitializationMode", "fmi3Terminate", "?fmi3EnterConfigurationMode", "?fmi3ExitConfigurationMode",
	"fmi3GetFloat64", "fmi3GetFloat32", "fmi3GetInt8", "fmi3GetUInt8", "fmi3GetInt16", "fmi3GetUInt16", "fmi3GetInt32",
	"fmi3GetUInt32", "fmi3GetInt64", "fmi3GetUInt64", "fmi3GetBoolean",
	"fmi3SetFloat64", "fmi3SetFloat32", "fmi3SetInt8", "fmi3SetUInt8", "fmi3SetInt16", "fmi3SetUInt16", "fmi3SetInt32",
	"fmi3SetUInt32", "fmi3SetInt64", "fmi3SetUInt64", "fmi3SetBoolean", "fmi3SetString",
	"?fmi3EnterEventMode", "?fmi3UpdateDiscreteStates", "?fmi3GetFMUState", "?fmi3SetFMUState", "?fmi3FreeFMUState",
	"?fmi3SerializedFMUStateSize", "?fmi3SerializeFMUState", "?fmi3DeserializeFMUState",
	"?fmi3GetDirectionalDerivative", "?fmi3SetClock", "?fmi3GetClock", "?fmi3GetIntervalDecimal",
	"?fmi3GetShiftDecimal"};
static const char *const exchange[] = {"fmi3InstantiateModelExchange", "fmi3EnterContinuousTimeMode",
	"fmi3CompletedIntegratorStep", "fmi3SetTime", "fmi3SetContinuousStates", "fmi3GetContinuousStateDerivatives",
	"fmi3GetEventIndicators", "fmi3GetContinuousStates"};
static const char *const cosimulation[] = {"fmi3InstantiateCoSimulation", "?fmi3EnterStepMode", "fmi3DoStep"};
enum { GETTERS = 7, SETTERS = GETTERS + FI_STRING };     /* where they begin, in the order of the types */
#define COUNT(list) (sizeof(list) / sizeof *(list))

static functions *f(fi_worker *w) { return w->functions; }

static void logger(void *environment, int status, const char *category, const char *message)
{
	fi_logged(environment, status, category, message ? message : "");
}

static bool load(fi_worker *w)
{
	const fi_interface *of = fi_interface_of(w->plan);
	bool me = w->plan->kind == FI_EXCHANGE;
	w->functions = sb_draw_zeros(sizeof(functions));
	void (**at)(void) = w->functions;
	if (!fi_find_functions(w, "", common, COUNT(common), at))
		return false;
	at += COUNT(common);
	if (me ? !fi_find_functions(w, "", exchange, COUNT(exchange), at)
		   : !fi_find_functions(w, "", cosimulation, COUNT(cosimulation), at + COUNT(exchange)))
		return false;
	bool events = me || of->event_mode;
	if ((of->gets_state && (!f(w)->get_state || !f(w)->set_state || !f(w)->free_state)) ||
		(of->serializes && (!f(w)->state_size || !f(w)->pack || !f(w)->unpack)) ||
		(of->directional && !f(w)->directional) || (events && (!f(w)->enter_event || !f(w)->update)) ||
		(!me && of->event_mode && !f(w)->enter_steps) ||
		(fi_clocks_of(w->plan->d) && (!f(w)->set_clock || !f(w)->get_clock || !f(w)->interval || !f(w)->shift)))
		return fi_failed(w,
			"its library lacks functions that its description promises: of its state, of derivatives, of "
						 "events, or of clocks");
	const char *version = f(w)->version();
	return version && *version == '3' ? true
		: fi_failed(w, "its library is of FMI '%.20s', and its description of FMI 3.0", version ? version : "");
}

static bool set(fi_worker *w, const fi_variable *v, const double *values, uint32_t n);

/* Structural parameters are set before all else. */
static bool configure(fi_worker *w)
{
	const fi_row *p = &w->plan->parameters;
	bool open = false, good = true;
	for (uint32_t i = 0; i < p->n && good; i++) {
		const fi_variable *v = &w->plan->d->variables.at[p->variable[i]];
		double *at = w->rows.parameters + p->first[i];
		if (v->causality != FI_STRUCTURAL_PARAMETER || !v->starts || *at == v->start[0])
			continue;
		if (!open) {
			fi_calling(w, "fmi3EnterConfigurationMode", "(%s)", "");
			good = f(w)->enter_configuration && fi_status(w, f(w)->enter_configuration(w->instance));
			open = true;
		}
		good = good && set(w, v, at, v->count);
	}
	if (!open || !good)
		return good || fi_failed(w, "its structural parameters cannot be changed");
	fi_calling(w, "fmi3ExitConfigurationMode", "(%s)", "");
	return fi_status(w, f(w)->exit_configuration(w->instance));
}

static bool instantiate(fi_worker *w)
{
	const fi_plan *p = w->plan;
	char resources[4200];
	bool log = p->options.log;
	snprintf(resources, sizeof resources, "%.4096s/resources/", p->files.folder);
	fi_calling(w, p->kind == FI_EXCHANGE ? "fmi3InstantiateModelExchange" : "fmi3InstantiateCoSimulation",
		"(\"%s\", \"%s\")",
			   w->name, p->d->token);
	if (p->kind == FI_EXCHANGE)
		w->instance = f(w)->instantiate_exchange(w->name, p->d->token, resources, false, log, w, logger);
	else
		w->instance = f(w)->instantiate_cosimulation(w->name, p->d->token, resources, false, log,
													 p->d->cosimulation.event_mode, true, NULL, 0, w, logger, NULL);
	return w->instance ? configure(w) : fi_failed(w, "%s has given nothing: the FMU cannot be made", w->board->doing);
}

static bool enter_initial(fi_worker *w)
{
	fi_calling(w, "fmi3EnterInitializationMode", "(time=%.17g)", w->board->time);
	return fi_status(w, f(w)->enter_initial(w->instance, false, 0, w->board->time, false, 0));
}

static bool leave_initial(fi_worker *w)
{
	fi_calling(w, "fmi3ExitInitializationMode", "(%s)", "");
	return fi_status(w, f(w)->exit_initial(w->instance));
}

/* ------------------------------------------------------------------------------------------- values by type */

static size_t width_of(fi_type type)
{
	static const size_t widths[] = {8, 4, 1, 1, 2, 2, 4, 4, 8, 8, sizeof(bool)};
	return widths[type];
}

static fi_type stored_as(fi_type type) { return type == FI_ENUMERATION ? FI_INT64 : type; }

#define EACH_TYPE(X) X(FI_FLOAT64, double) X(FI_FLOAT32, float) X(FI_INT8, int8_t) \
	X(FI_UINT8, uint8_t) X(FI_INT16, int16_t) X(FI_UINT16, uint16_t) X(FI_INT32, int32_t) X(FI_UINT32, uint32_t) \
	X(FI_INT64, int64_t) \
	X(FI_UINT64, uint64_t) X(FI_BOOLEAN, bool)

static void store(fi_type type, char *to, const double *from, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		switch (type) {
#define STORE(name, T) case name: { T value = (T)from[i]; memcpy(to + i * sizeof value, &value, sizeof value); break; }
		EACH_TYPE(STORE)
		default: break;
		}
}

static void fetch(fi_type type, const char *from, double *to, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		switch (type) {
#define FETCH(name, T) \
		case name: { T value; memcpy(&value, from + i * sizeof value, sizeof value); to[i] = (double)value; break; }
		EACH_TYPE(FETCH)
		default: break;
		}
}

static bool set(fi_worker *w, const fi_variable *v, const double *values, uint32_t n)
{
	fi_type type = stored_as(v->type);
	const char *name = common[SETTERS + type];
	char *bytes = sb_draw(NULL, n * width_of(type) + 1);
	store(type, bytes, values, n);
	fi_calling_often(w, name, NAN);
	fi_log_values(w, name, &v->reference, 1, values, n);
	bool good = fi_status(w, f(w)->set[type](w->instance, &v->reference, 1, bytes, n));
	sb_put_back(bytes);
	return good;
}

static bool get(fi_worker *w, const fi_variable *v, double *values, uint32_t n)
{
	fi_type type = stored_as(v->type);
	const char *name = common[GETTERS + type];
	char *bytes = sb_draw(NULL, n * width_of(type) + 1);
	memset(bytes, 0, n * width_of(type));
	fi_calling_often(w, name, NAN);
	bool good = fi_status(w, f(w)->get[type](w->instance, &v->reference, 1, bytes, n));
	fetch(type, bytes, values, n);
	fi_log_values(w, name, &v->reference, 1, values, n);
	sb_put_back(bytes);
	return good;
}

static bool set_text(fi_worker *w, const fi_variable *v, const char *const *texts, uint32_t n)
{
	fi_calling(w, "fmi3SetString", "(#%u: \"%.80s\")", v->reference, texts[0]);
	return fi_status(w, f(w)->set_string(w->instance, &v->reference, 1, texts, n));
}

static bool set_reals(fi_worker *w, const uint32_t *references, size_t n, const double *values, size_t count)
{
	fi_calling_often(w, "fmi3SetFloat64", NAN);
	fi_log_values(w, "fmi3SetFloat64", references, n, values, count);
	return fi_status(w, f(w)->set[FI_FLOAT64](w->instance, references, n, values, count));
}

static bool get_reals(fi_worker *w, const uint32_t *references, size_t n, double *values, size_t count)
{
	fi_calling_often(w, "fmi3GetFloat64", NAN);
	bool good = fi_status(w, f(w)->get[FI_FLOAT64](w->instance, references, n, values, count));
	fi_log_values(w, "fmi3GetFloat64", references, n, values, count);
	return good;
}

/* ------------------------------------------------------------------------------------------------ exchange */

static bool set_time(fi_worker *w, double time)
{
	fi_calling_often(w, "fmi3SetTime", time);
	return fi_status(w, f(w)->set_time(w->instance, time));
}

static bool set_states(fi_worker *w, const double *x)
{
	fi_calling_often(w, "fmi3SetContinuousStates", NAN);
	fi_log_values(w, "fmi3SetContinuousStates", NULL, 0, x, w->plan->d->states);
	return fi_status(w, f(w)->set_states(w->instance, x, w->plan->d->states));
}

static bool get_row(fi_worker *w, const char *name, int (*get_it)(component, double *, size_t), double *row, uint32_t n)
{
	fi_calling_often(w, name, NAN);
	bool good = fi_status(w, get_it(w->instance, row, n));
	fi_log_values(w, name, NULL, 0, row, n);
	return good;
}

static bool get_states(fi_worker *w, double *x)
{
	return get_row(w, "fmi3GetContinuousStates", f(w)->states, x, w->plan->d->states);
}

static bool get_rates(fi_worker *w, double *rates)
{
	return get_row(w, "fmi3GetContinuousStateDerivatives", f(w)->rates, rates, w->plan->d->states);
}

static bool get_indicators(fi_worker *w, double *z)
{
	return get_row(w, "fmi3GetEventIndicators", f(w)->indicators, z, w->plan->d->indicator_count);
}

static bool completed(fi_worker *w, bool *wants, bool *terminate)
{
	fi_calling(w, "fmi3CompletedIntegratorStep", "(time=%.17g)", w->time);
	return fi_status(w, f(w)->completed(w->instance, true, wants, terminate));
}

static bool enter_event(fi_worker *w)
{
	fi_calling(w, "fmi3EnterEventMode", "(time=%.17g)", w->time);
	return fi_status(w, f(w)->enter_event(w->instance));
}

static bool update(fi_worker *w, fi_found *found)
{
	bool again = false, end = false, nominals = false, changed = false, defined = false;
	double next = INFINITY;
	fi_calling(w, "fmi3UpdateDiscreteStates", "(time=%.17g)", w->time);
	bool good = fi_status(w, f(w)->update(w->instance, &again, &end, &nominals, &changed, &defined, &next));
	*found = (fi_found){again, end, changed, defined ? next : INFINITY};
	return good;
}

static bool leave_event(fi_worker *w)
{
	if (w->plan->kind == FI_EXCHANGE) {
		fi_calling(w, "fmi3EnterContinuousTimeMode", "(%s)", "");
		return fi_status(w, f(w)->enter_continuous(w->instance));
	}
	fi_calling(w, "fmi3EnterStepMode", "(%s)", "");
	return fi_status(w, f(w)->enter_steps(w->instance));
}

static bool step(fi_worker *w, double time, double size, double *reached, bool *event, bool *terminate)
{
	bool early = false;
	fi_calling(w, "fmi3DoStep", "(time=%.17g, step=%.17g)", time, size);
	return fi_status(w, f(w)->step(w->instance, time, size, true, event, terminate, &early, reached));
}

static bool directional(fi_worker *w, const uint32_t *unknowns, size_t n, const uint32_t *knowns, size_t known,
						const double *seed, double *out)
{
	fi_calling(w, "fmi3GetDirectionalDerivative", "(#%u)", *unknowns);
	return fi_status(w, f(w)->directional(w->instance, unknowns, n, knowns, known, seed, known, out, n));
}

/* -------------------------------------------------------------------------------------------------- state */

static bool get_state(fi_worker *w, void **s)
{
	fi_calling(w, "fmi3GetFMUState", "(%s)", "");
	return fi_status(w, f(w)->get_state(w->instance, s));
}

static bool set_state(fi_worker *w, void *s)
{
	fi_calling(w, "fmi3SetFMUState", "(%s)", "");
	return fi_status(w, f(w)->set_state(w->instance, s));
}

static void free_state(fi_worker *w, void **s)
{
	fi_calling(w, "fmi3FreeFMUState", "(%s)", "");
	fi_status(w, f(w)->free_state(w->instance, s));
}

static bool size_state(fi_worker *w, void *s, size_t *size)
{
	fi_calling(w, "fmi3SerializedFMUStateSize", "(%s)", "");
	return fi_status(w, f(w)->state_size(w->instance, s, size));
}

static bool pack_state(fi_worker *w, void *s, void *to, size_t size)
{
	fi_calling(w, "fmi3SerializeFMUState", "(%zu)", size);
	return fi_status(w, f(w)->pack(w->instance, s, to, size));
}

static bool unpack_state(fi_worker *w, const void *from, size_t size, void **s)
{
	fi_calling(w, "fmi3DeserializeFMUState", "(%zu)", size);
	return fi_status(w, f(w)->unpack(w->instance, from, size, s));
}

/* ------------------------------------------------------------------------------------------------- clocks */

static bool set_clock(fi_worker *w, const fi_variable *v)
{
	const bool active = true;
	fi_calling(w, "fmi3SetClock", "(#%u: active, time=%.17g)", v->reference, w->time);
	return fi_status(w, f(w)->set_clock(w->instance, &v->reference, 1, &active));
}

static bool get_clock(fi_worker *w, const fi_variable *v, bool *active)
{
	fi_calling(w, "fmi3GetClock", "(#%u)", v->reference);
	return fi_status(w, f(w)->get_clock(w->instance, &v->reference, 1, active));
}

static bool interval(fi_worker *w, const fi_variable *v, double *value, int *qualifier)
{
	fi_calling(w, "fmi3GetIntervalDecimal", "(#%u)", v->reference);
	return fi_status(w, f(w)->interval(w->instance, &v->reference, 1, value, qualifier));
}

static bool shift(fi_worker *w, const fi_variable *v, double *value)
{
	fi_calling(w, "fmi3GetShiftDecimal", "(#%u)", v->reference);
	return fi_status(w, f(w)->shift(w->instance, &v->reference, 1, value));
}

static void terminate(fi_worker *w)
{
	fi_calling(w, "fmi3Terminate", "(%s)", "");
	fi_status(w, f(w)->terminate(w->instance));
}

static void free_instance(fi_worker *w)
{
	fi_calling(w, "fmi3FreeInstance", "(%s)", "");
	f(w)->free(w->instance);
}

const fi_binding fi_binding3 = {load, instantiate, enter_initial, leave_initial, set, get, set_text, set_reals,
	get_reals,
	set_time, set_states, get_states, get_rates, get_indicators, completed, enter_event, update, leave_event, NULL,
		step,
	directional, get_state, set_state, free_state, size_state, pack_state, unpack_state, terminate, free_instance,
	set_clock, get_clock, interval, shift};
