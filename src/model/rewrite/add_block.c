/* Opaque components become variables, functions and equations; see block.h. */
#include "base/check.h"
#include "model/block.h"

#include <string.h>

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
	return call->part == SL_BLOCK_UPDATE || call->part == SL_BLOCK_COMMIT;
}

const sm_block_reads *sm_block_reads_of(const sm_block *b, const struct sm_block_call *call)
{
	switch (call->part) {
	case SL_BLOCK_OUTPUT: return &b->outputs.at[call->item].reads;
	case SL_BLOCK_RATE: return &b->states.at[call->item].reads;
	case SL_BLOCK_CROSSING: return &b->crossings.at[call->item].reads;
	case SL_BLOCK_INITIALISE: return &b->initialise;
	default: return &b->update;
	}
}

bool sm_block_reads_state(const sm_block *b, const struct sm_block_call *call, uint32_t item)
{
	const sm_block_reads *r = sm_block_reads_of(b, call);

	return is_among(r->states, r->state_count, item) || (is_event(call) && b->states.at[item].jumps);
}

bool sm_block_reads_discrete(const sm_block *b, const struct sm_block_call *call, uint32_t item)
{
	const sm_block_reads *r = sm_block_reads_of(b, call);

	return is_among(r->discrete, r->discrete_count, item) || is_event(call);
}

static uint32_t jumping(const sm_block *b)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < b->states.n; i++)
		n += b->states.at[i].jumps ? b->states.at[i].count : 0;
	return n;
}

uint32_t sm_block_results(const sm_block *b, const struct sm_block_call *call)
{
	switch (call->part) {
	case SL_BLOCK_OUTPUT: return b->outputs.at[call->item].count;
	case SL_BLOCK_RATE: return b->states.at[call->item].count;
	case SL_BLOCK_CROSSING: return b->crossings.at[call->item].count;
	case SL_BLOCK_INITIALISE: return b->states.scalars;
	case SL_BLOCK_UPDATE: return b->discrete.scalars + jumping(b) + b->time_events;
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
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_block_item *item = &list->at[i];
		if (!item->name || !*item->name)
			return sb_fault(why, "an item of the component '%s' has no name", b->name);
		if (item->type != SX_REAL && (reals || (item->type != SX_INTEGER && item->type != SX_BOOLEAN)))
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
	bool events = b->crossings.n || b->time_events || b->discrete.n;

	if (!o || (b->outputs.n && !o->output) || (b->states.n && !o->rate) || (b->crossings.n && !o->crossing) ||
		(events && !o->update) || (o->save && !o->restore))
		return sb_fault(why, "the component '%s' has no operation for what it declares", b->name);
	return true;
}

static bool check_variables(const sm_model *m, const sm_block *b, const sm_block_items *list, sb_text *why)
{
	uint32_t first = 0;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_block_item *item = &list->at[i];
		const sm_variable *v = item->variable < m->variables.n ? sm_var(m, item->variable) : NULL;
		if (!v || v->type != item->type || v->rank != item->rank || v->count != item->count || item->first != first)
			return sb_fault(why, "'%s' of the component '%s' and its variable differ", item->name, b->name);
		first += item->count;
	}
	return list->scalars == first || sb_fault(why, "the component '%s' counts its scalars wrongly", b->name);
}

static bool check_description(const sm_block *b, sb_text *why)
{
	if (!b->name || !*b->name)
		return sb_fault(why, "a component has no name");
	return check_operations(b, why) && check_items(b, &b->parameters, false, why) &&
		   check_items(b, &b->inputs, false, why) && check_items(b, &b->outputs, false, why) &&
		   check_items(b, &b->states, true, why) && check_items(b, &b->discrete, false, why) &&
		   check_items(b, &b->crossings, true, why) && check_reads(b, "update", &b->update, why) &&
		   check_reads(b, "initialise", &b->initialise, why);
}

