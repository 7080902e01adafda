/* If-equations. Where the branches set the same left variables, each becomes `x = if c then e1 else e2`. Every other
 * if-equation is a switch, of which only the branch of the present mode is kept.
 *
 * All branches are expanded in every mode, and what is not wanted is dropped afterwards: so hidden variables and
 * expressions come to have the same numbers in all modes, and values can be carried from one to the other. */
#include "structure/expand/expand.h"

#include <string.h>

/* ---- the same left sides */

/* Calls become one equation for each result. False: a when-clause or an algorithm, which cannot be merged. */
static bool splits(ss_work *w, const ss_equations *list, ss_equations *plain)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (list->at[i].form == SS_FORM_CALL)
			ss_split_call(w, &list->at[i], plain);
		else if (list->at[i].form == SS_FORM_EQUAL && !list->at[i].discrete)
			sb_push(w->scratch, *plain, list->at[i]);
		else
			return false;
	}
	return true;
}

/* A sum that is one variable only because a parameter is zero (`C*der(v) + v`) counts as a sum, or the same if-equation
 * would be a switch in one mode and none in another. */
static bool is_a_sum(const ss_work *w, const ss_equation *q)
{
	sx_ref left = q->origin ? q->origin->lhs : 0;
	sx_op op = left ? sx_op_of(w->pool, left) : SX_VAR;
	return op == SX_ADD || op == SX_SUB || op == SX_MUL || op == SX_DIV;
}

/* Where in each branch the equation for each left variable of the first is; false if they do not set the same. */
static bool pair_by_left(ss_work *w, const ss_equations *branch, uint32_t count, uint32_t *partner)
{
	uint32_t n = branch[0].n;

	for (uint32_t b = 0; b < count; b++) {
		sb_map where = sb_map_new(w->scratch);
		for (uint32_t i = 0; i < n; i++) {
			sx_ref left = branch[b].at[i].lhs;
			sx_op op = sx_op_of(w->pool, left);
			uint64_t seen;
			if ((op != SX_VAR && op != SX_DER) || is_a_sum(w, &branch[b].at[i]) || sb_map_get(&where, left, &seen))
				return false;
			sb_map_put(&where, left, i);
		}
		for (uint32_t i = 0; i < n; i++) {
			uint64_t at;
			if (!sb_map_get(&where, branch[0].at[i].lhs, &at))
				return false;
			partner[b * n + i] = (uint32_t)at;
		}
	}
	return true;
}

static bool merges(ss_work *w, const sm_equation *q, const sx_ref *condition, const ss_equations *branch,
				   uint32_t count, ss_equations *out)
{
	ss_equations *plain = sb_new_array(w->scratch, ss_equations, count);

	for (uint32_t b = 0; b < count; b++)
		if (!splits(w, &branch[b], &plain[b]) || plain[b].n != plain[0].n)
			return false;
	uint32_t n = plain[0].n, *partner = sb_new_array(w->scratch, uint32_t, (size_t)n * count + 1);
	if (!pair_by_left(w, plain, count, partner))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		ss_equation one = plain[0].at[i];
		sx_ref all = 0;
		for (uint32_t b = count; b-- > 0;) {
			sx_ref value = plain[b].at[partner[b * n + i]].rhs;
			all = all ? sx_if(w->pool, condition[b], value, all) : value;
		}
		one.rhs = one.written_rhs = all;
		one.written_lhs = one.lhs;
		one.origin = q;
		one.span = q->span;
		sb_push(w->scratch, *out, one);
	}
	return true;
}

/* ---- switches */

static bool see_what_may_fail(void *context, const sx_pool *pool, sx_ref e)
{
	bool *may = context;

	switch (sx_op_of(pool, e)) {
	case SX_VAR: case SX_TIME: case SX_PRE: case SX_CONST:
	case SX_ADD:
	case SX_SUB:
	case SX_MUL:
	case SX_NEG:
	case SX_TO_REAL:
	case SX_IF:
	case SX_NOT:
	case SX_AND:
	case SX_OR:
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE: case SX_ABS:
		return !*may;
	default:
		*may = true;
		return false;
	}
}

/* The conditions of an idle switch make no events, but where the switch around it turns, they say which of its branches
 * is entered with that one. What may fail outside of its branch is left alone: the first branch is as good as any then,
 * and its conditions ask for another if it is not. */
