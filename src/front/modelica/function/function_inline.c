/* Calls of functions that are nothing but formulas, one after another: y := u*u + 1. They are written out where they
 * are called, so that they can be differentiated and solved for anything in them like any other expression; a sum of
 * complex numbers is two equations then, and no call.
 *
 * Short functions of scalars are, and those whose annotation asks for it (3.6, 18.3: Inline, LateInline,
 * InlineAfterIndexReduction), with arrays, loops and branches as long as everything that decides over them is a number
 * here: `if axis == 1` with axis = 3. Each local is an expression by element, and the statements are carried out on
 * them. A relation in a function makes no event (3.6, 8.5), so it is put into noEvent(); those in the arguments of the
 * call do. A function with a derivative annotation stays a call, or nobody would use that, unless it asks to be written
 * out: then the derivative is that of its formula, which by 12.7.1 is the same. It is not where the formula has only
 * inputs without derivatives (noDerivative) in it: position({q, qd, qdd}, time), which is q, moves with qd because the
 * annotation says so. */
#include "front/modelica/function/function_inside.h"

/* Longer functions are better called than copied. */
enum { MOST_STATEMENTS = 16, MOST_STEPS = 2000, MOST_ELEMENTS = 512, DEEPEST = 20 };

/* What the elements of a local stand for by now, row by row; 0 where nothing was set yet. */
typedef struct local { uint32_t rank, *dims, n; sx_ref *of; } local;
typedef struct counter { uint32_t iterator; sx_ref value; struct counter *next; } counter;
typedef struct formulas {
	mo_context *c;
	const sm_function *function;
	local *locals;
	counter *counters;
	uint32_t *steps, depth;
	bool possible;
} formulas;

static mo_formula *carry_out_call(mo_context *c, sx_ref call, uint32_t *steps, uint32_t depth);

/* --------------------------------------------------------------- expressions */

static sx_ref whole_local(formulas *f, const local *l, sx_type type)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (!l->of[i])
			return 0;
	return l->rank ? sx_array(f->c->pool, type, l->dims, l->rank, l->of, l->n) : l->of[0];
}

/* The place that constant subscripts mean. */
static bool place_of(formulas *f, const sx_ref *at, uint32_t n, const local *l, uint32_t *place)
{
	*place = 0;
	if (n != l->rank)
		return false;
	for (uint32_t d = 0; d < l->rank; d++) {
		int64_t k = sx_is_const(f->c->pool, at[d]) ? sx_int_value(f->c->pool, at[d]) : 0;
		if (k < 1 || k > l->dims[d])
			return false;
		*place = *place * l->dims[d] + (uint32_t)(k - 1);
	}
	return true;
}

/* What is put in may hold locals of the function around, which have the same numbers: nothing of it is looked at again,
 * so leaves are replaced when they are entered. */
static sx_ref put_local(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	formulas *f = self->context;
	const local *l = &f->locals[sx_at(pool, e)->payload];
	sx_ref at[8], made;
	uint32_t place, n = sx_at(pool, e)->count;

	if (n == 0)
		return whole_local(f, l, sx_type_of(pool, e));
	for (uint32_t d = 0; d < n; d++)
		if (d == 8 || !(at[d] = sx_rewrite(self, pool, sx_arg(pool, e, d))))
			return 0;
	if (place_of(f, at, n, l, &place))
		return l->of[place];
	made = whole_local(f, l, sx_type_of(pool, e));
	return made ? sx_elem(pool, made, at, n) : 0;
}

/* A call inside of the function: with its arguments known it may be formulas too. */
static sx_ref put_call(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	formulas *f = self->context;
	bool out = sx_op_of(pool, e) == SX_OUT;
	sx_ref call = out ? sx_arg(pool, e, 0) : e, *args;
	uint32_t which = out ? sx_at(pool, e)->payload : 0, n;

	n = sx_at(pool, call)->count;
	args = sb_new_array(f->c->arena, sx_ref, n + 1);
	for (uint32_t i = 0; i < n; i++)
		if (!(args[i] = sx_rewrite(self, pool, sx_arg(pool, call, i))) || !f->possible)
			return 0;
	sx_ref made = sx_call(pool, sx_at(pool, call)->payload, sx_type_of(pool, call), args, n);
	mo_formula *all = sx_op_of(pool, made) == SX_CALL ? carry_out_call(f->c, made, f->steps, f->depth + 1) : NULL;
	if (all)
		return all[which].rank
				   ? sx_array(pool, sx_type_of(pool, e), all[which].dims, all[which].rank, all[which].at, all[which].n)
							   : all[which].at[0];
	return out ? sx_out(pool, made, which, sx_type_of(pool, e)) : made;
}

