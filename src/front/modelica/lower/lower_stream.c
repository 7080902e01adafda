/* Streams (3.6, 15): quantities that are carried by the flow of a connector.
 *
 * A stream variable is what leaves its component; what would enter it, inStream(v), is a variable of its own here, the
 * *inflow* of v, hidden and of the same sizes, so that arrays of connectors stay families. It is made when it is first
 * asked for, and the connection sets give it its equation. In a set with N inside connectors m and M outside connectors
 * c, seen from one of them, the others are what flows towards it:
 *
 *     inflow of m[i]   from the h of the other m and the inflows of all c
 *     h of c[q]        from the h of all m and the inflows of the other c
 *                      (an outside connector passes on what is within)
 *
 * One other gives its value as it is. Of several the mean is taken, weighted with the flows out of them; near no flow
 * at all the weights go over into equal ones, smoothly. */
#include "front/modelica/lower/lower_inside.h"
#include "front/modelica/lower/lower_stream.h"

#include <string.h>

/* 15.2: small flows are those below this part of the nominal flow; more than what loops are solved to. Where no nominal
 * flow is given, nobody has said that a flow is small, and only what is rounding beside a flow of 1 is. */
static const double SMALL_FLOW = 1e-7, TINY_FLOW = 1e-12;

bool mo_is_stream(const mo_context *c, uint32_t variable)
{
	return sm_var(c->model, variable)->port == SM_STREAM;
}

static uint32_t flow_beside(mo_context *c, uint32_t stream)
{
	const mo_item *item = mo_item_of_variable(c, stream);
	const mo_items *beside = mo_members(c, mo_whole_scope(item->scope));

	for (uint32_t i = 0; i < beside->n; i++)
		if (beside->at[i]->present && beside->at[i]->flow && beside->at[i]->variable != UINT32_MAX)
			return beside->at[i]->variable;
	return UINT32_MAX;
}

bool mo_has_inflow(mo_context *c, uint32_t stream)
{
	uint64_t known;

	return sb_map_get(&mo_lowering_of(c)->inflows, stream, &known);
}

uint32_t mo_inflow(mo_context *c, uint32_t stream)
{
	struct mo_lowering *f = mo_lowering_of(c);
	const sm_variable *of = sm_var(c->model, stream);
	uint64_t known;
	sm_variable *v;
	uint32_t number;

	if (sb_map_get(&f->inflows, stream, &known))
		return (uint32_t)known;
	number = sm_add_variable(c->model, sb_intern(c->names, sb_printf(c->arena, "inStream(%s)", of->name)), SX_REAL,
							 of->shape, of->rank);
	v = sm_edit(c->model, number);
	of = sm_var(c->model, stream);
	v->hidden = true;
	v->parts = of->parts;
	v->component = of->component;
	v->span = of->span;
	v->variability = SM_CONTINUOUS;
	sb_map_put(&f->inflows, stream, number);
	return number;
}

/* What is said of a stream variable holds for its inflow too; attributes are known only when all declarations are
 * read. */
static void copy_attributes(mo_context *c, uint32_t stream, uint32_t inflow)
{
	sm_variable *of = sm_edit(c->model, stream);
	sm_variable *v = sm_edit(c->model, inflow);

	v->over = of->over;
	v->start = of->start;
	v->nominal = of->nominal;
	v->unit = of->unit;
	v->display_unit = of->display_unit;
	v->quantity = of->quantity;
}

static sx_ref with_subscripts_of(mo_context *c, uint32_t variable, sx_ref e)
{
	uint32_t n = sx_at(c->pool, e)->count, rank = sm_var(c->model, variable)->rank;
	sx_ref *at = sb_new_array(c->arena, sx_ref, rank + 1);

	for (uint32_t i = 0; i < rank && i < n; i++)
		at[i] = sx_arg(c->pool, e, i);
	return sx_var(c->pool, variable, SX_REAL, at, n < rank ? n : rank);
}

static bool is_stream_node(mo_context *c, sx_ref e)
{
	return sx_op_of(c->pool, e) == SX_VAR && mo_is_stream(c, sx_at(c->pool, e)->payload);
}

sx_ref mo_inflow_of(mo_context *c, sx_ref e)
{
	return with_subscripts_of(c, mo_inflow(c, sx_at(c->pool, e)->payload), e);
}

/* The flow that carries the stream variable e: that of the same connector, so with the same leading subscripts. */
static sx_ref flow_of(mo_context *c, sx_ref e)
{
	uint32_t flow = flow_beside(c, sx_at(c->pool, e)->payload);

	return flow == UINT32_MAX ? 0 : with_subscripts_of(c, flow, e);
}

