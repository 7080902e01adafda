/* The syntax of Modelica: tokens, and the tree that the parser makes of them.
 *
 * The tree is complete (Modelica 3.6, annotations included) and lossless. Every node has the exact span of its first
 * to its last token, and tokens tile the text: the bytes between two tokens are white space and comments, which are in
 * the token table too.
 * A tool that wants to change one token replaces the bytes of its span and leaves the rest alone.
 *
 * Nothing is interpreted here: names are not looked up, numbers are kept as values with their text in the span,
 * operators are as written. Names are interned in the library's table, so equal names are equal pointers. After an
 * error the parser goes on at the next ';' or section, and what could not be read is absent from the tree. Tools may
 * use the tree of a text with errors, which is never instantiated: it may have references without parts and types
 * without names.
 *
 * Lists are vectors (base/arena.h) or NULL-terminated links where said. All lives in the arena of the library.
 *
 *   lex*.c         text to tokens (lex.h); lex_wrong.c: what is not Modelica
 *   parse*.c       tokens to the tree, by recursive descent, one file for each part of the grammar (parse.h)
 *   syntax_text.c  trees as text, for people and tests
 */
#ifndef SALTUS_MODELICA_SYNTAX_H
#define SALTUS_MODELICA_SYNTAX_H

#include "base/diag.h"
#include "base/map.h"

/* ------------------------------------------------------------------ tokens */

typedef enum mo_token_kind {
	MO_T_END, MO_T_IDENT, MO_T_QUOTED_IDENT, MO_T_NUMBER, MO_T_STRING, MO_T_KEYWORD, MO_T_SYMBOL, MO_T_COMMENT, MO_T_BAD
} mo_token_kind;

/* Comments are tokens of the table too; the parser skips them. `word` is the interned text of identifiers, keywords and
 * symbols, the decoded value of strings, and NULL for comments. The name of a quoted identifier keeps its quotes. The
 * last token of a text is MO_T_END. `id` numbers keywords and symbols for the parser. */
typedef struct mo_token {
	uint8_t kind, id; bool integer; uint32_t start, end; const char *word; double number;
} mo_token;
typedef struct mo_tokens { mo_token *at; uint32_t n, cap; } mo_tokens;

/* ------------------------------------------------------------- expressions */

typedef struct mo_expr mo_expr;
typedef struct mo_class mo_class;
typedef struct mo_modification mo_modification;
typedef sb_vec(mo_expr *) mo_exprs;

typedef enum mo_expr_kind {
	MO_E_REAL,        /* number */
	MO_E_INTEGER,     /* number */
	MO_E_STRING,      /* text */
	MO_E_BOOLEAN,     /* number is 0 or 1 */
	MO_E_END,         /* end inside subscripts */
	MO_E_COLON,       /* a lone ':' subscript */
	MO_E_REF,         /* component reference: parts, global */
	MO_E_UNARY,       /* op, a[0] */
	MO_E_BINARY,      /* op, a[0], a[1] */
	MO_E_IF,          /* a = cond, then, cond, then, ..., else */
	MO_E_RANGE,       /* a = from, to  or  from, step, to */
	/* parts = the function's name (also der, initial, pure as names); a = positional, named; or a comprehension */
	MO_E_CALL,
	MO_E_ARRAY,       /* { a... } or a comprehension { a[0] for iterators } */
	MO_E_MATRIX,      /* [ rows ; rows ]: a = MO_E_ROW nodes */
	MO_E_ROW,         /* a = the expressions of a row of a matrix */
	MO_E_TUPLE, /* ( a... ) with NULL for an omitted place; a parenthesised single expression is no node of its own */
	MO_E_PARTIAL,     /* function f(x = ...) as an argument: parts, named */
	MO_E_SUBSCRIPTED  /* a[0] subscripted: (expr)[i, j]; subscripts in parts[0].subscripts; not in 3.6 but common */
} mo_expr_kind;

typedef enum mo_operator {
	MO_OP_NONE, MO_OP_ADD, MO_OP_SUB, MO_OP_MUL, MO_OP_DIV, MO_OP_POW,
	MO_OP_EADD, MO_OP_ESUB, MO_OP_EMUL, MO_OP_EDIV, MO_OP_EPOW,              /* .+ .- .* ./ .^ */
	MO_OP_LT, MO_OP_LE, MO_OP_GT, MO_OP_GE, MO_OP_EQ, MO_OP_NE, MO_OP_AND, MO_OP_OR, MO_OP_NOT, MO_OP_PLUS, MO_OP_MINUS
} mo_operator;                                                                /* PLUS, MINUS: unary */

