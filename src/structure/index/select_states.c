/* The choice of states.
 *
 * Each constraint that was differentiated takes one of the candidates it ties away from the states: the one that is
 * computed from it. The matrix of all constraints (d constraint / d candidate, the same at all levels) is eliminated
 * with pivots that are constant, numbers or parameters: then the choice is good for all values of everything else.
 * Candidates are tried in the order in which they are least wanted as states: by stateSelect, then whether their start
 * is fixed, given, or not, then whether the user wrote them. Constraints that are differentiated more often come first,
 * so that the same candidate serves all levels of a constraint: an angle goes with its speed. They choose before those
 * that are differentiated less often have taken anything: what these tie is speeds, of which positions do not follow.
 *
 * Constraints without a constant pivot stay invariants (see structure.h), where all candidates are states and every
 * wish for one is met, unless StateSelect.always or never insists on a choice: what is always a state stays one if the
 * others just suffice, what is never one goes, if all that is never one can. Wishes (prefer, avoid) are no reason for a
 * choice that may break down. Nor is StateSelect.always where more is left than has to be computed: whichever of it
 * were taken, its factor may pass zero while the motion goes on (a wheel that turns, if the speed along one axis is a
 * state instead of the speed of the wheel), and the invariants meet the wish as well. */
#include "structure/index/choice.h"
#include "structure/explain/explain.h"

#include <math.h>
#include <stdlib.h>

typedef struct wish {
	uint32_t chain;
	int select, rest;
} wish;

/* ---------------------------------------------------------------------------------------------------------- wishes */

static int select_of(ss_work *w, uint32_t scalar, int so_far)
{
	for (uint32_t s = w->first_member[scalar]; s != UINT32_MAX; s = w->next_member[s]) {
		int here = ss_variable(w, s)->state_select;
		bool stronger = here == SM_SELECT_ALWAYS || (here == SM_SELECT_NEVER && so_far != SM_SELECT_ALWAYS) ||
						(here == SM_SELECT_PREFER && so_far != SM_SELECT_ALWAYS && so_far != SM_SELECT_NEVER) ||
						(here == SM_SELECT_AVOID && so_far == SM_SELECT_DEFAULT);
		so_far = stronger ? here : so_far;
	}
	return so_far;
}

static int rest_of(const ss_choice *c, uint32_t scalar)
{
	ss_work *w = c->r->w;
	int best = 0;

	for (uint32_t s = w->first_member[scalar]; s != UINT32_MAX; s = w->next_member[s]) {
		const sm_variable *v = ss_variable(w, s);
		int here = (c->reinit[s] ? 16 : 0) + (v->fixed && ss_fixed(w, s) ? 8 : 0) + (v->start_given ? 4 : 0) +
				   (v->hidden ? 0 : 2);
		best = here > best ? here : best;
	}
	return best;
}

/* How much the chain is wanted as a state where `times` of its derivatives below the highest are at stake. */
static wish wish_for(const ss_choice *c, uint32_t chain, uint32_t times)
{
	const ss_reduction *r = c->r;
	const ss_chain *of = &r->chains.at[chain];
	wish w = {chain, SM_SELECT_DEFAULT, 0};
	uint32_t scalar;

	for (uint32_t k = of->order - times; k < of->order; k++) {
		ss_chain_sign(r, chain, k, &scalar);
		w.select = select_of(r->w, scalar, w.select);
		int rest = rest_of(c, scalar);
		w.rest = rest > w.rest ? rest : w.rest;
	}
	return w;
}

static int by_wish(const void *a, const void *b)
{
	const wish *x = a, *y = b;

	if (x->select != y->select)
		return x->select < y->select ? -1 : 1;
	if (x->rest != y->rest)
		return x->rest < y->rest ? -1 : 1;
	return x->chain > y->chain ? -1 : x->chain < y->chain;
}

static void find_reinits(ss_choice *c)
{
	ss_work *w = c->r->w;

	c->reinit = sb_new_array(w->scratch, uint32_t, w->n + 1);
	for (uint32_t i = 0; i < w->plan->actions.n; i++) {
		const ss_action *a = &w->plan->actions.at[i];
		uint32_t s = a->kind == SS_REINIT ? sm_scalar_of(w->model, a->condition) : UINT32_MAX;
		if (s != UINT32_MAX)
			c->reinit[ss_cell_at(w, s)] = 1;
	}
}

/* ----------------------------------------------------------------------------------------------------- fixed choices
 */

