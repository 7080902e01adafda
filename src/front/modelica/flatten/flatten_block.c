/* Blocks whose behaviour is C (docs/cblocks.md): a class that is no function and has an external section. Its
 * declarations say what it has, and become the items of an opaque component (model/block.h). */
#include "front/modelica/flatten/flatten_devs.h"

#include <string.h>

#include "external/cblock.h"
#include "model/block.h"

typedef struct item_list { sb_vec(mo_item *) items[SALTUS_KINDS]; } item_list;

typedef struct making {
	mo_context *c;
	mo_scope *scope;
	const mo_class *k;
	item_list all;
	sm_block block;
	sl_cblock *behind;
	bool good;
} making;

/* --------------------------------------------------------------------------------------------- annotations */

static const mo_modification *called(const mo_modifications *list, const char *name)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->name_n == 1 && strcmp(list->at[i]->name[0], name) == 0)
			return list->at[i];
	return NULL;
}

static bool says_true(making *k, const mo_modifications *annotation, const char *name, bool otherwise)
{
	const mo_modification *m = mo_own_setting(annotation, name);
	mo_env env = {.scope = k->scope, .parameter_only = true};
	bool value = otherwise;

	if (m && m->value)
		k->good &= mo_evaluate_boolean(k->c, &env, m->value, name, &value);
	return value;
}

static const char *says_word(making *k, const mo_modifications *annotation, const char *name, const char *const *words,
							 uint32_t n)
{
	const mo_modification *m = mo_own_setting(annotation, name);
	mo_env env = {.scope = k->scope, .parameter_only = true};
	const char *word = NULL;

	if (!m)
		return NULL;
	if (!m->value || !mo_evaluate_string(k->c, &env, m->value, name, &word))
		return NULL;
	for (uint32_t i = 0; i < n; i++)
		if (strcmp(word, words[i]) == 0)
			return word;
	sb_message *said = sb_report(k->c->diag, SB_ERROR, "M0966", m->span, "'%s' is not a value of %s", word, name);
	sb_text list = {0};
	for (uint32_t i = 0; i < n; i++)
		sb_addf(&list, "%s\"%s\"", !i ? "" : i + 1 == n ? " or " : ", ", words[i]);
	sb_help(said, "write %s", list.at);
	sb_text_free(&list);
	k->good = false;
	return NULL;
}

/* What is written but not known would be left out silently. */
static void check_settings(making *k, const mo_modifications *annotation, const char *const *known, uint32_t n)
{
	const mo_modification *own = called(annotation, "__Saltus");

	for (uint32_t i = 0; own && i < own->args.n; i++) {
		const mo_modification *m = own->args.at[i];
		bool found = false;
		for (uint32_t j = 0; j < n; j++)
			found |= m->name_n == 1 && strcmp(m->name[0], known[j]) == 0;
		if (found || !mo_first_report(k->c, m))
			continue;
		sb_message *said = sb_report(k->c->diag, SB_ERROR, "M0966", m->name_span,
									 "a block in C has no setting '%s' here", m->name[0]);
		const char *near = sb_nearest(m->name[0], known, n);
		if (near)
			sb_help(said, "did you mean '%s'?", near);
		else
			sb_help(said, "docs/cblocks.md lists the settings of a block and of what it declares");
		k->good = false;
	}
}

/* Settings of the class that stand at its C would be left out silently. */
static void check_place(making *k)
{
	const mo_modification *own = called(&k->k->external_annotation, "__Saltus");

	if (!own)
		return;
	k->good = false;
	if (mo_first_report(k->c, own))
		sb_help(sb_report(k->c->diag, SB_ERROR, "M0966", own->name_span, "settings of a block do not stand at its C"),
				"write them into the annotation of the class, a line of its own behind the external section");
}

/* ------------------------------------------------------------------------------------------- what it has */

static bool refuse(making *k, const mo_item *item, const char *code, const char *what, const char *help)
{
	if (mo_first_report(k->c, item->ast))
		sb_help(sb_report(k->c->diag, SB_ERROR, code, item->ast->name_span, "'%s' %s", item->name, what), "%s", help);
	k->good = false;
	return false;
}

