/* Variables of the model: a primitive component gets one when it is opened, with its type, shape and place in the
 * model. Attributes and values come later, on demand (mo_instance_asks.bind), because sizes and conditions elsewhere
 * may need the value of a parameter before its turn has come. */
#include "base/dotted.h"
#include "front/modelica/instance/scope.h"

#include <math.h>
#include <string.h>

/* Elements are counted in 32 bits; far below that a model would not fit into any memory. */
enum { MOST_ELEMENTS = 1 << 24 };

static bool size_is_possible(mo_context *c, const mo_item *item, const uint32_t *shape, uint32_t rank)
{
	uint64_t count = 1;

	for (uint32_t d = 0; d < item->rank; d++) {
		count *= item->shape[d];
		if (count > MOST_ELEMENTS) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0401", item->ast->name_span,
									  "the array '%s' has too many elements", item->full_name);
			sb_help(m, "at most %d elements are possible in one array", MOST_ELEMENTS);
			return false;
		}
	}
	for (uint32_t d = 0; d < rank - item->rank && count < UINT32_MAX; d++)
		count *= shape[d];
	if (count + c->model->scalars > UINT32_MAX / 2) {
		if (c->instances->too_many)
			return false;
		c->instances->too_many = true;
		sb_help(sb_report(c->diag, SB_ERROR, "M0401", item->ast->name_span,
						  "with '%s' the model has too many variables", item->full_name),
				"make arrays smaller; a model of this size does not fit into memory");
		return false;
	}
	return true;
}

static sm_variability variability_of(const mo_item *item)
{
	switch (item->variability) {
	case MO_CONSTANT:
		return SM_CONSTANT;
	case MO_PARAMETER:
		return SM_PARAMETER;
	case MO_DISCRETE:
		return SM_DISCRETE;
	default:
		return item->base == MO_B_REAL ? SM_CONTINUOUS : SM_DISCRETE;
	}
}

/* Input and output count for the whole model only where nothing but public connectors is between the variable and the
 * top. */
static bool is_at_top(const mo_context *c, const mo_item *item)
{
	const mo_scope *scope = mo_whole_scope(item->scope);

	for (; scope && scope != c->root; scope = mo_whole_scope(item->scope)) {
		if (item->is_protected || !mo_is_connector(scope) || !scope->owner)
			return false;
		item = scope->owner;
	}
	return scope == c->root && !item->is_protected;
}

/* Only connectors and records are between a port and the component that it belongs to. */
static sm_port port_of(const mo_item *item)
{
	bool flow = item->flow, bus = !flow && mo_is_expandable(mo_whole_scope(item->scope)), stream = item->stream,
		 input = false, output = false, connector = false, redundant = false, hidden = false;

	for (; item; item = mo_whole_scope(item->scope)->owner) {
		const mo_scope *around = mo_whole_scope(item->scope);

		input |= item->input;
		output |= item->output;
		hidden = item->is_protected;
		connector |= item->type && mo_is_connector(item->type);
		if (item->rank || (item->type && mo_is_record(item->type)))
			redundant |= item->type && mo_equality_constraint(item->type);
		if (!mo_is_connector(around) && !mo_is_record(around))
			break;
		connector |= mo_is_connector(around);
	}
	if (input && !hidden && !bus)
		return SM_PORT_INPUT;
	if (bus)
		return SM_REDUNDANT;      /* one of the group gives it its value, and which one is not told by counting */
	if (!connector)
		return SM_NO_PORT;
	return input || output ? SM_PORT_OUTPUT
		   : flow          ? SM_FLOW
		   : stream        ? SM_STREAM
		   : redundant     ? SM_REDUNDANT
						   : SM_POTENTIAL;
}

uint32_t *mo_axis_parts(mo_context *c, const mo_scope *scope, uint32_t more)
{
	uint32_t *parts = sb_new_array(c->arena, uint32_t, scope->axis_count + more + 1);

	for (uint32_t k = 0; k < scope->axis_count; k++)
		parts[k] = sb_name_parts(scope->axes[k]->item->full_name);
	return parts;
}