/* The best row for the chain among those open from `from` to `to`: with a pivot of this kind, the largest.
 * UINT32_MAX: none. */
static uint32_t row_for(const ss_choice *c, uint32_t chain, uint32_t from, uint32_t to, ss_factor_kind most)
{
	uint32_t best = UINT32_MAX;
	double largest = 0;

	for (uint32_t k = 0; k < c->in[chain].n; k++) {
		uint32_t i = c->in[chain].at[k];
		if (i < from || i >= to || c->done[i])
			continue;
		const ss_factor *f = ss_choice_find(c, i, chain);
		if (f && f->kind <= most && fabs(f->value) > largest) {
			largest = fabs(f->value);
			best = i;
		}
	}
	return best;
}

/* The chains of these rows, the least wanted as states first. */
static wish *wishes(ss_choice *c, uint32_t from, uint32_t to, uint32_t *count)
{
	ss_reduction *r = c->r;
	sb_vec(wish) list = {0};

	c->now++;
	for (uint32_t i = from; i < to; i++)
		for (uint32_t k = 0; k < c->of[i].n; k++) {
			uint32_t chain = c->of[i].at[k].chain;
			if (c->taken[chain] || c->stamp[chain] == c->now)
				continue;
			c->stamp[chain] = c->now;
			sb_push(r->w->scratch, list, wish_for(c, chain, r->times[c->rows.at[from]]));
		}
	if (list.n)
		qsort(list.at, list.n, sizeof *list.at, by_wish);
	*count = list.n;
	return list.at;
}

static bool report_always(ss_choice *c, uint32_t i, uint32_t chain)
{
	ss_reduction *r = c->r;
	ss_work *w = r->w;
	uint32_t row = c->rows.at[i], scalar;
	const ss_equation *q = &w->equations.at[r->equation[row]];
	sb_u32s tied = {0};
	sb_span where;
	const char *text = ss_equation_text(w, q, &where);

	for (uint32_t k = r->first[row]; k < r->first[row + 1]; k++) {
		ss_chain_sign(r, r->chain[k], r->order[k], &scalar);
		sb_push(w->scratch, tied, scalar);
	}
	ss_chain_sign(r, chain, r->chains.at[chain].order - r->times[row], &scalar);
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0310", ss_variable(w, scalar)->span,
							  "%s cannot be a state, although it has StateSelect.always: a constraint determines it",
							  ss_names(w, &scalar, 1, 1));
	sb_also(m, where, "the constraint: %s", text);
	sb_note(m, "the constraint ties %s; all of these have StateSelect.always or cannot be computed from it",
			ss_names(w, tied.at, tied.n, 8));
	sb_help(m, "remove StateSelect.always from one of them");
	return false;
}

/* Does the row hold another candidate, though its factor moves? Then that may be computed from it (choose_moving):
 * angles and a length from the position that they lead to. */
static bool leaves_another(const ss_choice *c, uint32_t i)
{
	const ss_reduction *r = c->r;
	uint32_t times = r->times[c->rows.at[i]];

	for (uint32_t k = 0; k < c->of[i].n; k++) {
		uint32_t chain = c->of[i].at[k].chain, order = r->chains.at[chain].order;
		if (!c->taken[chain] && wish_for(c, chain, times < order ? times : order).select < SM_SELECT_ALWAYS)
			return true;
	}
	return false;
}

/* Rows from..to, which are differentiated equally often. */
static bool choose_fixed(ss_choice *c, uint32_t from, uint32_t to)
{
	const ss_reduction *r = c->r;
	uint32_t count;
	wish *list = wishes(c, from, to, &count);

	for (uint32_t begin = 0, end; begin < count; begin = end) {
		for (end = begin; end < count && list[end].select == list[begin].select && list[end].rest == list[begin].rest;)
			end++;
		for (ss_factor_kind most = SS_FACTOR_LITERAL; most <= SS_FACTOR_PARAMETER; most++)
			for (uint32_t k = begin; k < end; k++) {
				uint32_t i = c->taken[list[k].chain] ? UINT32_MAX : row_for(c, list[k].chain, from, to, most);
				if (i == UINT32_MAX)
					continue;
				if (list[k].select == SM_SELECT_ALWAYS && leaves_another(c, i))
					continue;
				if (list[k].select == SM_SELECT_ALWAYS)
					return report_always(c, i, list[k].chain);
				ss_choice_take(c, i, list[k].chain, false, r->times[c->rows.at[i]]);
			}
	}
	return true;
}