bool sm_check_block(const sm_model *m, const sm_block *b, sb_text *why)
{
	return check_description(b, why) && check_variables(m, b, &b->parameters, why) &&
		   check_variables(m, b, &b->inputs, why) && check_variables(m, b, &b->outputs, why) &&
		   check_variables(m, b, &b->states, why) && check_variables(m, b, &b->discrete, why) &&
		   check_variables(m, b, &b->crossings, why);
}

/* --------------------------------------------------------------------------------------------- variables */

typedef struct adding { sm_model *m; sm_block *b; uint32_t number; const char *name; } adding;

static sx_ref literal(adding *a, sx_type type, double value)
{
	sx_pool *p = a->m->pool;

	return type == SX_REAL      ? sx_real(p, value)
		   : type == SX_BOOLEAN ? sx_bool(p, value != 0)
								: sx_int(p, (int64_t)value);
}

static uint32_t add_variable(adding *a, const char *item, sx_type type, const uint32_t *shape, uint32_t rank,
							 sm_variability variability)
{
	uint32_t number = sm_add_variable(a->m, sb_printf(a->m->arena, "%s.%s", a->name, item), type, shape, rank);
	sm_variable *v = sm_edit(a->m, number);

	v->variability = variability == SM_CONTINUOUS && type != SX_REAL ? SM_DISCRETE : variability;
	v->span = a->b->span;
	v->component = a->name;
	return number;
}

static void add_items(adding *a, sm_block_items *list, sm_variability variability)
{
	sm_block_item *own = sb_new_array(a->m->arena, sm_block_item, (size_t)list->n + 1);

	for (uint32_t i = 0; i < list->n; i++)
		own[i] = list->at[i];
	list->at = own;
	list->scalars = 0;
	for (uint32_t i = 0; i < list->n; i++) {
		own[i].name = sb_intern(a->m->names, own[i].name);
		own[i].variable = add_variable(a, own[i].name, own[i].type, own[i].shape, own[i].rank, variability);
		own[i].count = sm_var(a->m, own[i].variable)->count;
		own[i].first = list->scalars;
		list->scalars += own[i].count;
	}
}

static void set_starts(adding *a, const sm_block_items *list, bool fixed)
{
	for (uint32_t i = 0; i < list->n; i++) {
		sm_variable *v = sm_edit(a->m, list->at[i].variable);
		v->start = literal(a, v->type, list->at[i].start);
		v->start_given = true;
		v->fixed = fixed ? sx_bool(a->m->pool, true) : 0;
	}
}

/* A variable that the translator needs beside those of the items. */
static sx_ref hidden(adding *a, const char *stem, uint32_t number, sx_type type, sm_variability variability)
{
	uint32_t v = add_variable(a, sb_printf(a->m->arena, "$%s%u", stem, number), type, NULL, 0, variability);

	sm_edit(a->m, v)->hidden = true;
	return sm_ref(a->m, v);
}

/* --------------------------------------------------------------------------------------------- functions */

typedef struct event_flags { sx_ref initial, due; sm_exprs up, down; } event_flags;

static void push_item(adding *a, sm_exprs *args, const sm_block_item *item, bool left)
{
	for (uint32_t k = 0; k < item->count; k++) {
		sx_ref e = sm_ref_at(a->m, item->variable, k);
		sb_push(a->m->arena, *args, left ? sx_unary(a->m->pool, SX_PRE, e) : e);
	}
}