static bool is_possible(making *k, const mo_item *item)
{
	if (item->base == MO_B_CLASS || item->base == MO_B_EXTERNAL_OBJECT || item->base == MO_B_CLOCK)
		return refuse(k, item, "M0967", item->base == MO_B_CLASS
			? "is a component, which a block in C cannot have" : "has a type that a block in C cannot have",
			"declare variables of type Real, Integer, Boolean, of enumerations, and Activation; Strings as parameters");
	if (item->base == MO_B_STRING && item->variability < MO_PARAMETER)
		return refuse(k, item, "M0967", "is a String, which in a block in C must be a parameter",
			"declare it as a parameter");
	if (mo_own_setting(&item->ast->annotation, "crossing") &&
		(item->base != MO_B_REAL || item->input || item->output || item->variability >= MO_PARAMETER))
		return refuse(k, item, "M0967", "is a crossing, but no Real of the block's own", "declare it as 'Real'");
	if (mo_own_setting(&item->ast->annotation, "constraint") &&
		(item->base != MO_B_REAL || item->rank || item->input || item->output || item->variability >= MO_PARAMETER))
		return refuse(k, item, "M0979", "is a constraint, but no scalar Real of the block's own",
					  "declare a Real for each constraint");
	if (item->base == MO_B_ACTIVATION && !item->input && !item->output)
		return refuse(k, item, "M0968", "is an Activation, but neither input nor output",
			"write 'input Activation' for one that the C waits for, 'output Activation' for one that it schedules");
	return true;
}

static saltus_kind kind_of(const mo_item *item)
{
	if (item->variability == MO_PARAMETER)
		return SALTUS_PARAMETER;
	if (item->base == MO_B_ACTIVATION)
		return item->input ? SALTUS_ACTIVATION_IN : SALTUS_ACTIVATION_OUT;
	if (item->input || item->output)
		return item->input ? SALTUS_INPUT : SALTUS_OUTPUT;
	if (mo_own_setting(&item->ast->annotation, "crossing"))
		return SALTUS_CROSSING;
	if (mo_own_setting(&item->ast->annotation, "constraint"))
		return SALTUS_CONSTRAINT;
	return item->base == MO_B_REAL && item->ast->variability != MO_DISCRETE ? SALTUS_STATE : SALTUS_DISCRETE;
}

static void collect(making *k)
{
	const mo_items *items = mo_members(k->c, k->scope);

	for (uint32_t i = 0; i < items->n; i++) {
		mo_item *item = items->at[i];
		if (item->kind != MO_I_COMPONENT || !item->present || item->variability == MO_CONSTANT || !is_possible(k, item))
			continue;
		saltus_kind kind = kind_of(item);
		if (item->binding && kind != SALTUS_PARAMETER && kind != SALTUS_INPUT && kind != SALTUS_ACTIVATION_IN) {
			refuse(k, item, "M0969", "has a value by its declaration, but the C of the block gives it one",
				   "remove the value, or declare it as a parameter");
			continue;
		}
		sb_push(k->c->arena, k->all.items[kind], item);
	}
}

static bool is_fixed(making *k, const mo_item *item)
{
	sx_ref fixed = sm_var(k->c->model, item->variable)->fixed;

	if (fixed && !sx_is_const(k->c->pool, fixed))
		return refuse(k, item, "M0970", "is fixed in a way that is not the same for all of it",
					  "write fixed = true or fixed = false; the C gives what is not fixed its value at the start");
	return fixed && sx_int_value(k->c->pool, fixed) != 0;
}

/* ---------------------------------------------------------------------------------------------- patterns */

static void add_number(making *k, const uint32_t **list, uint32_t *n, uint32_t number)
{
	uint32_t *own = sb_new_array(k->c->arena, uint32_t, *n + 1);

	for (uint32_t i = 0; i < *n; i++)
		own[i] = (*list)[i];
	own[*n] = number;
	*list = own;
	++*n;
}

