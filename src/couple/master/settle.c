/* Outputs that depend directly on inputs, at one time. Peers are looked at one after another until nobody's inputs have
 * changed. Inputs in loops, where peers depend on each other, are left out of this and found by Newton's method, with
 * differences. At the start all inputs count, since initial values may depend on them. */
#include "couple/master/lead.h"

#include <math.h>
#include <string.h>

#include "study/linear/dense.h"

static bool counts(const cp_node *node, uint32_t input, bool initial)
{
	if (initial)
		return true;
	for (uint32_t o = 0; o < node->p->outputs.n; o++)
		if (node->p->direct[o * node->p->inputs.n + input])
			return true;
	return false;
}

static double wanted(const cp_lead *m, const cp_node *node, uint32_t input)
{
	const cp_wire *w = node->wire[input];
	return w ? cp_source(m, w, false) : node->p->inputs.at[input].start;
}

/* Inputs that count take over what their sources have. True: one has changed. */
static bool take_inputs(const cp_lead *m, cp_node *node, bool initial)
{
	bool changed = false;
	for (uint32_t i = 0; i < node->p->inputs.n; i++) {
		double value = wanted(m, node, i);
		if (!counts(node, i, initial) || value == node->u[i] || (node->in_loop[i] && !initial))
			continue;
		node->u[i] = value;
		changed = true;
	}
	return changed;
}

/* A trial must leave no trace: who is in a loop, and can go back, does so before each look. */
static bool look(cp_lead *m, cp_node *node)
{
	const cp_operations *o = node->p->operations;
	if (node->looped && node->p->begun && node->p->restores) {
		if (node->kept ? !o->restore(node->p, 0) : !o->save(node->p, 0))
			return cp_failed(m, node, node->kept ? "going back" : "saving its state");
		node->kept = true;
	}
	node->p->looks++;
	return o->look(node->p, node->u, node->y) || cp_failed(m, node, "a look at its outputs");
}

/* -------------------------------------------------------------------------------------------------- loops */

typedef struct unknown { cp_node *node; uint32_t input; double size; } unknown;
typedef struct loop { cp_lead *m; unknown *at; uint32_t n; sb_arena *arena; bool initial; } loop;

static void find_unknowns(loop *l)
{
	cp_lead *m = l->m;
	l->at = sb_new_array(l->arena, unknown, m->inputs + 1);
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t k = 0; k < m->node[i].p->inputs.n; k++) {
			const cp_wire *w = m->node[i].wire[k];
			if (w && w->from != UINT32_MAX && !m->node[w->from].gated && !m->node[i].gated &&
				(l->initial || m->node[i].in_loop[k]) && m->node[i].p->inputs.at[k].type == CP_REAL)
				l->at[l->n++] = (unknown){&m->node[i], k, 0};
		}
}

/* residual: what the sources give with these inputs, less the inputs */
static bool residual(loop *l, double *r, const cp_node *only)
{
	for (uint32_t i = 0; i < l->m->n; i++) {
		cp_node *node = &l->m->node[i];
		bool touched = false;
		for (uint32_t k = 0; k < l->n; k++)
			touched |= l->at[k].node == node;
		if (touched && (!only || node == only) && !look(l->m, node))
			return false;
	}
	for (uint32_t k = 0; k < l->n; k++)
		r[k] = wanted(l->m, l->at[k].node, l->at[k].input) - l->at[k].node->u[l->at[k].input];
	return true;
}

static bool differences(loop *l, const double *r, st_dense *jacobian)
{
	double *moved = sb_new_array(l->arena, double, l->n + 1);
	for (uint32_t c = 0; c < l->n; c++) {
		double *u = &l->at[c].node->u[l->at[c].input], was = *u, h = 1e-6 * fmax(fabs(was), l->at[c].size);
		*u = was + h;
		h = *u - was;
		if (!residual(l, moved, l->at[c].node))
			return false;
		for (uint32_t k = 0; k < l->n; k++)
			*st_element(jacobian, k, c) = (moved[k] - r[k]) / h;
		*u = was;
		if (!look(l->m, l->at[c].node))
			return false;
	}
	return true;
}

static double norm(const loop *l, const double *r)
{
	double most = 0;
	for (uint32_t k = 0; k < l->n; k++)
		most = fmax(most, fabs(r[k]) / fmax(l->at[k].size, fabs(l->at[k].node->u[l->at[k].input])));
	return most;
}

static bool no_solution(const loop *l)
{
	sb_text names = {0};
	for (uint32_t k = 0; k < l->n && k < 8; k++)
		sb_addf(&names, "%s%s.%s", k ? ", " : "", l->at[k].node->c->name,
				l->at[k].node->p->inputs.at[l->at[k].input].name);
	sb_message *e = sb_report(l->m->s->diag, SB_ERROR, "P0040", l->at[0].node->c->span,
							  "the components depend on each other in a loop that has no solution at time %.9g, or "
							  "none that was found", l->m->t);
	sb_note(e, "the loop goes through the inputs %s", names.at ? names.at : "");
	sb_help(e, "a delay of one step (delay=\"true\" of a Peer) cuts it");
	sb_text_free(&names);
	return false;
}

