/* One step of the solver, and the way through it: its points are found one after another and taken (E3, E5). Read it
 * beside docs/events.md. */
#include "engine/accumulate/accumulate.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include "engine/past/past.h"
#include "engine/process/engine_process.h"
#include "engine/record/record.h"
#include "engine/run/run.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The point `until` of the last step becomes the present. `fault`: something is wrong there, or to be warned of. */
void se_accept(se_run *run, double until, bool fault)
{
	se_remember(run, run->time, until);
	run->time = until;
	sc_accepted(run->d, until);
	se_unseal(run);
	if (run->image->states && until == run->step_end)
		memcpy(run->x, run->solver->operations->state(run->solver), run->image->states * sizeof *run->x);
	else if (run->image->states)
		se_interpolate(run, until, run->x);
	se_seal(run);
	se_here(run);
	if (!fault)
		se_tell_step(run, SL_MESH);
	se_watch_sizes(run);
	if (!fault)
		se_watch_loops(run);
	if (fault && !run->failed) {
		sc_hold_warnings(run->d, false);
		se_evaluate_all(run);
		se_check(run, "the model was simulated");
		sc_hold_warnings(run->d, true);
	}
	if (!run->failed)
		se_choice_holds(run);
}

double se_next_entry(const se_run *run)
{
	const se_entry *first = se_calendar_first(run->calendar);
	if (run->process->head != run->process->tail)
		return run->time;
	if (!first)
		return INFINITY;
	/* what is due at the same time but for rounding is one instant (E5), and none of it may come too early */
	double latest = se_calendar_latest(run->calendar, first->time + se_rounding_at(run, first->time));
	double stop = run->settings.stop;
	return first->time <= stop && latest > stop ? stop : se_stop_or(run, latest);
}

static bool observes(const void *context, const se_entry *e)
{
	const si_image *image = ((const se_run *)context)->image;
	switch (se_kind_of(e)) {
	case SE_CLOCK: return image->clocks.at[e->number].observes;
	case SE_BASE: return image->bases.at[e->number].observes;
	case SE_EVENT: return image->event_code.at[e->number].observes;
	default: return false;
	}
}

/* The solver moves each state for itself, and has looked for crossings by itself. */
static bool is_quantised(const se_run *run)
{
	return run->solver && run->solver->operations->quantised;
}

/* Entries that only look end no step, if there are steps to go on (E420). */
double se_next_halt(const se_run *run)
{
	double entry = se_next_entry(run), stop = run->settings.stop;
	bool steps = run->image->states || run->watching || run->image->moments.n;
	if (entry <= run->time || entry == INFINITY || !steps || run->hold || run->control->all_halt || is_quantised(run))
		return entry;
	double first = se_calendar_first_not(run->calendar, observes, run);
	if (first == INFINITY || first > stop)
		return first;
	double latest = se_calendar_latest(run->calendar, first + se_rounding_at(run, first));
	return latest > stop ? stop : se_stop_or(run, latest);
}

/* Has a condition on time that guards an operation another value there, as abs(w) < eps where w = 3 - time ends? */
static bool guard_turns_at(const se_run *run, double t)
{
	bool turns = false;
	for (uint32_t k = 0; run->ahead && k < run->image->moments.n && !turns; k++) {
		const si_moment *m = &run->image->moments.at[k];
		const si_watch *w = m->kind == SI_MOMENT_WATCH ? &run->image->watches.at[m->watch] : NULL;
		turns = w && w->guards && sc_truth(run->d, w, se_moment_at(run, k, t), NAN, 0) != run->d->latch[m->watch];
	}
	return turns;
}

/* A moment at which a condition on time turns that guards an operation has two sides: at the moment itself the branch
 * that has held so far may have no value. Time goes on from the near side by itself (E193). */
se_sides se_next_sides(const se_run *run)
{
	double at = se_next_halt(run);
	for (uint32_t i = 0; run->view->guards && i < run->image->watches.n; i++)
		if (run->image->watches.at[i].guards && run->watch_when[i] <= at + se_rounding_at(run, at))
			return (se_sides){.near = se_just_before(run, at), .at = at};
	return (se_sides){.near = guard_turns_at(run, at) ? se_just_before(run, at) : at, .at = at};
}

