/* Routines: processes, events with arguments, experiments (model/process.h). Their statements go through the same
 * rewriting as everything else, so that names are places of this mode, but nothing in them is latched or moved: they
 * are executed as they stand.
 *
 * What a routine sets is known to all equations. It has a place of its own, which equal variables do not share, and the
 * initial system begins with what is in that place: a routine may have put it there before. */
#include "structure/expand/expand.h"
#include "model/print/print.h"

typedef struct looking { ss_work *w; const sm_routine *routine; const sm_statement *at; } looking;

static const char *kind_name(const sm_routine *r)
{
	static const char *const words[] = { "process", "event", "experiment", "part" };
	return words[r->kind];
}

static bool see_misplaced(void *context, const sx_pool *pool, sx_ref e)
{
	const looking *l = context;
	sx_op op = sx_op_of(pool, e);

	if (op != SX_DELAY && op != SX_SAMPLE && op != SX_TRANSPORT && !(op >= SX_NEW_CLOCK && op <= SX_FIRST_TICK))
		return true;
	sb_message *m = sb_report(l->w->diag, SB_ERROR, "S0703", l->routine->span, "'%s' cannot stand in the %s '%s'",
							  sx_op_name(op), kind_name(l->routine), l->routine->name);
	sb_note(m, "it needs past values, which are kept for equations only");
	sb_help(m, "give it a variable and an equation of its own, and use the variable here");
	return false;
}

static void look_at(void *context, sx_ref e, bool target)
{
	const looking *l = context;

	(void)target;
	if (sx_flags(l->w->pool, e) & (SX_HAS_STATEFUL | SX_HAS_CLOCK))
		sx_visit(l->w->pool, e, see_misplaced, context);
}

static sx_ref tidy_again(ss_work *w, sx_ref e, void *context)
{
	(void)context;
	return ss_tidy(w, NULL, e);
}

static void number_waits(sm_statements *list, uint32_t *next)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (list->at[i]->kind == SM_WAIT_UNTIL)
			list->at[i]->event = (*next)++;
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			number_waits(&list->at[i]->branches.at[b].body, next);
	}
}

static void bind_locals(ss_work *w, const sm_routine *r, sm_statements *out)
{
	for (uint32_t k = r->args; k < r->locals.n; k++) {
		const sm_local *local = &r->locals.at[k];
		if (!local->binding || local->rank)
			continue;
		sm_statement *s = sm_statement_new(w->model, SM_ASSIGN, local->span);
		s->target = sx_local(w->pool, k, local->type, NULL, 0);
		s->value = sx_cast(w->pool, local->binding, local->type);
		sb_push(w->arena, *out, s);
	}
}

/* What front ends should have seen: it must not become code that cannot work. */
static void check_routine(ss_work *w, const sm_routine *r, uint32_t slots)
{
	looking l = { w, r, NULL };

	ss_statement_exprs(&r->body, look_at, &l);
	const sm_statement *wait = r->kind == SM_PROCESS || r->kind == SM_EXPERIMENT ? NULL : sm_first_wait(&r->body);
	if (wait) {
		sb_message *m =
			sb_report(w->diag, SB_ERROR, "S0705", wait->span, "the %s '%s' cannot wait", kind_name(r), r->name);
		sb_note(m, "no time passes while it runs; only a process can wait");
		sb_help(m, "start a process here, and let the process wait");
	}
	if (slots == UINT32_MAX)
		sb_help(sb_report(w->diag, SB_ERROR, "S0702", r->span,
						  "the locals of the %s '%s' have no size that is known, or are too large", kind_name(r),
						  r->name),
				"give its arrays bounds that are constants");
}

void ss_expand_routines(ss_work *w)
{
	uint32_t waits = 0;

	for (uint32_t i = 0; i < w->model->routines.n; i++) {
		const sm_routine *r = &w->model->routines.at[i];
		struct ss_routine_code code = { .routine = i };
		sm_statements body = {0};
		code.slots = sm_routine_slots(w->model, r, &code.args);
		check_routine(w, r, code.slots);
		w->here = r->span;
		bind_locals(w, r, &body);
		for (uint32_t k = 0; k < r->body.n; k++)
			sb_push(w->arena, body, r->body.at[k]);
		code.body = ss_map_statements(w, &body, tidy_again, NULL);
		number_waits(&code.body, &waits);
		sb_push(w->arena, w->plan->routine_code, code);
	}
}

