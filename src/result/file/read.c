/* Files of results are read by their content. */
#include "result/file/read.h"
#include "external/matrix.h"
#include "model/unit/unit.h"
#include "result/file/raw.h"
#include "result/record/recorded.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void sr_split_unit(sb_arena *arena, const char *text, size_t length, const char **name, const char **unit)
{
	while (length && (*text == ' ' || *text == '\t'))
		text++, length--;
	while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
		length--;
	char closing = length ? text[length - 1] : 0, opening = closing == ']' ? '[' : closing == ')' ? '(' : 0;
	size_t from = length;
	while (opening && from > 0 && text[from - 1] != opening)
		from--;
	*unit = "";
	if (opening && from > 2 && text[from - 2] == ' ') {      /* a space before: u[1] has none */
		*unit = sb_strndup(arena, text + from, length - 1 - from);
		length = from - 2;
		while (length && text[length - 1] == ' ')
			length--;
	}
	*name = sb_strndup(arena, text, length);
}

double sr_time_factor(const char *unit)
{
	double factor, offset;
	return *unit && sm_unit_shown(unit, "s", &factor, &offset) && offset == 0 ? factor : 1;
}

uint32_t sr_mark_events(sr_record *r)
{
	uint32_t rows = sr_rows(r), repeated = 0;
	for (uint32_t i = 0; i < rows; i++) {
		bool after = i > 0 && sr_time(r, i - 1) == sr_time(r, i);
		bool before = i + 1 < rows && sr_time(r, i + 1) == sr_time(r, i);
		r->blocks[i / r->block_rows].mark[i % r->block_rows] = before ? (after ? SR_RIGHT : SR_LEFT)
															   : after         ? SR_RIGHT
															   : i + 1 == rows ? SR_END
																			   : SR_GRID;
		repeated += after;
	}
	return repeated;
}

static const char *ending_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
	return dot ? dot : "";
}

bool sr_is_result_name(const char *path)
{
	static const char *const endings[] = {".csv", ".tsv", ".txt", ".dat", ".mat", ".raw"};
	const char *ending = ending_of(path);
	size_t n = strcspn(ending, ":");
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (n == 4 && strncasecmp(ending, endings[i], n) == 0)
			return true;
	return false;
}

/* FILE.mat:NAME or FILE.raw:NUMBER, unless there is a file of that very name. */
static const char *split_matrix(sb_arena *arena, const char *path, const char **matrix)
{
	const char *colon = strrchr(path, ':');
	*matrix = "";
	if (!colon || colon - path < 4 || sb_file_exists(path) ||
		(strncasecmp(colon - 4, ".mat", 4) != 0 && strncasecmp(colon - 4, ".raw", 4) != 0))
		return path;
	*matrix = colon + 1;
	return sb_strndup(arena, path, (size_t)(colon - path));
}

sr_record *sr_read(const char *path, sr_facts *facts, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	sr_facts own;
	const char *matrix, *file = split_matrix(arena, path, &matrix);
	size_t length = 0;
	char *bytes = sb_file_bytes(diag, file, &length);
	sr_record *r = NULL;
	facts = facts ? facts : &own;
	*facts = (sr_facts){0};
	if (bytes && (strcasecmp(ending_of(file), ".mat") == 0 || sl_is_mat((const unsigned char *)bytes, length)))
		r = sr_read_mat((const unsigned char *)bytes, length, file, matrix, facts, diag);
	else if (bytes && sr_is_raw(bytes, length))
		r = sr_read_raw(bytes, length, file, *matrix ? (uint32_t)strtoul(matrix, NULL, 10) : 1, diag);
	else if (bytes)
		r = sr_read_csv(bytes, length, file, facts, diag);
	free(bytes);
	sb_arena_free(arena);
	return r;
}
