/* Blocks whose class, ports or parameters depend on the values of parameters. */
#include "front/xcos/write/xcos_write.h"

#include <math.h>
#include <string.h>

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

static void by_gain(xc_sheet *s, xc_part *p)
{
	if (p->block->inputs != 1 || p->block->outputs != 1)
		return;
	xc_value *k = xc_parameter_quietly(s, p, 1);
	k = k ? k : saved_gain(s, p);
	k = k ? k : xc_parameter(s, p, 1);
	if (!xc_is_numeric(s, p, 1, k))
		return;
	xc_size z = xc_size_of(s, p->block->output[0]);
	if (xc_count(k) == 1) {
		xc_with(p, "k=");
		xc_add_number(&p->with, k->re[0]);
		xc_add_size(s, p, p->block->output[0]);
		if (z.type >= 3)
			xc_with(p, "kind=%d, rule=%d", z.type, (int)xc_parameter_number(s, p, 2, 0));
	} else {
		p->class = "Mathematics.MatrixGain";
		xc_add_named_matrix(p, "k", k);
		xc_with(p, "c=%d", z.columns);
	}
}

/* Signs of the inputs: parameter 1, or 2 where the first is a type; all + where there are none. */
static void by_sum(xc_sheet *s, xc_part *p)
{
	uint32_t n = xc_parameters(p), at = strcmp(p->block->kind, "SUMMATION") == 0 && n >= 2 ? 2 : 1;
	bool plain = n == 0 || strcmp(p->block->kind, "SUM_f") == 0;
	xc_value *v = plain ? NULL : xc_parameter(s, p, at);
	if ((!plain && !xc_is_numeric(s, p, at, v)) || p->block->outputs != 1 || p->block->inputs == 0)
		return;
	if (v && xc_count(v) == 1 && p->block->inputs > 1) /* one number is that of the inputs */
		v = NULL;
	xc_size z = xc_size_of(s, p->block->output[0]);
	if (p->block->inputs == 1) {
		p->class = *p->spec->kind == '~' ? "Complexes.Total" : "Mathematics.Total";
		p->in = "u";
		xc_with(p, "s=%g", v && xc_count(v) > 0 ? v->re[0] : 1);
		xc_add_size(s, p, p->block->input[0]);
		return;
	}
	xc_with(p, "s={");
	for (uint32_t i = 0; i < p->block->inputs; i++) {
		sb_add(&p->with, i > 0 ? ", " : "");
		xc_add_number(&p->with, v && i < xc_count(v) ? v->re[i] : 1);
	}
	sb_add(&p->with, "}");
	xc_add_size(s, p, p->block->output[0]);
	if (z.type >= 3)
		xc_with(p, "kind=%d, rule=%d", z.type, (int)xc_parameter_number(s, p, 3, 0));
}

static void by_product(xc_sheet *s, xc_part *p)
{
	xc_value *v = xc_parameters(p) > 0 ? xc_parameter_quietly(s, p, 1) : NULL;
	if (p->block->outputs != 1)
		return;
	xc_with(p, "s={");
	for (uint32_t i = 0; i < p->block->inputs; i++) {
		sb_add(&p->with, i > 0 ? ", " : "");
		xc_add_number(&p->with, v && v->kind == XC_NUMBER && i < xc_count(v) ? v->re[i] : 1);
	}
	sb_add(&p->with, "}");
	xc_add_size(s, p, p->block->output[0]);
}

/* A vector is a column, however it is written. */
static void by_column(xc_sheet *s, xc_part *p)
{
	bool delay = strcmp(p->block->kind, "DOLLAR_f") == 0;
	xc_value *v = xc_parameter(s, p, 1), *column = sb_new(s->arena, xc_value);
	if (!xc_is_numeric(s, p, 1, v))
		return;
	*column = *v;
	column->rows = xc_count(v);
	column->columns = 1;
	xc_add_named_matrix(p, delay ? "z0" : "k", column);
	if (delay)
		xc_inherit(s, p);
}

/* The seed is the last parameter, or the first number of it. */
static void by_random(xc_sheet *s, xc_part *p)
{
	double seed = xc_parameter_number(s, p, p->block->kind[5] == 'm' ? 5 : 4, 0);
	xc_with(p, "seed=%.0f", floor(fmax(0, fmin(2147483647, seed))));
}

