#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/stop.h"
#include "base/utf8.h"

enum { LARGEST = 256 << 20, PIPE_LOOKS = 20, PIPE_PATIENCE = 3000 };     /* bytes; milliseconds */

static void report_missing(sb_diag *diag, sb_span where, const char *path)
{
	sb_message *m = sb_report(diag, SB_ERROR, "F0001", where, "there is no file '%s'", path);
	sb_arena *arena = sb_arena_new();
	const char *slash = strrchr(path, '/');
	const char *folder = slash ? sb_strndup(arena, path, (size_t)(slash - path) + 1) : ".";
	sb_strings names = {0};
	if (!sb_folder_list(arena, folder, &names)) {
		sb_note(m, "there is no folder '%s' either", folder);
	} else {
		const char *own = slash ? slash + 1 : path, *near = sb_nearest(own, names.at, names.n);
		for (uint32_t i = 0; i < names.n; i++)           /* the name without its ending */
			if (*own && strncmp(names.at[i], own, strlen(own)) == 0 && names.at[i][strlen(own)] == '.')
				near = names.at[i];
		if (near)
			sb_help(m, "did you mean '%s%s'?", slash ? folder : "", near);
	}
	sb_arena_free(arena);
}

/* Reads to the end, also from what has no size (a pipe); NULL with errno, or EFBIG past the limit. */
static char *read_all(int file, size_t expected, size_t most, size_t *length)
{
	size_t n = 0, cap = (expected < most ? expected : most) + 2;
	char *text = sb_resize(NULL, cap);
	for (;;) {
		if (n + 1 == cap)
			text = sb_resize(text, cap = cap * 2 + 4096);
		ssize_t got = read(file, text + n, cap - n - 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 || n + (size_t)got > most) {
			int error = got < 0 ? errno : EFBIG;
			free(text);
			errno = error;
			return NULL;
		}
		if (got == 0)
			break;
		n += (size_t)got;
	}
	text[n] = 0;
	*length = n;
	return text;
}

static bool is_text(sb_diag *diag, sb_span where, const char *path, const char *text, size_t length)
{
	if (memchr(text, 0, length)) {
		sb_message *m =
			sb_report(diag, SB_ERROR, "F0004", where, "'%s' is not a text file: it has a byte of value 0", path);
		if (length >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0))
			sb_help(m, "it looks like UTF-16; save it as UTF-8");
		return false;
	}
	size_t bad = sb_utf8_invalid(text, length);
	if (bad == length)
		return true;
	size_t line = 1;
	for (const char *at = text; (at = memchr(at, '\n', (size_t)(text + bad - at))); at++)
		line++;
	sb_message *m = sb_report(diag, SB_ERROR, "F0005", where, "'%s' is not UTF-8 text: line %zu has the byte 0x%02x",
							  path, line, (unsigned char)text[bad]);
	sb_help(m, "save the file as UTF-8");
	return false;
}

/* A pipe would be waited for, for ever where nobody writes; what a device gives need not end. */
static const char *not_a_file(mode_t mode)
{
	return S_ISDIR(mode)    ? "a folder"
		   : S_ISFIFO(mode) ? "a pipe"
		   : S_ISSOCK(mode) ? "a socket"
		   : S_ISREG(mode)  ? NULL
							: "a device";
}

const char *sb_not_a_file(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 ? not_a_file(status.st_mode) : NULL;
}

static char *report_unread(sb_diag *diag, sb_span where, const char *path, int error, size_t most)
{
	if (error == ENOENT || error == ENOTDIR) {
		report_missing(diag, where, path);
	} else if (error == EFBIG) {
		sb_report(diag, SB_ERROR, "F0006", where, "'%s' is too large: more than %zu MB", path, most >> 20);
	} else {
		sb_report(diag, SB_ERROR, "F0003", where, "'%s' cannot be read: %s", path, strerror(error));
	}
	return NULL;
}

