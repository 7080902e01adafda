/* Finding events that accumulate: the stories of the conditions (accumulate.h). What is said about them:
 * accumulate_report.c. */
#include "engine/accumulate/bounce.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/modes/engine_modes.h"
#include "engine/process/engine_process.h"
#include "engine/watch/course.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHRINKING = 5, MANY = 500, TINY = 100, TINY_AGAIN = 4, FORGIVEN = 10 };
static const double LEFT_TINY = 1e-3; /* ... after many events, where the function has come down to the tolerance */

void se_accumulation_clear(se_run *run)
{
	se_hold_clear(run);
	run->gathering->accumulation = sb_new(run->once, se_accumulation);
	se_courses_clear(run);
	se_awaited_clear(run);
}

bool se_first_held(se_run *run, uint32_t watch)
{
	se_course *s = se_course_of(run, watch);
	bool first = !s->held_told;
	s->held_told = true;
	return first;
}

/* ------------------------------------------------------------------------------------------------- what is resolved */

/* Like se_expect_sizes, but of the nominal values alone: a level of 1e6 does not make the motion about it large. */
double se_unit_of(se_run *run, uint32_t watch)
{
	const double part = 1e-6;
	uint32_t n = run->image->states;
	se_course *s = se_course_of(run, watch);
	if (s->unit > 0 || !n)
		return s->unit;
	double *moved = sb_draw(NULL, 2 * (n + 1) * sizeof *moved), *f = moved + n + 1;
	for (uint32_t i = 0; i < n; i++)
		moved[i] = run->x[i] + part * (0.5 + 0.5 * fmod(0.618 * (i + 1), 1)) * (i % 2 ? -1 : 1) * run->size[i];
	bool good = se_functions_at(run, run->time, run->x, f, run->view->near) &&
				se_functions_at(run, run->time, moved, f, run->view->far);
	double unit = fabs(run->view->far[watch] - run->view->near[watch]) / part;
	s->unit = good && isfinite(unit) && unit > 0 ? unit : run->view->scale[watch];
	sb_put_back(moved);
	return s->unit;
}

/* What the function of a condition must rise above for a cycle to mean anything. */
static double resolved(se_run *run, const se_crossed *c)
{
	double most = c->story->most, tolerance = 1e-3 * run->settings.tolerance;
	if (c->watch == UINT32_MAX)
		return tolerance * most;
	/* up to a billionth of the terms two sides count as the same (E16) */
	double least = fmax(tolerance * fmin(se_unit_of(run, c->watch), most),
						2 * se_noise(run, run->image->watches.at[c->watch].terms));
	return run->holding ? fmax(least, 2 * se_held(run, c->watch)) : least;
}

/* ----------------------------------------------------------------------------------------------------------- cycles */

static void note_turn(se_run *run, const se_crossed *c, double peak)
{
	se_cycles *q = &c->story->to[c->to];
	double last = q->last;
	se_add_cycle(q, run->time, peak);
	if (q->n > 3 && peak <= resolved(run, c)) {
		q->tiny_since = q->tiny ? q->tiny_since : last;
		q->tiny++;
	} else {
		q->tiny = q->tiny > FORGIVEN ? q->tiny - FORGIVEN : 0;
	}
}

/* Cycles that hardly shrink, or a few, and then one that is suddenly short: a condition that has turned twice, and no
 * Zeno sequence. */
static bool is_gradual(const se_cycles *q)
{
	double largest, ratio = se_cycle_ratio(q, &largest);
	uint32_t most = q->shrinking < SE_CYCLES - 1 ? q->shrinking : SE_CYCLES - 1;
	for (uint32_t back = 0; back < most && (ratio > 0.995 || q->shrinking < SE_CYCLES); back++)
		if (se_cycle_back(q, back, q->length) < 0.05 * se_cycle_back(q, back + 1, q->length))
			return false;
	return true;
}

static bool is_zeno(se_run *run, const se_crossed *c, se_sighting *out)
{
	const se_cycles *q = &c->story->to[c->to];
	if (q->shrinking < SHRINKING || !is_gradual(q))
		return false;
	double most, peak = se_cycle_back(q, 0, q->peak), left = se_cycles_left(q, &most), passed = run->time - q->first;
	if (!(peak <= 1e-3 * q->first_peak && se_cycle_back(q, 1, q->peak) <= 1e-2 * q->first_peak) ||
		run->time + left > run->settings.stop)
		return false;
	bool tiny = q->shrinking >= MANY && peak <= 10 * resolved(run, c);
	const si_image *image = run->gathering->accumulation->image;
	*out = (se_sighting){image, c->was, 0, q->shrinking + 1, q->first, run->time + left, peak};
	return most <= (tiny ? LEFT_TINY : SE_LEFT) * passed;
}

