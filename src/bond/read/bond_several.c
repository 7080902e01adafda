/* What several ports are that equations tie to each other:
 *
 *     transformer    e1 = n e2, f2 = -n f1          gyrator    e1 = r f2, e2 = -r f1
 *     junction       all flows equal, efforts add up to zero
 *     fields         several C or I that share one law: coupled coils
 *     sources        a port whose effort or flow others give: controlled sources, the heat of a resistor
 *
 * Whatever is none of these is a field that the graph shows and does not understand. */
#include "bond/read/bond_read.h"

#include <math.h>
#include <string.h>

static sx_ref conjugate(const bg_port *p, sx_ref s)
{
	return s == p->effort ? p->flow : p->effort;
}

static bool occurs_in(bg_graph *g, const sm_exprs *rows, sx_ref s, uint32_t *where, uint32_t *count)
{
	*count = 0;
	for (uint32_t i = 0; s && i < rows->n; i++)
		if (sx_contains(g->work->pool, rows->at[i], s)) {
			*where = i;
			++*count;
		}
	return *count > 0;
}

/* Rows that tie positions alone hold for speeds, too. */
static void differentiate_positions(bg_network *n, bg_piece *p)
{
	bg_graph *g = n->g;
	for (uint32_t r = 0; r < p->rows.n; r++) {
		bool positions = false, others = false;
		for (uint32_t i = 0; i < p->sides.n; i++) {
			const bg_port *port = &p->sides.at[i].port;
			positions |= port->displacement && sx_contains(g->work->pool, p->rows.at[r], port->displacement);
			others |= sx_contains(g->work->pool, p->rows.at[r], port->effort) ||
					  sx_contains(g->work->pool, p->rows.at[r], port->flow);
		}
		sx_ref total = positions && !others ? bg_total(g, p->rows.at[r]) : 0;
		if (total)
			p->rows.at[r] = total;
	}
}

/* Are there derivatives or positions, and of what? */
typedef struct stored { bool effort_rates, flow_rates, positions, efforts, flows; } stored;

static stored look_for_storage(bg_network *n, const bg_piece *p)
{
	stored s = {0};
	uint32_t where, count;
	for (uint32_t i = 0; i < p->sides.n; i++) {
		const bg_port *port = &p->sides.at[i].port;
		s.effort_rates |= occurs_in(n->g, &p->rows, bg_rate(n->g, port->effort), &where, &count);
		s.flow_rates |= occurs_in(n->g, &p->rows, bg_rate(n->g, port->flow), &where, &count);
		s.positions |= occurs_in(n->g, &p->rows, port->displacement, &where, &count);
		s.efforts |= occurs_in(n->g, &p->rows, port->effort, &where, &count);
		s.flows |= occurs_in(n->g, &p->rows, port->flow, &where, &count);
	}
	return s;
}

static uint32_t add_all(bg_network *n, const bg_piece *p, bg_kind kind)
{
	uint32_t node = bg_node_of(n, kind, p, "");
	for (uint32_t i = 0; i < p->sides.n; i++)
		bg_add_port(n->g, node, p->sides.at[i].port);
	n->g->nodes.at[node].laws = p->rows;
	n->g->nodes.at[node].inner = p->locals;
	bg_describe(n, node);
	return node;
}

/* ---------------------------------------------------------------- transformer, gyrator */

/* The rows in echelon form over e1, e2, f1, f2; false: they are not linear like this. */
static bool two_by_four(bg_network *n, const bg_piece *p, uint64_t seed, double out[8])
{
	sm_exprs symbols = {0};
	bg_matrix m;
	const bg_port *a = &p->sides.at[0].port, *b = &p->sides.at[1].port;
	sx_ref order[] = {a->effort, b->effort, a->flow, b->flow};
	for (int i = 0; i < 4; i++)
		sb_push(n->g->arena, symbols, order[i]);
	if (!bg_jacobian(n->g, &p->rows, &symbols, seed, &m) || bg_echelon(&m) != 2)
		return false;
	memcpy(out, m.at, 8 * sizeof *out);
	return true;
}

/* Is a law homogeneous: does it hold where all efforts and flows are zero? */
static bool is_homogeneous(bg_network *n, const bg_piece *p)
{
	bg_values *v = bg_values_new(n->g, true, 31);
	for (uint32_t i = 0; i < p->sides.n; i++) {
		bg_set_value(v, p->sides.at[i].port.effort, 0);
		bg_set_value(v, p->sides.at[i].port.flow, 0);
	}
	for (uint32_t i = 0; i < p->rows.n; i++) {
		double value;
		if (!bg_value(v, p->rows.at[i], &value) || fabs(value) > 1e-12)
			return false;
	}
	return true;
}

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b)) + 1e-12;
}

