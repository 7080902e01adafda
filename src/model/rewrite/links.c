/* Connections of signals: see links.h. */
#include "model/rewrite/links.h"

static uint32_t variable_called_by(const sm_model *m, sx_ref e)
{
	return sx_op_of(m->pool, e) == SX_VAR ? sx_at(m->pool, e)->payload : UINT32_MAX;
}

bool sm_is_link(const sm_model *m, const sm_equation *q)
{
	return q->kind == SM_EQUAL && q->from_connect && variable_called_by(m, q->lhs) != UINT32_MAX &&
		   variable_called_by(m, q->rhs) != UINT32_MAX;
}

sm_links sm_links_new(const sm_model *m, sb_arena *scratch)
{
	return (sm_links){.m = m, .scratch = scratch, .set = sb_map_new(scratch)};
}

uint32_t sm_links_top(const sm_links *l, uint32_t scalar)
{
	for (;;) {
		uint64_t up;
		if (!sb_map_get(&l->set, scalar + 1, &up) || up == scalar + 1)
			return scalar;
		scalar = (uint32_t)up - 1;
	}
}

void sm_links_close(const sm_model *m, bool *joined)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < m->equations.n; i++) {
			const sm_equation *q = m->equations.at[i];
			if (!sm_is_link(m, q))
				continue;
			uint32_t a = variable_called_by(m, q->lhs), b = variable_called_by(m, q->rhs);
			changed = changed || joined[a] != joined[b];
			joined[a] = joined[b] = joined[a] || joined[b];
		}
	}
}

static void join(sm_links *l, const sm_equation *q, uint32_t a, uint32_t b)
{
	sb_push(l->scratch, l->list, ((sm_link){a, b, q->span, q->component}));
	sb_map_put(&l->set, sm_links_top(l, b) + 1, sm_links_top(l, a) + 1);
}

/* Scalars, or whole arrays. */
static bool add_link(sm_links *l, const sm_equation *q, const uint32_t *iterators, const int64_t *values, uint32_t n)
{
	sx_pool *pool = l->m->pool;
	const sm_variable *v = sm_var(l->m, variable_called_by(l->m, q->lhs)),
		*w = sm_var(l->m, variable_called_by(l->m, q->rhs));
	uint32_t a = sm_scalar_of(l->m, n ? sx_bind_iters(pool, q->lhs, iterators, values, n) : q->lhs);
	uint32_t b = sm_scalar_of(l->m, n ? sx_bind_iters(pool, q->rhs, iterators, values, n) : q->rhs);
	bool whole = !sx_at(pool, q->lhs)->count && !sx_at(pool, q->rhs)->count && v->count == w->count;
	if (a != UINT32_MAX && b != UINT32_MAX)
		join(l, q, a, b);
	else if (whole)
		for (uint32_t k = 0; k < v->count; k++)
			join(l, q, v->first + k, w->first + k);
	else
		return false;
	return true;
}

bool sm_links_add(sm_links *l, const sm_equation *q)
{
	uint32_t n = q->domain.n, iterators[8];
	int64_t values[8];
	bool good = true;
	if (n > 8)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		iterators[i] = q->domain.at[i].iterator;
		values[i] = q->domain.at[i].from;
		if (q->domain.at[i].to < q->domain.at[i].from)
			return true;
	}
	for (bool more = true; more;) {
		good = add_link(l, q, iterators, values, n) && good;
		more = false;
		for (uint32_t i = n; i-- > 0 && !more;) {
			more = values[i] < q->domain.at[i].to;
			values[i] = more ? values[i] + 1 : q->domain.at[i].from;
		}
	}
	return good;
}
