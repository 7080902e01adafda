/* Clocks of FMI 3.0.
 *
 * Clocks of time (constant, fixed, tunable, changing, countdown) tick when their time has come: the worker asks the FMU
 * for intervals, and tells of the next tick as it tells of time events. Triggered inputs tick where a Boolean of the
 * model becomes true; ticks of triggered outputs are counted. Clocked variables are set and asked for while a clock of
 * theirs is active, which is up to the update of the event; in between they have the values of the last tick.
 *
 * All that this remembers is one block of bytes, which is kept and saved with the state of the FMU. */
#include "fmi/call/fmi_call.h"

#include <math.h>
#include <string.h>

#include "base/stock.h"

enum { CHANGED, UNCHANGED, NOT_YET_KNOWN };

/* due: of the next tick, infinite: none is known. Periodic clocks tick at from + count interval. seen: the value that a
 * triggered input had last. */
struct fi_ticking { uint32_t variable; bool active, seen; double from, interval, count, due, ticks; };

static const fi_variable *variable(const fi_worker *w, uint32_t number)
{
	return &w->plan->d->variables.at[number];
}

static bool is_kind(const fi_variable *v, const char *interval)
{
	return v->interval && strcmp(v->interval, interval) == 0;
}

static bool is_periodic(const fi_variable *v)
{
	return is_kind(v, "constant") || is_kind(v, "fixed") || is_kind(v, "tunable");
}

static bool has_come(const fi_worker *w, const fi_ticking *c)
{
	return c->due <= w->time + 1e-12 * fmax(fabs(w->time), c->interval);
}

/* ---- room */

uint32_t fi_clocks_of(const fi_description *d)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < d->variables.n; i++)
		n += d->variables.at[i].type == FI_CLOCK;
	return n;
}

static double *held_of(const fi_worker *w)
{
	return (double *)(void *)(w->clock + w->clock_count);
}

/* Of a new instance: nothing has ticked. */
void fi_clocks_make(fi_worker *w)
{
	const fi_description *d = w->plan->d;
	if (!w->clock) {
		w->clock_count = fi_clocks_of(d);
		w->clock_bytes = w->clock_count * sizeof *w->clock + w->plan->outputs.scalars * sizeof(double);
		w->clock = sb_draw_zeros(w->clock_bytes + 1);
	}
	memset(w->clock, 0, w->clock_bytes);
	for (uint32_t i = 0, k = 0; i < d->variables.n; i++)
		if (d->variables.at[i].type == FI_CLOCK)
			w->clock[k++] = (fi_ticking){.variable = i, .due = INFINITY};
}

/* ---- intervals */

static bool ask_interval(fi_worker *w, fi_ticking *c, int *qualifier)
{
	const fi_variable *v = variable(w, c->variable);
	double interval = NAN;
	*qualifier = UNCHANGED;
	if (!w->binding->interval(w, v, &interval, qualifier))
		return false;
	if (*qualifier != CHANGED)
		return true;
	c->interval = interval;
	return (interval > 0 || (interval >= 0 && !is_periodic(v))) ||
		   fi_failed(w, "the interval of its clock '%s' is %.17g", v->name, interval);
}

/* In initialization mode. */
static bool plan_first(fi_worker *w, fi_ticking *c)
{
	const fi_variable *v = variable(w, c->variable);
	double shift = v->shift_decimal;
	int qualifier = CHANGED;
	if (v->causality != FI_INPUT || is_kind(v, "triggered"))
		return true;
	c->interval = v->interval_decimal;
	if (is_periodic(v) && isnan(c->interval) &&
		(!ask_interval(w, c, &qualifier) || !w->binding->shift(w, v, &shift)))
		return false;
	if (!is_periodic(v) && !ask_interval(w, c, &qualifier))
		return false;
	if (is_periodic(v) && !(c->interval > 0))
		return fi_failed(w, "its clock '%s' has no interval", v->name);
	c->from = w->time + (is_periodic(v) ? shift : c->interval);
	c->due = qualifier == NOT_YET_KNOWN ? INFINITY : c->from;
	return true;
}

