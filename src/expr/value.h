/* Operations on values: the list of operators, and one of them applied to values, with the arithmetic of the generated
 * code. Folding, interpretation and the formulas of an image (code/image/formula.c) share it.
 *
 * This header knows no expressions. It is the one header of expr/ that runs may include. */
#ifndef SALTUS_EXPR_VALUE_H
#define SALTUS_EXPR_VALUE_H

#include "base/map.h"
#include "base/text.h"

typedef enum sx_type { SX_NOTYPE, SX_REAL, SX_INTEGER, SX_BOOLEAN, SX_STRING, SX_CLOCK } sx_type;

/* The operators, in one list: name, spelling, number of arguments (-1: any). */
#define SX_OPS(X)                                                                                                      \
	/* leaves; payload */                                                                                              \
	X(CONST, "", 0)  /* literal: value by sx_real_value, ... */                                                        \
	X(VAR, "", -1)   /* payload: variable of the model; args: subscripts (from 1), none for scalars and wholes */      \
	X(LOCAL, "", -1) /* payload: local of the function that the expression belongs to; args as VAR */                  \
	X(ITER, "", 0)   /* payload: iterator (an Integer of a family, a for statement or a reduction) */                  \
	X(TIME, "time", 0)                                                                                                 \
	X(INITIAL, "initial", 0)                                                                                           \
	X(TERMINAL, "terminal", 0)                                                                                         \
	X(LATCH, "", -1) /* payload: watched condition of a plan, or the first of a block and how many after it */         \
	/* arithmetic */                                                                                                   \
	X(NEG, "-", 1) X(ADD, "+", 2) X(SUB, "-", 2) X(MUL, "*", 2) X(DIV, "/", 2) X(POW, "^", 2)                          \
	/* relations and logic */                                                                                          \
	X(LT, "<", 2) X(LE, "<=", 2) X(GT, ">", 2) X(GE, ">=", 2) X(EQ, "==", 2) X(NE, "<>", 2)                            \
	X(AND, "and", 2) X(OR, "or", 2) X(NOT, "not", 1)                                                                   \
	X(IF, "if", 3)                                                                                                     \
	/* functions of numbers */                                                                                         \
	X(SIN, "sin", 1) X(COS, "cos", 1) X(TAN, "tan", 1) X(ASIN, "asin", 1) X(ACOS, "acos", 1) X(ATAN, "atan", 1)        \
	X(ATAN2, "atan2", 2) X(SINH, "sinh", 1) X(COSH, "cosh", 1) X(TANH, "tanh", 1) X(EXP, "exp", 1) X(LOG, "log", 1)    \
	X(LOG10, "log10", 1) X(SQRT, "sqrt", 1) X(ABS, "abs", 1) X(SIGN, "sign", 1) X(MIN, "min", 2) X(MAX, "max", 2)      \
	X(FLOOR, "floor", 1) X(CEIL, "ceil", 1) X(INTEGER_OF, "integer", 1)  /* INTEGER_OF: floor, as an Integer */        \
	X(QUOT, "div", 2) X(MOD, "mod", 2) X(REM, "rem", 2)                                                                \
	X(TO_REAL, "Real", 1)   /* Integer or Boolean(0, 1) to Real */                                                     \
	X(TO_INTEGER, "Integer", 1) /* Boolean or enumeration to Integer */                                                \
	/* time and events */                                                                                              \
	X(DER, "der", 1)        /* of a VAR in models; of any expression only before structure */                          \
	X(PRE, "pre", 1)        /* of a VAR */                                                                             \
	X(NOEVENT, "noEvent", 1)                                                                                           \
	X(SMOOTH, "smooth", 1)  /* payload: the order */                                                                   \
	X(SAMPLE, "sample", 2)  /* start, interval; payload: site (each written sample is its own clock) */                \
	X(DELAY, "delay", 3)    /* expression, delay, longest delay; payload: site */                                      \
	X(HOMOTOPY, "homotopy", 2)                                                                                         \
	X(TRANSPORT, "spatialDistribution", -1) /* in0, in1, x, positive velocity, n points, n values; payload: site. It   \
	                                           has no value itself, only as the argument of: */                        \
	X(TRANSPORTED, "spatialDistribution", -1) /* Real; payload: the end, 0 or 1; of a TRANSPORT. In plans: x,          \
	                                             positive velocity; payload: 8*number + enum sx_transported, and       \
	                                             what goes in is no argument */                                        \
	/* strings */                                                                                                      \
	X(CONCAT, "+", 2)                                                                                                  \
	X(TO_STRING, "String", 4) /* value, significantDigits or format, minimumLength, leftJustified (sx_to_string) */    \
	/* calls and arrays */                                                                                             \
	X(CALL, "", -1)         /* payload: function of the model; value: its first result */                              \
	X(OUT, "", 1)           /* payload: number of the result, from 0; args: the CALL */                                \
	X(ARRAY, "", -1)        /* payload: shape (sx_shape); args: the elements, row by row */                            \
	X(AT, "", -1)           /* args: array, then subscripts */                                                         \
	X(SIZE, "size", 2)      /* array, dimension; only where it is not known, in functions */                           \
	X(SUM, "sum", 4) X(PRODUCT, "product", 4) X(MINIMUM, "min", 4) X(MAXIMUM, "max", 4) /* ITER, from, to, body */     \
	/* clocks (model/model.h): what they mean is found by structure, which puts other things in their place. Their     \
	   type is the caller's to say. Factors are literals; 0 is one that is inferred */                                 \
	X(NEW_CLOCK, "Clock", -1)          /* payload: enum sx_clock_kind + 8*site; args: see there */                     \
	X(SAMPLED, "sample", -1)           /* value, left limit of it at the ticks of [, clock] */                         \
	X(HOLD, "hold", -1)                /* VAR */                                                                       \
	X(SUB_SAMPLE, "subSample", -1) X(SUPER_SAMPLE, "superSample", -1)         /* value or clock, factor */             \
	X(SHIFT_SAMPLE, "shiftSample", -1) X(BACK_SAMPLE, "backSample", -1) /* value or clock, counter, resolution */      \
	X(NO_CLOCK, "noClock", -1)         /* value */                                                                     \
	X(PREVIOUS, "previous", -1)        /* VAR */                                                                       \
	X(INTERVAL, "interval", -1) X(FIRST_TICK, "firstTick", -1)                /* [value] */                            \
	/* activations; sm_lower_activations makes events of them */                                                       \
	X(SOURCE, "Activation", -1)        /* Boolean; payload: enum sx_source_kind + 4*site; args: see there */           \
	X(ACTIVE, "active", -1)            /* Boolean; of a VAR that is an activation */                                   \
	X(PERIOD, "interval", -1)          /* Real, known before the run; of a VAR that is an activation */                \
	/* routines (model/process.h): something that only they ask, each time anew; never shared, moved or folded */      \
	X(ASK, "", -1)          /* payload: enum sm_question; args: object, subscript, arguments; the type is the
	                           caller's to say */

