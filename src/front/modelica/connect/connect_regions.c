/* Connection sets over index sets: families of sets instead of sets.
 *
 * A *bundle* is a family of connection sets: for each point of its coordinates one set. Its members are *regions* of
 * arrays: each dimension of the array is a coordinate plus an offset, or a range of subscripts all of which are in the
 * same set.
 *
 *     for i in 1:n - 1 loop                            bundle over k in 1:n-1:   r.n[k], r.p[k + 1], c.p[k]
 *       connect(r[i].n, r[i + 1].p);                   bundles of one set:       r.p[1];   r.n[n];   g.p, c.n[1:n-1]
 *       connect(r[i].n, c[i].p);
 *       connect(c[i].n, g.p);
 *     end for;
 *
 * At first every array is one region in a bundle of its own. A link is taken part by part, so that each part lies in
 * one region at either end; the two bundles are cut so that the part covers them, coordinates that only one end moves
 * along are *collapsed* (all their sets become one), and the bundles become one. A link from a bundle to itself, one
 * step along a coordinate, collapses that coordinate. Where cutting does not end soon, the whole group of variables is
 * left to connect_sets.c, element by element. */
#include "front/modelica/connect/connect_regions.h"

#include <string.h>

enum { MOST_PIECES_OF_ONE = 100, MOST_WORK = 20000000 };

typedef struct part {
	const mo_link *link;
	int64_t *lo, *hi; /* of the indices of the link */
} part;
typedef sb_vec(part) part_list;

/* ------------------------------------------------------------------- regions, bundles */

static bool do_work(mo_partition *s, uint64_t n)
{
	s->work += n;
	s->failed |= s->work > MOST_WORK;
	return !s->failed;
}

static mo_bundle *new_bundle(mo_partition *s, uint32_t n)
{
	mo_bundle *b = sb_new(s->c->arena, mo_bundle);

	b->n = n;
	b->lo = sb_new_array(s->c->arena, int64_t, n + 1);
	b->hi = sb_new_array(s->c->arena, int64_t, n + 1);
	return b;
}

mo_region_list *mo_regions_of(const mo_partition *s, uint32_t key)
{
	return sb_map_find(&s->regions_of, (void *)(uintptr_t)(key + 1));
}

static void add_region(mo_partition *s, mo_bundle *b, mo_region *p)
{
	mo_region_list *list = mo_regions_of(s, p->key);

	p->of = b;
	sb_push(s->c->arena, b->members, p);
	sb_push(s->c->arena, *list, p);
	s->failed |= list->n > MOST_PIECES_OF_ONE;
}

/* All of a variable as one region. */
static void add_whole(mo_partition *s, uint32_t key)
{
	const sm_variable *v = sm_var(s->c->model, key / 2);
	mo_region *p = sb_new(s->c->arena, mo_region);
	mo_bundle *b = new_bundle(s, v->rank);

	sb_map_set(&s->regions_of, (void *)(uintptr_t)(key + 1), sb_new(s->c->arena, mo_region_list));
	sb_push(s->c->arena, s->keys, key);
	p->key = key;
	p->rank = v->rank;
	p->sides = sb_new_array(s->c->arena, mo_side, v->rank + 1);
	for (uint32_t d = 0; d < v->rank; d++) {
		b->lo[d] = 1;
		b->hi[d] = v->shape[d];
		p->sides[d] = (mo_side){(int32_t)d, 0, 0};
	}
	add_region(s, b, p);
}

static uint32_t key_of(mo_partition *s, const mo_link_end *e)
{
	uint32_t key = 2 * e->variable + (s->faces && e->outside);

	if (!mo_regions_of(s, key))
		add_whole(s, key);
	return key;
}

static int64_t first_of(const mo_region *p, uint32_t d)
{
	const mo_side *s = &p->sides[d];

	return s->coordinate < 0 ? s->lo : p->of->lo[s->coordinate] + s->lo;
}

