/* What is seen from outside: parameters, inputs, outputs. */
#include "export/make/export_make.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *const words[] = {"auto", "break", "case", "char", "const", "continue", "default", "do", "double",
	"else", "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return",
	"short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile",
	"while", "bool", "true", "false", "class", "def", "lambda", "pass", "import", "from", "None", "and", "or", "not"};

const char *so_identifier(sb_arena *arena, const char *name)
{
	char *id = sb_printf(arena, "%s%s", isdigit((unsigned char)*name) ? "_" : "", name);
	for (char *c = id; *c; c++)
		if (!isalnum((unsigned char)*c) && *c != '_')
			*c = '_';
	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		if (strcmp(id, words[k]) == 0)
			return sb_printf(arena, "%s_", id);
	return id;
}

const char *so_real_type(const so_job *j)
{
	return j->o->single ? "float" : "double";
}

const char *so_field_type(const so_job *j, const si_variable *v)
{
	return v->type == SI_TYPE_REAL ? so_real_type(j) : v->type == SI_TYPE_BOOLEAN ? "int" : "long long";
}

void so_put_number(const so_job *j, double value, sb_text *out)
{
	char text[32];
	if (!isfinite(value)) {
		sb_add(out, isnan(value) ? "NAN" : value > 0 ? "INFINITY" : "-INFINITY");
		return;
	}
	sb_real_text(text, value);
	sb_add(out, text);
	if (!strpbrk(text, ".e"))
		sb_add(out, ".0");
	if (j->o->single)
		sb_addc(out, 'f');
}

static void add(so_job *j, so_fields *list, uint32_t variable)
{
	const char *name = si_word(j->image, si_var(j->image, variable)->name), *field = so_identifier(j->arena, name);
	for (uint32_t k = 0; k < list->n; k++)
		if (strcmp(list->at[k].field, field) == 0) {
			field = sb_printf(j->arena, "%s_", field);
			k = UINT32_MAX;
		}
	sb_push(j->arena, *list, ((so_field){name, field, variable}));
}

static bool see_variable(void *context, const sx_pool *pool, sx_ref e)
{
	if (sx_op_of(pool, e) == SX_VAR)
		*(bool *)context = true;
	return true;
}

/* Its value follows from other parameters. */
static bool is_computed(const so_job *j, uint32_t variable)
{
	const sm_model *m = j->m->plan->model;
	bool any = false;
	if (variable < m->variables.n && sm_var(m, variable)->binding)
		sx_visit(m->pool, sm_var(m, variable)->binding, see_variable, &any);
	return any;
}

static bool has_places(const so_job *j, const si_variable *v)
{
	for (uint32_t k = 0; k < v->count; k++)
		if (si_place_of(j->image, v->first + k).store == SI_NOWHERE)
			return false;
	return v->count > 0;
}

static bool may_be_exposed(const so_job *j, const si_variable *v)
{
	return !j->pinned[v - j->image->variables.at] && v->variability == SI_PARAMETER && !v->hidden && !v->final &&
			!v->structural && !v->object &&
		   v->type != SI_TYPE_STRING && !v->unknown && !j->initial[v - j->image->variables.at] && has_places(j, v) &&
		   si_parameter_number(j->image, v->first) != UINT32_MAX;
}

static const char *why_not_exposed(const so_job *j, const si_variable *v)
{
	return v->variability != SI_PARAMETER  ? "it is no parameter"
		   : v->structural                 ? "its value went into the structure of the model"
		   : v->final                      ? "it is final"
		   : j->pinned[v - j->image->variables.at]
			   ? sb_printf(j->arena, "'%s' computes something from it, and cannot be part of code that stands alone",
						   j->pinned[v - j->image->variables.at])
		   : v->type == SI_TYPE_STRING     ? "it is a String"
		   : v->unknown || j->initial[v - j->image->variables.at]
										   ? "the initial equations determine it"
		   : !has_places(j, v)             ? "its value is a number in the equations (Evaluate = true)"
										   : "it is not set from outside";
}

static void find_parameters(so_job *j)
{
	for (uint32_t k = 0; k < j->image->variables.n; k++) {
		const si_variable *v = si_var(j->image, k);
		bool wanted = !j->o->exposes && !is_computed(j, k);
		for (uint32_t i = 0; i < j->o->expose.n; i++)
			wanted = wanted || sb_matches(j->o->expose.at[i], si_word(j->image, v->name));
		if (wanted && may_be_exposed(j, v))
			add(j, &j->parameters, k);
	}
}

