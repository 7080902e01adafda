/* Where a curve bends or jumps by itself: the times in a piece at which something in its tree chooses anew.
 *
 * A comparison turns, max(a, b) takes its other argument, floor(a) goes to the next number. Each choice is looked for
 * by itself, those in its arguments before it, so that between the cuts that are known its arguments are smooth: they
 * are sampled there, an excursion between two samples is found by its peak, and the cut by halving. What is made of the
 * choices (and, or, not, if) has no cuts of its own. So a window is found however narrow it is, if the times at which
 * each choice by itself changes are. */
#include "study/measure/measure_scan.h"
#include <math.h>
#include <string.h>

enum { MOST = 500 };                     /* nodes of all choices; a curve that has more is sampled as a whole */

/* `key` has another value where the choice is another; it is made by `argument`, at zero or (steps) at any number. */
typedef struct choice { st_node key, argument, other; bool steps; } choice;
typedef struct cutting { st_gauge *g; uint32_t piece; st_cuts *cuts; } cutting;

static double inset(const st_gauge *g, double t)
{
	double span = sr_time(g->record, sr_rows(g->record) - 1) - sr_time(g->record, 0);
	return 2 * ST_ROUNDING * fmax(fabs(t), 1e-3 * span);
}

bool st_inside(const st_gauge *g, const st_cuts *c, uint32_t i, double *low, double *high)
{
	double a = c->t[i], b = c->t[i + 1], width = b - a;
	*low = i == 0 ? a : a + fmin(inset(g, a), 0.25 * width);
	*high = i + 2 == c->n ? b : b - fmin(inset(g, b), 0.25 * width);
	return c->n == 2 || width > 8 * DBL_EPSILON * fmax(fabs(a), fabs(b));
}

static void add_cut(st_cuts *c, double t)
{
	uint32_t i = c->n - 1;
	if (!(t > c->t[0]) || !(t < c->t[i]))
		return;
	if (c->n == ST_CUTS) {
		c->complete = false;
		return;
	}
	for (; c->t[i - 1] > t; i--)
		;
	if (c->t[i - 1] == t)
		return;
	memmove(&c->t[i + 1], &c->t[i], (c->n - i) * sizeof *c->t);
	c->t[i] = t;
	c->n++;
}

static bool is_same(const choice *c, double a, double b)
{
	return c->steps ? a == b || (isnan(a) && isnan(b)) : (a == 1) == (b == 1);
}

/* All changes of the key from a to b that lie one behind another. */
static void find_changes(cutting *x, const choice *c, st_scan *s, st_sample a, st_sample b)
{
	while (!is_same(c, a.v, b.v) && x->cuts->complete) {
		st_sample low = a, high = b;
		for (int i = 0; i < 200; i++) {
			double m = low.t + 0.5 * (high.t - low.t);
			if (m <= low.t || m >= high.t)
				break;
			st_sample middle = {m, st_scan_at(s, m)};
			*(is_same(c, middle.v, a.v) ? &low : &high) = middle;
		}
		add_cut(x->cuts, high.t);
		a = high;
	}
}

/* The peak of the argument near sample i that goes beyond `least`, on the side of the sign. */
static bool excursion(cutting *x, const choice *c, const st_sample *values, uint32_t n, uint32_t i, double sign,
					  double least, st_sample *peak)
{
	st_scan s = {x->g, &c->argument, sign, x->piece, .bends = false};
	st_sample turned[ST_SAMPLES];
	for (uint32_t k = 0; k < n; k++)
		turned[k] = (st_sample){values[k].t, sign * values[k].v};
	return st_peak_near(&s, turned, n, i, least, peak) && peak->v > least;
}

