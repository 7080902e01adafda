/* Blocks whose class, ports or parameters depend on the values of parameters. */
#include "front/xcos/write/xcos_write.h"

#include <math.h>
#include <string.h>

static void add_matrix(xc_part *p, const char *name, const xc_value *v)
{
	xc_with(p, "%s=", name);
	xc_add_matrix(&p->with, v);
}

static void add_vector(xc_part *p, const char *name, const xc_value *v)
{
	xc_with(p, "%s=", name);
	xc_add_vector(&p->with, v);
}

static void add_size(const xc_sheet *s, xc_part *p, uint32_t port)
{
	xc_size z = xc_size_of(s, port);
	xc_with(p, "r=%d, c=%d", z.rows, z.columns);
}

static uint32_t parameters(const xc_part *p)
{
	const xc_value *v = p->block->parameters;
	return v && v->kind == XC_TEXT ? xc_count(v) : 0;
}

static bool numeric(const xc_sheet *s, const xc_part *p, uint32_t k, const xc_value *v)
{
	if (v && v->kind == XC_NUMBER && !v->im)
		return true;
	if (v)
		sb_note(xc_complain(s, p, "X0012", "parameter %u, '%s', has no value", k, xc_parameter_text(p, k)),
				"it must be made of real numbers");
	return false;
}

/* A gain whose expression has no value keeps the one that was saved with the diagram. */
static xc_value *saved_gain(const xc_sheet *s, const xc_part *p)
{
	const xc_value *v = p->block->reals;
	uint32_t rows = (uint32_t)xc_size_of(s, p->block->output[0]).rows, n = v && v->kind == XC_NUMBER ? xc_count(v) : 0;
	if (n == 0 || n % rows != 0)
		return NULL;
	xc_value *k = xc_matrix(s->arena, XC_NUMBER, n == 1 ? 1 : rows, n == 1 ? 1 : n / rows);
	memcpy(k->re, v->re, n * sizeof *k->re);
	sb_note(sb_report(s->diag, SB_WARNING, "X0014", p->block->span,
					  "%s%s (%s): the value that was saved is used for '%s'", s->path, p->name, p->block->kind,
					  xc_parameter_text(p, 1)),
			"the expression itself has no value here");
	return k;
}

void xc_special_gain(xc_sheet *s, xc_part *p)
{
	if (p->block->inputs != 1 || p->block->outputs != 1)
		return;
	xc_value *k = xc_parameter_quietly(s, p, 1);
	k = k ? k : saved_gain(s, p);
	k = k ? k : xc_parameter(s, p, 1);
	if (!numeric(s, p, 1, k))
		return;
	xc_size z = xc_size_of(s, p->block->output[0]);
	if (xc_count(k) == 1) {
		xc_with(p, "k=");
		xc_add_number(&p->with, k->re[0]);
		add_size(s, p, p->block->output[0]);
		if (z.type >= 3)
			xc_with(p, "kind=%d, rule=%d", z.type, (int)xc_parameter_number(s, p, 2, 0));
	} else {
		p->class = "Mathematics.MatrixGain";
		add_matrix(p, "k", k);
		xc_with(p, "c=%d", z.columns);
	}
}

/* Signs of the inputs: parameter 1, or 2 where the first is a type; all + where there are none. */
void xc_special_sum(xc_sheet *s, xc_part *p)
{
	uint32_t n = parameters(p), at = strcmp(p->block->kind, "SUMMATION") == 0 && n >= 2 ? 2 : 1;
	bool plain = n == 0 || strcmp(p->block->kind, "SUM_f") == 0;
	xc_value *v = plain ? NULL : xc_parameter(s, p, at);
	if ((!plain && !numeric(s, p, at, v)) || p->block->outputs != 1 || p->block->inputs == 0)
		return;
	if (v && xc_count(v) == 1 && p->block->inputs > 1) /* one number is that of the inputs */
		v = NULL;
	xc_size z = xc_size_of(s, p->block->output[0]);
	if (p->block->inputs == 1) {
		p->class = "Mathematics.Total";
		p->in = "u";
		xc_with(p, "s=%g", v && xc_count(v) > 0 ? v->re[0] : 1);
		add_size(s, p, p->block->input[0]);
		return;
	}
	xc_with(p, "s={");
	for (uint32_t i = 0; i < p->block->inputs; i++) {
		sb_add(&p->with, i > 0 ? ", " : "");
		xc_add_number(&p->with, v && i < xc_count(v) ? v->re[i] : 1);
	}
	sb_add(&p->with, "}");
	add_size(s, p, p->block->output[0]);
	if (z.type >= 3)
		xc_with(p, "kind=%d, rule=%d", z.type, (int)xc_parameter_number(s, p, 3, 0));
}

