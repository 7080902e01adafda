/* saltus fmu export MODEL -o X.ssp: the top level of a model as a package of FMUs. */
#include "export/system/export_system.h"
#include "tool/fmu/fmu_extras.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/stop.h"

bool tool_is_package(const tool_options *o)
{
	const char *path = o->leaving.folder;
	size_t n = path ? strlen(path) : 0;
	return n > 4 && strcmp(path + n - 4, ".ssp") == 0;
}

/* What is of one FMU, and a package has not, is not ignored. */
static bool options_are_good(sb_diag *diag, const tool_options *o)
{
	const tool_export_options *l = &o->leaving;
	const char *other = l->component ? "--component" : l->outputs.n ? "--outputs" : l->expose.n ? "--expose"
						: l->tunable.n ? "--tunable" : l->reference ? "--reference" : l->name ? "--name"
						: l->fmi == 3 ? "--fmi 3" : NULL;
	if (!other)
		return true;
	sb_message *m = sb_report(diag, SB_ERROR, "G0093", (sb_span){0}, "%s cannot be used with a package (.ssp)", other);
	sb_help(m, l->fmi == 3 ? "connectors of a package are scalars, as those of FMI 2.0 are; leave it out"
						   : "export the component alone: --component NAME -o NAME.fmu");
	return false;
}

/* An FMU of one component, as bytes of the arena. */
static bool add_part(sb_arena *arena, sb_diag *diag, const tool_options *o, so_system *s, const char *name,
					 const char *path)
{
	tool_options with = *o;
	so_fmu_report report;
	size_t length = 0;
	with.leaving.component = name;
	with.leaving.folder = path;
	with.leaving.fmi = 2;
	st_model *m = tool_load_fmu(arena, &with);
	if (!m)
		return false;
	so_fmu_options options = tool_leaving_options(arena, &with, m);
	bool good = so_export_fmu(m, &options, arena, &report);
	sb_take_back(m->diag, 0, tool_is_of_export);
	tool_print_messages(m->diag, o->quiet);
	good = good && tool_check_fmu(arena, diag, path, true);
	char *bytes = good ? sb_file_bytes(diag, path, &length) : NULL;
	char *copy = sb_alloc(arena, length + 1);
	memcpy(copy, bytes ? bytes : "", bytes ? length : 0);
	free(bytes);
	good = bytes && so_add_part(s, sb_strdup(arena, name), m, copy, length);
	if (good && !o->quiet)
		printf("  %s: %u states, %u inputs, %u outputs\n", name, report.code.states, report.code.inputs,
			   report.code.outputs);
	st_free(m);
	return good;
}

static bool add_parts(sb_arena *arena, sb_diag *diag, const tool_options *o, so_system *s)
{
	char *folder = sb_printf(arena, "%s/saltus-system-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	const sb_strings *names = so_system_names(s);
	bool good = sb_temporary_folder(folder);
	if (!good)
		sb_report(diag, SB_ERROR, "G0051", (sb_span){0}, "there is no folder for the FMUs of the package");
	for (uint32_t k = 0; k < names->n && good; k++)
		good = add_part(arena, diag, o, s, names->at[k], sb_path_join(arena, folder, "part.fmu"));
	sb_remove_folder(folder);
	sb_temporary_done(folder);
	return good;
}

int tool_export_package(sb_arena *arena, sb_diag *diag, const tool_options *o)
{
	if (!options_are_good(diag, o))
		return tool_usage(diag, "fmu");
	st_model *m = tool_load(o, ST_CODE);
	if (!m)
		return TOOL_FAILED;
	so_system *s = so_system_new(m, arena);
	bool good = s != NULL;
	if (good && !so_system_names(s)->n) {
		sb_help(sb_report(diag, SB_ERROR, "G0090", (sb_span){0},
						  "the model has no components, which a package is made of"),
				"export it whole: -o FILE.fmu");
		good = false;
	}
	good = good && add_parts(arena, diag, o, s) && so_write_system(s, o->leaving.folder);
	sb_take_back(m->diag, 0, tool_is_of_export);
	tool_print_messages(m->diag, o->quiet);
	tool_print_messages(diag, o->quiet);
	if (good && !o->quiet)
		printf("%s: SSP 1.0, %u components, %u connections\n", o->leaving.folder, so_system_names(s)->n,
			   so_system_wires(s));
	st_free(m);
	return good ? TOOL_DONE : TOOL_FAILED;
}
