/* Do the units fit? (Modelica 3.6, 19 and 4.8.1)
 *
 * What an expression is measured in follows from the declarations of what it is made of, and is one of three things:
 *
 *     FREE     anything: a variable without a unit, and a number that is not a plain one (9.81 may be an acceleration)
 *     PURE     a number without a unit, as long as it is a factor (2, 0.5, pi, an Integer); as a summand it takes the
 *              unit of the rest
 *     UNIT     a unit
 *
 * Two sides that both are UNIT and differ make a note. What is FREE fits everything, so nothing is said that does not
 * follow from what was declared. Variables that are equal by an equation (connections are) share a unit. A gain
 * (something declared with the unit "1") may be what turns one unit into another: its products are FREE. So is a
 * temperature to which a number is added, which is how degC and K are converted. Periods and delays are in seconds.
 */
#include "model/model.h"
#include "study/check/study_check.h"
#include "model/unit/unit.h"

#include <math.h>
#include <string.h>

typedef enum measure_kind { FREE, PURE, UNIT } measure_kind;
typedef struct measure { measure_kind kind; sm_unit unit; bool gain; } measure;

typedef struct checking {
	const sm_model *m; const sx_pool *p; sb_diag *diag; sb_arena *arena;
	measure *variables;              /* by variable */
	uint32_t *same;                  /* union of variables that are equal */
	const sm_function *function; measure *locals;      /* whose body is looked at */
	sb_map seen;                     /* expression -> number in `known` + 1, for the body that is looked at */
	sb_vec(measure) known;
	sb_map texts;                    /* unit (interned) -> what was said of it */
	sb_map told;                     /* places that something was said about */
	sb_span here;
	uint32_t depth;
} checking;

enum { DEEPEST = 400 };

static const measure free_one = {.kind = FREE};

static measure of_unit(sm_unit u)
{
	return (measure){.kind = UNIT, .unit = u};
}

/* Angles and other plain numbers: sin(x), x/y of equal units. */
static measure pure_unit(void)
{
	return of_unit(sm_unit_one());
}

static bool is_new(checking *c, sb_span span)
{
	uint64_t key = sb_pair(span.source, span.start), at;
	if (!span.source || sb_map_get(&c->told, key, &at))
		return false;
	sb_map_put(&c->told, key, 1);
	return true;
}

static measure declared(checking *c, const char *text, sb_span span)
{
	sm_unit u;
	size_t at;
	uint64_t said;
	if (!text || !*text)
		return free_one;
	sm_unit_fault fault = sm_unit_read(text, &u, &at);
	if (!fault)
		return of_unit(u);
	const char *name = sb_intern(c->m->names, text);
	if (sb_map_get(&c->texts, (uint64_t)(uintptr_t)name, &said))
		return free_one;
	sb_map_put(&c->texts, (uint64_t)(uintptr_t)name, 1);
	sb_message *m =
		sb_report(c->diag, SB_INFO, "S0402", span,
				  fault == SM_UNIT_SYNTAX ? "'%s' is not written like a unit: it cannot be read from '%s' on"
										  : "'%s' has an unknown unit in it: '%s'",
				  text, text[at] ? text + at : "its end");
	if (text[at] == '^')
		sb_help(m, "an exponent follows its unit directly: m/s2");
	else if (text[at] == '*' || text[at] == ' ')
		sb_help(m, "units are multiplied by a dot: N.m");
	else if (text[at] == '/' || text[at] == '.')
		sb_help(m, "several divisors stand in parentheses: J/(kg.K)");
	else
		sb_help(m, "units are written like kg.m/s2, N.m, J/(kg.K) or 1/s");
	return free_one;
}

/* ----------------------------------------------------------------- what an expression is measured in */

static measure measure_of(checking *c, sx_ref e);

/* 2, 0.5, 1/3, pi and the like. */
static bool is_plain(double x)
{
	x = fabs(x);
	double twelfths = x * 12, of_pi = x / 3.14159265358979323846 * 12;
	return x == 0 || (x > 0.08 && x <= 12 && fabs(twelfths - round(twelfths)) < 1e-9) ||
		   (x > 0.2 && x <= 40 && fabs(of_pi - round(of_pi)) < 1e-9);
}

