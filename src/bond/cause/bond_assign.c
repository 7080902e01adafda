/* Assignments: what each node computes, by the causality of its bonds.
 *
 * The effort and the flow of a bond are the symbols of the element at its end; between junctions they have symbols of
 * their own. A junction copies one of the two and adds up the other. The law of an element is solved for what its ports
 * give; of a storage that integrates, for the derivative of its state. Derivatives that are needed beyond that, of what
 * storages in derivative causality take, are those of the assignments. */
#include "bond/cause/bond_cause.h"

#include <string.h>

enum { MOST_ORDER = 5 };             /* of derivatives; what needs more has no solution that they could find */

/* target: a symbol, or minus one. */
static void add(bg_graph *g, sx_ref target, sx_ref value, uint32_t node)
{
	sx_pool *pool = g->work->pool;
	if (sx_op_of(pool, target) == SX_NEG) {
		target = sx_arg(pool, target, 0);
		value = sx_op_of(pool, value) == SX_NEG ? sx_arg(pool, value, 0) : sx_unary(pool, SX_NEG, value);
	}
	sb_push(g->arena, g->assignments, ((bg_assignment){.target = target, .value = value, .node = node}));
}

static bool has_symbols(const bg_graph *g, uint32_t node)
{
	return !bg_is_junction(&g->nodes.at[node]);
}

/* -------------------------------------------------------------------------- bonds */

/* The effort and the flow of a bond at the port of an element. Those of the port count into the element. If the bond
 * goes out of it, what differs from place to place is turned: the flow where the potential is the effort, and the
 * effort where it is a speed. */
static void see_port(const bg_graph *g, const bg_port *p, bool out, sx_ref *e, sx_ref *f)
{
	bool speed = bg_is_flow_domain(p->domain);
	*e = out && speed ? sx_unary(g->work->pool, SX_NEG, p->effort) : p->effort;
	*f = out && !speed ? sx_unary(g->work->pool, SX_NEG, p->flow) : p->flow;
}

static void name_bonds(bg_graph *g)
{
	for (uint32_t i = 0; i < g->bonds.n; i++) {
		bg_bond *b = &g->bonds.at[i];
		const bg_port *from = &g->nodes.at[b->from].ports.at[b->from_port];
		const bg_port *to = &g->nodes.at[b->to].ports.at[b->to_port];
		if (has_symbols(g, b->to)) {
			see_port(g, to, false, &b->e, &b->f);
		} else if (has_symbols(g, b->from)) {
			see_port(g, from, true, &b->e, &b->f);
		} else {
			b->e = bg_symbol(g, sb_printf(g->arena, "b%u.e", i + 1));
			b->f = bg_symbol(g, sb_printf(g->arena, "b%u.f", i + 1));
		}
	}
}

/* Two elements that share a bond have symbols each. */
static void join_elements(bg_graph *g)
{
	for (uint32_t i = 0; i < g->bonds.n; i++) {
		const bg_bond *b = &g->bonds.at[i];
		sx_ref e, f;
		if (!has_symbols(g, b->from) || !has_symbols(g, b->to))
			continue;
		see_port(g, &g->nodes.at[b->from].ports.at[b->from_port], true, &e, &f);
		bool by_from = b->effort == BG_BY_FROM;
		add(g, by_from ? b->e : e, by_from ? e : b->e, by_from ? b->from : b->to);
		add(g, by_from ? f : b->f, by_from ? b->f : f, by_from ? b->to : b->from);
	}
}

/* ---------------------------------------------------------------------- junctions */

static sx_ref sum(sx_pool *pool, sx_ref before, sx_ref term, bool minus)
{
	if (sx_op_of(pool, term) == SX_NEG) {
		term = sx_arg(pool, term, 0);
		minus = !minus;
	}
	if (!before)
		return minus ? sx_unary(pool, SX_NEG, term) : term;
	return sx_binary(pool, minus ? SX_SUB : SX_ADD, before, term);
}

