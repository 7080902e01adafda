/* Modelica: from text to the flat hybrid model.
 *
 *     text ──lex, parse──▶ syntax tree ──library──▶ classes ──instances──▶ scopes and items ──lowering──▶ sm_model
 *
 * The folder has rooms. Each has a first header (instance/instance.h, value/modelica_value.h), which explains it, and
 * knows only those before it:
 *
 *     syntax      tokens and the syntax tree; nothing is interpreted
 *     format      the text of a file in one layout (saltus fmt); nobody after it needs it
 *     library     which file holds which class: loading on demand, packages as folders, MODELICAPATH
 *     instance    classes with their modifications applied: scopes, items, lookup, inner/outer, redeclaration
 *     evaluate    values that must be known while a model is translated: sizes, conditions, structural parameters
 *     value       values (typed arrays and records) and their elements, which are expressions of the model (scalars
 *                 over iterators)
 *     lower       expressions of Modelica to values
 *     matrix      matrix expressions, which stand in Strings, to values
 *     function    calls, functions made for the shapes they are called with, statements
 *     connect     connections to equations
 *     flatten     declarations, equations and algorithms to the tables of the model; the order of the work
 *     picture     what a class looks like, from its annotations (saltus draw)
 *
 * The language itself goes round in circles: the size of a component is an expression, whose parameters are components
 * and whose functions have statements with expressions. Two tables hold what a room asks of those after it:
 * mo_instance_asks (sizes, conditions and values of components: instance/instance.h) and mo_lower_asks (calls,
 * connections: value/modelica_value.h). flatten/flatten.c fills them in. A room keeps its data between two calls in a
 * struct of its own, of which the others see the name only (mo_context).
 *
 * Each pass reports what it finds and goes on; a model is returned only when nothing was an error.
 */
#ifndef SALTUS_MODELICA_MODELICA_H
#define SALTUS_MODELICA_MODELICA_H

#include "front/request.h"
#include "front/sketch.h"

/* Chooses the class (of a request without a part the last non-partial model or block of the file; the message lists
 * candidates where there is none), and flattens it. NULL after errors, all of which are in the diag of the request. */
sm_model *mo_translate(const sf_request *request);
/* The same with a text that another front end has written (written/written.h). */
sm_model *mo_translate_made(const sf_request *request, const sf_made *made);

/* An FMU, alone: its part is nothing, or 'me' or 'cs', which says by which interface it is simulated. */
sm_model *mo_translate_fmu(const sf_request *request);

/* Is it a library that is named, rather than a model: a folder, a package, or a file without one model that stands
 * out? */
bool mo_names_library(const sf_request *request);
/* The classes of a file that can be simulated, also those in its packages. False after messages. */
bool mo_offers(const sf_request *request, sf_offers *out);
/* The file of the library of this name, by MODELICAPATH or of those that come with Saltus; NULL: there is none. */
const char *mo_library_file(sb_arena *arena, const char *name);

/* Every class of a file or of a package that is a folder, checked by itself; of a request with a part, that class and
 * every class in it. Files with syntax errors are reported and left out. False if there is no class. */
bool mo_check_library(const sf_request *request, sf_seen seen, void *context);

/* What a class looks like (picture/modelica_picture.h): its icon or its diagram; layer NULL: the diagram if there is
 * something in it. NULL after errors. */
sf_sketch *mo_sketch(const sf_request *request, const sf_layer *layer);

/* The text of a source in one layout (format/format.h). False, with messages, if the text has errors: it cannot be
 * formatted then. */
bool mo_format(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, sb_text *out);

#endif
