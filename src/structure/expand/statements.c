/* Algorithms: their targets begin with pre (discrete) or start values, which are put in front as assignments, and their
 * when-statements become if-statements over conditions with a memory, in the run; in the initial system only those of
 * initial() act. */
#include "structure/expand/expand.h"

typedef struct rewrite {
	ss_work *w;
	const ss_point *at;
	const sm_equation *q;
	ss_equation *to;
	ss_equations *out;
	bool initial;
	bool again;                      /* an algorithm of the run, for the initial system */
	sx_ref guard; bool in_loop; bool in_when;
} rewrite;

sm_statement *ss_map_statement(ss_work *w, const sm_statement *from, ss_map_expr map, void *context)
{
	sm_statement *s = sm_statement_new(w->model, from->kind, from->span);

	*s = *from;
	bool named = from->kind == SM_REINIT_DO && w->keeps_names;       /* it may be a state of its own in another mode */
	s->target = from->target && !named ? map(w, from->target, context) : from->target;
	s->value = from->value ? map(w, from->value, context) : 0;
	s->condition = from->condition ? map(w, from->condition, context) : 0;
	s->from = from->from ? map(w, from->from, context) : 0;
	s->to = from->to ? map(w, from->to, context) : 0;
	s->step = from->step ? map(w, from->step, context) : 0;
	s->index = from->index ? map(w, from->index, context) : 0;
	s->tolerance = from->tolerance ? map(w, from->tolerance, context) : 0;
	s->replications = from->replications ? map(w, from->replications, context) : 0;
	s->warmup = from->warmup ? map(w, from->warmup, context) : 0;
	s->targets = (sm_exprs){0};
	for (uint32_t k = 0; k < from->targets.n; k++)
		sb_push(w->arena, s->targets, from->targets.at[k] ? map(w, from->targets.at[k], context) : 0);
	s->branches.at = NULL;
	s->branches.n = s->branches.cap = 0;
	for (uint32_t b = 0; b < from->branches.n; b++) {
		sm_statement_branch branch = from->branches.at[b];
		branch.condition = branch.condition ? map(w, branch.condition, context) : 0;
		branch.any = (sm_exprs){0};
		for (uint32_t k = 0; k < from->branches.at[b].any.n; k++)
			sb_push(w->arena, branch.any, map(w, from->branches.at[b].any.at[k], context));
		sb_push(w->arena, s->branches, branch);
	}
	return s;
}

sm_statements ss_map_statements(ss_work *w, const sm_statements *list, ss_map_expr map, void *context)
{
	sm_statements out = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		sm_statement *s = ss_map_statement(w, list->at[i], map, context);
		for (uint32_t b = 0; b < s->branches.n; b++)
			s->branches.at[b].body = ss_map_statements(w, &s->branches.at[b].body, map, context);
		sb_push(w->arena, out, s);
	}
	return out;
}

static sm_statement *assign(ss_work *w, sx_ref target, sx_ref value, sb_span span)
{
	sm_statement *s = sm_statement_new(w->model, SM_ASSIGN, span);
	s->target = target;
	s->value = value;
	return s;
}

static void rewrite_list(rewrite *r, const sm_statements *list, sm_statements *out);

/* The condition's variable is set where the statement stands, with the values of that moment. */
static sx_ref condition_here(rewrite *r, sx_ref condition, sb_span span, sm_statements *out)
{
	ss_work *w = r->w;
	sx_ref c = condition;

	if (sx_op_of(w->pool, c) != SX_VAR) {
		c = ss_hidden_variable(w, SX_BOOLEAN, span, ss_component(w, r->q, r->at));
		sb_push(w->arena, *out, assign(w, c, condition, span));
		if (!r->initial)
			sb_push(w->scratch, r->to->targets, c);
	}
	return sx_binary(w->pool, SX_AND, c, sx_unary(w->pool, SX_NOT, sx_unary(w->pool, SX_PRE, c)));
}

