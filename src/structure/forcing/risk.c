/* What can go wrong between two steps of a solver without the solver noticing: a divisor that passes zero, a root or a
 * logarithm that leaves its range, a function that fails, in values that no rate needs. The engine looks at these at
 * every accepted step, whatever is recorded.
 *
 * A *guard* is a function of the model's values that tells of one operation whether it is near its fault: the divisor,
 * or the distance of an argument from the end of the range. In a branch of an if-expression it counts only where the
 * branch does. What has no such function (a call, a subscript, a loop) makes its step *risky*: it must be evaluated to
 * know.
 *
 * An operation without a value makes whatever is computed from it no number, which is seen in the end, unless something
 * on the way *hides* it: a relation, max, a quotient by it, a function. Such an operation is guarded by its own value,
 * in the conditions of events too, and also where it changes in instants only. */
#include "structure/forcing/forcing.h"

#include <math.h>

enum { DEEP_MOST = 60, FACTORS_DEEP = 20, GUARDS_MOST = 20000, INSIDE_MOST = 1000000, POINTS_MOST = 2000, LARGE = 300 };

/* Where an expression stands: under which condition, and inside of something that would hide that it is no number. */
typedef struct spot { sx_ref condition; bool hidden; uint32_t depth; } spot;

typedef struct seeking {
	ss_work *w;
	sb_span span; const char *component;
	uint32_t inside; /* how many expressions of branches were looked at, which may be the same again and again */
	/* expressions outside of branches that were looked at -> 1 risky, 2 opaque; by discrete, hidden */
	sb_map seen[2][2];
	sb_map valued;                   /* operation, condition -> it has a guard by its value */
	bool risky, opaque;
	bool rates;                      /* the solver evaluates it: an argument out of range makes it step back */
	bool discrete; /* computed in instants only: what is near a fault does not come nearer between them */
	bool initial;                    /* start values and the initial system are looked at */
	bool latches; /* only conditions that are latched count: what else is there is noticed where it is computed */
	const sm_domain *domain;         /* of the step */
	sb_span told;                    /* the equation whose divisors were last told to be too many */
} seeking;

/* ---- guards */

static void push_guard(seeking *s, ss_guard guard, sx_ref condition)
{
	ss_work *w = s->w;

	guard.operand = guard.function;
	if (condition)
		guard.function = sx_if(w->pool, condition, sx_cast(w->pool, guard.function, SX_REAL), sx_real(w->pool, 1));
	guard.function = sx_cast(w->pool, guard.function, SX_REAL);
	guard.still = !ss_moves(w, guard.function);
	guard.momentary = condition && guard.kind == SS_GUARD_VALUE && sx_flags(w->pool, condition) & SX_HAS_PRE;
	guard.span = s->span;
	guard.component = s->component;
	if (s->initial)
		sb_push(w->arena, w->plan->initial_guards, guard);
	else
		sb_push(w->arena, w->plan->guards, guard);
}

static bool can_guard(const seeking *s, sx_ref function, sx_ref over, sx_ref condition)
{
	const sx_pool *p = s->w->pool;
	uint16_t flags = sx_flags(p, function) | (over ? sx_flags(p, over) : 0) | (condition ? sx_flags(p, condition) : 0);

	return !(flags & (SX_HAS_ITER | SX_HAS_LOCAL)) &&
		(s->initial ? s->w->plan->initial_guards.n : s->w->plan->guards.n) < GUARDS_MOST;
}

static void tell_too_many(seeking *s, const ss_guard *guard, uint64_t points)
{
	const ss_plan *plan = s->w->plan;
	bool before = s->told.source == s->span.source && s->told.start == s->span.start && s->told.end == s->span.end;

	if (guard->kind != SS_GUARD_DIVISOR || s->initial || before || plan->no_initial || s->w->impulses)
		return;
	s->told = s->span;
	sb_message *m = sb_report(s->w->diag, SB_INFO, "S0326", s->span,
							  "of the %llu divisors of this family, %d are looked at for poles between steps",
							  (unsigned long long)points, (int)POINTS_MOST);
	sb_note(m, "poles of the others are not looked for, and may be passed without a word");
	sb_help(m, "--max-step makes shorter steps; a divisor that cannot be zero, such as 1 + x^2, is not looked at");
}

