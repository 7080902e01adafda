/* Calls of functions that are nothing but formulas, one after another: y := u*u + 1. They are written out where they are
 * called, so that they can be differentiated and solved for anything in them like any other expression; a sum of complex
 * numbers is two equations then, and no call. Only formulas without relations are, because a relation in a function
 * makes no event and one in an equation does. A function with a derivative annotation stays a call, or nobody would use that. */
#include "front/modelica/flatten_inside.h"

/* Longer functions are better called than copied. */
enum { MOST_STATEMENTS = 16 };

static bool is_straight(const sm_function *f)
{
	if (f->external || f->impure || f->given.n || !f->results || !f->body.n || f->body.n > MOST_STATEMENTS)
		return false;
	for (uint32_t i = 0; i < f->locals.n; i++)
		if (f->locals.at[i].rank > 0)
			return false;
	return true;
}

/* What every local stands for by now; 0 if it was not set yet. */
typedef struct formulas {
	sx_ref *of;
	bool possible;
} formulas;

static sx_ref put_formula(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	formulas *f = self->context;
	sx_ref value;

	if (sx_op_of(pool, e) != SX_LOCAL)
		return e;
	value = f->of[sx_at(pool, e)->payload];
	f->possible &= value != 0;
	return value ? value : e;
}

static bool carry_out(mo_context *c, const sm_function *f, const sm_statement *s, formulas *now)
{
	sx_rewriter rewriter = sx_rewriter_new(c->arena, put_formula, now);
	uint32_t target;
	sx_ref value;

	if (s->kind != SM_ASSIGN || sx_op_of(c->pool, s->target) != SX_LOCAL || sx_flags(c->pool, s->value) & SX_HAS_RELATION)
		return false;
	target = sx_at(c->pool, s->target)->payload;
	value = sx_rewrite(&rewriter, c->pool, s->value);
	if (target < f->args || !value || !now->possible)
		return false;
	now->of[target] = sx_cast(c->pool, value, f->locals.at[target].type);
	return true;
}

const sx_ref *mo_inline(mo_context *c, sx_ref call)
{
	const sm_function *f = c->model->functions.at[sx_at(c->pool, call)->payload];
	formulas now = {.of = sb_new_array(c->arena, sx_ref, f->locals.n + 1), .possible = true};

	/* a function that calls itself is met here before it is complete */
	if (!mo_is_complete(c, f) || !is_straight(f) || sx_at(c->pool, call)->count != f->args)
		return NULL;
	for (uint32_t i = 0; i < f->args; i++)
		now.of[i] = sx_arg(c->pool, call, i);
	for (uint32_t i = 0; i < f->body.n; i++)
		if (!carry_out(c, f, f->body.at[i], &now))
			return NULL;
	for (uint32_t i = 0; i < f->results; i++)
		if (!now.of[f->args + i])
			return NULL;
	return now.of + f->args;
}
