/* Any text at all goes through the whole way from a netlist to a plan, at rest too, and to Modelica text: it must end
 * without a crash, and a failure must have a message. */
#include <stdint.h>
#include <stdlib.h>

#include "front/notation.h"
#include "front/spice/spice.h"
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
	sf_request request = {.arena = arena, .names = names, .diag = diag, .path = "fuzz.cir", .text = text};
	require(sp_convert(&request, &out) || sb_errors(diag) > 0);
	for (int resting = 0; resting < 2; resting++) {
		uint32_t before = sb_errors(diag);
		request.part = resting ? "rest" : NULL;
		sm_model *model = sf_translate(&request);
		require(model || sb_errors(diag) > before);
		if (model && sb_errors(diag) == before) {
			ss_plan *plan = ss_analyse(arena, model);
			require(plan || sb_errors(diag) > before);
		}
	}
	sb_render(diag, 0, true, &out);
	sb_render_json(diag, 0, &out);
	sb_text_free(&out);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return 0;
}
