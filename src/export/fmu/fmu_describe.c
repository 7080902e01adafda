/* modelDescription.xml, of FMI 2.0 and 3.0. */
#include "export/fmu/export_fmu.h"

#include <math.h>
#include <string.h>

static void put_text(sb_text *out, const char *name, const char *value)
{
	if (!value || !*value)
		return;
	sb_addf(out, " %s=\"", name);
	sb_add_xml(out, value);
	sb_addc(out, '"');
}

static void put_real(sb_text *out, const char *name, double value)
{
	if (!isfinite(value))
		return;
	sb_addf(out, " %s=\"", name);
	sb_add_real(out, value);
	sb_addc(out, '"');
}

static bool is_three(const so_fmu *f)
{
	return f->o->version == 3;
}

/* ---- a variable */

static const char *const causalities[] = {"local", "parameter", "calculatedParameter", "input", "output",
		"independent"};
static const char *const variabilities[] = {"constant", "fixed", "tunable", "discrete", "continuous"};
static const char *const initials[] = {"", "exact", "calculated"};
static const char *const types2[] = {"Real", "Integer", "Boolean", "String", "Enumeration"};
static const char *const types3[] = {"Float64", "Int64", "Boolean", "String", "Enumeration"};

static const char *description_of(const so_fmu *f, const so_variable *v)
{
	return v->kind == SO_TIME ? "" : v->of == SO_NONE || v->kind != SO_OF_MODEL ? ""
		   : si_word(f->j.image, si_var(f->j.image, v->of)->description);
}

static void put_start(const so_fmu *f, const so_variable *v, sb_text *out)
{
	int type = so_type_of(f, v);
	if (!so_has_start(v) || type == SO_STRING)
		return;
	sb_add(out, " start=\"");
	for (uint32_t k = 0; k < v->count; k++) {
		double value = so_start_of(f, v, k);
		sb_add(out, k ? " " : "");
		if (type == SO_BOOLEAN)
			sb_add(out, value != 0 ? "true" : "false");
		else if (type == SO_FLOAT)
			sb_add_real(out, isfinite(value) ? value : 0);
		else
			sb_addf(out, "%lld", (long long)value);
	}
	sb_addc(out, '"');
}

static void put_limits(const so_fmu *f, const so_variable *v, sb_text *out)
{
	if (so_type_of(f, v) == SO_FLOAT) {
		put_real(out, "min", v->min);
		put_real(out, "max", v->max);
		put_real(out, "nominal", v->nominal);
	} else {
		if (isfinite(v->min))
			sb_addf(out, " min=\"%lld\"", (long long)v->min);
		if (isfinite(v->max))
			sb_addf(out, " max=\"%lld\"", (long long)v->max);
	}
}

/* What is told of the type: unit, limits, start value, derivative. */
static void put_typed(const so_fmu *f, const so_variable *v, sb_text *out)
{
	if (so_type_of(f, v) == SO_ENUMERATION)
		put_text(out, "declaredType", so_enumeration_name(f, si_var(f->j.image, v->of)->enumeration - 1));
	put_text(out, "unit", so_unit_of(f, v));
	put_text(out, "displayUnit", so_display_of(f, v));
	put_limits(f, v, out);
	put_start(f, v, out);
	if (v->derivative != SO_NONE)
		sb_addf(out, " derivative=\"%u\"", is_three(f) ? f->variables.at[v->derivative].reference
													   : f->variables.at[v->derivative].index);
}

static void put_common(const so_fmu *f, const so_variable *v, sb_text *out)
{
	put_text(out, "name", v->name);
	sb_addf(out, " valueReference=\"%u\"", v->reference);
	put_text(out, "description", description_of(f, v));
	sb_addf(out, " causality=\"%s\" variability=\"%s\"", causalities[v->causality], variabilities[v->variability]);
	if (v->initial != SO_NO_INITIAL)
		sb_addf(out, " initial=\"%s\"", initials[v->initial]);
}

static void put_variable2(const so_fmu *f, const so_variable *v, sb_text *out)
{
	sb_add(out, "    <ScalarVariable");
	put_common(f, v, out);
	sb_addf(out, ">\n      <%s", types2[so_type_of(f, v)]);
	put_typed(f, v, out);
	if (v->state != SO_NONE && f->o->exchange)
		sb_add(out, " reinit=\"true\"");
	sb_add(out, "/>\n    </ScalarVariable>\n");
}