/* ------------------------------------------------------------ inStream, actualStream */

static sx_ref replace_stream(sx_rewriter *r, sx_pool *pool, sx_ref e)
{
	mo_context *c = r->context;

	(void)pool;
	return is_stream_node(c, e) ? mo_inflow_of(c, e) : e;
}

static sx_ref apply_in_stream(mo_context *c, const void *data, const sx_ref *args)
{
	sx_rewriter r = sx_rewriter_new(c->arena, replace_stream, c);

	(void)data;
	return is_stream_node(c, args[0]) ? mo_inflow_of(c, args[0]) : sx_rewrite(&r, c->pool, args[0]);
}

/* 15.3: actualStream(h) = if m_flow > 0 then inStream(h) else h. */
static sx_ref actual_stream(mo_context *c, sx_ref e)
{
	sx_ref flow = flow_of(c, e);

	return !flow ? e : sx_if(c->pool, sx_binary(c->pool, SX_GT, flow, sx_real(c->pool, 0)), mo_inflow_of(c, e), e);
}

static sx_ref replace_actual(sx_rewriter *r, sx_pool *pool, sx_ref e)
{
	mo_context *c = r->context;

	(void)pool;
	return is_stream_node(c, e) ? actual_stream(c, e) : e;
}

static sx_ref apply_actual_stream(mo_context *c, const void *data, const sx_ref *args)
{
	sx_rewriter r = sx_rewriter_new(c->arena, replace_actual, c);

	(void)data;
	return is_stream_node(c, args[0]) ? actual_stream(c, args[0]) : sx_rewrite(&r, c->pool, args[0]);
}

/* The component that a reference names, wherever its subscripts point to; NULL if there is none. */
static mo_item *named_item(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_item *item = e->kind == MO_E_REF && e->parts.n ? mo_lookup(env->scope, e->parts.at[0].name) : NULL;

	for (uint32_t i = 1; item && i < e->parts.n; i++) {
		if (!mo_open(c, item, e->span))
			return NULL;
		item = item->outer_of ? item->outer_of : item;
		item = item->kind == MO_I_COMPONENT && item->type ? mo_member(item->type, e->parts.at[i].name) : NULL;
	}
	return item && item->kind == MO_I_COMPONENT && mo_open(c, item, e->span) ? item : NULL;
}

mo_value *mo_builtin_stream(const mo_builtin_call *k)
{
	const mo_expr *e = k->e->a.n ? k->e->a.at[0] : k->e;
	const mo_item *item = named_item(k->c, k->env, e);
	mo_value *v = k->args[0];

	if (!item || !item->stream || v->type.base != MO_B_REAL) {
		sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0470", e->span,
								  "the argument of %s must be a stream variable of a connector", k->name);
		if (item)
			sb_also(m, item->ast->name_span, "'%s' is declared here, without the prefix 'stream'", item->full_name);
		sb_help(m, "name a variable with the prefix stream: %s(port.h_outflow)", k->name);
		return NULL;
	}
	return mo_map(k->c, &v->type, k->code ? apply_actual_stream : apply_in_stream, NULL, &v, 1);
}

/* 15.3: a flow times the actual stream value that it carries goes through zero without a jump, whatever the two values
 * are. */
sx_ref mo_stream_product(mo_context *c, sx_ref a, sx_ref b)
{
	sx_pool *p = c->pool;
	sx_ref flow = sx_op_of(p, a) == SX_IF ? b : a, value = flow == a ? b : a, e, condition;

	if (sx_op_of(p, value) != SX_IF || sx_op_of(p, flow) != SX_VAR || !is_stream_node(c, sx_arg(p, value, 2)))
		return 0;
	condition = sx_arg(p, value, 0);
	if (sx_op_of(p, condition) != SX_GT || sx_arg(p, condition, 0) != flow ||
		!sx_is_number(p, sx_arg(p, condition, 1), 0))
		return 0;
	e = sx_if(p, condition, sx_binary(p, SX_MUL, flow, sx_arg(p, value, 1)),
			  sx_binary(p, SX_MUL, flow, sx_arg(p, value, 2)));
	return sx_unary(p, SX_NOEVENT, e);
}

/* -------------------------------------------------------------------- mixing */

/* The value of an attribute of the flow, where it is known now and the same for all elements; it is part of the
 * structure then. */
