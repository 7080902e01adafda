/* saltus compile: a submodel as segments of machine code. */
#include <string.h>

#include "export/sbm/export_sbm.h"
#include "tool/text/tool_text.h"

static const char *path_of(sb_arena *arena, const tool_options *o, const st_model *m)
{
	const char *name = m->flat->name, *dot = strrchr(name, '.');
	return o->outputs.n ? o->outputs.at[0] : sb_printf(arena, "%s.sbm", dot ? dot + 1 : name);
}

/* Its inputs are given by whoever uses it. */
static bool is_of_submodel(const char *code)
{
	return strcmp(code, "U0410") != 0;
}

/* The plan tells whether it is sound; what leaves is made from another copy of the flat model, which the analysis has
 * not changed. */
static bool compile(sb_arena *arena, const tool_options *o)
{
	st_model *checked = tool_load(o, ST_PLAN), *m = checked ? tool_load(o, ST_FLAT) : NULL;
	so_sbm_report r;
	bool good = m && so_export_sbm(checked->plan, m->flat, path_of(arena, o, m), &r);
	if (m) {
		sb_take_back(m->diag, 0, is_of_submodel);
		tool_print_messages(m->diag, o->quiet);
	}
	if (good && !o->quiet)
		printf("%s: %u inputs, %u outputs, %u parameters, %u segments, %u of them with derivatives, %zu bytes\n",
			   path_of(arena, o, m), r.inputs, r.outputs, r.parameters, r.segments, r.derivatives, r.bytes);
	if (m)
		st_free(m);
	if (checked)
		st_free(checked);
	return good && fflush(stdout) == 0;
}

int tool_compile(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	int status;
	if (!tool_parse(arena, diag, argc, argv, TOOL_COMMON | TOOL_COMPILE, "compile", &o)) {
		status = tool_usage(diag, "compile");
	} else {
		tool_guard(&o);
		status = compile(arena, &o) ? TOOL_DONE : TOOL_FAILED;
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	tool_guard_phase(TOOL_FINISHING); /* what is whole is whole, whoever has asked for the end meanwhile */
	return status;
}
