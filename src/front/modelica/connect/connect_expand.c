/* Expandable connectors, buses (3.6, 9.1.3): what is in them follows from the connections.
 *
 * Their variables are not declared when they are opened. Connections are walked again and again before anything else is
 * made of them:
 *
 *   - what a connection names in a bus is *wanted*: it will be there;
 *   - a name that a bus does not have is added, like the connector on the other side;
 *   - buses that are connected form a group, and what is wanted in one of them is wanted in all;
 *   - arrays grow to the largest subscript.
 *
 * When a walk changes nothing, what is wanted is declared, and all else is not there. From then on buses are connectors
 * like others, but their signals have no direction of their own: a set needs exactly one source that is not in a
 * bus. */
#include "front/modelica/connect/connect_expand.h"
#include "front/modelica/instance/scope.h"

#include <string.h>

enum { MOST_WALKS = 100 };

bool mo_is_bus_signal(mo_context *c, uint32_t variable)
{
	const mo_item *item = mo_item_of_variable(c, variable);

	return item && item->variability < MO_PARAMETER && !item->flow && !item->stream && mo_is_in_bus(item);
}

/* ------------------------------------------------------------------- groups */

static uint32_t number_of(mo_context *c, mo_scope *bus)
{
	struct mo_buses *b = mo_connections_of(c)->buses;
	uint64_t number;

	if (sb_map_get(&b->number, (uint64_t)(uintptr_t)bus, &number))
		return (uint32_t)number;
	sb_map_put(&b->number, (uint64_t)(uintptr_t)bus, b->scopes.n);
	sb_push(c->arena, b->group, b->scopes.n);
	sb_push(c->arena, b->scopes, bus);
	return b->scopes.n - 1;
}

static uint32_t group_of(const struct mo_buses *b, uint32_t i)
{
	while (b->group.at[i] != i)
		i = b->group.at[i] = b->group.at[b->group.at[i]];
	return i;
}

static void unite(mo_context *c, mo_scope *x, mo_scope *y)
{
	struct mo_buses *b = mo_connections_of(c)->buses;
	uint32_t i = group_of(b, number_of(c, x)), k = group_of(b, number_of(c, y));

	if (i == k)
		return;
	b->group.at[i < k ? k : i] = i < k ? i : k;
	b->changed = true;
}

/* ----------------------------------------------------------- adding, growing */

static mo_expr *size_literal(mo_context *c, uint32_t size, sb_span span)
{
	mo_expr *e = sb_new(c->arena, mo_expr);

	e->kind = MO_E_INTEGER;
	e->height = 1;
	e->number = size;
	e->span = span;
	return e;
}

/* How many of its dimensions come from its type. */
static uint32_t type_rank(const mo_item *item)
{
	const mo_element *e = item->ast;
	uint32_t own = e->dims.n + e->type_dims.n;

	if (!own && e != item->declared)
		own = item->declared->dims.n + item->declared->type_dims.n;
	return item->rank > own ? item->rank - own : 0;
}

/* Opens it (again), with these sizes. */
static bool open_sized(mo_context *c, mo_item *item, const sb_u32s *dims, uint32_t of_type)
{
	mo_element *e = sb_new(c->arena, mo_element);
	bool ok;

	*e = *item->ast;
	memset(&e->dims, 0, sizeof e->dims);
	memset(&e->type_dims, 0, sizeof e->type_dims);
	for (uint32_t d = 0; d + of_type < dims->n; d++)
		sb_push(c->arena, e->dims, size_literal(c, dims->at[d], e->name_span));
	item->ast = item->declared = e;
	item->state = MO_NEW;
	item->elements = NULL;
	item->type = NULL;
	item->shape = NULL;
	item->family = false;
	item->binding = NULL;
	ok = mo_open(c, item, e->name_span);
	if (ok && item->base == MO_B_CLASS && item->present) {
		if (!item->elements && item->count)
			ok = mo_open_components(c, item->type);
		for (uint32_t i = 0; item->elements && i < item->count; i++)
			ok &= mo_open_components(c, item->elements[i]);
	}
	mo_connections_of(c)->buses->changed = true;
	return ok;
}

/* The modifiers of the other side, without the values that it is given. */
static mo_modifier *without_values(mo_context *c, const mo_modifier *from)
{
	mo_modifier_list list = {0};

	for (; from; from = from->next) {
		mo_modifier *copy = mo_list_add(c, &list, from);

		copy->origin = NULL;
		copy->used = true;
		if (mo_modifier_is_last(copy)) {
			copy->value = NULL;
			copy->is_break = false;
		}
	}
	return list.first;
}

