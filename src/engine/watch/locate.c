/* Finding the crossings of watches inside a step that the solver has made (E2, E3, E16); search.c looks for them.
 *
 * What is interpolated is right to the tolerance only. That matters to a function that is about zero where the step
 * begins and leaves it slowly, as the voltage of a capacitor does that a diode has just let go: interpolated, it may
 * first go a little to the wrong side, and the diode would conduct again. So where it begins and ends on the right
 * side, what is within the tolerance of the end counts as zero (slack), unless the rates say that it really goes
 * there, as a ball does that bounces.
 */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <string.h>

static se_glance glance_of(const si_watch *w)
{
	if (w->time_only || w->ahead || w->initial_only)
		return SE_NEVER;
	if (w->kind != SI_RELATION)
		return w->kind == SI_FLOOR ? SE_WHOLE_BELOW : SE_WHOLE_ABOVE;
	return w->op == SI_LT ? SE_LESS : w->op == SI_LE ? SE_AT_MOST : w->op == SI_GT ? SE_MORE : SE_AT_LEAST;
}

/* Where conditions are held from instant to instant, what has turned counts as zero as far as it does there
 * (se_condition). */
static inline bool is_held(const se_run *run, uint32_t watch)
{
	return run->holding && run->flips[watch];
}

static inline double larger(double a, double b)
{
	return a > b ? a : b;
}

static inline double zero(const se_run *run, uint32_t watch)
{
	const se_view *v = run->view;
	double rounding = larger(larger(SE_ROUNDING * v->scale[watch], v->slack[watch]),
							 larger(run->g_noise[watch], v->doubt[watch]));
	return is_held(run, watch) ? larger(rounding, se_held(run, watch)) : rounding;
}

/* What counts as zero now, for the search. */
static inline double counts_as_zero(const se_run *run, uint32_t i)
{
	bool any = run->view->masked[i] || run->view->slack[i] > 0 || run->g_noise[i] > 0 || run->view->doubt[i] > 0 ||
		is_held(run, i);
	return any ? zero(run, i) : -1;
}

long long se_truth(const se_run *run, uint32_t watch, double g)
{
	return se_glance_at(&run->view->lens, watch, g);
}

static inline void note_one(se_run *run, uint32_t i, double g)
{
	se_view *v = run->view;
	double size = fabs(g);
	if (size > v->scale[i] && isfinite(size)) {
		v->scale[i] = size;
		v->guessed[i] = false;
	}
	if (size > v->peak[i])
		v->peak[i] = size;
	if (v->masked[i] && size > zero(run, i)) {
		v->masked[i] = false;
		v->lens.zero[i] = counts_as_zero(run, i);
	}
}

static void note_scale(void *context, const double *g)
{
	se_run *run = context;
	const se_lens *l = &run->view->lens;
	if (l->awake) {
		for (uint32_t k = 0; k < l->awake_count; k++)
			note_one(run, l->awake[k], g[l->awake[k]]);
		return;
	}
	const double *restrict scale = run->view->scale, *restrict peak = run->view->peak;
	const bool *restrict masked = run->view->masked;
	for (uint32_t i = 0, n = l->n; i < n; i++)
		if (masked[i] || fabs(g[i]) > scale[i] || fabs(g[i]) > peak[i])
			note_one(run, i, g[i]);
}

bool se_has_turned(se_run *run, uint32_t watch, double g)
{
	note_one(run, watch, g);
	return se_truth(run, watch, g) != run->d->latch[watch];
}

/* A relation that has turned, between two sides that have been the same but for rounding since it turned last (a switch
 * that is open, asked whether its current is at most what flows through an open one): it does not turn again for so
 * little, and for ever more as long as it goes on. Sides that were equal to the last digit until one of them jumped are
 * no rounding. */
static void look_for_noise(se_run *run, uint32_t watch)
{
	const si_watch *w = &run->image->watches.at[watch];
	double peak = run->view->peak[watch],
		   size = w->kind == SI_RELATION && !w->time_only && !w->ahead ? se_noise(run, w->terms) : 0;
	bool jumped = peak == 0 && fabs(run->g_a[watch]) > size;
	bool same = peak <= size && size > 0 && !jumped;
	run->view->peak[watch] = 0;
	run->g_noise[watch] = same ? fmin(size, fmax(100 * run->g_noise[watch], 1e-2 * size)) : 0;
}

