/* What a class of each kind may contain: records and connectors have no equations and nothing protected, packages only
 * constants, enumerations no literal twice. Looked at once a class, when it is first used.
 */
#include <string.h>

#include "front/modelica/instance/scope.h"

static const char *const reserved[] = {"Real", "Integer", "Boolean", "String"};

static bool is_reserved(const char *name)
{
	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
		if (strcmp(name, reserved[i]) == 0)
			return true;
	return false;
}

static void check_name(mo_context *c, const char *name, sb_span span)
{
	if (!name || !span.source || !is_reserved(name) ||
		!mo_first_report(c, sb_intern(c->names, sb_printf(c->arena, "%s %u", name, span.start))))
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0240", span,
							  "'%s' is the name of a predefined type and cannot be declared again", name);
	sb_help(m, "use another name");
}

static void report_content(mo_context *c, const mo_class *def, sb_span span, const char *what)
{
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0241", span, "%s cannot have %s", mo_a_restriction(def->restriction), what);
	sb_also(m, def->name_span, "'%s' is declared here", def->name);
	sb_help(m, "remove it, or make '%s' a class of another kind", def->name);
}

static const char *prefix_of(const mo_element *e)
{
	return e->flow     ? "flow"
		   : e->stream ? "stream"
		   : e->input  ? "input"
		   : e->output ? "output"
		   : e->inner  ? "inner"
		   : e->outer  ? "outer"
					   : NULL;
}

static bool extends_something(const mo_class *def)
{
	for (uint32_t i = 0; i < def->elements.n; i++)
		if (def->elements.at[i]->kind == MO_EL_EXTENDS)
			return true;
	return false;
}

static void check_component(mo_context *c, const mo_class *def, const mo_element *e)
{
	const char *prefix = prefix_of(e);
	switch (def->restriction) {
	case MO_PACKAGE:
		if (e->variability != MO_CONSTANT) {
			report_content(c, def, e->name_span, "components that are not constant");
		}
		break;
	case MO_OPERATOR:
		report_content(c, def, e->name_span, "components");
		break;
	case MO_TYPE:
		if (!extends_something(def))      /* otherwise it is reported with what it extends (M0236) */
			report_content(c, def, e->name_span, "components");
		break;
	case MO_RECORD:
	case MO_OPERATOR_RECORD:
		if (e->is_protected)
			report_content(c, def, e->name_span, "protected components");
		if (prefix)
			report_content(c, def, e->name_span, sb_printf(c->arena, "components with the prefix '%s'", prefix));
		break;
	case MO_CONNECTOR:
		if (e->is_protected)
			report_content(c, def, e->name_span, "protected components");
		if (e->inner || e->outer)
			report_content(c, def, e->name_span, "inner or outer components");
		if (e->flow && def->expandable)
			report_content(c, def, e->name_span, "components with the prefix 'flow', because it is expandable");
		break;
	case MO_MODEL:
	case MO_BLOCK:
	case MO_CLASS:
		if (strcmp(e->name, "time") == 0)
			sb_help(sb_report(c->diag, SB_ERROR, "M0240", e->name_span,
							  "'time' is predefined in every model and cannot be declared again"), "use another name");
		break;
	default:
		break;
	}
}

static void check_external(mo_context *c, const mo_class *def)
{
	bool function = def->restriction == MO_FUNCTION || def->restriction == MO_OPERATOR_FUNCTION;

	bool block = def->restriction == MO_MODEL || def->restriction == MO_BLOCK || def->restriction == MO_CLASS;

	if (def->external && !function && !block)      /* a block may be one in C */
		report_content(c, def, def->external_span, "an external function");
	for (uint32_t i = 0; def->external && function && i < def->sections.n; i++)
		if (def->sections.at[i].algorithm) {
			sb_help(sb_report(c->diag, SB_ERROR, "M0550", def->sections.at[i].span,
							  "'%s' has an algorithm, and is an external function too", def->name),
					"remove the algorithm, or the external function");
			return;
		}
}

static void check_sections(mo_context *c, const mo_class *def)
{
	mo_restriction r = def->restriction;
	bool none = r == MO_RECORD || r == MO_OPERATOR_RECORD || r == MO_CONNECTOR || r == MO_PACKAGE || r == MO_TYPE ||
				r == MO_OPERATOR;
	if (none && def->sections.n)
		report_content(c, def, def->sections.at[0].span, def->sections.at[0].algorithm ? "algorithms" : "equations");
}

