/* Clocked equations as guarded ones. Each clock has three Booleans: `tick`, which the calendar sets; `active`, its
 * edge, true in the one pass of an instant in which the partition is evaluated; `ticked`, true from its first tick on.
 * All of them depend on the calendar and on left limits only, so they do not change while conditions settle: a
 * partition is evaluated once. */
#include "structure/clocks/clocks.h"
#include "structure/expand/expand.h"

static ss_equation *give(ss_work *w, sx_ref lhs, sx_ref rhs, sb_span span)
{
	ss_equation q = {.form = SS_FORM_EQUAL, .discrete = true, .lhs = lhs, .rhs = rhs, .written_lhs = lhs,
		.written_rhs = rhs, .span = span, .component = ""};

	sb_push(w->scratch, w->equations, q);
	return &w->equations.at[w->equations.n - 1];
}

static sx_ref before(ss_work *w, sx_ref var)
{
	return sx_unary(w->pool, SX_PRE, var);
}

static sx_ref edge(ss_work *w, sx_ref var)
{
	return sx_binary(w->pool, SX_AND, var, sx_unary(w->pool, SX_NOT, before(w, var)));
}

/* ------------------------------------------------------------------------------- ticks */

static sx_ref first_argument(ss_clocking *c, const ss_baseclock *b)
{
	return sx_arg(c->w->pool, b->maker->e, 0);
}

/* An event clock ticks in the pass after its condition became true: by then what the event has changed is there to be
 * sampled. */
static void event_base(ss_clocking *c, uint32_t number)
{
	ss_work *w = c->w;
	ss_baseclock *b = &c->bases.at[number];
	sx_ref due = ss_named_variable(w, "due", number + 1, SX_BOOLEAN, b->span, ""), condition = first_argument(c, b);
	ss_equation *q = give(w, due, before(w, condition), b->maker->span);

	q->initial_rhs = condition;      /* one that is true from the beginning has not become true */
	b->due = ss_named_variable(w, "base", number + 1, SX_BOOLEAN, b->span, "");
	give(w, b->due, edge(w, due), b->maker->span)->initial_rhs = w->no;
	b->count = ss_named_variable(w, "count", number + 1, SX_INTEGER, b->span, "");
	sx_ref last = before(w, b->count), next = sx_binary(w->pool, SX_ADD, last, sx_int(w->pool, 1));
	give(w, b->count, sx_if(w->pool, b->due, next, last), b->maker->span);
}

static sx_ref event_tick(ss_clocking *c, const ss_subclock *k)
{
	const ss_baseclock *b = &c->bases.at[k->base];
	sx_pool *p = c->w->pool;
	sx_ref count = before(c->w, b->count), start = sx_int(p, k->start), out = b->due;

	if (k->start)
		out = sx_binary(p, SX_AND, out, sx_binary(p, SX_GE, count, start));
	if (k->step != 1) {
		sx_ref since = k->start ? sx_binary(p, SX_SUB, count, start) : count;
		out = sx_binary(p, SX_AND, out,
						sx_binary(p, SX_EQ, sx_binary(p, SX_MOD, since, sx_int(p, k->step)), sx_int(p, 0)));
	}
	return out;
}

/* The interval of the base clock, in seconds for one unit. */
static sx_ref unit(ss_clocking *c, const ss_baseclock *b)
{
	sx_pool *p = c->w->pool;

	return b->kind == SX_CLOCK_REAL || b->variable ? sx_cast(p, first_argument(c, b), SX_REAL) : sx_real(p, 1);
}

