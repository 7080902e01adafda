/* saltus fmu WHAT FILE.fmu. */
#include "tool/fmu/tool_fmu.h"

#include <stdio.h>
#include <string.h>

#include "tool/results/results.h"

/* Everything that can be seen without running it: the archive, the description, a library of each interface, and that
 * it has the functions that it must have. */
bool tool_check_fmu(sb_arena *arena, sb_diag *diag, const char *path, bool quiet)
{
	fi_archive *a = fi_open(arena, diag, path);
	bool good = a && a->d && a->d->sound;
	const fi_interface *interfaces[] = {good ? &a->d->exchange : NULL, good ? &a->d->cosimulation : NULL};
	for (int i = 0; good && i < 2; i++) {
		fi_plan plan = {.d = a->d, .kind = i ? FI_COSIMULATION : FI_EXCHANGE};
		if (!interfaces[i]->there)
			continue;
		if (!fi_unpack(arena, diag, a, interfaces[i], &plan.files)) {
			good = false;
			continue;
		}
		fi_instance *instance = fi_instance_new(&plan, "check");
		if (!fi_ask(instance, FI_DO_LOAD)) {
			sb_report(diag, SB_ERROR, "I0043", interfaces[i]->span, "the library of the FMU cannot be used: %s",
					  fi_board_of(instance)->said);
			good = false;
		}
		fi_instance_free(instance);
	}
	if (good && !quiet)
		printf("%s: FMI %s, %s%s%s, keeps the rules\n", path, a->d->version_text,
			   a->d->exchange.there ? "model exchange" : "",
			   a->d->exchange.there && a->d->cosimulation.there ? " and " : "",
			   a->d->cosimulation.there ? "co-simulation" : a->d->exchange.there ? "" : "scheduled execution");
	fi_close(a);
	return good;
}

static bool check(sb_arena *arena, sb_diag *diag, const char *path)
{
	return tool_check_fmu(arena, diag, path, false);
}

static bool info(sb_arena *arena, sb_diag *diag, const char *path)
{
	fi_archive *a = fi_open(arena, diag, path);
	bool good = a && a->d;
	if (good)
		tool_print_fmu(a);
	fi_close(a);
	return good && a->d->sound;
}

/* Against a file of results, or one interface against the other. */
static int compare(sb_arena *arena, int argc, char **argv)
{
	sb_vec(char *) words = {0};
	char *fmu = NULL, *reference = NULL;
	for (int i = 1; i < argc; i++) {
		size_t n = strlen(argv[i]);
		if (n > 4 && strcmp(argv[i] + n - 4, ".fmu") == 0 && !fmu)
			fmu = argv[i];
		else if (n > 4 && *argv[i] != '-' && !reference && (strcmp(argv[i] + n - 4, ".csv") == 0 ||
															 strcmp(argv[i] + n - 4, ".mat") == 0))
			reference = argv[i];
	}
	if (fmu)
		sb_push(arena, words, reference ? reference : sb_printf(arena, "%s:me", fmu));
	if (fmu)
		sb_push(arena, words, reference ? fmu : sb_printf(arena, "%s:cs", fmu));
	for (int i = 1; i < argc; i++)
		if (argv[i] != fmu && argv[i] != reference)
			sb_push(arena, words, argv[i]);
	int count = (int)words.n;
	sb_push(arena, words, NULL);
	return tool_compare(count, words.at);
}

static int run(sb_arena *arena, sb_diag *diag, const tool_options *o)
{
	static const char *const names[] = {"info", "check", "compare", "export"};
	const char *what = o->files.n ? o->files.at[0] : "";
	bool known = strcmp(what, "info") == 0 || strcmp(what, "check") == 0;
	if (!known || o->files.n < 2) {
		const char *near = known ? NULL : sb_nearest(what, names, 4);
		sb_message *m = sb_report(diag, SB_ERROR, "I0080", (sb_span){0}, known ? "which FMU? no file was named"
			: "saltus fmu has nothing called '%s'", what);
		sb_help(m, near ? "did you mean '%s'?"
				: "write saltus fmu info|check|compare FILE.fmu, or saltus fmu export FILE[:CLASS]", near);
		return tool_usage(diag, "fmu");
	}
	bool good = true;
	for (uint32_t i = 1; i < o->files.n; i++)
		good &= (*what == 'i' ? info : check)(arena, diag, o->files.at[i]);
	fflush(stdout);
	tool_print_messages(diag, o->quiet);
	return good ? TOOL_DONE : TOOL_FAILED;
}

int tool_fmu(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	int status;
	if (argc > 0 && strcmp(argv[0], "compare") == 0) {
		status = compare(arena, argc, argv);
	} else if (argc > 0 && strcmp(argv[0], "export") == 0) {
		status = tool_export_fmu(argc - 1, argv + 1);
	} else if (!tool_parse(arena, diag, argc, argv, TOOL_FMU, "fmu", &o)) {
		status = tool_usage(diag, "fmu");
	} else {
		tool_guard(&o);
		status = run(arena, diag, &o);
		tool_guard_phase(TOOL_FINISHING);
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	return status;
}