static sx_ref asked_for_later(ss_work *w, sx_ref which)
{
	bool may_fail = false;

	sx_visit(w->pool, which, see_what_may_fail, &may_fail);
	return may_fail ? sx_int(w->pool, 0) : sx_unary(w->pool, SX_NOEVENT, which);
}

static sx_ref without_no_event(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	(void)self;
	return sx_op_of(pool, e) == SX_NOEVENT ? sx_arg(pool, e, 0) : e;
}

/* A change of structure is always an event: noEvent is taken away. */
static sx_ref which_branch(ss_work *w, const sx_ref *condition, uint32_t count, bool has_else)
{
	sx_ref which = sx_int(w->pool, has_else ? count - 1 : count);
	sx_rewriter rw = sx_rewriter_new(w->scratch, without_no_event, NULL);

	for (uint32_t b = has_else ? count - 1 : count; b-- > 0;)
		which = sx_if(w->pool, sx_rewrite(&rw, w->pool, condition[b]), sx_int(w->pool, b), which);
	return which;
}

/* The iterators that are not in the name of the component. */
static const char *point_text(ss_work *w, const sm_equation *q, const ss_point *at)
{
	sb_text text = {0};

	sb_add(&text, "");
	for (uint32_t i = q->component_rank; i < at->iterators.n; i++)
		sb_addf(&text, "%s%s = %lld", i > q->component_rank ? ", " : "", sx_iter_name(w->pool, at->iterators.at[i]),
				(long long)at->values.at[i]);
	const char *copy = sb_strdup(w->arena, text.at);
	sb_text_free(&text);
	return copy;
}

static uint16_t branch_of_mode(ss_work *w, uint32_t number, ss_switch *s)
{
	if (ss_expanding_of(w)->idle)
		return 0;
	if (!w->mode)
		return ss_guessed_branch(w, s);
	uint16_t branch = number < w->mode->count ? w->mode->branch[number] : 0;
	return branch < s->branches ? branch : 0;
}

static bool see_derivative(void *context, const sx_pool *pool, sx_ref e)
{
	ss_work *w = context;
	uint32_t s = sx_op_of(pool, e) == SX_DER ? sm_scalar_of(w->model, sx_arg(pool, e, 0)) : UINT32_MAX;

	if (s != UINT32_MAX)
		sb_push(w->scratch, w->leaving, s);
	return true;
}

/* What these equations, of a branch that is not taken, alone might determine. `all`: also what stands on their left
 * sides. */
static void note_leaving(ss_work *w, const ss_equations *list, bool all)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const ss_equation *q = &list->at[i];
		uint32_t left = q->form == SS_FORM_EQUAL ? sm_scalar_of(w->model, q->lhs) : UINT32_MAX;
		if (left != UINT32_MAX && (all || q->discrete || sm_var(w->model, sx_at(w->pool, q->lhs)->payload)->hidden))
			sb_push(w->scratch, w->leaving, left);
		for (uint32_t k = 0; (all || q->discrete) && k < q->targets.n; k++)
			if ((left = sm_scalar_of(w->model, q->targets.at[k])) != UINT32_MAX)
				sb_push(w->scratch, w->leaving, left);
		if (q->lhs && sx_flags(w->pool, q->lhs) & SX_HAS_DER)
			sx_visit(w->pool, q->lhs, see_derivative, w);
		if (q->rhs && sx_flags(w->pool, q->rhs) & SX_HAS_DER)
			sx_visit(w->pool, q->rhs, see_derivative, w);
	}
}

typedef struct extent { uint32_t actions, asserts; } extent; /* where the actions and assertions of a branch begin */

static extent extent_now(const ss_work *w)
{
	return (extent){ w->plan->actions.n, w->plan->asserts.n };
}

/* Only what lies between two marks stays of what was added since the first. */
static void keep_extent(ss_work *w, extent begin, extent from, extent to)
{
	ss_plan *plan = w->plan;

	if (plan->actions.n > begin.actions)
		memmove(plan->actions.at + begin.actions, plan->actions.at + from.actions,
				(to.actions - from.actions) * sizeof *plan->actions.at);
	if (plan->asserts.n > begin.asserts)
		memmove(plan->asserts.at + begin.asserts, plan->asserts.at + from.asserts,
				(to.asserts - from.asserts) * sizeof *plan->asserts.at);
	plan->actions.n = begin.actions + to.actions - from.actions;
	plan->asserts.n = begin.asserts + to.asserts - from.asserts;
}

