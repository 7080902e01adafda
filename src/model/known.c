/* Functions and expressions on values of which some are not known: see known.h. Anything that cannot be followed makes what depends on it
 * unknown, or gives up the call as a whole; nothing is reported, because nobody has asked for it. */
#include "model/known.h"

#include "base/whole.h"
#include "expr/value.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 2000000, DEEPEST = 400, DEEPEST_CALL = 60, LARGEST = 1 << 16 };

typedef struct value { bool known; sx_value is; } value;
typedef struct array { uint32_t rank, *dims; uint32_t n; bool open; value *at; } array;    /* open: its sizes are not known */
typedef struct counter { uint32_t iterator; value at; const struct counter *next; } counter;
typedef struct frame { const sm_function *function; array *locals; } frame;
typedef struct machine { sm_knower *k; const sx_pool *pool; frame *frame; const counter *counters; uint32_t depth, calls; } machine;
typedef enum flow { GO_ON, LEAVE_LOOP, LEAVE_FUNCTION, GIVE_UP } flow;

static const value nothing = { .known = false };

static value scalar(machine *m, sx_ref e);
static array whole(machine *m, sx_ref e);
static array *run_call(machine *m, sx_ref call);
static flow run_all(machine *m, const sm_statements *body);

static bool step(machine *m)
{
	return m->k->steps && m->k->steps--;
}

static value as_type(value v, sx_type type)
{
	if (v.known && type == SX_REAL && v.is.type != SX_REAL)
		v.is = sx_value_real((double)v.is.integer);
	return v;
}

static bool integer(machine *m, sx_ref e, int64_t *out)
{
	value v = scalar(m, e);
	*out = v.known ? v.is.type == SX_REAL ? sb_whole(v.is.real) : v.is.integer : 0;
	return v.known;
}

static bool is_zero(const value *v)
{
	return v->known && v->is.type == SX_REAL && v->is.real == 0;
}

static bool same(const value *a, const value *b)
{
	if (!a->known || !b->known || a->is.type != b->is.type)
		return false;
	if (a->is.type == SX_STRING)
		return strcmp(a->is.string, b->is.string) == 0;
	return a->is.type == SX_REAL ? a->is.real == b->is.real : a->is.integer == b->is.integer;
}

/* ------------------------------------------------------------------- arrays */

static array open_array(void)
{
	return (array){ .open = true };
}

static array sized(machine *m, uint32_t rank, const uint32_t *dims)
{
	uint64_t n = 1;
	for (uint32_t i = 0; i < rank; i++) {
		n *= dims[i];
		if (n > LARGEST)
			return open_array();
	}
	array a = { .rank = rank, .dims = sb_new_array(m->k->arena, uint32_t, rank + 1), .n = (uint32_t)n };
	for (uint32_t i = 0; i < rank; i++)
		a.dims[i] = dims[i];
	a.at = sb_new_array(m->k->arena, value, a.n + 1);
	return a;
}

/* Arguments `first`.. of e are the subscripts. */
static bool place(machine *m, sx_ref e, uint32_t first, const array *of, uint32_t *out)
{
	int64_t at;
	*out = 0;
	for (uint32_t i = 0; i < of->rank; i++) {
		if (of->open || first + i >= sx_at(m->pool, e)->count || !integer(m, sx_arg(m->pool, e, first + i), &at) || at < 1 || at > of->dims[i])
			return false;
		*out = *out * of->dims[i] + (uint32_t)(at - 1);
	}
	return !of->open;
}

static array of_variable(machine *m, uint32_t variable)
{
	const sm_variable *v = sm_var(m->k->model, variable);
	array a = sized(m, v->rank, v->shape);
	for (uint32_t i = 0; i < a.n && step(m); i++)
		a.at[i].known = m->k->variable(m->k->context, sm_ref_at(m->k->model, variable, i), &a.at[i].is);
	return a;
}

static array of_elements(machine *m, sx_ref e)
{
	uint32_t rank;
	const uint32_t *shape = sx_shape(m->pool, e, &rank);
	array a = sized(m, rank, shape);
	for (uint32_t i = 0; i < a.n; i++)
		a.at[i] = scalar(m, sx_arg(m->pool, e, i));
	return a;
}

