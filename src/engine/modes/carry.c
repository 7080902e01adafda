/* Values from one mode to another, by scalar. States of the new mode get the value that the variable had (the
 * continuous rule), whether it was a state before or not. What both modes have (left limits, latches, ticks of clocks,
 * pasts of delays) is known by what it was in the model; everything else is computed by the equations of the new
 * mode. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include "engine/past/past.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

#include "base/whole.h"

static void carry_pre(se_run *run, const se_frame *old)
{
	for (uint32_t k = 0; k < run->image->pres.n; k++) {
		uint32_t s = run->image->pres.at[k].scalar;
		if (s >= run->image->common)
			continue;
		uint32_t there = old->mode->pre_of[si_root_of_scalar(old->image, s)];
		bool negated = si_place_of(old->image, s).negated;
		sc_data *d = run->d;
		switch (run->image->pres.at[k].place.store) {
		case SI_INT:
			d->pre_i[k] = there && !negated ? old->d->pre_i[there - 1] : sb_whole(sc_scalar_value(old->d, s));
			break;
		case SI_STRING: d->pre_s[k] = d->s[run->image->pres.at[k].place.index]; break;
		case SI_NOWHERE: break;
		default:
			d->pre_r[k] =
				there ? (negated ? -old->d->pre_r[there - 1] : old->d->pre_r[there - 1]) : sc_scalar_value(old->d, s);
			break;
		}
	}
}

static uint32_t number_of(se_run *run, const si_same *s)
{
	uint64_t key = se_same_key(s->kind, s->part, s->origin), at;
	if (!sb_map_get(&run->modes->condition_of, key, &at)) {
		at = run->modes->sizes.n;
		sb_push(run->once, run->modes->sizes, (se_condition_size){0});
		sb_map_put(&run->modes->condition_of, key, at);
	}
	return (uint32_t)at;
}

/* Once for a frame and a simulation: then a change of mode looks up no condition by its name. */
static void number_conditions(se_run *run, const se_frame *frame)
{
	se_mode_frame *m = frame->mode;
	const si_image *image = frame->image;
	if (m->numbering == run->modes->numbering)
		return;
	m->numbering = run->modes->numbering;
	m->watch_of.n = 0;
	if (!m->condition)
		m->condition = sb_new_array(frame->own, uint32_t, image->same.n + 1);
	for (uint32_t i = 0; i < image->same.n; i++) {
		if (image->same.at[i].kind != SI_SAME_WATCH)
			continue;
		uint32_t number = m->condition[i] = number_of(run, &image->same.at[i]);
		while (m->watch_of.n <= number)
			sb_push(frame->own, m->watch_of, 0);
		m->watch_of.at[number] = image->same.at[i].number + 1;
	}
}

/* The watch of the mode before that is the same condition as this entry of the present mode's image->same. */
static bool find_there(const se_run *run, const se_frame *old, uint32_t entry, uint32_t *there)
{
	if (run->image->same.at[entry].kind != SI_SAME_WATCH)
		return false;
	uint32_t number = run->mode->condition[entry];
	*there = number < old->mode->watch_of.n ? old->mode->watch_of.at[number] : 0;
	return (*there)-- > 0;
}

static void carry_latches(se_run *run, const se_frame *old)
{
	uint32_t there;
	for (uint32_t i = 0; i < run->image->same.n; i++)
		if (find_there(run, old, i, &there))
			run->d->latch[run->image->same.at[i].number] = old->d->latch[there];
}

/* A guess goes over as a guess, and is gone in all modes when one of them knows better. */
static void note_size(const se_view *view, uint32_t watch, se_condition_size *size)
{
	if (view->guessed[watch] && !size->settled)
		size->guessed = fmax(size->guessed, view->scale[watch]);
	if (view->guessed[watch])
		return;
	size->seen = fmax(size->seen, view->scale[watch]);
	size->settled = size->settled || view->resolved[watch];
}

static void take_size(se_view *view, uint32_t watch, se_condition_size *size)
{
	if (view->guessed[watch] && !size->settled)
		size->guessed = fmax(size->guessed, view->scale[watch]);
	double guessed = size->settled ? 0 : size->guessed;
	double known = fmax(view->guessed[watch] ? 0 : view->scale[watch], size->seen);
	view->guessed[watch] = guessed > known;
	view->scale[watch] = fmax(known, guessed);
}

