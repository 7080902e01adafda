/* The equations of a mode, read over the instant in which it is entered.
 *
 * Time stands still, so what is finite adds nothing. What remains of an equation is the part that is linear in
 * derivatives and in what may become infinite: J*der(w) = tau1 + tau2 says J*(w after - w before) = P1 + P2, with the
 * impulses of the torques. And the constraints of the mode hold for the values after it. So the *impulse system* has
 * the unknowns and the pattern of the run's system after index reduction, under the same names, which now mean
 * something else:
 *
 *     der(x) of a state x              how much x jumps
 *     an algebraic variable            the strength of its impulse
 *     the derivative of what depends   how much that jumps
 *     pre(v)                           the value of v before the instant
 *     the function of a condition      the strength of its impulse
 *
 * and the highest derivative of each constraint is replaced by what it is the derivative of, for the values after the
 * instant: C(pre(x) + der(x)) = 0.
 *
 * Impulses of higher order. Where a constraint is broken on the level of positions (two masses are tied at another
 * distance than they have), positions jump, speeds are impulses and forces derivatives of impulses. Every variable is
 * then a sum of impulses of orders K, K - 1, ..., 0 (the derivatives of an impulse, down to itself), and an equation
 * holds order by order. So there is a system for each order k, the highest first. It has the same pattern, and the same
 * names mean the strengths of order k. That of x of order k is that of der(x) of order k + 1: below the highest
 * derivative everything is known from the system before, and is *given* to this one as the value of its variable. Of a
 * constraint that is differentiated n times, order k has its derivative n - 1 - k, for the values after the instant;
 * where there is none, its highest.
 *
 * A plan of this kind is analysed, compiled and called as any other. It is made of the same mode, but equations of
 * branches are not put into others as aliases and constants: v1 = v2 makes one state of two capacitors, and which of
 * them had which voltage would be forgotten.
 *
 * What no constraint can move is zero by structure. A product of two things that may both be infinite, or of an impulse
 * with what jumps, has no value that the equations alone could tell: such an equation gives SS_BEYOND where one of its
 * parts is not zero; a state that needs it keeps its value, and the engine says so. */
#include "structure/modes/modes.h"
#include "structure/system/system.h"
#include "structure/explain/explain.h"

bool ss_is_continuous(ss_work *w, uint32_t cell)
{
	return !(w->traits[cell] & (SS_IS_DISCRETE | SS_IS_PARAMETER | SS_IS_SET)) && ss_variable(w, cell)->type == SX_REAL;
}

ss_link ss_link_of(const ss_work *w, uint32_t cell)
{
	return w->links ? w->links[cell] : (ss_link){.place = SS_OUTSIDE};
}

static bool can_move(const ss_impulses *m, uint32_t key)
{
	ss_work *w = m->w;
	uint32_t cell = key % w->n;
	int place = ss_link_of(w, cell).place;

	if (!ss_is_continuous(w, cell))
		return false;
	if (key >= w->n)
		return m->below || place != SS_BELOW_LAST;
	return (place == SS_OUTSIDE || place == SS_HIGHEST) && !(w->traits[cell] & SS_IS_HELD);
}

/* What is below the highest of its chain, and states outside of chains. */
static bool is_given(const ss_impulses *m, uint32_t cell)
{
	int place = ss_link_of(m->w, cell).place;

	return m->below && ss_is_continuous(m->w, cell) && !(m->w->traits[cell] & SS_IS_ALIAS) &&
		(m->w->traits[cell] & SS_IS_STATE || place == SS_LAST || place == SS_BELOW_LAST);
}

/* The jump of a variable is the strength of order k of its derivative of order k + 1. 0: it does not jump. */
sx_ref ss_jump_of(const ss_impulses *m, uint32_t cell)
{
	ss_work *w = m->w;
	bool flipped = false;

	for (uint32_t k = 0; k <= m->order; k++) {
		ss_link l = ss_link_of(w, cell);
		if (k == m->order && w->traits[cell] & SS_IS_STATE) {
			sx_ref rate = l.place == SS_BELOW_LAST && !m->below ? 0 : sx_unary(w->pool, SX_DER, w->leaf[cell]);
			return flipped && rate ? sx_unary(w->pool, SX_NEG, rate) : rate;
		}
		if (l.place == SS_OUTSIDE || l.place == SS_HIGHEST || l.up == UINT32_MAX)
			return 0;
		flipped ^= l.flipped;
		cell = l.up;
	}
	if (ss_link_of(w, cell).place != SS_HIGHEST && !m->below)
		return 0;
	return flipped ? sx_unary(w->pool, SX_NEG, w->leaf[cell]) : w->leaf[cell];
}

