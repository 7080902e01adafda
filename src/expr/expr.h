/* Expressions: a typed directed acyclic graph in a pool, by 32-bit handles.
 *
 * A node is an operator, a type, a payload and arguments. Nodes are hash-consed: building the same expression twice
 * gives the same handle, so equality is ==, common subexpressions are shared, and a pass that keeps a map from handle
 * to result visits each subexpression once. Handles are never freed; the pool is. Handle 0 is "none".
 *
 *     sx_ref x = sx_var(p, 7, SX_REAL, NULL, 0);
 *     sx_ref e = sx_binary(p, SX_MUL, sx_real(p, 2), x);           // 2*x
 *     sx_ref d = sx_diff(p, e, x, NULL);                           // 2
 *
 * Expressions are scalar. Arrays occur in three places only: a variable or local of rank > 0 without subscripts (a
 * whole array) and SX_ARRAY (a literal), both as arguments of SX_CALL, SX_AT, SX_SIZE and assignments in functions; and
 * results of functions, picked by SX_OUT. Array algebra is turned into scalar expressions over iterators by the front
 * end; records into their fields. So a family of equations `for i in 1:n` is a scalar expression that holds SX_ITER
 * leaves.
 *
 * Types: enumerations are SX_INTEGER here (1 is the first literal). Constructors insert SX_TO_REAL where an Integer
 * meets a Real.
 *
 * Simplification is local, done when a node is built, and safe for the bits of the result: constants are folded with
 * the arithmetic of the generated code, x+0, x*1, x/1, x^1, not not x, if with a constant condition go. x*0 becomes 0.
 * Reassociation, distribution and cancellation (x - x) never happen by themselves.
 *
 * Flags are computed bottom-up when a node is built, so that the common questions (does it move with time, does it hold
 * a relation) cost nothing.
 */
#ifndef SALTUS_EXPR_EXPR_H
#define SALTUS_EXPR_EXPR_H

#include "base/map.h"
#include "expr/value.h"

typedef uint32_t sx_ref;
enum sx_flag {
	SX_HAS_VAR = 1,          /* a variable (of any variability) or a latch */
	SX_HAS_TIME = 2,
	SX_HAS_ITER = 4,         /* also bound ones of reductions */
	SX_HAS_LOCAL = 8,
	/* a relation or FLOOR, CEIL, INTEGER_OF, QUOT, MOD, REM of Real arguments, or of Integers that move, not under
	 * NOEVENT */
	SX_HAS_RELATION = 16,
	SX_HAS_DER = 32, SX_HAS_PRE = 64,
	SX_HAS_CALL = 128,
	SX_HAS_EVENT_OP = 256,   /* SAMPLE, INITIAL, TERMINAL, EDGE-like */
	SX_HAS_STATEFUL = 512,   /* DELAY, SAMPLE, TRANSPORT: may not be duplicated or moved */
	SX_HAS_CLOCK = 1024,     /* one of the operators of clocks, or a variable of type SX_CLOCK */
	SX_HAS_ASK = 2048,       /* with STATEFUL: each occurrence is a question of its own */
	SX_HAS_SIGN = 4096       /* SIGN: an Integer that moves between events */
};

/* Arguments of NEW_CLOCK. INFERRED: none. RATIONAL: counter/resolution seconds, two Integers, the counter a literal or
 * a clocked variable. REAL: the interval, made of parameters, or a clocked variable. EVENT: a Boolean, and the interval
 * before the first tick. SOLVER: a clock, and the method. */
enum sx_clock_kind { SX_CLOCK_INFERRED, SX_CLOCK_RATIONAL, SX_CLOCK_REAL, SX_CLOCK_EVENT, SX_CLOCK_SOLVER };

/* Arguments of SOURCE. PERIODIC: the period, the offset, and the name of the domain, a String literal: all of one
 * domain are synchronous. EDGE: a Boolean that becomes true. INITIAL: an INITIAL node; the beginning of the run. */
enum sx_source_kind { SX_SOURCE_PERIODIC, SX_SOURCE_EDGE, SX_SOURCE_INITIAL, SX_SOURCE_OF };

