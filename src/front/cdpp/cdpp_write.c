/* Links become bonds, and components the text of a Modelica model. */
#include "front/cdpp/cdpp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* One port of a component, and what is at its other end. */
typedef struct end {
	uint32_t component, number; char sign;
	uint32_t other, other_number;
	bool effort, flow;                               /* there is such a link */
	bool gives_effort;
	sb_span span;
	uint32_t place;                                  /* of a junction: its number among those of its sign, from 1 */
} end;
typedef struct writing {
	const dv_text *t;
	sf_writing *out;
	sb_vec(end) ends;
	double quantum, hysteresis; bool differ;
} writing;

static const char *name_of(const writing *w, uint32_t component)
{
	return w->t->components.at[component].name;
}

/* ------------------------------------------------------------------------- bonds */

static end *end_at(writing *w, dv_port p, sb_span span)
{
	for (uint32_t i = 0; i < w->ends.n; i++)
		if (w->ends.at[i].component == p.component && w->ends.at[i].number == p.number)
			return &w->ends.at[i];
	sb_push(w->t->arena, w->ends, ((end){.component = p.component, .number = p.number, .sign = p.sign,
			.other = UINT32_MAX, .span = span}));
	return &w->ends.at[w->ends.n - 1];
}

static void complain(const writing *w, sb_span span, const char *why, const char *name, uint32_t number)
{
	sb_help(sb_report(w->t->diag, SB_ERROR, "B0040", span, "port %u of '%s' %s", number, name, why),
			"a bond has an effort one way and a flow the other way between the same two ports, one with p and one "
			"with n");
}

static void join(writing *w, dv_port from, dv_port to, bool gives, const dv_link *l)
{
	end *e = end_at(w, from, l->span);
	bool effort = l->from.kind == 'e', other = e->other != UINT32_MAX;
	const char *name = name_of(w, from.component);
	if (e->sign != from.sign || (other && (e->other != to.component || e->other_number != to.number)))
		complain(w, l->span, e->sign != from.sign ? "is p in one link and n in another" : "is linked to two ports",
				 name, from.number);
	else if (effort ? e->effort : e->flow)
		complain(w, l->span, effort ? "has two links of effort" : "has two links of flow", name, from.number);
	else if (other && e->gives_effort == (effort != gives))
		complain(w, l->span, "gives both effort and flow, or takes both", name, from.number);
	e->other = to.component;
	e->other_number = to.number;
	e->gives_effort = effort == gives;
	*(effort ? &e->effort : &e->flow) = true;
}

static void take_link(writing *w, const dv_link *l)
{
	const dv_class *from = w->t->components.at[l->from.component].is;
	if (l->from.kind != l->to.kind || l->from.sign == l->to.sign || l->from.component == l->to.component) {
		complain(w, l->span, l->from.kind != l->to.kind ? "leads from an effort to a flow, or back" :
				 l->from.sign == l->to.sign ? "and the one that it leads to are both p or both n" :
				 "is linked to its own component", name_of(w, l->from.component), l->from.number);
		return;
	}
	if (from->gives != '*' && from->gives != l->from.kind) {
		sb_help(sb_report(w->t->diag, SB_ERROR, "B0041", l->span, "'%s' is a %s, which does not give %s",
			name_of(w, l->from.component), from->name, l->from.kind == 'e' ? "an effort" : "a flow"),
			"take the class with the other causality, or turn the link");
		return;
	}
	join(w, l->from, l->to, true, l);
	join(w, l->to, l->from, false, l);
}

static void check_ends(writing *w)
{
	uint32_t *count = sb_new_array(w->t->arena, uint32_t, w->t->components.n + 1);
	for (uint32_t i = 0; i < w->ends.n; i++) {
		const end *e = &w->ends.at[i];
		bool source = w->t->components.at[e->component].is->source || w->t->components.at[e->other].is->source;
		count[e->component]++;
		if ((!e->effort || !e->flow) && !source)
			complain(w, e->span, e->effort ? "has no link of flow" : "has no link of effort", name_of(w, e->component),
					 e->number);
	}
	for (uint32_t i = 0; i < w->t->components.n; i++) {
		const dv_class *is = w->t->components.at[i].is;
		if (is->ports ? count[i] != is->ports : count[i] == 0)
			sb_help(sb_report(w->t->diag, SB_ERROR, "B0042", w->t->components.at[i].span, "'%s' has %u linked port%s",
				w->t->components.at[i].name, count[i], count[i] == 1 ? "" : "s"), "a %s has %s", is->name,
				is->ports == 1 ? "one" : is->ports == 2 ? "two" : "at least one");
	}
}

