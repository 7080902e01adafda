/* The locals of a function in the making: inputs, results and others, with their sizes. */
#include "front/modelica/function/function_inside.h"

#include <string.h>

enum { DEEPEST_RECORD = 100 };

mo_value *mo_procedure_value(mo_context *c, struct mo_procedure *f, uint32_t local, const mo_value_type *type)
{
	if (f->function->locals.at[local].flexible) {
		mo_value_type changing = *type;

		changing.dims = f->function->locals.at[local].dims;
		return mo_value_whole(c, sx_local(c->pool, local, mo_sx_type(type->base), NULL, 0), &changing);
	}
	return mo_value_whole(c, sx_local(c->pool, local, mo_sx_type(type->base), NULL, 0), type);
}

bool mo_procedure_calls_impure(struct mo_procedure *f)
{
	const mo_class *k = f->of->scope->class_def;

	f->function->impure |= !(k && k->pure);
	return f->function->impure;
}

sm_function *mo_procedure_function(struct mo_procedure *f)
{
	return f->function;
}

uint32_t mo_add_local(struct mo_procedure *f, const char *name, const mo_value_type *type, sm_role role,
						  sb_span span)
{
	sm_local l = {.name = name, .type = mo_sx_type(type->base), .rank = type->rank, .role = role, .span = span};

	l.object = type->base == MO_B_EXTERNAL_OBJECT ? mo_object_name(f->c, type->record) : NULL;
	l.dims = sb_new_array(f->c->arena, sx_ref, type->rank + 1);
	for (uint32_t d = 0; d < type->rank; d++)
		l.dims[d] = type->dims[d];
	sb_push(f->c->arena, f->function->locals, l);
	return f->function->locals.n - 1;
}

/* An array whose size changes in the function; `item` is the component that it is, if it is one. */
uint32_t mo_add_flexible(struct mo_procedure *f, const char *name, const mo_value_type *type, mo_item *item,
						 sb_span span)
{
	sx_pool *pool = f->c->pool;
	uint32_t local = mo_add_local(f, name, type, SM_TEMPORARY, span);
	sm_local *l = &f->function->locals.at[local];
	sx_ref self = sx_local(pool, local, l->type, NULL, 0);

	l->flexible = true;
	for (uint32_t d = 0; d < type->rank; d++)
		l->dims[d] = sx_binary(pool, SX_SIZE, self, sx_int(pool, d + 1));
	while (f->flexible.n <= local)
		sb_push(f->c->arena, f->flexible, (mo_item *)NULL);
	f->flexible.at[local] = item;
	return local;
}

static bool all_constant(mo_context *c, const sx_ref *dims, uint32_t rank)
{
	for (uint32_t d = 0; d < rank; d++)
		if (!dims[d] || !sx_is_const(c->pool, dims[d]))
			return false;
	return true;
}

uint32_t mo_procedure_temporary(mo_context *c, struct mo_procedure *f, const mo_value_type *type, const char *name,
								sb_span span)
{
	const char *unique = sb_intern(c->names, sb_printf(c->arena, "_%s%u", name, f->function->locals.n));

	if (!all_constant(c, type->dims, type->rank))
		return mo_add_flexible(f, unique, type, NULL, span);
	return mo_add_local(f, unique, type, SM_TEMPORARY, span);
}

mo_value *mo_procedure_local(const struct mo_procedure *f, const char *name)
{
	return sb_map_find(&f->values, name);
}

/* Where the value of a component of the function (or of a field of it) is read: as part of the body if it was written
 * there. */
mo_env mo_procedure_env(const struct mo_procedure *f, mo_scope *scope)
{
	bool own = mo_whole_scope(scope) == mo_whole_scope(f->of->scope);

	return (mo_env){
		.scope = scope, .procedure = own ? (struct mo_procedure *)f : NULL, .locals = own ? &f->values : NULL,
		.in_function = true, .in_algorithm = true};
}

mo_value *mo_lower_start(struct mo_procedure *f, const mo_modifier *m)
{
	mo_env env = mo_procedure_env(f, m->scope);

	return env.procedure && m->value ? mo_lower(f->c, &env, m->value) : mo_lower_modifier(f->c, m);
}

