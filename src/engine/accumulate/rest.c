/* At rest on conditions: the reactions that hold the motion there (hold.h, E65 to E67). */
#include "engine/accumulate/hold.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/speed.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/course.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------ functions of time */

/* Its derivatives by time, from six values around t. *error: of the second, without rounding. */
static bool differentiate(se_run *run, const se_constraint *c, double t, const double *x, double span, double *rate,
						  double *bend, double *error)
{
	se_hold *h = run->hold;
	double g[7];
	for (int k = -3; k <= 3; k++) {
		if (!se_functions_at(run, t + k * span, x, h->f_minus, h->g))
			return false;
		g[k + 3] = h->g[c->watch];
	}
	*rate = ((g[6] - g[0]) - 9 * (g[5] - g[1]) + 45 * (g[4] - g[2])) / (60 * span);
	*bend = (2 * ((g[6] - g[3]) + (g[0] - g[3])) - 27 * ((g[5] - g[3]) + (g[1] - g[3])) +
			 270 * ((g[4] - g[3]) + (g[2] - g[3]))) /
			(180 * span * span);
	double short_one = ((g[4] - g[3]) + (g[2] - g[3])) / (span * span);
	double middle = (16 * ((g[4] - g[3]) + (g[2] - g[3])) - ((g[5] - g[3]) + (g[1] - g[3]))) / (12 * span * span);
	*error = fabs(*bend - middle) * fmin(1, fabs(*bend - middle) / fmax(fabs(middle - short_one), DBL_MIN));
	return true;
}

static double rounding_of(const se_run *run, const se_constraint *c)
{
	return 4 * DBL_EPSILON * (run->view->scale[c->watch] + se_terms(run, run->image->watches.at[c->watch].terms));
}

/* How far differences in time look: where rounding and what they leave out are least together. From short spans to long
 * ones, as long as they agree: a long one may meet an oscillation in step with it and see nothing of it. */
static bool choose_clock_span(se_run *run, se_constraint *c, double t, const double *x)
{
	double rate, bend, error, best = 0, rounding = rounding_of(run, c), span = 0.02 * se_size(run) / (1 << 20);
	c->clock_error = INFINITY;
	c->clock_at = NAN;
	for (int k = 0; k <= 20; k++, span *= 2) {
		if (!differentiate(run, c, t, x, span, &rate, &bend, &error))
			continue;
		error += rounding / (span * span);
		if (isfinite(c->clock_error) && fabs(bend - best) > c->clock_error + error)
			break;
		if (error >= c->clock_error)
			continue;
		c->clock_error = error;
		c->clock_span = span;
		best = bend;
	}
	return isfinite(c->clock_error);
}

static bool look_at_clock(se_run *run, se_constraint *c, double t, const double *x)
{
	double error;
	if (c->clock_span == 0 || c->clock_at == t)
		return true;
	if (!differentiate(run, c, t, x, c->clock_span, &c->clock_rate, &c->clock_bend, &error))
		return false;
	c->clock_at = t;
	return true;
}

/* --------------------------------------------------------------------------------------------------- slopes, speeds */

/* The slopes of the function of a constraint, from differences as long as the states are large. False: it is not affine
 * in the states. */
static bool find_slopes(se_run *run, se_constraint *c, double t, const double *x)
{
	se_hold *h = run->hold;
	uint32_t n = run->image->states;
	double dt = 0.01 * se_size(run),
		   error = 1e-9 * se_unit_of(run, c->watch) + 16 * DBL_EPSILON * run->view->scale[c->watch];
	if (!se_functions_at(run, t, x, h->f, h->g) || !se_functions_at(run, t + dt, x, h->f, h->g_plus) ||
	    !se_functions_at(run, t - 0.37 * dt, x, h->f, h->g_minus))
		return false;
	double g = h->g[c->watch], later = h->g_plus[c->watch], rise = 0;
	bool stands_still = fabs(later - g) <= error && fabs(h->g_minus[c->watch] - g) <= error;
	memcpy(h->x_plus, x, n * sizeof *x);
	for (uint32_t i = 0; i < n; i++) {
		h->x_plus[i] = x[i] + run->nominal[i];
		double far = h->x_plus[i] - x[i];
		if (!se_functions_at(run, t, h->x_plus, h->f, h->g_plus))
			return false;
		h->x_plus[i] = x[i];
		double change = h->g_plus[c->watch] - g;
		c->slope[i] = fabs(change) > 4 * DBL_EPSILON * run->view->scale[c->watch] ? change / far : 0;
		h->x_minus[i] = x[i] + (i % 2 ? 0.61 : -0.37) * run->nominal[i];
		rise += c->slope[i] * (h->x_minus[i] - x[i]);
	}
	if (!se_functions_at(run, t, h->x_minus, h->f, h->g_plus) || !(fabs(h->g_plus[c->watch] - g - rise) <= error))
		return false;
	if (!se_functions_at(run, t + dt, h->x_minus, h->f, h->g_plus) ||
		!(fabs(h->g_plus[c->watch] - later - rise) <= error))
		return false;
	c->clock_span = c->clock_rate = c->clock_bend = 0;
	return stands_still || choose_clock_span(run, c, t, x);
}

