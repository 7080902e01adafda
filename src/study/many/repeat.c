/* Models that ask for further simulations of themselves. The last simulation is the result. */
#include "base/stop.h"
#include "study/many/many.h"

enum { MAX_RUNS = 10000 };

bool st_asks_again(const st_model *m, se_run *run)
{
	const sm_model *flat = m->flat;
	if (!flat->again || se_value(run, sm_var(flat, flat->again - 1)->first) == 0)
		return false;
	for (uint32_t i = 0; i < flat->outlives.n; i++) {
		const sm_variable *from = sm_var(flat, flat->outlives.at[i].variable);
		const sm_variable *to = sm_var(flat, flat->outlives.at[i].start);
		for (uint32_t k = 0; k < from->count; k++)
			if (!se_set(run, to->first + k, se_value(run, from->first + k)))
				return false;
	}
	return true;
}

void st_forget_kept(const st_model *m, se_run *run)
{
	for (uint32_t i = 0; i < m->flat->outlives.n; i++) {
		const sm_variable *start = sm_var(m->flat, m->flat->outlives.at[i].start);
		for (uint32_t k = 0; k < start->count; k++)
			se_unset(run, start->first + k);
	}
}

bool st_may_repeat(uint64_t runs, sb_diag *diag)
{
	if (runs < MAX_RUNS)
		return true;
	sb_help(sb_report(diag, SB_ERROR, "R0604", (sb_span){0}, "after %llu simulations the model asks for another one",
					  (unsigned long long)runs),
			"`again` must depend on a condition that some simulation makes false; saltus run --max-runs allows more of "
			"them");
	return false;
}

se_status st_simulate_to_last(const st_model *m, se_run *run, const se_settings *settings, sb_diag *diag, bool *left)
{
	se_settings s = *settings;
	if (m->flat->again && s.timeout > 0 && s.since <= 0)
		s.since = sb_clock();
	st_forget_kept(m, run);
	for (uint64_t runs = 1;; runs++) {
		se_status status = st_simulate(run, &s, left);
		if (*left || !se_ended_well(status) || !st_asks_again(m, run))
			return status;
		if (!st_may_repeat(runs, diag))
			return SE_FAILED;
		if (sb_stopped() != SB_GO_ON)
			return se_abandon(run);
	}
}
