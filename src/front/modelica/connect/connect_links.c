/* Connections: finds the connectors that a connect names, checks that they are alike, and collects links of their
 * variables. */
#include "front/modelica/connect/connect_expand.h"
#include "front/modelica/connect/connect_search.h"

#include <string.h>

enum { CONNECTORS_NAMED = 4, CONNECTORS_DEEP = 20 };

static const char *text_of(mo_context *c, const mo_expr *e)
{
	sb_text text = {0};
	const char *copy;

	mo_expr_text(e, &text);
	copy = sb_strdup(c->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return copy;
}

static const char *dims_text(mo_context *c, const mo_ends *e)
{
	const char *text = "";

	for (uint32_t d = 0; d < e->dims.n; d++)
		text = sb_printf(c->arena, "%s%s%u", text, d ? ", " : "[", e->dims.at[d]);
	return e->dims.n ? sb_printf(c->arena, "%s]", text) : "no dimensions";
}

/* Where the size of an end comes from, if another connection decided it. */
static void tell_size(sb_message *m, const mo_ends *e, sb_span here)
{
	const mo_item *item = e->list.n ? e->list.at[0].item : NULL;
	if (item && item->sized_by.source && (item->sized_by.source != here.source || item->sized_by.start != here.start))
		sb_also(m, item->sized_by, "'%s' has its size from here", item->full_name);
}

static bool same_dims(mo_context *c, const mo_ends *a, const mo_ends *b, sb_span span)
{
	bool same = a->dims.n == b->dims.n &&
				(a->dims.n == 0 || memcmp(a->dims.at, b->dims.at, a->dims.n * sizeof *a->dims.at) == 0);

	if (!same) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0429", span,
								  a->dims.n && b->dims.n ? "arrays of different sizes are connected"
														 : "a number and an array are connected");
		sb_also(m, a->written->span, "this has %s", dims_text(c, a));
		sb_also(m, b->written->span, "this has %s", dims_text(c, b));
		tell_size(m, a, span);
		tell_size(m, b, span);
		if (!a->dims.n || !b->dims.n)
			sb_help(m, "say with subscripts which element is meant");
	}
	return same;
}

typedef struct joining {
	uint32_t edge;
	mo_context *c;
	const mo_env *env;
	const mo_equation *q;
	const mo_ends *a, *b;
	const char *component;
} joining;

static sb_message *unlike(const joining *j, const char *code, const char *why)
{
	sb_message *m = sb_report(j->c->diag, SB_ERROR, code, j->q->span, "'%s' and '%s' cannot be connected: %s",
							  text_of(j->c, j->a->written), text_of(j->c, j->b->written), why);
	sb_note(m, "connectors must have the same variables, with the same types, sizes and prefixes");
	return m;
}

static sb_message *report_unlike(const joining *j, const mo_item *a, const mo_item *b, const char *why)
{
	sb_message *m = unlike(j, "M0430", why);

	sb_also(m, a->ast->name_span, "'%s' is declared here", a->full_name);
	sb_also(m, b->ast->name_span, "'%s' is declared here", b->full_name);
	for (int i = 0; i < 2; i++) {
		const mo_item *item = i ? b : a, *other = i ? a : b, *type = mo_inferred_type(j->c, item);
		sb_span by = type ? type->sized_by : (sb_span){0};
		if (by.source && (by.source != j->q->span.source || by.start != j->q->span.start))
			sb_also(m, by, "'%s' has its type from here", item->full_name);
		if (type && !by.source && mo_is_primitive(other) && other->base != MO_B_ACTIVATION)
			sb_help(m, "the type of '%s' does not follow from a connection here: say it where its component is "
				"declared, as in (redeclare type %s = Boolean)", item->full_name, type->name);
	}
	return m;
}

static bool unlike_items(const joining *j, const mo_item *a, const mo_item *b, const char *why)
{
	report_unlike(j, a, b, why);
	return false;
}

static const char *type_name(const mo_item *item)
{
	static const char *const names[] = {[MO_B_CLASS] = "a class", [MO_B_REAL] = "Real", [MO_B_INTEGER] = "Integer",
		[MO_B_BOOLEAN] = "Boolean", [MO_B_STRING] = "String", [MO_B_ENUM] = "an enumeration",
		[MO_B_EXTERNAL_OBJECT] = "an external object", [MO_B_CLOCK] = "Clock", [MO_B_ACTIVATION] = "Activation"};

	return mo_is_primitive(item) ? names[item->base] : "a record or connector";
}