/* How fast its function changes with the states alone. */
static double speed_by_states(const se_run *run, const se_constraint *c, const double *f)
{
	double speed = 0;
	for (uint32_t i = 0; i < run->image->states; i++)
		speed += c->slope[i] * f[i];
	return speed;
}

static bool all_affine(const se_hold *h)
{
	bool all = true;
	for (uint32_t k = 0; k < h->n; k++)
		all = all && h->at[k].affine;
	return all;
}

/* The rates of change of the functions of the constraints, where the states have the rates f. */
bool se_held_speeds(se_run *run, double t, const double *x, const double *f, double *out)
{
	se_hold *h = run->hold;
	for (uint32_t k = 0; k < h->n; k++) {
		if (h->at[k].affine && !look_at_clock(run, &h->at[k], t, x))
			return false;
		out[k] = h->at[k].affine ? h->at[k].clock_rate + speed_by_states(run, &h->at[k], f) : 0;
	}
	if (all_affine(h))
		return true;
	bool good = se_speeds(run, t, x, f, h->part, h->g);
	for (uint32_t k = 0; k < h->n; k++)
		if (!h->at[k].affine)
			out[k] = h->g[h->at[k].watch];
	return good;
}

/* How they change along a direction, and with time if dt is not 0. */
static bool speeds_along(se_run *run, double t, const double *x, const double *along, double how_far, double dt,
						 double *out)
{
	se_hold *h = run->hold;
	se_go(run, x, along, how_far, h->x_plus);
	se_go(run, x, along, -how_far, h->x_minus);
	if (!se_functions_at(run, t + dt, h->x_plus, h->f_plus, h->g_plus) ||
		!se_functions_at(run, t - dt, h->x_minus, h->push, h->g_minus))
		return false;
	for (uint32_t k = 0; k < h->n; k++) {
		se_constraint *c = &h->at[k];
		if (!c->affine)
			continue;
		if (dt != 0 && !look_at_clock(run, c, t, x))
			return false;
		out[k] = (speed_by_states(run, c, h->f_plus) - speed_by_states(run, c, h->push)) / (2 * how_far) +
				 (dt != 0 ? c->clock_bend : 0);
	}
	if (all_affine(h))
		return true;
	if (!se_speeds(run, t + dt, h->x_plus, h->f_plus, h->part, h->g_plus) ||
		!se_speeds(run, t - dt, h->x_minus, h->push, h->part, h->g_minus))
		return false;
	for (uint32_t k = 0; k < h->n; k++)
		if (!h->at[k].affine)
			out[k] = (h->g_plus[h->at[k].watch] - h->g_minus[h->at[k].watch]) / (2 * how_far);
	return true;
}

void se_look_at_slopes(se_run *run)
{
	se_hold *h = run->hold;
	for (uint32_t k = 0; k < h->n; k++)
		h->at[k].affine = find_slopes(run, &h->at[k], run->time, run->x);
}

/* Gauss, with pivots: small. False: singular. */
static bool solve(double a[SE_HELD_MOST][SE_HELD_MOST], double *b, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++) {
		uint32_t best = k;
		for (uint32_t i = k + 1; i < n; i++)
			best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
		if (!(fabs(a[best][k]) > 0))
			return false;
		for (uint32_t j = 0; j < n; j++) {
			double swapped = a[k][j];
			a[k][j] = a[best][j];
			a[best][j] = swapped;
		}
		double swapped = b[k];
		b[k] = b[best];
		b[best] = swapped;
		for (uint32_t i = k + 1; i < n; i++) {
			double factor = a[i][k] / a[k][k];
			for (uint32_t j = k; j < n; j++)
				a[i][j] -= factor * a[k][j];
			b[i] -= factor * b[k];
		}
	}
	for (uint32_t k = n; k-- > 0; b[k] /= a[k][k])
		for (uint32_t j = k + 1; j < n; j++)
			b[k] -= a[k][j] * b[j];
	return true;
}

