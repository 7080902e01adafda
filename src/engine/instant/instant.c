/* An instant: what happens while time stands still. docs/events.md, E7 to E17. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include "engine/past/past.h"
#include "engine/process/engine_process.h"
#include "engine/record/record.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Events whose condition has become true (or crossed) since the last look join the queue (E13). */
static void look_at_events(se_run *run, bool fire)
{
	if (!run->mode->conditions)
		return;
	run->f->event_when(run->d, run->mode->event_value);
	if (run->d->failed) {
		se_report_trouble(run, "the conditions of events were looked at");
		return;
	}
	for (uint32_t k = 0; k < run->image->event_code.n; k++) {
		const si_event *e = &run->image->event_code.at[k];
		if (e->trigger != SI_ON_EDGE && e->trigger != SI_ON_CROSSING)
			continue;
		bool now = run->mode->event_value[k] != 0, was = run->mode->event_true[k];
		run->mode->event_true[k] = now;
		bool fires = e->trigger == SI_ON_CROSSING && e->direction == 0 ? now != was : now && !was;
		if (fires && fire)
			se_queue_event(run, k);
	}
}

/* Conditions that hold from the start have not become true. */
void se_note_events(se_run *run)
{
	look_at_events(run, false);
}

/* Takes what the calendar has for this time: clocks tick, conditions are due, events and processes queue up (E7). True:
 * there was something else than processes. */
bool se_take_entries(se_run *run, bool *equations, bool *jump)
{
	bool any = false, early;
	const se_entry *first;
	se_note_rest(run);
	se_calendar_gather(run->calendar, run->time, run->time + se_time_rounding(run));
	while ((first = se_calendar_first(run->calendar)) && first->time <= run->time) {
		se_entry e = se_calendar_take(run->calendar);
		any = any || se_kind_of(&e) != SE_PROCESS;
		switch (se_kind_of(&e)) {
		case SE_CLOCK:
			se_tell_clock(run, &run->image->clocks.at[e.number]);
			run->d->clock[e.number] = 1;
			sb_push(run->own, run->select->ticked, e.number);
			se_touch(run, run->select->graph->clock + e.number, (se_bits){0});
			run->ticks->tick[e.number]++;
			se_plan_tick(run, e.number, 0, SE_CLOCK, e.number, run->image->clocks.at[e.number].span);
			*equations = true;
			break;
		case SE_WATCH:
			early = run->image->watches.at[e.number].guards && run->watch_when[e.number] > run->time;
			run->watch_when[e.number] = NAN;
			if (run->image->watches.at[e.number].ahead) {
				run->forced_at[e.number] = early ? NAN : run->time;      /* what it guards would have no value yet */
			} else if (run->image->watches.at[e.number].kind != SI_RELATION) {
				run->forced[e.number] = run->d->latch[e.number] + (run->watch_slope[e.number] > 0 ? 1 : -1);
				run->forced_at[e.number] = run->time;
			}
			se_touch_watch(run, e.number);
			*equations = true;
			break;
		case SE_EVENT: se_queue_event(run, e.number); break;
		case SE_PROCESS:
			if (run->process->at[e.number]->doing == SE_HOLDS)       /* who waits is looked at below */
				se_join(run, run->process->at[e.number]);
			break;
		case SE_JUMP: *jump = *equations = true; break;
		case SE_BASE:
			se_tell_place(run, (sr_event){.what = SR_TICKS, .name = "a clock", .was = NAN, .now = NAN},
						  run->image->bases.at[e.number].span, "ticks");
			se_tick_base(run, e.number);
			*equations = true;
			break;
		}
	}
	return any;
}

/* A period's next turn, or nothing, once an event of the calendar has been taken. */
void se_plan_event_again(se_run *run, uint32_t k)
{
	const si_event *e = &run->image->event_code.at[k];
	if (e->trigger != SI_ON_PERIOD)
		return;
	uint32_t c = run->image->clocks.n + k;
	run->ticks->tick[c]++;
	se_plan_tick(run, c, e->priority, SE_EVENT, k, e->span);
}

bool se_is_of_group(const se_run *run, uint32_t event, uint32_t group)
{
	return run->image->event_code.at[event].group == group;
}

