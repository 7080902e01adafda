/* What a text of MUSS means: its blocks, their names, and the calls in them, checked.
 *
 * A name has one role: what it is declared as, and what defines it. A variable of the dynamic region is defined once:
 * by an equation (in every branch of an if), by its derivative, or by the statements of a `when`. What the last kind
 * and states hold at the start is said in the initial region, or with the declaration.
 *
 *     muss_check.c     blocks and declarations; who calls whom
 *     muss_define.c    statements: what each of them defines, region by region
 *     muss_start.c     what the initial region reads has a value by then
 *     muss_type.c      types of expressions, names, functions and calls
 *     muss_limits.c    branches that can never hold
 *     muss_compiled.c  submodels that were compiled into files
 *     muss_study.c     studies: what they ask of experiments, and their statements
 */
#ifndef SALTUS_FRONT_MUSS_CHECK_H
#define SALTUS_FRONT_MUSS_CHECK_H

#include "base/map.h"
#include "front/muss/syntax/muss_syntax.h"

typedef struct mu_unit mu_unit;
typedef struct mu_symbol mu_symbol;

struct mu_symbol {
	const char *name;
	const mu_node *declared;             /* DECLARE or SPACE */
	uint8_t group, type;
	bool output, state, space;           /* an output may be a state too */
	uint32_t rank;
	/* What defines it; NULL: nothing. By an equation, by x' = ..., in a when, in the initial region. */
	const mu_node *equation, *rate, *when, *initial;
};

/* One call of a submodel: a component of the block. */
typedef struct mu_call {
	const mu_node *node;                 /* APPLY */
	const mu_unit *unit;                 /* what is called; NULL: a block of Modelica */
	const mu_node *named;                /* of a block of Modelica: its name in `submodels called` */
	const char *name;                    /* of the component */
	uint32_t results;                    /* how many are taken */
} mu_call;

/* An experiment that a study runs. */
typedef struct mu_asked {
	const char *name;                    /* what the study calls it */
	const mu_node *node;                 /* NAME in `experiments called` */
	const mu_unit *unit;                 /* NULL: a class of Modelica */
} mu_asked;

struct mu_unit {
	const mu_node *node;                 /* BLOCK */
	const char *name;
	mu_block kind;
	sb_vec(mu_symbol *) symbols;         /* in the order of the text */
	sb_map by_name;
	sb_vec(const mu_node *) called;      /* NAMEs in `submodels called` */
	sb_vec(mu_call) calls;
	sb_vec(mu_asked) experiments;        /* of a study */
	sb_vec(const mu_symbol *) inputs, outputs;
	const mu_node *period;               /* GROUP */
	bool compiled;                       /* a file NAME.sbm: there is no more than its interface */
	uint8_t mark;                        /* for the search for circles */
};

typedef struct mu_text {
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	const mu_node *tree;
	sb_vec(mu_unit *) units;
	sb_map by_name;
	sb_map compiled;                     /* units of files .sbm that are called, by name */
	sb_map types;                        /* mu_node * of an expression -> its type, and 1 more */
} mu_text;

/* The meaning of a tree; what is wrong was told (sb_errors). */
mu_text *mu_check(sb_arena *arena, sb_names *names, sb_diag *diag, const mu_node *tree);

const mu_node *mu_region(const mu_unit *u, mu_kind kind);      /* NULL: there is none */
mu_symbol *mu_find(const mu_unit *u, const char *name);
const mu_call *mu_call_of(const mu_unit *u, const mu_node *apply);

/* A function of the language. `as` is how Modelica writes it, with $1, $2 for the arguments. */
typedef struct mu_function { const char *name; uint8_t arguments; int8_t type; const char *as; } mu_function;
const mu_function *mu_function_named(const char *name);

/* The field and the order of a derivative in space that a name is (T_z, T_zz); NULL: it is none. */
const mu_symbol *mu_in_space(const mu_unit *u, const char *name, int *order);

/* Of a study: the experiment that a name begins with; NULL: none. What stands behind its dot: a symbol, or NULL where
 * it is not known (inside of Modelica), or one of the words of a control region (`control` its number, else -1). */
const mu_asked *mu_asked_of(const mu_unit *u, const char *name);
const mu_symbol *mu_symbol_inside(const mu_asked *x, const mu_node *inner, int *control, bool *known);
/* The name of a function over the run of an experiment: max(exp.y), settling(exp.y, 0.02); NULL: it is none. */
const char *mu_measure_of(const mu_unit *u, const mu_node *apply);
/* The experiment that an expression reads, the first one; NULL: none. */
const mu_asked *mu_asked_in(const mu_unit *u, const mu_node *e);

/* The type that was found for an expression; -1: none. */
int mu_known_type(const mu_text *t, const mu_node *e);

/* Inside of the room. */
typedef struct mu_checker {
	mu_text *text;
	mu_unit *unit;
	int region;                          /* MU_INITIAL, MU_DYNAMIC, ... */
	uint32_t nested;                     /* in so many branches and loops */
	sb_vec(const char *) counters;       /* of the for-statements around */
} mu_checker;
void mu_check_regions(mu_checker *c);
/* Of a name that is no block of the text: the submodel that was compiled; NULL: there is none beside the text. */
const mu_unit *mu_compiled_unit(mu_text *t, const mu_node *named);
void mu_check_limits(mu_text *t);
void mu_check_start(mu_checker *c);
void mu_check_study(mu_checker *c);
int mu_type_of_result(mu_checker *c, const mu_node *name);         /* of an experiment, in a study */
int mu_type_of_measure(mu_checker *c, const mu_node *apply);
extern const char *const mu_control_words[4];                      /* start, finish, interval, tolerance */
int mu_type_of(mu_checker *c, const mu_node *e);          /* mu_type; -1 after a message */
int mu_type_of_call(mu_checker *c, const mu_node *e, uint32_t results);
void mu_expect(mu_checker *c, const mu_node *e, int type);         /* a value of this type, or one that becomes one */
sb_message *mu_unknown(mu_checker *c, const mu_node *name);

#endif
