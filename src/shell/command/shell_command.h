/* Commands as text: what may be written, and what was meant. This room knows no model.
 *
 *     verbs.c         the table of commands, with their options, qualifiers and help
 *     read_parts.c    words, names, blocks and lists, as the grammar of docs/mcl.md has them
 *     read_line.c     a line becomes an sh_command, or a message with a caret
 *     shell_formula.c expressions: read, and evaluated with the values of whoever asks
 *
 * A command is `VERB OPTION /QUALIFIER=(VALUE) PARAMETERS`. Verbs, options and qualifiers may be cut short as long as
 * one remains, and have any case. A line is a source of the diag it is read for, so that messages point into it.
 */
#ifndef SALTUS_SHELL_COMMAND_H
#define SALTUS_SHELL_COMMAND_H

#include "base/diag.h"

/* -------------------------------------------------------------------------------------------------- what is written */

/* `::study(copy):experiment(copy)[level.level]`. Of a relative one the levels begin at the block that was set. */
typedef struct sh_block {
	const char *study, *study_copy, *experiment, *copy;      /* NULL: not written */
	bool placed, relative;                                   /* there are levels */
	sb_strings levels;                                       /* names with wild cards, or "-" for the one around */
	sb_span span;
} sh_block;

typedef struct sh_formula sh_formula;
typedef struct sh_element {
	sh_block block;
	const char *name;                /* with wild cards; NULL: the block alone */
	const sh_formula *value;         /* of an assignment; NULL: none */
	sb_span span;
} sh_element;
typedef sb_vec(sh_element) sh_elements;
typedef sb_vec(const sh_formula *) sh_formulas;

typedef enum sh_operation {
	SH_NUMBER, SH_VARIABLE, SH_TEXT, SH_FUNCTION, SH_ADD, SH_SUBTRACT, SH_MULTIPLY, SH_DIVIDE, SH_POWER, SH_NEGATE,
	SH_LESS, SH_LESS_EQUAL, SH_GREATER, SH_GREATER_EQUAL, SH_EQUAL, SH_UNEQUAL, SH_AND, SH_OR, SH_NOT
} sh_operation;
struct sh_formula {
	sh_operation op;
	double number;
	uint32_t function;
	const char *text;
	sh_element variable;
	const sh_formula *a, *b;
	sb_span span;
};

/* ---------------------------------------------------------------------------------------------------- what there is */

typedef enum sh_takes {
	SH_NOTHING, SH_ONE_FORMULA, SH_MAYBE_FORMULA, SH_ASSIGNMENTS, SH_ONE_PROCESS, SH_MAYBE_PROCESS, SH_MAYBE_PROCESSES,
	SH_MAYBE_BLOCK, SH_MAYBE_ELEMENTS, SH_ONE_ELEMENT, SH_ONE_FILE, SH_FILES, SH_WORDS, SH_REST, SH_CONDITION, SH_LOOP,
	SH_LABEL
} sh_takes;
/* What stands in the brackets behind a qualifier. */
typedef enum sh_extension { SH_NO_VALUE, SH_NUMBERS, SH_NAMES, SH_FILE, SH_MAYBE_FILE } sh_extension;
typedef struct sh_qualifier {
	const char *name;
	sh_extension extension;
	uint32_t least, most;            /* values */
	const char *says;
} sh_qualifier;
typedef struct sh_option {
	const char *name;
	sh_takes takes;
	const sh_qualifier *qualifiers;  /* ended by {0}; NULL: none */
	const char *says;
} sh_option;

typedef enum sh_what {
	SH_OPER, SH_CONTROL, SH_CREATE, SH_DO, SH_EDIT, SH_EXIT, SH_FILE_OF_COMMANDS, SH_HELP, SH_PARAMETER, SH_PREPARE,
	SH_PRINT, SH_REMOVE, SH_SCOPE, SH_SET, SH_SHOW, SH_TYPE,
	SH_LOAD, SH_RELOAD, SH_STEP, SH_GO, SH_RESTART, SH_CHANGE, SH_SAVE, SH_RESTORE, SH_BREAK, SH_WATCH, SH_WHY,
	SH_LINEARISE, SH_TRIM, SH_SWEEP, SH_FIT, SH_OPTIMISE, SH_PLOT, SH_OVERLAY, SH_COMPARE,
	SH_IF, SH_ELSE, SH_ENDIF, SH_GOTO, SH_FOR, SH_NEXT, SH_ASSIGN, SH_EMPTY
} sh_what;
typedef struct sh_verb {
	const char *name;
	sh_what what;
	sh_takes takes;
	const sh_option *options;        /* ended by {0}; NULL: none. One of them must be written, unless `free` */
	bool free;
	const sh_qualifier *qualifiers;
	const char *grammar, *line, *about;      /* how it is written; in one line; prose */
} sh_verb;
extern const sh_verb sh_verbs[];
extern const uint32_t sh_verb_count;