static void add_sources(checking *c, sx_ref e, sb_text *out, uint32_t *count, sb_map *seen, uint32_t depth)
{
	const sx_node *n = sx_at(c->p, e);
	uint64_t at;
	if (*count >= 4 || depth > 30 || sb_map_get(seen, e, &at))
		return;
	sb_map_put(seen, e, 1);
	bool variable = n->op == SX_VAR, local = n->op == SX_LOCAL && c->function;
	if (variable || local) {
		const char *name = variable ? sm_var(c->m, n->payload)->name : c->function->locals.at[n->payload].name;
		const char *unit = variable ? sm_var(c->m, n->payload)->unit : c->function->locals.at[n->payload].unit;
		const measure *has = variable ? &c->variables[n->payload] : NULL;
		if (!unit || !*unit) {
			if (!has || has->kind != UNIT)
				return;
			sb_addf(out, "%s'%s' equals a quantity in ", *count ? ", " : "", name);
			sm_unit_write(&has->unit, out);
		} else {
			sb_addf(out, "%s'%s' is in %s", *count ? ", " : "", name, unit);
		}
		(*count)++;
		return;
	}
	for (uint32_t i = 0; i < sx_at(c->p, e)->count; i++)
		add_sources(c, sx_arg(c->p, e, i), out, count, seen, depth + 1);
}

static void add_unit(checking *c, sx_ref e, const measure *m, sb_text *out)
{
	const sx_node *n = sx_at(c->p, e);
	if (n->op == SX_VAR && sm_var(c->m, n->payload)->unit && *sm_var(c->m, n->payload)->unit)
		sb_add(out, sm_var(c->m, n->payload)->unit);
	else
		sm_unit_write(&m->unit, out);
}

static void report(checking *c, const char *what, sx_ref a, const measure *x, sx_ref b, const measure *y)
{
	sb_text first = {0}, second = {0}, sources = {0};
	sb_map seen = sb_map_new(c->arena);
	uint32_t count = 0;
	if (!is_new(c, c->here))
		return;
	add_unit(c, a, x, &first);
	add_unit(c, b, y, &second);
	sb_message *m =
		sb_report(c->diag, SB_INFO, "S0401", c->here, "the units of %s differ: %s and %s", what, first.at, second.at);
	add_sources(c, a, &sources, &count, &seen, 0);
	count = count > 3 ? 3 : count;
	add_sources(c, b, &sources, &count, &seen, 0);
	if (sources.n)
		sb_note(m, "%s", sources.at);
	if (sm_unit_same_dimension(&x->unit, &y->unit))
		sb_help(m, x->unit.offset != y->unit.offset ? "degC is K with an offset: add or subtract 273.15"
													 : "both are the same quantity: convert one of the two units");
	else
		sb_help(m, "look for a missing factor, or correct the declared units");
	sb_text_free(&first);
	sb_text_free(&second);
	sb_text_free(&sources);
}

/* Two things that must be measured alike; what both are then. */
static measure alike(checking *c, const char *what, sx_ref a, sx_ref b)
{
	measure x = measure_of(c, a), y = measure_of(c, b);
	if ((x.gain && sx_op_of(c->p, a) != SX_VAR) || (y.gain && sx_op_of(c->p, b) != SX_VAR))
		return (measure){.kind = FREE, .gain = x.gain && y.gain};
	if (x.kind == UNIT && y.kind == UNIT && !sm_unit_equal(&x.unit, &y.unit)) {
		report(c, what, a, &x, b, &y);
		return free_one;
	}
	if (x.kind == UNIT || y.kind == UNIT) {
		return x.kind == UNIT ? x : y;
	}
	return x.kind == PURE && y.kind == PURE ? x : free_one;
}

static bool is_temperature(const measure *m)
{
	static const sm_unit kelvin = {1, {0, 0, 0, 0, 1}, false};
	return m->kind == UNIT && sm_unit_same_dimension(&m->unit, &kelvin);
}

