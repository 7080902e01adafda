/* The validator of flat models: handles are in range, expressions have their sorts, names are unique, arrays have
 * their sizes. It is the border between the front ends and all that comes after them (base/check.h). Nothing here is
 * about what a user may have written wrong; that was told before. */
#include "base/check.h"
#include "model/block.h"
#include "model/check/model_check.h"
#include "model/model.h"

#include <string.h>

typedef struct checker {
	const sm_model *m;
	sb_text *why;
	sb_arena *scratch;
	const sm_locals *locals;         /* that LOCAL may mean here; NULL: none */
	sb_u32s around;                  /* iterators of the domains and loops around */
	sb_u32s used, bound;             /* iterators of the expression at hand; those of its reductions */
	const char *where;               /* what the expression belongs to */
} checker;

static const int8_t arity[] = {
	[SX_NOTHING] = 0,
#define X(name, spelling, args) [SX_##name] = args,
	SX_OPS(X)
#undef X
};

static bool holds(const sb_u32s *list, uint32_t what)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i] == what)
			return true;
	return false;
}

/* ---------------------------------------------------------------- one node */

/* Subscripts: none, or one for each dimension; those that are numbers are inside. `shape` NULL: the sizes are not
 * known here. */
static bool check_subscripts(checker *c, sx_ref e, uint32_t rank, const uint32_t *shape)
{
	const sx_node *n = sx_at(c->m->pool, e);

	if (n->count && n->count != rank)
		return sb_fault(c->why, "%s: a reference has %u subscripts, and the array %u dimensions", c->where, n->count,
			rank);
	for (uint32_t d = 0; d < n->count; d++) {
		sx_ref s = sx_arg(c->m->pool, e, d);
		if (sx_type_of(c->m->pool, s) != SX_INTEGER)
			return sb_fault(c->why, "%s: a subscript is no Integer", c->where);
		if (shape && sx_is_const(c->m->pool, s) && (sx_int_value(c->m->pool, s) < 1 || sx_int_value(c->m->pool,
			s) > shape[d]))
			return sb_fault(c->why, "%s: subscript %lld of 1 to %u", c->where, (long long)sx_int_value(c->m->pool, s),
				shape[d]);
	}
	return true;
}

static bool check_call(checker *c, const sx_node *n)
{
	if (n->payload >= c->m->functions.n)
		return sb_fault(c->why, "%s: function %u is called, and there are %u", c->where, n->payload, c->m->functions.n);
	const sm_function *f = c->m->functions.at[n->payload];
	if (n->count != f->args)
		return sb_fault(c->why, "%s: '%s' has %u arguments, and is called with %u", c->where, f->name, f->args,
			n->count);
	if (f->results && n->type != f->locals.at[f->args].type)
		return sb_fault(c->why, "%s: a call of '%s' has another type than its result", c->where, f->name);
	return true;
}

static bool check_out(checker *c, sx_ref e, const sx_node *n)
{
	const sx_node *call = sx_at(c->m->pool, sx_arg(c->m->pool, e, 0));

	if (call->op != SX_CALL || call->payload >= c->m->functions.n)
		return sb_fault(c->why, "%s: a result is asked of what is no call", c->where);
	const sm_function *f = c->m->functions.at[call->payload];
	if (n->payload >= f->results || n->type != f->locals.at[f->args + n->payload].type)
		return sb_fault(c->why, "%s: result %u of '%s', which has %u, or another type", c->where, n->payload, f->name,
			f->results);
	return true;
}

/* Are all arguments from `first` on of this type? */
static bool all_are(const sx_pool *p, sx_ref e, uint32_t first, sx_type type)
{
	for (uint32_t i = first; i < sx_at(p, e)->count; i++)
		if (sx_type_of(p, sx_arg(p, e, i)) != type)
			return false;
	return true;
}

