/* Variables that a model determines one after another, whatever its mode is:
 *
 *     u = sin(time);    der(x) = u - x;    m*der(w) = -x;    y = x + w;
 *
 * Each has one equation outside of if-equations with it, or its derivative, alone on the left side, and on the right
 * side there are others of them. So these equations can determine nothing else, and a factor that becomes zero in front
 * of such a variable changes nothing in what determines what (factor.c). States may depend on each other in a circle,
 * other variables may not. */
#include "structure/expand/expand.h"

#include <string.h>

/* By variable. `elements`: how many of it have such an equation. `first`: of those that read it, in `links`. */
typedef struct candidate { uint32_t elements, first, reads; bool rate, value, lost; } candidate;
typedef struct link { uint32_t reader, next; } link;

typedef struct listing {
	const sm_model *model;
	sb_arena *arena;
	candidate *of;
	sb_vec(link) links;
	sb_u32s lost;                    /* whose readers are still to be lost */
	uint32_t reader;                 /* whose equation is looked at */
} listing;

/* Between events it has its value from elsewhere: no equation of the run determines it. */
static bool is_given(const sm_variable *v)
{
	return ss_is_known(v) || v->type != SX_REAL || v->variability == SM_DISCRETE || v->causality == SM_INPUT;
}

/* What stands alone on the left side, perhaps with a parameter in front of its derivative; 0: nothing does. */
static sx_ref alone(const sm_model *model, const sm_equation *q, bool *rate)
{
	const sx_pool *pool = model->pool;
	sx_ref left = q->lhs;
	double factor;

	if (q->kind != SM_EQUAL || sx_type_of(pool, left) != SX_REAL)
		return 0;
	for (uint32_t k = 0; k < 2 && sx_op_of(pool, left) == SX_MUL; k++)
		if (sx_op_of(pool, sx_arg(pool, left, k)) == SX_DER &&
			ss_value_by_parameters(model, sx_arg(pool, left, 1 - k), &factor) && factor != 0)
			left = sx_arg(pool, left, k);
	*rate = sx_op_of(pool, left) == SX_DER;
	left = *rate ? sx_arg(pool, left, 0) : left;
	return sx_op_of(pool, left) == SX_VAR && !is_given(sm_var(model, sx_at(pool, left)->payload)) ? left : 0;
}

static uint32_t elements_of(const sm_model *model, const sm_equation *q, sx_ref var)
{
	const sm_variable *v = sm_var(model, sx_at(model->pool, var)->payload);
	uint64_t n = v->rank && !sx_at(model->pool, var)->count ? v->count : 1;

	for (uint32_t i = 0; i < q->domain.n; i++)
		n *= q->domain.at[i].to < q->domain.at[i].from ? 0
														: (uint64_t)(q->domain.at[i].to - q->domain.at[i].from + 1);
	return n > v->count ? v->count + 1 : (uint32_t)n;
}

static void lose(listing *l, uint32_t variable)
{
	if (l->of[variable].lost)
		return;
	l->of[variable].lost = true;
	sb_push(l->arena, l->lost, variable);
}

static bool see_read(void *context, const sx_pool *pool, sx_ref e)
{
	listing *l = context;
	uint32_t variable = sx_at(pool, e)->payload;

	if (sx_op_of(pool, e) == SX_DER && sx_op_of(pool, sx_arg(pool, e, 0)) == SX_VAR &&
		l->of[sx_at(pool, sx_arg(pool, e, 0))->payload].value)
		lose(l, sx_at(pool, sx_arg(pool, e, 0))->payload);       /* it would have to be differentiated */
	if (sx_op_of(pool, e) != SX_VAR || is_given(sm_var(l->model, variable)) || l->reader == UINT32_MAX)
		return true;
	sb_push(l->arena, l->links, ((link){l->reader, l->of[variable].first}));
	l->of[variable].first = l->links.n;
	l->of[l->reader].reads += !l->of[variable].rate;
	return true;
}

static void list_candidates(listing *l)
{
	for (uint32_t i = 0; i < l->model->equations.n; i++) {
		const sm_equation *q = l->model->equations.at[i];
		bool rate;
		sx_ref var = alone(l->model, q, &rate);
		if (!var)
			continue;
		candidate *c = &l->of[sx_at(l->model->pool, var)->payload];
		c->elements += elements_of(l->model, q, var);
		*(rate ? &c->rate : &c->value) = true;
	}
	for (uint32_t v = 0; v < l->model->variables.n; v++) {
		const candidate *c = &l->of[v];
		if (!is_given(sm_var(l->model, v)) && (c->elements != sm_var(l->model, v)->count || c->rate == c->value))
			lose(l, v);
	}
}

static void see_all(listing *l, const sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_equation *q = list->at[i];
		bool rate;
		sx_ref var = list == &l->model->equations ? alone(l->model, q, &rate) : 0;
		l->reader = var ? sx_at(l->model->pool, var)->payload : UINT32_MAX;
		if (q->lhs && !var)
			sx_visit(l->model->pool, q->lhs, see_read, l);
		if (q->rhs)
			sx_visit(l->model->pool, q->rhs, see_read, l);
		for (uint32_t b = 0; b < q->branches.n; b++)
			see_all(l, &q->branches.at[b].body);
	}
}

/* What reads one that is lost is lost too. */
static void lose_readers(listing *l)
{
	while (l->lost.n) {
		uint32_t variable = l->lost.at[--l->lost.n];
		for (uint32_t k = l->of[variable].first; k; k = l->links.at[k - 1].next)
			lose(l, l->links.at[k - 1].reader);
	}
}

/* What is in a circle without a state never has all that it reads. */
static void lose_circles(listing *l)
{
	sb_u32s ready = {0};

	for (uint32_t v = 0; v < l->model->variables.n; v++)
		if (l->of[v].value && !l->of[v].lost && !l->of[v].reads)
			sb_push(l->arena, ready, v);
	while (ready.n) {
		uint32_t variable = ready.at[--ready.n];
		for (uint32_t k = l->of[variable].first; k; k = l->links.at[k - 1].next) {
			candidate *reader = &l->of[l->links.at[k - 1].reader];
			if (!--reader->reads && reader->value && !reader->lost)
				sb_push(l->arena, ready, l->links.at[k - 1].reader);
		}
	}
	for (uint32_t v = 0; v < l->model->variables.n; v++)
		if (l->of[v].value && l->of[v].reads)
			lose(l, v);
	lose_readers(l);
}

const bool *ss_find_determined(sb_arena *arena, const sm_model *model)
{
	uint32_t n = model->variables.n;
	bool *determined = sb_new_array(arena, bool, n + 1);
	listing l = {.model = model, .arena = sb_arena_new()};

	l.of = sb_new_array(l.arena, candidate, n + 1);
	list_candidates(&l);
	see_all(&l, &model->equations);
	lose_readers(&l);
	lose_circles(&l);
	for (uint32_t v = 0; v < n; v++)
		determined[v] = is_given(sm_var(model, v)) || !l.of[v].lost;
	sb_arena_free(l.arena);
	return determined;
}
