/* The two rules, until neither applies:
 *
 *     I    a junction with two bonds, through which power goes straight, says nothing: ──⇀ 0 ──⇀ becomes ──⇀
 *     II   two junctions of one kind with a bond between them are one
 *
 * A bond from a junction to itself takes nothing and gives nothing. A controlled junction stays, and two of them do not
 * become one. */
#include "bond/cause/bond_cause.h"

static void detach(bg_graph *g, uint32_t node, uint32_t port)
{
	bg_node *n = &g->nodes.at[node];
	for (uint32_t i = port + 1; i < n->ports.n; i++) {
		bg_bond *b = &g->bonds.at[n->ports.at[i].bond];
		if (bg_at_from(b, node, i))
			b->from_port--;
		else
			b->to_port--;
		n->ports.at[i - 1] = n->ports.at[i];
	}
	n->ports.n--;
}

static void remove_bond(bg_graph *g, uint32_t bond)
{
	bg_bond *b = &g->bonds.at[bond];
	b->removed = true;
	detach(g, b->from, b->from_port);
	detach(g, b->to, b->to_port);
}

static bool pass_through(bg_graph *g, uint32_t node)
{
	bg_node *n = &g->nodes.at[node];
	if (n->ports.n != 2 || n->control || bg_points_in(g, node, 0) == bg_points_in(g, node, 1) ||
		n->ports.at[0].bond == n->ports.at[1].bond)
		return false;
	uint32_t in = n->ports.at[bg_points_in(g, node, 0) ? 0 : 1].bond;
	uint32_t out = n->ports.at[bg_points_in(g, node, 0) ? 1 : 0].bond;
	bg_bond *kept = &g->bonds.at[in], *gone = &g->bonds.at[out];
	kept->to = gone->to;
	kept->to_port = gone->to_port;
	g->nodes.at[kept->to].ports.at[kept->to_port].bond = in;
	gone->removed = true;
	n->ports.n = 0;
	n->removed = true;
	return true;
}

static void move_ports(bg_graph *g, uint32_t from, uint32_t to)
{
	bg_node *gone = &g->nodes.at[from];
	for (uint32_t i = 0; i < gone->ports.n; i++) {
		bg_bond *b = &g->bonds.at[gone->ports.at[i].bond];
		bool at_from = bg_at_from(b, from, i);
		uint32_t port = bg_add_port(g, to, gone->ports.at[i]);
		*(at_from ? &b->from : &b->to) = to;
		*(at_from ? &b->from_port : &b->to_port) = port;
		g->nodes.at[to].ports.at[port].bond = gone->ports.at[i].bond;
	}
	gone->ports.n = 0;
	gone->removed = true;
}

static bool merge(bg_graph *g, uint32_t bond)
{
	bg_bond *b = &g->bonds.at[bond];
	bg_node *from = &g->nodes.at[b->from], *to = &g->nodes.at[b->to];
	if (!bg_is_junction(from) || from->kind != to->kind || (from->control && to->control && from != to))
		return false;
	uint32_t stays = b->from, goes = b->to;
	if (stays != goes && (to->control || (to->name && !from->name))) {
		stays = b->to;
		goes = b->from;
	}
	remove_bond(g, bond);
	if (stays != goes)
		move_ports(g, goes, stays);
	return true;
}

static bool simplify_once(bg_graph *g)
{
	bool moved = false;
	for (uint32_t i = 0; i < g->bonds.n; i++)
		if (!g->bonds.at[i].removed)
			moved = merge(g, i) || moved;
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (!g->nodes.at[i].removed && bg_is_junction(&g->nodes.at[i]))
			moved = pass_through(g, i) || moved;
	return moved;
}

/* What is left gets new numbers. */
static void renumber(bg_graph *g)
{
	uint32_t *number = sb_new_array(g->arena, uint32_t, g->nodes.n + 1), nodes = 0, bonds = 0;
	uint32_t *bond = sb_new_array(g->arena, uint32_t, g->bonds.n + 1);
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		bg_node *n = &g->nodes.at[i];
		if (n->removed || (bg_is_junction(n) && !n->ports.n))
			continue;
		number[i] = nodes;
		g->nodes.at[nodes++] = *n;
	}
	g->nodes.n = nodes;
	for (uint32_t i = 0; i < g->bonds.n; i++) {
		bg_bond *b = &g->bonds.at[i];
		if (b->removed)
			continue;
		bond[i] = bonds;
		b->from = number[b->from];
		b->to = number[b->to];
		g->bonds.at[bonds++] = *b;
	}
	g->bonds.n = bonds;
	for (uint32_t i = 0; i < nodes; i++)
		for (uint32_t k = 0; k < g->nodes.at[i].ports.n; k++)
			if (g->nodes.at[i].ports.at[k].bond != UINT32_MAX)
				g->nodes.at[i].ports.at[k].bond = bond[g->nodes.at[i].ports.at[k].bond];
}

void bg_simplify(bg_graph *g)
{
	while (simplify_once(g))
		;
	renumber(g);
	g->junctions = 0;
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (bg_is_junction(&g->nodes.at[i]) && !g->nodes.at[i].name)
			g->nodes.at[i].name = sb_printf(g->arena, "j%u", ++g->junctions);
}
