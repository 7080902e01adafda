/* What a step passes over. The zeros of functions of states and time that the text tells (structure/forcing/centres.c),
 * and narrow bends of what comes out of delays, are the *places* of a step.
 *
 *     rates        are compared with the slope of the solution at each place. If they are not what it is, the step has
 *                  passed over a peak: it is made again and ends there, where the solver sees it
 *     conditions   and what processes wait for are evaluated at each place, by the search for events (search.c)
 *     delays       keep what goes in at each place (delay.c)
 *
 * Where rates or conditions read a function that cannot be read, samples are places too (sampled.c). */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/ahead_parts.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/past/past.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BENDS_MOST = 12, NARROWINGS = 20, IDLE_MOST = 16, IDLE_APART = 8 };
static const double PEAK = 30, OUTSTANDING = 10;
static const double CLOSE = 1e-9;        /* of a step: two places are one */
static const double ASIDE = 2e-6;        /* of a step: so far beside what a loop has computed */
static const double NARROW = 1e-4, CUT = 1e-3;       /* of the way to a place: see before_narrow */
static const double AT_THE_END = 1e-10;      /* of a step: what lies so near to its ends is seen by the solver */
static const double MISSED = 1000;       /* as in misses_something of ahead.c: continuous extensions have defects too */

void se_passage_open(se_run *run)
{
	const si_image *image = run->image;
	if (!image->centres.n && !image->delays.n && !image->unreads.n)
		return;
	se_passage *p = run->passage = sb_new(run->own, se_passage);
	p->from = sb_new_array(run->own, double, image->centres.n + 1);
	p->to = sb_new_array(run->own, double, image->centres.n + 1);
	for (uint32_t i = 0; i < image->centres.n; i++)
		p->counted += image->centres.at[i].counts;
	if (image->centres.n)
		se_knots_open(&p->knots, run->own, image->centres.n);
	p->known = p->cut = NAN;
	p->beside = sb_new_array(run->own, double, image->watches.n + 1);
	if (image->unreads.n)
		se_sampled_open(run);
}

/* Centres are written over states and time, or over what loops compute on the way to rates and conditions. */
static void evaluate(se_run *run, double *functions)
{
	if (run->image->centres_computed) {
		run->f->rates(run->d);
		run->f->watch(run->d, run->passage->beside);
		if (run->d->failed)
			sc_forgive(run->d);
	}
	run->f->centres(run->d, functions);
	if (run->d->failed)
		sc_forgive(run->d);
}

static void centres_at(void *context, uint32_t which, double t, double *f)
{
	se_run *run = context;
	(void)which;
	if (run->image->states)
		se_interpolate(run, t, run->x_try);
	se_at(run, t, run->x_try);
	evaluate(run, f);
}

void se_passage_begin(se_run *run)
{
	if (!run->passage)
		return;
	run->passage->places = 0;
	if (run->image->centres.n && run->passage->known == run->time)
		memcpy(run->passage->from, run->passage->to, run->image->centres.n * sizeof *run->passage->from);
	else if (run->image->centres.n)
		evaluate(run, run->passage->from);
}

/* ---- the places */

static void add(se_passage *p, double t)
{
	if (p->places < SE_PLACES_MOST)
		p->place[p->places++] = t;
}

static int by_time(const void *a, const void *b)
{
	double s = *(const double *)a, t = *(const double *)b;
	return (s > t) - (s < t);
}

static double looks_back_to(se_run *run, uint32_t k, double t)
{
	se_delayed_at(run, t);
	run->f->delays(run->d, run->delays->value, run->delays->time, run->delays->longest);
	return t - run->delays->time[k];
}

/* When it looks back to time s, between two times at which it looks back to either side of s. */
static double comes_out(se_run *run, uint32_t k, double s, double a, double sa, double b, double sb)
{
	double t = a;
	if (run->image->delays.at[k].steady)
		return s + run->delays->time[k];
	for (int i = 0; i < NARROWINGS && sb != sa; i++) {
		t = a + (b - a) * fmin(fmax((s - sa) / (sb - sa), 0), 1);
		double now = looks_back_to(run, k, t);
		if (fabs(now - s) <= CLOSE * fabs(sb - sa))
			break;
		if ((now < s) == (sa < s)) {
			a = t;
			sa = now;
		} else {
			b = t;
			sb = now;
		}
	}
	return t;
}

