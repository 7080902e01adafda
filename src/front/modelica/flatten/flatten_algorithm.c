/* Algorithms of models: their statements, and what they set. */
#include "front/modelica/flatten/flatten_inside.h"

/* Which variables an algorithm sets: a whole array if any of its elements is set at a place that is not a constant, or
 * if all are. One of a family of components sets what belongs to one element of the family. */
typedef struct target {
	uint32_t variable;
	bool whole;
	sm_exprs at;
} target;
typedef struct targets {
	mo_context *c;
	const mo_scope *family;
	sb_vec(target) list;
	sb_map by_variable, seen;
} targets;

/* Does the variable belong to the family, whose axes are then its leading dimensions? */
static bool is_in_family(const targets *t, uint32_t variable)
{
	const sm_variable *v = sm_var(t->c->model, variable);

	for (uint32_t k = 0; t->family && k < t->family->axis_count; k++)
		if (k >= v->rank || v->over[k] != t->family->axes[k]->iterator)
			return false;
	return t->family != NULL;
}

/* One element: all subscripts are constants, but for those of the family. */
static bool is_element(const targets *t, sx_ref e)
{
	const sx_pool *pool = t->c->pool;
	uint32_t variable = sx_at(pool, e)->payload, rank = sm_var(t->c->model, variable)->rank;
	uint32_t first = is_in_family(t, variable) ? t->family->axis_count : 0;

	if (rank == 0 || sx_at(pool, e)->count != rank)
		return false;
	for (uint32_t k = 0; k < rank; k++)
		if (k < first ? sx_arg(pool, e, k) != t->family->axes[k]->at : !sx_is_const(pool, sx_arg(pool, e, k)))
			return false;
	return true;
}

static void add_target(targets *t, sx_ref e)
{
	uint64_t number, seen;
	uint32_t variable;
	target *one;

	if (!e || sx_op_of(t->c->pool, e) != SX_VAR)
		return;
	variable = sx_at(t->c->pool, e)->payload;
	if (!sb_map_get(&t->by_variable, variable, &number)) {
		number = t->list.n;
		sb_push(t->c->arena, t->list, ((target){.variable = variable}));
		sb_map_put(&t->by_variable, variable, number);
	}
	one = &t->list.at[number];
	if (!is_element(t, e)) {
		one->whole = true;
	} else if (!sb_map_get(&t->seen, e, &seen)) {
		sb_map_put(&t->seen, e, 1);
		sb_push(t->c->arena, one->at, e);
	}
}

static void find_targets(targets *t, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];

		if (s->kind == SM_ASSIGN)
			add_target(t, s->target);
		for (uint32_t k = 0; k < s->targets.n; k++)
			add_target(t, s->targets.at[k]);
		for (uint32_t k = 0; k < s->branches.n; k++)
			find_targets(t, &s->branches.at[k].body);
	}
}

static void add_row(const targets *t, sm_equation *q, uint32_t variable)
{
	mo_context *c = t->c;
	const sm_variable *v = sm_var(c->model, variable);
	uint32_t axes = t->family->axis_count, *place = sb_new_array(c->arena, uint32_t, v->rank);
	sx_ref *at = sb_new_array(c->arena, sx_ref, v->rank);

	for (uint32_t k = 0; k < axes; k++)
		at[k] = t->family->axes[k]->at;
	do {
		mo_place_subscripts(c, place, v->rank - axes, at + axes);
		sb_push(c->arena, q->targets, sx_var(c->pool, variable, v->type, at, v->rank));
	} while (mo_next_place(v->shape + axes, v->rank - axes, place));
}

static void set_targets(mo_context *c, sm_equation *q, const mo_scope *family)
{
	targets t = {.c = c, .family = family, .by_variable = sb_map_new(c->arena), .seen = sb_map_new(c->arena)};

	find_targets(&t, &q->statements);
	for (uint32_t i = 0; i < t.list.n; i++) {
		const target *one = &t.list.at[i];
		bool row = is_in_family(&t, one->variable);

		if (one->whole && row) {
			add_row(&t, q, one->variable);
		} else if (one->whole || (!row && one->at.n == sm_var(c->model, one->variable)->count)) {
			sb_push(c->arena, q->targets, sm_ref(c->model, one->variable));
		} else {
			for (uint32_t k = 0; k < one->at.n; k++)
				sb_push(c->arena, q->targets, one->at.at[k]);
		}
	}
}

static bool flatten_section(const mo_destination *p, void *context)
{
	const mo_section *section = context;
	mo_context *c = p->c;
	sm_equation *q = mo_new_equation(p, SM_ALGORITHM, section->span);

	if (!mo_flatten_statements(c, p->env, &section->body, &q->statements))
		return false;
	set_targets(c, q, p->family ? p->family : c->point);
	if (!section->initial && mo_first_report(c, &section->body))
		mo_warn_early(c, q);
	if (q->statements.n > 0)
		sb_push(c->arena, *p->out, q);
	return true;
}

bool mo_flatten_algorithm(mo_context *c, mo_scope *scope, mo_section *section)
{
	mo_env env = {.scope = scope, .in_algorithm = true, .in_initial = section->initial, .lasting = true};
	mo_destination p = {.c = c, .env = &env};

	mo_set_destination(&p, mo_whole_scope(scope),
					   section->initial ? &c->model->initial_equations : &c->model->equations);
	return mo_for_all_elements(&p, flatten_section, section);
}
