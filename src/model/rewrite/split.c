/* Families with conditions on their iterators are divided where the conditions turn.
 *
 *     for i in 1:n loop  q[i] = (if i > 1 then T[i - 1] else T0) - T[i];  end for;
 *
 * is one equation for i = 1 and a family without a condition for i in 2:n. Written as one, the reference T[i - 1] would
 * leave the array at i = 1, and nothing could be said about the family as a whole. The number of parts depends on the
 * conditions, not on n. */
#include "model/model.h"
#include "model/rewrite/rewrite.h"

enum { FEWEST = 6, PARTS_MOST = 81, RANK_MOST = 8, CUTS_MOST = 32 };

typedef struct cuts { int64_t at[CUTS_MOST]; uint32_t n; } cuts;       /* a part begins here */

typedef struct splitting {
	sm_model *m;
	const sm_equation *q;
	cuts cuts[RANK_MOST];
	bool refused;
	uint32_t iterators[RANK_MOST]; int64_t values[RANK_MOST];
	const sm_range *box;             /* while a part is made */
} splitting;

static bool known_value(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	const sm_model *m = env->context;

	if (sx_op_of(pool, leaf) != SX_VAR || sx_at(pool, leaf)->count)
		return false;
	const sm_variable *v = sm_var(m, sx_at(pool, leaf)->payload);
	bool fixed = v->variability == SM_CONSTANT || (v->variability == SM_PARAMETER && v->structural);
	if (!fixed || v->rank || !v->binding || !sx_is_const(pool, v->binding))
		return false;
	*out =
		(sx_value){.type = v->type, .real = sx_real_value(pool, v->binding), .integer = sx_int_value(pool, v->binding)};
	return true;
}

/* Sums of iterators and known numbers: what changes its side once along an iterator. */
static bool is_affine(const sm_model *m, sx_ref e, int depth)
{
	const sx_pool *p = m->pool;
	sx_env env = { .leaf = known_value, .context = (void *)m };
	sx_value value;

	switch (depth < 20 ? sx_op_of(p, e) : SX_NOTHING) {
	case SX_CONST: case SX_ITER: return true;
	case SX_VAR: return sx_eval(p, e, &env, &value);
	case SX_NEG: case SX_TO_REAL: return is_affine(m, sx_arg(p, e, 0), depth + 1);
	case SX_ADD:
	case SX_SUB:
		return is_affine(m, sx_arg(p, e, 0), depth + 1) && is_affine(m, sx_arg(p, e, 1), depth + 1);
	case SX_MUL:
		return sx_is_const(p, sx_arg(p, e, 0)) && is_affine(m, sx_arg(p, e, 1), depth + 1);
	default: return false;
	}
}

static int truth(splitting *s, sx_ref relation)
{
	sx_env env = { .leaf = known_value, .context = s->m, .iterators = s->iterators, .iterator_values = s->values,
		.iterator_count = s->q->domain.n };
	sx_value value;

	return sx_eval(s->m->pool, relation, &env, &value) ? value.integer != 0 : -1;
}

static void add_cut(splitting *s, uint32_t d, int64_t at)
{
	cuts *c = &s->cuts[d];
	const sm_range *range = &s->q->domain.at[d];
	uint32_t i = 0;

	if (at <= range->from || at > range->to)
		return;
	while (i < c->n && c->at[i] < at)
		i++;
	if (i < c->n && c->at[i] == at)
		return;
	s->refused = s->refused || c->n == CUTS_MOST;
	if (s->refused)
		return;
	for (uint32_t k = c->n++; k > i; k--)
		c->at[k] = c->at[k - 1];
	c->at[i] = at;
}

