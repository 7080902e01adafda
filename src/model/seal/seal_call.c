/* An expression as a call of a segment: what it reads becomes arguments, what makes events stays outside. */
#include "model/seal/seal_inside.h"

#include <string.h>

void sm_cannot_seal(sm_sealing *s, const char *what)
{
	if (!s->failed)
		sb_help(sb_report(s->m->diag, SB_ERROR, "N0510", s->span, "%s cannot be part of a compiled submodel", what),
				"leave it to the model that uses the submodel");
	s->failed = true;
}

bool sm_stays_outside(const sx_pool *pool, sx_ref e, bool plain)
{
	switch (sx_op_of(pool, e)) {
	case SX_TIME: case SX_INITIAL: case SX_TERMINAL: case SX_SAMPLE: case SX_DELAY: case SX_TRANSPORTED: case SX_DER:
	case SX_PRE:
		return true;
	default:
		return !plain && sx_makes_event(pool, e);
	}
}

/* ------------------------------------------------------------------------------------------------- what is open */

static bool has_open_subscripts(const sx_pool *pool, sx_ref e)
{
	for (uint32_t i = 0; i < sx_at(pool, e)->count; i++)
		if (sx_flags(pool, sx_arg(pool, e, i)) & (SX_HAS_VAR | SX_HAS_CALL))
			return false;
	return true;
}

bool sm_is_open(const sm_sealing *s, sx_ref e)
{
	switch (sx_op_of(s->pool, e)) {
	case SX_CONST: case SX_TIME: case SX_INITIAL: case SX_TERMINAL: case SX_ITER:
		return true;
	case SX_VAR:
		return has_open_subscripts(s->pool, e);
	case SX_DER: case SX_PRE:
		return sm_is_open(s, sx_arg(s->pool, e, 0));
	default:
		return false;
	}
}

/* The same operation on operands that are calls of segments. */
static sx_ref seal_operands(sm_sealing *s, sx_ref e, bool plain)
{
	sx_node node = *sx_at(s->pool, e);
	sx_ref *args = sb_new_array(s->scratch, sx_ref, node.count + 1);

	if (node.op == SX_DER || node.op == SX_PRE)
		return e;
	for (uint32_t i = 0; i < node.count; i++)
		args[i] = node.op == SX_TRANSPORTED || node.op == SX_TRANSPORT
			? sx_arg(s->pool, e, i) : sm_seal_expr(s, sx_arg(s->pool, e, i), plain);
	return sx_make(s->pool, (sx_op)node.op, (sx_type)node.type, node.payload, args, node.count);
}

/* ---------------------------------------------------------------------------------------------------- arguments */

static sm_local local_like(sm_segment_making *k, const sm_variable *v, bool whole, const char *name, sm_role role)
{
	sm_local l = {.name = name, .type = v->type, .role = role, .span = k->s->span};

	l.rank = whole ? v->rank : 0;
	l.dims = sb_new_array(k->s->m->arena, sx_ref, l.rank + 1);
	for (uint32_t d = 0; d < l.rank; d++)
		l.dims[d] = sx_int(k->s->pool, v->shape[d]);
	return l;
}

static const char *numbered(const sm_segment_making *k, const char *letter, uint32_t number)
{
	return sb_intern(k->s->m->names, sb_printf(k->s->scratch, "%s%u", letter, number));
}

/* The number of the argument that stands for `from` and is passed as `actual`. */
static uint32_t argument(sm_segment_making *k, sx_ref from, sx_ref actual)
{
	sm_sealing *s = k->s;
	uint64_t known;

	if (sb_map_get(&k->argument_of, from, &known))
		return (uint32_t)known - 1;
	const char *name = numbered(k, "u", k->f->args + 1);
	bool whole = sx_op_of(s->pool, from) == SX_VAR && !sx_at(s->pool, from)->count;
	sm_local l = {.name = name, .type = sx_type_of(s->pool, from), .role = SM_ARG, .span = s->span};
	if (whole)
		l = local_like(k, sm_var(s->m, sx_at(s->pool, from)->payload), true, name, SM_ARG);
	if (l.type == SX_STRING)
		sm_cannot_seal(s, "a formula of Strings");
	sb_push(s->m->arena, k->f->locals, l);
	sb_push(s->m->arena, k->actual, actual);
	sb_map_put(&k->argument_of, from, ++k->f->args);
	return k->f->args - 1;
}

static sx_ref as_argument(sm_segment_making *k, sx_ref from, sx_ref actual)
{
	return sx_local(k->s->pool, argument(k, from, actual), sx_type_of(k->s->pool, from), NULL, 0);
}

/* Constants that are numbers need not be passed. */
static sx_ref literal_of(const sm_sealing *s, sx_ref var)
{
	const sm_variable *v = sm_var(s->m, sx_at(s->pool, var)->payload);

	return v->variability == SM_CONSTANT && !v->rank && v->binding && sx_is_const(s->pool, v->binding) ? v->binding : 0;
}

