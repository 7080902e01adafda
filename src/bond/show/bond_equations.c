/* State equations from the causal graph, for people: what junctions only copy or add up is put into what reads it, and
 * so is what is read once. Loops stay together. */
#include "bond/show/bond_show.h"

typedef struct printing { bg_graph *g; sb_map by; sb_map uses; uint32_t kept; } printing;

static void count_uses(printing *p)
{
	for (uint32_t i = 0; i < p->g->assignments.n; i++) {
		const bg_assignment *a = &p->g->assignments.at[i];
		sm_exprs symbols = {0};
		bg_symbols_in(p->g, a->value ? a->value : a->zero, &symbols);
		for (uint32_t k = 0; k < symbols.n; k++) {
			uint64_t n = 0;
			sb_map_get(&p->uses, symbols.at[k], &n);
			sb_map_put(&p->uses, symbols.at[k], n + 1);
		}
	}
}

static bool is_small(const sx_pool *pool, sx_ref e)
{
	sx_op op = sx_op_of(pool, e);
	return op == SX_VAR || op == SX_CONST || (op == SX_NEG && is_small(pool, sx_arg(pool, e, 0)));
}

static bool is_rate_of_state(const bg_graph *g, sx_ref symbol)
{
	for (uint32_t i = 0; i < g->states.n; i++) {
		uint64_t rate;
		if (sb_map_get(&g->rates, g->states.at[i], &rate) && rate == symbol)
			return true;
	}
	return false;
}

static void print_rest(printing *p, const bg_assignment *a, sb_text *out)
{
	bg_graph *g = p->g;
	if (a->value)
		sb_addf(out, "  %s = %s\n", bg_name_of(g, a->target),
				bg_text_of(g, bg_tidy(g, bg_put_in(g, a->value, &p->by))));
	else if (a->zero)
		sb_addf(out, "  0 = %s\n", bg_text_of(g, bg_tidy(g, bg_put_in(g, a->zero, &p->by))));
}

/* What is needed for the rates of the states, and no more. */
static void mark_needed(bg_graph *g, bool *needed)
{
	sb_map at = sb_map_new(g->arena);
	sb_u32s stack = {0};
	for (uint32_t i = 0; i < g->assignments.n; i++) {
		sb_map_put(&at, g->assignments.at[i].target, i + 1);
		if (is_rate_of_state(g, g->assignments.at[i].target)) {
			needed[i] = true;
			sb_push(g->arena, stack, i);
		}
	}
	while (stack.n) {
		const bg_assignment *a = &g->assignments.at[stack.at[--stack.n]];
		sm_exprs symbols = {0};
		bg_symbols_in(g, a->value ? a->value : a->zero, &symbols);
		for (uint32_t k = 0; k < symbols.n; k++) {
			uint64_t i;
			if (sb_map_get(&at, symbols.at[k], &i) && !needed[i - 1]) {
				needed[i - 1] = true;
				sb_push(g->arena, stack, (uint32_t)i - 1);
			}
		}
		for (uint32_t k = 0; k < g->assignments.n && a->loop; k++)
			if (g->assignments.at[k].loop == a->loop && !needed[k]) {
				needed[k] = true;
				sb_push(g->arena, stack, k);
			}
	}
}

static void list_rates(printing *p, const bool *needed, sb_text *out)
{
	bg_graph *g = p->g;
	uint32_t loop = 0;
	for (uint32_t i = 0; i < g->assignments.n; i++) {
		const bg_assignment *a = &g->assignments.at[i];
		uint64_t uses = 0;
		bool rate = is_rate_of_state(g, a->target);
		sb_map_get(&p->uses, a->target, &uses);
		if (!needed[i])
			continue;
		if (a->loop && a->loop != loop)
			sb_addf(out, "  // a loop, solved together:\n");
		loop = a->loop;
		sx_ref value = a->value && !a->loop ? bg_tidy(g, bg_put_in(g, a->value, &p->by)) : 0;
		bool source = bg_is_source(&g->nodes.at[a->node]) && value && !is_small(g->work->pool, value);
		if (value && !rate && !source && (uses <= 1 || is_small(g->work->pool, value) ||
							   bg_is_junction(&g->nodes.at[a->node])))
			sb_map_put(&p->by, a->target, value);
		else
			print_rest(p, a, out);
	}
}

void bg_list_equations(bg_graph *g, sb_text *out)
{
	printing p = {.g = g, .by = sb_map_new(g->arena), .uses = sb_map_new(g->arena)};
	sb_add(out, "\nstate equations\n");
	if (!g->causal) {
		sb_add(out, "  none: the causality of the graph is in conflict\n");
		return;
	}
	if (g->implicit) {
		sb_add(out, "  none: storages that depend on each other are tied by a ring of junctions; the "
			   "model itself has them\n");
		return;
	}
	bool *needed = sb_new_array(g->arena, bool, g->assignments.n + 1);
	count_uses(&p);
	mark_needed(g, needed);
	list_rates(&p, needed, out);
	for (uint32_t i = 0; i < g->states.n; i++) {     /* positions, whose rates are flows */
		uint64_t rate;
		if (sb_map_get(&g->rates, g->states.at[i], &rate) && !sb_map_get(&g->integrals, (sx_ref)rate, &rate))
			sb_addf(out, "  der(%s) = %s\n", bg_name_of(g, g->states.at[i]), bg_name_of(g, (sx_ref)rate));
	}
	if (!g->states.n)
		sb_add(out, "  none: nothing in the graph stores energy\n");
}
