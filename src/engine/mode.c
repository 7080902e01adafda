/* Modes: which one the conditions ask for, and the way there. A model whose structure changes has a plan, a program and a frame of values for
 * each mode that the run has entered (frame.c); entering one carries the values over (carry.c, stated.c). docs/events.md, E23 to E33, E100 and
 * E101. */
#include "engine/inside.h"
#include "base/whole.h"
#include <math.h>
#include <string.h>

enum {
	SAME_MODE_MOST = 8,      /* entries into one mode in one instant: beyond that it is a cycle */
	SETTLE_MOST = 5,         /* evaluations until Booleans that depend on conditions have their values */
	TURNS_MOST = 100, TURNS_LEAST = 8, SCALARS_TRIED = 100000        /* modes that are tried where the one asked for cannot be */
};

static const double UNSEEN = 1e-9;       /* of the largest impulse, or the size of a condition: rounding */
static const double LOOK_AHEAD = 1e-7;   /* of the run */

/* The mode that the conditions ask for, into run->wanted; false if it is the present one. Switches of initial equations have no say once
 * the run has begun. */
static bool asks_for_other(se_run *run)
{
	bool other = false;
	run->f->modes(run->d, run->asked);
	for (uint32_t k = 0; k < run->plan->switches.n; k++) {
		const ss_switch *s = &run->plan->switches.at[k];
		bool decides = !s->idle && (!s->initial_only || run->d->initial);
		run->wanted[k] = decides && run->asked[k] >= 0 && run->asked[k] < s->branches ? (uint16_t)run->asked[k] : run->branch[k];
		other = other || run->wanted[k] != run->branch[k];
	}
	return other;
}

static bool was_visited(const se_run *run, const sc_mode *mode)
{
	for (uint32_t i = 0; i < run->visited.n; i++)
		if (run->visited.at[i] == mode->number)
			return true;
	return false;
}

/* The mode asked for cannot be analysed: perhaps it is only a point on the way, because switches that turn in one instant do not turn at
 * once. Then one in which one of them has turned and the others have not, or all but one. */
static const sc_mode *find_on_the_way(se_run *run)
{
	uint32_t n = run->plan->switches.n;
	uint16_t *target = run->wanted, *try = run->try;
	for (int all_but = 0; all_but < 2; all_but++)
		for (uint32_t k = 0; k < n; k++) {
			if (target[k] == run->branch[k])
				continue;
			memcpy(try, all_but ? target : run->branch, n * sizeof *try);
			try[k] = all_but ? run->branch[k] : target[k];
			const sc_mode *mode = memcmp(try, run->branch, n * sizeof *try) ? sc_enter(run->program, try, &run->numbers, false, NULL) : NULL;
			if (mode && !was_visited(run, mode))
				return mode;
		}
	return NULL;
}

/* The Boolean variable on whose value alone a switch depends; UINT32_MAX: there is none. */
static uint32_t variable_behind(const se_run *run, uint32_t k)
{
	const sx_pool *pool = run->model->pool;
	sx_ref which = run->plan->switches.at[k].which;
	sx_ref condition = sx_op_of(pool, which) == SX_IF ? sx_arg(pool, which, 0) : 0;
	if (condition && sx_op_of(pool, condition) == SX_NOT)
		condition = sx_arg(pool, condition, 0);
	return condition && sx_op_of(pool, condition) == SX_VAR ? sm_scalar_of(run->model, condition) : UINT32_MAX;
}

static void *copy(se_run *run, const void *from, size_t count, size_t size)
{
	void *to = sb_alloc(run->once, (count + 1) * size);
	if (count)
		memcpy(to, from, count * size);
	return to;
}

/* A variable that remembers its side turns with its left limit. */
static bool turn_over(se_run *run, uint32_t variable)
{
	ss_place place = ss_place_of(run->plan, variable);
	if (place.store == SS_INT && !run->constant[variable])      /* what parameters decide in this mode is as it is */
		run->d->i[place.index] = !run->d->i[place.index];
	return place.store == SS_INT || place.store == SS_NOWHERE;
}

