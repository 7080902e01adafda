/* Scopes: the items of a class with the modifications of one use of it, and its base classes.
 *
 * Own items come first, so that the names of base classes can be looked up among them; then the modifiers are matched
 * to the items and go on to the base classes, followed by the redeclarations of the body and by the modification of the
 * extends clause. Names looked up while a scope is being made see what is there so far.
 */
#include <string.h>

#include "front/modelica/instance/scope.h"

bool mo_enter(mo_context *c, sb_span at)
{
	/* Past the deepest nothing is opened any more: a class that branches on its way down would take for ever. */
	if (c->instances->too_deep)
		return false;
	if (c->depth < MO_DEEPEST) {
		c->depth++;
		return true;
	}
	c->instances->too_deep = true;
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0220", at, "classes are nested more than %d levels deep here", MO_DEEPEST);
	sb_help(m, "look for a class that contains or extends itself through others");
	return false;
}

void mo_leave(mo_context *c)
{
	c->depth--;
}

static void init_item(mo_item *item, mo_scope *scope, mo_element *ast)
{
	item->kind = ast->kind == MO_EL_CLASS ? MO_I_CLASS : MO_I_COMPONENT;
	item->name = ast->name;
	item->ast = item->declared = ast;
	item->scope = item->home = scope;
	item->is_protected = ast->is_protected || scope->hides;
	item->is_final = ast->final;
	item->variable = UINT32_MAX;
	item->present = true;
}

mo_item *mo_new_item(mo_scope *scope, mo_element *ast)
{
	mo_context *c = scope->context;
	mo_item *item = sb_new(c->arena, mo_item);
	init_item(item, scope, ast);
	if (!scope->by_name.arena)
		scope->by_name = sb_map_new(c->arena);
	sb_push(c->arena, scope->items, item);
	sb_map_set(&scope->by_name, item->name, item);
	return item;
}

static void set_axes(mo_scope *scope)
{
	const mo_item *owner = scope->owner;
	if (!owner)
		return;
	const mo_scope *around = mo_whole_scope(owner->scope);
	scope->axes = owner->family ? owner->axes : around->axes;
	scope->axis_count = owner->family ? owner->axis_count : around->axis_count;
}

mo_scope *mo_make_scope(mo_context *c, mo_item *class_item, mo_modifier *modifiers, mo_item *owner, const char *prefix,
						mo_use use)
{
	mo_scope *scope = sb_new(c->arena, mo_scope);
	if (++c->instances->scopes == MO_MOST_SCOPES) {
		c->instances->too_deep = true;
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0249", class_item->ast->name_span,
								  "the model has more than %d components", MO_MOST_SCOPES);
		sb_help(m, "arrays of variables are one component each; arrays of models are not");
	}
	scope->context = c;
	scope->class_def = class_item->ast->class_def;
	scope->base = scope->class_def ? MO_B_CLASS : class_item->base;
	scope->parent = class_item->home;
	scope->replaced = class_item->replaced;
	scope->owner = owner;
	scope->prefix = prefix;
	scope->use = use;
	set_axes(scope);
	mo_modifier_list list = {0};
	mo_list_join(c, &list, modifiers);
	for (mo_modifier *m = mo_nested_modifiers(c, class_item->modifiers, NULL, 0); m; m = m->next) {
		mo_modifier *copy = mo_list_add(c, &list, m);
		copy->origin = NULL;
		copy->weak = m->parent && m->parent->weak;
	}
	scope->modifiers = list.first;
	return scope;
}

static void make_items(mo_scope *scope)
{
	mo_context *c = scope->context;
	uint32_t n = scope->index->items.n;
	if (!n)
		return;
	mo_item *items = sb_new_array(c->arena, mo_item, n);
	scope->items.at = sb_new_array(c->arena, mo_item *, n);
	scope->items.n = scope->items.cap = n;
	for (uint32_t i = 0; i < n; i++) {
		init_item(&items[i], scope, scope->index->items.at[i]);
		scope->items.at[i] = &items[i];
	}
}

static void add_to_item(mo_context *c, mo_item *item, mo_modifier *m)
{
	mo_modifier_list list = {item->modifiers, item->modifiers, 0};
	for (mo_modifier *k = item->modifiers; k; k = k->next) {
		list.last = k;
		list.n++;
	}
	mo_list_add(c, &list, m)->weak = false;
	item->modifiers = list.first;
	mo_use_modifier(m);
}

