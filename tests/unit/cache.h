/* A cache of objects of its own for all tests of a program: set up and taken down by the group. */
#ifndef SALTUS_TESTS_CACHE_H
#define SALTUS_TESTS_CACHE_H

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"

static char cache_folder[] = "/tmp/saltus-test-XXXXXX";

static int make_cache(void **unused)
{
	(void)unused;
	if (!mkdtemp(cache_folder))
		return -1;
	return setenv("SALTUS_CACHE", cache_folder, 1);
}

static int remove_cache(void **unused)
{
	(void)unused;
	sb_arena *arena = sb_arena_new();
	sb_strings names = {0};
	sb_folder_list(arena, cache_folder, &names);
	for (uint32_t k = 0; k < names.n; k++)
		unlink(sb_path_join(arena, cache_folder, names.at[k]));
	rmdir(cache_folder);
	sb_arena_free(arena);
	return 0;
}

#endif
