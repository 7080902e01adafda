/* Ground: what all rooms of this folder share while one model is analysed, and the questions that need nothing else.
 *
 * Keys. All systems number their unknowns in the same way. With n cells (see structure.h), the cell s itself is key s,
 * der(s) is n + s, pre(s) is 2n + s. Tables by key are plain arrays. Keys have a meaning only after ss_make_cells,
 * because expanding the equations adds hidden variables, and the families decide the cells. ss_reduce adds cells, and
 * makes all tables by key anew; the cells before keep their numbers. Without families cells are scalars, under the same
 * numbers.
 *
 * Families. An equation with a domain stands for one equation for each point. The analysis renames the iterators of all
 * domains: an iterator is known by its dimension of the domain and its range. So two families over the same ranges
 * share their iterators, and the box of elements that a reference runs through can be read off the reference alone. The
 * leaf of a cell of many elements is such a reference (u[i], i from 2 to N). Other references to the cell, u[i - 1] or
 * u[5], are not its leaf: they need the cell, but cannot be solved for.
 *
 * A family that a pass cannot treat whole is no error. It is put on the list of those to be written out
 * (ss_write_out), and the analysis begins again.
 *
 * Representatives. After ss_alias every equation is written over representatives: one leaf for each set of equal
 * variables. */
#ifndef SALTUS_STRUCTURE_GROUND_H
#define SALTUS_STRUCTURE_GROUND_H

#include "model/interpret/known.h"
#include "structure/structure.h"

/* A scalar equation lhs = rhs, or a CALL or an algorithm, which gives several unknowns at once. */
typedef enum ss_form { SS_FORM_EQUAL, SS_FORM_CALL, SS_FORM_ALGORITHM } ss_form;

typedef struct ss_equation {
	ss_form form;
	bool discrete; /* from a when-clause: its value changes at events only, whatever it is computed from */
	bool gone;                       /* became an alias or a constant */
	bool begins;                     /* initial() was in it: the initial system has another right side */
	bool switched;                   /* of the branch of a switch */
	bool apart;                      /* the same, and not to be put into others, see floating.c */
	sx_ref partner;                  /* what the other branch says to be zero; 0: there is no such thing */
	bool invariant; /* below the highest derivative of a constraint: in the initial system only, and projected onto */
	bool checked;                    /* not in the initial system: fixed starts say the same, or contradict it */
	uint32_t level;                  /* how often it was differentiated */
	uint32_t constraint;             /* which one it is a level of, its number + 1; 0: none */
	bool start;                      /* x = start of the initial system: the cell `scalar` is fixed */
	uint32_t scalar;
	sm_domain domain;                /* EQUAL: a family */
	bool sums;                       /* the right side holds long sums: it is solved for nothing in them */
	sx_ref lhs, rhs;
	sx_ref initial_lhs, initial_rhs; /* in the initial system; 0: the same */
	sx_ref written_lhs, written_rhs; /* before anything was put in for anything, for messages */
	sm_exprs targets;                /* CALL, ALGORITHM: the scalars that it gives */
	sm_exprs results;                /* CALL: as in the plan, whole arrays and 0 too */
	sm_statements statements, initial_statements;
	sm_exprs steady;                 /* ALGORITHM: the targets that change at events only */
	uint32_t kept; /* ALGORITHM: the first targets that it does not set in the initial system (they keep pre) */
	uint32_t solved_for; sx_ref solution; /* in the run: the key, and its value; the initial system may need it again */
	sx_ref clock_var;                /* it stands in a when with this clock, a variable; until clocks are found */
	uint32_t state;                  /* the state of a machine that it stands in, its number + 1; 0: none */
	bool made;                       /* a name for an argument: it belongs to no state */
	uint32_t clock; /* the clock it has, its number + 1; 0: none. It gives variables with this clock only */
	sx_ref guard; /* it holds where this is true; elsewhere what it gives keeps its value. 0: always */
	const sm_equation *origin;
	sb_span span;
	const char *component;
} ss_equation;
typedef sb_vec(ss_equation) ss_equations;

