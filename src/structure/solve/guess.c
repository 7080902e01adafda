/* Start values: which of them an unknown has.
 *
 * A place has many names: the variables of a set of equal ones, and for the rate of a state every variable that is the
 * derivative (v in v = der(x)), with those equal to it. Each may have a start value, perhaps of the opposite sign. One
 * counts: a fixed one before one that the user wrote, that before the default of a type; among these the one nearest to
 * the top of the hierarchy; then that of the representative. For the initial system the start value of what an
 * iteration is about is its first guess, and decides which of several solutions is found. An unknown of an iteration to
 * which nobody gave one may still follow from those of others: x from z(start = 4) by z = 2*x, or from y(start = 0.9)
 * by x*y = 2. */
#include "structure/solve/solve.h"

#include <string.h>

enum { RANK_NONE, RANK_TYPE, RANK_GIVEN, RANK_FIXED };
enum { HELD_MOST = 20, DEEPEST = 3 };    /* longer equations, and longer chains of them, give no guess */

static sx_ref start_of_member(ss_work *w, uint32_t s)
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
		sx_ref value = start_of_member(w, s);
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

sb_u32s ss_names_of(ss_work *w, uint32_t key)
{
	sb_u32s names = {0};
	bool rate = key >= w->n;

	for (uint32_t v = rate ? w->first_rate[key - w->n] : key; v != UINT32_MAX; v = rate ? w->next_rate[v] : UINT32_MAX)
		for (uint32_t s = w->first_member[v]; s != UINT32_MAX; s = w->next_member[s])
			sb_push(w->scratch, names, s);
	return names;
}

sx_ref ss_start_by_name(ss_work *w, uint32_t key, uint32_t s)
{
	bool flip = false;
	sx_ref start = start_of_member(w, s);

	return key >= w->n && rate_sign(w, ss_root(w, s, &flip)) && start ? sx_unary(w->pool, SX_NEG, start) : start;
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

/* -------------------------------------------------------------------------------- guesses from the starts of others */

struct ss_followed {
	sb_u32s *holders;                /* by key: equations that hold it */
	sx_ref *value; bool *looked_at;  /* by key: the guess from starts of others; whether it was looked for */
	uint8_t *steps;                  /* and over how many equations */
};

/* Equations of the initial system by the keys that they hold. */
static void list_holders(ss_work *w)
{
	sb_u32s keys = {0};

	ss_followed *f = w->followed = sb_new(w->scratch, ss_followed);
	f->value = sb_new_array(w->scratch, sx_ref, 2 * w->n + 1);
	f->looked_at = sb_new_array(w->scratch, bool, 2 * w->n + 1);
	f->steps = sb_new_array(w->scratch, uint8_t, 2 * w->n + 1);
	f->holders = sb_new_array(w->scratch, sb_u32s, 3 * w->n + 1);
	for (uint32_t i = 0; i < w->equations.n + w->initial.n; i++) {
		const ss_equation *q = i < w->equations.n ? &w->equations.at[i] : &w->initial.at[i - w->equations.n];
		if (q->gone || q->form != SS_FORM_EQUAL || q->discrete || q->domain.n || q->sums || q->checked || q->start)
			continue;
		keys.n = 0;
		ss_depends_equation(w, q, true, &keys);
		for (uint32_t k = 0; k < keys.n && keys.n <= HELD_MOST; k++)
			sb_push(w->scratch, f->holders[keys.at[k]], i);
	}
}

static sx_ref from_others(ss_work *w, uint32_t key, uint32_t depth);

static bool not_zero(void *context, sx_ref divisor)
{
	return !sx_is_number(((ss_work *)context)->pool, divisor, 0);
}

/* The start value that the user wrote, or one that follows from others. */
static sx_ref given_or_followed(ss_work *w, uint32_t key, uint32_t depth, uint8_t *steps)
{
	ss_guess own = ss_guess_of(w, key);

	if (own.rank >= RANK_GIVEN || key >= 2 * w->n)
		return own.rank >= RANK_GIVEN ? own.value : 0;
	sx_ref value = depth < DEEPEST ? from_others(w, key, depth + 1) : 0;
	*steps = value && w->followed->steps[key] > *steps ? w->followed->steps[key] : *steps;
	return value;
}

/* The value that the equation gives to the unknown if all others in it have their start values; 0: some have none. */
static sx_ref follow(ss_work *w, const ss_equation *q, uint32_t key, uint32_t depth)
{
	sx_ref left = ss_left(q, true), right = ss_right(q, true), leaf = ss_leaf(w, key), others[HELD_MOST], a, b;
	sb_u32s keys = {0};
	uint8_t steps = 0;

	ss_depends_equation(w, q, true, &keys);
	for (uint32_t k = 0; k < keys.n; k++) {
		others[k] = keys.at[k] == key ? leaf : given_or_followed(w, keys.at[k], depth, &steps);
		if (!others[k])
			return 0;
	}
	if (keys.n < 2 || sx_type_of(w->pool, left) != SX_REAL ||
		!sx_linear(w->pool, sx_binary(w->pool, SX_SUB, left, right), leaf, &a, &b))
		return 0;
	sx_ref value = sx_solve(w->pool, left, right, leaf, not_zero, w);
	for (uint32_t k = 0; value && k < keys.n; k++)
		if (keys.at[k] != key)
			value = sx_replace(w->pool, value, ss_leaf(w, keys.at[k]), others[k]);
	w->followed->steps[key] = steps + 1;
	return value;
}

/* Each key is looked at once: from inside of its own search it follows from nothing. */
static sx_ref from_others(ss_work *w, uint32_t key, uint32_t depth)
{
	ss_followed *f = w->followed;
	if (f->looked_at[key])
		return f->value[key];
	f->looked_at[key] = true;
	for (uint32_t i = 0; i < f->holders[key].n && !f->value[key]; i++) {
		uint32_t e = f->holders[key].at[i];
		f->value[key] =
			follow(w, e < w->equations.n ? &w->equations.at[e] : &w->initial.at[e - w->equations.n], key, depth);
	}
	return f->value[key];
}

sx_ref ss_guess_from_others(ss_work *w, uint32_t key)
{
	if (key >= 2 * w->n || ss_has_given_start(w, key))
		return 0;
	if (!w->followed)
		list_holders(w);
	return from_others(w, key, 0);
}

/* How much the iteration gains by this unknown: most by one that the user gave a start value, less by one whose start
 * follows from others. */
uint32_t ss_worth_of_guess(ss_work *w, uint32_t key, bool initial)
{
	if (ss_has_given_start(w, key))
		return DEEPEST + 2;
	return initial && ss_guess_from_others(w, key) ? DEEPEST + 2 - w->followed->steps[key] : 0;
}
