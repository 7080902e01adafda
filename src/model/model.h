/* The flat hybrid model. Every front end makes one, and the layers after the front end know nothing else.
 *
 *     variables     hierarchical names, types, shapes, attributes; an array is one variable
 *     equations     residuals, families over index ranges, if-equations, when-equations, asserts
 *     algorithms    ordered statements with known outputs
 *     functions     pure (or external C) procedures over locals
 *     events        a trigger and an action (statements), for notations that say it so
 *     routines      processes, events with arguments, experiments; resources, statistics, random numbers (process.h)
 *     blocks        opaque components: C, FMUs, peers (block.h)
 *     settings      start, stop, tolerance, ... of a run
 *     components    what the model was put together from, for messages
 *
 * Shapes. A variable of rank r has `shape[0..r-1]`; its elements are numbered row by row, and `first` is the number of
 * its first scalar among all scalars of the model, so (variable, element) and scalar number are one-to-one. A variable
 * `u[1000000]` is one object. So is the v of all elements of an array of components. Its name is r.v, and `parts` says
 * that the subscript of its dimension stands after the first part: its scalars are called r[1].v, r[2].v, ...
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
 * Clocks. A variable of type SX_CLOCK is a clock. Equations tie it to NEW_CLOCK (periodic with a rational or Real
 * interval, an interval that is a clocked variable, the edges of a Boolean, or inferred), to another clock, or to a
 * conversion of one (SUB_SAMPLE, SUPER_SAMPLE, SHIFT_SAMPLE, BACK_SAMPLE). A variable has a clock if an equation ties
 * it to one: by SAMPLED(u, clock), by a clocked variable in the same equation, or because the equation stands in an
 * SM_WHEN with one branch whose condition is a clock. Such an SM_WHEN may hold any kind of equation. HOLD takes the
 * value out again. The structure layer finds which equations belong to which clock.
 *
 * Activations. A Boolean variable with `activation` stands for the instants at which something is activated. Equations
 * tie it to SOURCE (periodic, the edges of a Boolean, the beginning of the run), to OR and AND of others, to AND with a
 * Boolean; or SM_PROGRAM in an SM_WHEN programs it. An SM_WHEN whose condition is one acts at these instants.
 * sm_lower_activations (activate/activate.h) makes events and Booleans of them.
 *
 * Instances. A run can create, suspend, resume and delete copies of a class: k of n copies that are there from the
 * beginning. An instance owns variables and equations, and has an activity, a discrete Integer variable that actions of
 * events (or when-clauses) set. While the activity is 1 the equations hold. Otherwise they do not exist: the variables
 * of the instance keep their values, and are neither integrated nor evaluated; others may read them. So states enter
 * and leave the solver with the activity.
 *
 * Routines. Processes, events with arguments and experiments are procedures. Any number of their activations may be
 * alive at once (process.h).
 *
 * Everything lives in the model's arena. Every object has the span of the text it came from and the name of the
 * component it belongs to, because every later message needs both.
 */
#ifndef SALTUS_MODEL_MODEL_H
#define SALTUS_MODEL_MODEL_H

#include "base/file.h"
#include "expr/expr.h"

/* ---------------------------------------------------------------- variables */

typedef enum sm_variability { SM_CONTINUOUS, SM_DISCRETE, SM_PARAMETER, SM_CONSTANT } sm_variability;
typedef enum sm_causality { SM_INTERNAL, SM_INPUT, SM_OUTPUT } sm_causality;     /* of the top level only */
typedef enum sm_state_select { SM_SELECT_NEVER, SM_SELECT_AVOID, SM_SELECT_DEFAULT, SM_SELECT_PREFER,
	SM_SELECT_ALWAYS } sm_state_select;

/* What a variable is to whatever its component may be connected with. SM_REDUNDANT: one of several numbers that are
 * tied to each other, as the entries of a rotation matrix are; how many equations they stand for is not told by
 * counting them. SM_STREAM: carried by the flow of the same connector; its value is that for flow out of the
 * component. */
typedef enum sm_port { SM_NO_PORT, SM_POTENTIAL, SM_FLOW, SM_STREAM, SM_PORT_INPUT, SM_PORT_OUTPUT,
	SM_REDUNDANT } sm_port;

/* An enumeration type, for printing values by name. */
typedef struct sm_enum { const char *name; const char **literals; uint32_t count; } sm_enum;

/* An attribute is an expression of parameter variability: scalar (for all elements), or over the variable's own
 * iterators `over` (see below) where elements differ. 0: not given. */
/* What a variable is to an animation: rows of numbers that say where an object is, or the part of the plane that is
 * shown (docs/animation.md). */
