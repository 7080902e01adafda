/* Differential equations in a clocked partition (16.8): der(x) becomes a variable d, and a formula gives x from its
 * value at the tick before. Methods with inner points have copies of all equations of the partition, one for each such
 * point:
 *
 *     ExplicitEuler        x = x0 + h*d0                   x0, d0: at the tick before; h: the interval
 *     ImplicitEuler        x = x0 + h*d
 *     ImplicitTrapezoid    x = x0 + h/2*(d0 + d)
 *     ExplicitMidPoint2    x2 = x0 + h/2*d0;               x = x0 + h*d2
 *     ExplicitRungeKutta4  x2 = x0 + h/2*d0; x3 = x0 + h/2*d2; x4 = x0 + h*d3;   x = x0 + h/6*(d0 + 2*d2 + 2*d3 + d4)
 *
 * What comes in from other partitions is half way between its two values in the middle of the step; what is no Real
 * there keeps the earlier value. At the first tick x is its start value. "External" leaves the choice to the tool,
 * which takes the last one. */
#include "structure/clocks/clocks.h"
#include "structure/expand/expand.h"

#include <string.h>

typedef enum method { EXPLICIT_EULER, IMPLICIT_EULER, TRAPEZOID, MIDPOINT, RUNGE_KUTTA, NO_METHOD } method;

static method method_of(const char *name)
{
	static const struct { const char *name; method is; } all[] = {{"ExplicitEuler", EXPLICIT_EULER},
		{"ImplicitEuler", IMPLICIT_EULER}, {"ImplicitTrapezoid", TRAPEZOID}, {"ExplicitMidPoint2", MIDPOINT},
		{"ExplicitRungeKutta4", RUNGE_KUTTA}, {"External", RUNGE_KUTTA}};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i].name, name) == 0)
			return all[i].is;
	return NO_METHOD;
}

/* 16.8.4: a partition without a method takes that of those it is converted from or to. */
bool ss_infer_methods(ss_clocking *c)
{
	bool news = true;

	for (uint32_t i = 0; i < c->methods.n; i++) {
		ss_subclock *k = ss_subclock_of(c, c->methods.at[i].node);
		const char *name = c->methods.at[i].name;
		if (k->method && strcmp(k->method, name) != 0) {
			sb_message *m = sb_report(c->w->diag, SB_ERROR, "S0609", c->methods.at[i].span,
									  "one partition has two solver methods: here \"%s\"", name);
			sb_also(m, k->method_span, "and here \"%s\"", k->method);
			sb_help(m, "give the method in one place");
			return false;
		}
		k->method = name;
		k->method_span = c->methods.at[i].span;
	}
	while (news) {
		news = false;
		for (uint32_t i = 0; i < c->relations.n; i++) {
			const ss_relation *r = &c->relations.at[i];
			ss_subclock *from = ss_subclock_of(c, r->from), *to = ss_subclock_of(c, r->to);
			if (r->op == SX_NEW_CLOCK || !from || !to || !from->method == !to->method)
				continue;
			ss_subclock *free = from->method ? to : from, *known = from->method ? from : to;
			free->method = known->method;
			free->method_span = known->method_span;
			news = true;
		}
	}
	return true;
}

typedef struct discretising {
	ss_clocking *c;
	uint32_t number;                 /* of the subclock, from 1 */
	sb_map place;                    /* VAR of a state, or conversion -> its number + 1 */
	sm_exprs states, rates;
	sm_exprs inputs, input_vars;
	sm_exprs own, own_copies;        /* the variables of the partition, and those of the point at hand */
	sb_map own_at;                   /* VAR -> its number in `own` + 1 */
	int point;                       /* 0: none; otherwise which */
	bool middle;
	sx_ref half_before;              /* time in the middle */
	const ss_equation *bad; const char *why;
} discretising;

