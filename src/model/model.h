/* The flat hybrid model: what every front end makes, and all that comes after it knows.
 *
 *     variables     hierarchical names, types, shapes, attributes; an array is one variable
 *     equations     residuals, families over index ranges, if-equations, when-equations, asserts
 *     algorithms    ordered statements with known outputs
 *     functions     pure (or external C) procedures over locals
 *     events        a trigger and an action (statements), for notations that say it so
 *     routines      processes, events with arguments, experiments; resources, statistics, random numbers (process.h)
 *     experiment    start, stop, tolerance, ...
 *     components    what the model was put together from, for messages
 *
 * Shapes. A variable of rank r has `shape[0..r-1]`; its elements are numbered row by row, and `first` is the number of
 * its first scalar among all scalars of the model, so (variable, element) and scalar number are one-to-one. A variable
 * `u[1000000]` is one object, and so is the v of all elements of an array of components: its name is r.v, and `parts`
 * says that the subscript of its dimension stands after the first part, so its scalars are called r[1].v, r[2].v, ...
 * Where the elements of an array of components differ in structure, each has variables of its own, with the subscript
 * in their names.
 *
 * Families. An equation with a domain (iterators with constant ranges) stands for one scalar equation for each point of
 * the domain; its expressions hold SX_ITER leaves. Nobody above the structure layer takes a family apart.
 *
 *     der(u[i]) = (u[i - 1] - u[i]) / dx,   i in 2:n
 *     ^ lhs       ^ rhs                      ^ domain {iterator, 2, n}
 *
 * Modes. SM_IF may have branches that differ in structure: in what they determine, in the number of their states, in
 * their index. Only the equations of the branch that holds exist then (structure/structure.h). A `case` over n models
 * is SM_IF with n branches whose conditions compare a discrete Integer or enumeration with 1, 2, ...; its bodies are
 * the equations of the models.
 *
 * Clocks. A variable of type SX_CLOCK is a clock; equations tie it to NEW_CLOCK (periodic with a rational or Real
 * interval, an interval that is a clocked variable, the edges of a Boolean, or inferred), to another clock, or to a
 * conversion of one (SUB_SAMPLE, SUPER_SAMPLE, SHIFT_SAMPLE, BACK_SAMPLE). A variable has a clock if an equation ties
 * it to one: by SAMPLED(u, clock), by a clocked variable in the same equation, or because it stands in SM_WHEN with one
 * branch whose condition is a clock; there any kind of equation may stand. HOLD takes the value out again. Which
 * equations belong to which clock is found by structure.
 *
 * Instances. Copies of a class that are created, suspended, resumed and deleted while the run goes on, k out of n that
 * are there from the beginning. An instance owns variables and equations, and has an activity, a discrete Integer
 * variable that actions of events (or when-clauses) set. While it is 1 the equations hold. Otherwise they do not exist:
 * the variables that the instance owns keep their values and are neither integrated nor evaluated; others may read
 * them. So states enter and leave the solver with the activity.
 *
 * Routines. Processes, events with arguments and experiments are procedures of which any number of activations is alive
 * at once: process.h.
 *
 * Everything lives in the model's arena. Every object has the span of the text it came from and the name of the
 * component it belongs to, because every later message needs both.
 */
#ifndef SALTUS_MODEL_MODEL_H
#define SALTUS_MODEL_MODEL_H

#include "base/diag.h"
#include "expr/expr.h"

/* ---------------------------------------------------------------- variables */

typedef enum sm_variability { SM_CONTINUOUS, SM_DISCRETE, SM_PARAMETER, SM_CONSTANT } sm_variability;
typedef enum sm_causality { SM_INTERNAL, SM_INPUT, SM_OUTPUT } sm_causality;     /* of the top level only */
typedef enum sm_state_select {
	SM_SELECT_NEVER,
	SM_SELECT_AVOID,
	SM_SELECT_DEFAULT,
	SM_SELECT_PREFER,
	SM_SELECT_ALWAYS
} sm_state_select;

