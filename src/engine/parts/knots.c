/* See the header. */
#include "engine/parts/knots.h"
#include "base/times.h"
#include <math.h>
#include <string.h>

enum { COUNTS_MOST = 3 };            /* changes of counts that are looked for: each takes many evaluations */

void se_knots_open(se_knots *p, sb_arena *arena, uint32_t most)
{
	p->values = sb_new_array(arena, double, (SE_POINTS_MOST + 2) * ((size_t)most + 1));
}

static double *row(const se_knots *p, uint32_t i)
{
	return p->values + (size_t)i * p->n;
}

static void insert(se_knots *p, uint32_t i, double t, const double *f, bool done, bool edge)
{
	uint32_t new = p->points++;
	size_t behind = new - i;
	memmove(p->t + i + 1, p->t + i, behind * sizeof *p->t);
	memmove(p->row + i + 1, p->row + i, behind * sizeof *p->row);
	memmove(p->done + i + 1, p->done + i, behind * sizeof *p->done);
	memmove(p->edge + i + 1, p->edge + i, behind * sizeof *p->edge);
	p->t[i] = t;
	p->row[i] = new;
	p->done[i] = done;
	p->edge[i] = edge;
	memcpy(row(p, new), f, p->n * sizeof *f);
}

static uint32_t first_change(const se_knots *p, const double *f, const double *g)
{
	uint32_t k = 0, single = p->n - p->counted;
	while (k < single && !((f[k] < 0 && g[k] > 0) || (f[k] > 0 && g[k] < 0)))
		k++;
	while (k >= single && k < p->n && !(p->counts < COUNTS_MOST && (f[k] < g[k] || f[k] > g[k])))
		k++;
	return k;
}

/* Narrows the zero of function k between the points i and i + 1 down to neighbouring times, which become points. Regula
 * falsi with the weights of the Illinois rule; every third time the interval is halved, as functions may jump. */
static void narrow(se_knots *p, uint32_t i, uint32_t k, double finest)
{
	double a = p->t[i], b = p->t[i + 1], fa = row(p, p->row[i])[k], fb = row(p, p->row[i + 1])[k];
	double *low = row(p, SE_POINTS_MOST), *high = row(p, SE_POINTS_MOST + 1), *f = row(p, p->points);
	bool new_low = false, new_high = false;
	int side = 0;
	bool counts = k >= p->n - p->counted;
	double before = fa;
	p->counts += counts;
	for (int round = 1; b - a > sb_beside(fmax(finest, sb_size_of(a, b))); round++) {
		double middle = a + 0.5 * (b - a), t = round % 3 && !counts ? a + (b - a) * (fa / (fa - fb)) : middle;
		/* a little beyond the guess, so that both sides come nearer */
		double reach = sb_beside(sb_size_of(finest, t));
		t = t - a < b - t ? t + reach : t - reach;
		if (!(t > a && t < b))
			t = middle;
		if (!(t > a && t < b))
			break;
		p->at(p->context, p->which, t, f);
		if (isnan(f[k]))
			break;
		bool same = counts ? !(f[k] < before || f[k] > before) : f[k] != 0 && (f[k] < 0) == (fa < 0);
		if (same) {
			a = t;
			fa = f[k];
			fb *= side == 1 ? 0.5 : 1;
			side = 1;
			new_low = true;
			memcpy(low, f, p->n * sizeof *f);
		} else {
			b = t;
			fb = f[k] != 0 ? f[k] : -fa;
			fa *= side == 2 ? 0.5 : 1;
			side = 2;
			new_high = true;
			memcpy(high, f, p->n * sizeof *f);
		}
	}
	if (new_low)
		insert(p, ++i, a, low, false, true);
	else
		p->edge[i] = true;
	p->done[i] = true;
	if (new_high)
		insert(p, ++i, b, high, false, true);
	else
		p->edge[i + 1] = true;
}

bool se_find_knots(se_knots *p, double from, const double *f_from, double to, const double *f_to, double finest)
{
	p->points = p->counts = 0;
	if (!p->n || first_change(p, f_from, f_to) == p->n)
		return false;
	insert(p, 0, from, f_from, false, false);
	insert(p, 1, to, f_to, true, false);
	for (uint32_t i = 0; i + 1 < p->points && p->points + 2 < SE_POINTS_MOST;) {
		uint32_t k = p->done[i] ? p->n : first_change(p, row(p, p->row[i]), row(p, p->row[i + 1]));
		if (k < p->n) {
			narrow(p, i, k, finest);
			continue;
		}
		if (!p->done[i] && p->edge[i] && p->edge[i + 1]) {       /* the middle, once */
			double middle = 0.5 * (p->t[i] + p->t[i + 1]);
			p->done[i] = true;
			if (!(middle > p->t[i] && middle < p->t[i + 1]))
				continue;
			p->at(p->context, p->which, middle, row(p, p->points));
			if (first_change(p, row(p, p->row[i]), row(p, p->points)) < p->n) {
				insert(p, i + 1, middle, row(p, p->points), false, false);
				p->done[i] = false;
			} else {
				insert(p, i + 1, middle, row(p, p->points), true, false);
			}
			continue;
		}
		i++;
	}
	return p->points > 2;
}
