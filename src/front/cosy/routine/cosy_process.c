/* Statements of events and processes: scheduling, waiting, resources, sets, what processes do to each other, and those
 * of experiments. */
#include "front/cosy/routine/cosy_routine.h"

#include <string.h>

static bool is_process(co_scope *s, const co_node *n)
{
	if (s->place == CO_IN_PROCESS)
		return true;
	sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0550", n->span, "only a process can wait");
	sb_note(m, "no time passes in events, INITIAL, TERMINAL and MONITOR");
	sb_help(m, "create a process that waits: CREATE ...");
	return false;
}

static co_symbol *resource(co_scope *s, const co_node *name, co_type type, sx_ref *index)
{
	co_symbol *symbol = name ? co_find(s, name->name) : NULL;

	if (!symbol) {
		if (name)
			co_unknown(s, name, co_kind_text(type));
		return NULL;
	}
	symbol->used = true;
	if (symbol->meaning != CO_RESOURCE || symbol->type != type) {
		sb_message *m =
			sb_report(s->c->diag, SB_ERROR, "K0551", name->span, "'%s' is not a %s", name->name, co_kind_text(type));
		sb_also(m, symbol->span, "'%s' is declared here", name->name);
		if (symbol->type == CO_T_STORAGE && type == CO_T_FACILITY)
			sb_help(m, "a STORAGE is entered and left: ENTER %s, LEAVE %s", name->name, name->name);
		else if (symbol->type == CO_T_FACILITY && type == CO_T_STORAGE)
			sb_help(m, "a FACILITY is seized and released: SEIZE %s, RELEASE %s", name->name, name->name);
		return NULL;
	}
	*index = co_subscript(s, symbol, name);
	return (symbol->rank && !*index) || symbol->object == CO_NOWHERE ? NULL : symbol;
}

static void of_resource(co_scope *s, const co_node *n, sm_statement_kind kind, co_type type, bool waits,
						sm_statements *out)
{
	sx_ref index = 0, value = 0, priority = 0;
	bool amount = type == CO_T_STORAGE;

	if (waits && !is_process(s, n))
		return;
	co_symbol *symbol = resource(s, co_child(n, 0), type, &index);
	if (!symbol)
		return;
	if (co_child(n, 1) &&
		!(value = co_typed(s, co_child(n, 1), SX_INTEGER, amount ? "the number of units" : "the priority")))
		return;
	if (amount && co_child(n, 2) && !(priority = co_typed(s, co_child(n, 2), SX_INTEGER, "the priority")))
		return;
	sm_statement *st = co_do(s, kind, n, out);
	st->object = symbol->object;
	st->index = index;
	st->value = value;
	st->from = priority;
}

/* ---- when something is due */

static bool due(co_scope *s, const co_node *at, const co_node *in, sm_statement *st)
{
	if (at && !(st->value = co_typed(s, at, SX_REAL, "the time")))
		return false;
	if (in && !(st->value = co_typed(s, in, SX_REAL, "the delay")))
		return false;
	if (in && sx_is_const(s->c->pool, st->value) && sx_real_value(s->c->pool, st->value) < 0) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0552", in->span, "the delay is negative"),
				"nothing can be scheduled in the past");
		return false;
	}
	st->absolute = at != NULL;
	return true;
}

void co_do_start(co_scope *s, const co_node *n, const co_symbol *symbol, const co_node *args, const co_node *at,
				 const co_node *in, const co_node *priority, sx_ref target, sm_statements *out)
{
	co_context *c = s->c;
	sm_statement *st = sm_statement_new(c->m, SM_START, n->span);

	if (!symbol->described || symbol->object == CO_NOWHERE) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "K0525", n->span, "nothing says what '%s' does", symbol->name);
		sb_help(m, "describe it under DISCRETE PROCESSES: PROCESS %s; BEGIN ... END", symbol->name);
		return;
	}
	/* a routine that is being lowered is kept apart until it is ready; its arguments are known in the table already */
	const sm_routine *r = &c->m->routines.at[symbol->object];
	const co_node *formals = co_child(symbol->described, 0);
	if (co_count(args) != co_count(formals)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "K0553", n->span, "'%s' has %u argument%s, not %u", symbol->name,
								  co_count(formals), co_count(formals) == 1 ? "" : "s", co_count(args));
		sb_also(m, symbol->described->name_span, "'%s' is described here", symbol->name);
		return;
	}
	if (r->args != co_count(formals))
		return;
	for (uint32_t i = 0; i < r->args; i++) {
		sx_ref a = co_typed(s, args->of.at[i], c->m->routines.at[symbol->object].locals.at[i].type, "this argument");
		if (!a)
			return;
		sb_push(c->arena, st->targets, a);
	}
	if (!due(s, at, in, st) || (priority && !(st->condition = co_typed(s, priority, SX_INTEGER, "the priority"))))
		return;
	st->object = symbol->object;
	st->target = target;
	sb_push(c->arena, *out, st);
}