/* What a variable is to whatever its component may be connected with. SM_REDUNDANT: one of several numbers that are
 * tied to each other, as the entries of a rotation matrix are; how many equations they stand for is not told by
 * counting them. SM_STREAM: carried by the flow of the same connector; its value is that for flow out of the component.
 */
typedef enum sm_port {
	SM_NO_PORT,
	SM_POTENTIAL,
	SM_FLOW,
	SM_STREAM,
	SM_PORT_INPUT,
	SM_PORT_OUTPUT,
	SM_REDUNDANT
} sm_port;

/* An enumeration type, for printing values by name. */
typedef struct sm_enum { const char *name; const char **literals; uint32_t count; } sm_enum;

/* An attribute is an expression of parameter variability: scalar (for all elements), or over the variable's own
 * iterators `over` (see below) where elements differ. 0: not given. */
typedef struct sm_variable {
	const char *name; /* dotted, e.g. motor.shaft.w or r[3].p.v; the subscripts of this array are not in it */
	uint32_t *parts;  /* for each dimension how many parts of the name stand before its subscript, in rising order: {1,
						 3} for  r[i].p.u[j], which is called r.p.u. NULL: all subscripts stand behind the name */
	sx_type type;
	uint32_t enumeration;          /* number of the sm_enum + 1, or 0 */
	uint32_t rank, *shape;
	int64_t *lower; /* for each dimension the subscript of its first element as the user knows it; NULL: 1. Expressions
					   count from 1 */
	uint32_t first, count;         /* scalars first .. first+count-1 */
	sm_variability variability;
	sm_causality causality;
	uint32_t *over;                /* `rank` iterators used in binding and attributes of arrays, NULL for scalars */
	sx_ref binding;                /* parameters and constants: the value (over `over` for arrays). 0: none. Bindings of
	                                  other variables are equations, never here. */
	sx_ref start, min, max, nominal, fixed; /* fixed: a Boolean expression; 0 is the default (true for parameters) */
	sm_state_select state_select;
	const char *unit, *display_unit, *quantity, *description;
	bool mixed_units;              /* the elements of an array have different units; `unit` is that of the first */
	bool is_protected, final;      /* final: -p refuses it */
	bool structural; /* its value went into sizes or conditions of the structure: a change means translating again */
	bool zero_is_structural;       /* the value zero would go into the structure, though its present value has not */
	bool is_flow;
	sm_port port;
	uint32_t joined_inside,
		joined_outside; /* of a port: how many of its scalars are connected within its component, and around it */
	bool hidden;                   /* made by the translator; not recorded, not shown in `final` */
	sx_ref stands_for;             /* of a hidden one: what people would write for it; 0: nothing */
	bool held; /* an input that nothing gives: it keeps its start value, or what is set from outside */
	bool set_by_routines;          /* nothing else sets it, so what they do not set keeps its value */
	bool kept;                     /* set by routines: its value goes on from one simulation to the next (process.h) */
	const char *object; /* an external object: its class. A parameter, an Integer that stands for the pointer; bound by
						   its constructor. NULL: it is none */
	bool start_given;              /* start was written by the user, not the default of the type */
	sb_span span, binding_span;
	const char *component;         /* "" at the top */
} sm_variable;

/* ---------------------------------------------------- equations, statements */

typedef struct sm_equation sm_equation;
typedef struct sm_statement sm_statement;
typedef sb_vec(sm_equation *) sm_equations;
typedef sb_vec(sm_statement *) sm_statements;
typedef sb_vec(sx_ref) sm_exprs;

typedef struct sm_range { uint32_t iterator; int64_t from, to; } sm_range;       /* step 1; empty if to < from */
typedef sb_vec(sm_range) sm_domain;

