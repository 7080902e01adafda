/* Connections: finds the connectors that a connect names, checks that they are alike, and collects links of their
 * variables. */
#include "front/modelica/flatten_connect.h"

#include <string.h>

/* One thing that a connect may name: a variable (or an element of it), or a connector with members in `scope`. */
typedef struct end {
	mo_item *item;
	mo_scope *scope;
	uint32_t element;
} end;
typedef struct ends {
	sb_vec(end) list;
	sb_u32s dims;
	bool outside, absent;
	const mo_expr *written;
} ends;

typedef struct chosen {
	sb_vec(int64_t) at;
	bool keeps;
} chosen; /* places along one dimension; keeps: it stays a dimension */

static const mo_scope *class_of(const mo_item *item)
{
	return item->type ? item->type : item->count && item->elements ? item->elements[0] : NULL;
}

static bool is_primitive(const mo_item *item)
{
	return item->base != MO_B_CLASS;
}

static const char *text_of(mo_context *c, const mo_expr *e)
{
	sb_text text = {0};
	const char *copy;

	mo_expr_text(e, &text);
	copy = sb_strdup(c->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return copy;
}

static bool push_place(mo_context *c, chosen *to, sx_ref e, const mo_expr *written, uint32_t size)
{
	sx_value value;

	if (!e || !mo_evaluate(c, e, written->span, "a subscript in connect", &value))
		return false;
	if (value.integer < 1 || value.integer > size) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0425", written->span, "the subscript %lld is outside of 1:%u",
								  (long long)value.integer, size);
		sb_help(m, "check the sizes of the connected arrays");
		return false;
	}
	sb_push(c->arena, to->at, value.integer - 1);
	return true;
}

static bool choose_all(mo_context *c, chosen *to, uint32_t size)
{
	for (uint32_t i = 0; i < size; i++)
		sb_push(c->arena, to->at, (int64_t)i);
	to->keeps = true;
	return true;
}

/* The places that one subscript names: a number, a colon, a range or vector. */
static bool choose(mo_context *c, const mo_env *env, const mo_item *item, const mo_expr *written, uint32_t d,
				   chosen *to)
{
	sx_ref *dims = sb_new_array(c->arena, sx_ref, item->rank);
	mo_value size = {.type = {.base = item->base, .rank = item->rank, .dims = dims}}, *v;
	mo_env inner = *env;
	uint32_t n;

	if (written->kind == MO_E_COLON)
		return choose_all(c, to, item->shape[d]);
	for (uint32_t i = 0; i < item->rank; i++)
		dims[i] = sx_int(c->pool, item->shape[i]);
	inner.end_of = &size;
	inner.end_dim = d;
	v = mo_lower(c, &inner, written);
	if (!v)
		return false;
	if (v->type.rank == 0 && env->needs_constants && sx_flags(c->pool, mo_elem(c, v, NULL)) & SX_HAS_ITER) {
		*env->needs_constants = true;       /* cardinality(a[i]) in a loop, which is unrolled then */
		return false;
	}
	if (v->type.rank == 0)
		return push_place(c, to, mo_elem(c, v, NULL), written, item->shape[d]);
	to->keeps = true;
	if (v->type.rank != 1 || !mo_const_dims(c, v, &n)) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0425", written->span,
				"a subscript in connect must be a number or a vector of numbers"),
				"write at most one Integer, or range of Integers, for each dimension");
		return false;
	}
	for (uint32_t i = 0; i < n; i++) {
		sx_ref at = sx_int(c->pool, i + 1);

		if (!push_place(c, to, mo_elem(c, v, &at), written, item->shape[d]))
			return false;
	}
	return true;
}

static void push_element(mo_context *c, ends *to, mo_item *item, uint32_t element)
{
	end e = {.item = item, .element = element};

	if (!is_primitive(item))
		e.scope = item->rank ? item->elements[element] : item->type;
	sb_push(c->arena, to->list, e);
}

