/* UTF-8: the one check that everything else is made of. */
#ifndef SALTUS_BASE_UTF8_H
#define SALTUS_BASE_UTF8_H

#include <stddef.h>

/* The bytes of the character that starts here, at most `left`; 0 if no valid one does (a stray or missing continuation,
 * a longer form than needed, a surrogate, beyond U+10FFFF). A 0 byte is a character. */
size_t sb_utf8_length(const char *at, size_t left);

/* How many characters; a byte that starts none counts as one. */
size_t sb_utf8_count(const char *at, size_t length);

/* Where the first invalid byte is; `length` if all is valid. */
size_t sb_utf8_invalid(const char *at, size_t length);

#endif
