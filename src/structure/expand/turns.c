/* Statements of an algorithm, written out: iterators of the family bound, expressions tidied, and for-statements with
 * known bounds replaced by their turns where conditions in them are events. Each turn then has conditions of its
 * own. */
#include "structure/expand/expand.h"

enum { TURNS_MOST = 2000 };

static bool see_condition(void *context, const sx_pool *pool, sx_ref e)
{
	bool *found = context;

	*found = *found || sx_makes_event(pool, e) ||
			 (ss_is_watched(sx_op_of(pool, e)) && sx_type_of(pool, sx_arg(pool, e, 0)) == SX_REAL);
	return !*found;
}

typedef struct looking { ss_work *w; bool found; } looking;

static void look(void *context, sx_ref e, bool target)
{
	looking *l = context;

	if (!target)
		sx_visit(l->w->pool, e, see_condition, &l->found);
}

static bool leaves_early(const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (list->at[i]->kind == SM_BREAK || list->at[i]->kind == SM_RETURN)
			return true;
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			if (leaves_early(&list->at[i]->branches.at[b].body))
				return true;
	}
	return false;
}

static bool has_actions(const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		sm_statement_kind kind = list->at[i]->kind;
		if (kind == SM_WHEN_DO || kind == SM_REINIT_DO || kind == SM_ASSERT_DO || kind == SM_TERMINATE_DO ||
			kind == SM_PROGRAM_DO)
			return true;
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			if (has_actions(&list->at[i]->branches.at[b].body))
				return true;
	}
	return false;
}

/* A for-statement with bounds that are known. Relations over its iterator are conditions of their own in each turn, and
 * so is what is done at events. */
static bool is_written_out(ss_work *w, const ss_point *point, const sm_statement *from, int64_t *first, int64_t *step,
						   int64_t *turns)
{
	looking l = { w, false };

	if (from->kind != SM_FOR || from->branches.n != 1)
		return false;
	sx_ref a = ss_tidy(w, point, from->from), b = ss_tidy(w, point, from->to),
		   by = from->step ? ss_tidy(w, point, from->step) : 0;
	if (!sx_is_const(w->pool, a) || !sx_is_const(w->pool, b) || (by && !sx_is_const(w->pool, by)) ||
		sx_type_of(w->pool, a) != SX_INTEGER || sx_type_of(w->pool, b) != SX_INTEGER ||
		(by && sx_type_of(w->pool, by) != SX_INTEGER))
		return false;
	*first = sx_int_value(w->pool, a);
	*step = by ? sx_int_value(w->pool, by) : 1;
	*turns = *step ? (sx_int_value(w->pool, b) - *first) / *step + 1 : 0;
	if (!*step || *turns > TURNS_MOST || leaves_early(&from->branches.at[0].body))
		return false;
	ss_statement_exprs(&from->branches.at[0].body, look, &l);
	return l.found || has_actions(&from->branches.at[0].body);
}

static void write_out(ss_work *w, const ss_point *point, const sm_statements *list, sm_statements *out);

static void write_out_loop(ss_work *w, const ss_point *point, const sm_statement *from, int64_t first, int64_t step,
						   int64_t turns, sm_statements *out)
{
	for (int64_t k = 0; k < turns; k++) {
		ss_point at = {0};
		for (uint32_t i = 0; point && i < point->iterators.n; i++) {
			sb_push(w->scratch, at.iterators, point->iterators.at[i]);
			sb_push(w->scratch, at.values, point->values.at[i]);
		}
		sb_push(w->scratch, at.iterators, from->iterator);
		sb_push(w->scratch, at.values, first + k * step);
		write_out(w, &at, &from->branches.at[0].body, out);
	}
}

static sm_exprs tidied(ss_work *w, const ss_point *point, const sm_exprs *list)
{
	sm_exprs out = {0};

	for (uint32_t k = 0; k < list->n; k++)
		sb_push(w->arena, out, ss_tidy(w, point, list->at[k]));
	return out;
}

static void write_out(ss_work *w, const ss_point *point, const sm_statements *list, sm_statements *out)
{
	int64_t first, step, turns;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *from = list->at[i];
		if (is_written_out(w, point, from, &first, &step, &turns)) {
			write_out_loop(w, point, from, first, step, turns, out);
			continue;
		}
		sm_statement *s = sm_statement_new(w->model, from->kind, from->span);
		*s = *from;
		s->target = ss_tidy(w, point, from->target);
		s->value = ss_tidy(w, point, from->value);
		s->condition = ss_tidy(w, point, from->condition);
		s->from = ss_tidy(w, point, from->from);
		s->to = ss_tidy(w, point, from->to);
		s->step = ss_tidy(w, point, from->step);
		s->targets = tidied(w, point, &from->targets);
		s->branches.at = NULL;
		s->branches.n = s->branches.cap = 0;
		for (uint32_t b = 0; b < from->branches.n; b++) {
			sm_statement_branch branch = from->branches.at[b];
			branch.condition = ss_tidy(w, point, branch.condition);
			branch.any = tidied(w, point, &branch.any);
			branch.body = (sm_statements){0};
			write_out(w, point, &from->branches.at[b].body, &branch.body);
			sb_push(w->arena, s->branches, branch);
		}
		sb_push(w->arena, *out, s);
	}
}

sm_statements ss_written_out_statements(ss_work *w, const ss_point *point, const sm_statements *list)
{
	sm_statements out = {0};

	write_out(w, point, list, &out);
	return out;
}
