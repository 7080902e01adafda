/* Values across an instant: pre, reinitialised states. */
#include "engine/evaluate/engine_evaluate.h"
#include <string.h>

static double real_at(const sc_data *d, si_place place)
{
	double v = place.store == SI_STATE  ? d->x[place.index]
			   : place.store == SI_RATE ? d->xd[place.index]
										: d->r[place.index];
	return place.negated ? -v : v;
}

void se_save_pre(se_run *run, uint32_t k)
{
	sc_data *d = run->d;
	si_place place = run->image->pres.at[k].place;
	switch (place.store) {
	case SI_INT: d->pre_i[k] = d->i[place.index]; break;
	case SI_STRING: d->pre_s[k] = d->s[place.index]; break;
	case SI_NOWHERE: break;
	default: d->pre_r[k] = real_at(d, place); break;
	}
}

void se_save_all_pre(se_run *run)
{
	for (uint32_t k = 0; k < run->image->pres.n; k++)
		se_save_pre(run, k);
}

/* The scalar of each place that holds a Real, in one that is not negated where there is one. */
static const uint32_t *owners_of_reals(const si_image *image, sb_arena *arena)
{
	uint32_t *owner = sb_new_array(arena, uint32_t, (size_t)image->reals + 1);
	bool *known = sb_new_array(arena, bool, (size_t)image->reals + 1);
	for (uint32_t s = image->scalars; s-- > 0;) {
		si_place place = si_place_of(image, s);
		if (place.store != SI_REAL || (known[place.index] && place.negated))
			continue;
		owner[place.index] = s;
		known[place.index] = true;
	}
	return owner;
}

typedef struct listing { se_run *run; const uint32_t *owner; bool *listed; uint32_t first; } listing;

static void list_place(void *context, uint32_t away)
{
	listing *l = context;
	if (!l->listed[l->first + away])
		sb_push(l->run->own, l->run->memory, l->owner[l->first + away]);
	l->listed[l->first + away] = true;
}

static void list_guarded(listing *l, const si_step *step)
{
	const si_image *image = l->run->image;
	for (uint32_t k = step->spots.first; k < step->spots.first + step->spots.n; k++) {
		const si_spot *spot = &image->spots.at[k];
		const si_section *section = spot->section ? &image->sections.at[spot->section - 1] : NULL;
		l->first = spot->place.index;
		if (spot->place.store == SI_REAL && section && section->whole)
			sb_each_element(section, list_place, l);
		else if (spot->place.store == SI_REAL)
			list_place(l, 0);
	}
}

const sb_u32s *se_memory_of(se_run *run)
{
	const si_image *image = run->image;
	if (run->memory_known)
		return &run->memory;
	sb_arena *scratch = sb_arena_new();
	listing l = {run, owners_of_reals(image, scratch), sb_new_array(scratch, bool, (size_t)image->reals + 1), 0};
	for (uint32_t k = 0; k < image->pres.n; k++) {
		const si_pre *p = &image->pres.at[k];
		if (!p->discrete || p->place.store != SI_REAL || l.listed[p->place.index])
			continue;
		sb_push(run->own, run->memory, p->scalar);
		l.listed[p->place.index] = true;
	}
	for (uint32_t i = 0; i < image->steps.n; i++)
		if (image->steps.at[i].guarded)
			list_guarded(&l, &image->steps.at[i]);
	run->memory_known = true;
	sb_arena_free(scratch);
	return &run->memory;
}

bool se_pre_differs(const se_run *run, uint32_t k)
{
	const sc_data *d = run->d;
	si_place place = run->image->pres.at[k].place;
	switch (place.store) {
	case SI_NOWHERE: return false;
	case SI_INT: return d->pre_i[k] != d->i[place.index];
	case SI_STRING: return strcmp(d->pre_s[k] ? d->pre_s[k] : "", d->s[place.index] ? d->s[place.index] : "") != 0;
	default: {
		double now = real_at(d, place);
		return d->pre_r[k] != now && !(d->pre_r[k] != d->pre_r[k] && now != now);      /* NaN equals NaN here */
	}
	}
}

