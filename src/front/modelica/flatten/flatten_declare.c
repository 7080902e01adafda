/* Attributes and values of declared variables, on demand, because sizes and conditions elsewhere may need the value of
 * a parameter before its turn has come. */
#include "front/modelica/flatten/flatten_inside.h"
#include "model/print/print.h"

#include <string.h>

/* A value that is given to a variable with fewer dimensions is the same for all places of the leading ones. */
static bool over_elements(mo_context *c, const mo_item *item, mo_value *v, mo_base base, bool broadcast, sb_span span,
						  const char *what, sx_ref *out)
{
	const sm_variable *to = sm_var(c->model, item->variable);
	uint32_t missing = broadcast && v->type.rank < item->rank ? item->rank - v->type.rank : 0,
			 rank = item->rank - missing, first = mo_whole_scope(item->scope)->axis_count + missing;
	mo_value_type wanted = {.base = base, .rank = rank, .dims = sb_new_array(c->arena, sx_ref, rank + 1)};
	sx_ref *at = sb_new_array(c->arena, sx_ref, rank + 1);

	if (base == MO_B_ENUM)
		wanted.enumeration = to->enumeration;
	if (base == MO_B_EXTERNAL_OBJECT)
		wanted.record = item->type;
	for (uint32_t d = 0; d < rank; d++) {
		wanted.dims[d] = sx_int(c->pool, to->shape[first + d]);
		at[d] = sx_iter(c->pool, to->over[first + d]);
	}
	if (!mo_fits(c, v, &wanted, span, what))
		return false;
	*out = mo_elem(c, v, rank ? at : NULL);
	if (*out)
		*out = sx_cast(c->pool, *out, mo_sx_type(base));
	return *out != 0;
}

static const mo_modifier *given(mo_context *c, mo_item *item, const char *name)
{
	mo_modifier *m = mo_attribute(c, item, sb_intern(c->names, name));

	return m && m->value ? m : NULL;
}

static bool attribute(mo_context *c, mo_item *item, const char *name, mo_base base, sx_ref *out)
{
	const mo_modifier *m = given(c, item, name);
	mo_value *v;

	if (!m)
		return true;
	v = mo_lower_modifier(c, m);
	if (!v || !over_elements(c, item, v, base, true, m->span, sb_printf(c->arena, "the attribute '%s'", name), out))
		return false;
	if (mo_is_parametric(c, *out))
		return true;
	*out = 0;
	sb_message *msg = sb_report(c->diag, SB_ERROR, "M0409", m->value->span,
								"the attribute '%s' of '%s' is not a parameter expression", name, item->full_name);
	sb_help(msg, "attributes may depend on parameters and constants only; use an initial equation for a start value "
				 "that depends on variables");
	return false;
}

/* The subscripts of the first element; false if there is none. */
static bool first_place(mo_context *c, const mo_value *v, sx_ref *first)
{
	for (uint32_t d = 0; d < v->type.rank; d++) {
		if (sx_is_number(c->pool, v->type.dims[d], 0))
			return false;
		first[d] = sx_int(c->pool, 1);
	}
	return true;
}

static bool has_base(mo_context *c, const mo_value *v, mo_base wanted, const mo_modifier *m, const char *name)
{
	if (v->type.base == wanted)
		return true;
	sb_message *said =
		sb_report(c->diag, SB_ERROR, "M0309", m->value->span, "the attribute '%s' is %s, but %s is expected", name,
				  mo_type_string(c, &v->type), wanted == MO_B_STRING ? "String" : "StateSelect");
	sb_help(said, wanted == MO_B_STRING ? "write it in quotes" : "write StateSelect.prefer, or another of its values");
	return false;
}

/* Are there other texts than the first one's in it? Of large arrays and matrices it is not asked. */
static bool is_mixed(mo_context *c, mo_value *v, const char *first, sb_span span)
{
	uint32_t n;

	if (v->type.rank == 0)
		return false;
	if (v->type.rank > 1 || !mo_const_dims(c, v, &n) || n > 1000)
		return true;
	for (uint32_t i = 2; i <= n; i++) {
		sx_ref at = sx_int(c->pool, i);
		sx_value value;

		if (!mo_evaluate(c, mo_elem(c, v, &at), span, "a text", &value) || value.type != SX_STRING ||
			strcmp(value.string, first) != 0)
			return true;
	}
	return false;
}

