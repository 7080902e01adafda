/* Statements and calls on values: see interpret.h. Anything that cannot be followed makes what depends on it unknown,
 * or gives up the call as a whole. */
#include "model/interpret/interpret_inside.h"

#include "expr/value.h"

#include <string.h>

enum { DEEPEST_SEARCH = 400 };
typedef enum flow { GO_ON, LEAVE_LOOP, LEAVE_FUNCTION, GIVE_UP } flow;

static const sm_value nothing = { .known = false };

static flow run_all(sm_machine *m, const sm_statements *body);

/* -------------------------------------------------------------- assignments */

static const sm_local *local_of(const sm_machine *m, uint32_t number)
{
	return &m->frame->function->locals.at[number];
}

static void forget(sm_array *a)
{
	for (uint32_t i = 0; i < a->n; i++)
		a->at[i].known = false;
}

static flow assign_whole(sm_machine *m, uint32_t number, const sm_array *from)
{
	sm_array *to = &m->frame->locals[number];
	*to = from->open ? sm_open_array(m) : sm_sized_array(m, from->rank, from->dims);
	for (uint32_t i = 0; i < to->n; i++) {
		to->at[i] = from->at[i];
		sm_of_type(&to->at[i], local_of(m, number)->type);
	}
	return GO_ON;
}

static flow assign_scalar(sm_machine *m, sx_ref target, const sm_value *v)
{
	uint32_t number = sx_at(m->model->pool, target)->payload, at;
	sm_array *to = &m->frame->locals[number];
	if (to->open || !sm_eval_place(m, target, 0, to->rank, to->dims, &at)) {
		forget(to);
		return GO_ON;
	}
	to->at[at] = *v;
	sm_of_type(&to->at[at], local_of(m, number)->type);
	return GO_ON;
}

/* Is it an array as a whole that is set? */
static bool is_whole(const sm_machine *m, sx_ref target)
{
	const sx_node *node = sx_at(m->model->pool, target);
	return node->count == 0 && local_of(m, node->payload)->rank;
}

static flow assign(sm_machine *m, sx_ref target, const sm_array *from)
{
	if (sx_op_of(m->model->pool, target) != SX_LOCAL)
		return GIVE_UP;
	if (is_whole(m, target))
		return assign_whole(m, sx_at(m->model->pool, target)->payload, from);
	return assign_scalar(m, target, from->open || !from->n ? &nothing : &from->at[0]);
}

/* Most statements set one element, and need no array for it. */
static flow run_assign(sm_machine *m, const sm_statement *s)
{
	if (sx_op_of(m->model->pool, s->target) != SX_LOCAL)
		return GIVE_UP;
	if (!is_whole(m, s->target)) {
		sm_value v;
		v.known = sm_eval(m, s->value, &v.is);
		return assign_scalar(m, s->target, &v);
	}
	sm_array a = sm_eval_array(m, s->value);
	return assign_whole(m, sx_at(m->model->pool, s->target)->payload, &a);
}

static flow assign_call(sm_machine *m, const sm_statement *s)
{
	const sm_function *f = m->model->functions.at[sx_at(m->model->pool, s->value)->payload];
	const sm_array *results = sm_eval_call(m, s->value), unknown = { .open = true };
	for (uint32_t i = 0; i < s->targets.n && i < f->results; i++)
		if (s->targets.at[i] && assign(m, s->targets.at[i], results ? &results[i] : &unknown) != GO_ON)
			return GIVE_UP;
	return GO_ON;
}

static sx_value none_of(sx_type type)
{
	switch (type) {
	case SX_REAL: return sx_value_real(0);
	case SX_BOOLEAN: return sx_value_bool(false);
	case SX_STRING: return sx_value_string("");
	default: return sx_value_int(0);
	}
}

/* An array of these sizes, in which every element is `first`. */
static sm_array filled(sm_machine *m, uint32_t rank, const sx_ref *dims, const sm_value *first)
{
	uint32_t *sizes = sb_new_array(m->arena, uint32_t, rank + 1);
	for (uint32_t i = 0; i < rank; i++) {
		int64_t size;
		if (!sm_eval_integer(m, dims[i], &size) || size > m->most_elements)
			return sm_open_array(m);
		sizes[i] = size < 0 ? 0 : (uint32_t)size;
	}
	sm_array a = sm_sized_array(m, rank, sizes);
	for (uint32_t i = 0; i < a.n; i++)
		a.at[i] = *first;
	return a;
}

