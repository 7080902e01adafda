/* Functions, made for the shapes they are called with.
 *
 * A call with arrays of other sizes, or with another value of an Integer that sizes depend on, is another function of
 * the model. A specialisation is known under its key before its body is made, so a function may call itself. An input
 * whose value is part of the key is that constant in the body. Records are taken apart: each field is a local of its
 * own, called r.x. */
#include "front/modelica/flatten_function.h"

#include <string.h>

enum { MOST_SPECIALISATIONS = 1000, DEEPEST = 100 };

typedef struct specialisation {
	uint32_t number;
	mo_signature signature;
	bool failed;
} specialisation;

static mo_functions *functions_of(mo_context *c)
{
	struct mo_flattening *f = mo_flattening_of(c);

	if (!f->functions) {
		f->functions = sb_new(c->arena, mo_functions);
		f->functions->classes = sb_map_new(c->arena);
		f->functions->made = sb_map_new(c->arena);
	}
	return f->functions;
}

static bool names_it(const mo_expr *e, const char *name)
{
	if (!e)
		return false;
	if (e->kind == MO_E_REF && e->parts.n > 0 && e->parts.at[0].name == name)
		return true;
	for (uint32_t i = 0; i < e->a.n; i++)
		if (names_it(e->a.at[i], name))
			return true;
	for (uint32_t i = 0; i < e->named.n; i++)
		if (names_it(e->named.at[i].value, name))
			return true;
	return false;
}

/* Is the value of this input named in a size, or in the value of a local Integer (which may be named in one)? */
static bool matters_for_sizes(const mo_function_class *k, const mo_item *input)
{
	const mo_items *lists[] = {&k->outputs, &k->locals};

	if (input->rank > 0 || (input->base != MO_B_INTEGER && input->base != MO_B_ENUM && input->base != MO_B_BOOLEAN))
		return false;
	for (int l = 0; l < 2; l++) {
		for (uint32_t i = 0; i < lists[l]->n; i++) {
			const mo_item *item = lists[l]->at[i];

			for (uint32_t d = 0; d < item->rank; d++)
				if (names_it(item->dims[d].size, input->name))
					return true;
			if (item->base == MO_B_INTEGER && item->binding && names_it(item->binding->value, input->name))
				return true;
		}
	}
	return false;
}

static mo_class *external_class(const mo_scope *scope, uint32_t depth)
{
	if (scope->class_def && scope->class_def->external)
		return scope->class_def;
	for (uint32_t i = 0; i < scope->bases.n && depth < 100; i++) {
		mo_class *k = external_class(scope->bases.at[i], depth + 1);

		if (k)
			return k;
	}
	return NULL;
}

static bool component_is_supported(mo_context *c, const mo_item *item)
{
	if (item->base == MO_B_EXTERNAL_OBJECT) {
		sb_report(c->diag, SB_ERROR, "M0933", item->ast->span, "external objects are not supported yet ('%s')",
				  item->name);
		return false;
	}
	if (item->type &&
		(mo_scope_restriction(item->type) == MO_FUNCTION || mo_scope_restriction(item->type) == MO_OPERATOR_FUNCTION)) {
		sb_report(c->diag, SB_ERROR, "M0906", item->ast->span,
				  "functions as arguments of functions are not supported yet ('%s')", item->name);
		return false;
	}
	if (item->base == MO_B_CLASS && item->type && !mo_is_record(item->type)) {
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "M0557", item->ast->span, "'%s' is a %s, which cannot be in a function",
					  item->name, mo_restriction_text(mo_scope_restriction(item->type)));

		sb_help(m, "functions have variables and records only");
		return false;
	}
	if (!item->input && !item->output && !item->is_protected && item->variability < MO_PARAMETER) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0559", item->ast->name_span,
								  "'%s' is neither an input nor an output of the function", item->name);

		sb_help(m, "write 'protected' before the variables that the function uses for itself");
		return false;
	}
	return true;
}

static bool sort_components(mo_context *c, mo_function_class *k, sb_span span)
{
	const mo_items *all = mo_members(c, k->scope);

	for (uint32_t i = 0; i < all->n; i++) {
		mo_item *item = all->at[i];

		if (!mo_open(c, item, span) || !component_is_supported(c, item))
			return false;
		if (item->input)
			sb_push(c->arena, k->inputs, item);
		else if (item->output)
			sb_push(c->arena, k->outputs, item);
		else
			sb_push(c->arena, k->locals, item);
	}
	return true;
}