/* Values are those before the instant. */
static sx_ref value_before(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_impulses *m = self->context;
	const sx_node *node = sx_at(pool, e);

	if (!(node->flags & SX_HAS_VAR) || node->op == SX_PRE)
		return e;
	if (node->op != SX_VAR)
		return 0;
	if (ss_is_known(sm_var(m->w->model, node->payload))) /* a parameter, perhaps with a subscript that is computed */
		return e;
	uint32_t cell = ss_cell_of(m->w, e);
	if (cell != UINT32_MAX && m->steady[cell])
		return e;
	sx_ref definition = cell == UINT32_MAX ? 0 : ss_definition_of(m, cell);
	if (definition)
		return sx_rewrite(self, pool, definition);
	m->reads_whole = m->reads_whole || (sx_at(pool, e)->count && (cell == UINT32_MAX || ss_is_whole(m->w, cell)));
	return cell != UINT32_MAX && ss_is_continuous(m->w, cell) ? sx_unary(pool, SX_PRE, e) : e;
}

/* And those of constraints the ones after it. */
static sx_ref value_after(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_impulses *m = self->context;
	sx_ref before = value_before(self, pool, e);

	if (!before || sx_op_of(pool, e) != SX_VAR || sx_op_of(pool, before) != SX_PRE)
		return before;
	sx_ref jump = ss_jump_of(m, ss_cell_of(m->w, e));
	return jump ? sx_binary(pool, SX_ADD, before, jump) : before;
}

static sx_ref zero_of_unreached(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_impulses *m = self->context;
	sx_op op = sx_op_of(pool, e);

	if (op == SX_PRE)
		return e;
	if (op != SX_VAR && op != SX_DER)
		return 0;
	uint32_t key = ss_key(m->w, e);
	return key != UINT32_MAX && m->moves[key] && !m->reached[key] ? m->w->zero : e;
}

/* ---------------------------------------------------------------------------------------------- one equation */

bool ss_split_moving(ss_impulses *m, sx_ref e, bool with_given, ss_parts *parts)
{
	ss_work *w = m->w;
	sb_u32s keys = {0};

	ss_depends(w, e, &keys);
	w->mark_now++;
	for (uint32_t i = 0; i < keys.n; i++)
		if (keys.at[i] < 2 * w->n && (m->moves[keys.at[i]] || (with_given && m->given[keys.at[i]])))
			w->mark[keys.at[i]] = w->mark_now;
	return ss_linear_parts(w, e, parts);
}

sx_ref ss_beyond_if_any(ss_work *w, sx_ref sum)
{
	if (sx_is_number(w->pool, sum, 0))
		return w->zero;
	sx_ref any = sx_unary(w->pool, SX_NOEVENT, sx_binary(w->pool, SX_GT, sum, w->zero));
	return sx_if(w->pool, any, sx_real(w->pool, SS_BEYOND), w->zero);
}

sx_ref ss_add_size(ss_work *w, sx_ref sum, sx_ref leaf)
{
	return sx_binary(w->pool, SX_ADD, sum, sx_unary(w->pool, SX_ABS, leaf));
}

