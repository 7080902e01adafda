/* Component references: a name with parts and subscripts to a value.
 *
 * The first name is an iterator, a local of the function, `time`, or what lookup finds. From there the walk goes
 * through classes (to constants and enumeration literals) or through components. Arrays of components on the way open
 * into many scopes at once: the cursor holds all that the parts so far stand for, in the shape that their sizes and
 * subscripts give, and the values at the end are gathered in it. A family is one scope; the subscripts that are given
 * to it are kept, and at the end pick from the variable, whose leading dimensions are the axes.
 */
#include "front/modelica/lower/lower_inside.h"

#include <string.h>

typedef struct cursor {
	mo_scope **scopes; uint32_t n;
	uint32_t rank, *shape;
	mo_subscript *later; bool has_later;   /* subscripts that are no numbers, used on the gathered value */
	mo_subscript *at; uint32_t at_count;   /* of the families on the way, one for each axis of the scopes */
} cursor;

static mo_item *opened(mo_context *c, mo_item *item, const mo_part *part)
{
	if (!mo_open(c, item, part->span))
		return NULL;
	if (item->outer_of)
		item = item->outer_of;
	return mo_open(c, item, part->span) && mo_unconditional(c, item, part->span) ? item : NULL;
}

/* The places of one dimension of an array of components that a subscript picks, from 0; NULL if they are not known now.
 */
static uint32_t *picked(mo_context *c, const mo_subscript *at, uint32_t size, uint32_t *n)
{
	uint32_t vector = 0;
	*n = at->kind == MO_S_AT ? 1 : size;
	if (at->kind == MO_S_VECTOR) {
		if (!mo_const_dims(c, at->vector, &vector))
			return NULL;
		*n = vector;
	}
	uint32_t *places = sb_new_array(c->arena, uint32_t, *n + 1);
	for (uint32_t i = 0; i < *n; i++) {
		sx_ref k = sx_int(c->pool, i + 1);
		sx_ref place = at->kind == MO_S_AT ? at->at : at->kind == MO_S_VECTOR ? mo_elem(c, at->vector, &k) : k;
		if (!place || !sx_is_const(c->pool, place))
			return NULL;
		places[i] = (uint32_t)(sx_int_value(c->pool, place) - 1);
	}
	return places;
}

typedef struct picks { uint32_t rank, **places, *n; uint64_t total; } picks;

/* The subscripts that a part gives to an array of components, one for each dimension, in the form in which unknowns can
 * have them; NULL after an error. */
static mo_subscript *part_subscripts(mo_context *c, const mo_env *env, const mo_item *item, const mo_part *part)
{
	mo_value array = { .type = { .rank = item->rank } };
	array.type.dims = sb_new_array(c->arena, sx_ref, item->rank);
	for (uint32_t i = 0; i < item->rank; i++)
		array.type.dims[i] = sx_int(c->pool, item->shape[i]);
	mo_subscript *given = sb_new_array(c->arena, mo_subscript, item->rank);
	for (uint32_t i = 0; i < item->rank; i++)
		given[i].kind = MO_S_ALL;
	mo_env inside = *env;
	inside.subscripted = item;
	if (part->subscripted && !mo_lower_subscripts(c, &inside, &array, &part->subscripts, part->span, given))
		return NULL;
	for (uint32_t i = 0; i < item->rank; i++)
		if (!mo_settle_subscript(c, env, &given[i], array.type.dims[i], part->span))
			return NULL;
	return given;
}

