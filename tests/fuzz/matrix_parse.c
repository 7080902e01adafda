/* Any bytes at all go through the parser of matrix expressions: it must end, with a tree or with a message, and a tree
 * must come back equal after it was written out and read again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "front/matrix/front_matrix.h"

static void require(bool holds)
{
	if (!holds)
		abort();
}

static mx_node *read(sb_arena *arena, sb_names *names, sb_diag *diag, const char *text, size_t size)
{
	uint32_t source = sb_source_add(diag, "fuzz", text, size);
	mx_text t = {.at = sb_source_text(diag, source, &size), .n = (uint32_t)size, .source = source};
	return mx_parse(arena, names, diag, &t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sb_arena *arena = sb_arena_new();
	sb_names *names = sb_names_new(arena);
	sb_diag *diag = sb_diag_new();
	sb_text first = {0}, second = {0}, shown = {0};
	mx_node *e = read(arena, names, diag, (const char *)data, size);
	require((e == NULL) == (sb_errors(diag) > 0));
	if (e && e->span.end) {
		mx_print(e, &first);
		mx_node *again = read(arena, names, diag, first.at, first.n);
		/* parentheses add levels */
		if (again) {
			mx_print(again, &second);
			require(first.n == second.n && memcmp(first.at, second.at, first.n) == 0);
		}
	}
	sb_render(diag, 0, false, &shown);
	sb_text_free(&first);
	sb_text_free(&second);
	sb_text_free(&shown);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return 0;
}
