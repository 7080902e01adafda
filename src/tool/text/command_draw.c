/* saltus draw: what a class looks like. */
#include "study/draw/draw.h"
#include "tool/text/tool_text.h"
#include <string.h>

static int draw(const tool_options *o, sb_diag *diag)
{
	sf_layer layer = o->drawing.icon ? SF_ICON : SF_DIAGRAM;
	st_drawing d = {.path = o->file, .class_name = o->class_name, .text = o->text, .external = ST_OWN_C,
		.layer = o->drawing.icon || o->drawing.diagram ? &layer : NULL, .width = o->drawing.width};
	bool good = true;
	d.given = o->given.at;
	d.given_count = o->given.n;
	tool_guard(o);
	for (uint32_t i = 0; i < o->outputs.n && good; i++) {
		good = st_draw(&d, o->outputs.at[i], diag);
		if (good && !o->quiet)
			printf("wrote %s\n", o->outputs.at[i]);
	}
	tool_guard_phase(TOOL_FINISHING);
	tool_print_messages(diag, o->quiet);
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
