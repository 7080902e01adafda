/* The sizes of the functions of conditions that have been zero so far. Without a size nobody could tell what is
 * rounding.
 *
 * A function has the size that its states give it: what it would change by if each of them changed by its size. A state
 * that is empty and has shown no size counts as one of size 1; but what it makes of a function is a guess. It does not
 * hold of a function that is small and still exact: of `q > 1e-13` while q is empty, but not of the voltage of a diode
 * in a circuit of 300 V in which nothing is charged yet. The first one follows the least change of q, the second one is
 * rounding. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/look.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

static const double PART = 1e-6, LARGER = 1e-4;  /* by such parts of their sizes states are changed */
static const double EXACT = 1e-3;                /* two changes of an exact function are alike but for this part */
enum { MOST = 50 };                              /* so many functions are looked at one by one */

/* How much the functions change for each unit of `part`, into `far`, if all states change by that part of their sizes:
 * by different shares, so that nothing cancels. blank: those that have shown none by 1, else by nothing. */
static bool change_states(se_run *run, double part, bool blank)
{
	se_view *v = run->view;
	for (uint32_t i = 0; i < run->image->states; i++) {
		double share = 0.5 + 0.5 * fmod(0.618 * (i + 1), 1);
		double size = blank ? run->size[i] : se_known_size(&run->frame, i);
		run->x_try[i] = run->x[i] + part * (i % 2 ? -share : share) * fmax(size, fabs(run->x[i]));
	}
	run->d->x = run->x_try;
	run->f->rates(run->d);
	run->f->watch(run->d, v->far);
	run->d->x = run->x;
	bool good = !run->d->failed;
	if (!good)
		sc_forgive(run->d);
	for (uint32_t i = 0; i < run->image->watches.n && good; i++)
		v->far[i] = fabs(v->far[i] - v->near[i]) / part;
	return good;
}

static void evaluate_here(se_run *run)
{
	run->f->rates(run->d);
	run->f->watch(run->d, run->view->near);
}

static bool are_alike(double a, double b)
{
	return a > 0 && fabs(a - b) <= EXACT * a;
}

/* A function that is not zero now and follows when states change so little that it changes by half of its value has
 * digits of its own. */
static bool is_exact(se_run *run, uint32_t watch, double change)
{
	double now = fabs(run->view->near[watch]);
	return now > 0 && change_states(run, 0.5 * now / change, true) && are_alike(change, run->view->far[watch]);
}

/* The changes in `far` are by states of which some have shown no size. off: by watch, what rounding makes of it. */
static void guess_sizes(se_run *run, const double *off)
{
	se_view *v = run->view;
	uint32_t n = run->image->watches.n, looked = 0;
	double *change = sb_draw(NULL, (n + 1) * sizeof *change);
	memcpy(change, v->far, n * sizeof *change);
	for (uint32_t i = 0; i < n; i++) {
		if (!isfinite(change[i]) || change[i] <= v->scale[i] || PART * change[i] <= SE_ROUNDING_ROOM * off[i] ||
			(looked++ < MOST && is_exact(run, i, change[i])))
			continue;
		v->scale[i] = change[i];
		v->guessed[i] = true;
	}
	sb_put_back(change);
}

/* Where conditions decide over equations, rounding must not. */
static double *find_rounding(se_run *run)
{
	double *off = sb_draw_zeros((run->image->watches.n + 1) * sizeof *off);
	if (run->image->switches.n)
		se_find_rounding(run, run->view->near, off);
	return off;
}

void se_expect_sizes(se_run *run)
{
	se_view *v = run->view;
	if (!run->image->states || !run->watching)
		return;
	evaluate_here(run);
	double *off = find_rounding(run);
	bool good = change_states(run, PART, false);
	for (uint32_t i = 0; i < run->image->watches.n && good; i++) {
		if (isfinite(v->far[i]) && PART * v->far[i] > SE_ROUNDING_ROOM * off[i])
			v->scale[i] = fmax(v->scale[i], v->far[i]);
		se_note_rounding(run, i, off[i]);
	}
	if (good && run->sizing->blank && change_states(run, PART, true))
		guess_sizes(run, off);
	sb_put_back(off);
}

static bool any_is_guessed(const se_run *run)
{
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (run->view->guessed[i])
			return true;
	return false;
}

/* Where conditions decide over equations: what is less than the rounding of the largest state, or may be, stays a
 * guess. */
static double least_change(const se_run *run)
{
	static const double ROUNDING = 1e-14;
	double largest = 0;
	for (uint32_t i = 0; i < run->image->states && run->image->switches.n; i++)
		largest = fmax(largest, fmax(fabs(run->x[i]), se_known_size(&run->frame, i)));
	return ROUNDING * largest;
}

void se_expect_again(se_run *run)
{
	se_view *v = run->view;
	uint32_t n = run->image->watches.n;
	if (!any_is_guessed(run))
		return;
	double *change = sb_draw(NULL, (n + 1) * sizeof *change);
	sc_look_aside(run->d, SC_FOR_SIZES);
	evaluate_here(run);
	double *off = find_rounding(run);
	bool good = change_states(run, PART, false);
	memcpy(change, v->far, n * sizeof *change);
	good = good && change_states(run, LARGER, false);
	for (uint32_t i = 0; i < n && good; i++)
		if (v->guessed[i] && are_alike(change[i], v->far[i]) && PART * change[i] > SE_ROUNDING_ROOM * off[i] &&
			change[i] > least_change(run)) {
			v->scale[i] = fmax(change[i], fabs(v->near[i]));
			v->guessed[i] = false;
			v->resolved[i] = true;
		}
	sc_look_aside(run->d, SC_HERE);
	sc_forget_noticed(run->d);
	sb_put_back(off);
	sb_put_back(change);
	se_here(run);
}