enum { SH_VALUES_MOST = 8, SH_DEPTH_MOST = 100, SH_LINE_MOST = 65536 };

/* ---------------------------------------------------------------------------------------------------- what is meant */

typedef struct sh_given {
	const sh_qualifier *qualifier;
	sh_formulas numbers; sh_elements names; const char *file;        /* as its extension says; file NULL: left out */
	sb_span span;
} sh_given;
typedef struct sh_command {
	const sh_verb *verb;
	const sh_option *option;         /* NULL: none */
	sb_vec(sh_given) given;
	sh_formulas formulas;            /* of SH_ONE_FORMULA, SH_CONDITION, SH_LOOP */
	sh_elements elements;            /* assignments; elements; processes and blocks, without names */
	sb_strings words;                /* files, words, the rest of the line, labels */
	const char *symbol;              /* of an assignment and of FOR */
	const char *then;                /* of IF: the command behind THEN; NULL: a block follows */
	const char *label;               /* that stands before the command; NULL: none */
	sb_span span, then_span;         /* of the verb; of the command behind THEN */
} sh_command;

/* read_line.c. A line, which is the text of `source` from `start` to `end`. False after a message. */
typedef struct sh_reading { sb_arena *arena; sb_diag *diag; sb_span line; } sh_reading;
bool sh_read_line(const sh_reading *r, sh_command *out);
/* The name that was perhaps meant, whatever the case of its letters; NULL: none. */
const char *sh_nearest(sb_arena *arena, const char *word, const char *const *names, uint32_t count);
const sh_given *sh_given_of(const sh_command *c, const char *qualifier);         /* NULL: it was not written */
/* What a word may be the beginning of: those names, in the arena. */
void sh_candidates(sb_arena *arena, const char *word, size_t length, const char *const *names, uint32_t count,
				   sb_strings *out);
/* The words before the end of a text that is being typed, for completion and help. */
typedef struct sh_typed {
	const sh_verb *verb;             /* NULL: it is being typed, or is none */
	const sh_option *option;
	bool in_verb, in_option, in_qualifier, in_value; /* where the end of the text is; none: among parameters */
	size_t word;                     /* where the word at the end begins */
} sh_typed;
sh_typed sh_typed_so_far(const char *text);

/* read_parts.c: a cursor over the line, and the parts of the grammar. Each returns false after a message. */
typedef struct sh_cursor {
	sb_arena *arena; sb_diag *diag;
	const char *text;                /* of the source */
	uint32_t source, at, end, depth;
	bool plain;                      /* names have no wild cards: * is a sign of a formula */
} sh_cursor;
void sh_skip(sh_cursor *c);                                      /* blanks */
bool sh_at_end(sh_cursor *c);                                    /* or at a comment */
bool sh_take(sh_cursor *c, char sign);                           /* if it stands there */
sb_span sh_span_from(const sh_cursor *c, uint32_t start);
bool sh_expect(sh_cursor *c, char sign, const char *where);
const char *sh_word(sh_cursor *c);                               /* letters, digits and _; NULL: none; no message */
bool sh_read_block(sh_cursor *c, sh_block *out);                 /* none is one, too */
bool sh_read_element(sh_cursor *c, sh_element *out);
bool sh_read_elements(sh_cursor *c, sh_elements *out);
const char *sh_read_file(sh_cursor *c);                          /* NULL after a message */
sb_message *sh_complain(const sh_cursor *c, const char *code, sb_span span, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* shell_formula.c */
const sh_formula *sh_read_formula(sh_cursor *c);                 /* NULL after a message */
const sh_formula *sh_read_signed(sh_cursor *c);                  /* of one number or name, with its sign */
/* `find` gives the value of a variable; false after a message. The value of a formula; NAN, and false, after one. */
typedef struct sh_values {
	bool (*find)(void *context, const sh_formula *variable, double *out); void *context;
	sb_diag *diag;
} sh_values;
bool sh_evaluate(const sh_values *v, const sh_formula *f, double *out);
bool sh_is_relation(const sh_formula *f);                        /* its value is TRUE or FALSE */
/* Each variable in it. */
void sh_variables_of(const sh_formula *f, void (*see)(void *context, const sh_formula *variable), void *context);

#endif
