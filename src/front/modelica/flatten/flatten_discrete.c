/* Variables that change at events only, looked at when all equations are known.
 *
 * A `discrete Real` is set in a when (3.6, 4.4.4); an equation that gives it what moves between events is a mistake. A
 * state is set by reinit in one when-equation (8.3.6): in several of them it is not said which of two that act at the
 * same time counts.
 */
#include "front/modelica/flatten/flatten_inside.h"
#include "model/print/print.h"

static const mo_item *discrete_real(mo_context *c, sx_ref e)
{
	uint32_t variable = sx_op_of(c->pool, e) == SX_VAR ? sx_at(c->pool, e)->payload : UINT32_MAX;
	const mo_item *item = mo_item_of_variable(c, variable);

	return item && item->base == MO_B_REAL && item->declared->variability == MO_DISCRETE && !item->input ? item : NULL;
}

static bool follows_time(mo_context *c, const sm_equation *q)
{
	const mo_item *item = q->kind == SM_EQUAL && !q->from_connect ? discrete_real(c, q->lhs) : NULL;

	if (!item || sx_op_of(c->pool, q->rhs) == SX_VAR || !mo_moves(c, q->rhs))
		return false;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0406", q->span,
							  "the discrete Real '%s' is set by an equation, not in a when", item->full_name);
	sb_also(m, item->ast->name_span, "it is declared here");
	sb_help(m, "set it in a when equation, or remove 'discrete'");
	return true;
}

static void find_reinits(mo_context *c, const sm_equations *body, const sm_equation *when, sb_map *by_state)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const sm_equation *q = body->at[i];
		const sm_equation *around = q->kind == SM_WHEN ? q : when;
		uint64_t key = q->kind == SM_REINIT ? q->lhs : 0;
		const sm_equation *before = key ? sb_map_find(by_state, (void *)(uintptr_t)key) : NULL;

		if (key && !before) {
			sb_map_set(by_state, (void *)(uintptr_t)key, (void *)around);
		} else if (before && before != around && mo_first_report(c, (void *)(uintptr_t)(key + 1))) {
			sb_message *m = sb_report(c->diag, SB_WARNING, "M0453", q->span,
									  "this state is set by reinit in another when-equation too");
			sb_also(m, before->span, "the other one");
			sb_note(m, "if both act at the same time, nothing says which value counts; other tools refuse this");
			sb_help(m, "join the two by elsewhen");
		}
		for (uint32_t b = 0; b < q->branches.n; b++)
			find_reinits(c, &q->branches.at[b].body, around, by_state);
	}
}

/* Does the expression hold the variable, other than by its value before? */
static bool holds_now(mo_context *c, sx_ref e, sx_ref variable)
{
	static const sx_op before[] = {SX_PRE, SX_PREVIOUS};

	for (int i = 0; i < 2; i++)
		e = sx_replace(c->pool, e, sx_make(c->pool, before[i], sx_type_of(c->pool, variable), 0, &variable, 1),
					   sx_real(c->pool, 1));
	return sx_contains(c->pool, e, variable);
}

/* y = 0.9*y + u in a when is an equation for y, and is solved: who writes it so means pre(y) on the right. (Of what is
 * no Real it is an error, which the structure tells.) */
static void find_own_values(mo_context *c, const sm_equations *body, bool when)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const sm_equation *q = body->at[i];

		if (when && q->kind == SM_EQUAL && sx_op_of(c->pool, q->lhs) == SX_VAR &&
			sx_type_of(c->pool, q->lhs) == SX_REAL && holds_now(c, q->rhs, q->lhs)) {
			sb_text name = {0};
			sm_print_expr(c->model, q->lhs, &name);
			sb_message *m = sb_report(c->diag, SB_WARNING, "M0692", q->span,
									  "'%s' on the right side is the new value as well: the equation is solved for it",
									  name.at);
			sb_help(m, "for the value before the event write pre(%s), or previous(%s) where a clock ticks", name.at,
					name.at);
			sb_text_free(&name);
		}
		for (uint32_t b = 0; b < q->branches.n; b++)
			find_own_values(c, &q->branches.at[b].body, when || q->kind == SM_WHEN);
	}
}

bool mo_check_discrete(mo_context *c)
{
	sb_map by_state = sb_map_new(c->arena);
	bool good = true;

	for (uint32_t i = 0; i < c->model->equations.n; i++)
		good &= !follows_time(c, c->model->equations.at[i]);
	find_reinits(c, &c->model->equations, NULL, &by_state);
	find_own_values(c, &c->model->equations, false);
	return good;
}
