/* Opaque components: what their calls read and give, and whether their descriptions are sound; see block.h. */
#include "base/check.h"
#include "model/rewrite/block_inside.h"

/* ------------------------------------------------------------------------------------------- what is read */

static bool is_among(const uint32_t *list, uint32_t n, uint32_t item)
{
	for (uint32_t i = 0; i < n; i++)
		if (list[i] == item)
			return true;
	return false;
}

static bool is_event(const struct sm_block_call *call)
{
	return call->part == SL_BLOCK_UPDATE || call->part == SL_BLOCK_COMMIT || call->part == SL_BLOCK_BEGIN;
}

bool sm_block_sees_events(const sm_block *b, const struct sm_block_call *call)
{
	return is_event(call) || (call->part == SL_BLOCK_OUTPUT && b->at_activations);
}

static sl_block_part base_of(sl_block_part part)
{
	switch (part) {
	case SL_BLOCK_OUTPUT_SLOPE: return SL_BLOCK_OUTPUT;
	case SL_BLOCK_RATE_SLOPE: return SL_BLOCK_RATE;
	case SL_BLOCK_RESIDUAL_SLOPE: return SL_BLOCK_RESIDUAL;
	default: return part;
	}
}

const sm_block_reads *sm_block_reads_of(const sm_block *b, const struct sm_block_call *call)
{
	switch (base_of(call->part)) {
	case SL_BLOCK_OUTPUT: return &b->outputs.at[call->item].reads;
	case SL_BLOCK_RATE: return &b->states.at[call->item].reads;
	case SL_BLOCK_CROSSING: return &b->crossings.at[call->item].reads;
	case SL_BLOCK_INITIALISE: return &b->initialise;
	case SL_BLOCK_RESIDUAL: return &b->residuals;
	case SL_BLOCK_BEGIN: return b->autonomous ? &b->initialise : &b->update;
	default: return &b->update;
	}
}

bool sm_block_reads_parameters(const sm_block *b, const struct sm_block_call *call)
{
	bool few = b->parameters.scalars <= SM_FEW_PARAMETERS && !b->texts;
	return !b->autonomous || call->part == SL_BLOCK_BEGIN || (call->part == SL_BLOCK_UPDATE && few);
}

bool sm_block_reads_state(const sm_block *b, const struct sm_block_call *call, uint32_t item)
{
	const sm_block_reads *r = sm_block_reads_of(b, call);

	return is_among(r->states, r->state_count, item) || (is_event(call) && b->states.at[item].jumps);
}

bool sm_block_reads_discrete(const sm_block *b, const struct sm_block_call *call, uint32_t item)
{
	const sm_block_reads *r = sm_block_reads_of(b, call);

	bool begins = b->autonomous && call->part == SL_BLOCK_BEGIN;
	return is_among(r->discrete, r->discrete_count, item) || (is_event(call) && !begins);
}

static uint32_t jumping(const sm_block *b)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < b->states.n; i++)
		n += b->states.at[i].jumps ? b->states.at[i].count : 0;
	return n;
}

static uint32_t given_at_start(const sm_block *b)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < b->states.n; i++)
		n += b->states.at[i].free ? b->states.at[i].count : 0;
	return n;
}

/* Whether, and the delay; and whether the run is to end. */
static uint32_t programs(const sm_block *b)
{
	return 2 * b->gives.scalars + b->may_stop;
}

const sm_block_items *sm_block_members(const sm_block *b, const struct sm_block_call *call)
{
	sl_block_part part = base_of(call->part);

	return part == SL_BLOCK_OUTPUT ? &b->outputs : part == SL_BLOCK_RATE ? &b->states : NULL;
}

static uint32_t of_members(const sm_block_items *list, uint32_t leader)
{
	uint32_t n = 0;

	for (uint32_t i = leader; i < list->n; i++)
		n += list->at[i].leader == leader ? list->at[i].count : 0;
	return n;
}

uint32_t sm_block_results(const sm_block *b, const struct sm_block_call *call)
{
	switch (base_of(call->part)) {
	case SL_BLOCK_OUTPUT: case SL_BLOCK_RATE: return of_members(sm_block_members(b, call), call->item);
	case SL_BLOCK_CROSSING: return b->crossings.at[call->item].count;
	case SL_BLOCK_INITIALISE: return given_at_start(b);
	case SL_BLOCK_UPDATE: return b->discrete.scalars + jumping(b) + b->time_events + programs(b);
	case SL_BLOCK_BEGIN:
		return b->latent ? (b->autonomous ? b->discrete.scalars : 0) + b->time_events + b->may_stop : programs(b);
	case SL_BLOCK_RESIDUAL: return 1;
	default: return 0;
	}
}

