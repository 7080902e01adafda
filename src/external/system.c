/* Files, folders, streams and the system, as far as models use them. Names may be addresses modelica://... */
#include "external/functions.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NO_FILE = 1, FILE_ITSELF, FOLDER, SPECIAL };

/* ------------------------------------------------------------------------------------- folders and files */

void ModelicaInternal_mkdir(const char *name)
{
	if (mkdir(sl_file(name), 0777) != 0)
		sl_fail("the folder '%s' cannot be made: %s", name, strerror(errno));
}

void ModelicaInternal_rmdir(const char *name)
{
	if (rmdir(sl_file(name)) != 0)
		sl_fail("the folder '%s' cannot be removed: %s", name, strerror(errno));
}

int ModelicaInternal_stat(const char *name)
{
	struct stat s;
	if (stat(sl_file(name), &s) != 0)
		return NO_FILE;
	return S_ISREG(s.st_mode) ? FILE_ITSELF : S_ISDIR(s.st_mode) ? FOLDER : SPECIAL;
}

void ModelicaInternal_rename(const char *from, const char *to)
{
	if (rename(sl_file(from), sl_file(to)) != 0)
		sl_fail("'%s' cannot be renamed to '%s': %s", from, to, strerror(errno));
}

void ModelicaInternal_removeFile(const char *name)
{
	if (remove(sl_file(name)) != 0)
		sl_fail("the file '%s' cannot be removed: %s", name, strerror(errno));
}

