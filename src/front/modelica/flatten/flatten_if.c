/* If equations. A branch is chosen now where the condition is known now and the branches differ in more than values;
 * all others are kept as they are, and must then stand for the same number of equations. */
#include "front/modelica/flatten/flatten_inside.h"

#include <string.h>

static bool mentions(const mo_expr *e, bool (*test)(const mo_expr *e))
{
	if (!e)
		return false;
	if (test(e))
		return true;
	for (uint32_t i = 0; i < e->a.n; i++)
		if (mentions(e->a.at[i], test))
			return true;
	for (uint32_t i = 0; i < e->named.n; i++)
		if (mentions(e->named.at[i].value, test))
			return true;
	return false;
}

/* Which clocks there are, and how they are tied to each other, is known before the run (16.3.2). */
static bool is_about_clocks(const char *name)
{
	static const char *const all[] = {"Clock",      "subSample", "superSample", "shiftSample",
									  "backSample", "noClock",   "hold",        "previous"};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(name, all[i]) == 0)
			return true;
	return false;
}

static bool is_structural_place(const mo_expr *e)
{
	if (e->kind == MO_E_CALL && e->parts.n == 1 && is_about_clocks(e->parts.at[0].name))
		return true;
	if (e->kind == MO_E_CALL && e->parts.n == 1 && strcmp(e->parts.at[0].name, "der") == 0)
		return true;
	for (uint32_t i = 0; i < e->parts.n; i++)
		if (e->parts.at[i].subscripted)
			return true;
	return e->kind == MO_E_SUBSCRIPTED;
}

static bool same_reference(const mo_expr *a, const mo_expr *b)
{
	if (a->kind != MO_E_REF || b->kind != MO_E_REF || a->parts.n != b->parts.n)
		return false;
	for (uint32_t i = 0; i < a->parts.n; i++)
		if (a->parts.at[i].name != b->parts.at[i].name)
			return false;
	return true;
}

static bool is_reference(const mo_expr *e)
{
	return e->kind == MO_E_REF;
}

/* Do the branches only choose between values of the same variables? Then a parameter in the condition may stay one. In
 * all other cases (another number of equations, connections, states, sizes) the branch is chosen now; also where one of
 * them gives a number and another one ties variables to each other (i = 0, i = G*v), for then they determine different
 * things. */
static bool chooses_values(const mo_equation *q)
{
	uint32_t last = q->branches.n - 1;

	if (q->branches.at[last].condition)
		return false;
	for (uint32_t b = 0; b <= last; b++) {
		const mo_equations *body = &q->branches.at[b].body, *first = &q->branches.at[0].body;

		if (body->n != first->n)
			return false;
		for (uint32_t i = 0; i < body->n; i++) {
			const mo_equation *one = body->at[i];

			if (one->kind != MO_Q_EQUAL || !same_reference(one->left, first->at[i]->left))
				return false;
			if (mentions(one->left, is_structural_place) || mentions(one->right, is_structural_place))
				return false;
			if (mentions(one->right, is_reference) != mentions(first->at[i]->right, is_reference))
				return false;
		}
	}
	return true;
}

typedef struct search {
	mo_context *c;
	bool found;
} search;

static bool is_decided(void *context, const sx_pool *pool, sx_ref e)
{
	search *s = context;
	const sm_variable *v = sx_op_of(pool, e) == SX_VAR ? sm_var(s->c->model, sx_at(pool, e)->payload) : NULL;

	s->found |= v && (v->structural || v->variability == SM_CONSTANT);
	return !s->found;
}

typedef enum decision { SKIP, TAKE, AT_RUN, FAILED } decision;

static decision decide(const mo_destination *p, const mo_equation *q, sx_ref condition, sb_span span)
{
	search s = {.c = p->c};
	sx_value value;

	if (sx_is_const(p->c->pool, condition))
		return sx_int_value(p->c->pool, condition) ? TAKE : SKIP;
	if (!mo_is_parametric(p->c, condition))
		return AT_RUN;
	sx_visit(p->c->pool, condition, is_decided, &s);
	if (!s.found && mo_has_axis(p->c, condition) && chooses_values(q))
		return AT_RUN;
	if (p->env->needs_constants && mo_varies(p->c, condition)) {
		*p->env->needs_constants = true;
		return FAILED;
	}
	if ((!s.found && chooses_values(q)) || !mo_try_evaluate(p->c, condition, &value))
		return AT_RUN;
	if (!mo_evaluate(p->c, condition, span, "the condition of an if equation", &value))
		return FAILED;
	return value.integer ? TAKE : SKIP;
}