/* An instant at the present time, and a solver that knows of it. *restarted: the rest of the step is void. */
bool se_stand_still(se_run *run, bool crossing, bool *restarted)
{
	uint64_t before = run->stats.state_events;
	double since = sb_clock();
	run->reopened = false;
	if (crossing)
		se_watch_here(run);
	se_leave_slide(run);
	se_tell_step(run, crossing ? SL_BEFORE_CROSSING : SL_BEFORE_EVENT);
	se_before_instant(run, crossing);
	bool good = se_instant(run, crossing, restarted);
	run->stats.event_seconds += sb_clock() - since;
	if (!good)
		return false;
	se_tell_step(run, crossing ? SL_CROSSED : SL_EVENT);
	se_look_whether_sound(run);
	se_note_claims(run);
	/* what was put into the calendar may lie inside the step that is already made */
	*restarted = *restarted || se_next_halt(run) < run->step_end || is_quantised(run);
	if (*restarted) {
		se_note_restart(run);
		se_guess_again(run);
		se_choice_forget(run);
		se_note_corner(run);
	}
	if (*restarted && run->solver && run->solver_tolerance != run->tolerance) {
		se_reopen_solver(run);
	} else if (*restarted && run->solver) {
		if (is_quantised(run) && run->watching)
			se_focus(run);
		run->solver->operations->reset(run->solver, run->time, run->x, true);
		se_logf(run, SE_LOG_SOLVER, "solver restarted");
	} else if (*restarted) {
		se_open_solver(run);
	}
	return se_after_instant(run, run->stats.state_events != before, restarted);
}
/* Does a condition turn there? The way from the last point on is short, and straight; the states must move by less than
 * the tolerance. */
static bool turns_straight_on(se_run *run, double t, const double *rates, bool *far)
{
	bool turned = false;
	for (uint32_t i = 0; i < run->image->states; i++) {
		double way = (t - run->time) * rates[i];
		*far = *far || !(fabs(way) <= run->settings.tolerance * (fabs(run->x[i]) + run->size[i]));
		run->x_try[i] = run->x[i] + way;
	}
	if (*far)
		return false;
	double *x = run->d->x;
	run->d->time = t;
	run->d->x = run->x_try;
	run->f->rates(run->d);
	run->f->watch(run->d, run->g_a);
	sc_forgive(run->d);
	run->d->x = x;
	for (uint32_t i = 0; i < run->image->watches.n && !turned; i++) {
		const si_watch *w = &run->image->watches.at[i];
		turned = w->kind == SI_RELATION && !w->time_only && !w->ahead && !w->initial_only && isfinite(run->g_a[i]) &&
		         se_truth(run, i, run->g_a[i]) != run->d->latch[i];
	}
	return turned;
}

/* The first of the points `at`, twice as far, four times as far and so on at which a condition has turned, up to
 * `last`; INFINITY: none. */
static double first_turned(se_run *run, double at, double last, const double *rates)
{
	bool turned = false, far = false;
	while (at < last && !(turned = turns_straight_on(run, at, rates, &far)) && !far)
		at += at - run->time;
	return turned ? at : INFINITY;
}

/* The rates have no value where a condition has turned, as in `if x > 0 then sqrt(x) else 0`: the solver comes as near
 * to the crossing as it can and never over it. The point that it has tried last, or one a little further, is the
 * crossing (E3); where rates grow without bounds, as those of 1/sqrt(x), that is too far away, and a nearer one is.
 * Stages of some methods lie far away from the solution, so they say nothing. */
static bool fails_beyond_branch(se_run *run)
{
	if (!run->bad || !run->watching || run->image->delays.n || run->image->transports.n || run->projection ||
		run->hold || !(run->bad_time > run->time) || run->bad_time - run->time > 1e-6 * se_size(run))
		return false;
	double last = fmin(se_next_halt(run), run->time + 1e-6 * se_size(run));
	size_t bytes = run->image->states * sizeof *run->x;
	se_here(run);
	run->f->rates(run->d);
	if (run->d->failed)
		sc_forgive(run->d);
	double *rates = memcpy(sb_draw(NULL, bytes + 1), run->xd, bytes);
	double at = first_turned(run, run->bad_time, last, rates);
	if (at == INFINITY)
		at = first_turned(run, se_just_behind(run, run->time), last, rates);
	sb_put_back(rates);
	se_here(run);
	if (at == INFINITY)
		return false;
	run->bad_time = at;
	memcpy(run->bad_x, run->x_try, bytes);
	return true;
}

bool se_pass_branch(se_run *run)
{
	bool restarted;
	run->control->past_branch = false;
	se_record_near(run, run->time);
	se_record_grid(run, run->bad_time, false);
	run->time = run->step_end = run->bad_time;
	se_unseal(run);
	memcpy(run->x, run->bad_x, run->image->states * sizeof *run->x);
	se_seal(run);
	run->solver->operations->reset(run->solver, run->time, run->x, true);
	se_here(run);
	sc_accepted(run->d, run->time);
	se_logf(run, SE_LOG_SOLVER, "beyond a condition the rates have no value: it turns here");
	return se_stand_still(run, true, &restarted);
}