static mo_function_class *class_of(mo_context *c, mo_scope *scope, sb_span span)
{
	mo_functions *f = functions_of(c);
	mo_function_class *k = sb_map_find(&f->classes, scope);
	sb_text name = {0};

	if (k)
		return k->failed ? NULL : k;
	k = sb_new(c->arena, mo_function_class);
	sb_map_set(&f->classes, scope, k);
	k->scope = scope;
	mo_full_class_name(scope, &name);
	k->name = sb_intern(c->names, name.at ? name.at : "");
	sb_text_free(&name);
	k->external = external_class(scope, 0);
	if (scope->class_def && scope->class_def->form == MO_FORM_DER) {
		sb_report(c->diag, SB_ERROR, "M0938", span,
				  "'%s' is a derivative made with der(...), which is not supported yet", k->name);
		k->failed = true;
		return NULL;
	}
	k->failed = !sort_components(c, k, span);
	if (k->failed)
		return NULL;
	k->sizes = sb_new_array(c->arena, bool, k->inputs.n + 1);
	for (uint32_t i = 0; i < k->inputs.n; i++)
		k->sizes[i] = matters_for_sizes(k, k->inputs.at[i]);
	return k;
}

/* The value of an argument that sizes depend on, if it can be known; the parameters in it become structural by that. */
static sx_ref known_argument(mo_context *c, mo_value *arg, sb_span span)
{
	sx_ref e = mo_elem(c, arg, NULL);
	sx_value value;

	if (!e || sx_is_const(c->pool, e))
		return e;
	if (sx_flags(c->pool, e) & (SX_HAS_ITER | SX_HAS_LOCAL) || !mo_is_parametric(c, e) ||
		!mo_try_evaluate(c, e, &value))
		return 0;
	return mo_evaluate(c, e, span, "an argument that a size depends on", &value) ? mo_constant(c, &value) : 0;
}

static bool add_shape_to_key(mo_context *c, mo_value *v, sb_text *key)
{
	uint32_t few[8], *dims = v->type.rank <= 8 ? few : sb_new_array(c->arena, uint32_t, v->type.rank);

	if (v->type.base == MO_B_CLASS) {
		for (uint32_t i = 0; i < v->field_count; i++)
			if (!add_shape_to_key(c, v->fields[i], key))
				return false;
		return true;
	}
	sb_addc(key, '/');
	if (v->type.rank == 0)
		return true;
	if (!mo_const_dims(c, v, dims))
		return false;
	for (uint32_t d = 0; d < v->type.rank; d++)
		sb_addf(key, "%u,", dims[d]);
	return true;
}

static const char *key_of(mo_context *c, const mo_function_class *k, mo_value **args, const sx_ref *known, sb_span span)
{
	sb_text key = {0};
	const char *name;

	sb_addf(&key, "%p", (void *)k->scope);
	for (uint32_t i = 0; i < k->inputs.n; i++) {
		if (!add_shape_to_key(c, args[i], &key)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0939", span,
									  "the size of the argument '%s' of '%s' is not known at translation",
									  k->inputs.at[i]->name, k->name);
			sb_help(m, "arrays whose size is computed in a function cannot be passed on yet");
			sb_text_free(&key);
			return NULL;
		}
		if (known[i])
			sb_addf(&key, "=%lld", (long long)sx_int_value(c->pool, known[i]));
	}
	name = sb_intern(c->names, key.at);
	sb_text_free(&key);
	return name;
}

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

	if (before_rank)
		memcpy(type.dims, before, before_rank * sizeof *before);
	if (like)
		for (uint32_t d = 0; d < rank && d < like->type.rank; d++)
			type.dims[d] = like->type.dims[d];
	else if (!lower_dims(f, item, type.dims + before_rank) || !sizes_are_known(f, item, type.dims + before_rank, role))
		return NULL;
	if (item->base != MO_B_CLASS) {
		type.enumeration = item->base == MO_B_ENUM ? item->type->enumeration : 0;
		return mo_procedure_value(c, f, add_local(f, name, &type, role, item->ast->name_span), &type);
	}
	if (depth > DEEPEST)
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

static bool make_inputs(struct mo_procedure *f, mo_value **args, const sx_ref *known, sb_span span)
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

		if ((q->kind == MO_Q_ASSIGN || q->kind == MO_Q_MULTI) && names_it(q->left, name))
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
	mo_value *v;
	sx_ref e;

	if (item->rank > 0 || item->base == MO_B_CLASS || !item->binding)
		return false;
	if (item->variability < MO_PARAMETER &&
		(item->base != MO_B_INTEGER || f->of->external || is_ever_set(f, item->name)))
		return false;
	v = lower_value(f, item->binding);
	e = v && v->type.rank == 0 && v->type.base != MO_B_CLASS ? mo_elem(f->c, v, NULL) : 0;
	if (!e || !sx_is_const(f->c->pool, e))
		return false;
	sb_map_set(
		&f->values, item->name,
		mo_value_scalar(f->c, sx_cast(f->c->pool, e, mo_scalar_type(item->base)), item->base, v->type.enumeration));
	return true;
}

