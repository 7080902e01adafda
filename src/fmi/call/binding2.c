/* FMI 2.0: the functions of fmi2Functions.h by our own declarations. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stock.h"
#include "fmi/call/fmi_call.h"

typedef void *component;
typedef unsigned int reference;
typedef struct callbacks {
	void (*logger)(void *environment, const char *instance, int status, const char *category, const char *message, ...);
	void *(*allocate)(size_t count, size_t size);
	void (*free)(void *block);
	void (*finished)(void *environment, int status);
	void *environment;
} callbacks;
typedef struct event_info {
	int again, terminate, nominals_changed, states_changed, next_defined; double next;
} event_info;

/* In the order of `names`. */
typedef struct functions {
	const char *(*version)(void);
	component (*instantiate)(const char *, int, const char *, const char *, const callbacks *, int, int);
	void (*free)(component);
	int (*set_up)(component, int, double, double, int, double);
	int (*enter_initial)(component), (*exit_initial)(component), (*terminate)(component);
	int (*get_real)(component, const reference *, size_t, double *);
	int (*get_integer)(component, const reference *, size_t, int *);
	int (*get_boolean)(component, const reference *, size_t, int *);
	int (*set_real)(component, const reference *, size_t, const double *);
	int (*set_integer)(component, const reference *, size_t, const int *);
	int (*set_boolean)(component, const reference *, size_t, const int *);
	int (*set_string)(component, const reference *, size_t, const char *const *);
	int (*get_state)(component, void **), (*set_state)(component, void *), (*free_state)(component, void **);
	int (*state_size)(component, void *, size_t *), (*pack)(component, void *, char *, size_t);
	int (*unpack)(component, const char *, size_t, void **);
	int (*directional)(component, const reference *, size_t, const reference *, size_t, const double *, double *);
	int (*enter_event)(component), (*update)(component, event_info *), (*enter_continuous)(component);
	int (*completed)(component, int, int *, int *);
	int (*set_time)(component, double), (*set_states)(component, const double *, size_t);
	int (*rates)(component, double *, size_t), (*indicators)(component, double *, size_t);
	int (*states)(component, double *, size_t);
	int (*input_slopes)(component, const reference *, size_t, const int *, const double *);
	int (*step)(component, double, double, int);
	int (*real_status)(component, int, double *), (*boolean_status)(component, int, int *);
	callbacks calls;                 /* behind all functions: what the instance was given */
} functions;

static const char *const common[] = {"?fmi2GetVersion", "fmi2Instantiate", "fmi2FreeInstance", "fmi2SetupExperiment",
	"fmi2EnterInitializationMode", "fmi2ExitInitializationMode", "fmi2Terminate", "fmi2GetReal", "fmi2GetInteger",
	"fmi2GetBoolean", "fmi2SetReal", "fmi2SetInteger", "fmi2SetBoolean", "fmi2SetString"};
static const char *const state[] = {"?fmi2GetFMUstate", "?fmi2SetFMUstate", "?fmi2FreeFMUstate",
	"?fmi2SerializedFMUstateSize", "?fmi2SerializeFMUstate", "?fmi2DeSerializeFMUstate",
	"?fmi2GetDirectionalDerivative"};
static const char *const exchange[] = {"fmi2EnterEventMode", "fmi2NewDiscreteStates", "fmi2EnterContinuousTimeMode",
	"fmi2CompletedIntegratorStep", "fmi2SetTime", "fmi2SetContinuousStates", "fmi2GetDerivatives",
	"fmi2GetEventIndicators", "fmi2GetContinuousStates"};
static const char *const cosimulation[] = {"?fmi2SetRealInputDerivatives", "fmi2DoStep", "?fmi2GetRealStatus",
	"?fmi2GetBooleanStatus"};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static functions *f(fi_worker *w) { return w->functions; }

