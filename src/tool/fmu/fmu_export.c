/* saltus fmu export: a model as an FMU, which is checked before success is told. */
#include "export/fmu_export.h"
#include "result/compare/compare.h"
#include "tool/fmu/fmu_extras.h"
#include "tool/fmu/tool_fmu.h"
#include "tool/results/results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *default_path(sb_arena *arena, const st_model *m)
{
	const char *name = m->plan->model->name, *dot = strrchr(name, '.');
	return sb_printf(arena, "%s.fmu", dot ? dot + 1 : name);
}

so_fmu_options tool_leaving_options(sb_arena *arena, const tool_options *o, const st_model *m)
{
	const tool_export_options *l = &o->leaving;
	bool none = l->expose.n == 1 && strcmp(l->expose.at[0], "none") == 0;
	so_fmu_options out = {.path = l->folder ? l->folder : default_path(arena, m), .version = l->fmi == 2 ? 2 : 3,
		.exchange = l->exchange || !l->cosimulation, .cosimulation = l->cosimulation || !l->exchange,
		.no_binary = l->no_binary, .tunable = l->tunable};
	out.code = (so_options){.target = SO_FMU, .name = l->name, .solver = o->run.solver ? o->run.solver : "dopri",
		.step = o->run.step, .stop = o->run.stop, .tolerance = o->run.tolerance, .exposes = l->expose.n > 0,
		.expose = none ? (sb_strings){0} : l->expose, .outputs = l->outputs, .scratch = l->scratch,
				.delays = l->delays};
	return out;
}

/* Start values that are fixed become parameters: this needs their names, and so the flat model. */
st_model *tool_load_fmu(sb_arena *arena, const tool_options *o)
{
	sb_strings starts = {0};
	st_model *flat = tool_load(o, ST_FLAT);
	if (!flat)
		return NULL;
	so_fmu_starts(flat->flat, arena, &starts);
	for (uint32_t k = 0; k < starts.n; k++)
		starts.at[k] = sb_strdup(arena, starts.at[k]);
	st_free(flat);
	st_options options = tool_load_options(o, ST_CODE, o->allow_external ? ST_ANY_C : ST_OWN_C);
	options.starts = starts.at;
	options.start_count = starts.n;
	st_model *m = st_load(o->file, o->class_name, &options);
	if (m->program && !sb_errors(m->diag))
		return m;
	tool_print_messages(m->diag, false);
	st_free(m);
	return NULL;
}

/* Inputs are those of the FMU: nobody has to give them here. */
bool tool_is_of_export(const char *code)
{
	return strcmp(code, "U0410") != 0;
}

static void print_report(const so_fmu_options *o, const so_fmu_report *r)
{
	printf("%s: FMI %d.0, %s%s%s, %zu bytes\n", o->path, o->version, o->exchange ? "model exchange" : "",
		   o->exchange && o->cosimulation ? " and " : "", o->cosimulation ? "co-simulation" : "", r->bytes);
	printf("  %u states, %u event indicators, %u parameters, %u inputs, %u outputs, %u variables and %u aliases\n",
		   r->code.states, r->indicators, r->code.parameters, r->code.inputs, r->code.outputs,
		   r->variables - r->aliases, r->aliases);
	if (r->no_derivatives && r->code.states)
		printf("  no directional derivatives: %s\n", r->no_derivatives);
}

/* ---- beside the model */

/* A run of the model, or of the FMU by one of its interfaces. Values of -p are those that the FMU has. */
static tool_result run_one(sb_arena *arena, const tool_options *o, const char *word, bool model)
{
	tool_options with = *o;
	with.quiet = true;
	if (!model)
		with.given.n = with.fmus.n = 0, with.leaving.component = NULL;
	return tool_take_result(arena, &with, word);
}

/* Names that are none of Modelica stand in quotes in the run of an FMU. */
static const sr_renamed *rename_columns(sb_arena *arena, const sr_record *of, uint32_t *n)
{
	uint32_t count = sr_columns(of);
	sr_renamed *out = sb_new_array(arena, sr_renamed, count + 1);
	*n = 0;
	for (uint32_t k = 0; k < count; k++) {
		const char *name = sr_column_at(of, k)->name;
		const char *end = *name == '\'' ? strchr(name + 1, '\'') : NULL;       /* 'a.b', 'a.b'[2] */
		if (end)
			out[(*n)++] = (sr_renamed){sb_printf(arena, "%.*s%s", (int)(end - name - 1), name + 1, end + 1), name};
	}
	return out;
}