static void add_ticks(ss_clocking *c, uint32_t number, uint32_t plan_base)
{
	ss_work *w = c->w;
	ss_subclock *k = &c->subclocks.at[number];
	const ss_baseclock *b = &c->bases.at[k->base];
	sx_ref active = ss_named_variable(w, "active", number + 1, SX_BOOLEAN, k->span, "");

	k->active = active;
	k->ticked = ss_named_variable(w, "ticked", number + 1, SX_BOOLEAN, k->span, "");
	if (!k->used) {
		give(w, active, w->no, k->span);     /* nobody would see it tick */
	} else if (b->kind == SX_CLOCK_EVENT) {
		give(w, active, event_tick(c, k), k->span)->initial_rhs = w->no;
	} else {
		sx_ref tick = ss_named_variable(w, "tick", number + 1, SX_BOOLEAN, k->span, ""),
			   args[2] = {w->zero, unit(c, b)};
		ss_tick site = {plan_base, k->step, k->start};
		give(w, tick, sx_make(w->pool, SX_SAMPLE, SX_BOOLEAN, SS_TICK_SITE + w->ticks.n, args, 2), k->span);
		sb_push(w->scratch, w->ticks, site);
		give(w, active, edge(w, tick), k->span)->initial_rhs = w->no;
	}
	give(w, k->ticked, sx_binary(w->pool, SX_OR, active, before(w, k->ticked)), k->span);
}

static void make_ticks(ss_clocking *c)
{
	ss_work *w = c->w;

	for (uint32_t i = 0; i < c->bases.n; i++) {
		const ss_baseclock *b = &c->bases.at[i];
		uint32_t plan_base = w->plan->bases.n;
		if (b->kind == SX_CLOCK_EVENT) {
			event_base(c, i);
		} else {
			ss_base base = {.num = b->grid.n, .den = b->grid.d, .variable = b->variable,
				.rational = b->kind != SX_CLOCK_REAL, .resolution = 1, .span = b->span};
			if (b->variable && base.rational)
				base.resolution = sx_int_value(w->pool, sx_arg(w->pool, b->maker->e, 1));
			sb_push(w->arena, w->plan->bases, base);
		}
		for (uint32_t k = 0; k < c->subclocks.n; k++)
			if (c->subclocks.at[k].base == i)
				add_ticks(c, k, plan_base);
	}
}

/* --------------------------------------------------------------------------- intervals */

static sx_ref in_seconds(ss_clocking *c, ss_ratio r, sx_ref e)
{
	sx_pool *p = c->w->pool;
	e = r.n == 1 ? e : sx_binary(p, SX_MUL, sx_real(p, (double)r.n), e);
	return r.d == 1 ? e : sx_binary(p, SX_DIV, e, sx_real(p, (double)r.d));
}

static sx_ref first_tick(ss_clocking *c, const ss_subclock *k)
{
	return sx_unary(c->w->pool, SX_NOT, before(c->w, k->ticked));
}

/* 17.3.3: of a variable of a state that is reset it is the start value. */
static sx_ref before_or_start(ss_clocking *c, const ss_subclock *k, sx_ref var)
{
	const sm_model *model = c->w->model;
	uint32_t state = ss_state_of(c, sm_var(model, sx_at(c->w->pool, var)->payload)->component);
	sx_ref first = sx_unary(c->w->pool, SX_NOT, before(c->w, k->ticked));

	if (state && !sm_var(model, sx_at(c->w->pool, var)->payload)->hidden) {
		first = sx_binary(c->w->pool, SX_OR, first, sm_ref(c->w->model, model->machine_states.at[state - 1].reset));
		return sx_if(c->w->pool, first, ss_start_value(c->w, var), before(c->w, var));
	}
	return sx_if(c->w->pool, before(c->w, k->ticked), before(c->w, var), ss_start_value(c->w, var));
}

/* Of clocks whose interval is not constant: the time since the tick before. */
static sx_ref measured(ss_clocking *c, ss_subclock *k, sx_ref first)
{
	ss_work *w = c->w;
	sx_pool *p = w->pool;

	if (!k->last) {
		k->last = ss_named_variable(w, "last", (uint32_t)(k - c->subclocks.at) + 1, SX_REAL, k->span, "");
		sm_edit(w->model, sx_at(p, k->last)->payload)->variability = SM_DISCRETE;
		give(w, k->last, sx_if(p, k->active, sx_time(p), before(w, k->last)), k->span);
	}
	return sx_if(p, before(w, k->ticked), sx_binary(p, SX_SUB, sx_time(p), before(w, k->last)), first);
}

