/* Values with names of their own in an impulse system. What follows from values of states alone is finite, whatever
 * happens in the instant: the ratio r = f(phi) of a Geneva drive, the lever of a crank that a loop of equations gives.
 * As an unknown of the impulse system it would be an impulse of strength zero, and its product with an impulse would
 * have no value. So where it is a factor it is not unknown, but read as if its equation were written in its place; or,
 * if it comes from a loop, as its value before the instant. */
#include "structure/modes/modes.h"
#include "structure/expand/expand.h"

struct ss_values {
	bool *finite;                    /* by cell: it follows from values of states */
	bool *valued;                    /* by cell: and is read as a value */
	sx_ref *definition;              /* by cell; 0: it comes from a loop */
	sb_u32s **sources;               /* by cell, of what comes from loops: the cells that these read */
};

sx_ref ss_definition_of(const ss_impulses *m, uint32_t cell)
{
	return m->named->valued[cell] ? m->named->definition[cell] : 0;
}

const sb_u32s *ss_sources_of(const ss_impulses *m, uint32_t cell)
{
	return m->named->valued[cell] ? m->named->sources[cell] : NULL;
}

/* What an equation gives, all of it unknowns that move and no derivatives. */
static bool list_given(const ss_impulses *m, const ss_system *s, uint32_t e, sb_u32s *cells)
{
	ss_work *w = m->w;
	const ss_equation *q = s->equations[e];
	uint32_t count = q->form == SS_FORM_EQUAL ? 1 : q->targets.n;

	if (q->constraint || q->domain.n || q->guard || q->discrete)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t key = q->form == SS_FORM_EQUAL ? ss_given_by(s, e) : ss_key(w, q->targets.at[i]);
		if (key >= w->n || !m->moves[key] || ss_is_whole(w, key))
			return false;
		sb_push(w->scratch, *cells, key);
	}
	return true;
}

/* A component that reads nothing that may be infinite: what it gives, and the cells that it reads. */
typedef struct component { sb_u32s gives, reads; } component;

static bool reads_finite(const ss_impulses *m, const ss_system *s, uint32_t number, component *c)
{
	ss_work *w = m->w;
	sb_u32s keys = {0};

	for (uint32_t i = s->component_first[number]; i < s->component_first[number + 1]; i++) {
		if (!list_given(m, s, s->component[i], &c->gives))
			return false;
		ss_depends_equation(w, s->equations[s->component[i]], false, &keys);
	}
	w->mark_now++;
	for (uint32_t i = 0; i < c->gives.n; i++)
		w->mark[c->gives.at[i]] = w->mark_now;
	for (uint32_t i = 0; i < keys.n; i++) {
		uint32_t key = keys.at[i];
		if (key >= 2 * w->n || w->mark[key] == w->mark_now)
			continue;
		if (m->moves[key] && (key >= w->n || !m->named->finite[key]))
			return false;
		w->mark[key] = w->mark_now;
		sb_push(w->scratch, c->reads, key % w->n);
	}
	return true;
}

/* Of an algorithm: as the call of a function of what it reads. */
static sx_ref definition_by_call(ss_work *w, const ss_equation *q, uint32_t key)
{
	ss_equations single = {0};
	const char *why_not;

	if (!ss_single_equations(w, q, &single, &why_not))
		return 0;
	for (uint32_t i = 0; i < single.n; i++)
		if (single.at[i].lhs == ss_leaf(w, key))
			return single.at[i].rhs;
	return 0;
}

/* Of a single equation that is linear in what it gives: its solution. */
static sx_ref definition(ss_work *w, const ss_equation *q, uint32_t key)
{
	ss_parts parts;

	if (q->form != SS_FORM_EQUAL)
		return definition_by_call(w, q, key);

	w->mark_now++;
	w->mark[key] = w->mark_now;
	if (q->lhs == ss_leaf(w, key) && ss_unmarked(w, q->rhs))
		return q->rhs;
	if (!ss_linear_parts(w, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), &parts) || parts.keys.n != 1)
		return 0;
	sx_ref rest = parts.rest ? parts.rest : w->zero;
	return sx_unary(w->pool, SX_NEG, sx_binary(w->pool, SX_DIV, rest, parts.factors.at[0]));
}

static void note_component(ss_impulses *m, const ss_system *s, uint32_t number)
{
	ss_work *w = m->w;
	ss_values *v = m->named;
	uint32_t begin = s->component_first[number], end = s->component_first[number + 1];
	component *c = sb_new(w->scratch, component);
	const ss_equation *first = s->equations[s->component[begin]];

	if (!reads_finite(m, s, number, c))
		return;
	bool single = end - begin == 1 && ss_has_value_at_once(m, first);
	for (uint32_t i = 0; i < c->gives.n; i++)
		v->definition[c->gives.at[i]] = single ? definition(w, first, c->gives.at[i]) : 0;
	for (uint32_t i = begin; i < end; i++)       /* its value before may be another one */
		if (!v->definition[c->gives.at[0]] && !ss_is_smooth(m, s->equations[s->component[i]]))
			return;
	for (uint32_t i = 0; i < c->gives.n; i++) {
		v->finite[c->gives.at[i]] = true;
		v->sources[c->gives.at[i]] = &c->reads;
	}
}

/* It is a factor, and so what its definition reads is one. */
static void value(ss_impulses *m, uint32_t cell)
{
	sb_u32s todo = {0};

	sb_push(m->w->scratch, todo, cell);
	while (todo.n) {
		cell = todo.at[--todo.n];
		if (m->named->valued[cell] || !m->named->finite[cell])
			continue;
		m->named->valued[cell] = true;
		m->moves[cell] = false;
		for (uint32_t i = 0; i < m->named->sources[cell]->n; i++)
			sb_push(m->w->scratch, todo, m->named->sources[cell]->at[i]);
	}
}

static void value_factors(ss_impulses *m, sx_ref e)
{
	sb_u32s keys = {0};
	ss_parts parts;
	bool any = false;

	ss_depends(m->w, e, &keys);
	for (uint32_t i = 0; i < keys.n && !any; i++)
		any = keys.at[i] < m->w->n && m->named->finite[keys.at[i]];
	if (!any || ss_split_moving(m, e, false, &parts))
		return;
	for (uint32_t i = 0; i < keys.n; i++)
		if (keys.at[i] < m->w->n)
			value(m, keys.at[i]);
}

void ss_find_values(ss_impulses *m, ss_system *run)
{
	ss_work *w = m->w;
	ss_values *v = m->named = sb_new(w->scratch, ss_values);

	v->finite = sb_new_array(w->scratch, bool, w->n + 1);
	v->valued = sb_new_array(w->scratch, bool, w->n + 1);
	v->definition = sb_new_array(w->scratch, sx_ref, w->n + 1);
	v->sources = sb_new_array(w->scratch, sb_u32s *, w->n + 1);
	if (!run->component)
		ss_sort(w, run);
	for (uint32_t c = 0; c < run->component_count; c++)
		note_component(m, run, c);
	for (uint32_t e = 0; e < w->equations.n; e++) {
		const ss_equation *q = &w->equations.at[e];
		if (!q->gone && !q->constraint && q->form == SS_FORM_EQUAL && !q->domain.n)
			value_factors(m, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs));
	}
	for (uint32_t i = 0; i < w->plan->watches.n; i++)
		if (!w->plan->watches.at[i].time_only && w->plan->watches.at[i].kind == SS_RELATION)
			value_factors(m, w->plan->watches.at[i].function);
}
