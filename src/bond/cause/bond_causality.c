/* The sequential procedure for causality (SCAP): who computes the effort of each bond. The other end computes the flow.
 *
 *     1  fixed        sources, the ends of ideal amplifiers
 *     2  preferred    storages: the integral is computed, if that is still free
 *     3  free         R, switches, fields; whoever comes to this has a loop, most of the time
 *     4  what is left between junctions
 *
 * After each choice everything follows that junctions, transformers and gyrators constrain. A choice from which a
 * contradiction follows is taken back. A contradiction that follows from fixed causality is a conflict. */
#include "bond/cause/bond_cause.h"

#include <string.h>

typedef struct scap { bg_graph *g; sb_u32s queue; uint32_t conflict; } scap;

static bool is_known(const bg_graph *g, uint32_t node, uint32_t port)
{
	return g->bonds.at[g->nodes.at[node].ports.at[port].bond].effort != BG_NOBODY;
}

static void set_effort(scap *s, uint32_t node, uint32_t port, bool in)
{
	bg_graph *g = s->g;
	bg_bond *b = &g->bonds.at[g->nodes.at[node].ports.at[port].bond];
	if (b->effort != BG_NOBODY) {
		if (bg_effort_in(g, node, port) != in && s->conflict == UINT32_MAX)
			s->conflict = node;
		return;
	}
	b->effort = in == bg_at_from(b, node, port) ? BG_BY_TO : BG_BY_FROM;
	sb_push(g->arena, s->queue, b->from);
	sb_push(g->arena, s->queue, b->to);
}

/* Exactly one effort comes into a 0-junction, and exactly one goes out of a 1-junction. */
static void constrain_junction(scap *s, uint32_t node)
{
	bg_graph *g = s->g;
	const bg_node *n = &g->nodes.at[node];
	bool special = n->kind == BG_ZERO;       /* the direction that one bond alone has */
	uint32_t ones = 0, open = 0;
	for (uint32_t i = 0; i < n->ports.n; i++) {
		open += !is_known(g, node, i);
		ones += is_known(g, node, i) && bg_effort_in(g, node, i) == special;
	}
	if (ones > 1 || (!ones && !open)) {
		s->conflict = s->conflict == UINT32_MAX ? node : s->conflict;
		return;
	}
	for (uint32_t i = 0; i < n->ports.n && open; i++)
		if (!is_known(g, node, i) && (ones || open == 1))
			set_effort(s, node, i, ones ? !special : special);
}

static void constrain(scap *s, uint32_t node)
{
	bg_graph *g = s->g;
	const bg_node *n = &g->nodes.at[node];
	if (bg_is_junction(n))
		constrain_junction(s, node);
	else if (n->kind == BG_TF || n->kind == BG_GY)
		for (uint32_t i = 0; i < 2; i++)
			if (is_known(g, node, i))
				set_effort(s, node, 1 - i, bg_effort_in(g, node, i) == (n->kind == BG_GY));
}

static bool propagate(scap *s)
{
	for (uint32_t i = 0; i < s->queue.n && s->conflict == UINT32_MAX; i++)
		constrain(s, s->queue.at[i]);
	s->queue.n = 0;
	return s->conflict == UINT32_MAX;
}

/* False: nothing has changed. */
static bool try_effort(scap *s, uint32_t node, uint32_t port, bool in)
{
	bg_graph *g = s->g;
	bg_by *before = sb_new_array(g->arena, bg_by, g->bonds.n + 1);
	for (uint32_t i = 0; i < g->bonds.n; i++)
		before[i] = g->bonds.at[i].effort;
	set_effort(s, node, port, in);
	if (propagate(s))
		return true;
	for (uint32_t i = 0; i < g->bonds.n; i++)
		g->bonds.at[i].effort = before[i];
	return false;
}

/* Sources that meet: those that junctions and two-ports lead to from the place of the conflict. */
static void find_sources(bg_graph *g, uint32_t node, bool *seen, sb_u32s *out)
{
	const bg_node *n = &g->nodes.at[node];
	if (seen[node])
		return;
	seen[node] = true;
	if (bg_is_source(n) || n->kind == BG_AMPLIFIER)
		sb_push(g->arena, *out, node);
	if (!bg_is_junction(n) && n->kind != BG_TF && n->kind != BG_GY)
		return;
	for (uint32_t i = 0; i < n->ports.n; i++)
		if (is_known(g, node, i) || bg_is_source(&g->nodes.at[bg_other(g, node, i)]))
			find_sources(g, bg_other(g, node, i), seen, out);
}