/* What is asked of a transport: the values at its two ends; how far x may go until the next jump comes to an end; the
 * derivatives of the values by x. */
enum sx_transported { SX_END_0, SX_END_1, SX_JUMP_0, SX_JUMP_1, SX_SLOPE_0, SX_SLOPE_1 };

typedef struct sx_node { uint8_t op, type; uint16_t flags; uint32_t payload, first, count; } sx_node;
typedef struct sx_pool sx_pool;

sx_pool *sx_pool_new(sb_arena *arena, sb_names *names);
/* A pool in which every handle of `pool` means the same; what is built in it is seen in it alone. The original must not
 * change while the copy is in use. `names` has all names of the original's (sb_names_over). */
sx_pool *sx_pool_copy(sb_arena *arena, sb_names *names, const sx_pool *pool);

/* Whether operands stay that have variables in them and no part in the value: of 0*u, 0/u, u^0, 1^u, `false and b`, and
 * the condition of `if b then u else u`. They are left out otherwise. Clocks are found from all that is written, so a
 * model with clocks keeps them until its clocks are known. */
void sx_keep_operands(sx_pool *pool, bool keep);
bool sx_keeps_operands(const sx_pool *pool);
/* Has an operand with one of these flags been left out? */
bool sx_has_lost(const sx_pool *pool, uint16_t flags);

/* Reading, which every pass does all the time, so it is here and not behind a call. A pool begins with what it needs;
 * nobody else looks at it. The node pointer is valid until the next node is built. */
typedef struct sx_reading { sx_node *nodes; sx_ref *args; uint32_t count; } sx_reading;

/* Handles are 1 .. count-1; maps by handle are arrays of this size. */
static inline uint32_t sx_count(const sx_pool *pool)
{
	return ((const sx_reading *)pool)->count;
}

/* A handle that is not of this pool reads as none. */
static inline const sx_node *sx_at(const sx_pool *pool, sx_ref e)
{
	const sx_reading *read = (const sx_reading *)pool;
	return &read->nodes[e < read->count ? e : 0];
}

static inline sx_ref sx_arg(const sx_pool *pool, sx_ref e, uint32_t i)
{
	const sx_node *node = sx_at(pool, e);
	return i < node->count ? ((const sx_reading *)pool)->args[node->first + i] : 0;
}

static inline sx_op sx_op_of(const sx_pool *pool, sx_ref e)
{
	return (sx_op)sx_at(pool, e)->op;
}

static inline sx_type sx_type_of(const sx_pool *pool, sx_ref e)
{
	return (sx_type)sx_at(pool, e)->type;
}

static inline uint16_t sx_flags(const sx_pool *pool, sx_ref e)
{
	return sx_at(pool, e)->flags;
}

static inline bool sx_is_const(const sx_pool *pool, sx_ref e)
{
	return sx_at(pool, e)->op == SX_CONST;
}

const char *sx_op_name(sx_op op);
double sx_real_value(const sx_pool *pool, sx_ref e);        /* of a CONST, any numeric type */
int64_t sx_int_value(const sx_pool *pool, sx_ref e);
const char *sx_string_value(const sx_pool *pool, sx_ref e);
bool sx_is_number(const sx_pool *pool, sx_ref e, double value);   /* a Real or Integer CONST of this value */
/* Is the node itself (not its parts) a relation or one of FLOOR ... REM that makes state or time events where no
 * NOEVENT is around it? It is if an operand is Real and one can move (is not made of literals and iterators alone). */
bool sx_makes_event(const sx_pool *pool, sx_ref e);

/* Building. A none (0) argument, a wrong number of arguments, or types that the operator has no meaning for give none.
 * Types: DIV, POW and the functions are Real; SIGN and INTEGER_OF Integer; ADD, SUB, MUL, MIN, MAX, ABS, QUOT, MOD, REM
 * Integer if all arguments are, else Real; IF and HOMOTOPY the common type. ADD of Strings is CONCAT. NOEVENT and
 * SMOOTH of what holds no relation are dropped. In a product with a literal the literal is the first factor.
 * The arithmetic: POW with exponent 2 is x*x, else pow(); MIN is x < y ? x : y, MAX x > y ? x : y; of Reals MOD is x -
 * floor(x/y)*y, QUOT trunc(x/y), REM x - trunc(x/y)*y; SUM starts from 0, PRODUCT from 1. Literals are never folded
 * into NaN or an infinity, nor where an Integer overflows. */
