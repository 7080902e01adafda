/* Rates and conditions one by one: structure/incidence.h. Units know the units and sources that they read; what a rate or
 * a condition depends on is all that can be reached from there. */
#include "structure/request/structure_request.h"
#include "structure/incidence.h"
#include "structure/solve/solve.h"

#include <stdlib.h>

typedef struct reads { sb_u32s units, sources; } reads;

typedef struct taking {
	ss_work w;
	ss_apart *out;
	uint32_t *producer;              /* by key: unit + 1; 0: none */
	sb_map source_of;
	sb_vec(ss_source) sources;
	reads *of_unit;
	uint32_t *unit_seen, *source_seen, now;
	sb_u32s todo;
} taking;

static uint32_t source(taking *t, ss_source_kind kind, uint32_t number)
{
	uint64_t key = (uint64_t)kind << 32 | number, found;

	if (!sb_map_get(&t->source_of, key, &found)) {
		found = t->sources.n;
		sb_push(t->w.scratch, t->sources, ((ss_source){ kind, number }));
		sb_map_put(&t->source_of, key, found);
	}
	return (uint32_t)found;
}

static void read_key(taking *t, uint32_t key, reads *out)
{
	ss_work *w = &t->w;
	uint32_t cell = key % w->n;

	if (t->producer[key])
		sb_push(w->scratch, out->units, t->producer[key] - 1);
	else if (key >= 2 * w->n)
		sb_push(w->scratch, out->sources, source(t, SS_FROM_LEFT, cell));
	else if (key < w->n && w->traits[cell] & SS_IS_STATE)
		sb_push(w->scratch, out->sources, w->plan->place[cell].index);
	else if (key < w->n && !(w->traits[cell] & SS_IS_PARAMETER))
		sb_push(w->scratch, out->sources, source(t, SS_FROM_VALUE, cell));
}

typedef struct looking { taking *t; reads *out; } looking;

static bool see_clockwork(void *context, const sx_pool *pool, sx_ref e)
{
	looking *l = context;
	const sx_node *node = sx_at(pool, e);
	ss_source_kind kind = node->op == SX_LATCH ? SS_FROM_LATCH : node->op == SX_SAMPLE ? SS_FROM_CLOCK : SS_FROM_TIME;

	if (node->op == SX_LATCH || node->op == SX_SAMPLE)
		sb_push(l->t->w.scratch, l->out->sources, source(l->t, kind, node->payload));
	else if (node->op == SX_TIME || node->op == SX_DELAY || node->op == SX_TRANSPORTED)
		sb_push(l->t->w.scratch, l->out->sources, source(l->t, kind, 0));
	return true;
}

static void look_at(void *context, sx_ref e, bool target)
{
	looking *l = context;

	(void)target;
	if (e)
		sx_visit(l->t->w.pool, e, see_clockwork, l);
}

