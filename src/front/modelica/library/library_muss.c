/* Packages that are texts of MUSS: F.muss is the package F, with a class for each block of the text. */
#include <string.h>

#include "front/modelica/library/library_folder.h"
#include "front/muss/muss.h"

bool mo_is_muss(const mo_library *lib, const char *path)
{
	if (sb_ends_with(path, ".muss"))
		return true;
	return lib->request && lib->request->muss && lib->request->path == path;
}

mo_file *mo_parse_muss(mo_library *lib, const char *path, const char *text, size_t length)
{
	sf_request r = {.arena = lib->arena, .names = lib->names, .diag = lib->diag, .path = path};
	r.text = sb_strndup(lib->arena, text, length);
	sf_writing w = {.arena = lib->arena};
	bool good = mu_make(&r, &w);
	sf_made made = sf_finish(&w, lib->diag);
	return good ? mo_library_parse_made(lib, path, &made) : NULL;
}
