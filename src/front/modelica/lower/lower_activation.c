/* Activations (docs/diagrams.md): the constructor, and what can be asked of one. An activation is a Boolean of the
 * model that is true in one pass of an instant; that it is none to the user is seen to by its type here. */
#include "front/modelica/lower/lower_inside.h"

static mo_value *wrong(mo_context *c, sb_span span, const char *code, const char *what, const char *help)
{
	sb_help(sb_report(c->diag, SB_ERROR, code, span, "%s", what), "%s", help);
	return NULL;
}

static mo_value *make_source(mo_context *c, int kind, const sx_ref *args, uint32_t n)
{
	uint32_t site = mo_lowering_of(c)->sites++;

	c->model->activations = true;
	return mo_value_scalar(c, sx_make(c->pool, SX_SOURCE, SX_BOOLEAN, (uint32_t)kind + 4 * site, args, n),
		MO_B_ACTIVATION, 0);
}

/* A Real that is known before the run; what is not given is zero. */
static bool known_real(mo_context *c, const mo_env *env, const mo_expr *e, const char *what, sx_ref *out)
{
	*out = e ? mo_lower_scalar(c, env, e, MO_B_REAL) : sx_real(c->pool, 0);
	if (!*out || mo_is_parametric(c, *out))
		return *out != 0;
	return wrong(c, e->span, "M0950", sb_printf(c->arena, "the %s of an activation is not known before the run", what),
		"use constants and parameters; for instants that depend on the run write schedule(e, delay) in a when") != NULL;
}

static mo_value *wrong_period(mo_context *c, sb_span span, double period)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0951", span,
		"the period of an activation is greater than zero, but this is %.9g", period);

	if (period == 0)
		sb_help(m, "what is always active is an ordinary equation, outside of any when");
	else if (period == -1)
		sb_help(m, "for the beginning of the run write Activation(initial())");
	else
		sb_help(m, "write Activation(period, offset), in seconds");
	return NULL;
}

static mo_value *periodic(mo_context *c, const mo_env *env, const mo_expr *call, const mo_expr *first)
{
	const mo_expr *offset = mo_call_argument(call, 1, "offset"), *domain = mo_call_argument(call, 2, "domain");
	const char *name = "";
	sx_ref args[3];

	if (!known_real(c, env, first, "period", &args[0]) || !known_real(c, env, offset, "offset", &args[1]))
		return NULL;
	if (domain && !mo_evaluate_string(c, env, domain, "the domain of an activation", &name))
		return NULL;
	if (sx_is_const(c->pool, args[0]) && !(sx_real_value(c->pool, args[0]) > 0))
		return wrong_period(c, first->span, sx_real_value(c->pool, args[0]));
	args[2] = sx_string(c->pool, name);
	return make_source(c, SX_SOURCE_PERIODIC, args, 3);
}

/* Activation(period, offset, domain), Activation(condition), Activation(initial()) */
mo_value *mo_lower_activation(mo_context *c, const mo_env *env, const mo_expr *call)
{
	static const char *const of_period[] = {"period", "offset", "domain"}, *const of_condition[] = {"condition"};
	const mo_expr *first = mo_call_argument(call, 0, "period"), *condition = mo_call_argument(call, 0, "condition");

	if (env->in_function || env->procedure)
		return wrong(c, call->span, "M0952", "an activation cannot be made in a function",
			"functions know only their inputs");
	if (!first && !condition)
		return wrong(c, call->span, "M0952", "'Activation' is not called with these arguments",
			"write Activation(period, offset), Activation(condition), or Activation(initial())");
	mo_value *v = mo_lower(c, env, first ? first : condition);
	if (!v)
		return NULL;
	if (v->type.base == MO_B_ACTIVATION)
		return wrong(c, first->span, "M0952", "this is an Activation already", "use it as it is");
	if (v->type.base != MO_B_BOOLEAN)
		return mo_check_arguments(c, call, 1, of_period, 3) ? periodic(c, env, call, first) : NULL;
	sx_ref e = v->type.rank ? 0 : mo_elem(c, v, NULL);
	if (!e)
		return wrong(c, call->span, "M0952", "the condition of an activation is an array",
			"make an activation for each element, and join them by 'or'");
	if (!mo_check_arguments(c, call, 1, of_condition, 1))
		return NULL;
	return make_source(c, sx_op_of(c->pool, e) == SX_INITIAL ? SX_SOURCE_INITIAL : SX_SOURCE_EDGE, &e, 1);
}

static sx_ref apply_active(mo_context *c, const void *data, const sx_ref *args)
{
	if (sx_op_of(c->pool, args[0]) != SX_VAR) {
		wrong(c, *(const sb_span *)data, "M0954", "active(...) is asked of what is no variable of type Activation",
			"declare a variable for the activation, and write active of it");
		return 0;
	}
	return sx_make(c->pool, SX_ACTIVE, SX_BOOLEAN, 0, args, 1);
}

