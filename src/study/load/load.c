/* From a file to a program: the layers one after another, and the values given by name. */
#include "base/dotted.h"
#include "study/load/array.h"
#include "study/load/starts.h"
#include "front/notation.h"
#include "model/block.h"
#include "model/rewrite/rewrite.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stop.h"

/* The file of the library that a full name of a class begins with; NULL: there is none. */
static const char *library_of(sb_arena *arena, const char *name)
{
	const char *top = sb_strndup(arena, name, strcspn(name, ".")), *file = NULL;

	for (const sf_notation *const *n = sf_notations; !file && !strchr(name, '/') && *n; n++)
		file = (*n)->library_file ? (*n)->library_file(arena, top) : NULL;
	return file;
}

void st_split(sb_arena *arena, const char *argument, const char **path, const char **class_name)
{
	const char *colon = strrchr(argument, ':');
	*path = argument;
	*class_name = NULL;
	if (sb_file_exists(argument) || (colon && strchr(colon, '/')))
		return;
	if (!colon) {
		const char *file = sf_notation_named(argument) ? NULL : library_of(arena, argument);
		*path = file ? file : argument;
		*class_name = file && strchr(argument, '.') ? argument : NULL;
		return;
	}
	*path = sb_strndup(arena, argument, (size_t)(colon - argument));
	*class_name = colon[1] ? colon + 1 : NULL;
}

sm_runner st_runner_of(st_external external)
{
	return external == ST_ANY_C ? sc_call_external : sc_call_own_external;
}

/* What a translation can bring in: values, and expressions for inputs of a model that is known already. */
static sm_model *translate(st_model *m, const char *path, const char *class_name, const st_options *o,
						   const sf_given *given, uint32_t count)
{
	sb_vec(sf_given) inputs = {0};
	for (uint32_t i = 0; m->flat && i < m->inputs.n; i++)
		if (m->inputs.at[i].expression)
			sb_push(m->arena, inputs, ((sf_given){m->inputs.at[i].name, m->inputs.at[i].expression}));
	sm_model *flat = sf_translate(&(sf_request){.arena = m->arena, .names = m->names, .diag = m->diag, .path = path,
		.text = o->text, .part = class_name, .given = given, .given_count = count, .inputs = inputs.at,
		.input_count = inputs.n, .t_is_time = m->flat && sm_find(m->flat, "t") == UINT32_MAX,
		.fmu = &o->fmu, .fmus = o->fmus, .fmu_count = o->fmu_count, .run = st_runner_of(o->external), .apart =
			(o->opened && strchr(o->opened, '[')) || (o->taken && strchr(o->taken, '['))});
	m->opened.n = 0;
	if (flat && o->taken && !sm_take_component(flat, o->taken))
		return NULL;
	if (flat && o->opened)
		sm_open_component(flat, o->opened, &m->opened);
	return flat;
}

/* -------------------------------------------------------------------------------------------------- values by name */

static bool number_of(const sm_model *flat, const sm_variable *v, const char *text, double *out)
{
	if (v->type == SX_BOOLEAN) {
		*out = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
		return *out || strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
	}
	if (v->enumeration) {
		const sm_enum *e = &flat->enums.at[v->enumeration - 1];
		const char *dot = strrchr(text, '.'), *name = dot ? dot + 1 : text;
		for (uint32_t i = 0; i < e->count; i++)
			if (strcmp(e->literals[i], name) == 0) {
				*out = i + 1;
				return true;
			}
		return false;
	}
	char *end;
	errno = 0;
	*out = sb_read_real(text, &end);
	return end != text && !*end && !se_wanted(v->type, 0, *out);
}

/* The name of an element of an array of components, with the subscripts that the user wrote as far as there are such
 * elements. */
typedef struct guess { const sm_variable *v; const char *written; } guess;

static void write_guess(void *context, uint32_t d, sb_text *out)
{
	const guess *g = context;
	const char *at = g->written;
	for (uint32_t k = 0; at && k <= d; k++)
		at = strpbrk(at + (k > 0), "[,");
	unsigned long k = at ? strtoul(at + 1, NULL, 10) : 1;
	sb_addf(out, "%lu", k < 1 ? 1 : k > g->v->shape[d] ? g->v->shape[d] : k);
}

