/* Cells: what kind of thing each one is, and its attributes. */
#include "structure/cells/cells.h"
#include "structure/expand/expand.h"

enum { BINDINGS_DEEP = 200 };

static void pin_array(ss_work *w, uint32_t variable)
{
	for (uint32_t c = ss_first_cell(w, variable); c < ss_last_cell(w, variable); c++)
		w->traits[c] |= SS_IS_PINNED;
}

/* Arrays that are passed whole or read at a computed place keep their elements together; states are known by der. */
static void see_node(ss_work *w, sx_ref e)
{
	const sx_node *node = sx_at(w->pool, e);
	ss_box box;

	if (node->op == SX_VAR && sm_var(w->model, node->payload)->rank && sm_scalar_of(w->model, e) == UINT32_MAX &&
		!ss_box_of(w, e, &box))
		pin_array(w, node->payload);
	if (node->op == SX_DER) {
		w->met.n = 0;
		ss_cells_met(w, sx_arg(w->pool, e, 0), &w->met);
		for (uint32_t i = 0; i < w->met.n; i++)
			w->traits[w->met.at[i]] |= SS_IS_STATE;
	}
}

/* What a node says is the same wherever it stands, so all equations together are one visit. */
static void see_expr(void *context, sx_ref e, bool target)
{
	ss_work *w = context;

	(void)target;
	w->stack.n = 0;
	sb_push(w->scratch, w->stack, e);
	while (w->stack.n) {
		sx_ref top = w->stack.at[--w->stack.n];
		const sx_node *node = sx_at(w->pool, top);
		if (w->stamp.at[top] == w->stamp_now || !(node->flags & (SX_HAS_DER | SX_HAS_VAR)))
			continue;
		w->stamp.at[top] = w->stamp_now;
		see_node(w, top);
		for (uint32_t i = 0; i < node->count; i++)
			sb_push(w->scratch, w->stack, sx_arg(w->pool, top, i));
	}
}

static void see_held(void *context, sx_ref e, bool target)
{
	ss_work *w = context;

	if (!target)
		return;
	if (sx_op_of(w->pool, e) != SX_VAR)
		return;
	w->met.n = 0;
	ss_cells_met(w, e, &w->met);
	for (uint32_t i = 0; i < w->met.n; i++)
		if (!(w->traits[w->met.at[i]] & SS_IS_STATE))
			w->traits[w->met.at[i]] |= SS_IS_HELD | SS_IS_DISCRETE;
}

/* What an algorithm or a call gives is written where it lies. */
static void pin_targets(ss_work *w, const ss_equation *q, uint16_t also)
{
	for (uint32_t i = 0; i < q->targets.n; i++) {
		uint32_t s = ss_cell_of(w, q->targets.at[i]);
		if (s != UINT32_MAX)
			w->traits[s] |= SS_IS_PINNED | also;
	}
}

static void see_equation(ss_work *w, const ss_equation *q)
{
	if (q->lhs)
		see_expr(w, q->lhs, false);
	if (q->rhs)
		see_expr(w, q->rhs, false);
	ss_statement_exprs(&q->statements, see_expr, w);
	for (uint32_t i = 0; i < q->results.n; i++)
		if (q->results.at[i])
			see_expr(w, q->results.at[i], true);
	pin_targets(w, q, q->discrete ? SS_IS_DISCRETE : 0);
	for (uint32_t i = 0; i < q->steady.n; i++) {
		uint32_t s = ss_cell_of(w, q->steady.at[i]);
		if (s != UINT32_MAX)
			w->traits[s] |= SS_IS_DISCRETE;
	}
	uint32_t left = q->form == SS_FORM_EQUAL ? ss_cell_of(w, q->lhs) : UINT32_MAX;
	if (left != UINT32_MAX)
		w->traits[left] |=
			(q->discrete ? SS_IS_DISCRETE : 0) | (sx_flags(w->pool, q->rhs) & SX_HAS_CALL ? SS_IS_CALLED : 0);
}

