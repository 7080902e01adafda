/* One layout for Modelica text: what `saltus fmt` writes.
 *
 * The author decides where a statement is broken into lines, the formatter decides everything else that is white space:
 *
 *   - each statement and declaration begins a line, indented by two columns for each class, section and block around
 *     it; a class or a block that the author has written on one line stays on it;
 *   - a line that continues a statement is indented once more for each line above it that has left a bracket open;
 *   - one space around `=`, `:=`, relations, `+`, `-`, `and`, `or` and the dotted operators, after commas and
 *     semicolons; none around `*`, `/`, `^`, `:` and dots, inside brackets, and between a name and its bracket;
 *   - at most one blank line in a row, none at the beginning, no white space at the ends of lines, a line end at the
 *     end of the file;
 *   - comments at the ends of neighbouring lines stand under each other.
 *
 * Tokens and comments stay as they are, byte by byte, in their order; that is checked on the result before it is given
 * out. So the meaning cannot change. Formatting twice changes nothing.
 */
#ifndef SALTUS_MODELICA_FORMAT_H
#define SALTUS_MODELICA_FORMAT_H

#include "front/modelica/modelica.h"
#include "front/modelica/syntax/syntax.h"

/* Private to the formatter's files: format_statement.c finds where statements begin, format_space.c says how tokens
 * stand beside each other, format_lines.c makes lines of them. */
typedef struct mo_laid {
	const mo_token *token;
	uint32_t line, last_line;        /* of the source, where it begins and where it ends */
	uint32_t column;                 /* of the source, in characters from 0 */
	bool comment;
	bool starts;                     /* begins a statement, or a part of one that has a line of its own */
	bool closes;                     /* such a part that ends the body before it: `end`, `else`, `equation` */
	uint32_t together; /* 0, or one more than the number of the last token of a block written on one line */
	uint16_t level;                  /* of the statement it belongs to */
	bool unary;                      /* a sign */
	bool importing;                  /* part of an import */
} mo_laid;

void mo_find_statements(sb_arena *arena, mo_laid *laid, uint32_t n);
bool mo_space_between(const mo_laid *left, const mo_laid *right, const char *text);

#endif