/* Where something narrow comes out of a delay. */
static void add_bends(se_run *run, uint32_t k, double end)
{
	se_passage *p = run->passage;
	bool steady = run->image->delays.at[k].steady;
	double bend[BENDS_MOST], begin = run->step_begin, ago = run->delays->time[k];
	double first = steady ? begin - ago : looks_back_to(run, k, begin),
		   last = steady ? end - ago : looks_back_to(run, k, end);
	uint32_t n = se_history_bends(run->past->history, run->delays->id[k], fmin(first, last), fmax(first, last),
								  run->ops && run->ops->remembers, bend, BENDS_MOST);
	for (uint32_t i = 0; i < n; i++)
		add(p, comes_out(run, k, bend[i], begin, first, end, last));
}

/* What a loop computes is as sharp as its iteration: there is nothing to see of a window that ends in a jump but a
 * little beside the jump. */
static void add_asides(se_run *run)
{
	se_passage *p = run->passage;
	double begin = run->step_begin, end = run->step_end, aside = ASIDE * (end - begin);
	uint32_t n = p->places;
	for (uint32_t i = 0; i < n; i++) {
		double t = p->place[i];
		if (t - aside > begin && (i == 0 || t - p->place[i - 1] > CLOSE * (end - begin)))
			add(p, t - aside);
		if (t + aside < end && (i + 1 == n || p->place[i + 1] - t > CLOSE * (end - begin)))
			add(p, t + aside);
	}
}

/* The places of large families cost many evaluations. Where nothing was narrow in many steps, some are left out. */
static bool looks_at_large(se_passage *p)
{
	return p->idle < IDLE_MOST || ++p->turn % IDLE_APART == 0;
}

void se_find_places(se_run *run)
{
	se_passage *p = run->passage;
	double begin = run->step_begin, end = run->step_end;
	if (!p)
		return;
	p->places = p->samples = 0;
	if (end - begin <= 1e3 * DBL_EPSILON * se_size(run))
		return;
	if (run->image->centres.n) {
		p->knots.counted = looks_at_large(p) ? p->counted : 0;
		p->knots.n = run->image->centres.n - p->counted + p->knots.counted;
		p->knots.at = centres_at;
		p->knots.context = run;
		centres_at(run, 0, end, p->to);
		p->known = end;
		bool any = se_find_knots(&p->knots, begin, p->from, end, p->to, end - begin);
		p->idle += p->knots.counts > 0;
		for (uint32_t i = 1; any && i + 1 < p->knots.points; i++)
			add(p, p->knots.t[i]);
	}
	uint32_t centres = p->places;
	if (run->image->centres_computed)
		add_asides(run);
	for (uint32_t k = 0; k < run->image->delays.n; k++)
		if (!run->image->delays.at[k].still)
			add_bends(run, k, end);
	if (p->sampled)
		se_find_samples(run);
	if (p->places > centres)
		qsort(p->place, p->places, sizeof *p->place, by_time);
}

/* ---- rates */

/* Not what the slope is, and far more so than on both sides of all places: the defects of a continuous extension are no
 * peaks. */
static bool differs_at(se_run *run, double t, double first, double last)
{
	double defect = se_defect_at(run, t);
	return defect > MISSED ||
	       (defect > PEAK && defect > OUTSTANDING * se_defect_at(run, 0.5 * (run->step_begin + first)) &&
	        defect > OUTSTANDING * se_defect_at(run, 0.5 * (last + run->step_end)));
}

static double missed_sample(se_run *run)
{
	const se_passage *p = run->passage;
	double margin = 1e-6 * (run->step_end - run->step_begin);
	for (uint32_t i = 0; i < p->samples; i++) {
		double t = p->sample[i];
		if (t - run->step_begin <= margin || run->step_end - t <= margin ||
			!differs_at(run, t, p->sample[0], p->sample[p->samples - 1]))
			continue;
		se_measure_missed(run, t);
		return t;
	}
	return NAN;
}

void se_tell_peak_missed(se_run *run, double centre)
{
	if (run->ahead->told_missed || run->hold)
		return;
	run->ahead->told_missed = true;
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0780", (sb_span){0},
							  "near time %.9g the rates have a peak that is too narrow for solver %s", centre,
							  run->ops->name);
	sb_note(m, "its part is missing in the states from there on");
	sb_help(m, "write what is narrow as an event (a when-clause, or a condition without noEvent), or make it wider");
}