static void rewrite_when(rewrite *r, const sm_statement *from, sm_statements *out)
{
	ss_work *w = r->w;
	sm_statement *choice = sm_statement_new(w->model, SM_IF_DO, from->span);
	sx_ref before = r->guard, *edges = sb_new_array(w->scratch, sx_ref, from->branches.n + 1);

	choice->at_events = true;
	for (uint32_t b = 0; b < from->branches.n; b++) {
		const sm_statement_branch *branch = &from->branches.at[b];
		uint32_t count = branch->any.n ? branch->any.n : 1;
		sx_ref edge = w->no, initial = w->no;
		for (uint32_t i = 0; i < count; i++) {
			sx_ref c = branch->any.n ? branch->any.at[i] : branch->condition;
			if (sx_op_of(w->pool, c) == SX_INITIAL)
				initial = w->yes;
			else if (!sx_is_const(w->pool, c))
				edge = sx_binary(w->pool, SX_OR, edge, condition_here(r, c, branch->span, out));
		}
		edges[b] = r->initial ? initial : edge;
	}
	for (uint32_t b = 0; b < from->branches.n; b++) {
		if (r->initial && edges[b] == w->no)
			continue;                /* it cannot act there */
		rewrite inner = *r;
		sm_statement_branch to = { .condition = edges[b], .span = from->branches.at[b].span };
		inner.guard = ss_all_of(w, before, edges[b]);
		inner.in_when = true;
		rewrite_list(&inner, &from->branches.at[b].body, &to.body);
		before = ss_all_of(w, before, sx_unary(w->pool, SX_NOT, edges[b]));
		sb_push(w->arena, choice->branches, to);
	}
	if (choice->branches.n)
		sb_push(w->arena, *out, choice);
}

static bool sets_directly(const ss_work *w, const sm_statement *s, uint32_t variable)
{
	bool sets = s->target && sx_op_of(w->pool, s->target) == SX_VAR && sx_at(w->pool, s->target)->payload == variable;

	for (uint32_t k = 0; k < s->targets.n; k++)
		sets = sets || (s->targets.at[k] && sx_at(w->pool, s->targets.at[k])->payload == variable);
	return sets;
}

/* Is the variable set behind the statement of this span, or in a loop around it? `passed`: the statement was met. */
static bool set_behind(const ss_work *w, const sm_statements *list, sb_span span, uint32_t variable, bool *passed)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		bool before = *passed, loop = s->kind == SM_FOR || s->kind == SM_WHILE, all = true;
		*passed = *passed || s->span.start == span.start;
		if (before && sets_directly(w, s, variable))
			return true;
		for (uint32_t b = 0; b < s->branches.n; b++)
			if (set_behind(w, &s->branches.at[b].body, span, variable, passed) ||
				(loop && !before && *passed && set_behind(w, &s->branches.at[b].body, span, variable, &all)))
				return true;
	}
	return false;
}

/* What an initial algorithm sets again behind an action has its last value when the action is carried out. */
static bool reads_changing(rewrite *r, sx_ref e, sb_span span)
{
	ss_work *w = r->w;

	if (!e)
		return false;
	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR));) {
		bool passed = false;
		if (sx_op_of(w->pool, part) == SX_VAR &&
			set_behind(w, &r->q->statements, span, sx_at(w->pool, part)->payload, &passed))
			return true;
		ss_look_inside(w, part, 0);
	}
	return false;
}

static bool acts_where_it_stands(rewrite *r, const sm_statement *s)
{
	return r->initial && !r->again &&
		   (reads_changing(r, s->condition, s->span) || reads_changing(r, s->value, s->span) ||
			reads_changing(r, r->guard, s->span));
}

/* An action of an initial algorithm, or under `when initial()`, is carried out once, when the initial values are
 * known. */
