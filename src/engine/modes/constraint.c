/* Constraints that jump at an event, without another mode: a gear that is shifted (w1 = ratio*w2), a capacitor on a
 * source that steps. What they tie jumps as the equations say, read over the instant, as where a mode is entered
 * (impulse.c). docs/events.md, E117. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/modes/seek.h"
#include <string.h>

static void list_tied(se_run *run)
{
	const si_image *image = run->image;
	run->mode->tied = sb_new_array(run->own, bool, image->scalars + 1);
	for (uint32_t i = 0; i < image->dependents.n; i++)
		run->mode->tied[si_root_of_scalar(image, image->dependents.at[i].scalar)] = true;
}

/* What a constraint ties to states has followed a discrete variable that has changed in the instant before another mode
 * is asked for: its value before the instant is another one. */
const sc_data *se_data_before(const se_frame *old, uint32_t scalar)
{
	const se_mode_frame *m = old->mode;
	return m && m->left && !old->d->initial && m->tied[si_root_of_scalar(old->image, scalar)] ? m->left : old->d;
}

void se_note_left(se_run *run)
{
	const si_image *image = run->image;
	if (!image->may_jump)
		return;
	if (!run->mode->left) {
		run->mode->left = sc_data_new(run->program, run->diag);
		list_tied(run);
		run->mode->x_kept = sb_new_array(run->own, double, 2 * image->states + 1);
	}
	se_evaluate_all(run);
	if (run->d->failed)
		sc_forgive(run->d);
	memcpy(run->mode->left->r, run->d->r, image->reals * sizeof *run->d->r);
	memcpy(run->mode->left->i, run->d->i, image->ints * sizeof *run->d->i);
	memcpy(run->mode->left->x, run->x, image->states * sizeof *run->x);
	memcpy(run->mode->left->xd, run->d->xd, image->states * sizeof *run->x);
}

static bool take_set(se_run *run, const sx_givens *set)
{
	bool other = false;
	for (uint32_t i = 0; i < set->n; i++)
		other = other || sc_scalar_value(run->d, set->at[i].scalar) != set->at[i].value;
	if (!other)
		return false;
	se_save_all_pre(run);
	for (uint32_t i = 0; i < set->n; i++)
		se_set_remembered(run, set->at[i].scalar, set->at[i].value);
	for (uint32_t k = 0; k < run->image->clocks.n; k++)
		run->d->clock[k] = 0;
	return true;
}

/* What stands still between events follows the conditions, and no when-clause acts: what it sets later in the instant
 * may make constraints jump again, from the values noted here. So its conditions are made left limits of themselves
 * until there is no edge. */
static void evaluate_standing(se_run *run)
{
	enum { ROUNDS = 4 };
	sx_givens set = {0};
	for (uint32_t v = 0; v < run->image->common; v++) {
		si_store store = run->mode->by_when[v] ? si_place_of(run->image, v).store : SI_NOWHERE;
		if (store == SI_INT || store == SI_REAL)
			sb_push(run->once, set, ((sx_given){v, sc_scalar_value(run->d, v)}));
	}
	run->f->all(run->d);
	for (int round = 0; round < ROUNDS && take_set(run, &set); round++)
		run->f->all(run->d);
}

void se_note_left_behind(se_run *run)
{
	if (!run->image->may_jump)
		return;
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	uint32_t clocks = run->image->clocks.n;
	long long *clock = se_copy_once(run, run->d->clock, clocks, sizeof *clock);
	evaluate_standing(run);
	se_note_left(run);
	for (uint32_t k = 0; k < clocks; k++)
		run->d->clock[k] = clock[k];
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
}

void se_left_close(se_run *run)
{
	if (run->mode->left)
		sc_data_free(run->mode->left);
	run->mode->left = NULL;
}

static void tell_unknown(se_run *run)
{
	uint64_t told, key = se_mode_key(run, run->mode->branch);
	uint32_t i = 0;
	if (sb_map_get(&run->modes->told_jumps, key, &told))
		return;
	sb_map_put(&run->modes->told_jumps, key, 1);
	while (!run->image->constraints.at[i].jumps)
		i++;
	sb_message *m = sb_report(
		run->diag, SB_WARNING, "R0251", run->image->constraints.at[i].span,
		"a constraint between states jumps at time %.9g, but the equations do not say how the states jump: '%s'",
		run->time, si_word(run->image, run->image->constraints.at[i].text));
	sb_note(m,
			"the variables that are computed from the constraint have jumped; the other states have kept their values");
	sb_help(m, "give the values after the event with reinit");
}