static int64_t last_of(const mo_region *p, uint32_t d)
{
	const mo_side *s = &p->sides[d];

	return s->coordinate < 0 ? s->hi : p->of->hi[s->coordinate] + s->lo;
}

/* All sets along a coordinate become one. */
static void collapse(mo_partition *s, mo_bundle *b, uint32_t k)
{
	do_work(s, b->members.n);
	for (uint32_t i = 0; i < b->members.n; i++) {
		mo_region *p = b->members.at[i];

		for (uint32_t d = 0; d < p->rank; d++) {
			mo_side *at = &p->sides[d];

			if (at->coordinate == (int32_t)k)
				*at = (mo_side){-1, b->lo[k] + at->lo, b->hi[k] + at->lo};
			else if (at->coordinate > (int32_t)k)
				at->coordinate--;
		}
	}
	b->n--;
	for (uint32_t j = k; j < b->n; j++) {
		b->lo[j] = b->lo[j + 1];
		b->hi[j] = b->hi[j + 1];
	}
}

/* Cuts the sets from `at` on along a coordinate off, as a bundle of their own. */
static void cut(mo_partition *s, mo_bundle *b, uint32_t k, int64_t at)
{
	mo_bundle *rest = new_bundle(s, b->n);
	uint32_t n = b->members.n;

	if (!do_work(s, n))
		return;
	memcpy(rest->lo, b->lo, sizeof *b->lo * b->n);
	memcpy(rest->hi, b->hi, sizeof *b->hi * b->n);
	rest->link = b->link;
	rest->lo[k] = at;
	b->hi[k] = at - 1;
	for (uint32_t i = 0; i < n && !s->failed; i++) {
		const mo_region *from = b->members.at[i];
		mo_region *p = sb_new(s->c->arena, mo_region);

		*p = *from;
		p->sides = sb_new_array(s->c->arena, mo_side, p->rank + 1);
		memcpy(p->sides, from->sides, sizeof *p->sides * p->rank);
		add_region(s, rest, p);
	}
}

/* Cuts so that lo..hi remain in the bundle or in one that is cut off; true if nothing had to be done. */
static bool cut_to(mo_partition *s, mo_bundle *b, uint32_t k, int64_t lo, int64_t hi)
{
	bool whole = b->lo[k] == lo && b->hi[k] == hi;

	if (b->hi[k] > hi)
		cut(s, b, k, hi + 1);
	if (b->lo[k] < lo)
		cut(s, b, k, lo);
	return whole;
}

/* --------------------------------------------------------------------------- links */

/* What a link says about one coordinate of the bundle at one of its ends: a number, or an index plus a number. */
typedef struct motion {
	mo_link_at at;
	int64_t lo, hi;
} motion;

static int64_t lowest(const part *w, const mo_link_at *at)
{
	return at->offset + (at->index < 0 ? 0 : w->lo[at->index]);
}

static int64_t highest(const part *w, const mo_link_at *at)
{
	return at->offset + (at->index < 0 ? 0 : w->hi[at->index]);
}

static mo_region *region_at(mo_partition *s, uint32_t key, const part *w, const mo_link_end *e)
{
	mo_region_list *list = mo_regions_of(s, key);

	do_work(s, list->n);
	for (uint32_t i = 0; i < list->n; i++) {
		mo_region *p = list->at[i];
		bool in = true;

		for (uint32_t d = 0; d < p->rank && in; d++)
			in = lowest(w, &e->at[d]) >= first_of(p, d) && lowest(w, &e->at[d]) <= last_of(p, d);
		if (in)
			return p;
	}
	return NULL;
}

static part copy_part(mo_partition *s, const part *w)
{
	uint32_t n = w->link->over_count;
	part copy = {w->link, sb_new_array(s->c->arena, int64_t, n + 1), sb_new_array(s->c->arena, int64_t, n + 1)};

	memcpy(copy.lo, w->lo, sizeof *w->lo * n);
	memcpy(copy.hi, w->hi, sizeof *w->hi * n);
	return copy;
}

