/* A graph as a coupled model of quantised components, in the format of CD++ (front/cdpp/cdpp.h).
 *
 * Each component gives what its causality says: an effort goes along a link from the end that computes it, a flow the
 * other way. The one port of a serial junction that gives an effort has the number 1, and so has the one of a parallel
 * junction that gives a flow. What such components cannot do is refused: storages that depend on others, loops, laws
 * that are not linear, signals. */
#include "bond/check/bond_devs.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "bond/cause/bond_cause.h"

typedef struct writing {
	bg_graph *g;
	sb_diag *diag;
	const char **names;
	uint32_t **numbers;              /* by node and port */
	const double *starts;            /* by node: what it has stored at the start */
	double quantum, hysteresis;
} writing;

/* ---------------------------------------------------------------------- refusals */

static void refuse(writing *w, const bg_node *n, const char *why, const char *help)
{
	sb_help(sb_report(w->diag, SB_ERROR, "B0025", n->span, "'%s' cannot be a quantised component: %s", n->name, why),
			"%s", help);
}

static bool is_shape(const bg_node *n)
{
	return n->ports.n == 1 && (bg_is_source(n) || n->kind == BG_R || bg_is_storage(n));
}

static void check_node(writing *w, const bg_node *n)
{
	if (bg_is_junction(n)) {
		if (n->control)
			refuse(w, n, "it is a switch", "run the model itself, with a solver of quantised states");
	} else if (!is_shape(n) && n->kind != BG_TF && n->kind != BG_GY)
		refuse(w, n, "there is no class for such elements", "run the model itself, with --solver qss2");
	else if (n->modulated)
		refuse(w, n, "a signal modulates it", "run the model itself, with --solver qss2");
	else if (n->dependent)
		refuse(w, n, "its value follows from other storages", "saltus bond tells what to change");
	else if (!bg_is_source(n) && !n->linear)
		refuse(w, n, "its law is not linear", "run the model itself, with --solver qss2");
}

static bool check(writing *w)
{
	bg_graph *g = w->g;
	uint32_t before = sb_errors(w->diag);
	for (uint32_t i = 0; i < g->nodes.n; i++)
		check_node(w, &g->nodes.at[i]);
	for (uint32_t i = 0; i < g->faults.n; i++)
		if (g->faults.at[i].kind != BG_DEPENDENT)
			refuse(w, &g->nodes.at[g->faults.at[i].others.n ? g->faults.at[i].others.at[0] : g->faults.at[i].node],
				   g->faults.at[i].kind == BG_LOOP ? "it is part of a loop" : "its causality is in conflict",
				   "saltus bond tells what to change");
	return sb_errors(w->diag) == before;
}

/* -------------------------------------------------------------------------- names */

static bool is_taken(const writing *w, uint32_t count, const char *name)
{
	for (uint32_t i = 0; i < count; i++)
		if (strcmp(w->names[i], name) == 0)
			return true;
	return strcmp(name, "top") == 0;
}

static void name_components(writing *w)
{
	bg_graph *g = w->g;
	uint32_t junctions[2] = {0, 0};
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		const bg_node *n = &g->nodes.at[i];
		char *name = bg_is_junction(n) ? sb_printf(g->arena, "$%s%u", n->kind == BG_ONE ? "SJ" : "PJ",
			++junctions[n->kind == BG_ONE]) : sb_strdup(g->arena, n->name);
		for (char *c = name; *c; c++)
			if (!isalnum((unsigned char)*c) && *c != '$')
				*c = '_';
		while (is_taken(w, i, name))
			name = sb_printf(g->arena, "%s_", name);
		w->names[i] = name;
	}
}

static void number_ports(writing *w)
{
	bg_graph *g = w->g;
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		const bg_node *n = &g->nodes.at[i];
		uint32_t next = bg_is_junction(n) ? 2 : 1;
		w->numbers[i] = sb_new_array(g->arena, uint32_t, n->ports.n + 1);
		for (uint32_t k = 0; k < n->ports.n; k++) {
			bool strong = bg_is_junction(n) && bg_effort_in(g, i, k) == (n->kind == BG_ZERO);
			w->numbers[i][k] = strong ? 1 : next++;
		}
	}
}

/* ------------------------------------------------------------------------ sources */

typedef struct wave { const char *kind; double offset, start, amplitude, period, width, frequency, phase; } wave;

