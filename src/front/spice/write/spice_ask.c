/* What a netlist asks for beside its transient: analyses of the model at rest, with names of the model. */
#include "front/spice/write/spice_write.h"

#include <math.h>
#include <string.h>

typedef struct asking { const sp_netlist *n; sm_model *m; sm_analyses *out; } asking;

static const char *text(const asking *k, const char *name)
{
	return sb_strdup(k->m->arena, name);
}

static void put_values(const asking *k, const sp_sweep *s, sm_axis *out)
{
	sb_arena *arena = k->m->arena;
	if (s->scale == SP_LIST) {
		for (uint32_t i = 0; i < s->values.n; i++)
			sb_push(arena, out->values, s->values.at[i]);
		return;
	}
	double base = s->scale == SP_OCT ? 2 : 10, sign = s->step < 0 ? -1 : 1;
	for (uint32_t i = 0; i < 1000000; i++) {
		double value = s->scale == SP_LIN ? s->from + i * s->step : s->from * pow(base, i / s->step);
		double beyond = s->scale == SP_LIN ? sign * (value - s->to) - 1e-9 * fabs(s->step) : value - s->to * (1 + 1e-9);
		if (beyond > 0)
			break;
		sb_push(arena, out->values, value);
	}
}

/* The parameter of the model that a sweep varies. */
static sm_axis axis_of(const asking *k, const sp_sweep *s)
{
	sm_axis a = {0};
	if (s->source) {
		a.name = sb_printf(k->m->arena, "%s.DC", s->source->name);
		a.shown = text(k, s->source->name);
	} else if (!s->param) {
		a.name = a.shown = "frequency";
	} else {
		a.name = s->param == k->n->temper ? "temper" : text(k, s->param->name);
		a.shown = s->param == k->n->temper ? "temp" : text(k, s->param->name);
	}
	put_values(k, s, &a);
	return a;
}

static void put_printed(const asking *k, const char *analysis, sm_analysis *out)
{
	for (uint32_t i = 0; i < k->n->probes.n; i++) {
		const sp_probe *p = &k->n->probes.at[i];
		bool counts = !*p->analysis ? strncmp(p->group, ".save", 5) != 0 : !strcmp(p->analysis, analysis);
		if (counts)
			sb_push(k->m->arena, out->printed, text(k, p->text));
	}
}

static void put_drives(const asking *k, sm_analysis *out)
{
	for (uint32_t i = 0; i < k->n->top->devices.n; i++) {
		const sp_device *d = k->n->top->devices.at[i];
		double amplitude = 1, phase = 0;
		if (!d->has_ac)
			continue;
		if (!sp_value(d->owner, d->ac[0], &amplitude) || (d->ac[1] && !sp_value(d->owner, d->ac[1], &phase)))
			sb_report(k->n->c->diag, SB_ERROR, "L0421", d->span, "the AC value of '%s' is not known before the run",
					d->name);
		sm_drive drive = {sb_printf(k->m->arena, "%s.small", d->name), amplitude, phase, 1};
		sb_push(k->m->arena, out->drives, drive);
	}
}

static void put_transfer(const asking *k, const sp_analysis *a, uint32_t number, sm_analysis *out)
{
	sb_arena *arena = k->m->arena;
	sb_push(arena, out->drives, ((sm_drive){sb_printf(arena, "%s.small", a->input->name), 1, 0, 1}));
	if (*a->output->name == 'v')
		sb_push(arena, out->drives, ((sm_drive){sb_printf(arena, "tap %u.small", number), 1, 0, 1}));
	out->output = text(k, a->output_text);
	out->dual = a->input->letter == 'i';
	out->across = sb_printf(arena, "%s.%s", a->input->name, out->dual ? "v" : "i");
}

static void put_poles(const asking *k, const sp_analysis *a, uint32_t number, sm_analysis *out)
{
	const char *name = a->input ? sb_printf(k->m->arena, "%s.small", a->input->name) :
		sb_printf(k->m->arena, "tap %u.small", number);
	sb_push(k->m->arena, out->drives, ((sm_drive){name, 1, 0, 1}));
	out->output = text(k, a->output_text);
	out->poles = a->poles;
	out->zeros = a->zeros;
}