static bool sorts_fit(const sx_pool *p, sx_ref e, const sx_node *n)
{
	switch (n->op) {
	case SX_NEG: case SX_ADD: case SX_SUB: case SX_MUL: case SX_QUOT: case SX_MOD: case SX_REM:
		return (n->type == SX_REAL || n->type == SX_INTEGER) && all_are(p, e, 0, n->type);
	case SX_DIV: case SX_POW: case SX_SIN: case SX_COS: case SX_TAN: case SX_EXP: case SX_LOG: case SX_SQRT:
	case SX_ATAN2: case SX_DER:
		return n->type == SX_REAL && all_are(p, e, 0, SX_REAL);
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE:
		return n->type == SX_BOOLEAN && all_are(p, e, 1, sx_type_of(p, sx_arg(p, e, 0)));
	case SX_AND: case SX_OR: case SX_NOT: return n->type == SX_BOOLEAN && all_are(p, e, 0, SX_BOOLEAN);
	case SX_IF: return sx_type_of(p, sx_arg(p, e, 0)) == SX_BOOLEAN && all_are(p, e, 1, n->type);
	case SX_PRE: case SX_NOEVENT: case SX_SMOOTH: return all_are(p, e, 0, n->type);
	case SX_TIME: case SX_TO_REAL: return n->type == SX_REAL;
	case SX_ITER: case SX_INTEGER_OF: case SX_SIZE: return n->type == SX_INTEGER;
	case SX_CALL: return true;               /* one that is made for its effect has none */
	default: return n->type != SX_NOTYPE;
	}
}

static bool check_leaf(checker *c, sx_ref e, const sx_node *n)
{
	if (n->op == SX_VAR) {
		if (n->payload >= c->m->variables.n)
			return sb_fault(c->why, "%s: variable %u of %u", c->where, n->payload, c->m->variables.n);
		const sm_variable *v = sm_var(c->m, n->payload);
		if (n->type != v->type)
			return sb_fault(c->why, "%s: a reference to '%s' has another type than it", c->where, v->name);
		return check_subscripts(c, e, v->rank, v->shape);
	}
	if (!c->locals || n->payload >= c->locals->n)
		return sb_fault(c->why, "%s: local %u of %u", c->where, n->payload, c->locals ? c->locals->n : 0);
	const sm_local *l = &c->locals->at[n->payload];
	if (n->type != l->type)
		return sb_fault(c->why, "%s: a reference to the local '%s' has another type than it", c->where, l->name);
	return check_subscripts(c, e, l->rank, NULL);
}

static bool check_node(void *context, const sx_pool *pool, sx_ref e)
{
	checker *c = context;
	const sx_node *n = sx_at(pool, e);

	if (n->op == SX_NOTHING || n->op >= SX_OP_COUNT || (arity[n->op] >= 0 && n->count != (uint32_t)arity[n->op]))
		return sb_fault(c->why, "%s: operator %u with %u arguments", c->where, n->op, n->count);
	for (uint32_t i = 0; i < n->count; i++)
		if (!sx_arg(pool, e, i) || sx_arg(pool, e, i) >= e)
			return sb_fault(c->why, "%s: argument %u of '%s' is none, or younger than what it is part of", c->where,
				i, sx_op_name(n->op));
	if (!sorts_fit(pool, e, n))
		return sb_fault(c->why, "%s: '%s' has operands of another sort", c->where, sx_op_name(n->op));
	switch (n->op) {
	case SX_VAR: case SX_LOCAL: return check_leaf(c, e, n);
	case SX_CALL: return check_call(c, n);
	case SX_OUT: return check_out(c, e, n);
	case SX_ITER: sb_push(c->scratch, c->used, n->payload); break;
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM:
		if (sx_op_of(pool, sx_arg(pool, e, 0)) != SX_ITER)
			return sb_fault(c->why, "%s: a reduction without an iterator", c->where);
		sb_push(c->scratch, c->bound, sx_at(pool, sx_arg(pool, e, 0))->payload);
		break;
	case SX_LATCH: return sb_fault(c->why, "%s: a latch, which only plans have", c->where);
	case SX_ASK:
		if (n->payload >= SM_QUESTION_COUNT)
			return sb_fault(c->why, "%s: question %u", c->where, n->payload);
		break;
	default: break;
	}
	return true;
}

/* An expression; 0 is allowed where nothing need be given. */
static bool check_expr(checker *c, sx_ref e)
{
	if (!e)
		return true;
	if (e >= sx_count(c->m->pool))
		return sb_fault(c->why, "%s: expression %u of %u", c->where, e, sx_count(c->m->pool));
	c->used.n = c->bound.n = 0;
	sx_visit(c->m->pool, e, check_node, c);
	for (uint32_t i = 0; i < c->used.n && !c->why->n; i++)
		if (!holds(&c->bound, c->used.at[i]) && !holds(&c->around, c->used.at[i]))
			sb_fault(c->why, "%s: the iterator '%s' is not one of those around", c->where, sx_iter_name(c->m->pool,
				c->used.at[i]));
	return !c->why->n;
}

