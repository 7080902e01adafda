/* The judgement of a candidate for the next mode; see seek.h. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/modes/impulse.h"
#include "engine/modes/seek.h"
#include "engine/watch/watch.h"
#include "base/whole.h"
#include <math.h>
#include <string.h>

enum {
	SETTLE_MOST = 5 /* evaluations until Booleans that depend on conditions have their values */
};

static const double UNSEEN = 1e-9;       /* of a value that is carried over: rounding */

/* ---------------------------------------------------------------------------------------------- values carried over */

static bool differs(const se_run *run, const se_frame *old, uint32_t scalar, double part, double *by)
{
	*by = 0;
	if (scalar >= run->image->common || si_place_of(run->image, scalar).store == SI_NOWHERE ||
		si_place_of(old->image, scalar).store == SI_NOWHERE)
		return false;
	double was = sc_scalar_value(se_data_before(old, scalar), scalar), now = sc_scalar_value(run->d, scalar);
	double size = fmax(1e-3 * se_scalar_size(run, old, scalar), fmax(fabs(was), fabs(now)));
	*by = now - was;
	return !(fabs(now - was) <= part * size);
}

static bool stays(se_run *run, const se_frame *old, uint32_t scalar, double part, se_doubts *doubts)
{
	double by;
	bool good = !differs(run, old, scalar, part, &by);
	if (good)
		se_doubt(run, old, scalar, by, doubts);
	return good;
}

/* Whatever has, had or could have had a derivative. */
static void list_compared(const se_run *run, const se_frame *old, sb_u32s *out)
{
	for (uint32_t i = 0; i < old->image->states; i++)
		sb_push(run->once, *out, si_state_scalar(old->image, i));
	for (uint32_t i = 0; i < old->image->rated.n; i++)
		sb_push(run->once, *out, old->image->rated.at[i]);
	for (uint32_t i = 0; i < run->image->rated.n; i++)
		sb_push(run->once, *out, run->image->rated.at[i]);
	for (uint32_t i = 0; i < run->image->dependents.n; i++)
		if (run->image->dependents.at[i].written)
			sb_push(run->once, *out, run->image->dependents.at[i].scalar);
}

/* If the values carried over satisfy the constraints of the mode, what depends on states has the values that it had.
 * Most modes are entered in this way, and their impulse systems are never made. */
static bool fits(se_run *run, const se_frame *old, double part)
{
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	se_doubts doubts = {0};
	sb_u32s list = {0};
	bool good = !run->image->invariants.n;
	run->f->all(run->d);
	good = good && !run->d->failed;
	list_compared(run, old, &list);
	for (uint32_t i = 0; i < list.n && good; i++)
		good = stays(run, old, list.at[i], part, &doubts);
	good = good && !se_any_exceeds(run, old, &doubts, part);
	if (run->d->failed)
		sc_forgive(run->d);
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return good;
}

bool se_values_differ(const se_run *run, const se_frame *other, uint32_t scalar)
{
	double by;
	return differs(run, other, scalar, fmax(1e-6, 100 * run->settings.tolerance), &by);
}

bool se_states_differ(se_run *run, const si_image *left, const se_frame *other, sb_text *name)
{
	for (uint32_t i = 0; i < left->states; i++) {
		uint32_t s = si_state_scalar(left, i);
		if (!se_values_differ(run, other, s))
			continue;
		si_scalar_name(run->image, s, name);
		return true;
	}
	return false;
}

/* ------------------------------------------------------------------------------------------------------- conditions */

/* In the mode that is wanted, as far as it is known: the switches around it stand before it. */
static bool is_active(const se_run *run, uint32_t k)
{
	const si_switch *s = &run->image->switches.at[k];
	while (s->around && run->modes->wanted[s->around - 1] == s->within)
		s = &run->image->switches.at[s->around - 1];
	return !s->around;
}

/* Switches of initial equations have no say once the run has begun. */
bool se_asks_for_other(se_run *run)
{
	bool other = false;
	run->f->modes(run->d, run->mode->asked);
	for (uint32_t k = 0; k < run->image->switches.n; k++) {
		const si_switch *s = &run->image->switches.at[k];
		bool decides = !s->initial_only || run->d->initial, active = is_active(run, k);
		bool asks = active && decides && run->mode->asked[k] >= 0 && run->mode->asked[k] < s->branches;
		run->modes->wanted[k] = asks ? (uint16_t)run->mode->asked[k] : active ? run->mode->branch[k] : 0;
		other = other || run->modes->wanted[k] != run->mode->branch[k];
	}
	return other;
}