static void ask(const asking *k, const sp_analysis *a, uint32_t *taps)
{
	static const sm_analysis_kind kinds[] = {[SP_OP] = SM_REST, [SP_DC] = SM_SWEEP, [SP_AC] = SM_RESPONSE,
		[SP_TF] = SM_TRANSFER, [SP_NOISE] = SM_NOISE,
		[SP_PZ] = SM_POLES};
	static const char *const words[] = {[SP_OP] = "op", [SP_DC] = "dc", [SP_AC] = "ac", [SP_TF] = "tf",
		[SP_NOISE] = "noise", [SP_PZ] = "pz"};
	sm_analysis one = {.kind = kinds[a->kind], .span = a->span};
	if (a->kind == SP_AC)
		put_drives(k, &one);
	else if (a->kind == SP_TF && (!a->output || !a->input))
		return;
	else if (a->kind == SP_TF)
		put_transfer(k, a, *taps += sp_has_tap(a), &one);
	else if (a->kind == SP_PZ && !a->output)
		return;
	else if (a->kind == SP_PZ)
		put_poles(k, a, *taps += sp_has_tap(a), &one);
	else if (a->kind == SP_NOISE && (!a->output || !a->input))
		return;
	else if (a->kind == SP_NOISE)
		sp_ask_noise(k->n, k->m, a, &one);
	for (uint32_t i = 0; i < a->sweep_count; i++)
		one.axes[one.axis_count++] = axis_of(k, &a->sweeps[i]);
	if (a->kind != SP_NOISE && a->kind != SP_PZ)
		put_printed(k, words[a->kind], &one);
	if (a->kind != SP_AC || one.drives.n)
		sb_push(k->m->arena, k->out->of, one);
}

/* What the linear system at rest does not have: said, and the analysis is left out. */
static bool can_respond(const sp_netlist *n, const sp_analysis *a)
{
	uint32_t said = sb_messages(n->c->diag);
	for (uint32_t i = 0; i < n->scopes.n; i++)
		for (uint32_t k = 0; k < n->scopes.at[i]->devices.n && n->scopes.at[i]->used; k++) {
			const sp_device *d = n->scopes.at[i]->devices.at[k];
			if (d->letter == 't')
				sb_also(sb_report(n->c->diag, SB_WARNING, "L0422", a->span,
						"a line (T) has no small-signal equations here, so the "
								  "analysis is not carried out"), d->span, "the line");
			else if (d->has_ac && d->owner->around)
				sb_also(sb_report(n->c->diag, SB_WARNING, "L0423", a->span,
						"the AC value of a source in a subcircuit is not there, "
								  "so the analysis is not carried out"), d->span, "the source");
		}
	return sb_messages(n->c->diag) == said;
}

const sm_analyses *sp_ask(sp_netlist *n, sm_model *m)
{
	asking k = {.n = n, .m = m, .out = sb_new(m->arena, sm_analyses)};
	uint32_t taps = 0;
	bool any = false;
	k.out->title = text(&k, n->text->title);
	k.out->part = n->resting ? NULL : "rest";
	k.out->only = true;
	for (uint32_t i = 0; i < n->analyses.n; i++) {
		const sp_analysis *a = n->analyses.at[i];
		k.out->only = k.out->only && a->kind != SP_TRAN;
		bool linear = a->kind == SP_AC || a->kind == SP_NOISE || a->kind == SP_PZ;
		bool carried = a->kind != SP_TRAN && (!linear || can_respond(n, a));
		any = any || carried;
		if (carried)
			ask(&k, a, &taps);
	}
	for (uint32_t i = 0; i < n->steps.n; i++)
		sb_push(m->arena, k.out->steps, axis_of(&k, &n->steps.at[i]));
	sp_measure(n, m, k.out);
	if (!any && n->analyses.n)
		k.out->part = NULL;
	if (!n->analyses.n && n->resting)            /* a netlist that asks for nothing has an operating point */
		sb_push(m->arena, k.out->of, ((sm_analysis){.kind = SM_REST}));
	return any || !n->analyses.n || k.out->measures.n ? k.out : NULL;
}
