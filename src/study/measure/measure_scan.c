/* Extrema, crossings and integrals of a curve: piece by piece, each between two events, and in the parts of a piece
 * between which the curve bends or jumps by itself (measure_cuts.c).
 *
 * Integrals are by Lobatto's rule with five points, which is exact for polynomials of degree 7: so much as the square
 * of a variable has. What is no polynomial of variables is integrated in halves until they agree with the whole. */
#include "study/measure/measure_scan.h"
#include <math.h>
#include <string.h>

static bool better(st_extremum *best, st_sample s)
{
	bool is = !(s.v <= best->value) && !isnan(best->value);
	if (is)
		*best = (st_extremum){s.v, s.t};
	return is;
}

static void look_between(st_scan *s, double a, double b, st_extremum *best)
{
	st_sample list[ST_SAMPLES], peak;
	uint32_t n = st_take_samples(s, a, b, list);
	for (uint32_t i = 0; i < n; i++)
		better(best, list[i]);
	for (uint32_t i = 0; i < n && s->n->curve; i++)
		if (st_peak_near(s, list, n, i, best->value, &peak))
			better(best, peak);
}

/* Of a straight line, the rows are looked at already. The largest value of max(a, b) is the largest of both. */
static void look_at_piece(st_scan *s, double a, double b, bool rows, st_extremum *best)
{
	st_cuts cuts;
	double low, high;
	const st_node *n = s->n;
	if (rows && n->degree <= 1 && !n->kinks && s->g->pieces[s->piece].count == 2)
		return;
	if (n->kind == ST_MATH && st_math_chooses(n->math) == (int)s->sign) {
		for (uint32_t i = 0; i < 2; i++)
			look_at_piece(&(st_scan){s->g, n->a[i], s->sign, s->piece, false}, a, b, rows, best);
		return;
	}
	st_cut(s->g, n, s->piece, a, b, &cuts);
	s->bends = !cuts.complete;
	for (uint32_t i = 0; i + 1 < cuts.n; i++) {
		if (i > 0)
			better(best, (st_sample){cuts.t[i], st_scan_at(s, cuts.t[i])});
		if (st_inside(s->g, &cuts, i, &low, &high))
			look_between(s, low, high, best);
	}
}

/* Where a curve has no value. */
static void note_missing(st_scan *s, double t)
{
	char text[80];
	st_note(s->g, "%s has no value at time %.9g", st_source_of(s->g, s->n, text), t);
}

st_extremum st_extreme(st_gauge *g, const st_node *n, st_window w, double sign)
{
	st_scan s = {g, n, sign, 0, false};
	st_extremum best = {-INFINITY, NAN};
	double pole;
	for (uint32_t r = 0; w.whole && r < sr_rows(g->record); r++) {
		if (r && sr_mark_at(g->record, r) == SR_INSIDE)
			continue;
		st_go_to_row(g, r);
		better(&best, (st_sample){sr_time(g->record, r), sign * st_node_value(g, n)});
	}
	if (w.from == w.to)
		best = (st_extremum){sign * st_value_at(g, n, w.from, false), w.from};
	if (n->poles && !isnan(best.value) && (pole = st_pole(g, n, w, sign), !isnan(pole)))
		best = (st_extremum){NAN, pole};
	for (s.piece = st_piece_after(g, w.from); s.piece < g->piece_count && !isnan(best.value); s.piece++) {
		double a = fmax(w.from, st_piece_begin(g, s.piece)), b = fmin(w.to, st_piece_end(g, s.piece));
		if (!(a < b))
			break;
		look_at_piece(&s, a, b, w.whole, &best);
	}
	if (isnan(best.value))
		note_missing(&s, best.time);
	else if (!isnan(best.time) && st_value_at(g, n, best.time, true) != sign * best.value)
		st_value_at(g, n, best.time, false);
	best.value *= sign;
	return best;
}

/* ------------------------------------------------------------------------------------------------ the first of them
 *
 * Peaks of one height differ by rounding, and so does a limit on which a curve lies. The first is meant: the highest
 * place of the curve's first stay within 1e-6 of its range below the largest value; of a level place, where it begins.
 * At the default tolerance, steps and the polynomials between them tell heights no better than that. */

typedef struct first { double least, rounding; st_sample last, before, top, behind; bool inside, left; } first;

static void pass(first *f, st_sample s)
{
	bool in = s.v >= f->least;
	f->left = f->left || (f->inside && !in);
	if (f->left)
		return;
	if (in && (!f->inside || s.v > f->top.v + f->rounding)) {
		f->before = f->last;
		f->top = s;
		f->behind.v = NAN;
	} else if (f->inside && isnan(f->behind.v)) {
		f->behind = s;
	}
	f->inside = f->inside || in;
	f->last = s;
}