/* Units and quantities are of the whole array; where elements differ the first one's is kept. */
static bool text_attribute(mo_context *c, mo_item *item, const char *name, const char **out, bool *mixed)
{
	const mo_modifier *m = given(c, item, name);
	sx_ref first[MO_PROBES];
	sx_value value;
	mo_value *v;

	if (!m)
		return true;
	if (m->value->kind == MO_E_STRING) {
		*out = m->value->text;
		return true;
	}
	v = mo_lower_modifier(c, m);
	if (!v || v->type.rank > MO_PROBES || !has_base(c, v, MO_B_STRING, m, name))
		return false;
	if (!first_place(c, v, first))
		return true;
	if (!mo_evaluate(c, mo_elem(c, v, v->type.rank ? first : NULL), m->span, name, &value))
		return false;
	if (value.type == SX_STRING)
		*out = value.string;
	*mixed = is_mixed(c, v, *out, m->span);
	return true;
}

static bool select_attribute(mo_context *c, mo_item *item, sm_state_select *out)
{
	const mo_modifier *m = given(c, item, "stateSelect");
	sx_ref first[MO_PROBES];
	sx_value value;
	mo_value *v;

	if (!m)
		return true;
	v = mo_lower_modifier(c, m);
	if (!v || v->type.rank > MO_PROBES || !has_base(c, v, MO_B_ENUM, m, "stateSelect"))
		return false;
	if (!first_place(c, v, first))
		return true;
	if (!mo_evaluate(c, mo_elem(c, v, v->type.rank ? first : NULL), m->span, "stateSelect", &value))
		return false;
	if (value.type == SX_INTEGER && value.integer >= 1 && value.integer <= 5)
		*out = (sm_state_select)(value.integer - 1);
	return true;
}

static sx_ref zero_of(mo_context *c, mo_base base)
{
	switch (base) {
	case MO_B_REAL:
		return sx_real(c->pool, 0);
	case MO_B_INTEGER:
		return sx_int(c->pool, 0);
	case MO_B_ENUM:
		return sx_int(c->pool, 1);
	case MO_B_BOOLEAN:
	case MO_B_ACTIVATION:
		return sx_bool(c->pool, false);
	default:
		return sx_string(c->pool, "");
	}
}

/* Start values of elements that come from outside. */
static void give_starts(mo_context *c, const mo_item *item)
{
	sx_ref before = sm_var(c->model, item->variable)->start, zero = before ? before : zero_of(c, item->base);
	sx_ref after = mo_with_given_elements(c, item->variable, ".start", zero);
	if (after == zero)
		return;
	sm_edit(c->model, item->variable)->start = after;
	sm_edit(c->model, item->variable)->start_given = true;
}

/* Attributes are lowered into locals first: lowering may declare further variables, and the table moves when it grows.
 */
static bool attributes(mo_context *c, mo_item *item)
{
	sx_ref start = 0, min = 0, max = 0, nominal = 0, fixed = 0;
	const char *unit = "", *display_unit = "", *quantity = "";
	sm_state_select select = SM_SELECT_DEFAULT;
	bool mixed = false, ignored = false;
	sm_variable *v;
	/* a constant needs no start; that of its type may well be a constant of this type: Pressure(start = p_default) */
	bool ok = (item->variability == MO_CONSTANT || attribute(c, item, "start", item->base, &start)) &
			  attribute(c, item, "fixed", MO_B_BOOLEAN, &fixed) &
			  text_attribute(c, item, "quantity", &quantity, &ignored);

	if (item->base == MO_B_REAL || item->base == MO_B_INTEGER || item->base == MO_B_ENUM)
		ok &= attribute(c, item, "min", item->base, &min) & attribute(c, item, "max", item->base, &max);
	if (item->base == MO_B_REAL)
		ok &= attribute(c, item, "nominal", MO_B_REAL, &nominal) & text_attribute(c, item, "unit", &unit, &mixed) &
			  text_attribute(c, item, "displayUnit", &display_unit, &ignored) & select_attribute(c, item, &select);
	v = sm_edit(c->model, item->variable);
	v->start = start;
	v->start_given = start && !mo_attribute(c, item, "start")->of_type;
	if (c->given.n)
		give_starts(c, item);
	v->min = min;
	v->max = max;
	v->nominal = nominal;
	v->fixed = fixed;
	v->unit = unit;
	v->mixed_units = mixed;
	v->display_unit = display_unit;
	v->quantity = quantity;
	v->state_select = select;
	return ok;
}

