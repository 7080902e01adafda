/* Reals that stand still between events although they are no discrete variables: v = k*q.
 *
 * Delays keep no steps of them. If a model has activations, conditions over those that are computed from nothing but
 * Reals of clauses are not watched: a watched condition keeps its value in the pass of an activation (E340). Booleans
 * and Integers behind them would do the same, but they may depend on the condition itself, in a loop that latches
 * open. */
#include "structure/system/system.h"

enum { STILL_PASSES = 40 };      /* chains with and against the order of the text need two */

typedef struct sources { ss_work *w; bool clauses; } sources;

static bool see_source(void *context, const sx_pool *pool, sx_ref e)
{
	sources *s = context;
	ss_work *w = s->w;
	bool flip = false;

	if (sx_op_of(pool, e) == SX_TIME || sx_op_of(pool, e) == SX_DELAY)
		s->clauses = false;
	if (sx_op_of(pool, e) != SX_VAR || !s->clauses || ss_is_known(sm_var(w->model, sx_at(pool, e)->payload)))
		return s->clauses;
	uint32_t cell = sx_type_of(pool, e) == SX_REAL ? ss_cell_of(w, e) : UINT32_MAX;
	uint32_t root = cell == UINT32_MAX ? cell : ss_root(w, cell, &flip);
	s->clauses = root != UINT32_MAX && (w->traits[root] & (SS_IS_DISCRETE | SS_IS_PARAMETER) ||
										(w->traits[root] & SS_IS_STILL && w->watching->by_clauses[root]));
	return s->clauses;
}

bool ss_is_set_by_clauses(ss_work *w, sx_ref e)
{
	sources s = { w, w->watching->by_clauses != NULL && !w->plan->switches.n };

	if (s.clauses)
		sx_visit(w->pool, e, see_source, &s);
	return s.clauses;
}

static bool has_activations(const ss_work *w)
{
	for (uint32_t i = 0; i < w->model->events.n; i++)
		if (w->model->events.at[i].of_activation)
			return true;
	return false;
}

void ss_find_still(ss_work *w)
{
	bool more = true;

	if (has_activations(w))
		w->watching->by_clauses = sb_new_array(w->scratch, bool, w->n + 1);
	for (int k = 0; k < STILL_PASSES && more; k++) {
		more = false;
		ss_forget_variability(w);
		for (uint32_t i = 0; i < w->equations.n; i++) {
			const ss_equation *q = &w->equations.at[k % 2 ? w->equations.n - 1 - i : i];
			uint32_t s = q->gone || q->form != SS_FORM_EQUAL || q->domain.n ? UINT32_MAX : ss_cell_of(w, q->lhs);
			if (s == UINT32_MAX ||
				w->traits[s] & (SS_IS_STATE | SS_IS_STILL | SS_IS_DISCRETE | SS_IS_PARAMETER | SS_IS_HELD) ||
				ss_is_whole(w, s) || w->rate_of[s] != UINT32_MAX || ss_moves_beyond_still(w, q->rhs))
				continue;
			w->traits[s] |= SS_IS_STILL;
			if (w->watching->by_clauses)
				w->watching->by_clauses[s] = ss_is_set_by_clauses(w, q->rhs);
			more = true;
		}
	}
}
