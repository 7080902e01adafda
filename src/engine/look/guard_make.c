/* Which values are looked at at every step, and which pieces compute them: see guard.c. */
#include "engine/evaluate/select.h"
#include "engine/look/guard.h"
#include <math.h>
#include <string.h>

enum { MOVING = SS_RATES | SS_WATCH | SS_OUTPUT };

/* The phases that set it; 0: none does. */
static uint8_t phases_of(const se_run *run, const uint8_t *phase_of, ss_place place)
{
	return place.store == SS_RATE                              ? SS_RATES
		   : place.store == SS_REAL || place.store == SS_INT ? phase_of[sc_place_key(run->plan, place)]
																: 0;
}

static void need_place(se_run *run, struct se_guards *g, const uint8_t *phase_of, ss_place place)
{
	if (place.store != SS_REAL && place.store != SS_INT && place.store != SS_RATE)
		return;
	g->phases |= phases_of(run, phase_of, place) & MOVING;
	uint32_t piece = run->select->graph ? sc_producer(run->select->graph, run->plan, place) : UINT32_MAX;
	if (piece == UINT32_MAX || run->select->graph->pieces[piece].phase == SS_DISCRETE)
		return;
	for (uint32_t i = 0; i < g->pieces.n; i++)
		if (g->pieces.at[i] == piece)
			return;
	sb_push(run->own, g->pieces, piece);
}

typedef struct needing { se_run *run; struct se_guards *g; const uint8_t *phase_of; bool result; } needing;

static void need_met(void *context, ss_place place, const ss_piece *piece)
{
	needing *n = context;
	need_place(n->run, n->g, n->phase_of, place);
	for (uint32_t i = 0; n->result && place.store == SS_REAL && i < (piece && piece->whole ? piece->count : 1); i++)
		sb_push(n->run->own, n->g->results, place.index + i);
}

static bool need_leaf(void *context, const sx_pool *pool, sx_ref e)
{
	needing *n = context;
	if (sx_op_of(pool, e) == SX_VAR)
		ss_places_met(n->run->plan, e, NULL, need_met, n);
	return true;
}

static void need_risky(needing *n)
{
	const ss_plan *plan = n->run->plan;
	n->result = true;
	for (uint32_t i = 0; i < plan->risky.n; i++) {
		const ss_step *step = &plan->steps.at[plan->risky.at[i]];
		const sm_exprs *list = step->kind == SS_LOOP ? &plan->loops.at[step->loop]->members : &step->targets;
		if (step->kind == SS_ASSIGN && sx_op_of(n->run->model->pool, step->target) == SX_VAR)
			ss_places_met(plan, step->target, &step->domain, need_met, n);
		for (uint32_t k = 0; k < list->n && step->kind != SS_ASSIGN; k++)
			if (list->at[k] && sx_op_of(n->run->model->pool, list->at[k]) == SX_VAR)
				ss_places_met(plan, list->at[k], NULL, need_met, n);
	}
	n->result = false;
}

typedef enum manner { MOVES, JUMPS, STAYS } manner;

/* How a value changes: between instants, in them, or never. */
static manner manner_of(const se_run *run, const uint8_t *phase_of, ss_place place)
{
	uint8_t phases = phases_of(run, phase_of, place);
	if (place.store == SS_STATE || (place.store != SS_INT && phases & MOVING))
		return MOVES;
	return phases ? JUMPS : STAYS;
}

/* One for each place and pair of limits: what is equal to another is not looked at again. */
static void add_ranges(se_run *run, struct se_guards *g, const uint8_t *phase_of, manner which)
{
	sb_arena *scratch = sb_arena_new();
	sb_map seen = sb_map_new(scratch);
	for (uint32_t i = 0; i < run->model->variables.n; i++) {
		const sm_variable *v = &run->model->variables.at[i];
		if (v->variability >= SM_PARAMETER || !se_has_limits(v))
			continue;
		for (uint32_t s = v->first; s < v->first + v->count && s < v->first + SE_LIMITS_MOST; s++) {
			ss_place place = ss_place_of(run->plan, s);
			uint64_t key = ((uint64_t)place.store << 32 | place.index) << 1 | place.negated, before;
			uint64_t limits = (uint64_t)v->min << 32 | v->max;
			if (place.store == SS_NOWHERE || which != manner_of(run, phase_of, place) ||
				(sb_map_get(&seen, key, &before) && before == limits))
				continue;
			sb_map_put(&seen, key, limits);
			sb_push(run->own, g->ranges, ((se_range){place, s, NULL, -INFINITY, INFINITY}));
		}
	}
	sb_arena_free(scratch);
}

void se_guards_make(se_run *run)
{
	const ss_plan *plan = run->plan;
	struct se_guards *g = run->guards = sb_new(run->own, struct se_guards);
	sb_arena *scratch = sb_arena_new();
	const uint8_t *phase_of = se_phases_of_places(run, scratch);
	needing n = {run, g, phase_of, false};
	add_ranges(run, g, phase_of, MOVES);
	g->moving = g->ranges.n;
	add_ranges(run, g, phase_of, JUMPS);
	g->changing = g->ranges.n;
	add_ranges(run, g, phase_of, STAYS);
	g->n = g->moving + plan->guards.n;
	g->now = sb_new_array(run->own, double, g->n + 1);
	g->last = sb_new_array(run->own, double, g->n + 1);
	g->before = sb_new_array(run->own, double, g->n + 1);
	g->at = sb_new_array(run->own, double, g->n + 1);
	g->pair = sb_new_array(run->own, double, 2 * (size_t)plan->guards.n + 1);
	g->dead = sb_new_array(run->own, bool, plan->guards.n + 1);
	for (uint32_t i = 0; i < g->moving; i++)
		need_place(run, g, phase_of, g->ranges.at[i].place);
	for (uint32_t i = 0; i < plan->guards.n; i++) {
		sx_visit(run->model->pool, plan->guards.at[i].function, need_leaf, &n);
		if (plan->guards.at[i].over)
			sx_visit(run->model->pool, plan->guards.at[i].over, need_leaf, &n);
	}
	need_risky(&n);
	g->asserts = plan->asserts.n > 0;
	g->sampled = plan->opaque;
	g->loops = se_loops_make(run);
	run->guarded = g->moving || plan->risky.n || g->asserts || se_loops_any(g->loops);
	for (uint32_t i = 0; i < plan->guards.n; i++)
		run->guarded = run->guarded || !plan->guards.at[i].still;
	for (uint32_t i = 0; i < plan->guards.n; i++)
		g->momentary = g->momentary || plan->guards.at[i].momentary;
	sb_arena_free(scratch);
}

void se_guards_clear(se_run *run)
{
	run->guards->begun = run->guards->grown = false;
	se_loops_forget(run->guards->loops);
	run->guards->known = 0;
	run->guards->doubts = 0;
	memset(run->guards->dead, 0, run->plan->guards.n * sizeof *run->guards->dead);
}
