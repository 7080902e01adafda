/* Any text at all goes through the whole way from COSY to a plan: it must end without a crash, a failure must have a
 * message, and a model that has no message of an error must have a plan or say why it has none. */
#include <stdint.h>
#include <stdlib.h>

#include "front/cosy/cosy.h"
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
	sm_model *model =
		co_translate(&(sf_request){.arena = arena, .names = names, .diag = diag, .path = "fuzz.cosy", .text = text});
	require(model || sb_errors(diag) > 0);
	if (model && sb_errors(diag) == 0) {
		ss_plan *plan = ss_analyse(arena, model);
		require(plan || sb_errors(diag) > 0);
	}
	sb_render(diag, 0, true, &out);
	sb_render_json(diag, 0, &out);
	sb_text_free(&out);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return 0;
}