/* Samples and the peaks between them, in the order of time. */
static void pass_between(first *f, st_scan *s, double a, double b)
{
	st_sample list[ST_SAMPLES], all[3 * ST_SAMPLES], peak;
	uint32_t n = st_take_samples(s, a, b, list), count = 0;
	for (uint32_t i = 0; i < n; i++) {
		bool found = st_peak_near(s, list, n, i, f->least, &peak);
		if (found && peak.t < list[i].t)
			all[count++] = peak;
		all[count++] = list[i];
		if (found && peak.t > list[i].t)
			all[count++] = peak;
	}
	for (uint32_t i = 0; i < count; i++)
		if (i == 0 || all[i].t > all[i - 1].t)
			pass(f, all[i]);
}

/* Where a level place begins, between the sample before it and the first on it. */
static double begin_of_level(first *f, st_scan *s)
{
	double low = fmax(f->before.t, st_piece_begin(s->g, s->piece)), high = f->top.t, least = f->top.v - f->rounding;
	if (!(f->behind.v >= least) || !(low < high) || st_scan_at(s, low) >= least)
		return f->top.t;
	for (int i = 0; i < 200; i++) {
		double m = low + 0.5 * (high - low);
		if (m <= low || m >= high)
			break;
		*(st_scan_at(s, m) >= least ? &high : &low) = m;
	}
	return high;
}

/* The largest value at an event may be one that no piece has. */
static double first_row(st_gauge *g, const st_node *n, double sign, double least)
{
	for (uint32_t r = 0; r < sr_rows(g->record); r++) {
		if (r && sr_mark_at(g->record, r) == SR_INSIDE)
			continue;
		st_go_to_row(g, r);
		if (sign * st_node_value(g, n) >= least)
			return sr_time(g->record, r);
	}
	return NAN;
}

double st_first_extreme(st_gauge *g, const st_node *n, st_window w, double sign)
{
	st_extremum best = st_extreme(g, n, w, sign);
	st_scan s = {g, n, sign, 0, false};
	if (isnan(best.value) || w.from == w.to)
		return isnan(best.value) ? NAN : best.time;
	double rounding = ST_ROUNDING * fabs(best.value) + st_rounding(g, n);
	double range = fabs(best.value - st_extreme(g, n, w, -sign).value);
	first f = {.least = sign * best.value - fmax(1e-6 * range, rounding), .rounding = rounding, .last.t = w.from};
	for (s.piece = st_piece_after(g, w.from); s.piece < g->piece_count && !f.left; s.piece++) {
		double a = fmax(w.from, st_piece_begin(g, s.piece)), b = fmin(w.to, st_piece_end(g, s.piece)), low, high;
		st_cuts cuts;
		if (!(a < b))
			break;
		st_cut(g, n, s.piece, a, b, &cuts);
		s.bends = !cuts.complete;
		for (uint32_t i = 0; i + 1 < cuts.n; i++) {
			if (i > 0)
				pass(&f, (st_sample){cuts.t[i], st_scan_at(&s, cuts.t[i])});
			if (st_inside(g, &cuts, i, &low, &high))
				pass_between(&f, &s, low, high);
		}
	}
	if (!f.inside)
		return w.whole ? first_row(g, n, sign, f.least) : best.time;
	s.piece = st_piece_after(g, f.top.t);
	if (s.piece > 0 && f.before.t < st_piece_end(g, s.piece - 1) && st_piece_end(g, s.piece - 1) == f.top.t)
		s.piece--;
	return s.piece < g->piece_count ? begin_of_level(&f, &s) : f.top.t;
}

/* ------------------------------------------------------------------------------------------------ integrals */

enum { HALVINGS = 2000 };                /* of a piece, at most */
/* A part, and the times in it at which its ends are read. */
typedef struct summing { st_scan s; double low, high, size, doubt; int left; } summing;

static double lobatto(summing *x, double a, double b)
{
	static const double node[] = {0, 0.17267316464601143, 0.5, 0.82732683535398857, 1};
	static const double weight[] = {0.05, 49.0 / 180, 16.0 / 45, 49.0 / 180, 0.05};
	st_gauge *g = x->s.g;
	const st_piece *p = &g->pieces[x->s.piece];
	double sum = 0;
	bool rows = p->count == 5 && a == st_piece_begin(g, x->s.piece) && b == st_piece_end(g, x->s.piece);
	for (uint32_t i = 0; i < 5; i++) {
		if (rows)
			st_go_to_row(g, p->first + i);
		else
			st_go_between(g, x->s.piece, fmin(fmax(i < 4 ? a + node[i] * (b - a) : b, x->low), x->high));
		sum += weight[i] * st_node_value(g, x->s.n);
	}
	return (b - a) * sum;
}

