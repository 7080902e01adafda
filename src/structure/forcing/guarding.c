/* Conditions that guard an operation, as in `if time > 0 then a/time else 0` and `if x > 0 then log(x) else 0`.
 *
 * A condition on time has the value that it has afterwards as soon as its moment has come. At the moment itself `time >
 * 0` is not true yet as it is written, and what it guards may have no value there. So such conditions are marked, and
 * turn just behind their moments. Only operations whose operands depend on time count: others have no reason to fail at
 * just that moment.
 *
 * Other conditions are marked if what they guard moves: where they have turned, the branch that held until then is
 * looked at on its own side. */
#include "structure/forcing/forcing.h"

#include "model/block.h"

enum { MOVES = 1, WITH_TIME = 2 };   /* the operand of an operation that may have no value; with time itself */

typedef struct guarding {
	forcing *f;
	uint32_t *step_of;               /* by key: the step that gives it, its number + 1 */
	sb_map risky;                    /* expression -> risks in it */
	sb_map followed;                 /* expression << 2 | risks: its conditions are marked */
} guarding;

static uint32_t risk_of(guarding *g, sx_ref operand)
{
	ss_work *w = g->f->w;

	if (!ss_moves(w, operand))
		return 0;
	if (sx_flags(w->pool, operand) & SX_HAS_TIME)
		return MOVES | WITH_TIME;
	w->found.n = 0;
	ss_depends(w, operand, &w->found);
	for (uint32_t i = 0; i < w->found.n; i++)
		if (g->f->definition[w->found.at[i]])
			return MOVES | WITH_TIME;
	return MOVES;
}

/* What an opaque component does at its own events is asked of it there and nowhere else. */
static bool is_event_of_block(const guarding *g, sx_ref call)
{
	const sm_model *model = g->f->w->model;
	uint32_t number = sx_at(g->f->w->pool, call)->payload;
	const struct sm_block_call *of = number < model->functions.n ? model->functions.at[number]->block : NULL;
	return of && of->part >= SL_BLOCK_UPDATE && of->part < SL_BLOCK_RESIDUAL;
}

static uint32_t own_risk(guarding *g, sx_ref e)
{
	const sx_pool *p = g->f->w->pool;
	sx_ref a = sx_at(p, e)->count ? sx_arg(p, e, 0) : 0, b = sx_at(p, e)->count > 1 ? sx_arg(p, e, 1) : 0;

	if (sx_flags(p, e) & SX_HAS_LOCAL)                       /* nobody knows what it stands for */
		return sx_flags(p, e) & SX_HAS_TIME ? MOVES | WITH_TIME : MOVES;
	switch (sx_op_of(p, e)) {
	case SX_DIV: case SX_MOD: case SX_REM: case SX_QUOT: return risk_of(g, b);
	case SX_POW: return sx_is_const(p, b) && sx_real_value(p, b) >= 0 ? 0 : risk_of(g, a);
	case SX_LOG: case SX_LOG10: case SX_SQRT: case SX_ASIN: case SX_ACOS: case SX_TAN: return risk_of(g, a);
	case SX_CALL: return is_event_of_block(g, e) ? 0 : risk_of(g, e);
	default: return 0;
	}
}

static uint32_t risks_in(const guarding *g, sx_ref e)
{
	uint64_t risks;
	return sb_map_get(&g->risky, e, &risks) ? (uint32_t)risks : 0;
}

typedef struct marking { guarding *g; uint32_t risks; } marking;

static void mark(guarding *g, sx_ref condition, uint32_t risks);

static bool mark_leaf(void *context, const sx_pool *p, sx_ref e)
{
	const marking *m = context;
	ss_plan *plan = m->g->f->w->plan;
	uint32_t of = sx_at(p, e)->payload;

	bool relation = sx_op_of(p, e) == SX_LATCH && of < plan->watches.n && plan->watches.at[of].kind == SS_RELATION;
	for (uint32_t k = 0, n = !relation ? 0 : sx_at(p, e)->count ? plan->watches.at[of].block : 1; k < n; k++) {
		ss_watch *watch = &plan->watches.at[of + k];
		watch->guards = watch->guards || m->risks & (watch->time_only || watch->ahead ? WITH_TIME : MOVES);
	}
	if (sx_op_of(p, e) != SX_VAR || sx_type_of(p, e) == SX_REAL)
		return true;
	uint32_t key = ss_key(m->g->f->w, e), step = key != UINT32_MAX ? m->g->step_of[key] : 0;
	if (step)
		mark(m->g, plan->steps.at[step - 1].value, m->risks);
	return true;
}

