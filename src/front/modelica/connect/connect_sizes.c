/* Sizes that follow from connections (docs/diagrams.md): a connector that is written with ':' and has no value is as
 * large as what it is connected to.
 *
 * The sizes are asked for when the connector is opened, which is before connections are collected. So the connect
 * equations of two classes are looked through as they are written: those of the class that has the component (the
 * connector is named as a.u there, its *outside*), and those of the component's own class (where it is named u, its
 * *inside*). What is found at the other end is opened in turn, which may lead to further connectors without sizes.
 *
 *     model Plant  MatrixInput u;  Gain g;       g.u: outside connect(u, g.u), so that of u
 *     equation     connect(u, g.u);              u:   outside (in the class with the Plant), so that of s.y
 *
 * Signals are followed against their direction first, from what is driven to what drives it, which cannot lead back but
 * in a true circle. Only then is it asked what a connector leads to, and only where a size is written there.
 */
#include "front/modelica/connect/connect_search.h"

#include <string.h>

enum { MOST_TURNS = 1000, MOST_KEPT = 8 };

/* Dimensions of arrays of components that a reference leaves, and which place this connector has along each; 0: it
 * stands for all of them, in a family. */
typedef struct kept { uint32_t n; int64_t place[MOST_KEPT]; } kept;

typedef enum direction { NEITHER, INPUT, OUTPUT } direction;

typedef mo_search search;

/* ---------------------------------------------------------------- directions */

/* Of a component that may not be open yet, as its declaration and its type say. */
static direction direction_of(mo_context *c, mo_item *item)
{
	if (item->state == MO_DONE)
		return item->input ? INPUT : item->output ? OUTPUT : NEITHER;
	if (item->ast->input || item->ast->output)
		return item->ast->input ? INPUT : OUTPUT;
	mo_scope *scope = item->home;
	const mo_type_name *name = &item->ast->type;
	for (int depth = 0; depth < 20; depth++) {
		mo_item *type = mo_find_class_item(c, scope, name);
		const mo_class *def = type ? type->ast->class_def : NULL;
		if (!def || def->form != MO_FORM_SHORT)
			return NEITHER;
		if (def->base_input || def->base_output)
			return def->base_input ? INPUT : OUTPUT;
		scope = type->home;
		name = &def->base;
	}
	return NEITHER;
}

bool mo_is_of_connector_class(mo_context *c, mo_item *item)
{
	const mo_item *type = mo_find_class_item(c, item->home, &item->ast->type);
	return type && type->ast->class_def && type->ast->class_def->restriction == MO_CONNECTOR;
}

static bool has_open_size(mo_context *c, mo_item *item)
{
	for (uint32_t d = 0; d < item->ast->dims.n; d++)
		if (item->ast->dims.at[d]->kind == MO_E_COLON)
			return true;
	for (uint32_t d = 0; d < item->ast->type_dims.n; d++)
		if (item->ast->type_dims.at[d]->kind == MO_E_COLON)
			return true;
	const mo_item *type = mo_find_class_item(c, item->home, &item->ast->type);
	const mo_class *def = type ? type->ast->class_def : NULL;
	for (uint32_t d = 0; def && d < def->base_dims.n; d++)
		if (def->base_dims.at[d]->kind == MO_E_COLON)
			return true;
	return false;
}

/* ------------------------------------------------------------ the other end */

/* Which element of an array of components that are apart a part names; the first where it names several. */
static uint32_t element_named(mo_context *c, const mo_env *env, const mo_item *item, const mo_part *part)
{
	uint32_t element = 0;
	for (uint32_t d = 0; d < item->rank && part->subscripts.n == item->rank; d++) {
		const mo_expr *e = part->subscripts.at[d];
		mo_value *v = e->kind == MO_E_COLON ? NULL : mo_lower(c, env, e);
		sx_value at = {0};
		if (!v || v->type.rank || !mo_try_evaluate(c, mo_elem(c, v, NULL), &at) || at.integer < 1
			|| at.integer > item->shape[d])
			return 0;
		element = element * item->shape[d] + (uint32_t)(at.integer - 1);
	}
	return element;
}

