/* Classes, nodes, connections, what is recorded and drawn. */
#include "front/spice/write/spice_write.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void sp_put(sp_writer *w, sb_span from, const char *text)
{
	if (*text)
		sb_push(w->arena, *w->origins, ((sb_origin){.at = (uint32_t)w->out->n, .span = from}));
	sb_add(w->out, text);
}

void sp_putf(sp_writer *w, sb_span from, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	sp_put(w, from, sb_vprintf(w->arena, format, args));
	va_end(args);
}

/* Functions of Modelica, and the class of the netlist: names that a node or a device must not take from them. */
static const char *const taken_names[] = {
	"abs", "sign", "sqrt", "div", "mod", "rem", "ceil", "floor", "integer", "sin", "cos", "tan", "asin", "acos", "atan",
	"atan2", "sinh", "cosh", "tanh", "exp", "log", "log10", "delay", "cardinality", "homotopy", "pre", "edge", "change",
	"reinit", "sample", "noevent", "smooth", "terminal", "min", "max", "sum", "product", "size", "ndims", "scalar",
	"vector", "matrix", "zeros", "ones", "fill", "identity", "cat", "assert", "terminate", "circuit"};

const char *sp_quoted(sb_arena *arena, const char *name)
{
	for (size_t i = 0; i < sizeof taken_names / sizeof *taken_names; i++)
		if (strcmp(taken_names[i], name) == 0)
			return sf_in_quotes(arena, name);
	return sf_name(arena, name);
}

const char *sp_claim(sp_writer *w, const char *name, const char *prefix)
{
	const char *key = sb_intern(w->n->c->names, name);
	if (sb_map_find(&w->taken, key))
		key = sb_intern(w->n->c->names, sb_printf(w->arena, "%s%s ", prefix, name));
	sb_map_set(&w->taken, key, (void *)key);
	return sp_quoted(w->arena, key);
}

/* --------------------------------------------------------------------------------------------------------- nodes */

void sp_connect(sp_writer *w, const sp_node *node, const char *terminal, sb_span span)
{
	static const char ground_key[] = "";
	const void *key = node->ground ? (const void *)ground_key : node;
	sp_joint *j = sb_map_find(&w->joints, key);
	if (!j) {
		j = sb_new(w->arena, sp_joint);
		j->node = node;
		sb_map_set(&w->joints, key, j);
		sb_push(w->arena, w->joint_list, j);
	}
	sb_push(w->arena, j->terminals, ((sp_terminal){terminal, span}));
}

static const char *node_voltage(sp_writer *w, const char *name)
{
	return sp_is_ground(name) ? "0" : sp_quoted(w->arena, sb_printf(w->arena, "v(%s)", name));
}

/* Of a name with a path: x1.x2.'v(n)'. */
static const char *with_path(sp_writer *w, const sp_scope *s, const char *path, const char *rest, const char *last)
{
	sb_text text = {0};
	(void)s;
	for (const char *at = path; at < path + strlen(path) - strlen(rest);) {
		const char *dot = strchr(at, '.');
		sb_addf(&text, "%s.", sp_quoted(w->arena, sb_strndup(w->arena, at, (size_t)(dot - at))));
		at = dot + 1;
	}
	sb_add(&text, last);
	const char *made = sb_strdup(w->arena, text.at);
	sb_text_free(&text);
	return made;
}

const char *sp_voltage(sp_writer *w, const sp_scope *s, const char *name)
{
	const char *rest = name;
	if (sp_is_ground(name) || sb_map_find(&s->node_names, name))
		return node_voltage(w, name);
	sp_resolve(s, w->n->c->names, name, &rest);
	return with_path(w, s, name, rest, node_voltage(w, rest));
}

const char *sp_current(sp_writer *w, const sp_scope *s, const char *name)
{
	const char *rest = name;
	const sp_scope *inner = sp_resolve(s, w->n->c->names, name, &rest);
	const sp_device *d = sp_find_device(inner, rest);
	return d ? with_path(w, s, name, rest, sp_current_of(w, d)) : "0";
}

