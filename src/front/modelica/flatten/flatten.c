/* The order of the work: read, choose the class, instantiate, then walk the component tree once. Each component gives
 * its variables, the equations of its bindings and its sections; connections are collected on the way and become
 * equations at the end, when all of them are known. */
#include "base/file.h"
#include "model/rewrite/rewrite.h"
#include "base/stop.h"
#include "front/modelica/flatten/flatten_inside.h"
#include "front/modelica/modelica.h"

#include <string.h>

enum { MOST_TRIES = 10, MOST_REPEATED = 50000 };

/* Connections come first: what equations say may depend on which of them are broken. */
typedef enum walk { CONNECTIONS, EVERYTHING } walk;

static bool flatten_scope(mo_context *c, mo_scope *scope, walk how);
static bool flatten_item(mo_context *c, mo_item *item, walk how);

/* What a library finds wrong is shown with the component of the model, too, because of which it is. */
static bool flatten_component(mo_context *c, mo_item *item, walk how)
{
	uint32_t before = sb_messages(c->diag);
	bool ok = flatten_item(c, item, how);

	if (sb_messages(c->diag) > before && item->ast->name_span.source == mo_flattening_of(c)->source)
		sb_also_those(c->diag, before, item->ast->name_span, "in this component");
	return ok;
}

static bool flatten_item(mo_context *c, mo_item *item, walk how)
{
	bool ok = true;

	if (!mo_open(c, item, item->ast->name_span))
		return false;
	if (!item->present || (item->outer_of && !mo_is_inner(item)))
		return true;
	if (item->base != MO_B_CLASS && how == CONNECTIONS)
		return true;
	if (how == EVERYTHING)
		sb_doing("flattening declarations", item->full_name);
	if (item->base != MO_B_CLASS && mo_message_of(item))
		return mo_flatten_message(c, item);
	if (item->base != MO_B_CLASS)
		return mo_declare_binding(c, item) && mo_flatten_binding(c, item);
	if (item->binding && how == EVERYTHING && !mo_flatten_record_binding(c, item))
		return false;
	if (item->rank == 0 || item->family)
		return item->type ? flatten_scope(c, item->type, how) : true;
	for (uint32_t i = 0; i < item->count; i++)
		ok &= flatten_scope(c, item->elements[i], how);
	return ok;
}

static bool flatten_body(const mo_destination *p, void *body)
{
	return mo_flatten_equations(p, body);
}

/* One equation of a family after another: where one has to be made for each element by itself, the others need not
 * be. */
static bool flatten_one_by_one(const mo_destination *p, const mo_equations *body)
{
	bool ok = true;

	for (uint32_t i = 0; i < body->n; i++) {
		mo_equations one = {&body->at[i], 1, 1};

		ok &= mo_for_all_elements(p, flatten_body, &one);
	}
	return ok;
}

static bool flatten_section(mo_context *c, const mo_scoped_section *s)
{
	mo_env env = {.scope = s->scope, .in_initial = s->section->initial, .lasting = true};
	mo_destination p = {.c = c, .env = &env};
	const char *component = mo_whole_scope(s->scope)->prefix;

	sb_doing("flattening equations", *component ? component : c->model->name);
	if (s->section->algorithm)
		return mo_flatten_algorithm(c, s->scope, s->section);
	mo_set_destination(&p, mo_whole_scope(s->scope),
				 s->section->initial ? &c->model->initial_equations : &c->model->equations);
	return flatten_one_by_one(&p, &s->section->body);
}

static bool section_has_connections(mo_context *c, const mo_section *section)
{
	struct mo_flattening *f = mo_flattening_of(c);
	uint64_t known;

	if (section->algorithm || section->initial)
		return false;
	if (!sb_map_get(&f->has_connections, (uint64_t)(uintptr_t)section, &known)) {
		known = mo_has_connections(&section->body) ? 1 : 2;
		sb_map_put(&f->has_connections, (uint64_t)(uintptr_t)section, known);
	}
	return known == 1;
}

static bool collect_section(mo_context *c, const mo_scoped_section *s)
{
	mo_env env = {.scope = s->scope};
	sm_equations none = {0};
	mo_destination p = {.c = c, .env = &env, .connections_only = true};

	mo_set_destination(&p, mo_whole_scope(s->scope), &none);
	return !section_has_connections(c, s->section) || flatten_one_by_one(&p, &s->section->body);
}

