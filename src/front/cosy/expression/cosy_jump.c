/* Functions with discontinuities. Each is written in the terms of the model layer, relations that are latched,
 * when-clauses and clocks, so that every jump is an event and nothing below knows of them. Those with a memory have
 * hidden variables of their own for each call. */
#include "front/cosy/expression/cosy_expression.h"

#include <string.h>

typedef struct jump {
	const char *name;
	uint32_t args;
	bool memory;
} jump;
static const jump jumps[] = {{"LIMIT", 3, false},   {"DEADSPACE", 3, false}, {"HYSTERESIS", 5, true},
							 {"BACKLASH", 3, true}, {"RELAY", 3, true},      {"QUANTIZE", 2, false},
							 {"COMPARE", 2, false}, {"STEP", 1, false},      {"RAMP", 1, false},
							 {"PULSE", 3, true},    {"SQUARE", 2, true},     {"SAMPLEHOLD", 3, true},
							 {"DELAY", 2, true},    {"FCNSW", 4, false},     {"INSW", 3, false}};

static const jump *find(const char *name)
{
	for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++)
		if (strcmp(name, jumps[i].name) == 0)
			return &jumps[i];
	return NULL;
}

bool co_keeps_something(const char *function)
{
	const jump *j = find(function);

	return j && j->memory;
}

uint32_t co_hidden_variable(co_context *c, const char *what, sx_type type, sm_variability variability, sx_ref start,
							sb_span span)
{
	uint32_t number = sm_add_variable(c->m, sb_printf(c->arena, "%s.%u", what, ++c->hidden), type, NULL, 0);
	sm_variable *v = sm_edit(c->m, number);

	v->variability = variability;
	v->hidden = true;
	v->span = span;
	v->component = "";
	v->start = start;
	v->fixed = start ? sx_bool(c->pool, true) : 0;
	v->start_given = start != 0;
	return number;
}

static sx_ref both(sx_pool *p, sx_ref a, sx_ref b)
{
	return sx_binary(p, SX_AND, a, b);
}
static sx_ref pre(sx_pool *p, sx_ref v)
{
	return sx_unary(p, SX_PRE, v);
}

/* v = x > high or pre(v) and x >= low */
static sx_ref two_sided(co_scope *s, const co_node *n, sx_ref x, sx_ref low, sx_ref high)
{
	sx_pool *p = s->c->pool;
	uint32_t v = co_hidden_variable(s->c, "side", SX_BOOLEAN, SM_DISCRETE, sx_bool(p, false), n->span);
	sx_ref side = sm_ref(s->c->m, v);

	sm_add_equation(
		s->c->m, side,
		sx_binary(p, SX_OR, sx_binary(p, SX_GT, x, high), both(p, pre(p, side), sx_binary(p, SX_GE, x, low))), n->span,
		s->component);
	return side;
}

static void sets(co_context *c, sm_branch *branch, sx_ref variable, sx_ref value, sb_span span)
{
	sm_equation *q = sm_equation_new(c->m, SM_EQUAL, span, "");

	q->lhs = variable;
	q->rhs = value;
	sb_push(c->arena, branch->body, q);
}

/* Play: free (0), or in touch above (1) or below (-1) and moved by x until x turns round. */
static sx_ref backlash(co_scope *s, const co_node *n, const sx_ref *a)
{
	co_context *c = s->c;
	sx_pool *p = c->pool;
	sx_ref half = sx_binary(p, SX_MUL, sx_real(p, 0.5), a[1]), rate = sx_unary(p, SX_DER, a[0]);
	sx_ref touch = sm_ref(c->m, co_hidden_variable(c, "touch", SX_INTEGER, SM_DISCRETE, 0, n->span));
	sx_ref place = sm_ref(c->m, co_hidden_variable(c, "place", SX_REAL, SM_DISCRETE, 0, n->span));
	sx_ref above = sx_binary(p, SX_SUB, a[0], half), below = sx_binary(p, SX_ADD, a[0], half);
	sx_ref was[3] = {sx_binary(p, SX_EQ, pre(p, touch), sx_int(p, 0)), sx_binary(p, SX_EQ, pre(p, touch), sx_int(p, 1)),
					 sx_binary(p, SX_EQ, pre(p, touch), sx_int(p, -1))};
	sx_ref falls = sx_binary(p, SX_LT, rate, sx_real(p, 0)), rises = sx_binary(p, SX_GT, rate, sx_real(p, 0));
	sx_ref up = both(p, was[0], sx_binary(p, SX_GT, above, pre(p, place))),
		   down = both(p, was[0], sx_binary(p, SX_LT, below, pre(p, place)));
	/* What moves away does not touch: it may seem so by the error of a step, just after it has turned, or have
	 * jumped. */
	struct {
		sx_ref condition;
		int touch;
		sx_ref place;
	} step[6] = {{both(p, up, sx_unary(p, SX_NOT, falls)), 1, pre(p, place)},
				 {both(p, down, sx_unary(p, SX_NOT, rises)), -1, pre(p, place)},
				 {both(p, up, falls), 0, above},
				 {both(p, down, rises), 0, below},
				 {both(p, was[1], falls), 0, above},
				 {both(p, was[2], rises), 0, below}};
	sm_equation *q = sm_equation_new(c->m, SM_WHEN, n->span, s->component);

	for (int i = 0; i < 6; i++) {
		sm_branch branch = {.condition = step[i].condition, .span = n->span};
		sets(c, &branch, touch, sx_int(p, step[i].touch), n->span);
		sets(c, &branch, place, step[i].place, n->span);
		sb_push(c->arena, q->branches, branch);
	}
	sb_push(c->arena, c->m->equations, q);
	sm_equation *first[2] = {sm_equation_new(c->m, SM_EQUAL, n->span, s->component),
							 sm_equation_new(c->m, SM_EQUAL, n->span, s->component)};
	first[0]->lhs = pre(p, touch);
	first[0]->rhs = sx_if(p, sx_binary(p, SX_GT, above, a[2]), sx_int(p, 1),
						  sx_if(p, sx_binary(p, SX_LT, below, a[2]), sx_int(p, -1), sx_int(p, 0)));
	first[1]->lhs = pre(p, place);
	first[1]->rhs = a[2];
	for (int i = 0; i < 2; i++)
		sb_push(c->arena, c->m->initial_equations, first[i]);
	return sx_if(p, sx_binary(p, SX_EQ, touch, sx_int(p, 1)), above,
				 sx_if(p, sx_binary(p, SX_EQ, touch, sx_int(p, -1)), below, place));
}