/* The conditions as they will be at once: one that is zero but for rounding has the sign of its change. */
static void look_ahead(se_run *run)
{
	const ss_plan *plan = run->plan;
	double span = run->settings.stop - run->settings.start, h = LOOK_AHEAD * (isfinite(span) ? span : 1);
	se_evaluate_conditions(run);
	run->f->rates(run->d);
	sb_mark mark = sb_arena_mark(run->once);
	double *x = copy(run, run->d->x, plan->states, sizeof *x), *g = copy(run, run->g_a, plan->watches.n, sizeof *g), time = run->d->time;
	for (uint32_t i = 0; i < plan->states; i++)
		run->d->x[i] += h * run->d->xd[i];
	run->d->time += h;
	run->f->all(run->d);
	run->f->functions(run->d, run->g_a);
	for (uint32_t i = 0; i < plan->watches.n; i++) {
		const ss_watch *w = &plan->watches.at[i];
		double zero = fmax(se_held(run, i), UNSEEN * run->g_scale[i]);
		if (!w->time_only && !w->initial_only && w->kind == SS_RELATION && fabs(g[i]) <= zero && fabs(run->g_a[i]) > 2 * zero)
			run->truth[i] = sc_truth(run->d, w, run->g_a[i], NAN, 0);
	}
	memcpy(run->d->x, x, plan->states * sizeof *x);
	run->d->time = time;
	run->f->all(run->d);
	sb_arena_rewind(run->once, mark);
}

/* With these variables turned over, and their left limits too: do the conditions of the present mode agree with it? */
static bool agrees_with(se_run *run, const uint32_t *variables, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (!turn_over(run, variables[i]))
			return false;
	for (uint32_t k = 0; k < run->plan->pres.n; k++)
		if (run->pre_discrete[k])
			se_save_pre(run, k);
	for (int k = 0; k < SETTLE_MOST; k++) {
		run->f->all(run->d);
		look_ahead(run);
		memcpy(run->d->latch, run->truth, run->plan->watches.n * sizeof *run->truth);
		if (run->d->failed) {
			sc_forgive(run->d);
			return false;
		}
	}
	run->f->all(run->d);
	return !asks_for_other(run);
}

/* Does a state of the mode before have another value in the present one, to which all values were carried over? */
static bool state_jumps(se_run *run, uint32_t before)
{
	const se_frame *old = run->frames.at[before];
	run->f->all(run->d);
	bool jumps = false;
	for (uint32_t i = 0; i < old->plan->states && !jumps && !run->d->failed; i++) {
		uint32_t s = ss_state_scalar(old->plan, i);
		if (s >= run->plan->common || ss_place_of(run->plan, s).store == SS_NOWHERE)
			continue;
		double was = old->x[i], now = sc_scalar_value(run->d, s);
		jumps = fabs(now - was) > 1e-6 * fmax(1e-3 * old->nominal[i], fmax(fabs(now), fabs(was)));
	}
	if (run->d->failed)
		sc_forgive(run->d);
	return jumps;
}

/* The mode asked for, with these switches turned; the run is in it if it agrees and, where `smooth` asks for it, no state jumps. */
static const sc_mode *try_turned(se_run *run, const uint16_t *target, const uint32_t *switches, uint32_t count, bool smooth, uint16_t *try)
{
	uint32_t n = run->plan->switches.n, before = run->in, variables[2];
	memcpy(try, target, n * sizeof *try);
	for (uint32_t i = 0; i < count; i++) {
		variables[i] = variable_behind(run, switches[i]);
		try[switches[i]] = !try[switches[i]];
	}
	const sc_mode *mode = sc_enter(run->program, try, &run->numbers, false, NULL);
	if (!mode || was_visited(run, mode))
		return NULL;
	se_be_in(run, mode);
	se_carry_values(run, run->frames.at[before]);
	if (agrees_with(run, variables, count) && !(smooth && state_jumps(run, before)))
		return mode;
	se_exchange(run, before);
	return NULL;
}

/* A variable that a when-clause sets remembers for good: nothing but its own conditions turns it to save a state. */
static bool may_turn(const se_run *run, const uint16_t *target, uint32_t k, bool smooth)
{
	const ss_switch *s = &run->plan->switches.at[k];
	if (target[k] != run->branch[k] || s->branches != 2 || s->idle)
		return false;
	uint32_t variable = variable_behind(run, k);
	return variable != UINT32_MAX && !(smooth && run->by_when[variable]);
}

