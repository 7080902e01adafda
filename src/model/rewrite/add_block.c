/* Opaque components become variables, functions and equations; see block.h. */
#include "model/rewrite/block_inside.h"

#include <string.h>

static bool is_among(const uint32_t *list, uint32_t n, uint32_t item)
{
	for (uint32_t i = 0; i < n; i++)
		if (list[i] == item)
			return true;
	return false;
}

/* --------------------------------------------------------------------------------------------- variables */

static sx_ref literal(sm_adding *a, sx_type type, double value)
{
	sx_pool *p = a->m->pool;

	return type == SX_REAL      ? sx_real(p, value)
		   : type == SX_BOOLEAN ? sx_bool(p, value != 0)
								: sx_int(p, (int64_t)value);
}

static uint32_t add_variable(sm_adding *a, const char *item, sx_type type, const uint32_t *shape, uint32_t rank,
							 sm_variability variability)
{
	uint32_t number = sm_add_variable(a->m, sb_printf(a->m->arena, "%s.%s", a->name, item), type, shape, rank);
	sm_variable *v = sm_edit(a->m, number);

	v->variability = variability == SM_CONTINUOUS && type != SX_REAL ? SM_DISCRETE : variability;
	v->span = a->b->span;
	v->component = a->component;
	return number;
}

/* What a component has of its own gets its value at the start from it, if there is an operation for that. */
static bool is_given_at_start(const sm_block *b, const sm_block_items *list)
{
	return (list == &b->states && b->operations->initialise) || (list == &b->discrete && b->operations->update);
}

static void add_items(sm_adding *a, sm_block_items *list, sm_variability variability)
{
	sm_block_item *own = sb_new_array(a->m->arena, sm_block_item, (size_t)list->n + 1);

	for (uint32_t i = 0; i < list->n; i++)
		own[i] = list->at[i];
	list->at = own;
	list->scalars = 0;
	for (uint32_t i = 0; i < list->n; i++) {
		uint32_t *at = own[i].type == SX_STRING ? &a->b->texts : &list->scalars;
		own[i].name = sb_intern(a->m->names, own[i].name);
		if (!own[i].declared)
			own[i].variable = add_variable(a, own[i].name, own[i].type, own[i].shape, own[i].rank, variability);
		own[i].count = sm_var(a->m, own[i].variable)->count;
		own[i].first = *at;
		own[i].free |= !own[i].declared && is_given_at_start(a->b, list);
		*at += own[i].count;
	}
}

static void set_starts(sm_adding *a, const sm_block_items *list, bool fixed)
{
	for (uint32_t i = 0; i < list->n; i++) {
		sm_variable *v = sm_edit(a->m, list->at[i].variable);
		if (list->at[i].declared)
			continue;
		v->start = literal(a, v->type, list->at[i].start);
		v->start_given = true;
		v->fixed = fixed ? sx_bool(a->m->pool, true) : 0;
	}
}

/* A variable that the translator needs beside those of the items. */
sx_ref sm_block_hidden(sm_adding *a, const char *stem, uint32_t number, sx_type type, sm_variability variability)
{
	uint32_t v = add_variable(a, sb_printf(a->m->arena, "$%s%u", stem, number), type, NULL, 0, variability);

	sm_edit(a->m, v)->hidden = true;
	return sm_ref(a->m, v);
}

/* --------------------------------------------------------------------------------------------- functions */

void sm_push_item(sm_adding *a, sm_exprs *args, const sm_block_item *item, bool left)
{
	for (uint32_t k = 0; k < item->count; k++) {
		sx_ref e = sm_ref_at(a->m, item->variable, k);
		sb_push(a->m->arena, *args, left ? sx_unary(a->m->pool, SX_PRE, e) : e);
	}
}

static void push_rates(sm_adding *a, sm_exprs *args)
{
	for (uint32_t i = 0; i < a->b->states.n; i++)
		for (uint32_t k = 0; !a->b->states.at[i].algebraic && k < a->b->states.at[i].count; k++)
			sb_push(a->m->arena, *args,
					sx_unary(a->m->pool, SX_DER, sm_ref_at(a->m, a->b->states.at[i].variable, k)));
}

