/* What a source runs, in order. */
#include "structure/schedules/schedules.h"
#include "model/print/print.h"

#include <stdlib.h>

enum { SILENT, COMES, MAY_COME };    /* a source, in the pass that is made */
enum { LONGEST = 3000 };             /* steps of a function that compilers like */

typedef struct making {
	ss_work *w;
	const ss_ways *ways;
	ss_schedule *out;
	uint8_t *comes;                  /* by event */
	sx_ref *is;                      /* by key of an activation: what it is in this pass, a literal; 0: silent */
	bool *open;                      /* by key of an activation: that is known during the run only */
	bool *set;                       /* by key: this pass may change it */
	bool *moves;                     /* by key: its left limit is that of the instant, not of the pass */
	sx_ref *value, *when;            /* by step that it runs */
	bool *runs;                      /* by step */
	sb_u32s steps, keys;             /* reached, in no order; keys with any of the above */
	bool *reached;                   /* by step */
	sx_rewriter put;
} making;

static void refuse(making *m, const char *why, sb_span span)
{
	if (m->out->why)
		return;
	m->out->why = why;
	m->out->why_span = span;
}

/* ------------------------------------------------------------------------------------------------- values of a pass */

static sx_ref put_known(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	const making *m = self->context;
	sx_op op = sx_op_of(pool, e);

	if (op == SX_INITIAL || op == SX_TERMINAL)
		return m->w->no;
	if (op != SX_VAR && op != SX_PRE)
		return 0;
	uint32_t key = ss_key_of(m->w->plan, op == SX_PRE ? sx_arg(pool, e, 0) : e);
	if (key == UINT32_MAX)
		return op == SX_PRE ? e : 0;
	uint32_t source = m->ways->source[key];
	if (source && m->comes[source - 1] == MAY_COME)
		return op == SX_VAR ? e : m->w->no;      /* the engine sets it where it comes, and nowhere else */
	if (source)
		return op == SX_VAR && m->comes[source - 1] == COMES ? m->w->yes : m->w->no;
	if (!source && m->ways->pulse[key] && !m->open[key])
		return op == SX_VAR && m->is[key] ? m->is[key] : m->w->no;
	return e;
}

static void note(making *m, uint32_t key)
{
	sb_push(m->w->scratch, m->keys, key);
}

static void see_set(void *context, uint32_t key, bool before)
{
	struct { const making *m; bool found; } *s = context;

	s->found = s->found || (!before && (s->m->set[key] || s->m->open[key]));
}

static bool reads_set(const making *m, sx_ref e)
{
	struct { const making *m; bool found; } s = {m, false};

	ss_see_places(m->w->plan, e, NULL, see_set, &s);
	return s.found;
}

/* ---------------------------------------------------------------------------------------------------------- reach */

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* A condition beside it may move with time (e and time > 3), and then the equation counts as continuous. */
static bool gives_activation(const making *m, const ss_step *s)
{
	return s->kind == SS_ASSIGN && sx_op_of(m->w->pool, s->target) == SX_VAR &&
		sm_var(m->w->model, sx_at(m->w->pool, s->target)->payload)->pulse;
}

static void reach_readers(making *m, uint32_t key)
{
	const sb_u32s *list = &m->ways->steps[key];

	for (uint32_t i = 0; i < list->n; i++) {
		const ss_step *s = &m->w->plan->steps.at[list->at[i]];
		bool at_events = s->phases & SS_DISCRETE || gives_activation(m, s);
		if (!at_events && s->kind == SS_CALL)
			refuse(m, "a call that is evaluated all the time reads what it sets", s->span);
		if (m->reached[list->at[i]] || !at_events)
			continue;
		m->reached[list->at[i]] = true;
		sb_push(m->w->scratch, m->steps, list->at[i]);
	}
}

static void reach_from(void *context, uint32_t key, bool before)
{
	(void)before;
	reach_readers(context, key);
}

/* All steps that may feel the source, in order. */
static void reach(making *m, const sb_u32s *from)
{
	const ss_plan *plan = m->w->plan;

	for (uint32_t i = 0; i < from->n; i++)
		reach_readers(m, from->at[i]);
	for (uint32_t i = 0; i < m->steps.n; i++)
		ss_see_set(plan, &plan->steps.at[m->steps.at[i]], reach_from, m);
	if (m->steps.n)
		qsort(m->steps.at, m->steps.n, sizeof *m->steps.at, by_number);
}

/* ---------------------------------------------------------------------------------------------------------- steps */

typedef struct limits { const ss_work *w; bool found; } limits;

