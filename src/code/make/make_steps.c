/* What the engine would otherwise read expressions for. */
#include "code/make/make.h"

#include <math.h>

si_place si_make_place(ss_place place)
{
	return (si_place){ .store = place.store, .negated = place.negated, .index = place.index };
}

/* ---- spots */

typedef sb_vec(si_spot) spots;
typedef struct noting { si_maker *m; spots *out; } noting;

static void note_met(void *context, ss_place place, const ss_section *section)
{
	noting *n = context;
	uint32_t number = section ? (uint32_t)(section - n->m->plan->cells->sections) + 1 : 0;

	sb_push(n->m->arena, *n->out, ((si_spot){ si_make_place(place), number }));
}

static void note_rate(void *context, ss_place place, const ss_section *section)
{
	place.store = place.store == SS_STATE ? SS_RATE : SS_NOWHERE;
	note_met(context, place, section);
}

static bool note_leaf(void *context, const sx_pool *pool, sx_ref e)
{
	noting *n = context;

	if (sx_op_of(pool, e) == SX_VAR)
		ss_places_met(n->m->plan, e, NULL, note_met, n);
	return true;
}

static bool note_delayed(void *context, const sx_pool *pool, sx_ref e)
{
	noting *n = context;

	if (sx_op_of(pool, e) == SX_DER)
		ss_places_met(n->m->plan, sx_arg(pool, e, 0), NULL, note_rate, n);
	return note_leaf(context, pool, e);
}

static void note_target(noting *n, sx_ref target, const sm_domain *domain)
{
	if (target && sx_op_of(n->m->pool, target) == SX_VAR)
		ss_places_met(n->m->plan, target, domain, note_met, n);
}

/* The vectors of the image have types of their own, with the same members. */
#define SPOTS(member) ((spots *)(void *)&m->image->member)

static void note_targets(si_maker *m, spots *out, const ss_step *step)
{
	const sm_exprs *list = step->kind == SS_LOOP ? &m->plan->loops.at[step->loop]->members : &step->targets;
	noting n = { m, out };

	if (step->kind == SS_ASSIGN)
		note_target(&n, step->target, &step->domain);
	for (uint32_t k = 0; k < list->n && step->kind != SS_ASSIGN; k++)
		note_target(&n, list->at[k], step->domain.n ? &step->domain : NULL);
}

/* ---- steps */

enum { FUNCTION = 20, CALL = 200, STATEMENT = 20, ITERATIONS = 3 };  /* sin, exp, ...; a user's function; Newton */

static bool count(void *context, const sx_pool *pool, sx_ref e)
{
	double *cost = context;
	sx_op op = sx_op_of(pool, e);

	if (op >= SX_SIN && op <= SX_SQRT)
		*cost += FUNCTION;
	else if (op == SX_CALL)
		*cost += CALL;
	else if (op > SX_LATCH)
		*cost += op == SX_POW ? 3 : 1;
	return true;
}

static double of_expression(const sx_pool *pool, sx_ref e)
{
	double cost = 1;                 /* what is computed is also stored */

	if (e)
		sx_visit(pool, e, count, &cost);
	return cost;
}

typedef struct moving { const sm_model *model; bool moves; } moving;

static bool see_what_moves(void *context, const sx_pool *pool, sx_ref e)
{
	moving *m = context;
	sx_op op = sx_op_of(pool, e);

	if (op == SX_TIME || op == SX_DER)
		m->moves = true;
	else if (op == SX_VAR && sx_type_of(pool, e) == SX_REAL)
		m->moves = m->moves || sm_var(m->model, sx_at(pool, e)->payload)->variability == SM_CONTINUOUS;
	return !m->moves;
}

/* A matrix that changes at events only is not factored in between. What fills in is taken for as much as three times
 * what is there. */
static double of_matrix(const ss_plan *plan, const ss_loop *b)
{
	double n = b->n, filled = fmin(n * n, 4.0 * b->matrix.n);
	moving m = { plan->model, !b->linear };

	for (uint32_t k = 0; k < b->matrix.n && !m.moves; k++)
		sx_visit(plan->model->pool, b->matrix.at[k].value, see_what_moves, &m);
	return 2 * filled + (m.moves ? filled * filled / fmax(n, 1) / 3 : 0);
}