static array of_call(machine *m, sx_ref e)
{
	bool picked = sx_op_of(m->pool, e) == SX_OUT;
	sx_ref call = picked ? sx_arg(m->pool, e, 0) : e;
	uint32_t which = picked ? sx_at(m->pool, e)->payload : 0;
	array *results = run_call(m, call);
	return results && which < m->k->model->functions.at[sx_at(m->pool, call)->payload]->results ? results[which] : open_array();
}

static array whole(machine *m, sx_ref e)
{
	const sx_node *node = sx_at(m->pool, e);
	switch (node->op) {
	case SX_VAR:
		if (node->count == 0 && sm_var(m->k->model, node->payload)->rank)
			return of_variable(m, node->payload);
		break;
	case SX_LOCAL:
		if (node->count == 0)
			return m->frame ? m->frame->locals[node->payload] : open_array();
		break;
	case SX_ARRAY: return of_elements(m, e);
	case SX_CALL: case SX_OUT: return of_call(m, e);
	default: break;
	}
	array one = sized(m, 0, NULL);
	one.at[0] = scalar(m, e);
	return one;
}

/* ------------------------------------------------------------------ scalars */

static value eval_local(machine *m, sx_ref e)
{
	uint32_t at;
	if (!m->frame)
		return nothing;
	const array *local = &m->frame->locals[sx_at(m->pool, e)->payload];
	return place(m, e, 0, local, &at) ? local->at[at] : nothing;
}

static value eval_iterator(machine *m, sx_ref e)
{
	for (const counter *k = m->counters; k; k = k->next)
		if (k->iterator == sx_at(m->pool, e)->payload)
			return k->at;
	return nothing;
}

static value eval_at(machine *m, sx_ref e)
{
	array all = whole(m, sx_arg(m->pool, e, 0));
	uint32_t at;
	return place(m, e, 1, &all, &at) ? all.at[at] : nothing;
}

static value eval_size(machine *m, sx_ref e)
{
	array all = whole(m, sx_arg(m->pool, e, 0));
	int64_t dim;
	if (all.open || !integer(m, sx_arg(m->pool, e, 1), &dim) || dim < 1 || dim > all.rank)
		return nothing;
	return (value){ true, sx_value_int(all.dims[dim - 1]) };
}

static value eval_choice(machine *m, sx_ref e)
{
	sx_op op = sx_op_of(m->pool, e);
	value first = scalar(m, sx_arg(m->pool, e, 0));
	if (op == SX_IF && first.known)
		return scalar(m, sx_arg(m->pool, e, first.is.integer ? 1 : 2));
	value second = scalar(m, sx_arg(m->pool, e, 1));
	if (op == SX_IF) {
		value third = scalar(m, sx_arg(m->pool, e, 2));
		return same(&second, &third) ? second : nothing;
	}
	if (first.known && (op == SX_OR) == (first.is.integer != 0))
		return first;
	if (first.known || (second.known && (op == SX_OR) == (second.is.integer != 0)))
		return second;
	return nothing;
}

/* A product with a factor that is zero is zero, and so is a quotient of zero. */
static value eval_operator(machine *m, sx_ref e)
{
	sx_op op = sx_op_of(m->pool, e);
	uint32_t n = sx_at(m->pool, e)->count;
	value args[4];
	sx_value is[4];
	value out = { .known = true };
	if (n > 4)
		return nothing;
	for (uint32_t i = 0; i < n; i++) {
		args[i] = scalar(m, sx_arg(m->pool, e, i));
		out.known = out.known && args[i].known;
		is[i] = args[i].is;
	}
	if (sx_type_of(m->pool, e) == SX_REAL && n == 2
		&& ((op == SX_MUL && (is_zero(&args[0]) || is_zero(&args[1]))) || (op == SX_DIV && is_zero(&args[0]) && !is_zero(&args[1]))))
		return (value){ true, sx_value_real(0) };
	out.known = out.known && sx_apply(op, sx_type_of(m->pool, e), is, n, (sx_texts){ m->k->model->names, m->k->arena }, &out.is);
	if (out.known && out.is.type == SX_REAL && !isfinite(out.is.real))
		return nothing;
	return out;
}

