/* Any bytes at all go through the Modelica parser: it must end, its tokens must tile the text, and a text that it takes
 * without a message must come back equal after it was written out and read again. Without errors it can be formatted,
 * and formatting twice changes nothing. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "front/modelica/format/format.h"

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check_tokens(const mo_file *file, const char *text, size_t size)
{
	uint32_t end = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
	for (uint32_t i = 0; i < file->tokens.n; i++) {
		const mo_token *t = &file->tokens.at[i];
		require(t->start >= end && t->end >= t->start && t->end <= size);
		require(t->end > t->start || t->kind == MO_T_END);
		for (; end < t->start; end++)
			require(text[end] == ' ' || (text[end] >= '\t' && text[end] <= '\r'));
		end = t->end;
	}
	require(end == size);
}

static void check_format(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source)
{
	sb_text once = {0}, twice = {0};
	require(mo_format(arena, names, diag, source, &once));
	require(mo_format(arena, names, diag, sb_source_add(diag, "once.mo", once.at, once.n), &twice));
	require(once.n == twice.n && memcmp(once.at, twice.at, once.n) == 0);
	sb_text_free(&once);
	sb_text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sb_arena *arena = sb_arena_new();
	sb_names *names = sb_names_new(arena);
	sb_diag *diag = sb_diag_new();
	sb_text first = {0}, second = {0};
	uint32_t source = sb_source_add(diag, "fuzz.mo", (const char *)data, size);
	mo_file *file = mo_parse(arena, names, diag, source);
	check_tokens(file, (const char *)data, size);
	mo_dump(file, &first);
	if (sb_messages(diag) == 0 && first.n) {
		mo_file *again = mo_parse(arena, names, diag, sb_source_add(diag, "again.mo", first.at, first.n));
		require(sb_messages(diag) == 0);
		mo_dump(again, &second);
		require(first.n == second.n && memcmp(first.at, second.at, first.n) == 0);
	}
	if (sb_errors(diag) == 0)
		check_format(arena, names, diag, source);
	sb_text_free(&first);
	sb_text_free(&second);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return 0;
}
