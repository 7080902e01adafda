/* Operations of Scilab on matrices. */
#include "front/xcos/scilab/xcos_scilab.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

xc_value *xc_none(xc_work *w, const char *format, ...)
{
	char text[256];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	if (!w->why)
		w->why = sb_strdup(w->arena, text);
	return NULL;
}

xc_value *xc_real(sb_arena *arena, double value)
{
	xc_value *v = xc_matrix(arena, XC_NUMBER, 1, 1);
	v->re[0] = value;
	return v;
}

xc_value *xc_word(sb_arena *arena, const char *text)
{
	xc_value *v = xc_matrix(arena, XC_TEXT, 1, 1);
	v->text[0] = text;
	return v;
}

uint32_t xc_count(const xc_value *v)
{
	return v->kind == XC_LIST ? v->items : v->rows * v->columns;
}

double xc_wrapped(double v, int type)
{
	static const double bits[] = {32, 16, 8, 32, 16, 8};
	if (type < 3 || type > 8 || !isfinite(v))
		return v;
	double size = pow(2, bits[type - 3]), low = type < 6 ? -size / 2 : 0;
	v = trunc(v);
	return v - size * floor((v - low) / size);
}

static double by_element(const char *o, double a, double b)
{
	switch (o[0] == '.' ? o[1] : o[0]) {
	case '+': return a + b;
	case '-': return a - b;
	case '*': return a * b;
	case '/': return a / b;
	case '\\': return b / a;
	case '^': return pow(a, b);
	case '<': return o[1] == '=' ? a <= b : o[1] == '>' ? a != b : a < b;
	case '>': return o[1] == '=' ? a >= b : a > b;
	case '=': return a == b;
	case '~': return a != b;
	case '&': return a != 0 && b != 0;
	case '|': return a != 0 || b != 0;
	default: return NAN;
	}
}

static bool is_relation(const char *o)
{
	return strchr("<>=~&|", o[0]) != NULL;
}

static xc_value *elements(xc_work *w, const char *o, const xc_value *a, const xc_value *b)
{
	uint32_t na = xc_count(a), nb = xc_count(b), n = na == 1 ? nb : na;
	if (na != 1 && nb != 1 && (a->rows != b->rows || a->columns != b->columns))
		return xc_none(w, "'%s' needs matrices of the same size", o);
	const xc_value *shape = na == 1 ? b : a;
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, shape->rows, shape->columns);
	v->type = is_relation(o) ? 0 : a->type > b->type ? a->type : b->type;
	v->type = !is_relation(o) && v->type == 0 ? 1 : v->type;
	bool complex = (a->im || b->im) && strchr("+-*", o[0] == '.' ? o[1] : o[0]);
	if ((a->im || b->im) && !complex)
		return xc_none(w, "'%s' of complex numbers is not known here", o);
	if (complex)
		v->im = sb_new_array(w->arena, double, n + 1);
	char op = o[0] == '.' ? o[1] : o[0];
	for (uint32_t i = 0; i < n; i++) {
		uint32_t ia = na == 1 ? 0 : i, ib = nb == 1 ? 0 : i;
		double x = a->im ? a->im[ia] : 0, y = b->im ? b->im[ib] : 0;
		v->re[i] = by_element(o, a->re[ia], b->re[ib]);
		if (complex && op == '*') {
			v->re[i] -= x * y;
			v->im[i] = a->re[ia] * y + x * b->re[ib];
		} else if (complex)
			v->im[i] = op == '+' ? x + y : x - y;
		v->re[i] = xc_wrapped(v->re[i], v->type);
	}
	return v;
}

static xc_value *product(xc_work *w, const xc_value *a, const xc_value *b)
{
	if (a->columns != b->rows)
		return xc_none(w, "'*' needs as many columns on the left as rows on the right");
	if (a->im || b->im)
		return xc_none(w, "products of complex matrices are not known here");
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, a->rows, b->columns);
	for (uint32_t i = 0; i < a->rows; i++)
		for (uint32_t j = 0; j < b->columns; j++)
			for (uint32_t k = 0; k < a->columns; k++)
				v->re[j * a->rows + i] += a->re[k * a->rows + i] * b->re[j * b->rows + k];
	return v;
}