typedef struct mo_part { const char *name; sb_span span; mo_exprs subscripts; bool subscripted; } mo_part;
typedef struct mo_iterator { const char *name; sb_span span; mo_expr *range; } mo_iterator;   /* range NULL: implicit */
typedef struct mo_named { const char *name; sb_span span; mo_expr *value; } mo_named;
typedef sb_vec(mo_part) mo_parts;
typedef sb_vec(mo_iterator) mo_iterators;
typedef sb_vec(mo_named) mo_nameds;

#define MO_MAX_HEIGHT 5000

struct mo_expr {
	uint8_t kind, op;
	uint16_t height;          /* of the tree below, 1 for a leaf; at most MO_MAX_HEIGHT, so recursion over it is safe */
	bool global;              /* a leading dot */
	sb_span span, op_span;
	double number;
	const char *text;
	mo_parts parts;
	mo_exprs a;
	mo_nameds named;
	mo_iterators iterators;
};

/* ---------------------------------------------------- modifications, classes */

typedef enum mo_restriction {
	MO_CLASS, MO_MODEL, MO_BLOCK, MO_CONNECTOR, MO_RECORD, MO_TYPE, MO_PACKAGE, MO_FUNCTION, MO_OPERATOR,
	MO_OPERATOR_FUNCTION, MO_OPERATOR_RECORD
} mo_restriction;

typedef struct mo_element mo_element;
typedef sb_vec(mo_element *) mo_elements;
typedef sb_vec(mo_modification *) mo_modifications;

/* One argument of a modification: name.name(...) = value, or a redeclaration / a replaceable element in it. A class
 * modification (...) is a list of these. */
struct mo_modification {
	sb_span span, name_span;
	/* the dotted name that is modified; for redeclarations the new element's name */
	const char **name; uint32_t name_n;
	bool each, final, redeclare, replaceable;
	mo_modifications args;                   /* name(args) */
	bool has_args;
	mo_expr *value;                          /* name = value */
	bool break_value;                        /* = break */
	mo_element *element;                     /* of a redeclare or replaceable argument */
	const char *comment;
};

typedef enum mo_variability { MO_CONTINUOUS, MO_DISCRETE, MO_PARAMETER, MO_CONSTANT } mo_variability;
typedef enum mo_element_kind { MO_EL_COMPONENT, MO_EL_CLASS, MO_EL_EXTENDS, MO_EL_IMPORT } mo_element_kind;

typedef struct mo_type_name { sb_span span; bool global; const char **name; uint32_t n; } mo_type_name;

/* One declared thing. `Real x, y[3]` makes two component elements that share the type and prefixes. */
struct mo_element {
	uint8_t kind;
	sb_span span, name_span;                 /* a component: from its name to its comment */
	sb_span clause_span; /* the whole declaration without ';', with its prefixes and all its components */
	const char *name;                        /* component or class name; the alias of a renaming import */
	bool is_protected, final, redeclare, replaceable, inner, outer, flow, stream, input, output;
	uint8_t variability;                     /* mo_variability; MO_CONTINUOUS when no prefix is written */
	mo_type_name type;                       /* of a component, an extends (base class), an import (what) */
	mo_exprs type_dims;                      /* Real[3] x */
	mo_exprs dims;                           /* x[3]; the dimensions of x are dims then type_dims */
	mo_modifications args; bool has_args;    /* x(args), or the class modification of extends */
	mo_expr *value; sb_span value_span;      /* x = value (or := value) */
	bool break_value;                        /* x = break */
	mo_expr *condition;                      /* if condition */
	const char *comment;
	mo_modifications annotation; bool has_annotation;
	mo_class *class_def;                     /* of MO_EL_CLASS */
	mo_type_name constraint; bool has_constraint; mo_modifications constraint_args;     /* constrainedby */
	bool import_all;                         /* import A.*; */
	sb_strings import_names;                 /* import A.{b, c}; */
	mo_modifications break_names; /* extends A(break x): names; connections are kept as expressions in value */
};

/* ---------------------------------------------------- equations, statements */

typedef struct mo_equation mo_equation;
typedef sb_vec(mo_equation *) mo_equations;