/* Each element of a family has a guard of its own; where there are very many, some of them have. */
static void guard_family(seeking *s, ss_guard guard, sx_ref condition)
{
	ss_work *w = s->w;
	uint32_t n = s->domain ? s->domain->n : 0, from[SS_RANK_MOST];
	uint64_t points = 1;
	sx_ref to[SS_RANK_MOST];

	s->risky = true;
	for (uint32_t d = 0; d < n && n <= SS_RANK_MOST; d++) {
		from[d] = s->domain->at[d].iterator;
		points = points > UINT32_MAX ? points : points * (uint64_t)(s->domain->at[d].to - s->domain->at[d].from + 1);
	}
	uint64_t count = points < POINTS_MOST ? points : POINTS_MOST;
	if (points > POINTS_MOST)
		tell_too_many(s, &guard, points);
	for (uint64_t k = 0; k < count && n && n <= SS_RANK_MOST; k++) {
		uint64_t point = count > 1 ? k * (points - 1) / (count - 1) : 0;
		for (uint32_t d = 0; d < n; d++) {
			uint64_t length = (uint64_t)(s->domain->at[d].to - s->domain->at[d].from + 1);
			to[d] = sx_int(w->pool, s->domain->at[d].from + (int64_t)(point % length));
			point /= length;
		}
		ss_guard one = guard;
		sx_ref where = condition ? ss_shift_iterators(w, condition, from, to, n) : 0;
		one.function = ss_shift_iterators(w, guard.function, from, to, n);
		one.over = guard.over ? ss_shift_iterators(w, guard.over, from, to, n) : 0;
		one.whole = ss_shift_iterators(w, guard.whole, from, to, n);
		if (can_guard(s, one.function, one.over, where))
			push_guard(s, one, where);
	}
}

static void add_guard(seeking *s, ss_guard_kind kind, sx_ref function, sx_ref over, sx_ref whole, const spot *at)
{
	ss_guard guard = { .kind = kind, .function = function, .over = over, .whole = whole };

	if (s->discrete || s->latches)
		return;
	if (!ss_moves(s->w, function))       /* it changes in instants only, and what is computed there is looked at */
		s->risky = s->risky || !can_guard(s, function, over, at->condition);
	else if (can_guard(s, function, over, at->condition))
		push_guard(s, guard, at->condition);
	else
		guard_family(s, guard, at->condition);
}

/* `faulty`: where it may have no value; 0: that does not matter. A call is not made again for this: it may have an
 * effect. */
static void guard_value(seeking *s, sx_ref e, sx_ref faulty, const spot *at)
{
	sx_pool *p = s->w->pool;
	sx_ref condition = !faulty ? at->condition : at->condition ? sx_binary(p, SX_AND, at->condition, faulty) : faulty;
	uint64_t key = sb_pair(e, condition), before;
	uint16_t flags = sx_flags(p, e) | (condition ? sx_flags(p, condition) : 0);

	if (s->latches || !at->hidden || flags & (SX_HAS_CALL | SX_HAS_STATEFUL) || sb_map_get(&s->valued, key, &before))
		return;
	bool one = can_guard(s, e, 0, condition);
	if (!one && !(s->initial && s->domain))      /* families of the run notice it where they compute it */
		return;
	sb_map_put(&s->valued, key, 1);
	if (one)
		push_guard(s, (ss_guard){ .kind = SS_GUARD_VALUE, .function = e, .whole = e }, condition);
	else
		guard_family(s, (ss_guard){ .kind = SS_GUARD_VALUE, .function = e, .whole = e }, condition);
}

/* A condition that is false where the divisor is zero, as in `noEvent(if abs(i) > eps then u/i else 0)`, keeps zero out
 * of its branch, however fast i passes it: time may have no moment at which i is that small. So the branch counts only
 * where the condition holds with zero in place of the divisor, too. */
static bool keeps_zero_out(ss_work *w, sx_ref divisor, spot *at)
{
	sx_pool *p = w->pool;
	sx_ref there = at->condition ? sx_replace(p, at->condition, divisor, sx_real(p, 0)) : 0;

	if (!there || there == at->condition)
		return false;
	if (sx_is_const(p, there) && !sx_int_value(p, there))
		return true;
	at->condition = sx_binary(p, SX_AND, at->condition, there);
	return false;
}

