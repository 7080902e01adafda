/* Extrema, crossings and integrals of a curve: piece by piece, each between two events.
 *
 * A piece is looked at in samples: at its rows, where what is measured follows the polynomials of its variables
 * closely, and between them where it may bend or jump by itself. A peak between samples is found by Brent's method, a
 * crossing by halving; a crossing and its way back between two samples is found by the extremum in between.
 *
 * Integrals are by Lobatto's rule with five points, which is exact for polynomials of degree 7: so much as the square
 * of a variable has. What is no polynomial of variables, or bends, is integrated in parts until the halves agree with
 * the whole. */
#include "study/measure/measure_inside.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 40 };
typedef struct sample { double t, v; } sample;
typedef struct scan { st_gauge *g; const st_node *n; double sign; uint32_t piece; } scan;

/* sign*n at a time of the present piece. */
static double at(scan *s, double t)
{
	st_go_between(s->g, s->piece, t);
	return s->sign * st_node_value(s->g, s->n);
}

static uint32_t take(scan *s, sample *out, uint32_t n, double t)
{
	if (n && t <= out[n - 1].t)
		return n;
	out[n] = (sample){t, at(s, t)};
	return n + 1;
}

/* The same at a row of the piece, where nothing is interpolated. */
static uint32_t take_row(scan *s, sample *out, uint32_t n, uint32_t row)
{
	st_go_to_row(s->g, row);
	out[n] = (sample){s->g->time, s->sign * st_node_value(s->g, s->n)};
	return n + 1;
}

/* From a to b, which lie in the piece. */
static uint32_t take_samples(scan *s, double a, double b, sample *out)
{
	const st_piece *p = &s->g->pieces[s->piece];
	double begin = st_piece_begin(s->g, s->piece), end = st_piece_end(s->g, s->piece);
	uint32_t n = a == begin ? take_row(s, out, 0, p->first) : take(s, out, 0, a);
	uint32_t parts = p->count == 2 && s->n->degree > 1 ? 4 : s->n->kinks || s->n->condition ? 3 : 1;
	for (uint32_t i = 1; i < p->count; i++) {
		double from = sr_time(s->g->record, p->first + i - 1), to = sr_time(s->g->record, p->first + i);
		for (uint32_t k = 1; k <= parts; k++) {
			double t = k == parts ? to : from + (to - from) * k / parts;
			if (t > a && t < b)
				n = k == parts ? take_row(s, out, n, p->first + i) : take(s, out, n, t);
		}
	}
	return b == end ? take_row(s, out, n, p->first + p->count - 1) : take(s, out, n, b);
}

/* Brent's method for the largest value between two samples, from a better one: the parabola through all three is its
 * first guess. */
static sample refine(scan *s, sample from, sample best, sample to)
{
	const double golden = 0.3819660112501051;
	double a = from.t, c = to.t, d = c - a, e = d;
	sample second = from.v > to.v ? from : to, third = from.v > to.v ? to : from;
	double x = best.t, fx = -best.v, w = second.t, fw = -second.v, v = third.t, fv = -third.v;
	/* values do not tell where a smooth peak is any closer: they differ from it by the square of the distance */
	double close = s->n->kinks ? 0 : 1e-9 * (c - a);
	for (int i = 0; i < 60; i++) {
		double m = 0.5 * (a + c), tolerance = close + 4 * DBL_EPSILON * fabs(x);
		if (fabs(x - m) <= 2 * tolerance - 0.5 * (c - a))
			break;
		double p = 0, q = 0, r = 0;
		if (fabs(e) > tolerance) {
			r = (x - w) * (fx - fv);
			q = (x - v) * (fx - fw);
			p = (x - v) * q - (x - w) * r;
			q = 2 * (q - r);
			p = q > 0 ? -p : p;
			q = fabs(q);
			r = e;
			e = d;
		}
		if (fabs(p) < fabs(0.5 * q * r) && p > q * (a - x) && p < q * (c - x)) {
			d = p / q;
		} else {
			e = x < m ? c - x : a - x;
			d = golden * e;
		}
		double u = x + (fabs(d) >= tolerance ? d : d > 0 ? tolerance : -tolerance), fu = -at(s, u);
		if (fu <= fx) {
			*(u < x ? &c : &a) = x;
			v = w, fv = fw, w = x, fw = fx, x = u, fx = fu;
		} else {
			*(u < x ? &a : &c) = u;
			if (fu <= fw || w == x)
				v = w, fv = fw, w = u, fw = fu;
			else if (fu <= fv || v == x || v == w)
				v = u, fv = fu;
		}
	}
	return (sample){x, -fx};
}

/* The peak of the parabola through three samples; NAN: it has none. */
static sample vertex(const sample *s)
{
	double h0 = s[1].t - s[0].t, h1 = s[2].t - s[1].t;
	double d0 = (s[1].v - s[0].v) / h0, d1 = (s[2].v - s[1].v) / h1, curvature = (d1 - d0) / (h0 + h1);
	if (!(curvature < 0))
		return (sample){NAN, NAN};
	double t = 0.5 * (s[0].t + s[1].t - d0 / curvature);
	return (sample){t, s[0].v + d0 * (t - s[0].t) + curvature * (t - s[0].t) * (t - s[1].t)};
}