/* What has equations of its own is a component of the model, by the name under which messages speak of it. */
static void note_component(mo_context *c, const mo_scope *scope)
{
	struct mo_flattening *f = mo_flattening_of(c);
	const mo_class *k = scope->class_def;
	sm_component one = {.name = sb_intern(c->names, scope->prefix), .count = 1};
	sb_text text = {0};

	if (!k || mo_is_connector(scope) || mo_is_record(scope))
		return;
	for (uint32_t i = 0; i < scope->axis_count; i++)
		one.count *= scope->axes[i]->size;
	one.class_name = sb_map_find(&f->class_names, k);
	if (!one.class_name) {
		mo_full_class_name(scope, &text);
		one.class_name = sb_intern(c->names, text.at ? text.at : k->name);
		sb_map_set(&f->class_names, k, (char *)one.class_name);
		sb_text_free(&text);
	}
	one.class_span = k->name_span;
	one.span = scope->owner ? scope->owner->ast->name_span : k->name_span;
	sb_push(c->arena, c->model->components, one);
}

/* Depth is limited by the instances, which make the tree. */
static bool flatten_scope(mo_context *c, mo_scope *scope, walk how)
{
	const mo_items *items = mo_members(c, scope);
	mo_scoped_sections sections = {0};
	bool ok = true;

	if (how == EVERYTHING)
		note_component(c, scope);
	for (uint32_t i = 0; i < items->n; i++)
		ok &= flatten_component(c, items->at[i], how);
	if (how == EVERYTHING && ok && mo_external_class(scope))
		return mo_flatten_block(c, scope);
	mo_sections(scope, &sections);
	for (uint32_t i = 0; i < sections.n; i++)
		ok &= how == CONNECTIONS ? collect_section(c, &sections.at[i]) : flatten_section(c, &sections.at[i]);
	return ok;
}

static bool walk_connections(mo_context *c, mo_scope *scope)
{
	return flatten_scope(c, scope, CONNECTIONS);
}

static bool flatten_sections(mo_context *c, mo_scope *scope)
{
	if (!mo_expand(c, scope, walk_connections) || c->gave_up)
		return false;
	bool ok = flatten_scope(c, scope, CONNECTIONS);

	ok = mo_solve_graph(c, ok) && ok;

	return flatten_scope(c, scope, EVERYTHING) && ok;
}

static bool can_be_simulated(mo_context *c, const mo_class *k)
{
	sb_message *m;

	if (k->restriction != MO_MODEL && k->restriction != MO_BLOCK && k->restriction != MO_CLASS) {
		m = sb_report(c->diag, SB_ERROR, "M0492", k->name_span, "'%s' is a %s, which cannot be simulated", k->name,
					  mo_restriction_text(k->restriction));
		sb_help(m, "name a model or block");
		return false;
	}
	if (k->is_partial) {
		m = sb_report(c->diag, SB_ERROR, "M0491", k->name_span, "'%s' is partial and cannot be simulated by itself",
					  k->name);
		sb_help(m, "name a model that extends it");
		return false;
	}
	return true;
}

static sm_model *translate(mo_context *c, const char *class_name, const sf_request *r)
{
	uint32_t errors = sb_errors(c->diag);
	mo_scope *around = NULL, *root;
	double since = sb_clock();
	mo_element *element = mo_find_element(c, class_name, &around);

	if (!element || !can_be_simulated(c, element->class_def))
		return NULL;
	c->model->name = sb_intern(c->names, class_name);
	c->model->description = element->class_def->comment ? element->class_def->comment : "";
	root = mo_root_scope(c, element, around);
	if (!root || (r && !mo_override_modifiers(c, root, r->given, r->given_count)) ||
		(r && !mo_give_inputs(c, root, r)) || !mo_instantiate_open(c, root) || sb_errors(c->diag) > errors ||
		c->gave_up)
		return NULL;
	c->model->times.instantiate = sb_clock() - since;
	since = sb_clock();
	mo_flattening_of(c)->source = element->class_def->name_span.source;
	bool flattened = flatten_sections(c, root);
	sb_doing("making the equations of connections", c->model->name);
	bool connected = !c->gave_up && mo_finish_connections(c);
	if (!flattened || !connected || c->gave_up || !mo_finish_network(c) || !mo_check_circles(c))
		return NULL;
	if (!mo_check_discrete(c) || !mo_finish_machines(c))
		return NULL;
	mo_resolve_semilinears(c);
	sm_give_open_inputs(c->model, mo_sites(c));
	mo_list_folders(c->library, c->model);
	sm_name_derivatives(c->model);
	sm_split_families(c->model);
	mo_flatten_experiment(c, root);
	c->model->times.flatten = sb_clock() - since;
	return sb_errors(c->diag) > errors || c->gave_up ? NULL : c->model;
}