void ss_map_routines(ss_work *w, ss_map_expr map, void *context)
{
	for (uint32_t i = 0; i < w->plan->routine_code.n; i++)
		w->plan->routine_code.at[i].body = ss_map_statements(w, &w->plan->routine_code.at[i].body, map, context);
}

void ss_routine_exprs(const ss_plan *plan, void (*see)(void *context, sx_ref e, bool target), void *context)
{
	for (uint32_t i = 0; i < plan->routine_code.n; i++)
		ss_statement_exprs(&plan->routine_code.at[i].body, see, context);
}

static void waits_in(const sm_statements *list, uint32_t routine, void (*see)(void *, const sm_statement *, uint32_t),
					 void *context)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (list->at[i]->kind == SM_WAIT_UNTIL)
			see(context, list->at[i], routine);
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			waits_in(&list->at[i]->branches.at[b].body, routine, see, context);
	}
}

void ss_wait_conditions(const ss_plan *plan, void (*see)(void *context, const sm_statement *wait, uint32_t routine),
						void *context)
{
	for (uint32_t i = 0; i < plan->routine_code.n; i++)
		waits_in(&plan->routine_code.at[i].body, plan->routine_code.at[i].routine, see, context);
}

/* ------------------------------------------------------------------------------------------ what they set */

static void refuse(const looking *l, uint32_t cell)
{
	const sm_variable *v = ss_variable(l->w, cell);
	bool known = l->w->traits[cell] & SS_IS_PARAMETER;
	sb_message *m = sb_report(l->w->diag, SB_ERROR, "S0706", l->at->span, "'%s' sets '%s', which is a %s",
							  l->routine->name, v->name, known ? "constant" : "state");

	sb_also(m, v->span, "it is declared here");
	sb_help(m, known ? "declare it as a variable"
					 : "use the statement that sets a state, after which the state goes on from its new value");
}

static void set_by(const looking *l, sx_ref target)
{
	ss_work *w = l->w;

	if (sx_op_of(w->pool, target) != SX_VAR)
		return;
	w->met.n = 0;
	ss_cells_met(w, target, &w->met);
	for (uint32_t i = 0; i < w->met.n; i++) {
		uint32_t s = w->met.at[i];
		if (w->traits[s] & (SS_IS_STATE | SS_IS_PARAMETER)) {
			refuse(l, s);
			return;
		}
		w->traits[s] |= SS_IS_HELD | SS_IS_DISCRETE | SS_IS_PINNED | SS_IS_SET;
	}
}

static void set_by_all(looking *l, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		l->at = s;
		if (s->target && s->kind != SM_REINIT_DO && s->kind != SM_PROGRAM_DO)
			set_by(l, s->target);
		for (uint32_t k = 0; sm_sets_targets(s->kind) && k < s->targets.n; k++)
			if (s->targets.at[k])
				set_by(l, s->targets.at[k]);
		for (uint32_t b = 0; b < s->branches.n; b++)
			set_by_all(l, &s->branches.at[b].body);
	}
}

void ss_set_by_routines(ss_work *w, void (*pin)(void *context, sx_ref e, bool target))
{
	if (!w->plan->routine_code.n)
		return;
	for (uint32_t i = 0; i < w->plan->routine_code.n; i++) {
		looking l = { w, &w->model->routines.at[w->plan->routine_code.at[i].routine], NULL };
		set_by_all(&l, &w->plan->routine_code.at[i].body);
	}
	for (uint32_t i = 0; i < w->model->variables.n; i++)
		if ((sm_var(w->model, i)->kept || sm_var(w->model, i)->set_by_routines) && !ss_is_known(sm_var(w->model, i)))
			for (uint32_t c = ss_first_cell(w, i); c < ss_last_cell(w, i); c++)
				if (!(w->traits[c] & SS_IS_STATE))
					w->traits[c] |= SS_IS_HELD | SS_IS_DISCRETE | SS_IS_PINNED | SS_IS_SET;
	ss_routine_exprs(w->plan, pin, w);
}

/* ------------------------------------------------------------------------------------ questions in equations */

