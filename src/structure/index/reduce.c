/* Index reduction, carried out: pattern, variables, choice of states, derivatives. See reduce.h for the words.
 *
 * With a constraint F that is differentiated c times, all of F, F', ..., up to its c-th derivative hold in the run.
 * If a candidate is computed from it, they determine that candidate, its derivatives, and its highest derivative. If
 * it is an invariant, the highest one is part of the run's system and the others are projected onto. The initial
 * system has all of them in both cases. */
#include "structure/index/index.h"
#include "model/block.h"
#include "structure/expand/expand.h"
#include "structure/system/system.h"
#include "structure/explain/explain.h"

#include <stdlib.h>

static bool *chains_of_constraints(const ss_reduction *r)
{
	bool *in = sb_new_array(r->w->scratch, bool, r->chains.n + 1);

	for (uint32_t row = 0; row < r->rows; row++)
		for (uint32_t k = r->first[row]; k < r->first[row + 1] && r->times[row]; k++)
			in[r->chain[k]] = true;
	for (uint32_t c = 0; c < r->chains.n; c++)
		in[c] = in[c] || r->chains.at[c].order > r->chains.at[c].before;
	return in;
}

/* The last element that is a scalar. */
static uint32_t last_of(const ss_reduction *r, uint32_t chain)
{
	uint32_t s = r->chains.at[chain].first;

	while (r->up[s] != UINT32_MAX)
		s = r->up[s];
	return s;
}

/* All elements below the highest are variables, and those of chains that lose states the highest too. */
static void name_elements(ss_reduction *r, const bool *in, bool tops)
{
	for (uint32_t c = 0; c < r->chains.n; c++) {
		if (!in[c])
			continue;
		uint32_t wanted = r->chains.at[c].order + (tops && r->chains.at[c].lost ? 1 : 0);
		while (r->chains.at[c].named < wanted)
			ss_name_derivative(r, last_of(r, c));
		for (uint32_t s = r->chains.at[c].first; s != UINT32_MAX; s = r->up[s])
			ss_join_rates(r, s);
	}
	ss_represent_anew(r->w);
	ss_put_in_derivatives(r);
}

/* Calls and algorithms give several scalars at once; a call that must be differentiated becomes an equation for
 * each. */
static bool split_calls(ss_reduction *r, bool *split)
{
	ss_work *w = r->w;
	ss_equations more = {0};

	*split = false;
	for (uint32_t row = 0; row < r->rows; row++) {
		ss_equation *q = &w->equations.at[r->equation[row]];
		if (!r->times[row] || q->form == SS_FORM_EQUAL || q->gone)
			continue;
		const char *why_not;
		if (!ss_single_equations(w, q, &more, &why_not)) {
			sb_message *m = sb_report(
				w->diag, SB_ERROR, "S0313", q->span,
				"%s must be differentiated, because what it sets is tied to states, but this is not possible: %s",
				ss_equation_text(w, q, &q->span), why_not);
			sb_help(m, "write that part of the algorithm as equations");
			return false;
		}
		q->gone = *split = true;
	}
	for (uint32_t i = 0; i < more.n; i++)
		sb_push(w->scratch, w->equations, more.at[i]);
	return true;
}

/* ------------------------------------------------------------------------------------------------------- equations */

typedef struct ss_constraint_look { ss_work *w; bool found; } ss_constraint_look;

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

static bool see_discrete(void *context, const sx_pool *pool, sx_ref e)
{
	ss_constraint_look *look = context;
	uint32_t cell = sx_op_of(pool, e) == SX_VAR ? ss_cell_of(look->w, e) : UINT32_MAX;

	look->found =
		look->found || sx_op_of(pool, e) == SX_LATCH || (cell != UINT32_MAX && look->w->traits[cell] & SS_IS_DISCRETE);
	return !look->found;
}

/* Does it hold something that changes at events only? */
static bool may_jump(ss_work *w, const ss_equation *q)
{
	ss_constraint_look look = {w, false};

	sx_visit(w->pool, q->lhs, see_discrete, &look);
	sx_visit(w->pool, q->rhs, see_discrete, &look);
	return look.found;
}

