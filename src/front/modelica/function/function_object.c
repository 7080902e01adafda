/* External objects (3.6, 12.9.7).
 *
 * An object of the model is a parameter: an Integer that stands for the pointer, whose binding is a call of the
 * constructor. Parameters are computed before everything else, in the order in which they depend on each other, so an
 * object is made before its first use. The constructor has an argument before its own: the number of the object among
 * all objects of the run, by which the run makes it only once. In functions the number is 0: each call of the function
 * makes its own, and ends it. */
#include "front/modelica/function/function_inside.h"

#include <string.h>

bool mo_is_constructor(const mo_scope *function)
{
	const mo_scope *around = function->parent;

	return around && around->base == MO_B_EXTERNAL_OBJECT && function->class_def &&
		   strcmp(function->class_def->name, "constructor") == 0;
}

uint32_t mo_destructor_of(mo_context *c, mo_scope *object, sb_span span)
{
	mo_item *item = mo_member(object, sb_intern(c->names, "destructor"));
	mo_value *any = mo_value_scalar(c, sx_int(c->pool, 0), MO_B_EXTERNAL_OBJECT, 0);
	mo_signature signature;
	mo_scope *scope;

	if (!item || item->kind != MO_I_CLASS || !mo_open(c, item, span) || !(scope = mo_function_scope(c, item)))
		return UINT32_MAX;
	return mo_specialise(c, scope, &any, 1, span, &signature);
}

bool mo_unbound_object(mo_context *c, const mo_item *item)
{
	const char *name = item->type && item->type->class_def ? item->type->class_def->name : "T";

	sb_help(sb_report(c->diag, SB_ERROR, "M0592", item->ast->name_span,
					  "the external object '%s' is not made by its constructor",
					  item->full_name ? item->full_name : item->name),
			"write '%s %s = %s(...)'", name, item->name, name);
	return false;
}

static bool is_constructor_call(mo_context *c, sx_ref e)
{
	return sx_op_of(c->pool, e) == SX_CALL && c->model->functions.at[sx_at(c->pool, e)->payload]->destructor;
}

bool mo_is_construction(mo_context *c, mo_value *v)
{
	sx_ref e = v->type.rank == 0 ? mo_elem(c, v, NULL) : 0;

	return e && is_constructor_call(c, e);
}

typedef struct numbering { mo_context *c; sx_ref number; } numbering;

static sx_ref number_call(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	numbering *n = self->context;
	sx_ref *args;
	uint32_t count = sx_at(pool, e)->count, function = sx_at(pool, e)->payload;

	if (!is_constructor_call(n->c, e))
		return e;
	args = sb_new_array(n->c->arena, sx_ref, count + 1);
	for (uint32_t i = 0; i < count; i++)
		args[i] = sx_arg(pool, e, i);
	args[0] = n->number;
	return sx_call(pool, function, SX_INTEGER, args, count);
}

sx_ref mo_number_objects(mo_context *c, const mo_item *item, sx_ref value, sb_span span)
{
	const sm_variable *v = sm_var(c->model, item->variable);
	numbering n = {.c = c, .number = sx_int(c->pool, 0)};
	sx_rewriter rewriter = sx_rewriter_new(c->arena, number_call, &n);

	(void)span;
	for (uint32_t d = 0; d < v->rank; d++)
		n.number = sx_binary(c->pool, SX_ADD, sx_binary(c->pool, SX_MUL, n.number, sx_int(c->pool, v->shape[d])),
							 sx_binary(c->pool, SX_SUB, sx_iter(c->pool, v->over[d]), sx_int(c->pool, 1)));
	n.number = sx_binary(c->pool, SX_ADD, n.number, sx_int(c->pool, c->model->objects + 1));
	c->model->objects += v->count;
	return sx_rewrite(&rewriter, c->pool, value);
}
