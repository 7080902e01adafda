/* Image: a program as tables of numbers and names. A run reads nothing else of a program, except its machine code.
 *
 *     plan ──make──▶ image ──▶ runtime, engine
 *
 * A program is made from the plan, the model and the pool of expressions. They are graphs with pointers, and whoever
 * reads them must know how equations are analysed. An image has none of that. Its tables are rows without pointers:
 *
 *     texts       names and words, by number (si_text); 0 is none
 *     phrases     expressions as people read them, for messages (si_phrase). Most of them are never needed, so whoever
 *                 made the image prints them on request (si_asks); an image that comes from elsewhere has their texts
 *     formulas    expressions that are evaluated now and then while a model runs (si_formula): attributes, claims, the
 *                 sizes of terms. A formula is a list of operations, each after those that it needs. It is evaluated in
 *                 one pass, from the first to the last (formula.c). What is evaluated often is machine code
 *     variables, sections, places
 *                 the names of the scalars of the model, and where their values are
 *     all others  have the same names and meaning as the tables in structure/structure.h. What the engine would have to
 *                 read from expressions is there as numbers: which places a step sets (spots), which Booleans choose a
 *                 branch (sides), what an evaluation costs
 *
 * A list in a row is a range (si_range) of the table that its comment names. There are no expressions except formulas:
 * no tree is walked while a model runs.
 *
 * A *whole* image has all of this and the accounts besides: how each step computes what it gives, and what each loop is
 * made of, as formulas and phrases. Diagnoses and the analysis of rounding read them, and most runs never ask. So the
 * process that made the image makes the whole one when it is first asked for (si_asks); what is read from a file is
 * whole. All numbers of an image mean the same in the whole one.
 *
 * An image belongs to one mode. It is made once for a program, never changes, and is shared by all runs. Numbers of
 * scalars below `common` and origins (si_same) mean the same in all modes of a model. */
#ifndef SALTUS_CODE_IMAGE_H
#define SALTUS_CODE_IMAGE_H

#include "base/archive.h"
#include "base/check.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/section.h"
#include "code/image/requests.h"

/* Rows are written as they lie in memory, so none may have holes. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef uint32_t si_text;
typedef uint32_t si_phrase;       /* 0: none */
typedef uint32_t si_formula;      /* 0: none */
typedef struct si_range { uint32_t first, n; } si_range;

typedef enum si_type { SI_NOTYPE, SI_TYPE_REAL, SI_TYPE_INTEGER, SI_TYPE_BOOLEAN, SI_TYPE_STRING } si_type;
/* Real: r[index]; Integer, Boolean, enumeration: i[index]; String: s[index]; state: x[index]; its rate: xd[index] */
typedef enum si_store { SI_NOWHERE, SI_REAL, SI_INT, SI_STRING, SI_STATE, SI_RATE } si_store;
typedef struct si_place { uint8_t store; bool negated; uint16_t none; uint32_t index; } si_place;

/* The places that something sets or reads: of a cell of many elements its first, with the number of its section + 1. */
typedef struct si_spot { si_place place; uint32_t section; } si_spot;

enum { SI_RANK_MOST = SB_RANK_MOST };
typedef sb_section si_section;
typedef struct si_state_run { uint32_t first, variable; } si_state_run;
typedef struct si_parameter { uint32_t scalar, count, number; } si_parameter;

/* ---------------------------------------------------------------- variables */

typedef enum si_variability { SI_CONTINUOUS, SI_DISCRETE_ONE, SI_PARAMETER, SI_CONSTANT } si_variability;

/* parts, shape, over: in `numbers`; lower: in `wholes`; each of `rank`, and none where the rank of it is 0 (si_list).
 * unknown: a parameter that the initial system finds. The value of a constant that has no place is `value`, else NAN.
 */
typedef struct si_variable {
	si_text name, component;
	uint32_t first, count, rank, shape, enumeration;
	si_range parts, over, lower;
	si_formula min, max, nominal;
	si_text description, object;
	uint32_t measure;                /* what it is measured in: in `units` */
	uint8_t type, variability;
	bool hidden, final, structural, held, set_by_routines, kept, start_given, mixed_units, unknown, potential;
	sb_span span, binding_span;
	double value, ramp;              /* ramp: NAN: none (engine/instant/ramps.c) */
} si_variable;