static void act(se_run *run, uint32_t k)
{
	const si_event *event = &run->image->event_code.at[k];
	const char *name = si_word(run->image, event->name);
	if (strncmp(name, "WHEN.", 5) == 0)      /* it has no name that anybody has given it */
		se_tell_place(run, (sr_event){.what = SR_ACTS, .name = "WHEN", .was = NAN, .now = NAN}, event->span, "acts");
	else
		se_tell(run, (sr_event){.what = SR_ACTS, .name = name, .was = NAN, .now = NAN}, "event '%s'", name);
	se_plan_event_again(run, k);
	if (event->trigger == SI_ON_SCHEDULE)
		run->mode->event_time[k] = NAN;
	run->f->event(run->d, (int)k);
	if (event->turned)
		se_touch_place(run, event->turned - 1);
	else
		se_touch_everything(run);
}

/* An event, or all of a group that are due now: they are one source. */
static bool run_event(se_run *run, uint32_t k, bool *changed)
{
	uint32_t group = run->image->event_code.at[k].group, other;
	if (!run->image->event_code.at[k].turned)
		se_bring_up_to_date(run);    /* the action may read what nothing else needs now */
	act(run, k);
	while (group && se_unqueue_event(run, se_is_of_group, group, &other))
		act(run, other);
	run->process->concerned = true;
	if (run->d->failed) {
		se_report_trouble(run, "the action of an event was executed");
		return false;
	}
	*changed = se_apply_reinits(run) || *changed;
	if (run->failed || !se_fixed_point(run))
		return false;
	look_at_events(run, true);
	se_look_at_moving(run, true);
	return !run->failed;
}

static void tell_process(se_run *run, se_activity *a)
{
	bool event = run->image->routines.at[se_activation_of(a)->routine].kind == SI_HAPPENING;
	const char *name = se_process_name(run, a);
	se_tell(run, (sr_event){.what = event ? SR_ACTS : SR_GOES_ON, .name = name, .was = NAN, .now = NAN}, "%s '%s'",
			event ? "event" : "process", name);
}

/* An activation goes on. The equations settle if it has touched what they depend on (E43). */
static bool run_process(se_run *run, se_activity *a, bool *changed)
{
	se_process_state *p = run->process;
	bool continuous = run->image->routines.at[se_activation_of(a)->routine].continuous;
	if (continuous || (a->object && run->image->waits.at[a->object - 1].moving))
		se_bring_up_to_date(run);
	if (a->object && se_still_waits(run, a))
		return !run->failed;
	if (se_is_heard(run))
		tell_process(run, a);
	if (!se_enter(run, a))
		return false;
	bool moved = se_apply_reinits(run);
	*changed = *changed || moved;
	if (!p->touched && !moved && !p->followed) {
		se_look_at_waits(run, false);
		return !run->failed;
	}
	p->touched = p->followed = false;
	p->concerned = true;
	if (run->failed || !se_fixed_point(run))
		return false;
	look_at_events(run, true);
	se_look_at_moving(run, true);
	return !run->failed;
}

/* Events and processes that wait for their turn, one after another, each to the fixed point (E9, E13, E42). However
 * many are due at the same time, they are one round; what joins the tail meanwhile is the next. */
static bool run_queue(se_run *run, bool *changed)
{
	uint32_t before = run->instants->rounds;
	se_turn_entry e;
	run->instants->rounds = 0;
	while (se_next_turn(run, &e)) {
		run->instants->acted = true;
		if (!e.turn && before + run->process->rounds >= run->settings.max_microsteps) {
			se_report_rounds(run, e.number);
			return false;
		}
		if (!(e.turn ? run_process(run, run->process->at[e.number], changed) : run_event(run, e.number, changed)))
			return false;
	}
	return !run->failed;
}

bool se_clear_clocks(se_run *run)
{
	sb_u32s *ticked = &run->select->ticked;
	bool any = ticked->n > 0;
	for (uint32_t i = 0; i < ticked->n; i++) {
		run->d->clock[ticked->at[i]] = 0;
		se_touch(run, run->select->graph->clock + ticked->at[i], (se_bits){.whole = 1});
	}
	ticked->n = 0;
	return any;
}

/* The next time of a condition on time alone goes to the calendar, if it has moved. */
static void plan_watch(se_run *run, uint32_t i)
{
	const si_watch *w = &run->image->watches.at[i];
	if (!w->time_only || w->initial_only)
		return;
	double when = run->next_when[i], slope = run->watch_slope[i];
	if (w->kind != SI_RELATION) {
		double edge = (double)run->d->latch[i] + (w->kind == SI_FLOOR ? slope > 0 : -(slope < 0));
		when = slope != 0 ? run->time + (edge - run->g_a[i]) / slope : NAN;
		if (when <= run->time)           /* rounding: the change is due, and must not be lost */
			when = nextafter(run->time, INFINITY);
	}
	if (sc_turns_late(w, slope))
		when = se_just_behind(run, when);
	bool ahead = when > run->time && isfinite(when);
	if (ahead && run->watch_when[i] == when)
		return;
	if (!isnan(run->watch_when[i]))
		se_calendar_remove(run->calendar, SE_WATCH, i);
	run->watch_when[i] = ahead ? when : NAN;
	if (ahead)
		se_calendar_put(run->calendar, when, 0, SE_WATCH, i);
}

