/* Factors that are zero on one side of a condition. The curve of an ideal diode with a parameter s,
 *
 *     v = s*(if off then 1 else Ron);    i = s*(if off then Goff else 1);
 *
 * is an equation for s with Ron > 0, and with Ron = 0 it is one for v: what the two equations determine changes with
 * the condition, as with an if-equation. So where a factor is zero at the parameters' values in one branch and not in
 * the other, the equations become branches of an if-equation, those of one component with the same condition together,
 * and the zeros are written into them. The parameters behind these zeros are part of the structure then.
 *
 *     0 = if off then i else v;
 *
 * is the same for an ideal diode in one equation: where the two sides have no unknown in common, what it determines can
 * only change with the condition. */
#include "structure/expand/expand.h"

#include <string.h>

enum { DEEP = 40, ELEMENTS_MOST = 10000, TERMS_DEEP = 500 };

/* `condition`: of all choices only those with this one, whatever they are in front of; 0: any. `rated`: what the
 * equation has the derivative of, if that was looked for; from the arena. */
typedef struct finding {
	const sm_model *model;
	int depth;
	sx_ref choice, condition;
	const ss_curves *curves;
	const sm_equation *q;
	sb_arena *arena;
	sb_map rated;
} finding;

static bool evaluate_all(const sm_model *model, const sm_variable *v, sx_ref e, int depth, double *value);

static bool value_of_parameter(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	const finding *f = env->context;
	const sm_variable *v = sx_op_of(pool, leaf) == SX_VAR ? sm_var(f->model, sx_at(pool, leaf)->payload) : NULL;
	double value;

	if (!v || !ss_is_known(v) || v->type == SX_STRING || !(v->binding ? v->binding : v->start))
		return false;
	if (!evaluate_all(f->model, v, v->binding ? v->binding : v->start, f->depth + 1, &value))
		return false;
	*out = (sx_value){.type = v->type};
	if (v->type == SX_REAL)
		out->real = value;
	else
		out->integer = (int64_t)value;
	return true;
}

static bool evaluate_at(const sm_model *model, const sm_variable *over, const int64_t *at, sx_ref e, int depth,
						double *value)
{
	finding f = {.model = model, .depth = depth};
	sx_env env = {.leaf = value_of_parameter,
				  .context = &f,
				  .iterators = over ? over->over : NULL,
				  .iterator_values = at,
				  .iterator_count = over ? over->rank : 0};
	sx_value v;

	if (depth > DEEP || !sx_eval(model->pool, e, &env, &v) || v.type == SX_STRING)
		return false;
	*value = v.type == SX_REAL ? v.real : (double)v.integer;
	return true;
}

static bool evaluate(const sm_model *model, sx_ref e, int depth, double *value)
{
	return evaluate_at(model, NULL, NULL, e, depth, value);
}

bool ss_value_by_parameters(const sm_model *model, sx_ref e, double *value)
{
	return evaluate(model, e, 0, value);
}

/* Of an array: one value, if all elements are zero, or none is. */
static bool evaluate_all(const sm_model *model, const sm_variable *v, sx_ref e, int depth, double *value)
{
	int64_t at[SS_RANK_MOST];
	double first = 0;

	if (!v->rank || !v->over || !(sx_flags(model->pool, e) & SX_HAS_ITER))
		return evaluate(model, e, depth, value);
	if (v->rank > SS_RANK_MOST || v->count > ELEMENTS_MOST)
		return false;
	for (uint32_t k = 0; k < v->count; k++) {
		for (uint32_t r = v->rank, rest = k; r-- > 0; rest /= v->shape[r])
			at[r] = 1 + rest % v->shape[r];
		if (!evaluate_at(model, v, at, e, depth, value) || (k && (*value == 0) != (first == 0)))
			return false;
		first = *value;
	}
	return v->count > 0;
}

/* The choice itself: `if c then 0 else 1` is an Integer where it is written. */
static sx_ref plain_choice(const sx_pool *pool, sx_ref e)
{
	while (sx_op_of(pool, e) == SX_NOEVENT || sx_op_of(pool, e) == SX_SMOOTH || sx_op_of(pool, e) == SX_TO_REAL)
		e = sx_arg(pool, e, 0);
	return e;
}

static bool asks_whether_it_begins(const sx_pool *pool, sx_ref condition)
{
	if (sx_op_of(pool, condition) == SX_NOT)
		condition = sx_arg(pool, condition, 0);
	return sx_op_of(pool, condition) == SX_INITIAL;
}

/* if c then a else b, of which one is zero and the other is not, and c is known in the run only. What initial() decides
 * is divided later (beginning.c). */
