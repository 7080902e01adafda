/* Statements that every procedural part may have: assignments, choices, loops, calls of PROCEDUREs. What an assignment
 * means depends on what is assigned: a variable is set, a state jumps (or gets its initial value, before a run), a
 * statistic observes, a DSTATE waits for the end of the event. */
#include "base/check.h"
#include "front/cosy/routine/cosy_routine.h"

#include <string.h>

enum { DEEPEST = 300 };

sm_statement *co_do(co_scope *s, sm_statement_kind kind, const co_node *at, sm_statements *out)
{
	sm_statement *st = sm_statement_new(s->c->m, kind, at->span);

	sb_push(s->c->arena, *out, st);
	return st;
}

/* ---- locals */

/* ---- assignments */

static void put(co_scope *s, sm_statement_kind kind, sx_ref target, sx_ref value, sb_span span, sm_statements *out)
{
	sm_statement *st = sm_statement_new(s->c->m, kind, span);

	st->target = target;
	st->value = value;
	sb_push(s->c->arena, *out, st);
}

static bool cannot_set(co_scope *s, const co_node *target, const co_symbol *symbol)
{
	sb_message *m;

	if (symbol->meaning == CO_LOOP || symbol->counts) {
		m = sb_report(s->c->diag, SB_ERROR, "K0391", target->span,
					  "'%s' counts a FOR; it cannot be assigned inside the FOR", target->name);
		sb_help(m, "use WHILE or REPEAT for a loop with a counter of your own");
	} else if (symbol->meaning == CO_CONSTANT) {
		m = sb_report(s->c->diag, SB_ERROR, "K0501", target->span, "'%s' is a CONST; it cannot be assigned",
					  target->name);
		sb_help(m, "declare it under VAR: REAL %s := ...", target->name);
	} else if (symbol->type == CO_T_ALGEBR || symbol->type == CO_T_LOGIC || symbol->type == CO_T_MEMORY) {
		m = sb_report(s->c->diag, SB_ERROR, "K0502", target->span,
					  "'%s' is %s %s, which an equation determines; it cannot be assigned", target->name,
					  symbol->type == CO_T_ALGEBR ? "an" : "a", co_kind_text(symbol->type));
		sb_help(m, symbol->type == CO_T_LOGIC ? "declare it as BOOLEAN if events set it"
											  : "declare it as REAL if events set it, or write an equation with '='");
	} else {
		m = sb_report(s->c->diag, SB_ERROR, "K0503", target->span, "'%s' cannot be assigned", target->name);
		sb_help(m, "only a variable can be assigned");
	}
	sb_also(m, symbol->span, "'%s' is declared here", target->name);
	return false;
}

/* A new value of a DSTATE is kept apart until the event ends. */
static void put_later(co_scope *s, sx_ref target, sx_ref value, const char *name, sb_span span, sm_statements *out)
{
	uint64_t local;

	if (sx_flags(s->c->pool, target) &
		(SX_HAS_ITER | SX_HAS_LOCAL)) { /* one of an array, which is known in the loop only */
		put(s, SM_ASSIGN, target, value, span, out);
		return;
	}
	if (!sb_map_get(s->later, target, &local)) {
		local = co_local(s, sb_printf(s->c->arena, "new.%s", name), SX_REAL, span);
		sb_map_put(s->later, target, local);
	}
	put(s, SM_ASSIGN, co_local_ref(s, (uint32_t)local), value, span, out);
}

/* The body of an event that keeps values apart: they are read before it and written behind it. */
void co_finish_later(co_scope *s, sm_statements *out)
{
	sm_statements body = {0};

	for (uint32_t i = 0; s->later && i < s->later->cap; i++)
		if (s->later->used[i])
			put(s, SM_ASSIGN, co_local_ref(s, (uint32_t)s->later->values[i]), (sx_ref)s->later->keys[i],
				s->routine->span, &body);
	for (uint32_t i = 0; s->copies && i < s->copies->cap; i++)
		if (s->copies->used[i])
			put(s, SM_ASSIGN, co_local_ref(s, (uint32_t)s->copies->values[i]),
				sm_ref(s->c->m, ((const co_symbol *)(uintptr_t)s->copies->keys[i])->variable), s->routine->span, &body);
	for (uint32_t i = 0; i < out->n; i++)
		sb_push(s->c->arena, body, out->at[i]);
	for (uint32_t i = 0; s->later && i < s->later->cap; i++)
		if (s->later->used[i])
			put(s, SM_ASSIGN, (sx_ref)s->later->keys[i], co_local_ref(s, (uint32_t)s->later->values[i]),
				s->routine->span, &body);
	*out = body;
}

