/* The folder that the code is written to. Files that somebody else has written, or changed since they were written
 * here, are not overwritten: main.c is there to be changed. The list saltus.files has a checksum for each file. */
#include "export/make/export_make.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

static const char list_name[] = "saltus.files";

void so_note_file(so_job *j, const char *name, const char *text, size_t length)
{
	sb_addf(&j->written, "%016llx %s\n", (unsigned long long)sb_hash(text, length, 0), name);
}

const char *so_list_of_files(so_job *j, const char **name)
{
	*name = list_name;
	return j->written.at ? j->written.at : "";
}

/* The checksum that the list has for a file; false: it is not in it. */
static bool listed(const char *list, const char *name, uint64_t *sum)
{
	size_t n = strlen(name);
	for (const char *at = list; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
		char *end;
		*sum = strtoull(at, &end, 16);
		if (*end == ' ' && strncmp(end + 1, name, n) == 0 && end[1 + n] == '\n')
			return true;
	}
	return false;
}

static bool is_foreign(so_job *j, const char *list, const char *name)
{
	const char *path = sb_path_join(j->arena, j->o->folder, name);
	size_t length;
	uint64_t sum;
	if (!sb_file_exists(path))
		return false;
	if (!listed(list, name, &sum))
		return true;
	char *bytes = sb_file_bytes(j->diag, path, &length);
	bool changed = !bytes || sb_hash(bytes, length, 0) != sum;
	free(bytes);
	return changed;
}

bool so_folder_is_free(so_job *j)
{
	const char *path = sb_path_join(j->arena, j->o->folder, list_name), *foreign = NULL;
	const char *names[] = {"model.h", "model.c", "main.c", "Makefile", "python_calls.c", "setup.py",
		sb_printf(j->arena, "%s.py", j->name)};
	size_t count = j->o->target == SO_LIBRARY ? 2 : sizeof names / sizeof *names, length;
	if (j->o->overwrite || !sb_is_folder(j->o->folder))
		return true;
	char *list = sb_file_exists(path) ? sb_file_bytes(j->diag, path, &length) : NULL;
	for (size_t k = 0; k < count && !foreign; k++)
		foreign = is_foreign(j, list ? list : "", names[k]) ? names[k] : NULL;
	for (const so_file *f = so_runtime; f->name && !foreign; f++)
		foreign = is_foreign(j, list ? list : "", f->name) ? f->name : NULL;
	bool known = foreign && list && strstr(list, foreign);
	free(list);
	if (!foreign)
		return true;
	sb_message *m = sb_report(j->diag, SB_ERROR, "G0073", (sb_span){0}, "the file '%s' in '%s' would be lost: %s",
							  foreign, j->o->folder, known ? "it was changed since it was written"
														   : "it was not written by saltus code");
	sb_help(m, "name another folder, or give --overwrite");
	return false;
}