typedef enum sm_equation_kind {
	SM_EQUAL, /* lhs = rhs */
	SM_CALL,  /* (targets...) = call; targets are VAR nodes (whole arrays too) or 0 for an ignored result */
	SM_IF,    /* branches: one holds, by condition; the last may have condition 0 (else) */
	SM_WHEN,  /* branches: the first whose condition has a rising edge acts. Its bodies hold SM_EQUAL (lhs is a VAR: the
				 discrete variable that it sets), SM_CALL, SM_IF, SM_REINIT, SM_ASSERT, SM_TERMINATE */
	SM_REINIT,    /* lhs: the state (VAR); rhs: the new value */
	SM_ASSERT,    /* lhs: condition; rhs: message (a String); level */
	SM_TERMINATE, /* rhs: message */
	SM_ALGORITHM  /* statements; targets: what it sets (VAR nodes, whole arrays). May hold when statements. */
} sm_equation_kind;

/* `when {a, b}` acts when any of a, b has a rising edge: all of them are in `any`, and condition is 0. Otherwise `any`
 * is empty. */
typedef struct sm_branch { sx_ref condition; sm_exprs any; sm_equations body; sb_span span; } sm_branch;
typedef sb_vec(sm_branch) sm_branches;

struct sm_equation {
	sm_equation_kind kind;
	sm_domain domain;              /* families; empty for a single equation */
	sx_ref lhs, rhs;
	sm_exprs targets;
	sm_branches branches;
	sm_statements statements;
	int level;                     /* of an assert: 0 error, 1 warning */
	uint32_t instance;             /* SM_IF that holds the equations of an instance: its number + 1; 0: none */
	bool holds; /* SM_IF: what other branches give and no equation of the present one determines keeps its value */
	bool definite;                 /* SM_ALGORITHM: as that of a function */
	bool from_connect;             /* potential equalities and flow sums */
	bool from_binding;             /* Real x = e */
	sb_span span;
	const char *component;
	/* Of what belongs to an array of components: component is its name without subscripts, which are the first
	 * iterators of the domain, or of that of the equation around it; parts as those of sm_variable. */
	uint32_t *component_parts, component_rank;
};

typedef enum sm_statement_kind {
	SM_ASSIGN, /* target (VAR or LOCAL, with subscripts) := value; whole arrays only when value is a CALL/OUT or a whole
				  array */
	SM_ASSIGN_CALL, /* (targets...) := value (a CALL) */
	SM_IF_DO,       /* branches; at_events: they are executed at events only */
	SM_FOR,         /* iterator from `from` to `to` by `step` (0: 1): branches[0].body */
	SM_WHILE,       /* branches[0] */
	SM_WHEN_DO,     /* branches, as SM_WHEN; in algorithms of models only */
	SM_BREAK,
	SM_RETURN,
	SM_ASSERT_DO,
	SM_TERMINATE_DO,
	SM_REINIT_DO, /* target, value, condition as in the equations */
	SM_EVALUATE,  /* value: a CALL for its effect */
	SM_RESIZE,    /* target: a flexible local, whole; targets: its new sizes. Its elements are zeros then */
	SM_SCHEDULE,  /* event, value: the delay (Real, >= 0), for actions of events */
	SM_CANCEL,    /* event */
	/* of routines and of actions of events (process.h). `object` is a resource, statistic or routine, `index` its
	   subscript (0: none). */
	SM_START, /* object: a routine; targets: its arguments; value: the delay (0: none), or the time if `absolute`;
				 condition: its priority (0: that of the routine); target: takes the reference (0: nobody wants it) */
	SM_STOP,  /* object: a routine: all its activations that have not begun yet are forgotten */
	/* these may wait: in SM_PROCESS only */
	SM_HOLD,       /* value: how long */
	SM_WAIT_UNTIL, /* condition: of anything; goes on at once if it is true already */
	SM_SEIZE,      /* object: a facility; value: priority (0: 0; smaller first) */
	SM_PREEMPT,    /* the same; takes the server from a user of larger priority, whose hold goes on where it was when it
					  gets the server back */
	SM_ENTER,      /* object: a storage; value: units (0: 1); from: priority */
	SM_PASS,       /* object: a gate */
	SM_PASSIVATE,  /* until somebody activates it */
	/* these do not */
	SM_RELEASE, /* object: a facility that this activation has seized */
	SM_LEAVE,   /* object: a storage; value: units */
	SM_OPEN,
	SM_CLOSE,     /* object: a gate */
	SM_ACTIVATE,  /* condition: a reference; value: the delay (0: none), or the time if `absolute`. Of a passive or
					 holding activation: its turn is moved there */
	SM_INTERRUPT, /* condition: a reference; value: an Integer code (0: 1). Ends its wait, of whatever kind; it goes on
					 behind it at the tail of this instant */
	SM_DESTROY,   /* condition: a reference (0: itself). What it has seized is released */
	SM_INSERT,    /* object: a set; targets: the values of the fields */
	SM_TAKE, /* object: a set; value: position from 1 (0: the first; -1: the last); targets: what takes the fields (0:
				nobody); target: takes whether there was an entry (0: there must be one) */
	SM_PEEK, /* the same; the entry stays */
	SM_OBSERVE,   /* object: a statistic; value */
	SM_WRITE,     /* value: a String that goes to the output as it is */
	SM_RECORDING, /* condition: rows are stored from now on, or not */
	SM_CROSSPLOT, /* a row of the crossplot: the values of model->stored now */
	SM_RERUN,     /* in SM_ONCE at the end of a run: the experiment simulates again */
	/* in SM_EXPERIMENT only */
	SM_SIMULATE /* from, to (0: until it is finished), step: the interval of the output (0: none said); and those below
				 */
} sm_statement_kind;

