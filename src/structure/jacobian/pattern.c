/* The pattern of a Jacobian: which rate depends on which state, and entries by columns. */
#include "structure/jacobian/jacobian.h"
#include "structure/solve/solve.h"

/* Rows to sparse columns, one for each state. NULL for `values`: the pattern only. */
void ss_to_columns(ss_work *w, const ss_entry_list *rows, uint32_t count, ss_pattern *pattern, sx_ref **values)
{
	uint32_t n = w->plan->states, *fill = sb_new_array(w->scratch, uint32_t, n + 1);

	pattern->n = n;
	pattern->column = sb_new_array(w->arena, uint32_t, n + 1);
	for (uint32_t r = 0; r < count; r++)
		for (uint32_t k = 0; k < rows[r].n; k++)
			pattern->column[rows[r].state[k] + 1]++;
	for (uint32_t c = 0; c < n; c++) {
		pattern->column[c + 1] += pattern->column[c];
		fill[c] = pattern->column[c];
	}
	pattern->row = sb_new_array(w->arena, uint32_t, pattern->column[n] + 1);
	if (values)
		*values = sb_new_array(w->arena, sx_ref, pattern->column[n] + 1);
	for (uint32_t r = 0; r < count; r++)
		for (uint32_t k = 0; k < rows[r].n; k++) {
			uint32_t at = fill[rows[r].state[k]]++;
			pattern->row[at] = r;
			if (values)
				(*values)[at] = rows[r].value[k];
		}
}

/* On which states each unknown depends, without derivatives. Sets are shared where a step adds nothing. */
typedef struct state_set { uint32_t n; const uint32_t *state; } state_set;

static state_set united(ss_work *w, state_set *const *sets, const sb_u32s *keys, uint32_t *seen, uint32_t now)
{
	state_set all = {0};
	sb_u32s members = {0};
	uint32_t used = 0, added = 0;

	for (uint32_t i = 0; i < keys->n; i++) {
		const state_set *s = sets[keys->at[i]];
		if (!s || !s->n)
			continue;
		used++;
		if (s->n > all.n)
			all = *s;
	}
	if (used <= 1 || all.n == w->plan->states)
		return all;
	for (uint32_t k = 0; k < all.n; k++)
		seen[all.state[k]] = now;
	for (uint32_t i = 0; i < keys->n && !added; i++) {
		const state_set *s = sets[keys->at[i]];
		for (uint32_t k = 0; s && k < s->n && !added; k++)
			added += seen[s->state[k]] != now;
	}
	if (!added)
		return all;
	for (uint32_t k = 0; k < all.n; k++)
		sb_push(w->scratch, members, all.state[k]);
	for (uint32_t i = 0; i < keys->n; i++) {
		const state_set *s = sets[keys->at[i]];
		for (uint32_t k = 0; s && k < s->n; k++)
			if (seen[s->state[k]] != now) {
				seen[s->state[k]] = now;
				sb_push(w->scratch, members, s->state[k]);
			}
	}
	return (state_set){ members.n, members.at };
}

void ss_pattern_only(ss_work *w, ss_entry_list *rows)
{
	ss_plan *plan = w->plan;
	state_set **sets = sb_new_array(w->scratch, state_set *, 3 * (size_t)w->n + 1);
	uint32_t *seen = sb_new_array(w->scratch, uint32_t, plan->states + 1);

	for (uint32_t i = 0; i < plan->states; i++) {
		uint32_t *one = sb_new_array(w->scratch, uint32_t, 1);
		*one = i;
		sets[w->state_cell[i]] = sb_new(w->scratch, state_set);
		*sets[w->state_cell[i]] = (state_set){ 1, one };
	}
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		sb_u32s keys = {0}, targets = {0};
		if (!(plan->steps.at[i].phases & SS_RATES))
			continue;
		ss_step_depends(w, plan, &plan->steps.at[i], &keys);
		state_set *all = sb_new(w->scratch, state_set);
		*all = united(w, sets, &keys, seen, i + 1);
		ss_step_targets(w, plan, &plan->steps.at[i], &targets);
		for (uint32_t k = 0; k < targets.n; k++)
			sets[targets.at[k]] = all;
	}
	for (uint32_t i = 0; i < plan->states; i++) {
		const state_set *s = sets[w->n + w->state_cell[i]];
		rows[i] = s ? (ss_entry_list){ s->n, s->state, NULL } : (ss_entry_list){0};
	}
}