/* All bytes of a file, on the heap; NULL after a report. */
static char *bytes_of(sb_diag *diag, sb_span where, const char *path, size_t most, size_t *length)
{
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (file < 0)
		return report_unread(diag, where, path, errno, most);
	struct stat status;
	int error = 0;
	const char *other = fstat(file, &status) == 0 ? not_a_file(status.st_mode) : NULL;
	if (other) {
		close(file);
		sb_message *m = sb_report(diag, SB_ERROR, "F0002", where, "'%s' is %s, not a file", path, other);
		if (S_ISDIR(status.st_mode))
			sb_help(m, "name a file in it");
		return NULL;
	}
	char *bytes = NULL;
	if (fstat(file, &status) != 0)
		error = errno;
	else if ((uint64_t)status.st_size > most)
		error = EFBIG;
	else if (!(bytes = read_all(file, (size_t)status.st_size, most, length)))
		error = errno;
	close(file);
	return error ? report_unread(diag, where, path, error, most) : bytes;
}

char *sb_file_bytes(sb_diag *diag, const char *path, size_t *length)
{
	return bytes_of(diag, (sb_span){0}, path, UINT32_MAX, length);
}

/* Takes the bytes. */
static char *keep_text(sb_arena *arena, sb_diag *diag, sb_span where, const char *path, char *text, size_t n,
					   size_t *length)
{
	char *kept = NULL;
	if (is_text(diag, where, path, text, n)) {
		size_t mark = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;      /* a byte order mark says nothing */
		kept = sb_strndup(arena, text + mark, n - mark);
		if (length)
			*length = n - mark;
	}
	free(text);
	return kept;
}

char *sb_file_read(sb_arena *arena, sb_diag *diag, sb_span where, const char *path, size_t *length)
{
	size_t n = 0;
	char *text = bytes_of(diag, where, path, LARGEST, &n);
	return text ? keep_text(arena, diag, where, path, text, n, length) : NULL;
}

char *sb_input_read(sb_arena *arena, sb_diag *diag, size_t *length)
{
	size_t n = 0;
	char *text = read_all(STDIN_FILENO, 0, LARGEST, &n);
	return text ? keep_text(arena, diag, (sb_span){0}, SB_STDIN, text, n, length)
				: report_unread(diag, (sb_span){0}, SB_STDIN, errno, LARGEST);
}

static bool cannot_create(sb_output *out, sb_diag *diag, const char *path, const char *cause)
{
	sb_message *m = sb_report(diag, SB_ERROR, "F0010", (sb_span){0}, "'%s' cannot be written: %s", path, cause);
	const char *slash = strrchr(path, '/');
	if (slash && slash > path) {
		char *folder = strndup(path, (size_t)(slash - path));
		if (folder && !sb_is_folder(folder))
			sb_help(m, "there is no folder '%s'; make it first", folder);
		free(folder);
	}
	free(out->path);
	free(out->temporary);
	*out = (sb_output){0};
	return false;
}

static char *text_copy(const char *text)
{
	size_t size = strlen(text) + 1;
	return memcpy(sb_resize(NULL, size), text, size);
}

/* Opens a new file beside the final one; its name says whose it is, should a crash leave it behind. */
static int open_beside(sb_output *out, mode_t mode)
{
	size_t size = strlen(out->path) + 48;
	out->temporary = sb_resize(NULL, size);
	for (unsigned attempt = 0; attempt < 1000; attempt++) {
		snprintf(out->temporary, size, "%s.%ld.%u.part", out->path, (long)getpid(), attempt);
		sb_temporary(out->temporary);
		int file = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		if (file >= 0)
			return file;
		int error = errno;
		sb_temporary_done(out->temporary);
		errno = error;
		if (error != EEXIST)
			return -1;
	}
	return -1;
}

static void remove_temporary(const sb_output *out)
{
	unlink(out->temporary);
	sb_temporary_done(out->temporary);
}

/* A pipe is opened when somebody reads it, who may come a little later. Whoever opens one that nobody reads would wait
 * for ever. */
static int open_pipe(const char *path)
{
	for (int waited = 0;; waited += PIPE_LOOKS) {
		int file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
		if (file >= 0 && fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK) == 0)
			return file;
		int error = errno;
		if (file >= 0)
			close(file);
		errno = error;
		if (file >= 0 || error != ENXIO || waited >= PIPE_PATIENCE || sb_stopped() != SB_GO_ON)
			return -1;
		nanosleep(&(struct timespec){.tv_nsec = PIPE_LOOKS * 1000000L}, NULL);
	}
}