/* The size that the function of a condition has had, in whatever mode: without it nobody could tell what is
 * rounding. */
static void carry_sizes(se_run *run, const se_frame *old)
{
	se_condition_size *sizes = run->modes->sizes.at;
	for (uint32_t i = 0; i < old->image->same.n; i++)
		if (old->image->same.at[i].kind == SI_SAME_WATCH)
			note_size(old->view, old->image->same.at[i].number, &sizes[old->mode->condition[i]]);
	for (uint32_t i = 0; i < run->image->same.n; i++)
		if (run->image->same.at[i].kind == SI_SAME_WATCH)
			take_size(run->view, run->image->same.at[i].number, &sizes[run->mode->condition[i]]);
	for (uint32_t i = 0; i < run->image->watches.n; i++) { /* what was rounding in this mode before may be none now */
		run->g_noise[i] = 0;
		run->view->peak[i] = INFINITY;
		run->view->masked[i] = false;
	}
	run->view->blurred.n = 0;
}

/* Conditions that the mode before did not have. What is zero but for rounding counts as zero, the more generously the
 * more often the mode was entered in this instant; where it is entered `again` that holds for all conditions. A diode
 * that stops conducting at the very moment at which it would begin again must come to rest. */
static bool latch_fresh(se_run *run, bool again)
{
	bool turned = false;
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		const si_watch *w = &run->image->watches.at[i];
		bool zero = !w->time_only && !w->ahead && w->kind == SI_RELATION && fabs(run->g_a[i]) <= se_held(run, i);
		long long latch = run->d->latch[i];
		if (zero && (again || run->mode->fresh[i]))
			run->d->latch[i] = w->op == SI_LE || w->op == SI_GE;
		else if (run->mode->fresh[i])
			run->d->latch[i] = run->truth[i];
		turned = turned || run->d->latch[i] != latch;
	}
	return turned;
}

static void evaluate_fresh(se_run *run, bool again)
{
	enum { ROUNDS = 4 };             /* a condition may decide over what another one reads */
	for (int k = 0; k < ROUNDS; k++) {
		run->f->rates(run->d);
		run->f->watch(run->d, run->g_a);
		se_evaluate_raw(run);        /* of the values of this mode: those that it had when it was left are gone */
		if (run->d->failed)
			sc_forgive(run->d);
		if (!latch_fresh(run, again))
			return;
	}
}

/* A condition of both modes keeps its value; its latch has been carried over before. One that the mode before did not
 * have gets the value that it has at the values carried over. Either must differ from zero by more than rounding to
 * turn at once: where a mode changes, a current or a distance that was at zero is zero again, but for rounding. */
static void carry_watches(se_run *run, const se_frame *old)
{
	uint32_t n = run->image->watches.n;
	bool any = false, again = run->flips_of == run->instant;
	if (!again)
		se_forget_flips(run);
	run->flips_of = run->instant;
	memset(run->mode->fresh, 1, n * sizeof *run->mode->fresh);
	memset(run->view->doubt, 0, n * sizeof *run->view->doubt);
	for (uint32_t i = 0; i < run->image->same.n; i++) {
		const si_same *s = &run->image->same.at[i];
		uint32_t there;
		if (!find_there(run, old, i, &there))
			continue;
		run->mode->fresh[s->number] = false;
		run->view->doubt[s->number] = old->view->doubt[there];
		run->forced[s->number] = old->forced[there];
		run->forced_at[s->number] = old->forced_at[there];
		if (old->flips[there] > run->flips[s->number])
			se_flip(run, s->number, old->flips[there]);
	}
	for (uint32_t i = 0; i < n; i++) {
		any = any || run->mode->fresh[i];
		if (run->flips[i] == 0 || again)
			se_flip(run, i, run->flips[i] + 1);
	}
	if (any || again)
		evaluate_fresh(run, again);
}

/* Conditions on time go to the calendar again when the instant ends (instant.c). */
static void forget_times(se_run *run, const se_frame *old)
{
	if (run->image->watches.n || old->image->watches.n)
		se_calendar_remove_all(run->calendar, SE_WATCH);
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		run->watch_when[i] = NAN;
}

