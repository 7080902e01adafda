/* What the other rooms ask: is it known before the run, and what is it? The machine behind the answers is in evaluate_scalar.c and
 * interpret.c. */
#include "front/modelica/evaluate/machine.h"

#include <float.h>

#include "expr/value.h"

enum { MOST_STEPS = 4000000 };

struct mo_evaluation *mo_evaluation_of(mo_context *c)
{
	if (!c->evaluation) {
		c->evaluation = sb_new(c->arena, struct mo_evaluation);
		c->evaluation->constants = sb_map_new(c->arena);
		c->evaluation->complete = sb_map_new(c->arena);
		c->evaluation->run_before = sb_map_new(c->arena);
	}
	return c->evaluation;
}

static bool evaluate(mo_context *c, sx_ref e, sb_span span, const char *what, bool quiet, sx_value *out)
{
	if (!e)
		return false;
	if (sx_is_const(c->pool, e)) {
		*out = sx_value_of_const(c->pool, e);
		return true;
	}
	mo_machine m = { .c = c, .arena = sb_arena_new(), .span = span, .what = what, .quiet = quiet, .steps = MOST_STEPS };
	m.done = sb_map_new(m.arena);
	bool good = mo_machine_scalar(&m, e, out);
	if (good && out->type == SX_STRING)
		out->string = sb_intern(c->names, out->string);
	sb_arena_free(m.arena);
	return good;
}

/* The families whose axes are in e are given up; nothing, and true, if there is none. A variable in families is written with all their axes. Where one of them decides alone, that one is enough. */
static bool give_up_expression(mo_context *c, sx_ref e)
{
	mo_axes found = mo_axes_in(c, e);
	int64_t first = 1;
	sx_value known;
	for (uint32_t i = 0; found.n > 1 && i < found.n; i++)
		if (mo_try_evaluate(c, sx_bind_iters(c->pool, e, &found.at[i]->iterator, &first, 1), &known))
			return mo_give_up(c, found.at[i]);
	for (uint32_t i = 0; i < found.n; i++)
		mo_give_up(c, found.at[i]);
	return found.n == 0;
}

bool mo_evaluate(mo_context *c, sx_ref e, sb_span span, const char *what, sx_value *out)
{
	uint32_t before = sb_errors(c->diag);
	bool good = evaluate(c, e, span, what, false, out);
	if (!good && mo_has_axis(c, e))
		return give_up_expression(c, e) && false;
	if (!good && e && sb_errors(c->diag) == before) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0316", span, "%s cannot be evaluated before the run", what);
		sb_help(m, "use constants and parameters with values");
	}
	return good;
}

bool mo_try_evaluate(mo_context *c, sx_ref e, sx_value *out)
{
	return evaluate(c, e, (sb_span){0}, "", true, out);
}

bool mo_varies(mo_context *c, sx_ref e)
{
	sx_value known;
	return sx_flags(c->pool, e) & SX_HAS_ITER && !(mo_has_axis(c, e) && mo_try_evaluate(c, e, &known));
}

typedef struct parametric { mo_context *c; bool yes; } parametric;

static bool see_parametric(void *context, const sx_pool *pool, sx_ref e)
{
	parametric *p = context;
	switch (sx_op_of(pool, e)) {
	case SX_VAR: {
		sm_variability v = sm_var(p->c->model, sx_at(pool, e)->payload)->variability;
		p->yes = v == SM_PARAMETER || v == SM_CONSTANT;
		break;
	}
	case SX_TIME: case SX_DER: case SX_PRE: case SX_SAMPLE: case SX_DELAY: case SX_INITIAL: case SX_TERMINAL: case SX_TRANSPORT:
	case SX_LATCH: case SX_NEW_CLOCK: case SX_SAMPLED: case SX_HOLD: case SX_SUB_SAMPLE: case SX_SUPER_SAMPLE:
	case SX_SHIFT_SAMPLE: case SX_BACK_SAMPLE: case SX_NO_CLOCK: case SX_PREVIOUS: case SX_INTERVAL: case SX_FIRST_TICK:
		p->yes = false;
		break;
	default:
		break;
	}
	return p->yes;
}

bool mo_is_parametric(mo_context *c, sx_ref e)
{
	parametric p = { c, true };
	if (!e)
		return false;
	if (sx_flags(c->pool, e) & (SX_HAS_VAR | SX_HAS_TIME | SX_HAS_DER | SX_HAS_PRE | SX_HAS_EVENT_OP | SX_HAS_STATEFUL
		| SX_HAS_CLOCK))
		sx_visit(c->pool, e, see_parametric, &p);
	return p.yes;
}

typedef struct parameters { mo_context *c; sb_u32s found; } parameters;

static bool see_parameter(void *context, const sx_pool *pool, sx_ref e)
{
	parameters *p = context;
	if (sx_op_of(pool, e) == SX_VAR && !(sx_flags(pool, e) & SX_HAS_LOCAL) && mo_is_parametric(p->c, e)
		&& !mo_varies(p->c, e))
		sb_push(p->c->arena, p->found, e);
	return true;
}

sx_ref mo_with_parameters(mo_context *c, sx_ref e, sb_span span, const char *what)
{
	sx_value known;
	parameters p = { .c = c };
	if (!(sx_flags(c->pool, e) & SX_HAS_VAR))
		return e;
	sx_visit(c->pool, e, see_parameter, &p);
	for (uint32_t i = 0; i < p.found.n; i++) {
		sx_ref at = p.found.at[i];
		if (!mo_try_evaluate(c, at, &known) || !mo_evaluate(c, at, span, what, &known) || known.type == SX_STRING)
			continue;
		sx_ref by = known.type == SX_REAL ? sx_real(c->pool, known.real) : known.type == SX_BOOLEAN ? sx_bool(c->pool,
			known.integer != 0)
			: sx_int(c->pool, known.integer);
		e = sx_replace(c->pool, e, at, by);
	}
	return e;
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

sx_ref mo_reduce_none(mo_context *c, sx_op op, mo_base base)
{
	sx_pool *p = c->pool;
	if (op == SX_SUM)
		return base == MO_B_REAL ? sx_real(p, 0) : sx_int(p, 0);
	if (op == SX_PRODUCT)
		return base == MO_B_REAL ? sx_real(p, 1) : sx_int(p, 1);
	bool least = op == SX_MAXIMUM;
	if (base == MO_B_REAL)
		return sx_real(p, least ? -DBL_MAX : DBL_MAX);
	return base == MO_B_BOOLEAN ? sx_bool(p, !least) : sx_int(p, least ? -INT32_MAX - 1LL : INT32_MAX);
}

void mo_set_complete(mo_context *c, const sm_function *f)
{
	sb_map_set(&mo_evaluation_of(c)->complete, f, (void *)f);
}

bool mo_is_complete(mo_context *c, const sm_function *f)
{
	return sb_map_find(&mo_evaluation_of(c)->complete, f) != NULL;
}