static void check_protected(mo_context *c, const mo_item *item, const mo_modifier *m)
{
	if (!item->is_protected || m->inherits || m->soft || !mo_first_report(c, m->ast))
		return;
	sb_message *said = sb_report(c->diag, SB_ERROR, "M0207", m->ast->name_span,
								 "'%s' is protected and cannot be modified from outside its class", item->name);
	sb_also(said, item->ast->name_span, "'%s' is declared in a protected section here", item->name);
	sb_help(said, "declare it in a public section, or modify it in an extends clause");
}

static void report_class_value(mo_context *c, const mo_item *item, const mo_modifier *m)
{
	const char *kind = item->ast->class_def ? mo_restriction_text(item->ast->class_def->restriction) : "type";
	if (m->soft || !mo_first_report(c, m->ast))
		return;
	sb_message *said =
		sb_report(c->diag, SB_ERROR, "M0262", m->span, "'%s' is a %s and cannot be given a value", item->name, kind);
	sb_also(said, item->ast->name_span, "'%s' is declared here", item->name);
	sb_help(said, "to put another class in its place write: redeclare %s %s = ...", kind, item->name);
}

/* Hands the modifiers to the items they name; the others are left for the base classes. */
static void distribute(mo_scope *scope)
{
	mo_context *c = scope->context;
	bool redeclared = false;
	for (mo_modifier *m = scope->modifiers; m; m = m->next) {
		mo_item *item = mo_own_item(scope, m->name);
		if (!item)
			continue;
		check_protected(c, item, m);
		if (item->kind == MO_I_CLASS && m->value && mo_modifier_is_last(m) && !m->ast->element)
			report_class_value(c, item, m);
		add_to_item(c, item, m);
		redeclared |= m->ast->element != NULL;
	}
	for (uint32_t i = 0; redeclared && i < scope->items.n; i++)
		if (scope->items.at[i]->modifiers)
			mo_apply_redeclarations(c, scope->items.at[i]);
	for (uint32_t i = 0; scope->index->constrained && i < scope->items.n; i++)
		mo_apply_constraint(c, scope->items.at[i]);
}

static void apply_breaks(mo_scope *scope)
{
	for (mo_scope *s = scope; s->derived; s = s->derived)
		for (uint32_t i = 0; s->breaks && i < s->breaks->n; i++) {
			const mo_modification *b = s->breaks->at[i];
			mo_item *item = b->name_n ? mo_own_item(scope, b->name[0]) : NULL;
			if (item)
				item->broken = true;
		}
}

/* ------------------------------------------------------------------ base classes */

static bool extends_itself(mo_scope *scope, const mo_item *base, sb_span at)
{
	mo_context *c = scope->context;
	if (!base->ast->class_def)
		return false;
	for (mo_scope *s = scope; s; s = s->derived) {
		if (s->class_def != base->ast->class_def)
			continue;
		scope->incomplete = true;
		if (mo_first_report(c, base->ast->class_def)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0218", at, "'%s' extends itself", mo_class_text(s));
			sb_help(m, "remove one of the extends clauses, or move what both share to a class of its own");
			if (s != scope)
				sb_also(m, s->class_def->name_span, "through the base classes of '%s'", s->class_def->name);
		}
		return true;
	}
	return false;
}

/* Two extends clauses on every level double the base classes each time. */
static bool inherits_too_much(mo_scope *scope, sb_span at)
{
	mo_scope *whole = mo_whole_scope(scope);
	if (++whole->parts <= MO_MOST_PARTS)
		return false;
	scope->incomplete = true;
	if (whole->parts == MO_MOST_PARTS + 1 && mo_first_report(scope->context, &whole->class_def->sections)) {
		sb_message *m =
			sb_report(scope->context->diag, SB_ERROR, "M0220", at, "'%s' inherits from more than %d base classes",
					  whole->class_def->name, MO_MOST_PARTS);
		sb_help(m, "look for a class that is inherited many times over");
	}
	return true;
}

/* Which kinds of classes may extend which: packages, functions, types and operators only their own; the others are more
 * liberal. */
