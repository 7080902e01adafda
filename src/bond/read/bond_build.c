/* Places become junctions, and ports are joined to them.
 *
 *     the potential is the effort:   place p ──⇀ 1 ──⇀ place n      a speed:   place b ──⇀ 0 ──⇀ place a
 *                                               │                                         │
 *                                               ⇀ element                                 ⇀ element
 *
 * Power goes into elements and out of sources, so all three bonds of a source are turned. A port of one pin hangs at
 * its place. Places at ground have no power and go; where nothing says what the ground is, the negative pin of a source
 * is taken. */
#include "bond/read/bond_read.h"

#include <string.h>

#include "base/sets.h"

static uint32_t place_of(bg_network *n, uint32_t pin)
{
	return sb_set_of(n->same.at, n->pins.at[pin].place);
}

static bg_kind place_kind(bg_domain d)
{
	return bg_is_flow_domain(d) ? BG_ONE : BG_ZERO;
}

/* ---------------------------------------------------------------------- ground */

static bool has_reference(bg_network *n, uint32_t *island, uint32_t set)
{
	for (uint32_t i = 0; i < n->places.n; i++)
		if (n->places.at[i].ground && island[sb_set_of(n->same.at, i)] == set)
			return true;
	for (uint32_t i = 0; i < n->ties.n; i++)
		if (n->ties.at[i].minus == UINT32_MAX && island[place_of(n, n->ties.at[i].plus)] == set)
			return true;
	return false;
}

static const bg_tie *source_in(bg_network *n, uint32_t *island, uint32_t set)
{
	const bg_tie *any = NULL;
	for (uint32_t i = n->ties.n; i-- > 0;) {
		const bg_tie *t = &n->ties.at[i];
		if (t->minus == UINT32_MAX || island[place_of(n, t->plus)] != set)
			continue;
		if (!any || bg_is_source(&n->g->nodes.at[t->node]) || !bg_is_source(&n->g->nodes.at[any->node]))
			any = t;
	}
	return any;
}

static void choose_ground(bg_network *n, const bg_tie *t, bool thermal)
{
	bg_place *place = &n->places.at[place_of(n, t->minus)];
	const bg_node *node = &n->g->nodes.at[t->node];
	place->ground = true;
	sb_message *m = sb_report(n->g->diag, SB_WARNING, "B0002", node->span,
		"nothing says where the ground of this %s network is; '%s' is taken for it", bg_domain_name(place->domain),
		n->pins.at[t->minus].name);
	sb_note(m, "only differences of potentials are known, so the equations of the model have no single solution");
	sb_help(m, thermal ? "connect a component that gives a temperature" :
			"connect a ground (or a fixed flange) to one of its nodes");
}

static void find_grounds(bg_network *n)
{
	uint32_t *parent = sb_new_array(n->g->arena, uint32_t, n->places.n + 1);
	uint32_t *island = sb_new_array(n->g->arena, uint32_t, n->places.n + 1);
	for (uint32_t i = 0; i < n->places.n; i++)
		parent[i] = i;
	for (uint32_t i = 0; i < n->ties.n; i++)
		if (n->ties.at[i].minus != UINT32_MAX)
			sb_unite(parent, place_of(n, n->ties.at[i].plus), place_of(n, n->ties.at[i].minus));
	/* sides of one element that refer to one pin are in one island by that pin; two ports of an element are not */
	for (uint32_t i = 0; i < n->places.n; i++)
		island[i] = sb_set_of(parent, i);
	for (uint32_t i = 0; i < n->places.n; i++) {
		if (island[i] != i || sb_set_of(n->same.at, i) != i || has_reference(n, island, i))
			continue;
		const bg_tie *t = source_in(n, island, i);
		if (t)
			choose_ground(n, t, n->places.at[i].domain == BG_THERMAL);
	}
	for (uint32_t i = 0; i < n->places.n; i++)
		if (n->places.at[i].ground)
			n->places.at[sb_set_of(n->same.at, i)].ground = true;
}

/* ----------------------------------------------------------------------- joints */

static void join_towards(bg_graph *g, uint32_t a, uint32_t a_port, uint32_t b, uint32_t b_port, bg_domain d, bool back)
{
	if (back)
		bg_join(g, b, b_port, a, a_port, d);
	else
		bg_join(g, a, a_port, b, b_port, d);
}

static uint32_t port_of(const bg_node *node, const bg_port *port)
{
	for (uint32_t i = 0; i < node->ports.n && !bg_is_junction(node); i++)
		if (node->ports.at[i].effort == port->effort)
			return i;
	return UINT32_MAX;               /* a junction gets a new one */
}