static bool is_choice(const finding *f, sx_ref e)
{
	const sx_pool *pool = f->model->pool;
	double yes, no, condition;

	e = plain_choice(pool, e);
	return sx_op_of(pool, e) == SX_IF && !asks_whether_it_begins(pool, sx_arg(pool, e, 0)) &&
		   evaluate(f->model, sx_arg(pool, e, 1), 0, &yes) &&
		   evaluate(f->model, sx_arg(pool, e, 2), 0, &no) && (yes == 0) != (no == 0) &&
		   !evaluate(f->model, sx_arg(pool, e, 0), 0, &condition);
}

/* The derivatives that are a term of a sum, whatever the conditions are. */
static void list_rates(finding *f, sx_ref e, int depth)
{
	const sx_pool *pool = f->model->pool;
	sx_op op = sx_op_of(pool, e);
	double factor;

	if (!(sx_flags(pool, e) & SX_HAS_DER) || depth > TERMS_DEEP)
		return;
	if (op == SX_DER)
		sb_map_put(&f->rated, sx_arg(pool, e, 0), 1);
	for (uint32_t k = 0; k < 2 && (op == SX_ADD || op == SX_SUB); k++)
		list_rates(f, sx_arg(pool, e, k), depth + 1);
	if (op == SX_NEG || op == SX_DIV)
		list_rates(f, sx_arg(pool, e, 0), depth + 1);
	for (uint32_t k = 0; k < 2 && op == SX_MUL; k++)
		if (evaluate(f->model, sx_arg(pool, e, k), 0, &factor) && factor != 0)
			list_rates(f, sx_arg(pool, e, 1 - k), depth + 1);
}

/* Has the equation its derivative in any case? Then it is all the same for the structure whether the variable itself
 * stands in it. */
static bool is_rated(finding *f, sx_ref var)
{
	uint64_t there;

	if (!f->q)
		return false;
	if (!f->arena) {
		f->arena = sb_arena_new();
		f->rated = sb_map_new(f->arena);
		list_rates(f, f->q->lhs, 0);
		list_rates(f, f->q->rhs, 0);
	}
	return sb_map_get(&f->rated, var, &there);
}

typedef struct undetermined { finding *f; bool any; } undetermined;

static bool see_undetermined(void *context, const sx_pool *pool, sx_ref e)
{
	undetermined *u = context;
	if (sx_op_of(pool, e) == SX_DER)
		u->any = true;
	else if (sx_op_of(pool, e) == SX_VAR && !u->f->curves->determined[sx_at(pool, e)->payload])
		u->any = u->any || !is_rated(u->f, e);
	return !u->any;
}

/* Can it be left out of a branch in which its factor is zero, and does that matter? What is delayed goes in all the
 * time. What others determine anyway (determined.c) is known here. */
static bool may_be_absent(finding *f, sx_ref e)
{
	undetermined u = {f, false};

	if ((sx_flags(f->model->pool, e) & (SX_HAS_VAR | SX_HAS_STATEFUL)) != SX_HAS_VAR)
		return false;
	if (f->condition || !f->curves->determined)
		return true;
	sx_visit(f->model->pool, e, see_undetermined, &u);
	return u.any;
}

static bool is_wanted(const finding *f, sx_ref choice)
{
	return !f->condition || sx_arg(f->model->pool, plain_choice(f->model->pool, choice), 0) == f->condition;
}

static bool see_product(void *context, const sx_pool *pool, sx_ref e)
{
	finding *f = context;

	for (uint32_t k = 0; k < 2 && sx_op_of(pool, e) == SX_MUL; k++)
		if (is_choice(f, sx_arg(pool, e, k)) && may_be_absent(f, sx_arg(pool, e, 1 - k)) &&
			is_wanted(f, sx_arg(pool, e, k)))
			f->choice = sx_arg(pool, e, k);
	return !f->choice;
}

/* The side of a curve (parametric.c), with what is around it. */
static bool see_curve(void *context, const sx_pool *pool, sx_ref e)
{
	finding *f = context;
	uint64_t there;
	double condition;
	sx_ref plain = plain_choice(pool, e);

	if (f->choice ? plain == plain_choice(pool, f->choice)
				  : sx_op_of(pool, plain) == SX_IF && sb_map_get(&f->curves->choices, plain, &there) &&
						!evaluate(f->model, sx_arg(pool, plain, 0), 0, &condition) && is_wanted(f, plain))
		f->choice = e;
	return true;
}