/* Conditions whose functions have an impulse take its sign. */
static void take_impulses(const se_run *run, const double *strength, long long *truth)
{
	for (uint32_t i = 0; strength && i < run->image->watches.n; i++)
		if (strength[i] != 0)
			truth[i] = sc_truth(run->d, &run->image->watches.at[i], strength[i], NAN, 0);
}

/* A condition with an impulse is decided, whatever its value is after it. */
static void leave_out_impulsive(const double *strength, se_still *still)
{
	uint32_t kept = 0, shorted = 0;
	for (uint32_t k = 0; k < still->n; k++)
		if (!strength || strength[still->at[k]] == 0) {
			shorted += k < still->shorted;
			still->at[kept++] = still->at[k];
		}
	still->n = kept;
	still->shorted = shorted;
}

static bool evaluate(se_run *run)
{
	run->f->all(run->d);
	bool good = !run->d->failed;
	if (!good)
		sc_forgive(run->d);
	return good;
}

/* Conditions, and the Booleans that follow from them, until they are the same twice. */
static bool settle(se_run *run, bool closely, const double *strength, se_still *still)
{
	size_t size = run->image->watches.n * sizeof *run->truth;
	for (int round = 0; round < SETTLE_MOST; round++) {
		run->f->all(run->d);
		se_evaluate_conditions(run);
		se_look_ahead(run, closely, still);
		take_impulses(run, strength, run->truth);
		if (run->d->failed) {
			sc_forgive(run->d);
			return false;
		}
		if (!memcmp(run->d->latch, run->truth, size))
			return true;
		memcpy(run->d->latch, run->truth, size);
	}
	return evaluate(run);
}

/* Only impulses decide: the other conditions are what they were. */
static void settle_impulses(se_run *run, const double *strength)
{
	take_impulses(run, strength, run->d->latch);
	for (int round = 0; round < SETTLE_MOST; round++)
		evaluate(run);
}

/* ------------------------------------------------------------------------------------------------------------ sides */

static void note_set_by_when(se_run *run, se_seek *s)
{
	s->sides.n = 0;
	for (uint32_t v = 0; v < run->image->common; v++) {
		si_store store = run->mode->by_when[v] ? si_place_of(run->image, v).store : SI_NOWHERE;
		if (store == SI_INT || store == SI_REAL)
			sb_push(s->arena, s->sides, ((sx_given){v, sc_scalar_value(run->d, v)}));
	}
}

static void take_set_by_when(se_run *run, const se_seek *s)
{
	for (uint32_t i = 0; i < s->sides.n; i++) {
		uint32_t v = s->sides.at[i].scalar;
		if (!run->mode->pre_of[si_root_of_scalar(run->image, v)] || sc_scalar_value(run->d, v) == s->sides.at[i].value)
			continue;
		se_set_remembered(run, v, s->sides.at[i].value);
	}
}

/* -------------------------------------------------------------------------------------------------------- judgement */

static bool agrees_once(se_run *run, se_seek *s, const double *strength)
{
	se_still still = {.n = 0};
	if (s->lenience == SE_CHAIN)
		settle_impulses(run, strength);
	else if (!settle(run, s->lenience <= SE_SHORTED, strength, &still))
		return false;
	leave_out_impulsive(strength, &still);
	if (s->lenience == SE_SHORTED && (se_has_memories(run) || se_others_ask(run, &still, still.shorted)))
		return false;
	if (s->lenience == SE_SHORTED || s->lenience == SE_UNDECIDED)
		se_decide_undecided(run, &still, s->lenience == SE_SHORTED ? still.shorted : still.n);
	return !se_asks_for_other(run);
}

/* Memories that switches read through other equations take other values, one after another, as far as more switches
 * agree then. */
static bool agrees_with_memories(se_run *run, se_seek *s, const double *strength)
{
	uint32_t others = se_count_other(run), at = 0;
	sx_given memory;
	s->memories.n = 0;
	while (others && se_next_memory(run, &at, &memory)) {
		se_trial t = se_begin_trial(run);
		se_set_remembered(run, memory.scalar, memory.value);
		agrees_once(run, s, strength);
		uint32_t now = se_count_other(run);
		if (now < others && sc_scalar_value(run->d, memory.scalar) == memory.value) {
			others = now;
			sb_push(s->arena, s->memories, memory);
		} else {
			se_end_trial(run, &t);
		}
	}
	return !others;
}

