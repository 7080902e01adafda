/* Sliding along a condition: the share of its two sides (hold.h, E68 to E70). */
#include "engine/accumulate/hold.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/speed.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double OUTSIDE = 1e-6;          /* of a share: that much is rounding */

static void find_discrete(se_run *run, se_hold *h)
{
	const si_image *image = run->image;
	bool *is = sb_new_array(h->arena, bool, image->reals + 1);
	for (uint32_t i = 0; i < image->steps.n; i++) {
		const si_step *step = &image->steps.at[i];
		for (uint32_t k = step->spots.first; k < step->spots.first + step->spots.n && step->phases & SI_DISCRETE; k++)
			if (image->spots.at[k].place.store == SI_REAL)
				is[image->spots.at[k].place.index] = true;
	}
	for (uint32_t i = 0; i < image->reals; i++)
		if (is[i])
			sb_push(h->arena, h->discrete, i);
}

static void copy_side(se_run *run, se_hold *h, se_held_side *s, bool out)
{
	const si_image *image = run->image;
	sc_data *d = run->d;
	if (out) {
		memcpy(s->latch, d->latch, image->watches.n * sizeof *s->latch);
		memcpy(s->i, d->i, image->ints * sizeof *s->i);
		memcpy(s->pre_i, d->pre_i, image->pres.n * sizeof *s->pre_i);
		memcpy(s->pre_r, d->pre_r, image->pres.n * sizeof *s->pre_r);
	} else {
		memcpy(d->latch, s->latch, image->watches.n * sizeof *s->latch);
		memcpy(d->i, s->i, image->ints * sizeof *s->i);
		memcpy(d->pre_i, s->pre_i, image->pres.n * sizeof *s->pre_i);
		memcpy(d->pre_r, s->pre_r, image->pres.n * sizeof *s->pre_r);
	}
	for (uint32_t k = 0; k < h->discrete.n; k++)
		if (out)
			s->r[k] = d->r[h->discrete.at[k]];
		else
			d->r[h->discrete.at[k]] = s->r[k];
}

static void be_on(se_run *run, int which)
{
	copy_side(run, run->hold, &run->hold->sides[which], false);
	se_new_point(run);
}

/* The share of the true side, which may be outside of 0..1. False: neither side acts on the function of the condition,
 * or it could not be evaluated. push: the difference of the sides; f: the false one. */
static bool share_of(se_run *run, double t, const double *x)
{
	se_hold *h = run->hold;
	se_constraint *c = &h->at[0];
	be_on(run, 1);
	bool good = se_functions_at(run, t, x, h->f_plus, h->g);
	be_on(run, 0);
	good = good && se_functions_at(run, t, x, h->f, h->g) && se_speeds(run, t, x, h->f, h->part, h->g_minus) &&
	       se_speeds(run, t, x, h->f_plus, h->part, h->g_plus);
	double off = h->g_minus[c->watch], on = h->g_plus[c->watch];
	for (uint32_t i = 0; i < run->image->states; i++)
		h->push[i] = h->f_plus[i] - h->f[i];
	c->lambda = off / (off - on);
	c->press = fmin(c->lambda, 1 - c->lambda) + OUTSIDE;
	return good && isfinite(c->lambda);
}

/* Where both sides move along the condition, no mixture of them keeps to it better than another, as at the origin of a
 * bang-bang control. There it comes to a stand, if a mixture of them is at rest. */
static bool comes_to_a_stand(se_run *run)
{
	se_hold *h = run->hold;
	se_constraint *c = &h->at[0];
	double push = 0, along = 0, left = 0;
	for (uint32_t i = 0; i < run->image->states; i++) {
		push = hypot(push, h->push[i] / run->nominal[i]);
		along += h->push[i] / run->nominal[i] * h->f[i] / run->nominal[i];
	}
	if (!(push > 0) || fabs(h->g_minus[c->watch] - h->g_plus[c->watch]) > 1e-3 * se_unit_of(run, c->watch) * push)
		return false;
	double share = -along / (push * push);
	for (uint32_t i = 0; i < run->image->states; i++)
		left = hypot(left, (h->f[i] + share * h->push[i]) / run->nominal[i]);
	if (share < 0 || share > 1 || left > 3 * run->settings.tolerance * push)
		return false;
	c->lambda = share;
	c->press = 1;
	return true;
}

bool se_slide_rates(se_run *run, double t, const double *x, double *xd)
{
	se_hold *h = run->hold;
	bool good = share_of(run, t, x);
	if (comes_to_a_stand(run)) {
		memset(xd, 0, run->image->states * sizeof *xd);
		return true;
	}
	if (!good)
		return false;
	se_go(run, h->f, h->push, fmin(fmax(h->at[0].lambda, 0), 1), xd);
	return true;
}