static sm_block_reads reads_all(making *k, bool feedthrough)
{
	sm_block_reads r = {.time = true};

	for (uint32_t i = 0; i < k->all.items[SALTUS_INPUT].n; i++)
		if (!feedthrough || says_true(k, &k->all.items[SALTUS_INPUT].at[i]->ast->annotation, "feedthrough", true))
			add_number(k, &r.inputs, &r.input_count, i);
	for (uint32_t i = 0; i < k->all.items[SALTUS_STATE].n; i++)
		add_number(k, &r.states, &r.state_count, i);
	for (uint32_t i = 0; i < k->all.items[SALTUS_DISCRETE].n; i++)
		add_number(k, &r.discrete, &r.discrete_count, i);
	return r;
}

static uint32_t number_of(const making *k, saltus_kind kind, const char *name)
{
	for (uint32_t i = 0; i < k->all.items[kind].n; i++)
		if (strcmp(k->all.items[kind].at[i]->name, name) == 0)
			return i;
	return UINT32_MAX;
}

static void read_one(making *k, const mo_expr *e, sm_block_reads *r)
{
	mo_env env = {.scope = k->scope, .parameter_only = true};
	const char *name;

	if (!mo_evaluate_string(k->c, &env, e, "reads", &name)) {
		k->good = false;
		return;
	}
	uint32_t input = number_of(k, SALTUS_INPUT, name), state = number_of(k, SALTUS_STATE, name),
			 discrete = number_of(k, SALTUS_DISCRETE, name);
	if (strcmp(name, "time") == 0) {
		r->time = true;
	} else if (input != UINT32_MAX) {
		add_number(k, &r->inputs, &r->input_count, input);
	} else if (state != UINT32_MAX) {
		add_number(k, &r->states, &r->state_count, state);
	} else if (discrete != UINT32_MAX) {
		add_number(k, &r->discrete, &r->discrete_count, discrete);
	} else {
		if (mo_first_report(k->c, e))
			sb_help(sb_report(k->c->diag, SB_ERROR, "M0971", e->span,
							  "'%s' is no input, state or discrete state of the block", name),
					"name inputs and states of the block, and \"time\"; parameters are always known");
		k->good = false;
	}
}

/* reads = {"u", "time"}; nothing said: everything, of inputs those with feed-through. */
static sm_block_reads reads_of(making *k, const mo_item *item, bool feedthrough)
{
	const mo_modification *m = mo_own_setting(&item->ast->annotation, "reads");
	sm_block_reads r = {0};

	if (!m || !m->value)
		return reads_all(k, feedthrough);
	if (m->value->kind != MO_E_ARRAY)
		read_one(k, m->value, &r);
	for (uint32_t i = 0; m->value->kind == MO_E_ARRAY && i < m->value->a.n; i++)
		read_one(k, m->value->a.at[i], &r);
	return r;
}

/* ------------------------------------------------------------------------------------------ the component */

/* stored = "uint8": the type of C that a whole number has. */
static saltus_item_type type_of(making *k, const mo_item *item, saltus_kind kind)
{
	static const char *const words[] = {"int8", "uint8", "int16", "uint16", "uint32", "int64", "uint64", "int32"};
	static const saltus_item_type types[] = {SALTUS_INT8, SALTUS_UINT8, SALTUS_INT16, SALTUS_UINT16, SALTUS_UINT32,
		SALTUS_INT64, SALTUS_UINT64, SALTUS_INT};
	const char *word = k->behind->python ? NULL : says_word(k, &item->ast->annotation, "stored", words, 8);

	if (word && item->base != MO_B_INTEGER)
		refuse(k, item, "M0967", "says how a whole number is stored, but is none", "declare it as Integer");
	for (int i = 0; word && i < 8; i++)
		if (strcmp(word, words[i]) == 0)
			return types[i];
	return item->base == MO_B_STRING ? SALTUS_TEXT
		   : item->base == MO_B_REAL || kind == SALTUS_ACTIVATION_OUT ? SALTUS_REAL : SALTUS_INT;
}

static sl_cblock_item behind_item(making *k, const mo_item *item, saltus_kind kind, bool free)
{
	int *sizes = sb_new_array(k->c->arena, int, item->rank + 1);

	for (uint32_t d = 0; d < item->rank; d++)
		sizes[d] = (int)item->shape[d];
	return (sl_cblock_item){item->name, type_of(k, item, kind), (int)item->rank,
		(int)sm_var(k->c->model, item->variable)->count, sizes, free};
}