static double of_steps(const ss_plan *plan, const ss_steps *steps, bool all)
{
	const sx_pool *pool = plan->model->pool;
	double cost = 0;

	for (uint32_t i = 0; i < steps->n; i++) {
		const ss_step *step = &steps->at[i];
		if (!all && !(step->phases & SS_RATES))
			continue;
		double points = 1;
		for (uint32_t d = 0; d < step->domain.n; d++)
			points *= (double)(step->domain.at[d].to - step->domain.at[d].from + 1);
		cost += points * of_expression(pool, step->value) + STATEMENT * (double)step->statements.n;
		if (step->kind != SS_LOOP)
			continue;
		const ss_loop *b = plan->loops.at[step->loop];
		double once = of_steps(plan, &b->inner, true) + of_matrix(plan, b);
		for (uint32_t k = 0; k < b->n; k++)
			once += of_expression(pool, b->linear ? b->rhs[k] : b->residuals[k]);
		cost += b->linear ? once : ITERATIONS * once;
	}
	return cost;
}

static bool sets_outside_when(const sx_pool *pool, const sm_statements *list, uint32_t variable)
{
	bool sets = false;

	for (uint32_t i = 0; i < list->n && !sets; i++) {
		const sm_statement *s = list->at[i];
		sets = s->target && sx_op_of(pool, s->target) == SX_VAR && sx_at(pool, s->target)->payload == variable;
		for (uint32_t k = 0; k < s->targets.n; k++)
			sets = sets || (s->targets.at[k] && sx_at(pool, s->targets.at[k])->payload == variable);
		for (uint32_t b = 0; b < s->branches.n && s->kind != SM_WHEN_DO; b++)
			sets = sets || sets_outside_when(pool, &s->branches.at[b].body, variable);
	}
	return sets;
}

/* What an algorithm sets in when-statements alone. */
static void note_in_when(si_maker *m, const ss_step *step)
{
	noting n = { m, SPOTS(spots) };

	for (uint32_t k = 0; step->kind == SS_ALGORITHM && step->origin && k < step->targets.n; k++) {
		sx_ref target = step->targets.at[k];
		if (target && !sets_outside_when(m->pool, &step->origin->statements, sx_at(m->pool, target)->payload))
			note_target(&n, target, NULL);
	}
}

static void make_step(si_maker *m, const ss_step *step)
{
	si_image *image = m->image;
	bool one = step->kind == SS_ASSIGN && step->target && sx_op_of(m->pool, step->target) == SX_VAR;
	si_step s = { .phases = step->phases,
		.guarded = step->when != 0,
		.by_when = step->kind == SS_ASSIGN && step->origin && step->origin->kind == SM_WHEN,
		.loop = step->kind == SS_LOOP ? step->loop + 1 : 0,
		.scalar = one ? sm_scalar_of(m->model, step->target) : UINT32_MAX,
		.spots.first = image->spots.n };

	note_targets(m, SPOTS(spots), step);
	s.spots.n = image->spots.n - s.spots.first;
	s.in_when.first = image->spots.n;
	note_in_when(m, step);
	s.in_when.n = image->spots.n - s.in_when.first;
	sb_push(m->arena, image->steps, s);
}

void si_make_steps(si_maker *m)
{
	const ss_plan *plan = m->plan;
	si_image *image = m->image;
	noting delayed = { m, SPOTS(delayed) };

	for (uint32_t i = 0; i < plan->steps.n; i++)
		make_step(m, &plan->steps.at[i]);
	for (uint32_t i = 0; i < plan->parameter_steps.n; i++)
		note_targets(m, SPOTS(fixed), &plan->parameter_steps.at[i]);
	for (uint32_t i = 0; i < plan->initial_steps.n; i++)
		image->initial_iterates = image->initial_iterates || plan->initial_steps.at[i].kind == SS_LOOP;
	for (uint32_t k = 0; k < plan->delays.n; k++) {
		sx_visit(m->pool, plan->delays.at[k].value, note_delayed, &delayed);
		sx_visit(m->pool, plan->delays.at[k].time, note_delayed, &delayed);
	}
	for (uint32_t k = 0; k < plan->transports.n; k++) {
		const ss_transport *t = &plan->transports.at[k];
		const sx_ref taken[] = { t->in[0], t->in[1], t->x, t->positive };
		for (int i = 0; i < 4; i++)
			sx_visit(m->pool, taken[i], note_delayed, &delayed);
	}
	if (plan->states)
		image->cost = of_steps(plan, &plan->steps, false);
}

/* ---- guards */

void si_make_guards(si_maker *m)
{
	for (uint32_t i = 0; i < m->plan->guards.n; i++) {
		const ss_guard *g = &m->plan->guards.at[i];
		si_guard row = { .kind = g->kind,
			.still = g->still,
			.momentary = g->momentary,
			.whole = si_make_phrase(m, g->whole),
			.text = si_make_phrase(m, g->operand),
			.terms = si_make_terms(m, g->function),
			.spots.first = m->image->spots.n,
			.span = g->span,
			.component = si_make_text(m, g->component) };
		noting n = { m, SPOTS(spots) };
		sx_visit(m->pool, g->function, note_leaf, &n);
		if (g->over)
			sx_visit(m->pool, g->over, note_leaf, &n);
		row.spots.n = m->image->spots.n - row.spots.first;
		sb_push(m->arena, m->image->guards, row);
	}
}

