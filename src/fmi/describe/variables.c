/* The list of variables: ScalarVariable of 1.0 and 2.0, elements by type of 3.0. */
#include "fmi/describe/fmi_inside.h"

#include <math.h>
#include <string.h>

const char *const fi_type_names[] = {"Float64", "Float32", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32",
	"Int64", "UInt64", "Boolean", "String", "Binary", "Enumeration", "Clock", NULL};
const char *const fi_causality_names[] = {"local", "parameter", "calculatedParameter", "input", "output",
	"independent", "structuralParameter", NULL};
const char *const fi_variability_names[] = {"constant", "fixed", "tunable", "discrete", "continuous", NULL};
const char *const fi_initial_names[] = {"", "exact", "approx", "calculated", NULL};

static int find_word(const char *word, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (strcmp(word, words[i]) == 0)
			return i;
	return -1;
}

static int type_of(const fi_reader *r, const char *name)
{
	static const char *const old[] = {"Real", "Integer", "Boolean", "String", "Enumeration", NULL};
	static const fi_type means[] = {FI_FLOAT64, FI_INT32, FI_BOOLEAN, FI_STRING, FI_ENUMERATION};
	int i = find_word(name, r->d->version == 3 ? fi_type_names : old);
	return i < 0 || r->d->version == 3 ? i : (int)means[i];
}

bool fi_is_whole(fi_type type)
{
	return (type >= FI_INT8 && type <= FI_UINT64) || type == FI_ENUMERATION;
}

/* ------------------------------------------------------------------------------------------ kinds by version */

static void read_kind_old(fi_reader *r, const sb_xml_node *n, fi_variable *v)
{
	static const char *const causality[] = {"input", "output", "internal", "none", NULL};
	static const char *const variability[] = {"constant", "parameter", "discrete", "continuous", NULL};
	static const char *const alias[] = {"noAlias", "alias", "negatedAlias", NULL};
	int c = fi_word(r, n, "causality", causality, 2), k = fi_word(r, n, "variability", variability, 3);
	v->causality = c == 0 ? FI_INPUT : c == 1 ? FI_OUTPUT : k == 1 ? FI_PARAMETER : FI_LOCAL;
	v->variability = k == 0 ? FI_CONSTANT : k == 1 ? FI_FIXED : k == 2 || v->type != FI_FLOAT64 ? FI_DISCRETE
																								  : FI_CONTINUOUS;
	v->negated = fi_word(r, n, "alias", alias, 0) == 2;
}

static fi_initial default_initial(const fi_variable *v)
{
	if (v->variability == FI_CONSTANT || v->causality == FI_PARAMETER || v->causality == FI_STRUCTURAL_PARAMETER)
		return FI_EXACT;
	return v->causality == FI_INPUT || v->causality == FI_INDEPENDENT || v->type == FI_CLOCK ? FI_NO_INITIAL
																							   : FI_CALCULATED;
}

static void read_kind(fi_reader *r, const sb_xml_node *n, fi_variable *v)
{
	bool new = r->d->version == 3, real = v->type == FI_FLOAT64 || v->type == FI_FLOAT32;
	v->causality = (fi_causality)fi_word(r, n, "causality", fi_causality_names, FI_LOCAL);
	bool parameter = v->causality == FI_PARAMETER || v->causality == FI_CALCULATED_PARAMETER ||
					 v->causality == FI_STRUCTURAL_PARAMETER;
	int usual = new && parameter ? FI_FIXED : real || !new ? FI_CONTINUOUS : FI_DISCRETE;
	v->variability = (fi_variability)fi_word(r, n, "variability", fi_variability_names, usual);
	if (!sb_xml_value(n, "variability") && !real)
		v->variability = parameter ? FI_FIXED : FI_DISCRETE;
	v->initial = (fi_initial)fi_word(r, n, "initial", fi_initial_names, FI_NO_INITIAL);
	if (!sb_xml_value(n, "initial"))
		v->initial = default_initial(v);
}

/* ------------------------------------------------------------------------------------------------ values */

