/* Loops rolled up again. Families that the analysis could not keep whole, and equations of many equal components, are
 * single items; where they are a regular sequence (the same expressions over places whose numbers grow by equal
 * amounts), the code is one for loop. So the text of a rod of a million pieces is as long as that of a rod of a
 * hundred, for the generator, for both compilers and for the processor's cache.
 *
 * Each item is flattened into a shape (a hash over operators, types and stores) and slots (numbers of places and
 * constants). A sequence is found by comparing each item with the one a period later: shapes must be equal, numbers
 * must go on by the step between the first two rounds, constants may be anything (they go into a table). The order of
 * execution stays what it was. */
#include "code/generate/generate.h"

#include <stdio.h>
#include <string.h>

enum { LARGEST = 100, PERIODS = 8, FEWEST = 6 };

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
	return hash ^ (hash >> 29);
}

static void push_slot(sc_emitter *em, sc_shapes *s, sx_ref handle, bool constant, uint32_t number)
{
	sc_gap slot = { handle, constant, number };
	sb_push(em->arena, s->slots, slot);
}

/* A leaf with a number of its own: false if it cannot be part of a sequence. */
static bool flatten_place(sc_emitter *em, sc_shapes *s, sx_ref e, uint64_t *hash)
{
	const sx_node *node = sx_at(em->pool, e);
	if (node->op == SX_LOCAL) {
		if (em->function || node->count)
			return false;
		push_slot(em, s, e, false, node->payload);
		return true;
	}
	sx_ref var = node->op == SX_DER ? sx_arg(em->pool, e, 0) : e;
	ss_place place = sx_op_of(em->pool, var) == SX_VAR ? ss_place_of_leaf(em->plan, var) : (ss_place){0};
	if (place.store == SS_NOWHERE || (node->op == SX_DER && place.store != SS_STATE))
		return false;
	*hash = mix(*hash, place.store * 2u + place.negated);
	push_slot(em, s, e, false, place.index);
	return true;
}

static bool flatten_pre(sc_emitter *em, sc_shapes *s, sx_ref e, uint64_t *hash)
{
	uint32_t entry = 0;
	ss_place place = {0};
	bool negated = false;
	if (em->failed || !sc_pre_entry(em, e, &entry, &place, &negated))
		return false;
	*hash = mix(*hash, place.store * 2u + negated);
	push_slot(em, s, e, false, entry);
	return true;
}

static bool flatten_node(sc_emitter *em, sc_shapes *s, sx_ref e, uint64_t *hash)
{
	const sx_node *node = sx_at(em->pool, e);
	*hash = mix(*hash, node->op * 8u + node->type);
	switch (node->op) {
	case SX_CONST:
		if (node->type == SX_REAL)
			push_slot(em, s, e, true, e);
		else
			*hash = mix(*hash, e);
		return true;
	case SX_VAR: case SX_DER: case SX_LOCAL: return flatten_place(em, s, e, hash);
	case SX_PRE: return flatten_pre(em, s, e, hash);
	case SX_LATCH: case SX_SAMPLE: push_slot(em, s, e, false, node->payload); return true;
	case SX_CALL:
	case SX_OUT:
	case SX_ARRAY:
	case SX_AT:
	case SX_SIZE:
	case SX_DELAY:
	case SX_TRANSPORTED:
	case SX_ITER:
	case SX_SUM:
	case SX_PRODUCT:
	case SX_MINIMUM: case SX_MAXIMUM: case SX_CONCAT: case SX_TO_STRING: return false;
	default: *hash = mix(*hash, node->payload); return true;
	}
}

static bool flatten(sc_emitter *em, sc_shapes *s, sx_ref root, uint64_t *hash)
{
	sx_ref stack[LARGEST * 4];
	uint32_t n = 0, seen = 0;
	stack[n++] = root;
	while (n) {
		sx_ref e = stack[--n];
		const sx_node *node = sx_at(em->pool, e);
		if (++seen > LARGEST || !flatten_node(em, s, e, hash))
			return false;
		if (node->op == SX_VAR || node->op == SX_DER || node->op == SX_PRE || node->op == SX_LOCAL ||
			node->op == SX_SAMPLE)
			continue;
		if (n + node->count > LARGEST * 4)
			return false;
		/* how a power is written depends on its exponent, so that must be the same in all rounds */
		if (node->op == SX_POW && sx_is_const(em->pool, sx_arg(em->pool, e, 1)))
			*hash = mix(*hash, sx_arg(em->pool, e, 1));
		for (uint32_t k = 0; k < node->count; k++)
			if (sx_arg(em->pool, e, k))
				stack[n++] = sx_arg(em->pool, e, k);
	}
	return true;
}