/* Commutation. Two diodes that conduct may put two sources in parallel, and there is no such mode: the current goes over from one to the other
 * in no time, though that of the first was positive to the end. And a switch that opens while a coil feeds it leaves the current to a diode,
 * whose voltage would have to be infinite to say so. So where the mode asked for cannot be, or would make a state jump (`smooth`), one or
 * two more switches may turn whose conditions remember their side: if all conditions agree in that mode, once they have turned, it is the
 * next one. On success the run is in it, with all values but not yet the calendar carried over. */
static const sc_mode *commutate(se_run *run, bool smooth)
{
	uint32_t n = run->plan->switches.n, pair[2], tries = 0, most = SCALARS_TRIED / (run->model->scalars + 1);
	most = most > TURNS_MOST ? TURNS_MOST : most < TURNS_LEAST ? TURNS_LEAST : most;
	uint16_t *target = memcpy(run->target, run->wanted, n * sizeof *target), *try = run->try;
	run->may.n = 0;
	for (uint32_t k = 0; k < n; k++)
		if (may_turn(run, target, k, smooth))
			sb_push(run->arena, run->may, k);
	for (uint32_t count = 1; count <= 2; count++)
		for (uint32_t i = 0; i < run->may.n; i++)
			for (uint32_t j = 0; j < (count == 1 ? 1 : i) && tries < most; j++, tries++) {
				pair[0] = run->may.at[i];
				pair[1] = run->may.at[j];
				const sc_mode *mode = try_turned(run, target, pair, count, smooth, try);
				if (mode)
					return mode;
			}
	memcpy(run->wanted, target, n * sizeof *target);
	return NULL;
}

static void report_no_mode(se_run *run)
{
	sb_text text = {0};
	bool *turned = sb_new_array(run->once, bool, run->plan->switches.n);
	run->failed = true;
	sc_enter(run->program, run->wanted, &run->numbers, false, run->diag);
	for (uint32_t k = 0; k < run->plan->switches.n; k++)
		turned[k] = run->wanted[k] != run->branch[k];
	ss_describe_mode(run->plan, run->diag, run->wanted, turned, &text);
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0209", run->plan->switches.at[0].origin->span,
	                          "at time %.9g the model goes to a mode in which it cannot be simulated: %s", run->time, text.at);
	for (uint32_t k = 0, shown = 0; k < run->plan->switches.n && shown < 6; k++) {
		const sm_equation *q = run->plan->switches.at[k].origin;
		if (turned[k] && run->wanted[k] < q->branches.n && ++shown)
			sb_also(m, q->branches.at[run->wanted[k]].span, "this branch holds then%s%s", *run->plan->switches.at[k].at ? " for " : "",
			        run->plan->switches.at[k].at);
	}
	sb_note(m, "the message before this one says what is wrong with that mode; the equations of other branches do not exist in it");
	sb_help(m, "check the conditions, and that each branch determines what the others determine; only states may leave");
	sb_text_free(&text);
}

/* Would a state jump in this mode, of which the model has not said by reinit that it should, and is there a switch that might prevent it? */
static bool loses_state(se_run *run, const sc_mode *mode)
{
	uint32_t before = run->in, k = 0;
	while (k < run->plan->switches.n && !may_turn(run, run->wanted, k, true))
		k++;
	if (k == run->plan->switches.n || run->stated.n)
		return false;
	se_be_in(run, mode);
	se_carry_values(run, run->frames.at[before]);
	bool loses = state_jumps(run, before);
	se_exchange(run, before);
	return loses;
}

/* What an evaluation on trial changes; it is put back afterwards. */
typedef struct trial { double *r, *pre_r; long long *i, *pre_i, *latch; } trial;

static trial begin_trial(se_run *run)
{
	const ss_plan *plan = run->plan;
	const sc_data *d = run->d;
	return (trial){copy(run, d->r, plan->reals, sizeof *d->r), copy(run, d->pre_r, plan->pres.n, sizeof *d->pre_r),
	               copy(run, d->i, plan->ints, sizeof *d->i), copy(run, d->pre_i, plan->pres.n, sizeof *d->pre_i),
	               copy(run, d->latch, plan->watches.n, sizeof *d->latch)};
}

