/* Bounces (E64): an event that turns the motion back, after which it must go back. */
#include "engine/accumulate/bounce.h"
#include "engine/accumulate/hold.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/speed.h"
#include "engine/modes/engine_modes.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <stdlib.h>

enum { HALVES = 45, LOOKS = 10 };

/* ------------------------------------------------------------------------------------------------------------ jumps */

/* The direction in which the states jumped, in units of their nominal values. What the solver's error may have moved
 * says nothing about it. */
void se_note_jump(se_run *run, const se_crossed *c)
{
	se_course *s = c->story;
	uint32_t n = run->image->states;
	const double *before = run->gathering->accumulation->x;
	double size = 0, along = 0, across = 0, blur = 0;
	for (uint32_t i = 0; i < n; i++) {
		size = hypot(size, (run->x[i] - before[i]) / run->nominal[i]);
		blur = hypot(blur, 10 * run->settings.tolerance * (1 + fabs(run->x[i]) / run->nominal[i]));
	}
	if (!(size > 0))
		return;
	if (!s->bounces)
		s->beyond = se_side(run, c->watch);
	if (s->jump && s->jump_frame == run->in) {
		for (uint32_t i = 0; i < n; i++)
			along += (run->x[i] - before[i]) / run->nominal[i] * s->jump[i];
		for (uint32_t i = 0; i < n; i++)
			across = hypot(across, (run->x[i] - before[i]) / run->nominal[i] - along * s->jump[i]);
		s->many_ways = s->many_ways || across > fmax(3e-5 * size, blur);
		if (size < s->jump_size && size < 1e3 * blur)
			return;
	} else {
		s->jump = sb_new_array(run->once, double, n + 1);
		s->jump_frame = run->in;
	}
	for (uint32_t i = 0; i < n; i++)
		s->jump[i] = (run->x[i] - before[i]) / run->nominal[i] / size;
	s->jump_size = fmax(s->jump_size, size);
}

/* Does the jump act on the function itself, as on a speed that is set to zero, and not only on its rate? */
static bool acts_at_once(se_run *run, const se_crossed *c)
{
	uint32_t n = run->image->states;
	if (!c->story->jump ||
		c->story->jump_frame != run->in) /* it is too small to have a direction, or of another mode */
		return true;
	double *there = sb_draw(NULL, 2 * (n + 1) * sizeof *there), *f = there + n + 1;
	for (uint32_t i = 0; i < n; i++)
		there[i] = run->x[i] + 0.01 * c->story->jump[i] * run->nominal[i];
	bool good = se_functions_at(run, run->time, run->x, f, run->view->near) &&
				se_functions_at(run, run->time, there, f, run->view->far);
	sb_put_back(there);
	return !good || fabs(run->view->far[c->watch] - run->view->near[c->watch]) > 1e-6 * se_unit_of(run, c->watch);
}

/* ----------------------------------------------------------------------------------------------------------- speeds */

static bool probe(se_run *run, const void *of, double t, const double *x, double *f, double *value)
{
	uint32_t watch = *(const uint32_t *)of;
	bool good = se_functions_at(run, t, x, f, run->view->near);
	*value = run->view->near[watch];
	return good;
}

static se_speed speed_at(se_run *run, uint32_t watch, const double *x)
{
	double terms = se_terms(run, run->image->watches.at[watch].terms);
	return se_speed_of(run, probe, &watch, run->time, x, fmax(run->view->scale[watch], terms), INFINITY);
}

/* How much of the speed of a function may be the solver's error: by what it changes with the states. */
static double blur_of(se_run *run, uint32_t watch, se_speed speed)
{
	const double part = 1e-3;
	uint32_t n = run->image->states;
	double *moved = sb_draw(NULL, (n + 1) * sizeof *moved);
	for (uint32_t i = 0; i < n; i++)
		moved[i] = run->x[i] + part * (0.5 + 0.5 * fmod(0.618 * (i + 1), 1)) * (i % 2 ? -1 : 1) *
								   (fabs(run->x[i]) + run->nominal[i]);
	se_speed there = speed_at(run, watch, moved);
	sb_put_back(moved);
	return speed.error + 10 * run->settings.tolerance / part * fabs(there.rate - speed.rate);
}

/* ---------------------------------------------------------------------------------------------------------- bounces */

/* After an event: does it turn the motion back, or end it? Then the function must leave the side on which it is now, or
 * at least not go on there. Where events of this condition have turned the motion back before, they are taken to do so
 * again unless it clearly goes on: in the end the speeds are so small that the solver's error, or rounding, hides their
 * direction. */
