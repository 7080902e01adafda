/* The fixed point of an instant: equations, conditions, modes and pre agree (E10, E24). */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include "engine/past/past.h"
#include "engine/process/engine_process.h"
#include "engine/watch/watch.h"

enum { COMBINE_AT = 30 };        /* passes of a fixed point that does not come to an end */
/* what goes into a transport may depend on what was there just before, and come nearer and nearer */
enum { FED_MOST = 25 };

/* One pass of the equations. True: a condition has turned. *lost: they fail in this mode, and conditions ask for
 * another one (E320): nobody acts with what was computed. *next: a constraint has jumped that the mode does not survive
 * (E501): nobody has seen what was computed. */
static bool settle(se_run *run, bool held, bool *lost, se_next *next)
{
	bool good = se_settle(run);
	*next = good && !run->instants->within ? se_leave_broken(run) : SE_STAYS;
	if (*next != SE_STAYS)
		return true;
	bool turned = good && !held && se_look(run, se_condition);
	if (sc_failed_at_values(run->d))             /* conditions that have not turned yet may be why (E209) */
		turned = se_look_in_part(run, se_condition) || (se_settle(run) && se_look(run, se_condition));
	*lost = sc_failed_at_values(run->d) && !run->instants->within && run->image->switches.n && se_asks_for_other(run);
	if (*lost)
		sc_forgive(run->d);
	else if (!turned && !run->d->failed)
		se_act(run);
	return turned;
}

/* The fixed point of the equations (E10), as far as something has changed. */
bool se_fixed_point(se_run *run)
{
	uint32_t micro = 0, changing = 0;
	for (;;) {
		sc_data *d = run->d;
		bool turned = false, lost = false, graph = run->select->graph;
		se_next next = SE_STAYS;
		if (!graph && !run->image->switches.n) {
			se_apply_reinits(run);           /* a change from outside; no equation of an instant follows it */
			return true;
		}
		if (++micro > run->settings.max_microsteps) {
			se_report_microsteps(run, changing);
			return false;
		}
		run->stats.microsteps++;
		bool held = graph && micro % COMBINE_AT == 0 && se_combine(run);
		if (graph)
			turned = settle(run, held, &lost, &next);
		if (graph && !turned && !lost && !d->failed)
			se_is_odd(run);
		if (d->failed || (graph && !turned && !lost && se_acts_oddly(run)))
			se_report_trouble(run, "an event was handled");
		if (run->failed || next == SE_STUCK)
			return false;
		if (turned)
			continue;
		if (run->instants->pass)
			run->instants->pass(run->instants->pass_context, run->reinit_any);
		bool moved = se_apply_reinits(run);
		bool within = run->instants->within;
		next = within ? SE_STAYS : se_follow_mode(run);          /* before pre takes the current values (E24) */
		run->unset_known = run->unset_known && within;
		if (lost && next == SE_STAYS && !se_settle(run))
			se_report_trouble(run, "an event was handled");
		if (next == SE_STUCK || run->failed)
			return false;
		bool jumped = run->select->graph && se_renew_pre(run, &changing);
		bool fed = graph && run->image->transports.n && micro < FED_MOST && se_feed_profiles(run);
		if (fed)
			se_touch(run, run->select->graph->delay, (se_bits){0});
		if (next != SE_STAYS || held || moved || jumped || fed || se_unsettled(run))
			continue;
		next = within ? SE_STAYS : se_follow_constraints(run);
		if (next != SE_ENTERED)
			return next == SE_STAYS;
	}
}
