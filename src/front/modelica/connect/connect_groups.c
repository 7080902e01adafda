/* From links to connection sets: which way each group of connected variables goes.
 *
 * Links over domains, and those of all variables that are connected with theirs, are first tried as regions of arrays
 * (connect_bundles.c). What does not come out as a few regions is taken apart here into links of elements; links of
 * scalars and of whole arrays are that already (connect_sets.c). */
#include "base/sets.h"
#include "front/modelica/connect/connect_expand.h"
#include "front/modelica/lower/lower_stream.h"

uint32_t *mo_singletons(sb_arena *arena, uint32_t n)
{
	uint32_t *parent = sb_new_array(arena, uint32_t, n + 1);

	for (uint32_t i = 0; i < n; i++)
		parent[i] = i;
	return parent;
}

static bool is_whole_end(const mo_context *c, const mo_link *l, const mo_link_end *e)
{
	const sm_variable *v = sm_var(c->model, e->variable);

	if (v->rank != l->over_count)
		return false;
	for (uint32_t d = 0; d < v->rank; d++)
		if (e->at[d].index != (int32_t)d || l->over[d].from + e->at[d].offset != 1 ||
			l->over[d].to + e->at[d].offset != v->shape[d])
			return false;
	return true;
}

static bool is_whole(const mo_context *c, const mo_link *l)
{
	return is_whole_end(c, l, &l->a) && is_whole_end(c, l, &l->b);
}

/* A signal of a bus is one, from inside and from outside: where it comes from is looked for on both sides. */
static bool is_outside(mo_context *c, const mo_link_end *e)
{
	return e->outside && !mo_is_bus_signal(c, e->variable);
}

static mo_simple_end element_at(mo_context *c, const mo_link_end *e, const int64_t *point)
{
	const sm_variable *v = sm_var(c->model, e->variable);
	mo_simple_end out = {e->variable, v->rank ? 0 : MO_WHOLE, is_outside(c, e)};

	for (uint32_t d = 0; d < v->rank; d++) {
		int64_t at = e->at[d].offset + (e->at[d].index >= 0 ? point[e->at[d].index] : 0);

		out.element = out.element * v->shape[d] + (uint32_t)(at - 1);
	}
	return out;
}

static void add_simple(mo_context *c, const mo_link *l, mo_simple_links *out)
{
	int64_t *point = sb_new_array(c->arena, int64_t, l->over_count + 1);
	uint32_t d;

	if (is_whole(c, l)) {
		sb_push(c->arena, *out,
				((mo_simple_link){{l->a.variable, MO_WHOLE, is_outside(c, &l->a)},
								  {l->b.variable, MO_WHOLE, is_outside(c, &l->b)},
								  l}));
		return;
	}
	for (d = 0; d < l->over_count; d++)
		point[d] = l->over[d].from;
	do {
		sb_push(c->arena, *out, ((mo_simple_link){element_at(c, &l->a, point), element_at(c, &l->b, point), l}));
		for (d = l->over_count; d-- > 0;) {
			if (++point[d] <= l->over[d].to)
				break;
			point[d] = l->over[d].from;
		}
	} while (d != UINT32_MAX);
}

/* Variables that are connected with each other, directly or through others: each group is done one way or the other. */
typedef struct grouping {
	uint32_t *group;                /* by variable, union-find */
	bool *elements, *whole, *boxes; /* by group: which kinds of links it has, of arrays */
	bool *bus;                      /* by group: there are signals of expandable connectors */
	mo_links *links;                /* by group that needs regions */
} grouping;

static grouping group_links(mo_context *c, const mo_links *all)
{
	uint32_t n = c->model->variables.n;
	grouping g = {mo_singletons(c->arena, n),          sb_new_array(c->arena, bool, n + 1),
				  sb_new_array(c->arena, bool, n + 1), sb_new_array(c->arena, bool, n + 1),
				  sb_new_array(c->arena, bool, n + 1), sb_new_array(c->arena, mo_links, n + 1)};

	for (uint32_t i = 0; i < all->n; i++)
		sb_unite(g.group, all->at[i].a.variable, all->at[i].b.variable);
	for (uint32_t i = 0; i < all->n; i++) {
		const mo_link *l = &all->at[i];
		uint32_t group = sb_set_of(g.group, l->a.variable);

		g.bus[group] |= c->buses.n && (mo_is_bus_signal(c, l->a.variable) || mo_is_bus_signal(c, l->b.variable));
		if (l->over_count == 0)
			g.elements[group] |= sm_var(c->model, l->a.variable)->rank || sm_var(c->model, l->b.variable)->rank;
		else if (is_whole(c, l))
			g.whole[group] = true;
		else
			g.boxes[group] = true;
	}
	return g;
}

static bool join_groups(mo_context *c, mo_regions *regions, const mo_links *all, const mo_graph *graph,
						mo_simple_links *simple)
{
	grouping g = group_links(c, all);
	bool ok = true;

	for (uint32_t i = 0; i < all->n; i++) {
		const mo_link *l = &all->at[i];
		uint32_t group = sb_set_of(g.group, l->a.variable);

		if (l->edge && graph->edges.at[l->edge - 1].broken)
			continue;
		if (!g.bus[group] && (g.boxes[group] || (g.elements[group] && g.whole[group])))
			sb_push(c->arena, g.links[group], *l);
		else
			add_simple(c, l, simple);
	}
	for (uint32_t v = 0; v < c->model->variables.n; v++) {
		bool done = true;

		if (g.links[v].n)
			ok &= mo_join_regions(regions, &g.links[v], &done);
		for (uint32_t i = 0; !done && i < g.links[v].n; i++)
			add_simple(c, &g.links[v].at[i], simple);
	}
	return ok;
}

/* Of all outside connectors the inflow may be asked for by others of their set. */
static void prepare_streams(mo_context *c, const mo_links *links)
{
	for (uint32_t i = 0; i < links->n; i++) {
		const mo_link *l = &links->at[i];

		if (!mo_is_stream(c, l->a.variable))
			continue;
		if (l->a.outside)
			mo_inflow(c, l->a.variable);
		if (l->b.outside)
			mo_inflow(c, l->b.variable);
	}
	mo_describe_inflows(c);
}

bool mo_finish_connections(mo_context *c)
{
	const mo_connections *all = mo_connections_of(c);
	mo_regions *regions = mo_regions_new(c);
	mo_simple_links simple = {0};
	uint32_t errors = sb_errors(c->diag);
	bool ok;

	prepare_streams(c, &all->links);
	ok = join_groups(c, regions, &all->links, &all->graph, &simple);
	ok &= mo_join_elements(c, &simple, regions);
	return ok && sb_errors(c->diag) == errors;
}