static bool binds(const sm_segment_making *k, sx_ref iterator)
{
	for (uint32_t i = 0; i < k->bound.n; i++)
		if (k->bound.at[i] == sx_at(k->s->pool, iterator)->payload)
			return true;
	return false;
}

typedef struct looking { const sm_segment_making *k; bool found; } looking;

static bool see_inner(void *context, const sx_pool *pool, sx_ref e)
{
	looking *l = context;
	l->found = l->found || sx_op_of(pool, e) == SX_VAR || sx_op_of(pool, e) == SX_CALL ||
			   (sx_op_of(pool, e) == SX_ITER && binds(l->k, e));
	return !l->found;
}

/* Is a subscript computed inside of the segment? Then the whole array is passed. */
static bool subscript_inside(const sm_segment_making *k, sx_ref var)
{
	looking l = {k, false};
	for (uint32_t i = 0; i < sx_at(k->s->pool, var)->count && !l.found; i++)
		sx_visit(k->s->pool, sx_arg(k->s->pool, var, i), see_inner, &l);
	return l.found;
}

static bool is_own(const sm_segment_making *k, sx_ref e, uint64_t *local)
{
	if (sb_map_get(&k->own, e, local))
		return true;
	return sx_op_of(k->s->pool, e) == SX_VAR && sx_at(k->s->pool, e)->count &&
		   sb_map_get(&k->own, sm_ref(k->s->m, sx_at(k->s->pool, e)->payload), local);
}

static sx_ref enter_variable(sm_segment_making *k, sx_ref e)
{
	sx_pool *pool = k->s->pool;
	uint64_t local;

	if (sb_map_get(&k->own, e, &local))
		return sx_local(pool, (uint32_t)local - 1, sx_type_of(pool, e), NULL, 0);
	if (is_own(k, e, &local) || subscript_inside(k, e))
		return 0;
	sx_ref number = literal_of(k->s, e);
	return number ? number : as_argument(k, e, e);
}

/* ---------------------------------------------------------------------------------------------------- rewriting */

static sx_ref without_events(sm_segment_making *k, sx_ref e)
{
	bool plain = k->plain;

	k->plain = true;
	sx_ref inside = sm_segment_inside(k, e);
	k->plain = plain;
	return inside;
}

static sx_ref enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	sm_segment_making *k = self->context;
	uint64_t local;

	switch (sx_op_of(pool, e)) {
	case SX_VAR:
		return enter_variable(k, e);
	case SX_ITER:
		return binds(k, e) ? 0 : as_argument(k, e, e);
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM:
		sb_push(k->s->scratch, k->bound, sx_at(pool, sx_arg(pool, e, 0))->payload);
		return 0;
	case SX_NOEVENT:
		return without_events(k, sx_arg(pool, e, 0));
	case SX_CALL: {
		const sm_function *f = k->s->m->functions.at[sx_at(pool, e)->payload];
		if (f->impure || f->destructor || f->block || (f->external && !f->external->own))
			sm_cannot_seal(k->s, sb_printf(k->s->scratch, "the function '%s', whose inside is not Modelica,", f->name));
		return 0;
	}
	default:
		break;
	}
	if (sb_map_get(&k->own, e, &local))
		return sx_local(pool, (uint32_t)local - 1, sx_type_of(pool, e), NULL, 0);
	if (!sm_stays_outside(pool, e, k->plain))
		return 0;
	if ((sx_op_of(pool, e) == SX_DER || sx_op_of(pool, e) == SX_PRE) && subscript_inside(k, sx_arg(pool, e, 0)))
		sm_cannot_seal(k->s, "der() or pre() of an element whose subscript is computed");
	return as_argument(k, e, seal_operands(k->s, e, k->plain));
}

static sx_ref rewrite(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	sm_segment_making *k = self->context;
	sx_node node = *sx_at(pool, e);
	uint64_t local;

	if (node.op == SX_SMOOTH || node.op == SX_HOMOTOPY)
		return sx_arg(pool, e, 0);
	if (node.op != SX_VAR)
		return e;
	sx_ref *subscripts = sb_new_array(k->s->scratch, sx_ref, node.count + 1);
	for (uint32_t i = 0; i < node.count; i++)
		subscripts[i] = sx_arg(pool, e, i);
	if (!is_own(k, e, &local)) {
		sx_ref whole = sm_ref(k->s->m, node.payload);
		local = argument(k, whole, whole) + 1;
	}
	return sx_local(pool, (uint32_t)local - 1, (sx_type)node.type, subscripts, node.count);
}

sx_ref sm_segment_inside(sm_segment_making *k, sx_ref e)
{
	if (!e)
		return 0;
	sx_rewriter rw = sx_rewriter_new(k->s->scratch, rewrite, k);
	rw.enter = enter;
	return sx_rewrite(&rw, k->s->pool, e);
}

/* ----------------------------------------------------------------------------------------------------- segments */

void sm_segment_open(sm_segment_making *k, sm_sealing *s, bool plain)
{
	*k = (sm_segment_making){.s = s, .f = sb_new(s->m->arena, sm_function), .plain = plain,
							 .argument_of = sb_map_new(s->scratch), .own = sb_map_new(s->scratch)};
	k->f->span = s->span;
	k->f->inlining = SM_INLINE_NO;
}

