/* Structure: from the flat model to a plan. The plan says what is computed when, in which order, and from what.
 *
 * The passes, in the order in which analyse/analyse.c calls them:
 *     ss_expand          if-equations become plain ones, when-clauses conditions and assignments; families stay whole.
 *     ss_clocks          finds the clock of each equation. A clocked equation is executed under a guard.
 *     ss_make_cells      divides variables into cells. What one family computes, one loop computes.
 *     ss_alias           a = b, a = -b and v = der(x) share one place.
 *     ss_watch_all       conditions on continuous quantities become latches.
 *     ss_match           finds which equation gives which unknown (maximum matching).
 *     ss_sort            puts strong components in order (Tarjan).
 *     ss_reduce          differentiates equations that tie states to each other (Pantelides), and chooses the states.
 *     ss_report_singular explains equations and unknowns that are left over.
 *     ss_solve_system    solves single equations in symbols, linear loops as A z = b; the rest is torn for Newton.
 *     ss_phases          finds which steps each evaluation needs.
 *     ss_forcing         finds what depends on time alone: how fast it turns, where it has kinks and peaks.
 *     ss_initial_system  does the same for the initial system, which has more unknowns and more equations.
 *     ss_find_risks      finds operations that may have no value.
 *     ss_jacobian_of     d rates / d states, sparse and symbolic.
 *     ss_schedules       what each source of activations runs.
 *
 * An *unknown* is written as a leaf: VAR (a scalar variable), DER(VAR) (its derivative), PRE(VAR) (its left limit;
 * unknown in the initial system only). The expressions of a plan hold scalar VARs, DER, PRE, LATCH, SAMPLE, DELAY,
 * TIME, INITIAL, TERMINAL, and CALL and OUT with whole arrays or ARRAYs as arguments. Inside loops of equations and the
 * Jacobian they also hold LOCAL, a temporary. They hold no DER of anything but a state, no SM_IF and no SM_WHEN.
 *
 * Cells. A cell is what is matched, sorted and computed as one: a scalar, a single element of an array, or a box of
 * elements that one family of equations gives. A model of a million states may have three cells. Every pass takes time
 * by the number of cells. In a step over a domain, the iterators of the domain stand in subscripts, as `iterator` or
 * `iterator + constant`:
 *
 *     u[1]          u[2:N]                    two cells of u
 *     u[1] = f(t)   der(u[i]) = u[i - 1] - u[i],  i in 2:N      reads both of them
 *
 * A family stays whole if each of its references to an array has this form, if one of them runs through a cell, and if
 * the family needs of itself only what the loop has computed before. Otherwise it is written out, equation by equation,
 * together with the cells that it shares; plan->families says why. Only time and memory depend on this.
 *
 * Places. Every cell has a place where its values are kept. Its neighbours in each direction lie a stride apart
 * (ss_place_of finds the place of any scalar). An array whose cells are all in one store lies there row by row. Aliases
 * share a place; the sign may be reversed.
 *
 * Phases. One sorted list of steps serves all phases. Each step says in which phases it takes part:
 *
 *     SS_RATES     needed for the derivatives: executed at every evaluation of the right-hand side
 *     SS_WATCH     needed for the watched conditions, and not for the rates
 *     SS_OUTPUT    everything else that is continuous: executed when values are recorded and at events
 *     SS_DISCRETE  changes at events only
 *
 * In an instant all steps run, in order. Between events SS_DISCRETE steps do not run, and their values stay.
 *
 * Constraints. An equation that ties states to each other (index 2 and more) is differentiated until it holds a highest
 * derivative. All its levels hold in the run. One of the tied states is computed from the others, and is a state no
 * more, if this is possible for all values: the constraint has a constant factor for it (two capacitors in parallel,
 * inertias on one shaft, x = L*sin(phi)), or stateSelect says which. Where no fixed choice lasts (a pendulum in
 * Cartesian coordinates), all stay states, and the levels below the highest are `invariants`: the solver moves the
 * states onto them after every step. This is dynamic state selection without switching and without restarts.
 *
 * Modes. An if-equation that gives the same variables in each branch is one equation `x = if c then e1 else e2` for
 * each of them. Any other if-equation is a *switch*: only the equations of the branch that holds exist. A *mode* is a
 * choice of one branch for every switch. A plan is the analysis of one mode.
 *     if closed then v = 0; else i = 0; end if;            branch 0: v = 0;  branch 1: i = 0
 * Switches are numbered in the order of the model: a family has one for each point, and an outer one comes before those
 * inside it. A switch inside a branch that is not taken is idle and has branch 0, so equal modes have equal numbers.
 * Scalars below plan->common, and the expressions named as origins below, mean the same in all modes of a model. Hidden
 * variables that come later do not. A state is *held*, and keeps its value, if its derivative stands in other branches
 * only and no equation of this mode determines it. */
