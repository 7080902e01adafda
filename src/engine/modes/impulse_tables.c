/* Tables of an impulse system: where jumps are found in it, what it is given, which conditions are the same; see
 * impulse.h. */
#include "engine/modes/impulse.h"
#include <string.h>

se_scalar_jump se_jump_in(const si_image *image, uint32_t scalar)
{
	si_place p = si_place_of(image, scalar);
	if (p.store == SI_STATE)
		return (se_scalar_jump){scalar, SE_FROM_STATE, p.index, p.negated, true, 0};
	for (uint32_t i = 0; i < image->dependents.n; i++) {
		const si_dependent *d = &image->dependents.at[i];
		if (si_root_of_scalar(image, d->scalar) == si_root_of_scalar(image, scalar))
			return (se_scalar_jump){scalar,     SE_FROM_RATE,
									d->rate,    d->negated != (p.negated != si_place_of(image, d->scalar).negated),
									d->written, 0};
	}
	return (se_scalar_jump){scalar, SE_FROM_NOWHERE, 0, false, false, 0};
}

static void list_jumps(const se_run *run, sb_arena *arena, se_layer *m)
{
	for (uint32_t i = 0; i < m->image->steady.n; i++)
		if (m->image->steady.at[i] < m->image->common)
			sb_push(arena, m->steady, m->image->steady.at[i]);
	for (uint32_t i = 0; i < m->image->states; i++)
		sb_push(arena, m->jumps, se_jump_in(m->image, si_state_scalar(m->image, i)));
	for (uint32_t i = 0; i < m->image->dependents.n; i++)
		sb_push(arena, m->jumps, se_jump_in(m->image, m->image->dependents.at[i].scalar));
	for (uint32_t i = 1; i < m->jumps.n; i++)        /* in the order of the declarations */
		for (uint32_t j = i; j && m->jumps.at[j - 1].scalar > m->jumps.at[j].scalar; j--) {
			se_scalar_jump later = m->jumps.at[j - 1];
			m->jumps.at[j - 1] = m->jumps.at[j];
			m->jumps.at[j] = later;
		}
	m->of_state = sb_new_array(arena, se_scalar_jump, run->image->states + 1);
	for (uint32_t i = 0; i < run->image->states; i++) {
		uint32_t s = si_state_scalar(run->image, i);
		m->of_state[i] = s < m->image->common ? se_jump_in(m->image, s) : (se_scalar_jump){.scalar = s};
	}
}

/* What changes at events only: the values of the mode at hand. Everything else is a left limit. */
static void list_given(sb_arena *arena, se_layer *m)
{
	for (uint32_t i = 0; i < m->image->variables.n; i++) {
		const si_variable *v = &m->image->variables.at[i];
		bool discrete = v->variability != SI_PARAMETER && v->variability != SI_CONSTANT &&
						(v->type != SI_TYPE_REAL || v->variability == SI_DISCRETE_ONE);
		for (uint32_t s = v->first; discrete && s < v->first + v->count && s < m->image->common; s++)
			if (si_root_of_scalar(m->image, s) == si_cell_of_scalar(m->image, s) &&
				si_place_of(m->image, s).store != SI_NOWHERE)
				sb_push(arena, m->given, s);
	}
}

/* Without switches there are no names for what all modes have; both lists are made of the same equations in the same
 * order. */
static void match_in_order(const se_run *run, se_layer *m)
{
	for (uint32_t i = 0; i < run->image->watches.n && i < m->image->watches.n; i++) {
		const si_watch *a = &run->image->watches.at[i], *b = &m->image->watches.at[i];
		if (a->kind == b->kind && a->op == b->op && memcmp(&a->span, &b->span, sizeof a->span) == 0)
			m->watch[i] = i + 1;
	}
}

static void match_watches(const se_run *run, sb_arena *arena, se_layer *m)
{
	sb_map same = sb_map_new(arena);
	uint64_t there;
	for (const si_same *s = m->image->same.at; s < m->image->same.at + m->image->same.n; s++)
		if (s->kind == SI_SAME_WATCH)
			sb_map_put(&same, se_same_key(s->kind, s->part, s->origin), s->number);
	m->watch = sb_new_array(arena, uint32_t, run->image->watches.n + 1);
	if (!run->image->switches.n)
		match_in_order(run, m);
	for (uint32_t i = 0; i < run->image->same.n; i++) {
		const si_same *s = &run->image->same.at[i];
		if (s->kind == SI_SAME_WATCH && sb_map_get(&same, se_same_key(s->kind, s->part, s->origin), &there))
			m->watch[s->number] = (uint32_t)there + 1;
	}
}

void se_list_layer(const se_run *run, sb_arena *arena, se_layer *m)
{
	list_jumps(run, arena, m);
	list_given(arena, m);
	match_watches(run, arena, m);
}
