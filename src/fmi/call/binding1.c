/* FMI 1.0, for model exchange and for co-simulation: functions that are named after the model, and Booleans of one
 * byte.
 * There is no initialization mode: what is asked for at the start is asked of an initialized FMU. */
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
	void (*logger)(component c, const char *instance, int status, const char *category, const char *message, ...);
	void *(*allocate)(size_t count, size_t size);
	void (*free)(void *block);
} callbacks;
typedef struct slave_callbacks {
	void (*logger)(component c, const char *instance, int status, const char *category, const char *message, ...);
	void *(*allocate)(size_t count, size_t size);
	void (*free)(void *block);
	void (*finished)(component c, int status);
} slave_callbacks;
typedef struct event_info { char converged, references_changed, states_changed, terminate, upcoming; double next;
	} event_info;

/* In the order of the lists of names. */
typedef struct functions {
	const char *(*version)(void);
	int (*get_real)(component, const reference *, size_t, double *);
	int (*get_integer)(component, const reference *, size_t, int *);
	int (*get_boolean)(component, const reference *, size_t, char *);
	int (*set_real)(component, const reference *, size_t, const double *);
	int (*set_integer)(component, const reference *, size_t, const int *);
	int (*set_boolean)(component, const reference *, size_t, const char *);
	int (*set_string)(component, const reference *, size_t, const char *const *);
	component (*make)(const char *, const char *, callbacks, char);
	void (*free)(component);
	int (*initialize)(component, char, double, event_info *), (*event)(component, char, event_info *);
	int (*completed)(component, char *), (*set_time)(component, double);
	int (*set_states)(component, const double *, size_t), (*states)(component, double *, size_t);
	int (*rates)(component, double *, size_t), (*indicators)(component, double *, size_t), (*terminate)(component);
	component (*make_slave)(const char *, const char *, const char *, const char *, double, char, char, slave_callbacks,
							char);
	void (*free_slave)(component);
	int (*initialize_slave)(component, double, char, double), (*terminate_slave)(component);
	int (*step)(component, double, double, char);
	int (*input_slopes)(component, const reference *, size_t, const int *, const double *);
	int (*real_status)(component, int, double *);
	event_info found; bool pending;          /* behind all functions: what the initialization has found */
} functions;

static const char *const common[] = {"?_fmiGetVersion", "_fmiGetReal", "_fmiGetInteger", "_fmiGetBoolean",
	"_fmiSetReal",
	"_fmiSetInteger", "_fmiSetBoolean", "_fmiSetString"};
static const char *const exchange[] = {"_fmiInstantiateModel", "_fmiFreeModelInstance", "_fmiInitialize",
	"_fmiEventUpdate", "_fmiCompletedIntegratorStep", "_fmiSetTime", "_fmiSetContinuousStates",
		"_fmiGetContinuousStates",
	"_fmiGetDerivatives", "_fmiGetEventIndicators", "_fmiTerminate"};
static const char *const cosimulation[] = {"_fmiInstantiateSlave", "_fmiFreeSlaveInstance", "_fmiInitializeSlave",
	"_fmiTerminateSlave", "_fmiDoStep", "?_fmiSetRealInputDerivatives", "?_fmiGetRealStatus"};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static functions *f(fi_worker *w) { return w->functions; }

/* The logger of 1.0 is not told whose it is. */
static _Thread_local fi_worker *speaking;

static void logger(component c, const char *instance, int status, const char *category, const char *message, ...)
{
	char text[500];
	va_list list;
	(void)c;
	(void)instance;
	va_start(list, message);
	vsnprintf(text, sizeof text, message ? message : "", list);
	va_end(list);
	if (speaking)
		fi_logged(speaking, status, category, text);
}

static void call(fi_worker *w, const char *name, double time)
{
	speaking = w;
	fi_calling(w, name, "(time=%.17g)", time);
}

static bool load(fi_worker *w)
{
	const char *prefix = fi_interface_of(w->plan)->identifier;
	w->functions = sb_draw_zeros(sizeof(functions));
	void (**at)(void) = w->functions;
	if (!fi_find_functions(w, prefix, common, COUNT(common), at))
		return false;
	at += COUNT(common);
	return w->plan->kind == FI_EXCHANGE
			   ? fi_find_functions(w, prefix, exchange, COUNT(exchange), at)
			   : fi_find_functions(w, prefix, cosimulation, COUNT(cosimulation), at + COUNT(exchange));
}