/* The first value in low+1 .. high at which the relation is not what it is at low. */
static int64_t turn(splitting *s, uint32_t d, sx_ref relation, int64_t low, int64_t high, int at_low)
{
	while (high - low > 1) {
		int64_t middle = low + (high - low) / 2;
		s->values[d] = middle;
		if (truth(s, relation) == at_low)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* a = b along an iterator is between a <= b and a >= b. */
static void cut_by(splitting *s, uint32_t d, sx_ref relation)
{
	sx_pool *p = s->m->pool;
	sx_op op = sx_op_of(p, relation);
	const sm_range *range = &s->q->domain.at[d];

	if (op == SX_EQ || op == SX_NE) {
		cut_by(s, d, sx_binary(p, SX_LT, sx_arg(p, relation, 0), sx_arg(p, relation, 1)));
		cut_by(s, d, sx_binary(p, SX_GT, sx_arg(p, relation, 0), sx_arg(p, relation, 1)));
		return;
	}
	for (uint32_t k = 0; k < s->q->domain.n; k++)
		s->values[k] = s->q->domain.at[k].from;
	int low = truth(s, relation);
	s->values[d] = range->to;
	int high = truth(s, relation);
	if (low < 0 || high < 0)
		s->refused = true;
	else if (low != high)
		add_cut(s, d, turn(s, d, relation, range->from, range->to, low));
}

static uint32_t one_iterator(const splitting *s, sx_ref relation)
{
	uint32_t found = UINT32_MAX;

	for (uint32_t d = 0; d < s->q->domain.n; d++)
		if (sx_contains(s->m->pool, relation, sx_iter(s->m->pool, s->q->domain.at[d].iterator))) {
			if (found != UINT32_MAX)
				return UINT32_MAX;
			found = d;
		}
	return found;
}

static bool decides(const splitting *s, const sx_pool *pool, sx_ref e)
{
	return sx_is_relation(sx_op_of(pool, e)) && sx_flags(pool, e) & SX_HAS_ITER &&
		   is_affine(s->m, sx_arg(pool, e, 0), 0) && is_affine(s->m, sx_arg(pool, e, 1), 0) &&
		   one_iterator(s, e) != UINT32_MAX;
}

typedef struct conditions { splitting *s; sm_exprs list; sb_arena *scratch; } conditions;

static bool see(void *context, const sx_pool *pool, sx_ref e)
{
	conditions *c = context;

	if (decides(c->s, pool, e))
		sb_push(c->scratch, c->list, e);
	return true;
}

static sx_ref decide(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	splitting *s = self->context;

	if (!(sx_flags(pool, e) & SX_HAS_ITER))
		return e;
	if (!decides(s, pool, e))
		return 0;
	for (uint32_t d = 0; d < s->q->domain.n; d++)
		s->values[d] = s->box[d].from;
	int value = truth(s, e);
	return value < 0 ? 0 : sx_bool(pool, value);
}

static void add_part(splitting *s, const sm_range *box, sm_equations *out, sb_arena *scratch)
{
	sm_model *m = s->m;
	sm_equation *part = sm_equation_new(m, SM_EQUAL, s->q->span, s->q->component);
	sm_equation fresh = *part;
	sx_rewriter rw = sx_rewriter_new(scratch, NULL, s);

	*part = *s->q;
	part->domain = fresh.domain;
	s->box = box;
	rw.enter = decide;
	part->lhs = sx_rewrite(&rw, m->pool, s->q->lhs);
	part->rhs = sx_rewrite(&rw, m->pool, s->q->rhs);
	for (uint32_t d = 0; d < s->q->domain.n; d++) {
		/* iterators that are part of the component's name stay */
		if (box[d].from == box[d].to && !part->component_parts) {
			part->lhs = sx_bind_iters(m->pool, part->lhs, &box[d].iterator, &box[d].from, 1);
			part->rhs = sx_bind_iters(m->pool, part->rhs, &box[d].iterator, &box[d].from, 1);
		} else {
			sb_push(m->arena, part->domain, box[d]);
		}
	}
	sb_push(m->arena, *out, part);
}

static void add_parts(splitting *s, sm_equations *out, sb_arena *scratch)
{
	uint32_t n = s->q->domain.n, at[RANK_MOST] = {0}, d;
	sm_range box[RANK_MOST];

	for (;;) {
		for (d = 0; d < n; d++) {
			const sm_range *range = &s->q->domain.at[d];
			box[d] = *range;
			if (at[d])
				box[d].from = s->cuts[d].at[at[d] - 1];
			if (at[d] < s->cuts[d].n)
				box[d].to = s->cuts[d].at[at[d]] - 1;
		}
		add_part(s, box, out, scratch);
		for (d = n; d-- > 0;) {
			if (++at[d] <= s->cuts[d].n)
				break;
			at[d] = 0;
		}
		if (d == UINT32_MAX)
			return;
	}
}

static bool split(sm_model *m, const sm_equation *q, sm_equations *out, sb_arena *scratch)
{
	splitting s = { .m = m, .q = q };
	conditions c = { &s, {0}, scratch };
	uint64_t parts = 1;

	if (q->kind != SM_EQUAL || !q->domain.n || q->domain.n > RANK_MOST || sm_equation_count(m, q) < FEWEST)
		return false;
	for (uint32_t d = 0; d < q->domain.n; d++)
		s.iterators[d] = q->domain.at[d].iterator;
	sx_visit(m->pool, q->lhs, see, &c);
	sx_visit(m->pool, q->rhs, see, &c);
	for (uint32_t i = 0; i < c.list.n && !s.refused; i++)
		cut_by(&s, one_iterator(&s, c.list.at[i]), c.list.at[i]);
	for (uint32_t d = 0; d < q->domain.n; d++)
		parts *= s.cuts[d].n + 1;
	if (s.refused || !c.list.n || parts > PARTS_MOST)
		return false;
	add_parts(&s, out, scratch);
	return true;
}

static void split_list(sm_model *m, sm_equations *list)
{
	sb_arena *scratch = sb_arena_new();
	sm_equations out = {0};
	bool any = false;

	for (uint32_t i = 0; i < list->n; i++) {
		if (split(m, list->at[i], &out, scratch))
			any = true;
		else
			sb_push(m->arena, out, list->at[i]);
	}
	if (any)
		*list = out;
	sb_arena_free(scratch);
}

void sm_split_families(sm_model *m)
{
	split_list(m, &m->equations);
	split_list(m, &m->initial_equations);
}
