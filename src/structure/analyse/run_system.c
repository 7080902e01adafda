/* The run's system: every variable that is not a parameter, and the derivative of every state. States are given. */
#include "base/file.h"
#include "model/differentiate/differentiate.h"
#include "structure/analyse/analyse.h"
#include "structure/expand/expand.h"
#include "structure/system/system.h"
#include "structure/explain/explain.h"
#include "structure/solve/solve.h"
#include "structure/index/index.h"
#include "structure/modes/modes.h"

enum { EXPOSE_MOST = 10 };

/* The key under which a set of equal variables is unknown in the run; UINT32_MAX: it is not. */
static uint32_t unknown_key(ss_work *w, uint32_t s)
{
	if (w->traits[s] & (SS_IS_ALIAS | SS_IS_PARAMETER) || w->constant[s] || w->rate_of[s] != UINT32_MAX ||
		ss_variable(w, s)->held)
		return UINT32_MAX;
	return w->traits[s] & SS_IS_STATE ? w->n + s : s;
}

static ss_system *match_run(ss_work *w, uint8_t **wanted)
{
	sb_u32s unknowns = {0};

	*wanted = sb_new_array(w->scratch, uint8_t, w->n + 1);
	for (uint32_t s = 0; s < w->n; s++) {
		uint32_t key = unknown_key(w, s);
		if (key == UINT32_MAX)
			continue;
		(*wanted)[unknowns.n] = w->traits[s] & SS_IS_HELD ? 1 : 0;
		sb_push(w->scratch, unknowns, key);
	}
	ss_system *system = ss_system_new(w, &w->equations, NULL, &unknowns, *wanted, false);
	ss_match(w, system);
	return system;
}

static uint32_t unmatched(const ss_system *s)
{
	uint32_t count = 0;

	for (uint32_t r = 0; r < s->row_count; r++)
		count += s->unknown_of_row[r] == UINT32_MAX;
	return count;
}

/* Is everything that it gives a Real that moves? */
static bool is_smooth(ss_work *w, const ss_equation *q)
{
	for (uint32_t i = 0; i < q->targets.n; i++) {
		const sm_variable *v = sm_var(w->model, sx_at(w->pool, q->targets.at[i])->payload);
		if (v->type != SX_REAL || v->variability != SM_CONTINUOUS)
			return false;
	}
	return !q->discrete && !q->kept;
}

/* Calls and algorithms as single equations, which may be solved for what they are given. False: there are none. */
static bool take_apart(ss_work *w)
{
	ss_equations list = {0};
	bool any = false;
	const char *why_not;

	for (uint32_t i = 0; i < w->equations.n && !any; i++)
		any = !w->equations.at[i].gone && w->equations.at[i].form != SS_FORM_EQUAL;
	if (!any)
		return false;
	any = false;
	for (uint32_t i = 0; i < w->equations.n; i++) {
		const ss_equation *q = &w->equations.at[i];
		if (q->gone || q->form == SS_FORM_EQUAL || !is_smooth(w, q) || !ss_single_equations(w, q, &list, &why_not))
			sb_push(w->scratch, list, *q);
		else
			any = true;
	}
	if (any)
		w->equations = list;
	return any;
}

/* Where equations are left over, a call or an algorithm may have to be solved for what it is given: y := f(x) and y =
 * 3. */
static ss_system *match_singly(ss_work *w, ss_system *system, uint8_t **wanted)
{
	ss_equations before = w->equations;
	uint32_t left = unmatched(system);

	if (!left || !take_apart(w))
		return system;
	ss_system_done(w, system);
	system = match_run(w, wanted);
	if (unmatched(system) < left)
		return system;
	w->equations = before;
	ss_system_done(w, system);
	return match_run(w, wanted);
}