/* A divisor: each of its factors can be zero. */
static void guard_divisor(seeking *s, sx_ref e, sx_ref over, sx_ref whole, const spot *at, uint32_t depth)
{
	const sx_pool *p = s->w->pool;
	sx_ref a = sx_at(p, e)->count ? sx_arg(p, e, 0) : 0, b = sx_at(p, e)->count > 1 ? sx_arg(p, e, 1) : 0;

	if (ss_is_positive(s->w->pool, e) || sx_is_const(p, e))
		return;
	if (sx_op_of(p, e) == SX_MUL && depth < FACTORS_DEEP) {
		guard_divisor(s, a, over, whole, at, depth + 1);
		if (a != b)
			guard_divisor(s, b, over, whole, at, depth + 1);
	} else if ((sx_op_of(p, e) == SX_NEG || sx_op_of(p, e) == SX_ABS || sx_op_of(p, e) == SX_SQRT ||
				sx_op_of(p, e) == SX_DIV ||
				(sx_op_of(p, e) == SX_POW && sx_is_const(p, b) && sx_real_value(p, b) > 0)) &&
			   depth < FACTORS_DEEP) {
		guard_divisor(s, a, over, whole, at, depth + 1);
	} else {
		spot here = *at;
		if (!keeps_zero_out(s->w, e, &here))
			add_guard(s, SS_GUARD_DIVISOR, e, over, whole, &here);
	}
}

static void guard_range(seeking *s, sx_ref function, sx_ref whole, const spot *at)
{
	if (!s->rates)
		add_guard(s, SS_GUARD_RANGE, function, 0, whole, at);
}

static void guard_growth(seeking *s, sx_ref argument, sx_ref whole, const spot *at)
{
	if (!s->rates && !sx_is_const(s->w->pool, argument))
		add_guard(s, SS_GUARD_GROWTH, sx_binary(s->w->pool, SX_SUB, sx_real(s->w->pool, LARGE), argument), 0, whole,
				  at);
}

static void guard_power(seeking *s, sx_ref e, const spot *at)
{
	sx_pool *p = s->w->pool;
	sx_ref a = sx_arg(p, e, 0), b = sx_arg(p, e, 1), zero = sx_real(p, 0);
	bool known = sx_is_const(p, b);
	double exponent = known ? sx_real_value(p, b) : 0;

	if (!known && !ss_is_positive(s->w->pool, a))
		s->risky = true;
	if (exponent < 0)
		guard_divisor(s, a, sx_real(p, 1), e, at, 0);
	if (known && exponent != floor(exponent) && !ss_is_not_negative(s->w->pool, a))
		guard_range(s, a, e, at);
	if (!ss_is_positive(s->w->pool, a) && (!known || exponent < 0 || exponent != floor(exponent)))
		guard_value(s, e, sx_unary(p, SX_NOEVENT, sx_binary(p, SX_LE, sx_cast(p, a, SX_REAL), zero)), at);
}

static void seek(seeking *s, sx_ref e, spot at);

/* Does it give a number, or true or false, of an argument that is none? */
static bool hides(sx_op op, uint32_t argument)
{
	switch (op) {
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE:
	case SX_MIN:
	case SX_MAX:
	case SX_SIGN:
	case SX_FLOOR:
	case SX_CEIL:
	case SX_INTEGER_OF:
	case SX_QUOT:
	case SX_MOD:
	case SX_REM:
	case SX_ATAN: case SX_ATAN2: case SX_TANH: case SX_EXP: case SX_POW:
	case SX_CALL: case SX_OUT: case SX_DELAY: case SX_MINIMUM: case SX_MAXIMUM:
		return true;
	case SX_DIV: return argument == 1;
	default: return false;
	}
}

static void seek_parts(seeking *s, sx_ref e, spot at)
{
	sx_op op = sx_op_of(s->w->pool, e);

	for (uint32_t i = 0; i < sx_at(s->w->pool, e)->count; i++)
		if (sx_arg(s->w->pool, e, i))
			seek(s, sx_arg(s->w->pool, e, i), (spot){ at.condition, at.hidden || hides(op, i), at.depth + 1 });
}

static spot under(sx_pool *p, spot at, sx_ref condition)
{
	return (spot){ at.condition ? sx_binary(p, SX_AND, at.condition, condition) : condition, at.hidden, at.depth + 1 };
}

