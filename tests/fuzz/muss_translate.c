/* Any text at all goes through the whole way from MUSS to a plan, through its segments, its studies and its layout: it
 * must end without a crash, and a failure must have a message. What was laid out once stays as it is. */
#include <string.h>

#include "front/muss/muss.h"
#include "structure/structure.h"
#include "whole_way.h"

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
	sf_request request = request_of(data, size, "fuzz.muss");
	sb_text out = {0};
	require(mu_segments(&request, true, &out) || sb_errors(request.diag) > 0);
	sb_text_free(&out);
	to_plan(&request);
	uint32_t before = sb_errors(request.diag);
	require(!mu_names_study(&request) || mu_study(&request) || sb_errors(request.diag) > before);
	lay_out(request.arena, request.names, request.text);
	return end_of(&request);
}
