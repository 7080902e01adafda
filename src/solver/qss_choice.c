/* The choice of a quantised state, and when it has to be chosen again. */
#include "solver/qss.h"
#include "solver/roots.h"

#include <math.h>
#include <string.h>

/* How far ahead of x a q is chosen, in quanta: there must be room for what other states do to x meanwhile. */
static const double NEAR_ENOUGH = 0.8;

/* The longest time that anything is extrapolated over. */
static double farthest(const qss_solver *s)
{
	double longest = s->core.options.longest;
	return longest > 0 ? longest : s->core.options.span > 0 ? s->core.options.span : 1;
}

/* x' = a q + u, with u extrapolated by u[0] + u[1] s + u[2] s^2/2 from x = x0 on. q is to meet x after h, with as many
 * derivatives as it has: with X = x(h), D1 = x'(h) = a X + u(h), D2 = x''(h) = a D1 + u'(h),
 *
 *     q(s) = X + D1 (s - h) + D2 (s - h)^2/2,     x0 = X - integral of a q + u from 0 to h,
 *
 * which is one linear equation for X. */
static void meet(int order, double x0, double a, const double u[3], double h, double q[4])
{
	double z = a * h, whole = h * (u[0] + h * (u[1] / 2 + h * u[2] / 6)), end = u[0] + h * (u[1] + h * u[2] / 2),
		   slope = u[1] + h * u[2];
	double top = x0 + whole, bottom = 1 - z;
	if (order >= 2) {
		top -= 0.5 * a * end * h * h;
		bottom += 0.5 * z * z;
	}
	if (order >= 3) {
		top += a * (a * end + slope) * h * h * h / 6;
		bottom -= z * z * z / 6;
	}
	double at = top / bottom, first = a * at + end, second = a * first + slope;
	q[3] = 0;
	q[2] = order >= 3 ? second / 2 : 0;
	q[1] = order >= 3 ? first - second * h : order == 2 ? first : 0;
	q[0] = order >= 3 ? at - first * h + second * h * h / 2 : order == 2 ? at - first * h : at;
}

/* The q furthest ahead that is near enough; false: there is none. */
static bool reach(const qss_solver *s, qss_state *p, const double u[3])
{
	enum { TRIES = 40 };
	double most = NEAR_ENOUGH * p->quantum, far = farthest(s), q[4], h = far;
	double guess = fmin(far, 2 * p->scale);
	for (int k = 0; k < TRIES && h > 0; k++) {
		meet(s->order, p->x[0], p->a, u, h, q);
		double off = fabs(q[0] - p->x[0]);
		if (off <= most) {
			memcpy(p->q, q, sizeof q);
			p->meets = h < far ? s->t + h : INFINITY;
			return true;
		}
		double part = most / off;
		part = !isfinite(off) ? 0.1 : s->order == 2 ? sqrt(part) : s->order == 3 ? cbrt(part) : part;
		h = k == 0 ? guess : h * fmax(0.1, fmin(0.9, 0.95 * part));
	}
	return false;
}

/* Of order 1 there is one candidate on each side, or the q at which the rate is zero. */
static void choose_side(const qss_solver *s, qss_state *p, double u)
{
	double most = NEAR_ENOUGH * p->quantum, up = p->a * (p->x[0] + most) + u, down = p->a * (p->x[0] - most) + u;
	p->q[0] = up > 0 ? p->x[0] + most : down < 0 ? p->x[0] - most : p->a != 0 ? -u / p->a : p->x[0];
	double rate = up > 0 ? up : down < 0 ? down : 0;
	p->meets = rate != 0 ? s->t + most / fabs(rate) : INFINITY;
}

void sv_qss_choose(qss_solver *s, uint32_t state)
{
	qss_state *p = &s->states[state];
	double old[4];
	memcpy(old, p->q, sizeof old);
	sv_shift(old, s->t - p->tq);
	p->tq = s->t;
	p->meets = INFINITY;
	double u[3] = {p->x[1] - p->a * old[0], 2 * p->x[2] - p->a * old[1], 6 * p->x[3] - 2 * p->a * old[2]};
	p->q[1] = p->q[2] = p->q[3] = 0;
	if (s->implicit && s->order == 1 && p->a <= 0) {
		choose_side(s, p, u[0]);
		return;
	}
	if (s->implicit && p->a < 0 && reach(s, p, u))
		return;
	p->q[0] = p->x[0];
	for (int k = 1; k < s->order; k++)
		p->q[k] = p->x[k];
}

/* x leaves q by the quantum, or meets it. Of order 1 with a hysteresis q goes on in its direction at each quantum, and
 * turns back where x has come back by the hysteresis. */
double sv_qss_due(const qss_solver *s, uint32_t state)
{
	const qss_state *p = &s->states[state];
	double d[4], q[4], h = s->core.options.hysteresis;
	memcpy(d, p->x, sizeof d);
	memcpy(q, p->q, sizeof q);
	sv_shift(d, s->t - p->t);
	sv_shift(q, s->t - p->tq);
	for (int k = 0; k < 4; k++)
		d[k] -= q[k];
	if (s->order == 1 && !s->implicit && h > 0) {
		double way = d[1] > 0 ? (p->sense >= 0 ? p->quantum : h) : (p->sense <= 0 ? p->quantum : h);
		double left = way - (d[1] > 0 ? d[0] : -d[0]);
		return d[1] == 0 ? INFINITY : s->t + fmax(0, left) / fabs(d[1]);
	}
	double after = sv_first_beyond(d, s->order, p->quantum);
	if (s->implicit && fabs(d[0]) > 1e-6 * p->quantum)
		after = fmin(after, sv_first_root(d, s->order));
	return s->t + after;
}
