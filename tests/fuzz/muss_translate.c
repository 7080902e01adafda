/* Any text at all goes through the whole way from MUSS to a plan, and through its segments: it must end without a
 * crash, and a failure must have a message. */
#include <stdint.h>
#include <stdlib.h>

#include "front/muss/muss.h"
#include "front/notation.h"
#include "structure/structure.h"

static void require(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sb_arena *arena = sb_arena_new();
	sb_names *names = sb_names_new(arena);
	sb_diag *diag = sb_diag_new();
	sb_text out = {0};
	char *text = sb_strndup(arena, (const char *)data, size);      /* ends at the first 0 byte, as a text does */
	sf_request request = {.arena = arena, .names = names, .diag = diag, .path = "fuzz.muss", .text = text};
	require(mu_segments(&request, true, &out) || sb_errors(diag) > 0);
	uint32_t before = sb_errors(diag);
	sm_model *model = sf_translate(&request);
	require(model || sb_errors(diag) > before);
	if (model && sb_errors(diag) == before) {
		ss_plan *plan = ss_analyse(arena, model);
		require(plan || sb_errors(diag) > before);
	}
	sb_render(diag, 0, true, &out);
	sb_render_json(diag, 0, &out);
	sb_text_free(&out);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return 0;
}
