/* Selective evaluation of what is recorded: which pieces set it. See select.h. */
#include "engine/evaluate/engine_evaluate.h"

typedef struct noting { uint8_t *phase_of, phase; uint32_t first; } noting;

static void note_element(void *context, uint32_t away)
{
	const noting *n = context;
	n->phase_of[n->first + away] = n->phase;
}

uint8_t *se_phases_of_places(const se_run *run, sb_arena *arena)
{
	const si_image *image = run->image;
	uint8_t *phase_of =
		sb_new_array(arena, uint8_t, image->reals + image->ints + image->strings + 2 * (size_t)image->states + 1);
	for (uint32_t i = 0; i < image->steps.n; i++) {
		si_range spots = image->steps.at[i].spots;
		for (uint32_t k = spots.first; k < spots.first + spots.n; k++) {
			const si_spot *spot = &image->spots.at[k];
			const si_section *section = spot->section ? &image->sections.at[spot->section - 1] : NULL;
			if (spot->place.store == SI_NOWHERE)
				continue;
			noting n = {phase_of, image->steps.at[i].phases, si_place_key(image, spot->place)};
			if (section && section->whole)
				sb_each_element(section, note_element, &n);
			else
				note_element(&n, 0);
		}
	}
	return phase_of;
}

/* Without a graph whole phases are evaluated: those that set something which is recorded. */
static void find_phases(se_run *run)
{
	const si_image *image = run->image;
	sb_arena *scratch = sb_arena_new();
	const uint8_t *phase_of = se_phases_of_places(run, scratch);
	uint8_t wanted = 0;
	for (uint32_t i = 0; i < run->channel_count; i++) {
		si_place place = run->channels[i];
		wanted |= place.store == SI_RATE      ? SI_RATES
				  : place.store == SI_NOWHERE ? 0
											  : phase_of[si_place_key(image, place)];
	}
	run->select->need_phases = wanted & SI_OUTPUT  ? SI_RATES | SI_WATCH | SI_OUTPUT
							  : wanted & SI_WATCH ? SI_RATES | SI_WATCH
												  : wanted;
	sb_arena_free(scratch);
}

void se_select_recorded(se_run *run)
{
	se_selection *s = run->select;
	s->needed.n = 0;
	s->need_all = true;
	s->need_phases = SI_RATES | SI_WATCH | SI_OUTPUT;
	if (!s->graph && run->settings.record_count)
		find_phases(run);
	if (!s->graph)
		return;
	sb_arena *scratch = sb_arena_new();
	bool *seen = sb_new_array(scratch, bool, s->graph->first[SC_WATCHES] + 1);
	for (uint32_t i = 0; i < run->channel_count; i++) {
		si_place place = run->channels[i];
		uint32_t piece = place.store == SI_NOWHERE ? UINT32_MAX : sc_producer(s->graph, run->image, place);
		if (piece == UINT32_MAX || seen[piece] || s->graph->pieces[piece].phase == SI_DISCRETE)
			continue;
		seen[piece] = true;
		sb_push(run->own, s->needed, piece);
	}
	s->need_all = s->needed.n > 4 && s->needed.n > s->graph->first[SC_WATCHES] / 4;
	sb_arena_free(scratch);
}

void se_evaluate_phases(se_run *run, uint8_t phases, bool rates_known)
{
	if (phases & SI_OUTPUT && rates_known)
		se_evaluate_rest(run);
	else if (phases & SI_OUTPUT)
		se_evaluate_all(run);
	if (phases & SI_OUTPUT)
		return;
	if (phases && !rates_known)
		run->f->rates(run->d);
	if (phases & SI_WATCH)
		run->f->watch(run->d, run->g_a);
	run->stats.evaluations += phases != 0;
}

static bool evaluate_recorded(se_run *run)
{
	se_selection *s = run->select;
	if (!s->graph && s->need_phases != (SI_RATES | SI_WATCH | SI_OUTPUT)) {
		se_evaluate_phases(run, s->need_phases, false);
		return !run->d->failed;
	}
	if (s->need_all) {
		bool searched = s->all_fresh[SI_RATES] == s->point && s->all_fresh[SI_WATCH] == s->point;
		if (!searched)
			se_evaluate_all(run);
		else if (s->all_fresh[SI_OUTPUT] != s->point)
			run->f->outputs(run->d);
		se_all_fresh(run, SI_OUTPUT);
		return !run->d->failed;
	}
	return se_evaluate_pieces(run, &s->needed);
}

bool se_evaluate_recorded(se_run *run)
{
	bool good = evaluate_recorded(run);
	if (good && run->hold)
		run->asks->show_held(run);
	return good;
}
