/* Who reads what, as far as schedules of sources need it. */
#include "structure/schedules/schedules.h"

/* ------------------------------------------------------------------------------------------- places of expressions */

typedef struct seeing {
	const ss_plan *plan;
	const sm_domain *domain;
	ss_seeing see;
	void *context;
	bool before, rate;
} seeing;

static void see_place(void *context, ss_place place, const ss_section *section)
{
	const seeing *s = context;

	(void)section;
	if (place.store == SS_NOWHERE)
		return;
	if (s->rate && place.store == SS_STATE)
		place.store = SS_RATE;
	s->see(s->context, ss_place_key(s->plan, place), s->before);
}

static bool see_leaf(void *context, const sx_pool *pool, sx_ref e)
{
	seeing *s = context;
	sx_op op = sx_op_of(pool, e);

	if (op != SX_VAR && op != SX_PRE && op != SX_DER)
		return true;
	sx_ref var = op == SX_VAR ? e : sx_arg(pool, e, 0);
	if (sx_op_of(pool, var) != SX_VAR || ss_is_known(sm_var(s->plan->model, sx_at(pool, var)->payload)))
		return true;
	s->before = op == SX_PRE;
	s->rate = op == SX_DER;
	ss_places_met(s->plan, var, s->domain, see_place, s);
	return true;
}

/* Variables, and variables under pre: a visit comes to the argument of a pre too, so the two are told apart by hand. */
typedef struct apart { seeing *s; sb_map under; sb_vec(sx_ref) bare; } apart;

static bool divide(void *context, const sx_pool *pool, sx_ref e)
{
	apart *a = context;
	sx_op op = sx_op_of(pool, e);
	uint32_t count = op == SX_PRE || op == SX_DER ? 0 : sx_at(pool, e)->count;

	for (uint32_t i = 0; i < count; i++)
		if (sx_op_of(pool, sx_arg(pool, e, i)) == SX_VAR)
			sb_map_put(&a->under, sx_arg(pool, e, i), 1);
	return true;
}

typedef struct visiting { apart *a; sx_ref top; } visiting;

static bool visit_leaf(void *context, const sx_pool *pool, sx_ref e)
{
	const visiting *v = context;
	uint64_t bare;

	if (sx_op_of(pool, e) == SX_VAR && e != v->top && !sb_map_get(&v->a->under, e, &bare))
		return true;                 /* it stands under pre or der only */
	return see_leaf(v->a->s, pool, e);
}

void ss_see_places(const ss_plan *plan, sx_ref e, const sm_domain *domain, ss_seeing see, void *context)
{
	if (!e || !(sx_flags(plan->model->pool, e) & SX_HAS_VAR))
		return;
	sb_arena *scratch = sb_arena_new();
	seeing s = {.plan = plan, .domain = domain, .see = see, .context = context};
	apart a = {.s = &s, .under = sb_map_new(scratch)};
	visiting v = {&a, e};
	sx_visit(plan->model->pool, e, divide, &a);
	sx_visit(plan->model->pool, e, visit_leaf, &v);
	sb_arena_free(scratch);
}

static void note_key(void *context, ss_place place, const ss_section *section)
{
	ss_place *out = context;

	(void)section;
	*out = place;
}

uint32_t ss_key_of(const ss_plan *plan, sx_ref var)
{
	ss_place place = {0};

	if (sx_op_of(plan->model->pool, var) != SX_VAR || sm_scalar_of(plan->model, var) == UINT32_MAX)
		return UINT32_MAX;
	ss_places_met(plan, var, NULL, note_key, &place);
	return place.store == SS_NOWHERE ? UINT32_MAX : ss_place_key(plan, place);
}

