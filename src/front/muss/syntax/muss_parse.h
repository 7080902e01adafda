/* The parser as seen by its own files: a recursive descent, one function for each rule.
 *
 * A function that finds a mistake tells it and, where it is clear what was meant, goes on as if that were written.
 * Where it is not, it calls mu_fail: from then on the current word is MU_W_NOTHING, which fits no rule, so that every
 * function returns by itself. The loop over statements, items or blocks then calls mu_recover. */
#ifndef SALTUS_FRONT_MUSS_PARSE_H
#define SALTUS_FRONT_MUSS_PARSE_H

#include "front/muss/syntax/muss_syntax.h"

typedef struct mu_parser {
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	uint32_t source;
	const mu_token *tokens;
	uint32_t at, last;             /* the current token, and the one read before it */
	uint8_t word;
	uint32_t depth;                /* of nested statements and expressions */
} mu_parser;

/* muss_parse.c */
const mu_token *mu_now(const mu_parser *p);
sb_span mu_here(const mu_parser *p);
void mu_next(mu_parser *p);
bool mu_is(const mu_parser *p, const char *word);         /* the current token is this word of the language */
bool mu_was_is(const mu_parser *p, uint32_t ahead, const char *word);       /* so many tokens ahead */
bool mu_take(mu_parser *p, int word);                     /* a symbol, if it is there */
bool mu_take_word(mu_parser *p, const char *word);
bool mu_need(mu_parser *p, int word, const char *where);  /* a symbol that must be there */
sb_message *mu_unexpected(mu_parser *p, const char *wanted);      /* tells, and fails */
void mu_fail(mu_parser *p);
bool mu_too_deep(mu_parser *p);                           /* tells it once */
mu_node *mu_node_new(mu_parser *p, mu_kind kind, sb_span span);
mu_node *mu_node_list(mu_parser *p);
void mu_add(mu_parser *p, mu_node *to, mu_node *child);
void mu_close(mu_parser *p, mu_node *n);                  /* its span ends with the token read last */
const char *mu_name(mu_parser *p, const char *what, sb_span *span);      /* a name, or NULL and failed */
const char *mu_found(const mu_parser *p);                 /* the current token, for messages */

/* muss_parse_statement.c */
mu_node *mu_statements(mu_parser *p);                     /* to '}' or End */
/* muss_parse_expression.c */
mu_node *mu_expression(mu_parser *p);
mu_node *mu_reference(mu_parser *p);

#endif
