/* The conditions of a family: a block of watches, one for each point, with numbers that follow one another row by row.
 * Their latches are one, with the number of the point: LATCH(first)(point). */
#include "structure/expand/expand.h"
#include "structure/system/system.h"

typedef struct points { const sm_domain *of; bool used[SS_RANK_MOST], others; } points;

static bool see_iterator(void *context, const sx_pool *pool, sx_ref e)
{
	points *p = context;
	uint32_t d = 0;

	if (sx_op_of(pool, e) != SX_ITER)
		return true;
	while (d < p->of->n && p->of->at[d].iterator != sx_at(pool, e)->payload)
		d++;
	p->others = p->others || d == p->of->n;
	if (!p->others)
		p->used[d] = true;
	return !p->others;
}

/* The ranges over which a condition of a family runs. False: an iterator in it is not the family's. */
static bool find_points(ss_work *w, const ss_equation *family, sx_ref e, sm_domain *out)
{
	points p = { .of = family ? &family->domain : NULL };

	*out = (sm_domain){0};
	if (!p.of)
		return false;
	sx_visit(w->pool, e, see_iterator, &p);
	for (uint32_t d = 0; d < p.of->n; d++)
		if (p.used[d])
			sb_push(w->scratch, *out, p.of->at[d]);
	return !p.others && out->n;
}

static void add_point(ss_work *w, ss_point *at, void *context)
{
	const ss_new_block *b = context;
	bool turned = false;
	sx_ref function = ss_represented(w, sx_bind_iters(w->pool, b->function, at->iterators.at, at->values.at,
		at->iterators.n));
	sx_ref written = sx_bind_iters(w->pool, b->written, at->iterators.at, at->values.at, at->iterators.n);

	function = ss_same_zeros(w, function, &turned);
	b->add(b->context, turned ? b->turned : b->op, function, written);
}

/* The number of a point, row by row. */
static sx_ref point_number(sx_pool *p, const sm_domain *domain)
{
	sx_ref number = 0;

	for (uint32_t d = 0; d < domain->n; d++) {
		const sm_range *range = &domain->at[d];
		sx_ref own = sx_binary(p, SX_SUB, sx_iter(p, range->iterator), sx_int(p, range->from));
		sx_ref rows = number ? sx_binary(p, SX_MUL, number, sx_int(p, range->to - range->from + 1)) : 0;
		number = rows ? sx_binary(p, SX_ADD, rows, own) : own;
	}
	return number;
}

sx_ref ss_latch_block(ss_work *w, const ss_new_block *b)
{
	sm_domain domain;
	ss_point at = {0};
	uint64_t number, key = sb_pair((uint32_t)b->op, b->function);

	if (!find_points(w, b->family, b->written, &domain)) {
		ss_write_out(w, b->family ? b->family->origin : NULL, "a condition in it runs over something else");
		return b->written;
	}
	if (!sb_map_get(&w->watching->number_of_block, key, &number)) {
		number = w->plan->watches.n;
		if (b->family->origin)
			ss_tell_family(w, b->family->origin, "writing out conditions");
		ss_each_point(w, &domain, &at, add_point, (void *)b);
		w->plan->watches.at[number].block = w->plan->watches.n - (uint32_t)number;
		sb_map_put(&w->watching->number_of_block, key, number);
		sb_map_put(&w->watching->block_of, number, b->written);
	}
	sx_ref point = point_number(w->pool, &domain);
	return sx_make(w->pool, SX_LATCH, SX_BOOLEAN, (uint32_t)number, &point, 1);
}