static int direction_of(making *k, const mo_item *item)
{
	static const char *const words[] = {"up", "down", "both"};
	const char *word = says_word(k, &item->ast->annotation, "crossing", words, 3);

	return !word || *word == 'b' ? 0 : *word == 'u' ? 1 : -1;
}

static sm_block_item item_of(making *k, mo_item *item, saltus_kind kind)
{
	static const char *const of_input[] = {"feedthrough", "unconnected", "stored"},
		*const of_output[] = {"reads", "stored"},
		*const of_state[] = {"reads", "algebraic", "keep"}, *const of_crossing[] = {"reads", "crossing"},
		*const of_constraint[] = {"reads", "constraint"},
		*const of_others[] = {"keep", "stored"};
	uint32_t stored = !k->behind->python;
	const sm_variable *v = sm_var(k->c->model, item->variable);
	sm_block_item out = {.name = item->name, .type = v->type, .rank = v->rank, .shape = v->shape, .declared = true,
		.variable = item->variable};
	const mo_modifications *a = &item->ast->annotation;

	switch (kind) {
	case SALTUS_INPUT: check_settings(k, a, of_input, 2 + stored); break;
	case SALTUS_OUTPUT: check_settings(k, a, of_output, 1 + stored); out.reads = reads_of(k, item, true); break;
	case SALTUS_STATE:
		check_settings(k, a, of_state, 3);
		out.reads = reads_of(k, item, false);
		out.algebraic = says_true(k, a, "algebraic", false);
		out.free = !out.algebraic && !is_fixed(k, item);
		if (out.algebraic && !k->block.residual)
			refuse(k, item, "M0972", "is algebraic, but the block is not in residual form",
				   "write annotation(__Saltus(residual = true)) in the class, or remove 'algebraic'");
		break;
	case SALTUS_CROSSING:
		check_settings(k, a, of_crossing, 2);
		out.reads = reads_of(k, item, false);
		out.direction = direction_of(k, item);
		break;
	case SALTUS_CONSTRAINT:
		check_settings(k, a, of_constraint, 2);
		out.reads = reads_of(k, item, false);
		out.vanishes = says_true(k, a, "constraint", true);
		if (!k->all.items[SALTUS_STATE].n)
			refuse(k, item, "M0979", "is a constraint, but the block has no states that could keep it",
				   "declare the states that it ties, as Real");
		break;
	case SALTUS_DISCRETE: check_settings(k, a, of_others, 1 + stored); out.free = !is_fixed(k, item); break;
	default: check_settings(k, a, of_others, 1 + stored); break;
	}
	return out;
}

static void fill(making *k, saltus_kind kind, sm_block_items *to)
{
	uint32_t n = k->all.items[kind].n;
	sl_cblock_items *behind = &k->behind->items[kind];

	to->at = sb_new_array(k->c->arena, sm_block_item, n + 1);
	to->n = n;
	behind->at = sb_new_array(k->c->arena, sl_cblock_item, n + 1);
	behind->n = n;
	for (uint32_t i = 0; i < n; i++) {
		to->at[i] = item_of(k, k->all.items[kind].at[i], kind);
		behind->at[i] = behind_item(k, k->all.items[kind].at[i], kind, to->at[i].free);
		if (kind == SALTUS_STATE)
			k->behind->starts |= to->at[i].free;
	}
}

static void append(making *k, sm_block_items *to, const sm_block_items *more)
{
	sm_block_item *all = sb_new_array(k->c->arena, sm_block_item, to->n + more->n + 1);

	for (uint32_t i = 0; i < to->n + more->n; i++)
		all[i] = i < to->n ? to->at[i] : more->at[i - to->n];
	to->at = all;
	to->n += more->n;
}

