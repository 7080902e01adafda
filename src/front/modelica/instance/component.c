/* Opening a component: is it there, what is its class, how many are there, what gives it its value; its variable or its
 * scopes.
 */
#include <string.h>

#include "base/stop.h"
#include "front/modelica/instance/scope.h"

enum { LONGEST_ALIAS_CHAIN = 100 };

/* What a declaration says about its own element, as the innermost modification of it. */
static mo_modification *own_modification(mo_context *c, mo_element *e)
{
	mo_modification *ast = sb_map_find(&c->instances->own, e);
	if (ast)
		return ast;
	ast = sb_new(c->arena, mo_modification);
	ast->span = e->value && e->value_span.source ? e->value_span : e->name_span;
	ast->name_span = e->name_span;
	ast->name = sb_new_array(c->arena, const char *, 1);
	ast->name[0] = e->name;
	ast->name_n = 1;
	ast->args = e->args;
	ast->has_args = e->has_args;
	ast->value = e->value;
	sb_map_set(&c->instances->own, e, ast);
	return ast;
}

static void add_own(mo_context *c, mo_item *item)
{
	if (!item->ast->args.n && !item->ast->value)
		return;
	mo_modifier_list list = {0};
	mo_modification *ast = own_modification(c, item->ast);
	mo_modifier m = {.name = item->name, .ast = ast, .value = ast->value, .scope = item->home, .span = ast->span};
	mo_modifier *at = item->modifiers;
	for (; at && !at->weak; at = at->next)
		mo_list_add(c, &list, at);
	mo_list_add(c, &list, &m)->origin = NULL;
	mo_list_join(c, &list, at);
	item->modifiers = list.first;
}

/* Prefixes: a redeclaration inherits those it does not repeat; what is inside a record or connector has those of the
 * whole. */
static void set_prefixes(mo_item *item)
{
	const mo_element *a = item->ast, *d = item->declared;
	const mo_item *owner = mo_whole_scope(item->scope)->owner;
	item->variability = a->variability > d->variability ? a->variability : d->variability;
	item->flow = a->flow || d->flow;
	item->stream = a->stream || d->stream;
	item->input = a->input || (d->input && !a->output);
	item->output = a->output || (d->output && !a->input);
	if (!owner || owner->kind != MO_I_COMPONENT)
		return;
	if (owner->variability > item->variability)
		item->variability = owner->variability;
	const mo_scope *whole = mo_whole_scope(item->scope);
	if (!mo_is_record(whole) && !mo_is_connector(whole))
		return;
	item->flow |= owner->flow;
	item->stream |= owner->stream;
	item->input |= owner->input && !item->output;
	item->output |= owner->output && !item->input;
}

static bool set_present(mo_context *c, mo_item *item)
{
	const mo_element *with = item->declared;
	if (item->broken) {
		item->present = false;
		return true;
	}
	if (!with->condition || mo_whole_scope(item->scope)->use != MO_USE_MODEL)
		return true;
	return c->asks->boolean(c, item->scope, with->condition, "the condition of a component", &item->present);
}

/* ------------------------------------------------------------------------- the type */

/* What a type name comes to when short classes are followed: the class that is not one, with the dimensions and
 * prefixes met on the way. */
typedef struct type_use {
	mo_item *first, *last;
	sb_vec(mo_dim) dims;
	bool input, output, flow, stream;
} type_use;

static void add_dims(mo_context *c, type_use *use, const mo_exprs *sizes, mo_scope *scope)
{
	for (uint32_t i = 0; i < sizes->n; i++) {
		mo_dim d = {sizes->at[i], scope};
		sb_push(c->arena, use->dims, d);
	}
}

/* type A extends B; end A: with the dimensions of B. */
static bool add_type_dims(mo_context *c, type_use *use, sb_span at)
{
	if (!mo_open(c, use->last, at))
		return false;
	for (const mo_scope *s = use->last->class_scope; s; s = mo_renamed(s))
		for (uint32_t i = 0; i < s->dim_count; i++) {
			mo_dim d = {s->dims[i], s->dims_scope};
			sb_push(c->arena, use->dims, d);
		}
	return true;
}

