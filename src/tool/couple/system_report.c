/* saltus run of a system: how it went, for people and for programs. */
#include "tool/couple/tool_couple.h"
#include <math.h>
#include <string.h>

static const char *const status_names[] = {"done", "terminated", "failed", "stopped"};

static const char *status_of(const tool_system_job *j)
{
	if (!j->ran || !j->good)
		return "failed";
	if (j->out.status == CP_STOPPED && sb_stopped() != SB_GO_ON)
		return tool_stop_name(sb_stopped());
	return status_names[j->out.status];
}

static void add_estimate(sb_json *out, const cp_outcome *x, uint32_t bonds)
{
	sb_json_open(out, "coupling", '{');
	sb_json_real(out, "defect", x->defect);
	if (x->defect_of)
		sb_json_string(out, "defect_of", x->defect_of);
	if (bonds)
		sb_json_open(out, "energy", '[');
	for (uint32_t i = 0; i < bonds; i++)
		sb_json_real(out, NULL, x->energy[i]);
	if (bonds)
		sb_json_close(out, ']');
	if (x->local > 0)
		sb_json_real(out, "local_errors", x->local);
	if (x->estimate.known && x->estimate.column) {
		sb_json_real(out, "error", x->estimate.error);
		sb_json_string(out, "error_of", x->estimate.column);
		sb_json_real(out, "size", x->estimate.size);
		sb_json_real(out, "order", x->estimate.order);
	} else if (x->estimate.why)
		sb_json_string(out, "no_estimate", x->estimate.why);
	sb_json_close(out, '}');
}

static bool is_selected(const tool_system_job *j, const char *name)
{
	for (uint32_t i = 0; i < j->o->vars.n; i++)
		if (sb_matches(j->o->vars.at[i], name))
			return true;
	return j->o->vars.n == 0;
}

static void add_final(sb_json *out, const tool_system_job *j, bool units)
{
	const sr_record *r = j->out.record;
	uint32_t rows = sr_rows(r);
	sb_json_open(out, units ? "units" : "final", '{');
	for (uint32_t c = 0; c < sr_columns(r) && rows; c++) {
		const sr_column *x = sr_column_at(r, c);
		double value = sr_value(r, rows - 1, c);
		if (!is_selected(j, x->name) || (units && (!x->unit || !*x->unit)))
			continue;
		if (units)
			sb_json_string(out, x->name, x->unit);
		else if (x->kind == SR_BOOLEAN)
			sb_json_bool(out, x->name, value != 0);
		else
			sb_json_real(out, x->name, value);
	}
	sb_json_close(out, '}');
}

static void add_components(sb_json *out, const tool_system_job *j)
{
	sb_json_open(out, "components", '{');
	for (uint32_t i = 0; i < j->system->components.n; i++) {
		const cp_peer *p = j->system->components.at[i].peer;
		sb_json_open(out, p->name, '{');
		sb_json_string(out, "kind", p->kind);
		sb_json_int(out, "steps", (int64_t)p->steps);
		sb_json_int(out, "looks", (int64_t)p->looks);
		sb_json_bool(out, "goes_back", p->restores);
		sb_json_close(out, '}');
	}
	sb_json_close(out, '}');
}

static void add_messages(sb_json *out, const tool_system_job *j)
{
	sb_text all = {0}, one = {0};
	sb_add(&all, "[");
	for (uint32_t i = 0; i <= j->system->components.n; i++) {
		const cp_peer *p = i < j->system->components.n ? j->system->components.at[i].peer : NULL;
		const sb_diag *diag = i == j->system->components.n ? j->system->diag : p ? p->told : NULL;
		one.n = 0;
		if (!diag)
			continue;
		sb_render_json(diag, 0, &one);
		if (one.n <= 2)
			continue;
		if (all.n > 1)
			sb_add(&all, ",");
		sb_addn(&all, one.at + 1, one.n - 2);
	}
	sb_add(&all, "]");
	sb_json_raw(out, "messages", all.at);
	sb_text_free(&all);
	sb_text_free(&one);
}

void tool_print_system_json(const tool_system_job *j)
{
	sb_text text = {0};
	sb_json out = {.out = &text};
	sb_json_open(&out, NULL, '{');
	sb_json_string(&out, "model", *j->system->name ? j->system->name : j->o->file);
	sb_json_string(&out, "status", status_of(j));
	if (j->ran) {
		sb_json_string(&out, "solver", cp_algorithm_names[j->settings.algorithm]);
		sb_json_open(&out, "time", '{');
		sb_json_real(&out, "start", j->settings.start);
		sb_json_real(&out, "stop", j->out.time);
		sb_json_close(&out, '}');
		sb_json_open(&out, "wall", '{');
		sb_json_real(&out, "simulate", j->out.wall);
		sb_json_real(&out, "total", j->total);
		sb_json_close(&out, '}');
		sb_json_int(&out, "steps", (int64_t)j->out.work.steps);
		sb_json_int(&out, "rejected", (int64_t)j->out.work.rejected);
		sb_json_int(&out, "iterations", (int64_t)j->out.work.iterations);
		add_components(&out, j);
		add_estimate(&out, &j->out, j->system->bonds.n);
		add_final(&out, j, false);
		add_final(&out, j, true);
	}
	add_messages(&out, j);
	sb_json_close(&out, '}');
	printf("%s\n", text.at);
	sb_text_free(&text);
}

static void print_estimate(const cp_outcome *x)
{
	const cp_estimate *e = &x->estimate;
	if (e->known && e->column) {
		printf("coupling: an error of about %.2g in %s, whose largest value is %.3g", e->error, e->column, e->size);
		if (isnan(e->order) || e->order < 0.5)
			printf("; the order is not visible: compare with a shorter --step\n");
		else
			printf("; order %.1f\n", e->order);
		return;
	}
	if (e->known) {
		printf("coupling: nothing moves, or nothing depends on the step\n");
		return;
	}
	if (x->local > 0) {
		printf("coupling: the errors of all steps add up to %.2g of what the values are\n", x->local);
		return;
	}
	printf("coupling: the error is not estimated (%s)", e->why ? e->why : "");
	if (x->defect_of)
		printf("; extrapolated inputs were off by up to %.2g of their size (%s)", x->defect, x->defect_of);
	printf("\n");
}

void tool_print_system(const tool_system_job *j)
{
	const cp_work *w = &j->out.work;
	printf("%s: %.9g to %.9g s, %u components, %llu steps (%s", j->system->name, j->settings.start, j->out.time,
		   j->system->components.n, (unsigned long long)w->steps, cp_algorithm_names[j->settings.algorithm]);
	if (w->iterations)
		printf(", %llu sweeps", (unsigned long long)w->iterations);
	if (w->rejected)
		printf(", %llu rejected", (unsigned long long)w->rejected);
	printf("), %.3g s\n", j->total);
	if (j->out.ended)
		printf("ended by %s\n", j->out.ended);
	print_estimate(&j->out);
	for (uint32_t i = 0; i < j->o->outputs.n && j->good; i++)
		printf("wrote %s\n", j->o->outputs.at[i]);
	for (uint32_t i = 0; i < j->drawn.n; i++)
		printf("drew %s\n", j->drawn.at[i]);
}
