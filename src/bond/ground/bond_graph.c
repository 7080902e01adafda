/* Nodes and bonds. */
#include "bond/ground/bond_ground.h"

#include <string.h>

uint32_t bg_add_node(bg_graph *g, bg_kind kind, const char *name, const char *component)
{
	bg_node node = {.kind = kind, .name = name, .component = component};
	for (uint32_t i = 1; component && i < g->model->components.n; i++)
		if (strcmp(g->model->components.at[i].name, component) == 0)
			node.span = g->model->components.at[i].span;
	sb_push(g->arena, g->nodes, node);
	return g->nodes.n - 1;
}

uint32_t bg_add_junction(bg_graph *g, bg_kind kind, const char *name)
{
	return bg_add_node(g, kind, name, NULL);
}

uint32_t bg_add_port(bg_graph *g, uint32_t node, bg_port port)
{
	port.bond = UINT32_MAX;
	sb_push(g->arena, g->nodes.at[node].ports, port);
	return g->nodes.at[node].ports.n - 1;
}

static uint32_t end_of(bg_graph *g, uint32_t node, uint32_t port, bg_domain d)
{
	return port == UINT32_MAX ? bg_add_port(g, node, (bg_port){.domain = d}) : port;
}

uint32_t bg_join(bg_graph *g, uint32_t from, uint32_t from_port, uint32_t to, uint32_t to_port, bg_domain d)
{
	bg_bond b = {.from = from, .to = to, .domain = d};
	b.from_port = end_of(g, from, from_port, d);
	b.to_port = end_of(g, to, to_port, d);
	sb_push(g->arena, g->bonds, b);
	g->nodes.at[from].ports.at[b.from_port].bond = g->bonds.n - 1;
	g->nodes.at[to].ports.at[b.to_port].bond = g->bonds.n - 1;
	return g->bonds.n - 1;
}

bool bg_is_junction(const bg_node *n)
{
	return n->kind == BG_ZERO || n->kind == BG_ONE;
}

bool bg_is_storage(const bg_node *n)
{
	return n->kind == BG_C || n->kind == BG_I;
}

bool bg_is_source(const bg_node *n)
{
	return n->kind == BG_SE || n->kind == BG_SF;
}

bool bg_at_from(const bg_bond *b, uint32_t node, uint32_t port)
{
	return b->from == node && b->from_port == port;
}

const char *bg_symbol_of(const bg_node *n)
{
	static const char *const plain[] = {"0", "1", "Se", "Sf", "R", "C", "I", "TF", "GY", "Sw", "OA", "field"};
	static const char *const modulated[] = {"0", "1", "MSe", "MSf", "MR", "MC", "MI", "MTF", "MGY", "Sw", "OA",
		"field"};
	return (n->modulated ? modulated : plain)[n->kind];
}

uint32_t bg_other(const bg_graph *g, uint32_t node, uint32_t port)
{
	const bg_bond *b = &g->bonds.at[g->nodes.at[node].ports.at[port].bond];
	return bg_at_from(b, node, port) ? b->to : b->from;
}

bool bg_points_in(const bg_graph *g, uint32_t node, uint32_t port)
{
	return !bg_at_from(&g->bonds.at[g->nodes.at[node].ports.at[port].bond], node, port);
}

bool bg_effort_in(const bg_graph *g, uint32_t node, uint32_t port)
{
	const bg_bond *b = &g->bonds.at[g->nodes.at[node].ports.at[port].bond];
	return b->effort == (bg_at_from(b, node, port) ? BG_BY_TO : BG_BY_FROM);
}
