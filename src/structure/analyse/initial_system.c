/* The initial system. It has all equations of the run and the initial equations, and for unknowns also the states,
 * the left limits of discrete variables, and parameters with fixed = false. What is not determined so is given by
 * start values: of the candidates the matching leaves those over that are wanted least (see match.c), states whose
 * start the user wrote last of all.
 *
 * Constraints between states are part of it at all levels. Where fixed starts determine everything that a constraint
 * holds, it is left out and looked at afterwards (plan->checks): fixed starts that satisfy it are what a careful
 * user writes. */
#include "base/file.h"
#include "structure/analyse/analyse.h"
#include "structure/expand/expand.h"
#include "structure/system/system.h"
#include "structure/explain/explain.h"
#include "structure/solve/solve.h"

#include <stdlib.h>

/* `former`: what a constraint gives in the run. Here it may be the other way round: its start holds, and a state is
 * computed. `rate`: a derivative that the run alone needs. */
enum {
	MUST, WANT_PRE, WANT_RATE, WANT_FORMER, WANT_STATE, WANT_FORMER_STARTED, WANT_STATE_STARTED, WANT_STATE_PREFERRED,
	WANT_HELD
};

enum { UNUSED_NAMED = 4 };

static sx_ref start_or_default(ss_work *w, uint32_t s)
{
	sx_ref start = ss_start_of(w, s);

	if (start)
		return start;
	switch (ss_variable(w, s)->type) {
	case SX_REAL: return w->zero;
	case SX_BOOLEAN: return w->no;
	case SX_STRING: return sx_string(w->pool, "");
	default: return sx_int(w->pool, ss_variable(w, s)->enumeration != 0);      /* the first literal is 1 */
	}
}

static ss_equation start_equation(ss_work *w, uint32_t s, sx_ref leaf, sx_ref value)
{
	const sm_variable *v = ss_variable(w, s);

	return (ss_equation){ .form = SS_FORM_EQUAL, .start = true, .scalar = s, .lhs = leaf, .rhs = value, .span = v->span,
		.domain = ss_domain_of_cell(w, s), .component = v->component ? v->component : "" };
}

/* In this mode parameters alone determine what is a state in others, as the current of a coil behind an open switch:
 * the fixed start must say the same. Another name of a derivative is as well known as this derivative. */
static bool is_known_in_mode(ss_work *w, uint32_t root)
{
	uint32_t key = w->rate_of[root] != UINT32_MAX ? w->n + w->rate_of[root] : root;

	return w->plan->switches.n && w->level[key] == SS_LEVEL_PARAMETER &&
		   !(w->traits[root] & (SS_IS_PARAMETER | SS_IS_DISCRETE)) && !w->constant[root];
}

static sx_ref start_of(ss_work *w, uint32_t cell)
{
	const sm_variable *v = ss_variable(w, cell);
	return v->start ? ss_attribute(w, cell, v->start) : start_or_default(w, cell);
}

void ss_add_check_start(ss_work *w, ss_check *check, uint32_t cell)
{
	sb_push(w->arena, check->starts, ss_scalar_of_cell(w, cell));
	sb_push(w->arena, check->values, start_of(w, cell));
}

/* By the values that the parameters have: a start of zero in each of a hundred bodies is the same start, whatever it is
 * computed from. */
static bool same_start(ss_work *w, sx_ref a, sx_ref b)
{
	sx_value x, y;
	bool sure_of_x, sure_of_y;

	return a == b || (ss_value_at_start(w, a, &sure_of_x, &x) && ss_value_at_start(w, b, &sure_of_y, &y) && sure_of_x &&
					  sure_of_y && x.type == y.type &&
					  (x.type == SX_REAL ? x.real == y.real : x.type != SX_STRING && x.integer == y.integer));
}

static void mark_structural(ss_work *w, sx_ref e)
{
	ss_own_variables(w);
	ss_make_structural(w->model, e);
	if (w->marks && w->marks != w->model)
		ss_make_structural(w->marks, e);
}

