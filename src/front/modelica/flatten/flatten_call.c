/* Equations that are calls: assert, terminate, reinit, and functions for their effect; and what they share with
 * statements. */
#include "front/modelica/flatten/flatten_inside.h"

#include <string.h>

static sm_equation *add(const mo_destination *p, sm_equation_kind kind, sb_span span)
{
	sm_equation *e = mo_new_equation(p, kind, span);

	sb_push(p->c->arena, *p->out, e);
	return e;
}

static bool flatten_assert(const mo_destination *p, const mo_equation *q)
{
	sx_ref condition, text;
	int level;
	sm_equation *e;

	if (!mo_lower_assert(p->c, p->env, q->left, &condition, &text, &level))
		return mo_stopped(p);
	if (mo_stopped(p) || (sx_is_const(p->c->pool, condition) && sx_int_value(p->c->pool, condition)))
		return true;
	if (!p->at_run && !p->env->in_when && !mo_assert_may_hold(p->c, p->env, condition, text, level, q->span))
		return false;
	e = add(p, SM_ASSERT, q->span);
	e->lhs = condition;
	e->rhs = text;
	e->level = level;
	return true;
}

static bool flatten_terminate(const mo_destination *p, const mo_equation *q)
{
	sx_ref text;

	if (!mo_lower_terminate(p->c, p->env, q->left, &text))
		return false;
	add(p, SM_TERMINATE, q->span)->rhs = text;
	return true;
}

static bool no_state(mo_context *c, sb_span span)
{
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0417", span, "reinit sets states only: Real variables whose derivative appears");

	sb_help(m, "write 'x = value' in the when for discrete variables");
	return false;
}

static bool is_state(mo_context *c, mo_value *v, sb_span span)
{
	sx_ref e = mo_stored(c, v);

	if (v->type.base == MO_B_REAL &&
		(!e || (sx_op_of(c->pool, e) == SX_VAR &&
				sm_var(c->model, sx_at(c->pool, e)->payload)->variability == SM_CONTINUOUS)))
		return true;
	return no_state(c, span);
}

static bool flatten_reinit(const mo_destination *p, const mo_equation *q)
{
	static const char *const names[] = {"x", "expr"};
	const mo_expr *x, *to;
	mo_value *l, *r;

	if (!mo_check_arguments(p->c, q->left, 2, names, 2))
		return false;
	if (!p->env->in_when) {
		sb_message *m = sb_report(p->c->diag, SB_ERROR, "M0421", q->span, "reinit is allowed in when equations only");
		sb_help(m, "write 'when condition then reinit(...); end when;'");
		return false;
	}
	x = mo_call_argument(q->left, 0, names[0]);
	to = mo_call_argument(q->left, 1, names[1]);
	if (x->kind != MO_E_REF)
		return no_state(p->c, x->span);
	l = mo_lower_reference(p->c, p->env, x);
	r = mo_lower(p->c, p->env, to);
	if (!l || !r)
		return mo_stopped(p);
	if (!is_state(p->c, l, x->span) || !mo_fits(p->c, r, &l->type, to->span, "the new value"))
		return false;
	return mo_equate(p, SM_REINIT, l, r, q->span);
}

static bool cannot_program(mo_context *c, sb_span span, const char *what, const char *help)
{
	sb_help(sb_report(c->diag, SB_ERROR, "M0955", span, "%s", what), "%s", help);
	return false;
}

/* schedule(e, delay), cancel(e) */
static bool flatten_program(const mo_destination *p, const mo_equation *q, bool cancel)
{
	static const char *const names[] = {"e", "delay"};
	uint32_t count = cancel ? 1 : 2;
	mo_value_type real = mo_type_of(MO_B_REAL, 0, 0, NULL);

	if (!mo_check_arguments(p->c, q->left, count, names, count))
		return false;
	const mo_expr *e = mo_call_argument(q->left, 0, names[0]), *delay = mo_call_argument(q->left, 1, names[1]);
	if (!p->env->in_when)
		return cannot_program(p->c, q->span, "an activation can be programmed in a when only",
			"write 'when e then schedule(o, delay); end when;', or 'when initial() then ...' for the beginning");
	mo_value *l = e->kind == MO_E_REF ? mo_lower_reference(p->c, p->env, e) : NULL;
	mo_value *r = delay ? mo_lower(p->c, p->env, delay) : mo_value_scalar(p->c, sx_real(p->c->pool, -1), MO_B_REAL, 0);
	if (e->kind == MO_E_REF && (!l || !r))
		return mo_stopped(p);
	if (!l || l->type.base != MO_B_ACTIVATION || l->type.rank)
		return cannot_program(p->c, e->span, "what is programmed must be a variable of type Activation",
			"write schedule(e, delay) for an 'Activation e' that no equation gives");
	return r && mo_fits(p->c, r, &real, delay ? delay->span : q->span, "the delay") &&
		mo_equate(p, SM_PROGRAM, l, mo_cast(p->c, r, MO_B_REAL), q->span);
}

