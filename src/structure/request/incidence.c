/* Rates and conditions one by one: structure/incidence.h. Portions know the portions and causes that they read; what a
 * rate or a condition depends on is all that can be reached from there. */
#include "structure/request/structure_request.h"
#include "structure/incidence.h"
#include "structure/solve/solve.h"

#include <stdlib.h>

typedef struct reads { sb_u32s portions, causes; } reads;

typedef struct taking {
	ss_work w;
	ss_apart *out;
	uint32_t *producer;              /* by key: portion + 1; 0: none */
	sb_map cause_of;
	sb_vec(ss_cause) causes;
	reads *of_portion;
	uint32_t *portion_seen, *cause_seen, now;
	uint8_t *course;                 /* by portion: of what it gives */
	sb_u32s todo;
	bool all;                        /* portions are all steps, those of outputs and of events too */
} taking;

static uint32_t cause(taking *t, ss_cause_kind kind, uint32_t number)
{
	uint64_t key = sb_pair(kind, number), found;

	if (!sb_map_get(&t->cause_of, key, &found)) {
		found = t->causes.n;
		sb_push(t->w.scratch, t->causes, ((ss_cause){ kind, number }));
		sb_map_put(&t->cause_of, key, found);
	}
	return (uint32_t)found;
}

static void read_key(taking *t, uint32_t key, reads *out)
{
	ss_work *w = &t->w;
	uint32_t cell = key % w->n;

	if (t->producer[key])
		sb_push(w->scratch, out->portions, t->producer[key] - 1);
	else if (key >= 2 * w->n)
		sb_push(w->scratch, out->causes, cause(t, SS_FROM_LEFT, cell));
	else if (key < w->n && w->traits[cell] & SS_IS_STATE)
		sb_push(w->scratch, out->causes, w->plan->place[cell].index);
	else if (key < w->n && !(w->traits[cell] & SS_IS_PARAMETER))
		sb_push(w->scratch, out->causes, cause(t, SS_FROM_VALUE, cell));
}

typedef struct looking { taking *t; reads *out; } looking;

