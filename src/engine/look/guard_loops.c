/* Linear loops whose matrix becomes singular between two steps. The sign of its determinant changes there; if the
 * solution grows beyond all bounds on both sides it is a pole, as that of a quotient whose divisor passes zero, and
 * ends the run. A right side that vanishes together with the determinant leaves a solution that cannot be computed
 * there, which is told. A factor that only jumps is neither. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/guard.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { HALVINGS = 60 };
static const double GROWN = 1e4;         /* beside the solution at the ends of the step */
static const double LOST = 1e-3;         /* of the solution, by rounding: the matrix does not only jump */

typedef struct look { int sign; double size; } look;
struct se_loops {
	uint32_t n, *number;
	look *last, *now;
	bool *cancelled;                 /* by loop: told that its right side vanished with its determinant */
	bool rates;                      /* the solver evaluates one of them */
};

static bool is_watched(const si_image *image, const si_step *s)
{
	return s->loop && image->loops.at[s->loop - 1].linear && !image->loops.at[s->loop - 1].invariant &&
		   !(s->phases & SI_DISCRETE);
}

se_loops *se_loops_make(se_run *run)
{
	const si_image *image = run->image;
	se_loops *l = sb_new(run->own, se_loops);
	l->number = sb_new_array(run->own, uint32_t, image->loops.n + 1);
	for (uint32_t i = 0; i < image->steps.n; i++)
		if (is_watched(image, &image->steps.at[i])) {
			l->number[l->n++] = image->steps.at[i].loop - 1;
			l->rates = l->rates || image->steps.at[i].phases & SI_RATES;
		}
	l->last = sb_new_array(run->own, look, l->n + 1);
	l->now = sb_new_array(run->own, look, l->n + 1);
	l->cancelled = sb_new_array(run->own, bool, l->n + 1);
	return l;
}

bool se_loops_any(const se_loops *l)
{
	return l->n > 0;
}

void se_loops_forget(se_loops *l)
{
	memset(l->last, 0, l->n * sizeof *l->last);
	memset(l->cancelled, 0, l->n * sizeof *l->cancelled);
}

/* All of it, at a point of the step. False: something fails there. */
static bool evaluate(se_run *run, double t)
{
	if (run->image->states && t == run->step_end)
		memcpy(run->x_try, run->solver->operations->state(run->solver), run->image->states * sizeof *run->x_try);
	else if (run->image->states)
		se_interpolate(run, t, run->x_try);
	se_at(run, t, run->x_try);
	se_evaluate_all(run);
	bool good = !run->d->failed;
	if (!good)
		sc_forgive(run->d);
	sc_held_warning(run->d);
	return good;
}

static void read(const se_run *run, se_loops *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		l->now[i] = (look){sc_loop_sign(run->d, l->number[i]), sc_loop_size(run->d, l->number[i])};
}

/* Most solvers have evaluated the rates last where their step ends. */
void se_loops_read(se_run *run, se_loops *l, double end)
{
	if (l->rates && !(end == run->step_end && run->fresh_time == end))
		evaluate(run, end);
	read(run, l);
}

void se_loops_read_here(se_run *run, se_loops *l)
{
	if (l->rates) {
		run->f->rates(run->d);
		if (run->d->failed)
			sc_forgive(run->d);
	}
	read(run, l);
}

void se_loops_keep(se_loops *l)
{
	memcpy(l->last, l->now, l->n * sizeof *l->last);
}

/* What happens between `good` and `bad`, at *at. */
static se_at_zero how_it_turns(se_run *run, const se_loops *l, uint32_t i, double good, double bad, double *at)
{
	double lost = 0;
	double size = fmin(l->last[i].size, l->now[i].size), before = l->last[i].size,
		   after = l->now[i].size; /* one end may be next to it */
	for (int k = 0; k < HALVINGS && bad - good > 2 * DBL_EPSILON * fmax(fabs(good), fabs(bad)); k++) {
		double t = 0.5 * (good + bad);
		bool known = evaluate(run, t);
		int sign = known ? sc_loop_sign(run->d, l->number[i]) : 0;
		*at = t;
		if (!known)
			return SE_POLE;
		lost = sc_loop_lost(run->d, l->number[i]);
		if (!sign)               /* open there, to rounding */
			return SE_CANCELS;
		if (sign == l->last[i].sign) {
			good = t;
			before = sc_loop_size(run->d, l->number[i]);
		} else {
			bad = t;
			after = sc_loop_size(run->d, l->number[i]);
		}
	}
	*at = bad;
	return fmin(before, after) > GROWN * size ? SE_POLE : lost > LOST ? SE_CANCELS : SE_HARMLESS;
}

bool se_loops_turn(se_run *run, se_loops *l, double from, double end, double *at)
{
	for (uint32_t i = 0; i < l->n; i++) {
		double when = end;
		if (l->last[i].sign * l->now[i].sign >= 0)
			continue;
		sc_look_aside(run->d, true);
		se_at_zero how = how_it_turns(run, l, i, from, end, &when);
		sc_look_aside(run->d, false);
		if (how == SE_HARMLESS || (how == SE_CANCELS && l->cancelled[i]))
			continue;
		sc_report_turned(run->d, l->number[i], when, how == SE_POLE);
		l->cancelled[i] = true;
		if (how == SE_CANCELS)
			continue;
		*at = when;
		run->failed = true;
		return true;
	}
	return false;
}

void se_loops_archive(se_loops *l, sb_archive *a)
{
	sb_archive_bytes(a, l->last, l->n * sizeof *l->last);
	sb_archive_bytes(a, l->cancelled, l->n * sizeof *l->cancelled);
}