/* A state jumps when the event is over. Where the event may read what it has assigned, it works on a copy: it has two
 * assignments, or reads the state elsewhere than on the right of its assignment. */
static uint32_t uses(const co_node *n, const char *name, int depth)
{
	const co_node *target = n && n->kind == CO_ASSIGN ? co_child(n, 0) : NULL;
	uint32_t count = 0;

	if (!n || depth > 500)
		return 0;
	if (target && target->kind == CO_NAME && target->name == name)
		return 1;
	if (n->kind == CO_CALL) /* of a PROCEDURE, which may use anything */
		return 1;
	count = n->kind == CO_NAME && n->name == name;
	for (uint32_t i = 0; i < n->of.n && count < 2; i++)
		count += uses(n->of.at[i], name, depth + 1);
	return count;
}

void co_copy_states(co_scope *s, const co_node *whole, const co_node *n, int depth)
{
	co_symbol *symbol;
	uint64_t known;

	if (!n || depth > 500)
		return;
	if (n->kind == CO_ASSIGN && co_child(n, 0) && co_child(n, 0)->kind == CO_NAME &&
		(symbol = co_find(s, co_child(n, 0)->name)) && symbol->meaning == CO_VARIABLE && symbol->type == CO_T_STATE &&
		!symbol->rank && symbol->variable != CO_NOWHERE &&
		!sb_map_get(s->copies, (uint64_t)(uintptr_t)symbol, &known) && uses(whole, symbol->name, 0) > 1)
		sb_map_put(s->copies, (uint64_t)(uintptr_t)symbol,
				   co_local(s, sb_printf(s->c->arena, "new.%s", symbol->name), SX_REAL, n->span));
	for (uint32_t i = 0; i < n->of.n; i++)
		co_copy_states(s, whole, n->of.at[i], depth + 1);
}

static bool set_state(co_scope *s, const co_node *target, const co_symbol *symbol, sx_ref value, sb_span span,
					  sm_statements *out)
{
	sx_ref at[CO_RANK_MOST];
	uint64_t copy;

	if (!co_subscripts(s, symbol, target, at))
		return false;
	if (s->place == CO_IN_INITIAL || s->place == CO_IN_MONITOR) {
		if (symbol->initial == CO_NOWHERE) /* its declaration was wrong, which has been said */
			return false;
		sx_ref initial = sx_var(s->c->pool, symbol->initial, SX_REAL, at, symbol->rank);
		put(s, SM_ASSIGN, initial, value, span, out);
		if (s->place == CO_IN_MONITOR)
			co_end_condition(s, target, out);
		if (s->copies && sb_map_get(s->copies, (uint64_t)(uintptr_t)symbol, &copy))
			put(s, SM_ASSIGN, sx_local(s->c->pool, (uint32_t)copy, SX_REAL, at, symbol->rank), initial, span, out);
		return true;
	}
	if (s->place == CO_IN_TERMINAL) {
		sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0504", target->span,
								  "'%s' is a STATE; it cannot be set after the run", target->name);
		sb_help(m, "INITIAL and INITCOND give states their values for the next run");
		return false;
	}
	if (s->copies && sb_map_get(s->copies, (uint64_t)(uintptr_t)symbol, &copy)) {
		put(s, SM_ASSIGN, co_local_ref(s, (uint32_t)copy), value, span, out);
		value = co_local_ref(s, (uint32_t)copy);
	}
	put(s, SM_REINIT_DO, sx_var(s->c->pool, symbol->variable, SX_REAL, at, symbol->rank), value, span, out);
	return true;
}

static bool set_statistic(co_scope *s, const co_node *target, co_symbol *symbol, sx_ref value, sb_span span,
						  sm_statements *out)
{
	sm_statement *st;
	sx_ref at[CO_RANK_MOST];

	if (!co_subscripts(s, symbol, target, at))
		return false;
	if (symbol->variable != CO_NOWHERE) { /* set first: what it reads may be itself */
		sx_ref own = sx_var(s->c->pool, symbol->variable, SX_REAL, at, symbol->rank);
		put(s, SM_ASSIGN, own, value, span, out);
		value = own;
	}
	st = sm_statement_new(s->c->m, SM_OBSERVE, span);
	st->object = symbol->object;
	st->index = symbol->rank ? at[0] : 0;
	st->value = value;
	sb_push(s->c->arena, *out, st);
	return true;
}