/* Adds the elements of one component that the subscripts leave, row by row; `first`: their dimensions count. */
static bool push_component(mo_context *c, const mo_env *env, mo_item *item, const mo_part *part, bool first, ends *to)
{
	chosen *along = sb_new_array(c->arena, chosen, item->rank + 1);
	uint32_t *place = sb_new_array(c->arena, uint32_t, item->rank + 1),
			 *counts = sb_new_array(c->arena, uint32_t, item->rank + 1);
	uint32_t total = 1;

	if (part->subscripts.n > item->rank) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0425", part->span, "'%s' has %u dimensions, but %u subscripts are written",
				part->name, item->rank, part->subscripts.n),
				"write at most one Integer, or range of Integers, for each dimension");
		return false;
	}
	if (item->rank == 0 || (!part->subscripts.n && is_primitive(item))) {
		push_element(c, to, item, item->rank ? MO_WHOLE_VARIABLE : 0);
		for (uint32_t d = 0; first && d < item->rank; d++)
			sb_push(c->arena, to->dims, item->shape[d]);
		return true;
	}
	for (uint32_t d = 0; d < item->rank; d++) {
		if (d < part->subscripts.n ? !choose(c, env, item, part->subscripts.at[d], d, &along[d])
								   : !choose_all(c, &along[d], item->shape[d]))
			return false;
		counts[d] = along[d].at.n;
		total *= counts[d];
		if (first && along[d].keeps)
			sb_push(c->arena, to->dims, counts[d]);
	}
	for (uint32_t i = 0; i < total; i++, mo_next_place(counts, item->rank, place)) {
		uint32_t element = 0;

		for (uint32_t d = 0; d < item->rank; d++)
			element = element * item->shape[d] + (uint32_t)along[d].at.at[place[d]];
		push_element(c, to, item, element);
	}
	return true;
}

static bool is_expandable(const mo_scope *scope)
{
	return scope->class_def && scope->class_def->expandable;
}

static void not_expandable(mo_context *c, sb_span span)
{
	sb_help(sb_report(c->diag, SB_ERROR, "M0931", span, "expandable connectors are not supported yet"),
			"declare the variables in a connector that is not expandable");
}

static mo_item *open_component(mo_context *c, mo_scope *scope, mo_item *item, const mo_part *part,
							   const mo_scope *inside)
{
	sb_message *m;

	if (inside && is_expandable(inside)) {
		not_expandable(c, part->span);
		return NULL;
	}
	if (!item || item->kind != MO_I_COMPONENT) {
		sb_strings names = {0};
		const char *near;

		m = sb_report(c->diag, SB_ERROR, "M0426", part->span, "there is no component '%s'%s%s%s", part->name,
					  inside ? " in '" : "", inside ? inside->prefix : "", inside ? "'" : "");
		mo_visible_names(scope, &names);
		near = sb_nearest(part->name, names.at, names.n);
		if (near)
			sb_help(m, "did you mean '%s'?", near);
		return NULL;
	}
	if (!mo_open(c, item, part->span))
		return NULL;
	return item->outer_of ? item->outer_of : item;
}

/* Between the component of this class and what is connected there may be connectors only. */
static bool is_reachable(mo_context *c, const mo_item *item, const mo_part *part)
{
	const mo_scope *type = class_of(item);
	sb_message *m;

	if (!type || mo_is_connector(type))
		return true;
	m = sb_report(c->diag, SB_ERROR, "M0432", part->span,
				  "'%s' is not a connector, so what is inside it cannot be connected from here", item->full_name);
	sb_help(m, "give the component around it a connector, and connect that");
	return false;
}

