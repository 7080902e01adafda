/* Any bytes at all as a coupled model of CD++: reading ends, with a text of Modelica or a message. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "front/cdpp/cdpp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	sb_text out = {0};
	dv_text text;
	char *copy = sb_strndup(arena, (const char *)data, size);
	bool good = dv_read(arena, diag, "fuzz.ma", copy, strlen(copy), &text) && dv_write(&text, "Fuzz", &out);
	if (good != (sb_errors(diag) == 0))
		abort();
	sb_text_free(&out);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return 0;
}