static void hoist_initial(rewrite *r, const sm_statement *from, ss_action_kind kind)
{
	ss_work *w = r->w;
	sx_ref guard = sx_make(w->pool, SX_INITIAL, SX_BOOLEAN, 0, NULL, 0);

	if (acts_where_it_stands(r, from)) {
		sb_message *m = sb_report(w->diag, SB_ERROR, "S0306", from->span,
								  "this reads a variable that the initial algorithm sets again later");
		sb_note(m, "reinit and terminate of an initial algorithm are carried out when all its values are known, not "
				   "where they stand");
		sb_help(m, "keep the intended value in a variable of its own");
		return;
	}
	if (r->guard)
		guard = sx_binary(w->pool, SX_AND, guard, sx_unary(w->pool, SX_NOEVENT, r->guard));
	sx_ref condition = kind == SS_ASSERT   ? sx_unary(w->pool, SX_NOEVENT, from->condition)
					   : kind == SS_REINIT ? from->target
										   : from->condition;
	uint32_t before = w->plan->actions.n;
	ss_add_action(w, kind, guard, r->at, condition, from->value, from->level, from->span, ss_component(w, r->q, r->at));
	if (kind == SS_PROGRAM)
		ss_name_programmed(w, before, ss_tidy(w, r->at, from->target));
}

static void hoist(rewrite *r, const sm_statement *from)
{
	ss_work *w = r->w;
	ss_action_kind kind = from->kind == SM_REINIT_DO	? SS_REINIT
						  : from->kind == SM_ASSERT_DO	? SS_ASSERT
						  : from->kind == SM_PROGRAM_DO ? SS_PROGRAM
														: SS_TERMINATE;

	if (r->in_loop) {
		sb_message *m = sb_report(w->diag, SB_ERROR, "S0306", from->span,
			"reinit, assert, terminate or schedule inside a loop of an algorithm is not supported yet");
		sb_help(m, "write the loop as a for-equation");
		return;
	}
	if (r->again && !r->in_when)
		return;                      /* it holds in the run, and when that begins */
	if (r->initial) {
		hoist_initial(r, from, kind);
		return;
	}
	if (kind == SS_ASSERT && !r->in_when) {
		sx_ref condition = from->condition;
		if (r->guard)
			condition = sx_binary(w->pool, SX_OR, sx_unary(w->pool, SX_NOT, r->guard), condition);
		ss_action a = {.kind = SS_ASSERT,
					   .condition = condition,
					   .value = from->value,
					   .level = from->level,
					   .span = from->span,
					   .component = ss_component(r->w, r->q, r->at)};
		sb_push(w->arena, w->plan->asserts, a);
		return;
	}
	sx_ref guard = r->guard ? r->guard : w->yes;
	uint32_t before = w->plan->actions.n;
	ss_add_action(w, kind, r->in_when ? ss_in_run(w, guard) : guard, r->at,
				  kind == SS_REINIT ? from->target : from->condition, from->value, from->level, from->span,
				  ss_component(r->w, r->q, r->at));
	if (kind == SS_PROGRAM)
		ss_name_programmed(w, before, ss_tidy(w, r->at, from->target));
}

static void rewrite_branches(rewrite *r, const sm_statement *from, sm_statement *to)
{
	ss_work *w = r->w;
	sx_ref before = r->guard;

	to->branches.at = NULL;
	to->branches.n = to->branches.cap = 0;
	for (uint32_t b = 0; b < from->branches.n; b++) {
		sm_statement_branch branch = from->branches.at[b];
		rewrite inner = *r;
		branch.body = (sm_statements){0};
		if (from->kind == SM_IF_DO) {
			inner.guard = ss_all_of(w, before, branch.condition);
			if (branch.condition)
				before = ss_all_of(w, before, sx_unary(w->pool, SX_NOT, branch.condition));
		} else {
			inner.in_loop = true;
		}
		rewrite_list(&inner, &from->branches.at[b].body, &branch.body);
		sb_push(w->arena, to->branches, branch);
	}
}

static void rewrite_list(rewrite *r, const sm_statements *list, sm_statements *out)
{
	ss_work *w = r->w;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *from = list->at[i];
		if (from->kind == SM_WHEN_DO) {
			rewrite_when(r, from, out);
			continue;
		}
		bool stays = from->kind == SM_ASSERT_DO && !r->in_loop && acts_where_it_stands(r, from);
		if (!stays && (from->kind == SM_REINIT_DO || from->kind == SM_ASSERT_DO || from->kind == SM_TERMINATE_DO ||
					   from->kind == SM_PROGRAM_DO)) {
			hoist(r, from);
			continue;
		}
		sm_statement *s = sm_statement_new(w->model, from->kind, from->span);
		*s = *from;
		rewrite_branches(r, from, s);
		sb_push(w->arena, *out, s);
	}
}