void ModelicaInternal_copyFile(const char *from, const char *to)
{
	char block[65536];
	const char *wrong = NULL;
	if (ModelicaInternal_stat(to) != NO_FILE)
		sl_fail("the file '%s' cannot be copied to '%s', which exists already", from, to);
	FILE *in = fopen(sl_file(from), "rbe"), *out = in ? fopen(sl_file(to), "wbe") : NULL;
	if (!in || !out)
		wrong = strerror(errno);
	for (size_t n; !wrong && (n = fread(block, 1, sizeof block, in)) > 0;)
		if (fwrite(block, 1, n, out) != n)
			wrong = strerror(errno);
	if (in && ferror(in))
		wrong = "it cannot be read";
	if (in)
		fclose(in);
	if (out && fclose(out) != 0 && !wrong)
		wrong = strerror(errno);
	if (wrong)
		sl_fail("the file '%s' cannot be copied to '%s': %s", from, to, wrong);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_named(const struct dirent *e)
{
	return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

static int list_folder(const char *name, struct dirent ***list)
{
	int n = scandir(sl_file(name), list, is_named, by_name);
	if (n < 0)
		sl_fail("the folder '%s' cannot be read: %s", name, strerror(errno));
	return n;
}

static void free_list(struct dirent **list, int n)
{
	for (int k = 0; k < n; k++)
		free(list[k]);
	free(list);
}

void ModelicaInternal_readDirectory(const char *name, int count, const char **names)
{
	struct dirent **list;
	int n = list_folder(name, &list);
	char *room = n == count ? sl_room((size_t)n * (NAME_MAX + 1) + 1) : NULL;
	for (int k = 0; room && k < n; k++, room += NAME_MAX + 1)
		names[k] = strcpy(room, list[k]->d_name);
	free_list(list, n);
	if (n != count)
		sl_fail("the folder '%s' has %d entries, but %d were asked for", name, n, count);
}

int ModelicaInternal_getNumberOfFiles(const char *name)
{
	struct dirent **list;
	int n = list_folder(name, &list);
	free_list(list, n);
	return n;
}

/* The file need not exist; then only the folder it is in is made whole. */
const char *ModelicaInternal_fullPathName(const char *name)
{
	char whole[PATH_MAX], here[PATH_MAX];
	const char *path = sl_file(name);
	if (realpath(path, whole))
		return sl_keep(whole);
	if (*path == '/' || !getcwd(here, sizeof here))
		return sl_keep(path);
	char *joined = sl_room(strlen(here) + strlen(path) + 2);
	sprintf(joined, "%s/%s", here, path);
	return joined;
}

const char *ModelicaInternal_temporaryFileName(void)
{
	const char *folder = getenv("TMPDIR");
	char *name = sl_room(PATH_MAX);
	snprintf(name, PATH_MAX, "%s/saltus-XXXXXX", folder && *folder == '/' ? folder : "/tmp");
	int f = mkstemp(name);
	if (f < 0)
		sl_fail("no temporary file can be made: %s", strerror(errno));
	close(f);
	unlink(name);
	return name;
}

/* ------------------------------------------------------------------------------------- streams */

/* Nothing is kept open. */
void ModelicaStreams_closeFile(const char *name)
{
	(void)name;
}

void ModelicaInternal_print(const char *text, const char *name)
{
	if (!*name) {
		sl_tell(false, "%s", text);
		return;
	}
	FILE *f = fopen(sl_file(name), "ae");
	bool good = f && fprintf(f, "%s\n", text) >= 0;
	good = (!f || fclose(f) == 0) && good;
	if (!good)
		sl_fail("the file '%s' cannot be written: %s", name, strerror(errno));
}

static FILE *open_text(const char *name)
{
	FILE *f = fopen(sl_file(name), "re");
	if (!f)
		sl_fail("the file '%s' cannot be read: %s", name, strerror(errno));
	return f;
}

/* Reads a line into memory of its own; false at the end. */
static bool next_line(FILE *f, char **line, size_t *room)
{
	ssize_t n = getline(line, room, f);
	while (n > 0 && ((*line)[n - 1] == '\n' || (*line)[n - 1] == '\r'))
		(*line)[--n] = 0;
	return n >= 0;
}

int ModelicaInternal_countLines(const char *name)
{
	FILE *f = open_text(name);
	char *line = NULL;
	size_t room = 0;
	int n = 0;
	while (next_line(f, &line, &room))
		n++;
	free(line);
	fclose(f);
	return n;
}

void ModelicaInternal_readFile(const char *name, const char **lines, size_t count)
{
	FILE *f = open_text(name);
	char *line = NULL;
	size_t room = 0, n = 0;
	while (n < count && next_line(f, &line, &room))
		lines[n++] = sl_keep(line);
	free(line);
	fclose(f);
	if (n < count)
		sl_fail("the file '%s' has %zu lines, but %zu were asked for", name, n, count);
}

const char *ModelicaInternal_readLine(const char *name, int number, int *at_end)
{
	FILE *f = open_text(name);
	char *line = NULL;
	size_t room = 0;
	bool there = true;
	for (int k = 0; k < number && there; k++)
		there = next_line(f, &line, &room);
	const char *found = there && line ? sl_keep(line) : "";
	free(line);
	fclose(f);
	*at_end = !there;
	return found;
}

/* ------------------------------------------------------------------------------------- the system */

void ModelicaInternal_chdir(const char *name)
{
	if (chdir(sl_file(name)) != 0)
		sl_fail("the folder '%s' cannot be entered: %s", name, strerror(errno));
}

const char *ModelicaInternal_getcwd(int dummy)
{
	char here[PATH_MAX];
	(void)dummy;
	if (!getcwd(here, sizeof here))
		sl_fail("the present folder is not known: %s", strerror(errno));
	return sl_keep(here);
}

void ModelicaInternal_getenv(const char *name, int to_slash, const char **content, int *exists)
{
	const char *value = getenv(name);
	(void)to_slash;
	*content = value ? sl_keep(value) : "";
	*exists = value != NULL;
}

void ModelicaInternal_setenv(const char *name, const char *value, int from_slash)
{
	(void)from_slash;
	if (setenv(name, value, 1) != 0)
		sl_fail("the environment variable '%s' cannot be set: %s", name, strerror(errno));
}

void ModelicaInternal_getTime(int *ms, int *second, int *minute, int *hour, int *day, int *month, int *year)
{
	struct timespec now;
	struct tm local;
	clock_gettime(CLOCK_REALTIME, &now);
	localtime_r(&now.tv_sec, &local);
	*ms = (int)(now.tv_nsec / 1000000);
	*second = local.tm_sec;
	*minute = local.tm_min;
	*hour = local.tm_hour;
	*day = local.tm_mday;
	*month = local.tm_mon + 1;
	*year = local.tm_year + 1900;
}

int ModelicaInternal_getpid(void)
{
	return (int)getpid();
}

void ModelicaInternal_exit(int status)
{
	sl_fail("the model ends the program with status %d", status);
}
