/* What a port is, from what its law ties:
 *
 *     effort | flow | position      a source (zero: the ground, or nothing)
 *     effort, flow                  R                       effort' , flow     C          effort, position   C
 *                                                           effort , flow'     I
 *     sums of these                 several elements on a junction: a spring beside a damper, a coil with resistance
 *
 * (x' is the derivative of x.) Which symbols a law ties is found from its derivatives at random points, with random
 * parameters; variables inside the law are eliminated there in numbers. */
#include "bond/read/bond_read.h"

#include <math.h>
#include <string.h>

enum tied { EFFORT = 1, FLOW = 2, EFFORT_RATE = 4, FLOW_RATE = 8, POSITION = 16, TIED = 5 };

/* -------------------------------------------------------------------------- nodes */

void bg_tie_side(bg_network *n, uint32_t node, const bg_side *side, bool out)
{
	sb_push(n->g->arena, n->ties, ((bg_tie){node, side->plus, side->minus, side->port, out}));
}

uint32_t bg_node_of(bg_network *n, bg_kind kind, const bg_piece *p, const char *suffix)
{
	const bg_pin *pin = &n->pins.at[p->sides.at[0].plus];
	const char *component = *p->cluster->component ? p->cluster->component : pin->component;
	const char *name = *component ? component : pin->name;
	return bg_add_node(n->g, kind, *suffix ? sb_printf(n->g->arena, "%s.%s", name, suffix) : name, component);
}

static bool is_port_symbol(const bg_graph *g, const bg_node *node, sx_ref s)
{
	for (uint32_t i = 0; i < node->ports.n; i++) {
		const bg_port *p = &node->ports.at[i];
		sx_ref own[] = {p->effort, p->flow, p->displacement};
		for (int k = 0; k < 3; k++) {
			uint64_t rate;
			if (own[k] && (s == own[k] || (sb_map_get(&g->rates, own[k], &rate) && s == rate)))
				return true;
		}
	}
	for (uint32_t i = 0; i < node->inner.n; i++) {
		uint64_t rate;
		if (s == node->inner.at[i] || (sb_map_get(&g->rates, node->inner.at[i], &rate) && s == rate))
			return true;
	}
	return s == g->time;
}

/* A law in words has numbers for its parameters. */
static sx_ref with_numbers(sx_rewriter *r, sx_pool *pool, sx_ref e)
{
	bg_graph *g = r->context;
	double value;
	if (sx_op_of(pool, e) != SX_VAR || bg_is_symbol(g, e) || sx_type_of(pool, e) == SX_STRING ||
		!bg_value(bg_values_new(g, false, 0), e, &value))
		return e;
	return sx_type_of(pool, e) == SX_REAL ? sx_real(pool, value) :
		   sx_type_of(pool, e) == SX_BOOLEAN ? sx_bool(pool, value != 0) : sx_int(pool, (int64_t)value);
}

static const char *in_words(bg_graph *g, sx_ref e)
{
	sx_rewriter r = sx_rewriter_new(g->arena, with_numbers, g);
	return bg_text_of(g, sx_rewrite(&r, g->work->pool, e));
}

static bool reads_others(bg_network *n, const bg_node *node, sx_ref s)
{
	bg_graph *g = n->g;
	uint64_t mine = 0, its = 0;
	if (is_port_symbol(g, node, s))
		return false;
	if (bg_is_own(g, s))
		return true;                 /* an effort or flow of another port */
	const sm_variable *v = sm_var(g->work, sx_at(g->work->pool, s)->payload);
	sb_map_get(&n->owner, (uintptr_t)bg_owner_of(g, s), &its);
	sb_map_get(&n->owner, (uintptr_t)sb_intern(g->work->names, node->component), &mine);
	return v->port == SM_PORT_INPUT || its != mine;
}

/* factor1*a + factor2*b = 0 with factors that parameters give: -factor2/factor1. */
static bool ratio(bg_graph *g, const sm_exprs *laws, sx_ref a, sx_ref b, double *out)
{
	double above, below, rest;
	if (laws->n != 1)
		return false;
	sx_ref by_a = bg_partial(g, laws->at[0], a), by_b = bg_partial(g, laws->at[0], b);
	sm_exprs symbols = {0};
	if (!by_a || !by_b)
		return false;
	bg_symbols_in(g, by_a, &symbols);
	bg_symbols_in(g, by_b, &symbols);
	bg_values *v = bg_values_new(g, false, 0);
	sm_exprs all = {0};
	bg_symbols_in(g, laws->at[0], &all);
	for (uint32_t i = 0; i < all.n; i++)
		bg_set_value(v, all.at[i], 0);
	if (symbols.n || !bg_value(v, by_a, &below) || !bg_value(v, by_b, &above) || below == 0 ||
		!bg_value(v, laws->at[0], &rest))
		return false;
	*out = -above / below;
	return true;
}

