/* Classes that are FMUs become opaque components (model/block.h): their declarations are matched with the variables of
 * the FMU by name. */
#include "front/modelica/flatten/flatten_inside.h"

#include <math.h>
#include <string.h>

#include "front/fmu/front_fmu.h"
#include "front/modelica/modelica.h"
#include "model/block.h"

typedef struct making {
	mo_context *c;
	mo_scope *scope;
	const mo_class *k;
	sb_vec(mo_item *) items;
	sb_vec(fu_asked) asked;
	fu_use use;
	sm_block block;
	sb_span span;
} making;

static void collect(making *k)
{
	const mo_items *items = mo_members(k->c, k->scope);
	for (uint32_t i = 0; i < items->n; i++) {
		mo_item *item = items->at[i];
		if (item->kind != MO_I_COMPONENT || !item->present || item->variability == MO_CONSTANT)
			continue;
		fu_asked one = {fu_plain_name(k->c->arena, item->name), item->rank, item->shape, item->ast->name_span, i};
		sb_push(k->c->arena, k->items, item);
		sb_push(k->c->arena, k->asked, one);
	}
}

static sx_type wanted_type(const fi_variable *v)
{
	bool ticked = v->type == FI_CLOCK && v->causality == FI_INPUT;
	return v->type <= FI_FLOAT32 ? SX_REAL : v->type == FI_BOOLEAN || ticked ? SX_BOOLEAN
		: v->type == FI_STRING ? SX_STRING
		: SX_INTEGER;
}

/* Type and kind as declared must be those of the FMU. */
static bool fits(making *k, const mo_item *item, uint32_t number)
{
	const fi_variable *v = &k->use.plan->d->variables.at[number];
	uint32_t role = k->use.role[number];
	const char *wrong = sm_var(k->c->model, item->variable)->type != wanted_type(v) ? "is of another type than"
		: (role == FU_PARAMETER || role == FU_TEXT) != (item->variability == MO_PARAMETER) ? "is a parameter unlike"
		: (role == FU_INPUT) != item->input ? "is an input unlike" : NULL;
	if (!wrong)
		return true;
	sb_note(sb_report(k->c->diag, SB_ERROR, "I0062", item->ast->name_span, "'%s' %s the variable of the FMU",
		item->name,
					  wrong), "the FMU has it as %s, %s", fi_type_names[v->type], fi_causality_names[v->causality]);
	return false;
}

/* ------------------------------------------------------------------------------------------------- patterns */

static const uint32_t *all_numbers(making *k, uint32_t n)
{
	uint32_t *list = sb_new_array(k->c->arena, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++)
		list[i] = i;
	return list;
}

static sm_block_reads reads_all(making *k)
{
	const fi_plan *p = k->use.plan;
	return (sm_block_reads){.time = true, .inputs = all_numbers(k, p->inputs.n), .input_count = p->inputs.n,
		.states = all_numbers(k, k->block.states.n), .state_count = k->block.states.n, .discrete = all_numbers(k, 1),
		.discrete_count = 1};
}

/* Inputs that an unknown of the list depends on. States are read in any case: they cost nothing. */
static void read_inputs(making *k, const fi_unknowns *list, uint32_t variable, bool discrete, sm_block_reads *r)
{
	const fi_plan *p = k->use.plan;
	uint32_t *inputs = sb_new_array(k->c->arena, uint32_t, p->inputs.n + 1);
	for (uint32_t i = 0; i < p->inputs.n; i++) {
		const fi_variable *in = &p->d->variables.at[p->inputs.variable[i]];
		if ((discrete || in->variability == FI_CONTINUOUS) &&
			fu_depends(p->d, list, variable, p->inputs.variable[i]))
			inputs[r->input_count++] = i;
	}
	r->inputs = inputs;
}

/* What changes at events only is a function of the epoch. In steps of co-simulation everything is, but at the start
 * outputs follow the inputs that they depend on there. */
static sm_block_reads reads_of_output(making *k, uint32_t variable)
{
	const fi_plan *p = k->use.plan;
	const fi_variable *v = &p->d->variables.at[variable];
	sm_block_reads r = {.discrete = all_numbers(k, 1), .discrete_count = 1};
	if (v->variability != FI_CONTINUOUS)
		return r;
	if (p->kind != FI_EXCHANGE) {
		read_inputs(k, p->d->version == 1 ? &p->d->outputs : &p->d->initials, variable, false, &r);
		return r;
	}
	sm_block_reads all = reads_all(k);
	all.input_count = 0;
	read_inputs(k, &p->d->outputs, variable, false, &all);
	return all;
}