/* What stands between an output and an input of another type; NULL: there is nothing. */
static const char *conversion(const mo_item *a, const mo_item *b)
{
	static const struct { mo_base from, to; const char *block; } blocks[] = {
		{MO_B_ACTIVATION, MO_B_REAL, "Activations.Counter"}, {MO_B_ACTIVATION, MO_B_INTEGER, "Activations.Counter"},
		{MO_B_ACTIVATION, MO_B_BOOLEAN, "Logic.Toggle"}, {MO_B_REAL, MO_B_ACTIVATION, "Activations.ZeroCrossUp"},
		{MO_B_INTEGER, MO_B_REAL, "Types.IntegerToReal"}, {MO_B_BOOLEAN, MO_B_REAL, "Types.BooleanToReal"},
		{MO_B_BOOLEAN, MO_B_INTEGER, "Types.BooleanToInteger"}, {MO_B_INTEGER, MO_B_BOOLEAN, "Types.IntegerToBoolean"},
		{MO_B_REAL, MO_B_INTEGER, "Types.DataTypeConversion"}, {MO_B_REAL, MO_B_BOOLEAN, "Logic.CompareToConstant"},
		{MO_B_ENUM, MO_B_INTEGER, "Types.EnumerationToInteger"}};
	const mo_item *from = a->output ? a : b, *to = a->output ? b : a;

	for (size_t i = 0; from->output && to->input && i < sizeof blocks / sizeof *blocks; i++)
		if (mo_is_primitive(from) && mo_is_primitive(to) && from->base == blocks[i].from && to->base == blocks[i].to)
			return blocks[i].block;
	return NULL;
}

static bool unlike_types(const joining *j, const mo_item *a, const mo_item *b)
{
	const char *block = conversion(a, b);
	const char *why = sb_printf(j->c->arena, "the types of '%s' and '%s' differ: %s and %s", a->name, b->name,
								type_name(a), type_name(b));

	sb_message *m = report_unlike(j, a, b, why);
	if (block)
		sb_help(m, "a block Saltus.Diagrams.%s between them makes one of the other", block);
	return false;
}

static bool items_alike(const joining *j, const mo_item *a, const mo_item *b, bool shapes)
{
	const char *name = a->name;

	if (mo_is_primitive(a) != mo_is_primitive(b) || (mo_is_primitive(a) && a->base != b->base))
		return unlike_types(j, a, b);
	if (mo_is_primitive(a) && a->base == MO_B_ENUM && a->type->enumeration != b->type->enumeration)
		return unlike_items(j, a, b,
							sb_printf(j->c->arena, "the enumeration types of '%s' and '%s' differ", name, b->name));
	if (mo_is_primitive(a) && (a->variability >= MO_PARAMETER || b->variability >= MO_PARAMETER) &&
		a->variability != b->variability)
		return unlike_items(
			j, a, b,
			sb_printf(j->c->arena, "only one of '%s' and '%s' is a parameter or constant", a->full_name, b->full_name));
	if (mo_is_primitive(a) && (a->input || a->output) != (b->input || b->output) && !mo_is_in_bus(a) &&
		!mo_is_in_bus(b))
		return unlike_items(
			j, a, b,
			sb_printf(j->c->arena, "only one of '%s' and '%s' is an input or output", a->full_name, b->full_name));
	if (a->flow != b->flow)
		return unlike_items(j, a, b,
							sb_printf(j->c->arena, "'%s' is a flow variable, but '%s' is not",
									  a->flow ? a->full_name : b->full_name, a->flow ? b->full_name : a->full_name));
	if (a->stream != b->stream)
		return unlike_items(j, a, b,
							sb_printf(j->c->arena, "'%s' is a stream variable, but '%s' is not",
									  a->stream ? a->full_name : b->full_name,
									  a->stream ? b->full_name : a->full_name));
	if (shapes && (a->rank != b->rank || (a->rank && memcmp(a->shape, b->shape, a->rank * sizeof *a->shape) != 0)))
		return unlike_items(j, a, b, sb_printf(j->c->arena, "the sizes of '%s' and '%s' differ", name, b->name));
	return true;
}

static bool join(const joining *j, const mo_end *a, const mo_end *b);