void xc_special_product(xc_sheet *s, xc_part *p)
{
	xc_value *v = parameters(p) > 0 ? xc_parameter_quietly(s, p, 1) : NULL;
	if (p->block->outputs != 1)
		return;
	xc_with(p, "s={");
	for (uint32_t i = 0; i < p->block->inputs; i++) {
		sb_add(&p->with, i > 0 ? ", " : "");
		xc_add_number(&p->with, v && v->kind == XC_NUMBER && i < xc_count(v) ? v->re[i] : 1);
	}
	sb_add(&p->with, "}");
	add_size(s, p, p->block->output[0]);
}

/* A vector is a column, however it is written. */
void xc_special_column(xc_sheet *s, xc_part *p)
{
	bool delay = strcmp(p->block->kind, "DOLLAR_f") == 0;
	xc_value *v = xc_parameter(s, p, 1), *column = sb_new(s->arena, xc_value);
	if (!numeric(s, p, 1, v))
		return;
	*column = *v;
	column->rows = xc_count(v);
	column->columns = 1;
	add_matrix(p, delay ? "z0" : "k", column);
	if (delay)
		xc_special_inherit(s, p);
}

/* numerator/denominator as A, B, C, D, in the form of a controller. */
static void add_controller(xc_part *p, const xc_value *num, const xc_value *den, uint32_t n)
{
	double lead = den->re[n], d = xc_count(num) > n ? num->re[n] / lead : 0;
	bool discrete = strncmp(p->class, "Discrete", 8) == 0;
	if (n == 0) {
		p->class = discrete ? "Discrete.Static" : "Continuous.Static";
		xc_with(p, "D=[");
		xc_add_number(&p->with, d);
		sb_add(&p->with, "]");
		return;
	}
	xc_with(p, "A=[");
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < n; j++) {
			sb_add(&p->with, j > 0 ? ", " : i > 0 ? "; " : "");
			xc_add_number(&p->with, i + 1 < n ? j == i + 1 : -den->re[j] / lead);
		}
	sb_add(&p->with, "], B=[");
	for (uint32_t i = 0; i < n; i++)
		sb_add(&p->with, i + 1 < n ? "0; " : "1], C=[");
	for (uint32_t j = 0; j < n; j++) {
		sb_add(&p->with, j > 0 ? ", " : "");
		xc_add_number(&p->with, ((j < xc_count(num) ? num->re[j] : 0) - d * den->re[j]) / lead);
	}
	sb_add(&p->with, "], D=[");
	xc_add_number(&p->with, d);
	sb_add(&p->with, "]");
}

static bool is_polynomial(const xc_value *v)
{
	return v && (v->kind == XC_POLYNOMIAL || (v->kind == XC_NUMBER && xc_count(v) == 1)) && !v->im;
}

void xc_special_transfer(xc_sheet *s, xc_part *p)
{
	xc_scope *scope = xc_scope_new(s->arena, s->names, s->scope);
	const char *why = "", *variable = p->block->kind[0] == 'D' ? "z" : "s";
	xc_value *v[2];
	xc_define(scope, variable, xc_evaluate(scope, variable[0] == 'z' ? "%z" : "%s", &why));
	for (uint32_t k = 0; k < 2; k++) {
		const char *text = xc_parameter_text(p, k + 1);
		v[k] = text ? xc_evaluate(scope, text, &why) : NULL;
		if (!is_polynomial(v[k])) {
			sb_message *m = xc_complain(s, p, "X0012", "parameter %u, '%s', has no value", k + 1, text ? text : "");
			sb_note(m, "%s", v[k] || !why ? "it must be a polynomial" : why);
			return;
		}
	}
	uint32_t n = xc_count(v[1]), m = xc_count(v[0]);
	while (n > 0 && v[1]->re[n - 1] == 0)
		n--;
	while (m > 1 && v[0]->re[m - 1] == 0)
		m--;
	if (n == 0 || m > n)
		xc_complain(s, p, "X0015",
					n == 0 ? "the denominator is zero" : "the numerator has a higher degree than the denominator");
	else
		add_controller(p, v[0], v[1], n - 1);
}