static bool is_transformer(const double m[8])
{
	return near(m[0], 1) && fabs(m[1]) > 1e-12 && near(m[2], 0) && near(m[3], 0) && near(m[4], 0) && near(m[5], 0) &&
		   near(m[6], 1) && near(m[1] * m[7], -1);
}

static bool is_gyrator(const double m[8])
{
	return near(m[0], 1) && near(m[1], 0) && near(m[2], 0) && fabs(m[3]) > 1e-12 && near(m[4], 0) && near(m[5], 1) &&
		   near(m[7], 0) && near(m[6], -m[3]);
}

static bool add_two_port(bg_network *n, bg_piece *p)
{
	bg_graph *g = n->g;
	double first[8], second[8], actual[8];
	if (p->sides.n != 2 || p->rows.n != 2 || !two_by_four(n, p, 41, first) || !two_by_four(n, p, 42, second) ||
		!is_homogeneous(n, p))
		return false;
	bool transformer = is_transformer(first) && is_transformer(second);
	if (!transformer && !(is_gyrator(first) && is_gyrator(second)))
		return false;
	uint32_t number = add_all(n, p, transformer ? BG_TF : BG_GY);
	bg_node *node = &g->nodes.at[number];
	node->linear = !node->modulated && two_by_four(n, p, 0, actual);
	if (node->linear) {
		/* in the direction of the bond out of the second port */
		bool speed = bg_is_flow_domain(p->sides.at[1].port.domain);
		node->value = (transformer ? actual[1] : actual[3]) * (transformer == speed ? 1 : -1);
		node->law = sb_printf(g->arena, "%.6g", node->value);
	}
	bg_tie_side(n, number, &p->sides.at[0], false);
	bg_tie_side(n, number, &p->sides.at[1], true);
	return true;
}

/* ------------------------------------------------------------------------- junctions */

static bool ties(bg_network *n, const bg_piece *p, const sx_ref *of, const double *factors, uint32_t count)
{
	sm_exprs symbols = {0};
	for (uint32_t i = 0; i < p->rows.n; i++)
		bg_symbols_in(n->g, p->rows.at[i], &symbols);
	double *vector = sb_new_array(n->g->arena, double, symbols.n + 1);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t k = 0;
		while (k < symbols.n && symbols.at[k] != of[i])
			k++;
		if (k == symbols.n)
			return false;
		vector[k] = factors[i];
	}
	for (uint64_t seed = 51; seed < 53; seed++) {
		bg_matrix m;
		if (!bg_jacobian(n->g, &p->rows, &symbols, seed, &m) || !bg_spans(n->g->arena, &m, vector))
			return false;
	}
	return true;
}

static bool is_outlet(const bg_network *n, const bg_side *side)
{
	const char *name = n->pins.at[side->plus].name, *dot = strrchr(name, '.');
	return strncmp(dot ? dot + 1 : name, "out", 3) == 0;
}

/* Flows are equal up to signs, and the efforts with these signs add up to zero: a junction that the user wrote. */
static bool add_one_junction(bg_network *n, bg_piece *p)
{
	bg_graph *g = n->g;
	uint32_t k = p->sides.n;
	double *signs = sb_new_array(g->arena, double, k);
	sx_ref *efforts = sb_new_array(g->arena, sx_ref, k);
	if (p->rows.n != k || p->locals.n || !is_homogeneous(n, p))
		return false;
	for (uint32_t i = 0; i < k; i++) {
		sx_ref pair[] = {p->sides.at[0].port.flow, p->sides.at[i].port.flow};
		efforts[i] = p->sides.at[i].port.effort;
		signs[i] = i == 0 || ties(n, p, pair, (double[]){1, -1}, 2) ? 1 :
				   ties(n, p, pair, (double[]){1, 1}, 2) ? -1 : 0;
		if (signs[i] == 0 || p->sides.at[i].minus != UINT32_MAX)
			return false;
	}
	if (!ties(n, p, efforts, signs, k))
		return false;
	bg_node named = {.name = p->cluster->component};
	uint32_t node = bg_add_junction(g, BG_ONE, named.name);
	g->nodes.at[node].component = p->cluster->component;
	bool turned = is_outlet(n, &p->sides.at[0]);
	for (uint32_t i = 0; i < k; i++)
		bg_tie_side(n, node, &p->sides.at[i], (signs[i] < 0) != turned);
	return true;
}

