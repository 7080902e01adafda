/* The text of a netlist: files, cards, words, expressions.
 *
 * A file is read line by line. Comments are left out, `+` lines are joined to the card before them, and a file of
 * `.include` or `.lib` takes the place of its card. All files of a netlist are one source (sb_source_join), so that one
 * number tells a place in any of them.
 *
 *     spice_files.c        files, includes, sections of libraries, lines to cards
 *     spice_words.c        cards to words; numbers with their suffixes
 *     spice_expression.c   expressions
 *
 * Names are compared in small letters.
 */
#ifndef SALTUS_FRONT_SPICE_SYNTAX_H
#define SALTUS_FRONT_SPICE_SYNTAX_H

#include "base/diag.h"
#include "base/map.h"

/* What all rooms share while one netlist is read. */
typedef struct sp_context {
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	uint32_t source;                   /* all files, one behind another */
	sb_strings searched;               /* paths of the files, the netlist first */
} sp_context;

/* From byte `at` of a card on, its text is that of the source from `from` on. */
typedef struct sp_piece { uint32_t at, from; } sp_piece;
typedef struct sp_card {
	const char *text;
	uint32_t length;
	sb_vec(sp_piece) pieces;           /* one for each line that it is written in */
	bool control;                      /* a command of a .control block */
} sp_card;
typedef sb_vec(sp_card *) sp_cards;

typedef struct sp_text {
	const char *title;
	sp_cards cards;
	uint32_t own;                      /* places before it are of the netlist's own file, all others are included */
} sp_text;

/* A netlist with all that it includes. What is wrong was told; NULL: the file itself cannot be read. `text` NULL: from
 * the file. */
sp_text *sp_read_files(sp_context *c, const char *path, const char *text);

/* A file that a card names: beside the netlist, or beside a file that it includes. NULL after a message. */
const char *sp_find_file(sp_context *c, const char *name, sb_span span);

sb_span sp_span(const sp_context *c, const sp_card *card, uint32_t from, uint32_t to);

/* ------------------------------------------------------------------------------------------------------- words */

typedef enum sp_word_kind {
	SP_WORD,           /* a name or a number */
	SP_BRACED,         /* {...} or '...': an expression; its text is without the marks */
	SP_STRING,         /* "..." */
	SP_EQUALS, SP_OPEN, SP_CLOSE,
	SP_END
} sp_word_kind;

typedef struct sp_word {
	sp_word_kind kind;
	const char *name;                  /* interned, in small letters */
	const char *text;                  /* as it is written */
	uint32_t from, to;                 /* in the card */
	sb_span span;
} sp_word;
/* The last ones are SP_END, so many that whoever stands at the first of them may look at places behind it. */
enum { SP_AHEAD = 8 };
typedef sb_vec(sp_word) sp_words;
static inline uint32_t sp_last_word(const sp_words *w)           /* a card has one at least */
{
	return w->n - SP_AHEAD - 1;
}

/* All words; behind the last one is one of kind SP_END. Commas count as blanks. */
sp_words sp_split(sp_context *c, const sp_card *card);
bool sp_is_word_of(const char *list, const char *word);  /* the list has a blank before and behind each word */
const char *sp_lower(sb_names *names, const char *text, size_t length);

/* A number with its suffix; false: the text is none. *suffix is what stands behind the digits. */
bool sp_number(const char *text, double *value, const char **suffix, const char **end);
bool sp_is_number(const char *text);   /* all of it is one */

/* -------------------------------------------------------------------------------------------------- expressions */

typedef enum sp_expr_kind {
	SP_NUMBER, SP_NAME,
	SP_CALL,                           /* name(args) */
	SP_PROBE,                          /* v(a), v(a,b), i(v1): names are in `probed` */
	SP_UNARY, SP_BINARY,               /* op: the sign, as written in the table of spice_expression.c */
	SP_CHOICE                          /* a ? b : c */
} sp_expr_kind;

typedef enum sp_op {
	SP_OR, SP_AND, SP_EQ, SP_NE, SP_LT, SP_GT, SP_LE, SP_GE, SP_ADD, SP_SUB, SP_MUL, SP_DIV, SP_MOD, SP_POW,
	SP_MINUS, SP_PLUS, SP_NOT
} sp_op;

typedef struct sp_expr sp_expr;
struct sp_expr {
	sp_expr_kind kind;
	sp_op op;
	double number;
	const char *name;                  /* of SP_NAME, SP_CALL; v or i of SP_PROBE */
	const char *probed[2];
	sp_expr *of[3];                    /* operands; the first arguments of a call are in `args` */
	sb_vec(sp_expr *) args;
	sb_span span;
};

/* The expression in a card between two of its bytes; NULL after a message. */
sp_expr *sp_read_expression(sp_context *c, const sp_card *card, uint32_t from, uint32_t to);
/* The value that a word is: a number, a name, or an expression in braces. */
sp_expr *sp_word_value(sp_context *c, const sp_card *card, const sp_word *word);
sp_expr *sp_number_expr(sp_context *c, double value, sb_span span);

#endif