static bool add(mo_context *c, mo_scope *bus, const char *name, mo_item *like, const sb_u32s *dims)
{
	mo_element *e = sb_new(c->arena, mo_element);
	uint32_t of_type = type_rank(like);
	mo_item *item;

	*e = *like->ast;
	e->name = name;
	e->inner = e->outer = e->input = e->output = e->is_protected = e->final = e->redeclare = e->replaceable = false;
	e->condition = NULL;
	e->value = NULL;
	e->break_value = e->has_args = e->has_constraint = false;
	memset(&e->args, 0, sizeof e->args);
	item = mo_new_item(bus, e);
	item->home = like->home;
	if (dims->n == like->rank)
		item->modifiers = without_values(c, like->modifiers);
	item->growable = item->added = item->wanted = true;
	return open_sized(c, item, dims, of_type);
}

static bool grow(mo_context *c, mo_item *item, const sb_u32s *wanted)
{
	sb_u32s dims = {0};
	bool larger = false;

	for (uint32_t d = 0; d < item->rank; d++) {
		uint32_t size = d < wanted->n && wanted->at[d] > item->shape[d] ? wanted->at[d] : item->shape[d];

		larger |= size > item->shape[d];
		sb_push(c->arena, dims, size);
	}
	return !larger || open_sized(c, item, &dims, type_rank(item));
}

/* The largest number that a subscript names; 0 for a colon. False where it is not known yet. */
static bool largest(mo_context *c, const mo_env *env, const mo_expr *e, uint32_t *out, bool *several)
{
	mo_value *v = e->kind == MO_E_COLON ? NULL : mo_lower(c, env, e);
	uint32_t n = 1;
	sx_value value;

	*out = 0;
	*several = !v || v->type.rank == 1;
	if (e->kind == MO_E_COLON)
		return true;
	if (!v || v->type.rank > 1 || (v->type.rank == 1 && !mo_const_dims(c, v, &n)))
		return false;
	for (uint32_t i = 1; i <= n; i++) {
		sx_ref at = sx_int(c->pool, i), one = mo_elem(c, v, v->type.rank ? &at : NULL);

		if (one && env->needs_constants && mo_varies(c, one)) {
			*env->needs_constants = true;
			return false;
		}
		if (!one || !mo_evaluate(c, one, e->span, "a subscript in connect", &value) || value.integer < 0 ||
			value.integer > 1 << 20)
			return false;
		*out = value.integer > *out ? (uint32_t)value.integer : *out;
	}
	return true;
}

bool mo_grow_to_subscripts(mo_context *c, const mo_env *env, mo_item *item, const mo_part *part)
{
	sb_u32s wanted = {0};
	bool several;

	for (uint32_t d = 0; d < part->subscripts.n && d < item->rank; d++) {
		uint32_t size;

		if (!largest(c, env, part->subscripts.at[d], &size, &several))
			return false;
		sb_push(c->arena, wanted, size);
	}
	return grow(c, item, &wanted);
}

/* The sizes of what is named by name[subscripts] and has the dimensions of the other side. */
static bool sizes_for(mo_context *c, const mo_env *env, const mo_part *part, const sb_u32s *other, sb_u32s *out)
{
	uint32_t k = 0;

	for (uint32_t d = 0; d < part->subscripts.n; d++) {
		uint32_t size;
		bool several;

		if (!largest(c, env, part->subscripts.at[d], &size, &several))
			return false;
		if (several && k < other->n)
			size = other->at[k] > size ? other->at[k] : size, k++;
		sb_push(c->arena, *out, size);
	}
	for (; k < other->n; k++)
		sb_push(c->arena, *out, other->at[k]);
	return true;
}

/* --------------------------------------------------------------- connections */

static bool add_missing(mo_context *c, const mo_env *env, const mo_ends *to, const mo_ends *other)
{
	sb_u32s dims = {0};

	if (!to->missing_is_last || !other->list.n)
		return true;
	if (!sizes_for(c, env, to->missing, &other->dims, &dims))
		return false;
	return add(c, to->missing_in, to->missing->name, other->list.at[0].item, &dims);
}

/* connect(x, bus.y) with Real y[:]. */
static bool fit(mo_context *c, const mo_ends *to, const mo_ends *other)
{
	const mo_part *last = &to->written->parts.at[to->written->parts.n - 1];
	mo_item *item = to->list.n ? to->list.at[0].item : NULL;

	return !item || !item->growable || last->subscripts.n ? true : grow(c, item, &other->dims);
}

bool mo_expand_connect(mo_context *c, const mo_env *env, const mo_equation *q)
{
	mo_ends a = {.expanding = true}, b = {.expanding = true};

	if (mo_connect_broken(env->scope, q))
		return true;
	if (!mo_resolve_ends(c, env, q->left, &a) || !mo_resolve_ends(c, env, q->right, &b))
		return false;
	if (a.absent || b.absent || (a.missing && b.missing))
		return true;
	if (a.missing || b.missing)
		return a.missing ? add_missing(c, env, &a, &b) : add_missing(c, env, &b, &a);
	for (uint32_t i = 0; i < a.list.n && i < b.list.n; i++) {
		mo_scope *x = a.list.at[i].scope, *y = b.list.at[i].scope;

		if (!x || !y || !mo_is_expandable(x) || !mo_is_expandable(y))
			continue;
		if (x->axis_count || y->axis_count)
			return mo_give_up_scope(c, x->axis_count ? x : y);
		unite(c, x, y);
	}
	return fit(c, &a, &b) && fit(c, &b, &a);
}