bool xc_solve(double *a, double *b, uint32_t n, uint32_t m)
{
	for (uint32_t k = 0; k < n; k++) {
		uint32_t p = k;
		for (uint32_t i = k + 1; i < n; i++)
			if (fabs(a[k * n + i]) > fabs(a[k * n + p]))
				p = i;
		if (a[k * n + p] == 0)
			return false;
		for (uint32_t j = 0; j < n + m && p != k; j++) {
			double *column = j < n ? a + j * n : b + (j - n) * n, keep = column[k];
			column[k] = column[p];
			column[p] = keep;
		}
		for (uint32_t i = 0; i < n; i++) {
			double f = i == k ? 0 : a[k * n + i] / a[k * n + k];
			for (uint32_t j = k; j < n && f != 0; j++)
				a[j * n + i] -= f * a[j * n + k];
			for (uint32_t j = 0; j < m && f != 0; j++)
				b[j * n + i] -= f * b[j * n + k];
		}
	}
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < m; j++)
			b[j * n + i] /= a[i * n + i];
	return true;
}

/* a \ b of a square matrix. */
static xc_value *left_divided(xc_work *w, const xc_value *a, const xc_value *b)
{
	if (a->rows != a->columns || a->rows != b->rows || a->im || b->im)
		return xc_none(w, "only square real matrices can divide here");
	xc_value *x = xc_matrix(w->arena, XC_NUMBER, b->rows, b->columns),
			 *m = xc_matrix(w->arena, XC_NUMBER, a->rows, a->rows);
	memcpy(x->re, b->re, sizeof(double) * xc_count(b));
	memcpy(m->re, a->re, sizeof(double) * xc_count(a));
	return xc_solve(m->re, x->re, a->rows, b->columns) ? x : xc_none(w, "the matrix is singular");
}

static xc_value *power(xc_work *w, const xc_value *a, const xc_value *b)
{
	double e = b->re[0];
	if (xc_count(a) == 1 && xc_count(b) == 1)
		return elements(w, ".^", a, b);
	if (xc_count(b) != 1 || a->rows != a->columns || e != floor(e) || fabs(e) > 1000)
		return xc_none(w, "'^' of a matrix needs a square matrix and a whole number");
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, a->rows, a->rows);
	for (uint32_t i = 0; i < a->rows; i++)
		v->re[i * a->rows + i] = 1;
	for (int i = 0; v && i < (int)fabs(e); i++)
		v = e > 0 ? product(w, v, a) : left_divided(w, a, v);
	return v;
}

/* Polynomials: coefficients from the constant one on. A number is one, too. */
static xc_value *polynomial(xc_work *w, uint32_t n)
{
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, n, 1);
	v->kind = XC_POLYNOMIAL;
	return v;
}

static xc_value *polynomials(xc_work *w, const char *o, const xc_value *a, const xc_value *b)
{
	uint32_t na = xc_count(a), nb = xc_count(b);
	xc_value *v;
	if (o[0] == '+' || o[0] == '-') {
		v = polynomial(w, na > nb ? na : nb);
		for (uint32_t i = 0; i < v->rows; i++)
			v->re[i] = (i < na ? a->re[i] : 0) + (o[0] == '+' ? 1 : -1) * (i < nb ? b->re[i] : 0);
		return v;
	}
	if (o[strlen(o) - 1] == '*') {
		v = polynomial(w, na + nb - 1);
		for (uint32_t i = 0; i < na; i++)
			for (uint32_t j = 0; j < nb; j++)
				v->re[i + j] += a->re[i] * b->re[j];
		return v;
	}
	if (o[strlen(o) - 1] == '/' && nb == 1) {
		v = polynomial(w, na);
		for (uint32_t i = 0; i < na; i++)
			v->re[i] = a->re[i] / b->re[0];
		return v;
	}
	if (o[strlen(o) - 1] == '/') {
		v = xc_list(w->arena, 2);
		static const char *const fields[] = {"num", "den"};
		v->field = (const char **)fields;
		v->item[0] = (xc_value *)a;
		v->item[1] = (xc_value *)b;
		v->tag = "r";
		return v;
	}
	if (o[strlen(o) - 1] == '^' && nb == 1 && b->re[0] >= 0 && b->re[0] <= 100) {
		v = polynomial(w, 1);
		v->re[0] = 1;
		for (int i = 0; i < (int)b->re[0]; i++)
			v = polynomials(w, "*", v, a);
		return v;
	}
	return xc_none(w, "'%s' of polynomials is not known here", o);
}

