/* The parser as seen by its own files.
 *
 * It is a recursive descent: a function is named after the grammar symbol that it reads and has the rule above it.
 *
 * Errors. A function that finds a mistake reports it and, where it is clear what was meant, goes on as if that were
 * written. Where it is not clear, it calls mo_fail: from then on the current word is MO_W_NOTHING, which fits no rule,
 * so every function returns on its own and nothing more is said. The loop over the elements, equations or statements of
 * a list then calls mo_recover, which goes to the next place where such an item can begin; the broken item is dropped.
 */
#ifndef SALTUS_MODELICA_PARSE_H
#define SALTUS_MODELICA_PARSE_H

#include "front/modelica/syntax/lex.h"

/* What is open at the moment, innermost first: classes (word is MO_W_CLASS) and if, for, when, while. */
typedef struct mo_open {
	struct mo_open *outer;
	uint8_t word;
	bool after_else;                        /* an `if` that directly follows an `else` on its line */
	bool brace;                             /* its body stands in { }, as in C; that was said */
	sb_span span;
	const char *name, *what;                /* of a class: its name, and "model" and the like */
} mo_open;

typedef struct mo_bracket { struct mo_bracket *outer; uint32_t token; uint8_t close; bool comma_said; } mo_bracket;

typedef struct mo_parser {
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	uint32_t source;
	const char *text;
	const mo_token *tokens;
	uint32_t at, last;                      /* the current token, and the one read before it */
	uint8_t word;                           /* of the current token, or MO_W_NOTHING after mo_fail */
	bool stop;                              /* nothing more is read */
	bool end_missing;                       /* what was read last had no end; the word is left for what is around it */
	uint32_t else_if_seen;                  /* where the last complete `if` after `else` on its line began */
	bool open_comment;                      /* the text ends in a comment that was never closed */
	uint32_t depth;
	uint32_t errors, unexpected_at;
	mo_open *open;
	mo_bracket *bracket;
	int failed_open, failed_squares; /* how many brackets were open, and how many of them [, when mo_fail was called */
	mo_class *class_def;                    /* the innermost that is being read */
	bool is_protected;
	mo_lexicals lexical;
} mo_parser;

/* Vectors of the tree start with one place: most have one element. */
#define mo_push(p, v, value)                                                                                           \
	do {                                                                                                               \
		if ((v).n == (v).cap)                                                                                          \
			(v).at = mo_widen((p), (v).at, &(v).cap, sizeof *(v).at);                                                  \
		(v).at[(v).n++] = (value);                                                                                     \
	} while (0)
void *mo_widen(mo_parser *p, void *old, uint32_t *cap, size_t item);

/* parse.c: tokens */
const mo_token *mo_token_now(const mo_parser *p);
const mo_token *mo_token_last(const mo_parser *p);
uint32_t mo_after_token(const mo_parser *p, uint32_t token);   /* the next that is not skipped */
int mo_peek(const mo_parser *p);                               /* the word after the current one */
void mo_next(mo_parser *p);
bool mo_accept(mo_parser *p, int word);
void mo_go_back(mo_parser *p, uint32_t token, uint32_t last);  /* reads on from an earlier token */
bool mo_new_line(const mo_parser *p); /* does the current token begin on another line than the last? */
uint32_t mo_start(const mo_parser *p);                         /* where the current token starts */
sb_span mo_here(const mo_parser *p);
sb_span mo_after_last(const mo_parser *p);                     /* right after the last token */
sb_span mo_from(const mo_parser *p, uint32_t start);           /* to the end of the last token */
bool mo_deeper(mo_parser *p);                                  /* each true is undone by p->depth-- */

/* parse_error.c: messages and recovery */
sb_message *mo_error(mo_parser *p, const char *code, sb_span span, const char *format, ...)
	__attribute__((format(printf, 4, 5)));                     /* NULL while nothing is to be said */
