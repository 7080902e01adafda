/* Questions about values that equations and assignments share, and equations between two values of any type. */
#include "front/modelica/connect/connect.h"

#include <string.h>

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
	f->connections = sb_alloc(c->arena, sizeof(mo_connections));
	f->members = sb_map_new(c->arena);
	f->inflows = sb_map_new(c->arena);
	f->class_names = sb_map_new(c->arena);
	f->complete = sb_map_new(c->arena);
	for (int i = 0; i < MO_PROBES; i++)
		f->probes[i] = sx_iter(c->pool, sx_new_iter(c->pool, "probe"));
	return f;
}

bool mo_is_making(mo_context *c)
{
	return mo_flattening_of(c)->making != NULL;
}

sx_type mo_scalar_type(mo_base base)
{
	switch (base) {
	case MO_B_REAL:
		return SX_REAL;
	case MO_B_INTEGER:
	case MO_B_ENUM:
	case MO_B_EXTERNAL_OBJECT:
		return SX_INTEGER;
	case MO_B_BOOLEAN:
		return SX_BOOLEAN;
	case MO_B_STRING:
		return SX_STRING;
	case MO_B_CLOCK:
		return SX_CLOCK;
	default:
		return SX_NOTYPE;
	}
}

const mo_items *mo_members(mo_context *c, mo_scope *scope)
{
	struct mo_flattening *f = mo_flattening_of(c);
	mo_items *items = sb_map_find(&f->members, scope);

	if (!items) {
		items = sb_new(c->arena, mo_items);
		mo_components(scope, items);
		sb_map_set(&f->members, scope, items);
	}
	return items;
}

/* Is every argument of e, from `first` on, the probe of its place? */
static bool at_probes(const sx_pool *pool, sx_ref e, uint32_t first, uint32_t rank, const sx_ref *probes)
{
	if (sx_at(pool, e)->count != first + rank)
		return false;
	for (uint32_t d = 0; d < rank; d++)
		if (sx_arg(pool, e, first + d) != probes[d])
			return false;
	return true;
}

/* Has the value all the elements of what it is stored in? A part from the first element on is asked at the same
 * subscripts. */
static bool same_sizes(const mo_value *v, const sx_ref *dims)
{
	for (uint32_t d = 0; d < v->type.rank; d++)
		if (v->type.dims[d] != dims[d])
			return false;
	return true;
}

static bool is_all_of_variable(mo_context *c, const mo_value *v, uint32_t variable)
{
	const sm_variable *of = sm_var(c->model, variable);

	for (uint32_t d = 0; d < v->type.rank; d++)
		if (v->type.dims[d] != sx_int(c->pool, of->shape[d]))
			return false;
	return true;
}

static bool is_all_of_local(mo_context *c, const mo_value *v, uint32_t local)
{
	const sm_function *f = mo_flattening_of(c)->making;

	return f && local < f->locals.n && f->locals.at[local].rank == v->type.rank &&
		   same_sizes(v, f->locals.at[local].dims);
}

static bool is_all_of_result(mo_context *c, const mo_value *v, sx_ref e)
{
	bool out = sx_op_of(c->pool, e) == SX_OUT;
	sx_ref call = out ? sx_arg(c->pool, e, 0) : e;
	const sm_function *f = c->model->functions.at[sx_at(c->pool, call)->payload];
	uint32_t local = f->args + (out ? sx_at(c->pool, e)->payload : 0);

	if (local >= f->locals.n || f->locals.at[local].rank != v->type.rank)
		return false;
	for (uint32_t d = 0; d < v->type.rank; d++) {
		sx_ref size = f->locals.at[local].dims[d];

		if (sx_op_of(c->pool, size) == SX_LOCAL && sx_at(c->pool, size)->payload < sx_at(c->pool, call)->count)
			size = sx_arg(c->pool, call, sx_at(c->pool, size)->payload);
		if (size != v->type.dims[d])
			return false;
	}
	return true;
}

/* The array behind an element that was asked for at the probes, if that is all of it. */
static sx_ref whole_behind(mo_context *c, const mo_value *v, sx_ref e, const sx_ref *probes)
{
	uint32_t rank = v->type.rank, number = sx_at(c->pool, e)->payload;
	sx_ref whole;

	switch (sx_op_of(c->pool, e)) {
	case SX_VAR:
		if (!at_probes(c->pool, e, 0, rank, probes) || !is_all_of_variable(c, v, number))
			return 0;
		return sx_var(c->pool, number, sx_type_of(c->pool, e), NULL, 0);
	case SX_LOCAL:
		if (!at_probes(c->pool, e, 0, rank, probes) || !is_all_of_local(c, v, number))
			return 0;
		return sx_local(c->pool, number, sx_type_of(c->pool, e), NULL, 0);
	case SX_AT:
		whole = sx_arg(c->pool, e, 0);
		if (!at_probes(c->pool, e, 1, rank, probes) ||
			(sx_op_of(c->pool, whole) != SX_CALL && sx_op_of(c->pool, whole) != SX_OUT))
			return 0;
		return is_all_of_result(c, v, whole) ? whole : 0;
	default:
		return 0;
	}
}