static void schedule(co_scope *s, const co_node *n, sm_statements *out)
{
	co_symbol *event = co_event_named(s, n);

	if (!event)
		return;
	event->scheduled = true;
	co_do_start(s, n, event, co_child(n, 0), co_child(n, 1), co_child(n, 2), co_child(n, 3), 0, out);
}

static void cancel(co_scope *s, const co_node *n, sm_statements *out)
{
	co_symbol *event = co_event_named(s, co_child(n, 0));

	if (event)
		co_do(s, SM_STOP, n, out)->object = event->object;
}

static void create(co_scope *s, const co_node *n, sm_statements *out)
{
	const co_node *name = co_child(n, 0);
	co_symbol *symbol = co_find(s, name->name);

	if (symbol)
		symbol->used = true;
	if (symbol && symbol->meaning == CO_INSTANCES)
		co_instance_statement(s, n, symbol, out);
	else if (symbol && symbol->meaning == CO_CLASS)
		co_do_start(s, n, symbol, co_child(n, 1), co_child(n, 2), co_child(n, 3), co_child(n, 4), 0, out);
	else if (!symbol)
		co_unknown(s, name, "class of processes or instance of a MODEL");
	else {
		sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0551", name->span,
								  "'%s' is neither a class of processes nor an instance of a MODEL", name->name);
		sb_also(m, symbol->span, "'%s' is declared here", name->name);
		if (symbol->meaning == CO_EVENT_NAME)
			sb_help(m, "an event is scheduled: SCHEDULE %s", name->name);
	}
}

/* ---- sets */

/* The places of an entry's fields in what holds it: a record, or a reference to a process. Its key is only known of the
 * process itself. */
static bool entry_places(co_scope *s, const co_node *name, const co_symbol *set, bool taken, sm_exprs *out)
{
	const sm_resource *r = &s->c->m->resources.at[set->object];
	co_symbol *symbol = co_find(s, name->name);
	bool self = strcmp(name->name, "SELF") == 0 && !taken;

	if (!symbol && !self) {
		co_unknown(s, name, "variable");
		return false;
	}
	if (symbol && !(symbol = co_field(s, symbol, name)))
		return false;
	if (!set->record || (symbol && (symbol->record != set->record ||
									(symbol->meaning != CO_VARIABLE && symbol->meaning != CO_LOCAL_NAME)))) {
		sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0554", name->span,
								  "'%s' does not have the type %s, which '%s' holds",
								  name->name, set->record ? set->record->name : "entry", set->name);
		if (symbol)
			sb_also(m, symbol->span, "'%s' is declared here", name->name);
		return false;
	}
	for (uint32_t i = 0; symbol && symbol->type == CO_T_RECORD && i < symbol->fields.n; i++) {
		sx_ref e = co_ref_to(s, symbol->fields.at[i], name);
		if (!e)
			return false;
		sb_push(s->c->arena, *out, e);
	}
	if (symbol && symbol->type == CO_T_RECORD)
		return true;
	sx_ref e = co_expr(s, name);
	if (!e)
		return false;
	sb_push(s->c->arena, *out, e);
	if (r->fields < 2)
		return true;
	sx_ref key = 0;
	if (!taken) {
		co_symbol *own = self && s->locals ? sb_map_find(s->locals, r->field_names[1]) : NULL;
		if (!own) {
			sb_help(sb_report(s->c->diag, SB_ERROR, "K0555", name->span,
							  "'%s' of this process is not known here, but '%s' is ranked by it", r->field_names[1],
							  set->name),
					"let the process insert itself: INSERT SELF INTO %s", set->name);
			return false;
		}
		co_node *plain = co_new(s->c, CO_NAME, name->span, own->name);
		key = co_typed(s, plain, SX_REAL, "what it is ranked by");
		if (!key)
			return false;
	}
	sb_push(s->c->arena, *out, key);
	return true;
}

