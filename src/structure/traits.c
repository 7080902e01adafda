/* Cells: what kind of thing each one is, and its attributes. */
#include "structure/work.h"

enum { BINDINGS_DEEP = 200 };

sm_variable *ss_variable(ss_work *w, uint32_t cell)
{
	return sm_var(w->model, w->variable_of[cell]);
}

/* Attributes and bindings of arrays are written over the variable's own iterators. */
sx_ref ss_element_attribute(ss_work *w, uint32_t variable, uint32_t element, sx_ref attribute)
{
	const sm_variable *v = sm_var(w->model, variable);
	int64_t values[16];

	if (!attribute)
		return 0;
	if (v->rank && v->over && v->rank <= 16) {
		for (uint32_t d = v->rank; d-- > 0;) {
			values[d] = element % v->shape[d] + 1;
			element /= v->shape[d];
		}
		attribute = sx_bind_iters(w->pool, attribute, v->over, values, v->rank);
	}
	return ss_tidy(w, NULL, attribute);
}

sx_ref ss_attribute(ss_work *w, uint32_t cell, sx_ref attribute)
{
	const sm_variable *v = ss_variable(w, cell);
	sx_ref to[SS_RANK_MOST];

	if (!ss_is_whole(w, cell))
		return ss_element_attribute(w, w->variable_of[cell], ss_scalar_of_cell(w, cell) - v->first, attribute);
	if (!attribute || !v->over)
		return ss_tidy(w, NULL, attribute);
	for (uint32_t d = 0; d < v->rank; d++)
		to[d] = sx_arg(w->pool, w->leaf[cell], d);
	return ss_shift_iterators(w, ss_tidy(w, NULL, attribute), v->over, to, v->rank);
}

typedef struct known { ss_work *w; int depth; } known;

static bool parameter_value(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out);

static bool scalar_value(ss_work *w, sx_ref leaf, int depth, bool forgotten, sx_value *out)
{
	uint32_t s = sm_scalar_of(w->model, leaf), element;

	if (s == UINT32_MAX || depth > BINDINGS_DEEP)
		return false;
	uint32_t variable = sm_variable_of_scalar(w->model, s, &element);
	const sm_variable *v = sm_var(w->model, variable);
	double number;
	if (w->mode && ss_find_given(w->mode->given, s, &number)) {
		*out = (sx_value){ .type = v->type, .real = number, .integer = (int64_t)number };
		return true;
	}
	sx_ref binding = v->binding || !forgotten ? v->binding : v->start;
	if (!ss_is_known(v) || !binding)
		return false;
	known deeper = { w, depth + 1 };
	sx_env inner = { .leaf = parameter_value, .context = &deeper };
	return sx_eval(w->pool, ss_element_attribute(w, variable, element, binding), &inner, out);
}

/* In calls, where a value that was forgotten is none. */
static bool argument_value(void *context, sx_ref leaf, sx_value *out)
{
	ss_work *w = context;

	w->knowing++;
	bool good = scalar_value(w, leaf, w->knowing, false, out);
	w->knowing--;
	return good;
}

bool ss_known(ss_work *w, sx_ref e, sx_value *out)
{
	if (!w->knower) {
		w->knower = sb_new(w->scratch, sm_knower);
		*w->knower = sm_knower_new(w->model, w->scratch, argument_value, w);
	}
	return sm_known(w->knower, e, out);
}

bool ss_find_given(const ss_givens *given, uint32_t scalar, double *value)
{
	for (uint32_t i = 0; given && i < given->n; i++)
		if (given->at[i].scalar == scalar) {
			*value = given->at[i].value;
			return true;
		}
	return false;
}

/* Parameters at the values that the text gives them, or the run that enters a mode. */
static bool parameter_value(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	known *k = env->context;

	switch (sx_op_of(pool, leaf)) {
	case SX_CALL: case SX_OUT: return k->depth <= BINDINGS_DEEP && ss_known(k->w, leaf, out);
	default: return scalar_value(k->w, leaf, k->depth, true, out);
	}
}

bool ss_parameter_value(ss_work *w, sx_ref e, double *value)
{
	known k = { w, 0 };
	sx_env env = { .leaf = parameter_value, .context = &k };
	sx_value v;

	if (!sx_eval(w->pool, e, &env, &v))
		return false;
	*value = v.type == SX_REAL ? v.real : (double)v.integer;
	return true;
}

bool ss_fixed(ss_work *w, uint32_t cell)
{
	const sm_variable *v = ss_variable(w, cell);
	known k = { w, 0 };
	sx_env env = { .leaf = parameter_value, .context = &k };
	sx_value value;

	if (!v->fixed)
		return ss_is_known(v);
	sx_ref fixed = ss_attribute(w, cell, v->fixed);
	if (sx_eval(w->pool, fixed, &env, &value))
		return value.integer != 0;
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0206", v->span,
							  "the attribute fixed of '%s' has no value that is known when translating", v->name);
	sb_help(m, "write fixed = true or fixed = false, or a parameter that has a value");
	return false;
}

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
		if (w->stamp[top] == w->stamp_now || !(node->flags & (SX_HAS_DER | SX_HAS_VAR)))
			continue;
		w->stamp[top] = w->stamp_now;
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

static void classify(ss_work *w, uint32_t variable)
{
	const sm_variable *v = sm_var(w->model, variable);
	bool parameter = ss_is_known(v);

	for (uint32_t s = ss_first_cell(w, variable); s < ss_last_cell(w, variable); s++) {
		if (parameter)
			w->traits[s] |= SS_IS_PARAMETER;
		else if (v->type != SX_REAL || v->variability == SM_DISCRETE)
			w->traits[s] |= SS_IS_DISCRETE;
		if (s < w->clock_of.n && w->clock_of.at[s] && !parameter)
			w->traits[s] |= SS_IS_DISCRETE | SS_IS_CLOCKED;
		if (!parameter && v->causality == SM_INPUT)
			w->traits[s] |= SS_IS_HELD;
		if (parameter && v->fixed && !ss_fixed(w, s))
			w->traits[s] |= SS_IS_FREE;
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
	const ss_box *box = &w->cells->pieces[w->piece_of[cell]].box;
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
