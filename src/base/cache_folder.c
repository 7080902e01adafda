/* The cache folder; see cache_folder.h. */
#include "base/cache_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static bool make_folders(sb_arena *arena, const char *path)
{
	char *copy = sb_strdup(arena, path);
	for (char *at = copy + 1; *at; at++)
		if (*at == '/') {
			*at = 0;
			if (mkdir(copy, 0700) != 0 && errno != EEXIST)
				return false;
			*at = '/';
		}
	return mkdir(copy, 0700) == 0 || errno == EEXIST;
}

static bool is_ours(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == geteuid() && !(s.st_mode & (S_IWGRP | S_IWOTH))
		&& access(path, W_OK | X_OK) == 0;
}

char *sb_cache_folder(sb_arena *arena)
{
	const char *chosen = getenv("SALTUS_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	char *path;
	if (chosen)
		path = *chosen ? sb_strdup(arena, chosen) : NULL;
	else if (xdg && *xdg == '/')
		path = sb_path_join(arena, xdg, "saltus");
	else if (home && *home == '/')
		path = sb_path_join(arena, home, ".cache/saltus");
	else
		path = NULL;
	return path && make_folders(arena, path) && is_ours(path) ? path : NULL;
}
