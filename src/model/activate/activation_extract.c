/* activation(u): when a number may change. It is the union of the activations of all clauses that set u, or set what
 * equations make u of. It stays an expression of these activations, so it is synchronous with them.
 *
 *     when e1 then x = ...; when e2 then y = ...; u = x + y;       activation(u) is e1 or e2
 *
 * Where e1 is activation(v) itself, it is that of v.
 *
 * What changes all the time, or in a when without an activation, has none. */
#include "model/activate/activation_inside.h"
#include "model/print/print.h"

typedef struct extraction {
	sm_activating *a;
	sb_span span;                    /* of the equation that asks */
	sx_ref asked, found;             /* found: the union so far; 0: none yet */
	bool *met;                       /* by scalar */
	bool failed;
} extraction;

static void follow(extraction *x, sx_ref e);

static const char *text_of(const extraction *x, sx_ref e)
{
	sb_text text = {0};

	sm_print_expr(x->a->m, e, &text);
	return sb_intern_text(x->a->m->names, &text);
}

static void refuse(extraction *x, const char *code, sb_span also, const char *what, sx_ref e, const char *help)
{
	if (x->failed)
		return;
	x->failed = true;
	const char *subject = e ? sb_printf(x->a->scratch, "'%s' ", text_of(x, e)) : "";
	sb_message *m = sb_report(x->a->m->diag, SB_ERROR, code, x->span, "the activation of '%s' is asked for, but %s%s",
		text_of(x, x->asked), subject, what);
	if (also.source)
		sb_also(m, also, "it is given here");
	sb_help(m, "%s", help);
}

static void join(extraction *x, sx_ref e)
{
	x->found = x->found ? sx_binary(x->a->m->pool, SX_OR, x->found, e) : e;
}

/* What an activation is that is activation(u), here or by way of connections; 0: it comes from elsewhere. */
static sx_ref inherited(extraction *x, uint32_t scalar, bool *met)
{
	sm_model *m = x->a->m;

	if (scalar == UINT32_MAX || met[scalar])
		return 0;
	met[scalar] = true;
	for (uint32_t i = 0; i < m->equations.n; i++) {
		const sm_equation *q = m->equations.at[i];
		for (sm_points p = sm_first_point(x->a->scratch, &q->domain); q->kind == SM_EQUAL && p.more; sm_next_point(&p))
			for (int side = 0; side < 2; side++) {
				sx_ref e = sm_at_point(m, &p, side ? q->rhs : q->lhs), other = sm_at_point(m, &p, side ? q->lhs : q->rhs);
				sx_ref of = 0;
				if (sx_op_of(m->pool, e) != SX_VAR || sm_scalar_of(m, e) != scalar)
					continue;
				if (sx_op_of(m->pool, other) == SX_SOURCE && sx_at(m->pool, other)->payload % 4 == SX_SOURCE_OF)
					of = other;
				else if (sx_op_of(m->pool, other) == SX_VAR)
					of = inherited(x, sm_scalar_of(m, other), met);
				if (of)
					return of;
			}
	}
	return 0;
}

/* An activation that is inherited itself is followed further: in a loop of blocks that inherit theirs, each of them has
 * the union of those that lead into the loop. */
static void take_activation(extraction *x, sx_ref e)
{
	const sm_model *m = x->a->m;
	uint32_t scalar = sx_op_of(m->pool, e) == SX_VAR ? sm_scalar_of(m, e) : UINT32_MAX;
	bool *met = scalar == UINT32_MAX ? NULL : sb_new_array(x->a->scratch, bool, m->scalars + 1);
	sx_ref of = met ? inherited(x, scalar, met) : 0;

	for (uint32_t i = 0; of && i < sx_at(m->pool, of)->count; i++)
		follow(x, sx_arg(m->pool, of, i));
	if (!of)
		join(x, e);
}

/* A clause that sets what is followed. */
static void take_clause(extraction *x, const sm_equation *q, const sm_branch *branch, const sm_points *p)
{
	sm_model *m = x->a->m;

	for (uint32_t k = 0; k < (branch->any.n ? branch->any.n : 1); k++) {
		sx_ref e = sm_at_point(m, p, branch->any.n ? branch->any.at[k] : branch->condition);
		if (sm_is_activation(m, e))
			take_activation(x, e);
		else if (sx_op_of(m->pool, e) != SX_INITIAL)
			refuse(x, "S0771", q->span, "it changes in a when whose condition is no Activation", 0,
				"write 'Activation e = Activation(condition)' and 'when e then' there");
	}
}