static bool check_typed(checker *c, sx_ref e, sx_type type, const char *what)
{
	if (!check_expr(c, e))
		return false;
	if (sx_type_of(c->m->pool, e) != type)
		return sb_fault(c->why, "%s: the %s is none, or of another type", c->where, what);
	return true;
}

static bool check_exprs(checker *c, const sm_exprs *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (!check_expr(c, list->at[i]))
			return false;
	return true;
}

/* --------------------------------------------------------------- variables */

static bool check_shape(checker *c, uint32_t k, uint32_t first)
{
	const sm_variable *v = sm_var(c->m, k);
	uint64_t count = 1, known = 0;

	for (uint32_t d = 0; d < v->rank; d++)
		count *= v->shape[d];
	if (count != v->count || v->first != first)
		return sb_fault(c->why, "variable '%s' has %u scalars from %u on, and should have %llu from %u on", v->name,
			v->count, v->first,
						(unsigned long long)count, first);
	if (!sb_map_get(&c->m->by_name, (uint64_t)(uintptr_t)v->name, &known) || known != k + 1)
		return sb_fault(c->why, "the name '%s' of variable %u leads to variable %lld", v->name, k,
			(long long)known - 1);
	for (uint32_t d = 0; v->parts && d + 1 < v->rank; d++)
		if (v->parts[d] > v->parts[d + 1])
			return sb_fault(c->why, "the subscripts of '%s' do not stand in rising order", v->name);
	if (v->enumeration > c->m->enums.n)
		return sb_fault(c->why, "variable '%s' is of enumeration %u, and there are %u", v->name, v->enumeration,
			c->m->enums.n);
	return true;
}

static bool check_variable(checker *c, uint32_t k, uint32_t first)
{
	const sm_variable *v = sm_var(c->m, k);
	sx_ref numbers[] = {v->start, v->min, v->max, v->nominal};

	if (!v->name || v->type == SX_NOTYPE || v->type > SX_CLOCK)
		return sb_fault(c->why, "variable %u has no name or no type", k);
	if (!check_shape(c, k, first))
		return false;
	c->where = v->name;
	c->around.n = 0;
	for (uint32_t d = 0; d < v->rank; d++)
		sb_push(c->scratch, c->around, v->over[d]);
	if (v->binding && v->variability < SM_PARAMETER)
		return sb_fault(c->why, "'%s' is no parameter, and its binding is no equation", v->name);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (numbers[i] && !check_typed(c, numbers[i], v->type, "attribute"))
			return false;
	if (v->binding && !check_typed(c, v->binding, v->type, "binding"))
		return false;
	if (v->fixed && !check_typed(c, v->fixed, SX_BOOLEAN, "attribute fixed"))
		return false;
	c->around.n = 0;
	return true;
}

static bool check_variables(checker *c)
{
	uint32_t first = 0;

	for (uint32_t k = 0; k < c->m->variables.n; k++) {
		if (!check_variable(c, k, first))
			return false;
		first += sm_var(c->m, k)->count;
	}
	if (first != c->m->scalars)
		return sb_fault(c->why, "the variables have %u scalars, and the model %u", first, c->m->scalars);
	return true;
}

/* -------------------------------------------------------------- statements */

static bool check_statements(checker *c, const sm_statements *list);

static bool check_statement(checker *c, const sm_statement *s)
{
	sx_ref all[] = {s->target, s->value, s->condition, s->from, s->to, s->step, s->index, s->tolerance,
		s->replications, s->warmup};
	uint32_t depth = c->around.n;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!check_expr(c, all[i]))
			return false;
	if (!check_exprs(c, &s->targets))
		return false;
	if (s->kind == SM_ASSIGN && (!s->target || !s->value))
		return sb_fault(c->why, "%s: an assignment without a target or a value", c->where);
	if (s->kind == SM_FOR)
		sb_push(c->scratch, c->around, s->iterator);
	for (uint32_t b = 0; b < s->branches.n; b++)
		if (!check_expr(c, s->branches.at[b].condition) || !check_exprs(c, &s->branches.at[b].any) ||
			!check_statements(c, &s->branches.at[b].body))
			return false;
	c->around.n = depth;
	return true;
}

static bool check_statements(checker *c, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (!list->at[i] || !check_statement(c, list->at[i]))
			return list->at[i] ? false : sb_fault(c->why, "%s: statement %u is missing", c->where, i);
	return true;
}

/* --------------------------------------------------------------- equations */

