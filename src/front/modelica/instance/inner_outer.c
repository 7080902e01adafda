/* Outer elements: the inner element of the same name in the nearest component around. Where there is none, one is made
 * at the top of the model if its class allows, and a warning says so.
 */
#include <string.h>

#include "front/modelica/instance/scope.h"

/* 17.3.5: what is `inner outer output` stands for the inner one around it, for its own class and for those inside of
 * it. */
bool mo_is_inner(const mo_item *item)
{
	const mo_element *e = item->ast, *d = item->declared;
	return (e->inner || d->inner) && !((e->outer || d->outer) && (e->output || d->output));
}

mo_item *mo_find_inner(mo_context *c, mo_item *outer)
{
	(void)c;
	mo_item *around = mo_whole_scope(outer->scope)->owner;
	while (around) {
		mo_scope *whole = mo_whole_scope(around->scope);
		mo_item *item = mo_member(whole, outer->name);
		if (item && item != outer && item->kind == outer->kind && mo_is_inner(item))
			return item;
		around = whole->owner;
	}
	return NULL;
}

bool mo_missing_inner(mo_context *c, mo_item *outer, const char *why)
{
	if (!mo_first_report(c, outer->declared))
		return false;
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0208", outer->declared->name_span, "there is no inner '%s' around '%s'",
				  outer->name, outer->full_name ? outer->full_name : outer->name);
	if (why)
		sb_note(m, "%s", why);
	if (outer->kind == MO_I_COMPONENT)
		sb_help(m, "declare `inner %s %s;` in the model", mo_type_name_text(c, &outer->declared->type), outer->name);
	else
		sb_help(m, "declare the class '%s' with `inner` in the model", outer->name);
	return false;
}

/* A component of the root that stands for all outer elements of this name. */
static mo_item *make_inner(mo_context *c, mo_item *outer)
{
	mo_element *e = sb_new(c->arena, mo_element);
	*e = *outer->ast;
	e->outer = false;
	e->inner = true;
	e->is_protected = false;
	e->condition = NULL;
	mo_item *item = mo_new_item(c->root, e);
	item->home = outer->home;
	sb_message *m = sb_report(c->diag, SB_WARNING, "M0209", outer->declared->name_span,
							  "there is no inner '%s' around '%s'; one is added to the top of the model", outer->name,
							  outer->full_name);
	sb_help(m, "declare `inner %s %s;` in the model to set its parameters", mo_type_name_text(c, &e->type),
			outer->name);
	return item;
}

static mo_item *missing_inner(mo_context *c, mo_item *outer)
{
	mo_scope *whole = mo_whole_scope(outer->scope);
	if (!c->root || whole->use != MO_USE_MODEL) {
		mo_missing_inner(c, outer, NULL);
		return NULL;
	}
	mo_item *type = mo_find_class_item(c, outer->home, &outer->ast->type);
	if (!type)
		return NULL;
	if (type->ast->class_def && type->ast->class_def->is_partial) {
		mo_missing_inner(c, outer,
						 sb_printf(c->arena, "none can be added automatically, because '%s' is partial", type->name));
		return NULL;
	}
	if (mo_member(c->root, outer->name)) {
		mo_missing_inner(c, outer, sb_printf(c->arena, "the '%s' at the top of the model is not inner", outer->name));
		return NULL;
	}
	return make_inner(c, outer);
}

/* The sizes of an outer array are those of the inner one, or ':'. */
static const char *different_sizes(mo_context *c, const mo_item *outer, const mo_item *inner, const mo_scope *wanted)
{
	const mo_exprs *written[] = {&outer->ast->dims, &outer->ast->type_dims};
	uint32_t rank = written[0]->n + written[1]->n + mo_type_rank(wanted), d = 0;
	if (rank != inner->rank)
		return sb_printf(c->arena, "it has %u dimensions and not %u", inner->rank, rank);
	for (int k = 0; k < 2; k++)
		for (uint32_t i = 0; i < written[k]->n; i++, d++) {
			mo_dim dim = {written[k]->at[i], outer->home};
			int64_t size;
			if (dim.size->kind != MO_E_COLON && inner->shape && mo_size_of(c, outer, &dim, d, &size) &&
				size != inner->shape[d])
				return sb_printf(c->arena, "its dimension %u has the size %u and not %lld", d + 1, inner->shape[d],
								 (long long)size);
		}
	return NULL;
}

static bool fits(mo_context *c, mo_item *outer, mo_item *inner)
{
	mo_scope *wanted = mo_find_class(c, outer->home, &outer->ast->type);
	if (!wanted)
		return false;
	const char *why = different_sizes(c, outer, inner, wanted);
	if (!why && (wanted->incomplete || !inner->type || mo_subtype(c, inner->type, wanted, &why)))
		return true;
	if (!mo_first_report(c, outer->declared))
		return false;
	const char *is = mo_class_text(inner->type), *as = mo_class_text(wanted);
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0210", outer->declared->name_span,
							  strcmp(is, as) == 0 ? "the inner '%s' is a '%s' of another size than this outer one"
												  : "the inner '%s' is a '%s', which cannot be used as '%s'",
							  inner->full_name, is, as);
	sb_also(m, inner->declared->name_span, "it is declared here");
	if (why)
		sb_note(m, "%s", why);
	return false;
}

bool mo_open_outer(mo_context *c, mo_item *item)
{
	bool inner_too = mo_is_inner(item);
	if (item->modifiers && !inner_too && mo_first_report(c, item->modifiers->ast)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0237", item->modifiers->span,
								  "the outer '%s' cannot be modified", item->name);
		sb_help(m, "modify the inner '%s' instead", item->name);
	}
	const mo_element *e = item->ast;
	if (!inner_too && (e->value || e->args.n) &&
		mo_first_report(c, e->value ? (void *)e->value : (void *)e->args.at[0])) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0237", e->value ? e->value->span : e->args.at[0]->span,
								  "the outer '%s' cannot be modified", item->name);
		sb_help(m, "modify the inner '%s' instead", item->name);
	}
	mo_item *inner = mo_find_inner(c, item);
	if (!inner)
		inner = missing_inner(c, item);
	if (!inner || !mo_open(c, inner, item->declared->name_span) || !fits(c, item, inner))
		return false;
	item->outer_of = inner;
	item->base = inner->base;
	item->variability = inner->variability;
	item->rank = inner->rank;
	item->shape = inner->shape;
	item->dims = inner->dims;
	item->count = inner->count;
	item->type = inner->type;
	item->elements = inner->elements;
	item->family = inner->family;
	item->axes = inner->axes;
	item->axis_count = inner->axis_count;
	item->variable = inner->variable;
	item->present = inner->present;
	return true;
}