static bool is_chatter(const se_run *run, const se_crossed *c, se_sighting *out)
{
	const se_cycles *q = &c->story->to[c->to];
	if (q->tiny < (c->story->slid ? TINY_AGAIN : TINY))
		return false;
	*out = (se_sighting){run->gathering->accumulation->image,     c->was, 0, 2 * q->tiny, q->tiny_since, run->time,
						 se_cycle_back(q, 0, q->peak)};
	return true;
}

/* ---------------------------------------------------------------------------------------- at the resolution of time */

static double limit_of(double older, double middle, double newer)
{
	double a = middle - older, b = newer - middle;
	return b < a ? newer + b * (b / a) / (1 - b / a) : newer;
}

/* Events that came too close: the last SE_SAME of this condition, or the last SE_RECENT of any. *middle: the time of
 * the one in the middle. */
static bool are_close(const se_run *run, uint32_t watch, se_sighting *out, double *middle)
{
	const se_accumulation *a = run->gathering->accumulation;
	double least = 1e4 * DBL_EPSILON * se_size(run), same[SE_SAME];
	uint32_t n = 0;
	uint64_t total = a->recent_count, kept = total < SE_RECENT ? total : SE_RECENT;
	for (uint64_t k = 0; k < kept && n < SE_SAME; k++) {
		const se_recent *e = &a->recent[(total - 1 - k) % SE_RECENT];
		if (e->watch == watch)
			same[n++] = e->time;
	}
	if (n == SE_SAME && run->time - same[SE_SAME - 1] <= SE_SAME * least) {
		*middle = same[SE_SAME / 2];
		*out = (se_sighting){a->image, watch, 0, SE_SAME, same[SE_SAME - 1], run->time, 0};
		return true;
	}
	*middle = a->recent[(total + SE_RECENT / 2) % SE_RECENT].time;
	*out = (se_sighting){a->image, watch, 0, SE_RECENT, a->recent[total % SE_RECENT].time, run->time, 0};
	return total >= SE_RECENT && run->time - out->since <= SE_RECENT * least;
}

/* Conditions had to be held again and again, each time after a very short while: the model slides along one of them. */
static bool held_again(se_run *run, uint32_t watch, se_sighting *out)
{
	enum { AGAIN = 5 };
	const se_accumulation *a = run->gathering->accumulation;
	if (!run->holding || run->held_since == run->gathering->last_held)
		return false;
	double soon = 1e-6 * se_size(run);
	bool again = run->held_since - run->gathering->last_held < soon;
	run->gathering->held_again = again ? run->gathering->held_again + 1 : 0;
	run->gathering->last_held = run->held_since;
	if (run->gathering->held_again < AGAIN)
		return false;
	/* what it tells: the turns of this condition, as far back as each came a very short while after the one before */
	uint64_t kept = a->recent_count < SE_RECENT ? a->recent_count : SE_RECENT;
	double since = run->time;
	uint32_t turns = 0;
	for (uint64_t k = 0; k < kept; k++) {
		const se_recent *e = &a->recent[(a->recent_count - 1 - k) % SE_RECENT];
		if (e->watch != watch)
			continue;
		if (since - e->time > soon)
			break;
		since = e->time;
		turns++;
	}
	*out = (se_sighting){a->image, watch, 0, turns, since, run->time, 0};
	return true;
}

/* *zeno: each came sooner than the one before. Sliding goes on at the resolution of time; a Zeno sequence is seen well
 * before it gets there. */
static bool at_resolution(se_run *run, uint32_t watch, bool moved, se_sighting *out, bool *zeno)
{
	se_accumulation *a = run->gathering->accumulation;
	double middle = run->time;
	a->recent[a->recent_count++ % SE_RECENT] = (se_recent){run->time, watch};
	*zeno = false;
	if (!are_close(run, watch, out, &middle))
		return held_again(run, watch, out);
	*zeno = moved && !run->holding && run->time - out->since > out->count * 64 * DBL_EPSILON * se_size(run) &&
	        run->time - middle < 0.99 * (middle - out->since);
	if (*zeno)
		out->limit = limit_of(out->since, middle, run->time);
	return true;
}

/* --------------------------------------------------------------------------------------------- how far functions go */

static inline void note_one_way(se_run *run, uint32_t i, double g)
{
	double size = fabs(g);
	if (size > run->view->way[i])
		run->view->way[i] = size;
}

static void note_way(se_run *run, const double *g)
{
	for (uint32_t i = 0, n = run->image->watches.n; i < n; i++)
		note_one_way(run, i, g[i]);
}

