/* Conditions of a candidate that have no opinion, because they are zero and stay so: which side they take, and whether
 * others ask for another mode. See seek.h. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/modes/seek.h"

uint32_t se_count_other(se_run *run)
{
	uint32_t count = 0;
	if (se_asks_for_other(run))
		for (uint32_t k = 0; k < run->image->switches.n; k++)
			count += run->modes->wanted[k] != run->mode->branch[k];
	return count;
}

/* The first n of these conditions take the side with which more switches agree. */
void se_decide_undecided(se_run *run, const se_still *still, uint32_t n)
{
	uint32_t others = se_count_other(run);
	se_trial t;
	bool fresh = false;                      /* t has the values with all that was decided so far */
	for (uint32_t i = 0; i < n && others; i++) {
		long long *latch = &run->d->latch[still->at[i]];
		if (!fresh)
			t = se_begin_trial(run);
		*latch = !*latch;
		run->f->all(run->d);
		uint32_t now = se_count_other(run);
		fresh = now >= others;
		if (fresh)
			se_end_trial(run, &t);
		others = fresh ? others : now;
	}
}

/* Memories behind equations: with others, other conditions would count. */
bool se_has_memories(se_run *run)
{
	uint32_t at = 0;
	sx_given memory;
	return se_next_memory(run, &at, &memory);
}

static bool is_among(const se_still *still, uint32_t n, uint32_t watch)
{
	for (uint32_t i = 0; i < n; i++)
		if (still->at[i] == watch)
			return true;
	return false;
}

/* Would a switch that disagrees agree, if a condition that is not among the first n of these were otherwise? Then it is
 * this one that asks: a diode that conducts has no voltage, but the current against it counts. */
bool se_others_ask(se_run *run, const se_still *still, uint32_t n)
{
	uint32_t others = se_count_other(run);
	bool ask = false;
	for (uint32_t i = 0; i < run->image->watches.n && others && !ask; i++) {
		const si_watch *w = &run->image->watches.at[i];
		if (w->time_only || w->initial_only || w->kind != SI_RELATION || is_among(still, n, i))
			continue;
		se_trial t = se_begin_trial(run);
		run->d->latch[i] = !run->d->latch[i];
		run->f->all(run->d);
		if (run->d->failed)
			sc_forgive(run->d);
		ask = se_count_other(run) < others;
		se_end_trial(run, &t);
	}
	return ask;
}