enum ss_trait {
	SS_IS_PARAMETER = 1, /* parameter or constant, known before everything else */
	SS_IS_FREE = 2,      /* a parameter that the initial system determines */
	SS_IS_DISCRETE = 4,  /* changes at events only */
	SS_IS_STATE = 8,     /* of a representative */
	SS_IS_PINNED = 16,   /* must have a place of its own, with its own sign */
	SS_IS_HELD = 32,     /* an input or set by an action: known when no equation gives it */
	SS_IS_ALIAS = 64,    /* not a representative */
	SS_HAS_PRE = 128,    /* of a representative: pre(v) is used */
	SS_IS_STILL = 1024,  /* of a representative: computed from nothing that moves between events */
	SS_WAS_STATE = 512,  /* a constraint gives it: it could have been a state */
	SS_IS_CLOCKED = 2048, /* begins with its start value, and changes at ticks */
	/* by routines, or kept from run to run: has a place of its own, and is known to the initial system */
	SS_IS_SET = 4096,
	SS_IS_WANTED = 8192, /* StateSelect.always */
	SS_IS_TRIED = 16384, /* had better be a state, and is tried as one (ss_written_out.preferred) */
	SS_IS_CALLED = 256   /* given by a function: worth a place of its own, so that it is called only when it must */
};

/* What lasts from one attempt to the next: families that are written out, by equation, and why. */
typedef struct ss_written_out {
	sb_arena *arena;
	sb_map why;
	const char *why_all;
	bool all, sums;                  /* sums: long ones too */
	bool clauses;                    /* whatever makes or waits for events, too: the model may have modes */
	bool zeros;                      /* factors that are zero at the parameters' values are divided by, see vanish.c */
	bool rates_are_names;            /* v = der(x) makes v a name of the rate even if both are always to be states */
	/* see analyse.c; the last: it did not help */
	enum ss_preferring { SS_AS_WRITTEN, SS_PREFER, SS_PREFERRED } preferring;
	sb_u32s preferred;               /* variables that had better be states, and are tried as such */
	enum ss_dropping { SS_DROP_RATES, SS_DROP_ALL, SS_DROPPED_ALL } dropping;       /* the last: it did not help */
	bool factors;                    /* parameters at their values may be factors of equations that repeat others */
	sb_u32s structural;              /* parameters that became part of the structure because of their values */
	sb_u32s held_inlets; bool all_held;      /* see inlet.c: 2*site + end; all of them are */
} ss_written_out;
enum { SS_SUMS_MOST = 4 };           /* sums inside of sums that stay what they are */
typedef struct ss_range { uint32_t iterator; int64_t from, to; } ss_range;

/* A clock of the model among the clocks of the calendar: SAMPLE with a payload from here on. */
enum { SS_TICK_SITE = 1 << 30 };
typedef struct ss_tick { uint32_t base; int64_t step, start; } ss_tick;

/* Where in its chain of derivatives a variable is: the highest, the last below it, or below that. `up`: its derivative,
 * where it has a name. */
typedef struct ss_link {
	enum { SS_OUTSIDE, SS_BELOW_LAST, SS_LAST, SS_HIGHEST } place;
	uint32_t up;
	bool flipped;
} ss_link;