/* No step can end in a window that is narrower than steps can be. It is told, if what is lost exceeds the tolerance. */
static bool is_too_narrow(se_run *run, uint32_t i, double other)
{
	const se_passage *p = run->passage;
	double t = p->place[i], first = p->place[0], last = p->place[p->places - 1];
	double finest = 5e3 * DBL_EPSILON * se_size(run), taken = run->step_end - run->step_begin;
	if (t - 2 * finest <= run->step_begin || other + 2 * finest >= run->step_end ||      /* only a part of it is seen */
		differs_at(run, t - finest, first, last) || differs_at(run, other + finest, first, last))
		return false;
	if (fmax(se_defect_at(run, t), se_defect_at(run, other)) * 2 * finest > taken)
		se_tell_peak_missed(run, t);
	return true;
}

/* The step would be made again, to end in a window. But the solution of another step is another one within the
 * tolerance, and may meet a window that is narrower than that a little earlier or later. So if nothing is seen of it so
 * near to the place, the step is kept up to a point before it, and what is left of the way is so short that its
 * solution is the same to rounding. NAN: it is not so narrow. */
static double before_narrow(se_run *run, double t, double first, double last)
{
	double way = t - run->step_begin, cut = t - CUT * way, behind = fmin(NARROW * way, 0.5 * (run->step_end - t));
	if (CUT * way <= 1e3 * DBL_EPSILON * se_size(run) ||
		differs_at(run, t - NARROW * way, first, last) || differs_at(run, t + behind, first, last) ||
		differs_at(run, cut, first, last))
		return NAN;
	return cut;
}

/* Two places next to each other are the two sides of a zero. Where only one of them differs, there is a jump, and the
 * narrow window is on that side: a step ends a little inside of it, so that rounding does not lead to the other side.
 * Else the step ends at the place itself. */
static double missed_place(se_run *run)
{
	const se_passage *p = run->passage;
	double begin = run->step_begin, end = run->step_end,
		   finest = 1e3 * DBL_EPSILON * se_size(run), margin = fmax(1e-6 * (end - begin), finest),
		   edge = fmax(AT_THE_END * (end - begin), finest);
	for (uint32_t i = 0; p && i < p->places; i++) {
		double t = p->place[i], first = p->place[0], last = p->place[p->places - 1];
		bool pair = i + 1 < p->places && p->place[i + 1] - t <= fmax(CLOSE * (end - begin), 8 * DBL_EPSILON * fabs(t));
		if (t - begin <= edge || end - t <= edge)
			continue;
		bool before = differs_at(run, t, first, last), after = pair && differs_at(run, p->place[i + 1], first, last);
		if ((before || after) && is_too_narrow(run, i, pair ? p->place[i + 1] : t)) {
			i += pair;
			continue;
		}
		if (before || after) {
			se_measure_missed(run, before ? t : p->place[i + 1]);
			run->passage->cut = before_narrow(run, t, first, last);
		}
		double past = i ? p->place[i - 1] : begin, next = pair && i + 2 < p->places ? p->place[i + 2] : end;
		if (before && pair && !after)
			return fmax(t - 2 * margin, 0.5 * (past + t));
		if (after && !before)
			return fmin(t + 2 * margin, 0.5 * (t + next));
		if (before)
			return t;
		i += pair;
	}
	return p ? missed_sample(run) : NAN;
}

double se_missed_place(se_run *run)
{
	double at = missed_place(run);
	if (run->passage && !isnan(at))
		run->passage->idle = 0;
	return at;
}

void se_passage_archive(se_run *run, sb_archive *a)
{
	se_passage *p = run->passage;
	if (!p)
		return;
	sb_archive_tag(a, "passage");
	sb_archive_bytes(a, p->from, run->image->centres.n * sizeof *p->from);
	sb_archive_bytes(a, p->place, sizeof p->place);
	sb_archive_one(a, p->places);
	sb_archive_bytes(a, p->to, run->image->centres.n * sizeof *p->to);
	sb_archive_one(a, p->known);
	sb_archive_one(a, p->idle);
	sb_archive_one(a, p->turn);
	se_sampled_archive(run, a);
}
