/* A nonlinear loop is solved: from the last solution, with its factors if they are good enough; from the start values
 * that the user wrote; from other points (newton_guess.c), to the nearest solution; and, where the solution is followed
 * through a step (newton_path.c), to that one. */
#include "code/runtime/newton.h"

#include <math.h>
#include <string.h>

static const double ROUNDED = 1e-6;      /* distances from the last solution that differ by less are the same */

void sc_loop_room(sc_loop *loop)
{
	size_t n = loop->of->n;
	if (loop->good)
		return;
	loop->good = sb_draw(NULL, (SC_LOOP_VECTORS * n + 1) * sizeof(double));
	double **lists[] = { &loop->last, &loop->level, &loop->place, &loop->scale, &loop->nominal, &loop->reached };
	for (uint32_t k = 0; k < sizeof lists / sizeof *lists; k++)
		*lists[k] = loop->good + (size_t)(k + 1) * n;
	memset(loop->reached, 0, n * sizeof(double));
}

static void set_up(sc_newton *w)
{
	sc_loop *loop = w->loop;
	uint32_t n = w->n;
	if (!loop->factors)
		loop->factors = sc_factors_new(loop);
	if (!loop->work)
		loop->work = sb_draw(NULL, ((size_t)n * SC_NEWTON_VECTORS + w->entries + 1) * sizeof(double));
	if (!loop->good) {
		sc_loop_room(loop);
		sc_loop_scales(w->run, loop);
	}
	double **parts[] = { &w->z, &w->trial, &w->res, &w->trial_res, &w->step, &w->next, &w->row_scale, &w->bound,
		&w->from, &w->worst, &w->found };
	for (uint32_t k = 0; k < SC_NEWTON_VECTORS; k++)
		*parts[k] = loop->work + (size_t)k * n;
	w->matrix = loop->work + (size_t)SC_NEWTON_VECTORS * n;
	_Static_assert(sizeof(si_entry) == sizeof(sc_entry), "they are the same");
	w->entry = (const sc_entry *)(const void *)loop->entries;
	w->scale = loop->scale;
	w->nominal = loop->nominal;
	w->level = loop->level;
	w->place = loop->place;
}

static void failed_at(sc_newton *w, int number)
{
	bool finite = true;
	w->d->failed = 0;
	w->residual(w->d, w->z, w->res);
	for (uint32_t k = 0; k < w->n; k++)
		finite &= isfinite(w->res[k]);
	w->run->failure.iterations = w->rounds;
	if (!w->d->failed)
		sc_fail_loop(w->run, finite ? SC_NO_CONVERGENCE : SC_NOT_FINITE, number, w->z, w->res);
}

/* What went wrong in trial points does not matter once there is a solution. */
static void forget_failures(sc_run *run)
{
	run->d.failed = 0;
	run->failure.kind = SC_NO_FAILURE;
}

static void keep(sc_newton *w, double *z)
{
	sc_loop *loop = w->loop;
	size_t bytes = w->n * sizeof(double);
	memcpy(z, w->z, bytes);
	memcpy(loop->good, w->z, bytes);
	memcpy(loop->last, w->res, bytes);
	loop->has_good = true;
	sc_keep_solution(w->run, loop, w->z);
}

static double distance(const sc_newton *w, const double *from)
{
	double largest = 0;
	for (uint32_t k = 0; k < w->n; k++)
		largest = fmax(largest, fabs(w->z[k] - from[k]) / fmax(w->loop->scale[k], fabs(from[k])));
	return largest;
}

/* Where two solutions part (x^2 = time at 0), they are as near as each other but for rounding: the start values, which
 * cannot have selected one before, do it now. */
static bool is_better(const sc_newton *w, const double *guess, double away, double nearest)
{
	bool as_near = nearest < INFINITY && fabs(away - nearest) <= ROUNDED * nearest;
	bool other = as_near && distance(w, w->found) > ROUNDED * nearest;
	double towards = other ? sc_towards_starts(w->run, w->loop, guess, w->found, w->z) : 0;
	return towards != 0 ? towards > 0 : away < nearest;
}

/* From other points than the last solution, to the solution that is nearest to it; in the initial system, where there
 * is none, to the first. A solution is found again from itself. A corner at which the equations almost hold, as where
 * the solution of an amplifier with positive feedback has just ended, is not. */
