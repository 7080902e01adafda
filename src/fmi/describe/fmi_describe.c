/* The head of a description: versions, interfaces, units, types, the default experiment; then the parts in order. */
#include "fmi/describe/fmi_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* --------------------------------------------------------------------------------------- interfaces */

static void read_sources(fi_reader *r, const sb_xml_node *n, fi_interface *to)
{
	const sb_xml_node *list = sb_xml_child(n, "SourceFiles");
	for (const sb_xml_node *f = list ? list->first : NULL; f; f = f->next)
		if (fi_text(r, f, "name", true))
			sb_push(r->arena, to->sources, sb_xml_value(f, "name"));
}

/* Capabilities have other spellings in 2.0 (FMUstate) and 3.0 (FMUState). */
static bool either(fi_reader *r, const sb_xml_node *n, const char *one, const char *other)
{
	return fi_flag(r, n, one, false) || fi_flag(r, n, other, false);
}

static void read_interface(fi_reader *r, const sb_xml_node *n, fi_interface *to)
{
	if (!n)
		return;
	to->there = true;
	to->span = n->span;
	to->identifier = fi_text(r, n, "modelIdentifier", true);
	to->gets_state = either(r, n, "canGetAndSetFMUstate", "canGetAndSetFMUState");
	to->serializes = either(r, n, "canSerializeFMUstate", "canSerializeFMUState");
	to->directional = either(r, n, "providesDirectionalDerivative", "providesDirectionalDerivatives");
	to->adjoint = fi_flag(r, n, "providesAdjointDerivatives", false);
	to->step_unneeded = fi_flag(r, n, "completedIntegratorStepNotNeeded", false);
	if (sb_xml_value(n, "needsCompletedIntegratorStep"))
		to->step_unneeded = !fi_flag(r, n, "needsCompletedIntegratorStep", true);
	else if (r->d->version == 3)
		to->step_unneeded = true;
	to->variable_step = fi_flag(r, n, "canHandleVariableCommunicationStepSize", false);
	to->interpolates = fi_flag(r, n, "canInterpolateInputs", false);
	to->event_mode = fi_flag(r, n, "hasEventMode", false);
	to->returns_early = fi_flag(r, n, "mightReturnEarlyFromDoStep", false);
	to->execution_tool = fi_flag(r, n, "needsExecutionTool", false);
	to->nested_once = fi_flag(r, n, "canBeInstantiatedOnlyOncePerProcess", false);
	to->fixed_step = fi_number(r, n, "fixedInternalStepSize");
	read_sources(r, n, to);
}

/* 1.0 has one interface, and its identifier at the top. */
static void read_old_interface(fi_reader *r, const sb_xml_node *root)
{
	const sb_xml_node *implementation = sb_xml_child(root, "Implementation");
	fi_interface *to = implementation ? &r->d->cosimulation : &r->d->exchange;
	*to = (fi_interface){.there = true, .span = root->span, .fixed_step = NAN,
		.identifier = fi_text(r, root, "modelIdentifier", true)};
	const sb_xml_node *alone = implementation ? sb_xml_child(implementation, "CoSimulation_StandAlone") : NULL;
	const sb_xml_node *tool = implementation ? sb_xml_child(implementation, "CoSimulation_Tool") : NULL;
	const sb_xml_node *can = alone || tool ? sb_xml_child(alone ? alone : tool, "Capabilities") : NULL;
	to->execution_tool = tool != NULL;
	if (implementation && !alone && !tool)
		fi_wrong(r, "I0025", implementation->span, "for Co-Simulation, 3.2: how a slave is implemented",
				 "Implementation has neither CoSimulation_StandAlone nor CoSimulation_Tool");
	if (can) {
		to->variable_step = fi_flag(r, can, "canHandleVariableCommunicationStepSize", false);
		to->interpolates = fi_flag(r, can, "canInterpolateInputs", false);
	}
}

/* ------------------------------------------------------------------------------------- units and types */

static void read_units(fi_reader *r, const sb_xml_node *root)
{
	const sb_xml_node *list = sb_xml_child(root, "UnitDefinitions");
	for (const sb_xml_node *n = list ? list->first : NULL; n; n = n->next) {
		const char *name = fi_text(r, n, r->d->version == 1 ? "unit" : "name", true);
		for (uint32_t i = 0; name && i < r->d->units.n; i++)
			if (strcmp(r->d->units.at[i], name) == 0)
				fi_wrong(r, "I0012", n->span, "Definition of Units: names of units are unique",
						 "the unit '%s' is defined twice", name);
		if (name)
			sb_push(r->arena, r->d->units, name);
	}
}

