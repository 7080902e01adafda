/* What fixed steps pass over. A user who gives a step gets that step, and nothing controls its error. But where
 * something narrow may be near, it is known to be: the places of a step (centre.c), the peaks of functions of time
 * (ahead.c), what comes out of delays, functions of time whose inside is not known. There the rates are integrated over
 * the step along the solution, in parts that become shorter until they agree, and the solver is told what its step is
 * off by. It follows what becomes of that. If a state is off by more than a small part in the end, the feature that did
 * most of it is told. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/ahead_parts.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { DEEPEST = 24, MOST = 2000, FREE = 5000, SHARE = 20 }; /* evaluations: of a step; of a run, and for each step */
static const double AROUND = 2;          /* steps: something nearer than that may be felt in this one */
static const double AGREE = 1e-4;        /* of what a state is in this step */
static const double MOSTLY = 0.5;        /* of an error, which is then that of the features */
static const double GAUSS[3] = {0.11270166537925831, 0.5, 0.88729833462074169};
static const double WEIGHT[3] = {5. / 18, 8. / 18, 5. / 18};
static const double AT_ZERO[3] = {1.4788305577012361, -2. / 3, 0.18783610896543049}; /* the parabola through them */

typedef enum feature_kind { NOTHING, CENTRE, PEAK, DELAY, INSIDE } feature_kind;
typedef struct feature { uint32_t kind, number; } feature;       /* of centres, moments, delays */

/* Of a state: the sum of what steps near features were off by, and the step of which most. */
typedef struct share { double sum, most, begin, end, width; feature of; } share;

struct se_over {
	share *shares;                   /* state: by state of the model */
	uint64_t spent, steps;           /* state: evaluations; steps of the run */
	uint64_t most;                   /* scratch: evaluations after which nothing is halved any more */
	/* scratch, by state: the integral, its parts; how the rates go on to their ends; what they differ by; the largest
	 * rate away from the mean */
	double *sum, *whole, *left, *right, *to_a, *to_b, *off, *rates, *peak;
};

static void open(se_run *run)
{
	struct se_over *o = run->ahead->over = sb_new(run->own, struct se_over);
	uint32_t n = run->image->states + 1;
	double **vectors[] = {&o->sum, &o->whole, &o->left, &o->right, &o->to_a, &o->to_b, &o->off, &o->rates, &o->peak};
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
		*vectors[i] = sb_new_array(run->own, double, n);
	o->shares = sb_new_array(run->own, share, n);
}

void se_passed_forget(se_run *run)
{
	struct se_over *o = run->ahead ? run->ahead->over : NULL;
	if (!o)
		return;
	o->spent = o->steps = 0;
	memset(o->shares, 0, run->image->states * sizeof *o->shares);
}

/* ---- what is near */

static bool turns(double from, double to)
{
	return (from <= 0 && to >= 0) || (from >= 0 && to <= 0);
}

/* A centre that is passed in the step, or would be in the steps around it if it went on like that. */
static feature near_centre(const se_run *run)
{
	const se_passage *p = run->passage;
	feature found = {NOTHING, 0};
	for (uint32_t i = 0; p && i < run->image->centres.n - p->counted; i++) {
		double way = p->to[i] - p->from[i];
		if (way == 0 || !isfinite(way))
			continue;
		if (turns(p->from[i], p->to[i]))
			return (feature){CENTRE, i};
		if (turns(p->from[i] - AROUND * way, p->to[i] + AROUND * way))
			found = (feature){CENTRE, i};
	}
	return found;
}

static feature near_peak(const se_run *run, double from, double to)
{
	const se_ahead *a = run->ahead;
	for (uint32_t k = 0; k < a->n; k++)
		if (run->image->moments.at[k].kind >= SI_MOMENT_PEAK && a->moments[k].known && a->moments[k].next <= to)
			return (feature){PEAK, k};
	return a->mark >= from && a->mark <= to ? (feature){PEAK, a->marked} : (feature){NOTHING, 0};
}

/* What comes out of a delay has no text. */
static feature near_delay(const se_run *run)
{
	for (uint32_t k = 0; k < run->image->delays.n; k++)
		if (!run->image->delays.at[k].still)
			return (feature){DELAY, k};
	return (feature){NOTHING, 0};
}

