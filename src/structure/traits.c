/* Scalars: what kind of thing each one is, and its attributes. */
#include "structure/work.h"

enum { BINDINGS_DEEP = 200 };

sm_variable *ss_variable(ss_work *w, uint32_t scalar)
{
	return sm_var(w->model, w->variable_of ? w->variable_of[scalar] : sm_variable_of_scalar(w->model, scalar, NULL));
}

/* Attributes and bindings of arrays are written over the variable's own iterators. */
sx_ref ss_attribute(ss_work *w, uint32_t scalar, sx_ref attribute)
{
	const sm_variable *v = ss_variable(w, scalar);
	uint32_t element = scalar - v->first;
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

typedef struct known { ss_work *w; int depth; } known;

/* Parameters at the values that the text gives them. */
static bool parameter_value(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	known *k = env->context;
	uint32_t s = sm_scalar_of(k->w->model, leaf);

	(void)pool;
	if (s == UINT32_MAX || k->depth > BINDINGS_DEEP)
		return false;
	const sm_variable *v = ss_variable(k->w, s);
	if (v->variability != SM_PARAMETER && v->variability != SM_CONSTANT)
		return false;
	sx_ref binding = v->binding ? v->binding : v->start;
	if (!binding)
		return false;
	known deeper = { k->w, k->depth + 1 };
	sx_env inner = { .leaf = parameter_value, .context = &deeper };
	return sx_eval(k->w->pool, ss_attribute(k->w, s, binding), &inner, out);
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

bool ss_fixed(ss_work *w, uint32_t scalar)
{
	const sm_variable *v = ss_variable(w, scalar);
	known k = { w, 0 };
	sx_env env = { .leaf = parameter_value, .context = &k };
	sx_value value;

	if (!v->fixed)
		return v->variability == SM_PARAMETER || v->variability == SM_CONSTANT;
	sx_ref fixed = ss_attribute(w, scalar, v->fixed);
	if (sx_eval(w->pool, fixed, &env, &value))
		return value.integer != 0;
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0206", v->span,
							  "the attribute fixed of '%s' has no value that is known when translating", v->name);
	sb_help(m, "write fixed = true or fixed = false, or a parameter that has a value");
	return false;
}

sx_ref ss_start_of_member(ss_work *w, uint32_t s)
{
	bool flip = false;
	const sm_variable *v = ss_variable(w, s);
	sx_ref start = v->start ? ss_attribute(w, s, v->start) : 0;

	ss_root(w, s, &flip);
	if (!start)
		return 0;
	start = sx_cast(w->pool, start, v->type);
	return flip ? sx_unary(w->pool, SX_NEG, start) : start;
}

/* The start of the representative, or of a member that has one: a fixed one wins, then one that the user wrote. */
sx_ref ss_start_of(ss_work *w, uint32_t scalar)
{
	sx_ref best = 0;
	int rank = 0;

	for (uint32_t s = w->first_member[scalar]; s != UINT32_MAX; s = w->next_member[s]) {
		const sm_variable *v = ss_variable(w, s);
		int here = !v->start ? 0 : v->fixed && ss_fixed(w, s) ? 6 : v->start_given ? 4 : 2;
		if (here && s == scalar)
			here++;
		if (here > rank) {
			rank = here;
			best = ss_start_of_member(w, s);
		}
	}
	return best;
}

static void pin_array(ss_work *w, uint32_t variable)
{
	const sm_variable *v = sm_var(w->model, variable);

	for (uint32_t i = 0; i < v->count; i++)
		w->traits[v->first + i] |= SS_IS_PINNED;
}

/* Arrays that are passed whole or read at a computed place keep their elements together; states are known by der. */
static void see_node(ss_work *w, sx_ref e)
{
	const sx_node *node = sx_at(w->pool, e);

	if (node->op == SX_VAR && sm_var(w->model, node->payload)->rank && sm_scalar_of(w->model, e) == UINT32_MAX)
		pin_array(w, node->payload);
	if (node->op == SX_DER) {
		uint32_t s = sm_scalar_of(w->model, sx_arg(w->pool, e, 0));
		if (s != UINT32_MAX)
			w->traits[s] |= SS_IS_STATE;
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
	sm_exprs elements = {0};

	if (!target)
		return;
	ss_elements(w, e, &elements);
	for (uint32_t i = 0; i < elements.n; i++) {
		uint32_t s = sm_scalar_of(w->model, elements.at[i]);
		if (s != UINT32_MAX && !(w->traits[s] & SS_IS_STATE))
			w->traits[s] |= SS_IS_HELD | SS_IS_DISCRETE;
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
	for (uint32_t i = 0; i < q->targets.n; i++) {
		uint32_t s = sm_scalar_of(w->model, q->targets.at[i]);
		if (s != UINT32_MAX)
			w->traits[s] |= SS_IS_PINNED | (q->discrete ? SS_IS_DISCRETE : 0);
	}
	uint32_t left = q->form == SS_FORM_EQUAL ? sm_scalar_of(w->model, q->lhs) : UINT32_MAX;
	if (left != UINT32_MAX)
		w->traits[left] |=
			(q->discrete ? SS_IS_DISCRETE : 0) | (sx_flags(w->pool, q->rhs) & SX_HAS_CALL ? SS_IS_CALLED : 0);
}

static void classify(ss_work *w, const sm_variable *v)
{
	bool parameter = v->variability == SM_PARAMETER || v->variability == SM_CONSTANT;

	for (uint32_t s = v->first; s < v->first + v->count; s++) {
		if (parameter)
			w->traits[s] |= SS_IS_PARAMETER;
		else if (v->type != SX_REAL || v->variability == SM_DISCRETE)
			w->traits[s] |= SS_IS_DISCRETE;
		if (!parameter && v->causality == SM_INPUT)
			w->traits[s] |= SS_IS_HELD;
		if (parameter && v->fixed && !ss_fixed(w, s))
			w->traits[s] |= SS_IS_FREE;
	}
}

void ss_traits(ss_work *w)
{
	w->n = w->model->scalars;
	w->traits = sb_new_array(w->scratch, uint16_t, w->n + 1);
	w->leaf = sb_new_array(w->scratch, sx_ref, w->n + 1);
	w->key_stamp = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);
	w->mark = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);
	w->local = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);
	uint32_t *variable_of = sb_new_array(w->scratch, uint32_t, w->n + 1);
	for (uint32_t i = 0; i < w->model->variables.n; i++)
		for (uint32_t k = 0; k < sm_var(w->model, i)->count; k++)
			variable_of[sm_var(w->model, i)->first + k] = i;
	w->variable_of = variable_of;
	for (uint32_t i = 0; i < w->model->variables.n; i++) {
		const sm_variable *v = sm_var(w->model, i);
		classify(w, v);
		for (uint32_t k = 0; k < v->count; k++)
			w->leaf[v->first + k] = v->rank ? sm_ref_at(w->model, i, k) : sm_ref(w->model, i);
	}
	ss_open_visit(w);
	w->stamp_now++;
	for (uint32_t i = 0; i < w->equations.n; i++)
		see_equation(w, &w->equations.at[i]);
	for (uint32_t i = 0; i < w->plan->event_code.n; i++)
		ss_statement_exprs(&w->plan->event_code.at[i].action, see_held, w);
}
