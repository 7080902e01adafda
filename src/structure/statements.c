/* Algorithms: their targets begin with pre (discrete) or start values, which are put in front as assignments, and their
 * when-statements become if-statements over conditions with a memory, in the run; in the initial system only those of
 * initial() act. */
#include "structure/clocks.h"

typedef struct rewrite {
	ss_work *w;
	const ss_point *at;
	const sm_equation *q;
	ss_equation *to;
	ss_equations *out;
	bool initial;
	sx_ref guard; bool in_loop; bool in_when;
} rewrite;

sm_statements ss_map_statements(ss_work *w, const sm_statements *list, ss_map_expr map, void *context)
{
	sm_statements out = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *from = list->at[i];
		sm_statement *s = sm_statement_new(w->model, from->kind, from->span);
		*s = *from;
		s->target = from->target ? map(w, from->target, context) : 0;
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
			branch.body = ss_map_statements(w, &from->branches.at[b].body, map, context);
			sb_push(w->arena, s->branches, branch);
		}
		sb_push(w->arena, out, s);
	}
	return out;
}

void ss_statement_exprs(const sm_statements *list, void (*see)(void *context, sx_ref e, bool target), void *context)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		const sx_ref read[] = { s->value, s->condition, s->from, s->to, s->step, s->index, s->tolerance, s->replications, s->warmup };
		bool given = s->kind == SM_START || s->kind == SM_INSERT || s->kind == SM_RESIZE;      /* its targets are read */
		for (uint32_t k = 0; k < sizeof read / sizeof *read; k++)
			if (read[k])
				see(context, read[k], false);
		if (s->target)
			see(context, s->target, true);
		for (uint32_t k = 0; k < s->targets.n; k++)
			if (s->targets.at[k])
				see(context, s->targets.at[k], !given);
		for (uint32_t b = 0; b < s->branches.n; b++) {
			if (s->branches.at[b].condition)
				see(context, s->branches.at[b].condition, false);
			for (uint32_t k = 0; k < s->branches.at[b].any.n; k++)
				see(context, s->branches.at[b].any.at[k], false);
			ss_statement_exprs(&s->branches.at[b].body, see, context);
		}
	}
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

	for (uint32_t b = 0; b < from->branches.n; b++) {
		const sm_statement_branch *branch = &from->branches.at[b];
		uint32_t count = branch->any.n ? branch->any.n : 1;
		sx_ref edge = w->no, initial = w->no;
		for (uint32_t i = 0; i < count; i++) {
			sx_ref c = ss_tidy(w, r->at, branch->any.n ? branch->any.at[i] : branch->condition);
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

static uint32_t times_set(const sx_pool *pool, const sm_statements *list, uint32_t variable)
{
	uint32_t times = 0;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		times += s->target && sx_op_of(pool, s->target) == SX_VAR && sx_at(pool, s->target)->payload == variable;
		for (uint32_t k = 0; k < s->targets.n; k++)
			times += s->targets.at[k] && sx_at(pool, s->targets.at[k])->payload == variable;
		for (uint32_t b = 0; b < s->branches.n; b++)
			times += times_set(pool, &s->branches.at[b].body, variable);
	}
	return times;
}

typedef struct changing { const sm_statements *all; sb_arena *arena; sm_exprs found; } changing;

static bool see_changing(void *context, const sx_pool *pool, sx_ref e)
{
	changing *c = context;
	if (sx_op_of(pool, e) == SX_VAR && sx_type_of(pool, e) != SX_STRING && times_set(pool, c->all, sx_at(pool, e)->payload) > 1)
		sb_push(c->arena, c->found, e);
	return true;
}

/* An assertion is looked at when the algorithm has run, but is about the values where it stands: those of variables that are set
 * more than once are kept. */
static void keep_values(rewrite *r, sx_ref *condition, sx_ref *text, sb_span span, sm_statements *out)
{
	ss_work *w = r->w;
	changing c = { &r->q->statements, w->scratch, {0} };

	sx_visit(w->pool, *condition, see_changing, &c);
	sx_visit(w->pool, *text, see_changing, &c);
	for (uint32_t i = 0; i < c.found.n; i++) {
		sx_ref e = c.found.at[i], kept;
		bool again = false;
		for (uint32_t k = 0; k < i; k++)
			again |= c.found.at[k] == e;
		if (again)
			continue;
		kept = ss_hidden_variable(w, sx_type_of(w->pool, e), span, ss_component(w, r->q, r->at));
		sb_push(w->arena, *out, assign(w, kept, e, span));
		sb_push(w->scratch, r->to->targets, kept);
		*condition = sx_replace(w->pool, *condition, e, kept);
		*text = sx_replace(w->pool, *text, e, kept);
	}
}

static void hoist(rewrite *r, const sm_statement *from, sm_statements *out)
{
	ss_work *w = r->w;
	ss_action_kind kind = from->kind == SM_REINIT_DO   ? SS_REINIT
						  : from->kind == SM_ASSERT_DO ? SS_ASSERT
													   : SS_TERMINATE;

	if (r->in_loop) {
		sb_message *m = sb_report(w->diag, SB_ERROR, "S0306", from->span,
			"reinit, assert or terminate inside a loop of an algorithm is not built yet");
		sb_help(m, "write the loop as a for-equation");
		return;
	}
	sx_ref condition = ss_tidy(w, r->at, from->condition), text = ss_tidy(w, r->at, from->value);
	if (r->initial)
		return;
	if (kind == SS_ASSERT && !r->in_when)
		keep_values(r, &condition, &text, from->span, out);
	if (kind == SS_ASSERT && !r->in_when) {
		if (r->guard)
			condition = sx_binary(w->pool, SX_OR, sx_unary(w->pool, SX_NOT, r->guard), condition);
		ss_action a = {.kind = SS_ASSERT,
					   .condition = condition,
					   .value = text,
					   .level = from->level,
					   .span = from->span,
					   .component = ss_component(r->w, r->q, r->at)};
		sb_push(w->arena, w->plan->asserts, a);
		return;
	}
	ss_add_action(w, kind, r->guard ? r->guard : w->yes, r->at, kind == SS_REINIT ? from->target : from->condition,
		from->value, from->level, from->span, ss_component(r->w, r->q, r->at));
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
		branch.condition = ss_tidy(w, r->at, branch.condition);
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

/* ---- loops that are written out, because conditions in them are events */

enum { TURNS_MOST = 2000 };

static bool see_condition(void *context, const sx_pool *pool, sx_ref e)
{
	bool *found = context;

	*found = *found || (ss_is_watched(sx_op_of(pool, e)) && sx_type_of(pool, sx_arg(pool, e, 0)) == SX_REAL);
	return !*found;
}

typedef struct looking { ss_work *w; bool found; } looking;

static void look(void *context, sx_ref e, bool target)
{
	looking *l = context;

	if (!target)
		sx_visit(l->w->pool, e, see_condition, &l->found);
}

static bool leaves_early(const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (list->at[i]->kind == SM_BREAK || list->at[i]->kind == SM_RETURN)
			return true;
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			if (leaves_early(&list->at[i]->branches.at[b].body))
				return true;
	}
	return false;
}

static bool has_actions(const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		sm_statement_kind kind = list->at[i]->kind;
		if (kind == SM_WHEN_DO || kind == SM_REINIT_DO || kind == SM_ASSERT_DO || kind == SM_TERMINATE_DO)
			return true;
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			if (has_actions(&list->at[i]->branches.at[b].body))
				return true;
	}
	return false;
}