/* How values are shown: value*factor + offset, in `display`. rate: the unit of the derivative. */
typedef struct si_unit {
	double factor, offset; si_text unit, display, rate; bool is_shown; uint8_t none[3];
} si_unit;
typedef struct si_enum { si_text name; si_range literals; } si_enum;       /* literals: texts, in `numbers` */
typedef struct si_machine_state { si_text name; uint32_t active; } si_machine_state;   /* active: a variable */
typedef struct si_instance { si_text name; uint32_t activity; si_range variables; } si_instance;

/* ---------------------------------------------------------------- formulas */

/* An operation: op is an sx_op, with arguments in `numbers`, which are numbers of operations of the same formula.
 * A variable with known subscripts is a scalar (payload), one with others has its number there and the subscripts as
 * arguments. A literal has its value in `literals`. A reduction has its body for payload, a formula of its own, and for
 * arguments the bounds, the number of the iterator, and the body as it stands in this formula. */
enum { SI_OPEN = 1000, SI_OR_ZERO };      /* beside those: not known; what its argument is, or 0 if that is not known */
typedef struct si_operation { uint16_t op; uint8_t type, rank; uint32_t payload, first, count; } si_operation;
/* odd: an operation in it may have no value. by_element: it has iterators. sizes: of terms; else its operations are the
 * nodes of one expression. origin: the expression, for who made the image; 0: it comes from elsewhere */
typedef struct si_formula_row {
	uint32_t first, n, origin; bool odd, by_element, sizes; uint8_t none;
} si_formula_row;

typedef struct si_phrase_row { si_text text; uint32_t origin; } si_phrase_row;

/* ------------------------------------------------------- steps, conditions */

enum si_phase { SI_RATES = 1, SI_WATCH = 2, SI_OUTPUT = 4, SI_DISCRETE = 8, SI_PROJECT = 16, SI_SEARCH = 32 };

/* A step as far as others need to know of it. spots: what it sets. loop: its loop + 1; 0: it is none. scalar: what it
 * assigns, if that is one scalar; else UINT32_MAX. by_when: the assignment stands in a when-clause. guarded: it is
 * executed while a Boolean is true, and what it sets keeps its value elsewhere. in_when: what an algorithm sets in
 * when-statements alone, in `spots` too. */
typedef struct si_step {
	uint8_t phases; bool by_when, guarded; uint8_t none;
	uint32_t loop, scalar;
	si_range spots, in_when;
} si_step;

/* A loop of equations: `n` unknowns from `unknowns` on, and where the entries of its matrix are. literal: they are all
 * numbers. fits: unknowns whose start value the user wrote come before the others. */
typedef struct si_loop {
	uint32_t n, unknowns;
	si_range entries;
	si_range leanings;               /* unknowns with given starts that are computed from those iterated over */
	bool linear, invariant, literal, fits;
} si_loop;
/* op: VAR or DER of the scalar `number`, PRE of the entry `number`; else it is none of them. follow: a guess, made of
 * the starts of others. given: the user wrote its start value. */
typedef struct si_unknown {
	uint16_t op; bool given; uint8_t none;
	uint32_t number;
	si_formula start, nominal, follow;
} si_unknown;
typedef struct si_entry { uint32_t row, col; } si_entry;

typedef enum si_watch_kind { SI_RELATION, SI_FLOOR, SI_CEIL } si_watch_kind;
typedef enum si_relation { SI_LT, SI_LE, SI_GT, SI_GE, SI_EQ, SI_NE, SI_TO_FLOOR, SI_TO_CEIL } si_relation;

/* Watches with one function have one formula for it. zeros: a number that those have, and no others, whose functions
 * are equal up to their sign. terms: the size of the terms whose sum the function is. What was written may begin anew
 * (mod, rem) or be a Boolean; side: the first of its sides that is a variable, a scalar; UINT32_MAX: none. tied: it is
 * `gap < 0` or its like, and a branch that holds in this mode says gap = 0. unread: it reads a function whose inside is
 * not known. guards: an operation that may have no value where it turns. */
typedef struct si_watch {
	uint8_t kind, op; bool time_only, ahead, loose, initial_only, begins_anew, is_boolean;
	bool tied, unread, guards, falls;
	si_formula function, terms;
	uint32_t zeros, side, state;     /* state: the number + 1 of the one that alone moves it (see ss_watch); 0: none */
	si_phrase written;
	sb_span span; si_text component;
} si_watch;

