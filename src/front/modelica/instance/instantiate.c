/* Contexts, the root of a model, and what others ask of scopes. scope.h says where the rest is.
 */
#include <string.h>

#include "front/modelica/instance/scope.h"

/* ------------------------------------------------------------------- predefined names */

static mo_item *add_predefined(mo_context *c, const char *name, mo_base base, mo_class *def)
{
	mo_element *e = sb_new(c->arena, mo_element);
	e->kind = MO_EL_CLASS;
	e->name = sb_intern(c->names, name);
	e->class_def = def;
	mo_item *item = mo_new_item(c->top, e);
	item->base = base;
	return item;
}

static mo_class *predefined_class(mo_context *c, const char *name, mo_restriction restriction, mo_class_form form)
{
	mo_class *def = sb_new(c->arena, mo_class);
	def->name = sb_intern(c->names, name);
	def->restriction = restriction;
	def->form = form;
	def->within = "";
	return def;
}

static void add_enumeration(mo_context *c, const char *name, const char *const *literals, uint32_t count)
{
	mo_class *def = predefined_class(c, name, MO_TYPE, MO_FORM_ENUMERATION);
	for (uint32_t i = 0; i < count; i++) {
		mo_enum_literal literal = {.name = sb_intern(c->names, literals[i])};
		sb_push(c->arena, def->literals, literal);
	}
	add_predefined(c, name, MO_B_CLASS, def);
}

mo_context *mo_context_new(sb_arena *arena, sb_names *names, sb_diag *diag, mo_library *library, sm_model *model,
						   const mo_instance_asks *asks)
{
	static const char *const selects[] = {"never", "avoid", "default", "prefer", "always"}, *const levels[] = {
																								"warning", "error"};
	mo_context *c = sb_new(arena, mo_context);
	*c = (mo_context){.arena = arena,
					  .names = names,
					  .diag = diag,
					  .library = library,
					  .model = model,
					  .asks = asks,
					  .pool = model ? model->pool : NULL};
	c->axis_of = sb_map_new(arena);
	c->instances = sb_new(arena, struct mo_instances);
	*c->instances = (struct mo_instances){.indexes = sb_map_new(arena),
										  .reported = sb_map_new(arena),
										  .checked = sb_map_new(arena),
										  .enums = sb_map_new(arena),
										  .own = sb_map_new(arena),
										  .members = sb_map_new(arena)};
	c->top = sb_new(arena, mo_scope);
	c->top->context = c;
	c->top->prefix = "";
	c->top->use = MO_USE_CLASS;
	c->top->state = MO_DONE;
	add_predefined(c, "Real", MO_B_REAL, NULL);
	add_predefined(c, "Integer", MO_B_INTEGER, NULL);
	add_predefined(c, "Boolean", MO_B_BOOLEAN, NULL);
	add_predefined(c, "String", MO_B_STRING, NULL);
	add_predefined(c, "Clock", MO_B_CLOCK, NULL);
	add_predefined(c, "Activation", MO_B_ACTIVATION, NULL);
	add_enumeration(c, "StateSelect", selects, sizeof selects / sizeof *selects);
	add_enumeration(c, "AssertionLevel", levels, sizeof levels / sizeof *levels);
	c->instances->external_object = predefined_class(c, "ExternalObject", MO_CLASS, MO_FORM_LONG);
	c->instances->external_object->is_partial = true;
	add_predefined(c, "ExternalObject", MO_B_CLASS, c->instances->external_object);
	return c;
}

/* ----------------------------------------------------------------------------- opening */

static const char *class_prefix(mo_context *c, const mo_item *item)
{
	const char *around = mo_whole_scope(item->scope)->prefix;
	return *around ? sb_intern(c->names, sb_printf(c->arena, "%s.%s", around, item->name)) : item->name;
}

static bool is_function(const mo_class *def)
{
	return def && (def->restriction == MO_FUNCTION || def->restriction == MO_OPERATOR_FUNCTION);
}

