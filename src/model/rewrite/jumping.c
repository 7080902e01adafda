/* der() of a product with a factor that jumps.
 *
 *     der(m*v) = F;  m = if loaded then 3 else 1;
 *
 * says that m*v is what has a memory: it goes on where m jumps, and v jumps. Carried out, the derivative is der(m)*v +
 * m*der(v), in which an impulse is multiplied by something that jumps in the same instant, and that has no value; and
 * if m is a discrete variable, der(m) is zero, and the momentum would be lost. So the product gets a variable of its
 * own (derivative.c), as if the model had named it.
 *
 * This is for expressions that are linear in a variable which goes on by itself, with at most one that no other
 * equation differentiates; names of parts are looked through. The factors may jump where conditions turn. These must
 * not depend on variables of the expression that go on: a capacitance that changes with its voltage is a curve of
 * charge over voltage, which the model has to write. A variable that the model sets by reinit stays a state: then the
 * model says what becomes of it. */
#include "model/rewrite/rewrite_inside.h"

enum { DEEP = 60 };                      /* definitions inside of definitions, and operators inside of operators */

static bool is_known(const sm_variable *v)
{
	return v->variability == SM_PARAMETER || v->variability == SM_CONSTANT;
}

static uint32_t variable_of(const sm_jumping *j, sx_ref e)
{
	return sx_op_of(j->m->pool, e) == SX_VAR ? sx_at(j->m->pool, e)->payload : UINT32_MAX;
}

/* ---- what equations say that variables are */

static uint32_t equal_to(const sm_jumping *j, uint32_t v)
{
	while (j->equal[v] != v)
		v = j->equal[v] = j->equal[j->equal[v]];
	return v;
}

static bool is_scalar(const sm_jumping *j, sx_ref e)
{
	uint32_t v = variable_of(j, e);

	return v < j->count && !sx_at(j->m->pool, e)->count && sm_var(j->m, v)->count == 1;
}

static void note_conditions(sm_jumping *j, uint32_t v, const sm_branches *around)
{
	j->conditional[v] = true;
	for (uint32_t b = 0; b < around->n; b++)
		if (around->at[b].condition)
			sb_push(j->arena, j->is[v], around->at[b].condition);
}

static void note_definition(sm_jumping *j, sx_ref of, sx_ref is, const sm_branches *around)
{
	uint32_t v = variable_of(j, of);

	if (v >= j->count)
		return;
	sb_push(j->arena, j->is[v], is);
	if (around)
		note_conditions(j, v, around);
	else if (is_scalar(j, of) && variable_of(j, is) == UINT32_MAX && !(sx_flags(j->m->pool, is) & SX_HAS_DER))
		j->definition[v] = is;       /* a rate is none */
}

/* Equal variables are one. */
static void note_equal(sm_jumping *j, sx_ref a, sx_ref b)
{
	j->equal[equal_to(j, variable_of(j, a))] = equal_to(j, variable_of(j, b));
	j->leaf[variable_of(j, a)] = a;
	j->leaf[variable_of(j, b)] = b;
}

static void note_definitions(sm_jumping *j, const sm_equations *list, const sm_branches *around)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_equation *q = list->at[i];
		if (q->kind == SM_EQUAL && !around && is_scalar(j, q->lhs) && is_scalar(j, q->rhs))
			note_equal(j, q->lhs, q->rhs);
		if (q->kind == SM_EQUAL) {
			note_definition(j, q->lhs, q->rhs, around);
			note_definition(j, q->rhs, q->lhs, around);
		}
		for (uint32_t b = 0; q->kind == SM_IF && b < q->branches.n; b++)
			note_definitions(j, &q->branches.at[b].body, &q->branches);
	}
}

