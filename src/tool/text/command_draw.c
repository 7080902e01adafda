/* saltus draw: what a class looks like. */
#include "study/draw/draw.h"
#include "tool/text/tool_text.h"
#include <math.h>
#include <string.h>

/* What a picture shows beyond the class: a model of it, and a run. */
typedef struct shown { st_model *model; se_run *run; } shown;

static bool asks_for_more(const tool_options *o)
{
	return !isnan(o->drawing.values) || o->drawing.activation;
}

static bool simulate(const tool_options *o, shown *s)
{
	se_settings settings = se_defaults(sc_image(s->model->program));
	if (o->drawing.values < settings.start) {
		sb_help(sb_report(s->model->diag, SB_ERROR, "U0977", (sb_span){0},
			"there are no values at time %g: the model begins at %g", o->drawing.values, settings.start),
			"ask for a later time: --values %g", settings.start);
		return false;
	}
	settings.stop = o->drawing.values;
	settings.rows = SE_ROWS_ENDS;
	s->run = st_run(s->model, s->model->diag);
	return s->run && se_ended_well(se_simulate(s->run, &settings));
}

/* False after messages, which are printed. */
static bool prepare(const tool_options *o, shown *s)
{
	bool values = !isnan(o->drawing.values);
	st_options options = tool_load_options(o, values ? ST_CODE : ST_PLAN, values ? ST_ANY_C : ST_OWN_C);
	s->model = st_load(o->file, o->class_name, &options);
	bool good = (values ? s->model->program != NULL : s->model->plan != NULL) && !sb_errors(s->model->diag) &&
				(!values || simulate(o, s));
	if (good && o->drawing.activation && !s->model->plan->schedules.n)
		sb_help(sb_report(s->model->diag, SB_WARNING, "U0978", (sb_span){0}, "the model has no sources of activations"),
			"docs/diagrams.md tells what they are");
	tool_print_messages(s->model->diag, o->quiet);
	return good;
}

static void list_sources(const ss_plan *plan)
{
	sb_text text = {0};
	st_list_sources(plan, &text);
	fputs(text.at ? text.at : "", stdout);
	sb_text_free(&text);
}

static bool draw_files(const tool_options *o, const shown *s, sb_diag *diag)
{
	sf_layer layer = o->drawing.icon ? SF_ICON : SF_DIAGRAM;
	st_drawing d = {.path = o->file, .class_name = o->class_name, .text = o->text, .external = ST_OWN_C,
		.layer = o->drawing.icon || o->drawing.diagram || s->model ? &layer : NULL, .width = o->drawing.width,
		.given = o->given.at, .given_count = o->given.n, .values = s->run ? se_record(s->run) : NULL,
		.sources = o->drawing.activation ? s->model->plan : NULL};
	bool good = true;
	for (uint32_t i = 0; i < o->outputs.n && good; i++) {
		good = st_draw(&d, o->outputs.at[i], diag);
		if (good && !o->quiet)
			printf("wrote %s\n", o->outputs.at[i]);
	}
	if (good && d.sources && !o->quiet)
		list_sources(d.sources);
	return good;
}

static int draw(const tool_options *o, sb_diag *diag)
{
	shown s = {0};
	tool_guard(o);
	bool good = (!asks_for_more(o) || prepare(o, &s)) && draw_files(o, &s, diag);
	tool_guard_phase(TOOL_FINISHING);
	tool_print_messages(diag, o->quiet);
	se_run_free(s.run);
	if (s.model)
		st_free(s.model);
	return good && fflush(stdout) == 0 ? TOOL_DONE : TOOL_FAILED;
}

static bool has_results(const char *file)
{
	const char *dot = strrchr(file, '.');
	return dot && (strcmp(dot, ".csv") == 0 || strcmp(dot, ".mat") == 0);
}

static bool is_complete(sb_arena *arena, const tool_options *o, sb_diag *diag)
{
	if (has_results(o->file))
		sb_help(sb_report(diag, SB_ERROR, "U0827", (sb_span){0}, "'%s' has results, and no class", o->file),
				"saltus plot %s draws results", o->file);
	if (!o->outputs.n)
		sb_help(sb_report(diag, SB_ERROR, "U0005", (sb_span){0}, "into which file? no picture was named"),
				"for example: saltus draw %s -o picture.svg", o->file);
	if (o->drawing.icon && o->drawing.diagram)
		sb_help(sb_report(diag, SB_ERROR, "U0003", (sb_span){0}, "--icon and --diagram are two pictures"),
				"draw one after the other");
	if (o->drawing.icon && asks_for_more(o))
		sb_help(sb_report(diag, SB_ERROR, "U0003", (sb_span){0}, "an icon shows neither values nor activations"),
				"leave out --icon: they are shown in the diagram");
	if (o->drawing.width > ST_WIDEST)
		tool_bad_value(diag, "--width", sb_printf(arena, "%u", o->drawing.width), "a number of pixels up to 10000");
	return !sb_errors(diag);
}

int tool_draw(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	bool good = tool_parse(arena, diag, argc, argv, TOOL_COMMON | TOOL_DRAW, "draw", &o) &&
				is_complete(arena, &o, diag);
	int status = good ? tool_guard_status(draw(&o, diag)) : tool_usage(diag, "draw");
	sb_diag_free(diag);
	sb_arena_free(arena);
	return status;
}
