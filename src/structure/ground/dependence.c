/* Which unknowns an expression needs: keys of cells, their derivatives and left limits.
 *
 * Expressions share their parts, so a visit marks every node it has seen with its number; nothing is cleared between
 * visits. What is delayed is not needed now: delay(e, T) does not depend on e. */
#include "structure/ground/ground.h"
#include "model/differentiate/differentiate.h"

struct ss_clockwork { sb_vec(uint8_t) of; };         /* by handle: what ss_has_clockwork answers */

static void make_room(ss_work *w)
{
	while (w->stamp.n < sx_count(w->pool))
		sb_push(w->scratch, w->stamp, 0);
}

void ss_visit_more(ss_work *w, sx_ref e)
{
	make_room(w);
	w->stack.n = 0;
	if (e)
		sb_push(w->scratch, w->stack, e);
}

void ss_visit(ss_work *w, sx_ref e)
{
	w->stamp_now++;
	ss_visit_more(w, e);
}

sx_ref ss_next_part(ss_work *w, unsigned flags)
{
	while (w->stack.n) {
		sx_ref part = w->stack.at[--w->stack.n];
		if (w->stamp.at[part] == w->stamp_now || !(sx_flags(w->pool, part) & flags))
			continue;
		w->stamp.at[part] = w->stamp_now;
		return part;
	}
	return 0;
}

void ss_look_inside(ss_work *w, sx_ref part, uint32_t from)
{
	for (uint32_t i = from; i < sx_at(w->pool, part)->count; i++)
		sb_push(w->scratch, w->stack, sx_arg(w->pool, part, i));
}

uint32_t ss_key(ss_work *w, sx_ref leaf)
{
	sx_op op = sx_op_of(w->pool, leaf);
	uint32_t s = ss_cell_of(w, op == SX_DER || op == SX_PRE ? sx_arg(w->pool, leaf, 0) : leaf);

	if (s == UINT32_MAX)
		return s;
	return op == SX_DER ? w->n + s : op == SX_PRE ? 2 * w->n + s : s;
}

sx_ref ss_leaf(ss_work *w, uint32_t key)
{
	if (key < w->n)
		return w->leaf[key];
	if (key < 2 * w->n)
		return sx_unary(w->pool, SX_DER, w->leaf[key - w->n]);
	return sx_unary(w->pool, SX_PRE, w->leaf[key - 2 * w->n]);
}

static void see_key(ss_work *w, uint32_t key, sb_u32s *out)
{
	if (key < w->n && w->traits[key] & SS_IS_PARAMETER && !(w->traits[key] & SS_IS_FREE) && !w->see_parameters)
		return;
	if (w->key_stamp[key] == w->stamp_now)
		return;
	w->key_stamp[key] = w->stamp_now;
	sb_push(w->scratch, *out, key);
}

/* Elements of whole arrays are not rewritten: their representatives are looked up here. */
static void see_element(ss_work *w, uint32_t s, sb_u32s *out)
{
	bool flip = false;
	uint32_t r = ss_root(w, s, &flip);

	if (w->constant[r])
		return;
	if (w->rate_of[r] != UINT32_MAX)
		see_key(w, w->n + ss_root(w, w->rate_of[r], &flip), out);
	else
		see_key(w, r, out);
}

static void see_leaf(ss_work *w, sx_ref e, sb_u32s *out)
{
	ss_box box;

	if (!w->see_parameters && sm_var(w->model, sx_at(w->pool, e)->payload)->variability == SM_CONSTANT &&
		sm_scalar_of(w->model, e) == UINT32_MAX && !ss_box_of(w, e, &box))
		return;
	uint32_t first = w->met.n;
	ss_cells_met(w, e, &w->met);
	for (uint32_t i = first; i < w->met.n; i++)
		see_element(w, w->met.at[i], out);
	w->met.n = first;
}

/* A call that is written out once everything is differentiated depends on no more than its formula. */
static bool look_at_formula(ss_work *w, sx_ref call)
{
	sx_ref formula = sm_call_formula(w->model, call);

	if (!formula)
		return false;
	make_room(w);
	sb_push(w->scratch, w->stack, formula);
	return true;
}

void ss_depends_more(ss_work *w, sx_ref e, sb_u32s *out)
{
	ss_visit_more(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR | SX_HAS_DER | SX_HAS_PRE));) {
		sx_op op = sx_op_of(w->pool, part);
		if (op == SX_DER || op == SX_PRE) {
			uint32_t first = w->met.n, base = op == SX_DER ? w->n : 2 * w->n;
			sx_ref of = sx_arg(w->pool, part, 0);
			if (sx_op_of(w->pool, of) == SX_VAR)
				ss_cells_met(w, of, &w->met);
			for (uint32_t i = first; i < w->met.n; i++)
				see_key(w, base + w->met.at[i], out);
			w->met.n = first;
			continue;
		}
		if (op == SX_VAR)
			see_leaf(w, part, out);
		if (op == SX_CALL && look_at_formula(w, part))
			continue;
		/* the interval of a clock is looked at after its tick */
		ss_look_inside(w, part, op == SX_DELAY ? 1 : op == SX_SAMPLE ? 2 : 0);
	}
}