static bool check_targets(checker *c, const sm_equation *q)
{
	for (uint32_t i = 0; i < q->targets.n; i++)
		if (q->targets.at[i] && sx_op_of(c->m->pool, q->targets.at[i]) != SX_VAR)
			return sb_fault(c->why, "%s: what an equation gives is no variable", c->where);
	return check_exprs(c, &q->targets);
}

static bool check_sides(checker *c, const sm_equation *q)
{
	switch (q->kind) {
	case SM_EQUAL:
		return check_expr(c, q->lhs) && check_expr(c, q->rhs) &&
			((q->lhs && q->rhs && sx_type_of(c->m->pool, q->lhs) == sx_type_of(c->m->pool, q->rhs)) ||
			 sb_fault(c->why, "%s: a side of an equation is missing, or of another type than the other", c->where));
	case SM_CALL:
		return check_expr(c, q->rhs) && check_targets(c, q) &&
			(sx_op_of(c->m->pool, q->rhs) == SX_CALL || sb_fault(c->why, "%s: several results of what is no call",
				c->where));
	case SM_REINIT:
		return check_typed(c, q->lhs, SX_REAL, "state of a reinit") && check_typed(c, q->rhs, SX_REAL,
			"value of a reinit") &&
			(sx_op_of(c->m->pool, q->lhs) == SX_VAR || sb_fault(c->why, "%s: a reinit of what is no variable",
				c->where));
	case SM_ASSERT: return check_typed(c, q->lhs, SX_BOOLEAN, "condition of an assertion") && check_typed(c, q->rhs,
		SX_STRING, "message");
	case SM_TERMINATE: return check_typed(c, q->rhs, SX_STRING, "message");
	case SM_PROGRAM:
		return check_typed(c, q->lhs, SX_BOOLEAN, "activation") && check_typed(c, q->rhs, SX_REAL, "delay") &&
			(sx_op_of(c->m->pool, q->lhs) == SX_VAR ||
			 sb_fault(c->why, "%s: what is programmed is no variable", c->where));
	case SM_ALGORITHM: return check_targets(c, q) && check_statements(c, &q->statements);
	default: return true;
	}
}

static bool check_equations(checker *c, const sm_equations *list);

static bool check_branches(checker *c, const sm_equation *q)
{
	for (uint32_t b = 0; b < q->branches.n; b++) {
		const sm_branch *branch = &q->branches.at[b];
		sx_type type = sx_type_of(c->m->pool, branch->condition);
		if (!check_expr(c, branch->condition) || !check_exprs(c, &branch->any) || !check_equations(c, &branch->body))
			return false;
		if (branch->condition && type != SX_BOOLEAN && !(q->kind == SM_WHEN && type == SX_CLOCK))
			return sb_fault(c->why, "%s: the condition of a branch is no Boolean", c->where);
		if (!branch->condition && !branch->any.n && (q->kind == SM_WHEN || b + 1 < q->branches.n))
			return sb_fault(c->why, "%s: branch %u of %u has no condition", c->where, b, q->branches.n);
	}
	return true;
}

static bool check_equation(checker *c, const sm_equation *q)
{
	uint32_t depth = c->around.n;

	if (q->kind > SM_ALGORITHM)
		return sb_fault(c->why, "%s: an equation of kind %d", c->where, (int)q->kind);
	if (q->instance > c->m->instances.n)
		return sb_fault(c->why, "%s: an equation of instance %u, and there are %u", c->where, q->instance,
			c->m->instances.n);
	c->where = *q->component ? q->component : c->m->name;
	for (uint32_t d = 0; d < q->domain.n; d++) {
		if (holds(&c->around, q->domain.at[d].iterator))
			return sb_fault(c->why, "%s: the iterator '%s' runs twice", c->where, sx_iter_name(c->m->pool,
				q->domain.at[d].iterator));
		sb_push(c->scratch, c->around, q->domain.at[d].iterator);
	}
	bool good = check_sides(c, q) && check_branches(c, q);
	c->around.n = depth;
	return good;
}

static bool check_equations(checker *c, const sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (!check_equation(c, list->at[i]))
			return false;
	return true;
}

/* -------------------------------------------- functions, events and the rest */

static bool check_locals(checker *c, const sm_locals *locals, const char *name)
{
	c->locals = locals;
	c->where = name;
	for (uint32_t i = 0; i < locals->n; i++) {
		const sm_local *l = &locals->at[i];
		for (uint32_t d = 0; d < l->rank; d++)
			if (!check_expr(c, l->dims[d]))
				return false;
		if (!check_expr(c, l->binding))
			return false;
	}
	return true;
}