static bool make_results_and_locals(struct mo_procedure *f, mo_signature *out)
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

static bool make_body(struct mo_procedure *f, sb_span span)
{
	mo_scoped_sections sections = {0};
	bool ok = make_start_values(f), any = false;

	mo_sections(f->of->scope, &sections);
	for (uint32_t i = 0; i < sections.n && ok; i++) {
		mo_env env = {.scope = sections.at[i].scope, .procedure = f, .in_function = true, .in_algorithm = true};
		const mo_section *s = sections.at[i].section;

		if (!s->algorithm || s->initial) {
			sb_help(sb_report(f->c->diag, SB_ERROR, "M0552", s->span, "a function has an algorithm, no equations"),
					"write 'algorithm' and use ':='");
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

static bool is_impure(const mo_scope *scope)
{
	return scope->class_def && scope->class_def->impure;
}

static bool make_all(struct mo_procedure *f, mo_value **args, const sx_ref *known, sb_span span, specialisation *s)
{
	mo_context *c = f->c;

	if (!make_inputs(f, args, known, span) || !make_results_and_locals(f, &s->signature))
		return false;
	s->number = c->model->functions.n;
	sb_push(c->arena, c->model->functions, f->function);
	return f->of->external ? mo_flatten_external(c, f, f->of->scope, f->function) : make_body(f, span);
}

static bool make(mo_context *c, mo_function_class *k, mo_value **args, const sx_ref *known, sb_span span,
                 specialisation *s)
{
	struct mo_procedure *f = sb_new(c->arena, struct mo_procedure);
	const sm_function *around = mo_flattening_of(c)->making;
	bool ok;

	f->c = c;
	f->of = k;
	f->values = sb_map_new(c->arena);
	f->function = sb_new(c->arena, sm_function);
	f->function->name = k->name;
	f->function->impure = is_impure(k->scope);
	f->function->span = k->scope->class_def ? k->scope->class_def->name_span : span;
	mo_flattening_of(c)->making = f->function;
	ok = make_all(f, args, known, span, s);
	mo_flattening_of(c)->making = around;
	return ok;
}

static bool is_too_much(mo_context *c, const mo_function_class *k, const mo_functions *f, sb_span span)
{
	sb_message *m;

	if (k->made < MOST_SPECIALISATIONS && f->depth < DEEPEST)
		return false;
	m = sb_report(c->diag, SB_ERROR, "M0556", span, "'%s' is called with too many different sizes", k->name);
	sb_help(m, "check whether it calls itself without end");
	sb_note(m,
			"a function is made anew for each size of its arrays and each value that a size depends on; more than %d "
			"are not",
			MOST_SPECIALISATIONS);
	return true;
}

uint32_t mo_specialise(mo_context *c, mo_scope *function_class, mo_value **args, uint32_t arg_count, sb_span span,
					   mo_signature *out)
{
	mo_functions *f = functions_of(c);
	mo_function_class *k = class_of(c, function_class, span);
	specialisation *s;
	const char *key;
	sx_ref *known;

	if (!k)
		return UINT32_MAX;
	if (k->inputs.n != arg_count) {
		sb_report(c->diag, SB_ERROR, "M0555", span, "'%s' takes %u arguments, but %u are given", k->name, k->inputs.n,
				  arg_count);
		return UINT32_MAX;
	}
	known = sb_new_array(c->arena, sx_ref, arg_count + 1);
	for (uint32_t i = 0; i < arg_count; i++)
		known[i] = k->sizes[i] ? known_argument(c, args[i], span) : 0;
	key = key_of(c, k, args, known, span);
	if (!key)
		return UINT32_MAX;
	s = sb_map_find(&f->made, key);
	if (!s) {
		if (is_too_much(c, k, f, span))
			return UINT32_MAX;
		s = sb_new(c->arena, specialisation);
		s->number = UINT32_MAX;
		sb_map_set(&f->made, key, s);
		k->made++;
		f->depth++;
		s->failed = !make(c, k, args, known, span, s);
		f->depth--;
	}
	if (s->failed || s->number == UINT32_MAX)
		return UINT32_MAX;
	if (out)
		*out = s->signature;
	return s->number;
}