/* Puts peaks between samples into the list where the argument may go to the other side of zero and back. */
static uint32_t add_excursions(cutting *x, const choice *c, st_scan *key, st_sample *list, uint32_t n)
{
	st_scan s = {x->g, &c->argument, 1, x->piece, .bends = false};
	st_sample values[ST_SAMPLES], more[ST_SAMPLES], peak;
	uint32_t count = 0;
	for (uint32_t i = 0; i < n; i++)
		values[i] = (st_sample){list[i].t, st_scan_at(&s, list[i].t)};
	for (uint32_t i = 0; i < n; i++)
		for (double sign = -1; sign <= 1 && n + count < ST_SAMPLES; sign += 2) {
			double least = c->steps ? sign * values[i].v : 0;
			if ((c->steps || sign * values[i].v < 0) && excursion(x, c, values, n, i, sign, least, &peak))
				more[count++] = (st_sample){peak.t, st_scan_at(key, peak.t)};
		}
	for (uint32_t k = 0; k < count; k++) {
		uint32_t i = n++;
		for (; i > 0 && list[i - 1].t > more[k].t; i--)
			list[i] = list[i - 1];
		list[i] = more[k];
	}
	return n;
}

static void cut_at(cutting *x, const choice *c)
{
	st_cuts known = *x->cuts;
	st_scan key = {x->g, &c->key, 1, x->piece, .bends = false};
	st_sample list[ST_SAMPLES];
	for (uint32_t i = 0; i + 1 < known.n; i++) {
		double low, high;
		if (!st_inside(x->g, &known, i, &low, &high))
			continue;
		uint32_t n = st_take_samples(&key, low, high, list);
		if (c->argument.count)
			n = add_excursions(x, c, &key, list, n);
		for (uint32_t k = 1; k < n; k++)
			find_changes(x, c, &key, list[k - 1], list[k]);
	}
}

/* a on one side of b. */
static void cut_at_comparison(cutting *x, const st_node *n, st_node_kind kind, st_node *a, st_node *b)
{
	choice c = {.key = {.kind = kind, .span = n->span, .curve = true, .condition = true, .kinks = true,
		.poles = a->poles || b->poles, .degree = ST_NO_DEGREE, .a = {a, b}, .count = 2}};
	c.argument = c.key;
	c.argument.kind = ST_SUBTRACT;
	c.argument.condition = false;
	cut_at(x, &c);
}

/* floor(a), and mod(a, b) = a - b*floor(a/b). */
static void cut_at_steps(cutting *x, const st_node *n)
{
	choice c = {.key = *n, .steps = true};
	if (n->count == 2) {
		c.argument = *n;
		c.argument.kind = ST_DIVIDE;
		c.argument.function = NULL;
		c.other = c.argument;
		c.key.function = st_function_called("floor", 1);
		c.key.math = c.key.function->math;
		c.key.a[0] = &c.other;
		c.key.count = 1;
	} else {
		c.other = (st_node){.kind = ST_NUMBER};
		c.argument = (st_node){.kind = ST_ADD, .span = n->span, .curve = true, .kinks = true, .degree = ST_NO_DEGREE,
			.a = {n->a[0], &c.other}, .count = 2};
	}
	cut_at(x, &c);
}

static void cut_at_math(cutting *x, const st_node *n)
{
	st_node zero = {.kind = ST_NUMBER};
	if (st_math_chooses(n->math))
		cut_at_comparison(x, n, ST_GREATER, n->a[0], n->count > 1 ? n->a[1] : &zero);
	else if (n->function && n->function->steps)
		cut_at_steps(x, n);
	else if (n->function && n->function->jumps)
		for (st_node_kind kind = ST_LESS; kind <= ST_GREATER; kind += ST_GREATER - ST_LESS)
			cut_at_comparison(x, n, kind, n->a[0], &zero);
}

/* Where the argument comes to zero and goes back. */
static void cut_at_touches(cutting *x, const st_node *argument)
{
	static const double CLOSE = 1e-6;
	st_cuts known = *x->cuts;
	st_sample list[ST_SAMPLES], peak;
	for (uint32_t i = 0; i + 1 < known.n; i++) {
		double low, high, size = 0;
		st_scan s = {x->g, argument, 1, x->piece, .bends = false};
		if (!st_inside(x->g, &known, i, &low, &high))
			continue;
		s.sign = st_scan_at(&s, low + 0.5 * (high - low)) > 0 ? -1 : 1;
		uint32_t n = st_take_samples(&s, low, high, list);
		for (uint32_t k = 0; k < n; k++)
			size = fmax(size, fabs(list[k].v));
		for (uint32_t k = 0; k < n; k++)
			if (st_peak_near(&s, list, n, k, -CLOSE * size, &peak) && peak.v > -CLOSE * size)
				add_cut(x->cuts, peak.t);
	}
}