typedef struct si_angle { si_phrase value; bool of_time, steady; uint16_t none; } si_angle;
typedef enum si_moment_kind { SI_MOMENT_WATCH, SI_MOMENT_KINK, SI_MOMENT_PEAK, SI_MOMENT_EDGE } si_moment_kind;
typedef struct si_count { uint32_t n; } si_count;
typedef struct si_moment {
	uint32_t kind, watch; si_phrase value; si_formula terms; si_count angles, features;
	uint64_t reads;                  /* a bit for each input, its number modulo 64 */
} si_moment;
/* Where a rate or a condition may have a narrow peak: where its sign changes; `counts`: where it changes at all. */
typedef struct si_centre { si_phrase value; uint32_t counts; } si_centre;
/* A call of a function whose inside is not known: one, or none. rates: that rates, or what is delayed, read. */
typedef struct si_unread { si_phrase call; uint32_t rates; } si_unread;

typedef struct si_break {
	si_formula value;
	si_phrase text;
	bool whole, is_call, calls;       /* calls: functions of the model; the program computes it */
	uint8_t none;
	sb_span span;
} si_break;
typedef struct si_claimed { si_formula value; si_phrase text; sb_span span; } si_claimed;

/* What is the same in all modes: origin and part say what it was in the model. */
typedef enum si_same_kind { SI_SAME_WATCH, SI_SAME_CLOCK, SI_SAME_DELAY, SI_SAME_TRANSPORT } si_same_kind;
typedef struct si_same { uint32_t kind, origin, part, number; si_phrase text; } si_same;

typedef enum si_guard_kind { SI_GUARD_DIVISOR, SI_GUARD_RANGE, SI_GUARD_VALUE, SI_GUARD_GROWTH } si_guard_kind;
/* text: what the function is about; spots: what function and `over` read */
typedef struct si_guard {
	uint8_t kind; bool still, momentary; uint8_t none;
	si_phrase whole, text; si_formula terms;
	si_range spots;
	sb_span span; si_text component;
} si_guard;

/* A condition of a choice of branches: where it is true (false, if it is negated) `branch` is chosen (-1: which one is
 * not known here), else one that comes later. scalar: the Boolean variable that it is; UINT32_MAX: it is something
 * else. */
typedef struct si_side { uint32_t scalar; int32_t branch; bool negated; uint8_t none[3]; } si_side;
/* A value that equations name for a variable which switches read, maybe through other equations of discrete variables:
 * `m == 2`, `m = if ... then 1 else 2`, both of a Boolean. */
typedef struct si_memory { uint32_t scalar, none; double value; } si_memory;
typedef struct si_branch { si_phrase condition; sb_span span; } si_branch;
/* sides: in order; choices: the branches with their conditions; the else has none */
typedef struct si_switch {
	uint16_t branch, branches, within; bool idle, initial_only, certain, sure; uint16_t barred;
	uint32_t around, instance;
	si_range sides, choices;
	sb_span span; si_text component, at;
} si_switch;

/* ------------------------------------------------------- what happens, and when */

