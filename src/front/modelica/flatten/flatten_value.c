/* Equations between two values of any type. */
#include "front/modelica/flatten/flatten_inside.h"

struct mo_flattening *mo_flattening_of(mo_context *c)
{
	struct mo_flattening *f = c->flattening;

	if (f)
		return f;
	f = c->flattening = sb_new(c->arena, struct mo_flattening);
	f->record_values = sb_map_new(c->arena);
	f->called_records = sb_map_new(c->arena);
	f->has_connections = sb_map_new(c->arena);
	f->failed = sb_map_new(c->arena);
	f->class_names = sb_map_new(c->arena);
	return f;
}

/* 0 = x + y: nothing is unknown on the left, so no Integer would have to take the value of a Real. */
static bool is_known(mo_context *c, mo_value *v)
{
	sx_ref *first = sb_new_array(c->arena, sx_ref, v->type.rank + 1), e;

	for (uint32_t d = 0; d < v->type.rank; d++) {
		if (sx_is_number(c->pool, v->type.dims[d], 0))
			return true;
		first[d] = sx_int(c->pool, 1);
	}
	e = mo_elem(c, v, v->type.rank ? first : NULL);
	return e && mo_is_parametric(c, e);
}

bool mo_check_sides(mo_context *c, mo_value *l, mo_value *r, sb_span left, sb_span right)
{
	if (l->type.base == MO_B_INTEGER && r->type.base == MO_B_REAL && is_known(c, l))
		return mo_fits(c, l, &r->type, left, "the left side of the equation");
	return mo_fits(c, r, &l->type, right, "the right side of the equation");
}

static bool set_is_variable(const mo_destination *p, sm_equation_kind kind, sx_ref l, sb_span span)
{
	sb_message *m;

	if (sx_op_of(p->c->pool, l) == SX_VAR)
		return true;
	if (kind == SM_REINIT) {
		m = sb_report(p->c->diag, SB_ERROR, "M0417", span, "only a variable can be set by reinit");
		sb_help(m, "write reinit(x, value) for a state x");
	} else {
		m = sb_report(p->c->diag, SB_ERROR, "M0413", span, "the left side of an equation in a when must be a variable");
		sb_help(m, "solve the equation for one variable and write it as 'x = ...'");
	}
	return false;
}

/* Does e move between events? Relations of Reals, and what is rounded, change at events only, but where noEvent says
 * so. */
static bool moves(mo_context *c, sx_ref e, bool no_event, uint32_t depth, sb_map *known)
{
	const sx_node *n = sx_at(c->pool, e);
	uint64_t before;
	bool found = false;

	if (depth > 1000 || sb_map_get(known, (uint64_t)e << 1 | no_event, &before))
		return depth <= 1000 && before == 2;
	switch (n->op) {
	case SX_VAR:
		found = n->type == SX_REAL && sm_var(c->model, n->payload)->variability == SM_CONTINUOUS;
		break;
	case SX_TIME:
	case SX_DER:
	case SX_TRANSPORTED:
		return true;
	case SX_PRE:
	case SX_SAMPLE:
	case SX_SAMPLED:
	case SX_HOLD:
	case SX_PREVIOUS:
	case SX_INTERVAL:
	case SX_FIRST_TICK:
	case SX_SUB_SAMPLE:
	case SX_SUPER_SAMPLE:
	case SX_SHIFT_SAMPLE:
	case SX_BACK_SAMPLE:
	case SX_NO_CLOCK:
		return false;
	case SX_NOEVENT:
		no_event = true;
		break;
	case SX_LT:
	case SX_LE:
	case SX_GT:
	case SX_GE:
	case SX_EQ:
	case SX_NE:
	case SX_INTEGER_OF:
	case SX_FLOOR:
	case SX_CEIL:
	case SX_QUOT:
	case SX_SIGN:
		if (!no_event)
			return false;
		break;
	default:
		break;
	}
	for (uint32_t i = 0; i < n->count && !found; i++)
		found = moves(c, sx_arg(c->pool, e, i), no_event, depth + 1, known);
	sb_map_put(known, (uint64_t)e << 1 | no_event, found ? 2 : 1);
	return found;
}

bool mo_moves(mo_context *c, sx_ref e)
{
	sb_map known = sb_map_new(c->arena);

	return moves(c, e, false, 0, &known);
}

static bool is_discrete(const mo_destination *p, sx_ref r, sb_span span)
{
	sb_map known = sb_map_new(p->c->arena);
	sx_type type = sx_type_of(p->c->pool, r);
	sb_message *m;

	if (type != SX_INTEGER && type != SX_BOOLEAN)
		return true;
	if ((p->env && (p->env->in_when || p->env->in_initial)) || !moves(p->c, r, false, 0, &known))
		return true;
	m = sb_report(p->c->diag, SB_ERROR, "M0438", span,
				  "this %s can change between events, but no event marks the change",
				  type == SX_INTEGER ? "Integer" : "Boolean");
	sb_note(m, "a function of continuous variables, and noEvent(...), make no events");
	sb_help(m, "write it with relations, integer(...) or a when-clause");
	return false;
}

static bool gives_activation(const mo_destination *p, sx_ref l, sx_ref r)
{
	const sx_pool *pool = p->c->pool;

	return (sx_op_of(pool, l) == SX_VAR && sm_var(p->c->model, sx_at(pool, l)->payload)->activation) ||
		(sx_op_of(pool, r) == SX_VAR && sm_var(p->c->model, sx_at(pool, r)->payload)->activation);
}