/* All of a member, with the picks of the connector that it is in. */
static mo_end whole_member(mo_context *c, const mo_end *around, mo_item *item, uint32_t element)
{
	bool apart = item->rank && !mo_is_primitive(item) && !item->family;
	mo_ends to = {0};
	mo_pick *all = sb_new_array(c->arena, mo_pick, item->rank + 1);

	for (uint32_t d = 0; d < item->rank; d++)
		all[d] = (mo_pick){.kind = MO_P_RANGE, .at = 1, .count = item->shape[d]};
	mo_push_end(c, &to, around, item,
				mo_is_primitive(item) ? NULL
				: apart               ? item->elements[element]
									  : item->type,
				all, apart ? 0 : item->rank);
	return to.list.at[0];
}

static bool join_arrays(const joining *j, const mo_end *a, const mo_end *b, mo_item *x, mo_item *y)
{
	bool apart = x->rank && !mo_is_primitive(x) && (!x->family || !y->family), ok = true;

	if (apart && (x->family || y->family))
		return mo_give_up_scope(j->c, x->family ? x->type : y->type);
	for (uint32_t k = 0; k < (apart ? x->count : 1); k++) {
		mo_end of_x = whole_member(j->c, a, x, k), of_y = whole_member(j->c, b, y, k);

		ok &= join(j, &of_x, &of_y);
	}
	return ok;
}

static bool join_members(const joining *j, const mo_end *in_a, const mo_end *in_b)
{
	mo_scope *a = in_a->scope, *b = in_b->scope;
	const mo_items *of_a = mo_members(j->c, a), *of_b = mo_members(j->c, b);
	bool ok = true;

	bool buses = mo_is_expandable(a) && mo_is_expandable(b);
	for (uint32_t i = 0; i < of_b->n && !buses; i++) {
		if (!mo_member(a, of_b->at[i]->name)) {
			unlike(j, "M0430", sb_printf(j->c->arena, "there is no '%s' in '%s'", of_b->at[i]->name, a->prefix));
			return false;
		}
	}
	for (uint32_t i = 0; i < of_a->n; i++) {
		mo_item *x = of_a->at[i], *y = mo_member(b, x->name);

		if (!y && buses)
			continue;
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
		ok &= join_arrays(j, in_a, in_b, x, y);
	}
	return ok;
}

/* The edge of the graph that this connection is, if its mo_ends are overdetermined; else 0. */
static uint32_t edge_between(const joining *j, const mo_end *a, const mo_end *b)
{
	mo_component of_a = {a->item, a->scope}, of_b = {b->item, b->scope};

	if (!mo_is_overdetermined(of_a) || !mo_is_overdetermined(of_b))
		return 0;
	if (a->count || b->count) {
		mo_give_up_scope(j->c, a->scope ? a->scope : mo_whole_scope(a->item->scope));
		mo_give_up_scope(j->c, b->scope ? b->scope : mo_whole_scope(b->item->scope));
	}
	return mo_graph_edge_add(j->c, of_a, of_b, false, j->q->span, j->component);
}

/* The number of an iterator among the indices of a link. */
static int32_t index_of(const joining *j, mo_link *l, sb_u32s *iterators, uint32_t iterator)
{
	for (uint32_t k = 0; k < iterators->n; k++)
		if (iterators->at[k] == iterator)
			return (int32_t)k;
	mo_range_of(j->c, j->env, iterator, &l->over[iterators->n]);
	sb_push(j->c->arena, *iterators, iterator);
	return (int32_t)iterators->n - 1;
}

static mo_link_at *link_subscripts(const joining *j, mo_link *l, sb_u32s *iterators, const mo_end *e,
								   uint32_t first_kept)
{
	mo_link_at *at = sb_new_array(j->c->arena, mo_link_at, e->count + 1);
	uint32_t kept = first_kept;

	for (uint32_t k = 0; k < e->count; k++) {
		const mo_pick *p = &e->picks[k];

		if (mo_pick_keeps(p)) {
			l->over[kept] = (mo_link_range){0, (int64_t)p->count - 1};
			at[k] = (mo_link_at){(int32_t)kept++, p->at};
		} else {
			at[k] = (mo_link_at){p->kind == MO_P_MOVING ? index_of(j, l, iterators, p->iterator) : -1, p->at};
		}
	}
	return at;
}

