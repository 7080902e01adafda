/* Steady values of an impulse system: what follows from discrete variables and conditions alone. The ratio of a gear
 * that is shifted, r = if second then 3 else 2, has its new value before anything jumps: it is known, as discrete
 * variables are. So it is no product of an impulse with what jumps where it is a factor. A source that steps is another
 * matter if a capacitor needs its derivative. */
#include "structure/modes/modes.h"

/* The unknowns of equations that are no constraints, and derivatives that the model has, though they may be nothing but
 * other names (der(x) = -i). */
static void mark_needed(ss_work *w, bool *needed)
{
	for (uint32_t i = 0; i < w->plan->rated.n; i++)
		needed[w->n + ss_root(w, ss_cell_at(w, w->plan->rated.at[i]), &(bool){false})] = true;
	for (uint32_t e = 0; e < w->equations.n; e++) {
		sb_u32s keys = {0};
		if (w->equations.at[e].gone || w->equations.at[e].constraint)
			continue;
		ss_depends_equation(w, &w->equations.at[e], false, &keys);
		for (uint32_t i = 0; i < keys.n; i++)
			if (keys.at[i] < 2 * w->n)
				needed[keys.at[i]] = true;
	}
}

/* The only variable of an equation that moves; UINT32_MAX: there are more, or none. */
static uint32_t only_moving(ss_work *w, const bool *steady, const ss_equation *q)
{
	sb_u32s keys = {0};
	uint32_t only = UINT32_MAX;

	ss_depends_equation(w, q, false, &keys);
	for (uint32_t i = 0; i < keys.n; i++) {
		uint32_t key = keys.at[i];
		if (key >= 2 * w->n || !ss_is_continuous(w, key % w->n) || (key < w->n && steady[key]))
			continue;
		if (key >= w->n || only != UINT32_MAX)
			return UINT32_MAX;
		only = key;
	}
	return only;
}

static bool rate_is_needed(const ss_work *w, const bool *needed, uint32_t cell)
{
	for (ss_link l = ss_link_of(w, cell);; cell = l.up, l = ss_link_of(w, cell)) {
		if (needed[w->n + cell])
			return true;
		if (l.place == SS_OUTSIDE || l.place == SS_HIGHEST || l.up == UINT32_MAX)
			return false;
		if (needed[l.up])
			return true;
	}
}

void ss_find_rates_needed(ss_work *w, bool *needed)
{
	bool *keys = sb_new_array(w->scratch, bool, 2 * w->n + 1);

	mark_needed(w, keys);
	for (uint32_t cell = 0; cell < w->n; cell++)
		needed[cell] = rate_is_needed(w, keys, cell);
}

void ss_find_steady(ss_work *w, const bool *rate_needed, bool *steady, uint32_t *row)
{
	bool more = true;

	if (!w->plan->may_jump)
		return;
	while (more) {
		more = false;
		for (uint32_t e = 0; e < w->equations.n; e++) {
			const ss_equation *q = &w->equations.at[e];
			uint32_t c;
			if (q->gone || !q->constraint || q->level || q->form != SS_FORM_EQUAL || row[q->constraint - 1])
				continue;
			if ((c = only_moving(w, steady, q)) == UINT32_MAX || rate_needed[c])
				continue;
			steady[c] = more = true;
			row[q->constraint - 1] = c + 1;
			sb_push(w->arena, w->plan->steady, ss_scalar_of_cell(w, c));
		}
	}
}
