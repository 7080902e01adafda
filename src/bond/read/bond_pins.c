/* Pins become ports. The equations of a cluster are divided by the pins that they tie. Of each part it is asked, at
 * random points:
 *
 *     Are two potentials always equal, and do only sums of the flows matter?    The two pins are one place.
 *     Do the flows of two pins, or of all, add up to zero?                      They are a port, and only differences
 *                                                                               of potentials matter.
 *
 * A pin that is left alone is a port from its place to the ground. */
#include "bond/read/bond_read.h"

#include <math.h>
#include <string.h>

#include "base/sets.h"

/* A part of a cluster. */
typedef struct part { sb_u32s pins; sm_exprs rows, locals; } part;

static uint32_t pin_at(const bg_network *n, sx_ref symbol)
{
	for (int depth = 0; depth < 4; depth++) {
		uint64_t found;
		if (sb_map_get(&n->pin_of, symbol, &found))
			return (uint32_t)found - 1;
		if (!sb_map_get(&n->g->integrals, symbol, &found))
			return UINT32_MAX;
		symbol = (sx_ref)found;
	}
	return UINT32_MAX;
}

/* ----------------------------------------------------------------- symbols of a part */

static void symbols_of(bg_network *n, const sm_exprs *rows, sm_exprs *out)
{
	for (uint32_t i = 0; i < rows->n; i++)
		bg_symbols_in(n->g, rows->at[i], out);
}

static uint32_t column_of(const sm_exprs *symbols, sx_ref symbol)
{
	for (uint32_t i = 0; i < symbols->n; i++)
		if (symbols->at[i] == symbol)
			return i;
	return UINT32_MAX;
}

/* Is a*x + b*y = constant a consequence of the rows, for any parameters? */
static bool follows(bg_network *n, const sm_exprs *rows, const sx_ref *of, const double *factors, uint32_t count)
{
	sm_exprs symbols = {0};
	bg_matrix m;
	symbols_of(n, rows, &symbols);
	double *vector = sb_new_array(n->g->arena, double, symbols.n + 1);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t k = column_of(&symbols, of[i]);
		if (k == UINT32_MAX)
			return false;
		vector[k] = factors[i];
	}
	for (uint64_t seed = 1; seed <= 2; seed++)
		if (!bg_jacobian(n->g, rows, &symbols, seed, &m) || !bg_spans(n->g->arena, &m, vector))
			return false;
	return true;
}

static void replace_all(bg_network *n, sm_exprs *rows, const sb_map *by)
{
	for (uint32_t i = 0; i < rows->n; i++)
		rows->at[i] = bg_put_in(n->g, rows->at[i], by);
}

static bool moves_with(bg_network *n, const sm_exprs *rows, sx_ref symbol)
{
	sm_exprs one = {0};
	bg_matrix m;
	sb_push(n->g->arena, one, symbol);
	if (!bg_jacobian(n->g, rows, &one, 3, &m))
		return true;
	for (uint32_t i = 0; i < m.rows; i++)
		if (fabs(m.at[i]) > 1e-9)
			return true;
	return false;
}

/* Takes one row away that says nothing the others do not say. */
static void drop_one(bg_network *n, sm_exprs *rows)
{
	sm_exprs symbols = {0};
	bg_matrix m;
	symbols_of(n, rows, &symbols);
	uint32_t all = bg_jacobian(n->g, rows, &symbols, 4, &m) ? bg_rank(n->g->arena, &m) : UINT32_MAX;
	for (uint32_t out = rows->n; out-- > 0;) {
		sm_exprs rest = {0};
		for (uint32_t i = 0; i < rows->n; i++)
			if (i != out)
				sb_push(n->g->arena, rest, rows->at[i]);
		if (bg_jacobian(n->g, &rest, &symbols, 4, &m) && bg_rank(n->g->arena, &m) == all) {
			*rows = rest;
			return;
		}
	}
}

static void put_zero(bg_network *n, sb_map *by, sx_ref symbol)
{
	sx_ref zero = sx_real(n->g->work->pool, 0);
	for (int depth = 0; symbol && depth < 3; depth++) {
		uint64_t rate;
		sb_map_put(by, symbol, zero);
		symbol = sb_map_get(&n->g->rates, symbol, &rate) ? (sx_ref)rate : 0;
	}
}