static feature what_is_near(se_run *run)
{
	double begin = run->step_begin, end = run->step_end, around = AROUND * (end - begin);
	feature found = near_centre(run);
	if (!found.kind)
		found = near_peak(run, begin - around, end + around);
	if (!found.kind)
		found = near_delay(run);
	return found.kind || !(run->image->looked_at || run->image->unreads.n) ? found : (feature){INSIDE, 0};
}

/* ---- the rates, integrated */

/* Not se_rates: what looks at the evaluations of the solver must not take these for them. */
static bool rates_at(se_run *run, double t, double *rates)
{
	sc_data *d = run->d;
	const struct se_over *o = run->ahead->over;
	double taken = run->step_end - run->step_begin;
	const double *x = run->solver->operations->state(run->solver);
	se_interpolate(run, t, run->x_try);
	run->ahead->over->spent++;
	d->time = t;
	d->x = run->x_try;
	d->xd = rates;
	se_offer_rates(run, rates);
	run->f->rates(d);
	bool good = !d->failed && se_all_finite(rates, run->image->states);
	if (d->failed)
		sc_forgive(d);
	d->x = run->x;
	d->xd = run->xd;
	se_new_point(run);
	for (uint32_t i = 0; i < run->image->states; i++)
		o->peak[i] = fmax(o->peak[i], fabs(rates[i] - (x[i] - run->ahead->before[i]) / taken));
	return good;
}

/* From a place to a point away from it, by three points; `towards`: what they say of the rates at the place. */
static bool integrate(se_run *run, double place, double away, double *out, double *towards)
{
	const struct se_over *o = run->ahead->over;
	uint32_t n = run->image->states;
	memset(out, 0, n * sizeof *out);
	memset(towards, 0, n * sizeof *towards);
	for (int k = 0; k < 3; k++) {
		if (!rates_at(run, place + GAUSS[k] * (away - place), o->rates))
			return false;
		for (uint32_t i = 0; i < n; i++) {
			out[i] += WEIGHT[k] * fabs(away - place) * o->rates[i];
			towards[i] += AT_ZERO[k] * o->rates[i];
		}
	}
	return true;
}

/* Is what has been integrated in two ways, from a to b, the same? The rates at an end that is a place belong to it:
 * nothing but the place itself may show a peak there. */
static bool agree(se_run *run, double a, double b, unsigned ends)
{
	const struct se_over *o = run->ahead->over;
	double *const towards[2] = {o->to_a, o->to_b}, at[2] = {a, b};
	for (uint32_t i = 0; i < run->image->states; i++)
		o->off[i] = fabs(o->whole[i] - o->left[i] - o->right[i]);
	for (int k = 0; k < 2; k++) {
		if (!(ends & 1U << k) || !rates_at(run, at[k], o->rates))
			continue;
		for (uint32_t i = 0; i < run->image->states; i++)
			o->off[i] += fabs(o->rates[i] - towards[k][i]) * 0.5 * (b - a);
	}
	for (uint32_t i = 0; i < run->image->states; i++) {
		double size = fabs(run->x_try[i]) + fabs(o->sum[i]) + fabs(o->whole[i]);
		if (o->off[i] > AGREE * size + 1e-3 * run->settings.tolerance * run->size[i])
			return false;
	}
	return true;
}

/* Adds the integral from a to b, in halves that become shorter where they do not agree. */
static bool add(se_run *run, double a, double b, unsigned ends, int deep)
{
	const struct se_over *o = run->ahead->over;
	double middle = 0.5 * (a + b);
	if (!integrate(run, a, b, o->whole, o->to_a) || !integrate(run, a, middle, o->left, o->to_a) ||
		!integrate(run, b, middle, o->right, o->to_b))
		return false;
	if (deep < DEEPEST && o->spent < o->most && middle > a && middle < b && !agree(run, a, b, ends))
		return add(run, a, middle, ends & 1, deep + 1) && add(run, middle, b, ends & 2, deep + 1);
	for (uint32_t i = 0; i < run->image->states; i++)
		o->sum[i] += o->left[i] + o->right[i];
	return true;
}

