/* Where the solution of a nonlinear loop will be, and how far it is from there to another one.
 *
 * Solutions that lie close together may move further in a step than they are apart, and Newton's method finds any of
 * them. So what it finds is compared with what the path of the loop (newton_path.c) leads to: the last point, its slope
 * and its bend, from the points before. The two may differ by a part of the *gap*, the distance to the next solution.
 * This distance follows from the second and third derivatives along a direction: a function with the slope s and the
 * second derivative c has another zero at about 2*s/c. The direction has all unknowns in it, and the inverse of the
 * matrix makes most of the part that is almost singular. Distances are in units of the largest value that each unknown
 * has had. A gap is measured anew when the solution has gone a part of it, once in a step of the solver at most.
 *
 * A loop that was found on another solution is wary from then on: its iterations begin at the point that the path leads
 * to. */
#include "code/runtime/newton.h"

#include <math.h>
#include <string.h>

static const double LONGEST = 1e-3, SHORTEST = 1e-6;      /* reach of the differences, in weights */
static const double NOISE = 1e-11;        /* weights; differences that say less may be rounding */
static const double FAR = 10;             /* weights; what is further away is no neighbour */
static const double CLOSE = 0.3;          /* part of the gap by which a solution may miss its course */
static const double STRAIGHT = 1.5;       /* the same, beside a straight line: paths are interpolated by lines */
static const double UNSURE = 0.5;         /* the same, of what the course would miss by the measure of its last step */
static const double SMOOTH = 0.1;         /* the same, of a solution that has met another one on the way */
static const double BESIDE = 0.03;        /* part of the gap beside the course behind which it is measured again */
static const double MOVED = 0.1;          /* part of the gap behind which it is measured again */
static const double ROUNDING = 1e-10;     /* such residuals */
static const double ALONE = 0.05;         /* weights, the same where there is no neighbour */
static const double CLEAR = 1e-6;         /* weights; a shorter gap tells nothing of where solutions lead to */
static const double SEEN = 1e-7;          /* weights; what is nearer may be rounding */

double *sc_course_room(sc_loop *loop)
{
	sc_course *c = &loop->course;
	size_t n = loop->of->n;
	if (c->slope)
		return c->slope;
	c->slope = sb_draw_zeros((SC_COURSE_VECTORS * n + 1) * sizeof(double));
	double **lists[] = {&c->secant, &c->bend, &c->weight, &c->place, &c->guess, &c->probe, &c->beside, &c->begun};
	enum { LISTS = sizeof lists / sizeof *lists };
	_Static_assert(LISTS + 3 == SC_COURSE_VECTORS, "behind the slope; the last one is three");
	for (uint32_t k = 0; k < LISTS; k++)
		*lists[k] = c->slope + (size_t)(k + 1) * n;
	c->gap = INFINITY;
	c->reach = LONGEST;
	return c->slope;
}

void sc_course_begin(sc_loop *loop)
{
	sc_course_room(loop);
	loop->course.known = 0;
	loop->course.gap = INFINITY;
	loop->course.measured = loop->course.placed = false;
}

static void predict(const sc_loop *loop, double ahead, bool bent, double *z)
{
	const sc_course *c = &loop->course;
	const double *last = loop->path.z + (size_t)(loop->path.n - 1) * loop->of->n;
	for (uint32_t k = 0; k < loop->of->n; k++)
		z[k] = last[k] + (c->known ? ahead * (c->slope[k] + (bent ? ahead * c->bend[k] : 0)) : 0);
}

static double apart(const sc_loop *loop, const double *a, const double *b)
{
	double largest = 0;
	for (uint32_t k = 0; k < loop->of->n; k++)
		largest = fmax(largest, fabs(a[k] - b[k]) / loop->course.weight[k]);
	return largest;
}

/* A point that follows so soon, and lies where the course leads to but for rounding, tells nothing of the slope. */
static bool says_nothing(sc_loop *loop, double span, const double *z)
{
	static const double SOON = 1e-3;       /* part of the span before */
	sc_course *c = &loop->course;
	if (c->known < 2 || c->forward || !c->placed || !(span < SOON * c->span))
		return false;
	predict(loop, span, true, c->guess);
	return apart(loop, z, c->guess) <= SEEN;
}

