/* A check of the analysis, in debug builds: what it has found not to move between events does not move (si_claimed).
 * Otherwise a relation changes that nobody watches, and the results are wrong without a word. The values are noted at
 * the end of each instant and compared where a step is accepted. Expressions are interpreted, so that nothing is
 * generated for the check. */
#include "base/check.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/look.h"

/* What is evaluated for a check must have no effect. */
bool se_is_pure(const se_run *run)
{
	return run->image->pure;
}

#ifdef SALTUS_CHECKS

/* The check must stay cheap: so many claims, others after each instant; after the first so many instants, then after
 * one of so many. */
enum { CLAIMS_MOST = 200, INSTANTS_ALL = 500, INSTANTS_APART = 20 };

static uint32_t claims_of(const se_run *run)
{
	return run->image->claims.n < CLAIMS_MOST ? run->image->claims.n : CLAIMS_MOST;
}

/* The k-th of those that are looked at since the last instant. */
static const si_claimed *claim(const se_run *run, uint32_t k)
{
	return &run->image->claims.at[(run->claims->first + k) % run->image->claims.n];
}

static double value_of(const se_run *run, uint32_t k)
{
	double v;
	return sc_formula(run->d, claim(run, k)->value, SC_EVERYTHING, NULL, &v) ? v : NAN;
}

void se_note_claims(se_run *run)
{
	if (!run->image->claims.n || (!run->claims->at && !se_is_pure(run)))
		return;
	run->claims->noted = run->instant < INSTANTS_ALL || run->instant % INSTANTS_APART == 0;
	if (!run->claims->noted)
		return;
	if (!run->claims->at)
		run->claims->at = sb_new_array(run->own, double, claims_of(run));
	run->claims->first = (run->claims->first + claims_of(run)) % run->image->claims.n;
	se_evaluate_all(run);
	for (uint32_t k = 0; k < claims_of(run); k++)
		run->claims->at[k] = value_of(run, k);
	if (run->d->failed)
		sc_forgive(run->d);
}

static void tell(const se_run *run, uint32_t k, double now)
{
	sb_text text = {0};
	int line, column;
	si_print(run->image, claim(run, k)->text, &text);
	sb_position(run->diag, claim(run, k)->span, &line, &column);
	sb_broken(__FILE__, __LINE__,
		"'%s' (line %d) has changed from %.9g to %.9g at time %.17g, between two instants, and nothing watches it",
	          text.at, line, run->claims->at[k], now, run->time);
}

void se_check_claims(se_run *run)
{
	if (!run->claims->at || !run->claims->noted)
		return;
	se_evaluate_all(run);
	for (uint32_t k = 0; k < claims_of(run); k++) {
		double now = value_of(run, k);
		if (now != run->claims->at[k] && !isnan(now) && !isnan(run->claims->at[k]))
			tell(run, k, now);
	}
	if (run->d->failed)
		sc_forgive(run->d);
}
#else
void se_note_claims(se_run *run)
{
	(void)run;
}

void se_check_claims(se_run *run)
{
	(void)run;
}
#endif
