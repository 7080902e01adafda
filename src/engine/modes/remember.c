/* What a candidate for the next mode remembers (E33).
 *
 * A condition that remembers its side by pre, as in `on = if pre(on) then i >= 0 else v > 0`, knows nothing of the
 * candidate yet. If the left limits as they are do not agree, the candidate is judged with those that it would have
 * itself. The Boolean behind a switch has the one that its branch asks for. A memory that the switch reads through
 * other equations (`off = not on` with `if off`, an Integer that numbers the states) is tried: another value of its
 * left limit is taken if the equations give the same value again, and more switches agree with it. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/modes/seek.h"
#include "base/whole.h"

/* A Boolean variable that is by itself a condition of a choice of branches, and the value that it has where a branch is
 * chosen. */
typedef struct side { uint32_t scalar; bool value; } side;

/* The next one that decides over this branch; *which: the rest of the choice. */
static bool next_side(const se_run *run, si_range *which, uint16_t branch, side *out)
{
	while (which->n) {
		const si_side *s = &run->image->sides.at[which->first++];
		bool chosen = s->branch == branch;
		which->n = chosen ? 0 : which->n - 1;
		*out = (side){s->scalar, chosen != s->negated};
		if (out->scalar != UINT32_MAX)
			return true;
	}
	return false;
}

static uint32_t pre_entry(const se_run *run, uint32_t scalar)
{
	return run->mode->pre_of[si_root_of_scalar(run->image, scalar)];
}

void se_set_remembered(se_run *run, uint32_t scalar, double value)
{
	si_place place = si_place_of(run->image, scalar);
	uint32_t pre = pre_entry(run, scalar);
	if (place.store == SI_INT)
		run->d->i[place.index] = place.negated ? !sb_whole(value) : sb_whole(value);
	else if (place.store == SI_REAL)
		run->d->r[place.index] = place.negated ? -value : value;
	if (pre)
		se_save_pre(run, pre - 1);
}

/* Has it a left limit that equations read, and that no when-clause and no parameter determines? */
static bool is_memory(const se_run *run, uint32_t scalar)
{
	return !run->mode->by_when[scalar] && !run->constant[scalar] && pre_entry(run, scalar) &&
		   si_place_of(run->image, scalar).store == SI_INT;
}

void se_remember_sides(se_run *run)
{
	for (uint32_t k = 0; k < run->image->switches.n; k++) {
		si_range which = run->image->switches.at[k].sides;
		side it;
		while (next_side(run, &which, run->mode->branch[k], &it))
			if (is_memory(run, it.scalar))
				se_set_remembered(run, it.scalar, it.value);
	}
}

void se_keep_discrete(se_run *run)
{
	bool *behind = sb_new_array(run->once, bool, run->image->pres.n + 1);
	for (uint32_t k = 0; k < run->image->switches.n; k++) {
		si_range which = run->image->switches.at[k].sides;
		side it;
		while (next_side(run, &which, UINT16_MAX, &it))
			if (!run->mode->by_when[it.scalar])
				behind[pre_entry(run, it.scalar)] = true;
	}
	for (uint32_t k = 0; k < run->image->pres.n; k++)
		if (run->pre_discrete[k] && !behind[k + 1])
			se_save_pre(run, k);
}

/* Behind a switch by itself: what it remembers is the branch. */
static bool is_side(const se_run *run, uint32_t scalar)
{
	for (uint32_t k = 0; k < run->image->switches.n; k++) {
		si_range which = run->image->switches.at[k].sides;
		side it;
		while (next_side(run, &which, run->mode->branch[k], &it))
			if (pre_entry(run, it.scalar) == pre_entry(run, scalar))
				return true;
	}
	return false;
}

bool se_next_memory(se_run *run, uint32_t *at, sx_given *out)
{
	for (; *at < run->image->memories.n; ++*at) {
		*out = (sx_given){run->image->memories.at[*at].scalar, run->image->memories.at[*at].value};
		if (is_memory(run, out->scalar) && sc_scalar_value(run->d, out->scalar) != out->value &&
			!is_side(run, out->scalar)) {
			++*at;
			return true;
		}
	}
	return false;
}