/* The connectors that a reference names. `absent` is set where a part of it is a component whose condition is false. */
static bool resolve(mo_context *c, const mo_env *env, const mo_expr *e, ends *out)
{
	const mo_part *part = e->parts.at;
	const mo_scope *type;
	mo_item *item;

	out->written = e;
	if (e->kind != MO_E_REF || e->parts.n == 0) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0428", e->span, "only connectors can be connected, not expressions"),
				"write connect(a, b) with connectors a and b");
		return false;
	}
	item = mo_lookup(env->scope, part->name);
	out->outside = item && item->kind == MO_I_COMPONENT && !item->ast->outer;
	item = open_component(c, env->scope, item, part, NULL);
	if (!item)
		return false;
	if (!item->present)
		return out->absent = true;
	type = class_of(item);
	out->outside = out->outside && type && mo_is_connector(type);
	if (!push_component(c, env, item, part, true, out))
		return false;
	for (uint32_t i = 1; i < e->parts.n; i++) {
		ends before = *out;

		memset(&out->list, 0, sizeof out->list);
		part = &e->parts.at[i];
		for (uint32_t k = 0; k < before.list.n; k++) {
			mo_scope *scope = before.list.at[k].scope;

			if (!scope) {
				sb_help(sb_report(c->diag, SB_ERROR, "M0426", part->span, "'%s' has no components",
						before.list.at[k].item->full_name),
						"check the name before the dot");
				return false;
			}
			item = open_component(c, scope, mo_member(scope, part->name), part, scope);
			if (!item || (i + 1 < e->parts.n && !is_reachable(c, item, part)))
				return false;
			if (!item->present)
				return out->absent = true;
			if (!push_component(c, env, item, part, k == 0, out))
				return false;
		}
	}
	return true;
}

/* Whole arrays of variables as their elements, where the other side has elements of components. */
static void spread(mo_context *c, ends *e)
{
	ends before = *e;

	memset(&e->list, 0, sizeof e->list);
	for (uint32_t i = 0; i < before.list.n; i++) {
		const end *one = &before.list.at[i];

		if (one->element != MO_WHOLE_VARIABLE) {
			sb_push(c->arena, e->list, *one);
			continue;
		}
		for (uint32_t k = 0; k < sm_var(c->model, one->item->variable)->count; k++)
			push_element(c, e, one->item, k);
	}
}

static const char *dims_text(mo_context *c, const ends *e)
{
	const char *text = "";

	for (uint32_t d = 0; d < e->dims.n; d++)
		text = sb_printf(c->arena, "%s%s%u", text, d ? ", " : "[", e->dims.at[d]);
	return e->dims.n ? sb_printf(c->arena, "%s]", text) : "no dimensions";
}

static bool same_dims(mo_context *c, const ends *a, const ends *b, sb_span span)
{
	bool same = a->dims.n == b->dims.n &&
				(a->dims.n == 0 || memcmp(a->dims.at, b->dims.at, a->dims.n * sizeof *a->dims.at) == 0);

	if (!same) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0429", span, "arrays of different sizes are connected");
		sb_also(m, a->written->span, "this has %s", dims_text(c, a));
		sb_also(m, b->written->span, "this has %s", dims_text(c, b));
	}
	return same;
}

typedef struct joining {
	uint32_t edge;
	mo_context *c;
	const mo_equation *q;
	const ends *a, *b;
	const char *component;
} joining;

static sb_message *unlike(const joining *j, const char *code, const char *why)
{
	sb_message *m = sb_report(j->c->diag, SB_ERROR, code, j->q->span, "'%s' and '%s' cannot be connected: %s",
							  text_of(j->c, j->a->written), text_of(j->c, j->b->written), why);
	sb_note(m, "connectors must have the same variables, with the same types, sizes and prefixes");
	return m;
}

static bool unlike_items(const joining *j, const mo_item *a, const mo_item *b, const char *why)
{
	sb_message *m = unlike(j, "M0430", why);

	sb_also(m, a->ast->name_span, "'%s' is declared here", a->full_name);
	sb_also(m, b->ast->name_span, "'%s' is declared here", b->full_name);
	return false;
}