/* active(e): e has come now. Between instants this would always be false, so it is for the body of a when. */
mo_value *mo_builtin_active(const mo_builtin_call *k)
{
	mo_value_type type = k->args[0]->type;

	if (type.base != MO_B_ACTIVATION)
		return mo_wrong_argument(k, 0, "an Activation");
	if (!k->env->in_when)
		return wrong(k->c, k->e->span, "M0953", "active(...) is for the body of a when",
			"an activation has no value between instants; write 'when e then ... end when'");
	type.base = MO_B_BOOLEAN;
	return mo_map(k->c, &type, apply_active, &k->e->span, k->args, 1);
}

/* interval(e): what the connections lead to is known when all of them are. */
mo_value *mo_activation_period(const mo_builtin_call *k)
{
	sx_ref e = k->args[0]->type.rank ? 0 : mo_elem(k->c, k->args[0], NULL);

	if (!e || sx_op_of(k->c->pool, e) != SX_VAR)
		return wrong(k->c, k->e->span, "M0954", "the period is asked of what is no variable of type Activation",
			"declare a variable for the activation, and write interval of it");
	k->c->periods = true;
	return mo_value_scalar(k->c, sx_make(k->c->pool, SX_PERIOD, SX_REAL, 0, &e, 1), MO_B_REAL, 0);
}

typedef struct asked { mo_context *c; sb_vec(sx_ref) of; bool good; } asked;

static bool see_asked(void *context, sx_ref e)
{
	asked *a = context;
	a->good &= sx_op_of(a->c->pool, e) == SX_VAR;
	sb_push(a->c->arena, a->of, e);
	return a->good;
}

/* All numbers of an array, or of a record. */
static bool ask_all(asked *a, mo_value *v, sb_span span)
{
	bool good = v->type.base != MO_B_ACTIVATION;
	for (uint32_t i = 0; v->type.base == MO_B_CLASS && i < v->field_count; i++)
		good = good && ask_all(a, v->fields[i], span);
	return good && (v->type.base == MO_B_CLASS || mo_each_element(a->c, v, span, see_asked, a)) && a->good;
}

mo_item *mo_message_port(mo_context *c, mo_value *v, sx_ref *element)
{
	while (v && v->type.base == MO_B_CLASS && !v->type.rank)
		v = v->field_count ? v->fields[0] : NULL;
	sx_ref *first = sb_new_array(c->arena, sx_ref, v ? v->type.rank + 1 : 1);
	for (uint32_t d = 0; v && d < v->type.rank; d++)
		first[d] = sx_int(c->pool, 1);
	sx_ref e = v ? mo_elem(c, v, first) : 0;
	mo_item *item = e && sx_op_of(c->pool, e) == SX_VAR ? mo_item_of_variable(c, sx_at(c->pool, e)->payload) : NULL;
	const mo_item *port = item ? mo_message_of(item) : NULL;
	*element = e;
	/* all of an array of ports is no port */
	return port && v->type.rank + mo_message_rank(port) <= item->rank ? (mo_item *)port : NULL;
}

/* activation(u) of a port that carries messages: with each message. */
static mo_value *message_activation(const mo_builtin_call *k, mo_item *port, sx_ref element)
{
	uint32_t variable = mo_message_activation(k->c, port);
	const sx_node *node = sx_at(k->c->pool, element);
	sx_ref *at = sb_new_array(k->c->arena, sx_ref, node->count + 1u);
	uint32_t n = port->base == MO_B_CLASS ? 0 : mo_message_rank(port);
	for (uint32_t i = 0; i < n; i++)
		at[i] = sx_arg(k->c->pool, element, i);
	sx_ref come = n ? sx_make(k->c->pool, SX_VAR, SX_BOOLEAN, variable, at, n) : sm_ref(k->c->model, variable);
	return mo_value_scalar(k->c, come, MO_B_ACTIVATION, 0);
}

/* activation(u): when u may change. Which clauses set it is known when all equations are. */
mo_value *mo_builtin_activation(const mo_builtin_call *k)
{
	asked a = { .c = k->c, .good = true };
	sx_ref element;
	mo_item *port = mo_message_port(k->c, k->args[0], &element);
	if (port)
		return message_activation(k, port, element);

	if (!ask_all(&a, k->args[0], k->e->span) || !a.of.n)
		return wrong(k->c, k->e->span, "M1010", "the activation is asked of what is no variable",
			"declare a variable for it, of type Real, Integer or Boolean, and write activation of it");
	if (k->env->in_function || k->env->procedure)
		return wrong(k->c, k->e->span, "M0952", "an activation cannot be made in a function",
			"functions know only their inputs");
	return make_source(k->c, SX_SOURCE_OF, a.of.at, a.of.n);
}