#ifndef SALTUS_STRUCTURE_STRUCTURE_H
#define SALTUS_STRUCTURE_STRUCTURE_H

#include "base/json.h"
#include "base/section.h"
#include "model/model.h"
#include "structure/impulses.h"

typedef enum ss_store { SS_NOWHERE, SS_REAL, SS_INT, SS_STRING, SS_STATE, SS_RATE } ss_store;
/* r[index]; i[index] (Integer, Boolean, enumeration); s[index]; x[index]; xd[index] */
typedef struct ss_place { uint8_t store; bool negated; uint32_t index; } ss_place;

/* Sections of arrays, see base/section.h. */
enum { SS_RANK_MOST = SB_RANK_MOST };
typedef sb_box ss_box;
typedef sb_section ss_section;
typedef struct ss_cells {
	uint32_t n;                      /* how many cells there are */
	ss_section *sections; uint32_t section_count;      /* in the order of the variables, and of their cells */
	uint32_t *first;                 /* by variable: its first section; one more at the end */
} ss_cells;

/* A family of the model, and what became of it. */
/* why: it was written out; NULL: whole. brief: only because it is so short. */
typedef struct ss_family { const sm_equation *origin; uint32_t count; const char *why; bool brief; } ss_family;

enum ss_phase {
	SS_RATES = 1, SS_WATCH = 2, SS_OUTPUT = 4, SS_DISCRETE = 8,
	SS_PROJECT = 16,                 /* beside SS_RATES: the invariants need it too */
	/* beside SS_RATES and SS_WATCH, in plans that search apart: the functions of the watches need it */
	SS_SEARCH = 32
};

typedef enum ss_step_kind {
	SS_ASSIGN,       /* target := value */
	SS_LOOP,        /* a loop: see ss_loop */
	SS_CALL,         /* (targets...) := value, a CALL; a target is a VAR (scalar or whole array), or 0 */
	/* statements; targets: the scalars it sets. Discrete targets start from pre, others from start (both are put into
	 * `statements` as assignments by structure) */
	SS_ALGORITHM
} ss_step_kind;

typedef struct ss_loop ss_loop;
typedef struct ss_step {
	ss_step_kind kind;
	uint8_t phases;
	sm_domain domain;                /* SS_ASSIGN: one for each point of it; empty for a single one */
	/* by dimension of the domain: from the last to the first, because it needs what comes after */
	bool descending[SS_RANK_MOST];
	sx_ref when;                     /* executed where this is true, elsewhere what it computes stays; 0: always */
	sx_ref target, value;
	sm_exprs targets;
	sm_statements statements;
	uint32_t loop;                  /* number in plan->loops */
	/* parameters phase: skip when parameter number guard-1 was given from outside; 0: it cannot be. Over a domain: the
	 * number of the first, the others follow row by row */
	uint32_t guard;
	const sm_equation *origin;       /* for messages; NULL for bindings of parameters, whose variable has the span */
	sb_span span;
} ss_step;
typedef sb_vec(ss_step) ss_steps;

typedef struct ss_entry { uint32_t row, col; sx_ref value; } ss_entry;
typedef sb_vec(ss_entry) ss_entries;
typedef struct ss_temp { uint32_t local; sx_ref value; } ss_temp;       /* LOCAL(local) := value */
typedef sb_vec(ss_temp) ss_temps;
typedef struct ss_sides { sx_ref left, right; } ss_sides;
typedef struct ss_leaning { uint32_t inner; sx_ref start, nominal; } ss_leaning;      /* nominal 0: none */

/* A loop of equations.
 * Linear: A z = b, z the unknowns; `matrix` has the entries of A that may be nonzero, `rhs` b. Neither holds an unknown
 * of the loop. Nonlinear: the unknowns z are the torn ones; `inner` computes the others from them (assignments only);
 * `residuals` must become zero; `matrix` has d residual / d z, over the temporaries set in order by `temps`, at the
 * values after `inner`. Mixed: relations inside are latched, so a loop over Booleans and Reals is closed by the event
 * iteration. */
struct ss_loop {
	bool linear;
	uint32_t n; sx_ref *unknowns;
	ss_steps inner;
	sx_ref *residuals;
	sx_ref *starts, *nominals; /* of a nonlinear one, by unknown: over parameters; 0: none. These lists may be NULL */
	sx_ref *follows; /* in the initial system: a guess, made of the starts of others, where none is given; 0: none */
	bool *given;                     /* by unknown: the user wrote its start value */
	sb_vec(ss_leaning) leanings;     /* in the initial system: what `inner` computes, with starts that the user wrote */
	ss_entries matrix;
	sx_ref *rhs; ss_temps temps; uint32_t temp_count;
	sm_exprs members;                /* all unknowns of the loop, torn or not, for messages */
	sb_vec(const sm_equation *) equations; ss_sides *sides;     /* the sides of each; NULL: not known */
	bool invariant; /* the matrix of a linear loop depends on parameters only: factor once after parameters change */
};