/* --------------------------------------------------------------------- parameters */

static const dv_value *value_named(const dv_component *c, const char *key)
{
	for (uint32_t i = c->values.n; i-- > 0;)
		if (strcmp(c->values.at[i].key, key) == 0)
			return &c->values.at[i];
	return NULL;
}

static double number_of(writing *w, const dv_component *c, const char *key, double other)
{
	const dv_value *v = value_named(c, key);
	char *stop;
	if (!v)
		return other;
	double value = sb_read_real(v->text, &stop);
	if (*stop || !isfinite(value)) {
		sb_help(sb_report(w->t->diag, SB_ERROR, "B0043", v->span, "'%s' is not a number", v->text),
				"%s of '%s' is one", key, c->name);
		return other;
	}
	return value;
}

static void check_keys(const writing *w, const dv_component *c)
{
	static const char *const known[] = {"quantum", "hystWindow", "C", "I", "R", "m", "initialLoad", "signal", "offset",
		"startTime", "amplitude", "period", "width", "frequency", "phase", "outputFile"};
	enum { KNOWN = sizeof known / sizeof *known };
	for (uint32_t i = 0; i < c->values.n; i++) {
		bool found = false;
		for (int k = 0; k < KNOWN; k++)
			found |= strcmp(c->values.at[i].key, known[k]) == 0;
		if (found)
			continue;
		const char *near = sb_nearest(c->values.at[i].key, known, KNOWN);
		sb_help(sb_report(w->t->diag, SB_WARNING, "B0044", c->values.at[i].span, "'%s' is not a parameter of '%s'",
			c->values.at[i].key, c->name), near ? "did you mean '%s'?" : "it is not used", near);
	}
}

static void take_quanta(writing *w, const dv_component *c)
{
	double quantum = number_of(w, c, "quantum", NAN), window = number_of(w, c, "hystWindow", NAN);
	if (quantum <= 0 || window < 0) {
		sb_help(sb_report(w->t->diag, SB_ERROR, "B0045", c->span, "the quantum of '%s' is not positive, or its "
			"hysteresis window is negative", c->name),
			"the quantum is how far a state may be from its quantised value");
		return;
	}
	w->differ |= (w->quantum > 0 && quantum > 0 && quantum != w->quantum) ||
				 (w->hysteresis > 0 && window > 0 && window != w->hysteresis);
	if (quantum > 0 && (w->quantum == 0 || quantum < w->quantum))
		w->quantum = quantum;
	if (window > 0 && (w->hysteresis == 0 || window < w->hysteresis))
		w->hysteresis = window;
}

/* --------------------------------------------------------------------------- text */

static void add_number(sb_text *out, const char *name, double value, bool *comma)
{
	sb_addf(out, "%s%s = ", *comma ? ", " : "", name);
	sb_add_real(out, value);
	*comma = true;
}

static void add_source_values(writing *w, const dv_component *c, sb_text *out, bool *comma)
{
	static const char *const keys[] = {"offset", "startTime", "amplitude", "period", "width", "frequency", "phase"};
	const char *kind = strrchr(c->is->name, '_') + 1;
	bool constant = strcmp(kind, "Constant") == 0, step = strcmp(kind, "Step") == 0;
	if (constant) {
		add_number(out, strcmp(c->is->as, "e") == 0 ? "e0" : "f0",
				   number_of(w, c, "amplitude", 0) + number_of(w, c, "offset", 0), comma);
		return;
	}
	for (int i = 0; i < 7; i++) {
		bool fits = i < 3 || (strcmp(kind, "Pulse") == 0 ? i < 5 : !step && i >= 5);
		if (fits && value_named(c, keys[i]))
			add_number(out, step && i == 2 ? "height" : keys[i], number_of(w, c, keys[i], 0), comma);
	}
}

