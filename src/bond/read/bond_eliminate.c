/* Variables that only the equations of one cluster know go: x, from an equation that is linear in x with a number, or
 * else a parameter, before it. What is left ties pins to each other. */
#include "bond/read/bond_read.h"

#include <math.h>

static bool is_local(bg_network *n, const bg_cluster *c, sx_ref var)
{
	bg_graph *g = n->g;
	uint64_t any, cluster;
	if (bg_is_own(g, var) || sb_map_get(&n->pin_of, var, &any) || sb_map_get(&n->given, var, &any))
		return false;
	const sm_variable *v = sm_var(g->work, sx_at(g->work->pool, var)->payload);
	return v->type == SX_REAL && v->variability == SM_CONTINUOUS &&
		   (v->port != SM_PORT_INPUT || sb_map_get(&n->bound, var, &any)) &&
		   sb_map_get(&n->owner, (uintptr_t)bg_owner_of(g, var), &cluster) && &n->clusters.at[cluster - 1] == c;
}

static bool occurs(bg_graph *g, sx_ref e, sx_ref symbol)
{
	return sx_contains(g->work->pool, e, symbol);
}

/* May an equation be divided by this? In the first pass a number, later what parameters give a value other than 0. */
static bool can_divide(bg_graph *g, sx_ref by, int pass)
{
	sm_exprs symbols = {0};
	double value;
	if (pass == 0)
		return sx_is_const(g->work->pool, by) && sx_real_value(g->work->pool, by) != 0;
	bg_symbols_in(g, by, &symbols);
	return !symbols.n && bg_value(bg_values_new(g, false, 0), by, &value) && fabs(value) > 1e-30;
}

/* The symbol of the derivative of x where rows hold it; 0: none does. */
static sx_ref rate_in_use(bg_network *n, const bg_cluster *c, sx_ref x)
{
	uint64_t rate;
	if (!sb_map_get(&n->g->rates, x, &rate))
		return 0;
	for (uint32_t i = 0; i < c->rows.n; i++)
		if (!c->rows.at[i].used && occurs(n->g, c->rows.at[i].zero, (sx_ref)rate))
			return (sx_ref)rate;
	return 0;
}

/* Puts x = value into all rows. False: the derivative of x is needed, and that of the value is not known. */
static bool put_in(bg_network *n, bg_cluster *c, uint32_t row, sx_ref x, sx_ref value)
{
	bg_graph *g = n->g;
	sb_map by = sb_map_new(g->arena);
	sx_ref rate = rate_in_use(n, c, x), total = rate ? bg_total(g, value) : 0;
	uint64_t pin;
	if (rate && !total)
		return false;
	if (sb_map_get(&n->pin_of, value, &pin) || !rate)
		sb_map_put(&g->stands, value, x);
	sb_map_put(&by, x, value);
	if (rate)
		sb_map_put(&by, rate, total);
	c->rows.at[row].used = true;
	for (uint32_t i = 0; i < c->rows.n; i++)
		if (!c->rows.at[i].used)
			c->rows.at[i].zero = bg_put_in(g, c->rows.at[i].zero, &by);
	return true;
}

static bool eliminate_by(bg_network *n, bg_cluster *c, uint32_t row, int pass)
{
	bg_graph *g = n->g;
	sx_pool *pool = g->work->pool;
	sm_exprs symbols = {0};
	bg_symbols_in(g, c->rows.at[row].zero, &symbols);
	for (uint32_t i = 0; i < symbols.n; i++) {
		sx_ref x = symbols.at[i], a, b;
		uint64_t rate;
		if (!is_local(n, c, x) || (sb_map_get(&g->rates, x, &rate) && occurs(g, c->rows.at[row].zero, (sx_ref)rate)) ||
			!sx_linear(pool, c->rows.at[row].zero, x, &a, &b) || !can_divide(g, a, pass))
			continue;
		sx_ref value = sx_is_number(pool, a, 1) ? sx_unary(pool, SX_NEG, b) :
					   sx_is_number(pool, a, -1) ? b : sx_binary(pool, SX_DIV, sx_unary(pool, SX_NEG, b), a);
		if (!occurs(g, value, x) && put_in(n, c, row, x, value))
			return true;
	}
	return false;
}

static sm_exprs locals_of(bg_network *n, const bg_cluster *c)
{
	sm_exprs symbols = {0}, locals = {0};
	for (uint32_t i = 0; i < c->rows.n; i++)
		bg_symbols_in(n->g, c->rows.at[i].zero, &symbols);
	for (uint32_t i = 0; i < symbols.n; i++) {
		uint64_t base;
		sx_ref x = sb_map_get(&n->g->integrals, symbols.at[i], &base) ? (sx_ref)base : symbols.at[i];
		bool known = !is_local(n, c, x);
		for (uint32_t k = 0; k < locals.n && !known; k++)
			known = locals.at[k] == x;
		if (!known)
			sb_push(n->g->arena, locals, x);
	}
	return locals;
}

static void keep_rows(bg_network *n, bg_cluster *c)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < c->rows.n; i++)
		if (!c->rows.at[i].used)
			c->rows.at[kept++] = c->rows.at[i];
	c->rows.n = kept;
	c->locals = locals_of(n, c);
}

/* Where there are fewer equations than pins and variables, equations outside give some of the variables. */
static void find_given(bg_network *n, const bg_cluster *c)
{
	sm_exprs locals = locals_of(n, c);
	uint32_t need = locals.n;
	for (uint32_t i = 0; i < c->pins.n; i++)
		need += !n->pins.at[c->pins.at[i]].joined_inside;
	for (uint32_t i = 0; i < locals.n && need > c->rows.n; i++) {
		uint64_t any;
		if (sb_map_get(&n->foreign, locals.at[i], &any)) {
			sb_map_put(&n->given, locals.at[i], 1);
			need--;
		}
	}
}

void bg_eliminate(bg_network *n, bg_cluster *c)
{
	find_given(n, c);
	for (int pass = 0; pass < 2; pass++)
		for (bool moved = true; moved;) {
			moved = false;
			for (uint32_t i = 0; i < c->rows.n; i++)
				if (!c->rows.at[i].used)
					moved = eliminate_by(n, c, i, pass) || moved;
		}
	keep_rows(n, c);
}
