/* Requests as calls of functions, in the modes that the standard has; see fmi_call.h. */
#include "fmi/call/fmi_call.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/stock.h"

const fi_interface *fi_interface_of(const fi_plan *plan)
{
	return plan->kind == FI_EXCHANGE ? &plan->d->exchange : &plan->d->cosimulation;
}

static const fi_variable *variable(const fi_worker *w, uint32_t n)
{
	return &w->plan->d->variables.at[n];
}

/* ---------------------------------------------------------------------------------------------- setting values */

/* What the type of a variable cannot have would become another number. */
static bool is_of_type(fi_worker *w, const fi_variable *v, const double *values)
{
	static const double bits[] = {[FI_INT8] = 7, [FI_UINT8] = 8, [FI_INT16] = 15, [FI_UINT16] = 16, [FI_INT32] = 31,
		[FI_UINT32] = 32, [FI_INT64] = 63, [FI_UINT64] = 64, [FI_ENUMERATION] = 31, [FI_CLOCK] = 0};
	static const bool is_signed[] = {[FI_INT8] = true, [FI_INT16] = true, [FI_INT32] = true, [FI_INT64] = true,
		[FI_ENUMERATION] = true, [FI_CLOCK] = false};
	for (uint32_t k = 0; bits[v->type] > 0 && k < v->count; k++) {
		double most = ldexp(1, (int)bits[v->type]), least = is_signed[v->type] ? -most : 0;
		if (values[k] != floor(values[k]) || values[k] < least || values[k] >= most)
			return fi_failed(w, "its variable '%s' is of type %s, which cannot have the value %.17g", v->name,
							 fi_type_names[v->type], values[k]);
	}
	return true;
}

static bool set(fi_worker *w, const fi_variable *v, const double *values)
{
	return is_of_type(w, v, values) && w->binding->set(w, v, values, v->count);
}

static bool set_parameters(fi_worker *w)
{
	const fi_plan *p = w->plan;
	const char *text = w->board->texts;
	for (uint32_t i = 0; i < p->parameters.n; i++) {
		const fi_variable *v = variable(w, p->parameters.variable[i]);
		const double *at = w->rows.parameters + p->parameters.first[i];
		bool same = v->causality == FI_STRUCTURAL_PARAMETER || v->starts == v->count || v->starts == 1;
		for (uint32_t k = 0; same && v->causality != FI_STRUCTURAL_PARAMETER && k < v->count; k++)
			same = at[k] == v->start[v->starts == 1 ? 0 : k];
		if (!same && !set(w, v, at))
			return false;
	}
	for (uint32_t i = 0; i < p->texts.n; i++) {
		const fi_variable *v = variable(w, p->texts.variable[i]);
		const char **all = sb_draw(NULL, (v->count + 1) * sizeof *all);
		for (uint32_t k = 0; k < v->count; k++, text += strlen(text) + 1)
			all[k] = text;
		bool good = w->binding->set_text(w, v, all, v->count);
		sb_put_back(all);
		if (!good)
			return false;
	}
	return true;
}

bool fi_is_quick(const fi_variable *v)
{
	return v->type == FI_FLOAT64;
}

/* Inputs that are given and differ from what was set last; discrete ones only where they may be set. */
static bool set_inputs(fi_worker *w, bool discrete)
{
	const fi_row *in = &w->plan->inputs;
	uint32_t references[64];
	double values[64];
	size_t n = 0;
	bool good = true;
	for (uint32_t i = 0; i < in->n && good; i++) {
		const fi_variable *v = variable(w, in->variable[i]);
		const double *u = w->rows.inputs + in->first[i];
		double *last = w->inputs + in->first[i];
		bool given = true, moved = false;
		for (uint32_t k = 0; k < v->count; k++) {
			given &= !isnan(u[k]);
			moved |= u[k] != last[k];
		}
		if (!given || !moved || (v->variability != FI_CONTINUOUS && !discrete) || !fi_may_be_set(w, v))
			continue;
		memcpy(last, u, v->count * sizeof *u);
		if (!fi_is_quick(v) || v->count != 1) {
			good = set(w, v, u);
			continue;
		}
		references[n] = v->reference;
		values[n++] = *u;
		if (n == 64) {
			good = w->binding->set_reals(w, references, n, values, n);
			n = 0;
		}
	}
	return good && (!n || w->binding->set_reals(w, references, n, values, n));
}

