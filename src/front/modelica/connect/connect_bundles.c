/* From bundles of connection sets to families of equations: equalities, sums of flows, and no flow where nothing is
 * connected. */
#include "front/modelica/connect/connect_regions.h"
#include "front/modelica/lower/lower_stream.h"

enum { WRITTEN_OUT = 8 };

struct mo_regions {
	mo_context *c;
	sb_map touched; /* flow variable -> its regions seen from inside */
	sb_map streams; /* stream variables that are done -> some of their regions */
};

mo_regions *mo_regions_new(mo_context *c)
{
	mo_regions *p = sb_new(c->arena, mo_regions);

	p->c = c;
	p->touched = sb_map_new(c->arena);
	p->streams = sb_map_new(c->arena);
	return p;
}

/* A subscript for each coordinate and for each range of a region, and the domain that they run over. */
typedef struct writing {
	const mo_partition *s;
	const mo_bundle *b;
	sm_domain domain;
	const sx_ref *at; /* by coordinate */
} writing;

static sx_ref new_index(const mo_partition *s, sm_domain *domain, int64_t lo, int64_t hi)
{
	uint32_t iterator;

	if (lo == hi)
		return sx_int(s->c->pool, lo);
	iterator = sx_new_iter(s->c->pool, mo_fresh_name(NULL, domain->n));
	sb_push(s->c->arena, *domain, ((sm_range){iterator, lo, hi}));
	return sx_iter(s->c->pool, iterator);
}

static writing begin(const mo_partition *s, mo_bundle *b)
{
	writing w = {.s = s, .b = b};

	if (!b->at) {
		b->at = sb_new_array(s->c->arena, sx_ref, b->n + 1);
		for (uint32_t k = 0; k < b->n; k++)
			b->at[k] = new_index(s, &b->domain, b->lo[k], b->hi[k]);
	}
	w.at = b->at;
	for (uint32_t d = 0; d < b->domain.n; d++)
		sb_push(s->c->arena, w.domain, b->domain.at[d]);
	return w;
}

static sx_ref shifted(sx_pool *pool, sx_ref at, int64_t by)
{
	return by == 0  ? at
		   : by > 0 ? sx_binary(pool, SX_ADD, at, sx_int(pool, by))
					: sx_binary(pool, SX_SUB, at, sx_int(pool, -by));
}

/* The region at the coordinates, with these subscripts for its ranges. */
static sx_ref region_ref(const writing *w, const mo_region *p, const sx_ref *ranges)
{
	const mo_context *c = w->s->c;
	sx_ref *at = sb_new_array(c->arena, sx_ref, p->rank + 1);
	uint32_t k = 0;

	for (uint32_t d = 0; d < p->rank; d++)
		at[d] =
			p->sides[d].coordinate < 0 ? ranges[k++] : shifted(c->pool, w->at[p->sides[d].coordinate], p->sides[d].lo);
	return sx_var(c->pool, p->key / 2, sm_var(c->model, p->key / 2)->type, at, p->rank);
}

/* The ranges of a region, dense. */
static uint32_t ranges_of(const mo_partition *s, const mo_region *p, mo_link_range **out)
{
	uint32_t n = 0;

	*out = sb_new_array(s->c->arena, mo_link_range, p->rank + 1);
	for (uint32_t d = 0; d < p->rank; d++)
		if (p->sides[d].coordinate < 0)
			(*out)[n++] = (mo_link_range){p->sides[d].lo, p->sides[d].hi};
	return n;
}

static const sm_variable *variable_of(const mo_partition *s, const mo_region *p)
{
	return sm_var(s->c->model, p->key / 2);
}

static sm_equation *new_equation(const writing *w, sm_equation_kind kind)
{
	mo_context *c = w->s->c;
	const mo_link *l = w->b->link;
	const sm_variable *v = variable_of(w->s, w->b->members.at[0]);
	sm_equation *q = sm_equation_new(c->model, kind, l ? l->span : v->span, l ? l->component : v->component);

	q->from_connect = true;
	for (uint32_t d = 0; d < w->domain.n; d++)
		sb_push(c->arena, q->domain, w->domain.at[d]);
	sb_push(c->arena, c->model->equations, q);
	return q;
}

