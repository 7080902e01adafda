/* What holds where a condition of an algorithm stands.
 *
 * A condition is watched from outside, by a function over variables, and the variables have the values that the
 * algorithm leaves them with. A condition over a variable that is set again behind it means the value before. This
 * value is kept under a name of its own:
 *
 *     when time > next then                      $kept1 := next;                     (next is pre(next) here)
 *       next := next + 1;                        when time > $kept1 then
 *     end when;                                    next := next + 1;
 *                                                end when;
 *
 * Afterwards every condition is one over values that the algorithm leaves, and watch.c treats it like a condition of an
 * equation. The values that hoisted actions read (assert, reinit, terminate), and the conditions around them, are kept
 * in the same way.
 *
 * In a loop whose turns are not written out, a condition has many values. There the algorithm notes how its conditions
 * come out, in a number that depends on all outcomes in their order, and this number is watched: it changes at events,
 * and so does what the loop computes. The Integers and Booleans that it computes are latched behind it.
 *
 * Statements of a when-statement are executed at events only: their conditions over variables of the algorithm need no
 * watch. */
#include "structure/expand/expand.h"

typedef struct standing {
	ss_work *w;
	const sm_equation *q;
	const char *component;
	ss_equation *to;
	sb_map coming;                   /* variable that the algorithm sets -> how often from here on */
	sm_exprs *open;                  /* names that may be left without a value */
	uint32_t depth;                  /* of branches and loops around */
	bool in_when;
	sb_map *turning; sb_u32s turned; /* in a loop: the variables that it sets */
	sx_ref noted;                    /* and the number that notes outcomes */
	/* of the statement at hand */
	sb_map kept;
	sm_statements *out;
	sb_span span;
} standing;

static bool is_own(const standing *s, sx_ref var, uint64_t *coming)
{
	return sx_op_of(s->w->pool, var) == SX_VAR && sb_map_get(&s->coming, sx_at(s->w->pool, var)->payload, coming);
}

static void count_set(standing *s, sx_ref target, int by)
{
	uint64_t coming = 0;

	if (!target || sx_op_of(s->w->pool, target) != SX_VAR)
		return;
	sb_map_get(&s->coming, sx_at(s->w->pool, target)->payload, &coming);
	sb_map_put(&s->coming, sx_at(s->w->pool, target)->payload, coming + (uint64_t)(int64_t)by);
}

static bool is_action(const sm_statement *one)
{
	return one->kind == SM_REINIT_DO || one->kind == SM_ASSERT_DO || one->kind == SM_TERMINATE_DO ||
		one->kind == SM_PROGRAM_DO;
}

static void count_own(standing *s, const sm_statement *one, int by)
{
	if (is_action(one))
		return;
	count_set(s, one->target, by);
	for (uint32_t k = 0; k < one->targets.n; k++)
		count_set(s, one->targets.at[k], by);
}

static void count_all(standing *s, const sm_statements *list, int by)
{
	for (uint32_t i = 0; i < list->n; i++) {
		count_own(s, list->at[i], by);
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			count_all(s, &list->at[i]->branches.at[b].body, by);
	}
}

static sm_statement *assignment(standing *s, sx_ref target, sx_ref value)
{
	sm_statement *a = sm_statement_new(s->w->model, SM_ASSIGN, s->span);

	a->target = target;
	a->value = value;
	return a;
}

/* A variable of the algorithm that nobody else sees. */
static sx_ref new_name(standing *s, sx_type type)
{
	sx_ref name = ss_named_variable(s->w, "kept", ++ss_expanding_of(s->w)->kept, type, s->span, s->component);

	sb_push(s->w->scratch, s->to->targets, name);
	if (s->depth)
		sb_push(s->w->scratch, *s->open, name);
	return name;
}

/* ------------------------------------------------------------------------------------------------ values are kept */

