/* Redeclarations: an element replaced by another one from outside.
 *
 * The redeclarations among an item's modifiers are applied from the innermost to the outermost; the outermost holds.
 * What was modified further out goes on to the new element. What was modified further in, and the modification of the
 * constraining class, go on to it too, as far as the new element has what they name. `redeclare model extends M` keeps
 * what it replaces as its base class.
 */
#include "front/modelica/instance/scope.h"

static bool redeclares(const mo_modifier *m)
{
	return m->ast->element && mo_modifier_is_last(m);
}

/* Real x[:] may be given its sizes by `redeclare Real x[3]` without being replaceable. */
static bool only_sizes(const mo_item *item, const mo_element *new_one)
{
	const mo_element *e = item->ast;
	if (item->kind != MO_I_COMPONENT || e->dims.n + e->type_dims.n != new_one->dims.n + new_one->type_dims.n ||
		e->type.n != new_one->type.n)
		return false;
	for (uint32_t i = 0; i < e->type.n; i++)
		if (e->type.name[i] != new_one->type.name[i])
			return false;
	bool open = false;
	for (uint32_t i = 0; i < e->dims.n; i++)
		open |= e->dims.at[i]->kind == MO_E_COLON;
	for (uint32_t i = 0; i < e->type_dims.n; i++)
		open |= e->type_dims.at[i]->kind == MO_E_COLON;
	return open;
}

/* An element of the body that is redeclared stays as public or protected as it was. */
static void check_visibility(mo_context *c, const mo_item *item, const mo_modifier *m)
{
	bool in_body = false;
	for (uint32_t i = 0; m->scope->index && i < m->scope->index->redeclares.n; i++)
		in_body |= m->scope->index->redeclares.at[i] == m->ast;
	if (!in_body || m->ast->element->is_protected == item->declared->is_protected || !mo_first_report(c, m->ast))
		return;
	sb_message *said = sb_report(
		c->diag, SB_ERROR, "M0243", m->ast->name_span, "'%s' is %s and cannot be redeclared as %s", item->name,
		item->declared->is_protected ? "protected" : "public", item->declared->is_protected ? "public" : "protected");
	sb_also(said, item->declared->name_span, "'%s' is declared here", item->name);
	sb_help(said, "redeclare it in a %s section", item->declared->is_protected ? "protected" : "public");
}

static bool check_redeclaration(mo_context *c, const mo_item *item, const mo_modifier *m)
{
	const mo_element *new_one = m->ast->element;
	if ((new_one->kind == MO_EL_CLASS) != (item->kind == MO_I_CLASS)) {
		if (mo_first_report(c, m->ast)) {
			sb_message *said = sb_report(
				c->diag, SB_ERROR, "M0233", m->span, "'%s' is a %s and cannot be redeclared as a %s", item->name,
				item->kind == MO_I_CLASS ? "class" : "component", item->kind == MO_I_CLASS ? "component" : "class");
			sb_also(said, item->declared->name_span, "'%s' is declared here", item->name);
			sb_help(said, "only a class can replace a class, and only a component can replace a component");
		}
		return false;
	}
	if (item->declared->variability == MO_CONSTANT && item->kind == MO_I_COMPONENT && mo_first_report(c, m->ast)) {
		sb_message *said =
			sb_report(c->diag, SB_ERROR, "M0244", m->span, "'%s' is a constant and cannot be redeclared", item->name);
		sb_also(said, item->declared->name_span, "'%s' is declared here", item->name);
		sb_help(said, "modify it instead: %s = ...", item->name);
	}
	check_visibility(c, item, m);
	if (item->ast->final && mo_first_report(c, m->ast)) {
		sb_message *said =
			sb_report(c->diag, SB_ERROR, "M0214", m->span, "'%s' is final and cannot be redeclared", item->name);
		sb_also(said, item->ast->name_span, "it is made final here");
		sb_help(said, "remove this redeclaration, or the `final`");
	} else if (!item->ast->replaceable && !only_sizes(item, new_one) && mo_first_report(c, m->ast)) {
		sb_message *said = sb_report(c->diag, SB_ERROR, "M0215", m->span,
									 "'%s' is not replaceable and cannot be redeclared", item->name);
		sb_also(said, item->ast->name_span, "'%s' is declared here", item->name);
		sb_help(said, "write `replaceable` in front of that declaration");
	}
	return true;
}

