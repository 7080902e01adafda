/* The clauses in which an opaque component acts; see block.h.
 *
 *     when {activations} then     outputs, if they are computed then; update; reinit; what it programs; commit
 *     elsewhen {initial(), edges} then     the same, without the outputs
 *     when initial() then         what it programs at the start; commit
 *
 * Activations are true in one pass of an instant and act in it; other conditions act where they become true. So they
 * are in branches of their own. The start is among the conditions only where update gives something its value there:
 * what a clause sets at the start, too, has no left limit that others could read (model/activate). */
#include "model/rewrite/block_inside.h"

/* A Boolean variable for a condition, and its edge. */
static sx_ref condition(sm_adding *a, const char *stem, uint32_t number, sx_ref value, sm_exprs *any)
{
	sx_pool *p = a->m->pool;
	sx_ref b = sm_block_hidden(a, stem, number, SX_BOOLEAN, SM_DISCRETE);

	sm_add_equation(a->m, b, value, a->b->span, a->component);
	sb_push(a->m->arena, *any, b);
	return sx_binary(p, SX_AND, b, sx_unary(p, SX_NOT, sx_unary(p, SX_PRE, b)));
}

static void add_conditions(sm_adding *a, sx_ref next, sm_event_flags *e, sm_exprs *any)
{
	sx_pool *p = a->m->pool;
	uint32_t number = 0;

	e->initial = sx_make(p, SX_INITIAL, SX_BOOLEAN, 0, NULL, 0);
	e->due = sx_bool(p, false);
	if (next && !a->b->autonomous)
		e->due = condition(a, "due", 1, sx_binary(p, SX_GE, sx_time(p), sx_unary(p, SX_PRE, next)), any);
	for (uint32_t i = 0; i < a->b->crossings.n; i++)
		for (uint32_t k = 0; k < a->b->crossings.at[i].count; k++) {
			sx_ref g = sm_ref_at(a->m, a->b->crossings.at[i].variable, k), zero = sx_real(p, 0), no = sx_bool(p, false);
			int direction = a->b->crossings.at[i].direction;
			number++;
			sx_ref up = direction >= 0 ? condition(a, "up", number, sx_binary(p, SX_GT, g, zero), any) : no;
			sx_ref down = direction <= 0 ? condition(a, "down", number, sx_binary(p, SX_LT, g, zero), any) : no;
			sb_push(a->m->arena, e->up, up);
			sb_push(a->m->arena, e->down, down);
		}
}

/* Inputs whose changes are events, of a latent component. It is told in the next round, from the left limit, so what it
 * knows of them is a variable beside each. A phase turns with each event, and there is a condition for both phases:
 * inputs that change in two rounds after each other make two events, not one that lasts. So has the next time of an
 * autonomous component, which may be the same time once more. */
typedef struct waking { sm_exprs inputs, known; sx_ref phase; } waking;

static void add_phases(sm_adding *a, const char *stem, sx_ref phase, sx_ref what, sm_exprs *any, sx_ref *either)
{
	sx_pool *p = a->m->pool;
	sx_ref one = condition(a, stem, 1, sx_binary(p, SX_AND, what, phase), any);
	sx_ref other = condition(a, stem, 2, sx_binary(p, SX_AND, what, sx_unary(p, SX_NOT, phase)), any);
	*either = sx_binary(p, SX_OR, one, other);
}

static waking add_waking(sm_adding *a, sx_ref next, sm_event_flags *e, sm_exprs *any)
{
	sx_pool *p = a->m->pool;
	waking w = {0};
	sx_ref differs = 0;
	for (uint32_t i = 0; a->b->latent && i < a->b->inputs.n; i++)
		if (a->b->inputs.at[i].wakes)
			sm_push_item(a, &w.inputs, &a->b->inputs.at[i], false);
	for (uint32_t i = 0; i < w.inputs.n; i++) {
		sx_ref known = sm_block_hidden(a, "known", i + 1, sx_type_of(p, w.inputs.at[i]), SM_DISCRETE);
		sb_push(a->m->arena, w.known, known);
		sx_ref one = sx_binary(p, SX_NE, sx_unary(p, SX_PRE, w.inputs.at[i]), sx_unary(p, SX_PRE, known));
		differs = differs ? sx_binary(p, SX_OR, differs, one) : one;
	}
	if (!differs && !a->b->autonomous)
		return w;
	w.phase = sm_block_hidden(a, "phase", 1, SX_BOOLEAN, SM_DISCRETE);
	sx_ref phase = sx_unary(p, SX_PRE, w.phase), told;
	if (differs)
		add_phases(a, "told", phase, differs, any, &told);
	if (a->b->autonomous)
		add_phases(a, "due", phase, sx_binary(p, SX_GE, sx_time(p), sx_unary(p, SX_PRE, next)), any, &e->due);
	return w;
}