static bool is_conversion(sx_op op)
{
	return op == SX_SAMPLED || op == SX_SUB_SAMPLE || op == SX_SUPER_SAMPLE || op == SX_SHIFT_SAMPLE ||
		   op == SX_BACK_SAMPLE || op == SX_NO_CLOCK;
}

static bool find_der(void *context, const sx_pool *pool, sx_ref e)
{
	discretising *d = context;
	sx_op op = sx_op_of(pool, e);
	uint64_t known;

	if (op == SX_SAMPLE || op == SX_DELAY || op == SX_TRANSPORT)
		d->why = op == SX_SAMPLE ? "sample(start, interval)" : sx_op_name(op);
	sx_ref key = op == SX_DER ? sx_arg(pool, e, 0) : is_conversion(op) ? e : 0;
	if (!key || sb_map_get(&d->place, key, &known))
		return true;
	sm_exprs *list = op == SX_DER ? &d->states : &d->inputs;
	sb_push(d->c->w->scratch, *list, key);
	sb_map_put(&d->place, key, list->n);
	return true;
}

static void find_in(void *context, sx_ref e, bool target)
{
	discretising *d = context;
	(void)target;
	if (e)
		sx_visit(d->c->w->pool, e, find_der, d);
}

static sx_ref at_point(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	discretising *d = self->context;
	sx_op op = sx_op_of(pool, e);
	uint64_t at;

	if (op == SX_DER && sb_map_get(&d->place, sx_arg(pool, e, 0), &at))
		return d->rates.at[at - 1];
	if (!d->point)
		return op == SX_VAR || is_conversion(op) ? e : 0;
	if (op == SX_PREVIOUS || op == SX_PRE || op == SX_HOLD)
		return e;
	if (op == SX_TIME && d->middle)
		return d->half_before;
	if (is_conversion(op) && sb_map_get(&d->place, e, &at)) {
		sx_ref now = d->input_vars.at[at - 1], last = sx_unary(pool, SX_PRE, now);
		if (!d->middle)
			return now;
		return sx_type_of(pool, now) != SX_REAL ? last
			: sx_binary(pool, SX_MUL, sx_real(pool, 0.5), sx_binary(pool, SX_ADD, now, last));
	}
	if (op == SX_VAR && sb_map_get(&d->own_at, e, &at))
		return d->own_copies.at[at - 1];
	return op == SX_VAR ? e : 0;
}

static sx_ref moved(ss_work *w, sx_ref e, void *context)
{
	sx_rewriter rw;
	sx_ref out;

	if (!e)
		return 0;
	rw = sx_rewriter_new(w->scratch, NULL, context);
	rw.enter = at_point;
	out = sx_rewrite(&rw, w->pool, e);
	return out ? out : e;
}

static ss_equation moved_equation(discretising *d, const ss_equation *from)
{
	ss_work *w = d->c->w;
	ss_equation q = *from;

	q.lhs = moved(w, q.lhs, d);
	q.rhs = moved(w, q.rhs, d);
	q.statements = q.initial_statements = ss_map_statements(w, &q.statements, moved, d);
	if (d->point) {
		q.targets = q.results = (sm_exprs){0};
		for (uint32_t i = 0; i < from->targets.n; i++)
			sb_push(w->scratch, q.targets, moved(w, from->targets.at[i], d));
		for (uint32_t i = 0; i < from->results.n; i++)
			sb_push(w->arena, q.results, moved(w, from->results.at[i], d));
	}
	return q;
}

/* A hidden variable of the partition, for an expression or for the value that this has at an inner point. */
static sx_ref own_variable(discretising *d, const char *stem, uint32_t number, sx_ref of, sb_span span)
{
	ss_work *w = d->c->w;
	sx_ref v = ss_named_variable(w, sb_printf(w->scratch, "%s%u_", stem, d->number), number, sx_type_of(w->pool, of),
								 span, "");
	uint32_t s = sm_scalar_of(w->model, v);

	while (w->clock_of.n <= s)
		sb_push(w->scratch, w->clock_of, 0u);
	w->clock_of.at[s] = d->number;
	sm_edit(w->model, sx_at(w->pool, v)->payload)->stands_for = of;
	return v;
}