static sx_ref zero_of(ss_work *w, const ss_equation *q)
{
	return sx_is_number(w->pool, q->lhs, 0)   ? q->rhs
		   : sx_is_number(w->pool, q->rhs, 0) ? q->lhs
											  : sx_binary(w->pool, SX_SUB, q->lhs, q->rhs);
}

typedef struct counting { const sm_model *model; sx_ref first; bool more; } counting;

static bool see_variable(void *context, const sx_pool *pool, sx_ref e)
{
	counting *c = context;

	if (sx_op_of(pool, e) != SX_VAR || ss_is_known(sm_var(c->model, sx_at(pool, e)->payload)))
		return true;
	c->more = c->more || (c->first && c->first != e);
	c->first = e;
	return true;
}

/* The one equation of a branch about a single variable: v = 0. NULL: there is none, or there are several. */
static ss_equation *single_equation(ss_work *w, const ss_equations *branch)
{
	ss_equation *found = NULL;

	for (uint32_t k = 0; k < branch->n; k++) {
		counting c = {w->model, 0, false};
		sx_visit(w->pool, zero_of(w, &branch->at[k]), see_variable, &c);
		if (!c.first || c.more)
			continue;
		if (found)
			return NULL;
		found = &branch->at[k];
	}
	return found;
}

/* The one equation of a branch beside those whose left variable an equation of the other branch sets too, as `s` of an
 * ideal diode: v = 0, s = i or i = 0, s = v. Without such ones, that about a single variable. NULL: there is none. */
static ss_equation *own_equation(ss_work *w, const ss_equations *branch, const ss_equations *other)
{
	ss_equation *found = NULL;

	for (uint32_t k = 0; k < branch->n; k++) {
		bool shared = false;
		for (uint32_t j = 0; j < other->n && !shared; j++)
			shared = branch->n > 1 && sx_op_of(w->pool, branch->at[k].lhs) == SX_VAR &&
					 branch->at[k].lhs == other->at[j].lhs;
		if (shared)
			continue;
		if (found)
			return single_equation(w, branch);
		found = &branch->at[k];
	}
	return found;
}

static bool can_be_partner(ss_work *w, const ss_equation *q)
{
	if (!q || q->form != SS_FORM_EQUAL || q->discrete)
		return false;
	sx_type type = sx_type_of(w->pool, q->lhs);
	return type != SX_BOOLEAN && type != SX_STRING && !(sx_flags(w->pool, zero_of(w, q)) & SX_HAS_DER);
}

/* That of a branch which another branch shows. NULL: there is none that could be a partner. */
static ss_equation *own_of_branch(ss_work *w, const ss_equations *branch, uint32_t count, uint32_t b)
{
	for (uint32_t j = 0; j < count; j++) {
		ss_equation *own = j != b && branch[j].n == branch[b].n ? own_equation(w, &branch[b], &branch[j]) : NULL;
		if (can_be_partner(w, own))
			return own;
	}
	return NULL;
}

typedef struct meeting { const sm_model *model; sb_map *seen; bool again, common; } meeting;

static bool see_unknown(void *context, const sx_pool *pool, sx_ref e)
{
	meeting *m = context;
	uint64_t there;

	if (sx_op_of(pool, e) != SX_VAR || ss_is_known(sm_var(m->model, sx_at(pool, e)->payload)))
		return true;
	if (!m->again)
		sb_map_put(m->seen, e, 1);
	else if (sb_map_get(m->seen, e, &there))
		m->common = true;
	return true;
}

/* Has a an unknown that stands in b too? */
static bool have_unknown_in_common(ss_work *w, sx_ref a, sx_ref b)
{
	sb_map seen = sb_map_new(w->scratch);
	meeting m = {w->model, &seen, false, false};

	sx_visit(w->pool, a, see_unknown, &m);
	m.again = true;
	sx_visit(w->pool, b, see_unknown, &m);
	return m.common;
}

/* What the others say to be zero, if it is one thing; of several, the one without an unknown of this branch: a selector
 * has v = 6, v = 10 and i = 0. A switch inside of a branch knows of two things: the one that its own branch says to be
 * zero, and its partner. 0: there is none, or several. */
static sx_ref other_zero(ss_work *w, ss_equation *const *own, uint32_t count, sx_ref zero)
{
	sx_ref only = 0, apart = 0;
	uint32_t others = 0, several = 0;

	for (uint32_t j = 0; j < 2 * count; j++) {
		sx_ref one = j < count ? zero_of(w, own[j]) : own[j - count]->partner;
		if (!one || one == zero || one == only || one == apart)
			continue;
		only = others++ ? only : one;
		if (!have_unknown_in_common(w, zero, one)) {
			several += apart != 0;
			apart = one;
		}
	}
	return others == 1 ? only : several ? 0 : apart;
}