static bool cannot_send(mo_context *c, sb_span span, const char *what, const char *help)
{
	sb_help(sb_report(c->diag, SB_ERROR, "D0011", span, "%s", what), "%s", help);
	return false;
}

/* Of an array of ports: which elements; a subscript that moves may be all. */
static void note_sent(mo_context *c, mo_item *port, sx_ref element, uint32_t n)
{
	uint32_t count = sm_var(c->model, mo_message_activation(c, port))->count, at = 0;
	bool known = true;

	port->sent = port->sent ? port->sent : sb_new_array(c->arena, bool, count + 1);
	for (uint32_t i = 0; i < n && known; i++) {
		sx_ref subscript = sx_arg(c->pool, element, i);
		known = sx_is_const(c->pool, subscript);
		at = known ? at*port->shape[i] + (uint32_t)sx_int_value(c->pool, subscript) - 1 : 0;
	}
	for (uint32_t k = 0; k < count; k++)
		port->sent[k] |= !known || k == at;
}

/* send(out, value): the port has the value from now on, and the message leaves behind this pass (docs/devs.md). */
static bool flatten_send(const mo_destination *p, const mo_equation *q)
{
	static const char *const names[] = {"port", "value"};
	mo_context *c = p->c;
	sx_ref element = 0;

	if (!mo_check_arguments(c, q->left, 2, names, 2))
		return false;
	const mo_expr *to = mo_call_argument(q->left, 0, names[0]), *what = mo_call_argument(q->left, 1, names[1]);
	if (!p->env->in_when)
		return cannot_send(c, q->span, "a message can be sent in a when only",
						   "write 'when condition then send(port, value); end when;'");
	mo_value *l = to->kind == MO_E_REF ? mo_lower_reference(c, p->env, to) : NULL, *r = mo_lower(c, p->env, what);
	if ((to->kind == MO_E_REF && !l) || !r)
		return mo_stopped(p);
	mo_item *port = l ? mo_message_port(c, l, &element) : NULL;
	if (!port || !port->output || mo_whole_scope(port->scope) != mo_whole_scope(p->env->scope))
		return cannot_send(c, to->span, "this is no output of the class that carries messages",
						   "declare an output of it, as 'Saltus.DEVS.Interfaces.RealOutput out;'");
	if (mo_is_coupled_inside(c, port))
		return cannot_send(c, to->span, "this port has what the components that are connected to it send",
						   "declare another port for what equations send");
	if (!mo_fits(c, r, &l->type, what->span, "the message") || !mo_equate(p, SM_EQUAL, l, r, q->span))
		return false;
	sm_equation *e = add(p, SM_PROGRAM, q->span);
	uint32_t come = mo_message_activation(c, port);
	uint32_t n = port->base == MO_B_CLASS ? 0 : mo_message_rank(port);
	sx_ref *at = sb_new_array(c->arena, sx_ref, n + 1);
	for (uint32_t i = 0; i < n; i++)
		at[i] = sx_arg(c->pool, element, i);
	note_sent(c, port, element, n);
	e->lhs = n ? sx_make(c->pool, SX_VAR, SX_BOOLEAN, come, at, n) : sm_ref(c->model, come);
	e->rhs = sx_real(c->pool, 0);
	return true;
}

/* Words of ours, which Modelica does not have: a function of that name comes before them. */
static bool is_own_word(const mo_destination *p, const char *name)
{
	return (strcmp(name, "schedule") == 0 || strcmp(name, "cancel") == 0 || strcmp(name, "send") == 0) &&
		   !mo_lookup(p->env->scope, name);
}

bool mo_flatten_call(const mo_destination *p, const mo_equation *q)
{
	const mo_expr *call = q->left;
	const char *name = call->parts.n == 1 ? call->parts.at[0].name : "";
	sx_ref e;

	if (strcmp(name, "assert") == 0)
		return flatten_assert(p, q);
	if (strcmp(name, "terminate") == 0)
		return flatten_terminate(p, q);
	if (strcmp(name, "reinit") == 0)
		return flatten_reinit(p, q);
	if (is_own_word(p, name) && strcmp(name, "send") == 0)
		return flatten_send(p, q);
	if (is_own_word(p, name))
		return flatten_program(p, q, strcmp(name, "cancel") == 0);
	if (call->parts.n == 2 && strcmp(call->parts.at[0].name, "Connections") == 0)
		return mo_check_connection(p, q);
	if (strcmp(name, "transition") == 0)
		return mo_flatten_transition(p, q);
	if (strcmp(name, "initialState") == 0)
		return mo_flatten_initial_state(p, q);
	e = mo_lower_effect(p->c, p->env, call);
	if (!e)
		return mo_stopped(p);
	add(p, SM_CALL, q->span)->rhs = e;
	return true;
}