static bool see_limit(void *context, const sx_pool *pool, sx_ref e)
{
	limits *l = context;

	l->found = l->found || (sx_op_of(pool, e) == SX_PRE && sm_scalar_of(l->w->model, sx_arg(pool, e, 0)) == UINT32_MAX);
	return !l->found;
}

static bool reads_limits_of_array(const ss_work *w, sx_ref e)
{
	limits l = {w, false};

	sx_visit(w->pool, e, see_limit, &l);
	return l.found;
}

/* An activation: known in most cases, and then nothing is left of it. */
static void run_activation(making *m, uint32_t step, uint32_t key, sx_ref value)
{
	bool known = sx_is_const(m->w->pool, value);

	note(m, key);
	m->is[key] = known ? value : 0;
	m->open[key] = !known;
	if (!known || (value != m->w->no && m->ways->in_array[key])) {
		m->runs[step] = true;
		m->value[step] = value;
	}
}

/* if c then value else pre(target): the step is executed where c is true. */
static void run_clause(making *m, uint32_t step, sx_ref target, sx_ref value)
{
	const sx_pool *pool = m->w->pool;

	m->runs[step] = true;
	m->value[step] = value;
	if (sx_op_of(pool, value) != SX_IF || !ss_keeps_target(m->w->plan, target, sx_arg(pool, value, 2)))
		return;
	m->when[step] = sx_arg(pool, value, 0);
	m->value[step] = sx_arg(pool, value, 1);
}

static void run_step(making *m, uint32_t step)
{
	const ss_plan *plan = m->w->plan;
	const ss_step *s = &plan->steps.at[step];
	uint32_t key = s->kind == SS_ASSIGN && !s->domain.n ? ss_key_of(plan, s->target) : UINT32_MAX;
	sb_span span = s->origin ? s->origin->span : s->span;

	if (key == UINT32_MAX || s->when) {
		refuse(m, s->kind == SS_ALGORITHM ? "it runs an algorithm" : s->kind == SS_LOOP ? "it runs a loop of equations"
			: s->domain.n ? "it runs a family of equations" : "it runs a call with several results", span);
		return;
	}
	sx_ref value = sx_rewrite(&m->put, m->w->pool, s->value);
	if (m->ways->pulse[key]) {
		run_activation(m, step, key, value);
		return;
	}
	if (ss_keeps_target(plan, s->target, value) ||
		(value == ss_without_activations(m->w, m->ways, s->value) && !reads_set(m, value)))
		return;
	if (sx_type_of(m->w->pool, s->target) == SX_STRING)
		refuse(m, "it sets a String", span);
	if (reads_limits_of_array(m->w, value))
		refuse(m, "it reads the left limit of an array as a whole", span);
	if (m->ways->looked_at[key])
		refuse(m, "a condition reads what it sets", span);
	if (m->ways->looked_back[key])
		refuse(m, "the left limit of what it sets is read outside of clauses", span);
	note(m, key);
	m->set[key] = true;
	run_clause(m, step, s->target, value);
}

/* What continuous equations compute is not up to date, and is computed where it is read. */
static void need(void *context, uint32_t key, bool before)
{
	making *m = context;
	uint32_t step = m->ways->given_by[key];

	if (before && m->moves[key])
		refuse(m, "it reads the left limit of a continuous variable", (sb_span){0});
	if (!step || before || m->runs[step - 1] || m->w->plan->steps.at[step - 1].phases & SS_DISCRETE)
		return;
	const ss_step *s = &m->w->plan->steps.at[step - 1];
	m->runs[step - 1] = true;
	m->value[step - 1] = s->value;
	if (!m->reached[step - 1])
		sb_push(m->w->scratch, m->steps, step - 1);
	m->reached[step - 1] = true;
	if (s->kind != SS_ASSIGN || s->domain.n || s->when)
		refuse(m, "it reads a loop or a family of continuous equations", s->origin ? s->origin->span : s->span);
	else
		ss_see_places(m->w->plan, s->value, NULL, need, context);
}

static void run_action(making *m, uint32_t number)
{
	const ss_action *from = &m->w->plan->actions.at[number];
	sx_ref guard = sx_rewrite(&m->put, m->w->pool, from->guard);

	if (guard == m->w->no)
		return;
	if (from->kind != SS_PROGRAM && from->kind != SS_ASSERT && from->kind != SS_TERMINATE)
		refuse(m, "it restarts a state or calls a component", from->span);
	ss_action a = *from;
	a.guard = guard == m->w->yes ? 0 : guard;
	a.condition = from->condition ? sx_rewrite(&m->put, m->w->pool, from->condition) : 0;
	a.value = from->value ? sx_rewrite(&m->put, m->w->pool, from->value) : 0;
	sb_push(m->w->arena, m->out->actions, a);
	sb_push(m->w->arena, m->out->numbers, number);
}