/* SS_BEYOND, if one of what is given to the expression is not zero. */
static sx_ref beyond_given(ss_impulses *m, sx_ref e)
{
	ss_work *w = m->w;
	sb_u32s keys = {0};
	sx_ref sum = w->zero;

	ss_depends(w, e, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (keys.at[i] < w->n && m->given[keys.at[i]])
			sum = ss_add_size(w, sum, ss_leaf(w, keys.at[i]));
	return ss_beyond_if_any(w, sum);
}

static sx_ref sum_of_parts(ss_impulses *m, const ss_parts *parts)
{
	ss_work *w = m->w;
	sx_ref sum = w->zero;

	for (uint32_t i = 0; i < parts->keys.n; i++) {
		sx_ref factor = sx_rewrite(&m->values, w->pool, parts->factors.at[i]);
		sum = sx_binary(w->pool, SX_ADD, sum, sx_binary(w->pool, SX_MUL, factor, ss_leaf(w, parts->keys.at[i])));
	}
	return sum;
}

/* The part that is linear in what moves and in what is given, without the rest; 0: it is not linear. The square of
 * something given is no impulse of any order. */
static sx_ref moving_part(ss_impulses *m, sx_ref e)
{
	ss_work *w = m->w;
	ss_parts parts;
	sx_ref sum = w->zero;

	if (!m->below || !ss_split_moving(m, e, true, &parts)) {
		if (!ss_split_moving(m, e, false, &parts))
			return w->impulses->of ? 0 : ss_strength_of(m, e);
		sum = m->below ? beyond_given(m, e) : w->zero;
	}
	return sx_binary(w->pool, SX_ADD, sum, sum_of_parts(m, &parts));
}

/* SS_BEYOND, if one of these is not zero. */
sx_ref ss_undetermined_by(ss_impulses *m, const sb_u32s *keys, uint32_t but)
{
	ss_work *w = m->w;
	sx_ref sum = w->zero;

	for (uint32_t i = 0; i < keys->n; i++)
		if (keys->at[i] < 2 * w->n && keys->at[i] != but && (m->moves[keys->at[i]] || m->given[keys->at[i]]))
			sum = ss_add_size(w, sum, ss_leaf(w, keys->at[i]));
	return ss_beyond_if_any(w, sum);
}

void ss_say_equal(ss_equation *q, sx_ref lhs, sx_ref rhs)
{
	q->form = SS_FORM_EQUAL;
	q->lhs = lhs;
	q->rhs = rhs;
	q->initial_lhs = q->initial_rhs = 0;
	q->invariant = false;
	q->domain = (sm_domain){0};
	q->solved_for = 0;
	q->solution = 0;
}

/* It gives nothing but zero, a family too. */
static void say_zero(ss_impulses *m, ss_equation *q, uint32_t key)
{
	sm_domain domain = q->domain;

	ss_say_equal(q, ss_leaf(m->w, key), m->w->zero);
	q->domain = domain;
}

void ss_note_undetermined(ss_impulses *m, const ss_equation *q, uint32_t key)
{
	ss_work *w = m->w;
	ss_undetermined one = {.scalar = ss_scalar_of_cell(w, key % w->n), .rate = key >= w->n};

	one.text = sb_strdup(w->arena, ss_equation_text(w, q, &one.span));
	sb_push(w->arena, w->plan->undetermined, one);
}

/* What an algorithm sets, it may read as well; it does not come from outside. */
static void leave_targets_out(ss_work *w, const ss_equation *q, sb_u32s *keys)
{
	uint32_t kept = 0;

	w->mark_now++;
	for (uint32_t i = 0; i < q->targets.n; i++) {
		uint32_t key = ss_key(w, q->targets.at[i]);
		if (key != UINT32_MAX)
			w->mark[key] = w->mark_now;
	}
	for (uint32_t i = 0; i < keys->n; i++)
		if (w->mark[keys->at[i]] != w->mark_now)
			keys->at[kept++] = keys->at[i];
	keys->n = kept;
}

/* Of a call or an algorithm: each thing that it gives. */
static void read_several(ss_impulses *m, ss_equation *q, ss_equations *more)
{
	ss_work *w = m->w;
	sb_u32s keys = {0};

	ss_depends_equation(w, q, false, &keys);
	leave_targets_out(w, q, &keys);
	for (uint32_t i = 0; i < q->targets.n; i++) {
		uint32_t key = ss_key(w, q->targets.at[i]);
		if (key == UINT32_MAX || !m->moves[key])
			continue;
		ss_equation one = *q;
		ss_note_undetermined(m, q, key);
		ss_say_equal(&one, q->targets.at[i], ss_undetermined_by(m, &keys, key));
		sb_push(w->scratch, *more, one);
	}
	q->gone = true;
}

/* `key`: what it gives in the run, UINT32_MAX: nothing. */
static void read_over_instant(ss_impulses *m, ss_equation *q, uint32_t key, ss_equations *more)
{
	ss_work *w = m->w;
	uint32_t times = q->constraint ? w->plan->constraints.at[q->constraint - 1].times : 0;

	if (q->constraint && !q->level && m->steady_row[q->constraint - 1] && 1 + m->order == times) {
		sx_ref jump = ss_jump_of(m, m->steady_row[q->constraint - 1] - 1);
		bool negated = jump && sx_op_of(w->pool, jump) == SX_NEG;
		ss_say_equal(q, negated ? sx_arg(w->pool, jump, 0) : jump ? jump : w->zero, w->zero);
		q->gone = !jump;
		return;
	}
	if (q->constraint && q->level + 1 + m->order == times) {
		sx_ref residual = sx_binary(w->pool, SX_SUB, q->lhs, q->rhs);
		sx_ref after = sx_rewrite(&m->after, w->pool, residual);
		ss_parts parts;
		if (ss_split_moving(m, after, true, &parts))
			ss_say_equal(q, sum_of_parts(m, &parts), ss_beyond_rounding(w, parts.rest ? parts.rest : w->zero));
		else
			ss_say_equal(q, after, w->zero);
		return;
	}
	if (q->constraint && !(times <= m->order && q->level == times)) {
		q->gone = true;
		return;
	}
	if (key != UINT32_MAX && q->form != SS_FORM_EQUAL) {     /* of which what comes first may be an Integer */
		read_several(m, q, more);
		return;
	}
	if (key == UINT32_MAX || !ss_is_continuous(w, key % w->n)) {
		q->gone = true;
		return;
	}
	if (!m->moves[key]) {
		if (key >= w->n)
			say_zero(m, q, key);
		else
			q->gone = true;
		return;
	}
	if (q->domain.n)                 /* it is written out if something moves it, see `reach` */
		return;
	sx_ref part = moving_part(m, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs));
	if (part) {
		ss_say_equal(q, part, w->zero);
		return;
	}
	sb_u32s keys = {0};
	ss_depends_equation(w, q, false, &keys);
	ss_note_undetermined(m, q, key);
	ss_say_equal(q, ss_leaf(w, key), ss_undetermined_by(m, &keys, key));
}