/* A watched condition. A latch holds an integer: 0 or 1 for a relation, the value for an integer-valued function.
 *
 *   relation   truth is `function` OP 0, for OP in < <= > >=
 *   step       INTEGER_OF, FLOOR, CEIL: floor or ceil of `function` (QUOT, MOD, REM are expressed by these)
 *
 * A condition that depends on time alone, affinely: slope*time + rest. Then `when` is the time at which it changes
 * (-rest/slope), and the far side is what holds for time >= when. It goes to the calendar and is never searched for.
 * For steps of time alone: the engine finds the next integer from slope and function by itself. */
typedef enum ss_watch_kind { SS_RELATION, SS_FLOOR, SS_CEIL } ss_watch_kind;
typedef struct ss_watch {
	ss_watch_kind kind;
	sx_op op;                        /* of a relation */
	sx_ref function;
	bool time_only; sx_ref slope, when;
	bool ahead; /* a function of time alone, not affine: an ss_moment, found ahead of the run, never searched for */
	bool loose; /* the outcomes of a loop's conditions: what the loop computes follows at once, whatever the latch is */
	sx_ref alone; bool falls; /* a variable: the function is its value, or minus it, and what stands still; 0: none */
	sx_ref written;                  /* the condition as the user wrote it, for messages */
	bool initial_only;               /* used in the initial system only */
	bool unread;                     /* it reads a function whose inside is not known (unreadable.c) */
	bool guards;                     /* operations that may have no value where it turns (guarding.c) */
	uint32_t block;                  /* of the first one of a family: how many they are; of all others 1 */
	sb_span span; const char *component;
} ss_watch;

/* What time forces, as far as the text tells (forcing.c). The error estimate of a step sees nothing between its stages,
 * so what the text knows about time must bound the steps.
 *
 * An angle is the argument of a sin, cos or tan that rates or searched conditions need. No step may turn one by more
 * than a quarter of a turn. `of_time`: it is written over time, parameters and what changes at events only; `steady`:
 * and affine in time.
 *
 * A moment is a time that follows from a function of time alone, written in the same way: its function changes its sign
 * there, or, of a watch, the watch its value. The engine finds the next one ahead of the run. `angles`: those inside
 * the function, which say how densely it must be looked at. `features`: functions at whose zeros it may be narrow, or
 * jump, between two looks (features.c).
 *
 *   watch   the condition changes: an event
 *   kink    a noEvent, abs, sign, min or max of time turns: a step of the solver ends there and the next begins anew
 *   peak    what stands inside a nonlinear function has an extremum, exp(-(time - 5)^2/w): a step ends there and sees
 *           it */
typedef struct ss_angle { sx_ref value, shown; bool of_time, steady; } ss_angle;
typedef enum ss_moment_kind { SS_MOMENT_WATCH, SS_MOMENT_KINK, SS_MOMENT_PEAK, SS_MOMENT_EDGE } ss_moment_kind;
typedef struct ss_moment {
	ss_moment_kind kind; uint32_t watch; sx_ref function, shown; sm_exprs angles, features; uint64_t reads;
} ss_moment;

/* What the analysis has found not to move between events: relations without a watch, and what algorithms set at events
 * only. In debug builds the engine looks whether that is so. */
typedef struct ss_claimed { sx_ref value; sb_span span; } ss_claimed;

/* sample: the flag clock[k], k the payload of SAMPLE in a plan: 1 in the instant of its tick. Before the instant ends
 * it is cleared and the equations are evaluated once more, because the condition of a when-clause must fall before it
 * can rise again. The payload of DELAY in a plan is the number of the delay; what is delayed is no dependency: DELAY
 * may be read before its first argument is computed. */
typedef struct ss_clock {
	sx_ref start, interval; sb_span span; const char *component;
	uint32_t base; /* of a model's clock: its base clock, the number + 1. 0: sample(start, interval) */
	int64_t step, first; bool observes;      /* with the ticks first + n*step of the base clock; it only looks (E420) */
} ss_clock;
/* A base clock has one entry in the calendar, whatever ticks with it. Its tick n is at start of run +
 * n*num/den*interval, where interval is that of its clocks: seconds if `rational` (the interval is 1 then, unless it is
 * `variable`). variable: num is 1, and every den ticks a new interval begins, interval/resolution long. */
typedef struct ss_base { int64_t num, den, resolution; bool rational, variable, observes; sb_span span; } ss_base;
/* still: what is delayed changes at events only, and so does what comes out, at instants that are known; steady: the
 * time of the delay does; known: that does not change during the run */
