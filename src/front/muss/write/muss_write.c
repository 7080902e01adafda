/* Classes, declarations, experiments. */
#include "front/muss/write/muss_write.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void mu_put(mu_writer *w, sb_span from, const char *text)
{
	if (w->origins && *text)
		sb_push(w->text->arena, *w->origins, ((sb_origin){.at = (uint32_t)w->out->n, .span = from}));
	sb_add(w->out, text);
}

void mu_putf(mu_writer *w, sb_span from, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	mu_put(w, from, sb_vprintf(w->text->arena, format, args));
	va_end(args);
}

void mu_line(mu_writer *w, sb_span from)
{
	mu_put(w, from, "\n");
	for (uint32_t i = 0; i < w->indent; i++)
		sb_add(w->out, "  ");
}

const char *mu_plain(mu_writer *w, const char *name)
{
	return sf_name(w->text->arena, name);
}

/* ------------------------------------------------------------------ declarations */

static const char *type_text(const mu_symbol *s)
{
	return s->type == MU_REAL ? "Real" : s->type == MU_INTEGER ? "Integer" : "Boolean";
}

/* What only the initial region sets. */
static bool set_once(const mu_symbol *s)
{
	return s->initial && !s->equation && !s->when && !s->rate && !s->state;
}

static const char *prefix(const mu_symbol *s)
{
	if (s->group == MU_PARAMETERS)
		return "parameter ";
	if (s->group == MU_CONSTANTS)
		return "constant ";
	if (s->group == MU_INPUTS)
		return "input ";
	if (set_once(s))
		return s->output ? "output " : "parameter ";
	if (s->when && s->type == MU_REAL && !s->state)
		return s->output ? "discrete output " : "discrete ";
	return s->output ? "output " : "";
}

static void sizes(mu_writer *w, const mu_symbol *s)
{
	const mu_node *d = s->declared;
	if (!s->rank)
		return;
	mu_put(w, d->span, "[");
	for (uint32_t i = 0; i < s->rank; i++) {
		mu_put(w, d->span, i ? ", " : "");
		mu_write_expression(w, mu_list(d, 0, i));
	}
	mu_put(w, d->span, "]");
}

static void declare(mu_writer *w, const mu_symbol *s)
{
	const mu_node *d = s->declared, *value = s->space ? NULL : mu_child(d, 1);
	if (s->space) {
		mu_write_space(w, s);
		return;
	}
	bool held = s->group == MU_PARAMETERS || s->group == MU_CONSTANTS;
	bool sampled = w->unit->kind == MU_SAMPLED_BLOCK && s->group != MU_INPUTS && !held;
	mu_line(w, d->name_span);
	mu_putf(w, d->name_span, "%s%s %s", sampled && s->type == MU_REAL ? (s->output ? "discrete output " : "discrete ")
			: prefix(s), type_text(s), mu_plain(w, s->name));
	if (s->group == MU_FIELDS)
		mu_putf(w, d->name_span, "['%s.n']", mu_space(w->unit) ? mu_space(w->unit)->name : "");
	else
		sizes(w, s);
	if (set_once(s) && !s->output) {
		mu_put(w, d->span, "(fixed = false)");
	} else if (value && held) {
		mu_put(w, value->span, " = ");
		mu_write_as(w, value, s->type);
	} else if (value) {
		mu_put(w, value->span, s->rank ? "(each start = " : "(start = ");
		mu_write_as(w, value, s->type);
		mu_put(w, value->span, s->rank ? ", each fixed = true)" : ", fixed = true)");
	}
	mu_put(w, d->name_span, ";");
	if (mu_is_reset(w, s)) {
		mu_line(w, d->name_span);
		mu_putf(w, d->name_span, "discrete Real '%s+'(start = 0, fixed = true) annotation(HideResult = true);",
				s->name);
	}
}

static void dotted(mu_writer *w, const mu_node *n)
{
	mu_put(w, n->span, ".");
	mu_put(w, n->span, mu_plain(w, n->name));
	if (mu_child(n, 1))
		dotted(w, mu_child(n, 1));
}

