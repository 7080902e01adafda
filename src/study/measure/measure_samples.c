/* A curve in samples: at the rows of a piece, where what is measured follows the polynomials of its variables closely,
 * and between them where it may bend or jump by itself. A peak between samples is found by Brent's method. */
#include "study/measure/measure_scan.h"
#include <math.h>
#include <string.h>

double st_scan_at(st_scan *s, double t)
{
	st_go_between(s->g, s->piece, t);
	return s->sign * st_node_value(s->g, s->n);
}

static uint32_t take(st_scan *s, st_sample *out, uint32_t n, double t)
{
	if (n && t <= out[n - 1].t)
		return n;
	out[n] = (st_sample){t, st_scan_at(s, t)};
	return n + 1;
}

/* The same at a row of the piece, where nothing is interpolated. */
static uint32_t take_row(st_scan *s, st_sample *out, uint32_t n, uint32_t row)
{
	st_go_to_row(s->g, row);
	out[n] = (st_sample){s->g->time, s->sign * st_node_value(s->g, s->n)};
	return n + 1;
}

/* A short part that has no rows. */
static uint32_t divide(st_scan *s, double a, double b, st_sample *out)
{
	enum { PARTS = 4 };
	uint32_t n = take(s, out, 0, a);
	for (uint32_t k = 1; k < PARTS; k++)
		n = take(s, out, n, a + (b - a) * k / PARTS);
	return take(s, out, n, b);
}

/* Beside a pole, a curve is beyond a level in a part that no row shows. */
static uint32_t take_close(st_scan *s, double a, double b, st_sample *out, uint32_t n)
{
	static const double part[] = {1e-9, 1e-6, 1e-3};
	for (uint32_t k = 0; k < 6 && n < ST_SAMPLES; k++) {
		double t = k < 3 ? a + part[k] * (b - a) : b - part[k - 3] * (b - a);
		uint32_t i = n;
		for (; i > 0 && out[i - 1].t > t; i--)
			;
		if (i == 0 || i == n || out[i - 1].t == t)
			continue;
		memmove(&out[i + 1], &out[i], (n - i) * sizeof *out);
		out[i] = (st_sample){t, st_scan_at(s, t)};
		n++;
	}
	return n;
}

static uint32_t take_rows(st_scan *s, double a, double b, st_sample *out)
{
	const st_piece *p = &s->g->pieces[s->piece];
	double begin = st_piece_begin(s->g, s->piece), end = st_piece_end(s->g, s->piece);
	bool all = a == begin && b == end;
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
	if (!all && n < 3)
		return divide(s, a, b, out);
	return b == end ? take_row(s, out, n, p->first + p->count - 1) : take(s, out, n, b);
}

uint32_t st_take_samples(st_scan *s, double a, double b, st_sample *out)
{
	uint32_t n = take_rows(s, a, b, out);
	return s->n->poles ? take_close(s, a, b, out, n) : n;
}

/* Brent's method for the largest value between two samples, from a better one: the parabola through all three is its
 * first guess. */
static st_sample refine(st_scan *s, st_sample from, st_sample best, st_sample to)
{
	const double golden = 0.3819660112501051;
	double a = from.t, c = to.t, d = c - a, e = d;
	st_sample second = from.v > to.v ? from : to, third = from.v > to.v ? to : from;
	double x = best.t, fx = -best.v, w = second.t, fw = -second.v, v = third.t, fv = -third.v;
	/* values do not tell where a smooth peak is any closer: they differ from it by the square of the distance */
	double close = s->bends ? 0 : 1e-9 * (c - a);
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
		double u = x + (fabs(d) >= tolerance ? d : d > 0 ? tolerance : -tolerance), fu = -st_scan_at(s, u);
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
	return (st_sample){x, -fx};
}

/* The peak of the parabola through three samples; NAN: it has none. */
static st_sample vertex(const st_sample *s)
{
	double h0 = s[1].t - s[0].t, h1 = s[2].t - s[1].t;
	double d0 = (s[1].v - s[0].v) / h0, d1 = (s[2].v - s[1].v) / h1, curvature = (d1 - d0) / (h0 + h1);
	if (!(curvature < 0))
		return (st_sample){NAN, NAN};
	double t = 0.5 * (s[0].t + s[1].t - d0 / curvature);
	return (st_sample){t, s[0].v + d0 * (t - s[0].t) + curvature * (t - s[0].t) * (t - s[1].t)};
}

bool st_peak_near(st_scan *s, const st_sample *list, uint32_t n, uint32_t i, double least, st_sample *out)
{
	if (n < 3)
		return false;
	uint32_t first = i == 0 ? 0 : i == n - 1 ? n - 3 : i - 1;
	if ((i > 0 && list[i - 1].v > list[i].v) || (i + 1 < n && list[i + 1].v > list[i].v))
		return false;
	st_sample v = vertex(&list[first]);
	st_sample low = list[i == 0 ? 0 : i - 1], high = list[i + 1 < n ? i + 1 : i];
	bool open = i == 0 || i == n - 1, inside = v.t > low.t && v.t < high.t;
	if (isnan(v.t) || (open && !inside) || (!s->bends && list[i].v + 2 * (v.v - list[i].v) <= least))
		return false;
	st_sample from = list[i];
	if (open)                        /* Brent's method begins inside of its interval */
		from = (st_sample){v.t, st_scan_at(s, v.t)};
	if (open && from.v < list[i].v)
		return false;
	*out = refine(s, low, from, high);
	return true;
}