/* The axes of the families around are the leading dimensions, and values are written with their iterators. */
static void set_families(mo_context *c, const mo_item *item, sm_variable *v)
{
	const mo_scope *scope = mo_whole_scope(item->scope);

	v->parts = mo_axis_parts(c, scope, item->rank);
	for (uint32_t k = 0; k < scope->axis_count; k++)
		v->over[k] = scope->axes[k]->iterator;
	for (uint32_t d = scope->axis_count; d < v->rank; d++)
		v->parts[d] = sb_name_parts(v->name);
}

/* 3.6, 7.2.6: what is inside of a final record cannot be modified either. */
static bool is_in_final(const mo_item *item)
{
	for (const mo_item *owner = mo_whole_scope(item->scope)->owner; owner && owner->variability == MO_PARAMETER;
		 owner = mo_whole_scope(owner->scope)->owner)
		if (owner->is_final)
			return true;
	return false;
}

/* 16.3.2: a clock or an activation has no value that could be known before or flow. */
static bool clock_is_possible(mo_context *c, const mo_item *item)
{
	const char *prefix = item->variability == MO_PARAMETER ? "parameter" : item->variability == MO_CONSTANT ? "constant"
		: item->ast->variability == MO_DISCRETE ? "discrete" : item->flow ? "flow" : NULL;

	if ((item->base != MO_B_CLOCK && item->base != MO_B_ACTIVATION) || !prefix)
		return true;
	sb_help(sb_report(c->diag, SB_ERROR, "M0597", item->ast->name_span, "the %s '%s' cannot be declared with '%s'",
					  item->base == MO_B_CLOCK ? "Clock" : "Activation", item->name, prefix),
			"remove the prefix");
	return false;
}

sx_type mo_sx_type(mo_base base)
{
	switch (base) {
	case MO_B_REAL: return SX_REAL;
	case MO_B_INTEGER: case MO_B_ENUM: case MO_B_EXTERNAL_OBJECT: return SX_INTEGER;
	case MO_B_BOOLEAN: case MO_B_ACTIVATION: return SX_BOOLEAN;
	case MO_B_STRING: return SX_STRING;
	case MO_B_CLOCK: return SX_CLOCK;
	default: return SX_NOTYPE;
	}
}

const char *mo_object_name(mo_context *c, const mo_scope *object)
{
	sb_text name = {0};
	const char *kept;

	mo_full_class_name(object, &name);
	kept = sb_intern(c->names, name.at ? name.at : "ExternalObject");
	sb_text_free(&name);
	return kept;
}

static const mo_modification *called(const mo_modifications *list, const char *name)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->name_n == 1 && strcmp(list->at[i]->name[0], name) == 0)
			return list->at[i];
	return NULL;
}

const mo_modification *mo_own_setting(const mo_modifications *annotation, const char *name)
{
	const mo_modification *own = called(annotation, "__Saltus");

	return own ? called(&own->args, name) : NULL;
}

static bool says_message(const mo_scope *type, uint32_t depth)
{
	const mo_modification *said = type->class_def ? mo_own_setting(&type->class_def->annotation, "message") : NULL;

	if (said)
		return said->value && said->value->kind == MO_E_BOOLEAN && said->value->number != 0;
	for (uint32_t i = 0; i < type->bases.n && depth < 20; i++)
		if (says_message(type->bases.at[i], depth + 1))
			return true;
	return false;
}

bool mo_is_message(const mo_item *item)
{
	return item->kind == MO_I_COMPONENT && item->type && (item->input || item->output) &&
		   item->variability < MO_PARAMETER && says_message(item->type, 0);
}

const mo_item *mo_message_of(const mo_item *item)
{
	while (item && !mo_is_message(item)) {
		const mo_scope *scope = mo_whole_scope(item->scope);
		item = scope->owner && mo_is_record(scope) ? scope->owner : NULL;
	}
	return item;
}

