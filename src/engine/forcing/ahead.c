/* See the header. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/ahead_parts.h"
#include "engine/past/past.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double GLANCE = 0.35; /* of a radian: the most between two samples of a moment's function */
static const double NARROW = 1e-4;   /* of the run */
enum { PIECES = 1000, LONGEST_PIECES = 10, REFINE_MOST = 60, REACHES = 12 };

/* ---- evaluation */

double se_moment_at(const se_run *run, uint32_t k, double t)
{
	double now = run->d->time;
	run->d->time = t;
	run->f->moment(run->d, (int)k, run->ahead->out);
	run->d->time = now;
	if (run->d->failed)
		sc_forgive(run->d);
	return run->ahead->out[0];
}

double se_span(const se_run *run)
{
	double span = run->settings.stop - run->settings.start;
	return isfinite(span) ? span : fmax(1, se_size(run));
}

/* Near time zero numbers are finer than any solver. */
static double size_at(const se_run *run, double t)
{
	return sb_size_of(t, 1e-3 * se_span(run));
}

/* ---- making and forgetting */

void se_ahead_open(se_run *run)
{
	const si_image *image = run->image;
	se_passage_open(run);
	if (!image->angles.n && !image->moments.n && !image->looked_at && !run->passage)
		return;
	se_ahead *a = run->ahead = sb_new(run->own, se_ahead);
	uint32_t most = 0, features = 0;
	a->n = image->moments.n;
	a->moments = sb_new_array(run->own, moment, a->n + 1);
	a->of_watch = sb_new_array(run->own, uint32_t, image->watches.n + 1);
	memset(a->of_watch, 0xff, image->watches.n * sizeof *a->of_watch);
	for (uint32_t k = 0; k < a->n; k++) {
		uint32_t angles = image->moments.at[k].angles.n;
		if (image->moments.at[k].kind == SI_MOMENT_WATCH)
			a->of_watch[image->moments.at[k].watch] = k;
		a->moments[k].angle = sb_new_array(run->own, double, angles + 1);
		a->moments[k].feature = sb_new_array(run->own, double, image->moments.at[k].features.n + 1);
		most = angles > most ? angles : most;
		features = image->moments.at[k].features.n > features ? image->moments.at[k].features.n : features;
	}
	a->out = sb_new_array(run->own, double, most + features + 2);
	a->feature = sb_new_array(run->own, double, features + 1);
	if (features)
		se_knots_open(&a->places, run->own, features);
	a->inputs = sb_new_array(run->own, double, image->moment_inputs.n + 1);
	a->now = sb_new_array(run->own, double, image->moment_inputs.n + 1);
	a->angle = sb_new_array(run->own, double, image->angles.n + 1);
	a->from = sb_new_array(run->own, double, image->angles.n + 1);
	a->beside = sb_new_array(run->own, double, image->watches.n + 1);
	for (uint32_t i = 0; i < image->angles.n; i++) {
		a->any_state = a->any_state || !image->angles.at[i].of_time;
		a->any_unsteady = a->any_unsteady || (image->angles.at[i].of_time && !image->angles.at[i].steady);
	}
	a->steps_again = a->any_state || image->looked_at || run->passage;
	if (image->looked_at || run->passage || a->n) {
		a->before = sb_new_array(run->own, double, image->states + 1);
		a->after = sb_new_array(run->own, double, image->states + 1);
		a->rates = sb_new_array(run->own, double, image->states + 1);
	}
	se_ahead_forget(run);
}

void se_ahead_forget(se_run *run)
{
	se_ahead *a = run->ahead;
	if (!a)
		return;
	for (uint32_t k = 0; k < a->n; k++) {
		a->moments[k].known = false;
		if (run->image->moments.at[k].kind == SI_MOMENT_WATCH)
			run->watch_when[run->image->moments.at[k].watch] = NAN;
	}
	a->inputs_known = a->from_known = false;
	a->turning = INFINITY;
	a->bound = 0;
	a->told = a->told_missed = false;
	a->mark = NAN;
	a->last_edge = -INFINITY;
	if (run->passage)
		run->passage->known = NAN;
}