static measure sum(checking *c, sx_ref e)
{
	sx_ref a = sx_arg(c->p, e, 0), b = sx_arg(c->p, e, 1);
	measure x = measure_of(c, a), y = measure_of(c, b), out;
	bool shifted = (is_temperature(&x) && y.kind != UNIT) || (is_temperature(&y) && x.kind != UNIT);
	/* t + dT with t in degC and dT in K, and the difference of two in degC, which is in K */
	if (is_temperature(&x) && is_temperature(&y) && (x.unit.offset || y.unit.offset))
		return free_one;
	out = alike(c, sx_op_of(c->p, e) == SX_ADD ? "the two sides of '+'" : "the two sides of '-'", a, b);
	return shifted ? free_one : out;
}

/* 3/f: only 1/f is surely the inverse; any other number over a unit may have one of its own. */
static bool is_number_over(checking *c, sx_ref a)
{
	return sx_is_const(c->p, a) && fabs(sx_real_value(c->p, a)) != 1;
}

static measure product(checking *c, sx_ref e, double power)
{
	if (power < 0 && is_number_over(c, sx_arg(c->p, e, 0)))
		return free_one;
	measure x = measure_of(c, sx_arg(c->p, e, 0)), y = measure_of(c, sx_arg(c->p, e, 1));
	if (x.kind == FREE || y.kind == FREE || x.gain || y.gain)
		return free_one;
	if (x.kind == PURE && y.kind == PURE)
		return x;
	sm_unit a = x.kind == UNIT ? x.unit : sm_unit_one(), b = y.kind == UNIT ? y.unit : sm_unit_one();
	if (a.offset || b.offset)
		return free_one;
	return of_unit(sm_unit_product(a, b, power));
}

static measure power(checking *c, sx_ref e)
{
	sx_ref exponent = sx_arg(c->p, e, 1);
	measure x = measure_of(c, sx_arg(c->p, e, 0));
	while (sx_op_of(c->p, exponent) == SX_TO_REAL)
		exponent = sx_arg(c->p, exponent, 0);
	measure_of(c, exponent);
	if (x.kind != UNIT)
		return x;
	sm_unit one = sm_unit_one();
	if (sx_is_const(c->p, exponent) && !x.unit.offset)
		return of_unit(sm_unit_product(one, x.unit, sx_real_value(c->p, exponent)));
	return sm_unit_equal(&x.unit, &one) ? x : free_one;
}

/* The argument of sin, exp, ... must be a number; only what is surely none is told. */
static measure of_number(checking *c, sx_ref e)
{
	sx_ref a = sx_arg(c->p, e, 0);
	measure x = measure_of(c, a), one = pure_unit();
	if (x.kind == UNIT && !sm_unit_equal(&x.unit, &one.unit)) {
		sb_text unit = {0}, sources = {0};
		sb_map seen = sb_map_new(c->arena);
		uint32_t count = 0;
		if (is_new(c, c->here)) {
			add_unit(c, a, &x, &unit);
			sb_message *m = sb_report(c->diag, SB_INFO, "S0401", c->here,
									  "the argument of %s is in %s, but must be a number or an angle in rad",
									  sx_op_name(sx_op_of(c->p, e)), unit.at);
			add_sources(c, a, &sources, &count, &seen, 0);
			if (sources.n)
				sb_note(m, "%s", sources.at);
			sb_help(m, "look for a missing factor, or correct the declared units");
		}
		sb_text_free(&unit);
		sb_text_free(&sources);
	}
	return (measure){.kind = PURE};
}

static const sm_local *result_of(const sm_function *f, uint32_t which)
{
	return f->args + which < f->locals.n ? &f->locals.at[f->args + which] : NULL;
}

