/* Connected parts of an impulse system: unknowns that its equations tie to each other. What happens to one part of a
 * model in an instant is no matter of the others, though it may be the same instant: how strong an impulse must be to
 * be more than rounding, whether positions jump, what a reinit is about, what people are told. Parts that only a finite
 * force connects (two masses with a spring between them) are apart, because it moves neither of them in no time. What
 * one condition reads belongs together.
 *
 * A region is what the equations of the mode connect at all: a value that no impulse moves (an angle that another
 * equation gives in this mode) is told with those, if the model has not stated one of them. */
#include "structure/modes/modes.h"

#include <string.h>

/* m: what its system reaches counts, and what is given from one of a higher order; what does not jump joins
 * nothing. NULL: all count. */
typedef struct joining { ss_work *w; const ss_impulses *m; uint32_t *set; } joining;

static bool counts(const joining *j, uint32_t key)
{
	return !j->m || (j->m->reached[key] && !j->m->still[key]) || j->m->given[key];
}

static uint32_t top(uint32_t *set, uint32_t i)
{
	while (set[i] != i)
		i = set[i] = set[set[i]];
	return i;
}

/* The first of the keys that impulses may move; all of them are of one part. UINT32_MAX: there is none. */
static uint32_t join(const joining *j, const sb_u32s *keys)
{
	uint32_t first = UINT32_MAX;

	for (uint32_t i = 0; i < keys->n; i++) {
		uint32_t key = keys->at[i];
		if (key >= 2 * j->w->n || !counts(j, key))
			continue;
		if (first == UINT32_MAX)
			first = key;
		j->set[top(j->set, key)] = top(j->set, first);
	}
	return first;
}

/* A key of the cell itself, or of the first of its derivatives that is moved; UINT32_MAX: nothing moves them. */
static uint32_t key_of(const joining *j, uint32_t cell)
{
	for (ss_link l = ss_link_of(j->w, cell);; cell = l.up, l = ss_link_of(j->w, cell)) {
		if (counts(j, cell))
			return cell;
		if (counts(j, j->w->n + cell))
			return j->w->n + cell;
		if (l.place == SS_OUTSIDE || l.place == SS_HIGHEST || l.up == UINT32_MAX)
			return UINT32_MAX;
	}
}

static bool is_of_switch(const ss_equation *q, const ss_switch *s)
{
	sb_span inner = q->span, outer = s->origin->span;

	return inner.source == outer.source && inner.start >= outer.start && inner.end <= outer.end &&
		   !strcmp(q->component ? q->component : "", s->component ? s->component : "");
}

static void note_switches(const joining *j, const uint32_t *part_of_equation)
{
	ss_work *w = j->w;

	for (uint32_t k = 0; k < w->plan->switches.n; k++) {
		uint32_t part = 0;
		for (uint32_t e = 0; e < w->equations.n && !part; e++)
			if (part_of_equation[e] && is_of_switch(&w->equations.at[e], &w->plan->switches.at[k]))
				part = top(j->set, part_of_equation[e] - 1) + 1;
		sb_push(w->arena, w->plan->switch_parts, part);
	}
}

/* By the equations; and a variable and its derivative belong together. of_equation: a key of each + 1, or 0 */
static joining join_all(ss_work *w, const ss_impulses *m, uint32_t *of_equation)
{
	joining j = {w, m, sb_new_array(w->scratch, uint32_t, 2 * w->n + 1)};
	sb_u32s keys = {0};

	for (uint32_t key = 0; key < 2 * w->n; key++)
		j.set[key] = key;
	for (uint32_t e = 0; e < w->equations.n; e++) {
		keys.n = 0;
		if (w->equations.at[e].gone)
			continue;
		ss_depends_equation(w, &w->equations.at[e], false, &keys);
		of_equation[e] = join(&j, &keys) + 1;
	}
	for (uint32_t cell = 0; cell < w->n; cell++) {
		keys.n = 0;
		sb_push(w->scratch, keys, cell);
		sb_push(w->scratch, keys, w->n + cell);
		join(&j, &keys);
	}
	return j;
}

void ss_find_regions(ss_work *w)
{
	joining j = join_all(w, NULL, sb_new_array(w->scratch, uint32_t, w->equations.n + 1));

	for (uint32_t cell = 0; cell < w->n; cell++)
		if (!(w->traits[cell] & SS_IS_ALIAS) && ss_is_continuous(w, cell))
			sb_push(w->arena, w->plan->regions, ((ss_in_part){ss_scalar_of_cell(w, cell), top(j.set, cell) + 1}));
}

void ss_find_parts(const ss_impulses *m)
{
	ss_work *w = m->w;
	uint32_t *of_equation = sb_new_array(w->scratch, uint32_t, w->equations.n + 1);
	uint32_t *of_watch = sb_new_array(w->scratch, uint32_t, w->plan->watches.n + 1);
	joining j = join_all(w, m, of_equation);
	sb_u32s keys = {0};

	for (uint32_t i = 0; i < w->plan->watches.n; i++) {
		keys.n = 0;
		ss_depends(w, w->plan->watches.at[i].function, &keys);
		of_watch[i] = join(&j, &keys) + 1;
	}
	for (uint32_t cell = 0; cell < w->n; cell++) {
		uint32_t key = w->traits[cell] & SS_IS_ALIAS ? UINT32_MAX : key_of(&j, cell);
		if (key != UINT32_MAX)
			sb_push(w->arena, w->plan->parts, ((ss_in_part){ss_scalar_of_cell(w, cell), top(j.set, key) + 1}));
	}
	for (uint32_t i = 0; i < w->plan->watches.n; i++)
		sb_push(w->arena, w->plan->watch_parts, of_watch[i] ? top(j.set, of_watch[i] - 1) + 1 : 0);
	note_switches(&j, of_equation);
}
