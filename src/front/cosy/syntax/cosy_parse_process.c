/* The statements of events, processes, resources and instances. Words such as AT, IN, FROM are keywords only where they
 * are asked for. */
#include "front/cosy/syntax/cosy_parse_inside.h"

static co_node *begin(co_parser *p, co_kind kind)
{
	co_node *n = co_make(p, kind);
	co_next(p);
	return n;
}

static co_node *alone(co_parser *p, co_kind kind)
{
	return co_done(p, begin(p, kind));
}

static co_node *one_name(co_parser *p, co_kind kind)
{
	co_node *n = begin(p, kind);
	co_add(p, n, co_reference(p));
	return co_done(p, n);
}

/* [ AT expression | IN expression ] */
static void when_due(co_parser *p, co_node *n)
{
	co_add(p, n, co_accept_name(p, "AT") ? co_expression(p) : NULL);
	co_add(p, n, co_accept_name(p, "IN") ? co_expression(p) : NULL);
	if (co_is(p, "AT") || co_is(p, "IN")) {
		sb_message *m = co_error(p, "K0110", co_here(p), "'AT' and 'IN' cannot both be given");
		co_help(m, "AT is a time, IN is a span of time from now");
		co_fail(p);
	}
}

/* [ PRIORITY expression ] */
static void priority(co_parser *p, co_node *n)
{
	co_add(p, n, co_accept_name(p, "PRIORITY") ? co_expression(p) : NULL);
}

/* schedule = SCHEDULE name [ arguments ] [ AT expression | IN expression ] [ PRIORITY expression ]. */
static co_node *schedule(co_parser *p)
{
	co_node *n = begin(p, CO_SCHEDULE);
	co_name(p, n, "a name of an event");
	if (p->word == CO_W_LBRACKET) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected AT or IN, found '[': events have no subscripts");
		co_help(m, "give the event an argument: SCHEDULE %s (I) AT ..., and in EVENTS %s (INTEGER I): ... END", n->name,
				n->name);
		co_fail(p);
		return n;
	}
	co_add(p, n, co_arguments(p));
	when_due(p, n);
	priority(p, n);
	return co_done(p, n);
}

/* create = CREATE reference [ arguments ] [ AT expression | IN expression ] [ PRIORITY expression ]. */
static co_node *create(co_parser *p)
{
	co_node *n = begin(p, CO_CREATE);
	co_add(p, n, co_reference(p));
	co_add(p, n, co_arguments(p));
	when_due(p, n);
	priority(p, n);
	return co_done(p, n);
}

/* seize = ( SEIZE | PREEMPT ) reference [ PRIORITY expression ]. */
static co_node *seize(co_parser *p, co_kind kind)
{
	co_node *n = begin(p, kind);
	co_add(p, n, co_reference(p));
	priority(p, n);
	return co_done(p, n);
}

/* enter = ( ENTER | LEAVE ) reference [ "," expression ] [ PRIORITY expression ]. */
static co_node *enter(co_parser *p, co_kind kind)
{
	co_node *n = begin(p, kind);
	co_add(p, n, co_reference(p));
	co_add(p, n, co_accept(p, CO_W_COMMA) ? co_expression(p) : NULL);
	priority(p, n);
	return co_done(p, n);
}

/* hold = HOLD expression.     wait = WAIT UNTIL expression. */
static co_node *hold(co_parser *p)
{
	co_node *n = begin(p, CO_HOLD);
	co_add(p, n, co_expression(p));
	return co_done(p, n);
}

static co_node *wait_until(co_parser *p)
{
	co_node *n = begin(p, CO_WAIT);
	if (p->word != CO_W_UNTIL && p->word != CO_W_NOTHING) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected UNTIL, found %s", co_token_text(p, p->at));
		co_help(m, "WAIT UNTIL waits for a condition; HOLD waits for a span of time");
		co_fail(p);
	}
	co_accept(p, CO_W_UNTIL);
	co_add(p, n, co_expression(p));
	return co_done(p, n);
}

/* insert = INSERT reference INTO reference. */
static co_node *insert(co_parser *p)
{
	co_node *n = begin(p, CO_INSERT);
	co_add(p, n, co_reference(p));
	co_expect_name(p, "INTO");
	co_add(p, n, co_reference(p));
	return co_done(p, n);
}

/* remove = REMOVE reference FROM reference [ LAST | FIRST | AT expression ].     copy = COPY reference FROM reference
 * AT expression. */