static void sample_at(void *context, double t, double *g)
{
	se_watch_at(context, t, g);
}

/* Is it much less work to evaluate so many functions one by one than all of them? */
static bool is_few(const se_run *run, uint32_t count)
{
	return run->select->graph && 8 * count <= run->image->watches.n;
}

/* Only some of the functions, where that is much less work than all. */
static void sample_some(void *context, double t, const uint32_t *which, uint32_t count, double *g)
{
	se_run *run = context;
	if (!is_few(run, count)) {
		se_watch_at(run, t, g);
		return;
	}
	if (!run->image->states || !se_look_alone(run, t, which, count)) {
		if (run->image->states)
			se_interpolate(run, t, run->x_try);
		se_at(run, t, run->x_try);
	}
	for (uint32_t k = 0; k < count; k++)
		se_watch_one(run, which[k], g);
	if (run->d->failed)
		sc_forgive(run->d);
}

void se_watch_awake(se_run *run, double t, double *g)
{
	const se_lens *l = &run->view->lens;
	if (l->awake)
		sample_some(run, t, l->awake, l->awake_count, g);
	else
		se_watch_at(run, t, g);
}

void se_watch_suspects(se_run *run, double t, double *g)
{
	if (run->view->suspects < UINT32_MAX)
		sample_some(run, t, run->view->awake, run->view->suspects, g);
	else
		se_watch_at(run, t, g);
}

static void find_shared(se_run *run)
{
	sb_map first = sb_map_new(run->own);
	uint64_t other;
	run->view->shares = NULL;
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		const si_watch *w = &run->image->watches.at[i];
		if (w->kind != SI_RELATION || w->time_only || w->ahead)
			continue;
		if (!sb_map_get(&first, w->function, &other)) {
			sb_map_put(&first, w->function, i);
			continue;
		}
		if (!run->view->shares)
			run->view->shares = sb_new_array(run->own, bool, run->image->watches.n);
		run->view->shares[i] = run->view->shares[other] = true;
	}
}

/* Of x < c and x > c one turns where x is c, and the other just beyond: both do so in one instant. */
static double pass_zero(se_run *run, double at, double to)
{
	enum { TRIES = 8 };
	double beyond = at;
	for (int k = 0; k < TRIES && beyond < to; k++) {
		bool zero = false;
		se_watch_at(run, beyond, run->view->near);
		for (uint32_t i = 0; i < run->image->watches.n; i++)
			zero = zero || (run->view->shares[i] && run->view->near[i] == 0 && run->view->begin[i] != 0 &&
							se_truth(run, i, 0) == run->d->latch[i]);
		if (!zero)
			return beyond;
		beyond = fmin(to, beyond + (1 << k) * sb_beside(sb_size_of(run->view->lens.finest, beyond)));
	}
	return at;
}