typedef struct si_clock {
	si_phrase start, interval; sb_span span; si_text component;
	uint32_t base; bool observes; uint8_t none[3];
	int64_t step, first;
} si_clock;
/* observes: steps of the solver go on over its ticks (E420) */
typedef struct si_base {
	int64_t num, den, resolution; sb_span span; bool rational, variable, observes; uint8_t none;
} si_base;
/* endless: nobody has said how long it may become */
typedef struct si_delay { bool still, steady, known, endless; sb_span span; si_text component; } si_delay;
/* held, by end: what goes in depends on what the end shows, which is what went in when the step began */
typedef struct si_transport {
	uint32_t n; bool still, held[2]; uint8_t none;
	sb_span span; si_text component;
} si_transport;
typedef struct si_pre { uint32_t scalar; si_phrase var; si_place place; bool discrete; uint8_t none[3]; } si_pre;
typedef struct si_action { si_phrase condition; int32_t level; sb_span span; si_text component; } si_action;
/* An event: its trigger is an sm_trigger */
typedef enum si_trigger {
	SI_ON_TIME, SI_ON_PERIOD, SI_ON_CROSSING, SI_ON_EDGE, SI_ON_INITIAL, SI_ON_TERMINAL, SI_ON_SCHEDULE
} si_trigger;
typedef struct si_event {
	si_text name; uint32_t trigger; int32_t direction, priority; si_formula start, interval; sb_span span;
	uint32_t group;                  /* of those that are one source where they are due at the same time; 0: of none */
	uint32_t turned;                 /* all that its action does is to set this place (ss_place_key) + 1; 0: more */
	bool observes; uint8_t none[3];
} si_event;
/* kind: an sm_routine_kind; args: slots of its arguments; types: of the slots of its locals, in `numbers` */
typedef struct si_routine {
	si_text name; uint32_t kind; int32_t priority;
	uint32_t args, slots; bool continuous; uint8_t none[3];
	si_range types; sb_span span;
} si_routine;
typedef struct si_resource {
	int64_t before;
	si_text name; uint32_t kind, order, order_field, count, fields; bool is_array, open; uint16_t none;
	si_formula capacity; si_range types; sb_span span; uint32_t more;
} si_resource;
typedef struct si_statistic {
	int64_t before;
	si_text name; uint32_t kind, count, cells; bool is_array; uint8_t none[3];
	si_formula low, width, start; sb_span span; uint32_t more;
} si_statistic;
typedef struct si_stream {
	int64_t before;
	si_text name;
	uint32_t count;
	si_formula seed;
	bool is_array;
	uint8_t none[3];
	sb_span span;
	uint32_t more;
} si_stream;
typedef struct si_sample {
	si_text name;
	uint32_t value, cumulative, n;
	bool steps;
	uint8_t none[3];
} si_sample; /* in `literals` */
/* A condition that processes wait for. discrete: places (si_place_key) that it reads, in `numbers`. */
typedef struct si_wait {
	bool moving, asks, locals; uint8_t none;
	uint32_t routine; si_phrase condition;
	si_range discrete, turns;
	sb_span span;
} si_wait;
typedef struct si_turn { uint32_t op; si_formula terms; bool time_only; uint8_t none[3]; } si_turn;

/* ------------------------------------------------------- constraints, jumps */

typedef struct si_constraint {
	sb_span span; si_text component, text;
	uint32_t times, dependent;
	si_range tied;
	bool invariant, along, chosen, jumps, by_parameter; uint8_t none[3];
} si_constraint;
typedef struct si_invariant { uint32_t level, constraint; } si_invariant;
/* values: formulas, in `numbers` */
typedef struct si_check {
	si_formula left, right;
	uint32_t level; si_text text;
	si_range starts, values;
	bool known, surplus; uint8_t none[2];
	sb_span span; si_text component;
} si_check;
typedef struct si_dependent { uint32_t scalar, rate; bool negated, written; uint16_t none; } si_dependent;
typedef struct si_raised { uint32_t scalar, of; bool negated; uint8_t none[3]; } si_raised;
typedef struct si_part { uint32_t scalar, part; } si_part;
typedef struct si_undetermined {
	uint32_t scalar;
	bool rate;
	uint8_t none[3];
	sb_span span;
	si_text text;
} si_undetermined;
typedef struct si_kept_term {
	uint32_t scalar;
	si_formula factor;
	si_phrase read;
	bool negative;
	uint8_t none[3];
} si_kept_term;
typedef struct si_kept { si_range terms; } si_kept;
/* The strength of an impulse that the equations do not tell. What is computed from it is above SI_TOLD. */
#define SI_BEYOND 1e200
#define SI_TOLD 1e100

/* ------------------------------------------------------- accounts, in whole images only */

/* How something is computed: what has no value of its own is at fault, if all that it reads has one. A loop (its number
 * + 1; 0: none), a family over a domain (`ranges`), several targets (formulas, in `numbers`), or one value, of a target
 * or of a guard. */
typedef struct si_account {
	uint32_t phases, loop;
	si_formula target, value;
	si_range targets, domain;
	bool several; uint8_t none[3];
	sb_span span; si_text component;
} si_account;
typedef struct si_domain { int64_t from, to; uint32_t iterator; si_text name; } si_domain;
/* Lists of accounts. */
enum si_account_list {
	SI_OF_PARAMETERS, SI_OF_INITIAL, SI_OF_RUN, SI_OF_INITIAL_GUARDS, SI_OF_GUARDS, SI_ACCOUNT_LISTS
};
/* By loop. matrix, rhs: of a linear one; residuals: of another: formulas, in `numbers`; inner: accounts; way: how
 * signals go round in it, 0: not known. */
