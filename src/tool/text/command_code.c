/* saltus code: the generated C, or, with --target, code that stands alone in a folder. */
#include "export/export.h"
#include "tool/text/tool_text.h"
#include <math.h>
#include <string.h>

static void print_report(const so_report *r, const char *folder)
{
	printf("%s: %u files in %s, %u lines of model.h and model.c\n", r->name, r->files.n, folder, r->lines);
	printf("  %u states, %u parameters, %u inputs, %u outputs, %u loops of equations\n", r->states, r->parameters,
		   r->inputs, r->outputs, r->loops);
	printf("  RAM: %llu bytes for one struct (with pointers of this machine); the stack not counted\n",
		   (unsigned long long)r->bytes);
	if (isfinite(r->evaluations))
		printf("  a step without an event: %.0f evaluations of the rates, of about %.0f operations each\n",
			   r->evaluations, r->operations);
	else
		printf("  an evaluation of the rates: about %.0f operations; the solver chooses how many\n", r->operations);
}

static bool exposes_none(const tool_options *o)
{
	return o->leaving.expose.n == 1 && strcmp(o->leaving.expose.at[0], "none") == 0;
}

static so_options options_of(const tool_options *o)
{
	return (so_options){.target = (so_target)(o->leaving.target - 1), .folder = o->leaving.folder,
		.name = o->leaving.name, .solver = o->run.solver, .step = o->run.step, .stop = o->run.stop,
		.tolerance = o->run.tolerance, .exposes = o->leaving.expose.n > 0,
		.expose = exposes_none(o) ? (sb_strings){0} : o->leaving.expose,
		.outputs = o->leaving.outputs, .single = o->leaving.single, .overwrite = o->leaving.overwrite,
				.scratch = o->leaving.scratch,
		.delays = o->leaving.delays};
}

/* Inputs are those of the code: nobody has to give them here. */
static bool is_of_export(const char *code)
{
	return strcmp(code, "U0410") != 0;
}

static int export(const tool_options *o, st_model *m, sb_arena *arena)
{
	so_report report;
	so_options options = options_of(o);
	bool good = so_export(m, &options, arena, &report);
	sb_take_back(m->diag, 0, is_of_export);
	tool_print_messages(m->diag, o->quiet);
	if (good && !o->quiet)
		print_report(&report, options.folder);
	return good ? TOOL_DONE : TOOL_FAILED;
}

static int show(const st_model *m)
{
	sb_text text = {0};
	tool_print_messages(m->diag, false);
	sc_generate(m->plan, &text);
	fwrite(text.at, 1, text.n, stdout);
	sb_text_free(&text);
	return fflush(stdout) == 0 && !ferror(stdout) ? TOOL_DONE : TOOL_FAILED;
}

int tool_code(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	int status = TOOL_FAILED;
	bool good = tool_parse(arena, diag, argc, argv, TOOL_COMMON | TOOL_SHOW | TOOL_EXPORT, "code", &o);
	if (good && o.leaving.target && !o.leaving.folder) {
		sb_message *m = sb_report(diag, SB_ERROR, "G0017", (sb_span){0}, "--target needs a folder to write to");
		sb_help(m, "name one with -o FOLDER");
		good = false;
	}
	if (good && !o.leaving.target && o.leaving.folder) {
		sb_message *m = sb_report(diag, SB_ERROR, "G0018", (sb_span){0},
								  "-o is for code that stands alone, and --target does not say which");
		sb_help(m, "give --target library, program or python; without -o the C of a run is printed");
		good = false;
	}
	if (!good) {
		status = tool_usage(diag, "code");
	} else {
		tool_guard(&o);
		st_model *m = tool_load(&o, o.leaving.target ? ST_CODE : ST_PLAN);
		if (m) {
			status = o.leaving.target ? export(&o, m, arena) : show(m);
			st_free(m);
		}
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	tool_guard_phase(TOOL_FINISHING);
	return status;
}