bool se_lens_open(se_run *run)
{
	uint32_t n = run->image->watches.n;
	uint8_t *kind = sb_new_array(run->own, uint8_t, n + 1);
	bool any = false;
	find_shared(run);
	for (uint32_t i = 0; i < n; i++) {
		kind[i] = (uint8_t)glance_of(&run->image->watches.at[i]);
		any = any || kind[i] != SE_NEVER;
		run->view->guards = run->view->guards || run->image->watches.at[i].guards;
		run->view->loose = run->view->loose || run->image->watches.at[i].loose;
	}
	run->view->kind = kind;
	run->view->suspects = UINT32_MAX;
	run->view->relation = sb_new_array(run->own, bool, n + 1);
	run->view->state = sb_new_array(run->own, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		run->view->relation[i] = run->image->watches.at[i].kind == SI_RELATION;
		run->view->state[i] = run->image->watches.at[i].state;
	}
	run->view->awake = sb_new_array(run->own, uint32_t, n + 1);
	run->view->behind = sb_new_array(run->own, double, n + 1);
	run->view->ahead = sb_new_array(run->own, double, n + 1);
	run->view->steepest = sb_new_array(run->own, double, run->image->states + 1);
	run->view->lens =
		(se_lens){.n = n,
				  .kind = memcpy(sb_new_array(run->own, uint8_t, n + 1), kind, n),
				  .value = run->d->latch,
				  .zero = sb_new_array(run->own, double, n + 1),
				  .calm = run->view->masked,
				  .scale = run->view->scale,
				  .at = sample_at,
				  .some = sample_some,
				  .note = note_scale,
				  .context = run,
				  .room = sb_new_array(run->own, double, (size_t)(SE_SCAN_VECTORS * SE_SCAN_LEVELS + 4) * n + 1),
				  .candidates = sb_new_array(run->own, uint32_t, n + 1),
				  .lost = UINT32_MAX,
				  .place = se_next_place,
				  .at_places = sb_new_array(run->own, double, 2 * (size_t)n + 1)};
	for (uint32_t i = 0; i < n; i++)
		run->view->lens.zero[i] = -1;
	return any;
}

void se_focus(se_run *run)
{
	run->view->lens.value = run->d->latch;
	run->view->lens.finest =
		0.01 * (run->step_end - run->step_begin); /* near time zero numbers are finer than any interpolation */
	const se_view *v = run->view;
	const double *restrict slack = v->slack, *restrict noise = run->g_noise, *restrict doubt = v->doubt;
	const bool *restrict masked = v->masked;
	double *restrict counts = v->lens.zero;
	for (uint32_t i = 0, n = run->image->watches.n; i < n; i++) {
		bool any = masked[i] || slack[i] > 0 || noise[i] > 0 || doubt[i] > 0 || run->holding;
		counts[i] = any ? counts_as_zero(run, i) : -1;
	}
}

/* Does the function of a relation begin the step in the direction of its latch, or not at all? By the rates, which are
 * exact where the step begins. */
static bool begins_well(const se_run *run, uint32_t i)
{
	const si_watch *w = &run->image->watches.at[i];
	bool above = (w->op == SI_GT || w->op == SI_GE) == (run->d->latch[i] != 0);
	double rise = run->view->far[i] - run->view->near[i];
	return above ? rise >= 0 : rise <= 0;
}

static void sample_awake(se_run *run, double t, double *g)
{
	se_watch_awake(run, t, g);
	note_scale(run, g);
}

/* The functions where the step ends, of those that the search looks at: few, where it knows that one turns early. */
static const double *see_end(se_run *run, double to)
{
	se_view *v = run->view;
	const uint32_t *awake = v->lens.awake;
	uint8_t asked = awake && is_few(run, v->lens.awake_count) ? SE_END_AWAKE : SE_END_ALL;
	if (v->end_known >= asked)
		return v->end;
	v->end_known = asked;
	v->lens.awake = asked == SE_END_ALL ? NULL : awake;      /* all are evaluated and noted, or these */
	sample_awake(run, to, v->end);
	v->lens.awake = awake;
	return v->end;
}

/* Do all watches that differ there begin at zero and end on their side, and are they off by no more than the tolerance,
 * or than rounding? Then their slack is set to that. */
static bool may_be_off(se_run *run, double to, const double *g)
{
	bool any = false;
	const se_lens *l = &run->view->lens;
	for (uint32_t k = 0; k < se_seen(l); k++) {
		uint32_t i = se_seen_at(l, k);
		if (se_glance_at(l, i, g[i]) == l->value[i])
			continue;
		const double *end = see_end(run, to);
		double slack = fmax(run->settings.tolerance * fabs(end[i]), 4 * DBL_EPSILON * run->view->scale[i]);
		if (run->image->watches.at[i].kind != SI_RELATION || se_truth(run, i, end[i]) != run->d->latch[i] ||
		    !(fabs(run->view->begin[i]) <= slack && fabs(g[i]) <= slack))
			return false;
		run->view->slack[i] = slack;
		any = true;
	}
	return any;
}