static bool known_limit(mo_context *c, sx_ref limit, double *out)
{
	sx_value value;

	if (!limit || (sx_flags(c->pool, limit) & SX_HAS_ITER) || !mo_try_evaluate(c, limit, &value))
		return false;
	if (sx_flags(c->pool, limit) & SX_HAS_VAR)
		mo_evaluate(c, limit, (sb_span){0}, "the limit of a flow", &value);
	*out = value.type == SX_REAL ? value.real : (double)value.integer;
	return true;
}

mo_stream_end mo_stream_end_of(mo_context *c, sx_ref stream, bool outside)
{
	mo_stream_end end = {.outside = outside, .own = stream};
	sx_ref flow = flow_of(c, stream);
	const sm_variable *v = flow ? sm_var(c->model, sx_at(c->pool, flow)->payload) : NULL;
	double limit;

	end.value = outside ? mo_inflow_of(c, stream) : stream;
	if (!v)
		return end;
	/* what comes out of it into the set */
	end.flow = outside ? flow : sx_unary(c->pool, SX_NEG, flow);
	if (known_limit(c, outside ? v->max : v->min, &limit))
		end.one_way = outside ? limit <= 0 : limit >= 0;
	if (known_limit(c, v->nominal, &limit) && limit > 0)
		end.small = SMALL_FLOW * limit;
	return end;
}

/* 15.2: 1 from `small` on, 0 at no flow, and a smooth way between. */
static sx_ref confidence(sx_pool *p, sx_ref sum, double small)
{
	sx_ref part = sx_binary(p, SX_DIV, sum, sx_real(p, small)),
		   between = sx_binary(p, SX_MUL, sx_binary(p, SX_MUL, part, part),
							   sx_binary(p, SX_SUB, sx_real(p, 3), sx_binary(p, SX_MUL, sx_real(p, 2), part)));

	return sx_unary(p, SX_NOEVENT, sx_if(p, sx_binary(p, SX_GT, sum, sx_real(p, small)), sx_real(p, 1), between));
}

/* sum(positiveMax(flow)*value)/sum(positiveMax(flow)) with positiveMax(flow) = alpha*max(flow, 0) + (1 - alpha)*small;
 * what does not depend on the member is taken out of the sums. */
static sx_ref weighted_mean(mo_context *c, const mo_stream_end **from, uint32_t n)
{
	sx_pool *p = c->pool;
	sx_ref zero = sx_real(p, 0), sum = zero, carried = zero, values = zero, alpha, rest;
	double small = 0;

	for (uint32_t i = 0; i < n; i++) {
		sx_ref out = sx_binary(p, SX_MAX, from[i]->flow, zero);

		small = from[i]->small > 0 && (small == 0 || from[i]->small < small) ? from[i]->small : small;
		sum = sx_binary(p, SX_ADD, sum, out);
		carried = sx_binary(p, SX_ADD, carried, sx_binary(p, SX_MUL, out, from[i]->value));
		values = sx_binary(p, SX_ADD, values, from[i]->value);
	}
	small = small > 0 ? small : TINY_FLOW;
	alpha = confidence(p, sum, small);
	rest = sx_binary(p, SX_MUL, sx_real(p, small), sx_binary(p, SX_SUB, sx_real(p, 1), alpha));
	return sx_binary(p, SX_DIV,
					 sx_binary(p, SX_ADD, sx_binary(p, SX_MUL, alpha, carried), sx_binary(p, SX_MUL, rest, values)),
					 sx_binary(p, SX_ADD, sx_binary(p, SX_MUL, alpha, sum), sx_binary(p, SX_MUL, sx_real(p, n), rest)));
}

/* 15.2: what flows towards end i. */
sx_ref mo_mixture(mo_context *c, const mo_stream_end *ends, uint32_t n, uint32_t i)
{
	const mo_stream_end **from = sb_new_array(c->arena, const mo_stream_end *, n + 1);
	uint32_t m = 0;

	if (n == 1)
		return ends[i].outside ? sx_real(c->pool, 0) : ends[i].own;
	if (n == 2)
		return ends[1 - i].value;
	for (uint32_t k = 0; k < n; k++)
		if (k != i && !ends[k].one_way && ends[k].flow)
			from[m++] = &ends[k];
	if (m == 0)
		return ends[i].outside ? sx_real(c->pool, 0) : ends[i].own;
	return m == 1 ? from[0]->value : weighted_mean(c, from, m);
}

void mo_describe_inflows(mo_context *c)
{
	struct mo_lowering *l = mo_lowering_of(c);
	uint32_t n = c->model->variables.n;
	uint64_t inflow;

	for (uint32_t v = 0; v < n; v++)
		if (mo_is_stream(c, v) && sb_map_get(&l->inflows, v, &inflow))
			copy_attributes(c, v, (uint32_t)inflow);
}
