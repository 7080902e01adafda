/* Analyses: what is to be computed of the circuit. */
#include "front/spice/check/spice_check.h"

#include <math.h>
#include <string.h>

typedef struct reading { sp_netlist *n; const sp_directive *d; sp_words w; uint32_t at; bool failed; } reading;

static void wrong(reading *r, const char *code, const char *what)
{
	const sp_word *w = &r->w.at[r->at];
	if (!r->failed)
		sb_report(r->n->c->diag, SB_ERROR, code, w->kind == SP_END ? r->w.at[0].span : w->span, "%s", what);
	r->failed = true;
}

static bool is(const reading *r, const char *name)
{
	return r->w.at[r->at].kind == SP_WORD && strcmp(r->w.at[r->at].name, name) == 0;
}

/* A number of a directive; false at the end or at a word. */
static bool take(reading *r, double *value)
{
	const sp_word *w = &r->w.at[r->at];
	if (w->kind != SP_BRACED && !(w->kind == SP_WORD && sp_is_number(w->text)))
		return false;
	const sp_expr *e = sp_word_value(r->n->c, r->d->card, w);
	if (!e || !sp_value(r->n->top, e, value)) {
		wrong(r, "L0401", "this has no value that is known before the run");
		return false;
	}
	r->at++;
	return true;
}

static sp_analysis *add(reading *r, sp_analysis_kind kind)
{
	sp_analysis *a = sb_new(r->n->c->arena, sp_analysis);
	*a = (sp_analysis){.kind = kind, .card = r->d->card, .span = sp_span(r->n->c, r->d->card, 0, r->d->card->length)};
	sb_push(r->n->c->arena, r->n->analyses, a);
	return a;
}

static void tran(reading *r)
{
	double values[4] = {0};
	int count = 0;
	while (count < 4 && take(r, &values[count]))
		count++;
	sp_analysis *a = add(r, SP_TRAN);
	a->step = count > 1 ? values[0] : 0;       /* .tran TSTOP, as LTspice has it */
	a->stop = count > 1 ? values[1] : values[0];
	a->longest = values[3];
	for (; r->w.at[r->at].kind == SP_WORD; r->at++)
		if (is(r, "uic"))
			r->n->uic = true;
		else if (is(r, "startup") || is(r, "steady") || is(r, "nodiscard") || is(r, "step"))
			wrong(r, "L0402", "this option of .tran is not there");
		else
			wrong(r, "L0402", ".tran TSTEP TSTOP [TSTART [TMAX]] [UIC] is expected");
	if (!r->failed && (!(a->stop > 0) || !(a->step >= 0) || !(values[2] >= 0) || !(a->longest >= 0)))
		wrong(r, "L0402", ".tran TSTEP TSTOP [TSTART [TMAX]] [UIC] is expected, with TSTOP greater than 0");
	if (values[2] > 0)
		sb_report(r->n->c->diag, SB_INFO, "L0403", r->w.at[3].span,
				  "TSTART leaves nothing away here: results begin at 0");
	if (a->step > 0 && a->stop / a->step > 1e6) {
		sb_help(sb_report(r->n->c->diag, SB_WARNING, "L0404", r->w.at[1].span,
						  "TSTEP would give more than a million rows, and is not used"),
				"saltus run --step sets the interval");
		a->step = 0;
	}
}

/* What a sweep varies: a source, a parameter, temp. */
static bool varied(reading *r, sp_sweep *s)
{
	const sp_word *w = &r->w.at[r->at];
	if (is(r, "param"))
		w = &r->w.at[++r->at];
	s->span = w->span;
	s->source = w->kind == SP_WORD ? sp_find_device(r->n->top, w->name) : NULL;
	bool source = s->source && (s->source->letter == 'v' || s->source->letter == 'i');
	s->param = source || w->kind != SP_WORD ? NULL : !strcmp(w->name, "temp") ? r->n->temper :
		sb_map_find(&r->n->top->param_names, w->name);
	if (!source)
		s->source = NULL;
	if (!source && !s->param) {
		wrong(r, "L0405", "a source, a parameter or temp is expected here");
		return false;
	}
	r->at++;
	return true;
}

static void check_grid(reading *r, sp_sweep *s)
{
	double points = s->scale == SP_LIN ? (s->to - s->from) / s->step : s->step * log10(s->to / s->from) *
		(s->scale == SP_OCT ? 1 / log10(2) : 1);
	if (s->scale == SP_LIN && s->step != 0 && points < 0) {    /* ngspice turns the step */
		s->step = -s->step;
		points = -points;
	}
	if (s->scale == SP_LIST ? !s->values.n : !(points >= 0 && points < 1e6) || (s->scale != SP_LIN && !(s->from > 0)))
		wrong(r, "L0406", "these limits and steps give no points, or more than a million");
}