/* a(2) and m[2][1] as they are written in the languages of the models: a[2], m[2,1]. */
static const char *with_brackets(sb_arena *arena, const char *name)
{
	char *out = sb_strdup(arena, name), *to = out;
	for (const char *at = name; *at; at++) {
		bool join = at[0] == ']' && at[1] == '[';
		*to++ = *at == '(' ? '[' : *at == ')' ? ']' : join ? ',' : *at;
		at += join;
	}
	*to = 0;
	return out;
}

/* What is wrong with a name of something that there is: its subscripts, or that it has parts. False: it is the name of
 * nothing. */
static bool explain_name(st_model *m, sb_arena *scratch, const char *name, sb_message *e)
{
	const char *other = with_brackets(scratch, name), *bracket = strchr(name, '[');
	uint32_t whole = sm_find(m->flat, bracket ? sb_strndup(scratch, name, (size_t)(bracket - name)) : name);
	const sm_variable *v = whole == UINT32_MAX ? NULL : sm_var(m->flat, whole);
	if (strcmp(other, name) != 0 && sm_find_scalar(m->flat, other) != UINT32_MAX) {
		sb_help(e, "did you mean '%s'?", other);
		return true;
	}
	if (bracket && v && v->rank) {
		sb_text size = {0};
		for (uint32_t d = 0; d < v->rank && v->lower; d++)
			sb_addf(&size, "%s%lld:%lld", d ? ", " : "", (long long)v->lower[d],
					(long long)v->lower[d] + v->shape[d] - 1);
		for (uint32_t d = 0; d < v->rank && !v->lower; d++)
			sb_addf(&size, "%s%u", d ? ", " : "", v->shape[d]);
		sb_note(e, v->lower ? "the subscripts of '%s' are [%s]" : "'%s' has the size [%s], and subscripts count from 1",
				v->name, size.at);
		sb_text_free(&size);
		return true;
	}
	sb_text parts = {0};
	uint32_t n = 0;
	for (uint32_t i = 0; i < m->flat->variables.n && n < 8; i++) {
		v = sm_var(m->flat, i);
		if (v->variability == SM_PARAMETER && !v->hidden && strncmp(v->name, name, strlen(name)) == 0 &&
			v->name[strlen(name)] == '.')
			sb_addf(&parts, "%s%s", n++ ? ", " : "", v->name);
	}
	if (n)
		sb_note(e, "'%s' has parts; give them one by one: %s", name, parts.at);
	sb_text_free(&parts);
	return n > 0;
}

static void report_unknown(st_model *m, const char *name)
{
	sb_arena *scratch = sb_arena_new();
	sb_strings names = {0};
	sb_text text = {0};
	for (uint32_t i = 0; i < m->flat->variables.n; i++) {
		const sm_variable *v = &m->flat->variables.at[i];
		if (v->variability != SM_PARAMETER || v->hidden)
			continue;
		text.n = 0;
		if (v->parts)
			sb_write_name(v->name, v->parts, v->rank, ",", write_guess, &(guess){ v, name }, &text);
		else
			sb_add(&text, v->name);
		sb_push(scratch, names, (const char *)sb_strdup(scratch, text.at));
	}
	const char *near = sb_nearest(name, names.at, names.n);
	sb_message *e =
		sb_report(m->diag, SB_ERROR, "U0101", (sb_span){0}, "there is no parameter '%s' in %s", name, m->flat->name);
	if (explain_name(m, scratch, name, e))
		near = NULL;
	else if (near)
		sb_help(e, "did you mean '%s'?", near);
	else if (names.n && names.n <= 20) {
		text.n = 0;
		for (uint32_t i = 0; i < names.n; i++)
			sb_addf(&text, "%s%s", i ? ", " : "", names.at[i]);
		sb_note(e, "its parameters are %s", text.at);
	}
	sb_text_free(&text);
	sb_arena_free(scratch);
}