/* The branches of an ideal switch know of each other: v = 0 and i = 0. There may be more than two: a transistor with
 * its diode has v = 0 in one branch where it is on, and in another one where the diode conducts. */
static void make_partners(ss_work *w, const ss_equations *branch, uint32_t count)
{
	ss_equation **own = sb_new_array(w->scratch, ss_equation *, count);
	sx_ref *partner = sb_new_array(w->scratch, sx_ref, count);

	for (uint32_t b = 0; b < count; b++)
		for (uint32_t k = 0; k < branch[b].n; k++)       /* calls have no sides */
			if (branch[b].at[k].form != SS_FORM_EQUAL)
				return;
	for (uint32_t b = 0; b < count; b++)
		if (!(own[b] = own_of_branch(w, branch, count, b)))
			return;
	for (uint32_t b = 0; b < count; b++)
		partner[b] = other_zero(w, own, count, zero_of(w, own[b]));
	for (uint32_t b = 0; b < count; b++)
		if (partner[b]) {
			own[b]->apart = true;
			own[b]->partner = partner[b];
		}
}

/* An instance that is not active, and a branch that does not hold, leave all that they own as it is. */
static void hold_owned(ss_work *w, const sb_u32s *variables)
{
	for (uint32_t i = 0; i < variables->n; i++) {
		const sm_variable *v = sm_var(w->model, variables->at[i]);
		for (uint32_t s = v->first; s < v->first + v->count; s++)
			sb_push(w->scratch, w->leaving, s);
	}
}

static void choose(ss_work *w, uint32_t number, uint32_t count, const ss_equations *branch, const extent *begin,
				   ss_equations *out)
{
	uint16_t chosen = w->plan->switches.at[number].branch;

	for (uint32_t b = 0; b < count; b++) {
		for (uint32_t i = 0; b == chosen && i < branch[b].n; i++) {
			branch[b].at[i].switched = true;
			sb_push(w->scratch, *out, branch[b].at[i]);
		}
		if (b == chosen)
			continue;
		note_leaving(w, &branch[b], w->plan->switches.at[number].origin->holds);
		hold_owned(w, &w->plan->switches.at[number].origin->branches.at[b].owns);
	}
	if (chosen < count)
		keep_extent(w, begin[0], begin[chosen], begin[chosen + 1]);
	else
		keep_extent(w, begin[0], begin[0], begin[0]);
}

/* A first condition that is decided when translating; the other branches are not looked at. */
static bool decided(ss_work *w, const sm_equation *q, ss_point *at, sx_ref guard, ss_equations *out, bool initial)
{
	sx_ref condition = ss_tidy(w, at, q->branches.at[0].condition);

	if (condition && !sx_is_const(w->pool, condition))
		return false;
	if (!condition || sx_int_value(w->pool, condition)) {
		ss_expand_bodies(w, &q->branches.at[0].body, at, guard, out, initial);
		return true;
	}
	sm_equation *rest = sb_new(w->arena, sm_equation);
	*rest = *q;
	rest->branches.at++;
	rest->branches.n--;
	ss_expand_if(w, rest, at, guard, out, initial);
	return true;
}

/* What `y = 0` of a branch sets, with the subscripts of the point that the branch is expanded at. */
static sm_exprs said_to_be_zero(ss_work *w, const ss_equations *branch)
{
	sm_exprs zeros = {0};

	for (uint32_t i = 0; i < branch->n; i++) {
		const ss_equation *q = &branch->at[i];
		sx_ref e = q->form != SS_FORM_EQUAL                         ? 0
				   : sx_is_number(w->pool, q->written_rhs, 0) ? q->written_lhs
				   : sx_is_number(w->pool, q->written_lhs, 0) ? q->written_rhs
															  : 0;
		if (e)
			sb_push(w->arena, zeros, e);
	}
	return zeros;
}

