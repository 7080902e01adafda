/* Short-lived stacks and maps of handles: see scratch.h. */
#include "expr/scratch.h"

#include <stdlib.h>
#include <string.h>

void sx_stack_start(sx_stack *stack)
{
	stack->at = stack->own;
	stack->n = 0;
	stack->cap = sizeof stack->own / sizeof *stack->own;
}

void sx_stack_grow(sx_stack *stack)
{
	uint32_t *old = stack->at == stack->own ? NULL : stack->at;
	uint32_t *grown = sb_resize(old, sizeof *grown * 2 * stack->cap);
	if (!old)
		memcpy(grown, stack->own, sizeof *grown * stack->n);
	stack->at = grown;
	stack->cap *= 2;
}

void sx_stack_end(sx_stack *stack)
{
	if (stack->at != stack->own)
		free(stack->at);
}

void sx_memo_start(sx_memo *memo)
{
	memo->slots = memo->own;
	memo->n = 0;
	memo->cap = sizeof memo->own / sizeof *memo->own;
	memset(memo->own, 0, sizeof memo->own);
}

void sx_memo_end(sx_memo *memo)
{
	if (memo->slots != memo->own)
		free(memo->slots);
}

void sx_memo_clear(sx_memo *memo)
{
	memset(memo->slots, 0, sizeof *memo->slots * memo->cap);
	memo->n = 0;
}

/* The handles of a small expression lie close together: as they are they spread well, and stay close in memory too. In
 * a large one (the currents of ten thousand components that meet) they come at equal distances, and would meet in few
 * slots. */
static uint32_t slot_of(const sx_memo *memo, uint32_t key)
{
	uint32_t i = memo->slots == memo->own ? key & (memo->cap - 1) : key * 2654435769u >> (__builtin_clz(memo->cap) + 1);
	while (memo->slots[i] && (uint32_t)(memo->slots[i] >> 32) != key)
		i = (i + 1) & (memo->cap - 1);
	return i;
}

bool sx_memo_get(const sx_memo *memo, uint32_t key, uint32_t *value)
{
	uint64_t slot = memo->slots[slot_of(memo, key)];
	if (!slot)
		return false;
	*value = (uint32_t)slot;
	return true;
}

static void grow(sx_memo *memo)
{
	uint64_t *old = memo->slots;
	uint32_t old_cap = memo->cap;
	memo->cap *= 4;
	memo->slots = sb_resize(NULL, sizeof *old * memo->cap);
	memset(memo->slots, 0, sizeof *old * memo->cap);
	for (uint32_t i = 0; i < old_cap; i++)
		if (old[i])
			memo->slots[slot_of(memo, (uint32_t)(old[i] >> 32))] = old[i];
	if (old != memo->own)
		free(old);
}

void sx_memo_put(sx_memo *memo, uint32_t key, uint32_t value)
{
	uint32_t i = slot_of(memo, key);
	if (!memo->slots[i]) {
		if (2 * memo->n >= memo->cap) {
			grow(memo);
			i = slot_of(memo, key);
		}
		memo->n++;
	}
	memo->slots[i] = (uint64_t)key << 32 | value;
}
