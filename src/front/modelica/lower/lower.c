/* Expressions to values: one function for each kind of node that has no file of its own. */
#include "front/modelica/lower/lower_inside.h"

struct mo_lowering *mo_lowering_of(mo_context *c)
{
	if (!c->lowering) {
		c->lowering = sb_new(c->arena, struct mo_lowering);
		c->lowering->folding = sb_map_new(c->arena);
		c->lowering->bound = sb_map_new(c->arena);
		c->lowering->told = sb_map_new(c->arena);
		c->lowering->inflows = sb_map_new(c->arena);
		c->lowering->semilinear_of = sb_map_new(c->arena);
	}
	return c->lowering;
}

enum { DEEPEST = 3000 };

static mo_value *too_deep(mo_context *c, const mo_expr *e)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0331", e->span, "this expression is nested too deeply");
	sb_help(m,
		"give parts of it to variables of their own; a value that depends on itself through others also leads here");
	return NULL;
}

static mo_value *misplaced(mo_context *c, const mo_expr *e, const char *what, const char *help)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0319", e->span, "%s cannot stand here", what);
	sb_help(m, "%s", help);
	return NULL;
}

static mo_value *lower_end(mo_context *c, const mo_env *env, const mo_expr *e)
{
	if (!env->end_of)
		return misplaced(c, e, "'end'", "'end' is the size of a dimension, for use in a subscript, as in x[end]");
	return mo_value_scalar(c, env->end_of->type.dims[env->end_dim], MO_B_INTEGER, 0);
}

/* ------------------------------------------------------------------ if */

typedef struct fixed_check { mo_context *c; bool fixed; int depth; } fixed_check;

static bool see_fixed(void *context, const sx_pool *pool, sx_ref e);

/* Constants, parameters that sizes depend on already, and final or protected parameters that are made of these. */
static bool is_fixed(mo_context *c, sx_ref variable, int depth)
{
	uint32_t number = sx_at(c->pool, variable)->payload;
	const sm_variable *v = sm_var(c->model, number);
	sx_value known;
	if (v->variability == SM_CONSTANT || (v->variability == SM_PARAMETER && v->structural))
		return true;
	if (v->variability != SM_PARAMETER || depth > 20 || !mo_try_evaluate(c, variable, &known))
		return false;
	fixed_check k = { c, true, depth + 1 };
	v = sm_var(c->model, number);
	if (!v->binding || !(v->final || v->is_protected))
		return false;
	sx_visit(c->pool, v->binding, see_fixed, &k);
	return k.fixed;
}

static bool see_fixed(void *context, const sx_pool *pool, sx_ref e)
{
	fixed_check *k = context;
	if (sx_op_of(pool, e) == SX_VAR)
		k->fixed = is_fixed(k->c, e, k->depth);
	return k->fixed;
}

static bool see_decided(void *context, const sx_pool *pool, sx_ref e)
{
	fixed_check *k = context;
	if (sx_op_of(pool, e) == SX_VAR) {
		const sm_variable *v = sm_var(k->c->model, sx_at(pool, e)->payload);
		k->fixed = v->variability == SM_CONSTANT || v->structural;
	}
	return k->fixed;
}

/* A condition that is settled too, but differently for the elements of a family: they are looked at one by one. */
static void decide_by_element(mo_context *c, const mo_env *env, sx_ref condition)
{
	fixed_check k = { c, true, 0 };
	if (!env->needs_constants || !mo_has_axis(c, condition))
		return;
	sx_visit(c->pool, condition, see_decided, &k);
	if (k.fixed)
		*env->needs_constants = true;
}

/* A condition that is settled by constants and by parameters that sizes depend on already: then only the branch that
 * holds is read, so that `if n > 1 then x[2] else 0` is right for an x of size 1. */
