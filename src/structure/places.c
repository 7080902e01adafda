/* Places: where each value is kept. Elements of an array lie one after another unless some are states or aliases; a
 * whole array that does not lie so is written out as a literal of its elements wherever it is read. */
#include "structure/work.h"

static void number_states(ss_work *w)
{
	ss_plan *plan = w->plan;

	w->state_number = sb_new_array(w->scratch, uint32_t, w->n + 1);
	for (uint32_t s = 0; s < w->n; s++)
		if (w->traits[s] & SS_IS_STATE && !(w->traits[s] & SS_IS_ALIAS))
			w->state_number[s] = plan->states++;
	plan->state_scalar = sb_new_array(w->arena, uint32_t, plan->states + 1);
	plan->state_nominal = sb_new_array(w->arena, sx_ref, plan->states + 1);
	plan->state_start = sb_new_array(w->arena, sx_ref, plan->states + 1);
	plan->state_order = plan->invariants.n ? sb_new_array(w->arena, uint32_t, plan->states + 1) : NULL;
	for (uint32_t s = 0, i = 0; s < w->n; s++)
		if (w->traits[s] & SS_IS_STATE && !(w->traits[s] & SS_IS_ALIAS)) {
			plan->state_scalar[i] = s;
			if (plan->state_order)
				plan->state_order[i] = w->derivative_of_order[s];
			plan->state_start[i] = ss_start_of(w, s);
			for (uint32_t m = w->first_member[s]; m != UINT32_MAX && !plan->state_nominal[i]; m = w->next_member[m])
				plan->state_nominal[i] = ss_attribute(w, m, ss_variable(w, m)->nominal);
			i++;
		}
}

static ss_place own_place(ss_work *w, uint32_t s)
{
	ss_plan *plan = w->plan;

	if (w->traits[s] & SS_IS_STATE && !(w->traits[s] & SS_IS_PARAMETER))
		return (ss_place){ SS_STATE, false, w->state_number[s] };
	switch (ss_variable(w, s)->type) {
	case SX_REAL: return (ss_place){ SS_REAL, false, plan->reals++ };
	case SX_STRING: return (ss_place){ SS_STRING, false, plan->strings++ };
	default: return (ss_place){ SS_INT, false, plan->ints++ };
	}
}

static void place_all(ss_work *w)
{
	ss_plan *plan = w->plan;

	plan->place = sb_new_array(w->arena, ss_place, w->n + 1);
	plan->root = sb_new_array(w->arena, uint32_t, w->n + 1);
	for (uint32_t s = 0; s < w->n; s++)
		if (!(w->traits[s] & SS_IS_ALIAS) && w->rate_of[s] == UINT32_MAX)
			plan->place[s] = own_place(w, s);
	for (uint32_t s = 0; s < w->n; s++) {
		bool flip = false;
		uint32_t root = plan->root[s] = ss_root(w, s, &flip);
		if (w->rate_of[root] != UINT32_MAX) {
			flip ^= w->rate_flipped[root];
			uint32_t x = ss_root(w, w->rate_of[root], &flip);
			plan->place[s] = (ss_place){ SS_RATE, flip, w->state_number[x] };
		} else if (root != s) {
			plan->place[s] = plan->place[root];
			plan->place[s].negated = flip;
		}
	}
	for (uint32_t i = 0; i < plan->pres.n; i++)
		plan->pres.at[i].place = plan->place[sm_scalar_of(w->model, plan->pres.at[i].var)];
}

static bool lies_together(const ss_plan *plan, const sm_variable *v)
{
	for (uint32_t i = 0; i < v->count; i++) {
		const ss_place *p = &plan->place[v->first + i], *first = &plan->place[v->first];
		if (p->negated || p->store != first->store || p->index != first->index + i)
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
	const sm_variable *v = sm_var(w->model, node->payload);
	if (!v->rank || sm_scalar_of(w->model, e) != UINT32_MAX)
		return e;
	if (lies_together(w->plan, v))
		return 0;
	sx_ref *elements = sb_new_array(w->scratch, sx_ref, v->count + 1), subscripts[16];
	uint32_t count = sx_at(pool, e)->count;
	for (uint32_t i = 0; i < v->count; i++)
		elements[i] = ss_represented(w, w->leaf[v->first + i]);
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
	for (uint32_t b = 0; b < plan->blocks.n; b++) {
		ss_block *block = plan->blocks.at[b];
		spread_steps(w, &rw, &block->inner);
		for (uint32_t i = 0; i < block->n; i++) {
			sx_ref *e = block->linear ? &block->rhs[i] : &block->residuals[i];
			*e = sx_rewrite(&rw, w->pool, *e);
		}
		for (uint32_t i = 0; i < block->matrix.n; i++)
			block->matrix.at[i].value = sx_rewrite(&rw, w->pool, block->matrix.at[i].value);
		for (uint32_t i = 0; i < block->temps.n; i++)
			block->temps.at[i].value = sx_rewrite(&rw, w->pool, block->temps.at[i].value);
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
		if (v->rank && v->count && w->traits[v->first] & SS_IS_PINNED && !lies_together(w->plan, v))
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
		uint32_t root = s == UINT32_MAX ? s : ss_root(w, s, &flip);
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
			sb_help(m, "set a discrete variable with '%s = ...' in the when-clause, or reinit the state behind it", name.at);
			sb_text_free(&name);
			continue;
		}
		a->state = w->state_number[root];
		a->scalar = s;
		a->condition = 0;
		if (flip)
			a->value = sx_unary(w->pool, SX_NEG, a->value);
	}
}

void ss_places(ss_work *w)
{
	number_states(w);
	place_all(w);
	number_reinits(w);
	if (has_scattered_array(w))
		spread_all(w);
}
