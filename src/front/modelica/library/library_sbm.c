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
	sb_text text = {0};
	mo_file *file = NULL;
	if (sg_class_text(lib->arena, lib->diag, path, &text))
		file = mo_parse(lib->arena, lib->names, lib->diag,
						sb_source_add(lib->diag, sb_printf(lib->arena, "%s (segments)", path), text.at, text.n));
	sb_text_free(&text);
	return file;
}