/* The first that disagrees of those that count: states and outputs. */
static const sr_difference *worst_that_counts(const sr_comparison *c, const sb_strings *counts)
{
	for (uint32_t k = 0; k < c->disagreeing; k++)
		for (uint32_t i = 0; i < counts->n; i++)
			if (sb_matches(counts->at[i], c->at[k].name))
				return &c->at[k];
	return NULL;
}

static bool report_difference(sb_diag *diag, const sr_comparison *c, const sb_strings *counts, const char *interface)
{
	const sr_difference *d = c->n ? &c->at[0] : NULL;
	if (!d || c->low > c->high) {
		sb_report(diag, SB_ERROR, "G0056", (sb_span){0},
				"the run of the FMU by %s has nothing in common with that of the "
				  "model", interface);
		return false;
	}
	if (!c->disagreeing)
		return true;
	d = worst_that_counts(c, counts);
	if (!d) {
		sb_message *w = sb_report(diag, SB_WARNING, "G0059", (sb_span){0},
				"by %s '%s' is %.6g at time %.6g, and %.6g in "
								  "the run of the model", interface, c->at[0].name, c->at[0].found, c->at[0].when,
								  c->at[0].expected);
		sb_note(w, "states and outputs agree: it is likely to depend on small differences of them");
		return true;
	}
	sb_message *m = sb_report(diag, SB_ERROR, "G0055", (sb_span){0},
							  "the FMU by %s computes something else than the model: '%s' is %.6g at time %.6g, not "
							  "%.6g",
							  interface, d->name, d->found, d->when, d->expected);
	sb_note(m, "%u of %u variables differ by more than a thousandth of their range", c->disagreeing, c->n);
	sb_help(m, "where small differences grow, as in chaos, use --no-check; for co-simulation give a shorter --step");
	return false;
}

/* native: the run that the FMU is compared with, of the model; of a component: of the FMU itself, by model exchange. */
typedef struct checking {
	const so_fmu_options *f; const so_fmu_report *made; tool_result native; bool itself;
} checking;

/* The FMU runs in a process of its own. By co-simulation values are held between communication points. By model
 * exchange an event of the model may be two, rounding apart. True: all variables of both agree. */
static bool agrees(sb_arena *arena, sb_diag *diag, const tool_options *o, const checking *c, bool cosimulation)
{
	static const char *const words[] = {"model exchange", "co-simulation"};
	tool_result r = run_one(arena, o, sb_printf(arena, "%s:%s", c->f->path, cosimulation ? "cs" : "me"), false);
	bool good = r.record != NULL;
	if (!good)
		sb_report(diag, SB_ERROR, "G0057", (sb_span){0}, "the FMU cannot be simulated by %s", words[cosimulation]);
	if (good) {
		uint32_t n;
		sr_compare_wish wish = {.relative = 1e-3, .absolute = 1e-6, .time = cosimulation ? 0 : 1e-3 * c->made->step,
				.patterns = &(sb_strings){0},
			.width = (cosimulation ? 1.01 : 1e-3) * c->made->step};
		wish.renamed = rename_columns(arena, r.record, &n);
		wish.renamed_count = c->itself ? 0 : n;
		const sr_comparison *found = sr_compare(arena, c->native.record, r.record, &wish);
		good = report_difference(diag, found, &c->made->counting, words[cosimulation]);
		if (good && !o->quiet)
			printf("  by %s it agrees with %s: %u variables from %g to %g\n", words[cosimulation],
				   c->itself ? words[0] : "the model", found->n, found->low, found->high);
	}
	tool_result_free(&r);
	return good;
}