static uint32_t note_constraint(ss_reduction *r, uint32_t row)
{
	ss_work *w = r->w;
	const ss_equation *q = &w->equations.at[r->equation[row]];
	ss_constraint c = {.origin = q->origin,
					   .component = q->component,
					   .times = r->times[row],
					   .dependent = UINT32_MAX,
					   .chosen = r->moving[row],
					   .by_parameter = r->by_parameter[row],
					   .jumps = may_jump(w, q),
					   .invariant = r->served[row] < r->times[row]};

	c.text = sb_strdup(w->arena, ss_equation_text(w, q, &c.span));
	w->plan->may_jump = w->plan->may_jump || c.jumps;
	for (uint32_t k = r->first[row]; k < r->first[row + 1]; k++) {
		uint32_t chain = r->chain[k], s = r->chains.at[chain].first;
		if (r->order[k] + r->times[row] != r->chains.at[chain].order)
			continue;
		for (uint32_t n = 0; n < r->order[k]; n++)
			s = r->up[s];
		sb_push(w->arena, c.tied, ss_scalar_of_cell(w, s));
		for (uint32_t n = r->served[row]; n < r->times[row] && chain == r->pivot[row]; n++)
			s = r->up[s];
		if (chain == r->pivot[row])
			c.dependent = ss_scalar_of_cell(w, s);
	}
	if (c.tied.n)
		qsort(c.tied.at, c.tied.n, sizeof *c.tied.at, by_number);
	c.along = r->pivot[row] != UINT32_MAX && !r->chains.at[r->pivot[row]].before;
	sb_push(w->arena, w->plan->constraints, c);
	return w->plan->constraints.n;
}

static bool add_derivatives(ss_reduction *r, uint32_t row)
{
	ss_work *w = r->w;
	uint32_t number = r->equation[row], constraint = note_constraint(r, row);
	uint32_t invariants = r->times[row] - r->served[row];
	ss_equation q = w->equations.at[number], next;

	ss_tell_unseen_jumps(w, &q, r->times[row]);
	w->equations.at[number].constraint = q.constraint = constraint;
	w->equations.at[number].invariant = invariants > 0;
	for (uint32_t k = 0; k < r->times[row]; k++, q = next) {
		if (!ss_differentiate(r, &q, &next))
			return false;
		next.invariant = k + 1 < invariants;
		sb_push(w->scratch, w->equations, next);
	}
	return true;
}

/* der(x) = v for a state x, where the model does not say it. */
static void define(ss_reduction *r, uint32_t x)
{
	ss_work *w = r->w;
	const sm_variable *of = ss_variable(w, x);
	sx_ref v = w->leaf[r->up[x]];
	ss_equation q = {.form = SS_FORM_EQUAL,
					 .lhs = sx_unary(w->pool, SX_DER, w->leaf[x]),
					 .span = of->span,
					 .component = of->component ? of->component : ""};

	q.rhs = r->up_flipped[x] ? sx_unary(w->pool, SX_NEG, v) : v;
	q.initial_lhs = q.lhs;
	q.initial_rhs = q.rhs;
	r->definition[x] = w->equations.n + 1;
	sb_push(w->scratch, w->equations, q);
}

/* The derivative of a state, if it is a state, too, and has no name in the model. */
static void note_raised(ss_reduction *r, uint32_t s, bool is_state)
{
	ss_work *w = r->w;
	uint32_t scalar = is_state && r->up[s] != UINT32_MAX ? ss_scalar_of_cell(w, r->up[s]) : 0;

	if (scalar >= w->plan->common)
		sb_push(w->arena, w->plan->raised, ((ss_raised){scalar, ss_scalar_of_cell(w, s), r->up_flipped[s]}));
}

static void settle_chain(ss_reduction *r, uint32_t chain)
{
	ss_work *w = r->w;
	const ss_chain *c = &r->chains.at[chain];
	uint32_t s = c->first, k = 0;

	for (; s != UINT32_MAX; s = r->up[s], k++) {
		bool state = k + c->lost < c->order;
		w->links[s] = (ss_link){k == c->order       ? SS_HIGHEST
								: k + 1 == c->order ? SS_LAST
													: SS_BELOW_LAST,
								r->up[s], r->up_flipped[s]};
		w->derivative_of_order[s] = k;
		w->traits[s] &= (uint16_t) ~(SS_IS_STATE | SS_WAS_STATE);
		if (state) {
			w->traits[s] |= SS_IS_STATE;
			if (r->up[s] != UINT32_MAX && !r->definition[s])
				define(r, s);
			note_raised(r, s, k + 1 + c->lost < c->order);
			continue;
		}
		if (r->definition[s])
			w->equations.at[r->definition[s] - 1].gone = true;
		if (k < c->order) {
			w->traits[s] |= k < c->before ? SS_WAS_STATE : 0;
			ss_dependent d = {ss_scalar_of_cell(w, s), ss_scalar_of_cell(w, r->up[s]), r->up_flipped[s], k < c->before};
			sb_push(w->arena, w->plan->dependents, d);
		}
	}
}