/* How the reactions act on the rates of change of the functions. */
static bool reactions(se_run *run, double t, const double *x, double act[SE_HELD_MOST][SE_HELD_MOST])
{
	se_hold *h = run->hold;
	double column[SE_HELD_MOST];
	for (uint32_t l = 0; l < h->n; l++) {
		if (!speeds_along(run, t, x, h->at[l].d, 1e-3, 0, column))
			return false;
		for (uint32_t k = 0; k < h->n; k++)
			act[k][l] = column[k];
	}
	return true;
}

bool se_rest_rates(se_run *run, double t, const double *x, double *xd)
{
	se_hold *h = run->hold;
	double act[SE_HELD_MOST][SE_HELD_MOST], own[SE_HELD_MOST], lambda[SE_HELD_MOST];
	bool moves = false;
	if (!se_functions_at(run, t, x, h->f, h->g))
		return false;
	memcpy(xd, h->f, run->image->states * sizeof *xd);
	double span = se_time_for(run, x, xd, h->part);
	if (!speeds_along(run, t, x, h->f, span, span, lambda))
		return false;
	for (uint32_t k = 0; k < h->n; k++)
		lambda[k] = -lambda[k];
	if (!reactions(run, t, x, act))
		return false;
	for (uint32_t k = 0; k < h->n; k++) {
		own[k] = act[k][k];
		moves = moves || h->at[k].clock_span > 0;
	}
	if (!solve(act, lambda, h->n))
		return false;
	for (uint32_t k = 0; k < h->n; k++) {
		se_constraint *c = &h->at[k];
		if (fabs(lambda[k] - c->lambda) * fabs(own[k]) <= 0.1 * h->noise &&
			!moves) /* rounding would keep the solver busy */
			lambda[k] = c->lambda;
		c->lambda = lambda[k];
		c->press = -lambda[k] * own[k] * c->side;
		for (uint32_t i = 0; i < run->image->states; i++)
			xd[i] += lambda[k] * c->d[i];
	}
	return true;
}

/* Positions give way in the direction in which the reactions move them, then the speeds that are left are taken
 * away. */
bool se_project_rest(se_run *run, double t, double *x)
{
	se_hold *h = run->hold;
	double act[SE_HELD_MOST][SE_HELD_MOST], again[SE_HELD_MOST][SE_HELD_MOST], off[SE_HELD_MOST];
	if (!se_functions_at(run, t, x, h->f, h->g))
		return false;
	for (uint32_t k = 0; k < h->n; k++)
		off[k] = h->g[h->at[k].watch];
	for (uint32_t k = 0; k < h->n; k++)      /* it may have become another function, beyond a bend */
		if (h->at[k].affine && fabs(off[k]) > 1e-6 * se_unit_of(run, h->at[k].watch))
			h->at[k].affine = find_slopes(run, &h->at[k], t, x);
	if (!reactions(run, t, x, act))
		return false;
	memcpy(again, act, sizeof act);
	if (!solve(act, off, h->n))
		return false;
	memcpy(h->push, x, run->image->states * sizeof *x);
	for (uint32_t l = 0; l < h->n; l++) {
		se_go(run, h->push, h->at[l].d, 1e-3, h->x_plus);
		se_go(run, h->push, h->at[l].d, -1e-3, h->x_minus);
		if (!se_functions_at(run, t, h->x_plus, h->f_plus, h->g) ||
			!se_functions_at(run, t, h->x_minus, h->f_minus, h->g))
			return false;
		for (uint32_t i = 0; i < run->image->states; i++)
			x[i] -= off[l] * (h->f_plus[i] - h->f_minus[i]) / 2e-3;
	}
	if (!se_functions_at(run, t, x, h->f, h->g) || !se_held_speeds(run, t, x, h->f, off) || !solve(again, off, h->n))
		return false;
	for (uint32_t l = 0; l < h->n; l++)
		se_go(run, x, h->at[l].d, -off[l], x);
	return true;
}

