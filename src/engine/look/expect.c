/* The sizes of the functions of conditions that have been zero so far. Without a size nobody could tell what is
 * rounding. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/look.h"
#include "engine/watch/watch.h"
#include <math.h>

/* How much the functions change, into `far`, if each state changes by its size: found by a small change of all at once,
 * with different parts so that nothing cancels. blank: of those that have shown no size by 1, else by nothing. */
static bool move_states(se_run *run, bool blank)
{
	const double part = 1e-6;
	uint32_t n = run->image->states;
	for (uint32_t i = 0; i < n; i++) {
		double share = 0.5 + 0.5 * fmod(0.618 * (i + 1), 1), size = blank ? run->size[i] : se_known_size(&run->frame, i);
		run->x_try[i] = run->x[i] + part * (i % 2 ? -share : share) * fmax(size, fabs(run->x[i]));
	}
	run->d->x = run->x_try;
	run->f->rates(run->d);
	run->f->watch(run->d, run->view->far);
	run->d->x = run->x;
	bool good = !run->d->failed;
	if (!good)
		sc_forgive(run->d);
	for (uint32_t i = 0; i < run->image->watches.n && good; i++)
		run->view->far[i] = fabs(run->view->far[i] - run->view->near[i]) / part;
	return good;
}

/* A function that has been zero so far has no size by which rounding could be told. It has the one that its states give
 * it: what it would change by if each of them changed by its size. Where all of them have shown none it is 1 for the
 * time being, and only a guess. */
void se_expect_sizes(se_run *run)
{
	se_view *v = run->view;
	uint32_t nothing = 0, m = run->image->watches.n;
	if (!run->image->states || !run->watching)
		return;
	run->f->rates(run->d);
	run->f->watch(run->d, v->near);
	if (!move_states(run, false))
		return;
	for (uint32_t i = 0; i < m; i++) {
		if (isfinite(v->far[i]))
			v->scale[i] = fmax(v->scale[i], v->far[i]);
		nothing += v->scale[i] == 0 && v->near[i] == 0;
	}
	if (!nothing || !run->sizing->blank || !move_states(run, true))
		return;
	for (uint32_t i = 0; i < m; i++)
		if (v->scale[i] == 0 && v->near[i] == 0 && isfinite(v->far[i])) {
			v->scale[i] = v->far[i];
			v->guessed[i] = v->far[i] > 0;
		}
}

void se_expect_again(se_run *run)
{
	uint32_t any = 0;
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (run->view->guessed[i]) {
			run->view->guessed[i] = false;
			run->view->scale[i] = 0;
			any++;
		}
	if (!any)
		return;
	sc_look_aside(run->d, SC_FOR_SIZES);
	se_expect_sizes(run);
	sc_look_aside(run->d, SC_HERE);
	sc_forget_noticed(run->d);
	se_here(run);
}
