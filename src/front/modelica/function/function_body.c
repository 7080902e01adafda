/* The inside of a function in the making: its results, the values that locals start with, and its statements. */
#include "front/modelica/function/function_inside.h"

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
	if (item->variability < MO_PARAMETER && ((item->base != MO_B_INTEGER && item->base != MO_B_REAL) ||
											 f->of->external || mo_is_ever_set(f, item->name, false)))
		return false;
	if (comes_too_early(f, item))
		return false;
	v = mo_lower_start(f, item->binding);
	bool fits = v && v->type.rank == 0 &&
				(v->type.base == item->base || (v->type.base == MO_B_INTEGER && item->base == MO_B_REAL));
	e = fits ? mo_elem(f->c, v, NULL) : 0;         /* what does not fit is told when it is assigned */
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
		mo_value *v = mo_make_locals(f, outputs->at[i], outputs->at[i]->name, SM_RESULT, NULL, NULL, 0, false, 0);

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
		mo_add_local(f, sb_intern(f->c->names, sb_printf(f->c->arena, "_size_%u", k + 1)), &integer, role,
					 f->function->span);
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
		uint32_t local = mo_add_flexible(f, name, &r->type, r->item, r->item->ast->name_span);

		*r->value = *mo_procedure_value(f->c, f, local, &r->type);
	}
}

static bool make_temporaries(struct mo_procedure *f)
{
	const mo_items *locals = &f->of->locals;

	/* arrays first: what their sizes are made of is read from the declarations then, and known when the function
	 * begins */
	for (int scalars = 0; scalars < 2; scalars++)
		for (uint32_t i = 0; i < locals->n; i++) {
			mo_item *item = locals->at[i];
			mo_value *v;

			if ((item->rank == 0 && item->base != MO_B_CLASS) != scalars || sb_map_find(&f->values, item->name))
				continue;
			v = mo_make_locals(f, item, item->name, SM_TEMPORARY, NULL, NULL, 0, false, 0);
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
	out->result_names =
		sb_new_array(f->c->arena, const char *, (out->hidden > outputs->n ? out->hidden : outputs->n) + 1);
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
			s->value =
				sx_string(pool, sb_printf(f->c->arena,
										  "the size of the result '%s' is not the one found at translation", r->name));
			sb_push(f->c->arena, f->function->last, s);
		}
		set_at_end(f, sx_local(pool, r->result, f->function->locals.at[r->result].type, NULL, 0),
				   mo_stored(f->c, r->value));
	}
}

/* The value a result or local starts with, as an assignment at the begin of the body, in the order of the declarations.
 */
static bool start_value(struct mo_procedure *f, mo_item *item, mo_value *local)
{
	mo_env env = mo_procedure_env(f, f->of->scope);
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
	v = mo_lower_start(f, item->binding);
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
		(local->type.rank == 0 && local->type.base != MO_B_CLASS &&
		 sx_is_const(f->c->pool, mo_elem(f->c, local, NULL))))
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

/* Values may be made of those of components that are declared later (3.6, 12.4.4: the order of the declarations does
 * not count). */
static bool start_after_others(struct mo_procedure *f, const mo_items *all, uint32_t i, uint8_t *state)
{
	const mo_item *item = all->at[i];

	if (state[i])
		return true;
	state[i] = 1;
	for (uint32_t k = 0; k < all->n && item->binding; k++)
		if (!state[k] && !all->at[k]->input && all->at[k]->binding &&
			mo_names_it(item->binding->value, all->at[k]->name) && !start_after_others(f, all, k, state))
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
		mo_env env = {.scope = sections.at[i].scope,
					  .procedure = f,
					  .locals = &f->values,
					  .in_function = true,
					  .in_algorithm = true};
		const mo_section *s = sections.at[i].section;

		if (!s->algorithm || s->initial) {
			sb_help(sb_report(f->c->diag, SB_ERROR, "M0552", s->span,
							  s->algorithm ? "a function cannot have an initial algorithm"
										   : "a function has an algorithm, not equations"),
					s->algorithm ? "write 'algorithm' without 'initial'" : "write 'algorithm' and use ':='");
			return false;
		}
		if (any) {
			sb_help(sb_report(f->c->diag, SB_ERROR, "M0550", s->span, "a function can have only one algorithm"),
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
	if (ok)
		mo_tell_unset(f);
	return ok;
}
