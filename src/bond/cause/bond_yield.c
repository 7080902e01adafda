/* Causality that junctions alone cannot fulfil.
 *
 * Propagation looks at one junction at a time. In a ring of junctions (a capacitor in parallel with two in series, none
 * of them at ground) each may be content, and the ring as a whole has a loop in which no element takes part. Such a
 * loop is singular: the storages around it depend on each other. One of them yields, which means that its derivative is
 * computed, and causality is assigned anew. */
#include "bond/cause/bond_cause.h"

#include <math.h>

static bool is_structure(const bg_node *n)
{
	return bg_is_junction(n) || n->kind == BG_TF || n->kind == BG_GY;
}

static uint32_t loop_end(const bg_graph *g, uint32_t first)
{
	uint32_t end = first + 1;
	while (end < g->assignments.n && g->assignments.at[end].loop == g->assignments.at[first].loop)
		end++;
	return end;
}

/* Is it a loop of junctions, transformers and gyrators alone that has no single solution? */
static bool is_singular(bg_graph *g, uint32_t first, uint32_t end)
{
	sm_exprs rows = {0}, targets = {0};
	bg_matrix m;
	for (uint32_t i = first; i < end; i++) {
		const bg_assignment *a = &g->assignments.at[i];
		if (!is_structure(&g->nodes.at[a->node]) || !a->value)
			return false;
		sb_push(g->arena, rows, sx_binary(g->work->pool, SX_SUB, a->target, a->value));
		sb_push(g->arena, targets, a->target);
	}
	return bg_jacobian(g, &rows, &targets, 0, &m) && bg_rank(g->arena, &m) < rows.n;
}

/* The last storage that still integrates and whose state leads to a symbol. */
static void find_storage(bg_graph *g, sx_ref symbol, sb_map *seen, uint32_t *found)
{
	uint64_t any;
	if (sb_map_get(seen, symbol, &any))
		return;
	sb_map_put(seen, symbol, 1);
	for (uint32_t i = 0; i < g->nodes.n; i++)
		for (uint32_t k = 0; bg_is_storage(&g->nodes.at[i]) && k < g->nodes.at[i].ports.n; k++) {
			const bg_port *p = &g->nodes.at[i].ports.at[k];
			bool own = symbol == p->effort || symbol == p->flow || (p->displacement && symbol == p->displacement);
			if (own && !g->nodes.at[i].dependent && (*found == UINT32_MAX || i > *found))
				*found = i;
		}
	for (uint32_t i = 0; i < g->assignments.n; i++) {
		sm_exprs symbols = {0};
		if (g->assignments.at[i].target != symbol)
			continue;
		bg_symbols_in(g, g->assignments.at[i].value ? g->assignments.at[i].value : g->assignments.at[i].zero, &symbols);
		for (uint32_t k = 0; k < symbols.n; k++)
			find_storage(g, symbols.at[k], seen, found);
	}
}

static void note_conflict(bg_graph *g, uint32_t first)
{
	bg_fault fault = {.kind = BG_CONFLICT, .node = g->assignments.at[first].node};
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (bg_is_source(&g->nodes.at[i]))
			sb_push(g->arena, fault.others, i);
	sb_push(g->arena, g->faults, fault);
	g->causal = false;
}

bool bg_make_yield(bg_graph *g)
{
	for (uint32_t i = 0; i < g->assignments.n && g->causal;) {
		uint32_t end = g->assignments.at[i].loop ? loop_end(g, i) : i + 1, found = UINT32_MAX;
		if (g->assignments.at[i].loop && is_singular(g, i, end)) {
			sb_map seen = sb_map_new(g->arena);
			for (uint32_t k = i; k < end; k++)
				find_storage(g, g->assignments.at[k].target, &seen, &found);
			if (found == UINT32_MAX || g->nodes.at[found].yields) {
				note_conflict(g, i);
				return false;
			}
			g->nodes.at[found].yields = true;
			return true;
		}
		i = end;
	}
	return false;
}