static sx_ref start_at(sm_adding *a, uint32_t variable, uint32_t k)
{
	const sm_variable *v = sm_var(a->m, variable);
	sx_ref start = v->start ? v->start : sx_real(a->m->pool, 0), element = sm_ref_at(a->m, variable, k);

	for (uint32_t d = 0; d < v->rank; d++)
		start = sx_replace(a->m->pool, start, sx_iter(a->m->pool, v->over[d]), sx_arg(a->m->pool, element, d));
	return start;
}

static void push_starts(sm_adding *a, sm_exprs *args)
{
	for (uint32_t i = 0; i < a->b->states.n; i++)
		for (uint32_t k = 0; a->b->states.at[i].free && k < a->b->states.at[i].count; k++)
			sb_push(a->m->arena, *args, start_at(a, a->b->states.at[i].variable, k));
}

/* What happens at an event is decided by the discrete states before it: conditions must not read what they set. */
static bool reads_left(const sm_block *b, const struct sm_block_call *call)
{
	return call->part == SL_BLOCK_CROSSING || (call->part != SL_BLOCK_COMMIT && sm_block_sees_events(b, call));
}

static sm_exprs arguments(sm_adding *a, const struct sm_block_call *call, const sm_event_flags *e)
{
	const sm_block *b = a->b;
	const sm_block_reads *r = sm_block_reads_of(b, call);
	sm_exprs args = {0};

	for (uint32_t i = 0; sm_block_reads_parameters(b, call) && i < b->parameters.n; i++)
		sm_push_item(a, &args, &b->parameters.at[i], false);
	if (r->time)
		sb_push(a->m->arena, args, sx_time(a->m->pool));
	for (uint32_t i = 0; i < b->inputs.n; i++)
		if (is_among(r->inputs, r->input_count, i))
			sm_push_item(a, &args, &b->inputs.at[i], b->latent && call->part == SL_BLOCK_UPDATE);
	for (uint32_t i = 0; i < b->states.n; i++)
		if (sm_block_reads_state(b, call, i))
			sm_push_item(a, &args, &b->states.at[i], false);
	for (uint32_t i = 0; i < b->discrete.n; i++)
		if (sm_block_reads_discrete(b, call, i))
			sm_push_item(a, &args, &b->discrete.at[i], reads_left(b, call));
	if (call->part == SL_BLOCK_OUTPUT && b->at_activations)
		sm_push_item(a, &args, &b->outputs.at[call->item], true);
	if (call->part == SL_BLOCK_RESIDUAL)
		push_rates(a, &args);
	if (call->part == SL_BLOCK_INITIALISE)
		push_starts(a, &args);
	if (!sm_block_sees_events(b, call))
		return args;
	sb_push(a->m->arena, args, e->initial);
	sb_push(a->m->arena, args, e->due);
	for (uint32_t i = 0; i < e->up.n; i++) {
		sb_push(a->m->arena, args, e->up.at[i]);
		sb_push(a->m->arena, args, e->down.at[i]);
	}
	for (uint32_t i = 0; i < e->active.n; i++)
		sb_push(a->m->arena, args, e->active.at[i]);
	return args;
}

static void add_local(sm_adding *a, sm_function *f, sx_type type, sm_role role)
{
	const char *name = sb_printf(a->m->arena, "%c%u", role == SM_ARG ? 'a' : 'r', f->locals.n);
	sm_local l = { .name = sb_intern(a->m->names, name), .type = type, .role = role, .span = a->b->span };

	sb_push(a->m->arena, f->locals, l);
}