/* The curve becomes infinite where the argument is zero, which it is where one of its factors is. */
static void cut_at_zeros(cutting *x, const st_node *n)
{
	st_node zero = {.kind = ST_NUMBER};
	if (!n->curve)
		return;
	if (n->kind == ST_MULTIPLY || n->kind == ST_NEGATE) {
		for (uint32_t i = 0; i < n->count; i++)
			cut_at_zeros(x, n->a[i]);
	} else if (n->kind == ST_POWER || (n->kind == ST_MATH && st_math_chooses(n->math) == 2)) {
		cut_at_zeros(x, n->a[0]);
	} else {
		cut_at_comparison(x, n, ST_GREATER, (st_node *)n, &zero);
		cut_at_touches(x, n);
	}
}

static void cut_at_poles(cutting *x, const st_node *n)
{
	if (n->kind != ST_MATH) {
		cut_at_zeros(x, n->a[n->kind == ST_DIVIDE]);
		return;
	}
	st_node turned = *n;                     /* tan is infinite where cos is zero, log where its argument is */
	if (strcmp(n->function->name, "tan") != 0) {
		cut_at_zeros(x, n->a[0]);
		return;
	}
	turned.function = st_function_called("cos", 1);
	turned.math = turned.function->math;
	cut_at_zeros(x, &turned);
}

static void cut_in(cutting *x, const st_node *n)
{
	if (!n->curve || !(n->kinks || n->poles) || n->kind == ST_OVER_RUN)
		return;
	if (st_may_have_pole(n))
		cut_at_poles(x, n);
	for (uint32_t i = 0; i < n->count; i++)
		cut_in(x, n->a[i]);
	if (n->kind == ST_MATH)
		cut_at_math(x, n);
	else if (n->kind >= ST_LESS && n->kind <= ST_GREATER_EQUAL)
		cut_at_comparison(x, n, n->kind, n->a[0], n->a[1]);
	else if (n->kind == ST_EQUAL || n->kind == ST_UNEQUAL)
		for (st_node_kind kind = ST_LESS; kind <= ST_GREATER; kind += ST_GREATER - ST_LESS)
			cut_at_comparison(x, n, kind, n->a[0], n->a[1]);
}

static uint32_t nodes_in(const st_node *n)
{
	uint32_t sum = 1;
	for (uint32_t i = 0; i < n->count && n->kind != ST_OVER_RUN && sum <= MOST; i++)
		sum += nodes_in(n->a[i]);
	return sum;
}

/* What each choice is made of, which is looked at for it alone: with choices in choices, the square of their depth. */
static uint32_t work_in(const st_node *n)
{
	if (!n->curve || !(n->kinks || n->poles) || n->kind == ST_OVER_RUN)
		return 0;
	bool chooses = n->kind == ST_MATH || (n->kind >= ST_LESS && n->kind <= ST_UNEQUAL);
	uint32_t sum = chooses || st_may_have_pole(n) ? nodes_in(n) : 0;
	for (uint32_t i = 0; i < n->count && sum <= MOST; i++)
		sum += work_in(n->a[i]);
	return sum;
}

void st_cut(st_gauge *g, const st_node *n, uint32_t piece, double a, double b, st_cuts *out)
{
	cutting x = {g, piece, out};
	*out = (st_cuts){.n = 2, .complete = true};
	out->t[0] = a;
	out->t[1] = b;
	if (work_in(n) <= MOST) {
		cut_in(&x, n);
		return;
	}
	if (n->condition)
		cut_at(&x, &(choice){.key = *n});
	out->complete = false;
}