typedef struct asking { ss_work *w; const ss_equation *q; } asking;

static bool see_question(void *context, const sx_pool *pool, sx_ref e)
{
	const asking *a = context;
	sb_text text = {0};

	if (sx_op_of(pool, e) != SX_ASK)
		return true;
	sm_print_expr(a->w->model, e, &text);
	sb_message *m = sb_report(a->w->diag, SB_ERROR, "S0704", a->q->span, "'%s' stands in an equation", text.at);
	sb_note(m, "an equation holds all the time, and the solver decides how often it is evaluated; a value of this kind "
			   "would change without an event");
	sb_help(m, "let a process or an event read it, and set a variable that the equation uses");
	sb_text_free(&text);
	return false;
}

static void look_for_question(void *context, sx_ref e, bool target)
{
	const asking *a = context;

	(void)target;
	if (e && sx_flags(a->w->pool, e) & SX_HAS_ASK)
		sx_visit(a->w->pool, e, see_question, context);
}

void ss_check_questions(ss_work *w)
{
	for (uint32_t i = 0; i < w->equations.n + w->initial.n; i++) {
		const ss_equation *q = i < w->equations.n ? &w->equations.at[i] : &w->initial.at[i - w->equations.n];
		asking a = { w, q };
		look_for_question(&a, q->lhs, false);
		look_for_question(&a, q->rhs, false);
		ss_statement_exprs(&q->statements, look_for_question, &a);
	}
}

/* ------------------------------------------------------------------------------------------------- waits */

static bool see_ask(void *context, const sx_pool *pool, sx_ref e)
{
	bool *asks = context;
	*asks = *asks || (sx_op_of(pool, e) == SX_ASK && !sm_is_draw((sm_question)sx_at(pool, e)->payload));
	return !*asks;
}

static void add_places(ss_work *w, uint32_t cell, sb_u32s *out)
{
	uint32_t scalar = ss_scalar_of_cell(w, cell);

	for (uint32_t k = 0; k < ss_cell_count(w, cell); k++) {
		ss_place place = ss_place_of(w->plan, scalar + k);
		if (place.store != SS_NOWHERE)
			sb_push(w->arena, *out, ss_place_key(w->plan, place));
	}
}

/* The relations and whole numbers in a condition. Those of Integers change when something is set, which is seen
 * anyway. */
static void find_turns(ss_work *w, struct ss_wait *wait)
{
	ss_visit(w, wait->condition);
	for (sx_ref part; (part = ss_next_part(w, ~0u));) {
		sx_op op = sx_op_of(w->pool, part);
		uint32_t count = sx_at(w->pool, part)->count;
		bool real = false, relation = sx_is_relation(op);
		for (uint32_t i = 0; i < count; i++)
			real = real || sx_type_of(w->pool, sx_arg(w->pool, part, i)) == SX_REAL;
		ss_look_inside(w, part, 0);
		if (!real || sx_flags(w->pool, part) & SX_HAS_ITER)
			continue;
		struct ss_wait_turn turn = { .op = op };
		sx_ref slope, rest;
		if (relation)
			turn.function = sx_binary(w->pool, SX_SUB, sx_arg(w->pool, part, 0), sx_arg(w->pool, part, 1));
		else if (op == SX_FLOOR || op == SX_CEIL || op == SX_INTEGER_OF)
			turn.function = sx_arg(w->pool, part, 0);
		else if (op == SX_QUOT || op == SX_MOD || op == SX_REM)
			turn.function = sx_binary(w->pool, SX_DIV, sx_arg(w->pool, part, 0), sx_arg(w->pool, part, 1));
		if (!turn.function)
			continue;
		turn.time_only = relation && ss_is_line_of_time(w, turn.function, &slope, &rest);
		sb_push(w->arena, wait->turns, turn);
	}
}