/* What is rounding of an acceleration. */
static void note_noise(se_run *run, se_hold *h)
{
	double span = se_time_for(run, run->x, h->f, h->part);
	for (uint32_t k = 0; k < h->n; k++) {
		const se_constraint *c = &h->at[k];
		double speeds =
			0; /* an acceleration is a difference of sums of these, which may cancel: two bodies fall side by side */
		for (uint32_t i = 0; i < run->image->states && c->affine; i++)
			speeds += fabs(c->slope[i] * h->f_plus[i]);
		double least = c->affine ? fmax(1e-9 * c->press, 1e3 * DBL_EPSILON * speeds / span)
		                         : 100 * DBL_EPSILON * run->view->scale[c->watch] / (span * span);
		h->noise = fmax(h->noise, fmax(least, c->clock_span > 0 ? 10 * c->clock_error : 0));
	}
}

static const char *begin_rest(se_run *run, se_hold *h, se_constraint *c)
{
	double act[SE_HELD_MOST][SE_HELD_MOST];
	h->noise = 0;
	c->affine = find_slopes(run, c, run->time, run->x);
	if (!se_rest_rates(run, run->time, run->x, run->xd) || !reactions(run, run->time, run->x, act))
		return "the states that it reinitialises do not act on the rate of its function";
	if (!(fabs(act[h->n - 1][h->n - 1]) > 1e-9 * se_unit_of(run, c->watch)))
		return "the states that it reinitialises do not act on the rate of its function";
	note_noise(run, h);
	if (!se_meet_held(run))
		return "there are no states for which it is at rest";
	return NULL;
}

/* The motion is where and as fast as the condition is. It has the value of the side from which the motion came. */
static void meet(se_run *run, const se_constraint *c)
{
	se_forget_flips(run);
	run->close_calm = 0;
	if (se_side(run, c->watch) == c->side)   /* on the condition, but not beyond it */
		run->d->latch[c->watch] = !run->d->latch[c->watch];
}

/* Nothing presses the motion on, but rounding or the solver's error leads it beyond the condition again and again: that
 * is no motion (E124). */
static void note_touch(se_run *run, uint32_t watch)
{
	enum { OFTEN = 5 };
	se_course *s = se_course_of(run, watch);
	s->touches = run->time - s->touched_at <= 1e-9 * se_size(run) ? s->touches + 1 : 0;
	s->touched_at = run->time;
	if (s->touches >= OFTEN)
		se_blur(run, watch);
}

const char *se_rest(se_run *run, uint32_t watch, const double *jump, double side)
{
	se_hold *h = run->hold;
	if (h && (h->slides || h->n == SE_HELD_MOST || h->frame != run->in))
		return h->slides ? "the motion slides along another condition" : "too many conditions are held already";
	if (!h)
		h = run->hold = se_hold_make(run, false);
	se_constraint *c = &h->at[h->n++];
	double part = h->part;
	*c = (se_constraint){.watch = watch, .side = side, .d = sb_new_array(h->arena, double, run->image->states + 1),
	                   .slope = sb_new_array(h->arena, double, run->image->states + 1)};
	for (uint32_t i = 0; i < run->image->states; i++)
		c->d[i] = jump[i] * run->nominal[i];
	h->part = fmax(part, se_part_for(run, watch, 0.25));
	const char *why_not = begin_rest(run, h, c);
	bool pressed = !why_not && c->press > h->noise;
	if (!why_not)
		meet(run, c);
	if (!pressed) {          /* two bodies that fly side by side: they touch, and either may leave the other */
		h->n--;
		h->part = part;
		if (!h->n)
			se_discard(&run->hold);
	}
	if (why_not)
		return why_not;
	if (pressed) {
		se_freeze(run, h, watch);
		se_tell_held(run, watch, false);
	} else {
		se_tell_touching(run, watch);
	}
	size_t bytes = run->image->states * sizeof *run->x;
	double *x = memcpy(sb_draw(NULL, bytes + 1), run->x, bytes);
	se_settle_held(run);
	if (!pressed && !run->failed)
		note_touch(run, watch);
	se_reopen_solver(run);
	if (run->hold && !run->failed && memcmp(x, run->x, bytes) != 0) /* the event of another condition has moved it */
		se_look_at_hold(run, true);
	sb_put_back(x);
	return NULL;
}