typedef struct sm_statement_branch {
	sx_ref condition;
	sm_exprs any;
	sm_statements body;
	sb_span span;
} sm_statement_branch;

struct sm_statement {
	sm_statement_kind kind;
	sx_ref target, value, condition;
	sm_exprs targets;
	uint32_t iterator; sx_ref from, to, step;
	sb_vec(sm_statement_branch) branches; bool at_events;
	uint32_t event;
	uint32_t object; sx_ref index; bool absolute;     /* of routines */
	sx_ref tolerance, replications, warmup; const char *solver;      /* SM_SIMULATE; 0, NULL: not said */
	int level;
	sb_span span;
};

/* ---------------------------------------------------------------- functions */

typedef enum sm_role { SM_ARG, SM_RESULT, SM_TEMPORARY } sm_role;

/* A local of a function. Sizes of arguments and results are constants (functions are made for the shapes they are
 * called with) or scalar Integer arguments: who calls it knows them. Sizes of temporaries may be expressions over the
 * arguments, evaluated once at entry; those of flexible ones are 0 at first, and set by SM_RESIZE. */
typedef struct sm_local {
	const char *name; sx_type type; uint32_t rank; sx_ref *dims;
	int64_t *lower;                /* as that of a variable */
	sm_role role;
	bool flexible;                 /* a temporary array whose sizes change; its dims are SIZE nodes of itself */
	sx_ref binding;                /* initial value of results and temporaries (scalar; arrays are set by statements) */
	const char *unit;              /* NULL: none */
	const char *object;  /* an external object, an Integer that stands for the pointer: its class; NULL: it is none */
	uint32_t destructor; /* of an external object that the function makes for itself: the function that ends it + 1; 0:
							none */
	sb_span span;
} sm_local;
typedef sb_vec(sm_local) sm_locals;

/* What is passed to an external function: a LOCAL (scalars by value, results by pointer, whole arrays by pointer), the
 * size of an array, any other expression, or a record, whose fields are such arguments and which goes by pointer. */
typedef struct sm_external_arg sm_external_arg;
typedef sb_vec(sm_external_arg) sm_external_args;
struct sm_external_arg {
	sx_ref value; bool record; sm_external_args fields;
	bool size;
	uint32_t of, dimension; /* the size of local `of` in this dimension, from 1; value is mostly a number by now */
};

/* External C or FORTRAN 77: the function's name and what is passed, in order. `result` is the local that takes the
 * returned value, or UINT32_MAX. The body of the function is done first: it gives locals their start values. */
typedef struct sm_external {
	const char *symbol; sm_external_args args; uint32_t result;
	bool fortran;                  /* everything goes by pointer, matrices column by column */
	bool own;                      /* one of external/: nothing has to be found */
	sb_strings libraries, library_folders, includes, include_folders;    /* from the annotation */
} sm_external;

