/* Which clocks and sources of activations only look (E420): what they set is read by nothing that the continuous part
 * depends on. The engine lets steps of the solver go on over them.
 *
 * The model becomes a graph: who reads it, feels it. It is gone through backwards, from all that the continuous part
 * depends on. Variables and their left limits are apart, because an instant of any kind moves the left limits of
 * continuous variables. */
#include "structure/schedules/schedules.h"

typedef struct edge { uint32_t to, next; } edge;     /* next: in the list of the same node, + 1 */
typedef struct feeling {
	ss_work *w;
	/* numbers of nodes: places, their left limits, clocks, events, steps; what happens in every instant */
	uint32_t limits, clocks, events, steps, instants, count;
	uint32_t *first;                 /* by node: those that it feels */
	sb_vec(edge) edges;
	bool *felt;
	sb_u32s waiting;
	uint32_t reader;                 /* at hand */
} feeling;

static void feel(feeling *f, uint32_t node)
{
	if (f->felt[node])
		return;
	f->felt[node] = true;
	sb_push(f->w->scratch, f->waiting, node);
}

/* `to` feels `from`. */
static void join(feeling *f, uint32_t from, uint32_t to)
{
	sb_push(f->w->scratch, f->edges, ((edge){from, f->first[to]}));
	f->first[to] = f->edges.n;
}

static void see_read(void *context, uint32_t key, bool before)
{
	feeling *f = context;

	join(f, before ? f->limits + key : key, f->reader);
}

static bool see_clock(void *context, const sx_pool *pool, sx_ref e)
{
	feeling *f = context;

	if (sx_op_of(pool, e) == SX_SAMPLE)
		join(f, f->clocks + sx_at(pool, e)->payload, f->reader);
	else if (sx_op_of(pool, e) == SX_CALL && f->w->model->functions.at[sx_at(pool, e)->payload]->impure)
		join(f, f->instants, f->reader);
	return true;
}

static void read_expression(void *context, sx_ref e, const sm_domain *domain)
{
	feeling *f = context;

	if (!e)
		return;
	sx_visit(f->w->pool, e, see_clock, f);
	ss_see_places(f->w->plan, e, domain, see_read, f);
}

static void see_set(void *context, uint32_t key, bool before)
{
	feeling *f = context;

	(void)before;
	join(f, f->reader, key);
}

/* An algorithm is looked at in every instant. */
static void read_steps(feeling *f)
{
	const ss_plan *plan = f->w->plan;

	for (uint32_t i = 0; i < plan->steps.n; i++) {
		const ss_step *s = &plan->steps.at[i];
		f->reader = f->steps + i;
		ss_each_expression(plan, s, read_expression, f);
		ss_see_set(plan, s, see_set, f);
		if (s->kind == SS_ALGORITHM)
			join(f, f->instants, f->reader);
		if (s->phases & (SS_RATES | SS_WATCH))
			feel(f, f->reader);
	}
	for (uint32_t i = 0; i < plan->risky.n; i++)
		if (!(plan->steps.at[plan->risky.at[i]].phases & SS_DISCRETE))
			feel(f, f->steps + plan->risky.at[i]);
	for (uint32_t i = 0; i < plan->pres.n; i++) {
		ss_place place = plan->pres.at[i].place;
		if (place.store == SS_NOWHERE)
			continue;
		uint32_t key = ss_place_key(plan, place);
		join(f, plan->pres.at[i].discrete ? key : f->instants, f->limits + key);
	}
}

/* A programmed event is felt as what it turns. */
static void read_actions(feeling *f, uint32_t beyond)
{
	const ss_plan *plan = f->w->plan;

	for (uint32_t i = 0; i < plan->actions.n; i++) {
		const ss_action *a = &plan->actions.at[i];
		f->reader = a->kind == SS_PROGRAM ? f->events + a->event : beyond;
		if (a->kind != SS_ASSERT && a->kind != SS_TERMINATE)
			read_expression(f, a->guard, NULL);
	}
	for (uint32_t i = 0; i < plan->event_code.n; i++) {
		const sm_event *e = &f->w->model->events.at[plan->event_code.at[i].event];
		f->reader = beyond;
		read_expression(f, plan->event_code.at[i].when, NULL);
		uint32_t key = e->of_activation ? ss_key_of(plan, plan->event_code.at[i].action.at[0]->target) : UINT32_MAX;
		if (key == UINT32_MAX)
			feel(f, f->events + i);
		else
			join(f, f->events + i, key);
	}
}