static sm_exprs arguments(adding *a, const struct sm_block_call *call, const event_flags *e)
{
	const sm_block *b = a->b;
	const sm_block_reads *r = sm_block_reads_of(b, call);
	sm_exprs args = {0};

	for (uint32_t i = 0; i < b->parameters.n; i++)
		push_item(a, &args, &b->parameters.at[i], false);
	if (r->time)
		sb_push(a->m->arena, args, sx_time(a->m->pool));
	for (uint32_t i = 0; i < b->inputs.n; i++)
		if (is_among(r->inputs, r->input_count, i))
			push_item(a, &args, &b->inputs.at[i], false);
	for (uint32_t i = 0; i < b->states.n; i++)
		if (sm_block_reads_state(b, call, i))
			push_item(a, &args, &b->states.at[i], false);
	for (uint32_t i = 0; i < b->discrete.n; i++)
		if (sm_block_reads_discrete(b, call, i))
			push_item(a, &args, &b->discrete.at[i], call->part == SL_BLOCK_UPDATE);
	if (!is_event(call))
		return args;
	sb_push(a->m->arena, args, e->initial);
	sb_push(a->m->arena, args, e->due);
	for (uint32_t i = 0; i < e->up.n; i++) {
		sb_push(a->m->arena, args, e->up.at[i]);
		sb_push(a->m->arena, args, e->down.at[i]);
	}
	return args;
}

static void add_local(adding *a, sm_function *f, sx_type type, sm_role role)
{
	const char *name = sb_printf(a->m->arena, "%c%u", role == SM_ARG ? 'a' : 'r', f->locals.n);
	sm_local l = { .name = sb_intern(a->m->names, name), .type = type, .role = role, .span = a->b->span };

	sb_push(a->m->arena, f->locals, l);
}

/* The call; results have these types. */
static sx_ref call_of(adding *a, struct sm_block_call call, const char *name, const event_flags *e,
					  const sx_type *types, uint32_t results)
{
	sm_model *m = a->m;
	sm_function *f = sb_new(m->arena, sm_function);
	struct sm_block_call *own = sb_new(m->arena, struct sm_block_call);
	sm_exprs args = arguments(a, &call, e);

	*own = call;
	f->block = own;
	f->name = sb_intern(m->names, sb_printf(m->arena, "%s.%s", a->name, name));
	f->span = a->b->span;
	f->inlining = SM_INLINE_NO;
	f->impure = call.part == SL_BLOCK_COMMIT;
	for (uint32_t i = 0; i < args.n; i++)
		add_local(a, f, sx_type_of(m->pool, args.at[i]), SM_ARG);
	for (uint32_t i = 0; i < results; i++)
		add_local(a, f, types[i], SM_RESULT);
	f->args = args.n;
	f->results = results;
	sb_push(m->arena, m->functions, f);
	return sx_call(m->pool, m->functions.n - 1, results ? types[0] : SX_NOTYPE, args.at, args.n);
}

static sm_equation *new_call(adding *a, const sm_exprs *targets, sx_ref call)
{
	sm_equation *q = sm_equation_new(a->m, targets->n == 1 ? SM_EQUAL : SM_CALL, a->b->span, a->name);

	if (targets->n == 1) {
		q->lhs = targets->at[0];
		q->rhs = call;
	} else {
		q->targets = *targets;
		q->rhs = call;
	}
	return q;
}

static sx_type *types_of(adding *a, const sm_exprs *list)
{
	sx_type *types = sb_new_array(a->m->arena, sx_type, (size_t)list->n + 1);

	for (uint32_t i = 0; i < list->n; i++)
		types[i] = sx_type_of(a->m->pool, list->at[i]);
	return types;
}

/* targets = operation(...) */
static void add_call(adding *a, sm_equations *into, sl_block_part part, uint32_t item, const char *name,
					 const event_flags *e, const sm_exprs *targets)
{
	struct sm_block_call call = { a->number, part, item };
	sx_ref value = call_of(a, call, name, e, types_of(a, targets), targets->n);

	sb_push(a->m->arena, *into, new_call(a, targets, value));
}

static void add_outputs(adding *a)
{
	for (uint32_t i = 0; i < a->b->outputs.n; i++) {
		sm_exprs targets = {0};
		push_item(a, &targets, &a->b->outputs.at[i], false);
		add_call(a, &a->m->equations, SL_BLOCK_OUTPUT, i, a->b->outputs.at[i].name, NULL, &targets);
		a->b->outputs.at[i].function = a->m->functions.n - 1;
	}
	for (uint32_t i = 0; i < a->b->crossings.n; i++) {
		sm_exprs targets = {0};
		push_item(a, &targets, &a->b->crossings.at[i], false);
		add_call(a, &a->m->equations, SL_BLOCK_CROSSING, i, a->b->crossings.at[i].name, NULL, &targets);
	}
}