static void report_value(st_model *m, const sm_variable *v, const char *name, const char *value)
{
	sb_message *e = sb_report(m->diag, SB_ERROR, "U0102", v->span, "'%s' is not a value for '%s'", value, name);
	if (v->enumeration) {
		const sm_enum *list = &m->flat->enums.at[v->enumeration - 1];
		const char *near = sb_nearest(value, list->literals, list->count);
		sb_text names = {0};
		for (uint32_t i = 0; i < list->count && i < 20; i++)
			sb_addf(&names, "%s%s", i ? ", " : "", list->literals[i]);
		sb_note(e, "its values are %s%s", names.at ? names.at : "", list->count > 20 ? ", ..." : "");
		sb_text_free(&names);
		if (near)
			sb_help(e, "did you mean '%s'?", near);
	} else {
		sb_help(e, "give %s",
				v->type == SX_BOOLEAN   ? "true or false"
				: v->type == SX_INTEGER ? "a whole number, smaller than 2^53 in size"
										: "a number such as 2.5 or 1e-3");
	}
}

/* Does the value go into the structure? */
static bool concerns_structure(const sm_model *flat, const sm_variable *v, const char *value)
{
	double number;
	return v->structural || (v->zero_is_structural && number_of(flat, v, value, &number) && number == 0);
}

/* True if this value can only be had by translating again: part of the structure, a whole array, an attribute such as
 * x.start. */
static bool needs_translation(const sm_model *flat, const st_given *g)
{
	uint32_t s = sm_find_scalar(flat, g->name), element;
	if (s != UINT32_MAX)
		return concerns_structure(flat, sm_var(flat, sm_variable_of_scalar(flat, s, &element)), g->value);
	uint32_t whole = sm_find(flat, g->name);
	if (whole != UINT32_MAX)
		return sm_var(flat, whole)->variability == SM_PARAMETER;
	const char *dot = strrchr(g->name, '.');
	if (!dot)
		return false;
	char *owner = strndup(g->name, (size_t)(dot - g->name));
	if (!owner)
		sb_out_of_memory((size_t)(dot - g->name) + 1);
	bool attribute = (sm_find_scalar(flat, owner) != UINT32_MAX || sm_find(flat, owner) != UINT32_MAX) &&
					 (!strcmp(dot, ".start") || !strcmp(dot, ".fixed") || !strcmp(dot, ".nominal") ||
					  !strcmp(dot, ".min") || !strcmp(dot, ".max"));
	free(owner);
	return attribute;
}

static void report_not_settable(st_model *m, const sm_variable *v, const char *name)
{
	sb_message *e = sb_report(m->diag, SB_ERROR, "U0103", v->span, "'%s' cannot be set with -p: it is %s", name,
	                          v->final && v->variability == SM_PARAMETER ? "final"
	                          : v->variability == SM_CONSTANT            ? "a constant"
	                                                                     : "a variable, not a parameter");
	if (v->variability == SM_CONSTANT || v->variability == SM_PARAMETER)
		return;
	if (m->flat->experiments.n && v->variability == SM_DISCRETE)
		sb_help(e,
				"statements or equations of the program set it; -p can set a CONST, or a variable that nothing sets");
	else
		sb_help(e, "its start value is %s.start", name);
}

/* False after a message. */
static bool read_value(st_model *m, const st_given *g, struct st_value *out)
{
	uint32_t s = sm_find_scalar(m->flat, g->name), element;
	uint32_t whole = s == UINT32_MAX ? sm_find(m->flat, g->name) : UINT32_MAX;
	if (whole != UINT32_MAX && sm_var(m->flat, whole)->variability != SM_PARAMETER && !sm_var(m->flat, whole)->hidden) {
		report_not_settable(m, sm_var(m->flat, whole), g->name);
		return false;
	}
	if (s == UINT32_MAX) {
		report_unknown(m, g->name);
		return false;
	}
	const sm_variable *v = sm_var(m->flat, sm_variable_of_scalar(m->flat, s, &element));
	double number = 0;
	if (v->variability != SM_PARAMETER || v->final) {
		report_not_settable(m, v, g->name);
		return false;
	}
	if (v->type != SX_STRING && !number_of(m->flat, v, g->value, &number)) {
		report_value(m, v, g->name, g->value);
		return false;
	}
	*out = (struct st_value){s, number, v->type == SX_STRING ? sb_strdup(m->arena, g->value) : NULL};
	return true;
}

