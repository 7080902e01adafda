/* What is set: the left sides of assignments and of equations in a when. */
#include "front/modelica/lower/lower_inside.h"

void mo_set_in_when(mo_context *c, sx_ref target)
{
	if (sx_op_of(c->pool, target) == SX_VAR) {
		sm_variable *v = sm_edit(c->model, sx_at(c->pool, target)->payload);

		if (v->variability == SM_CONTINUOUS)
			v->variability = SM_DISCRETE;
	}
}

/* A scalar constant is its number already; iterators are numbers too, in loops that are written out. */
static bool is_constant(mo_context *c, const mo_env *env, mo_value *v, const mo_expr *e)
{
	sx_ref number = v->type.rank || v->type.base == MO_B_CLASS ? 0 : mo_elem(c, v, NULL);
	sb_text name = {0};

	for (const mo_bound *b = env->bound; b; b = b->next)
		if (b->name == e->parts.at[0].name)
			return false;
	if (!number || !sx_is_const(c->pool, number))
		return false;
	mo_expr_text(e, &name);
	sb_help(sb_report(c->diag, SB_ERROR, "M0561", e->span, "'%s' is a constant and cannot be assigned to", name.at),
			"declare it without 'constant'");
	sb_text_free(&name);
	return true;
}

/* 3.6, 4.4.4: what a when sets is not declared in a component that is a model or block, which would have an equation
 * too many. */
static bool set_in_component(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_item *item = e->global ? NULL : mo_lookup(env->scope, e->parts.at[0].name);

	for (uint32_t i = 0; item && i + 1 < e->parts.n; i++) {
		mo_scope *inside =
			item->kind == MO_I_COMPONENT && mo_open(c, item, e->parts.at[i].span) ? mo_item_scope(item) : NULL;
		mo_restriction r = inside ? mo_scope_restriction(inside) : MO_CLASS;

		if ((r == MO_MODEL || r == MO_BLOCK) && !mo_first_report(c, e))
			return true;
		if (r == MO_MODEL || r == MO_BLOCK) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0450", e->span,
									  "a when cannot set a variable of the component '%s', which is a %s", item->name,
									  mo_restriction_text(r));
			sb_also(m, item->ast->name_span, "'%s' is declared here", item->name);
			sb_help(m,
					"set it inside its class, or set a variable of your own and pass it to the component: %s(%s = ...)",
					item->name, e->parts.at[i + 1].name);
			return true;
		}
		item = inside ? mo_member(inside, e->parts.at[i + 1].name) : NULL;
	}
	return false;
}

mo_value *mo_lower_target(mo_context *c, const mo_env *env, const mo_expr *e)
{
	if (e->kind == MO_E_REF && e->parts.n > 0) {
		mo_value *v = mo_lower_reference(c, env, e);

		if (v && env->in_when && e->parts.n > 1 && set_in_component(c, env, e))
			return NULL;
		return v && is_constant(c, env, v, e) ? NULL : v;
	}
	sb_help(sb_report(c->diag, SB_ERROR, "M0560", e->span, "this cannot be set"),
			"only a variable, or an element of one, can");
	return NULL;
}

mo_value *mo_local_value(const mo_env *env, const char *name)
{
	return env->locals ? sb_map_find(env->locals, name) : NULL;
}