/* Adds dimensions to the cursor for the array of components `item` with these subscripts. */
static bool widen(mo_context *c, const mo_env *env, cursor *at, const mo_item *item, const mo_part *part, picks *p)
{
	mo_subscript *given = part_subscripts(c, env, item, part);
	if (!given)
		return false;
	*p = (picks){ .rank = item->rank, .total = 1 };
	p->places = sb_new_array(c->arena, uint32_t *, item->rank);
	p->n = sb_new_array(c->arena, uint32_t, item->rank);
	uint32_t *shape = sb_new_array(c->arena, uint32_t, at->rank + item->rank);
	mo_subscript *later = sb_new_array(c->arena, mo_subscript, at->rank + item->rank);
	if (at->rank) {
		memcpy(shape, at->shape, sizeof *shape * at->rank);
		memcpy(later, at->later, sizeof *later * at->rank);
	}
	for (uint32_t i = 0; i < item->rank; i++) {
		p->places[i] = picked(c, &given[i], item->shape[i], &p->n[i]);
		bool one = p->places[i] && given[i].kind == MO_S_AT;
		if (!p->places[i]) {
			mo_mark_symbolic(c, env, &given[i]);
			at->has_later = true;
			p->places[i] = picked(c, &(mo_subscript){ .kind = MO_S_ALL }, item->shape[i], &p->n[i]);
		} else {
			given[i].kind = MO_S_ALL;
		}
		p->total *= p->n[i];
		if (!one) {
			shape[at->rank] = p->n[i];
			later[at->rank++] = given[i];
		}
	}
	at->shape = shape;
	at->later = later;
	return true;
}

static void add_picked(mo_context *c, const mo_item *item, const picks *p, mo_scope **out)
{
	uint32_t *count = sb_new_array(c->arena, uint32_t, p->rank);
	for (uint64_t k = 0; k < p->total; k++) {
		uint64_t place = 0;
		for (uint32_t i = 0; i < p->rank; i++)
			place = place * item->shape[i] + p->places[i][count[i]];
		out[k] = item->elements[place];
		for (uint32_t i = p->rank; i-- > 0; count[i] = 0)
			if (++count[i] < p->n[i])
				break;
	}
}

static bool different_sizes(mo_context *c, const mo_part *part)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0305", part->span,
		"'%s' has different sizes in the elements of the array before it",
		part->name);
	sb_help(m, "use one element at a time");
	return false;
}

static bool same_shape(const mo_item *a, const mo_item *b)
{
	return a->rank == b->rank && (!a->rank || memcmp(a->shape, b->shape, sizeof(uint32_t) * a->rank) == 0);
}

/* Into families: the scopes stay as many as they are, and the subscripts are kept. */
static bool enter_family(mo_context *c, const mo_env *env, cursor *at, mo_item **items, const mo_part *part)
{
	mo_subscript *given = part_subscripts(c, env, items[0], part);
	if (!given)
		return false;
	uint32_t n = items[0]->axis_count, rank = items[0]->rank;
	mo_subscript *all = sb_new_array(c->arena, mo_subscript, n);
	if (n > rank)
		memcpy(all, at->at, sizeof *all * (n - rank));
	memcpy(all + n - rank, given, sizeof *all * rank);
	at->at = all;
	at->at_count = n;
	for (uint32_t i = 0; i < at->n; i++) {
		if (!items[i]->family || !same_shape(items[i], items[0]))
			return different_sizes(c, part);
		at->scopes[i] = items[i]->type;
	}
	return true;
}

/* All items of a part that are components of some class: the cursor goes into them. */
static bool enter(mo_context *c, const mo_env *env, cursor *at, mo_item **items, const mo_part *part)
{
	uint32_t n = at->n;
	picks p = { .total = 1 };
	if (n && items[0]->rank == 0) {
		mo_value scalar = { .type = { .rank = 0 } };
		if (part->subscripted)
			return mo_wrong_subscript_count(c, part->subscripts.n, &scalar, part->span);
		for (uint32_t i = 0; i < n; i++)
			at->scopes[i] = items[i]->type;
		return true;
	}
	if (n && items[0]->family)
		return enter_family(c, env, at, items, part);
	uint32_t before = at->rank;
	if (n && !widen(c, env, at, items[0], part, &p))
		return false;
	/* several of both: the dimensions would come in the wrong order */
	if (n && at->rank > before && mo_is_sliced(at->at, at->at_count))
		return mo_give_up_scope(c, at->scopes[0]);
	mo_scope **scopes = sb_new_array(c->arena, mo_scope *, n * p.total + 1);
	for (uint32_t i = 0; i < n; i++) {
		if (!same_shape(items[i], items[0]))
			return different_sizes(c, part);
		add_picked(c, items[i], &p, scopes + i * p.total);
	}
	at->scopes = scopes;
	at->n = (uint32_t)(n * p.total);
	return true;
}