static void put_aliases3(const so_fmu *f, uint32_t number, sb_text *out)
{
	for (uint32_t k = f->variables.at[number].alias; k != SO_NONE; k = f->variables.at[k].alias) {
		const so_variable *a = &f->variables.at[k];
		sb_add(out, "      <Alias");
		put_text(out, "name", a->name);
		put_text(out, "description", description_of(f, a));
		sb_add(out, "/>\n");
	}
}

static void put_variable3(const so_fmu *f, uint32_t number, sb_text *out)
{
	const so_variable *v = &f->variables.at[number];
	const si_variable *i = v->of != SO_NONE ? si_var(f->j.image, v->of) : NULL;
	int type = so_type_of(f, v);
	sb_text inside = {0};
	if (v->main != number)
		return;
	for (uint32_t k = 0; v->whole && k < i->rank; k++)
		sb_addf(&inside, "      <Dimension start=\"%u\"/>\n", f->j.image->numbers.at[i->shape + k]);
	put_aliases3(f, number, &inside);
	sb_addf(out, "    <%s", types3[type]);
	put_common(f, v, out);
	put_typed(f, v, out);
	if (v->state != SO_NONE && f->o->exchange)
		sb_add(out, " reinit=\"true\"");
	if (inside.n)
		sb_addf(out, ">\n%s    </%s>\n", inside.at, types3[type]);
	else
		sb_add(out, "/>\n");
	sb_text_free(&inside);
}

/* ---- structure */

static void put_unknown(so_fmu *f, const char *element, uint32_t number, bool knows, sb_text *out)
{
	so_dependencies list = {0};
	bool known = knows && so_depends_on(f, number, &list);
	const so_variable *v = &f->variables.at[number];
	sb_addf(out, "%s<%s %s=\"%u\"", is_three(f) ? "    " : "      ", element, is_three(f) ? "valueReference" : "index",
			is_three(f) ? v->reference : v->index);
	for (int kinds = 0; known && kinds < 2; kinds++) {
		if (kinds && !list.n)
			continue;
		sb_add(out, kinds ? " dependenciesKind=\"" : " dependencies=\"");
		for (uint32_t k = 0; k < list.n; k++) {
			const so_variable *on = &f->variables.at[list.at[k].variable];
			sb_add(out, k ? " " : "");
			if (kinds)
				sb_add(out, list.at[k].kind);
			else
				sb_addf(out, "%u", is_three(f) ? on->reference : on->index);
		}
		sb_addc(out, '"');
	}
	sb_add(out, "/>\n");
}

static bool is_initial_unknown(const so_fmu *f, uint32_t number)
{
	const so_variable *v = &f->variables.at[number];
	return v->initial == SO_BY_MODEL && v->variability != SO_CONSTANT && v->main == number &&
		   (v->causality == SO_OUTPUT || v->causality == SO_CALCULATED || v->state != SO_NONE || v->kind == SO_RATE);
}

static void put_list(so_fmu *f, const char *list, const char *element, int which, sb_text *out)
{
	sb_text items = {0};
	for (uint32_t k = 0; k < f->variables.n; k++) {
		const so_variable *v = &f->variables.at[k];
		bool is = which == 0 ? v->causality == SO_OUTPUT : which == 1 ? v->kind == SO_RATE
				  : which == 2 ? is_initial_unknown(f, k) : v->kind == SO_INDICATOR;
		if (is)
			put_unknown(f, element, k, which != 2, &items);
	}
	if (items.n && is_three(f))
		sb_add(out, items.at);
	else if (items.n)
		sb_addf(out, "    <%s>\n%s    </%s>\n", list, items.at, list);
	sb_text_free(&items);
}

