/* Initial conditions that contradict each other, as far as parameters and constants decide it: what a run would tell at
 * its start. The initial system is gone through by the interpreter. What is solved in a loop or set by an algorithm has
 * no value here, nor has what follows from it. No code of the model is executed. */
#include "model/interpret/known.h"
#include "study/check/study_check.h"
#include <math.h>

typedef struct start_values {
	const st_model *m;
	const ss_plan *plan;
	sb_arena *arena;
	sb_map at;                       /* by place: 1 + its number in `values` */
	sb_vec(sx_value) values;
	sm_knower knower;
	uint32_t depth;
	bool no_rates;                   /* of a constraint: the run leaves those with derivatives to the projection */
} start_values;
enum { DEEPEST_BINDING = 100 };

static bool value_of(start_values *s, sx_ref e, sx_value *out);

/* From outside; NULL: it is not. */
static const double *given(const st_model *m, uint32_t scalar)
{
	for (uint32_t i = 0; i < m->values.n; i++)
		if (m->values.at[i].scalar == scalar && !m->values.at[i].string)
			return &m->values.at[i].number;
	return NULL;
}

/* A parameter that no step computes. */
static bool parameter_value(start_values *s, uint32_t scalar, sx_value *out)
{
	const sm_variable *v = sm_var(s->plan->model, sm_variable_of_scalar(s->plan->model, scalar, &(uint32_t){0}));
	if (v->variability != SM_PARAMETER && v->variability != SM_CONSTANT)
		return false;
	const double *number = given(s->m, scalar);
	if (number) {
		*out = (sx_value){.type = v->type, .real = *number, .integer = (int64_t)*number};
		return true;
	}
	sx_ref binding = v->binding ? v->binding : v->start;
	if (v->rank || !binding || s->depth >= DEEPEST_BINDING)
		return false;
	s->depth++;
	bool good = value_of(s, binding, out);
	s->depth--;
	return good;
}

static sx_value negative(sx_value v)
{
	v.real = -v.real;
	v.integer = -v.integer;
	return v;
}

static bool variable_value(void *context, sx_ref var, sx_value *out)
{
	start_values *s = context;
	uint32_t scalar = sm_scalar_of(s->plan->model, var);
	if (scalar == UINT32_MAX)
		return false;
	ss_place place = ss_place_of(s->plan, scalar);
	uint64_t number;
	if (place.store != SS_NOWHERE && sb_map_get(&s->at, ss_place_key(s->plan, place), &number)) {
		*out = place.negated ? negative(s->values.at[number]) : s->values.at[number];
		return true;
	}
	return parameter_value(s, scalar, out);
}

/* The derivative of a state lies beside the state. */
static ss_place rate_place(const start_values *s, sx_ref der)
{
	ss_place place = ss_place_of_leaf(s->plan, sx_arg(s->plan->model->pool, der, 0));
	if (place.store != SS_STATE)
		return (ss_place){0};
	place.store = SS_RATE;
	return place;
}

static bool leaf_value(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	start_values *s = env->context;
	uint64_t number;
	switch (sx_op_of(pool, leaf)) {
	case SX_VAR: return variable_value(s, leaf, out);
	case SX_CALL: case SX_OUT: return sm_known(&s->knower, leaf, out);
	case SX_DER: {
		ss_place place = s->no_rates ? (ss_place){0} : rate_place(s, leaf);
		if (place.store != SS_RATE || !sb_map_get(&s->at, ss_place_key(s->plan, place), &number))
			return false;
		*out = place.negated ? negative(s->values.at[number]) : s->values.at[number];
		return true;
	}
	default: return false;
	}
}

static bool value_of(start_values *s, sx_ref e, sx_value *out)
{
	sx_env env = {.leaf = leaf_value, .context = s, .strings = s->arena};
	return sx_eval(s->plan->model->pool, e, &env, out);
}

static void take(start_values *s, const ss_step *step)
{
	const sx_pool *pool = s->plan->model->pool;
	sx_value value;
	if (step->kind != SS_ASSIGN || step->domain.n || step->when || !value_of(s, step->value, &value))
		return;
	sx_op op = sx_op_of(pool, step->target);
	ss_place place = op == SX_VAR   ? ss_place_of_leaf(s->plan, step->target)
	                 : op == SX_DER ? rate_place(s, step->target)
	                                : (ss_place){0};
	if (place.store == SS_NOWHERE || (step->guard && given(s->m, sm_scalar_of(s->plan->model, step->target))))
		return;
	sb_map_put(&s->at, ss_place_key(s->plan, place), s->values.n);
	sb_push(s->arena, s->values, place.negated ? negative(value) : value);
}

static bool number_of(start_values *s, sx_ref e, double *out)
{
	sx_value value;
	if (!value_of(s, e, &value) || value.type == SX_STRING)
		return false;
	*out = value.type == SX_REAL ? value.real : (double)value.integer;
	return isfinite(*out);
}

static void look_at(start_values *s, const ss_check *c, sb_diag *diag)
{
	se_contradiction told = {.text = c->text, .span = c->span, .surplus = c->surplus, .known = c->known,
	                         .differentiated = c->level > 0};
	sb_text names = {0};
	s->no_rates = !c->surplus;
	if (!number_of(s, c->left, &told.left) || !number_of(s, c->right, &told.right) ||
	    se_are_equal(told.left, told.right))
		return;
	for (uint32_t k = 0; k < c->starts.n; k++) {
		sb_add(&names, k ? ", '" : "'");
		sm_scalar_name(s->plan->model, c->starts.at[k], &names);
		sb_add(&names, "'");
	}
	told.names = c->starts.n ? names.at : NULL;
	se_tell_contradiction(diag, &told);
	sb_text_free(&names);
}

void st_check_starts(const st_model *m)
{
	const ss_plan *plan = m->plan;
	if (!plan->checks.n || plan->switches.n || plan->no_initial || plan->uses_homotopy)
		return;
	start_values s = {.m = m, .plan = plan, .arena = sb_arena_new()};
	s.at = sb_map_new(s.arena);
	s.knower = sm_knower_new(plan->model, s.arena, variable_value, &s);
	for (uint32_t i = 0; i < plan->parameter_steps.n; i++)
		take(&s, &plan->parameter_steps.at[i]);
	for (uint32_t i = 0; i < plan->initial_steps.n; i++)
		take(&s, &plan->initial_steps.at[i]);
	uint32_t errors = sb_errors(m->diag);
	for (uint32_t i = 0; i < plan->checks.n && sb_errors(m->diag) == errors; i++)    /* a run ends at the first, too */
		look_at(&s, &plan->checks.at[i], m->diag);
	sb_arena_free(s.arena);
}
