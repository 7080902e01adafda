/* Plug compatibility: may a class stand where another is asked for?
 *
 * A class that extends the other may. So may one that has, under the same names, everything public that the other has,
 * each compatible again. Predefined types stand only for themselves (an Integer is no Real), enumerations for those
 * with the same literals.
 */
#include "front/modelica/instance/scope.h"

enum { DEEPEST_TYPE = 50 };

static bool extends_class(const mo_scope *scope, const mo_class *wanted)
{
	if (scope->class_def == wanted)
		return true;
	for (uint32_t i = 0; i < scope->bases.n; i++)
		if (extends_class(scope->bases.at[i], wanted))
			return true;
	return false;
}

static const mo_scope *enumeration_part(const mo_scope *s)
{
	while (s->bases.n)
		s = s->bases.at[0];
	return s;
}

static bool same_literals(const mo_scope *a, const mo_scope *b)
{
	const mo_class *x = enumeration_part(a)->class_def, *y = enumeration_part(b)->class_def;
	if (x == y || !x || !y || x->open_enumeration || y->open_enumeration)
		return true;
	if (x->literals.n != y->literals.n)
		return false;
	for (uint32_t i = 0; i < x->literals.n; i++)
		if (x->literals.at[i].name != y->literals.at[i].name)
			return false;
	return true;
}

static bool compatible(mo_context *c, mo_scope *sub, mo_scope *super, uint32_t depth, const char **why);

static uint32_t written_rank(const mo_item *item)
{
	return item->ast->dims.n + item->ast->type_dims.n;
}

static mo_scope *class_of(mo_context *c, mo_item *item)
{
	if (item->kind == MO_I_CLASS)
		return mo_open(c, item, item->ast->name_span) ? item->class_scope : NULL;
	if (item->state == MO_DONE && item->type)
		return item->type;
	mo_item *type = mo_find_class_item(c, item->home, &item->ast->type);
	return type && mo_open(c, type, item->ast->type.span) ? type->class_scope : NULL;
}

static bool has_compatible(mo_context *c, mo_scope *sub, mo_item *wanted, uint32_t depth, const char **why)
{
	mo_item *item = mo_member(sub, wanted->name);
	if (!item || item->is_protected) {
		*why = sb_printf(c->arena, "'%s' has no public '%s'", mo_class_text(sub), wanted->name);
		return false;
	}
	if (item->kind != wanted->kind) {
		*why = sb_printf(c->arena, "'%s' is a class in one and a component in the other", wanted->name);
		return false;
	}
	if (item->ast == wanted->ast || wanted->kind == MO_I_CLASS)
		return true;
	if (written_rank(item) != written_rank(wanted) && item->ast->type.n == 1 && wanted->ast->type.n == 1 &&
		item->ast->type.name[0] == wanted->ast->type.name[0]) {
		*why = sb_printf(c->arena, "'%s' has another number of dimensions", wanted->name);
		return false;
	}
	mo_scope *a = class_of(c, item), *b = class_of(c, wanted);
	if (!a || !b || compatible(c, a, b, depth + 1, why))
		return true;
	*why = sb_printf(c->arena, "'%s' is a '%s' in '%s' and a '%s' in '%s'", wanted->name, mo_class_text(a),
					 mo_class_text(sub), mo_class_text(b), mo_class_text(wanted->scope));
	return false;
}

static bool all_compatible(mo_context *c, mo_scope *sub, mo_scope *part, uint32_t depth, const char **why)
{
	for (uint32_t i = 0; i < part->items.n; i++) {
		mo_item *wanted = part->items.at[i];
		if (!wanted->is_protected && !wanted->merged && !wanted->broken && !has_compatible(c, sub, wanted, depth, why))
			return false;
	}
	for (uint32_t i = 0; i < part->bases.n; i++)
		if (!all_compatible(c, sub, part->bases.at[i], depth, why))
			return false;
	return true;
}

/* 3.6, 6.6: a function may have inputs beyond those of the other only if they have defaults. */
static bool same_inputs(mo_context *c, mo_scope *sub, mo_scope *super, const char **why)
{
	for (uint32_t i = 0; i < sub->items.n; i++) {
		const mo_item *item = sub->items.at[i];
		if (item->kind != MO_I_COMPONENT || item->is_protected || !item->ast->input || item->ast->value ||
			item->modifiers || mo_member(super, item->name))
			continue;
		*why = sb_printf(c->arena, "'%s' has an input '%s' without a default, which '%s' does not have",
						 mo_class_text(sub), item->name, mo_class_text(super));
		return false;
	}
	for (uint32_t i = 0; i < sub->bases.n; i++)
		if (!same_inputs(c, sub->bases.at[i], super, why))
			return false;
	return true;
}

static bool compatible(mo_context *c, mo_scope *sub, mo_scope *super, uint32_t depth, const char **why)
{
	mo_elaborate(sub);
	mo_elaborate(super);
	if (mo_type_rank(sub) != mo_type_rank(super)) {
		*why = sb_printf(c->arena, "'%s' and '%s' have different numbers of dimensions", mo_class_text(sub),
						 mo_class_text(super));
		return false;
	}
	while (super->class_def && super->class_def->form == MO_FORM_SHORT && super->bases.n)
		super = super->bases.at[0];
	if (depth > DEEPEST_TYPE || sub == super || (super->class_def && extends_class(sub, super->class_def)))
		return true;
	if (sub->base != super->base || (sub->base == MO_B_ENUM && !same_literals(sub, super))) {
		*why = sb_printf(c->arena, "'%s' and '%s' are different types", mo_class_text(sub), mo_class_text(super));
		return false;
	}
	if (sub->base != MO_B_CLASS)
		return true;
	bool sub_function = mo_scope_restriction(sub) == MO_FUNCTION,
		 super_function = mo_scope_restriction(super) == MO_FUNCTION;
	if (sub_function != super_function ||
		(mo_scope_restriction(sub) == MO_PACKAGE) != (mo_scope_restriction(super) == MO_PACKAGE)) {
		*why = sb_printf(c->arena, "'%s' is a %s and '%s' is a %s", mo_class_text(sub),
						 mo_restriction_text(mo_scope_restriction(sub)), mo_class_text(super),
						 mo_restriction_text(mo_scope_restriction(super)));
		return false;
	}
	return all_compatible(c, sub, super, depth, why) && (!sub_function || same_inputs(c, sub, super, why));
}

bool mo_subtype(mo_context *c, mo_scope *sub, mo_scope *super, const char **why)
{
	const char *reason = NULL;
	bool ok = compatible(c, sub, super, 0, &reason);
	if (why)
		*why = ok ? NULL : reason;
	return ok;
}
