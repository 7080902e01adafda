/* The functions of Scilab that parameters of blocks call. */
#include "front/xcos/scilab/xcos_scilab.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef xc_value *(*function)(xc_work *w, xc_value *const *given, uint32_t n, double data);

static double whole_number(double v)
{
	return v < 0 ? ceil(v) : floor(v);
}

static double sign_of(double v)
{
	return v > 0 ? 1 : v < 0 ? -1 : 0;
}

static double half_away(double v)
{
	return v < 0 ? -floor(0.5 - v) : floor(v + 0.5);
}

static double number_itself(double v)
{
	return v;
}

static double real_part(double v)
{
	return v;
}

static const struct {
	const char *name;
	double (*of)(double);
} elementary[] = {{"sin", sin},
				  {"cos", cos},
				  {"tan", tan},
				  {"asin", asin},
				  {"acos", acos},
				  {"atan", atan},
				  {"sinh", sinh},
				  {"cosh", cosh},
				  {"tanh", tanh},
				  {"exp", exp},
				  {"log", log},
				  {"log10", log10},
				  {"sqrt", sqrt},
				  {"abs", fabs},
				  {"floor", floor},
				  {"ceil", ceil},
				  {"round", half_away},
				  {"int", whole_number},
				  {"fix", whole_number},
				  {"sign", sign_of},
				  {"double", number_itself},
				  {"bool2s", number_itself},
				  {"real", real_part}};

static xc_value *each(xc_work *w, const xc_value *a, double (*of)(double))
{
	if (a->kind != XC_NUMBER || (a->im && of != real_part && of != fabs))
		return xc_none(w, "a real number is needed");
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, a->rows, a->columns);
	for (uint32_t i = 0; i < xc_count(a); i++) {
		v->re[i] = a->im && of == fabs ? hypot(a->re[i], a->im[i]) : of(a->re[i]);
		if (isnan(v->re[i]) && !isnan(a->re[i]))
			return xc_none(w, "a function has no real value here");
	}
	return v;
}

static xc_value *filled(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	double rows = 1, columns = 1;
	if (n == 1) {
		rows = given[0]->rows;
		columns = given[0]->columns;
	} else if (n >= 2 && xc_count(given[0]) == 1 && xc_count(given[1]) == 1) {
		rows = given[0]->re[0];
		columns = given[1]->re[0];
	}
	if (!(rows >= 0 && columns >= 0 && rows * columns <= 1e7))
		return xc_none(w, "such a size is not possible");
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, (uint32_t)rows, (uint32_t)columns);
	for (uint32_t i = 0; i < xc_count(v); i++)
		v->re[i] = data == 2 ? i % v->rows == i / v->rows : data;
	return v;
}

static xc_value *length_of(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)n, (void)data;
	return xc_real(w->arena, given[0]->kind == XC_LIST ? given[0]->items : xc_count(given[0]));
}

static xc_value *size_of(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)data;
	double rows = given[0]->kind == XC_LIST ? given[0]->items : given[0]->rows;
	if (n < 2) {
		xc_value *v = xc_matrix(w->arena, XC_NUMBER, 1, 2);
		v->re[0] = rows;
		v->re[1] = given[0]->columns;
		return v;
	}
	const char *what = given[1]->kind == XC_TEXT ? given[1]->text[0] : given[1]->re[0] == 1 ? "r" : "c";
	return xc_real(w->arena, what[0] == '*' ? xc_count(given[0]) : what[0] == 'r' ? rows : given[0]->columns);
}

/* sum, prod, max, min of all elements; max and min of two matrices element by element. */
static double folded(int what, double a, double b)
{
	return what == 0 ? a + b : what == 1 ? a * b : what == 2 ? fmax(a, b) : fmin(a, b);
}