static void write_nodes(sp_writer *w)
{
	const sp_scope *s = w->scope;
	for (uint32_t i = 0; i < w->joint_list.n; i++) {
		const sp_joint *j = w->joint_list.at[i];
		double start;
		if (j->node->ground || j->node->silent)
			continue;
		sp_putf(w, j->node->span, "\n  Real %s", node_voltage(w, j->node->name));
		for (uint32_t k = 0; k < w->n->nodesets.n; k++)
			if (w->n->nodesets.at[k].node == j->node && sp_value(s, w->n->nodesets.at[k].value, &start))
				sp_putf(w, w->n->nodesets.at[k].span, "(start = %.17g)", start);
		sp_putf(w, j->node->span, " = %s.v;", j->terminals.at[0].text);
	}
	for (uint32_t i = 0; i < s->devices.n; i++)
		if (sp_is_recorded(s->devices.at[i]))
			sp_putf(w, s->devices.at[i]->span, "\n  Real %s = %s;",
					sp_quoted(w->arena, sb_printf(w->arena, "i(%s)", s->devices.at[i]->name)),
					sp_current_of(w, s->devices.at[i]));
}

/* A pin to which no device is connected: formulas may read its voltage, and no current goes into it. */
static bool is_idle_pin(const sp_writer *w, const sp_joint *j)
{
	return j->terminals.n == 1 && (j->node->pin || j->node->owner != w->scope) && !j->node->ground;
}

static void write_connections(sp_writer *w)
{
	for (uint32_t i = 0; i < w->joint_list.n; i++) {
		const sp_joint *j = w->joint_list.at[i];
		if (is_idle_pin(w, j))
			sp_putf(w, j->node->span, "\n  %s.i = 0;", j->terminals.at[0].text);
		for (uint32_t k = 1; k < j->terminals.n; k++)
			sp_putf(w, j->terminals.at[k].span, "\n  connect(%s, %s);", j->terminals.at[0].text,
					j->terminals.at[k].text);
	}
}

/* Components that no card asks for by itself: ground, conductances to ground, voltages at the start. */
static void write_own(sp_writer *w)
{
	const sp_scope *s = w->scope;
	sp_netlist *n = w->n;
	double shunt = sp_has_option(n, "gshunt") ? 1 / sp_option(n, "gshunt", 0) : sp_option(n, "rshunt", 0);
	for (uint32_t i = 0; shunt > 0 && i < s->nodes.n; i++) {
		const sp_node *node = s->nodes.at[i];
		const char *name = sp_quoted(w->arena, sb_printf(w->arena, "gshunt(%s)", node->name));
		sp_node ground = {.name = "0", .ground = true};
		if (node->pin && s->around)
			continue;
		sp_putf(w, node->span, "\n  Spice.Resistor %s(R = %.17g);", name, shunt);
		sp_connect(w, node, sb_printf(w->arena, "%s.p", name), node->span);
		sp_node *kept = sb_new(w->arena, sp_node);
		*kept = ground;
		sp_connect(w, kept, sb_printf(w->arena, "%s.n", name), node->span);
	}
	for (uint32_t i = 0; i < n->ics.n && !n->uic && !n->resting; i++) {
		const sp_initial *ic = &n->ics.at[i];
		const char *name = sp_quoted(w->arena, sb_printf(w->arena, "ic(%s)", ic->node->name));
		if (ic->node->owner != s)
			continue;
		sp_putf(w, ic->span, "\n  Spice.InitialVoltage %s(IC = ", name);
		sp_write_value(w, s, ic->value);
		sp_put(w, ic->span, ");");
		sp_connect(w, ic->node, sb_printf(w->arena, "%s.p", name), ic->span);
	}
	for (uint32_t i = 0; i < w->joint_list.n; i++)
		if (w->joint_list.at[i]->node->ground) {
			sp_put(w, s->span, "\n  Spice.Ground '0';");
			sp_connect(w, w->joint_list.at[i]->node, "'0'.p", s->span);
			break;
		}
}

