/* EXTERNAL MODEL: one that is described in another file. A COSY program lends its FULL MODEL of that name, which is
 * then like one of this program. A Modelica class or an FMU is translated by its own front end, and the flat model that
 * comes out is put into this one under a prefix, once for each call; its variables of the names of the arguments,
 * whatever their case, are tied to what the call gives. */
#include "base/file.h"
#include "front/cosy/module/cosy_module.h"
#include "front/cosy/syntax/cosy_syntax.h"
#include "front/modelica/modelica.h"
#include "front/muss/muss.h"
#include "front/sbm/front_sbm.h"
#include "model/rewrite/rewrite.h"

#include <string.h>

/* ---- the file */

static const char *beside(co_context *c, const char *path)
{
	const char *slash = strrchr(c->path, '/');

	if (*path == '/' || !slash)
		return path;
	return sb_path_join(c->arena, sb_strndup(c->arena, c->path, (size_t)(slash - c->path)), path);
}

static void split(co_context *c, const char *text, const char **path, const char **class_name)
{
	const char *colon = strrchr(text, ':');

	*path = colon && !strchr(colon, '/') ? sb_strndup(c->arena, text, (size_t)(colon - text)) : text;
	*class_name = *path == text ? NULL : colon + 1;
}

static bool ends_with(const char *text, const char *ending)
{
	size_t n = strlen(text), k = strlen(ending);

	return n >= k && strcasecmp(text + n - k, ending) == 0;
}

static const co_node *find_model(const co_node *program, const char *name)
{
	const co_node *parts = co_child(program, 0);

	for (uint32_t i = 0; i < co_count(parts); i++)
		if (parts->of.at[i]->kind == CO_FULL_MODEL && strcasecmp(parts->of.at[i]->name, name) == 0)
			return parts->of.at[i];
	return NULL;
}

static void read_program(co_context *c, co_symbol *s, const char *path, const char *name)
{
	size_t length;
	const char *text = sb_file_read(c->arena, c->diag, s->node->span, path, &length);
	uint32_t errors = sb_errors(c->diag);
	co_node *program =
		text ? co_parse(c->arena, c->names, c->diag, sb_source_add(c->diag, path, text, length), NULL, 0) : NULL;
	const co_node *model = program ? find_model(program, name ? name : s->name) : NULL;

	if (!text || sb_errors(c->diag) > errors)
		return;
	if (!model) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "K0460", s->node->span, "there is no FULL MODEL '%s' in '%s'",
								  name ? name : s->name, path);
		sb_help(m, "name the model as it is called there, or write FROM $file.cosy:NAME$");
		return;
	}
	for (uint32_t l = 0; l < 2; l++)
		if (co_count(co_child(model, l)) != co_count(co_child(s->node, l))) {
			sb_message *m =
				sb_report(c->diag, SB_ERROR, "K0461", s->node->span, "'%s' has %u %s in its file, not %u", s->name,
						  co_count(co_child(model, l)), l ? "inputs" : "outputs", co_count(co_child(s->node, l)));
			sb_also(m, model->name_span, "it is described here");
			return;
		}
	s->described = model;
}

/* A class of Modelica, or what another notation makes one of. */
static sm_model *translate(const sf_request *r)
{
	sf_request inner = *r;
	sb_text text = {0};
	sm_model *m = NULL;
	if (ends_with(r->path, ".fmu"))
		return mo_translate_fmu(r);
	if (ends_with(r->path, ".muss")) {
		inner.muss = true;
		inner.part = mu_chosen(r);
		return inner.part ? mo_translate(&inner) : NULL;
	}
	if (!ends_with(r->path, ".sbm"))
		return mo_translate(r);
	if (sg_class_text(r->arena, r->diag, r->path, &text)) {
		inner.part = NULL;
		inner.text = sb_strdup(r->arena, text.at);
		inner.path = sb_printf(r->arena, "%s (segments)", r->path);
		m = mo_translate(&inner);
	}
	sb_text_free(&text);
	return m;
}

static bool is_class(const char *path)
{
	return ends_with(path, ".mo") || ends_with(path, ".fmu") || ends_with(path, ".muss") || ends_with(path, ".sbm") ||
		   sb_is_folder(path);
}

