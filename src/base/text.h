/* Text: a growing buffer, interned names, and numbers as people and programs read them. */
#ifndef SALTUS_BASE_TEXT_H
#define SALTUS_BASE_TEXT_H

#include "base/arena.h"

/* A growing text. Start from {0}; free with sb_text_free. `at` is always ended by a 0 byte once something was added. */
typedef struct sb_text { char *at; size_t n, cap; } sb_text;

void sb_add(sb_text *text, const char *more);
void sb_addn(sb_text *text, const char *more, size_t length);
void sb_addc(sb_text *text, char c);
void sb_addf(sb_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sb_add_xml(sb_text *out, const char *text);             /* as text or the value of an attribute of XML */
void sb_add_real(sb_text *text, double value);        /* sb_real_text */
void sb_text_free(sb_text *text);

/* Names are interned: two equal names are one pointer, compared with ==. They live as long as the table. */
typedef struct sb_names sb_names;
sb_names *sb_names_new(sb_arena *arena);
/* A table that has all names of another one, which must not change any more, and takes new ones for itself. */
sb_names *sb_names_over(sb_arena *arena, const sb_names *below);
const char *sb_intern(sb_names *names, const char *text);
const char *sb_internn(sb_names *names, const char *text, size_t length);
const char *sb_intern_text(sb_names *names, sb_text *text);   /* what was written, and frees the text */
/* The same without adding: NULL if there is no such name. Threads that share a table may ask at the same time. */
const char *sb_internedn(const sb_names *names, const char *text, size_t length);

/* The shortest decimal that reads back as exactly this double: 0.1, 1e-05 as 1e-5, 2 as 2, -0 as -0, and NaN, Infinity,
 * -Infinity. Returns the length; 32 bytes are always enough. */
int sb_real_text(char out[32], double value);
/* As strtod, but NaN for a number other than 0 that no double is near to, such as 1e-400. */
double sb_read_real(const char *text, char **end);

/* The nearest of the candidates to a mistyped word, or NULL when none is near: the "did you mean" of every message. */
const char *sb_nearest(const char *word, const char *const *candidates, size_t count);

/* Does a name match a pattern with * (any text) and ? (one character)? Brackets stand for themselves. A pattern that
 * names an array means all of its elements: u matches u, u[1] and u[2,3], and no other name. */
bool sb_matches(const char *pattern, const char *name);

/* Does a name end like this, with something before it? */
bool sb_ends_with(const char *name, const char *ending);

uint64_t sb_hash(const void *data, size_t length, uint64_t seed);

#endif
