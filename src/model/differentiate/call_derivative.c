/* Calls of functions in expressions that are differentiated: which derivative holds there, and its call. */
#include "model/block.h"
#include "model/differentiate/function_derivative.h"

enum { VARIANTS_MOST = 3, LONG = 40 };

static sx_ref differential_of_literal(sm_model *m, sx_ref array, sx_ref (*ask)(void *, sx_ref), void *context)
{
	sx_pool *p = m->pool;
	bool literal = sx_op_of(p, array) == SX_ARRAY, moves = false;
	uint32_t variable = sx_at(p, array)->payload, rank;
	uint32_t n = literal ? sx_at(p, array)->count : sm_var(m, variable)->count;
	sx_ref *parts = sb_new_array(m->arena, sx_ref, n + 1);

	for (uint32_t i = 0; i < n; i++) {
		parts[i] = ask(context, literal ? sx_arg(p, array, i) : sm_ref_at(m, variable, i));
		if (!parts[i])
			return 0;
		moves |= !sx_is_number(p, parts[i], 0);
	}
	if (!moves)
		return sx_real(p, 0);
	if (!literal)
		return sx_array(p, SX_REAL, sm_var(m, variable)->shape, sm_var(m, variable)->rank, parts, n);
	const uint32_t *shape = sx_shape(p, array, &rank);
	return sx_array(p, SX_REAL, shape, rank, parts, n);
}

static sx_ref differential_of_argument(sm_model *m, sx_ref e, sx_ref (*ask)(void *, sx_ref), void *context)
{
	sx_pool *p = m->pool;

	if (sx_type_of(p, e) != SX_REAL)
		return sx_real(p, 0);
	while (sx_op_of(p, e) == SX_NOEVENT || sx_op_of(p, e) == SX_SMOOTH)
		e = sx_arg(p, e, 0);
	const sx_node *node = sx_at(p, e);
	if (node->op == SX_ARRAY || (node->op == SX_VAR && !node->count && sm_var(m, node->payload)->rank))
		return differential_of_literal(m, e, ask, context);
	return ask(context, e);
}

static bool holds(const sm_model *m, const sm_derivative *d, sx_ref call, const sx_ref *differentials)
{
	uint32_t n = sx_at(m->pool, call)->count;

	for (uint32_t i = 0; i < n; i++) {
		if (d->still && d->still[i] && !sx_is_number(m->pool, differentials[i], 0))
			return false;
		if (d->rate && d->rate[i] < n && differentials[i] != sx_arg(m->pool, call, d->rate[i]))
			return false;
	}
	return d->function != UINT32_MAX;
}

static bool covers(const sm_derivative *d, const bool *moving, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (moving[i] && !d->moving[i])
			return false;
	return d->function != UINT32_MAX;
}

static uint32_t statements_in(const sm_statements *list, uint32_t most)
{
	uint32_t n = list->n;

	for (uint32_t i = 0; i < list->n && n < most; i++)
		for (uint32_t b = 0; b < list->at[i]->branches.n && n < most; b++)
			n += statements_in(&list->at[i]->branches.at[b].body, most);
	return n;
}

/* The partial derivatives of a function of many arguments by each of them alone would be as many functions: after a
 * few, one by all scalars is made, which is called with zeros for what does not move. Of a long function this is the
 * first one already: its variants would be most of the code, and those of its second derivative again. */
static const sm_derivative *made_for(sm_model *m, uint32_t number, const bool *moving)
{
	const sm_function *f = m->functions.at[number];
	bool *all = sb_new_array(m->arena, bool, f->args + 1);

	if (f->made.n < VARIANTS_MOST && statements_in(&f->body, LONG) < LONG)
		return sm_function_derivative(m, number, moving);
	for (uint32_t i = 0; i < f->made.n; i++)
		if (covers(f->made.at[i], moving, f->args))
			return f->made.at[i];
	for (uint32_t i = 0; i < f->args; i++) {
		all[i] = moving[i] || !f->locals.at[i].rank;
		for (uint32_t k = 0; k < f->made.n; k++)
			all[i] |= f->made.at[k]->moving[i];
	}
	const sm_derivative *d = sm_function_derivative(m, number, all);
	return d->function != UINT32_MAX ? d : sm_function_derivative(m, number, moving);
}