void se_plan_ahead(se_run *run)
{
	const si_image *image = run->image;
	const se_selection *s = run->select;
	for (uint32_t k = 0; s->graph && k < s->looked.n; k++) {
		const sc_piece *p = &s->graph->pieces[s->looked.at[k]];
		for (uint32_t i = p->first; i < p->end; i++)
			plan_watch(run, i);
	}
	if (!run->mode->conditions)
		return;
	run->f->event_when(run->d, run->mode->event_value);
	for (uint32_t k = 0; k < image->event_code.n; k++) {
		const si_event *e = &image->event_code.at[k];
		if (e->trigger != SI_ON_TIME || run->mode->event_time[k] == run->mode->event_value[k])
			continue;
		se_calendar_remove(run->calendar, SE_EVENT, k);
		run->mode->event_time[k] = run->mode->event_value[k];
		if (run->mode->event_value[k] >= run->time)
			se_calendar_put(run->calendar, run->mode->event_value[k], e->priority, SE_EVENT, k);
	}
}

/* A condition that compares a continuous variable with its left limit (x > pre(x) + 3) holds in the instant in which
 * the variable jumps. Behind it the left limit is the value, and the condition turns back: in an instant of its own, at
 * the same time (E172). False: this does not come to an end. */
static bool plan_behind(se_run *run)
{
	se_instants *at = run->instants;
	at->behind = at->behind_at == run->time ? at->behind + 1 : 0;
	at->behind_at = run->time;
	if (!run->watching)
		return true;
	bool ends = at->behind <= run->settings.max_microsteps;
	se_evaluate_all(run);
	run->f->functions(run->d, run->view->near);
	for (uint32_t i = 0; i < run->image->watches.n && !run->d->failed; i++) {
		const si_watch *w = &run->image->watches.at[i];
		double g = run->view->near[i];
		if (w->time_only || w->ahead || w->initial_only || w->kind != SI_RELATION || run->view->masked[i] ||
			fabs(g) <= SE_ROUNDING * run->view->scale[i] || sc_truth(run->d, w, g, NAN, 0) == run->d->latch[i])
			continue;
		if (!ends) {
			run->truth[i] = !run->d->latch[i];
			se_report_microsteps(run, UINT32_MAX);
			return false;
		}
		run->watch_when[i] = run->time;
		se_calendar_put(run->calendar, run->time, 0, SE_WATCH, i);
	}
	if (run->d->failed)
		sc_forgive(run->d);
	return true;
}

/* Two rows (E21). An instant in which a condition merely returned to its old side, and nothing came of it, makes
 * none. Where it meets the grid but for rounding, it is the row of the grid; if there are no others, that row has the
 * time of the grid. */
void se_record_instant(se_run *run, bool seen)
{
	bool grid = se_on_grid(run, run->time), pieces = se_has_pieces(run->settings.rows);
	se_limits limits = pieces ? SE_BOTH : run->settings.rows == SE_ROWS_ENDS ? SE_NONE : run->settings.limits;
	double t = grid && limits == SE_NONE ? se_next_grid(run) : run->time;
	if (seen || grid) {
		se_peaks_close(run, run->recording->left_row);
		se_peaks_close(run, run->recording->right_row);
	}
	if (seen && limits == SE_BOTH)
		se_put_row(run, t, SR_LEFT, run->recording->left_row);
	if ((seen && limits != SE_NONE) || grid || pieces)
		se_put_row(run, t, seen ? SR_RIGHT : pieces ? SR_STEP : SR_GRID, run->recording->right_row);
	if (grid)
		run->recording->next_grid++;
}