void se_expect_bounce(se_run *run, const se_crossed *c, bool moved)
{
	uint32_t watch = c->watch;
	se_course *s = c->story;
	double g = run->view->begin[watch], side = se_side(run, watch);
	if (g * side < 0 || fabs(g - c->g) > fmax(1e-9 * run->view->scale[watch], 4 * fabs(c->g)))
		return;
	bool again = s->bounces && s->beyond == side;
	if (!again && (!moved || acts_at_once(run, c)))
		return;
	se_speed before = speed_at(run, watch, run->gathering->accumulation->x), after = speed_at(run, watch, run->x);
	double came = before.rate * side, speed = after.rate * side;
	bool back = speed < -after.error, goes_on = false;
	if (again) {
		double blur = came > before.error && speed > after.error ? blur_of(run, watch, after) : INFINITY;
		goes_on = came > blur && speed > blur;
	} else if (!(fabs(speed - came) > before.error + after.error) || came < -before.error || speed > after.error) {
		return;
	}
	s->bounces = s->bounces || back;
	s->fastest = fmax(s->fastest, came);
	run->gathering->accumulation->any_bounces = run->gathering->accumulation->any_bounces || s->bounces;
	sb_push(run->once, run->gathering->accumulation->pending,
	        ((se_bounce){c->key, s, watch, run->in, g, g, run->d->latch[watch], !s->bounces, goes_on, 0}));
}

static bool is_crossed(const se_run *run, uint32_t watch)
{
	const se_accumulation *a = run->gathering->accumulation;
	for (uint32_t k = 0; k < a->crossed.n; k++)
		if (a->crossed.at[k].watch == watch)
			return true;
	return false;
}

/* In an instant, and while one motion is brought to rest, another may meet its condition by so little that no crossing
 * was seen, and that its event has nothing to turn back. */
void se_expect_settled(se_run *run, const long long *before, bool settling)
{
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		if (run->d->latch[i] == before[i] || run->image->watches.at[i].kind != SI_RELATION ||
			run->g_noise[i] == INFINITY || (!settling && is_crossed(run, i)))
			continue;
		se_course *s = se_course_of(run, i);
		if (s->bounces && s->beyond == se_side(run, i))
			sb_push(run->once, run->gathering->accumulation->pending,
					((se_bounce){se_course_key(run, i), s, i, run->in, run->view->begin[i], run->view->begin[i],
								 run->d->latch[i], false, false, 0}));
	}
}

/* Into the mode that holds now. False: it has no such condition. */
static bool renumber(se_run *run, se_bounce *b)
{
	uint64_t number;
	if (b->frame == run->in)
		return true;
	if (!sb_map_get(&run->mode->same, b->key, &number))
		return false;
	b->watch = (uint32_t)number;
	b->frame = run->in;
	return true;
}

/* One that has turned, or whose function has been moved, is not expected any more. */
void se_forget_bounces(se_run *run)
{
	se_accumulation *a = run->gathering->accumulation;
	uint32_t kept = 0;
	for (uint32_t k = 0; k < a->pending.n; k++) {
		se_bounce b = a->pending.at[k];
		bool still = renumber(run, &b) && run->g_noise[b.watch] != INFINITY;
		for (uint32_t i = 0; i < a->crossed.n && still; i++)
			still = a->crossed.at[i].watch != b.watch;
		if (!still)
			continue;
		double rounding = fmax(8 * fmax(fabs(b.g), 1e-13 * run->view->scale[b.watch]), 1e-6 * se_unit_of(run, b.watch));
		if (fabs(run->view->begin[b.watch] - b.now) <= rounding)
			a->pending.at[kept++] = b;
	}
	a->pending.n = kept;
}

static void tell_breaking(se_run *run, se_course *s, uint32_t watch)
{
	if (!s->breaking_told)
		se_warn_of_breaking(run, &(se_sighting){.image = run->image, .watch = watch});
	s->breaking_told = true;
}

/* Whatever has led there: a condition that turned the motion back before is not passed without a word. */
void se_look_for_breaks(se_run *run, const double *g)
{
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		if (run->image->watches.at[i].kind != SI_RELATION || run->g_noise[i] == INFINITY)
			continue;
		se_course *s = se_course_of(run, i);
		if (s->bounces && s->beyond == se_side(run, i) && !s->breaking_told && !s->passing_told &&
			g[i] * s->beyond > 0.01 * s->most)
			tell_breaking(run, s, i);
	}
}

/* ----------------------------------------------------------------------------------------------------- lost bounces */

static double depth_of_rounding(const se_run *run, const se_bounce *b)
{
	return 4 * fmax(fabs(b->g), 1e-13 * run->view->scale[b->watch]);
}

/* The search has overlooked a short way back if the function is on the side from which it came somewhere early in the
 * step. Then the step is made again, to end there. */
static bool goes_back(se_run *run, const se_bounce *b, double at)
{
	double part = 0.5 * (at - run->time), side = se_side(run, b->watch);
	for (int k = 0; k < HALVES && run->time + part > run->time; k++, part *= 0.5) {
		se_watch_at(run, run->time + part, run->view->near);
		if (run->view->near[b->watch] * side < -depth_of_rounding(run, b))
			return se_step_again(run, run->time + part);
	}
	return false;
}