/* Where two starts are not written alike but have one value, the parameters that they are made of are structural. */
static bool same_by_value(ss_work *w, sx_ref a, sx_ref b)
{
	if (!same_start(w, a, b))
		return false;
	mark_structural(w, a);
	mark_structural(w, b);
	return true;
}

/* The fixed start of a set of equal variables; two that differ contradict each other. */
static void fix_start(ss_work *w, uint32_t root)
{
	sx_ref value = 0;
	uint32_t first = 0;

	for (uint32_t s = w->first_member[root]; s != UINT32_MAX; s = w->next_member[s]) {
		const sm_variable *v = ss_variable(w, s);
		bool flip = false;
		if (!v->fixed || !ss_fixed(w, s))
			continue;
		ss_root(w, s, &flip);
		sx_ref here = start_of(w, s);
		here = flip ? sx_unary(w->pool, SX_NEG, here) : here;
		if (value && here != value && !same_by_value(w, value, here)) {
			uint32_t both[2] = { first, s };
			sb_message *m = sb_report(w->diag, SB_ERROR, "S0201", v->span,
				"%s are equal, but their start values are both fixed and differ", ss_names(w, both, 2, 2));
			sb_also(m, ss_variable(w, first)->span, "the other one is declared here");
			sb_help(m, "remove fixed = true from one of them");
			return;
		}
		value = here;
		first = s;
	}
	if (!value)
		return;
	sx_ref leaf = w->leaf[root];
	if (w->traits[root] & SS_IS_DISCRETE) {
		if (!(w->traits[root] & SS_HAS_PRE))
			return;
		leaf = sx_unary(w->pool, SX_PRE, leaf);
	} else if (w->constant[root]) {
		if (sx_is_const(w->pool, value) && sx_real_value(w->pool, value) == sx_real_value(w->pool, w->constant[root]))
			return;
		leaf = w->constant[root];
	} else if (w->rate_of[root] != UINT32_MAX) {
		leaf = ss_represented(w, leaf);
	}
	if (is_known_in_mode(w, root)) {
		sb_text name = {0};
		ss_check check = {
			.left = leaf, .right = value, .known = true, .span = ss_variable(w, first)->span, .component = ""};
		sm_scalar_name(w->model, ss_scalar_of_cell(w, first), &name);
		check.text = sb_strdup(w->arena, name.at);
		sb_text_free(&name);
		ss_add_check_start(w, &check, first);
		sb_push(w->arena, w->plan->checks, check);
		return;
	}
	sb_push(w->scratch, w->initial, start_equation(w, first, leaf, value));
}

typedef struct unused_starts { sb_u32s all; uint32_t giver; } unused_starts;

/* A start that somebody wrote and that differs from the one in use, of a variable that is another one's alias. */
static void look_at_unused_starts(ss_work *w, uint32_t key, unused_starts *unused)
{
	ss_guess used = ss_guess_of(w, key);

	if (!used.rank || !ss_variable(w, used.giver)->start_given)
		return;
	sb_u32s names = ss_names_of(w, key);
	for (uint32_t i = 0; i < names.n; i++) {
		uint32_t s = names.at[i];
		const sm_variable *v = ss_variable(w, s);
		if (s == used.giver || !v->start_given || v->hidden || same_start(w, ss_start_by_name(w, key, s), used.value))
			continue;
		unused->giver = unused->all.n ? unused->giver : used.giver;
		sb_push(w->scratch, unused->all, s);
		return;
	}
}

/* A set of several equal variables, or the rate of a state that has names of its own. */
static void look_at_starts(ss_work *w, uint32_t root, unused_starts *unused)
{
	if (w->constant[root] || w->rate_of[root] != UINT32_MAX)
		return;
	if (w->next_member[w->first_member[root]] != UINT32_MAX)
		look_at_unused_starts(w, root, unused);
	if (w->first_rate[root] != UINT32_MAX)
		look_at_unused_starts(w, w->n + root, unused);
}