/* 0: an item that stands for itself. */
static uint64_t shape_of(sc_emitter *em, sc_shapes *s, const sc_item *item)
{
	uint64_t hash = item->kind + 1u;
	if (sc_domain_of(item) || (item->kind == SC_STEP && item->step->when))
		return 0;
	if (item->kind == SC_STEP && item->step->kind == SS_ASSIGN) {
		if (!flatten_node(em, s, item->step->target, &hash))
			return 0;
		hash = mix(hash, item->step->guard != 0);
		if (item->step->guard)
			push_slot(em, s, 0, false, item->step->guard);
		return flatten(em, s, item->step->value, &hash) ? hash | 1 : 0;
	}
	if (item->kind == SC_VALUE) {
		push_slot(em, s, 0, false, item->index);
		hash = mix(hash, (uintptr_t)item->array);
		return flatten(em, s, item->value, &hash) ? hash | 1 : 0;
	}
	if (item->kind == SC_TAKE) {
		push_slot(em, s, 0, false, item->index);
		return flatten_node(em, s, item->value, &hash) && sx_op_of(em->pool, item->value) != SX_PRE ? hash | 1 : 0;
	}
	return 0;
}

sc_shapes *sc_shapes_of(sc_emitter *em, const sc_items *items)
{
	sc_shapes *s = sb_new(em->arena, sc_shapes);
	s->hash = sb_new_array(em->arena, uint64_t, items->n + 1);
	s->first = sb_new_array(em->arena, uint32_t, items->n + 1);
	s->count = items->n;
	for (uint32_t k = 0; k < items->n; k++) {
		s->first[k] = s->slots.n;
		s->hash[k] = shape_of(em, s, &items->at[k]);
		if (!s->hash[k])
			s->slots.n = s->first[k];
	}
	s->first[items->n] = s->slots.n;
	return s;
}

/* Does the round that begins at item `at` go on as the first two rounds (from `first`) do? */
static bool goes_on(const sc_shapes *s, uint32_t first, uint32_t period, uint32_t round)
{
	uint32_t at = first + round * period;
	if (at + period > s->count)
		return false;
	for (uint32_t k = 0; k < period; k++)
		if (!s->hash[at + k] || s->hash[at + k] != s->hash[first + k])
			return false;
	uint32_t n = s->first[first + period] - s->first[first];
	const sc_gap *a = &s->slots.at[s->first[first]], *b = &s->slots.at[s->first[first + period]],
				  *c = &s->slots.at[s->first[at]];
	for (uint32_t k = 0; k < n; k++)
		if (!a[k].constant && (int64_t)c[k].number != a[k].number + round * ((int64_t)b[k].number - a[k].number))
			return false;
	return true;
}

/* The constants of slot k in all rounds are those of slot j. */
static bool same_constants(const sc_shapes *s, const sc_roll *r, uint32_t j, uint32_t k)
{
	for (uint32_t round = 0; round < r->rounds; round++) {
		const sc_gap *c = &s->slots.at[s->first[r->first + round * r->period]];
		if (c[j].number != c[k].number)
			return false;
	}
	return true;
}

static bool is_table(const sc_shapes *s, const sc_roll *r, uint32_t k)
{
	for (uint32_t round = 1; round < r->rounds; round++)
		if (s->slots.at[s->first[r->first + round * r->period] + k].number !=
			s->slots.at[s->first[r->first] + k].number)
			return true;
	return false;
}

/* One handle must mean one thing: its number grows in one way wherever it occurs in the first round. */
static bool bind(sc_emitter *em, const sc_shapes *s, const sc_roll *r)
{
	uint32_t n = s->first[r->first + r->period] - s->first[r->first];
	const sc_gap *a = &s->slots.at[s->first[r->first]], *b = &s->slots.at[s->first[r->first + r->period]];
	if (!em->roll_of) {
		em->roll_of = sb_new_array(em->arena, uint32_t, sx_count(em->pool) + 1);
		em->roll_step = sb_new_array(em->arena, int32_t, sx_count(em->pool) + 1);
	}
	em->roll_now++;
	for (uint32_t k = 0; k < n; k++) {
		sx_ref e = a[k].handle;
		if (!e)
			continue;
		bool known = em->roll_of[e] == em->roll_now;
		int32_t step = a[k].constant ? (int32_t)k : (int32_t)((int64_t)b[k].number - a[k].number);
		if (known && (a[k].constant ? !same_constants(s, r, (uint32_t)em->roll_step[e], k) : em->roll_step[e] != step))
			return false;
		if (!known) {
			em->roll_of[e] = em->roll_now;
			em->roll_step[e] = step;
		}
	}
	return true;
}

