/* Dotted names, with subscripts. */
#include "base/dotted.h"

#include <stdlib.h>
#include <string.h>

/* The end of the part that begins here: a dot, or the end. */
static const char *part_end(const char *at)
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

bool sb_name_is_inside(const char *name, const char *around)
{
	size_t n = strlen(around);

	return strncmp(name, around, n) == 0 && name[n] == '.';
}

uint32_t sb_name_parts(const char *name)
{
	uint32_t parts = 1;

	for (const char *at = part_end(name); *at; at = part_end(at + 1))
		parts++;
	return parts;
}

void sb_write_name(const char *name, const uint32_t *parts, uint32_t rank, const char *comma,
				   void (*subscript)(void *context, uint32_t d, sb_text *out), void *context, sb_text *out)
{
	uint32_t part = 0, d = 0;

	for (const char *at = name;; at++) {
		const char *end = part_end(at);
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

uint32_t sb_find_groups(const char *name, sb_group *groups)
{
	uint32_t n = 0, part = 1;

	for (const char *at = name;; at++) {
		const char *end = part_end(at), *close = end;

		while (close > at && close[-1] == ' ')
			close--;
		if (close > at && close[-1] == ']' && n < SB_GROUPS_MOST) {
			const char *open = close - 1;

			while (open > at && *open != '[' && *open != '\'')
				open--;
			if (*open == '[')
				groups[n++] = (sb_group){open, close, part};
		}
		if (!*end)
			return n;
		part++;
		at = end;
	}
}

void sb_without_groups(const char *name, const sb_group *groups, uint32_t n, uint32_t chosen, sb_text *out)
{
	const char *from = name;

	for (uint32_t g = 0; g < n; g++) {
		if (!(chosen >> g & 1))
			continue;
		sb_addn(out, from, (size_t)(groups[g].begin - from));
		from = groups[g].end;
	}
	sb_add(out, from);
}

uint32_t sb_read_element(const sb_array_name *v, const sb_group *groups, uint32_t n, uint32_t chosen,
						 uint32_t last_part)
{
	uint32_t number = 0, d = 0;

	for (uint32_t g = 0; g < n; g++) {
		if (!(chosen >> g & 1))
			continue;
		for (const char *at = groups[g].begin; *at != ']'; d++) {
			char *end;
			long value = strtol(at + 1, &end, 10);

			if (d == v->rank || (v->parts ? v->parts[d] : last_part) != groups[g].part)
				return UINT32_MAX;
			value -= v->lower ? (long)v->lower[d] - 1 : 0;
			if (end == at + 1 || value < 1 || (unsigned long)value > v->shape[d])
				return UINT32_MAX;
			number = number * v->shape[d] + (uint32_t)(value - 1);
			at = end + strspn(end, " ");
			if (*at != ',' && *at != ']')
				return UINT32_MAX;
		}
	}
	return d == v->rank ? number : UINT32_MAX;
}

/* How long the name is up to its first subscripts. */
static size_t bare_length(const sb_array_name *v)
{
	const char *end = part_end(v->name);

	for (uint32_t part = 1; v->rank && *end && (!v->parts || part < v->parts[0]); part++)
		end = part_end(end + 1);
	return v->rank ? (size_t)(end - v->name) : strlen(v->name);
}

/* The element of v that has this name; UINT32_MAX: none. */
static uint32_t element_named(const sb_array_name *v, const char *name)
{
	sb_group groups[SB_GROUPS_MOST];
	uint32_t n = sb_find_groups(name, groups), found = UINT32_MAX;

	for (uint32_t chosen = 0; chosen < 1u << n && found == UINT32_MAX; chosen++) {
		sb_text bare = {0};
		sb_without_groups(name, groups, n, chosen, &bare);
		if (strcmp(bare.at ? bare.at : "", v->name) == 0)
			found = sb_read_element(v, groups, n, chosen, sb_name_parts(name));
		sb_text_free(&bare);
	}
	return found;
}

/* Of one pattern: what stands before its first * or ? must be how the name begins. */
static bool range_of_pattern(const sb_array_name *v, uint32_t count, const char *pattern, uint32_t *first,
							 uint32_t *last)
{
	size_t plain = strcspn(pattern, "*?"), length = bare_length(v);

	*first = 0;
	*last = count;
	if (strncmp(pattern, v->name, plain < length ? plain : length) != 0)
		return false;
	if (plain <= length)
		return pattern[plain] || plain == length;
	if (pattern[length] != '[')
		return false;
	if (!pattern[plain] && v->rank && pattern[plain - 1] == ']') { /* one element; c[2].w may be an array in c[2] */
		uint32_t element = element_named(v, pattern);
		if (element == UINT32_MAX)
			return false;
		*first = element;
		*last = element + 1;
	}
	return true;
}

bool sb_may_match(const sb_array_name *v, uint32_t count, const char *const *patterns, uint32_t pattern_count,
				  uint32_t *first, uint32_t *last)
{
	uint32_t low, high;

	*first = pattern_count ? UINT32_MAX : 0;
	*last = pattern_count ? 0 : count;
	for (uint32_t i = 0; i < pattern_count; i++)
		if (range_of_pattern(v, count, patterns[i], &low, &high)) {
			*first = low < *first ? low : *first;
			*last = high > *last ? high : *last;
		}
	return *first < *last;
}
