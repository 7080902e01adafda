/* Names and expressions of COSY.
 *
 * A *symbol* says what a name means. Declarations make symbols at once. The variable of the model is made later, when
 * it is known who sets it: a REAL that nobody sets is a parameter. A *scope* says where an expression or statement
 * stands, and so what names mean there.
 *
 *     cosy_names.c       symbols; declarations to variables, resources, statistics
 *     cosy_uses.c        what is assigned, determined and used where: decides what a REAL is, finds what is missing
 *     cosy_expression.c  expressions
 *     cosy_branch.c      labels of CASE
 *     cosy_table.c       FUNCTIONAL
 *     cosy_jump.c        functions with discontinuities
 *     cosy_function.c    mathematical functions, calls of FUNCTIONs
 *     cosy_inline.c      calls of FUNCTIONs with discontinuities, written out in equations
 *     cosy_resource.c    resources, statistics, random numbers: declarations and questions
 *     cosy_unset.c       local variables that are read before they get a value
 *
 * Names are flat: the variable UC of the first call of module RC is RC1.UC in one table. Only routines and FUNCTIONs
 * have scopes of their own.
 *
 * Initial values. A state X that INITIAL, INITCOND or MONITOR sets has a discrete variable X.initial, and the initial
 * equation X = X.initial; in those parts X means X.initial. A state that nobody sets starts with the value of its
 * declaration.
 */
#ifndef SALTUS_FRONT_COSY_EXPRESSION_H
#define SALTUS_FRONT_COSY_EXPRESSION_H

#include "front/cosy/syntax/cosy_syntax.h"

#define CO_TYPES(X)                                                                                                    \
	X(REAL)                                                                                                            \
	X(INTEGER) X(BOOLEAN) X(STATE) X(ALGEBR) X(LOGIC) X(DSTATE) X(MEMORY) X(SEVENT) X(TEVENT) X(PROCESS) X(MODEL)      \
		X(FACILITY) X(STORAGE) X(GATE) X(SETFILE) X(RANDOM) X(SAMPLE) X(COLLECT) X(TIMEPERS) X(HISTOGRAM) X(PRINTPLOT) \
			X(TABLEPRINT)
typedef enum co_type {
	CO_T_NONE,
#define X(name) CO_T_##name,
	CO_TYPES(X)
#undef X
	CO_T_RECORD, CO_T_REFERENCE      /* of a variable: its type is a RECORD, a class of processes */
} co_type;

typedef enum co_meaning {
	CO_VARIABLE, CO_CONSTANT, CO_EVENT_NAME, CO_RESOURCE, CO_STATISTIC, CO_STREAM, CO_DATA, CO_TABLE_NAME,
	CO_ROUTINE_NAME, CO_MODULE_NAME, CO_CLASS, CO_RECORD_NAME, CO_MODEL_NAME, CO_INSTANCES, CO_OUTPUT_NAME,
	CO_LOCAL_NAME, CO_LOOP, CO_SUBSTITUTE
} co_meaning;

enum { CO_NOWHERE = UINT32_MAX, CO_RANK_MOST = 8 };

typedef struct co_symbol co_symbol;
struct co_symbol {
	co_meaning meaning; co_type type; sx_type value_type;
	const char *name; sb_span span;
	const co_node *node;                     /* its declaration, or description */
	const char *component;                   /* whose it is; "" */
	uint32_t rank; int64_t lower[CO_RANK_MOST], upper[CO_RANK_MOST];
	uint32_t variable, initial;              /* of the model; CO_NOWHERE. initial: X.initial */
	uint32_t object;                         /* resource, statistic, stream, data, routine, function */
	uint32_t local, iterator;                /* of routines and loops */
	sx_ref value;                            /* CO_SUBSTITUTE: what it stands for */
	co_symbol *record;                       /* of a variable, SETFILE or reference: its RECORD or class */
	sb_vec(co_symbol *) fields;              /* of a record variable: its parts, in the order of the record */
	const co_node *described;                /* of an event or process: EVENT, PROCESS; of a FULL MODEL */
	const struct co_table *table;            /* FUNCTIONAL */
	sm_model *external;                      /* EXTERNAL MODEL: a class of Modelica */
	bool by_condition, scheduled;            /* of an event */
	bool assigned, assigned_initial, assigned_in_run, in_equation, differentiated, used, counts;
	bool told;                               /* a FUNCTION: what is said once has been said */
	bool open;                               /* a PROCEDURE or module that is being written out */
	bool connected;                          /* an argument of an instance that a call in CONTINUOUS gives */
	sb_u32s instances;                       /* CO_INSTANCES: by element */
	sb_map *locals;                          /* of an event or process */
};
typedef sb_vec(co_symbol *) co_symbols;