static bool may_extend(const mo_class *derived, const mo_scope *base)
{
	mo_restriction from = derived->restriction, to = mo_scope_restriction(base);
	if (to == MO_OPERATOR_RECORD && derived->form == MO_FORM_LONG)
		return false;
	if (!base->class_def || to == MO_CLASS || from == MO_CLASS)
		return base->base == MO_B_CLASS || base->base == MO_B_EXTERNAL_OBJECT || from == MO_TYPE ||
			   from == MO_CONNECTOR || from == MO_CLASS;
	switch (from) {
	case MO_PACKAGE:
		return to == MO_PACKAGE;
	case MO_FUNCTION:
	case MO_OPERATOR_FUNCTION:
		return to == MO_FUNCTION || to == MO_OPERATOR_FUNCTION;
	case MO_OPERATOR:
		return to == MO_OPERATOR;
	case MO_TYPE:
		return to == MO_TYPE;
	case MO_RECORD:
	case MO_OPERATOR_RECORD:
		return to == MO_RECORD || to == MO_OPERATOR_RECORD;
	case MO_CONNECTOR:
		return to == MO_TYPE || to == MO_RECORD || to == MO_OPERATOR_RECORD || to == MO_CONNECTOR;
	case MO_BLOCK:
		return to == MO_BLOCK || to == MO_RECORD;
	default:
		return to == MO_MODEL || to == MO_BLOCK || to == MO_RECORD;
	}
}

static void check_kind(mo_scope *scope, mo_scope *part, sb_span at)
{
	mo_context *c = scope->context;
	if (may_extend(scope->class_def, part) || !mo_first_report(c, &scope->class_def->base))
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0230", at, "%s cannot be made from '%s', which is %s",
							  mo_a_restriction(scope->class_def->restriction), mo_class_text(part),
							  mo_a_restriction(mo_scope_restriction(part)));
	if (part->class_def && part->class_def->name_span.source)
		sb_also(m, part->class_def->name_span, "'%s' is declared here", part->class_def->name);
	sb_help(m, "extend a class of the same kind");
	scope->incomplete = true;          /* what is missing in it now is not reported again */
}

/* model R3 = Resistor[3](R = {1, 2, 3}): what the short class gives to its array is split over the dimensions that it
 * adds, which follow those of the component and of the short classes around. */
static void split_over_own_dims(mo_scope *scope, mo_modifier *written)
{
	mo_scope *whole = mo_whole_scope(scope);
	const mo_item *owner = whole->owner;
	if (!scope->dim_count || !owner || owner->kind != MO_I_COMPONENT || !owner->shape)
		return;
	const mo_element *e = owner->ast->dims.n || owner->ast->type_dims.n ? owner->ast : owner->declared;
	uint32_t first = e->dims.n + e->type_dims.n;
	for (const mo_scope *s = scope->derived; s; s = s->derived)
		first += s->dim_count;
	if (first + scope->dim_count > owner->rank)
		return;
	mo_share *all = mo_shares(scope->context, owner, whole->element);
	for (mo_modifier *m = written; m; m = m->next) {
		if (m->each)
			continue;
		m->subscripts = all + first;
		m->subscript_count = scope->dim_count;
	}
}

/* The modifiers for a base class; where `apart`, only the weak ones or only the others. In a base class they are as
 * strong as any. */
static void add_strength(mo_context *c, mo_modifier_list *list, const mo_modifier *all, bool apart, bool weak)
{
	for (; all; all = all->next)
		if (!apart || all->weak == weak)
			mo_list_add(c, list, all)->weak = false;
}

/* Makes the part of a base class, by an extends clause or (NULL) by the short class's own modification, read in `home`.
 */