typedef struct si_loop_account {
	si_range matrix, rhs, residuals, inner, members, equations;
	si_text way;
} si_loop_account;
typedef struct si_unknown_account { si_phrase name; si_formula began; } si_unknown_account;   /* by unknown */
/* scalar: its own, or that of which it is the derivative */
typedef struct si_member { si_phrase name; uint32_t scalar; } si_member;
/* shown: where in the user's own text it is best shown. text 0: nobody wrote it. */
typedef struct si_equation { sb_span span, shown; si_phrase text; } si_equation;

/* ------------------------------------------------------- opaque components */

/* Of a component (model/block.h). Its items are those of each kind, one after the other; calls: its outputs, rates and
 * crossings, item by item, then update, initialise, commit and begin, then the residuals, scalar by
 * scalar, then slopes of outputs, rates and residuals. */
enum si_block_kind {
	SI_BLOCK_PARAMETERS, SI_BLOCK_INPUTS, SI_BLOCK_OUTPUTS, SI_BLOCK_STATES, SI_BLOCK_DISCRETE, SI_BLOCK_CROSSINGS,
	SI_BLOCK_COMES, SI_BLOCK_GIVES, SI_BLOCK_KINDS
};
typedef struct si_block {
	si_text name;
	si_range items[SI_BLOCK_KINDS];
	uint32_t scalars[SI_BLOCK_KINDS], calls, texts;
	bool time_events, checked, residual, may_stop, slopes, latent, autonomous; uint8_t none[1];
} si_block;
typedef struct si_block_item {
	si_text name; uint32_t first, count, scalar; bool jumps, free, algebraic, text, real; uint8_t none[3];
} si_block_item;
/* What is passed, beside the parameters where it says so: numbers of items, in `numbers`. */
typedef struct si_block_call {
	si_range inputs, states, discrete; uint32_t results; bool time, events, parameters; uint8_t none[1];
	si_range members;                /* the outputs, or the states, that it gives at once */
} si_block_call;

/* The folder of a package, for addresses modelica://Package/file. */
typedef struct si_folder { si_text package, path; } si_folder;

#pragma GCC diagnostic pop

/* The tables: type of a row, name. */
#define SI_TABLES(T)                                                                                                   \
	T(uint32_t, numbers) T(int64_t, wholes) T(double, literals) T(si_phrase_row, phrases)                              \
	T(si_operation, operations) T(si_formula_row, formulas) T(si_variable, variables) T(si_unit, units)                \
	T(si_enum, enums) T(si_machine_state, machine_states) T(si_instance, instances) T(si_section, sections)            \
	T(uint32_t, first_section) T(si_place, place) T(uint32_t, root) T(uint32_t, state_scalar)                          \
	T(si_state_run, state_runs) T(uint32_t, state_order) T(si_formula, state_nominal) T(si_parameter, parameters)      \
	T(si_spot, spots) T(si_spot, fixed) T(si_spot, delayed) T(si_step, steps) T(si_loop, loops)                        \
	T(si_unknown, unknowns) T(si_unknown, leanings)                                                                    \
	T(si_entry, entries) T(uint32_t, risky) T(si_watch, watches) T(si_angle, angles)                                   \
	T(si_moment, moments) T(si_centre, centres) T(si_unread, unreads) T(si_break, breaks) T(si_claimed, claims)        \
	T(si_same, same) T(si_guard, guards)                                                                               \
	T(si_side, sides) T(si_memory, memories) T(si_branch, choices) T(si_switch, switches) T(si_clock, clocks)          \
	T(si_base, bases) T(si_delay, delays) T(si_transport, transports) T(si_pre, pres) T(si_action, actions)            \
	T(si_action, asserts) T(si_event, event_code) T(si_routine, routines) T(si_resource, resources)                    \
	T(si_statistic, statistics) T(si_stream, streams) T(si_sample, samples) T(uint32_t, begin) T(uint32_t, end)        \
	T(uint32_t, stored) T(uint32_t, set) T(si_wait, waits) T(si_turn, turns) T(si_constraint, constraints)             \
	T(si_invariant, invariants) T(si_check, checks) T(si_dependent, dependents) T(si_undetermined, undetermined)       \
	T(si_raised, raised) T(si_part, parts) T(si_part, regions) T(uint32_t, watch_parts) T(uint32_t, switch_parts)      \
	T(si_kept_term, kept_terms) T(si_kept, kept) T(uint32_t, rated) T(uint32_t, floating) T(uint32_t, guesses)         \
	T(si_formula, guess_starts) T(si_formula, initial_guards) T(uint32_t, assumed) T(uint32_t, impulsive)              \
	T(uint32_t, steady) T(uint32_t, positions) T(si_range, written_rates) T(uint32_t, jacobian_column)                 \
	T(uint32_t, jacobian_row) T(uint32_t, jacobian_color) T(uint32_t, jacobian_at) T(uint32_t, invariant_column)       \
	T(uint32_t, invariant_row) T(si_block, blocks) T(si_block_item, block_items) T(si_block_call, block_calls)         \
	T(si_folder, folders) T(si_range, account_lists) T(si_account, accounts) T(si_domain, domains)                     \
	T(si_loop_account, loop_accounts) T(si_unknown_account, unknown_accounts) T(si_member, members)                    \
	T(si_equation, equations) T(si_phrase_row, said) T(si_declaration, declarations)

