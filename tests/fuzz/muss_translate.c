/* Any text at all goes through the whole way from MUSS to a plan, through its segments, its studies and its layout: it
 * must end without a crash, and a failure must have a message. What was laid out once stays as it is. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "front/muss/muss.h"
#include "front/notation.h"
#include "structure/structure.h"

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void lay_out(sb_arena *arena, sb_names *names, const char *text)
{
	sb_diag *diag = sb_diag_new();
	sb_text once = {0}, twice = {0};
	bool good = mu_format(arena, names, diag, sb_source_add(diag, "fuzz.muss", text, strlen(text)), &once);
	require(good || sb_errors(diag) > 0);
	if (good && once.n) {
		require(mu_format(arena, names, diag, sb_source_add(diag, "again.muss", once.at, once.n), &twice));
		require(twice.n == once.n && memcmp(once.at, twice.at, once.n) == 0);
	}
	sb_text_free(&once);
	sb_text_free(&twice);
	sb_diag_free(diag);
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
	before = sb_errors(diag);
	require(!mu_names_study(&request) || mu_study(&request) || sb_errors(diag) > before);
	lay_out(arena, names, text);
	sb_render(diag, 0, true, &out);
	sb_render_json(diag, 0, &out);
	sb_text_free(&out);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return 0;
}