bool ss_keeps_target(const ss_plan *plan, sx_ref target, sx_ref value)
{
	const sx_pool *pool = plan->model->pool;
	sx_ref var = sx_op_of(pool, value) == SX_PRE ? sx_arg(pool, value, 0) : 0;

	if (!var || sx_op_of(pool, var) != SX_VAR)
		return false;
	ss_place one = ss_place_of_leaf(plan, target), other = ss_place_of_leaf(plan, var);
	return one.store != SS_NOWHERE && one.store == other.store && one.index == other.index &&
		one.negated == other.negated;
}

/* ------------------------------------------------------------------------------------------ what holds in between */

typedef struct resting { ss_work *w; const ss_ways *ways; } resting;

static sx_ref put_nothing(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	const resting *r = self->context;
	sx_op op = sx_op_of(pool, e);

	if (op == SX_INITIAL || op == SX_TERMINAL)
		return r->w->no;
	if (op != SX_VAR && op != SX_PRE)
		return 0;
	uint32_t key = ss_key_of(r->w->plan, op == SX_PRE ? sx_arg(pool, e, 0) : e);
	return key != UINT32_MAX && (r->ways->pulse[key] || r->ways->source[key]) ? r->w->no : e;
}

sx_ref ss_without_activations(ss_work *w, const ss_ways *ways, sx_ref e)
{
	resting r = {w, ways};
	sx_rewriter rw = sx_rewriter_new(w->scratch, NULL, &r);

	rw.enter = put_nothing;
	return e ? sx_rewrite(&rw, w->pool, e) : 0;
}

/* ------------------------------------------------------------------------------------------------------- the ways */

typedef struct reading { ss_ways *ways; sb_arena *arena; uint32_t number; bool action; } reading;

static void note_reader(void *context, uint32_t key, bool before)
{
	const reading *r = context;
	sb_u32s *list = r->action ? &r->ways->actions[key] : &r->ways->steps[key];

	if (!before && (!list->n || list->at[list->n - 1] != r->number))
		sb_push(r->arena, *list, r->number);
}

static void note_look(void *context, uint32_t key, bool before)
{
	const ss_ways *ways = context;

	if (before)
		ways->looked_back[key] = true;
	else
		ways->looked_at[key] = true;
}

static void note_look_back(void *context, uint32_t key, bool before)
{
	const ss_ways *ways = context;

	ways->looked_back[key] = ways->looked_back[key] || before;
}

static void note_setter(void *context, uint32_t key, bool before)
{
	const reading *r = context;

	(void)before;
	r->ways->given_by[key] = r->number + 1;
}

static void each_of_statements(const sm_statements *list, ss_visiting visit, void *context)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		const sx_ref direct[] = {s->target, s->value, s->condition, s->from, s->to, s->step};
		for (size_t k = 0; k < sizeof direct / sizeof *direct; k++)
			visit(context, direct[k], NULL);
		for (uint32_t k = 0; k < s->targets.n; k++)
			visit(context, s->targets.at[k], NULL);
		for (uint32_t b = 0; b < s->branches.n; b++) {
			visit(context, s->branches.at[b].condition, NULL);
			each_of_statements(&s->branches.at[b].body, visit, context);
		}
	}
}

static void each_of_loop(const ss_loop *b, ss_visiting visit, void *context)
{
	for (uint32_t k = 0; k < b->matrix.n; k++)
		visit(context, b->matrix.at[k].value, NULL);
	for (uint32_t k = 0; k < b->temps.n; k++)
		visit(context, b->temps.at[k].value, NULL);
	for (uint32_t k = 0; k < b->n; k++)
		visit(context, b->linear ? b->rhs[k] : b->residuals[k], NULL);
	for (uint32_t k = 0; k < b->inner.n; k++)
		visit(context, b->inner.at[k].value, NULL);
}

void ss_each_expression(const ss_plan *plan, const ss_step *s, ss_visiting visit, void *context)
{
	visit(context, s->when, &s->domain);
	if (s->kind == SS_LOOP)
		each_of_loop(plan->loops.at[s->loop], visit, context);
	else if (s->kind == SS_ALGORITHM)
		each_of_statements(&s->statements, visit, context);
	else
		visit(context, s->value, &s->domain);
}