static bool same_states(const fi_worker *w, const double *x)
{
	return memcmp(w->states, x, w->plan->d->states * sizeof *x) == 0;
}

/* In initialization mode states are variables that have start values. */
static bool set_initial_states(fi_worker *w)
{
	const fi_row *s = &w->plan->states;
	for (uint32_t i = 0; i < s->n; i++) {
		const fi_variable *v = variable(w, s->variable[i]);
		const double *x = w->rows.states + s->first[i];
		if (isnan(*x) || memcmp(x, w->states + s->first[i], v->count * sizeof *x) == 0 ||
			(v->initial != FI_EXACT && v->initial != FI_APPROX))
			continue;
		if (!w->binding->set(w, v, x, v->count))
			return false;
		memcpy(w->states + s->first[i], x, v->count * sizeof *x);
	}
	return true;
}

/* The point that the board has: time, states, continuous inputs. */
bool fi_go_to(fi_worker *w)
{
	uint32_t n = w->plan->d->states;
	if (w->mode == FI_INITIAL)
		return (w->plan->d->version == 1 || set_initial_states(w)) && set_inputs(w, true);
	if (w->mode == FI_IN_EVENT)
		return set_inputs(w, true);
	if (w->mode != FI_CONTINUOUS_TIME)
		return true;
	if (!isnan(w->board->time) && w->board->time != w->time) {
		if (!w->binding->set_time(w, w->board->time))
			return false;
		w->time = w->board->time;
	}
	if (n && !isnan(w->rows.states[0]) && !same_states(w, w->rows.states)) {
		if (!w->binding->set_states(w, w->rows.states))
			return false;
		memcpy(w->states, w->rows.states, n * sizeof *w->states);
	}
	return set_inputs(w, false);
}

static void forget(fi_worker *w)
{
	w->time = NAN;
	for (uint32_t i = 0; i < w->plan->d->states; i++)
		w->states[i] = NAN;
	for (uint32_t i = 0; i < w->plan->inputs.scalars; i++)
		w->inputs[i] = NAN;
}

/* ----------------------------------------------------------------------------------------------- beginning */

static bool load(fi_worker *w)
{
	fi_calling(w, "dlopen", "%s", "");
	w->library = dlopen(w->plan->files.library, RTLD_NOW | RTLD_LOCAL);
	if (!w->library) {
		const char *why = dlerror();
		return fi_failed(w, "its library cannot be loaded: %.400s", why ? why : "");
	}
	static const fi_binding *const bindings[] = {&fi_binding1, &fi_binding2, &fi_binding3};
	w->binding = bindings[w->plan->d->version - 1];
	if (!w->binding->load(w))
		return false;
	w->mode = FI_LOADED;
	return true;
}

/* The state that was kept before an event is of no use any more. */
static void drop_before(fi_worker *w)
{
	if (w->before && w->binding->free_state)
		w->binding->free_state(w, &w->before);
	w->before = NULL;
	w->has_before = false;
}

static void drop_kept(fi_worker *w)
{
	for (uint32_t i = 0; i < FI_SLOTS; i++) {
		if (w->kept[i].state && w->binding->free_state)
			w->binding->free_state(w, &w->kept[i].state);
		sb_put_back(w->kept[i].inputs);
		sb_put_back(w->kept[i].clock);
		w->kept[i] = (struct fi_kept){0};
	}
}

static bool make(fi_worker *w)
{
	if (!w->library && !load(w))
		return false;
	if (w->instance) {
		drop_before(w);
		drop_kept(w);
		w->binding->free(w);
		w->instance = NULL;
	}
	forget(w);
	fi_clocks_make(w);
	for (uint32_t i = 0; i < w->plan->states.n; i++) {
		const fi_variable *v = variable(w, w->plan->states.variable[i]);
		for (uint32_t k = 0; k < v->count && v->starts; k++)
			w->states[w->plan->states.first[i] + k] = v->start[v->starts == 1 ? 0 : k];
	}
	w->mode = FI_LOADED;
	if (!w->binding->instantiate(w) || !set_parameters(w))
		return false;
	if (w->plan->d->version == 1 && !set_inputs(w, true))
		return false;
	if (!set_initial_states(w) || !w->binding->enter_initial(w))
		return false;
	w->mode = FI_INITIAL;
	w->time = w->board->time;
	if (!set_inputs(w, true))
		return false;
	if (w->plan->kind == FI_EXCHANGE && w->plan->d->states) {
		if (!w->binding->get_states(w, w->rows.rates))
			return false;
		memcpy(w->states, w->rows.rates, w->plan->d->states * sizeof *w->states);
	}
	return true;
}