/* connector RealInput = input Real annotation(__Saltus(unconnected = 0)): what a port of this class reads where nothing
 * is connected to it. 0: the class does not say. */
static sx_ref unconnected_value(mo_context *c, const mo_item *item)
{
	const mo_class *def = item->type ? item->type->class_def : NULL;
	const mo_modification *said = def ? mo_own_setting(&def->annotation, "unconnected") : NULL;

	if (!said)
		return 0;
	const mo_item *base = def->form == MO_FORM_SHORT ? mo_find_class_item(c, item->type->parent, &def->base) : NULL;
	const mo_expr *value = said->value;
	if (base && mo_is_inferred(base) && item->base != MO_B_REAL && item->base != MO_B_INTEGER)
		return item->base == MO_B_STRING ? sx_string(c->pool, "")
			: item->base == MO_B_BOOLEAN ? sx_bool(c->pool, false) : 0;
	bool whole = value && value->kind == MO_E_INTEGER, number = whole || (value && value->kind == MO_E_REAL);
	if ((item->base == MO_B_REAL && number) || (item->base == MO_B_INTEGER && whole))
		return sx_real(c->pool, value->number);
	if (item->base == MO_B_BOOLEAN && value && value->kind == MO_E_BOOLEAN)
		return sx_bool(c->pool, value->number != 0);
	if (item->base == MO_B_STRING && value && value->kind == MO_E_STRING)
		return sx_string(c->pool, value->text);
	if (mo_first_report(c, said))
		sb_help(sb_report(c->diag, SB_ERROR, "M0957", said->span, "'unconnected' is not a value that fits the port"),
				"write annotation(__Saltus(unconnected = %s))", item->base == MO_B_BOOLEAN ? "false"
				: item->base == MO_B_STRING ? "\"\"" : "0");
	return 0;
}

/* Real at[:, 3] annotation(__Saltus(animate = "object")): what it is to an animation. */
static sm_animated animated_as(mo_context *c, const mo_item *item)
{
	const mo_modification *said = mo_own_setting(&item->ast->annotation, "animate");
	const char *as = said && said->value && said->value->kind == MO_E_STRING ? said->value->text : "";

	if (!said)
		return SM_NOT_ANIMATED;
	if (strcmp(as, "sheet") == 0 && item->base == MO_B_REAL && item->rank == 1)
		return SM_SHEET;
	if (strcmp(as, "object") == 0 && item->base == MO_B_REAL && item->rank == 2)
		return SM_OBJECT;
	if (mo_first_report(c, said))
		sb_help(sb_report(c->diag, SB_ERROR, "M1050", said->span, "'%s' cannot be animated like this", item->full_name),
				"a matrix of Reals is animated as \"object\", a vector of Reals as \"sheet\"");
	return SM_NOT_ANIMATED;
}

/* parameter Real g = 0 annotation(__Saltus(ramp = 1)): a value with which initial values are easily found. */
static double ramp_of(mo_context *c, const mo_item *item)
{
	const mo_modification *said = mo_own_setting(&item->ast->annotation, "ramp");
	const mo_expr *value = said ? said->value : NULL;
	bool minus = value && value->kind == MO_E_UNARY && value->op == MO_OP_MINUS;
	value = minus ? value->a.at[0] : value;
	bool number = value && (value->kind == MO_E_INTEGER || value->kind == MO_E_REAL);

	if (!said)
		return NAN;
	if (number && item->base == MO_B_REAL && !item->rank && variability_of(item) == SM_PARAMETER)
		return minus ? -value->number : value->number;
	if (mo_first_report(c, said))
		sb_help(sb_report(c->diag, SB_ERROR, "M1053", said->span, "'%s' cannot have this ramp", item->full_name),
				"a Real parameter that is no array is led from a number: annotation(__Saltus(ramp = 1e-3))");
	return NAN;
}

uint32_t mo_message_rank(const mo_item *port)
{
	uint32_t own = 0;

	for (const mo_scope *s = port->type; s && port->base != MO_B_CLASS; s = s->bases.n ? s->bases.at[0] : NULL)
		own += s->dim_count;
	return own > port->rank ? 0 : port->rank - own;
}