static sm_block_reads reads_at_start(making *k)
{
	const fi_plan *p = k->use.plan;
	sm_block_reads r = {.time = true};
	uint32_t *inputs = sb_new_array(k->c->arena, uint32_t, p->inputs.n + 1);
	for (uint32_t i = 0; i < p->inputs.n; i++) {
		bool reads = false;
		for (uint32_t s = 0; s < p->states.n; s++) {
			const fi_variable *v = &p->d->variables.at[p->states.variable[s]];
			reads |= v->initial != FI_EXACT && p->d->version > 1 &&
					 fu_depends(p->d, &p->d->initials, p->states.variable[s], p->inputs.variable[i]);
		}
		if (reads)
			inputs[r.input_count++] = i;
	}
	r.inputs = inputs;
	return r;
}

/* ---------------------------------------------------------------------------------------------------- items */

static sm_block_item item_of(making *k, uint32_t number, bool state)
{
	const fi_variable *v = &k->use.plan->d->variables.at[number];
	uint32_t asked = k->use.asked[number];
	const char *name = asked == FI_NONE ? sb_printf(k->c->arena, "$%s", v->name) : k->items.at[asked]->name;
	sm_block_item item = {.name = name, .type = wanted_type(v), .rank = v->rank, .shape = v->shape,
		.start = v->starts && v->start ? v->start[0] : 0};
	if (asked == FI_NONE)
		return item;
	item.declared = true;
	item.variable = k->items.at[asked]->variable;
	item.type = sm_var(k->c->model, item.variable)->type;
	item.free = state;
	return item;
}

static void fill(making *k, const fi_row *row, sm_block_items *to, bool state)
{
	to->at = sb_new_array(k->c->arena, sm_block_item, row->n + 2);
	to->n = row->n;
	for (uint32_t i = 0; i < row->n; i++)
		to->at[i] = item_of(k, row->variable[i], state);
}

static void add_parameters(making *k)
{
	const fi_plan *p = k->use.plan;
	sm_block_items texts;
	fill(k, &p->parameters, &k->block.parameters, false);
	fill(k, &p->texts, &texts, false);
	sm_block_item *all = sb_new_array(k->c->arena, sm_block_item, k->block.parameters.n + texts.n + 1);
	memcpy(all, k->block.parameters.at, k->block.parameters.n * sizeof *all);
	memcpy(all + k->block.parameters.n, texts.at, texts.n * sizeof *all);
	k->block.parameters = (sm_block_items){.at = all, .n = k->block.parameters.n + texts.n};
}

/* States of 1.0 have no names: they are one array. */
static void add_states(making *k)
{
	const fi_plan *p = k->use.plan;
	fill(k, &p->states, &k->block.states, true);
	if (p->d->version == 1 && p->d->states) {
		uint32_t *shape = sb_new_array(k->c->arena, uint32_t, 1);
		*shape = p->d->states;
		k->block.states.at[0] = (sm_block_item){.name = "$states", .type = SX_REAL, .rank = 1, .shape = shape};
		k->block.states.n = 1;
	}
	for (uint32_t i = 0; i < k->block.states.n; i++) {
		k->block.states.at[i].reads = reads_all(k);
		k->block.states.at[i].jumps = true;
	}
}

static void add_crossings(making *k)
{
	const fi_plan *p = k->use.plan;
	sm_block_item *all = sb_new_array(k->c->arena, sm_block_item, 2);
	uint32_t n = 0;
	if (p->kind != FI_EXCHANGE)
		return;
	if (p->d->indicator_count) {
		uint32_t *shape = sb_new_array(k->c->arena, uint32_t, 1);
		*shape = p->d->indicator_count;
		all[n++] = (sm_block_item){.name = "$indicators", .type = SX_REAL, .rank = 1, .shape = shape,
			.reads = reads_all(k)};
	}
	if (!p->d->exchange.step_unneeded) {
		/* it reads states, because conditions of time alone are looked at ahead of time */
		all[n++] = (sm_block_item){.name = "$step", .type = SX_REAL, .direction = 1, .reads = reads_all(k)};
	}
	k->block.crossings = (sm_block_items){.at = all, .n = n};
}