/* One message for all of them: large models have dozens, of one cause. */
static void tell_unused_starts(ss_work *w, const unused_starts *unused)
{
	if (!unused->all.n)
		return;
	sb_message *m =
		sb_report(w->diag, SB_WARNING, "S0207", ss_variable(w, unused->all.at[0])->span,
				  unused->all.n == 1 ? "the start value of %s is not used" : "the start values of %s are not used",
				  ss_names(w, unused->all.at, unused->all.n, UNUSED_NAMED));
	sb_also(m, ss_variable(w, unused->giver)->span,
			unused->all.n == 1 ? "%s is the same quantity, and its start value is used"
							   : "%s is the same quantity as the first of them, and its start value is used",
			ss_names(w, &unused->giver, 1, 1));
	sb_help(m, "give the start value in one place");
}

static uint8_t wish_for_state(ss_work *w, uint32_t root)
{
	bool state = w->traits[root] & SS_IS_STATE;
	uint8_t wish = state ? WANT_STATE : WANT_FORMER;

	for (uint32_t s = w->first_member[root]; s != UINT32_MAX; s = w->next_member[s]) {
		const sm_variable *v = ss_variable(w, s);
		uint8_t here = v->state_select >= SM_SELECT_PREFER && state ? WANT_STATE_PREFERRED
					   : v->start_given && state                    ? WANT_STATE_STARTED
					   : v->start_given                             ? WANT_FORMER_STARTED
																	: wish;
		wish = here > wish ? here : wish;
	}
	return wish;
}

typedef struct unknown_list { sb_u32s keys; sb_vec(uint8_t) wanted; } unknown_list;

static void add_unknown(ss_work *w, unknown_list *list, uint32_t key, uint8_t wish)
{
	sb_push(w->scratch, list->keys, key);
	sb_push(w->scratch, list->wanted, wish);
}

static int by_order(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return x[0] != y[0] ? (x[0] > y[0] ? -1 : 1) : x[1] > y[1] ? -1 : x[1] < y[1];
}

/* Scalars in the order in which they are tried: what is tried first is determined by equations, as far as there are
 * any. Where a constraint and its derivatives could give a position or a speed, speeds come first, so that each
 * level of it gives its own; and of several alike the last one, so that the start of the first holds. */
static uint32_t *in_order(ss_work *w)
{
	uint32_t (*pairs)[2] = sb_alloc(w->scratch, (w->n + 1) * sizeof *pairs);
	uint32_t *list = sb_new_array(w->scratch, uint32_t, w->n + 1);

	for (uint32_t s = 0; s < w->n; s++) {
		list[s] = s;
		pairs[s][0] = w->derivative_of_order ? w->derivative_of_order[s] : 0;
		pairs[s][1] = s;
	}
	if (!w->derivative_of_order)
		return list;
	qsort(pairs, w->n, sizeof *pairs, by_order);
	for (uint32_t i = 0; i < w->n; i++)
		list[i] = pairs[i][1];
	return list;
}

/* By key: what stands in equations of the run, where initial() has put something else into the initial system. It need
 * not be determined there. NULL: there is nothing of the kind. */
static const bool *find_unbegun(ss_work *w)
{
	bool *unbegun = NULL;
	sb_u32s keys = {0};

	for (uint32_t i = 0; i < w->equations.n; i++) {
		const ss_equation *q = &w->equations.at[i];
		if (!q->begins || q->gone)
			continue;
		unbegun = unbegun ? unbegun : sb_new_array(w->scratch, bool, 3 * (size_t)w->n + 1);
		keys.n = 0;
		ss_depends_equation(w, q, false, &keys);
		for (uint32_t k = 0; k < keys.n; k++) {
			uint32_t key = keys.at[k];
			bool rate = key < w->n ? w->derivative_of_order && w->derivative_of_order[key] : key < 2 * w->n;
			unbegun[key] = unbegun[key] || rate;
		}
	}
	return unbegun;
}