/* Families that are differentiated, or that give or hold something which stands in what is. */
static bool is_single(ss_reduction *r)
{
	ss_work *w = r->w;
	const bool *in = chains_of_constraints(r);
	sb_vec(const ss_equation *) list = {0};

	for (uint32_t row = 0; row < r->rows; row++)
		if (r->times[row] && w->equations.at[r->equation[row]].domain.n)
			sb_push(w->scratch, list, &w->equations.at[r->equation[row]]);
	for (uint32_t c = 0; c < r->chains.n; c++)
		for (uint32_t s = r->chains.at[c].first; in[c] && s != UINT32_MAX; s = r->up[s])
			for (uint32_t e = 0; ss_is_whole(w, s) && e < w->equations.n; e++) {
				const ss_equation *q = &w->equations.at[e];
				if (q->domain.n && (ss_reference_to(w, q, false, s) || ss_reference_to(w, q, false, w->n + s)))
					sb_push(w->scratch, list, q);
			}
	if (list.n)
		ss_write_out_all(w, list.at, list.n,
						 "its variables are tied to others, and equations are differentiated for them");
	return !list.n;
}

ss_outcome ss_reduce(ss_work *w, ss_system *s)
{
	ss_reduction r = {.w = w};
	uint32_t before = sb_errors(w->diag);
	bool split;

	if (!ss_pantelides(&r, s))
		return SS_NOT_REDUCED;
	ss_system_done(w, s);
	if (!is_single(&r))
		return SS_REDUCTION_FAILED;
	if (!split_calls(&r, &split))
		return SS_REDUCTION_FAILED;
	if (split)
		return SS_AGAIN;
	bool *in = chains_of_constraints(&r);
	name_elements(&r, in, false);
	if (!ss_select_states(&r))
		return SS_REDUCTION_FAILED;
	name_elements(&r, in, true);
	for (uint32_t row = 0; row < r.rows; row++) {
		if (!r.times[row])
			continue;
		if (r.times[row] + 1 > w->plan->index)
			w->plan->index = r.times[row] + 1;
		if (!add_derivatives(&r, row))
			return SS_REDUCTION_FAILED;
	}
	w->derivative_of_order = sb_new_array(w->scratch, uint32_t, w->n + 1);
	w->links = sb_new_array(w->scratch, ss_link, w->n + 1);
	for (uint32_t c = 0; c < r.chains.n; c++)
		if (in[c])
			settle_chain(&r, c);
	return sb_errors(w->diag) == before ? SS_REDUCED : SS_REDUCTION_FAILED;
}

/* 3.6, 4.9.7.1: what is to be a state, or had better be, may be one even if it does not appear differentiated. */
void ss_always_states(ss_work *w)
{
	for (uint32_t s = 0; s < w->n; s++) {
		const sm_variable *v = ss_variable(w, s);
		bool flip = false;
		if ((v->state_select < SM_SELECT_ALWAYS && !(w->traits[s] & SS_IS_TRIED)) || v->type != SX_REAL ||
			v->variability != SM_CONTINUOUS)
			continue;
		uint32_t root = ss_root(w, s, &flip);
		if (!w->constant[root] && w->rate_of[root] == UINT32_MAX &&
			!(w->traits[root] & (SS_IS_HELD | SS_IS_DISCRETE | SS_IS_PARAMETER)))
			w->traits[root] |= SS_IS_STATE;
	}
}

/* What components say of their states: each is a variable that an equation of its own gives. */
static void add_of_components(ss_work *w)
{
	for (uint32_t k = 0; k < w->model->blocks.n; k++) {
		const sm_block *b = w->model->blocks.at[k];
		for (uint32_t i = 0; i < b->outputs.n; i++) {
			bool flip = false;
			if (!b->outputs.at[i].vanishes)
				continue;
			uint32_t cell = ss_root(w, ss_cell_of_element(w, b->outputs.at[i].variable, 0), &flip);
			ss_constraint c = {.span = b->span, .component = b->component, .dependent = UINT32_MAX, .invariant = true,
				.text = sb_printf(w->arena, "%s.%s = 0", b->name, b->outputs.at[i].name)};
			sb_push(w->arena, w->plan->constraints, c);
			ss_invariant one = {w->leaf[cell], 0, w->plan->constraints.n - 1};
			sb_push(w->arena, w->plan->invariants, one);
		}
	}
}

void ss_invariants(ss_work *w)
{
	add_of_components(w);
	for (uint32_t e = 0; e < w->equations.n; e++) {
		const ss_equation *q = &w->equations.at[e];
		if (q->gone || !q->invariant)
			continue;
		ss_invariant one = {sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), q->level, q->constraint - 1};
		sb_push(w->arena, w->plan->invariants, one);
	}
}