static sx_ref kept_value(standing *s, sx_ref leaf)
{
	ss_work *w = s->w;
	uint64_t known;

	if (sb_map_get(&s->kept, leaf, &known))
		return (sx_ref)known;
	sx_ref name = new_name(s, sx_type_of(w->pool, leaf));
	if (ss_set_at_events(w, s->q, sx_at(w->pool, leaf)->payload))
		sm_edit(w->model, sx_at(w->pool, name)->payload)->variability = SM_DISCRETE;
	sb_push(w->arena, *s->out, assignment(s, name, leaf));
	sb_map_put(&s->kept, leaf, name);
	sb_map_put(&w->kept_of, name, leaf);
	return name;
}

static sx_ref kept_array(standing *s, sx_ref whole)
{
	ss_work *w = s->w;
	uint32_t variable = sx_at(w->pool, whole)->payload;
	const sm_variable *v = sm_var(w->model, variable);
	uint32_t count = v->count, rank = v->rank;
	const uint32_t *shape = v->shape;
	sx_ref *elements = sb_new_array(w->scratch, sx_ref, count + 1);

	for (uint32_t i = 0; i < count; i++)
		elements[i] = kept_value(s, sm_ref_at(w->model, variable, i));
	return sx_array(w->pool, sx_type_of(w->pool, whole), shape, rank, elements, count);
}

static sx_ref keep_leaf(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	standing *s = self->context;
	const sx_node *node = sx_at(pool, e);
	uint64_t coming;

	if (node->op == SX_PRE || node->op == SX_DER)
		return e;
	if (!is_own(s, e, &coming) || !coming || node->type == SX_STRING)
		return 0;
	return sm_var(s->w->model, node->payload)->rank && !node->count ? kept_array(s, e) : kept_value(s, e);
}

static sx_ref with_kept_values(standing *s, sx_ref e)
{
	sx_rewriter rw = sx_rewriter_new(s->w->scratch, NULL, s);

	rw.enter = keep_leaf;
	return sx_rewrite(&rw, s->w->pool, e);
}

typedef struct looking { const standing *s; bool found; sx_ref first; } looking;

static bool see_own(void *context, const sx_pool *pool, sx_ref e)
{
	looking *l = context;
	uint64_t coming;

	(void)pool;
	l->found = l->found || is_own(l->s, e, &coming);
	return !l->found;
}

static bool reads_own(const standing *s, sx_ref e)
{
	looking l = { s, false, 0 };

	sx_visit(s->w->pool, e, see_own, &l);
	return l.found;
}

static bool is_smooth(const sx_pool *pool, sx_ref e)
{
	const sx_node *node = sx_at(pool, e);
	return node->op == SX_NOEVENT || (node->op == SX_SMOOTH && node->payload >= 1);
}

static sx_ref stand_condition(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	standing *s = self->context;
	sx_op op = sx_op_of(pool, e);

	if (is_smooth(pool, e) || op == SX_PRE || op == SX_DER || !(sx_flags(pool, e) & SX_HAS_RELATION))
		return e;
	if (!sx_makes_event(pool, e))
		return 0;
	if (s->in_when)
		return reads_own(s, e) ? sx_unary(pool, SX_NOEVENT, e) : e;
	return with_kept_values(s, e);
}

/* ----------------------------------------------------------------------------------- loops that are not written out */

static bool see_turning(void *context, const sx_pool *pool, sx_ref e)
{
	looking *l = context;
	uint64_t any;

	l->found = l->found || sx_op_of(pool, e) == SX_ITER ||
		(sx_op_of(pool, e) == SX_VAR && sb_map_get(l->s->turning, sx_at(pool, e)->payload, &any));
	return !l->found;
}

static bool see_turning_condition(void *context, const sx_pool *pool, sx_ref e)
{
	looking *l = context;

	if (sx_makes_event(pool, e))
		sx_visit(pool, e, see_turning, l);
	return !l->found;
}

