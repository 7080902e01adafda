/* saltus flat and code: a model as far as the layer that they show. */
#include "tool/text/tool_text.h"
#include "model/print/print.h"
#include <string.h>

typedef void (*shower)(const st_model *m, sb_text *out);

static void show_flat(const st_model *m, sb_text *out)
{
	sm_print(m->flat, true, out);
}

static void show_code(const st_model *m, sb_text *out)
{
	sc_generate(m->plan, out);
}

static int show(int argc, char **argv, const char *command, st_depth depth, shower print)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	int status = TOOL_FAILED;
	if (!tool_parse(arena, diag, argc, argv, TOOL_COMMON | TOOL_SHOW, command, &o)) {
		status = tool_usage(diag, command);
	} else {
		tool_guard(&o);
		st_model *m = tool_load(&o, depth);
		if (m) {
			sb_text text = {0};
			tool_print_messages(m->diag, false);
			print(m, &text);
			fwrite(text.at, 1, text.n, stdout);
			sb_text_free(&text);
			st_free(m);
			status = fflush(stdout) == 0 && !ferror(stdout) ? TOOL_DONE : TOOL_FAILED;
		}
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	tool_guard_phase(TOOL_FINISHING);        /* what is whole is whole, whoever has asked for the end meanwhile */
	return status;
}

int tool_flat(int argc, char **argv)
{
	return show(argc, argv, "flat", ST_FLAT, show_flat);
}

int tool_code(int argc, char **argv)
{
	return show(argc, argv, "code", ST_PLAN, show_code);
}