static bool see_unknown(void *context, const sx_pool *pool, sx_ref e)
{
	sb_map *seen = context;
	if (sx_op_of(pool, e) == SX_VAR)
		sb_map_put(seen, sx_at(pool, e)->payload, 1);
	return true;
}

typedef struct meeting { const sm_model *model; const sb_map *seen; bool any, common; } meeting;

static bool see_common(void *context, const sx_pool *pool, sx_ref e)
{
	meeting *m = context;
	uint64_t there;
	if (sx_op_of(pool, e) != SX_VAR || ss_is_known(sm_var(m->model, sx_at(pool, e)->payload)) ||
		sx_type_of(pool, e) != SX_REAL)
		return true;
	m->any = true;
	m->common = m->common || sb_map_get(m->seen, sx_at(pool, e)->payload, &there);
	return true;
}

/* The right side of 0 = if c then a else b, if c is known in the run only; 0: it is no such equation. */
static sx_ref zero_choice(const sm_model *model, const sm_equation *q)
{
	const sx_pool *pool = model->pool;
	sx_ref e = sx_is_number(pool, q->lhs, 0)   ? q->rhs
			   : sx_is_number(pool, q->rhs, 0) ? q->lhs
											   : 0,
		   plain = e ? plain_choice(pool, e) : 0;
	double condition;

	return plain && sx_op_of(pool, plain) == SX_IF && !evaluate(model, sx_arg(pool, plain, 0), 0, &condition) ? e : 0;
}

/* The same, if each side has unknowns and none in common. */
static sx_ref whole_choice(const sm_model *model, const sm_equation *q)
{
	const sx_pool *pool = model->pool;
	sx_ref e = zero_choice(model, q), plain = e ? plain_choice(pool, e) : 0;

	if (!plain)
		return 0;
	sb_arena *arena = sb_arena_new();
	sb_map seen = sb_map_new(arena), none = sb_map_new(arena);
	meeting first = {model, &none, false, false}, second = {model, &seen, false, false};
	sx_visit(pool, sx_arg(pool, plain, 1), see_unknown, &seen);
	sx_visit(pool, sx_arg(pool, plain, 1), see_common, &first);
	sx_visit(pool, sx_arg(pool, plain, 2), see_common, &second);
	sb_arena_free(arena);
	return first.any && second.any && !second.common ? e : 0;
}

static sx_ref find_in(finding *f, const sm_equation *q)
{
	const sm_model *model = f->model;

	if (q->kind != SM_EQUAL || sx_type_of(model->pool, q->lhs) != SX_REAL)
		return 0;
	sx_ref whole = whole_choice(model, q);
	if (whole && is_wanted(f, whole))
		return whole;
	sx_visit(model->pool, q->lhs, see_product, f);
	if (!f->choice)
		sx_visit(model->pool, q->rhs, see_product, f);
	if (!f->choice && f->curves->any)
		sx_visit(model->pool, q->lhs, see_curve, f);
	if (!f->choice && f->curves->any)
		sx_visit(model->pool, q->rhs, see_curve, f);
	return f->choice;
}

/* The first such factor of an equation, or all of it; 0: there is none. */
static sx_ref find_choice(const sm_model *model, const sm_equation *q, const ss_curves *curves)
{
	finding f = {.model = model, .curves = curves, .q = q};
	sx_ref found = find_in(&f, q);

	if (f.arena)
		sb_arena_free(f.arena);
	return found;
}

/* The same for one condition: in its branches nothing is left of it. */
static sx_ref find_choice_of(const sm_model *model, const sm_equation *q, sx_ref condition, const ss_curves *curves)
{
	finding f = {.model = model, .condition = condition, .curves = curves};
	sx_ref found = find_in(&f, q), zero = found ? 0 : zero_choice(model, q);
	return zero && is_wanted(&f, zero) ? zero : found;
}

/* ------------------------------------------------------------------------------------------------------ branches */

/* And those that it is computed from. */
static bool see_parameter(void *context, const sx_pool *pool, sx_ref e)
{
	sm_variable *v = sx_op_of(pool, e) == SX_VAR ? sm_edit(context, sx_at(pool, e)->payload) : NULL;

	if (v && !v->structural) {
		v->structural = true;
		if (v->binding)
			sx_visit(pool, v->binding, see_parameter, context);
	}
	return true;
}

void ss_make_structural(sm_model *model, sx_ref e)
{
	sx_visit(model->pool, e, see_parameter, model);
}