/* A derivative of a function f: a function with the arguments of f, then the differentials of those that are `moving`
 * (Reals, in order), whose results are the differentials of the Real results of f, in order. One that the user gave (an
 * annotation) may hold only under conditions; and where records are differentiated it takes and gives their other
 * fields too: as they are. */
typedef struct sm_derivative {
	uint32_t function;             /* UINT32_MAX: there is none, `why` says why */
	const char *why;
	const bool *moving;            /* by argument of f */
	const bool *still;             /* by argument: holds only where its differential is zero; NULL: holds always */
	const uint32_t *rate; /* by argument: holds only where its differential is this other argument, as for the second
							 derivative, where x' is an argument already; UINT32_MAX: any. NULL: holds always */
	const uint32_t *result;        /* by result of f: that of the derivative, or UINT32_MAX; NULL: Reals in order */
} sm_derivative;
typedef sb_vec(sm_derivative *) sm_derivatives;

/* Whether calls are to be written out as the formulas that they stand for. */
typedef enum sm_inlining { SM_INLINE_MAYBE, SM_INLINE_YES, SM_INLINE_NO } sm_inlining;

/* An inverse of a function that its author gave: the scalar argument is function(...), whose arguments are those of f
 * by number, or its first result (UINT32_MAX). */
typedef struct sm_inverse { uint32_t argument, function; uint32_t *from, count; } sm_inverse;

typedef struct sm_function {
	const char *name;              /* as written, e.g. Modelica.Math.f; several specialisations may share it */
	sm_locals locals;              /* arguments first, in order, then results, in order, then temporaries */
	uint32_t args, results;
	sm_statements body;
	sm_statements last;            /* done at the end, also after a return */
	sm_external *external;         /* NULL: the body counts */
	bool impure;
	bool events;                   /* its relations make events where it is written out */
	bool definite; /* an operation in it that has no value (a division by zero, a root of a negative number) fails */
	sm_inlining inlining;
	bool by_annotation;            /* sm_moves_by_annotation, once its derivatives are given */
	uint32_t destructor; /* of a constructor of external objects: the function that ends them + 1; its first argument is
							the number of the object in the run, 0 for one of a function; 0: it is none */
	sb_vec(sm_inverse) inverses;
	sm_derivatives given,
		made; /* by the user, the first that holds counts; by differentiation, see function_derivative.c */
	sb_span span;
} sm_function;

/* ------------------------------------------------------------------- events */

typedef enum sm_trigger {
	SM_ON_TIME,      /* when time reaches `when` (evaluated at the start and after each instant that changes it) */
	SM_ON_PERIOD,    /* at start + n*interval */
	SM_ON_CROSSING,  /* `when` (a Real) passes zero; direction +1 up, -1 down, 0 both */
	SM_ON_EDGE,      /* `when` (a Boolean) becomes true */
	SM_ON_INITIAL, SM_ON_TERMINAL,
	SM_ON_SCHEDULE   /* only when an action schedules it */
} sm_trigger;

typedef struct sm_event {
	const char *name;
	sm_trigger trigger;
	sx_ref when, start, interval;
	int direction;
	int priority;         /* smaller first */
	sm_statements action; /* assigns discrete variables, SM_REINIT_DO, SM_SCHEDULE, SM_CANCEL, SM_TERMINATE_DO, ... */
	sb_span span;
} sm_event;

#include "model/process.h"

/* --------------------------------------------------------------- components */

/* Something that has equations of its own: the model itself (the first), and every instance of a class in it.
 * Connectors and records are not among them; what they hold belongs to the component around. */
typedef struct sm_component {
	const char *name;              /* dotted, interned; "" for the model itself */
	const char *class_name;        /* as it is called in its notation */
	sb_span span;                  /* where the component is declared; for the model itself its class */
	sb_span class_span;            /* the name in the definition of its class */
	uint32_t count; /* how many equal ones it stands for: 1, or the elements of an array that is kept as one */
} sm_component;
/* ------------------------------------------------------------------- states */

