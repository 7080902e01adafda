/* What a clause reads of variables that other clauses set. In the pass in which an activation comes, clauses of other
 * sources do not act, so what these set has its left limit: x is pre(x). Written so, a block that acts on one source
 * and a block that acts on another one may read each other: each source has an order of its own, and in neither of them
 * do the two depend on each other.
 *
 * Scalars that equations make equal are one signal; a reference whose subscripts are not known means all elements.
 * Between two blocks there may be others without memory: y = 2*u is an equation and no clause. Its left limit is what
 * it makes of the left limits of what it reads, so it is written out where it leads back to the clause itself. */
#include "model/activate/activation_inside.h"

enum { UNKNOWN_YET, LOOKED_AT, KNOWN };
enum { MOST_LOOKED_AT = 10000 };

typedef struct sm_signal {
	uint64_t *groups;                /* of the clauses that set it, or of all that it is made of; NULL: not known */
	sx_ref given;                    /* what it is made of, without a clause */
	sx_ref setter;                   /* the scalar that the clauses set; 0: they set it as part of an array */
	bool other;                      /* something else gives it */
	uint8_t state;
	uint32_t seen;                   /* by which search */
	sm_exprs read;                   /* by the clauses that set it */
} signal;

typedef struct limiting {
	sm_activating *a;
	uint32_t *same;                  /* by scalar: another one of the same signal, or itself */
	signal *signals;                 /* by the scalar that stands for it */
	const uint64_t *here;            /* the groups of the clause at hand */
	sx_ref target;                   /* what it sets, in the equation at hand; 0: nothing */
	uint32_t search, looked_at;
} limiting;

static signal *signal_of(limiting *l, uint32_t scalar)
{
	while (l->same[scalar] != scalar)
		scalar = l->same[scalar] = l->same[l->same[scalar]];
	return &l->signals[scalar];
}

static bool is_variable(const limiting *l, sx_ref e)
{
	return sx_op_of(l->a->m->pool, e) == SX_VAR &&
		sm_var(l->a->m, sx_at(l->a->m->pool, e)->payload)->variability < SM_PARAMETER;
}

/* Of a variable that is one scalar; NULL: it is an array, or its subscripts are not known. */
static signal *read_signal(limiting *l, sx_ref var)
{
	uint32_t scalar = sm_scalar_of(l->a->m, var);

	return scalar == UINT32_MAX ? NULL : signal_of(l, scalar);
}

/* -------------------------------------------------------------------------------------- what gives a signal */

static uint64_t *groups_of_branch(sm_activating *a, const sm_branch *b)
{
	uint64_t *out = sb_new_array(a->scratch, uint64_t, a->words);

	for (uint32_t k = 0; k < (b->any.n ? b->any.n : 1); k++) {
		const uint64_t *one = sm_groups_of(a, b->any.n ? b->any.at[k] : b->condition);
		for (uint32_t w = 0; one && w < a->words; w++)
			out[w] |= one[w];
		if (!one)
			return NULL;
	}
	return out;
}

static void signal_is_set(limiting *l, signal *s, const uint64_t *groups, sx_ref value, sx_ref setter)
{
	s->other |= !groups || s->given;
	if (!s->groups)
		s->groups = sb_new_array(l->a->scratch, uint64_t, l->a->words);
	for (uint32_t w = 0; groups && w < l->a->words; w++)
		s->groups[w] |= groups[w];
	s->state = KNOWN;
	s->setter = setter;
	if (value)
		sb_push(l->a->scratch, s->read, value);
}

static void is_set(limiting *l, sx_ref target, const uint64_t *groups, sx_ref value)
{
	if (!target || !is_variable(l, target))
		return;
	uint32_t first, count = sm_scalars_of(l->a->m, target, &first);
	sx_ref setter = sm_scalar_of(l->a->m, target) == UINT32_MAX ? 0 : target;
	for (uint32_t i = 0; i < count; i++)
		signal_is_set(l, signal_of(l, first + i), groups, value, setter);
}

static void find_set(limiting *l, const sm_equations *body, const uint64_t *groups)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const sm_equation *q = body->at[i];
		if (q->kind == SM_EQUAL)
			is_set(l, q->lhs, groups, q->rhs);
		for (uint32_t k = 0; k < q->targets.n; k++)
			is_set(l, q->targets.at[k], q->kind == SM_ALGORITHM ? NULL : groups, q->rhs);
		for (uint32_t b = 0; b < q->branches.n; b++)
			find_set(l, &q->branches.at[b].body,
				q->kind == SM_WHEN ? groups_of_branch(l->a, &q->branches.at[b]) : groups);
	}
}