typedef enum sx_op {
	SX_NOTHING,
#define X(name, spelling, arity) SX_##name,
	SX_OPS(X)
#undef X
	SX_OP_COUNT
} sx_op;

static inline bool sx_is_order(sx_op op)                     /* < <= > >= */
{
	return op == SX_LT || op == SX_LE || op == SX_GT || op == SX_GE;
}
static inline bool sx_is_relation(sx_op op)                  /* these, == and <> */
{
	return sx_is_order(op) || op == SX_EQ || op == SX_NE;
}

/* Scalars of a model by number, each with a value: what was given, set or changed. */
typedef struct sx_given { uint32_t scalar; double value; } sx_given;
typedef sb_vec(sx_given) sx_givens;

typedef struct sx_value { sx_type type; double real; int64_t integer; const char *string; } sx_value;

sx_value sx_value_real(double value);
sx_value sx_value_int(int64_t value);
sx_value sx_value_bool(bool value);
sx_value sx_value_string(const char *value);

/* A format is that of printf for one number, without the '%': ".2f" for a Real, "05d" for an Integer. D is E of
 * FORTRAN. */
bool sx_is_format(const char *format, sx_type type);
void sx_add_format(sb_text *out, const sx_value *v, const char *format);

/* Where texts that are made go: the arena, or the pool's names if it is NULL. */
typedef struct sx_texts { sb_names *names; sb_arena *arena; } sx_texts;

/* `type` is the type of the result; the arguments have the types that the constructors give them. False where the
 * operator is not a function of its arguments alone, and where an Integer result does not exist (division by zero,
 * overflow). A Real result may be NaN or infinite. */
bool sx_apply(sx_op op, sx_type type, const sx_value *a, uint32_t count, sx_texts texts, sx_value *out);

#endif
