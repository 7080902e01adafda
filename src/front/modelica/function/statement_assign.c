/* Assignments. Records go field by field and arrays element by element in loops, but the meaning is that of one
 * assignment: all of the right side is computed before anything on the left changes. Where an element or field that was
 * set already would be read again, the values go through temporaries first. */
#include "front/modelica/function/function_inside.h"

static bool is_place(sx_op op)
{
	return op == SX_VAR || op == SX_LOCAL;
}

/* A place to keep a value for a moment: a temporary of the function, or a hidden variable of the model. */
static mo_value *temporary(mo_context *c, const mo_env *env, const mo_value_type *type, const char *name, sb_span span)
{
	mo_functions *f = mo_functions_of(c);
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
	number = sm_add_variable(c->model, sb_printf(c->arena, "_%s%u", name, ++f->temporaries), mo_sx_type(type->base),
							 dims, type->rank);
	v = sm_edit(c->model, number);
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

/* Is the target an array of a function that takes the size of what is assigned to it (3.6, 12.4.5)? */
static bool is_flexible(mo_context *c, const mo_env *env, sx_ref target)
{
	return env->procedure && target && sx_op_of(c->pool, target) == SX_LOCAL && sx_at(c->pool, target)->count == 0 &&
		   mo_procedure_function(env->procedure)->locals.at[sx_at(c->pool, target)->payload].flexible;
}

static bool has_these_sizes(const mo_value *target, const sx_ref *dims)
{
	for (uint32_t d = 0; d < target->type.rank; d++)
		if (target->type.dims[d] != dims[d])
			return false;
	return true;
}

static void resize(mo_context *c, sx_ref target, const mo_value_type *like, sb_span span, sm_statements *out)
{
	sm_statement *s = sm_statement_new(c->model, SM_RESIZE, span);

	s->target = target;
	for (uint32_t d = 0; d < like->rank; d++)
		sb_push(c->arena, s->targets, like->dims[d]);
	sb_push(c->arena, *out, s);
}

static bool copy(mo_context *c, const mo_env *env, const mo_pair *p, sb_span span, sm_statements *out);
static bool copy_sized(mo_context *c, const mo_env *env, const mo_pair *p, sb_span span, sm_statements *out);

/* The new size is that of the value, which may be made of the old elements: then it is computed elsewhere first. */
static bool copy_flexible(mo_context *c, const mo_env *env, const mo_pair *p, sx_ref to, sb_span span,
						  sm_statements *out)
{
	const sx_ref *probes = mo_probes(c);
	sx_ref value = p->value->type.rank <= MO_PROBES && !is_empty(c, &p->value->type) ? mo_elem(c, p->value, probes) : 0;
	bool old = value && reads(c, value, to, true);
	mo_value *from = p->value;

	if (!value && !is_empty(c, &p->value->type))
		return false;
	for (uint32_t d = 0; d < p->value->type.rank; d++)
		old |= reads(c, p->value->type.dims[d], to, true);
	if (old) {
		mo_value_type type = p->target->type;

		type.dims = p->value->type.dims;
		from = temporary(c, env, &type, "kept", span);
		if (!from || !copy(c, env, &(mo_pair){from, p->value}, span, out))
			return false;
	}
	resize(c, to, &from->type, span, out);
	if (is_empty(c, &from->type))
		return true;
	return copy_sized(c, env, &(mo_pair){p->target, from}, span, out);
}

/* One target, one value, nothing in the way: a whole array at once where both sides are kept as such, else in loops. */
static bool copy_sized(mo_context *c, const mo_env *env, const mo_pair *p, sb_span span, sm_statements *out)
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

static bool copy(mo_context *c, const mo_env *env, const mo_pair *p, sb_span span, sm_statements *out)
{
	sx_ref to = p->target->type.rank ? mo_stored(c, p->target) : 0;

	if (is_flexible(c, env, to) && p->value->type.rank == p->target->type.rank &&
		!has_these_sizes(p->target, p->value->type.dims))
		return copy_flexible(c, env, p, to, span, out);
	return copy_sized(c, env, p, span, out);
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
		mo_value_type type = pairs->at[k].target->type;

		if (is_flexible(c, env, type.rank ? mo_stored(c, pairs->at[k].target) : 0))
			type.dims = pairs->at[k].value->type.dims;
		kept[k] = temporary(c, env, &type, "kept", span);
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
			mo_value *kept = temporary(c, env, &p->value->type, "kept", span);

			if (!kept)
				return false;
			sb_push(c->arena, after, ((mo_pair){p->target, kept}));
			to = mo_stored(c, kept);
			if (is_flexible(c, env, to))
				resize(c, to, &p->value->type, span, out);
		} else if (!may_be_set(c, env, to, span)) {
			return false;
		} else if (is_flexible(c, env, to) && !has_these_sizes(p->target, p->value->type.dims)) {
			resize(c, to, &p->value->type, span, out);
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

static bool mo_assign(mo_context *c, const mo_env *env, mo_pairs *written, sb_span span, sm_statements *out)
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
		const sx_ref *at = mo_probes(c);

		if (pairs.at[k].target->type.rank > MO_PROBES)
			return false;
		if (is_empty(c, &pairs.at[k].target->type) || is_empty(c, &pairs.at[k].value->type)) {
			/* there is no element to look at, and nothing that could be in the way */
			targets[k] = values[k] = sx_int(c->pool, 0);
			continue;
		}
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

/* Iterators of for statements are there when the statement begins; those of sums and the like are not. */
typedef struct bound_outside { const sb_u32s *loops; bool all; } bound_outside;

static bool see_iterator(void *context, const sx_pool *pool, sx_ref e)
{
	bound_outside *b = context;
	bool found = sx_op_of(pool, e) != SX_ITER;

	for (uint32_t i = 0; i < b->loops->n && !found; i++)
		found = b->loops->at[i] == sx_at(pool, e)->payload;
	b->all &= found;
	return b->all;
}

static bool is_bound_outside(mo_context *c, mo_value *v)
{
	bound_outside b = {&mo_functions_of(c)->loops, true};
	sx_ref at[MO_PROBES], e;

	for (uint32_t d = 0; d < MO_PROBES; d++)
		at[d] = sx_int(c->pool, 1);
	e = v->type.rank <= MO_PROBES ? mo_elem(c, v, at) : 0;
	for (uint32_t d = 0; d < v->type.rank; d++)
		sx_visit(c->pool, v->type.dims[d], see_iterator, &b);
	if (e)
		sx_visit(c->pool, e, see_iterator, &b);
	return e && b.all;
}

bool mo_may_put_before(mo_context *c, mo_value *v)
{
	const mo_functions *f = mo_functions_of(c);

	return f->procedure && f->before && mo_making(c) && is_bound_outside(c, v);
}

sx_ref mo_put_before(mo_context *c, mo_value *v, sb_span span)
{
	mo_functions *f = mo_functions_of(c);
	mo_env env = {.procedure = f->procedure,
				  .locals = f->procedure ? &f->procedure->values : NULL,
				  .in_function = true,
				  .in_algorithm = true};
	mo_value *kept;

	if (mo_may_put_before(c, v)) {
		env.scope = f->scope;
		kept = temporary(c, &env, &v->type, "passed", span);
		return kept && copy(c, &env, &(mo_pair){kept, v}, span, f->before) ? mo_stored(c, kept) : 0;
	}
	sb_help(sb_report(c->diag, SB_ERROR, "M0901", span,
					  "an array expression whose size is not known before the run cannot be used here"),
			"assign it to a protected array of the function first");
	return 0;
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
						  "'(a, b) := ...' needs several results, and only a call of a function has them"),
				"write one equation for each of the variables");
		return false;
	}
	if (!mo_lower_multi(c, env, q->right, &results, &count))
		return false;
	if (q->left->a.n > count) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0416", q->left->span,
						  "the function has %u results, but %u variables are on the left side", count, q->left->a.n),
				"remove variables; if a function has more results than variables, its first results are used");
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