sx_ref ss_clock_interval(ss_clocking *c, ss_subclock *k)
{
	const ss_baseclock *b = &c->bases.at[k->base];
	sx_pool *p = c->w->pool;

	if (b->kind == SX_CLOCK_EVENT)
		return measured(c, k, sx_cast(p, sx_arg(p, b->maker->e, 1), SX_REAL));
	if (!b->variable)
		return in_seconds(c, k->period, unit(c, b));
	sx_ref counter = first_argument(c, b), resolution = sx_real(p, 1);
	if (b->kind == SX_CLOCK_RATIONAL)
		resolution = sx_cast(p, sx_arg(p, b->maker->e, 1), SX_REAL);
	bool own = k->period.n == 1 && k->period.d == 1 && k->shift.n == 0;
	sx_ref last = own ? before_or_start(c, k, counter) : ss_start_value(c->w, counter);
	last = sx_binary(p, SX_DIV, sx_cast(p, last, SX_REAL), resolution);
	return own ? last : measured(c, k, in_seconds(c, k->period, last));
}

/* --------------------------------------------------------------------------- rewriting */

typedef struct rewriting { ss_clocking *c; ss_subclock *k; } rewriting;

static ss_subclock *clock_of_var(ss_clocking *c, sx_ref var)
{
	uint32_t s = sx_op_of(c->w->pool, var) == SX_VAR ? sm_scalar_of(c->w->model, var) : UINT32_MAX;
	uint32_t k = s < c->w->clock_of.n ? c->w->clock_of.at[s] : 0;
	return k ? &c->subclocks.at[k - 1] : NULL;
}

/* The value at the last tick, this one included; before the first the start value. */
static sx_ref last_value(ss_clocking *c, sx_ref var)
{
	const ss_subclock *k = clock_of_var(c, var);
	return k ? sx_if(c->w->pool, k->ticked, var, ss_start_value(c->w, var)) : var;
}

static sx_ref enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	const rewriting *r = self->context;
	ss_clocking *c = r->c;
	sx_op op = sx_op_of(pool, e);
	sx_ref arg = sx_at(pool, e)->count ? sx_arg(pool, e, 0) : 0;

	if (!(sx_flags(pool, e) & SX_HAS_CLOCK))
		return e;
	switch (op) {
	case SX_HOLD: case SX_SUB_SAMPLE: case SX_SUPER_SAMPLE: case SX_SHIFT_SAMPLE: case SX_BACK_SAMPLE: case SX_NO_CLOCK:
		return last_value(c, arg);
	case SX_SAMPLED:
		return sx_op_of(pool, arg) == SX_VAR && !ss_is_known(sm_var(c->w->model, sx_at(pool, arg)->payload))
			? before(c->w, arg) : arg;
	case SX_PREVIOUS: return r->k ? before_or_start(c, r->k, arg) : arg;
	case SX_INTERVAL: return r->k ? ss_clock_interval(c, r->k) : 0;
	case SX_FIRST_TICK: return r->k ? first_tick(c, r->k) : 0;
	case SX_NEW_CLOCK: return r->k ? r->k->active : 0;
	default: return 0;
	}
}

static sx_ref rewritten(ss_work *w, sx_ref e, void *context)
{
	sx_rewriter rw;

	if (!e || !(sx_flags(w->pool, e) & SX_HAS_CLOCK))
		return e;
	rw = sx_rewriter_new(w->scratch, NULL, context);
	rw.enter = enter;
	sx_ref out = sx_rewrite(&rw, w->pool, e);
	return out ? out : e;
}

/* In a clocked partition relations make no events (16.8.1). */
static sx_ref quiet(ss_work *w, sx_ref e)
{
	return e ? sx_unary(w->pool, SX_NOEVENT, e) : 0;
}