/* --------------------------------------------------------------------------------------------------- events */

static bool iterate(fi_worker *w)
{
	enum { MOST = 1000 };
	fi_found found = {.again = true, .next = INFINITY};
	fi_board *b = w->board;
	for (int i = 0; found.again && !found.terminate; i++) {
		if (i == MOST)
			return fi_failed(w, "its discrete states do not settle: after %d rounds of an event at time %.17g it wants "
							 "another one", MOST, w->time);
		found = (fi_found){.next = INFINITY};
		if (!fi_clocks_activate(w) || !set_inputs(w, true) || !fi_clocks_read(w) || !w->binding->update(w, &found) ||
			!fi_clocks_advance(w, &found.again))
			return false;
		b->states_changed |= found.states_changed;
	}
	b->terminate |= found.terminate;
	b->next = fmin(found.next, fi_next_tick(w));
	return true;
}

static bool keep_before(fi_worker *w)
{
	if (!fi_interface_of(w->plan)->gets_state)
		return true;
	if (w->board->again && w->has_before) {
		memcpy(w->clock, w->clock_before, w->clock_bytes);
		return w->binding->set_state(w, w->before) && (forget(w), true);
	}
	w->clock_before = sb_draw(w->clock_before, w->clock_bytes + 1);
	memcpy(w->clock_before, w->clock, w->clock_bytes);
	w->has_before = w->binding->get_state(w, &w->before);
	return w->has_before;
}

/* Model exchange: all that happens in an event. */
static bool event(fi_worker *w)
{
	fi_board *b = w->board;
	uint32_t n = w->plan->d->states;
	b->states_changed = b->terminate = false;
	if (w->mode == FI_CONTINUOUS_TIME) {
		if (!keep_before(w) || !fi_go_to(w) || !w->binding->enter_event(w))
			return false;
		w->mode = FI_IN_EVENT;
	}
	w->time = b->time;
	if (!iterate(w))
		return false;
	if (n && (!w->binding->get_states(w, w->rows.rates)))
		return false;
	if (!w->binding->leave_event(w))
		return false;
	w->mode = FI_CONTINUOUS_TIME;
	memcpy(w->states, w->rows.rates, n * sizeof *w->states);
	return !w->plan->d->indicator_count || w->binding->get_indicators(w, w->rows.indicators);
}

/* The end of the initialization, and the event that follows from it. */
static bool begin(fi_worker *w)
{
	if (!set_initial_states(w) || !set_inputs(w, true) || !fi_clocks_begin(w) || !w->binding->leave_initial(w))
		return false;
	bool me = w->plan->kind == FI_EXCHANGE;
	w->mode = me || fi_interface_of(w->plan)->event_mode ? FI_IN_EVENT : FI_IN_STEPS;
	return !me || event(w);
}

static bool completed(fi_worker *w)
{
	w->board->wants = w->board->terminate = false;
	return w->mode != FI_CONTINUOUS_TIME || !w->binding->completed ||
		   (fi_go_to(w) && w->binding->completed(w, &w->board->wants, &w->board->terminate));
}

/* Co-simulation: events of the FMU between two steps, where it has an event mode. */
static bool settle(fi_worker *w, bool enter)
{
	if (enter && !w->binding->enter_event(w))
		return false;
	w->mode = FI_IN_EVENT;
	if (!iterate(w) || !w->binding->leave_event(w))
		return false;
	w->mode = FI_IN_STEPS;
	return true;
}

static bool discrete_moved(const fi_worker *w)
{
	const fi_row *in = &w->plan->inputs;
	bool moved = false;
	for (uint32_t i = 0; i < in->n; i++) {
		const fi_variable *v = &w->plan->d->variables.at[in->variable[i]];
		for (uint32_t k = in->first[i]; v->variability != FI_CONTINUOUS && k < in->first[i] + v->count; k++)
			moved |= w->rows.inputs[k] != w->inputs[k];
	}
	return moved;
}

