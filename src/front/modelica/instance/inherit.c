/* What is inherited more than once.
 *
 * A name that comes in by two ways (A and B extend C, and D extends A and B) must stand for identical elements, and is
 * then one element: the item of the first part counts, that of the later one points to it. The equations of a base
 * class that came in twice as a whole count once.
 */
#include <ctype.h>
#include <string.h>

#include "front/modelica/instance/scope.h"

typedef sb_vec(mo_scope *) parts_list;

static void collect_parts(mo_scope *scope, parts_list *parts)
{
	sb_push(scope->context->arena, *parts, scope);
	for (uint32_t i = 0; i < scope->bases.n; i++)
		collect_parts(scope->bases.at[i], parts);
}

/* Are two pieces of text equal but for white space? */
static bool same_text(mo_context *c, sb_span a, sb_span b)
{
	size_t a_length = 0, b_length = 0;
	const char *p = a.source ? sb_source_text(c->diag, a.source, &a_length) : NULL;
	const char *q = b.source ? sb_source_text(c->diag, b.source, &b_length) : NULL;
	if (!p || !q || a.end > a_length || b.end > b_length)
		return false;
	uint32_t i = a.start, k = b.start;
	for (;;) {
		while (i < a.end && isspace((unsigned char)p[i]))
			i++;
		while (k < b.end && isspace((unsigned char)q[k]))
			k++;
		if (i >= a.end || k >= b.end)
			return i >= a.end && k >= b.end;
		if (p[i++] != q[k++])
			return false;
	}
}

static bool same_modifiers(mo_context *c, const mo_modifier *a, const mo_modifier *b)
{
	for (; a && b; a = a->next, b = b->next)
		if (a->ast != b->ast && (a->name != b->name || !same_text(c, a->span, b->span)))
			return false;
	return !a && !b;
}

static bool same_args(mo_context *c, const mo_modifications *a, const mo_modifications *b)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (!same_text(c, a->at[i]->span, b->at[i]->span))
			return false;
	return true;
}

static bool same_exprs(mo_context *c, const mo_exprs *a, const mo_exprs *b)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (!same_text(c, a->at[i]->span, b->at[i]->span))
			return false;
	return true;
}

static bool same_expr(mo_context *c, const mo_expr *a, const mo_expr *b)
{
	return !a || !b ? a == b : same_text(c, a->span, b->span);
}

/* The names may be written differently (SI.Mass, Modelica.Units.SI.Mass) as long as they come to the same class. */
static bool same_type(mo_context *c, const mo_item *a, const mo_type_name *x, const mo_item *b, const mo_type_name *y)
{
	mo_item *s = mo_find_class_item(c, a->home, x), *t = mo_find_class_item(c, b->home, y);
	return !s || !t || s->ast == t->ast;
}

static bool same_class(mo_context *c, const mo_item *a, const mo_item *b)
{
	const mo_class *x = a->ast->class_def, *y = b->ast->class_def;
	if (x->form != MO_FORM_SHORT || y->form != MO_FORM_SHORT)
		return same_text(c, x->span, y->span);
	return x->restriction == y->restriction && same_type(c, a, &x->base, b, &y->base) &&
		   same_args(c, &x->args, &y->args) && same_exprs(c, &x->base_dims, &y->base_dims);
}

/* Descriptions and annotations may differ: they say nothing about what the element is. */
static bool same_element(mo_context *c, const mo_item *a, const mo_item *b)
{
	if (a->kind != b->kind || a->is_protected != b->is_protected)
		return false;
	if (a->ast == b->ast)
		return true;
	if (a->kind == MO_I_CLASS)
		return same_class(c, a, b);
	const mo_element *x = a->ast, *y = b->ast;
	return x->variability == y->variability && x->flow == y->flow && x->stream == y->stream && x->input == y->input &&
		   x->output == y->output && x->inner == y->inner && x->outer == y->outer &&
		   same_type(c, a, &x->type, b, &y->type) && same_exprs(c, &x->dims, &y->dims) &&
		   same_exprs(c, &x->type_dims, &y->type_dims) && same_expr(c, x->value, y->value) &&
		   same_expr(c, x->condition, y->condition);
}