typedef struct movement { const sm_model *m; bool moves; } movement;

static bool see_moving(void *context, const sx_pool *pool, sx_ref e)
{
	movement *s = context;
	sx_op op = sx_op_of(pool, e);

	s->moves |= op == SX_LOCAL || op == SX_TIME || op == SX_DER || op == SX_LATCH
		|| (op == SX_VAR && sm_var(s->m, sx_at(pool, e)->payload)->variability < SM_PARAMETER);
	return !s->moves;
}

/* May it be another one later? */
static bool may_move(const sm_model *m, sx_ref e)
{
	movement s = {.m = m};

	sx_visit(m->pool, e, see_moving, &s);
	return s.moves;
}

static bool is_told(const sm_derivative *d, uint32_t input)
{
	return d->moving[input] || (d->still && d->still[input]) || (d->rate && d->rate[input] != UINT32_MAX);
}

/* One that leaves out an input that moves is right for derivatives by time alone, and only because other inputs tell
 * how it moves (the angular velocity beside a rotation matrix); nor do the unknowns that its result holds follow from
 * those of the function. */
static bool leaves_out(const sm_model *m, const sm_derivative *d, sx_ref call)
{
	uint32_t n = sx_at(m->pool, call)->count;

	for (uint32_t i = 0; i < n; i++) {
		sx_ref argument = sx_arg(m->pool, call, i);
		if (!is_told(d, i) && sx_type_of(m->pool, argument) == SX_REAL && may_move(m, argument))
			return true;
	}
	return false;
}

typedef struct reading { const sm_derivative *of; uint32_t args; bool found; } reading;

static bool see_told(void *context, const sx_pool *pool, sx_ref e)
{
	reading *r = context;
	const sx_node *n = sx_at(pool, e);

	r->found |= n->op == SX_LOCAL && n->payload < r->args && is_told(r->of, n->payload) && n->type == SX_REAL;
	return !r->found;
}

static void look_for_told(reading *r, const sx_pool *pool, const sm_statements *body)
{
	for (uint32_t i = 0; i < body->n && !r->found; i++) {
		const sm_statement *s = body->at[i];
		if (s->value)
			sx_visit(pool, s->value, see_told, r);
		for (uint32_t b = 0; b < s->branches.n; b++)
			look_for_told(r, pool, &s->branches.at[b].body);
	}
}

/* (3.6, 12.7.1: inputs with noDerivative take no part in the derivative.) */
bool sm_moves_by_annotation(const sm_model *m, const sm_function *f)
{
	for (uint32_t i = 0; i < f->given.n; i++) {
		reading r = {.of = f->given.at[i], .args = f->args};
		bool excluded = false;

		for (uint32_t k = 0; k < f->args; k++)
			excluded |= f->locals.at[k].type == SX_REAL && !is_told(r.of, k);
		if (excluded)
			look_for_told(&r, m->pool, &f->body);
		if (excluded && !r.found)
			return true;
	}
	return false;
}

static const sm_derivative *choose(sm_model *m, sx_ref call, const sx_ref *differentials, bool by_time)
{
	uint32_t number = sx_at(m->pool, call)->payload;
	const sm_function *f = m->functions.at[number];
	bool *moving = sb_new_array(m->arena, bool, f->args + 1);
	const sm_derivative *last = NULL, *made;

	for (uint32_t i = 0; i < f->given.n; i++) {
		if (!holds(m, f->given.at[i], call, differentials))
			continue;
		if (!leaves_out(m, f->given.at[i], call))
			return f->given.at[i];
		last = last ? last : f->given.at[i];
	}
	if (last && by_time && f->by_annotation)
		return last;
	for (uint32_t i = 0; i < f->args; i++)
		moving[i] = !sx_is_number(m->pool, differentials[i], 0);
	made = made_for(m, number, moving);
	return made->function == UINT32_MAX && last ? last : made;
}