uint32_t sm_segment_local(sm_segment_making *k, const sm_variable *like, bool whole, sm_role role)
{
	const char *name = numbered(k, role == SM_RESULT ? "y" : "t", k->owns.n + 1);

	if (like->type == SX_STRING)
		sm_cannot_seal(k->s, "a formula of Strings");
	sb_push(k->s->m->arena, k->owns, local_like(k, like, whole, name, role));
	return SM_OWN + k->owns.n - 1;
}

typedef struct ordering { sm_segment_making *k; const uint32_t *at; } ordering;

static sx_ref order_local(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	const ordering *o = self->context;
	sx_node node = *sx_at(pool, e);

	if (node.op != SX_LOCAL || node.payload < SM_OWN)
		return e;
	sx_ref *subscripts = sb_new_array(o->k->s->scratch, sx_ref, node.count + 1);
	for (uint32_t i = 0; i < node.count; i++)
		subscripts[i] = sx_arg(pool, e, i);
	return sx_local(pool, o->at[node.payload - SM_OWN], (sx_type)node.type, subscripts, node.count);
}

static sx_ref order_expr(void *context, sx_ref e)
{
	sx_rewriter *rw = context;
	return sx_rewrite(rw, ((ordering *)rw->context)->k->s->pool, e);
}

uint32_t sm_segment_close(sm_segment_making *k)
{
	sm_model *m = k->s->m;
	uint32_t *at = sb_new_array(k->s->scratch, uint32_t, k->owns.n + 1);

	for (int role = SM_RESULT; role <= SM_TEMPORARY; role++)
		for (uint32_t i = 0; i < k->owns.n; i++) {
			if ((int)k->owns.at[i].role != role)
				continue;
			at[i] = k->f->locals.n;
			k->f->results += role == SM_RESULT;
			sb_push(m->arena, k->f->locals, k->owns.at[i]);
		}
	ordering o = {k, at};
	sx_rewriter rw = sx_rewriter_new(k->s->scratch, order_local, &o);
	k->f->body = sm_map_statements(m->arena, &k->f->body, order_expr, &rw);
	k->f->name = sb_intern(m->names, sb_printf(k->s->scratch, "%s%u", k->s->prefix, k->s->made.n + 1));
	sb_push(m->arena, m->functions, k->f);
	sb_push(k->s->scratch, k->s->made, m->functions.n - 1);
	return m->functions.n - 1;
}

static bool same_locals(const sm_sealing *s, const sm_function *a, const sm_segment_making *b, sx_type type)
{
	if (a->args != b->f->args || a->locals.at[a->args].type != type)
		return false;
	for (uint32_t i = 0; i < a->args; i++) {
		const sm_local *x = &a->locals.at[i], *y = &b->f->locals.at[i];
		if (x->type != y->type || x->rank != y->rank ||
			(x->rank && memcmp(x->dims, y->dims, x->rank * sizeof *x->dims) != 0))
			return false;
	}
	(void)s;
	return true;
}

/* The same formula of other variables is the same segment. */
static uint32_t segment_of(sm_segment_making *k, sx_ref body)
{
	sm_sealing *s = k->s;
	sm_variable like = {.type = sx_type_of(s->pool, body)};
	uint64_t known;

	if (sb_map_get(&s->known, body, &known) &&
		same_locals(s, s->m->functions.at[known - 1], k, like.type))
		return (uint32_t)known - 1;
	sm_statement *give = sm_statement_new(s->m, SM_ASSIGN, s->span);
	give->target = sx_local(s->pool, sm_segment_local(k, &like, false, SM_RESULT), like.type, NULL, 0);
	give->value = body;
	sb_push(s->m->arena, k->f->body, give);
	uint32_t function = sm_segment_close(k);
	sb_map_put(&s->known, body, function + 1);
	return function;
}

sx_ref sm_seal_expr(sm_sealing *s, sx_ref e, bool plain)
{
	sm_segment_making k;
	sx_type type = sx_type_of(s->pool, e);

	if (!e || sm_is_open(s, e) || type == SX_STRING)
		return e;
	if (sm_stays_outside(s->pool, e, plain))
		return seal_operands(s, e, plain);
	sm_segment_open(&k, s, plain);
	sx_ref body = sm_segment_inside(&k, e);
	return sx_call(s->pool, segment_of(&k, body), type, k.actual.at, k.actual.n);
}

sx_ref sm_seal_condition(sm_sealing *s, sx_ref e, bool plain)
{
	sx_node node = e ? *sx_at(s->pool, e) : (sx_node){0};
	sx_ref args[2];

	if (node.op != SX_AND && node.op != SX_OR && node.op != SX_NOT)
		return sm_seal_expr(s, e, plain);
	for (uint32_t i = 0; i < node.count && i < 2; i++)
		args[i] = sm_seal_condition(s, sx_arg(s->pool, e, i), plain);
	return sx_make(s->pool, (sx_op)node.op, SX_BOOLEAN, node.payload, args, node.count);
}