static void note_conflict(scap *s, uint32_t origin)
{
	bg_graph *g = s->g;
	bg_fault fault = {.kind = BG_CONFLICT, .node = s->conflict};
	find_sources(g, s->conflict, sb_new_array(g->arena, bool, g->nodes.n + 1), &fault.others);
	bool named = false;
	for (uint32_t i = 0; i < fault.others.n; i++)
		named |= fault.others.at[i] == origin;
	if (!named)
		sb_push(g->arena, fault.others, origin);
	sb_push(g->arena, g->faults, fault);
	s->conflict = UINT32_MAX;
	g->causal = false;
}

/* One of the two ways, the preferred one first. */
static void choose(scap *s, uint32_t node, uint32_t port, bool in)
{
	if (s->g->nodes.at[node].ports.at[port].bond == UINT32_MAX || is_known(s->g, node, port))
		return;
	if (!try_effort(s, node, port, in)) {
		s->conflict = UINT32_MAX;
		if (!try_effort(s, node, port, !in))
			note_conflict(s, node);
	}
}

static void fix(scap *s, uint32_t node)
{
	const bg_node *n = &s->g->nodes.at[node];
	for (uint32_t i = 0; i < n->ports.n; i++) {
		bool in = n->kind == BG_SF || (n->kind == BG_AMPLIFIER && i == 0);
		if (is_known(s->g, node, i) ? bg_effort_in(s->g, node, i) != in : !try_effort(s, node, i, in)) {
			s->conflict = s->conflict == UINT32_MAX ? bg_other(s->g, node, i) : s->conflict;
			note_conflict(s, node);
		}
	}
}

/* A law that gives the flow and not the effort wants the effort. */
static bool wants_effort(bg_graph *g, const bg_node *n, uint32_t port)
{
	sx_ref value;
	const bg_port *p = &n->ports.at[port];
	return n->laws.n == 1 && !bg_solve_for(g, &n->laws, p->effort, &value) &&
		   bg_solve_for(g, &n->laws, p->flow, &value);
}

static void mark_dependent(bg_graph *g)
{
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		bg_node *n = &g->nodes.at[i];
		for (uint32_t k = 0; bg_is_storage(n) && k < n->ports.n; k++)
			n->dependent |= is_known(g, i, k) && bg_effort_in(g, i, k) == (n->kind == BG_C);
		if (n->dependent)
			sb_push(g->arena, g->faults, ((bg_fault){.kind = BG_DEPENDENT, .node = i}));
	}
}

void bg_assign_causality(bg_graph *g)
{
	scap s = {.g = g, .conflict = UINT32_MAX};
	g->causal = true;
	g->faults.n = 0;
	for (uint32_t i = 0; i < g->bonds.n; i++)
		g->bonds.at[i].effort = BG_NOBODY;
	for (uint32_t i = 0; i < g->nodes.n; i++)
		g->nodes.at[i].dependent = false;
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (bg_is_source(&g->nodes.at[i]) || g->nodes.at[i].kind == BG_AMPLIFIER)
			fix(&s, i);
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (bg_is_junction(&g->nodes.at[i]) && g->nodes.at[i].ports.n == 1) {
			sb_push(g->arena, s.queue, i);
			if (!propagate(&s))
				note_conflict(&s, i);
		}
	for (uint32_t i = 0; i < g->nodes.n; i++)
		for (uint32_t k = 0; bg_is_storage(&g->nodes.at[i]) && k < g->nodes.at[i].ports.n; k++)
			choose(&s, i, k, (g->nodes.at[i].kind == BG_I) != g->nodes.at[i].yields);
	for (uint32_t i = 0; i < g->nodes.n; i++)
		for (uint32_t k = 0; !bg_is_junction(&g->nodes.at[i]) && k < g->nodes.at[i].ports.n; k++)
			choose(&s, i, k, wants_effort(g, &g->nodes.at[i], k));
	for (uint32_t i = 0; i < g->nodes.n; i++)
		for (uint32_t k = 0; k < g->nodes.at[i].ports.n; k++)
			choose(&s, i, k, true);
	mark_dependent(g);
}
