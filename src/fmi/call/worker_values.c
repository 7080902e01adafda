/* What a worker is asked for: outputs, rates, event indicators, and how these move. */
#include "fmi/call/fmi_call.h"

#include <math.h>
#include <string.h>

#include "base/stock.h"

static const fi_variable *variable(const fi_worker *w, uint32_t n)
{
	return &w->plan->d->variables.at[n];
}

/* What changes at events alone has been asked for since the last one. */
static bool is_known(const fi_worker *w, const fi_variable *v)
{
	return w->discrete_known && w->mode == FI_CONTINUOUS_TIME && v->variability != FI_CONTINUOUS;
}

static void take_output(fi_worker *w, uint32_t i, const double *from)
{
	const fi_variable *v = variable(w, w->plan->outputs.variable[i]);
	double *to = w->rows.outputs + w->plan->outputs.first[i];
	for (uint32_t k = 0; k < v->count; k++)
		to[k] = v->negated ? -from[k] : from[k];
}

/* All Float64 by one call. */
bool fi_outputs(fi_worker *w)
{
	const fi_row *out = &w->plan->outputs;
	size_t n = 0, count = 0;
	if (!fi_go_to(w))
		return false;
	if (!w->references) {
		w->references = sb_draw(NULL, (out->n + 1) * sizeof *w->references);
		w->gathered = sb_draw(NULL, (out->scalars + 1) * sizeof *w->gathered);
	}
	for (uint32_t i = 0; i < out->n; i++) {
		const fi_variable *v = variable(w, out->variable[i]);
		const double *held;
		if (fi_held_output(w, i, &held)) {
			take_output(w, i, held);
			continue;
		}
		if (is_known(w, v))
			continue;
		if (fi_is_quick(v)) {
			w->references[n++] = v->reference;
			count += v->count;
		} else {
			if (!w->binding->get(w, v, w->gathered, v->count))
				return false;
			take_output(w, i, w->gathered);
		}
	}
	if (n && !w->binding->get_reals(w, w->references, n, w->gathered, count))
		return false;
	const double *from = w->gathered;
	for (uint32_t i = 0; i < out->n; i++) {
		const fi_variable *v = variable(w, out->variable[i]);
		const double *held;
		if (fi_held_output(w, i, &held) || is_known(w, v) || !fi_is_quick(v))
			continue;
		take_output(w, i, from);
		from += v->count;
	}
	w->discrete_known = w->mode == FI_CONTINUOUS_TIME;
	return true;
}

/* In initialization mode rates are variables like others, and there are no event indicators before 3.0: the first event
 * comes with whatever they are behind it. */
bool fi_rates(fi_worker *w)
{
	const fi_row *s = &w->plan->states;
	if (!fi_go_to(w))
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

bool fi_indicators(fi_worker *w)
{
	if (!fi_go_to(w))
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

/* The references of the derivatives of all states, in their order. */
static void find_rate_references(fi_worker *w)
{
	const fi_plan *p = w->plan;
	for (uint32_t k = 0; k < p->states.n; k++) {
		w->rate_references[k] = variable(w, p->states.variable[k])->reference;
		for (uint32_t i = 0; i < p->d->derivatives.n; i++) {
			const fi_variable *rate = variable(w, p->d->derivatives.at[i].variable);
			if (rate->derivative == p->states.variable[k])
				w->rate_references[k] = rate->reference;
		}
	}
}

/* Room for what moves, made once. */
static void prepare_slopes(fi_worker *w)
{
	size_t n = (size_t)w->plan->inputs.n + w->plan->states.n + 1;
	if (w->rate_references)
		return;
	w->rate_references = sb_draw(NULL, (w->plan->states.n + n) * sizeof *w->rate_references);
	w->seed = sb_draw(NULL, n * sizeof *w->seed);
	find_rate_references(w);
}

/* How an output moves, or all rates do. */
bool fi_slope(fi_worker *w)
{
	const fi_plan *p = w->plan;
	uint32_t known = 0;
	const double *motion = w->rows.motion;
	if (!fi_go_to(w))
		return false;
	prepare_slopes(w);
	bool output = w->board->part;
	uint32_t *knowns = w->rate_references + p->states.n, count = output ? 1 : p->states.n;
	uint32_t of_output = output ? variable(w, p->outputs.variable[w->board->item])->reference : 0;
	double *out = output ? w->rows.outputs : w->rows.rates;
	const fi_row *rows[] = {&p->inputs, &p->states};
	for (uint32_t i = 0; i < count; i++)
		out[i] = 0;
	for (int r = 0; r < 2; r++)
		for (uint32_t i = 0; i < rows[r]->n; i++) {
			double moves = motion[(r ? p->inputs.scalars : 0) + rows[r]->first[i]];
			if (moves == 0)
				continue;
			knowns[known] = variable(w, rows[r]->variable[i])->reference;
			w->seed[known++] = moves;
		}
	return !known ||
		   w->binding->directional(w, output ? &of_output : w->rate_references, count, knowns, known, w->seed, out);
}