/* A source of a small current between two nodes. */
static void write_tap(sp_writer *w, const sp_analysis *a, uint32_t number, sp_node *from, sp_node *to)
{
	const char *name = sb_printf(w->arena, "tap %u", number), *quoted = sp_quoted(w->arena, name);
	sp_declare_drive(w, a->span, name);
	sp_putf(w, a->span, "\n  Spice.CurrentSource %s(u = %s);", quoted,
			sp_quoted(w->arena, sb_printf(w->arena, "%s.lagged", name)));
	sp_connect(w, from, sb_printf(w->arena, "%s.p", quoted), a->span);
	sp_connect(w, to, sb_printf(w->arena, "%s.n", quoted), a->span);
}

bool sp_has_tap(const sp_analysis *a)
{
	return (a->kind == SP_TF && a->output && *a->output->name == 'v') || (a->kind == SP_PZ && a->output && !a->input);
}

/* .tf: out of the output, for its impedance. .pz with CUR: from the second node to the first. */
static void write_taps(sp_writer *w)
{
	uint32_t number = 0;
	sp_node *nodes[2];
	for (uint32_t i = 0; i < w->n->analyses.n && w->n->resting; i++) {
		const sp_analysis *a = w->n->analyses.at[i];
		if (!sp_has_tap(a))
			continue;
		for (int k = 0; k < 2; k++)
			nodes[k] = a->kind == SP_PZ ? a->into[1 - k] : sp_node_named(w->n, w->n->top,
					sb_intern(w->n->c->names, a->output->probed[k] ? a->output->probed[k] : "0"), a->span);
		write_tap(w, a, ++number, nodes[0], nodes[1]);
	}
}

/* ---------------------------------------------------------------------------------------------------- parameters */

static void declare_param(sp_writer *w, const sp_param *p, bool outer)
{
	double value;
	sb_span span = p->span;
	bool flag = p == w->n->still;
	const char *plain = outer ? sb_printf(w->arena, "%s (outer)", p->name) : p->name;
	const char *name = outer ? sp_quoted(w->arena, plain) : sp_claim(w, plain, "param ");
	sb_map_set(w->params, p, (void *)name);
	sp_putf(w, span, "\n  parameter %s %s", flag ? "Boolean" : "Real", name);
	if (flag)
		sp_putf(w, span, " = %s annotation(HideResult = true)", w->n->resting ? "true" : "false");
	else if (outer && p->value && sp_value(p->owner, p->value, &value))
		sp_putf(w, span, " = %.17g", value);
	sp_put(w, span, outer || flag || !p->value ? ";" : "");
}

static void write_params(sp_writer *w)
{
	const sp_scope *s = w->scope;
	for (uint32_t i = 0; i < s->outer.n; i++)
		declare_param(w, s->outer.at[i], true);
	for (uint32_t i = 0; i < s->params.n; i++)         /* names first: values may name later ones */
		if (s->params.at[i] != w->n->still)
			sb_map_set(w->params, s->params.at[i], (void *)sp_claim(w, s->params.at[i]->name, "param "));
	for (uint32_t i = 0; i < s->params.n; i++) {
		const sp_param *p = s->params.at[i];
		if (p == w->n->still) {
			declare_param(w, p, false);
			continue;
		}
		sp_putf(w, p->span, "\n  parameter Real %s", (const char *)sb_map_find(w->params, p));
		if (p->value) {
			sp_put(w, p->value->span, " = ");
			sp_write_value(w, s, p->value);
		}
		if (p == w->n->limit || p == w->n->gmin || p == w->n->share)
			sp_putf(w, p->span, " annotation(HideResult = true, __Saltus(ramp = %s))",
					p == w->n->limit ? "1e-4" : p == w->n->gmin ? "0.01" : "0");
		sp_put(w, p->span, ";");
	}
	for (uint32_t i = 0; w->n->uic && w->n->ics.n && s->around && i < s->pins.n; i++)
		sp_putf(w, s->pins.at[i]->span, "\n  parameter Real %s = 0;",
				sp_quoted(w->arena, sb_printf(w->arena, "ic(%s)", s->pins.at[i]->name)));
}

