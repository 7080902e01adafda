/* Equations follow in the middle of an action that reads what they determine (E223). */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/instant/instant.h"
#include "engine/modes/engine_modes.h"
#include "engine/process/engine_process.h"

static void tell_late(se_run *run, int site)
{
	uint64_t told;
	if (sb_map_get(&run->instants->told_late, (uint64_t)site, &told))
		return;
	sb_map_put(&run->instants->told_late, (uint64_t)site, 1);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0741", sc_site_span(run->d, site),
							  "at time %.9g other equations are about to hold, and this statement reads what the "
							  "equations before give",
							  run->time);
	sb_note(m, "something that was set before in the same event or turn of a process selects another branch, which "
			   "is entered when the event has ended or the process waits");
	sb_help(m, "read it after HOLD 0.0, or in an event of its own");
}

/* An equation holds: who reads what follows from what it has just set reads the new value (E223). Conditions and waits
 * are looked at when its turn is over, and another mode is entered then. */
void se_freshen(se_run *run, int site)
{
	se_process_state *p = run->process;
	if (!p->running)                 /* the action of an event does not announce what it sets */
		se_touch_everything(run);
	else if (!p->touched && !run->reinit_any)
		return;
	p->followed = p->concerned = true;
	p->touched = false;
	se_apply_reinits(run);
	run->instants->within = true;
	bool good = se_fixed_point(run);
	run->instants->within = false;
	if (good)
		se_evaluate_all(run);
	if (good && run->image->switches.n && se_asks_for_other(run))
		tell_late(run, site);
	run->d->failed = run->d->failed || run->failed;
}