/* Are both sides variables that are equal in all their elements: scalars, or arrays over one domain? */
static bool makes_equal(const limiting *l, const sm_equation *q)
{
	const sx_pool *pool = l->a->m->pool;
	const sx_node *one = sx_at(pool, q->lhs), *other = sx_at(pool, q->rhs);
	uint32_t n = q->domain.n, points = 1;

	if (q->kind != SM_EQUAL || !is_variable(l, q->lhs) || !is_variable(l, q->rhs))
		return false;
	if (!n)
		return sm_scalar_of(l->a->m, q->lhs) != UINT32_MAX && sm_scalar_of(l->a->m, q->rhs) != UINT32_MAX;
	if (one->count != n || other->count != n)
		return false;
	for (uint32_t d = 0; d < n; d++) {
		sx_ref at = sx_arg(pool, q->lhs, d);
		if (at != sx_arg(pool, q->rhs, d) || sx_op_of(pool, at) != SX_ITER ||
			sx_at(pool, at)->payload != q->domain.at[d].iterator)
			return false;
		points *= (uint32_t)(q->domain.at[d].to - q->domain.at[d].from + 1);
	}
	return sm_var(l->a->m, one->payload)->count == points && sm_var(l->a->m, other->payload)->count == points;
}

/* y = e, of scalars. */
static void find_given(limiting *l, const sm_equation *q)
{
	const sx_pool *pool = l->a->m->pool;
	bool left = is_variable(l, q->lhs) && read_signal(l, q->lhs),
		 right = is_variable(l, q->rhs) && read_signal(l, q->rhs);

	if ((is_variable(l, q->lhs) && is_variable(l, q->rhs)) || (!left && !right))
		return;
	signal *s = read_signal(l, left ? q->lhs : q->rhs);
	sx_ref value = left ? q->rhs : q->lhs;
	bool simple = !q->domain.n && !s->given && !s->groups && !(sx_flags(pool, value) &
		(SX_HAS_TIME | SX_HAS_DER | SX_HAS_EVENT_OP | SX_HAS_STATEFUL | SX_HAS_CLOCK | SX_HAS_ITER));
	s->other |= !simple;
	s->given = value;
}

/* ----------------------------------------------------------------------------------------- groups of signals */

static const uint64_t *groups_of(limiting *l, signal *s);

typedef struct adding { limiting *l; uint64_t *into; bool good; } adding;

static bool add_groups(void *context, const sx_pool *pool, sx_ref e)
{
	adding *a = context;

	if (sx_op_of(pool, e) != SX_VAR || !is_variable(a->l, e))
		return true;
	uint32_t first, count = sm_scalars_of(a->l->a->m, e, &first);
	for (uint32_t i = 0; i < count && a->good; i++) {
		const uint64_t *groups = groups_of(a->l, signal_of(a->l, first + i));
		for (uint32_t w = 0; groups && w < a->l->a->words; w++)
			a->into[w] |= groups[w];
		a->good = groups != NULL;
	}
	return a->good;
}

/* NULL: they are not known, or it moves without them. */
static const uint64_t *groups_of(limiting *l, signal *s)
{
	if (s->other || s->state == LOOKED_AT || (s->state == UNKNOWN_YET && !s->given))
		return NULL;
	if (s->state == KNOWN)
		return s->groups;
	s->state = LOOKED_AT;
	adding a = {l, sb_new_array(l->a->scratch, uint64_t, l->a->words), true};
	sx_visit(l->a->m->pool, s->given, add_groups, &a);
	s->groups = a.good ? a.into : NULL;
	s->state = KNOWN;
	return s->groups;
}

static bool acts_elsewhere(limiting *l, signal *s)
{
	const uint64_t *groups = groups_of(l, s);

	for (uint32_t w = 0; groups && w < l->a->words; w++)
		if (groups[w] & l->here[w])
			return false;
	return groups != NULL;
}

/* --------------------------------------------------------------------------------------- does it lead back? */

/* to: one of `count` scalars from `first` on */
typedef struct search { limiting *l; uint32_t first, count; bool found; } search;

static bool look(void *context, const sx_pool *pool, sx_ref e);

static void search_in(search *s, signal *from)
{
	if (s->found || from->seen == s->l->search || ++s->l->looked_at > MOST_LOOKED_AT)
		return;
	from->seen = s->l->search;
	for (uint32_t i = 0; i < s->count && !s->found; i++)
		s->found = from == signal_of(s->l, s->first + i);
	if (from->given && !s->found)
		sx_visit(s->l->a->m->pool, from->given, look, s);
	for (uint32_t i = 0; i < from->read.n && !s->found; i++)
		sx_visit(s->l->a->m->pool, from->read.at[i], look, s);
}

