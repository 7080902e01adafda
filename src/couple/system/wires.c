/* Connections as wires: from the input of a component back to the output that gives it, through connectors of systems.
 * Each step multiplies transformations, and converts units. */
#include "couple/system/ssd.h"

#include <math.h>
#include <string.h>

enum { LONGEST_WAY = 1000 };

static cp_element *element_named(cp_element *system, const char *name)
{
	for (uint32_t i = 0; i < system->inside.n; i++)
		if (strcmp(system->inside.at[i]->name, name) == 0)
			return system->inside.at[i];
	return NULL;
}

static void report_element(cp_reader *r, cp_element *system, const char *name, sb_span span)
{
	sb_strings names = {0};
	for (uint32_t i = 0; i < system->inside.n; i++)
		sb_push(r->s->arena, names, system->inside.at[i]->name);
	sb_message *m = sb_report(r->s->diag, SB_ERROR, "P0020", span, "there is no element '%s' in the system", name);
	const char *near = sb_nearest(name, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
}

static void report_connector(cp_reader *r, cp_element *e, const char *name, sb_span span)
{
	sb_strings names = {0};
	for (uint32_t i = 0; i < e->connectors.n; i++)
		sb_push(r->s->arena, names, e->connectors.at[i].name);
	sb_message *m = sb_report(r->s->diag, SB_ERROR, "P0021", span, "'%s' has no connector '%s'",
							  *e->full ? e->full : "the system", name);
	const char *near = sb_nearest(name, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "a connector that is used is declared in the Connectors of its element");
}

/* A component whose description lists no connectors has those of its peer. */
static cp_connector *connector_of(cp_reader *r, cp_element *e, const char *name)
{
	const cp_peer *p = e->is_system || e->number == UINT32_MAX ? NULL : r->s->components.at[e->number].peer;
	if (!p || e->connectors.n)
		return cp_find_connector(e, name);
	uint32_t in = cp_find_port(&p->inputs, name), out = cp_find_port(&p->outputs, name);
	if (in == UINT32_MAX && out == UINT32_MAX)
		return NULL;
	const cp_port *port = in != UINT32_MAX ? &p->inputs.at[in] : &p->outputs.at[out];
	cp_connector *c = sb_new(r->s->arena, cp_connector);
	*c = (cp_connector){.name = port->name, .unit = port->unit, .side = in != UINT32_MAX ? CP_INPUT : CP_OUTPUT,
		.typed = true, .type = port->type, .span = e->span};
	return c;
}

/* The ends of a connection; false after a message. */
static bool ends_of(cp_reader *r, cp_element *system, const cp_connection *c, cp_element **from, cp_element **to,
					cp_connector **out, cp_connector **in)
{
	*from = *c->from ? element_named(system, c->from) : system;
	*to = *c->to ? element_named(system, c->to) : system;
	if (!*from)
		report_element(r, system, c->from, c->span);
	if (!*to)
		report_element(r, system, c->to, c->span);
	if (!*from || !*to || (*from)->is_dictionary || (*to)->is_dictionary)
		return false;
	*out = connector_of(r, *from, c->from_port);
	*in = connector_of(r, *to, c->to_port);
	if (!*out)
		report_connector(r, *from, c->from_port, c->from_span);
	if (!*in)
		report_connector(r, *to, c->to_port, c->to_span);
	return *out && *in;
}

static bool check_sides(cp_reader *r, cp_element *system, const cp_connection *c, cp_element *from, cp_element *to,
						const cp_connector *out, const cp_connector *in)
{
	bool gives = from == system ? out->side == CP_INPUT || out->side == CP_PARAMETER
								: out->side == CP_OUTPUT || out->side == CP_SHOWN;
	bool takes = to == system ? in->side == CP_OUTPUT || in->side == CP_SHOWN
							  : in->side == CP_INPUT || in->side == CP_PARAMETER;
	if (gives && takes)
		return true;
	sb_message *m = sb_report(r->s->diag, SB_ERROR, "P0022", c->span, "'%s' cannot give a value to '%s'", c->from_port,
							  c->to_port);
	sb_also(m, out->span, "it begins here");
	sb_also(m, in->span, "and ends here");
	sb_help(m, "a connection leads from an output of an element, or an input of the system, to an input of an element, "
			"or an output of the system");
	return false;
}

static bool is_twice(cp_reader *r, const cp_element *system, uint32_t number)
{
	const cp_connection *c = &system->connections.at[number];
	for (uint32_t i = 0; i < number; i++) {
		const cp_connection *k = &system->connections.at[i];
		if (strcmp(k->to, c->to) != 0 || strcmp(k->to_port, c->to_port) != 0)
			continue;
		sb_also(sb_report(r->s->diag, SB_ERROR, "P0023", c->to_span, "'%s%s%s' is connected twice", c->to,
						  *c->to ? "." : "", c->to_port), k->to_span, "the first time");
		return true;
	}
	return false;
}

static bool check(cp_reader *r, cp_element *system)
{
	bool good = true;
	for (uint32_t i = 0; i < system->connections.n; i++) {
		const cp_connection *c = &system->connections.at[i];
		cp_element *from, *to;
		cp_connector *out, *in;
		double factor, offset;
		if (!ends_of(r, system, c, &from, &to, &out, &in) || !check_sides(r, system, c, from, to, out, in) ||
			is_twice(r, system, i)) {
			good = false;
			continue;
		}
		bool types = !out->typed || !in->typed || out->type == in->type || (out->type == CP_INTEGER && in->type ==
			CP_REAL);
		if (!types) {
			sb_report(r->s->diag, SB_ERROR, "P0025", c->span, "'%s' is of type %s, and '%s' of type %s", c->from_port,
					  cp_type_names[out->type], c->to_port, cp_type_names[in->type]);
			good = false;
		} else if (!c->plain_units && !cp_convert(r, out->unit, in->unit, &factor, &offset)) {
			sb_help(sb_report(r->s->diag, SB_ERROR, "P0028", c->span, "'%s' in '%s' cannot become '%s' in '%s'",
							  c->from_port, out->unit, c->to_port, in->unit),
					"units are defined in Units of the description; suppressUnitConversion=\"true\" takes the numbers");
			good = false;
		}
	}
	for (uint32_t i = 0; i < system->inside.n; i++)
		good = check(r, system->inside.at[i]) && good;
	return good;
}

/* ------------------------------------------------------------------------------------------------- the way back */

typedef struct way { cp_element *at; const char *port; double factor, offset; sb_span span; uint32_t length; } way;

static const cp_connection *into(const cp_element *system, const char *element, const char *port)
{
	for (uint32_t i = 0; i < system->connections.n; i++)
		if (strcmp(system->connections.at[i].to, element) == 0 && strcmp(system->connections.at[i].to_port, port) == 0)
			return &system->connections.at[i];
	return NULL;
}

/* One connection back: value here = w->factor * value there + w->offset. False: nothing leads here. */
static bool go_back(cp_reader *r, way *w, cp_element *system, const char *element)
{
	const cp_connection *c = into(system, element, w->port);
	cp_element *from, *to;
	cp_connector *out, *in;
	double factor = 1, offset = 0;
	if (!c || !ends_of(r, system, c, &from, &to, &out, &in))
		return false;
	if (!c->plain_units)
		cp_convert(r, out->unit, in->unit, &factor, &offset);
	/* the unit, then the transformation */
	double f = c->factor * factor, o = c->factor * offset + c->offset;
	w->offset += w->factor * o;
	w->factor *= f;
	w->at = from;
	w->port = c->from_port;
	w->span = c->span;
	return ++w->length < LONGEST_WAY;
}

/* To the component that gives it, or to an input of a system that nobody gives. */
static bool find_source(cp_reader *r, way *w)
{
	bool inside = false;             /* the way has come to the output of a system, and goes on within it */
	while (w->at && (w->at->is_system || w->at == r->root)) {
		cp_connector *c = cp_find_connector(w->at, w->port);
		inside = c && c->side != CP_INPUT && c->side != CP_PARAMETER;
		if (inside ? !go_back(r, w, w->at, "") : !w->at->around || !go_back(r, w, w->at->around, w->at->name))
			return false;
	}
	return true;
}

static void add_wire(cp_reader *r, cp_element *e, uint32_t input)
{
	cp_component *c = &r->s->components.at[e->number];
	way w = {.at = e, .port = c->peer->inputs.at[input].name, .factor = 1, .span = e->span};
	cp_wire wire = {.component = e->number, .input = input, .from = UINT32_MAX};
	bool connected = go_back(r, &w, e->around, e->name);
	bool found = connected && find_source(r, &w);
	wire.span = w.span;
	wire.factor = w.factor;
	wire.offset = w.offset;
	if (found && w.at->number != UINT32_MAX) {
		const cp_peer *p = r->s->components.at[w.at->number].peer;
		wire.from = w.at->number;
		wire.output = cp_find_port(&p->outputs, w.port);
		if (wire.output == UINT32_MAX)
			return;                      /* told by check_ports */
	} else if (connected) {              /* an input of the system: a number */
		cp_bound *b = cp_value_of(w.at, w.port);
		char *end;
		double value = b ? sb_read_real(b->text, &end) : 0;
		wire.offset += wire.factor * (isfinite(value) ? value : 0);
	} else
		return;
	sb_push(r->s->arena, r->s->wires, wire);
}

static void tell_open(cp_reader *r, const cp_element *e)
{
	const cp_component *c = &r->s->components.at[e->number];
	for (uint32_t i = 0; i < c->peer->inputs.n; i++) {
		bool wired = false;
		for (uint32_t k = 0; k < r->s->wires.n && !wired; k++)
			wired = r->s->wires.at[k].component == e->number && r->s->wires.at[k].input == i;
		bool given = false;
		for (uint32_t k = 0; k < c->values.n; k++)
			given |= strcmp(c->values.at[k].name, c->peer->inputs.at[i].name) == 0;
		if (!wired && !given)
			sb_report(r->s->diag, SB_INFO, "P0029", e->span, "nothing is connected to the input '%s' of '%s': it is "
					  "%.9g", c->peer->inputs.at[i].name, e->full, c->peer->inputs.at[i].start);
	}
}

static void add_wires(cp_reader *r, cp_element *e)
{
	for (uint32_t i = 0; i < e->inside.n; i++)
		add_wires(r, e->inside.at[i]);
	if (e->is_system || e->number == UINT32_MAX)
		return;
	for (uint32_t i = 0; i < r->s->components.at[e->number].peer->inputs.n; i++)
		add_wire(r, e, i);
	tell_open(r, e);
}

static void add_shown(cp_reader *r)
{
	for (uint32_t i = 0; i < r->root->connectors.n; i++) {
		const cp_connector *c = &r->root->connectors.at[i];
		way w = {.at = r->root, .port = c->name, .factor = 1};
		if (c->side == CP_INPUT || c->side == CP_PARAMETER || !find_source(r, &w) || w.at->number == UINT32_MAX)
			continue;
		const cp_peer *p = r->s->components.at[w.at->number].peer;
		cp_shown shown = {c->name, c->unit, w.at->number, cp_find_port(&p->outputs, w.port), w.factor, w.offset};
		if (shown.output != UINT32_MAX)
			sb_push(r->s->arena, r->s->shown, shown);
	}
}

/* What the description declares is what the peers have. */
static void check_ports(cp_reader *r, cp_element *e)
{
	for (uint32_t i = 0; i < e->inside.n; i++)
		check_ports(r, e->inside.at[i]);
	if (e->is_system || e->number == UINT32_MAX)
		return;
	const cp_peer *p = r->s->components.at[e->number].peer;
	for (uint32_t i = 0; i < e->connectors.n; i++) {
		cp_connector *c = &e->connectors.at[i];
		const cp_ports *ports = c->side == CP_INPUT ? &p->inputs : &p->outputs;
		uint32_t n = c->side == CP_PARAMETER ? UINT32_MAX : cp_find_port(ports, c->name);
		if (c->side == CP_PARAMETER)
			continue;
		if (n == UINT32_MAX) {
			sb_strings names = {0};
			for (uint32_t k = 0; k < ports->n; k++)
				sb_push(r->s->arena, names, ports->at[k].name);
			const char *near = sb_nearest(c->name, names.at, names.n);
			sb_message *m = sb_report(r->s->diag, SB_ERROR, "P0012", c->span, "the %s of '%s' has no %s '%s'", p->kind,
									  e->full, c->side == CP_INPUT ? "input" : "output", c->name);
			if (near)
				sb_help(m, "did you mean '%s'?", near);
			continue;
		}
		if (!c->typed) {
			c->typed = true;
			c->type = ports->at[n].type;
		} else if (c->type != ports->at[n].type)
			sb_report(r->s->diag, SB_ERROR, "P0025", c->span, "the connector '%s' is a %s, and in the %s it is a %s",
					  c->name, cp_type_names[c->type], p->kind, cp_type_names[ports->at[n].type]);
		if (!*c->unit)
			c->unit = ports->at[n].unit;
	}
}

void cp_make_wires(cp_reader *r)
{
	check_ports(r, r->root);
	if (!check(r, r->root) || sb_errors(r->s->diag))
		return;
	add_wires(r, r->root);
	add_shown(r);
}