static void find_actions(making *m)
{
	sb_u32s found = {0};

	for (uint32_t i = 0; i < m->keys.n; i++) {
		const sb_u32s *list = &m->ways->actions[m->keys.at[i]];
		for (uint32_t k = 0; k < list->n; k++)
			sb_push(m->w->scratch, found, list->at[k]);
	}
	if (found.n)
		qsort(found.at, found.n, sizeof *found.at, by_number);
	for (uint32_t i = 0; i < found.n; i++)
		if (!i || found.at[i] != found.at[i - 1])
			run_action(m, found.at[i]);
}

static void find_needed(making *m)
{
	for (uint32_t i = 0, count = m->steps.n; i < count; i++)
		if (m->runs[m->steps.at[i]]) {
			ss_see_places(m->w->plan, m->value[m->steps.at[i]], NULL, need, m);
			ss_see_places(m->w->plan, m->when[m->steps.at[i]], NULL, need, m);
		}
	for (uint32_t i = 0; i < m->out->actions.n; i++) {
		const ss_action *a = &m->out->actions.at[i];
		ss_see_places(m->w->plan, a->guard, NULL, need, m);
		ss_see_places(m->w->plan, a->condition, NULL, need, m);
		ss_see_places(m->w->plan, a->value, NULL, need, m);
	}
	if (m->steps.n)
		qsort(m->steps.at, m->steps.n, sizeof *m->steps.at, by_number);
}

/* ------------------------------------------------------------------------------------------- the schedule itself */

static void write_down(making *m)
{
	const ss_plan *plan = m->w->plan;

	for (uint32_t i = 0; i < m->steps.n; i++) {
		uint32_t step = m->steps.at[i];
		if (!m->runs[step])
			continue;
		ss_step s = plan->steps.at[step];
		uint32_t key = s.kind == SS_ASSIGN ? ss_key_of(plan, s.target) : UINT32_MAX;
		s.value = m->value[step];
		s.when = m->when[step];
		sb_push(m->w->arena, m->out->steps, s);
		sb_push(m->w->arena, m->out->shown, key != UINT32_MAX && m->ways->in_array[key]);
	}
	for (uint32_t k = 0; k < plan->pres.n; k++) {
		ss_place place = plan->pres.at[k].place;
		if (place.store != SS_NOWHERE && m->set[ss_place_key(plan, place)])
			sb_push(m->w->arena, m->out->pres, k);
	}
	if (m->out->steps.n > LONGEST)
		refuse(m, "it runs too much for one function", (sb_span){0});
}

static void forget(making *m)
{
	for (uint32_t i = 0; i < m->keys.n; i++) {
		uint32_t key = m->keys.at[i];
		m->is[key] = 0;
		m->open[key] = m->set[key] = false;
	}
	for (uint32_t i = 0; i < m->steps.n; i++) {
		uint32_t step = m->steps.at[i];
		m->reached[step] = m->runs[step] = false;
		m->value[step] = m->when[step] = 0;
	}
	for (uint32_t i = 0; i < m->out->events.n; i++)
		m->comes[m->out->events.at[i]] = SILENT;
	m->keys.n = m->steps.n = 0;
}

/* Of one event, or of all of a group. */
static void make_schedule(making *m, const char *why)
{
	const ss_plan *plan = m->w->plan;
	sb_u32s from = {0};
	bool group = m->out->events.n > 1;

	m->out->why = why;
	m->put = sx_rewriter_new(m->w->scratch, NULL, m);
	m->put.enter = put_known;
	for (uint32_t i = 0; i < m->out->events.n; i++) {
		uint32_t event = m->out->events.at[i], key = ss_key_of(plan, plan->event_code.at[event].action.at[0]->target);
		m->comes[event] = group ? MAY_COME : COMES;
		if (key == UINT32_MAX)
			continue;
		sb_push(m->w->scratch, from, key);
		note(m, key);
		m->set[key] = m->open[key] = group;
	}
	reach(m, &from);
	for (uint32_t i = 0; i < m->steps.n; i++)
		run_step(m, m->steps.at[i]);
	find_actions(m);
	find_needed(m);
	write_down(m);
	forget(m);
}

