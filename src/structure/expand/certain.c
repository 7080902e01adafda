/* Conditions that are certain at the start, whatever the start values say: what follows from time and parameters,
 * through the equations of Booleans.
 *
 *     fire = mod(time, T) < T/2;      on = fire or s < 0;
 *
 * A switch that is fired at the start conducts, and the start value of `on`, that of a Boolean which nobody gave one,
 * has no say.
 *
 * And branches that do not hold at the start, whatever the values are, because the model says of them that they did not
 * hold before: on(start = false, fixed = true), on = if pre(on) then i >= 0 else v > 0, where v = 0 stands in the
 * branch of `on`. No mode with such a branch agrees with its conditions at the start. */
#include "structure/expand/expand.h"

enum { QUESTIONS_MOST = 300, VALUES_DEEP = 200 };

typedef struct entry { const sm_equation *equation; sx_ref value; uint32_t next; } entry;

struct ss_certain {
	sb_map first;                    /* Boolean variable -> number of its first entry + 1 */
	sb_vec(entry) entries;           /* the equations that have it alone on a side */
	sb_map asked;                    /* scalars whose equations are being looked at */
	uint32_t left;                   /* questions */
	/* what is zero in the branch that is asked about; what is fixed then has been its start value before. NULL: no
	 * branch is supposed to hold */
	const sm_exprs *zeros;
};

static void add_side(ss_work *w, ss_certain *c, const sm_equation *q, sx_ref variable, sx_ref value)
{
	uint64_t before = 0;

	if (sx_op_of(w->pool, variable) != SX_VAR || sx_type_of(w->pool, variable) != SX_BOOLEAN)
		return;
	uint32_t number = sx_at(w->pool, variable)->payload;
	sb_map_get(&c->first, number, &before);
	sb_push(w->scratch, c->entries, ((entry){ q, value, (uint32_t)before }));
	sb_map_put(&c->first, number, c->entries.n);
}

static ss_certain *open_certain(ss_work *w)
{
	if (w->certain)
		return w->certain;
	ss_certain *c = w->certain = sb_new(w->scratch, ss_certain);
	c->first = sb_map_new(w->scratch);
	c->asked = sb_map_new(w->scratch);
	for (uint32_t i = 0; i < w->model->equations.n; i++) {
		const sm_equation *q = w->model->equations.at[i];
		if (q->kind != SM_EQUAL)
			continue;
		add_side(w, c, q, q->lhs, q->rhs);
		add_side(w, c, q, q->rhs, q->lhs);
	}
	return c;
}

static bool is_certain(ss_work *w, ss_certain *c, sx_ref e, bool *value);

/* The other side of the equation where this one is `variable`; 0: it is about other elements. */
static sx_ref side_for(ss_work *w, const entry *e, sx_ref variable)
{
	const sm_equation *q = e->equation;
	sx_ref pattern = e->value == q->rhs ? q->lhs : q->rhs;
	uint32_t iterators[SS_RANK_MOST], count = sx_at(w->pool, pattern)->count;
	int64_t values[SS_RANK_MOST];

	if (pattern == variable)
		return e->value;
	if (!q->domain.n || q->domain.n != count || count > SS_RANK_MOST || sx_at(w->pool, variable)->count != count)
		return 0;
	for (uint32_t k = 0; k < count; k++) {
		sx_ref by = sx_arg(w->pool, pattern, k), at = sx_arg(w->pool, variable, k);
		if (sx_op_of(w->pool, by) != SX_ITER || sx_at(w->pool, by)->payload != q->domain.at[k].iterator ||
			!sx_is_const(w->pool, at))
			return 0;
		iterators[k] = q->domain.at[k].iterator;
		values[k] = sx_int_value(w->pool, at);
		if (values[k] < q->domain.at[k].from || values[k] > q->domain.at[k].to)
			return 0;
	}
	return sx_bind_iters(w->pool, e->value, iterators, values, count);
}