/* Is the variable set inside of a when-statement? Then it keeps its value otherwise. */
static bool set_in_when(ss_work *w, const sm_statements *list, uint32_t variable, bool inside)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		if (inside && s->target && sx_at(w->pool, s->target)->op == SX_VAR &&
			sx_at(w->pool, s->target)->payload == variable)
			return true;
		for (uint32_t k = 0; inside && k < s->targets.n; k++)
			if (s->targets.at[k] && sx_at(w->pool, s->targets.at[k])->payload == variable)
				return true;
		for (uint32_t b = 0; b < s->branches.n; b++)
			if (set_in_when(w, &s->branches.at[b].body, variable, inside || s->kind == SM_WHEN_DO))
				return true;
	}
	return false;
}

static bool keeps_value(ss_work *w, const sm_equation *q, sx_ref var)
{
	uint32_t variable = sx_at(w->pool, var)->payload;
	const sm_variable *v = sm_var(w->model, variable);

	return v->type != SX_REAL || v->variability != SM_CONTINUOUS || set_in_when(w, &q->statements, variable, false);
}

static bool has_when(const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (list->at[i]->kind == SM_WHEN_DO)
			return true;
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			if (has_when(&list->at[i]->branches.at[b].body))
				return true;
	}
	return false;
}

/* All statements of the algorithm are when-statements: then nothing that it sets moves between events. */
static bool only_when(const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->kind != SM_WHEN_DO)
			return false;
	return list->n > 0;
}

static bool sets_outside_when(ss_work *w, const sm_statements *list, uint32_t variable)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		bool sets = sets_directly(w, s, variable);
		for (uint32_t b = 0; b < s->branches.n && s->kind != SM_WHEN_DO; b++)
			sets = sets || sets_outside_when(w, &s->branches.at[b].body, variable);
		if (sets)
			return true;
	}
	return false;
}

/* An array counts as a whole. */
bool ss_set_at_events(ss_work *w, const sm_equation *q, uint32_t variable)
{
	const sm_variable *v = sm_var(w->model, variable);

	return v->type != SX_REAL || v->variability != SM_CONTINUOUS || !sets_outside_when(w, &q->statements, variable);
}

/* With when-statements, and whatever is set beside them is no Real: then nothing of it moves between events, though
 * time may stand in the when-statements. */
static bool changes_at_events(ss_work *w, const sm_equation *q)
{
	for (uint32_t i = 0; i < q->targets.n; i++)
		if (!ss_set_at_events(w, q, sx_at(w->pool, q->targets.at[i])->payload))
			return false;
	return has_when(&q->statements);
}

sx_ref ss_start_value(ss_work *w, sx_ref var)
{
	const sm_variable *v = sm_var(w->model, sx_at(w->pool, var)->payload);
	uint32_t s = sm_scalar_of(w->model, var);

	if (v->start && s != UINT32_MAX)
		return sx_cast(w->pool, ss_element_attribute(w, sx_at(w->pool, var)->payload, s - v->first, v->start), v->type);
	switch (v->type) {
	case SX_REAL: return w->zero;
	case SX_STRING: return sx_string(w->pool, "");
	case SX_BOOLEAN: return w->no;
	default: return sx_int(w->pool, v->enumeration != 0);
	}
}

typedef struct setting { ss_work *w; const ss_equation *q; uint32_t own; bool found; } setting;

static void see_set(void *context, sx_ref e, bool target)
{
	setting *s = context;

	if (!e || !target || sx_op_of(s->w->pool, e) != SX_VAR)
		return;
	for (uint32_t i = 0; i < s->own; i++)
		s->found = s->found || sx_at(s->w->pool, s->q->targets.at[i])->payload == sx_at(s->w->pool, e)->payload;
}

/* An algorithm whose when-statements do not act in the initial system leaves its variables at pre there. Said as
 * equations u = pre(u), an initial equation for u can give pre(u). */
