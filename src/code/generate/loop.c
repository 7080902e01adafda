/* The loops of a family: an item over a domain.
 *
 * A reference to an array moves through its store with the iterators, as long as it stays among elements that lie
 * there regularly. Where it comes to another cell with another place (u[i - 1] at the end of the family, where u[1]
 * is given by an equation of its own), the domain is cut, so that in each of its boxes every reference is a pointer
 * that goes on by a constant. The boxes run one after another in the order of the loop.
 *
 *     for (int o = 0; o < 28; o++) {           the outer dimensions
 *         double *x_0 = x + 30*o;              one pointer for each way of moving through a store
 *         int q = 0;
 *         do { xd_1[31] = ...; x_0 += 4; } while ((q += 4) < 28);
 *     }
 * / */
#include "code/generate/generate.h"

#include <string.h>

const sm_domain *sc_domain_of(const sc_item *item)
{
	if (item->kind == SC_STEP && item->step->domain.n)
		return &item->step->domain;
	return item->kind == SC_VALUE && item->domain && item->domain->n ? item->domain : NULL;
}

static int64_t points(const sm_range *r)
{
	return r->to - r->from + 1;
}

const sc_moving *sc_moving_of(const sc_emitter *em, sx_ref e)
{
	return em->domain && em->roll_of[e] == em->roll_now ? &em->moving.at[em->roll_step[e]] : NULL;
}

static void make_room(sc_emitter *em)
{
	if (!em->roll_of) {
		em->roll_of = sb_new_array(em->arena, uint32_t, sx_count(em->pool) + 1);
		em->roll_step = sb_new_array(em->arena, int32_t, sx_count(em->pool) + 1);
	}
}

/* ---------------------------------------------------------------------------------------------------------- boxes */

typedef struct cut { bool needed; uint32_t iterator; int64_t at; } cut;

/* Where the reference leaves a piece: the domain is cut there. */
static cut cut_at_piece(const sc_emitter *em, sx_ref var, const sm_domain *domain)
{
	uint32_t at = 0;
	ss_subscript s;
	ss_box box;
	if (!em->plan->cells || !ss_reference_box(em->model, var, domain, &box))
		return (cut){0};
	const ss_section *p = ss_next_section(em->plan->cells, sx_at(em->pool, var)->payload, &box, &at);
	for (uint32_t pass = 0; p && pass < 2; pass++)
		for (uint32_t d = 0; d < box.rank; d++) {
			int64_t where = box.lo[d] < p->box.lo[d] ? p->box.lo[d] : box.hi[d] > p->box.hi[d] ? p->box.hi[d] + 1 : 0;
			if (pass && box.lo[d] < box.hi[d])
				where = box.lo[d] + 1;
			if (!where)
				continue;
			ss_read_subscript(em->pool, sx_arg(em->pool, var, d), &s);
			return (cut){ true, s.iterator, where - s.offset };
		}
	return (cut){0};
}

/* By how much a number that is affine in the iterators of the domain goes on in each dimension, and what it is at the
 * first point. */
static int64_t affine(const sc_emitter *em, sx_ref e, int64_t by, int64_t *stride)
{
	const sx_node *node = sx_at(em->pool, e);
	uint32_t d = 0;
	switch (node->op) {
	case SX_CONST: return by * sx_int_value(em->pool, e);
	case SX_NEG: return affine(em, sx_arg(em->pool, e, 0), -by, stride);
	case SX_ADD: case SX_SUB:
		return affine(em, sx_arg(em->pool, e, 0), by, stride) +
			affine(em, sx_arg(em->pool, e, 1), node->op == SX_ADD ? by : -by, stride);
	case SX_MUL: {
		bool first = sx_is_const(em->pool, sx_arg(em->pool, e, 0));
		return affine(em, sx_arg(em->pool, e, first), by * sx_int_value(em->pool, sx_arg(em->pool, e, !first)), stride);
	}
	default:
		while (d + 1 < em->domain->n && em->domain->at[d].iterator != node->payload)
			d++;
		stride[d] += by;
		return by * em->domain->at[d].from;
	}
}

