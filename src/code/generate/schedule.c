/* The order of execution, with steps of equal phases brought together.
 *
 * All steps run in an instant, but only some of them at every evaluation of the right-hand side. A group is a run of
 * steps of equal phases: one piece of code that serves all phases. Structure sorts by dependency alone, so phases
 * alternate; here each step goes into the earliest group of its phases that comes after everything it depends on. */
#include "code/generate/generate.h"

typedef struct scheduler {
	sc_emitter *em;
	sc_groups groups;
	uint32_t *written_in;          /* by place, of cells of many elements by the first: the group that sets it */
	const sm_domain *domain;       /* of the step at hand */
	sb_u32s of_phases[64];         /* groups of these phases, ascending */
	uint32_t floor, after;         /* no step may go before group `floor`; what the present one must follow */
	bool ordered;                  /* the present step must keep its place among all others */
} scheduler;

typedef struct leaf { scheduler *s; bool rate; uint32_t group; } leaf;

static void depend_on(void *context, ss_place place, const ss_section *section)
{
	const leaf *l = context;
	scheduler *s = l->s;
	(void)section;
	if (place.store == SS_NOWHERE)
		return;
	if (l->rate && place.store == SS_STATE)
		place.store = SS_RATE;
	uint32_t group = s->written_in[sc_place_key(s->em->plan, place)];
	if (group > s->after)
		s->after = group;
}

static bool see_leaf(void *context, const sx_pool *pool, sx_ref e)
{
	scheduler *s = context;
	const sx_node *node = sx_at(pool, e);
	const ss_plan *plan = s->em->plan;
	if (node->op == SX_CALL && plan->model->functions.at[node->payload]->impure)
		s->ordered = true;
	bool rate = node->op == SX_DER;
	sx_ref var = rate ? sx_arg(pool, e, 0) : e;
	if (sx_op_of(pool, var) != SX_VAR)
		return true;
	leaf l = { .s = s, .rate = rate };
	ss_places_met(plan, var, s->domain, depend_on, &l);
	return true;
}

static void look_at(scheduler *s, sx_ref e)
{
	if (e)
		sx_visit(s->em->pool, e, see_leaf, s);
}

static void look_at_loop(scheduler *s, const ss_loop *b)
{
	for (uint32_t k = 0; k < b->matrix.n; k++)
		look_at(s, b->matrix.at[k].value);
	for (uint32_t k = 0; k < b->temps.n; k++)
		look_at(s, b->temps.at[k].value);
	for (uint32_t k = 0; k < b->n; k++) {
		look_at(s, b->linear ? b->rhs[k] : b->residuals[k]);
	}
	for (uint32_t k = 0; k < b->inner.n; k++)
		look_at(s, b->inner.at[k].value);
}

static void note_set(void *context, ss_place place, const ss_section *section)
{
	const leaf *l = context;
	(void)section;
	if (place.store == SS_NOWHERE)
		return;
	if (l->rate && place.store == SS_STATE)
		place.store = SS_RATE;
	l->s->written_in[sc_place_key(l->s->em->plan, place)] = l->group;
}

static void set_by(scheduler *s, sx_ref target, uint32_t group)
{
	sx_op op = target ? sx_op_of(s->em->pool, target) : SX_PRE;
	leaf l = { .s = s, .rate = op == SX_DER, .group = group };
	if (op == SX_VAR || op == SX_DER)
		ss_places_met(s->em->plan, l.rate ? sx_arg(s->em->pool, target, 0) : target, s->domain, note_set, &l);
}

static void mark_written(scheduler *s, const ss_step *step, uint32_t group)
{
	set_by(s, step->kind == SS_ASSIGN ? step->target : 0, group);
	for (uint32_t k = 0; k < step->targets.n; k++)
		set_by(s, step->targets.at[k], group);
	if (step->kind != SS_LOOP)
		return;
	const ss_loop *b = s->em->plan->loops.at[step->loop];
	for (uint32_t k = 0; k < b->n; k++)
		set_by(s, b->unknowns[k], group);
	for (uint32_t k = 0; k < b->inner.n; k++)
		set_by(s, b->inner.at[k].target, group);
}

/* The first group of these phases that is not before `from`, or a new one at the end. */
static uint32_t group_for(scheduler *s, uint8_t phases, uint32_t from)
{
	const sb_u32s *list = &s->of_phases[phases & 63];
	uint32_t low = 0, high = list->n;
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (list->at[middle] < from)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < list->n)
		return list->at[low];
	sc_group group = { .phases = phases };
	sb_push(s->em->arena, s->groups, group);
	sb_push(s->em->arena, s->of_phases[phases & 63], s->groups.n - 1);
	return s->groups.n - 1;
}

sc_groups sc_schedule(sc_emitter *em, const ss_steps *steps)
{
	scheduler s = { .em = em, .written_in = sb_new_array(em->arena, uint32_t, sc_place_count(em->plan)) };
	for (uint32_t k = 0; k < steps->n; k++) {
		const ss_step *step = &steps->at[k];
		s.after = s.floor;
		s.domain = &step->domain;
		s.ordered = step->kind == SS_ALGORITHM;
		look_at(&s, step->when);
		if (step->kind == SS_LOOP)
			look_at_loop(&s, em->plan->loops.at[step->loop]);
		else
			look_at(&s, step->value);
		if (s.ordered && s.groups.n)
			s.after = s.groups.n - 1;
		uint32_t group = group_for(&s, step->phases, s.after);
		if (s.ordered)
			s.floor = group;
		mark_written(&s, step, group);
		sb_push(em->arena, s.groups.at[group].steps, step);
	}
	return s.groups;
}