void se_ahead_cancel(se_run *run)
{
	for (uint32_t k = 0; run->ahead && k < run->ahead->n; k++)
		if (run->image->moments.at[k].kind == SI_MOMENT_WATCH)
			se_calendar_remove(run->calendar, SE_WATCH, run->image->moments.at[k].watch);
	se_ahead_forget(run);
}

void se_ahead_anew(se_run *run)
{
	if (run->ahead)
		run->ahead->bound = 0;
}

/* ---- moments */

static long long value_at(const se_run *run, uint32_t k, double g)
{
	const si_moment *m = &run->image->moments.at[k];
	return m->kind == SI_MOMENT_WATCH ? sc_truth(run->d, &run->image->watches.at[m->watch], g, NAN, 0) : g > 0;
}

/* How far g is from a value at which the condition changes. */
static double distance(const se_run *run, uint32_t k, double g)
{
	const si_moment *m = &run->image->moments.at[k];
	const si_watch *w = m->kind == SI_MOMENT_WATCH ? &run->image->watches.at[m->watch] : NULL;
	if (!w || w->kind == SI_RELATION)
		return fabs(g);
	return fabs(g - rint(g));
}

/* A condition on time that is on its turn but for rounding, where time stands still: the value that it has behind it,
 * with what else holds now. In mod(mod(time^2, a), a) the inner step falls back to zero where the outer one would have
 * begun anew, and rounding alone would say where that is. */
bool se_ahead_behind(const se_run *run, uint32_t watch, double g, long long *value)
{
	uint32_t k = run->ahead ? run->ahead->of_watch[watch] : UINT32_MAX;
	double shortest = 1e-3 * se_span(run), reach = sb_shortest(sb_size_of(run->d->time, shortest));
	bool flat = false;
	if (k == UINT32_MAX)
		return false;
	double size = run->image->watches.at[watch].kind == SI_RELATION
					  ? fabs(se_moment_at(run, k, run->d->time + shortest))
					  : fmax(1, fabs(g));
	bool near = distance(run, k, g) <= 1e-9 * size;
	for (int round = 0; round < REACHES; round++, reach *= 4) {
		double first = se_moment_at(run, k, run->d->time + reach),
			   second = se_moment_at(run, k, run->d->time + 2 * reach);
		*value = value_at(run, k, first);
		if (!isfinite(first) || !isfinite(second))
			return false;
		if (!near)                       /* a sign is zero at one point only; or what it reads has changed just now */
			return *value == value_at(run, k, second) &&
				   (*value != value_at(run, k, g) || (run->forced_at[watch] == run->d->time && !run->flips[watch]));
		double off = distance(run, k, first);
		if (*value == value_at(run, k, second) && (distance(run, k, second) > 1.4 * off || off > 1e-9 * size))
			return true;             /* it moves away from its turn there, by more than rounding, or is away from it */
		flat = first == second;
	}
	/* a step that stands on it: something that makes no event has jumped inside it; a relation may do so where the mode
	 * is just being left */
	return flat && run->image->watches.at[watch].kind != SI_RELATION;
}

/* Narrows low (the value still holds) and high (it does not) down to neighbours. */
static void narrow(se_run *run, uint32_t k, double low, double g_low, double high, double g_high)
{
	moment *m = &run->ahead->moments[k];
	const si_moment *of = &run->image->moments.at[k];
	bool signs = of->kind != SI_MOMENT_WATCH || run->image->watches.at[of->watch].kind == SI_RELATION;
	for (int round = 1; high - low > sb_beside(fmax(size_at(run, low), fabs(high))); round++) {
		double middle = low + 0.5 * (high - low), t = middle;
		if (signs && round % 3 && g_low * g_high < 0) {
			t = low + (high - low) * (g_low / (g_low - g_high));
			/* a little beyond the guess, so that both sides come nearer */
			double reach = sb_beside(fmax(size_at(run, t), high - low));
			t = t - low < high - t ? t + reach : t - reach;
		}
		if (!(t > low && t < high))
			t = middle;
		if (!(t > low && t < high))
			break;
		double g = se_moment_at(run, k, t);
		if (value_at(run, k, g) == m->value || !isfinite(g)) {
			low = t;
			g_low = g;
		} else {
			high = t;
			g_high = g;
		}
	}
	m->near = low;
	m->next = high;
}