/* ---- switches */

/* The conditions of a choice, in order. */
static si_range make_sides(si_maker *m, sx_ref which)
{
	si_range sides = { m->image->sides.n, 0 };

	for (; which && sx_op_of(m->pool, which) == SX_IF; which = sx_arg(m->pool, which, 2), sides.n++) {
		sx_ref condition = sx_arg(m->pool, which, 0), then = sx_arg(m->pool, which, 1);
		bool negated = sx_op_of(m->pool, condition) == SX_NOT;
		condition = negated ? sx_arg(m->pool, condition, 0) : condition;
		sb_push(m->arena, m->image->sides,
				((si_side){ sx_op_of(m->pool, condition) == SX_VAR ? sm_scalar_of(m->model, condition) : UINT32_MAX,
							sx_is_const(m->pool, then) ? (int32_t)sx_int_value(m->pool, then) : -1, negated, {0} }));
	}
	return sides;
}

void si_make_switches(si_maker *m)
{
	for (uint32_t k = 0; k < m->plan->switches.n; k++) {
		const ss_switch *s = &m->plan->switches.at[k];
		si_switch row = { .branch = s->branch,
			.branches = s->branches,
			.within = s->within,
			.idle = s->idle,
			.initial_only = s->initial_only,
			.certain = s->certain,
			.sure = s->sure,
			.barred = s->barred,
			.around = s->around,
			.instance = s->origin->instance,
			.sides = make_sides(m, s->which),
			.choices = { m->image->choices.n, s->origin->branches.n },
			.span = s->origin->span,
			.component = si_make_text(m, s->component),
			.at = si_make_text(m, s->at) };
		for (uint32_t i = 0; i < s->origin->branches.n; i++) {
			const sm_branch *b = &s->origin->branches.at[i];
			sb_push(m->arena, m->image->choices, ((si_branch){ si_make_source_phrase(m, b->condition), b->span }));
		}
		sb_push(m->arena, m->image->switches, row);
	}
}

/* ---- what time forces, and what jumps */

bool si_break_calls(const sm_model *model, const ss_break *b)
{
	sx_op op = sx_op_of(model->pool, b->value);
	sx_ref call = op == SX_OUT ? sx_arg(model->pool, b->value, 0) : op == SX_CALL ? b->value : 0;

	if (!(sx_flags(model->pool, b->value) & SX_HAS_CALL))
		return false;
	if (!call)
		return true;
	const sm_function *f = model->functions.at[sx_at(model->pool, call)->payload];
	return f->locals.at[f->args + (op == SX_OUT ? sx_at(model->pool, b->value)->payload : 0)].rank == 0;
}

void si_make_forcing(si_maker *m)
{
	const ss_plan *plan = m->plan;

	for (uint32_t i = 0; i < plan->angles.n; i++) {
		const ss_angle *a = &plan->angles.at[i];
		SI_ADD(angles, (si_angle){ si_make_phrase(m, a->shown), a->of_time, a->steady, 0 });
	}
	for (uint32_t i = 0; i < plan->moments.n; i++) {
		const ss_moment *o = &plan->moments.at[i];
		SI_ADD(moments, (si_moment){ o->kind, o->watch, si_make_phrase(m, o->shown), si_make_terms(m, o->shown),
									 { o->angles.n }, { o->features.n }, o->reads });
	}
	uint32_t single = plan->centres.n - plan->counted.n;
	for (uint32_t i = 0; i < plan->centres.n; i++)
		SI_ADD(centres, (si_centre){ si_make_phrase(m, i < single ? plan->centres.at[i] : plan->counted.at[i - single]),
									 i >= single });
	if (plan->unread)
		SI_ADD(unreads, (si_unread){ si_make_phrase(m, plan->unread), plan->unread_rates });
	for (uint32_t i = 0; i < plan->breaks.n; i++) {
		const ss_break *b = &plan->breaks.at[i];
		sx_op op = sx_op_of(m->pool, b->value);
		SI_ADD(breaks, (si_break){ si_make_formula(m, b->value), si_make_phrase(m, b->value), b->whole,
								   op == SX_CALL || op == SX_OUT, si_break_calls(m->model, b), 0, b->span });
	}
	for (uint32_t i = 0; i < plan->claims.n; i++) {
		const ss_claimed *c = &plan->claims.at[i];
		SI_ADD(claims, (si_claimed){ si_make_formula(m, c->value), si_make_phrase(m, c->value), c->span });
	}
}