/* `redeclare package Medium = Water` with nothing modified is Water itself: a package that a thousand components are
 * given is one scope, and its constants are declared once. NULL: it is not so simple. */
static mo_item *same_package(mo_context *c, const mo_item *item)
{
	mo_class *def = item->ast->class_def;
	if (!def || def->restriction != MO_PACKAGE || def->form != MO_FORM_SHORT || def->args.n || item->modifiers ||
		item->ast->outer)
		return NULL;
	mo_item *base = mo_find_class_item(c, item->home, &def->base);
	return base && base->ast->class_def && base->ast->class_def->restriction == MO_PACKAGE ? base : NULL;
}

static bool open_outer_class(mo_context *c, mo_item *item, sb_span at)
{
	mo_item *inner = mo_find_inner(c, item);
	const mo_class *def = item->ast->class_def;
	if (!item->ast->inner && def && def->form == MO_FORM_SHORT && def->args.n && mo_first_report(c, def->args.at[0]))
		sb_help(sb_report(c->diag, SB_ERROR, "M0237", def->args.at[0]->span, "the outer '%s' cannot be modified",
						  item->name), "modify the inner '%s' instead", item->name);
	if (!inner)
		return mo_missing_inner(c, item, NULL);
	if (!mo_open(c, inner, at))
		return false;
	item->class_scope = inner->class_scope;
	item->outer_of = inner;
	return true;
}

static bool open_class(mo_context *c, mo_item *item, sb_span at)
{
	if (item->ast->outer)
		return open_outer_class(c, item, at);
	mo_item *same = same_package(c, item);
	if (same) {
		if (!mo_open(c, same, at))
			return false;
		item->class_scope = same->class_scope;
		item->state = MO_DONE;
		mo_check_constraint(c, item);
		return true;
	}
	mo_use use = is_function(item->ast->class_def) ? MO_USE_FUNCTION : MO_USE_CLASS;
	item->class_scope = mo_make_scope(c, item, NULL, item, class_prefix(c, item), use);
	/* Open before its items are made: the names of its base classes may be inside. */
	item->state = MO_DONE;
	mo_elaborate(item->class_scope);
	mo_check_constraint(c, item);
	return true;
}

bool mo_open(mo_context *c, mo_item *item, sb_span at)
{
	while (item->merged)
		item = item->merged;
	if (item->state == MO_BUSY) {
		if (!mo_report_size_circle(c, item) && mo_first_report(c, item->ast)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0219", at.source ? at : item->ast->name_span,
									  "'%s' is needed to find out what '%s' itself is", item->name, item->name);
			sb_also(m, item->ast->name_span, "'%s' is declared here", item->name);
			sb_note(m, "its size, condition or type depends on itself");
		}
		return false;
	}
	if (item->state != MO_NEW)
		return item->state == MO_DONE;
	item->state = MO_BUSY;
	bool ok = item->kind == MO_I_CLASS ? open_class(c, item, at) : mo_open_component(c, item, at);
	item->state = ok ? MO_DONE : MO_FAILED;
	return ok;
}

mo_scope *mo_class_scope(mo_context *c, mo_item *class_item)
{
	if (class_item->ast->outer && mo_open(c, class_item, class_item->ast->name_span) && class_item->outer_of)
		class_item = class_item->outer_of;
	mo_scope *scope = mo_make_scope(c, class_item, NULL, class_item, class_prefix(c, class_item), MO_USE_FUNCTION);
	mo_elaborate(scope);
	return scope;
}

/* Redeclared classes are looked at even if nobody uses them: do they fit? */
static bool open_redeclared(mo_context *c, mo_scope *scope)
{
	bool ok = true;
	for (uint32_t i = 0; i < scope->items.n; i++) {
		mo_item *item = scope->items.at[i];
		if (item->kind == MO_I_CLASS && item->ast != item->declared && !item->merged)
			ok &= mo_open(c, item, item->ast->name_span);
	}
	for (uint32_t i = 0; i < scope->bases.n; i++)
		ok &= open_redeclared(c, scope->bases.at[i]);
	return ok;
}

