/* COSY: from text to the flat hybrid model. docs/cosy.md is the language.
 *
 *     cosy_lex.c       text to tokens; keywords by table; `X* =` is recognised here, so that the grammar needs one token of look-ahead
 *     cosy_macro.c     MACROs: tokens to tokens, before anything else; each expansion renames the macro's own variables
 *     parse*.c    tokens to a tree (cosy_tree.h), by recursive descent; recovers and reports every error of a file at once
 *     cosy_names.c     declarations: what each name means, where
 *     cosy_module.c    MODULEs and MODELs: trees to trees with other names
 *     lower*.c    the tree to the tables of the model: equations, hidden events, routines, resources, experiments
 *
 * Messages: K01xx lexical and syntactical, K02xx macros, K03xx names and types, K04xx equations, modules and models, K05xx events, processes and
 * resources, K06xx experiments and output.
 */
#ifndef SALTUS_FRONT_COSY_COSY_H
#define SALTUS_FRONT_COSY_COSY_H

#include "model/model.h"

/* A value given with -p for a CONST that belongs to the structure (a bound of an array, a MACIF): translated anew with it. */
typedef struct co_override { const char *name, *value; } co_override;

/* The program in a file, or in a text (the path is for messages). NULL after messages; never without one. `experiment`: NULL, or the only one
 * wanted. */
sm_model *co_translate(sb_arena *arena, sb_names *names, sb_diag *diag, const char *path, const char *experiment, const co_override *overrides, uint32_t count);
sm_model *co_translate_text(sb_arena *arena, sb_names *names, sb_diag *diag, const char *path, const char *text, const char *experiment,
                            const co_override *overrides, uint32_t count);

#endif
