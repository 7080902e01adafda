/* Packages that are netlists: F.cir is the package F, with a class for each subcircuit and the class `circuit`. */
#include "front/modelica/library/library_folder.h"
#include "front/spice/spice.h"

bool mo_is_netlist(const char *path)
{
	static const char *const endings[] = {".cir", ".sp", ".spice", ".net", ".ckt"};
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (sb_ends_with(path, endings[i]))
			return true;
	return false;
}

mo_file *mo_parse_netlist(mo_library *lib, const char *path, const char *text, size_t length)
{
	sf_request r = {.arena = lib->arena, .names = lib->names, .diag = lib->diag, .path = path};
	r.text = sb_strndup(lib->arena, text, length);
	sf_writing w = {.arena = lib->arena};
	sp_netlist *n = sp_read(&r, true);
	bool good = n && sp_package(n, path, false, &w);
	sf_made made = sf_finish(&w, lib->diag);
	return good ? mo_library_parse_made(lib, path, &made) : NULL;
}