static bool variable_is_certain(ss_work *w, ss_certain *c, sx_ref variable, bool *value)
{
	uint32_t scalar = sm_scalar_of(w->model, variable);
	uint64_t at = 0;

	if (scalar == UINT32_MAX || (sb_map_get(&c->asked, scalar, &at) && at))
		return false;
	bool found = false;
	at = 0;
	sb_map_get(&c->first, sx_at(w->pool, variable)->payload, &at);
	sb_map_put(&c->asked, scalar, 1);
	for (uint32_t k = (uint32_t)at; k && !found; k = c->entries.at[k - 1].next) {
		sx_ref side = side_for(w, &c->entries.at[k - 1], variable);
		found = side && is_certain(w, c, side, value);
	}
	sb_map_put(&c->asked, scalar, 0);
	return found;
}

/* One operand that has this value decides. */
static bool decided(ss_work *w, ss_certain *c, sx_ref e, bool by, bool *value)
{
	bool one, other, knows_one = is_certain(w, c, sx_arg(w->pool, e, 0), &one),
					 knows_other = is_certain(w, c, sx_arg(w->pool, e, 1), &other);

	*value = (knows_one && one == by) || (knows_other && other == by) ? by : !by;
	return *value == by || (knows_one && knows_other);
}

static bool if_is_certain(ss_work *w, ss_certain *c, sx_ref e, bool *value)
{
	bool holds, other;

	if (is_certain(w, c, sx_arg(w->pool, e, 0), &holds))
		return is_certain(w, c, sx_arg(w->pool, e, holds ? 1 : 2), value);
	return is_certain(w, c, sx_arg(w->pool, e, 1), value) && is_certain(w, c, sx_arg(w->pool, e, 2), &other) &&
		   other == *value;
}

/* The left limit of a Boolean that is fixed at the start. */
static bool pre_is_certain(ss_work *w, sx_ref variable, bool *value)
{
	const sm_variable *v =
		sx_op_of(w->pool, variable) == SX_VAR ? sm_var(w->model, sx_at(w->pool, variable)->payload) : NULL;
	sx_value fixed, start = {0};
	bool sure;

	if (!v || v->type != SX_BOOLEAN || !v->fixed || !ss_value_at_start(w, v->fixed, &sure, &fixed) || !sure ||
		!fixed.integer)
		return false;
	if (v->start && (!ss_value_at_start(w, v->start, &sure, &start) || !sure || start.type != SX_BOOLEAN))
		return false;
	*value = start.integer != 0;
	return true;
}

static bool is_zero(const ss_work *w, const ss_certain *c, sx_ref e)
{
	for (uint32_t i = 0; i < c->zeros->n; i++)
		if (c->zeros->at[i] == e)
			return true;
	return sx_is_number(w->pool, e, 0);
}

static bool supposed_is_certain(ss_work *w, ss_certain *c, sx_ref e, bool *value)
{
	sx_op op = sx_op_of(w->pool, e);

	if (op == SX_PRE)
		return pre_is_certain(w, sx_arg(w->pool, e, 0), value);
	if (op != SX_LT && op != SX_LE && op != SX_GT && op != SX_GE)
		return false;
	*value = op == SX_LE || op == SX_GE;
	return is_zero(w, c, sx_arg(w->pool, e, 0)) && is_zero(w, c, sx_arg(w->pool, e, 1));
}

static bool is_certain(ss_work *w, ss_certain *c, sx_ref e, bool *value)
{
	sx_value v;
	bool sure;

	if (!c->left || !c->left--)
		return false;
	switch (sx_op_of(w->pool, e)) {
	case SX_OR: return decided(w, c, e, true, value);
	case SX_AND: return decided(w, c, e, false, value);
	case SX_NOEVENT: return is_certain(w, c, sx_arg(w->pool, e, 0), value);
	case SX_NOT:
		if (!is_certain(w, c, sx_arg(w->pool, e, 0), value))
			return false;
		*value = !*value;
		return true;
	case SX_VAR:
		if (!ss_is_known(sm_var(w->model, sx_at(w->pool, e)->payload)))
			return variable_is_certain(w, c, e, value);
		break;
	case SX_IF: return if_is_certain(w, c, e, value);
	default: break;
	}
	if (c->zeros && supposed_is_certain(w, c, e, value))
		return true;
	if (!ss_value_at_start(w, e, &sure, &v) || !sure || v.type != SX_BOOLEAN)
		return false;
	*value = v.integer != 0;
	return true;
}

/* By time and parameters, through equations of Booleans. */
static bool certain_at_start(ss_work *w, sx_ref condition, bool *value)
{
	ss_certain *c = open_certain(w);

	c->left = QUESTIONS_MOST;
	return is_certain(w, c, condition, value);
}

