/* Rules of linear systems and integrals. */
#include "front/xcos/write/xcos_write.h"

#include <string.h>

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

static void by_transfer(xc_sheet *s, xc_part *p)
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
		xc_add_named_matrix(p, name, v);
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

static void by_linear(xc_sheet *s, xc_part *p)
{
	xc_value *v[5];
	bool missing = false;
	for (uint32_t k = 0; k < 5; k++)
		missing |= !xc_parameter_quietly(s, p, k + 1);
	bool saved = missing && saved_matrices(s, p, v);
	for (uint32_t k = 0; k < 5 && !saved; k++) {
		v[k] = xc_parameter(s, p, k + 1);
		if (!xc_is_numeric(s, p, k + 1, v[k]))
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
	xc_add_named_matrix(p, "A", v[0]);
	add_sized(p, "B", v[1], n, inputs);
	add_sized(p, "C", v[2], outputs, n);
	add_sized(p, "D", v[3], outputs, inputs);
	xc_add_named_vector(p, "x0", v[4]);
}

/* Xcos refuses a start beyond the limits, and keeps the one that was saved. */
static const xc_value *start_within(xc_sheet *s, xc_part *p, const xc_value *x0, const xc_value *high,
									const xc_value *low)
{
	const xc_value *saved = p->block->state;
	bool inside = true;
	for (uint32_t i = 0; i < xc_count(x0); i++)
		inside &= x0->re[i] <= high->re[i < xc_count(high) ? i : 0] && x0->re[i] >= low->re[i < xc_count(low) ? i : 0];
	if (inside)
		return x0;
	bool use = saved && saved->kind == XC_NUMBER && xc_count(saved) == xc_count(x0);
	sb_message *m = sb_report(s->diag, use ? SB_WARNING : SB_ERROR, "X0046", p->block->span,
							  "%s%s (%s): the integral begins outside of its limits", s->path, p->name, p->block->kind);
	if (use)
		sb_note(m, "the start that was saved with the diagram, %g, is used, as in Xcos", saved->re[0]);
	sb_help(m, "give it a start between %g and %g", low->re[0], high->re[0]);
	if (!use)
		return x0;
	xc_value *v = xc_matrix(s->arena, XC_NUMBER, x0->rows, x0->columns);
	memcpy(v->re, saved->re, sizeof *v->re * xc_count(v));
	return v;
}

static void by_integral(xc_sheet *s, xc_part *p)
{
	const xc_value *x0 = xc_parameter(s, p, 1), *high = NULL, *low = NULL;
	bool reset = xc_parameter_number(s, p, 2, 0) != 0, limited = xc_parameter_number(s, p, 3, 0) != 0;
	if (!xc_is_numeric(s, p, 1, x0))
		return;
	xc_value column = *x0;
	if (strcmp(p->block->kind, "INTEGRAL") == 0 && x0->rows == 1) {
		column.rows = xc_count(x0);
		column.columns = 1;
		x0 = &column;
	}
	if (reset) {
		p->class = "Continuous.ResetIntegral";
		p->in = "u,u2";
		p->event_in = "e";
	} else if (limited)
		p->class = "Continuous.LimitedIntegral";
	if (limited) {
		high = xc_parameter(s, p, 4);
		low = xc_parameter(s, p, 5);
		if (!xc_is_numeric(s, p, 4, high) || !xc_is_numeric(s, p, 5, low) || xc_count(high) == 0 || xc_count(low) == 0)
			return;
		x0 = start_within(s, p, x0, high, low);
	}
	xc_add_named_matrix(p, "x0", x0);
	if (!limited)
		return;
	if (reset)
		xc_with(p, "limited=true");
	xc_add_named_matrix(p, "high", high);
	xc_add_named_matrix(p, "low", low);
}

const xc_rule_row xc_system_rules[] = {
	{"integral", by_integral},
	{"linear", by_linear},
	{"transfer", by_transfer},
	{NULL, NULL},
};
