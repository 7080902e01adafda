/* saltus plot: pictures of results that are there. */
#include "tool/guard/tool_guard.h"
#include "tool/report/report.h"
#include "tool/results/results.h"
#include <string.h>

typedef struct plot {
	tool_options o;
	sb_arena *arena;
	sb_diag *diag;
	tool_result *results;
	sr_run *others;
	uint32_t count;
} plot;

/* Two runs of the same name in two folders are told apart by their paths. */
static void tell_apart(plot *p)
{
	bool *alike = sb_new_array(p->arena, bool, p->count);
	for (uint32_t i = 0; i < p->count; i++)
		for (uint32_t k = 0; k < p->count; k++)
			alike[i] = alike[i] || (i != k && strcmp(p->results[i].label, p->results[k].label) == 0);
	for (uint32_t i = 0; i < p->count; i++)
		if (alike[i])
			p->results[i].label = p->o.files.at[i];
}

/* What the first run has and another one has not would be missing without a word. */
static void tell_missing(plot *p, const tool_picture *picture)
{
	const sr_record *first = p->results[0].record;
	for (uint32_t c = 0; c < sr_columns(first); c++) {
		const char *name = sr_column_at(first, c)->name;
		bool drawn = false;
		for (uint32_t i = 0; i < picture->vars.n; i++)
			drawn = drawn || sb_matches(picture->vars.at[i], name);
		for (uint32_t i = 1; i < p->count && drawn; i++)
			if (sr_find(p->results[i].record, name) == UINT32_MAX)
				sb_report(p->diag, SB_WARNING, "U0804", (sb_span){0}, "'%s' is not in '%s'", name, p->o.files.at[i]);
	}
}

static bool draw_all(plot *p)
{
	sr_figure figure = {.title = p->count == 1 ? p->results[0].label : NULL, .label = p->results[0].label,
		.others = p->others, .other_count = p->count - 1};
	sb_u32s columns = {0};
	bool good = true;
	for (uint32_t i = 0; i < p->o.pictures.n; i++)
		if (p->o.pictures.at[i].figure) {
			sb_help(sb_report(p->diag, SB_ERROR, "U0805", (sb_span){0}, "files of results have no figures"),
					"--figure is for saltus run, which knows the model");
			return false;
		}
	if (p->o.vars.n && !tool_select(p->results[0].record, &p->o.vars, "--vars", p->arena, p->diag, &columns))
		return false;
	figure.columns = columns.at;
	figure.count = columns.n;
	for (uint32_t i = 0; i < p->o.pictures.n; i++) {
		const tool_picture *picture = &p->o.pictures.at[i];
		tell_missing(p, picture);
		bool drawn = tool_picture_draw(picture, p->results[0].record, &figure, p->diag);
		if (drawn && *picture->file && !p->o.quiet)
			printf("wrote %s\n", picture->file);
		good = drawn && good;
	}
	return good;
}

static int plot_all(plot *p)
{
	uint32_t n = p->o.files.n;
	bool good = true;
	p->results = sb_new_array(p->arena, tool_result, n);
	p->others = sb_new_array(p->arena, sr_run, n);
	for (p->count = 0; p->count < n; p->count++) {
		p->results[p->count] = tool_take_result(p->arena, &p->o, p->o.files.at[p->count]);
		good = good && p->results[p->count].record;
	}
	tell_apart(p);
	for (uint32_t i = 1; i < n; i++)
		p->others[i - 1] = (sr_run){p->results[i].record, p->results[i].label};
	tool_guard_phase(TOOL_FINISHING);
	if (!p->o.pictures.n) {
		tool_picture terminal = p->o.all_pictures;
		terminal.file = "";
		sb_push(p->arena, p->o.pictures, terminal);
	}
	good = good && draw_all(p);
	tool_print_messages(p->diag, p->o.quiet);
	for (uint32_t i = 0; i < n; i++)
		tool_result_free(&p->results[i]);
	return good ? TOOL_DONE : TOOL_FAILED;
}

int tool_plot(int argc, char **argv)
{
	plot p = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	int status;
	if (!tool_parse(p.arena, p.diag, argc, argv, TOOL_COMMON | TOOL_RESULTS | TOOL_PICTURE, "plot", &p.o)) {
		status = tool_usage(p.diag, "plot");
	} else {
		tool_guard(&p.o);
		status = tool_guard_status(plot_all(&p));
	}
	sb_diag_free(p.diag);
	sb_arena_free(p.arena);
	return status;
}