/* --------------------------------------------------------------------------------------- where nothing is constant */

static uint32_t top(uint32_t *set, uint32_t i)
{
	while (set[i] != i)
		i = set[i] = set[set[i]];
	return i;
}

/* Matches rows with chains that may be computed, by paths. */
typedef struct matching {
	ss_choice *c;
	uint32_t *row_of;
	bool *allowed, *seen;
	uint32_t rows, choices;    /* of the last attempt: rows, and chains that were allowed */
} matching;

static bool place_row(matching *m, uint32_t i, int depth)
{
	ss_choice *c = m->c;

	for (uint32_t k = 0; k < c->of[i].n; k++) {
		uint32_t chain = c->of[i].at[k].chain;
		if (!m->allowed[chain] || m->seen[chain])
			continue;
		m->seen[chain] = true;
		if (m->row_of[chain] == UINT32_MAX || (depth < 1000 && place_row(m, m->row_of[chain], depth + 1))) {
			m->row_of[chain] = i;
			return true;
		}
	}
	return false;
}

static uint32_t match_rows(matching *m, const sb_u32s *rows, const sb_u32s *chains)
{
	uint32_t placed = 0;

	for (uint32_t k = 0; k < chains->n; k++)
		m->row_of[chains->at[k]] = UINT32_MAX;
	for (uint32_t k = 0; k < rows->n; k++) {
		for (uint32_t j = 0; j < chains->n; j++)
			m->seen[chains->at[j]] = false;
		placed += place_row(m, rows->at[k], 0);
	}
	return placed;
}

/* With the chains that are wanted as states at most so much; true if all rows have one. */
static bool match_allowed(matching *m, const sb_u32s *rows, const sb_u32s *chains, const int *select, int most)
{
	m->rows = rows->n;
	m->choices = 0;
	for (uint32_t k = 0; k < chains->n; k++) {
		m->allowed[chains->at[k]] = select[k] <= most && !m->c->taken[chains->at[k]];
		m->choices += m->allowed[chains->at[k]];
	}
	return match_rows(m, rows, chains) == rows->n;
}

static bool match_by_wish(matching *m, const sb_u32s *rows, const sb_u32s *chains, const int *select)
{
	return match_allowed(m, rows, chains, select, SM_SELECT_AVOID) ||
		match_allowed(m, rows, chains, select, SM_SELECT_DEFAULT)
		|| match_allowed(m, rows, chains, select, SM_SELECT_PREFER);
}

/* A group of rows that share candidates, of each of which `times` elements are at stake: does stateSelect say which of
 * them are to be computed? Rows that are differentiated more often and are still open may serve for their upper levels:
 * of a quaternion and its rate, the rate alone is computed, from the angular velocity and from the derivative of the
 * norm. */
static void choose_by_wish(ss_choice *c, matching *m, const sb_u32s *rows, const sb_u32s *chains, uint32_t times)
{
	ss_reduction *r = c->r;
	int *select = sb_new_array(r->w->scratch, int, chains->n + 1), always = 0, never = 0;
	sb_u32s own = {0};

	for (uint32_t k = 0; k < chains->n; k++) {
		uint32_t order = r->chains.at[chains->at[k]].order;
		select[k] = wish_for(c, chains->at[k], times < order ? times : order).select;
		always += select[k] == SM_SELECT_ALWAYS;
		never += select[k] == SM_SELECT_NEVER;
	}
	for (uint32_t k = 0; k < rows->n; k++)
		if (r->times[c->rows.at[rows->at[k]]] == times)
			sb_push(r->w->scratch, own, rows->at[k]);
	if ((!always && !never) || !own.n)
		return;
	if (!always ||
		(!match_by_wish(m, rows, chains, select) && (own.n == rows->n || !match_by_wish(m, &own, chains, select))))
		match_allowed(m, &own, chains, select, SM_SELECT_NEVER);
	else if (m->choices > m->rows)
		return;
	for (uint32_t k = 0; k < chains->n && !always; k++)
		if (select[k] == SM_SELECT_NEVER && m->row_of[chains->at[k]] == UINT32_MAX)
			return;
	for (uint32_t k = 0; k < chains->n; k++)
		if (m->row_of[chains->at[k]] != UINT32_MAX)
			ss_choice_take(c, m->row_of[chains->at[k]], chains->at[k], true, times);
}

/* The open rows from..to, which are differentiated equally often, in groups that share candidates: what is at stake of
 * a candidate (a speed, or its position with it) is the same for all of them. */