/* Does a condition in it come out differently from turn to turn? */
static bool turns(const standing *s, sx_ref e)
{
	looking l = { s, false, 0 };

	if (s->turning && e && sx_flags(s->w->pool, e) & SX_HAS_RELATION)
		sx_visit(s->w->pool, e, see_turning_condition, &l);
	return l.found;
}

static void note_set(standing *s, sx_ref target)
{
	uint64_t known;
	uint32_t variable = target ? sx_at(s->w->pool, target)->payload : 0;

	if (!target || sx_op_of(s->w->pool, target) != SX_VAR || sb_map_get(s->turning, variable, &known))
		return;
	sb_map_put(s->turning, variable, 1);
	sb_push(s->w->scratch, s->turned, variable);
}

static void note_sets(standing *s, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *one = list->at[i];
		if (!is_action(one))
			note_set(s, one->target);
		for (uint32_t k = 0; k < one->targets.n; k++)
			note_set(s, one->targets.at[k]);
		for (uint32_t b = 0; b < one->branches.n; b++)
			note_sets(s, &one->branches.at[b].body);
	}
}

/* How the conditions in an expression come out, as a number. What is not evaluated in the expression is not evaluated
 * here. 0: there are none. */
static sx_ref outcome(standing *s, sx_ref e)
{
	sx_pool *p = s->w->pool;
	sx_ref all = 0;
	bool choice = sx_op_of(p, e) == SX_IF;

	if (is_smooth(p, e) || !(sx_flags(p, e) & SX_HAS_RELATION))
		return 0;
	if (sx_type_of(p, e) != SX_REAL && sx_type_of(p, e) != SX_STRING && sx_op_of(p, e) != SX_VAR &&
		sx_op_of(p, e) != SX_ARRAY)
		return sx_cast(p, e, SX_REAL);
	if (sx_op_of(p, e) == SX_FLOOR || sx_op_of(p, e) == SX_CEIL || sx_op_of(p, e) == SX_QUOT)
		return e;
	if (sx_op_of(p, e) == SX_MOD || sx_op_of(p, e) == SX_REM) {
		sx_ref ratio = sx_binary(p, SX_DIV, sx_arg(p, e, 0), sx_arg(p, e, 1));
		return sx_op_of(p, e) == SX_MOD ? sx_unary(p, SX_FLOOR, ratio)
										: sx_binary(p, SX_QUOT, sx_arg(p, e, 0), sx_arg(p, e, 1));
	}
	if (choice) {
		sx_ref yes = outcome(s, sx_arg(p, e, 1)), no = outcome(s, sx_arg(p, e, 2));
		sx_ref three = sx_real(p, 3), zero = s->w->zero;
		yes = sx_binary(p, SX_ADD, sx_real(p, 1), sx_binary(p, SX_MUL, three, yes ? yes : zero));
		no = sx_binary(p, SX_ADD, sx_real(p, 2), sx_binary(p, SX_MUL, three, no ? no : zero));
		return sx_if(p, sx_arg(p, e, 0), yes, no);
	}
	for (uint32_t i = 0; i < sx_at(p, e)->count; i++) {
		sx_ref part = outcome(s, sx_arg(p, e, i));
		if (part)
			all = all ? sx_binary(p, SX_ADD, sx_binary(p, SX_MUL, sx_real(p, 7), all), part) : part;
	}
	return all;
}

/* noted := mod(31013*noted + outcome, 1048573) */
static void note_outcome(standing *s, sx_ref outcome, sm_statements *out)
{
	sx_pool *p = s->w->pool;

	if (!s->noted)
		return;
	sx_ref next = sx_binary(p, SX_ADD, sx_binary(p, SX_MUL, sx_real(p, 31013), s->noted), outcome);
	next = sx_unary(p, SX_NOEVENT, sx_binary(p, SX_MOD, next, sx_real(p, 1048573)));
	sb_push(s->w->arena, *out, assignment(s, s->noted, next));
}

static void stand_list(standing *s, const sm_statements *list, sm_statements *out);

