/* What a description says to the master. SSP leaves it to annotations; ours have a type of their own:
 *
 *     <ssc:Annotation type="application/x-saltus-coupling"><Coupling algorithm="jacobi" step="0.01"/></ssc:Annotation>
 *     <ssc:Annotation type="application/x-saltus-coupling"><Peer hold="1" delay="true"/></ssc:Annotation>
 *
 * An attribute that is not known is a mistake: it would be ignored. */
#include "couple/system/ssd.h"

#include <math.h>
#include <string.h>

const char *const cp_algorithm_names[] = {"jacobi", "gauss-seidel", "newton", NULL};
static const char *const control_names[] = {"fixed", "richardson", "energy", NULL};
static const char *const yes_names[] = {"false", "true", NULL};

const sb_xml_node *cp_our_annotation(const sb_xml_node *around, const char *name)
{
	const sb_xml_node *list = cp_child(around, "Annotations");
	for (const sb_xml_node *n = list ? list->first : NULL; n; n = n->next) {
		const char *type = sb_xml_value(n, "type");
		if (type && strcmp(type, "application/x-saltus-coupling") == 0 && cp_child(n, name))
			return cp_child(n, name);
	}
	return NULL;
}

static void word(cp_reader *r, const sb_xml_node *node, const char *name, const char *const *words, uint32_t *out)
{
	const char *value = sb_xml_value(node, name);
	uint32_t n = 0;
	for (; value && words[n]; n++)
		if (strcmp(value, words[n]) == 0) {
			*out = n;
			return;
		}
	if (!value)
		return;
	sb_message *m = sb_report(r->s->diag, SB_ERROR, "P0009", sb_xml_span(node, name), "'%s' is no value of %s", value,
							  name);
	const char *near = sb_nearest(value, words, n);
	sb_help(m, near ? "did you mean '%s'?" : "one of these is: '%s', ...", near ? near : words[0]);
}

static void positive(cp_reader *r, const sb_xml_node *node, const char *name, double *out)
{
	double value;
	if (!sb_xml_value(node, name) || !cp_real(r->s, node, name, NAN, &value))
		return;
	if (value > 0)
		*out = value;
	else
		sb_report(r->s->diag, SB_ERROR, "P0009", sb_xml_span(node, name), "%s must be greater than zero", name);
}

static void check_names(cp_reader *r, const sb_xml_node *node, const char *const *known, uint32_t n)
{
	for (uint32_t i = 0; i < node->attributes; i++) {
		const char *name = node->attribute[i].name;
		bool good = strncmp(name, "xmlns", 5) == 0;
		for (uint32_t k = 0; k < n && !good; k++)
			good = strcmp(name, known[k]) == 0;
		if (good)
			continue;
		sb_message *m = sb_report(r->s->diag, SB_ERROR, "P0009", sb_xml_span(node, name), "%s has no attribute '%s'",
								  node->name, name);
		const char *near = sb_nearest(name, known, n);
		if (near)
			sb_help(m, "did you mean '%s'?", near);
	}
}

void cp_read_master(cp_reader *r, const sb_xml_node *node)
{
	static const char *const known[] = {"algorithm", "control", "step", "hold", "interpolation", "iterations",
		"tolerance", "leastStep", "mostStep", "estimate", "events", "parallel"};
	cp_settings *s = &r->s->settings;
	r->coupling = node;
	check_names(r, node, known, sizeof known / sizeof *known);
	word(r, node, "algorithm", cp_algorithm_names, &s->algorithm);
	word(r, node, "control", control_names, &s->control);
	word(r, node, "estimate", yes_names, &s->estimate);
	word(r, node, "events", yes_names, &s->events);
	word(r, node, "parallel", yes_names, &s->parallel);
	positive(r, node, "step", &s->step);
	positive(r, node, "tolerance", &s->tolerance);
	positive(r, node, "leastStep", &s->least_step);
	positive(r, node, "mostStep", &s->most_step);
	cp_count(r->s, node, "hold", 2, &s->hold);
	cp_count(r->s, node, "interpolation", 2, &s->interpolation);
	cp_count(r->s, node, "iterations", 1000, &s->iterations);
}

/* COMPONENT.OUTPUT */
static bool find_output(const cp_reader *r, const char *name, uint32_t *component, uint32_t *output)
{
	for (uint32_t i = 0; name && i < r->s->components.n; i++) {
		const cp_component *c = &r->s->components.at[i];
		size_t n = strlen(c->name);
		if (strncmp(name, c->name, n) != 0 || name[n] != '.')
			continue;
		*component = i;
		*output = cp_find_port(&c->peer->outputs, name + n + 1);
		if (*output != UINT32_MAX)
			return true;
	}
	return false;
}

static bool is_wired(const cp_reader *r, uint32_t from, uint32_t output, uint32_t to)
{
	for (uint32_t i = 0; i < r->s->wires.n; i++)
		if (r->s->wires.at[i].from == from && r->s->wires.at[i].output == output && r->s->wires.at[i].component == to &&
			r->s->wires.at[i].factor != 0)
			return true;
	return false;
}

void cp_read_bonds(cp_reader *r)
{
	for (const sb_xml_node *n = r->coupling ? r->coupling->first : NULL; n; n = n->next) {
		cp_bond b = {.span = n->span};
		if (!cp_is(n, "Bond"))
			continue;
		if (find_output(r, sb_xml_value(n, "effort"), &b.a, &b.effort) &&
			find_output(r, sb_xml_value(n, "flow"), &b.b, &b.flow) && is_wired(r, b.a, b.effort, b.b) &&
			is_wired(r, b.b, b.flow, b.a))
			sb_push(r->s->arena, r->s->bonds, b);
		else
			sb_help(sb_report(r->s->diag, SB_ERROR, "P0046", n->span, "the bond does not join two components"),
					"effort=\"A.OUTPUT\" must be connected to an input of B, and flow=\"B.OUTPUT\" to one of A");
	}
}

void cp_read_peer(cp_reader *r, const sb_xml_node *node, cp_component *c)
{
	static const char *const known[] = {"hold", "order", "delay", "direct", "variation", "interval", "period", "offset",
		"limit", "solver"};
	uint32_t yes = UINT32_MAX;
	check_names(r, node, known, sizeof known / sizeof *known);
	cp_count(r->s, node, "hold", 2, &c->hold);
	cp_count(r->s, node, "order", 1000000, &c->order);
	word(r, node, "delay", yes_names, &yes);
	c->delay = yes == 1;
	yes = UINT32_MAX;
	word(r, node, "direct", yes_names, &yes);
	c->direct = yes == UINT32_MAX ? -1 : (int)yes;
	positive(r, node, "interval", &c->gate.interval);
	positive(r, node, "period", &c->gate.period);
	positive(r, node, "limit", &c->limit);
	c->gate.clocked = sb_xml_value(node, "period") != NULL;
	cp_real(r->s, node, "variation", 0, &c->gate.variation);
	cp_real(r->s, node, "offset", 0, &c->gate.offset);
	c->solver = sb_xml_value(node, "solver");
	if (c->gate.variation < 0)
		sb_report(r->s->diag, SB_ERROR, "P0009", sb_xml_span(node, "variation"), "a variation is not negative");
	c->gate.variation = c->gate.variation >= 1000 ? 0 : c->gate.variation / 100;
	if (c->gate.variation > 0 && c->gate.interval == 0 && !c->gate.clocked)
		sb_help(sb_report(r->s->diag, SB_WARNING, "P0041", node->span,
						  "'%s' computes only where its inputs move: what depends on time alone is not seen", c->name),
				"say interval=\"...\", the longest time between two computations");
}
