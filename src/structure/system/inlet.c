/* Ends of transports (spatialDistribution) where a signal enters: the end shows this signal, unless that makes a loop
 * from the signal to itself through the end. The sorted system tells: what goes in there is computed in the same
 * component as an equation that reads the end. Then the end is held: within a step it shows the signal of its begin.
 *
 * An end is known by the place of its call in the model, which is the same in all attempts and modes. */
#include "structure/system/system.h"

typedef struct search {
	ss_work *w;
	const ss_system *s;
	const uint32_t *component;       /* by equation */
	uint32_t here;
	bool any;
} search;

static bool is_held(const ss_work *w, uint32_t site, uint32_t end)
{
	const ss_written_out *list = w->written_out;
	for (uint32_t i = 0; i < list->held_inlets.n; i++)
		if (list->held_inlets.at[i] == 2 * site + end)
			return true;
	return list->all_held;
}

void ss_note_inlets(const ss_work *w, sx_ref site, ss_transport *t)
{
	t->site = sx_at(w->pool, site)->payload;
	for (uint32_t end = 0; end < 2; end++)
		t->held[end] = is_held(w, t->site, end);
}

sx_ref ss_transported(ss_work *w, uint32_t number, uint32_t end, const sx_ref *args)
{
	sx_ref of[3] = { args[2], args[3], args[end] };
	uint32_t count = w->plan->transports.at[number].held[end] ? 2 : 3;
	return sx_make(w->pool, SX_TRANSPORTED, SX_REAL, 8 * number + end, of, count);
}

static bool needs_component(const search *f, sx_ref signal)
{
	const ss_system *s = f->s;
	sb_u32s keys = {0};
	ss_depends(f->w, signal, &keys);
	for (uint32_t i = 0; i < keys.n; i++) {
		uint32_t u = s->unknown_of[keys.at[i]], row = u == UINT32_MAX ? u : s->row_of_unknown[u];
		if (row != UINT32_MAX && f->component[s->rows[row].equation] == f->here)
			return true;
	}
	return false;
}

static bool see_end(void *context, const sx_pool *pool, sx_ref e)
{
	search *f = context;
	const sx_node *node = sx_at(pool, e);

	if (node->op != SX_TRANSPORTED || node->count != 3 || !needs_component(f, sx_arg(pool, e, 2)))
		return true;
	uint32_t site = f->w->plan->transports.at[node->payload / 8].site, end = node->payload % 8 - SX_END_0;
	if (!is_held(f->w, site, end))
		sb_push(f->w->written_out->arena, f->w->written_out->held_inlets, 2 * site + end);
	f->any = true;
	return true;
}

static void look_at(void *context, sx_ref e, bool target)
{
	search *f = context;

	(void)target;
	if (e)
		sx_visit(f->w->pool, e, see_end, f);
}

bool ss_hold_inlets(ss_work *w, const ss_system *s)
{
	search f = {.w = w, .s = s};

	if (!w->plan->transports.n)
		return false;
	uint32_t *component = sb_new_array(w->scratch, uint32_t, s->equation_count + 1);
	for (uint32_t c = 0; c < s->component_count; c++)
		for (uint32_t i = s->component_first[c]; i < s->component_first[c + 1]; i++)
			component[s->component[i]] = c;
	f.component = component;
	for (uint32_t e = 0; e < s->equation_count; e++) {
		const ss_equation *q = s->equations[e];
		f.here = component[e];
		if (q->form == SS_FORM_ALGORITHM)
			ss_statement_exprs(&q->statements, look_at, &f);
		look_at(&f, q->lhs, false);
		look_at(&f, q->rhs, false);
	}
	w->again = w->again || f.any;
	return f.any;
}