typedef enum sm_animated { SM_NOT_ANIMATED, SM_OBJECT, SM_SHEET } sm_animated;

typedef struct sm_variable {
	const char *name; /* dotted, e.g. motor.shaft.w or r[3].p.v; the subscripts of this array are not in it */
	/* for each dimension how many parts of the name stand before its subscript, in rising order: {1, 3} for
	 * r[i].p.u[j], which is called r.p.u. NULL: all subscripts stand behind the name */
	uint32_t *parts;
	sx_type type;
	uint32_t enumeration;          /* number of the sm_enum + 1, or 0 */
	uint32_t rank, *shape;
	/* for each dimension the subscript of its first element as the user knows it; NULL: 1. Expressions count from 1 */
	int64_t *lower;
	uint32_t first, count;         /* scalars first .. first+count-1 */
	sm_variability variability;
	sm_causality causality;
	uint32_t *over;                /* `rank` iterators used in binding and attributes of arrays, NULL for scalars */
	/* parameters and constants: the value (over `over` for arrays). 0: none. Bindings of other variables are equations,
	 * never here */
	sx_ref binding;
	sx_ref start, min, max, nominal, fixed; /* fixed: a Boolean expression; 0 is the default (true for parameters) */
	sm_state_select state_select;
	const char *unit, *display_unit, *quantity, *description;
	bool mixed_units;              /* the elements of an array have different units; `unit` is that of the first */
	bool is_protected, final;      /* final: -p refuses it */
	bool structural; /* its value went into sizes or conditions of the structure: a change means translating again */
	bool zero_is_structural;       /* the value zero would go into the structure, though its present value has not */
	bool is_flow;
	bool activation;               /* a Boolean that stands for instants: see Activations */
	bool pulse;                    /* was one: true in one pass only */
	sm_port port;
	bool gives;                    /* declared as output of its component, which need not be a connector */
	/* of a port: how many of its scalars are connected within its component, and around it */
	uint32_t joined_inside, joined_outside;
	bool hidden;                   /* made by the translator; not recorded, not shown in `final` */
	sx_ref stands_for;             /* of a hidden one: what people would write for it; 0: nothing */
	sx_ref unconnected;            /* of an input: a literal, what it reads where nothing gives it; 0: a mistake */
	bool held; /* an input that nothing gives: it keeps its start value, or what is set from outside */
	bool set_by_routines;          /* nothing else sets it, so what they do not set keeps its value */
	bool kept;                     /* set by routines: its value goes on from one simulation to the next (process.h) */
	/* an external object: its class. A parameter, an Integer that stands for the pointer; bound by its constructor.
	 * NULL: it is none */
	const char *object;
	bool start_given;              /* start was written by the user, not the default of the type */
	sb_span span, binding_span;
	const char *component;         /* "" at the top */
	sm_animated animated;
	/* of a parameter: where initial values are easily found, if its own value does not lead to them; NAN: nowhere */
	double ramp;
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
	SM_EQUAL,        /* lhs = rhs */
	SM_CALL,         /* (targets...) = call; targets are VAR nodes (whole arrays too) or 0 for an ignored result */
	SM_IF,           /* branches: one holds, by condition; the last may have condition 0 (else) */
	/* branches: the first whose condition has a rising edge acts. Its bodies hold SM_EQUAL (lhs is a VAR: the discrete
	 * variable that it sets), SM_CALL, SM_IF, SM_REINIT, SM_ASSERT, SM_TERMINATE */
	SM_WHEN,
	SM_REINIT,       /* lhs: the state (VAR); rhs: the new value */
	SM_ASSERT,       /* lhs: condition; rhs: message (a String); level */
	SM_TERMINATE,    /* rhs: message */
	SM_PROGRAM,      /* in SM_WHEN: lhs: an activation (VAR); rhs: when it comes, from now on; negative: not at all */
	SM_ALGORITHM     /* statements; targets: what it sets (VAR nodes, whole arrays). May hold when statements. */
} sm_equation_kind;

/* `when {a, b}` acts when any of a, b has a rising edge: all of them are in `any`, and condition is 0. Otherwise `any`
 * is empty. */
/* pulse: the condition is true in one pass only, and acts in it; there is no edge to be found.
 * owns: variables that keep their values while another branch of an SM_IF holds. */