static bool handle(se_run *run, bool crossing, bool *changed, bool *jump, bool *timed)
{
	bool equations = crossing;
	se_process_state *p = run->process;
	run->instants->acted = false;
	*timed = se_take_entries(run, &equations, jump);
	se_first_round(run);
	se_warm_up(run);
	p->concerned = crossing || *timed || *jump || p->touched;
	p->touched = false;
	run->stats.time_events += *timed || !crossing;
	if (equations && !se_fixed_point(run))
		return false;
	look_at_events(run, true);
	se_look_at_moving(run, true);
	if (run->failed || !run_queue(run, changed))
		return false;
	if (!se_clear_clocks(run))
		return true;
	return se_fixed_point(run);
}

/* The conditions as the search for crossings sees them: those that differ from their latches are looked at. */
static void look_for_crossings(se_run *run)
{
	const se_lens *l = &run->view->lens;
	for (uint32_t i = 0, n = run->image->watches.n; i < n; i++)
		if (!se_is_plainly_held(l, i, run->g_a[i]) && !run->image->watches.at[i].time_only &&
			!run->image->watches.at[i].ahead && se_condition(run, i) != run->d->latch[i])
			se_touch_watch(run, i);
}

/* So many instants close together must have been without a jump before conditions are held from one to the next. */
enum { CLOSE_CALM = 3 };

/* Conditions with the same function are held alike from one instant to the next: of x > 0 and x < 0 one must not turn
 * without the other. */
static void share_flips(se_run *run)
{
	for (uint32_t k = 0, n = run->flipped.n; k < n; k++) {
		uint32_t watch = run->flipped.at[k];
		for (uint32_t i = 0; i < run->image->watches.n; i++)
			if (run->flips[i] < run->flips[watch] &&
			    run->image->watches.at[i].zeros == run->image->watches.at[watch].zeros)
				se_flip(run, i, run->flips[watch]);
	}
}

/* Time and states are those of the left limit. */
static bool begin(se_run *run, bool *jump)
{
	const se_selection *s = run->select;
	/* time may have moved without a step */
	if (run->searched != s->point || run->d->time != run->time || run->d->x != run->x)
		se_here(run);
	se_new_instant(run);
	run->flips_of = ++run->instant;
	run->modes->visited.n = run->stated.n = 0;
	se_note_left(run);
	if (run->image->switches.n && run->image->states)
		memcpy(run->mode->x_left, run->x, run->image->states * sizeof *run->x);
	/* instants that follow each other at the resolution of time, without a jump of a state: it is rounding that turns
	 * conditions back */
	double size = se_size(run);
	if (run->time - run->instants->last_instant > 1e4 * DBL_EPSILON * size)
		run->close_calm = 0;
	bool held = run->holding;
	run->holding = run->close_calm >= CLOSE_CALM;
	if (run->holding && !held)
		run->held_since = run->time;
	if (run->holding)
		share_flips(run);
	else
		se_forget_flips(run);
	run->instants->last_instant = run->time;
	if (run->watching) {
		if (run->searched != s->point) {
			run->f->rates(run->d);
			run->f->watch(run->d, run->g_a);
			run->stats.evaluations++;
		}
		if (run->d->failed) {        /* the branch that ends here has no value on its limit (E193, E320) */
			sc_forgive(run->d);
			se_new_point(run);
			se_touch_everything(run);
		} else {
			se_all_fresh(run, SI_RATES);
			se_all_fresh(run, SI_WATCH);
			look_for_crossings(run);
		}
	}
	if (!se_evaluate_recorded(run)) /* the step that led here was good; what is wrong from here on is said at the end */
		sc_forgive(run->d);
	bool good = !s->graph || se_evaluate_left_limits(run);
	if (!run->instants->left_known)
		se_record_values(run, run->recording->left_row);
	se_take_near(run);
	run->instants->left_known = false;
	se_note_values(run);
	for (uint32_t i = 0; i < s->pre_continuous.n; i++)
		se_save_pre(run, s->pre_continuous.at[i]);
	*jump = run->image->transports.n && se_pass_jumps(run);
	run->segment = run->time;        /* from here on a delayed jump of this time has happened */
	bool out;
	if (se_delays_move(run))
		se_pass_marks(run, true, &out);
	if (run->image->delays.n || run->image->transports.n)
		se_touch(run, s->graph->delay, (se_bits){0});
	return good && !run->d->failed;
}

/* An instant that ends in the mode in which it began, through others. Once, that is rounding; again and again at the
 * resolution of time it is a cycle. */
static bool keeps_coming_back(se_run *run)
{
	double size = se_size(run);
	if (run->time - run->modes->return_time > 1e4 * DBL_EPSILON * size)
		run->modes->returns = 0;
	run->modes->return_time = run->time;
	if (++run->modes->returns < SE_SAME)
		return false;
	se_report_mode_cycle(run);
	return true;
}

