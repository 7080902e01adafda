/* Equations of all kinds: what is done with each, and equations with '=' and when. */
#include "base/check.h"
#include "front/modelica/flatten/flatten_inside.h"

#include <string.h>

bool mo_stopped(const mo_destination *p)
{
	return p->env->needs_constants && *p->env->needs_constants;
}

static bool flatten_equal(const mo_destination *p, const mo_equation *q)
{
	mo_value *l, *r;

	if (q->left->kind == MO_E_TUPLE)
		return mo_flatten_multi(p, q);
	if (p->env->in_when && q->left->kind != MO_E_REF) {
		sb_message *m = sb_report(p->c->diag, SB_ERROR, "M0413", q->left->span,
								  "the left side of an equation in a when must be a variable");
		sb_help(m, "solve the equation for one variable and write it as 'x = ...'");
		return false;
	}
	l = p->env->in_when ? mo_lower_target(p->c, p->env, q->left) : mo_lower(p->c, p->env, q->left);
	r = mo_lower(p->c, p->env, q->right);
	if (mo_stopped(p))
		return true;
	if (!l || !r || !mo_check_sides(p->c, l, r, q->left->span, q->right->span))
		return false;
	return mo_equate(p, SM_EQUAL, l, r, q->span) || mo_stopped(p);
}

static bool when_is_allowed(const mo_destination *p, const mo_equation *q)
{
	const char *where = p->env->in_when      ? "another when"
						: p->env->in_clocked ? "a when with a clock"
						: p->env->in_initial ? "an initial equation section"
						: p->at_run          ? "an if whose condition is not known before the run"
											 : NULL;

	if (where)
		sb_help(sb_report(p->c->diag, SB_ERROR, "M0412", q->span, "a when cannot be inside %s", where),
				"write it by itself, with its condition and the outer one");
	return !where;
}

static void find_set(const sx_pool *pool, const sm_equations *body, sb_map *out)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const sm_equation *q = body->at[i];

		if (q->kind == SM_EQUAL && sx_op_of(pool, q->lhs) == SX_VAR)
			sb_map_put(out, sx_at(pool, q->lhs)->payload, i);
		for (uint32_t k = 0; q->kind == SM_CALL && k < q->targets.n; k++)
			if (q->targets.at[k])
				sb_map_put(out, sx_at(pool, q->targets.at[k])->payload, i);
		for (uint32_t b = 0; b < q->branches.n; b++)
			find_set(pool, &q->branches.at[b].body, out);
	}
}

/* The first variable of a that is not in b. */
static uint64_t first_missing(const sb_map *a, const sb_map *b)
{
	uint64_t least = UINT64_MAX, at;

	for (uint32_t i = 0; i < a->cap; i++)
		if (a->used[i] && a->keys[i] < least && !sb_map_get(b, a->keys[i], &at))
			least = a->keys[i];
	return least;
}

/* 3.6, 8.3.5.2: all branches of a when set the same variables (reinit, assert and terminate aside): what one of them
 * sets has its equation there, and none where another branch acts. */
static bool sets_the_same(const mo_destination *p, const sm_equation *e)
{
	mo_context *c = p->c;
	sb_map first = sb_map_new(c->arena);

	if (e->branches.n < 2)
		return true;
	find_set(c->pool, &e->branches.at[0].body, &first);
	for (uint32_t b = 1; b < e->branches.n; b++) {
		sb_map here = sb_map_new(c->arena);

		find_set(c->pool, &e->branches.at[b].body, &here);
		uint64_t missing = first_missing(&first, &here), added = first_missing(&here, &first);
		if (missing == UINT64_MAX && added == UINT64_MAX)
			continue;
		const char *name = sm_var(c->model, (uint32_t)(missing != UINT64_MAX ? missing : added))->name;
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "M0452", e->branches.at[b].span,
					  missing != UINT64_MAX ? "this branch of the when does not set '%s', but the first one does"
											: "this branch of the when sets '%s', but the first one does not",
					  name);
		sb_note(m, "only the equations of the branch that acts hold, so every branch must have one for each of the "
				   "variables");
		sb_help(m,
				"add %s = pre(%s) there, or write two when-clauses, or use an algorithm, which does not have this rule",
				name, name);
		return false;
	}
	return true;
}

/* 16.6: it has one branch, and general equations. */
static bool flatten_clocked(const mo_destination *p, const mo_equation *q, sx_ref clock)
{
	sm_equation *e = mo_new_equation(p, SM_WHEN, q->span);
	sm_branch branch = {.span = q->branches.at[0].span, .condition = clock};
	mo_destination inner = *p;
	mo_env env = *p->env;
	bool ok;

	if (q->branches.n > 1) {
		sb_help(sb_report(p->c->diag, SB_ERROR, "M0598", q->branches.at[1].span,
						  "a when with a clock cannot have an elsewhen"),
				"write a when for each clock");
		return false;
	}
	env.in_clocked = true;
	inner.env = &env;
	inner.out = &branch.body;
	inner.domain = (sm_domain){0};
	ok = mo_flatten_equations(&inner, &q->branches.at[0].body);
	sb_push(p->c->arena, e->branches, branch);
	sb_push(p->c->arena, *p->out, e);
	return ok;
}