static void range(reading *r, sp_sweep *s, sp_scale scale)
{
	double value;
	s->scale = scale;
	if (is(r, "dec") || is(r, "oct") || is(r, "lin") || is(r, "list"))
		s->scale = is(r, "dec") ? SP_DEC : is(r, "oct") ? SP_OCT : is(r, "lin") ? SP_LIN : SP_LIST, r->at++;
	if (s->scale == SP_LIST) {
		while (take(r, &value))
			sb_push(r->n->c->arena, s->values, value);
	} else if (!take(r, &s->from) || !take(r, &s->to) || !take(r, &s->step)) {
		wrong(r, "L0406", "a first and a last value and a step are expected");
	}
	if (!r->failed)
		check_grid(r, s);
}

static void dc(reading *r)
{
	sp_analysis *a = add(r, SP_DC);
	while (r->w.at[r->at].kind != SP_END && a->sweep_count < 2 && !r->failed)
		if (varied(r, &a->sweeps[a->sweep_count]))
			range(r, &a->sweeps[a->sweep_count++], SP_LIN);
	if (!a->sweep_count || r->w.at[r->at].kind != SP_END)
		wrong(r, "L0407", ".dc SOURCE START STOP STEP [SOURCE START STOP STEP] is expected");
}

/* DEC|OCT|LIN POINTS FSTART FSTOP */
static void frequencies(reading *r, sp_analysis *a, const char *code, const char *form)
{
	sp_sweep *s = &a->sweeps[a->sweep_count++];
	s->scale = is(r, "dec") ? SP_DEC : is(r, "oct") ? SP_OCT : SP_LIN;
	double points = 0;
	bool known = is(r, "dec") || is(r, "oct") || is(r, "lin");
	r->at += known;
	if (!known || !take(r, &points) || !take(r, &s->from) || !take(r, &s->to) || !(points >= 1) || !(s->from > 0) ||
		s->to < s->from) {
		wrong(r, code, form);
		return;
	}
	s->step = s->scale == SP_LIN ? (points > 1 ? (s->to - s->from) / (points - 1) : 1) : points;
	if (!r->failed)
		check_grid(r, s);
}

static void ac(reading *r)
{
	sp_analysis *a = add(r, SP_AC);
	frequencies(r, a, "L0408", ".ac DEC|OCT|LIN POINTS FSTART FSTOP is expected, with 0 < FSTART <= FSTOP");
	if (r->failed)
		return;
	bool driven = false;
	for (uint32_t i = 0; i < r->n->top->devices.n; i++)
		driven = driven || r->n->top->devices.at[i]->has_ac;
	if (!driven)
		sb_help(sb_report(r->n->c->diag, SB_WARNING, "L0409", r->w.at[0].span,
						  "no source of the netlist has an AC value"),
				"write AC 1 on the card of the source that drives the circuit");
}

/* The curve that the words from `from` to `to` are. */
static void take_output(reading *r, sp_analysis *a, uint32_t from, uint32_t to, const char *analysis)
{
	a->output = sp_read_expression(r->n->c, r->d->card, r->w.at[from].from, r->w.at[to].to);
	if (!a->output)
		return;
	if (a->output->kind != SP_PROBE) {
		wrong(r, "L0412", "V(NODE[, NODE]) or I(DEVICE) is expected as output");
		a->output = NULL;
		return;
	}
	sp_check_probe(r->n, r->n->top, a->output);
	a->output_text = sb_printf(r->n->c->arena, a->output->probed[1] ? "%s(%s,%s)" : "%s(%s)", a->output->name,
							   a->output->probed[0], a->output->probed[1]);
	sp_probe p = {.text = sb_intern(r->n->c->names, a->output_text), .value = a->output, .group = r->d->card->text,
		.analysis = analysis, .span = a->span};
	sb_push(r->n->c->arena, r->n->probes, p);
}

static bool take_input(reading *r, sp_analysis *a, uint32_t at)
{
	const sp_word *w = &r->w.at[at];
	a->input = w->kind == SP_WORD ? sp_find_device(r->n->top, w->name) : NULL;
	if (a->input && (a->input->letter == 'v' || a->input->letter == 'i'))
		return true;
	a->input = NULL;
	return false;
}

static void tf(reading *r)
{
	sp_analysis *a = add(r, SP_TF);
	uint32_t last = sp_last_word(&r->w);
	if (last < 2 || !take_input(r, a, last))
		wrong(r, "L0412", ".tf OUTPUT SOURCE is expected");
	else
		take_output(r, a, 1, last - 1, "tf");
}

static void noise(reading *r)
{
	static const char form[] = ".noise V(NODE[, NODE]) SOURCE DEC|OCT|LIN POINTS FSTART FSTOP [SUMMARY] is expected";
	sp_analysis *a = add(r, SP_NOISE);
	uint32_t close = 1;
	double summary = 0;
	while (r->w.at[close].kind != SP_CLOSE && r->w.at[close].kind != SP_END)
		close++;
	if (r->w.at[close].kind == SP_END || !take_input(r, a, close + 1)) {
		wrong(r, "L0426", form);
		return;
	}
	r->at = close + 2;
	frequencies(r, a, "L0426", form);
	a->each = !r->failed && take(r, &summary) && summary > 0;
	if (!r->failed && r->w.at[r->at].kind != SP_END)
		wrong(r, "L0426", form);
	if (!r->failed)
		take_output(r, a, 1, close, "noise");
	r->n->noisy = true;
}

