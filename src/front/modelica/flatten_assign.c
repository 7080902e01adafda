/* Assignments. Records go field by field and arrays element by element in loops, but the meaning is that of one
 * assignment: all of the right side is computed before anything on the left changes. Where an element or field that was
 * set already would be read again, the values go through temporaries first. */
#include "front/modelica/flatten_inside.h"

static bool is_place(sx_op op)
{
	return op == SX_VAR || op == SX_LOCAL;
}

mo_value *mo_temporary(mo_context *c, const mo_env *env, const mo_value_type *type, const char *name, sb_span span)
{
	struct mo_flattening *f = mo_flattening_of(c);
	mo_value probe = {.type = *type};
	uint32_t *dims = sb_new_array(c->arena, uint32_t, type->rank + 1), number;
	sm_variable *v;

	if (env->procedure) {
		number = mo_procedure_temporary(c, env->procedure, type, name, span);
		return mo_procedure_value(c, env->procedure, number, type);
	}
	if (!c->point && mo_whole_scope(env->scope)->axis_count && env->needs_constants) {
		*env->needs_constants = true; /* each element of a family has temporaries of its own */
		return NULL;
	}
	if (type->rank && !mo_const_dims(c, &probe, dims)) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0418", span, "the size of this array is not known at translation"),
				"give the array a size that constants and parameters determine");
		return NULL;
	}
	number = sm_add_variable(c->model, sb_printf(c->arena, "_%s%u", name, ++f->temporaries), mo_scalar_type(type->base),
							 dims, type->rank);
	v = sm_var(c->model, number);
	v->hidden = true;
	v->variability = type->base != MO_B_REAL || env->in_when ? SM_DISCRETE : SM_CONTINUOUS;
	v->component = mo_whole_scope(env->scope)->prefix;
	v->span = span;
	return mo_value_whole(c, sm_ref(c->model, number), type);
}

static bool may_be_set(mo_context *c, const mo_env *env, sx_ref target, sb_span span)
{
	sx_op op = target ? sx_op_of(c->pool, target) : SX_NOTHING;
	uint32_t number = is_place(op) ? sx_at(c->pool, target)->payload : 0;
	sb_message *m;

	if (!is_place(op)) {
		m = sb_report(c->diag, SB_ERROR, "M0560", span, "this cannot be assigned to");
		sb_help(m, "the left side of ':=' must be a variable, or an element of one");
		return false;
	}
	if (op == SX_VAR && sm_var(c->model, number)->variability >= SM_PARAMETER && !env->in_initial) {
		m = sb_report(c->diag, SB_ERROR, "M0561", span, "'%s' is a %s and cannot be assigned to",
					  sm_var(c->model, number)->name,
					  sm_var(c->model, number)->variability == SM_CONSTANT ? "constant" : "parameter");
		sb_also(m, sm_var(c->model, number)->span, "it is declared here");
		return false;
	}
	if (op == SX_LOCAL && mo_procedure_function(env->procedure)->locals.at[number].role == SM_ARG) {
		const sm_local *l = &mo_procedure_function(env->procedure)->locals.at[number];

		m = sb_report(c->diag, SB_ERROR, "M0562", span, "'%s' is an input of the function and cannot be assigned to",
					  l->name);
		sb_help(m, "copy it to a protected variable first");
		return false;
	}
	if (op == SX_VAR && env->in_when)
		mo_set_in_when(c, target);
	return true;
}

static sm_statement *set(mo_context *c, sx_ref target, sx_ref value, sb_span span, sm_statements *out)
{
	sm_statement *s = sm_statement_new(c->model, SM_ASSIGN, span);

	s->target = target;
	s->value = sx_at(c->pool, value)->op == SX_CALL || sx_type_of(c->pool, target) == sx_type_of(c->pool, value)
				   ? value
				   : sx_cast(c->pool, value, sx_type_of(c->pool, target));
	sb_push(c->arena, *out, s);
	return s;
}

/* Loops around one assignment: for i in 1:n, for j in 1:m. The body of the innermost is returned. */
static sm_statements *open_loops(mo_context *c, const mo_env *env, const mo_value_type *type, sb_span span, sx_ref *at,
								 sm_statements *out)
{
	for (uint32_t d = 0; d < type->rank; d++) {
		sm_statement *loop = sm_statement_new(c->model, SM_FOR, span);
		sm_statement_branch body = {.span = span};

		loop->iterator = sx_new_iter(c->pool, mo_fresh_name(env, d));
		loop->from = sx_int(c->pool, 1);
		loop->to = type->dims[d];
		at[d] = sx_iter(c->pool, loop->iterator);
		sb_push(c->arena, loop->branches, body);
		sb_push(c->arena, *out, loop);
		out = &loop->branches.at[0].body;
	}
	return out;
}

static bool is_empty(mo_context *c, const mo_value_type *type)
{
	for (uint32_t d = 0; d < type->rank; d++)
		if (sx_is_const(c->pool, type->dims[d]) && sx_int_value(c->pool, type->dims[d]) <= 0)
			return true;
	return false;
}

