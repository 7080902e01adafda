/* The text of a program as words: what the lexer gives to the macros, and the macros give to the parser.
 *
 *     cosy_lex*.c    text to tokens: words; comments, texts, numbers and formats; what is not COSY
 *     cosy_macro*.c  MACROs: tokens to tokens, before anything is parsed (cosy_macro.h)
 *
 * Case does not matter: names and keywords are folded to upper case and interned, so that equal names are equal
 * pointers. One token of look-ahead is enough for the grammar, because the lexer knows a little about the context of a
 * word: a `*` right before a `=` is the old sign of a derivative, FULL and EXTERNAL are keywords only before MODEL, and
 * the parentheses after FORMAT hold one text.
 */
#ifndef SALTUS_FRONT_COSY_TEXT_H
#define SALTUS_FRONT_COSY_TEXT_H

#include "base/diag.h"
#include "base/map.h"

/* Types come first, then what begins a part of a program, then what begins statements: the parser asks for such
 * ranges. */
#define CO_TYPE_WORDS(K)                                                                                               \
	K(ALGEBR)                                                                                                          \
	K(BOOLEAN) K(COLLECT) K(DSTATE) K(FACILITY) K(GATE) K(HISTOGRAM) K(INTEGER) K(LOGIC) K(MEMORY) K(MODEL)            \
		K(PRINTPLOT) K(PROCESS) K(RANDOM) K(REAL) K(SAMPLE) K(SEVENT) K(SETFILE) K(STATE) K(STORAGE) K(TABLEPRINT)     \
			K(TEVENT) K(TIMEPERS)
#define CO_PART_WORDS(K)                                                                                               \
	K(PROGRAM)                                                                                                         \
	K(PROJECT) K(MACRO) K(MODULE) K(FULL) K(EXTERNAL) K(LABEL) K(CONST) K(TYPE) K(VAR) K(STORE) K(FUNCTIONAL)          \
		K(PROCEDURE) K(FUNCTION) K(MONITOR) K(EXPERIMENT) K(SYSTEM) K(INITIAL) K(CONTINUOUS) K(DISCRETE) K(TERMINAL)   \
			K(OUTPUT) K(EVENTS) K(EVENT) K(PROCESSES)
#define CO_STATEMENT_WORDS(K)                                                                                          \
	K(BEGIN)                                                                                                           \
	K(IF) K(CASE) K(FOR) K(WHILE) K(REPEAT) K(SCHEDULE) K(CANCEL) K(FINISH) K(TERMINATE) K(CREATE) K(HOLD) K(WAIT)     \
		K(SEIZE) K(PREEMPT) K(RELEASE) K(ENTER) K(LEAVE) K(OPEN) K(CLOSE) K(PASS) K(INSERT) K(REMOVE) K(COPY) K(FIND)  \
			K(ACTIVATE) K(PASSIVATE) K(INTERRUPT) K(DESTROY) K(SUSPEND) K(RESUME) K(DELETE) K(WRITE) K(WRITELN)        \
				K(FORTRAN) K(CCODE) K(STOREON) K(STOREOFF) K(CROSSPLOT) K(RERUN) K(SIMULATE) K(INITCOND)
#define CO_OTHER_WORDS(K)                                                                                              \
	K(CONDIT)                                                                                                          \
	K(WHEN) K(NOSORT) K(PROCED) K(CROSSES) K(END) K(THEN) K(ELSE) K(ELSEIF) K(OF) K(TO) K(DOWNTO) K(DO) K(UNTIL)       \
		K(AND) K(OR) K(NOT) K(DIV) K(MOD) K(NEW) K(ARRAY) K(RECORD) K(FORMAT) K(MACVAR) K(MACCONTIN) K(MACBEGIN)       \
			K(MACEND) K(MACIF) K(MACELSE) K(MACFOR)
#define CO_KEYWORDS(K) CO_TYPE_WORDS(K) CO_PART_WORDS(K) CO_STATEMENT_WORDS(K) CO_OTHER_WORDS(K)

