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
		if (!same && !w->binding->set(w, v, at, v->count))
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

static bool is_quick(const fi_variable *v)
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
		if (!given || !moved || (v->variability != FI_CONTINUOUS && !discrete))
			continue;
		memcpy(last, u, v->count * sizeof *u);
		if (!is_quick(v) || v->count != 1) {
			good = w->binding->set(w, v, u, v->count);
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
static bool go_to(fi_worker *w)
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
		if (!w->binding->update(w, &found))
			return false;
		b->states_changed |= found.states_changed;
	}
	b->terminate |= found.terminate;
	b->next = found.next;
	return true;
}

static bool keep_before(fi_worker *w)
{
	if (!fi_interface_of(w->plan)->gets_state)
		return true;
	if (w->board->again && w->has_before)
		return w->binding->set_state(w, w->before) && (forget(w), true);
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
		if (!keep_before(w) || !go_to(w) || !w->binding->enter_event(w))
			return false;
		w->mode = FI_IN_EVENT;
	}
	w->time = b->time;
	if (!set_inputs(w, true) || !iterate(w))
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
	if (!set_initial_states(w) || !set_inputs(w, true) || !w->binding->leave_initial(w))
		return false;
	bool me = w->plan->kind == FI_EXCHANGE;
	w->mode = me || fi_interface_of(w->plan)->event_mode ? FI_IN_EVENT : FI_IN_STEPS;
	return !me || event(w);
}

static bool completed(fi_worker *w)
{
	w->board->wants = w->board->terminate = false;
	return w->mode != FI_CONTINUOUS_TIME || !w->binding->completed ||
		   (go_to(w) && w->binding->completed(w, &w->board->wants, &w->board->terminate));
}

