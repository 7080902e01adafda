/* Conditions that chase each other. In a loop with positive feedback (a comparator with hysteresis, at the end of its range) each condition may be false
 * under the values that follow from the others, one after another, though there are values for which all of them hold: low, then
 * between, then low again, where high is meant; a clutch that starts forwards and backwards in turn, where it sticks. After so many passes the
 * combinations of the conditions that have turned are tried, then those of all conditions of their components, and one that holds
 * together is taken. */
#include "engine/inside.h"

#include <math.h>
#include <string.h>

enum { COMBINED_MOST = 8 };

static bool concerned(const se_run *run, uint32_t watch, bool others)
{
	const ss_watch *w = &run->plan->watches.at[watch];

	if (w->kind != SS_RELATION || w->time_only || w->ahead || w->initial_only)
		return false;
	if (!others)
		return run->flips[watch] > 1;
	for (uint32_t i = 0; i < run->flipped.n; i++) {
		const ss_watch *turned = &run->plan->watches.at[run->flipped.at[i]];
		if (run->flips[run->flipped.at[i]] > 2 && strcmp(w->component ? w->component : "", turned->component ? turned->component : "") == 0)
			return true;
	}
	return false;
}

/* Do all of them hold with the values that follow from them? At zero, but for rounding, both sides do. */
static bool holds_together(se_run *run, const uint32_t *watch, uint32_t count)
{
	run->f->all(run->d);
	run->f->functions(run->d, run->g_a);
	if (run->d->failed) {
		sc_forgive(run->d);
		return false;
	}
	for (uint32_t k = 0; k < count; k++) {
		const ss_watch *w = &run->plan->watches.at[watch[k]];
		double g = run->g_a[watch[k]];
		if (!(fabs(g) <= 1e-12 * run->g_scale[watch[k]]) && sc_truth(run->d, w, g, NAN, 0) != run->d->latch[watch[k]])
			return false;
	}
	return true;
}

/* False: there are too many, or no combination holds. */
static bool try_all(se_run *run, bool others)
{
	uint32_t watch[COMBINED_MOST], count = 0;
	long long before[COMBINED_MOST];
	bool found = false;

	for (uint32_t i = 0; i < run->plan->watches.n; i++)
		if (concerned(run, i, others)) {
			if (count == COMBINED_MOST)
				return false;
			before[count] = run->d->latch[i];
			watch[count++] = i;
		}
	for (uint32_t m = 0; m < 1u << count && count && !found; m++) {
		for (uint32_t k = 0; k < count; k++)
			run->d->latch[watch[k]] = m >> k & 1;
		found = holds_together(run, watch, count);
	}
	for (uint32_t k = 0; k < count; k++) {
		if (!found)
			run->d->latch[watch[k]] = before[k];
		else if (run->d->latch[watch[k]] != before[k])
			se_touch(run, run->select.graph->latch + watch[k], (se_bits){.whole = before[k]});
	}
	return found;
}

void se_combine(se_run *run)
{
	if (!try_all(run, false))
		try_all(run, true);
	se_touch_everything(run);
}