/* What no source of such a model can do without the machinery of instants. */
static const char *why_none(const ss_plan *plan, const ss_ways *ways)
{
	if (plan->delays.n || plan->transports.n)
		return "the model has delays";
	if (plan->switches.n || plan->routine_code.n || plan->invariants.n || plan->model->blocks.n)
		return "the model has modes, processes or components in C";
	for (uint32_t i = 0; i < plan->pres.n; i++) {
		const ss_pre *p = &plan->pres.at[i];
		if (!p->discrete && p->place.store != SS_NOWHERE && ways->looked_back[ss_place_key(plan, p->place)])
			return "the left limit of a continuous variable is read outside of clauses";
	}
	for (uint32_t i = 0; i < plan->steps.n; i++)
		if (plan->steps.at[i].kind == SS_ALGORITHM)
			return "the model has algorithms";
	for (uint32_t i = 0; i < plan->model->functions.n; i++)
		if (plan->model->functions.at[i]->impure)
			return "the model has functions that are not pure";
	return NULL;
}

/* What only those can do without it that only look (E420). */
static const char *why_not_alone(const ss_plan *plan)
{
	if (plan->states || plan->jacobian.pattern.n)
		return "the model has continuous states, and something continuous depends on it";
	for (uint32_t i = 0; i < plan->watches.n; i++)
		if (!plan->watches.at[i].time_only && !plan->watches.at[i].initial_only)
			return "the model has conditions that are searched for, and something continuous depends on it";
	if (plan->moments.n || plan->opaque)
		return "the model has moments that are searched for";
	for (uint32_t i = 0; i < plan->pres.n; i++)
		if (!plan->pres.at[i].discrete)
			return "the left limit of a continuous variable is read";
	for (uint32_t i = 0; i < plan->risky.n; i++)
		if (!(plan->steps.at[plan->risky.at[i]].phases & SS_DISCRETE))
			return "an equation outside of clauses may have no value";
	for (uint32_t i = 0; i < plan->guards.n; i++)
		if (!plan->guards.at[i].still && !plan->guards.at[i].momentary)
			return "an equation outside of clauses may have no value";
	for (uint32_t i = 0; i < plan->asserts.n; i++)
		if (sx_flags(plan->model->pool, plan->asserts.at[i].condition) & SX_HAS_TIME)
			return "an assertion reads the time";
	return NULL;
}

bool ss_only_looks(const ss_plan *plan, const ss_schedule *s)
{
	for (uint32_t i = 0; i < s->events.n; i++)
		if (!plan->event_code.at[s->events.at[i]].observes)
			return false;
	return true;
}

void ss_schedules(ss_work *w)
{
	ss_plan *plan = w->plan;
	bool any = false;

	for (uint32_t i = 0; i < plan->event_code.n; i++)
		any = any || w->model->events.at[plan->event_code.at[i].event].of_activation;
	if (!any)
		return;
	making m = {.w = w, .ways = ss_find_ways(w)};
	const char *why = why_none(plan, m.ways), *alone = why ? why : why_not_alone(plan);
	plan->sources_alone = !alone;
	uint32_t n = m.ways->places, steps = plan->steps.n + 1;
	m.comes = sb_new_array(w->scratch, uint8_t, plan->event_code.n + 1);
	m.is = sb_new_array(w->scratch, sx_ref, n);
	m.open = sb_new_array(w->scratch, bool, n);
	m.set = sb_new_array(w->scratch, bool, n);
	m.moves = sb_new_array(w->scratch, bool, n);
	for (uint32_t i = 0; i < plan->pres.n; i++)
		if (!plan->pres.at[i].discrete && plan->pres.at[i].place.store != SS_NOWHERE)
			m.moves[ss_place_key(plan, plan->pres.at[i].place)] = true;
	m.value = sb_new_array(w->scratch, sx_ref, steps);
	m.when = sb_new_array(w->scratch, sx_ref, steps);
	m.runs = sb_new_array(w->scratch, bool, steps);
	m.reached = sb_new_array(w->scratch, bool, steps);
	for (uint32_t i = 0; i < plan->event_code.n; i++) {
		const sm_event *e = &w->model->events.at[plan->event_code.at[i].event];
		bool first = e->of_activation;
		for (uint32_t k = 0; first && e->group && k < i; k++)
			first = w->model->events.at[plan->event_code.at[k].event].group != e->group;
		if (!first)
			continue;
		ss_schedule schedule = {0};
		for (uint32_t k = i; k < plan->event_code.n; k++)
			if (k == i || (e->group && w->model->events.at[plan->event_code.at[k].event].group == e->group))
				sb_push(w->arena, schedule.events, k);
		m.out = &schedule;
		make_schedule(&m, ss_only_looks(plan, &schedule) ? why : alone);
		sb_push(w->arena, plan->schedules, schedule);
	}
}
