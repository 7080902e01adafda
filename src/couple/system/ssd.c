/* The description of a system: elements, connectors, connections. */
#include "couple/system/ssd.h"

#include <math.h>
#include <string.h>

#include "base/file.h"

enum { DEPTH_LIMIT = 20 };

static const char *needed(cp_reader *r, const sb_xml_node *node, const char *name)
{
	const char *value = sb_xml_value(node, name);
	if (!value || !*value)
		sb_report(r->s->diag, SB_ERROR, "P0004", node->span, "%s needs the attribute '%s'", node->name, name);
	return value && *value ? value : NULL;
}

/* -------------------------------------------------------------------------------------------- connectors */

static bool side_of(const char *kind, cp_side *out)
{
	static const struct { const char *kind; cp_side side; } known[] = {{"input", CP_INPUT}, {"output", CP_OUTPUT},
		{"parameter", CP_PARAMETER}, {"structuralParameter", CP_PARAMETER}, {"calculatedParameter", CP_SHOWN},
		{"local", CP_SHOWN}, {"constant", CP_SHOWN}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(kind, known[i].kind) == 0) {
			*out = known[i].side;
			return true;
		}
	return false;
}

static bool type_of(cp_reader *r, const sb_xml_node *node, cp_connector *c)
{
	static const struct { const char *name; int type; } known[] = {{"Real", CP_REAL}, {"Float64", CP_REAL},
		{"Float32", CP_REAL}, {"Integer", CP_INTEGER}, {"Int8", CP_INTEGER}, {"UInt8", CP_INTEGER},
		{"Int16", CP_INTEGER}, {"UInt16", CP_INTEGER}, {"Int32", CP_INTEGER}, {"UInt32", CP_INTEGER},
		{"Int64", CP_INTEGER}, {"UInt64", CP_INTEGER}, {"Enumeration", CP_INTEGER}, {"Boolean", CP_BOOLEAN},
		{"String", -1}, {"Binary", -1}, {"Clock", -1}, {"Dimension", -1}};
	for (const sb_xml_node *n = node->first; n; n = n->next)
		for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
			if (!cp_is(n, known[i].name))
				continue;
			if (known[i].type < 0 && c->side != CP_PARAMETER) {
				sb_help(sb_report(r->s->diag, SB_ERROR, "P0006", n->span,
								  "the connector '%s' is of a kind that cannot be coupled: %s", c->name, n->name),
						"Reals, Integers, Booleans and enumerations cross between components, each a scalar");
				return false;
			}
			c->typed = known[i].type >= 0;
			c->type = (cp_type)(c->typed ? known[i].type : 0);
			c->unit = sb_xml_value(n, "unit") ? sb_xml_value(n, "unit") : "";
		}
	return true;
}

static void read_connector(cp_reader *r, cp_element *e, const sb_xml_node *node)
{
	cp_connector c = {.name = needed(r, node, "name"), .unit = "", .span = node->span};
	const char *kind = needed(r, node, "kind");
	if (!c.name || !kind)
		return;
	c.span = sb_xml_span(node, "name");
	if (strcmp(kind, "inout") == 0 || !side_of(kind, &c.side)) {
		sb_help(sb_report(r->s->diag, SB_ERROR, "P0006", sb_xml_span(node, "kind"),
						  "the connector '%s' is of the kind '%s', which cannot be coupled", c.name, kind),
				"input, output, parameter and local can");
		return;
	}
	if (cp_find_connector(e, c.name)) {
		sb_also(sb_report(r->s->diag, SB_ERROR, "P0007", c.span, "there is a second connector '%s' in '%s'", c.name,
						  e->full),
				cp_find_connector(e, c.name)->span, "the first one");
		return;
	}
	if (type_of(r, node, &c))
		sb_push(r->s->arena, e->connectors, c);
}

cp_connector *cp_find_connector(cp_element *e, const char *name)
{
	for (uint32_t i = 0; i < e->connectors.n; i++)
		if (strcmp(e->connectors.at[i].name, name) == 0)
			return &e->connectors.at[i];
	return NULL;
}

/* ------------------------------------------------------------------------------------------- connections */

static void read_connection(cp_reader *r, cp_element *e, const sb_xml_node *node)
{
	const char *from = sb_xml_value(node, "startElement"), *to = sb_xml_value(node, "endElement");
	const char *plain = sb_xml_value(node, "suppressUnitConversion");
	cp_connection c = {.from = from ? from : "", .to = to ? to : "", .from_port = needed(r, node, "startConnector"),
		.to_port = needed(r, node, "endConnector"), .factor = 1, .span = node->span,
		.plain_units = plain && (strcmp(plain, "true") == 0 || strcmp(plain, "1") == 0)};
	c.from_span = sb_xml_span(node, "startConnector");
	c.to_span = sb_xml_span(node, "endConnector");
	for (const sb_xml_node *n = node->first; n; n = n->next) {
		if (cp_is(n, "LinearTransformation")) {
			cp_real(r->s, n, "factor", 1, &c.factor);
			cp_real(r->s, n, "offset", 0, &c.offset);
		} else if (strstr(n->name, "Transformation"))
			sb_help(sb_report(r->s->diag, SB_ERROR, "P0024", n->span, "the transformation %s is not made here",
							  n->name), "a linear transformation is; others belong into a component");
	}
	if (c.from_port && c.to_port)
		sb_push(r->s->arena, e->connections, c);
}

/* ---------------------------------------------------------------------------------------------- elements */

static void read_inside(cp_reader *r, cp_element *e, const sb_xml_node *node, const char *folder);