/* Does a derivative stand in one of the branches? */
static bool has_derivative(const sm_model *m, const sm_equation *e)
{
	for (uint32_t b = 0; b < e->branches.n; b++)
		for (uint32_t i = 0; i < e->branches.at[b].body.n; i++) {
			const sm_equation *inner = e->branches.at[b].body.at[i];
			uint16_t flags =
				(inner->lhs ? sx_flags(m->pool, inner->lhs) : 0) | (inner->rhs ? sx_flags(m->pool, inner->rhs) : 0);
			if (flags & SX_HAS_DER || (inner->kind == SM_IF && has_derivative(m, inner)))
				return true;
		}
	return false;
}

/* Every branch must stand for as many equations as the others, and none may be missing, or the number of unknowns would
 * change. Only states may come and go with their equations: where there are derivatives, whether each mode has enough
 * equations is found out when it is analysed. */
static bool branches_agree(const mo_destination *p, const mo_equation *q, const sm_equation *e)
{
	uint32_t first = 0;
	bool structural = has_derivative(p->c->model, e);
	bool has_else = e->branches.n && !e->branches.at[e->branches.n - 1].condition;

	for (uint32_t b = 0; b < e->branches.n; b++) {
		uint32_t n = 0;

		for (uint32_t i = 0; i < e->branches.at[b].body.n; i++)
			n += sm_equation_count(p->c->model, e->branches.at[b].body.at[i]);
		if (b == 0)
			first = n;
		if (n != first && !structural && has_else) {
			sb_message *m = sb_report(p->c->diag, SB_ERROR, "M0410", e->branches.at[b].span,
									  "this branch has %u equation%s, but the first one has %u", n,
									  n == 1 ? "" : "s", first);
			sb_note(
				m, "the condition is not known before the run, so every branch must have the same number of equations");
			return false;
		}
	}
	if (has_else || first == 0)
		return true;
	sb_message *m = sb_report(p->c->diag, SB_ERROR, "M0411", q->span, "this if equation needs an else");
	sb_note(m, "if no condition holds, %u equation%s missing", first, first > 1 ? "s are" : " is");
	sb_help(m, "add `else` with as many equations; to change something only at the moment when the condition becomes "
			   "true, write `when`");
	return false;
}

static bool run_branch(const mo_destination *p, sm_equation *e, sx_ref condition, const mo_branch *b)
{
	sm_branch branch = {.condition = condition, .span = b->span};
	mo_destination inner = *p;
	mo_env env = *p->env;
	bool ok;

	env.guarded = true;
	inner.env = &env;
	inner.out = &branch.body;
	inner.domain = (sm_domain){0};
	inner.at_run = true;
	ok = mo_flatten_equations(&inner, &b->body);
	sb_push(p->c->arena, e->branches, branch);
	return ok;
}

static bool owns(const mo_destination *p, const mo_expr *list, sm_branch *b)
{
	for (uint32_t i = 0; i < list->a.n; i++) {
		mo_value *v = list->a.at[i]->kind == MO_E_REF ? mo_lower_reference(p->c, p->env, list->a.at[i]) : NULL;
		sx_ref subscripts[16], e = 0;
		for (uint32_t k = 0; k < 16; k++)
			subscripts[k] = sx_int(p->c->pool, 1);
		if (v && v->type.rank <= 16)
			e = mo_elem(p->c, v, subscripts);
		if (!e || sx_op_of(p->c->pool, e) != SX_VAR)
			return false;
		sb_push(p->c->arena, b->owns, sx_at(p->c->pool, e)->payload);
	}
	return true;
}

/* if ... end if annotation(__Saltus(hold = true)): what other branches give and this one does not keeps its value.
 * hold = {{a, b}, {c}}: and so do a and b while the first branch does not hold, and c while the second does not. A
 * branch without such variables has `false`. */