/* Is the value of both sides of t the one that holds, at the resolution of time? Then it is rounding that differs at
 * t. */
static bool is_speck(se_run *run, uint32_t k, double t)
{
	const moment *m = &run->ahead->moments[k];
	double width = sb_shortest(size_at(run, t));
	return value_at(run, k, se_moment_at(run, k, t - width)) == m->value &&
		   value_at(run, k, se_moment_at(run, k, t + width)) == m->value;
}

/* Three samples of which the middle one is nearest to a change: does the function touch it in between? Then the time is
 * in *at. */
static bool touches(se_run *run, uint32_t k, double a, double ga, double b, double gb, double c, double gc, double *at,
					double *g_at)
{
	const moment *m = &run->ahead->moments[k];
	for (int round = 0; round < REFINE_MOST; round++) {
		double ab = (gb - ga) / (b - a), bc = (gc - gb) / (c - b), curve = (bc - ab) / (c - a);
		double t = curve != 0 ? 0.5 * (a + b) - 0.5 * ab / curve : b, least = 1e-3 * (c - a);
		if (!(t > a + least && t < c - least))
			t = b - a > c - b ? b - 0.382 * (b - a) : b + 0.382 * (c - b);
		if (fabs(t - b) < least)
			t = t < b ? b - least : b + least;
		double g = se_moment_at(run, k, t), before = distance(run, k, gb);
		if (value_at(run, k, g) != m->value && is_speck(run, k, t))
			return false;
		if (value_at(run, k, g) != m->value) {
			*at = t;
			*g_at = g;
			return true;
		}
		double now = distance(run, k, g), gained = fabs(before - now), best = fmin(before, now);
		if (gained < 0.01 * best || c - a <= 4 * sb_shortest(sb_size_of(a, c)))
			return false;
		if (now <= before) {
			if (t < b) {
				c = b;
				gc = gb;
			} else {
				a = b;
				ga = gb;
			}
			b = t;
			gb = g;
		} else if (t < b) {
			a = t;
			ga = g;
		} else {
			c = t;
			gc = g;
		}
	}
	return false;
}

static double turned(const se_run *run, uint32_t k)
{
	const moment *m = &run->ahead->moments[k];
	const si_moment *of = &run->image->moments.at[k];
	double most = 0;
	for (uint32_t i = 0; i < of->angles.n; i++)
		most = fmax(most, fabs(run->ahead->out[1 + of->features.n + i] - m->angle[i]));
	return most;
}

static void keep_sample(se_run *run, uint32_t k, double t, double g)
{
	moment *m = &run->ahead->moments[k];
	m->t[0] = m->t[1];
	m->g[0] = m->g[1];
	m->t[1] = m->clear = t;
	m->g[1] = g;
	m->peak = fmax(m->peak, fabs(g));
	m->samples++;
	const si_moment *of = &run->image->moments.at[k];
	memcpy(m->feature, run->ahead->out + 1, of->features.n * sizeof *m->feature);
	memcpy(m->angle, run->ahead->out + 1 + of->features.n, of->angles.n * sizeof *m->angle);
}

/* A condition that has had its moment now and has its old value all the same: at a tangent (floor(sin(time)) at its
 * top) rounding alone was on the other side. The samples begin behind that. They begin behind every moment: a step of a
 * step (floor(ceil(sin(time)))) turns to and fro at the neighbours of its moment, and would be found there again. */
static double behind_speck(se_run *run, uint32_t k, double t)
{
	double reach = sb_shortest(size_at(run, t)), at = t + reach;
	for (int round = 0; round < REACHES; round++, reach *= 4, at = t + reach)
		if (value_at(run, k, se_moment_at(run, k, at)) == run->ahead->moments[k].value)
			return at;
	return t;
}

/* Between two samples. */
static double furthest(const se_run *run, uint32_t k)
{
	const si_moment *of = &run->image->moments.at[k];
	double longest = se_span(run) / PIECES;
	return of->kind == SI_MOMENT_WATCH && run->image->watches.at[of->watch].unread
			   ? fmin(longest, se_samples_apart(run)) : longest;
}