static void check_literals(mo_context *c, const mo_class *def)
{
	for (uint32_t i = 0; i < def->literals.n; i++) {
		const mo_enum_literal *a = &def->literals.at[i];
		if (mo_is_attribute(MO_B_ENUM, a->name)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0242", a->span,
									  "'%s' is an attribute of enumerations and cannot be a literal", a->name);
			sb_help(m, "use another name");
		}
		for (uint32_t k = 0; k < i; k++) {
			if (def->literals.at[k].name != a->name)
				continue;
			sb_message *m =
				sb_report(c->diag, SB_ERROR, "M0205", a->span, "the literal '%s' is declared twice", a->name);
			sb_also(m, def->literals.at[k].span, "'%s' is declared here already", a->name);
			sb_help(m, "rename one of the two");
			break;
		}
	}
}

void mo_check_content(mo_context *c, const mo_class *def)
{
	if (!def->name_span.source)
		return;
	check_name(c, def->name, def->name_span);
	check_sections(c, def);
	check_external(c, def);
	check_literals(c, def);
	for (uint32_t i = 0; i < def->elements.n; i++) {
		const mo_element *e = def->elements.at[i];
		if (e->kind == MO_EL_COMPONENT || e->kind == MO_EL_CLASS)
			check_name(c, e->name, e->name_span);
		if (e->kind == MO_EL_COMPONENT && e->name)
			check_component(c, def, e);
		bool function = e->class_def &&
						(e->class_def->restriction == MO_FUNCTION || e->class_def->restriction == MO_OPERATOR_FUNCTION);
		if (def->restriction == MO_OPERATOR && e->kind == MO_EL_CLASS && !function)
			report_content(c, def, e->name_span, "classes that are not functions");
		if (e->class_def && def->restriction != MO_OPERATOR_RECORD &&
			(e->class_def->restriction == MO_OPERATOR ||
			 (e->class_def->restriction == MO_OPERATOR_FUNCTION && def->restriction != MO_OPERATOR)))
			report_content(c, def, e->name_span, "operators, which belong in operator records");
	}
}

static bool is_function(const mo_element *e)
{
	return e->kind == MO_EL_CLASS && e->class_def && e->class_def->restriction == MO_FUNCTION;
}

static void report_object(mo_context *c, const mo_class *def, sb_span span, const char *wrong)
{
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0593", span, "the class of external objects '%s' %s", def->name, wrong);
	sb_help(m,
			"declare it as: class %s extends ExternalObject; function constructor ... end constructor; function "
			"destructor ... end "
			"destructor; end %s;",
			def->name, def->name);
}

/* 3.6, 12.9.7: exactly two functions, constructor and destructor, neither of them replaceable, and nothing else. */
void mo_check_object(mo_context *c, const mo_class *def)
{
	bool constructor = false, destructor = false;
	if (!mo_first_report(c, &def->elements))
		return;
	if (def->restriction != MO_CLASS) {
		report_object(c, def, def->name_span, "is not declared with 'class'");
		return;
	}
	for (uint32_t i = 0; i < def->elements.n; i++) {
		const mo_element *e = def->elements.at[i];
		if (e->kind != MO_EL_COMPONENT && e->kind != MO_EL_CLASS)
			continue;
		bool one = is_function(e) && strcmp(e->name, "constructor") == 0,
			 other = is_function(e) && strcmp(e->name, "destructor") == 0;
		if (!one && !other) {
			report_object(c, def, e->name_span, sb_printf(c->arena, "cannot hold '%s'", e->name ? e->name : "?"));
			return;
		}
		if (e->replaceable) {
			report_object(c, def, e->name_span, sb_printf(c->arena, "has a replaceable %s", e->name));
			return;
		}
		constructor |= one;
		destructor |= other;
	}
	if (!constructor || !destructor)
		report_object(c, def, def->name_span, constructor ? "has no destructor" : "has no constructor");
}