/* The entries of the left limits of a cell follow one another, row by row. */
static bool find_limit(sc_emitter *em, sx_ref pre, sc_moving *out)
{
	sx_ref var = sx_arg(em->pool, pre, 0);
	ss_box box;
	uint32_t at = 0;
	int64_t row = 1;
	ss_place place;
	if (sx_op_of(em->pool, var) != SX_VAR || !ss_reference_place(em->plan, var, em->domain, &place, out->stride) ||
		!em->plan->cells || !ss_reference_box(em->model, var, em->domain, &box) || place.negated ||
		!em->pre_of[sc_place_key(em->plan, place)]) {
		sc_trouble(em, "left limits of a family have no place");
		return false;
	}
	const ss_section *p = ss_next_section(em->plan->cells, sx_at(em->pool, var)->payload, &box, &at);
	memset(out->stride, 0, sizeof out->stride);
	for (uint32_t d = box.rank; d-- > 0; row *= p->box.hi[d] - p->box.lo[d] + 1) {
		ss_subscript s;
		uint32_t k = 0;
		ss_read_subscript(em->pool, sx_arg(em->pool, var, d), &s);
		while (k < em->domain->n && em->domain->at[k].iterator != s.iterator)
			k++;
		if (k < em->domain->n)
			out->stride[k] += row;
	}
	out->place = place;
	out->place.index = em->pre_of[sc_place_key(em->plan, place)] - 1;
	return true;
}

static void note_moving(sc_emitter *em, sx_ref e, const sc_moving *moving)
{
	em->roll_of[e] = em->roll_now;
	em->roll_step[e] = (int32_t)em->moving.n;
	sb_push(em->arena, em->moving, *moving);
}

/* What moves in an expression: everything that the loop goes through regularly. */
static cut find_moving(sc_emitter *em, sx_ref root)
{
	uint32_t bottom = em->stack.n;
	cut found = {0};
	sb_push(em->arena, em->stack, root);
	while (em->stack.n > bottom && !found.needed) {
		sx_ref e = em->stack.at[--em->stack.n];
		const sx_node *node = sx_at(em->pool, e);
		if (!(node->flags & SX_HAS_ITER) || em->roll_of[e] == em->roll_now)
			continue;
		sx_ref var = node->op == SX_DER ? sx_arg(em->pool, e, 0) : e;
		sc_moving moving = {0};
		if (node->op == SX_LATCH) {
			moving.place.index = node->payload + (uint32_t)affine(em, sx_arg(em->pool, e, 0), 1, moving.stride);
			note_moving(em, e, &moving);
			continue;
		}
		if (node->op == SX_PRE && find_limit(em, e, &moving)) {
			note_moving(em, e, &moving);
			continue;
		}
		if (sx_op_of(em->pool, var) != SX_VAR) {
			for (uint32_t i = 0; i < node->count; i++)
				sb_push(em->arena, em->stack, sx_arg(em->pool, e, i));
			continue;
		}
		if (!ss_reference_place(em->plan, var, em->domain, &moving.place, moving.stride)) {
			found = cut_at_piece(em, var, em->domain);
			for (uint32_t i = 0; i < node->count && node->op == SX_VAR; i++)
				sb_push(em->arena, em->stack, sx_arg(em->pool, e, i));
			continue;
		}
		if (node->op == SX_DER && moving.place.store == SS_STATE)
			moving.place.store = SS_RATE;
		note_moving(em, e, &moving);
	}
	em->stack.n = bottom;
	return found;
}

/* From the first point of the domain to the first round of the loop. */
static void turn_around(const sc_emitter *em, sc_moving *m)
{
	for (uint32_t d = 0; d < em->domain->n; d++) {
		int64_t n = points(&em->domain->at[d]);
		if (n == 1)
			m->stride[d] = 0;
		if (!em->descending || !em->descending[d])
			continue;
		m->place.index = (uint32_t)(m->place.index + m->stride[d] * (n - 1));
		m->stride[d] = -m->stride[d];
	}
}

/* The number of the item's points up to the first one of the box, and how they go on. */
static sc_moving own_points(const sc_emitter *em, const sc_item *item, const sm_domain *whole)
{
	sc_moving own = { .place.index = item->kind == SC_VALUE ? item->index : item->step->guard - 1 };
	int64_t stride = 1;
	for (uint32_t d = whole->n; d-- > 0;) {
		own.stride[d] = stride;
		own.place.index += (uint32_t)(stride * (em->domain->at[d].from - whole->at[d].from));
		stride *= points(&whole->at[d]);
	}
	turn_around(em, &own);
	return own;
}

