/* A finished plan, opened once more: in scalars, with the tables of the analysis.
 *
 * Two scalars with one place are equal up to the sign, so places are the sets that the analysis had found. The one that
 * has the place of its own is the representative; all expressions of a plan are written over those, but where a
 * reference runs from one cell into the next, which is seen only when families are taken apart. */
#include "structure/request/structure_request.h"
#include "structure/solve/solve.h"

enum { STEPS_MOST = 1500000 };

static uint32_t place_count(const ss_plan *plan)
{
	return plan->reals + plan->ints + plan->strings + 2 * plan->states;
}

/* The scalar that has a place of its own, by place. */
static uint32_t *find_owners(ss_work *w, const ss_plan *from)
{
	uint32_t *owner = sb_new_array(w->scratch, uint32_t, place_count(from) + 1);

	for (uint32_t k = 0; k < place_count(from); k++)
		owner[k] = UINT32_MAX;
	for (uint32_t s = 0; s < w->n; s++) {
		ss_place place = w->plan->place[s];
		uint32_t cell = ss_cell_of_scalar(from, s);
		if (place.store != SS_NOWHERE && place.store != SS_RATE && from->root[cell] == cell)
			owner[ss_place_key(from, place)] = s;
	}
	return owner;
}

static void make_tables(ss_work *w)
{
	size_t n = w->n;

	w->traits = sb_new_array(w->scratch, uint16_t, n + 1);
	w->variable_of = sb_new_array(w->scratch, uint32_t, n + 1);
	w->leaf = sb_new_array(w->scratch, sx_ref, n + 1);
	w->parent = sb_new_array(w->scratch, uint32_t, n + 1);
	w->flipped = sb_new_array(w->scratch, bool, n + 1);
	w->rate_of = sb_new_array(w->scratch, uint32_t, n + 1);
	w->rate_flipped = sb_new_array(w->scratch, bool, n + 1);
	w->constant = sb_new_array(w->scratch, sx_ref, n + 1);
	w->key_stamp = sb_new_array(w->scratch, uint32_t, 3 * n + 1);
	w->mark = sb_new_array(w->scratch, uint32_t, 3 * n + 1);
	w->state_cell = sb_new_array(w->scratch, uint32_t, (size_t)w->plan->states + 1);
	for (uint32_t v = 0; v < w->model->variables.n; v++)
		for (uint32_t i = 0; i < sm_var(w->model, v)->count; i++) {
			uint32_t s = sm_var(w->model, v)->first + i;
			w->variable_of[s] = v;
			w->leaf[s] = sm_ref_at(w->model, v, i);
			w->traits[s] = ss_is_known(sm_var(w->model, v)) ? SS_IS_PARAMETER : 0;
		}
}

static void find_sets(ss_work *w, const ss_plan *from)
{
	const uint32_t *owner = find_owners(w, from);
	uint32_t states = ss_place_key(from, (ss_place){ .store = SS_STATE });

	for (uint32_t s = 0; s < w->n; s++) {
		ss_place place = w->plan->place[s];
		w->parent[s] = s;
		w->rate_of[s] = UINT32_MAX;
		if (place.store == SS_RATE) {
			w->rate_of[s] = owner[states + place.index];
			w->rate_flipped[s] = place.negated;
		} else if (place.store != SS_NOWHERE && owner[ss_place_key(from, place)] != UINT32_MAX) {
			w->parent[s] = owner[ss_place_key(from, place)];
			w->flipped[s] = place.negated;
		}
		if (place.store == SS_STATE && w->parent[s] == s)
			w->traits[s] |= SS_IS_STATE;
	}
	w->plan->state_scalar = sb_new_array(w->arena, uint32_t, (size_t)w->plan->states + 1);
	for (uint32_t i = 0; i < w->plan->states; i++)
		w->plan->state_scalar[i] = w->state_cell[i] = owner[states + i];
	for (uint32_t s = 0; s < w->n; s++)
		w->plan->root[s] = w->parent[s];
	ss_represent_anew(w);
}

/* ------------------------------------------------------------------------------------------------ taken apart */

static sx_ref plain(ss_work *w, const ss_point *at, sx_ref e)
{
	if (!e)
		return 0;
	if (sx_flags(w->pool, e) & SX_HAS_ITER)
		e = ss_tidy(w, at, e);
	return ss_represented(w, e);
}

/* A target is a place, whatever its sign is. */
static sx_ref plain_target(ss_work *w, const ss_point *at, sx_ref e)
{
	return at->iterators.n && sx_flags(w->pool, e) & SX_HAS_ITER
		? sx_bind_iters(w->pool, e, at->iterators.at, at->values.at, at->iterators.n) : e;
}

static void add_point(ss_work *w, const ss_step *step, const ss_point *at, uint32_t number, ss_steps *out)
{
	ss_step one = *step;

	one.domain = (sm_domain){0};
	one.guard = step->guard ? step->guard + number : 0;
	one.target = step->target ? plain_target(w, at, step->target) : 0;
	one.when = plain(w, at, step->when);
	if (step->kind == SS_ASSIGN || step->kind == SS_CALL)
		one.value = plain(w, at, step->value);
	sb_push(w->arena, *out, one);
}

