/* The cache of compiled objects: a folder of shared objects named by the hash of what they were made from. Objects are
 * written under a temporary name, brought to the disk and renamed, so several processes can use it at once; the oldest
 * go when it grows beyond its bound. A folder that others could write to is not used: objects in it are run.
 *
 * Disks fill up and machines lose power, so an object carries its length and a checksum in a seal at its end. One that
 * does not fit its seal is removed. What is loaded is a copy of what was checked: whatever happens to the folder during
 * the run, the code in use stays. */
#include "code/compile/compile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cache_folder.h"
#include "base/file.h"
#include "base/map.h"

enum { LIMIT_MB = 256, STALE_SECONDS = 24 * 3600 };

char *sc_cache_folder(sb_arena *arena)
{
	return sb_cache_folder(arena);
}

typedef struct kept_file { char *path; off_t size; struct timespec used; } kept_file;

static int older_first(const void *a, const void *b)
{
	const struct timespec *x = &((const kept_file *)a)->used, *y = &((const kept_file *)b)->used;
	return x->tv_sec != y->tv_sec ? (x->tv_sec > y->tv_sec) - (x->tv_sec < y->tv_sec)
		: (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
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
			} else if (sb_ends_with(names.at[k], ".so")) {
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

/* ------------------------------------------------------------------------------------------------------ objects */

typedef struct seal { char name[8]; uint64_t length, a, b; } seal;

static seal seal_of(const char *bytes, size_t length)
{
	seal s = {.name = "SALTUS02",
			  .length = length,
			  .a = sb_hash(bytes, length, 1),
			  .b = sb_hash(bytes, length, 0x9e3779b97f4a7c15ull)};
	return s;
}

static char *read_object(const char *path, size_t *length)
{
	struct stat s;
	int f = open(path, O_RDONLY | O_CLOEXEC);
	if (f < 0)
		return NULL;
	size_t n = fstat(f, &s) == 0 && S_ISREG(s.st_mode) ? (size_t)s.st_size : 0;
	char *bytes = sb_resize(NULL, n);
	*length = 0;
	for (ssize_t got; *length < n && (got = read(f, bytes + *length, n - *length)) != 0;)
		if (got > 0)
			*length += (size_t)got;
		else if (errno != EINTR)
			break;
	close(f);
	return bytes;
}

static bool write_all(int f, const void *bytes, size_t length)
{
	const char *at = bytes;
	for (ssize_t put; length && (put = write(f, at, length)) != 0;)
		if (put > 0)
			at += put, length -= (size_t)put;
		else if (errno != EINTR)
			return false;
	return length == 0;
}

static void sync_folder(const char *path)
{
	char *folder = strndup(path, (size_t)(strrchr(path, '/') - path));
	int f = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	if (f >= 0) {
		fsync(f);
		close(f);
	}
	free(folder);
}

bool sc_cache_put(const char *object, const char *temporary, const char *kept)
{
	size_t length;
	char *bytes = read_object(object, &length);
	int f = bytes ? open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
	bool good = f >= 0;
	if (good) {
		seal s = seal_of(bytes, length);
		good = write_all(f, bytes, length) && write_all(f, &s, sizeof s) && fsync(f) == 0;
		good = close(f) == 0 && good && rename(temporary, kept) == 0;
		if (good)
			sync_folder(kept);
		else
			unlink(temporary);
	}
	free(bytes);
	return good;
}

bool sc_cache_get(const char *kept, const char *object)
{
	size_t length;
	seal found;
	char *bytes = read_object(kept, &length);
	if (!bytes)
		return false;
	bool good = length > sizeof found;
	if (good) {
		memcpy(&found, bytes + length - sizeof found, sizeof found);
		seal right = seal_of(bytes, length - sizeof found);
		good = memcmp(&found, &right, sizeof found) == 0;
	}
	if (!good)
		unlink(kept);
	int f = good ? open(object, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
	good = f >= 0 && write_all(f, bytes, length - sizeof found);
	if (f >= 0)
		close(f);
	free(bytes);
	return good;
}