static bool open_one(mo_context *c, mo_item *item)
{
	if (!mo_open(c, item, item->ast->name_span))
		return false;
	bool own = !item->outer_of || mo_is_inner(item);
	if (!item->present || !own || item->base != MO_B_CLASS)
		return true;
	bool ok = true;
	if (!item->elements && item->count)
		ok = mo_open_components(c, item->type);
	for (uint32_t i = 0; item->elements && i < item->count; i++)
		ok &= mo_open_components(c, item->elements[i]);
	if (ok) {
		mo_check_block(c, item);
		mo_check_balance(c, item);
		mo_check_stream(c, item);
	}
	return ok;
}

bool mo_open_components(mo_context *c, mo_scope *scope)
{
	if (scope->opened)
		return true;
	scope->opened = true;
	mo_elaborate(scope);
	if (!mo_enter(c, scope->class_def ? scope->class_def->name_span : (sb_span){0}))
		return false;
	bool ok = open_redeclared(c, scope);
	mo_items items = {0};
	mo_components(scope, &items);
	for (uint32_t i = 0; i < items.n; i++)
		ok &= open_one(c, items.at[i]);
	/* Inner components that were missing are added to the root while it is being opened. */
	for (uint32_t i = scope->index ? scope->index->items.n : 0; i < scope->items.n; i++)
		if (scope->items.at[i]->kind == MO_I_COMPONENT)
			ok &= open_one(c, scope->items.at[i]);
	mo_leave(c);
	return ok;
}

/* ---------------------------------------------------------------------------- the root */

mo_scope *mo_open_root(mo_context *c, mo_element *class_element, mo_scope *around)
{
	around = around ? around : c->top;
	mo_item *item = around == c->top ? mo_lookup(c->top, class_element->name) : mo_member(around, class_element->name);
	if (!item || item->kind != MO_I_CLASS || item->ast != class_element) {
		item = sb_new(c->arena, mo_item);
		*item = (mo_item){.kind = MO_I_CLASS,
						  .name = class_element->name,
						  .ast = class_element,
						  .declared = class_element,
						  .scope = around,
						  .home = around,
						  .variable = UINT32_MAX,
						  .present = true};
	}
	c->root = mo_make_scope(c, item, NULL, NULL, "", MO_USE_MODEL);
	return c->root;
}

mo_scope *mo_root_scope(mo_context *c, mo_element *class_element, mo_scope *around)
{
	mo_class *def = class_element->class_def;
	if (!def)
		return NULL;
	if (def->is_partial || is_function(def) || def->restriction == MO_PACKAGE || def->restriction == MO_OPERATOR) {
		sb_message *m = sb_report(c->diag, SB_ERROR, def->is_partial ? "M0206" : "M0204", def->name_span,
								  "'%s' is %s%s and cannot be simulated", def->name, def->is_partial ? "partial" : "a ",
								  def->is_partial ? "" : mo_restriction_text(def->restriction));
		sb_help(m, def->is_partial ? "name a model that extends it" : "name a model or block");
		return NULL;
	}
	return mo_open_root(c, class_element, around);
}

/* Imports that nobody used are looked up too, in the classes of the root's own file: a mistyped one is a mistake even
 * then. */
static void check_imports(mo_context *c, uint32_t source)
{
	sb_vec(mo_class_index *) indexes = {0};
	for (uint32_t i = 0; i < c->instances->indexes.cap; i++)
		if (c->instances->indexes.used[i])
			sb_push(c->arena, indexes, (mo_class_index *)(uintptr_t)c->instances->indexes.values[i]);
	for (uint32_t i = 0; i < indexes.n; i++) {
		mo_class_index *index = indexes.at[i];
		if (index->class_def->name_span.source != source)
			continue;
		for (uint32_t k = 0; k < index->imports.n; k++)
			mo_import_item(c, &index->imports.at[k]);
		for (uint32_t k = 0; k < index->import_alls.n; k++)
			mo_import_item(c, &index->import_alls.at[k]);
	}
}

