/* --input as it is written. */
#include "study/input/input.h"

#include <string.h>

static bool refuse(sb_diag *diag, const char *written)
{
	sb_message *e = sb_report(diag, SB_ERROR, "U0409", (sb_span){0}, "'%s' does not say what gives which input", written);
	sb_help(e, "write NAME=EXPRESSION as in --input 'u=sin(t)', NAME=FILE:COLUMN as in --input u=data.csv:speed, or "
			   "FILE alone if its columns have the names of the inputs");
	return false;
}

bool st_read_input(sb_arena *arena, sb_diag *diag, const char *written, st_input_list *out)
{
	const char *equals = strchr(written, '=');
	if (!equals || equals == written || !equals[1])
		return refuse(diag, written);
	st_input in = {.name = sb_strndup(arena, written, (size_t)(equals - written)), .expression = equals + 1};
	sb_push(arena, *out, in);
	return true;
}
