/* What is narrow or bends in an expression, in one list for rates, conditions, waits and what is delayed. Between two
 * points at which an expression is evaluated it may have a peak, a hat, or a window that ends in a jump. Such a
 * *feature* cannot be seen in the values, but in the text: a peak has its centre where what is squared is zero, a hat
 * its corners where the two sides of a max are equal, a saw its jumps where a whole number changes.
 *
 * Who uses it: corners and peaks of time at which steps end (forcing.c), centres over states (centres.c), what time
 * drives through states (driven.c), and the moments that the engine finds ahead of the run, whose functions have
 * features themselves. */
#include "structure/forcing/forcing.h"

enum { FEATURES_MOST = 400, HIGH_POWER = 8, EDGE = 37 };

static void collect_power(forcing *f, features *list, sx_ref part)
{
	ss_work *w = f->w;
	sx_ref inside = sx_arg(w->pool, part, 0), exponent = sx_arg(w->pool, part, 1);

	if (sx_is_const(w->pool, exponent) && sx_real_value(w->pool, exponent) < 0)
		sb_push(w->scratch, list->below, inside);
	else if (sx_is_const(w->pool, exponent) && sx_real_value(w->pool, exponent) > HIGH_POWER)
		sb_push(w->scratch, list->powers, inside);
	sb_push(w->scratch, list->curved, inside);
}

static void collect_part(forcing *f, features *list, sx_ref part)
{
	ss_work *w = f->w;
	sx_ref inside = sx_at(w->pool, part)->count ? sx_arg(w->pool, part, 0) : 0;

	switch (sx_flags(w->pool, part) & SX_HAS_LOCAL ? SX_NOTHING : sx_op_of(w->pool, part)) {
	case SX_TAN:
		sb_push(w->scratch, list->broken, part);
		sb_push(w->scratch, list->turning, part);
		break;
	case SX_ATAN2: sb_push(w->scratch, list->broken, part); break;
	case SX_SIN: case SX_COS: sb_push(w->scratch, list->turning, part); break;
	case SX_ABS: case SX_SIGN: case SX_MIN: case SX_MAX: case SX_LT: case SX_LE: case SX_GT: case SX_GE:
		sb_push(w->scratch, list->cornered, part);
		break;
	case SX_FLOOR:
	case SX_CEIL:
	case SX_INTEGER_OF:
	case SX_QUOT:
	case SX_MOD:
	case SX_REM:
		sb_push(w->scratch, list->stepped, part);
		break;
	case SX_EXP: case SX_SINH: case SX_COSH: case SX_TANH: case SX_ATAN:
		sb_push(w->scratch, list->steep, inside);
		if (sx_op_of(w->pool, part) == SX_TANH || sx_op_of(w->pool, part) == SX_ATAN)
			sb_push(w->scratch, list->edged, inside);
		sb_push(w->scratch, list->curved, inside);
		break;
	case SX_POW: collect_power(f, list, part); break;
	case SX_LOG: case SX_SQRT: sb_push(w->scratch, list->curved, inside); break;
	case SX_DIV:
		sb_push(w->scratch, list->below, sx_arg(w->pool, part, 1));
		sb_push(w->scratch, list->curved, sx_arg(w->pool, part, 1));
		break;
	case SX_MUL:
		if (inside == sx_arg(w->pool, part, 1))
			sb_push(w->scratch, list->curved, inside);
		break;
	case SX_CALL:
		sb_push(w->scratch, list->called, part);
		ss_look_into_call(f, list, part);
		break;
	default: break;
	}
}

static void collect_in(forcing *f, features *list, sx_ref e)
{
	ss_work *w = f->w;

	ss_visit_more(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR | SX_HAS_TIME | SX_HAS_DER));) {
		sx_op op = sx_op_of(w->pool, part);
		if (op == SX_VAR || op == SX_DER || op == SX_PRE)
			continue;
		collect_part(f, list, part);
		ss_look_inside(w, part, 0);
	}
}

void ss_collect_features(forcing *f, features *list, sx_ref e)
{
	collect_in(f, list, e);
	while (list->within.n)
		collect_in(f, list, list->within.at[--list->within.n]);
}

/* ---- the functions whose zeros they are */

sx_ref ss_corner_of(ss_work *w, sx_ref e)
{
	sx_op op = sx_op_of(w->pool, e);
	sx_ref a = sx_arg(w->pool, e, 0), function = a;

	/* where both sides are equal the relation has the value of the other side than a > or <= has */
	if (op == SX_LT || op == SX_GE)
		function = sx_binary(w->pool, SX_SUB, sx_arg(w->pool, e, 1), a);
	else if (op != SX_ABS && op != SX_SIGN)
		function = sx_binary(w->pool, SX_SUB, a, sx_arg(w->pool, e, 1));
	return function && sx_type_of(w->pool, function) == SX_REAL ? function : 0;
}

