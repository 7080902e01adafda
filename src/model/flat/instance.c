/* Instances: what owns variables and equations that come and go. */
#include "model/model.h"

uint32_t sm_add_instance(sm_model *m, const char *name, enum sm_activity start, sb_span span)
{
	sm_instance one = {.name = sb_intern(m->names, name)};
	sm_branch branch = {.span = span};
	uint32_t number = m->instances.n;

	one.activity = sm_add_variable(m, sb_printf(m->arena, "%s.activity", name), SX_INTEGER, NULL, 0);
	sm_variable *v = sm_edit(m, one.activity);
	v->variability = SM_DISCRETE;
	v->start = sx_int(m->pool, start);
	v->fixed = sx_bool(m->pool, true);
	v->start_given = true;
	v->span = span;
	v->component = one.name;
	v->description = "0 absent, 1 active, 2 suspended";
	one.body = sm_equation_new(m, SM_IF, span, one.name);
	one.body->instance = number + 1;
	branch.condition = sx_binary(m->pool, SX_EQ, sm_ref(m, one.activity), sx_int(m->pool, SM_ACTIVE));
	sb_push(m->arena, one.body->branches, branch);
	sb_push(m->arena, m->equations, one.body);
	sb_push(m->arena, m->instances, one);
	return number;
}

void sm_instance_owns(sm_model *m, uint32_t instance, uint32_t variable)
{
	sb_push(m->arena, m->instances.at[instance].variables, variable);
}

void sm_instance_equation(sm_model *m, uint32_t instance, sm_equation *q)
{
	sb_push(m->arena, m->instances.at[instance].body->branches.at[0].body, q);
}

typedef struct search { const sm_model *m; sx_ref found; uint32_t variable; } search;

static bool see_derivative(void *context, const sx_pool *pool, sx_ref e)
{
	search *s = context;

	if (sx_op_of(pool, e) == SX_DER && sx_op_of(pool, sx_arg(pool, e, 0)) == SX_VAR &&
		sx_at(pool, sx_arg(pool, e, 0))->payload == s->variable)
		s->found = e;
	return !s->found;
}

static bool is_state(const sm_model *m, const sm_instance *one, uint32_t variable)
{
	search s = {m, 0, variable};
	const sm_equations *body = &one->body->branches.at[0].body;

	for (uint32_t i = 0; i < body->n && !s.found; i++) {
		if (body->at[i]->lhs)
			sx_visit(m->pool, body->at[i]->lhs, see_derivative, &s);
		if (body->at[i]->rhs && !s.found)
			sx_visit(m->pool, body->at[i]->rhs, see_derivative, &s);
	}
	return s.found;
}

static void give_start(sm_model *m, sm_statements *into, uint32_t variable, sb_span span)
{
	const sm_variable *v = sm_var(m, variable);
	int64_t at[16];

	for (uint32_t k = 0; k < v->count && v->rank <= 16; k++) {
		sm_statement *s = sm_statement_new(m, SM_REINIT_DO, span);
		uint32_t element = k;
		for (uint32_t d = v->rank; d-- > 0; element /= v->shape[d])
			at[d] = element % v->shape[d] + 1;
		s->target = v->rank ? sm_ref_at(m, variable, k) : sm_ref(m, variable);
		s->value = v->start ? sx_bind_iters(m->pool, v->start, v->over, at, v->rank) : sx_real(m->pool, 0);
		sb_push(m->arena, *into, s);
	}
}

void sm_instance_act(sm_model *m, sm_statements *into, sm_instance_action action, uint32_t instance, sb_span span)
{
	static const int activity[] = {SM_ACTIVE, SM_SUSPENDED, SM_ACTIVE, SM_ABSENT};
	const sm_instance *one = &m->instances.at[instance];
	sm_statement *s = sm_statement_new(m, SM_ASSIGN, span);

	s->target = sm_ref(m, one->activity);
	s->value = sx_int(m->pool, activity[action]);
	sb_push(m->arena, *into, s);
	for (uint32_t i = 0; action == SM_CREATE && i < one->variables.n; i++)
		if (is_state(m, one, one->variables.at[i]))
			give_start(m, into, one->variables.at[i], span);
}