/* A state of a state machine: a component whose clocked equations hold while the clocked Boolean `active` is true, and
 * keep what they give otherwise. Where `reset` is true, previous(v) of the variables that belong to it is their start
 * value. What several states give to a variable outside of them is given by the active one. The machine itself, which
 * says when what is active, is equations. */
typedef struct sm_state { const char *name; uint32_t active, reset; } sm_state;    /* full name, interned; variables */

/* ---------------------------------------------------------------- instances */

enum sm_activity { SM_ABSENT, SM_ACTIVE, SM_SUSPENDED };
typedef enum sm_instance_action { SM_CREATE, SM_SUSPEND, SM_RESUME, SM_DELETE } sm_instance_action;

typedef struct sm_instance {
	const char *name;
	uint32_t activity;             /* the variable NAME.activity */
	sb_u32s variables;             /* that it owns */
	sm_equation *body;             /* among the model's equations: SM_IF with one branch, `activity == 1` */
} sm_instance;

/* -------------------------------------------------------------------- whole */

/* A figure that the model asks for: plots, one below the other, of curves over time. Texts are "" and limits NAN where
 * nothing is said. */
typedef struct sm_curve { const char *y, *x, *legend; } sm_curve;          /* names of results; x: "" is time */
typedef struct sm_plot { const char *title, *x_label, *y_label; double low, high; sb_vec(sm_curve) curves; } sm_plot;
typedef struct sm_figure { const char *title; bool preferred; sb_vec(sm_plot) plots; } sm_figure;

static const double SM_TOLERANCE_LEAST = 1e-14, SM_TOLERANCE_MOST = 0.5;       /* numbers have 16 digits */
typedef struct sm_experiment {         /* NAN where the model does not say */
	double start, stop, interval, tolerance; const char *solver;
	bool rests, slides;                /* where events accumulate the motion is to be held: see se_settings */
	sb_strings plot;                   /* patterns of what to draw; may be empty */
	sb_vec(sm_figure) figures;
} sm_experiment;

typedef struct sm_folder { const char *package, *path; } sm_folder;

typedef struct sm_model {
	sb_arena *arena; sb_names *names; sb_diag *diag; sx_pool *pool;
	const char *name;                  /* of the class */
	bool capitals; /* its notation knows no case: names are in capitals, and are found in whatever case */
	const char *description;
	sb_vec(sm_variable) variables;
	uint32_t scalars;                  /* total */
	sm_equations equations, initial_equations;        /* algorithms are among them, in order */
	sb_vec(sm_function *) functions;
	sb_vec(sm_event) events;
	sb_vec(sm_instance) instances;
	sb_vec(sm_state) states;
	sb_vec(sm_routine) routines;
	sb_u32s begin, end;                /* SM_ONCE routines around each simulation, in order */
	sb_vec(sm_resource) resources;
	sb_vec(sm_statistic) statistics;
	sb_vec(sm_stream) streams;
	sb_vec(sm_sample_data) samples;
	sb_vec(sm_trial) trials;           /* experiments; none: the model is simulated as `experiment` says */
	sb_vec(sm_output) outputs;
	sb_u32s stored; /* scalars: what is recorded, and what a row of the crossplot holds. Empty: everything */
	sb_vec(sm_enum) enums;
	sm_experiment experiment;
	sb_vec(sm_component) components;   /* each after the one around it */
	sb_map by_name;                    /* interned name -> variable + 1 */
	uint32_t objects;                  /* external objects: their numbers in the run are 1 .. objects */
	sb_vec(sm_folder) folders;         /* of packages, for addresses of their files; inner ones after those around */
	uint32_t differentiating;          /* functions that are being differentiated, one inside the other */
	struct sm_times { double read, instantiate, flatten; } times;     /* seconds that the front end took for it */
} sm_model;

sm_model *sm_model_new(sb_arena *arena, sb_names *names, sb_diag *diag, const char *name);
/* A model in which variables, scalars and expressions of `model` have the numbers they have there, and to which more
 * may be added without changing the original, which must stay as it is meanwhile. Equations, functions and events are
 * shared: nobody changes them. Messages go to `diag`. Each mode of a model whose structure changes is analysed in a
 * copy of its own. */