/* The sides of equations that are more than a leaf. Branches that do not hold are in no other table of the plan. */
static sm_exprs computed_in(ss_work *w, const ss_equations *branch, uint32_t count)
{
	sm_exprs made = {0};

	for (uint32_t b = 0; b < count; b++)
		for (uint32_t i = 0; i < branch[b].n; i++) {
			const ss_equation *q = &branch[b].at[i];
			for (int side = 0; q->form == SS_FORM_EQUAL && side < 2; side++) {
				sx_ref e = side ? q->rhs : q->lhs;
				if (e && sx_at(w->pool, e)->count > 0)
					sb_push(w->arena, made, e);
			}
		}
	return made;
}

/* One bit for each branch that cannot hold at the start. */
static uint16_t find_barred(ss_work *w, const ss_switch *s, const ss_equations *branch, uint32_t count)
{
	uint16_t barred = 0;

	for (uint32_t b = 0; b < count && b < 16 && !s->initial_only && !w->plan->no_initial; b++) {
		sm_exprs zeros = said_to_be_zero(w, &branch[b]);
		if (ss_cannot_hold_at_start(w, s->which, b, &zeros))
			barred |= (uint16_t)(1u << b);
	}
	return barred;
}

void ss_expand_if(ss_work *w, const sm_equation *q, ss_point *at, sx_ref guard, ss_equations *out, bool initial)
{
	uint32_t count = q->branches.n, number = w->plan->switches.n;

	if (!count || decided(w, q, at, guard, out, initial))
		return;
	ss_expanding *x = ss_expanding_of(w);
	bool has_else = !q->branches.at[count - 1].condition;
	ss_equations *branch = sb_new_array(w->scratch, ss_equations, count);
	extent *begin = sb_new_array(w->scratch, extent, count + 1);
	sx_ref *condition = sb_new_array(w->scratch, sx_ref, count), none_before = guard;
	for (uint32_t b = 0; b < count; b++)
		condition[b] = ss_tidy(w, at, q->branches.at[b].condition);
	/* its number is taken before those inside it; given back if it merges */
	ss_switch s = { .branches = (uint16_t)(count + !has_else), .idle = x->idle > 0, .initial_only = initial,
		.origin = q, .around = x->around, .within = x->within, .which = which_branch(w, condition, count, has_else),
		.component = ss_component(w, q, at), .at = "" };
	s.branch = branch_of_mode(w, number, &s);
	sb_push(w->arena, w->plan->switches, s);
	for (uint32_t b = 0; b < count; b++) {
		begin[b] = extent_now(w);
		x->around = number + 1;
		x->within = (uint16_t)b;
		x->idle += b != s.branch;
		ss_expand_bodies(w, &q->branches.at[b].body, at, ss_all_of(w, none_before, condition[b]), &branch[b], initial);
		x->idle -= b != s.branch;
		if (condition[b])
			none_before = ss_all_of(w, none_before, sx_unary(w->pool, SX_NOT, condition[b]));
	}
	begin[count] = extent_now(w);
	x->around = s.around;
	x->within = s.within;
	bool alone = w->plan->switches.n == number + 1, nothing = true;
	for (uint32_t b = 0; b < count; b++)
		nothing = nothing && !branch[b].n;
	if (alone && (nothing || (has_else && merges(w, q, condition, branch, count, out)))) {
		w->plan->switches.n = number;
		return;
	}
	w->plan->switches.at[number].at = point_text(w, q, at);
	w->plan->switches.at[number].guarded = computed_in(w, branch, count);
	w->plan->switches.at[number].barred = find_barred(w, &s, branch, count);
	if (s.branch < count)
		w->plan->switches.at[number].zeros = said_to_be_zero(w, &branch[s.branch]);
	if (w->plan->switches.at[number].idle)
		w->plan->switches.at[number].which = asked_for_later(w, s.which);
	if (!initial)
		make_partners(w, branch, count);
	if (q->instance && w->plan->switches.at[number].branch)
		hold_owned(w, &w->model->instances.at[q->instance - 1].variables);
	choose(w, number, count, branch, begin, out);
}

/* ---- what no equation of this mode determines */

void ss_hold_what_left(ss_work *w)
{
	for (uint32_t i = 0; i < w->model->instances.n; i++)     /* set by actions, if at all */
		w->traits[ss_first_cell(w, w->model->instances.at[i].activity)] |= SS_IS_HELD | SS_IS_DISCRETE;

	for (uint32_t i = 0; i < w->leaving.n; i++) {
		uint32_t s = ss_cell_at(w, w->leaving.at[i]);
		if (!(w->traits[s] & (SS_IS_STATE | SS_IS_PARAMETER)))
			w->traits[s] |= SS_IS_HELD;
	}
}