/* One step of communication, in as many calls as the FMU needs that may return early. */
static bool step(fi_worker *w)
{
	fi_board *b = w->board;
	double at = b->time, end = b->time + b->step, slack = 1e-12 * fmax(fabs(end), b->step);
	bool events = fi_interface_of(w->plan)->event_mode;
	w->time = at;
	b->terminate = false;
	b->next = INFINITY;
	if (w->mode == FI_IN_EVENT ? !settle(w, false) : events && discrete_moved(w) ? !settle(w, true) : !set_inputs(w,
		true))
		return false;
	if (w->binding->input_slopes && w->plan->options.interpolate && !w->binding->input_slopes(w, w->rows.slopes))
		return false;
	for (int rounds = 0; at < end - slack && !b->terminate; rounds++) {
		bool wants = false;
		double tick = events ? fi_next_tick(w) : INFINITY;
		if (tick <= at + slack && !settle(w, true))
			return false;
		tick = events ? fi_next_tick(w) : INFINITY;
		double stop = tick < end - slack ? tick : end, reached = stop, before = at;
		if (!w->binding->step(w, at, stop - at, &reached, &wants, &b->terminate))
			return false;
		at = w->time = reached;
		if (events && wants && !b->terminate && !settle(w, true))
			return false;
		if ((!(at > before) && !wants) || rounds > 100000)
			return fi_failed(w, "a step from time %.17g by %.9g does not get on: it stays at %.17g", b->time, b->step,
				at);
	}
	b->reached = at;
	w->time = at;
	return true;
}

/* ---------------------------------------------------------------------------------------------------- saving */

typedef struct saved { double time; int mode; uint32_t inputs, states; } saved;

static bool save(fi_worker *w)
{
	saved head = {w->time, (int)w->mode, w->plan->inputs.scalars, w->plan->d->states};
	size_t size, row = (head.inputs + head.states) * sizeof(double), rows = row + w->clock_bytes;
	void *state = NULL;
	if (!w->binding->get_state(w, &state) || !w->binding->size_state(w, state, &size))
		return false;
	char *bytes = sb_draw(NULL, sizeof head + rows + size + 1);
	memcpy(bytes, &head, sizeof head);
	memcpy(bytes + sizeof head, w->inputs, head.inputs * sizeof(double));
	memcpy(bytes + sizeof head + head.inputs * sizeof(double), w->states, head.states * sizeof(double));
	memcpy(bytes + sizeof head + row, w->clock, w->clock_bytes);
	bool good = w->binding->pack_state(w, state, bytes + sizeof head + rows, size);
	w->binding->free_state(w, &state);
	w->board->size = sizeof head + rows + size;
	if (good && pwrite(w->bulk, bytes, w->board->size, 0) != (ssize_t)w->board->size)
		good = fi_failed(w, "there is no memory for %zu bytes of its state", w->board->size);
	sb_put_back(bytes);
	return good;
}

/* Behind `make`: the instance takes over what was saved. */
static bool restore(fi_worker *w)
{
	size_t size = w->board->size, row = (w->plan->inputs.scalars + w->plan->d->states) * sizeof(double);
	size_t rows = row + w->clock_bytes;
	saved head;
	char *bytes = sb_draw(NULL, size + 1);
	void *state = NULL;
	bool good = size >= sizeof head + rows && pread(w->bulk, bytes, size, 0) == (ssize_t)size;
	memcpy(&head, bytes, sizeof head);
	good = good && head.inputs == w->plan->inputs.scalars && head.states == w->plan->d->states;
	if (!good)
		fi_failed(w, "what was saved of it is not of this FMU");
	good = good && w->binding->unpack_state(w, bytes + sizeof head + rows, size - sizeof head - rows, &state) &&
		   w->binding->set_state(w, state);
	if (state)
		w->binding->free_state(w, &state);
	if (good) {
		w->mode = (fi_mode)head.mode;
		w->time = head.time;
		memcpy(w->inputs, bytes + sizeof head, head.inputs * sizeof(double));
		memcpy(w->states, bytes + sizeof head + head.inputs * sizeof(double), head.states * sizeof(double));
		memcpy(w->clock, bytes + sizeof head + row, w->clock_bytes);
	}
	sb_put_back(bytes);
	return good;
}