/* The point `number` of a domain, in the order of its execution; its number in the order of the domain. */
static uint32_t point_of(ss_work *w, const ss_step *step, uint32_t number, ss_point *at)
{
	uint32_t own = 0, stride = 1;

	at->iterators.n = at->values.n = 0;
	for (uint32_t d = 0; d < step->domain.n; d++) {
		sb_push(w->scratch, at->iterators, step->domain.at[d].iterator);
		sb_push(w->scratch, at->values, 0);
	}
	for (uint32_t d = step->domain.n; d-- > 0;) {
		const sm_range *r = &step->domain.at[d];
		uint32_t size = (uint32_t)(r->to - r->from + 1), k = number % size;
		k = step->descending[d] ? size - 1 - k : k;
		at->values.at[d] = r->from + k;
		own += k * stride;
		stride *= size;
		number /= size;
	}
	return own;
}

static ss_steps take_apart(ss_work *w, const ss_steps *from)
{
	ss_steps steps = {0};
	ss_point at = {0};

	for (uint32_t i = 0; i < from->n; i++) {
		const ss_step *step = &from->at[i];
		uint32_t count = 1;
		for (uint32_t d = 0; d < step->domain.n; d++)
			count *= (uint32_t)(step->domain.at[d].to - step->domain.at[d].from + 1);
		for (uint32_t k = 0; k < count; k++) {
			uint32_t own = point_of(w, step, k, &at);
			add_point(w, step, &at, own, &steps);
		}
	}
	return steps;
}

static void map_list(ss_work *w, sx_ref **list, uint32_t n)
{
	sx_ref *mapped = *list ? sb_new_array(w->arena, sx_ref, n + 1) : NULL;

	for (uint32_t i = 0; mapped && i < n; i++)
		mapped[i] = plain(w, NULL, (*list)[i]);
	*list = mapped;
}

static ss_loop *map_loop(ss_work *w, const ss_loop *from)
{
	ss_loop *b = sb_new(w->arena, ss_loop);

	*b = *from;
	b->inner = take_apart(w, &from->inner);
	b->matrix = (ss_entries){0};
	for (uint32_t i = 0; i < from->matrix.n; i++) {
		ss_entry e = from->matrix.at[i];
		e.value = plain(w, NULL, e.value);
		sb_push(w->arena, b->matrix, e);
	}
	map_list(w, &b->rhs, b->linear ? b->n : 0);
	map_list(w, &b->residuals, b->linear ? 0 : b->n);
	return b;
}

/* Only where there are cells: elsewhere all is as it has to be, but for long sums. */
static void take_plan_apart(ss_work *w, const ss_plan *from)
{
	ss_plan *plan = w->plan;

	plan->steps = take_apart(w, &from->steps);
	plan->parameter_steps = take_apart(w, &from->parameter_steps);
	plan->loops.n = plan->loops.cap = 0;
	plan->loops.at = NULL;
	for (uint32_t i = 0; i < from->loops.n; i++)
		sb_push(w->arena, plan->loops, map_loop(w, from->loops.at[i]));
	for (uint32_t i = 0; i < plan->watches.n; i++)
		plan->watches.at[i].function = plain(w, NULL, plan->watches.at[i].function);
}

static void copy_watches(ss_work *w)
{
	ss_plan *plan = w->plan;
	uint32_t n = plan->watches.n;
	ss_watch *own = sb_new_array(w->arena, ss_watch, n + 1);

	for (uint32_t i = 0; i < n; i++)
		own[i] = plan->watches.at[i];
	plan->watches.at = own;
	plan->watches.cap = n;
}

bool ss_reopen(ss_work *w, sb_arena *arena, sb_arena *scratch, const ss_plan *from, sb_diag *diag)
{
	ss_plan *plan = sb_new(arena, ss_plan);
	sm_model *copy = sm_model_copy(arena, from->model, diag);

	*plan = *from;
	plan->model = copy;
	plan->arena = arena;
	plan->cells = NULL;
	*w = (ss_work){ .model = copy, .from = from->model, .diag = diag, .arena = arena, .scratch = scratch, .plan = plan,
		.n = plan->model->scalars };
	if ((uint64_t)ss_step_count(&from->steps) + ss_step_count(&from->parameter_steps) > STEPS_MOST)
		return false;
	ss_work_open(w);
	ss_tidy_start(w);
	plan->place = sb_new_array(arena, ss_place, (size_t)w->n + 1);
	plan->root = sb_new_array(arena, uint32_t, (size_t)w->n + 1);
	for (uint32_t s = 0; s < w->n; s++)
		plan->place[s] = ss_place_of(from, s);
	make_tables(w);
	find_sets(w, from);
	copy_watches(w);
	take_plan_apart(w, from);
	return true;
}

/* --------------------------------------------------------------------------------------------------- what is needed */

void ss_need_nothing(ss_work *w)
{
	w->mark_now++;
}

static void need_key(ss_work *w, uint32_t key)
{
	w->mark[key] = w->mark_now;
}

void ss_need_expr(ss_work *w, sx_ref e)
{
	w->found.n = 0;
	ss_depends(w, e, &w->found);
	for (uint32_t i = 0; i < w->found.n; i++)
		need_key(w, w->found.at[i]);
}

void ss_find_needed(ss_work *w, const ss_steps *steps, bool *needed)
{
	sb_u32s keys = {0};

	for (uint32_t i = steps->n; i-- > 0;) {
		keys.n = 0;
		ss_step_targets(w, w->plan, &steps->at[i], &keys);
		for (uint32_t k = 0; k < keys.n && !needed[i]; k++)
			needed[i] = w->mark[keys.at[k]] == w->mark_now;
		keys.n = 0;
		if (needed[i])
			ss_step_depends(w, w->plan, &steps->at[i], &keys);
		for (uint32_t k = 0; k < keys.n; k++)
			need_key(w, keys.at[k]);
	}
}