static void own_equation(discretising *d, sx_ref lhs, sx_ref rhs, sb_span span)
{
	ss_equation q = {.form = SS_FORM_EQUAL, .lhs = lhs, .rhs = rhs, .written_lhs = lhs, .written_rhs = rhs,
		.clock = d->number, .span = span, .component = ""};

	sb_push(d->c->w->scratch, d->c->w->equations, q);
}

static sx_ref sum(sx_pool *p, sx_ref x, sx_ref h, double factor, sx_ref slope)
{
	return sx_binary(p, SX_ADD, x, sx_binary(p, SX_MUL, sx_binary(p, SX_MUL, sx_real(p, factor), h), slope));
}

/* The equations once more, for an inner point: new copies of all variables, with the states as given. */
static void add_point(discretising *d, int point, bool middle, const sx_ref *x, sx_ref *rates, uint32_t first,
					  uint32_t count, sb_span span)
{
	ss_work *w = d->c->w;
	sm_exprs outer = d->rates;

	d->point = point;
	d->middle = middle;
	d->own_copies.n = d->rates.n = 0;
	d->rates = (sm_exprs){0};
	for (uint32_t i = 0; i < d->own.n; i++)
		sb_push(w->scratch, d->own_copies,
				own_variable(d, sb_printf(w->scratch, "at%d_", point), i, d->own.at[i], span));
	for (uint32_t i = 0; i < d->states.n; i++)
		sb_push(w->scratch, d->rates,
				own_variable(d, sb_printf(w->scratch, "der%d_", point), i, sx_unary(w->pool, SX_DER, d->states.at[i]),
							 span));
	for (uint32_t i = 0; i < count; i++) {
		if (w->equations.at[first + i].clock != d->number ||
			sx_type_of(w->pool, w->equations.at[first + i].lhs) == SX_CLOCK)
			continue;
		ss_equation copy = moved_equation(d, &w->equations.at[first + i]);
		copy.clock = d->number;
		sb_push(w->scratch, w->equations, copy);
	}
	for (uint32_t i = 0; i < d->states.n; i++) {
		uint64_t at = 0;
		sb_map_get(&d->own_at, d->states.at[i], &at);
		own_equation(d, d->own_copies.at[at - 1], x[i], span);
		rates[i] = d->rates.at[i];
	}
	d->rates = outer;
	d->point = 0;
}

/* At the first tick a state is what an initial equation says of it, or its start value. */
static bool says_state(discretising *d, const ss_equation *q, sx_ref state, sx_ref *value)
{
	sx_ref value_of[2] = {q->rhs, q->lhs}, side[2] = {q->lhs, q->rhs};

	for (int i = 0; i < 2; i++)
		if (side[i] == state && !sx_contains(d->c->w->pool, value_of[i], state)) {
			*value = value_of[i];
			return true;
		}
	return false;
}

/* Which state each initial equation is for: the one that it gives outright, else one whose derivative it holds, else
 * any that is left. */
static void assign_initial(discretising *d, const ss_equation *initial, uint32_t n, uint32_t *state_of, bool *taken)
{
	sx_pool *p = d->c->w->pool;

	for (int way = 0; way < 3; way++)
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t s = 0; state_of[i] == UINT32_MAX && s < d->states.n; s++) {
				sx_ref x = d->states.at[s], rate = sx_unary(p, SX_DER, x), value;
				bool fits = way == 0 ? says_state(d, &initial[i], x, &value)
					: way == 1 ? sx_contains(p, initial[i].lhs, rate) || sx_contains(p, initial[i].rhs, rate) : true;
				if (taken[s] || !fits)
					continue;
				state_of[i] = s;
				taken[s] = true;
			}
}