/* Where statements stand. */
typedef enum co_where { CO_IN_EQUATIONS, CO_IN_INITIAL, CO_IN_TERMINAL, CO_IN_MONITOR, CO_IN_EVENT, CO_IN_PROCESS,
	CO_IN_PROCED, CO_IN_FUNCTION } co_where;

/* a part of a program or of a module in it */
typedef struct co_section { const co_node *node; const char *component; } co_section;

/* An instance of a FULL MODEL. */
/* created: by some statement */
typedef struct co_body {
	const char *name;
	uint32_t instance;
	co_node *equations, *initial;
	co_symbols own;
	bool created;
} co_body;

/* An element of an INITCOND; `holds` is the variable that is 1 from where it stands on, until another one for the same
 * variable is reached. */
typedef struct co_initcond { const co_node *item; uint32_t holds; } co_initcond;
typedef struct co_shown_state { const co_symbol *symbol; uint32_t local; } co_shown_state;

typedef struct co_context {
	sb_arena *arena; sb_names *names; sb_diag *diag; sm_model *m; sx_pool *pool;
	const sf_request *request;               /* what this translation was asked for with */
	const co_node *program; const char *path, *experiment;
	const sf_given *overrides; uint32_t override_count; bool *override_used;
	sb_map symbols;                          /* by interned name */
	co_symbols all;                          /* in the order of declaration */
	sb_vec(co_section) initial, terminal, discrete;
	const co_node *monitor, *output; co_node *continuous;
	sb_map counts;                           /* by module: how often it was called */
	sb_map formats;                          /* by label: FORMAT */
	uint32_t sites;                          /* of SAMPLE and DELAY */
	uint32_t hidden;                         /* for names of hidden variables and events */
	uint32_t expanded;                       /* nodes made by calls of modules */
	sb_vec(co_body) bodies;
	sb_map given;                            /* left sides of equations */
	uint32_t which_experiment; /* variable: which experiment is under way; CO_NOWHERE: there is one only */
	/* of the experiment that is being made: initial conditions that do not hold from its beginning, and states that
	 * its statements use */
	sb_vec(co_initcond) conditions; sb_vec(co_shown_state) shown;
	int depth;
} co_context;

typedef struct co_scope {
	co_context *c; co_where place;
	const char *component;
	sm_routine *routine;                     /* takes locals; NULL in equations */
	sb_map *locals;                          /* names of this routine; NULL */
	sx_ref active;                           /* CONTINUOUS: the branch that these equations stand in holds; 0: always */
	bool simulated;                          /* MONITOR: a SIMULATE stands before */
	bool replicated;                         /* and the last one of them has REPLICATIONS */
	sb_map *copies;              /* event, experiment: state (symbol) -> local that has its new, or its present value */
	sb_map *later; /* DSTATE variable -> local that keeps its new value until the event ends */
	sm_function *function; co_symbol *result; sb_vec(co_symbol *) *captured;     /* FUNCTION */
	co_symbol *process;                      /* whose statements these are */
	sm_domain domain;                        /* of a family that is being made */
	bool watched;                            /* the condition of a WAIT UNTIL, which is looked at all the time */
	bool in_module; /* these equations came from a MODULE: they need not be solved for what stands on their left */
	int depth;
} co_scope;

/* Tree. */
co_node *co_new(co_context *c, co_kind kind, sb_span span, const char *name);
const char *co_kind_text(co_type type);

/* cosy_names.c */
co_symbol *co_find(const co_scope *s, const char *name);
co_symbol *co_global(const co_context *c, const char *name);
/* A local stands for something else than the name does in the program. The counter of a loop is what it counts with. */
bool co_hides(const co_scope *s, const char *name);
/* In no table. */
co_symbol *co_new_symbol(co_context *c, co_meaning meaning, const char *name, sb_span span, const co_node *node);
co_symbol *co_add_symbol(co_context *c, co_meaning meaning, const char *name, sb_span span, const co_node *node);
void co_declare_consts(co_context *c, const co_node *consts);
void co_declare_var(co_context *c, const co_node *var, const char *component);
void co_declare_types(co_context *c, const co_node *types);
void co_make_variables(co_context *c);                             /* when it is known what is assigned where */
sx_ref co_fixed_value(co_context *c, const co_node *n, sx_type type,
					  const char *what);                           /* of a declaration; 0 after a message */