sx_ref mo_stored(mo_context *c, mo_value *v)
{
	const sx_ref *probes = mo_flattening_of(c)->probes;
	sx_ref e;
	sx_op op;

	if (v->type.base == MO_B_CLASS || v->type.rank > MO_PROBES || !mo_symbolic(c, v))
		return 0;
	e = mo_elem(c, v, v->type.rank ? probes : NULL);
	if (!e || v->type.rank > 0)
		return e ? whole_behind(c, v, e, probes) : 0;
	op = sx_op_of(c->pool, e);
	return op == SX_VAR || op == SX_LOCAL || op == SX_CALL || op == SX_OUT ? e : 0;
}

bool mo_give_up_row(mo_context *c, mo_value *v)
{
	sx_ref e = v->type.rank && v->type.rank <= MO_PROBES && v->type.base != MO_B_CLASS && mo_symbolic(c, v)
				   ? mo_elem(c, v, mo_flattening_of(c)->probes)
				   : 0;
	const mo_item *item = e && sx_op_of(c->pool, e) == SX_VAR ? mo_item_of_variable(c, sx_at(c->pool, e)->payload) : NULL;

	return !item || mo_give_up_scope(c, mo_whole_scope(item->scope));
}

bool mo_each_leaf(mo_context *c, mo_value *a, mo_value *b, bool (*see)(void *context, mo_value *a, mo_value *b),
				  void *context)
{
	if (a->type.base != MO_B_CLASS)
		return see(context, a, b);
	for (uint32_t i = 0; i < a->field_count; i++) {
		mo_value *other = b ? mo_field(c, b, a->field_names[i]) : NULL;

		if (b && !other)
			return false;
		if (!mo_each_leaf(c, a->fields[i], other, see, context))
			return false;
	}
	return true;
}

bool mo_next_place(const uint32_t *dims, uint32_t rank, uint32_t *place)
{
	for (uint32_t d = rank; d-- > 0;) {
		if (++place[d] < dims[d])
			return true;
		place[d] = 0;
	}
	return false;
}

void mo_place_subscripts(mo_context *c, const uint32_t *place, uint32_t rank, sx_ref *out)
{
	for (uint32_t d = 0; d < rank; d++)
		out[d] = sx_int(c->pool, (int64_t)place[d] + 1);
}

/* i, j, k, ... without those that the loops and axes around are called. */
const char *mo_fresh_name(const mo_env *env, uint32_t which)
{
	static const char *const names[] = {"i", "j", "k", "l", "m", "n", "i1", "j1", "k1", "l1", "m1", "n1"};
	size_t count = sizeof names / sizeof *names;

	for (size_t i = 0; i < count; i++) {
		bool taken = env && mo_axis_is_called(env->scope, names[i]);

		for (const mo_bound *b = env ? env->bound : NULL; b; b = b->next)
			taken |= strcmp(b->name, names[i]) == 0;
		if (!taken && which-- == 0)
			return names[i];
	}
	return "i2";
}

void mo_set_in_when(mo_context *c, sx_ref target)
{
	if (sx_op_of(c->pool, target) == SX_VAR) {
		sm_variable *v = sm_var(c->model, sx_at(c->pool, target)->payload);

		if (v->variability == SM_CONTINUOUS)
			v->variability = SM_DISCRETE;
	}
}

sx_ref mo_constant(mo_context *c, const sx_value *v)
{
	switch (v->type) {
	case SX_REAL:
		return sx_real(c->pool, v->real);
	case SX_BOOLEAN:
		return sx_bool(c->pool, v->integer != 0);
	case SX_STRING:
		return sx_string(c->pool, v->string);
	default:
		return sx_int(c->pool, v->integer);
	}
}

/* A scalar constant is its number already; iterators are numbers too, in loops that are written out. */
static bool is_constant(mo_context *c, const mo_env *env, mo_value *v, const mo_expr *e)
{
	sx_ref number = v->type.rank || v->type.base == MO_B_CLASS ? 0 : mo_elem(c, v, NULL);
	sb_text name = {0};

	for (const mo_bound *b = env->bound; b; b = b->next)
		if (b->name == e->parts.at[0].name)
			return false;
	if (!number || !sx_is_const(c->pool, number))
		return false;
	mo_expr_text(e, &name);
	sb_help(sb_report(c->diag, SB_ERROR, "M0561", e->span, "'%s' is a constant and cannot be assigned to", name.at),
			"declare it without 'constant'");
	sb_text_free(&name);
	return true;
}