static void describe_value(bg_graph *g, bg_node *node)
{
	const bg_port *p = &node->ports.at[0];
	sx_ref e = p->effort, f = p->flow, value = 0;
	double number = 0;
	bool found = false;
	if (node->ports.n == 1 && node->kind == BG_R)
		found = ratio(g, &node->laws, e, f, &number);
	else if (node->ports.n == 1 && node->kind == BG_C)
		found = p->displacement && sx_contains(g->work->pool, node->laws.at[0], p->displacement) ?
				ratio(g, &node->laws, p->displacement, e, &number) : ratio(g, &node->laws, f, bg_rate(g, e), &number);
	else if (node->ports.n == 1 && node->kind == BG_I)
		found = ratio(g, &node->laws, e, bg_rate(g, f), &number);
	else if (node->kind == BG_SE || node->kind == BG_SF) {
		sx_ref given = node->kind == BG_SE ? e : f;
		bool good = bg_solve_for(g, &node->laws, given, &value) ||
					(p->displacement && bg_solve_for(g, &node->laws, p->displacement, &value));
		/* sources give power: what is turned in a bond out of them (bond_assign.c) is turned here */
		if (good && (node->kind == BG_SF) != bg_is_flow_domain(p->domain))
			value = bg_tidy(g, sx_unary(g->work->pool, SX_NEG, value));
		found = good && bg_value(bg_values_new(g, false, 0), value, &number) &&
				!sx_contains(g->work->pool, value, g->time);
	}
	node->linear = found;
	node->value = number = number + 0.0;     /* no minus before a zero */
	node->law = found ? sb_printf(g->arena, "%.6g", number) : value ? in_words(g, value) :
				node->laws.n == 1 ? sb_printf(g->arena, "0 = %s", in_words(g, node->laws.at[0])) : "";
}

void bg_describe(bg_network *n, uint32_t number)
{
	bg_graph *g = n->g;
	bg_node *node = &g->nodes.at[number];
	sm_exprs symbols = {0};
	for (uint32_t i = 0; i < node->laws.n; i++)
		bg_symbols_in(g, node->laws.at[i], &symbols);
	for (uint32_t i = 0; i < symbols.n; i++)
		node->modulated |= reads_others(n, node, symbols.at[i]);
	describe_value(g, node);
}

/* --------------------------------------------------------------------- what is tied */

static sx_ref symbol_of(bg_graph *g, const bg_port *p, int which)
{
	switch (1 << which) {
	case EFFORT: return p->effort;
	case FLOW: return p->flow;
	case EFFORT_RATE: return bg_rate(g, p->effort);
	case FLOW_RATE: return bg_rate(g, p->flow);
	default: return p->displacement;
	}
}

/* Which of the symbols of the port the law ties, variables inside eliminated; 0: not known. */
static unsigned tied_by(bg_network *n, const bg_piece *p)
{
	bg_graph *g = n->g;
	sm_exprs symbols = {0};
	unsigned tied = 0;
	for (uint32_t i = 0; i < p->locals.n; i++) {
		uint64_t rate;
		sb_push(g->arena, symbols, p->locals.at[i]);
		if (sb_map_get(&g->rates, p->locals.at[i], &rate))
			sb_push(g->arena, symbols, (sx_ref)rate);
	}
	uint32_t inner = symbols.n;
	for (int i = 0; i < TIED; i++) {
		sx_ref s = symbol_of(g, &p->sides.at[0].port, i);
		if (s)
			sb_push(g->arena, symbols, s);
	}
	for (uint64_t seed = 11; seed < 14; seed++) {
		bg_matrix m;
		if (!bg_jacobian(g, &p->rows, &symbols, seed, &m))
			return 0;
		uint32_t rank = bg_echelon(&m);
		for (uint32_t r = 0; r < rank; r++) {
			bool outer = true;
			for (uint32_t k = 0; k < inner; k++)
				outer = outer && fabs(m.at[r * m.columns + k]) < 1e-9;
			for (uint32_t k = inner; k < m.columns && outer; k++)
				tied |= fabs(m.at[r * m.columns + k]) > 1e-9 ? 1u << (k - inner) : 0;
		}
	}
	return tied;
}

/* -------------------------------------------------------------------------- one port */

static uint32_t add_element(bg_network *n, bg_kind kind, const bg_piece *p, const char *suffix)
{
	uint32_t node = bg_node_of(n, kind, p, suffix);
	bg_add_port(n->g, node, p->sides.at[0].port);
	n->g->nodes.at[node].laws = p->rows;
	n->g->nodes.at[node].inner = p->locals;
	return node;
}