/* 1 during the first `width` of each period from t0 on: the number of the period is a discrete variable, so the rest is
 * affine in time. */
static sx_ref pulse(co_scope *s, const co_node *n, sx_ref t0, sx_ref period, sx_ref width, double high, double low)
{
	sx_pool *p = s->c->pool;
	sx_ref k = sm_ref(s->c->m, co_hidden_variable(s->c, "period", SX_INTEGER, SM_DISCRETE, 0, n->span)),
		   begin = sx_binary(p, SX_ADD, t0, sx_binary(p, SX_MUL, k, period));

	sm_add_equation(s->c->m, k,
					sx_unary(p, SX_INTEGER_OF, sx_binary(p, SX_DIV, sx_binary(p, SX_SUB, sx_time(p), t0), period)),
					n->span, s->component);
	return sx_if(p, sx_binary(p, SX_LT, k, sx_int(p, 0)), sx_real(p, 0),
				 sx_if(p, sx_binary(p, SX_LT, sx_time(p), sx_binary(p, SX_ADD, begin, width)), sx_real(p, high),
					   sx_real(p, low)));
}

static sx_ref sample_and_hold(co_scope *s, const co_node *n, const sx_ref *a)
{
	co_context *c = s->c;
	sx_ref value = sm_ref(c->m, co_hidden_variable(c, "sample", SX_REAL, SM_DISCRETE, sx_real(c->pool, 0), n->span));
	sm_equation *q = sm_equation_new(c->m, SM_WHEN, n->span, s->component);
	sm_branch branch = {.condition = sx_make(c->pool, SX_SAMPLE, SX_BOOLEAN, ++c->sites, a + 1, 2), .span = n->span};

	sets(c, &branch, value, a[0], n->span);
	sb_push(c->arena, q->branches, branch);
	sb_push(c->arena, c->m->equations, q);
	return value;
}

static sx_ref with_memory(co_scope *s, const co_node *n, const sx_ref *a)
{
	sx_pool *p = s->c->pool;
	sx_ref past[3];

	if (strcmp(n->name, "HYSTERESIS") == 0)
		return sx_if(p, two_sided(s, n, a[0], a[1], a[2]), a[4], a[3]);
	if (strcmp(n->name, "RELAY") == 0)
		return two_sided(s, n, a[0], a[2], a[1]);
	if (strcmp(n->name, "BACKLASH") == 0)
		return backlash(s, n, a);
	if (strcmp(n->name, "PULSE") == 0)
		return pulse(s, n, a[0], a[1], a[2], 1, 0);
	if (strcmp(n->name, "SQUARE") == 0)
		return pulse(s, n, a[0], a[1], sx_binary(p, SX_MUL, sx_real(p, 0.5), a[1]), 1, -1);
	if (strcmp(n->name, "SAMPLEHOLD") == 0)
		return sample_and_hold(s, n, a);
	past[0] = a[0];
	past[1] = past[2] = a[1];
	return sx_make(p, SX_DELAY, SX_REAL, ++s->c->sites, past, 3);
}

