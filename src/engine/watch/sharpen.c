/* A smaller tolerance, where that of the user does not resolve a condition (E124, blur.c). */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/watch/watch.h"
#include <math.h>

static void tell(se_run *run, uint32_t watch)
{
	const si_watch *w = &run->image->watches.at[watch];
	sb_text text = {0};
	si_print(run->image, w->written, &text);
	sb_message *m = sb_report(run->diag, SB_INFO, "R0259", w->span,
							  "from time %.9g on, states are computed with a smaller tolerance than %.3g", run->time,
							  run->settings.tolerance);
	sb_note(m,
			"errors of this size change the function of '%s' by up to %.3g, so that the condition changed too early, "
			"too late, or back and forth",
			text.at, run->view->blur[watch]);
	sb_text_free(&text);
}

/* The finest tolerance is not fine enough. */
static void tell_unresolved(se_run *run, uint32_t watch)
{
	const si_watch *w = &run->image->watches.at[watch];
	sb_text text = {0};
	si_print(run->image, w->written, &text);
	sb_message *m =
		sb_report(run->diag, SB_WARNING, "R0260", w->span,
				  "'%s' cannot be resolved: its events near time %.9g may be early or late", text.at, run->time);
	sb_note(m,
			"errors of %.2g in the states, which is as small as the solver can make them, change its function by up to "
			"%.3g, and the function is %.3g on average",
			run->tolerance, run->view->blur[watch], run->view->area[watch] / run->view->lasts[watch]);
	sb_help(m, "it is a small difference of large values times a large factor: make the factor smaller (a larger "
			   "resistance, a softer spring), or "
			   "make it ideal");
	sb_text_free(&text);
	run->watched->unresolved_told = true;
}

void se_note_area(se_run *run, double span, const double *g)
{
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		run->view->area[i] += span * fabs(g[i]);
		run->view->lasts[i] += span;
	}
}

bool se_passes_soon(const se_run *run, uint32_t watch)
{
	return run->view->blur[watch] * run->view->lasts[watch] <= sqrt(run->settings.tolerance) * run->view->area[watch];
}

bool se_sharpen(se_run *run, uint32_t watch, bool turns)
{
	double least =
		fmax(1e-10, sv_least_tolerance(run->ops)); /* nearer to rounding, stiff solvers may make very many steps */
	if (se_passes_soon(run, watch))
		return false;
	if (run->tolerance <= 1.001 * least) {
		const se_view *v = run->view;
		if (turns && !run->watched->unresolved_told &&
			v->blur[watch] * v->lasts[watch] > 10 * sqrt(run->settings.tolerance) * v->area[watch])
			tell_unresolved(run, watch);
		return false;
	}
	if (run->tolerance == run->settings.tolerance)
		tell(run, watch);
	run->tolerance = fmax(0.1 * run->tolerance, least);
	se_logf(run, SE_LOG_SOLVER, "a crossing was the solver's error: the tolerance is %.3g from here on",
			run->tolerance);
	return run->watched->sharper = true;
}