bool se_project_slide(se_run *run, double t, double *x)
{
	se_hold *h = run->hold;
	uint32_t watch = h->at[0].watch;
	bool good = share_of(run, t, x);
	if (comes_to_a_stand(run))
		return true;
	if (!good)
		return false;
	double act = h->g_plus[watch] - h->g_minus[watch];
	if (!se_functions_at(run, t, x, h->f_minus, h->g))
		return false;
	double back = h->g[watch] / act;
	if (isfinite(back))
		se_go(run, x, h->push, -back, x);
	return isfinite(back);
}

se_held_side se_new_side(const se_run *run, se_hold *h)
{
	const si_image *image = run->image;
	return (se_held_side){
		sb_new_array(h->arena, long long, image->watches.n + 1), sb_new_array(h->arena, long long, image->ints + 1),
		sb_new_array(h->arena, long long, image->pres.n + 1), sb_new_array(h->arena, double, h->discrete.n + 1),
		sb_new_array(h->arena, double, image->pres.n + 1)};
}

static void see_side(se_run *run, se_hold *h)
{
	int which = run->d->latch[h->at[0].watch] != 0;
	se_held_side *s = &h->sides[which];
	if (!h->seen[which])
		*s = se_new_side(run, h);
	copy_side(run, h, s, true);
	h->seen[which] = true;
}

const char *se_slide(se_run *run, uint32_t watch, const se_sighting *sighting)
{
	se_hold *h = run->gathering->coming;
	if (run->hold)
		return "the motion is held by another condition";
	if (h && ++h->patience > 2)
		return "it slides along two conditions at once";
	if (h && h->at[0].watch == watch && h->frame == run->in)
		return NULL;
	uint32_t patience = h ? h->patience : 0;
	se_discard(&run->gathering->coming);
	h = run->gathering->coming = se_hold_make(run, true);
	h->patience = patience;
	h->sighting = *sighting;
	h->n = 1;
	h->at[0] = (se_constraint){.watch = watch};
	h->part = se_part_for(run, watch, 1.0 / 3);
	find_discrete(run, h);
	see_side(run, h);
	return NULL;
}

/* How the functions change with a small move of everything, time included; a different one for each `way`. */
static bool changes(se_run *run, se_hold *h, int way, double *out)
{
	const double part = 1e-4;
	for (uint32_t i = 0; i < run->image->states; i++)
		h->x_plus[i] = run->x[i] + part * (fmod(0.618 * (i + 1) * (way + 1), 1) - 0.3) * run->nominal[i];
	if (!se_functions_at(run, run->time, run->x, h->f_plus, h->g) ||
	    !se_functions_at(run, run->time + way * part * part * se_size(run), h->x_plus, h->f_plus, out))
		return false;
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		out[i] -= h->g[i];
	return true;
}

/* Conditions with the same zeros turn together, as x > 0 and x < 0 do, but in events at the resolution of numbers one
 * may have turned and the other not yet. On a side of the condition along which the model slides they have the values
 * of that side. False: could not be evaluated. */
static bool make_whole(se_run *run, se_hold *h, int which)
{
	uint32_t watch = h->at[0].watch;
	bool turned = false;
	copy_side(run, h, &h->sides[which], false);
	se_new_point(run);
	if (!changes(run, h, 0, h->g_plus) || !changes(run, h, 1, h->g_minus))
		return false;
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		const si_watch *w = &run->image->watches.at[i];
		double ratio = h->g_plus[i] / h->g_plus[watch];
		if (i == watch || w->kind != SI_RELATION || w->time_only || !isfinite(ratio) || ratio == 0 ||
		    fabs(h->g_minus[i] - ratio * h->g_minus[watch]) > 1e-6 * fabs(h->g_minus[i]) ||
		    fabs(h->g[i] - ratio * h->g[watch]) > 1e-6 * fabs(h->g_plus[i]))
			continue;
		double side = copysign(1, ratio) * se_side(run, watch);
		long long truth = (w->op == SI_GT || w->op == SI_GE) == (side > 0);
		turned = turned || run->d->latch[i] != truth;
		run->d->latch[i] = truth;
		se_freeze(run, h, i);
	}
	if (!turned)
		return true;
	se_freeze(run, h, watch);
	se_forget_flips(run);
	run->close_calm = 0;
	se_settle_held(run);
	copy_side(run, h, &h->sides[which], true);
	return !run->failed;
}

static const char *const ASTRAY = "the two sides do not both lead to it";

/* Conditions that turn together with the one along which it slides must stay where they are on the way, or depend on
 * the side. g_plus and g_minus have the functions on the two sides. */