/* A peak that may stand between sample i-1 and i+1; of the first and the last one on one side of it. False: none. */
static bool peak_near(scan *s, const sample *list, uint32_t n, uint32_t i, double least, sample *out)
{
	if (n < 3)
		return false;
	uint32_t first = i == 0 ? 0 : i == n - 1 ? n - 3 : i - 1;
	if ((i > 0 && list[i - 1].v > list[i].v) || (i + 1 < n && list[i + 1].v > list[i].v))
		return false;
	sample v = vertex(&list[first]);
	sample low = list[i == 0 ? 0 : i - 1], high = list[i + 1 < n ? i + 1 : i];
	bool open = i == 0 || i == n - 1, inside = v.t > low.t && v.t < high.t;
	if (isnan(v.t) || (open && !inside) || (!s->n->kinks && list[i].v + 2 * (v.v - list[i].v) <= least))
		return false;
	sample from = list[i];
	if (open)                        /* Brent's method begins inside of its interval */
		from = (sample){v.t, at(s, v.t)};
	if (open && from.v < list[i].v)
		return false;
	*out = refine(s, low, from, high);
	return true;
}

static bool better(st_extremum *best, sample s)
{
	bool is = !(s.v <= best->value);
	if (is)
		*best = (st_extremum){s.v, s.t};
	return is;
}

static void look_at_piece(scan *s, double a, double b, st_extremum *best)
{
	sample list[SAMPLES], peak;
	uint32_t n = take_samples(s, a, b, list);
	for (uint32_t i = 0; i < n; i++)
		better(best, list[i]);
	for (uint32_t i = 0; i < n && s->n->curve; i++)
		if (peak_near(s, list, n, i, best->value, &peak))
			better(best, peak);
}

/* Where a curve has no value. */
static void note_missing(scan *s, double t)
{
	char text[80];
	st_note(s->g, "%s has no value at time %.9g", st_source_of(s->g, s->n, text), t);
}

st_extremum st_extreme(st_gauge *g, const st_node *n, st_window w, double sign)
{
	scan s = {g, n, sign, 0};
	st_extremum best = {-INFINITY, NAN};
	for (uint32_t r = 0; w.whole && r < sr_rows(g->record); r++) {
		if (r && sr_mark_at(g->record, r) == SR_INSIDE)
			continue;
		st_go_to_row(g, r);
		better(&best, (sample){sr_time(g->record, r), sign * st_node_value(g, n)});
	}
	if (w.from == w.to)
		best = (st_extremum){sign * st_value_at(g, n, w.from, false), w.from};
	for (s.piece = st_piece_after(g, w.from); s.piece < g->piece_count && !isnan(best.value); s.piece++) {
		if (w.whole && n->degree <= 1 && !n->kinks && g->pieces[s.piece].count == 2)
			continue;                /* a straight line between rows that were looked at */
		double a = fmax(w.from, st_piece_begin(g, s.piece)), b = fmin(w.to, st_piece_end(g, s.piece));
		if (!(a < b))
			break;
		look_at_piece(&s, a, b, &best);
	}
	if (isnan(best.value))
		note_missing(&s, best.time);
	else if (!isnan(best.time) && st_value_at(g, n, best.time, true) != sign * best.value)
		st_value_at(g, n, best.time, false);
	best.value *= sign;
	return best;
}

/* ------------------------------------------------------------------------------------------------ integrals */

static double lobatto(scan *s, double a, double b)
{
	static const double node[] = {0, 0.17267316464601143, 0.5, 0.82732683535398857, 1};
	static const double weight[] = {0.05, 49.0 / 180, 16.0 / 45, 49.0 / 180, 0.05};
	const st_piece *p = &s->g->pieces[s->piece];
	double sum = 0;
	bool rows = p->count == 5 && a == st_piece_begin(s->g, s->piece) && b == st_piece_end(s->g, s->piece);
	for (uint32_t i = 0; i < 5; i++) {
		if (rows)
			st_go_to_row(s->g, p->first + i);
		else
			st_go_between(s->g, s->piece, i < 4 ? a + node[i] * (b - a) : b);
		sum += weight[i] * st_node_value(s->g, s->n);
	}
	return (b - a) * sum;
}

static double in_parts(scan *s, double a, double b, double whole, double size, int depth)
{
	enum { DEEPEST = 40 };
	double m = a + 0.5 * (b - a), left = lobatto(s, a, m), right = lobatto(s, m, b);
	double error = fabs(left + right - whole);
	if (depth >= DEEPEST || !(error > 1e-12 * (fabs(size) + fabs(left) + fabs(right))))
		return left + right;
	return in_parts(s, a, m, left, size, depth + 1) + in_parts(s, m, b, right, size, depth + 1);
}

