/* The text of MUSS as tokens and as a tree.
 *
 * Words of the language have any case, names that people give have the case they were given. A word of the language is
 * one only where the grammar asks for it: `start` and `state` are good names for variables. Comments are those of C.
 *
 * There is one kind of node, whose children are told by its kind. In the list `a b` are children in this order, `a*`
 * is one child of kind MU_LIST, `[a]` a child that may be NULL.
 */
#ifndef SALTUS_FRONT_MUSS_SYNTAX_H
#define SALTUS_FRONT_MUSS_SYNTAX_H

#include "base/diag.h"

typedef enum mu_word {
	MU_W_EOF, MU_W_NAME, MU_W_NUMBER, MU_W_TEXT, MU_W_NOTHING,
	MU_W_LPAREN, MU_W_RPAREN, MU_W_LBRACE, MU_W_RBRACE, MU_W_LBRACKET, MU_W_RBRACKET, MU_W_COMMA, MU_W_SEMICOLON,
	MU_W_COLON, MU_W_DOT, MU_W_RANGE, MU_W_EQUAL, MU_W_EQ, MU_W_NE, MU_W_LT, MU_W_LE, MU_W_GT, MU_W_GE, MU_W_PLUS,
	MU_W_MINUS, MU_W_STAR, MU_W_SLASH, MU_W_POWER, MU_W_PRIME, MU_W_AND, MU_W_OR, MU_W_NOT, MU_W_COUNT
} mu_word;

typedef struct mu_token {
	uint8_t word;
	bool new_line;                 /* the first of its line */
	bool whole;                    /* a number without point and exponent */
	uint32_t start, end;
	const char *name;              /* of NAME: as written, interned; of NUMBER: as written; of TEXT: its text */
	double number;
} mu_token;
typedef sb_vec(mu_token) mu_tokens;

#define MU_KINDS(X)                                                                                                    \
	X(LIST)                                                                                                            \
	X(FILE)          /* BLOCK* */                                                                                      \
	X(BLOCK)         /* name; number: mu_block; GROUP* regions*: INITIAL DYNAMIC SAMPLED CONTROL STUDY */              \
	X(GROUP)         /* number: mu_group; items*: DECLARE, NAME, SPACE, or values */                                   \
	X(DECLARE)       /* name; number: mu_type; sizes* [value] */                                                       \
	X(SPACE)         /* name; from to points */                                                                        \
	X(INITIAL) X(DYNAMIC) X(SAMPLED) X(CONTROL) X(STUDY)      /* statements* */                                        \
	X(ASSIGN)        /* targets* value */                                                                              \
	X(IF)            /* PART* ; the last one may have no condition */                                                  \
	X(WHEN)          /* PART* */                                                                                       \
	X(PART)          /* [condition] statements* */                                                                     \
	X(CASE)          /* selector BRANCH* */                                                                            \
	X(BRANCH)        /* labels* statements* ; no labels: else */                                                       \
	X(WHILE)         /* condition statements* */                                                                       \
	X(FOR)           /* name; from to statements*; or values* of LIST in place of from, and to NULL */                 \
	X(AT)            /* name: the space; place statements* */                                                          \
	X(PREPARE)       /* NAME* */                                                                                       \
	X(TERMINATE)     /* condition [TEXT] */                                                                            \
	X(RUN)           /* NAME of an experiment */                                                                       \
	X(COLLECT)       /* values*, or ASSIGN of a name */                                                                \
	X(NAME)          /* name; subscripts* [NAME after a dot] */                                                        \
	X(PRIME)         /* NAME */                                                                                        \
	X(NUMBER)        /* name: as written; number */                                                                    \
	X(TEXT)          /* name */                                                                                        \
	X(APPLY)         /* NAME arguments* GIVEN* */                                                                      \
	X(GIVEN)         /* name = value, among arguments; name; value */                                                  \
	X(UNARY)         /* number: mu_word; a */                                                                          \
	X(BINARY)        /* number: mu_word; a b */

typedef enum mu_kind {
#define X(name) MU_##name,
	MU_KINDS(X)
#undef X
	MU_KIND_COUNT
} mu_kind;

typedef enum mu_block { MU_CONTINUOUS, MU_SAMPLED_BLOCK, MU_DISTRIBUTED, MU_EXPERIMENT, MU_STUDY_BLOCK } mu_block;
typedef enum mu_group {
	MU_INPUTS, MU_OUTPUTS, MU_STATES, MU_AUXILIARY, MU_PARAMETERS, MU_CONSTANTS, MU_FIELDS, MU_CALLED, MU_EXPERIMENTS,
	MU_SPACES, MU_PERIOD, MU_GROUP_COUNT
} mu_group;
typedef enum mu_type { MU_REAL, MU_INTEGER, MU_LOGICAL } mu_type;

typedef struct mu_node mu_node;
struct mu_node {
	mu_kind kind;
	sb_span span, name_span;
	const char *name;              /* interned; NULL: none */
	double number;
	sb_vec(mu_node *) of;
};

/* The tokens of a source, ended by MU_W_EOF; what is not MUSS is told and left out. */
mu_tokens mu_lex(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source);
const char *mu_word_text(int word);
/* The tree of a source; what could not be read is not in it, and was told. */
mu_node *mu_parse(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source);

/* muss_format.c: the text of a source in one layout; false after messages. */
bool mu_lay_out(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, sb_text *out);

const char *mu_group_text(int group);            /* inputs, outputs, ... */
const char *mu_block_text(int block);            /* continuous submodel, experiment, ... */

/* Children by place, and the list that one of them is; NULL where there is none. */
static inline mu_node *mu_child(const mu_node *n, uint32_t k)
{
	return n && k < n->of.n ? n->of.at[k] : NULL;
}
static inline mu_node *mu_list(const mu_node *n, uint32_t k, uint32_t i)
{
	return mu_child(mu_child(n, k), i);
}
static inline uint32_t mu_length(const mu_node *n, uint32_t k)
{
	const mu_node *list = mu_child(n, k);
	return list ? list->of.n : 0;
}

#endif