static bool join(const joining *j, const mo_end *a, const mo_end *b)
{
	mo_connections *all = mo_connections_of(j->c);
	mo_link link = {.span = j->q->span, .component = j->component};
	uint32_t kept = mo_kept_count(a);
	sb_u32s iterators = {0};

	if (!mo_is_primitive(a->item)) {
		joining inner = *j;

		inner.edge = j->edge ? j->edge : edge_between(j, a, b);
		return join_members(&inner, a, b);
	}
	link.edge = j->edge ? j->edge : edge_between(j, a, b);
	link.over = sb_new_array(j->c->arena, mo_link_range, kept + a->count + b->count + 1);
	for (uint32_t k = 0; k < kept; k++)
		sb_push(j->c->arena, iterators, UINT32_MAX);
	link.a = (mo_link_end){a->item->variable, j->a->outside, link_subscripts(j, &link, &iterators, a, 0)};
	link.b = (mo_link_end){b->item->variable, j->b->outside, link_subscripts(j, &link, &iterators, b, 0)};
	link.over_count = iterators.n;
	for (uint32_t k = 0; k < link.over_count; k++)
		if (link.over[k].to < link.over[k].from)
			return true;
	sb_push(j->c->arena, all->links, link);
	return true;
}

/* Of a component somebody means one of its connectors. */
static void add_connectors(const mo_scope *type, const char *name, uint32_t depth, uint32_t *count, sb_text *out)
{
	for (uint32_t i = 0; i < type->bases.n && depth < CONNECTORS_DEEP; i++)
		add_connectors(type->bases.at[i], name, depth + 1, count, out);
	for (uint32_t i = 0; i < type->items.n && *count < CONNECTORS_NAMED; i++) {
		const mo_item *item = type->items.at[i];
		if (item->kind == MO_I_COMPONENT && item->type && mo_is_connector(item->type))
			sb_addf(out, "%s'%s.%s'", (*count)++ ? ", " : "", name, item->name);
	}
}

static bool is_connector_end(mo_context *c, const mo_end *e, const mo_expr *written)
{
	const mo_scope *type = e->item->type;
	sb_message *m;

	if ((type && mo_is_connector(type)) || mo_is_expandable(mo_whole_scope(e->item->scope)))
		return true;
	m = sb_report(c->diag, SB_ERROR, "M0420", written->span, "'%s' is not a connector", e->item->full_name);
	sb_also(m, e->item->ast->name_span, "it is declared here");
	sb_text names = {0};
	uint32_t count = 0;
	if (type)
		add_connectors(type, e->item->full_name, 0, &count, &names);
	if (count)
		sb_help(m, count == 1 ? "connect its connector: %s" : "connect one of its connectors: %s", names.at);
	else
		sb_help(m, "connect joins connectors; write an equation for other variables");
	sb_text_free(&names);
	return false;
}

static uint64_t identity(const mo_end *e)
{
	return e->scope ? (uint64_t)(uintptr_t)e->scope : (uint64_t)(uintptr_t)e->item;
}

static void count_connection(const joining *j, const mo_end *e, uint64_t times)
{
	mo_connection_number one = {identity(e), times};

	sb_push(j->c->arena, mo_connections_of(j->c)->counts, one);
}

/* How many connections these picks make: the iterators around, and what is kept. */
static uint64_t points(const joining *j, const mo_end *a, const mo_end *b)
{
	const mo_end *both[] = {a, b};
	sb_u32s seen = {0};
	uint64_t n = 1;

	for (int side = 0; side < 2; side++)
		for (uint32_t k = 0; k < both[side]->count; k++) {
			const mo_pick *p = &both[side]->picks[k];
			mo_link_range range = {1, 1};
			bool again = false;

			if (mo_pick_keeps(p) && side == 0)
				n *= p->count;
			for (uint32_t i = 0; i < seen.n; i++)
				again |= p->kind == MO_P_MOVING && seen.at[i] == p->iterator;
			if (p->kind != MO_P_MOVING || again || !mo_range_of(j->c, j->env, p->iterator, &range))
				continue;
			sb_push(j->c->arena, seen, p->iterator);
			n *= (uint64_t)(range.to - range.from + 1);
		}
	return n;
}

typedef enum meeting { NEVER, PERHAPS, ALWAYS } meeting;