/* There is room for two copies at a time. */
static double *copy_states(se_run *run, uint32_t which)
{
	return memcpy(run->mode->x_kept + which * run->image->states, run->x, run->image->states * sizeof *run->x);
}

/* Onto the constraints that are projected onto; true: that moves the states further than rounding does. */
static bool is_projected(se_run *run)
{
	if (!run->projection)
		return false;
	double *x = copy_states(run, 1);
	bool good = se_settle_set(run, "an event was handled"), moved = se_have_moved(run, x);
	if (!moved || !good)
		memcpy(run->x, x, run->image->states * sizeof *x);
	return moved && good;
}

/* Would what the equations give jump? Then the states are as they were. */
static bool breaks(se_run *run, const se_frame *old)
{
	double *x = copy_states(run, 0);
	se_evaluate_all(run);
	bool jumps = !run->d->failed && (se_dependents_jump(run, old) || is_projected(run));
	memcpy(run->x, x, run->image->states * sizeof *x);
	se_new_point(run);
	return jumps;
}

/* Conditions see impulses first (E101). */
static se_next jump_over(se_run *run, const se_frame *old)
{
	double *x = copy_states(run, 0);
	se_jump jump = se_find_jump(run, old);
	se_next next = jump == SE_JUMPS ? se_leave_jump(run, old) : SE_STAYS;
	if (next != SE_STAYS)
		return next;
	if (jump == SE_JUMPS) {
		se_make_jump(run, old);
		jump = se_jump_remains(run) ? SE_JUMPS : SE_JUMP_UNKNOWN;
	}
	if (jump != SE_JUMPS) {
		memcpy(run->x, x, run->image->states * sizeof *x);
		se_new_point(run);
	} else {
		se_tell_jump(run, old, SE_JUMPS);
		se_note_shift(run, old);
	}
	if (is_projected(run) || jump == SE_JUMP_UNKNOWN)
		tell_unknown(run);
	se_touch_everything(run);
	for (uint32_t i = 0; i < run->image->states; i++)
		if (run->x[i] != x[i])
			se_touch(run, si_place_key(run->image, (si_place){.store = SI_STATE, .index = i}), (se_bits){.real = x[i]});
	bool moved = se_have_moved(run, x);
	se_note_left(run);
	return moved ? SE_ENTERED : SE_STAYS;
}

/* The present mode, with the values before the instant. */
static se_frame frame_before(const se_run *run)
{
	return (se_frame){.image = run->image, .d = run->mode->left, .nominal = run->nominal, .size = run->size,
					  .sizing = run->sizing};
}

static bool may_break(const se_run *run)
{
	return run->image->may_jump && run->mode->left && !run->d->initial;
}

/* A mode that was entered in the instant has made its own jump, and what jumps in a later pass begins with the values
 * after it. */
se_next se_follow_constraints(se_run *run)
{
	if (!may_break(run))
		return SE_STAYS;
	const se_frame old = frame_before(run);
	return breaks(run, &old) ? jump_over(run, &old) : SE_STAYS;
}

/* On trial: would what the equations give jump, while no condition asks for another mode? If one asks, when-clauses act
 * first, because what they state by reinit counts where the mode changes. */
static bool is_broken(se_run *run, const se_frame *old)
{
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	run->f->all(run->d);
	bool broken = !run->d->failed && se_dependents_jump(run, old) && !se_asks_for_other(run);
	if (run->d->failed)
		sc_forgive(run->d);
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return broken;
}

se_next se_leave_broken(se_run *run)
{
	if (!run->image->switches.n || !may_break(run))
		return SE_STAYS;
	const se_frame old = frame_before(run);
	return is_broken(run, &old) && se_find_jump(run, &old) == SE_JUMPS ? se_leave_jump(run, &old) : SE_STAYS;
}
