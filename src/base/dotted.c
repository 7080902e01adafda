/* Dotted names, with subscripts. */
#include "base/dotted.h"

const char *sb_part_end(const char *at)
{
	bool quoted = false;

	for (; *at && (quoted || *at != '.'); at++) {
		if (*at == '\\' && quoted && at[1])
			at++;
		else if (*at == '\'')
			quoted = !quoted;
	}
	return at;
}

uint32_t sb_name_parts(const char *name)
{
	uint32_t parts = 1;

	for (const char *at = sb_part_end(name); *at; at = sb_part_end(at + 1))
		parts++;
	return parts;
}

void sb_write_name(const char *name, const uint32_t *parts, uint32_t rank, const char *comma,
				   void (*subscript)(void *context, uint32_t d, sb_text *out), void *context, sb_text *out)
{
	uint32_t part = 0, d = 0;

	for (const char *at = name;; at++) {
		const char *end = sb_part_end(at);
		uint32_t before = d;

		sb_addn(out, at, (size_t)(end - at));
		part++;
		for (; d < rank && (parts ? parts[d] <= part : !*end); d++) {
			sb_add(out, d > before ? comma : "[");
			subscript(context, d, out);
		}
		if (d > before)
			sb_addc(out, ']');
		if (!*end)
			return;
		sb_addc(out, '.');
		at = end;
	}
}