/* See above: is what was found in the step nothing but its interpolation? */
static bool is_off(se_run *run, double from, double to, const se_bracket *found)
{
	double ahead = 1e-3 * (to - from);
	bool off = may_be_off(run, to, found->g_high);
	if (off) {
		se_watch_at(run, from, run->view->near);
		for (uint32_t i = 0; i < run->image->states; i++)
			run->x_try[i] += ahead * run->xd[i];
		se_at(run, from + ahead, run->x_try);
		run->f->rates(run->d);
		run->f->watch(run->d, run->view->far);
		if (run->d->failed)
			sc_forgive(run->d);
		for (uint32_t i = 0; i < run->image->watches.n; i++)
			off = off && (run->view->slack[i] == 0 || begins_well(run, i));
	}
	if (!off)
		memset(run->view->slack, 0, run->image->watches.n * sizeof *run->view->slack);
	return off;
}

/* Where something fails the functions have no values, and say nothing of their course. */
static bool fails_inside(se_run *run, double from, double to)
{
	bool fails = false;
	for (int k = 1; k <= 8 && !fails; k++)
		fails = !se_watch_at(run, k < 8 ? from + k * (to - from) / 8 : to, run->view->near);
	return fails;
}

/* A condition that turns more often than it can be sampled is told once. One that is zero but for rounding changes its
 * course at every sample too. */
static void tell_lost(se_run *run, double from, double to)
{
	uint32_t i = run->view->lens.lost;
	const si_watch *w = &run->image->watches.at[i];
	uint64_t told;
	const se_view *v = run->view;
	if (fmax(fabs(v->begin[i]), fabs(see_end(run, to)[i])) <= fmax(1e-9 * v->scale[i], v->blur[i]))
		return;
	if (sb_map_get(&run->watched->told_lost, w->span.start, &told) || fails_inside(run, from, to))
		return;
	sb_map_put(&run->watched->told_lost, w->span.start, 1);
	sb_text text = {0};
	si_print(run->image, w->written, &text);
	sb_message *m = sb_report(
		run->diag, SB_WARNING, "R0212", w->span,
		"'%s' changes faster than it can be followed: some of its events may be missing from time %.9g on",
		text.at, from);
	sb_note(m, "in the step from %.9g to %.9g its function changed direction at every sample", from, to);
	sb_help(m,
			"limit the step to a fraction of its period (--max-step %.2g), or write the condition as a function of "
			"time, so that its events are known in advance",
			(to - from) / 1000);
	sb_text_free(&text);
}

/* No crossing counts in the step. A function that counts as zero may have gone beyond it. */
static void pass_step(se_run *run, double to)
{
	se_view *v = run->view;
	memcpy(v->begin, see_end(run, to), run->image->watches.n * sizeof *v->end);
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		v->doubt[i] = fabs(v->end[i]) < v->doubt[i] ? v->doubt[i] : 0;
		if (!v->masked[i] || run->g_noise[i] > 0)
			continue;
		double beyond = -v->end[i] * se_side(run, i);
		if (beyond < 0 && v->beyond[i] > 0)
			se_note_excursion(run, i, v->beyond[i]);
		v->beyond[i] = beyond > 0 ? fmax(beyond, v->beyond[i]) : 0;
	}
}

/* The first change after `from`, where one is known to be, or anywhere up to `to`. */
static bool scan_step(se_run *run, double from, double to, se_bracket *found)
{
	se_view *v = run->view;
	const double *begin = v->begin;
	se_wake_all(run);
	if (v->end_known == SE_END_AWAKE)
		v->end_known = SE_END_UNKNOWN;
	se_window w = se_wake(run, from, to);
	if (!se_seen(&v->lens))
		return false;
	if (w.since > from && w.since < w.until) {
		sample_awake(run, 0.5 * (from + w.since), v->behind);        /* for the size that they have on the way */
		sample_awake(run, w.since, v->behind);
		begin = v->behind;
	} else {
		w.since = from;
	}
	if (w.until < to && w.until > w.since) {
		sample_awake(run, w.until, v->ahead);
		if (se_scan(&v->lens, w.since, begin, w.until, v->ahead, found))
			return true;
		se_wake_all(run);
		return se_scan(&v->lens, from, v->begin, to, see_end(run, to), found);
	}
	return se_scan(&v->lens, w.since, begin, to, see_end(run, to), found);
}

