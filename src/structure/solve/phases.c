/* Levels and phases. What depends on parameters alone is computed once; what depends on values that change at events
 * only, at events; and of the rest each step is needed for the rates, else for the watched conditions and delays, else
 * only for what is recorded. */
#include "structure/solve/solve.h"
#include "structure/expand/expand.h"
#include "structure/system/system.h"

enum { SEARCH_APART = 200 };         /* so much work must be saved */

typedef struct collecting { ss_work *w; sb_u32s *keys; } collecting;

static void see(void *context, sx_ref e, bool target)
{
	collecting *c = context;
	(void)target;
	ss_depends_more(c->w, e, c->keys);
}

static void loop_exprs(const ss_loop *b, void (*f)(void *, sx_ref, bool), void *context)
{
	for (uint32_t i = 0; i < b->inner.n; i++)
		f(context, b->inner.at[i].value, false);
	for (uint32_t i = 0; i < b->n; i++)
		f(context, b->linear ? b->rhs[i] : b->residuals[i], false);
	for (uint32_t i = 0; i < b->matrix.n; i++)
		f(context, b->matrix.at[i].value, false);
}

void ss_step_exprs(const ss_plan *plan, const ss_step *step, void (*f)(void *, sx_ref, bool), void *context)
{
	if (step->when)
		f(context, step->when, false);
	switch (step->kind) {
	case SS_ASSIGN: case SS_CALL: f(context, step->value, false); break;
	case SS_LOOP: loop_exprs(plan->loops.at[step->loop], f, context); break;
	case SS_ALGORITHM: ss_statement_exprs(&step->statements, f, context); break;
	}
}

void ss_step_depends(ss_work *w, const ss_plan *plan, const ss_step *step, sb_u32s *keys)
{
	collecting c = { w, keys };

	w->stamp_now++;
	ss_step_exprs(plan, step, see, &c);
}

void ss_step_targets(ss_work *w, const ss_plan *plan, const ss_step *step, sb_u32s *keys)
{
	const sm_exprs *list = &step->targets;

	if (step->kind == SS_ASSIGN) {
		sb_push(w->scratch, *keys, ss_key(w, step->target));
		return;
	}
	if (step->kind == SS_LOOP)
		list = &plan->loops.at[step->loop]->members;
	for (uint32_t i = 0; i < list->n; i++) {
		sm_exprs elements = {0};
		if (!list->at[i])
			continue;
		if (sx_op_of(w->pool, list->at[i]) == SX_VAR)
			ss_elements(w, list->at[i], &elements);
		else
			sb_push(w->scratch, elements, list->at[i]);
		for (uint32_t k = 0; k < elements.n; k++) {
			uint32_t key = ss_key(w, elements.at[k]);
			if (key != UINT32_MAX)
				sb_push(w->scratch, *keys, key);
		}
	}
}

typedef struct rating { ss_work *w; int level; } rating;

static void rate(void *context, sx_ref e, bool target)
{
	rating *r = context;
	bool continuous = false;

	(void)target;
	if (r->level < SS_LEVEL_CONTINUOUS && ss_has_clockwork(r->w, e, &continuous))
		r->level = continuous ? SS_LEVEL_CONTINUOUS : r->level < SS_LEVEL_DISCRETE ? SS_LEVEL_DISCRETE : r->level;
}