/* A text is read once, and what is wrong with it is said once. */
static bool is_about_text(const char *code)
{
	return code[0] == 'F' || strncmp(code, "M01", 3) == 0;
}

/* Is there more to be found out by looking at each element? A message names the element that is wrong then; of very
 * many elements that would take too long. */
static bool is_worth_repeating(const mo_context *c, uint32_t errors)
{
	return c->families && (c->elements <= MOST_REPEATED || sb_errors(c->diag) == errors);
}

mo_context *mo_flattening_new(sb_arena *arena, mo_library *library)
{
	static const mo_instance_asks instance_asks = {mo_integer_in, mo_boolean_in, mo_sizes_of_binding,
												   mo_sizes_by_connections, mo_type_by_connections,
												   mo_declare_binding};
	static const mo_lower_asks lower_asks = {mo_lower_call, mo_call_values, mo_function_inputs, mo_put_before,
											 mo_connection_query};
	sm_model *model = sm_model_new(arena, library->names, library->diag, "");
	mo_context *c = mo_context_new(arena, library->names, library->diag, library, model, &instance_asks);

	c->lower_asks = &lower_asks;
	return c;
}

/* Arrays of components are families at first. Where that was not possible for some, everything begins again with these
 * taken apart. After errors all are taken apart. A model that turns out to have clocks begins again, too, and keeps all
 * operands: its clocks are found from the text as it is written. */
sm_model *mo_flatten_class(sb_arena *arena, mo_library *library, const char *class_name, const sf_request *request)
{
	sb_map apart_names = sb_map_new(arena);
	uint32_t first = sb_messages(library->diag), errors = sb_errors(library->diag);
	bool apart = request && (request->apart ||           /* elements differ then: */
							 mo_has_given_elements(request->given, request->given_count));
	bool clocked = false;

	for (int tries = 1;; tries++) {
		mo_context *c = mo_flattening_new(arena, library);
		sm_model *m;

		c->apart = apart;
		c->apart_names = &apart_names;
		sx_keep_operands(c->pool, clocked);
		m = translate(c, class_name, request);
		bool begins_again = !clocked && m && (sm_has_clocks(m) || sx_has_lost(c->pool, SX_HAS_CLOCK));
		if (!begins_again && (apart || (!c->gave_up && (m || !is_worth_repeating(c, errors)))))
			return m;
		sb_take_back(library->diag, first, is_about_text);
		clocked = clocked || begins_again;
		apart = apart || (!begins_again && !c->gave_up) || tries >= MOST_TRIES;
	}
}

sm_model *mo_translate(const sf_request *r)
{
	uint32_t errors = sb_errors(r->diag);
	double began = sb_clock();
	mo_library *library = mo_library_new(r->arena, r->names, r->diag);
	const mo_file *file = mo_library_asked(library, r);

	if (!file || sb_errors(r->diag) > errors)
		return NULL;
	library->run = r->run;
	library->asked = file;
	const char *class_name = r->part ? mo_full_name(library, file, r->part) : mo_choose_class(library, file);
	double read = sb_clock() - began;
	sm_model *m = class_name ? mo_flatten_class(r->arena, library, class_name, r) : NULL;
	if (m)
		m->times.read = read;
	return m;
}

sm_model *mo_translate_made(const sf_request *r, const sf_made *made)
{
	sf_request inner = *r;
	inner.made = made;
	return mo_translate(&inner);
}