static void seek_branches(seeking *s, sx_ref e, spot at)
{
	sx_pool *p = s->w->pool;
	sx_op op = sx_op_of(p, e);
	sx_ref c = sx_arg(p, e, 0), yes = sx_arg(p, e, 1);

	seek(s, c, (spot){ at.condition, true, at.depth + 1 });
	if (op != SX_OR)
		seek(s, yes, under(p, at, c));
	if (op != SX_AND)
		seek(s, op == SX_OR ? yes : sx_arg(p, e, 2), under(p, at, sx_unary(p, SX_NOT, c)));
}

static void seek_operation(seeking *s, sx_ref e, spot at)
{
	sx_pool *p = s->w->pool;
	sx_op op = sx_op_of(p, e);

	seek_parts(s, e, at);
	sx_ref a = sx_at(p, e)->count ? sx_arg(p, e, 0) : 0, one = sx_real(p, 1);
	switch (op) {
	case SX_DIV:
		guard_divisor(s, sx_arg(p, e, 1), a, e, &at, 0);
		if (!ss_is_positive(s->w->pool, sx_arg(p, e, 1)) &&
			!(sx_is_const(p, sx_arg(p, e, 1)) && sx_real_value(p, sx_arg(p, e, 1)) != 0))
			guard_value(s, e, 0, &at);
		break;
	case SX_POW: guard_power(s, e, &at); break;
	case SX_SQRT: case SX_LOG: case SX_LOG10:
		if (op == SX_SQRT ? !ss_is_not_negative(s->w->pool, a) : !ss_is_positive(s->w->pool, a)) {
			guard_range(s, a, e, &at);
			guard_value(s, e, 0, &at);
		}
		break;
	case SX_ASIN: case SX_ACOS:
		guard_range(s, sx_binary(p, SX_SUB, one, sx_unary(p, SX_ABS, a)), e, &at);
		guard_value(s, e, 0, &at);
		break;
	case SX_EXP: guard_growth(s, a, e, &at); break;
	case SX_SINH: case SX_COSH: guard_growth(s, sx_unary(p, SX_ABS, a), e, &at); break;
	case SX_TAN: guard_divisor(s, sx_unary(p, SX_COS, a), sx_unary(p, SX_SIN, a), e, &at, 0); break;
	case SX_CALL: case SX_OUT: case SX_AT:
		s->risky = true;
		s->opaque = s->opaque || !ss_is_of_component(s->w, e);
		break;
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: case SX_QUOT: case SX_MOD: case SX_REM:
		s->risky = true;
		break;
	default: break;
	}
}

/* A latch stands for its condition. */
static void seek_latch(seeking *s, sx_ref e, spot at)
{
	const ss_plan *plan = s->w->plan;
	uint32_t watch = sx_at(s->w->pool, e)->payload;
	bool discrete = s->discrete, risky = s->risky, opaque = s->opaque, latches = s->latches;

	if (watch >= plan->watches.n || (plan->watches.at[watch].initial_only && !s->initial))
		return;
	s->discrete = true;
	s->latches = false;
	for (uint32_t k = 0, n = sx_at(s->w->pool, e)->count ? plan->watches.at[watch].block : 1; k < n; k++)
		seek(s, plan->watches.at[watch + k].function, (spot){ at.condition, true, at.depth + 1 });
	s->discrete = discrete;
	s->latches = latches;
	s->risky = risky;
	s->opaque = opaque;
}

static void seek(seeking *s, sx_ref e, spot at)
{
	sx_pool *p = s->w->pool;
	sx_op op = sx_op_of(p, e);
	sb_map *seen = &s->seen[s->discrete][at.hidden];
	uint64_t before;

	s->inside += at.condition || s->latches;
	if (at.depth > DEEP_MOST || s->inside > INSIDE_MOST) {
		s->risky = true;
		return;
	}
	if ((!sx_at(p, e)->count && op != SX_LATCH) || op == SX_DER || op == SX_PRE)
		return;
	if (op == SX_VAR) {
		s->risky = s->risky || ss_cell_of(s->w, e) == UINT32_MAX;
		return;
	}
	bool once = !at.condition && !s->latches;
	if (once && sb_map_get(seen, e, &before)) {
		s->risky = s->risky || before & 1;
		s->opaque = s->opaque || before & 2;
		return;
	}
	bool risky = s->risky, opaque = s->opaque;
	s->risky = s->opaque = false;
	if (op == SX_LATCH)
		seek_latch(s, e, at);
	else if (op == SX_IF || op == SX_AND || op == SX_OR)
		seek_branches(s, e, at);
	else
		seek_operation(s, e, at);
	if (once)
		sb_map_put(seen, e, (uint64_t)s->risky | (uint64_t)s->opaque << 1);
	s->risky = s->risky || risky;
	s->opaque = s->opaque || opaque;
}

