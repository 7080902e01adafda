/* The circuit as a graph, with all subcircuits in it: ground, loops of voltages, cuts of currents, loose ends.
 *
 * Three partitions of the nodes are made by joining the ends of devices:
 *
 *     tied     by voltage sources (and inductors): a device that joins what is tied already closes a loop
 *     held     by all but current sources: a part without ground is cut off by current sources
 *     led      by all that conducts at rest: a part without ground has no voltage at the operating point
 */
#include "front/spice/check/spice_check.h"

#include <string.h>

enum { MOST = 3000000 };

typedef struct edge { const sp_device *device; uint32_t a, b; } edge;
typedef sb_vec(edge) edges;

typedef struct graph {
	sp_netlist *n;
	sb_vec(const sp_node *) nodes;     /* 0 is ground */
	sb_vec(const char *) paths;        /* of the calls around a node: "x1." */
	edges sources, coils, capacitors, currents, others;
	uint32_t depth, calls;
	bool too_large;
} graph;

typedef struct parts { uint32_t *of; } parts;

static uint32_t find(parts *p, uint32_t i)
{
	while (p->of[i] != i)
		i = p->of[i] = p->of[p->of[i]];
	return i;
}

static bool join(parts *p, uint32_t a, uint32_t b)
{
	a = find(p, a);
	b = find(p, b);
	if (a == b)
		return false;
	p->of[a > b ? a : b] = a > b ? b : a;
	return true;
}

static parts new_parts(const graph *g)
{
	parts p = {sb_new_array(g->n->c->arena, uint32_t, g->nodes.n)};
	for (uint32_t i = 0; i < g->nodes.n; i++)
		p.of[i] = i;
	return p;
}

/* ------------------------------------------------------------------------------------------------- the circuit */

static void put(graph *g, edges *list, const sp_device *d, uint32_t a, uint32_t b)
{
	edge e = {d, a, b};
	if (a != b)
		sb_push(g->n->c->arena, *list, e);
}

static uint32_t number_of(sb_map *numbers, const sp_node *node)
{
	uint64_t k = 0;
	return node->ground ? 0 : sb_map_get(numbers, (uintptr_t)node, &k) ? (uint32_t)k : 0;
}

static void add_device(graph *g, const sp_device *d, sb_map *numbers)
{
	uint32_t at[8] = {0};
	for (uint32_t i = 0; i < d->nodes.n && i < 8; i++)
		at[i] = number_of(numbers, d->nodes.at[i]);
	if (d->nodes.n < 2)
		return;
	bool current = d->letter == 'i' || d->letter == 'f' || d->letter == 'g' || (d->letter == 'b' && d->current);
	bool voltage = d->letter == 'v' || d->letter == 'e' || d->letter == 'h' || (d->letter == 'b' && !d->current);
	edges *list = current ? &g->currents : voltage ? &g->sources : d->letter == 'l' ? &g->coils :
		d->letter == 'c' ? &g->capacitors : &g->others;
	put(g, list, d, at[0], at[1]);
	if (d->letter == 'q' || d->letter == 'j' || d->letter == 'z')
		put(g, &g->others, d, at[1], at[2]);
	if (d->letter == 'q')
		put(g, &g->capacitors, d, at[0], at[3]);
	if (d->letter == 't') {
		put(g, &g->others, d, at[2], at[3]);
		put(g, &g->others, d, at[0], at[2]);
	}
	if (d->letter == 'm') {             /* the gate is isolated; channel and junctions conduct */
		g->others.n -= at[0] != at[1];
		put(g, &g->capacitors, d, at[0], at[1]);
		put(g, &g->others, d, at[0], at[2]);
		put(g, &g->others, d, at[2], at[3]);
	}
}

static void expand(graph *g, const sp_scope *s, sb_map *numbers, const char *path);

static void call(graph *g, const sp_device *d, sb_map *numbers, const char *path)
{
	const sp_scope *s = d->called;
	sb_map inner = sb_map_new(g->n->c->arena);
	if (++g->calls > MOST || g->depth > 200 || g->nodes.n > MOST) {
		g->too_large = true;
		return;
	}
	for (uint32_t i = 0; i < s->pins.n && i < d->nodes.n; i++)
		sb_map_put(&inner, (uintptr_t)s->pins.at[i], number_of(numbers, d->nodes.at[i]));
	for (uint32_t i = 0; i < s->outer_nodes.n; i++)
		sb_map_put(&inner, (uintptr_t)s->outer_nodes.at[i], number_of(numbers, s->outer_nodes.at[i]));
	expand(g, s, &inner, sb_printf(g->n->c->arena, "%s%s.", path, d->name));
}

