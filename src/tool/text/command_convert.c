/* saltus convert: a model of another notation as Modelica text. */
#include "base/file.h"
#include "front/notation.h"
#include "tool/text/tool_text.h"
#include <string.h>

static bool put(const tool_options *o, sb_diag *diag, const sb_text *text)
{
	if (o->outputs.n == 0)
		return fwrite(text->at, 1, text->n, stdout) == text->n && fflush(stdout) == 0;
	for (uint32_t i = 0; i < o->outputs.n; i++) {
		sb_output out;
		if (!sb_output_open(&out, diag, o->outputs.at[i]))
			return false;
		fwrite(text->at, 1, text->n, out.stream);
		if (!sb_output_commit(&out, diag))
			return false;
		if (!o->quiet)
			printf("wrote %s\n", o->outputs.at[i]);
	}
	return fflush(stdout) == 0;
}

static bool convert(const tool_options *o, sb_arena *arena, sb_diag *diag)
{
	const sf_notation *notation = o->text ? sf_notation_of_text(o->file, o->text) : sf_notation_of(o->file);
	if (!notation->make) {
		sb_text endings = {0};
		for (const sf_notation *const *n = sf_notations; *n; n++)
			for (const char *const *ending = (*n)->endings; (*n)->make && *ending; ending++)
				sb_addf(&endings, "%s%s", endings.n ? ", " : "", *ending);
		sb_help(sb_report(diag, SB_ERROR, "X0040", (sb_span){0}, "'%s' is %s, of which there is no Modelica text",
						  o->file, notation->of_text),
				"files with these endings can be converted: %s", endings.at);
		sb_text_free(&endings);
		return false;
	}
	sf_request r = {.arena = arena, .names = sb_names_new(arena), .diag = diag, .path = o->file, .text = o->text};
	sf_writing w = {.arena = arena};
	bool good = notation->make(&r, &w) && put(o, diag, &w.text);
	sb_text_free(&w.text);
	return good;
}

int tool_convert(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	int status;
	if (!tool_parse(arena, diag, argc, argv, TOOL_COMMON | TOOL_CONVERT, "convert", &o)) {
		status = tool_usage(diag, "convert");
	} else {
		tool_guard(&o);
		status = convert(&o, arena, diag) ? TOOL_DONE : TOOL_FAILED;
		tool_print_messages(diag, o.quiet);
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	tool_guard_phase(TOOL_FINISHING); /* what is whole is whole, whoever has asked for the end meanwhile */
	return status;
}
