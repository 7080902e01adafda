/* Sources, spans and messages.
 *
 * Every text that is read becomes a source of one sb_diag, which is made first and handed to every pass. A span is a
 * range of bytes of a source. Whoever finds a mistake reports it once, where it is known:
 *
 *     sb_message *m = sb_report(diag, SB_ERROR, "M0201", span, "there is no component '%s' in %s", name, class);
 *     sb_also(m, declared, "'%s' is declared here", other);
 *     sb_note(m, "names are looked up ...");
 *     sb_help(m, "did you mean '%s'?", near);
 *
 * A code is a letter and four digits:
 *
 *     F   files
 *     M   Modelica: 01xx words and grammar, 02xx names and classes, 03xx types and sizes, 04xx equations and
 *         connections, 05xx functions and algorithms, 09xx not supported yet
 *     K   COSY (front/cosy/cosy.h)
 *     X   Xcos (front/xcos/xcos.h)
 *     N   MUSS (front/muss/muss.h)
 *     L   SPICE netlists (front/spice/spice.h)
 *     I   what comes in: FMUs (fmi/fmi.h)
 *     P   systems of components (couple/couple.h)
 *     B   bond graphs (bond/bond.h)
 *     S   structure
 *     C   code
 *     R   the run
 *     U   the command line
 *
 * docs/messages.md lists all codes, and a test keeps this list and the source equal. The sentence of a message stands
 * alone, starts in lower case, quotes names in '...', and has no full stop.
 *
 * Passes go on after an error where this is useful. Before the next pass begins, sb_errors(diag) is asked. One thread
 * uses an sb_diag.
 */
#ifndef SALTUS_BASE_DIAG_H
#define SALTUS_BASE_DIAG_H

#include "base/text.h"

typedef struct sb_diag sb_diag;
typedef struct sb_message sb_message;

/* Source 0 means "no place". end is one past the last byte. */
typedef struct sb_span { uint32_t source, start, end; } sb_span;
/* Of a text that was made from another one: from byte `at` on, to the next entry, it stands for this place. `same`: it
 * is the text of this place, byte by byte, so that each word has a place of its own in it. */
typedef struct sb_origin { uint32_t at; sb_span span; bool same; } sb_origin;
typedef sb_vec(sb_origin) sb_origins;
typedef enum sb_severity { SB_ERROR, SB_WARNING, SB_INFO } sb_severity;

sb_diag *sb_diag_new(void);
void sb_diag_free(sb_diag *diag);
/* Makes the sources of another diag known to this empty one, under the same numbers: a run in a thread of its own
 * reports to a diag of its own. The texts are not copied; `from` must live longer. */
void sb_diag_share(sb_diag *diag, const sb_diag *from);

/* The text is copied. The path is what messages show. Returns the source's number, from 1. */
uint32_t sb_source_add(sb_diag *diag, const char *path, const char *text, size_t length);
/* Sources, one behind another, as one: a text that includes others. Places of it are told as places of them. */
uint32_t sb_source_join(sb_diag *diag, const uint32_t *sources, uint32_t count);
const char *sb_source_text(const sb_diag *diag, uint32_t source, size_t *length);
const char *sb_source_path(const sb_diag *diag, uint32_t source);
uint32_t sb_source_count(const sb_diag *diag);
void sb_position(const sb_diag *diag, sb_span span, int *line, int *column);   /* from 1; columns in characters */
sb_span sb_span_join(sb_span a, sb_span b);

sb_message *sb_report(sb_diag *diag, sb_severity severity, const char *code, sb_span span, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
void sb_also(sb_message *m, sb_span span, const char *format, ...) __attribute__((format(printf, 3, 4)));
void sb_note(sb_message *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sb_help(sb_message *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

uint32_t sb_errors(const sb_diag *diag);          /* how many errors so far */
uint32_t sb_messages(const sb_diag *diag);        /* how many messages of any severity */
/* Adds a place to the messages from `first` on that show none of its source: what is wrong in a library, because of
 * what is written here. */
void sb_also_those(sb_diag *diag, uint32_t first, sb_span span, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* Takes back what was reported from message `first` on, but for what `keep` says of its code: a pass that tries one way
 * before another leaves nothing behind of the first. NULL: nothing is kept. */
void sb_take_back(sb_diag *diag, uint32_t first, bool (*keep)(const char *code));

/* The messages of a diag that shares its sources with this one, in their order; warnings and infos that were said
 * before with the same words of the same place are left out. */
void sb_pass_on(sb_diag *to, const sb_diag *from);

/* Everything reported from message `first` on, in this order. For people it has source lines and carets, and errors
 * beyond a hundred are counted only. As JSON it is an array of {severity, code, text, file, line, column, end_line,
 * end_column, notes, also, help}. `notes` has all further sentences, `also` the further places, each {file, line, ...,
 * text}. */
void sb_render(const sb_diag *diag, uint32_t first, bool color, sb_text *out);
void sb_render_without_infos(const sb_diag *diag, bool color, sb_text *out);     /* errors, and warnings around them */
void sb_render_json(const sb_diag *diag, uint32_t first, sb_text *out);

/* For the public interface and tests. The pointers live as long as the diag; file is "" and line 0 without a place. */
typedef struct sb_message_view {
	sb_severity severity; const char *code, *text, *file; int line, column; const char *note, *help;
} sb_message_view;
sb_message_view sb_message_at(const sb_diag *diag, uint32_t index);

#endif
