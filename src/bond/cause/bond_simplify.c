/* Rules, until none applies:
 *
 *     I    a junction with two bonds, through which power goes straight, says nothing: ──⇀ 0 ──⇀ becomes ──⇀
 *     II   two junctions of one kind with a bond between them are one
 *     III  two junctions that both join the same two of the other kind make a ring, which is opened:
 *
 *             ┌──⇀ 1 ──⇀┐                                     Both have the difference of the two efforts, so one
 *          0 ─┤         ├─ 0    becomes    0 ──⇀ 1 ──⇀ 0      junction between the two has it for both of them. Causal
 *             └──⇀ 1 ──⇀┘                        │            loops in which no element takes part are gone then.
 *                                          1 ↼── 0 ──⇀ 1
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

/* The port of a junction from which a bond leads to another node; UINT32_MAX: none. */
static uint32_t port_to(const bg_graph *g, uint32_t node, uint32_t other)
{
	for (uint32_t i = 0; i < g->nodes.at[node].ports.n; i++)
		if (bg_other(g, node, i) == other)
			return i;
	return UINT32_MAX;
}

/* Does power go through the junction from a to b, 1, or from b to a, -1? 0: neither. */
static int passes(const bg_graph *g, uint32_t junction, uint32_t a, uint32_t b)
{
	uint32_t at_a = port_to(g, junction, a), at_b = port_to(g, junction, b);
	if (at_a == UINT32_MAX || at_b == UINT32_MAX || bg_points_in(g, junction, at_a) == bg_points_in(g, junction, at_b))
		return 0;
	return bg_points_in(g, junction, at_a) ? 1 : -1;
}

static void take_off(bg_graph *g, uint32_t junction, uint32_t other)
{
	remove_bond(g, g->nodes.at[junction].ports.at[port_to(g, junction, other)].bond);
}

static void hang(bg_graph *g, uint32_t junction, uint32_t below, int way, bg_domain d)
{
	if (way > 0)
		bg_join(g, below, UINT32_MAX, junction, UINT32_MAX, d);
	else
		bg_join(g, junction, UINT32_MAX, below, UINT32_MAX, d);
}

static bool open_ring(bg_graph *g, uint32_t j, uint32_t k)
{
	bg_kind kind = g->nodes.at[j].kind, other = kind == BG_ONE ? BG_ZERO : BG_ONE;
	if (j == k || g->nodes.at[k].kind != kind || g->nodes.at[k].removed || g->nodes.at[j].control ||
		g->nodes.at[k].control)
		return false;
	for (uint32_t i = 0; i < g->nodes.at[j].ports.n; i++)
		for (uint32_t m = i + 1; m < g->nodes.at[j].ports.n; m++) {
			uint32_t a = bg_other(g, j, i), b = bg_other(g, j, m);
			if (a == b || g->nodes.at[a].kind != other || g->nodes.at[b].kind != other)
				continue;
			int one = passes(g, j, a, b), two = passes(g, k, a, b);
			if (!one || !two)
				continue;
			bg_domain d = g->bonds.at[g->nodes.at[j].ports.at[i].bond].domain;
			uint32_t between = bg_add_junction(g, kind, NULL), below = bg_add_junction(g, other, NULL);
			take_off(g, j, a);
			take_off(g, j, b);
			take_off(g, k, a);
			take_off(g, k, b);
			bg_join(g, a, UINT32_MAX, between, UINT32_MAX, d);
			bg_join(g, between, UINT32_MAX, b, UINT32_MAX, d);
			bg_join(g, between, UINT32_MAX, below, UINT32_MAX, d);
			hang(g, j, below, one, d);
			hang(g, k, below, two, d);
			return true;
		}
	return false;
}

static bool open_rings(bg_graph *g)
{
	for (uint32_t i = 0; i < g->nodes.n; i++)
		for (uint32_t k = 0; k < g->nodes.at[i].ports.n && bg_is_junction(&g->nodes.at[i]); k++) {
			uint32_t near = bg_other(g, i, k);
			for (uint32_t m = 0; m < g->nodes.at[near].ports.n && bg_is_junction(&g->nodes.at[near]); m++)
				if (bg_other(g, near, m) > i && bg_is_junction(&g->nodes.at[bg_other(g, near, m)]) &&
					open_ring(g, i, bg_other(g, near, m)))
					return true;
		}
	return false;
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
	do
		while (simplify_once(g))
			;
	while (open_rings(g));
	renumber(g);
	g->junctions = 0;
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (bg_is_junction(&g->nodes.at[i]) && !g->nodes.at[i].name)
			g->nodes.at[i].name = sb_printf(g->arena, "j%u", ++g->junctions);
}
