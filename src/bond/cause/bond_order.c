/* The order of the assignments, and loops: strong components (Tarjan), without recursion. */
#include "bond/cause/bond_cause.h"

#include <string.h>

typedef struct sorting {
	bg_graph *g;
	sb_map by_target;                /* symbol -> assignment + 1 */
	sb_u32s *reads;                  /* of each: the assignments that it reads */
	uint32_t *low, *index, next;
	bool *on;
	sb_u32s stack;
	sb_vec(bg_assignment) out;
} sorting;

static void find_reads(sorting *s, uint32_t i)
{
	bg_graph *g = s->g;
	const bg_assignment *a = &g->assignments.at[i];
	sm_exprs symbols = {0};
	bg_symbols_in(g, a->value ? a->value : a->zero, &symbols);
	for (uint32_t k = 0; k < symbols.n; k++) {
		uint64_t other;
		if (sb_map_get(&s->by_target, symbols.at[k], &other))
			sb_push(g->arena, s->reads[i], (uint32_t)other - 1);
	}
}

/* Unknowns of one law that is a system depend on each other. */
static void join_systems(sorting *s)
{
	bg_graph *g = s->g;
	for (uint32_t i = 0; i < g->assignments.n; i++)
		for (uint32_t k = 0; k < g->assignments.n; k++)
			if (i != k && !g->assignments.at[i].value && !g->assignments.at[k].value &&
				g->assignments.at[i].node == g->assignments.at[k].node)
				sb_push(g->arena, s->reads[i], k);
}

static bool reads_itself(const sorting *s, uint32_t i)
{
	for (uint32_t k = 0; k < s->reads[i].n; k++)
		if (s->reads[i].at[k] == i)
			return true;
	return !s->g->assignments.at[i].value;
}

static void close_component(sorting *s, uint32_t root)
{
	bg_graph *g = s->g;
	uint32_t first = s->stack.n;
	do
		first--;
	while (s->stack.at[first] != root);
	uint32_t count = s->stack.n - first;
	uint32_t loop = count > 1 || reads_itself(s, root) ? ++g->loops : 0;
	for (uint32_t i = first; i < s->stack.n; i++) {
		bg_assignment a = g->assignments.at[s->stack.at[i]];
		a.loop = loop;
		s->on[s->stack.at[i]] = false;
		sb_push(g->arena, s->out, a);
	}
	s->stack.n = first;
}

typedef struct frame { uint32_t node, child; } frame;

static void visit(sorting *s, uint32_t start)
{
	sb_vec(frame) frames = {0};
	sb_push(s->g->arena, frames, ((frame){start, 0}));
	while (frames.n) {
		frame *f = &frames.at[frames.n - 1];
		uint32_t v = f->node;
		if (f->child == 0) {
			s->index[v] = s->low[v] = ++s->next;
			s->on[v] = true;
			sb_push(s->g->arena, s->stack, v);
		}
		if (f->child < s->reads[v].n) {
			uint32_t w = s->reads[v].at[f->child++];
			if (!s->index[w])
				sb_push(s->g->arena, frames, ((frame){w, 0}));
			else if (s->on[w] && s->index[w] < s->low[v])
				s->low[v] = s->index[w];
			continue;
		}
		if (s->low[v] == s->index[v])
			close_component(s, v);
		frames.n--;
		if (frames.n) {
			uint32_t above = frames.at[frames.n - 1].node;
			s->low[above] = s->low[v] < s->low[above] ? s->low[v] : s->low[above];
		}
	}
}

/* Is a loop one of the model, and not only a system inside of one law? */
static void note_loops(bg_graph *g)
{
	for (uint32_t i = 0; i < g->assignments.n;) {
		uint32_t loop = g->assignments.at[i].loop, end = i + 1;
		bool several = false;
		bg_fault fault = {.kind = BG_LOOP, .node = g->assignments.at[i].node, .loop = loop};
		while (end < g->assignments.n && loop && g->assignments.at[end].loop == loop)
			end++;
		for (uint32_t k = i; k < end && loop; k++) {
			uint32_t node = g->assignments.at[k].node;
			bool known = bg_is_junction(&g->nodes.at[node]);
			several |= node != g->assignments.at[i].node;
			for (uint32_t m = 0; m < fault.others.n && !known; m++)
				known = fault.others.at[m] == node;
			if (!known)
				sb_push(g->arena, fault.others, node);
		}
		if (several)
			sb_push(g->arena, g->faults, fault);
		i = end;
	}
}

void bg_order(bg_graph *g)
{
	uint32_t n = g->assignments.n;
	sorting s = {.g = g, .by_target = sb_map_new(g->arena), .reads = sb_new_array(g->arena, sb_u32s, n + 1),
		.low = sb_new_array(g->arena, uint32_t, n + 1), .index = sb_new_array(g->arena, uint32_t, n + 1),
		.on = sb_new_array(g->arena, bool, n + 1)};
	for (uint32_t i = 0; i < n; i++)
		sb_map_put(&s.by_target, g->assignments.at[i].target, i + 1);
	for (uint32_t i = 0; i < n; i++)
		find_reads(&s, i);
	join_systems(&s);
	for (uint32_t i = 0; i < n; i++)
		if (!s.index[i])
			visit(&s, i);
	g->assignments.n = 0;
	for (uint32_t i = 0; i < s.out.n; i++)
		sb_push(g->arena, g->assignments, s.out.at[i]);
	note_loops(g);
}