/* The slopes at the points of a CURVE_c that is a spline. */
static void add_slopes(xc_sheet *s, xc_part *p, xc_value *x, xc_value *v, int method)
{
	xc_value *d = xc_matrix(s->arena, XC_NUMBER, xc_count(x), 1);
	if (method == XC_PERIODIC && xc_count(v) > 0)
		v->re[xc_count(v) - 1] = v->re[0];
	if (method < XC_NO_KNOT || method > XC_CLAMPED) {
		sb_help(xc_complain(s, p, "X0017", "the curve is a spline of method %d, which is not known here", method),
				"known are 0 (the point before), 1 (straight lines) and the cubics 3 to 7");
		return;
	}
	if (xc_count(x) != xc_count(v) ||
		!xc_spline_slopes(s->arena, x->re, v->re, xc_count(x), method, d->re)) {
		sb_help(xc_complain(s, p, "X0017", "there is no spline through the %u points", xc_count(x)),
				"their times must rise");
		return;
	}
	p->class = "Sources.SplineCurve";
	xc_add_named_vector(p, "d", d);
}

/* CURVE_c: method, times, values, whether it begins again. */
static void curve_of_parameters(xc_sheet *s, xc_part *p)
{
	xc_value *x = xc_parameter(s, p, 2), *v = xc_parameter(s, p, 3);
	const char *periodic = xc_parameter_text(p, 4);
	int method = (int)xc_parameter_number(s, p, 1, 1);
	if (!xc_is_numeric(s, p, 2, x) || !xc_is_numeric(s, p, 3, v))
		return;
	if (method > 1)
		add_slopes(s, p, x, v, method);
	else
		xc_with(p, "straight=%s", method == 0 ? "false" : "true");
	xc_add_named_vector(p, "x", x);
	xc_add_named_vector(p, "v", v);
	xc_with(p, "periodic=%s", periodic && (*periodic == 'y' || *periodic == '1') ? "true" : "false");
}