sx_ref sm_block_call_of(sm_adding *a, struct sm_block_call call, const char *name, const sm_event_flags *e,
						const sm_exprs *targets)
{
	sm_model *m = a->m;
	sm_function *f = sb_new(m->arena, sm_function);
	struct sm_block_call *own = sb_new(m->arena, struct sm_block_call);
	sm_exprs args = arguments(a, &call, e);

	*own = call;
	f->block = own;
	f->external = (sm_external *)a->b->code;
	f->name = sb_intern(m->names, sb_printf(m->arena, "%s.%s", a->name, name));
	f->span = a->b->span;
	f->inlining = SM_INLINE_NO;
	f->impure = call.part == SL_BLOCK_COMMIT;
	for (uint32_t i = 0; i < args.n; i++)
		add_local(a, f, sx_type_of(m->pool, args.at[i]), SM_ARG);
	for (uint32_t i = 0; i < targets->n; i++)
		add_local(a, f, sx_type_of(m->pool, targets->at[i]), SM_RESULT);
	f->args = args.n;
	f->results = targets->n;
	sb_push(m->arena, m->functions, f);
	return sx_call(m->pool, m->functions.n - 1, targets->n ? sx_type_of(m->pool, targets->at[0]) : SX_NOTYPE, args.at,
				   args.n);
}

sm_equation *sm_block_equation(sm_adding *a, const sm_exprs *targets, sx_ref call)
{
	sm_equation *q = sm_equation_new(a->m, targets->n == 1 ? SM_EQUAL : SM_CALL, a->b->span, a->component);

	q->rhs = call;
	if (targets->n == 1)
		q->lhs = targets->at[0];
	else
		q->targets = *targets;
	return q;
}

/* In the order of `arguments`. */
static bool *moving_arguments(sm_adding *a, const sm_function *f)
{
	const sm_block *b = a->b;
	const sm_block_reads *r = sm_block_reads_of(b, f->block);
	bool *moving = sb_new_array(a->m->arena, bool, f->args + 1);
	uint32_t at = r->time, until, rates = 0;

	for (uint32_t i = 0; i < b->parameters.n; i++)
		at += b->parameters.at[i].count;
	until = at;
	for (uint32_t i = 0; i < b->inputs.n; i++)
		until += is_among(r->inputs, r->input_count, i) ? b->inputs.at[i].count : 0;
	for (uint32_t i = 0; i < b->states.n; i++) {
		until += sm_block_reads_state(b, f->block, i) ? b->states.at[i].count : 0;
		rates += f->block->part == SL_BLOCK_RESIDUAL && !b->states.at[i].algebraic ? b->states.at[i].count : 0;
	}
	for (uint32_t i = 0; i < f->args; i++)
		moving[i] = f->locals.at[i].type == SX_REAL && ((i >= at && i < until) || i >= f->args - rates);
	return moving;
}

/* The derivative of the last function: by the Reals that move, inputs and states (and rates). Where others move, which
 * are parameters, the time and discrete Reals, it does not hold. */
static void add_slope(sm_adding *a, sl_block_part part, uint32_t item)
{
	sm_model *m = a->m;
	sm_function *of = m->functions.at[m->functions.n - 1], *f = sb_new(m->arena, sm_function);
	struct sm_block_call *call = sb_new(m->arena, struct sm_block_call);
	sm_derivative *d = sb_new(m->arena, sm_derivative);
	bool *moving = moving_arguments(a, of), *still = sb_new_array(m->arena, bool, of->args + 1);

	*call = (struct sm_block_call){ a->number, part, item };
	*f = *of;
	f->block = call;
	f->name = sb_intern(m->names, sb_printf(m->arena, "%s'", of->name));
	f->locals = (sm_locals){0};
	for (uint32_t i = 0; i < of->args; i++) {
		add_local(a, f, of->locals.at[i].type, SM_ARG);
		still[i] = !moving[i] && of->locals.at[i].type == SX_REAL;
	}
	for (uint32_t i = 0; i < of->args; i++)
		if (moving[i])
			add_local(a, f, SX_REAL, SM_ARG);
	f->args = f->locals.n;
	for (uint32_t i = 0; i < of->results; i++)
		add_local(a, f, SX_REAL, SM_RESULT);
	sb_push(m->arena, m->functions, f);
	*d = (sm_derivative){ .function = m->functions.n - 1, .moving = moving, .still = still };
	sb_push(m->arena, of->given, d);
}

