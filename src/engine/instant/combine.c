/* Conditions that chase each other. In a loop with positive feedback (a comparator with hysteresis, at the end of its
 * range) each condition may be false under the values that follow from the others, one after another, though there are
 * values for which all of them hold: low, then between, then low again, where high is meant; a clutch that starts
 * forwards and backwards in turn, where it sticks. After so many passes the combinations of the conditions that have
 * turned are tried, then those of all conditions of their components, and one that holds together is taken.
 *
 * Where none does, the conditions may remember their sides by pre, and none holds because pre does not know yet what is
 * decided in this pass: a clutch lets go beyond one limit and goes on slipping beyond a lower one, and what slips has
 * fallen below the first. Then a combination is taken, for the one pass, that leads on to values which agree, with pre
 * too. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/instant/instant.h"
#include "engine/watch/watch.h"

#include <math.h>
#include <string.h>

enum { COMBINED_MOST = 8, PASSES_MOST = 20 };

static bool concerned(const se_run *run, uint32_t watch, bool others)
{
	const si_watch *w = &run->image->watches.at[watch];

	if (w->kind != SI_RELATION || w->time_only || w->ahead || w->initial_only)
		return false;
	if (!others)
		return run->flips[watch] > 1;
	for (uint32_t i = 0; i < run->flipped.n; i++) {
		const si_watch *turned = &run->image->watches.at[run->flipped.at[i]];
		if (run->flips[run->flipped.at[i]] > 2 &&
			strcmp(si_word(run->image, w->component), si_word(run->image, turned->component)) == 0)
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
		const si_watch *w = &run->image->watches.at[watch[k]];
		double g = run->g_a[watch[k]];
		bool zero = fabs(g) <= 1e-12 * run->view->scale[watch[k]];
		if (!zero && sc_truth(run->d, w, g, NAN, 0) != run->d->latch[watch[k]])
			return false;
	}
	return true;
}

static bool renew_pre(se_run *run)
{
	bool any = false;

	for (uint32_t k = 0; k < run->image->pres.n; k++)
		if (run->pre_discrete[k] && se_pre_differs(run, k)) {
			se_save_pre(run, k);
			any = true;
		}
	return any;
}

static bool turn_latches(se_run *run)
{
	size_t size = run->image->watches.n * sizeof *run->truth;

	se_evaluate_conditions(run);
	bool turned = memcmp(run->d->latch, run->truth, size) != 0;
	memcpy(run->d->latch, run->truth, size);
	return turned;
}

/* Do the passes after this one come to an end, if the conditions are left as they are in this one? */
static bool leads_on(se_run *run)
{
	bool ends = false, good = true;
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);

	for (int pass = 0; pass < PASSES_MOST && good && !ends; pass++) {
		run->f->all(run->d);
		good = !run->d->failed;
		bool changes = good && ((pass && turn_latches(run)) || renew_pre(run));
		ends = good && pass && !changes;
		good = good && (changes || ends);
	}
	if (run->d->failed)
		sc_forgive(run->d);
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return ends;
}

/* False: there are too many, or there is no combination such as is looked for. */
static bool try_all(se_run *run, bool others, bool leading)
{
	uint32_t watch[COMBINED_MOST], count = 0;
	long long before[COMBINED_MOST];
	bool found = false;

	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (concerned(run, i, others)) {
			if (count == COMBINED_MOST)
				return false;
			before[count] = run->d->latch[i];
			watch[count++] = i;
		}
	for (uint32_t m = 0; m < 1u << count && count && !found; m++) {
		for (uint32_t k = 0; k < count; k++)
			run->d->latch[watch[k]] = m >> k & 1;
		found = leading ? leads_on(run) : holds_together(run, watch, count);
	}
	for (uint32_t k = 0; k < count; k++) {
		if (!found)
			run->d->latch[watch[k]] = before[k];
		else if (run->d->latch[watch[k]] != before[k])
			se_touch(run, run->select->graph->latch + watch[k], (se_bits){.whole = before[k]});
	}
	return found;
}

bool se_combine(se_run *run)
{
	bool holds = try_all(run, false, false) || try_all(run, true, false),
		 leads = !holds && (try_all(run, false, true) || try_all(run, true, true));

	se_touch_everything(run);
	return leads;
}
