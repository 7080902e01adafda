/* What fuzz targets share that go the whole way from a text to a plan. They include structure/structure.h before it,
 * because a target is linked to the layers that its own file names. */
#ifndef SALTUS_TESTS_WHOLE_WAY_H
#define SALTUS_TESTS_WHOLE_WAY_H

#include <stdint.h>
#include <stdlib.h>

#include "front/notation.h"

static void require(bool holds)
{
	if (!holds)
		abort();
}

/* A request for a text of any bytes; it ends at the first 0 byte, as a text does. */
static sf_request request_of(const uint8_t *data, size_t size, const char *path)
{
	sb_arena *arena = sb_arena_new();
	return (sf_request){.arena = arena, .names = sb_names_new(arena), .diag = sb_diag_new(), .path = path,
						.text = sb_strndup(arena, (const char *)data, size)};
}

/* A failure has a message, and a model without a message of an error has a plan, or says why it has none. */
static void to_plan(const sf_request *r)
{
	uint32_t before = sb_errors(r->diag);
	sm_model *model = sf_translate(r);
	require(model || sb_errors(r->diag) > before);
	if (model && sb_errors(r->diag) == before) {
		ss_plan *plan = ss_analyse(r->arena, model);
		require(plan || sb_errors(r->diag) > before);
	}
}

/* Messages are rendered too: their places must lie in the text. */
static int end_of(const sf_request *r)
{
	sb_text text = {0};
	sb_render(r->diag, 0, true, &text);
	sb_render_json(r->diag, 0, &text);
	sb_text_free(&text);
	sb_diag_free(r->diag);
	sb_arena_free(r->arena);
	return 0;
}

#endif