/* What is open in this mode (floating.c). False: the analysis begins again in another way. */
static bool settle_floating(ss_work *w, ss_system **system, uint8_t **wanted)
{
	ss_open next = w->open;

	if (w->open == SS_OPEN_LOOK && ss_may_float(w, *system))
		next = SS_OPEN_APART;
	else if (w->open == SS_OPEN_APART && ((w->open_guessed && !ss_may_float(w, *system)) || !ss_share_floating(w)))
		next = SS_OPEN_HOLD;
	else if (w->open == SS_OPEN_HOLD && w->open_guessed &&
			 ss_repeats(w)) /* those would be found with the branches kept apart */
		next = SS_OPEN_APART;
	else if (w->open == SS_OPEN_HOLD && ss_all_floating(w, *system))
		ss_hold_floating(w, *system);
	else if (w->open == SS_OPEN_LOOK || w->open == SS_OPEN_HOLD)
		return true;
	if (next != w->open) {
		w->open = next;
		return false;
	}
	ss_system_done(w, *system);
	*system = match_run(w, wanted);
	return true;
}

/* As many equations are left over as unknowns: then states may be tied to each other. What would only keep its value in
 * this mode may be among the unknowns. */
static bool may_have_constraints(const ss_system *s)
{
	uint32_t missing = 0, kept = 0, too_many = 0;

	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX)
			*(s->wanted[u] ? &kept : &missing) += 1;
	for (uint32_t r = 0; r < s->row_count; r++)
		too_many += s->unknown_of_row[r] == UINT32_MAX;
	return too_many && missing <= too_many && too_many <= missing + kept;
}

/* ---- what a branch may hold */

static uint32_t top(uint32_t *set, uint32_t i)
{
	while (set[i] != i)
		i = set[i] = set[set[i]];
	return i;
}

/* Variables that equations of this mode connect with each other, through states too, are of one set. */
static uint32_t *connected(ss_work *w, const ss_system *s)
{
	uint32_t *set = sb_new_array(w->scratch, uint32_t, w->n + 1);

	for (uint32_t c = 0; c < w->n; c++)
		set[c] = c;
	for (uint32_t e = 0; e < s->equation_count; e++) {
		sb_u32s keys = {0};
		ss_depends_equation(w, s->equations[e], false, &keys);
		for (uint32_t i = 1; i < keys.n; i++)
			if (keys.at[i] < 2 * w->n && keys.at[0] < 2 * w->n)
				set[top(set, keys.at[i] % w->n)] = top(set, keys.at[0] % w->n);
	}
	return set;
}

/* What only other branches give keeps its value, if nothing determines it (COSY's CASE). Where equations tie states,
 * their derivatives may determine it: a branch with W1 = W2 gives the torque that other branches set to zero. So where
 * as many equations are left over as such variables, they are unknowns. */
static bool release_held(ss_work *w, const ss_system *s)
{
	bool any = false;

	if (!w->leaving.n)
		return false;
	int32_t *over = sb_new_array(w->scratch, int32_t, w->n + 1);
	uint32_t *held = sb_new_array(w->scratch, uint32_t, w->n + 1), *set = connected(w, s);
	for (uint32_t r = 0; r < s->row_count; r++) {
		uint32_t e = s->rows[r].equation;
		if (s->unknown_of_row[r] == UINT32_MAX && s->first[e] < s->first[e + 1])
			over[top(set, s->unknowns[s->unknown[s->first[e]]] % w->n)]++;
		else if (s->unknown_of_row[r] == UINT32_MAX) {
			sb_u32s keys = {0};
			ss_depends_equation(w, s->equations[e], false, &keys);
			if (keys.n && keys.at[0] < 2 * w->n)
				over[top(set, keys.at[0] % w->n)]++;
		}
	}
	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && s->unknowns[u] < w->n &&
			ss_variable(w, s->unknowns[u])->type == SX_REAL) {
			if (s->wanted[u])
				held[top(set, s->unknowns[u])]++;
			else
				over[top(set, s->unknowns[u])]--;
		}
	for (uint32_t u = 0; u < s->unknown_count; u++) {
		uint32_t c = s->unknowns[u] % w->n, in = top(set, c);
		if (s->row_of_unknown[u] != UINT32_MAX || !s->wanted[u] || over[in] <= 0 || held[in] != (uint32_t)over[in] ||
			s->unknowns[u] >= w->n)
			continue;
		w->traits[c] &= (uint16_t)~SS_IS_HELD;
		any = true;
	}
	return any;
}