static bool plan_next(fi_worker *w, fi_ticking *c)
{
	const fi_variable *v = variable(w, c->variable);
	bool tunes = is_kind(v, "tunable") && isnan(v->interval_decimal);
	int qualifier = UNCHANGED;
	if (v->causality != FI_INPUT || is_kind(v, "triggered"))
		return true;
	if (c->active)
		c->due = is_periodic(v) ? c->from + ++c->count * c->interval : INFINITY;
	if ((tunes || is_kind(v, "countdown") || (c->active && is_kind(v, "changing"))) && !ask_interval(w, c, &qualifier))
		return false;
	if (qualifier == CHANGED) {
		c->due = w->time + c->interval;
		c->from = w->time;
		c->count = 1;
	}
	return true;
}

/* ---- ticks */

static bool is_active(const fi_worker *w, const fi_variable *v)
{
	for (uint32_t i = 0; i < v->clock_count; i++)
		for (uint32_t k = 0; k < w->clock_count; k++)
			if (w->clock[k].active && variable(w, w->clock[k].variable)->reference == v->clocks[i])
				return true;
	return false;
}

bool fi_may_be_set(const fi_worker *w, const fi_variable *v)
{
	return v->type != FI_CLOCK && (!v->clock_count || w->mode == FI_INITIAL || w->mode == FI_LOADED || is_active(w, v));
}

/* Of an output: what it had at the last tick, which counts where no clock of it is active. */
bool fi_held_output(const fi_worker *w, uint32_t output, const double **values)
{
	const fi_variable *v = variable(w, w->plan->outputs.variable[output]);
	*values = held_of(w) + w->plan->outputs.first[output];
	return v->type == FI_CLOCK || (v->clock_count && w->mode != FI_INITIAL);
}

static bool read_output(fi_worker *w, uint32_t output)
{
	const fi_variable *v = variable(w, w->plan->outputs.variable[output]);
	return w->binding->get(w, v, held_of(w) + w->plan->outputs.first[output], v->count);
}

/* The end of the initialization. */
bool fi_clocks_begin(fi_worker *w)
{
	const fi_row *out = &w->plan->outputs;
	bool good = true;
	for (uint32_t k = 0; k < w->clock_count && good; k++)
		good = plan_first(w, &w->clock[k]);
	for (uint32_t i = 0; i < out->n && good && w->clock_count; i++) {
		const fi_variable *v = variable(w, out->variable[i]);
		if (v->clock_count && v->type != FI_CLOCK)
			good = read_output(w, i);
	}
	return good;
}

/* In event mode: clocks whose time has come, and those that the model triggers. */
bool fi_clocks_activate(fi_worker *w)
{
	const fi_row *in = &w->plan->inputs;
	for (uint32_t k = 0; k < w->clock_count; k++) {
		fi_ticking *c = &w->clock[k];
		c->active = has_come(w, c);
		for (uint32_t i = 0; i < in->n; i++)
			if (in->variable[i] == c->variable) {
				bool now = w->rows.inputs[in->first[i]] > 0;
				c->active = now && !c->seen;
				c->seen = now;
			}
		if (c->active && !w->binding->set_clock(w, variable(w, c->variable)))
			return false;
	}
	return true;
}

/* Before the update, which makes all clocks inactive: output clocks, and what is clocked. */
bool fi_clocks_read(fi_worker *w)
{
	const fi_row *out = &w->plan->outputs;
	for (uint32_t k = 0; k < w->clock_count; k++) {
		fi_ticking *c = &w->clock[k];
		if (variable(w, c->variable)->causality == FI_INPUT)
			continue;
		if (!w->binding->get_clock(w, variable(w, c->variable), &c->active))
			return false;
		c->ticks += c->active;
	}
	for (uint32_t i = 0; i < out->n && w->clock_count; i++) {
		const fi_variable *v = variable(w, out->variable[i]);
		for (uint32_t k = 0; v->type == FI_CLOCK && k < w->clock_count; k++)
			if (w->clock[k].variable == out->variable[i])
				held_of(w)[out->first[i]] = w->clock[k].ticks;
		if (v->type != FI_CLOCK && is_active(w, v) && !read_output(w, i))
			return false;
	}
	return true;
}

/* Behind the update. True in `again`: a clock ticks once more at this time. */
bool fi_clocks_advance(fi_worker *w, bool *again)
{
	for (uint32_t k = 0; k < w->clock_count; k++) {
		if (!plan_next(w, &w->clock[k]))
			return false;
		w->clock[k].active = false;
		*again |= has_come(w, &w->clock[k]);
	}
	return true;
}

double fi_next_tick(const fi_worker *w)
{
	double next = INFINITY;
	for (uint32_t k = 0; k < w->clock_count; k++)
		next = fmin(next, w->clock[k].due);
	return next;
}