/* first = what lies in a box of the ranges of p, at each point of the coordinates. */
static void equate_box(const mo_partition *s, mo_bundle *b, const mo_region *p, const mo_link_range *box, uint32_t n)
{
	mo_context *c = s->c;
	const mo_region *first = b->members.at[0];
	writing w = begin(s, b);
	mo_link_range *of_first;
	uint32_t m = ranges_of(s, first, &of_first);
	sx_ref *low = sb_new_array(c->arena, sx_ref, m + 1), *at = sb_new_array(c->arena, sx_ref, n + 1);
	bool fixed = variable_of(s, first)->variability >= SM_PARAMETER && variable_of(s, p)->variability >= SM_PARAMETER;
	sm_equation *q;

	for (uint32_t k = 0; k < m; k++)
		low[k] = sx_int(c->pool, of_first[k].from);
	for (uint32_t k = 0; k < n; k++)
		at[k] = new_index(s, &w.domain, box[k].from, box[k].to);
	q = new_equation(&w, fixed ? SM_ASSERT : SM_EQUAL);
	q->lhs = region_ref(&w, first, low);
	q->rhs = region_ref(&w, p, at);
	if (fixed) {
		q->lhs = sx_binary(c->pool, SX_EQ, q->lhs, q->rhs);
		q->rhs = sx_string(c->pool, sb_printf(c->arena, "the connected parameters '%s' and '%s' differ",
											  variable_of(s, first)->name, variable_of(s, p)->name));
	}
}

/* The first region's own ranges but for their first place: with the k-th range past its first, those before at it. */
static void equate_first(const mo_partition *s, mo_bundle *b)
{
	mo_link_range *all, *box;
	uint32_t n = ranges_of(s, b->members.at[0], &all);

	for (uint32_t k = 0; k < n; k++) {
		if (all[k].from == all[k].to)
			continue;
		ranges_of(s, b->members.at[0], &box);
		for (uint32_t i = 0; i < k; i++)
			box[i].to = box[i].from;
		box[k].from++;
		equate_box(s, b, b->members.at[0], box, n);
	}
}

static void equate(const mo_partition *s, mo_bundle *b)
{
	equate_first(s, b);
	for (uint32_t i = 1; i < b->members.n; i++) {
		mo_link_range *box;
		uint32_t n = ranges_of(s, b->members.at[i], &box);

		equate_box(s, b, b->members.at[i], box, n);
	}
}

static uint64_t size_of(const mo_partition *s, const mo_region *p)
{
	mo_link_range *ranges;
	uint32_t n = ranges_of(s, p, &ranges);
	uint64_t size = 1;

	for (uint32_t k = 0; k < n; k++)
		size *= (uint64_t)(ranges[k].to - ranges[k].from + 1);
	return size;
}

/* The flow of all that a region has in one set. */
static sx_ref flow_of(const writing *w, const mo_region *p)
{
	sx_pool *pool = w->s->c->pool;
	mo_link_range *ranges;
	uint32_t n = ranges_of(w->s, p, &ranges);
	sx_ref *at = sb_new_array(w->s->c->arena, sx_ref, n + 1), sum = 0;

	if (size_of(w->s, p) <= WRITTEN_OUT) {
		uint32_t *place = sb_new_array(w->s->c->arena, uint32_t, n + 1),
				 *sizes = sb_new_array(w->s->c->arena, uint32_t, n + 1);

		for (uint32_t k = 0; k < n; k++)
			sizes[k] = (uint32_t)(ranges[k].to - ranges[k].from + 1);
		do {
			for (uint32_t k = 0; k < n; k++)
				at[k] = sx_int(pool, ranges[k].from + place[k]);
			sx_ref one = region_ref(w, p, at);
			sum = sum ? sx_binary(pool, SX_ADD, sum, one) : one;
		} while (mo_next_place(sizes, n, place));
		return sum;
	}
	for (uint32_t k = 0; k < n; k++)
		at[k] = ranges[k].from == ranges[k].to ? sx_int(pool, ranges[k].from)
											   : sx_iter(pool, sx_new_iter(pool, mo_fresh_name(NULL, w->domain.n + k)));
	sum = region_ref(w, p, at);
	for (uint32_t k = n; k-- > 0;)
		if (sx_op_of(pool, at[k]) == SX_ITER)
			sum = sx_reduce(pool, SX_SUM, sx_at(pool, at[k])->payload, sx_int(pool, ranges[k].from),
							sx_int(pool, ranges[k].to), sum);
	return sum;
}