static sx_ref formula_of_call(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_work *w = self->context;
	sx_ref formula = sx_op_of(pool, e) == SX_CALL ? sm_call_formula(w->model, e) : 0;

	return formula ? formula : e;
}

/* What had to stay a call until everything was differentiated is a formula from now on, for solving and tearing. */
static void write_out_calls(ss_work *w)
{
	sx_rewriter rewriter = sx_rewriter_new(w->scratch, formula_of_call, w);
	bool any = false;

	for (uint32_t i = 0; i < w->model->functions.n; i++)
		any |= w->model->functions.at[i]->by_annotation;
	for (uint32_t e = 0; any && e < w->equations.n; e++) {
		ss_equation *q = &w->equations.at[e];
		sx_ref *const sides[] = {&q->lhs, &q->rhs, &q->initial_lhs, &q->initial_rhs};
		for (int k = 0; k < 4; k++)
			if (!q->gone && q->form == SS_FORM_EQUAL && *sides[k])
				*sides[k] = sx_rewrite(&rewriter, w->pool, *sides[k]);
	}
}

/* In the place of the run's system. */
static bool impulse_system(ss_work *w, ss_system **system)
{
	uint8_t *wanted;
	ss_impulses *m = ss_read_over_instant(w, *system);

	ss_system_done(w, *system);
	*system = match_run(w, &wanted);
	if (!ss_report_singular(w, *system))
		return false;
	ss_sort(w, *system);
	ss_leave_out_unmoved(m, *system);
	if (w->again)
		return false;
	ss_system_done(w, *system);
	*system = match_run(w, &wanted);
	ss_sort(w, *system);
	return true;
}

static void note_given(ss_work *w, const ss_system *s)
{
	w->given = sb_new_array(w->scratch, bool, w->n + 1);
	w->given_count = w->n;
	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->unknowns[u] < w->n)
			w->given[s->unknowns[u]] = s->row_of_unknown[u] != UINT32_MAX;
}

bool ss_run_system(ss_work *w)
{
	uint8_t *wanted;
	double began = sb_clock();
	ss_outcome outcome = SS_AGAIN;

	ss_always_states(w);
	ss_system *system = match_run(w, &wanted);
	if (!settle_floating(w, &system, &wanted) || !ss_whole_families_match(w, system))
		return false;
	system = match_singly(w, system, &wanted);
	ss_sort(w, system);
	for (int k = 0; k < EXPOSE_MOST && ss_expose(w, system); k++) {
		ss_system_done(w, system);
		system = match_run(w, &wanted);
		if (!ss_whole_families_match(w, system))
			return false;
		ss_sort(w, system);
	}
	if (release_held(w, system)) {
		ss_system_done(w, system);
		system = match_run(w, &wanted);
	}
	w->profile->match += sb_clock() - began;
	began = sb_clock();
	if (may_have_constraints(system) && ss_drop_all(w))
		return false;
	while (outcome == SS_AGAIN && may_have_constraints(system)) {
		outcome = ss_reduce(w, system);
		if (outcome == SS_REDUCTION_FAILED)
			return false;
		if (outcome == SS_NOT_REDUCED && take_apart(w)) {
			ss_system_done(w, system);
			outcome = SS_AGAIN;
		}
		if (outcome != SS_NOT_REDUCED)
			system = match_run(w, &wanted);
	}
	if (!ss_check_never(w))
		return false;
	write_out_calls(w);
	ss_invariants(w);
	w->profile->reduce += sb_clock() - began;
	began = sb_clock();
	if (!ss_check_set(w, system) || !ss_report_singular(w, system))
		return false;
	note_given(w, system);
	if (outcome == SS_REDUCED)
		ss_sort(w, system);
	if (w->impulses && !impulse_system(w, &system))
		return false;
	if (ss_hold_inlets(w, system))
		return false;
	w->profile->match += sb_clock() - began;
	began = sb_clock();
	bool good = ss_solve_system(w, system, &w->plan->steps);
	ss_system_done(w, system);
	w->profile->solve += sb_clock() - began;
	return good;
}
