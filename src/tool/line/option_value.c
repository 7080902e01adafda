/* Values of options: words of a list, names of files, counts, lists of names. */
#include "tool/line/option_value.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tool_option tool_option_of(const char *name, const char *value, const char *help)
{
	size_t n = value ? strcspn(value, " ") : 0;
	return (tool_option){name, help, value ? value : "", (int)n, value && value[n] ? value + n + 1 : ""};
}

bool tool_value_is_optional(const tool_option *o)
{
	return *o->value == '[';
}

bool tool_value_is_list(const tool_option *o)
{
	return o->value_length > 4 && strncmp(o->value + o->value_length - 4, ",...", 4) == 0;
}

const char *tool_word_at(const char *words, uint32_t number, size_t *length)
{
	for (; number && *words; number--) {
		words += strcspn(words, " ");
		words += *words == ' ';
	}
	*length = strcspn(words, " ");
	return *words ? words : NULL;
}

bool tool_bad_value(sb_diag *diag, const char *name, const char *value, const char *wanted)
{
	sb_message *m = sb_report(diag, SB_ERROR, "U0003", (sb_span){0}, "'%s' is not a value for %s", value, name);
	sb_help(m, "%s takes %s", name, wanted);
	return false;
}

/* "a, b or c" */
static void list_words(const char *words, const char *last, sb_text *out)
{
	size_t n;
	const char *word;
	for (uint32_t i = 0; (word = tool_word_at(words, i, &n)); i++)
		sb_addf(out, "%s%.*s", i == 0 ? "" : word[n] ? ", " : last, (int)n, word);
}

static bool no_such_word(sb_diag *diag, const tool_option *o, const char *value)
{
	enum { MOST = 32 };
	sb_arena *arena = sb_arena_new();
	const char *names[MOST], *word;
	size_t n;
	uint32_t count = 0;
	for (; count < MOST && (word = tool_word_at(o->words, count, &n)); count++)
		names[count] = sb_strndup(arena, word, n);
	const char *near = sb_nearest(value, names, count);
	sb_text wanted = {0};
	list_words(o->words, " or ", &wanted);
	if (tool_value_is_list(o))
		sb_add(&wanted, ", or several of them with commas between");
	if (near)
		sb_addf(&wanted, "; did you mean '%s'?", near);
	tool_bad_value(diag, o->name, value, wanted.at);
	sb_text_free(&wanted);
	sb_arena_free(arena);
	return false;
}

static bool find_word(const char *words, const char *value, size_t length, uint32_t *number)
{
	size_t n;
	const char *word;
	for (*number = 0; (word = tool_word_at(words, *number, &n)); ++*number)
		if (n == length && strncmp(word, value, n) == 0)
			return true;
	return false;
}

bool tool_read_word(sb_diag *diag, const tool_option *o, const char *value, uint32_t *number)
{
	return find_word(o->words, value, strlen(value), number) || no_such_word(diag, o, value);
}

bool tool_read_words(sb_diag *diag, const tool_option *o, const char *value, uint32_t *bits)
{
	for (const char *at = value;; at++) {
		size_t n = strcspn(at, ",");
		uint32_t number;
		if (!find_word(o->words, at, n, &number)) {
			sb_arena *arena = sb_arena_new();
			no_such_word(diag, o, n ? sb_strndup(arena, at, n) : value);
			sb_arena_free(arena);
			return false;
		}
		*bits |= 1u << number;
		at += n;
		if (!*at)
			return true;
	}
}

bool tool_read_ending(sb_diag *diag, const tool_option *o, const char *value)
{
	const char *dot = strrchr(value, '.');
	uint32_t number;
	if (dot && find_word(o->words, dot, strlen(dot), &number))
		return true;
	sb_text wanted = {0};
	sb_add(&wanted, "a name that ends in ");
	list_words(o->words, " or ", &wanted);
	if (tool_value_is_optional(o))
		sb_add(&wanted, ", or nothing for the terminal");
	tool_bad_value(diag, o->name, value, wanted.at);
	sb_text_free(&wanted);
	return false;
}

bool tool_read_count(sb_diag *diag, const tool_option *o, const char *value, uint64_t low, uint64_t high, uint64_t *out)
{
	char *end, wanted[80];
	errno = 0;
	unsigned long long n = strtoull(value, &end, 10);
	*out = n;
	bool number = end != value && !*end && *value != '-' && !errno;
	if (number && n >= low && n <= high)
		return true;
	if (!number)
		return tool_bad_value(diag, o->name, value, "a whole number");
	snprintf(wanted, sizeof wanted, "a whole number from %llu to %llu", (unsigned long long)low,
			 (unsigned long long)high);
	return tool_bad_value(diag, o->name, value, wanted);
}

void tool_split(sb_arena *arena, const char *text, const char *open, const char *close, sb_strings *out)
{
	int depth = 0;
	const char *begin = text;
	for (const char *c = text;; c++) {
		depth += (*c && strchr(open, *c)) - (*c && strchr(close, *c));
		if (*c && (*c != ',' || depth > 0))
			continue;
		if (c > begin)
			sb_push(arena, *out, (const char *)sb_strndup(arena, begin, (size_t)(c - begin)));
		if (!*c)
			return;
		begin = c + 1;
	}
}

bool tool_read_list(sb_arena *arena, sb_diag *diag, const tool_option *o, const char *value, sb_strings *out)
{
	uint32_t before = out->n;
	tool_split(arena, value, "[", "]", out);
	return out->n > before ||
		   tool_bad_value(diag, o->name, value, "names or patterns with commas between, such as h,motor.*");
}