/* The value that a record's binding gives to a field, at whatever depth: down the components between, element by
 * element. */
static mo_value *field_of(mo_context *c, mo_value *v, const mo_item *record, const mo_item *item)
{
	const mo_scope *scope = mo_whole_scope(item->scope);
	const mo_item *owner = scope->owner;

	if (!v || !owner)
		return NULL;
	if (owner != record)
		v = field_of(c, v, record, owner);
	if (v && owner->rank > 0 && v->type.rank > 0) {
		const mo_share *shares = mo_shares(c, owner, scope->element);
		sx_ref *at = sb_new_array(c->arena, sx_ref, owner->rank);
		bool symbolic = true;

		for (uint32_t d = 0; d < owner->rank; d++) {
			at[d] = mo_share_now(c, &shares[d]);
			symbolic &= sx_is_const(c->pool, at[d]);
		}
		if (!symbolic && c->needs_points && !mo_symbolic_in_front(c, v, owner->rank))
			*c->needs_points = true;
		v = mo_index(c, v, at, owner->rank);
	}
	return v ? mo_field(c, v, item->name) : NULL;
}

static mo_value *record_value(mo_context *c, mo_item *record)
{
	struct mo_flattening *f = mo_flattening_of(c);
	mo_value *v = c->point ? NULL : sb_map_find(&f->record_values, record);

	if (!v && record->binding) {
		v = mo_lower_modifier(c, record->binding);
		if (v && !c->point && !c->needs_points)
			sb_map_set(&f->record_values, record, v);
	}
	return v;
}

static mo_value *binding_value(mo_context *c, mo_item *item, sb_span *span, bool *broadcast)
{
	*broadcast = item->binding && item->binding->each;
	if (item->binding) {
		*span = item->binding->value ? item->binding->value->span : item->binding->span;
		return mo_lower_modifier(c, item->binding);
	}
	if (item->record_binding && item->record_binding->binding) {
		mo_value *whole = record_value(c, item->record_binding), *v;

		*span = item->record_binding->binding->span;
		if (!whole)
			return NULL;
		v = field_of(c, whole, item->record_binding, item);
		if (!v)
			sb_help(sb_report(c->diag, SB_ERROR, "M0408", *span, "the value of '%s' has no field '%s'",
					item->record_binding->full_name, item->name),
					"give a record that has all fields of the declared one");
		return v;
	}
	return NULL;
}

static bool is_bound(const mo_item *item)
{
	return item->binding || (item->record_binding && item->record_binding->binding);
}

/* fixed = false, or a condition that parameters make false: they are part of the structure then. */
static bool is_known_false(mo_context *c, sx_ref fixed)
{
	sx_value value;

	if (!fixed || sx_is_const(c->pool, fixed))
		return fixed && sx_int_value(c->pool, fixed) == 0;
	if ((sx_flags(c->pool, fixed) & SX_HAS_ITER) || !mo_try_evaluate(c, fixed, &value) || value.integer)
		return false;
	return mo_evaluate(c, fixed, (sb_span){0}, "the attribute 'fixed'", &value);
}

/* Common practice: a parameter that nobody gave a value runs with its start value (or 0), and the user is told. */
static bool unbound_parameter(mo_context *c, mo_item *item)
{
	bool is_false = is_known_false(c, sm_var(c->model, item->variable)->fixed);
	sm_variable *v = sm_edit(c->model, item->variable);
	sb_message *m;

	if (v->variability == SM_CONSTANT) {
		m = sb_report(c->diag, SB_ERROR, "M0404", v->span, "the constant '%s' has no value", item->full_name);
		sb_help(m, "write 'constant ... %s = value'", item->name);
		return false;
	}
	if (is_false)
		v->fixed = sx_bool(c->pool, false);
	if (is_false || v->count == 0)
		return true;
	v->binding = mo_with_given_elements(c, item->variable, "", v->start ? v->start : zero_of(c, item->base));
	const mo_item *type = mo_find_class_item(c, item->home, &item->ast->type);
	if (type && mo_is_inferred(type))
		return true;         /* who declares it cannot know a value */
	sb_text used = {0};
	sm_print_expr(c->model, v->start ? v->start : zero_of(c, item->base), &used);
	m = sb_report(c->diag, SB_WARNING, "M0403", v->span, "the parameter '%s' has no value: its %s %s is used",
				  item->full_name, v->start ? "start value" : "default value", used.at);
	sb_text_free(&used);
	if (*v->component)
		sb_help(m, "give it a value where '%s' is declared: %s(%s = value)", v->component, v->component, item->name);
	else
		sb_help(m, "give it a value where it is declared: %s = value", item->name);
	return true;
}