/* ---- where they are */

static void seek_hidden(seeking *s, sx_ref e, sb_span span, const char *component)
{
	bool discrete = s->discrete;

	s->span = span;
	s->component = component;
	s->discrete = true;
	if (e)
		seek(s, e, (spot){ .hidden = true });
	s->discrete = discrete;
}

static void seek_loop(seeking *s, const ss_loop *b)
{
	for (uint32_t k = 0; b->linear && k < b->matrix.n; k++)
		seek(s, b->matrix.at[k].value, (spot){0});
	for (uint32_t k = 0; k < b->n; k++)
		seek(s, b->linear ? b->rhs[k] : b->residuals[k], (spot){0});
	for (uint32_t k = 0; k < b->inner.n; k++)
		if (b->inner.at[k].kind == SS_ASSIGN)
			seek(s, b->inner.at[k].value, (spot){0});
}

/* Is it after the algorithm what it was where it was read? Not what the algorithm itself sets, but for the conditions
 * of when-clauses. */
typedef struct keeping { const seeking *s; const sm_exprs *targets; bool keeps; } keeping;

static bool see_kept(void *context, const sx_pool *p, sx_ref e)
{
	keeping *k = context;
	sx_op op = sx_op_of(p, e);

	if (op == SX_PRE)
		return false;
	if (op == SX_LOCAL || op == SX_ITER)
		k->keeps = false;
	for (uint32_t i = 0; op == SX_VAR && i < k->targets->n && !sm_var(k->s->w->model, sx_at(p, e)->payload)->hidden;
		 i++)
		k->keeps = k->keeps && sx_at(p, k->targets->at[i])->payload != sx_at(p, e)->payload;
	return k->keeps;
}

static bool keeps(const seeking *s, const sm_exprs *targets, sx_ref e)
{
	keeping k = { s, targets, true };

	sx_visit(s->w->pool, e, see_kept, &k);
	return k.keeps;
}

static void seek_latches(seeking *s, sx_ref e, sx_ref condition)
{
	if (e)
		seek(s, e, (spot){ .condition = condition });
}

/* Statements: a latch says nothing of what its condition computes. Bodies of loops may be passed over, and break and
 * return end what follows. */
static bool seek_statements(seeking *s, const sm_exprs *targets, const sm_statements *list, sx_ref condition)
{
	sx_pool *p = s->w->pool;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *t = list->at[i];
		bool goes_on = t->kind != SM_BREAK && t->kind != SM_RETURN;
		sx_ref here = condition;
		seek_latches(s, t->value, condition);
		seek_latches(s, t->condition, condition);
		for (uint32_t b = 0; b < t->branches.n; b++) {
			sx_ref c = t->branches.at[b].condition;
			seek_latches(s, c, here);
			if (t->kind != SM_IF_DO || (c && !keeps(s, targets, c)))
				break;
			sx_ref inside = !c ? here : here ? sx_binary(p, SX_AND, here, c) : c, not = c ? sx_unary(p, SX_NOT, c) : 0;
			goes_on = seek_statements(s, targets, &t->branches.at[b].body, inside) && goes_on;
			here = !c ? here : here ? sx_binary(p, SX_AND, here, not) : not;
		}
		if (!goes_on)
			return false;
	}
	return true;
}

static void seek_algorithm(seeking *s, const ss_step *step)
{
	bool risky = s->risky, opaque = s->opaque;

	s->latches = true;
	seek_statements(s, &step->targets, &step->statements, step->when);
	s->latches = false;
	s->risky = risky;
	s->opaque = opaque;
}

static void seek_inside(seeking *s, const ss_step *step)
{
	if (step->kind == SS_ASSIGN)
		seek(s, step->value, (spot){ .condition = step->when });
	else if (step->kind == SS_LOOP)
		seek_loop(s, s->w->plan->loops.at[step->loop]);
	else if (step->kind == SS_ALGORITHM)
		seek_algorithm(s, step);
}