typedef struct stepping { const ss_plan *plan; ss_seeing see; void *context; } stepping;

static void see_expression(void *context, sx_ref e, const sm_domain *domain)
{
	const stepping *s = context;

	ss_see_places(s->plan, e, domain, s->see, s->context);
}

void ss_see_step(const ss_plan *plan, const ss_step *s, ss_seeing see, void *context)
{
	stepping st = {plan, see, context};

	ss_each_expression(plan, s, see_expression, &st);
}

static void see_targets(const ss_plan *plan, const sm_statements *list, ss_seeing see, void *context)
{
	for (uint32_t i = 0; i < list->n; i++) {
		ss_see_places(plan, list->at[i]->target, NULL, see, context);
		for (uint32_t k = 0; k < list->at[i]->targets.n; k++)
			ss_see_places(plan, list->at[i]->targets.at[k], NULL, see, context);
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			see_targets(plan, &list->at[i]->branches.at[b].body, see, context);
	}
}

void ss_see_set(const ss_plan *plan, const ss_step *s, ss_seeing see, void *context)
{
	if (s->kind == SS_ASSIGN)
		ss_see_places(plan, s->target, &s->domain, see, context);
	if (s->kind == SS_ALGORITHM)
		see_targets(plan, &s->statements, see, context);
	for (uint32_t k = 0; k < s->targets.n; k++)
		if (s->targets.at[k])
			ss_see_places(plan, s->targets.at[k], &s->domain, see, context);
	const ss_loop *b = s->kind == SS_LOOP ? plan->loops.at[s->loop] : NULL;
	for (uint32_t k = 0; b && k < b->n; k++)
		ss_see_places(plan, b->unknowns[k], NULL, see, context);
	for (uint32_t k = 0; b && k < b->inner.n; k++)
		ss_see_set(plan, &b->inner.at[k], see, context);
}

/* What a step reads outside of clauses when nothing comes; a clause of activations then keeps what it has. */
static void look_back(ss_work *w, ss_ways *ways, const ss_step *s)
{
	if (s->kind != SS_ASSIGN) {
		ss_see_step(w->plan, s, note_look_back, ways);
		return;
	}
	sx_ref value = ss_without_activations(w, ways, s->value);
	if (s->domain.n || !ss_keeps_target(w->plan, s->target, value))
		ss_see_places(w->plan, value, &s->domain, note_look_back, ways);
	ss_see_places(w->plan, ss_without_activations(w, ways, s->when), &s->domain, note_look_back, ways);
}

static void find_readers(ss_work *w, ss_ways *ways)
{
	const ss_plan *plan = w->plan;
	reading r = {.ways = ways, .arena = w->scratch};

	for (r.number = 0; r.number < plan->steps.n; r.number++) {
		const ss_step *s = &plan->steps.at[r.number];
		ss_see_step(plan, s, note_reader, &r);
		ss_see_set(plan, s, note_setter, &r);
		if (s->phases & SS_DISCRETE)
			look_back(w, ways, s);
		else
			ss_see_step(plan, s, note_look_back, ways);
	}
	r.action = true;
	for (r.number = 0; r.number < plan->actions.n; r.number++) {
		const ss_action *a = &plan->actions.at[r.number];
		ss_see_places(plan, a->guard, NULL, note_reader, &r);
		ss_see_places(plan, ss_without_activations(w, ways, a->guard), NULL, note_look, ways);
	}
}