static void read_starts(fi_reader *r, const sb_xml_node *n, const sb_xml_node *typed, fi_variable *v)
{
	sb_strings texts = {0};
	if (v->type != FI_STRING && v->type != FI_BINARY) {
		v->start = fi_numbers(r, typed, "start", &v->starts);
		return;
	}
	if (sb_xml_value(typed, "start"))
		sb_push(r->arena, texts, sb_xml_value(typed, "start"));
	for (const sb_xml_node *s = n->first; s; s = s->next)
		if (r->d->version == 3 && strcmp(s->name, "Start") == 0 && fi_text(r, s, "value", true))
			sb_push(r->arena, texts, sb_xml_value(s, "value"));
	v->texts = texts.at;
	v->starts = texts.n;
}

static const fi_declared *declared_type(fi_reader *r, const sb_xml_node *n, fi_variable *v)
{
	for (uint32_t i = 0; v->declared && i < r->d->types.n; i++)
		if (strcmp(r->d->types.at[i].name, v->declared) == 0) {
			if (r->d->types.at[i].type != v->type)
				fi_wrong(r, "I0017", sb_xml_span(n, "declaredType"), "Definition of Types: the type has the same kind",
						 "'%s' is of type %s, and its declared type '%s' is not", v->name, fi_type_names[v->type],
						 v->declared);
			return &r->d->types.at[i];
		}
	if (v->declared)
		fi_wrong(r, "I0017", sb_xml_span(n, "declaredType"), "Definition of Types: declaredType names one of them",
				 "'%s' has the declared type '%s', which is not defined", v->name, v->declared);
	return NULL;
}

static double own_or(double own, const fi_declared *t, double theirs)
{
	return isnan(own) && t ? theirs : own;
}

static void read_attributes(fi_reader *r, const sb_xml_node *typed, fi_variable *v)
{
	v->declared = sb_xml_value(typed, "declaredType");
	const fi_declared *t = declared_type(r, typed, v);
	v->unit = sb_xml_value(typed, "unit");
	v->display_unit = sb_xml_value(typed, "displayUnit");
	v->quantity = sb_xml_value(typed, "quantity");
	v->unit = v->unit || !t ? v->unit : t->unit;
	v->display_unit = v->display_unit || !t ? v->display_unit : t->display_unit;
	v->quantity = v->quantity || !t ? v->quantity : t->quantity;
	v->min = own_or(fi_number(r, typed, "min"), t, t ? t->min : NAN);
	v->max = own_or(fi_number(r, typed, "max"), t, t ? t->max : NAN);
	v->nominal = own_or(fi_number(r, typed, "nominal"), t, t ? t->nominal : NAN);
	v->reinit = fi_flag(r, typed, "reinit", false);
	for (uint32_t i = 0; v->unit && i <= r->d->units.n; i++) {
		if (i < r->d->units.n && strcmp(r->d->units.at[i], v->unit) == 0)
			break;
		if (i == r->d->units.n && (!t || v->unit != t->unit))
			fi_wrong(r, "I0017", sb_xml_span(typed, "unit"), "Definition of Units: a unit is one of UnitDefinitions",
					 "'%s' has the unit '%s', which is not defined", v->name, v->unit);
	}
}

static void read_dimensions(fi_reader *r, const sb_xml_node *n, fi_variable *v)
{
	sb_vec(fi_dimension) all = {0};
	for (const sb_xml_node *d = n->first; d; d = d->next) {
		if (r->d->version < 3 || strcmp(d->name, "Dimension") != 0)
			continue;
		fi_dimension one = {fi_count(r, d, "start", false), fi_count(r, d, "valueReference", false), d->span};
		if ((one.size == FI_NONE) == (one.variable == FI_NONE) || one.size == 0)
			fi_wrong(r, "I0022", d->span, "2.4.7.4: a dimension has either a start above 0 or a value reference",
					 "a dimension of '%s' has neither a size nor a variable, or both", v->name);
		else
			sb_push(r->arena, all, one);
	}
	v->dimension = all.at;
	v->rank = all.n;
}