static bool keeps_all(ss_work *w, const sm_equation *q, const ss_equation *one, uint32_t own,
					  const sm_statements *initial_body)
{
	setting s = { w, one, own, false };

	ss_statement_exprs(initial_body, see_set, &s);
	for (uint32_t i = 0; i < own; i++)
		s.found = s.found || !keeps_value(w, q, one->targets.at[i]);
	return !s.found;
}

static void keep_by_equations(ss_work *w, const sm_equation *q, ss_equation *one, uint32_t own)
{
	one->kept = own;
	for (uint32_t i = 0; i < own; i++) {
		sx_ref target = one->targets.at[i], before = sx_unary(w->pool, SX_PRE, target);
		ss_equation keep = { .form = SS_FORM_EQUAL, .discrete = true, .lhs = target, .rhs = before,
			.written_lhs = target, .written_rhs = before, .origin = q, .span = q->span, .component = one->component };
		sb_push(w->scratch, w->initial, keep);
	}
}

void ss_expand_algorithm(ss_work *w, const sm_equation *q, ss_point *at, ss_equations *out, bool initial)
{
	ss_equation one = {
		.form = SS_FORM_ALGORITHM, .origin = q, .span = q->span, .component = ss_component(w, q, at)};
	sm_statements body = {0}, initial_body = {0};
	bool when = has_when(&q->statements);

	one.discrete = only_when(&q->statements) || changes_at_events(w, q);
	for (uint32_t i = 0; i < q->targets.n; i++)
		ss_elements(w, ss_tidy(w, at, q->targets.at[i]), &one.targets);
	uint32_t own = one.targets.n, whens = ss_expanding_of(w)->whens;
	sm_exprs open = {0};
	sm_statements list = ss_written_out_statements(w, at, &q->statements);
	if (!initial)
		list = ss_standing_statements(w, q, &list, &one, &open);
	rewrite r = { .w = w, .at = at, .q = q, .to = &one, .out = out, .initial = initial };
	rewrite_list(&r, &list, &body);
	bool differs = (when || open.n) && !initial;
	if (differs) {
		uint32_t after = ss_expanding_of(w)->whens;
		rewrite again = r;
		again.initial = again.again = true;
		ss_expanding_of(w)->whens = whens;          /* the same hidden variables */
		rewrite_list(&again, &list, &initial_body);
		ss_expanding_of(w)->whens = after;
	}
	uint32_t last = UINT32_MAX;
	bool keeps = false, apart = when && !initial && keeps_all(w, q, &one, own, &initial_body);
	for (uint32_t i = 0; i < own; i++) {
		sx_ref target = one.targets.at[i];
		if (sx_at(w->pool, target)->payload != last)
			keeps = keeps_value(w, q, target);
		last = sx_at(w->pool, target)->payload;
		sm_statement *begin = assign(
			w, target, keeps && !initial ? sx_unary(w->pool, SX_PRE, target) : ss_start_value(w, target), q->span);
		sb_push(w->arena, one.statements, begin);
		if (!apart)
			sb_push(w->arena, one.initial_statements, begin);
	}
	if (apart)
		keep_by_equations(w, q, &one, own);
	for (uint32_t i = 0; i < own && !initial; i++)
		if (ss_set_at_events(w, q, sx_at(w->pool, one.targets.at[i])->payload))
			sb_push(w->scratch, one.steady, one.targets.at[i]);
	for (uint32_t i = 0; i < open.n; i++) {
		sb_push(w->arena, one.statements, assign(w, open.at[i], sx_unary(w->pool, SX_PRE, open.at[i]), q->span));
		sb_push(w->arena, one.initial_statements, assign(w, open.at[i], ss_start_value(w, open.at[i]), q->span));
	}
	for (uint32_t i = 0; i < body.n; i++)
		sb_push(w->arena, one.statements, body.at[i]);
	if (differs)
		for (uint32_t i = 0; i < initial_body.n; i++)
			sb_push(w->arena, one.initial_statements, initial_body.at[i]);
	else
		one.initial_statements = one.statements;
	sb_push(w->scratch, *out, one);
}