/* Modifications as they are written at an element, as one modifier of it that its own declaration overrides. */
static void add_weak(mo_context *c, mo_modifier_list *list, const mo_element *e, const mo_modifications *args,
					 mo_expr *value, mo_scope *scope)
{
	if (!args->n && !value)
		return;
	mo_modification *ast = sb_new(c->arena, mo_modification);
	ast->span = ast->name_span = e->name_span;
	ast->name = sb_new_array(c->arena, const char *, 1);
	ast->name[0] = e->name;
	ast->name_n = 1;
	ast->args = *args;
	ast->has_args = true;
	ast->value = value;
	mo_modifier m = {
		.name = e->name, .ast = ast, .value = value, .scope = scope, .span = e->name_span, .soft = true, .weak = true};
	mo_list_add(c, list, &m)->origin = NULL;
}

/* The modification that every replacement of an element gets: that of the constraining class or, where none is written,
 * of the first declaration. */
static void add_constraint(mo_context *c, mo_modifier_list *list, const mo_item *item)
{
	const mo_element *e = item->declared;
	const mo_modifications *args = e->has_constraint ? &e->constraint_args : &e->args;
	mo_expr *value = item->kind == MO_I_COMPONENT && !e->has_constraint ? e->value : NULL;
	if (!e->has_constraint && e->class_def)
		args = &e->class_def->args;
	add_weak(c, list, e, args, value, item->scope);
}

/* 3.6, 7.3.2: what is written after constrainedby is applied in the declaration too. */
void mo_apply_constraint(mo_context *c, mo_item *item)
{
	mo_modifier_list list = {0};
	if (item->ast != item->declared || !item->ast->has_constraint || !item->ast->constraint_args.n)
		return;
	mo_list_join(c, &list, item->modifiers);
	add_constraint(c, &list, item);
	item->modifiers = list.first;
}

static mo_item *as_replaced(mo_context *c, const mo_item *item, const mo_modifier *after)
{
	mo_item *old = sb_new(c->arena, mo_item);
	*old = *item;
	old->modifiers = NULL;
	mo_modifier_list list = {0};
	for (const mo_modifier *m = after->next; m; m = m->next)
		if (!redeclares(m))
			mo_list_add(c, &list, m);
	old->modifiers = list.first;
	return old;
}

static void replace(mo_context *c, mo_item *item, mo_modifier *m)
{
	if (!check_redeclaration(c, item, m))
		return;
	mo_element *new_one = m->ast->element;
	if (item->ast->has_constraint) {
		item->constraint = item->ast;
		item->constraint_scope = item->home;
	}
	bool extends = new_one->class_def && new_one->class_def->form == MO_FORM_EXTENDS;
	item->replaced = extends ? as_replaced(c, item, m) : NULL;
	item->ast = new_one;
	item->home = m->scope;
	item->is_final = new_one->final || m->final;
}

void mo_apply_redeclarations(mo_context *c, mo_item *item)
{
	sb_vec(mo_modifier *) inner_first = {0};
	for (mo_modifier *m = item->modifiers; m; m = m->next)
		if (redeclares(m))
			sb_push(c->arena, inner_first, m);
	if (!inner_first.n)
		return;
	mo_modifier *outermost = inner_first.at[0];
	for (uint32_t i = inner_first.n; i > 0; i--)
		replace(c, item, inner_first.at[i - 1]);
	mo_modifier_list list = {0};
	bool further_in = false;
	for (mo_modifier *m = item->modifiers; m; m = m->next) {
		further_in |= m == outermost;
		if (item->replaced && further_in)
			continue;
		if (redeclares(m)) {
			const mo_element *e = m->ast->element;
			if (e->has_constraint)
				add_weak(c, &list, e, &e->constraint_args, NULL, m->scope);
			continue;
		}
		mo_modifier *copy = mo_list_add(c, &list, m);
		copy->soft |= further_in;
		copy->weak |= further_in;
	}
	if (!item->replaced && item->ast != item->declared)
		add_constraint(c, &list, item);
	item->modifiers = list.first;
}

/* ------------------------------------------------------------- the constraining class */

static bool has_class(const mo_scope *scope, const mo_class *wanted)
{
	if (scope->class_def == wanted)
		return true;
	for (uint32_t i = 0; i < scope->bases.n; i++)
		if (has_class(scope->bases.at[i], wanted))
			return true;
	return false;
}