typedef struct sm_branch {
	sx_ref condition;
	sm_exprs any;
	sm_equations body;
	sb_u32s owns;
	sb_span span;
	bool pulse;
} sm_branch;
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
	/* target (VAR or LOCAL, with subscripts) := value; whole arrays only when value is a CALL/OUT or a whole array */
	SM_ASSIGN,
	SM_ASSIGN_CALL,  /* (targets...) := value (a CALL) */
	SM_IF_DO,        /* branches; at_events: they are executed at events only */
	SM_FOR,          /* iterator from `from` to `to` by `step` (0: 1): branches[0].body */
	SM_WHILE,        /* branches[0] */
	SM_WHEN_DO,      /* branches, as SM_WHEN; in algorithms of models only */
	SM_BREAK, SM_RETURN,
	SM_ASSERT_DO, SM_TERMINATE_DO, SM_REINIT_DO,      /* target, value, condition as in the equations */
	SM_PROGRAM_DO,   /* in SM_WHEN_DO: target: an activation; value: the delay, as in SM_PROGRAM */
	SM_EVALUATE,     /* value: a CALL for its effect */
	SM_RESIZE,       /* target: a flexible local, whole; targets: its new sizes. Its elements are zeros then */
	SM_SCHEDULE,     /* event, value: the delay (Real, >= 0), for actions of events */
	SM_CANCEL,       /* event */
	/* of routines and of actions of events (process.h). `object` is a resource, statistic or routine, `index` its
	 * subscript (0: none). */
	/* object: a routine; targets: its arguments; value: the delay (0: none), or the time if `absolute`; condition: its
	 * priority (0: that of the routine); target: takes the reference (0: nobody wants it) */
	SM_START,
	SM_STOP,         /* object: a routine: all its activations that have not begun yet are forgotten */
	/* these may wait: in SM_PROCESS only */
	SM_HOLD,         /* value: how long */
	SM_WAIT_UNTIL,   /* condition: of anything; goes on at once if it is true already */
	SM_SEIZE,        /* object: a facility; value: priority (0: 0; smaller first) */
	/* the same; takes the server from a user of larger priority, whose hold goes on where it was when it gets the
	 * server back */
	SM_PREEMPT,
	SM_ENTER,        /* object: a storage; value: units (0: 1); from: priority */
	SM_PASS,         /* object: a gate */
	SM_PASSIVATE,    /* until somebody activates it */
	/* these do not */
	SM_RELEASE,      /* object: a facility that this activation has seized */
	SM_LEAVE,        /* object: a storage; value: units */
	SM_OPEN, SM_CLOSE,               /* object: a gate */
	/* condition: a reference; value: the delay (0: none), or the time if `absolute`. Of a passive or holding
	 * activation: its turn is moved there */
	SM_ACTIVATE,
	/* condition: a reference; value: an Integer code (0: 1). Ends its wait, of whatever kind; it goes on behind it at
	 * the tail of this instant */
	SM_INTERRUPT,
	SM_DESTROY,      /* condition: a reference (0: itself). What it has seized is released */
	SM_INSERT,       /* object: a set; targets: the values of the fields */
	/* object: a set; value: position from 1 (0: the first; -1: the last); targets: what takes the fields (0: nobody);
	 * target: takes whether there was an entry (0: there must be one) */
	SM_TAKE,
	SM_PEEK,         /* the same; the entry stays */
	SM_OBSERVE,      /* object: a statistic; value */
	SM_WRITE,        /* value: a String that goes to the output as it is */
	SM_RECORDING,    /* condition: rows are stored from now on, or not */
	SM_CROSSPLOT,    /* a row of the crossplot: the values of model->stored now */
	SM_RERUN,        /* in SM_ONCE at the end of a run: the experiment simulates again */
	/* in SM_EXPERIMENT only */
	/* from, to (0: until it is finished), step: the interval of the output (0: none said); and those below */
	SM_SIMULATE
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
	bool fresh;                    /* of plans: it reads what follows from what was set before it in the same turn */
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
	const char *object; /* an external object, an Integer that stands for the pointer: its class; NULL: it is none */
	/* of an external object that the function makes for itself: the function that ends it + 1; 0: none */
	uint32_t destructor;
	sb_span span;
} sm_local;
typedef sb_vec(sm_local) sm_locals;

/* What is passed to an external function: a LOCAL (scalars by value, results by pointer, whole arrays by pointer), the
 * size of an array, any other expression, or a record, whose fields are such arguments and which goes by pointer. */
typedef struct sm_external_arg sm_external_arg;
typedef sb_vec(sm_external_arg) sm_external_args;
struct sm_external_arg {
	sx_ref value; bool record; sm_external_args fields;
	/* the size of local `of` in this dimension, from 1; value is mostly a number by now */
	bool size; uint32_t of, dimension;
};