static measure call(checking *c, sx_ref e)
{
	const sx_node *n = sx_at(c->p, e);
	uint32_t count = n->count;
	const sm_function *f = n->payload < c->m->functions.n ? c->m->functions.at[n->payload] : NULL;
	if (!f)
		return free_one;
	for (uint32_t i = 0; i < count && i < f->args; i++) {
		measure given = measure_of(c, sx_arg(c->p, e, i)),
				wanted = declared(c, f->locals.at[i].unit, f->locals.at[i].span);
		if (given.kind != UNIT || wanted.kind != UNIT || sm_unit_equal(&given.unit, &wanted.unit) ||
			!is_new(c, c->here))
			continue;
		sb_text unit = {0};
		add_unit(c, sx_arg(c->p, e, i), &given, &unit);
		sb_message *m =
			sb_report(c->diag, SB_INFO, "S0401", c->here, "the argument '%s' of '%s' must be in %s, but this is in %s",
					  f->locals.at[i].name, f->name, f->locals.at[i].unit, unit.at);
		sb_also(m, f->locals.at[i].span, "'%s' is declared here", f->locals.at[i].name);
		sb_help(m, "convert it, or correct the declared units");
		sb_text_free(&unit);
	}
	const sm_local *result = result_of(f, 0);
	return result ? declared(c, result->unit, result->span) : free_one;
}

/* Periods, offsets and delays are times. */
static void must_be_time(checking *c, const char *what, sx_ref e)
{
	static const sm_unit second = {1, {0, 0, 1}, false};
	measure given = measure_of(c, e);
	sb_text unit = {0};

	if (given.kind != UNIT || given.gain || sm_unit_equal(&given.unit, &second) || !is_new(c, c->here))
		return;
	add_unit(c, e, &given, &unit);
	sb_message *m = sb_report(c->diag, SB_INFO, "S0401", c->here, "%s must be in s, but this is in %s", what, unit.at);
	sb_help(m, sm_unit_same_dimension(&given.unit, &second) ? "convert it to seconds"
		: "look for a missing factor, or correct the declared units; the period of a frequency f is 1/f");
	sb_text_free(&unit);
}

static measure compute(checking *c, sx_ref e)
{
	const sx_node n = *sx_at(c->p, e);
	measure x;
	switch ((sx_op)n.op) {
	case SX_CONST:
		if (n.type != SX_REAL && n.type != SX_INTEGER)
			return free_one;
		return (measure){.kind = is_plain(sx_real_value(c->p, e)) ? PURE : FREE};
	case SX_ITER: case SX_SIZE: return (measure){.kind = PURE};
	case SX_TIME: return free_one;           /* 5*time is a ramp of anything */
	case SX_VAR: return c->variables[n.payload];
	case SX_LOCAL: return c->locals && n.payload < c->function->locals.n ? c->locals[n.payload] : free_one;
	case SX_NEG: case SX_ABS: case SX_PRE: case SX_NOEVENT: case SX_SMOOTH: case SX_TO_REAL: case SX_FLOOR:
	case SX_CEIL: case SX_TRANSPORT: case SX_TRANSPORTED: case SX_AT:
		return measure_of(c, sx_arg(c->p, e, 0));
	case SX_DELAY:
		must_be_time(c, "the delay", sx_arg(c->p, e, 1));
		return measure_of(c, sx_arg(c->p, e, 0));
	case SX_SAMPLE:
		must_be_time(c, "the period", sx_arg(c->p, e, 1));
		must_be_time(c, "the time of the first instant", sx_arg(c->p, e, 0));
		return free_one;
	case SX_DER:
		x = measure_of(c, sx_arg(c->p, e, 0));
		return x.kind == UNIT ? of_unit(sm_unit_product(x.unit, (sm_unit){1, {0, 0, 1}, false}, -1)) : free_one;
	case SX_ADD: case SX_SUB: return sum(c, e);
	case SX_MUL: return product(c, e, 1);
	case SX_DIV: return product(c, e, -1);
	case SX_POW: return power(c, e);
	case SX_SQRT:
		x = measure_of(c, sx_arg(c->p, e, 0));
		return x.kind == UNIT && !x.unit.offset ? of_unit(sm_unit_product(sm_unit_one(), x.unit, 0.5)) : x;
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE:
		if (sx_type_of(c->p, sx_arg(c->p, e, 0)) == SX_REAL)
			alike(c, "the two sides of the comparison", sx_arg(c->p, e, 0), sx_arg(c->p, e, 1));
		return free_one;
	case SX_IF:
		measure_of(c, sx_arg(c->p, e, 0));
		return alike(c, "the branches of the if", sx_arg(c->p, e, 1), sx_arg(c->p, e, 2));
	case SX_MIN: case SX_MAX: case SX_MOD: case SX_REM: case SX_HOMOTOPY:
		return alike(c, "the two arguments", sx_arg(c->p, e, 0), sx_arg(c->p, e, 1));
	case SX_ATAN2:
		alike(c, "the two arguments", sx_arg(c->p, e, 0), sx_arg(c->p, e, 1));
		return pure_unit();
	case SX_SIN: case SX_COS: case SX_TAN: case SX_SINH: case SX_COSH: case SX_TANH: case SX_EXP:
		return of_number(c, e);
	case SX_ASIN: case SX_ACOS: case SX_ATAN: measure_of(c, sx_arg(c->p, e, 0)); return pure_unit();
	case SX_SUM: return measure_of(c, sx_arg(c->p, e, 3));
	case SX_CALL: return call(c, e);
	case SX_OUT: {
		sx_ref called = sx_arg(c->p, e, 0);
		measure_of(c, called);
		uint32_t f = sx_at(c->p, called)->payload;
		const sm_local *result = f < c->m->functions.n ? result_of(c->m->functions.at[f], n.payload) : NULL;
		return result ? declared(c, result->unit, result->span) : free_one;
	}
	default:
		for (uint32_t i = 0; i < n.count; i++)
			measure_of(c, sx_arg(c->p, e, i));
		return free_one;
	}
}