/* common: what all bonds have; the strong bond gives it, and gets what adds up. */
static void assign_junction(bg_graph *g, uint32_t node)
{
	sx_pool *pool = g->work->pool;
	const bg_node *n = &g->nodes.at[node];
	bool zero = n->kind == BG_ZERO;
	uint32_t strong = UINT32_MAX;
	for (uint32_t i = 0; i < n->ports.n; i++)
		if (bg_effort_in(g, node, i) == zero)
			strong = i;
	const bg_bond *lead = &g->bonds.at[n->ports.at[strong].bond];
	sx_ref total = 0;
	for (int round = 0; round < 2; round++)          /* terms with a plus first */
		for (uint32_t i = 0; i < n->ports.n; i++) {
			const bg_bond *b = &g->bonds.at[n->ports.at[i].bond];
			bool minus = bg_points_in(g, node, i) == bg_points_in(g, node, strong);
			if (i == strong || minus != (round == 1))
				continue;
			total = sum(pool, total, zero ? b->f : b->e, minus);
			if (zero)
				add(g, b->e, lead->e, node);
			else
				add(g, b->f, lead->f, node);
		}
	total = total ? total : sx_real(pool, 0);
	if (zero)
		add(g, lead->f, total, node);
	else
		add(g, lead->e, total, node);
}

/* ----------------------------------------------------------------------- elements */

typedef struct solving { bg_graph *g; uint32_t node; sm_exprs unknowns, rows; } solving;

static bool contains(const sm_exprs *list, sx_ref e)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i] == e)
			return true;
	return false;
}

static bool laws_have(const bg_graph *g, const bg_node *n, sx_ref symbol)
{
	for (uint32_t i = 0; symbol && i < n->laws.n; i++)
		if (sx_contains(g->work->pool, n->laws.at[i], symbol))
			return true;
	return false;
}

static void drop(sm_exprs *list, uint32_t i)
{
	for (; i + 1 < list->n; i++)
		list->at[i] = list->at[i + 1];
	list->n--;
}

static bool solve_row(solving *s, uint32_t row)
{
	sx_pool *pool = s->g->work->pool;
	uint32_t found = UINT32_MAX;
	for (uint32_t i = 0; i < s->unknowns.n; i++)
		if (sx_contains(pool, s->rows.at[row], s->unknowns.at[i])) {
			if (found != UINT32_MAX)
				return false;
			found = i;
		}
	if (found == UINT32_MAX)
		return false;
	sx_ref value = sx_solve(pool, s->rows.at[row], sx_real(pool, 0), s->unknowns.at[found], bg_may_divide, s->g);
	if (!value)
		return false;
	add(s->g, s->unknowns.at[found], value, s->node);
	drop(&s->unknowns, found);
	drop(&s->rows, row);
	return true;
}

/* Rows that have one unknown are solved for it. What is left is a system, which keeps together. */
static void solve_laws(solving *s)
{
	bg_graph *g = s->g;
	for (bool moved = true; moved;) {
		moved = false;
		for (uint32_t i = 0; i < s->rows.n && !moved; i++)
			moved = solve_row(s, i);
	}
	for (uint32_t i = 0; i < s->unknowns.n; i++)
		sb_push(g->arena, g->assignments, ((bg_assignment){.target = s->unknowns.at[i], .node = s->node,
			.zero = i < s->rows.n ? s->rows.at[i] : 0}));
}

/* A port of a storage: its state if it integrates. */
static void take_storage_port(solving *s, const bg_node *n, uint32_t port)
{
	bg_graph *g = s->g;
	const bg_port *p = &n->ports.at[port];
	bool in = bg_effort_in(g, s->node, port);
	sx_ref output = in ? p->flow : p->effort;
	bool positioned = laws_have(g, n, p->displacement);
	if (n->kind == BG_C && positioned) {
		sb_push(g->arena, s->unknowns, in ? p->displacement : p->effort);
		if (!in)
			sb_push(g->arena, g->states, p->displacement);
		return;
	}
	if (in == (n->kind == BG_I) && laws_have(g, n, bg_rate(g, output))) {
		sb_push(g->arena, g->states, output);
		sb_push(g->arena, s->unknowns, bg_rate(g, output));
		return;
	}
	sb_push(g->arena, s->unknowns, output);
}

/* A variable inside a law is a state, if its derivative is there and nothing outside gives it. */
static void take_inner(solving *s, const bg_node *n)
{
	bg_graph *g = s->g;
	for (uint32_t i = 0; i < n->inner.n; i++) {
		uint64_t rate;
		bool moves = sb_map_get(&g->rates, n->inner.at[i], &rate) && laws_have(g, n, (sx_ref)rate);
		bool state = moves && !n->dependent;
		if (state)
			sb_push(g->arena, g->states, n->inner.at[i]);
		sb_push(g->arena, s->unknowns, state ? (sx_ref)rate : n->inner.at[i]);
	}
}