/* targets = operation(...) */
static void add_call(sm_adding *a, sm_equations *into, sl_block_part part, uint32_t item, const char *name,
					 const sm_exprs *targets)
{
	struct sm_block_call call = { a->number, part, item };
	sx_ref value = sm_block_call_of(a, call, name, NULL, targets);

	sb_push(a->m->arena, *into, sm_block_equation(a, targets, value));
}

/* ---- calls that give several items */

static bool same_numbers(const uint32_t *a, uint32_t n, const uint32_t *b, uint32_t m)
{
	return n == m && (!n || memcmp(a, b, n * sizeof *a) == 0);
}

static bool read_the_same(const sm_block_reads *a, const sm_block_reads *b)
{
	return a->time == b->time && same_numbers(a->inputs, a->input_count, b->inputs, b->input_count) &&
		   same_numbers(a->states, a->state_count, b->states, b->state_count) &&
		   same_numbers(a->discrete, a->discrete_count, b->discrete, b->discrete_count);
}

static bool can_join(const sm_block *b, const sm_block_item *item, bool output)
{
	if (output)
		return !b->at_activations && item->type == SX_REAL && !item->vanishes && !item->slope &&
				!item->reads.input_count;
	return !b->residual;
}

static void find_leaders(const sm_block *b, sm_block_items *list, bool output)
{
	for (uint32_t i = 0; i < list->n; i++) {
		list->at[i].leader = i;
		for (uint32_t j = 0; b->together && j < i && list->at[i].leader == i; j++)
			if (list->at[j].leader == j && can_join(b, &list->at[i], output) && can_join(b, &list->at[j], output) &&
				read_the_same(&list->at[i].reads, &list->at[j].reads))
				list->at[i].leader = j;
	}
}

static void add_outputs(sm_adding *a)
{
	for (uint32_t i = 0; !a->b->at_activations && i < a->b->outputs.n; i++) {
		sm_exprs targets = {0};
		for (uint32_t k = i; k < a->b->outputs.n; k++)
			if (a->b->outputs.at[k].leader == i)
				sm_push_item(a, &targets, &a->b->outputs.at[k], false);
		if (!targets.n)
			continue;
		add_call(a, &a->m->equations, SL_BLOCK_OUTPUT, i, a->b->outputs.at[i].name, &targets);
		a->b->outputs.at[i].function = a->m->functions.n - 1;
		if (a->b->slopes && a->b->outputs.at[i].type == SX_REAL && !a->b->outputs.at[i].vanishes)
			add_slope(a, SL_BLOCK_OUTPUT_SLOPE, i);
	}
	for (uint32_t i = 0; i < a->b->crossings.n; i++) {
		sm_exprs targets = {0};
		sm_push_item(a, &targets, &a->b->crossings.at[i], false);
		add_call(a, &a->m->equations, SL_BLOCK_CROSSING, i, a->b->crossings.at[i].name, &targets);
	}
}

/* A call gives variables, so a rate has one of its own: another name of the derivative. */
static void add_rates(sm_adding *a)
{
	sm_model *m = a->m;
	uint32_t number = 0;

	for (uint32_t i = 0; i < a->b->states.n; i++) {
		sm_exprs targets = {0};
		for (uint32_t with = i; with < a->b->states.n; with++)
			for (uint32_t k = 0; a->b->states.at[with].leader == i && k < a->b->states.at[with].count; k++) {
				sx_ref rate = sm_block_hidden(a, "rate", ++number, SX_REAL, SM_CONTINUOUS);
				sx_ref state = sm_ref_at(m, a->b->states.at[with].variable, k);
				sb_push(m->arena, targets, rate);
				sm_add_equation(m, sx_unary(m->pool, SX_DER, state), rate, a->b->span, a->component);
			}
		if (!targets.n)
			continue;
		add_call(a, &m->equations, SL_BLOCK_RATE, i, sb_printf(m->arena, "der_%s", a->b->states.at[i].name), &targets);
		if (a->b->slopes)
			add_slope(a, SL_BLOCK_RATE_SLOPE, i);
	}
}