/* -------------------------------------------------------------------------------------------------------- classes */

static void begin_class(sp_writer *w, const sp_scope *s)
{
	w->scope = s;
	w->params[0] = sb_map_new(w->arena);
	w->devices = sb_map_new(w->arena);
	w->joints = sb_map_new(w->arena);
	w->taken = sb_map_new(w->arena);
	w->joint_list.n = 0;
	w->besides.n = 0;
	w->noise = 0;
	for (uint32_t i = 0; i < s->devices.n; i++)
		sb_map_set(&w->taken, s->devices.at[i]->name, (void *)s->devices.at[i]->name);
}

/* Names of pins are those of the nodes, unless a device has the name. */
static void name_pins(sp_writer *w, const sp_scope *s)
{
	for (uint32_t i = 0; i < s->pins.n; i++) {
		const sp_node *pin = s->pins.at[i];
		bool taken = sp_find_device(s, pin->name) || sb_map_find(&s->param_names, pin->name);
		sb_map_set(&w->pins, pin,
				   (void *)sp_quoted(w->arena, taken ? sb_printf(w->arena, "node %s", pin->name) : pin->name));
	}
}

static void write_pins(sp_writer *w)
{
	const sp_scope *s = w->scope;
	for (uint32_t i = 0; i < s->pins.n; i++) {
		const char *name = sb_map_find(&w->pins, s->pins.at[i]);
		sp_putf(w, s->pins.at[i]->span, "\n  Spice.Interfaces.Pin %s;", name);
		sp_connect(w, s->pins.at[i], name, s->pins.at[i]->span);
		sb_map_set(&w->taken, s->pins.at[i]->name, (void *)name);
	}
	for (uint32_t i = 0; i < s->outer_nodes.n; i++) {
		const char *name = sp_quoted(w->arena, sb_printf(w->arena, "%s (global)", s->outer_nodes.at[i]->name));
		sp_putf(w, s->span, "\n  Spice.Interfaces.Pin %s;", name);
		sp_connect(w, s->outer_nodes.at[i], name, s->span);
	}
}

static bool is_declared(sp_writer *w, const sp_probe *p)
{
	const sp_expr *e = p->value;
	if (e->kind != SP_PROBE || e->probed[1])
		return false;
	if (*e->name == 'v')
		return sb_map_find(&w->scope->node_names, e->probed[0]) && !sp_is_ground(e->probed[0]);
	const sp_device *d = sp_find_device(w->scope, e->probed[0]);
	return d && sp_is_recorded(d);
}

/* What is printed and has no variable yet. */
static void write_probes(sp_writer *w)
{
	sb_map seen = sb_map_new(w->arena);
	for (uint32_t i = 0; i < w->n->probes.n; i++) {
		const sp_probe *p = &w->n->probes.at[i];
		if (sb_map_find(&seen, p->text) || is_declared(w, p))
			continue;
		sb_map_set(&seen, p->text, (void *)p->text);
		sp_putf(w, p->span, "\n  Real %s = ", sp_quoted(w->arena, p->text));
		sp_write_value(w, w->scope, p->value);
		sp_put(w, p->span, ";");
	}
}

static void write_class(sp_writer *w, const sp_scope *s, const char *name)
{
	begin_class(w, s);
	sp_putf(w, s->span, "\nmodel %s", name);
	write_params(w);
	write_pins(w);
	if (w->n->noisy && w->n->resting)
		sp_write_noise(w);
	sp_write_devices(w);
	if (!s->around)
		write_taps(w);
	write_own(w);
	write_nodes(w);
	if (!s->around)
		write_probes(w);
	sp_put(w, s->span, "\nequation");
	write_connections(w);
	if (w->besides.n)
		sp_write_besides(w);
}