static sx_ref how_many(co_scope *s, const co_symbol *set, sx_ref index)
{
	return sm_ask(s->c->m, SM_ASK_LENGTH, set->object, index, NULL, 0);
}

static void put(co_scope *s, const co_node *n, sx_ref target, sx_ref value, sm_statements *out)
{
	sm_statement *st = co_do(s, SM_ASSIGN, n, out);

	st->target = target;
	st->value = value;
}

static sm_statement *take(co_scope *s, const co_node *n, sm_statement_kind kind, const co_symbol *set, sx_ref index,
						  sx_ref position, const sm_exprs *places, sm_statements *out)
{
	sm_statement *st = co_do(s, kind, n, out);

	st->object = set->object;
	st->index = index;
	st->value = position;
	for (uint32_t i = 0; i < places->n; i++)
		sb_push(s->c->arena, st->targets, places->at[i]);
	return st;
}

static void insert(co_scope *s, const co_node *n, sm_statements *out)
{
	sx_ref index = 0;
	co_symbol *set = resource(s, co_child(n, 1), CO_T_SETFILE, &index);
	sm_exprs places = {0};

	if (set && entry_places(s, co_child(n, 0), set, false, &places))
		take(s, n, SM_INSERT, set, index, 0, &places, out);
}

/* FOUND := there is such an entry; if FOUND then take it. */
static void remove_or_copy(co_scope *s, const co_node *n, sm_statements *out)
{
	sx_pool *p = s->c->pool;
	sx_ref index = 0, position = 0;
	co_symbol *set = resource(s, co_child(n, 1), CO_T_SETFILE, &index);
	sm_exprs places = {0};

	if (!set || !entry_places(s, co_child(n, 0), set, true, &places))
		return;
	if (co_child(n, 2) && !(position = co_typed(s, co_child(n, 2), SX_INTEGER, "the position")))
		return;
	sx_ref there = sx_binary(p, SX_GE, how_many(s, set, index), position ? position : sx_int(p, 1));
	if (position)
		there = sx_binary(p, SX_AND, there, sx_binary(p, SX_GE, position, sx_int(p, 1)));
	put(s, n, co_found(s), there, out);
	sm_statement *choice = co_do(s, SM_IF_DO, n, out);
	sm_statement_branch branch = {.condition = co_found(s), .span = n->span};
	choice->object = set->object;
	take(s, n, n->kind == CO_COPY ? SM_PEEK : SM_TAKE, set, index, n->number < 0 ? sx_int(p, -1) : position, &places,
		 &branch.body);
	sb_push(s->c->arena, choice->branches, branch);
}

/* One entry after the other is copied and looked at. */
static void find(co_scope *s, const co_node *n, sm_statements *out)
{
	sx_pool *p = s->c->pool;
	sx_ref index = 0;
	co_symbol *set = resource(s, co_child(n, 1), CO_T_SETFILE, &index);
	sm_exprs places = {0};

	if (!set || !entry_places(s, co_child(n, 0), set, true, &places))
		return;
	sx_ref condition = co_typed(s, co_child(n, 2), SX_BOOLEAN, "the condition");
	if (!condition)
		return;
	sx_ref at = co_local_ref(s, co_local(s, "at", SX_INTEGER, n->span)), found = co_found(s);
	sm_statement_branch loop = {.span = n->span}, hit = {.condition = condition, .span = n->span},
						miss = {.span = n->span};
	put(s, n, found, sx_bool(p, false), out);
	put(s, n, at, sx_int(p, 1), out);
	loop.condition = sx_binary(p, SX_AND, sx_unary(p, SX_NOT, found), sx_binary(p, SX_LE, at, how_many(s, set, index)));
	take(s, n, SM_PEEK, set, index, at, &places, &loop.body);
	put(s, n, found, sx_bool(p, true), &hit.body);
	if (n->number == 1)
		take(s, n, SM_TAKE, set, index, at, &places, &hit.body);
	put(s, n, at, sx_binary(p, SX_ADD, at, sx_int(p, 1)), &miss.body);
	sm_statement *choice = co_do(s, SM_IF_DO, n, &loop.body);
	sb_push(s->c->arena, choice->branches, hit);
	sb_push(s->c->arena, choice->branches, miss);
	sm_statement *st = co_do(s, SM_WHILE, n, out);
	sb_push(s->c->arena, st->branches, loop);
	sm_statement *attempt = co_do(s, SM_IF_DO, n, out);
	attempt->object = set->object;
	sb_push(s->c->arena, attempt->branches, ((sm_statement_branch){.condition = found, .span = n->span}));
}