/* Co-simulation: events of the FMU between two steps, where it has an event mode. */
static bool settle(fi_worker *w, bool enter)
{
	if (enter && !w->binding->enter_event(w))
		return false;
	w->mode = FI_IN_EVENT;
	if (!set_inputs(w, true) || !iterate(w) || !w->binding->leave_event(w))
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
	b->terminate = false;
	b->next = INFINITY;
	if (w->mode == FI_IN_EVENT ? !settle(w, false) : events && discrete_moved(w) ? !settle(w, true) : !set_inputs(w,
		true))
		return false;
	if (w->binding->input_slopes && w->plan->options.interpolate && !w->binding->input_slopes(w, w->rows.slopes))
		return false;
	for (int rounds = 0; at < end - slack && !b->terminate; rounds++) {
		bool wants = false;
		double reached = end, before = at;
		if (!w->binding->step(w, at, end - at, &reached, &wants, &b->terminate))
			return false;
		at = reached;
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

/* ---------------------------------------------------------------------------------------------------- values */


/* Reals that follow each other are one call: their values lie side by side in the row. */
static bool get_run(fi_worker *w, uint32_t from, uint32_t to)
{
	const fi_row *out = &w->plan->outputs;
	for (uint32_t i = from; i < to; i++)
		w->references[i] = variable(w, out->variable[i])->reference;
	uint32_t end = to < out->n ? out->first[to] : out->scalars;
	return from == to || w->binding->get_reals(w, w->references + from, to - from, w->rows.outputs + out->first[from],
											   end - out->first[from]);
}

static bool outputs(fi_worker *w)
{
	const fi_row *out = &w->plan->outputs;
	uint32_t from = 0;
	if (!go_to(w))
		return false;
	if (!w->references)
		w->references = sb_draw(NULL, (out->n + 1) * sizeof *w->references);
	for (uint32_t i = 0; i < out->n; i++) {
		const fi_variable *v = variable(w, out->variable[i]);
		if (is_quick(v))
			continue;
		if (!get_run(w, from, i) || !w->binding->get(w, v, w->rows.outputs + out->first[i], v->count))
			return false;
		from = i + 1;
	}
	if (!get_run(w, from, out->n))
		return false;
	for (uint32_t i = 0; i < out->n; i++)
		for (uint32_t k = 0; variable(w, out->variable[i])->negated && k < variable(w, out->variable[i])->count; k++)
			w->rows.outputs[out->first[i] + k] *= -1;
	return true;
}

/* In initialization mode rates are variables like others, and there are no event indicators before 3.0: the first event
 * comes with whatever they are behind it. */
static bool rates(fi_worker *w)
{
	const fi_row *s = &w->plan->states;
	if (!go_to(w))
		return false;
	if (w->mode != FI_INITIAL || w->plan->d->version == 1)
		return w->binding->get_rates(w, w->rows.rates);
	for (uint32_t i = 0; i < s->n; i++) {
		const fi_variable *v = variable(w, w->plan->d->derivatives.at[i].variable);
		if (!w->binding->get(w, v, w->rows.rates + s->first[i], v->count))
			return false;
	}
	return true;
}

static bool indicators(fi_worker *w)
{
	if (!go_to(w))
		return false;
	if (w->mode != FI_INITIAL || w->plan->d->version == 1)
		return w->binding->get_indicators(w, w->rows.indicators);
	const fi_description *d = w->plan->d;
	double *to = w->rows.indicators;
	for (uint32_t i = 0; i < d->indicator_count && d->version == 2; i++)
		to[i] = 1;
	for (uint32_t i = 0; i < d->indicators.n; to += variable(w, d->indicators.at[i])->count, i++)
		if (!w->binding->get(w, variable(w, d->indicators.at[i]), to, variable(w, d->indicators.at[i])->count))
			return false;
	return true;
}

static bool slope(fi_worker *w)
{
	const fi_plan *p = w->plan;
	const fi_row *of = w->board->part ? &p->outputs : &p->states;
	uint32_t knowns[128], unknown, known = 0;
	double seed[128];
	const double *motion = w->rows.motion;
	if (!go_to(w))
		return false;
	const fi_variable *v = variable(w, of->variable[w->board->item]);
	unknown = v->reference;
	if (!w->board->part)
		for (uint32_t i = 0; i < p->d->derivatives.n; i++)
			if (variable(w, p->d->derivatives.at[i].variable)->derivative == of->variable[w->board->item])
				unknown = variable(w, p->d->derivatives.at[i].variable)->reference;
	w->rows.outputs[0] = 0;
	const fi_row *rows[] = {&p->inputs, &p->states};
	for (int r = 0; r < 2; r++)
		for (uint32_t i = 0; i < rows[r]->n; i++) {
			double moves = motion[(r ? p->inputs.scalars : 0) + rows[r]->first[i]];
			if (moves == 0)
				continue;
			knowns[known] = variable(w, rows[r]->variable[i])->reference;
			seed[known++] = moves;
			if (known == 128)
				return fi_failed(w, "more than 128 inputs and states move at once");
		}
	return !known || w->binding->directional(w, &unknown, 1, knowns, known, seed, w->rows.outputs);
}

/* ---------------------------------------------------------------------------------------------------- saving */

typedef struct saved { double time; int mode; uint32_t inputs, states; } saved;

static bool save(fi_worker *w)
{
	saved head = {w->time, (int)w->mode, w->plan->inputs.scalars, w->plan->d->states};
	size_t size, rows = (head.inputs + head.states) * sizeof(double);
	void *state = NULL;
	if (!w->binding->get_state(w, &state) || !w->binding->size_state(w, state, &size))
		return false;
	char *bytes = sb_draw(NULL, sizeof head + rows + size + 1);
	memcpy(bytes, &head, sizeof head);
	memcpy(bytes + sizeof head, w->inputs, head.inputs * sizeof(double));
	memcpy(bytes + sizeof head + head.inputs * sizeof(double), w->states, head.states * sizeof(double));
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
	size_t size = w->board->size, rows = (w->plan->inputs.scalars + w->plan->d->states) * sizeof(double);
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
	switch (w->board->order) {
	case FI_DO_LOAD: return w->library || load(w);
	case FI_DO_MAKE: return make(w) && is_finite(w, w->rows.rates, w->plan->kind == FI_EXCHANGE ? d->states : 0,
		"state");
	case FI_DO_BEGIN: return begin(w);
	case FI_DO_RATES:
		return rates(w) && is_finite(w, w->rows.rates, d->states, "the rate");
	case FI_DO_OUTPUTS: return outputs(w);
	case FI_DO_INDICATORS:
		return indicators(w) && is_finite(w, w->rows.indicators, d->indicator_count, "the event indicator");
	case FI_DO_EVENT: return event(w) && is_finite(w, w->rows.rates, d->states, "after an event the state");
	case FI_DO_COMPLETED: return completed(w);
	case FI_DO_STEP: return step(w);
	case FI_DO_SLOPE: return slope(w);
	case FI_DO_SAVE: return save(w);
	case FI_DO_RESTORE: return restore(w);
	case FI_DO_INPUTS: return set_inputs(w, true);
	case FI_DO_KEEP: return keep(w);
	case FI_DO_GO_BACK: return go_back(w);
	default: return end(w);
	}
}
