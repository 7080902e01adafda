/* Any bytes at all are lines of MCL: each is read as a command or has a message, whose place lies in the line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shell/command/shell_command.h"

static bool find(void *context, const sh_formula *variable, double *out)
{
	(void)context;
	*out = variable->number + 0.5;
	return true;
}

static void read_line(const char *text, size_t length)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	sb_text out = {0};
	sh_command c;
	uint32_t source = sb_source_add(diag, "fuzz.mcl", text, length);
	bool good = sh_read_line(&(sh_reading){arena, diag, {source, 0, (uint32_t)length}}, &c);
	if (good != (sb_errors(diag) == 0) || (good && !c.verb))
		abort();
	double value;
	const sh_values values = {.find = find, .diag = diag};
	for (uint32_t i = 0; good && i < c.formulas.n; i++)
		sh_evaluate(&values, c.formulas.at[i], &value);
	sh_typed_so_far(text);
	sb_render(diag, 0, false, &out);
	sb_text_free(&out);
	sb_diag_free(diag);
	sb_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (size_t at = 0; at < size;) {
		const uint8_t *end = memchr(data + at, '\n', size - at);
		size_t n = end ? (size_t)(end - data) - at : size - at;
		char *line = malloc(n + 1);
		if (!line)
			abort();
		memcpy(line, data + at, n);
		line[n] = 0;
		read_line(line, strlen(line));
		free(line);
		at += n + 1;
	}
	return 0;
}
