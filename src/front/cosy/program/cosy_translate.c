/* The order of the work: read, declare, put modules in, find out who sets what, and lower part by part. */
#include "base/file.h"
#include "model/rewrite/rewrite.h"
#include "front/cosy/program/cosy_program.h"
#include "front/cosy/cosy.h"

#include <string.h>

static void declare_names(co_context *c, const co_node *part)
{
	co_symbol *s;

	switch (part->kind) {
	case CO_MODULE:
	case CO_FULL_MODEL:
	case CO_EXTERNAL_MODEL:
		s = co_add_symbol(c, CO_MODULE_NAME, part->name, part->name_span, part);
		if (s && part->kind == CO_EXTERNAL_MODEL)
			co_read_external(c, s);
		else if (s)
			s->described = part;
		break;
	case CO_SUBROUTINE:
		co_declare_subroutine(c, part);
		break;
	default:
		break;
	}
}

/* Classes of processes are types, so they are known before variables are. */
static void declare_classes(co_context *c, const co_node *discrete)
{
	const co_node *list = co_child(discrete, 0);
	co_symbol *s;

	for (uint32_t i = 0; i < co_count(list); i++)
		if (list->of.at[i]->kind == CO_PROCESS &&
			(s = co_add_symbol(c, CO_CLASS, list->of.at[i]->name, list->of.at[i]->name_span, list->of.at[i])))
			s->type = CO_T_PROCESS;
}

static void take_system(co_context *c, const co_node *system)
{
	const co_node *parts = co_child(system, 0);

	for (uint32_t i = 0; i < co_count(parts); i++) {
		const co_node *part = parts->of.at[i];
		co_section piece = {co_child(part, 0), ""};
		if (!piece.node)
			continue;
		if (part->kind == CO_INITIAL)
			sb_push(c->arena, c->initial, piece);
		else if (part->kind == CO_TERMINAL)
			sb_push(c->arena, c->terminal, piece);
		else if (part->kind == CO_DISCRETE)
			sb_push(c->arena, c->discrete, piece);
		else if (part->kind == CO_CONTINUOUS && c->continuous)
			sb_push(c->arena, c->continuous->of, (co_node *)piece.node);
		else if (part->kind == CO_CONTINUOUS) {
			c->continuous = co_new(c, CO_LIST, part->span, NULL);
			sb_push(c->arena, c->continuous->of, (co_node *)piece.node);
		}
		if (part->kind == CO_DISCRETE)
			declare_classes(c, part);
	}
}

static void declare_vars(co_context *c, const co_node *vars)
{
	const co_node *list = co_child(vars, 0);

	for (uint32_t i = 0; i < co_count(list); i++)
		co_declare_var(c, list->of.at[i], "");
}

static bool mentions(const co_node *n, const char *name, int depth)
{
	if (!n || depth > 1000)
		return false;
	if (n->kind == CO_NAME && n->name == name)
		return true;
	for (uint32_t i = 0; i < n->of.n; i++)
		if (mentions(n->of.at[i], name, depth + 1))
			return true;
	return false;
}

static void find_formats(co_context *c, const co_node *n, int depth)
{
	if (!n || depth > 1000)
		return;
	if (n->kind == CO_FORMAT && n->name) {
		const char *label = sb_intern(c->names, n->name);
		const co_node *other = sb_map_find(&c->formats, label);
		if (other && other != n) {
			sb_message *m =
				sb_report(c->diag, SB_ERROR, "K0604", n->span, "there are two FORMATs with the label %s", n->name);
			sb_also(m, other->span, "this is the other");
		}
		sb_map_set(&c->formats, label, (void *)n);
	}
	for (uint32_t i = 0; i < n->of.n; i++)
		find_formats(c, n->of.at[i], depth + 1);
}

/* NNEQD, the number of differential equations, is set by programs that change it. Here it is counted by the modes; what
 * a program says is a number like others. */
static void declare_number_of_equations(co_context *c)
{
	const char *name = sb_intern(c->names, "NNEQD");
	co_node *var;

	if (co_global(c, name) || !mentions(c->program, name, 0))
		return;
	var = co_new(c, CO_VAR, c->program->name_span, name);
	sb_push(c->arena, var->of, co_new(c, CO_NAME, c->program->name_span, sb_intern(c->names, "INTEGER")));
	co_declare_var(c, var, "");
}