static bool is_zero(bg_network *n, const bg_piece *p, sx_ref symbol)
{
	sx_ref value;
	sm_exprs symbols = {0};
	if (!bg_solve_for(n->g, &p->rows, symbol, &value))
		return false;
	bg_symbols_in(n->g, value, &symbols);
	double number;
	return !symbols.n && bg_value(bg_values_new(n->g, true, 7), value, &number) && number == 0;
}

static bool is_constant(bg_network *n, const bg_piece *p, sx_ref symbol)
{
	sx_ref value;
	sm_exprs symbols = {0};
	if (!bg_solve_for(n->g, &p->rows, symbol, &value))
		return false;
	bg_symbols_in(n->g, value, &symbols);
	return !symbols.n;
}

/* A source of nothing: the ground of its place, or an end that is open. */
static bool is_nothing(bg_network *n, const bg_piece *p, unsigned tied)
{
	const bg_side *side = &p->sides.at[0];
	const bg_pin *plus = &n->pins.at[side->plus];
	bool by_flow = plus->rate != 0;
	sx_ref through = by_flow ? side->port.effort : side->port.flow;
	if (tied == (by_flow ? EFFORT : FLOW))
		return is_zero(n, p, through);
	if (side->minus != UINT32_MAX)
		return false;
	bool ground = (tied == POSITION && is_constant(n, p, side->port.displacement)) ||
				  (tied == (by_flow ? FLOW : EFFORT) && is_zero(n, p, by_flow ? side->port.flow : side->port.effort));
	if (ground)
		n->places.at[plus->place].ground = true;
	return ground;
}

static bool has_choice(bg_network *n, const bg_piece *p)
{
	sm_exprs symbols = {0};
	for (uint32_t i = 0; i < p->rows.n; i++)
		bg_symbols_in(n->g, p->rows.at[i], &symbols);
	for (uint32_t i = 0; i < symbols.n; i++)
		if (sx_type_of(n->g->work->pool, symbols.at[i]) == SX_BOOLEAN)
			return true;
	return false;
}

/* Has the law both variables in it, though at random points it may tie one of them alone, as a switch that is open? */
static bool has_both(bg_network *n, const bg_piece *p)
{
	bool effort = false, flow = false;
	for (uint32_t i = 0; i < p->rows.n; i++) {
		effort |= sx_contains(n->g->work->pool, p->rows.at[i], p->sides.at[0].port.effort);
		flow |= sx_contains(n->g->work->pool, p->rows.at[i], p->sides.at[0].port.flow);
	}
	return effort && flow;
}

static const char *condition_of(bg_network *n, const bg_piece *p)
{
	sm_exprs symbols = {0};
	for (uint32_t i = 0; i < p->rows.n; i++)
		bg_symbols_in(n->g, p->rows.at[i], &symbols);
	for (uint32_t i = 0; i < symbols.n; i++)
		if (sx_type_of(n->g->work->pool, symbols.at[i]) == SX_BOOLEAN)
			return bg_name_of(n->g, symbols.at[i]);
	return "";
}

/* A switch sits on a junction of its own that is on or off. */
static void add_switch(bg_network *n, const bg_piece *p)
{
	bg_graph *g = n->g;
	bg_side side = p->sides.at[0];
	uint32_t node = add_element(n, BG_SWITCH, p, ""), junction = bg_add_junction(g, BG_ONE, g->nodes.at[node].name);
	bg_describe(n, node);
	g->nodes.at[junction].control = condition_of(n, p);
	bg_join(g, junction, UINT32_MAX, node, 0, side.port.domain);
	bg_tie_side(n, junction, &side, false);
}

typedef struct share { unsigned tied; bg_kind kind; const char *suffix; } share;