static bool resolve_type(mo_context *c, mo_item *item, type_use *use)
{
	mo_element *e = item->ast;
	if (e->dims.n || e->type_dims.n || e == item->declared) {
		add_dims(c, use, &e->dims, item->home);
		add_dims(c, use, &e->type_dims, item->home);
	} else {
		add_dims(c, use, &item->declared->dims, item->scope);
		add_dims(c, use, &item->declared->type_dims, item->scope);
	}
	use->first = use->last = mo_find_class_item(c, item->home, &e->type);
	for (int i = 0; use->last; i++) {
		if (use->last->ast->outer && !mo_open(c, use->last, e->type.span))
			return false;
		if (use->last->outer_of)
			use->last = use->last->outer_of;
		use->first = i ? use->first : use->last;
		if (use->last->declared->replaceable && !mo_open(c, use->last, e->type.span))
			return false;
		mo_class *def = use->last->ast->class_def;
		if (def && def->form == MO_FORM_LONG && def->restriction == MO_TYPE)
			return add_type_dims(c, use, e->type.span);
		if (!def || def->form != MO_FORM_SHORT)
			return true;
		if (i > LONGEST_ALIAS_CHAIN) {
			if (mo_first_report(c, def))
				sb_help(sb_report(c->diag, SB_ERROR, "M0218", def->name_span, "'%s' is defined by itself", def->name),
						"define it by another type");
			return false;
		}
		add_dims(c, use, &def->base_dims, use->last->home);
		use->input |= def->base_input;
		use->output |= def->base_output;
		use->flow |= def->base_flow;
		use->stream |= def->base_stream;
		use->last = mo_find_class_item(c, use->last->home, &def->base);
	}
	return false;
}

static bool is_simple(const type_use *use)
{
	const mo_class *def = use->last->ast->class_def;
	return !def || def->form == MO_FORM_ENUMERATION || def->restriction == MO_TYPE;
}

static bool check_kind(mo_context *c, const mo_item *item, const mo_item *type, bool in_function)
{
	const mo_class *def = type->ast->class_def;
	if (!def)
		return true;
	bool wrong = def->restriction == MO_PACKAGE || def->restriction == MO_OPERATOR ||
				 ((def->restriction == MO_FUNCTION || def->restriction == MO_OPERATOR_FUNCTION) && !in_function);
	if (wrong) {
		if (mo_first_report(c, item->ast)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0204", item->ast->type.span,
									  "'%s' is a %s and cannot be the class of a component", type->name,
									  mo_restriction_text(def->restriction));
			sb_also(m, def->name_span, "'%s' is declared here", type->name);
			sb_help(m, "components are of models, blocks, connectors, records and types");
		}
		return false;
	}
	if (!def->is_partial || in_function)
		return true;
	if (mo_first_report(c, item->ast)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0206", item->ast->type.span,
								  "'%s' is partial and cannot be the class of a component", type->name);
		sb_also(m, def->name_span, "'%s' is declared partial here", type->name);
		sb_help(m,
				item->declared->replaceable ? "redeclare '%s' with a class that is not partial"
											: "use a class that extends it for '%s'",
				item->name);
	}
	return false;
}

static bool report_recursion(mo_context *c, const mo_item *item, const mo_class *def)
{
	if (mo_first_report(c, item->ast)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0217", item->ast->span, "'%s' contains itself through '%s'",
								  def->name, item->full_name);
		sb_also(m, def->name_span, "'%s' is declared here", def->name);
		sb_help(m, "make the component conditional, so that the nesting ends");
	}
	return true;
}

/* A class that contains itself; through a conditional component or an array it may come to an end. */
static bool contains_itself(mo_context *c, const mo_item *item, const mo_class *def)
{
	for (const mo_item *at = item; at && at->kind == MO_I_COMPONENT; at = mo_whole_scope(at->scope)->owner) {
		if (at->declared->condition || at->declared->dims.n)
			return false;
		if (def && mo_whole_scope(at->scope)->class_def == def)
			return report_recursion(c, item, def);
	}
	return false;
}