typedef struct culprit {
	mo_context *c;
	bool constant;
	uint32_t variable;
} culprit;

static bool find_culprit(void *context, const sx_pool *pool, sx_ref e)
{
	culprit *k = context;
	sm_variability v;

	if (sx_op_of(pool, e) != SX_VAR)
		return true;
	v = sm_var(k->c->model, sx_at(pool, e)->payload)->variability;
	if (v == SM_CONSTANT || (v == SM_PARAMETER && !k->constant))
		return true;
	k->variable = sx_at(pool, e)->payload;
	return false;
}

static bool value_is_early_enough(mo_context *c, mo_item *item, sx_ref value, sb_span span)
{
	bool constant = sm_var(c->model, item->variable)->variability == SM_CONSTANT;
	culprit k = {.c = c, .constant = constant, .variable = UINT32_MAX};
	sb_message *m;

	if (mo_is_parametric(c, value) && !constant)
		return true;
	sx_visit(c->pool, value, find_culprit, &k);
	if (k.variable == UINT32_MAX && mo_is_parametric(c, value))
		return true;
	m = sb_report(c->diag, SB_ERROR, "M0405", span, "the value of the %s '%s' depends on %s'%s'",
				  constant ? "constant" : "parameter", item->full_name,
				  k.variable == UINT32_MAX                                              ? ""
				  : sm_var(c->model, k.variable)->variability == SM_PARAMETER ? "the parameter "
																				: "the variable ",
				  k.variable == UINT32_MAX ? "time" : sm_var(c->model, k.variable)->name);
	sb_note(m,
			constant
				? "a constant never changes; a parameter may change before a run, and a variable during a run"
				: "the value of a parameter is known before the run begins");
	return false;
}

/* The value, where impure functions may or may not be called: see mo_may_be_impure. */
static mo_value *value_that_lasts(mo_context *c, mo_item *item, bool lasting, sb_span *span, bool *broadcast)
{
	bool before = c->lasting;
	mo_value *v;

	c->lasting = lasting;
	v = binding_value(c, item, span, broadcast);
	c->lasting = before;
	return v;
}

static bool parameter_binding(mo_context *c, mo_item *item)
{
	bool broadcast;
	sb_span span = item->ast->name_span;
	mo_value *v;
	sx_ref e;

	if (!is_bound(item))
		return item->base == MO_B_EXTERNAL_OBJECT ? mo_unbound_object(c, item) : unbound_parameter(c, item);
	v = value_that_lasts(c, item, sm_var(c->model, item->variable)->variability == SM_CONSTANT, &span, &broadcast);
	if (!v || !over_elements(c, item, v, item->base, broadcast, span,
							 sb_printf(c->arena, "the value of '%s'", item->full_name), &e))
		return false;
	if (!value_is_early_enough(c, item, e, span))
		return false;
	if (item->base == MO_B_EXTERNAL_OBJECT && !(e = mo_number_objects(c, item, e, span)))
		return false;
	sm_edit(c->model, item->variable)->binding = mo_with_given_elements(c, item->variable, "", e);
	sm_edit(c->model, item->variable)->binding_span = span;
	sm_edit(c->model, item->variable)->final |= item->binding && item->binding->final;
	return true;
}