/* ------------------------------------------------------------------------------------------------ the system */

uint32_t ss_given_by(const ss_system *s, uint32_t equation)
{
	uint32_t unknown =
		s->first_row[equation] < s->first_row[equation + 1] ? s->unknown_of_row[s->first_row[equation]] : UINT32_MAX;

	return unknown == UINT32_MAX ? UINT32_MAX : s->unknowns[unknown];
}

static void read_all(ss_impulses *m, const ss_system *s)
{
	ss_work *w = m->w;
	uint32_t *key = sb_new_array(w->scratch, uint32_t, w->equations.n + 1);
	ss_equations more = {0};

	for (uint32_t e = 0; e < w->equations.n; e++)
		key[e] = UINT32_MAX;
	for (uint32_t k = 0; k < s->equation_count; k++)
		key[s->equations[k] - w->equations.at] = ss_given_by(s, k);
	for (uint32_t e = 0; e < w->equations.n; e++)
		if (!w->equations.at[e].gone)
			read_over_instant(m, &w->equations.at[e], key[e], &more);
	for (uint32_t i = 0; i < more.n; i++)
		sb_push(w->scratch, w->equations, more.at[i]);
}

/* What does not move is given: it keeps what it is. */
static void hold_rest(ss_impulses *m)
{
	ss_work *w = m->w;

	for (uint32_t s = 0; s < w->n; s++)
		if (!(w->traits[s] & (SS_IS_ALIAS | SS_IS_PARAMETER | SS_IS_STATE)) && !m->moves[s])
			w->traits[s] |= SS_IS_HELD;
}

static bool reads_given(ss_impulses *m, const ss_equation *q)
{
	sb_u32s keys = {0};
	bool reads = false;

	if (!m->below)
		return false;
	ss_depends_equation(m->w, q, false, &keys);
	for (uint32_t i = 0; i < keys.n && !reads; i++)
		reads = keys.at[i] < 2 * m->w->n && m->given[keys.at[i]];
	return reads;
}