sm_model *sm_model_copy(sb_arena *arena, const sm_model *model, sb_diag *diag);

/* Adds a variable with the given shape and returns its number; the caller fills in the rest through sm_var. The name is
 * interned. */
uint32_t sm_add_variable(sm_model *m, const char *name, sx_type type, const uint32_t *shape, uint32_t rank);
static inline sm_variable *sm_var(const sm_model *m, uint32_t variable)
{
	return &m->variables.at[variable];
}

sm_equation *sm_equation_new(sm_model *m, sm_equation_kind kind, sb_span span, const char *component);
sm_equation *sm_add_equation(sm_model *m, sx_ref lhs, sx_ref rhs, sb_span span, const char *component);   /* SM_EQUAL */
sm_statement *sm_statement_new(sm_model *m, sm_statement_kind kind, sb_span span);
uint32_t sm_find(const sm_model *m, const char *name); /* by its name without subscripts; UINT32_MAX if there is none */
uint32_t sm_findn(const sm_model *m, const char *name, size_t length);

/* An instance with its variable NAME.activity, which starts with the given value. Its equations and variables are added
 * one by one; a variable belongs to one instance. */
uint32_t sm_add_instance(sm_model *m, const char *name, enum sm_activity start, sb_span span);
void sm_instance_owns(sm_model *m, uint32_t instance, uint32_t variable);
void sm_instance_equation(sm_model *m, uint32_t instance, sm_equation *q);
/* Appends the statements of an action to the action of an event. Creating gives the instance's states their start
 * values (statements that follow may give them others by SM_REINIT_DO); resuming goes on with the values that they had.
 */
void sm_instance_act(sm_model *m, sm_statements *into, sm_instance_action action, uint32_t instance, sb_span span);

/* References. sm_ref is the whole variable (scalar or array); sm_ref_at the element number `element` (from 0) of it. */
sx_ref sm_ref(const sm_model *m, uint32_t variable);
sx_ref sm_ref_at(const sm_model *m, uint32_t variable, uint32_t element);
/* The scalar number of a VAR node with constant subscripts (or of a scalar), UINT32_MAX if it is not one. */
uint32_t sm_scalar_of(const sm_model *m, sx_ref var);
/* Which scalars a VAR node may stand for: those of the leading constant subscripts, *first and as many as is returned.
 */
uint32_t sm_scalars_of(const sm_model *m, sx_ref var, uint32_t *first);
uint32_t sm_variable_of_scalar(const sm_model *m, uint32_t scalar, uint32_t *element);   /* log time */
void sm_scalar_name(const sm_model *m, uint32_t scalar, sb_text *out);                   /* r[3].v, u[2,1] */
uint32_t sm_find_scalar(const sm_model *m, const char *name); /* of such a name; UINT32_MAX */

/* The component that one point of an equation belongs to: r[3]. `values` are those of the iterators around, the
 * outermost first; NULL: the name without subscripts. */
void sm_equation_component(const sm_equation *q, const int64_t *values, sb_text *out);

/* The scalars of a variable whose names may match one of the patterns (sb_matches): *first .. *last - 1. Names of
 * others need not be made. Without patterns all may. False: none. */
bool sm_may_match(const sm_model *m, uint32_t variable, const char *const *patterns, uint32_t count, uint32_t *first,
				  uint32_t *last);

/* How many scalar equations an equation stands for (the product of its domain and the sizes of what it sets). */
uint32_t sm_equation_count(const sm_model *m, const sm_equation *q);
uint32_t sm_written_count(const sm_model *m, const sm_equation *q);      /* without what only gives hidden variables */

/* The balance of each component, counted over what it has to say by itself. It owes an equation for each of its own
 * variables, for each output, for each pair of potential and flow of its ports that is not passed on to a component
 * inside, and for each input of a component inside that nobody feeds. `unsure` where counting does not tell
 * (SM_REDUNDANT). balance.c says why this is enough. */