/* An equation that holds at the first tick and one for all others, as one. */
static void add_state_equation(discretising *d, const ss_subclock *k, sx_ref x, sx_ref formula,
							   const ss_equation *initial)
{
	ss_work *w = d->c->w;
	sx_pool *p = w->pool;
	sx_ref later = sx_unary(p, SX_PRE, k->ticked), first = ss_start_value(w, x);
	sb_span span = sm_var(w->model, sx_at(p, x)->payload)->span;

	if (!initial || says_state(d, initial, x, &first)) {
		own_equation(d, x, sx_if(p, later, formula, moved(w, first, d)), span);
	} else {
		sx_ref rest = moved(w, sx_binary(p, SX_SUB, initial->lhs, initial->rhs), d);
		own_equation(d, w->zero, sx_if(p, later, sx_binary(p, SX_SUB, x, formula), rest), initial->span);
	}
}

static void add_formulas(discretising *d, ss_subclock *k, method m, uint32_t count)
{
	ss_work *w = d->c->w;
	sx_pool *p = w->pool;
	uint32_t n = d->states.n;
	ss_equation *initial = sb_new_array(w->scratch, ss_equation, d->c->initial.n + 1);
	uint32_t left = 0;
	for (uint32_t i = 0; i < d->c->initial.n; i++)
		if (d->c->initial.at[i].clock == d->number)
			initial[left++] = d->c->initial.at[i];
	uint32_t *state_of = sb_new_array(w->scratch, uint32_t, left + 1);
	bool *taken = sb_new_array(w->scratch, bool, n + 1);
	for (uint32_t i = 0; i < left; i++)
		state_of[i] = UINT32_MAX;
	assign_initial(d, initial, left, state_of, taken);
	for (uint32_t i = 0; i < left; i++)
		if (state_of[i] == UINT32_MAX) {
			sb_message *e = sb_report(w->diag, SB_ERROR, "S0607", initial[i].span,
									  "there are more initial equations than states in this clocked partition");
			sb_also(e, k->span, "the clock follows from this");
			sb_help(e, "remove one of them");
		}
	sx_ref h = ss_clock_interval(d->c, k), *x = sb_new_array(w->scratch, sx_ref, n + 1), *slope[5];

	for (int i = 0; i < 5; i++)
		slope[i] = sb_new_array(w->scratch, sx_ref, n + 1);
	d->half_before = sx_binary(p, SX_SUB, sx_time(p), sx_binary(p, SX_MUL, sx_real(p, 0.5), h));
	int points = m == MIDPOINT ? 1 : m == RUNGE_KUTTA ? 3 : 0;
	for (int point = 1; point <= points; point++) {
		for (uint32_t i = 0; i < n; i++) {
			sx_ref before = point == 1 ? sx_unary(p, SX_PRE, d->rates.at[i]) : slope[point - 1][i];
			x[i] = sum(p, sx_unary(p, SX_PRE, d->states.at[i]), h, point == 3 ? 1 : 0.5, before);
		}
		add_point(d, point + 1, point < 3, x, slope[point], 0, count, k->span);
	}
	for (uint32_t i = 0; i < n; i++) {
		sx_ref x0 = sx_unary(p, SX_PRE, d->states.at[i]), d0 = sx_unary(p, SX_PRE, d->rates.at[i]), dn = d->rates.at[i],
			   value;
		switch (m) {
		case EXPLICIT_EULER: value = sum(p, x0, h, 1, d0); break;
		case IMPLICIT_EULER: value = sum(p, x0, h, 1, dn); break;
		case TRAPEZOID: value = sum(p, x0, h, 0.5, sx_binary(p, SX_ADD, d0, dn)); break;
		case MIDPOINT: value = sum(p, x0, h, 1, slope[1][i]); break;
		default: {
			sx_ref inner = sx_binary(p, SX_MUL, sx_real(p, 2), sx_binary(p, SX_ADD, slope[1][i], slope[2][i]));
			value = sum(p, x0, h, 1.0 / 6, sx_binary(p, SX_ADD, sx_binary(p, SX_ADD, d0, inner), slope[3][i]));
		}
		}
		const ss_equation *own = NULL;
		for (uint32_t e = 0; e < left; e++)
			own = state_of[e] == i ? &initial[e] : own;
		add_state_equation(d, k, d->states.at[i], value, own);
	}
}

