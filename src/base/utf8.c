#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

size_t sb_utf8_length(const char *at, size_t left)
{
	const unsigned char *b = (const unsigned char *)at;
	if (!left)
		return 0;
	if (b[0] < 0x80)
		return 1;
	if (b[0] < 0xc2 || b[0] > 0xf4)
		return 0;
	size_t n = b[0] < 0xe0 ? 2 : b[0] < 0xf0 ? 3 : 4;
	if (left < n)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((b[i] & 0xc0) != 0x80)
			return 0;
	/* The second byte tells the longer forms, the surrogates and what is past the last character. */
	if ((b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xed && b[1] > 0x9f) || (b[0] == 0xf0 && b[1] < 0x90) ||
		(b[0] == 0xf4 && b[1] > 0x8f))
		return 0;
	return n;
}

/* How many bytes from here on are plain ASCII, found eight at a time: most text is nothing else. */
static size_t ascii_run(const char *at, size_t length)
{
	size_t n = 0;
	for (uint64_t word; length - n >= 8; n += 8) {
		memcpy(&word, at + n, 8);
		if (word & 0x8080808080808080u)
			break;
	}
	while (n < length && (unsigned char)at[n] < 0x80)
		n++;
	return n;
}

size_t sb_utf8_count(const char *at, size_t length)
{
	size_t count = 0, i = 0;
	while (i < length) {
		size_t run = ascii_run(at + i, length - i);
		count += run;
		i += run;
		if (i < length) {
			size_t n = sb_utf8_length(at + i, length - i);
			i += n ? n : 1;
			count++;
		}
	}
	return count;
}

size_t sb_utf8_invalid(const char *at, size_t length)
{
	size_t i = 0;
	while (i < length) {
		i += ascii_run(at + i, length - i);
		if (i < length) {
			size_t n = sb_utf8_length(at + i, length - i);
			if (!n)
				return i;
			i += n;
		}
	}
	return length;
}