typedef struct ss_delay {
	sx_ref value, time, longest;
	bool still, steady, known;
	sb_span span; const char *component;
} ss_delay;
/* What a spatialDistribution transports: what goes in at its ends, its position, whether it moves from end 0 to end 1,
 * and the distribution at the start. TRANSPORTED in a plan has its number, and x, positive and what goes in at that end
 * for arguments. Where it moves in, the end is what goes in; an end that is held has two arguments, and is what went in
 * last. The engine asks JUMP_0 and JUMP_1 by two watches: where they turn negative, a jump comes out. */
typedef struct ss_transport {
	sx_ref in[2], x, positive;
	uint32_t n; sx_ref *points, *values;
	bool still;                      /* what goes in changes at events only */
	bool held[2];                    /* by end: what goes in depends on what this end shows */
	uint32_t site;                   /* of the call */
	sb_span span; const char *component;
} ss_transport;
/* PRE(var) is kept in pre_r/pre_i/pre_s[number of this entry]. discrete: var or an alias changes at events only. */
typedef struct ss_pre { sx_ref var; ss_place place; bool discrete; } ss_pre;

/* What a when-clause does beyond setting variables, and assertions. In order, once the instant's values agree. */
typedef enum ss_action_kind { SS_REINIT, SS_ASSERT, SS_TERMINATE, SS_EVALUATE, SS_PROGRAM } ss_action_kind;
typedef struct ss_action {
	ss_action_kind kind;
	sx_ref guard;                    /* 0: always (assertions outside when: checked at every accepted step) */
	/* SS_REINIT: number of the state, and what was named; UINT32_MAX: it is none in this mode */
	uint32_t state, scalar;
	/* ASSERT: condition, message; REINIT: value; TERMINATE: message; EVALUATE: value, a CALL; PROGRAM: the delay */
	sx_ref condition, value;
	int level;
	uint32_t event;                  /* PROGRAM: which one */
	sx_ref clock_var;                /* the clock of the when around it, until clocks are found */
	sb_span span; const char *component;
} ss_action;

/* Sparse columns (CSC): column j has entries column[j] .. column[j+1]-1, rows row[], in ascending order. */
typedef struct ss_pattern { uint32_t n, *column, *row; } ss_pattern;
/* The Jacobian of the rates. Operations run in order: a temporary is set, or (`solve`) loop `loop`, factored by the
 * last right-hand side, is solved for temporaries local .. local+n-1 with right-hand sides rhs[0..n-1]. Then values[]
 * are the entries of the pattern.
 *
 * Where families are kept there are no pattern and colours, and the entries are families too: d rate / d state for
 * each point of a domain, one after another in the order of `entries` (the number of the first is `first`). ss_lay_out
 * makes the pattern from them when a solver wants it, in linear time, and tells the place in the pattern to which each
 * entry is added. */
typedef struct ss_jacobian_entries {
	sm_domain domain;
	sx_ref rate, state, value;
	uint32_t first, count;
} ss_jacobian_entries;
typedef struct ss_jacobian_step {
	bool solve;
	uint32_t local;
	sx_ref value;
	uint32_t loop;
	sx_ref *rhs;
} ss_jacobian_step;
typedef sb_vec(ss_jacobian_step) ss_jacobian_steps;
typedef struct ss_jacobian {
	bool symbolic; /* false: only the pattern and the colours are there; the engine takes differences */
	const char *why_not; sb_span why_not_span;
	ss_pattern pattern;
	uint32_t *color, colors;         /* of each state, for differences */
	ss_jacobian_steps steps;
	uint32_t temp_count;
	sx_ref *values;
	bool by_families, diagonal;      /* diagonal: beyond any use; only the states' own entries are taken */
	sb_vec(ss_jacobian_entries) entries; uint32_t entry_count;
} ss_jacobian;

/* A switch. A missing else counts as a last branch without equations. */
typedef struct ss_switch {
	uint16_t branch, branches, barred; /* of this plan; how many; bits: cannot hold at the start (certain.c) */
	bool idle;                       /* inside a branch that is not taken */
	uint32_t around; uint16_t within; /* the switch around it, its number + 1, and in which of its branches; 0: none */
	/* of the first mode: time and parameters ask for the branch at the start, through equations of Booleans */
	bool certain;
	bool sure; /* the branch was not guessed from start values, but follows from parameters and the start time */
	bool initial_only;               /* of an initial equation: it says nothing once the run has begun */
	/* Integer: the branch that its conditions ask for, over latches and discrete variables. Of an idle one, what they
	 * would ask for at the values of this mode */
	sx_ref which;
	const sm_equation *origin;       /* with the spans of the branches */
	const char *component;           /* with its subscripts: d[3] */
	const char *at;                  /* which point of a family beside that, as "i = 3"; "" */
	sm_exprs zeros;                  /* what equations of the branch of this plan say to be zero, at this point */
	sm_exprs guarded;                /* sides of equations of any branch, in which something is computed (guarding.c) */
} ss_switch;
typedef sb_vec(ss_switch) ss_switches;
/* How what is open in a mode is found (floating.c): not looked for yet; with the branches kept apart; held, because
 * that did not help. */