static sx_ref active_state(ss_clocking *c, uint32_t state)
{
	return sm_ref(c->w->model, c->w->model->machine_states.at[state - 1].active);
}

static void rewrite_equation(ss_clocking *c, uint32_t i)
{
	ss_work *w = c->w;
	uint32_t k = w->equations.at[i].clock;
	rewriting r = {c, k ? &c->subclocks.at[k - 1] : NULL};
	ss_equation q = w->equations.at[i];

	if (k && sx_type_of(w->pool, q.lhs) == SX_CLOCK && q.form == SS_FORM_EQUAL) {
		if (sx_op_of(w->pool, q.lhs) != SX_VAR) {
			sx_ref kept = q.lhs;
			q.lhs = q.rhs;
			q.rhs = kept;
		}
		q.rhs = r.k->active;         /* a clock shows when it ticks, and is no unknown of its partition */
		q.discrete = true;
		q.clock = 0;
		w->equations.at[i] = q;
		return;
	}
	q.lhs = rewritten(w, q.lhs, &r);
	q.rhs = rewritten(w, q.rhs, &r);
	q.statements = ss_map_statements(w, &q.statements, rewritten, &r);
	if (k) {
		q.lhs = quiet(w, q.lhs);
		q.rhs = quiet(w, q.rhs);
		q.guard = q.state ? sx_binary(w->pool, SX_AND, r.k->active, active_state(c, q.state)) : r.k->active;
		q.discrete = q.checked = true;
		q.initial_rhs = 0;
	} else if (q.form == SS_FORM_ALGORITHM) {
		q.initial_statements = ss_map_statements(w, &q.initial_statements, rewritten, &r);
	}
	w->equations.at[i] = q;          /* the list may have moved */
}

/* Assertions over clocked variables are looked at when these have values. */
static void rewrite_action(ss_clocking *c, ss_action *a, uint32_t node)
{
	ss_subclock *k = ss_subclock_of(c, node);
	rewriting r = {c, k};

	a->guard = rewritten(c->w, a->guard, &r);
	a->value = rewritten(c->w, a->value, &r);
	if (a->kind != SS_REINIT)
		a->condition = rewritten(c->w, a->condition, &r);
	if (k)
		a->guard = a->guard ? sx_binary(c->w->pool, SX_AND, k->active, a->guard) : k->active;
}

static void rewrite_actions(ss_clocking *c)
{
	ss_plan *plan = c->w->plan;
	uint32_t first = c->scalars + c->equations, kept = 0, actions = plan->actions.n, asserts = plan->asserts.n;

	for (uint32_t i = 0; i < actions; i++)
		rewrite_action(c, &plan->actions.at[i], first + asserts + i);
	for (uint32_t i = 0; i < asserts; i++) {
		ss_action a = plan->asserts.at[i];
		rewrite_action(c, &a, first + i);
		if (a.guard)
			sb_push(c->w->arena, plan->actions, a);
		else
			plan->asserts.at[kept++] = a;
	}
	plan->asserts.n = kept;
}

/* Clock variables with their own equation each: c1 = c2 says nothing more once both are known. */
static void one_equation_for_each_clock(ss_clocking *c)
{
	ss_work *w = c->w;
	sb_map given = sb_map_new(w->scratch);
	uint64_t known;

	for (uint32_t i = 0; i < w->equations.n; i++) {
		ss_equation *q = &w->equations.at[i];
		if (q->form != SS_FORM_EQUAL || sx_type_of(w->pool, q->lhs) != SX_CLOCK)
			continue;
		if (sb_map_get(&given, q->lhs, &known))
			q->gone = true;
		sb_map_put(&given, q->lhs, 1);
	}
	for (uint32_t v = 0; v < w->model->variables.n; v++) {
		const sm_variable *var = sm_var(w->model, v);
		for (uint32_t i = 0; var->type == SX_CLOCK && i < var->count; i++) {
			sx_ref leaf = var->rank ? sm_ref_at(w->model, v, i) : sm_ref(w->model, v);
			uint32_t s = sm_scalar_of(w->model, leaf), k = s < w->clock_of.n ? w->clock_of.at[s] : 0;
			if (!sb_map_get(&given, leaf, &known))
				give(w, leaf, k ? c->subclocks.at[k - 1].active : w->no, var->span);
		}
	}
	for (uint32_t s = 0; s < w->clock_of.n; s++) {
		uint32_t element;
		if (w->clock_of.at[s] && sm_var(w->model, sm_variable_of_scalar(w->model, s, &element))->type == SX_CLOCK)
			w->clock_of.at[s] = 0;
	}
}