/* --------------------------------------------------------------------------- sources */

static bool only_port_symbol(bg_network *n, const bg_piece *p, sx_ref row, sx_ref s)
{
	for (uint32_t i = 0; i < p->sides.n; i++) {
		const bg_port *q = &p->sides.at[i].port;
		sx_ref all[] = {q->effort, q->flow, q->displacement};
		for (int k = 0; k < 3; k++)
			if (all[k] && all[k] != s && sx_contains(n->g->work->pool, row, all[k]))
				return false;
	}
	return true;
}

static void take_out(bg_piece *p, uint32_t side, uint32_t row)
{
	for (uint32_t i = side + 1; i < p->sides.n; i++)
		p->sides.at[i - 1] = p->sides.at[i];
	p->sides.n--;
	for (uint32_t i = row + 1; i < p->rows.n; i++)
		p->rows.at[i - 1] = p->rows.at[i];
	p->rows.n--;
}

/* One port becomes a source, by the one row that has s in it. */
static void add_source(bg_network *n, bg_piece *p, uint32_t side, uint32_t row, sx_ref s)
{
	bg_graph *g = n->g;
	bg_side taken = p->sides.at[side];
	const char *pin = n->pins.at[taken.plus].name, *dot = strrchr(pin, '.');
	bg_piece one = {.cluster = p->cluster};
	sb_push(g->arena, one.sides, taken);
	sb_push(g->arena, one.rows, p->rows.at[row]);
	uint32_t node = bg_node_of(n, s == taken.port.effort ? BG_SE : BG_SF, &one, dot ? dot + 1 : pin);
	bg_add_port(g, node, taken.port);
	g->nodes.at[node].laws = one.rows;
	bg_describe(n, node);
	bg_tie_side(n, node, &taken, true);
	take_out(p, side, row);
}

static bool split_source(bg_network *n, bg_piece *p, bool alone)
{
	for (uint32_t i = 0; i < p->sides.n; i++) {
		const bg_port *port = &p->sides.at[i].port;
		sx_ref both[] = {port->effort, port->flow};
		for (int k = 1; k >= 0; k--) {
			uint32_t row, count;
			sx_ref value;
			if (!occurs_in(n->g, &p->rows, both[k], &row, &count) || count != 1 ||
				sx_contains(n->g->work->pool, p->rows.at[row], conjugate(port, both[k])))
				continue;
			sm_exprs single = {0};
			sb_push(n->g->arena, single, p->rows.at[row]);
			if ((alone && !only_port_symbol(n, p, p->rows.at[row], both[k])) ||
				!bg_solve_for(n->g, &single, both[k], &value))
				continue;
			add_source(n, p, i, row, both[k]);
			return true;
		}
	}
	return false;
}

/* ----------------------------------------------------------------------------- whole */

static void add_amplifier(bg_network *n, bg_piece *p)
{
	uint32_t node = add_all(n, p, BG_AMPLIFIER);
	n->g->nodes.at[node].law = "no effort and no flow at the input";
	bg_tie_side(n, node, &p->sides.at[0], false);
	bg_tie_side(n, node, &p->sides.at[1], true);
}

static void add_field(bg_network *n, bg_piece *p, bg_kind kind)
{
	uint32_t node = add_all(n, p, kind);
	for (uint32_t i = 0; i < p->sides.n; i++)
		bg_tie_side(n, node, &p->sides.at[i], false);
}

void bg_recognise_several(bg_network *n, bg_piece *p)
{
	if (p->amplifier) {
		add_amplifier(n, p);
		return;
	}
	differentiate_positions(n, p);
	stored s = look_for_storage(n, p);
	if (s.effort_rates || s.flow_rates || s.positions || p->locals.n) {
		bool coils = s.flow_rates && !s.effort_rates && !s.positions, plates = !s.flow_rates;
		add_field(n, p, p->locals.n ? BG_FIELD : coils && !s.flows ? BG_I :
				  plates && (s.positions ? !s.flows : !s.efforts) ? BG_C : BG_FIELD);
		return;
	}
	if (add_two_port(n, p) || add_one_junction(n, p))
		return;
	while (p->sides.n && split_source(n, p, true))
		;
	while (p->sides.n > 1 && split_source(n, p, false))
		;
	if (p->sides.n == 1 && p->rows.n == 1)
		bg_recognise(n, p);
	else if (p->sides.n)
		add_field(n, p, p->rows.n == p->sides.n ? BG_R : BG_FIELD);
}