/* A point of the path is followed by another one, `span` later. */
void sc_course_push(sc_loop *loop, double span, const double *before, const double *z)
{
	sc_course *c = &loop->course;
	sc_course_room(loop);
	if (!(span > 0))
		return;
	if (says_nothing(loop, span, z)) {
		for (uint32_t k = 0; k < loop->of->n; k++)
			c->slope[k] += 2 * c->bend[k] * span;
		c->measured = false;
		return;
	}
	c->miss = 0;
	if (c->known == 2 && c->gap < INFINITY) {
		predict(loop, span, true, c->guess);
		c->miss = apart(loop, z, c->guess);
	}
	bool bends = c->known && !c->forward;
	for (uint32_t k = 0; k < loop->of->n; k++) {
		double secant = (z[k] - before[k]) / span;
		c->bend[k] = bends ? (secant - c->secant[k]) / (span + c->span) : 0;
		c->slope[k] = secant + c->bend[k] * span;
		c->secant[k] = secant;
	}
	c->span = span;
	c->known = bends ? 2 : 1;
	c->forward = c->measured = false;
}

void sc_course_keep(sc_loop *loop)
{
	sc_course *c = &loop->course;
	sc_course_room(loop);
	memcpy(c->begun, c->slope, 3 * loop->of->n * sizeof(double));
	c->begun_span = c->span;
	c->begun_miss = c->miss;
	c->begun_known = c->forward ? 0 : c->known;
}

/* Back to the first point of the path, with the slope and the bend that it had there; if they were not known, with what
 * the second point says of the slope. */
void sc_course_first(sc_loop *loop)
{
	const sc_path *p = &loop->path;
	sc_course *c = &loop->course;
	uint32_t n = loop->of->n;
	if (c->slope && c->begun_known == 2) {
		memcpy(c->slope, c->begun, 3 * n * sizeof(double));
		c->span = c->begun_span;
		c->miss = c->begun_miss;
		c->known = c->begun_known;
		c->forward = c->measured = false;
		return;
	}
	if (p->n < 2)
		return;
	loop->course.known = 0;
	sc_course_push(loop, p->time[1] - p->time[0], p->z, p->z + n);
	loop->course.forward = true;
}

static double ahead_of(const sc_run *run, const sc_loop *loop)
{
	return loop->path.n ? run->d.time - loop->path.time[loop->path.n - 1] : 0;
}

const double *sc_course_guess(const sc_run *run, sc_loop *loop)
{
	sc_course *c = &loop->course;
	double ahead = ahead_of(run, loop);
	if (!c->known || !(ahead > 0) || run->looks || run->d.event || run->d.initial || !(run->walks || c->wary))
		return NULL;
	predict(loop, ahead, run->walks && c->known == 2, c->guess);      /* a bend beside a corner leads solvers astray */
	return c->guess;
}

/* Unknowns that are equal are moved by different lengths, in both directions. */
static double part_of(uint32_t k)
{
	return (k % 2 ? -1 : 1) * (1 - 0.07 * (k % 7));
}

static bool residuals_beside(sc_newton *w, double length, double *res)
{
	const sc_course *c = &w->loop->course;
	for (uint32_t k = 0; k < w->n; k++)
		c->probe[k] = w->z[k] + length * part_of(k) * c->weight[k];
	return sc_newton_evaluate(w, c->probe, res);
}

/* The size of J⁻¹ f, in weights. */
static double size_by_matrix(const sc_newton *w, double *f)
{
	double most = 0;
	sc_factors_solve(w->loop->factors, f);
	for (uint32_t k = 0; k < w->n; k++)
		most = fmax(most, fabs(f[k]) / w->loop->course.weight[k]);
	return most;
}

typedef struct derivatives { double second, further, third; } derivatives;

/* Derivatives by differences that reach `length` weights; `further`: the second one over twice that length. */
static bool differentiate(sc_newton *w, double length, derivatives *d)
{
	double *near = w->trial_res, *odd = w->next, *far = w->step, *even = w->worst, *low = w->loop->course.beside;
	if (!residuals_beside(w, length, near) || !residuals_beside(w, -length, odd) ||
		!residuals_beside(w, 2 * length, far) || !residuals_beside(w, -2 * length, low))
		return false;
	for (uint32_t k = 0; k < w->n; k++) {
		double f = w->res[k], sum = near[k] + odd[k], by = near[k] - odd[k];
		even[k] = far[k] + low[k] - 2 * f;
		odd[k] = far[k] - low[k] - 2 * by;
		near[k] = sum - 2 * f;
	}
	d->second = size_by_matrix(w, near);
	d->further = size_by_matrix(w, even);
	d->third = size_by_matrix(w, odd);
	d->second = d->second > NOISE ? d->second / (length * length) : 0;
	d->further = d->further > NOISE ? d->further / (4 * length * length) : 0;
	d->third = d->third > NOISE ? d->third / (2 * length * length * length) : 0;
	return true;
}

/* A function with the slope 1 and these derivatives has another zero that far away. Differences that reach too far, as
 * up an exponential, do not agree with each other. */