/* The dimensions of a result or local. ':' takes the size of the value it starts with, or of whatever is assigned to it
 * later (3.6, 12.4.5): then it is open. */
static bool lower_dims(struct mo_procedure *f, mo_item *item, const char *name, sx_ref *dims, bool *open)
{
	const sx_ref *fixed = sb_map_find(&f->fixed, item);
	mo_value *start = NULL;

	for (uint32_t d = 0; d < item->rank; d++) {
		const mo_dim *dim = &item->dims[d];
		mo_env env = mo_procedure_env(f, dim->scope);

		if (fixed) {
			dims[d] = fixed[d];
			continue;
		}
		if (dim->size->kind != MO_E_COLON) {
			dims[d] = mo_lower_scalar(f->c, &env, dim->size, MO_B_INTEGER);
			if (!dims[d])
				return false;
			continue;
		}
		if (!start && item->binding && !(start = mo_lower_start(f, item->binding)))
			return false;
		if (!start || start->type.rank != item->rank || mo_is_ever_set(f, name, true)) {
			*open = true;
			return true;
		}
		dims[d] = start->type.dims[d];
	}
	return true;
}

/* A dimension that is not a number: of which locals is it made? */
typedef struct made_of { uint32_t args; bool locals; } made_of;

static bool see_local(void *context, const sx_pool *pool, sx_ref e)
{
	made_of *m = context;

	if (sx_op_of(pool, e) == SX_LOCAL && sx_at(pool, e)->payload >= m->args)
		m->locals = true;
	return !m->locals;
}

static bool of_arguments(const struct mo_procedure *f, sx_ref e)
{
	made_of m = {.args = f->function->args};

	sx_visit(f->c->pool, e, see_local, &m);
	return !m.locals;
}

static bool sizes_are_known(struct mo_procedure *f, const mo_item *item, sx_ref *dims, sm_role role)
{
	for (uint32_t d = 0; d < item->rank; d++) {
		sx_value value;
		sb_message *m;

		if (sx_is_const(f->c->pool, dims[d]))
			continue;
		if (!(sx_flags(f->c->pool, dims[d]) & SX_HAS_LOCAL)) {
			if (!mo_evaluate(f->c, dims[d], item->dims[d].size->span, "a size", &value))
				return false;
			dims[d] = sx_int(f->c->pool, value.integer);
			continue;
		}
		if (role != SM_RESULT || of_arguments(f, dims[d]))
			continue;
		m = sb_report(f->c->diag, SB_ERROR, "M0554", item->dims[d].size->span,
					  "the size of the result '%s' of '%s' is computed in the function", item->name, f->of->name);
		sb_help(m, "let it depend on the inputs, or write ':', so that it takes the size of the assigned value");
		return false;
	}
	return true;
}

/* ------------------------------------------------------------------------ locals */

/* A result in the walk that is made now: its sizes are counted, or given back, or known, or arguments. */
static mo_value *result_leaf(struct mo_procedure *f, mo_item *item, const char *name, mo_value_type *type, bool open)
{
	mo_context *c = f->c;
	uint32_t local;
	mo_value *v;

	for (uint32_t d = 0; d < type->rank; d++) {
		if (!open && sx_is_const(c->pool, type->dims[d]))
			continue;
		uint32_t k = f->next++;
		if (f->results == MO_R_COUNT)
			sb_push(c->arena, f->formulas, open ? (sx_ref)0 : type->dims[d]);
		if (f->results == MO_R_SIZED)
			type->dims[d] = f->sizes && f->sizes[k] >= 0 ? sx_int(c->pool, f->sizes[k])
							: sx_local(c->pool, f->first + k, SX_INTEGER, NULL, 0);
	}
	f->open |= open;
	if (f->results == MO_R_COUNT)
		return mo_value_scalar(c, sx_int(c->pool, 0), type->base, type->enumeration);
	if (f->results == MO_R_SIZED) {
		local = mo_add_local(f, name, type, SM_RESULT, item->ast->name_span);
		v = mo_procedure_value(c, f, local, type);
		if (open)
			sb_push(c->arena, f->open_results, ((mo_open_result){v, local, name, item, *type}));
		return v;
	}
	local = open ? mo_add_flexible(f, name, type, item, item->ast->name_span)
				 : mo_add_local(f, name, type, SM_TEMPORARY, item->ast->name_span);
	v = mo_procedure_value(c, f, local, type);
	if (open)
		sb_push(c->arena, f->open_results, ((mo_open_result){v, UINT32_MAX, name, item, *type}));
	return v;
}

