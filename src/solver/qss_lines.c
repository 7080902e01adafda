/* Rates, and functions of conditions, that are linear in states and time, as their coefficients.
 *
 *     f = base + by_time t + sum of slope_k x_k        over the states that it reads
 *
 * The coefficients stay as they are until an event changes something that f depends on. Until then its value and its
 * derivatives along polynomials of the states are a few multiplications each, exact but for rounding, and nothing of
 * the model is evaluated. They are found when f is first asked for: from its value at the present point, and with one
 * state moved by about its size. Functions of many states would take too many evaluations, and are left as they are. */
#include "solver/qss.h"
#include "solver/roots.h"

#include <math.h>
#include <string.h>

enum { UNKNOWN, KNOWN, NO_LINE, STATES_MOST = 8 };

void sv_qss_lines_open(qss_lines *l, uint32_t n, const sv_lists *of, const bool *bends, const bool *timed)
{
	size_t entries = n ? of->first[n] : 0;
	*l = (qss_lines){.n = n, .of = of, .timed = timed, .kind = sb_draw_zeros((size_t)n + 1),
		.base = sb_draw_zeros((n + 1) * sizeof *l->base), .by_time = sb_draw_zeros((n + 1) * sizeof *l->by_time),
		.slope = sb_draw_zeros((entries + 1) * sizeof *l->slope)};
	for (uint32_t k = 0; k < n; k++)
		if (!bends || bends[k] || of->first[k + 1] - of->first[k] > STATES_MOST)
			l->kind[k] = NO_LINE;
}

void sv_qss_lines_close(qss_lines *l)
{
	sb_put_back(l->kind);
	sb_put_back(l->base);
	sb_put_back(l->by_time);
	sb_put_back(l->slope);
}

void sv_qss_lines_archive(qss_lines *l, sb_archive *a)
{
	sb_archive_bytes(a, l->kind, l->n);
	sb_archive_bytes(a, l->base, l->n * sizeof *l->base);
	sb_archive_bytes(a, l->by_time, l->n * sizeof *l->by_time);
	sb_archive_bytes(a, l->slope, (l->n ? l->of->first[l->n] : 0) * sizeof *l->slope);
}

void sv_qss_forget_line(qss_lines *l, uint32_t which)
{
	if (l->kind[which] == KNOWN)
		l->kind[which] = UNKNOWN;
}

void sv_qss_forget_lines(qss_lines *l)
{
	for (uint32_t k = 0; k < l->n; k++)
		sv_qss_forget_line(l, k);
}

static bool value_at(qss_solver *s, const qss_lines *l, uint32_t which, double t, double *out)
{
	const sv_singly *y = s->singly;
	s->core.count.rates += l == &s->rate_lines;
	return !(l == &s->rate_lines ? y->rates : y->functions)(s->core.problem.context, t, s->at, &which, 1, out);
}

/* Powers of two, over which a difference loses nothing by the division. */
static double about(double size)
{
	int exponent;
	frexp(size, &exponent);
	return size > 0 && isfinite(size) ? ldexp(1, exponent) : 1;
}

static bool find_slopes(qss_solver *s, qss_lines *l, uint32_t which, double value)
{
	double moved, span = s->core.options.span, h = sv_qss_apart(s, span > 0 ? span / 64 : 1), base = value;
	for (uint32_t k = l->of->first[which]; k < l->of->first[which + 1]; k++) {
		uint32_t j = l->of->at[k];
		double x = s->at[j], far = about(fmax(fabs(x), s->core.size[j]));
		s->at[j] = x + far;
		far = s->at[j] - x;
		bool good = value_at(s, l, which, s->t, &moved);
		s->at[j] = x;
		l->slope[k] = (moved - value) / far;
		base -= l->slope[k] * x;
		if (!good || !isfinite(l->slope[k]))
			return false;
	}
	l->by_time[which] = 0;
	if (!l->timed || l->timed[which]) {
		if (!value_at(s, l, which, s->t + h, &moved))
			return false;
		l->by_time[which] = (moved - value) / h;
	}
	l->base[which] = base - l->by_time[which] * s->t;
	return isfinite(l->base[which]);
}

bool sv_qss_find_line(qss_solver *s, qss_lines *l, uint32_t which)
{
	double value;
	for (uint32_t k = l->of->first[which]; k < l->of->first[which + 1]; k++)
		s->at[l->of->at[k]] = sv_qss_x(&s->states[l->of->at[k]], s->t);
	s->stamp++;                      /* for whoever places states */
	bool good = value_at(s, l, which, s->t, &value) && find_slopes(s, l, which, value);
	l->kind[which] = good ? KNOWN : NO_LINE;
	return good;
}

double sv_qss_slope(const qss_lines *l, uint32_t which, uint32_t state)
{
	for (uint32_t k = l->of->first[which]; k < l->of->first[which + 1]; k++)
		if (l->of->at[k] == state)
			return l->slope[k];
	return 0;
}

/* Its polynomial from s->t on, along q or along x. */
void sv_qss_along(const qss_solver *s, const qss_lines *l, uint32_t which, bool quantised, double out[4])
{
	double c0 = l->base[which] + l->by_time[which] * s->t, c1 = l->by_time[which], c2 = 0, c3 = 0;
	for (uint32_t k = l->of->first[which]; k < l->of->first[which + 1]; k++) {
		const qss_state *p = &s->states[l->of->at[k]];
		const double *c = quantised ? p->q : p->x;
		double a = l->slope[k], d = s->t - (quantised ? p->tq : p->t);
		c0 += a * (c[0] + d * (c[1] + d * (c[2] + d * c[3])));
		c1 += a * (c[1] + d * (2 * c[2] + 3 * d * c[3]));
		c2 += a * (c[2] + 3 * d * c[3]);
		c3 += a * c[3];
	}
	out[0] = c0;
	out[1] = c1;
	out[2] = c2;
	out[3] = c3;
}
