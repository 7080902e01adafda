/* Packages that are netlists: F.cir is the package F, with a class for each subcircuit and the class `circuit`. */
#include <string.h>

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
	sf_made made = {0};
	sp_netlist *n = sp_read(&r, true);
	if (!n || !sp_package(n, path, false, &made))
		return NULL;
	uint32_t source = sb_source_add(lib->diag, sb_printf(lib->arena, "%s (as Modelica)", path), made.text,
									strlen(made.text));
	return mo_parse_made(lib->arena, lib->names, lib->diag, source, &made.origins);
}
