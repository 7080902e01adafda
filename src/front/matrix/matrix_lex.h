/* Tokens of matrix expressions, made one at a time. */
#ifndef SALTUS_MATRIX_LEX_H
#define SALTUS_MATRIX_LEX_H

#include "front/matrix/front_matrix.h"

typedef enum mx_token_kind {
	MX_T_END, MX_T_NUMBER, MX_T_IMAGINARY, MX_T_STRING, MX_T_NAME, MX_T_WORD, MX_T_SYMBOL
} mx_token_kind;

/* `text` is that of a symbol, of a word with its dot (".if"), of a name, or what is in a string. */
typedef struct mx_token {
	mx_token_kind kind;
	const char *text;
	double number;
	uint32_t start, end;
	bool space_before;
} mx_token;

typedef struct mx_lexer {
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	const mx_text *text;
	uint32_t at;
	bool failed;                       /* reported */
} mx_lexer;

mx_token mx_next(mx_lexer *l);
sb_span mx_span(const mx_text *text, uint32_t start, uint32_t end);

#endif