static unknown_list list_unknowns(ss_work *w)
{
	unknown_list list = {0};
	const bool *unbegun = find_unbegun(w);
	const uint32_t *order = in_order(w);

	for (uint32_t i = 0; i < w->n; i++) {
		uint32_t s = order[i];
		uint16_t t = w->traits[s];
		if (t & SS_IS_ALIAS)
			continue;
		if (t & SS_HAS_PRE)
			add_unknown(w, &list, 2 * w->n + s, WANT_PRE);
		if (t & SS_IS_FREE)
			add_unknown(w, &list, s, MUST);
		if (t & (SS_IS_PARAMETER | SS_IS_SET) || w->constant[s] || w->rate_of[s] != UINT32_MAX)
			continue;
		if (t & SS_IS_STATE) {
			add_unknown(w, &list, w->n + s, unbegun && unbegun[w->n + s] ? WANT_RATE : MUST);
			add_unknown(w, &list, s, wish_for_state(w, s));
		} else if (w->level[s] != SS_LEVEL_PARAMETER) {
			bool kept = t & SS_IS_HELD && (t & SS_IS_DISCRETE || s >= w->given_count || !w->given[s]);
			add_unknown(w, &list, s,
						unbegun && unbegun[s] ? WANT_RATE
						: kept             ? WANT_HELD
						: t & SS_IS_HELD   ? WANT_FORMER
						: t & SS_WAS_STATE ? wish_for_state(w, s)
										   : MUST);
		}
	}
	return list;
}

/* Derivatives of what is no state occur in initial equations only. */
static bool check_derivatives(ss_work *w)
{
	sb_u32s keys = {0};
	bool good = true;

	for (uint32_t i = 0; i < w->initial.n; i++) {
		keys.n = 0;
		ss_depends_equation(w, &w->initial.at[i], true, &keys);
		for (uint32_t k = 0; k < keys.n; k++) {
			uint32_t key = keys.at[k];
			if (key < w->n || key >= 2 * w->n || w->traits[key - w->n] & SS_IS_STATE)
				continue;
			uint32_t of = key - w->n;
			sb_message *m = sb_report(w->diag, SB_ERROR, "S0205", w->initial.at[i].span,
				"an initial equation uses the derivative of %s, which is not a state", ss_names(w, &of, 1, 1));
			sb_help(m, "write the condition with the derivatives of states");
			good = false;
		}
	}
	return good;
}

/* Start values for what nothing else determines. */
static void fill(ss_work *w, const ss_system *s)
{
	for (uint32_t u = 0; u < s->unknown_count; u++) {
		uint32_t key = s->unknowns[u], scalar = key % w->n;
		if (s->row_of_unknown[u] != UINT32_MAX || s->wanted[u] == MUST)
			continue;
		sx_ref value = s->wanted[u] == WANT_RATE ? w->zero : start_or_default(w, scalar);
		sb_push(w->scratch, w->initial, start_equation(w, scalar, ss_leaf(w, key), value));
		if (s->wanted[u] >= WANT_FORMER && s->wanted[u] <= WANT_STATE_PREFERRED)
			sb_push(w->arena, w->plan->assumed, ss_scalar_of_cell(w, scalar));
	}
}

static void start_step(ss_work *w, uint32_t s, sx_ref leaf, sx_ref value)
{
	ss_step step = {.kind = SS_ASSIGN, .target = leaf, .value = value, .domain = ss_domain_of_cell(w, s),
		.span = ss_variable(w, s)->span};
	sb_push(w->arena, w->plan->start_steps, step);
}

/* Guesses and left limits. What the initial system computes outright needs no start. */
static void start_steps(ss_work *w, const unknown_list *list)
{
	bool *guessed = sb_new_array(w->scratch, bool, 2 * w->n + 1);

	for (uint32_t i = 0; i < w->guessed.n; i++)
		guessed[w->guessed.at[i]] = true;
	for (uint32_t i = 0; i < list->keys.n; i++) {
		uint32_t key = list->keys.at[i], s = key % w->n;
		if (key >= w->n && key < 2 * w->n) {
			ss_guess guess = ss_guess_of(w, key);
			if (guessed[key] && guess.rank)
				start_step(w, s, ss_leaf(w, key), guess.value);
			continue;
		}
		bool always = list->wanted.at[i] != MUST || (key < w->n && guessed[s]);
		sx_ref value = start_or_default(w, s);
		if (!always && sx_is_const(w->pool, value) && ss_variable(w, s)->type != SX_STRING &&
			sx_real_value(w->pool, value) == 0)
			continue;
		start_step(w, s, ss_leaf(w, key), value);
	}
	for (uint32_t s = 0; s < w->n; s++)
		if (w->traits[s] & SS_IS_SET && !(w->traits[s] & SS_IS_ALIAS))
			start_step(w, s, w->leaf[s], start_or_default(w, s));
}