static void complete(making *k)
{
	const fi_plan *p = k->use.plan;
	sm_block *b = &k->block;
	static sm_block_item epoch = {.name = "$epoch", .type = SX_INTEGER, .start = 1};
	b->discrete.at = sb_new_array(k->c->arena, sm_block_item, 1);
	b->discrete.at[0] = epoch;
	b->discrete.n = 1;
	add_parameters(k);
	fill(k, &p->inputs, &b->inputs, false);
	for (uint32_t i = 0; i < b->inputs.n; i++)
		b->inputs.at[i].wakes = p->kind == FI_EXCHANGE &&
			p->d->variables.at[p->inputs.variable[i]].variability != FI_CONTINUOUS;
	add_states(k);
	fill(k, &p->outputs, &b->outputs, false);
	for (uint32_t i = 0; i < b->outputs.n; i++)
		b->outputs.at[i].reads = reads_of_output(k, p->outputs.variable[i]);
	add_crossings(k);
	b->update = reads_all(k);
	b->initialise = reads_at_start(k);
	b->latent = b->time_events = b->may_stop = true;
	b->slopes = p->kind == FI_EXCHANGE && p->d->exchange.directional && p->d->version > 1 &&
		!p->d->variables.at[0].rank;
	for (uint32_t i = 0; i < p->d->variables.n; i++)
		b->slopes &= !p->d->variables.at[i].rank;
	b->together = p->kind == FI_EXCHANGE;
	b->executes = "an FMU";
	b->operations = p->kind == FI_EXCHANGE ? &fi_exchange_operations : &fi_cosimulation_operations;
	b->context = k->use.plan;
}

/* What the component has of its own is not shown. */
static void hide(making *k, const sm_block *b)
{
	const sm_block_items *lists[] = {&b->parameters, &b->inputs, &b->states, &b->discrete, &b->crossings};
	for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
		for (uint32_t i = 0; i < lists[l]->n; i++)
			if (!lists[l]->at[i].declared)
				sm_edit(k->c->model, lists[l]->at[i].variable)->hidden = true;
}

bool mo_flatten_fmu(mo_context *c, mo_scope *scope, const mo_class *class_def)
{
	making k = {.c = c, .scope = scope, .k = class_def};
	const char *file = mo_fmu_file(c->library, class_def);
	bool good = true;
	sb_text why = {0};
	if (scope->axis_count)
		return mo_give_up_scope(c, scope);
	k.span = scope->owner ? scope->owner->ast->name_span : class_def->name_span;
	if (!file) {
		sb_help(sb_report(c->diag, SB_ERROR, "I0065", class_def->name_span,
			"the class '%s' is an FMU, and names no file",
						  class_def->name), "write annotation(__Saltus(fmu = \"FILE.fmu\"))");
		return false;
	}
	collect(&k);
	if (!fu_open(c->library->request, c->arena, c->diag, file, k.span, k.asked.at, k.asked.n, &k.use))
		return false;
	for (uint32_t i = 0; i < k.use.plan->d->variables.n; i++)
		if (k.use.asked[i] != FI_NONE)
			good &= fits(&k, k.items.at[k.use.asked[i]], i);
	if (!good)
		return false;
	complete(&k);
	k.block.name = *scope->prefix ? scope->prefix : class_def->name;
	k.block.component = scope->prefix;
	k.block.span = k.span;
	const sm_block *added = sm_add_block(c->model, &k.block, &why);
	if (added)
		hide(&k, added);
	else
		sb_report(c->diag, SB_ERROR, "I0066", k.span, "the FMU cannot be used: %s", why.at);
	sb_text_free(&why);
	return added != NULL;
}

/* ------------------------------------------------------------------------------------------------------ alone */

sm_model *mo_translate_fmu(const sf_request *r)
{
	sf_writing w = {.arena = r->arena};
	const char *name = fu_class_name(r->arena, r->path);
	bool me = r->part && strcmp(r->part, "me") == 0, cs = r->part && strcmp(r->part, "cs") == 0;
	fi_options options = r->fmu ? *r->fmu : (fi_options){0};
	if (me || cs)
		options.kind = me ? FI_EXCHANGE : FI_COSIMULATION;
	if (r->part && !me && !cs && strcmp(r->part, name) != 0) {
		sb_help(sb_report(r->diag, SB_ERROR, "I0067", (sb_span){0}, "an FMU has no class '%s'", r->part),
				"write '%s', or with ':me' or ':cs' behind it which interface is meant", r->path);
		return NULL;
	}
	sf_request inner = *r;
	inner.part = NULL;
	inner.fmu = &options;
	bool good = fu_class_text(r->diag, r->path, name, &w);
	sf_made made = sf_finish(&w, r->diag);
	return good ? mo_translate_made(&inner, &made) : NULL;
}