bool st_settable(st_model *m, const char *name, uint32_t *scalar)
{
	uint32_t element;
	*scalar = sm_find_scalar(m->flat, name);
	uint32_t whole = *scalar == UINT32_MAX ? sm_find(m->flat, name) : UINT32_MAX;
	if (*scalar == UINT32_MAX && whole == UINT32_MAX) {
		report_unknown(m, name);
		return false;
	}
	const sm_variable *v =
		sm_var(m->flat, *scalar == UINT32_MAX ? whole : sm_variable_of_scalar(m->flat, *scalar, &element));
	if (v->variability == SM_PARAMETER && !v->final)
		return true;
	report_not_settable(m, v, name);
	return false;
}

bool st_read_number(st_model *m, uint32_t scalar, const char *name, const char *text, double *out)
{
	uint32_t element;
	const sm_variable *v = sm_var(m->flat, sm_variable_of_scalar(m->flat, scalar, &element));
	if (v->type != SX_STRING && number_of(m->flat, v, text, out))
		return true;
	report_value(m, v, name, text);
	return false;
}

bool st_needs_translation(const st_model *m, const char *name, const char *value)
{
	return needs_translation(m->flat, &(st_given){name, value});
}

static void take_value(st_model *m, const st_given *g)
{
	struct st_value value;
	if (read_value(m, g, &value))
		sb_push(m->arena, m->values, value);
}

/* The start value of an element, as x[2].start, is a number. */
static bool is_good_start(st_model *m, const st_given *g)
{
	const char *dot = strrchr(g->name, '.');
	uint32_t s = dot && strcmp(dot, ".start") == 0
	                 ? sm_find_scalar(m->flat, sb_printf(m->arena, "%.*s", (int)(dot - g->name), g->name))
	                 : UINT32_MAX,
			 element;
	double number;
	if (s == UINT32_MAX || !strchr(g->name, '['))
		return true;
	const sm_variable *v = sm_var(m->flat, sm_variable_of_scalar(m->flat, s, &element));
	if (v->type == SX_STRING || number_of(m->flat, v, g->value, &number))
		return true;
	report_value(m, v, g->name, g->value);
	return false;
}

/* The value of an element of an array is no expression, but what it would be without a new translation. */
static bool is_good_element(st_model *m, const st_given *g)
{
	struct st_value value;
	if (!is_good_start(m, g))
		return false;
	return !strchr(g->name, '[') || sm_find_scalar(m->flat, g->name) == UINT32_MAX || read_value(m, g, &value);
}

/* Whole arrays that are written as such are given element by element, where there is an array of that size; all else as
 * it is. */
typedef sb_vec(st_given) given_list;

static given_list by_element(st_model *m, const st_options *o)
{
	given_list list = {0};
	sb_text name = {0};
	for (uint32_t i = 0; i < o->given_count; i++) {
		const st_given *g = &o->given[i];
		st_array array;
		sb_u32s scalars = {0};
		bool whole = !strpbrk(g->name, "*?") && st_read_array(m->arena, g->value, &array) &&
		             st_array_scalars(m->arena, m->flat, g->name, &array, &scalars);
		for (uint32_t k = 0; k < scalars.n && whole; k++) {
			name.n = 0;
			sm_scalar_name(m->flat, scalars.at[k], &name);
			sb_push(m->arena, list, ((st_given){sb_strdup(m->arena, name.at), array.elements.at[k]}));
		}
		if (!whole)
			sb_push(m->arena, list, *g);
	}
	sb_text_free(&name);
	return list;
}

/* One number for a whole array is a mistake that is told here, where the user's words are known. */
static bool is_single(st_model *m, const st_given *g)
{
	uint32_t whole = sm_find_scalar(m->flat, g->name) == UINT32_MAX ? sm_find(m->flat, g->name) : UINT32_MAX;
	const sm_variable *v = whole == UINT32_MAX ? NULL : sm_var(m->flat, whole);
	double number;
	if (!v || !v->rank || v->type == SX_STRING || v->variability != SM_PARAMETER ||
		!number_of(m->flat, v, g->value, &number))
		return false;
	sb_message *e = sb_report(m->diag, SB_ERROR, "U0381", v->span,
							  "'%s' is an array of %u elements, but '%s' is one value", g->name, v->count, g->value);
	sb_text one = {0};
	sm_scalar_name(m->flat, v->first, &one);
	sb_help(e, "give all of them, -p '%s={%s, ...}', or one of them, -p '%s=%s'", g->name, g->value, one.at, g->value);
	sb_text_free(&one);
	return true;
}