/* A matrix of this size; one without elements, and a single zero, stand for zeros. */
static void add_sized(xc_part *p, const char *name, const xc_value *v, uint32_t rows, uint32_t columns)
{
	bool fits = v->rows == rows && v->columns == columns && xc_count(v) > 0;
	if (fits)
		add_matrix(p, name, v);
	else
		xc_with(p, "%s=zeros(%u, %u)", name, rows, columns);
}

/* The matrices that were saved with the diagram: A, B, C, D one after another. False: they do not fit the ports. */
static bool saved_matrices(const xc_sheet *s, const xc_part *p, xc_value **v)
{
	const xc_block *b = p->block;
	const xc_value *saved = b->reals, *x = p->class[0] == 'D' ? b->discrete : b->state;
	uint32_t n = x ? xc_count(x) : 0, m = b->inputs > 0 ? (uint32_t)xc_size_of(s, b->input[0]).rows : 0;
	uint32_t k = b->outputs > 0 ? (uint32_t)xc_size_of(s, b->output[0]).rows : 0;
	uint32_t rows[] = {n, n, k, k, n}, columns[] = {n, m, n, m, 1}, at = 0;
	if (!saved || saved->kind != XC_NUMBER || n == 0 || xc_count(saved) != n * n + n * m + k * n + k * m)
		return false;
	for (uint32_t i = 0; i < 5; i++) {
		v[i] = xc_matrix(s->arena, XC_NUMBER, rows[i], columns[i]);
		memcpy(v[i]->re, i == 4 ? x->re : saved->re + at, sizeof(double) * rows[i] * columns[i]);
		at += rows[i] * columns[i];
	}
	sb_note(sb_report(s->diag, SB_WARNING, "X0014", b->span, "%s%s (%s): the values that were saved are used", s->path,
					  p->name, b->kind),
			"an expression of a matrix has no value here");
	return true;
}

void xc_special_linear(xc_sheet *s, xc_part *p)
{
	xc_value *v[5];
	bool missing = false;
	for (uint32_t k = 0; k < 5; k++)
		missing |= !xc_parameter_quietly(s, p, k + 1);
	bool saved = missing && saved_matrices(s, p, v);
	for (uint32_t k = 0; k < 5 && !saved; k++) {
		v[k] = xc_parameter(s, p, k + 1);
		if (!numeric(s, p, k + 1, v[k]))
			return;
	}
	uint32_t n = v[0]->rows, inputs = v[1]->columns, outputs = v[2]->rows;
	bool fit = v[0]->columns == n && (xc_count(v[1]) == 0 || v[1]->rows == n) &&
			   (xc_count(v[2]) == 0 || v[2]->columns == n) &&
			   (xc_count(v[3]) <= 1 || (v[3]->rows == outputs && v[3]->columns == inputs)) && xc_count(v[4]) == n;
	if (!fit) {
		sb_help(xc_complain(s, p, "X0020", "the sizes of A, B, C, D and x0 do not fit"),
				"A is n by n, B has n rows, C has n columns, x0 has n elements");
		return;
	}
	add_matrix(p, "A", v[0]);
	add_sized(p, "B", v[1], n, inputs);
	add_sized(p, "C", v[2], outputs, n);
	add_sized(p, "D", v[3], outputs, inputs);
	add_vector(p, "x0", v[4]);
}

void xc_special_integral(xc_sheet *s, xc_part *p)
{
	xc_value *x0 = xc_parameter(s, p, 1), *high, *low;
	bool reset = xc_parameter_number(s, p, 2, 0) != 0, limited = xc_parameter_number(s, p, 3, 0) != 0;
	if (!numeric(s, p, 1, x0))
		return;
	if (strcmp(p->block->kind, "INTEGRAL") == 0 && x0->rows == 1) {
		x0->rows = xc_count(x0);
		x0->columns = 1;
	}
	add_matrix(p, "x0", x0);
	if (reset) {
		p->class = "Continuous.ResetIntegral";
		p->in = "u,u2";
		p->event_in = "e";
	} else if (limited)
		p->class = "Continuous.LimitedIntegral";
	if (!limited)
		return;
	high = xc_parameter(s, p, 4);
	low = xc_parameter(s, p, 5);
	if (!numeric(s, p, 4, high) || !numeric(s, p, 5, low))
		return;
	if (reset)
		xc_with(p, "limited=true");
	add_matrix(p, "high", high);
	add_matrix(p, "low", low);
}