mo_item *mo_named_end(mo_context *c, const mo_env *env, const mo_expr *e, bool *outside)
{
	mo_item *item = mo_lookup(env->scope, e->parts.at[0].name);
	*outside = e->parts.n == 1;
	for (uint32_t i = 1; item && i < e->parts.n; i++) {
		if (item->kind != MO_I_COMPONENT || item->state == MO_BUSY || !mo_open(c, item, e->parts.at[i - 1].span))
			return NULL;
		if (item->outer_of)
			item = item->outer_of;
		if (!item->present || !item->type || (item->elements && !item->count))
			return NULL;
		*outside |= i == 1 && mo_is_connector(item->type);
		uint32_t element = item->elements ? element_named(c, env, item, &e->parts.at[i - 1]) : 0;
		item = mo_member(item->elements ? item->elements[element] : item->type, e->parts.at[i].name);
	}
	return item && item->kind == MO_I_COMPONENT ? item : NULL;
}

mo_scope *mo_named_bus(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_expr before = *e;
	bool outside;
	if (e->parts.n < 2)
		return NULL;
	before.parts.n--;
	mo_item *item = mo_named_end(c, env, &before, &outside);
	if (!item || item->state == MO_BUSY || !mo_open(c, item, e->span))
		return NULL;
	if (item->outer_of)
		item = item->outer_of;
	return item->present && item->type && !item->elements && mo_is_expandable(item->type) ? item->type : NULL;
}

static bool counts(const search *s, const mo_env *env, const mo_expr *other)
{
	bool outside;
	mo_item *item = mo_named_end(s->c, env, other, &outside);
	if (!item && s->take)
		return mo_named_bus(s->c, env, other);
	if (!item || item->state == MO_BUSY)
		return false;
	if (s->wanted == MO_WRITTEN)
		return item->state == MO_DONE || !has_open_size(s->c, item);
	return s->wanted == MO_ANYBODY || direction_of(s->c, item) == (outside ? INPUT : OUTPUT);
}

/* The same with the names that the connector was cut short by: of connect(a.c, b.c) for a.c.x it is b.c.x. */
static mo_expr *extended(const search *s, const mo_expr *other, uint32_t from)
{
	mo_expr *e = sb_new(s->c->arena, mo_expr);
	*e = *other;
	memset(&e->parts, 0, sizeof e->parts);
	for (uint32_t i = 0; i < other->parts.n; i++)
		sb_push(s->c->arena, e->parts, other->parts.at[i]);
	for (uint32_t i = from; i < s->n; i++)
		sb_push(s->c->arena, e->parts, ((mo_part){ .name = s->path[i]->name, .span = other->span }));
	return e;
}

/* One place along a dimension, as a subscript. */
static mo_expr *place_of(mo_context *c, const mo_env *env, const mo_expr *written, int64_t place, sb_span span)
{
	mo_expr *e = sb_new(c->arena, mo_expr);
	if (written && written->kind != MO_E_COLON) {
		mo_value *v = mo_lower(c, env, written);
		sx_ref k = sx_int(c->pool, place);
		sx_value at;
		if (!v || v->type.rank != 1 || !mo_try_evaluate(c, mo_elem(c, v, &k), &at))
			return NULL;
		place = at.integer;
	}
	*e = (mo_expr){ .kind = MO_E_INTEGER, .height = 1, .span = span, .number = (double)place };
	return e;
}

static bool is_several(mo_context *c, const mo_env *env, const mo_expr *written)
{
	mo_value *v = written->kind == MO_E_COLON ? NULL : mo_lower(c, env, written);
	return !v || v->type.rank == 1;
}

/* Of connect(a[1:2].y, b[2:3].u) for b[3].u it is a[2].y: which one matters, as a[3] may follow from b[3]. Takes the
 * subscripts of one part that leave several, as long as there are places. */
static void narrow(search *s, const mo_env *env, mo_part *part, uint32_t rank, const kept *k, uint32_t *next)
{
	mo_exprs made = {0};
	for (uint32_t d = 0; d < rank || d < part->subscripts.n; d++) {
		mo_expr *written = d < part->subscripts.n ? part->subscripts.at[d] : NULL;
		if (*next < k->n && (!written || is_several(s->c, env, written)))
			written = place_of(s->c, env, written, k->place[(*next)++], part->span);
		if (!written)
			break;
		sb_push(s->c->arena, made, written);
	}
	part->subscripts = made;
	part->subscripted = made.n > 0;
}