static void read_clock(fi_reader *r, const sb_xml_node *n, fi_variable *v)
{
	static const char *const words[] = {"constant", "fixed", "tunable", "changing", "countdown", "triggered", NULL};
	int i = fi_word(r, n, "intervalVariability", words, -1);
	v->interval = i < 0 ? NULL : words[i];
	if (!sb_xml_value(n, "intervalVariability"))
		fi_text(r, n, "intervalVariability", true);
	v->interval_decimal = fi_number(r, n, "intervalDecimal");
	v->shift_decimal = fi_number(r, n, "shiftDecimal");
	double counter = fi_number(r, n, "intervalCounter"), resolution = fi_number(r, n, "resolution");
	double shift = fi_number(r, n, "shiftCounter");
	if (isnan(v->interval_decimal) && counter > 0 && resolution > 0)
		v->interval_decimal = counter / resolution;
	if (isnan(v->shift_decimal))
		v->shift_decimal = shift >= 0 && resolution > 0 ? shift / resolution : 0;
	if (i == 0 && !(v->interval_decimal > 0))
		fi_wrong(r, "I0023", n->span, "2.2.8.4: a constant clock has an interval above 0",
				 "the clock '%s' is constant, and has no interval", v->name);
}

/* ----------------------------------------------------------------------------------------------- variables */

static const sb_xml_node *typed_child(fi_reader *r, const sb_xml_node *n, int *type)
{
	const sb_xml_node *found = NULL;
	for (const sb_xml_node *c = n->first; c; c = c->next)
		if (type_of(r, c->name) >= 0) {
			if (found)
				fi_wrong(r, "I0010", c->span, NULL, "a variable has two types");
			found = c;
			*type = type_of(r, c->name);
		}
	if (!found)
		fi_wrong(r, "I0010", n->span, NULL, "the variable has no type: Real, Integer, Boolean, String or Enumeration");
	return found;
}

static void add_aliases(fi_reader *r, const sb_xml_node *n, const fi_variable *v, uint32_t number)
{
	for (const sb_xml_node *a = n->first; a; a = a->next) {
		if (r->d->version < 3 || strcmp(a->name, "Alias") != 0)
			continue;
		fi_variable one = *v;
		one.name = fi_text(r, a, "name", true);
		one.description = sb_xml_value(a, "description");
		one.display_unit = sb_xml_value(a, "displayUnit") ? sb_xml_value(a, "displayUnit") : v->display_unit;
		one.causality = FI_LOCAL;
		one.alias = number;
		one.derivative = FI_NONE;
		one.span = a->span;
		if (one.name)
			sb_push(r->arena, r->d->variables, one);
	}
}

static bool read_variable(fi_reader *r, const sb_xml_node *n, const sb_xml_node *typed, int type)
{
	fi_variable v = {.type = (fi_type)type, .span = n->span, .alias = r->d->variables.n};
	v.name = fi_text(r, n, "name", true);
	v.reference = fi_count(r, n, "valueReference", true);
	v.description = sb_xml_value(n, "description");
	if (!v.name || v.reference == FI_NONE)
		return false;
	if (r->d->version == 1)
		read_kind_old(r, n, &v);
	else
		read_kind(r, n, &v);
	read_attributes(r, typed, &v);
	read_starts(r, n, typed, &v);
	read_dimensions(r, n, &v);
	if (r->d->version == 1)
		v.initial = v.causality == FI_PARAMETER || v.variability == FI_CONSTANT ? FI_EXACT
					: v.causality != FI_INPUT && v.starts ? (fi_flag(r, typed, "fixed", true) ? FI_EXACT : FI_APPROX)
														  : FI_NO_INITIAL;
	v.derivative = fi_count(r, typed, "derivative", false);
	v.previous = sb_xml_value(n, "previous") != NULL;
	v.clocks = fi_counts(r, n, "clocks", &v.clock_count);
	if (v.type == FI_CLOCK)
		read_clock(r, n, &v);
	uint32_t number = r->d->variables.n;
	sb_push(r->arena, r->d->variables, v);
	add_aliases(r, n, &v, number);
	return true;
}

void fi_read_variables(fi_reader *r, const sb_xml_node *list)
{
	for (const sb_xml_node *n = list->first; n; n = n->next) {
		int type = type_of(r, n->name);
		if (r->d->version < 3 && strcmp(n->name, "ScalarVariable") == 0) {
			const sb_xml_node *typed = typed_child(r, n, &type);
			if (typed)
				read_variable(r, n, typed, type);
		} else if (r->d->version == 3 && type >= 0) {
			read_variable(r, n, n, type);
		} else {
			fi_wrong(r, "I0011", n->span, NULL, "ModelVariables has an element '%s', which is no variable of FMI %d.0",
					 n->name, r->d->version);
		}
	}
}