static void finish_wait(void *context, const sm_statement *s, uint32_t routine)
{
	ss_work *w = context;
	sb_u32s keys = {0};
	struct ss_wait wait = { .routine = routine, .condition = s->condition, .span = s->span };

	ss_has_clockwork(w, s->condition, &wait.moving);
	ss_depends(w, s->condition, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (w->level[keys.at[i]] == SS_LEVEL_CONTINUOUS)
			wait.moving = true;
		else if (w->level[keys.at[i]] == SS_LEVEL_DISCRETE)
			add_places(w, keys.at[i] % w->n, &wait.discrete);
	wait.locals = sx_flags(w->pool, s->condition) & SX_HAS_LOCAL;
	sx_visit(w->pool, s->condition, see_ask, &wait.asks);
	if (wait.moving)
		find_turns(w, &wait);
	sb_push(w->arena, w->plan->waits, wait);
}

typedef struct reading { ss_work *w; bool continuous; } reading;

static void read_one(void *context, sx_ref e, bool target)
{
	reading *r = context;
	sb_u32s keys = {0};

	(void)target;
	if (r->continuous || !(sx_flags(r->w->pool, e) & (SX_HAS_VAR | SX_HAS_DER)))
		return;
	ss_depends(r->w, e, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		r->continuous = r->continuous || r->w->level[keys.at[i]] == SS_LEVEL_CONTINUOUS;
}

/* ---- statements that read what has to follow first (E223) */

typedef struct following { ss_work *w; bool any; } following;

/* Something that equations determine. */
static void see_computed(void *context, sx_ref e, bool target)
{
	following *f = context;
	ss_work *w = f->w;
	sb_u32s keys = {0};

	if (f->any || target || !(sx_flags(w->pool, e) & (SX_HAS_VAR | SX_HAS_DER)))
		return;
	ss_depends(w, e, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		f->any = f->any || (w->level[keys.at[i]] >= SS_LEVEL_DISCRETE &&
							!(keys.at[i] < w->n && w->traits[keys.at[i]] & (SS_IS_STATE | SS_IS_SET)));
}

static bool reads_computed(ss_work *w, const sm_statement *s)
{
	following f = { w, false };
	sm_statement own = *s, *only = &own;
	sm_statements list = { .at = &only, .n = 1 };

	own.branches.n = 0;
	ss_statement_exprs(&list, see_computed, &f);
	for (uint32_t b = 0; b < s->branches.n; b++)
		if (s->branches.at[b].condition)
			see_computed(&f, s->branches.at[b].condition, false);
	return f.any;
}

static bool sets_inside(const ss_work *w, const sm_statements *list);

static bool sets(const ss_work *w, const sm_statement *s)
{
	bool any = s->kind == SM_REINIT_DO || (s->target && sx_op_of(w->pool, s->target) == SX_VAR);

	for (uint32_t k = 0; sm_sets_targets(s->kind) && k < s->targets.n; k++)
		any = any || (s->targets.at[k] && sx_op_of(w->pool, s->targets.at[k]) == SX_VAR);
	for (uint32_t b = 0; b < s->branches.n && !any; b++)
		any = sets_inside(w, &s->branches.at[b].body);
	return any;
}

static bool sets_inside(const ss_work *w, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (sets(w, list->at[i]))
			return true;
	return false;
}

/* `set`: something was set before, in this turn or in an earlier round of a loop. */
static void mark_fresh(ss_work *w, sm_statements *list, bool set)
{
	for (uint32_t i = 0; i < list->n; i++) {
		sm_statement *s = list->at[i];
		bool loops = s->kind == SM_FOR || s->kind == SM_WHILE, inside = sets(w, s), before = set || (loops && inside);
		s->fresh = before && reads_computed(w, s);
		for (uint32_t b = 0; b < s->branches.n; b++)
			mark_fresh(w, &s->branches.at[b].body, before);
		set = set || inside;
	}
}

void ss_finish_routines(ss_work *w)
{
	for (uint32_t i = 0; i < w->plan->routine_code.n; i++) {
		reading r = { w, false };
		ss_statement_exprs(&w->plan->routine_code.at[i].body, read_one, &r);
		w->plan->routine_code.at[i].continuous = r.continuous;
		if (w->model->routines.at[w->plan->routine_code.at[i].routine].kind <= SM_HAPPENING)
			mark_fresh(w, &w->plan->routine_code.at[i].body, false);
	}
	for (uint32_t i = 0; i < w->plan->event_code.n; i++)
		mark_fresh(w, &w->plan->event_code.at[i].action, false);
	ss_wait_conditions(w->plan, finish_wait, w);
}