/* Leaves of the part what lies in the region; the rest goes back to the list. */
static void restrict_to(mo_partition *s, part *w, const mo_link_end *e, const mo_region *p, part_list *todo)
{
	for (uint32_t d = 0; d < p->rank; d++) {
		int32_t k = e->at[d].index;
		part rest;

		if (k < 0 || w->hi[k] + e->at[d].offset <= last_of(p, d))
			continue;
		rest = copy_part(s, w);
		w->hi[k] = last_of(p, d) - e->at[d].offset;
		rest.lo[k] = w->hi[k] + 1;
		sb_push(s->c->arena, *todo, rest);
	}
}

static motion *motions(mo_partition *s, const part *w, const mo_link_end *e, const mo_region *p)
{
	motion *m = sb_new_array(s->c->arena, motion, p->of->n + 1);

	for (uint32_t d = 0; d < p->rank; d++) {
		const mo_side *at = &p->sides[d];

		if (at->coordinate < 0)
			continue;
		m[at->coordinate].at = (mo_link_at){e->at[d].index, e->at[d].offset - at->lo};
		m[at->coordinate].lo = lowest(w, &e->at[d]) - at->lo;
		m[at->coordinate].hi = highest(w, &e->at[d]) - at->lo;
	}
	return m;
}

static bool same_motion(const motion *a, const motion *b)
{
	return a->at.index == b->at.index && a->at.offset == b->at.offset;
}

/* A link inside of one bundle. Nothing to do where it joins each set with itself; one step along a coordinate collapses
 * it. False: the bundle must be cut first. */
static bool join_itself(mo_partition *s, mo_bundle *b, const motion *ma, const motion *mb, bool *done)
{
	uint32_t different = 0, k = 0;
	bool whole = true;

	*done = true;
	for (uint32_t i = 0; i < b->n; i++)
		if (!same_motion(&ma[i], &mb[i])) {
			different++;
			k = i;
		}
	if (different == 0)
		return true;
	int64_t step = mb[k].at.offset - ma[k].at.offset;
	if (different > 1 || ma[k].at.index < 0 || ma[k].at.index != mb[k].at.index || (step != 1 && step != -1))
		return *done = false;
	for (uint32_t i = 0; i < b->n && whole; i++) {
		int64_t lo = ma[i].lo < mb[i].lo ? ma[i].lo : mb[i].lo, hi = ma[i].hi > mb[i].hi ? ma[i].hi : mb[i].hi;

		whole = cut_to(s, b, i, lo, hi);
	}
	if (whole)
		collapse(s, b, k);
	return whole;
}

/* Do all coordinates of the bundle lie in the part? Else cuts one. */
static bool covers(mo_partition *s, mo_bundle *b, const motion *m)
{
	for (uint32_t i = 0; i < b->n; i++)
		if (!cut_to(s, b, i, m[i].lo, m[i].hi))
			return false;
	return true;
}

/* The coordinate that moves with an index, or -1. */
static int32_t moving_with(const mo_bundle *b, const motion *m, int32_t index)
{
	for (uint32_t i = 0; i < b->n; i++)
		if (m[i].at.index == index)
			return (int32_t)i;
	return -1;
}

/* Two coordinates that move with the same index, as in a[i, i], are a diagonal, which is no box. */
static bool is_diagonal(const mo_bundle *b, const motion *m)
{
	for (uint32_t i = 0; i < b->n; i++)
		if (m[i].at.index >= 0 && moving_with(b, m, m[i].at.index) != (int32_t)i)
			return true;
	return false;
}

static void collapse_others(mo_partition *s, mo_bundle *b, motion *m, const mo_bundle *other, const motion *by)
{
	for (uint32_t i = b->n; i-- > 0;) {
		if (m[i].at.index >= 0 && moving_with(other, by, m[i].at.index) >= 0)
			continue;
		collapse(s, b, i);
		for (uint32_t j = i; j < b->n; j++)
			m[j] = m[j + 1];
	}
}