/* ---------------------------------------------------------------------------------------------------- slots */

static bool keep(fi_worker *w)
{
	struct fi_kept *k = &w->kept[w->board->item % FI_SLOTS];
	size_t size = (w->plan->inputs.scalars + 1) * sizeof(double);
	if (!k->inputs)
		k->inputs = sb_draw(NULL, size);
	memcpy(k->inputs, w->inputs, size);
	k->clock = sb_draw(k->clock, w->clock_bytes + 1);
	memcpy(k->clock, w->clock, w->clock_bytes);
	k->time = w->time;
	k->mode = w->mode;
	return w->binding->get_state(w, &k->state);
}

static bool go_back(fi_worker *w)
{
	struct fi_kept *k = &w->kept[w->board->item % FI_SLOTS];
	if (!k->state)
		return fi_failed(w, "nothing was kept of it");
	if (!w->binding->set_state(w, k->state))
		return false;
	memcpy(w->inputs, k->inputs, (w->plan->inputs.scalars + 1) * sizeof(double));
	memcpy(w->clock, k->clock, w->clock_bytes);
	w->time = k->time;
	w->mode = k->mode;
	return true;
}

static bool end(fi_worker *w)
{
	if (w->instance && w->mode != FI_OVER) {
		drop_before(w);
		drop_kept(w);
		if (w->mode > FI_INITIAL && w->mode != FI_OVER)
			w->binding->terminate(w);
		if (w->mode != FI_OVER)
			w->binding->free(w);
	}
	w->instance = NULL;
	if (w->library)
		dlclose(w->library);
	w->library = NULL;
	sb_put_back(w->functions);
	sb_put_back(w->references);
	sb_put_back(w->gathered);
	sb_put_back(w->clock);
	sb_put_back(w->clock_before);
	w->clock = w->clock_before = NULL;
	w->gathered = NULL;
	sb_put_back(w->rate_references);
	sb_put_back(w->seed);
	w->rate_references = NULL;
	w->seed = NULL;
	w->functions = NULL;
	w->references = NULL;
	return true;
}

/* Values that no number is behind make no run; the FMU is told, not what comes of it. */
static bool is_finite(fi_worker *w, const double *row, uint32_t n, const char *what)
{
	for (uint32_t i = 0; i < n; i++)
		if (!isfinite(row[i]))
			return fi_failed(w, "%s number %u is %s at time %.17g", what, i + 1, isnan(row[i]) ? "NaN" : "infinite",
							 w->time);
	return true;
}

bool fi_serve(fi_worker *w)
{
	const fi_description *d = w->plan->d;
	w->failed = w->board->warned = false;
	*w->board->said = 0;
	if (w->mode == FI_OVER && w->board->order != FI_DO_END)
		return fi_failed(w, "%s", w->fatal);
	fi_order order = w->board->order;
	if (order != FI_DO_RATES && order != FI_DO_OUTPUTS && order != FI_DO_INDICATORS && order != FI_DO_SLOPE)
		w->discrete_known = false;
	switch (w->board->order) {
	case FI_DO_LOAD: return w->library || load(w);
	case FI_DO_MAKE: return make(w) && is_finite(w, w->rows.rates, w->plan->kind == FI_EXCHANGE ? d->states : 0,
		"state");
	case FI_DO_BEGIN: return begin(w);
	case FI_DO_RATES:
		return fi_rates(w) && is_finite(w, w->rows.rates, d->states, "the rate");
	case FI_DO_OUTPUTS: return fi_outputs(w);
	case FI_DO_INDICATORS:
		return fi_indicators(w) && is_finite(w, w->rows.indicators, d->indicator_count, "the event indicator");
	case FI_DO_EVENT: return event(w) && is_finite(w, w->rows.rates, d->states, "after an event the state");
	case FI_DO_COMPLETED: return completed(w);
	case FI_DO_STEP: return step(w);
	case FI_DO_SLOPE: return fi_slope(w);
	case FI_DO_SAVE: return save(w);
	case FI_DO_RESTORE: return restore(w);
	case FI_DO_INPUTS: return set_inputs(w, true);
	case FI_DO_KEEP: return keep(w);
	case FI_DO_GO_BACK: return go_back(w);
	default: return end(w);
	}
}
