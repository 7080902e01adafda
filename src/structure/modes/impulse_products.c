/* Products in an impulse system: an impulse times what jumps in the same instant has no value. An impulse times what
 * does not jump has one, whatever names the model gives to its factors. */
#include "structure/modes/modes.h"

/* ------------------------------------------------------------------------------------- what is settled by itself */

/* The key under which the jump of a value before the instant is unknown; UINT32_MAX: it does not jump. */
static uint32_t jump_key(ss_impulses *m, sx_ref pre, bool *negated)
{
	ss_work *w = m->w;
	uint32_t cell = ss_cell_of(w, sx_arg(w->pool, pre, 0));
	sx_ref jump = cell != UINT32_MAX && ss_is_continuous(w, cell) ? ss_jump_of(m, cell) : 0;

	*negated = jump && sx_op_of(w->pool, jump) == SX_NEG;
	jump = *negated ? sx_arg(w->pool, jump, 0) : jump;
	return jump ? ss_key(w, jump) : UINT32_MAX;
}

/* at_once: conditions and discrete variables may be in it; they have their new values. */
typedef struct smoothness { ss_work *w; bool smooth, at_once; } smoothness;

static bool see_smooth(void *context, const sx_pool *pool, sx_ref e)
{
	smoothness *s = context;
	const sx_node *node = sx_at(pool, e);
	const unsigned never = SX_HAS_EVENT_OP | SX_HAS_STATEFUL | SX_HAS_CLOCK;
	const unsigned breaks = never | (s->at_once ? 0 : SX_HAS_RELATION | SX_HAS_SIGN);

	s->smooth = s->smooth && !(node->flags & breaks) && (s->at_once || node->op != SX_LATCH);
	if (s->smooth && node->op == SX_VAR && !s->at_once) {
		const sm_variable *v = sm_var(s->w->model, node->payload);
		s->smooth = ss_is_known(v) || (v->type == SX_REAL && v->variability == SM_CONTINUOUS);
	}
	return s->smooth && node->op != SX_VAR;
}

static void see_statement(void *context, sx_ref e, bool target)
{
	smoothness *s = context;

	if (s->smooth && !target)
		sx_visit(s->w->pool, e, see_smooth, s);
}