/* ---------------------------------------------------------------------------------------------------- statements */

static sx_ref stand(standing *s, sx_ref e)
{
	if (!e || !(sx_flags(s->w->pool, e) & SX_HAS_RELATION))
		return e;
	if (turns(s, e))
		return sx_unary(s->w->pool, SX_NOEVENT, e);
	sx_rewriter rw = sx_rewriter_new(s->w->scratch, NULL, s);
	rw.enter = stand_condition;
	return sx_rewrite(&rw, s->w->pool, e);
}

static void note_expression(standing *s, sx_ref e)
{
	sx_ref how = turns(s, e) ? outcome(s, e) : 0;

	if (how)
		note_outcome(s, how, s->out);
}

static bool has_actions(const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (is_action(list->at[i]))
			return true;
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			if (has_actions(&list->at[i]->branches.at[b].body))
				return true;
	}
	return false;
}

/* What is evaluated when the algorithm has run: a condition of a when-statement, whose memory is beside it, and what
 * actions read. */
static sx_ref stand_outside(standing *s, sx_ref e)
{
	return e && !s->turning ? with_kept_values(s, e) : e;
}

static void stand_branch(standing *s, const sm_statement *from, uint32_t b, bool marked, sm_statement_branch *to)
{
	const sm_statement_branch *branch = &from->branches.at[b];

	to->body = (sm_statements){0};
	s->depth++;
	if (marked)
		note_outcome(s, sx_real(s->w->pool, 1 + b), &to->body);
	stand_list(s, &branch->body, &to->body);
	s->depth--;
}

static void stand_choice(standing *s, const sm_statement *from, sm_statement *to)
{
	bool when = from->kind == SM_WHEN_DO, outside = when, marked = false, otherwise = false, in_when = s->in_when;

	for (uint32_t b = 0; b < from->branches.n; b++) {
		outside = outside || has_actions(&from->branches.at[b].body);
		marked = marked || turns(s, from->branches.at[b].condition);
		otherwise = otherwise || (!from->branches.at[b].condition && !from->branches.at[b].any.n);
	}
	for (uint32_t b = 0; b < from->branches.n; b++) {
		sm_statement_branch branch = from->branches.at[b];
		branch.condition = outside ? stand_outside(s, branch.condition) : branch.condition;
		branch.condition = stand(s, branch.condition);
		branch.any = (sm_exprs){0};
		for (uint32_t k = 0; k < from->branches.at[b].any.n; k++)
			sb_push(s->w->arena, branch.any, stand(s, stand_outside(s, from->branches.at[b].any.at[k])));
		sb_push(s->w->arena, to->branches, branch);
	}
	s->in_when = s->in_when || when;
	for (uint32_t b = 0; b < from->branches.n; b++)
		stand_branch(s, from, b, marked, &to->branches.at[b]);
	if (marked && !otherwise) {
		sm_statement_branch rest = { .span = from->span };
		note_outcome(s, sx_real(s->w->pool, 0), &rest.body);
		sb_push(s->w->arena, to->branches, rest);
	}
	s->in_when = in_when;
}

static void see_turns(void *context, sx_ref e, bool target)
{
	looking *l = context;

	(void)target;
	if (!l->found && turns(l->s, e)) {
		l->found = true;
		l->first = e;
	}
}

static sx_ref rounded(standing *s, sx_ref number)
{
	return sx_unary(s->w->pool, SX_INTEGER_OF, sx_binary(s->w->pool, SX_ADD, number, sx_real(s->w->pool, 0.5)));
}

/* The number that notes outcomes begins with 0 in front of the outermost loop. 0: the loop has no conditions to be
 * noted. */