/* Points of a curve: parameters 2 and 3 of a CURVE_c; else what was saved, first all x, then all y. */
static void by_points(xc_sheet *s, xc_part *p)
{
	if (strcmp(p->block->kind, "CURVE_c") == 0) {
		curve_of_parameters(s, p);
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
	xc_add_named_vector(p, "x", &x);
	xc_add_named_vector(p, "v", &v);
}

static void by_logic(xc_sheet *s, xc_part *p)
{
	int operator=(int) xc_parameter_number(s, p, 2, 0), type = (int)xc_parameter_number(s, p, 3, 1);
	bool bits = xc_parameter_number(s, p, 4, 0) != 0 && type >= 3;
	if (p->block->outputs != 1 || p->block->inputs == 0)
		return;
	xc_with(p, "op=%d, bits=%s, kind=%d", operator, bits ? "true" : "false", type);
	if (p->block->inputs == 1 && operator!= 5) {
		p->class = "Logic.OfOne";
		p->in = "u";
		xc_add_size(s, p, p->block->input[0]);
	} else {
		xc_with(p, "k=%u", p->block->inputs);
		xc_add_size(s, p, p->block->output[0]);
	}
}

static void by_truth(xc_sheet *s, xc_part *p)
{
	(void)s;
	if (p->block->events_in > 0)
		p->class = "Logic.HeldTruthTable";
}

/* MATMUL by its rule: 1 of matrices, 2 by element, 3 by a number. */
static void by_multiply(xc_sheet *s, xc_part *p)
{
	uint32_t n = xc_parameters(p);
	bool integers = strcmp(p->block->kind, "INTMUL") == 0;
	double rule = n >= 2 && !integers ? xc_parameter_number(s, p, 2, 1) : 1;
	if (*p->spec->kind == '~') {
		p->class = "Complexes.ExpressionOfTwo";
		xc_with(p, "text=\"%s\"", rule == 2 ? "u1.*u2" : "u1*u2");
		return;
	}
	p->class = rule == 2 ? "Matrices.ElementProduct" : rule == 3 ? "Matrices.ScalarProduct" : "Matrices.Product";
}

static void by_extract(xc_sheet *s, xc_part *p)
{
	bool vector = strcmp(p->block->kind, "EXTRACTOR") == 0;
	xc_value *rows = xc_parameter(s, p, vector ? 1 : 2), *columns = vector ? NULL : xc_parameter(s, p, 3);
	if (!xc_is_numeric(s, p, 2, rows) || (!vector && !xc_is_numeric(s, p, 3, columns)))
		return;
	xc_add_named_vector(p, "rows", rows);
	if (columns)
		xc_add_named_vector(p, "columns", columns);
}

/* Sinks with several inputs, which become rows of one; and sums by rows or columns. */
static void by_reduce(xc_sheet *s, xc_part *p)
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

/* Outputs of which the pattern has only the first. */
static void by_one_output(xc_sheet *s, xc_part *p)
{
	if (p->block->outputs > 1)
		sb_help(xc_complain(s, p, "X0050", "its decomposition into several matrices is not known"),
				"take the values alone: decomposition type 1");
}

/* MATZREIM, MATMAGPHI with complex inputs (1) or outputs (2); of real inputs alone there is nothing to divide. */
static void by_parts(xc_sheet *s, xc_part *p)
{
	bool polar = strcmp(p->block->kind, "MATMAGPHI") == 0, makes = *p->spec->kind == '+';
	if (makes && polar)
		xc_with(p, "text=\"u1.*exp(1i*u2)\"");
	else if (!makes && polar)
		xc_with(p, "first=\"abs(u1)\", second=\"arg(u1)\"");
	(void)s;
}

/* MAXMIN: of one input over its elements, of two element by element. */
static void by_extreme(xc_sheet *s, xc_part *p)
{
	bool most = xc_parameter_number(s, p, 1, 2) == 2;
	xc_size z = xc_size_of(s, p->block->inputs > 0 ? p->block->input[0] : p->block->output[0]);
	if (p->block->inputs == 1) {
		p->class = "Mathematics.ExtremeElement";
		p->in = "u";
		xc_with(p, "largest=%s, r=%d, c=%d", most ? "true" : "false", z.rows, z.columns);
		return;
	}
	xc_with(p, "text=\"%s(u1, u2)\", r=%d, c=%d, r1=%d, c1=%d, r2=%d, c2=%d", most ? "max" : "min", z.rows, z.columns,
			z.rows, z.columns, z.rows, z.columns);
}

/* Shifted to the lowest places if parameter 4 says so. */
static void by_bits(xc_sheet *s, xc_part *p)
{
	xc_with(p, "low=%s", xc_parameter_number(s, p, 4, 0) != 0 ? "true" : "false");
}

/* Of one input besides the number its elements are chosen from. */
static void by_multiswitch(xc_sheet *s, xc_part *p)
{
	const xc_block *b = p->block;
	if (b->inputs != 2) {
		xc_with(p, "k=%u", b->inputs > 0 ? b->inputs - 1 : 0);
		return;
	}
	xc_size z = xc_size_of(s, b->input[1]);
	p->class = "Routing.ElementSwitch";
	p->in = "u,v";
	xc_with(p, "rows=%d, columns=%d", z.rows, z.columns);
}

/* A slider that nobody moves stands in the middle. */
static void by_slider(xc_sheet *s, xc_part *p)
{
	xc_value *low = xc_parameter(s, p, 1), *high = xc_parameter(s, p, 2), *scale = xc_parameter(s, p, 3);
	if (!xc_is_numeric(s, p, 1, low) || !xc_is_numeric(s, p, 2, high) || !xc_is_numeric(s, p, 3, scale) ||
		xc_count(low) != 1 || xc_count(high) != 1 || xc_count(scale) != 1)
		return;
	sb_note(sb_report(s->diag, SB_WARNING, "X0043", p->block->span, "%s%s (%s): the slider stands in the middle",
					  s->path, p->name, p->block->kind),
			"a run has no windows: nobody can move it");
	xc_with(p, "k=[");
	xc_add_number(&p->with, (low->re[0] + high->re[0]) / 2 / scale->re[0]);
	sb_add(&p->with, "]");
}

/* Two parameters that are an upper and a lower limit, in this order; of a SAT_f the other way round. */
static void by_limits(xc_sheet *s, xc_part *p)
{
	uint32_t upper = strcmp(p->block->kind, "SAT_f") == 0 ? 2 : 1, lower = 3 - upper;
	double high = xc_parameter_number(s, p, upper, 0), low = xc_parameter_number(s, p, lower, 0);
	if (high >= low)
		return;
	sb_help(xc_complain(s, p, "X0047", "the upper limit, %g, is less than the lower one, %g", high, low),
			"exchange the two");
}

/* One curve over another is a figure; several are only kept. */
static void by_plane(xc_sheet *s, xc_part *p)
{
	const xc_block *b = p->block;
	bool one = b->inputs == 2 && xc_size_of(s, b->input[0]).rows == 1 && xc_size_of(s, b->input[1]).rows == 1;
	if (one)
		return;
	p->class = "Sinks.Display";
	by_reduce(s, p);
}

const xc_rule_row xc_value_rules[] = {
	{"bits", by_bits},
	{"multiswitch", by_multiswitch},
	{"slider", by_slider},
	{"limits", by_limits},
	{"c", xc_special_c},
	{"column", by_column},
	{"expression", xc_special_expression},
	{"file", xc_special_file},
	{"function", xc_special_function},
	{"extract", by_extract},
	{"gain", by_gain},
	{"logic", by_logic},
	{"modelica", xc_special_modelica},
	{"multiply", by_multiply},
	{"plane", by_plane},
	{"points", by_points},
	{"product", by_product},
	{"random", by_random},
	{"extreme", by_extreme},
	{"one", by_one_output},
	{"parts", by_parts},
	{"reduce", by_reduce},
	{"sum", by_sum},
	{"truth", by_truth},
	{NULL, NULL},
};