/* A for-statement with bounds that are known. Relations over its iterator are conditions of their own in each turn, and so is what is done
 * at events. */
static bool is_written_out(rewrite *r, const sm_statement *from, int64_t *first, int64_t *step, int64_t *turns)
{
	ss_work *w = r->w;
	looking l = { w, false };

	if (from->kind != SM_FOR || from->branches.n != 1)
		return false;
	sx_ref a = ss_tidy(w, r->at, from->from), b = ss_tidy(w, r->at, from->to), by = from->step ? ss_tidy(w, r->at, from->step) : 0;
	if (!sx_is_const(w->pool, a) || !sx_is_const(w->pool, b) || (by && !sx_is_const(w->pool, by)) ||
		sx_type_of(w->pool, a) != SX_INTEGER || sx_type_of(w->pool, b) != SX_INTEGER || (by && sx_type_of(w->pool, by) != SX_INTEGER))
		return false;
	*first = sx_int_value(w->pool, a);
	*step = by ? sx_int_value(w->pool, by) : 1;
	*turns = *step ? (sx_int_value(w->pool, b) - *first) / *step + 1 : 0;
	if (!*step || *turns > TURNS_MOST || leaves_early(&from->branches.at[0].body))
		return false;
	ss_statement_exprs(&from->branches.at[0].body, look, &l);
	return l.found || has_actions(&from->branches.at[0].body);
}

static void write_out_loop(rewrite *r, const sm_statement *from, int64_t first, int64_t step, int64_t turns, sm_statements *out)
{
	for (int64_t k = 0; k < turns; k++) {
		rewrite inner = *r;
		ss_point at = {0};
		for (uint32_t i = 0; r->at && i < r->at->iterators.n; i++) {
			sb_push(r->w->scratch, at.iterators, r->at->iterators.at[i]);
			sb_push(r->w->scratch, at.values, r->at->values.at[i]);
		}
		sb_push(r->w->scratch, at.iterators, from->iterator);
		sb_push(r->w->scratch, at.values, first + k * step);
		inner.at = &at;
		rewrite_list(&inner, &from->branches.at[0].body, out);
	}
}

