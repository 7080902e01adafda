/* Words that are nearly right, and names by patterns. */
#include "base/text.h"

#include <ctype.h>
#include <string.h>

/* Longer words are compared for equality but for case only: nobody mistypes those by hand. */
enum { LONGEST = 64, EDIT = 2, CASE = 1 };

static int substitution(char a, char b)
{
	if (a == b)
		return 0;
	return tolower((unsigned char)a) == tolower((unsigned char)b) ? CASE : EDIT;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* The edits (insert, remove, replace, swap neighbours) from one word to the other, EDIT each; another case costs CASE.
 * Once every way costs `limit` or more, some number not below it is returned. */
static int distance(const char *a, size_t na, const char *b, size_t nb, int limit)
{
	int rows[3][LONGEST + 1];
	for (size_t j = 0; j <= nb; j++)
		rows[0][j] = (int)j * EDIT;
	for (size_t i = 1; i <= na; i++) {
		int *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
		int smallest = row[0] = (int)i * EDIT;
		for (size_t j = 1; j <= nb; j++) {
			int d = least(above[j - 1] + substitution(a[i - 1], b[j - 1]), least(above[j], row[j - 1]) + EDIT);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && a[i - 1] != a[i - 2])
				d = least(d, above2[j - 2] + EDIT);
			row[j] = d;
			smallest = least(smallest, d);
		}
		/* A swap can still come from the row above this one, for EDIT more. */
		if (smallest >= limit + EDIT)
			return limit;
	}
	return rows[na % 3][nb];
}

const char *sb_nearest(const char *word, const char *const *candidates, size_t count)
{
	size_t length = strlen(word);
	const char *best = NULL;
	int limit = EDIT * (int)(((length < LONGEST ? length : LONGEST) + 2) / 3) + 1;
	for (size_t i = 0; i < count; i++) {
		const char *candidate = candidates[i];
		size_t n = candidate ? strlen(candidate) : 0;
		if (!n)
			continue;
		if (length > LONGEST || n > LONGEST) {
			if (n == length && strcasecmp(word, candidate) == 0 && limit > CASE)
				best = candidate, limit = CASE;
			continue;
		}
		size_t apart = n > length ? n - length : length - n;
		if ((int)apart * EDIT >= limit)
			continue;
		int d = distance(word, length, candidate, n, limit);
		/* Words that share no letter are not near, however short they are. */
		if (d < limit && d < EDIT * (int)(n > length ? n : length))
			best = candidate, limit = d;
	}
	return best;
}

static const char *next_character(const char *at)
{
	do
		at++;
	while (((unsigned char)*at & 0xc0) == 0x80);
	return at;
}

/* Only the last * ever needs to be tried again: what an earlier one took can be left to it. */
bool sb_matches(const char *pattern, const char *name)
{
	const char *star = NULL, *resume = NULL;
	while (*name) {
		if (*pattern == '*') {
			star = ++pattern;
			resume = name;
		} else if (*pattern == '?') {
			pattern++;
			name = next_character(name);
		} else if (*pattern == *name) {
			pattern++;
			name++;
		} else if (!*pattern && *name == '[' && !strchr(name, '.')) {
			return true;             /* the pattern has named the array; what is left are the subscripts */
		} else if (star) {
			pattern = star;
			name = resume = next_character(resume);
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return *pattern == 0;
}