bool mo_instantiate_open(mo_context *c, mo_scope *root)
{
	uint32_t before = sb_errors(c->diag);
	mo_elaborate(root);
	bool ok = mo_open_components(c, root);
	check_imports(c, root->class_def->name_span.source);
	return ok && sb_errors(c->diag) == before;
}

/* ----------------------------------------------------------------- what is in a scope */

void mo_components(mo_scope *scope, mo_items *out)
{
	mo_context *c = scope->context;
	mo_elaborate(scope);
	uint32_t clauses = scope->index ? scope->index->extends.n : 0;
	uint32_t first = scope->bases.n > clauses ? scope->bases.n - clauses : 0, base = 0;
	for (uint32_t i = 0; i <= scope->items.n; i++) {
		while (base < scope->bases.n && (base < first || scope->index->extends_after.at[base - first] <= i))
			mo_components(scope->bases.at[base++], out);
		mo_item *item = i < scope->items.n ? scope->items.at[i] : NULL;
		if (item && item->kind == MO_I_COMPONENT && !item->merged)
			sb_push(c->arena, *out, item);
	}
}

void mo_sections(mo_scope *scope, mo_scoped_sections *out)
{
	mo_elaborate(scope);
	if (scope->duplicate || !scope->class_def)
		return;
	for (uint32_t i = 0; i < scope->bases.n; i++)
		mo_sections(scope->bases.at[i], out);
	for (uint32_t i = 0; i < scope->class_def->sections.n; i++) {
		mo_scoped_section s = {&scope->class_def->sections.at[i], scope};
		sb_push(scope->context->arena, *out, s);
	}
}

mo_restriction mo_scope_restriction(const mo_scope *scope)
{
	return scope->class_def ? (mo_restriction)scope->class_def->restriction : MO_TYPE;
}

bool mo_is_connector(const mo_scope *scope)
{
	return mo_scope_restriction(scope) == MO_CONNECTOR;
}

bool mo_is_record(const mo_scope *scope)
{
	mo_restriction r = mo_scope_restriction(scope);
	bool renamed = r == MO_CONNECTOR && scope->class_def->form == MO_FORM_SHORT && scope->bases.n;
	return r == MO_RECORD || r == MO_OPERATOR_RECORD || (renamed && mo_is_record(scope->bases.at[0]));
}

void mo_full_class_name(const mo_scope *scope, sb_text *out)
{
	static const char *const predefined[] = {"",       "Real",        "Integer",       "Boolean",
											 "String", "enumeration", "ExternalObject", "Clock", "Activation"};
	if (!scope->class_def) {
		sb_add(out, predefined[scope->base]);
		return;
	}
	if (scope->parent && scope->parent->class_def) {
		mo_full_class_name(scope->parent, out);
		sb_add(out, ".");
	}
	sb_add(out, scope->class_def->name);
}

uint32_t mo_literal_number(const mo_scope *type, const char *name)
{
	while (type->base == MO_B_ENUM && type->bases.n)
		type = type->bases.at[0];
	if (type->base != MO_B_ENUM || !type->class_def)
		return 0;
	for (uint32_t i = 0; i < type->class_def->literals.n; i++)
		if (type->class_def->literals.at[i].name == name)
			return i + 1;
	return 0;
}

const mo_items *mo_members(mo_context *c, mo_scope *scope)
{
	sb_map *members = &c->instances->members;
	mo_items *items = sb_map_find(members, scope);

	if (!items) {
		items = sb_new(c->arena, mo_items);
		mo_components(scope, items);
		sb_map_set(members, scope, items);
	}
	return items;
}

void mo_forget_members(mo_context *c)
{
	c->instances->members = sb_map_new(c->arena);
}