static co_node *remove_from(co_parser *p)
{
	co_node *n = begin(p, CO_REMOVE), *position = NULL;
	co_add(p, n, co_reference(p));
	co_expect_name(p, "FROM");
	co_add(p, n, co_reference(p));
	if (co_accept_name(p, "AT"))
		position = co_expression(p);
	else if (co_is(p, "LAST") && co_peek(p, 1) != CO_W_ASSIGN && co_accept_name(p, "LAST"))
		n->number = -1;
	else if (co_is(p, "FIRST") && co_peek(p, 1) != CO_W_ASSIGN)
		co_next(p);
	co_add(p, n, position);
	return co_done(p, n);
}

static co_node *copy(co_parser *p)
{
	co_node *n = begin(p, CO_COPY);
	co_add(p, n, co_reference(p));
	co_expect_name(p, "FROM");
	co_add(p, n, co_reference(p));
	co_expect_name(p, "AT");
	co_add(p, n, co_expression(p));
	return co_done(p, n);
}

/* find = FIND reference IN reference WHERE expression [ DO REMOVE ]. */
static co_node *find(co_parser *p)
{
	co_node *n = begin(p, CO_FIND);
	co_add(p, n, co_reference(p));
	co_expect_name(p, "IN");
	co_add(p, n, co_reference(p));
	co_expect_name(p, "WHERE");
	co_add(p, n, co_expression(p));
	if (co_accept(p, CO_W_DO)) {
		co_expect(p, CO_W_REMOVE);
		n->number = 1;
	}
	return co_done(p, n);
}

/* activate = ACTIVATE reference [ AT expression | IN expression ].     interrupt = INTERRUPT reference [ WITH
 * expression ]. */
static co_node *activate(co_parser *p)
{
	co_node *n = begin(p, CO_ACTIVATE);
	co_add(p, n, co_reference(p));
	when_due(p, n);
	return co_done(p, n);
}

static co_node *interrupt(co_parser *p)
{
	co_node *n = begin(p, CO_INTERRUPT);
	co_add(p, n, co_reference(p));
	co_add(p, n, co_accept_name(p, "WITH") ? co_expression(p) : NULL);
	return co_done(p, n);
}

/* destroy = DESTROY [ reference ]. The reference stands on the same line: a statement may follow without a `;`. */
static co_node *destroy(co_parser *p)
{
	co_node *n = begin(p, CO_DESTROY);
	co_add(p, n, p->word == CO_W_IDENT && !co_now(p)->new_line ? co_reference(p) : NULL);
	return co_done(p, n);
}

/* crossplot = CROSSPLOT [ ":" ]: it was printed with a ":". */
static co_node *crossplot(co_parser *p)
{
	co_node *n = alone(p, CO_CROSSPLOT);
	co_accept(p, CO_W_COLON);
	return n;
}

co_node *co_process_statement(co_parser *p)
{
	switch (p->word) {
	case CO_W_SCHEDULE: return schedule(p);
	case CO_W_CANCEL: return one_name(p, CO_CANCEL);
	case CO_W_FINISH: return alone(p, CO_FINISH);
	case CO_W_TERMINATE: return alone(p, CO_TERMINATE);
	case CO_W_STOREON: return alone(p, CO_STOREON);
	case CO_W_STOREOFF: return alone(p, CO_STOREOFF);
	case CO_W_CROSSPLOT: return crossplot(p);
	case CO_W_RERUN: return alone(p, CO_RERUN);
	case CO_W_PASSIVATE: return alone(p, CO_PASSIVATE);
	case CO_W_CREATE: return create(p);
	case CO_W_HOLD: return hold(p);
	case CO_W_WAIT: return wait_until(p);
	case CO_W_SEIZE: return seize(p, CO_SEIZE);
	case CO_W_PREEMPT: return seize(p, CO_PREEMPT);
	case CO_W_RELEASE: return one_name(p, CO_RELEASE);
	case CO_W_OPEN: return one_name(p, CO_OPEN);
	case CO_W_CLOSE: return one_name(p, CO_CLOSE);
	case CO_W_PASS: return one_name(p, CO_PASS);
	case CO_W_ENTER: return enter(p, CO_ENTER);
	case CO_W_LEAVE: return enter(p, CO_LEAVE);
	case CO_W_INSERT: return insert(p);
	case CO_W_REMOVE: return remove_from(p);
	case CO_W_COPY: return copy(p);
	case CO_W_FIND: return find(p);
	case CO_W_ACTIVATE: return activate(p);
	case CO_W_INTERRUPT: return interrupt(p);
	case CO_W_DESTROY: return destroy(p);
	case CO_W_SUSPEND: return one_name(p, CO_SUSPEND);
	case CO_W_RESUME: return one_name(p, CO_RESUME);
	case CO_W_DELETE: return one_name(p, CO_DELETE);
	default: return NULL;
	}
}
