/* Components that compute seldom: at ticks of a clock, or when their inputs have moved enough. In between their outputs
 * are extrapolated, by the order of the component. */
#include "couple/master/lead.h"

#include <math.h>
#include <string.h>

#include "base/times.h"

double cp_next_tick(const cp_lead *m)
{
	double next = INFINITY;
	for (uint32_t i = 0; i < m->n; i++) {
		const cp_gate *g = &m->node[i].c->gate;
		if (!g->clocked)
			continue;
		double first = m->set.start + g->offset, k = floor((m->t - first) / g->period * (1 + 1e-12) + 1e-9) + 1;
		next = fmin(next, first + fmax(k, 0) * g->period);
	}
	return next;
}

static bool is_tick(const cp_lead *m, const cp_gate *g)
{
	double k = (m->t - m->set.start - g->offset) / g->period;
	return k > -1e-9 && fabs(k - round(k)) < 1e-9 * fmax(1, fabs(k));
}

/* Inputs of now that differ from those of the last computation, by more than a part of them. */
static bool has_moved(const cp_lead *m, const cp_node *node)
{
	for (uint32_t i = 0; i < node->p->inputs.n; i++) {
		const cp_wire *w = node->wire[i];
		double now = w ? cp_source(m, w, false) : node->p->inputs.at[i].start, was = node->computed_with[i];
		if (fabs(now - was) > node->c->gate.variation * fmax(fabs(was), 1e-9))
			return true;
	}
	return false;
}

static bool is_open(const cp_lead *m, const cp_node *node)
{
	const cp_gate *g = &node->c->gate;
	if (isnan(node->computed))
		return !g->clocked || is_tick(m, g);
	if (g->clocked)
		return is_tick(m, g);
	return has_moved(m, node) || (g->interval > 0 && m->t - node->computed >= g->interval * (1 - 1e-9));
}

/* It comes to the present time, with inputs that have gone straight since it has computed last. */
static bool compute(cp_lead *m, cp_node *node)
{
	double h = m->t - node->p->time;
	for (uint32_t i = 0; i < node->p->inputs.n; i++) {
		const cp_wire *w = node->wire[i];
		double now = w ? cp_source(m, w, false) : node->p->inputs.at[i].start, was = node->computed_with[i];
		bool jumps = isnan(node->computed) || node->p->inputs.at[i].discrete || !(h > 0);
		node->curve[i] = (cp_curve){{jumps ? now : was, jumps ? 0 : (now - was) / h, 0}};
		node->u[i] = node->computed_with[i] = now;
	}
	if (h > 0 && !(node->p->steps++, node->p->operations->step(node->p, node->curve, m->t, &node->reached, node->y)))
		return cp_failed(m, node, "a step");
	node->p->looks++;
	if (!node->p->operations->look(node->p, node->u, node->y))
		return cp_failed(m, node, "a look at its outputs");
	node->computed = m->t;
	node->computations++;
	for (uint32_t k = 0; k < node->p->outputs.n; k++)
		cp_deposit(&node->past[k], m->t, node->y[k]);
	return true;
}

bool cp_compute(cp_lead *m)
{
	for (uint32_t i = 0; i < m->n; i++) {
		cp_node *node = &m->node[m->order[i]];
		if (!node->gated)
			continue;
		if (node->delayed)
			memcpy(node->delayed, node->y, node->p->outputs.n * sizeof *node->y);
		if (is_open(m, node)) {
			if (!compute(m, node))
				return false;
			continue;
		}
		uint32_t hold = node->c->hold != UINT32_MAX ? node->c->hold : 0;
		for (uint32_t k = 0; k < node->p->outputs.n; k++)
			if (node->past[k].n && !node->p->outputs.at[k].discrete)
				node->y[k] = cp_extrapolate(&node->past[k], hold, m->t).c[0];
	}
	return true;
}