/* A symbol and its derivatives by others. */
static void put_for(bg_network *n, sb_map *by, sx_ref symbol, sx_ref other)
{
	for (int depth = 0; symbol && other && depth < 3; depth++) {
		uint64_t rate;
		sb_map_put(by, symbol, other);
		symbol = sb_map_get(&n->g->rates, symbol, &rate) ? (sx_ref)rate : 0;
		other = symbol ? bg_total(n->g, other) : 0;
	}
}

/* --------------------------------------------------------------------- one place */

/* The row that says that two potentials are equal, solved for that of b. */
static bool put_equal(bg_network *n, sm_exprs *rows, const bg_pin *b, sb_map *by)
{
	sx_pool *pool = n->g->work->pool;
	for (uint32_t i = 0; i < rows->n; i++) {
		sx_ref factor, rest;
		if (!sx_contains(pool, rows->at[i], b->potential) ||
			!sx_linear(pool, rows->at[i], b->potential, &factor, &rest) || !sx_is_const(pool, factor) ||
			sx_real_value(pool, factor) == 0)
			continue;
		put_for(n, by, b->potential, sx_binary(pool, SX_DIV, sx_unary(pool, SX_NEG, rest), factor));
		rows->at[i] = rows->at[--rows->n];
		return true;
	}
	return false;
}

/* Is the one potential the other one? Positions may differ by a length. */
static bool is_same(bg_network *n, const bg_pin *a, sx_ref value)
{
	sx_pool *pool = n->g->work->pool;
	sx_ref factor, rest;
	sm_exprs symbols = {0};
	double number;
	if (!sx_linear(pool, value, a->potential, &factor, &rest) || !bg_value(bg_values_new(n->g, true, 6), rest, &number))
		return false;
	bg_symbols_in(n->g, rest, &symbols);
	return !symbols.n && (number == 0 || (a->rate && a->rate != a->potential));
}

static bool merge(bg_network *n, part *p, uint32_t a, uint32_t b)
{
	bg_graph *g = n->g;
	const bg_pin *first = &n->pins.at[a], *second = &n->pins.at[b];
	sx_ref both[] = {first->potential, second->potential};
	sb_map by = sb_map_new(g->arena);
	sm_exprs rows = {0};
	if (first->domain != second->domain || !follows(n, &p->rows, both, (double[]){1, -1}, 2))
		return false;
	for (uint32_t i = 0; i < p->rows.n; i++)
		sb_push(g->arena, rows, p->rows.at[i]);
	uint64_t value;
	if (!put_equal(n, &rows, second, &by) || !sb_map_get(&by, second->potential, &value) ||
		!is_same(n, first, (sx_ref)value))
		return false;
	put_for(n, &by, first->flow, sx_binary(g->work->pool, SX_SUB, first->flow, second->flow));
	replace_all(n, &rows, &by);
	if (moves_with(n, &rows, second->flow))
		return false;
	sb_map zero = sb_map_new(g->arena);
	put_zero(n, &zero, second->flow);
	replace_all(n, &rows, &zero);
	p->rows = rows;
	n->pins.at[a].all = sx_binary(g->work->pool, SX_ADD, first->all, second->all);
	sb_unite(n->same.at, first->place, second->place);
	return true;
}

static void merge_pins(bg_network *n, part *p)
{
	for (uint32_t i = 0; i < p->pins.n; i++)
		for (uint32_t k = i + 1; k < p->pins.n;)
			if (merge(n, p, p->pins.at[i], p->pins.at[k])) {
				for (uint32_t m = k + 1; m < p->pins.n; m++)
					p->pins.at[m - 1] = p->pins.at[m];
				p->pins.n--;
			} else {
				k++;
			}
}

/* ------------------------------------------------------------------------- ports */

/* Do only differences of the potentials of these pins matter? */
static bool is_relative(bg_network *n, const sm_exprs *rows, const uint32_t *pins, uint32_t count)
{
	sm_exprs symbols = {0};
	bg_matrix m;
	for (uint32_t i = 0; i < count; i++)
		sb_push(n->g->arena, symbols, n->pins.at[pins[i]].potential);
	if (!bg_jacobian(n->g, rows, &symbols, 5, &m))
		return false;
	for (uint32_t i = 0; i < m.rows; i++) {
		double sum = 0, size = 0;
		for (uint32_t k = 0; k < m.columns; k++) {
			sum += m.at[i * m.columns + k];
			size += fabs(m.at[i * m.columns + k]);
		}
		if (fabs(sum) > 1e-9 * size)
			return false;
	}
	return true;
}