/* A class that extends a simple type or an array is that type, and can have nothing beside it. */
void mo_check_simple(mo_scope *scope)
{
	mo_context *c = scope->context;
	if (scope->class_def->form == MO_FORM_SHORT)
		return;
	const mo_scope *simple = NULL;
	bool array = false;
	for (uint32_t i = 0; i < scope->bases.n; i++) {
		const mo_scope *b = scope->bases.at[i];
		bool sized = mo_type_rank(b) > 0;
		const mo_class *d = b->class_def;
		bool prefixed = d && (d->base_input || d->base_output || d->base_flow || d->base_stream);
		if (sized || prefixed || (b->base != MO_B_CLASS && b->base != MO_B_EXTERNAL_OBJECT))
			simple = b;
		array |= sized;
	}
	bool more = scope->bases.n > 1;
	for (uint32_t i = 0; i < scope->items.n; i++)
		more |= scope->items.at[i]->kind == MO_I_COMPONENT;
	if (!simple || (!more && (!array || scope->class_def->restriction == MO_TYPE)) ||
		!mo_first_report(c, &scope->class_def->literals))
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0236", scope->class_def->name_span,
							  "'%s' extends '%s', which is %s, so it cannot %s", scope->class_def->name,
							  mo_class_text((mo_scope *)simple), array ? "an array" : "a simple type or has a prefix",
							  more ? "have other elements" : "be declared with this kind of class");
	sb_help(m, "make it a component instead of extending it, or write `type A = B;`");
}

uint32_t mo_type_rank(const mo_scope *type)
{
	uint32_t rank = 0;
	for (; type; type = mo_renamed(type))
		rank += type->dim_count;
	return rank;
}

const mo_scope *mo_renamed(const mo_scope *type)
{
	if (!type->class_def || type->bases.n != 1)
		return NULL;
	return type->class_def->form == MO_FORM_SHORT || type->class_def->restriction == MO_TYPE ? type->bases.at[0] : NULL;
}

bool mo_is_package_like(mo_scope *scope)
{
	if (mo_scope_restriction(scope) == MO_PACKAGE || scope->base != MO_B_CLASS || scope->state != MO_DONE)
		return true;
	for (uint32_t i = 0; i < scope->items.n; i++)
		if (scope->items.at[i]->kind == MO_I_COMPONENT && scope->items.at[i]->ast->variability != MO_CONSTANT)
			return false;
	for (uint32_t i = 0; i < scope->bases.n; i++)
		if (!mo_is_package_like(scope->bases.at[i]))
			return false;
	return true;
}

/* ------------------------------------------------------------------ prefixes of components */

static void report_prefix(mo_context *c, const mo_item *item, const char *prefix, const char *why)
{
	if (!mo_first_report(c, item->ast))
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0246", item->ast->name_span, "'%s' cannot have the prefix '%s'",
							  item->name, prefix);
	sb_note(m, "%s", why);
}

/* Flows are added up to zero. */
static void check_sum(mo_context *c, const mo_item *item)
{
	static const char *const needed[] = {"'0'", "'+'", "'-'"};
	for (uint32_t i = 0; i < 3; i++)
		if (!mo_member(item->type, sb_intern(c->names, needed[i])))
			report_prefix(c, item, "flow", sb_printf(c->arena, "'%s' has no operator %s, which flows need",
													 mo_class_text(item->type), needed[i]));
}

