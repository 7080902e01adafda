/* Atomic models of DEVS (docs/devs.md): a class with annotation(__Saltus(devs = "atomic")), whose behaviour is C. Its
 * declarations say what it has. Atomics are collected here, and become one network when all couplings are known. */
#include "front/modelica/flatten/flatten_devs.h"

#include <string.h>

mo_devs_word mo_says_devs(mo_context *c, mo_scope *scope, const mo_class *k)
{
	static const char *const words[] = {"atomic", "parallel", "classic"};
	const mo_modification *m = k ? mo_own_setting(&k->annotation, "devs") : NULL;
	mo_env env = {.scope = scope, .parameter_only = true};
	const char *word = NULL;

	if (!m || !m->value || !mo_evaluate_string(c, &env, m->value, "devs", &word))
		return MO_DEVS_NOTHING;
	for (int i = 0; i < 3; i++)
		if (strcmp(word, words[i]) == 0)
			return (mo_devs_word)(MO_DEVS_ATOMIC + i);
	if (mo_first_report(c, m))
		sb_help(sb_report(c->diag, SB_ERROR, "D0007", m->span, "'%s' is not a value of devs", word),
				"write \"atomic\", or \"parallel\" or \"classic\" for a coupled model");
	return MO_DEVS_NOTHING;
}

bool mo_says_so(mo_context *c, mo_scope *scope, const mo_class *k, const char *name)
{
	const mo_modification *m = k ? mo_own_setting(&k->annotation, name) : NULL;
	mo_env env = {.scope = scope, .parameter_only = true};
	bool value = false;

	return m && m->value && mo_evaluate_boolean(c, &env, m->value, name, &value) && value;
}

static bool refuse(mo_context *c, const mo_item *item, const char *what, const char *help)
{
	if (mo_first_report(c, item->ast))
		sb_help(sb_report(c->diag, SB_ERROR, "D0008", item->ast->name_span, "'%s' %s", item->name, what), "%s", help);
	return false;
}

static bool is_message_possible(mo_context *c, const mo_item *item)
{
	if (item->base == MO_B_CLASS && item->rank && !item->elements)
		return mo_give_up_scope(c, item->type);
	mo_message_layout l = mo_layout_of(c, item, 0);
	if (l.bad)
		return refuse(c, item, "carries messages of a type that they cannot have",
					  "messages are numbers, vectors of numbers, and records of these");
	return true;
}

/* Which list it belongs to; SALTUS_KINDS after a message. */
static saltus_kind kind_of(mo_context *c, const mo_item *item)
{
	if (item->base == MO_B_CLASS || item->base == MO_B_EXTERNAL_OBJECT || item->base == MO_B_CLOCK) {
		refuse(c, item, item->base == MO_B_CLASS ? "is a component, which an atomic model cannot have"
												  : "has a type that an atomic model cannot have",
			   "declare variables of type Real, Integer, Boolean, of enumerations, and Activation, and message ports");
		return SALTUS_KINDS;
	}
	if (item->variability == MO_PARAMETER)
		return SALTUS_PARAMETER;
	if (item->base == MO_B_STRING) {
		refuse(c, item, "is a String, which in an atomic model must be a parameter", "declare it as a parameter");
		return SALTUS_KINDS;
	}
	if (item->base == MO_B_ACTIVATION && !item->input && !item->output) {
		refuse(c, item, "is an Activation, but neither input nor output",
			   "write 'input Activation' for one that it waits for, 'output Activation' for one that it sends");
		return SALTUS_KINDS;
	}
	if (item->base == MO_B_ACTIVATION)
		return item->input ? SALTUS_ACTIVATION_IN : SALTUS_ACTIVATION_OUT;
	if (item->input || item->output)
		return item->input ? SALTUS_INPUT : SALTUS_OUTPUT;
	if (item->base == MO_B_REAL && item->ast->variability != MO_DISCRETE) {
		refuse(c, item, "is a continuous state, which an atomic model cannot have",
			   "write 'discrete Real': states of atomic models change in transitions only");
		return SALTUS_KINDS;
	}
	return SALTUS_DISCRETE;
}

static bool collect(mo_context *c, mo_atomic *a)
{
	const mo_items *items = mo_members(c, a->scope);
	bool good = true;

	for (uint32_t i = 0; i < items->n; i++) {
		mo_item *item = items->at[i];
		if (item->kind != MO_I_COMPONENT || !item->present || item->variability == MO_CONSTANT)
			continue;
		if (mo_is_message(item)) {
			good &= is_message_possible(c, item);
			if (item->input)
				sb_push(c->arena, a->in, item);
			else
				sb_push(c->arena, a->out, item);
			continue;
		}
		saltus_kind kind = kind_of(c, item);
		if (kind == SALTUS_KINDS) {
			good = false;
			continue;
		}
		if (item->binding && kind != SALTUS_PARAMETER && kind != SALTUS_INPUT && kind != SALTUS_ACTIVATION_IN)
			good = refuse(c, item, "has a value by its declaration, but the C of the atomic model gives it one",
						  "remove the value, or write start = for its value at the start");
		sb_push(c->arena, a->items[kind], item);
	}
	return good;
}

