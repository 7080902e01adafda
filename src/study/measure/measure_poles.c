/* Poles of a curve: quotients, powers, tan and log become infinite where their variables do not.
 *
 * Samples would miss a pole, or give the number that is nearest to it. So the zeros of divisors and the like are cuts
 * of a curve (measure_cuts.c), and beside each cut the curve is looked at in three distances, of which each is q times
 * the next. What is finite there changes less and less, log(d) by the same from each to the next, and 1/d^p by q^p
 * times as much. A variable that touches zero does so as nearly as the solver tells: 1e6 times as much is taken for a
 * pole, too. What is finite although a divisor is zero, as sin(x)/x, or stands in a branch that is not taken, has no
 * pole. */
#include "study/measure/measure_scan.h"
#include <math.h>
#include <string.h>

bool st_may_have_pole(const st_node *n)
{
	if (n->kind == ST_DIVIDE)
		return n->a[1]->curve;
	if (n->kind == ST_POWER)
		return n->a[0]->curve && !(n->a[1]->kind == ST_NUMBER && n->a[1]->number >= 0);
	return n->kind == ST_MATH && n->function && n->a[0]->curve &&
		   (strcmp(n->function->name, "tan") == 0 || strncmp(n->function->name, "log", 3) == 0);
}

static double value_at(const st_scan *s, double t)
{
	st_go_between(s->g, s->piece, t);
	return st_node_value(s->g, s->n);
}

/* Beside t, towards `far`. */
static bool grows(const st_scan *s, double t, double far)
{
	static const double NEAR = 1e-9, FAR = 0.1, SEEN = 1e-3, MOST = 1e6;
	double width = fabs(far - t), side = far > t ? 1 : -1;
	double distant = FAR * width, close = fmax(NEAR * width, 1000 * DBL_EPSILON * fmax(fabs(t), width));
	double q = sqrt(distant / close), v[3];
	if (!(q > 10))
		return false;
	for (int i = 0; i < 3; i++, close *= q)
		v[i] = value_at(s, t + side * close);
	if (isnan(v[0]) || isnan(v[1]) || isnan(v[2]))
		return false;
	if (v[2] != 0 && fabs(v[0]) > MOST * fabs(v[2]))
		return s->sign * v[0] >= 0;
	double near = fabs(v[0] - v[1]), before = fabs(v[1] - v[2]);
	if (s->sign * (v[1] - v[2]) < 0)
		return false;
	return near > SEEN * fmax(fabs(v[1]), fabs(v[2])) && near > (s->sign == 0 ? 0.5 * pow(q, 0.9) : 0.5) * before;
}

double st_pole(st_gauge *g, const st_node *n, st_window w, double sign)
{
	st_scan s = {g, n, sign, 0, false};
	for (s.piece = st_piece_after(g, w.from); s.piece < g->piece_count; s.piece++) {
		double a = fmax(w.from, st_piece_begin(g, s.piece)), b = fmin(w.to, st_piece_end(g, s.piece));
		st_cuts cuts;
		if (!(a < b))
			break;
		if (st_piece_is_narrow(g, s.piece))
			continue;
		st_cut(g, n, s.piece, a, b, &cuts);
		for (uint32_t i = 0; i < cuts.n; i++)
			if ((i > 0 && grows(&s, cuts.t[i], cuts.t[i - 1])) ||
				(i + 1 < cuts.n && grows(&s, cuts.t[i], cuts.t[i + 1])))
				return cuts.t[i];
	}
	return NAN;
}