static bool see_possible_zero(void *context, const sx_pool *pool, sx_ref e)
{
	sm_variable *v = sx_op_of(pool, e) == SX_VAR ? sm_edit(context, sx_at(pool, e)->payload) : NULL;

	if (v && !v->zero_is_structural && ss_is_known(v)) {
		v->zero_is_structural = true;
		if (v->binding)
			sx_visit(pool, v->binding, see_possible_zero, context);
	}
	return true;
}

typedef struct noting { sm_model *model; finding *f; } noting;

/* A factor of which neither side is zero: its parameters may become zero before the run. */
static bool see_factor(void *context, const sx_pool *pool, sx_ref e)
{
	const noting *n = context;
	sm_model *model = n->model;

	for (uint32_t k = 0; k < 2 && sx_op_of(pool, e) == SX_MUL; k++) {
		sx_ref choice = plain_choice(pool, sx_arg(pool, e, k));
		double yes, no, condition;
		if (sx_op_of(pool, choice) != SX_IF || !may_be_absent(n->f, sx_arg(pool, e, 1 - k)) ||
			!evaluate(model, sx_arg(pool, choice, 1), 0, &yes) || !evaluate(model, sx_arg(pool, choice, 2), 0, &no) ||
			evaluate(model, sx_arg(pool, choice, 0), 0, &condition))
			continue;
		sx_visit(pool, sx_arg(pool, choice, 1), see_possible_zero, model);
		sx_visit(pool, sx_arg(pool, choice, 2), see_possible_zero, model);
	}
	return true;
}

static void note_possible_zeros(sm_model *model, const ss_curves *curves)
{
	finding f = {.model = model, .curves = curves};
	noting n = {model, &f};

	for (uint32_t i = 0; i < model->equations.n; i++) {
		const sm_equation *q = model->equations.at[i];
		if (q->kind == SM_EQUAL && sx_type_of(model->pool, q->lhs) == SX_REAL) {
			sx_visit(model->pool, q->lhs, see_factor, &n);
			sx_visit(model->pool, q->rhs, see_factor, &n);
		}
	}
}

/* The side of a choice; a zero is written as one. */
static sx_ref side_of(sm_model *model, sx_ref choice, uint32_t side)
{
	sx_ref e = sx_arg(model->pool, choice, 1 + side);
	double value;

	if (!evaluate(model, e, 0, &value) || value != 0)
		return sx_cast(model->pool, e, SX_REAL);
	ss_make_structural(model, e);
	return sx_real(model->pool, 0);
}

/* The equation on one side of the condition, as left - right = 0: so that nobody makes one equation of both again. */
static sm_equation *on_side(sm_model *model, const sm_equation *q, sx_ref condition, uint32_t side,
							const ss_curves *curves)
{
	sm_equation *one = sb_new(model->arena, sm_equation);
	sx_ref choice;

	*one = *q;
	one->domain = (sm_domain){0};
	one->from_binding = false;
	one->lhs = sx_is_number(model->pool, q->rhs, 0)   ? q->lhs
			   : sx_is_number(model->pool, q->lhs, 0) ? q->rhs
													  : sx_binary(model->pool, SX_SUB, q->lhs, q->rhs);
	one->rhs = sx_real(model->pool, 0);
	while ((choice = find_choice_of(model, one, condition, curves)))
		one->lhs = sx_replace(model->pool, one->lhs, choice,
							  side_of(model, plain_choice(model->pool, choice), side));
	return one;
}

static sm_equation *begin_switch(sm_model *model, const sm_equation *q, sx_ref condition)
{
	sm_equation *s = sb_new(model->arena, sm_equation);

	*s = *q;
	s->kind = SM_IF;
	s->lhs = s->rhs = 0;
	s->branches = (sm_branches){0};
	for (uint32_t side = 0; side < 2; side++)
		sb_push(model->arena, s->branches, ((sm_branch){.condition = side ? 0 : condition, .span = q->span}));
	return s;
}

/* The same, as a switch inside of the branch if another condition is left in it: states that it ties jump where it
 * turns. */
static sm_equation *inside_side(sm_model *model, const sm_equation *q, sx_ref condition, uint32_t side,
								const ss_curves *curves, int depth)
{
	sm_equation *one = on_side(model, q, condition, side, curves);
	sx_ref choice = depth < DEEP ? find_choice(model, one, curves) : 0;

	if (!choice && depth < DEEP)
		choice = zero_choice(model, one);
	if (!choice)
		return one;
	sx_ref next = sx_arg(model->pool, plain_choice(model->pool, choice), 0);
	sm_equation *s = begin_switch(model, one, next);
	for (uint32_t k = 0; k < 2; k++)
		sb_push(model->arena, s->branches.at[k].body, inside_side(model, one, next, k, curves, depth + 1));
	return s;
}