/* What is searched for inside of a step: operations that have no value, and assertions that do not hold. */
static void read_guards(feeling *f, uint32_t beyond)
{
	const ss_plan *plan = f->w->plan;

	f->reader = beyond;
	for (uint32_t i = 0; i < plan->guards.n; i++) {
		const ss_guard *g = &plan->guards.at[i];
		const sx_ref all[] = {g->function, g->over, g->whole, g->operand};
		for (int k = 0; k < 4 && !g->still && !g->momentary; k++)
			read_expression(f, all[k], NULL);
	}
	for (uint32_t i = 0; i < plan->asserts.n; i++)
		read_expression(f, plan->asserts.at[i].condition, NULL);
}

/* What the continuous part depends on beside its equations: conditions, clocks, delays, modes, constraints. */
static void read_beyond(feeling *f, uint32_t beyond)
{
	const ss_plan *plan = f->w->plan;

	f->reader = beyond;
	for (uint32_t i = 0; i < plan->watches.n; i++) {
		read_expression(f, plan->watches.at[i].function, NULL);
		read_expression(f, plan->watches.at[i].slope, NULL);
		read_expression(f, plan->watches.at[i].when, NULL);
	}
	for (uint32_t i = 0; i < plan->clocks.n; i++) {
		read_expression(f, plan->clocks.at[i].start, NULL);
		read_expression(f, plan->clocks.at[i].interval, NULL);
	}
	for (uint32_t i = 0; i < plan->delays.n; i++) {
		read_expression(f, plan->delays.at[i].value, NULL);
		read_expression(f, plan->delays.at[i].time, NULL);
	}
	for (uint32_t i = 0; i < plan->transports.n; i++)
		for (int k = 0; k < 2; k++) {
			read_expression(f, plan->transports.at[i].in[k], NULL);
			read_expression(f, k ? plan->transports.at[i].x : plan->transports.at[i].positive, NULL);
		}
	for (uint32_t i = 0; i < plan->switches.n; i++)
		read_expression(f, plan->switches.at[i].which, NULL);
	for (uint32_t i = 0; i < plan->invariants.n; i++)
		read_expression(f, plan->invariants.at[i].residual, NULL);
	for (uint32_t i = 0; i < plan->moments.n; i++)
		read_expression(f, plan->moments.at[i].function, NULL);
}

static void go_back(feeling *f)
{
	for (uint32_t i = 0; i < f->waiting.n; i++)
		for (uint32_t k = f->first[f->waiting.at[i]]; k; k = f->edges.at[k - 1].next)
			feel(f, f->edges.at[k - 1].to);
}

static void write_down(feeling *f)
{
	ss_plan *plan = f->w->plan;

	for (uint32_t i = 0; i < plan->bases.n; i++)
		plan->bases.at[i].observes = true;
	for (uint32_t i = 0; i < plan->clocks.n; i++) {
		bool observes = !f->felt[f->clocks + i];
		plan->clocks.at[i].observes = observes;
		if (plan->clocks.at[i].base && !observes)
			plan->bases.at[plan->clocks.at[i].base - 1].observes = false;
	}
	for (uint32_t i = 0; i < plan->event_code.n; i++)
		plan->event_code.at[i].observes = !f->felt[f->events + i];
}

void ss_observers(ss_work *w)
{
	const ss_plan *plan = w->plan;
	uint32_t places = plan->reals + plan->ints + plan->strings + 2 * plan->states + 1;
	feeling f = {.w = w, .limits = places};

	if ((!plan->clocks.n && !plan->event_code.n) || plan->model->blocks.n || plan->routine_code.n)
		return;
	f.clocks = f.limits + places;
	f.events = f.clocks + plan->clocks.n;
	f.steps = f.events + plan->event_code.n;
	f.instants = f.steps + plan->steps.n;
	f.count = f.instants + 2;
	f.first = sb_new_array(w->scratch, uint32_t, f.count);
	f.felt = sb_new_array(w->scratch, bool, f.count);
	read_steps(&f);
	read_actions(&f, f.instants + 1);
	read_beyond(&f, f.instants + 1);
	read_guards(&f, f.instants + 1);
	feel(&f, f.instants + 1);
	go_back(&f);
	if (!f.felt[f.instants])
		write_down(&f);
}
