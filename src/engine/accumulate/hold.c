/* Motion that is held on conditions (hold.h): what the solver is given, how it is let go, what is shown of it. */
#include "engine/accumulate/hold.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/speed.h"
#include "engine/instant/instant.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool se_speeds(se_run *run, double t, const double *x, const double *f, double part, double *out)
{
	uint32_t n = run->image->states + 1, w = run->image->watches.n;
	double *there = sb_draw(NULL, (2 * n + w + 1) * sizeof *there), *rates = there + n, *back = rates + n;
	double span = se_time_for(run, x, f, part), after = t + span, before = t - span;
	se_go(run, x, f, after - t, there);
	bool good = se_functions_at(run, after, there, rates, out);
	se_go(run, x, f, before - t, there);
	good = good && se_functions_at(run, before, there, rates, back);
	for (uint32_t i = 0; i < w && good; i++)
		out[i] = (out[i] - back[i]) / (after - before);
	sb_put_back(there);
	return good;
}

int se_held_rates(se_run *run, double t, const double *x, double *xd)
{
	return !(run->hold->slides ? se_slide_rates(run, t, x, xd) : se_rest_rates(run, t, x, xd));
}

/* By differences that are long enough for what rounding leaves of the rates. */
static int held_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	se_run *run = context;
	uint32_t n = run->image->states;
	double *moved = sb_draw(NULL, 3 * (n + 1) * sizeof *moved), *plus = moved + n + 1, *minus = plus + n + 1;
	bool good = true;
	(void)xd;
	memcpy(moved, x, n * sizeof *x);
	for (uint32_t j = 0; j < n && good; j++) {
		double far = 1e-3 * fmin(fabs(x[j]) + run->nominal[j], 10 * run->nominal[j]);
		moved[j] = x[j] + far;
		good = !se_held_rates(run, t, moved, plus);
		moved[j] = x[j] - far;
		good = good && !se_held_rates(run, t, moved, minus);
		moved[j] = x[j];
		for (uint32_t i = 0; i < n; i++)
			values[(size_t)j * n + i] = (plus[i] - minus[i]) / (2 * far);
	}
	sb_put_back(moved);
	return !good;
}

/* As sv_problem asks for it. */
static int project_held(void *context, double t, double *x)
{
	se_run *run = context;
	if (run->projection && se_project(context, t, x))
		return 1;
	for (int round = 0; round < 2; round++)
		if (!(run->hold->slides ? se_project_slide(run, t, x) : se_project_rest(run, t, x)))
			return 1;
	return 0;
}

/* Every rate may depend on every state. */
void se_held_pattern(se_run *run, sv_problem *problem)
{
	uint32_t n = run->image->states;
	uint32_t *column = sb_new_array(run->hold->arena, uint32_t, n + 1),
			 *row = sb_new_array(run->hold->arena, uint32_t, (size_t)n * n + 1);
	for (uint32_t j = 0; j <= n; j++)
		column[j] = j * n;
	for (uint32_t k = 0; k < n * n; k++)
		row[k] = k % n;
	problem->project = project_held;
	problem->jacobian = held_jacobian;
	problem->column = column;
	problem->row = row;
	problem->color = NULL;
	problem->colors = 0;
}

bool se_meet_held(se_run *run)
{
	se_unseal(run);
	bool good = project_held(run, run->time, run->x) == 0;
	se_seal(run);
	return good;
}

/* --------------------------------------------------------------------------------------------------- making, ending */

se_hold *se_hold_make(se_run *run, bool slides)
{
	sb_arena *arena = sb_arena_new();
	se_hold *h = sb_new(arena, se_hold);
	uint32_t n = run->image->states + 1, w = run->image->watches.n + 1;
	h->arena = arena;
	h->slides = slides;
	h->frame = run->in;
	h->noise_of = run->g_noise;
	double **states[] = {&h->f, &h->f_plus, &h->f_minus, &h->x_plus, &h->x_minus, &h->push, &h->rates};
	double **functions[] = {&h->g, &h->g_plus, &h->g_minus};
	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		*states[i] = sb_new_array(arena, double, n);
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		*functions[i] = sb_new_array(arena, double, w);
	h->reals = sb_new_array(arena, double, run->image->reals + 1);
	return h;
}

static void thaw(se_hold *h)
{
	for (uint32_t i = 0; i < h->frozen.n; i++)
		h->noise_of[h->frozen.at[i]] = 0;
	h->frozen.n = 0;
}

/* Nothing is rounding that is not: a condition whose noise is infinite does not turn. */
void se_freeze(se_run *run, se_hold *h, uint32_t watch)
{
	if (run->g_noise[watch] == INFINITY)
		return;
	run->g_noise[watch] = INFINITY;
	run->view->masked[watch] = true;
	sb_push(h->arena, h->frozen, watch);
}

void se_discard(se_hold **h)
{
	if (!*h)
		return;
	thaw(*h);
	sb_arena_free((*h)->arena);
	*h = NULL;
}

void se_hold_clear(se_run *run)
{
	se_discard(&run->hold);
	se_discard(&run->gathering->coming);
}

/* An instant in which nothing happens but what follows from the latches. */
void se_settle_held(se_run *run)
{
	bool restart;
	uint64_t events = run->stats.state_events, times = run->stats.time_events;
	uint32_t frame = run->in, n = run->image->watches.n;
	long long *before = memcpy(sb_draw(NULL, (n + 1) * sizeof *before), run->d->latch, n * sizeof *before);
	se_here(run);
	se_touch_everything(run);
	if (!se_instant(run, true, &restart))
		run->failed = true;
	else if (run->in == frame)
		se_expect_settled(run, before, true);
	run->stats.state_events = events;
	run->stats.time_events = times;
	sb_put_back(before);
}