/* A call gives variables, so a rate has one of its own: another name of the derivative. */
static void add_rates(adding *a)
{
	sm_model *m = a->m;
	uint32_t number = 0;

	for (uint32_t i = 0; i < a->b->states.n; i++) {
		const sm_block_item *item = &a->b->states.at[i];
		sm_exprs targets = {0};
		for (uint32_t k = 0; k < item->count; k++) {
			sx_ref rate = hidden(a, "rate", ++number, SX_REAL, SM_CONTINUOUS);
			sb_push(m->arena, targets, rate);
			sm_add_equation(m, sx_unary(m->pool, SX_DER, sm_ref_at(m, item->variable, k)), rate, a->b->span, a->name);
		}
		add_call(a, &m->equations, SL_BLOCK_RATE, i, sb_printf(m->arena, "der_%s", item->name), NULL, &targets);
	}
	if (!a->b->operations->initialise || !a->b->states.n)
		return;
	sm_exprs targets = {0};
	for (uint32_t i = 0; i < a->b->states.n; i++)
		push_item(a, &targets, &a->b->states.at[i], false);
	add_call(a, &m->initial_equations, SL_BLOCK_INITIALISE, 0, "initialise", NULL, &targets);
}

/* ------------------------------------------------------------------------------------------------ events */

/* A Boolean variable for a condition, and its edge. */
static sx_ref condition(adding *a, const char *stem, uint32_t number, sx_ref value, sm_exprs *any)
{
	sx_pool *p = a->m->pool;
	sx_ref b = hidden(a, stem, number, SX_BOOLEAN, SM_DISCRETE);

	sm_add_equation(a->m, b, value, a->b->span, a->name);
	sb_push(a->m->arena, *any, b);
	return sx_binary(p, SX_AND, b, sx_unary(p, SX_NOT, sx_unary(p, SX_PRE, b)));
}

static void add_conditions(adding *a, sx_ref next, event_flags *e, sm_exprs *any)
{
	sx_pool *p = a->m->pool;
	uint32_t number = 0;

	e->initial = sx_make(p, SX_INITIAL, SX_BOOLEAN, 0, NULL, 0);
	e->due = next ? condition(a, "due", 1, sx_binary(p, SX_GE, sx_time(p), sx_unary(p, SX_PRE, next)), any)
				  : sx_bool(p, false);
	for (uint32_t i = 0; i < a->b->crossings.n; i++)
		for (uint32_t k = 0; k < a->b->crossings.at[i].count; k++) {
			sx_ref g = sm_ref_at(a->m, a->b->crossings.at[i].variable, k), zero = sx_real(p, 0), no = sx_bool(p, false);
			int direction = a->b->crossings.at[i].direction;
			number++;
			sx_ref up = direction >= 0 ? condition(a, "up", number, sx_binary(p, SX_GT, g, zero), any) : no;
			sx_ref down = direction <= 0 ? condition(a, "down", number, sx_binary(p, SX_LT, g, zero), any) : no;
			sb_push(a->m->arena, e->up, up);
			sb_push(a->m->arena, e->down, down);
		}
}

static sm_equation *new_when(adding *a, const sm_exprs *any, sm_equations **body)
{
	sm_equation *q = sm_equation_new(a->m, SM_WHEN, a->b->span, a->name);
	sm_branch branch = { .span = a->b->span };

	for (uint32_t i = 0; i < any->n; i++)
		sb_push(a->m->arena, branch.any, any->at[i]);
	sb_push(a->m->arena, q->branches, branch);
	sb_push(a->m->arena, a->m->equations, q);
	*body = &q->branches.at[0].body;
	return q;
}