/* The search looks beyond the crossing, to where the motion never goes. Before it, those are looked at that may have
 * turned there; of all others it is noted where they are in the instant. */
void se_note_way(se_run *run, double from, double at, bool crosses)
{
	if (!crosses) {
		note_way(run, run->view->begin);
		se_note_area(run, at - from, run->view->begin);
		if (run->gathering->accumulation->any_bounces)
			se_look_for_breaks(run, run->view->begin);
		return;
	}
	for (int k = 1; k < 3; k++) {
		se_watch_suspects(run, from + 0.35 * k * (at - from), run->view->near);
		for (uint32_t j = 0; j < se_suspects(run); j++)
			note_one_way(run, se_suspect_at(run, j), run->view->near[se_suspect_at(run, j)]);
	}
}

/* ------------------------------------------------------------------------------------------------ around an instant */

void se_before_instant(se_run *run, bool crosses)
{
	se_accumulation *a = run->gathering->accumulation;
	uint32_t n = run->image->states;
	if (a->room < n || !a->x)
		a->x = sb_new_array(run->once, double, (a->room = n) + 1);
	a->frame = run->in;
	a->image = run->image;
	a->crossed.n = 0;
	a->first = UINT32_MAX;
	a->kept = n && (crosses || run->hold || run->process->moving);
	if (a->kept)
		memcpy(a->x, run->x, n * sizeof *a->x);
	if (a->any_bounces) {
		uint32_t w = run->image->watches.n;
		if (a->latch_room < w)
			a->latch = sb_new_array(run->once, long long, (a->latch_room = w) + 1);
		memcpy(a->latch, run->d->latch, w * sizeof *a->latch);
	}
	const se_lens *l = &run->view->lens;
	for (uint32_t i = 0, all = run->image->watches.n; crosses && i < all; i++) {
		if (se_is_plainly_held(l, i, run->g_a[i]) || se_glance_at(l, i, run->g_a[i]) == l->value[i]) {
			note_one_way(run, i, run->g_a[i]);
			continue;
		}
		if (a->first == UINT32_MAX)
			a->first = i;
		if (run->image->watches.at[i].kind != SI_RELATION)
			continue;
		uint64_t key = se_course_key(run, i);
		sb_push(run->once, a->crossed,
				((se_crossed){i, i, key, se_course_at(run, key), !run->d->latch[i], run->g_a[i], run->view->way[i]}));
	}
}

/* The conditions that have turned, by their numbers in the mode that holds now. */
static void renumber(se_run *run)
{
	se_accumulation *a = run->gathering->accumulation;
	uint64_t number;
	for (uint32_t k = 0; k < a->crossed.n && a->frame != run->in; k++)
		a->crossed.at[k].watch =
			sb_map_get(&run->mode->same, a->crossed.at[k].key, &number) ? (uint32_t)number : UINT32_MAX;
}

static bool states_moved(const se_run *run)
{
	return run->gathering->accumulation->kept && run->gathering->accumulation->frame == run->in &&
	       memcmp(run->gathering->accumulation->x, run->x, run->image->states * sizeof *run->x) != 0;
}

/* NULL: the motion is at rest from now on; else why not. */
static const char *rest_instead(se_run *run, const se_course *s, uint32_t watch)
{
	return watch == UINT32_MAX || !s || !s->jump || s->jump_frame != run->in ? "it reinitialises no state"
	       : s->many_ways ? "its events do not always act in the same direction"
	                      : se_rest(run, watch, s->jump, s->beyond);
}

/* A sighting ends the run, or the motion is held. */
static bool settle(se_run *run, const se_sighting *seen, se_course *s, uint32_t watch, bool zeno)
{
	const char *why_not = NULL;
	if (zeno && run->settings.on_zeno == SE_REST) {
		why_not = rest_instead(run, s, watch);
		if (!why_not)
			return true;
	}
	if (!zeno && run->settings.on_chatter == SE_SLIDE) {
		why_not =
			watch == UINT32_MAX || !s ? "the two sides are modes of different structure" : se_slide(run, watch, seen);
		if (!why_not) {
			s->slid = true;
			const se_accumulation *a = run->gathering->accumulation;
			for (uint32_t k = 0; k < a->crossed.n; k++) {    /* others may turn with it: x > 0 and x < 0 */
				se_course *other = a->crossed.at[k].story;
				other->to[0].tiny = other->to[1].tiny = 0;
			}
			run->gathering->accumulation->recent_count = 0;
			run->gathering->held_again = 0;
			return true;
		}
	}
	run->failed = true;
	if (zeno)
		se_report_zeno(run, seen, why_not);
	else
		se_report_chatter(run, seen, why_not);
	return false;
}