static const fi_enumeration *read_items(fi_reader *r, const sb_xml_node *n, const char *name)
{
	fi_enumeration *e = sb_new(r->arena, fi_enumeration);
	sb_strings names = {0};
	sb_vec(double) values = {0};
	for (const sb_xml_node *i = n->first; i; i = i->next) {
		if (strcmp(i->name, "Item") != 0 || !fi_text(r, i, "name", true))
			continue;
		double value = r->d->version == 1 ? names.n + 1.0 : fi_number(r, i, "value");
		for (uint32_t k = 0; k < values.n; k++)
			if (values.at[k] == value)
				fi_wrong(r, "I0018", i->span, "Definition of Types: values of an enumeration are unique",
						 "the value %g stands twice in the enumeration '%s'", value, name);
		sb_push(r->arena, names, sb_xml_value(i, "name"));
		sb_push(r->arena, values, value);
	}
	if (!names.n)
		fi_wrong(r, "I0018", n->span, "Definition of Types: an enumeration has items",
				 "the enumeration '%s' has no items", name);
	*e = (fi_enumeration){name, names.at, values.at, names.n};
	return e;
}

static int declared_kind(const char *name)
{
	static const struct { const char *name; fi_type type; } old[] = {{"Real", FI_FLOAT64}, {"Integer", FI_INT32},
		{"RealType", FI_FLOAT64}, {"IntegerType", FI_INT32}};
	for (size_t i = 0; i < sizeof old / sizeof *old; i++)
		if (strcmp(name, old[i].name) == 0)
			return (int)old[i].type;
	for (int i = 0; fi_type_names[i]; i++) {
		size_t n = strlen(fi_type_names[i]);
		if (strncmp(name, fi_type_names[i], n) == 0 && (!name[n] || strcmp(name + n, "Type") == 0))
			return i;
	}
	return -1;
}

static void read_types(fi_reader *r, const sb_xml_node *root)
{
	const sb_xml_node *list = sb_xml_child(root, "TypeDefinitions");
	for (const sb_xml_node *n = list ? list->first : NULL; n; n = n->next) {
		const char *name = fi_text(r, n, "name", true);
		const sb_xml_node *typed = r->d->version == 3 ? n : n->first;
		int kind = typed ? declared_kind(typed->name) : -1;
		if (!name || kind < 0) {
			if (name)
				fi_wrong(r, "I0010", n->span, NULL, "the type '%s' says not of which kind it is", name);
			continue;
		}
		fi_declared t = {.name = name, .type = (fi_type)kind, .unit = sb_xml_value(typed, "unit"),
			.display_unit = sb_xml_value(typed, "displayUnit"), .quantity = sb_xml_value(typed, "quantity"),
			.min = fi_number(r, typed, "min"), .max = fi_number(r, typed, "max"),
			.nominal = fi_number(r, typed, "nominal")};
		if (kind == FI_ENUMERATION)
			t.items = read_items(r, typed, name);
		sb_push(r->arena, r->d->types, t);
	}
}

const fi_enumeration *fi_items_of(const fi_description *d, const fi_variable *v)
{
	for (uint32_t i = 0; v->declared && i < d->types.n; i++)
		if (strcmp(d->types.at[i].name, v->declared) == 0)
			return d->types.at[i].items;
	return NULL;
}

/* ------------------------------------------------------------------------------------------------- the head */

static bool read_version(fi_reader *r, const sb_xml_node *root)
{
	const char *text = fi_text(r, root, "fmiVersion", true);
	fi_description *d = r->d;
	d->version_text = text;
	d->version = !text || !*text || (text[1] && text[1] != '.') ? 0 : *text - '0';
	if (d->version >= 1 && d->version <= 3)
		return true;
	if (text)
		sb_help(sb_report(r->diag, SB_ERROR, "I0004", sb_xml_span(root, "fmiVersion"),
						  "the FMU is of FMI '%s', which is not read", text), "FMI 1.0, 2.0 and 3.0 are read");
	return false;
}

