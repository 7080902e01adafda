/* Generate: a plan becomes C text, and how the parts of the generator share their state.
 *
 * The generator walks the plan once and writes C:
 *
 *     generate.c         the whole text: prelude, functions of the model, loops of equations, functions of the program
 *     prelude.c          declarations and helping functions that every text begins with
 *     schedule.c         the order of the steps, with steps of equal phases brought together
 *     routine.c          a list of items (steps, values, actions) becomes functions of about a hundred statements
 *     graph.c            which parts of the text read and write what
 *     loop.c             an item over a domain becomes loops
 *     roll.c             single items become one loop, where they are a regular sequence
 *     equation_loops.c   loops of equations, and the Jacobian of the rates
 *     statement.c        statements of algorithms and functions
 *     definite.c         numbers that statements compute
 *     function.c         functions of the model
 *     recursion.c        functions that can come to call themselves
 *     call.c             calls of functions
 *     external.c         calls of external functions
 *     opaque_text.c      calls of opaque components
 *     segment_text.c     functions that leave as a library, and calls of such functions
 *     request_text.c     texts that are made on request, beside that of the program
 *     process_routine.c  routines of the model, and the conditions that they wait for
 *     process_text.c     statements of routines, which can be left where they wait and entered there again
 *     source_text.c      sources of activations, as straight code
 *     touch.c            values that routines must announce when they change them
 *     expression.c       an expression becomes C text, and statements before it where a formula is not enough
 *     array_text.c       the same for arrays
 *     place_text.c       where the value of a leaf is kept
 *     share.c            which subexpressions get a name, and where it is declared
 *
 * Sharing. Inside one piece each subexpression that is certainly evaluated and used more than once is computed once,
 * into a constant. An expression under a condition (a branch of if, the right side of and, or) is computed under this
 * condition, so that a guarded call, subscript or division does not take place. Real arithmetic neither traps nor
 * changes anything, so where the text would otherwise grow beyond bounds (the same large subexpression under many
 * conditions) it is computed before.
 *
 * What is known about a node is kept in an array by handle, valid for one piece (`epoch`), so that a new piece costs
 * nothing.
 *
 * The form of the C is chosen for the first compiler, which translates statement by statement and keeps nothing in
 * registers between them; the second makes the same of any form. So branches and calls are statements of their own,
 * because every register is saved around them. Loops walk with pointers and do a few rounds at a time. A value that
 * is read very often is copied into a local. A routine gets only the scratch memory, strings and helping functions
 * that it needs. */
#ifndef SALTUS_CODE_GENERATE_H
#define SALTUS_CODE_GENERATE_H

#include "code/runtime/runtime.h"
#include "structure/structure.h"
#include "structure/incidence.h"
#include "structure/derivatives.h"

typedef struct sc_info {
	uint32_t epoch, sized;         /* piece for which this holds: uses, and size */
	uint32_t uses, size;
	uint32_t memo;                 /* stamp for which `name` holds */
	uint16_t level;                /* nesting of the scope in which `name` is declared */
	uint8_t emitted;               /* how often it was computed already */
	/* certainly evaluated; cannot fail, no call; changes from round to round of a rolled loop */
	bool always, pure, varies;
	const char *name;
} sc_info;

enum { SC_USE_R = 1, SC_USE_X = 2, SC_USE_XD = 4, SC_USE_I = 8, SC_USE_S = 16, SC_USE_PRE_R = 32, SC_USE_PRE_I = 64,
	SC_USE_PRE_S = 128, SC_USE_LATCH = 256, SC_USE_CLOCK = 512, SC_USE_TIME = 1024, SC_USE_GIVEN = 2048 };

typedef struct sc_roll { uint32_t first, period, rounds; } sc_roll;     /* items first .. first + period*rounds - 1 */
enum { SC_ROUNDS = 4 };
/* A pointer into an array that goes on by `step` from round to round; in the loops of a family it starts where the
 * outer ones are. */