static xc_value *reduced(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	int what = (int)data;
	if (n == 2 && what >= 2) {
		const xc_value *a = given[0], *b = given[1], *shape = xc_count(a) == 1 ? b : a;
		if (xc_count(a) != 1 && xc_count(b) != 1 && (a->rows != b->rows || a->columns != b->columns))
			return xc_none(w, "the sizes differ: %ux%u and %ux%u", a->rows, a->columns, b->rows, b->columns);
		xc_value *v = xc_matrix(w->arena, XC_NUMBER, shape->rows, shape->columns);
		for (uint32_t i = 0; i < xc_count(v); i++)
			v->re[i] = folded(what, a->re[xc_count(a) == 1 ? 0 : i], b->re[xc_count(b) == 1 ? 0 : i]);
		return v;
	}
	if (n != 1 || (what >= 2 && xc_count(given[0]) == 0))
		return xc_none(w, "such arguments are not known here");
	double sum = what == 0 ? 0 : what == 1 ? 1 : given[0]->re[0];
	for (uint32_t i = 0; i < xc_count(given[0]); i++)
		sum = folded(what, sum, given[0]->re[i]);
	return xc_real(w->arena, sum);
}

static xc_value *spaced(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	double count = n > 2 ? given[2]->re[0] : data == 1 ? 50 : 100;
	if (n < 2 || !(count >= 1 && count <= 1e6))
		return xc_none(w, "linspace needs two ends and a number");
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, 1, (uint32_t)count);
	for (uint32_t i = 0; i < v->columns; i++) {
		double at = given[0]->re[0] + (given[1]->re[0] - given[0]->re[0]) * (count > 1 ? i / (count - 1) : 1);
		v->re[i] = data == 1 ? pow(10, at) : at;
	}
	return v;
}

static xc_value *inverse(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)n, (void)data;
	const xc_value *a = given[0];
	xc_value *one[] = {xc_real(w->arena, a->rows), xc_real(w->arena, a->rows)};
	return xc_operate(w, "\\", a, filled(w, one, 2, 2));
}

/* By scaling and squaring of a Taylor series. */
static xc_value *exponential(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)n, (void)data;
	const xc_value *a = given[0];
	double norm = 0;
	for (uint32_t i = 0; i < xc_count(a); i++)
		norm += fabs(a->re[i]);
	if (a->rows != a->columns || !(norm < 1e6))
		return xc_none(w, "expm needs a square matrix");
	int halves = norm > 0.25 ? (int)ceil(log2(norm / 0.25)) : 0;
	xc_value *x = xc_operate(w, "*", a, xc_real(w->arena, ldexp(1, -halves)));
	xc_value *size[] = {xc_real(w->arena, a->rows), xc_real(w->arena, a->rows)};
	xc_value *sum = filled(w, size, 2, 2), *term = sum;
	for (int k = 1; k < 20; k++) {
		term = xc_operate(w, "*", xc_operate(w, "*", term, x), xc_real(w->arena, 1.0 / k));
		sum = xc_operate(w, "+", sum, term);
	}
	for (int k = 0; k < halves; k++)
		sum = xc_operate(w, "*", sum, sum);
	return sum;
}

static xc_value *shaped(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)data;
	double total = xc_count(given[0]), rows = n > 1 ? given[1]->re[0] : -1, columns = n > 2 ? given[2]->re[0] : -1;
	rows = rows < 0 ? total / columns : rows;
	columns = columns < 0 ? total / rows : columns;
	if (n != 3 || rows * columns != total)
		return xc_none(w, "matrix needs a number of rows and of columns that fit");
	xc_value *v = sb_new(w->arena, xc_value);
	*v = *given[0];
	v->rows = (uint32_t)rows;
	v->columns = (uint32_t)columns;
	return v;
}

static xc_value *diagonal(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)n, (void)data;
	const xc_value *a = given[0];
	bool vector = a->rows == 1 || a->columns == 1;
	uint32_t m = vector ? xc_count(a) : a->rows < a->columns ? a->rows : a->columns;
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, m, vector ? m : 1);
	for (uint32_t i = 0; i < m; i++)
		v->re[vector ? i * m + i : i] = a->re[vector ? i : i * a->rows + i];
	return v;
}

static xc_value *as_integer(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)n;
	if (given[0]->kind != XC_NUMBER)
		return xc_none(w, "a number is needed");
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, given[0]->rows, given[0]->columns);
	v->type = (int)data;
	for (uint32_t i = 0; i < xc_count(v); i++)
		v->re[i] = xc_wrapped(given[0]->re[i], v->type);
	return v;
}