/* An instance's variable, one of several by a subscript that is computed: a choice among all. */
static bool set_in_instance(co_scope *s, const co_node *target, co_symbol *symbol, sx_ref value, sb_span span,
							sm_statements *out)
{
	sx_ref at[CO_RANK_MOST];
	co_context *c = s->c;
	bool ok = true;

	if (!co_subscripts(s, symbol, target, at))
		return false;
	sm_statement *choice = sm_statement_new(c->m, SM_IF_DO, span);
	for (int64_t k = symbol->rank ? symbol->lower[0] : 1; ok && k <= (symbol->rank ? symbol->upper[0] : 1); k++) {
		const char *text =
			symbol->rank ? sb_printf(c->arena, "%s[%lld].%s", symbol->name, (long long)k, co_child(target, 1)->name)
						 : sb_printf(c->arena, "%s.%s", symbol->name, co_child(target, 1)->name);
		co_node *name = co_new(c, CO_NAME, target->span, sb_intern(c->names, text));
		sm_statement_branch branch = {.span = span};
		if (symbol->rank && sx_is_const(c->pool, at[0]) && sx_int_value(c->pool, at[0]) != k - symbol->lower[0] + 1)
			continue;
		if (!symbol->rank || sx_is_const(c->pool, at[0]))
			return co_assign_to(s, name, value, span, out);
		ok = co_assign_to(s, name, value, span, &branch.body);
		branch.condition = sx_binary(c->pool, SX_EQ, at[0], sx_int(c->pool, k - symbol->lower[0] + 1));
		sb_push(c->arena, choice->branches, branch);
	}
	co_outside(s, symbol, at[0], span, choice);
	sb_push(c->arena, *out, choice);
	return ok;
}

bool co_assign_to(co_scope *s, const co_node *target, sx_ref value, sb_span span, sm_statements *out)
{
	co_symbol *symbol = co_find(s, target->name);

	if (!symbol) {
		co_unknown(s, target, "variable");
		return false;
	}
	if (symbol->meaning == CO_INSTANCES && co_child(target, 1))
		return set_in_instance(s, target, symbol, value, span, out);
	if (!(symbol = co_field(s, symbol, target)))
		return false;
	bool able = symbol->meaning == CO_LOCAL_NAME || symbol->meaning == CO_VARIABLE || symbol->meaning == CO_STATISTIC;
	if (!able || symbol->type == CO_T_RECORD || (symbol->meaning == CO_LOCAL_NAME && symbol->counts) ||
		(symbol->meaning == CO_VARIABLE && s->place != CO_IN_PROCED &&
		 (symbol->type == CO_T_ALGEBR || symbol->type == CO_T_LOGIC || symbol->type == CO_T_MEMORY)))
		return cannot_set(s, target, symbol);
	if (s->captured && symbol->meaning == CO_VARIABLE) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0505", target->span,
						  "a FUNCTION cannot set '%s', which is declared outside it", target->name),
				"use a PROCEDURE");
		return false;
	}
	value =
		co_convert(s, value, symbol->meaning == CO_STATISTIC ? SX_REAL : symbol->value_type, span,
				   "the assigned value");
	if (!value)
		return false;
	if (symbol->meaning == CO_STATISTIC)
		return set_statistic(s, target, symbol, value, span, out);
	if (symbol->type == CO_T_STATE && symbol->meaning == CO_VARIABLE)
		return set_state(s, target, symbol, value, span, out);
	sx_ref place = co_ref_to(s, symbol, target);
	if (!place)
		return false;
	if (symbol->type == CO_T_DSTATE && s->later)
		put_later(s, place, value, symbol->name, span, out);
	else
		put(s, SM_ASSIGN, place, value, span, out);
	return true;
}

static bool copy_record(co_scope *s, const co_node *n, sm_statements *out)
{
	const co_node *target = co_child(n, 0), *from = co_child(n, 1);
	co_symbol *to = co_find(s, target->name), *source = from->kind == CO_NAME ? co_find(s, from->name) : NULL;

	if (!to || to->type != CO_T_RECORD || co_child(target, 1))
		return false;
	if (!source || source->type != CO_T_RECORD || source->record != to->record) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0506", n->span,
						  "only a record of the same type can be assigned to a record"),
				"assign its parts one by one: %s.%s := ...", to->name,
				to->record->fields.n ? to->record->fields.at[0]->name : "X");
		return true;
	}
	for (uint32_t i = 0; i < to->fields.n; i++) {
		sx_ref a = co_ref_to(s, to->fields.at[i], target), b = co_ref_to(s, source->fields.at[i], from);
		if (a && b)
			put(s, SM_ASSIGN, a, b, n->span, out);
	}
	return true;
}