static bool instantiate(fi_worker *w)
{
	bool me = w->plan->kind == FI_EXCHANGE;
	call(w, me ? "fmiInstantiateModel" : "fmiInstantiateSlave", w->board->time);
	if (me) {
		w->instance = f(w)->make(w->name, w->plan->d->token, (callbacks){logger, calloc, free}, w->plan->options.log);
	} else {
		char place[4200];
		snprintf(place, sizeof place, "file://%.4096s", w->plan->files.folder);
		w->instance = f(w)->make_slave(w->name, w->plan->d->token, place, "application/x-fmu-sharedlibrary", 0, 0, 0,
									   (slave_callbacks){logger, calloc, free, NULL}, w->plan->options.log);
	}
	return w->instance || fi_failed(w, "%s has given nothing: the FMU cannot be made", w->board->doing);
}

static bool enter_initial(fi_worker *w)
{
	double time = w->board->time;
	if (w->plan->kind != FI_EXCHANGE) {
		call(w, "fmiInitializeSlave", time);
		return fi_status(w, f(w)->initialize_slave(w->instance, time, 0, 0));
	}
	call(w, "fmiSetTime", time);
	if (!fi_status(w, f(w)->set_time(w->instance, time)))
		return false;
	call(w, "fmiInitialize", time);
	f(w)->found = (event_info){0};
	f(w)->pending = true;
	return fi_status(w, f(w)->initialize(w->instance, 0, 0, &f(w)->found));
}

static bool nothing(fi_worker *w)
{
	(void)w;
	return true;
}

static bool set_reals(fi_worker *w, const uint32_t *references, size_t n, const double *values, size_t count)
{
	speaking = w;
	fi_calling_often(w, "fmiSetReal", NAN);
	fi_log_values(w, "fmiSetReal", references, n, values, count);
	return fi_status(w, f(w)->set_real(w->instance, references, n, values));
}

static bool get_reals(fi_worker *w, const uint32_t *references, size_t n, double *values, size_t count)
{
	speaking = w;
	fi_calling_often(w, "fmiGetReal", NAN);
	bool good = fi_status(w, f(w)->get_real(w->instance, references, n, values));
	fi_log_values(w, "fmiGetReal", references, n, values, count);
	return good;
}

static bool set(fi_worker *w, const fi_variable *v, const double *values, uint32_t n)
{
	int whole = (int)*values;
	char flag = *values != 0;
	if (v->type == FI_FLOAT64)
		return set_reals(w, &v->reference, n, values, n);
	speaking = w;
	fi_calling(w, v->type == FI_BOOLEAN ? "fmiSetBoolean" : "fmiSetInteger", "(#%u: %d)", v->reference, whole);
	return fi_status(w, v->type == FI_BOOLEAN ? f(w)->set_boolean(w->instance, &v->reference, 1, &flag)
											  : f(w)->set_integer(w->instance, &v->reference, 1, &whole));
}

static bool get(fi_worker *w, const fi_variable *v, double *values, uint32_t n)
{
	int whole = 0;
	char flag = 0;
	if (v->type == FI_FLOAT64)
		return get_reals(w, &v->reference, n, values, n);
	speaking = w;
	fi_calling(w, v->type == FI_BOOLEAN ? "fmiGetBoolean" : "fmiGetInteger", "(#%u)", v->reference);
	bool good = fi_status(w, v->type == FI_BOOLEAN ? f(w)->get_boolean(w->instance, &v->reference, 1, &flag)
												   : f(w)->get_integer(w->instance, &v->reference, 1, &whole));
	*values = v->type == FI_BOOLEAN ? flag != 0 : whole;
	return good;
}

static bool set_text(fi_worker *w, const fi_variable *v, const char *const *texts, uint32_t n)
{
	speaking = w;
	fi_calling(w, "fmiSetString", "(#%u: \"%.80s\")", v->reference, texts[0]);
	return fi_status(w, f(w)->set_string(w->instance, &v->reference, n, texts));
}

static bool set_time(fi_worker *w, double time)
{
	call(w, "fmiSetTime", time);
	return fi_status(w, f(w)->set_time(w->instance, time));
}

