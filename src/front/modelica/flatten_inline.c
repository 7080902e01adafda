/* Calls of functions that are one formula: y := u*u + 1. They are written out where they are called, so that they can
 * be differentiated and solved like any other expression. Only formulas without relations are, because a relation in a
 * function makes no event and one in an equation does. */
#include "front/modelica/flatten_inside.h"

static const sm_statement *only_statement(const sm_function *f)
{
	if (f->external || f->impure || f->results != 1 || f->body.n != 1 || f->body.at[0]->kind != SM_ASSIGN)
		return NULL;
	for (uint32_t i = 0; i < f->args + f->results; i++)
		if (f->locals.at[i].rank > 0)
			return NULL;
	return f->body.at[0];
}

typedef struct formula {
	const sm_function *function;
	bool possible;
} formula;

static bool see_local(void *context, const sx_pool *pool, sx_ref e)
{
	formula *f = context;

	if (sx_op_of(pool, e) == SX_LOCAL && sx_at(pool, e)->payload >= f->function->args)
		f->possible = false;
	return f->possible;
}

static sx_ref put_argument(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	if (sx_op_of(pool, e) != SX_LOCAL)
		return e;
	return sx_arg(pool, *(sx_ref *)self->context, sx_at(pool, e)->payload);
}

sx_ref mo_inline(mo_context *c, sx_ref call)
{
	const sm_function *f = c->model->functions.at[sx_at(c->pool, call)->payload];
	const sm_statement *s = only_statement(f);
	formula check = {.function = f, .possible = true};
	sx_rewriter rewriter;

	if (!s || sx_op_of(c->pool, s->target) != SX_LOCAL || sx_at(c->pool, s->target)->payload != f->args ||
		sx_flags(c->pool, s->value) & SX_HAS_RELATION || sx_at(c->pool, call)->count != f->args)
		return 0;
	sx_visit(c->pool, s->value, see_local, &check);
	if (!check.possible)
		return 0;
	rewriter = sx_rewriter_new(c->arena, put_argument, &call);
	return sx_cast(c->pool, sx_rewrite(&rewriter, c->pool, s->value), f->locals.at[f->args].type);
}