static mo_value *finish(mo_context *c, const cursor *at, mo_value **values)
{
	mo_value *v = mo_gather(c, values, at->n, at->rank, at->shape);
	return at->has_later && v ? mo_slice(c, v, at->later, at->rank) : v;
}

/* x[2, :] of a component that may be in families: its own subscripts are read as of its own dimensions. */
static mo_value *subscripted_value(mo_context *c, const mo_env *env, mo_item *item, const cursor *at,
								   const mo_part *part)
{
	uint32_t axes = mo_whole_scope(item->scope)->axis_count;
	if (!axes || item->variable == UINT32_MAX) {
		mo_value *v = mo_own_value(c, item);
		return v ? mo_lower_subscripted(c, env, v, &part->subscripts, part->span) : NULL;
	}
	if (mo_whole_scope(item->scope)->use == MO_USE_CLASS && !mo_bind_once(c, item))
		return NULL;
	mo_value *whole = mo_whole_variable(c, item), own = { .type = whole->type, .kind = whole->kind };
	own.type.rank = item->rank;
	own.type.dims = axes ? whole->type.dims + axes : whole->type.dims;
	mo_subscript *given = sb_new_array(c->arena, mo_subscript, part->subscripts.n + 1);
	if (!mo_lower_subscripts(c, env, &own, &part->subscripts, part->span, given))
		return NULL;
	bool table = mo_is_parametric(c, mo_whole(c, whole));
	for (uint32_t i = 0; i < part->subscripts.n && !table; i++)
		if (!mo_settle_subscript(c, env, &given[i], own.type.dims[i], part->subscripts.at[i]->span))
			return NULL;
	return mo_picked_value(c, item, at->at, given, part->subscripts.n);
}

static mo_value *primitives(mo_context *c, const mo_env *env, cursor *at, mo_item **items, const mo_part *part)
{
	mo_value **values = sb_new_array(c->arena, mo_value *, at->n);
	mo_env inside = *env;
	for (uint32_t i = 0; i < at->n; i++) {
		inside.subscripted = items[i];
		values[i] = part->subscripted ? subscripted_value(c, &inside, items[i], at, part)
			: mo_value_at(c, items[i], at->at);
		if (!values[i])
			return NULL;
		if (!mo_same_dims(c, values[0], values[i])) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0305", part->span,
				"'%s' has different sizes in the elements of the array before it",
				part->name);
			sb_help(m, "use one element at a time");
			return NULL;
		}
	}
	return finish(c, at, values);
}

/* Something of the sizes that are left of the axes of a scope. */
static mo_value *only_shape(mo_context *c, const mo_scope *scope, const cursor *at)
{
	sx_ref *dims = sb_new_array(c->arena, sx_ref, at->at_count + 1);
	uint32_t n = 0;
	for (uint32_t k = 0; k < at->at_count; k++)
		if (at->at[k].kind != MO_S_AT)
			dims[n++] = mo_kept_size(c, scope->axes[k], &at->at[k]);
	mo_value *zero = mo_integer_value(c, 0);
	return n ? mo_fill(c, zero, dims, n) : zero;
}