bool mo_declare_binding(mo_context *c, mo_item *item)
{
	uint8_t *state = mo_binding_state(c, item);
	sm_variability kind;
	bool ok;

	if (!state)
		return false;
	switch (*state) {
	case MO_BUSY:
		sb_help(sb_report(c->diag, SB_ERROR, "M0402", item->ast->name_span, "the value of '%s' depends on itself",
				item->full_name),
				"give one of the parameters in this circle a number");
		*state = MO_FAILED;
		return false;
	case MO_DONE:
		return true;
	case MO_FAILED:
		return false;
	}
	*state = MO_BUSY;
	sx_ref *point = mo_suspend_point(c);
	bool *needs_points = c->needs_points;
	c->needs_points = NULL;
	ok = item->base == MO_B_EXTERNAL_OBJECT || attributes(c, item);
	kind = sm_var(c->model, item->variable)->variability;
	if (kind == SM_PARAMETER || kind == SM_CONSTANT)
		ok &= parameter_binding(c, item);
	mo_resume_point(c, point);
	c->needs_points = needs_points;
	state = mo_binding_state(c, item);      /* the table may have grown */
	*state = ok && *state == MO_BUSY ? MO_DONE : MO_FAILED;
	return *state == MO_DONE;
}

/* No equation gives it: it keeps its start value, or what is set from outside. */
static bool hold_input(mo_context *c, mo_item *item)
{
	sm_variable *v = sm_edit(c->model, item->variable);

	v->start = v->start ? v->start : zero_of(c, item->base);
	v->held = true;
	return true;
}

/* Does every variable below take its value from the binding of this record? */
static bool all_fields_bound(mo_context *c, const mo_item *record, const mo_item *item)
{
	const mo_items *fields = mo_members(c, item->type);

	for (uint32_t i = 0; i < fields->n; i++) {
		mo_item *field = fields->at[i];

		if (!mo_open(c, field, record->ast->name_span) || field->record_binding != record ||
			field->variability >= MO_PARAMETER)
			return false;
		if (field->base == MO_B_CLASS && (field->rank > 0 || !all_fields_bound(c, record, field)))
			return false;
	}
	return true;
}

/* r = f(x) sets all fields of r by one call, instead of one for each field. */
bool mo_flatten_record_binding(mo_context *c, mo_item *record)
{
	mo_destination p = {.c = c, .from_binding = true};
	mo_value *l, *r;

	mo_set_destination(&p, mo_whole_scope(record->scope), &c->model->equations);
	if (!record->binding || record->rank > 0 || record->variability >= MO_PARAMETER || !record->type ||
		!all_fields_bound(c, record, record))
		return true;
	r = record_value(c, record);
	l = r ? mo_lower_item(c, record) : NULL;
	if (!l)
		return false;
	if (!mo_fits(c, r, &l->type, record->binding->span, sb_printf(c->arena, "the value of '%s'", record->full_name)))
		return false;
	if (mo_equate_call(&p, &l, &r, 1, record->binding->span))
		sb_map_set(&mo_flattening_of(c)->called_records, record, record);
	return true;
}

static bool binding_equation(const mo_destination *p, void *context)
{
	mo_context *c = p->c;
	mo_item *item = context;
	bool broadcast;
	sb_span span;
	mo_value *l = mo_lower_inner(c, item), *r = value_that_lasts(c, item, true, &span, &broadcast);

	if (!l || !r)
		return false;
	if (broadcast && r->type.rank < l->type.rank)
		r = mo_fill(c, r, l->type.dims, l->type.rank - r->type.rank);
	if (!mo_fits(c, r, &l->type, span, sb_printf(c->arena, "the value of '%s'", item->full_name)))
		return false;
	return mo_equate(p, SM_EQUAL, l, r, span);
}

bool mo_flatten_binding(mo_context *c, mo_item *item)
{
	const sm_variable *v = sm_var(c->model, item->variable);
	mo_env env = {.scope = item->scope};
	mo_destination p = {.c = c, .env = &env, .from_binding = true};

	if (v->variability == SM_PARAMETER || v->variability == SM_CONSTANT)
		return true;
	if (item->record_binding && sb_map_find(&mo_flattening_of(c)->called_records, item->record_binding))
		return true;
	if (!is_bound(item))
		return v->causality == SM_INPUT ? hold_input(c, item) : true;
	if (item->variability == MO_DISCRETE && item->base == MO_B_REAL && !item->input) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0406", v->span,
								  "the discrete Real '%s' is set by its declaration, not in a when", item->full_name);

		sb_help(m, "set it in a when equation, or remove 'discrete'");
		return false;
	}
	mo_set_destination(&p, mo_whole_scope(item->scope), &c->model->equations);
	return mo_for_all_elements(&p, binding_equation, item);
}