static bool holds(const mo_destination *p, const mo_equation *q, sm_equation *e)
{
	const mo_modification *said = mo_own_setting(&q->annotation, "hold");
	const mo_expr *value = said ? said->value : NULL;
	bool good = !value || value->kind != MO_E_ARRAY || value->a.n == e->branches.n;

	if (!value)
		return true;
	if (value->kind != MO_E_ARRAY)
		return mo_evaluate_boolean(p->c, p->env, value, "'hold'", &e->holds);
	e->holds = true;
	for (uint32_t b = 0; good && b < e->branches.n; b++)
		good = value->a.at[b]->kind == MO_E_ARRAY ? owns(p, value->a.at[b], &e->branches.at[b])
												  : value->a.at[b]->kind == MO_E_BOOLEAN;
	if (!good)
		sb_help(sb_report(p->c->diag, SB_ERROR, "M1006", said->span,
						  "'hold' is not a list of the variables of each branch"),
				"write hold = true, or hold = {{x, y}, {z}}: variables of the first branch, of the second, ...");
	return good;
}

static bool finish_if(const mo_destination *p, const mo_equation *q, sm_equation *e)
{
	if (!holds(p, q, e) || (!e->holds && !branches_agree(p, q, e)))
		return false;
	sb_push(p->c->arena, *p->out, e);
	return true;
}

static bool is_rough_call(void *context, const sx_pool *pool, sx_ref e)
{
	search *s = context;
	const sm_function *f = sx_op_of(pool, e) == SX_CALL ? s->c->model->functions.at[sx_at(pool, e)->payload] : NULL;

	s->found |= f && f->external && !f->given.n;
	return !s->found;
}

/* Does a branch call an external function that has no derivative? */
static bool has_rough_call(const mo_destination *p, const sm_branch *b)
{
	search s = {.c = p->c};

	for (uint32_t i = 0; i < b->body.n && !s.found; i++) {
		if (b->body.at[i]->lhs)
			sx_visit(p->c->pool, b->body.at[i]->lhs, is_rough_call, &s);
		if (b->body.at[i]->rhs && !s.found)
			sx_visit(p->c->pool, b->body.at[i]->rhs, is_rough_call, &s);
	}
	return s.found;
}

/* Where some branches can be differentiated and others cannot, the equation as a whole could not be. If parameters
 * alone choose, they choose now: a table with jumps and one without are different things to the solver. */
static const mo_branch *choose_now(const mo_destination *p, const mo_equation *q, const sm_equation *e)
{
	uint32_t rough = 0, known = 0;
	sx_value value;

	for (uint32_t b = 0; b < e->branches.n; b++) {
		sx_ref condition = e->branches.at[b].condition;

		rough += has_rough_call(p, &e->branches.at[b]);
		known += !condition || (mo_is_parametric(p->c, condition) && !mo_has_axis(p->c, condition) &&
								!mo_varies(p->c, condition) && mo_try_evaluate(p->c, condition, &value));
	}
	if (rough == 0 || rough == e->branches.n || known < e->branches.n || e->branches.n != q->branches.n)
		return NULL;
	for (uint32_t b = 0; b < e->branches.n; b++) {
		sx_ref condition = e->branches.at[b].condition;

		if (!condition)
			return &q->branches.at[b];
		if (!mo_evaluate(p->c, condition, e->branches.at[b].span, "the condition of an if equation", &value))
			return NULL;
		if (value.integer)
			return &q->branches.at[b];
	}
	return NULL;
}

bool mo_flatten_if(const mo_destination *p, const mo_equation *q)
{
	const mo_branch *chosen;
	sm_equation *e = mo_new_equation(p, SM_IF, q->span);
	bool ok = true;

	for (uint32_t i = 0; i < q->branches.n; i++) {
		const mo_branch *b = &q->branches.at[i];
		sx_ref condition =
			b->condition ? mo_lower_scalar(p->c, p->env, b->condition, MO_B_BOOLEAN) : sx_bool(p->c->pool, true);
		decision d = condition ? decide(p, q, condition, b->condition ? b->condition->span : b->span) : FAILED;

		if (mo_stopped(p))
			return true;
		if (d == FAILED)
			return false;
		if (d == TAKE && e->branches.n == 0)
			return mo_flatten_equations(p, &b->body);
		if (d != SKIP)
			ok &= run_branch(p, e, d == TAKE ? 0 : condition, b);
		if (mo_stopped(p))
			return true;
		if (d == TAKE)
			break;
	}
	if (e->branches.n == 0 || !ok)
		return ok;
	chosen = choose_now(p, q, e);
	if (chosen)
		return mo_flatten_equations(p, &chosen->body);
	return finish_if(p, q, e);
}