static const char *along_others(se_run *run, se_hold *h)
{
	uint32_t w = run->image->watches.n;
	bool *together = sb_new_array(h->arena, bool, w + 1);
	for (uint32_t i = 0; i < w; i++)
		together[i] = h->sides[0].latch[i] != h->sides[1].latch[i] && run->image->watches.at[i].kind == SI_RELATION &&
					  i != h->at[0].watch && fabs(h->g_plus[i] - h->g_minus[i]) <= 1e-9 * run->view->scale[i];
	if (!se_slide_rates(run, run->time, run->x, run->xd))
		return "its rates cannot be evaluated";
	/* g_plus and g_minus have the speeds on the two sides now */
	if (!se_speeds(run, run->time, run->x, run->xd, h->part, h->g))
		return "its rates cannot be evaluated";
	for (uint32_t i = 0; i < w; i++)
		if (together[i] && fabs(h->g[i]) > 1e-4 * fabs(h->g_plus[i] - h->g_minus[i]))
			return "it slides along two conditions at once";
	return NULL;
}

static const char *begin_slide(se_run *run, se_hold *h)
{
	uint32_t watch = h->at[0].watch;
	if (!share_of(run, run->time, run->x))
		return "the two sides do not differ in how they act on it";
	double off = h->g_minus[watch], on = h->g_plus[watch];
	be_on(run, 1);
	bool good = se_functions_at(run, run->time, run->x, h->f_minus, h->g_plus);
	be_on(run, 0);
	good = good && se_functions_at(run, run->time, run->x, h->f_minus, h->g_minus);
	double size = fmax(run->view->scale[watch], DBL_MIN);
	if (!good || fabs(h->g_plus[watch] - h->g_minus[watch]) > 1e-9 * size)
		return "its function itself differs from side to side";
	const si_watch *w = &run->image->watches.at[watch];
	double true_side = w->op == SI_GT || w->op == SI_GE ? 1 : -1;
	if (off * true_side < -1e-9 * fabs(on) || on * true_side > 1e-9 * fabs(off))
		return ASTRAY;
	return along_others(run, h);
}

static void enter_slide(se_run *run)
{
	se_hold *h = run->gathering->coming;
	uint32_t watch = h->at[0].watch;
	run->gathering->coming = NULL;
	bool whole = make_whole(run, h, 0) && make_whole(run, h, 1);
	run->hold = h;
	if (run->failed)
		return;
	const char *why_not = whole ? begin_slide(run, h) : "its rates cannot be evaluated";
	if (!why_not && !se_meet_held(run))
		why_not = "there are no states on it nearby";
	if (why_not == ASTRAY && ++run->gathering->astray_slides < SE_HELD_MOST) {  /* it was about to leave it anyway */
		se_discard(&run->hold);
		return;
	}
	run->gathering->astray_slides = 0;
	if (why_not) {
		se_report_chatter(run, &h->sighting, why_not);
		se_discard(&run->hold);
		run->failed = true;
		return;
	}
	se_forget_flips(run);
	run->close_calm = 0;
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (h->sides[0].latch[i] != h->sides[1].latch[i])
			se_freeze(run, h, i);
	be_on(run, 0);
	se_here(run);
	se_touch_everything(run);
	se_tell_held(run, watch, true);
	se_reopen_solver(run);
}

/* The other side is waited for. */
void se_look_for_other_side(se_run *run)
{
	se_hold *h = run->gathering->coming;
	if (h->frame != run->in) {
		const si_image *image = run->frames.at[h->frame]->image;
		h->sighting.image = image;
		se_report_chatter(run, &h->sighting, "its two sides are modes of different structure");
		run->failed = true;
		se_discard(&run->gathering->coming);
		return;
	}
	see_side(run, h);
	if (h->seen[0] && h->seen[1])
		enter_slide(run);
}

void se_leave_slide(se_run *run)
{
	if (!run->hold || !run->hold->slides)
		return;
	be_on(run, run->hold->at[0].lambda >= 0.5);
	se_discard(&run->hold);
	se_here(run);
	se_touch_everything(run);
	se_reopen_solver(run);
}

void se_show_slide(se_run *run)
{
	se_hold *h = run->hold;
	sc_data *d = run->d;
	uint32_t n = run->image->states;
	double share = fmin(fmax(h->at[0].lambda, 0), 1);
	be_on(run, 1);
	run->f->rates(d);
	run->f->watch(d, h->g);
	run->f->outputs(d);
	memcpy(h->reals, d->r, run->image->reals * sizeof *h->reals);
	memcpy(h->rates, d->xd, n * sizeof *h->rates);
	be_on(run, 0);
	run->f->rates(d);
	run->f->watch(d, h->g);
	run->f->outputs(d);
	for (uint32_t i = 0; i < run->image->reals; i++)
		h->reals[i] = d->r[i] + share * (h->reals[i] - d->r[i]);
	for (uint32_t i = 0; i < n; i++)
		h->rates[i] = d->xd[i] + share * (h->rates[i] - d->xd[i]);
}
