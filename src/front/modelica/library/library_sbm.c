/* Classes that are compiled submodels: X.sbm is the block X (front/sbm/front_sbm.h). */
#include <string.h>

#include "front/modelica/library/library_folder.h"
#include "front/sbm/front_sbm.h"

bool mo_is_sbm(const char *path)
{
	return sb_ends_with(path, ".sbm");
}

mo_file *mo_parse_sbm(mo_library *lib, const char *path)
{
	sf_writing w = {.arena = lib->arena};
	bool good = sg_class_text(lib->arena, lib->diag, path, &w.text);
	sf_made made = sf_finish(&w, lib->diag);
	return good ? mo_library_parse_made(lib, path, &made) : NULL;
}