static bool is_polynomial(const xc_value *v)
{
	return v->kind == XC_POLYNOMIAL;
}

static xc_value *texts(xc_work *w, const char *o, const xc_value *a, const xc_value *b)
{
	if (xc_count(a) == 1 && xc_count(b) == 1 && o[0] == '+')
		return xc_word(w->arena, sb_printf(w->arena, "%s%s", a->text[0], b->text[0]));
	if (xc_count(a) == 1 && xc_count(b) == 1 && (o[0] == '=' || o[0] == '~' || o[0] == '<')) {
		xc_value *v = xc_real(w->arena, (strcmp(a->text[0], b->text[0]) == 0) == (o[0] == '='));
		v->type = 0;
		return v;
	}
	return xc_none(w, "'%s' of texts is not known here", o);
}

xc_value *xc_operate(xc_work *w, const char *o, const xc_value *a, const xc_value *b)
{
	if (a->kind == XC_TEXT && b->kind == XC_TEXT)
		return texts(w, o, a, b);
	bool numbers = a->kind == XC_NUMBER && b->kind == XC_NUMBER;
	if (!numbers && (is_polynomial(a) || a->kind == XC_NUMBER) && (is_polynomial(b) || b->kind == XC_NUMBER) &&
		(is_polynomial(a) || xc_count(a) == 1) && (is_polynomial(b) || xc_count(b) == 1))
		return polynomials(w, o, a, b);
	if (!numbers)
		return xc_none(w, "'%s' of these is not known here", o);
	bool scalar = xc_count(a) == 1 || xc_count(b) == 1;
	if (strcmp(o, "*") == 0 && !scalar)
		return product(w, a, b);
	if (strcmp(o, "\\") == 0 && xc_count(a) != 1)
		return left_divided(w, a, b);
	if (strcmp(o, "/") == 0 && xc_count(b) != 1) {
		xc_value *x = left_divided(w, xc_transpose(w, b), xc_transpose(w, a));
		return x ? xc_transpose(w, x) : NULL;
	}
	return strcmp(o, "^") == 0 ? power(w, a, b) : elements(w, o, a, b);
}

xc_value *xc_negative(xc_work *w, const xc_value *a)
{
	return xc_operate(w, is_polynomial(a) ? "*" : ".*", xc_real(w->arena, -1), a);
}

xc_value *xc_transpose(xc_work *w, const xc_value *a)
{
	if (a->kind != XC_NUMBER && a->kind != XC_TEXT)
		return (xc_value *)a;
	xc_value *v = xc_matrix(w->arena, a->kind, a->columns, a->rows);
	v->type = a->type;
	if (a->im)
		v->im = sb_new_array(w->arena, double, xc_count(a) + 1);
	for (uint32_t i = 0; i < a->rows; i++)
		for (uint32_t j = 0; j < a->columns; j++) {
			uint32_t to = i * a->columns + j, from = j * a->rows + i;
			if (a->kind == XC_TEXT)
				v->text[to] = a->text[from];
			else
				v->re[to] = a->re[from];
			if (a->im)
				v->im[to] = -a->im[from];
		}
	return v;
}

static void put(xc_value *to, uint32_t at, const xc_value *from, uint32_t k)
{
	if (to->kind == XC_TEXT)
		to->text[at] = from->text[k];
	else
		to->re[at] = from->re[k];
	if (to->im)
		to->im[at] = from->im ? from->im[k] : 0;
}

static xc_value *joined(xc_work *w, const xc_value *a, const xc_value *b, bool beside)
{
	if (xc_count(a) == 0)
		return (xc_value *)b;
	if (xc_count(b) == 0)
		return (xc_value *)a;
	if (a->kind != b->kind || (a->kind != XC_NUMBER && a->kind != XC_TEXT))
		return xc_none(w, "a matrix of such parts is not known here");
	if (beside ? a->rows != b->rows : a->columns != b->columns)
		return xc_none(w, "the parts of a matrix do not fit: %ux%u and %ux%u", a->rows, a->columns, b->rows,
					   b->columns);
	xc_value *v =
		xc_matrix(w->arena, a->kind, a->rows + (beside ? 0 : b->rows), a->columns + (beside ? b->columns : 0));
	v->type = a->type > b->type ? a->type : b->type;
	if (a->im || b->im)
		v->im = sb_new_array(w->arena, double, xc_count(v) + 1);
	for (uint32_t j = 0; j < v->columns; j++)
		for (uint32_t i = 0; i < v->rows; i++) {
			bool first = beside ? j < a->columns : i < a->rows;
			const xc_value *from = first ? a : b;
			uint32_t r = first || beside ? i : i - a->rows, c = first || !beside ? j : j - a->columns;
			put(v, j * v->rows + i, from, c * from->rows + r);
		}
	return v;
}