typedef struct sc_walker { const char *array; int64_t step, outer[SS_RANK_MOST]; } sc_walker;
/* A reference over the iterators of a family: where it is in the first round, and how far it goes in each dimension of
 * the domain. */
typedef struct sc_moving { ss_place place; int64_t stride[SS_RANK_MOST]; } sc_moving;

typedef struct sc_emitter {
	const ss_plan *plan;
	const sm_model *model;
	const sx_pool *pool;
	sb_arena *arena;               /* of the generator: ends with it */
	sb_arena *kept;                /* what the program keeps: sites */
	sc_sites sites;
	bool comments;                 /* for readers: the equations and names beside the statements */
	bool alone;                    /* for code that stands alone: see sc_generate_alone */
	const bool *segments;          /* by function: it leaves as a segment, which tells nothing of its text; or NULL */
	sb_text out;                   /* finished functions */
	sb_text *at, *root;            /* where statements go now; those of the outermost scope */
	sc_info *info; uint32_t epoch;
	sb_u32s stack;                 /* of visits; each leaves it as it was */
	sb_vec(sx_ref) scoped;         /* names to forget when their scope closes */
	uint32_t *read_in;             /* by place: the piece that read it; see sc_note_write */
	uint32_t level, base;          /* nesting of scopes; that of the present unit */
	uint32_t stamp;                /* names hold while it stays */
	uint32_t temps, depth, used;
	bool may_fail, plain;          /* of the piece: can set d->failed; only formulas */
	bool scratch, strings;         /* of the routine: uses them */
	bool loops_scratch, base_strings;      /* the loops of equations do; functions or loops do */
	uint32_t *pre_of;              /* by place: number of the pre entry + 1 */
	const sm_function *function;   /* whose locals LOCAL means; NULL: l[] of a loop or the Jacobian */
	bool straight;                 /* the code of a source is written, see source_text.c */
	bool announcing;               /* what is set is announced: in routines and actions of events */
	/* an operation without a value fails where it is done (1), or is only noticed (SC_NOTICED): see definite.c */
	int definite;
	struct sc_frame *frame;        /* of the routine that is being written, whose locals `function` has; NULL: none */
	uint32_t statement_site;       /* of its statement that is being written, + 1; 0: none */
	bool *touched;                 /* by place: others than routines read it, see touch.c */
	sb_span span; const char *what;  /* what is being written, for sites */
	int caller; uint32_t caller_epoch;     /* the last that was noted, in this piece */
	sb_strings externals;          /* see sc_text.own */
	bool failed;                   /* something could not be written; it was reported */
	uint32_t *array_table;         /* by variable: 1 once its table of places was written */
	/* a loop that is being rolled up: see roll.c */
	bool rolling;
	sb_text *before;               /* what does not change from round to round */
	uint32_t *roll_of, roll_now;   /* by handle: the loop for which roll_step holds */
	int32_t *roll_step;
	uint32_t roll_index;           /* its counter is q<roll_index> */
	sc_roll roll;
	uint32_t roll_ahead; /* which of the rounds that are written one after the other: SC_ROUNDS make one of C */
	sb_vec(sc_walker) walkers;     /* its pointers into arrays, which go on from round to round */
	struct { ss_place place; int64_t step; } roll_sets[8];     /* what a round sets */
	uint32_t roll_set_count; bool roll_sets_locals, roll_sets_pre;
	bool roll_part;                /* its function does the rounds it is told */
	struct sc_grapher *grapher;    /* NULL: no pieces are listed */
	/* the loops of a family: rolling is true too, and roll_step is the number in `moving`; see loop.c */
	const sm_domain *domain; const bool *descending;
	bool summing;                  /* the domain is that of a sum inside of one statement */
	sb_vec(sc_moving) moving; sc_moving own;         /* own: the numbers of the item's points */
} sc_emitter;

