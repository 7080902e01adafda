/* What a paused run knows of the point where it stands, for whoever studies the point and not the motion: its states
 * with their rates, the constraints between them, and conditions that are about to turn. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/run/run.h"
#include <math.h>

uint32_t se_states(const se_run *run)
{
	return run->image->states;
}

uint32_t se_state(const se_run *run, uint32_t number)
{
	return si_state_scalar(run->image, number);
}

double se_state_size(const se_run *run, uint32_t number)
{
	return run->nominal[number];
}

double se_rate(se_run *run, uint32_t number)
{
	se_show(run);
	return run->control->shows ? run->d->xd[number] : NAN;
}

double se_rate_of(se_run *run, uint32_t scalar)
{
	si_place place = si_place_of(run->image, scalar);
	if (place.store != SI_STATE)
		return NAN;
	return place.negated ? -se_rate(run, place.index) : se_rate(run, place.index);
}

uint32_t se_constraints(const se_run *run)
{
	return run->image->invariants.n;
}

bool se_constraint_matrix(se_run *run, double *matrix)
{
	se_show(run);
	return run->control->shows && se_constraint_rows(run, matrix);
}

/* As far off as rounding makes a function whose terms are of this size. */
static bool is_at_limit(se_run *run, uint32_t watch, double g)
{
	const si_watch *w = &run->image->watches.at[watch];
	double size = se_terms(run, w->terms);
	return fabs(g) <= 1e-10 * (isfinite(size) ? size : 0) || g == 0;
}

bool se_condition_at_limit(se_run *run, uint32_t *from, sb_text *written, sb_span *span)
{
	const si_image *image = run->image;
	se_show(run);
	if (!run->control->shows)
		return false;
	const double *functions = run->kept_values + 2 * (size_t)image->states + image->reals;
	for (; *from < image->watches.n; (*from)++) {
		const si_watch *w = &image->watches.at[*from];
		if (w->time_only || w->initial_only || w->tied || !is_at_limit(run, *from, functions[*from]))
			continue;
		si_print(image, w->written, written);
		*span = w->span;
		(*from)++;
		return true;
	}
	return false;
}