/* Does the expression refer to a process of this class? NONE does, to nobody. */
static bool refers_to(co_scope *s, const co_node *value, const co_symbol *class)
{
	co_symbol *from = value->kind == CO_NAME ? co_find(s, value->name) : NULL;

	if (value->kind == CO_NEW)
		return co_find(s, value->name) == class;
	if (value->kind == CO_NAME && !from)
		return strcmp(value->name, "NONE") == 0 ||
			   (strcmp(value->name, "SELF") == 0 && (!s->process || s->process == class));
	from = from ? co_field(s, from, value) : NULL;
	return from && from->type == CO_T_REFERENCE && from->record == class;
}

static bool fits_class(co_scope *s, const co_node *target, const co_node *value)
{
	co_symbol *holder = co_find(s, target->name);

	holder = holder && holder->meaning != CO_INSTANCES ? co_field(s, holder, target) : NULL;
	if (!holder || holder->type != CO_T_REFERENCE || !holder->record || refers_to(s, value, holder->record))
		return true;
	sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0394", value->span, "'%s' refers to a %s, but this is not one",
							  target->name, holder->record->name);
	sb_also(m, holder->span, "'%s' is declared here", target->name);
	sb_help(m, "assign NEW %s, NONE, or another variable of this class", holder->record->name);
	return false;
}

static void assign(co_scope *s, const co_node *n, sm_statements *out)
{
	const co_node *target = co_child(n, 0), *value = co_child(n, 1);

	sb_must(target && value && target->kind == CO_NAME, "an assignment of the parser has no name on its left");
	if (copy_record(s, n, out) || !fits_class(s, target, value))
		return;
	if (value->kind == CO_NEW) {
		co_symbol *symbol = co_find(s, value->name), *holder = co_find(s, target->name);
		holder = holder ? co_field(s, holder, target) : NULL;
		sx_ref place = holder && holder->type == CO_T_REFERENCE ? co_ref_to(s, holder, target) : 0;
		if (!symbol || symbol->meaning != CO_CLASS)
			co_unknown(s, value, "class of processes");
		else if (!place)
			sb_help(
				sb_report(s->c->diag, SB_ERROR, "K0508", target->span, "'%s' cannot refer to a process", target->name),
				"declare it as %s %s;", value->name, target->name);
		else
			co_do_start(s, n, symbol, co_child(value, 0), NULL, NULL, NULL, place, out);
		return;
	}
	if (!(target = co_with_subscripts_drawn(s, target, out)))
		return;
	sx_ref e = co_expr(s, value);
	if (e)
		co_assign_to(s, target, e, n->span, out);
}

/* ---- choices and loops */

/* In a section in order, a choice by what moves with time is a discontinuity that nobody has declared. */
static void check_jump(co_scope *s, sx_ref condition, sb_span span)
{
	if (s->place != CO_IN_PROCED || !condition || !co_moves(s->c, condition))
		return;
	sb_message *e = sb_report(s->c->diag, SB_ERROR, "K0409", span,
							  "this section in order has a discontinuity: this condition changes while time goes on");
	sb_note(e, "the integration cannot see a jump that is hidden in statements");
	sb_help(e, "use an IF expression or a CASE among the equations, a CONDIT or a WHEN, or one of the functions LIMIT, "
			   "DEADSPACE, ...");
}

static void do_if(co_scope *s, const co_node *n, sm_statements *out)
{
	const co_node *parts = co_child(n, 0);
	sm_statement *st = sm_statement_new(s->c->m, SM_IF_DO, n->span);

	for (uint32_t i = 0; i < co_count(parts); i++) {
		const co_node *part = parts->of.at[i], *condition = co_child(part, 0);
		sm_statement_branch branch = {.span = part->span};
		if (condition && !(branch.condition = co_typed(s, condition, SX_BOOLEAN, "the condition")))
			return;
		check_jump(s, branch.condition, part->span);
		co_do_statements(s, co_child(part, 1), &branch.body);
		sb_push(s->c->arena, st->branches, branch);
	}
	sb_push(s->c->arena, *out, st);
}

