/* Stocks. Blocks of about the same size wait in a list; there are four sizes between two powers of two, so that a block
 * is at most a quarter larger than it has to be. Each block has its size in front.
 *
 * Between the size and what the owner sees stands the next of the blocks that wait, or a mark while the block is drawn.
 * What comes back without the mark was never drawn, or was put back before. The mark also stands where the heap of the
 * C library keeps the size of its own blocks, and no block can be so large: free and realloc refuse what was drawn. */
#include "base/stock.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/check.h"
#include "base/door.h"
#include "base/sanitized.h"
#include "base/stop.h"

typedef struct head {
	alignas(16) size_t room;         /* behind this head */
	uintptr_t next;                  /* of the blocks that wait, or the mark */
} head;

static const uintptr_t drawn = (uintptr_t)-0x5a170;
enum { LEAST = 6, LISTS = 4 * 64 };  /* the smallest block has 2^LEAST bytes */

struct sb_stock { head *waiting[LISTS]; };

static _Thread_local sb_stock *in_use;

sb_stock *sb_stock_new(void)
{
	sb_stock *stock = sb_resize(NULL, sizeof *stock);
	memset(stock, 0, sizeof *stock);
	return stock;
}

void sb_stock_free(sb_stock *stock)
{
	if (!stock)
		return;
	sb_must(stock != in_use, "a stock goes that is in use");
	for (int k = 0; k < LISTS; k++)
		while (stock->waiting[k]) {
			head *block = stock->waiting[k];
			stock->waiting[k] = (head *)block->next;
			free(block);
		}
	free(stock);
}

sb_stock *sb_stock_use(sb_stock *stock)
{
	sb_stock *before = in_use;
	in_use = stock;
	return before;
}

/* A computation that was left may have been inside of a list. */
static sb_stock *usable(void)
{
	return SB_SANITIZED || sb_was_left() ? NULL : in_use;
}

/* The list of the largest size that is not above this one, and that size. */
static int list_of(size_t size, size_t *room)
{
	int power = 63 - __builtin_clzll(size);
	size_t quarter = (size_t)1 << (power - 2);
	*room = size / quarter * quarter;
	return 4 * power + (int)(size / quarter - 4);
}

static head *fresh(size_t room, bool zeroed)
{
	bool refused = (sb_refuse_memory && sb_refuse_memory(room)) || room > SIZE_MAX - sizeof(head);
	head *block = refused ? NULL : zeroed ? calloc(1, sizeof *block + room) : malloc(sizeof *block + room);
	if (!block)
		sb_out_of_memory(room);
	block->room = room;
	block->next = drawn;
	return block;
}

static head *head_of(void *old)
{
	head *block = (head *)old - 1;
	sb_must(block->next == drawn, "memory comes back to a stock that was not drawn from one, or has come back before");
	return block;
}

static void *draw(size_t size, bool zeroed)
{
	sb_stock *stock = usable();
	size_t room, least = (size_t)1 << LEAST, wanted = size < least && !SB_SANITIZED ? least : size;
	if (!stock || wanted > SIZE_MAX / 2)
		return fresh(wanted, zeroed) + 1;
	int list = list_of(wanted, &room);
	if (room < wanted)
		list = list_of(wanted + ((size_t)1 << (list / 4 - 2)), &room);
	head *block = stock->waiting[list];
	if (!block)
		return fresh(room, zeroed) + 1;
	stock->waiting[list] = (head *)block->next;
	block->next = drawn;
	if (zeroed)
		memset(block + 1, 0, size);
	return block + 1;
}

void *sb_draw_zeros(size_t size)
{
	return draw(size, true);
}

void *sb_draw(void *old, size_t size)
{
	if (!old)
		return draw(size, false);
	const head *block = head_of(old);
	if (size <= block->room)
		return old;
	void *larger = memcpy(draw(size, false), old, block->room);
	sb_put_back(old);
	return larger;
}

void sb_put_back(void *old)
{
	sb_stock *stock = usable();
	size_t room;
	if (!old)
		return;
	head *block = head_of(old);
	if (!stock) {
		block->next = 0;
		free(block);
		return;
	}
	int list = list_of(block->room, &room);
	block->next = (uintptr_t)stock->waiting[list];
	stock->waiting[list] = block;
}

void *sb_stock_malloc(size_t size)
{
	return sb_draw(NULL, size);
}

void *sb_stock_calloc(size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		sb_out_of_memory(SIZE_MAX);
	return sb_draw_zeros(count * size);
}

void *sb_stock_realloc(void *block, size_t size)
{
	return sb_draw(block, size);
}

void sb_stock_release(void *block)
{
	sb_put_back(block);
}