/* How many dimensions of the other end are left for the places that are not known. */
static uint32_t narrow_all(search *s, const mo_env *env, mo_expr *other, const kept *k)
{
	uint32_t next = 0;
	mo_item *item = mo_lookup(env->scope, other->parts.at[0].name);
	for (uint32_t i = 0; i < k->n; i++)
		if (!k->place[i])
			return k->n;
	for (uint32_t i = 0; item && i < other->parts.n; i++) {
		bool last = i + 1 == other->parts.n;
		if (!last && (item->kind != MO_I_COMPONENT || item->state == MO_BUSY || !mo_open(s->c, item, other->span)
					  || !item->present || !item->type))
			return k->n - next;
		narrow(s, env, &other->parts.at[i], last ? k->n - next : item->rank, k, &next);
		if (!last)
			item = mo_member(item->elements && item->count ? item->elements[0] : item->type,
							 other->parts.at[i + 1].name);
	}
	return k->n - next;
}

/* ----------------------------------------------------------------- this end */

static bool keep_place(kept *k, int64_t place)
{
	if (k->n == MOST_KEPT)
		return false;
	k->place[k->n++] = place;
	return true;
}

/* Does a subscript of an array of components name this place? If it names several, they stay a dimension. A family
 * stands for all of its elements. */
static bool names_place(mo_context *c, const mo_env *env, const mo_expr *e, int64_t place, kept *k)
{
	uint32_t n = 1;
	if (!e || e->kind == MO_E_COLON)
		return keep_place(k, place);
	mo_value *v = mo_lower(c, env, e);
	bool several = v && v->type.rank == 1;
	if (!v || v->type.rank > 1 || (several && !mo_const_dims(c, v, &n)))
		return false;
	for (uint32_t i = 1; i <= n && i <= MOST_TURNS; i++) {
		sx_ref number = sx_int(c->pool, i);
		sx_value at;
		if (!place || !mo_try_evaluate(c, mo_elem(c, v, several ? &number : NULL), &at) || at.integer == place)
			return !several || keep_place(k, place ? i : 0);
	}
	return false;
}

/* Is the connector in one of the elements that the part names? */
static bool names_element(const search *s, const mo_env *env, uint32_t number, const mo_part *part, kept *k)
{
	const mo_item *item = s->path[number];
	uint32_t left = mo_whole_scope(s->path[number + 1]->scope)->element, stride = item->count;
	if (part && part->subscripts.n > item->rank)
		return false;
	for (uint32_t d = 0; d < item->rank; d++) {
		stride = item->shape[d] ? stride / item->shape[d] : 0;
		int64_t place = item->family || !stride ? 0 : left / stride + 1;
		left = stride ? left % stride : 0;
		if (!names_place(s->c, env, part && d < part->subscripts.n ? part->subscripts.at[d] : NULL, place, k))
			return false;
	}
	return true;
}

static bool names_this(const search *s, const mo_env *env, const mo_expr *e, kept *k)
{
	if (e->kind != MO_E_REF || e->parts.n == 0 || e->parts.n > s->n)
		return false;
	for (uint32_t i = 0; i < e->parts.n; i++)
		if (e->parts.at[i].name != s->path[i]->name)
			return false;
	for (uint32_t i = 0; i + 1 < s->n; i++)
		if (!names_element(s, env, i, i < e->parts.n ? &e->parts.at[i] : NULL, k))
			return false;
	return true;
}

/* -------------------------------------------------------------------- sizes */

static const char *kind_of(mo_context *c, const uint32_t *sizes, uint32_t rank)
{
	const char *text = "";
	for (uint32_t d = 0; d < rank; d++)
		text = sb_printf(c->arena, "%s%s%u", text, d ? ", " : "", sizes[d]);
	return rank == 0 ? "a number"
		: sb_printf(c->arena, rank == 1 ? "a vector of %s elements" : rank == 2 ? "a matrix [%s]" : "an array [%s]",
					text);
}