/* Directions are those of power into the node; `out` turns them. */
static void join_tie(bg_network *n, const bg_tie *t)
{
	bg_graph *g = n->g;
	bg_domain d = t->port.domain;
	bg_place *plus = &n->places.at[place_of(n, t->plus)];
	bg_place *minus = t->minus == UINT32_MAX ? NULL : &n->places.at[place_of(n, t->minus)];
	uint32_t port = port_of(&g->nodes.at[t->node], &t->port);
	if (minus == plus) {
		sb_help(sb_report(g->diag, SB_WARNING, "B0003", g->nodes.at[t->node].span,
			"both ends of '%s' are connected to the same node", g->nodes.at[t->node].name),
			"no power goes through it from there; connect one of its ends to another node");
	}
	if (minus != plus && !plus->ground && (!minus || minus->ground)) {
		join_towards(g, plus->node, UINT32_MAX, t->node, port, d, t->out);
		return;
	}
	uint32_t between = bg_add_junction(g, place_kind(d) == BG_ZERO ? BG_ONE : BG_ZERO, NULL);
	if (minus != plus && !plus->ground)
		join_towards(g, plus->node, UINT32_MAX, between, UINT32_MAX, d, t->out);
	if (minus && minus != plus && !minus->ground)
		join_towards(g, between, UINT32_MAX, minus->node, UINT32_MAX, d, t->out);
	join_towards(g, between, UINT32_MAX, t->node, port, d, t->out);
}

static void make_junctions(bg_network *n)
{
	for (uint32_t i = 0; i < n->places.n; i++)
		if (sb_set_of(n->same.at, i) == i && !n->places.at[i].ground)
			n->places.at[i].node = bg_add_junction(n->g, place_kind(n->places.at[i].domain), NULL);
	for (uint32_t i = 0; i < n->ties.n; i++)
		join_tie(n, &n->ties.at[i]);
}

/* ------------------------------------------------------------------------- whole */

static bool has_elements(const bg_graph *g)
{
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (!bg_is_junction(&g->nodes.at[i]))
			return true;
	return false;
}

static void tell_skipped(const bg_graph *g)
{
	for (uint32_t i = 0; i < g->skipped.n; i++) {
		sb_span span = {0};
		for (uint32_t k = 1; k < g->model->components.n; k++)
			if (strcmp(g->model->components.at[k].name, g->skipped.at[i]) == 0)
				span = g->model->components.at[k].span;
		sb_help(sb_report(g->diag, SB_WARNING, "B0004", span, "'%s' is not in the bond graph: its equations are not "
			"those of ports with one effort and one flow each", g->skipped.at[i]),
			"the graph is that of the rest of the model");
	}
}

bg_graph *bg_build(sb_arena *arena, const sm_model *model, const sx_givens *given, sb_diag *diag)
{
	bg_graph *g = sb_new(arena, bg_graph);
	*g = (bg_graph){.arena = arena, .model = model, .given = given, .diag = diag,
		.work = sm_model_copy(arena, model, diag), .rates = sb_map_new(arena),
		.integrals = sb_map_new(arena), .stands = sb_map_new(arena)};
	g->owners = sm_owners_new(model, arena);
	g->time = bg_symbol(g, "time");
	bg_network n = {.g = g, .pin_of = sb_map_new(arena), .given = sb_map_new(arena), .bound = sb_map_new(arena),
		.foreign = sb_map_new(arena), .owner = sb_map_new(arena)};
	bool any = bg_collect(&n);
	for (uint32_t i = 0; i < n.places.n; i++)
		sb_push(arena, n.same, i);
	for (int round = 0; round < 2 && any; round++)           /* what has one pin first: it may be a ground */
		for (uint32_t i = 0; i < n.clusters.n; i++)
			if (n.clusters.at[i].pins.n && (n.clusters.at[i].pins.n > 1) == (round == 1)) {
				bg_eliminate(&n, &n.clusters.at[i]);
				bg_divide(&n, &n.clusters.at[i], bg_recognise);
			}
	tell_skipped(g);
	if (!any || !has_elements(g)) {
		sb_help(sb_report(diag, SB_ERROR, "B0001", (sb_span){0}, "'%s' has no elements that exchange power",
			model->name), "a bond graph is made of components whose connectors have a potential and a flow variable");
		return NULL;
	}
	find_grounds(&n);
	make_junctions(&n);
	return g;
}