static void add_residuals(sm_adding *a)
{
	sm_model *m = a->m;
	sx_ref zero = sx_real(m->pool, 0);
	sm_exprs one = {0};

	sb_push(m->arena, one, zero);
	for (uint32_t k = 0; k < a->b->states.scalars; k++) {
		struct sm_block_call call = { a->number, SL_BLOCK_RESIDUAL, k };
		sx_ref value = sm_block_call_of(a, call, sb_printf(m->arena, "residual%u", k + 1), NULL, &one);
		if (a->b->slopes)
			add_slope(a, SL_BLOCK_RESIDUAL_SLOPE, k);
		sm_add_equation(m, value, zero, a->b->span, a->component);
	}
}

/* Of states that begin with a value that the component gives. */
static void add_beginning(sm_adding *a)
{
	sm_model *m = a->m;

	sm_exprs targets = {0};
	for (uint32_t i = 0; i < a->b->states.n; i++)
		if (a->b->states.at[i].free)
			sm_push_item(a, &targets, &a->b->states.at[i], false);
	if (targets.n)
		add_call(a, &m->initial_equations, SL_BLOCK_INITIALISE, 0, "initialise", &targets);
}

/* ------------------------------------------------------------------------------------------------- whole */

const sm_block *sm_add_block(sm_model *m, const sm_block *description, sb_text *why)
{
	if (!sm_check_description(description, why))
		return NULL;
	sm_block *b = sb_new(m->arena, sm_block);
	*b = *description;
	b->name = sb_intern(m->names, b->name);
	b->component = sb_intern(m->names, b->component ? b->component : b->name);
	sm_adding a = { m, b, m->blocks.n, b->name, b->component };
	add_items(&a, &b->parameters, SM_PARAMETER);
	add_items(&a, &b->inputs, SM_CONTINUOUS);
	add_items(&a, &b->outputs, SM_CONTINUOUS);
	add_items(&a, &b->states, SM_CONTINUOUS);
	add_items(&a, &b->discrete, SM_DISCRETE);
	add_items(&a, &b->crossings, SM_CONTINUOUS);
	add_items(&a, &b->comes, SM_DISCRETE);
	add_items(&a, &b->gives, SM_DISCRETE);
	for (uint32_t i = 0; i < b->parameters.n; i++) {
		sm_variable *v = sm_edit(m, b->parameters.at[i].variable);
		if (!b->parameters.at[i].declared)
			v->binding = literal(&a, v->type, b->parameters.at[i].start);
	}
	set_starts(&a, &b->states, !b->operations->initialise);
	set_starts(&a, &b->discrete, true);
	set_starts(&a, &b->inputs, false);
	sb_push(m->arena, m->blocks, b);
	find_leaders(b, &b->outputs, true);
	find_leaders(b, &b->states, false);
	add_outputs(&a);
	if (b->residual)
		add_residuals(&a);
	else
		add_rates(&a);
	add_beginning(&a);
	sm_add_block_events(&a);
	return b;
}

static uint32_t find_in(const sm_block_items *list, const char *name)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (strcmp(list->at[i].name, name) == 0)
			return list->at[i].variable;
	return UINT32_MAX;
}

uint32_t sm_block_variable(const sm_block *b, const char *name)
{
	const sm_block_items *lists[] = { &b->inputs,   &b->outputs,    &b->states,
									  &b->discrete, &b->parameters, &b->crossings };
	uint32_t found = UINT32_MAX;

	for (size_t k = 0; k < sizeof lists / sizeof *lists && found == UINT32_MAX; k++)
		found = find_in(lists[k], name);
	return found;
}