static bool see_clockwork(void *context, const sx_pool *pool, sx_ref e)
{
	looking *l = context;
	const sx_node *node = sx_at(pool, e);
	ss_cause_kind kind = node->op == SX_LATCH ? SS_FROM_LATCH : node->op == SX_SAMPLE ? SS_FROM_CLOCK : SS_FROM_TIME;

	if (node->op == SX_LATCH || node->op == SX_SAMPLE)
		sb_push(l->t->w.scratch, l->out->causes, cause(l->t, kind, node->payload));
	else if (node->op == SX_TIME || node->op == SX_DELAY || node->op == SX_TRANSPORTED)
		sb_push(l->t->w.scratch, l->out->causes, cause(l->t, kind, 0));
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
static void read_step(taking *t, uint32_t portion, const ss_step *step)
{
	ss_work *w = &t->w;
	reads all = {0}, *out = &t->of_portion[portion];
	looking l = { t, out };
	sb_u32s keys = {0};

	ss_step_depends(w, w->plan, step, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		read_key(t, keys.at[i], &all);
	for (uint32_t i = 0; i < all.portions.n; i++)
		if (all.portions.at[i] != portion)
			sb_push(w->scratch, out->portions, all.portions.at[i]);
	for (uint32_t i = 0; i < all.causes.n; i++)
		sb_push(w->scratch, out->causes, all.causes.at[i]);
	ss_step_exprs(w->plan, step, look_at, &l);
}

/* --------------------------------------------------------------------------------------------------------- courses */

/* How a value moves while states and time move, and nothing jumps: not at all; as a linear function of them, through
 * everything that is computed in between; in any other way. */
enum { STILL, STRAIGHT, BENT, DEEP = 400 };

static uint8_t course_of(taking *t, sx_ref e, int depth);

static uint8_t course_of_key(const taking *t, uint32_t key)
{
	const ss_work *w = &t->w;
	uint32_t cell = key % w->n;
	if (t->producer[key])
		return t->course[t->producer[key] - 1];
	return key < w->n && w->traits[cell] & SS_IS_STATE ? STRAIGHT : STILL;
}

static uint8_t course_of_leaf(taking *t, sx_ref e)
{
	sb_u32s keys = {0};
	uint8_t most = STILL;
	ss_depends(&t->w, e, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		most = course_of_key(t, keys.at[i]) > most ? course_of_key(t, keys.at[i]) : most;
	return keys.n > 1 && most ? BENT : most;
}

/* The arguments from this one on. */
static uint8_t most_bent(taking *t, sx_ref e, uint32_t from, int depth)
{
	uint8_t most = STILL;
	for (uint32_t i = from; i < sx_at(t->w.pool, e)->count && most < BENT; i++) {
		uint8_t course = course_of(t, sx_arg(t->w.pool, e, i), depth);
		most = course > most ? course : most;
	}
	return most;
}

static uint8_t course_of(taking *t, sx_ref e, int depth)
{
	const sx_pool *pool = t->w.pool;
	uint8_t first, second;
	if (depth > DEEP)
		return BENT;
	switch (sx_op_of(pool, e)) {
	case SX_TIME: return STRAIGHT;
	case SX_CONST: case SX_LATCH: case SX_SAMPLE: case SX_PRE: return STILL;
	case SX_VAR: case SX_DER: return course_of_leaf(t, e);
	case SX_ADD: case SX_SUB: case SX_NEG: case SX_TO_REAL: return most_bent(t, e, 0, depth + 1);
	case SX_MUL:
		first = course_of(t, sx_arg(pool, e, 0), depth + 1);
		second = course_of(t, sx_arg(pool, e, 1), depth + 1);
		return first && second ? BENT : first + second;
	case SX_DIV:
		first = course_of(t, sx_arg(pool, e, 0), depth + 1);
		return course_of(t, sx_arg(pool, e, 1), depth + 1) ? BENT : first;
	case SX_IF: return course_of(t, sx_arg(pool, e, 0), depth + 1) ? BENT : most_bent(t, e, 1, depth + 1);
	default: return sx_flags(pool, e) & SX_HAS_STATEFUL || most_bent(t, e, 0, depth + 1) ? BENT : STILL;
	}
}

/* Portions come after those that they read. */
static void find_courses(taking *t)
{
	t->course = sb_new_array(t->w.scratch, uint8_t, (size_t)t->out->portion_count + 1);
	for (uint32_t k = 0; k < t->out->portion_count; k++) {
		const ss_step *step = t->out->portions[k];
		t->course[k] = step->kind == SS_ASSIGN && !step->when ? course_of(t, step->value, 0) : BENT;
	}
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
static void reach(taking *t, const reads *direct, growing *portions, growing *causes)
{
	ss_work *w = &t->w;
	sb_u32s found = {0}, from = {0};
	const reads *now = direct;

	t->now++;
	t->todo.n = 0;
	for (;;) {
		for (uint32_t i = 0; i < now->portions.n; i++)
			if (t->portion_seen[now->portions.at[i]] != t->now) {
				t->portion_seen[now->portions.at[i]] = t->now;
				sb_push(w->scratch, found, now->portions.at[i]);
				sb_push(w->scratch, t->todo, now->portions.at[i]);
			}
		for (uint32_t i = 0; i < now->causes.n; i++)
			if (t->cause_seen[now->causes.at[i]] != t->now) {
				t->cause_seen[now->causes.at[i]] = t->now;
				sb_push(w->scratch, from, now->causes.at[i]);
			}
		if (!t->todo.n)
			break;
		now = &t->of_portion[t->todo.at[--t->todo.n]];
	}
	close_list(t, portions, &found);
	close_list(t, causes, &from);
}

/* ---------------------------------------------------------------------------------------------------------- whole */

static void list_portions(taking *t)
{
	ss_work *w = &t->w;
	sb_vec(const ss_step *) portions = {0};
	sb_u32s keys = {0};

	t->producer = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);
	for (uint32_t i = 0; i < w->plan->steps.n; i++) {
		const ss_step *step = &w->plan->steps.at[i];
		if (!t->all && (step->phases & SS_DISCRETE || !(step->phases & (SS_RATES | SS_WATCH))))
			continue;
		sb_push(w->arena, portions, step);
		keys.n = 0;
		ss_step_targets(w, w->plan, step, &keys);
		for (uint32_t k = 0; k < keys.n; k++)
			t->producer[keys.at[k]] = portions.n;
	}
	t->out->portions = portions.at;
	t->out->portion_count = portions.n;
	t->of_portion = sb_new_array(w->scratch, reads, (size_t)portions.n + 1);
	for (uint32_t k = 0; k < portions.n; k++)
		read_step(t, k, portions.at[k]);
}

static void list_rates(taking *t)
{
	ss_apart *out = t->out;
	growing portions = {0}, causes = {0};

	for (uint32_t i = 0; i < out->rates; i++) {
		reads direct = {0};
		read_key(t, t->w.n + t->w.state_cell[i], &direct);
		out->rate_bends[i] = course_of_key(t, t->w.n + t->w.state_cell[i]) == BENT;
		reach(t, &direct, &portions, &causes);
	}
	out->rate_portions = finished(t, &portions);
	out->rate_causes = finished(t, &causes);
}

static void list_watches(taking *t, const reads *direct)
{
	ss_apart *out = t->out;
	growing portions = {0}, causes = {0};

	for (uint32_t i = 0; i < out->watches; i++)
		reach(t, &direct[i], &portions, &causes);
	out->watch_portions = finished(t, &portions);
	out->watch_causes = finished(t, &causes);
}

static ss_lists causes_of_portions(taking *t)
{
	growing portions = {0}, causes = {0};

	for (uint32_t k = 0; k < t->out->portion_count; k++)
		reach(t, &t->of_portion[k], &portions, &causes);
	return finished(t, &causes);
}

/* What conditions read. */
static reads *begin(taking *t)
{
	ss_work *w = &t->w;
	reads *direct = sb_new_array(w->scratch, reads, (size_t)t->out->watches + 1);

	for (uint32_t i = 0; i < t->out->rates; i++)
		cause(t, SS_FROM_STATE, i);
	list_portions(t);
	find_courses(t);
	t->out->rate_bends = sb_new_array(w->arena, bool, (size_t)t->out->rates + 1);
	t->out->watch_bends = sb_new_array(w->arena, bool, (size_t)t->out->watches + 1);
	for (uint32_t i = 0; i < t->out->watches; i++)
		if (w->plan->watches.at[i].function) {
			read_expr(t, w->plan->watches.at[i].function, &direct[i]);
			t->out->watch_bends[i] = course_of(t, w->plan->watches.at[i].function, 0) == BENT;
		}
	return direct;
}

static void list_causes(taking *t)
{
	ss_work *w = &t->w;
	ss_apart *out = t->out;

	out->cause_count = t->causes.n;
	out->causes = sb_new_array(w->arena, ss_cause, (size_t)t->causes.n + 1);
	for (uint32_t i = 0; i < t->causes.n; i++)
		out->causes[i] = t->causes.at[i];
	t->portion_seen = sb_new_array(w->scratch, uint32_t, (size_t)out->portion_count + 1);
	t->cause_seen = sb_new_array(w->scratch, uint32_t, (size_t)out->cause_count + 1);
}

static void fill(taking *t)
{
	ss_work *w = &t->w;
	ss_apart *out = t->out;
	const reads *direct = begin(t);

	list_causes(t);
	list_rates(t);
	list_watches(t, direct);
	ss_lists by_portion = causes_of_portions(t);
	out->cause_rates = turned(w->arena, &out->rate_causes, out->cause_count);
	out->cause_watches = turned(w->arena, &out->watch_causes, out->cause_count);
	out->cause_portions = turned(w->arena, &by_portion, out->cause_count);
}

ss_apart *ss_take_apart(sb_arena *arena, const ss_plan *plan, sb_diag *diag)
{
	sb_arena *scratch = sb_arena_new();
	taking t = { .out = sb_new(arena, ss_apart), .cause_of = sb_map_new(scratch) };
	bool small = ss_reopen(&t.w, arena, scratch, plan, diag);

	*t.out = (ss_apart){ .plan = t.w.plan, .rates = plan->states, .watches = plan->watches.n };
	if (small)
		fill(&t);
	sb_arena_free(scratch);
	return small ? t.out : NULL;
}

static ss_lists causes_of_scalars(taking *t, const reads *direct, uint32_t n)
{
	growing portions = {0}, causes = {0};

	for (uint32_t i = 0; i < n; i++)
		reach(t, &direct[i], &portions, &causes);
	return finished(t, &causes);
}

ss_dependence *ss_find_dependence(sb_arena *arena, const ss_plan *plan, const uint32_t *scalars, uint32_t n,
								  sb_diag *diag)
{
	sb_arena *scratch = sb_arena_new();
	taking t = { .out = sb_new(arena, ss_apart), .cause_of = sb_map_new(scratch), .all = true };
	ss_dependence *out = ss_reopen(&t.w, arena, scratch, plan, diag) ? sb_new(arena, ss_dependence) : NULL;

	*t.out = (ss_apart){ .plan = t.w.plan, .rates = plan->states, .watches = plan->watches.n };
	if (out) {
		const reads *watches = begin(&t);
		reads *asked = sb_new_array(scratch, reads, (size_t)n + 1);
		for (uint32_t i = 0; i < n; i++)
			read_expr(&t, ss_represented(&t.w, t.w.leaf[scalars[i]]), &asked[i]);
		list_causes(&t);
		list_rates(&t);
		list_watches(&t, watches);
		*out = (ss_dependence){ t.out->causes, t.out->cause_count, t.out->rate_causes, t.out->watch_causes,
								causes_of_scalars(&t, asked, n) };
	}
	sb_arena_free(scratch);
	return out;
}
