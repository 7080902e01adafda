/* Values of options, read in one place for all tables of options.
 *
 * A row of a table says in its column `value` what stands for the value in the help. Behind a space stands
 * what is allowed:
 *
 *     "WHICH both after none"         one of these words
 *     "WHAT,... events modes"         several of them, with commas between
 *     "FILE .csv .mat"                a name that ends so
 *     "[=FILE] .svg .png"             the same, and it may be left out
 *
 * What is read, what the help and the manual pages print, and what completion offers are all made of this column.
 */
#ifndef SALTUS_TOOL_OPTION_VALUE_H
#define SALTUS_TOOL_OPTION_VALUE_H

#include "base/diag.h"
#include "base/text.h"

typedef struct tool_option {
	const char *name, *help;
	const char *value; int value_length;         /* what stands for the value; 0: it has none */
	const char *words;                           /* what is allowed, with spaces between; "": anything */
} tool_option;

tool_option tool_option_of(const char *name, const char *value, const char *help);
bool tool_value_is_optional(const tool_option *o);
bool tool_value_is_list(const tool_option *o);
const char *tool_word_at(const char *words, uint32_t number, size_t *length);    /* NULL: past the last */

/* All of these: false after a report (U0003), which says what is wanted. */
bool tool_bad_value(sb_diag *diag, const char *name, const char *value, const char *wanted);
bool tool_read_word(sb_diag *diag, const tool_option *o, const char *value, uint32_t *number);
bool tool_read_words(sb_diag *diag, const tool_option *o, const char *value, uint32_t *bits);
bool tool_read_ending(sb_diag *diag, const tool_option *o, const char *value);
bool tool_read_count(sb_diag *diag, const tool_option *o, const char *value, uint64_t low, uint64_t high,
					 uint64_t *out);
/* Names and patterns; adds to `out`. */
bool tool_read_list(sb_arena *arena, sb_diag *diag, const tool_option *o, const char *value, sb_strings *out);
/* Parts between commas. Commas between those of `open` and `close` belong to a part: u[1,2], f(x, y). */
void tool_split(sb_arena *arena, const char *text, const char *open, const char *close, sb_strings *out);

#endif
