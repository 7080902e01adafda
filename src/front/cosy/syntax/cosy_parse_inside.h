/* The parser as seen by its own files.
 *
 * It is a recursive descent: a function is named after the symbol of the grammar that it reads (docs/cosy.md) and has
 * the rule above it. Lists of equations and statements end at what cannot begin another one; a `;` between two of them
 * may be missing.
 *
 * Errors. A function that finds a mistake reports it and, where it is clear what was meant, goes on as if that were
 * written. Where it is not clear, it calls co_fail: from then on the current word is CO_W_NOTHING, which fits no rule,
 * so that every function returns on its own and nothing more is said. The list in which that happened calls co_recover,
 * which goes to where the next item can begin. Constructs whose head is broken go on at their THEN, DO, OF or END where
 * it is near (co_go_to).
 */
#ifndef SALTUS_FRONT_COSY_PARSE_INSIDE_H
#define SALTUS_FRONT_COSY_PARSE_INSIDE_H

#include "front/cosy/text/cosy_text.h"
#include "front/cosy/text/cosy_macro.h"
#include "front/cosy/syntax/cosy_syntax.h"

/* What is open at the moment, innermost first: it waits for its END. */
typedef struct co_open {
	struct co_open *outer;
	uint8_t word;                           /* the keyword that opened it; CO_W_IDENT: an event, by its name */
	sb_span span;
	const char *name;                       /* or NULL */
} co_open;

typedef struct co_parser {
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	uint32_t source;
	const co_token *tokens;
	co_expansions *expansions;
	/* mistakes in the text of a macro are said once, not at every call: their places */
	sb_map said;
	uint32_t scanned;                       /* of the tokens before this one the macros have their variables declared */
	uint32_t at, last;                      /* the current token, and the one read before it */
	uint8_t word;                           /* of the current token, or CO_W_NOTHING after co_fail */
	bool stop;                              /* nothing more is read */
	uint32_t depth, errors, unexpected_at;
	/* inside of how many CASEs and EVENTS: `name:` begins a branch or an event */
	uint32_t labels;
	bool in_if; /* the statement is that of an IF, without BEGIN: an ELSE behind it is of the IF */
	bool no_equal;                          /* a `=` ends the expression: it is the sign of an equation or a binding */
	bool in_arguments;                      /* so does an arrow */
	co_open *open;
	sb_span system_end;                     /* the END of SYSTEM */
	bool end_said;                          /* that there are too many or too few ENDs */
	co_node *macro_variables;               /* a list: what macros declare, for the part that is being read */
	co_lexicals lexical;
	sb_map types;                           /* names of records and of classes of processes: they are types */
} co_parser;

