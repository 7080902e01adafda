/* The functions of the watches at a point that is not the present one, inside the last step or anywhere; on which side
 * of zero they are, and how large their terms. */
#include "engine/evaluate/engine_evaluate.h"
#include <math.h>


static bool watch(se_run *run, double *functions)
{
	if (run->f->search) {
		run->f->search(run->d, functions);
	} else {
		run->f->rates(run->d);
		run->f->watch(run->d, functions);
	}
	run->stats.evaluations++;
	bool good = !run->d->failed;
	if (!good)
		sc_forgive(run->d);
	else if (!run->f->search && functions == run->g_a)
		run->searched = run->select->point;
	return good;
}

/* The functions of all watches at a time inside the last step. False: something fails there. */
bool se_watch_at(se_run *run, double t, double *functions)
{
	if (run->image->states)
		se_interpolate(run, t, run->x_try);
	se_at(run, t, run->x_try);
	return watch(run, functions);
}

/* An instant that begins here finds the rates and the functions as it needs them (`searched`). */
bool se_watch_here(se_run *run)
{
	if (run->searched == run->select->point && run->d->time == run->time && run->d->x == run->x)
		return true;
	se_here(run);
	run->f->rates(run->d);
	run->f->watch(run->d, run->g_a);
	run->stats.evaluations++;
	if (run->d->failed) {            /* the functions alone may have values */
		sc_forgive(run->d);
		se_new_point(run);
		return watch(run, run->g_a);
	}
	run->searched = run->select->point;
	return true;
}

/* Functions whose zeros are events may be evaluated apart from the rest, and then say nothing about what delays take
 * in. */
void se_delayed_at(se_run *run, double t)
{
	if (!run->f->search) {
		se_watch_at(run, t, run->g_a);
		return;
	}
	if (run->image->states)
		se_interpolate(run, t, run->x_try);
	se_at(run, t, run->x_try);
	if (!se_evaluate_delayed(run) || run->d->failed)
		sc_forgive(run->d);
}

bool se_evaluate_at(se_run *run, double t, const double *x, double *f, double *functions,
					void (*also)(se_run *, const void *), const void *of)
{
	sc_data *d = run->d;
	double now = d->time, *around = d->x;
	d->time = t;
	d->x = (double *)x;
	d->xd = f;
	se_offer_rates(run, f);
	run->f->rates(d);
	run->f->watch(d, functions);
	if (also)
		also(run, of);
	run->stats.evaluations++;
	bool good = !d->failed;
	if (!good)
		sc_forgive(d);
	d->time = now;
	d->x = around;
	d->xd = run->xd;
	se_new_point(run);
	return good;
}

bool se_functions_at(se_run *run, double t, const double *x, double *f, double *functions)
{
	return se_evaluate_at(run, t, x, f, functions, NULL, NULL);
}

double se_next_place(const void *context, double t)
{
	const se_run *run = context;
	const se_passage *p = run->passage;
	for (uint32_t i = 0; p && i < p->places; i++)
		if (p->place[i] > t)
			return p->place[i];
	return INFINITY;
}

void se_bring_states(se_run *run)
{
	if (!run->solver || !run->solver->operations->quantised)
		return;
	se_unseal(run);
	run->solver->operations->interpolate(run->solver, run->time, run->x);
	se_seal(run);
}

double se_terms(const se_run *run, si_formula terms)
{
	return se_parameter_value(run, terms, 0);
}

double se_noise(const se_run *run, si_formula terms)
{
	return 1e-13 * se_terms(run, terms);
}

double se_side(const se_run *run, uint32_t watch)
{
	const si_watch *w = &run->image->watches.at[watch];
	return (w->op == SI_GT || w->op == SI_GE) == (run->d->latch[watch] != 0) ? 1 : -1;
}