/* Which activation leads to which is known before the run: what decides during the run is a Boolean, e and b. */
static bool activation_may_be_given(const mo_destination *p, sx_ref l, sx_ref r, sb_span span)
{
	if (!gives_activation(p, l, r) || !p->env || !(p->env->in_when || p->env->in_initial || p->at_run))
		return true;
	sb_message *m = sb_report(p->c->diag, SB_ERROR, "M0956", span, "an activation is given in %s",
		p->env->in_when ? "a when" : p->env->in_initial ? "an initial equation"
														: "an if whose condition is not known before the run");
	sb_help(m, p->env->in_when ? "write schedule(e, delay) to let it come later, or 'e2 = e1 and b' outside of the when"
							   : "write 'e2 = e1 and b' with a Boolean b");
	return false;
}

static bool emit(const mo_destination *p, sm_equation_kind kind, const sm_domain *domain, sx_ref l, sx_ref r,
				 sb_span span)
{
	sm_equation *q;

	if (!l || !r)
		return p->env && p->env->needs_constants && *p->env->needs_constants;
	if (p->env && p->env->in_when && !set_is_variable(p, kind, l, span))
		return false;
	if (p->env && p->env->in_when && kind == SM_EQUAL)
		mo_set_in_when(p->c, l);
	if (kind == SM_EQUAL && !gives_activation(p, l, r) && sx_type_of(p->c->pool, l) != SX_REAL &&
		sx_type_of(p->c->pool, r) != SX_REAL && (!is_discrete(p, l, span) || !is_discrete(p, r, span)))
		return false;
	if (kind == SM_EQUAL && !activation_may_be_given(p, l, r, span))
		return false;
	if (sx_type_of(p->c->pool, l) == SX_REAL)
		r = sx_cast(p->c->pool, r, SX_REAL);
	else if (sx_type_of(p->c->pool, r) == SX_REAL && kind == SM_EQUAL)
		l = sx_cast(p->c->pool, l, SX_REAL);
	q = mo_new_equation(p, kind, span);
	q->lhs = l;
	q->rhs = r;
	q->from_binding = p->from_binding;
	for (uint32_t d = p->domain.n; d < domain->n; d++)
		sb_push(p->c->arena, q->domain, domain->at[d]);
	sb_push(p->c->arena, *p->out, q);
	return true;
}

static bool equate_family(const mo_destination *p, sm_equation_kind kind, mo_value *l, mo_value *r,
						  const uint32_t *dims, sb_span span)
{
	uint32_t rank = l->type.rank;
	sx_ref *at = sb_new_array(p->c->arena, sx_ref, rank);
	sm_domain domain = {0};

	for (uint32_t d = 0; d < p->domain.n; d++)
		sb_push(p->c->arena, domain, p->domain.at[d]);
	for (uint32_t d = 0; d < rank; d++) {
		uint32_t iterator = sx_new_iter(p->c->pool, mo_fresh_name(p->env, d));

		at[d] = sx_iter(p->c->pool, iterator);
		sb_push(p->c->arena, domain, ((sm_range){iterator, 1, dims[d]}));
	}
	return emit(p, kind, &domain, mo_elem(p->c, l, at), mo_elem(p->c, r, at), span);
}

static bool equate_elements(const mo_destination *p, sm_equation_kind kind, mo_value *l, mo_value *r,
							const uint32_t *dims, sb_span span)
{
	uint32_t rank = l->type.rank, *place = sb_new_array(p->c->arena, uint32_t, rank);
	sx_ref *at = sb_new_array(p->c->arena, sx_ref, rank);

	do {
		mo_place_subscripts(p->c, place, rank, at);
		if (!emit(p, kind, &p->domain, mo_elem(p->c, l, at), mo_elem(p->c, r, at), span))
			return false;
	} while (mo_next_place(dims, rank, place));
	return true;
}

bool mo_equate(const mo_destination *p, sm_equation_kind kind, mo_value *l, mo_value *r, sb_span span)
{
	uint32_t *dims;

	if (r->written.source)
		span = r->written;
	if (kind == SM_EQUAL && (l->type.base == MO_B_CLASS || l->type.rank > 0) && mo_equate_call(p, &l, &r, 1, span))
		return true;
	if (l->type.base == MO_B_CLASS) {
		for (uint32_t i = 0; i < l->field_count; i++) {
			mo_value *other = mo_field(p->c, r, l->field_names[i]);

			if (!other || !mo_equate(p, kind, l->fields[i], other, span))
				return false;
		}
		return true;
	}
	if (l->type.rank == 0)
		return emit(p, kind, &p->domain, mo_elem(p->c, l, NULL), mo_elem(p->c, r, NULL), span);
	dims = sb_new_array(p->c->arena, uint32_t, l->type.rank);
	if (!mo_const_dims(p->c, l, dims)) {
		sb_help(sb_report(p->c->diag, SB_ERROR, "M0418", span,
						  "the size of this array equation is not known at translation"),
				"give the array a size that constants and parameters determine");
		return false;
	}
	for (uint32_t d = 0; d < l->type.rank; d++)
		if (dims[d] == 0)
			return true;
	if (mo_symbolic(p->c, l) && mo_symbolic(p->c, r))
		return equate_family(p, kind, l, r, dims, span);
	return equate_elements(p, kind, l, r, dims, span);
}