static bool is_tried(const ss_work *w, uint32_t variable)
{
	const ss_written_out *list = w->written_out;
	bool found = false;

	for (uint32_t i = 0; i < list->preferred.n && list->preferring == SS_PREFER && !found; i++)
		found = list->preferred.at[i] == variable;
	return found;
}

static void classify(ss_work *w, uint32_t variable)
{
	const sm_variable *v = sm_var(w->model, variable);
	bool parameter = ss_is_known(v), tried = is_tried(w, variable);

	for (uint32_t s = ss_first_cell(w, variable); s < ss_last_cell(w, variable); s++) {
		if (parameter)
			w->traits[s] |= SS_IS_PARAMETER;
		else if (v->type != SX_REAL || v->variability == SM_DISCRETE)
			w->traits[s] |= SS_IS_DISCRETE;
		if (s < w->clock_of.n && w->clock_of.at[s] && !parameter)
			w->traits[s] |= SS_IS_DISCRETE | SS_IS_CLOCKED;
		if (!parameter && v->causality == SM_INPUT)
			w->traits[s] |= v->held ? SS_IS_HELD | SS_IS_PINNED | SS_IS_SET : SS_IS_HELD;
		if (parameter && v->fixed && !ss_fixed(w, s))
			w->traits[s] |= SS_IS_FREE;
		if (tried)
			w->traits[s] |= SS_IS_TRIED;
		if (v->state_select == SM_SELECT_ALWAYS && !w->impulses && !w->written_out->rates_are_names) {
			w->traits[s] |= SS_IS_WANTED;
			w->has_wanted = true;
		}
	}
}

static sx_ref leaf_of(ss_work *w, uint32_t cell)
{
	uint32_t variable = w->variable_of[cell];
	const sm_variable *v = sm_var(w->model, variable);
	sx_ref subscripts[SS_RANK_MOST];

	if (!v->rank)
		return sm_ref(w->model, variable);
	if (!ss_is_whole(w, cell))
		return sm_ref_at(w->model, variable, ss_scalar_of_cell(w, cell) - v->first);
	const ss_box *box = &w->cells->sections[w->section_of[cell]].box;
	for (uint32_t d = 0; d < v->rank; d++)
		subscripts[d] = box->lo[d] == box->hi[d] ? sx_int(w->pool, box->lo[d])
			: sx_iter(w->pool, ss_iterator(w, d, box->lo[d], box->hi[d]));
	return sx_var(w->pool, variable, v->type, subscripts, v->rank);
}

void ss_traits(ss_work *w)
{
	w->n = w->cells ? w->cells->n : w->model->scalars;
	w->traits = sb_new_array(w->scratch, uint16_t, w->n + 1);
	w->leaf = sb_new_array(w->scratch, sx_ref, w->n + 1);
	w->key_stamp = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);
	w->mark = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);
	w->local = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);
	uint32_t *variable_of = sb_new_array(w->scratch, uint32_t, w->n + 1);
	for (uint32_t i = 0; i < w->model->variables.n; i++)
		for (uint32_t c = ss_first_cell(w, i); c < ss_last_cell(w, i); c++)
			variable_of[c] = i;
	w->variable_of = variable_of;
	for (uint32_t c = 0; c < w->n; c++)
		w->leaf[c] = leaf_of(w, c);
	for (uint32_t i = 0; i < w->model->variables.n; i++)
		classify(w, i);
	ss_visit(w, 0);
	for (uint32_t i = 0; i < w->equations.n; i++)
		see_equation(w, &w->equations.at[i]);
	for (uint32_t i = 0; i < w->initial.n; i++)
		pin_targets(w, &w->initial.at[i], 0);
	for (uint32_t i = 0; i < w->plan->event_code.n; i++)
		ss_statement_exprs(&w->plan->event_code.at[i].action, see_held, w);
	ss_set_by_routines(w, see_expr);
	ss_check_questions(w);
}