static xc_value *remainder_of(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	if (n != 2 || xc_count(given[1]) != 1)
		return xc_none(w, "two numbers are needed");
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, given[0]->rows, given[0]->columns);
	double m = given[1]->re[0];
	for (uint32_t i = 0; i < xc_count(v); i++)
		v->re[i] = given[0]->re[i] - m * (data == 1 ? floor(given[0]->re[i] / m) : whole_number(given[0]->re[i] / m));
	return v;
}

static xc_value *polynomial_of(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)data;
	bool coefficients = n > 2 && given[2]->kind == XC_TEXT && given[2]->text[0][0] == 'c';
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, coefficients ? xc_count(given[0]) : 1, 1);
	v->kind = XC_POLYNOMIAL;
	for (uint32_t i = 0; coefficients && i < v->rows; i++)
		v->re[i] = given[0]->re[i];
	if (coefficients)
		return v;
	v->re[0] = 1;
	for (uint32_t i = 0; v && i < xc_count(given[0]); i++) {
		xc_value *root = xc_matrix(w->arena, XC_NUMBER, 2, 1);
		root->kind = XC_POLYNOMIAL;
		root->re[0] = -given[0]->re[i];
		root->re[1] = 1;
		v = xc_operate(w, "*", v, root);
	}
	return v;
}

/* Poles of A - B*K placed by the formula of Ackermann, for one input. */
static xc_value *placed(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)data;
	if (n != 3 || given[1]->columns != 1 || given[0]->rows != given[0]->columns || given[1]->rows != given[0]->rows)
		return xc_none(w, "ppol with several inputs has more than one solution");
	uint32_t m = given[0]->rows;
	xc_value *size[] = {xc_real(w->arena, m), xc_real(w->arena, m)}, *unit = filled(w, size, 2, 2), *p = unit;
	xc_value *reach = given[1], *column = given[1], *last = xc_matrix(w->arena, XC_NUMBER, 1, m);
	for (uint32_t i = 1; i < m && reach; i++) {
		column = xc_operate(w, "*", given[0], column);
		reach = column ? xc_beside(w, reach, column) : NULL;
	}
	for (uint32_t i = 0; i < xc_count(given[2]) && p; i++) {
		xc_value *shift = xc_operate(w, "*", xc_real(w->arena, given[2]->re[i]), unit);
		p = xc_operate(w, "*", p, xc_operate(w, "-", given[0], shift));
	}
	last->re[m - 1] = 1;
	xc_value *row = reach ? xc_operate(w, "/", last, reach) : NULL;
	return row && p ? xc_operate(w, "*", row, p) : NULL;
}

static xc_value *text_of(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)n, (void)data;
	char digits[32];
	if (given[0]->kind == XC_TEXT)
		return given[0];
	if (xc_count(given[0]) != 1 || given[0]->kind != XC_NUMBER)
		return xc_none(w, "string needs one number");
	sb_real_text(digits, given[0]->re[0]);
	return xc_word(w->arena, sb_strdup(w->arena, digits));
}

static xc_value *put_together(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)data;
	xc_value *v = n > 1 ? given[1] : xc_matrix(w->arena, XC_NUMBER, 0, 0);
	for (uint32_t i = 2; i < n && v; i++)
		v = given[0]->re[0] == 1 ? xc_below(w, v, given[i]) : xc_beside(w, v, given[i]);
	return v;
}

static xc_value *list_of(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)data;
	xc_value *v = xc_list(w->arena, n);
	for (uint32_t i = 0; i < n; i++)
		v->item[i] = given[i];
	return v;
}

static xc_value *nothing(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)given, (void)n, (void)data;
	return xc_matrix(w->arena, XC_NUMBER, 0, 0);
}

static xc_value *running(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)n, (void)data;
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, given[0]->rows, given[0]->columns);
	double sum = 0;
	for (uint32_t i = 0; i < xc_count(v); i++)
		v->re[i] = sum += given[0]->re[i];
	return v;
}

