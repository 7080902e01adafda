/* Attributes of variables, and the values of parameters as they are known while a model is analysed. */
#include "structure/ground/ground.h"

enum { BINDINGS_DEEP = 200 };

struct ss_knowing { sm_knower knower; int depth; };  /* of calls at the parameters' values; how deep in them it is */

const sm_variable *ss_variable(ss_work *w, uint32_t cell)
{
	return sm_var(w->model, w->variable_of[cell]);
}

/* Attributes and bindings of arrays are written over the variable's own iterators. */
sx_ref ss_element_attribute(ss_work *w, uint32_t variable, uint32_t element, sx_ref attribute)
{
	const sm_variable *v = sm_var(w->model, variable);
	int64_t values[16];

	if (!attribute)
		return 0;
	if (v->rank && v->over && v->rank <= 16) {
		for (uint32_t d = v->rank; d-- > 0;) {
			values[d] = element % v->shape[d] + 1;
			element /= v->shape[d];
		}
		attribute = sx_bind_iters(w->pool, attribute, v->over, values, v->rank);
	}
	return ss_tidy(w, NULL, attribute);
}

sx_ref ss_attribute(ss_work *w, uint32_t cell, sx_ref attribute)
{
	const sm_variable *v = ss_variable(w, cell);
	sx_ref to[SS_RANK_MOST];

	if (!ss_is_whole(w, cell))
		return ss_element_attribute(w, w->variable_of[cell], ss_scalar_of_cell(w, cell) - v->first, attribute);
	if (!attribute || !v->over)
		return ss_tidy(w, NULL, attribute);
	for (uint32_t d = 0; d < v->rank; d++)
		to[d] = sx_arg(w->pool, w->leaf[cell], d);
	return ss_shift_iterators(w, ss_tidy(w, NULL, attribute), v->over, to, v->rank);
}

typedef struct known { ss_work *w; int depth; } known;

static bool parameter_value(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out);

static bool scalar_value(ss_work *w, sx_ref leaf, int depth, bool forgotten, sx_value *out)
{
	uint32_t s = sm_scalar_of(w->model, leaf), element;

	if (s == UINT32_MAX || depth > BINDINGS_DEEP)
		return false;
	uint32_t variable = sm_variable_of_scalar(w->model, s, &element);
	const sm_variable *v = sm_var(w->model, variable);
	double number;
	if (w->mode && ss_find_given(w->mode->given, s, &number)) {
		*out = (sx_value){ .type = v->type, .real = number, .integer = (int64_t)number };
		return true;
	}
	sx_ref binding = v->binding || !forgotten ? v->binding : v->start;
	if (!ss_is_known(v) || !binding)
		return false;
	known deeper = { w, depth + 1 };
	sx_env inner = { .leaf = parameter_value, .context = &deeper };
	return sx_eval(w->pool, ss_element_attribute(w, variable, element, binding), &inner, out);
}

/* In calls, where a value that was forgotten is none. */
static bool argument_value(void *context, sx_ref leaf, sx_value *out)
{
	ss_work *w = context;

	w->knowing->depth++;
	bool good = scalar_value(w, leaf, w->knowing->depth, false, out);
	w->knowing->depth--;
	return good;
}

bool ss_known(ss_work *w, sx_ref e, sx_value *out)
{
	if (!w->knowing) {
		w->knowing = sb_new(w->scratch, ss_knowing);
		w->knowing->knower = sm_knower_new(w->model, w->scratch, argument_value, w);
	}
	return sm_known(&w->knowing->knower, e, out);
}

bool ss_find_given(const sx_givens *given, uint32_t scalar, double *value)
{
	for (uint32_t i = 0; given && i < given->n; i++)
		if (given->at[i].scalar == scalar) {
			*value = given->at[i].value;
			return true;
		}
	return false;
}

/* Parameters at the values that the text gives them, or the run that enters a mode. */
static bool parameter_value(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	known *k = env->context;

	switch (sx_op_of(pool, leaf)) {
	case SX_CALL: case SX_OUT: return k->depth <= BINDINGS_DEEP && ss_known(k->w, leaf, out);
	default: return scalar_value(k->w, leaf, k->depth, true, out);
	}
}

bool ss_parameter_value(ss_work *w, sx_ref e, double *value)
{
	known k = { w, 0 };
	sx_env env = { .leaf = parameter_value, .context = &k };
	sx_value v;

	if (!sx_eval(w->pool, e, &env, &v))
		return false;
	*value = v.type == SX_REAL ? v.real : (double)v.integer;
	return true;
}

bool ss_fixed(ss_work *w, uint32_t cell)
{
	const sm_variable *v = ss_variable(w, cell);
	known k = { w, 0 };
	sx_env env = { .leaf = parameter_value, .context = &k };
	sx_value value;

	if (!v->fixed)
		return ss_is_known(v);
	sx_ref fixed = ss_attribute(w, cell, v->fixed);
	if (sx_eval(w->pool, fixed, &env, &value))
		return value.integer != 0;
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0206", v->span,
							  "the attribute fixed of '%s' has no value that is known before the run", v->name);
	sb_help(m, "write fixed = true or fixed = false, or a parameter that has a value");
	return false;
}