/* The clock of the mode before that is the same; UINT64_MAX: it has none. */
static uint64_t clock_there(const se_run *run, const se_frame *old, uint32_t k)
{
	const si_clock *c = &run->image->clocks.at[k];
	uint64_t there = UINT64_MAX;
	for (uint32_t i = 0; i < old->image->clocks.n && c->base && there == UINT64_MAX; i++) {
		const si_clock *o = &old->image->clocks.at[i];
		if (o->base == c->base && o->step == c->step && o->first == c->first)
			there = i;
	}
	for (uint32_t i = 0; i < run->image->same.n && !c->base && there == UINT64_MAX; i++)
		if (run->image->same.at[i].kind == SI_SAME_CLOCK && run->image->same.at[i].number == k)
			sb_map_get(&old->mode->same, se_same_key(SI_SAME_CLOCK, 0, run->image->same.at[i].origin), &there);
	return there;
}

/* What ticks in the instant ticks in every mode that is tried in it: a gear that a tick shifts stays shifted. */
static void carry_ticks(se_run *run, const se_frame *old)
{
	for (uint32_t k = 0; k < run->image->clocks.n; k++) {
		uint64_t there = clock_there(run, old, k);
		run->d->clock[k] = there == UINT64_MAX ? 0 : old->d->clock[there];
	}
}

static void carry_clocks(se_run *run, const se_frame *old)
{
	uint32_t n = run->image->clocks.n;
	if (n || old->image->clocks.n)
		se_calendar_remove_all(run->calendar, SE_CLOCK);
	run->select->ticked.n = 0;
	if (!n)
		return;
	run->f->clocks(run->d, run->ticks->start, run->ticks->interval);
	carry_ticks(run, old);
	for (uint32_t k = 0; k < n; k++) {
		const si_clock *c = &run->image->clocks.at[k];
		uint64_t there = clock_there(run, old, k);
		if (run->d->clock[k])
			sb_push(run->own, run->select->ticked, k);
		if (c->base)                    /* the run knows its ticks */
			continue;
		if (there == UINT64_MAX) {
			se_plan_clock(run, k, 0, SE_CLOCK, k, c->span);
			continue;
		}
		run->ticks->tick[k] = old->ticks->tick[there];
		se_plan_tick(run, k, 0, SE_CLOCK, k, c->span);
	}
}

static void carry_events(se_run *run, const se_frame *old)
{
	uint32_t n = run->image->event_code.n, here = run->image->clocks.n, there = old->image->clocks.n;
	if (!n)
		return;
	memcpy(run->mode->event_value, old->mode->event_value, n * sizeof *run->mode->event_value);
	memcpy(run->mode->event_time, old->mode->event_time, n * sizeof *run->mode->event_time);
	memcpy(run->mode->event_true, old->mode->event_true, n * sizeof *run->mode->event_true);
	memcpy(run->mode->event_told, old->mode->event_told, n * sizeof *run->mode->event_told);
	memcpy(run->ticks->start + here, old->ticks->start + there, n * sizeof *run->ticks->start);
	memcpy(run->ticks->interval + here, old->ticks->interval + there, n * sizeof *run->ticks->interval);
	memcpy(run->ticks->tick + here, old->ticks->tick + there, n * sizeof *run->ticks->tick);
}

static void tell_gap(se_run *run, uint32_t k, double since)
{
	const si_delay *d = &run->image->delays.at[k];
	uint64_t key = sb_pair(1, run->delays->id[k]), told;      /* beside the scalars in the map */
	if (!(run->delays->time[k] > 0) || sb_map_get(&run->modes->told, key, &told))
		return;
	sb_map_put(&run->modes->told, key, 1);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0293", d->span,
	                          "this delay stands in a branch that did not hold from time %.9g to %.9g: its input "
	                          "counts as constant during that time", since, run->time);
	sb_help(m,
		"write the delay as an equation of its own, outside the branches (y = delay(x, T)), and use y in them");
}

/* What was not evaluated in other modes is taken to have stayed as it was, and that is told. No curve leads through
 * the gap. */
static void carry_delays(se_run *run)
{
	if (!run->image->delays.n)
		return;
	run->f->delays(run->d, run->delays->value, run->delays->time, run->delays->longest);
	for (uint32_t k = 0; k < run->image->delays.n; k++) {
		double t = run->settings.start, value;
		if (!se_history_last(run->past->history, run->delays->id[k], &t, &value))
			value = run->delays->value[k];
		else if (t >= run->time)
			continue;
		else
			se_history_corner(run->past->history, run->delays->id[k]);
		if (run->time > t)
			tell_gap(run, k, t);
		se_history_add(run->past->history, run->delays->id[k], run->time, value);
	}
}