/* What one pass keeps is its own: its file, or the header of its room, says what is in it. */
typedef struct ss_aliasing ss_aliasing;
typedef struct ss_certain ss_certain;
typedef struct ss_clockwork ss_clockwork;
typedef struct ss_expanding ss_expanding;
typedef struct ss_factored ss_factored;
typedef struct ss_growth ss_growth;
typedef struct ss_knowing ss_knowing;
typedef struct ss_looked_back ss_looked_back;
typedef struct ss_placing ss_placing;
typedef struct ss_tidying ss_tidying;
typedef struct ss_variability ss_variability;
typedef struct ss_watching ss_watching;
typedef struct ss_followed ss_followed;
typedef struct ss_sum ss_sum;
typedef struct ss_work {
	sm_model *model;
	const sm_model *from;            /* what it is a copy of, if it is one */
	sm_model *marks;                 /* the source, where structural parameters are marked; NULL: it belongs to runs */
	const ss_shared *shared;         /* what is expanded already; NULL: nothing */
	sx_pool *pool;
	sb_diag *diag;
	sb_arena *arena, *scratch;       /* the plan's; and what is given back at the end */
	ss_plan *plan;
	ss_profile *profile;

	ss_equations equations, initial;
	sx_ref zero, yes, no;
	ss_tidying *tidying;             /* tidy.c */
	bool keeps_names;                /* what reinit names stays as it is written where statements are mapped */
	bool runs;                       /* what is tidied runs over the points of a family */
	sb_span here;                    /* of the equation that is expanded */
	const ss_order *impulses; /* it is the impulse system that is made (modes/impulse_system.c); NULL: it is not */
	struct ss_link *links;           /* by cell, of index reduction; NULL: nothing was reduced */
	const ss_mode *mode;             /* NULL: none is known, start values decide */
	ss_expanding *expanding;         /* expand/expand.h */
	ss_open open;
	bool open_guessed;               /* `open` is what it was in a mode like this one */
	sb_u32s leaving; /* scalars whose derivative, or whose when-clause, stands in a branch that is not taken */
	/* by cell: it would keep its value in this mode, but an equation of the run gives it */
	bool *given; uint32_t given_count;
	sb_map origin_of;                /* relation, clock or delay over representatives -> the one of the model */
	sb_u32s clock_of;                /* by scalar: its clock, as in ss_equation; empty: there are none */
	sb_vec(ss_tick) ticks;           /* by payload of SAMPLE - SS_TICK_SITE */
	sb_map kept_of;                  /* standing.c: a variable that keeps a value -> what it is the value of */
	ss_certain *certain;             /* certain.c; NULL: nobody has asked */
	sb_map loose_of;                 /* standing.c: what notes the outcomes of loops */

	ss_written_out *written_out;
	bool again;                      /* a family was put on the list: this attempt is over */
	sb_vec(ss_range) ranges;         /* of the iterators that stand for one */
	sb_map range_of, iterator_of;    /* iterator -> number in ranges + 1; range -> the same */
	uint32_t families;               /* equations with a domain */

	ss_cells *cells;                 /* NULL: as in the plan */
	uint32_t n;                      /* cells */
	ss_growth *growth;               /* time_derivative.c; NULL: nothing was added */
	uint16_t *traits;                /* by cell */
	uint32_t *variable_of;           /* by cell */
	uint32_t *section_of;              /* by cell; NULL without cells */
	uint32_t cell_variables;         /* how many variables have cells */
	sx_ref *leaf;                    /* by cell: its VAR */
	uint32_t *parent; bool *flipped; /* by cell: sets of equal variables, with signs; see alias.c */
	uint32_t *rate_of; bool *rate_flipped;   /* by representative: the state whose derivative it is, or UINT32_MAX */
	ss_looked_back *looked_back;     /* looked_back.c; NULL: there are no modes */
	ss_aliasing *aliasing;           /* alias.c */
	sx_ref *constant;                /* by representative: its value, a literal, or 0 */
	uint32_t *next_member, *first_member;    /* lists of the sets, by representative; UINT32_MAX ends */
	uint32_t *next_rate, *first_rate;        /* by state: the representatives of the sets that are its derivative */
	ss_followed *followed;           /* guess.c: guesses from the starts of others; NULL: not needed yet */
	sb_u32s guessed;                 /* keys that nonlinear loops of the initial system iterate for */
	uint32_t *rate_name;             /* by state: a variable that is its derivative, for messages; UINT32_MAX: none */
	sx_rewriter represent;
	uint8_t *level;                  /* by key, after the run's system is ordered: enum ss_level */
	uint32_t *state_cell;            /* by state: its cell, if it is one of a single element; or UINT32_MAX */
	ss_placing *placing;             /* places.c */
	/* by cell: how often what it is the derivative of was differentiated; NULL: nothing was reduced */
	uint32_t *derivative_of_order;

	ss_watching *watching;           /* watch.c */
	sb_map sum_of; sb_vec(ss_sum *) watched_sums;    /* functions that are watched, as sums: proportion.c */
	sb_u32s stamp; uint32_t stamp_now;       /* by handle: the visit that saw it last */
	uint32_t *key_stamp;             /* by key: the same */
	uint32_t *mark, mark_now;        /* by key: what the piece of work at hand has marked */
	uint32_t *local;                 /* by key: its number in the loop at hand, where it is marked */
	ss_clockwork *clockwork;         /* dependence.c; NULL: nobody has asked */
	sb_map claimed;                  /* what plan->claims has */
	ss_variability *variability;     /* variability.c; NULL: nobody has asked */
	bool see_parameters;             /* ss_depends gives parameters too */
	uint32_t *spare_unknown_of;      /* of a system that is done; all UINT32_MAX */
	sb_vec(ss_equation *) step_equation;     /* of each step of plan->steps; NULL for loops */
	sb_u32s stack, found, met;       /* of visits */
	struct { sx_ref e, written; } differentiated;    /* the last expression with calls, see partial.c */
	ss_knowing *knowing;             /* attributes.c; NULL: nobody has asked */
	ss_factored *factored;           /* vanish.c; NULL: nobody has asked */
	bool has_wanted;                         /* a variable is SS_IS_WANTED */
	sb_map vanishing; bool has_zeros;        /* residual and leaf -> what ss_vanishes answers; it was yes somewhere */
	sm_owners *owners;               /* tell.c: for messages; NULL: nobody has asked */
} ss_work;