/* Is it so fast that nobody would call it rest? */
static bool is_fast(se_run *run, const se_bounce *b)
{
	se_speed now = speed_at(run, b->watch, run->x);
	return now.rate * se_side(run, b->watch) - now.error > 0.05 * b->story->fastest;
}

/* Another event of the same time has pushed it on before it could go back: a ball that is hit from above while it
 * leaves the floor. It is beyond the condition by rounding alone, so it comes to it again, and the event acts again. */
static bool act_again(se_run *run, const se_bounce *b)
{
	enum { AGAIN = 100 };
	uint32_t frame = run->in, watch = b->watch;
	se_course *s = b->story;
	s->again = s->again_at == run->time ? s->again + 1 : 0;
	s->again_at = run->time;
	if (!se_functions_at(run, run->time, run->x, run->xd, run->view->near) ||
		fabs(run->view->near[watch]) > depth_of_rounding(run, b) || s->again > AGAIN)
		return false;
	run->d->latch[watch] = !run->d->latch[watch];
	run->g_noise[watch] = INFINITY;          /* it does not turn yet, so that it is seen to be false */
	se_forget_flips(run);
	run->close_calm = 0;
	se_settle_held(run);
	if (run->failed || run->in != frame)
		return true;
	run->g_noise[watch] = 0;
	run->d->latch[watch] = !run->d->latch[watch];
	se_touch_everything(run);
	se_settle_held(run);
	if (run->in == frame && run->d->latch[watch] == b->latch)
		sb_push(run->once, run->gathering->accumulation->pending,
				((se_bounce){b->key, s, watch, frame, b->g, b->g, b->latch, false, false, 0}));
	if (!run->failed)
		se_reopen_solver(run);
	if (!run->failed && run->hold)
		se_look_at_hold(run, true);
	return true;
}

/* What to do about a bounce that was lost: the motion comes to rest, or the run ends. */
static void settle_lost(se_run *run, const se_bounce *b)
{
	se_course *s = b->story;
	const se_cycles *q = &s->to[run->d->latch[b->watch] != 0];
	const char *why_not = NULL;
	se_here(run);
	if (b->goes_on) {
		tell_breaking(run, s, b->watch);
		return;
	}
	if (run->settings.on_zeno == SE_REST) {
		bool fast = !b->stopped && is_fast(run, b);
		if (fast && act_again(run, b))
			return;
		why_not = fast                                   ? "the motion arrives too fast"
				  : !s->jump || s->jump_frame != run->in ? "it reinitialises no state in this mode"
				  : s->many_ways                         ? "its events do not always act in the same direction"
														 : se_rest(run, b->watch, s->jump, s->beyond);
		if (!why_not)
			return;
	}
	if (b->stopped && !why_not) {
		if (!s->passing_told)
			se_warn_of_passing(run, &(se_sighting){.image = run->image, .watch = b->watch});
		s->passing_told = true;
		return;
	}
	double most, left = q->shrinking >= 2 ? se_cycles_left(q, &most) : INFINITY;
	run->failed = true;
	if (left < run->time - q->first)
		se_report_zeno(run,
					   &(se_sighting){run->image, b->watch, 0, q->shrinking + 1, q->first, run->time + left,
									  se_cycle_back(q, 0, q->peak)},
					   why_not);
	else
		se_report_lost(run, &(se_sighting){.image = run->image, .watch = b->watch}, why_not);
}

bool se_bounce_is_lost(se_run *run, double at)
{
	se_accumulation *a = run->gathering->accumulation;
	uint32_t kept = 0, n = a->pending.n;
	if (run->image->states && se_awaited_is_lost(run, at))
		return true;
	if (!n || !run->image->states)
		return false;
	run->reopened = false;
	se_watch_at(run, at, run->view->near);
	for (uint32_t k = 0; k < n; k++) {
		se_bounce *b = &a->pending.at[k];
		b->now = run->view->near[b->watch];
		if (b->frame == run->in && b->latch == run->d->latch[b->watch])
			a->pending.at[kept++] = *b;
	}
	a->pending.n = kept;
	for (uint32_t k = 0; k < kept; k++) {
		se_bounce b = a->pending.at[k];
		if (b.now * se_side(run, b.watch) <= depth_of_rounding(run, &b))
			continue;
		if (b.looks < LOOKS && goes_back(run, &b, at)) {
			a->pending.at[k].looks++;
			return true;
		}
		settle_lost(run, &b);
		for (a->pending.n--; k < a->pending.n; k++)          /* the others are still expected */
			a->pending.at[k] = a->pending.at[k + 1];
		return run->failed || run->reopened;
	}
	return false;
}
