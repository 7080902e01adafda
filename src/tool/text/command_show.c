/* saltus flat: a model as far as the layer that it shows. */
#include "tool/text/tool_text.h"
#include "model/print/print.h"
#include <string.h>

int tool_flat(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	int status = TOOL_FAILED;
	if (!tool_parse(arena, diag, argc, argv, TOOL_COMMON | TOOL_SHOW, "flat", &o)) {
		status = tool_usage(diag, "flat");
	} else {
		tool_guard(&o);
		st_model *m = tool_load(&o, ST_FLAT);
		if (m) {
			sb_text text = {0};
			tool_print_messages(m->diag, false);
			sm_print(m->flat, true, &text);
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
