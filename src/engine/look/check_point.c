/* Whether the values just evaluated can be gone on with: all of them are finite, all operations have a value, and the
 * assertions hold. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/guard.h"
#include <math.h>

void se_read_guards(se_run *run, double *to)
{
	struct se_guards *g = run->guards;
	if (!run->image->guards.n)
		return;
	run->f->guards(run->d, g->pair);
	for (uint32_t i = 0; i < run->image->guards.n; i++)
		to[g->moving + i] = g->pair[2 * i];
}

bool se_has_values(const se_run *run, const double *v)
{
	for (uint32_t i = 0; i < run->image->guards.n; i++)
		if (run->image->guards.at[i].kind == SI_GUARD_VALUE && !isfinite(v[run->guards->moving + i]))
			return false;
	return true;
}

/* Have all operations a value that are guarded by it, with the values as they are? */
static bool is_definite(se_run *run)
{
	if (!run->image->guards.n)
		return true;
	se_read_guards(run, run->guards->at);
	return se_has_values(run, run->guards->at);
}

bool se_acts_oddly(se_run *run)
{
	return run->guards->momentary && se_evaluate_pieces(run, &run->guards->pieces) && !is_definite(run);
}

/* Does a condition of an assertion compute with what has no value? Then that is what is wrong. */
static bool has_odd_assertion(se_run *run)
{
	run->looked->probing = true;
	run->looked->probed = false;
	run->f->asserts(run->d);
	run->looked->probing = false;
	return sc_noticed(run->d);
}

/* After all values at a point have been evaluated: loops that could not be solved, numbers that are not finite,
 * assertions. False after a report. */
bool se_check(se_run *run, const char *doing)
{
	if (run->d->failed || sc_noticed(run->d) || !se_all_finite(run->d->r, run->image->reals) ||
		!se_all_finite(run->d->x, run->image->states) || !is_definite(run)) {
		se_report_trouble(run, doing);
		return false;
	}
	if (run->image->asserts.n && run->hold)
		run->asks->keep_shown(run);
	if (run->image->asserts.n && has_odd_assertion(run)) {
		se_report_trouble(run, doing);
		return false;
	}
	if (run->image->asserts.n)
		run->f->asserts(run->d);
	if (run->image->asserts.n && run->hold)
		se_new_point(run);
	return !run->failed;
}
