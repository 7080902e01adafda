/* Responses to steps: settling, overshoot, rise, the time of the peak.
 *
 * Such a response goes from its value at the beginning of the window to a target: the third or second argument, else
 * its value at the end. Their difference is the step, by which all else is scaled. Times count from the beginning of
 * the window. */
#include "study/measure/measure_inside.h"
#include <math.h>

typedef struct response { const st_node *y; double begin, target, step; } response;

enum { TAIL = 10 };
#define STANDS 0.02                  /* a response that stays within this part of its step stands */

/* The target is the value at the end, where the response may still be on its way: then whoever reads the measure is
 * told. */
static void look_at_tail(st_gauge *g, const response *r, st_window w, double band)
{
	char text[80];
	st_window tail = {.from = w.to - (w.to - w.from) / TAIL, .to = w.to};
	double above = st_extreme(g, r->y, tail, 1).value - r->target;
	double below = r->target - st_extreme(g, r->y, tail, -1).value, most = fmax(above, below) / fabs(r->step);
	if (most > band)
		st_note(g, "%s still moves at the end, by %.3g %% of its step in the last tenth: simulate longer, or give its "
				"target", st_source_of(g, r->y, text), 100 * most);
}

/* `at`: which argument is the target, if it is given; else the response has to stay within `band` at the end. */
static bool response_of(st_gauge *g, const st_node *n, st_window w, uint32_t at, double band, response *out)
{
	char text[80];
	const st_node *y = n->a[0];
	/* what jumps where the window begins has its value from before that */
	out->y = y;
	out->begin = st_value_at(g, y, w.from, true);
	out->target = n->count > at ? st_node_value(g, n->a[at]) : st_value_at(g, y, w.to, !w.whole);
	out->step = out->target - out->begin;
	if (isnan(out->step))
		return false;
	if (st_same(out->begin, out->target, 0))
		st_note(g, "%s makes no step: it begins and ends with %.9g", st_source_of(g, y, text), out->begin);
	else if (n->count <= at)
		look_at_tail(g, out, w, band);
	return !st_same(out->begin, out->target, 0);
}

/* Whether y is `sign` times more than `width` away from `from`, or at least so far: a condition, with what it is made
 * of. Each side is as smooth as y is. */
typedef struct side { st_node from, sign, away, turned, width, condition; } side;

static const st_node *side_of(side *s, const response *r, double from, double sign, st_node_kind kind, double width)
{
	st_node smooth = {.span = r->y->span, .curve = true, .kinks = r->y->kinks, .poles = r->y->poles,
		.degree = r->y->degree, .count = 2};
	s->from = (st_node){.kind = ST_NUMBER, .number = from};
	s->sign = (st_node){.kind = ST_NUMBER, .number = sign};
	s->width = (st_node){.kind = ST_NUMBER, .number = width};
	s->away = s->turned = s->condition = smooth;
	s->away.kind = ST_SUBTRACT;
	s->away.a[0] = (st_node *)r->y, s->away.a[1] = &s->from;
	s->turned.kind = ST_MULTIPLY;
	s->turned.a[0] = &s->away, s->turned.a[1] = &s->sign;
	s->condition.kind = kind;
	s->condition.condition = s->condition.kinks = true;
	s->condition.a[0] = &s->turned, s->condition.a[1] = &s->width;
	return &s->condition;
}

typedef struct last { double inside; bool outside; } last;

static bool note_last(void *context, double t, bool up)
{
	last *l = context;
	l->outside = up;
	l->inside = t;
	return true;
}

/* From when on |y - target| <= band*|step|. */
double st_settling(st_gauge *g, const st_node *n, st_window w)
{
	response r;
	char text[80];
	double band = st_node_value(g, n->a[1]);
	if (!(band > 0)) {
		st_note(g, "a band of %.9g cannot be settled in", band);
		return NAN;
	}
	if (!response_of(g, n, w, 2, band, &r))
		return NAN;
	double when = w.from;
	for (double sign = -1; sign <= 1; sign += 2) {       /* below, above */
		side s;
		const st_node *outside = side_of(&s, &r, r.target, sign, ST_GREATER, band * fabs(r.step));
		last l = {.inside = w.from, .outside = st_value_at(g, outside, w.from, false) == 1};
		st_turns_of(g, outside, w, (st_turns){note_last, &l});
		if (l.outside) {
			st_note(g, "%s has not settled: it ends %.3g %% of the step away from %.9g", st_source_of(g, r.y, text),
					100 * fabs(st_value_at(g, &s.away, w.to, !w.whole) / r.step), r.target);
			return NAN;
		}
		when = fmax(when, l.inside);
	}
	if (n->count > 2 && when > w.to - (w.to - w.from) / (10 * TAIL))
		st_note(g, "%s has been within its band only since time %.9g, and the run ends at %.9g: it may leave the band "
				"again; simulate longer", st_source_of(g, r.y, text), when, w.to);
	return when - w.from;
}

/* How far it goes beyond its target, as a part of the step. */
double st_overshoot(st_gauge *g, const st_node *n, st_window w)
{
	response r;
	if (!response_of(g, n, w, 1, STANDS, &r))
		return NAN;
	double peak = st_extreme(g, r.y, w, r.step > 0 ? 1 : -1).value;
	if (isnan(peak))
		return NAN;
	return st_same(peak, r.target, st_rounding(g, r.y)) ? 0 : fmax(0, (peak - r.target) / r.step);
}

double st_peak_time(st_gauge *g, const st_node *n, st_window w)
{
	response r;
	if (!response_of(g, n, w, 1, STANDS, &r))
		return NAN;
	return st_first_extreme(g, r.y, w, r.step > 0 ? 1 : -1) - w.from;
}

static bool note_first(void *context, double t, bool up)
{
	if (up)
		*(double *)context = t;
	return !up;
}

/* When it first reaches this part of its step. */
static double reaches(st_gauge *g, const response *r, st_window w, double part)
{
	double when = NAN;
	side s;
	const st_node *there =
		side_of(&s, r, r->begin, r->step > 0 ? 1 : -1, ST_GREATER_EQUAL, part * fabs(r->step));
	if (st_value_at(g, there, w.from, false) == 1)
		return w.from;
	st_turns_of(g, there, w, (st_turns){note_first, &when});
	if (isnan(when)) {
		char text[80];
		st_note(g, "%s never reaches %.3g %% of its step to %.9g", st_source_of(g, r->y, text), 100 * part, r->target);
	}
	return when;
}

double st_rise(st_gauge *g, const st_node *n, st_window w)
{
	response r;
	double low = n->count > 1 ? st_node_value(g, n->a[1]) : 0.1, high = n->count > 2 ? st_node_value(g, n->a[2]) : 0.9;
	if (!(low <= high)) {
		st_note(g, "a response does not rise from %.9g %% to %.9g %% of its step: the lower part comes first",
				100 * low, 100 * high);
		return NAN;
	}
	if (!response_of(g, n, w, 3, STANDS, &r))
		return NAN;
	return reaches(g, &r, w, high) - reaches(g, &r, w, low);
}
