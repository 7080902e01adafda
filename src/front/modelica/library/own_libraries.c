/* The libraries that come with Saltus: a folder that holds Saltus/package.mo, found from where the program is.
 *
 *     build/saltus                 build/lib                    the build tree; a link to lib/ of the sources
 *     PREFIX/bin/saltus            PREFIX/share/saltus/lib      installed
 *     PREFIX/lib/libsaltus.so      PREFIX/share/saltus/lib      loaded by another program, also from PREFIX/lib/ARCH
 *
 * The variable SALTUS_LIB names another folder instead; empty, it means that there is none.
 */
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "front/modelica/library/library_folder.h"

static bool holds_libraries(sb_arena *arena, const char *folder)
{
	return sb_file_exists(sb_path_join(arena, folder, "Saltus/package.mo"));
}

/* The shared library that this code is in; the program, if it is in no shared library. NULL: not to be found. */
static char *file_of_this_code(sb_arena *arena)
{
	Dl_info info;
	struct link_map *map = NULL;
	if (dladdr1(holds_libraries, &info, (void **)&map, RTLD_DL_LINKMAP) && map && map->l_name && *map->l_name)
		return mo_real_path(arena, map->l_name);
	char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path);
	return length > 0 && (size_t)length < sizeof path ? sb_strndup(arena, path, (size_t)length) : NULL;
}

const char *mo_own_libraries(sb_arena *arena)
{
	static const char *const places[] = {"lib", "../share/saltus/lib", "../../share/saltus/lib"};
	const char *named = getenv("SALTUS_LIB");
	if (named)
		return *named ? sb_strdup(arena, named) : NULL;
	char *file = file_of_this_code(arena);
	for (size_t i = 0; file && i < sizeof places / sizeof *places; i++) {
		char *folder = sb_path_join(arena, mo_folder_of(arena, file), places[i]);
		if (holds_libraries(arena, folder))
			return mo_real_path(arena, folder);
	}
	return NULL;
}