static bool step(se_run *run, double limit)
{
	run->step_begin = run->time;
	if (run->d->x != run->x)         /* the last look was at another point */
		se_here(run);
	if (!run->image->states) {
		double most = (run->settings.stop - run->settings.start) / 500;      /* whatever is recorded */
		if (!isfinite(most))
			most = fmax(0.01, se_size(run) / 100);
		most = fmin(most, se_ahead_bound(run));
		bool looks = run->watching || run->image->delays.n || run->process->moving || run->guarded;
		run->step_end = looks ? fmin(limit, fmax(run->time + most, nextafter(run->time, INFINITY))) : limit;
		se_find_places(run);
		se_follow_begin(run);
		se_follow_step(run);
		return true;
	}
	run->bad = run->noticed = false;
	sv_status status;
	uint32_t allowed = 0;
	se_follow_begin(run);
	do {
		se_ahead_bound(run);
		status = run->solver->operations->step(run->solver, limit, &run->step_end);
		if (status == SV_OK && !se_turned_too_far(run)) {
			double taken = run->step_end - run->time;
			if (se_follow_step(run))
				break;
			limit = run->time + 0.3 * taken;
		}
		if (status == SV_TOO_SMALL && run->time == run->segment && se_allow_for_time(run, allowed)) {
			allowed++;
			se_bring_states(run);
			run->solver->operations->reset(run->solver, run->time, run->x, false);
			status = SV_OK;
		}
	} while (status == SV_OK);
	sc_accepted(run->d, run->step_end);
	if (status == SV_OK && run->step_end > run->time)
		return true;
	if ((run->control->past_branch = fails_beyond_branch(run)))
		return false;
	se_report_solver(run,
					 status == SV_OK ? SV_TOO_SMALL : status); /* a step that time cannot show would be made for ever */
	return false;
}

bool se_make_step(se_run *run, double limit)
{
	if (!run->image->transports.n)
		return step(run, limit);
	/* a step in which a transport goes all its way would need what goes in during the step */
	for (double most = run->time + run->control->reach;; ) {
		if (!step(run, fmin(limit, fmax(most, nextafter(run->time, INFINITY)))))
			return false;
		double way = se_way(run, run->step_end), taken = run->step_end - run->time;
		run->control->reach = way > 0 ? 0.8 * taken / way : INFINITY;
		if (way <= 1 || taken <= 1e3 * DBL_EPSILON * se_size(run))
			return true;
		most = run->time + run->control->reach;
		if (run->image->states)
			run->solver->operations->reset(run->solver, run->time, run->x, true);
	}
}

/* What a loop of an algorithm computes follows the outcomes of its conditions at once, and not in the instant that they
 * make (E74). So a step that has met new outcomes is made again, up to just before them. */
static bool ends_before_loop(se_run *run, double at, double *near)
{
	double close = sb_shortest(sb_size_of(at, 0.01 * (run->step_end - run->step_begin)));
	if (!run->view->loose || !run->solver || at - run->time <= 4 * close || run->visit >= run->step_end)
		return false;
	se_watch_at(run, at, run->g_a);
	*near = at - close;
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (run->image->watches.at[i].loose && se_truth(run, i, run->g_a[i]) != run->d->latch[i])
			return true;
	return false;
}

/* Does another one that guards an operation have another value there than so far? */
static bool has_turned(se_run *run, double at)
{
	se_watch_at(run, at, run->g_a);
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		const si_watch *w = &run->image->watches.at[i];
		if (w->guards && !w->time_only && !w->ahead && !w->initial_only && isfinite(run->g_a[i]) &&
			se_truth(run, i, run->g_a[i]) != run->d->latch[i])
			return true;
	}
	return false;
}

/* The last time before a point at which what conditions guard is still guarded; INFINITY: none of them turns there. */
static double near_side(se_run *run, const se_point *p)
{
	enum { FAR = 20 };
	if (!run->view->guards || !p->crossing || !has_turned(run, p->at))
		return INFINITY;
	double width = DBL_EPSILON * fabs(p->at), near = p->at;
	for (int k = 0; k < FAR && near > run->time; k++, width = fmax(2 * width, DBL_MIN)) {
		near = fmax(p->at - width, run->time);
		if (!has_turned(run, near))
			break;
	}
	return near;
}

