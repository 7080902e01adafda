/* What is set by a routine and given by an equation. */
#include "structure/explain/explain.h"
#include "structure/system/system.h"

static bool sets(ss_work *w, sx_ref target, uint32_t cell)
{
	if (!target || sx_op_of(w->pool, target) != SX_VAR)
		return false;
	w->met.n = 0;
	ss_cells_met(w, target, &w->met);
	for (uint32_t i = 0; i < w->met.n; i++)
		if (w->met.at[i] == cell)
			return true;
	return false;
}

static const sm_statement *find_setter(ss_work *w, const sm_statements *list, uint32_t cell)
{
	const sm_statement *found = NULL;

	for (uint32_t i = 0; i < list->n && !found; i++) {
		const sm_statement *s = list->at[i];
		if (s->kind != SM_REINIT_DO && s->kind != SM_PROGRAM_DO && sets(w, s->target, cell))
			found = s;
		for (uint32_t k = 0; sm_sets_targets(s->kind) && k < s->targets.n && !found; k++)
			found = sets(w, s->targets.at[k], cell) ? s : NULL;
		for (uint32_t b = 0; b < s->branches.n && !found; b++)
			found = find_setter(w, &s->branches.at[b].body, cell);
	}
	return found;
}

static void report_both(ss_work *w, uint32_t cell, const ss_equation *q)
{
	sb_span where = {0};
	const char *text = ss_equation_text(w, q, &where), *by = NULL;
	const sm_statement *setter = NULL;

	for (uint32_t i = 0; i < w->plan->routine_code.n && !setter; i++) {
		setter = find_setter(w, &w->plan->routine_code.at[i].body, cell);
		by = w->model->routines.at[w->plan->routine_code.at[i].routine].name;
	}
	sb_message *m = setter ? sb_report(w->diag, SB_ERROR, "S0701", where,
									   "the equation '%s' determines %s, but '%s' sets it too", text,
									   ss_names(w, &cell, 1, 1), by)
						   : sb_report(w->diag, SB_ERROR, "S0701", where,
									   "the equation '%s' determines %s, which keeps its value from run to run", text,
									   ss_names(w, &cell, 1, 1));
	sb_also(m, setter ? setter->span : ss_variable(w, cell)->span, setter ? "it is set here" : "it is declared here");
	sb_note(m, "an equation holds all the time, so an assignment would have no lasting effect");
	sb_help(m, "remove one of the two, or let the equation determine another variable");
}

bool ss_check_set(ss_work *w, const ss_system *s)
{
	bool good = true;

	for (uint32_t u = 0; w->plan->routine_code.n && u < s->unknown_count && good; u++) {
		uint32_t row = s->row_of_unknown[u], cell = s->unknowns[u] % w->n;
		if (row == UINT32_MAX || !(w->traits[cell] & SS_IS_SET))
			continue;
		report_both(w, cell, s->equations[s->rows[row].equation]);
		good = false;
	}
	return good;
}