/* The relations in a condition, and in the Booleans that it is made of. */
static void mark(guarding *g, sx_ref condition, uint32_t risks)
{
	uint64_t key = (uint64_t)condition << 2 | risks, before;

	if (!risks || sb_map_get(&g->followed, key, &before))
		return;
	sb_map_put(&g->followed, key, 1);
	sx_visit(g->f->w->pool, condition, mark_leaf, &(marking){g, risks});
}

/* Arguments come first, so their risks are known. */
static bool see(void *context, const sx_pool *p, sx_ref e)
{
	guarding *g = context;
	sx_op op = sx_op_of(p, e);
	uint64_t before;

	if (sb_map_get(&g->risky, e, &before))
		return true;
	uint32_t risks = own_risk(g, e), guarded = 0;
	for (uint32_t i = 0; i < sx_at(p, e)->count; i++) {
		uint32_t part = risks_in(g, sx_arg(p, e, i));
		risks |= part;
		guarded |= i > 0 ? part : 0;
	}
	sb_map_put(&g->risky, e, risks);
	if (op == SX_IF || op == SX_AND || op == SX_OR)
		mark(g, sx_arg(p, e, 0), guarded);
	return true;
}

static uint32_t look_at(guarding *g, sx_ref e)
{
	if (!e)
		return 0;
	sx_visit(g->f->w->pool, e, see, g);
	return risks_in(g, e);
}

static uint32_t look_at_statements(guarding *g, const sm_statements *list)
{
	uint32_t risks = 0;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		uint32_t inside = 0;
		risks |= look_at(g, s->value) | look_at(g, s->condition);
		for (uint32_t b = 0; b < s->branches.n; b++) {
			risks |= look_at(g, s->branches.at[b].condition);
			inside |= look_at_statements(g, &s->branches.at[b].body);
		}
		for (uint32_t b = 0; b < s->branches.n; b++)
			if (s->branches.at[b].condition)
				mark(g, s->branches.at[b].condition, inside);
		risks |= inside;
	}
	return risks;
}

static void look_at_loop(guarding *g, const ss_loop *loop)
{
	for (uint32_t k = 0; loop->linear && k < loop->matrix.n; k++)
		look_at(g, loop->matrix.at[k].value);
	for (uint32_t k = 0; k < loop->n; k++)
		look_at(g, loop->linear ? loop->rhs[k] : loop->residuals[k]);
	for (uint32_t k = 0; k < loop->inner.n; k++)
		look_at(g, loop->inner.at[k].kind == SS_ASSIGN ? loop->inner.at[k].value : 0);
}

static void look_at_step(guarding *g, const ss_step *step)
{
	uint32_t risks = look_at(g, step->kind == SS_ASSIGN ? step->value : 0);

	if (step->kind == SS_LOOP)
		look_at_loop(g, g->f->w->plan->loops.at[step->loop]);
	risks |= look_at_statements(g, &step->statements);
	if (step->when)
		mark(g, step->when, risks);
}

/* The conditions of a switch guard all of its branches, also those of other modes. */
static void look_at_switch(guarding *g, const ss_switch *s)
{
	uint32_t risks = 0;

	for (uint32_t i = 0; i < s->guarded.n; i++)
		risks |= look_at(g, ss_represented(g->f->w, s->guarded.at[i]));
	if (s->which && !s->initial_only)
		mark(g, s->which, risks);
}

void ss_mark_guarding(forcing *f)
{
	ss_work *w = f->w;
	ss_plan *plan = w->plan;
	guarding g = {.f = f, .risky = sb_map_new(w->scratch), .followed = sb_map_new(w->scratch)};

	if (!plan->watches.n)
		return;
	g.step_of = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		uint32_t key = plan->steps.at[i].kind == SS_ASSIGN ? ss_key(w, plan->steps.at[i].target) : UINT32_MAX;
		if (key != UINT32_MAX)
			g.step_of[key] = i + 1;
	}
	for (uint32_t i = 0; i < plan->steps.n; i++)
		look_at_step(&g, &plan->steps.at[i]);
	for (uint32_t i = 0; i < plan->switches.n; i++)
		look_at_switch(&g, &plan->switches.at[i]);
	for (uint32_t i = 0; i < plan->actions.n; i++) {
		uint32_t risks = look_at(&g, plan->actions.at[i].value) | look_at(&g, plan->actions.at[i].condition);
		if (plan->actions.at[i].guard)
			mark(&g, plan->actions.at[i].guard, risks);
	}
}
