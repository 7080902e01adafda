/* The inside of a function in the making: its locals with their sizes, the values they start with, and its statements.
 */
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

static uint32_t add_local(struct mo_procedure *f, const char *name, const mo_value_type *type, sm_role role,
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
static uint32_t add_flexible(struct mo_procedure *f, const char *name, const mo_value_type *type, mo_item *item, sb_span span)
{
	sx_pool *pool = f->c->pool;
	uint32_t local = add_local(f, name, type, SM_TEMPORARY, span);
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
		return add_flexible(f, unique, type, NULL, span);
	return add_local(f, unique, type, SM_TEMPORARY, span);
}

mo_value *mo_procedure_local(const struct mo_procedure *f, const char *name)
{
	return sb_map_find(&f->values, name);
}

/* Where the value of a component of the function (or of a field of it) is read: as part of the body if it was written
 * there. */
static mo_env env_of(const struct mo_procedure *f, mo_scope *scope)
{
	bool own = mo_whole_scope(scope) == mo_whole_scope(f->of->scope);

	return (mo_env){
		.scope = scope, .procedure = own ? (struct mo_procedure *)f : NULL, .locals = own ? &f->values : NULL,
		.in_function = true, .in_algorithm = true};
}

static mo_value *lower_value(struct mo_procedure *f, const mo_modifier *m)
{
	mo_env env = env_of(f, m->scope);

	return env.procedure && m->value ? mo_lower(f->c, &env, m->value) : mo_lower_modifier(f->c, m);
}

static bool is_ever_set(const struct mo_procedure *f, const char *name, bool whole);

/* The dimensions of a result or local. ':' takes the size of the value it starts with, or of whatever is assigned to it later (3.6, 12.4.5):
 * then it is open. */
static bool lower_dims(struct mo_procedure *f, mo_item *item, const char *name, sx_ref *dims, bool *open)
{
	const sx_ref *fixed = sb_map_find(&f->fixed, item);
	mo_value *start = NULL;

	for (uint32_t d = 0; d < item->rank; d++) {
		const mo_dim *dim = &item->dims[d];
		mo_env env = env_of(f, dim->scope);

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
		if (!start && item->binding && !(start = lower_value(f, item->binding)))
			return false;
		if (!start || start->type.rank != item->rank || is_ever_set(f, name, true)) {
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
		sb_help(m, "let it depend on the inputs, or write ':', so that it takes the size of what is assigned");
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
		local = add_local(f, name, type, SM_RESULT, item->ast->name_span);
		v = mo_procedure_value(c, f, local, type);
		if (open)
			sb_push(c->arena, f->open_results, ((mo_open_result){v, local, name, item, *type}));
		return v;
	}
	local = open ? add_flexible(f, name, type, item, item->ast->name_span)
				 : add_local(f, name, type, SM_TEMPORARY, item->ast->name_span);
	v = mo_procedure_value(c, f, local, type);
	if (open)
		sb_push(c->arena, f->open_results, ((mo_open_result){v, UINT32_MAX, name, item, *type}));
	return v;
}

static mo_value *make_leaf(struct mo_procedure *f, mo_item *item, const char *name, mo_value_type *type, sm_role role, bool open)
{
	mo_context *c = f->c;
	uint32_t local;

	if (role == SM_RESULT)
		return result_leaf(f, item, name, type, open);
	if (role == SM_TEMPORARY && open)
		return mo_procedure_value(c, f, add_flexible(f, name, type, item, item->ast->name_span), type);
	for (uint32_t d = 0; role == SM_TEMPORARY && d < type->rank; d++)
		if (!of_arguments(f, type->dims[d])) {
			local = add_flexible(f, name, type, NULL, item->ast->name_span);
			sb_push(c->arena, f->sized, ((struct mo_sized){item, local, type->dims}));
			return mo_procedure_value(c, f, local, type);
		}
	local = add_local(f, name, type, role, item->ast->name_span);
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

static mo_value *make_locals(struct mo_procedure *f, mo_item *item, const char *name, sm_role role, mo_value *like,
							 const sx_ref *before, uint32_t before_rank, bool open, uint32_t depth);

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
			? make_locals(f, input, called, SM_ARG, like->fields[i], NULL, 0, false, depth + 1) : NULL;
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
static mo_value *make_locals(struct mo_procedure *f, mo_item *item, const char *name, sm_role role, mo_value *like,
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
		v->fields[i] = make_locals(f, field, sb_intern(c->names, sb_printf(c->arena, "%s.%s", name, field->name)), role,
								   field_like, type.dims, rank, open, depth + 1);
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
		sx_ref size = sx_local(f->c->pool, add_local(f, name, &integer, SM_ARG, of->span), SX_INTEGER, NULL, 0);

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
		mo_env env = env_of(f, item->dims[d].scope);
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
					  "dimension %u of the argument '%s' of '%s' has size %lld, but %lld is wanted", d + 1, item->name,
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
		add_local(f, "number", &number, SM_ARG, f->function->span);
	for (uint32_t i = 0; i < inputs->n; i++) {
		mo_item *item = inputs->at[i];
		mo_value *v = make_locals(f, item, item->name, SM_ARG, args[i], NULL, 0, false, 0);

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
	return left && left->kind == MO_E_REF && left->parts.at[0].name == name && !left->parts.at[left->parts.n - 1].subscripted;
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

static bool is_ever_set(const struct mo_procedure *f, const char *name, bool whole)
{
	mo_scoped_sections sections = {0};
	const char *dot = strchr(name, '.'), *first = dot ? sb_internn(f->c->names, name, (size_t)(dot - name)) : name;

	mo_sections(f->of->scope, &sections);
	for (uint32_t i = 0; i < sections.n; i++)
		if (sets(&sections.at[i].section->body, first, whole))
			return true;
	return false;
}

/* Does the value of an item name a result or local that has not been made yet? It cannot be looked at then. */
static bool comes_too_early(const struct mo_procedure *f, const mo_item *item)
{
	const mo_items *lists[] = {&f->of->outputs, &f->of->locals};

	for (int l = 0; l < 2; l++)
		for (uint32_t i = 0; i < lists[l]->n; i++) {
			const char *name = lists[l]->at[i]->name;

			if (!mo_procedure_local(f, name) && mo_names_it(item->binding->value, name))
				return true;
		}
	return false;
}

/* Constants of the function that are numbers are used as such, so that sizes may depend on them; and so are variables
 * that have a value from their declaration and are never set: n = size(x, 1), d = 1/n. */
static bool is_known_constant(struct mo_procedure *f, mo_item *item)
{
	sx_value known;
	mo_value *v;
	sx_ref e;

	if (item->rank > 0 || item->base == MO_B_CLASS || item->base == MO_B_EXTERNAL_OBJECT || !item->binding)
		return false;
	if (item->variability < MO_PARAMETER &&
		((item->base != MO_B_INTEGER && item->base != MO_B_REAL) || f->of->external || is_ever_set(f, item->name, false)))
		return false;
	if (comes_too_early(f, item))
		return false;
	v = lower_value(f, item->binding);
	e = v && v->type.rank == 0 && v->type.base != MO_B_CLASS ? mo_elem(f->c, v, NULL) : 0;
	if (e && !sx_is_const(f->c->pool, e) && !(sx_flags(f->c->pool, e) & SX_HAS_LOCAL) && !mo_varies(f->c, e) &&
		mo_try_evaluate(f->c, e, &known))
		e = mo_constant(f->c, &known); /* n = f(3) */
	if (!e || !sx_is_const(f->c->pool, e))
		return false;
	sb_map_set(
		&f->values, item->name,
		mo_value_scalar(f->c, sx_cast(f->c->pool, e, mo_sx_type(item->base)), item->base, v->type.enumeration));
	return true;
}

static bool walk_results(struct mo_procedure *f, mo_signature *out)
{
	const mo_items *outputs = &f->of->outputs;

	f->next = 0;
	for (uint32_t i = 0; i < outputs->n; i++) {
		mo_value *v = make_locals(f, outputs->at[i], outputs->at[i]->name, SM_RESULT, NULL, NULL, 0, false, 0);

		if (!v)
			return false;
		if (f->results == MO_R_COUNT)
			continue;
		sb_map_set(&f->values, outputs->at[i]->name, v);
		if (f->results == MO_R_SIZED)
			out->results[i] = v->type;
		out->result_names[i] = outputs->at[i]->name;
	}
	return true;
}

static void add_sizes(struct mo_procedure *f, sm_role role)
{
	mo_value_type integer = {.base = MO_B_INTEGER};

	f->first = f->function->locals.n;
	for (uint32_t k = 0; k < f->hidden; k++)
		add_local(f, sb_intern(f->c->names, sb_printf(f->c->arena, "_size_%u", k + 1)), &integer, role, f->function->span);
}

static bool is_runtime(const struct mo_procedure *f)
{
	for (uint32_t k = 0; k < f->hidden; k++)
		if (f->sizes && f->sizes[k] < 0)
			return true;
	return false;
}

/* Results whose sizes change are worked on in temporaries, and copied when the function ends. */
static void open_temporaries(struct mo_procedure *f)
{
	for (uint32_t i = 0; i < f->open_results.n && f->results == MO_R_SIZED; i++) {
		mo_open_result *r = &f->open_results.at[i];
		const char *name = sb_intern(f->c->names, sb_printf(f->c->arena, "_%s", r->name));
		uint32_t local = add_flexible(f, name, &r->type, r->item, r->item->ast->name_span);

		*r->value = *mo_procedure_value(f->c, f, local, &r->type);
	}
}

static bool make_temporaries(struct mo_procedure *f)
{
	const mo_items *locals = &f->of->locals;

	/* arrays first: what their sizes are made of is read from the declarations then, and known when the function begins */
	for (int scalars = 0; scalars < 2; scalars++)
		for (uint32_t i = 0; i < locals->n; i++) {
			mo_item *item = locals->at[i];
			mo_value *v;

			if ((item->rank == 0 && item->base != MO_B_CLASS) != scalars || sb_map_find(&f->values, item->name))
				continue;
			v = make_locals(f, item, item->name, SM_TEMPORARY, NULL, NULL, 0, false, 0);
			if (!v)
				return false;
			sb_map_set(&f->values, item->name, v);
		}
	return true;
}

bool mo_make_results(struct mo_procedure *f, mo_signature *out, sb_span span)
{
	const mo_items *outputs = &f->of->outputs, *locals = &f->of->locals;

	for (uint32_t i = 0; i < locals->n; i++)
		is_known_constant(f, locals->at[i]);
	f->results = MO_R_COUNT;
	if (!walk_results(f, out))
		return false;
	f->hidden = f->next;
	f->results = f->hidden && !f->sizes ? MO_R_SIZES : MO_R_SIZED;
	out->hidden = f->results == MO_R_SIZES ? f->hidden : 0;
	out->result_count = out->hidden ? out->hidden : outputs->n;
	out->results = sb_new_array(f->c->arena, mo_value_type, out->result_count + 1);
	out->result_names = sb_new_array(f->c->arena, const char *, (out->hidden > outputs->n ? out->hidden : outputs->n) + 1);
	if (f->open && f->of->external) {
		sb_message *m = sb_report(f->c->diag, SB_ERROR, "M0554", span,
								  "the size of a result of the external function '%s' is not declared", f->of->name);
		sb_help(m, "write the size with the inputs; ':' is for functions written in Modelica");
		return false;
	}
	if (out->hidden) {
		for (uint32_t k = 0; k < f->hidden; k++)
			out->results[k] = mo_type_of(MO_B_INTEGER, 0, 0, NULL);
		add_sizes(f, SM_RESULT);
		f->function->results = f->hidden;
		return f->open ? walk_results(f, out) && make_temporaries(f) : true;
	}
	if (is_runtime(f)) {
		add_sizes(f, SM_ARG);
		f->function->args = f->function->locals.n;
	}
	if (!walk_results(f, out))
		return false;
	f->function->results = f->function->locals.n - f->function->args;
	open_temporaries(f);
	return make_temporaries(f);
}

static void set_at_end(struct mo_procedure *f, sx_ref target, sx_ref value)
{
	sm_statement *s = sm_statement_new(f->c->model, SM_ASSIGN, f->function->span);

	s->target = target;
	s->value = value;
	sb_push(f->c->arena, f->function->last, s);
}

void mo_finish_results(struct mo_procedure *f)
{
	sx_pool *pool = f->c->pool;
	uint32_t k = 0, open = 0;

	if (f->results == MO_R_SIZES) {
		for (; k < f->hidden; k++) {
			sx_ref size = f->formulas.at[k];
			if (!size) {
				const mo_open_result *r = &f->open_results.at[open];
				uint32_t first = k;
				for (uint32_t d = 0; d < r->type.rank; d++)
					set_at_end(f, sx_local(pool, f->first + first + d, SX_INTEGER, NULL, 0), r->value->type.dims[d]);
				k += r->type.rank - 1;
				open++;
				continue;
			}
			set_at_end(f, sx_local(pool, f->first + k, SX_INTEGER, NULL, 0), size);
		}
		if (!f->open) {
			f->function->body = f->function->last;
			f->function->last = (sm_statements){0};
		}
		return;
	}
	for (uint32_t i = 0; i < f->open_results.n; i++) {
		const mo_open_result *r = &f->open_results.at[i];
		sm_statement *s;
		for (uint32_t d = 0; d < r->type.rank; d++) {
			s = sm_statement_new(f->c->model, SM_ASSERT_DO, r->item->ast->name_span);
			s->condition = sx_binary(pool, SX_EQ, r->value->type.dims[d], r->type.dims[d]);
			s->value = sx_string(pool, sb_printf(f->c->arena, "the size of the result '%s' is not the one found at translation", r->name));
			sb_push(f->c->arena, f->function->last, s);
		}
		set_at_end(f, sx_local(pool, r->result, f->function->locals.at[r->result].type, NULL, 0), mo_stored(f->c, r->value));
	}
}

/* The value a result or local starts with, as an assignment at the begin of the body, in the order of the declarations.
 */
static bool start_value(struct mo_procedure *f, mo_item *item, mo_value *local)
{
	mo_env env = env_of(f, f->of->scope);
	mo_value *v;

	if (!item->binding && item->base == MO_B_CLASS && item->rank == 0) {
		for (uint32_t i = 0; i < local->field_count; i++) {
			mo_item *field = mo_member(item->type, local->field_names[i]);

			if (field && !start_value(f, field, local->fields[i]))
				return false;
		}
		return true;
	}
	if (!item->binding)
		return true;
	v = lower_value(f, item->binding);
	if (!v ||
		!mo_fits(f->c, v, &local->type, item->binding->span, sb_printf(f->c->arena, "the value of '%s'", item->name)))
		return false;
	if (item->base == MO_B_EXTERNAL_OBJECT && !mo_is_construction(f->c, v)) {
		sb_help(sb_report(f->c->diag, SB_ERROR, "M0592", item->binding->span,
						  "the value of the external object '%s' is not made by its constructor", item->name),
				"write '%s(...)', or make '%s' an input", item->type->class_def->name, item->name);
		return false;
	}
	return mo_assign_value(f->c, &env, local, v, item->binding->span, &f->function->body);
}

static bool start_one(struct mo_procedure *f, mo_item *item)
{
	mo_value *local = mo_procedure_local(f, item->name);

	if (item->input || !local ||
		(local->type.rank == 0 && local->type.base != MO_B_CLASS && sx_is_const(f->c->pool, mo_elem(f->c, local, NULL))))
		return true;
	for (uint32_t i = 0; i < f->sized.n; i++) {
		const struct mo_sized *z = &f->sized.at[i];
		sm_statement *s;
		if (z->item != item)
			continue;
		s = sm_statement_new(f->c->model, SM_RESIZE, item->ast->name_span);
		s->target = sx_local(f->c->pool, z->local, f->function->locals.at[z->local].type, NULL, 0);
		for (uint32_t d = 0; d < f->function->locals.at[z->local].rank; d++)
			sb_push(f->c->arena, s->targets, z->dims[d]);
		sb_push(f->c->arena, f->function->body, s);
	}
	return start_value(f, item, local);
}

/* Values may be made of those of components that are declared later (3.6, 12.4.4: the order of the declarations does not count). */
static bool start_after_others(struct mo_procedure *f, const mo_items *all, uint32_t i, uint8_t *state)
{
	const mo_item *item = all->at[i];

	if (state[i])
		return true;
	state[i] = 1;
	for (uint32_t k = 0; k < all->n && item->binding; k++)
		if (!state[k] && !all->at[k]->input && all->at[k]->binding && mo_names_it(item->binding->value, all->at[k]->name) &&
			!start_after_others(f, all, k, state))
			return false;
	return start_one(f, all->at[i]);
}

bool mo_make_start_values(struct mo_procedure *f)
{
	const mo_items *all = mo_members(f->c, f->of->scope);
	uint8_t *state = sb_new_array(f->c->arena, uint8_t, all->n + 1);
	mo_functions *g = mo_functions_of(f->c);
	sm_statements *before = g->before;
	bool ok = true;

	g->before = &f->function->body;
	for (uint32_t i = 0; i < all->n && ok; i++)
		ok = start_after_others(f, all, i, state);
	g->before = before;
	return ok;
}

bool mo_make_body(struct mo_procedure *f, sb_span span)
{
	mo_scoped_sections sections = {0};
	bool ok = mo_make_start_values(f), any = false;

	mo_sections(f->of->scope, &sections);
	for (uint32_t i = 0; i < sections.n && ok; i++) {
		mo_env env = {.scope = sections.at[i].scope, .procedure = f, .locals = &f->values, .in_function = true, .in_algorithm = true};
		const mo_section *s = sections.at[i].section;

		if (!s->algorithm || s->initial) {
			sb_help(sb_report(f->c->diag, SB_ERROR, "M0552", s->span,
							  s->algorithm ? "a function has no initial algorithm" : "a function has an algorithm, no equations"),
					s->algorithm ? "write 'algorithm' without 'initial'" : "write 'algorithm' and use ':='");
			return false;
		}
		if (any) {
			sb_help(sb_report(f->c->diag, SB_ERROR, "M0550", s->span, "a function has only one algorithm"),
					"put all statements into the first one");
			return false;
		}
		any = true;
		ok &= mo_flatten_statements(f->c, &env, &s->body, &f->function->body);
	}
	if (ok && !any && f->of->outputs.n > 0 && f->function->body.n == 0) {
		sb_message *m = sb_report(f->c->diag, SB_ERROR, "M0551", span, "the function '%s' has no body", f->of->name);

		if (f->of->scope->class_def)
			sb_also(m, f->of->scope->class_def->name_span, "it is declared here");
		sb_help(m, "add an algorithm section, or call a function that extends it");
		return false;
	}
	return ok;
}