/* Values at the end of the instant: recorded, checked, and what they leave for the solver (E14, E15). */
static bool end(se_run *run, bool good, bool *rates_moved, bool *left_limits_moved)
{
	const se_selection *s = run->select;
	if (good && !se_reconcile_touching(run, NULL)) {     /* a constraint may hold what the instant has changed */
		se_report_astray(run, "an event was handled");
		good = false;
	}
	if (good && !se_evaluate_recorded(run)) {
		se_report_trouble(run, "an event was handled");
		good = false;
	}
	if (good)
		se_record_values(run, run->recording->right_row);
	else                             /* what could not be computed is no value */
		memcpy(run->recording->right_row, run->recording->left_row, run->channel_count * sizeof(double));
	if (good && (!se_guard_instant(run) || s->suspect)) {
		sc_hold_warnings(run->d, false);
		se_evaluate_all(run);
		good = se_check(run, "an event was handled");
	}
	for (uint32_t i = 0; i < s->pre_continuous.n; i++) {
		uint32_t k = s->pre_continuous.at[i];
		bool moved = se_pre_differs(run, k);
		*rates_moved |= s->role[s->graph->pre + k] & SE_READ_BY_RATES && moved;
		*left_limits_moved |= moved;
		se_save_pre(run, k);
	}
	se_note_jumps(run);
	return good && !run->failed;
}

/* Time goes to the latest entry that is due now but for rounding (E5): where a condition crosses just before it, a
 * clause that acts `when time >= t` must not see time < t. */
static bool go_to_latest(se_run *run)
{
	double latest = se_calendar_latest(run->calendar, run->time + se_time_rounding(run));
	if (!(latest > run->time) || !(latest <= run->settings.stop))
		return false;
	run->time = latest;
	return true;
}

static bool instant(se_run *run, bool crossing, bool *restart)
{
	bool changed = false, jump = false, timed = false, moved_limits = false, behind = false;
	uint32_t mode = run->in;
	const double *x_left = run->mode->x_left;
	bool later = go_to_latest(run);
	sc_hold_warnings(run->d, true);
	bool good = begin(run, &jump);
	sc_hold_warnings(run->d, false);
	if (!good)
		se_report_trouble(run, "an event was handled");
	jump = jump || run->instants->changes.n;
	good = good && (!run->instants->changes.n || se_apply_changes(run));
	run->d->event = 1;
	good = good && handle(run, crossing, &changed, &jump, &timed);
	run->d->event = 0;               /* of the frame that the run is in now */
	sc_hold_warnings(run->d, true);
	good = end(run, good, &moved_limits, &behind);
	bool other = run->in != mode, moved = !other && se_states_changed(run);
	bool concerned = run->process->concerned;
	bool felt = moved || run->terminate || (concerned && !other && se_shown_changed(run)); /* whatever is recorded */
	const se_recording *rows = run->recording;
	bool seen =
		felt || (concerned && memcmp(rows->left_row, rows->right_row, run->channel_count * sizeof(double)) != 0);
	run->close_calm = moved || other ? 0 : run->close_calm + 1;
	if (!other && run->modes->visited.n && good)
		good = !keeps_coming_back(run);
	*restart = later || run->modes->visited.n || jump || moved || changed || moved_limits || se_rates_concerned(run);
	run->stats.state_events += crossing && (felt || *restart || run->instants->acted);
	se_record_instant(run, seen || timed || *restart);
	if (other)
		se_log_lost(run, mode, x_left);
	se_tell_effects(run, mode);
	if (run->stated.n)
		se_finish_reinits(run);
	if (run->watching)
		se_mask(run);
	se_plan_ahead(run);
	se_plan_waits(run);
	good = good && (!behind || plan_behind(run));
	if (other)
		se_ahead_forget(run);
	se_ahead_renew(run);
	if (good && !se_plan_due_bases(run))
		return false;
	return good && !run->failed;
}

bool se_instant(se_run *run, bool crossing, bool *restart)
{
	se_unseal(run);
	bool good = instant(run, crossing, restart);
	se_seal(run);
	return good;
}

void se_instants_archive(se_run *run, sb_archive *a)
{
	sb_archive_one(a, run->instants->last_instant);
	sb_archive_one(a, run->instants->acted);
	sb_archive_one(a, run->instants->began_in);
	sb_archive_one(a, run->instants->behind_at);
	sb_archive_one(a, run->instants->behind);
	se_local_archive(run, a);
}