typedef enum ss_open { SS_OPEN_LOOK, SS_OPEN_APART, SS_OPEN_HOLD } ss_open;
typedef struct ss_shared ss_shared;
typedef struct ss_mode {
	uint32_t count; const uint16_t *branch;  /* by switch */
	/* of the run that enters the mode; NULL: the text alone counts, and what it makes structural is so in all modes */
	const sx_givens *given;
	ss_open open;                    /* of a mode like this one: perhaps of this one too. Only a matter of speed */
	const ss_shared *shared;         /* of the same model and the same `given`; NULL: none. Only a matter of speed */
} ss_mode;

/* What a watch, a clock, a delay or a transport was in the equations before anything was put in for anything: the same
 * in all modes. */
typedef enum ss_same_kind { SS_SAME_WATCH, SS_SAME_CLOCK, SS_SAME_DELAY, SS_SAME_TRANSPORT } ss_same_kind;
/* part: of div, mod and rem, which have several */
typedef struct ss_same { ss_same_kind kind; sx_ref origin; uint32_t part, number; } ss_same;

/* What tells of an operation how near it is to its fault (risk.c).
 *
 *   divisor  `function` must not pass zero, unless what it divides (`over`) does so with it
 *   range    `function` must not become negative: the distance of the argument of sqrt, log, asin, ... from the end of
 *            its range
 *   value    `function` is the operation itself and must be a finite number: what stands around it (a relation, max, a
 *            call) would not show that it is none
 *   growth   `function` is negative where an exponential is so large that what is made of it may become too large: from
 *            there on all values are looked at */
typedef enum ss_guard_kind { SS_GUARD_DIVISOR, SS_GUARD_RANGE, SS_GUARD_VALUE, SS_GUARD_GROWTH } ss_guard_kind;
typedef struct ss_guard {
	ss_guard_kind kind;
	bool still;                      /* it changes in instants only */
	bool momentary; /* it counts in the pass in which a when-clause acts, and has to be looked at there */
	sx_ref function, over, whole;
	sx_ref operand;                  /* the function as it is where its branch holds */
	sb_span span; const char *component;
} ss_guard;

/* A constraint that the states must satisfy at every time: residual = 0, over states, time, parameters and what steps
 * of SS_PROJECT compute. `level`: how often the equation of the user was differentiated to get it. */
typedef struct ss_invariant { sx_ref residual; uint32_t level, constraint; } ss_invariant;
/* Their derivatives by the states. The pattern has a column for each state and a row for each invariant; steps and
 * values as in ss_jacobian, after the invariants at the same point. */
typedef struct ss_invariant_jacobian {
	bool symbolic;                   /* false: the engine takes differences */
	ss_pattern pattern;
	ss_jacobian_steps steps;
	uint32_t temp_count;
	sx_ref *values;
} ss_invariant_jacobian;

/* What became of an equation that ties states to each other. */
typedef struct ss_constraint {
	const sm_equation *origin; sb_span span; const char *component;
	const char *text;                /* as the user wrote it */
	uint32_t times;                  /* how often it was differentiated */
	sb_u32s tied;                    /* scalars: the candidates for states that it holds */
	bool invariant;                  /* projected; otherwise: */
	uint32_t dependent; /* the scalar that is computed from it, and with it its first times-1 derivatives */
	bool along; /* `dependent` is no state of the model as written: differentiated because a constraint needs it */
	bool chosen; /* its factor is not constant: stateSelect made the choice, and it may break down */
	bool jumps; /* it holds something that changes at events only: where that happens what it ties may have to jump */
	bool by_parameter; /* its factor is made of parameters, and was good with the values that the text gives them */
} ss_constraint;
/* A constraint that fixed start values say already: left out of the initial system, its two sides must be equal
 * afterwards. `starts`: the scalars, `values`: the start of each. */
typedef struct ss_check {
	sx_ref left, right;
	uint32_t level;
	const char *text;
	sb_u32s starts;
	sm_exprs values;
	bool known; /* in this mode parameters alone determine what is a state in others; `text` is its name */
	bool surplus; /* an initial condition more than is needed: no constraint */
	sb_span span;
	const char *component;
} ss_check;
/* A variable that was a candidate for a state and is computed from a constraint. `rate`: the scalar that is its
 * derivative, or the negative of it; `written`: the model as written has its derivative. */
typedef struct ss_dependent { uint32_t scalar, rate; bool negated, written; } ss_dependent;