/* Where the text of the model declares a component with places in another text, as that of a library. An image that
 * comes from elsewhere has them; who made the image is asked. */
typedef struct si_declaration { si_text component; uint32_t elsewhere; sb_span at; } si_declaration;

/* What is asked of whoever made an image, and has an answer only in the process that made it. */
typedef struct si_image si_image;
/* The pattern of a Jacobian by families: entry e of the families is added at place at[e]; colours if it is not
 * symbolic. */
typedef struct si_layout { uint32_t *column, *row, *at, *color, colors; } si_layout;
typedef struct si_asks {
	void (*print)(const si_image *image, uint32_t origin, sb_text *out);
	si_layout (*lay_out)(const si_image *image, sb_arena *arena);
	const si_image *(*complete)(const si_image *image, sb_arena *arena);       /* the whole image, in the arena */
	/* Where the text of the model declares the components that hold these places, or others around them; the places
	 * themselves, if they are of this text. */
	void (*declare)(const si_image *image, const char *const *components, sb_span *places, uint32_t n);
} si_asks;

/* What the model says of its simulation; NAN, 0: it does not. */
typedef struct si_settings {
	double start, stop, interval, tolerance;
	si_text solver;
	bool rests, slides;
	double quantum, hysteresis;
} si_settings;

struct si_image {
	const si_asks *asks;              /* NULL: it comes from elsewhere */
	const void *maker;
	sb_strings texts;
	si_text name;
	si_settings settings;
	struct { si_text division, range, smooth; } help; /* what to do about a divisor that is zero, an argument out of
	                                                     range, a condition that turns too often */
	uint32_t scalars, common, reals, ints, strings, states, parameter_count;
	si_count moment_inputs, experiments;
	bool whole;                       /* it has accounts */
	bool by_cells, looked_at, opaque, may_jump, uses_homotopy, initial_iterates, no_initial, pure, search_apart;
	/* what computed values are read by centres, or by angles beyond what the rates compute: rates and conditions come
	 * before them */
	bool centres_computed, angles_watched;
	bool sources_alone;               /* nothing is to be searched for between them */
	bool straight;                    /* a source of activations has code of its own, see sc_functions.sources */
	bool foreign;                     /* it calls C of the model's own, which may fail or hang at any argument */
	struct { bool symbolic, by_families; uint32_t colors, entry_count; } jacobian;
	bool invariants_symbolic;
	double cost;                      /* of an evaluation of the rates, in arithmetic operations */
#define T(type, name) sb_vec(type) name;
	SI_TABLES(T)
#undef T
};

static inline const char *si_word(const si_image *image, si_text text)
{
	return image->texts.at[text];
}

/* An expression as people read it. */
void si_print(const si_image *image, si_phrase phrase, sb_text *out);
/* Of a whole image: the same of an operation (its number in `operations`), cut after SI_SAID_MOST characters. */
enum { SI_SAID_MOST = 160 };
void si_print_operation(const si_image *image, uint32_t operation, sb_text *out);