static void add_reinits(adding *a, const sm_exprs *any, const sm_exprs *states, const sm_exprs *values)
{
	sm_equations *body;

	if (!states->n || !any->n)
		return;
	new_when(a, any, &body);
	for (uint32_t i = 0; i < states->n; i++) {
		sm_equation *q = sm_equation_new(a->m, SM_REINIT, a->b->span, a->name);
		q->lhs = states->at[i];
		q->rhs = values->at[i];
		sb_push(a->m->arena, *body, q);
	}
}

static void add_events(adding *a)
{
	sm_model *m = a->m;
	const sm_block *b = a->b;
	event_flags e = {0};
	sm_exprs any = {0}, with_start = {0}, targets = {0}, jumps = {0}, values = {0};
	sm_equations *body;
	sx_ref next = b->time_events ? hidden(a, "next", 1, SX_REAL, SM_DISCRETE) : 0;

	if (!b->operations->update)
		return;
	if (next) {
		sm_variable *v = sm_edit(m, sx_at(m->pool, next)->payload);
		v->start = sx_real(m->pool, SL_NEVER);
		v->fixed = sx_bool(m->pool, true);
		v->start_given = true;
	}
	add_conditions(a, next, &e, &any);
	for (uint32_t i = 0; i < b->discrete.n; i++)
		push_item(a, &targets, &b->discrete.at[i], false);
	for (uint32_t i = 0; i < b->states.n; i++)
		for (uint32_t k = 0; b->states.at[i].jumps && k < b->states.at[i].count; k++) {
			sx_ref value = hidden(a, "jump", jumps.n + 1, SX_REAL, SM_DISCRETE);
			sb_push(m->arena, jumps, sm_ref_at(m, b->states.at[i].variable, k));
			sb_push(m->arena, values, value);
			sb_push(m->arena, targets, value);
		}
	if (next)
		sb_push(m->arena, targets, next);
	sb_push(m->arena, with_start, e.initial);
	for (uint32_t i = 0; i < any.n; i++)
		sb_push(m->arena, with_start, any.at[i]);
	if (targets.n) {
		new_when(a, &with_start, &body);
		add_call(a, body, SL_BLOCK_UPDATE, 0, "update", &e, &targets);
	}
	add_reinits(a, &any, &jumps, &values);
	if (b->operations->commit) {
		struct sm_block_call call = { a->number, SL_BLOCK_COMMIT, 0 };
		new_when(a, &with_start, &body);
		sm_equation *q = sm_equation_new(m, SM_CALL, b->span, a->name);
		q->rhs = call_of(a, call, "commit", &e, NULL, 0);
		sb_push(m->arena, *body, q);
	}
}

/* ------------------------------------------------------------------------------------------------- whole */

const sm_block *sm_add_block(sm_model *m, const sm_block *description, sb_text *why)
{
	if (!check_description(description, why))
		return NULL;
	sm_block *b = sb_new(m->arena, sm_block);
	*b = *description;
	b->name = sb_intern(m->names, b->name);
	adding a = { m, b, m->blocks.n, b->name };
	add_items(&a, &b->parameters, SM_PARAMETER);
	add_items(&a, &b->inputs, SM_CONTINUOUS);
	add_items(&a, &b->outputs, SM_CONTINUOUS);
	add_items(&a, &b->states, SM_CONTINUOUS);
	add_items(&a, &b->discrete, SM_DISCRETE);
	add_items(&a, &b->crossings, SM_CONTINUOUS);
	for (uint32_t i = 0; i < b->parameters.n; i++) {
		sm_variable *v = sm_edit(m, b->parameters.at[i].variable);
		v->binding = literal(&a, v->type, b->parameters.at[i].start);
	}
	set_starts(&a, &b->states, !b->operations->initialise);
	set_starts(&a, &b->discrete, true);
	set_starts(&a, &b->inputs, false);
	sb_push(m->arena, m->blocks, b);
	add_outputs(&a);
	add_rates(&a);
	add_events(&a);
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