/* The run of the model, for the comparison and for reference results; it may fail. */
static bool run_native(sb_arena *arena, sb_diag *diag, const tool_options *o, tool_result *out)
{
	const char *word = o->class_name ? sb_printf(arena, "%s:%s", o->file, o->class_name) : o->file;
	if (o->text || o->leaving.component || (o->leaving.no_check && !o->leaving.reference))
		return true;
	*out = run_one(arena, o, word, true);
	if (!out->record)
		sb_help(sb_report(diag, SB_ERROR, "G0058", (sb_span){0},
				"the model itself cannot be simulated, so the FMU cannot "
						  "be compared with it"), "saltus run tells why; --no-check leaves the comparison out");
	return out->record != NULL;
}

/* A component alone has no run: its interfaces are compared with each other, with the inputs as they start. */
static bool check_component(sb_arena *arena, sb_diag *diag, const tool_options *o, checking *c)
{
	c->itself = true;
	const char *first = c->f->exchange ? "me" : "cs";
	c->native = run_one(arena, o, sb_printf(arena, "%s:%s", c->f->path, first), false);
	if (!c->native.record)
		sb_report(diag, SB_ERROR, "G0057", (sb_span){0}, "the FMU cannot be simulated by itself");
	return c->native.record && (!c->f->exchange || !c->f->cosimulation || agrees(arena, diag, o, c, true));
}

static bool check(sb_arena *arena, sb_diag *diag, const tool_options *o, checking *c)
{
	if (!tool_check_fmu(arena, diag, c->f->path, true))
		return false;
	if (!o->quiet)
		printf("  it keeps the rules of the standard\n");
	if (o->leaving.component && !o->leaving.no_check)
		return check_component(arena, diag, o, c);
	if (o->leaving.no_check || !c->native.record)
		return true;
	if (c->made->experiments) {
		sb_report(diag, SB_INFO, "G0060", (sb_span){0},
				"the model has experiments of its own, which an FMU has not: it is "
				  "not compared with them");
		return true;
	}
	return (!c->f->exchange || agrees(arena, diag, o, c, false)) &&
		   (!c->f->cosimulation || agrees(arena, diag, o, c, true));
}

static int export(const tool_options *o, st_model *m, sb_arena *arena, sb_diag *diag)
{
	so_fmu_report report;
	so_fmu_options options = tool_leaving_options(arena, o, m);
	checking c = {.f = &options, .made = &report};
	bool native = run_native(arena, diag, o, &c.native);
	tool_add_icon(arena, o, &options);
	if (native && o->leaving.reference && c.native.record)
		tool_add_reference(arena, c.native.record, m->plan->model->name, &options);
	bool good = so_export_fmu(m, &options, arena, &report);
	sb_take_back(m->diag, 0, tool_is_of_export);
	tool_print_messages(m->diag, o->quiet);
	if (good && !o->quiet)
		print_report(&options, &report);
	good = good && native && check(arena, diag, o, &c);
	tool_result_free(&c.native);
	fflush(stdout);
	tool_print_messages(diag, o->quiet);
	return good ? TOOL_DONE : TOOL_FAILED;
}

static bool version_is_good(sb_diag *diag, const tool_options *o)
{
	if (o->leaving.fmi == 0 || o->leaving.fmi == 2 || o->leaving.fmi == 3)
		return true;
	sb_message *m = sb_report(diag, SB_ERROR, "G0050", (sb_span){0}, "FMUs are made for FMI 2 and 3, not %u",
			o->leaving.fmi);
	sb_help(m, "write --fmi 2 for FMI 2.0, --fmi 3 for FMI 3.0");
	return false;
}

int tool_export_fmu(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	int status = TOOL_FAILED;
	if (!tool_parse(arena, diag, argc, argv, TOOL_COMMON | TOOL_TO_FMU, "fmu", &o) || !version_is_good(diag, &o)) {
		status = tool_usage(diag, "fmu");
	} else {
		tool_guard(&o);
		st_model *m = tool_is_package(&o) ? NULL : tool_load_fmu(arena, &o);
		if (tool_is_package(&o))
			status = tool_guard_status(tool_export_package(arena, diag, &o));
		if (m) {
			status = tool_guard_status(export(&o, m, arena, diag));
			st_free(m);
		}
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	tool_guard_phase(TOOL_FINISHING);
	return status;
}
