/* COSY: from text to the flat hybrid model. docs/cosy.md is the language.
 *
 * The folder has rooms. Each has a first header, which explains it, and knows only those before it:
 *
 *     text        cosy_text.h        words: text to tokens, MACROs put in
 *     syntax      cosy_syntax.h      tokens to a tree, by recursive descent; every error of a file is reported at once
 *     expression  cosy_expression.h  what names mean; expressions
 *     module      cosy_module.h      MODULEs, MODELs and instances: trees to trees with other names
 *     routine     cosy_routine.h     statements
 *     program     cosy_program.h     equations, events, experiments, output; the order of the work
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