/* States have moved from where they were in x_try. */
static void touch_moved(se_run *run)
{
	for (uint32_t i = 0; i < run->image->states; i++)
		if (run->x[i] != run->x_try[i])
			se_touch(run, si_place_key(run->image, (si_place){.store = SI_STATE, .index = i}),
					 (se_bits){.real = run->x_try[i]});
}

bool se_reconcile_touching(se_run *run, const bool *set)
{
	if (!run->projection)
		return true;
	memcpy(run->x_try, run->x, run->image->states * sizeof *run->x);
	bool good = se_reconcile(run, set);
	touch_moved(run);
	return good;
}

/* Onto the invariants. What was set stays, and so does everything of lower order: a new speed is no reason for another
 * place. */
bool se_settle_set(se_run *run, const char *doing)
{
	uint32_t lowest = UINT32_MAX;
	const uint32_t *order = run->image->state_order.at;
	bool good = true;
	if (run->projection) {
		for (uint32_t i = 0; i < run->image->states; i++)
			if (run->reinit_set[i] && order[i] < lowest)
				lowest = order[i];
		for (uint32_t i = 0; i < run->image->states && lowest != UINT32_MAX; i++)
			run->reinit_set[i] = run->reinit_set[i] || order[i] < lowest;
		good = se_reconcile_touching(run, run->reinit_set);
		if (!good)
			se_report_astray(run, doing);
	}
	memset(run->reinit_set, 0, run->image->states * sizeof *run->reinit_set);
	return good;
}

/* What is no state in this mode but held by it; what it computes is computed again. */
static bool apply_to_held(se_run *run)
{
	bool changed = false;
	for (uint32_t i = 0; i < run->stated.n; i++) {
		const se_stated *s = &run->stated.at[i];
		si_place place = si_place_of(run->image, s->scalar);
		if (place.store != SI_REAL || run->constant[s->scalar] || real_at(run->d, place) == s->value)
			continue;
		double before = run->d->r[place.index];
		run->d->r[place.index] = place.negated ? -s->value : s->value;
		se_touch(run, si_place_key(run->image, place), (se_bits){.real = before});
		changed = true;
	}
	return changed;
}

/* Where the mode changes in the same breath, reinit is about what it names: what the mode before ties to it keeps its
 * value. */
void se_take_back_reinits(se_run *run)
{
	if (run->unset_known)
		memcpy(run->x, run->x_unset, run->image->states * sizeof *run->x);
}

static void note_set(se_run *run)
{
	run->set_in = run->instant;
	run->set_mode = run->in;
	run->set_states.n = run->reinits.n;
	if (run->set_states.cap < run->reinits.n) {            /* on the heap: it outlives modes, and grows once */
		run->set_states.cap = run->reinits.n;
		run->set_states.at = sb_resize(run->set_states.at, run->reinits.n * sizeof *run->set_states.at);
	}
	if (run->reinits.n)
		memcpy(run->set_states.at, run->reinits.at, run->reinits.n * sizeof *run->set_states.at);
}

/* Gives the states the values asked for by reinit; true if one really changed. */
bool se_apply_reinits(se_run *run)
{
	bool changed = false;
	if (!run->reinit_any)
		return false;
	if (run->x_unset && !run->unset_known) {
		memcpy(run->x_unset, run->x, run->image->states * sizeof *run->x);
		for (uint32_t k = 0; k < run->reinits.n; k++)
			run->x_unset[run->reinits.at[k]] = run->reinit_before[run->reinits.at[k]];
		run->unset_known = true;
	}
	for (uint32_t k = 0; k < run->reinits.n; k++) {
		uint32_t i = run->reinits.at[k];
		double before = run->reinit_before[i];
		run->x[i] = run->reinit_value[i];
		if (run->x[i] == before)
			continue;
		changed = true;
		se_touch(run, si_place_key(run->image, (si_place){.store = SI_STATE, .index = i}), (se_bits){.real = before});
	}
	changed = apply_to_held(run) || changed;
	if (changed)
		note_set(run);
	if (changed && run->projection)
		se_settle_set(run, "states were set by reinit");
	for (uint32_t k = 0; k < run->reinits.n; k++)
		run->reinit_set[run->reinits.at[k]] = false;
	run->reinits.n = 0;
	run->reinit_any = false;
	return changed;
}
