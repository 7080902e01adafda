/* The inside of a function in the making: its locals with their sizes, the values they start with, and its statements.
 */
#include "front/modelica/flatten_function.h"

#include <string.h>

enum { DEEPEST_RECORD = 100 };

mo_value *mo_procedure_value(mo_context *c, struct mo_procedure *f, uint32_t local, const mo_value_type *type)
{
	(void)f;
	return mo_value_whole(c, sx_local(c->pool, local, mo_scalar_type(type->base), NULL, 0), type);
}

sm_function *mo_procedure_function(struct mo_procedure *f)
{
	return f->function;
}

static uint32_t add_local(struct mo_procedure *f, const char *name, const mo_value_type *type, sm_role role,
						  sb_span span)
{
	sm_local l = {.name = name, .type = mo_scalar_type(type->base), .rank = type->rank, .role = role, .span = span};

	l.dims = sb_new_array(f->c->arena, sx_ref, type->rank + 1);
	for (uint32_t d = 0; d < type->rank; d++)
		l.dims[d] = type->dims[d];
	sb_push(f->c->arena, f->function->locals, l);
	return f->function->locals.n - 1;
}

uint32_t mo_procedure_temporary(mo_context *c, struct mo_procedure *f, const mo_value_type *type, const char *name,
								sb_span span)
{
	return add_local(f, sb_intern(c->names, sb_printf(c->arena, "_%s%u", name, f->function->locals.n)), type,
					 SM_TEMPORARY, span);
}

mo_value *mo_procedure_local(mo_context *c, struct mo_procedure *procedure, const char *name)
{
	(void)c;
	return sb_map_find(&procedure->values, name);
}

/* Where the value of a component of the function (or of a field of it) is read: as part of the body if it was written
 * there. */
static mo_env env_of(const struct mo_procedure *f, mo_scope *scope)
{
	bool own = mo_whole_scope(scope) == mo_whole_scope(f->of->scope);

	return (mo_env){
		.scope = scope, .procedure = own ? (struct mo_procedure *)f : NULL, .in_function = true, .in_algorithm = true};
}

static mo_value *lower_value(struct mo_procedure *f, const mo_modifier *m)
{
	mo_env env = env_of(f, m->scope);

	return env.procedure && m->value ? mo_lower(f->c, &env, m->value) : mo_lower_modifier(f->c, m);
}

/* The dimensions of a result or local. ':' takes the size of the value it starts with. */
static bool lower_dims(struct mo_procedure *f, mo_item *item, sx_ref *dims)
{
	mo_value *start = NULL;

	for (uint32_t d = 0; d < item->rank; d++) {
		const mo_dim *dim = &item->dims[d];
		mo_env env = env_of(f, dim->scope);

		if (dim->size->kind != MO_E_COLON) {
			dims[d] = mo_lower_scalar(f->c, &env, dim->size, MO_B_INTEGER);
			if (!dims[d])
				return false;
			continue;
		}
		if (!start && item->binding && !(start = lower_value(f, item->binding)))
			return false;
		if (!start || start->type.rank != item->rank) {
			sb_message *m =
				sb_report(f->c->diag, SB_ERROR, "M0940", dim->size->span,
						  "the size of '%s' changes in the function, which is not supported yet", item->name);
			sb_help(m, "write the size, or give '%s' a value where it is declared", item->name);
			return false;
		}
		dims[d] = start->type.dims[d];
	}
	return true;
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
		if (role != SM_RESULT)
			continue;
		m = sb_report(f->c->diag, SB_ERROR, "M0554", item->dims[d].size->span,
					  "the size of the result '%s' of '%s' is not known at translation", item->name, f->of->name);
		sb_note(m, "it depends on a value that changes during the run");
		sb_help(m, "let it depend on sizes of arguments, constants and parameters only");
		return false;
	}
	return true;
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
							 const sx_ref *before, uint32_t before_rank, uint32_t depth);

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
			? make_locals(f, input, called, SM_ARG, like->fields[i], NULL, 0, depth + 1) : NULL;
		if (!bound[i])
			return NULL;
		if (number)
			bound[i] = mo_value_scalar(c, number, like->fields[i]->type.base, like->fields[i]->type.enumeration);
	}
	return k ? mo_function_value(c, k, like->field_names, bound, like->field_count) : NULL;
}

/* The locals of one component. `like` is the argument for inputs, whose sizes count; `before` are dimensions of records
 * around. */