static void merge(mo_partition *s, mo_bundle *a, const motion *ma, mo_bundle *b, const motion *mb)
{
	if (a->members.n < b->members.n) {
		merge(s, b, mb, a, ma);
		return;
	}
	do_work(s, b->members.n);
	for (uint32_t i = 0; i < b->members.n; i++) {
		mo_region *p = b->members.at[i];

		for (uint32_t d = 0; d < p->rank; d++) {
			mo_side *at = &p->sides[d];
			int32_t k = at->coordinate < 0 ? -1 : moving_with(a, ma, mb[at->coordinate].at.index);

			if (at->coordinate < 0 || k < 0)
				continue;
			at->lo += mb[at->coordinate].at.offset - ma[k].at.offset;
			at->coordinate = k;
		}
		p->of = a;
		sb_push(s->c->arena, a->members, p);
	}
	a->link = a->link ? a->link : b->link;
	b->members.n = 0;
}

/* Indices that have come down to one value are numbers. */
static void settle(const part *w, motion *m, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (m[i].at.index >= 0 && w->lo[m[i].at.index] == w->hi[m[i].at.index])
			m[i].at = (mo_link_at){-1, m[i].lo};
}

static void join_part(mo_partition *s, part w, part_list *todo)
{
	uint32_t ka = key_of(s, &w.link->a), kb = key_of(s, &w.link->b);
	mo_region *a = region_at(s, ka, &w, &w.link->a), *b;
	motion *ma, *mb;
	bool done;

	if (!a) {
		s->failed = true;
		return;
	}
	restrict_to(s, &w, &w.link->a, a, todo);
	b = region_at(s, kb, &w, &w.link->b);
	if (!b) {
		s->failed = true;
		return;
	}
	restrict_to(s, &w, &w.link->b, b, todo);
	ma = motions(s, &w, &w.link->a, a);
	mb = motions(s, &w, &w.link->b, b);
	settle(&w, ma, a->of->n);
	settle(&w, mb, b->of->n);
	if (is_diagonal(a->of, ma) || is_diagonal(b->of, mb)) {
		s->failed = true;
		return;
	}
	if (a->of == b->of) {
		if (join_itself(s, a->of, ma, mb, &done))
			return;
		if (done || !covers(s, a->of, ma) || !covers(s, a->of, mb))
			sb_push(s->c->arena, *todo, w);
		else
			s->failed = true;
		return;
	}
	if (!covers(s, a->of, ma) || !covers(s, b->of, mb)) {
		sb_push(s->c->arena, *todo, w);
		return;
	}
	a->of->link = a->of->link ? a->of->link : w.link;
	collapse_others(s, a->of, ma, b->of, mb);
	collapse_others(s, b->of, mb, a->of, ma);
	if (!s->failed)
		merge(s, a->of, ma, b->of, mb);
}

static void join_links(mo_partition *s, const mo_links *links)
{
	part_list todo = {0};

	for (uint32_t i = 0; i < links->n && !s->failed; i++) {
		const mo_link *l = &links->at[i];
		part first = {l, sb_new_array(s->c->arena, int64_t, l->over_count + 1),
					  sb_new_array(s->c->arena, int64_t, l->over_count + 1)};

		for (uint32_t k = 0; k < l->over_count; k++) {
			first.lo[k] = l->over[k].from;
			first.hi[k] = l->over[k].to;
		}
		sb_push(s->c->arena, todo, first);
		while (todo.n && do_work(s, 1))
			join_part(s, todo.at[--todo.n], &todo);
	}
}

mo_partition mo_make_partition(mo_context *c, const mo_links *links, bool faces)
{
	mo_partition s = {.c = c, .faces = faces, .regions_of = sb_map_new(c->arena)};

	join_links(&s, links);
	return s;
}
