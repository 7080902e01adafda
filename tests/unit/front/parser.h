/* What the tests of the Modelica parser share: a text, its tree and its messages. */
#ifndef SALTUS_TESTS_PARSER_H
#define SALTUS_TESTS_PARSER_H

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"
#include "base/file.h"
#include "front/modelica/syntax/syntax.h"

typedef struct parsed { sb_arena *arena; sb_names *names; sb_diag *diag; mo_file *file; uint32_t source; } parsed;

static inline parsed parse_bytes(const char *text, size_t length)
{
	parsed r = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	r.names = sb_names_new(r.arena);
	r.source = sb_source_add(r.diag, "test.mo", text, length);
	r.file = mo_parse(r.arena, r.names, r.diag, r.source);
	return r;
}

static inline parsed parse(const char *text)
{
	return parse_bytes(text, strlen(text));
}

static inline void parsed_free(parsed *r)
{
	sb_diag_free(r->diag);
	sb_arena_free(r->arena);
}

/* Prints the messages and fails if there are any. */
static inline void require_clean(const parsed *r)
{
	if (sb_messages(r->diag) == 0)
		return;
	sb_text out = {0};
	sb_render(r->diag, 0, false, &out);
	print_error("%s\n", out.at);
	sb_text_free(&out);
	fail();
}

static inline char *read_corpus(sb_arena *arena, const char *name)
{
	sb_diag *diag = sb_diag_new();
	size_t length;
	char *path = sb_printf(arena, "%s/tests/fuzz/corpus/modelica_parse/%s", SALTUS_SOURCE, name);
	char *text = sb_file_read(arena, diag, (sb_span){0}, path, &length);
	sb_diag_free(diag);
	assert_non_null(text);
	return text;
}

#endif