static bool parameter(const writing *w, const bg_node *n, const char *const *names, double *out)
{
	static const char *const inside[] = {"", ".signalSource", ".signal"};
	for (int i = 0; i < 3; i++)
		for (const char *const *name = names; *name; name++) {
			const char *full = sb_printf(w->g->arena, "%s%s.%s", n->component, inside[i], *name);
			uint32_t v = sm_find(w->g->model, full);
			const sm_variable *is = v != UINT32_MAX ? sm_var(w->g->model, v) : NULL;
			if (is && is->variability == SM_PARAMETER && !is->rank &&
				bg_value(bg_values_new(w->g, false, 0), sm_ref(w->g->work, v), out))
				return true;
		}
	return false;
}

/* The value of the source where time is t and each pulse has just begun. */
static bool value_at(const writing *w, const bg_node *n, double t, double *out)
{
	bg_graph *g = w->g;
	sx_ref value;
	sm_exprs symbols = {0};
	bg_values *v = bg_values_new(g, false, 0);
	const bg_port *p = &n->ports.at[0];
	if (!bg_solve_for(g, &n->laws, n->kind == BG_SE ? p->effort : p->flow, &value))
		return false;
	bg_symbols_in(g, value, &symbols);
	for (uint32_t i = 0; i < symbols.n; i++)
		bg_set_value(v, symbols.at[i], sx_type_of(g->work->pool, symbols.at[i]) == SX_REAL ? t : 0);
	if (!bg_value(v, value, out))
		return false;
	if ((n->kind == BG_SF) != bg_is_flow_domain(p->domain))
		*out = -*out;
	return true;
}

static double wave_at(const wave *s, double t)
{
	if (t < s->start)
		return s->offset;
	if (strcmp(s->kind, "Sine") == 0)
		return s->offset + s->amplitude * sin(2 * M_PI * s->frequency * (t - s->start) + s->phase);
	return s->offset + s->amplitude;
}

/* Is the source this wave, as far as it can be looked at? Its sign follows from where it is connected. */
static bool fits(const writing *w, const bg_node *n, wave *s)
{
	static const double at[] = {0.05, 0.31, 0.77, 1.9};
	for (int sign = 0; sign < 2; sign++) {
		bool same = true;
		for (int i = 0; i < 4 && same; i++) {
			double t = s->start + at[i] * (s->frequency > 0 ? 1 / s->frequency : 1), value;
			same = value_at(w, n, t, &value) &&
				   fabs(value - wave_at(s, t)) <= 1e-9 * (fabs(s->amplitude) + fabs(s->offset));
		}
		if (same)
			return true;
		s->amplitude = -s->amplitude;
		s->offset = -s->offset;
	}
	return false;
}

static bool find_wave(const writing *w, const bg_node *n, wave *s)
{
	static const char *const amplitudes[] = {"amplitude", "height", "V", "I", NULL};
	static const char *const offsets[] = {"offset", NULL};
	static const char *const starts[] = {"startTime", NULL}, *const periods[] = {"period", NULL};
	static const char *const widths[] = {"width", NULL}, *const phases[] = {"phase", NULL};
	static const char *const frequencies[] = {"f", "frequency", "freqHz", NULL};
	*s = (wave){.kind = "Constant", .offset = 0};
	if (n->linear) {
		s->amplitude = n->value;
		return true;
	}
	parameter(w, n, offsets, &s->offset);
	parameter(w, n, starts, &s->start);
	parameter(w, n, phases, &s->phase);
	if (!n->component || !parameter(w, n, amplitudes, &s->amplitude))
		return false;
	bool pulse = parameter(w, n, periods, &s->period) && parameter(w, n, widths, &s->width);
	s->kind = pulse ? "Pulse" : parameter(w, n, frequencies, &s->frequency) ? "Sine" : "Step";
	return fits(w, n, s);
}

/* --------------------------------------------------------------------------- text */

static const char *class_of(const writing *w, uint32_t i, const wave *s)
{
	const bg_node *n = &w->g->nodes.at[i];
	bool in = bg_effort_in(w->g, i, 0);
	switch (n->kind) {
	case BG_ZERO: return "QBGParallelJunction";
	case BG_ONE: return "QBGSerialJunction";
	case BG_C: return "QBGCapacitorFlowIn";
	case BG_I: return "QBGInductorEffortIn";
	case BG_R: return in ? "QBGResistanceEffortIn" : "QBGResistanceFlowIn";
	case BG_TF: return "QBGTransformer";
	case BG_GY: return in ? "QBGGyratorEffortIn" : "QBGGyratorFlowIn";
	case BG_SF: return sb_printf(w->g->arena, "QBGSourceFlow_%s", s->kind);
	default: return sb_printf(w->g->arena, "QBGSourceEffort_%s", s->kind);
	}
}