static void remember(se_run *run, const se_seek *s)
{
	se_remember_sides(run);
	for (uint32_t i = 0; i < s->memories.n; i++)
		se_set_remembered(run, s->memories.at[i].scalar, s->memories.at[i].value);
}

static bool agrees_so(se_run *run, se_seek *s, const double *strength, bool remembering)
{
	se_keep_discrete(run);
	s->memories.n = 0;
	if (remembering)
		se_remember_sides(run);
	return agrees_once(run, s, strength) || (remembering && agrees_with_memories(run, s, strength));
}

/* The candidate is refused, and it has impulses: if these ask for another mode by themselves, nothing else counts. What
 * the values would be after a jump that does not take place says nothing about the next candidate: where a switch
 * shorts a capacitor for the moment that its diode needs to let go, all that hangs on the capacitor would turn. */
static void ask_by_impulses(se_run *run, se_seek *s, const double *strength, const se_trial *t)
{
	uint16_t *wanted = se_copy_once(run, run->modes->wanted, s->n, sizeof *wanted);
	se_end_trial(run, t);
	se_keep_discrete(run);
	if (!s->plain)
		se_remember_sides(run);
	settle_impulses(run, strength);
	if (se_asks_for_other(run))
		note_set_by_when(run, s);
	else
		memcpy(run->modes->wanted, wanted, s->n * sizeof *wanted);
}

/* Do the impulses that were found in the present mode ask for another one? */
static bool impulses_ask(se_run *run)
{
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	se_keep_discrete(run);
	se_remember_sides(run);
	settle_impulses(run, se_strengths(run));
	bool other = se_asks_for_other(run);
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return other;
}

/* With left limits as they are first: when-clauses shall see the edges. Of the trial only the conditions remain. */
static bool agrees(se_run *run, se_seek *s, const double *strength)
{
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	bool remembering = false, good = agrees_so(run, s, strength, false);
	/* what has no opinion must not speak against the sides that the candidate has, either */
	if (good == (s->lenience == SE_SHORTED) && !s->plain) {
		se_end_trial(run, &t);
		good = remembering = agrees_so(run, s, strength, true);
	}
	if (!good)
		note_set_by_when(run, s);
	if (!good && strength && s->all)
		ask_by_impulses(run, s, strength, &t);
	long long *latch = se_copy_once(run, run->d->latch, run->image->watches.n, sizeof *latch);
	se_end_trial(run, &t);
	if (good) {
		memcpy(run->d->latch, latch, run->image->watches.n * sizeof *latch);
		if (remembering)
			remember(run, s);
	}
	sb_arena_rewind(run->once, mark);
	return good;
}

/* The present mode as a candidate, with the jump that was found in it. What its conditions ask for stays in
 * run->modes->wanted. */
static bool agrees_with_jump(se_run *run, const se_frame *old)
{
	sb_mark mark = sb_arena_mark(run->once);
	se_seek *s = se_open_seek(run);
	double *x = se_copy_once(run, run->x, run->image->states, sizeof *x);
	se_trial t = se_begin_trial(run);
	bool good = false;
	s->plain = s->all = false;
	se_try_jump(run, old);
	for (s->lenience = SE_STRICT; s->lenience < SE_CHAIN && !good; s->lenience++)
		good = s->lenience != SE_SHORTED && agrees(run, s, se_strengths(run));
	se_end_trial(run, &t);
	memcpy(run->x, x, run->image->states * sizeof *x);
	se_new_point(run);
	sb_arena_rewind(run->once, mark);
	return good;
}

bool se_jump_disagrees(se_run *run, const se_frame *old)
{
	return impulses_ask(run) || !agrees_with_jump(run, old);
}

/* Has a value another one, though the model has stated nothing that the mode connects with it? */
static bool any_has_moved(se_run *run, const se_frame *old)
{
	sb_mark mark = sb_arena_mark(run->once);
	sb_u32s list = {0};
	se_trial t = se_begin_trial(run);
	const se_impulses *m = run->mode->impulses;
	bool moved = false;
	double by;
	list_compared(run, old, &list);
	run->f->all(run->d);
	for (uint32_t i = 0; i < list.n && !run->d->failed && !moved; i++) {
		se_scalar_jump j = {.scalar = list.at[i], .source = SE_FROM_NOWHERE};
		moved = differs(run, old, list.at[i], fmax(1e-6, 100 * run->settings.tolerance), &by) &&
				!(m ? se_is_stated_in(run, se_told_with(m, &j)) : se_any_stated(run));
	}
	if (run->d->failed)
		sc_forgive(run->d);
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return moved;
}