static bool same_domain(const sm_domain *a, const sm_domain *b)
{
	for (uint32_t i = 0; i < a->n && a->n == b->n; i++)
		if (a->at[i].iterator != b->at[i].iterator || a->at[i].from != b->at[i].from || a->at[i].to != b->at[i].to)
			return false;
	return a->n == b->n;
}

/* Equations of one component, or of an array of them, and one condition are one switch. */
static sm_equation *switch_for(sm_model *model, sm_equations *list, const sm_equation *q, sx_ref condition)
{
	for (uint32_t i = list->n; i-- > 0;) {
		sm_equation *s = list->at[i];
		if (s->kind == SM_IF && s->branches.n == 2 && s->branches.at[0].condition == condition &&
			same_domain(&s->domain, &q->domain) && strcmp(s->component, q->component) == 0)
			return s;
	}
	sm_equation *s = begin_switch(model, q, condition);
	sb_push(model->arena, *list, s);
	return s;
}

/* The same if-equation, of which nobody makes one equation for both branches again. */
static sm_equation *kept_apart(sm_model *model, const sm_equation *q)
{
	sm_equation *s = sb_new(model->arena, sm_equation);

	*s = *q;
	s->branches = (sm_branches){0};
	for (uint32_t b = 0; b < q->branches.n; b++) {
		sm_branch branch = q->branches.at[b];
		branch.body = (sm_equations){0};
		for (uint32_t i = 0; i < q->branches.at[b].body.n; i++) {
			sm_equation *one = sb_new(model->arena, sm_equation);
			*one = *q->branches.at[b].body.at[i];
			if (one->kind == SM_EQUAL && sx_type_of(model->pool, one->lhs) == SX_REAL) {
				one->lhs = sx_binary(model->pool, SX_SUB, one->lhs, one->rhs);
				one->rhs = sx_real(model->pool, 0);
			}
			sb_push(model->arena, branch.body, one);
		}
		sb_push(model->arena, s->branches, branch);
	}
	return s;
}

static sm_equation *plain_equation(sm_model *model, sm_equation *q, const ss_curves *curves)
{
	uint64_t there;
	return q->kind == SM_IF && sb_map_get(&curves->equations, (uintptr_t)q, &there) ? kept_apart(model, q) : q;
}

static bool see_chosen_factor(void *context, const sx_pool *pool, sx_ref e)
{
	bool *any = context;

	for (uint32_t k = 0; k < 2 && sx_op_of(pool, e) == SX_MUL; k++)
		*any = *any || sx_op_of(pool, plain_choice(pool, sx_arg(pool, e, k))) == SX_IF;
	return !*any;
}

/* Does any product have a factor with a condition? */
static bool has_chosen_factors(const sm_model *model)
{
	bool any = false;

	for (uint32_t i = 0; i < model->equations.n && !any; i++) {
		const sm_equation *q = model->equations.at[i];
		if (q->kind != SM_EQUAL)
			continue;
		sx_visit(model->pool, q->lhs, see_chosen_factor, &any);
		sx_visit(model->pool, q->rhs, see_chosen_factor, &any);
	}
	return any;
}

sm_model *ss_switch_factors(sb_arena *arena, sm_model *model)
{
	ss_curves curves = ss_find_curves(arena, model);
	bool any = curves.any;

	if (has_chosen_factors(model)) {
		curves.determined = ss_find_determined(arena, model);
		note_possible_zeros(model, &curves);
	}
	for (uint32_t i = 0; i < model->equations.n && !any; i++)
		any = find_choice(model, model->equations.at[i], &curves);
	if (!any)
		return model;
	sm_model *changed = sm_model_copy(arena, model, model->diag);
	sm_equations old = changed->equations, plain = {0}, switches = {0};
	for (uint32_t i = 0; i < old.n; i++) {
		const sm_equation *q = old.at[i];
		sx_ref choice = find_choice(changed, q, &curves);
		if (!choice) {
			sb_push(changed->arena, plain, plain_equation(changed, old.at[i], &curves));
			continue;
		}
		sx_ref condition = sx_arg(changed->pool, plain_choice(changed->pool, choice), 0);
		sm_equation *s = switch_for(changed, &switches, q, condition);
		for (uint32_t side = 0; side < 2; side++)
			sb_push(changed->arena, s->branches.at[side].body, inside_side(changed, q, condition, side, &curves, 0));
	}
	for (uint32_t i = 0; i < switches.n; i++)
		sb_push(changed->arena, plain, switches.at[i]);
	changed->equations = plain;
	return changed;
}