static void put_structure(so_fmu *f, sb_text *out)
{
	sb_add(out, "  <ModelStructure>\n");
	if (is_three(f)) {
		put_list(f, "", "Output", 0, out);
		put_list(f, "", "ContinuousStateDerivative", 1, out);
		put_list(f, "", "InitialUnknown", 2, out);
		put_list(f, "", "EventIndicator", 3, out);
	} else {
		put_list(f, "Outputs", "Unknown", 0, out);
		put_list(f, "Derivatives", "Unknown", 1, out);
		put_list(f, "InitialUnknowns", "Unknown", 2, out);
	}
	sb_add(out, "  </ModelStructure>\n");
}

/* ---- the whole */

static void put_interface(const so_fmu *f, bool cosimulation, sb_text *out)
{
	const rt_model *m = &f->j.counts;
	bool three = is_three(f), fixed = f->j.solver != RT_DOPRI && f->j.solver != RT_RODAS;
	sb_addf(out, "  <%s modelIdentifier=\"%s\"", cosimulation ? "CoSimulation" : "ModelExchange", f->identifier);
	sb_addf(out, " %s=\"true\" %s=\"true\"", three ? "canGetAndSetFMUState" : "canGetAndSetFMUstate",
			three ? "canSerializeFMUState" : "canSerializeFMUstate");
	if (f->j.beside)
		sb_add(out, three ? " providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\""
						  : " providesDirectionalDerivative=\"true\"");
	bool needs = m->delays || m->asserts;
	if (!cosimulation)
		sb_addf(out, three ? " needsCompletedIntegratorStep=\"%s\"" : " completedIntegratorStepNotNeeded=\"%s\"",
				needs == three ? "true" : "false");
	if (cosimulation)
		sb_add(out, " canHandleVariableCommunicationStepSize=\"true\"");
	if (cosimulation && three) {
		sb_add(out, " hasEventMode=\"true\" mightReturnEarlyFromDoStep=\"true\" "
					"canReturnEarlyAfterIntermediateUpdate=\"true\" providesIntermediateUpdate=\"true\"");
		if (fixed)
			put_real(out, "fixedInternalStepSize", f->j.step);
	} else if (cosimulation) {
		sb_add(out, " canInterpolateInputs=\"true\"");
	}
	if (three) {
		sb_add(out, "/>\n");
		return;
	}
	sb_add(out, ">\n    <SourceFiles>\n");
	so_put_source_files(f, "      <File name=\"", out);
	sb_addf(out, "    </SourceFiles>\n  </%s>\n", cosimulation ? "CoSimulation" : "ModelExchange");
}

static void put_experiment(const so_fmu *f, sb_text *out)
{
	sb_add(out, "  <DefaultExperiment");
	put_real(out, "startTime", f->j.start);
	put_real(out, "stopTime", f->j.stop);
	put_real(out, "tolerance", f->j.tolerance);
	put_real(out, "stepSize", f->report->step);
	sb_add(out, "/>\n");
}

void so_describe(so_fmu *f, sb_text *out)
{
	bool three = is_three(f);
	sb_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
	put_text(out, "fmiVersion", three ? "3.0" : "2.0");
	put_text(out, "modelName", si_word(f->j.image, f->j.image->name));
	put_text(out, three ? "instantiationToken" : "guid", f->token);
	put_text(out, "description", f->j.m->plan->model->description);
	put_text(out, "generationTool", "Saltus " SALTUS_VERSION);
	put_text(out, "variableNamingConvention", "structured");
	if (!three)
		sb_addf(out, " numberOfEventIndicators=\"%u\"", f->indicators.n);
	sb_add(out, ">\n");
	if (f->o->exchange)
		put_interface(f, false, out);
	if (f->o->cosimulation)
		put_interface(f, true, out);
	so_put_units(f, out);
	so_put_types(f, out);
	sb_add(out,
			"  <LogCategories>\n    <Category name=\"logStatusWarning\"/>\n    <Category name=\"logStatusDiscard\"/>\n"
				"    <Category name=\"logStatusError\"/>\n  </LogCategories>\n");
	put_experiment(f, out);
	sb_add(out, "  <ModelVariables>\n");
	for (uint32_t k = 0; k < f->variables.n; k++)
		if (three)
			put_variable3(f, k, out);
		else
			put_variable2(f, &f->variables.at[k], out);
	sb_add(out, "  </ModelVariables>\n");
	put_structure(f, out);
	sb_add(out, "</fmiModelDescription>\n");
}