static void choose_moving(ss_choice *c, uint32_t from, uint32_t to)
{
	ss_reduction *r = c->r;
	sb_arena *a = r->w->scratch;
	uint32_t *set = sb_new_array(a, uint32_t, c->rows.n + 1), *holder = sb_new_array(a, uint32_t, r->chains.n + 1);
	sb_u32s *rows = sb_new_array(a, sb_u32s, c->rows.n + 1), *chains = sb_new_array(a, sb_u32s, c->rows.n + 1);
	matching m = {.c = c};

	m.row_of = sb_new_array(a, uint32_t, r->chains.n + 1);
	m.allowed = sb_new_array(a, bool, r->chains.n + 1);
	m.seen = sb_new_array(a, bool, r->chains.n + 1);
	for (uint32_t i = 0; i < to; i++) {
		set[i] = i;
		for (uint32_t k = 0; k < c->of[i].n && !c->done[i]; k++) {
			uint32_t chain = c->of[i].at[k].chain;
			if (holder[chain])
				set[top(set, holder[chain] - 1)] = top(set, i);
			holder[chain] = i + 1;
		}
	}
	for (uint32_t i = 0; i < to; i++)
		if (!c->done[i])
			sb_push(a, rows[top(set, i)], i);
	for (uint32_t j = 0; j < r->chains.n; j++)
		if (holder[j])
			sb_push(a, chains[top(set, holder[j] - 1)], j);
	for (uint32_t i = 0; i < to; i++)
		if (rows[i].n)
			choose_by_wish(c, &m, &rows[i], &chains[i], r->times[c->rows.at[from]]);
}

/* A constraint from which the others leave nothing: it follows from them, or contradicts them. */
static bool report_repeated(ss_choice *c, uint32_t end)
{
	ss_reduction *r = c->r;
	ss_work *w = r->w;

	for (uint32_t i = 0; i < end; i++) {
		if (c->done[i] || c->of[i].n)
			continue;
		uint32_t row = c->rows.at[i], scalar;
		sb_u32s tied = {0};
		sb_span where;
		const char *text = ss_equation_text(w, &w->equations.at[r->equation[row]], &where);
		sb_message *m = sb_report(
			w->diag, SB_ERROR, "S0312", where,
			"the constraint '%s' follows from others, or contradicts them: its variables are tied already", text);
		for (uint32_t k = r->first[row]; k < r->first[row + 1]; k++) {
			ss_chain_sign(r, r->chain[k], r->order[k], &scalar);
			sb_push(w->scratch, tied, scalar);
		}
		sb_note(m, "it ties %s", ss_names(w, tied.at, tied.n, 8));
		for (uint32_t k = 0, shown = 0; k < c->rows.n && shown < 4; k++) {
			const ss_equation *q = &w->equations.at[r->equation[c->rows.at[k]]];
			bool shares = false;
			for (uint32_t n = r->first[row]; n < r->first[row + 1]; n++)
				shares = shares || (c->done[k] && r->pivot[c->rows.at[k]] == r->chain[n]);
			if (!shares)
				continue;
			text = ss_equation_text(w, q, &where);
			sb_also(m, where, "another constraint: %s", text);
			shown++;
		}
		sb_help(
			m,
			"remove it; the unknown that it was meant for (a force, a current) then needs an equation of its own");
		return true;
	}
	return false;
}

/* The elimination gives as many chains as rows, but a chain may have come into its row from another one. For people
 * each constraint is paired with a chain that it holds, as far as a short search finds one. A choice that may break
 * down is then one of both rows: of the one that made it, and of the one that gets its chain. */
static bool pair_row(ss_choice *c, uint32_t row, uint32_t *row_of, int depth)
{
	ss_reduction *r = c->r;

	for (int swap = 0; swap < 2; swap++)
		for (uint32_t k = r->first[row]; k < r->first[row + 1]; k++) {
			uint32_t chain = r->chain[k];
			bool fits = c->taken[chain] && r->served[row] == r->times[row] &&
						r->chains.at[chain].lost == r->times[row] &&
						r->order[k] + r->times[row] == r->chains.at[chain].order;
			if (!fits || c->stamp[chain] == c->now || (!swap && row_of[chain] != UINT32_MAX))
				continue;
			c->stamp[chain] = c->now;
			if (row_of[chain] == UINT32_MAX || (depth < 20 && pair_row(c, row_of[chain], row_of, depth + 1))) {
				row_of[chain] = row;
				return true;
			}
		}
	return false;
}