static mo_value *make_leaf(struct mo_procedure *f, mo_item *item, const char *name, mo_value_type *type, sm_role role,
						   bool open)
{
	mo_context *c = f->c;
	uint32_t local;

	if (role == SM_RESULT)
		return result_leaf(f, item, name, type, open);
	if (role == SM_TEMPORARY && open)
		return mo_procedure_value(c, f, mo_add_flexible(f, name, type, item, item->ast->name_span), type);
	for (uint32_t d = 0; role == SM_TEMPORARY && d < type->rank; d++)
		if (!of_arguments(f, type->dims[d])) {
			local = mo_add_flexible(f, name, type, NULL, item->ast->name_span);
			sb_push(c->arena, f->sized, ((struct mo_sized){item, local, type->dims}));
			return mo_procedure_value(c, f, local, type);
		}
	local = mo_add_local(f, name, type, role, item->ast->name_span);
	for (uint32_t d = 0; role == SM_ARG && d < type->rank; d++)
		if (!sx_is_const(c->pool, type->dims[d]))
			sb_push(c->arena, f->unknown, ((mo_unknown){local, d, type->dims}));
	return mo_procedure_value(c, f, local, type);
}

static mo_value *record_of(mo_context *c, mo_item *item, uint32_t rank, sx_ref *dims, uint32_t n)
{
	mo_value *v = sb_new(c->arena, mo_value);

	v->type = (mo_value_type){.base = MO_B_CLASS, .record = item->type, .rank = rank, .dims = dims};
	v->fields = sb_new_array(c->arena, mo_value *, n + 1);
	v->field_names = sb_new_array(c->arena, const char *, n + 1);
	v->field_count = n;
	return v;
}

/* An input of a function type: the function that was given, with locals for the values that its inputs are bound to. */
static mo_value *function_locals(struct mo_procedure *f, const char *name, mo_value *like, uint32_t depth)
{
	mo_context *c = f->c;
	const mo_closure *k = mo_closure_of(like);
	mo_value **bound = sb_new_array(c->arena, mo_value *, like->field_count + 1);

	for (uint32_t i = 0; k && i < like->field_count; i++) {
		mo_item *input = mo_member(k->scope, like->field_names[i]);
		const char *called = sb_intern(c->names, sb_printf(c->arena, "%s.%s", name, like->field_names[i]));
		sx_ref number = mo_bound_number(c, like->fields[i]);

		bound[i] = input && depth <= DEEPEST_RECORD
			? mo_make_locals(f, input, called, SM_ARG, like->fields[i], NULL, 0, false, depth + 1) : NULL;
		if (!bound[i])
			return NULL;
		if (number)
			bound[i] = mo_value_scalar(c, number, like->fields[i]->type.base, like->fields[i]->type.enumeration);
	}
	return k ? mo_function_value(c, k, like->field_names, bound, like->field_count) : NULL;
}

/* 3.6, 12.9.7: an object that a function declares is made when the function begins, and ended when it returns. */
static bool end_object(struct mo_procedure *f, const mo_item *item, uint32_t local)
{
	uint32_t destructor;

	if (item->rank) {
		sb_help(sb_report(f->c->diag, SB_ERROR, "M0933", item->ast->name_span,
						  "arrays of external objects in functions are not supported yet ('%s')", item->name),
				"declare them one by one");
		return false;
	}
	if (!item->binding)
		return mo_unbound_object(f->c, item);
	destructor = mo_destructor_of(f->c, item->type, item->ast->name_span);
	if (destructor == UINT32_MAX)
		return false;
	f->function->locals.at[local].destructor = destructor + 1;
	return true;
}

/* The locals of one component. `like` is the argument for inputs, whose sizes count; `before` are dimensions of records
 * around. */