static bool items_alike(const joining *j, const mo_item *a, const mo_item *b, bool shapes)
{
	const char *name = a->name;

	if (a->stream || b->stream) {
		sb_help(sb_report(j->c->diag, SB_ERROR, "M0903", j->q->span, "stream variables are not supported yet ('%s')",
				a->full_name),
				"use a potential and a flow variable");
		return false;
	}
	if (is_primitive(a) != is_primitive(b) || (is_primitive(a) && a->base != b->base))
		return unlike_items(j, a, b, sb_printf(j->c->arena, "the types of '%s' and '%s' differ", name, b->name));
	if (is_primitive(a) && a->base == MO_B_ENUM && a->type->enumeration != b->type->enumeration)
		return unlike_items(j, a, b,
							sb_printf(j->c->arena, "the enumeration types of '%s' and '%s' differ", name, b->name));
	if (is_primitive(a) && (a->variability >= MO_PARAMETER || b->variability >= MO_PARAMETER) &&
		a->variability != b->variability)
		return unlike_items(
			j, a, b,
			sb_printf(j->c->arena, "only one of '%s' and '%s' is a parameter or constant", a->full_name, b->full_name));
	if (is_primitive(a) && (a->input || a->output) != (b->input || b->output))
		return unlike_items(
			j, a, b,
			sb_printf(j->c->arena, "only one of '%s' and '%s' is an input or output", a->full_name, b->full_name));
	if (a->flow != b->flow)
		return unlike_items(j, a, b,
							sb_printf(j->c->arena, "'%s' is a flow variable, '%s' is none",
									  a->flow ? a->full_name : b->full_name, a->flow ? b->full_name : a->full_name));
	if (shapes && (a->rank != b->rank || (a->rank && memcmp(a->shape, b->shape, a->rank * sizeof *a->shape) != 0)))
		return unlike_items(j, a, b, sb_printf(j->c->arena, "the sizes of '%s' and '%s' differ", name, b->name));
	return true;
}

static bool join(const joining *j, const end *a, const end *b);

static bool join_members(const joining *j, mo_scope *a, mo_scope *b)
{
	const mo_items *of_a = mo_members(j->c, a), *of_b = mo_members(j->c, b);
	bool ok = true;

	for (uint32_t i = 0; i < of_b->n; i++) {
		if (!mo_member(a, of_b->at[i]->name)) {
			unlike(j, "M0430", sb_printf(j->c->arena, "there is no '%s' in '%s'", of_b->at[i]->name, a->prefix));
			return false;
		}
	}
	for (uint32_t i = 0; i < of_a->n; i++) {
		mo_item *x = of_a->at[i], *y = mo_member(b, x->name);

		if (!y || y->kind != MO_I_COMPONENT) {
			unlike(j, "M0430", sb_printf(j->c->arena, "there is no '%s' in '%s'", x->name, b->prefix));
			return false;
		}
		if (!mo_open(j->c, x, j->q->span) || !mo_open(j->c, y, j->q->span))
			return false;
		if (!x->present || !y->present)
			continue;
		if (!items_alike(j, x, y, true))
			return false;
		for (uint32_t k = 0; k < (x->rank && !is_primitive(x) ? x->count : 1); k++) {
			uint32_t element = x->rank && is_primitive(x) ? MO_WHOLE_VARIABLE : k;
			mo_scope *sx = is_primitive(x) ? NULL : x->rank ? x->elements[k] : x->type;
			mo_scope *sy = is_primitive(y) ? NULL : y->rank ? y->elements[k] : y->type;

			ok &= join(j, &(end){x, sx, element}, &(end){y, sy, element});
		}
	}
	return ok;
}

/* The edge of the graph that this connection is, if its ends are overdetermined; else 0. */
static uint32_t edge_between(const joining *j, const end *a, const end *b)
{
	mo_component of_a = {a->item, a->scope}, of_b = {b->item, b->scope};

	if (!mo_is_overdetermined(of_a) || !mo_is_overdetermined(of_b))
		return 0;
	return mo_graph_edge_add(j->c, of_a, of_b, false, j->q->span, j->component);
}

static bool join(const joining *j, const end *a, const end *b)
{
	mo_connections *all = mo_flattening_of(j->c)->connections;
	mo_link link = {.span = j->q->span, .component = j->component};

	if (!is_primitive(a->item)) {
		joining inner = *j;

		inner.edge = j->edge ? j->edge : edge_between(j, a, b);
		return join_members(&inner, a->scope, b->scope);
	}
	link.edge = j->edge ? j->edge : edge_between(j, a, b);
	link.a = (mo_link_end){a->item->variable, a->element, j->a->outside};
	link.b = (mo_link_end){b->item->variable, b->element, j->b->outside};
	if (sm_var(j->c->model, link.a.variable)->rank == 0)
		link.a.element = MO_WHOLE_VARIABLE;
	if (sm_var(j->c->model, link.b.variable)->rank == 0)
		link.b.element = MO_WHOLE_VARIABLE;
	sb_push(j->c->arena, all->links, link);
	return true;
}