#define CO_SYMBOLS(S)                                                                                                  \
	S(LPAREN, "(")                                                                                                     \
	S(RPAREN, ")") S(LBRACKET, "[") S(RBRACKET, "]") S(COMMA, ",") S(SEMICOLON, ";") S(COLON, ":") S(DOT, ".")         \
		S(RANGE, "..") S(EQUAL, "=") S(ASSIGN, ":=") S(NE, "<>") S(LT, "<") S(LE, "<=") S(GT, ">") S(GE, ">=")         \
			S(ARROW, "<-") S(PLUS, "+") S(MINUS, "-") S(STAR, "*") S(SLASH, "/") S(POWER, "**") S(PRIME, "'")          \
				S(STAR_PRIME, "*")

typedef enum co_word {
	CO_W_EOF, CO_W_IDENT, CO_W_NUMBER, CO_W_TEXT,
	CO_W_NOTHING,             /* what the parser sees between an error and the place where it goes on */
#define K(word) CO_W_##word,
	CO_KEYWORDS(K)
#undef K
#define S(name, text) CO_W_##name,
	CO_SYMBOLS(S)
#undef S
	CO_W_COUNT
} co_word;

#define CO_FIRST_KEYWORD CO_W_ALGEBR
#define CO_LAST_KEYWORD CO_W_MACFOR

/* `start` and `end` are where the token is written. Where it is shown in the tree (`shown_start`, `shown_end`) is
 * another place for what a macro puts in: that of the call. */
typedef struct co_token {
	uint8_t word;
	bool new_line;                 /* the first of its line */
	bool broken;                   /* an error about it was said already */
	uint32_t start, end, shown_start, shown_end;
	uint32_t from;                 /* the number of the expansion of a macro that it comes from; 0: none */
	/* of IDENT and keywords: upper case, interned; of NUMBER: as written; of TEXT and FORMAT: the text */
	const char *name;
	double number;
} co_token;

typedef sb_vec(co_token) co_tokens;

/* Messages of the lexer wait until the parser has come to their place, so that all messages of a file are in the order
 * of the text. */
typedef struct co_lexical { sb_severity severity; const char *code; uint32_t start, end; const char *text,
	*help; } co_lexical;
typedef struct co_lexicals { sb_vec(co_lexical) list; uint32_t source, said; } co_lexicals;

typedef struct co_lexer {
	sb_arena *arena;
	sb_names *names;
	const char *text;
	uint32_t n, at;
	bool new_line;
	bool in_ccode;                          /* the next text is one of C and may go over lines */
	/* one was found that does not end: the rest of the text need not be searched again */
	bool open_ccode, open_comment, open_brace;
	co_tokens tokens;
	co_lexicals messages;
	sb_map keywords;                        /* interned name -> co_word */
} co_lexer;

/* The tokens of a source, ended by CO_W_EOF. */
co_tokens co_lex(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, co_lexicals *messages);
void co_lexicals_say(co_lexicals *messages, sb_diag *diag, uint32_t before);      /* those that start before a place */
const char *co_word_text(int word);                     /* of a keyword or symbol; "" for the others */

/* Inside of the lexer: cosy_lex.c has the words, cosy_lex_text.c comments, texts, numbers and formats, cosy_lex_wrong.c
 * what is not COSY. */
co_token *co_lex_push(co_lexer *x, int word, uint32_t start, uint32_t end);
void co_lex_report(co_lexer *x, sb_severity severity, const char *code, uint32_t start, uint32_t end, const char *help,
	const char *format, ...)
	__attribute__((format(printf, 7, 8)));
char co_lex_char(const co_lexer *x, uint32_t at);       /* 0 past the end */
bool co_lex_is_letter(char c);
bool co_lex_is_digit(char c);
bool co_lex_comment(co_lexer *x);                       /* false: there is none here */
void co_lex_text(co_lexer *x, char quote);
void co_lex_number(co_lexer *x);
void co_lex_format(co_lexer *x);                        /* after the word FORMAT */
bool co_lex_wrong_symbol(co_lexer *x);                  /* == && .GT. and the like; false: there is none here */
void co_lex_wrong(co_lexer *x);                         /* a byte that begins nothing: always makes progress */

#endif
