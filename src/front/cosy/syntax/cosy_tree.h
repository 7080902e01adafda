/* The tree of a COSY program: one kind of node, whose children are told by its kind.
 *
 * A node has a kind, a span, perhaps a name (folded to upper case) or a number, and children. In the list below `a b`
 * are children in this order, `a*` is one child of kind CO_LIST that holds any number, `[a]` is a child that may be
 * NULL. Names of things that are said (not declared) are CO_NAME nodes, so every mention has its span. Children that
 * are listed are always there (a list may be empty, one in [ ] be NULL), but for OPTION. TRUE, FALSE, TIME, NONE and
 * the like are NAMEs. Bodies are flat: BEGIN ... END after THEN, ELSE, DO is a list of statements, and so is what a
 * macro puts in; a BLOCK is left only where BEGIN ... END or FORTRAN ... END stands among statements.
 */
#ifndef SALTUS_FRONT_COSY_TREE_H
#define SALTUS_FRONT_COSY_TREE_H

#include "base/diag.h"

#define CO_KINDS(X)                                                                                                    \
	X(LIST)          /* anything, any number */                                                                        \
	/* program */                                                                                                      \
	X(PROGRAM)       /* name; parts* : PROJECT LABELS CONSTS TYPES VARS STORE FUNCTIONAL MODULE FULL_MODEL             \
	                    EXTERNAL_MODEL SUBROUTINE MONITOR SYSTEM OUTPUT, as they stand */                              \
	X(PROJECT)       /* number; text: by whom */                                                                       \
	X(LABELS)        /* NUMBER* */                                                                                     \
	X(CONSTS)        /* CONST* */                                                                                      \
	X(CONST)         /* name; value [type NAME] */                                                                     \
	X(TYPES)         /* RECORD* */                                                                                     \
	X(RECORD)        /* name; VAR* */                                                                                  \
	X(VARS)          /* VAR* */                                                                                        \
	X(VAR)           /* name; type NAME, bounds* (RANGE), [value], options* : arguments in (...) of the declaration,   \
	                    then OPTION nodes. One node for each declared name */                                          \
	X(OPTION)        /* name: OF LIFO FIFO RANKED DESCENDING OPEN STEPS PAIR; children: what follows */                \
	X(RANGE)         /* from to */                                                                                     \
	X(PAIR)          /* x y, of FUNCTIONAL and SAMPLE */                                                               \
	X(STORE)         /* NAME* */                                                                                       \
	X(FUNCTIONAL)    /* TABLE* */                                                                                      \
	X(TABLE)         /* name; text: SPLINE, LINEAR, STEPS; PAIR* */                                                    \
	X(MODULE)        /* name; formals* (NAME), parts*: VARS INITIAL CONTINUOUS DISCRETE TERMINAL; equations alone      \
	                    are one CONTINUOUS */                                                                          \
	X(FULL_MODEL)    /* name; outputs* inputs* (NAME), parts* as MODULE */                                             \
	X(EXTERNAL_MODEL)/* name; outputs* inputs*; text: the file, perhaps with :Class */                                 \
	X(SUBROUTINE)    /* name; formals* (VAR; number 1: by reference), [type NAME], VARS*, statements* */               \
	X(SYSTEM)        /* parts*: INITIAL CONTINUOUS DISCRETE TERMINAL */                                                \
	X(INITIAL)       /* statements* */                                                                                 \
	X(TERMINAL)      /* statements* */                                                                                 \
	X(CONTINUOUS)    /* equations* */                                                                                  \
	X(DISCRETE)      /* EVENT and PROCESS* */                                                                          \
	X(EVENT)         /* name; formals* (VAR), statements* */                                                           \
	X(PROCESS)       /* name; formals* (VAR), VARS*, statements* */                                                    \
	/* equations */                                                                                                    \
	X(EQUATION)      /* left right */                                                                                  \
	X(CONDIT)        /* name of the event; x y [tolerance]; number: 1 POS, -1 NEG, 0 both */                           \
	X(WHEN)          /* condition statements* */                                                                       \
	X(CASE)          /* selector BRANCH*; of equations or statements */                                                \
	X(BRANCH)        /* labels* (constants, RANGEs; empty: ELSE) body* */                                              \
	X(IF)            /* IF_PART* ; of equations or statements */                                                       \
	X(IF_PART)       /* [condition] body* */                                                                           \
	X(FOR)           /* name; from to body*; number: 1 TO, -1 DOWNTO */                                                \
	X(MODEL)         /* name; outputs* inputs* equations*: described in place */                                       \
	X(CALL)          /* name (of a MODULE, MODEL or SUBROUTINE, or of MODEL instances); outputs* inputs*; number 1:    \
	                    there was an arrow */                                                                          \
	X(BINDING)       /* actual formal: UL=U2 in a call */                                                              \
	X(PROCED)        /* outputs* inputs* statements*; of NOSORT number is 1 */                                         \
	/* statements */                                                                                                   \
	X(ASSIGN)        /* target value */                                                                                \
	X(BLOCK)         /* statements* */                                                                                 \
	X(WHILE)         /* condition body* */                                                                             \
	X(REPEAT)        /* body* condition */                                                                             \
	X(SCHEDULE)      /* name: the event; args* [at] [in] [priority] */                                                 \
	X(CANCEL)        /* NAME */                                                                                        \
	X(FINISH) X(TERMINATE) X(STOREON) X(STOREOFF) X(CROSSPLOT) X(RERUN) X(PASSIVATE)                                   \
	X(CREATE)        /* NAME (a class of processes, or an instance with subscripts); args* [at] [in] [priority] */     \
	X(HOLD)          /* value */                                                                                       \
	X(WAIT)          /* condition */                                                                                   \
	X(SEIZE) X(PREEMPT)      /* NAME [priority] */                                                                     \
	X(RELEASE) X(OPEN) X(CLOSE) X(PASS)      /* NAME */                                                                \
	X(ENTER) X(LEAVE)        /* NAME [units] [priority] */                                                             \
	X(INSERT)        /* NAME (what) NAME (set) */                                                                      \
	X(REMOVE)        /* NAME NAME [position]; number -1: LAST */                                                       \
	X(COPY)          /* NAME NAME position */                                                                          \
	X(FIND)          /* NAME NAME condition; number 1: DO REMOVE */                                                    \
	X(ACTIVATE)      /* reference [at] [in] */                                                                         \
	X(INTERRUPT)     /* reference [code] */                                                                            \
	X(DESTROY)       /* [reference] */                                                                                 \
	X(SUSPEND) X(RESUME) X(DELETE)           /* NAME */                                                                \
	X(WRITE)         /* items*; number 1: WRITELN; name: the label of a FORMAT, or NULL */                             \
	X(ITEM)          /* value [width] [digits] */                                                                      \
	X(FORMAT)        /* name: the label; text */                                                                       \
	X(CCODE)         /* outputs* inputs*; text */                                                                      \
	X(SIMULATE)      /* from [to: NULL is FINISH] OPTION* : COMINT TOL METHOD WARMUP REPLICATIONS, each with its       \
	                    value */                                                                                       \
	X(INITCOND)      /* EQUATION* */                                                                                   \
	/* experiments and output */                                                                                       \
	X(MONITOR)       /* EXPERIMENT* */                                                                                 \
	X(EXPERIMENT)    /* name (NULL: the only one); statements* */                                                      \
	X(OUTPUT)        /* OUT* */                                                                                        \
	X(OUT)           /* name: TITLE LIST TABLEPRINT PLOT PRINTPLOT GRAPH HISTOGRAM FACTOR; text of TITLE; names*       \
	                    [versus]; number: 1 CROSSF, 2 TIMEF. FACTOR: OPTION* XFAK YFAK in place of the names */        \
	/* expressions */                                                                                                  \
	X(NAME)          /* name; subscripts*, [NAME after a dot] */                                                       \
	X(PRIME)         /* NAME; number: how many */                                                                      \
	X(NUMBER)        /* number; name: as written; whole numbers have no point and no exponent */                       \
	X(TEXT)          /* text */                                                                                        \
	X(APPLY)         /* name; arguments*: a function */                                                                \
	X(UNARY)         /* name: - + NOT; value */                                                                        \
	X(BINARY)        /* name: + - * / DIV MOD ** = <> < <= > >= AND OR; left right */                                  \
	X(CHOICE)        /* condition yes no: IF in an expression */                                                       \
	X(NEW)           /* name; args* */

typedef enum co_kind {
#define X(name) CO_##name,
	CO_KINDS(X)
#undef X
	CO_KIND_COUNT
} co_kind;

typedef struct co_node co_node;
struct co_node {
	co_kind kind;
	sb_span span, name_span; /* of the whole; of the name. What a macro puts in has the span of the macro's call */
	sb_span macro;                 /* where it is written in the macro's text; source 0: it comes from no macro */
	const char *name;              /* interned, upper case; NULL: none */
	const char *text;              /* of texts, as written */
	double number;
	sb_vec(co_node *) of;          /* children */
};

#endif