static bool settled(mo_context *c, const mo_env *env, sx_ref condition, bool *value)
{
	sx_value known;
	if (sx_is_const(c->pool, condition)) {
		*value = sx_int_value(c->pool, condition) != 0;
		return true;
	}
	if (sx_flags(c->pool, condition) & SX_HAS_LOCAL || !mo_is_parametric(c, condition))
		return false;
	if (mo_varies(c, condition)) {
		decide_by_element(c, env, condition);
		return false;
	}
	fixed_check k = { c, true, 0 };
	sx_visit(c->pool, condition, see_fixed, &k);
	if ((!k.fixed && !env->parameter_only) || !mo_try_evaluate(c, condition, &known)
		|| !mo_evaluate(c, condition, mo_span_now(c), "a condition", &known))
		return false;
	*value = known.integer != 0;
	return true;
}

/* Branches of unlike sizes are fine where the condition can be decided now. */
static mo_value *join_branches(mo_context *c, mo_value *condition, mo_value *yes, mo_value *no, sb_span span)
{
	sx_ref e = mo_elem(c, condition, NULL);
	if ((!mo_same_dims(c, yes, no) || yes->type.base == MO_B_CLOCK) && mo_is_parametric(c, e) &&
		!(sx_flags(c->pool, e) & SX_HAS_LOCAL) && !mo_varies(c, e)) {
		sx_value known;
		return mo_evaluate(c, e, span, yes->type.base == MO_B_CLOCK ? "a condition that decides over clocks"
			: "a condition that decides over sizes", &known) ? (known.integer ? yes : no)
			: NULL;
	}
	return mo_choose(c, condition, yes, no, span);
}

static mo_value *lower_if(mo_context *c, const mo_env *env, const mo_expr *e)
{
	uint32_t n = e->a.n / 2, kept = 0;
	mo_value **conditions = sb_new_array(c->arena, mo_value *, n), **values = sb_new_array(c->arena, mo_value *, n);
	mo_value *last = NULL;
	mo_env guarded = *env;
	bool good = true, done = false;
	for (uint32_t i = 0; i < n && !done; i++) {
		bool holds;
		sx_ref condition = mo_lower_scalar(c, env, e->a.at[2 * i], MO_B_BOOLEAN);
		bool known = condition && settled(c, env, condition, &holds);
		if (known && !holds)
			continue;
		guarded.guarded |= !known;
		mo_lowering_of(c)->guards += guarded.guarded;
		mo_value *v = mo_lower(c, &guarded, e->a.at[2 * i + 1]);
		mo_lowering_of(c)->guards -= guarded.guarded;
		good = good && condition && v;
		done = known;
		if (known) {
			last = v;
		} else if (good) {
			conditions[kept] = mo_value_scalar(c, condition, MO_B_BOOLEAN, 0);
			values[kept++] = v;
		}
	}
	mo_lowering_of(c)->guards += guarded.guarded;
	if (!done)
		last = mo_lower(c, &guarded, e->a.at[e->a.n - 1]);
	mo_lowering_of(c)->guards -= guarded.guarded;
	if (!good)
		return NULL;
	while (last && kept-- > 0)
		last = join_branches(c, conditions[kept], values[kept], last, e->span);
	return last;
}

/* -------------------------------------------------------------- literals */

/* Brings all to one type; reports at the first that does not fit. Sizes too where `sizes` says so. */
static bool make_alike(mo_context *c, mo_value **items, uint32_t n, const mo_exprs *from, bool sizes)
{
	mo_value_type common = items[0]->type;
	for (uint32_t i = 1; i < n; i++) {
		mo_value first = *items[0];
		first.type.base = common.base;
		if (mo_common_type(c, &first, items[i], &common) && (!sizes || mo_same_dims(c, items[0], items[i])))
			continue;
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0313", from->at[i]->span,
			"this element is %s, but the first is %s",
			mo_type_string(c, &items[i]->type), mo_type_string(c, &items[0]->type));
		sb_help(m, sizes ? "all elements of an array have one type and one size"
			: "all parts of a matrix have one type");
		return false;
	}
	for (uint32_t i = 0; i < n; i++)
		if (!(items[i] = mo_cast(c, items[i], common.base)))
			return false;
	return true;
}

