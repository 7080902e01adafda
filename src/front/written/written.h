/* Text of Modelica that a front end writes for a text of another notation.
 *
 * Netlists, MUSS, diagrams of Xcos, models of CD++ and FMUs become text of Modelica, which the front end of Modelica
 * reads. A message about the written text points to the text that the user knows: whoever writes calls sf_from before
 * each word that stands for another place, and the parser gives that place to the words (mo_parse_made).
 *
 *     sf_writing w = {.arena = arena};
 *     sf_from(&w, component->span);
 *     sb_addf(&w.text, "  Resistor %s(R = %s);\n", sf_name(arena, component->name), value);
 *     sf_made made = sf_finish(&w, diag);
 *     model = mo_translate_made(request, &made);
 *
 * A text without any place keeps its own: messages show the written line.
 *
 *     keywords.h     the keywords of Modelica
 *     writing.c      texts, places, names
 */
#ifndef SALTUS_FRONT_WRITTEN_H
#define SALTUS_FRONT_WRITTEN_H

#include "front/request.h"

typedef struct sf_writing { sb_arena *arena; sb_text text; sb_origins origins; } sf_writing;

/* What is added to the text from here on stands for this place. */
void sf_from(sf_writing *w, sb_span from);
/* A text whose own words have places: those of `inside` by their bytes, and what stands before them that of `from`. */
void sf_add_placed(sf_writing *w, sb_span from, const char *text, const sb_origins *inside);
/* The text in the arena of `w`, whose own text is freed. Places may be of several sources of the diag. */
sf_made sf_finish(sf_writing *w, sb_diag *diag);

/* Keywords, and the names of the types that Modelica has. */
bool sf_is_reserved(const char *word);
/* A name as Modelica writes it: in quotes where it is no identifier. */
const char *sf_name(sb_arena *arena, const char *name);
const char *sf_in_quotes(sb_arena *arena, const char *name);
/* The class of a file: its name without folder and ending, made an identifier. One that cannot stand by itself gets
 * `before` and an underscore. */
const char *sf_class_name(sb_arena *arena, const char *path, const char *before);

#endif