/* Outputs that are computed when activations come keep their values in between, from their start values on. */
static void hold_outputs(making *k)
{
	for (uint32_t i = 0; i < k->block.outputs.n; i++) {
		sm_variable *v = sm_edit(k->c->model, k->block.outputs.at[i].variable);
		mo_set_in_when(k->c, sm_ref(k->c->model, k->block.outputs.at[i].variable));
		v->fixed = v->fixed ? v->fixed : sx_bool(k->c->pool, true);
	}
}

static void decide(making *k)
{
	static const char *const words[] = {"always", "activations"}, *const points[] = {"none", "ends", "tries"};
	static const char *const known[] = {"residual", "active", "jacobian", "steps"},
		*const of_python[] = {"residual", "active", "jacobian", "limit"};
	const mo_modifications *a = &k->k->annotation;
	const char *word = says_word(k, a, "active", words, 2);
	bool come = k->all.items[SALTUS_ACTIVATION_IN].n > 0;

	check_settings(k, a, k->behind->python ? of_python : known, 4);
	check_place(k);
	const char *steps = k->behind->python ? NULL : says_word(k, a, "steps", points, 3);
	if (steps && *steps != 'n')
		k->behind->follows = SL_FOLLOWS_VALUES | (*steps == 't' ? SL_FOLLOWS_TRIES : 0);
	if (word && *word == 'a' && word[1] == 'c' && !come && mo_first_report(k->c, k->k)) {
		sb_help(sb_report(k->c->diag, SB_ERROR, "M0973", k->k->name_span,
						  "'%s' is to be active when activations come, but has no activation inputs", k->k->name),
				"declare 'input Activation e;', or remove the setting 'active'");
		k->good = false;
	}
	k->block.residual = says_true(k, a, "residual", false);
	k->block.slopes = says_true(k, a, "jacobian", false);
	k->block.at_activations = come && (word ? word[1] == 'c' : !k->all.items[SALTUS_STATE].n);
	k->behind->events = come || k->all.items[SALTUS_ACTIVATION_OUT].n || k->all.items[SALTUS_CROSSING].n ||
						k->all.items[SALTUS_DISCRETE].n || k->behind->follows;
	k->block.may_stop = k->behind->events;
}

static bool is_alone(making *k)
{
	mo_scoped_sections sections = {0};

	mo_sections(k->scope, &sections);
	if (sections.n && mo_first_report(k->c, k->k)) {
		sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0974", sections.at[0].section->span,
								  "'%s' has equations or algorithms beside its C", k->k->name);
		sb_also(m, k->k->external_span, "its C");
		sb_help(m, "put the equations into a class around it, which has the block as a component");
	}
	if (k->k->external_args.n || k->k->external_result) {
		if (mo_first_report(k->c, &k->k->external_args))
			sb_help(sb_report(k->c->diag, SB_ERROR, "M0975", k->k->external_span,
							  "the C function of a block takes the block and the call, and gives nothing"),
					"write 'external \"C\" %s();'",
					k->k->external_name ? k->k->external_name : k->k->name);
		return false;
	}
	return !sections.n;
}

/* A discrete state changes when something happens to the block. */
static void check_changes(making *k)
{
	bool happens = k->block.comes.n || k->block.crossings.n;

	for (uint32_t i = 0; !happens && i < k->block.discrete.n; i++)
		if (!k->block.discrete.at[i].free)
			refuse(k, k->all.items[SALTUS_DISCRETE].at[i], "M0977", "never changes: nothing happens to the block",
				   "declare an activation input or a crossing, or declare it as a parameter");
}

static bool is_c(making *k)
{
	if (!k->block.code->fortran && (!k->k->language || strcmp(k->k->language, "builtin") != 0))
		return true;
	if (mo_first_report(k->c, k->k))
		sb_help(sb_report(k->c->diag, SB_ERROR, "M0978", k->k->external_span, "a block is written in C, not in '%s'",
						  k->k->language), "write a function of C that calls it (docs/cblocks.md)");
	return false;
}

