/* Any bytes at all go through the COSY parser with its macros: it must end, and every node lies in the text. */
#include <stdint.h>
#include <stdlib.h>

#include "front/cosy/syntax/cosy_syntax.h"

static void check(const co_node *n, uint32_t size)
{
	if (!n)
		return;
	if (n->span.start > n->span.end || n->span.end > size || n->kind >= CO_KIND_COUNT)
		abort();
	for (uint32_t i = 0; i < n->of.n; i++)
		check(n->of.at[i], size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sb_arena *arena = sb_arena_new();
	sb_names *names = sb_names_new(arena);
	sb_diag *diag = sb_diag_new();
	sb_text out = {0};
	co_node *program =
		co_parse(arena, names, diag, sb_source_add(diag, "fuzz.cosy", (const char *)data, size), NULL, 0);
	if (!program || program->kind != CO_PROGRAM)
		abort();
	check(program, (uint32_t)size);
	sb_render(diag, 0, false, &out);
	sb_text_free(&out);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return 0;
}