void co_read_external(co_context *c, co_symbol *s)
{
	const char *path, *name;

	split(c, s->node->text ? s->node->text : "", &path, &name);
	path = beside(c, path);
	if (ends_with(path, ".cosy")) {
		read_program(c, s, path, name);
	} else if (is_class(path)) {
		uint32_t errors = sb_errors(c->diag);
		const sf_request inner = {.arena = c->arena, .names = c->names, .diag = c->diag, .path = path, .part = name,
			.fmu = c->request->fmu, .fmus = c->request->fmus, .fmu_count = c->request->fmu_count};
		s->external = translate(&inner);
		if (!s->external && sb_errors(c->diag) > errors)
			sb_note(sb_report(c->diag, SB_ERROR, "K0462", s->node->span,
							  "the class of the EXTERNAL MODEL '%s' could not be translated", s->name),
					"the message before this one says why");
	} else {
		sb_message *m = sb_report(c->diag, SB_ERROR, "K0463", s->node->span,
								  "an EXTERNAL MODEL cannot be read from '%s': its notation is not known", path);
		sb_help(m, "write FROM $file.cosy$, FROM $file.mo:Class$, FROM $file.muss:submodel$, FROM $file.sbm$ or "
				"FROM $file.fmu$");
	}
}

/* ---- calls */

/* The variable of the class that an argument means. */
static uint32_t find_argument(const sm_model *from, const char *name)
{
	for (uint32_t i = 0; i < from->variables.n; i++)
		if (!from->variables.at[i].rank && strcasecmp(from->variables.at[i].name, name) == 0)
			return i;
	return CO_NOWHERE;
}

/* first: the number of its first variable in the program */
static bool tie(co_context *c, const co_node *call, const co_symbol *s, uint32_t first, const char *prefix)
{
	const sm_model *from = s->external;

	for (uint32_t side = 0; side < 2; side++) {
		const co_node *formals = co_child(s->node, side), *actuals = co_child(call, side);
		co_scope scope = {.c = c, .place = CO_IN_EQUATIONS, .component = ""};
		uint32_t next = 0;
		for (uint32_t i = 0; i < co_count(actuals); i++) {
			const co_node *a = actuals->of.at[i],
						  *formal = a->kind == CO_BINDING ? co_child(a, 1) : co_child(formals, next++);
			uint32_t number = formal ? find_argument(from, formal->name) : CO_NOWHERE;
			if (number == CO_NOWHERE) {
				sb_message *m = sb_report(c->diag, SB_ERROR, "K0464", a->span, "the class %s has no variable '%s'",
										  from->name, formal ? formal->name : "");
				sb_also(m, s->span, "the EXTERNAL MODEL is declared here");
				sb_help(m, "the arguments of an EXTERNAL MODEL have the names of its class, in upper or lower case");
				return false;
			}
			const sm_variable *own = sm_var(c->m, number + first);
			sx_type type = own->type;
			if (own->variability == SM_PARAMETER) {
				sb_message *m = sb_report(c->diag, SB_ERROR, "K0465", a->span,
										  "'%s' is a parameter of %s; it cannot be tied to a variable", formal->name,
										  from->name);
				sb_help(m, "give its value with -p %s.%s=...", prefix, from->variables.at[number].name);
				return false;
			}
			sx_ref value = co_typed(&scope, a->kind == CO_BINDING ? co_child(a, 0) : a, type, "this argument");
			if (!value)
				return false;
			sx_ref inside = sm_ref(c->m, number + first);
			sm_add_equation(c->m, side ? inside : value, side ? value : inside, a->span, "");
		}
		if (co_count(actuals) != co_count(formals)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "K0424", call->span, "'%s' has %u %s, not %u", s->name,
									  co_count(formals), side ? "inputs" : "outputs", co_count(actuals));
			sb_also(m, s->span, "it is declared here");
			return false;
		}
	}
	return true;
}

void co_call_external(co_context *c, const co_node *call)
{
	co_symbol *s = co_global(c, call->name);
	uint64_t count = 0;

	if (s->external->machine_states.n || s->external->instances.n) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0466", call->span,
						  "the class %s has state machines, which an EXTERNAL MODEL cannot have", s->external->name),
				"name a class without initialState and transition");
		return;
	}
	sb_map_get(&c->counts, (uint64_t)(uintptr_t)s, &count);
	sb_map_put(&c->counts, (uint64_t)(uintptr_t)s, ++count);
	const char *prefix = sb_intern(c->names, sb_printf(c->arena, "%s%llu", s->name, (unsigned long long)count));
	tie(c, call, s, sm_embed(c->m, s->external, prefix, &c->sites), prefix);
}