/* A solver with fixed steps may give back to the motion what it loses in each event: then it goes on for ever and
 * should not. */
static bool is_kept_up(const se_run *run, const se_crossed *c, se_sighting *out)
{
	const se_cycles *q = &c->story->to[c->to];
	if (!run->ops->fixed_step || !c->story->bounces || c->story->kept_up_told || !se_cycles_stay(q, run->settings.step))
		return false;
	*out = (se_sighting){run->gathering->accumulation->image,       c->was, 0, q->steady, run->time, run->time,
						 se_cycle_back(q, 0, q->length)};
	return true;
}

/* How far Euler's method and the trapezoidal rule are apart after one step, in the function of the condition. 0 if it
 * moves with time itself: what is forced has a pace of its own. */
static double error_of_step(se_run *run, uint32_t watch)
{
	uint32_t n = run->image->states;
	double h = run->settings.step, error = 0;
	double *f = sb_draw(NULL, 3 * (n + 1) * sizeof *f), *there = f + n + 1, *then = there + n + 1;
	bool good = se_functions_at(run, run->time + 0.37 * h, run->x, f, run->view->far) &&
				se_functions_at(run, run->time, run->x, f, run->view->near);
	good = good && fabs(run->view->far[watch] - run->view->near[watch]) <= 1e-9 * run->view->scale[watch];
	for (uint32_t i = 0; i < n; i++)
		there[i] = run->x[i] + h * f[i];
	good = good && se_functions_at(run, run->time + h, there, then, run->view->near);
	for (uint32_t i = 0; i < n; i++)
		there[i] = run->x[i] + 0.5 * h * (f[i] + then[i]);
	good = good && se_functions_at(run, run->time + h, there, then, run->view->far);
	if (good)
		error = fabs(run->view->far[watch] - run->view->near[watch]);
	sb_put_back(f);
	return error;
}

/* With Euler's method a model that chatters may go round in cycles of a few steps: then its function goes no further
 * than the errors of these steps. */
static bool is_made_by_steps(se_run *run, const se_crossed *c, se_sighting *out)
{
	enum { STEADY = 20, STEPS = 50 };
	const se_cycles *q = &c->story->to[c->to];
	if (run->ops->order != 1 || c->story->bounces || c->story->kept_up_told || q->steady < STEADY ||
		c->watch == UINT32_MAX)
		return false;
	double length = se_cycle_back(q, 0, q->length), steps = length / run->settings.step;
	if (steps > STEPS || q->longest < 1.5 * length ||
		se_cycle_back(q, 0, q->peak) > 3 * fmax(steps, 1) * error_of_step(run, c->watch))
		return false;
	*out = (se_sighting){run->gathering->accumulation->image, c->was, 0, q->steady, run->time, run->time, length};
	return true;
}

/* The first condition that accumulates, if there is one, ends the run or is held. */
static bool look_at_stories(se_run *run, bool moved)
{
	const se_accumulation *a = run->gathering->accumulation;
	se_sighting seen;
	bool zeno;
	for (uint32_t k = 0; k < a->crossed.n; k++) {
		const se_crossed *c = &a->crossed.at[k];
		const se_cycles *q = &c->story->to[c->to];
		if (!q->n || q->last != run->time)
			continue;
		zeno = is_zeno(run, c, &seen);
		if (zeno || is_chatter(run, c, &seen))
			return settle(run, &seen, c->story, c->watch, zeno || moved);
		if (is_kept_up(run, c, &seen)) {
			c->story->kept_up_told = true;
			const char *why_not = run->settings.on_zeno == SE_REST ? rest_instead(run, c->story, c->watch) : NULL;
			if (run->settings.on_zeno == SE_REST && !why_not)
				return true;
			se_warn_of_steps(run, &seen, true, why_not);
		}
		if (is_made_by_steps(run, c, &seen)) {
			c->story->kept_up_told = true;
			se_warn_of_steps(run, &seen, false, NULL);
			if (run->settings.on_chatter == SE_SLIDE)
				return settle(run,
							  &(se_sighting){run->gathering->accumulation->image, c->was, 0, 2 * q->steady,
											 run->time - q->steady * seen.peak, run->time, 0},
							  c->story, c->watch, false);
		}
	}
	if (!at_resolution(run, a->first, moved, &seen, &zeno))
		return true;
	se_course *s = a->crossed.n ? a->crossed.at[0].story : NULL;
	seen.peak = s ? fmax(s->half, a->crossed.at[0].peak) : 0;
	return settle(run, &seen, s, a->crossed.n ? a->crossed.at[0].watch : UINT32_MAX, zeno || moved);
}

