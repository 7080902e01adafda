/* Places: where each value is kept. Elements of an array lie one after another unless some are states or aliases; a
 * whole array that does not lie so is written out as a literal of its elements wherever it is read. An array with
 * cells of many elements that are all kept in one store lies there row by row as a whole, so that references beside a
 * cell (u[i - 1]) go on into the next one. */
#include "structure/cells/cells.h"
#include "model/print/print.h"

struct ss_placing { uint32_t *first_state; };        /* by cell of a state: the number of its first */

static bool is_own_state(ss_work *w, uint32_t c)
{
	return w->traits[c] & SS_IS_STATE && !(w->traits[c] & (SS_IS_ALIAS | SS_IS_PARAMETER));
}

static bool has_own_place(ss_work *w, uint32_t c)
{
	return !(w->traits[c] & SS_IS_ALIAS) && w->rate_of[c] == UINT32_MAX;
}

static void describe_states(ss_work *w)
{
	ss_plan *plan = w->plan;

	plan->state_nominal = sb_new_array(w->arena, sx_ref, w->n + 1);      /* by state, with cells by cell */
	w->state_cell = sb_new_array(w->scratch, uint32_t, plan->states + 1);
	for (uint32_t i = 0; i < plan->states; i++)
		w->state_cell[i] = UINT32_MAX;
	plan->state_scalar = w->cells ? NULL : sb_new_array(w->arena, uint32_t, plan->states + 1);
	plan->state_order = plan->invariants.n ? sb_new_array(w->arena, uint32_t, plan->states + 1) : NULL;
	for (uint32_t c = 0; c < w->n; c++) {
		if (!is_own_state(w, c))
			continue;
		for (uint32_t k = 0; plan->state_order && k < ss_cell_count(w, c); k++)
			plan->state_order[w->placing->first_state[c] + k] =
				w->derivative_of_order ? w->derivative_of_order[c] : 0;
		uint32_t at = w->cells ? c : w->placing->first_state[c];
		if (!ss_is_whole(w, c))
			w->state_cell[w->placing->first_state[c]] = c;
		for (uint32_t m = w->first_member[c]; m != UINT32_MAX && !plan->state_nominal[at]; m = w->next_member[m])
			plan->state_nominal[at] = ss_attribute(w, m, ss_variable(w, m)->nominal);
		if (!w->cells)
			plan->state_scalar[at] = c;
	}
}

static ss_place take_place(ss_work *w, uint32_t c, uint32_t count)
{
	ss_plan *plan = w->plan;
	ss_place place = { SS_STATE, false, plan->states };
	uint32_t *next = &plan->states;

	if (!is_own_state(w, c)) {
		sx_type type = ss_variable(w, c)->type;
		place.store = type == SX_REAL ? SS_REAL : type == SX_STRING ? SS_STRING : SS_INT;
		next = type == SX_REAL ? &plan->reals : type == SX_STRING ? &plan->strings : &plan->ints;
		place.index = *next;
	}
	*next += count;
	return place;
}

/* All cells of the array are kept in one store. */
static bool is_even(ss_work *w, uint32_t variable)
{
	uint32_t first = ss_first_cell(w, variable), last = ss_last_cell(w, variable);
	bool whole = false;

	if (!w->cells)
		return false;
	for (uint32_t c = first; c < last; c++) {
		whole = whole || ss_is_whole(w, c);
		if (!has_own_place(w, c) || is_own_state(w, c) != is_own_state(w, first))
			return false;
	}
	return whole;
}

static void set_strides(ss_section *p, const sm_variable *v, bool even)
{
	uint32_t stride = 1;

	for (uint32_t d = v->rank; d-- > 0;) {
		p->stride[d] = stride;
		stride *= even ? v->shape[d] : (uint32_t)(p->box.hi[d] - p->box.lo[d] + 1);
	}
}

static void place_variable(ss_work *w, uint32_t variable)
{
	const sm_variable *v = sm_var(w->model, variable);
	uint32_t first = ss_first_cell(w, variable), last = ss_last_cell(w, variable);
	bool even = is_even(w, variable);
	ss_place whole = even ? take_place(w, first, v->count) : (ss_place){0};

	for (uint32_t c = first; c < last; c++) {
		if (!has_own_place(w, c))
			continue;
		w->plan->place[c] = even ? whole : take_place(w, c, ss_cell_count(w, c));
		if (even)
			w->plan->place[c].index += ss_scalar_of_cell(w, c) - v->first;
		if (is_own_state(w, c))
			w->placing->first_state[c] = w->plan->place[c].index;
	}
	for (uint32_t k = w->cells ? w->cells->first[variable] : 0; w->cells && k < w->cells->first[variable + 1]; k++)
		if (v->rank && v->rank <= SS_RANK_MOST && w->cells->sections[k].count)
			set_strides(&w->cells->sections[k], v, even);
}