/* --------------------------------------------------------------------------------------------------- experiments */

static bool is_drawn(const sp_probe *p)
{
	return (!*p->analysis || !strcmp(p->analysis, "tran")) && strncasecmp(p->group, ".save", 5) != 0;
}

static void write_figures(sp_writer *w)
{
	const char *group = NULL;
	bool any = false;
	for (uint32_t i = 0; i < w->n->probes.n; i++) {
		const sp_probe *p = &w->n->probes.at[i];
		if (!is_drawn(p))
			continue;
		if (!any)
			sp_put(w, p->span, ", Documentation(figures = {Figure(plots = {");
		if (group != p->group)
			sp_put(w, p->span, any ? "}), Plot(curves = {" : "Plot(curves = {");
		sp_putf(w, p->span, "%sCurve(y = %s)", group == p->group ? ", " : "", sp_quoted(w->arena, p->text));
		group = p->group;
		any = true;
	}
	if (any)
		sp_put(w, w->scope->span, "})})})");
}

static void write_experiment(sp_writer *w)
{
	sb_span span = w->scope->span;
	bool more = false;
	sp_put(w, span, "\n  annotation(experiment(");
	for (uint32_t i = 0; i < w->n->analyses.n; i++) {
		const sp_analysis *a = w->n->analyses.at[i];
		if (a->kind != SP_TRAN)
			continue;
		sp_putf(w, a->span, "StopTime = %.17g", a->stop);
		if (a->step > 0)
			sp_putf(w, a->span, ", Interval = %.17g", a->step);
		more = true;
		break;
	}
	if (sp_has_option(w->n, "reltol"))
		sp_putf(w, span, "%sTolerance = %.17g", more ? ", " : "", sp_option(w->n, "reltol", 1e-3));
	sp_put(w, span, ")");
	write_figures(w);
	sp_put(w, span, ");");
}

static void name_classes(sp_writer *w)
{
	for (uint32_t i = 1; i < w->n->scopes.n; i++) {
		sp_scope *s = w->n->scopes.at[i];
		const char *name = s->name;
		for (const sp_scope *a = s->around; a->around; a = a->around)
			name = sb_printf(w->arena, "%s.%s", a->name, name);
		if (sp_find_scope(s->around, s->name) != s)        /* another definition counts */
			name = sb_printf(w->arena, "%s (%u)", name, i);
		sb_map_set(&w->classes, s, (void *)sp_quoted(w->arena, name));
		name_pins(w, s);
	}
}

void sp_write(sp_netlist *n, const char *package, sb_text *out, sb_origins *origins)
{
	sb_arena *arena = n->c->arena;
	sp_writer w = {.n = n, .arena = arena, .out = out, .origins = origins, .classes = sb_map_new(arena),
		.pins = sb_map_new(arena), .scope = n->top};
	for (uint32_t i = 0; i < n->analyses.n && !w.stop; i++)
		if (n->analyses.at[i]->kind == SP_TRAN) {
			w.step = n->analyses.at[i]->step;
			w.stop = n->analyses.at[i]->stop;
		}
	sp_putf(&w, n->top->span, "package %s", package);
	name_classes(&w);
	name_pins(&w, n->top);
	for (uint32_t i = 1; i < n->scopes.n; i++)
		if (n->scopes.at[i]->used) {
			const char *name = sb_map_find(&w.classes, n->scopes.at[i]);
			write_class(&w, n->scopes.at[i], name);
			sp_putf(&w, n->scopes.at[i]->span, "\nend %s;", name);
		}
	if (n->top->devices.n) {
		write_class(&w, n->top, "circuit");
		write_experiment(&w);
		sp_put(&w, n->top->span, "\nend circuit;");
	}
	sp_putf(&w, n->top->span, "\nend %s;\n", package);
}