static mo_value *make_locals(struct mo_procedure *f, mo_item *item, const char *name, sm_role role, mo_value *like,
							 const sx_ref *before, uint32_t before_rank, uint32_t depth)
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
	else if (!lower_dims(f, item, type.dims + before_rank) || !sizes_are_known(f, item, type.dims + before_rank, role))
		return NULL;
	if (item->base != MO_B_CLASS) {
		type.enumeration = item->base == MO_B_ENUM ? item->type->enumeration : 0;
		uint32_t local = add_local(f, name, &type, role, item->ast->name_span);
		const mo_modifier *unit = item->base == MO_B_REAL ? mo_attribute(c, item, "unit") : NULL;

		if (unit && unit->value && unit->value->kind == MO_E_STRING)
			f->function->locals.at[local].unit = unit->value->text;
		return mo_procedure_value(c, f, local, &type);
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
								   field_like, type.dims, rank, depth + 1);
		if (!v->fields[i])
			return NULL;
	}
	return v;
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

	for (uint32_t i = 0; i < inputs->n; i++) {
		mo_item *item = inputs->at[i];
		mo_value *v = make_locals(f, item, item->name, SM_ARG, args[i], NULL, 0, 0);

		if (!v)
			return false;
		if (known[i])
			v = mo_value_scalar(f->c, known[i], item->base, v->type.enumeration);
		sb_map_set(&f->values, item->name, v);
	}
	f->function->args = f->function->locals.n;
	for (uint32_t i = 0; i < inputs->n; i++)
		if (!check_input_sizes(f, inputs->at[i], args[i], span))
			return false;
	return true;
}

static bool sets(const mo_equations *body, const char *name)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const mo_equation *q = body->at[i];

		if ((q->kind == MO_Q_ASSIGN || q->kind == MO_Q_MULTI) && mo_names_it(q->left, name))
			return true;
		for (uint32_t b = 0; b < q->branches.n; b++)
			if (sets(&q->branches.at[b].body, name))
				return true;
	}
	return false;
}

static bool is_ever_set(const struct mo_procedure *f, const char *name)
{
	mo_scoped_sections sections = {0};

	mo_sections(f->of->scope, &sections);
	for (uint32_t i = 0; i < sections.n; i++)
		if (sets(&sections.at[i].section->body, name))
			return true;
	return false;
}

/* Constants of the function that are numbers are used as such, so that sizes may depend on them; and so are Integers
 * that have a value from their declaration and are never set: n = size(x, 1). */
static bool is_known_constant(struct mo_procedure *f, mo_item *item)
{
	sx_value known;
	mo_value *v;
	sx_ref e;

	if (item->rank > 0 || item->base == MO_B_CLASS || !item->binding)
		return false;
	if (item->variability < MO_PARAMETER &&
		(item->base != MO_B_INTEGER || f->of->external || is_ever_set(f, item->name)))
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
		mo_value_scalar(f->c, sx_cast(f->c->pool, e, mo_scalar_type(item->base)), item->base, v->type.enumeration));
	return true;
}

bool mo_make_results(struct mo_procedure *f, mo_signature *out)
{
	const mo_items *outputs = &f->of->outputs, *locals = &f->of->locals;

	for (uint32_t i = 0; i < locals->n; i++)
		is_known_constant(f, locals->at[i]);
	out->result_count = outputs->n;
	out->results = sb_new_array(f->c->arena, mo_value_type, outputs->n + 1);
	out->result_names = sb_new_array(f->c->arena, const char *, outputs->n + 1);
	for (uint32_t i = 0; i < outputs->n; i++) {
		mo_value *v = make_locals(f, outputs->at[i], outputs->at[i]->name, SM_RESULT, NULL, NULL, 0, 0);

		if (!v)
			return false;
		sb_map_set(&f->values, outputs->at[i]->name, v);
		out->results[i] = v->type;
		out->result_names[i] = outputs->at[i]->name;
	}
	f->function->results = f->function->locals.n - f->function->args;
	for (uint32_t i = 0; i < locals->n; i++) {
		mo_value *v;

		if (sb_map_find(&f->values, locals->at[i]->name))
			continue;
		v = make_locals(f, locals->at[i], locals->at[i]->name, SM_TEMPORARY, NULL, NULL, 0, 0);
		if (!v)
			return false;
		sb_map_set(&f->values, locals->at[i]->name, v);
	}
	return true;
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
	return mo_assign_value(f->c, &env, local, v, item->binding->span, &f->function->body);
}

static bool make_start_values(struct mo_procedure *f)
{
	const mo_items *all = mo_members(f->c, f->of->scope);

	for (uint32_t i = 0; i < all->n; i++) {
		mo_item *item = all->at[i];
		mo_value *local = mo_procedure_local(f->c, f, item->name);

		if (item->input || !local ||
			(local->type.rank == 0 && local->type.base != MO_B_CLASS &&
			 sx_is_const(f->c->pool, mo_elem(f->c, local, NULL))))
			continue;
		if (!start_value(f, item, local))
			return false;
	}
	return true;
}

bool mo_make_body(struct mo_procedure *f, sb_span span)
{
	mo_scoped_sections sections = {0};
	bool ok = make_start_values(f), any = false;

	mo_sections(f->of->scope, &sections);
	for (uint32_t i = 0; i < sections.n && ok; i++) {
		mo_env env = {.scope = sections.at[i].scope, .procedure = f, .in_function = true, .in_algorithm = true};
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