/* ---------------------------------------------------------------------------------------------------------- texts */

static bool stands_still(const sc_emitter *em, const sc_moving *m)
{
	for (uint32_t d = 0; d < em->domain->n; d++)
		if (m->stride[d])
			return false;
	return true;
}

static void put_outer(const sc_emitter *em, const int64_t *stride, sb_text *out)
{
	for (uint32_t d = 0; d + 1 < em->domain->n; d++)
		if (stride[d])
			sb_addf(out, " %c %lld*o%u_%u", stride[d] < 0 ? '-' : '+',
					(long long)(stride[d] < 0 ? -stride[d] : stride[d]), em->roll_index, d);
}

static bool same_way(const sc_emitter *em, const sc_walker *w, const char *array, const sc_moving *m)
{
	uint32_t inner = em->domain->n - 1;
	for (uint32_t d = 0; d < inner; d++)
		if (w->outer[d] != m->stride[d])
			return false;
	return w->step == m->stride[inner] && strcmp(w->array, array) == 0;
}

/* The number of a place or point in the present round, written out. */
static void put_index(sc_emitter *em, const sc_moving *m, sb_text *out)
{
	int64_t step = m->stride[em->domain->n - 1], base = (int64_t)m->place.index + em->roll_ahead * step;
	sb_addf(out, "%lld", (long long)base);
	if (step)
		sb_addf(out, " %c %lld*q%u", step < 0 ? '-' : '+', (long long)(step < 0 ? -step : step), em->roll_index);
	put_outer(em, m->stride, out);
}

void sc_put_moving(sc_emitter *em, const char *array, const sc_moving *m, sb_text *out)
{
	uint32_t inner = em->domain->n - 1, k = 0;
	if (stands_still(em, m) || m->stride[inner] < 0 || em->summing) {
		sb_addf(out, "%s[", array);
		put_index(em, m, out);
		sb_addc(out, ']');
		return;
	}
	while (k < em->walkers.n && !same_way(em, &em->walkers.at[k], array, m))
		k++;
	if (k == em->walkers.n) {
		sc_walker walker = { .array = sb_strdup(em->arena, array), .step = m->stride[inner] };
		memcpy(walker.outer, m->stride, inner * sizeof *walker.outer);
		sb_push(em->arena, em->walkers, walker);
	}
	sb_addf(out, "%s_%u[%lld]", array, k, (long long)m->place.index + (long long)em->roll_ahead * m->stride[inner]);
}

void sc_put_iterator(sc_emitter *em, uint32_t iterator, sb_text *out)
{
	for (uint32_t d = 0; em->domain && d < em->domain->n; d++) {
		const sm_range *r = &em->domain->at[d];
		bool back = em->descending && em->descending[d], inner = d + 1 == em->domain->n;
		int64_t first = back ? r->to : r->from;
		if (r->iterator != iterator)
			continue;
		if (inner)
			first += back ? -(int64_t)em->roll_ahead : em->roll_ahead;
		if (points(r) == 1)
			sb_addf(out, first < 0 ? "(%lldLL)" : "%lldLL", (long long)first);
		else if (inner)
			sb_addf(out, "(%lldLL %c q%u)", (long long)first, back ? '-' : '+', em->roll_index);
		else
			sb_addf(out, "(%lldLL %c o%u_%u)", (long long)first, back ? '-' : '+', em->roll_index, d);
		return;
	}
	if (!sc_put_counter(em, iterator, out))
		sb_addf(out, "it%u", iterator);
}

void sc_put_own_index(sc_emitter *em, sb_text *out)
{
	put_index(em, &em->own, out);
}

static void put_indent(sb_text *out, uint32_t level)
{
	while (level--)
		sb_addc(out, '\t');
}

static uint32_t open_outer(const sc_emitter *em, sb_text *out)
{
	uint32_t level = 2;
	for (uint32_t d = 0; d + 1 < em->domain->n; d++) {
		if (points(&em->domain->at[d]) == 1)
			continue;
		put_indent(out, level++);
		sb_addf(out, "for (int o%u_%u = 0; o%u_%u < %lld; o%u_%u++) {\n", em->roll_index, d, em->roll_index, d,
				(long long)points(&em->domain->at[d]), em->roll_index, d);
	}
	return level;
}