#define mo_help(m, ...) ((m) ? sb_help((m), __VA_ARGS__) : (void)0)
#define mo_note(m, ...) ((m) ? sb_note((m), __VA_ARGS__) : (void)0)
#define mo_also(m, ...) ((m) ? sb_also((m), __VA_ARGS__) : (void)0)
bool mo_lexical_in(const mo_parser *p, uint32_t start);        /* has the lexer found a mistake from there to here? */
void mo_fail(mo_parser *p);
void mo_unexpected(mo_parser *p, const char *expected);        /* "expected ..., found ...", and mo_fail */
bool mo_expect(mo_parser *p, int word, const char *what);
const char *mo_token_text(mo_parser *p, uint32_t token);       /* as messages name it: 'x', the number 3, a string */
void mo_recover(mo_parser *p);
void mo_semicolon(mo_parser *p, const char *after);
/* reports a reserved word; NULL after failing */
const char *mo_identifier(mo_parser *p, const char *what, sb_span *span);
void mo_bracket_open(mo_parser *p, mo_bracket *b, int close);  /* at the opening bracket: reads it */
void mo_bracket_close(mo_parser *p, mo_bracket *b);
bool mo_more(mo_parser *p, mo_bracket *b);                     /* a comma, or one that was forgotten */
bool mo_decimal_comma(mo_parser *p);                           /* 3,14: reports, reads it, and is true */
bool mo_word_is(const mo_parser *p, const char *text);         /* an identifier with this text */

/* parse_end.c: the ends of classes and blocks */
void mo_class_end(mo_parser *p, mo_open *o);
void mo_block_end(mo_parser *p, mo_open *o);
void mo_open_block(mo_parser *p, mo_open *o, int word);        /* at its first word, which is not read */
bool mo_extra_end(mo_parser *p); /* `end if` without an if: reports, reads it, and is true */
bool mo_at_joined_end(const mo_parser *p);                     /* endif, endfor, ... */

/* parse_expr.c and parse_call.c */
mo_expr *mo_read_expression(mo_parser *p);
mo_expr *mo_read_reference(mo_parser *p);
mo_expr *mo_read_condition(mo_parser *p);
mo_expr *mo_read_call(mo_parser *p);                           /* a call that starts with a keyword: connect(a, b) */
void mo_read_subscripts(mo_parser *p, mo_exprs *subscripts);
void mo_read_for_indices(mo_parser *p, mo_iterators *iterators);
bool mo_starts_expression(int word);
mo_expr *mo_new_expr(mo_parser *p, int kind, uint32_t start);
mo_expr *mo_finish_expr(mo_parser *p, mo_expr *e);             /* its span ends with the last token */
void mo_adopt(mo_parser *p, mo_expr *e, mo_expr *child);
mo_expr *mo_read_call_args(mo_parser *p, mo_expr *name);       /* makes the name a call */
mo_expr *mo_read_parentheses(mo_parser *p);
mo_expr *mo_read_array(mo_parser *p);
mo_expr *mo_read_matrix(mo_parser *p);

/* parse_modification.c */
typedef struct mo_described { const char *comment; mo_modifications annotation; bool has_annotation; } mo_described;
void mo_read_description(mo_parser *p, mo_described *d);
const char *mo_read_description_string(mo_parser *p);
void mo_read_annotation(mo_parser *p, mo_modifications *args, bool *has);
void mo_read_class_modification(mo_parser *p, mo_modifications *args, mo_modifications *breaks);
void mo_read_modification_of(mo_parser *p, mo_element *e);     /* of a declaration */

/* parse_class.c and parse_element.c */
bool mo_starts_class(const mo_parser *p);
mo_class *mo_read_class_definition(mo_parser *p);
void mo_read_type_name(mo_parser *p, mo_type_name *name);
void mo_read_type_prefix(mo_parser *p, mo_element *e);
bool mo_starts_type_prefix(int word);
void mo_read_constraining_clause(mo_parser *p, mo_element *e);
void mo_read_declaration(mo_parser *p, mo_element *e);
void mo_read_element(mo_parser *p);                            /* into p->class_def */

/* parse_equation.c */
void mo_read_section(mo_parser *p, mo_class *c);               /* at initial, equation or algorithm */
void mo_read_lines(mo_parser *p, mo_equations *body, bool algorithm);        /* what stands after these words */
bool mo_at_section(const mo_parser *p);

#endif
