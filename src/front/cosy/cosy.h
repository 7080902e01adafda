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
 * Messages: K01xx lexical and syntactical, K02xx macros, K03xx names and types, K04xx equations, modules and models,
 * K05xx events, processes and resources, K06xx experiments and output.
 */
#ifndef SALTUS_FRONT_COSY_COSY_H
#define SALTUS_FRONT_COSY_COSY_H

#include "front/request.h"

/* The program; of a request with a part, only the experiment of that name. Values that are given are for CONSTs that
 * belong to the structure (a bound of an array, a MACIF). NULL after messages; never without one. */
sm_model *co_translate(const sf_request *request);

#endif