static sx_ref new_number(standing *s, const sm_statements *loop, sm_statements *out)
{
	looking l = { s, false, 0 };

	ss_statement_exprs(loop, see_turns, &l);
	if (!l.found || s->in_when)
		return 0;
	sx_ref number = new_name(s, SX_REAL);
	sb_push(s->w->arena, *out, assignment(s, number, s->w->zero));
	s->to->discrete = false;         /* it moves, though nothing else may */
	sb_map_put(&s->w->kept_of, rounded(s, number), l.first);
	sb_map_put(&s->w->loose_of, rounded(s, number), 1);
	return number;
}

enum { ELEMENTS_MOST = 1000 };

/* An Integer or Boolean that a loop has computed changes at events: behind the loop it has the value of a latch. */
static void watch_result(standing *s, sx_ref var, sm_statements *out)
{
	sx_pool *p = s->w->pool;
	sx_ref name = new_name(s, SX_REAL), value = sx_cast(p, var, SX_REAL), now;

	if (sx_type_of(p, var) == SX_BOOLEAN) {
		value = sx_if(p, var, sx_real(p, 1), sx_real(p, -1));
		now = sx_binary(p, SX_GT, name, s->w->zero);
	} else {
		now = rounded(s, name);
		sb_map_put(&s->w->kept_of, now, var);
	}
	s->to->discrete = false;         /* the value before it is latched moves */
	sb_push(s->w->arena, *out, assignment(s, name, value));
	sb_push(s->w->arena, *out, assignment(s, var, now));
	sb_map_put(&s->w->kept_of, name, var);
}

/* Of variables that the algorithm sets. In an array of components each algorithm sets elements of its own. */
static void watch_results(standing *s, const sb_u32s *variables, sm_statements *out)
{
	for (uint32_t i = 0; i < variables->n; i++) {
		const sm_variable *v = sm_var(s->w->model, variables->at[i]);
		bool watched = (v->type == SX_INTEGER || v->type == SX_BOOLEAN) && v->count <= ELEMENTS_MOST;
		for (uint32_t k = 0, count = s->to->targets.n; k < count && watched; k++)
			if (sx_at(s->w->pool, s->to->targets.at[k])->payload == variables->at[i])
				watch_result(s, s->to->targets.at[k], out);
	}
}

static bool see_asked(void *context, const sx_pool *pool, sx_ref e)
{
	bool *found = context;
	sx_op op = sx_op_of(pool, e);

	*found = *found || op == SX_CALL || op == SX_SIGN || op == SX_EQ || op == SX_NE || op == SX_NOEVENT;
	return !*found;
}

/* Variables whose value may turn without a condition in it that is watched. What branches and loops compute so is
 * latched behind them. */
static void find_asked(const standing *s, const sm_statements *list, sb_u32s *variables)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *one = list->at[i];
		bool found = false;
		if (one->kind == SM_ASSIGN && sx_op_of(s->w->pool, one->target) == SX_VAR)
			sx_visit(s->w->pool, one->value, see_asked, &found);
		for (uint32_t k = 0; k < variables->n && found; k++)
			found = variables->at[k] != sx_at(s->w->pool, one->target)->payload;
		if (found)
			sb_push(s->w->scratch, *variables, sx_at(s->w->pool, one->target)->payload);
		for (uint32_t b = 0; b < one->branches.n && one->kind != SM_WHEN_DO; b++)
			find_asked(s, &one->branches.at[b].body, variables);
	}
}

/* The outermost of the loops that are not written out has the number; it is watched behind it. */
static void stand_loop(standing *s, const sm_statement *from, sm_statement *to, sm_statements *out)
{
	ss_work *w = s->w;
	sb_map turning = sb_map_new(w->scratch);
	sm_statements one = {0};
	bool outermost = !s->turning, head = false;

	if (outermost) {
		s->turning = &turning;
		s->turned.n = 0;
		sb_push(w->scratch, one, (sm_statement *)from);
		note_sets(s, &one);
		s->noted = new_number(s, &one, out);
	}
	sm_statement_branch branch = from->branches.at[0];
	head = turns(s, branch.condition);
	branch.condition = stand(s, branch.condition);
	sb_push(w->arena, to->branches, branch);
	stand_branch(s, from, 0, head, &to->branches.at[0]);
	sb_push(w->arena, *out, to);
	if (head)
		note_outcome(s, sx_real(w->pool, 0), out);
	if (!outermost)
		return;
	s->turning = NULL;
	if (s->noted) {
		sb_push(w->arena, *out, assignment(s, new_name(s, SX_INTEGER), rounded(s, s->noted)));
		watch_results(s, &s->turned, out);
	} else if (!s->in_when && !s->depth) {
		sb_u32s variables = {0};
		find_asked(s, &one, &variables);
		watch_results(s, &variables, out);
	}
}

