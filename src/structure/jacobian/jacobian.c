/* The Jacobian of the rates by the states, and that of the invariants: forward through the steps (forward.c). Where
 * that fails only the pattern is made, and the engine takes differences. */
#include "structure/jacobian/jacobian.h"
#include "structure/solve/solve.h"
#include "structure/jacobian/forward.h"

enum { ENTRIES_MOST = 100000000 };      /* a pattern as full as this is no longer worth its memory */

static void start_states(forward *f)
{
	ss_work *w = f->w;

	for (uint32_t i = 0; i < w->plan->states && !f->families; i++)
		if (w->state_cell[i] != UINT32_MAX)
			ss_forward_column(f, w->state_cell[i], i, sx_real(w->pool, 1));
	if (f->families)
		ss_forward_start_families(f);
	f->total = 0;
}

/* By the states, through the steps of these phases. */
static void go_forward(forward *f, uint8_t phases)
{
	const ss_steps *steps = &f->w->plan->steps;

	ss_forward_begin(f, phases);
	start_states(f);
	for (uint32_t i = 0; i < steps->n && !f->failed; i++)
		if (steps->at[i].phases & phases)
			ss_forward_step(f, &steps->at[i]);
}

/* What the forward pass computed on the way becomes part of a plan. */
#define TAKE_STEPS(j, f) ((j)->steps = (f)->steps, (j)->temp_count = (f)->temp_count)

static bool symbolic(ss_work *w, gradient ***rates)
{
	ss_jacobian *j = &w->plan->jacobian;
	forward f = { .w = w };

	go_forward(&f, SS_RATES);
	*rates = f.of + w->n;
	j->why_not = f.why_not;
	j->why_not_span = f.why_not_span;
	if (!f.failed)
		TAKE_STEPS(j, &f);
	return !f.failed;
}

/* Without derivatives, if need be; and if not even the pattern can be said, every rate depends on its own state, as far
 * as one knows. */
static void by_families(ss_work *w)
{
	ss_jacobian *j = &w->plan->jacobian;

	j->by_families = true;
	for (int pattern = 0; pattern < 2; pattern++) {
		forward f = { .w = w, .families = true, .pattern_only = pattern };
		f.parts = sb_new_array(w->scratch, gradient_part *, 2 * (size_t)w->n + 1);
		f.column_of = sb_map_new(w->scratch);
		go_forward(&f, SS_RATES);
		j->symbolic = !f.failed && !pattern;
		if (!j->why_not) {
			j->why_not = f.why_not;
			j->why_not_span = f.why_not_span;
		}
		if (!f.failed) {
			TAKE_STEPS(j, &f);
			ss_forward_entries(&f);
			return;
		}
	}
	j->diagonal = true;
}

/* Beyond any use the diagonal has to do: Newton's method then converges slowly, or the step is made smaller. */
static bool thin_out(ss_work *w, ss_entry_list *rows)
{
	uint64_t entries = 0;

	for (uint32_t i = 0; i < w->plan->states; i++)
		entries += rows[i].n;
	if (entries <= ENTRIES_MOST)
		return false;
	w->plan->jacobian.why_not = "every rate depends on very many states; only the diagonal is taken";
	for (uint32_t i = 0; i < w->plan->states; i++) {
		uint32_t *own = sb_new_array(w->scratch, uint32_t, 1);
		*own = i;
		rows[i] = (ss_entry_list){ 1, own, NULL };
	}
	return true;
}

static void pattern_of_rates(ss_work *w, ss_entry_list *rows)
{
	uint32_t n = w->plan->states, *rates = sb_new_array(w->scratch, uint32_t, n + 1);
	bool *needed = sb_new_array(w->scratch, bool, w->plan->steps.n + 1);

	for (uint32_t i = 0; i < n; i++)
		rates[i] = w->n + w->state_cell[i];
	for (uint32_t i = 0; i < w->plan->steps.n; i++)
		needed[i] = w->plan->steps.at[i].phases & SS_RATES;
	ss_dependence d = ss_dependence_new(w, w->state_cell, n);
	ss_dependence_go(w, &d, &w->plan->steps, needed);
	for (uint32_t i = 0; i < n; i++)
		rows[i] = ss_dependence_of(&d, rates[i]);
}

static bool has_families(ss_work *w)
{
	for (uint32_t c = 0; c < w->n && w->cells; c++)
		if (ss_is_whole(w, c) && w->traits[c] & SS_IS_STATE)
			return true;
	for (uint32_t i = 0; i < w->plan->steps.n; i++)
		if (w->plan->steps.at[i].domain.n && w->plan->steps.at[i].phases & SS_RATES)
			return true;
	return false;
}

void ss_jacobian_of(ss_work *w)
{
	ss_plan *plan = w->plan;
	ss_jacobian *j = &plan->jacobian;

	if (has_families(w)) {
		by_families(w);
		return;
	}
	ss_entry_list *rows = sb_new_array(w->scratch, ss_entry_list, plan->states + 1);
	gradient **rates;
	bool thin = false;

	j->symbolic = symbolic(w, &rates);
	if (j->symbolic) {
		for (uint32_t i = 0; i < plan->states; i++) {
			const gradient *g = rates[w->state_cell[i]];
			rows[i] = g ? (ss_entry_list){ g->n, g->state, g->value } : (ss_entry_list){0};
		}
	} else {
		pattern_of_rates(w, rows);
		thin = thin_out(w, rows);
	}
	ss_to_columns(w, rows, plan->states, plan->states, &j->pattern, j->symbolic ? &j->values : NULL);
	ss_color(w->arena, w->scratch, j);
	/* rates depend on more than the pattern says: each state must be moved alone */
	for (uint32_t i = 0; thin && i < plan->states; i++)
		j->color[i] = i;
	j->colors = thin ? plan->states : j->colors;
}

/* The gradients of the invariants, in the same way. Where they cannot be had every invariant counts as depending on
 * all states. */
void ss_invariant_jacobian_of(ss_work *w)
{
	ss_plan *plan = w->plan;
	ss_invariant_jacobian *j = &plan->invariant_jacobian;
	ss_entry_list *rows = sb_new_array(w->scratch, ss_entry_list, plan->invariants.n + 1);
	forward f = { .w = w };

	if (!plan->invariants.n)
		return;
	go_forward(&f, SS_PROJECT);
	for (uint32_t i = 0; i < plan->invariants.n && !f.failed; i++) {
		ss_forward_accumulate(&f, plan->invariants.at[i].residual, sx_real(w->pool, 1), (sb_span){0});
		const gradient *g = ss_forward_take(&f, false);
		rows[i] = (ss_entry_list){ g->n, g->state, g->value };
	}
	j->symbolic = !f.failed;
	uint32_t *all = sb_new_array(w->scratch, uint32_t, plan->states + 1);
	for (uint32_t i = 0; i < plan->states; i++)
		all[i] = i;
	for (uint32_t i = 0; i < plan->invariants.n && f.failed; i++)
		rows[i] = (ss_entry_list){ plan->states, all, NULL };
	if (!f.failed)
		TAKE_STEPS(j, &f);
	ss_to_columns(w, rows, plan->invariants.n, plan->states, &j->pattern, j->symbolic ? &j->values : NULL);
}