double se_part_for(se_run *run, uint32_t watch, double power)
{
	double unit = se_unit_of(run, watch);
	return fmin(0.03, 3 * pow(DBL_EPSILON * fmax(1, run->view->scale[watch] / fmax(unit, DBL_MIN)), power));
}

static bool presses(const se_hold *h)
{
	for (uint32_t k = 0; k < h->n; k++)
		if (!(h->at[k].press >= -h->noise))
			return false;
	return true;
}

/* ------------------------------------------------------------------------------------------------------- letting go */

/* Where the motion is, what holds? */
static bool holds_at(se_run *run, double t, const double *x)
{
	se_hold *h = run->hold;
	return !(h->slides ? se_slide_rates(run, t, x, h->rates) : se_rest_rates(run, t, x, h->rates)) || presses(h);
}

bool se_find_release(se_run *run, double from, double *at)
{
	static const double samples[] = {0.19, 0.47, 0.76, 1};
	double low = from, high = from;
	bool found = false;
	if (!run->hold)
		return false;
	double *x = sb_draw(NULL, (run->image->states + 1) * sizeof *x);
	for (int k = 0; k < 4 && !found; k++) {
		low = high;
		high = k == 3 ? *at : from + samples[k] * (*at - from);
		se_interpolate(run, high, x);
		found = high > low && !holds_at(run, high, x);
	}
	while (found) {
		double middle = low + 0.5 * (high - low);
		if (!(middle > low && middle < high) || high - low <= 8 * DBL_EPSILON * fabs(high))
			break;
		se_interpolate(run, middle, x);
		if (holds_at(run, middle, x))
			low = middle;
		else
			high = middle;
	}
	sb_put_back(x);
	if (found)
		*at = high;
	return found;
}

static void let_go(se_run *run, bool (*which)(se_run *run, const se_constraint *c))
{
	se_hold *h = run->hold;
	uint32_t kept = 0;
	for (uint32_t k = 0; k < h->n; k++) {
		se_constraint c = h->at[k];
		if (!which(run, &c)) {
			h->at[kept++] = c;
			continue;
		}
		se_tell(run, (sr_event){.what = SR_TELLS, .name = "", .was = NAN, .now = NAN}, "let go");
		h->noise_of[c.watch] = 0;
		for (uint32_t i = 0; i < h->frozen.n; i++)
			if (h->frozen.at[i] == c.watch)
				h->frozen.at[i--] = h->frozen.at[--h->frozen.n];
	}
	if (kept == h->n)
		return;
	h->n = kept;
	if (!kept)
		se_discard(&run->hold);
	se_here(run);
	se_touch_everything(run);
	se_reopen_solver(run);
}

static bool pulls(se_run *run, const se_constraint *c)
{
	return !(c->press >= -run->hold->noise);
}

void se_release(se_run *run)
{
	se_hold *h = run->hold;
	/* The point lies inside of a step, where the solver interpolates: steps of a given length may be off the condition
	 * there by more than it can be told from zero. */
	se_meet_held(run);
	holds_at(run, run->time, run->x);
	if (h->slides) {
		se_tell(run, (sr_event){.what = SR_TELLS, .name = "", .was = NAN, .now = NAN},
				"leaves the condition along which it slid");
		se_leave_slide(run);
	} else {
		let_go(run, pulls);
	}
}

/* Another event has set it in motion. */
static bool is_moved(se_run *run, const se_constraint *c)
{
	return fabs(c->speed) > 1e-7 * se_unit_of(run, c->watch);
}

void se_look_at_hold(se_run *run, bool moved)
{
	se_hold *h = run->hold;
	if (run->gathering->coming)
		se_look_for_other_side(run);
	if (!h || h != run->hold)
		return;
	if (h->frame != run->in) {       /* another mode: if it is still there, it is found again */
		se_discard(&run->hold);
		se_reopen_solver(run);
		return;
	}
	double now[SE_HELD_MOST];
	if (!h->slides)
		se_look_at_slopes(run);
	if (moved && se_functions_at(run, run->time, run->x, h->f, h->g) &&
		se_held_speeds(run, run->time, run->x, h->f, now)) {
		for (uint32_t k = 0; k < h->n; k++)
			h->at[k].speed = now[k];
		let_go(run, is_moved);
	}
	if (run->hold && !holds_at(run, run->time, run->x))
		let_go(run, pulls);
	if (run->hold && moved && !run->hold->slides && se_meet_held(run))
		se_reopen_solver(run);
	if (run->hold)
		se_here(run);
}

void se_show_held(se_run *run)
{
	se_hold *h = run->hold;
	if (h->frame != run->in)
		return;
	double *xd = h->rates;
	if (h->slides ? !se_slide_rates(run, run->d->time, run->d->x, xd)
				  : !se_rest_rates(run, run->d->time, run->d->x, xd))
		return;
	if (h->slides) {
		se_show_slide(run);
		return;
	}
	run->f->rates(run->d);
	run->f->watch(run->d, h->g);
	run->f->outputs(run->d);
	memcpy(h->reals, run->d->r, run->image->reals * sizeof *h->reals);
}

const double *se_shown_reals(const se_run *run)
{
	return run->hold && run->hold->frame == run->in ? run->hold->reals : run->d->r;
}

const double *se_shown_rates(const se_run *run)
{
	return run->hold && run->hold->frame == run->in ? run->hold->rates : run->d->xd;
}

void se_keep_shown(se_run *run)
{
	if (!run->hold || run->hold->frame != run->in)
		return;
	se_show_held(run);
	memcpy(run->d->r, run->hold->reals, run->image->reals * sizeof *run->d->r);
	memcpy(run->d->xd, run->hold->rates, run->image->states * sizeof *run->d->xd);
}