static bool is_connector_end(mo_context *c, const end *e, const mo_expr *written)
{
	const mo_scope *type = class_of(e->item);
	sb_message *m;

	if (type && mo_is_connector(type)) {
		if (is_expandable(type))
			not_expandable(c, written->span);
		return !is_expandable(type);
	}
	m = sb_report(c->diag, SB_ERROR, "M0420", written->span, "'%s' is not a connector", e->item->full_name);
	sb_also(m, e->item->ast->name_span, "it is declared here");
	sb_help(m, "connect joins connectors; write an equation for other variables");
	return false;
}

static uint64_t identity(const end *e)
{
	return e->scope ? (uint64_t)(uintptr_t)e->scope : (uint64_t)(uintptr_t)e->item;
}

static void count_connection(mo_context *c, const end *e)
{
	sb_map *degree = &mo_flattening_of(c)->connections->degree;
	uint64_t so_far = 0;

	if (!degree->arena)
		*degree = sb_map_new(c->arena);
	sb_map_get(degree, identity(e), &so_far);
	sb_map_put(degree, identity(e), so_far + 1);
}

static bool connect_pair(const joining *j, const end *a, const end *b)
{
	if (a->item == b->item && a->element == b->element && a->scope == b->scope) {
		sb_message *m = sb_report(j->c->diag, SB_ERROR, "M0431", j->q->span, "'%s' is connected to itself",
								  text_of(j->c, j->a->written));

		sb_help(m, "remove this connect or name another connector");
		return false;
	}
	if (!is_connector_end(j->c, a, j->a->written) || !is_connector_end(j->c, b, j->b->written))
		return false;
	count_connection(j->c, a);
	count_connection(j->c, b);
	return items_alike(j, a->item, b->item, false) && join(j, a, b);
}

static bool has_whole(const ends *e)
{
	for (uint32_t i = 0; i < e->list.n; i++)
		if (e->list.at[i].element == MO_WHOLE_VARIABLE)
			return true;
	return false;
}

bool mo_flatten_connect(mo_context *c, const mo_env *env, const mo_equation *q)
{
	ends a = {0}, b = {0};
	joining j = {.c = c, .q = q, .a = &a, .b = &b, .component = mo_whole_scope(env->scope)->prefix};
	bool ok = true;

	if (mo_connect_broken(env->scope, q))
		return true;
	if (!resolve(c, env, q->left, &a) || !resolve(c, env, q->right, &b))
		return false;
	if (a.absent || b.absent)
		return true;
	if (!same_dims(c, &a, &b, q->span))
		return false;
	if (has_whole(&a) != has_whole(&b)) {
		spread(c, &a);
		spread(c, &b);
	}
	for (uint32_t i = 0; i < a.list.n && i < b.list.n; i++)
		ok &= connect_pair(&j, &a.list.at[i], &b.list.at[i]);
	return ok;
}

bool mo_resolve_component(mo_context *c, const mo_env *env, const mo_expr *e, mo_component *out, bool *absent)
{
	ends found = {0};

	if (!resolve(c, env, e, &found))
		return false;
	*absent |= found.absent;
	if (!found.absent && found.list.n == 1)
		*out = (mo_component){found.list.at[0].item, found.list.at[0].scope};
	return true;
}

static bool is_countable(mo_context *c, const mo_expr *e, const ends *found)
{
	const mo_item *item = found->list.n ? found->list.at[0].item : NULL;

	if (!item || !item->type || mo_is_connector(item->type))
		return true;
	sb_help(sb_report(c->diag, SB_ERROR, "M0428", e->span, "cardinality is for connectors, and '%s' is none",
					  item->full_name),
			"give a connector of the model");
	return false;
}

bool mo_connection_count(mo_context *c, const mo_env *env, const mo_expr *e, int64_t *count)
{
	const sb_map *degree = &mo_flattening_of(c)->connections->degree;
	ends found = {0};
	uint64_t n = 0;

	if (!resolve(c, env, e, &found))
		return false;
	if (!found.absent && found.list.n == 1 && degree->arena)
		sb_map_get(degree, identity(&found.list.at[0]), &n);
	*count = (int64_t)n;
	return is_countable(c, e, &found);
}