static void pair_rows(ss_choice *c)
{
	ss_reduction *r = c->r;
	uint32_t *row_of = sb_new_array(r->w->scratch, uint32_t, r->chains.n + 1);
	bool all = true, *moving = sb_new_array(r->w->scratch, bool, r->chains.n + 1);

	for (uint32_t k = 0; k < r->chains.n; k++)
		row_of[k] = UINT32_MAX;
	for (uint32_t i = 0; i < c->rows.n; i++)
		if (r->moving[c->rows.at[i]])
			moving[r->pivot[c->rows.at[i]]] = true;
	for (uint32_t i = 0; i < c->rows.n; i++) {
		if (r->served[c->rows.at[i]] < r->times[c->rows.at[i]])
			continue;
		c->now++;
		all = (r->pivot[c->rows.at[i]] == UINT32_MAX || pair_row(c, c->rows.at[i], row_of, 0)) && all;
	}
	for (uint32_t k = 0; k < r->chains.n && all; k++)
		if (row_of[k] != UINT32_MAX) {
			r->pivot[row_of[k]] = k;
			r->moving[row_of[k]] = r->moving[row_of[k]] || moving[k];
		}
}

typedef struct use { uint32_t variable; bool value, rate; } use;

static bool see_use(void *context, const sx_pool *pool, sx_ref e)
{
	use *u = context;
	if (sx_op_of(pool, e) == SX_VAR && sx_at(pool, e)->payload == u->variable)
		u->value = true;
	if (sx_op_of(pool, e) == SX_DER && sx_at(pool, sx_arg(pool, e, 0))->payload == u->variable)
		u->rate = true;
	return true;
}

/* Is the variable in equations that hold its derivative, and in no other? Then nothing else could determine it. */
static bool is_alone(const sm_model *m, uint32_t variable)
{
	for (uint32_t i = 0; i < m->equations.n; i++) {
		const sm_equation *q = m->equations.at[i];
		use u = {.variable = variable};
		if (q->kind != SM_EQUAL)
			return false;
		sx_visit(m->pool, q->lhs, see_use, &u);
		sx_visit(m->pool, q->rhs, see_use, &u);
		if (u.value && !u.rate)
			return false;
	}
	return true;
}

/* A state that the model asked never to be one. Where other variables are tied to it another choice may have been
 * possible, and only a warning is due; where it is alone the model asks for what cannot be. */
bool ss_check_never(ss_work *w)
{
	bool good = true;

	for (uint32_t s = 0; s < w->n; s++) {
		if (w->traits[s] & SS_IS_ALIAS || !(w->traits[s] & SS_IS_STATE) ||
			select_of(w, s, SM_SELECT_DEFAULT) != SM_SELECT_NEVER)
			continue;
		bool alone = is_alone(w->model, sm_variable_of_scalar(w->model, s, &(uint32_t){0}));
		sb_message *m =
			sb_report(w->diag, alone ? SB_ERROR : SB_WARNING, alone ? "S0330" : "S0311", ss_variable(w, s)->span,
					  alone ? "%s must be a state, but has StateSelect.never: only its derivative is given"
							: "%s is a state although StateSelect.never asks for another: nothing else determines it",
					  ss_names(w, &s, 1, 1));
		sb_help(m, alone
					   ? "remove StateSelect.never, or add an equation by which other states determine it"
					   : "leave it as it is, or add an equation by which other states determine it");
		good &= !alone;
	}
	return good;
}

bool ss_select_states(ss_reduction *r)
{
	ss_choice c = {.r = r};
	uint32_t end;

	r->pivot = sb_new_array(r->w->scratch, uint32_t, r->rows + 1);
	r->moving = sb_new_array(r->w->scratch, bool, r->rows + 1);
	r->served = sb_new_array(r->w->scratch, uint32_t, r->rows + 1);
	r->by_parameter = sb_new_array(r->w->scratch, bool, r->rows + 1);
	for (uint32_t row = 0; row < r->rows; row++)
		r->pivot[row] = UINT32_MAX;
	ss_choice_rows(&c);
	find_reinits(&c);
	ss_choice_matrix(&c);
	for (uint32_t begin = 0; begin < c.rows.n; begin = end) {
		for (end = begin; end < c.rows.n && r->times[c.rows.at[end]] == r->times[c.rows.at[begin]];)
			end++;
		if (!choose_fixed(&c, begin, end) || report_repeated(&c, end))
			return false;
		choose_moving(&c, begin, end);
	}
	pair_rows(&c);
	return true;
}