static bool sets(const extraction *x, const sm_equations *body, const sm_points *p, uint32_t scalar)
{
	const sm_model *m = x->a->m;

	for (uint32_t i = 0; i < body->n; i++) {
		const sm_equation *q = body->at[i];
		for (sm_points inner = sm_first_point(x->a->scratch, &q->domain); inner.more; sm_next_point(&inner)) {
			sx_ref l = q->lhs ? sm_at_point(m, p, sm_at_point(m, &inner, q->lhs)) : 0;
			if (q->kind == SM_EQUAL && l && sx_op_of(m->pool, l) == SX_VAR && sm_scalar_of(m, l) == scalar)
				return true;
			for (uint32_t b = 0; b < q->branches.n; b++)
				if (sets(x, &q->branches.at[b].body, p, scalar))
					return true;
		}
	}
	return false;
}

/* Whatever gives the scalar: clauses, or the other side of an equation. */
static bool given_by(extraction *x, const sm_equation *q, uint32_t scalar)
{
	sm_model *m = x->a->m;
	bool gives = false;

	if (q->kind != SM_WHEN && q->kind != SM_EQUAL)
		return false;
	for (sm_points p = sm_first_point(x->a->scratch, &q->domain); p.more; sm_next_point(&p)) {
		for (uint32_t b = 0; q->kind == SM_WHEN && b < q->branches.n; b++)
			if (sets(x, &q->branches.at[b].body, &p, scalar)) {
				take_clause(x, q, &q->branches.at[b], &p);
				gives = true;
			}
		for (int side = 0; q->kind == SM_EQUAL && side < 2; side++) {
			sx_ref e = sm_at_point(m, &p, side ? q->rhs : q->lhs);
			if (sx_op_of(m->pool, e) != SX_VAR || sm_scalar_of(m, e) != scalar)
				continue;
			follow(x, sm_at_point(m, &p, side ? q->lhs : q->rhs));
			gives = true;
		}
	}
	return gives;
}

static void follow_variable(extraction *x, sx_ref e)
{
	const sm_model *m = x->a->m;
	const sm_variable *v = sm_var(m, sx_at(m->pool, e)->payload);
	uint32_t scalar = sm_scalar_of(m, e);
	bool gives = false;

	if (v->variability == SM_PARAMETER || v->variability == SM_CONSTANT)
		return;
	if (scalar == UINT32_MAX) {
		refuse(x, "S0772", v->span, "is an element that is not known before the run", e,
			"ask for the activation of one element, or of the whole number that is made of them");
		return;
	}
	if (x->met[scalar])
		return;
	x->met[scalar] = true;
	for (uint32_t i = 0; i < m->equations.n; i++)
		gives |= given_by(x, m->equations.at[i], scalar);
	if (!gives)
		refuse(x, "S0770", v->span, "changes all the time, or is given by an algorithm or a block in C", e,
			"sample it first, as in 'when e then y = u; end when', and ask for the activation of y");
}

static bool see(void *context, const sx_pool *pool, sx_ref e)
{
	extraction *x = context;

	if (sx_op_of(pool, e) == SX_VAR)
		follow_variable(x, e);
	else if (sx_op_of(pool, e) == SX_TIME || sx_op_of(pool, e) == SX_DER)
		refuse(x, "S0770", (sb_span){0}, "changes all the time", e,
			"sample it first, as in 'when e then y = u; end when', and ask for the activation of y");
	return !x->failed;
}

static void follow(extraction *x, sx_ref e)
{
	sx_visit(x->a->m->pool, e, see, x);
}

typedef struct replacing { sm_activating *a; sb_span span; bool failed; } replacing;

static sx_ref replace(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	replacing *r = self->context;

	if (sx_op_of(pool, e) != SX_SOURCE || sx_at(pool, e)->payload % 4 != SX_SOURCE_OF)
		return 0;
	extraction x = {.a = r->a, .span = r->span, .asked = sx_arg(pool, e, 0),
		.met = sb_new_array(r->a->scratch, bool, r->a->m->scalars + 1)};
	for (uint32_t i = 0; i < sx_at(pool, e)->count; i++)
		follow(&x, sx_arg(pool, e, i));
	r->failed |= x.failed;
	sx_ref never = sx_bool(pool, false);
	uint32_t site = sx_at(pool, e)->payload / 4;
	return x.found ? x.found : sx_make(pool, SX_SOURCE, SX_BOOLEAN, SX_SOURCE_EDGE + 4 * site, &never, 1);
}

static sx_ref replaced(replacing *r, sx_ref e)
{
	if (!e || !(sx_flags(r->a->m->pool, e) & SX_HAS_EVENT_OP))
		return e;
	sx_rewriter rw = sx_rewriter_new(r->a->scratch, NULL, r);
	rw.enter = replace;
	return sx_rewrite(&rw, r->a->m->pool, e);
}

bool sm_extract_activations(sm_activating *a)
{
	replacing r = {.a = a};

	for (uint32_t i = 0; i < a->m->equations.n; i++) {
		sm_equation *q = a->m->equations.at[i];
		r.span = q->span;
		if (q->kind != SM_EQUAL)
			continue;
		q->lhs = replaced(&r, q->lhs);
		q->rhs = replaced(&r, q->rhs);
	}
	return !r.failed;
}
