/* The ends of a connection: which connectors, or variables, a reference in a connect names. */
#include "front/modelica/connect/connect_expand.h"
#include "front/modelica/connect/connect_search.h"

#include <string.h>

bool mo_is_primitive(const mo_item *item)
{
	return item->base != MO_B_CLASS;
}

static bool outside_of(mo_context *c, int64_t value, uint32_t size, sb_span span)
{
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0425", span, "the subscript %lld is outside 1:%u", (long long)value, size);

	sb_help(m, "check the sizes of the connected arrays");
	return false;
}

static bool pick_number(mo_context *c, sx_ref e, const mo_expr *written, uint32_t size, int64_t *out)
{
	sx_value value;

	if (!e || !mo_evaluate(c, e, written->span, "a subscript in connect", &value))
		return false;
	*out = value.integer;
	return (value.integer >= 1 && value.integer <= size) || outside_of(c, value.integer, size, written->span);
}

/* e as an iterator plus a number. */
static bool is_shifted(const sx_pool *pool, sx_ref e, sx_ref *iterator, int64_t *by, int depth)
{
	sx_ref a, b;
	bool add = sx_op_of(pool, e) == SX_ADD;

	if (sx_op_of(pool, e) == SX_ITER) {
		*iterator = e;
		return true;
	}
	if ((!add && sx_op_of(pool, e) != SX_SUB) || depth > 20)
		return false;
	a = sx_arg(pool, e, 0);
	b = sx_arg(pool, e, 1);
	if (sx_is_const(pool, b)) {
		*by += add ? sx_int_value(pool, b) : -sx_int_value(pool, b);
		return is_shifted(pool, a, iterator, by, depth + 1);
	}
	if (!add || !sx_is_const(pool, a))
		return false;
	*by += sx_int_value(pool, a);
	return is_shifted(pool, b, iterator, by, depth + 1);
}

/* The numbers that an iterator runs over; false if they are not known. */
bool mo_range_of(mo_context *c, const mo_env *env, uint32_t iterator, mo_link_range *out)
{
	const mo_axis *axis = mo_axis_of(c, iterator);

	if (axis)
		*out = (mo_link_range){1, axis->size};
	for (const mo_bound *b = axis ? NULL : env->bound; b; b = b->next)
		if (b->ranged && b->iterator == iterator) {
			*out = (mo_link_range){b->from, b->to};
			return true;
		}
	return axis != NULL;
}

/* A scalar subscript that is not a number: it moves with an iterator, or the caller must give numbers. */
static bool pick_moving(mo_context *c, const mo_env *env, sx_ref e, const mo_expr *written, uint32_t size, mo_pick *out)
{
	sx_ref iterator = 0;
	int64_t by = 0;
	mo_link_range range;

	e = mo_with_parameters(c, e, written->span, "a subscript in connect");
	if (!is_shifted(c->pool, e, &iterator, &by, 0) || !mo_range_of(c, env, sx_at(c->pool, iterator)->payload, &range)) {
		*env->needs_constants = true;
		return false;
	}
	if (range.from + by < 1 || range.to + by > size)
		return outside_of(c, range.from + by < 1 ? range.from + by : (int64_t)size + 1, size, written->span);
	*out = (mo_pick){.kind = MO_P_MOVING, .iterator = sx_at(c->pool, iterator)->payload, .at = by, .count = 1};
	return true;
}

static bool pick_vector(mo_context *c, mo_value *v, const mo_expr *written, uint32_t size, mo_pick *out)
{
	uint32_t n;

	if (v->type.rank != 1 || !mo_const_dims(c, v, &n)) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0425", written->span,
						  "a subscript in connect must be a number or a vector of numbers"),
				"write at most one Integer, or range of Integers, for each dimension");
		return false;
	}
	*out = (mo_pick){.kind = MO_P_RANGE, .count = n, .list = sb_new_array(c->arena, int64_t, n + 1)};
	for (uint32_t i = 0; i < n; i++) {
		sx_ref at = sx_int(c->pool, i + 1);

		if (!pick_number(c, mo_elem(c, v, &at), written, size, &out->list[i]))
			return false;
		if (i && out->list[i] != out->list[i - 1] + 1)
			out->kind = MO_P_LISTED;
	}
	out->at = n ? out->list[0] : 1;
	return true;
}

