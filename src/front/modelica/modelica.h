/* Modelica: from text to the flat hybrid model.
 *
 *     text ──lex, parse──▶ syntax tree ──library──▶ classes ──instances──▶ scopes and items ──lowering──▶ sm_model
 *
 * The folder has rooms. Each has a first header of the same name, which explains it, and knows only those before it:
 *
 *     syntax      tokens and the syntax tree; nothing is interpreted
 *     format      the text of a file in one layout (saltus fmt); nobody after it needs it
 *     library     which file holds which class: loading on demand, packages as folders, MODELICAPATH
 *     instance    classes with their modifications applied: scopes, items, lookup, inner/outer, redeclaration
 *     evaluate    values that must be known while a model is translated: sizes, conditions, structural parameters
 *     lower       expressions of Modelica (typed arrays and records) to expressions of the model (scalars over iterators)
 *     function    calls, functions made for the shapes they are called with, statements
 *     connect     connections to equations
 *     flatten     declarations, equations and algorithms to the tables of the model; the order of the work
 *
 * The language itself goes round in circles: the size of a component is an expression, whose parameters are components and whose functions have
 * statements with expressions. Two tables hold what a room asks of those after it: mo_instance_asks (sizes, conditions and values of
 * components: instance/instance.h) and mo_lower_asks (calls, connections: lower/lower.h). flatten/flatten.c fills them in. What a room
 * keeps between two calls is a struct of its own, of which the others see the name only (mo_context).
 *
 * Each pass reports what it finds and goes on; a model is returned only when nothing was an error.
 */
#ifndef SALTUS_MODELICA_MODELICA_H
#define SALTUS_MODELICA_MODELICA_H

#include "model/model.h"

/* A parameter changed from outside before translation (-p of a structural parameter): dotted name and value as written. */
typedef struct mo_override { const char *name, *value; } mo_override;

/* Reads a file, chooses the class (NULL: the last non-partial model or block of the file; the message lists candidates where
 * there is none), and flattens it. NULL after errors, all of which are in diag. */
sm_model *mo_translate(sb_arena *arena, sb_names *names, sb_diag *diag, const char *path, const char *class_name,
                       const mo_override *overrides, uint32_t override_count);

/* The same from a text that is in memory; `path` is for messages only. */
sm_model *mo_translate_text(sb_arena *arena, sb_names *names, sb_diag *diag, const char *path, const char *text, const char *class_name,
                            const mo_override *overrides, uint32_t override_count);

/* Who can run external functions while a model is translated: sizes may come from files. `call` is a CALL of model->functions, whose arguments are
 * literals; dims are the sizes of its results, one after another, and values takes their elements, one result after another. Strings live as
 * long as the arena. False: it failed, and *why says why, in the arena. */
typedef struct mo_external_call { const sm_model *model; sx_ref call; const uint32_t *dims; sx_value *values; } mo_external_call;
typedef bool (*mo_runner)(sb_arena *arena, const mo_external_call *call, const char **why);

/* How arrays of components are translated does not change what a model means; tests compare the two ways. */
typedef struct mo_options {
	bool apart;                  /* each element by itself, never all of them as a family */
	mo_runner run;               /* NULL: external functions cannot be evaluated before the run */
} mo_options;

/* The same with options (NULL: the usual ones); text NULL: from the file. */
sm_model *mo_translate_with(sb_arena *arena, sb_names *names, sb_diag *diag, const char *path, const char *text, const char *class_name,
                            const mo_override *overrides, uint32_t override_count, const mo_options *options);

#endif