double st_integral(st_gauge *g, const st_node *n, st_window w)
{
	scan s = {g, n, 1, 0};
	double sum = 0, correction = 0, size = 0;
	for (s.piece = st_piece_after(g, w.from); s.piece < g->piece_count; s.piece++) {
		double a = fmax(w.from, st_piece_begin(g, s.piece)), b = fmin(w.to, st_piece_end(g, s.piece));
		if (!(a < b))
			break;
		double part = lobatto(&s, a, b);
		if (n->kinks || n->degree > 2)
			part = in_parts(&s, a, b, part, size, 0);
		if (isnan(part)) {
			note_missing(&s, a);
			return NAN;
		}
		size += fabs(part);
		double y = part - correction, t = sum + y;       /* Kahan's sum: pieces may be a million */
		correction = (t - sum) - y;
		sum = t;
	}
	return sum;
}

/* ------------------------------------------------------------------------------------------------ crossings */

/* Of a condition: it holds where it is 1. */
typedef struct turning { scan s; st_turns turns; bool truth, goes_on; } turning;

static void turn(turning *x, double t, bool up)
{
	if (x->truth == up || !x->goes_on)
		return;
	x->truth = up;
	x->goes_on = x->turns.turned(x->turns.context, t, up);
}

static void find_turn(turning *x, sample a, sample b)
{
	bool before = a.v == 1;
	if (before == (b.v == 1))
		return;
	double low = a.t, high = b.t;
	for (int i = 0; i < 200; i++) {
		double m = low + 0.5 * (high - low);
		if (m <= low || m >= high)
			break;
		*((at(&x->s, m) == 1) == before ? &low : &high) = m;
	}
	turn(x, high, !before);
}

/* What a comparison is about: it turns where this goes through zero. */
static bool difference_of(const st_node *n, st_node *out)
{
	if (!(n->kind >= ST_LESS && n->kind <= ST_GREATER_EQUAL))
		return false;
	*out = (st_node){.kind = ST_SUBTRACT, .span = n->span, .curve = true, .a = {n->a[0], n->a[1]}, .count = 2};
	out->kinks = out->a[0]->kinks || out->a[1]->kinks;
	out->degree = out->a[0]->degree > out->a[1]->degree ? out->a[0]->degree : out->a[1]->degree;
	return true;
}

/* Puts the extremum between two samples of the same side into the list, if it lies on the other side. */
static uint32_t add_excursions(turning *x, sample *list, uint32_t n)
{
	st_node difference;
	sample more[SAMPLES], peak;
	uint32_t count = 0;
	if (!difference_of(x->s.n, &difference))
		return n;
	scan s = {x->s.g, &difference, 1, x->s.piece};
	sample values[SAMPLES];
	for (uint32_t i = 0; i < n; i++)
		values[i] = (sample){list[i].t, at(&s, list[i].t)};
	for (uint32_t i = 0; i < n && n + count < SAMPLES; i++) {
		s.sign = values[i].v > 0 ? -1 : 1;
		sample turned[SAMPLES];
		for (uint32_t k = 0; k < n; k++)
			turned[k] = (sample){values[k].t, s.sign * values[k].v};
		if (turned[i].v < 0 && peak_near(&s, turned, n, i, 0, &peak) && peak.v > 0)
			more[count++] = (sample){peak.t, at(&x->s, peak.t)};
	}
	for (uint32_t k = 0; k < count; k++) {
		uint32_t i = n++;
		for (; i > 0 && list[i - 1].t > more[k].t; i--)
			list[i] = list[i - 1];
		list[i] = more[k];
	}
	return n;
}

static void go_through(turning *x, st_window w)
{
	st_gauge *g = x->s.g;
	sample list[SAMPLES];
	x->goes_on = true;
	st_value_at(g, x->s.n, w.from, false);
	x->truth = st_node_value(g, x->s.n) == 1;
	for (x->s.piece = st_piece_after(g, w.from); x->s.piece < g->piece_count && x->goes_on; x->s.piece++) {
		double a = fmax(w.from, st_piece_begin(g, x->s.piece)), b = fmin(w.to, st_piece_end(g, x->s.piece));
		if (!(a < b))
			break;
		uint32_t n = take_samples(&x->s, a, b, list);
		n = add_excursions(x, list, n);
		turn(x, a, list[0].v == 1);              /* a jump from the piece before */
		for (uint32_t i = 1; i < n && x->goes_on; i++)
			find_turn(x, list[i - 1], list[i]);
	}
	if (w.whole && x->goes_on && sr_rows(g->record)) {   /* a jump at the very end */
		st_go_to_row(g, sr_rows(g->record) - 1);
		turn(x, g->time, st_node_value(g, x->s.n) == 1);
	}
}

void st_turns_of(st_gauge *g, const st_node *condition, st_window w, st_turns turns)
{
	turning x = {.s = {g, condition, 1, 0}, .turns = turns};
	go_through(&x, w);
}