/* Prefixes are for variables, records and connectors; flow and stream for Real ones; and not twice. */
void mo_check_prefixes(mo_context *c, const mo_item *item)
{
	static const char *const variabilities[] = {"", "discrete", "parameter", "constant"};
	const mo_element *e = item->ast;
	const mo_item *owner = mo_whole_scope(item->scope)->owner;
	const char *prefix = e->inner || e->outer ? NULL : prefix_of(e);
	mo_restriction r = item->type ? mo_scope_restriction(item->type) : MO_TYPE;
	if (item->base == MO_B_CLASS && (r == MO_MODEL || r == MO_BLOCK) && (prefix || e->variability))
		report_prefix(c, item, prefix ? prefix : variabilities[e->variability],
					  "it is a component of a model, and only variables, records and connectors have prefixes");
	if (item->base == MO_B_CLASS && r == MO_CONNECTOR && e->variability >= MO_PARAMETER)
		report_prefix(c, item, variabilities[e->variability],
					  "a connector as a whole is neither parameter nor constant");
	if (e->flow && r == MO_OPERATOR_RECORD)
		check_sum(c, item);
	if ((e->flow || e->stream) && item->base != MO_B_REAL && item->base != MO_B_CLASS)
		report_prefix(c, item, prefix, "only Real variables can have this prefix");
	/* 3.6, 4.6: what records and connectors may have as components */
	mo_restriction in = mo_scope_restriction(item->scope);
	bool record = in == MO_RECORD || in == MO_OPERATOR_RECORD;
	if (item->base == MO_B_CLASS && (record || in == MO_CONNECTOR) &&
		(r == MO_MODEL || r == MO_BLOCK || (record && r == MO_CONNECTOR)) && mo_first_report(c, item->ast))
		report_content(c, item->scope->class_def, item->ast->name_span,
					   sb_printf(c->arena, "components that are %ss", mo_restriction_text(r)));
	/* 3.6, 15.1: only in connectors */
	if (e->stream && !record && !mo_is_connector(mo_whole_scope(item->scope)))
		report_prefix(c, item, "stream", "stream variables are declared in connectors only");
	if (!prefix || !owner || owner->kind != MO_I_COMPONENT ||
		(!mo_is_connector(owner->type ? owner->type : item->scope) && !(owner->type && mo_is_record(owner->type))))
		return;
	if ((e->flow || e->stream) && (owner->flow || owner->stream))
		report_prefix(c, item, prefix,
					  sb_printf(c->arena, "it is part of '%s', which already has a prefix of this kind", owner->name));
	if ((e->input || e->output) && (owner->input || owner->output))
		report_prefix(c, item, prefix,
					  sb_printf(c->arena, "it is part of '%s', which is already an input or output", owner->name));
}

static const mo_item *without_direction(mo_scope *connector, int depth)
{
	mo_items items = {0};
	mo_components(connector, &items);
	for (uint32_t i = 0; i < items.n; i++) {
		const mo_item *item = items.at[i];
		if (item->state != MO_DONE || !item->present || item->variability >= MO_PARAMETER || item->input ||
			item->output)
			continue;
		const mo_item *inner =
			item->base == MO_B_CLASS && item->type && depth ? without_direction(item->type, depth - 1) : item;
		if (inner)
			return inner;
	}
	return NULL;
}

/* What goes in and out of a block is known from its class: all public variables of its connectors are inputs or
 * outputs. */
void mo_check_block(mo_context *c, mo_item *item)
{
	const mo_scope *whole = mo_whole_scope(item->scope);
	if (mo_scope_restriction(whole) != MO_BLOCK || item->is_protected || !item->type || !mo_is_connector(item->type) ||
		item->input || item->output || item->type->class_def->expandable)
		return;
	const mo_item *wrong = without_direction(item->type, 10);
	if (!wrong || !mo_first_report(c, item->declared))
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0248", item->declared->name_span,
							  "'%s' of the block '%s' is neither input nor output",
							  wrong == item ? item->name : wrong->full_name, whole->class_def->name);
	sb_also(m, wrong->ast->name_span, "'%s' is declared here", wrong->name);
	sb_help(m, "make '%s' a model, or '%s' an input or output", whole->class_def->name, wrong->name);
}

/* 3.6, 15.1: a connector with stream variables has exactly one flow variable beside them, a Real scalar, that carries
 * them. */
void mo_check_stream(mo_context *c, const mo_item *item)
{
	const mo_item *stream = NULL, *flow = NULL, *second = NULL;
	mo_items items = {0};
	sb_message *m;
	if (item->base != MO_B_CLASS || !item->type || !mo_is_connector(item->type))
		return;
	mo_components(item->type, &items);
	for (uint32_t i = 0; i < items.n; i++) {
		const mo_item *one = items.at[i];
		if (one->state != MO_DONE || !one->present)
			continue;
		stream = stream || !one->stream ? stream : one;
		second = flow && one->flow ? one : second;
		flow = flow || !one->flow ? flow : one;
	}
	if (!stream || (flow && !second && flow->base == MO_B_REAL && !flow->rank) || !mo_first_report(c, stream->ast))
		return;
	m = sb_report(c->diag, SB_ERROR, "M0252", stream->ast->name_span,
				  !flow    ? "the connector '%s' has stream variables, but no flow variable that carries them"
				  : second ? "the connector '%s' has stream variables and more than one flow variable"
						   : "the flow variable beside stream variables in the connector '%s' is not a Real scalar",
				  item->type->class_def->name);
	if (flow)
		sb_also(m, flow->ast->name_span, "'%s' is declared here", flow->name);
	if (second)
		sb_also(m, second->ast->name_span, "'%s' is declared here", second->name);
	sb_help(m, "declare exactly one variable with the prefix flow beside them");
}