/* From the present time on, with the value that holds after it. */
static void begin_moment(se_run *run, uint32_t k)
{
	moment *m = &run->ahead->moments[k];
	const si_moment *of = &run->image->moments.at[k];
	double t = run->time, longest = furthest(run, k);
	m->known = true;
	m->samples = 0;
	m->peak = 0;
	m->next = INFINITY;
	m->step = fmax(1e-6 * longest, sb_shortest(sb_size_of(t, longest)));
	if (of->kind == SI_MOMENT_WATCH) {
		m->value = run->d->latch[of->watch];
		t = run->forced_at[of->watch] == t ? behind_speck(run, k, t) : t;
	}
	double g = se_moment_at(run, k, t);
	keep_sample(run, k, t, g);
	if (of->kind != SI_MOMENT_WATCH)
		m->value = value_at(run, k, g != 0 ? g : se_moment_at(run, k, t + m->step));
}

/* The next sample: as far as the angles let it be, at distances that meet no period. False: the function cannot be
 * sampled more densely. */
static double next_sample(se_run *run, uint32_t k, double *g)
{
	moment *m = &run->ahead->moments[k];
	double longest = furthest(run, k), finest = sb_shortest(sb_size_of(m->clear, longest));
	for (;;) {
		double part = 0.8 + 0.2 * fmod(0.6180339887498949 * (m->samples + 1), 1), t = m->clear + part * m->step;
		*g = se_moment_at(run, k, t);
		double turn = turned(run, k),
			   most = fmax(finest, fmin(longest, turn > 0 ? m->step * fmin(2, fmax(0.1, GLANCE / turn)) : 2 * m->step));
		bool too_far = turn > 1.5 * GLANCE && m->step > finest;
		m->step = most;
		if (!too_far)
			return t;
	}
}

/* How much the function is another one at the neighbours of a time: in sin(2*x) - 2*sin(x)*cos(x) it is all there is,
 * in mod(time - 1e9, 0.3) - 0.1 as much as the last digit of time makes. */
static double noise_at(const se_run *run, uint32_t k, double t)
{
	enum { NEIGHBOURS = 3 };
	double here = se_moment_at(run, k, t), most = 0;
	for (int i = -NEIGHBOURS; i <= NEIGHBOURS; i++)
		most = fmax(most, fabs(se_moment_at(run, k, t + i * DBL_EPSILON * fabs(t)) - here));
	return most;
}

/* Two sides that are the same but for rounding do not turn. */
static bool is_rounding(const se_run *run, uint32_t k, double t, double g)
{
	const si_moment *m = &run->image->moments.at[k];
	double size = fmax(fabs(g), run->ahead->moments[k].peak), terms = se_terms(run, m->terms);
	bool is = size <= 64 * DBL_EPSILON * terms || (size <= 1e-9 * terms && size <= 16 * noise_at(run, k, t));
	if (m->kind == SI_MOMENT_WATCH)
		run->g_noise[m->watch] = is ? 1e-9 * terms : 0;
	return is;
}

/* One more sample. True: the moment is between the last two samples, or was touched there. */
static bool meets(se_run *run, uint32_t k, double t, double g)
{
	moment *m = &run->ahead->moments[k];
	double at, g_at, middle = distance(run, k, m->g[1]);
	if (isfinite(g) && value_at(run, k, g) != m->value && !is_rounding(run, k, t, g)) {
		narrow(run, k, m->t[1], m->g[1], t, g);
		return true;
	}
	if (m->samples > 1 && isfinite(g) && value_at(run, k, g) == m->value && middle <= distance(run, k, m->g[0]) &&
		middle <= distance(run, k, g)) {
		if (touches(run, k, m->t[0], m->g[0], m->t[1], m->g[1], t, g, &at, &g_at) && !is_rounding(run, k, at, g_at)) {
			double low = at > m->t[1] ? m->t[1] : m->t[0];
			narrow(run, k, low, at > m->t[1] ? m->g[1] : m->g[0], at, g_at);
			return true;
		}
		g = se_moment_at(run, k, t);      /* the features and angles there, again */
	}
	keep_sample(run, k, t, g);
	return false;
}

