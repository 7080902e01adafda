/* What the tests of both parsers share: messages that must not be there, and the texts of tests/fuzz/corpus. */
#ifndef SALTUS_TESTS_CORPUS_H
#define SALTUS_TESTS_CORPUS_H

#include "unit/unit.h"
#include "base/file.h"

/* Prints the messages and fails if there are any. */
static inline void require_no_messages(const sb_diag *diag)
{
	if (sb_messages(diag) == 0)
		return;
	sb_text out = {0};
	sb_render(diag, 0, false, &out);
	print_error("%s\n", out.at);
	sb_text_free(&out);
	fail();
}

static inline char *read_corpus_file(sb_arena *arena, const char *folder, const char *name)
{
	sb_diag *diag = sb_diag_new();
	size_t length;
	char *path = sb_printf(arena, "%s/tests/fuzz/corpus/%s/%s", SALTUS_SOURCE, folder, name);
	char *text = sb_file_read(arena, diag, (sb_span){0}, path, &length);
	sb_diag_free(diag);
	assert_non_null(text);
	return text;
}

#endif
