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

/* Of several names of a Real the first one; a rate has no other name in left limits. */
static bool is_first(const se_run *run, uint32_t k)
{
	si_place place = run->image->pres.at[k].place;
	for (uint32_t i = 0; i < k && place.store != SI_RATE; i++) {
		si_place other = run->image->pres.at[i].place;
		if (other.store == place.store && other.index == place.index)
			return false;
	}
	return true;
}

uint32_t se_memories(se_run *run)
{
	return se_memory_of(run)->n;
}

uint32_t se_memory(se_run *run, uint32_t number)
{
	return se_memory_of(run)->at[number];
}

uint32_t se_left_limits(const se_run *run, uint32_t *scalars)
{
	uint32_t n = 0;
	for (uint32_t k = 0; k < run->image->pres.n; k++) {
		const si_pre *p = &run->image->pres.at[k];
		bool real = p->place.store == SI_REAL || p->place.store == SI_STATE || p->place.store == SI_RATE;
		if (p->discrete || !real || !is_first(run, k))
			continue;
		if (scalars)
			scalars[n] = p->scalar;
		n++;
	}
	return n;
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