static bool set_states(fi_worker *w, const double *x)
{
	call(w, "fmiSetContinuousStates", w->time);
	fi_log_values(w, "fmiSetContinuousStates", NULL, 0, x, w->plan->d->states);
	return fi_status(w, f(w)->set_states(w->instance, x, w->plan->d->states));
}

static bool get_row(fi_worker *w, const char *name, int (*get_it)(component, double *, size_t), double *row, uint32_t n)
{
	speaking = w;
	fi_calling_often(w, name, NAN);
	bool good = fi_status(w, get_it(w->instance, row, n));
	fi_log_values(w, name, NULL, 0, row, n);
	return good;
}

static bool get_states(fi_worker *w, double *x)
{
	return get_row(w, "fmiGetContinuousStates", f(w)->states, x, w->plan->d->states);
}

static bool get_rates(fi_worker *w, double *rates)
{
	return get_row(w, "fmiGetDerivatives", f(w)->rates, rates, w->plan->d->states);
}

static bool get_indicators(fi_worker *w, double *z)
{
	return get_row(w, "fmiGetEventIndicators", f(w)->indicators, z, w->plan->d->indicator_count);
}

static bool completed(fi_worker *w, bool *wants, bool *terminate)
{
	char event = 0;
	(void)terminate;
	call(w, "fmiCompletedIntegratorStep", w->time);
	bool good = fi_status(w, f(w)->completed(w->instance, &event));
	*wants = event != 0;
	return good;
}

static bool update(fi_worker *w, fi_found *found)
{
	event_info e = {0};
	bool good = true;
	if (f(w)->pending) {
		e = f(w)->found;
	} else {
		call(w, "fmiEventUpdate", w->time);
		good = fi_status(w, f(w)->event(w->instance, 0, &e));
	}
	*found = (fi_found){!e.converged && !f(w)->pending, e.terminate != 0, e.states_changed != 0,
		e.upcoming ? e.next : INFINITY};
	f(w)->pending = false;
	return good;
}

static bool input_slopes(fi_worker *w, const double *slopes)
{
	const fi_row *in = &w->plan->inputs;
	bool good = f(w)->input_slopes != NULL;
	const int order = 1;
	speaking = w;
	for (uint32_t i = 0; i < in->n && good; i++) {
		const fi_variable *v = &w->plan->d->variables.at[in->variable[i]];
		if (v->type != FI_FLOAT64 || v->variability != FI_CONTINUOUS)
			continue;
		fi_calling(w, "fmiSetRealInputDerivatives", "(#%u, 1: %.17g)", v->reference, slopes[in->first[i]]);
		good = fi_status(w, f(w)->input_slopes(w->instance, &v->reference, 1, &order, &slopes[in->first[i]]));
	}
	return good || fi_failed(w, "its library has no fmiSetRealInputDerivatives");
}

static bool step(fi_worker *w, double time, double size, double *reached, bool *event, bool *terminate)
{
	enum { DISCARD = 2, LAST_TIME = 2 };
	(void)event;
	(void)terminate;
	speaking = w;
	fi_calling(w, "fmiDoStep", "(time=%.17g, step=%.17g)", time, size);
	int status = f(w)->step(w->instance, time, size, 1);
	if (status == DISCARD && f(w)->real_status && f(w)->real_status(w->instance, LAST_TIME, reached) == 0 &&
		*reached > time)
		return true;
	return fi_status(w, status);
}

static void terminate(fi_worker *w)
{
	call(w, "fmiTerminate", w->time);
	fi_status(w, (w->plan->kind == FI_EXCHANGE ? f(w)->terminate : f(w)->terminate_slave)(w->instance));
}

static void free_instance(fi_worker *w)
{
	call(w, "fmiFree", w->time);
	(w->plan->kind == FI_EXCHANGE ? f(w)->free : f(w)->free_slave)(w->instance);
	speaking = NULL;
}

const fi_binding fi_binding1 = {load, instantiate, enter_initial, nothing, set, get, set_text, set_reals, get_reals,
	set_time, set_states, get_states, get_rates, get_indicators, completed, nothing, update, nothing, input_slopes,
		step,
	NULL, NULL, NULL, NULL, NULL, NULL, NULL, terminate, free_instance, NULL, NULL, NULL, NULL};