void co_make_variable(co_context *c, co_symbol *s);                /* if it is not there yet */
int64_t *co_lower(co_context *c, const co_symbol *s); /* the first subscripts of an array; NULL: all are 1 */
sx_ref *co_dims(co_context *c, const co_symbol *s); /* sizes of a local that is an array; NULL: a scalar */
uint32_t co_add_variable(co_context *c, const co_symbol *s, const char *name, sx_type type);
void co_unknown(co_scope *s, const co_node *name, const char *what);      /* reports, with the nearest name */
bool co_bounds(co_context *c, co_symbol *s, const co_node *ranges);
bool co_set_type(co_context *c, co_symbol *s, const co_node *type);
bool co_may_be_local(co_context *c, const co_symbol *s, const char *where, bool records);  /* false after a message */
uint32_t co_local(co_scope *s, const char *name, sx_type type, sb_span span);
sx_ref co_local_ref(co_scope *s, uint32_t local);
uint32_t co_hidden_variable(co_context *c, const char *what, sx_type type, sm_variability variability, sx_ref start,
							sb_span span);

/* cosy_uses.c */
void co_note_uses(co_context *c);
void co_check_uses(co_context *c);
bool co_is_left_out(co_context *c, co_symbol *s);                  /* no variable is made of it */

/* cosy_unset.c */
void co_check_unset(co_context *c);

/* cosy_expression.c. 0 after a message. */
sx_ref co_expr(co_scope *s, const co_node *n);
bool co_moves(co_context *c, sx_ref e); /* with time: it holds a STATE, ALGEBR, ... or TIME */
sx_ref co_typed(co_scope *s, const co_node *n, sx_type type, const char *what);
sx_ref co_convert(co_scope *s, sx_ref e, sx_type type, sb_span span, const char *what);
bool co_constant(co_scope *s, const co_node *n, const char *what, sx_value *out);
bool co_integer_constant(co_scope *s, const co_node *n, const char *what, int64_t *out);
bool co_number_constant(co_scope *s, const co_node *n, const char *what, double *out);
/* One Integer from 1, of one-dimensional objects; 0 for none. */
sx_ref co_subscript(co_scope *s, const co_symbol *symbol, const co_node *name);
bool co_subscripts(co_scope *s, const co_symbol *symbol, const co_node *name, sx_ref *out);
/* VAR or LOCAL with subscripts, as it stands. */
sx_ref co_ref_to(co_scope *s, const co_symbol *symbol, const co_node *name);
co_symbol *co_field(co_scope *s, co_symbol *symbol, const co_node *name);            /* what stands behind a dot */

/* cosy_table.c, cosy_function.c, cosy_jump.c */
void co_declare_table(co_context *c, const co_node *table);
sx_ref co_table_value(co_scope *s, const co_symbol *symbol, sx_ref x);
sx_ref co_apply(co_scope *s, const co_node *n);
sx_ref co_jump(co_scope *s, const co_node *n, const sx_ref *args, uint32_t count,
			   bool *known);                   /* functions with discontinuities */
bool co_keeps_something(const char *function); /* one that has a memory: each call needs variables of its own */
/* cosy_inline.c: a call as formulas; 0: it stays a call. */
sx_ref co_write_out(co_scope *s, uint32_t function, const sx_ref *args, uint32_t count, int depth);
bool co_hides_jump(co_scope *s, uint32_t function, const sx_ref *args, uint32_t count);
sx_ref co_sign(sx_pool *p, sx_ref x);                              /* by relations, which are watched */
void co_declare_subroutine(co_context *c, const co_node *n);

/* cosy_branch.c: what is said where a CASE has no branch for this value; the condition of a branch, 0 with *other: it
 * is ELSE. */
sx_ref co_no_branch(co_context *c, sx_ref selector);
sx_ref co_label_condition(co_scope *s, sx_ref selector, const co_node *labels, sb_map *seen, bool *other);

/* cosy_resource.c */
void co_declare_resource(co_context *c, co_symbol *symbol);
void co_finish_resources(co_context *c);                           /* when variables are there */
void co_check_capacities(co_context *c);                           /* when routines are there */
sx_ref co_ask(co_scope *s, const co_node *n, bool *known);
void co_warn_replicated(co_scope *s, const co_node *n);      /* it is read after REPLICATIONS, and runs set it */
sx_ref co_found(co_scope *s);

#endif