static bool report_no_method(discretising *d, const ss_subclock *k, sb_span span)
{
	bool unknown = k->method && *k->method;
	sb_message *m = sb_report(d->c->w->diag, SB_ERROR, unknown ? "S0609" : "S0608", unknown ? k->method_span : span,
							  unknown ? "there is no solver method \"%s\""
									  : "der stands in equations that have a clock, and the clock has no solver method",
							  k->method);

	if (unknown)
		sb_help(m, "choose ExplicitEuler, ExplicitMidPoint2, ExplicitRungeKutta4, ImplicitEuler, ImplicitTrapezoid or "
				   "External");
	else {
		sb_also(m, k->span, "the clock follows from this");
		sb_help(m, "write hold(...) where continuous-time equations use a clocked variable; or, to integrate from tick "
				   "to tick, "
				   "Clock(c, solverMethod = \"ImplicitEuler\")");
	}
	return false;
}

static void find_own(discretising *d)
{
	ss_work *w = d->c->w;

	for (uint32_t s = 0; s < w->clock_of.n; s++) {
		uint32_t element, v;
		if (w->clock_of.at[s] != d->number)
			continue;
		v = sm_variable_of_scalar(w->model, s, &element);
		if (sm_var(w->model, v)->type == SX_CLOCK)
			continue;
		sb_push(w->scratch, d->own, sm_var(w->model, v)->rank ? sm_ref_at(w->model, v, element) : sm_ref(w->model, v));
		sb_map_put(&d->own_at, d->own.at[d->own.n - 1], d->own.n);
	}
}

bool ss_discretise(ss_clocking *c, uint32_t number)
{
	ss_work *w = c->w;
	ss_subclock *k = &c->subclocks.at[number];
	discretising d = {.c = c, .number = number + 1, .place = sb_map_new(w->scratch), .own_at = sb_map_new(w->scratch)};
	uint32_t count = w->equations.n;
	sb_span span = {0};

	for (uint32_t i = 0; i < count; i++) {
		const ss_equation *q = &w->equations.at[i];
		uint32_t before = d.states.n;
		if (q->clock != d.number)
			continue;
		find_in(&d, q->lhs, false);
		find_in(&d, q->rhs, false);
		ss_statement_exprs(&q->statements, find_in, &d);
		if (d.states.n && !before)
			span = q->span;
		if (d.why) {
			sb_message *m =
				sb_report(w->diag, SB_ERROR, "S0611", q->span, "%s stands in equations that have a clock", d.why);
			sb_also(m, k->span, "the clock follows from this");
			sb_help(m, "use previous(...), subSample(...) or shiftSample(...) there");
			return false;
		}
	}
	if (!d.states.n)
		return true;
	method m = k->method && *k->method ? method_of(k->method) : NO_METHOD;
	if (m == NO_METHOD)
		return report_no_method(&d, k, span);
	find_own(&d);
	for (uint32_t i = 0; i < d.states.n; i++)
		sb_push(w->scratch, d.rates, own_variable(&d, "der", i, sx_unary(w->pool, SX_DER, d.states.at[i]), span));
	bool points = m == MIDPOINT || m == RUNGE_KUTTA;
	for (uint32_t i = 0; points && i < d.inputs.n; i++) {
		sb_push(w->scratch, d.input_vars, own_variable(&d, "in", i, d.inputs.at[i], span));
		own_equation(&d, d.input_vars.at[i], d.inputs.at[i], span);
	}
	add_formulas(&d, k, m, count);
	for (uint32_t i = 0; i < count; i++)
		if (w->equations.at[i].clock == d.number)
			w->equations.at[i] = moved_equation(&d, &w->equations.at[i]);
	return true;
}