static bool solve(cp_lead *m, bool initial)
{
	enum { MOST = 30 };
	loop l = {.m = m, .arena = sb_arena_new(), .initial = initial};
	find_unknowns(&l);
	double *r = sb_new_array(l.arena, double, l.n + 1);
	bool good = l.n > 0, done = false;
	for (uint32_t k = 0; k < l.n; k++)
		l.at[k].size = fmax(1e-3, cp_size(m, l.at[k].node->wire[l.at[k].input]->from,
										  l.at[k].node->wire[l.at[k].input]->output));
	for (int round = 0; good && !done && round < MOST; round++) {
		st_dense j = st_dense_new(l.arena, l.n, l.n), x, b;
		good = residual(&l, r, NULL);
		done = good && norm(&l, r) <= 1e-12;
		if (!good || done || !differences(&l, r, &j))
			break;
		b = st_dense_of_rows(l.arena, l.n, 1, r);
		done = !st_dense_is_finite(&j) || !st_dense_solve(l.arena, &j, &b, &x);
		double moved = 0;
		for (uint32_t k = 0; k < l.n && !done; k++) {
			double *u = &l.at[k].node->u[l.at[k].input];
			moved = fmax(moved, fabs(x.at[k]) / fmax(l.at[k].size, fabs(*u)));
			*u -= x.at[k];
		}
		good = !done && residual(&l, r, NULL);
		done = good && moved <= 1e-10 && norm(&l, r) <= 1e-9;
	}
	if (good && !done)
		good = l.n && residual(&l, r, NULL) && norm(&l, r) <= 1e-9;
	if (!good && !sb_errors(m->s->diag))
		no_solution(&l);
	sb_arena_free(l.arena);
	return good;
}

/* -------------------------------------------------------------------------------------------- one after another */

static bool is_edge(const cp_lead *m, const cp_wire *w, uint32_t from_input)
{
	const cp_node *from = &m->node[w->from];
	return !from->delayed && !from->gated && from->p->direct[w->output * from->p->inputs.n + from_input];
}

/* Is an input of this node, that is still in the graph, followed by it (behind), or does it follow one? */
static bool has_neighbour(const cp_lead *m, uint32_t node, uint32_t input, bool behind)
{
	if (!behind) {
		const cp_wire *w = m->node[node].wire[input];
		for (uint32_t k = 0; w && w->from != UINT32_MAX && k < m->node[w->from].p->inputs.n; k++)
			if (m->node[w->from].in_loop[k] && is_edge(m, w, k))
				return true;
		return false;
	}
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t k = 0; k < m->node[i].p->inputs.n; k++) {
			const cp_wire *w = m->node[i].wire[k];
			if (m->node[i].in_loop[k] && w && w->from == node && is_edge(m, w, input))
				return true;
		}
	return false;
}

/* Inputs that nobody follows, or that follow nobody, are in no loop; what is left when they are gone is. */
void cp_find_loops(cp_lead *m)
{
	bool gone = true;
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t k = 0; k < m->node[i].p->inputs.n; k++)
			m->node[i].in_loop[k] = m->node[i].wire[k] && m->node[i].wire[k]->from != UINT32_MAX && !m->node[i].gated;
	while (gone) {
		gone = false;
		for (uint32_t i = 0; i < m->n; i++)
			for (uint32_t k = 0; k < m->node[i].p->inputs.n; k++)
				if (m->node[i].in_loop[k] && !(has_neighbour(m, i, k, false) && has_neighbour(m, i, k, true))) {
					m->node[i].in_loop[k] = false;
					gone = true;
				}
	}
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t k = 0; k < m->node[i].p->inputs.n; k++) {
			m->node[i].looped |= m->node[i].in_loop[k];
			m->loops |= m->node[i].in_loop[k];
		}
}

/* Rounds over all nodes, as long as something changes. True: it has come to an end. */
static bool go_round(cp_lead *m, bool initial, uint32_t most, bool *good)
{
	bool changed = true;
	for (uint32_t round = 0; changed && round < most; round++) {
		changed = false;
		for (uint32_t i = 0; i < m->n; i++) {
			cp_node *node = &m->node[m->order[i]];
			bool first = initial && round == 0;
			if (node->gated && !first)
				continue;
			if (!take_inputs(m, node, initial) && !first)
				continue;
			*good = look(m, node);
			if (!*good)
				return false;
			changed = true;
		}
	}
	return !changed;
}

bool cp_settle(cp_lead *m, bool initial)
{
	bool good = true;
	for (uint32_t i = 0; i < m->n; i++)
		m->node[i].kept = false;
	if (initial)
		return go_round(m, true, m->n + 2, &good) || (good && solve(m, true));
	if (!go_round(m, false, m->inputs + 2, &good))
		return false;                /* a request has failed: where there are no loops, it ends */
	return !m->loops || (solve(m, false) && (go_round(m, false, m->inputs + 2, &good) || good));
}