static void expand(graph *g, const sp_scope *s, sb_map *numbers, const char *path)
{
	for (uint32_t i = 0; i < s->nodes.n; i++) {
		if (s->nodes.at[i]->pin && s->around)
			continue;
		sb_map_put(numbers, (uintptr_t)s->nodes.at[i], g->nodes.n);
		sb_push(g->n->c->arena, g->nodes, (const sp_node *)s->nodes.at[i]);
		sb_push(g->n->c->arena, g->paths, path);
	}
	g->depth++;
	for (uint32_t i = 0; i < s->devices.n && !g->too_large; i++)
		if (s->devices.at[i]->called)
			call(g, s->devices.at[i], numbers, path);
		else
			add_device(g, s->devices.at[i], numbers);
	g->depth--;
}

/* ------------------------------------------------------------------------------------------------------ checks */

/* The devices on the way from a to b among edges that are a tree so far, by a search from a. */
static void tell_way(const graph *g, sb_message *m, const edges *tree, uint32_t a, uint32_t b)
{
	uint32_t *by = sb_new_array(g->n->c->arena, uint32_t, g->nodes.n), found = 1;
	bool moved = true;
	for (by[a] = UINT32_MAX; moved && !by[b];) {
		moved = false;
		for (uint32_t i = 0; i < tree->n; i++) {
			const edge *e = &tree->at[i];
			if ((by[e->a] != 0) == (by[e->b] != 0))
				continue;
			by[by[e->a] ? e->b : e->a] = i + 1;
			moved = true;
			found++;
		}
	}
	for (int shown = 0; by[b] && by[b] != UINT32_MAX && shown < 6; shown++) {
		const edge *e = &tree->at[by[b] - 1];
		sb_also(m, e->device->span, "in the loop");
		b = e->a == b ? e->b : e->a;
		if (b == a)
			break;
	}
	(void)found;
}

static void check_loops(graph *g)
{
	parts tied = new_parts(g);
	edges tree = {0};
	for (uint32_t pass = 0; pass < (g->n->uic ? 1u : 2u); pass++) {
		const edges *list = pass ? &g->coils : &g->sources;
		for (uint32_t i = 0; i < list->n; i++) {
			const edge *e = &list->at[i];
			if (join(&tied, e->a, e->b)) {
				sb_push(g->n->c->arena, tree, *e);
				continue;
			}
			sb_message *m = sb_report(g->n->c->diag, SB_ERROR, pass ? "L0118" : "L0117", e->device->span,
									  pass ? "'%s' closes a loop of inductors and voltage sources" :
									  "'%s' closes a loop of voltage sources", e->device->name);
			tell_way(g, m, &tree, e->a, e->b);
			sb_help(m, pass ? "at the operating point nothing limits the current: put a small resistor into the loop, "
					"or start with UIC" : "the voltages contradict each other, or the currents are not determined: put "
					"a small resistor into the loop");
		}
	}
}

static void join_all(parts *p, const edges *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		join(p, list->at[i].a, list->at[i].b);
}

static const char *full_name(const graph *g, uint32_t i)
{
	return sb_printf(g->n->c->arena, "%s%s", g->paths.at[i], g->nodes.at[i]->name);
}

static void tell_floating(graph *g, uint32_t i, bool cut)
{
	sp_netlist *n = g->n;
	if (cut) {
		sb_message *m = sb_report(n->c->diag, SB_ERROR, "L0119", g->nodes.at[i]->span,
								  "node '%s' is connected to the rest by current sources only, or not at all",
								  full_name(g, i));
		for (uint32_t k = 0, shown = 0; k < g->currents.n && shown < 4; k++)
			if (g->currents.at[k].a == i || g->currents.at[k].b == i) {
				sb_also(m, g->currents.at[k].device->span, "a current source");
				shown++;
			}
		sb_help(m, "its voltage is not determined: connect it by a resistor");
		return;
	}
	sb_help(sb_report(n->c->diag, SB_ERROR, "L0120", g->nodes.at[i]->span,
					  "node '%s' has no path to ground at rest: its voltage is not determined", full_name(g, i)),
			"connect it by a large resistor, start with UIC, or write .options gshunt=1e-12");
}

