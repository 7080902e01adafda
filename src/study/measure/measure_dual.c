/* A tree with its derivatives at a place: the chain rule. */
#include "study/measure/measure_slopes.h"
#include <math.h>
#include <string.h>

bool st_no_slope(st_sloping *x, const st_node *n, const char *format)
{
	char text[80];
	if (!x->why)
		x->why = sb_printf(x->arena, format, st_source_of(x->g, n, text));
	return false;
}

void st_resolve(const st_sloping *x, const double *d, double *out)
{
	for (uint32_t i = 0; i < x->m; i++) {
		out[i] = d[i];
		for (uint32_t s = 0; s < x->slots; s++)
			out[i] += d[x->m + s] != 0 ? d[x->m + s] * x->slot[(size_t)s * x->m + i] : 0;
	}
}

static void column(st_sloping *x, const st_node *n, double *value, double *d)
{
	uint32_t row = x->g->ms->row.at[n->at];
	*value = x->node && row != UINT32_MAX && n->curve ? x->row_value[row] : st_column_value(x->g, n->at);
	for (uint32_t i = 0; row != UINT32_MAX && i < x->m; i++)
		d[i] = x->by[(size_t)row * x->m + i];
	if (!x->node && n->curve)
		d[x->width - 1] = st_column_rate(x->g, n->at, x->piece, x->time);
}

/* d = p*a + q*b */
static void combine(const st_sloping *x, double p, const double *a, double q, const double *b, double *d)
{
	for (uint32_t i = 0; i < x->width; i++)
		d[i] = (a[i] != 0 ? p * a[i] : 0) + (b[i] != 0 ? q * b[i] : 0);
}

/* abs, min and max are one of two functions each. At a node the middle of its step tells which: steps end where they
 * change, and the gauge is at the middle. False: it is at the change. */
static bool choose(st_sloping *x, const st_node *n, double a, double b, double *p, double *q)
{
	int kind = st_math_chooses(n->math);
	if (x->node) {
		a = st_node_value(x->g, n->a[0]);
		b = n->count > 1 ? st_node_value(x->g, n->a[1]) : 0;
	}
	double away = kind == 2 ? a : kind * (a - b);
	*p = kind == 2 ? (away > 0 ? 1 : -1) : away > 0;
	*q = kind == 2 ? 0 : away < 0;
	return away != 0;
}

static bool is_zero(const st_sloping *x, const double *d)
{
	for (uint32_t i = 0; i < x->width; i++)
		if (d[i] != 0)
			return false;
	return true;
}

static bool math(st_sloping *x, const st_node *n, double a, double b, double *p, double *q)
{
	if (n->kind == ST_POWER) {
		*p = b == 0 ? 0 : b * pow(a, b - 1);
		*q = a > 0 ? pow(a, b) * log(a) : NAN;
		return true;
	}
	if (st_math_chooses(n->math))
		return choose(x, n, a, b, p, q) || st_no_slope(x, n, "%s has a kink");
	st_math_slopes(n->math, a, b, p, q);
	return true;
}

static double applied(const st_node *n, double a, double b)
{
	return n->kind == ST_POWER ? pow(a, b) : n->math(a, b);
}

static bool operation(st_sloping *x, const st_node *n, double *value, double *d)
{
	sb_mark mark = sb_arena_mark(x->arena);
	double *da = sb_new_array(x->arena, double, 2 * (size_t)x->width), *db = da + x->width, a, b = 0, p = 0, q = 0;
	if (!st_dual(x, n->a[0], &a, da) || (n->count > 1 && !st_dual(x, n->a[1], &b, db)))
		return false;
	bool constant = is_zero(x, da) && is_zero(x, db);
	switch (n->kind) {
	case ST_NEGATE: *value = -a, p = -1; break;
	case ST_ADD: *value = a + b, p = q = 1; break;
	case ST_SUBTRACT: *value = a - b, p = 1, q = -1; break;
	case ST_MULTIPLY: *value = a * b, p = b, q = a; break;
	case ST_DIVIDE: *value = a / b, p = 1 / b, q = -a / (b * b); break;
	default:
		*value = applied(n, a, b);
		if (!constant && !math(x, n, a, b, &p, &q))
			return false;
	}
	if (!constant)
		combine(x, p, da, q, db, d);
	for (uint32_t i = 0; i < x->width; i++)
		if (!isfinite(d[i]))
			return st_no_slope(x, n, "%s has no derivative there");
	sb_arena_rewind(x->arena, mark);
	return true;
}

bool st_dual(st_sloping *x, const st_node *n, double *value, double *d)
{
	memset(d, 0, x->width * sizeof *d);
	switch (n->kind) {
	case ST_NUMBER: *value = n->number; return true;
	case ST_COLUMN: column(x, n, value, d); return true;
	case ST_TIME:
		*value = x->time;
		d[x->width - 1] = !x->node;
		return true;
	case ST_OVER_RUN:
		*value = x->g->slot[n->at].v;
		d[x->m + n->at] = 1;
		return true;
	case ST_IF:
		return st_dual(x, n->a[st_node_value(x->g, n->a[0]) != 0 ? 1 : 2], value, d);
	default: break;
	}
	if (!n->condition)
		return operation(x, n, value, d);
	*value = st_node_value(x->g, n);         /* true or false, as long as it does not turn */
	return true;
}
