/* Models that ask for further simulations of themselves:
 *
 *     discrete Real angle(start = 1, fixed = true) annotation(__Saltus(keep = true));
 *     ...
 *     when terminal() then
 *       angle = better(pre(angle), miss);
 *     end when;
 *     annotation(__Saltus(again = abs(miss) > 1e-5));
 *
 * `again` is looked at when a simulation has ended. If it is true, the next one begins, in which what is kept starts
 * with the value that it had at the end of this one. So the start value of what is kept becomes a parameter, which
 * whoever makes the simulations sets (study/experiment/experiments.c). Other tools know nothing of these annotations,
 * and simulate once. Classes of components may say `again`, too, as the block Saltus.Diagrams.Activations.End does: one
 * that asks is enough. */
#include "front/modelica/flatten/flatten_inside.h"

static const mo_modification *keep_of(mo_context *c, uint32_t variable)
{
	const mo_item *item = mo_item_of_variable(c, variable);

	return item ? mo_own_setting(&item->ast->annotation, "keep") : NULL;
}

static bool says_true(mo_context *c, mo_scope *root, const mo_modification *m)
{
	mo_env env = {.scope = root, .parameter_only = true};
	sx_ref e = m->value ? mo_lower_scalar(c, &env, m->value, MO_B_BOOLEAN) : 0;
	sx_value value;
	return e && mo_evaluate(c, e, m->span, "keep", &value) && value.integer != 0;
}

static bool may_be_kept(mo_context *c, const sm_variable *v, const mo_modification *m)
{
	const char *why = v->variability == SM_PARAMETER || v->variability == SM_CONSTANT ?
		"a parameter keeps its value in any case"
					  : v->type == SX_STRING || v->type == SX_CLOCK ? "only numbers and Booleans can be kept"
					  : !v->fixed ? "its start value is not fixed" : NULL;
	if (!why)
		return true;
	sb_message *said =
		sb_report(c->diag, SB_ERROR, "M0693", m->span, "'%s' cannot be kept from run to run: %s", v->name, why);
	sb_help(said, "keep a variable that is declared with (start = ..., fixed = true)");
	return false;
}

/* The start value becomes a parameter of the same shape. */
static void keep(mo_context *c, uint32_t variable)
{
	sm_model *m = c->model;
	sm_variable v = *sm_var(m, variable);
	uint32_t number = sm_add_variable(m, sb_printf(c->arena, "$start.%s", v.name), v.type, v.shape, v.rank);
	sm_variable *start = sm_edit(m, number);
	sx_ref *at = sb_new_array(c->arena, sx_ref, v.rank + 1), binding = v.start;

	start->variability = SM_PARAMETER;
	start->hidden = true;
	start->span = v.span;
	start->component = v.component;
	start->enumeration = v.enumeration;
	for (uint32_t d = 0; d < v.rank; d++) {
		at[d] = sx_iter(c->pool, v.over[d]);
		binding = sx_replace(c->pool, binding, at[d], sx_iter(c->pool, start->over[d]));
	}
	start->binding = binding;
	sm_edit(m, variable)->start = sx_var(c->pool, number, v.type, at, v.rank);
	sb_push(m->arena, m->outlives, ((sm_outlives){variable, number}));
}

/* Any of those that were asked so far, or this one. */
static void ask_again(mo_context *c, mo_scope *scope, const mo_modification *m, sx_ref *any)
{
	mo_env env = {.scope = scope};
	sx_ref e = m->value ? mo_lower_scalar(c, &env, m->value, MO_B_BOOLEAN) : 0;
	*any = e && *any ? sx_binary(c->pool, SX_OR, *any, e) : e ? e : *any;
}

static void ask_class(mo_context *c, mo_scope *scope, void *any)
{
	const mo_class *def = scope->class_def;
	const mo_modification *m = def ? mo_own_setting(&def->annotation, "again") : NULL;
	if (m && scope->axis_count)
		mo_give_up_scope(c, scope);
	else if (m)
		ask_again(c, scope, m, any);
}

void mo_flatten_again(mo_context *c, mo_scope *root, const mo_modification *again)
{
	uint32_t n = c->model->variables.n;
	sx_ref any = 0;
	for (uint32_t i = 0; i < n; i++) {
		const mo_modification *m = keep_of(c, i);
		if (m && says_true(c, root, m) && may_be_kept(c, sm_var(c->model, i), m))
			keep(c, i);
	}
	if (again)
		ask_again(c, root, again, &any);
	mo_visit_components(c, root, ask_class, &any);
	if (!any)
		return;
	uint32_t number = sm_add_variable(c->model, "$again", SX_REAL, NULL, 0);
	sm_variable *v = sm_edit(c->model, number);
	v->hidden = true;
	v->span = again ? again->span : root->class_def->name_span;
	sx_ref value = sx_if(c->pool, sx_unary(c->pool, SX_NOEVENT, any), sx_real(c->pool, 1), sx_real(c->pool, 0));
	sm_add_equation(c->model, sm_ref(c->model, number), value, v->span, "");
	c->model->again = number + 1;
}