/* Equations and statements share one node: an algorithm has the kinds marked S, an equation section those marked E. */
typedef enum mo_equation_kind {
	MO_Q_EQUAL,       /* E   left = right */
	MO_Q_CONNECT,     /* E   connect(left, right) */
	MO_Q_ASSIGN,      /*  S  left := right */
	MO_Q_MULTI,       /*  S  (left...) := call: left is a MO_E_TUPLE */
	MO_Q_IF,          /* ES  branches; a branch with condition NULL is the else */
	MO_Q_FOR,         /* ES  iterators, branches[0].body */
	MO_Q_WHEN,        /* ES  branches: when, elsewhen... */
	MO_Q_WHILE,       /*  S  branches[0] */
	MO_Q_CALL,        /* ES  left is a MO_E_CALL: assert, terminate, reinit, Connections.*, functions */
	MO_Q_BREAK, MO_Q_RETURN    /* S */
} mo_equation_kind;

typedef struct mo_branch { mo_expr *condition; mo_equations body; sb_span span; } mo_branch;

struct mo_equation {
	uint8_t kind;
	sb_span span;
	mo_expr *left, *right;
	mo_iterators iterators;
	sb_vec(mo_branch) branches;
	const char *comment;
	mo_modifications annotation; bool has_annotation;
};

typedef struct mo_section { bool initial, algorithm; sb_span span; mo_equations body; } mo_section;
typedef struct mo_enum_literal {
	const char *name, *comment; sb_span span; mo_modifications annotation; bool has_annotation;
} mo_enum_literal;

typedef enum mo_class_form {
	MO_FORM_LONG,         /* model A ... end A; */
	MO_FORM_EXTENDS,      /* model extends A(...) ... end A; */
	MO_FORM_SHORT,        /* type A = B[3](...) */
	MO_FORM_ENUMERATION,  /* type E = enumeration(a, b); (:) has open_enumeration */
	MO_FORM_DER           /* function f = der(g, x, y) */
} mo_class_form;

struct mo_class {
	uint8_t restriction, form;
	sb_span span, name_span;                 /* span: from the first prefix to the closing `end A` */
	const char *name;
	bool is_partial, encapsulated, final, expandable, pure, impure, open_enumeration;
	const char *comment;
	mo_elements elements;                    /* in order, components, classes, extends and imports together */
	sb_vec(mo_section) sections;
	mo_modifications annotation; bool has_annotation;
	/* MO_FORM_SHORT and MO_FORM_EXTENDS (modification in args) and MO_FORM_DER (names in der_names) */
	mo_type_name base;
	mo_exprs base_dims;
	mo_modifications args;
	bool has_args;
	bool base_input, base_output, base_flow, base_stream;
	sb_strings der_names;
	sb_vec(mo_enum_literal) literals;
	/* external "C" y = f(a, b) annotation(...) */
	bool external; const char *language, *external_name; mo_expr *external_result; mo_exprs external_args;
	bool external_call;                      /* a call is written out */
	mo_modifications external_annotation; bool has_external_annotation; sb_span external_span;
	/* set by the library, not by the parser */
	mo_class *enclosing;                     /* lexically; NULL at the top */
	const char *within;                      /* dotted name of the enclosing package, "" at the top */
};

/* A stored definition: one file. */
typedef struct mo_file {
	uint32_t source;
	bool has_within; mo_type_name within;
	mo_elements classes;                     /* MO_EL_CLASS elements, in order */
	mo_tokens tokens;
} mo_file;

/* Reads the text of a source. Reports every error it finds (M01xx) and never fails otherwise; the tree of what could be
 * read is returned. Nesting deeper than 1000 levels is an error, not a crash. */
mo_file *mo_parse(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source);
/* A text that was made from another one (`source` is the made one): every node has the place that it stands for. */
mo_file *mo_parse_made(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, const sb_origins *origins);
/* One expression and nothing else, from byte `from` of the source on: for texts that people give beside a model. The
 * word `final` is a name like others in it. NULL after an error. */
mo_expr *mo_parse_expression(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, uint32_t from);
mo_tokens mo_tokenize(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source);

/* A quoted name as tokens have it, from its text: \? and \" are ? and ". */
const char *mo_quoted_name(sb_arena *arena, sb_names *names, const char *text, size_t length);

/* For people and tests: a tree as indented text, and an expression as it would be written. */
void mo_dump(const mo_file *file, sb_text *out);
void mo_expr_text(const mo_expr *e, sb_text *out);
const char *mo_operator_text(int op);
const char *mo_restriction_text(int restriction);
const char *mo_a_restriction(int restriction);      /* with its article: a model, an operator */

#endif