static sx_ref enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	formulas *f = self->context;
	sx_op op = sx_op_of(pool, e);
	sx_ref value = e;

	if (op == SX_LOCAL)
		value = put_local(self, pool, e);
	else if (op == SX_CALL || op == SX_OUT)
		value = put_call(self, pool, e);
	else if (op != SX_ITER)
		return 0;
	for (const counter *k = f->counters; k && op == SX_ITER; k = k->next)
		if (k->iterator == sx_at(pool, e)->payload)
			return k->value;
	f->possible &= value != 0;
	return value ? value : e;
}

/* A relation of the function itself makes no event, one in an argument of the call does. Where it compares what makes
 * events, nothing can be hidden. */
static sx_ref quiet(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	const formulas *f = self->context;

	if (f->function->events || !sx_makes_event(pool, e))
		return e;
	for (uint32_t i = 0; i < sx_at(pool, e)->count; i++)
		if (sx_flags(pool, sx_arg(pool, e, i)) & SX_HAS_RELATION)
			return e;
	return sx_unary(pool, SX_NOEVENT, e);
}

static sx_ref put_in(formulas *f, sx_ref e)
{
	sx_rewriter rewriter = sx_rewriter_new(f->c->arena, quiet, f);
	sx_ref value;

	if (!e || !(sx_flags(f->c->pool, e) & (SX_HAS_LOCAL | SX_HAS_ITER | SX_HAS_CALL)))
		return e;
	rewriter.enter = enter;
	value = sx_rewrite(&rewriter, f->c->pool, e);
	return f->possible ? value : 0;
}

static bool put_integer(formulas *f, sx_ref e, int64_t *out)
{
	sx_ref value = put_in(f, e);

	if (!value || !sx_is_const(f->c->pool, value))
		return false;
	*out = sx_int_value(f->c->pool, value);
	return true;
}

/* ---------------------------------------------------------------- statements */

static bool carry_out(formulas *f, const sm_statements *list);

static bool set_element(formulas *f, uint32_t number, uint32_t place, sx_ref value)
{
	sx_ref fits = sx_cast(f->c->pool, value, f->function->locals.at[number].type);

	f->locals[number].of[place] = fits;
	return fits != 0;
}

/* The elements of a whole array: a variable, a literal, or what a call gives. */
static bool set_whole(formulas *f, uint32_t number, sx_ref value)
{
	local *l = &f->locals[number];
	uint32_t place[8] = {0};
	sx_ref at[8];

	if (l->rank == 0)
		return set_element(f, number, 0, value);
	if (l->rank > 8)
		return false;
	for (uint32_t i = 0; i < l->n; i++) {
		for (uint32_t d = 0; d < l->rank; d++)
			at[d] = sx_int(f->c->pool, (int64_t)place[d] + 1);
		sx_ref e = sx_elem(f->c->pool, value, at, l->rank);
		if (!e || !set_element(f, number, i, e))
			return false;
		for (uint32_t d = l->rank; d-- > 0; place[d] = 0)
			if (++place[d] < l->dims[d])
				break;
	}
	return true;
}

static bool set_target(formulas *f, sx_ref target, sx_ref value)
{
	sx_pool *pool = f->c->pool;
	uint32_t number, place, n;
	sx_ref at[8];

	if (sx_op_of(pool, target) != SX_LOCAL || !value)
		return false;
	number = sx_at(pool, target)->payload;
	n = sx_at(pool, target)->count;
	if (number < f->function->args || n > 8)
		return false;
	if (n == 0)
		return set_whole(f, number, value);
	for (uint32_t d = 0; d < n; d++)
		if (!(at[d] = put_in(f, sx_arg(pool, target, d))))
			return false;
	return place_of(f, at, n, &f->locals[number], &place) && set_element(f, number, place, value);
}

static bool carry_out_results(formulas *f, const sm_statement *s)
{
	sx_pool *pool = f->c->pool;
	sx_ref *values = sb_new_array(f->c->arena, sx_ref, s->targets.n + 1);
	uint32_t function = sx_at(pool, s->value)->payload;

	for (uint32_t i = 0; i < s->targets.n; i++) {
		const sm_function *callee = f->c->model->functions.at[function];
		sx_type type = i < callee->results ? callee->locals.at[callee->args + i].type : SX_NOTYPE;
		if (s->targets.at[i] && !(values[i] = put_in(f, i ? sx_out(pool, s->value, i, type) : s->value)))
			return false;
	}
	for (uint32_t i = 0; i < s->targets.n; i++)
		if (s->targets.at[i] && !set_target(f, s->targets.at[i], values[i]))
			return false;
	return true;
}

