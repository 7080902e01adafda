/* R(m), where m is a component of a model, block or connector: its public components as a record R (3.6, 12.6.1).
 *
 * Each field of R is the component of m with the same name; where that is a model, block or connector itself, it is
 * cast to the record that the field is. Arrays of components give arrays of records. */
#include "front/modelica/function/function_inside.h"

enum { DEEPEST_CAST = 50 };

/* The component that a reference names, if it is one of a model, block or connector; else NULL, and nothing is said. */
static mo_item *component_of(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_item *item = NULL;

	if (e->kind != MO_E_REF || env->procedure || e->global)
		return NULL;
	for (const mo_bound *b = env->bound; b; b = b->next)
		if (b->name == e->parts.at[0].name)
			return NULL;
	for (uint32_t i = 0; i < e->parts.n; i++) {
		item = item ? item->type ? mo_member(item->type, e->parts.at[i].name) : NULL
					: mo_lookup(env->scope, e->parts.at[i].name);
		if (!item || item->kind != MO_I_COMPONENT || !mo_open(c, item, e->span))
			return NULL;
		item = item->outer_of ? item->outer_of : item;
	}
	return item && item->base == MO_B_CLASS && item->type && !mo_is_record(item->type) ? item : NULL;
}

static mo_value *refuse(mo_context *c, const mo_expr *e, const mo_item *of, const char *record, const mo_item *field,
						const char *why)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0627", e->span,
							  "'%s' cannot be made into a record '%s': its component '%s' %s", of->full_name, record,
							  field->name, why);

	sb_also(m, field->ast->name_span, "the record has it");
	sb_help(m, "each component of the record that has no default must be a public, unconditional one of '%s'",
			of->full_name);
	return NULL;
}

static mo_value *cast_to(mo_context *c, const mo_env *env, const mo_expr *e, mo_item *of, mo_scope *record,
						 uint32_t depth);

static mo_expr *member_of(mo_context *c, const mo_expr *e, const char *name)
{
	mo_expr *of = sb_new(c->arena, mo_expr);
	mo_part part = { .name = name, .span = e->span };

	*of = *e;
	of->parts.at = NULL;
	of->parts.n = of->parts.cap = 0;
	for (uint32_t i = 0; i < e->parts.n; i++)
		sb_push(c->arena, of->parts, e->parts.at[i]);
	sb_push(c->arena, of->parts, part);
	return of;
}

/* The default of a field, read with the fields that are known as names; of an array of records that of the record at
 * `at`. */
static mo_value *default_at(mo_context *c, const mo_items *fields, mo_value **values, uint32_t i, const sx_ref *at,
							uint32_t lead)
{
	const mo_modifier *m = fields->at[i]->binding;
	mo_env env = { .scope = m->scope };
	mo_bound *bound = sb_new_array(c->arena, mo_bound, fields->n + 1);

	for (uint32_t k = 0; k < fields->n; k++) {
		if (!values[k])
			continue;
		bound[k] = (mo_bound){.name = fields->at[k]->name,
							  .whole = lead ? mo_index(c, values[k], at, lead) : values[k],
							  .next = env.bound};
		env.bound = &bound[k];
	}
	return mo_lower(c, &env, m->value);
}

static mo_value *default_of(mo_context *c, const mo_items *fields, mo_value **values, uint32_t i, const sx_ref *dims,
							uint32_t lead)
{
	uint32_t shape[8], n = 1;
	mo_value **items;

	if (!lead)
		return default_at(c, fields, values, i, NULL, 0);
	for (uint32_t d = 0; d < lead; d++) {
		if (lead > 8 || !sx_is_const(c->pool, dims[d]))
			return default_at(c, fields, values, i, NULL, 0);
		n *= shape[d] = (uint32_t)sx_int_value(c->pool, dims[d]);
	}
	items = sb_new_array(c->arena, mo_value *, n + 1);
	for (uint32_t k = 0; k < n; k++) {
		sx_ref at[8];
		for (uint32_t d = lead, rest = k; d-- > 0; rest /= shape[d])
			at[d] = sx_int(c->pool, rest % shape[d] + 1);
		if (!(items[k] = default_at(c, fields, values, i, at, lead)))
			return NULL;
	}
	return n ? mo_value_list(c, items, n, shape, lead, &items[0]->type) : default_at(c, fields, values, i, NULL, 0);
}