static sx_ref without_memory(co_scope *s, const co_node *n, const sx_ref *a)
{
	sx_pool *p = s->c->pool;
	sx_ref nil = sx_real(p, 0), one = sx_real(p, 1);

	if (strcmp(n->name, "LIMIT") == 0)
		return sx_if(p, sx_binary(p, SX_LT, a[0], a[1]), a[1], sx_if(p, sx_binary(p, SX_GT, a[0], a[2]), a[2], a[0]));
	if (strcmp(n->name, "DEADSPACE") == 0)
		return sx_if(p, sx_binary(p, SX_LT, a[0], a[1]), sx_binary(p, SX_SUB, a[0], a[1]),
					 sx_if(p, sx_binary(p, SX_GT, a[0], a[2]), sx_binary(p, SX_SUB, a[0], a[2]), nil));
	if (strcmp(n->name, "QUANTIZE") == 0)
		return sx_binary(
			p, SX_MUL, a[1],
			sx_unary(p, SX_FLOOR, sx_binary(p, SX_ADD, sx_binary(p, SX_DIV, a[0], a[1]), sx_real(p, 0.5))));
	if (strcmp(n->name, "COMPARE") == 0)
		return sx_if(p, sx_binary(p, SX_GE, a[0], a[1]), one, nil);
	if (strcmp(n->name, "STEP") == 0)
		return sx_if(p, sx_binary(p, SX_GE, sx_time(p), a[0]), one, nil);
	if (strcmp(n->name, "RAMP") == 0)
		return sx_if(p, sx_binary(p, SX_GE, sx_time(p), a[0]), sx_binary(p, SX_SUB, sx_time(p), a[0]), nil);
	if (strcmp(n->name, "FCNSW") == 0)
		return sx_if(p, sx_binary(p, SX_LT, a[0], nil), a[1], sx_if(p, sx_binary(p, SX_GT, a[0], nil), a[3], a[2]));
	return sx_if(p, sx_binary(p, SX_LT, a[0], nil), a[1], a[2]);
}

/* What must hold of the arguments: at once where they are constants, else while the run goes on. */
static bool demand(co_scope *s, const co_node *n, sx_ref condition, const char *what)
{
	sx_pool *p = s->c->pool;

	if (sx_is_const(p, condition)) {
		if (!sx_int_value(p, condition))
			sb_help(sb_report(s->c->diag, SB_ERROR, "K0392", n->span, "the arguments of %s do not fit: %s", n->name,
							  what), "docs/cosy.md lists them");
		return sx_int_value(p, condition) != 0;
	}
	if (s->place != CO_IN_EQUATIONS)
		return true;
	sm_equation *q = sm_equation_new(s->c->m, SM_ASSERT, n->span, s->component);
	q->lhs = s->active ? sx_binary(p, SX_OR, sx_unary(p, SX_NOT, s->active), condition) : condition;
	q->rhs = sx_string(p, sb_printf(s->c->arena, "the arguments of %s do not fit: %s", n->name, what));
	sb_push(s->c->arena, s->c->m->equations, q);
	return true;
}

static bool fits(co_scope *s, const co_node *n, const sx_ref *a)
{
	sx_pool *p = s->c->pool;
	sx_ref none = sx_real(p, 0);

	if (strcmp(n->name, "LIMIT") == 0 || strcmp(n->name, "DEADSPACE") == 0 || strcmp(n->name, "HYSTERESIS") == 0)
		return demand(s, n, sx_binary(p, SX_LE, a[1], a[2]), "the lower limit must stand first");
	if (strcmp(n->name, "RELAY") == 0)
		return demand(s, n, sx_binary(p, SX_LE, a[2], a[1]),
					  "the switch-on level must not be below the switch-off level");
	if (strcmp(n->name, "QUANTIZE") == 0)
		return demand(s, n, sx_binary(p, SX_GT, a[1], none), "the step must be greater than zero");
	if (strcmp(n->name, "PULSE") == 0 || strcmp(n->name, "SQUARE") == 0)
		return demand(s, n, sx_binary(p, SX_GT, a[1], none), "the period must be greater than zero") &&
			(n->name[0] == 'S' || (demand(s, n, sx_binary(p, SX_GE, a[2], none), "the width must not be negative") &&
			demand(s, n, sx_binary(p, SX_LE, a[2], a[1]), "the width must not be greater than the period")));
	if (strcmp(n->name, "BACKLASH") == 0)
		return demand(s, n, sx_binary(p, SX_GE, a[1], none), "the width must not be negative");
	return true;
}

sx_ref co_jump(co_scope *s, const co_node *n, const sx_ref *args, uint32_t count, bool *known)
{
	const jump *j = find(n->name);
	const co_node *list = co_child(n, 0);
	sx_ref a[5];

	*known = j != NULL;
	if (!j)
		return 0;
	if (count != j->args) {
		sb_help(
			sb_report(s->c->diag, SB_ERROR, "K0342", n->span, "%s takes %u arguments, not %u", n->name, j->args, count),
			"docs/cosy.md lists them");
		return 0;
	}
	if (j->memory && s->place != CO_IN_EQUATIONS) {
		sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0343", n->span,
								  "%s can stand only in equations, because it remembers what has happened", n->name);
		sb_help(m, "declare an ALGEBR, define it by an equation with this call, and use the ALGEBR here");
		return 0;
	}
	for (uint32_t i = 0; i < count; i++)
		if (!args[i] || !(a[i] = co_convert(s, args[i], SX_REAL, list->of.at[i]->span, "this argument")))
			return 0;
	if (!fits(s, n, a))
		return 0;
	return j->memory ? with_memory(s, n, a) : without_memory(s, n, a);
}