/* What a call gives by name modifies the component: its parameters, and inputs of blocks of Modelica. */
static void given(mu_writer *w, const mu_call *call)
{
	uint32_t n = mu_length(call->node, 2);
	for (uint32_t i = 0; i < n; i++) {
		const mu_node *g = mu_list(call->node, 2, i);
		const mu_symbol *s = call->unit ? mu_find(call->unit, g->name) : NULL;
		mu_putf(w, g->name_span, "%s%s = ", i ? ", " : "(", mu_plain(w, g->name));
		if (s)
			mu_write_as(w, mu_child(g, 0), s->type);
		else
			mu_write_expression(w, mu_child(g, 0));
	}
	if (n)
		mu_put(w, call->node->span, ")");
}

static void components(mu_writer *w)
{
	for (uint32_t i = 0; i < w->unit->calls.n; i++) {
		const mu_call *call = &w->unit->calls.at[i];
		sb_span span = mu_child(call->node, 0)->span;
		mu_line(w, span);
		if (call->unit && !call->unit->compiled)
			mu_putf(w, span, ".%s.%s", mu_plain(w, w->package), mu_plain(w, call->unit->name));
		else
			dotted(w, call->named);
		mu_putf(w, span, " %s", mu_plain(w, call->name));
		given(w, call);
		mu_put(w, span, ";");
	}
}

/* ------------------------------------------------------------------ regions */

static bool sets_field(const mu_writer *w, const mu_node *n)
{
	const mu_symbol *s = n->kind == MU_ASSIGN ? mu_find(w->unit, mu_list(n, 0, 0)->name) : NULL;
	return s && s->group == MU_FIELDS;
}

/* An algorithm; fields are set by equations, because not all of their points need be states. */
static void initial_region(mu_writer *w)
{
	const mu_node *r = mu_region(w->unit, MU_INITIAL);
	for (int fields = 0; r && fields < 2; fields++) {
		mu_node list = {.kind = MU_LIST, .span = r->span};
		for (uint32_t i = 0; i < mu_length(r, 0); i++)
			if (sets_field(w, mu_list(r, 0, i)) == fields)
				sb_push(w->text->arena, list.of, mu_list(r, 0, i));
		if (!list.of.n)
			continue;
		mu_line(w, r->span);
		mu_put(w, r->span, fields ? "initial equation" : "initial algorithm");
		w->indent++;
		if (fields)
			mu_write_equations(w, &list);
		else
			mu_write_statements(w, &list);
		w->indent--;
	}
}

static void dynamic_region(mu_writer *w)
{
	const mu_node *r = mu_region(w->unit, MU_DYNAMIC);
	if (!r)
		return;
	mu_line(w, r->span);
	mu_put(w, r->span, "equation");
	w->indent++;
	mu_write_calls(w);
	if (mu_space(w->unit))
		mu_write_ends(w);
	mu_write_equations(w, mu_child(r, 0));
	for (uint32_t i = 0; i < w->unit->symbols.n; i++) {
		const mu_symbol *s = w->unit->symbols.at[i];
		if (set_once(s) && s->output) {
			mu_line(w, s->initial->span);
			mu_putf(w, s->initial->span, "when false then %s = pre(%s); end when;", mu_plain(w, s->name),
					mu_plain(w, s->name));
		}
	}
	w->indent--;
	mu_write_whens(w, mu_child(r, 0));
}

static void sampled_region(mu_writer *w)
{
	const mu_node *r = mu_region(w->unit, MU_SAMPLED), *period = w->unit->period;
	if (!r || !period || !mu_length(period, 0))
		return;
	mu_line(w, r->span);
	mu_put(w, r->span, "algorithm");
	w->indent++;
	mu_line(w, period->span);
	mu_put(w, period->span, "when sample(");
	if (mu_list(period, 0, 1))
		mu_write_expression(w, mu_list(period, 0, 1));
	else
		mu_put(w, period->span, "0");
	mu_put(w, period->span, ", ");
	mu_write_expression(w, mu_list(period, 0, 0));
	mu_put(w, period->span, ") then");
	w->indent++;
	mu_write_statements(w, mu_child(r, 0));
	w->indent--;
	mu_line(w, r->span);
	mu_put(w, r->span, "end when;");
	w->indent--;
}

