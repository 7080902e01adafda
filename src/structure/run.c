/* The run's system: every variable that is not a parameter, and the derivative of every state. States are given. */
#include "base/file.h"
#include "structure/work.h"

/* The key under which a set of equal variables is unknown in the run; UINT32_MAX: it is not. */
static uint32_t unknown_key(ss_work *w, uint32_t s)
{
	if (w->traits[s] & (SS_IS_ALIAS | SS_IS_PARAMETER) || w->constant[s] || w->rate_of[s] != UINT32_MAX)
		return UINT32_MAX;
	return w->traits[s] & SS_IS_STATE ? w->n + s : s;
}

bool ss_run_system(ss_work *w)
{
	sb_u32s unknowns = {0};
	uint8_t *wanted = sb_new_array(w->scratch, uint8_t, w->n + 1);
	double began = sb_clock();

	for (uint32_t s = 0; s < w->n; s++) {
		uint32_t key = unknown_key(w, s);
		if (key == UINT32_MAX)
			continue;
		wanted[unknowns.n] = w->traits[s] & SS_IS_HELD ? 1 : 0;
		sb_push(w->scratch, unknowns, key);
	}
	ss_system *system;
	for (;;) {
		system = ss_system_new(w, &w->equations, NULL, &unknowns, wanted, false);
		ss_match(w, system);
		if (!ss_report_singular(w, system))
			return false;
		ss_sort(w, system);
		if (!ss_expose(w, system))
			break;
		ss_system_done(w, system);
	}
	w->profile->match += sb_clock() - began;
	began = sb_clock();
	bool good = ss_solve_system(w, system, &w->plan->steps);
	ss_system_done(w, system);
	w->profile->solve += sb_clock() - began;
	return good;
}