static void add_component(writing *w, uint32_t i)
{
	const dv_component *c = &w->t->components.at[i];
	sb_text *out = &w->out->text;
	bool comma = false;
	uint32_t ins = 0, outs = 0;
	sf_from(w->out, c->span);
	sb_addf(out, "  BondGraph.%s %s(", c->is->library, sf_name(w->t->arena, c->name));
	for (uint32_t k = 0; k < w->ends.n; k++)
		if (w->ends.at[k].component == i)
			w->ends.at[k].place = w->ends.at[k].sign == 'p' ? ++ins : ++outs;
	if (c->is->junction != ' ')
		sb_addf(out, "ins = %u, outs = %u", ins, outs);
	if (c->is->parameter) {
		if (!value_named(c, c->is->parameter))
			sb_help(sb_report(w->t->diag, SB_ERROR, "B0046", c->span, "'%s' has no %s", c->name, c->is->parameter),
					"write a section: [%s] %s : VALUE", c->name, c->is->parameter);
		add_number(out, c->is->as, number_of(w, c, c->is->parameter, 1), &comma);
	}
	if (c->is->start && value_named(c, "initialLoad"))
		add_number(out, c->is->start, number_of(w, c, "initialLoad", 0), &comma);
	if (c->is->source)
		add_source_values(w, c, out, &comma);
	sb_add(out, ");\n");
	check_keys(w, c);
	take_quanta(w, c);
}

static void add_end(const writing *w, const end *e)
{
	sb_text *out = &w->out->text;
	const dv_class *is = w->t->components.at[e->component].is;
	sf_from(w->out, e->span);
	sb_add(out, sf_name(w->t->arena, name_of(w, e->component)));
	if (is->junction != ' ')
		sb_addf(out, ".%s[%u]", e->sign == 'p' ? "in1" : "out1", e->place);
	else if (is->ports == 2)
		sb_add(out, e->sign == 'p' ? ".in1" : ".out1");
	else
		sb_add(out, ".port");
}

static void add_bonds(const writing *w)
{
	sb_text *out = &w->out->text;
	for (uint32_t i = 0; i < w->ends.n; i++)
		for (uint32_t k = 0; k < w->ends.n && w->ends.at[i].sign == 'n'; k++)
			if (w->ends.at[k].component == w->ends.at[i].other && w->ends.at[k].number == w->ends.at[i].other_number) {
				sf_from(w->out, w->ends.at[i].span);
				sb_add(out, "  connect(");
				add_end(w, &w->ends.at[i]);
				sb_add(out, ", ");
				add_end(w, &w->ends.at[k]);
				sb_add(out, ");\n");
			}
}

static bool write_model(const dv_text *t, const char *name, sf_writing *out)
{
	writing w = {.t = t, .out = out};
	sb_text *text = &out->text;
	sb_span start = {t->source, 0, 0};
	uint32_t errors = sb_errors(t->diag);
	for (uint32_t i = 0; i < t->links.n; i++)
		take_link(&w, &t->links.at[i]);
	if (sb_errors(t->diag) > errors)
		return false;
	check_ends(&w);
	sf_from(out, start);
	sb_addf(text, "model %s \"quantised components\"\n", name);
	for (uint32_t i = 0; i < t->components.n; i++)
		add_component(&w, i);
	sb_add(text, "equation\n");
	add_bonds(&w);
	sf_from(out, start);
	sb_add(text, "  annotation(__Saltus(solver = \"qss1\"");
	bool comma = true;
	if (w.quantum > 0)
		add_number(text, "quantum", w.quantum, &comma);
	if (w.hysteresis > 0)
		add_number(text, "hysteresis", w.hysteresis, &comma);
	sb_addf(text, "));\nend %s;\n", name);
	if (w.differ)
		sb_help(sb_report(t->diag, SB_WARNING, "B0047", (sb_span){0}, "quanta or hysteresis windows of the components "
			"differ: all states get the smallest, %g and %g", w.quantum, w.hysteresis), "this is at least as exact");
	return sb_errors(t->diag) == errors;
}

/* ---------------------------------------------------------------------- front end */

bool dv_make(const sf_request *r, sf_writing *out)
{
	size_t length = r->text ? strlen(r->text) : 0;
	const char *text = r->text ? r->text : sb_file_read(r->arena, r->diag, (sb_span){0}, r->path, &length);
	dv_text t;
	return text && dv_read(r->arena, r->diag, r->path, text, length, &t) &&
		   write_model(&t, sf_class_name(r->arena, r->path, "Graph"), out);
}