static void check_cuts(graph *g)
{
	sp_netlist *n = g->n;
	bool shunted = sp_has_option(n, "gshunt") || sp_has_option(n, "rshunt");
	parts held = new_parts(g), led = new_parts(g);
	const edges *conducting[] = {&g->sources, &g->coils, &g->others};
	for (int i = 0; i < 3; i++) {
		join_all(&held, conducting[i]);
		join_all(&led, conducting[i]);
	}
	join_all(&held, &g->capacitors);
	uint8_t *told = sb_new_array(n->c->arena, uint8_t, g->nodes.n);
	uint32_t count = 0;
	for (uint32_t i = 1; i < g->nodes.n && count < 20; i++) {
		uint32_t h = find(&held, i), l = find(&led, i);
		bool cut = h != 0, loose = l != 0 && !n->uic;
		if ((!cut && !loose) || shunted || told[cut ? h : l])
			continue;
		told[cut ? h : l] = 1;
		told[l] = 1;
		tell_floating(g, i, cut);
		count++;
	}
	if (shunted)
		sb_report(n->c->diag, SB_INFO, "L0121", (sb_span){0},
				  "each node of the netlist has a conductance of %g S to ground, "
				  "as .options asks",
				  sp_has_option(n, "gshunt") ? sp_option(n, "gshunt", 0) : 1 / sp_option(n, "rshunt", 1));
}

/* Somebody looks at it. */
static bool is_probed(const sp_netlist *n, const sp_node *node)
{
	for (uint32_t i = 0; i < n->probes.n; i++) {
		const sp_expr *e = n->probes.at[i].value;
		if (e->kind == SP_PROBE && !node->owner->around && (e->probed[0] == node->name || e->probed[1] == node->name))
			return true;
	}
	return false;
}

static void check_ends(sp_netlist *n)
{
	for (uint32_t i = 0; i < n->scopes.n; i++) {
		const sp_scope *s = n->scopes.at[i];
		for (uint32_t k = 0; k < s->nodes.n && s->used; k++) {
			const sp_node *node = s->nodes.at[k];
			if (node->connections == 1 && !node->pin && !node->global && !is_probed(n, node))
				sb_report(n->c->diag, SB_WARNING, "L0122", node->span, "node '%s' has one connection only", node->name);
		}
		for (uint32_t k = 0; k < s->devices.n && s->used; k++) {
			const sp_device *d = s->devices.at[k];
			if (d->letter == 'm' && d->nodes.n == 4 && d->nodes.at[3] == d->nodes.at[0] &&
				d->nodes.at[2] != d->nodes.at[0])
				sb_help(sb_report(n->c->diag, SB_WARNING, "L0227", d->span,
						"the bulk of '%s' is connected to its drain",
								  d->name), "nodes are drain, gate, source, bulk: were drain and source exchanged?");
		}
	}
}

static void check_graph(sp_netlist *n)
{
	graph g = {.n = n};
	sb_map numbers = sb_map_new(n->c->arena);
	static const sp_node ground = {.name = "0", .ground = true};
	sb_push(n->c->arena, g.nodes, &ground);
	sb_push(n->c->arena, g.paths, (const char *)"");
	check_ends(n);
	if (!n->top->devices.n)
		return;
	if (!n->top->grounded && !n->component) {
		sb_help(sb_report(n->c->diag, SB_ERROR, "L0116", n->top->devices.at[0]->span,
						  "no device is connected to ground"),
				"ground is node 0, or gnd");
		return;
	}
	expand(&g, n->top, &numbers, "");
	if (g.too_large) {
		sb_report(n->c->diag, SB_ERROR, "L0316", (sb_span){0}, "the circuit has more than %u nodes and calls", MOST);
		return;
	}
	check_loops(&g);
	if (!n->component)                 /* what is connected to a pin may be its way to ground */
		check_cuts(&g);
}

static void open_nodes(sp_netlist *n)
{
	for (uint32_t i = 0; i < n->top->nodes.n; i++) {
		n->top->nodes.at[i]->pin = true;
		sb_push(n->c->arena, n->top->pins, n->top->nodes.at[i]);
	}
}

sp_netlist *sp_check(sp_context *c, const sp_text *text, bool component)
{
	sp_netlist *n = sb_new(c->arena, sp_netlist);
	*n = (sp_netlist){.c = c, .text = text, .globals = sb_map_new(c->arena), .component = component};
	uint32_t errors = sb_errors(c->diag);
	sp_collect(n);
	sp_read_devices(n);
	sp_check_names(n);
	sp_read_directives(n);
	if (component)
		open_nodes(n);
	if (sb_errors(c->diag) == errors)
		check_graph(n);
	return n;
}