/* What one of several equal variables is, all of them are. */
static void join_equal(sm_jumping *j)
{
	for (uint32_t v = 0; v < j->count; v++) {
		uint32_t root = equal_to(j, v);
		if (!j->definition[root])
			j->definition[root] = j->definition[v];
		j->derived[root] = j->derived[root] || j->derived[v];
		j->conditional[root] = j->conditional[root] || j->conditional[v];
		j->stated[root] = j->stated[root] || j->stated[v];
	}
}

static void note_stated(sm_jumping *j, const sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_equation *q = list->at[i];
		if (q->kind == SM_REINIT && variable_of(j, q->lhs) < j->count)
			j->stated[variable_of(j, q->lhs)] = true;
		for (uint32_t b = 0; b < q->branches.n; b++)
			note_stated(j, &q->branches.at[b].body);
	}
}

sm_jumping *sm_find_jumping(sb_arena *arena, const sm_model *m, bool *derived)
{
	sm_jumping *j = sb_new(arena, sm_jumping);

	*j = (sm_jumping){.m = m, .arena = arena, .derived = derived, .count = m->variables.n,
		.is = sb_new_array(arena, sm_exprs, m->variables.n + 1),
		.definition = sb_new_array(arena, sx_ref, m->variables.n + 1),
		.conditional = sb_new_array(arena, bool, m->variables.n + 1),
		.stated = sb_new_array(arena, bool, m->variables.n + 1),
		.equal = sb_new_array(arena, uint32_t, m->variables.n + 1),
		.leaf = sb_new_array(arena, sx_ref, m->variables.n + 1),
		.met = sb_new_array(arena, uint32_t, m->variables.n + 1)};
	for (uint32_t v = 0; v < m->variables.n; v++)
		j->equal[v] = v;
	note_definitions(j, &m->equations, NULL);
	note_stated(j, &m->equations);
	join_equal(j);
	return j;
}

/* ---- what jumps */

static bool jumps(sm_jumping *j, sx_ref e, int depth);

static bool variable_jumps(sm_jumping *j, uint32_t v, int depth)
{
	const sm_variable *x = sm_var(j->m, v);

	if (is_known(x) || v >= j->count || j->met[v] == j->now || depth > DEEP)
		return false;
	j->met[v] = j->now;
	if (x->type == SX_REAL && x->variability == SM_CONTINUOUS && j->derived[v])
		return false;
	bool any = x->type != SX_REAL || x->variability == SM_DISCRETE || j->conditional[v];
	for (uint32_t i = 0; i < j->is[v].n; i++)
		any = jumps(j, j->is[v].at[i], depth + 1) || any;
	return any;
}

/* Has it a condition that may turn, or a discrete variable? Marks what it depends on, as far as equations say. */
static bool jumps(sm_jumping *j, sx_ref e, int depth)
{
	const sx_pool *pool = j->m->pool;
	const sx_node *node = sx_at(pool, e);
	bool any = false;

	if (!(node->flags & (SX_HAS_VAR | SX_HAS_TIME)) || depth > DEEP)
		return false;
	switch (node->op) {
	case SX_VAR: return variable_jumps(j, node->payload, depth);
	case SX_DER: case SX_DELAY: case SX_NOEVENT: case SX_SMOOTH: return false;
	case SX_PRE: return true;
	case SX_IF: case SX_FLOOR: case SX_CEIL: case SX_INTEGER_OF: case SX_QUOT: case SX_MOD: case SX_REM:
		any = (node->flags & SX_HAS_RELATION) || sx_type_of(pool, sx_arg(pool, e, 0)) == SX_BOOLEAN; break;
	default: break;
	}
	for (uint32_t i = 0; i < node->count; i++)
		any = jumps(j, sx_arg(pool, e, i), depth + 1) || any;
	return any;
}

/* ---- expressions under der() */

static sx_ref put_in(sx_rewriter *self, sx_pool *pool, sx_ref e);

static sx_ref expanded(sm_jumping *j, sx_ref e)
{
	sx_rewriter rewriter = sx_rewriter_new(j->arena, put_in, j);

	return ++j->depth < DEEP ? sx_rewrite(&rewriter, j->m->pool, e) : e;
}

