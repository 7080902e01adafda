/* Matrix expressions as text (docs/diagrams.md has the grammar): the syntax alone.
 *
 *     (A*u1)(1, :)' + .if u2 > 0 .then 1 .else eye(2) .end
 *
 * Nothing is interpreted here. Whether x(1) takes an element or calls a function is not known, so both are MX_APPLY;
 * names are not looked up, sizes are not known. Who parses a text says where each of its bytes stands in a source, so
 * that a message about a text that is written as a String of Modelica has its caret inside the String.
 *
 *   matrix_lex.c     text to tokens; what is not of the language
 *   matrix_parse.c   tokens to the tree, by recursive descent
 *   matrix_print.c   trees as text
 */
#ifndef SALTUS_MATRIX_EXPRESSION_H
#define SALTUS_MATRIX_EXPRESSION_H

#include "base/diag.h"

/* Byte k of the text is byte place[k] of the source, for k up to and with n; place NULL: byte k. */
typedef struct mx_text {
	const char *at;
	uint32_t n, source;
	const uint32_t *place;
} mx_text;

typedef enum mx_kind {
	MX_NUMBER,        /* number */
	MX_IMAGINARY,     /* number times i, as in 2i */
	MX_STRING,        /* word */
	MX_NAME,          /* word, perhaps dotted */
	MX_ALL,           /* ':' as an index */
	MX_END,           /* 'end' or '$' in an index */
	MX_UNARY,         /* op, a[0] */
	MX_BINARY,        /* op, a[0], a[1] */
	MX_TRANSPOSE,     /* a[0] */
	MX_RANGE,         /* a = from, to  or  from, step, to */
	MX_MATRIX,        /* a = MX_ROW nodes; none: [] */
	MX_ROW,           /* a = the columns */
	MX_APPLY,         /* a[0] with the indices or arguments a[1], ... */
	MX_ASSIGN,        /* a[0] is the MX_APPLY, a[1] what is put there */
	MX_DELETE,        /* a[0] is the MX_APPLY */
	MX_IF,            /* a = condition, then, else */
	MX_SWITCH         /* a = selector, case, value, case, value, ..., otherwise */
} mx_kind;

typedef enum mx_op {
	MX_NONE, MX_ADD, MX_SUB, MX_MUL, MX_DIV, MX_LEFT_DIV, MX_POW,
	MX_EMUL, MX_EDIV, MX_ELEFT_DIV, MX_EPOW,                                   /* .* ./ .\ .^ */
	MX_LT, MX_LE, MX_GT, MX_GE, MX_EQ, MX_NE, MX_AND, MX_OR, MX_NOT, MX_MINUS, MX_PLUS
} mx_op;

typedef struct mx_node mx_node;
struct mx_node {
	uint8_t kind, op;
	sb_span span, op_span;
	double number;
	const char *word;                  /* interned */
	sb_vec(mx_node *) a;
};

/* Nesting deeper than this is a message. */
enum { MX_DEEPEST = 500 };

/* NULL after a mistake, which is reported: M0983, M0984. May warn (M0985). */
mx_node *mx_parse(sb_arena *arena, sb_names *names, sb_diag *diag, const mx_text *text);
/* With parentheses around all that is made of parts; reads back as the same tree. */
void mx_print(const mx_node *e, sb_text *out);
const char *mx_op_text(mx_op op);

#endif