/* A law whose one variable is a sum over others: each of them is an element. common: what they have in common. */
static bool add_sum(bg_network *n, const bg_piece *p, bg_kind junction, const share *shares, uint32_t count)
{
	bg_graph *g = n->g;
	sx_pool *pool = g->work->pool;
	const bg_port *whole = &p->sides.at[0].port;
	sx_ref total = junction == BG_ONE ? whole->effort : whole->flow, value;
	if (!bg_solve_for(g, &p->rows, total, &value) || !bg_is_sum(g, value, whole))
		return false;
	uint32_t node = bg_add_junction(g, junction, NULL);
	for (uint32_t i = 0; i < count; i++) {
		bg_piece one = {.cluster = p->cluster};
		bg_side side = p->sides.at[0];
		sb_map by = sb_map_new(g->arena);
		const char *name = sb_printf(g->arena, "%s.%s", bg_base_name(g, whole->effort), shares[i].suffix);
		side.port.effort = bg_symbol(g, sb_printf(g->arena, "%s.e", name));
		side.port.flow = bg_symbol(g, sb_printf(g->arena, "%s.f", name));
		side.port.displacement = shares[i].tied & POSITION ? bg_symbol(g, sb_printf(g->arena, "%s.x", name)) : 0;
		if (side.port.displacement)
			sb_map_put(&g->rates, side.port.displacement, side.port.flow);
		for (int k = 0; k < TIED; k++) {
			sx_ref old = symbol_of(g, whole, k);
			if (old && old != total)
				sb_map_put(&by, old, shares[i].tied & (1u << k) ? symbol_of(g, &side.port, k) : sx_real(pool, 0));
		}
		sx_ref part = bg_put_in(g, value, &by);
		if (i)                       /* what is constant belongs to the first */
			part = sx_binary(pool, SX_SUB, part, bg_without(g, part, &side.port));
		sx_ref own = junction == BG_ONE ? side.port.effort : side.port.flow;
		sb_push(g->arena, one.rows, sx_binary(pool, SX_SUB, own, part));
		sb_push(g->arena, one.sides, side);
		bg_stand_for(g, whole, &side.port, junction == BG_ONE);
		uint32_t element = add_element(n, shares[i].kind, &one, shares[i].suffix);
		bg_describe(n, element);
		bg_join(g, node, UINT32_MAX, element, 0, side.port.domain);
	}
	bg_tie_side(n, node, &p->sides.at[0], false);
	return true;
}

/* A law with a state of its own: a charge is fed by the flow, a momentum by the effort. */
static bg_kind kind_by_state(bg_network *n, const bg_piece *p)
{
	const bg_port *port = &p->sides.at[0].port;
	sx_pool *pool = n->g->work->pool;
	for (uint32_t i = 0; i < p->locals.n; i++)
		for (uint32_t r = 0; r < p->rows.n; r++) {
			uint64_t rate;
			if (!sb_map_get(&n->g->rates, p->locals.at[i], &rate) || !sx_contains(pool, p->rows.at[r], (sx_ref)rate))
				continue;
			bool effort = sx_contains(pool, p->rows.at[r], port->effort);
			return effort == sx_contains(pool, p->rows.at[r], port->flow) ? BG_FIELD : effort ? BG_I : BG_C;
		}
	return BG_FIELD;
}

static void recognise_one(bg_network *n, bg_piece *p)
{
	static const struct { unsigned tied; bg_kind kind; } simple[] = {
		{EFFORT, BG_SE}, {FLOW, BG_SF}, {POSITION, BG_SF}, {EFFORT | FLOW, BG_R}, {EFFORT_RATE | FLOW, BG_C},
		{EFFORT | POSITION, BG_C}, {EFFORT | FLOW_RATE, BG_I}};
	static const share beside[] = {{EFFORT_RATE, BG_C, "C"}, {EFFORT, BG_R, "R"}};
	static const share coil[] = {{FLOW_RATE, BG_I, "I"}, {FLOW, BG_R, "R"}};
	static const share spring[] = {{POSITION, BG_C, "C"}, {FLOW, BG_R, "R"}, {FLOW_RATE, BG_I, "I"}};
	unsigned tied = tied_by(n, p);
	if (tied && !(tied & ~(unsigned)(EFFORT | FLOW)) && has_choice(n, p) && has_both(n, p)) {
		add_switch(n, p);
		return;
	}
	if (is_nothing(n, p, tied))
		return;
	bool split = tied == (EFFORT | FLOW | EFFORT_RATE) ? add_sum(n, p, BG_ZERO, beside, 2) :
				 tied == (EFFORT | FLOW | FLOW_RATE) ? add_sum(n, p, BG_ONE, coil, 2) :
				 tied == (EFFORT | POSITION | FLOW) ? add_sum(n, p, BG_ONE, spring, 2) :
				 tied == (EFFORT | POSITION | FLOW | FLOW_RATE) && add_sum(n, p, BG_ONE, spring, 3);
	if (split)
		return;
	bg_kind kind = tied & POSITION ? BG_C : tied & EFFORT_RATE ? BG_C : tied & FLOW_RATE ? BG_I :
				   kind_by_state(n, p);
	for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
		if (simple[i].tied == tied)
			kind = simple[i].kind;
	uint32_t node = add_element(n, kind, p, "");
	bg_describe(n, node);
	bg_tie_side(n, node, &p->sides.at[0], kind == BG_SE || kind == BG_SF);
}

void bg_recognise(bg_network *n, bg_piece *p)
{
	if (p->sides.n == 1)
		recognise_one(n, p);
	else if (p->sides.n)
		bg_recognise_several(n, p);
}