static void rewrite_list(rewrite *r, const sm_statements *list, sm_statements *out)
{
	ss_work *w = r->w;
	int64_t first, step, turns;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *from = list->at[i];
		if (is_written_out(r, from, &first, &step, &turns)) {
			write_out_loop(r, from, first, step, turns, out);
			continue;
		}
		if (from->kind == SM_WHEN_DO) {
			rewrite_when(r, from, out);
			continue;
		}
		if (from->kind == SM_REINIT_DO || from->kind == SM_ASSERT_DO || from->kind == SM_TERMINATE_DO) {
			hoist(r, from, out);
			continue;
		}
		sm_statement *s = sm_statement_new(w->model, from->kind, from->span);
		*s = *from;
		s->target = ss_tidy(w, r->at, from->target);
		s->value = ss_tidy(w, r->at, from->value);
		s->condition = ss_tidy(w, r->at, from->condition);
		s->from = ss_tidy(w, r->at, from->from);
		s->to = ss_tidy(w, r->at, from->to);
		s->step = ss_tidy(w, r->at, from->step);
		s->targets = (sm_exprs){0};
		for (uint32_t k = 0; k < from->targets.n; k++)
			sb_push(w->arena, s->targets, ss_tidy(w, r->at, from->targets.at[k]));
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
		bool sets = s->target && sx_op_of(w->pool, s->target) == SX_VAR && sx_at(w->pool, s->target)->payload == variable;
		for (uint32_t k = 0; k < s->targets.n; k++)
			sets = sets || (s->targets.at[k] && sx_at(w->pool, s->targets.at[k])->payload == variable);
		for (uint32_t b = 0; b < s->branches.n && s->kind != SM_WHEN_DO; b++)
			sets = sets || sets_outside_when(w, &s->branches.at[b].body, variable);
		if (sets)
			return true;
	}
	return false;
}

/* With when-statements, and whatever is set beside them is no Real: then nothing of it moves between events, though time may stand in
 * the when-statements. */
static bool changes_at_events(ss_work *w, const sm_equation *q)
{
	for (uint32_t i = 0; i < q->targets.n; i++) {
		uint32_t variable = sx_at(w->pool, q->targets.at[i])->payload;
		const sm_variable *v = sm_var(w->model, variable);
		if (v->type == SX_REAL && v->variability == SM_CONTINUOUS && sets_outside_when(w, &q->statements, variable))
			return false;
	}
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

/* An algorithm whose when-statements do not act in the initial system leaves its variables at pre there. Said as equations
 * u = pre(u), an initial equation for u can give pre(u). */
static bool keeps_all(ss_work *w, const sm_equation *q, const ss_equation *one, uint32_t own, const sm_statements *initial_body)
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
		ss_equation keep = { .form = SS_FORM_EQUAL, .discrete = true, .lhs = target, .rhs = before, .written_lhs = target,
			.written_rhs = before, .origin = q, .span = q->span, .component = one->component };
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
	uint32_t own = one.targets.n, whens = w->whens;
	rewrite r = { .w = w, .at = at, .q = q, .to = &one, .out = out, .initial = initial };
	rewrite_list(&r, &q->statements, &body);
	if (when && !initial) {
		uint32_t after = w->whens;
		rewrite again = r;
		again.initial = true;
		w->whens = whens;          /* the same hidden variables */
		rewrite_list(&again, &q->statements, &initial_body);
		w->whens = after;
	}
	uint32_t last = UINT32_MAX;
	bool keeps = false, apart = when && !initial && keeps_all(w, q, &one, own, &initial_body);
	for (uint32_t i = 0; i < own; i++) {
		sx_ref target = one.targets.at[i];
		if (sx_at(w->pool, target)->payload != last)
			keeps = keeps_value(w, q, target);
		last = sx_at(w->pool, target)->payload;
		sm_statement *begin =
			assign(w, target, keeps && !initial ? sx_unary(w->pool, SX_PRE, target) : ss_start_value(w, target), q->span);
		sb_push(w->arena, one.statements, begin);
		if (!apart)
			sb_push(w->arena, one.initial_statements, begin);
	}
	if (apart)
		keep_by_equations(w, q, &one, own);
	for (uint32_t i = 0; i < body.n; i++)
		sb_push(w->arena, one.statements, body.at[i]);
	if (when && !initial)
		for (uint32_t i = 0; i < initial_body.n; i++)
			sb_push(w->arena, one.initial_statements, initial_body.at[i]);
	else
		one.initial_statements = one.statements;
	sb_push(w->scratch, *out, one);
}