static void features_at(void *context, uint32_t k, double t, double *f)
{
	se_run *run = context;
	se_moment_at(run, k, t);
	memcpy(f, run->ahead->out + 1, run->image->moments.at[k].features.n * sizeof *f);
}

/* Samples where the features are, up to the next sample, at which the function was just evaluated. */
static bool meets_at_features(se_run *run, uint32_t k, double t, double *g)
{
	se_ahead *a = run->ahead;
	moment *m = &a->moments[k];
	se_knots *p = &a->places;
	p->n = run->image->moments.at[k].features.n;
	if (!p->n)
		return false;
	p->at = features_at;
	p->context = run;
	p->which = k;
	memcpy(a->feature, a->out + 1, p->n * sizeof *a->feature);
	if (!se_find_knots(p, m->t[1], m->feature, t, a->feature, 1e-3 * se_span(run)))
		return false;
	for (uint32_t i = 1; i + 1 < p->points; i++) {
		double at = se_moment_at(run, k, p->t[i]);
		if (value_at(run, k, at) != m->value && is_speck(run, k, p->t[i]))
			continue;
		if (meets(run, k, p->t[i], se_moment_at(run, k, p->t[i])))
			return true;
	}
	*g = se_moment_at(run, k, t);
	return false;
}

static void look_for_moment(se_run *run, uint32_t k, double until)
{
	moment *m = &run->ahead->moments[k];
	if (!m->known)
		begin_moment(run, k);
	while (m->next == INFINITY && m->clear < until) {
		double g, t = next_sample(run, k, &g);
		if (meets_at_features(run, k, t, &g) || meets(run, k, t, g))
			return;
	}
}

/* The next moment of a condition goes to the calendar. */
static void plan_condition(se_run *run, uint32_t k)
{
	const moment *m = &run->ahead->moments[k];
	uint32_t i = run->image->moments.at[k].watch;
	if (m->next == INFINITY || run->watch_when[i] == m->next)
		return;
	bool at_once = !run->image->watches.at[i].guards &&
		sb_has_come(m->next, run->time, size_at(run, run->time)); /* as time > 0 at time 0 */
	run->watch_when[i] = m->next;
	run->forced[i] = value_at(run, k, se_moment_at(run, k, m->next));
	se_calendar_put(run->calendar, at_once ? run->time : m->next, 0, SE_WATCH, i);
}

/* A solver that remembers earlier steps has the rates of something steep in its memory when it comes out of it. The
 * edges of a steep function follow each other within next to no time (forcing.c). */
static bool is_narrow(se_run *run, uint32_t k, double at)
{
	se_ahead *a = run->ahead;
	if (run->image->moments.at[k].kind != SI_MOMENT_EDGE)
		return false;
	bool narrow = run->solver && run->ops->remembers && at - a->last_edge < NARROW * se_span(run);
	a->last_edge = at;
	return narrow;
}

/* A kink was reached: time goes to its far side, and the solver begins anew there. */
static void pass(se_run *run, uint32_t k)
{
	moment *m = &run->ahead->moments[k];
	bool kink = run->image->moments.at[k].kind == SI_MOMENT_KINK;
	double to = fmax(m->next, run->time);
	m->value = !m->value;
	m->next = INFINITY;
	se_moment_at(run, k, to);
	keep_sample(run, k, to, run->ahead->out[0]);
	m->samples = 1;
	if (!kink && !is_narrow(run, k, to))
		return;
	se_bring_states(run);
	run->time = to;
	se_note_corner(run);
	if (run->solver)
		run->solver->operations->reset(run->solver, run->time, run->x, true);
}

static double reach_of(const se_run *run)
{
	return sb_shortest(size_at(run, run->time));
}

/* Is a corner or peak so near that no step can be made to it? */
static bool is_there(const se_run *run, uint32_t k)
{
	const moment *m = &run->ahead->moments[k];
	si_moment_kind kind = run->image->moments.at[k].kind;
	if (kind == SI_MOMENT_WATCH || !m->known || m->next == INFINITY)
		return false;
	return run->time + reach_of(run) >= (kind == SI_MOMENT_KINK ? m->near : m->next);
}