/* A section of single elements that lie as those of a whole one would. */
static void find_rows(ss_work *w)
{
	for (uint32_t k = 0; w->cells && k < w->cells->section_count; k++) {
		ss_section *p = &w->cells->sections[k];
		const ss_place *first = &w->plan->place[p->cell];
		const sm_variable *v = sm_var(w->model, p->variable);
		if (p->whole || !v->rank || v->rank > SS_RANK_MOST || !p->count)
			continue;
		p->in_row = first->store != SS_NOWHERE;
		for (uint32_t i = 0; i < p->count && p->in_row; i++) {
			const ss_place *at = &w->plan->place[p->cell + i];
			uint32_t away = 0;
			for (uint32_t d = v->rank, rest = i; d-- > 0;) {
				uint32_t size = (uint32_t)(p->box.hi[d] - p->box.lo[d] + 1);
				away += rest % size * p->stride[d];
				rest /= size;
			}
			p->in_row = at->store == first->store && at->negated == first->negated && at->index == first->index + away;
		}
	}
}

static void share_strides(ss_work *w, uint32_t cell, uint32_t root)
{
	if (!ss_is_whole(w, cell))
		return;
	for (uint32_t d = 0; d < SS_RANK_MOST; d++)
		w->cells->sections[w->section_of[cell]].stride[d] = w->cells->sections[w->section_of[root]].stride[d];
}

static void place_all(ss_work *w)
{
	ss_plan *plan = w->plan;

	plan->place = sb_new_array(w->arena, ss_place, w->n + 1);
	plan->root = sb_new_array(w->arena, uint32_t, w->n + 1);
	w->placing = sb_new(w->scratch, ss_placing);
	w->placing->first_state = sb_new_array(w->scratch, uint32_t, w->n + 1);
	for (uint32_t i = 0; i < w->model->variables.n; i++) {
		uint32_t before = plan->states;
		place_variable(w, i);
		ss_state_run run = { before, i };
		if (w->cells && plan->states > before)
			sb_push(w->arena, plan->state_runs, run);
	}
	for (uint32_t s = 0; s < w->n; s++) {
		bool flip = false;
		uint32_t root = plan->root[s] = ss_root(w, s, &flip);
		if (w->rate_of[root] != UINT32_MAX) {
			flip ^= w->rate_flipped[root];
			uint32_t x = ss_root(w, w->rate_of[root], &flip);
			plan->place[s] = (ss_place){ SS_RATE, flip, w->placing->first_state[x] };
			share_strides(w, s, x);
		} else if (root != s) {
			plan->place[s] = plan->place[root];
			plan->place[s].negated = flip;
			share_strides(w, s, root);
		}
	}
	for (uint32_t i = 0; i < plan->pres.n; i++)
		plan->pres.at[i].place = ss_place_of_leaf(plan, plan->pres.at[i].var);
	find_rows(w);
}

static bool lies_together(ss_work *w, uint32_t variable)
{
	const sm_variable *v = sm_var(w->model, variable);
	ss_place first = ss_place_of(w->plan, v->first);

	if (ss_last_cell(w, variable) - ss_first_cell(w, variable) == 1 && v->count > 1)
		return true;
	for (uint32_t i = 0; i < v->count; i++) {
		ss_place p = ss_place_of(w->plan, v->first + i);
		if (p.negated || p.store != first.store || p.index != first.index + i)
			return false;
	}
	return true;
}

static sx_ref spread_enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_work *w = self->context;
	const sx_node *node = sx_at(pool, e);

	if (!(node->flags & SX_HAS_VAR) || node->op == SX_DER || node->op == SX_PRE)
		return e;
	if (node->op != SX_VAR)
		return 0;
	uint32_t variable = node->payload;
	const sm_variable *v = sm_var(w->model, variable);
	if (!v->rank || sm_scalar_of(w->model, e) != UINT32_MAX)
		return e;
	ss_box box;
	if ((sx_at(pool, e)->count && ss_box_of(w, e, &box)) || lies_together(w, sx_at(pool, e)->payload))
		return 0;
	sx_ref *elements = sb_new_array(w->scratch, sx_ref, v->count + 1), subscripts[16];
	uint32_t count = sx_at(pool, e)->count;
	for (uint32_t i = 0; i < v->count; i++)
		elements[i] = ss_represented(w, sm_ref_at(w->model, variable, i));
	sx_ref array = sx_array(pool, v->type, v->shape, v->rank, elements, v->count);
	if (!count || count > 16)
		return array;
	for (uint32_t i = 0; i < count; i++)
		subscripts[i] = sx_rewrite(self, pool, sx_arg(pool, e, i));
	return sx_elem(pool, array, subscripts, count);
}

