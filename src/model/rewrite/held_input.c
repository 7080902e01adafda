/* der() of an input that nothing gives.
 *
 *     der(x) = der(u) - x        becomes        der(x) = der((value of u)) - x,   (value of u) = u
 *
 * Such an input keeps its value until it is changed from outside, and then jumps. So its derivative is zero, and an
 * impulse where it is changed. The second equation is a constraint that jumps, and what follows from such a constraint
 * is known to the structure and to the engine (docs/events.md, E117). */
#include "model/rewrite/rewrite.h"

typedef struct moving {
	sm_model *m;
	uint32_t *follower;              /* by variable: what follows it + 1; 0: nothing yet */
	uint32_t count;                  /* variables that there were */
	sx_rewriter in_derivatives, of_inputs;
} moving;

/* All of u follows, as one family. */
static uint32_t add_follower(sm_model *m, uint32_t of)
{
	const sm_variable *u = sm_var(m, of);
	uint32_t f = sm_add_variable(m, sb_printf(m->arena, "(value of %s)", u->name), SX_REAL, u->shape, u->rank);
	sm_variable *v = sm_edit(m, f);
	u = sm_var(m, of);
	v->hidden = true;
	v->parts = u->parts;
	v->unit = u->unit;
	v->span = u->span;
	v->component = u->component;
	sm_equation *q = sm_equation_new(m, SM_EQUAL, u->span, u->component);
	sx_ref *at = sb_new_array(m->arena, sx_ref, u->rank + 1);
	for (uint32_t d = 0; d < u->rank; d++) {
		uint32_t iterator = sx_new_iter(m->pool, "i");
		at[d] = sx_iter(m->pool, iterator);
		sb_push(m->arena, q->domain, ((sm_range){iterator, 1, u->shape[d]}));
	}
	q->lhs = sx_var(m->pool, f, SX_REAL, at, u->rank);
	q->rhs = sx_var(m->pool, of, SX_REAL, at, u->rank);
	sm_edit(m, of)->variability = SM_DISCRETE;
	sb_push(m->arena, m->equations, q);
	return f;
}

static bool is_followed(const moving *w, uint32_t variable)
{
	const sm_variable *v = variable < w->count ? sm_var(w->m, variable) : NULL;
	return v && v->held && v->type == SX_REAL && v->count && (w->follower[variable] || v->variability == SM_CONTINUOUS);
}

static sx_ref follow(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	moving *w = self->context;
	const sx_node *node = sx_at(pool, e);
	uint32_t of = node->op == SX_VAR ? node->payload : UINT32_MAX, n = node->count;
	if (of == UINT32_MAX || !is_followed(w, of) || n != sm_var(w->m, of)->rank)
		return e;
	if (!w->follower[of])
		w->follower[of] = add_follower(w->m, of) + 1;
	sx_ref *at = sb_new_array(w->m->arena, sx_ref, n + 1);
	for (uint32_t d = 0; d < n; d++)
		at[d] = sx_arg(pool, e, d);
	return sx_var(pool, w->follower[of] - 1, SX_REAL, at, n);
}

static sx_ref look_into(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	moving *w = self->context;
	if (sx_op_of(pool, e) != SX_DER)
		return e;
	sx_ref of = sx_arg(pool, e, 0), moved = sx_rewrite(&w->of_inputs, pool, of);
	return moved == of ? e : sx_unary(pool, SX_DER, moved);
}

static void put_in(moving *w, sx_ref *e)
{
	if (*e && sx_flags(w->m->pool, *e) & SX_HAS_DER)
		*e = sx_rewrite(&w->in_derivatives, w->m->pool, *e);
}

static void put_into(moving *w, const sm_equations *list)
{
	for (uint32_t i = 0, n = list->n; i < n; i++) {
		sm_equation *q = list->at[i];
		put_in(w, &q->lhs);
		put_in(w, &q->rhs);
		for (uint32_t b = 0; b < q->branches.n; b++) {
			put_in(w, &q->branches.at[b].condition);
			put_into(w, &q->branches.at[b].body);
		}
	}
}

void sm_follow_inputs(sm_model *m)
{
	sb_arena *scratch = sb_arena_new();
	moving w = {.m = m, .follower = sb_new_array(scratch, uint32_t, m->variables.n + 1), .count = m->variables.n};
	w.in_derivatives = sx_rewriter_new(scratch, look_into, &w);
	w.of_inputs = sx_rewriter_new(scratch, follow, &w);
	put_into(&w, &m->equations);
	put_into(&w, &m->initial_equations);
	sb_arena_free(scratch);
}

bool sm_is_followed(const sm_model *m, uint32_t variable)
{
	const char *name = sm_var(m, variable)->name;
	sb_text follower = {0};
	sb_addf(&follower, "(value of %s)", name);
	bool found = sm_find(m, follower.at) != UINT32_MAX;
	sb_text_free(&follower);
	return found;
}