/* ---- processes and each other */

static void act_on(co_scope *s, const co_node *n, sm_statement_kind kind, sm_statements *out)
{
	sx_ref who = 0;
	sm_statement *st = sm_statement_new(s->c->m, kind, n->span);

	if (co_child(n, 0) && !(who = co_typed(s, co_child(n, 0), SX_INTEGER, "what refers to the process")))
		return;
	if (!who && kind == SM_DESTROY && s->place != CO_IN_PROCESS) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0556", n->span,
						  "DESTROY without a name ends the process that executes it, but this is not a process"),
				"write DESTROY p");
		return;
	}
	st->condition = who;
	if (kind == SM_ACTIVATE && !due(s, co_child(n, 1), co_child(n, 2), st))
		return;
	if (kind == SM_INTERRUPT && co_child(n, 1) && !(st->value = co_typed(s, co_child(n, 1), SX_INTEGER, "the code")))
		return;
	sb_push(s->c->arena, *out, st);
}

static void hold(co_scope *s, const co_node *n, sm_statements *out)
{
	sx_ref value = is_process(s, n) ? co_typed(s, co_child(n, 0), SX_REAL, "the time to hold") : 0;

	if (value && sx_is_const(s->c->pool, value) && sx_real_value(s->c->pool, value) < 0) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0552", co_child(n, 0)->span, "the delay is negative"),
				"time does not go backwards");
		return;
	}
	if (value)
		co_do(s, SM_HOLD, n, out)->value = value;
}

static void wait(co_scope *s, const co_node *n, sm_statements *out)
{
	co_scope inner = *s;

	inner.watched = true;
	sx_ref condition = is_process(s, n) ? co_typed(&inner, co_child(n, 0), SX_BOOLEAN, "the condition") : 0;

	if (condition)
		co_do(s, SM_WAIT_UNTIL, n, out)->condition = condition;
}

static void instance(co_scope *s, const co_node *n, sm_statements *out)
{
	const co_node *name = co_child(n, 0);
	co_symbol *symbol = co_find(s, name->name);

	if (symbol && symbol->meaning == CO_INSTANCES)
		co_instance_statement(s, n, symbol, out);
	else
		co_unknown(s, name, "instance of a MODEL");
}

/* ---- experiments */

static bool stands_in(co_scope *s, const co_node *n, bool ok, const char *where)
{
	if (!ok)
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0513", n->span, "this statement has no meaning here"),
				"it can stand in %s", where);
	return ok;
}

/* Those of resources: what each is in the model, of which type its object is, and whether only a process can do it. */
static bool do_with_resource(co_scope *s, const co_node *n, sm_statements *out)
{
	static const struct { co_kind kind; sm_statement_kind does; co_type type; bool process_only; } list[] = {
		{CO_SEIZE, SM_SEIZE, CO_T_FACILITY, true}, {CO_PREEMPT, SM_PREEMPT, CO_T_FACILITY, true},
		{CO_RELEASE, SM_RELEASE, CO_T_FACILITY, true}, {CO_ENTER, SM_ENTER, CO_T_STORAGE, true},
		{CO_LEAVE, SM_LEAVE, CO_T_STORAGE, false}, {CO_OPEN, SM_OPEN, CO_T_GATE, false},
		{CO_CLOSE, SM_CLOSE, CO_T_GATE, false}, {CO_PASS, SM_PASS, CO_T_GATE, true},
	};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (list[i].kind == n->kind) {
			of_resource(s, n, list[i].does, list[i].type, list[i].process_only, out);
			return true;
		}
	return false;
}