/* One target, one value, nothing in the way: a whole array at once where both sides are kept as such, else in loops. */
static bool copy(mo_context *c, const mo_env *env, const mo_pair *p, sb_span span, sm_statements *out)
{
	uint32_t rank = p->target->type.rank;
	sx_ref to = rank ? mo_stored(c, p->target) : 0, from = to ? mo_stored(c, p->value) : 0, *at, left, right;
	sm_statements *inner;

	if (is_empty(c, &p->target->type))
		return true;
	if (from && sx_type_of(c->pool, from) == sx_type_of(c->pool, to)) {
		if (!may_be_set(c, env, to, span))
			return false;
		set(c, to, from, span, out);
		return true;
	}
	at = sb_new_array(c->arena, sx_ref, rank + 1);
	inner = open_loops(c, env, &p->target->type, span, at, out);
	left = mo_elem(c, p->target, rank ? at : NULL);
	right = mo_elem(c, p->value, rank ? at : NULL);
	if (!left || !right || !may_be_set(c, env, left, span))
		return false;
	set(c, left, right, span, inner);
	return true;
}

typedef struct reading {
	sx_op op;
	uint32_t payload;
	sx_ref except;
	bool found;
} reading;

static bool see_read(void *context, const sx_pool *pool, sx_ref e)
{
	reading *r = context;

	if (sx_op_of(pool, e) == r->op && sx_at(pool, e)->payload == r->payload && e != r->except)
		r->found = true;
	return !r->found;
}

static bool reads(mo_context *c, sx_ref value, sx_ref target, bool same_place_too)
{
	reading r = {.op = sx_op_of(c->pool, target),
				 .payload = sx_at(c->pool, target)->payload,
				 .except = same_place_too ? 0 : target};

	if (is_place(r.op))
		sx_visit(c->pool, value, see_read, &r);
	return r.found;
}

/* A call that gives a whole array writes into its target while it may still read it, so its own target counts too. */
static bool conflict(mo_context *c, const mo_pairs *pairs, const sx_ref *targets, const sx_ref *values)
{
	for (uint32_t k = 0; k < pairs->n; k++) {
		bool array = pairs->at[k].target->type.rank > 0;

		if (array && sx_flags(c->pool, values[k]) & SX_HAS_CALL && !mo_stored(c, pairs->at[k].target) &&
			mo_stored(c, pairs->at[k].value))
			return true;
		if (array && reads(c, values[k], targets[k], (sx_flags(c->pool, values[k]) & SX_HAS_CALL) != 0))
			return true;
		for (uint32_t j = 0; j < k; j++)
			if (reads(c, values[k], targets[j], true))
				return true;
	}
	return false;
}

static bool through_temporaries(mo_context *c, const mo_env *env, const mo_pairs *pairs, sb_span span,
								sm_statements *out)
{
	mo_value **kept = sb_new_array(c->arena, mo_value *, pairs->n);

	for (uint32_t k = 0; k < pairs->n; k++) {
		kept[k] = mo_temporary(c, env, &pairs->at[k].target->type, "kept", span);
		if (!kept[k] || !copy(c, env, &(mo_pair){kept[k], pairs->at[k].value}, span, out))
			return false;
	}
	for (uint32_t k = 0; k < pairs->n; k++)
		if (!copy(c, env, &(mo_pair){pairs->at[k].target, kept[k]}, span, out))
			return false;
	return true;
}

/* The call whose results all the values are; 0 if they are not the results of one call. */
static sx_ref common_call(mo_context *c, const mo_pairs *pairs, uint32_t *which)
{
	sx_ref call = 0;

	for (uint32_t k = 0; k < pairs->n; k++) {
		sx_ref e = mo_stored(c, pairs->at[k].value);
		bool out = e && sx_op_of(c->pool, e) == SX_OUT;

		which[k] = out ? sx_at(c->pool, e)->payload : 0;
		e = out ? sx_arg(c->pool, e, 0) : e;
		if (!e || sx_op_of(c->pool, e) != SX_CALL || (call && call != e))
			return 0;
		call = e;
	}
	return call;
}

static bool assign_call(mo_context *c, const mo_env *env, const mo_pairs *pairs, sx_ref call, const uint32_t *which,
						sb_span span, sm_statements *out)
{
	const sm_function *f = c->model->functions.at[sx_at(c->pool, call)->payload];
	sm_statement *s = sm_statement_new(c->model, SM_ASSIGN_CALL, span);
	mo_pairs after = {0};

	s->value = call;
	for (uint32_t k = 0; k < f->results; k++)
		sb_push(c->arena, s->targets, (sx_ref)0);
	for (uint32_t k = 0; k < pairs->n; k++) {
		const mo_pair *p = &pairs->at[k];
		sx_ref to = mo_stored(c, p->target);

		if (which[k] >= f->results)
			return false;
		if (!to || p->target->type.base != p->value->type.base || (p->target->type.rank && reads(c, call, to, true))) {
			mo_value *kept = mo_temporary(c, env, &p->value->type, "kept", span);

			if (!kept)
				return false;
			sb_push(c->arena, after, ((mo_pair){p->target, kept}));
			to = mo_stored(c, kept);
		} else if (!may_be_set(c, env, to, span)) {
			return false;
		}
		s->targets.at[which[k]] = to;
	}
	sb_push(c->arena, *out, s);
	for (uint32_t k = 0; k < after.n; k++)
		if (!copy(c, env, &after.at[k], span, out))
			return false;
	return true;
}