static bool adds_up(bg_network *n, const sm_exprs *rows, const uint32_t *pins, uint32_t count)
{
	sx_ref *flows = sb_new_array(n->g->arena, sx_ref, count);
	double *ones = sb_new_array(n->g->arena, double, count);
	for (uint32_t i = 0; i < count; i++) {
		flows[i] = n->pins.at[pins[i]].flow;
		ones[i] = 1;
		if (n->pins.at[pins[i]].domain != n->pins.at[pins[0]].domain)
			return false;
	}
	return follows(n, rows, flows, ones, count) && is_relative(n, rows, pins, count);
}

/* The last of the pins becomes the reference of the others. */
static void refer(bg_network *n, part *p, const uint32_t *pins, uint32_t count)
{
	bg_graph *g = n->g;
	const bg_pin *last = &n->pins.at[pins[count - 1]];
	sb_map by = sb_map_new(g->arena);
	sx_ref sum = 0;
	for (uint32_t i = 0; i + 1 < count; i++) {
		sx_ref flow = n->pins.at[pins[i]].flow;
		sum = sum ? sx_binary(g->work->pool, SX_ADD, sum, flow) : flow;
	}
	put_zero(n, &by, last->potential);
	put_zero(n, &by, last->rate);
	put_for(n, &by, last->flow, sx_unary(g->work->pool, SX_NEG, sum));
	replace_all(n, &p->rows, &by);
	drop_one(n, &p->rows);
}

/* What a port is called: the component, with the connector where it has several ports. */
static const char *port_name(const bg_piece *piece, const bg_pin *pin)
{
	const char *component = *pin->component ? pin->component : piece->cluster->component;
	if (piece->sides.n == 1)
		return *component ? component : pin->name;
	return pin->name;
}

static void make_port(bg_network *n, bg_piece *piece, bg_side *side)
{
	bg_graph *g = n->g;
	sx_pool *pool = g->work->pool;
	const bg_pin *plus = &n->pins.at[side->plus];
	const bg_pin *minus = side->minus == UINT32_MAX ? NULL : &n->pins.at[side->minus];
	const char *name = port_name(piece, plus);
	sb_map by = sb_map_new(g->arena);
	sx_ref e = bg_symbol(g, sb_printf(g->arena, "%s.e", name)), f = bg_symbol(g, sb_printf(g->arena, "%s.f", name));
	sx_ref across = minus ? sx_binary(pool, SX_SUB, plus->potential, minus->potential) : plus->potential;
	side->port = (bg_port){.effort = e, .flow = f, .domain = plus->domain, .bond = UINT32_MAX};
	if (!plus->rate) {
		put_for(n, &by, plus->potential, e);
		put_for(n, &by, plus->flow, f);
		sb_map_put(&g->stands, e, across);
		sb_map_put(&g->stands, f, plus->all);
	} else {
		sx_ref speed = minus ? sx_binary(pool, SX_SUB, plus->rate, minus->rate) : plus->rate;
		if (plus->rate != plus->potential) {
			side->port.displacement = bg_symbol(g, sb_printf(g->arena, "%s.x", name));
			sb_map_put(&g->rates, side->port.displacement, f);
			sb_map_put(&by, plus->potential, side->port.displacement);
			sb_map_put(&g->stands, side->port.displacement, across);
		}
		put_for(n, &by, plus->rate, f);
		put_for(n, &by, plus->flow, e);
		sb_map_put(&g->stands, f, speed);
		sb_map_put(&g->stands, e, plus->all);
	}
	replace_all(n, &piece->rows, &by);
}

static bool is_grounded(bg_network *n, uint32_t pin)
{
	uint32_t place = sb_set_of(n->same.at, n->pins.at[pin].place);
	for (uint32_t i = 0; i < n->places.n; i++)
		if (n->places.at[i].ground && sb_set_of(n->same.at, i) == place)
			return true;
	return false;
}

/* Which of two pins counts as positive: not the one at ground; of flanges the second, as it moves against the first. */
static bool is_turned(bg_network *n, uint32_t a, uint32_t b)
{
	bool first = is_grounded(n, a), second = is_grounded(n, b);
	return first != second ? first : n->pins.at[a].rate != 0;
}