/* The step at hand ends with an instant that touches little; nothing else can be in it (E470). */
static bool ends_locally(se_run *run, se_point *p)
{
	uint32_t count = 0;
	if (!is_quantised(run) || !se_may_be_local(run) || run->noticed)
		return false;
	const uint32_t *turned = run->solver->operations->crossed(run->solver, &count);
	p->crossing = count > 0;
	double entry = se_next_entry(run);
	return (count || p->at == entry) && p->at < run->settings.stop &&
		   se_local_allows(run, turned, count, entry <= p->at);
}

/* What comes before the crossing: a process that is woken, a motion that is free again, what comes out of a delay, the
 * cut of a passage. The time at which a delay gives something. */
static double find_others(se_run *run, se_point *p)
{
	double woken_at = p->at;
	p->woken = run->process->moving && se_find_woken(run, run->time, &woken_at);
	if (p->crossing && p->woken &&
		fabs(p->at - woken_at) <= 4 * sb_shortest(sb_size_of(p->at, run->step_end - run->step_begin)))
		woken_at = p->at; /* they are the same but for rounding: one instant (E5), in which the relation has turned */
	p->crossing = p->crossing && !(p->woken && woken_at < p->at);
	p->at = woken_at;
	double free_at = p->at;
	p->freed = se_find_release(run, run->time, &free_at);
	p->crossing = p->crossing && !(p->freed && free_at < p->at);
	p->woken = p->woken && !(p->freed && free_at < p->at);
	p->at = free_at;
	double passed_at = p->at;
	p->passed = se_delays_move(run) && se_find_passed(run, run->time, &passed_at);
	if (p->passed && passed_at < p->at)
		p->crossing = p->woken = p->freed = false;
	p->at = passed_at;
	p->cut = run->passage && run->passage->cut > run->time && run->passage->cut < p->at;
	if (p->cut) {
		p->crossing = p->woken = p->freed = p->passed = false;
		p->at = run->passage->cut;
	}
	return passed_at;
}

/* The next point of the step at hand: a crossing, something of the calendar, or the end of the step. False: the run
 * must end. The point is not known afterwards where the rest of the step is void. */
bool se_find_point(se_run *run)
{
	se_point *p = &run->control->point;
	*p = (se_point){.at = run->step_end};
	bool quantised = is_quantised(run);
	if ((p->known = ends_locally(run, p)))
		return true;
	*p = (se_point){.at = run->step_end};
	uint32_t crossed = 0;
	if (quantised)
		run->solver->operations->crossed(run->solver, &crossed);
	p->crossing = quantised ? crossed > 0
							: run->watching && se_find_crossing(run, run->time, run->step_end, &p->at);
	double near;
	if (run->watched->doubtful)
		se_look_at_held_back(run);
	if (run->watched->sharper) {
		run->watched->sharper = false;
		se_here(run);
		se_reopen_solver(run);
		return true;
	}
	if (p->crossing && ends_before_loop(run, p->at, &near))
		return se_step_again(run, near);
	double passed_at = find_others(run, p);
	if (se_bounce_is_lost(run, p->at))
		return !run->failed;
	if (quantised && run->watching && !p->crossing)
		se_watch_at(run, p->at, run->view->begin);
	if (run->watching)
		se_note_way(run, run->time, p->at, p->crossing);
	double end = p->at;
	bool warned = sc_held_warning(run->d);
	se_found found = run->guarded || warned || run->noticed
						 ? se_guard_step(run, warned || run->noticed, p->crossing || p->woken, &p->at)
						 : SE_NOTHING;
	if (found == SE_GOES_BACK)
		return se_step_again(run, p->at);
	p->fault = found == SE_FAULT;
	p->early = p->fault && p->at < end;
	if (p->early)
		p->crossing = p->woken = p->freed = false;
	p->passed = p->passed && p->at == passed_at;
	p->cut = p->cut && !p->early;
	p->known = true;
	return true;
}

bool se_is_due(const se_run *run, const se_point *p)
{
	return !p->early && se_next_entry(run) <= p->at;
}

/* The point is an instant that touches little: states and conditions stay where they are, but for these (E470). */
static bool take_locally(se_run *run, bool *instant)
{
	sv_concern concern;
	double since = sb_clock();
	const se_point *p = &run->control->point;
	bool due = se_is_due(run, p);
	uint32_t count;
	const uint32_t *turned = run->solver->operations->crossed(run->solver, &count);
	run->control->point.known = false;
	se_record_grid(run, p->at, false);
	run->time = p->at;
	sc_accepted(run->d, p->at);
	*instant = true;
	bool good = se_local_instant(run, turned, count, due, &concern);
	run->control->walking = false;
	if (good)
		run->solver->operations->concern(run->solver, run->time, run->x, &concern);
	run->stats.event_seconds += sb_clock() - since;
	return good;
}