static value eval_node(machine *m, sx_ref e)
{
	value v = { .known = true };
	array a;
	switch (sx_op_of(m->pool, e)) {
	case SX_CONST: v.is = sx_value_of_const(m->pool, e); return v;
	case SX_VAR:
		v.known = sm_scalar_of(m->k->model, e) != UINT32_MAX && m->k->variable(m->k->context, e, &v.is);
		return v;
	case SX_LOCAL: return eval_local(m, e);
	case SX_ITER: return eval_iterator(m, e);
	case SX_IF: case SX_AND: case SX_OR: return eval_choice(m, e);
	case SX_CALL: case SX_OUT:
		a = of_call(m, e);
		return a.open || a.rank ? nothing : a.at[0];
	case SX_AT: return eval_at(m, e);
	case SX_SIZE: return eval_size(m, e);
	case SX_NOEVENT: return scalar(m, sx_arg(m->pool, e, 0));
	case SX_SMOOTH: return scalar(m, sx_arg(m->pool, e, sx_at(m->pool, e)->count - 1));
	case SX_TIME: case SX_DER: case SX_PRE: case SX_SAMPLE: case SX_INITIAL: case SX_TERMINAL: case SX_LATCH: case SX_DELAY: case SX_ARRAY:
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: case SX_NEW_CLOCK: case SX_SAMPLED: case SX_HOLD: case SX_SUB_SAMPLE:
	case SX_SUPER_SAMPLE: case SX_SHIFT_SAMPLE: case SX_BACK_SAMPLE: case SX_NO_CLOCK: case SX_PREVIOUS: case SX_INTERVAL:
	case SX_FIRST_TICK: case SX_HOMOTOPY:
		return nothing;
	default: return eval_operator(m, e);
	}
}

static value scalar(machine *m, sx_ref e)
{
	if (m->depth >= DEEPEST || !step(m))
		return nothing;
	m->depth++;
	value v = eval_node(m, e);
	m->depth--;
	return v;
}

/* --------------------------------------------------------------- statements */

static void forget(array *a)
{
	for (uint32_t i = 0; i < a->n; i++)
		a->at[i].known = false;
}

static flow assign(machine *m, sx_ref target, const array *from)
{
	if (sx_op_of(m->pool, target) != SX_LOCAL)
		return GIVE_UP;
	uint32_t number = sx_at(m->pool, target)->payload, at;
	array *to = &m->frame->locals[number];
	sx_type type = m->frame->function->locals.at[number].type;
	if (sx_at(m->pool, target)->count == 0 && m->frame->function->locals.at[number].rank) {
		if (from->open) {
			*to = open_array();
			return GO_ON;
		}
		*to = sized(m, from->rank, from->dims);
		for (uint32_t i = 0; i < to->n; i++)
			to->at[i] = as_type(from->at[i], type);
		return GO_ON;
	}
	if (!place(m, target, 0, to, &at))
		forget(to);
	else
		to->at[at] = from->open || !from->n ? nothing : as_type(from->at[0], type);
	return GO_ON;
}

static flow assign_call(machine *m, const sm_statement *s)
{
	const sm_function *f = m->k->model->functions.at[sx_at(m->pool, s->value)->payload];
	array *results = run_call(m, s->value), unknown = open_array();
	for (uint32_t i = 0; i < s->targets.n && i < f->results; i++)
		if (s->targets.at[i] && assign(m, s->targets.at[i], results ? &results[i] : &unknown) != GO_ON)
			return GIVE_UP;
	return GO_ON;
}

/* Whatever these statements may set is not known any more. */
static bool forget_set(machine *m, const sm_statements *body, uint32_t depth)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const sm_statement *s = body->at[i];
		if (depth > DEEPEST || s->kind == SM_RETURN)
			return false;
		if (s->target && sx_op_of(m->pool, s->target) == SX_LOCAL) {
			if (s->kind == SM_RESIZE || !sx_at(m->pool, s->target)->count)
				m->frame->locals[sx_at(m->pool, s->target)->payload].open |= m->frame->function->locals.at[sx_at(m->pool, s->target)->payload].rank > 0;
			forget(&m->frame->locals[sx_at(m->pool, s->target)->payload]);
		}
		for (uint32_t k = 0; k < s->targets.n && s->kind == SM_ASSIGN_CALL; k++)
			if (s->targets.at[k] && sx_op_of(m->pool, s->targets.at[k]) == SX_LOCAL)
				forget(&m->frame->locals[sx_at(m->pool, s->targets.at[k])->payload]);
		for (uint32_t k = 0; k < s->branches.n; k++)
			if (!forget_set(m, &s->branches.at[k].body, depth + 1))
				return false;
	}
	return true;
}