/* A clock is a diagram with an EVTDLY_c that goes round: period and first time are its parameters. */
void xc_special_clock(xc_sheet *s, xc_part *p)
{
	const xc_diagram *d = p->block->inside;
	for (uint32_t i = 0; d && i < d->blocks.n; i++)
		if (strncmp(d->blocks.at[i].kind, "EVTDLY", 6) == 0) {
			xc_part inner = *p;
			inner.block = &d->blocks.at[i];
			xc_value *period = xc_parameter(s, &inner, 1), *first = xc_parameter(s, &inner, 2);
			if (numeric(s, &inner, 1, period) && numeric(s, &inner, 2, first) && xc_count(period) == 1 &&
				xc_count(first) == 1) {
				xc_with(p, "period=");
				xc_add_number(&p->with, period->re[0]);
				xc_with(p, "offset=");
				xc_add_number(&p->with, first->re[0]);
			}
			return;
		}
	xc_complain(s, p, "X0012", "the period of the clock is not in the file");
}

/* Which edge: the parameter of the EDGETRIGGER inside. */
void xc_special_edge(xc_sheet *s, xc_part *p)
{
	const xc_diagram *d = p->block->inside;
	for (uint32_t i = 0; d && i < d->blocks.n; i++)
		if (strcmp(d->blocks.at[i].kind, "EDGETRIGGER") == 0) {
			xc_part inner = *p;
			inner.block = &d->blocks.at[i];
			xc_with(p, "edge=%d", (int)xc_parameter_number(s, &inner, 1, 1));
		}
}

/* The seed is the last parameter, or the first number of it. */
void xc_special_random(xc_sheet *s, xc_part *p)
{
	double seed = xc_parameter_number(s, p, p->block->kind[5] == 'm' ? 5 : 4, 0);
	xc_with(p, "seed=%.0f", floor(fmax(0, fmin(2147483647, seed))));
}

/* Where what drives a port is activated: the activations of blocks with memory behind it. False: it is not known. */
static bool find_activations(const xc_sheet *s, uint32_t port, sb_u32s *found, int depth)
{
	uint32_t from = xc_driver(s, port);
	if (from == UINT32_MAX || depth > 50)
		return from == UINT32_MAX;
	const xc_part *q = &s->part[s->d->ports.at[from].block];
	const xc_block *b = q->block;
	if (q->role != XC_COMPONENT)
		return false;
	for (uint32_t i = 0; i < b->events_in; i++) {
		uint32_t by = xc_driver(s, b->event_in[i]);
		bool known = by == UINT32_MAX;
		for (uint32_t j = 0; j < found->n; j++)
			known |= found->at[j] == by;
		if (!known)
			sb_push(s->arena, *found, by);
	}
	for (uint32_t i = 0; i < b->inputs && b->events_in == 0; i++)
		if (!find_activations(s, b->input[i], found, depth + 1))
			return false;
	return true;
}

/* A block without an activation of its own takes over those of its inputs. */
void xc_special_inherit(xc_sheet *s, xc_part *p)
{
	const xc_block *b = p->block;
	if (b->events_in > 0)
		return;
	sb_u32s found = {0};
	bool known = true;
	for (uint32_t i = 0; i < b->inputs; i++)
		known &= find_activations(s, b->input[i], &found, 0);
	if (!known || found.n == 0) {
		sb_help(xc_complain(s, p, "X0022", "the block takes over the activation of its inputs, which are %s",
							known ? "always active" : "not activated in this diagram"),
				"give it an activation input");
		return;
	}
	if (found.n == 1) {
		sb_addf(&p->equations, "  connect(%s, %s.e);\n", xc_port_text(s, found.at[0]), p->name);
		return;
	}
	sb_addf(&p->extra, "  Saltus.Xcos.Events.Union %s_e(k=%u);\n", p->name, found.n);
	for (uint32_t i = 0; i < found.n; i++)
		sb_addf(&p->equations, "  connect(%s, %s_e.e[%u]);\n", xc_port_text(s, found.at[i]), p->name, i + 1);
	sb_addf(&p->equations, "  connect(%s_e.o, %s.e);\n", p->name, p->name);
}