static mo_value *whole_components(mo_context *c, const mo_env *env, cursor *at, const mo_expr *e)
{
	mo_value **values = sb_new_array(c->arena, mo_value *, at->n);
	for (uint32_t i = 0; i < at->n && env->shape_only; i++)
		values[i] = only_shape(c, at->scopes[i], at);
	if (env->shape_only)
		return finish(c, at, values);
	for (uint32_t i = 0; i < at->n; i++) {
		if (!mo_is_record(at->scopes[i]) && !mo_is_connector(at->scopes[i])) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0323", e->span,
				"'%s' is a component of class %s, which has no value of its own",
				mo_written(c, e), mo_class_written(c, at->scopes[i]));
			sb_help(m, "use one of its variables, as in %s.x", mo_written(c, e));
			return NULL;
		}
		if (!(values[i] = mo_record_of_scope(c, at->scopes[i], at->at)))
			return NULL;
	}
	return finish(c, at, values);
}

/* An outer component stands for one that may have fewer axes around it: what was picked along the others does not
 * count, but a slice along them would be lost. */
static bool set_axes(mo_context *c, cursor *at, const mo_item *item)
{
	const mo_scope *scope = mo_whole_scope(item->scope);
	if (at->at_count == scope->axis_count)
		return true;
	for (uint32_t k = scope->axis_count; k < at->at_count; k++)
		if (at->at[k].kind != MO_S_AT)
			return mo_give_up_scope(c, at->scopes[0]);
	at->at = mo_axes_now(c, scope);
	at->at_count = scope->axis_count;
	return true;
}

static mo_value *walk(mo_context *c, const mo_env *env, mo_item *first, const mo_expr *e, uint32_t k)
{
	cursor at = { .n = 1 };
	mo_scope *declared = NULL; /* of an outer component: its own class, which may have less than the inner one's */
	at.scopes = sb_new(c->arena, mo_scope *);
	for (; k < e->parts.n; k++) {
		const mo_part *part = &e->parts.at[k];
		mo_item **items = sb_new_array(c->arena, mo_item *, at.n + 1);
		for (uint32_t i = 0; i < at.n; i++) {
			mo_item *item = first ? first : mo_member(at.scopes[i], part->name);
			if (!item)
				return mo_no_member(c, part, at.scopes[i]);
			if (declared && !mo_member(declared, part->name))
				return mo_no_member(c, part, declared);
			if (!first && !mo_accessible(c, env->scope, item, part->span))
				return NULL;
			if (!(items[i] = opened(c, item, part)))
				return NULL;
			if (item->kind == MO_I_CLASS)
				return mo_not_a_value(c, e, item);
		}
		if (first) {
			at.at = mo_axes_now(c, mo_whole_scope(items[0]->scope));
			at.at_count = mo_whole_scope(items[0]->scope)->axis_count;
		} else if (at.n && !set_axes(c, &at, items[0])) {
			return NULL;
		}
		declared = first && first->outer_of ? mo_find_class(c, first->home, &first->ast->type) : NULL;
		first = NULL;
		if (at.n && items[0]->base != MO_B_CLASS) {
			mo_value_type type = mo_type_of(items[0]->base, items[0]->type ? items[0]->type->enumeration : 0, 0, NULL);
			return k + 1 < e->parts.n ? mo_has_no_parts(c, &e->parts.at[k + 1], part->name, &type) : primitives(c, env,
				&at, items, part);
		}
		if (!enter(c, env, &at, items, part))
			return NULL;
	}
	return whole_components(c, env, &at, e);
}

/* ------------------------------------------------------------ other names */

/* The fields of a value: a record that is a local of a function, or an argument by name. */
static mo_value *walk_value(mo_context *c, const mo_env *env, mo_value *v, const mo_expr *e)
{
	for (uint32_t k = 0; k < e->parts.n; k++) {
		const mo_part *part = &e->parts.at[k];
		if (k > 0) {
			mo_value *field = mo_field(c, v, part->name);
			if (!field)
				return v->type.record ? mo_no_member(c, part, v->type.record) : mo_has_no_parts(c, part,
					e->parts.at[k - 1].name, &v->type);
			v = field;
		}
		if (part->subscripted && !(v = mo_lower_subscripted(c, env, v, &part->subscripts, part->span)))
			return NULL;
	}
	return v;
}