/* Values go over by name (E25), those too that nobody has asked for in the mode that is left. */
void se_evaluate_carried(se_run *run)
{
	se_evaluate_all(run);
	if (run->d->failed)
		sc_forgive(run->d);
}

/* How far the functions of the conditions went since they last crossed. */
static void carry_ways(se_run *run, const se_frame *old)
{
	uint32_t there;
	memcpy(run->view->way, run->view->scale, run->image->watches.n * sizeof *run->view->way);
	for (uint32_t i = 0; i < run->image->same.n; i++)
		if (find_there(run, old, i, &there))
			run->view->way[run->image->same.at[i].number] = old->view->way[there];
}

/* The scalar of the mode before that is the same as this one of the present mode; UINT32_MAX: it has none. */
static uint32_t scalar_there(const se_run *run, const se_frame *old, uint32_t scalar)
{
	const si_image *image = run->image, *before = old->image;
	uint32_t of = UINT32_MAX;
	if (scalar < image->common)
		return scalar;
	for (uint32_t i = 0; i < image->raised.n; i++)
		if (image->raised.at[i].scalar == scalar)
			of = scalar_there(run, old, image->raised.at[i].of);
	for (uint32_t i = 0; i < before->raised.n && of != UINT32_MAX; i++)
		if (before->raised.at[i].of == of)
			return before->raised.at[i].scalar;
	return UINT32_MAX;
}

/* States that have no name in the model are derivatives of others: they begin with what these were. */
static void carry_raised(se_run *run, const se_frame *old)
{
	for (uint32_t i = 0; i < run->image->raised.n; i++) {
		const si_raised *r = &run->image->raised.at[i];
		uint32_t of = scalar_there(run, old, r->of);
		si_place rate = of == UINT32_MAX ? (si_place){.store = SI_NOWHERE} : se_rate_place(&old->mode->rates, of);
		si_place p = si_place_of(run->image, r->scalar);
		double value = rate.store == SI_NOWHERE ? NAN : se_value_at(se_data_before(old, of), rate);
		if (p.store == SI_STATE && isfinite(value))
			run->x[p.index] = r->negated != p.negated ? -value : value;
	}
}

static void take_values(se_run *run, const se_frame *old)
{
	sc_copy_rates(run->d, old->d);
	for (uint32_t i = 0; i < run->mode->carried.n; i++)
		sc_copy_scalar(run->d, se_data_before(old, run->mode->carried.at[i]), run->mode->carried.at[i]);
	carry_raised(run, old);
	sc_begin_with_values(run->d);
	se_carry_stated(run);
}

/* To find sizes the equations of the mode are evaluated; the values are taken once more after that. Of what a clause
 * has set nobody could tell otherwise that it acted before, and it would act again. */
void se_carry_values(se_run *run, const se_frame *old)
{
	sc_data *d = run->d;
	d->time = old->d->time;
	d->initial = old->d->initial;
	d->terminal = old->d->terminal;
	d->event = old->d->event;
	d->lambda = old->d->lambda;
	d->deadline = old->d->deadline;
	d->x = run->x;
	d->xd = run->xd;
	carry_ticks(run, old);
	bool first = !run->begun;
	if (first) {
		sc_copy_parameters(
			d,
			run->frames.at[0]->d); /* all of them; some that an initial system has determined are better known later */
		sc_copy_parameters(d, old->d);
		run->f->parameters(d);
		se_find_nominals(run);
		run->begun = true;
	}
	take_values(run, old);
	carry_pre(run, old);
	number_conditions(run, old);
	number_conditions(run, &run->frame);
	carry_latches(run, old);
	if (first) {
		se_carry_state_sizes(run, old);
		se_expect_sizes(run);
		take_values(run, old);
	}
	carry_sizes(run, old);
	carry_ways(run, old);
	carry_watches(run, old);
	carry_events(run, old);
	se_new_point(run);
	se_new_instant(run);
	se_touch_everything(run);
}

void se_carry_schedule(se_run *run, const se_frame *old)
{
	forget_times(run, old);
	carry_clocks(run, old);
	carry_delays(run);
	se_carry_profiles(run);
}