/* Outputs of states to variables outside of them (17.3.5): of all equations that give such a variable one is made,
 * which gives it what the active state says, and otherwise lets it stay. */
static void merge_states(ss_clocking *c)
{
	ss_work *w = c->w;
	sb_map merged = sb_map_new(w->scratch);
	uint32_t count = w->equations.n;

	for (uint32_t i = 0; i < count; i++) {
		ss_equation *q = &w->equations.at[i];
		uint64_t at;
		if (!q->state || !q->clock || q->form != SS_FORM_EQUAL)
			continue;
		for (int turn = 0; turn < 2; turn++) {
			sx_ref v = turn ? q->rhs : q->lhs, value = turn ? q->lhs : q->rhs;
			if (sx_op_of(w->pool, v) != SX_VAR)
				continue;
			uint32_t owner = ss_state_of(c, sm_var(w->model, sx_at(w->pool, v)->payload)->component);
			if (owner == q->state || ss_is_known(sm_var(w->model, sx_at(w->pool, v)->payload)))
				continue;
			if (turn == 1 && sx_op_of(w->pool, q->lhs) == SX_VAR)
				continue;            /* w = v: the state's own variable is given */
			sx_ref active = active_state(c, q->state);
			if (!sb_map_get(&merged, v, &at)) {
				ss_equation one = *q;
				const ss_subclock *k = &c->subclocks.at[q->clock - 1];
				at = w->equations.n;
				one.state = owner;
				one.lhs = one.written_lhs = v;
				one.rhs = one.written_rhs = sx_unary(w->pool, SX_NOEVENT, before_or_start(c, k, v));
				one.guard = owner ? sx_binary(w->pool, SX_AND, k->active, active_state(c, owner)) : k->active;
				sb_map_put(&merged, v, at);
				sb_push(w->scratch, w->equations, one);
				q = &w->equations.at[i];
			}
			w->equations.at[at].rhs = sx_if(w->pool, active, value, w->equations.at[at].rhs);
			q->gone = true;
			break;
		}
	}
}

/* ------------------------------------------------------------ connected outputs of states */

/* Is it an output of a state, and of which? */
static uint32_t output_of_state(ss_clocking *c, sx_ref var)
{
	const sm_variable *v = sm_var(c->w->model, sx_at(c->w->pool, var)->payload);
	return v->port == SM_PORT_OUTPUT ? ss_state_of(c, v->component) : 0;
}

static bool connects(ss_work *w, const ss_equation *q)
{
	return q->clock && !q->gone && q->form == SS_FORM_EQUAL && q->origin && q->origin->from_connect &&
		   sx_op_of(w->pool, q->lhs) == SX_VAR && sx_op_of(w->pool, q->rhs) == SX_VAR;
}

static void list_connected(ss_clocking *c, sm_exprs *set, sb_map *seen, sx_ref first, sb_u32s *equations)
{
	ss_work *w = c->w;
	uint64_t known;

	sb_push(w->scratch, *set, first);
	sb_map_put(seen, first, 1);
	for (uint32_t m = 0; m < set->n; m++)
		for (uint32_t i = 0; i < w->equations.n; i++) {
			const ss_equation *q = &w->equations.at[i];
			if (!connects(w, q) || (q->lhs != set->at[m] && q->rhs != set->at[m]))
				continue;
			sx_ref other = q->lhs == set->at[m] ? q->rhs : q->lhs;
			if (m == 0 || other != set->at[0])
				sb_push(w->scratch, *equations, i);
			if (!sb_map_get(seen, other, &known)) {
				sb_map_put(seen, other, 1);
				sb_push(w->scratch, *set, other);
			}
		}
}