static flow resize(sm_machine *m, const sm_statement *s)
{
	if (!m->strict)
		return GIVE_UP;
	uint32_t number = sx_at(m->model->pool, s->target)->payload;
	m->frame->locals[number] =
		filled(m, s->targets.n, s->targets.at, &(sm_value){true, none_of(local_of(m, number)->type)});
	return GO_ON;
}

/* ------------------------------------------------------- conditions not known */

/* Whatever these statements may set is not known any more. */
static bool forget_set(sm_machine *m, const sm_statements *body, uint32_t depth)
{
	const sx_pool *pool = m->model->pool;
	for (uint32_t i = 0; i < body->n; i++) {
		const sm_statement *s = body->at[i];
		if (depth > DEEPEST_SEARCH || s->kind == SM_RETURN)
			return false;
		if (s->target && sx_op_of(pool, s->target) == SX_LOCAL) {
			uint32_t number = sx_at(pool, s->target)->payload;
			if (s->kind == SM_RESIZE || !sx_at(pool, s->target)->count)
				m->frame->locals[number].open |= local_of(m, number)->rank > 0;
			forget(&m->frame->locals[number]);
		}
		for (uint32_t k = 0; k < s->targets.n && s->kind == SM_ASSIGN_CALL; k++)
			if (s->targets.at[k] && sx_op_of(pool, s->targets.at[k]) == SX_LOCAL)
				forget(&m->frame->locals[sx_at(pool, s->targets.at[k])->payload]);
		for (uint32_t k = 0; k < s->branches.n; k++)
			if (!forget_set(m, &s->branches.at[k].body, depth + 1))
				return false;
	}
	return true;
}

static sm_array *copy_locals(sm_machine *m, const sm_array *from)
{
	uint32_t n = m->frame->function->locals.n;
	sm_array *to = sb_new_array(m->arena, sm_array, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		to[i] = from[i];
		to[i].at = sb_new_array(m->arena, sm_value, from[i].n + 1);
		memcpy(to[i].at, from[i].at, sizeof(sm_value) * from[i].n);
		*m->steps -= *m->steps < from[i].n ? *m->steps : from[i].n;
	}
	return to;
}

/* What both have is kept, in a. */
static void agree(sm_machine *m, sm_array *a, const sm_array *b)
{
	for (uint32_t i = 0; i < m->frame->function->locals.n; i++) {
		if (a[i].open || b[i].open || a[i].n != b[i].n || a[i].rank != b[i].rank) {
			if (local_of(m, i)->rank)
				a[i] = sm_open_array(m);
			continue;
		}
		for (uint32_t k = 0; k < a[i].n; k++)
			a[i].at[k].known = sm_same_value(&a[i].at[k], &b[i].at[k]);
	}
}

static bool condition_of(sm_machine *m, const sm_statement_branch *b, bool *holds)
{
	sx_value v = sx_value_bool(true);
	bool known = !b->condition || sm_eval(m, b->condition, &v);
	*holds = known && v.integer;
	return known;
}

/* From branch `first` on, whose condition is not known: each that may hold is run from where we are. */
static flow run_branches(sm_machine *m, const sm_statement *s, uint32_t first)
{
	sm_array *before = m->frame->locals, *after = NULL;
	bool sure = false;
	for (uint32_t i = first; i <= s->branches.n && !sure; i++) {
		bool holds = true, known = i <= first || i >= s->branches.n || condition_of(m, &s->branches.at[i], &holds);
		if (known && !holds)
			continue;
		sure = i > first && known;
		m->frame->locals = copy_locals(m, before);
		if (i < s->branches.n && run_all(m, &s->branches.at[i].body) != GO_ON)
			return GIVE_UP;
		if (after)
			agree(m, after, m->frame->locals);
		else
			after = m->frame->locals;
		m->frame->locals = before;
	}
	m->frame->locals = after;
	return GO_ON;
}

/* --------------------------------------------------------------- statements */