/* A junction that the user wrote: all flows are equal up to signs, and the efforts with these signs add up to zero. Its
 * pins are ports each, though the flows of some of them add up. */
static bool is_one_junction(bg_network *n, const part *p)
{
	uint32_t k = p->pins.n;
	sx_ref *efforts = sb_new_array(n->g->arena, sx_ref, k + 1);
	double *signs = sb_new_array(n->g->arena, double, k + 1);
	if (k < 3 || p->rows.n != k || p->locals.n)
		return false;
	for (uint32_t i = 0; i < k; i++) {
		const bg_pin *first = &n->pins.at[p->pins.at[0]], *pin = &n->pins.at[p->pins.at[i]];
		sx_ref pair[] = {first->flow, pin->flow};
		efforts[i] = pin->potential;
		signs[i] = i == 0 || follows(n, &p->rows, pair, (double[]){1, -1}, 2) ? 1 :
				   follows(n, &p->rows, pair, (double[]){1, 1}, 2) ? -1 : 0;
		if (signs[i] == 0 || pin->rate)
			return false;
	}
	return follows(n, &p->rows, efforts, signs, k);
}

/* Pins that add up are grouped: pairs first, then all that are left. */
static void group_pins(bg_network *n, part *p, bg_piece *piece)
{
	sb_u32s left = {0};
	bool apart = is_one_junction(n, p);
	for (uint32_t i = 0; i < p->pins.n; i++) {
		bool paired = p->pins.at[i] == UINT32_MAX;
		for (uint32_t k = i + 1; k < p->pins.n && !paired && !apart; k++) {
			uint32_t pair[] = {p->pins.at[i], p->pins.at[k]};
			if (pair[1] == UINT32_MAX || !adds_up(n, &p->rows, pair, 2))
				continue;
			bool turned = is_turned(n, pair[0], pair[1]);
			uint32_t plus = pair[turned], minus = pair[!turned];
			refer(n, p, (uint32_t[]){plus, minus}, 2);
			sb_push(n->g->arena, piece->sides, ((bg_side){.plus = plus, .minus = minus}));
			p->pins.at[k] = UINT32_MAX;
			paired = true;
		}
		if (!paired)
			sb_push(n->g->arena, left, p->pins.at[i]);
	}
	bool together = !apart && left.n > 2 && adds_up(n, &p->rows, left.at, left.n);
	if (together)
		refer(n, p, left.at, left.n);
	for (uint32_t i = 0; i + together < left.n; i++)
		sb_push(n->g->arena, piece->sides, ((bg_side){.plus = left.at[i],
				.minus = together ? left.at[left.n - 1] : UINT32_MAX}));
}

static void give(bg_network *n, bg_cluster *c, part *p, void (*take)(bg_network *, bg_piece *))
{
	bg_piece piece = {.cluster = c, .locals = p->locals};
	merge_pins(n, p);
	group_pins(n, p, &piece);
	piece.rows = p->rows;
	for (uint32_t i = 0; i < piece.sides.n; i++)
		make_port(n, &piece, &piece.sides.at[i]);
	take(n, &piece);
}

/* ------------------------------------------------------------------------- parts */

static uint32_t item_of(bg_network *n, const bg_cluster *c, sx_ref symbol)
{
	uint32_t pin = pin_at(n, symbol);
	uint64_t base;
	for (uint32_t i = 0; i < c->pins.n; i++)
		if (c->pins.at[i] == pin)
			return i;
	if (sb_map_get(&n->g->integrals, symbol, &base))
		symbol = (sx_ref)base;
	for (uint32_t i = 0; i < c->locals.n; i++)
		if (c->locals.at[i] == symbol)
			return c->pins.n + i;
	return UINT32_MAX;
}

static uint32_t unite_row(bg_network *n, const bg_cluster *c, sx_ref row, uint32_t *parent)
{
	sm_exprs symbols = {0};
	uint32_t first = UINT32_MAX;
	bg_symbols_in(n->g, row, &symbols);
	for (uint32_t i = 0; i < symbols.n; i++) {
		uint32_t item = item_of(n, c, symbols.at[i]);
		if (item == UINT32_MAX)
			continue;
		if (first != UINT32_MAX)
			sb_unite(parent, first, item);
		first = first == UINT32_MAX ? item : first;
	}
	return first;
}