static mo_value **lower_all(mo_context *c, const mo_env *env, const mo_exprs *list)
{
	mo_value **items = sb_new_array(c->arena, mo_value *, list->n);
	bool good = true;
	for (uint32_t i = 0; i < list->n; i++)
		if (!(items[i] = mo_lower(c, env, list->at[i])))
			good = false;
	return good ? items : NULL;
}

static mo_value *lower_array(mo_context *c, const mo_env *env, const mo_expr *e)
{
	if (e->iterators.n)
		return mo_lower_comprehension(c, env, e);
	if (e->a.n == 0)
		return misplaced(c, e, "an array without elements", "write fill(0, 0) for an empty vector");
	mo_value **items = lower_all(c, env, &e->a);
	if (!items || !make_alike(c, items, e->a.n, &e->a, true))
		return NULL;
	return mo_value_list(c, items, e->a.n, &e->a.n, 1, &items[0]->type);
}

/* [a, b; c, d] of scalars is a list at once; of arrays it is joined. */
static mo_value *join_rows(mo_context *c, mo_value **items, const mo_expr *e, uint32_t rank)
{
	mo_value **rows = sb_new_array(c->arena, mo_value *, e->a.n);
	uint32_t next = 0;
	for (uint32_t r = 0; r < e->a.n; r++) {
		uint32_t n = e->a.at[r]->a.n;
		mo_value **row = sb_new_array(c->arena, mo_value *, n);
		for (uint32_t i = 0; i < n; i++)
			row[i] = mo_promote(c, items[next++], rank);
		if (!(rows[r] = mo_cat(c, 1, row, n, e->a.at[r]->span)))
			return NULL;
	}
	return mo_cat(c, 0, rows, e->a.n, e->span);
}

static mo_value *lower_matrix(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_exprs all = {0};
	bool regular = true;
	uint32_t rank = 2;
	for (uint32_t r = 0; r < e->a.n; r++) {
		regular = regular && e->a.at[r]->a.n == e->a.at[0]->a.n;
		for (uint32_t i = 0; i < e->a.at[r]->a.n; i++)
			sb_push(c->arena, all, e->a.at[r]->a.at[i]);
	}
	if (all.n == 0)
		return misplaced(c, e, "an array without elements", "write fill(0, 0, 0) for an empty matrix");
	mo_value **items = lower_all(c, env, &all);
	if (!items || !make_alike(c, items, all.n, &all, false))
		return NULL;
	for (uint32_t i = 0; i < all.n; i++) {
		regular = regular && items[i]->type.rank == 0;
		rank = items[i]->type.rank > rank ? items[i]->type.rank : rank;
		if (items[i]->kind == MO_K_RECORD)
			return misplaced(c, all.at[i], "a record", "matrices are made of numbers, Booleans or Strings");
	}
	if (!regular)
		return join_rows(c, items, e, rank);
	uint32_t lead[2] = { e->a.n, e->a.at[0]->a.n };
	return mo_value_list(c, items, all.n, lead, 2, &items[0]->type);
}

/* ------------------------------------------------------------- dispatch */

static mo_value *lower_number(mo_context *c, const mo_expr *e)
{
	if (e->kind == MO_E_INTEGER && e->number <= 9e15)
		return mo_integer_value(c, (int64_t)e->number);
	return mo_value_scalar(c, sx_real(c->pool, e->number), MO_B_REAL, 0);
}

static mo_value *lower_subscripted(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_value *v = mo_lower(c, env, e->a.at[0]);
	return v ? mo_lower_subscripted(c, env, v, &e->parts.at[0].subscripts, e->span) : NULL;
}