static int level_of(ss_work *w, const ss_step *step)
{
	rating r = { w, SS_LEVEL_PARAMETER };
	sb_u32s keys = {0};

	if (step->phases & SS_DISCRETE)
		return SS_LEVEL_DISCRETE;
	ss_step_targets(w, w->plan, step, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (keys.at[i] >= w->n)
			return SS_LEVEL_CONTINUOUS;      /* a rate: the solver's own vector is filled every time */
		else if (ss_is_looked_back_at(w, keys.at[i]))
			/* what it was in the mode before counts, until an instant begins in this one */
			r.level = SS_LEVEL_DISCRETE;
	keys.n = 0;
	ss_step_depends(w, w->plan, step, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (w->level[keys.at[i]] > r.level)
			r.level = w->level[keys.at[i]];
	ss_step_exprs(w->plan, step, rate, &r);
	if (r.level == SS_LEVEL_PARAMETER && step->kind != SS_ASSIGN && step->kind != SS_CALL)
		r.level = SS_LEVEL_DISCRETE;
	return r.level;
}

static void given_levels(ss_work *w)
{
	w->level = sb_new_array(w->scratch, uint8_t, 3 * (size_t)w->n + 1);
	for (uint32_t s = 0; s < w->n; s++) {
		w->level[2 * w->n + s] = SS_LEVEL_DISCRETE;
		w->level[w->n + s] = SS_LEVEL_CONTINUOUS;
		if (w->traits[s] & SS_IS_STATE)
			w->level[s] = SS_LEVEL_CONTINUOUS;
		else if (w->traits[s] & SS_IS_HELD)
			w->level[s] = w->traits[s] & SS_IS_DISCRETE ? SS_LEVEL_DISCRETE : SS_LEVEL_CONTINUOUS;
		else if (w->traits[s] & SS_IS_FREE)
			w->level[s] = SS_LEVEL_DISCRETE;
	}
}

typedef struct reaching { ss_work *w; uint32_t *producer; sb_u32s todo; uint8_t phase; } reaching;

/* What the invariants need is needed before rates are asked for, too: with a mark of its own. */
static void want_for_project(reaching *r, sx_ref e)
{
	ss_steps *steps = &r->w->plan->steps;
	sb_u32s keys = {0}, todo = {0};

	ss_depends(r->w, e, &keys);
	for (;;) {
		for (uint32_t i = 0; i < keys.n; i++) {
			uint32_t p = r->producer[keys.at[i]];
			if (p == UINT32_MAX || steps->at[p].phases & (SS_DISCRETE | SS_PROJECT))
				continue;
			steps->at[p].phases |= SS_RATES | SS_PROJECT;
			sb_push(r->w->scratch, todo, p);
		}
		if (!todo.n)
			return;
		keys.n = 0;
		ss_step_depends(r->w, r->w->plan, &steps->at[todo.at[--todo.n]], &keys);
	}
}

static void want_keys(reaching *r, const sb_u32s *keys)
{
	for (uint32_t i = 0; i < keys->n; i++) {
		uint32_t p = r->producer[keys->at[i]];
		if (p == UINT32_MAX || r->w->plan->steps.at[p].phases)
			continue;
		r->w->plan->steps.at[p].phases = r->phase;
		sb_push(r->w->scratch, r->todo, p);
	}
}

static void follow(reaching *r)
{
	while (r->todo.n) {
		uint32_t i = r->todo.at[--r->todo.n];
		sb_u32s keys = {0};
		ss_step_depends(r->w, r->w->plan, &r->w->plan->steps.at[i], &keys);
		want_keys(r, &keys);
	}
}

static void want_expr(reaching *r, sx_ref e)
{
	sb_u32s keys = {0};

	if (!e)
		return;
	ss_depends(r->w, e, &keys);
	want_keys(r, &keys);
	follow(r);
}

static void want_wait(void *context, const sm_statement *wait, uint32_t routine)
{
	(void)routine;
	want_expr(context, wait->condition);
}

/* About how much work a step is. */
static uint64_t weight(const ss_plan *plan, const ss_step *step)
{
	const ss_loop *b = step->kind == SS_LOOP ? plan->loops.at[step->loop] : NULL;

	return b ? 8 * (uint64_t)b->members.n : 1;
}

static void search_wait(void *context, const sm_statement *wait, uint32_t routine)
{
	collecting *c = context;
	(void)routine;
	if (wait->condition)
		ss_depends(c->w, wait->condition, c->keys);
}

/* What the watches need, all of it, and what is waited for. Marked only where that is worth functions of its own. */
static void mark_search(ss_work *w, const uint32_t *producer)
{
	ss_plan *plan = w->plan;
	bool *needed = sb_new_array(w->scratch, bool, plan->steps.n + 1);
	sb_u32s keys = {0}, todo = {0};
	uint64_t rates = 0, searched = 0;

	for (uint32_t i = 0; i < plan->watches.n; i++)
		if (!plan->watches.at[i].initial_only)
			ss_depends(w, plan->watches.at[i].function, &keys);
	collecting c = { w, &keys };
	ss_wait_conditions(plan, search_wait, &c);
	for (;;) {
		for (uint32_t i = 0; i < keys.n; i++) {
			uint32_t p = producer[keys.at[i]];
			if (p == UINT32_MAX || needed[p] || plan->steps.at[p].phases & SS_DISCRETE)
				continue;
			needed[p] = true;
			sb_push(w->scratch, todo, p);
		}
		if (!todo.n)
			break;
		keys.n = 0;
		ss_step_depends(w, plan, &plan->steps.at[todo.at[--todo.n]], &keys);
	}
	for (uint32_t i = 0; i < plan->steps.n; i++)
		if (plan->steps.at[i].phases & SS_RATES) {
			rates += weight(plan, &plan->steps.at[i]);
			searched += needed[i] ? weight(plan, &plan->steps.at[i]) : 0;
		}
	plan->search_apart = rates >= searched + SEARCH_APART && 3 * searched < 2 * rates;
	for (uint32_t i = 0; i < plan->steps.n && plan->search_apart; i++)
		if (needed[i])
			plan->steps.at[i].phases |= SS_SEARCH;
}

static void mark_phases(ss_work *w)
{
	ss_plan *plan = w->plan;
	reaching r = { .w = w, .phase = SS_RATES };
	sb_u32s keys = {0};

	r.producer = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);
	for (uint32_t k = 0; k < 3 * w->n; k++)
		r.producer[k] = UINT32_MAX;
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		keys.n = 0;
		ss_step_targets(w, plan, &plan->steps.at[i], &keys);
		for (uint32_t k = 0; k < keys.n; k++)
			r.producer[keys.at[k]] = i;
	}
	keys.n = 0;
	for (uint32_t s = 0; s < w->n; s++)
		if (w->traits[s] & SS_IS_STATE && !(w->traits[s] & SS_IS_ALIAS))
			sb_push(w->scratch, keys, w->n + s);
	want_keys(&r, &keys);
	follow(&r);
	for (uint32_t i = 0; i < plan->invariants.n; i++)
		want_for_project(&r, plan->invariants.at[i].residual);
	r.phase = SS_WATCH;
	for (uint32_t i = 0; i < plan->watches.n; i++)
		if (!plan->watches.at[i].initial_only)
			want_expr(&r, plan->watches.at[i].function);
	for (uint32_t i = 0; i < plan->delays.n; i++) {
		want_expr(&r, plan->delays.at[i].value);
		want_expr(&r, plan->delays.at[i].time);
	}
	for (uint32_t i = 0; i < plan->transports.n; i++) {
		want_expr(&r, plan->transports.at[i].in[0]);
		want_expr(&r, plan->transports.at[i].in[1]);
		want_expr(&r, plan->transports.at[i].x);
		want_expr(&r, plan->transports.at[i].positive);
	}
	for (uint32_t i = 0; i < plan->event_code.n; i++)
		want_expr(&r, plan->event_code.at[i].when);
	ss_wait_conditions(plan, want_wait, &r);
	for (uint32_t i = 0; i < plan->steps.n; i++)
		if (!plan->steps.at[i].phases)
			plan->steps.at[i].phases = SS_OUTPUT;
	if (plan->watches.n || plan->routine_code.n)
		mark_search(w, r.producer);
}

void ss_phases(ss_work *w)
{
	ss_plan *plan = w->plan;
	ss_steps kept = {0};
	sb_u32s keys = {0};

	given_levels(w);
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		ss_step *step = &plan->steps.at[i];
		int level = level_of(w, step);
		keys.n = 0;
		ss_step_targets(w, plan, step, &keys);
		for (uint32_t k = 0; k < keys.n; k++)
			w->level[keys.at[k]] = (uint8_t)level;
		step->phases = level == SS_LEVEL_DISCRETE ? SS_DISCRETE : 0;
		if (level == SS_LEVEL_PARAMETER) {
			sb_push(w->arena, plan->parameter_steps, *step);
			w->step_equation.at[i]->gone = true;      /* known to the initial system as well */
		} else {
			sb_push(w->arena, kept, *step);
		}
	}
	plan->steps = kept;
	mark_phases(w);
	/* what the rates need is differentiated, term by term */
	for (uint32_t i = 0; i < plan->steps.n; i++)
		if (plan->steps.at[i].phases & SS_RATES && plan->steps.at[i].value && ss_has_sums(w, plan->steps.at[i].value))
			ss_write_out_sums(w);
}