static bool is_alone(mo_context *c, const mo_atomic *a)
{
	mo_scoped_sections sections = {0};

	mo_sections(a->scope, &sections);
	if (sections.n && mo_first_report(c, a->class_def)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "D0010", sections.at[0].section->span,
								  "'%s' has equations or algorithms beside its C", a->class_def->name);
		sb_help(m, "put the equations into a class around it, which has the atomic model as a component");
	}
	if ((a->class_def->external_args.n || a->class_def->external_result) &&
		mo_first_report(c, &a->class_def->external_args))
		sb_help(sb_report(c->diag, SB_ERROR, "D0010", a->class_def->external_span,
						  "the C function of an atomic model takes the block and the call, and gives nothing"),
				"write 'external \"C\" %s();'", a->class_def->name);
	return !sections.n && !a->class_def->external_args.n && !a->class_def->external_result;
}

static bool check_settings(mo_context *c, const mo_class *k)
{
	static const char *const known[] = {"devs", "confluent"};
	bool good = true;

	for (uint32_t i = 0; i < k->annotation.n; i++) {
		const mo_modification *own = k->annotation.at[i];
		for (uint32_t j = 0; own->name_n == 1 && strcmp(own->name[0], "__Saltus") == 0 && j < own->args.n; j++) {
			const mo_modification *m = own->args.at[j];
			if (m->name_n == 1 && (strcmp(m->name[0], known[0]) == 0 || strcmp(m->name[0], known[1]) == 0))
				continue;
			good = false;
			if (!mo_first_report(c, m))
				continue;
			sb_message *said = sb_report(c->diag, SB_ERROR, "D0007", m->name_span,
										 "an atomic model has no setting '%s'", m->name[0]);
			const char *near = sb_nearest(m->name[0], known, 2);
			if (near)
				sb_help(said, "did you mean '%s'?", near);
			else
				sb_help(said, "docs/devs.md lists the settings of atomic models");
		}
	}
	return good;
}

bool mo_flatten_atomic(mo_context *c, mo_scope *scope, const mo_class *k)
{
	mo_atomic *a = sb_new(c->arena, mo_atomic);

	*a = (mo_atomic){.scope = scope, .class_def = k};
	if (scope->axis_count)
		return mo_give_up_scope(c, scope);
	if (k->language && strcmp(k->language, "C") != 0) {
		if (mo_first_report(c, k))
			sb_help(sb_report(c->diag, SB_ERROR, "D0010", k->external_span,
							  "an atomic model is written in C, not in '%s'", k->language),
					"write external \"C\" (docs/devs.md)");
		return false;
	}
	if (!check_settings(c, k) || !is_alone(c, a) || !(a->code = mo_external_of(c, scope, k)) || !collect(c, a))
		return false;
	a->confluent = mo_says_so(c, scope, k, "confluent");
	sb_push(c->arena, mo_flattening_of(c)->atomics, a);
	return true;
}

/* A port that carries messages has no value of its own where messages only pass it. */
void mo_hide_message(mo_context *c, const mo_item *item)
{
	sm_variable *v = sm_edit(c->model, item->variable);
	v->variability = SM_CONSTANT;
	v->hidden = true;
	v->binding = item->base == MO_B_REAL ? sx_real(c->pool, 0) : item->base == MO_B_BOOLEAN ? sx_bool(c->pool, false)
		: item->base == MO_B_STRING ? sx_string(c->pool, "") : sx_int(c->pool, item->base == MO_B_ENUM);
	*mo_binding_state(c, item) = MO_DONE;
	sb_push(c->arena, mo_flattening_of(c)->passed, item);
}

/* Who reads such a port would read a zero. */
bool mo_check_passed(mo_context *c)
{
	const struct mo_flattening *f = mo_flattening_of(c);
	bool good = true;

	for (uint32_t i = 0; i < f->passed.n; i++) {
		const mo_item *port = mo_message_of(f->passed.at[i]);
		if (!f->passed.at[i]->asked)
			continue;
		good = false;
		if (mo_first_report(c, port->ast))
			sb_help(sb_report(c->diag, SB_ERROR, "D0012", port->ast->name_span,
							  "'%s' is read by an equation, but messages only pass this port", port->full_name),
					"connect the port to a class that has equations alone, and read it there, or to a "
					"Saltus.DEVS.Receiver");
	}
	return good;
}

/* What a port that carries messages is as a variable: of an output of an atomic model the last message, which the
 * network shows; of a port of a class with equations what they read or send; of others nothing. */
bool mo_flatten_message(mo_context *c, mo_item *item)
{
	const mo_item *port = mo_message_of(item);
	const mo_scope *owner = mo_whole_scope(port->scope);
	const mo_class *k = mo_external_class(owner);

	if ((item->binding || item->record_binding) && mo_first_report(c, port->ast)) {
		sb_help(sb_report(c->diag, SB_ERROR, "D0009", port->ast->name_span, "'%s' carries messages, and has no value",
						  port->full_name), "remove the value; messages come from atomic models");
		return false;
	}
	if (owner->axis_count)
		return mo_give_up_scope(c, owner);
	if (k && mo_says_devs(c, (mo_scope *)owner, k) == MO_DEVS_ATOMIC) {
		if (port->output)
			return mo_declare_binding(c, item);
		mo_hide_message(c, item);
		return true;
	}
	if (mo_is_coupled_inside(c, port)) {
		mo_hide_message(c, item);
		return true;
	}
	struct mo_flattening *f = mo_flattening_of(c);
	if (!f->message_ports.n || f->message_ports.at[f->message_ports.n - 1] != port)
		sb_push(c->arena, f->message_ports, (mo_item *)port);
	sm_edit(c->model, item->variable)->variability = SM_DISCRETE;
	return mo_declare_binding(c, item);
}