/* Those of one line: the end of a run, what is stored, and those of resources. */
static bool do_small(co_scope *s, const co_node *n, sm_statements *out)
{
	switch (n->kind) {
	case CO_FINISH: case CO_TERMINATE:
		if (stands_in(s, n, s->place == CO_IN_EVENT || s->place == CO_IN_PROCESS, "events and processes"))
			co_do(s, SM_TERMINATE_DO, n, out)->value = sx_string(s->c->pool, "the program has finished the run");
		return true;
	case CO_PASSIVATE:
		if (is_process(s, n))
			co_do(s, SM_PASSIVATE, n, out);
		return true;
	case CO_STOREON: case CO_STOREOFF:
		co_do(s, SM_RECORDING, n, out)->condition = sx_bool(s->c->pool, n->kind == CO_STOREON);
		return true;
	case CO_CROSSPLOT: co_do(s, SM_CROSSPLOT, n, out); return true;
	case CO_RERUN:
		if (stands_in(s, n, s->place == CO_IN_TERMINAL, "TERMINAL"))
			co_do(s, SM_RERUN, n, out);
		return true;
	default: return do_with_resource(s, n, out);
	}
}

/* A run begins anew: nothing that is planned, opened or put away outside of it is there when it begins. */
static bool is_lost(co_scope *s, const co_node *n)
{
	bool outside = s->place == CO_IN_MONITOR || s->place == CO_IN_TERMINAL;

	switch (n->kind) {
	case CO_SCHEDULE:
	case CO_CANCEL:
	case CO_CREATE:
	case CO_ACTIVATE:
	case CO_INTERRUPT:
	case CO_DESTROY:
	case CO_OPEN:
	case CO_CLOSE:
	case CO_LEAVE:
	case CO_SUSPEND: case CO_RESUME: case CO_DELETE:
		return !stands_in(s, n, !outside,
						  "INITIAL, events and processes: each run begins anew, and nothing happens after it");
	case CO_INSERT:
		return !stands_in(s, n, s->place != CO_IN_MONITOR,
						  "INITIAL, events and processes: each run begins with empty sets");
	default: return false;
	}
}

bool co_do_process(co_scope *s, const co_node *n, sm_statements *out)
{
	if (is_lost(s, n))
		return true;
	switch (n->kind) {
	case CO_SCHEDULE: schedule(s, n, out); return true;
	case CO_CANCEL: cancel(s, n, out); return true;
	case CO_CREATE: create(s, n, out); return true;
	case CO_HOLD: hold(s, n, out); return true;
	case CO_WAIT: wait(s, n, out); return true;
	case CO_INSERT: insert(s, n, out); return true;
	case CO_REMOVE: case CO_COPY: remove_or_copy(s, n, out); return true;
	case CO_FIND: find(s, n, out); return true;
	case CO_ACTIVATE: act_on(s, n, SM_ACTIVATE, out); return true;
	case CO_INTERRUPT: act_on(s, n, SM_INTERRUPT, out); return true;
	case CO_DESTROY: act_on(s, n, SM_DESTROY, out); return true;
	case CO_SUSPEND: case CO_RESUME: case CO_DELETE: instance(s, n, out); return true;
	case CO_WRITE: co_do_write(s, n, out); return true;
	case CO_FORMAT: return true;             /* read where WRITE names it */
	case CO_CCODE: co_do_ccode(s, n, out); return true;
	case CO_SIMULATE: case CO_INITCOND: return co_do_experiment(s, n, out);
	default: return do_small(s, n, out);
	}
}

co_symbol *co_event_named(co_scope *s, const co_node *n)
{
	co_symbol *symbol = co_find(s, n->name);
	sb_message *m;

	if (!symbol) {
		co_unknown(s, n, "event");
		return NULL;
	}
	if (symbol->meaning != CO_EVENT_NAME) {
		m = sb_report(s->c->diag, SB_ERROR, "K0524", n->name_span, "'%s' is not an event", n->name);
		sb_also(m, symbol->span, "'%s' is declared here", n->name);
		if (symbol->meaning == CO_CLASS)
			sb_help(m, "a process is created: CREATE %s; it may have AT or IN, too", n->name);
		return NULL;
	}
	if (!symbol->described) {
		if (!symbol->used) {
			m = sb_report(s->c->diag, SB_ERROR, "K0525", n->name_span, "nothing says what happens in the event '%s'",
						  n->name);
			sb_help(m, "describe it in DISCRETE EVENTS: %s: ... END", n->name);
		}
		symbol->used = true;
		return NULL;
	}
	return symbol;
}