/* Zeros in the shape of an argument. */
static sx_ref zeros(sm_model *m, const sm_local *l)
{
	sx_pool *p = m->pool;
	uint32_t *dims = sb_new_array(m->arena, uint32_t, l->rank + 1), count = 1;

	if (!l->rank)
		return sx_real(p, 0);
	for (uint32_t i = 0; i < l->rank; i++) {
		if (!sx_is_const(p, l->dims[i]))
			return 0;
		dims[i] = (uint32_t)sx_int_value(p, l->dims[i]);
		count *= dims[i];
	}
	sx_ref *parts = sb_new_array(m->arena, sx_ref, count + 1);
	for (uint32_t i = 0; i < count; i++)
		parts[i] = sx_real(p, 0);
	return sx_array(p, SX_REAL, dims, l->rank, parts, count);
}

static sx_ref call_of(sm_model *m, sx_ref call, sx_ref (*ask)(void *, sx_ref), void *context, bool by_time,
					  const sm_derivative **which)
{
	sx_pool *p = m->pool;
	uint32_t number = sx_at(p, call)->payload, n = sx_at(p, call)->count, count = 0;
	const sm_function *f = number < m->functions.n ? m->functions.at[number] : NULL;
	sx_ref *args = sb_new_array(m->arena, sx_ref, 2 * (size_t)n + 1), *d = sb_new_array(m->arena, sx_ref, n + 1);
	bool moves = false;

	if (!f || n != f->args)
		return 0;
	for (uint32_t i = 0; i < n; i++) {
		args[count++] = sx_arg(p, call, i);
		d[i] = differential_of_argument(m, args[i], ask, context);
		if (!d[i])
			return 0;
		moves |= !sx_is_number(p, d[i], 0);
	}
	if (!moves)
		return sx_real(p, 0);
	const sm_derivative *chosen = choose(m, call, d, by_time);
	if (chosen->function == UINT32_MAX)
		return 0;
	for (uint32_t i = 0; i < n; i++)
		if (chosen->moving[i])
			args[count++] = f->locals.at[i].type != SX_REAL ? args[i]
							: sx_is_number(p, d[i], 0)      ? zeros(m, &f->locals.at[i])
															: d[i];
	*which = chosen;
	const sm_function *derivative = m->functions.at[chosen->function];
	return sx_call(p, chosen->function, derivative->results ? derivative->locals.at[derivative->args].type : SX_NOTYPE,
				   args, count);
}

sx_ref sm_call_of_derivative(sm_model *m, sx_ref call, sx_ref (*ask)(void *, sx_ref), void *context,
							 const sm_derivative **which)
{
	return call_of(m, call, ask, context, false, which);
}

static sx_ref differential_of_element(sm_model *m, sx_ref at, sx_ref array)
{
	sx_pool *p = m->pool;
	uint32_t count = sx_at(p, at)->count - 1;
	sx_ref *subscripts = sb_new_array(m->arena, sx_ref, count + 1);

	if (!array || sx_is_number(p, array, 0))
		return array;
	for (uint32_t i = 0; i < count; i++)
		subscripts[i] = sx_arg(p, at, i + 1);
	return sx_elem(p, array, subscripts, count);
}

/* What an output of a component becomes if it says which other one its derivative is; 0: it does not. */
static sx_ref slope_of_output(sm_model *m, sx_ref call)
{
	const sm_function *f =
		sx_at(m->pool, call)->payload < m->functions.n ? m->functions.at[sx_at(m->pool, call)->payload] : NULL;
	if (!f || !f->block || f->block->part != SL_BLOCK_OUTPUT)
		return 0;
	const sm_block *b = m->blocks.at[f->block->block];
	const sm_block_item *item = &b->outputs.at[f->block->item];
	uint32_t n = sx_at(m->pool, call)->count;
	if (!item->slope || n != f->args)
		return 0;
	sx_ref *args = sb_new_array(m->arena, sx_ref, n + 1);
	for (uint32_t i = 0; i < n; i++)
		args[i] = sx_arg(m->pool, call, i);
	return sx_call(m->pool, b->outputs.at[item->slope].function, SX_REAL, args, n);
}