static sx_ref flow_sum(const writing *w, mo_region *const *members, uint32_t n)
{
	sx_pool *pool = w->s->c->pool;
	sx_ref sum;

	if (n > 16)
		return sx_binary(pool, SX_ADD, flow_sum(w, members, n / 2), flow_sum(w, members + n / 2, n - n / 2));
	sum = flow_of(w, members[0]);
	if (members[0]->key % 2)
		sum = sx_unary(pool, SX_NEG, sum);
	for (uint32_t i = 1; i < n; i++)
		sum = sx_binary(pool, members[i]->key % 2 ? SX_SUB : SX_ADD, sum, flow_of(w, members[i]));
	return sum;
}

static void sum_flows(const mo_partition *s, mo_bundle *b)
{
	writing w = begin(s, b);
	sm_equation *q = new_equation(&w, SM_EQUAL);

	q->lhs = flow_sum(&w, b->members.at, b->members.n);
	q->rhs = sx_real(s->c->pool, 0);
}

/* Has any set of the bundle more than one member? */
static bool is_joined(const mo_partition *s, const mo_bundle *b)
{
	return b->members.n > 1 || (b->members.n == 1 && size_of(s, b->members.at[0]) > 1);
}

/* Calls f for each bundle once, in the order of the variables. */
static void each_bundle(const mo_partition *s, bool flows, void (*f)(const mo_partition *s, mo_bundle *b))
{
	sb_map seen = sb_map_new(s->c->arena);

	for (uint32_t i = 0; i < s->keys.n; i++) {
		const mo_region_list *list = mo_regions_of(s, s->keys.at[i]);

		if (sm_var(s->c->model, s->keys.at[i] / 2)->is_flow != flows)
			continue;
		for (uint32_t k = 0; k < list->n; k++) {
			mo_bundle *b = list->at[k]->of;

			if (sb_map_find(&seen, b) || !is_joined(s, b))
				continue;
			sb_map_set(&seen, b, b);
			f(s, b);
		}
	}
}

/* Constants must agree, which is checked element by element, and two sources in a set are named one by one. */
static bool needs_elements(const mo_partition *s)
{
	for (uint32_t i = 0; i < s->keys.n; i++) {
		const mo_region_list *list = mo_regions_of(s, s->keys.at[i]);

		if (sm_var(s->c->model, s->keys.at[i] / 2)->variability == SM_CONSTANT)
			return true;
		for (uint32_t k = 0; k < list->n; k++) {
			const mo_bundle *b = list->at[k]->of;
			uint64_t sources = 0;

			for (uint32_t m = 0; m < b->members.n; m++)
				if (mo_is_signal_source(s->c, b->members.at[m]->key / 2, b->members.at[m]->key % 2))
					sources += size_of(s, b->members.at[m]);
			if (sources > 1)
				return true;
		}
	}
	return false;
}

static void note_flows(mo_regions *p, const mo_partition *s)
{
	for (uint32_t i = 0; i < s->keys.n; i++) {
		uint32_t variable = s->keys.at[i] / 2;

		if (!sm_var(p->c->model, variable)->is_flow)
			continue;
		if (s->keys.at[i] % 2 == 0)
			sb_map_set(&p->touched, (void *)(uintptr_t)(variable + 1), mo_regions_of(s, s->keys.at[i]));
	}
}

/* How much of each variable is connected, and from which side. */
static void count_joined(const mo_partition *s)
{
	for (uint32_t i = 0; i < s->keys.n; i++) {
		const mo_region_list *list = mo_regions_of(s, s->keys.at[i]);
		sm_variable *v = sm_edit(s->c->model, s->keys.at[i] / 2);

		for (uint32_t k = 0; k < list->n; k++) {
			const mo_bundle *b = list->at[k]->of;
			uint64_t n = is_joined(s, b) ? size_of(s, list->at[k]) : 0;

			for (uint32_t d = 0; d < b->n; d++)
				n *= (uint64_t)(b->hi[d] - b->lo[d] + 1);
			*(s->keys.at[i] % 2 ? &v->joined_inside : &v->joined_outside) += (uint32_t)n;
		}
	}
}

/* Mixing is written for sets with one element of each region. */
static bool has_ranges(const mo_partition *s)
{
	for (uint32_t i = 0; i < s->keys.n; i++) {
		const mo_region_list *list = mo_regions_of(s, s->keys.at[i]);

		for (uint32_t k = 0; k < list->n; k++)
			if (size_of(s, list->at[k]) > 1)
				return true;
	}
	return false;
}