/* ------------------------------------------------------------------------------------------------ checks */

static bool check_list(const sm_block *b, const char *of, const uint32_t *list, uint32_t n, uint32_t most, sb_text *why)
{
	for (uint32_t i = 0; i < n; i++)
		if (list[i] >= most)
			return sb_fault(why, "'%s' of the component '%s' reads item %u, and there are %u", of, b->name, list[i],
							most);
	return true;
}

static bool check_reads(const sm_block *b, const char *of, const sm_block_reads *r, sb_text *why)
{
	return check_list(b, of, r->inputs, r->input_count, b->inputs.n, why) &&
		   check_list(b, of, r->states, r->state_count, b->states.n, why) &&
		   check_list(b, of, r->discrete, r->discrete_count, b->discrete.n, why);
}

static bool check_items(const sm_block *b, const sm_block_items *list, bool reals, sb_text *why)
{
	bool texts = list == &b->parameters;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_block_item *item = &list->at[i];
		if (!item->name || !*item->name)
			return sb_fault(why, "an item of the component '%s' has no name", b->name);
		if (item->type != SX_REAL && !(texts && item->type == SX_STRING) &&
			(reals || (item->type != SX_INTEGER && item->type != SX_BOOLEAN)))
			return sb_fault(why, "'%s' of the component '%s' has a type that it cannot have", item->name, b->name);
		if (item->rank && !item->shape)
			return sb_fault(why, "the array '%s' of the component '%s' has no sizes", item->name, b->name);
		if (!check_reads(b, item->name, &item->reads, why))
			return false;
	}
	return true;
}

static bool check_operations(const sm_block *b, sb_text *why)
{
	const sl_block_operations *o = b->operations;
	bool events = b->crossings.n || b->time_events || b->discrete.n || b->comes.n || b->gives.n;

	if (!o || (b->outputs.n && !o->output) || (b->states.n && !(b->residual ? o->residual != NULL : o->rate != NULL)) ||
		(b->crossings.n && !o->crossing) ||
		(events && !o->update) || (b->slopes && !o->slope) || (o->save && !o->restore))
		return sb_fault(why, "the component '%s' has no operation for what it declares", b->name);
	return true;
}

static bool check_variables(const sm_model *m, const sm_block *b, const sm_block_items *list, sb_text *why)
{
	uint32_t first = 0, texts = 0;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_block_item *item = &list->at[i];
		const sm_variable *v = item->variable < m->variables.n ? sm_var(m, item->variable) : NULL;
		uint32_t *at = item->type == SX_STRING ? &texts : &first;
		if (!v || v->type != item->type || v->rank != item->rank || v->count != item->count || item->first != *at)
			return sb_fault(why, "'%s' of the component '%s' and its variable differ", item->name, b->name);
		*at += item->count;
	}
	return list->scalars == first || sb_fault(why, "the component '%s' counts its scalars wrongly", b->name);
}

bool sm_check_description(const sm_block *b, sb_text *why)
{
	if (!b->name || !*b->name)
		return sb_fault(why, "a component has no name");
	return check_operations(b, why) && check_items(b, &b->parameters, false, why) &&
		   check_items(b, &b->inputs, false, why) && check_items(b, &b->outputs, false, why) &&
		   check_items(b, &b->states, true, why) && check_items(b, &b->discrete, false, why) &&
		   check_items(b, &b->crossings, true, why) && check_items(b, &b->comes, false, why) &&
		   check_items(b, &b->gives, false, why) && check_reads(b, "update", &b->update, why) &&
		   check_reads(b, "initialise", &b->initialise, why) && check_reads(b, "residuals", &b->residuals, why);
}

bool sm_check_block(const sm_model *m, const sm_block *b, sb_text *why)
{
	return sm_check_description(b, why) && check_variables(m, b, &b->parameters, why) &&
		   check_variables(m, b, &b->inputs, why) && check_variables(m, b, &b->outputs, why) &&
		   check_variables(m, b, &b->states, why) && check_variables(m, b, &b->discrete, why) &&
		   check_variables(m, b, &b->crossings, why) && check_variables(m, b, &b->comes, why) &&
		   check_variables(m, b, &b->gives, why);
}