/* The places that one subscript names: a number, a colon, a range or vector. */
static bool choose(mo_context *c, const mo_env *env, const mo_item *item, const mo_expr *written, uint32_t d,
				   mo_pick *out)
{
	sx_ref *dims = sb_new_array(c->arena, sx_ref, item->rank);
	mo_value size = {.type = {.base = item->base, .rank = item->rank, .dims = dims}}, *v;
	mo_env inner = *env;
	sx_ref e;

	if (!written || written->kind == MO_E_COLON) {
		*out = (mo_pick){.kind = MO_P_RANGE, .at = 1, .count = item->shape[d]};
		return true;
	}
	for (uint32_t i = 0; i < item->rank; i++)
		dims[i] = sx_int(c->pool, item->shape[i]);
	inner.end_of = &size;
	inner.end_dim = d;
	v = mo_lower(c, &inner, written);
	if (!v)
		return false;
	if (v->type.rank > 0)
		return pick_vector(c, v, written, item->shape[d], out);
	e = mo_elem(c, v, NULL);
	if (e && env->needs_constants && mo_varies(c, e))
		return pick_moving(c, env, e, written, item->shape[d], out);
	*out = (mo_pick){.kind = MO_P_NUMBER, .count = 1};
	return pick_number(c, e, written, item->shape[d], &out->at);
}

bool mo_pick_keeps(const mo_pick *p)
{
	return p->kind == MO_P_RANGE || p->kind == MO_P_LISTED;
}

static int64_t picked(const mo_pick *p, uint32_t i)
{
	return p->kind == MO_P_LISTED ? p->list[i] : p->at + i;
}

/* The end that goes on from `before` with these picks more; of an array whose elements are apart with the scope of one
 * of them. */
void mo_push_end(mo_context *c, mo_ends *to, const mo_end *before, mo_item *item, mo_scope *scope, const mo_pick *more,
				 uint32_t n)
{
	uint32_t around = mo_whole_scope(item->scope)->axis_count;
	mo_end e = {.item = item, .scope = scope, .count = around + n};

	e.picks = sb_new_array(c->arena, mo_pick, e.count + 1);
	for (uint32_t k = 0; k < around; k++) {
		const mo_axis *axis = mo_whole_scope(item->scope)->axes[k];

		if (before)
			e.picks[k] = before->picks[k];
		else if (sx_is_const(c->pool, axis->at))
			e.picks[k] = (mo_pick){.kind = MO_P_NUMBER, .count = 1, .at = sx_int_value(c->pool, axis->at)};
		else
			e.picks[k] = (mo_pick){.kind = MO_P_MOVING, .iterator = axis->iterator, .count = 1};
	}
	if (n)
		memcpy(e.picks + around, more, sizeof *more * n);
	sb_push(c->arena, to->list, e);
}

/* Each element of an array that is apart is an end by itself, row by row. */
static bool push_elements(mo_context *c, const mo_env *env, mo_ends *to, const mo_end *before, mo_item *item,
						  const mo_pick *along)
{
	uint32_t *place = sb_new_array(c->arena, uint32_t, item->rank + 1),
			 *counts = sb_new_array(c->arena, uint32_t, item->rank + 1), total = 1;

	for (uint32_t d = 0; d < item->rank; d++) {
		/* several of both: the dimensions would come in the wrong order */
		if (before && mo_kept_count(before) && mo_pick_keeps(&along[d]))
			return mo_give_up_scope(c, mo_whole_scope(item->scope));
		if (along[d].kind == MO_P_MOVING) {
			*env->needs_constants = true;
			return false;
		}
		counts[d] = along[d].count;
		total *= counts[d];
	}
	for (uint32_t i = 0; i < total; i++, mo_next_place(counts, item->rank, place)) {
		uint32_t element = 0;

		for (uint32_t d = 0; d < item->rank; d++)
			element = element * item->shape[d] + (uint32_t)(picked(&along[d], place[d]) - 1);
		mo_push_end(c, to, before, item, item->elements[element], NULL, 0);
	}
	return true;
}