/* Names are said of the first round of a loop only. */
static inline bool sc_comments(const sc_emitter *em)
{
	return em->comments && !(em->rolling && em->roll_ahead > 0);
}

/* share.c */
void sc_analyse(sc_emitter *em, sx_ref e, bool always);           /* counts uses in this piece; before any sc_prepare */
void sc_prepare(sc_emitter *em, sx_ref e);                        /* writes what is shared or large into temporaries */
void sc_put(sc_emitter *em, sx_ref e, sb_text *out);              /* the expression itself */
char *sc_text_of(sc_emitter *em, sx_ref e);                       /* both, as a text in the arena */
void sc_unit(sc_emitter *em);                                     /* begins a new piece or statement */
uint32_t sc_scope_open(sc_emitter *em);
void sc_scope_close(sc_emitter *em, uint32_t mark);
const char *sc_name_known(const sc_emitter *em, sx_ref e);
void sc_name(sc_emitter *em, sx_ref e, const char *name);
bool sc_is_leaf(const sc_emitter *em, sx_ref e);
bool sc_can_overflow(const sc_emitter *em, sx_ref e);             /* an operation on Integers */
void sc_make_temporary(sc_emitter *em, sx_ref e);                 /* in the present scope */
const char *sc_read_once(sc_emitter *em, sx_ref leaf);            /* into a local of the whole piece: its name */