static cp_element *new_element(cp_reader *r, cp_element *around, const sb_xml_node *node)
{
	const char *name = needed(r, node, "name");
	if (!name)
		return NULL;
	for (uint32_t i = 0; i < around->inside.n; i++)
		if (strcmp(around->inside.at[i]->name, name) == 0) {
			sb_also(sb_report(r->s->diag, SB_ERROR, "P0007", sb_xml_span(node, "name"),
							  "there is a second element '%s'", name), around->inside.at[i]->span, "the first one");
			return NULL;
		}
	cp_element *e = sb_new(r->s->arena, cp_element);
	*e = (cp_element){.name = name, .around = around, .span = node->span, .file = sb_xml_value(node, "source"),
		.type = sb_xml_value(node, "type"), .implementation = sb_xml_value(node, "implementation"),
		.full = *around->full ? sb_printf(r->s->arena, "%s.%s", around->full, name) : name};
	sb_push(r->s->arena, around->inside, e);
	return e;
}

/* A component that is a system by another description. */
static void read_other(cp_reader *r, cp_element *e)
{
	const char *file = cp_resolve(r->s, e->folder, e->file, e->span), *slash = file ? strrchr(file, '/') : NULL;
	if (!file)
		return;
	if (++r->depth > DEPTH_LIMIT)
		sb_report(r->s->diag, SB_ERROR, "P0008", e->span, "systems lie more than %d deep in each other", DEPTH_LIMIT);
	else
		cp_read_description(r, file, slash ? sb_strndup(r->s->arena, file, (size_t)(slash - file)) : ".", e, e->span);
	r->depth--;
}

static void read_element(cp_reader *r, cp_element *around, const sb_xml_node *node, const char *folder)
{
	bool system = cp_is(node, "System"), dictionary = cp_is(node, "SignalDictionaryReference");
	if (!system && !dictionary && !cp_is(node, "Component"))
		return;
	cp_element *e = new_element(r, around, node);
	if (!e)
		return;
	e->folder = folder;
	e->is_system = system;
	e->is_dictionary = dictionary;
	if (system && r->depth > DEPTH_LIMIT) {
		sb_report(r->s->diag, SB_ERROR, "P0008", e->span, "systems lie more than %d deep in each other", DEPTH_LIMIT);
		return;
	}
	r->depth++;
	read_inside(r, e, node, folder);
	r->depth--;
	if (dictionary)
		return;
	if (!system && !e->file) {
		needed(r, node, "source");
		return;
	}
	if (e->type && strcmp(e->type, "application/x-ssp-package") == 0)
		sb_help(sb_report(r->s->diag, SB_ERROR, "P0010", e->span, "a package inside of a system is not read: '%s'",
						  e->file), "unpack it beside the system, and name its SystemStructure.ssd");
	else if (!system && e->type && strcmp(e->type, "application/x-ssp-definition") == 0) {
		e->is_system = true;
		read_other(r, e);
	}
}

static void read_inside(cp_reader *r, cp_element *e, const sb_xml_node *node, const char *folder)
{
	for (const sb_xml_node *n = node->first; n; n = n->next) {
		for (const sb_xml_node *k = n->first; k; k = k->next) {
			if (cp_is(n, "Connectors") && cp_is(k, "Connector"))
				read_connector(r, e, k);
			else if (cp_is(n, "Connections") && cp_is(k, "Connection"))
				read_connection(r, e, k);
			else if (cp_is(n, "Elements"))
				read_element(r, e, k, folder);
		}
		if (cp_is(n, "ParameterBindings"))
			cp_read_bindings(r, e, n);
	}
	e->annotation = cp_our_annotation(node, "Peer");
}

static bool is_version(const char *version)
{
	return version && (strncmp(version, "1.0", 3) == 0 || strncmp(version, "2.0", 3) == 0);
}

/* The description's times and what it says to the master. */
static void read_experiment(cp_reader *r, const sb_xml_node *root, const sb_xml_node *system)
{
	const sb_xml_node *x = cp_child(root, "DefaultExperiment");
	cp_settings *s = &r->s->settings;
	if (x) {
		cp_real(r->s, x, "startTime", NAN, &s->start);
		cp_real(r->s, x, "stopTime", NAN, &s->stop);
	}
	const sb_xml_node *ours = x ? cp_our_annotation(x, "Coupling") : NULL;
	if (!ours)
		ours = cp_our_annotation(system, "Coupling");
	if (ours)
		cp_read_master(r, ours);
}

bool cp_read_description(cp_reader *r, const char *file, const char *folder, cp_element *into, sb_span where)
{
	sb_xml_node *root = cp_read_xml(r->s, file, where, "the description of the system");
	const char *version = root ? sb_xml_value(root, "version") : NULL;
	if (!root)
		return false;
	if (!cp_is(root, "SystemStructureDescription") || !is_version(version)) {
		sb_help(sb_report(r->s->diag, SB_ERROR, "P0003", root->span,
						  cp_is(root, "SystemStructureDescription") ? "the version '%s' of SSP is not known"
						  : "this is no description of a system", version ? version : ""),
				"SSP 1.0 and 2.0 are read: SystemStructureDescription with version=\"1.0\"");
		return false;
	}
	const sb_xml_node *system = cp_child(root, "System");
	if (!system) {
		sb_report(r->s->diag, SB_ERROR, "P0004", root->span, "the description has no System");
		return false;
	}
	cp_read_units(r, cp_child(root, "Units"));
	if (into == r->root) {
		const char *name = sb_xml_value(root, "name");
		r->s->name = name ? name : "system";
		into->span = system->span;
		read_experiment(r, root, system);
	}
	into->folder = folder;
	read_inside(r, into, system, folder);
	return true;
}
