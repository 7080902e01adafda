/* The dimensions of a component: Integer expressions, enumeration types and Boolean as sizes, and ':' from the value.
 */
#include "front/modelica/instance/scope.h"

enum { LARGEST = 1 << 24 };      /* scalars of one array: what is beyond would take minutes and gigabytes */

mo_scope *mo_dim_type(mo_context *c, const mo_dim *dim)
{
	const mo_expr *e = dim->size;
	if (e->kind != MO_E_REF || !e->parts.n || e->parts.at[e->parts.n - 1].subscripted)
		return NULL;
	mo_item *type = mo_find_item(c, dim->scope, e->parts.at, e->parts.n, e->global);
	if (!type || !mo_open(c, type, e->span))
		return NULL;
	mo_base base = type->class_scope->base;
	return base == MO_B_BOOLEAN || base == MO_B_ENUM ? type->class_scope : NULL;
}

/* Real x[Color], x[Boolean]: as many as the type has values. -1 if the dimension is not a type. */
static int64_t size_of_type(mo_context *c, const mo_dim *dim)
{
	const mo_scope *s = mo_dim_type(c, dim);
	if (!s || s->base == MO_B_BOOLEAN)
		return s ? 2 : -1;
	while (s->bases.n)
		s = s->bases.at[0];
	return s->class_def ? (int64_t)s->class_def->literals.n : -1;
}

static void report_unknown_size(mo_context *c, const mo_item *item, uint32_t d)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0227", item->dims[d].size->span,
							  "the size of dimension %u of '%s' is not known", d + 1, item->full_name);
	sb_note(m, "':' takes the size from the value, and '%s' has %s", item->full_name,
			item->binding || item->record_binding ? "one with fewer dimensions" : "none");
	sb_help(m, "write the size, or give '%s' a value", item->name);
}

static bool sizes_of_value(mo_context *c, mo_item *item, uint32_t first_open, uint32_t *known, uint32_t *rank)
{
	uint32_t before = sb_errors(c->diag);
	mo_sizes found = c->asks->sizes(c, item, known, rank);
	if (found == MO_NO_VALUE && sb_errors(c->diag) == before && mo_is_expandable(mo_whole_scope(item->scope))) {
		item->growable = true;      /* 3.6, 9.1.3: as large as connections ask for */
		for (uint32_t d = 0; d < item->rank; d++)
			known[d] = 0;
		*rank = item->rank;
		return true;
	}
	if (found == MO_NO_VALUE && sb_errors(c->diag) == before && !item->binding && !item->record_binding) {
		*rank = item->rank;
		found = c->asks->connected(c, item, known);
		if (found != MO_NO_VALUE)
			return found == MO_SIZED;
	}
	/* a value that could not be read, and nothing was said: its parts failed before */
	bool said = found == MO_NO_VALUE && before && (item->binding || item->record_binding);
	if (found != MO_SIZED && !said && sb_errors(c->diag) == before)
		report_unknown_size(c, item, first_open);
	return found == MO_SIZED;
}

bool mo_report_size_circle(mo_context *c, const mo_item *item)
{
	uint32_t first = 0;
	while (first < c->sizing.n && c->sizing.at[first].item != item)
		first++;
	if (first == c->sizing.n)
		return false;
	/* of a family perhaps that of another element: they are looked at one by one */
	if (mo_whole_scope(item->scope)->axis_count)
		return !mo_give_up_scope(c, mo_whole_scope(item->scope));
	if (!mo_first_report(c, item))
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0980", c->sizing.at[first].by,
							  "the size of '%s' depends on itself", item->full_name);
	for (uint32_t i = first; i < c->sizing.n; i++)
		sb_also(m, c->sizing.at[i].by, "'%s' has the size of what it is connected to here",
				c->sizing.at[i].item->full_name);
	sb_note(m, "':' takes the size from the connection, and these connections lead round in a circle");
	sb_help(m, "write the size of one connector on the way instead of ':'");
	return true;
}

bool mo_size_of(mo_context *c, const mo_item *item, const mo_dim *dim, uint32_t d, int64_t *size)
{
	*size = size_of_type(c, dim);
	if (*size >= 0)
		return true;
	if (!c->asks->integer(c, dim->scope, dim->size, "the size of a dimension", size))
		return false;
	if (*size >= 0 && *size <= LARGEST)
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0228", dim->size->span, "dimension %u of '%s' has the size %lld",
							  d + 1, item->full_name, (long long)*size);
	sb_note(m, "a size is between 0 and %d", LARGEST);
	return false;
}

static bool size_component(mo_context *c, mo_item *item)
{
	uint32_t *shape = sb_new_array(c->arena, uint32_t, item->rank), *known = NULL, known_rank = 0;
	uint64_t count = 1;
	for (uint32_t d = 0; d < item->rank; d++) {
		int64_t size = 0;
		if (item->dims[d].size->kind == MO_E_COLON) {
			if (!known) {
				known = sb_new_array(c->arena, uint32_t, item->rank);
				if (!sizes_of_value(c, item, d, known, &known_rank))
					return false;
			}
			uint32_t missing = item->rank - known_rank; /* `each`: the value has the trailing dimensions */
			if (d < missing) {
				report_unknown_size(c, item, d);
				return false;
			}
			size = known[d - missing];
		} else if (!mo_size_of(c, item, &item->dims[d], d, &size)) {
			return false;
		}
		shape[d] = (uint32_t)size;
		count *= (uint64_t)size;
		if (count > LARGEST) {
			sb_help(sb_report(c->diag, SB_ERROR, "M0228", item->dims[d].size->span, "'%s' has more than %d elements",
							  item->full_name, LARGEST),
					"make it smaller; a model of this size does not fit into memory");
			return false;
		}
	}
	item->shape = shape;
	item->count = (uint32_t)count;
	return true;
}

/* The component of the model itself in which an item is; NULL: it is one of the model, or of no model. */
static const mo_item *outermost(mo_context *c, const mo_item *item)
{
	const mo_item *found = NULL;
	const mo_scope *s = mo_whole_scope(item->scope);
	for (; s && s != c->root && s->owner; s = mo_whole_scope(found->scope))
		found = s->owner;
	return s == c->root ? found : NULL;
}

bool mo_size_component(mo_context *c, mo_item *item)
{
	uint32_t before = sb_messages(c->diag);
	bool ok = size_component(c, item);
	const mo_item *outer = !ok && sb_messages(c->diag) > before ? outermost(c, item) : NULL;
	if (outer)
		sb_also_those(c->diag, before, outer->ast->name_span, "in this component");
	return ok;
}