static void logger(void *environment, const char *instance, int status, const char *category, const char *message, ...)
{
	char text[500];
	va_list list;
	(void)instance;
	va_start(list, message);
	vsnprintf(text, sizeof text, message ? message : "", list);
	va_end(list);
	fi_logged(environment, status, category, text);
}

static bool load(fi_worker *w)
{
	const fi_interface *of = fi_interface_of(w->plan);
	w->functions = sb_draw_zeros(sizeof(functions));
	void (**at)(void) = w->functions;
	if (!fi_find_functions(w, "", common, COUNT(common), at) ||
		!fi_find_functions(w, "", state, COUNT(state), at += COUNT(common)))
		return false;
	if ((of->gets_state && (!f(w)->get_state || !f(w)->set_state || !f(w)->free_state)) ||
		(of->serializes && (!f(w)->state_size || !f(w)->pack || !f(w)->unpack)) || (of->directional &&
			!f(w)->directional))
		return fi_failed(w,
			"its library lacks functions that its description promises: of its state, or of derivatives");
	at += COUNT(state);
	if (w->plan->kind == FI_EXCHANGE ? !fi_find_functions(w, "", exchange, COUNT(exchange), at)
									 : !fi_find_functions(w, "", cosimulation, COUNT(cosimulation),
									 	at + COUNT(exchange)))
		return false;
	const char *version = f(w)->version ? f(w)->version() : "2.0";
	return version && strncmp(version, "2.", 2) == 0 ? true
		: fi_failed(w, "its library is of FMI '%.20s', and its description of FMI 2.0", version ? version : "");
}

static bool instantiate(fi_worker *w)
{
	callbacks *c = &f(w)->calls;
	char resources[4200];
	*c = (callbacks){logger, calloc, free, NULL, w};
	snprintf(resources, sizeof resources, "file://%.4096s/resources", w->plan->files.folder);
	fi_calling(w, "fmi2Instantiate", "(\"%s\", %s, \"%s\")", w->name,
			   w->plan->kind == FI_EXCHANGE ? "ModelExchange" : "CoSimulation", w->plan->d->token);
	w->instance = f(w)->instantiate(w->name, w->plan->kind == FI_EXCHANGE ? 0 : 1, w->plan->d->token, resources, c, 0,
									w->plan->options.log);
	if (!w->instance)
		return fi_failed(w, "fmi2Instantiate has given nothing: the FMU cannot be made");
	fi_calling(w, "fmi2SetupExperiment", "(time=%.17g)", w->board->time);
	return fi_status(w, f(w)->set_up(w->instance, 0, 0, w->board->time, 0, 0));
}

static bool enter_initial(fi_worker *w)
{
	fi_calling(w, "fmi2EnterInitializationMode", "(%s)", "");
	return fi_status(w, f(w)->enter_initial(w->instance));
}

static bool leave_initial(fi_worker *w)
{
	fi_calling(w, "fmi2ExitInitializationMode", "(%s)", "");
	return fi_status(w, f(w)->exit_initial(w->instance));
}

static bool set_reals(fi_worker *w, const uint32_t *references, size_t n, const double *values, size_t count)
{
	fi_calling_often(w, "fmi2SetReal", NAN);
	fi_log_values(w, "fmi2SetReal", references, n, values, count);
	return fi_status(w, f(w)->set_real(w->instance, references, n, values));
}

static bool get_reals(fi_worker *w, const uint32_t *references, size_t n, double *values, size_t count)
{
	fi_calling_often(w, "fmi2GetReal", NAN);
	bool good = fi_status(w, f(w)->get_real(w->instance, references, n, values));
	fi_log_values(w, "fmi2GetReal", references, n, values, count);
	return good;
}

static bool set(fi_worker *w, const fi_variable *v, const double *values, uint32_t n)
{
	int whole = (int)*values;
	if (v->type == FI_FLOAT64)
		return set_reals(w, &v->reference, n, values, n);
	bool boolean = v->type == FI_BOOLEAN;
	fi_calling(w, boolean ? "fmi2SetBoolean" : "fmi2SetInteger", "(#%u: %d)", v->reference, whole);
	return fi_status(w, (boolean ? f(w)->set_boolean : f(w)->set_integer)(w->instance, &v->reference, 1, &whole));
}