/* The pointers where the loop begins: at its first round, or at that of the part that is asked for. */
static void open_walkers(sc_emitter *em, uint32_t level, sb_text *out)
{
	for (uint32_t k = 0; k < em->walkers.n; k++) {
		const sc_walker *w = &em->walkers.at[k];
		put_indent(out, level);
		sb_addf(out, "%s *%s_%u = %s", sc_element_type(w->array), w->array, k, w->array);
		put_outer(em, w->outer, out);
		if (em->roll_part)
			sb_addf(out, " + %lldLL*sc_from", (long long)w->step);
		sb_add(out, ";\n");
	}
}

static void write_nest(sc_emitter *em, const char *before, const char *body, const char *rest, sb_text *out)
{
	int64_t rounds = points(&em->domain->at[em->domain->n - 1]), rolled = rounds - rounds % SC_ROUNDS;
	bool part = em->roll_part;
	sb_add(out, "\t{\n");
	sb_add(out, before);
	uint32_t level = open_outer(em, out);
	open_walkers(em, level, out);
	put_indent(out, level);
	sb_addf(out, "int q%u = %s;\n", em->roll_index, part ? "sc_from" : "0");
	if (part) {
		put_indent(out, level);
		sb_addf(out, "const int last = sc_to < %lld ? sc_to : %lld;\n", (long long)rolled, (long long)rolled);
	}
	if (rolled) {
		put_indent(out, level);
		sb_addf(out, part ? "if (q%u < last) do {\n" : "do {\n", em->roll_index);
		sb_add(out, body);
		for (uint32_t k = 0; k < em->walkers.n; k++)
			if (em->walkers.at[k].step) {
				put_indent(out, level + 1);
				sb_addf(out, "%s_%u += %lld;\n", em->walkers.at[k].array, k,
						(long long)em->walkers.at[k].step * SC_ROUNDS);
			}
		put_indent(out, level);
		if (part)
			sb_addf(out, "} while ((q%u += %d) < last);\n", em->roll_index, SC_ROUNDS);
		else
			sb_addf(out, "} while ((q%u += %d) < %lld);\n", em->roll_index, SC_ROUNDS, (long long)rolled);
	}
	if (part && *rest)
		sb_addf(out, "\t\tif (sc_to > %lld) {\n%s\t\t}\n", (long long)rolled, rest);
	else
		sb_add(out, rest);
	while (level-- > 2) {
		put_indent(out, level);
		sb_add(out, "}\n");
	}
	sb_add(out, "\t}\n");
}

/* ---------------------------------------------------------------------------------------------------------- loops */

typedef struct writing { void (*write)(sc_emitter *em, const sc_item *item); const sc_item *item; } writing;

static void write_rounds(sc_emitter *em, const writing *w, uint32_t count, uint32_t level, sb_text *text)
{
	sb_text *at = em->at;
	for (em->roll_ahead = 0; em->roll_ahead < count && !em->failed; em->roll_ahead++) {
		em->at = text;
		em->level = level;
		sc_unit(em);
		w->write(em, w->item);
	}
	em->roll_ahead = 0;
	em->at = at;
}

/* One box; a cut that is needed instead. */
static cut write_box(sc_emitter *em, const writing *w, const sm_domain *whole, const sm_domain *box, sb_text *out)
{
	const ss_step *step = w->item->kind == SC_STEP ? w->item->step : NULL;
	em->domain = box;
	em->descending = step ? step->descending : NULL;
	em->roll_now++;
	em->moving.n = em->walkers.n = 0;
	cut needed = find_moving(em, step ? step->value : w->item->value);
	if (!needed.needed && step)
		needed = find_moving(em, step->target);
	if (needed.needed)
		return needed;
	for (uint32_t k = 0; k < em->moving.n; k++)
		turn_around(em, &em->moving.at[k]);
	em->own = own_points(em, w->item, whole);
	em->roll_index = em->temps++;
	em->rolling = true;
	sb_text before = {0}, body = {0}, rest = {0};
	int64_t rounds = points(&box->at[box->n - 1]);
	em->before = &before;
	if (rounds >= SC_ROUNDS)
		write_rounds(em, w, SC_ROUNDS, box->n + 1, &body);
	write_rounds(em, w, (uint32_t)(rounds % SC_ROUNDS), box->n, &rest);
	write_nest(em, before.at ? before.at : "", body.at ? body.at : "", rest.at ? rest.at : "", out);
	em->rolling = false;
	sb_text_free(&before);
	sb_text_free(&body);
	sb_text_free(&rest);
	return needed;
}