static void add_base(mo_scope *scope, mo_item *base, mo_element *clause, mo_scope *home, sb_span at)
{
	mo_context *c = scope->context;
	if (extends_itself(scope, base, at) || inherits_too_much(scope, at))
		return;
	mo_modifier_list list = {0}, written = {0};
	bool rename = !clause && scope->class_def->form == MO_FORM_SHORT;
	/* All of them, also those that named an own item: a base class may have the same element. */
	add_strength(c, &list, scope->modifiers, rename, false);
	for (uint32_t i = 0; i < scope->index->redeclares.n; i++) {
		mo_modifications one = {&scope->index->redeclares.at[i], 1, 1};
		mo_list_args(c, &written, &one, scope, true);
	}
	uint32_t redeclares = written.n;
	mo_list_args(c, &written, clause ? &clause->args : &scope->class_def->args, home, true);
	if (!clause)
		split_over_own_dims(scope, written.first);
	mo_list_join(c, &list, written.first);
	if (rename)
		add_strength(c, &list, scope->modifiers, true, true);
	mo_scope *part = mo_make_scope(c, base, list.first, scope->owner, scope->prefix, scope->use);
	part->derived = scope;
	part->breaks = clause ? &clause->break_names : NULL;
	part->hides = scope->hides || (clause && clause->is_protected);
	sb_push(c->arena, scope->bases, part);
	mo_elaborate(part);
	check_kind(scope, part, at);
	mo_modifier *first = written.first;
	for (uint32_t i = 0; i < redeclares; i++, first = first->next)
		if (first->used)
			sb_map_set(&c->instances->checked, first->ast, c);
	mo_report_unused(part, first);
	mo_check_breaks(part);
	scope->incomplete |= part->incomplete;
	if (part->base != MO_B_CLASS) {
		scope->base = part->base;
		scope->enumeration = part->enumeration;
	}
	if (part->class_def && part->class_def == c->instances->external_object) {
		scope->base = MO_B_EXTERNAL_OBJECT;
		mo_check_object(c, scope->class_def);
	} else if (part->base == MO_B_EXTERNAL_OBJECT && mo_first_report(c, scope->class_def)) {
		/* 3.6, 12.9.7: neither in an extends clause nor in a short class definition */
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0594", at,
								  "'%s' is a class of external objects, which cannot be extended or renamed",
								  part->class_def->name);
		sb_help(m, "use '%s' itself", part->class_def->name);
	}
}

/* A redeclared element of the body is inherited by one of the base classes; here it is known whether one had it. */
static void check_redeclares(mo_scope *scope)
{
	mo_context *c = scope->context;
	for (uint32_t i = 0; i < scope->index->redeclares.n && !scope->incomplete; i++) {
		mo_modification *r = scope->index->redeclares.at[i];
		if (sb_map_find(&c->instances->checked, r) || !mo_first_report(c, r))
			continue;
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0229", r->name_span,
								  "there is no inherited '%s' in '%s' to redeclare", r->name[0], mo_class_text(scope));
		const char *near = mo_near_name(c, scope, r->name[0], false);
		if (near)
			sb_help(m, "did you mean '%s'?", near);
		else
			sb_help(m, "remove `redeclare` to declare a new element");
	}
}

/* What a class inherits may not depend on who uses it. */
static void check_replaceable(mo_context *c, const mo_item *base, const mo_element *clause)
{
	if (!base->ast->replaceable || !mo_first_report(c, clause))
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0247", clause->type.span,
							  "'%s' is replaceable and cannot be extended", base->name);
	sb_also(m, base->ast->name_span, "'%s' is declared replaceable here", base->name);
	sb_help(m, "extend a class that is not replaceable, or use `redeclare model extends %s`", base->name);
}

/* Operators are found through the record they are declared in, which must not exist a second time. */
static void check_operators(mo_context *c, const mo_item *base, const mo_element *clause)
{
	const mo_class *def = base->ast->class_def;
	for (uint32_t i = 0; def && i < def->elements.n; i++) {
		const mo_class *inner = def->elements.at[i]->class_def;
		if (!inner || inner->restriction != MO_OPERATOR_RECORD || inner->form != MO_FORM_LONG ||
			!mo_first_report(c, clause))
			continue;
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "M0250", clause->type.span,
					  "'%s' has the operator record '%s' in it and cannot be extended", base->name, inner->name);
		sb_also(m, inner->name_span, "'%s' is declared here", inner->name);
		sb_help(m, "move the operator record to a package of its own");
	}
}

static void add_extends(mo_scope *scope)
{
	mo_context *c = scope->context;
	for (uint32_t i = 0; i < scope->index->extends.n; i++) {
		mo_element *e = scope->index->extends.at[i];
		mo_item *base = mo_find_class_from(c, scope, &e->type, false);
		if (!base) {
			scope->incomplete = true;
			continue;
		}
		check_replaceable(c, base, e);
		check_operators(c, base, e);
		add_base(scope, base, e, scope, e->type.span);
	}
}

