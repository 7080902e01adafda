/* The values of variables: those of their bindings, made on demand, so that declarations may stand in any order; a
 * parameter that is needed for its own value is a message. Values are kept by scalar of the model. A value that was
 * found quietly is found again when it is really used, because only then all the parameters behind it are marked as
 * structural. */
#include "front/modelica/evaluate/evaluate_inside.h"

#include "expr/value.h"

struct mo_known { sx_value value; bool busy, done, marked; };

static bool not_known(const mo_question *q, uint32_t variable, uint32_t element, const char *why, const char *help)
{
	if (q->quiet)
		return false;
	sm_model *model = q->c->model;
	sb_text name = {0};
	sm_scalar_name(model, sm_var(model, variable)->first + element, &name);
	sb_message *note = mo_no_answer(q, "M0314", "'%s' %s", name.at, why);
	sb_also(note, sm_var(model, variable)->span, "'%s' is declared here", sm_var(model, variable)->name);
	sb_help(note, "%s", help);
	sb_text_free(&name);
	return false;
}

static bool from_binding(sm_machine *m, uint32_t variable, uint32_t element, uint64_t open, sx_value *out)
{
	const mo_question *q = m->context;
	const sm_variable *v = sm_var(q->c->model, variable);
	sx_ref e = v->binding;
	if (!e && v->start_given)
		e = v->start;
	if (!e)
		return not_known(q, variable, element, "has no value",
			"give it a value where it is declared, or in a modification");
	if (!v->binding && v->fixed && sx_is_const(q->c->pool, v->fixed) && !sx_int_value(q->c->pool, v->fixed))
		return not_known(q, variable, element, "is found only when the run begins (fixed = false)", "give it a value");
	sm_counter *counters = sb_new_array(m->arena, sm_counter, v->rank + 1), *first = NULL;
	uint64_t rest = element;
	for (uint32_t i = v->rank; i-- > 0; rest /= v->shape[i] ? v->shape[i] : 1) {
		if (open >> i & 1)
			continue;
		int64_t at = v->shape[i] ? (int64_t)(rest % v->shape[i]) + 1 : 1;
		counters[i] = (sm_counter){ v->over ? v->over[i] : UINT32_MAX, at, first };
		first = &counters[i];
	}
	sx_type type = v->type;
	bool known = sm_eval_alone(m, e, first, out);
	if (known && type == SX_REAL && out->type != SX_REAL)
		*out = sx_value_real((double)out->integer);
	return known;
}

static struct mo_known *known_of(mo_context *c, uint64_t scalar)
{
	sb_map *constants = &mo_evaluation_of(c)->constants;
	uint64_t at;
	if (sb_map_get(constants, scalar, &at))
		return (struct mo_known *)(uintptr_t)at;
	struct mo_known *known = sb_new(c->arena, struct mo_known);
	sb_map_put(constants, scalar, (uint64_t)(uintptr_t)known);
	return known;
}

/* A variable of a family at the axes themselves: the value that all elements have. Dimensions whose bit is in `open`
 * are at their own iterator, which nothing in the value may depend on; `element` is right for the others. */
static bool common_value(sm_machine *m, uint32_t variable, uint32_t element, uint64_t open, sx_value *out)
{
	const mo_question *q = m->context;
	mo_context *c = q->c;
	sm_variable *v = sm_edit(c->model, variable);
	if (v->variability != SM_PARAMETER && v->variability != SM_CONSTANT)
		return not_known(q, variable, element, "is a variable",
			"only constants and parameters can determine sizes and structure");
	struct mo_known *known = known_of(c, (open << 32) + v->first + element);
	if (known->done && (known->marked || q->quiet)) {
		*out = known->value;
		return true;
	}
	if (known->busy)
		return not_known(q, variable, element, "depends on itself", "remove it from its own value");
	known->busy = true;
	if (!q->quiet && v->variability == SM_PARAMETER)
		v->structural = true;
	mo_item *item = mo_item_of_variable(c, variable);
	bool good = (!item || c->asks->bind(c, item)) && from_binding(m, variable, element, open, out);
	known->busy = false;
	if (!good)
		return false;
	if (out->type == SX_STRING)
		out->string = sb_intern(c->names, out->string);
	known->value = *out;
	known->done = true;
	known->marked = known->marked || !q->quiet;
	return true;
}

bool mo_element_value(sm_machine *m, uint32_t variable, uint32_t element, sx_value *out)
{
	return common_value(m, variable, element, 0, out);
}

/* Is this subscript an axis that stands for all elements? */
static bool is_open(const sm_machine *m, sx_ref subscript)
{
	const mo_question *q = m->context;
	const sx_pool *pool = m->model->pool;
	return sx_op_of(pool, subscript) == SX_ITER && mo_axis_of(q->c, sx_at(pool, subscript)->payload)
		&& !sm_has_counter(m, sx_at(pool, subscript)->payload);
}

bool mo_variable_value(sm_machine *m, sx_ref e, sx_value *out)
{
	const mo_question *q = m->context;
	const sx_pool *pool = m->model->pool;
	uint32_t variable = sx_at(pool, e)->payload, place = 0;
	const sm_variable *v = sm_var(m->model, variable);
	uint32_t rank = v->rank, *shape = v->shape;      /* the table moves when variables are declared */
	uint64_t open = 0;
	for (uint32_t d = 0; d < rank && d < 31 && d < sx_at(pool, e)->count && q->c->families; d++)
		open |= (uint64_t)is_open(m, sx_arg(pool, e, d)) << d;
	if (!open)
		return sm_eval_place(m, e, 0, rank, shape, &place) && common_value(m, variable, place, 0, out);
	for (uint32_t d = 0; d < rank; d++) {
		int64_t at = 1;
		if (!(open >> d & 1) && (!sm_eval_integer(m, sx_arg(pool, e, d), &at) || at < 1 || at > shape[d]))
			return false;
		place = place * shape[d] + (uint32_t)(at - 1);
	}
	return common_value(m, variable, place, open, out);
}