/* Conditions, events and assertions are looked at whatever happens. */
static void find_looks(ss_work *w, ss_ways *ways)
{
	const ss_plan *plan = w->plan;

	for (uint32_t i = 0; i < plan->watches.n; i++) {
		ss_see_places(plan, plan->watches.at[i].function, NULL, note_look, ways);
		ss_see_places(plan, plan->watches.at[i].slope, NULL, note_look, ways);
		ss_see_places(plan, plan->watches.at[i].when, NULL, note_look, ways);
	}
	for (uint32_t i = 0; i < plan->event_code.n; i++)
		ss_see_places(plan, plan->event_code.at[i].when, NULL, note_look, ways);
	for (uint32_t i = 0; i < plan->asserts.n; i++)
		ss_see_places(plan, plan->asserts.at[i].condition, NULL, note_look, ways);
	for (uint32_t i = 0; i < plan->clocks.n; i++) {
		ss_see_places(plan, plan->clocks.at[i].start, NULL, note_look, ways);
		ss_see_places(plan, plan->clocks.at[i].interval, NULL, note_look, ways);
	}
}

static void mark_pulse(ss_work *w, ss_ways *ways, const sm_variable *v, uint32_t element)
{
	ss_place place = ss_cell_place_of(w->plan, v->first + element);

	if (place.store != SS_NOWHERE)
		ways->pulse[ss_place_key(w->plan, place)] = true;
}

static bool see_array(void *context, const sx_pool *pool, sx_ref e)
{
	const resting *r = context;
	const ss_ways *ways = r->ways;

	if (sx_op_of(pool, e) != SX_VAR || sm_scalar_of(r->w->model, e) != UINT32_MAX)
		return true;
	const sm_variable *v = sm_var(r->w->model, sx_at(pool, e)->payload);
	for (uint32_t i = 0; !ss_is_known(v) && i < v->count; i++) {
		ss_place place = ss_cell_place_of(r->w->plan, v->first + i);
		if (place.store != SS_NOWHERE)
			ways->in_array[ss_place_key(r->w->plan, place)] = true;
	}
	return true;
}

static void find_arrays(ss_work *w, ss_ways *ways)
{
	resting r = {w, ways};

	for (uint32_t i = 0; i < w->plan->steps.n; i++)
		if (w->plan->steps.at[i].value)
			sx_visit(w->pool, w->plan->steps.at[i].value, see_array, &r);
	for (uint32_t i = 0; i < w->plan->actions.n; i++)
		for (int k = 0; k < 3; k++) {
			const ss_action *a = &w->plan->actions.at[i];
			sx_ref e = k == 0 ? a->guard : k == 1 ? a->condition : a->value;
			if (e)
				sx_visit(w->pool, e, see_array, &r);
		}
}

ss_ways *ss_find_ways(ss_work *w)
{
	ss_plan *plan = w->plan;
	ss_ways *ways = sb_new(w->scratch, ss_ways);
	uint32_t n = plan->reals + plan->ints + plan->strings + 2 * plan->states + 1;

	ways->places = n;
	ways->pulse = sb_new_array(w->scratch, bool, n);
	ways->looked_at = sb_new_array(w->scratch, bool, n);
	ways->looked_back = sb_new_array(w->scratch, bool, n);
	ways->in_array = sb_new_array(w->scratch, bool, n);
	ways->source = sb_new_array(w->scratch, uint32_t, n);
	ways->steps = sb_new_array(w->scratch, sb_u32s, n);
	ways->actions = sb_new_array(w->scratch, sb_u32s, n);
	ways->given_by = sb_new_array(w->scratch, uint32_t, n);
	for (uint32_t k = 0; k < w->model->variables.n; k++)
		for (uint32_t i = 0; sm_var(w->model, k)->pulse && i < sm_var(w->model, k)->count; i++)
			mark_pulse(w, ways, sm_var(w->model, k), i);
	for (uint32_t i = 0; i < plan->event_code.n; i++)
		if (w->model->events.at[plan->event_code.at[i].event].of_activation) {
			uint32_t key = ss_key_of(plan, plan->event_code.at[i].action.at[0]->target);
			if (key != UINT32_MAX)
				ways->source[key] = i + 1;
		}
	find_readers(w, ways);
	find_looks(w, ways);
	find_arrays(w, ways);
	return ways;
}