static flow run_if(sm_machine *m, const sm_statement *s)
{
	for (uint32_t i = 0; i < s->branches.n; i++) {
		bool holds;
		if (!condition_of(m, &s->branches.at[i], &holds))
			return m->stopped ? GIVE_UP : run_branches(m, s, i);
		if (holds)
			return run_all(m, &s->branches.at[i].body);
	}
	return GO_ON;
}

static flow run_for(sm_machine *m, const sm_statement *s)
{
	int64_t from, to, by = 1;
	sm_counter here = { s->iterator, 0, m->counters };
	flow f = GO_ON;
	if (!sm_eval_integer(m, s->from, &from) || !sm_eval_integer(m, s->to, &to) ||
		(s->step && !sm_eval_integer(m, s->step, &by)) || by == 0)
		return !m->strict && forget_set(m, &s->branches.at[0].body, 0) ? GO_ON : GIVE_UP;
	m->counters = &here;
	for (here.at = from; f == GO_ON && (by > 0 ? here.at <= to : here.at >= to); here.at += by)
		f = sm_step(m) ? run_all(m, &s->branches.at[0].body) : GIVE_UP;
	m->counters = here.next;
	return f == LEAVE_LOOP ? GO_ON : f;
}

static flow run_while(sm_machine *m, const sm_statement *s)
{
	flow f = GO_ON;
	while (f == GO_ON) {
		if (!sm_step(m))
			return GIVE_UP;
		bool holds;
		if (!condition_of(m, &s->branches.at[0], &holds))
			return !m->strict && forget_set(m, &s->branches.at[0].body, 0) ? GO_ON : GIVE_UP;
		if (!holds)
			break;
		f = run_all(m, &s->branches.at[0].body);
	}
	return f == LEAVE_LOOP ? GO_ON : f;
}

/* What only looks at what is known does not mind an assertion that would not hold: the run says so. */
static flow run_assert(sm_machine *m, const sm_statement *s)
{
	if (!m->strict)
		return GO_ON;
	sx_value holds, text;
	if (!sm_eval(m, s->condition, &holds) || holds.integer || s->level != 0)
		return GO_ON;
	bool said = s->value && sm_eval(m, s->value, &text);
	m->stopped = false;      /* that the text is not known is another matter */
	sm_no_value(m, &(sm_trouble){.kind = SM_ASSERTION,
								 .function = m->frame->function,
								 .statement = s,
								 .text = said ? text.string : NULL});
	return GIVE_UP;
}

static flow run_one(sm_machine *m, const sm_statement *s)
{
	switch (s->kind) {
	case SM_ASSIGN: return run_assign(m, s);
	case SM_ASSIGN_CALL: return assign_call(m, s);
	case SM_IF_DO: return run_if(m, s);
	case SM_FOR: return run_for(m, s);
	case SM_WHILE: return run_while(m, s);
	case SM_BREAK: return LEAVE_LOOP;
	case SM_RETURN: return LEAVE_FUNCTION;
	case SM_ASSERT_DO: return run_assert(m, s);
	case SM_RESIZE: return resize(m, s);
	case SM_EVALUATE:
		if (m->strict)
			sm_eval_array(m, s->value);
		return GO_ON;
	default: return GIVE_UP;
	}
}

static flow run_all(sm_machine *m, const sm_statements *body)
{
	flow f = m->strict || m->depth < m->most_depth ? GO_ON : GIVE_UP;
	m->depth += !m->strict;
	for (uint32_t i = 0; i < body->n && f == GO_ON; i++) {
		f = sm_step(m) ? run_one(m, body->at[i]) : GIVE_UP;
		if (m->stopped)
			f = GIVE_UP;
	}
	m->depth -= !m->strict;
	return f;
}

/* -------------------------------------------------------------------- calls */

static sm_array make_local(sm_machine *m, const sm_local *local)
{
	bool usual = local->type == SX_REAL || local->type == SX_INTEGER || local->type == SX_BOOLEAN;
	sm_value first = { usual || m->strict, none_of(local->type) };
	uint32_t *none = sb_new_array(m->arena, uint32_t, local->rank + 1);
	if (local->flexible)
		return m->strict ? sm_sized_array(m, local->rank, none) : sm_open_array(m);
	sm_array a = filled(m, local->rank, local->dims, &nothing);
	if (local->binding) {
		first.known = sm_eval(m, local->binding, &first.is);
		sm_of_type(&first, local->type);
	}
	for (uint32_t i = 0; i < a.n; i++)
		a.at[i] = first;
	return a;
}