static array *copy_locals(machine *m, const array *from)
{
	uint32_t n = m->frame->function->locals.n;
	array *to = sb_new_array(m->k->arena, array, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		to[i] = from[i];
		to[i].at = sb_new_array(m->k->arena, value, from[i].n + 1);
		memcpy(to[i].at, from[i].at, sizeof(value) * from[i].n);
		m->k->steps -= m->k->steps < from[i].n ? m->k->steps : from[i].n;
	}
	return to;
}

/* What both have is kept, in a. */
static void agree(machine *m, array *a, const array *b)
{
	for (uint32_t i = 0; i < m->frame->function->locals.n; i++) {
		if (a[i].open || b[i].open || a[i].n != b[i].n || a[i].rank != b[i].rank) {
			if (m->frame->function->locals.at[i].rank)
				a[i] = open_array();
			continue;
		}
		for (uint32_t k = 0; k < a[i].n; k++)
			a[i].at[k].known = same(&a[i].at[k], &b[i].at[k]);
	}
}

/* From branch `first` on, whose condition is not known: each that may hold is run from where we are. */
static flow run_branches(machine *m, const sm_statement *s, uint32_t first)
{
	array *before = m->frame->locals, *after = NULL;
	bool sure = false;
	for (uint32_t i = first; i <= s->branches.n && !sure; i++) {
		value holds = { true, sx_value_bool(true) };
		if (i > first && i < s->branches.n && s->branches.at[i].condition)
			holds = scalar(m, s->branches.at[i].condition);
		if (holds.known && !holds.is.integer)
			continue;
		sure = i > first && holds.known;
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

static flow run_if(machine *m, const sm_statement *s)
{
	for (uint32_t i = 0; i < s->branches.n; i++) {
		value holds = { true, sx_value_bool(true) };
		if (s->branches.at[i].condition)
			holds = scalar(m, s->branches.at[i].condition);
		if (!holds.known)
			return run_branches(m, s, i);
		if (holds.is.integer)
			return run_all(m, &s->branches.at[i].body);
	}
	return GO_ON;
}

static flow run_for(machine *m, const sm_statement *s)
{
	int64_t from, to, by = 1;
	counter here = { s->iterator, { .known = true }, m->counters };
	flow f = GO_ON;
	if (!integer(m, s->from, &from) || !integer(m, s->to, &to) || (s->step && !integer(m, s->step, &by)) || by == 0)
		return forget_set(m, &s->branches.at[0].body, 0) ? GO_ON : GIVE_UP;
	m->counters = &here;
	for (int64_t i = from; f == GO_ON && (by > 0 ? i <= to : i >= to); i += by) {
		here.at.is = sx_value_int(i);
		f = step(m) ? run_all(m, &s->branches.at[0].body) : GIVE_UP;
	}
	m->counters = here.next;
	return f == LEAVE_LOOP ? GO_ON : f;
}

static flow run_while(machine *m, const sm_statement *s)
{
	flow f = GO_ON;
	while (f == GO_ON) {
		value holds = scalar(m, s->branches.at[0].condition);
		if (!step(m))
			return GIVE_UP;
		if (!holds.known)
			return forget_set(m, &s->branches.at[0].body, 0) ? GO_ON : GIVE_UP;
		if (!holds.is.integer)
			break;
		f = run_all(m, &s->branches.at[0].body);
	}
	return f == LEAVE_LOOP ? GO_ON : f;
}

static flow run_one(machine *m, const sm_statement *s)
{
	array a;
	switch (s->kind) {
	case SM_ASSIGN: a = whole(m, s->value); return assign(m, s->target, &a);
	case SM_ASSIGN_CALL: return assign_call(m, s);
	case SM_IF_DO: return run_if(m, s);
	case SM_FOR: return run_for(m, s);
	case SM_WHILE: return run_while(m, s);
	case SM_BREAK: return LEAVE_LOOP;
	case SM_RETURN: return LEAVE_FUNCTION;
	case SM_ASSERT_DO: case SM_EVALUATE: return GO_ON;
	default: return GIVE_UP;
	}
}

static flow run_all(machine *m, const sm_statements *body)
{
	flow f = m->depth < DEEPEST ? GO_ON : GIVE_UP;
	m->depth++;
	for (uint32_t i = 0; i < body->n && f == GO_ON; i++)
		f = step(m) ? run_one(m, body->at[i]) : GIVE_UP;
	m->depth--;
	return f;
}

/* -------------------------------------------------------------------- calls */

static array make_local(machine *m, const sm_local *local)
{
	uint32_t dims[16];
	static const sx_value none[] = { [SX_REAL] = { .type = SX_REAL }, [SX_INTEGER] = { .type = SX_INTEGER }, [SX_BOOLEAN] = { .type = SX_BOOLEAN } };
	if (local->flexible || local->rank > 16)
		return open_array();
	for (uint32_t i = 0; i < local->rank; i++) {
		int64_t size;
		if (!integer(m, local->dims[i], &size) || size > LARGEST)
			return open_array();
		dims[i] = size < 0 ? 0 : (uint32_t)size;
	}
	array a = sized(m, local->rank, dims);
	value first = nothing;
	if (local->binding)
		first = as_type(scalar(m, local->binding), local->type);
	else if (local->type == SX_REAL || local->type == SX_INTEGER || local->type == SX_BOOLEAN)
		first = (value){ true, none[local->type] };
	for (uint32_t i = 0; i < a.n; i++)
		a.at[i] = first;
	return a;
}

static bool run_function(machine *m, const sm_function *f, array *args)
{
	for (uint32_t i = 0; i < f->args; i++) {
		m->frame->locals[i] = args[i].open ? open_array() : sized(m, args[i].rank, args[i].dims);
		for (uint32_t k = 0; k < m->frame->locals[i].n; k++)
			m->frame->locals[i].at[k] = as_type(args[i].at[k], f->locals.at[i].type);
		if (args[i].open && !f->locals.at[i].rank)
			m->frame->locals[i] = sized(m, 0, NULL);
	}
	for (uint32_t i = f->args; i < f->locals.n; i++)
		m->frame->locals[i] = make_local(m, &f->locals.at[i]);
	return run_all(m, &f->body) != GIVE_UP && run_all(m, &f->last) != GIVE_UP;
}

/* The results, or NULL: nothing is known of them. Those of calls outside of functions are kept. */
static array *run_call(machine *m, sx_ref call)
{
	const sm_function *f = m->k->model->functions.at[sx_at(m->pool, call)->payload];
	bool kept = !(sx_flags(m->pool, call) & (SX_HAS_LOCAL | SX_HAS_ITER));
	uint64_t found;
	if (kept && sb_map_get(&m->k->calls, call, &found))
		return (array *)(uintptr_t)found;
	if (f->external || f->impure || m->calls >= DEEPEST_CALL || sx_at(m->pool, call)->count != f->args)
		return NULL;
	array *args = sb_new_array(m->k->arena, array, f->args + 1);
	for (uint32_t i = 0; i < f->args; i++)
		args[i] = whole(m, sx_arg(m->pool, call, i));
	frame inside = { f, sb_new_array(m->k->arena, array, f->locals.n + 1) }, *around = m->frame;
	const counter *counters = m->counters;
	m->frame = &inside;
	m->counters = NULL;
	m->calls++;
	array *results = run_function(m, f, args) ? inside.locals + f->args : NULL;
	m->calls--;
	m->frame = around;
	m->counters = counters;
	if (kept)
		sb_map_put(&m->k->calls, call, (uint64_t)(uintptr_t)results);
	return results;
}

/* ------------------------------------------------------------------ questions */

sm_knower sm_knower_new(const sm_model *model, sb_arena *arena, bool (*variable)(void *, sx_ref, sx_value *), void *context)
{
	return (sm_knower){ model, arena, variable, context, MOST_STEPS, sb_map_new(arena) };
}

bool sm_known(sm_knower *k, sx_ref e, sx_value *out)
{
	machine m = { .k = k, .pool = k->model->pool };
	value v = scalar(&m, e);
	*out = v.is;
	return v.known;
}

bool sm_known_result(sm_knower *k, sx_ref call, uint32_t which, uint32_t element, sx_value *out)
{
	machine m = { .k = k, .pool = k->model->pool };
	array *results = run_call(&m, call);
	if (!results || which >= k->model->functions.at[sx_at(m.pool, call)->payload]->results || results[which].open
		|| element >= results[which].n || !results[which].at[element].known)
		return false;
	*out = results[which].at[element].is;
	return true;
}
