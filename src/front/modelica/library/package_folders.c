/* The folders that packages are in, for the addresses of files that belong to them. */
#include "front/modelica/library/library_folder.h"

/* A package that is a file has the files beside it. */
const char *mo_package_folder(mo_library *lib, sb_arena *arena, const mo_class *k)
{
	const char *folder = sb_map_find(&lib->folders, k);

	if (folder)
		return mo_real_path(arena, folder);
	if (k->enclosing || !k->name_span.source)
		return NULL;
	return mo_real_path(arena, mo_folder_of(arena, sb_source_path(lib->diag, k->name_span.source)));
}

static void add_folder(mo_library *lib, sm_model *model, const mo_class *k)
{
	const char *path = k->name ? mo_package_folder(lib, model->arena, k) : NULL;
	sb_folder one = {.path = path};

	if (!path)
		return;
	one.package = k->within && *k->within ? sb_printf(model->arena, "%s.%s", k->within, k->name) : k->name;
	sb_push(model->arena, model->folders, one);
}

void mo_list_folders(mo_library *lib, sm_model *model)
{
	const sb_map *maps[] = {&lib->folders, &lib->top};

	model->folders.n = 0;
	for (int m = 0; m < 2; m++)
		for (uint32_t i = 0; i < maps[m]->cap; i++) {
			const mo_element *e;

			if (!maps[m]->used[i])
				continue;
			if (m == 0) {
				add_folder(lib, model, (const mo_class *)(uintptr_t)maps[m]->keys[i]);
				continue;
			}
			e = (const mo_element *)(uintptr_t)maps[m]->values[i];
			if (e && e->class_def && !sb_map_find(&lib->folders, e->class_def))
				add_folder(lib, model, e->class_def);
		}
}