typedef struct connector_count {
	uint64_t potentials, flows;
} connector_count;

/* An overdetermined type counts as many as its equalityConstraint has results. */
static bool count_constraints(mo_context *c, mo_scope *type, uint64_t *count)
{
	mo_item *function = mo_member(type, sb_intern(c->names, "equalityConstraint"));
	mo_items items = {0};
	if (!function || function->kind != MO_I_CLASS || !mo_open(c, function, function->ast->name_span))
		return false;
	mo_components(function->class_scope, &items);
	for (uint32_t i = 0; i < items.n; i++) {
		int64_t size = 1;
		if (!items.at[i]->ast->output || !mo_open(c, items.at[i], items.at[i]->ast->name_span))
			continue;
		for (uint32_t d = 0; d < items.at[i]->rank; d++)
			if (!mo_size_of(c, items.at[i], &items.at[i]->dims[d], d, &size))
				return false;
		*count = (uint64_t)size;
		return true;
	}
	return false;
}

static void count_variables(mo_context *c, mo_scope *connector, uint64_t times, int depth, connector_count *to)
{
	mo_items items = {0};
	mo_components(connector, &items);
	for (uint32_t i = 0; i < items.n && depth; i++) {
		mo_item *item = items.at[i];
		uint64_t constraints, n = times * (item->rank ? item->count : 1);
		if (item->state != MO_DONE || !item->present || item->variability >= MO_PARAMETER || item->stream ||
			((item->input || item->output) && !item->flow))
			continue;
		if (item->type && !item->flow && count_constraints(c, item->type, &constraints))
			to->potentials += times * constraints;
		else if (item->base == MO_B_CLASS && item->type)
			count_variables(c, item->type, n, depth - 1, to);
		else if (item->flow)
			to->flows += n;
		else
			to->potentials += n;
	}
}

/* Each unconnected or connected potential and flow gives one equation; with unlike numbers no model can be balanced. */
void mo_check_balance(mo_context *c, mo_item *item)
{
	const mo_scope *whole = mo_whole_scope(item->scope);
	connector_count n = {0};
	if (item->base != MO_B_CLASS || !item->type || !mo_is_connector(item->type) || item->type->class_def->expandable ||
		item->type->class_def->is_partial || item->input || item->output || mo_is_connector(whole) ||
		mo_is_record(item->type) || sb_errors(c->diag) || sb_map_find(&c->instances->checked, item->type->class_def))
		return;
	sb_map_set(&c->instances->checked, item->type->class_def, c);
	count_variables(c, item->type, 1, 20, &n);
	if (n.potentials == n.flows)
		return;
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0251", item->type->class_def->name_span,
				  "the connector '%s' has %llu potential and %llu flow variables", item->type->class_def->name,
				  (unsigned long long)n.potentials, (unsigned long long)n.flows);
	sb_also(m, item->ast->name_span, "it is used here");
	sb_help(m, "declare a flow for each potential, or make variables input or output");
}

bool mo_is_expandable(const mo_scope *scope)
{
	for (int i = 0; scope && i < 100; i++, scope = mo_renamed(scope))
		if (scope->class_def && scope->class_def->expandable)
			return true;
	return false;
}

bool mo_is_in_bus(const mo_item *item)
{
	while (item) {
		const mo_scope *around = mo_whole_scope(item->scope);

		if (mo_is_expandable(around))
			return true;
		if (!mo_is_connector(around) && !mo_is_record(around))
			return false;
		item = around->owner;
	}
	return false;
}

mo_item *mo_equality_constraint(mo_scope *type)
{
	mo_item *function = type->class_def ? mo_member(type, sb_intern(type->context->names, "equalityConstraint")) : NULL;

	return function && function->kind == MO_I_CLASS ? function : NULL;
}