static void push_equal(sm_adding *a, sm_equations *body, sx_ref left, sx_ref right)
{
	sm_exprs one = {0};
	sb_push(a->m->arena, one, left);
	sb_push(a->m->arena, *body, sm_block_equation(a, &one, right));
}

static void push_known(sm_adding *a, sm_equations *body, const waking *w, bool start)
{
	sx_pool *p = a->m->pool;
	for (uint32_t i = 0; i < w->known.n; i++)
		push_equal(a, body, w->known.at[i], start ? w->inputs.at[i] : sx_unary(p, SX_PRE, w->inputs.at[i]));
	if (w->phase)
		push_equal(a, body, w->phase, start ? sx_bool(p, false) : sx_unary(p, SX_NOT, sx_unary(p, SX_PRE, w->phase)));
}

static void add_activations(sm_adding *a, sm_event_flags *e, sm_exprs *come)
{
	for (uint32_t i = 0; i < a->b->comes.n; i++)
		sm_push_item(a, come, &a->b->comes.at[i], false);
	for (uint32_t i = 0; i < come->n; i++)
		sb_push(a->m->arena, e->active, sx_make(a->m->pool, SX_ACTIVE, SX_BOOLEAN, 0, &come->at[i], 1));
}

/* ------------------------------------------------------------------------------------------ what is done */

/* What update, or start, gives beside discrete states. */
typedef struct given {
	sm_exprs targets, states, jumps, programs, delays; sx_ref stop;
} given;

static void add_programs(sm_adding *a, const char *when, given *g)
{
	sm_model *m = a->m;

	for (uint32_t k = 0; k < a->b->gives.scalars; k++) {
		sx_ref yes = sm_block_hidden(a, sb_printf(m->arena, "%sprogram", when), k + 1, SX_BOOLEAN, SM_DISCRETE);
		sx_ref delay = sm_block_hidden(a, sb_printf(m->arena, "%sdelay", when), k + 1, SX_REAL, SM_DISCRETE);
		sb_push(m->arena, g->programs, yes);
		sb_push(m->arena, g->delays, delay);
		sb_push(m->arena, g->targets, yes);
		sb_push(m->arena, g->targets, delay);
	}
	if (!a->b->may_stop)
		return;
	g->stop = sm_block_hidden(a, sb_printf(m->arena, "%sstop", when), 1, SX_BOOLEAN, SM_DISCRETE);
	sb_push(m->arena, g->targets, g->stop);
}

static given what_update_gives(sm_adding *a, sx_ref next)
{
	sm_model *m = a->m;
	const sm_block *b = a->b;
	given g = {0};

	for (uint32_t i = 0; i < b->discrete.n; i++)
		sm_push_item(a, &g.targets, &b->discrete.at[i], false);
	for (uint32_t i = 0; i < b->states.n; i++)
		for (uint32_t k = 0; b->states.at[i].jumps && k < b->states.at[i].count; k++) {
			sx_ref value = sm_block_hidden(a, "jump", g.jumps.n + 1, SX_REAL, SM_DISCRETE);
			sb_push(m->arena, g.states, sm_ref_at(m, b->states.at[i].variable, k));
			sb_push(m->arena, g.jumps, value);
			sb_push(m->arena, g.targets, value);
		}
	if (next)
		sb_push(m->arena, g.targets, next);
	add_programs(a, "", &g);
	return g;
}

static sm_equation *new_if(sm_adding *a, sx_ref condition, sm_equation *inner)
{
	sm_equation *q = sm_equation_new(a->m, SM_IF, a->b->span, a->component);
	sm_branch branch = {.condition = condition, .span = a->b->span};

	sb_push(a->m->arena, branch.body, inner);
	sb_push(a->m->arena, q->branches, branch);
	return q;
}