static void demand_branch(co_scope *s, const co_node *at, sx_ref selector, sm_statement *choice)
{
	sm_statement_branch none = {.span = at->span};

	co_do_fail(s, at->span, co_no_branch(s->c, selector), &none.body);
	sb_push(s->c->arena, choice->branches, none);
}

static void do_case(co_scope *s, const co_node *n, sm_statements *out)
{
	bool open = true;
	const co_node *branches = co_child(n, 1);
	sx_ref selector = co_expr(s, co_child(n, 0));
	sb_map seen = sb_map_new(s->c->arena);
	sm_statement *st = sm_statement_new(s->c->m, SM_IF_DO, n->span);

	if (selector && sx_type_of(s->c->pool, selector) != SX_BOOLEAN)
		selector = co_convert(s, selector, SX_INTEGER, co_child(n, 0)->span, "the selector of CASE");
	if (!selector)
		return;
	check_jump(s, selector, co_child(n, 0)->span);
	if (sx_op_of(s->c->pool, selector) != SX_VAR && sx_op_of(s->c->pool, selector) != SX_LOCAL &&
		(s->routine || s->function)) {
		uint32_t local = co_local(s, "selector", sx_type_of(s->c->pool, selector), n->span);
		put(s, SM_ASSIGN, co_local_ref(s, local), selector, n->span, out);
		selector = co_local_ref(s, local);
	}
	for (uint32_t i = 0; i < co_count(branches); i++) {
		const co_node *b = branches->of.at[i];
		sm_statement_branch branch = {.span = b->span};
		bool other;
		branch.condition = co_label_condition(s, selector, co_child(b, 0), &seen, &other);
		if (!branch.condition && !other)
			return;
		if (other && i + 1 < co_count(branches)) {
			sb_help(sb_report(s->c->diag, SB_ERROR, "K0404", b->span, "ELSE is the last branch of CASE"),
					"put it after the others");
			return;
		}
		open = open && !other;
		co_do_statements(s, co_child(b, 1), &branch.body);
		sb_push(s->c->arena, st->branches, branch);
	}
	if (open)
		demand_branch(s, co_child(n, 0), selector, st);
	sb_push(s->c->arena, *out, st);
}

static void do_while(co_scope *s, const co_node *n, sm_statements *out)
{
	sm_statement *st = sm_statement_new(s->c->m, SM_WHILE, n->span);
	sm_statement_branch branch = {.span = n->span};

	if (!(branch.condition = co_typed(s, co_child(n, 0), SX_BOOLEAN, "the condition")))
		return;
	check_jump(s, branch.condition, co_child(n, 0)->span);
	co_do_statements(s, co_child(n, 1), &branch.body);
	sb_push(s->c->arena, st->branches, branch);
	sb_push(s->c->arena, *out, st);
}

/* again := true; while again { body; again := not condition } */
static void do_repeat(co_scope *s, const co_node *n, sm_statements *out)
{
	sx_pool *p = s->c->pool;
	sm_statement_branch branch = {.span = n->span};

	sx_ref again = co_local_ref(s, co_local(s, "again", SX_BOOLEAN, n->span));
	co_do_statements(s, co_child(n, 0), &branch.body);
	sx_ref condition = co_typed(s, co_child(n, 1), SX_BOOLEAN, "the condition");
	if (!condition)
		return;
	check_jump(s, condition, co_child(n, 1)->span);
	put(s, SM_ASSIGN, again, sx_bool(p, true), n->span, out);
	put(s, SM_ASSIGN, again, sx_unary(p, SX_NOT, condition), n->span, &branch.body);
	sm_statement *st = co_do(s, SM_WHILE, n, out);
	branch.condition = again;
	sb_push(s->c->arena, st->branches, branch);
}

static void bind_loop(co_scope *s, co_scope *inner, sb_map *locals, const co_node *n, const co_symbol *loop)
{
	co_symbol *symbol = sb_new(s->c->arena, co_symbol);

	*locals = s->locals ? sb_map_copy(s->c->arena, s->locals) : sb_map_new(s->c->arena);
	*symbol = *loop;
	symbol->name = n->name;
	symbol->span = n->name_span;
	symbol->node = n;
	symbol->component = "";
	symbol->type = CO_T_INTEGER;
	symbol->value_type = SX_INTEGER;
	sb_map_set(locals, n->name, symbol);
	*inner = *s;
	inner->locals = locals;
}

