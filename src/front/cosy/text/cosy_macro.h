/* MACROs: tokens to tokens, before anything is parsed. For the parser.
 *
 * A definition is taken out of the text. A call is replaced by the body of its macro, in which formal parameters are
 * replaced by the tokens of the actual ones, CONST parameters by their value, and the variables of MACVAR by new names.
 * An argument that is more than a name or a call gets parentheses, so that V*2 with A+B for V means (A+B)*2. MACIF and
 * MACFOR are decided and unrolled on the way. Calls inside a body are replaced in the same way, so a macro may call
 * itself, as long as a MACIF ends the recursion.
 */
#ifndef SALTUS_FRONT_COSY_MACRO_H
#define SALTUS_FRONT_COSY_MACRO_H

#include "front/cosy/text/cosy_text.h"
#include "front/request.h"

/* A call of a macro that was replaced: where it was (in the text of another macro perhaps: `parent`, 0: none), and the
 * declarations of its own variables, already renamed, ended by CO_W_EOF. Numbered from 1. */
typedef struct co_expansion {
	const char *macro;
	sb_span call;
	uint32_t parent;
	co_tokens variables;
	bool declared;
} co_expansion;
typedef sb_vec(co_expansion) co_expansions;

co_tokens co_expand(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, co_tokens tokens,
					co_lexicals *lexical, const sf_given *overrides, uint32_t count, co_expansions *expansions);

/* ------------------------------------------------------------- inside: macro*.c */

typedef struct co_formal { const char *name; sb_span span; bool is_const; } co_formal;

typedef struct co_macro {
	const char *name;
	sb_span span;                      /* of its name */
	sb_vec(co_formal) formals;         /* outputs first */
	uint32_t outputs;
	bool arrow;
	uint32_t variables, variables_end; /* tokens of MACVAR, in the source */
	uint32_t body, body_end;
	sb_vec(co_formal) own;             /* names that MACVAR declares */
	uint32_t calls;
} co_macro;

/* What names stand for, innermost first. */
typedef struct co_meaning { const char *name; const co_token *tokens; uint32_t count; } co_meaning;
typedef struct co_meanings { const struct co_meanings *outer; sb_vec(co_meaning) list; } co_meanings;

typedef struct co_macros {
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	uint32_t source;
	const co_token *tokens;            /* of the source */
	uint32_t count;
	co_lexicals *lexical;
	const sf_given *overrides;
	uint32_t override_count;
	co_expansions *expansions;
	sb_map macros;                     /* name -> co_macro */
	sb_map words;                      /* every name in the source: new names differ from them */
	sb_map constants;                  /* name -> index of the token of its declaration, plus one */
	uint32_t current;                  /* the expansion that is under way */
	uint32_t depth;                    /* of calls, MACIFs and constants in each other */
	uint32_t work;                     /* tokens and turns of loops so far */
	bool stop;                         /* something expands without end: what is under way is given up */
	bool full;                         /* too much was put in: no more macros */
} co_macros;

/* Where tokens are put, what names stand for, and, in the body of a macro, the place of its call. */
typedef struct co_target { co_tokens *out; const co_meanings *meanings; bool shown; sb_span span; } co_target;

typedef struct co_value { bool known, is_truth; double number; } co_value;

/* The value of an expression at compile time; unknown after a message. The tokens have their meanings put in already
 * and end with CO_W_EOF. */
co_value co_evaluate(co_macros *x, const co_token *tokens, sb_span where, const char *what);
co_value co_evaluate_range(co_macros *x, const co_token *tokens, uint32_t from, uint32_t to,
	const co_meanings *meanings, sb_span where,
                           const char *what);
co_meaning co_value_meaning(co_macros *x, const char *name, co_value value, const co_token *like);
void co_put(co_macros *x, const co_token *tokens, uint32_t from, uint32_t to, co_target t);
/* the index after the call */
uint32_t co_put_call(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to, co_macro *macro, co_target t);
void co_put_nothing(co_macros *x, co_target t, const co_token *like);
void co_emit(co_macros *x, co_target t, co_token token);
void co_emit_sign(co_macros *x, co_target t, int word, const co_token *like);
sb_span co_token_span(const co_macros *x, const co_token *t);
void co_find_constants(co_macros *x);
sb_message *co_macro_error(co_macros *x, const char *code, sb_span span, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
sb_span co_macro_span(const co_macros *x, uint32_t token);
bool co_macro_deeper(co_macros *x, sb_span where);    /* false after a message: too deep or too much */
/* definitions; `skipped`: index of their first token -> index after the last */
void co_define_macros(co_macros *x, sb_map *skipped);

#endif