/* expression.c */
void sc_put_node(sc_emitter *em, sx_ref e, sb_text *out); /* the operator at the top, whether it has a name or not */
int sc_site_here(sc_emitter *em);
int sc_site_of_subscript(sc_emitter *em, const char *array, int64_t lower);
const char *sc_ctype(sx_type type);
void sc_indent(sc_emitter *em);
void sc_line(sc_emitter *em, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sc_trouble(sc_emitter *em, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sc_put_string(const char *text, sb_text *out);
void sc_put_real(double value, sb_text *out);

/* place_text.c */
uint32_t sc_place_count(const ss_plan *plan);
/* without the sign; step: sc_roll_step */
void sc_put_place(sc_emitter *em, ss_place place, int64_t step, sb_text *out);
void sc_put_leaf(sc_emitter *em, sx_ref e, sb_text *out);         /* VAR, DER, PRE, LOCAL to read */
void sc_put_leaf_itself(sc_emitter *em, sx_ref e, sb_text *out);  /* its place: VAR, DER, PRE */
void sc_put_latch(sc_emitter *em, sx_ref e, sb_text *out);
void sc_assign(sc_emitter *em, sx_ref target, const char *value); /* writes `place = value;` with the sign */
void sc_put_name(sc_emitter *em, sx_ref target, sb_text *out);    /* for comments */
/* The value goes to `left` if it is another than the one there, and the place `key` is said to have changed. */
void sc_assign_touching(sc_emitter *em, sx_type type, const char *left, const char *value, const char *key);
bool sc_pre_entry(sc_emitter *em, sx_ref pre, uint32_t *entry, ss_place *place, bool *negated);
bool sc_target_place(sc_emitter *em, sx_ref target, ss_place *place);   /* of a VAR, DER: false for PRE, LOCAL */

/* array_text.c */
typedef struct sc_array {
	const char *pointer;
	const char *name;
	const int64_t *lower;
	const char *dims[8];
	uint32_t rank;
	const char *count;
	uint32_t known;
	sx_type type;
} sc_array;
bool sc_is_array(const sc_emitter *em, sx_ref e);
/* A pointer to its elements, row by row, converted to `type`. */
sc_array sc_put_array(sc_emitter *em, sx_ref e, sx_type type);
void sc_put_at(sc_emitter *em, sx_ref e, sb_text *out);           /* AT */
enum { SC_NOTICED = 2 };
/* definite.c: an operation that may have no value; false: it is none. */
bool sc_put_definite(sc_emitter *em, sx_ref e, sb_text *out);
bool sc_is_indefinite(const sc_emitter *em, sx_ref e);            /* ... is it one? */
/* The value of a statement, looked at where that is needed. */
const char *sc_definite(sc_emitter *em, sx_ref e, const char *value);
const char *sc_definite_result(sc_emitter *em, sx_ref target, const char *value); /* ... of a call for this target */
void sc_put_var_at(sc_emitter *em, sx_ref e, sb_text *out);       /* VAR, LOCAL with subscripts that are not constant */
const char *sc_places_at(sc_emitter *em, sx_ref var, uint32_t t);
void sc_assign_at(sc_emitter *em, sx_ref target, const char *value);
void sc_assign_array(sc_emitter *em, sx_ref target, const char *pointer);
const char *sc_buffer(sc_emitter *em, sx_type type, uint64_t count);    /* a fresh array */

/* call.c */
void sc_put_call(sc_emitter *em, sx_ref call, uint32_t which, sb_text *out);  /* result number `which`, a scalar */
const char *sc_call_results(sc_emitter *em, sx_ref call);         /* makes the call; result k is <name>_k */
bool sc_result_returned(const sm_function *f);                    /* one scalar result: the C function returns it */
bool sc_is_packed(const sm_function *f);                          /* what it takes and gives is told in a struct */
uint64_t sc_local_count(const sc_emitter *em, const sm_local *local, bool *known);
const sm_local *sc_result(const sm_function *f, uint32_t which);

/* statement.c, function.c */
void sc_statements(sc_emitter *em, const sm_statements *list);
void sc_functions_text(sc_emitter *em);
void sc_put_parameters(const sm_function *f, const char *before, const char *behind, sb_text *out);
char *sc_scalar_text(sc_emitter *em, sx_ref e);                   /* in a statement of its own */
void sc_declare_locals(sc_emitter *em, const sm_function *f);
void sc_declare_used(const sc_emitter *em, sb_text *out);         /* the arrays of d that the routine reads */

void sc_assign_value(sc_emitter *em, sx_ref target, const char *value);        /* subscripts that are computed too */
void sc_declare_arrays(sc_emitter *em);          /* routine.c: those of d that were used */

/* process_text.c: routines of the model */
void sc_routine_sites(sc_emitter *em);           /* before all others */
void sc_routines_text(sc_emitter *em);
void sc_routine_statement(sc_emitter *em, const sm_statement *s, void (*write)(sc_emitter *em, const sm_statement *s));
/* Those that only routines and actions of events have. */
void sc_freshen(sc_emitter *em, const sm_statement *s);
void sc_process_statement(sc_emitter *em, const sm_statement *s);
void sc_put_ask(sc_emitter *em, sx_ref e, sb_text *out);
void sc_put_local(const sc_emitter *em, uint32_t local, sb_text *out);  /* of a function or a routine: a scalar */
const char *sc_local_row(const sc_emitter *em, uint32_t local);         /* the elements of an array */
/* Of a loop that waits; false: it is none. */
bool sc_put_counter(const sc_emitter *em, uint32_t iterator, sb_text *out);
const char *sc_kept_text(sc_emitter *em, sx_type type, const char *value);       /* of a String that goes into a slot */
void sc_sources_text(sc_emitter *em);            /* source_text.c */
/* touch.c */
void sc_find_touched(sc_emitter *em);
bool sc_is_touched(const sc_emitter *em, ss_place place);

/* segment_text.c */
void sc_segment_prototype(sc_emitter *em, uint32_t number, sb_text *out);        /* f<n> is a function of a library */

/* external.c */
uint32_t sc_own_number(sc_emitter *em, const char *symbol);       /* in X; see sc_text.own */
void sc_external_prototype(sc_emitter *em, uint32_t number, sb_text *out); /* if it needs one that is not there yet */
/* Writes the C function that calls the external one, and into `body` what the function of the model does: call that. */
void sc_external_alone(sc_emitter *em, const sm_function *f); /* the call, at the end of the function itself */
void sc_external_text(sc_emitter *em, uint32_t number, sb_text *body);
void sc_functions_headers(sc_emitter *em, sb_text *out);
void sc_opaque_text(sc_emitter *em, const sm_function *f);        /* opaque_text.c: the body of an operation */
bool sc_can_call_itself(const sc_emitter *em, uint32_t function, sb_span *where);      /* recursion.c */

/* routine.c */
typedef enum sc_item_kind {
	SC_STEP, SC_VALUE, SC_TAKE, SC_LEAN, SC_ACTION, SC_ASSERTION, SC_SOLVE
} sc_item_kind;
typedef struct sc_item {
	sc_item_kind kind;
	const ss_step *step;
	const char *array; uint32_t index; sx_ref value; /* SC_VALUE: array[index] = value; SC_TAKE: value = z[index] */
	/* SC_LEAN: value is moved by lean[index], if there are such moves */
	const ss_action *action;
	const ss_jacobian_step *solve;
	const sm_domain *domain; /* SC_VALUE over a domain: from array[index] on, row by row */
	sb_span span; const char *component;                    /* SC_VALUE: where it comes from, for messages */
} sc_item;
typedef sb_vec(sc_item) sc_items;
void sc_analyse_item(sc_emitter *em, const sc_item *item);
void sc_write_action(sc_emitter *em, const sc_item *item);
/* Statements under `if (condition)`, which see nothing named inside afterwards. */
void sc_write_guarded(sc_emitter *em, const char *condition, void (*write)(sc_emitter *, const void *),
					  const void *what);
/* Writes the static function `name`(sc_data *d PARAMS) that does all items; PARAMS begin with a comma. True if it
 * can fail. */
bool sc_routine(sc_emitter *em, const char *name, const char *params, const char *args, const sc_items *items);
/* The same, and each piece of it is listed (see code.h), if pieces are. */
bool sc_routine_in_pieces(sc_emitter *em, const char *name, const char *params, const char *args, const sc_items *items,
						 sc_piece_kind kind, uint8_t phase);
/* The same as sc_<name>, one of sc_functions. `role` is for readers. */
void sc_entry(sc_emitter *em, const char *name, const char *params, const char *args, const sc_items *items,
              const char *role);
void sc_entry_text(sc_emitter *em, const char *name, const char *params, const char *body, const char *role);

/* loop.c */
const sm_domain *sc_domain_of(const sc_item *item);               /* NULL: a single one */
void sc_loops(sc_emitter *em, const sc_item *item, void (*write)(sc_emitter *em, const sc_item *item), sb_text *out);
/* A sum over a constant range outside of functions, in parts: `write` is called for each, with the counter of its
 * rounds. False: it is none. */
bool sc_sum(sc_emitter *em, sx_ref sum,
			void (*write)(sc_emitter *em, const void *what, uint32_t counter, int64_t rounds), const void *what);
const sc_moving *sc_moving_of(const sc_emitter *em, sx_ref e);    /* NULL: it stands still */
uint32_t sc_loop_in_parts(sc_emitter *em, const sc_item *item);  /* how many points, if they may be computed in parts */
void sc_put_moving(sc_emitter *em, const char *array, const sc_moving *moving, sb_text *out);
void sc_put_own_index(sc_emitter *em, sb_text *out); /* the number of the point, from the item's index or guard on */
void sc_put_iterator(sc_emitter *em, uint32_t iterator, sb_text *out);

/* roll.c */
typedef struct sc_gap { sx_ref handle; bool constant; uint32_t number; } sc_gap;
typedef struct sc_shapes { uint64_t *hash; uint32_t *first, count; sb_vec(sc_gap) slots; } sc_shapes;     /* by item */
sc_shapes *sc_shapes_of(sc_emitter *em, const sc_items *items);
bool sc_roll_find(sc_emitter *em, const sc_shapes *shapes, const sc_items *items, uint32_t first, sc_roll *roll);
void sc_roll_begin(sc_emitter *em, const sc_shapes *shapes, const sc_items *items, const sc_roll *roll);
/* Writes the loop: what does not change, SC_ROUNDS rounds, and the rest of them. */
void sc_roll_end(sc_emitter *em, const char *before, const char *body, const char *rest);
bool sc_roll_varies(const sc_emitter *em, sx_ref leaf);            /* from round to round */
int64_t sc_roll_step(const sc_emitter *em, sx_ref e); /* of a leaf from round to round; of constants -1 - table, or 0 */
void sc_put_element(sc_emitter *em, const char *array, uint32_t base, int64_t step, sb_text *out);
const char *sc_element_type(const char *array);

/* equation_loops.c */
void sc_loops_text(sc_emitter *em);
void sc_loop_step(sc_emitter *em, uint32_t number);
bool sc_is_large(const ss_loop *loop);
void sc_jacobian_text(sc_emitter *em);
void sc_partials(sc_emitter *em, const char *name, const ss_jacobian_steps *steps, const ss_pattern *pattern,
				 const sx_ref *values);
void sc_invariant_jacobian_text(sc_emitter *em);
void sc_put_solve(sc_emitter *em, const ss_jacobian_step *step);

/* schedule.c: steps of equal phases brought together, as far as the order allows */
typedef struct sc_group { uint8_t phases; sb_vec(const ss_step *) steps; const char *name; bool may_fail; } sc_group;
typedef sb_vec(sc_group) sc_groups;
sc_groups sc_schedule(sc_emitter *em, const ss_steps *steps);

/* graph.c */
bool sc_has_pieces(const ss_plan *plan);
void sc_graph_open(sc_emitter *em);
/* A function that was written: all of it is one piece, or every few rounds of it are. */
void sc_graph_add_loop(sc_emitter *em, uint8_t phase, const char *function, const sc_items *items, uint32_t which,
					   uint32_t points);
void sc_graph_add(sc_emitter *em, sc_piece_kind kind, uint8_t phase, const char *function, const sc_items *items,
				  uint32_t first, uint32_t count, const sc_roll *roll);
void sc_graph_tables(sc_emitter *em);    /* writes them */
sc_graph *sc_graph_close(sc_emitter *em);

/* generate.c */
typedef struct sc_text {
	char *text; size_t length; sc_sites sites; bool failed, includes; sc_graph *graph;
	sb_strings own;                /* names of functions of external/, in the order of the table X */
} sc_text;
sc_text sc_generate_text(const ss_plan *plan, sb_arena *kept, bool comments);
/* Any other text over a plan: whoever writes it opens, adds functions and entries, and closes. */
void sc_text_open(sc_emitter *em, const ss_plan *plan, sb_arena *kept, bool comments);
sc_text sc_text_close(sc_emitter *em);
bool sc_alone_close(sc_emitter *em, sc_alone *out);      /* code that stands alone; false: it failed */
/* request_text.c: texts that are made on request, beside that of the program */
sc_text sc_derivatives_text(const ss_derivatives *derivatives, sb_arena *kept);
/* The functions of the model that leave as segments, and what they call. */
sc_text sc_segments_text(const ss_plan *plan, const bool *segments, sb_arena *kept);
sc_text sc_apart_text(const ss_apart *apart, sb_arena *kept);
extern const char sc_prelude[];          /* prelude.c: declarations that every text begins with */
void sc_put_declarations(const char *text, sb_text *out); /* the same, of services only those that it uses */
void sc_put_helpers(const char *text, size_t length, sb_text *out);     /* the helping functions that it uses */

uint32_t sc_place_key(const ss_plan *plan, ss_place place);       /* one number for each place */

#endif