static bool integrate_step(se_run *run)
{
	struct se_over *o = run->ahead->over;
	double begin = run->step_begin, end = run->step_end, from = begin;
	o->most = o->spent + MOST;
	memset(o->sum, 0, run->image->states * sizeof *o->sum);
	memset(o->peak, 0, run->image->states * sizeof *o->peak);
	for (bool last = false; !last;) {
		double to = se_next_place(run, from);
		last = !(to < end);
		to = fmin(to, end);
		if (to - from > 1e-9 * (end - begin) && !add(run, from, to, 3, 0))
			return false;
		from = to;
	}
	return true;
}

/* ---- what is done with it */

static void note(se_run *run, feature of)
{
	const struct se_over *o = run->ahead->over;
	for (uint32_t i = 0; i < run->image->states; i++) {
		share *s = &o->shares[i];
		double off = fabs(o->sum[i]);
		s->sum += off;
		if (off > s->most)
			*s = (share){s->sum, off, run->step_begin, run->step_end, o->peak[i] > 0 ? off / o->peak[i] : 0, of};
	}
}

void se_look_at_fixed_step(se_run *run)
{
	se_ahead *a = run->ahead;
	if (!a->before || run->hold || !run->solver->operations->amiss || !(run->step_end > run->step_begin))
		return;
	if (!a->over)
		open(run);
	a->over->steps++;
	feature of = what_is_near(run);
	if (!of.kind || a->over->spent > FREE + SHARE * a->over->steps)
		return;
	double *sum = a->over->sum;
	const double *x = run->solver->operations->state(run->solver);
	se_interpolate(run, run->step_begin, a->before);
	bool known = integrate_step(run);
	run->d->time = run->time;
	for (uint32_t i = 0; i < run->image->states && known; i++) {
		double rounding = 8 * DBL_EPSILON * (fabs(x[i]) + fabs(a->before[i]));
		sum[i] -= x[i] - a->before[i];
		sum[i] = fabs(sum[i]) > rounding ? sum[i] : 0;
	}
	if (!known)
		return;
	note(run, of);
	run->solver->operations->amiss(run->solver, sum);
}

static void print_feature(const se_run *run, feature of, sb_text *text)
{
	switch (of.kind) {
	case CENTRE:
	case PEAK:
		sb_add(text, "where '");
		si_print(run->image, of.kind == CENTRE ? run->image->centres.at[of.number].value
											   : run->image->moments.at[of.number].value, text);
		sb_add(text, "' is zero");
		break;
	case DELAY: sb_add(text, "that comes out of a delay"); break;
	default: sb_add(text, "in a function that cannot be read"); break;
	}
}

bool se_tell_passed(se_run *run, uint32_t state, double part)
{
	const struct se_over *o = run->ahead ? run->ahead->over : NULL;
	const share *s = o ? &o->shares[state] : NULL;
	if (!s || !(s->most > 0) || s->sum < MOSTLY * part)
		return false;
	if (run->ahead->told)            /* something goes round in one step, which is the cause of this */
		return true;
	sb_text name = {0}, where = {0};
	si_scalar_name(run->image, si_state_scalar(run->image, state), &name);
	print_feature(run, s->of, &where);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0285", (sb_span){0},
							  "the steps of solver %s pass over something narrow, %.200s, most from time %.9g to %.9g",
							  run->ops->name, where.at, s->begin, s->end);
	sb_note(m, "a peak, a pulse or a jump of its rate is narrower than the step: '%s' is off by about %.2g", name.at,
			part);
	sb_help(m, "give a step of %.1g or less (--step), or use a solver that chooses its steps (--solver auto)",
			fmin(0.25 * s->width, 0.25 * (s->end - s->begin)));
	sb_text_free(&name);
	sb_text_free(&where);
	return true;
}

void se_over_archive(se_run *run, sb_archive *a)
{
	bool any = run->ahead->over;
	sb_archive_one(a, any);
	if (!any)
		return;
	if (!run->ahead->over)
		open(run);
	struct se_over *o = run->ahead->over;
	sb_archive_one(a, o->spent);
	sb_archive_one(a, o->steps);
	sb_archive_bytes(a, o->shares, run->image->states * sizeof *o->shares);
}