xc_value *xc_beside(xc_work *w, const xc_value *a, const xc_value *b)
{
	return joined(w, a, b, true);
}

xc_value *xc_below(xc_work *w, const xc_value *a, const xc_value *b)
{
	return joined(w, a, b, false);
}

/* Index k of n elements; an index without numbers (kind list) means all. 0: there is no such element. */
static uint32_t index_at(const xc_value *index, uint32_t k)
{
	double v = index->kind == XC_LIST ? k + 1 : index->re[k];
	return v >= 1 && v < 4e9 ? (uint32_t)v : 0;
}

/* Is each index numbers, or all? */
static bool are_indices(xc_value *const *index, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (index[i]->kind != XC_NUMBER && (index[i]->kind != XC_LIST || index[i]->items > 0))
			return false;
	return n >= 1;
}

xc_value *xc_element(xc_work *w, const xc_value *a, xc_value *const *index, uint32_t n)
{
	if (a->kind == XC_LIST && n == 1 && index[0]->kind == XC_NUMBER && xc_count(index[0]) == 1) {
		uint32_t k = index_at(index[0], 0);
		return k >= 1 && k <= a->items ? a->item[k - 1] : xc_none(w, "a list has no item %u", k);
	}
	if ((a->kind != XC_NUMBER && a->kind != XC_TEXT) || !are_indices(index, n) || n > 2)
		return xc_none(w, "such an index is not known here");
	bool flat = n == 1, all = flat && index[0]->kind == XC_LIST;
	uint32_t m = index[0]->kind == XC_LIST ? flat ? xc_count(a) : a->rows : xc_count(index[0]);
	uint32_t c = flat ? 1 : index[1]->kind == XC_LIST ? a->columns : xc_count(index[1]);
	bool row = flat && !all && (a->rows == 1 || (a->columns != 1 && index[0]->rows == 1));
	xc_value *v = xc_matrix(w->arena, a->kind, row ? 1 : m, row ? m : c);
	v->type = a->type;
	if (a->im)
		v->im = sb_new_array(w->arena, double, xc_count(v) + 1);
	for (uint32_t i = 0; i < m; i++)
		for (uint32_t j = 0; j < c; j++) {
			uint32_t r = index_at(index[0], i), k = flat ? 1 : index_at(index[1], j);
			uint32_t from = flat ? r : r >= 1 && r <= a->rows && k >= 1 ? (k - 1) * a->rows + r : 0;
			if (from < 1 || from > xc_count(a))
				return xc_none(w, "an index is outside of a matrix of %ux%u", a->rows, a->columns);
			put(v, j * m + i, a, from - 1);
		}
	return v;
}

/* A copy of a with some elements set; it grows where they are outside. */
xc_value *xc_replaced(xc_work *w, const xc_value *a, xc_value *const *index, uint32_t n, const xc_value *by)
{
	if (a->kind != XC_NUMBER || by->kind != XC_NUMBER || !are_indices(index, n) || n > 2 || index[0]->kind == XC_LIST ||
		(n == 2 && index[1]->kind == XC_LIST) || xc_count(index[0]) != 1 || (n == 2 && xc_count(index[1]) != 1) ||
		xc_count(by) != 1)
		return xc_none(w, "only single numbers of a matrix can be set here");
	uint32_t r = index_at(index[0], 0), c = n == 2 ? index_at(index[1], 0) : 1;
	if (n == 1 && a->columns > a->rows)
		c = r, r = 1;
	if (r < 1 || c < 1 || r > 10000 || c > 10000)
		return xc_none(w, "an index is outside of a matrix");
	xc_value *v = xc_matrix(w->arena, XC_NUMBER, r > a->rows ? r : a->rows, c > a->columns ? c : a->columns);
	v->type = a->type;
	for (uint32_t j = 0; j < a->columns; j++)
		for (uint32_t i = 0; i < a->rows; i++)
			v->re[j * v->rows + i] = a->re[j * a->rows + i];
	v->re[(c - 1) * v->rows + r - 1] = by->re[0];
	return v;
}