/* Arrays that can only be taken apart at constant places (elements of components) become pairs of scalars. */
static bool spread(mo_context *c, const mo_pair *p, sb_span span, mo_pairs *out)
{
	uint32_t rank = p->target->type.rank, *place, *dims;
	sx_ref *at;

	if (rank == 0 || (mo_symbolic(c, p->target) && mo_symbolic(c, p->value))) {
		sb_push(c->arena, *out, *p);
		return true;
	}
	dims = sb_new_array(c->arena, uint32_t, rank);
	place = sb_new_array(c->arena, uint32_t, rank);
	at = sb_new_array(c->arena, sx_ref, rank);
	if (!mo_const_dims(c, p->target, dims)) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0418", span, "the size of this array is not known at translation"),
				"give the array a size that constants and parameters determine");
		return false;
	}
	if (is_empty(c, &p->target->type))
		return true;
	do {
		sx_ref l, r;

		mo_place_subscripts(c, place, rank, at);
		l = mo_elem(c, p->target, at);
		r = mo_elem(c, p->value, at);
		if (!l || !r)
			return false;
		sb_push(c->arena, *out,
				((mo_pair){mo_value_scalar(c, l, p->target->type.base, p->target->type.enumeration),
						   mo_value_scalar(c, r, p->value->type.base, p->value->type.enumeration)}));
	} while (mo_next_place(dims, rank, place));
	return true;
}

bool mo_assign(mo_context *c, const mo_env *env, mo_pairs *written, sb_span span, sm_statements *out)
{
	uint32_t *which = sb_new_array(c->arena, uint32_t, written->n + 1);
	sx_ref call = written->n > 1 ? common_call(c, written, which) : 0, *targets, *values;
	mo_pairs pairs = {0};

	if (call)
		return assign_call(c, env, written, call, which, span, out);
	for (uint32_t k = 0; k < written->n; k++)
		if (!spread(c, &written->at[k], span, &pairs))
			return false;
	targets = sb_new_array(c->arena, sx_ref, pairs.n + 1);
	values = sb_new_array(c->arena, sx_ref, pairs.n + 1);
	for (uint32_t k = 0; k < pairs.n; k++) {
		const sx_ref *at = mo_flattening_of(c)->probes;

		if (pairs.at[k].target->type.rank > MO_PROBES)
			return false;
		targets[k] = mo_elem(c, pairs.at[k].target, at);
		values[k] = mo_elem(c, pairs.at[k].value, at);
		if (!targets[k] || !values[k])
			return false;
	}
	if (conflict(c, &pairs, targets, values))
		return through_temporaries(c, env, &pairs, span, out);
	for (uint32_t k = 0; k < pairs.n; k++)
		if (!copy(c, env, &pairs.at[k], span, out))
			return false;
	return true;
}

typedef struct gathering {
	sb_arena *arena;
	mo_pairs pairs;
} gathering;

static bool gather(void *context, mo_value *target, mo_value *value)
{
	gathering *g = context;

	sb_push(g->arena, g->pairs, ((mo_pair){target, value}));
	return true;
}

bool mo_assign_value(mo_context *c, const mo_env *env, mo_value *target, mo_value *value, sb_span span,
					 sm_statements *out)
{
	gathering g = {.arena = c->arena};

	return mo_each_leaf(c, target, value, gather, &g) && mo_assign(c, env, &g.pairs, span, out);
}

bool mo_assign_multi(mo_context *c, const mo_env *env, const mo_equation *q, sm_statements *out)
{
	gathering g = {.arena = c->arena};
	mo_value **results;
	uint32_t count;

	if (!q->right || q->right->kind != MO_E_CALL) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0415", q->right ? q->right->span : q->span,
						  "only a call of a function has several results, as '(a, b) := ...' needs them"),
				"write one equation for each of the variables");
		return false;
	}
	if (!mo_lower_multi(c, env, q->right, &results, &count))
		return false;
	if (q->left->a.n > count) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0416", q->left->span,
						  "the function has %u results, but %u variables are to be set", count, q->left->a.n),
				"leave variables away; of a function with more results the first ones are taken");
		return false;
	}
	for (uint32_t k = 0; k < q->left->a.n; k++) {
		const mo_expr *e = q->left->a.at[k];
		mo_value *target;

		if (!e)
			continue;
		target = mo_lower_target(c, env, e);
		if (!target || !mo_fits(c, results[k], &target->type, e->span, "a result of the call") ||
			!mo_each_leaf(c, target, results[k], gather, &g))
			return false;
	}
	if (g.pairs.n == 1) {
		uint32_t which;
		sx_ref call = common_call(c, &g.pairs, &which);

		if (call)
			return assign_call(c, env, &g.pairs, call, &which, q->span, out);
	}
	return mo_assign(c, env, &g.pairs, q->span, out);
}