/* Points of a curve: parameters 2 and 3 of a CURVE_c; else what was saved, first all x, then all y. */
void xc_special_points(xc_sheet *s, xc_part *p)
{
	if (strcmp(p->block->kind, "CURVE_c") == 0) {
		xc_value *x = xc_parameter(s, p, 2), *v = xc_parameter(s, p, 3);
		const char *periodic = xc_parameter_text(p, 4);
		double method = xc_parameter_number(s, p, 1, 1);
		if (method != 0 && method != 1)
			sb_help(xc_complain(s, p, "X0017", "the curve is a spline (method %g), which is not known here", method),
					"use method 0, the point before, or 1, straight lines");
		if (!numeric(s, p, 2, x) || !numeric(s, p, 3, v))
			return;
		add_vector(p, "x", x);
		add_vector(p, "v", v);
		xc_with(p, "straight=%s, periodic=%s", method == 0 ? "false" : "true",
				periodic && (*periodic == 'y' || *periodic == '1') ? "true" : "false");
		return;
	}
	const xc_value *saved = p->block->reals;
	const xc_value *whole = p->block->integers; /* the number of points comes first */
	double said = whole && whole->kind == XC_NUMBER && xc_count(whole) > 0 ? whole->re[0] : 0;
	uint32_t n = saved && saved->kind == XC_NUMBER ? xc_count(saved) / 2 : 0;
	n = said >= 2 && said <= n ? (uint32_t)said : n;
	if (n < 2) {
		xc_complain(s, p, "X0012", "the points of the curve are not in the file");
		return;
	}
	xc_value x = *saved, v = *saved;
	x.rows = v.rows = n;
	x.columns = v.columns = 1;
	v.re += n;
	add_vector(p, "x", &x);
	add_vector(p, "v", &v);
}

void xc_special_logic(xc_sheet *s, xc_part *p)
{
	int operator=(int) xc_parameter_number(s, p, 2, 0), type = (int)xc_parameter_number(s, p, 3, 1);
	bool bits = xc_parameter_number(s, p, 4, 0) != 0 && type >= 3;
	if (p->block->outputs != 1 || p->block->inputs == 0)
		return;
	xc_with(p, "op=%d, bits=%s, kind=%d", operator, bits ? "true" : "false", type);
	if (p->block->inputs == 1 && operator!= 5) {
		p->class = "Logic.OfOne";
		p->in = "u";
		add_size(s, p, p->block->input[0]);
	} else {
		xc_with(p, "k=%u", p->block->inputs);
		add_size(s, p, p->block->output[0]);
	}
}

void xc_special_truth(xc_sheet *s, xc_part *p)
{
	(void)s;
	if (p->block->events_in > 0)
		p->class = "Logic.HeldTruthTable";
}

/* MATMUL by its rule: 1 of matrices, 2 by element, 3 by a number. */
void xc_special_multiply(xc_sheet *s, xc_part *p)
{
	uint32_t n = parameters(p);
	bool integers = strcmp(p->block->kind, "INTMUL") == 0;
	double rule = n >= 2 && !integers ? xc_parameter_number(s, p, 2, 1) : 1;
	p->class = rule == 2 ? "Matrices.ElementProduct" : rule == 3 ? "Matrices.ScalarProduct" : "Matrices.Product";
}

void xc_special_extract(xc_sheet *s, xc_part *p)
{
	bool vector = strcmp(p->block->kind, "EXTRACTOR") == 0;
	xc_value *rows = xc_parameter(s, p, vector ? 1 : 2), *columns = vector ? NULL : xc_parameter(s, p, 3);
	if (!numeric(s, p, 2, rows) || (!vector && !numeric(s, p, 3, columns)))
		return;
	add_vector(p, "rows", rows);
	if (columns)
		add_vector(p, "columns", columns);
}

/* Sinks with several inputs, which become rows of one; and sums by rows or columns. */
void xc_special_reduce(xc_sheet *s, xc_part *p)
{
	int rows = 0, columns = 1;
	if (strcmp(p->block->kind, "MATSUM") == 0) {
		double rule = xc_parameter_number(s, p, 2, 0);
		xc_with(p, "text=\"%s\"", rule == 1 ? "sum(u1,1)" : rule == 2 ? "sum(u1,2)" : "sum(sum(u1,1),2)");
		return;
	}
	for (uint32_t i = 0; i < p->block->inputs; i++) {
		xc_size z = xc_size_of(s, p->block->input[i]);
		rows += z.rows;
		columns = z.columns > columns ? z.columns : columns;
	}
	xc_with(p, "r=%d, c=%d", rows, columns);
}