/* Do the mo_ends name the same connector at some point? */
static meeting meet(const mo_end *a, const mo_end *b)
{
	meeting all = ALWAYS;

	if (a->item != b->item || a->scope != b->scope)
		return NEVER;
	for (uint32_t k = 0; k < a->count; k++) {
		const mo_pick *x = &a->picks[k], *y = &b->picks[k];

		if (x->kind != y->kind || (x->kind == MO_P_MOVING && x->iterator != y->iterator))
			all = PERHAPS;
		else if (x->at != y->at)
			return NEVER;
	}
	return all;
}

/* 3.6, 9.1.3: expandable connectors are connected to expandable ones only. */
static bool alike_buses(const joining *j, const mo_end *a, const mo_end *b)
{
	bool x = a->scope && mo_is_expandable(a->scope), y = b->scope && mo_is_expandable(b->scope);
	sb_message *m;

	if (x == y)
		return true;
	m = sb_report(j->c->diag, SB_ERROR, "M0473", j->q->span, "'%s' is an expandable connector, but '%s' is not",
				  text_of(j->c, x ? j->a->written : j->b->written), text_of(j->c, x ? j->b->written : j->a->written));
	sb_help(m, "connect an element of it, as in %s.name", text_of(j->c, x ? j->a->written : j->b->written));
	return false;
}

static bool connect_pair(const joining *j, const mo_end *a, const mo_end *b)
{
	meeting how = meet(a, b);
	uint64_t n = points(j, a, b);

	if (how == PERHAPS && j->env->needs_constants) {
		*j->env->needs_constants = true;
		return false;
	}
	if (how == ALWAYS) {
		sb_message *m = sb_report(j->c->diag, SB_ERROR, "M0431", j->q->span, "'%s' is connected to itself",
								  text_of(j->c, j->a->written));

		sb_help(m, "remove this connect or name another connector");
		return false;
	}
	if (!is_connector_end(j->c, a, j->a->written) || !is_connector_end(j->c, b, j->b->written))
		return false;
	if (!alike_buses(j, a, b))
		return false;
	count_connection(j, a, n);
	count_connection(j, b, n);
	return items_alike(j, a->item, b->item, false) && join(j, a, b);
}

mo_connections *mo_connections_of(mo_context *c)
{
	if (!c->connections)
		c->connections = sb_new(c->arena, mo_connections);
	return c->connections;
}

mo_connection_mark mo_mark_connections(mo_context *c)
{
	const mo_connections *all = mo_connections_of(c);

	return (mo_connection_mark){all->links.n, all->graph.edges.n, all->counts.n, all->couplings.n};
}

void mo_forget_connections(mo_context *c, mo_connection_mark mark)
{
	mo_connections *all = mo_connections_of(c);

	all->links.n = mark.links;
	all->graph.edges.n = mark.edges;
	all->counts.n = mark.counts;
	all->couplings.n = mark.couplings;
}

bool mo_flatten_connect(mo_context *c, const mo_env *env, const mo_equation *q)
{
	mo_ends a = {0}, b = {0};
	joining j = {.c = c, .env = env, .q = q, .a = &a, .b = &b, .component = mo_whole_scope(env->scope)->prefix};
	bool ok = true;

	if (mo_connect_broken(env->scope, q))
		return true;
	if (!mo_resolve_ends(c, env, q->left, &a) || !mo_resolve_ends(c, env, q->right, &b))
		return false;
	if (a.absent || b.absent)
		return true;
	if (!mo_is_known(c, &a) || !mo_is_known(c, &b))
		return false;
	if (!same_dims(c, &a, &b, q->span))
		return false;
	if ((a.list.n && mo_is_message(a.list.at[0].item)) || (b.list.n && mo_is_message(b.list.at[0].item))) {
		mo_spread_ends(c, &a);
		mo_spread_ends(c, &b);
		return mo_couple(c, env, q, &a, &b);
	}
	if (mo_is_listed(&a) || mo_is_listed(&b) || a.list.n != b.list.n ||
		(a.list.n && mo_kept_count(&a.list.at[0]) != mo_kept_count(&b.list.at[0]))) {
		mo_spread_ends(c, &a);
		mo_spread_ends(c, &b);
	}
	for (uint32_t i = 0; i < a.list.n && i < b.list.n; i++)
		ok &= connect_pair(&j, &a.list.at[i], &b.list.at[i]);
	return ok;
}