/* The text of a block in Python stands in the model (docs/pyblocks.md). */
static bool take_python(making *k)
{
	const double usual = 60;
	sb_strings texts = {0};
	sb_text all = {0};
	const mo_modification *limit = mo_own_setting(&k->k->annotation, "limit");
	mo_env env = {.scope = k->scope, .parameter_only = true};
	double seconds = limit && limit->value
		? mo_annotation_number(k->c, &env, limit->value, limit->value->span, "the limit of a call") : usual;

	mo_external_texts(k->c, k->scope, k->k, &texts);
	for (uint32_t i = 0; i < texts.n; i++)
		sb_addf(&all, "%s\n", texts.at[i]);
	if (!texts.n && mo_first_report(k->c, k->k))
		sb_help(sb_report(k->c->diag, SB_ERROR, "M1051", k->k->external_span, "the block '%s' has no text of Python",
						  k->k->name), "write annotation(Include = \"def %s(b, call): ...\")", k->k->name);
	if (says_true(k, &k->k->annotation, "jacobian", false) && mo_first_report(k->c, &k->k->annotation)) {
		sb_help(sb_report(k->c->diag, SB_ERROR, "M1052", k->k->name_span, "a block in Python gives no derivatives"),
				"remove 'jacobian': derivatives are differences");
		k->good = false;
	}
	k->behind->python = sb_strdup(k->c->arena, all.at ? all.at : "");
	k->behind->function = k->k->external_call && k->k->external_name ? k->k->external_name : k->k->name;
	k->behind->limit = seconds > 0 ? seconds : usual;
	k->block.executes = "Python";
	sb_text_free(&all);
	return texts.n > 0;
}

static void complete(making *k)
{
	sm_block *b = &k->block;
	sm_block_items constraints;

	fill(k, SALTUS_PARAMETER, &b->parameters);
	fill(k, SALTUS_INPUT, &b->inputs);
	fill(k, SALTUS_OUTPUT, &b->outputs);
	fill(k, SALTUS_CONSTRAINT, &constraints);
	append(k, &b->outputs, &constraints);
	fill(k, SALTUS_STATE, &b->states);
	fill(k, SALTUS_DISCRETE, &b->discrete);
	fill(k, SALTUS_CROSSING, &b->crossings);
	fill(k, SALTUS_ACTIVATION_IN, &b->comes);
	fill(k, SALTUS_ACTIVATION_OUT, &b->gives);
	check_changes(k);
	for (uint32_t i = 0; i < b->states.n; i++)
		b->states.at[i].jumps = k->behind->events && !b->states.at[i].algebraic;
	b->update = b->residuals = reads_all(k, false);
	b->initialise = reads_all(k, false);
	b->initialise.state_count = b->initialise.discrete_count = 0;
}

bool mo_flatten_block(mo_context *c, mo_scope *scope)
{
	making k = {.c = c, .scope = scope, .k = mo_external_class(scope), .good = true};
	sb_text why = {0};

	if (k.k->language && strcmp(k.k->language, "FMI") == 0)
		return mo_flatten_fmu(c, scope, k.k);
	if (mo_says_devs(c, scope, k.k) == MO_DEVS_ATOMIC)
		return mo_flatten_atomic(c, scope, k.k);
	if (scope->axis_count)
		return mo_give_up_scope(c, scope);
	k.behind = sb_new(c->arena, sl_cblock);
	if (!is_alone(&k))
		return false;
	bool python = k.k->language && strcmp(k.k->language, "Python") == 0;
	k.block.code = python ? NULL : mo_external_of(c, scope, k.k);
	if (python ? !take_python(&k) : !k.block.code || !is_c(&k))
		return false;
	collect(&k);
	decide(&k);
	complete(&k);
	if (!k.good)
		return false;
	sl_cblock_close(k.behind);
	k.block.name = *scope->prefix ? scope->prefix : k.k->name;
	k.block.component = scope->prefix;
	k.block.operations = &k.behind->operations;
	k.block.context = k.behind;
	k.block.span = scope->owner ? scope->owner->ast->name_span : k.k->name_span;
	if (k.block.at_activations)
		hold_outputs(&k);
	bool added = sm_add_block(c->model, &k.block, &why) != NULL;
	if (!added)
		sb_help(sb_report(c->diag, SB_ERROR, "M0976", k.block.span, "the block cannot be used: %s", why.at),
				"docs/cblocks.md says what a block may declare");
	sb_text_free(&why);
	return added;
}