static void report_unlike(search *s, const mo_equation *q, const mo_expr *mine, const mo_expr *other,
						  const uint32_t *sizes, uint32_t rank, uint32_t wanted)
{
	sb_text a = {0}, b = {0};
	mo_expr_text(mine, &a);
	mo_expr_text(other, &b);
	sb_message *m = sb_report(s->c->diag, SB_ERROR, "M0982", q->span, "'%s' takes %s, but '%s' is %s", a.at,
							  wanted == 0 ? "a number" : wanted == 1 ? "a vector" : wanted == 2 ? "a matrix"
							  : sb_printf(s->c->arena, "an array of %u dimensions", wanted),
							  b.at, kind_of(s->c, sizes, rank));
	sb_also(m, s->item->ast->name_span, "'%s' is declared here", s->item->full_name);
	if (wanted == 2 && rank == 0)
		sb_help(m, "write %s[1, 1] for a matrix of one element", a.at);
	else if (wanted == 2 && rank == 1)
		sb_help(m, "write %s[:, 1] to make it a column, or %s[1, :] to make it a row", a.at, a.at);
	else if (wanted == 1 && rank == 0)
		sb_help(m, "write %s[1] for a vector of one element", a.at);
	else if (rank > wanted)
		sb_help(m, "say with subscripts which part of '%s' is meant, as in %s[%s]", b.at, b.at,
				rank == 1 ? "1" : wanted ? ":, 1" : "1, 1");
	sb_text_free(&a);
	sb_text_free(&b);
	s->failed = true;
}

/* Along one dimension with a subscript: how far it reaches. */
static bool reach(search *s, const mo_env *env, const mo_expr *e, uint32_t *size, bool *keeps)
{
	uint32_t n = 1;
	mo_value *v = mo_lower(s->c, env, e);
	*keeps = v && v->type.rank == 1;
	if (!v || v->type.base != MO_B_INTEGER || v->type.rank > 1 || (*keeps && !mo_const_dims(s->c, v, &n)))
		return false;
	for (uint32_t i = 1; i <= n; i++) {
		sx_ref k = sx_int(s->c->pool, i);
		sx_value at;
		if (!mo_evaluate(s->c, mo_elem(s->c, v, *keeps ? &k : NULL), e->span, "a subscript in connect", &at)
			|| at.integer < 1 || at.integer > 1 << 24)
			return false;
		*size = at.integer > *size ? (uint32_t)at.integer : *size;
	}
	return true;
}

/* The sizes by one connection: those of the other end, and the subscripts of this one. */
static bool sizes_here(search *s, const mo_env *env, const mo_equation *q, const mo_expr *mine, const mo_expr *other,
					   const uint32_t *dims, uint32_t n, uint32_t *out)
{
	const mo_part *last = mine->parts.n == s->n ? &mine->parts.at[s->n - 1] : NULL;
	uint32_t used = 0, stay = 0;
	for (uint32_t d = 0; d < s->item->rank; d++) {
		const mo_expr *e = last && d < last->subscripts.n ? last->subscripts.at[d] : NULL;
		bool keeps = true;
		if (e && e->kind != MO_E_COLON && !reach(s, env, e, &out[d], &keeps))
			return !(s->failed = true);
		if ((!e || e->kind == MO_E_COLON) && used < n)
			out[d] = dims[used];
		used += keeps;
		stay += keeps;
	}
	if (used == n)
		return true;
	report_unlike(s, q, mine, other, dims, n, stay);
	return false;
}

static void keep(search *s, const mo_equation *q, const uint32_t *sizes, bool partly)
{
	uint32_t rank = s->item->rank;
	if (!s->found) {
		memcpy(s->sizes, sizes, rank * sizeof *sizes);
		s->item->sized_by = q->span;
		s->growing = partly;
	} else if (s->growing && partly) {
		for (uint32_t d = 0; d < rank; d++)
			s->sizes[d] = sizes[d] > s->sizes[d] ? sizes[d] : s->sizes[d];
	} else if (memcmp(s->sizes, sizes, rank * sizeof *sizes) != 0 && mo_whole_scope(s->item->scope)->axis_count) {
		s->failed = !mo_give_up_scope(s->c, mo_whole_scope(s->item->scope));
	}
	s->found = true;
}

/* Once there is a size, more of it is looked for only where elements of it are connected one by one, and in families,
 * whose elements may differ. */
static bool is_done(const search *s)
{
	return s->failed || s->c->gave_up || (s->found && !s->growing && !mo_whole_scope(s->item->scope)->axis_count);
}