static void spread_steps(ss_work *w, sx_rewriter *rw, ss_steps *steps)
{
	for (uint32_t i = 0; i < steps->n; i++)
		if (steps->at[i].value)
			steps->at[i].value = sx_rewrite(rw, w->pool, steps->at[i].value);
}

static void spread_all(ss_work *w)
{
	ss_plan *plan = w->plan;
	sx_rewriter rw = sx_rewriter_new(w->scratch, NULL, w);

	rw.enter = spread_enter;
	spread_steps(w, &rw, &plan->steps);
	spread_steps(w, &rw, &plan->initial_steps);
	for (uint32_t b = 0; b < plan->loops.n; b++) {
		ss_loop *loop = plan->loops.at[b];
		spread_steps(w, &rw, &loop->inner);
		for (uint32_t i = 0; i < loop->n; i++) {
			sx_ref *e = loop->linear ? &loop->rhs[i] : &loop->residuals[i];
			*e = sx_rewrite(&rw, w->pool, *e);
		}
		for (uint32_t i = 0; i < loop->matrix.n; i++)
			loop->matrix.at[i].value = sx_rewrite(&rw, w->pool, loop->matrix.at[i].value);
		for (uint32_t i = 0; i < loop->temps.n; i++)
			loop->temps.at[i].value = sx_rewrite(&rw, w->pool, loop->temps.at[i].value);
	}
	for (uint32_t i = 0; i < plan->invariants.n; i++)
		plan->invariants.at[i].residual = sx_rewrite(&rw, w->pool, plan->invariants.at[i].residual);
	for (uint32_t i = 0; i < plan->watches.n; i++)
		plan->watches.at[i].function = sx_rewrite(&rw, w->pool, plan->watches.at[i].function);
	for (uint32_t i = 0; i < plan->switches.n; i++)
		plan->switches.at[i].which = sx_rewrite(&rw, w->pool, plan->switches.at[i].which);
}

static bool has_scattered_array(ss_work *w)
{
	for (uint32_t i = 0; i < w->model->variables.n; i++) {
		const sm_variable *v = sm_var(w->model, i);
		if (v->rank && v->count && w->traits[ss_first_cell(w, i)] & SS_IS_PINNED && !lies_together(w, i))
			return true;
	}
	return false;
}

static void number_reinits(ss_work *w)
{
	for (uint32_t i = 0; i < w->plan->actions.n; i++) {
		ss_action *a = &w->plan->actions.at[i];
		bool flip = false;
		if (a->kind != SS_REINIT)
			continue;
		uint32_t s = sm_scalar_of(w->model, a->condition);
		uint32_t root = s == UINT32_MAX ? s : ss_root(w, ss_cell_at(w, s), &flip);
		if (root != UINT32_MAX && !(w->traits[root] & SS_IS_STATE) && w->plan->switches.n) {
			a->state = UINT32_MAX;       /* perhaps a state of another mode: the engine takes care of it */
			a->scalar = s;
			continue;
		}
		if (root == UINT32_MAX || !(w->traits[root] & SS_IS_STATE)) {
			sb_text name = {0};
			sm_print_expr(w->model, a->condition, &name);
			sb_message *m =
				sb_report(w->diag, SB_ERROR, "S0110", a->span, "reinit of '%s', which is not a state", name.at);
			if (root != UINT32_MAX && w->traits[root] & SS_WAS_STATE)
				sb_note(m, "a constraint determines it from other states; 'saltus check' shows which");
			else
				sb_note(m, "a state is a variable whose derivative occurs in an equation");
			sb_help(m,
					"set a discrete variable with '%s = ...' in the when-clause, or reinit a state that determines it",
					name.at);
			sb_text_free(&name);
			continue;
		}
		a->state = ss_place_of(w->plan, s).index;
		a->scalar = s;
		a->condition = 0;
		if (flip)
			a->value = sx_unary(w->pool, SX_NEG, a->value);
	}
}

void ss_places(ss_work *w)
{
	place_all(w);
	describe_states(w);
	number_reinits(w);
	if (has_scattered_array(w))
		spread_all(w);
}