/* Has another condition that bounces met its side in this instant too? What two events do together says little about
 * one. */
static bool is_joined(se_run *run, uint32_t watch)
{
	const se_accumulation *a = run->gathering->accumulation;
	bool joined = false;
	for (uint32_t i = 0; i < run->image->watches.n && a->latch && !joined; i++) {
		if (i == watch || run->d->latch[i] == a->latch[i] || run->image->watches.at[i].kind != SI_RELATION)
			continue;
		const se_course *s = se_course_of(run, i);
		joined = s->bounces && s->beyond == se_side(run, i);
	}
	return joined;
}

static void note_turns(se_run *run, bool counted, bool moved)
{
	const se_accumulation *a = run->gathering->accumulation;
	for (uint32_t k = 0; k < a->crossed.n; k++) {
		const se_crossed *c = &a->crossed.at[k];
		se_course *s = c->story;
		s->most = fmax(s->most, c->peak);
		if (run->ops->quantised && c->watch != UINT32_MAX)       /* its turns before may have been local (E472) */
			s->most = fmax(s->most, run->view->scale[c->watch]);
		if (a->kept && a->frame == run->in && c->watch != UINT32_MAX && run->d->latch[c->watch] == c->to) {
			if (moved && ((a->crossed.n == 1 && !is_joined(run, c->watch)) || !s->jump))
				se_note_jump(run, c);
			if (moved || s->bounces)
				se_expect_bounce(run, c, moved);
		}
		if (counted)
			note_turn(run, c, fmax(c->peak, s->half));
		s->half = c->peak;
		if (s->jump && c->watch != UINT32_MAX && run->g_noise[c->watch] < INFINITY)
			run->g_noise[c->watch] = 0; /* it is near zero because it bounces, not because its sides are the same */
		if (c->watch != UINT32_MAX) {    /* where a sawtooth begins it is farthest away, and no step ends there */
			bool back = moved || run->d->latch[c->watch] != c->to;
			run->view->way[c->watch] = back && isfinite(run->g_a[c->watch]) ? fabs(run->g_a[c->watch]) : 0;
			run->view->area[c->watch] = run->view->lasts[c->watch] = 0;
		}
	}
}

bool se_after_instant(se_run *run, bool counted, bool *restarted)
{
	bool moved = states_moved(run), good = true;
	renumber(run);
	se_forget_bounces(run);
	note_turns(run, counted, moved);
	if (run->gathering->accumulation->latch && run->gathering->accumulation->frame == run->in)
		se_expect_settled(run, run->gathering->accumulation->latch, false);
	se_look_at_hold(run, moved);
	if (counted && !run->failed)
		good = look_at_stories(run, moved);
	good = good && se_look_at_awaited(run, moved ? run->gathering->accumulation->x : NULL);
	*restarted = *restarted || run->reopened;
	return good && !run->failed;
}

static void archive_story(se_run *run, se_course *s, sb_archive *a)
{
	double *jump = s->jump;
	uint32_t states = !jump                      ? 0
					  : s->jump_frame == run->in ? run->image->states
												 : run->frames.at[s->jump_frame]->image->states;
	sb_archive_one(a, *s);
	s->jump = jump;
	uint32_t n = sb_archive_count(a, states, sizeof(double));
	if (a->reads)
		s->jump = n ? sb_new_array(run->once, double, n + 1) : NULL;
	sb_archive_bytes(a, s->jump, n * sizeof(double));
}

void se_accumulation_archive(se_run *run, sb_archive *a)
{
	se_accumulation *all = run->gathering->accumulation;
	sb_archive_tag(a, "stories");
	sb_archive_map(a, &run->watched->courses->of);
	uint32_t n = sb_archive_count(a, run->watched->courses->list.n, 1);
	for (uint32_t i = 0; i < n; i++) {
		if (i == run->watched->courses->list.n)
			sb_push(run->once, run->watched->courses->list, sb_new(run->once, se_course));
		archive_story(run, run->watched->courses->list.at[i], a);
	}
	sb_archive_one(a, all->any_bounces);
	sb_archive_one(a, all->recent);
	sb_archive_one(a, all->recent_count);
	sb_archive_vec(a, run->once, all->pending);
	for (uint32_t i = 0; a->reads && i < all->pending.n; i++)
		all->pending.at[i].story = se_course_at(run, all->pending.at[i].key);
	sb_archive_one(a, run->gathering->last_held);
	sb_archive_one(a, run->gathering->held_again);
	sb_archive_one(a, run->gathering->astray_slides);
	se_awaited_archive(run, a);
}
