/* Short-lived stacks and maps of handles for one pass over an expression. Most expressions are small, so both begin in
 * their owner's frame and go to the heap only when they grow; a pass over a handful of nodes allocates nothing. */
#ifndef SALTUS_EXPR_SCRATCH_H
#define SALTUS_EXPR_SCRATCH_H

#include "base/arena.h"

typedef struct sx_stack { uint32_t *at, n, cap; uint32_t own[64]; } sx_stack;

void sx_stack_start(sx_stack *stack);
void sx_stack_grow(sx_stack *stack);
void sx_stack_end(sx_stack *stack);

static inline void sx_stack_push(sx_stack *stack, uint32_t value)
{
	if (stack->n == stack->cap)
		sx_stack_grow(stack);
	stack->at[stack->n++] = value;
}

/* From handles (not 0) to 32-bit values. */
typedef struct sx_memo { uint64_t *slots; uint32_t n, cap; uint64_t own[64]; } sx_memo;

void sx_memo_start(sx_memo *memo);
void sx_memo_end(sx_memo *memo);
void sx_memo_clear(sx_memo *memo);
bool sx_memo_get(const sx_memo *memo, uint32_t key, uint32_t *value);
void sx_memo_put(sx_memo *memo, uint32_t key, uint32_t value);

#endif