sx_ref sx_real(sx_pool *pool, double value);
sx_ref sx_int(sx_pool *pool, int64_t value);
sx_ref sx_bool(sx_pool *pool, bool value);
sx_ref sx_string(sx_pool *pool, const char *value);
sx_ref sx_var(sx_pool *pool, uint32_t variable, sx_type type, const sx_ref *subscripts, uint32_t count);
sx_ref sx_local(sx_pool *pool, uint32_t local, sx_type type, const sx_ref *subscripts, uint32_t count);
sx_ref sx_iter(sx_pool *pool, uint32_t iterator);
uint32_t sx_new_iter(sx_pool *pool, const char *name);      /* a fresh iterator; the name is for printing */
const char *sx_iter_name(const sx_pool *pool, uint32_t iterator);
sx_ref sx_time(sx_pool *pool);
sx_ref sx_unary(sx_pool *pool, sx_op op, sx_ref a);
sx_ref sx_binary(sx_pool *pool, sx_op op, sx_ref a, sx_ref b);
sx_ref sx_if(sx_pool *pool, sx_ref condition, sx_ref yes, sx_ref no);
sx_ref sx_call(sx_pool *pool, uint32_t function, sx_type type, const sx_ref *args, uint32_t count);
sx_ref sx_out(sx_pool *pool, sx_ref call, uint32_t which, sx_type type);
sx_ref sx_array(sx_pool *pool, sx_type type, const uint32_t *dims, uint32_t rank, const sx_ref *elements,
				uint32_t count);
const uint32_t *sx_shape(const sx_pool *pool, sx_ref array, uint32_t *rank);      /* of an ARRAY node */
/* AT, folded for VAR, LOCAL and constants. */
sx_ref sx_elem(sx_pool *pool, sx_ref array, const sx_ref *subscripts, uint32_t count);
sx_ref sx_reduce(sx_pool *pool, sx_op op, uint32_t iterator, sx_ref from, sx_ref to, sx_ref body);
/* String(x, significantDigits, minimumLength, leftJustified); pass 0 for what was not given (6, 0, true). In place of
 * the digits a String may be given, a format. */
sx_ref sx_to_string(sx_pool *pool, sx_ref value, sx_ref digits, sx_ref length, sx_ref left);
sx_ref sx_cast(sx_pool *pool, sx_ref e, sx_type type);
/* Any node: the same folding and hash-consing as the makers above. Passes that rebuild use this. */
sx_ref sx_make(sx_pool *pool, sx_op op, sx_type type, uint32_t payload, const sx_ref *args, uint32_t count);

/* Rewriting: calls `rewrite` on every node bottom-up (arguments already rewritten); it returns the node itself or
 * another. `enter`, if not NULL, may stop the descent by returning a replacement (nonzero) before the arguments are
 * visited. Either may be NULL. Where new arguments let a node simplify to one of them, that is not rewritten a second
 * time. */
typedef struct sx_rewriter {
	sx_ref (*rewrite)(struct sx_rewriter *self, sx_pool *pool, sx_ref e);
	sx_ref (*enter)(struct sx_rewriter *self, sx_pool *pool, sx_ref e);
	void *context;
	sx_ref from;                                            /* in `rewrite`: the node with its arguments as they were */
	sb_map done;                                            /* set up by sx_rewriter_new */
} sx_rewriter;
sx_rewriter sx_rewriter_new(sb_arena *scratch, sx_ref (*rewrite)(sx_rewriter *, sx_pool *, sx_ref), void *context);
sx_ref sx_rewrite(sx_rewriter *rewriter, sx_pool *pool, sx_ref e);
sx_ref sx_replace(sx_pool *pool, sx_ref e, sx_ref what, sx_ref by);                    /* one leaf or subexpression */
sx_ref sx_bind_iters(sx_pool *pool, sx_ref e, const uint32_t *iterators, const int64_t *values, uint32_t count);