static bool is_structural(const sm_model *flat, const st_given *g)
{
	uint32_t s = sm_find_scalar(flat, g->name), element, whole = sm_find(flat, g->name);
	if (s != UINT32_MAX)
		return concerns_structure(flat, sm_var(flat, sm_variable_of_scalar(flat, s, &element)), g->value);
	return whole != UINT32_MAX && sm_var(flat, whole)->structural;
}

static bool has_expressions(const st_model *m)
{
	for (uint32_t i = 0; i < m->inputs.n; i++)
		if (m->inputs.at[i].expression)
			return true;
	return false;
}

/* The values that are given, in a model that was translated without them: those that only another translation can bring
 * in by one. */
static void put_values(st_model *m, const char *path, const char *class_name, const st_options *o)
{
	sb_vec(sf_given) overrides = {0};
	sb_text names = {0};
	uint32_t errors = sb_errors(m->diag), structural = 0;
	given_list given = by_element(m, o);
	for (uint32_t i = 0; i < given.n; i++)
		if (!is_single(m, &given.at[i]) && needs_translation(m->flat, &given.at[i]) &&
			is_good_element(m, &given.at[i])) {
			sb_push(m->arena, overrides, ((sf_given){given.at[i].name, given.at[i].value}));
			if (is_structural(m->flat, &given.at[i]))
				sb_addf(&names, "%s'%s'", structural++ ? ", " : "", given.at[i].name);
		}
	if (sb_errors(m->diag) > errors) {
		sb_text_free(&names);
		return;
	}
	if (structural)
		sb_report(m->diag, SB_INFO, "U0104", (sb_span){0},
				  "the structure of the model depends on %s: it was translated again", names.at);
	if (overrides.n || has_expressions(m))
		m->flat = translate(m, path, class_name, o, overrides.at, overrides.n);
	sb_text_free(&names);
	for (uint32_t i = 0; m->flat && i < given.n; i++) {
		bool applied = false;
		for (uint32_t k = 0; k < overrides.n; k++)
			applied = applied || overrides.at[k].name == given.at[i].name;
		if (!applied)
			take_value(m, &given.at[i]);
	}
}

/* Inputs that nobody gives are not silently zero. */
static void tell_held_inputs(const st_model *m)
{
	for (uint32_t i = 0; m->flat && !sb_errors(m->diag) && i < m->flat->variables.n; i++) {
		const sm_variable *v = &m->flat->variables.at[i];
		if (!v->held || v->hidden || v->activation || v->pulse)          /* of those S0714 speaks */
			continue;
		sb_message *said = sb_report(m->diag, SB_INFO, "U0410", v->span,
									 "nothing sets the input '%s' of the model: it holds its start value", v->name);
		sb_help(said, "set it with --input '%s=...', or choose its value with %s(start = ...)", v->name, v->name);
	}
}

/* Inputs with samples, once the model is what it will be. */
static void feed_inputs(st_model *m)
{
	if (!m->flat || sb_errors(m->diag) || !m->inputs.n)
		return;
	st_feeds_free(m->feeds);
	m->feeds = st_feed(m->flat, m->inputs.at, m->inputs.n);
}

/* False after a message: a file that cannot be read, a column that is not there. */
static bool read_inputs(st_model *m, const st_options *o)
{
	bool good = true;
	for (uint32_t i = 0; i < o->input_count; i++)
		sb_push(m->arena, m->inputs, o->inputs[i]);
	for (uint32_t i = 0; i < o->written_count; i++)
		good = st_read_input(m->arena, m->diag, o->written[i], &m->inputs) && good;
	return good;
}

static void translate_with_values(st_model *m, const char *path, const char *class_name, const st_options *o)
{
	if (!read_inputs(m, o))
		return;
	m->flat = translate(m, path, class_name, o, NULL, 0);
	if (m->flat && m->inputs.n && !st_check_inputs(m->flat, m->inputs.at, m->inputs.n))
		return;
	if (m->flat && (o->given_count || has_expressions(m)))
		put_values(m, path, class_name, o);
	feed_inputs(m);
	st_free_starts(m, o);
	if (o->curves && m->flat && !sb_errors(m->diag))
		st_curve_inputs(m->flat);
	else
		tell_held_inputs(m);
}

