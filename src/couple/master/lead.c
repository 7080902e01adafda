/* A run of the master: its tables, and what its parts share. */
#include "couple/master/lead.h"

#include <math.h>
#include <string.h>

#include "base/stop.h"

bool cp_failed(cp_lead *m, const cp_node *node, const char *doing)
{
	if (m->quiet || sb_stopped() != SB_GO_ON)
		return false;
	sb_message *e = sb_report(m->s->diag, SB_ERROR, "P0030", node->c->span, "the %s of '%s' has failed in %s at time "
							  "%.9g: %s", node->p->kind, node->c->name, doing, node->p->time,
							  node->p->said.at ? node->p->said.at : "it does not say why");
	sb_note(e, "what was computed before is kept");
	return false;
}

double cp_source(const cp_lead *m, const cp_wire *w, bool ahead)
{
	if (w->from == UINT32_MAX)
		return w->offset;
	const cp_node *source = &m->node[w->from];
	const double *row = source->delayed ? (ahead ? source->y : source->delayed)
						: ahead && !source->gated ? source->ahead : source->y;
	return w->factor * row[w->output] + w->offset;
}

double cp_size(const cp_lead *m, uint32_t node, uint32_t output)
{
	return node == UINT32_MAX ? 0 : m->size[node][output];
}

static void copy_rows(cp_lead *m, struct cp_kept *k, bool back)
{
	cp_history *past = k->past;
	double *y = k->y, *u = k->u;
	for (uint32_t i = 0; i < m->n; i++) {
		cp_node *node = &m->node[i];
		size_t outputs = node->p->outputs.n, inputs = node->p->inputs.n;
		if (back) {
			memcpy(node->past, past, outputs * sizeof *past);
			memcpy(node->y, y, outputs * sizeof *y);
			memcpy(node->u, u, inputs * sizeof *u);
		} else {
			memcpy(past, node->past, outputs * sizeof *past);
			memcpy(y, node->y, outputs * sizeof *y);
			memcpy(u, node->u, inputs * sizeof *u);
		}
		past += outputs;
		y += outputs;
		u += inputs;
	}
}

bool cp_keep(cp_lead *m, uint32_t slot)
{
	struct cp_kept *k = &m->kept[slot];
	if (!k->past) {
		k->past = sb_new_array(m->arena, cp_history, m->outputs + 1);
		k->y = sb_new_array(m->arena, double, m->outputs + 1);
		k->u = sb_new_array(m->arena, double, m->inputs + 1);
		k->energy = sb_new_array(m->arena, double, m->s->bonds.n + 1);
	}
	k->t = m->t;
	memcpy(k->energy, m->out->energy, m->s->bonds.n * sizeof *k->energy);
	copy_rows(m, k, false);
	for (uint32_t i = 0; i < m->n; i++)
		if (!m->node[i].gated && !m->node[i].p->operations->save(m->node[i].p, slot))
			return cp_failed(m, &m->node[i], "saving its state");
	return true;
}

bool cp_go_back(cp_lead *m, uint32_t slot)
{
	m->t = m->kept[slot].t;
	memcpy(m->out->energy, m->kept[slot].energy, m->s->bonds.n * sizeof *m->out->energy);
	copy_rows(m, &m->kept[slot], true);
	for (uint32_t i = 0; i < m->n; i++)
		if (!m->node[i].gated && !m->node[i].p->operations->restore(m->node[i].p, slot))
			return cp_failed(m, &m->node[i], "going back");
	return true;
}