bool se_take_point(se_run *run, se_status *status, bool *instant)
{
	if (ends_locally(run, &(se_point){.at = run->control->point.at}) && run->control->point.at == run->step_end) {
		*status = se_look_at_clock(run);
		return take_locally(run, instant);
	}

	se_point p = run->control->point;
	bool last = p.at == run->settings.stop, due = se_is_due(run, &p);
	run->control->point.known = *instant = false;
	if (run->image->transports.n)
		se_fill_profiles(run, run->time, p.at);
	bool quiet = !p.crossing && !due && !p.woken && !p.freed && !last && !p.fault;
	se_record_near(run, near_side(run, &p));
	se_record_grid(run, p.at, quiet);
	if (quiet && se_is_beside_grid(run->settings.rows) && p.at < se_next_grid(run) && !se_was_on_grid(run, p.at))
		se_record_step(run, p.at);
	se_accept(run, p.at, p.fault);
	if (!p.looks) {
		se_note_sizes(run);
		se_follow_sizes(run);
	}
	if (run->failed)
		return false;
	if (p.early && run->watching)
		se_watch_at(run, p.at, run->view->begin);
	if (!p.crossing && !p.woken && !p.fault)
		se_check_claims(run);
	*status = se_look_at_clock(run);
	run->control->walking = run->time < run->step_end;
	if (last || *status != SE_DONE)  /* the last instant is taken with terminal() */
		return true;
	bool restarted = false, jump = false, corner = false;
	if (p.passed)
		se_go_past_marks(run, &jump, &corner);
	if (run->failed)
		return false;
	if (p.freed)
		se_release(run);
	if (p.cut) {
		run->passage->cut = NAN;
		run->solver->operations->reset(run->solver, run->time, run->x, true);
		se_logf(run, SE_LOG_SOLVER, "something narrow lies ahead: the rest of the step is made again");
	}
	*instant = p.crossing || due || jump || p.woken || p.freed;
	if (*instant && run->watching)
		se_keep_resting(run);
	if (*instant && !se_stand_still(run, p.crossing, &restarted))
		return false;
	run->control->walking = run->time < run->step_end && !restarted && !p.freed && !corner && !p.cut;
	if (*instant && run->control->walking && !p.looks)
		se_follow_rest(run);
	return true;
}

bool se_looks_first(const se_run *run, double until, double *at)
{
	*at = se_next_entry(run);
	return *at <= until && *at + se_rounding_at(run, *at) < run->control->point.at;
}

/* The search for the point that is known has left the functions of the conditions where it ended, for the next search
 * to begin with. An instant puts those of its own time in their place. */
bool se_take_look(se_run *run, double at, se_status *status, bool *instant)
{
	se_point kept = run->control->point;
	size_t n = run->watching ? run->image->watches.n : 0;
	double *begin = n ? memcpy(sb_draw(NULL, n * sizeof *begin), run->view->begin, n * sizeof *begin) : NULL;
	bool *masked = n ? memcpy(sb_draw(NULL, n * sizeof *masked), run->view->masked, n * sizeof *masked) : NULL;
	run->control->point = (se_point){.known = true, .at = at, .looks = true};
	bool good = se_take_point(run, status, instant);
	if (good && run->control->walking) {
		run->control->point = kept;
		if (n) {
			memcpy(run->view->begin, begin, n * sizeof *begin);
			memcpy(run->view->masked, masked, n * sizeof *masked);
		}
	}
	sb_put_back(begin);
	sb_put_back(masked);
	return good;
}

/* The run goes no further in the step at hand than to where it has paused. False: it has failed. */
bool se_leave_step(se_run *run)
{
	double at = run->control->shown_at;
	bool inside = at > run->time;
	if (inside && run->control->walking) {
		if (run->image->transports.n)
			se_fill_profiles(run, run->time, at);
		se_record_grid(run, at, true);
		se_accept(run, at, false);
		se_note_sizes(run);
		se_follow_sizes(run);
	} else if (inside) {             /* nothing but processes, which all wait */
		se_record_grid(run, at, true);
		run->time = run->d->time = at;
	}
	if (run->control->walking) {
		run->step_end = run->time;
		se_choice_forget(run);
		if (run->solver)
			run->solver->operations->reset(run->solver, run->time, run->x, true);
	}
	run->control->walking = run->control->point.known = false;
	return !run->failed;
}