/* 3.6, 4.4.4: what a when sets is not declared in a component that is a model or block, which would have an equation too many. */
static bool set_in_component(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_item *item = e->global ? NULL : mo_lookup(env->scope, e->parts.at[0].name);

	for (uint32_t i = 0; item && i + 1 < e->parts.n; i++) {
		mo_scope *inside = item->kind == MO_I_COMPONENT && mo_open(c, item, e->parts.at[i].span) ? mo_item_scope(item) : NULL;
		mo_restriction r = inside ? mo_scope_restriction(inside) : MO_CLASS;

		if ((r == MO_MODEL || r == MO_BLOCK) && !mo_first_report(c, e))
			return true;
		if (r == MO_MODEL || r == MO_BLOCK) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0450", e->span,
									  "a when cannot set a variable of the component '%s', which is a %s", item->name,
									  mo_restriction_text(r));
			sb_also(m, item->ast->name_span, "'%s' is declared here", item->name);
			sb_help(m, "set it inside of its class, or set a variable of your own and give that to the component: %s(%s = ...)",
					item->name, e->parts.at[i + 1].name);
			return true;
		}
		item = inside ? mo_member(inside, e->parts.at[i + 1].name) : NULL;
	}
	return false;
}

mo_value *mo_lower_target(mo_context *c, const mo_env *env, const mo_expr *e)
{
	if (e->kind == MO_E_REF && e->parts.n > 0) {
		mo_value *v = mo_lower_reference(c, env, e);

		if (v && env->in_when && e->parts.n > 1 && set_in_component(c, env, e))
			return NULL;
		return v && is_constant(c, env, v, e) ? NULL : v;
	}
	sb_help(sb_report(c->diag, SB_ERROR, "M0560", e->span, "this cannot be set"),
			"only a variable, or an element of one, can");
	return NULL;
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

static bool set_is_variable(const mo_place *p, sm_equation_kind kind, sx_ref l, sb_span span)
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

/* Does e move between events? Relations of Reals, and what is rounded, change at events only, but where noEvent says so. */
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

static bool is_discrete(const mo_place *p, sx_ref r, sb_span span)
{
	sb_map known = sb_map_new(p->c->arena);
	sx_type type = sx_type_of(p->c->pool, r);
	sb_message *m;

	if (type != SX_INTEGER && type != SX_BOOLEAN)
		return true;
	if ((p->env && (p->env->in_when || p->env->in_initial)) || !moves(p->c, r, false, 0, &known))
		return true;
	m = sb_report(p->c->diag, SB_ERROR, "M0438", span, "this %s moves between events, where it cannot be followed",
				  type == SX_INTEGER ? "Integer" : "Boolean");
	sb_note(m, "a function of continuous variables, and noEvent(...), make no events");
	sb_help(m, "write it with relations, integer(...) or a when-clause");
	return false;
}

static bool emit(const mo_place *p, sm_equation_kind kind, const sm_domain *domain, sx_ref l, sx_ref r, sb_span span)
{
	sm_equation *q;

	if (!l || !r)
		return p->env && p->env->needs_constants && *p->env->needs_constants;
	if (p->env && p->env->in_when && !set_is_variable(p, kind, l, span))
		return false;
	if (p->env && p->env->in_when && kind == SM_EQUAL)
		mo_set_in_when(p->c, l);
	if (kind == SM_EQUAL && sx_type_of(p->c->pool, l) != SX_REAL && sx_type_of(p->c->pool, r) != SX_REAL &&
		(!is_discrete(p, l, span) || !is_discrete(p, r, span)))
		return false;
	if (sx_type_of(p->c->pool, l) == SX_REAL)
		r = sx_cast(p->c->pool, r, SX_REAL);
	else if (sx_type_of(p->c->pool, r) == SX_REAL)
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

static bool equate_family(const mo_place *p, sm_equation_kind kind, mo_value *l, mo_value *r, const uint32_t *dims,
						  sb_span span)
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

static bool equate_elements(const mo_place *p, sm_equation_kind kind, mo_value *l, mo_value *r, const uint32_t *dims,
							sb_span span)
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

bool mo_equate(const mo_place *p, sm_equation_kind kind, mo_value *l, mo_value *r, sb_span span)
{
	uint32_t *dims;

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
		sb_help(sb_report(p->c->diag, SB_ERROR, "M0418", span, "the size of this array equation is not known at translation"),
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