typedef struct sm_balance { uint32_t unknowns, equations; bool unsure; } sm_balance;     /* of all that it stands for */
sm_balance *sm_balances(const sm_model *m, sb_arena *arena);     /* by component */
/* Which component something belongs to, by its `component` name: the innermost one around it. */
typedef struct sm_owners { const sm_model *model; sb_map known; } sm_owners;
sm_owners sm_owners_new(const sm_model *m, sb_arena *arena);
/* A number in `components`; UINT32_MAX if there are none. */
uint32_t sm_owner(sm_owners *owners, const char *component);
/* The component around one; the model itself is around itself. */
uint32_t sm_around(sm_owners *owners, uint32_t component);
/* The user can do something about what is written in the file of the model itself. What is written elsewhere, in a
 * library, is shown there at the component that uses it. */
sb_span sm_user_place(sm_owners *owners, const char *component, sb_span span);

/* Gives der() of a sum or difference a variable of its own where that is what has the memory (see derivative.c). Front
 * ends call this once, when all equations are there. */
void sm_name_derivatives(sm_model *m);
/* Divides families where conditions on their iterators turn (see split.c). Front ends call this after it. */
void sm_split_families(sm_model *m);

/* Derivatives of functions, made when they are asked for, once, and added to the functions of the model. `moving` says
 * by argument which have differentials (others than Reals never have); NULL: all Reals. Never NULL; those that the user
 * gave are not looked at. */
const sm_derivative *sm_function_derivative(sm_model *m, uint32_t function, const bool *moving);
/* The differential of a CALL, of an OUT or of an AT of these, given those of the arguments: a call of the derivative
 * that the user gave or else of the one that is made. An array result has an array for it. `differential` is asked for
 * Real arguments: for each element of a literal and of a variable that is a whole array, otherwise for the argument (a
 * LOCAL, a CALL or an OUT may be a whole array). It answers sx_real(0) for what does not move, also for a whole array,
 * and 0 for "not known". Returns 0 where the differential is not known, and sx_real(0) where no argument moves. Meant
 * for the hook of sx_diff, which asks for CALL and OUT; that hook must not answer 0 for a whole array that moves. */
sx_ref sm_call_derivative(sm_model *m, sx_ref call_or_out, sx_ref (*differential)(void *context, sx_ref argument),
						  void *context);
/* The same where the differentials are derivatives by time: inputs of which the user says that others tell how they
 * move (the velocity beside a position) then do so, if the function has nothing else in it. */
sx_ref sm_call_rate(sm_model *m, sx_ref call_or_out, sx_ref (*differential)(void *context, sx_ref argument),
					void *context);
/* Has the function such inputs, and nothing else that moves it? (position({q, v}, time) with the value q and the
 * derivative v) */
bool sm_moves_by_annotation(const sm_model *m, const sm_function *f);
/* What a call stands for, of a function that asks to be written out and is one formula; 0: it stays a call. Calls that
 * had to stay because of their derivatives are written out when these are taken. */
sx_ref sm_call_formula(sm_model *m, sx_ref call);
/* Why a function that is called in e has no derivative, after one of the above has failed; NULL: none has. */
const char *sm_why_no_derivative(const sm_model *m, sx_ref e);

/* The file of an address modelica://Package.Inner/path, in the folder of that package; false: no such package has one.
 */
bool sm_resource_file(const sm_model *m, const char *address, sb_text *out);

/* check.c: the first thing that is not as it must be, into `why`; false: there is one (base/check.h). It takes as
 * long as reading the model once. */
bool sm_check(const sm_model *m, sb_text *why);

/* The model as flat Modelica. `valid`: a text that can be read again and means the same, as `saltus flat` prints it;
 * otherwise names are written with their dots, as people call them. And one equation or expression, for messages. */
void sm_print(const sm_model *m, bool valid, sb_text *out);
void sm_print_equation(const sm_model *m, const sm_equation *q, sb_text *out);
void sm_print_expr(const sm_model *m, sx_ref e, sb_text *out);
/* With the names of its locals; NULL: none. */
void sm_print_expr_in(const sm_model *m, const sm_function *f, sx_ref e, sb_text *out);

#endif