/* A parameter, or all of an array (scalars from `scalar` on, numbers that follow). computed: by a step with a guard */
typedef struct ss_parameter { uint32_t scalar; bool computed; uint32_t count, number; } ss_parameter;

typedef struct ss_state_run { uint32_t first, variable; } ss_state_run;

/* A discontinuous function in the rates that makes no event. `whole`: a call; nobody knows whether it has jumps. */
typedef struct ss_break { sx_ref value; bool whole; sb_span span; } ss_break;
/* The strength of an impulse that the equations do not tell. What is computed from it is above SS_TOLD. */
#define SS_BEYOND 1e200
#define SS_TOLD 1e100


#include "structure/schedule.h"

typedef struct ss_plan {
	const sm_model *model;           /* with the hidden variables of this plan */
	const sm_model *source;          /* as it was given: what the plans of all modes are made from */
	sb_arena *arena;
	ss_switches switches;
	uint32_t common; sx_ref common_exprs;    /* scalars and expressions below these are the same in all modes */
	sb_vec(ss_same) same;
	ss_cells *cells;                 /* NULL: no family is kept, and every scalar is a cell, with the same number */
	ss_place *place;                 /* by cell: of its first element */
	sb_u32s rated; /* with switches, or of impulses: scalars whose derivatives the mode has, whatever became of them */
	/* scalars that nothing determines in this mode and that keep their values, because as many equations of this mode
	 * only repeat others: potentials of what an open switch cuts off */
	sb_u32s floating;
	uint32_t *root;                  /* by cell: the one of its set of equal variables that has the place */
	uint32_t reals, ints, strings, states;        /* sizes of r, i, s, x */
	uint32_t *state_scalar;          /* the scalar of each state; NULL with cells: see ss_state_scalar */
	sb_vec(ss_state_run) state_runs;      /* with cells: the variables that have states, in order */
	sb_vec(ss_parameter) parameters; /* all parameters and constants, in order */
	uint32_t parameter_count;        /* how many scalars they are */
	sb_vec(ss_family) families;
	ss_steps parameter_steps;        /* dependent parameters and whatever depends on parameters alone, in order */
	/* of a mode that is entered later: a run brings their values with it, and steps with a guard are not needed */
	bool carries_parameters;
	/* start values that depend on parameters: assign START of every variable to its place before the initial system
	 * (guesses, fixed starts), pre values likewise (target PRE(VAR)) */
	ss_steps start_steps;
	ss_steps initial_steps;          /* the initial system, in order */
	ss_open open;                    /* how it was analysed in the end */
	bool no_initial;                 /* there is none: the run cannot begin in this mode */
	bool of_impulses;                /* an impulse system: what jumps is computed, and everything else is known */
	ss_steps steps;                  /* the run's system, in order, with phases */
	sb_vec(ss_loop *) loops;        /* of both systems */
	sb_vec(ss_watch) watches;
	sb_vec(ss_angle) angles;
	sb_vec(ss_moment) moments;
	sm_exprs moment_inputs; /* what changes at events only and the angles of time and the moments read: leaves */
	/* steps must be looked at between their stages: the rates read a function of time whose inside is not known, or
	 * have corners of what turns with states */
	bool looked_at;
	/* functions of states at whose zeros rates or conditions may have a narrow peak: x - c in exp(-((x - c)/w)^2)
	 * (centres.c). The last ones tell by any change that one of a large family has changed its sign; counted: that one,
	 * with its iterators */
	sm_exprs centres, counted;
	bool angles_watched;             /* some angles read what is computed for conditions only: these come first */
	bool centres_computed;           /* some read what loops compute: rates and conditions come first */
	sx_ref unread;                   /* a call that rates or conditions read and whose inside is not known; 0: none */
	bool unread_rates;               /* rates, or what is delayed, read such a call */
	sb_vec(ss_break) breaks;
	sb_vec(ss_claimed) claims;
	sb_vec(ss_clock) clocks;
	sb_vec(ss_base) bases;
	sb_vec(ss_delay) delays;
	sb_vec(ss_transport) transports;
	sb_vec(ss_pre) pres;
	sb_vec(ss_action) actions;       /* inside when */
	sb_vec(ss_action) asserts;       /* outside when */
	/* Every sm_event, in order, with its conditions latched. `when` is a Boolean for SM_ON_EDGE; for SM_ON_CROSSING it
	 * is the Boolean `function > 0` (direction 1 and 0) or `function < 0` (-1); for SM_ON_TIME the time; else 0. */
	sb_vec(struct ss_event_code { uint32_t event; sx_ref when; sm_statements action; bool observes; }) event_code;
	/* of the sources of activations; alone: nothing is to be searched for between them */
	sb_vec(ss_schedule) schedules; bool sources_alone;
	/* Every sm_routine, in order, as it is executed in this mode: names are places, nothing is latched. The body begins
	 * with the bindings of its locals. `continuous`: it reads what moves with time, so the values must be up to date
	 * when it goes on. `slots`: of an activation, in all modes alike: the scalars of its locals in order, the arguments
	 * (`args` scalars) first, then what loops need. */
	sb_vec(struct ss_routine_code {
		uint32_t routine;
		sm_statements body;
		bool continuous;
		uint32_t args;
		uint32_t slots;
	}) routine_code;
	/* Every SM_WAIT_UNTIL, in order; its number is the `event` of the statement. `moving`: it reads what moves with
	 * time, so its turning must be searched for within steps; SS_WATCH steps compute what it needs. `discrete`: places
	 * (ss_place_key) that it reads and that routines, events or discrete equations set; `asks`: it asks resources,
	 * statistics or activations; `locals`: it reads the activation's own. `turns`: the relations and whole numbers in
	 * it, by which it is searched for: op is LT ... GE, FLOOR or CEIL, function and time_only as those of a watch. */
	sb_vec(struct ss_wait {
		uint32_t routine; sx_ref condition; bool moving; bool asks; bool locals; sb_u32s discrete; sb_span span;
		sb_vec(struct ss_wait_turn { sx_op op; sx_ref function; bool time_only; }) turns;
	}) waits;
	sb_vec(ss_guard) guards;
	sb_vec(ss_guard) initial_guards; /* of start values and the initial system: SS_GUARD_VALUE only */
	sb_u32s risky; /* steps that no rate needs and that may fail; opaque: in a way that no guard tells */
	bool opaque;
	ss_jacobian jacobian;
	uint32_t index;                  /* structural; 0 where nothing was differentiated (it is 0 or 1 then) */
	sb_vec(ss_constraint) constraints;
	bool may_jump;                   /* one of them does */
	/* variables: parameters that are part of this plan's structure because a factor is zero at their values */
	sb_u32s zeros;
	sb_vec(ss_dependent) dependents;
	sb_vec(ss_raised) raised;        /* each after the one of which it is the derivative */
	sb_vec(ss_undetermined) undetermined;    /* of an impulse system */
	sb_vec(ss_kept) kept; sb_u32s impulsive;        /* of an impulse system; the scalars that may have impulses */
	/* of an impulse system: scalars that follow from what changes at events only, and have their values after the
	 * instant */
	sb_u32s steady;
	/* of an impulse system: its connected parts, and those of the mode; of watches and switches 0: nothing moves */
	sb_vec(ss_in_part) parts, regions; sb_u32s watch_parts, switch_parts;
	sb_u32s positions;               /* of an impulse system: scalars of which a derivative is below the highest, too */
	sb_vec(ss_invariant) invariants;
	/* crossings are searched for with much less than all the rates: a mechanism's conditions are mostly on positions,
	 * and the large loop is that of the accelerations */
	bool search_apart;
	ss_invariant_jacobian invariant_jacobian;
	sb_vec(ss_check) checks;
	/* by state: the derivative of how high an order of a tied variable it is; NULL: no invariants */
	uint32_t *state_order;
	/* by state, with cells by cell (of whole sections: that of their variable); 0: none. Parameter expressions */
	sx_ref *state_nominal;
	bool uses_homotopy;
	/* what the initial system used: */
	sb_u32s guesses;                 /* scalars whose start served as a guess of an iteration, */
	sm_exprs guess_starts;           /* and these starts; 0: the default, as nobody has given one */
	sb_u32s assumed; /* states whose start was taken as fixed because nothing else fixed them; of a cell its first */
	sx_givens given;                 /* values of parameters by which it is described; others are those of the text */
} ss_plan;