static void end_trial(se_run *run, const trial *t)
{
	const ss_plan *plan = run->plan;
	sc_data *d = run->d;
	memcpy(d->r, t->r, plan->reals * sizeof *d->r);
	memcpy(d->pre_r, t->pre_r, plan->pres.n * sizeof *d->pre_r);
	memcpy(d->i, t->i, plan->ints * sizeof *d->i);
	memcpy(d->pre_i, t->pre_i, plan->pres.n * sizeof *d->pre_i);
	memcpy(d->latch, t->latch, plan->watches.n * sizeof *d->latch);
}

static void note_side(se_run *run, uint32_t scalar)
{
	ss_store store = ss_place_of(run->plan, scalar).store;
	if (store == SS_INT || store == SS_REAL)
		sb_push(run->arena, run->sides, ((se_turned_side){scalar, sc_scalar_value(run->d, scalar)}));
}

/* The variables behind switches, as the impulses of a mode that cannot be have turned them, and what when-clauses have set because of these impulses. */
static void note_sides(se_run *run)
{
	run->sides.n = 0;
	for (uint32_t k = 0; k < run->plan->switches.n; k++) {
		uint32_t variable = variable_behind(run, k);
		if (variable != UINT32_MAX && !run->by_when[variable])
			note_side(run, variable);
	}
	for (uint32_t s = 0; s < run->plan->common; s++)
		if (run->by_when[s])
			note_side(run, s);
}

/* And with them their left limits: a condition that remembers its side knows nothing of the mode that could not be. */
static void take_sides(se_run *run)
{
	for (uint32_t i = 0; i < run->sides.n; i++) {
		uint32_t s = run->sides.at[i].scalar, pre = run->pre_of[ss_root_of_scalar(run->plan, s)];
		ss_place place = ss_place_of(run->plan, s);
		double value = run->sides.at[i].value;
		if (!pre || sc_scalar_value(run->d, s) == value)
			continue;
		if (place.store == SS_INT)
			run->d->i[place.index] = place.negated ? !sb_whole(value) : sb_whole(value);
		else if (place.store == SS_REAL)
			run->d->r[place.index] = place.negated ? -value : value;
		se_save_pre(run, pre - 1);
	}
}

/* A condition whose function is impulsive has the sign of its impulse. Do the conditions agree with the mode then? If not, run->wanted is the one that
 * they ask for. What remembers its side has turned to that of the mode. */
static bool agrees_with_impulses(se_run *run)
{
	const double *strength = se_strengths(run);
	double largest = 0;
	bool other = false;
	sb_mark mark = sb_arena_mark(run->once);
	trial t = begin_trial(run);
	for (uint32_t i = 0; i < run->plan->watches.n; i++)
		largest = fmax(largest, fabs(strength[i]));
	for (uint32_t k = 0; k < run->plan->pres.n; k++)
		if (run->pre_discrete[k])
			se_save_pre(run, k);
	for (int round = 0; round < SETTLE_MOST; round++) {
		for (uint32_t i = 0; i < run->plan->watches.n; i++)
			if (fabs(strength[i]) > UNSEEN * largest)
				run->d->latch[i] = sc_truth(run->d, &run->plan->watches.at[i], strength[i], NAN, 0);
		run->f->all(run->d);
		if (run->d->failed)
			sc_forgive(run->d);
		other = asks_for_other(run);
	}
	if (other)
		note_sides(run);
	end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return !other;
}

static bool differs(const se_run *run, const se_frame *old, uint32_t scalar, double part)
{
	if (scalar >= run->plan->common || ss_place_of(run->plan, scalar).store == SS_NOWHERE || ss_place_of(old->plan, scalar).store == SS_NOWHERE)
		return false;
	double was = sc_scalar_value(old->d, scalar), now = sc_scalar_value(run->d, scalar);
	return !(fabs(now - was) <= part * fmax(1e-3, fmax(fabs(was), fabs(now))));
}

/* Do the values that were carried over satisfy the constraints of the mode? Then what depends on states has the values that it had. Most modes are entered
 * so, and their impulse systems are never made. */
static bool fits(se_run *run, const se_frame *old, double part)
{
	sb_mark mark = sb_arena_mark(run->once);
	trial t = begin_trial(run);
	bool good = !run->plan->invariants.n;
	run->f->all(run->d);
	good = good && !run->d->failed;
	for (uint32_t i = 0; i < old->plan->states && good; i++)
		good = !differs(run, old, ss_state_scalar(old->plan, i), part);
	for (uint32_t i = 0; i < run->plan->dependents.n && good; i++)
		good = !differs(run, old, run->plan->dependents.at[i].scalar, part);
	if (run->d->failed)
		sc_forgive(run->d);
	end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return good;
}