/* cosy_parse_error.c: words and messages */
void co_next(co_parser *p);
bool co_accept(co_parser *p, int word);
bool co_expect(co_parser *p, int word);               /* fails with "expected ..." */
/* an identifier that is a keyword at this place only; upper case */
bool co_is(const co_parser *p, const char *name);
bool co_accept_name(co_parser *p, const char *name);
void co_expect_name(co_parser *p, const char *name);
/* a reserved word before = or := was meant as a name: that is said */
void co_reserved(co_parser *p);
int co_peek(const co_parser *p, uint32_t ahead);      /* the word of a token further on */
const co_token *co_now(const co_parser *p);
sb_span co_here(const co_parser *p);                  /* where the current token is written */
sb_span co_last_span(const co_parser *p);
sb_span co_shown(const co_parser *p, uint32_t token); /* for the tree */
sb_message *co_error(co_parser *p, const char *code, sb_span span, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
void co_help(sb_message *m, const char *format, ...) __attribute__((format(printf, 2, 3)));      /* NULL is fine */
void co_also(sb_message *m, sb_span span, const char *format, ...) __attribute__((format(printf, 3, 4)));
void co_unexpected(co_parser *p, const char *expected);
const char *co_token_text(const co_parser *p, uint32_t token);
void co_fail(co_parser *p);
void co_recover(co_parser *p);                        /* to the next item of a list */
/* After an item that began there: recovers, and passes at least one token. */
void co_go_on(co_parser *p, uint32_t start);
/* after a failure: to this word, if it comes before the item ends */
bool co_go_to(co_parser *p, int word);
/* false and a message where the nesting is too deep; then p->depth-- is not needed */
bool co_deeper(co_parser *p);
bool co_is_part(int word);                            /* begins a part of a program: never inside of a statement */
/* kind: "type", "part", "statement", "equation"; NULL: none is near */
const char *co_near_keyword(const char *name, const char *kind);
int co_keyword(const char *name);                     /* its word */

/* cosy_parse_end.c: what is open, and its END */
void co_enter(co_parser *p, co_open *open, int word, const char *name);
void co_close(co_parser *p, co_open *open);           /* reads END and perhaps a name, or says that it is missing */
/* END IF and the like where they close nothing: said and left out */
bool co_stray_end(co_parser *p);
bool co_end_closes(const co_parser *p, int word);     /* at END: is it followed by this keyword as what it closes? */

/* nodes */
co_node *co_make(co_parser *p, co_kind kind);         /* begins at the current token */
co_node *co_make_at(co_parser *p, co_kind kind, sb_span span);
co_node *co_make_like(co_parser *p, co_kind kind, const co_node *first);      /* begins where another node begins */
co_node *co_done(co_parser *p, co_node *node);        /* ends at the last token */
co_node *co_add(co_parser *p, co_node *node, co_node *child);
co_node *co_list(co_parser *p);
/* reads the name of a node; "a name of ..." in the message */
bool co_name(co_parser *p, co_node *node, const char *what);
void co_semicolons(co_parser *p);
void co_separate(co_parser *p);                       /* the ; or : after a head */

/* cosy_parse_expression.c */
co_node *co_expression(co_parser *p);
co_node *co_expression_no_equal(co_parser *p);        /* stops before a top-level = */
co_node *co_expression_from(co_parser *p, co_node *left);      /* goes on after a primary; stops before = */
co_node *co_reference(co_parser *p);                  /* NAME with subscripts and dots */
co_node *co_names(co_parser *p);                      /* NAME, NAME, ... */
co_node *co_arguments(co_parser *p);                  /* ( expression, ... ): a list; an empty one if there is no ( */
void co_signature(co_parser *p, co_node *node);       /* ( outputs <- inputs ): adds two lists of names */
co_node *co_primes(co_parser *p, co_node *name);
bool co_begins_expression(const co_parser *p);

/* cosy_parse_declare.c */
co_node *co_consts(co_parser *p);
co_node *co_types(co_parser *p);
co_node *co_vars(co_parser *p);
co_node *co_formals(co_parser *p, bool references);   /* ( type names; ... ): a list of VARs */
co_node *co_store(co_parser *p);
co_node *co_functional(co_parser *p);
void co_declarations(co_parser *p, co_node *list);    /* adds one VAR for each name */
void co_declare_own(co_parser *p, uint32_t before);   /* the variables of the macros that stand before this token */
void co_add_own(co_parser *p, co_node *parts);        /* and adds them to a program or module */

/* cosy_parse_equation.c, cosy_parse_statement.c, cosy_parse_process.c */
co_node *co_equations(co_parser *p);                  /* a list, up to what cannot be one */
co_node *co_statements(co_parser *p);
/* one; what a macro puts in becomes a BLOCK. NULL after a failure */
co_node *co_statement(co_parser *p);
/* those of events, processes and resources; NULL if the word begins none */
co_node *co_process_statement(co_parser *p);
co_node *co_case(co_parser *p, bool equations);
co_node *co_call(co_parser *p, co_node *name);        /* at ( or without: a CALL */
void co_for_head(co_parser *p, co_node *n);           /* up to DO */
bool co_at_label(const co_parser *p);
void co_stray_else(co_parser *p);
uint32_t co_put_in(const co_parser *p);               /* does what a macro puts in begin here? Its number, or 0 */
bool co_comes_from(const co_parser *p, uint32_t expansion);    /* is the current token part of it? */
co_node *co_simulate(co_parser *p);
co_node *co_write(co_parser *p);
co_node *co_format(co_parser *p);
co_node *co_fortran(co_parser *p);
co_node *co_ccode(co_parser *p);

/* cosy_parse_part.c: parts of programs and modules; cosy_parse_output.c */
/* INITIAL, CONTINUOUS, DISCRETE, TERMINAL, or NULL if none begins here */
co_node *co_system_part(co_parser *p);
co_node *co_module(co_parser *p);
co_node *co_full_model(co_parser *p);
co_node *co_external_model(co_parser *p);
co_node *co_subroutine(co_parser *p);
co_node *co_monitor(co_parser *p);
co_node *co_output(co_parser *p);

#endif