/* NULL after errors (S01xx counts and singular, S02xx the initial system, S03xx constraints between states and what is
 * not built yet). Of a model with switches the mode that start values and parameters suggest is analysed, in a copy of
 * the model, or one near to it if that one is singular. This is the only analysis that changes the model: parameters
 * that become part of the structure are marked in it, and hidden variables may be added. */
ss_plan *ss_analyse(sb_arena *arena, sm_model *model);
bool ss_find_given(const sx_givens *given, uint32_t scalar, double *value);    /* false: the text counts */
/* What modes have in common (shared.c). Modes that are analysed later refer to it. NULL: this model has none. */
ss_shared *ss_shared_new(const sm_model *model, const ss_mode *mode);
void ss_shared_free(ss_shared *shared);
/* One mode. `model` is the source of another plan of it and is not changed, so that runs in other threads may go on.
 * Messages go to `diag` and so do later ones of the copy of the model that the plan has. `initial`: the run begins in
 * this mode; otherwise it may be one without a good initial system. */
/* The impulse system of a mode (impulse_system.c): a plan in which derivatives are jumps. Otherwise as ss_analyse_mode.
 * `of`: the highest order that there is, so that there is a system for each from it down to 0. */
typedef struct ss_order { uint32_t order, of; } ss_order;
ss_plan *ss_analyse_impulses(sb_arena *arena, const sm_model *model, const ss_mode *mode, ss_order order,
							 sb_diag *diag);