enum ss_level { SS_LEVEL_PARAMETER, SS_LEVEL_DISCRETE, SS_LEVEL_CONTINUOUS };
typedef struct ss_point { sb_vec(uint32_t) iterators; sb_vec(int64_t) values; } ss_point;      /* of a family */
static inline bool ss_is_known(const sm_variable *v)
{
	return v->variability == SM_PARAMETER || v->variability == SM_CONSTANT;
}
typedef struct ss_references { sb_vec(sx_ref) at; } ss_references;
typedef struct ss_parts {
	sb_u32s keys;
	sm_exprs factors;
	sx_ref rest;
} ss_parts;                                                        /* sum of factor*leaf(key), and the rest */
typedef struct ss_term { sx_ref e; bool negative; } ss_term;
typedef sb_vec(ss_term) ss_terms;

/* ground.c */
void ss_own_variables(ss_work *w);       /* before variables of the source are changed in its copy */
/* the tables that every pass may use. The model, the arenas and the plan are set. */
void ss_work_open(ss_work *w);
uint32_t ss_root(ss_work *w, uint32_t scalar, bool *flip);             /* flip is turned over, not set */
sx_ref ss_represented(ss_work *w, sx_ref e);
/* A hidden variable $stem<number>; the same one where an earlier expansion has made it. */
sx_ref ss_named_variable(ss_work *w, const char *stem, uint32_t number, sx_type type, sb_span span,
						 const char *component);
bool ss_is_watched(sx_op op);                    /* relations, steps, clocks and delays */

/* tidy.c */
sx_ref ss_tidy(ss_work *w, const ss_point *at, sx_ref e);
void ss_tidy_start(ss_work *w);
sx_ref ss_tidy_side(ss_work *w, sx_ref e, bool *kept_sums);

