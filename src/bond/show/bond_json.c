/* A graph as JSON. */
#include "bond/show/bond_show.h"

#include "base/json.h"

static void add_nodes(const bg_graph *g, sb_json *j)
{
	sb_json_open(j, "nodes", '[');
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		const bg_node *n = &g->nodes.at[i];
		sb_json_open(j, NULL, '{');
		sb_json_string(j, "name", n->name);
		sb_json_string(j, "kind", bg_symbol_of(n));
		if (!bg_is_junction(n)) {
			sb_json_string(j, "domain", bg_domain_name(n->ports.at[0].domain));
			if (n->linear)
				sb_json_real(j, "value", n->value);
			if (n->law)
				sb_json_string(j, "law", n->law);
			sb_json_string(j, "causality", bg_causality_text(g, i));
		}
		if (n->control)
			sb_json_string(j, "control", n->control);
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
}

static void add_bonds(const bg_graph *g, sb_json *j)
{
	sb_json_open(j, "bonds", '[');
	for (uint32_t i = 0; i < g->bonds.n; i++) {
		const bg_bond *b = &g->bonds.at[i];
		sb_json_open(j, NULL, '{');
		sb_json_string(j, "from", g->nodes.at[b->from].name);
		sb_json_string(j, "to", g->nodes.at[b->to].name);
		sb_json_string(j, "domain", bg_domain_name(b->domain));
		sb_json_string(j, "effort", b->effort == BG_BY_FROM ? "from" : b->effort == BG_BY_TO ? "to" : "open");
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
}

static void add_faults(const bg_graph *g, sb_json *j)
{
	static const char *const kinds[] = {"conflict", "dependent", "loop"};
	sb_json_open(j, "faults", '[');
	for (uint32_t i = 0; i < g->faults.n; i++) {
		const bg_fault *f = &g->faults.at[i];
		sb_json_open(j, NULL, '{');
		sb_json_string(j, "kind", kinds[f->kind]);
		sb_json_string(j, "node", g->nodes.at[f->node].name);
		sb_json_open(j, "with", '[');
		for (uint32_t k = 0; k < f->others.n; k++)
			sb_json_string(j, NULL, g->nodes.at[f->others.at[k]].name);
		sb_json_close(j, ']');
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
}

void bg_list_json(bg_graph *g, bool equations, sb_json *j)
{
	add_nodes(g, j);
	add_bonds(g, j);
	sb_json_open(j, "states", '[');
	for (uint32_t i = 0; i < g->states.n; i++)
		sb_json_string(j, NULL, bg_name_of(g, g->states.at[i]));
	sb_json_close(j, ']');
	add_faults(g, j);
	if (!equations)
		return;
	sb_json_open(j, "assignments", '[');
	for (uint32_t i = 0; i < g->assignments.n; i++) {
		const bg_assignment *a = &g->assignments.at[i];
		sb_json_open(j, NULL, '{');
		sb_json_string(j, "target", bg_name_of(g, a->target));
		sb_json_string(j, a->value ? "value" : "zero", bg_text_of(g, a->value ? a->value : a->zero));
		sb_json_int(j, "loop", a->loop);
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
}