/* What is set must be another place in each round. */
static bool targets_move(sc_emitter *em, const sc_items *items, const sc_roll *r)
{
	for (uint32_t k = 0; k < r->period; k++) {
		const sc_item *item = &items->at[r->first + k];
		sx_ref target = item->kind == SC_STEP ? item->step->target : item->kind == SC_TAKE ? item->value : 0;
		if (target && em->roll_step[target] == 0)
			return false;
	}
	return true;
}

/* Tables for constants that differ. The step of a constant is the number of its slot (never 0: a target or an index
 * is first) until here; from here on it is 0, or -1 - the number of its table. */
static void write_tables(sc_emitter *em, const sc_shapes *s, const sc_roll *r)
{
	uint32_t n = s->first[r->first + r->period] - s->first[r->first];
	const sc_gap *a = &s->slots.at[s->first[r->first]];
	for (uint32_t k = 0; k < n; k++) {
		if (!a[k].constant || em->roll_step[a[k].handle] != (int32_t)k)
			continue;
		if (!is_table(s, r, k)) {
			em->roll_step[a[k].handle] = 0;
			continue;
		}
		uint32_t table = em->temps++;
		sb_addf(&em->out, "static const double k%u[] = {", table);
		for (uint32_t round = 0; round < r->rounds; round++) {
			sb_add(&em->out, round ? (round % 10 ? ", " : ",\n") : "");
			sc_put_real(sx_real_value(em->pool, s->slots.at[s->first[r->first + round * r->period] + k].number),
						&em->out);
		}
		sb_add(&em->out, "};\n");
		em->roll_step[a[k].handle] = -1 - (int32_t)table;
	}
}

static bool finite_constants(const sc_emitter *em, const sc_shapes *s, const sc_roll *r)
{
	uint32_t end = s->first[r->first + r->rounds * r->period];
	for (uint32_t k = s->first[r->first]; k < end; k++)
		if (s->slots.at[k].constant) {
			double v = sx_real_value(em->pool, s->slots.at[k].number);
			if (!(v - v == 0))
				return false;
		}
	return true;
}

bool sc_roll_find(sc_emitter *em, const sc_shapes *s, const sc_items *items, uint32_t first, sc_roll *roll)
{
	for (uint32_t period = 1; period <= PERIODS && first + period * FEWEST <= s->count; period++) {
		sc_roll r = { .first = first, .period = period, .rounds = 1 };
		while (goes_on(s, first, period, r.rounds))
			r.rounds++;
		if (r.rounds < FEWEST || !finite_constants(em, s, &r) || !bind(em, s, &r) || !targets_move(em, items, &r))
			continue;
		*roll = r;
		return true;
	}
	return false;
}

/* The places that a round sets: what is read from them is not the same in all rounds. */
static void note_sets(sc_emitter *em, const sc_items *items)
{
	em->roll_set_count = 0;
	em->roll_sets_locals = em->roll_sets_pre = false;
	for (uint32_t k = 0; k < em->roll.period; k++) {
		const sc_item *item = &items->at[em->roll.first + k];
		sx_ref target = item->kind == SC_STEP ? item->step->target : item->kind == SC_TAKE ? item->value : 0;
		ss_place place;
		em->roll_sets_locals |= target ? sx_op_of(em->pool, target) == SX_LOCAL : item->array && item->array[0] == 'l';
		em->roll_sets_pre |= target && sx_op_of(em->pool, target) == SX_PRE;
		if (!target || !sc_target_place(em, target, &place))
			continue;
		em->roll_sets[em->roll_set_count].place = place;
		em->roll_sets[em->roll_set_count++].step = em->roll_step[target];
	}
}

void sc_roll_begin(sc_emitter *em, const sc_shapes *s, const sc_items *items, const sc_roll *r)
{
	bind(em, s, r);
	write_tables(em, s, r);
	em->roll = *r;
	em->roll_index = em->temps++;
	em->roll_ahead = 0;
	em->walkers.n = 0;
	note_sets(em, items);
	em->rolling = true;
}

int64_t sc_roll_step(const sc_emitter *em, sx_ref e)
{
	return em->rolling && !em->domain && em->roll_of[e] == em->roll_now ? em->roll_step[e] : 0;
}