/* A scalar that an equation says to be something else is that; what has a derivative of its own stays. */
static sx_ref put_in(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	sm_jumping *j = self->context;
	uint32_t v = sx_op_of(pool, e) == SX_VAR ? variable_of(j, e) : UINT32_MAX;

	if (v >= j->count)
		return e;
	v = equal_to(j, v);
	e = j->leaf[v] ? j->leaf[v] : e;
	if (!j->definition[v] || j->met[v] == j->now || j->derived[v] || j->conditional[v] || j->stated[v])
		return e;
	j->met[v] = j->now;
	sx_ref is = expanded(j, j->definition[v]);
	j->met[v] = 0;
	j->depth--;
	return is;
}

typedef struct factors {
	sm_jumping *j;
	sb_u32s moving;                  /* variables that go on, as they are written */
	sx_ref memory;                   /* one of them that no other equation differentiates; 0: none */
	bool jump, several;
} factors;

static void add_moving(factors *f, sx_ref e)
{
	bool derived = f->j->derived[variable_of(f->j, e)];

	sb_push(f->j->arena, f->moving, e);
	f->several = f->several || (!derived && f->memory && f->memory != e);
	if (!derived)
		f->memory = e;
}

static bool see_factor(void *context, const sx_pool *pool, sx_ref e)
{
	factors *f = context;
	uint32_t v = variable_of(f->j, e);

	f->j->now++;
	if (sx_op_of(pool, e) == SX_IF && (sx_flags(pool, sx_arg(pool, e, 0)) & (SX_HAS_VAR | SX_HAS_TIME)))
		f->jump = true;
	if (v >= f->j->count || is_known(sm_var(f->j->m, v)))
		return true;
	if (!f->j->derived[v] && variable_jumps(f->j, v, 0))
		f->jump = true;
	else if (sx_type_of(pool, e) == SX_REAL)
		add_moving(f, e);
	return true;
}

/* All that jumps depend on is marked in one walk. */
static bool see_cause(void *context, const sx_pool *pool, sx_ref e)
{
	factors *f = context;
	bool moving = false;

	for (uint32_t i = 0; i < f->moving.n; i++)
		moving = moving || f->moving.at[i] == e;
	if (sx_op_of(pool, e) == SX_IF)
		jumps(f->j, sx_arg(pool, e, 0), 0);
	else if (sx_op_of(pool, e) == SX_VAR && !moving)
		variable_jumps(f->j, sx_at(pool, e)->payload, 0);
	return true;
}

/* In the variable that no other equation differentiates, or in one of the others. */
static bool is_linear(const factors *f, sx_ref e)
{
	sx_pool *pool = f->j->m->pool;
	sx_ref a, b;

	for (uint32_t i = 0; i < f->moving.n; i++)
		if ((!f->memory || f->memory == f->moving.at[i]) && sx_linear(pool, e, f->moving.at[i], &a, &b) &&
			!sx_is_number(pool, a, 0))
			return true;
	return false;
}

bool sm_has_memory_as_a_whole(sm_jumping *j, sx_ref e)
{
	factors f = {.j = j};

	if (sx_flags(j->m->pool, e) & (SX_HAS_CALL | SX_HAS_STATEFUL | SX_HAS_DER))
		return false;
	j->now++;
	j->depth = 0;
	e = expanded(j, e);
	if (sx_flags(j->m->pool, e) & (SX_HAS_CALL | SX_HAS_STATEFUL | SX_HAS_DER))
		return false;
	sx_visit(j->m->pool, e, see_factor, &f);
	if (!f.jump || f.several || !is_linear(&f, e))
		return false;
	j->now++;
	sx_visit(j->m->pool, e, see_cause, &f);
	for (uint32_t i = 0; i < f.moving.n; i++)
		if (j->met[variable_of(j, f.moving.at[i])] == j->now || j->stated[variable_of(j, f.moving.at[i])])
			return false;
	return true;
}