/* The analysis may find that more parameters belong to the structure: a capacitance of zero. */
static bool values_concern_structure(const st_model *m)
{
	uint32_t element;

	for (uint32_t i = 0; i < m->values.n; i++) {
		const sm_variable *v = sm_var(m->flat, sm_variable_of_scalar(m->flat, m->values.at[i].scalar, &element));
		if (v->structural || (v->zero_is_structural && m->values.at[i].number == 0))
			return true;
	}
	return false;
}

/* Inputs that have no samples by now are those that a caller may change. */
static ss_plan *analyse(st_model *m)
{
	sm_follow_inputs(m->flat);
	ss_plan *plan = ss_analyse(m->arena, m->flat);
	for (uint32_t i = 0; plan && i < m->values.n; i++)
		if (!m->values.at[i].string)
			sb_push(m->arena, plan->given, ((sx_given){m->values.at[i].scalar, m->values.at[i].number}));
	return plan;
}

static const char trust[] = "if you trust the source of the model, leave out --no-external, or give "
							"--allow-external to "
							"check, flat and code";

/* Before anything of it is opened: a library may execute code when it is. */
static bool may_be_executed(st_model *m, const st_options *o)
{
	for (uint32_t i = 0; o->external == ST_OWN_C && i < m->flat->functions.n; i++) {
		const sm_function *f = m->flat->functions.at[i];
		if (!f->external || f->external->own)
			continue;
		sb_message *e =
			sb_report(m->diag, SB_ERROR, "U0346", f->span,
					  "the model brings C of its own: the function '%s' calls '%s'", f->name, f->external->symbol);
		sb_help(e, "%s", trust);
		return false;
	}
	for (uint32_t i = 0; o->external == ST_OWN_C && i < m->flat->blocks.n; i++) {
		const sm_block *b = m->flat->blocks.at[i];
		if (!b->executes)
			continue;
		sb_message *e = sb_report(m->diag, SB_ERROR, "U0346", b->span, "the model brings %s of its own: the block '%s'",
								  b->executes, b->name);
		sb_help(e, "%s", trust);
		return false;
	}
	return true;
}

st_model *st_load(const char *path, const char *class_name, const st_options *o)
{
	st_model *m = sb_resize(NULL, sizeof *m);
	memset(m, 0, sizeof *m);
	m->arena = sb_arena_new();
	m->names = sb_names_new(m->arena);
	m->diag = sb_diag_new();
	double t0 = sb_clock();
	sb_doing("reading the model", path);
	translate_with_values(m, path, class_name, o);
	double t1 = sb_clock();
	m->wall.front = t1 - t0;
	if (!m->flat || sb_errors(m->diag) || o->depth == ST_FLAT)
		return m;
	sb_doing("analysing the structure", "");
	m->plan = analyse(m);
	if (m->plan && values_concern_structure(m)) {
		m->values.n = 0;
		put_values(m, path, class_name, o);
		feed_inputs(m);
		st_free_starts(m, o);
		m->plan = m->flat && !sb_errors(m->diag) ? analyse(m) : NULL;
	}
	double t2 = sb_clock();
	m->wall.structure = t2 - t1;
	if (!m->plan || sb_errors(m->diag) || o->depth == ST_PLAN || !may_be_executed(m, o))
		return m;
	sb_doing("compiling", "");
	m->program = sc_compile(m->plan, &o->code);
	m->wall.code = sb_clock() - t2;
	return m;
}

void st_free(st_model *m)
{
	if (!m)
		return;
	if (m->program)
		sc_program_free(m->program);
	st_feeds_free(m->feeds);
	sb_arena_free(m->arena);
	sb_diag_free(m->diag);
	free(m);
}

se_run *st_run(st_model *m, sb_diag *diag)
{
	se_run *run = se_run_new(m->program, diag);
	for (uint32_t i = 0; i < m->values.n; i++) {
		const struct st_value *v = &m->values.at[i];
		if (!(v->string ? se_set_string(run, v->scalar, v->string) : se_set(run, v->scalar, v->number)))
			se_refuse(run);
	}
	return run;
}