/* ------------------------------------------------------------------ experiments */

static void terminations(mu_writer *w, const mu_node *control)
{
	for (uint32_t i = 0; i < mu_length(control, 0); i++) {
		const mu_node *n = mu_list(control, 0, i);
		if (n->kind != MU_TERMINATE)
			continue;
		mu_line(w, n->span);
		mu_put(w, n->span, "equation");
		mu_line(w, n->span);
		mu_put(w, n->span, "  when ");
		mu_write_as(w, mu_child(n, 0), MU_LOGICAL);
		mu_putf(w, n->span, " then terminate(\"%s\"); end when;", mu_child(n, 1) ? mu_child(n, 1)->name :
				"the condition of the experiment holds");
	}
}

static void curves(mu_writer *w, const mu_node *prepare)
{
	mu_put(w, prepare->span, ", Documentation(figures = {Figure(plots = {Plot(curves = {");
	for (uint32_t i = 0; i < mu_length(prepare, 0); i++) {
		const mu_node *n = mu_list(prepare, 0, i);
		mu_put(w, n->span, i ? ", Curve(y = " : "Curve(y = ");
		mu_write_dotted(w, n);
		mu_put(w, n->span, ")");
	}
	mu_put(w, prepare->span, "})})})");
}

/* start, finish, ... as the annotation of an experiment; what is prepared as a figure. */
static void control_region(mu_writer *w, const mu_node *control)
{
	static const char *const own[] = {"start", "finish", "interval", "tolerance"};
	static const char *const theirs[] = {"StartTime", "StopTime", "Interval", "Tolerance"};
	bool more = false;
	mu_line(w, control->span);
	mu_put(w, control->span, "annotation(experiment(");
	for (uint32_t i = 0; i < mu_length(control, 0); i++) {
		const mu_node *n = mu_list(control, 0, i), *target = n->kind == MU_ASSIGN ? mu_list(n, 0, 0) : NULL;
		for (int k = 0; target && k < 4; k++)
			if (strcmp(target->name, own[k]) == 0) {
				mu_putf(w, n->span, "%s%s = ", more ? ", " : "", theirs[k]);
				mu_write_expression(w, mu_child(n, 1));
				more = true;
			}
	}
	mu_put(w, control->span, ")");
	for (uint32_t i = 0; i < mu_length(control, 0); i++)
		if (mu_list(control, 0, i)->kind == MU_PREPARE) {
			curves(w, mu_list(control, 0, i));
			break;
		}
	mu_put(w, control->span, ");");
}

static void write_unit(mu_writer *w)
{
	const mu_unit *u = w->unit;
	const mu_node *control = mu_region(u, MU_CONTROL);
	sb_span span = u->node->name_span;
	const char *name = mu_plain(w, u->name);
	mu_line(w, span);
	mu_putf(w, span, "%s %s", u->kind == MU_EXPERIMENT ? "model" : "block", name);
	w->indent++;
	for (uint32_t i = 0; i < u->symbols.n; i++)
		declare(w, u->symbols.at[i]);
	components(w);
	w->indent--;
	initial_region(w);
	dynamic_region(w);
	sampled_region(w);
	if (control) {
		terminations(w, control);
		w->indent++;
		control_region(w, control);
		w->indent--;
	}
	mu_line(w, span);
	mu_putf(w, span, "end %s;", name);
}

void mu_write(const mu_text *text, const char *package, sb_text *out, sb_origins *origins)
{
	mu_writer w = {.text = text, .package = package, .out = out, .origins = origins};
	sb_span top = text->tree->span;
	mu_putf(&w, top, "package %s", mu_plain(&w, package));
	w.indent = 1;
	for (uint32_t i = 0; i < text->units.n; i++) {
		w.unit = text->units.at[i];
		if (w.unit->kind != MU_STUDY_BLOCK)
			write_unit(&w);
	}
	w.indent = 0;
	mu_line(&w, top);
	mu_putf(&w, top, "end %s;\n", mu_plain(&w, package));
}
