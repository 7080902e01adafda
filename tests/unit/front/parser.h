/* What the tests of the Modelica parser share: a text, its tree and its messages. */
#ifndef SALTUS_TESTS_PARSER_H
#define SALTUS_TESTS_PARSER_H

#include <stdio.h>
#include <string.h>

#include "unit/front/corpus.h"
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

static inline void require_clean(const parsed *r)
{
	require_no_messages(r->diag);
}

static inline char *read_corpus(sb_arena *arena, const char *name)
{
	return read_corpus_file(arena, "modelica_parse", name);
}

#endif