/* The voltage source between two nodes. */
static const sp_device *source_between(const sp_netlist *n, const sp_node *a, const sp_node *b)
{
	for (uint32_t i = 0; i < n->top->devices.n; i++) {
		const sp_device *d = n->top->devices.at[i];
		if (d->letter != 'v' || d->nodes.n < 2)
			continue;
		const sp_node *p = d->nodes.at[0], *q = d->nodes.at[1];
		bool ahead = (p == a || (p->ground && a->ground)) && (q == b || (q->ground && b->ground));
		bool back = (q == a || (q->ground && a->ground)) && (p == b || (p->ground && b->ground));
		if (ahead || back)
			return d;
	}
	return NULL;
}

static void pz(reading *r)
{
	static const char form[] = ".pz IN1 IN2 OUT1 OUT2 CUR|VOL POL|ZER|PZ is expected";
	sp_analysis *a = add(r, SP_PZ);
	sp_context *c = r->n->c;
	sp_node *nodes[4] = {0};
	for (int i = 0; i < 4; i++, r->at++) {
		const sp_word *w = &r->w.at[r->at];
		bool ground = w->kind == SP_WORD && sp_is_ground(w->name);
		if (w->kind == SP_WORD && (ground || sb_map_find(&r->n->top->node_names, w->name)))
			nodes[i] = sp_node_named(r->n, r->n->top, w->name, w->span);
		if (!nodes[i]) {
			wrong(r, "L0429", form);
			return;
		}
	}
	bool voltage = is(r, "vol"), known = voltage || is(r, "cur");
	r->at += known;
	a->poles = is(r, "pol") || is(r, "pz");
	a->zeros = is(r, "zer") || is(r, "pz");
	if (!known || !(a->poles || a->zeros) || r->w.at[r->at + 1].kind != SP_END) {
		wrong(r, "L0429", form);
		return;
	}
	a->input = voltage ? source_between(r->n, nodes[0], nodes[1]) : NULL;
	if (voltage && !a->input) {
		wrong(r, "L0430", "VOL needs a voltage source between its first two nodes");
		return;
	}
	a->into[0] = nodes[0];
	a->into[1] = nodes[1];
	bool plain = nodes[3]->ground;
	a->output_text = plain ? sb_printf(c->arena, "v(%s)", nodes[2]->name) :
		sb_printf(c->arena, "v(%s,%s)", nodes[2]->name, nodes[3]->name);
	sp_expr *e = sb_new(c->arena, sp_expr);
	*e = (sp_expr){.kind = SP_PROBE, .name = sb_intern(c->names, "v"), .span = a->span,
		.probed = {nodes[2]->name, plain ? NULL : nodes[3]->name}};
	a->output = e;
	sp_probe p = {.text = sb_intern(c->names, a->output_text), .value = e, .group = r->d->card->text, .analysis = "pz",
		.span = a->span};
	sb_push(c->arena, r->n->probes, p);
}

/* LTspice and PSpice: the kind of scale stands before the name, a list behind it. */
void sp_read_step(sp_netlist *n, const sp_directive *d)
{
	reading r = {.n = n, .d = d, .w = sp_split(n->c, d->card), .at = 1};
	sp_sweep s = {0};
	sp_scale scale = is(&r, "dec") ? SP_DEC : is(&r, "oct") ? SP_OCT : SP_LIN;
	r.at += is(&r, "dec") || is(&r, "oct") || is(&r, "lin");
	if (varied(&r, &s))
		range(&r, &s, scale);
	if (!r.failed && r.w.at[r.at].kind != SP_END)
		wrong(&r, "L0405", ".step [DEC|OCT|LIN] [PARAM] NAME FIRST LAST STEP or .step [PARAM] NAME LIST VALUE ... is "
			  "expected");
	if (!r.failed)
		sb_push(n->c->arena, n->steps, s);
}

void sp_read_analysis(sp_netlist *n, const sp_directive *d, const char *word)
{
	reading r = {.n = n, .d = d, .w = sp_split(n->c, d->card), .at = 1};
	if (!strcmp(word, ".tran"))
		tran(&r);
	else if (!strcmp(word, ".op"))
		add(&r, SP_OP);
	else if (!strcmp(word, ".dc"))
		dc(&r);
	else if (!strcmp(word, ".ac"))
		ac(&r);
	else if (!strcmp(word, ".noise"))
		noise(&r);
	else if (!strcmp(word, ".pz"))
		pz(&r);
	else
		tf(&r);
}