/* The far side of the earliest crossing after `from`, up to `to`, in the solver's last step. run->view->begin has the
 * functions at `from`; if there is no crossing it gets those at `to`. */
bool se_find_crossing(se_run *run, double from, double to, double *at)
{
	uint32_t again =
		4 + 2 * run->image->watches.n; /* each may be contradicted, within rounding and within the tolerance */
	if (run->view->blurred.n)
		se_look_at_blurred(run);
	se_focus(run);
	run->view->end_known = SE_END_UNKNOWN;
	se_bracket found;
	bool any = scan_step(run, from, to, &found),
		 off = any && is_off(run, from, to, &found);
	if (off) {
		se_focus(run);
		any = scan_step(run, from, to, &found);
	}
	if (run->view->lens.lost != UINT32_MAX)
		tell_lost(run, from, to);
	run->view->lens.lost = UINT32_MAX;
	double first = any ? se_narrow(&run->view->lens, &found) : to;
	for (uint32_t k = 0; k < again && any && (se_is_rounding(run, first) || se_is_contradicted(run, first)); k++) {
		se_focus(run);
		any = scan_step(run, from, to, &found);
		first = any ? se_narrow(&run->view->lens, &found) : to;
	}
	if (run->view->blurred.n && !run->watched->sharper && se_blurred_turns(run, from, &first))
		any = true;
	bool few = any && run->view->lens.awake && !run->view->blurred.n;
	run->view->suspects = few ? run->view->lens.awake_count : UINT32_MAX;
	se_wake_all(run);
	if (any)
		*at = run->view->shares ? pass_zero(run, first, to) : first;
	else
		pass_step(run, to);
	if (off)
		memset(run->view->slack, 0, run->image->watches.n * sizeof *run->view->slack);
	return any;
}

/* After an instant: the functions as they are now, and those at zero are masked until they have left it. */
void se_mask(se_run *run)
{
	memcpy(run->view->begin, run->g_a, run->image->watches.n * sizeof *run->g_a);
	se_view *v = run->view;
	uint32_t n = run->image->watches.n;
	memset(v->masked, 0, n * sizeof *v->masked);
	se_doubt_turned(run);
	for (uint32_t i = 0; i < run->flipped.n; i++)
		look_for_noise(run, run->flipped.at[i]);
	note_scale(run, run->view->begin);
	const double *restrict begin = v->begin, *restrict scale = v->scale;
	for (uint32_t i = 0; i < n; i++) {
		v->doubt[i] = fabs(begin[i]) < v->doubt[i] ? v->doubt[i] : 0;
		bool small = fabs(begin[i]) <= SE_ROUNDING * scale[i] || v->slack[i] > 0 || run->g_noise[i] > 0 ||
			v->doubt[i] > 0 || run->holding;
		if (small && v->relation[i])
			v->masked[i] = fabs(begin[i]) <= zero(run, i);
	}
}

void se_mask_one(se_run *run, uint32_t watch)
{
	run->view->begin[watch] = run->g_a[watch];
	run->view->masked[watch] = false;
	if (run->flips[watch])
		look_for_noise(run, watch);
	note_one(run, watch, run->g_a[watch]);
	run->view->masked[watch] =
		run->image->watches.at[watch].kind == SI_RELATION && fabs(run->g_a[watch]) <= zero(run, watch);
	run->view->lens.zero[watch] = counts_as_zero(run, watch);
}

void se_watched_archive(se_run *run, sb_archive *a)
{
	se_watched *w = run->watched;
	sb_archive_tag(a, "watched");
	sb_archive_map(a, &w->told_lost);
	sb_archive_map(a, &w->told_held);
	sb_archive_one(a, w->doubtful);
	sb_archive_one(a, w->sharper);
	sb_archive_one(a, w->unresolved_told);
	sb_archive_one(a, w->unblurred);
}

void se_view_archive(se_run *run, sb_archive *a)
{
	sb_archive_vec(a, run->own, run->view->blurred);
}