/* complex(re, im): one of them may be a number. */
static xc_value *complex_of(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)data;
	const xc_value *re = given[0], *im = n > 1 ? given[1] : NULL, *shape = im && xc_count(re) == 1 ? im : re;
	if (im && xc_count(re) != 1 && xc_count(im) != 1 && (re->rows != im->rows || re->columns != im->columns))
		return xc_none(w, "the sizes differ: %ux%u and %ux%u", re->rows, re->columns, im->rows, im->columns);
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, shape->rows, shape->columns);
	v->im = sb_new_array(w->arena, double, xc_count(v) + 1);
	for (uint32_t i = 0; i < xc_count(v); i++) {
		v->re[i] = re->re[xc_count(re) == 1 ? 0 : i];
		v->im[i] = im ? im->re[xc_count(im) == 1 ? 0 : i] : 0;
	}
	return v;
}

/* The imaginary parts (data 0), or the conjugate numbers. */
static xc_value *part_of(xc_work *w, xc_value *const *given, uint32_t n, double data)
{
	(void)n;
	const xc_value *a = given[0];
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, a->rows, a->columns);
	if (data > 0 && a->im)
		v->im = sb_new_array(w->arena, double, xc_count(v) + 1);
	for (uint32_t i = 0; i < xc_count(v); i++) {
		v->re[i] = data > 0 ? a->re[i] : a->im ? a->im[i] : 0;
		if (v->im)
			v->im[i] = -a->im[i];
	}
	return v;
}

static const struct {
	const char *name;
	function of;
	double data;
	uint32_t least;
} table[] = {{"zeros", filled, 0, 0},         {"ones", filled, 1, 0},        {"eye", filled, 2, 0},
			 {"size", size_of, 0, 1},         {"sum", reduced, 0, 1},        {"prod", reduced, 1, 1},
			 {"max", reduced, 2, 1},          {"min", reduced, 3, 1},        {"linspace", spaced, 0, 2},
			 {"logspace", spaced, 1, 2},      {"inv", inverse, 0, 1},        {"expm", exponential, 0, 1},
			 {"matrix", shaped, 0, 1},        {"diag", diagonal, 0, 1},      {"int32", as_integer, 3, 1},
			 {"int16", as_integer, 4, 1},     {"int8", as_integer, 5, 1},    {"uint32", as_integer, 6, 1},
			 {"uint16", as_integer, 7, 1},    {"uint8", as_integer, 8, 1},   {"modulo", remainder_of, 0, 2},
			 {"pmodulo", remainder_of, 1, 2}, {"poly", polynomial_of, 0, 1}, {"ppol", placed, 0, 3},
			 {"string", text_of, 0, 1},       {"cat", put_together, 0, 1},   {"list", list_of, 0, 0},
			 {"xdel", nothing, 0, 0},         {"winsid", nothing, 0, 0},     {"clc", nothing, 0, 0},
			 {"complex", complex_of, 0, 1},   {"imag", part_of, 0, 1},       {"conj", part_of, 1, 1},
			 {"cumsum", running, 0, 1},       {"length", length_of, 0, 1}};

bool xc_is_function(const char *name)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i].name, name) == 0)
			return true;
	for (size_t i = 0; i < sizeof elementary / sizeof *elementary; i++)
		if (strcmp(elementary[i].name, name) == 0)
			return true;
	return false;
}

/* Most functions are those of real numbers. */
static bool takes(function of, const xc_value *v)
{
	return (of == part_of && v->kind == XC_NUMBER) || of == list_of || of == size_of || of == length_of || of == nothing || (v->kind == XC_NUMBER && !v->im) ||
		   (v->kind == XC_TEXT && (of == text_of || of == polynomial_of));
}

xc_value *xc_call(xc_work *w, const char *name, xc_value *const *given, uint32_t n)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i].name, name) == 0) {
			if (n < table[i].least)
				return xc_none(w, "%s needs %u arguments", name, table[i].least);
			for (uint32_t k = 0; k < n; k++)
				if (!takes(table[i].of, given[k]))
					return xc_none(w, "%s of such a value is not known here", name);
			return table[i].of(w, given, n, table[i].data);
		}
	for (size_t i = 0; i < sizeof elementary / sizeof *elementary; i++)
		if (strcmp(elementary[i].name, name) == 0)
			return n == 1 ? each(w, given[0], elementary[i].of) : xc_none(w, "%s needs one argument", name);
	return xc_none(w, "the function %s is not known here", name);
}