static void push_programs(sm_adding *a, sm_equations *body, const given *g)
{
	sm_model *m = a->m;
	sm_exprs gives = {0};

	for (uint32_t i = 0; i < a->b->gives.n; i++)
		sm_push_item(a, &gives, &a->b->gives.at[i], false);
	for (uint32_t k = 0; k < g->programs.n; k++) {
		sm_equation *q = sm_equation_new(m, SM_PROGRAM, a->b->span, a->component);
		q->lhs = gives.at[k];
		q->rhs = g->delays.at[k];
		sb_push(m->arena, *body, new_if(a, g->programs.at[k], q));
	}
	if (!g->stop)
		return;
	sm_equation *q = sm_equation_new(m, SM_TERMINATE, a->b->span, a->component);
	q->rhs = sx_string(m->pool, sb_printf(m->arena, "the block '%s' has ended the run", a->name));
	sb_push(m->arena, *body, new_if(a, g->stop, q));
}

static void push_reinits(sm_adding *a, sm_equations *body, const given *g)
{
	for (uint32_t i = 0; i < g->states.n; i++) {
		sm_equation *q = sm_equation_new(a->m, SM_REINIT, a->b->span, a->component);
		q->lhs = g->states.at[i];
		q->rhs = g->jumps.at[i];
		sb_push(a->m->arena, *body, q);
	}
}

static void push_outputs(sm_adding *a, sm_equations *body, const sm_event_flags *e)
{
	for (uint32_t i = 0; a->b->at_activations && i < a->b->outputs.n; i++) {
		sm_block_item *item = &a->b->outputs.at[i];
		struct sm_block_call call = {a->number, SL_BLOCK_OUTPUT, i};
		sm_exprs targets = {0};
		sm_push_item(a, &targets, item, false);
		sx_ref value = sm_block_call_of(a, call, item->name, e, &targets);
		item->function = a->m->functions.n - 1;
		sb_push(a->m->arena, *body, sm_block_equation(a, &targets, value));
	}
}

static void push_commit(sm_adding *a, sm_equations *body, sx_ref commit)
{
	if (!commit)
		return;
	sm_equation *q = sm_equation_new(a->m, SM_CALL, a->b->span, a->component);
	q->rhs = commit;
	sb_push(a->m->arena, *body, q);
}

/* ------------------------------------------------------------------------------------------- the clauses */

static sm_branch new_branch(sm_adding *a, const sm_exprs *any)
{
	sm_branch branch = {.span = a->b->span};

	for (uint32_t i = 0; i < any->n; i++)
		sb_push(a->m->arena, branch.any, any->at[i]);
	return branch;
}

static void push_clause(sm_adding *a, const sm_branch *first, const sm_branch *second)
{
	sm_equation *q = sm_equation_new(a->m, SM_WHEN, a->b->span, a->component);

	if (first->any.n && first->body.n)
		sb_push(a->m->arena, q->branches, *first);
	if (second && second->any.n && second->body.n)
		sb_push(a->m->arena, q->branches, *second);
	if (q->branches.n)
		sb_push(a->m->arena, a->m->equations, q);
}

/* States jump at events, never at the start, where other equations give them their values. */
static void add_reinits(sm_adding *a, const sm_exprs *come, const sm_exprs *any, const given *g)
{
	sm_branch first = new_branch(a, come), second = new_branch(a, any);

	push_reinits(a, &first.body, g);
	push_reinits(a, &second.body, g);
	push_clause(a, &first, &second);
}

static void add_updates(sm_adding *a, const sm_event_flags *e, const sm_exprs *come, const sm_exprs *any,
						const given *g, sx_ref commit)
{
	sm_branch first = new_branch(a, come), second = new_branch(a, any);
	struct sm_block_call call = {a->number, SL_BLOCK_UPDATE, 0};
	sx_ref update = g->targets.n ? sm_block_call_of(a, call, "update", e, &g->targets) : 0;

	push_outputs(a, &first.body, e);
	if (update) {
		sb_push(a->m->arena, first.body, sm_block_equation(a, &g->targets, update));
		sb_push(a->m->arena, second.body, sm_block_equation(a, &g->targets, update));
	}
	push_programs(a, &first.body, g);
	push_programs(a, &second.body, g);
	push_commit(a, &first.body, commit);
	push_commit(a, &second.body, commit);
	push_clause(a, &first, &second);
}

static void add_start(sm_adding *a, const sm_event_flags *e, bool starts, sx_ref commit)
{
	sm_exprs initial = {0};
	struct sm_block_call call = {a->number, SL_BLOCK_BEGIN, 0};
	given g = {0};

	sb_push(a->m->arena, initial, e->initial);
	sm_branch only = new_branch(a, &initial);
	if (!starts && (a->b->gives.n || a->b->may_stop)) {
		add_programs(a, "first", &g);
		sx_ref begin = sm_block_call_of(a, call, "begin", e, &g.targets);
		sb_push(a->m->arena, only.body, sm_block_equation(a, &g.targets, begin));
		push_programs(a, &only.body, &g);
	}
	if (!starts)
		push_commit(a, &only.body, commit);
	push_clause(a, &only, NULL);
}