static bool get(fi_worker *w, const fi_variable *v, double *values, uint32_t n)
{
	int whole = 0;
	if (v->type == FI_FLOAT64)
		return get_reals(w, &v->reference, n, values, n);
	bool boolean = v->type == FI_BOOLEAN;
	fi_calling(w, boolean ? "fmi2GetBoolean" : "fmi2GetInteger", "(#%u)", v->reference);
	bool good = fi_status(w, (boolean ? f(w)->get_boolean : f(w)->get_integer)(w->instance, &v->reference, 1, &whole));
	*values = boolean ? whole != 0 : whole;
	return good;
}

static bool set_text(fi_worker *w, const fi_variable *v, const char *const *texts, uint32_t n)
{
	fi_calling(w, "fmi2SetString", "(#%u: \"%.80s\")", v->reference, texts[0]);
	return fi_status(w, f(w)->set_string(w->instance, &v->reference, n, texts));
}

static bool set_time(fi_worker *w, double time)
{
	fi_calling_often(w, "fmi2SetTime", time);
	return fi_status(w, f(w)->set_time(w->instance, time));
}

static bool set_states(fi_worker *w, const double *x)
{
	fi_calling_often(w, "fmi2SetContinuousStates", NAN);
	fi_log_values(w, "fmi2SetContinuousStates", NULL, 0, x, w->plan->d->states);
	return fi_status(w, f(w)->set_states(w->instance, x, w->plan->d->states));
}

static bool get_states(fi_worker *w, double *x)
{
	fi_calling_often(w, "fmi2GetContinuousStates", NAN);
	bool good = fi_status(w, f(w)->states(w->instance, x, w->plan->d->states));
	fi_log_values(w, "fmi2GetContinuousStates", NULL, 0, x, w->plan->d->states);
	return good;
}

static bool get_rates(fi_worker *w, double *rates)
{
	fi_calling_often(w, "fmi2GetDerivatives", NAN);
	bool good = fi_status(w, f(w)->rates(w->instance, rates, w->plan->d->states));
	fi_log_values(w, "fmi2GetDerivatives", NULL, 0, rates, w->plan->d->states);
	return good;
}

static bool get_indicators(fi_worker *w, double *z)
{
	fi_calling_often(w, "fmi2GetEventIndicators", NAN);
	bool good = fi_status(w, f(w)->indicators(w->instance, z, w->plan->d->indicator_count));
	fi_log_values(w, "fmi2GetEventIndicators", NULL, 0, z, w->plan->d->indicator_count);
	return good;
}

static bool completed(fi_worker *w, bool *wants, bool *terminate)
{
	int event = 0, end = 0;
	fi_calling(w, "fmi2CompletedIntegratorStep", "(time=%.17g)", w->time);
	bool good = fi_status(w, f(w)->completed(w->instance, 1, &event, &end));
	*wants = event;
	*terminate = end;
	return good;
}

static bool enter_event(fi_worker *w)
{
	fi_calling(w, "fmi2EnterEventMode", "(time=%.17g)", w->time);
	return fi_status(w, f(w)->enter_event(w->instance));
}

static bool update(fi_worker *w, fi_found *found)
{
	event_info e = {0};
	fi_calling(w, "fmi2NewDiscreteStates", "(time=%.17g)", w->time);
	bool good = fi_status(w, f(w)->update(w->instance, &e));
	*found = (fi_found){e.again, e.terminate, e.states_changed, e.next_defined ? e.next : INFINITY};
	return good;
}

static bool leave_event(fi_worker *w)
{
	fi_calling(w, "fmi2EnterContinuousTimeMode", "(%s)", "");
	return fi_status(w, f(w)->enter_continuous(w->instance));
}

