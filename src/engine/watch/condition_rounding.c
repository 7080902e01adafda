/* What rounding makes of the functions of conditions.
 *
 * A function that has been zero so far has no size by which rounding could be told. If it is a difference of large
 * values, as the voltage of a diode that nothing drives is one of potentials, it is their rounding, and seems to pass
 * zero again and again. States that are off by a few units in the last place show it. The size of such a function is
 * that of what has been rounded. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* A function whose own size is less than this part of what has been rounded has none. */
static const double NONE = 1e-9;
/* ... and its values are less than this part of the largest condition. */
static const double PART = 1e-12;

void se_move_a_little(const se_run *run, const double *x, uint32_t look, double *moved)
{
	enum { MOST = 31 };
	for (uint32_t i = 0; i < run->image->states; i++)
		moved[i] = x[i] * (1 + ((double)((7 * i + 12 * look) * look % MOST) - MOST / 2) * DBL_EPSILON);
}

void se_find_rounding(se_run *run, const double *g, double *off)
{
	double *x = run->d->x;
	double *there = sb_draw(NULL, (run->image->watches.n + 1) * sizeof *there);
	memset(off, 0, run->image->watches.n * sizeof *off);
	run->d->x = sb_draw(NULL, (run->image->states + 1) * sizeof *x);
	for (uint32_t k = 1; k <= SE_ROUNDING_LOOKS; k++) {
		se_move_a_little(run, x, k, run->d->x);
		run->f->rates(run->d);
		run->f->watch(run->d, there);
		for (uint32_t i = 0; i < run->image->watches.n && !run->d->failed; i++)
			off[i] = fmax(off[i], isfinite(there[i]) ? fabs(there[i] - g[i]) : 0);
		if (run->d->failed)
			sc_forgive(run->d);
	}
	sb_put_back(run->d->x);
	run->d->x = x;
	sb_put_back(there);
}

void se_note_rounding(se_run *run, uint32_t watch, double off)
{
	double size = off / DBL_EPSILON;
	if (run->view->scale[watch] < NONE * size)
		run->view->scale[watch] = size;
}

bool se_may_be_rounding(const se_run *run, uint32_t watch, double g)
{
	const si_watch *w = &run->image->watches.at[watch];
	if (!run->image->switches.n || w->time_only || w->ahead || w->initial_only || w->kind != SI_RELATION || g == 0)
		return false;
	double largest = se_largest_condition(run);
	return fabs(g) <= PART * largest && run->view->scale[watch] < NONE * largest;
}

/* The functions that have turned there, and are nothing but rounding, are masked. */
bool se_is_rounding(se_run *run, double at)
{
	uint32_t n = run->image->watches.n;
	if (!run->image->switches.n)     /* se_may_be_rounding of any would say no */
		return false;
	double *g = sb_draw(NULL, 2 * (n + 1) * sizeof *g), *off = g + n + 1;
	bool any = false, rounding = false;
	se_watch_at(run, at, g);
	for (uint32_t i = 0; i < n && !any; i++)
		any = se_truth(run, i, g[i]) != run->d->latch[i] && se_may_be_rounding(run, i, g[i]);
	if (any)
		se_find_rounding(run, g, off);
	for (uint32_t i = 0; i < n && any; i++) {
		if (se_truth(run, i, g[i]) == run->d->latch[i] || !se_may_be_rounding(run, i, g[i]) ||
			fabs(g[i]) > SE_ROUNDING_ROOM * off[i])
			continue;
		se_note_rounding(run, i, off[i]);
		run->view->masked[i] = rounding = true;
	}
	sb_put_back(g);
	return rounding;
}