/* family.c */
bool ss_has_sums(ss_work *w, sx_ref e);
void ss_write_out_sums(ss_work *w);
bool ss_one_to_one(ss_work *w, sx_ref var, const sm_domain *domain);
/* NULL: nothing is known yet that speaks against it. What becomes of it is noted in plan->families. */
const char *ss_why_not_whole(ss_work *w, const sm_equation *q);
void ss_note_family(ss_work *w, const sm_equation *q, const char *why);
/* A family as one equation; false: written out. */
bool ss_keeps_whole(ss_work *w, const sm_equation *q, ss_equations *out);
/* An expression of a family over iterators that stand for their ranges; those that have one value only are bound. */
sx_ref ss_over_ranges(ss_work *w, const sm_equation *q, sx_ref e, sm_domain *domain);
const char *ss_why_irregular(ss_work *w, const sm_equation *q, sx_ref e);
void ss_write_out(ss_work *w, const sm_equation *q, const char *why);
void ss_write_out_model(ss_work *w, const char *why);     /* all families of it */
void ss_write_out_all(ss_work *w, const ss_equation *const *equations, uint32_t count, const char *why);
bool ss_box_of(ss_work *w, sx_ref var, ss_box *out); /* what a reference runs through; false: that is not known here */
/* The reference by which a family runs through the cell of a key, 0: it does not. */
sx_ref ss_reference_to(ss_work *w, const ss_equation *q, bool initial, uint32_t key);
/* solve_family.c */
/* A family solved for a reference, over the iterators of the cell's leaf. False: it was put on the list. */
bool ss_solve_family(ss_work *w, ss_equation *q, bool initial, uint32_t key, ss_step *out);
sx_ref ss_shift_iterators(ss_work *w, sx_ref e, const uint32_t *from, const sx_ref *to, uint32_t count);
/* VAR with iterators in subscripts, and DER of them; parameters not */
void ss_references_of(ss_work *w, sx_ref e, ss_references *out);
void ss_left_limits_of(ss_work *w, sx_ref e, ss_references *out);
/* The variable of a reference: of itself, of its derivative or of its left limit. */
sx_ref ss_variable_in(const ss_work *w, sx_ref reference);
sx_ref ss_put_subscript(ss_work *w, ss_subscript s);
bool ss_is_unknown(const ss_work *w, sx_ref e);  /* VAR but no parameter, or DER */
uint32_t ss_iterator(ss_work *w, uint32_t position, int64_t from, int64_t to);

/* dependence.c */
void ss_statement_exprs(const sm_statements *list, void (*see)(void *context, sx_ref e, bool target), void *context);
/* The parts of an expression with one of these flags (SX_HAS_...), each once, however often it is shared:
 *     ss_visit(w, e);
 *     for (sx_ref part; (part = ss_next_part(w, flags));)
 *         ss_look_inside(w, part, 0);              its arguments from this one on, unless they do not matter
 * ss_visit_more goes on with the same visit: what was seen before is passed over. There is one visit at a time. */
void ss_visit(ss_work *w, sx_ref e);
void ss_visit_more(ss_work *w, sx_ref e);
sx_ref ss_next_part(ss_work *w, unsigned flags);
void ss_look_inside(ss_work *w, sx_ref part, uint32_t from);
/* The keys whose present values e needs, each once, appended to out. Parameters are not among them. */
void ss_depends(ss_work *w, sx_ref e, sb_u32s *out);
void ss_depends_more(ss_work *w, sx_ref e, sb_u32s *out); /* by ss_visit_more: keys seen before are not repeated */
void ss_depends_equation(ss_work *w, const ss_equation *q, bool initial, sb_u32s *out);
uint32_t ss_key(ss_work *w, sx_ref leaf);        /* UINT32_MAX: not an unknown */
sx_ref ss_leaf(ss_work *w, uint32_t key);
bool ss_free_of(ss_work *w, sx_ref e, const uint32_t *mark, uint32_t now); /* no key with mark[key] == now is needed */
bool ss_unmarked(ss_work *w, sx_ref e);          /* the same for the present mark */
/* Time, delay: continuous; latch, pre, sample: at least discrete. */
bool ss_has_clockwork(ss_work *w, sx_ref e, bool *continuous);
bool ss_constant_parts(ss_work *w, sx_ref e);        /* made of literals and parameters only */
sx_ref ss_left(const ss_equation *q, bool initial);
sx_ref ss_right(const ss_equation *q, bool initial);

