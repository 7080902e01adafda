/* terminalsAndIcons.xml: connectors of the top level as terminals, and the icon. */
#include "export/fmu/export_fmu.h"

#include <string.h>

/* The length of the connector's name in that of an input or output; 0: it is in none. */
static size_t connector_of(const so_variable *v)
{
	const char *dot = strrchr(v->name, '.');
	return (v->causality == SO_INPUT || v->causality == SO_OUTPUT) && dot ? (size_t)(dot - v->name) : 0;
}

static bool in_connector(const so_variable *v, const char *name, size_t length)
{
	return connector_of(v) == length && strncmp(v->name, name, length) == 0;
}

/* Members stay in the order of the description. Those of the connector of variable `first`, if it is the first one. */
static void put_terminal(const so_fmu *f, uint32_t first, sb_text *out)
{
	const char *name = f->variables.at[first].name;
	size_t length = connector_of(&f->variables.at[first]);
	for (uint32_t k = 0; k < first; k++)
		if (in_connector(&f->variables.at[k], name, length))
			return;
	sb_add(out, "    <Terminal name=\"");
	sb_add_xml(out, sb_strndup(f->arena, name, length));
	sb_add(out, "\" matchingRule=\"plug\">\n");
	for (uint32_t k = first; k < f->variables.n; k++) {
		const so_variable *v = &f->variables.at[k];
		if (!in_connector(v, name, length))
			continue;
		sb_add(out, "      <TerminalMemberVariable variableName=\"");
		sb_add_xml(out, v->name);
		sb_add(out, "\" memberName=\"");
		sb_add_xml(out, v->name + length + 1);
		sb_add(out, "\" variableKind=\"signal\"/>\n");
	}
	sb_add(out, "    </Terminal>\n");
}

bool so_put_terminals(const so_fmu *f, bool icon, sb_text *out)
{
	sb_text terminals = {0};
	for (uint32_t k = 0; k < f->variables.n; k++)
		if (connector_of(&f->variables.at[k]))
			put_terminal(f, k, &terminals);
	bool any = icon || terminals.n;
	if (any)
		sb_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n");
	if (icon)
		sb_add(out, "  <GraphicalRepresentation>\n    <CoordinateSystem x1=\"-100\" y1=\"-100\" x2=\"100\" y2=\"100\" "
					"suggestedScalingFactorTo_mm=\"0.1\"/>\n    <Icon x1=\"-100\" y1=\"-100\" x2=\"100\" y2=\"100\"/>\n"
					"  </GraphicalRepresentation>\n");
	if (terminals.n)
		sb_addf(out, "  <Terminals>\n%s  </Terminals>\n", terminals.at);
	if (any)
		sb_add(out, "</fmiTerminalsAndIcons>\n");
	sb_text_free(&terminals);
	return any;
}
