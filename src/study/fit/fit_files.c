/* What a fit reads is not written over by what it writes. */
#include "study/fit/fit.h"
#include <string.h>
#include <sys/stat.h>

static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;
	if (strcmp(a, b) == 0)
		return true;
	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Is a part of what was written, between semicolons, equal signs and colons, this file? */
static bool names_file(const char *written, const char *path, sb_arena *arena)
{
	for (const char *from = written;; from++) {
		while (*from == ' ')
			from++;
		for (const char *to = from + strcspn(from, ";:");; to += 1 + strcspn(to + 1, ";:")) {
			const char *end = to;
			while (end > from && end[-1] == ' ')
				end--;
			if (end > from && is_same_file(sb_strndup(arena, from, (size_t)(end - from)), path))
				return true;
			if (*to != ':')
				break;
		}
		from += strcspn(from, ";=");
		if (!*from)
			return false;
	}
}

bool st_fit_is_free(const st_fit_request *q, const char *option, const char *path, sb_arena *arena, sb_diag *diag)
{
	const char *const *lists[] = {q->data, q->options.written};
	uint32_t counts[] = {q->data_count, q->options.written_count};
	for (int k = 0; k < 2; k++)
		for (uint32_t i = 0; i < counts[k]; i++)
			if (names_file(lists[k][i], path, arena)) {
				sb_help(sb_report(diag, SB_ERROR, "U0953", (sb_span){0}, "%s %s would write over what %s %s reads",
								  option, path, k ? "--input" : "--data", lists[k][i]),
						"choose another name for what is written");
				return false;
			}
	return true;
}