/* ------------------------------------------------------------------------- the value */

static void set_binding(mo_item *item)
{
	for (mo_modifier *m = item->modifiers; m; m = m->next) {
		if (!mo_modifier_is_last(m) || !(m->value || m->is_break))
			continue;
		item->binding = m->is_break ? NULL : m;
		break;
	}
}

/* A record that is bound as a whole gives its fields their values, but for those modified from further out than the
 * binding. */
static void set_record_binding(mo_item *item)
{
	mo_item *owner = mo_whole_scope(item->scope)->owner;
	if (!owner || owner->kind != MO_I_COMPONENT || !(owner->binding || owner->record_binding))
		return;
	if ((item->ast->final || item->ast->variability == MO_CONSTANT) && item->ast->value)
		return;
	mo_item *from = owner->record_binding ? owner->record_binding : owner;
	const mo_modifier *m = item->binding;
	for (mo_item *at = owner; m; at = mo_whole_scope(at->scope)->owner) {
		m = m->parent;
		if (at == from)
			break;
	}
	if (m && m->order < from->binding->order)
		return;
	item->record_binding = from;
	item->binding = NULL;
}

static bool check_binding(mo_context *c, const mo_item *item)
{
	if (item->base != MO_B_CLASS || !item->binding || !item->type || mo_is_record(item->type))
		return true;
	if (mo_scope_restriction(item->type) == MO_FUNCTION || !mo_first_report(c, item->binding->ast))
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0226", item->binding->span,
							  "'%s' is a %s and cannot be given a value as a whole", item->full_name,
							  mo_restriction_text(mo_scope_restriction(item->type)));
	sb_help(m, "only variables and records have values; modify its elements instead: %s(x = ...)", item->name);
	return false;
}

/* ------------------------------------------------------------------------ its scopes */

static const char *element_name(mo_context *c, const mo_item *item, const mo_share *subscripts)
{
	sb_text text = {0};
	sb_addf(&text, "%s[", item->full_name);
	for (uint32_t i = 0; i < item->rank; i++)
		sb_addf(&text, "%s%lld", i ? "," : "", (long long)subscripts[i].at);
	sb_add(&text, "]");
	return sb_intern_text(c->names, &text);
}

static mo_scope *make_element(mo_context *c, mo_item *item, mo_item *type, uint32_t element, mo_use use)
{
	bool array = item->rank && item->shape;
	mo_share *subscripts = array ? mo_shares(c, item, element) : NULL;
	const char *prefix = array && !item->family ? element_name(c, item, subscripts) : item->full_name;
	mo_modifier *inner = mo_nested_modifiers(c, item->modifiers, subscripts, array ? item->rank : 0);
	mo_scope *scope = mo_make_scope(c, type, inner, item, prefix, use);
	if (scope->base == MO_B_CLASS)
		mo_check_each(c, item, inner);
	scope->element = element;
	mo_elaborate(scope);
	return scope;
}

static bool make_scopes(mo_context *c, mo_item *item, mo_item *type, mo_use use)
{
	bool family = item->rank && item->shape && mo_make_family(c, item, use);
	if (!item->rank || !item->shape || family) {
		item->type = make_element(c, item, type, 0, use);
		if (!family || item->type->base == MO_B_CLASS)
			return true;
		/* connector C extends Real: the dimensions are those of a variable */
		item->family = false;
		item->axis_count = 0;
	}
	item->type = make_element(c, item, type, 0, item->count ? use : MO_USE_FUNCTION);
	if (item->type->base != MO_B_CLASS || !item->count)
		return true;
	if (item->count > MO_MOST_ELEMENTS) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0228", item->ast->name_span, "'%s' has %u components, more than %d",
						  item->full_name, item->count, MO_MOST_ELEMENTS),
				"each of them would be a component of its own; use an array of variables in one component");
		return false;
	}
	item->elements = sb_new_array(c->arena, mo_scope *, item->count);
	item->elements[0] = item->type;
	for (uint32_t i = 1; i < item->count; i++)
		item->elements[i] = make_element(c, item, type, i, use);
	return true;
}