sx_ref ss_step_inside(ss_work *w, sx_ref e)
{
	sx_pool *p = w->pool;
	sx_op op = sx_op_of(p, e);
	sx_ref a = sx_arg(p, e, 0);

	if (sx_type_of(p, a) != SX_REAL)
		return 0;
	return op == SX_QUOT || op == SX_MOD || op == SX_REM ? sx_binary(p, SX_DIV, a, sx_cast(p, sx_arg(p, e, 1), SX_REAL))
														 : a;
}

/* A whole number changes from even to odd and back. */
sx_ref ss_step_function(ss_work *w, sx_ref e, sx_ref inside)
{
	sx_pool *p = w->pool;
	sx_op op = sx_op_of(p, e);
	sx_ref whole = sx_unary(p, op == SX_CEIL ? SX_CEIL : SX_FLOOR, inside);

	if (op == SX_QUOT || op == SX_REM)
		whole = sx_if(p, sx_binary(p, SX_GE, inside, w->zero), whole, sx_unary(p, SX_CEIL, inside));
	sx_ref half = sx_unary(p, SX_FLOOR, sx_binary(p, SX_MUL, sx_real(p, 0.5), whole));
	return sx_binary(p, SX_SUB, sx_binary(p, SX_SUB, whole, sx_binary(p, SX_MUL, sx_real(p, 2), half)),
					 sx_real(p, 0.5));
}

sx_ref ss_break_of(ss_work *w, sx_ref e)
{
	sx_ref inside = sx_arg(w->pool, e, 0);
	return sx_op_of(w->pool, e) == SX_TAN ? sx_unary(w->pool, SX_COS, inside) : inside;
}

/* ---- of a function of time */

static void add(ss_work *w, ss_moment *m, sx_ref function)
{
	bool new =
		function &&function != m->function &&sx_type_of(w->pool, function) == SX_REAL &&sx_flags(w->pool, function) &
			SX_HAS_TIME &&
		m->features.n < FEATURES_MOST;

	for (uint32_t i = 0; i < m->features.n && new; i++)
		new = m->features.at[i] != function;
	if (new)
		sb_push(w->arena, m->features, function);
}

static void add_steep(ss_work *w, ss_moment *m, sx_ref inside)
{
	sx_ref slope, rest, far = sx_real(w->pool, EDGE);

	if (sx_type_of(w->pool, inside) != SX_REAL || !(sx_flags(w->pool, inside) & SX_HAS_TIME))
		return;
	add(w, m, inside);
	if (sx_linear(w->pool, inside, sx_time(w->pool), &slope, &rest)) {
		add(w, m, sx_binary(w->pool, SX_ADD, inside, far));
		add(w, m, sx_binary(w->pool, SX_SUB, inside, far));
	}
}

static void add_peak(ss_work *w, ss_moment *m, sx_ref inside)
{
	sx_ref slope, rest;

	if (sx_type_of(w->pool, inside) != SX_REAL || sx_linear(w->pool, inside, sx_time(w->pool), &slope, &rest))
		return;
	slope = sx_diff(w->pool, inside, sx_time(w->pool), NULL);
	if (slope)
		add(w, m, slope);
}

/* As it moves between its jumps: mod(a, b) as a, a whole number not at all. */
static sx_ref leave_jumps(sx_rewriter *self, sx_pool *p, sx_ref e)
{
	switch (sx_op_of(p, e)) {
	case SX_MOD: case SX_REM: return sx_rewrite(self, p, sx_arg(p, e, 0));
	case SX_FLOOR: case SX_CEIL: case SX_INTEGER_OF: case SX_QUOT: return sx_cast(p, sx_real(p, 0), sx_type_of(p, e));
	default: return 0;
	}
}

static void add_steps(ss_work *w, ss_moment *m, sx_ref e)
{
	sx_rewriter smooth = sx_rewriter_new(w->scratch, NULL, NULL);
	sx_ref inside = ss_step_inside(w, e);

	if (!inside || !(sx_flags(w->pool, inside) & SX_HAS_TIME))
		return;
	add(w, m, ss_step_function(w, e, inside));
	smooth.enter = leave_jumps;
	sb_push(w->arena, m->angles,
			sx_binary(w->pool, SX_MUL, sx_real(w->pool, 3.141592653589793), sx_rewrite(&smooth, w->pool, inside)));
}

void ss_features_within(forcing *f, ss_moment *m, sx_ref e)
{
	ss_work *w = f->w;
	features list = {0};

	w->stamp_now++;
	ss_collect_features(f, &list, e);
	for (uint32_t i = 0; i < list.cornered.n; i++) {
		sx_ref corner = ss_corner_of(w, list.cornered.at[i]);
		add(w, m, corner);
		if (corner)
			add_peak(w, m, corner);
	}
	for (uint32_t i = 0; i < list.broken.n; i++)
		add(w, m, ss_break_of(w, list.broken.at[i]));
	for (uint32_t i = 0; i < list.stepped.n; i++)
		add_steps(w, m, list.stepped.at[i]);
	for (uint32_t i = 0; i < list.steep.n; i++)
		add_steep(w, m, list.steep.at[i]);
	for (uint32_t i = 0; i < list.curved.n; i++)
		add_peak(w, m, list.curved.at[i]);
}