static void add_short(mo_scope *scope)
{
	mo_class *def = scope->class_def;
	mo_item *base = mo_find_class_from(scope->context, scope->parent, &def->base, true);
	scope->dims = def->base_dims.at;
	scope->dim_count = def->base_dims.n;
	scope->dims_scope = scope->parent;
	if (!base)
		scope->incomplete = true;
	else
		add_base(scope, base, NULL, scope->parent, def->base.span);
}

/* `model extends M` without `redeclare`: a new M that extends the inherited one, which those who inherit it keep. */
static mo_item *inherited_class(const mo_scope *scope)
{
	mo_item *item = NULL;
	for (uint32_t i = 0; scope->parent && !item && i < scope->parent->bases.n; i++)
		item = mo_member(scope->parent->bases.at[i], scope->class_def->name);
	return item && item->kind == MO_I_CLASS ? item : NULL;
}

static void add_replaced(mo_scope *scope)
{
	mo_class *def = scope->class_def;
	if (!scope->replaced && (scope->replaced = inherited_class(scope)) && !scope->replaced->ast->replaceable &&
		mo_first_report(scope->context, def)) {
		sb_message *m = sb_report(scope->context->diag, SB_ERROR, "M0215", def->name_span,
								  "the inherited '%s' is not replaceable and cannot be extended under its own name",
								  def->name);
		sb_also(m, scope->replaced->ast->name_span, "'%s' is declared here", def->name);
		sb_help(m, "write `replaceable` in front of that declaration, or extend it under another name");
	}
	if (scope->replaced) {
		add_base(scope, scope->replaced, NULL, scope, def->name_span);
		return;
	}
	scope->incomplete = true;
	if (mo_first_report(scope->context, def))
		sb_help(sb_report(scope->context->diag, SB_ERROR, "M0229", def->name_span,
						  "there is no inherited '%s' to extend", def->name),
				"remove `extends` to declare a new class");
}

static void set_enumeration(mo_scope *scope)
{
	mo_context *c = scope->context;
	scope->base = MO_B_ENUM;
	uint64_t number;
	if (sb_map_get(&c->instances->enums, (uint64_t)(uintptr_t)scope->class_def, &number)) {
		scope->enumeration = (uint32_t)number;
		return;
	}
	if (!c->model)
		return;
	sm_enum e = {.name = mo_class_text(scope), .count = scope->class_def->literals.n};
	e.literals = sb_new_array(c->arena, const char *, e.count ? e.count : 1);
	for (uint32_t i = 0; i < e.count; i++)
		e.literals[i] = scope->class_def->literals.at[i].name;
	sb_push(c->model->arena, c->model->enums, e);
	scope->enumeration = c->model->enums.n;
	sb_map_put(&c->instances->enums, (uint64_t)(uintptr_t)scope->class_def, scope->enumeration);
}

/* Modifiers that reach a predefined type or an enumeration are about its attributes. */
static void use_as_attributes(mo_scope *scope)
{
	for (mo_modifier *m = scope->modifiers; m; m = m->next) {
		mo_use_modifier(m);
		mo_check_attribute(scope->context, m, scope->base);
	}
}

void mo_elaborate(mo_scope *scope)
{
	mo_context *c = scope->context;
	if (scope->state != MO_NEW)
		return;
	scope->state = MO_BUSY;
	mo_class *def = scope->class_def;
	if (!def) {
		use_as_attributes(scope);
	} else if (!mo_enter(c, def->name_span)) {
		scope->incomplete = true;
	} else {
		scope->index = mo_index_of(c, def);
		make_items(scope);
		distribute(scope);
		apply_breaks(scope);
		if (def->form == MO_FORM_SHORT)
			add_short(scope);
		else if (def->form == MO_FORM_ENUMERATION)
			set_enumeration(scope);
		else if (def->form == MO_FORM_EXTENDS)
			add_replaced(scope);
		add_extends(scope);
		check_redeclares(scope);
		mo_check_simple(scope);
		if (def->form == MO_FORM_ENUMERATION)
			use_as_attributes(scope);
		mo_leave(c);
	}
	scope->state = MO_DONE;
	if (!scope->derived) {
		mo_merge_inherited(scope);
		mo_report_unused(scope, scope->modifiers);
	}
}