static measure measure_of(checking *c, sx_ref e)
{
	uint64_t at;
	if (!e || c->depth >= DEEPEST)
		return free_one;
	if (sb_map_get(&c->seen, e, &at))
		return c->known.at[at];
	c->depth++;
	measure m = compute(c, e);
	c->depth--;
	sb_map_put(&c->seen, e, c->known.n);
	sb_push(c->arena, c->known, m);
	return m;
}

/* --------------------------------------------------------------------------------- what is looked at */

static void check_pair(checking *c, sx_ref left, sx_ref right, sb_span span)
{
	c->here = span;
	if (left && right && sx_type_of(c->p, left) == SX_REAL)
		alike(c, "the two sides", left, right);
	else if (right)
		measure_of(c, right);
}

static void check_equations(checking *c, const sm_equations *list);

static void check_statements(checking *c, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		c->here = s->span;
		if (s->kind == SM_ASSIGN || s->kind == SM_REINIT_DO)
			check_pair(c, s->target, s->value, s->span);
		else if (s->kind == SM_PROGRAM_DO)
			must_be_time(c, "the delay", s->value);
		else
			measure_of(c, s->value);
		measure_of(c, s->condition);
		for (uint32_t b = 0; b < s->branches.n; b++) {
			c->here = s->span;
			measure_of(c, s->branches.at[b].condition);
			check_statements(c, &s->branches.at[b].body);
		}
	}
}

static void check_equation(checking *c, const sm_equation *q)
{
	c->here = q->span;
	if (q->kind == SM_EQUAL || q->kind == SM_REINIT)
		check_pair(c, q->lhs, q->rhs, q->span);
	else if (q->kind == SM_PROGRAM)
		must_be_time(c, "the delay", q->rhs);
	else {
		measure_of(c, q->lhs);
		measure_of(c, q->rhs);
	}
	for (uint32_t b = 0; b < q->branches.n; b++) {
		c->here = q->span;
		measure_of(c, q->branches.at[b].condition);
		check_equations(c, &q->branches.at[b].body);
	}
	check_statements(c, &q->statements);
}

static void check_equations(checking *c, const sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		check_equation(c, list->at[i]);
}

