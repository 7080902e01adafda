/* Quotients whose divisors pass zero: see guard.c. */
#include "engine/look/guard.h"
#include <float.h>
#include <math.h>

/* What counts as the same moment, in the present step. */
double se_guard_resolution(const se_run *run, double a, double b)
{
	return sb_one_time(fmax(sb_size_of(a, b), 0.01 * (run->step_end - run->step_begin)));
}

/* Has quotient k a value next to `at`, as close as times can be told apart, and the same one everywhere? Then dividend
 * and divisor have a factor in common as they are computed, as in 2*v*x/v, and rounding does no harm. */
static bool is_exact(se_run *run, uint32_t k, double at)
{
	enum { CLOSE = 8, POINTS = 2 * CLOSE + 5 };
	struct se_guards *g = run->guards;
	double t[POINTS], least = INFINITY, most = -INFINITY, apart = se_guard_resolution(run, at, at);
	t[CLOSE] = at;
	for (int i = 1; i <= CLOSE; i++) {
		t[CLOSE + i] = nextafter(t[CLOSE + i - 1], INFINITY);
		t[CLOSE - i] = nextafter(t[CLOSE - i + 1], -INFINITY);
	}
	for (int i = 0; i < 4; i++)
		t[2 * CLOSE + 1 + i] = at + (i % 2 ? 16 : -16) * (i / 2 ? 4 : 1) * apart;
	for (int i = 0; i < POINTS; i++) {
		if (t[i] < run->step_begin || t[i] > run->step_end)
			continue;
		if (!se_guard_at(run, t[i], g->at) || g->pair[2 * k] == 0)
			return false;
		double quotient = g->pair[2 * k + 1] / g->pair[2 * k];
		least = fmin(least, quotient);
		most = fmax(most, quotient);
	}
	return most - least <= 1e-6 * fmax(fabs(least), fabs(most));
}

se_at_zero se_quotient_passes(se_run *run, uint32_t i, double at)
{
	struct se_guards *g = run->guards;
	uint32_t k = i - g->moving;
	double near = 0.01 * (run->step_end - run->step_begin),
		   just = fmax(at - 2 * se_guard_resolution(run, at, at), run->step_begin);
	if (!se_guard_at(run, at, g->at))
		return SE_POLE;
	double divisor = g->pair[2 * k], over = g->pair[2 * k + 1];
	double before = se_guard_at(run, just, g->at) ? g->pair[2 * k] : divisor;
	if (!se_guard_at(run, at + near < run->step_end ? at + near : at - near, g->at))
		return over != 0 ? SE_POLE : SE_HARMLESS;
	double slope = fabs(g->pair[2 * k] - divisor), rise = fabs(g->pair[2 * k + 1] - over);
	if (fmax(fabs(divisor), fabs(before)) > 0.1 * slope || (over == 0 && rise == 0))
		return SE_HARMLESS;
	return fabs(over) > 0.1 * rise ? SE_POLE : is_exact(run, k, at) ? SE_HARMLESS : SE_CANCELS;
}

void se_warn_of_quotient(se_run *run, uint32_t i, double at)
{
	struct se_guards *g = run->guards;
	const si_guard *guard = &run->image->guards.at[i - g->moving];
	sb_text whole = {0}, divisor = {0};
	if (g->cancelled[i - g->moving])
		return;
	g->cancelled[i - g->moving] = true;
	si_print(run->image, guard->whole, &whole);
	si_print(run->image, guard->text, &divisor);
	sb_message *m =
		sb_report(run->diag, SB_WARNING, "R0294", guard->span,
				  "the divisor of '%.160s' passes through zero at time %.9g, together with what it divides: %.160s = 0",
				  whole.at, at, divisor.at);
	sb_note(m, "there the quotient has no value, and near it perhaps one that rounding and the error of the solver "
			   "have made; so has what follows from it");
	sb_help(m, "cancel the factor that both have, or choose unknowns and states that need not be divided by it");
	sb_text_free(&whole);
	sb_text_free(&divisor);
}

void se_report_pole(se_run *run, uint32_t i, double at)
{
	const si_guard *guard = &run->image->guards.at[i - run->guards->moving];
	sb_text whole = {0}, divisor = {0};
	si_print(run->image, guard->whole, &whole);
	si_print(run->image, guard->text, &divisor);
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0301", guard->span,
							  "division by zero in '%.160s': %.160s = 0 at time %.9g", whole.at, divisor.at, at);
	sb_note(m, "the divisor passes through zero there, between two steps");
	sb_help(m, "%s", si_word(run->image, run->image->help.division));
	sb_text_free(&whole);
	sb_text_free(&divisor);
	run->failed = true;
}