/* 17.3.6: outputs of several states that are connected are one source, and have the value of the active state. */
static void merge_connected(ss_clocking *c)
{
	ss_work *w = c->w;
	sb_map seen = sb_map_new(w->scratch);
	uint32_t count = w->equations.n;
	uint64_t known;

	for (uint32_t i = 0; i < count; i++) {
		const ss_equation q = w->equations.at[i];
		sm_exprs set = {0}, outputs = {0}, others = {0};
		sb_u32s equations = {0};
		if (!connects(w, &q) || sb_map_get(&seen, q.lhs, &known))
			continue;
		list_connected(c, &set, &seen, q.lhs, &equations);
		for (uint32_t m = 0; m < set.n; m++)
			if (output_of_state(c, set.at[m]) && output_of_state(c, set.at[m]) != q.state)
				sb_push(w->scratch, outputs, set.at[m]);
			else
				sb_push(w->scratch, others, set.at[m]);
		if (outputs.n < 2 || !others.n)
			continue;
		const ss_subclock *k = &c->subclocks.at[q.clock - 1];
		sx_ref value = before_or_start(c, k, others.at[0]);
		for (uint32_t m = 0; m < outputs.n; m++)
			value = sx_if(w->pool, active_state(c, output_of_state(c, outputs.at[m])), outputs.at[m], value);
		for (uint32_t e = 0; e < equations.n; e++)
			w->equations.at[equations.at[e]].gone = true;
		for (uint32_t m = 0; m < others.n; m++) {
			ss_equation one = q;
			one.lhs = one.written_lhs = others.at[m];
			one.rhs = one.written_rhs = m ? others.at[0] : value;
			one.gone = false;
			sb_push(w->scratch, w->equations, one);
		}
	}
}

static void mark_clocks(ss_clocking *c)
{
	ss_work *w = c->w;

	for (uint32_t n = 0; n < c->scalars + c->equations; n++) {
		const ss_subclock *k = ss_subclock_of(c, n);
		uint32_t number = k ? (uint32_t)(k - c->subclocks.at) + 1 : 0;
		if (n < c->scalars)
			sb_push(w->scratch, w->clock_of, number);
		else
			w->equations.at[n - c->scalars].clock = number;
		if (k && n >= c->scalars && sx_type_of(w->pool, w->equations.at[n - c->scalars].lhs) != SX_CLOCK)
			c->subclocks.at[number - 1].used = true;
	}
	for (uint32_t n = c->scalars + c->equations; n < c->nodes; n++) {
		ss_subclock *k = ss_subclock_of(c, n);
		if (k)
			k->used = true;
	}
}

bool ss_clocked_equations(ss_clocking *c)
{
	mark_clocks(c);
	make_ticks(c);
	for (uint32_t k = 0; k < c->subclocks.n; k++)
		if (!ss_discretise(c, k))
			return false;
	uint32_t count = c->w->equations.n;
	for (uint32_t i = 0; i < count; i++)
		rewrite_equation(c, i);
	rewriting outside = {c, NULL};
	for (uint32_t i = 0; i < c->w->initial.n; i++) {
		ss_equation *q = &c->w->initial.at[i];
		q->lhs = rewritten(c->w, q->lhs, &outside);
		q->rhs = rewritten(c->w, q->rhs, &outside);
	}
	if (c->w->model->machine_states.n) {
		merge_states(c);
		merge_connected(c);
	}
	rewrite_actions(c);
	one_equation_for_each_clock(c);
	ss_warn_default_clocks(c);
	return true;
}
