/* All peers take a step: curves for their inputs, then the step itself. */
#include "couple/master/lead.h"

#include <math.h>
#include <string.h>

#include "study/many/many.h"

static uint32_t hold_of(const cp_lead *m, const cp_node *source)
{
	return source->c->hold != UINT32_MAX ? source->c->hold : m->set.hold;
}

/* The curve of one input. What changes at instants only is held. */
static cp_curve curve_of(const cp_lead *m, const cp_node *node, uint32_t input, double to, bool *guessed)
{
	const cp_wire *w = node->wire[input];
	*guessed = false;
	if (!w)
		return (cp_curve){{node->p->inputs.at[input].start, 0, 0}};
	if (w->from == UINT32_MAX)
		return (cp_curve){{w->offset, 0, 0}};
	const cp_node *source = &m->node[w->from];
	const cp_history *past = &source->past[w->output];
	cp_curve c;
	if (source->p->outputs.at[w->output].discrete || node->p->inputs.at[input].discrete)
		c = (cp_curve){{cp_last(past), 0, 0}};
	else if (source->is_ahead && !source->delayed) {
		c = cp_interpolate(past, m->set.interpolation, m->t, to - m->t, source->ahead[w->output]);
	} else {
		c = cp_extrapolate(past, hold_of(m, source), m->t);
		*guessed = true;
	}
	return (cp_curve){{w->factor * c.c[0] + w->offset, w->factor * c.c[1], w->factor * c.c[2]}};
}

void cp_make_curves(cp_lead *m, cp_node *node, double to)
{
	for (uint32_t i = 0; i < node->p->inputs.n; i++)
		node->curve[i] = curve_of(m, node, i, to, &node->guessed[i]);
}

bool cp_take_step(cp_node *node, double to)
{
	node->p->steps++;
	node->good = node->p->operations->step(node->p, node->curve, to, &node->reached, node->ahead);
	return node->good;
}

typedef struct together { cp_lead *m; double to; } together;

static bool step_one(void *context, uint32_t worker, uint64_t number)
{
	together *x = context;
	(void)worker;
	cp_node *node = &x->m->node[number];
	return node->gated || cp_take_step(node, x->to) || true;
}

/* At the same time: nobody reads what another one writes, and all are back before the next step. */
static bool step_together(cp_lead *m, double to)
{
	together x = {m, to};
	st_team_work(&(st_team){.count = m->n, .threads = m->n, .work = step_one, .context = &x});
	for (uint32_t i = 0; i < m->n; i++)
		if (!m->node[i].gated && !m->node[i].good)
			return cp_failed(m, &m->node[i], "a step");
	return true;
}

bool cp_sweep(cp_lead *m, double to, bool iterated)
{
	bool jacobi = m->set.algorithm != CP_GAUSS_SEIDEL;
	for (uint32_t i = 0; i < m->n; i++)
		m->node[i].is_ahead = iterated && !m->node[i].gated;
	for (uint32_t i = 0; i < m->n && jacobi; i++)
		if (!m->node[i].gated)
			cp_make_curves(m, &m->node[i], to);
	if (jacobi && m->set.parallel == 1)
		return step_together(m, to);
	for (uint32_t i = 0; i < m->n; i++) {
		cp_node *node = &m->node[m->order[i]];
		if (node->gated)
			continue;
		if (!jacobi)
			cp_make_curves(m, node, to);
		if (!cp_take_step(node, to))
			return cp_failed(m, node, "a step");
		node->is_ahead = !jacobi || iterated;
	}
	return true;
}

/* How far an extrapolated input was from what came of it. */
static void note_defects(cp_lead *m, double h)
{
	for (uint32_t i = 0; i < m->n; i++) {
		cp_node *node = &m->node[i];
		for (uint32_t k = 0; k < node->p->inputs.n && !node->gated; k++)
			if (node->guessed[k])
				node->defect[k] = fmax(node->defect[k], fabs(cp_curve_at(&node->curve[k], h) -
															 cp_source(m, node->wire[k], true)));
	}
}

void cp_tell_defects(cp_lead *m)
{
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t k = 0; k < m->node[i].p->inputs.n; k++) {
			const cp_wire *w = m->node[i].wire[k];
			double size = w && w->from != UINT32_MAX ? fabs(w->factor) * cp_size(m, w->from, w->output) : 0;
			if (!(size > 0) || m->node[i].defect[k] / size <= m->out->defect)
				continue;
			m->out->defect = m->node[i].defect[k] / size;
			m->out->defect_of = sb_printf(m->s->arena, "%s.%s", m->node[i].c->name, m->node[i].p->inputs.at[k].name);
		}
}

void cp_accept(cp_lead *m, double to)
{
	double h = to - m->t;
	note_defects(m, h);
	m->t = to;
	m->out->work.steps++;
	for (uint32_t i = 0; i < m->n; i++) {
		cp_node *node = &m->node[i];
		if (node->gated)
			continue;
		for (uint32_t k = 0; k < node->p->outputs.n && node->reached.event; k++)
			node->past[k].n = 0;         /* what was before a jump says nothing of what comes */
		if (node->delayed)
			memcpy(node->delayed, node->y, node->p->outputs.n * sizeof *node->y);
		memcpy(node->y, node->ahead, node->p->outputs.n * sizeof *node->y);
		for (uint32_t k = 0; k < node->p->inputs.n; k++)
			node->u[k] = node->p->inputs.at[k].discrete ? node->curve[k].c[0] : cp_curve_at(&node->curve[k], h);
		node->is_ahead = false;
	}
}