static void read_head(fi_reader *r, const sb_xml_node *root)
{
	fi_description *d = r->d;
	d->name = fi_text(r, root, "modelName", true);
	d->span = sb_xml_span(root, "modelName");
	d->token = fi_text(r, root, d->version == 3 ? "instantiationToken" : "guid", true);
	d->description = sb_xml_value(root, "description");
	d->author = sb_xml_value(root, "author");
	d->model_version = sb_xml_value(root, "version");
	d->tool = sb_xml_value(root, "generationTool");
	d->date = sb_xml_value(root, "generationDateAndTime");
	d->copyright = sb_xml_value(root, "copyright");
	d->licence = sb_xml_value(root, "license");
	if (d->version == 1) {
		read_old_interface(r, root);
		d->states = fi_count(r, root, "numberOfContinuousStates", true);
		d->states = d->states == FI_NONE ? 0 : d->states;
	} else {
		read_interface(r, sb_xml_child(root, "ModelExchange"), &d->exchange);
		read_interface(r, sb_xml_child(root, "CoSimulation"), &d->cosimulation);
		read_interface(r, sb_xml_child(root, "ScheduledExecution"), &d->scheduled);
	}
	if (d->version < 3) {
		d->indicator_count = fi_count(r, root, "numberOfEventIndicators", d->version == 1);
		d->indicator_count = d->indicator_count == FI_NONE ? 0 : d->indicator_count;
	}
	const sb_xml_node *e = sb_xml_child(root, "DefaultExperiment");
	d->start = e ? fi_number(r, e, "startTime") : NAN;
	d->stop = e ? fi_number(r, e, "stopTime") : NAN;
	d->tolerance = e ? fi_number(r, e, "tolerance") : NAN;
	d->step = e && d->version > 1 ? fi_number(r, e, "stepSize") : NAN;
}

static void read_all(fi_reader *r, const sb_xml_node *root)
{
	read_head(r, root);
	read_units(r, root);
	read_types(r, root);
	const sb_xml_node *list = sb_xml_child(root, "ModelVariables");
	if (list)
		fi_read_variables(r, list);
	else if (r->d->version > 1)
		fi_wrong(r, "I0010", root->span, NULL, "there are no ModelVariables");
	fi_size_arrays(r->arena, r->d, NULL);
	fi_read_structure(r, root);
	fi_check_rules(r);
}

/* ---------------------------------------------------------------------------------------------------- text */

static const char *as_utf8(sb_arena *arena, const char *text, size_t *length)
{
	sb_text out = {0};
	for (size_t i = 0; i < *length; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c < 128)
			sb_addc(&out, (char)c);
		else
			sb_addf(&out, "%c%c", 0xc0 | c >> 6, 0x80 | (c & 63));
	}
	*length = out.n;
	const char *kept = sb_strdup(arena, out.at ? out.at : "");
	sb_text_free(&out);
	return kept;
}

static bool is_latin(const char *text)
{
	size_t head = strcspn(text, ">");
	const char *found = strcasestr(text, "iso-8859-1"), *windows = strcasestr(text, "windows-1252");
	found = found ? found : windows;
	return strncmp(text, "<?xml", 5) == 0 && found && (size_t)(found - text) < head;
}

static bool is_text(sb_diag *diag, const char *path, const char *xml, size_t length)
{
	const char *why = memchr(xml, 0, length) ? "it has bytes of value zero"
					  : sb_utf8_invalid(xml, length) < length ? "it is not in UTF-8, and does not say in what it is"
					  	: NULL;
	if (why)
		sb_note(sb_report(diag, SB_ERROR, "I0002", (sb_span){0}, "the description of '%s' is not XML that can be read",
						  path), "%s", why);
	return !why;
}

fi_description *fi_describe(sb_arena *arena, sb_diag *diag, const char *path, const char *xml, size_t length)
{
	static const sb_xml_words words = {"I0002", "the description of the FMU",
		"the tool that wrote the FMU has to mend it; documents with entities or types are refused", true};
	if (length >= 3 && memcmp(xml, "\xef\xbb\xbf", 3) == 0)
		xml += 3, length -= 3;
	if (is_latin(xml))
		xml = as_utf8(arena, xml, &length);
	if (!is_text(diag, path, xml, length))
		return NULL;
	fi_description *d = sb_new(arena, fi_description);
	d->path = path;
	d->sound = true;
	d->source = sb_source_add(diag, sb_printf(arena, "%s/modelDescription.xml", path), xml, length);
	sb_xml_node *root = sb_xml_parse(arena, diag, d->source, &words);
	if (!root)
		return NULL;
	if (strcmp(root->name, "fmiModelDescription") != 0) {
		sb_help(sb_report(diag, SB_ERROR, "I0003", root->span, "this is no description of an FMU but '%s'",
						  root->name), "it begins with the element fmiModelDescription");
		return NULL;
	}
	fi_reader r = {arena, diag, d};
	if (!read_version(&r, root))
		return NULL;
	read_all(&r, root);
	return d;
}