static void be_at(seeking *s, const ss_step *step)
{
	s->span = step->span.source || !step->origin ? step->span : step->origin->span;
	s->component = step->origin ? step->origin->component : NULL;
	s->domain = step->kind == SS_ASSIGN && step->domain.n ? &step->domain : NULL;
}

static void seek_step(seeking *s, uint32_t number)
{
	ss_plan *plan = s->w->plan;
	const ss_step *step = &plan->steps.at[number];

	be_at(s, step);
	s->rates = step->phases & SS_RATES;
	s->discrete = step->phases & SS_DISCRETE;
	s->risky = step->kind != SS_ASSIGN;
	s->opaque = step->kind == SS_ALGORITHM || (step->kind == SS_CALL && !ss_is_of_component(s->w, step->value));
	if (s->discrete && step->when)
		seek_hidden(s, step->when, s->span, s->component);
	else
		seek_inside(s, step);
	if (s->rates || !s->risky || step->phases & SS_DISCRETE)
		return;
	sb_push(s->w->arena, plan->risky, number);
	plan->opaque = plan->opaque || s->opaque;
}

static void seek_action(seeking *s, const ss_action *a)
{
	seek_hidden(s, a->guard, a->span, a->component);
	s->latches = true;
	seek_latches(s, a->condition, a->guard);
	seek_latches(s, a->value, a->guard);
	s->latches = false;
}

static seeking begin(ss_work *w)
{
	seeking s = { .w = w, .valued = sb_map_new(w->scratch) };

	for (int k = 0; k < 4; k++)
		s.seen[k / 2][k % 2] = sb_map_new(w->scratch);
	return s;
}

/* A start value that counts, and is not only where an iteration begins. */
static bool is_used(ss_work *w, const ss_step *step)
{
	const ss_plan *plan = w->plan;
	sx_op op = step->kind == SS_ASSIGN ? sx_op_of(w->pool, step->target) : SX_CONST;

	if (op != SX_VAR)
		return op == SX_PRE;
	uint32_t variable = sx_at(w->pool, step->target)->payload;
	const sm_variable *v = sm_var(w->model, variable);
	if (v->fixed && !(sx_is_const(w->pool, v->fixed) && sx_int_value(w->pool, v->fixed) == 0))
		return true;
	for (uint32_t i = 0; i < plan->assumed.n; i++)
		if (plan->assumed.at[i] >= v->first && plan->assumed.at[i] < v->first + v->count)
			return true;
	return false;
}

static void find_initial_risks(ss_work *w)
{
	const ss_plan *plan = w->plan;
	seeking s = begin(w);

	s.initial = s.discrete = true;
	for (uint32_t i = 0; i < plan->start_steps.n; i++)
		if (is_used(w, &plan->start_steps.at[i])) {
			be_at(&s, &plan->start_steps.at[i]);
			seek(&s, plan->start_steps.at[i].value, (spot){0});
		}
	for (uint32_t i = 0; i < plan->initial_steps.n; i++) {
		be_at(&s, &plan->initial_steps.at[i]);
		seek_inside(&s, &plan->initial_steps.at[i]);
	}
}

void ss_find_risks(ss_work *w)
{
	ss_plan *plan = w->plan;
	seeking s = begin(w);

	find_initial_risks(w);
	for (uint32_t i = 0; i < plan->steps.n; i++)
		seek_step(&s, i);
	s.domain = NULL;
	s.discrete = true;
	for (uint32_t i = 0; i < plan->parameter_steps.n; i++) {
		const ss_step *step = &plan->parameter_steps.at[i];
		if (step->kind != SS_ASSIGN || !step->origin || step->when || step->guard)
			continue;
		s.span = step->span.source ? step->span : step->origin->span;
		s.component = step->origin->component;
		seek(&s, step->value, (spot){0});
	}
	for (uint32_t i = 0; i < plan->event_code.n; i++)
		seek_hidden(&s, plan->event_code.at[i].when, plan->model->events.at[plan->event_code.at[i].event].span, NULL);
	for (uint32_t i = 0; i < plan->switches.n; i++)
		if (plan->switches.at[i].which && !plan->switches.at[i].initial_only && plan->switches.at[i].origin)
			seek_hidden(&s, plan->switches.at[i].which, plan->switches.at[i].origin->span,
						plan->switches.at[i].component);
	for (uint32_t i = 0; i < plan->actions.n; i++)
		seek_action(&s, &plan->actions.at[i]);
}