/* One component that a graph or a number of connections can be about: elements of families are not told apart. */
static bool is_one_end(mo_context *c, const mo_env *env, const mo_end *e)
{
	bool families = false;

	for (uint32_t k = 0; e && k < e->count; k++) {
		if (e->picks[k].kind == MO_P_MOVING && env->needs_constants && !mo_axis_of(c, e->picks[k].iterator)) {
			*env->needs_constants = true;
			return false;
		}
		families |= k < mo_whole_scope(e->item->scope)->axis_count + (e->scope ? e->item->rank : 0);
	}
	return !families || mo_give_up_scope(c, e->scope ? e->scope : mo_whole_scope(e->item->scope));
}

static bool is_one(mo_context *c, const mo_env *env, const mo_ends *found)
{
	return is_one_end(c, env, found->list.n ? &found->list.at[0] : NULL);
}

bool mo_resolve_components(mo_context *c, const mo_env *env, const mo_expr *e, mo_component_list *out, bool *absent)
{
	mo_ends found = {0};

	if (e->kind == MO_E_ARRAY) {
		bool ok = true;

		for (uint32_t i = 0; i < e->a.n; i++)
			ok = e->a.at[i]->kind != MO_E_ARRAY && mo_resolve_components(c, env, e->a.at[i], out, absent) && ok;
		return ok;
	}
	if (!mo_resolve_ends(c, env, e, &found) || !mo_is_known(c, &found))
		return false;
	*absent |= found.absent;
	mo_spread_ends(c, &found);
	for (uint32_t i = 0; i < found.list.n; i++) {
		if (!is_one_end(c, env, &found.list.at[i]))
			return false;
		sb_push(c->arena, *out, ((mo_component){found.list.at[i].item, found.list.at[i].scope}));
	}
	return true;
}

bool mo_resolve_component(mo_context *c, const mo_env *env, const mo_expr *e, mo_component *out, bool *absent)
{
	mo_ends found = {0};

	if (!mo_resolve_ends(c, env, e, &found) || !mo_is_known(c, &found) || !is_one(c, env, &found))
		return false;
	*absent |= found.absent;
	if (!found.absent && found.list.n == 1)
		*out = (mo_component){found.list.at[0].item, found.list.at[0].scope};
	return true;
}

static bool is_countable(mo_context *c, const mo_expr *e, const mo_ends *found)
{
	const mo_item *item = found->list.n ? found->list.at[0].item : NULL;
	const char *what = NULL;

	if (found->list.n > 1 || (found->list.n == 1 && mo_kept_count(&found->list.at[0])))
		what = "an array of connectors";
	else if (item && item->type && mo_is_expandable(item->type))
		what = "an expandable connector";
	else if (item && mo_is_expandable(item->scope))
		what = "an element of an expandable connector";
	if (what) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0428", e->span, "cardinality cannot be used for %s", what);

		sb_help(m, found->list.n > 1 ? "name one of them, with subscripts"
									 : "name a connector that is not expandable");
		return false;
	}
	if (!item || !item->type || mo_is_connector(item->type))
		return true;
	sb_help(sb_report(c->diag, SB_ERROR, "M0428", e->span, "cardinality is for connectors, but '%s' is not one",
					  item->full_name),
			"name a connector of the model");
	return false;
}

static void sum_counts(mo_context *c, mo_connections *all)
{
	if (all->degree.arena)
		return;
	all->degree = sb_map_new(c->arena);
	for (uint32_t i = 0; i < all->counts.n; i++) {
		uint64_t so_far = 0;

		sb_map_get(&all->degree, all->counts.at[i].of, &so_far);
		sb_map_put(&all->degree, all->counts.at[i].of, so_far + all->counts.at[i].times);
	}
}

bool mo_connection_count(mo_context *c, const mo_env *env, const mo_expr *e, int64_t *count)
{
	mo_connections *all = mo_connections_of(c);
	mo_ends found = {0};
	uint64_t n = 0;

	if (!mo_resolve_ends(c, env, e, &found) || !mo_is_known(c, &found) || !is_one(c, env, &found))
		return false;
	if (!is_countable(c, e, &found))
		return false;
	sum_counts(c, all);
	if (!found.absent && found.list.n == 1)
		sb_map_get(&all->degree, identity(&found.list.at[0]), &n);
	*count = (int64_t)n;
	return true;
}
