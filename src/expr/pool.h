/* The inside of the pool, for the files of this folder only. */
#ifndef SALTUS_EXPR_POOL_H
#define SALTUS_EXPR_POOL_H

#include "expr/expr.h"

/* An argument always has a smaller handle than the node that uses it: it had to be built first. Passes lean on this to
 * leave out whole subexpressions that are older than what they look for. */
struct sx_pool {
	sx_reading read;
	sb_arena *arena;
	sb_names *names;
	uint32_t cap;
	uint32_t arg_count, arg_cap;
	uint64_t *table; /* open addressing; hash and handle, so that most probes touch nothing else; 0 is free */
	uint32_t mask;
	uint64_t *consts;                 /* bits of literals; a CONST's payload is an index into it */
	uint32_t const_count, const_cap;
	sb_u32s shapes;                   /* rank, dims ...; an ARRAY's payload is an index into it */
	sb_map shape_of;
	sb_strings iterators;
	uint16_t lost;                    /* flags of operands that were left out */
	bool whole;                       /* see sx_keep_operands */
};

sx_ref sx_intern(sx_pool *pool, sx_op op, sx_type type, uint32_t payload, const sx_ref *args, uint32_t count);
sx_ref sx_const(sx_pool *pool, sx_type type, uint64_t bits);
int sx_arity(sx_op op);

/* Can the leaf e (a VAR, a LOCAL or the DER of one) be the same thing as x? Elements of one array with subscripts
 * such as i and i - 1 differ, i and j may be equal; a whole array may hold the element. */
typedef enum sx_same { SX_DIFFERENT, SX_MAYBE, SX_SAME } sx_same;
sx_same sx_same_leaf(const sx_pool *pool, sx_ref e, sx_ref x);

/* Does the value of e at this instant depend on x? der(x), pre(x) and delay(x, ...) do not. SX_MAYBE: on something
 * that may be x, see above. The memo keeps the answers for all subexpressions. */
struct sx_memo;
sx_same sx_depends(const sx_pool *pool, sx_ref e, sx_ref x, struct sx_memo *memo);

#endif