/* The mode asked for, if its impulses agree with it; else the one that they ask for, from the same values. NULL: none is found so. On success the run
 * is in it, and has jumped. */
static const sc_mode *follow_impulses(se_run *run, const sc_mode *mode)
{
	uint32_t before = run->in;
	run->sides.n = 0;
	for (uint32_t tries = 0; mode && tries < 2 * run->plan->switches.n + TURNS_LEAST; tries++) {
		se_be_in(run, mode);
		se_carry_values(run, run->frames.at[before]);
		take_sides(run);
		se_jump jump = !run->stated.n && fits(run, run->frames.at[before], UNSEEN) ? SE_NO_JUMP : se_find_jump(run, run->frames.at[before]);
		if (jump == SE_NO_JUMP)
			return mode;
		if (jump == SE_JUMPS && agrees_with_impulses(run)) {
			se_make_jump(run, run->frames.at[before]);
			return mode;
		}
		se_exchange(run, before);
		if (jump == SE_JUMP_UNKNOWN)
			return NULL;
		mode = sc_enter(run->program, run->wanted, &run->numbers, false, NULL);
	}
	return NULL;
}

/* *inside: the run is in the mode already. */
static const sc_mode *next_mode(se_run *run, bool *inside)
{
	uint32_t times = 0, n = run->plan->switches.n, from = sc_mode_of(run->program)->number;
	const sc_mode *mode = sc_enter(run->program, run->wanted, &run->numbers, false, NULL), *jumped = NULL;
	memcpy(run->target, run->wanted, n * sizeof *run->target);
	if (mode)
		jumped = follow_impulses(run, mode);
	*inside = jumped != NULL;
	if (jumped)
		mode = jumped;
	else
		memcpy(run->wanted, run->target, n * sizeof *run->target);
	if (!jumped && (!mode || loses_state(run, mode))) {
		const sc_mode *other = commutate(run, mode != NULL);
		*inside = other != NULL;
		mode = other ? other : mode;
	}
	if (!mode)
		mode = find_on_the_way(run);
	if (!mode) {
		report_no_mode(run);
		return NULL;
	}
	for (uint32_t i = 0; i < run->visited.n; i++)
		times += run->visited.at[i] == mode->number;
	if (!run->visited.n)
		sb_push(run->once, run->visited, from);
	sb_push(run->once, run->visited, mode->number);
	if (times < SAME_MODE_MOST)
		return mode;
	se_report_mode_cycle(run);
	return NULL;
}

static void log_entry(se_run *run)
{
	if (!(run->settings.log & (SE_LOG_EVENTS | SE_LOG_INIT)))
		return;
	sb_text text = {0};
	ss_describe_mode(run->plan, run->diag, NULL, NULL, &text);
	se_logf(run, SE_LOG_EVENTS, "mode %u, with %u state%s: %s", sc_mode_of(run->program)->number, run->plan->states,
	        run->plan->states == 1 ? "" : "s", text.at ? text.at : "");
	for (uint32_t i = 0; i < run->plan->floating.n; i++) {
		text.n = 0;
		sm_scalar_name(run->model, run->plan->floating.at[i], &text);
		se_logf(run, SE_LOG_EVENTS, "nothing determines %s in this mode: it keeps its value", text.at);
	}
	sb_text_free(&text);
}

/* The mode asked for cannot be: perhaps the present one can, because what asks is zero but for rounding, and goes the other way. */
static bool may_stay(se_run *run)
{
	uint32_t n = run->plan->watches.n;
	sb_mark mark = sb_arena_mark(run->once);
	uint16_t *wanted = copy(run, run->wanted, run->plan->switches.n, sizeof *wanted);
	trial t = begin_trial(run);
	bool stays = !sc_enter(run->program, run->wanted, &run->numbers, false, NULL) && agrees_with(run, NULL, 0);
	for (uint32_t i = 0; i < n && stays; i++)
		if (run->d->latch[i] != t.latch[i])
			se_flip(run, i, run->flips[i] + 1);
	if (stays)
		se_touch_everything(run);
	else
		end_trial(run, &t);
	memcpy(run->wanted, wanted, run->plan->switches.n * sizeof *wanted);
	sb_arena_rewind(run->once, mark);
	return stays;
}