/* lookup.c */
void ss_fit_family(ss_work *w, const ss_equation *q, ss_equations *out); /* divided like the cells it refers to */
uint32_t ss_first_element(const sm_variable *v, const ss_box *box);          /* its number, from 0 */
void ss_fit_initial(ss_work *w);                 /* families of the initial system, divided like the cells */
uint32_t ss_cell_of(ss_work *w, sx_ref var);     /* of which this is the leaf; UINT32_MAX: of none */
uint32_t ss_cell_at(ss_work *w, uint32_t scalar);          /* that the scalar is in */
uint32_t ss_cell_of_element(ss_work *w, uint32_t variable, uint32_t element);
uint32_t ss_first_cell(ss_work *w, uint32_t variable);
uint32_t ss_last_cell(ss_work *w, uint32_t variable);     /* one past it */
bool ss_is_whole(ss_work *w, uint32_t cell);     /* of many elements */
uint32_t ss_cell_count(ss_work *w, uint32_t cell);
uint32_t ss_scalar_of_cell(ss_work *w, uint32_t cell);    /* the first */
/* All that a reference meets; without subscripts: of all the variable. */
void ss_cells_met(ss_work *w, sx_ref var, sb_u32s *out);
sm_domain ss_domain_of_cell(ss_work *w, uint32_t cell);   /* of its leaf */

/* attributes.c */
sx_ref ss_element_attribute(ss_work *w, uint32_t variable, uint32_t element, sx_ref attribute);
bool ss_parameter_value(ss_work *w, sx_ref e, double *value); /* at the values that the text gives to parameters */
bool ss_known(ss_work *w, sx_ref e, sx_value *out);       /* the same, whatever variables in it are */
bool ss_fixed(ss_work *w, uint32_t scalar); /* of the variable itself, at the parameters' own values */
sx_ref ss_attribute(ss_work *w, uint32_t scalar, sx_ref attribute);    /* of an element */
const sm_variable *ss_variable(ss_work *w, uint32_t scalar);

/* variability.c */
/* does it move between events? Beyond still: Reals that are computed from what changes at events only do not count.
 * They do in a condition, whose latch cuts a loop through it. Traits must not change between two questions, unless the
 * answers are forgotten. */
bool ss_moves(ss_work *w, sx_ref e);
bool ss_moves_beyond_still(ss_work *w, sx_ref e);
/* Is it slope*time + rest, with a slope that is not zero, and neither of them moves? */
bool ss_is_line_of_time(ss_work *w, sx_ref e, sx_ref *slope, sx_ref *rest);
/* The variable that alone moves a sum, whose other operands stand still; falls: it is subtracted. 0: there is none. */
sx_ref ss_moves_alone(ss_work *w, sx_ref e, bool *falls);
void ss_forget_variability(ss_work *w);
/* Notes for the engine, in debug builds, that e has been found not to move. */
void ss_claim(ss_work *w, sx_ref e, sb_span span);

/* linear_parts.c */
bool ss_linear_parts(ss_work *w, sx_ref e, ss_parts *out);         /* in the marked keys */

/* partial.c */
void ss_split_sum(ss_work *w, sx_ref e, ss_terms *out);
/* What takes the place of a derivative that is not known: nothing (0 is answered), or a quotient of differences. */
typedef enum ss_differences { SS_NO_DIFFERENCES, SS_ONE_SIDED, SS_CENTRAL } ss_differences;
sx_ref ss_partial(ss_work *w, sx_ref e, sx_ref leaf, ss_differences differences);

#endif