/* An operation of a component gives as much as the component says. */
static bool check_operation(checker *c, const sm_function *f)
{
	if (f->block->block >= c->m->blocks.n)
		return sb_fault(c->why, "the function '%s' is of component %u, and there are %u", f->name, f->block->block,
						c->m->blocks.n);
	if (f->results != sm_block_results(c->m->blocks.at[f->block->block], f->block))
		return sb_fault(c->why, "the function '%s' and its component differ in what it gives", f->name);
	return true;
}

static bool check_function(checker *c, const sm_function *f)
{
	if (f->block && !check_operation(c, f))
		return false;
	if ((uint64_t)f->args + f->results > f->locals.n || f->destructor > c->m->functions.n)
		return sb_fault(c->why, "the function '%s' has %u arguments and %u results, and %u locals", f->name, f->args,
			f->results, f->locals.n);
	for (uint32_t i = 0; i < f->args + f->results; i++)
		if (f->locals.at[i].role != (i < f->args ? SM_ARG : SM_RESULT))
			return sb_fault(c->why, "local %u of the function '%s' has another role than its place", i, f->name);
	return check_locals(c, &f->locals, f->name) && check_statements(c, &f->body) && check_statements(c, &f->last);
}

static bool check_routine(checker *c, const sm_routine *r)
{
	if (r->args > r->locals.n || r->kind > SM_ONCE)
		return sb_fault(c->why, "the routine '%s' has %u arguments, and %u locals", r->name, r->args, r->locals.n);
	return check_locals(c, &r->locals, r->name) && check_statements(c, &r->body);
}

static bool check_event(checker *c, const sm_event *e)
{
	c->where = e->name;
	return check_expr(c, e->when) && check_expr(c, e->start) && check_expr(c, e->interval) && check_statements(c,
		&e->action);
}

static bool check_numbers(checker *c)
{
	const sm_model *m = c->m;

	for (uint32_t i = 0; i < m->instances.n; i++)
		if (m->instances.at[i].activity >= m->variables.n || !m->instances.at[i].body)
			return sb_fault(c->why, "the instance '%s' has no activity or no equations", m->instances.at[i].name);
	for (uint32_t i = 0; i < m->machine_states.n; i++)
		if (m->machine_states.at[i].active >= m->variables.n || m->machine_states.at[i].reset >= m->variables.n)
			return sb_fault(c->why, "the state '%s' of a machine names a variable that is not there",
				m->machine_states.at[i].name);
	for (uint32_t i = 0; i < m->experiments.n; i++)
		if (m->experiments.at[i].routine >= m->routines.n)
			return sb_fault(c->why, "the experiment '%s' names routine %u of %u", m->experiments.at[i].name,
				m->experiments.at[i].routine, m->routines.n);
	for (uint32_t i = 0; i < m->begin.n + m->end.n; i++)
		if ((i < m->begin.n ? m->begin.at[i] : m->end.at[i - m->begin.n]) >= m->routines.n)
			return sb_fault(c->why, "a routine around the simulations is not there");
	for (uint32_t i = 0; i < m->stored.n; i++)
		if (m->stored.at[i] >= m->scalars)
			return sb_fault(c->why, "scalar %u is to be stored, and there are %u", m->stored.at[i], m->scalars);
	return true;
}

static bool check_model(checker *c)
{
	const sm_model *m = c->m;

	if (!check_variables(c) || !check_numbers(c) || !check_equations(c, &m->equations) || !check_equations(c,
		&m->initial_equations))
		return false;
	for (uint32_t i = 0; i < m->events.n; i++)
		if (!check_event(c, &m->events.at[i]))
			return false;
	for (uint32_t i = 0; i < m->functions.n; i++)
		if (!check_function(c, m->functions.at[i]))
			return false;
	for (uint32_t i = 0; i < m->routines.n; i++)
		if (!check_routine(c, &m->routines.at[i]))
			return false;
	for (uint32_t i = 0; i < m->blocks.n; i++)
		if (!sm_check_block(m, m->blocks.at[i], c->why))
			return false;
	return true;
}

bool sm_check(const sm_model *m, sb_text *why)
{
	checker c = {.m = m, .why = why, .scratch = sb_arena_new(), .where = m->name};
	bool good = check_model(&c);

	sb_arena_free(c.scratch);
	return good;
}