static void add_value(sb_text *out, const char *key, double value)
{
	sb_addf(out, "%s : ", key);
	sb_add_real(out, value);
	sb_add(out, "\n");
}

static void add_wave(const wave *s, sb_text *out)
{
	sb_addf(out, "signal : %s\n", s->kind);
	add_value(out, "offset", s->offset);
	add_value(out, "startTime", s->start);
	add_value(out, "amplitude", s->amplitude);
	if (strcmp(s->kind, "Pulse") == 0) {
		add_value(out, "period", s->period);
		add_value(out, "width", s->width);
	} else if (strcmp(s->kind, "Sine") == 0) {
		add_value(out, "frequency", s->frequency);
		add_value(out, "phase", s->phase);
	}
}

static void add_section(const writing *w, uint32_t i, const wave *s, sb_text *out)
{
	const bg_node *n = &w->g->nodes.at[i];
	if (bg_is_junction(n))
		return;
	sb_addf(out, "\n[%s]\n", w->names[i]);
	if (bg_is_storage(n) || bg_is_source(n)) {
		add_value(out, "quantum", w->quantum);
		add_value(out, "hystWindow", w->hysteresis);
	}
	if (bg_is_source(n)) {
		add_wave(s, out);
		return;
	}
	add_value(out, n->kind == BG_C ? "C" : n->kind == BG_I ? "I" : n->kind == BG_R ? "R" : "m", n->value);
	if (bg_is_storage(n))
		add_value(out, "initialLoad", n->value * w->starts[i]);
}

static void add_links(const writing *w, sb_text *out)
{
	for (uint32_t i = 0; i < w->g->bonds.n; i++) {
		const bg_bond *b = &w->g->bonds.at[i];
		bool by_from = b->effort == BG_BY_FROM;
		const char *from = w->names[b->from], *to = w->names[b->to];
		uint32_t n = w->numbers[b->from][b->from_port], p = w->numbers[b->to][b->to_port];
		sb_addf(out, by_from ? "link : e%un@%s e%up@%s\n" : "link : f%un@%s f%up@%s\n", n, from, p, to);
		sb_addf(out, by_from ? "link : f%up@%s f%un@%s\n" : "link : e%up@%s e%un@%s\n", p, to, n, from);
	}
}

static bool write_text(writing *w, const char *path)
{
	bg_graph *g = w->g;
	wave *waves = sb_new_array(g->arena, wave, g->nodes.n + 1);
	sb_text out = {0};
	sb_output file;
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (bg_is_source(&g->nodes.at[i]) && !find_wave(w, &g->nodes.at[i], &waves[i]))
			refuse(w, &g->nodes.at[i], "its signal is neither constant, a step, a sine nor a pulse",
				   "run the model itself, with --solver qss2");
	bool good = !sb_errors(w->diag) && sb_output_open(&file, w->diag, path);
	if (!good)
		return false;
	sb_addf(&out, "%% quantised bond graph of %s\n[top]\ncomponents :", g->model->name);
	for (uint32_t i = 0; i < g->nodes.n; i++)
		sb_addf(&out, " %s@%s", w->names[i], class_of(w, i, &waves[i]));
	sb_add(&out, "\n\n");
	add_links(w, &out);
	for (uint32_t i = 0; i < g->nodes.n; i++)
		add_section(w, i, &waves[i], &out);
	fwrite(out.at, 1, out.n, file.stream);
	sb_text_free(&out);
	return sb_output_commit(&file, w->diag);
}

bool bg_write_devs(bg_graph *g, const char *path, const bg_quanta *q, const double *starts, sb_diag *diag)
{
	writing w = {.g = g, .diag = diag, .names = sb_new_array(g->arena, const char *, g->nodes.n + 1),
		.numbers = sb_new_array(g->arena, uint32_t *, g->nodes.n + 1), .starts = starts, .quantum = q->quantum,
		.hysteresis = q->hysteresis};
	if (!check(&w))
		return false;
	name_components(&w);
	number_ports(&w);
	return write_text(&w, path);
}