static void watch_branches(standing *s, const sm_statement *from, sm_statements *out)
{
	sb_u32s variables = {0};

	if (from->kind != SM_IF_DO || s->depth || s->in_when)
		return;
	for (uint32_t b = 0; b < from->branches.n; b++)
		find_asked(s, &from->branches.at[b].body, &variables);
	watch_results(s, &variables, out);
}

/* May the value of an assignment turn without a condition in it that is watched? Then the value itself is (watch.c). */
static bool may_be_watched(const standing *s, const sm_statement *from)
{
	bool found = false;

	if (from->kind != SM_ASSIGN || s->in_when || s->depth || sx_type_of(s->w->pool, from->target) == SX_REAL)
		return false;
	sx_visit(s->w->pool, from->value, see_asked, &found);
	return found;
}

static void stand_plain(standing *s, const sm_statement *from, sm_statement *to)
{
	if (is_action(from)) {
		to->condition = stand(s, stand_outside(s, from->condition));
		to->value = stand(s, stand_outside(s, from->value));
		return;
	}
	note_expression(s, from->value);
	note_expression(s, from->condition);
	if (from->target)
		note_expression(s, from->target);
	to->value = stand(s, may_be_watched(s, from) ? with_kept_values(s, from->value) : from->value);
	to->condition = stand(s, from->condition);
	to->target = stand(s, from->target);
}

static void stand_list(standing *s, const sm_statements *list, sm_statements *out)
{
	ss_work *w = s->w;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *from = list->at[i];
		sm_statement *to = sm_statement_new(w->model, from->kind, from->span);

		*to = *from;
		to->branches.at = NULL;
		to->branches.n = to->branches.cap = 0;
		s->span = from->span;
		s->out = out;
		s->kept = sb_map_new(w->scratch);
		if (from->kind == SM_FOR || from->kind == SM_WHILE) {
			note_expression(s, from->from);
			note_expression(s, from->to);
			note_expression(s, from->step);
			to->from = stand(s, from->from);
			to->to = stand(s, from->to);
			to->step = stand(s, from->step);
			stand_loop(s, from, to, out);
		} else if (from->branches.n) {
			stand_choice(s, from, to);
			sb_push(w->arena, *out, to);
			watch_branches(s, from, out);
		} else {
			stand_plain(s, from, to);
			sb_push(w->arena, *out, to);
		}
		count_own(s, from, -1);
	}
}

sm_statements ss_standing_statements(ss_work *w, const sm_equation *q, const sm_statements *list, ss_equation *to,
									 sm_exprs *open)
{
	standing s = {.w = w, .q = q, .component = to->component, .to = to, .coming = sb_map_new(w->scratch), .open = open};
	sm_statements out = {0};

	count_all(&s, list, 1);
	stand_list(&s, list, &out);
	return out;
}

static sx_ref stand_as_written(ss_work *w, sx_ref e, void *context)
{
	return stand(context, ss_tidy(w, NULL, e));
}

sm_statements ss_standing_action(ss_work *w, const sm_statements *list)
{
	standing s = {.w = w, .coming = sb_map_new(w->scratch), .in_when = true};
	count_all(&s, list, 1);
	return ss_map_statements(w, list, stand_as_written, &s);
}