static mo_value *bound_value(mo_context *c, const mo_bound *b)
{
	static const mo_base bases[] = { [SX_NOTYPE] = MO_B_REAL, [SX_REAL] = MO_B_REAL, [SX_INTEGER] = MO_B_INTEGER,
		[SX_BOOLEAN] = MO_B_BOOLEAN,
		[SX_STRING] = MO_B_STRING, [SX_CLOCK] = MO_B_CLOCK };
	if (b->whole)
		return b->whole;
	return mo_value_scalar(c, b->value, b->enumeration ? MO_B_ENUM : bases[sx_type_of(c->pool, b->value)],
		b->enumeration);
}

static mo_value *literal(mo_context *c, const mo_env *env, mo_scope *type, const mo_expr *e, uint32_t k)
{
	const mo_part *part = &e->parts.at[k];
	const char *near = NULL;
	if (type->enumeration && type->enumeration <= c->model->enums.n) {
		const sm_enum *all = &c->model->enums.at[type->enumeration - 1];
		for (uint32_t i = 0; i < all->count && k + 1 == e->parts.n; i++)
			if (strcmp(all->literals[i], part->name) == 0) {
				mo_value *v = mo_value_scalar(c, sx_int(c->pool, i + 1), MO_B_ENUM, type->enumeration);
				return part->subscripted ? mo_lower_subscripted(c, env, v, &part->subscripts, part->span) : v;
			}
		near = sb_nearest(part->name, all->literals, all->count);
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0320", part->span, "the enumeration %s has no literal '%s'",
		mo_class_written(c, type), part->name);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "check the spelling");
	return NULL;
}

static bool is_around(const mo_scope *scope, const mo_scope *inner)
{
	for (; inner; inner = inner->parent)
		for (const mo_scope *s = inner; s; s = s->derived)
			if (s->class_def == scope->class_def)
				return true;
	return false;
}

/* Constants are found through the names of packages, and of classes that could be ones. */
static bool may_look_inside(mo_context *c, const mo_env *env, mo_scope *in, const mo_item *item, const mo_part *part)
{
	const mo_class *def = in->class_def;
	bool partial = def && def->is_partial && mo_scope_restriction(in) == MO_PACKAGE;
	if (!def || is_around(in, env->scope) || (!partial && mo_is_package_like(in)))
		return true;
	if (!mo_first_report(c, part))
		return false;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0234", part->span, partial
		? "'%s' is inside '%s', which is partial" : "'%s' is inside '%s', which is not a package", item->name,
		mo_class_written(c, in));
	sb_also(m, def->name_span, "it is declared here");
	sb_help(m, partial ? "use a package that extends it" : "move '%s' to a package", item->name);
	return false;
}

static mo_value *walk_class(mo_context *c, const mo_env *env, mo_item *item, const mo_expr *e)
{
	for (uint32_t k = 1;; k++) {
		if (!mo_open(c, item, e->parts.at[k - 1].span))
			return NULL;
		if (k >= e->parts.n || !item->class_scope)
			return mo_not_a_value(c, e, item);
		if (item->class_scope->base == MO_B_ENUM)
			return literal(c, env, item->class_scope, e, k);
		mo_item *next = mo_member(item->class_scope, e->parts.at[k].name);
		if (!next && item->class_scope->class_def) {
			mo_part *parts = e->parts.at;
			next = mo_find_item(c, env->scope, parts, k + 1, e->global);
		}
		if (!next)
			return item->class_scope->incomplete ? NULL : mo_no_member(c, &e->parts.at[k], item->class_scope);
		if (!mo_accessible(c, env->scope, next, e->parts.at[k].span))
			return NULL;
		if (next->kind == MO_I_CLASS) {
			item = next;
			continue;
		}
		if (!opened(c, next, &e->parts.at[k]))
			return NULL;
		bool variable = next->variability != MO_CONSTANT && next->variability != MO_PARAMETER;
		if (variable && mo_scope_restriction(item->class_scope) == MO_PACKAGE)
			return NULL;      /* said of the package already */
		if (variable) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0324", e->span,
				"'%s' is not a constant, so it cannot be used through its class", mo_written(c, e));
			sb_also(m, next->ast->name_span, "it is declared here");
			sb_help(m, "declare a component of the class, or make it a constant");
			return NULL;
		}
		if (!may_look_inside(c, env, item->class_scope, next, &e->parts.at[k]))
			return NULL;
		return walk(c, env, next, e, k);
	}
}

