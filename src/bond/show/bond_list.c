/* A graph as text: its elements and bonds, and the state equations in the order in which they are computed. */
#include "bond/show/bond_show.h"

#include <string.h>

enum { WIDEST = 60 };

static const char *cut(const bg_graph *g, const char *text)
{
	return strlen(text) <= WIDEST ? text : sb_printf(g->arena, "%.*s...", WIDEST - 3, text);
}

const char *bg_causality_text(const bg_graph *g, uint32_t node)
{
	const bg_node *n = &g->nodes.at[node];
	if (bg_is_junction(n) || !n->ports.n || n->ports.at[0].bond == UINT32_MAX)
		return "";
	if (g->bonds.at[n->ports.at[0].bond].effort == BG_NOBODY)
		return "open";
	bool in = bg_effort_in(g, node, 0);
	switch (n->kind) {
	case BG_SE: case BG_SF: return "fixed";
	case BG_C: case BG_I: return n->dependent ? "derivative" : "integral";
	case BG_TF: return in ? "effort in at the first port" : "effort in at the second port";
	case BG_GY: return in ? "efforts in" : "flows in";
	case BG_AMPLIFIER: return "fixed";
	default: return n->ports.n > 1 ? "" : in ? "effort in" : "flow in";
	}
}

static size_t widest_name(const bg_graph *g)
{
	size_t most = 4;
	for (uint32_t i = 0; i < g->nodes.n; i++)
		most = strlen(g->nodes.at[i].name) > most ? strlen(g->nodes.at[i].name) : most;
	return most > 40 ? 40 : most;
}

static void list_elements(const bg_graph *g, sb_text *out)
{
	int width = (int)widest_name(g);
	sb_add(out, "\nelements\n");
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		const bg_node *n = &g->nodes.at[i];
		if (bg_is_junction(n))
			continue;
		const char *how = bg_causality_text(g, i);
		sb_addf(out, "  %-5s %-*s  %-13s %s%s%s\n", bg_symbol_of(n), width, n->name,
				bg_domain_name(n->ports.at[0].domain), n->law ? cut(g, n->law) : "", *how ? "   " : "", how);
	}
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (g->nodes.at[i].control)
			sb_addf(out, "  %-5s %-*s  controlled by %s\n", bg_symbol_of(&g->nodes.at[i]), width, g->nodes.at[i].name,
					g->nodes.at[i].control);
}

static const char *end_text(const bg_graph *g, uint32_t node)
{
	const bg_node *n = &g->nodes.at[node];
	return sb_printf(g->arena, "%s:%s", bg_symbol_of(n), n->name);
}

static const char *arrow(const bg_bond *b)
{
	return b->effort == BG_BY_FROM ? "--->|" : b->effort == BG_BY_TO ? "|--->" : "---->";
}

static void list_bonds(const bg_graph *g, sb_text *out)
{
	size_t width = widest_name(g) + 4;
	sb_add(out, "\nbonds (power goes with the arrow; | is the end that is given the effort)\n");
	for (uint32_t i = 0; i < g->bonds.n; i++) {
		const bg_bond *b = &g->bonds.at[i];
		sb_addf(out, "  %3u  %*s %s %s\n", i + 1, (int)width, end_text(g, b->from), arrow(b), end_text(g, b->to));
	}
}

static void list_causality(const bg_graph *g, sb_text *out)
{
	uint32_t loops = 0, conflicts = 0, dependent = 0;
	for (uint32_t i = 0; i < g->faults.n; i++) {
		loops += g->faults.at[i].kind == BG_LOOP;
		conflicts += g->faults.at[i].kind == BG_CONFLICT;
		dependent += g->faults.at[i].kind == BG_DEPENDENT;
	}
	sb_add(out, "\ncausality\n");
	if (g->causal) {
		sb_addf(out, "  states      %s", g->states.n ? "" : "none");
		for (uint32_t i = 0; i < g->states.n; i++)
			sb_addf(out, "%s%s", i ? ", " : "", bg_name_of(g, g->states.at[i]));
		sb_add(out, "\n");
	}
	if (dependent) {
		sb_add(out, "  dependent   ");
		for (uint32_t i = 0, k = 0; i < g->faults.n; i++)
			if (g->faults.at[i].kind == BG_DEPENDENT)
				sb_addf(out, "%s%s", k++ ? ", " : "", g->nodes.at[g->faults.at[i].node].name);
		sb_add(out, "\n");
	}
	sb_addf(out, "  loops       %u\n  conflicts   %u\n", loops, conflicts);
}

void bg_list(const bg_graph *g, sb_text *out)
{
	uint32_t junctions = 0;
	for (uint32_t i = 0; i < g->nodes.n; i++)
		junctions += bg_is_junction(&g->nodes.at[i]);
	sb_addf(out, "bond graph of %s: %u elements, %u junctions, %u bonds\n", g->model->name, g->nodes.n - junctions,
			junctions, g->bonds.n);
	for (uint32_t i = 0; i < g->pseudo.n; i++)
		sb_addf(out, "%s bonds are pseudo-bonds: effort times flow is not a power\n", g->pseudo.at[i]);
	list_elements(g, out);
	list_bonds(g, out);
	list_causality(g, out);
}