static bool carry_out_if(formulas *f, const sm_statement *s, uint32_t first);

static local *copy_of(formulas *f, const local *from)
{
	local *copy = sb_new_array(f->c->arena, local, f->function->locals.n + 1);

	for (uint32_t i = 0; i < f->function->locals.n; i++) {
		copy[i] = from[i];
		copy[i].of = sb_new_array(f->c->arena, sx_ref, from[i].n + 1);
		for (uint32_t k = 0; k < from[i].n; k++)
			copy[i].of[k] = from[i].of[k];
	}
	return copy;
}

/* A branch that depends on the run: both ways are carried out, and each value is the one or the other. */
static bool carry_out_both(formulas *f, const sm_statement *s, uint32_t branch, sx_ref condition)
{
	local *before = copy_of(f, f->locals), *yes;

	if (!carry_out(f, &s->branches.at[branch].body))
		return false;
	yes = f->locals;
	f->locals = before;
	if (!carry_out_if(f, s, branch + 1))
		return false;
	for (uint32_t i = 0; i < f->function->locals.n; i++)
		for (uint32_t k = 0; k < f->locals[i].n; k++) {
			sx_ref a = yes[i].of[k], b = f->locals[i].of[k];
			f->locals[i].of[k] = a == b ? a : a && b ? sx_if(f->c->pool, condition, a, b) : 0;
		}
	return true;
}

static bool carry_out_if(formulas *f, const sm_statement *s, uint32_t first)
{
	for (uint32_t i = first; i < s->branches.n; i++) {
		int64_t holds = 1;
		if (s->branches.at[i].condition && !put_integer(f, s->branches.at[i].condition, &holds)) {
			sx_ref condition = f->function->events ? put_in(f, s->branches.at[i].condition) : 0;
			return condition && f->possible && carry_out_both(f, s, i, condition);
		}
		if (holds)
			return carry_out(f, &s->branches.at[i].body);
	}
	return true;
}

static bool carry_out_for(formulas *f, const sm_statement *s)
{
	int64_t from, to, step = 1;
	bool ok = true;

	if (!put_integer(f, s->from, &from) || !put_integer(f, s->to, &to) ||
		(s->step && !put_integer(f, s->step, &step)) || !step)
		return false;
	for (int64_t k = from; ok && (step > 0 ? k <= to : k >= to); k += step) {
		counter turn = {s->iterator, sx_int(f->c->pool, k), f->counters};
		f->counters = &turn;
		ok = carry_out(f, &s->branches.at[0].body);
		f->counters = turn.next;
	}
	return ok;
}

static bool carry_out_one(formulas *f, const sm_statement *s)
{
	int64_t holds;

	switch (s->kind) {
	case SM_ASSIGN:
		return set_target(f, s->target, put_in(f, s->value));
	case SM_ASSIGN_CALL:
		return carry_out_results(f, s);
	case SM_IF_DO:
		return carry_out_if(f, s, 0);
	case SM_FOR:
		return carry_out_for(f, s);
	case SM_ASSERT_DO:
		return put_integer(f, s->condition, &holds) && holds;
	default:
		return false;
	}
}

static bool carry_out(formulas *f, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (*f->steps == 0)
			return false;
		--*f->steps;
		if (!carry_out_one(f, list->at[i]) || !f->possible)
			return false;
	}
	return true;
}

/* --------------------------------------------------------------------- calls */

/* A short function of scalars is written out without being asked for; not one with relations, or loops and branches. */
static bool is_short(mo_context *c, const sm_function *f)
{
	if (f->given.n || f->inverses.n || f->body.n > MOST_STATEMENTS)
		return false;
	for (uint32_t i = 0; i < f->locals.n; i++)
		if (f->locals.at[i].rank > 0)
			return false;
	for (uint32_t i = 0; i < f->body.n; i++)
		if (f->body.at[i]->kind != SM_ASSIGN || sx_flags(c->pool, f->body.at[i]->value) & SX_HAS_RELATION)
			return false;
	return true;
}