mo_value *mo_make_locals(struct mo_procedure *f, mo_item *item, const char *name, sm_role role, mo_value *like,
							 const sx_ref *before, uint32_t before_rank, bool open, uint32_t depth)
{
	mo_context *c = f->c;
	uint32_t rank = before_rank + item->rank;
	mo_value_type type = {.base = item->base, .rank = rank, .dims = sb_new_array(c->arena, sx_ref, rank + 1)};
	const mo_items *fields;
	mo_value *v;

	if (like && mo_is_functional(item))
		return function_locals(f, name, like, depth);
	if (before_rank)
		memcpy(type.dims, before, before_rank * sizeof *before);
	if (like)
		for (uint32_t d = 0; d < rank && d < like->type.rank; d++)
			type.dims[d] = like->type.dims[d];
	else if (!lower_dims(f, item, name, type.dims + before_rank, &open) ||
			 (!open && !sizes_are_known(f, item, type.dims + before_rank, role)))
		return NULL;
	if (item->base != MO_B_CLASS) {
		type.enumeration = item->base == MO_B_ENUM ? item->type->enumeration : 0;
		uint32_t first = f->function->locals.n;
		const mo_modifier *unit = item->base == MO_B_REAL ? mo_attribute(c, item, "unit") : NULL;

		type.record = item->base == MO_B_EXTERNAL_OBJECT ? item->type : NULL;
		v = make_leaf(f, item, name, &type, role, open);
		if (unit && unit->value && unit->value->kind == MO_E_STRING && f->function->locals.n > first)
			f->function->locals.at[first].unit = unit->value->text;
		if (v && type.record && role == SM_TEMPORARY && !end_object(f, item, first))
			return NULL;
		return v;
	}
	if (depth > DEEPEST_RECORD)
		return NULL;
	fields = mo_members(c, item->type);
	v = record_of(c, item, rank, type.dims, fields->n);
	for (uint32_t i = 0; i < fields->n; i++) {
		mo_item *field = fields->at[i];
		mo_value *field_like = like ? mo_field(c, like, field->name) : NULL;

		if (!mo_open(c, field, item->ast->name_span) || (like && !field_like))
			return NULL;
		v->field_names[i] = field->name;
		v->fields[i] = mo_make_locals(f, field, sb_intern(c->names, sb_printf(c->arena, "%s.%s", name, field->name)),
									  role, field_like, type.dims, rank, open, depth + 1);
		if (!v->fields[i])
			return NULL;
	}
	if (open && fields->n && v->fields[0]->type.rank >= rank)
		v->type.dims = v->fields[0]->type.dims;
	return v;
}

/* Sizes of arguments that are not known are arguments themselves, behind the others. */
static void add_unknown_sizes(struct mo_procedure *f)
{
	mo_value_type integer = {.base = MO_B_INTEGER};

	for (uint32_t i = 0; i < f->unknown.n; i++) {
		mo_unknown *u = &f->unknown.at[i];
		const sm_local *of = &f->function->locals.at[u->local];
		const char *name = sb_intern(f->c->names, sb_printf(f->c->arena, "_size_%s_%u", of->name, u->dim + 1));
		sx_ref size = sx_local(f->c->pool, mo_add_local(f, name, &integer, SM_ARG, of->span), SX_INTEGER, NULL, 0);

		f->function->locals.at[u->local].dims[u->dim] = size;
		u->dims[u->dim] = size;
	}
}

static void set_record_sizes(mo_context *c, mo_value *v, uint32_t depth)
{
	if (v->type.base != MO_B_CLASS || depth > DEEPEST_RECORD)
		return;
	for (uint32_t i = 0; i < v->field_count; i++)
		set_record_sizes(c, v->fields[i], depth + 1);
	for (uint32_t d = 0; d < v->type.rank && v->field_count; d++)
		if (v->fields[0]->type.rank > d)
			v->type.dims[d] = v->fields[0]->type.dims[d];
}

void mo_unknown_sizes(mo_context *c, const mo_value *v, sm_exprs *out)
{
	if (v->type.base == MO_B_CLASS) {
		for (uint32_t i = 0; i < v->field_count; i++)
			mo_unknown_sizes(c, v->fields[i], out);
		return;
	}
	for (uint32_t d = 0; d < v->type.rank; d++)
		if (!sx_is_const(c->pool, v->type.dims[d]))
			sb_push(c->arena, *out, v->type.dims[d]);
}