ss_plan *ss_analyse_mode(sb_arena *arena, const sm_model *model, const ss_mode *mode, bool initial, sb_diag *diag);

/* check.c: the first thing that is not as it must be, into `why`; false: there is one (base/check.h). */
bool ss_check_plan(const ss_plan *plan, sb_text *why);

/* Scalars and their places, whether families are kept or not. */
uint32_t ss_place_key(const ss_plan *plan, ss_place place);          /* one number for each place */
ss_place ss_place_of(const ss_plan *plan, uint32_t scalar);
ss_place ss_place_of_leaf(const ss_plan *plan, sx_ref var); /* of a VAR that is one scalar; SS_NOWHERE: it is none */
ss_place ss_cell_place_of(const ss_plan *plan, uint32_t scalar);     /* of the first element of its cell */
uint32_t ss_cell_of_scalar(const ss_plan *plan, uint32_t scalar);
uint32_t ss_state_scalar(const ss_plan *plan, uint32_t state);
const ss_parameter *ss_parameter_of(const ss_plan *plan, uint32_t scalar);       /* NULL: it is none */
uint32_t ss_parameter_number(const ss_plan *plan, uint32_t scalar);     /* UINT32_MAX: it is none */
/* The name of a scalar, or u[2:9] if it is the first of a cell of many. */
void ss_cell_name(const ss_plan *plan, uint32_t scalar, sb_text *out);
/* The places that a VAR means over a domain, the first of each cell; all, if a subscript is computed or missing. */
void ss_places_met(const ss_plan *plan, sx_ref var, const sm_domain *domain,
				   void (*see)(void *context, ss_place place, const ss_section *section), void *context);
/* Sections of a variable that the box meets, one after another: begin with *at = 0. NULL: no more. */
const ss_section *ss_next_section(const ss_cells *cells, uint32_t variable, const ss_box *box, uint32_t *at);
uint32_t ss_box_count(const ss_box *box);
bool ss_boxes_meet(const ss_box *a, const ss_box *b);
bool ss_box_inside(const ss_box *a, const ss_box *b);               /* a inside b */
bool ss_same_box(const ss_box *a, const ss_box *b);

/* A subscript: iterator + offset, or (iterator UINT32_MAX) the offset alone. False: it is neither. */
typedef struct ss_subscript { uint32_t iterator; int64_t offset; } ss_subscript;
bool ss_read_subscript(const sx_pool *pool, sx_ref e, ss_subscript *out);
/* The elements that a VAR stands for when iterators run through a domain. False: a subscript is of another form. */
bool ss_reference_box(const sm_model *model, sx_ref var, const sm_domain *domain, ss_box *out);

/* Where a reference (VAR) lies at the first point of a domain, and how far apart its places are from point to point in
 * each dimension of it. False: they do not lie so regularly. */
bool ss_reference_place(const ss_plan *plan, sx_ref var, const sm_domain *domain, ss_place *first, int64_t *stride);

/* The pattern of a Jacobian by families, in the arena: entry e is added at place at[e]. Colours: it is not symbolic. */
typedef struct ss_layout { ss_pattern pattern; uint32_t *at, *color, colors; } ss_layout;
ss_layout ss_lay_out(const ss_plan *plan, sb_arena *arena);

/* The expressions that a step reads. */
void ss_step_exprs(const ss_plan *plan, const ss_step *step, void (*see)(void *context, sx_ref e, bool target),
				   void *context);
uint32_t ss_step_count(const ss_steps *steps);        /* points of families counted one by one */

/* What `saltus check` prints: counts, states, loops with their members, families and what became of them. */
typedef struct ss_profile { double expand, alias, match, reduce, solve, initial, jacobian; } ss_profile;
void ss_describe(const ss_plan *plan, sb_text *out);
/* The way round in a loop: a -> b -> a, and its blocks. `directed`: only where all equations are y = f(u). */
bool ss_loop_way(const ss_plan *plan, const ss_loop *loop, bool directed, sb_text *out);
/* Members of an object that is open: states, loops, families, initial, unconnected. */
void ss_describe_json(const ss_plan *plan, sb_json *j);
/* Connectors of components that nothing is connected to: allowed, their flow is zero, and often forgotten. */
void ss_loose_connectors(const ss_plan *plan, sb_arena *arena, sb_strings *out);
const ss_profile *ss_times(const ss_plan *plan);

/* risk.c: known from the form of the expression, whatever its variables are */
bool ss_is_positive(const sx_pool *pool, sx_ref e);
bool ss_is_not_negative(const sx_pool *pool, sx_ref e);

#endif
