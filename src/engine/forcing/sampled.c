/* Functions whose inside is not known: external C, loops of unknown length, functions that call themselves
 * (structure/forcing/inlined.c). They may have a pulse anywhere, so rates and conditions that read one are sampled on
 * the way, at times that follow from the run alone and not from the steps: about as far apart as a three-thousandth of
 * the run, at distances that meet no period (centre.c looks at them).
 *
 * Where something turns out to be narrower than the samples are apart, they become so dense that the next one like it
 * is met: how narrow it is, is seen where
 *
 *     a sample     shows rates that the step has passed over: the two sides are searched
 *     the solver   has rejected a step: the rates are followed until they are what they were before
 *     a condition  turns back
 *
 * What was passed before that is lost, and the user is told. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/ahead_parts.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double SAMPLES = 3000, SAMPLES_MOST = 1e5;  /* of a run: at first, and at most */
static const double JITTER = 0.3;        /* of the distance of two samples */
static const double MET = 2.6;           /* samples in the width of something narrow: two of them meet it for certain */
static const double MISSED = 1000;       /* as in centre.c */
static const double BACK = 0.3, STAYS = 10; /* of how far they went, rates are back; of a width, they stay there */
enum { HALVINGS = 8, STEP_SAMPLES = 100 };

struct se_sampled {
	double apart, first;             /* state: of the samples, from a time on */
	double base;                     /* state: as they were at first */
	bool told;                       /* state */
	double stride;                   /* state: how long steps have been lately */
	uint64_t rejected;               /* state: by the solver, so far */
	/* state: rates after a rejected step: as they were before it, at `since`, with steps of `taken`; when they left
	 * that, and were back, and how far they went */
	bool following;
	double since, taken, left, back, most;
	double *before, *rates;          /* by state: before: state */
	double *turned, *stride_then;    /* state, by watch: when it turned last, and how long steps were */
	bool conditions;                 /* that are searched within steps are among what is sampled */
};

/* ---- how densely */

static void begin(se_run *run)
{
	se_sampled *s = run->passage->sampled;
	double span = se_span(run), given = run->settings.max_step;
	s->apart = s->base = given > 0 && isfinite(given) ? fmin(span / SAMPLES, given / MET) : span / SAMPLES;
	s->first = run->settings.start;
	s->told = s->following = false;
	s->stride = 0;
	s->rejected = 0;
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		s->turned[i] = NAN;
}

void se_sampled_open(se_run *run)
{
	uint32_t n = run->image->states + 1, watches = run->image->watches.n + 1;
	se_sampled *s = run->passage->sampled = sb_new(run->own, se_sampled);
	s->before = sb_new_array(run->own, double, n);
	s->rates = sb_new_array(run->own, double, n);
	s->turned = sb_new_array(run->own, double, watches);
	s->stride_then = sb_new_array(run->own, double, watches);
	s->conditions = run->image->waits.n > 0;
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		s->conditions |= run->image->watches.at[i].unread && !run->image->watches.at[i].ahead;
	begin(run);
}

static se_sampled *sampled_of(const se_run *run)
{
	return run->passage ? run->passage->sampled : NULL;
}

void se_sampled_forget(se_run *run)
{
	if (sampled_of(run))
		begin(run);
}

double se_samples_apart(const se_run *run)
{
	const se_sampled *s = sampled_of(run);
	return s ? s->apart : INFINITY;
}

double se_sampled_bound(const se_run *run)
{
	return STEP_SAMPLES * se_samples_apart(run);
}

/* The search for events looks at three points between two places on its own: every third sample is a place for it. */
void se_find_samples(se_run *run)
{
	se_passage *p = run->passage;
	const se_sampled *s = p->sampled;
	double k = fmax(1, floor((run->step_begin - s->first) / s->apart)), t = -INFINITY;
	for (; t < run->step_end && p->places < SE_PLACES_MOST && p->samples < SE_PLACES_MOST; k++) {
		t = s->first + s->apart * (k + JITTER * fmod(0.6180339887498949 * k, 1));
		if (!(t > run->step_begin && t < run->step_end))
			continue;
		if (s->conditions && fmod(k, 3) == 0)
			p->place[p->places++] = t;
		else if (run->image->unreads.at[0].rates)
			p->sample[p->samples++] = t;
	}
}

/* ---- what is narrow */

static void tell(se_run *run, double width, double from)
{
	sb_text text = {0};
	si_print(run->image, run->image->unreads.at[0].call, &text);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0740", (sb_span){0},
							  "the inside of function '%.*s' cannot be read, and it has something as narrow as %.2g, "
							  "at time %.9g: what is like that may have been passed over before",
							  (int)strcspn(text.at, "("), text.at, width, from);
	sb_note(m, "rates and conditions that read it are sampled at distances of %.2g at first, which is too far",
			sampled_of(run)->base);
	sb_help(m, "limit the steps (--max-step %.1g), or write what is narrow with sample(), or with time or a state in "
			   "equations, where it can be read", 0.5 * width);
	sb_text_free(&text);
}