/* A message about something at a place in a component: where the text of the model declares it, if the place is
 * elsewhere, as in a library. */
void si_show_component(const si_image *image, const char *component, sb_span place, sb_message *message);

/* The branches of a mode in words: "line 12: closed" ..., of those switches alone for which `which` is true (NULL: all
 * that are not idle). The lines are told by `diag`; branch NULL: those of the image. */
void si_describe_mode(const si_image *image, sb_diag *diag, const uint16_t *branch, const bool *which, sb_text *out);

/* Scalars: which variable each belongs to, what it is called, where it is. */
static inline const si_variable *si_var(const si_image *image, uint32_t variable)
{
	if (SB_CHECKED)
		sb_must(variable < image->variables.n, "of %u variables number %u is asked for", image->variables.n, variable);
	return &image->variables.at[variable];
}
uint32_t si_variable_of_scalar(const si_image *image, uint32_t scalar, uint32_t *element);
const si_variable *si_owner(const si_image *image, uint32_t scalar);
void si_scalar_name(const si_image *image, uint32_t scalar, sb_text *out);
void si_cell_name(const si_image *image, uint32_t scalar, sb_text *out);   /* u[2:9] of the first of a cell of many */
/* The scalars of a variable whose names may match one of the patterns (sb_matches): *first .. *last - 1. Names of
 * others need not be made. Without patterns all may. False: none. */
bool si_may_match(const si_image *image, uint32_t variable, const char *const *patterns, uint32_t count,
				  uint32_t *first, uint32_t *last);
uint32_t si_place_key(const si_image *image, si_place place);              /* one number for each place */
si_place si_place_in_cells(const si_image *image, uint32_t scalar);
static inline si_place si_place_of(const si_image *image, uint32_t scalar)
{
	return image->by_cells ? si_place_in_cells(image, scalar) : image->place.at[scalar];
}
si_place si_cell_place_of(const si_image *image, uint32_t scalar);         /* of the first element of its cell */
uint32_t si_cell_of_scalar(const si_image *image, uint32_t scalar);
uint32_t si_root_of_scalar(const si_image *image, uint32_t scalar);        /* the cell that has the place of its cell */
/* With cells: the section that has the state, and its element. */
const si_section *si_section_of_state(const si_image *image, uint32_t state, uint32_t *element);
uint32_t si_state_scalar(const si_image *image, uint32_t state);
uint32_t si_parameter_number(const si_image *image, uint32_t scalar);      /* UINT32_MAX: it is none */

/* Formulas. A value has the members that its type needs; a Real has `real`, whole numbers and Booleans both. */
typedef struct si_value { uint32_t type; double real; int64_t integer; const char *string; } si_value;
/* Who tells what is not in the formula itself. leaf: of a variable (op VAR or DER, its scalar), of pre (its entry), of
 * a latch, a clock, time, ...; false: it is not known. */
typedef struct si_reading si_reading;
struct si_reading {
	bool (*leaf)(const si_reading *reading, const si_operation *leaf, uint32_t scalar, si_value *out);
	const void *context;
	const uint32_t *iterators; const int64_t *at; uint32_t count;
};
/* False: something is not known, or a whole number has no value. */
bool si_evaluate(const si_image *image, si_formula formula, const si_reading *reading, si_value *out);

/* The same of each of its operations, by number. The type of what is not known is SI_NOTYPE, Strings have no text. */
void si_evaluate_each(const si_image *image, si_formula formula, const si_reading *reading, si_value *out);

/* For formulas that come from elsewhere (formula.c). */
bool si_is_reduction(uint32_t op);
bool si_operation_is_good(const si_image *image, const si_operation *operation); /* payload and number of arguments */
bool si_leaf_is_good(const si_image *image, uint32_t op, uint32_t number);       /* VAR or DER of a scalar, PRE */
uint64_t si_operations_hash(void);                                               /* of the operations and their order */

/* image_file.c: as bytes, with the texts of all phrases; the same image gives the same bytes. Reading gives NULL, and
 * why, for bytes that are no image, of another version, or damaged. */
void si_write(const si_image *image, sb_archive *out);
si_image *si_read(const void *bytes, size_t n, sb_arena *arena, sb_text *why);
/* check_image.c: the first thing that is not as it must be, into `why`; false: there is one (base/check.h). */
bool si_check_image(const si_image *image, sb_text *why);

#endif