static bool gives_value(const mo_modifier *m)
{
	for (; m; m = m->next)
		if (m->value && mo_modifier_is_last(m))
			return true;
	return false;
}

static bool is_base_of(const mo_scope *base, const mo_scope *scope)
{
	for (; base; base = base->derived)
		if (base == scope)
			return true;
	return false;
}

static void report_different(mo_context *c, const mo_item *first, const mo_item *again)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0225", first->ast->name_span,
							  "'%s' is declared differently in '%s' and in '%s', which is inherited too", first->name,
							  mo_class_text(first->scope), mo_class_text(again->scope));
	sb_also(m, again->ast->name_span, "it is declared here as well");
	sb_note(m, "what is inherited under the same name more than once must be identical");
	sb_help(m, "rename one of them, or use `redeclare` if the first is meant to replace the second");
}

/* model extends M: both are there, one for who inherits and one for who is inherited. */
static bool extends_inherited(const mo_item *first, const mo_item *again)
{
	const mo_class *def = first->ast->class_def;
	return def && def->form == MO_FORM_EXTENDS && !first->ast->redeclare && again->kind == MO_I_CLASS &&
		   is_base_of(again->scope, first->scope);
}

/* The same declaration comes twice, or two that are alike; the modifications on their way differ. */
static void report_modified(mo_context *c, const mo_item *first, const mo_item *again)
{
	if (first->ast != again->ast) {
		sb_message *m =
			sb_report(c->diag, SB_WARNING, "M0239", first->ast->name_span,
					  "'%s' is modified differently in '%s' and in '%s', which is inherited too; the first one is used",
					  first->name, mo_class_text(first->scope), mo_class_text(again->scope));
		sb_also(m, again->ast->name_span, "it is declared here as well");
		return;
	}
	sb_message *m = sb_report(c->diag, SB_WARNING, "M0239", first->ast->name_span,
							  "'%s' is inherited twice with different modifications; the first ones are used",
							  first->name);
	if (first->modifiers)
		sb_also(m, first->modifiers->span, "these are used");
	if (again->modifiers)
		sb_also(m, again->modifiers->span, "these are not used");
}

static void merge(mo_context *c, mo_item *first, mo_item *again)
{
	if (extends_inherited(first, again))
		return;
	again->merged = first;
	bool same = same_element(c, first, again);
	bool same_outside = is_base_of(again->scope, first->scope) || same_modifiers(c, first->modifiers, again->modifiers);
	bool same_inside = first->kind == MO_I_CLASS || same_args(c, &first->ast->args, &again->ast->args);
	if ((same && same_outside && same_inside) || !mo_first_report(c, again->ast))
		return;
	if (!same || (!same_outside && (gives_value(first->modifiers) || gives_value(again->modifiers)))) {
		report_different(c, first, again);
		return;
	}
	report_modified(c, first, again);
}

void mo_merge_inherited(mo_scope *whole)
{
	if (!whole->bases.n)
		return;
	mo_context *c = whole->context;
	parts_list parts = {0};
	collect_parts(whole, &parts);
	for (uint32_t k = 1; k < parts.n; k++) {
		mo_scope *part = parts.at[k];
		for (uint32_t j = 0; j < k && part->class_def; j++) {
			mo_scope *earlier = parts.at[j];
			if (earlier->class_def == part->class_def && earlier->parent == part->parent)
				part->duplicate = true;
			if (!earlier->index || !earlier->items.n)
				continue;
			for (uint32_t i = 0; i < part->items.n; i++) {
				uint64_t number;
				mo_item *item = part->items.at[i];
				if (!item->merged && sb_map_get(&earlier->index->by_name, (uint64_t)(uintptr_t)item->name, &number))
					merge(c, earlier->items.at[number - 1], item);
			}
		}
	}
}