/* External C or FORTRAN 77: the function's name and what is passed, in order. `result` is the local that takes the
 * returned value, or UINT32_MAX. The body of the function is done first: it gives locals their start values. */
typedef struct sm_external {
	const char *symbol; sm_external_args args; uint32_t result;
	bool fortran;                  /* everything goes by pointer, matrices column by column */
	bool own;                      /* one of external/: nothing has to be found */
	bool compiled;                 /* a segment of a compiled submodel (seal/seal.h): called as generated code is */
	bool even;                     /* and its author has seen nothing narrow in it, and no jump without an event */
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
	/* by argument: holds only where its differential is this other argument, as for the second derivative, where x' is
	 * an argument already; UINT32_MAX: any. NULL: holds always */
	const uint32_t *rate;
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
	const struct sm_block_call *block;     /* an operation of an opaque component (block.h); NULL: it is none */
	bool impure;
	bool events;                   /* its relations make events where it is written out */
	bool definite; /* an operation in it that has no value (a division by zero, a root of a negative number) fails */
	sm_inlining inlining;
	bool by_annotation;            /* sm_moves_by_annotation, once its derivatives are given */
	/* of a constructor of external objects: the function that ends them + 1; its first argument is the number of the
	 * object in the run, 0 for one of a function; 0: it is none */
	uint32_t destructor;
	sb_vec(sm_inverse) inverses;
	/* by the user, the first that holds counts; by differentiation, see function_derivative.c */
	sm_derivatives given, made;
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
	const char *name; sm_trigger trigger; sx_ref when, start, interval; int direction; int priority; /* smaller first */
	uint32_t group; /* all of one group that are due at the same time are one source; 0: it is one by itself */
	const char *domain; /* what its group is called in the text; NULL or "": it has no name */
	/* SM_ON_SCHEDULE: the scalar + 1 that SM_PROGRAM names it by; 0: it has a number only */
	uint32_t programmed;
	bool of_activation; /* made by sm_lower_activations: its action turns a Boolean that nothing else sets */
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
typedef struct sm_machine_state {
	const char *name;              /* the full name, interned */
	uint32_t active, reset;        /* variables */
} sm_machine_state;

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
typedef struct sm_settings {         /* NAN where the model does not say */
	double start, stop, interval, tolerance; const char *solver;
	double quantum, hysteresis;        /* of quantised states (docs/qss.md) */
	bool rests, slides;                /* where events accumulate the motion is to be held: see se_settings */
	sb_strings plot;                   /* patterns of what to draw; may be empty */
	sb_vec(sm_figure) figures;
} sm_settings;

typedef struct sm_block sm_block;
typedef struct sm_outlives { uint32_t variable, start; } sm_outlives;     /* start: the parameter */

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
	sb_vec(const sm_block *) blocks;   /* opaque components (block.h) */
	sb_vec(sm_machine_state) machine_states;
	bool activations;                  /* there are some: sm_lower_activations makes events of them */
	sb_vec(sm_routine) routines;
	sb_u32s begin, end;                /* SM_ONCE routines around each simulation, in order */
	sb_vec(sm_resource) resources;
	sb_vec(sm_statistic) statistics;
	sb_vec(sm_stream) streams;
	sb_vec(sm_sample_data) samples;
	/* A model that asks for further simulations of itself: where the Real `again` (variable + 1; 0: it never asks) is
	 * not zero at the end of one, another one begins, with what outlives it as start values. */
	uint32_t again;
	sb_vec(sm_outlives) outlives;
	sb_vec(sm_experiment) experiments;        /* experiments; none: the model is simulated as `settings` says */
	sb_vec(sm_output) outputs;
	sb_u32s stored; /* scalars: what is recorded, and what a row of the crossplot holds. Empty: everything */
	const struct sm_analyses *analyses;       /* what is asked of it at rest (analysis.h); NULL: nothing */
	sb_vec(sm_enum) enums;
	sm_settings settings;
	sb_vec(sm_component) components;   /* each after the one around it */
	sb_map by_name;                    /* interned name -> variable + 1 */
	uint32_t objects;                  /* external objects: their numbers in the run are 1 .. objects */
	sb_folders folders;         /* of packages, for addresses of their files; inner ones after those around */
	uint32_t differentiating;          /* functions that are being differentiated, one inside the other */
	uint32_t derivatives_from;         /* the size of the pool when the outermost of them began */
	uint32_t derivative_nodes;         /* that derivatives of functions have made before */
	struct sm_times { double read, instantiate, flatten; } times;     /* seconds that the front end took for it */
} sm_model;

#include "model/flat/flat.h"

#endif
