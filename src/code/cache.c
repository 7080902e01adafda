/* The cache of compiled objects: a folder of shared objects named by the hash of what they were made from. Objects
 * are written under a temporary name and renamed, so several processes can use it at once; the oldest go when it
 * grows beyond its bound. A folder that others could write to is not used: objects in it are run. */
#include "code/inside.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"

enum { LIMIT_MB = 256, STALE_SECONDS = 24 * 3600 };

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

char *sc_cache_folder(sb_arena *arena)
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

typedef struct kept_file { char *path; off_t size; struct timespec used; } kept_file;

static int older_first(const void *a, const void *b)
{
	const struct timespec *x = &((const kept_file *)a)->used, *y = &((const kept_file *)b)->used;
	return x->tv_sec != y->tv_sec ? (x->tv_sec > y->tv_sec) - (x->tv_sec < y->tv_sec)
		: (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

static bool ends_with(const char *name, const char *end)
{
	size_t n = strlen(name), m = strlen(end);
	return n >= m && strcmp(name + n - m, end) == 0;
}

void sc_cache_trim(const char *folder)
{
	sb_arena *arena = sb_arena_new();
	sb_vec(kept_file) files = {0};
	sb_strings names = {0};
	off_t total = 0;
	time_t now = time(NULL);
	if (sb_folder_list(arena, folder, &names))
		for (uint32_t k = 0; k < names.n; k++) {
			struct stat s;
			char *path = sb_path_join(arena, folder, names.at[k]);
			if (lstat(path, &s) != 0 || !S_ISREG(s.st_mode))
				continue;
			if (strncmp(names.at[k], "making-", 7) == 0) {
				if (now - s.st_mtime > STALE_SECONDS)
					unlink(path);
			} else if (ends_with(names.at[k], ".so")) {
				kept_file file = { path, s.st_size, s.st_mtim };
				sb_push(arena, files, file);
				total += s.st_size;
			}
		}
	const char *bound = getenv("SALTUS_CACHE_MB");
	off_t limit = (off_t)(bound && atoi(bound) > 0 ? atoi(bound) : LIMIT_MB) << 20;
	if (files.n)
		qsort(files.at, files.n, sizeof *files.at, older_first);
	for (uint32_t k = 0; k < files.n && total > limit; k++)
		if (unlink(files.at[k].path) == 0)
			total -= files.at[k].size;
	sb_arena_free(arena);
}
