/* The Modelica text of an FMU's class. */
#include "front/fmu/front_fmu.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOCALS = 500 };

const char *fu_plain_name(sb_arena *arena, const char *name)
{
	size_t n = strlen(name);
	if (*name != '\'' || n < 2)
		return name;
	char *out = sb_strndup(arena, name + 1, n - 2), *to = out;
	for (const char *at = out; *at; at++) {
		at += *at == '\\' && at[1];
		*to++ = *at;
	}
	*to = 0;
	return out;
}

const char *fu_class_name(sb_arena *arena, const char *path)
{
	return sf_class_name(arena, path, "FMU");
}

static void add_string(sb_text *out, const char *text)
{
	sb_addc(out, '"');
	for (const char *at = text; *at; at++) {
		if (*at == '"' || *at == '\\')
			sb_addc(out, '\\');
		sb_addc(out, (unsigned char)*at < 32 ? ' ' : *at);
	}
	sb_addc(out, '"');
}

static const char *type_name(const fi_variable *v)
{
	bool ticked = v->type == FI_CLOCK && v->causality == FI_INPUT;
	return v->type <= FI_FLOAT32 ? "Real" : v->type == FI_BOOLEAN || ticked ? "Boolean"
		: v->type == FI_STRING ? "String"
		: "Integer";
}

static void add_value(sb_text *out, const fi_variable *v, uint32_t k)
{
	uint32_t at = v->starts == 1 ? 0 : k;
	if (v->type == FI_STRING)
		add_string(out, v->starts ? v->texts[at] : "");
	else if (v->type == FI_BOOLEAN)
		sb_add(out, v->starts && v->start[at] ? "true" : "false");
	else if (v->type <= FI_FLOAT32)
		sb_add_real(out, v->starts ? v->start[at] : 0);
	else
		sb_addf(out, "%.0f", v->starts ? v->start[at] : 0);
}

/* All elements, row by row. */
static void add_values(sb_text *out, const fi_variable *v, uint32_t depth, uint32_t *at)
{
	if (depth == v->rank) {
		add_value(out, v, (*at)++);
		return;
	}
	sb_addc(out, '{');
	for (uint32_t i = 0; i < v->shape[depth]; i++) {
		sb_add(out, i ? ", " : "");
		add_values(out, v, depth + 1, at);
	}
	sb_addc(out, '}');
}

static void add_start(sb_text *out, const fi_variable *v)
{
	uint32_t at = 0;
	if (v->rank && (v->starts <= 1 || !v->count)) {
		sb_add(out, "fill(");
		add_value(out, v, 0);
		for (uint32_t k = 0; k < v->rank; k++)
			sb_addf(out, ", %u", v->shape[k]);
		sb_add(out, ")");
	} else {
		add_values(out, v, 0, &at);
	}
}

static void add_modifier(sb_text *out, bool *first, const char *text)
{
	sb_addf(out, "%s%s", *first ? "(" : ", ", text);
	*first = false;
}

static void add_number(sb_text *out, bool *first, const char *name, const fi_variable *v, double value)
{
	if (!isfinite(value))
		return;
	add_modifier(out, first, v->rank ? "each " : "");
	sb_addf(out, "%s = ", name);
	if (v->type <= FI_FLOAT32)
		sb_add_real(out, value);
	else
		sb_addf(out, "%.0f", value);
}

static void add_attributes(sb_text *out, const fi_variable *v, bool start)
{
	bool first = true;
	const char *each = v->rank ? "each " : "";
	if (start && v->starts) {
		add_modifier(out, &first, "start = ");
		add_start(out, v);
	}
	if (v->type <= FI_FLOAT32 && v->unit && *v->unit) {
		add_modifier(out, &first, each);
		sb_add(out, "unit = ");
		add_string(out, v->unit);
	}
	if (v->type != FI_BOOLEAN && v->type != FI_STRING) {
		add_number(out, &first, "min", v, v->min);
		add_number(out, &first, "max", v, v->max);
	}
	if (v->type <= FI_FLOAT32 && v->nominal > 0)
		add_number(out, &first, "nominal", v, v->nominal);
	sb_add(out, first ? "" : ")");
}

static void add_sizes(sf_writing *w, const fi_description *d, const fi_variable *v)
{
	sb_text *out = &w->text;
	for (uint32_t k = 0; k < v->rank; k++) {
		uint32_t n = v->dimension[k].variable == FI_NONE ? FI_NONE : fi_with_reference(d, v->dimension[k].variable);
		sb_add(out, k ? ", " : "[");
		if (n != FI_NONE && d->variables.at[n].causality == FI_STRUCTURAL_PARAMETER)
			sb_add(out, sf_name(w->arena, d->variables.at[n].name));
		else
			sb_addf(out, "%u", v->shape[k]);
	}
	sb_add(out, v->rank ? "]" : "");
}

