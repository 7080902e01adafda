/* Strings: parts, lengths, comparison, and scanning of numbers, names and texts. Places are counted from 1. A scan that
 * finds nothing leaves the place where it was. */
#include "external/functions.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LESS = 1, EQUAL, GREATER, LONGEST_NUMBER = 400 };

static const char *piece(const char *from, size_t length)
{
	char *copy = sl_room(length + 1);
	memcpy(copy, from, length);
	return copy;
}

/* The text from a place on; places past the end are the end. */
static const char *from_place(const char *text, int place)
{
	size_t n = strlen(text);
	return text + (place < 1 ? 0 : (size_t)place - 1 > n ? n : (size_t)place - 1);
}

static const char *past_spaces(const char *at)
{
	while (isspace((unsigned char)*at))
		at++;
	return at;
}

static size_t digits(const char *at)
{
	size_t n = 0;
	while (isdigit((unsigned char)at[n]))
		n++;
	return n;
}

const char *ModelicaStrings_substring(const char *text, int first, int last)
{
	int n = (int)strlen(text);
	if (first < 1) {
		sl_tell(true, "a part of a String begins at position %d; position 1 is used", first);
		first = 1;
	}
	if (last < 0) {
		sl_tell(true, "a part of a String ends at position %d; position %d is used", last, first);
		last = first;
	}
	last = last > n ? n : last;
	return last < first ? "" : piece(text + first - 1, (size_t)(last - first + 1));
}

int ModelicaStrings_length(const char *text)
{
	return (int)strlen(text);
}

int ModelicaStrings_compare(const char *a, const char *b, int case_sensitive)
{
	int order = case_sensitive ? strcmp(a, b) : strcasecmp(a, b);
	return order < 0 ? LESS : order > 0 ? GREATER : EQUAL;
}

int ModelicaStrings_skipWhiteSpace(const char *text, int place)
{
	return (int)(past_spaces(from_place(text, place)) - text) + 1;
}

void ModelicaStrings_scanIdentifier(const char *text, int place, int *next, const char **name)
{
	const char *at = past_spaces(from_place(text, place));
	size_t n = 0;
	while (isalpha((unsigned char)at[n]) || (n && (isdigit((unsigned char)at[n]) || at[n] == '_')))
		n++;
	*name = n ? piece(at, n) : "";
	*next = n ? (int)(at - text + (ptrdiff_t)n) + 1 : place;
}

void ModelicaStrings_scanInteger(const char *text, int place, int is_unsigned, int *next, int *number)
{
	const char *at = past_spaces(from_place(text, place));
	size_t sign = *at == '+' || *at == '-', n = digits(at + sign);
	const char *end = at + sign + n;
	*next = place;
	*number = 0;
	/* what goes on as a Real is none */
	if (n == 0 || n > 18 || (is_unsigned && sign) || *end == '.' || *end == 'e' || *end == 'E')
		return;
	*number = (int)strtoll(at, NULL, 10);
	*next = (int)(end - text) + 1;
}

void ModelicaStrings_scanReal(const char *text, int place, int is_unsigned, int *next, double *number)
{
	const char *at = past_spaces(from_place(text, place)), *end = at;
	char word[LONGEST_NUMBER];
	*next = place;
	*number = 0;
	if (*end == '+' || *end == '-') {
		if (is_unsigned)
			return;
		end++;
	}
	size_t whole = digits(end), fraction = 0;
	end += whole;
	if (*end == '.') {
		fraction = digits(end + 1);
		end += 1 + fraction;
	}
	if (whole + fraction == 0)
		return;
	if (*end == 'e' || *end == 'E') {
		size_t sign = end[1] == '+' || end[1] == '-', n = digits(end + 1 + sign);
		if (n == 0)
			return;
		end += 1 + sign + n;
	}
	if (end - at >= LONGEST_NUMBER)
		return;
	memcpy(word, at, (size_t)(end - at));
	word[end - at] = 0;
	*number = strtod(word, NULL);
	*next = (int)(end - text) + 1;
}

/* "..." with \" inside; it stays as it is written. */
void ModelicaStrings_scanString(const char *text, int place, int *next, const char **found)
{
	const char *at = past_spaces(from_place(text, place)), *end = at + 1;
	*next = place;
	*found = "";
	if (*at != '"')
		return;
	while (*end && (*end != '"' || end[-1] == '\\'))
		end++;
	if (!*end || end == at + 1)
		return;
	*found = piece(at + 1, (size_t)(end - at - 1));
	*next = (int)(end - text) + 2;
}

/* The hash of Arash Partow: seeds of random generators are made of it, so it must be this one. */
int ModelicaStrings_hashString(const char *text)
{
	uint32_t hash = 0xAAAAAAAAu;
	for (size_t i = 0; text[i]; i++) {
		uint32_t c = (unsigned char)text[i];
		hash ^= i % 2 == 0 ? (hash << 7) ^ (c * (hash >> 3)) : ~((hash << 11) + (c ^ (hash >> 5)));
	}
	return (int)hash;
}