/* Adds what the subscripts leave of one component; `first`: its dimensions count. */
static bool push_component(mo_context *c, const mo_env *env, const mo_end *before, mo_item *item, const mo_part *part,
						   bool first, mo_ends *to)
{
	mo_pick *along = sb_new_array(c->arena, mo_pick, item->rank + 1);

	if (part->subscripts.n > item->rank) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0425", part->span,
						  "'%s' has %u dimensions, but %u subscripts are written", part->name, item->rank,
						  part->subscripts.n),
				"write at most one Integer, or range of Integers, for each dimension");
		return false;
	}
	for (uint32_t d = 0; d < item->rank; d++) {
		if (!choose(c, env, item, d < part->subscripts.n ? part->subscripts.at[d] : NULL, d, &along[d]))
			return false;
		if (first && mo_pick_keeps(&along[d]))
			sb_push(c->arena, to->dims, along[d].count);
	}
	if (item->rank && !mo_is_primitive(item) && !item->family)
		return push_elements(c, env, to, before, item, along);
	mo_push_end(c, to, before, item, mo_is_primitive(item) ? NULL : item->type, along, item->rank);
	return true;
}

static void list_connectors(mo_context *c, sb_message *m, mo_scope *scope)
{
	enum { MOST = 12 };
	mo_items items = {0};
	sb_text list = {0};
	uint32_t n = 0;

	mo_components(scope, &items);
	for (uint32_t i = 0; i < items.n && n < MOST; i++) {
		mo_item *item = items.at[i];
		if (item->input || item->output || mo_is_of_connector_class(c, item))
			sb_addf(&list, "%s%s", n++ ? ", " : "", item->name);
	}
	if (n)
		sb_help(m, "its connectors are %s%s", list.at, n < MOST ? "" : " and more");
	else
		sb_help(m, "it has no connectors");
	sb_text_free(&list);
}

static void report_no_component(mo_context *c, mo_scope *scope, const mo_part *part, const mo_scope *inside)
{
	sb_strings names = {0};
	const char *near;

	sb_message *m = sb_report(c->diag, SB_ERROR, "M0426", part->span, "there is no component '%s'%s%s%s", part->name,
							  inside ? " in '" : "", inside ? inside->prefix : "", inside ? "'" : "");
	mo_visible_names(scope, &names);
	near = sb_nearest(part->name, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else if (inside)
		list_connectors(c, m, scope);
}

static mo_item *open_component(mo_context *c, mo_scope *scope, mo_item *item, const mo_part *part,
							   const mo_scope *inside)
{
	if (!item || item->kind != MO_I_COMPONENT) {
		report_no_component(c, scope, part, inside);
		return NULL;
	}
	if (!mo_open(c, item, part->span))
		return NULL;
	return item->outer_of ? item->outer_of : item;
}

/* Between the component of this class and what is connected there may be connectors only. */
static bool is_reachable(mo_context *c, const mo_item *item, const mo_part *part)
{
	const mo_scope *type = item->type;
	sb_message *m;

	if (!type || mo_is_connector(type) || mo_is_expandable(mo_whole_scope(item->scope)))
		return true;
	m = sb_report(c->diag, SB_ERROR, "M0432", part->span,
				  "'%s' is not a connector, so what is inside it cannot be connected from here", item->full_name);
	sb_help(m, "give the component around it a connector, and connect that");
	return false;
}

/* 3.6, 9.1.3: what a connection names in an expandable connector will be there; *item may not exist yet. False after
 * errors, and where the connector is in a family, which cannot be expanded. */
static bool want(mo_context *c, const mo_env *env, mo_scope *bus, mo_item *item, const mo_part *part, bool last,
				 mo_ends *out)
{
	if (!item) {
		out->missing_in = bus;
		out->missing = part;
		out->missing_is_last = last;
	}
	if (!out->expanding || (!item && !bus->axis_count))
		return true;
	if (bus->axis_count)
		return mo_give_up_scope(c, bus);
	if (item->kind != MO_I_COMPONENT || !mo_open(c, item, part->span))
		return true;
	if (!item->wanted && item->variability < MO_PARAMETER) {
		item->wanted = true;
		mo_connections_of(c)->buses->changed = true;
	}
	return !item->growable || mo_grow_to_subscripts(c, env, item, part);
}

/* The connectors that a reference names. `absent` is set where a part of it is a component whose condition is false. */
bool mo_resolve_ends(mo_context *c, const mo_env *env, const mo_expr *e, mo_ends *out)
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
	type = item->type;
	out->outside = out->outside && type && mo_is_connector(type);
	if (!push_component(c, env, NULL, item, part, true, out))
		return false;
	for (uint32_t i = 1; i < e->parts.n; i++) {
		mo_ends before = *out;

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
			item = mo_member(scope, part->name);
			if (mo_is_expandable(scope)) {
				if (!want(c, env, scope, item, part, i + 1 == e->parts.n, out))
					return false;
				if (out->missing)
					return true;
			}
			item = open_component(c, scope, item, part, scope);
			if (!item || (i + 1 < e->parts.n && !is_reachable(c, item, part)))
				return false;
			if (!item->present)
				return out->absent = true;
			if (!push_component(c, env, &before.list.at[k], item, part, k == 0, out))
				return false;
		}
	}
	return true;
}