static bool input_slopes(fi_worker *w, const double *slopes)
{
	const fi_row *in = &w->plan->inputs;
	bool good = f(w)->input_slopes != NULL;
	for (uint32_t i = 0; i < in->n && good; i++) {
		const fi_variable *v = &w->plan->d->variables.at[in->variable[i]];
		const int order = 1;
		if (v->type != FI_FLOAT64 || v->variability != FI_CONTINUOUS)
			continue;
		fi_calling(w, "fmi2SetRealInputDerivatives", "(#%u, 1: %.17g)", v->reference, slopes[in->first[i]]);
		good = fi_status(w, f(w)->input_slopes(w->instance, &v->reference, 1, &order, &slopes[in->first[i]]));
	}
	return good || fi_failed(w, "its library has no fmi2SetRealInputDerivatives");
}

static bool step(fi_worker *w, double time, double size, double *reached, bool *event, bool *terminate)
{
	enum { LAST_TIME = 2, TERMINATED = 3, DISCARD = 2 };
	int end = 0;
	(void)event;
	fi_calling(w, "fmi2DoStep", "(time=%.17g, step=%.17g)", time, size);
	int status = f(w)->step(w->instance, time, size, 1);
	if (status != DISCARD)
		return fi_status(w, status);
	if (f(w)->boolean_status && f(w)->boolean_status(w->instance, TERMINATED, &end) == 0)
		*terminate = end;
	if (f(w)->real_status && f(w)->real_status(w->instance, LAST_TIME, reached) == 0 && (*reached > time || *terminate))
		return true;
	return fi_status(w, status);
}

static bool directional(fi_worker *w, const uint32_t *unknowns, size_t n, const uint32_t *knowns, size_t known,
						const double *seed, double *out)
{
	fi_calling(w, "fmi2GetDirectionalDerivative", "(#%u)", *unknowns);
	return fi_status(w, f(w)->directional(w->instance, unknowns, n, knowns, known, seed, out));
}

static bool get_state(fi_worker *w, void **s)
{
	fi_calling(w, "fmi2GetFMUstate", "(%s)", "");
	return fi_status(w, f(w)->get_state(w->instance, s));
}

static bool set_state(fi_worker *w, void *s)
{
	fi_calling(w, "fmi2SetFMUstate", "(%s)", "");
	return fi_status(w, f(w)->set_state(w->instance, s));
}

static void free_state(fi_worker *w, void **s)
{
	fi_calling(w, "fmi2FreeFMUstate", "(%s)", "");
	fi_status(w, f(w)->free_state(w->instance, s));
}

static bool size_state(fi_worker *w, void *s, size_t *size)
{
	fi_calling(w, "fmi2SerializedFMUstateSize", "(%s)", "");
	return fi_status(w, f(w)->state_size(w->instance, s, size));
}

static bool pack_state(fi_worker *w, void *s, void *to, size_t size)
{
	fi_calling(w, "fmi2SerializeFMUstate", "(%zu)", size);
	return fi_status(w, f(w)->pack(w->instance, s, to, size));
}

static bool unpack_state(fi_worker *w, const void *from, size_t size, void **s)
{
	fi_calling(w, "fmi2DeSerializeFMUstate", "(%zu)", size);
	return fi_status(w, f(w)->unpack(w->instance, from, size, s));
}

static void terminate(fi_worker *w)
{
	fi_calling(w, "fmi2Terminate", "(%s)", "");
	fi_status(w, f(w)->terminate(w->instance));
}

static void free_instance(fi_worker *w)
{
	fi_calling(w, "fmi2FreeInstance", "(%s)", "");
	f(w)->free(w->instance);
}

const fi_binding fi_binding2 = {load, instantiate, enter_initial, leave_initial, set, get, set_text, set_reals,
	get_reals,
	set_time, set_states, get_states, get_rates, get_indicators, completed, enter_event, update, leave_event,
		input_slopes,
	step, directional, get_state, set_state, free_state, size_state, pack_state, unpack_state, terminate,
		free_instance, NULL, NULL, NULL, NULL};
