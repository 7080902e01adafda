/* MACROs: tokens to tokens. Private to the parser. */
#ifndef SALTUS_FRONT_COSY_MACRO_H
#define SALTUS_FRONT_COSY_MACRO_H

#include "front/cosy/cosy.h"
#include "front/cosy/lex.h"

/* A call of a macro that was put in: its name, where it was called (in the text of another macro perhaps: `parent`, 0: none), and the
 * declarations of its own variables, already renamed. Numbered from 1. */
typedef struct co_expansion { const char *macro; sb_span call; uint32_t parent; co_tokens variables; } co_expansion;
typedef sb_vec(co_expansion) co_expansions;

#endif