static void declare(mo_context *c, mo_item *item, mo_use use)
{
	/* 3.6, 12.9.7: made once, before the first use, and never changed */
	if (item->base == MO_B_EXTERNAL_OBJECT && item->variability < MO_PARAMETER)
		item->variability = MO_PARAMETER;
	if (item->base != MO_B_REAL && item->variability == MO_CONTINUOUS && item->base != MO_B_CLASS)
		item->variability = MO_DISCRETE;
	mo_check_attributes(c, item);
	bool wanted = use == MO_USE_MODEL || (use == MO_USE_CLASS && item->variability >= MO_PARAMETER);
	if (use == MO_USE_MODEL && item->variability < MO_PARAMETER && mo_is_in_bus(item))
		return;      /* whether it is there, and how large, is known when all connections are */
	if (wanted && c->model)
		item->variable = mo_declare(c, item);
}

static bool open_type(mo_context *c, mo_item *item, mo_use use)
{
	type_use type = {0};
	if (!resolve_type(c, item, &type))
		return false;
	item->input |= type.input && !item->output;
	item->output |= type.output && !item->input;
	item->flow |= type.flow;
	item->stream |= type.stream;
	if (!check_kind(c, item, type.first, use != MO_USE_MODEL) || !check_kind(c, item, type.last, use != MO_USE_MODEL) ||
		contains_itself(c, item, type.first->ast->class_def))
		return false;
	item->dims = type.dims.at;
	item->rank = type.dims.n;
	set_binding(item);
	set_record_binding(item);
	item->count = 1;
	if (use != MO_USE_FUNCTION && item->rank && !mo_size_component(c, item))
		return false;
	if (is_simple(&type)) {
		if (!mo_open(c, type.first, item->ast->type.span))
			return false;
		item->type = type.first->class_scope;
	} else if (!make_scopes(c, item, type.first, use)) {
		return false;
	}
	item->base = item->type->base;
	if (mo_is_expandable(mo_whole_scope(item->scope)))
		item->input = item->output = false;      /* 3.6, 9.1.3: follows from the connections */
	if (use == MO_USE_MODEL && mo_is_expandable(item->type))
		for (uint32_t i = 0; i < (item->elements ? item->count : 1); i++)
			sb_push(c->arena, c->buses, item->elements ? item->elements[i] : item->type);
	return !item->type->incomplete;
}

bool mo_open_component(mo_context *c, mo_item *item, sb_span at)
{
	mo_scope *whole = mo_whole_scope(item->scope);
	if (!mo_enter(c, at))
		return false;
	item->full_name =
		*whole->prefix ? sb_intern(c->names, sb_printf(c->arena, "%s.%s", whole->prefix, item->name)) : item->name;
	sb_doing("instantiating components", item->full_name);
	set_prefixes(item);
	mo_check_finals(c, item);
	bool ok = set_present(c, item), outer = item->declared->outer || item->ast->outer,
		 inner = mo_is_inner(item);
	if (ok && item->present && outer && whole != c->root)
		ok = mo_open_outer(c, item);
	mo_item *outer_of = item->outer_of;
	if (ok && item->present && (!outer || inner || whole == c->root)) {
		add_own(c, item);
		ok = open_type(c, item, (mo_use)whole->use) && mo_check_constraint(c, item) && check_binding(c, item);
		if (ok)
			mo_check_prefixes(c, item);
		item->outer_of = outer_of;
		item->state = ok ? MO_DONE : MO_FAILED;
		if (ok && item->base != MO_B_CLASS)
			declare(c, item, (mo_use)whole->use);
	}
	mo_leave(c);
	return ok;
}