static void reach(ss_impulses *m, const ss_system *s)
{
	ss_work *w = m->w;

	for (uint32_t c = 0; c < s->component_count; c++) {
		bool moved = false;
		for (uint32_t i = s->component_first[c]; i < s->component_first[c + 1]; i++) {
			uint32_t e = s->component[i];
			moved = moved || s->equations[e]->constraint || reads_given(m, s->equations[e]);
			for (uint32_t k = s->first[e]; k < s->first[e + 1] && !moved; k++)
				moved = m->reached[s->unknowns[s->unknown[k]]];
		}
		if (moved)
			ss_settle(m, s, c);
		for (uint32_t i = s->component_first[c]; i < s->component_first[c + 1]; i++) {
			uint32_t key = ss_given_by(s, s->component[i]);
			if (key == UINT32_MAX)
				continue;
			m->reached[key] = moved;
			if (!moved)
				say_zero(m, s->equations[s->component[i]], key);
			else if (s->equations[s->component[i]]->domain.n)
				ss_write_out(w, s->equations[s->component[i]]->origin, "impulses may move what it determines");
		}
	}
	ss_open_products(m, s);
	for (uint32_t e = 0; e < w->equations.n; e++) {
		ss_equation *q = &w->equations.at[e];
		uint32_t key = ss_key(w, q->lhs);
		if (q->gone || (key != UINT32_MAX && m->moves[key] && !m->reached[key]))
			continue;
		q->lhs = sx_rewrite(&m->zeros, w->pool, q->lhs);
		q->rhs = sx_rewrite(&m->zeros, w->pool, q->rhs);
	}
}

/* The strengths of the conditions; of what is not linear, none: its value decides. */
static void read_watches(ss_impulses *m)
{
	ss_work *w = m->w;

	for (uint32_t i = 0; i < w->plan->watches.n; i++) {
		ss_watch *watch = &w->plan->watches.at[i];
		sx_ref part = watch->time_only || watch->kind != SS_RELATION ? 0 : moving_part(m, watch->function);
		part = part ? sx_rewrite(&m->settling, w->pool, part) : 0;
		watch->function = part ? sx_rewrite(&m->zeros, w->pool, part) : w->zero;
		watch->time_only = watch->ahead = false;
	}
}

static sx_rewriter entering(ss_impulses *m, sx_ref (*enter)(sx_rewriter *, sx_pool *, sx_ref))
{
	sx_rewriter rewriter = sx_rewriter_new(m->w->scratch, NULL, m);

	rewriter.enter = enter;
	return rewriter;
}

ss_impulses *ss_read_over_instant(ss_work *w, ss_system *run)
{
	ss_impulses *m = sb_new(w->scratch, ss_impulses);

	m->w = w;
	m->order = w->impulses->order;
	m->below = m->order < w->impulses->of;
	m->given = sb_new_array(w->scratch, bool, 2 * w->n + 1);
	m->moves = sb_new_array(w->scratch, bool, 2 * w->n + 1);
	m->reached = sb_new_array(w->scratch, bool, 2 * w->n + 1);
	m->settled = sb_new_array(w->scratch, bool, 2 * w->n + 1);
	m->still = sb_new_array(w->scratch, bool, 2 * w->n + 1);
	m->rate_needed = sb_new_array(w->scratch, bool, w->n + 1);
	m->values = entering(m, value_before);
	m->after = entering(m, value_after);
	m->zeros = entering(m, zero_of_unreached);
	m->settling = entering(m, ss_value_of_settled);
	for (uint32_t u = 0; u < run->unknown_count; u++)        /* it may be held in this mode, but it is not */
		if (run->row_of_unknown[u] != UINT32_MAX)
			w->traits[run->unknowns[u] % w->n] &= (uint16_t)~SS_IS_HELD;
	for (uint32_t u = 0; u < run->unknown_count; u++)
		m->moves[run->unknowns[u]] = can_move(m, run->unknowns[u]);
	for (uint32_t s = 0; s < w->n; s++)
		m->given[s] = is_given(m, s);
	m->steady = sb_new_array(w->scratch, bool, w->n + 1);
	m->steady_row = sb_new_array(w->scratch, uint32_t, w->plan->constraints.n + 1);
	ss_find_rates_needed(w, m->rate_needed);
	ss_find_steady(w, m->rate_needed, m->steady, m->steady_row);
	ss_find_regions(w);
	ss_find_values(m, run);
	read_all(m, run);
	hold_rest(m);
	return m;
}

void ss_leave_out_unmoved(ss_impulses *m, const ss_system *sorted)
{
	reach(m, sorted);
	if (m->reads_whole && !m->w->written_out->all)
		ss_write_out_model(m->w, "values before the instant are read");
	read_watches(m);
	ss_drop_all_else(m->w->plan);
	ss_keep_jumping(m->w);
	ss_find_parts(m);
	if (!m->order)
		ss_list_kept(m);
}
