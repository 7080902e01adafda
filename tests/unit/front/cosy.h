/* What the tests of the COSY parser share: a text, its tree and its messages. */
#ifndef SALTUS_TESTS_COSY_H
#define SALTUS_TESTS_COSY_H

#include <stdio.h>
#include <string.h>

#include "unit/front/corpus.h"
#include "front/cosy/syntax/cosy_syntax.h"

typedef struct parsed { sb_arena *arena; sb_names *names; sb_diag *diag; co_node *program; uint32_t source; } parsed;

static inline parsed parse_with(const char *text, size_t length, const sf_given *overrides, uint32_t count)
{
	parsed r = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	r.names = sb_names_new(r.arena);
	r.source = sb_source_add(r.diag, "test.cosy", text, length);
	r.program = co_parse(r.arena, r.names, r.diag, r.source, overrides, count);
	return r;
}

static inline parsed parse(const char *text)
{
	return parse_with(text, strlen(text), NULL, 0);
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
	return read_corpus_file(arena, "cosy_parse", name);
}

/* The tree of a text as one line: (KIND name number children), lists as (...), NULL as -, names without subscripts as
 * themselves. */
static inline void brief(const co_node *n, sb_text *out)
{
	if (!n) {
		sb_add(out, "-");
		return;
	}
	bool plain = (n->kind == CO_NAME && n->of.at[0]->of.n == 0 && !n->of.at[1]) || n->kind == CO_NUMBER;
	if (plain) {
		sb_add(out, n->name ? n->name : "?");
		return;
	}
	sb_add(out, "(");
	if (n->kind == CO_BINARY || n->kind == CO_UNARY)
		sb_add(out, n->name);
	else if (n->kind != CO_LIST)
		sb_add(out, co_kind_name(n->kind));
	if (n->name && n->kind != CO_BINARY && n->kind != CO_UNARY && n->kind != CO_PRIME)
		sb_addf(out, " %s", n->name);
	if (n->text)
		sb_addf(out, " $%s$", n->text);
	if (n->number != 0 && n->kind != CO_PRIME)
		sb_addf(out, " %g", n->number);
	for (uint32_t i = 0; i < n->of.n; i++) {
		if (i > 0 || n->kind != CO_LIST)
			sb_add(out, " ");
		brief(n->of.at[i], out);
	}
	sb_add(out, ")");
}

#endif