static double in_halves(summing *x, double a, double b, double whole, int depth)
{
	enum { DEEPEST = 40 };
	double m = a + 0.5 * (b - a), left = lobatto(x, a, m), right = lobatto(x, m, b);
	double error = fabs(left + right - whole);
	if (!(error > 1e-12 * (x->size + fabs(left) + fabs(right))))
		return left + right;
	st_go_between(x->s.g, x->s.piece, m);
	if (error <= (b - a) * st_rounding(x->s.g, x->s.n))
		return left + right;
	if (depth >= DEEPEST || x->left <= 0) {
		x->doubt += error;
		return left + right;
	}
	x->left--;
	left = in_halves(x, a, m, left, depth + 1);
	return left + in_halves(x, m, b, right, depth + 1);
}

static double integral_of_piece(summing *x, double a, double b)
{
	st_cuts cuts;
	double sum = 0;
	x->left = HALVINGS;
	st_cut(x->s.g, x->s.n, x->s.piece, a, b, &cuts);
	for (uint32_t i = 0; i + 1 < cuts.n; i++) {
		st_inside(x->s.g, &cuts, i, &x->low, &x->high);
		double from = cuts.t[i], to = cuts.t[i + 1], part = lobatto(x, from, to);
		sum += x->s.n->kinks || x->s.n->degree > 2 ? in_halves(x, from, to, part, 0) : part;
	}
	return sum;
}

double st_integral(st_gauge *g, const st_node *n, st_window w)
{
	summing x = {.s = {g, n, 1, 0, false}};
	double sum = 0, correction = 0, pole = n->poles ? st_pole(g, n, w, 0) : NAN;
	char text[80];
	if (!isnan(pole)) {
		note_missing(&x.s, pole);
		return NAN;
	}
	for (x.s.piece = st_piece_after(g, w.from); x.s.piece < g->piece_count; x.s.piece++) {
		double a = fmax(w.from, st_piece_begin(g, x.s.piece)), b = fmin(w.to, st_piece_end(g, x.s.piece));
		if (!(a < b))
			break;
		double part = integral_of_piece(&x, a, b);
		if (isnan(part)) {
			note_missing(&x.s, a);
			return NAN;
		}
		x.size += fabs(part);
		double y = part - correction, t = sum + y;       /* Kahan's sum: pieces may be a million */
		correction = (t - sum) - y;
		sum = t;
	}
	if (x.doubt > 1e-6 * x.size)
		st_note(g, "%s changes faster than its integral can follow: it is known to about %.1g",
				st_source_of(g, n, text), x.doubt);
	return sum;
}

/* ------------------------------------------------------------------------------------------------ crossings */

/* Of a condition: it holds where it is 1. */
typedef struct turning { st_scan s; st_turns turns; bool truth, goes_on; } turning;

static void turn(turning *x, double t, bool up)
{
	if (x->truth == up || !x->goes_on)
		return;
	x->truth = up;
	x->goes_on = x->turns.turned(x->turns.context, t, up);
}

/* From a, with what the piece before has left, to b. */
static void go_through_piece(turning *x, double a, double b)
{
	st_cuts cuts;
	double low, high;
	char text[80];
	st_cut(x->s.g, x->s.n, x->s.piece, a, b, &cuts);
	if (!cuts.complete)
		st_note(x->s.g, "%s chooses more often than is followed: times at which it holds shortly may be missed",
				st_source_of(x->s.g, x->s.n, text));
	turn(x, a, st_scan_at(&x->s, a) == 1);
	for (uint32_t i = 0; i + 1 < cuts.n && x->goes_on; i++)
		if (st_inside(x->s.g, &cuts, i, &low, &high))
			turn(x, cuts.t[i], st_scan_at(&x->s, low + 0.5 * (high - low)) == 1);
	turn(x, b, st_scan_at(&x->s, b) == 1);
}

void st_turns_of(st_gauge *g, const st_node *condition, st_window w, st_turns turns)
{
	turning x = {.s = {g, condition, 1, 0, false}, .turns = turns, .goes_on = true};
	x.truth = st_value_at(g, condition, w.from, false) == 1;
	for (x.s.piece = st_piece_after(g, w.from); x.s.piece < g->piece_count && x.goes_on; x.s.piece++) {
		double a = fmax(w.from, st_piece_begin(g, x.s.piece)), b = fmin(w.to, st_piece_end(g, x.s.piece));
		if (!(a < b))
			break;
		go_through_piece(&x, a, b);
	}
	if (w.whole && x.goes_on && sr_rows(g->record)) {    /* a jump at the very end */
		st_go_to_row(g, sr_rows(g->record) - 1);
		turn(&x, g->time, st_node_value(g, condition) == 1);
	}
}