static void follow(search *s, const mo_env *env, const mo_equation *q, const mo_expr *mine, const mo_expr *other)
{
	uint32_t *sizes = sb_new_array(s->c->arena, uint32_t, s->item->rank + 1);
	bool needs_constants = false;
	mo_env here = *env;
	mo_ends ends = {0};
	kept k = {0};
	if (is_done(s) || !names_this(s, env, mine, &k) || other->kind != MO_E_REF || !other->parts.n)
		return;
	if (s->wanted != MO_WRITTEN || mo_whole_scope(s->item->scope) == s->c->root)
		s->met = q->span;
	mo_expr *end = extended(s, other, mine->parts.n);
	uint32_t left = k.n ? narrow_all(s, env, end, &k) : 0;
	if (!counts(s, env, end))
		return;
	if (s->take) {
		s->take(s, env, q, end);
		return;
	}
	here.needs_constants = &needs_constants;
	sb_push(s->c->arena, s->c->sizing, ((mo_sizing){ s->item, q->span }));
	bool ok = mo_resolve_ends(s->c, &here, end, &ends);
	s->c->sizing.n--;
	if (!ok && needs_constants)
		mo_give_up_scope(s->c, mo_whole_scope(env->scope));
	s->failed |= !ok;
	if (!ok || ends.absent || ends.missing)
		return;
	bool partly = mine->parts.n == s->n && mine->parts.at[s->n - 1].subscripts.n;
	if (ends.dims.n < left)
		report_unlike(s, q, mine, other, ends.dims.at, ends.dims.n, left + s->item->rank);
	else if (sizes_here(s, env, q, mine, other, left ? ends.dims.at + left : ends.dims.at, ends.dims.n - left, sizes))
		keep(s, q, sizes, partly);
}

/* -------------------------------------------------------------- the classes */

static void read_body(search *s, const mo_env *env, const mo_equations *body);

static bool names_first(const search *s, const mo_equations *body)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const mo_equation *q = body->at[i];
		const mo_expr *ends[2] = { q->left, q->right };
		for (uint32_t k = 0; q->kind == MO_Q_CONNECT && k < 2; k++)
			if (ends[k]->parts.n && ends[k]->parts.at[0].name == s->path[0]->name)
				return true;
		for (uint32_t b = 0; b < q->branches.n; b++)
			if (names_first(s, &q->branches.at[b].body))
				return true;
	}
	return false;
}

static void read_if(search *s, const mo_env *env, const mo_equation *q)
{
	for (uint32_t b = 0; b < q->branches.n && !s->failed; b++) {
		const mo_branch *branch = &q->branches.at[b];
		bool holds = true;
		if (branch->condition && !mo_evaluate_boolean(s->c, env, branch->condition, "a condition over connections",
													  &holds))
			s->failed = true;
		else if (holds) {
			read_body(s, env, &branch->body);
			return;
		}
	}
}

static void read_for(search *s, const mo_env *env, const mo_equation *q, uint32_t level)
{
	mo_exprs bodies = {0};
	mo_loop loop;
	sx_value from, to;
	if (level == q->iterators.n) {
		read_body(s, env, &q->branches.at[0].body);
		return;
	}
	const mo_iterator *iterator = &q->iterators.at[level];
	mo_body_expressions(s->c->arena, &q->branches.at[0].body, &bodies);
	if (!mo_lower_loop(s->c, env, iterator, (const mo_expr *const *)bodies.at, bodies.n, &loop)
		|| !mo_evaluate(s->c, loop.from, iterator->span, "the range of a for equation", &from)
		|| !mo_evaluate(s->c, loop.to, iterator->span, "the range of a for equation", &to)) {
		s->failed = true;
		return;
	}
	int64_t last = to.integer;
	if (mo_whole_scope(s->item->scope)->axis_count && last - from.integer > MOST_TURNS)
		last = from.integer + MOST_TURNS;      /* what differs later is found when the ends are joined */
	for (int64_t k = from.integer; k <= last && !is_done(s); k++) {
		mo_env inner = *env;
		mo_loop now = loop;
		sx_value at;
		sx_ref value = mo_loop_value(s->c, &loop, k);
		if (!value || !mo_evaluate(s->c, value, iterator->span, "the range of a for equation", &at)) {
			s->failed = true;
			return;
		}
		now.bound.value = mo_constant(s->c, &at);
		inner.bound = &now.bound;
		read_for(s, &inner, q, level + 1);
	}
}

