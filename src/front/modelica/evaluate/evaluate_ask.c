/* What the other rooms ask: is it known before the run, and what is it? Why it is not is said here, in the words of
 * Modelica. */
#include "front/modelica/evaluate/evaluate_inside.h"

#include <stdarg.h>
#include <stdio.h>

#include "expr/value.h"

enum { MOST_STEPS = 4000000, DEEPEST = 3000, DEEPEST_CALL = 200, LARGEST = 1 << 24 };

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

sb_message *mo_no_answer(const mo_question *q, const char *code, const char *format, ...)
{
	if (q->quiet)
		return NULL;
	char text[512];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return sb_report(q->c->diag, SB_ERROR, code, q->span, "%s must be known before the run, but %s", q->what, text);
}

/* What of the run something depends on. */
static const char *moving_thing(sx_op op)
{
	switch (op) {
	case SX_TIME: return "time";
	case SX_DER: return "a derivative";
	case SX_PRE:
	case SX_SAMPLE:
	case SX_SOURCE:
	case SX_INITIAL:
	case SX_TERMINAL:
	case SX_LATCH:
	case SX_DELAY:
	case SX_TRANSPORT:
	case SX_TRANSPORTED:
		return "events of the run";
	case SX_PERIOD: return "the period of an activation, which follows from the connections";
	default: return "clocks of the run";
	}
}

static void tell(sm_machine *m, const sm_trouble *t)
{
	const mo_question *q = m->context;
	const sx_pool *pool = m->model->pool;
	sb_message *note = NULL;
	const char *help = "";
	switch (t->kind) {
	case SM_TOO_MANY_STEPS:
		note = mo_no_answer(q, "M0318", "its evaluation takes too many steps");
		help = "a loop of a function may not end; give the value directly if it is known";
		break;
	case SM_TOO_DEEP:
		note = mo_no_answer(q, "M0331", "its expression is nested too deeply");
		help = "give parts of it to parameters of their own";
		break;
	case SM_CALLED_TOO_OFTEN:
		note = mo_no_answer(q, "M0316", "'%s' calls itself too often", t->function->name);
		help = "give the value directly, or use a function written in Modelica";
		break;
	case SM_OUTSIDE:
		note = mo_no_answer(q, "M0316", "the subscript %lld is outside 1:%u", (long long)t->at, t->size);
		help = "check the range that the subscript runs over";
		break;
	case SM_NO_RESULT:
		note = mo_no_answer(q, "M0316", "'%s' has no value for these numbers", sx_op_name(sx_op_of(pool, t->e)));
		help = "it is a division by zero or an overflow; check the parameters in it";
		break;
	case SM_MOVES:
		note = mo_no_answer(q, "M0314", "it depends on %s", moving_thing(sx_op_of(pool, t->e)));
		help = "only constants and parameters can determine sizes and structure";
		break;
	case SM_FREE_ITERATOR:
		if (mo_axis_of(q->c, sx_at(pool, t->e)->payload))
			return;          /* the family is given up */
		note =
			mo_no_answer(q, "M0314", "it depends on the iterator '%s'", sx_iter_name(pool, sx_at(pool, t->e)->payload));
		help = "sizes and conditions cannot change with an iterator";
		break;
	case SM_ASSERTION:
		note = mo_no_answer(q, "M0316", "an assertion of '%s' fails: %s", t->function->name, t->text ? t->text : "");
		if (note)
			sb_also(note, t->statement->span, "this assertion");
		help = "call the function with arguments that it accepts";
		break;
	}
	if (note)
		sb_help(note, "%s", help);
}

static bool evaluate(mo_context *c, sx_ref e, sb_span span, const char *what, bool quiet, sx_value *out)
{
	static const sm_machine_asks asks = { mo_variable_value, mo_element_value, mo_may_call, mo_run_function, tell };
	if (!e)
		return false;
	if (sx_is_const(c->pool, e)) {
		*out = sx_value_of_const(c->pool, e);
		return true;
	}
	mo_question q = { c, span, what, quiet };
	uint64_t steps = MOST_STEPS;
	sb_arena *arena = sb_arena_new();
	sb_map done = sb_map_new(arena);
	sm_machine m = { .model = c->model, .arena = arena, .asks = &asks, .context = &q, .strict = true,
		.most_depth = DEEPEST, .most_calls = DEEPEST_CALL, .most_elements = LARGEST, .steps = &steps, .done = &done };
	bool known = sm_eval(&m, e, out);
	if (known && out->type == SX_STRING)
		out->string = sb_intern(c->names, out->string);
	sb_arena_free(arena);
	return known;
}

/* The families whose axes are in e are given up; nothing, and true, if there is none. A variable in families is written
 * with all their axes. Where one of them decides alone, that one is enough. */
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
	case SX_TIME:
	case SX_DER:
	case SX_PRE:
	case SX_SAMPLE:
	case SX_DELAY:
	case SX_INITIAL:
	case SX_TERMINAL:
	case SX_TRANSPORT:
	case SX_LATCH: case SX_NEW_CLOCK: case SX_SAMPLED: case SX_HOLD: case SX_SUB_SAMPLE: case SX_SUPER_SAMPLE:
	case SX_SHIFT_SAMPLE: case SX_BACK_SAMPLE: case SX_NO_CLOCK: case SX_PREVIOUS: case SX_INTERVAL: case SX_FIRST_TICK:
	case SX_SOURCE: case SX_ACTIVE:
		p->yes = false;
		break;
	default:
		break;
	}
	return p->yes;
}

/* The period of an activation is known before the run, though the activation is not. */
static sx_ref number_for_period(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	(void)self;
	return sx_op_of(pool, e) == SX_PERIOD ? sx_real(pool, 1) : 0;
}

static sx_ref without_periods(mo_context *c, sx_ref e)
{
	sx_rewriter rw = sx_rewriter_new(c->arena, NULL, NULL);
	rw.enter = number_for_period;
	sx_ref out = sx_rewrite(&rw, c->pool, e);
	return out ? out : e;
}

bool mo_is_parametric(mo_context *c, sx_ref e)
{
	parametric p = { c, true };
	if (!e)
		return false;
	if (c->periods)
		e = without_periods(c, e);
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
	sx_type type = base == MO_B_REAL ? SX_REAL : base == MO_B_BOOLEAN ? SX_BOOLEAN : SX_INTEGER;
	sx_value none = sm_reduce_none(op, type);

	return mo_constant(c, &none);
}

void mo_set_complete(mo_context *c, const sm_function *f)
{
	sb_map_set(&mo_evaluation_of(c)->complete, f, (void *)f);
}

bool mo_is_complete(mo_context *c, const sm_function *f)
{
	return sb_map_find(&mo_evaluation_of(c)->complete, f) != NULL;
}