/* What is wanted in one bus of a group is wanted in all. */
static bool share_item(mo_context *c, mo_scope *bus, mo_item *from)
{
	mo_item *to = mo_member(bus, from->name);
	sb_u32s dims = {0};

	for (uint32_t d = 0; d < from->rank; d++)
		sb_push(c->arena, dims, from->shape[d]);
	if (!to)
		return add(c, bus, from->name, from, &dims);
	if (to == from || to->kind != MO_I_COMPONENT || !mo_open(c, to, to->ast->name_span))
		return true;
	if (!to->wanted) {
		to->wanted = true;
		mo_connections_of(c)->buses->changed = true;
	}
	if (from->type && to->type && from->rank == 0 && to->rank == 0 && mo_is_expandable(from->type) &&
		mo_is_expandable(to->type))
		unite(c, from->type, to->type);
	return !to->growable || to->rank != from->rank || grow(c, to, &dims);
}

static bool share(mo_context *c)
{
	struct mo_buses *b = mo_connections_of(c)->buses;
	uint32_t n = b->scopes.n;
	bool ok = true;

	for (uint32_t i = 0; i < n; i++) {
		mo_items items = {0};

		mo_components(b->scopes.at[i], &items);
		for (uint32_t k = 0; k < items.n; k++) {
			if (!items.at[k]->wanted || items.at[k]->state != MO_DONE)
				continue;
			for (uint32_t other = 0; other < n; other++)
				if (other != i && group_of(b, other) == group_of(b, i))
					ok &= share_item(c, b->scopes.at[other], items.at[k]);
		}
	}
	return ok;
}

/* ------------------------------------------------------------------ the end */

static bool never(const char *code)
{
	(void)code;
	return false;
}

bool mo_is_expanding(mo_context *c)
{
	return mo_connections_of(c)->buses != NULL;
}

static bool settle_buses(mo_context *c);

bool mo_expand(mo_context *c, mo_scope *root, bool (*walk)(mo_context *c, mo_scope *root))
{
	mo_connections *f = mo_connections_of(c);
	uint32_t first = sb_messages(c->diag);

	if (!c->buses.n)
		return true;
	f->buses = sb_new(c->arena, struct mo_buses);
	f->buses->number = sb_map_new(c->arena);
	for (int i = 0; i < MOST_WALKS && !c->gave_up; i++) {
		f->buses->changed = false;
		walk(c, root);
		share(c);
		/* what is wrong is found again, and said, when the connections are made */
		sb_take_back(c->diag, first, never);
		mo_forget_members(c);
		if (!f->buses->changed)
			break;
	}
	f->buses = NULL;
	return settle_buses(c);
}

/* Values of a bus come through connections only. */
static bool check_value(mo_context *c, const mo_item *item)
{
	sb_message *m;

	if (!item->binding || item->binding->ast->name_span.start == item->ast->name_span.start ||
		!mo_first_report(c, item->binding->ast))
		return true;
	m = sb_report(c->diag, SB_ERROR, "M0474", item->binding->span,
				  "'%s' of an expandable connector cannot be given a value here", item->name);
	sb_also(m, item->ast->name_span, "it is declared here, and exists only if something is connected to it");
	sb_help(m, "connect it to a source of the signal");
	return false;
}

static void declare_all(mo_context *c, mo_item *item)
{
	mo_items items = {0};

	if (item->state != MO_DONE || !item->present || item->variability >= MO_PARAMETER)
		return;
	if (item->base != MO_B_CLASS) {
		if (item->variable == UINT32_MAX && item->base != MO_B_EXTERNAL_OBJECT)
			item->variable = mo_declare(c, item);
		return;
	}
	for (uint32_t i = 0; i < (item->elements ? item->count : 1); i++) {
		mo_scope *scope = item->elements ? item->elements[i] : item->type;

		if (!scope || mo_is_expandable(scope))
			continue;
		memset(&items, 0, sizeof items);
		mo_components(scope, &items);
		for (uint32_t k = 0; k < items.n; k++)
			declare_all(c, items.at[k]);
	}
}

static bool settle_buses(mo_context *c)
{
	bool ok = true;

	for (uint32_t i = 0; i < c->buses.n; i++) {
		mo_items items = {0};

		mo_components(c->buses.at[i], &items);
		for (uint32_t k = 0; k < items.n; k++) {
			mo_item *item = items.at[k];

			if (item->state != MO_DONE || item->variability >= MO_PARAMETER)
				continue;
			ok &= check_value(c, item);
			item->present &= item->wanted;
			declare_all(c, item);
		}
	}
	return ok;
}