static bool is_clock(const mo_destination *p, const mo_expr *e, sx_ref *clock)
{
	uint32_t before = sb_messages(p->c->diag);
	mo_value *v = mo_lower(p->c, p->env, e);

	if (!v || v->type.base != MO_B_CLOCK || v->type.rank) {
		sb_take_back(p->c->diag, before, NULL);      /* said again when it is read as a Boolean */
		return false;
	}
	*clock = mo_elem(p->c, v, NULL);
	return *clock != 0;
}

/* Could the condition be a clock? Asked first, because reading an expression twice would make two of each sample in
 * it. */
static bool may_be_clock(const mo_expr *e)
{
	return e->kind == MO_E_REF ||
		   (e->kind == MO_E_CALL && e->parts.n && strcmp(e->parts.at[e->parts.n - 1].name, "sample") != 0);
}

static bool flatten_when(const mo_destination *p, const mo_equation *q)
{
	sm_equation *e;
	sx_ref clock;
	bool ok = true;

	if (!when_is_allowed(p, q))
		return false;
	if (may_be_clock(q->branches.at[0].condition) && is_clock(p, q->branches.at[0].condition, &clock))
		return flatten_clocked(p, q, clock);
	e = mo_new_equation(p, SM_WHEN, q->span);
	for (uint32_t i = 0; i < q->branches.n; i++) {
		const mo_branch *b = &q->branches.at[i];
		sm_branch branch = {.span = b->span};
		mo_destination inner = *p;
		mo_env env = *p->env;

		ok &= mo_lower_when_condition(p->c, p->env, b->condition, &branch.condition, &branch.any);
		env.in_when = true;
		inner.env = &env;
		inner.out = &branch.body;
		inner.domain = (sm_domain){0};
		ok &= mo_flatten_equations(&inner, &b->body);
		sb_push(p->c->arena, e->branches, branch);
	}
	sb_push(p->c->arena, *p->out, e);
	return ok && sets_the_same(p, e);
}

/* Connections were collected in the first walk; here only those are reported that stand where none may be. */
bool mo_check_connection(const mo_destination *p, const mo_equation *q)
{
	const char *where = p->env->in_when      ? "a when"
						: p->env->in_initial ? "an initial equation section"
						: p->at_run          ? "an if whose condition is not known before the run"
											 : NULL;

	if (where)
		sb_help(sb_report(p->c->diag, SB_ERROR, "M0423", q->span, "connections cannot be inside %s", where),
				"connections do not change during the run; let the condition depend on parameters only");
	return !where;
}

static bool flatten_one(const mo_destination *p, const mo_equation *q)
{
	switch (q->kind) {
	case MO_Q_EQUAL:
		return flatten_equal(p, q);
	case MO_Q_CONNECT:
		return mo_check_connection(p, q);
	case MO_Q_IF:
		return mo_flatten_if(p, q);
	case MO_Q_FOR:
		return mo_flatten_for(p, q);
	case MO_Q_WHEN:
		return flatten_when(p, q);
	case MO_Q_CALL:
		return mo_flatten_call(p, q);
	default:
		sb_must(false, "a statement among equations has passed the parser");
		return false;
	}
}

/* The first walk: connections, and loops and branches that hold some. What is wrong there is not looked at again. */
static bool collect_one(const mo_destination *p, const mo_equation *q)
{
	struct mo_flattening *f = mo_flattening_of(p->c);
	bool ok = true;

	switch (q->kind) {
	case MO_Q_CONNECT:
		return p->at_run || (mo_is_expanding(p->c) ? mo_expand_connect : mo_flatten_connect)(p->c, p->env, q);
	case MO_Q_CALL:
		return p->at_run || mo_is_expanding(p->c) || q->left->parts.n != 2 ||
			   strcmp(q->left->parts.at[0].name, "Connections") != 0 ||
			   mo_graph_statement(p->c, p->env, q->left, p->component);
	case MO_Q_IF:
	case MO_Q_FOR:
		for (uint32_t b = 0; b < q->branches.n; b++) {
			if (!mo_has_connections(&q->branches.at[b].body))
				continue;
			ok = q->kind == MO_Q_IF ? mo_flatten_if(p, q) : mo_flatten_for(p, q);
			break;
		}
		if (mo_stopped(p))
			return true;
		if (!ok && !mo_is_expanding(p->c))
			sb_map_put(&f->failed, (uint64_t)(uintptr_t)q, 1);
		return ok;
	default:
		return true;
	}
}

static bool has_failed(const mo_destination *p, const mo_equation *q)
{
	uint64_t mark;

	return sb_map_get(&mo_flattening_of(p->c)->failed, (uint64_t)(uintptr_t)q, &mark);
}

bool mo_flatten_equations(const mo_destination *p, const mo_equations *body)
{
	bool ok = true;

	for (uint32_t i = 0; i < body->n && !mo_stopped(p); i++) {
		if (p->connections_only)
			ok &= collect_one(p, body->at[i]);
		else
			ok &= !has_failed(p, body->at[i]) && flatten_one(p, body->at[i]);
	}
	return ok;
}