bool sc_roll_varies(const sc_emitter *em, sx_ref e)
{
	sx_op op = sx_op_of(em->pool, e);
	if (em->domain)          /* nothing else that the loop sets is read in it */
		return sx_flags(em->pool, e) & SX_HAS_ITER;
	if (!em->rolling || sc_roll_step(em, e) != 0)
		return em->rolling;
	if (op != SX_VAR && op != SX_DER)
		return (op == SX_LOCAL && em->roll_sets_locals) || (op == SX_PRE && em->roll_sets_pre);
	sx_ref var = op == SX_DER ? sx_arg(em->pool, e, 0) : e;
	if (sm_scalar_of(em->model, var) == UINT32_MAX)
		return true;
	ss_place place = ss_place_of_leaf(em->plan, var);
	uint8_t store = op == SX_DER ? SS_RATE : place.store;
	for (uint32_t k = 0; k < em->roll_set_count; k++) {
		int64_t away = (int64_t)place.index - em->roll_sets[k].place.index, step = em->roll_sets[k].step;
		if (em->roll_sets[k].place.store == store && step && away % step == 0 && away / step >= 0
			&& away / step < em->roll.rounds)
			return true;
	}
	return false;
}

static void walker_name(char *name, size_t size, const char *array, int64_t step)
{
	if (step == 1)
		snprintf(name, size, "%s_q", array);
	else
		snprintf(name, size, "%s_q%lld", array, (long long)step);
}

/* Elements that move are reached through a pointer that goes on with the rounds: x_q[3] is x[3 + q]. One that counts
 * down would leave its array, so it is written out. */
void sc_put_element(sc_emitter *em, const char *array, uint32_t base, int64_t step, sb_text *out)
{
	uint32_t k = 0;
	if (step == 0) {
		sb_addf(out, "%s[%u]", array, base);
		return;
	}
	base += (uint32_t)(em->roll_ahead * step);
	if (step < 0) {
		sb_addf(out, "%s[%lld - %lld*q%u]", array, (long long)(int32_t)base, (long long)-step, em->roll_index);
		return;
	}
	while (k < em->walkers.n && (em->walkers.at[k].step != step || strcmp(em->walkers.at[k].array, array) != 0))
		k++;
	if (k == em->walkers.n) {
		sc_walker walker = { .array = sb_strdup(em->arena, array), .step = step };
		sb_push(em->arena, em->walkers, walker);
	}
	char name[64];
	walker_name(name, sizeof name, array, step);
	sb_addf(out, "%s[%u]", name, base);
}

const char *sc_element_type(const char *array)
{
	return strcmp(array, "i") == 0 || strcmp(array, "pre_i") == 0       ? "long long"
		   : strcmp(array, "given") == 0                                ? "const char"
		   : strcmp(array, "latch") == 0 || strcmp(array, "clock") == 0 ? "const long long"
		   : strcmp(array, "s") == 0 || strcmp(array, "pre_s") == 0     ? "const char *"
		   : strcmp(array, "z") == 0 || array[0] == 'k' ? "const double"
														 : "double";
}

/* The first compiler keeps the pointers in memory and makes one jump of a do loop, three of a for loop; so a few rounds
 * are written one after the other. A part of the rounds begins at a multiple of SC_ROUNDS and ends at one, or at the
 * end. */
void sc_roll_end(sc_emitter *em, const char *before, const char *body, const char *rest)
{
	sb_text goes_on_by = {0};
	uint32_t q = em->roll_index, full = em->roll.rounds - em->roll.rounds % SC_ROUNDS;
	bool part = em->roll_part;
	em->rolling = false;
	sb_add(&em->out, before);
	for (uint32_t k = 0; k < em->walkers.n; k++) {
		const sc_walker *w = &em->walkers.at[k];
		char name[64];
		walker_name(name, sizeof name, w->array, w->step);
		sb_addf(&em->out, "\t%s *%s = %s", sc_element_type(w->array), name, w->array);
		sb_addf(&em->out, part ? " + %lldLL*sc_from;\n" : ";\n", (long long)w->step);
		sb_addf(&goes_on_by, "\t\t%s += %lld;\n", name, (long long)w->step * SC_ROUNDS);
	}
	sb_addf(&em->out, "\tint q%u = %s;\n", q, part ? "sc_from" : "0");
	if (part)
		sb_addf(&em->out, "\tconst int last = sc_to < %u ? sc_to : %u;\n\tif (q%u < last) do {\n", full, full, q);
	else
		sb_add(&em->out, "\tdo {\n");
	sb_add(&em->out, body);
	sb_add(&em->out, goes_on_by.at ? goes_on_by.at : "");
	if (part)
		sb_addf(&em->out, "\t} while ((q%u += %d) < last);\n", q, SC_ROUNDS);
	else
		sb_addf(&em->out, "\t} while ((q%u += %d) < %u);\n", q, SC_ROUNDS, full);
	if (part && *rest)
		sb_addf(&em->out, "\tif (sc_to < %u) return;\n", em->roll.rounds);
	sb_add(&em->out, rest);
	sb_text_free(&goes_on_by);
}