static part part_of(bg_network *n, const bg_cluster *c, uint32_t *parent, const uint32_t *row_item, uint32_t set)
{
	part p = {0};
	for (uint32_t i = 0; i < c->pins.n; i++)
		if (sb_set_of(parent, i) == set)
			sb_push(n->g->arena, p.pins, c->pins.at[i]);
	for (uint32_t i = 0; i < c->locals.n; i++)
		if (sb_set_of(parent, c->pins.n + i) == set)
			sb_push(n->g->arena, p.locals, c->locals.at[i]);
	for (uint32_t i = 0; i < c->rows.n; i++)
		if (row_item[i] != UINT32_MAX && sb_set_of(parent, row_item[i]) == set)
			sb_push(n->g->arena, p.rows, c->rows.at[i].zero);
	return p;
}

/* No effort and no flow at the input, and an output of which no equation tells: an ideal amplifier. */
static bool take_amplifier(bg_network *n, bg_cluster *c, part *in, part *out, void (*take)(bg_network *, bg_piece *))
{
	if (in->pins.n != 2 || in->rows.n != 3 || in->locals.n || out->locals.n || out->pins.n != out->rows.n + 1)
		return false;
	bg_piece piece = {.cluster = c};
	const bg_pin *a = &n->pins.at[in->pins.at[0]], *b = &n->pins.at[in->pins.at[1]];
	if (!follows(n, &in->rows, (sx_ref[]){a->potential, b->potential}, (double[]){1, -1}, 2) ||
		!follows(n, &in->rows, (sx_ref[]){a->flow}, (double[]){1}, 1) ||
		!follows(n, &in->rows, (sx_ref[]){b->flow}, (double[]){1}, 1))
		return false;
	sb_push(n->g->arena, piece.sides, ((bg_side){.plus = in->pins.at[0], .minus = in->pins.at[1]}));
	merge_pins(n, out);
	group_pins(n, out, &piece);
	if (piece.sides.n != 2)
		return false;
	for (uint32_t i = 0; i < 2; i++)
		make_port(n, &piece, &piece.sides.at[i]);
	sb_push(n->g->arena, piece.rows, piece.sides.at[0].port.effort);
	sb_push(n->g->arena, piece.rows, piece.sides.at[0].port.flow);
	piece.amplifier = true;
	take(n, &piece);
	return true;
}

static bool is_border(const bg_network *n, const part *p)
{
	for (uint32_t i = 0; i < p->pins.n; i++)
		if (!n->pins.at[p->pins.at[i]].joined_inside)
			return false;
	return true;
}

static void take_parts(bg_network *n, bg_cluster *c, part *parts, uint32_t count,
					   void (*take)(bg_network *, bg_piece *))
{
	part *over = NULL, *under = NULL;
	for (uint32_t i = 0; i < count; i++) {
		part *p = &parts[i];
		uint32_t need = p->pins.n + p->locals.n;
		if (!p->pins.n || (p->rows.n < need && is_border(n, p)))
			continue;
		if (p->rows.n == need)
			give(n, c, p, take);
		else if (p->rows.n > need && !over)
			over = p;
		else if (p->rows.n < need && !under)
			under = p;
	}
	if (!(over && under && take_amplifier(n, c, over, under, take)) && (over || under))
		sb_push(n->g->arena, n->g->skipped, c->component);
}

void bg_divide(bg_network *n, bg_cluster *c, void (*take)(bg_network *n, bg_piece *p))
{
	sb_arena *arena = n->g->arena;
	uint32_t items = c->pins.n + c->locals.n, count = 0;
	uint32_t *parent = sb_new_array(arena, uint32_t, items + 1);
	uint32_t *row_item = sb_new_array(arena, uint32_t, c->rows.n + 1);
	part *parts = sb_new_array(arena, part, items + 1);
	for (uint32_t i = 0; i < items; i++)
		parent[i] = i;
	for (uint32_t i = 0; i < c->rows.n; i++)
		row_item[i] = unite_row(n, c, c->rows.at[i].zero, parent);
	for (uint32_t i = 0; i < items; i++)
		if (sb_set_of(parent, i) == i)
			parts[count++] = part_of(n, c, parent, row_item, i);
	take_parts(n, c, parts, count, take);
}