/* What is steady has its new value at once. */
static bool reads_steady(ss_impulses *m, const ss_equation *q)
{
	sb_u32s keys = {0};

	ss_depends_equation(m->w, q, false, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (keys.at[i] < m->w->n && m->steady[keys.at[i]])
			return true;
	return false;
}

static bool looks_smooth(const ss_equation *q, smoothness s)
{
	if (q->form == SS_FORM_EQUAL)
		see_statement(&s, q->lhs, false);
	if (q->form == SS_FORM_ALGORITHM)
		ss_statement_exprs(&q->statements, see_statement, &s);
	else
		see_statement(&s, q->rhs, false);
	return s.smooth;
}

bool ss_is_smooth(ss_impulses *m, const ss_equation *q)
{
	return looks_smooth(q, (smoothness){m->w, !q->switched && !q->discrete && !reads_steady(m, q), false});
}

bool ss_has_value_at_once(ss_impulses *m, const ss_equation *q)
{
	return looks_smooth(q, (smoothness){m->w, !q->discrete, true});
}

/* Is a jump that this equation gives, which is a constraint, seen by a derivative of the model? A capacitor that is
 * tied to a source which steps has a current meanwhile, and which voltage it had with that current is open. */
static bool is_seen(ss_impulses *m, uint32_t key)
{
	for (uint32_t cell = 0; cell < m->w->n; cell++) {
		sx_ref jump = m->rate_needed[cell] ? ss_jump_of(m, cell) : 0;
		jump = jump && sx_op_of(m->w->pool, jump) == SX_NEG ? sx_arg(m->w->pool, jump, 0) : jump;
		if (jump && ss_key(m->w, jump) == key)
			return true;
	}
	return false;
}

/* It is the derivative of another constraint, which a jump of positions may break. */
static bool is_of_positions(const ss_work *w, const ss_equation *q)
{
	return w->plan->constraints.at[q->constraint - 1].times > 1;
}

/* r = f(phi) held in the mode before, too, if it stands in no branch and has no discrete part: if nothing that it reads
 * jumps, r does not. If it stands in no branch it may give another value now, which is known before anything else
 * happens; what a branch asks for is what the impulses are there for. */
void ss_settle(ss_impulses *m, const ss_system *s, uint32_t component)
{
	uint32_t begin = s->component_first[component], end = s->component_first[component + 1];
	bool still = !m->order && !m->below, settled = still;

	for (uint32_t i = begin; i < end && settled; i++) {
		uint32_t e = s->component[i];
		settled = s->equations[e]->constraint && !s->equations[e]->switched && ss_given_by(s, e) != UINT32_MAX;
		for (uint32_t k = s->first[e]; k < s->first[e + 1] && settled; k++) { /* its own are not reached yet */
			uint32_t key = s->unknowns[s->unknown[k]];
			settled = !m->reached[key] || m->settled[key];
			still = still && (!m->reached[key] || m->still[key]);
		}
		still = still && settled && !is_of_positions(m->w, s->equations[e]) && ss_is_smooth(m, s->equations[e]);
	}
	for (uint32_t i = begin; i < end && settled && !still; i++)
		settled = !is_seen(m, ss_given_by(s, s->component[i]));
	for (uint32_t i = begin; i < end && settled; i++) {
		m->settled[ss_given_by(s, s->component[i])] = true;
		m->still[ss_given_by(s, s->component[i])] = still;
	}
}

/* The value of what is settled is the one after the instant. */
sx_ref ss_value_of_settled(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_impulses *m = self->context;
	bool negated;

	if (sx_op_of(pool, e) != SX_PRE)
		return sx_at(pool, e)->flags & SX_HAS_PRE ? 0 : e;
	uint32_t key = jump_key(m, e, &negated);
	if (key == UINT32_MAX || !m->settled[key])
		return e;
	return sx_binary(pool, negated ? SX_SUB : SX_ADD, e, ss_leaf(m->w, key));
}

/* --------------------------------------------------------------------------------------------- what has no value */

typedef struct factors { ss_impulses *m; bool jump; sb_u32s given; } factors;

/* A value before the instant that is read as a factor. What a loop gives jumps with all that the loop reads. */
static void see_value(factors *f, sx_ref pre)
{
	ss_impulses *m = f->m;
	bool negated;
	uint32_t key = jump_key(m, pre, &negated), cell = ss_cell_of(m->w, sx_arg(m->w->pool, pre, 0));
	const sb_u32s *sources = cell == UINT32_MAX ? NULL : ss_sources_of(m, cell);

	for (uint32_t i = 0; sources && i < sources->n && !f->jump; i++)
		see_value(f, sx_unary(m->w->pool, SX_PRE, m->w->leaf[sources->at[i]]));
	if (key == UINT32_MAX || m->settled[key])
		return;
	if (m->given[key])
		sb_push(m->w->scratch, f->given, key);
	else
		f->jump = f->jump || m->reached[key];
}

static bool see_factor(void *context, const sx_pool *pool, sx_ref e)
{
	factors *f = context;

	if (sx_op_of(pool, e) == SX_PRE)
		see_value(f, e);
	return !f->jump;
}

/* SS_BEYOND, if the impulse is not zero, and what is given jumps. */
static sx_ref beyond_product(ss_impulses *m, sx_ref leaf, const factors *f)
{
	ss_work *w = m->w;
	sx_ref beyond = ss_beyond_if_any(w, sx_unary(w->pool, SX_ABS, leaf)), jumps = w->zero;

	for (uint32_t i = 0; i < f->given.n; i++)
		jumps = ss_add_size(w, jumps, ss_leaf(w, f->given.at[i]));
	if (f->jump)
		return beyond;
	return sx_if(w->pool, sx_unary(w->pool, SX_NOEVENT, sx_binary(w->pool, SX_GT, jumps, w->zero)), beyond, w->zero);
}

static void leave_open(ss_impulses *m, ss_equation *q, uint32_t key)
{
	sb_u32s keys = {0};

	ss_note_undetermined(m, q, key);
	ss_depends_equation(m->w, q, false, &keys);
	ss_say_equal(q, ss_leaf(m->w, key), ss_undetermined_by(m, &keys, key));
}

/* Of strengths that are not linear: whatever is a value before the instant is a factor. */
static void open_strengths(ss_impulses *m, ss_equation *q, uint32_t key)
{
	ss_work *w = m->w;
	factors f = {.m = m};

	sx_visit(w->pool, q->lhs, see_factor, &f);
	sx_visit(w->pool, q->rhs, see_factor, &f);
	if (f.jump || f.given.n)
		leave_open(m, q, key);
	else
		ss_say_equal(q, sx_rewrite(&m->settling, w->pool, q->lhs), sx_rewrite(&m->settling, w->pool, q->rhs));
}

/* What the equation gives is open, as far as the impulse is not zero. */
static void open_equation(ss_impulses *m, ss_equation *q, uint32_t key)
{
	ss_work *w = m->w;
	ss_parts parts;
	sx_ref sum = w->zero, beyond = w->zero;
	bool own = false, settled = false;

	if (!ss_split_moving(m, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), true, &parts)) {
		open_strengths(m, q, key);
		return;
	}
	for (uint32_t i = 0; i < parts.keys.n; i++) {
		factors f = {.m = m};
		sx_ref leaf = ss_leaf(w, parts.keys.at[i]), factor = sx_rewrite(&m->settling, w->pool, parts.factors.at[i]);
		sx_visit(w->pool, parts.factors.at[i], see_factor, &f);
		if (!f.jump && !f.given.n)
			sum = sx_binary(w->pool, SX_ADD, sum, sx_binary(w->pool, SX_MUL, factor, leaf));
		else
			beyond = sx_binary(w->pool, SX_ADD, beyond, beyond_product(m, leaf, &f));
		own = own || (f.jump && parts.keys.at[i] == key);
		settled = settled || factor != parts.factors.at[i];
	}
	if (own)
		leave_open(m, q, key);
	else if (settled || !sx_is_number(w->pool, beyond, 0)) {
		if (!sx_is_number(w->pool, beyond, 0))
			ss_note_undetermined(m, q, key);
		ss_say_equal(q, sum, sx_binary(w->pool, SX_SUB, beyond, parts.rest ? parts.rest : w->zero));
	}
}

void ss_open_products(ss_impulses *m, const ss_system *s)
{
	for (uint32_t e = 0; e < s->equation_count; e++) {
		uint32_t key = ss_given_by(s, e);
		if (!s->equations[e]->constraint && key != UINT32_MAX && m->reached[key] &&
			s->equations[e]->form == SS_FORM_EQUAL && !s->equations[e]->domain.n)
			open_equation(m, s->equations[e], key);
	}
}