static sx_ref derivative_of_call(sm_model *m, sx_ref e, sx_ref (*ask)(void *context, sx_ref argument), void *context,
								 bool by_time)
{
	sx_pool *p = m->pool;
	sx_op op = sx_op_of(p, e);

	if (op == SX_AT)
		return differential_of_element(m, e, derivative_of_call(m, sx_arg(p, e, 0), ask, context, by_time));
	sx_ref call = op == SX_OUT ? sx_arg(p, e, 0) : e;
	if (sx_op_of(p, call) != SX_CALL)
		return 0;
	if (sx_type_of(p, e) != SX_REAL)
		return sx_real(p, 0);
	const sm_derivative *chosen = NULL;
	sx_ref slope = by_time ? slope_of_output(m, call) : 0;
	if (slope)
		return slope;
	sx_ref d = call_of(m, call, ask, context, by_time, &chosen);
	if (!d || sx_is_number(p, d, 0))
		return d;
	uint32_t which = sm_differential_result(m->functions.at[sx_at(p, call)->payload], chosen,
											op == SX_OUT ? sx_at(p, e)->payload : 0);
	return which ? sx_out(p, d, which, SX_REAL) : d;
}

sx_ref sm_call_derivative(sm_model *m, sx_ref e, sx_ref (*ask)(void *context, sx_ref argument), void *context)
{
	return derivative_of_call(m, e, ask, context, false);
}

sx_ref sm_call_rate(sm_model *m, sx_ref e, sx_ref (*ask)(void *context, sx_ref argument), void *context)
{
	return derivative_of_call(m, e, ask, context, true);
}

typedef struct substitution { sm_model *m; const sm_function *f; sx_ref call; bool possible; } substitution;

static sx_ref put_argument(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	substitution *s = self->context;
	uint32_t local = sx_at(pool, e)->payload, count = sx_at(pool, e)->count, dims = 0;
	sx_ref subscripts[4];

	if (sx_op_of(pool, e) != SX_LOCAL)
		return 0;
	if (local >= s->f->args || count != s->f->locals.at[local].rank || count > 4) {
		s->possible = false;
		return e;
	}
	for (; dims < count; dims++) {
		subscripts[dims] = sx_arg(pool, e, dims);
		s->possible = s->possible && sx_is_const(pool, subscripts[dims]);
	}
	sx_ref argument = sx_arg(pool, s->call, local);
	return !s->possible || !count ? argument : sx_elem(pool, argument, subscripts, count);
}

static bool is_one_formula(const sm_model *m, const sm_function *f)
{
	if (f->external || f->block || f->impure ||
		f->inlining == SM_INLINE_NO || f->results != 1 || f->last.n || f->body.n != 1)
		return false;
	const sm_statement *s = f->body.at[0];
	return s->kind == SM_ASSIGN && !f->locals.at[f->args].rank && !(sx_flags(m->pool, s->value) & SX_HAS_RELATION);
}

sx_ref sm_call_formula(sm_model *m, sx_ref call)
{
	const sm_function *f =
		sx_at(m->pool, call)->payload < m->functions.n ? m->functions.at[sx_at(m->pool, call)->payload] : NULL;
	substitution s = {.m = m, .f = f, .call = call, .possible = true};

	if (!f || (!f->by_annotation && f->inlining != SM_INLINE_YES) || !is_one_formula(m, f) ||
		sx_at(m->pool, call)->count != f->args)
		return 0;
	sx_rewriter rewriter = sx_rewriter_new(m->arena, NULL, &s);
	rewriter.enter = put_argument;
	sx_ref formula = sx_rewrite(&rewriter, m->pool, f->body.at[0]->value);
	return s.possible ? formula : 0;
}

uint32_t sm_differential_result(const sm_function *f, const sm_derivative *d, uint32_t result)
{
	uint32_t real = 0;

	if (d->result)
		return d->result[result];
	for (uint32_t i = 0; i < result; i++)
		real += f->locals.at[f->args + i].type == SX_REAL;
	return real;
}

typedef struct reason { const sm_model *m; const char *why; } reason;

static bool see_reason(void *context, const sx_pool *pool, sx_ref e)
{
	reason *r = context;
	const sx_node *node = sx_at(pool, e);

	if (node->op != SX_CALL || node->payload >= r->m->functions.n)
		return true;
	const sm_derivatives *made = &r->m->functions.at[node->payload]->made;
	for (uint32_t i = 0; i < made->n && !r->why; i++)
		r->why = made->at[i]->why;
	return !r->why;
}

const char *sm_why_no_derivative(const sm_model *m, sx_ref e)
{
	reason r = { .m = m };

	if (e)
		sx_visit(m->pool, e, see_reason, &r);
	return r.why;
}