/* Activations with a period have become events. */
static void check_events(checking *c)
{
	for (uint32_t i = 0; i < c->m->events.n; i++) {
		const sm_event *event = &c->m->events.at[i];
		c->here = event->span;
		if (event->trigger != SM_ON_PERIOD)
			continue;
		must_be_time(c, "the period", event->interval);
		must_be_time(c, "the time of the first instant", event->start);
	}
}

static void check_value(checking *c, uint32_t variable, sx_ref value, const char *what, sb_span span)
{
	const sm_variable *v = sm_var(c->m, variable);
	if (!value || v->type != SX_REAL)
		return;
	c->here = span;
	measure has = c->variables[variable], given = measure_of(c, value);
	if (has.kind == UNIT && given.kind == UNIT && !sm_unit_equal(&has.unit, &given.unit))
		report(c, what, sm_ref(c->m, variable), &has, value, &given);
}

static void check_functions(checking *c)
{
	for (uint32_t i = 0; i < c->m->functions.n; i++) {
		const sm_function *f = c->m->functions.at[i];
		c->function = f;
		c->locals = sb_new_array(c->arena, measure, f->locals.n + 1);
		c->seen = sb_map_new(c->arena);
		c->known.n = 0;
		for (uint32_t k = 0; k < f->locals.n; k++)
			c->locals[k] = f->locals.at[k].type == SX_INTEGER ? (measure){.kind = PURE}
															  : declared(c, f->locals.at[k].unit, f->locals.at[k].span);
		check_statements(c, &f->body);
	}
	c->function = NULL;
	c->locals = NULL;
}

/* ------------------------------------------------------------------------- variables that are equal */

static uint32_t root(uint32_t *same, uint32_t i)
{
	while (same[i] != i)
		i = same[i] = same[same[i]];
	return i;
}

static void join_equal(checking *c, const sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_equation *q = list->at[i];
		if (q->kind != SM_EQUAL || sx_op_of(c->p, q->lhs) != SX_VAR || sx_op_of(c->p, q->rhs) != SX_VAR)
			continue;
		uint32_t a = root(c->same, sx_at(c->p, q->lhs)->payload), b = root(c->same, sx_at(c->p, q->rhs)->payload);
		/* an array has one unit only where its elements have: they must be equal as wholes */
		if (sm_var(c->m, a)->count != sm_var(c->m, b)->count || sm_var(c->m, a)->mixed_units ||
			sm_var(c->m, b)->mixed_units)
			continue;
		if (c->variables[a].kind == UNIT)
			c->same[b] = a;
		else
			c->same[a] = b;
	}
}

static void find_variables(checking *c)
{
	uint32_t n = c->m->variables.n;
	c->variables = sb_new_array(c->arena, measure, n + 1);
	c->same = sb_new_array(c->arena, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		const sm_variable *v = sm_var(c->m, i);
		c->same[i] = i;
		if (v->type == SX_INTEGER || v->type == SX_BOOLEAN)
			c->variables[i] = (measure){.kind = PURE};
		else if (v->type == SX_REAL && !v->mixed_units)
			c->variables[i] = declared(c, v->unit, v->span);
		c->variables[i].gain = v->unit && strcmp(v->unit, "1") == 0;
	}
	join_equal(c, &c->m->equations);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t r = root(c->same, i);
		if (c->variables[i].kind == FREE && c->variables[r].kind == UNIT && !c->variables[r].gain)
			c->variables[i] = c->variables[r];
	}
}

void st_check_units(const sm_model *m, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	checking c = {.m = m, .p = m->pool, .diag = diag, .arena = arena};
	c.seen = sb_map_new(arena);
	c.texts = sb_map_new(arena);
	c.told = sb_map_new(arena);
	find_variables(&c);
	for (uint32_t i = 0; i < m->variables.n; i++) {
		const sm_variable *v = sm_var(m, i);
		check_value(&c, i, v->binding, "the parameter and its value",
					v->binding_span.source ? v->binding_span : v->span);
		check_value(&c, i, v->start, "the variable and its start value", v->span);
	}
	check_equations(&c, &m->equations);
	check_equations(&c, &m->initial_equations);
	check_events(&c);
	check_functions(&c);
	sb_arena_free(arena);
}
