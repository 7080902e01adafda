/* The notations that Saltus reads. One notation is one entry of a table: what its files are called, how they begin, and
 * what its front end can do.
 *
 * A front end is a folder of its own beside this file. It turns text into a flat model (model/model.h), and nothing
 * after it knows which notation a model came from. Modelica is the first entry: a folder, and a text without a telling
 * name, count as Modelica.
 */
#ifndef SALTUS_FRONT_NOTATION_H
#define SALTUS_FRONT_NOTATION_H

#include "front/digraph.h"
#include "front/sketch.h"
#include "front/study_steps.h"
#include "front/written/written.h"

typedef struct sf_notation {
	const char *name;              /* Modelica */
	const char *of_text;           /* what messages call a text in it: Modelica, a COSY program */
	const char *const *endings;    /* of the names of its files; NULL-terminated */
	const char *const *words;      /* one of which its texts begin with; NULL-terminated */
	bool any_case;                 /* small or capital letters, in these words */
	bool titled;                   /* a text may begin with any words, those of other notations too */
	bool folders;                  /* a folder can be a text too */
	/* The text as Modelica; false after messages. NULL: it is Modelica, or there is no such text of it. */
	bool (*make)(const sf_request *request, sf_writing *out);
	/* NULL after errors, all of which are in its diag. Without this function the text is translated as it was made. */
	sm_model *(*translate)(const sf_request *request);
	/* The text of a source in one layout; false, with messages, if it has errors. NULL: there is no layout for it. */
	bool (*format)(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, sb_text *out);
	/* The parts of its submodels that can be called by themselves, as text or JSON; false after messages. NULL: there
	 * is no such thing in it. */
	bool (*segments)(const sf_request *request, bool json, sb_text *out);
	/* One submodel as a digraph, to be drawn; NULL after messages. NULL: there is no such thing in it. */
	sf_digraph *(*digraph)(const sf_request *request);
	/* What a class looks like; layer NULL: the diagram if there is one. NULL after errors; there may be no pictures. */
	sf_sketch *(*sketch)(const sf_request *request, const sf_layer *layer);
	/* Is it a library that is named, rather than a model? Then its classes are checked one by one; false if there are
	 * none. NULL: it has no libraries. */
	bool (*names_library)(const sf_request *request);
	bool (*check)(const sf_request *request, sf_seen seen, void *context);
	/* What can be asked for in a text, in its order; false after messages. NULL: the text is one model. */
	bool (*offers)(const sf_request *request, sf_offers *out);
	/* Is it a study that is named? Then what it does; NULL after messages. NULL: the notation has no studies. */
	bool (*names_study)(const sf_request *request);
	const sf_study *(*study)(const sf_request *request);
	/* The file of an installed library, by its name; NULL: there is none. NULL: it has no libraries. */
	const char *(*library_file)(sb_arena *arena, const char *name);
} sf_notation;

extern const sf_notation *const sf_notations[];          /* NULL-terminated */

/* The notation that the name of a file tells, or NULL; and the one of a file, folder or text: never NULL. */
const sf_notation *sf_notation_named(const char *path);
const sf_notation *sf_notation_of(const char *path);
/* The one that a text is in: by the name, if it tells, or else by the first word behind comments. */
const sf_notation *sf_notation_of_text(const char *path, const char *text);

/* The model in a file, folder or text. NULL after messages. */
sm_model *sf_translate(const sf_request *request);

#endif