double se_just_behind(const se_run *run, double t)
{
	return t + sb_beside(size_at(run, t));
}

double se_just_before(const se_run *run, double t)
{
	return t - 2 * sb_beside(size_at(run, t));
}

static void go_to(se_run *run, double end, double reach)
{
	if (end <= run->time || end - run->time > reach)
		return;
	se_bring_states(run);
	run->time = end;
	if (run->solver)
		run->solver->operations->reset(run->solver, run->time, run->x, true);
}

void se_go_to(se_run *run, double end)
{
	go_to(run, end, reach_of(run));
}

/* Is it at the limit itself, a corner but for rounding? Then it is passed after the instant there. */
static bool is_at(const se_run *run, uint32_t k, double limit)
{
	double next = run->ahead->moments[k].next;
	bool kink = run->image->moments.at[k].kind == SI_MOMENT_KINK;
	return next < INFINITY && next >= (kink ? limit - reach_of(run) : limit);
}

double se_ahead_limit(se_run *run, double limit)
{
	se_ahead *a = run->ahead;
	double end = limit;
	if (!a || !a->n)
		return limit;
	limit = fmin(limit, run->time + se_span(run) / LONGEST_PIECES);
	for (uint32_t k = 0; k < a->n; k++) {
		look_for_moment(run, k, limit);
		if (!is_there(run, k))
			continue;
		if (is_at(run, k, end)) {
			if (run->image->moments.at[k].kind == SI_MOMENT_KINK)    /* no step goes there from the near side: what */
				go_to(run, end, 4 * reach_of(run));              /* jumps would be in it */
			continue;
		}
		pass(run, k);
		look_for_moment(run, k, limit);
		if (run->image->moments.at[k].kind == SI_MOMENT_KINK)
			k = UINT32_MAX;          /* time has moved: all are looked at again */
	}
	for (uint32_t k = 0; k < a->n; k++) {
		const moment *m = &a->moments[k];
		si_moment_kind kind = run->image->moments.at[k].kind;
		if (kind == SI_MOMENT_WATCH)
			plan_condition(run, k);
		else if (kind == SI_MOMENT_KINK && is_at(run, k, end))
			limit = fmin(limit, m->near > run->time ? m->near : limit);
		else if (m->next < end)
			limit = fmin(limit, kind == SI_MOMENT_KINK ? m->near : m->next);
		if (kind >= SI_MOMENT_PEAK && m->next == limit) {
			a->mark = limit;
			a->marked = k;
		}
	}
	return limit;
}

/* ---- after instants */

void se_ahead_renew(se_run *run)
{
	se_ahead *a = run->ahead;
	if (!a)
		return;
	uint32_t inputs = run->image->moment_inputs.n;
	if (run->f->moment_inputs)
		run->f->moment_inputs(run->d, a->now);
	bool same = a->inputs_known && memcmp(a->now, a->inputs, inputs * sizeof *a->now) == 0;
	bool known = a->inputs_known;
	uint64_t changed = known ? 0 : UINT64_MAX;
	for (uint32_t i = 0; i < inputs && !same; i++)
		changed |= (uint64_t)(memcmp(&a->now[i], &a->inputs[i], sizeof *a->now) != 0) << i % 64;
	memcpy(a->inputs, a->now, inputs * sizeof *a->now);
	a->inputs_known = true;
	a->from_known = false;
	if (run->passage)
		run->passage->known = NAN;
	se_sampled_turns(run);
	if (!same)
		se_find_quickest(run);
	for (uint32_t k = 0; k < a->n; k++) {
		moment *m = &a->moments[k];
		const si_moment *of = &run->image->moments.at[k];
		bool met = of->kind == SI_MOMENT_WATCH && m->known &&
		           (run->d->latch[of->watch] != m->value || run->forced_at[of->watch] == run->time);
		if (known && !(of->reads & changed) && !met)
			continue;
		if (of->kind == SI_MOMENT_WATCH && !isnan(run->watch_when[of->watch])) {
			se_calendar_remove(run->calendar, SE_WATCH, of->watch);
			run->watch_when[of->watch] = NAN;
		}
		m->known = false;
	}
}