static bool search(sc_newton *w, const double *guess, const double *present)
{
	double nearest = INFINITY;
	w->hasty = true;
	bool first = w->d->initial || !w->loop->past.n;
	memset(w->from, 0, w->n * sizeof(double));
	for (uint32_t attempt = 1; sc_begin_at(w->run, w->loop, guess, present, attempt, w->z); attempt++) {
		if (attempt >= SC_FAR_ATTEMPT && nearest < INFINITY)
			break;
		if (!sc_newton_iterate(w, false))
			continue;
		if (first)
			return true;
		if (!sc_newton_iterate(w, false))
			continue;
		double away = distance(w, guess);
		if (is_better(w, guess, away, nearest))
			memcpy(w->found, w->z, w->n * sizeof(double));
		nearest = fmin(nearest, away);
	}
	memcpy(w->z, nearest < INFINITY ? w->found : guess, w->n * sizeof(double));
	return nearest < INFINITY && sc_newton_iterate(w, false);
}

static bool solve_from(sc_newton *w, const double *guess, const double *present)
{
	sc_loop *loop = w->loop;
	size_t bytes = w->n * sizeof(double);
	memcpy(w->z, guess, bytes);
	if (loop->past.n)
		memcpy(w->from, guess, bytes);
	else
		memset(w->from, 0, bytes);
	loop->stale = true;
	if (sc_newton_stay(w))
		return true;
	sc_outcome so_far = sc_newton_by_old_factors(w);
	if (so_far == SC_SOLVED)
		return true;
	loop->stale = false;
	if (w->d->initial && !loop->has_good) {
		sc_newton_fit_to_given(w);
		if (sc_newton_iterate(w, false))
			return true;
	}
	memcpy(w->z, guess, bytes);
	return sc_newton_iterate(w, so_far == SC_UNDECIDED) || (!sc_may_retreat(w->run, loop) && search(w, guess, present));
}

/* A path on which the sign changes says nothing of the points between its ends. */
static bool has_other_sign(const sc_newton *w)
{
	const sc_loop *loop = w->loop;
	return loop->path.n && loop->path.sign == loop->path.first_sign && !loop->loose &&
		   sc_factors_ready(loop->factors) &&
		   sc_factors_sign(loop->factors) * loop->path.sign < 0;
}

/* A point between two of the path, where its solutions almost meet others: from one of the two, if that leads to the
 * solution of the path. */
static void try_from_path(sc_newton *w, int end)
{
	const double *from = sc_path_beside(w->run, w->loop, end);
	size_t bytes = w->n * sizeof(double);
	if (!from)
		return;
	memcpy(w->found, w->z, bytes);
	memcpy(w->z, from, bytes);
	w->plain = true;
	bool good = sc_newton_iterate(w, false) && !has_other_sign(w);
	if (!good) {
		memcpy(w->z, w->found, bytes);
		sc_newton_iterate(w, false);
	}
	w->d->failed = 0;
}

int sc_service_newton(sc_data *d, int number, double *z, void (*residual)(sc_data *, const double *, double *),
                      void (*jacobian)(sc_data *, const double *, double *))
{
	sc_run *run = sc_run_of(d);
	sc_loop *loop = sc_loop_of(run, number);
	sc_newton w = { .it = { .asks = &sc_newton_asks, .n = loop->of->n, .entries = loop->of->entries.n,
			.failed = &d->failed, .off = -1 },
		.run = run, .loop = loop, .d = d, .residual = residual, .jacobian = jacobian, .before = run->noticed };
	set_up(&w);
	loop->jacobian = jacobian;
	if (d->initial && !loop->has_good)
		sc_follow_starts(run, loop, z);
	const double *guess = sc_guess(run, loop, z), *ahead = sc_meeting_guess(run, loop);
	if (!ahead)
		ahead = sc_course_guess(run, loop);
	bool first = d->initial && !loop->has_good;
	if (!(ahead && solve_from(&w, ahead, z)) && !solve_from(&w, guess, z) &&
		!(first && sc_newton_from_starts(&w, guess))) {
		failed_at(&w, number);
		d->failed = 1;
		return 1;
	}
	if (first)
		sc_newton_nearest(&w, guess);
	for (int end = 0; end < 2 && has_other_sign(&w); end++)
		try_from_path(&w, end);
	if (run->noticed.text != w.before.text)
		sc_newton_evaluate(&w, w.z, w.res);      /* was it at the solution? */
	sc_meeting_judge(&w);
	sc_course_measure(&w);
	bool smooth = sc_course_goes_on(&w);
	const double *leapt = smooth ? NULL : sc_path_leapt(run, loop, w.z, w.hasty, w.off);
	loop->path.leaps = leapt && !sc_leads_straight(&w, leapt) && !sc_newton_holds_at(&w, leapt);
	keep(&w, z);
	sc_judge_solution(run, loop, w.hasty && !smooth, smooth, sc_course_left(&w), w.off);
	forget_failures(run);
	return 0;
}
