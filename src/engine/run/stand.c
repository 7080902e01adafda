/* What a paused run knows of the point where it stands, for whoever studies the point and not the motion: its states
 * with their rates, the constraints between them, and conditions that are about to turn. */
#include "base/check.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/run/run.h"
#include <math.h>

uint32_t se_states(const se_run *run)
{
	return run->image->states;
}

uint32_t se_state(const se_run *run, uint32_t number)
{
	return si_state_scalar(run->image, number);
}

double se_state_size(const se_run *run, uint32_t number)
{
	return run->nominal[number];
}

double se_rate(se_run *run, uint32_t number)
{
	se_show(run);
	return run->control->shows ? run->d->xd[number] : NAN;
}

double se_rate_of(se_run *run, uint32_t scalar)
{
	si_place place = si_place_of(run->image, scalar);
	if (place.store != SI_STATE)
		return NAN;
	return place.negated ? -se_rate(run, place.index) : se_rate(run, place.index);
}

uint32_t se_constraints(const se_run *run)
{
	return run->image->invariants.n;
}

bool se_constraint_matrix(se_run *run, double *matrix)
{
	se_show(run);
	return run->control->shows && se_constraint_rows(run, matrix);
}

/* ------------------------------------------------------------------------------------------------ memory and clocks */

static bool is_memory(const se_run *run, uint32_t k)
{
	const si_pre *p = &run->image->pres.at[k];
	if (!p->discrete || p->place.store != SI_REAL)
		return false;
	for (uint32_t i = 0; i < k; i++)         /* one for each place */
		if (run->image->pres.at[i].place.store == SI_REAL && run->image->pres.at[i].place.index == p->place.index)
			return false;
	return true;
}

uint32_t se_memories(const se_run *run)
{
	uint32_t n = 0;
	for (uint32_t k = 0; k < run->image->pres.n; k++)
		n += is_memory(run, k);
	return n;
}

uint32_t se_memory(const se_run *run, uint32_t number)
{
	uint32_t k = 0;
	for (;; k++)
		if (is_memory(run, k) && !number--)
			return run->image->pres.at[k].scalar;
}

bool se_change_memory(se_run *run, uint32_t scalar, double value)
{
	sb_must(run->control->outcome == SE_PAUSED, "memory is changed of a paused run");
	se_stop_showing(run);
	sb_push(run->once, run->instants->changes, ((sx_given){scalar, value}));
	return true;
}

uint32_t se_clocks(const se_run *run)
{
	uint32_t n = run->image->clocks.n;
	for (uint32_t k = 0; k < run->image->event_code.n; k++)
		n += run->image->event_code.at[k].trigger == SI_ON_PERIOD;
	return n;
}

void se_clock(const se_run *run, uint32_t number, double *first, double *interval)
{
	const si_image *image = run->image;
	uint32_t k = number;
	if (number >= image->clocks.n) {
		uint32_t left = number - image->clocks.n;
		for (k = 0; image->event_code.at[k].trigger != SI_ON_PERIOD || left--; k++)
			;
		k += image->clocks.n;
	}
	*first = run->ticks->start[k];
	*interval = run->ticks->interval[k];
	if (number < image->clocks.n)
		se_based_clock(run, k, first, interval);
}

void se_based_clock(const se_run *run, uint32_t clock, double *first, double *interval)
{
	const si_clock *c = &run->image->clocks.at[clock];
	if (!c->base)
		return;
	const si_base *base = &run->image->bases.at[c->base - 1];
	double unit = (double)base->num / (double)base->den * (base->rational ? 1 : *interval);
	*first = run->settings.start + (double)c->first * unit;
	*interval = base->variable ? NAN : (double)c->step * unit;
}

/* As far off as rounding makes a function whose terms are of this size. */
static bool is_at_limit(se_run *run, uint32_t watch, double g)
{
	const si_watch *w = &run->image->watches.at[watch];
	double size = se_terms(run, w->terms);
	return fabs(g) <= 1e-10 * (isfinite(size) ? size : 0) || g == 0;
}

bool se_condition_at_limit(se_run *run, uint32_t *from, sb_text *written, sb_span *span)
{
	const si_image *image = run->image;
	se_show(run);
	if (!run->control->shows)
		return false;
	const double *functions = se_shown_functions(run);
	for (; *from < image->watches.n; (*from)++) {
		const si_watch *w = &image->watches.at[*from];
		if (w->time_only || w->initial_only || w->tied || !is_at_limit(run, *from, functions[*from]))
			continue;
		si_print(image, w->written, written);
		*span = w->span;
		(*from)++;
		return true;
	}
	return false;
}
