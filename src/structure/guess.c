/* Start values: which of them an unknown has.
 *
 * A place has many names: the variables of a set of equal ones, and for the rate of a state every variable that is the derivative (v in v = der(x)), with
 * those equal to it. Each may have a start value, perhaps of the opposite sign. One counts: a fixed one before one that the user wrote, that before the
 * default of a type; among these the one nearest to the top of the hierarchy; then that of the representative. For the initial system
 * the start value of what an iteration is about is its first guess, and decides which of several solutions is found. */
#include "structure/work.h"

#include <string.h>

enum { RANK_NONE, RANK_TYPE, RANK_GIVEN, RANK_FIXED };

sx_ref ss_start_of_member(ss_work *w, uint32_t s)
{
	bool flip = false;
	const sm_variable *v = ss_variable(w, s);
	sx_ref start = v->start ? ss_attribute(w, s, v->start) : 0;

	ss_root(w, s, &flip);
	if (!start)
		return 0;
	start = sx_cast(w->pool, start, v->type);
	return flip ? sx_unary(w->pool, SX_NEG, start) : start;
}

static uint32_t depth_of(const char *name)
{
	uint32_t dots = 0;

	for (; (name = strchr(name, '.')); name++)
		dots++;
	return dots;
}

static uint32_t rank_of(ss_work *w, uint32_t s)
{
	const sm_variable *v = ss_variable(w, s);

	return !v->start ? RANK_NONE : v->fixed && ss_fixed(w, s) ? RANK_FIXED : v->start_given ? RANK_GIVEN : RANK_TYPE;
}

/* The best among the members of one set; `flip`: their representative has the opposite sign. */
static void see_set(ss_work *w, uint32_t root, bool flip, ss_guess *best)
{
	for (uint32_t s = w->first_member[root]; s != UINT32_MAX; s = w->next_member[s]) {
		uint32_t rank = rank_of(w, s);
		if (rank == RANK_NONE || rank < best->rank)
			continue;
		uint32_t depth = depth_of(ss_variable(w, s)->name);
		if (rank == best->rank && (depth > best->depth || (depth == best->depth && s != root)))
			continue;
		sx_ref value = ss_start_of_member(w, s);
		*best = (ss_guess){ flip ? sx_unary(w->pool, SX_NEG, value) : value, s, rank, depth };
	}
}

/* Is v = der(x) with the sign reversed, of the representatives of both? */
static bool rate_sign(ss_work *w, uint32_t v)
{
	bool flip = w->rate_flipped[v];

	ss_root(w, w->rate_of[v], &flip);
	return flip;
}

ss_guess ss_guess_of(ss_work *w, uint32_t key)
{
	ss_guess best = {0};

	if (key < w->n)
		see_set(w, key, false, &best);
	else if (key < 2 * w->n)
		for (uint32_t v = w->first_rate[key - w->n]; v != UINT32_MAX; v = w->next_rate[v])
			see_set(w, v, rate_sign(w, v), &best);
	return best;
}

sx_ref ss_start_of(ss_work *w, uint32_t cell)
{
	return ss_guess_of(w, cell).value;
}

bool ss_has_given_start(ss_work *w, uint32_t key)
{
	return ss_guess_of(w, key).rank >= RANK_GIVEN;
}

static sx_ref nominal_in_set(ss_work *w, uint32_t root)
{
	for (uint32_t s = w->first_member[root]; s != UINT32_MAX; s = w->next_member[s])
		if (ss_variable(w, s)->nominal)
			return ss_attribute(w, s, ss_variable(w, s)->nominal);
	return 0;
}

sx_ref ss_nominal_of(ss_work *w, uint32_t key)
{
	sx_ref found = 0;

	if (key < w->n)
		return nominal_in_set(w, key);
	if (key < 2 * w->n)
		for (uint32_t v = w->first_rate[key - w->n]; v != UINT32_MAX && !found; v = w->next_rate[v])
			found = nominal_in_set(w, v);
	return found;
}