bool sb_output_open(sb_output *out, sb_diag *diag, const char *path)
{
	*out = (sb_output){0};
	if (!*path)
		return cannot_create(out, diag, path, "a file needs a name");
	struct stat status;
	bool exists = stat(path, &status) == 0;
	if (exists && S_ISDIR(status.st_mode))
		return cannot_create(out, diag, path, "it is a folder");
	if (exists && access(path, W_OK) != 0)
		return cannot_create(out, diag, path, strerror(errno));
	char *real = exists ? realpath(path, NULL) : NULL; /* the file that a link points to is replaced, not the link */
	int file;
	if (exists && !S_ISREG(status.st_mode)) {
		/* A device or a pipe has no half-written state: it is written to directly. */
		free(real);
		out->path = text_copy(path);
		file = S_ISFIFO(status.st_mode) ? open_pipe(path) : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
		if (file < 0 && errno == ENXIO && S_ISFIFO(status.st_mode))
			return cannot_create(out, diag, path, "it is a pipe, and nobody reads it");
	} else {
		out->path = real ? real : text_copy(path);
		file = open_beside(out, exists ? status.st_mode & 0777 : 0666);
	}
	if (file < 0)
		return cannot_create(out, diag, path, strerror(errno));
	out->stream = fdopen(file, "w");
	if (out->stream)
		return true;
	int error = errno;
	close(file);
	if (out->temporary)
		remove_temporary(out);
	return cannot_create(out, diag, path, strerror(error));
}

bool sb_output_commit(sb_output *out, sb_diag *diag)
{
	/* A write that failed earlier may have left another errno by now; flushing tries again and says why. */
	errno = 0;
	bool failed = fflush(out->stream) != 0 || ferror(out->stream);
	/* what could not be written is gone; the cause is still there */
	if (failed && !errno && write(fileno(out->stream), "", 1) < 0)
		failed = true;
	int error = errno;
	if (fclose(out->stream) != 0 && !failed) {
		failed = true;
		error = errno;
	}
	out->stream = NULL;
	if (failed) {
		sb_report(diag, SB_ERROR, "F0011", (sb_span){0}, "writing '%s' failed: %s", out->path,
			error ? strerror(error) : "not everything could be written");
	} else if (out->temporary && rename(out->temporary, out->path) != 0) {
		failed = true;
		sb_report(diag, SB_ERROR, "F0012", (sb_span){0}, "'%s' was written, but cannot be renamed to '%s': %s",
			out->temporary, out->path, strerror(errno));
	}
	if (!failed && out->temporary) {
		sb_temporary_done(out->temporary);
		free(out->temporary);
		out->temporary = NULL;
	}
	sb_output_abandon(out);
	return !failed;
}

void sb_output_abandon(sb_output *out)
{
	if (out->stream)
		fclose(out->stream);
	if (out->temporary)
		remove_temporary(out);
	free(out->temporary);
	free(out->path);
	*out = (sb_output){0};
}

bool sb_file_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

bool sb_is_folder(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

char *sb_path_join(sb_arena *arena, const char *folder, const char *name)
{
	size_t n = strlen(folder);
	if (!n || name[0] == '/')
		return sb_strdup(arena, name);
	return sb_printf(arena, "%s%s%s", folder, folder[n - 1] == '/' ? "" : "/", name);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool sb_folder_list(sb_arena *arena, const char *path, sb_strings *names)
{
	DIR *folder = opendir(path);
	if (!folder)
		return false;
	for (struct dirent *entry; (entry = readdir(folder));)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			sb_push(arena, *names, sb_strdup(arena, entry->d_name));
	closedir(folder);
	if (names->n)
		qsort(names->at, names->n, sizeof *names->at, by_name);
	return true;
}

double sb_processor_clock(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool can_run(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

char *sb_program_find(sb_arena *arena, const char *name)
{
	const char *path = getenv("PATH");
	if (!*name)
		return NULL;
	if (strchr(name, '/'))
		return can_run(name) ? sb_strdup(arena, name) : NULL;
	for (const char *at = path ? path : ""; *at;) {
		size_t n = strcspn(at, ":");
		char *candidate = sb_path_join(arena, sb_strndup(arena, at, n), name);
		if (n && can_run(candidate))
			return candidate;
		at += n + (at[n] == ':');
	}
	return NULL;
}

double sb_clock(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