/* A pattern that names nothing, or something that cannot be exposed. */
static bool patterns_are_good(so_job *j)
{
	bool good = true;
	for (uint32_t i = 0; i < j->o->expose.n; i++) {
		const char *pattern = j->o->expose.at[i];
		const si_variable *other = NULL;
		bool any = false;
		for (uint32_t k = 0; k < j->parameters.n; k++)
			any = any || sb_matches(pattern, j->parameters.at[k].name);
		for (uint32_t k = 0; k < j->image->variables.n && !any && !other; k++)
			if (sb_matches(pattern, si_word(j->image, si_var(j->image, k)->name)))
				other = si_var(j->image, k);
		if (any)
			continue;
		good = false;
		sb_message *m = sb_report(j->diag, SB_ERROR, "G0010", other ? other->span : (sb_span){0},
								  other ? "'%s' cannot be exposed: %s" : "there is no parameter '%s' to expose%s",
								  pattern, other ? why_not_exposed(j, other) : "");
		sb_help(m, "without --expose, all parameters that can stay are fields of the struct");
	}
	return good;
}

static bool exchanges(so_job *j, const si_variable *v, bool input)
{
	if (v->type != SI_TYPE_STRING)
		return true;
	sb_message *s = sb_report(j->diag, SB_ERROR, "G0011", v->span,
							  "the %s '%s' is a String, which code that stands alone cannot exchange",
							  input ? "input" : "output", si_word(j->image, v->name));
	sb_help(s, "use an Integer or an enumeration");
	return false;
}

static bool is_state(const so_job *j, const si_variable *v)
{
	if (v->type != SI_TYPE_REAL || !v->count)
		return false;
	si_place p = si_place_of(j->image, v->first);
	return p.store == SI_STATE && si_state_scalar(j->image, p.index) == v->first;
}

/* Those of the model, or what is asked for. A model without outputs shows its states. */
static bool find_outputs(so_job *j)
{
	const sm_model *m = j->m->plan->model;
	bool good = true;
	int rounds = j->o->target == SO_FMU ? 1 : 2;         /* of an FMU all variables can be seen */
	for (int round = 0; round < rounds && !j->outputs.n; round++)
		for (uint32_t k = 0; k < j->image->variables.n && k < m->variables.n && good; k++) {
			const si_variable *v = si_var(j->image, k);
			bool wanted = j->o->outputs.n == 0 && (round ? is_state(j, v) : sm_var(m, k)->causality == SM_OUTPUT);
			for (uint32_t i = 0; i < j->o->outputs.n; i++)
				wanted = wanted || sb_matches(j->o->outputs.at[i], si_word(j->image, v->name));
			if (!wanted || v->hidden || v->variability >= SI_PARAMETER)
				continue;
			good = exchanges(j, v, false);
			add(j, &j->outputs, k);
		}
	if (j->outputs.n || !j->o->outputs.n || !good)
		return good;
	sb_message *s = sb_report(j->diag, SB_ERROR, "G0016", (sb_span){0}, "no variable is called '%s'",
							  j->o->outputs.at[0]);
	sb_help(s, "saltus flat lists the variables; * stands for any text");
	return false;
}

/* Parameters that would stay, and cannot because of what is computed from them here. */
static void tell_of_pinned(so_job *j)
{
	const char *first = NULL, *by = NULL;
	uint32_t n = 0;
	for (uint32_t k = 0; k < j->image->variables.n && !j->o->exposes; k++) {
		const si_variable *v = si_var(j->image, k);
		const char *pinned = j->pinned[k];
		j->pinned[k] = NULL;
		if (pinned && may_be_exposed(j, v) && !is_computed(j, k) && n++ == 0) {
			first = si_word(j->image, v->name);
			by = pinned;
		}
		j->pinned[k] = pinned;
	}
	if (n == 0)
		return;
	const char *others = n > 1 ? sb_printf(j->arena, " and %u more", n - 1) : "";
	sb_message *m = sb_report(j->diag, SB_INFO, "G0070", (sb_span){0}, "the parameter '%s'%s cannot stay a parameter",
							  first, others);
	sb_note(m, "'%s' computes something from it, which leaves as a constant", by);
}

bool so_find_interface(so_job *j)
{
	const sm_model *m = j->m->plan->model;
	bool good = true;
	find_parameters(j);
	tell_of_pinned(j);
	for (uint32_t k = 0; k < j->image->variables.n && k < m->variables.n; k++) {
		const si_variable *v = si_var(j->image, k);
		if (v->hidden || sm_var(m, k)->causality != SM_INPUT || v->variability >= SI_PARAMETER || !v->held)
			continue;
		good = good && exchanges(j, v, true);
		if (has_places(j, v))
			add(j, &j->inputs, k);
	}
	return patterns_are_good(j) && find_outputs(j) && good;
}