/* One loop without a cut, over few enough points at a time. */
uint32_t sc_loop_in_parts(sc_emitter *em, const sc_item *item)
{
	const sm_domain *domain = sc_domain_of(item);
	if (!domain || domain->n != 1 || item->kind != SC_STEP || item->step->descending[0])
		return 0;
	make_room(em);
	em->domain = domain;
	em->roll_now++;
	em->moving.n = 0;
	bool whole = !find_moving(em, item->step->value).needed && !find_moving(em, item->step->target).needed;
	em->domain = NULL;
	return whole ? (uint32_t)points(&domain->at[0]) : 0;
}

static sm_domain part_of(sc_emitter *em, const sm_domain *box, const cut *c, bool high)
{
	sm_domain part = {0};
	for (uint32_t d = 0; d < box->n; d++) {
		sm_range r = box->at[d];
		if (r.iterator == c->iterator) {
			r.from = high ? c->at : r.from;
			r.to = high ? r.to : c->at - 1;
		}
		sb_push(em->arena, part, r);
	}
	return part;
}

static bool goes_back(const sc_item *item, const sm_domain *box, uint32_t iterator)
{
	for (uint32_t d = 0; d < box->n && item->kind == SC_STEP; d++)
		if (box->at[d].iterator == iterator)
			return item->step->descending[d];
	return false;
}

void sc_loops(sc_emitter *em, const sc_item *item, void (*write)(sc_emitter *em, const sc_item *item), sb_text *out)
{
	writing w = { write, item };
	const sm_domain *whole = sc_domain_of(item);
	sb_vec(sm_domain) todo = {0};
	make_room(em);
	sb_push(em->arena, todo, *whole);
	while (todo.n && !em->failed) {
		sm_domain box = todo.at[--todo.n];
		cut c = write_box(em, &w, whole, &box, out);
		if (!c.needed)
			continue;
		bool back = goes_back(item, &box, c.iterator);
		sm_domain last = part_of(em, &box, &c, !back), first = part_of(em, &box, &c, back);
		sb_push(em->arena, todo, last);
		sb_push(em->arena, todo, first);
	}
	em->domain = NULL;
	em->descending = NULL;
}

/* ----------------------------------------------------------------------------------------------------------- sums */

bool sc_sum(sc_emitter *em, sx_ref sum,
			void (*write)(sc_emitter *em, const void *what, uint32_t counter, int64_t rounds), const void *what)
{
	sx_ref from = sx_arg(em->pool, sum, 1), to = sx_arg(em->pool, sum, 2), body = sx_arg(em->pool, sum, 3);
	if (em->function || em->domain || em->rolling || !sx_is_const(em->pool, from) || !sx_is_const(em->pool, to) ||
		!em->plan->cells)
		return false;
	sm_range all = {sx_at(em->pool, sx_arg(em->pool, sum, 0))->payload, sx_int_value(em->pool, from),
					sx_int_value(em->pool, to)};
	if (points(&all) < 1)
		return true;
	make_room(em);
	sb_vec(sm_range) todo = {0};
	sb_push(em->arena, todo, all);
	em->summing = true;
	while (todo.n && !em->failed) {
		sm_range part = todo.at[--todo.n];
		sm_domain domain = { &part, 1, 1 };
		em->domain = &domain;
		em->roll_now++;
		em->moving.n = 0;
		cut c = find_moving(em, body);
		if (c.needed) {
			sb_push(em->arena, todo, ((sm_range){ part.iterator, c.at, part.to }));
			sb_push(em->arena, todo, ((sm_range){ part.iterator, part.from, c.at - 1 }));
			continue;
		}
		for (uint32_t k = 0; k < em->moving.n; k++)
			turn_around(em, &em->moving.at[k]);
		em->roll_index = em->temps++;
		write(em, what, em->roll_index, points(&part));
	}
	em->summing = false;
	em->domain = NULL;
	return true;
}