/* A loop in a process or experiment may wait inside, so its variable is a local there; elsewhere it is an iterator. */
static void do_for(co_scope *s, const co_node *n, sm_statements *out)
{
	sx_pool *p = s->c->pool;
	sx_ref from = co_typed(s, co_child(n, 0), SX_INTEGER, "the bound of a loop"),
		   to = co_typed(s, co_child(n, 1), SX_INTEGER, "the bound of a loop");
	sm_statement_branch branch = {.span = n->span};
	co_scope inner;
	sb_map locals;
	int step = n->number < 0 ? -1 : 1;

	if (!from || !to)
		return;
	if (s->place != CO_IN_PROCESS && s->place != CO_IN_MONITOR) {
		co_symbol loop = {.meaning = CO_LOOP, .iterator = sx_new_iter(p, n->name)};
		sm_statement *st = sm_statement_new(s->c->m, SM_FOR, n->span);
		bind_loop(s, &inner, &locals, n, &loop);
		co_do_statements(&inner, co_child(n, 2), &branch.body);
		st->iterator = loop.iterator;
		st->from = from;
		st->to = to;
		st->step = step < 0 ? sx_int(p, -1) : 0;
		sb_push(s->c->arena, st->branches, branch);
		sb_push(s->c->arena, *out, st);
		return;
	}
	uint32_t at = co_local(s, n->name, SX_INTEGER, n->span), last = co_local(s, "last", SX_INTEGER, n->span);
	co_symbol loop = {.meaning = CO_LOCAL_NAME, .local = at, .counts = true};
	bind_loop(s, &inner, &locals, n, &loop);
	put(s, SM_ASSIGN, co_local_ref(s, at), from, n->span, out);
	put(s, SM_ASSIGN, co_local_ref(s, last), to, n->span, out);
	co_do_statements(&inner, co_child(n, 2), &branch.body);
	s->simulated = inner.simulated;
	put(s, SM_ASSIGN, co_local_ref(s, at), sx_binary(p, SX_ADD, co_local_ref(s, at), sx_int(p, step)), n->span,
		&branch.body);
	sm_statement *st = co_do(s, SM_WHILE, n, out);
	branch.condition = sx_binary(p, step < 0 ? SX_GE : SX_LE, co_local_ref(s, at), co_local_ref(s, last));
	sb_push(s->c->arena, st->branches, branch);
}

/* ---- all */

static void not_here(co_scope *s, const co_node *n)
{
	static const char *const where[] = {"among equations", "in INITIAL",   "in TERMINAL",           "in MONITOR",
										"in an event",     "in a process", "in a section in order", "in a FUNCTION"};
	sb_message *m =
		sb_report(s->c->diag, SB_ERROR, "K0513", n->span, "this statement has no meaning %s", where[s->place]);
	sb_help(m, "docs/cosy.md says where each statement may stand");
}

static void do_statement(co_scope *s, const co_node *n, sm_statements *out)
{
	if (!n)
		return;
	switch (n->kind) {
	case CO_ASSIGN:
		assign(s, n, out);
		break;
	case CO_BLOCK:
		co_do_statements(s, co_child(n, 0), out);
		break;
	case CO_LIST:
		co_do_statements(s, n, out);
		break;
	case CO_IF:
		do_if(s, n, out);
		break;
	case CO_CASE:
		do_case(s, n, out);
		break;
	case CO_WHILE:
		do_while(s, n, out);
		break;
	case CO_REPEAT:
		if (s->routine || s->function)
			do_repeat(s, n, out);
		else
			not_here(s, n);
		break;
	case CO_FOR:
		do_for(s, n, out);
		break;
	case CO_CALL:
		co_do_call(s, n, out);
		break;
	default:
		if (s->place == CO_IN_PROCED || s->place == CO_IN_FUNCTION || !co_do_process(s, n, out))
			not_here(s, n);
	}
}

void co_do_statements(co_scope *s, const co_node *list, sm_statements *out)
{
	if (!list)
		return;
	if (++s->depth > DEEPEST) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0514", list->span, "statements are nested too deeply"),
				"divide them among several PROCEDUREs");
		s->depth--;
		return;
	}
	if (list->kind != CO_LIST)
		do_statement(s, list, out);
	for (uint32_t i = 0; list->kind == CO_LIST && i < list->of.n; i++)
		do_statement(s, list->of.at[i], out);
	s->depth--;
}