bool mo_is_known(mo_context *c, const mo_ends *e)
{
	if (!e->missing)
		return true;
	sb_help(sb_report(c->diag, SB_ERROR, "M0471", e->missing->span, "no connection determines what '%s' of '%s' is",
					  e->missing->name, e->missing_in->prefix),
			"connect it to a connector that is declared, here or elsewhere on the bus");
	return false;
}

bool mo_is_listed(const mo_ends *e)
{
	for (uint32_t i = 0; i < e->list.n; i++)
		for (uint32_t k = 0; k < e->list.at[i].count; k++)
			if (e->list.at[i].picks[k].kind == MO_P_LISTED)
				return true;
	return false;
}

uint32_t mo_kept_count(const mo_end *e)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < e->count; k++)
		n += mo_pick_keeps(&e->picks[k]);
	return n;
}

/* Several at once as one after another, row by row. */
void mo_spread_ends(mo_context *c, mo_ends *e)
{
	mo_ends before = *e;

	memset(&e->list, 0, sizeof e->list);
	for (uint32_t i = 0; i < before.list.n; i++) {
		const mo_end *from = &before.list.at[i];
		uint32_t *place = sb_new_array(c->arena, uint32_t, from->count + 1),
				 *counts = sb_new_array(c->arena, uint32_t, from->count + 1);
		uint64_t total = 1;

		for (uint32_t k = 0; k < from->count; k++)
			total *= counts[k] = mo_pick_keeps(&from->picks[k]) ? from->picks[k].count : 1;
		for (; total > 0; total--, mo_next_place(counts, from->count, place)) {
			mo_end one = *from;

			one.picks = sb_new_array(c->arena, mo_pick, from->count + 1);
			for (uint32_t k = 0; k < from->count; k++) {
				one.picks[k] = from->picks[k];
				if (mo_pick_keeps(&from->picks[k]))
					one.picks[k] = (mo_pick){.kind = MO_P_NUMBER, .count = 1, .at = picked(&from->picks[k], place[k])};
			}
			sb_push(c->arena, e->list, one);
		}
	}
}

/* A connection names a port that the component has not, and so leaves another one open. */
static bool names_no_port(mo_context *c, const mo_item *owner, const mo_equations *body)
{
	for (uint32_t i = 0; i < 2 * body->n; i++) {
		const mo_equation *q = body->at[i / 2];
		const mo_expr *end = q->kind != MO_Q_CONNECT ? NULL : i % 2 ? q->right : q->left;
		if (end && end->kind == MO_E_REF && end->parts.n > 1 && strcmp(end->parts.at[0].name, owner->name) == 0 &&
			!mo_is_expandable(owner->type) && !mo_member(owner->type, end->parts.at[1].name)) {
			if (mo_first_report(c, end))
				report_no_component(c, owner->type, &end->parts.at[1], owner->type);
			return true;
		}
	}
	return false;
}

bool mo_report_misnamed(mo_context *c, const mo_item *owner)
{
	mo_scoped_sections all = {0};
	bool found = false;
	if (owner && owner->kind == MO_I_COMPONENT && owner->type)
		mo_sections(mo_whole_scope(owner->scope), &all);
	for (uint32_t i = 0; i < all.n; i++)
		found = found || (!all.at[i].section->algorithm && names_no_port(c, owner, &all.at[i].section->body));
	return found;
}
