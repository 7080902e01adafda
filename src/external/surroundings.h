/* What a call of external C must leave unchanged: how numbers are rounded, which operations trap, and the locale. A
 * model that goes on with another rounding, or writes 1,5 for 1.5, is silently wrong. All of these are checked after
 * every call, which costs some nanoseconds. */
#ifndef SALTUS_EXTERNAL_SURROUNDINGS_H
#define SALTUS_EXTERNAL_SURROUNDINGS_H

#include <locale.h>

typedef struct sl_surroundings { unsigned numbers[2]; locale_t locale; const char *names; } sl_surroundings;

void sl_note_surroundings(sl_surroundings *s);
/* What was changed, and has been put back; NULL: nothing. */
const char *sl_restore_surroundings(const sl_surroundings *s);

#endif