/* The class that a replacement must fit: that after constrainedby, or the one that was declared first. */
static mo_item *constraint_item(mo_context *c, const mo_item *item)
{
	mo_element *e = item->declared;
	if (item->constraint)
		return mo_find_class_item(c, item->constraint_scope, &item->constraint->constraint);
	if (e->has_constraint)
		return mo_find_class_item(c, item->scope, &e->constraint);
	if (item->kind == MO_I_COMPONENT)
		return mo_find_class_item(c, item->scope, &e->type);
	mo_item *first = sb_new(c->arena, mo_item);
	*first = (mo_item){.kind = MO_I_CLASS,
					   .name = item->name,
					   .ast = e,
					   .declared = e,
					   .scope = item->scope,
					   .home = item->scope,
					   .variable = UINT32_MAX,
					   .present = true};
	return first;
}

/* A redeclaration that gives a constraining class of its own may allow less than the one before, not more. */
static bool narrows(mo_context *c, const mo_item *item, mo_item *before)
{
	const char *why = NULL;
	if (item->ast == item->declared || !item->ast->has_constraint)
		return true;
	mo_item *now = mo_find_class_item(c, item->home, &item->ast->constraint);
	if (!now || !mo_open(c, now, item->ast->name_span) || !mo_open(c, before, item->declared->name_span))
		return false;
	if (now->class_scope->incomplete || before->class_scope->incomplete ||
		has_class(now->class_scope, before->ast->class_def) ||
		mo_subtype(c, now->class_scope, before->class_scope, &why) || !mo_first_report(c, &item->ast->constraint))
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0216", item->ast->constraint.span,
							  "'%s' does not fit the constraining class '%s' of '%s'", mo_class_text(now->class_scope),
							  mo_class_text(before->class_scope), item->name);
	sb_also(m, item->declared->name_span, "'%s' is declared replaceable here", item->name);
	sb_note(m, "%s", why ? why : "it lacks what the constraining class has");
	return false;
}

/* 3.6, 7.3.2: a redeclared array has as many dimensions as before; their sizes may be others. */
static bool as_many_dimensions(mo_context *c, const mo_item *item)
{
	const mo_element *a = item->ast, *d = item->declared;
	uint32_t now = a->dims.n + a->type_dims.n, before = d->dims.n + d->type_dims.n;
	if (item->kind != MO_I_COMPONENT || a == d || !now || now == before || !mo_first_report(c, a))
		return true;
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0216", a->name_span, "'%s' is redeclared with %u dimension%s instead of %u",
				  item->name, now, now == 1 ? "" : "s", before);
	sb_also(m, d->name_span, "'%s' is declared replaceable here", item->name);
	sb_help(m, "give it as many dimensions; the sizes may differ");
	return false;
}

bool mo_check_constraint(mo_context *c, mo_item *item)
{
	if (!as_many_dimensions(c, item))
		return false;
	mo_scope *used = item->kind == MO_I_CLASS ? item->class_scope : item->type;
	/* 3.6, 7.3.2: of `type T = A[n] constrainedby B`, A and B have as many dimensions. */
	if (item->kind == MO_I_CLASS && (item->constraint || item->declared->has_constraint) && used && used->dim_count &&
		used->bases.n == 1)
		used = used->bases.at[0];
	if (item->ast == item->declared) {
		/* The first declaration must fit its own constraining class; one look at it is enough. */
		if (!item->ast->has_constraint || sb_map_find(&c->instances->checked, item->ast))
			return true;
		sb_map_set(&c->instances->checked, item->ast, c);
	}
	if (item->replaced || !used || used->incomplete || !item->declared->replaceable)
		return true;
	mo_item *wanted = constraint_item(c, item);
	if (!wanted)
		return false;
	if (!narrows(c, item, wanted))
		return false;
	if (has_class(used, wanted->ast->class_def))
		return true;
	const char *why = NULL;
	if (!mo_open(c, wanted, item->declared->name_span) || wanted->class_scope->incomplete)
		return false;
	if (mo_subtype(c, used, wanted->class_scope, &why) || !mo_first_report(c, item->ast))
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0216", item->ast->name_span,
							  "'%s' does not fit the constraining class '%s' of '%s'", mo_class_text(used),
							  mo_class_text(wanted->class_scope), item->name);
	sb_also(m, item->declared->name_span, "'%s' is declared replaceable here", item->name);
	sb_note(m, "%s", why ? why : "it lacks what the constraining class has");
	return false;
}
