/* Which values are looked at at every step, and which pieces compute them: see guard.c. */
#include "engine/evaluate/select.h"
#include "engine/look/guard.h"
#include <math.h>
#include <string.h>

enum { MOVING = SI_RATES | SI_WATCH | SI_OUTPUT };

/* The phases that set it; 0: none does. */
static uint8_t phases_of(const se_run *run, const uint8_t *phase_of, si_place place)
{
	return place.store == SI_RATE                              ? SI_RATES
		   : place.store == SI_REAL || place.store == SI_INT ? phase_of[si_place_key(run->image, place)]
																: 0;
}

static void need_place(se_run *run, struct se_guards *g, const uint8_t *phase_of, si_place place)
{
	if (place.store != SI_REAL && place.store != SI_INT && place.store != SI_RATE)
		return;
	g->phases |= phases_of(run, phase_of, place) & MOVING;
	uint32_t piece = run->select->graph ? sc_producer(run->select->graph, run->image, place) : UINT32_MAX;
	if (piece == UINT32_MAX || run->select->graph->pieces[piece].phase == SI_DISCRETE)
		return;
	for (uint32_t i = 0; i < g->pieces.n; i++)
		if (g->pieces.at[i] == piece)
			return;
	sb_push(run->own, g->pieces, piece);
}

typedef struct needing { se_run *run; struct se_guards *g; const uint8_t *phase_of; bool result; } needing;

static void need_spots(needing *n, si_range spots)
{
	for (uint32_t k = spots.first; k < spots.first + spots.n; k++) {
		const si_spot *spot = &n->run->image->spots.at[k];
		const si_section *section = spot->section ? &n->run->image->sections.at[spot->section - 1] : NULL;
		need_place(n->run, n->g, n->phase_of, spot->place);
		for (uint32_t i = 0;
			 n->result && spot->place.store == SI_REAL && i < (section && section->whole ? section->count : 1); i++)
			sb_push(n->run->own, n->g->results, spot->place.index + i);
	}
}

static void need_risky(needing *n)
{
	const si_image *image = n->run->image;
	n->result = true;
	for (uint32_t i = 0; i < image->risky.n; i++)
		need_spots(n, image->steps.at[image->risky.at[i]].spots);
	n->result = false;
}

typedef enum manner { MOVES, JUMPS, STAYS } manner;

/* How a value changes: between instants, in them, or never. */
static manner manner_of(const se_run *run, const uint8_t *phase_of, si_place place)
{
	uint8_t phases = phases_of(run, phase_of, place);
	if (place.store == SI_STATE || (place.store != SI_INT && phases & MOVING))
		return MOVES;
	return phases ? JUMPS : STAYS;
}

/* One for each place and pair of limits: what is equal to another is not looked at again. */
static void add_ranges(se_run *run, struct se_guards *g, const uint8_t *phase_of, manner which)
{
	sb_arena *scratch = sb_arena_new();
	sb_map seen = sb_map_new(scratch);
	for (uint32_t i = 0; i < run->image->variables.n; i++) {
		const si_variable *v = &run->image->variables.at[i];
		if (v->variability >= SI_PARAMETER || !se_has_limits(v))
			continue;
		for (uint32_t s = v->first; s < v->first + v->count && s < v->first + SE_LIMITS_MOST; s++) {
			si_place place = si_place_of(run->image, s);
			uint64_t key = sb_pair(place.store, place.index) << 1 | place.negated, before;
			uint64_t limits = sb_pair(v->min, v->max);
			if (place.store == SI_NOWHERE || which != manner_of(run, phase_of, place) ||
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
	const si_image *image = run->image;
	struct se_guards *g = run->guards = sb_new(run->own, struct se_guards);
	sb_arena *scratch = sb_arena_new();
	const uint8_t *phase_of = se_phases_of_places(run, scratch);
	needing n = {run, g, phase_of, false};
	add_ranges(run, g, phase_of, MOVES);
	g->moving = g->ranges.n;
	add_ranges(run, g, phase_of, JUMPS);
	g->changing = g->ranges.n;
	add_ranges(run, g, phase_of, STAYS);
	g->n = g->moving + image->guards.n;
	g->now = sb_new_array(run->own, double, g->n + 1);
	g->last = sb_new_array(run->own, double, g->n + 1);
	g->before = sb_new_array(run->own, double, g->n + 1);
	g->at = sb_new_array(run->own, double, g->n + 1);
	g->pair = sb_new_array(run->own, double, 2 * (size_t)image->guards.n + 1);
	g->dead = sb_new_array(run->own, bool, image->guards.n + 1);
	g->cancelled = sb_new_array(run->own, bool, image->guards.n + 1);
	for (uint32_t i = 0; i < g->moving; i++)
		need_place(run, g, phase_of, g->ranges.at[i].place);
	for (uint32_t i = 0; i < image->guards.n; i++)
		need_spots(&n, image->guards.at[i].spots);
	need_risky(&n);
	g->asserts = image->asserts.n > 0;
	g->sampled = image->opaque;
	g->loops = se_loops_make(run);
	run->guarded = g->moving || image->risky.n || g->asserts || se_loops_any(g->loops);
	for (uint32_t i = 0; i < image->guards.n; i++)
		run->guarded = run->guarded || !image->guards.at[i].still;
	for (uint32_t i = 0; i < image->guards.n; i++)
		g->momentary = g->momentary || image->guards.at[i].momentary;
	sb_arena_free(scratch);
}

void se_guards_clear(se_run *run)
{
	run->guards->begun = run->guards->grown = false;
	se_loops_forget(run->guards->loops);
	run->guards->known = 0;
	run->guards->doubts = 0;
	memset(run->guards->dead, 0, run->image->guards.n * sizeof *run->guards->dead);
	memset(run->guards->cancelled, 0, run->image->guards.n * sizeof *run->guards->cancelled);
}