bool ss_cannot_hold_at_start(ss_work *w, sx_ref which, uint32_t branch, const sm_exprs *zeros)
{
	ss_certain *c = open_certain(w);
	bool holds, possible = false, known = true;

	c->left = QUESTIONS_MOST;
	c->zeros = zeros;
	while (sx_op_of(w->pool, which) == SX_IF && !possible) {
		known = is_certain(w, c, sx_arg(w->pool, which, 0), &holds);
		sx_ref then = sx_arg(w->pool, which, 1);
		if (known && holds) {
			which = then;
			continue;
		}
		possible = !known && (!sx_is_const(w->pool, then) || sx_int_value(w->pool, then) == branch);
		which = sx_arg(w->pool, which, 2);
	}
	c->zeros = NULL;
	return !possible && sx_is_const(w->pool, which) && sx_int_value(w->pool, which) != branch;
}

/* ---- the branch that start values suggest */

typedef struct guessing { ss_work *w; int depth; bool *sure; } guessing;

static bool value_at_start(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out);

static bool evaluate_at_start(ss_work *w, sx_ref e, int depth, bool *sure, sx_value *out)
{
	guessing g = { w, depth, sure };
	sx_env env = { .leaf = value_at_start, .context = &g };

	return depth < VALUES_DEEP && sx_eval(w->pool, e, &env, out);
}

static bool value_at_start(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	guessing *g = env->context;
	sx_op op = sx_op_of(pool, leaf);
	double begin = g->w->model->settings.start;

	*out = (sx_value){ .type = sx_type_of(pool, leaf) };
	if (op == SX_TIME) {
		out->real = begin == begin ? begin : 0;
		return true;
	}
	if (op == SX_INITIAL)
		out->integer = 1;
	if (op == SX_INITIAL || op == SX_SAMPLE || op == SX_TERMINAL)
		return true;
	uint32_t s = op == SX_VAR || op == SX_PRE ? sm_scalar_of(g->w->model, op == SX_PRE ? sx_arg(pool, leaf, 0) : leaf)
											  : UINT32_MAX;
	if (s == UINT32_MAX)
		return false;
	uint32_t element, variable = sm_variable_of_scalar(g->w->model, s, &element);        /* there are no cells yet */
	const sm_variable *v = sm_var(g->w->model, variable);
	sx_ref value = v->binding ? v->binding : v->start;
	*g->sure = *g->sure && (v->variability == SM_PARAMETER || v->variability == SM_CONSTANT);
	if (!value) {
		out->integer = v->enumeration != 0;
		return v->type != SX_STRING;
	}
	return evaluate_at_start(g->w, sx_cast(g->w->pool, ss_element_attribute(g->w, variable, element, value), v->type),
							 g->depth + 1, g->sure, out);
}

bool ss_value_at_start(ss_work *w, sx_ref e, bool *sure, sx_value *out)
{
	*sure = true;
	return evaluate_at_start(w, e, 0, sure, out);
}

/* if c1 then 0 else if c2 then 1 ... else n: the branch, if the conditions up to it are certain. */
static bool certain_branch(ss_work *w, sx_ref which, uint16_t branches, uint16_t *branch)
{
	bool holds;

	while (sx_op_of(w->pool, which) == SX_IF) {
		if (!certain_at_start(w, sx_arg(w->pool, which, 0), &holds))
			return false;
		which = sx_arg(w->pool, which, holds ? 1 : 2);
	}
	if (!sx_is_const(w->pool, which) || sx_int_value(w->pool, which) < 0 || sx_int_value(w->pool, which) >= branches)
		return false;
	*branch = (uint16_t)sx_int_value(w->pool, which);
	return true;
}

uint16_t ss_guessed_branch(ss_work *w, ss_switch *s)
{
	sx_value value;
	uint16_t branch = 0;

	s->certain = certain_branch(w, s->which, s->branches, &branch);
	s->sure = true;
	if (evaluate_at_start(w, s->which, 0, &s->sure, &value) && value.integer >= 0 && value.integer < s->branches)
		return s->certain && !s->sure ? branch : (uint16_t)value.integer;
	s->sure = false;
	return s->certain ? branch : (uint16_t)(s->branches - 1);
}
