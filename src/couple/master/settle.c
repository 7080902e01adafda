/* Outputs that depend directly on inputs, at one time. Peers are looked at one after another until nobody's inputs have
 * changed. Where that does not come to an end, peers depend on each other in a loop, and the inputs in it are found by
 * Newton's method, with differences. */
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
		if (!counts(node, i, initial) || value == node->u[i])
			continue;
		node->u[i] = value;
		changed = true;
	}
	return changed;
}

static bool look(cp_lead *m, cp_node *node)
{
	node->p->looks++;
	return node->p->operations->look(node->p, node->u, node->y) || cp_failed(m, node, "a look at its outputs");
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
				counts(&m->node[i], k, l->initial) && m->node[i].p->inputs.at[k].type == CP_REAL)
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
							  "the components depend on each other in a loop that has no solution at time %.9g, or none "
							  "that was found", l->m->t);
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

bool cp_settle(cp_lead *m, bool initial)
{
	uint32_t most = m->n + 2;
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
			if (!look(m, node))
				return false;
			changed = true;
		}
	}
	return !changed || solve(m, initial);
}