static mo_value *cast_field(mo_context *c, const mo_env *env, const mo_expr *e, mo_item *of, mo_scope *record,
							mo_item *field, uint32_t depth)
{
	mo_item *member = mo_member(of->type, field->name);
	const char *name = record->class_def ? record->class_def->name : "record";

	if (member && member->kind != MO_I_COMPONENT)
		member = NULL;
	if (!member)
		return refuse(c, e, of, name, field, "is missing");
	if (!mo_open(c, member, e->span))
		return NULL;
	if (member->is_protected)
		return refuse(c, e, of, name, field, "is protected");
	if (member->ast->condition)
		return refuse(c, e, of, name, field, "is conditional");
	const mo_expr *reference = member_of(c, e, field->name);
	if (member->base == MO_B_CLASS && member->type && !mo_is_record(member->type) && field->base == MO_B_CLASS &&
		field->type)
		return cast_to(c, env, reference, member, field->type, depth + 1);
	mo_value *v = mo_lower_reference(c, env, reference);
	if (!v)
		return NULL;
	mo_value_type wanted = mo_type_of(field->base, field->type ? field->type->enumeration : 0, field->rank,
									  sb_new_array(c->arena, sx_ref, field->rank));
	wanted.record = field->base == MO_B_CLASS ? field->type : NULL;
	for (uint32_t d = 0; d < field->rank && field->shape; d++)
		wanted.dims[d] = sx_int(c->pool, field->shape[d]);
	mo_value behind = *v;
	uint32_t lead = v->type.rank > wanted.rank ? v->type.rank - wanted.rank : 0;
	if (lead) {                      /* a scalar has no sizes at all */
		behind.type.rank -= lead;
		behind.type.dims += lead;
	}
	if (!mo_fits(c, &behind, &wanted, e->span,
				 sb_printf(c->arena, "the component '%s' of '%s'", field->name, of->full_name)))
		return NULL;
	return mo_cast(c, v, field->base);
}

static mo_value *cast_to(mo_context *c, const mo_env *env, const mo_expr *e, mo_item *of, mo_scope *record,
						 uint32_t depth)
{
	mo_items fields = {0};
	uint32_t lead = 0;
	bool known = false;
	sx_ref *dims = NULL;

	mo_components(record, &fields);
	mo_value **values = sb_new_array(c->arena, mo_value *, fields.n + 1);
	const char **names = sb_new_array(c->arena, const char *, fields.n + 1);
	bool *given = sb_new_array(c->arena, bool, fields.n + 1);
	for (uint32_t i = 0; i < fields.n; i++) {
		mo_item *field = fields.at[i];
		names[i] = field->name;
		if (!mo_open(c, field, e->span) || depth > DEEPEST_CAST)
			return NULL;
		given[i] = mo_member(of->type, field->name) || !field->binding || !field->binding->value;
		if (!given[i])
			continue;
		if (!(values[i] = cast_field(c, env, e, of, record, field, depth)))
			return NULL;
		if (!known) {
			lead = values[i]->type.rank - field->rank;
			dims = values[i]->type.dims;
			known = true;
		}
	}
	for (uint32_t i = 0; i < fields.n; i++)
		if (!given[i] && !(values[i] = default_of(c, &fields, values, i, dims, lead)))
			return NULL;
	return mo_value_record(c, record, lead, dims, names, values, fields.n);
}

bool mo_lower_cast(mo_context *c, const mo_env *env, const mo_expr *call, mo_scope *record, mo_value **out)
{
	mo_item *of = call->a.n == 1 && !call->named.n ? component_of(c, env, call->a.at[0]) : NULL;

	if (of)
		*out = cast_to(c, env, call->a.at[0], of, record, 0);
	return of != NULL;
}