static void read_expr(taking *t, sx_ref e, reads *out)
{
	looking l = { t, out };
	sb_u32s keys = {0};

	ss_depends(&t->w, e, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		read_key(t, keys.at[i], out);
	look_at(&l, e, false);
}

/* Reads of itself, of a loop or an algorithm, are none. */
static void read_step(taking *t, uint32_t unit, const ss_step *step)
{
	ss_work *w = &t->w;
	reads all = {0}, *out = &t->of_unit[unit];
	looking l = { t, out };
	sb_u32s keys = {0};

	ss_step_depends(w, w->plan, step, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		read_key(t, keys.at[i], &all);
	for (uint32_t i = 0; i < all.units.n; i++)
		if (all.units.at[i] != unit)
			sb_push(w->scratch, out->units, all.units.at[i]);
	for (uint32_t i = 0; i < all.sources.n; i++)
		sb_push(w->scratch, out->sources, all.sources.at[i]);
	ss_step_exprs(w->plan, step, look_at, &l);
}

/* ---------------------------------------------------------------------------------------------------------- lists */

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

typedef struct growing { sb_u32s first, at; } growing;

static void close_list(taking *t, growing *g, const sb_u32s *members)
{
	uint32_t begin = g->at.n;

	sb_push(t->w.scratch, g->first, begin);
	for (uint32_t i = 0; i < members->n; i++)
		sb_push(t->w.scratch, g->at, members->at[i]);
	if (members->n)
		qsort(g->at.at + begin, members->n, sizeof *g->at.at, by_number);
}

static ss_lists finished(taking *t, const growing *g)
{
	ss_lists out = { .n = g->first.n, .first = sb_new_array(t->w.arena, uint32_t, (size_t)g->first.n + 1),
		.at = sb_new_array(t->w.arena, uint32_t, (size_t)g->at.n + 1) };

	for (uint32_t i = 0; i < g->first.n; i++)
		out.first[i] = g->first.at[i];
	for (uint32_t i = 0; i < g->at.n; i++)
		out.at[i] = g->at.at[i];
	out.first[out.n] = g->at.n;
	return out;
}

/* The same pairs, the other way round. */
static ss_lists turned(sb_arena *arena, const ss_lists *from, uint32_t n)
{
	uint32_t count = from->first[from->n];
	ss_lists out = { .n = n, .first = sb_new_array(arena, uint32_t, (size_t)n + 2),
		.at = sb_new_array(arena, uint32_t, (size_t)count + 1) };

	for (uint32_t i = 0; i < count; i++)
		out.first[from->at[i] + 2]++;
	for (uint32_t i = 2; i < n + 2; i++)
		out.first[i] += out.first[i - 1];
	for (uint32_t k = 0; k < from->n; k++)
		for (uint32_t i = from->first[k]; i < from->first[k + 1]; i++)
			out.at[out.first[from->at[i] + 1]++] = k;
	return out;
}

/* All that can be reached from what is read directly. */
static void reach(taking *t, const reads *direct, growing *units, growing *sources)
{
	ss_work *w = &t->w;
	sb_u32s found = {0}, from = {0};
	const reads *now = direct;

	t->now++;
	t->todo.n = 0;
	for (;;) {
		for (uint32_t i = 0; i < now->units.n; i++)
			if (t->unit_seen[now->units.at[i]] != t->now) {
				t->unit_seen[now->units.at[i]] = t->now;
				sb_push(w->scratch, found, now->units.at[i]);
				sb_push(w->scratch, t->todo, now->units.at[i]);
			}
		for (uint32_t i = 0; i < now->sources.n; i++)
			if (t->source_seen[now->sources.at[i]] != t->now) {
				t->source_seen[now->sources.at[i]] = t->now;
				sb_push(w->scratch, from, now->sources.at[i]);
			}
		if (!t->todo.n)
			break;
		now = &t->of_unit[t->todo.at[--t->todo.n]];
	}
	close_list(t, units, &found);
	close_list(t, sources, &from);
}

/* ---------------------------------------------------------------------------------------------------------- whole */

static void list_units(taking *t)
{
	ss_work *w = &t->w;
	sb_vec(const ss_step *) units = {0};
	sb_u32s keys = {0};

	t->producer = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);
	for (uint32_t i = 0; i < w->plan->steps.n; i++) {
		const ss_step *step = &w->plan->steps.at[i];
		if (step->phases & SS_DISCRETE || !(step->phases & (SS_RATES | SS_WATCH)))
			continue;
		sb_push(w->arena, units, step);
		keys.n = 0;
		ss_step_targets(w, w->plan, step, &keys);
		for (uint32_t k = 0; k < keys.n; k++)
			t->producer[keys.at[k]] = units.n;
	}
	t->out->units = units.at;
	t->out->unit_count = units.n;
	t->of_unit = sb_new_array(w->scratch, reads, (size_t)units.n + 1);
	for (uint32_t k = 0; k < units.n; k++)
		read_step(t, k, units.at[k]);
}

static void list_rates(taking *t)
{
	ss_apart *out = t->out;
	growing units = {0}, sources = {0};

	for (uint32_t i = 0; i < out->rates; i++) {
		reads direct = {0};
		read_key(t, t->w.n + t->w.state_cell[i], &direct);
		reach(t, &direct, &units, &sources);
	}
	out->rate_units = finished(t, &units);
	out->rate_sources = finished(t, &sources);
}

static void list_watches(taking *t, const reads *direct)
{
	ss_apart *out = t->out;
	growing units = {0}, sources = {0};

	for (uint32_t i = 0; i < out->watches; i++)
		reach(t, &direct[i], &units, &sources);
	out->watch_units = finished(t, &units);
	out->watch_sources = finished(t, &sources);
}

static ss_lists sources_of_units(taking *t)
{
	growing units = {0}, sources = {0};

	for (uint32_t k = 0; k < t->out->unit_count; k++)
		reach(t, &t->of_unit[k], &units, &sources);
	return finished(t, &sources);
}

static void fill(taking *t)
{
	ss_work *w = &t->w;
	ss_apart *out = t->out;
	reads *direct = sb_new_array(w->scratch, reads, (size_t)out->watches + 1);

	for (uint32_t i = 0; i < out->rates; i++)
		source(t, SS_FROM_STATE, i);
	list_units(t);
	for (uint32_t i = 0; i < out->watches; i++)
		if (w->plan->watches.at[i].function)
			read_expr(t, w->plan->watches.at[i].function, &direct[i]);
	out->source_count = t->sources.n;
	out->sources = sb_new_array(w->arena, ss_source, (size_t)t->sources.n + 1);
	for (uint32_t i = 0; i < t->sources.n; i++)
		out->sources[i] = t->sources.at[i];
	t->unit_seen = sb_new_array(w->scratch, uint32_t, (size_t)out->unit_count + 1);
	t->source_seen = sb_new_array(w->scratch, uint32_t, (size_t)out->source_count + 1);
	list_rates(t);
	list_watches(t, direct);
	ss_lists by_unit = sources_of_units(t);
	out->source_rates = turned(w->arena, &out->rate_sources, out->source_count);
	out->source_watches = turned(w->arena, &out->watch_sources, out->source_count);
	out->source_units = turned(w->arena, &by_unit, out->source_count);
}

ss_apart *ss_take_apart(sb_arena *arena, const ss_plan *plan, sb_diag *diag)
{
	sb_arena *scratch = sb_arena_new();
	taking t = { .out = sb_new(arena, ss_apart), .source_of = sb_map_new(scratch) };
	bool small = ss_reopen(&t.w, arena, scratch, plan, diag);

	*t.out = (ss_apart){ .plan = t.w.plan, .rates = plan->states, .watches = plan->watches.n };
	if (small)
		fill(&t);
	sb_arena_free(scratch);
	return small ? t.out : NULL;
}