static bool make_locals(formulas *f)
{
	uint32_t total = 0;

	for (uint32_t i = 0; i < f->function->locals.n; i++) {
		const sm_local *of = &f->function->locals.at[i];
		local *l = &f->locals[i];
		l->rank = of->rank;
		l->dims = sb_new_array(f->c->arena, uint32_t, l->rank + 1);
		l->n = 1;
		for (uint32_t d = 0; d < l->rank; d++) {
			if (!sx_is_const(f->c->pool, of->dims[d]) || sx_int_value(f->c->pool, of->dims[d]) > MOST_ELEMENTS)
				return false;
			l->dims[d] =
				sx_int_value(f->c->pool, of->dims[d]) > 0 ? (uint32_t)sx_int_value(f->c->pool, of->dims[d]) : 0;
			l->n *= l->dims[d];
			if (l->n > MOST_ELEMENTS)
				return false;
		}
		if ((total += l->n) > MOST_ELEMENTS)
			return false;
		l->of = sb_new_array(f->c->arena, sx_ref, l->n + 1);
	}
	return true;
}

static bool set_arguments(formulas *f, sx_ref call)
{
	for (uint32_t i = 0; i < f->function->locals.n; i++) {
		sx_ref binding =
			i < f->function->args ? sx_arg(f->c->pool, call, i) : put_in(f, f->function->locals.at[i].binding);
		if (i < f->function->args && sx_flags(f->c->pool, binding) & SX_HAS_STATEFUL)
			return false;
		if (!f->possible || (binding && !set_whole(f, i, binding)))
			return false;
	}
	return true;
}

/* Objects that a function makes end with the call. */
static bool has_objects(const sm_function *f)
{
	for (uint32_t i = f->args; i < f->locals.n; i++)
		if (f->locals.at[i].destructor)
			return true;
	return false;
}

static mo_formula *carry_out_call(mo_context *c, sx_ref call, uint32_t *steps, uint32_t depth)
{
	const sm_function *of = c->model->functions.at[sx_at(c->pool, call)->payload];
	formulas f = {.c = c, .function = of, .steps = steps, .depth = depth, .possible = true};

	/* a function that calls itself is met here before it is complete */
	if (depth > DEEPEST || !mo_is_complete(c, of) || of->external || of->impure || of->inlining == SM_INLINE_NO ||
		!of->results || of->last.n || has_objects(of) || !of->body.n || sx_at(c->pool, call)->count != of->args ||
		(of->inlining != SM_INLINE_YES && !is_short(c, of)) || of->by_annotation)
		return NULL;
	f.locals = sb_new_array(c->arena, local, of->locals.n + 1);
	if (!make_locals(&f) || !set_arguments(&f, call) || !carry_out(&f, &of->body))
		return NULL;
	mo_formula *results = sb_new_array(c->arena, mo_formula, of->results);
	for (uint32_t i = 0; i < of->results; i++) {
		const local *l = &f.locals[of->args + i];
		for (uint32_t k = 0; k < l->n; k++)
			if (!l->of[k])
				return NULL;
		results[i] = (mo_formula){.rank = l->rank, .dims = l->dims, .n = l->n, .at = l->of};
	}
	return results;
}

typedef struct naming { sb_map *seen; bool lacks, adds; } naming;

/* The variables of an expression are added to those that were seen, or looked for among them. */
static bool meet_variable(void *context, const sx_pool *pool, sx_ref e)
{
	naming *n = context;
	uint64_t known;

	if (sx_op_of(pool, e) != SX_VAR)
		return true;
	bool seen = sb_map_get(n->seen, sx_at(pool, e)->payload, &known);
	n->lacks = n->lacks || (!seen && !n->adds);
	if (!seen && n->adds)
		sb_map_put(n->seen, sx_at(pool, e)->payload, 1);
	return !n->lacks;
}

/* Does a result lack a variable of the arguments? */
static bool loses_arguments(mo_context *c, sx_ref call, const mo_formula *result)
{
	sb_map seen = sb_map_new(c->arena);
	naming n = {.seen = &seen, .adds = true};

	for (uint32_t i = 0; i < result->n; i++)
		sx_visit(c->pool, result->at[i], meet_variable, &n);
	n.adds = false;
	sx_visit(c->pool, call, meet_variable, &n);
	return n.lacks;
}

/* A call whose arguments must all be seen (sx_keep_operands) stays one if a formula would lack some of them. */
const mo_formula *mo_inline(mo_context *c, sx_ref call)
{
	uint32_t steps = MOST_STEPS;
	const mo_formula *results = carry_out_call(c, call, &steps, 0);
	uint32_t count = results ? c->model->functions.at[sx_at(c->pool, call)->payload]->results : 0;

	for (uint32_t i = 0; i < count && sx_keeps_operands(c->pool); i++)
		if (loses_arguments(c, call, &results[i]))
			return NULL;
	return results;
}