void ss_depends(ss_work *w, sx_ref e, sb_u32s *out)
{
	w->stamp_now++;
	ss_depends_more(w, e, out);
}

sx_ref ss_left(const ss_equation *q, bool initial)
{
	return initial && q->initial_lhs ? q->initial_lhs : q->lhs;
}

sx_ref ss_right(const ss_equation *q, bool initial)
{
	return initial && q->initial_rhs ? q->initial_rhs : q->rhs;
}

typedef struct reading { ss_work *w; sb_u32s *out; } reading;

static void see_statement_expr(void *context, sx_ref e, bool target)
{
	reading *r = context;
	(void)target;
	ss_depends_more(r->w, e, r->out);
}

void ss_depends_equation(ss_work *w, const ss_equation *q, bool initial, sb_u32s *out)
{
	reading r = { w, out };

	w->stamp_now++;
	if (q->guard && !initial)
		ss_depends_more(w, q->guard, out);
	switch (q->form) {
	case SS_FORM_EQUAL:
		ss_depends_more(w, ss_left(q, initial), out);
		ss_depends_more(w, ss_right(q, initial), out);
		break;
	case SS_FORM_CALL:
		ss_depends_more(w, ss_right(q, initial), out);
		break;
	case SS_FORM_ALGORITHM:
		ss_statement_exprs(initial ? &q->initial_statements : &q->statements, see_statement_expr, &r);
		break;
	}
	for (uint32_t i = initial ? q->kept : 0; i < q->targets.n; i++)
		ss_depends_more(w, q->targets.at[i], out);
}

bool ss_free_of(ss_work *w, sx_ref e, const uint32_t *mark, uint32_t now)
{
	w->found.n = 0;
	ss_depends(w, e, &w->found);
	for (uint32_t i = 0; i < w->found.n; i++)
		if (mark[w->found.at[i]] == now)
			return false;
	return true;
}

bool ss_constant_parts(ss_work *w, sx_ref e)
{
	bool continuous;

	w->found.n = 0;
	ss_depends(w, e, &w->found);
	return !w->found.n && !ss_has_clockwork(w, e, &continuous);
}

bool ss_unmarked(ss_work *w, sx_ref e)
{
	return ss_free_of(w, e, w->mark, w->mark_now);
}

enum { CLOCKED = 1, MOVING = 2 };

static uint8_t own_clockwork(ss_work *w, const sx_node *node)
{
	switch (node->op) {
	case SX_TIME: case SX_TRANSPORTED: return MOVING;
	case SX_DELAY:
		return node->payload < w->plan->delays.n && w->plan->delays.at[node->payload].still ? CLOCKED : MOVING;
	case SX_CALL:
		return node->payload < w->model->functions.n && w->model->functions.at[node->payload]->impure ? CLOCKED : 0;
	case SX_LATCH: case SX_PRE: case SX_SAMPLE: case SX_INITIAL: case SX_TERMINAL: return CLOCKED;
	default: return 0;
	}
}

/* Arguments come before their node in the pool, so a sweep over what is new in it answers for all of it. */
bool ss_has_clockwork(ss_work *w, sx_ref e, bool *continuous)
{
	uint32_t count = sx_count(w->pool);

	if (!w->clockwork)
		w->clockwork = sb_new(w->scratch, ss_clockwork);
	for (uint32_t i = w->clockwork->of.n; i < count; i++) {
		const sx_node *node = i ? sx_at(w->pool, i) : NULL;
		uint8_t all = node ? own_clockwork(w, node) : 0;
		for (uint32_t k = 0; node && k < node->count; k++)
			all |= w->clockwork->of.at[sx_arg(w->pool, i, k)];
		sb_push(w->scratch, w->clockwork->of, all);
	}
	*continuous = w->clockwork->of.at[e] & MOVING;
	return w->clockwork->of.at[e] != 0;
}

void ss_statement_exprs(const sm_statements *list, void (*see)(void *context, sx_ref e, bool target), void *context)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		const sx_ref read[] = {s->value, s->condition, s->from,         s->to,    s->step,
							   s->index, s->tolerance, s->replications, s->warmup};
		bool given = s->kind == SM_START || s->kind == SM_INSERT || s->kind == SM_RESIZE; /* its targets are read */
		for (uint32_t k = 0; k < sizeof read / sizeof *read; k++)
			if (read[k])
				see(context, read[k], false);
		if (s->target)
			see(context, s->target, true);
		for (uint32_t k = 0; k < s->targets.n; k++)
			if (s->targets.at[k])
				see(context, s->targets.at[k], !given);
		for (uint32_t b = 0; b < s->branches.n; b++) {
			if (s->branches.at[b].condition)
				see(context, s->branches.at[b].condition, false);
			for (uint32_t k = 0; k < s->branches.at[b].any.n; k++)
				see(context, s->branches.at[b].any.at[k], false);
			ss_statement_exprs(&s->branches.at[b].body, see, context);
		}
	}
}
