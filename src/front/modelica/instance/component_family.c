/* Arrays of components that are instantiated once for all of their elements, and what happens when that turns out to be
 * impossible. instance.h says what a family is. */
#include <string.h>

#include "front/modelica/instance/scope.h"

/* The name of a component without the subscripts of the elements around it. */
static const char *bare_name(mo_context *c, const char *name)
{
	sb_text text = {0};
	bool quoted = false, inside = false;
	for (const char *at = name; *at; at++) {
		quoted ^= *at == '\'';
		inside |= *at == '[' && !quoted;
		if (!inside)
			sb_addc(&text, *at);
		inside &= *at != ']' || quoted;
	}
	return sb_intern_text(c->names, &text);
}

static bool is_apart(mo_context *c, const mo_item *item)
{
	return c->apart || (c->apart_names && sb_map_find(c->apart_names, bare_name(c, item->full_name)));
}

bool mo_make_family(mo_context *c, mo_item *item, mo_use use)
{
	const mo_scope *around = mo_whole_scope(item->scope);
	if (!c->model || use == MO_USE_FUNCTION || !item->count || is_apart(c, item) || mo_is_expandable(around))
		return false;
	item->axis_count = around->axis_count + item->rank;
	item->axes = sb_new_array(c->arena, mo_axis *, item->axis_count);
	if (around->axis_count)
		memcpy(item->axes, around->axes, sizeof *item->axes * around->axis_count);
	for (uint32_t d = 0; d < item->rank; d++) {
		static const char *const usual[] = {"i", "j", "k", "l", "m", "n"};
		uint32_t n = around->axis_count + d;
		mo_axis *axis = sb_new(c->arena, mo_axis);
		axis->item = item;
		axis->size = item->shape[d];
		axis->iterator = sx_new_iter(c->pool, usual[n < 6 ? n : 5]);
		axis->at = sx_iter(c->pool, axis->iterator);
		item->axes[n] = axis;
		sb_map_set(&c->axis_of, (void *)(uintptr_t)(axis->iterator + 1), axis);
	}
	uint64_t elements = 1;
	for (uint32_t k = 0; k < item->axis_count; k++)
		elements = elements > UINT32_MAX ? elements : elements * item->axes[k]->size;
	c->elements += elements;
	c->families++;
	return item->family = true;
}

mo_share *mo_shares(mo_context *c, const mo_item *item, uint32_t element)
{
	mo_share *shares = sb_new_array(c->arena, mo_share, item->rank + 1);
	for (uint32_t d = item->rank; d-- > 0 && item->shape;) {
		if (item->family)
			shares[d].axis = item->axes[item->axis_count - item->rank + d];
		shares[d].at = item->shape[d] ? element % item->shape[d] + 1 : 0;
		element = item->shape[d] ? element / item->shape[d] : 0;
	}
	return shares;
}

mo_axis *mo_axis_of(mo_context *c, uint32_t iterator)
{
	return c->families ? sb_map_find(&c->axis_of, (void *)(uintptr_t)(iterator + 1)) : NULL;
}

bool mo_axis_is_called(const mo_scope *scope, const char *name)
{
	for (uint32_t k = 0; scope && k < scope->axis_count; k++)
		if (strcmp(sx_iter_name(scope->context->pool, scope->axes[k]->iterator), name) == 0)
			return true;
	return false;
}

sx_ref mo_share_now(mo_context *c, const mo_share *share)
{
	return share->axis ? share->axis->at : sx_int(c->pool, share->at);
}

sx_ref *mo_suspend_point(mo_context *c)
{
	uint32_t n = c->point ? c->point->axis_count : 0;
	sx_ref *saved = n ? sb_new_array(c->arena, sx_ref, n) : NULL;
	for (uint32_t k = 0; k < n; k++) {
		mo_axis *axis = c->point->axes[k];
		saved[k] = axis->at;
		axis->at = sx_iter(c->pool, axis->iterator);
	}
	return saved;
}

void mo_resume_point(mo_context *c, sx_ref *saved)
{
	for (uint32_t k = 0; saved && k < c->point->axis_count; k++)
		c->point->axes[k]->at = saved[k];
}

/* ------------------------------------------------------------------- giving up */

static void take_apart(mo_context *c, const mo_item *item)
{
	if (c->apart_names)
		sb_map_set(c->apart_names, bare_name(c, item->full_name), (void *)item);
	c->gave_up = true;
}

bool mo_give_up(mo_context *c, const mo_axis *axis)
{
	take_apart(c, axis->item);
	return false;
}

bool mo_give_up_scope(mo_context *c, const mo_scope *scope)
{
	for (uint32_t k = 0; k < scope->axis_count; k++)
		mo_give_up(c, scope->axes[k]);
	return false;
}

typedef struct search { mo_context *c; mo_axes found; } search;

/* An expression has each different node once, and so each axis. */
static bool see_axis(void *context, const sx_pool *pool, sx_ref e)
{
	search *s = context;
	const mo_axis *axis = sx_op_of(pool, e) == SX_ITER ? mo_axis_of(s->c, sx_at(pool, e)->payload) : NULL;
	if (axis)
		sb_push(s->c->arena, s->found, axis);
	return true;
}

mo_axes mo_axes_in(mo_context *c, sx_ref e)
{
	search s = {.c = c};
	if (e && c->families && sx_flags(c->pool, e) & SX_HAS_ITER)
		sx_visit(c->pool, e, see_axis, &s);
	return s.found;
}

bool mo_has_axis(mo_context *c, sx_ref e)
{
	return mo_axes_in(c, e).n > 0;
}