static void read_body(search *s, const mo_env *env, const mo_equations *body)
{
	for (uint32_t i = 0; i < body->n && !is_done(s); i++) {
		const mo_equation *q = body->at[i];
		if (q->kind == MO_Q_CONNECT && !mo_connect_broken(env->scope, q)) {
			follow(s, env, q, q->left, q->right);
			follow(s, env, q, q->right, q->left);
		} else if (q->kind == MO_Q_IF || q->kind == MO_Q_FOR) {
			for (uint32_t b = 0; b < q->branches.n; b++)
				if (names_first(s, &q->branches.at[b].body)) {
					if (q->kind == MO_Q_IF)
						read_if(s, env, q);
					else
						read_for(s, env, q, 0);
					break;
				}
		}
	}
}

void mo_read_connections(mo_search *s, mo_search_ends wanted)
{
	mo_scope *whole = mo_whole_scope(s->path[0]->scope);
	mo_scoped_sections sections = {0};
	if (s->found || s->failed || s->c->gave_up)
		return;
	s->wanted = wanted;
	mo_sections(whole, &sections);
	for (uint32_t i = 0; i < sections.n && !is_done(s); i++) {
		const mo_section *section = sections.at[i].section;
		if (!section->initial && !section->algorithm)
			read_body(s, &(mo_env){ .scope = sections.at[i].scope }, &section->body);
	}
}

static void report_none(const search *s)
{
	const mo_item *owner = mo_whole_scope(s->item->scope)->owner;
	sb_span declared = s->item->ast->name_span;
	if (!s->met.source && mo_report_misnamed(s->c, owner))
		return;
	if (owner && owner->kind == MO_I_COMPONENT)
		declared = owner->ast->name_span;
	sb_message *m = sb_report(s->c->diag, SB_ERROR, "M0981", s->met.source ? s->met : declared,
							  s->met.source ? "the size of '%s' is not known, nor that of what it is connected to"
											: "the size of '%s' is not known: nothing is connected to it",
							  s->item->full_name);
	if (s->met.source || declared.start != s->item->ast->name_span.start)
		sb_also(m, s->item->ast->name_span, "'%s' is declared here, with ':' for its size", s->item->full_name);
	sb_note(m, "':' in a connector takes the size from what it is connected to");
	sb_help(m, s->met.source ? "write the size of one of them" : "connect it, or write its size");
}

bool mo_path_to_connector(mo_search *s, bool outside)
{
	mo_item *up[MO_MOST_PARTS], *at = s->item;
	uint32_t n = 0;
	for (bool top = false; n < MO_MOST_PARTS;) {
		mo_scope *whole = mo_whole_scope(at->scope);
		up[n++] = at;
		if (top || (!outside && !mo_is_connector(whole)))
			break;
		top = outside && !mo_is_connector(whole);
		at = whole->owner;
		if (!at || at->kind != MO_I_COMPONENT)
			return false;
	}
	s->n = n;
	for (uint32_t i = 0; i < n; i++)
		s->path[i] = up[n - 1 - i];
	return true;
}

mo_sizes mo_sizes_by_connections(mo_context *c, mo_item *item, uint32_t *sizes)
{
	mo_scope *whole = mo_whole_scope(item->scope);
	search s = { .c = c, .item = item, .sizes = sizes };
	if (whole->use != MO_USE_MODEL || (!mo_is_connector(whole) && !mo_is_of_connector_class(c, item)))
		return MO_NO_VALUE;
	direction way = item->input ? INPUT : item->output ? OUTPUT : NEITHER;
	bool outside_first = way != OUTPUT;
	for (int side = 0; side < 2; side++) {
		if (!mo_path_to_connector(&s, outside_first == (side == 0)))
			continue;
		if (way == NEITHER)
			mo_read_connections(&s, MO_ANYBODY);
		if (way != NEITHER && side == 0) {
			mo_read_connections(&s, MO_DRIVERS);
			mo_read_connections(&s, MO_ANYBODY);
		}
		mo_read_connections(&s, MO_WRITTEN);
	}
	if (!s.found && !s.failed && !c->gave_up) {
		/* a connector of the translated class itself: the class is complete where it is used */
		if (!mo_path_to_connector(&s, true))
			return MO_NO_VALUE;
		report_none(&s);
	}
	return s.found && !s.failed && !c->gave_up ? MO_SIZED : MO_NO_SIZES;
}