uint32_t mo_message_activation(mo_context *c, mo_item *port)
{
	if (port->message_activation)
		return port->message_activation - 1;
	uint32_t rank = port->base == MO_B_CLASS ? 0 : mo_message_rank(port);
	uint32_t number = sm_add_variable(c->model, sb_printf(c->arena, "%s.$come", port->full_name), SX_BOOLEAN,
									  rank ? port->shape : NULL, rank);
	sm_variable *v = sm_edit(c->model, number);
	v->variability = SM_DISCRETE;
	v->activation = true;
	v->hidden = true;
	v->span = port->ast->name_span;
	v->component = mo_whole_scope(port->scope)->prefix;
	c->model->activations = true;
	port->message_activation = number + 1;
	return number;
}

uint32_t mo_declare(mo_context *c, mo_item *item)
{
	struct mo_instances *all = c->instances;
	const mo_scope *scope = mo_whole_scope(item->scope);
	uint32_t rank = scope->axis_count + item->rank, *shape = sb_new_array(c->arena, uint32_t, rank + 1);
	sx_type type = mo_sx_type(item->base);
	sm_variable *v;
	uint32_t number;

	for (uint32_t k = 0; k < rank; k++)
		shape[k] = k < scope->axis_count ? scope->axes[k]->size : item->shape[k - scope->axis_count];
	if (type == SX_NOTYPE || !clock_is_possible(c, item) || !size_is_possible(c, item, shape, rank))
		return UINT32_MAX;
	number = sm_add_variable(c->model, item->full_name, type, shape, rank);
	v = sm_edit(c->model, number);
	if (scope->axis_count)
		set_families(c, item, v);
	v->enumeration = item->base == MO_B_ENUM && item->type ? item->type->enumeration : 0;
	v->variability = variability_of(item);
	v->is_flow = item->flow;
	v->port = v->variability == SM_CONSTANT || v->variability == SM_PARAMETER ? SM_NO_PORT : port_of(item);
	bool message = mo_message_of(item) != NULL;
	v->port = message ? SM_NO_PORT : v->port;
	v->gives = item->output && !item->is_protected;
	v->is_protected = item->is_protected;
	v->object = item->base == MO_B_EXTERNAL_OBJECT ? mo_object_name(c, item->type) : NULL;
	v->activation = item->base == MO_B_ACTIVATION;
	v->unconnected = item->base != MO_B_ENUM && v->port == SM_PORT_INPUT ? unconnected_value(c, item) : 0;
	v->hidden = v->object != NULL;
	c->model->activations |= v->activation;
	v->final = item->is_final || is_in_final(item) || v->variability == SM_CONSTANT || v->object;
	v->description = item->ast->comment ? item->ast->comment : "";
	v->span = item->ast->name_span;
	v->component = mo_whole_scope(item->scope)->prefix;
	v->animated = animated_as(c, item);
	v->ramp = ramp_of(c, item);
	if (!message && (item->input || item->output) && v->variability != SM_CONSTANT && v->variability != SM_PARAMETER &&
		is_at_top(c, item))
		v->causality = item->input ? SM_INPUT : SM_OUTPUT;
	while (all->declared.n <= number)
		sb_push(c->arena, all->declared, ((mo_declared){0}));
	all->declared.at[number].item = item;
	return number;
}

mo_item *mo_item_of_variable(mo_context *c, uint32_t variable)
{
	return variable < c->instances->declared.n ? c->instances->declared.at[variable].item : NULL;
}

uint8_t *mo_binding_state(mo_context *c, const mo_item *item)
{
	return item->variable < c->instances->declared.n ? &c->instances->declared.at[item->variable].bound : NULL;
}

bool mo_is_declaring(mo_context *c, const mo_item *item)
{
	const uint8_t *state = mo_binding_state(c, item);

	return state && *state == MO_BUSY;
}