/* Visiting each different subexpression once, arguments before the node. Return false to stop. */
void sx_visit(const sx_pool *pool, sx_ref e, bool (*see)(void *context, const sx_pool *pool, sx_ref e), void *context);
bool sx_contains(const sx_pool *pool, sx_ref e, sx_ref what);

/* Calculus. sx_diff is d e / d x for a VAR, LOCAL, DER, ITER or TIME node x; the derivative of relations, latches and
 * integer-valued functions is 0. `known`, if not NULL, gives the derivative of leaves that depend on x (0: the leaf
 * does not): this is how chains through other equations and total derivatives are made. Returns 0 where it is not known
 * how (calls without derivative: the hook is asked for the CALL and OUT nodes too, see sm_call_derivative; a 0 from it
 * there means not known). A derivative that is zero is sx_real(0), also that of a whole array.
 * `done` may be left zero: each call then has its own memo. Set to sb_map_new(arena) it is kept from call to call,
 * which is right as long as x and the hook's answers stay the same. */
typedef struct sx_chain {
	sx_ref (*leaf)(struct sx_chain *self, sx_pool *pool, sx_ref leaf);
	void *context;
	sb_map done;
} sx_chain;
sx_ref sx_diff(sx_pool *pool, sx_ref e, sx_ref x, sx_chain *known);

/* e = a*x + b with a, b free of x: true and both parts, or false. An if of two linear branches is linear. */
bool sx_linear(sx_pool *pool, sx_ref e, sx_ref x, sx_ref *a, sx_ref *b);

/* Solves left = right for x: the linear case, and simple inverses where exactly one x is on one side and the inverse is
 * unique (exp, log, tan by atan is NOT unique and is refused; odd powers, sqrt, sinh, tanh, asin, ...). Divisions by
 * something that may be zero at run time are fine when `divide` allows it (it is asked with the divisor). Returns 0 if
 * it cannot. */
sx_ref sx_solve(sx_pool *pool, sx_ref left, sx_ref right, sx_ref x, bool (*divide)(void *context, sx_ref divisor),
				void *context);
/* The same with calls that have an inverse: call = value is undone by `invert`, which gives what the argument is then,
 * or 0. */
typedef sx_ref (*sx_invert)(void *context, sx_ref call, uint32_t argument, sx_ref value);
sx_ref sx_solve_by(sx_pool *pool, sx_ref left, sx_ref right, sx_ref x, bool (*divide)(void *context, sx_ref divisor),
				   sx_invert invert, void *context);

/* Values, by interpretation: constant folding, parameters at translation time (expr/value.h). */
sx_value sx_value_of_const(const sx_pool *pool, sx_ref e);
typedef struct sx_env {
	/* VAR, LOCAL, TIME, DER, PRE, LATCH, CALL, ... */
	bool (*leaf)(struct sx_env *self, const sx_pool *pool, sx_ref leaf, sx_value *out);
	void *context;
	/* also those of reductions while inside */
	const uint32_t *iterators; const int64_t *iterator_values; uint32_t iterator_count;
	sb_arena *strings; /* where Strings that are made go; NULL: into the pool's names */
} sx_env;
/* False: something is not known, or an Integer operation has no result. Only the branch of an if that is taken is
 * looked at. */
bool sx_eval(const sx_pool *pool, sx_ref e, sx_env *env, sx_value *out);

/* Printing, as Modelica. `leaf`, if not NULL, writes VAR, LOCAL and LATCH nodes (whole, with their subscripts:
 * sx_print_subscripts writes [i, j], or nothing) and the names of functions (for CALL nodes); ASK nodes as a whole. */
typedef struct sx_printer {
	void (*leaf)(struct sx_printer *self, const sx_pool *pool, sx_ref leaf, sb_text *out); void *context;
	bool capitals;            /* in the words of COSY: SQRT(X) = 1.0 AND NOT B, X' */
	/* only what can be read again: `leaf` writes ITER too, and for OUT the name of a function that gives that result
	 * alone */
	bool valid;
} sx_printer;
void sx_print(const sx_pool *pool, sx_ref e, sx_printer *printer, sb_text *out);
void sx_print_subscripts(const sx_pool *pool, sx_ref e, sx_printer *printer, sb_text *out);

#endif