bool fu_is_state(const fi_description *d, uint32_t variable)
{
	for (uint32_t i = 0; i < d->derivatives.n; i++)
		if (d->variables.at[d->derivatives.at[i].variable].derivative == variable)
			return true;
	return false;
}

bool fu_ticks_alone(const fi_variable *v)
{
	return v->type == FI_CLOCK && !(v->interval && strcmp(v->interval, "triggered") == 0);
}

static bool is_parameter(const fi_variable *v)
{
	return v->causality == FI_PARAMETER || v->causality == FI_STRUCTURAL_PARAMETER;
}

/* Whether a class can declare it at all. */
static bool can_be_declared(const fi_description *d, uint32_t number)
{
	const fi_variable *v = &d->variables.at[number];
	bool text = v->type == FI_STRING && !is_parameter(v) && v->variability != FI_CONSTANT;
	bool time = d->version == 1 && strcmp(v->name, "time") == 0;         /* 1.0 has no causality for it */
	return v->causality != FI_INDEPENDENT && !time && !fu_ticks_alone(v) && v->type != FI_BINARY && !text && v->count;
}

static void add_variable(sf_writing *w, const fi_description *d, uint32_t number)
{
	const fi_variable *v = &d->variables.at[number];
	sb_text *out = &w->text;
	bool constant = v->variability == FI_CONSTANT, given = is_parameter(v) || constant;
	sf_from(w, v->span);
	sb_addf(out, "  %s%s ", constant ? "constant " : is_parameter(v) ? "parameter "
			: v->causality == FI_INPUT ? (v->type <= FI_FLOAT32 && v->variability == FI_DISCRETE ? "discrete input "
				: "input ")
			: v->causality == FI_OUTPUT ? "output " : "", type_name(v));
	sb_add(out, sf_name(w->arena, v->name));
	add_sizes(w, d, v);
	add_attributes(out, v, !given && (v->causality == FI_INPUT || fu_is_state(d, number)));
	if (given) {
		sb_add(out, " = ");
		add_start(out, v);
	}
	if (v->description && *v->description) {
		sb_addc(out, ' ');
		add_string(out, v->description);
	}
	sb_add(out, ";\n");
}

/* Structural parameters first: sizes are read from them. */
static void add_variables(sf_writing *w, const fi_description *d)
{
	uint32_t locals = 0;
	for (uint32_t i = 0; i < d->variables.n; i++)
		locals += d->variables.at[i].causality == FI_LOCAL;
	for (uint32_t i = 0; i < d->variables.n; i++)
		if (d->variables.at[i].causality == FI_STRUCTURAL_PARAMETER && can_be_declared(d, i))
			add_variable(w, d, i);
	for (uint32_t i = 0; i < d->variables.n; i++) {
		const fi_variable *v = &d->variables.at[i];
		bool inner = v->causality == FI_LOCAL || v->causality == FI_CALCULATED_PARAMETER;
		if (v->causality == FI_STRUCTURAL_PARAMETER || !can_be_declared(d, i) ||
			(inner && v->alias != i && v->alias < d->variables.n) ||
			(inner && locals > MOST_LOCALS && !fu_is_state(d, i)))
			continue;
		add_variable(w, d, i);
	}
}

static void add_experiment(sb_text *out, const fi_description *d)
{
	static const char *const names[] = {"StartTime", "StopTime", "Tolerance", "Interval"};
	const double values[] = {d->start, isnan(d->stop) ? 1 : d->stop, d->tolerance, d->step};
	bool first = true;
	for (int i = 0; i < 4; i++)
		if (isfinite(values[i])) {
			sb_addf(out, "%s%s = ", first ? "experiment(" : ", ", names[i]);
			sb_add_real(out, values[i]);
			first = false;
		}
	sb_add(out, first ? "" : "), ");
}

bool fu_class_text(sb_diag *diag, const char *path, const char *name, sf_writing *w)
{
	sb_text *out = &w->text;
	fi_archive *a = fi_open(w->arena, diag, path);
	const fi_description *d = a ? a->d : NULL;
	bool good = d && d->sound;
	char *whole = realpath(path, NULL);
	if (good) {
		sf_from(w, d->span);
		sb_addf(out, "block %s", name);
		if (d->description && *d->description) {
			sb_addc(out, ' ');
			add_string(out, d->description);
		}
		sb_addc(out, '\n');
		add_variables(w, d);
		sf_from(w, d->span);
		sb_add(out, "  external \"FMI\";\n  annotation(");
		add_experiment(out, d);
		sb_add(out, "__Saltus(fmu = ");
		add_string(out, whole ? whole : path);
		sb_addf(out, "));\nend %s;\n", name);
	}
	free(whole);
	fi_close(a);
	return good;
}