static mo_value *lower_node(mo_context *c, const mo_env *env, const mo_expr *e)
{
	switch (e->kind) {
	case MO_E_REAL: case MO_E_INTEGER: return lower_number(c, e);
	case MO_E_STRING: return mo_string_value(c, e->text);
	case MO_E_BOOLEAN: return mo_value_scalar(c, sx_bool(c->pool, e->number != 0), MO_B_BOOLEAN, 0);
	case MO_E_END: return lower_end(c, env, e);
	case MO_E_COLON: return misplaced(c, e, "':'", "':' stands for all of a dimension, inside subscripts");
	case MO_E_REF: return mo_lower_reference(c, env, e);
	case MO_E_UNARY: return mo_lower_unary(c, env, e);
	case MO_E_BINARY: return mo_lower_binary(c, env, e);
	case MO_E_IF: return lower_if(c, env, e);
	case MO_E_RANGE: return mo_lower_range(c, env, e);
	case MO_E_CALL: return c->lower_asks->call(c, env, e);
	case MO_E_ARRAY: return lower_array(c, env, e);
	case MO_E_MATRIX: return lower_matrix(c, env, e);
	case MO_E_SUBSCRIPTED: return lower_subscripted(c, env, e);
	case MO_E_TUPLE: return misplaced(c, e, "a list of results",
		"(a, b) = f(x) stands alone as an equation or statement");
	default: return misplaced(c, e, "this", "it is part of another construct");
	}
}

mo_value *mo_lower(mo_context *c, const mo_env *env, const mo_expr *e)
{
	struct mo_lowering *l = mo_lowering_of(c);
	if (!e)
		return NULL;
	if (l->depth >= DEEPEST)
		return too_deep(c, e);
	sb_span around = mo_set_span(c, e->span);
	l->depth++;
	mo_value *v = lower_node(c, env, e);
	l->depth--;
	mo_set_span(c, around);
	return v;
}

sx_ref mo_lower_scalar(mo_context *c, const mo_env *env, const mo_expr *e, mo_base wanted)
{
	mo_value *v = mo_lower(c, env, e);
	mo_value_type type = mo_type_of(wanted, 0, 0, NULL);
	if (!v || !mo_fits(c, v, &type, e->span, "this expression"))
		return 0;
	return mo_elem(c, mo_cast(c, v, wanted), NULL);
}

mo_value *mo_lower_modifier(mo_context *c, const mo_modifier *m)
{
	mo_env env = { .scope = m->scope, .needs_constants = c->needs_points, .lasting = c->lasting };
	mo_value *v = m->value ? mo_lower(c, &env, m->value) : NULL;
	if (!v || m->subscript_count == 0)
		return v;
	if (v->type.rank < m->subscript_count && !mo_first_report(c, m->value))
		return NULL;
	if (v->type.rank < m->subscript_count) {
		sb_message *note = sb_report(c->diag, SB_ERROR, "M0322", m->value->span,
			"this value is %s, but it is given to an array of components",
			mo_type_string(c, &v->type));
		sb_help(note, "write 'each %s = ...' to give all of them the same value, or an array with one for each",
			m->name);
		return NULL;
	}
	sx_ref *at = sb_new_array(c->arena, sx_ref, m->subscript_count);
	bool symbolic = true;
	for (uint32_t i = 0; i < m->subscript_count; i++) {
		const mo_share *share = &m->subscripts[i];
		at[i] = mo_share_now(c, share);
		symbolic &= sx_is_const(c->pool, at[i]);
		if (sx_is_const(c->pool, v->type.dims[i])
			&& (share->axis ? share->axis->size : share->at) > sx_int_value(c->pool, v->type.dims[i])) {
			sb_message *note = sb_report(c->diag, SB_ERROR, "M0322", m->value->span,
				"this value has the size %s, but it is given to more components",
				mo_size_text(c, &v->type));
			sb_help(note, "give one value for each of the components");
			return NULL;
		}
	}
	if (!symbolic && c->needs_points && !mo_symbolic_in_front(c, v, m->subscript_count))
		*c->needs_points = true;
	return mo_index(c, v, at, m->subscript_count);
}

bool mo_is_guarded(mo_context *c)
{
	return mo_lowering_of(c)->guards > 0;
}

uint32_t *mo_sites(mo_context *c)
{
	return &mo_lowering_of(c)->sites;
}