static bool look(void *context, const sx_pool *pool, sx_ref e)
{
	search *s = context;

	if (sx_op_of(pool, e) != SX_VAR || !is_variable(s->l, e))
		return true;
	uint32_t first, count = sm_scalars_of(s->l->a->m, e, &first);
	for (uint32_t i = 0; i < count && !s->found; i++)
		search_in(s, signal_of(s->l, first + i));
	return !s->found;
}

static bool leads_back(limiting *l, signal *from)
{
	if (!l->target || !is_variable(l, l->target))
		return false;
	search s = {.l = l};
	s.count = sm_scalars_of(l->a->m, l->target, &s.first);
	l->search++;
	l->looked_at = 0;
	search_in(&s, from);
	return s.found;
}

/* ------------------------------------------------------------------------------------------------ left limits */

static sx_ref with_limits(limiting *l, sx_ref e);

static sx_ref put_limit(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	limiting *l = self->context;
	const sx_node *n = sx_at(pool, e);

	if (n->op == SX_PRE || n->op == SX_DER)
		return e;
	if (n->op != SX_VAR || n->count != sm_var(l->a->m, n->payload)->rank || !is_variable(l, e))
		return 0;
	uint32_t first, count = sm_scalars_of(l->a->m, e, &first);
	bool given = false;
	for (uint32_t i = 0; i < count; i++) {
		signal *s = signal_of(l, first + i);
		if (!acts_elsewhere(l, s))
			return 0;
		given = given || s->given;
	}
	signal *s = read_signal(l, e);
	if (!given)
		return sx_unary(pool, SX_PRE, s && s->setter ? s->setter : e);
	return s && leads_back(l, s) ? with_limits(l, s->given) : 0;
}

static sx_ref with_limits(limiting *l, sx_ref e)
{
	sx_rewriter rw = sx_rewriter_new(l->a->scratch, NULL, l);

	rw.enter = put_limit;
	return sx_rewrite(&rw, l->a->m->pool, e);
}

/* The sides that are read, not those that are set. */
static void limit_body(limiting *l, const sm_equations *body)
{
	for (uint32_t i = 0; i < body->n; i++) {
		sm_equation *q = body->at[i];
		l->target = q->kind == SM_EQUAL ? q->lhs : q->kind == SM_CALL && q->targets.n ? q->targets.at[0] : 0;
		if (q->rhs)
			q->rhs = with_limits(l, q->rhs);
		if (q->kind == SM_ASSERT)
			q->lhs = with_limits(l, q->lhs);
		for (uint32_t b = 0; b < q->branches.n; b++) {
			sx_ref condition = q->branches.at[b].condition;
			q->branches.at[b].condition = condition ? with_limits(l, condition) : 0;
			limit_body(l, &q->branches.at[b].body);
		}
	}
}

static void read_model(limiting *l)
{
	sm_model *m = l->a->m;

	for (uint32_t i = 0; i < m->scalars; i++)
		l->same[i] = i;
	for (uint32_t i = 0; i < m->equations.n; i++) {
		const sm_equation *q = m->equations.at[i];
		uint32_t one, other, count;
		if (!makes_equal(l, q))
			continue;
		count = sm_scalars_of(m, q->lhs, &one);
		sm_scalars_of(m, q->rhs, &other);
		for (uint32_t k = 0; k < count; k++)
			l->same[signal_of(l, one + k) - l->signals] = (uint32_t)(signal_of(l, other + k) - l->signals);
	}
	for (uint32_t i = 0; i < m->equations.n; i++) {
		sm_equation *q = m->equations.at[i];
		if (q->kind == SM_EQUAL)
			find_given(l, q);
		else
			find_set(l, &(sm_equations){&q, 1, 1}, NULL);
	}
}

void sm_read_left_limits(sm_activating *a)
{
	const sm_model *m = a->m;
	uint32_t n = m->scalars + 1;
	limiting l = {.a = a, .same = sb_new_array(a->scratch, uint32_t, n)};

	l.signals = sb_new_array(a->scratch, signal, n);
	read_model(&l);
	for (uint32_t i = 0; i < m->equations.n; i++) {
		const sm_equation *q = m->equations.at[i];
		for (uint32_t b = 0; q->kind == SM_WHEN && b < q->branches.n; b++) {
			l.here = groups_of_branch(a, &q->branches.at[b]);
			if (l.here)
				limit_body(&l, &q->branches.at[b].body);
		}
	}
}