static double measure(sc_newton *w)
{
	sc_course *c = &w->loop->course;
	for (; c->reach > SHORTEST; c->reach *= 0.1) {
		derivatives d;
		if (!differentiate(w, c->reach, &d))
			continue;
		double gap = fmin(d.second > 0 ? 2 / d.second : INFINITY, d.third > 0 ? sqrt(6 / d.third) : INFINITY);
		if (!(gap < FAR))
			return INFINITY;
		if (fabs(d.further - d.second) <= 0.3 * d.second || gap > 10 * c->reach)
			return sc_has_neighbour(w, gap * d.second < 2 ? w->next : w->trial_res, &gap) ? gap : INFINITY;
	}
	c->reach = LONGEST;
	return INFINITY;
}

double sc_course_gap(sc_newton *w)
{
	sc_loop *loop = w->loop;
	sc_course *c = &loop->course;
	for (uint32_t k = 0; k < w->n; k++) {
		double size = fmax(loop->reached[k], fabs(w->z[k]));
		c->weight[k] = size > 0 ? size : loop->scale[k];
	}
	memcpy(c->place, w->z, w->n * sizeof(double));
	c->gap = measure(w);
	c->measured = c->placed = true;
	sc_newton_evaluate(w, w->z, w->res);
	w->d->failed = 0;
	return c->gap;
}

/* The solution is not just where the course leads to. Solutions may have met on the way, and the gap that was measured
 * before says nothing of the other side. */
static bool is_beside_course(sc_newton *w)
{
	sc_course *c = &w->loop->course;
	double ahead = ahead_of(w->run, w->loop);
	if (!c->known || !(ahead > 0) || !(c->gap < INFINITY))
		return false;
	predict(w->loop, ahead, c->known == 2, c->guess);
	return apart(w->loop, w->z, c->guess) > fmax(BESIDE * c->gap, SEEN);
}

/* At the solution in w->z, whose residuals are in w->res. The last evaluation is that of the solution again. */
void sc_course_measure(sc_newton *w)
{
	sc_loop *loop = w->loop;
	sc_course *c = &loop->course;
	bool any = loop->followed && loop->path.n && !w->run->looks && !w->d->initial && !w->d->event;
	if (!any || loop->loose || !sc_factors_ready(loop->factors))
		return;
	sc_course_room(loop);
	bool again = c->placed && (is_beside_course(w) || sc_path_other_side(loop));
	if (!again && c->measured && !w->run->walks)
		return;
	if (!again && c->placed && apart(loop, w->z, c->place) < fmin(MOVED * c->gap, ALONE))
		return;
	sc_course_gap(w);
}

static double moves(const sc_loop *loop, double ahead)
{
	double largest = 0;
	for (uint32_t k = 0; k < loop->of->n; k++)
		largest = fmax(largest, ahead * fabs(loop->course.slope[k]) / loop->course.weight[k]);
	return largest;
}

/* A slope alone is trusted twice as far as it was seen, the bend by what it has missed before. Where the residuals of
 * the guess are next to nothing and the solution is far from it, rounding has decided where. */
bool sc_course_left(const sc_newton *w)
{
	sc_loop *loop = w->loop;
	sc_course *c = &loop->course;
	double ahead = ahead_of(w->run, loop), straight, bent;
	if (!c->slope || !(c->gap < INFINITY) || !(ahead > 0) || loop->loose)
		return false;
	if (w->off >= 0 && w->off <= ROUNDING && apart(loop, w->z, w->from) > CLOSE * c->gap)
		return false;
	predict(loop, ahead, false, c->guess);
	straight = apart(loop, w->z, c->guess);
	if (straight <= SEEN)
		return false;
	if (c->known == 1 && ahead > 2 * c->span && moves(loop, ahead) > CLOSE * c->gap)
		return true;
	predict(loop, ahead, true, c->guess);
	bent = apart(loop, w->z, c->guess);
	if (c->known == 2 && c->miss * pow(ahead / c->span, 3) > UNSURE * c->gap)
		return true;
	return straight > fmax(STRAIGHT * c->gap, SEEN) || bent > fmax(CLOSE * c->gap, SEEN);
}

/* The solution has gone on smoothly where it has met another one: it is much nearer to where its slope and its bend
 * lead to than to the other, as far as it is from that now. At a fold, where both end, this holds at no distance.
 * Just at the meeting it is where they lead to. */
bool sc_course_goes_on(const sc_newton *w)
{
	const sc_loop *loop = w->loop;
	sc_course *c = &w->loop->course;
	double ahead = ahead_of(w->run, loop);
	if (!c->slope || c->known < 2 || !(c->gap < INFINITY) || !(ahead > 0))
		return false;
	predict(loop, ahead, true, c->guess);
	double off = fmax(apart(loop, w->z, c->guess), c->miss * pow(ahead / c->span, 3));
	return off <= SEEN || (off <= SMOOTH * c->gap && c->gap >= CLEAR && !loop->loose);
}