static void assign_element(bg_graph *g, uint32_t node)
{
	const bg_node *n = &g->nodes.at[node];
	solving s = {.g = g, .node = node};
	for (uint32_t i = 0; i < n->laws.n; i++)
		sb_push(g->arena, s.rows, n->laws.at[i]);
	for (uint32_t i = 0; i < n->ports.n; i++) {
		const bg_port *p = &n->ports.at[i];
		if (bg_is_storage(n))
			take_storage_port(&s, n, i);
		else if (n->kind == BG_SF && laws_have(g, n, p->displacement))
			sb_push(g->arena, s.unknowns, p->displacement);
		else
			sb_push(g->arena, s.unknowns, bg_effort_in(g, node, i) ? p->flow : p->effort);
	}
	take_inner(&s, n);
	solve_laws(&s);
}

/* The effort that an ideal amplifier gives is whatever makes that at its input zero. */
static void assign_amplifier(bg_graph *g, uint32_t node)
{
	const bg_node *n = &g->nodes.at[node];
	add(g, n->ports.at[0].flow, sx_real(g->work->pool, 0), node);
	sb_push(g->arena, g->assignments,
			((bg_assignment){.target = n->ports.at[1].effort, .node = node, .zero = n->ports.at[0].effort}));
}

/* -------------------------------------------------------------------- derivatives */

static const bg_assignment *given_by(const bg_graph *g, sx_ref symbol)
{
	for (uint32_t i = 0; i < g->assignments.n; i++)
		if (g->assignments.at[i].target == symbol)
			return &g->assignments.at[i];
	return NULL;
}

/* Where nothing gives the derivative of something that an assignment gives: the derivative of that assignment. */
static bool add_rate(bg_graph *g, sx_ref rate, sx_ref base)
{
	const bg_assignment *of = given_by(g, base);
	if (!of || contains(&g->states, base))
		return false;
	bg_assignment made = {.target = rate, .node = of->node};
	made.value = of->value ? bg_total(g, of->value) : 0;
	made.zero = of->zero ? bg_total(g, of->zero) : 0;
	if (!made.value && !made.zero)
		return false;
	sb_push(g->arena, g->assignments, made);
	return true;
}

/* The flow of a spring that is given its effort, and of a position source, is the derivative of its position. */
static void add_speeds(bg_graph *g)
{
	for (uint32_t i = 0; i < g->nodes.n; i++)
		for (uint32_t k = 0; k < g->nodes.at[i].ports.n; k++) {
			const bg_port *p = &g->nodes.at[i].ports.at[k];
			if (p->displacement && given_by(g, p->displacement) && !given_by(g, p->flow))
				add_rate(g, p->flow, p->displacement);
		}
}

/* How often something was differentiated to get this. */
static int order_of(const bg_graph *g, sx_ref symbol)
{
	int order = 0;
	for (uint64_t base; order < MOST_ORDER && sb_map_get(&g->integrals, symbol, &base); order++)
		symbol = (sx_ref)base;
	return order;
}

static void add_rates(bg_graph *g)
{
	for (uint32_t i = 0; i < g->assignments.n; i++) {
		sm_exprs symbols = {0};
		bg_assignment a = g->assignments.at[i];
		bg_symbols_in(g, a.value ? a.value : a.zero, &symbols);
		for (uint32_t k = 0; k < symbols.n; k++) {
			uint64_t base;
			if (sb_map_get(&g->integrals, symbols.at[k], &base) && !given_by(g, symbols.at[k]) &&
				order_of(g, symbols.at[k]) < MOST_ORDER)
				add_rate(g, symbols.at[k], (sx_ref)base);
			else if (order_of(g, symbols.at[k]) >= MOST_ORDER)
				g->implicit = bg_name_of(g, symbols.at[k]);
		}
	}
}

void bg_derive(bg_graph *g)
{
	g->assignments.n = 0;
	g->states.n = 0;
	g->loops = 0;
	g->implicit = NULL;
	if (!g->causal)
		return;
	name_bonds(g);
	join_elements(g);
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (bg_is_junction(&g->nodes.at[i]))
			assign_junction(g, i);
		else if (g->nodes.at[i].kind == BG_AMPLIFIER)
			assign_amplifier(g, i);
		else
			assign_element(g, i);
	add_speeds(g);
	add_rates(g);
	bg_order(g);
}
