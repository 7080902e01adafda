/* Questions about state machines (chapter 17): activeState(s), ticksInState(), timeInState(). A condition may ask for
 * states of machines that are read later, so each answer is a variable from the beginning, and gets its equation when
 * all machines are known (flatten/flatten_machine.c). Names of states are full names of components. */
#include "front/modelica/lower/lower_inside.h"
#include "front/modelica/lower/lower_machine.h"

#include <stdio.h>

struct mo_machines *mo_machines_of(mo_context *c)
{
	struct mo_lowering *l = mo_lowering_of(c);

	if (!l->machines) {
		l->machines = sb_new(c->arena, struct mo_machines);
		l->machines->active = sb_map_new(c->arena);
		l->machines->models = sb_map_new(c->arena);
	}
	return l->machines;
}

static bool is_model(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_item *item = mo_lookup(env->scope, e->parts.at[0].name);

	for (uint32_t i = 1; item && i < e->parts.n; i++) {
		mo_scope *inside = mo_open(c, item, e->span) ? mo_item_scope(item) : NULL;
		item = inside ? mo_member(inside, e->parts.at[i].name) : NULL;
	}
	return item && item->base == MO_B_CLASS && item->type && mo_scope_restriction(item->type) == MO_MODEL;
}

/* The full name of the component that a reference names. */
const char *mo_state_name(mo_context *c, const mo_env *env, const mo_expr *e)
{
	const char *prefix = mo_whole_scope(env->scope)->prefix;
	sb_text text = {0};

	for (uint32_t i = 0; e && e->kind == MO_E_REF && i < e->parts.n; i++)
		if (e->parts.at[i].subscripted)
			e = NULL;
	if (!e || e->kind != MO_E_REF) {
		return NULL;
	}
	if (*prefix)
		sb_addf(&text, "%s.", prefix);
	for (uint32_t i = 0; i < e->parts.n; i++)
		sb_addf(&text, "%s%s", i ? "." : "", e->parts.at[i].name);
	const char *name = sb_intern_text(c->names, &text);
	if (is_model(c, env, e))
		sb_map_put(&mo_machines_of(c)->models, (uint64_t)(uintptr_t)name, 1);
	return name;
}

bool mo_wrong_state(mo_context *c, const mo_expr *call, const mo_expr *e)
{
	sb_help(sb_report(c->diag, SB_ERROR, "M0960", e ? e->span : call->span,
					  "'%s' needs the name of a block or model that is declared in this class", call->parts.at[0].name),
			"write transition(from, to, condition), initialState(state) or activeState(state)");
	return false;
}

sx_ref mo_machine_variable(mo_context *c, sx_type type, const char *component, sb_span span, sx_ref start)
{
	char name[32];
	snprintf(name, sizeof name, "$machine%u", ++mo_machines_of(c)->variables);
	uint32_t number = sm_add_variable(c->model, name, type, NULL, 0);
	sm_variable *v = sm_edit(c->model, number);

	v->variability = type == SX_REAL ? SM_CONTINUOUS : SM_DISCRETE;
	v->hidden = true;
	v->span = span;
	v->component = component;
	v->start = start;
	return sm_ref(c->model, number);
}

sx_ref mo_active_variable(mo_context *c, const char *state, sb_span span)
{
	struct mo_machines *all = mo_machines_of(c);
	uint64_t known;

	if (sb_map_get(&all->active, (uint64_t)(uintptr_t)state, &known))
		return sm_ref(c->model, (uint32_t)known - 1);
	sx_ref v = mo_machine_variable(c, SX_BOOLEAN, "", span, 0);
	sb_map_put(&all->active, (uint64_t)(uintptr_t)state, sx_at(c->pool, v)->payload + 1);
	return v;
}

mo_value *mo_lower_active_state(mo_context *c, const mo_env *env, const mo_expr *call)
{
	const mo_expr *e = mo_call_argument(call, 0, "state");
	const char *name = mo_state_name(c, env, e);

	if (!name || call->a.n + call->named.n != 1)
		return mo_wrong_state(c, call, e), NULL;
	sb_push(c->arena, mo_machines_of(c)->asked, ((mo_named_state){name, "", call->span}));
	return mo_value_scalar(c, mo_active_variable(c, name, call->span), MO_B_BOOLEAN, 0);
}

mo_value *mo_lower_in_state(mo_context *c, const mo_env *env, const mo_expr *call, bool time)
{
	sx_ref v = mo_machine_variable(c, time ? SX_REAL : SX_INTEGER, "", call->span, 0);
	mo_state_use u = {mo_whole_scope(env->scope)->prefix, env->from_state, env->immediate, time,
					  sx_at(c->pool, v)->payload,         call->span};

	sb_push(c->arena, mo_machines_of(c)->uses, u);
	return mo_value_scalar(c, v, time ? MO_B_REAL : MO_B_INTEGER, 0);
}

bool mo_is_state(mo_context *c, const char *component)
{
	const struct mo_machines *all = mo_machines_of(c);

	for (uint32_t i = 0; i < all->transitions.n; i++)
		if (all->transitions.at[i].from == component || all->transitions.at[i].to == component)
			return true;
	return false;
}