static void declare_all(co_context *c)
{
	const co_node *parts = co_child(c->program, 0);
	void (*const passes[])(co_context *, const co_node *) = {co_declare_consts, declare_names, co_declare_types,
															 declare_vars};
	static const co_kind kinds[] = {CO_CONSTS, CO_LIST, CO_TYPES, CO_VARS};

	for (uint32_t i = 0; i < co_count(parts); i++)
		if (parts->of.at[i]->kind == CO_SYSTEM)
			take_system(c, parts->of.at[i]);
		else if (parts->of.at[i]->kind == CO_MONITOR)
			c->monitor = parts->of.at[i];
		else if (parts->of.at[i]->kind == CO_OUTPUT)
			c->output = parts->of.at[i];
		else if (parts->of.at[i]->kind == CO_PROJECT && parts->of.at[i]->text)
			c->m->description =
				sb_printf(c->arena, "project %.0f by %s", parts->of.at[i]->number, parts->of.at[i]->text);
	for (int pass = 0; pass < 4; pass++)
		for (uint32_t i = 0; i < co_count(parts); i++)
			if (parts->of.at[i]->kind == kinds[pass] || kinds[pass] == CO_LIST)
				passes[pass](c, parts->of.at[i]);
	for (uint32_t i = 0; i < co_count(parts); i++) {
		const co_node *list = parts->of.at[i]->kind == CO_FUNCTIONAL ? co_child(parts->of.at[i], 0) : NULL;
		for (uint32_t k = 0; k < co_count(list); k++)
			co_declare_table(c, list->of.at[k]);
	}
	declare_number_of_equations(c);
	find_formats(c, c->program, 0);
}

static sm_model *lower(co_context *c)
{
	sm_component root = {.name = sb_intern(c->names, ""),
						 .class_name = c->m->name,
						 .span = c->program->name_span,
						 .class_span = c->program->name_span,
						 .count = 1};
	uint32_t errors = sb_errors(c->diag);

	sb_push(c->arena, c->m->components, root);
	declare_all(c);
	if (sb_errors(c->diag) > errors || !co_put_modules_in(c))
		return NULL;
	co_note_uses(c);
	co_make_variables(c);
	co_finish_resources(c);
	co_lower_functions(c);
	co_prepare_routines(c);
	if (sb_errors(c->diag) > errors)
		return NULL;
	co_lower_monitor(c);
	co_lower_routines(c);
	co_lower_continuous(c);
	co_lower_bodies(c);
	co_lower_store(c);
	co_lower_output(c);
	if (sb_errors(c->diag) > errors)
		return NULL;
	co_check_uses(c);
	co_check_unset(c);
	co_check_capacities(c);
	co_check_instances(c);
	co_check_found(c);
	if (sb_errors(c->diag) > errors)
		return NULL;
	co_check_number_of_equations(c);
	sm_name_derivatives(c->m);
	sm_split_families(c->m);
	return c->m;
}

sm_model *co_translate(const sf_request *r)
{
	size_t length = r->text ? strlen(r->text) : 0;
	const char *text = r->text ? r->text : sb_file_read(r->arena, r->diag, (sb_span){0}, r->path, &length);

	if (!text)
		return NULL;
	uint32_t errors = sb_errors(r->diag), source = sb_source_add(r->diag, r->path, text, length);
	double began = sb_clock();
	co_node *program = co_parse(r->arena, r->names, r->diag, source, r->given, r->given_count);

	if (!program || sb_errors(r->diag) > errors)
		return NULL;
	const char *name = program->name ? program->name : sb_intern(r->names, "PROGRAM");
	sm_model *m = sm_model_new(r->arena, r->names, r->diag, name);
	co_context c = {.arena = r->arena,
					.names = r->names,
					.diag = r->diag,
					.m = m,
					.pool = m->pool,
					.request = r,
					.program = program,
					.path = r->path,
					.experiment = r->part,
					.overrides = r->given,
					.override_count = r->given_count,
					.override_used = sb_new_array(r->arena, bool, r->given_count + 1),
					.symbols = sb_map_new(r->arena),
					.counts = sb_map_new(r->arena),
					.formats = sb_map_new(r->arena),
					.given = sb_map_new(r->arena),
					.which_experiment = CO_NOWHERE};
	m->description = "";
	m->capitals = true;
	m->times.read = sb_clock() - began;
	began = sb_clock();
	m = lower(&c);
	if (m)
		m->times.flatten = sb_clock() - began;
	return m;
}