/* The equations do not say how the states jump: one of those that the mode ties to each other keeps its value. */
static void tell_undetermined(se_run *run, const se_frame *old)
{
	uint64_t told, key = se_mode_key(run, run->mode->branch);
	if (sb_map_get(&run->modes->told_jumps, key, &told) || !any_has_moved(run, old))
		return;
	sb_map_put(&run->modes->told_jumps, key, 1);
	sb_message *m = sb_report(
		run->diag, SB_WARNING, "R0231", run->image->switches.at[0].span,
		"states jump at time %.9g, where another mode is entered, but the equations do not say how", run->time);
	se_name_products(run, m);
	sb_note(m, "one of the states that this mode ties together has kept its value, and the others follow it");
	sb_note(m, "the product of an impulse and a quantity that jumps in the same instant has no value; or no mode "
			   "agrees with its impulses");
	sb_help(m, "give the values after the instant with reinit; --log events shows what has jumped");
}

static void note_refused(se_run *run, const se_seek *s, const uint16_t *candidate, se_refusal why)
{
	if (!s->silent)
		se_note_refused(run, s->before, candidate, why);
}

static void forget_own(se_seek *s)
{
	if (s->own)
		sb_arena_free(s->own);
	s->own = NULL;
}

/* The mode that is left may be a candidate itself, with a jump: a source that steps. Its frame has the values from
 * which all are judged. */
static void keep_own(se_run *run, se_seek *s)
{
	forget_own(s);
	if (run->in != s->before)
		return;
	s->own = sb_arena_new();
	s->own_x = sb_new_array(s->own, double, run->image->states + 1);
	memcpy(s->own_x, run->x, run->image->states * sizeof *run->x);
	s->own_values = se_begin_trial_in(run, s->own);
}

void se_go_back(se_run *run, se_seek *s)
{
	se_exchange(run, s->before);
	if (!s->own)
		return;
	memcpy(run->x, s->own_x, run->image->states * sizeof *run->x);
	se_end_trial(run, &s->own_values);
	se_new_point(run);
	se_touch_everything(run);
	forget_own(s);
}

bool se_try_calmly(se_run *run, se_seek *s, const uint16_t *candidate)
{
	const sc_mode *mode = sc_enter(run->program, candidate, &run->numbers, false, NULL);
	if (!mode)
		return false;
	const se_frame *old = run->frames.at[s->before];
	se_be_in(run, mode);
	sc_try(run->d);
	se_carry_values(run, old);
	bool calm = !run->stated.n && fits(run, old, UNSEEN);
	sc_end_try(run->d, false);
	if (!calm)
		se_exchange(run, s->before);
	return calm;
}

/* The equations of the candidate do not say how the states jump. */
static se_verdict judge_open(se_run *run, se_seek *s, const sc_mode *mode)
{
	if (s->lenience != SE_CHAIN) {
		note_refused(run, s, mode->branch, SE_REFUSED_AS_OPEN);
		return SE_REFUSED;
	}
	tell_undetermined(run, run->frames.at[s->before]);
	s->mode = mode;
	return SE_AGREES;
}

/* The run is in the candidate, and has the values before the instant. */
static se_verdict judge_here(se_run *run, se_seek *s, const sc_mode *mode)
{
	const se_frame *old = run->frames.at[s->before];
	se_jump jump = !run->stated.n && fits(run, old, UNSEEN) ? SE_NO_JUMP : se_find_jump(run, old);
	if (jump == SE_JUMP_UNKNOWN)
		return judge_open(run, s, mode);
	if (jump == SE_JUMPS && s->calm) {
		note_refused(run, s, mode->branch, SE_REFUSED_BY_IMPULSE);
		return SE_REFUSED;
	}
	if (jump == SE_JUMPS || jump == SE_MENDS)
		se_make_jump(run, old);
	s->jumped = jump == SE_JUMPS;
	s->judged++;
	if ((s->lenience == SE_CHAIN && jump != SE_JUMPS) || agrees(run, s, jump == SE_JUMPS ? se_strengths(run) : NULL)) {
		if (jump == SE_JUMPS && !se_jump_remains(run)) {
			se_carry_values(run, old);
			return judge_open(run, s, mode);
		}
		s->mode = mode;
		if (jump != SE_NO_JUMP && !s->silent)
			se_tell_jump(run, old, jump);
		return SE_AGREES;
	}
	note_refused(run, s, mode->branch, jump == SE_JUMPS ? SE_REFUSED_BY_IMPULSE : SE_REFUSED_BY_VALUES);
	s->refused_by_impulse |= jump == SE_JUMPS;
	memcpy(s->asked, run->modes->wanted, s->n * sizeof *s->asked);
	return SE_DISAGREES;
}