/* A state has jumped, and the equations have not said how: one of those that the mode ties to each other has kept its value. */
static void tell_undetermined(se_run *run, const se_frame *old)
{
	uint64_t told;
	uint32_t number = sc_mode_of(run->program)->number;
	if (run->stated.n || run->plan->invariants.n || sb_map_get(&run->told_jumps, number, &told))
		return;
	if (fits(run, old, fmax(1e-6, 100 * run->settings.tolerance)))
		return;
	sb_map_put(&run->told_jumps, number, 1);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0231", run->plan->switches.at[0].origin->span,
	                          "states jump at time %.9g, where another mode is entered, and the equations do not tell how", run->time);
	sb_note(m, "of the states that this mode ties to each other one has kept its value, and the others follow it");
	sb_note(m, "a product of an impulse with what jumps in the same instant has no value; or no mode agrees with its impulses");
	sb_help(m, "state the values after the instant by reinit; --log events shows what has jumped");
}

se_next se_follow_mode(se_run *run)
{
	if (!run->plan->switches.n || !asks_for_other(run) || may_stay(run))
		return SE_STAYS;
	uint32_t before = run->in;
	bool inside;
	run->stay += run->time - run->entered;
	run->entered = run->time;
	se_evaluate_all(run);            /* values go over by name (E25), those too that nobody has asked for in this mode */
	if (run->d->failed)
		sc_forgive(run->d);
	const sc_mode *mode = next_mode(run, &inside);
	if (!mode)
		return SE_STUCK;
	double begin = sb_clock();
	if (!inside) {
		se_be_in(run, mode);
		se_carry_values(run, run->frames.at[before]);
		tell_undetermined(run, run->frames.at[before]);
	}
	se_carry_schedule(run, run->frames.at[before]);
	bool good = se_apply_stated(run);
	run->entries++;
	run->entered = run->time;
	run->entering += sb_clock() - begin;
	log_entry(run);
	if (good && run->d->failed)
		se_report_trouble(run, "another mode was entered");
	return good && !run->d->failed ? SE_ENTERED : SE_STUCK;
}

/* Without values carried over: each mode has an initial system of its own. Where no mode agrees with its conditions (a diode of which the
 * model says that it did not conduct before), or the one asked for has no initial system, the run begins as it is, and its first instant
 * goes on from there. */
se_next se_follow_initial_mode(se_run *run)
{
	if (!run->plan->switches.n || run->begins || !asks_for_other(run))
		return SE_STAYS;
	const sc_mode *mode = sc_enter(run->program, run->wanted, &run->numbers, true, NULL);
	if (!mode)
		return SE_STAYS;
	if (!run->visited.n)
		sb_push(run->once, run->visited, sc_mode_of(run->program)->number);
	if (was_visited(run, mode)) {
		run->begins = true;
		mode = sc_mode_at(run->program, run->visited.at[0]);
	}
	sb_push(run->once, run->visited, mode->number);
	double deadline = run->d->deadline;
	run->entries = 0;
	se_be_in(run, mode);
	run->d->deadline = deadline;
	run->entries = 1;
	run->entered = run->time;
	log_entry(run);
	return SE_ENTERED;
}

void se_log_lost(se_run *run, uint32_t before, const double *x)
{
	const ss_plan *old = run->frames.at[before]->plan;
	sb_text name = {0};
	for (uint32_t i = 0; i < old->states && run->settings.log & SE_LOG_EVENTS; i++) {
		uint32_t s = ss_state_scalar(old, i);
		ss_place p = s < run->plan->common ? ss_place_of(run->plan, s) : (ss_place){.store = SS_NOWHERE};
		bool kept = p.store == SS_STATE && ss_state_scalar(run->plan, p.index) == s;
		double now = p.store == SS_NOWHERE ? x[i] : sc_scalar_value(run->d, s);
		if (kept || fabs(now - x[i]) <= 1e-9 * fmax(1e-3, fabs(x[i])))
			continue;
		name.n = 0;
		sm_scalar_name(run->model, s, &name);
		se_logf(run, SE_LOG_EVENTS, "%s is no state in mode %u: its value jumps from %.9g to %.9g", name.at,
		        sc_mode_of(run->program)->number, x[i], now);
	}
	sb_text_free(&name);
}
