/* Modes: the way from one to the next. A model whose structure changes has a plan, a program and a frame of values for
 * each mode that the run has entered (frame.c); the search for the next one is in seek.c, and entering one carries the
 * values over (carry.c, stated.c). docs/events.md, E23 to E33. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/modes/engine_modes.h"
#include <math.h>
#include <string.h>

enum { SAME_MODE_MOST = 8 };      /* entries into one mode in one instant: beyond that it is a cycle */

static bool was_visited(const se_run *run, const sc_mode *mode)
{
	for (uint32_t i = 0; i < run->modes->visited.n; i++)
		if (run->modes->visited.at[i] == mode->number)
			return true;
	return false;
}

static void report_no_mode(se_run *run)
{
	sb_text text = {0};
	bool *turned = sb_new_array(run->once, bool, run->image->switches.n);
	run->failed = true;
	if (run->modes->lacking)
		return;
	sc_enter(run->program, run->modes->wanted, &run->numbers, false, run->diag);
	for (uint32_t k = 0; k < run->image->switches.n; k++)
		turned[k] = run->modes->wanted[k] != run->mode->branch[k];
	si_describe_mode(run->image, run->diag, run->modes->wanted, turned, &text);
	sb_message *m =
		sb_report(run->diag, SB_ERROR, "R0209", run->image->switches.at[0].span,
				  "at time %.9g the model enters a mode in which it cannot be simulated: %s", run->time, text.at);
	for (uint32_t k = 0, shown = 0; k < run->image->switches.n && shown < 6; k++) {
		const si_switch *s = &run->image->switches.at[k];
		if (turned[k] && run->modes->wanted[k] < s->choices.n && ++shown)
			sb_also(m, run->image->choices.at[s->choices.first + run->modes->wanted[k]].span,
					"this branch holds in that mode%s%s", s->at ? " for " : "", si_word(run->image, s->at));
	}
	sb_note(m, "the message before this one says what is wrong with that mode; the equations of other branches do not "
			   "exist in it");
	sb_help(m,
			"check the conditions, and that each branch determines the same variables; only a state may be left open");
	sb_text_free(&text);
}

/* The mode `recalled`, or the one that is found. On success the run is in it. */
static const sc_mode *next_mode(se_run *run, const sc_mode *recalled, uint32_t from)
{
	uint32_t times = 0;
	const sc_mode *mode = recalled ? recalled : se_seek_mode(run);
	if (!mode) {
		report_no_mode(run);
		return NULL;
	}
	for (uint32_t i = 0; i < run->modes->visited.n; i++)
		times += run->modes->visited.at[i] == mode->number;
	if (!run->modes->visited.n)
		sb_push(run->once, run->modes->visited, from);
	sb_push(run->once, run->modes->visited, mode->number);
	if (times < SAME_MODE_MOST)
		return mode;
	se_report_mode_cycle(run);
	return NULL;
}

static void log_entry(se_run *run)
{
	if (!se_is_heard(run))
		return;
	sb_text text = {0};
	si_describe_mode(run->image, run->diag, NULL, NULL, &text);
	uint32_t number = sc_mode_of(run->program)->number;
	const char *branches = text.at ? text.at : "";
	se_tell(run, (sr_event){.what = SR_MODE, .name = branches, .was = NAN, .now = number},
			"mode %u, with %u state%s: %s", number, run->image->states, run->image->states == 1 ? "" : "s", branches);
	for (uint32_t i = 0; i < run->image->floating.n; i++) {
		text.n = 0;
		si_scalar_name(run->image, run->image->floating.at[i], &text);
		se_tell(run, (sr_event){.what = SR_TELLS, .name = text.at, .was = NAN, .now = NAN},
				"nothing determines %s in this mode: it keeps its value", text.at);
	}
	sb_text_free(&text);
}

/* Into the mode that is found where run->modes->wanted is asked for. by_jump: that of the present mode asks, so it
 * cannot be the one. */
static se_next change_mode(se_run *run, bool by_jump)
{
	se_note_asked(run);
	uint32_t before = run->in, number = sc_mode_of(run->program)->number;
	run->mode->stay += run->time - run->mode->entered;
	run->mode->entered = run->time;
	const sc_mode *mode = se_recall_mode(run);
	if (!mode && !by_jump && se_may_stay(run)) {
		se_note_stayed(run);
		return SE_STAYS;
	}
	if (!mode) {
		se_take_back_reinits(run);
		se_evaluate_carried(run);
	}
	mode = next_mode(run, mode, number);
	if (!mode)
		return SE_STUCK;
	double begin = sb_clock();
	se_carry_schedule(run, run->frames.at[before]);
	bool good = se_apply_stated(run);
	run->mode->entries++;
	run->mode->entered = run->time;
	run->mode->entering += sb_clock() - begin;
	log_entry(run);
	se_note_entered(run, before);
	if (good && run->d->failed)
		se_report_trouble(run, "another mode was entered");
	if (good && !run->d->failed)
		se_note_left_behind(run);
	return good && !run->d->failed ? SE_ENTERED : SE_STUCK;
}

se_next se_follow_mode(se_run *run)
{
	bool first = run->modes->begins;
	run->modes->begins = false;
	if (!run->image->switches.n || (!se_asks_for_other(run) && !(first && se_turns_at_once(run))))
		return SE_STAYS;
	return change_mode(run, false);
}

se_next se_leave_jump(se_run *run, const se_frame *old)
{
	if (!run->image->switches.n || !se_jump_disagrees(run, old))
		return SE_STAYS;
	se_note_refused(run, run->in, run->mode->branch, SE_REFUSED_BY_IMPULSE);
	return change_mode(run, true);
}

/* Without values carried over: each mode has an initial system of its own. SE_STUCK: the mode asked for has none, or it
 * was seen before. */
se_next se_follow_initial_mode(se_run *run)
{
	if (!run->image->switches.n || !se_asks_for_other(run))
		return SE_STAYS;
	const sc_mode *mode = se_enter_mode(run, run->modes->wanted, true, true);
	if (!run->modes->visited.n)
		sb_push(run->once, run->modes->visited, sc_mode_of(run->program)->number);
	if (!mode || was_visited(run, mode))
		return SE_STUCK;
	sb_push(run->once, run->modes->visited, mode->number);
	double deadline = run->d->deadline;
	run->mode->entries = 0;
	se_be_in(run, mode);
	run->d->deadline = deadline;
	run->mode->entries = 1;
	run->mode->entered = run->time;
	log_entry(run);
	return SE_ENTERED;
}

void se_log_lost(se_run *run, uint32_t before, const double *x)
{
	const si_image *old = run->frames.at[before]->image;
	sb_text name = {0};
	for (uint32_t i = 0; i < old->states && se_is_heard(run); i++) {
		uint32_t s = si_state_scalar(old, i);
		si_place p = s < run->image->common ? si_place_of(run->image, s) : (si_place){.store = SI_NOWHERE};
		bool kept = p.store == SI_STATE && si_state_scalar(run->image, p.index) == s;
		double now = p.store == SI_NOWHERE ? x[i] : sc_scalar_value(run->d, s);
		if (kept || fabs(now - x[i]) <= 1e-9 * fmax(1e-3, fabs(x[i])))
			continue;
		name.n = 0;
		si_scalar_name(run->image, s, &name);
		se_tell(run, (sr_event){.what = SR_JUMPS, .name = name.at, .was = x[i], .now = now},
				"%s is not a state in mode %u: its value jumps from %.9g to %.9g", name.at,
				sc_mode_of(run->program)->number, x[i], now);
	}
	sb_text_free(&name);
}