static sx_ref single_ref(const writing *w, const mo_region *p)
{
	mo_link_range *ranges;
	uint32_t n = ranges_of(w->s, p, &ranges);
	sx_ref *at = sb_new_array(w->s->c->arena, sx_ref, n + 1);

	for (uint32_t k = 0; k < n; k++)
		at[k] = sx_int(w->s->c->pool, ranges[k].from);
	return region_ref(w, p, at);
}

static void mix(const mo_partition *s, mo_bundle *b)
{
	mo_context *c = s->c;
	uint32_t n = b->members.n;
	mo_stream_end *ends = sb_new_array(c->arena, mo_stream_end, n + 1);
	writing w = begin(s, b);

	if (n == 1 && b->members.at[0]->key % 2)
		return;
	for (uint32_t i = 0; i < n; i++)
		ends[i] = mo_stream_end_of(c, single_ref(&w, b->members.at[i]), b->members.at[i]->key % 2);
	for (uint32_t i = 0; i < n; i++) {
		sm_equation *q;

		if (!ends[i].outside && !mo_has_inflow(c, b->members.at[i]->key / 2))
			continue;
		q = new_equation(&w, SM_EQUAL);
		q->lhs = ends[i].outside ? ends[i].own : mo_inflow_of(c, ends[i].own);
		q->rhs = mo_mixture(c, ends, n, i);
	}
}

static void mix_all(mo_regions *p, const mo_partition *s)
{
	sb_map seen = sb_map_new(s->c->arena);

	for (uint32_t i = 0; i < s->keys.n; i++) {
		mo_region_list *list = mo_regions_of(s, s->keys.at[i]);

		if (s->keys.at[i] % 2 == 0)
			sb_map_set(&p->streams, (void *)(uintptr_t)(s->keys.at[i] / 2 + 1), list);
		for (uint32_t k = 0; k < list->n; k++) {
			if (sb_map_find(&seen, list->at[k]->of))
				continue;
			sb_map_set(&seen, list->at[k]->of, list);
			mix(s, list->at[k]->of);
		}
	}
}

bool mo_regions_have(const mo_regions *p, uint32_t variable)
{
	return sb_map_find(&p->streams, (void *)(uintptr_t)(variable + 1)) != NULL;
}

bool mo_join_regions(mo_regions *p, const mo_links *links, bool *done)
{
	mo_context *c = p->c;
	mo_partition faces = mo_make_partition(c, links, true), both;
	bool flow = links->n && sm_var(c->model, links->at[0].a.variable)->is_flow;

	*done = !faces.failed && !needs_elements(&faces);
	if (!*done)
		return true;
	if (links->n && mo_is_stream(c, links->at[0].a.variable)) {
		*done = !has_ranges(&faces);
		if (*done) {
			mix_all(p, &faces);
			count_joined(&faces);
		}
		return true;
	}
	if (flow) {
		each_bundle(&faces, true, sum_flows);
		note_flows(p, &faces);
		count_joined(&faces);
		return true;
	}
	both = mo_make_partition(c, links, false);
	*done = !both.failed;
	if (*done)
		each_bundle(&both, false, equate);
	if (*done)
		count_joined(&faces);
	return true;
}

bool mo_pieces_without_flow(const mo_regions *p, uint32_t variable)
{
	mo_context *c = p->c;
	const mo_region_list *list = sb_map_find(&p->touched, (void *)(uintptr_t)(variable + 1));
	mo_partition s = {.c = c};

	for (uint32_t i = 0; list && i < list->n; i++) {
		mo_bundle *b = list->at[i]->of;
		const sm_variable *v = sm_var(c->model, variable);
		sm_equation *q;

		if (is_joined(&s, b))
			continue;
		writing w = begin(&s, b);
		mo_link_range *ranges;
		uint32_t n = ranges_of(&s, list->at[i], &ranges);
		sx_ref *at = sb_new_array(c->arena, sx_ref, n + 1);

		for (uint32_t k = 0; k < n; k++)
			at[k] = sx_int(c->pool, ranges[k].from);
		q = new_equation(&w, SM_EQUAL);
		q->span = v->span;
		q->component = v->component;
		q->lhs = region_ref(&w, list->at[i], at);
		q->rhs = sx_real(c->pool, 0);
	}
	return list != NULL;
}