static void take_arguments(sm_machine *m, const sm_function *f, const sm_array *args)
{
	for (uint32_t i = 0; i < f->args; i++) {
		sm_array *to = &m->frame->locals[i];
		*to = args[i].open ? sm_open_array(m) : sm_sized_array(m, args[i].rank, args[i].dims);
		for (uint32_t k = 0; k < to->n; k++) {
			to->at[k] = args[i].at[k];
			sm_of_type(&to->at[k], f->locals.at[i].type);
		}
		if (args[i].open && !f->locals.at[i].rank)
			*to = sm_sized_array(m, 0, NULL);
	}
}

/* In a frame of its own: either all of the function, or one local of it alone. */
static bool run_function(sm_machine *m, const sm_function *f, const sm_array *args, sm_array *locals,
						 const sm_local *only, sm_array *made)
{
	sm_frame inside = { f, locals }, *around = m->frame;
	const sm_counter *counters = m->counters;
	bool good = true;
	m->frame = &inside;
	m->counters = NULL;
	m->calls++;
	take_arguments(m, f, args);
	if (only)
		*made = make_local(m, only);
	for (uint32_t i = f->args; i < f->locals.n && !only; i++)
		inside.locals[i] = make_local(m, &f->locals.at[i]);
	if (!only)
		good = !m->stopped && run_all(m, &f->body) != GIVE_UP && run_all(m, &f->last) != GIVE_UP;
	m->calls--;
	m->frame = around;
	m->counters = counters;
	for (uint32_t i = 0; made && !only && i < f->results; i++)
		made[i] = inside.locals[f->args + i];
	return good && !m->stopped;
}

sm_array sm_eval_local_of(sm_machine *m, const sm_function *f, const sm_array *args, const sm_local *local)
{
	sm_array made;
	run_function(m, f, args, sb_new_array(m->arena, sm_array, f->locals.n + 1), local, &made);
	return made;
}

static sm_array *run_call(sm_machine *m, sx_ref call)
{
	const sx_pool *pool = m->model->pool;
	uint32_t number = sx_at(pool, call)->payload;
	const sm_function *f = m->model->functions.at[number];
	if (sx_at(pool, call)->count != f->args || (m->strict && !m->asks->may_call(m, f)))
		return NULL;
	sm_array *args = sb_new_array(m->arena, sm_array, f->args + 1),
			 *results = sb_new_array(m->arena, sm_array, f->results + 1);
	for (uint32_t i = 0; i < f->args; i++)
		args[i] = sm_eval_array(m, sx_arg(pool, call, i));
	if (m->stopped || (m->strict && !sm_step(m)))
		return NULL;
	sm_run_answer answer = m->strict ? m->asks->run(m, number, args, results) : SM_RUN;
	if (answer != SM_RUN)
		return answer == SM_WAS_RUN ? results : NULL;
	if (m->calls >= m->most_calls) {
		sm_no_value(m, &(sm_trouble){ .kind = SM_CALLED_TOO_OFTEN, .function = f });
		return NULL;
	}
	return run_function(m, f, args, sb_new_array(m->arena, sm_array, f->locals.n + 1), NULL, results) ? results : NULL;
}

/* Those of calls outside of functions and loops are kept; a strict machine keeps what is made of them. */
sm_array *sm_eval_call(sm_machine *m, sx_ref call)
{
	const sx_pool *pool = m->model->pool;
	const sm_function *f = m->model->functions.at[sx_at(pool, call)->payload];
	bool kept = !m->strict && !(sx_flags(pool, call) & (SX_HAS_LOCAL | SX_HAS_ITER));
	uint64_t found;
	if (kept && sb_map_get(m->done, call, &found))
		return (sm_array *)(uintptr_t)found;
	if (f->block) {                  /* a component runs in runs only */
		sm_no_value(m, NULL);
		return NULL;
	}
	if (!m->strict && (f->external || f->impure || m->calls >= m->most_calls || sx_at(pool, call)->count != f->args))
		return NULL;
	sm_array *results = m->stopped ? NULL : run_call(m, call);
	if (!results)
		sm_no_value(m, NULL);
	if (kept)
		sb_map_put(m->done, call, (uint64_t)(uintptr_t)results);
	return results;
}
