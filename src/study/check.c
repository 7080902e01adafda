/* The classes of a library, one after another: the front end says what a class is, the structure layer whether it can be simulated. */
#include "front/modelica/flatten/flatten_check.h"
#include "front/modelica/syntax/syntax.h"
#include "study/study.h"

static void check_one(mo_library *lib, const mo_listed *listed, st_checked *out)
{
	sb_arena *arena = sb_arena_new();
	uint32_t errors = sb_errors(lib->diag);
	sm_model *flat;
	out->waits = mo_check_class(arena, lib, listed, &flat) == MO_WAITS;
	if (flat && sb_errors(lib->diag) == errors) {
		ss_analyse(arena, flat);
		out->simulated = sb_errors(lib->diag) == errors;
	}
	out->errors = sb_errors(lib->diag) - errors;
	sb_arena_free(arena);
}

bool st_check_classes(sb_diag *diag, const char *path, const char *class_name, st_external external, void (*seen)(void *context, const st_checked *one), void *context)
{
	sb_arena *arena = sb_arena_new();
	mo_library *lib = mo_library_new(arena, sb_names_new(arena), diag);
	mo_listing list = {0};
	lib->run = st_runner_of(external);
	bool listed = mo_list_classes(lib, path, class_name, &list);
	for (uint32_t i = 0; listed && i < list.n; i++) {
		st_checked one = {.name = list.at[i].name, .kind = mo_restriction_text(list.at[i].class_def->restriction),
			.partial = list.at[i].class_def->is_partial};
		check_one(lib, &list.at[i], &one);
		seen(context, &one);
	}
	sb_arena_free(arena);
	return listed;
}

bool st_names_library(const char *path, const char *class_name)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *quiet = sb_diag_new();
	bool is = mo_names_library(mo_library_new(arena, sb_names_new(arena), quiet), path, class_name);
	sb_diag_free(quiet);
	sb_arena_free(arena);
	return is;
}