se_verdict se_judge(se_run *run, se_seek *s, const uint16_t *candidate)
{
	const sc_mode *mode = se_enter_mode(run, candidate, false, !s->silent);
	if (!mode) {
		note_refused(run, s, candidate, SE_NO_SUCH_MODE);
		return SE_ABSENT;
	}
	se_be_in(run, mode);
	keep_own(run, s);
	sc_try(run->d);
	se_carry_values(run, run->frames.at[s->before]);
	take_set_by_when(run, s);
	se_verdict v = judge_here(run, s, mode);
	sc_end_try(run->d, v == SE_AGREES && !s->silent);
	if (v != SE_AGREES)
		se_go_back(run, s);
	return v;
}

/* ---------------------------------------------------------------------------------------------------------- staying */

/* With the sides of conditions as they are now; they were `was`. */
static void take_sides(se_run *run, const long long *was)
{
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (run->d->latch[i] != was[i])
			se_flip(run, i, run->flips[i] + 1);
	se_touch_everything(run);
}

/* The present mode as a candidate, which knows its own sides: where the run begins, a diode that conducts says that it
 * did not before. */
static bool agrees_itself(se_run *run)
{
	se_seek *s = se_open_seek(run);
	s->lenience = SE_STRICT;
	s->plain = s->all = false;
	return agrees(run, s, NULL);
}

/* With the sides that the present mode has itself: does a condition ask for another one that is not zero? */
static bool is_opposed(se_run *run)
{
	se_still still = {.n = 0};
	se_trial t = se_begin_trial(run);
	se_keep_discrete(run);
	se_remember_sides(run);
	bool opposed = settle(run, true, NULL, &still) && se_others_ask(run, &still, still.n);
	se_end_trial(run, &t);
	return opposed;
}

/* Its conditions that are zero and stay so have no opinion. If another one asks, it counts. */
static bool agrees_undecided(se_run *run)
{
	se_still still = {.n = 0};
	if (is_opposed(run))
		return false;
	se_trial t = se_begin_trial(run);
	bool good = settle(run, true, NULL, &still);
	if (good && !se_others_ask(run, &still, still.n))
		se_decide_undecided(run, &still, still.n);
	good = good && !se_asks_for_other(run);
	if (!good)
		se_end_trial(run, &t);
	return good;
}

/* The mode asked for cannot be: perhaps the present one can, because what asks is zero but for rounding, and goes the
 * other way; or it is zero and stays so, as the voltage of a diode across a source that is zero. */
bool se_may_stay(se_run *run)
{
	sb_mark mark = sb_arena_mark(run->once);
	uint16_t *wanted = se_copy_once(run, run->modes->wanted, run->image->switches.n, sizeof *wanted);
	long long *was = se_copy_once(run, run->d->latch, run->image->watches.n, sizeof *was);
	bool stays = !se_enter_mode(run, wanted, false, true) && (agrees_itself(run) || agrees_undecided(run));
	if (stays)
		take_sides(run, was);
	memcpy(run->modes->wanted, wanted, run->image->switches.n * sizeof *wanted);
	sb_arena_rewind(run->once, mark);
	return stays;
}

/* Where a run begins, a condition may be zero, and its derivatives turn it at once: a rope that is taut from the start,
 * with a load that pulls. Its crossing would be found where it is more than rounding, which is late if its first
 * derivative is zero, too. True: with the sides right after the start the conditions ask for another mode. */
bool se_turns_at_once(se_run *run)
{
	se_still still = {.n = 0};
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	bool turns = settle(run, true, NULL, &still) && se_asks_for_other(run);
	if (turns)
		take_sides(run, t.latch);
	else
		se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return turns;
}