/* Variables that are equal have one left limit. Each of them may come from a component with an initial equation of its
 * own for it, as inputs of logical blocks that are connected to the same output have: the first counts, the others must
 * say the same. */
static void join_left_limits(ss_work *w)
{
	sb_map given = sb_map_new(w->scratch);
	uint64_t first;

	for (uint32_t i = 0; i < w->initial.n; i++) {
		ss_equation *q = &w->initial.at[i];
		sx_ref left = q->gone || q->form != SS_FORM_EQUAL || q->domain.n ? 0 : ss_left(q, true);
		if (!left || sx_op_of(w->pool, left) != SX_PRE)
			continue;
		uint32_t cell = ss_cell_of(w, sx_arg(w->pool, left, 0));
		bool flip = false;
		if (cell == UINT32_MAX || (cell = ss_root(w, cell, &flip)) == UINT32_MAX || flip)
			continue;
		if (!sb_map_get(&given, cell, &first)) {
			sb_map_put(&given, cell, i);
			continue;
		}
		ss_check check = {
			.left = ss_right(q, true), .right = ss_right(&w->initial.at[first], true), .component = q->component};
		q->checked = true;
		check.text = sb_strdup(w->arena, ss_equation_text(w, q, &check.span));
		sb_push(w->arena, w->plan->checks, check);
	}
}

bool ss_initial_system(ss_work *w)
{
	double began = sb_clock();

	w->followed = NULL;
	ss_list_left_limits(w);
	join_left_limits(w);
	uint32_t before = sb_errors(w->diag);
	unused_starts unused = {0};
	for (uint32_t s = 0; s < w->n; s++)
		if (!(w->traits[s] & (SS_IS_ALIAS | SS_IS_PARAMETER))) {
			uint32_t so_far = sb_errors(w->diag);
			if (w->traits[s] & SS_IS_SET) {          /* what is in its place holds, before too */
				if (w->traits[s] & SS_HAS_PRE)
					sb_push(w->scratch, w->initial,
							start_equation(w, s, sx_unary(w->pool, SX_PRE, w->leaf[s]), w->leaf[s]));
				continue;
			}
			if (w->traits[s] & SS_IS_CLOCKED) {      /* until its first tick */
				if (!w->constant[s])
					sb_push(w->scratch, w->initial, start_equation(w, s, w->leaf[s], start_or_default(w, s)));
				continue;
			}
			fix_start(w, s);
			if (sb_errors(w->diag) == so_far)
				look_at_starts(w, s, &unused);
		}
	tell_unused_starts(w, &unused);
	if (sb_errors(w->diag) > before || !check_derivatives(w))
		return false;
	unknown_list list = list_unknowns(w);
	ss_system *system = ss_system_new(w, &w->equations, &w->initial, &list.keys, list.wanted.at, true);
	ss_match(w, system);
	if (ss_leave_out(w, system)) {
		ss_system_done(w, system);
		system = ss_system_new(w, &w->equations, &w->initial, &list.keys, list.wanted.at, true);
		ss_match(w, system);
	}
	if (!ss_whole_families_match(w, system) || !ss_report_singular(w, system))
		return false;
	uint32_t so_far = w->initial.n;
	fill(w, system);
	if (w->initial.n > so_far) {
		ss_system_done(w, system);
		system = ss_system_new(w, &w->equations, &w->initial, &list.keys, list.wanted.at, true);
		ss_match(w, system);
	}
	ss_sort(w, system);
	bool good = ss_solve_system(w, system, &w->plan->initial_steps);
	ss_system_done(w, system);
	start_steps(w, &list);
	w->profile->initial += sb_clock() - began;
	return good;
}