/* Sizes that are written for inputs must be those of the arguments, where both are numbers. */
static bool check_input_sizes(struct mo_procedure *f, mo_item *item, const mo_value *arg, sb_span span)
{
	for (uint32_t d = 0; d < item->rank && d < arg->type.rank; d++) {
		mo_env env = mo_procedure_env(f, item->dims[d].scope);
		sx_ref wanted, given = arg->type.dims[d];
		sb_message *m;

		if (item->dims[d].size->kind == MO_E_COLON)
			continue;
		wanted = mo_lower_scalar(f->c, &env, item->dims[d].size, MO_B_INTEGER);
		if (!wanted)
			return false;
		if (!sx_is_const(f->c->pool, wanted) || !sx_is_const(f->c->pool, given) ||
			sx_int_value(f->c->pool, wanted) == sx_int_value(f->c->pool, given))
			continue;
		m = sb_report(f->c->diag, SB_ERROR, "M0553", span,
					  "dimension %u of the argument '%s' of '%s' has size %lld, but %lld is needed", d + 1, item->name,
					  f->of->name, (long long)sx_int_value(f->c->pool, given),
					  (long long)sx_int_value(f->c->pool, wanted));
		sb_also(m, item->ast->name_span, "the input is declared here");
		return false;
	}
	return true;
}

bool mo_make_inputs(struct mo_procedure *f, mo_value **args, const sx_ref *known, sb_span span)
{
	const mo_items *inputs = &f->of->inputs;
	const mo_value_type number = {.base = MO_B_INTEGER};

	if (f->function->destructor)
		mo_add_local(f, "object number", &number, SM_ARG, f->function->span);
	for (uint32_t i = 0; i < inputs->n; i++) {
		mo_item *item = inputs->at[i];
		mo_value *v = mo_make_locals(f, item, item->name, SM_ARG, args[i], NULL, 0, false, 0);

		if (!v)
			return false;
		if (known[i])
			v = mo_value_scalar(f->c, known[i], item->base, v->type.enumeration);
		sb_map_set(&f->values, item->name, v);
	}
	add_unknown_sizes(f);
	for (uint32_t i = 0; i < inputs->n && f->unknown.n; i++)
		set_record_sizes(f->c, sb_map_find(&f->values, inputs->at[i]->name), 0);
	f->function->args = f->function->locals.n;
	for (uint32_t i = 0; i < inputs->n; i++)
		if (!check_input_sizes(f, inputs->at[i], args[i], span))
			return false;
	return true;
}

/* whole: the component (or a field of it) as a whole, not elements of it */
static bool sets_it(const mo_expr *left, const char *name, bool whole)
{
	if (left && left->kind == MO_E_TUPLE) {
		for (uint32_t i = 0; i < left->a.n; i++)
			if (sets_it(left->a.at[i], name, whole))
				return true;
		return false;
	}
	if (!whole)
		return mo_names_it(left, name);
	return left && left->kind == MO_E_REF && left->parts.at[0].name == name &&
		   !left->parts.at[left->parts.n - 1].subscripted;
}

static bool sets(const mo_equations *body, const char *name, bool whole)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const mo_equation *q = body->at[i];

		if ((q->kind == MO_Q_ASSIGN || q->kind == MO_Q_MULTI) && sets_it(q->left, name, whole))
			return true;
		for (uint32_t b = 0; b < q->branches.n; b++)
			if (sets(&q->branches.at[b].body, name, whole))
				return true;
	}
	return false;
}

bool mo_is_ever_set(const struct mo_procedure *f, const char *name, bool whole)
{
	mo_scoped_sections sections = {0};
	const char *dot = strchr(name, '.'), *first = dot ? sb_internn(f->c->names, name, (size_t)(dot - name)) : name;

	mo_sections(f->of->scope, &sections);
	for (uint32_t i = 0; i < sections.n; i++)
		if (sets(&sections.at[i].section->body, first, whole))
			return true;
	return false;
}