/* The clause of a latent component. At its start discrete states have their start values, so whatever reads them does
 * not wait for it. */
static void add_latent(sm_adding *a, const sm_event_flags *e, const sm_exprs *any, sx_ref next, const waking *w,
					   sx_ref commit)
{
	sm_model *m = a->m;
	given g = what_update_gives(a, next), first = {0};
	struct sm_block_call update = {a->number, SL_BLOCK_UPDATE, 0}, begin = {a->number, SL_BLOCK_BEGIN, 0};
	sm_exprs initial = {0}, none = {0};
	sb_push(m->arena, initial, e->initial);
	sm_branch start = new_branch(a, &initial), event = new_branch(a, any);

	for (uint32_t i = 0; a->b->autonomous && i < a->b->discrete.n; i++)
		sm_push_item(a, &first.targets, &a->b->discrete.at[i], false);
	for (uint32_t i = 0; !a->b->autonomous && i < a->b->discrete.n; i++)
		for (uint32_t k = 0; k < a->b->discrete.at[i].count; k++)
			push_equal(a, &start.body, sm_ref_at(m, a->b->discrete.at[i].variable, k),
					   sx_int(m->pool, (int64_t)a->b->discrete.at[i].start));
	for (uint32_t i = 0; i < g.jumps.n; i++)
		push_equal(a, &start.body, g.jumps.at[i], sx_real(m->pool, 0));
	for (uint32_t i = 0; i < g.programs.n; i++) {
		push_equal(a, &start.body, g.programs.at[i], sx_bool(m->pool, false));
		push_equal(a, &start.body, g.delays.at[i], sx_real(m->pool, 0));
	}
	if (next)
		sb_push(m->arena, first.targets, next);
	if (g.stop) {
		first.stop = g.stop;
		sb_push(m->arena, first.targets, g.stop);
	}
	sb_push(m->arena, start.body,
			sm_block_equation(a, &first.targets, sm_block_call_of(a, begin, "begin", e, &first.targets)));
	push_known(a, &start.body, w, true);
	push_programs(a, &start.body, &first);
	push_commit(a, &start.body, commit);
	sb_push(m->arena, event.body, sm_block_equation(a, &g.targets, sm_block_call_of(a, update, "update", e,
		&g.targets)));
	push_known(a, &event.body, w, false);
	push_programs(a, &event.body, &g);
	push_commit(a, &event.body, commit);
	push_clause(a, &start, &event);
	add_reinits(a, &none, any, &g);
}

static bool updates_at_start(const sm_block *b)
{
	bool any = b->time_events;

	for (uint32_t i = 0; i < b->discrete.n; i++)
		any |= b->discrete.at[i].free;
	return any;
}

static sx_ref new_next(sm_adding *a)
{
	sx_ref next = sm_block_hidden(a, "next", 1, SX_REAL, SM_DISCRETE);
	sm_variable *v = sm_edit(a->m, sx_at(a->m->pool, next)->payload);

	v->start = sx_real(a->m->pool, SL_NEVER);
	v->fixed = sx_bool(a->m->pool, true);
	v->start_given = true;
	return next;
}

void sm_add_block_events(sm_adding *a)
{
	const sm_block *b = a->b;
	struct sm_block_call call = {a->number, SL_BLOCK_COMMIT, 0};
	sm_exprs any = {0}, none = {0}, come = {0}, with_start = {0};
	sm_event_flags e = {0};

	if (!b->operations->update)
		return;
	sx_ref next = b->time_events ? new_next(a) : 0;
	add_conditions(a, next, &e, &any);
	waking w = add_waking(a, next, &e, &any);
	add_activations(a, &e, &come);
	sx_ref commit = b->operations->commit ? sm_block_call_of(a, call, "commit", &e, &none) : 0;
	if (b->latent) {
		add_latent(a, &e, &any, next, &w, commit);
		return;
	}
	bool starts = updates_at_start(b);
	if (starts)
		sb_push(a->m->arena, with_start, e.initial);
	for (uint32_t i = 0; i < any.n; i++)
		sb_push(a->m->arena, with_start, any.at[i]);
	if (come.n || with_start.n) {
		given g = what_update_gives(a, next);
		add_updates(a, &e, &come, &with_start, &g, commit);
		add_reinits(a, &come, &any, &g);
	}
	add_start(a, &e, starts, commit);
}