static mo_value *lower_time(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_restriction r = mo_scope_restriction(env->scope);
	bool function = env->in_function || env->procedure || r == MO_FUNCTION || r == MO_OPERATOR_FUNCTION;
	bool elsewhere = r != MO_MODEL && r != MO_BLOCK && r != MO_CLASS;
	if (!function && !elsewhere && e->parts.n == 1 && !e->parts.at[0].subscripted)
		return mo_value_scalar(c, sx_time(c->pool), MO_B_REAL, 0);
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0330", e->span, "'time' cannot be used here");
	sb_help(m, function ? "a function knows only its inputs: pass the time as an argument"
		: elsewhere ? "only models and blocks know the time: give it by an equation or a modification there"
		: "'time' is a scalar");
	return NULL;
}

/* A component of the function that is being made, before it has a local: its value, read where the inputs are known. */
static mo_value *before_local(mo_context *c, const mo_env *env, mo_item *item, const mo_expr *e)
{
	const mo_modifier *m = item->binding;
	mo_env here = *env;
	here.scope = m->scope;
	here.bound = NULL;
	mo_value *v = mo_cast(c, mo_lower(c, &here, m->value), item->base);
	return v ? walk_value(c, env, v, e) : NULL;
}

static mo_value *value_for_sizes(mo_context *c, mo_item *item, sb_span span)
{
	if (item->sizing && !mo_first_report(c, item->ast))
		return NULL;
	if (item->sizing) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0219", span, "the size of '%s' depends on itself", item->name);
		sb_also(m, item->ast->name_span, "'%s' is declared here, with a size that its value would have to tell",
				item->name);
		sb_help(m, "write the size where '%s' is declared", item->name);
		return NULL;
	}
	item->sizing = true;
	mo_value *v = mo_lower_modifier(c, item->binding);
	item->sizing = false;
	return v;
}

mo_value *mo_lower_reference(mo_context *c, const mo_env *env, const mo_expr *e)
{
	const mo_part *first = &e->parts.at[0];
	for (const mo_bound *b = e->global ? NULL : env->bound; b; b = b->next)
		if (b->name == first->name)
			return walk_value(c, env, bound_value(c, b), e);
	mo_value *local = !e->global ? mo_local_value(env, first->name) : NULL;
	if (local)
		return walk_value(c, env, local, e);
	mo_item *item = mo_lookup(e->global ? c->top : env->scope, first->name);
	if (!item && first->name == sb_intern(c->names, "time"))
		return lower_time(c, env, e);
	if (!item) {
		mo_unknown_name(c, env, first->name, first->span, false);
		return NULL;
	}
	if (item->kind == MO_I_CLASS)
		return walk_class(c, env, item, e);
	if (env->procedure && mo_whole_scope(item->scope)->use == MO_USE_FUNCTION && mo_open(c, item, first->span)
		&& item->binding
		&& item->binding->value)
		return before_local(c, env, item, e);
	/* Real A[:, size(A, 1)] = ...: while its sizes are being found, a component has those of its value. */
	if (env->shape_only && e->parts.n == 1 && item->state == 1 && item->binding && !first->subscripted)
		return value_for_sizes(c, item, first->span);
	return walk(c, env, item, e, 0);
}
