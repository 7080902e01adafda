/* The text of a COSY program to its tree (cosy_tree.h). docs/cosy.md has the grammar.
 *
 * A parser by recursive descent, one token of look-ahead. After an error it goes on at the next statement or part, so
 * that every error of a file is reported at once; what could not be read is absent from the tree.
 *
 *     cosy_parse.c             the parser: tokens, MACROs put in; a file as a whole
 *     cosy_parse_part.c        parts of programs and modules
 *     cosy_parse_declare.c     declarations
 *     cosy_parse_equation.c    CONTINUOUS
 *     cosy_parse_statement.c, cosy_parse_process.c    statements
 *     cosy_parse_output.c      OUTPUT
 *     cosy_parse_expression.c  expressions
 *     cosy_parse_end.c         what is open, and its END
 *     cosy_parse_error.c       words and messages
 *     cosy_tree.c              the tree as text, and its nodes
 */
#ifndef SALTUS_FRONT_COSY_SYNTAX_H
#define SALTUS_FRONT_COSY_SYNTAX_H

#include "front/cosy/syntax/cosy_tree.h"
#include "front/request.h"

/* The tree of a source, MACROs put in; always a CO_PROGRAM. After errors (ask sb_errors) it lacks what could not be
 * read. A file of MODULEs, MODELs and MACROs alone has a program without a name. The overrides are for the CONSTs that
 * a MACIF asks for. */
co_node *co_parse(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, const sf_given *overrides,
	uint32_t count);

/* The tree as text, one node a line, indented: for tests. */
void co_dump(const co_node *node, sb_text *out);
const char *co_kind_name(co_kind kind);

co_node *co_child(const co_node *n, uint32_t i);                   /* NULL past the end */
uint32_t co_count(const co_node *list);                            /* of a LIST that may be NULL */

#endif
