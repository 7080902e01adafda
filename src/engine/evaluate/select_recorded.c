/* Selective evaluation of what is recorded: which pieces set it. See select.h. */
#include "engine/evaluate/engine_evaluate.h"

typedef struct noting { const ss_plan *plan; uint8_t *phase_of, phase; uint32_t first; } noting;

static void note_element(void *context, uint32_t away)
{
	const noting *n = context;
	n->phase_of[n->first + away] = n->phase;
}

static void note_place(void *context, ss_place place, const ss_piece *piece)
{
	noting *n = context;
	if (place.store == SS_NOWHERE)
		return;
	n->first = sc_place_key(n->plan, place);
	if (piece && piece->whole)
		ss_each_element(piece, note_element, n);
	else
		note_element(n, 0);
}

static void note_target(const se_run *run, uint8_t *phase_of, sx_ref target, const sm_domain *domain, uint8_t phase)
{
	const sx_pool *pool = run->model->pool;
	if (!target || sx_op_of(pool, target) != SX_VAR)
		return;
	noting n = { run->plan, phase_of, phase, 0 };
	ss_places_met(run->plan, target, domain, note_place, &n);
}

uint8_t *se_phases_of_places(const se_run *run, sb_arena *arena)
{
	const ss_plan *plan = run->plan;
	uint8_t *phase_of =
		sb_new_array(arena, uint8_t, plan->reals + plan->ints + plan->strings + 2 * (size_t)plan->states + 1);
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		const ss_step *step = &plan->steps.at[i];
		const sm_exprs *list = step->kind == SS_LOOP ? &plan->loops.at[step->loop]->members : &step->targets;
		note_target(run, phase_of, step->kind == SS_ASSIGN ? step->target : 0, &step->domain, step->phases);
		for (uint32_t k = 0; k < list->n; k++)
			note_target(run, phase_of, list->at[k], NULL, step->phases);
	}
	return phase_of;
}

/* Without a graph whole phases are evaluated: those that set something which is recorded. */
static void find_phases(se_run *run)
{
	const ss_plan *plan = run->plan;
	sb_arena *scratch = sb_arena_new();
	const uint8_t *phase_of = se_phases_of_places(run, scratch);
	uint8_t wanted = 0;
	for (uint32_t i = 0; i < run->channel_count; i++) {
		ss_place place = run->channels[i];
		wanted |= place.store == SS_RATE      ? SS_RATES
				  : place.store == SS_NOWHERE ? 0
											  : phase_of[sc_place_key(plan, place)];
	}
	run->select->need_phases = wanted & SS_OUTPUT  ? SS_RATES | SS_WATCH | SS_OUTPUT
							  : wanted & SS_WATCH ? SS_RATES | SS_WATCH
												  : wanted;
	sb_arena_free(scratch);
}

void se_select_recorded(se_run *run)
{
	se_selection *s = run->select;
	s->needed.n = 0;
	s->need_all = true;
	s->need_phases = SS_RATES | SS_WATCH | SS_OUTPUT;
	if (!s->graph && run->settings.record_count)
		find_phases(run);
	if (!s->graph)
		return;
	sb_arena *scratch = sb_arena_new();
	bool *seen = sb_new_array(scratch, bool, s->graph->first[SC_WATCHES] + 1);
	for (uint32_t i = 0; i < run->channel_count; i++) {
		ss_place place = run->channels[i];
		uint32_t piece = place.store == SS_NOWHERE ? UINT32_MAX : sc_producer(s->graph, run->plan, place);
		if (piece == UINT32_MAX || seen[piece] || s->graph->pieces[piece].phase == SS_DISCRETE)
			continue;
		seen[piece] = true;
		sb_push(run->own, s->needed, piece);
	}
	s->need_all = s->needed.n > 4 && s->needed.n > s->graph->first[SC_WATCHES] / 4;
	sb_arena_free(scratch);
}

void se_evaluate_phases(se_run *run, uint8_t phases, bool rates_known)
{
	if (phases & SS_OUTPUT && rates_known)
		se_evaluate_rest(run);
	else if (phases & SS_OUTPUT)
		se_evaluate_all(run);
	if (phases & SS_OUTPUT)
		return;
	if (phases && !rates_known)
		run->f->rates(run->d);
	if (phases & SS_WATCH)
		run->f->watch(run->d, run->g_a);
	run->stats.evaluations += phases != 0;
}

static bool evaluate_recorded(se_run *run)
{
	se_selection *s = run->select;
	if (!s->graph && s->need_phases != (SS_RATES | SS_WATCH | SS_OUTPUT)) {
		se_evaluate_phases(run, s->need_phases, false);
		return !run->d->failed;
	}
	if (s->need_all) {
		bool searched = s->all_fresh[SS_RATES] == s->point && s->all_fresh[SS_WATCH] == s->point;
		if (!searched)
			se_evaluate_all(run);
		else if (s->all_fresh[SS_OUTPUT] != s->point)
			run->f->outputs(run->d);
		se_all_fresh(run, SS_OUTPUT);
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
