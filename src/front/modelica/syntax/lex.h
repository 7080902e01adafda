/* The words of Modelica: what the lexer gives to the parser. Private to the parser.
 *
 * Every token carries the number of its word (mo_token.id), so the parser compares small numbers and never texts.
 * Comments and what could not be read are MO_W_SKIP: they are in the token table, and the parser steps over them.
 */
#ifndef SALTUS_MODELICA_LEX_H
#define SALTUS_MODELICA_LEX_H

#include "front/modelica/syntax/syntax.h"
#include "front/written/keywords.h"

#define MO_SYMBOLS(S)                                                                                                  \
	S(LPAREN, "(")                                                                                                     \
	S(RPAREN, ")") S(LBRACKET, "[") S(RBRACKET, "]") S(LBRACE, "{") S(RBRACE, "}") S(COMMA, ",") S(SEMICOLON, ";")     \
		S(COLON, ":") S(DOT, ".") S(EQUAL, "=") S(ASSIGN, ":=") S(EQ, "==") S(NE, "<>") S(LT, "<") S(LE, "<=")         \
			S(GT, ">") S(GE, ">=") S(PLUS, "+") S(MINUS, "-") S(STAR, "*") S(SLASH, "/") S(CARET, "^")                 \
				S(DOT_PLUS, ".+") S(DOT_MINUS, ".-") S(DOT_STAR, ".*") S(DOT_SLASH, "./") S(DOT_CARET, ".^")

#define MO_WORD_ID(name, text) MO_W_##name,
typedef enum mo_word {
	MO_W_EOF, MO_W_IDENT, MO_W_NUMBER, MO_W_STRING, MO_W_SKIP,
	MO_W_NOTHING,             /* what the parser sees between an error and the place where it goes on */
	SF_KEYWORDS(MO_WORD_ID)
	MO_SYMBOLS(MO_WORD_ID)
	MO_W_COUNT
} mo_word;
#undef MO_WORD_ID

#define MO_FIRST_KEYWORD MO_W_ALGORITHM
#define MO_LAST_KEYWORD MO_W_WITHIN

const char *mo_word_text(int word);       /* the text of a keyword or symbol; "" for the other words */

/* Messages of the lexer wait until the parser has come to their place, so that all messages of a file are in the order
 * of the text, and so that going back in the text can take some back. */
typedef struct mo_lexical {
	uint8_t severity;
	const char *code;
	uint32_t start, end;
	const char *text, *help;
} mo_lexical;
typedef struct mo_lexicals { mo_lexical *at; uint32_t n, cap; uint32_t source, said; } mo_lexicals;

mo_tokens mo_lex(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, mo_lexicals *messages);
/* Reports those that start before a place. */
void mo_lexicals_say(mo_lexicals *messages, sb_diag *diag, uint32_t before);

/* The lexer as seen by its own files: lex.c has the words, lex_number.c the numbers, lex_wrong.c what is no
 * Modelica. */
typedef struct mo_stranger { uint32_t code, start, end, count; } mo_stranger;

typedef struct mo_lexer {
	sb_arena *arena;
	sb_names *names;
	const char *text;
	uint32_t n, at;
	mo_tokens tokens;                       /* on the heap while it grows */
	const char *words[MO_W_COUNT];          /* interned */
	uint8_t first_keyword[26];
	mo_lexicals messages;
	uint32_t cuts;                          /* strings without an end that were cut */
	bool one_line_strings;                  /* too many of them: strings are not looked for past their line */
	sb_vec(mo_stranger) strangers;          /* characters that do not belong, each with its first place and its count */
} mo_lexer;

mo_token *mo_lex_push(mo_lexer *x, int kind, int id, uint32_t start, uint32_t end);
void mo_lex_report(mo_lexer *x, int severity, const char *code, uint32_t start, uint32_t end, const char *format, ...)
	__attribute__((format(printf, 6, 7)));
void mo_lex_help(mo_lexer *x, const char *format, ...) __attribute__((format(printf, 2, 3))); /* to the last message */
char mo_lex_char(const mo_lexer *x, uint32_t at);     /* 0 past the end */
bool mo_lex_is_letter(char c);
bool mo_lex_is_digit(char c);
bool mo_lex_is_name(char c);
void mo_lex_number(mo_lexer *x);
void mo_lex_wrong(mo_lexer *x);             /* at a byte that begins no Modelica token: always makes progress */
bool mo_lex_wrong_symbol(mo_lexer *x);      /* != && || ** and the like; false if there is none here */
void mo_lex_strangers(mo_lexer *x);         /* reports the characters that were collected */
void mo_lex_name_with_strangers(mo_lexer *x, uint32_t start);

#endif