/* Something is so wide, with steps as long as `stride` where it was met. */
static void note_width(se_run *run, double from, double width, double stride)
{
	se_sampled *s = sampled_of(run);
	double apart = width / MET, resolution = 1e4 * DBL_EPSILON * se_size(run);
	if (!(width > resolution))
		return;
	if (!s->told && stride > width && width < (1 + JITTER) * s->base && !run->hold) {
		s->told = true;
		tell(run, width, from);
	}
	apart = fmax(apart, fmin(s->base, se_span(run) / SAMPLES_MOST));
	if (apart < s->apart) {
		s->apart = apart;
		s->first = run->time;
	}
}

/* From a time at which the rates are off to one at which they may not be: where that ends; NAN: not before it. */
static double side(se_run *run, double off, double other, double half)
{
	other += 1e-2 * (off - other);           /* at the ends of a step there is no slope */
	if (se_defect_at(run, other) > half)
		return NAN;
	for (int k = 0; k < HALVINGS; k++) {
		double t = 0.5 * (off + other);
		if (se_defect_at(run, t) > half)
			off = t;
		else
			other = t;
	}
	return 0.5 * (off + other);
}

void se_measure_missed(se_run *run, double t)
{
	const se_sampled *s = sampled_of(run);
	if (!s)
		return;
	double low = fmax(run->step_begin, t - 2 * s->apart), high = fmin(run->step_end, t + 2 * s->apart),
		   half = 0.5 * se_defect_at(run, t), from = side(run, t, low, half), to = side(run, t, high, half);
	note_width(run, from, to - from, run->step_end - run->step_begin);
}

/* How far the rates at the end of the step are from what they were before, as a multiple of the tolerance. */
static double moved(se_run *run, const double *x)
{
	se_sampled *s = sampled_of(run);
	double most = 0;
	if (se_rates(run, run->step_end, x, s->rates) != 0)
		return s->most;
	for (uint32_t i = 0; i < run->image->states; i++)
		most = fmax(most, s->taken * fabs(s->rates[i] - s->before[i]) /
							  (run->settings.tolerance * (fabs(x[i]) + run->size[i])));
	return most;
}

/* Rates that do not stay where they are back go to and fro from step to step, where a function jumps and the motion
 * slides along its jump: nothing is narrow there, and nothing told. */
static void follow(se_run *run)
{
	se_sampled *s = sampled_of(run);
	double now = moved(run, run->solver->operations->state(run->solver));
	if (isnan(s->left) && now > MISSED)
		s->left = run->step_begin;
	s->most = fmax(s->most, now);
	if (!isnan(s->left) && isnan(s->back) && now < BACK * s->most)
		s->back = run->step_end;
	double width = s->back - s->left;
	bool again = !isnan(s->back) && now > BACK * s->most, stays = run->step_end >= s->back + STAYS * width;
	if (again || stays)
		note_width(run, s->left, width, again ? 0 : s->taken);
	s->following = !again && !stays && (!isnan(s->back) || run->step_end <= (isnan(s->left) ? s->since + 2 * s->taken
																							: s->left + 4 * s->base));
}

void se_sampled_step(se_run *run)
{
	se_sampled *s = sampled_of(run);
	sv_statistics statistics;
	if (!s || !run->solver)
		return;
	run->solver->operations->statistics(run->solver, &statistics);
	bool rejects = statistics.rejected > s->rejected;
	s->rejected = statistics.rejected;
	if (rejects && !s->following && se_rates(run, run->step_begin, run->x, s->before) == 0) {
		s->following = true;
		s->since = run->step_begin;
		s->taken = fmax(s->stride, run->step_end - run->step_begin);
		s->left = s->back = NAN;
		s->most = 0;
	}
	if (s->following)
		follow(run);
	s->stride = fmax(0.8 * s->stride, run->step_end - run->step_begin);
}

static void note_turn(se_run *run, uint32_t watch)
{
	se_sampled *s = sampled_of(run);
	if (s->turned[watch] < run->time)
		note_width(run, s->turned[watch], run->time - s->turned[watch],
				   run->image->watches.at[watch].ahead ? INFINITY : s->stride_then[watch]);
	s->turned[watch] = run->time;
	s->stride_then[watch] = fmax(s->stride, run->solver ? 0 : s->apart);
}

void se_sampled_turns(se_run *run)
{
	if (!sampled_of(run) || run->flips_of != run->instant || !(run->time > run->settings.start))
		return;
	for (uint32_t i = 0; i < run->flipped.n; i++)
		if (run->image->watches.at[run->flipped.at[i]].unread)
			note_turn(run, run->flipped.at[i]);
}

void se_sampled_archive(se_run *run, sb_archive *a)
{
	se_sampled *s = sampled_of(run);
	if (!s)
		return;
	sb_archive_tag(a, "sampled");
	double *const numbers[] = {&s->apart, &s->first, &s->base, &s->stride, &s->since, &s->taken, &s->left, &s->back,
		&s->most};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sb_archive_one(a, *numbers[i]);
	sb_archive_one(a, s->told);
	sb_archive_one(a, s->following);
	sb_archive_one(a, s->rejected);
	sb_archive_bytes(a, s->before, run->image->states * sizeof *s->before);
	sb_archive_bytes(a, s->turned, run->image->watches.n * sizeof *s->turned);
	sb_archive_bytes(a, s->stride_then, run->image->watches.n * sizeof *s->stride_then);
}
