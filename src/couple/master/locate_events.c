/* Steps that end at the first event of a component. Who tells of events stops there by itself; of the others a discrete
 * output that has changed shows it, and the step is halved until the time is known. All others go back, and step to the
 * same time. */
#include "couple/master/lead.h"

#include <math.h>

static bool plain_step(cp_lead *m, double to)
{
	return m->set.iterations > 1 || m->set.algorithm == CP_NEWTON ? cp_iterate(m, to) : cp_sweep(m, to, false);
}

/* The first time at which a peer has stopped. */
static double first_stop(const cp_lead *m, double to)
{
	double first = to;
	for (uint32_t i = 0; i < m->n; i++)
		if (!m->node[i].gated && (m->node[i].reached.event || m->node[i].reached.ended))
			first = fmin(first, m->node[i].reached.time);
	return first;
}

/* A discrete output has changed in the step, and nobody has said when. */
static cp_node *changed(const cp_lead *m)
{
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t k = 0; k < m->node[i].p->outputs.n && !m->node[i].gated && !m->node[i].reached.event; k++)
			if (m->node[i].p->outputs.at[k].discrete && m->node[i].ahead[k] != m->node[i].y[k])
				return &m->node[i];
	return NULL;
}

static bool halve(cp_lead *m, double *to)
{
	double low = m->t, high = *to, least = fmax(m->set.least_step, 1e-12 * fabs(*to));
	bool good = true, there = true;
	while (good && high - low > least) {
		double middle = low + (high - low) / 2;
		good = cp_go_back(m, 2) && plain_step(m, middle);
		there = good && changed(m);
		*(there ? &high : &low) = middle;
	}
	if (good && !(there && high == *to))
		good = cp_go_back(m, 2) && plain_step(m, high);
	*to = high;
	return good;
}

bool cp_locate(cp_lead *m, double *to)
{
	enum { MOST = 100 };
	bool good = cp_keep(m, 2) && plain_step(m, *to), moved = true;
	for (int round = 0; good && moved && round < MOST; round++) {
		double first = first_stop(m, *to);
		moved = first < *to;
		if (moved) {
			*to = first;
			good = cp_go_back(m, 2) && plain_step(m, first);
		} else if (changed(m)) {
			moved = round == 0;
			good = halve(m, to);
			for (uint32_t i = 0; good && i < m->n; i++)
				m->node[i].reached.event |= !m->node[i].gated && changed(m) == &m->node[i];
		}
	}
	for (uint32_t i = 0; good && i < m->n; i++)
		m->out->work.events += !m->node[i].gated && m->node[i].reached.event;
	return good;
}
