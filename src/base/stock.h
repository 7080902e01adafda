/* Stocks: memory that is used again.
 *
 * What a run makes when it begins, and puts away when it begins again (its values, its solver, the record, arenas), has
 * the same sizes each time. So a run has a stock. While the run is at work, its thread draws blocks from the stock and
 * puts them back there, and a run that is repeated asks the system for nothing. Where the stock has no block of a size,
 * one is drawn from the heap; one that is put back while no stock is in use goes to the heap. So a block may outlive
 * its stock, and may end in another one.
 *
 * Arenas draw their blocks in this way. Everybody else says so, by sb_draw and sb_put_back in place of sb_resize and
 * free. Who works for a program rather than for the run (a new mode is compiled) uses no stock meanwhile: what such
 * work needs once would be kept until the run ends. Under the address sanitizer all blocks are of the heap.
 *
 * The two kinds do not mix: a block that was drawn is put back, one of sb_resize is freed. Each way to mix them, and a
 * block that is put back twice, ends the program at once.
 */
#ifndef SALTUS_BASE_STOCK_H
#define SALTUS_BASE_STOCK_H

#include <stddef.h>

typedef struct sb_stock sb_stock;

sb_stock *sb_stock_new(void);
void sb_stock_free(sb_stock *stock);             /* with the blocks that lie in it; NULL is fine */
/* This thread draws from it from now on; NULL: from the heap. Returns what it has drawn from before. */
sb_stock *sb_stock_use(sb_stock *stock);

void *sb_draw(void *block, size_t size);         /* like sb_resize; not zeroed */
void *sb_draw_zeros(size_t size);
void sb_put_back(void *block);                   /* NULL is fine */

/* In the place of malloc, calloc, realloc and free, for libraries that allocate by themselves: CMakeLists.txt gives
 * these names to copies of SUNDIALS and KLU, so that a run draws the memory of its solvers like its own. */
void *sb_stock_malloc(size_t size);
void *sb_stock_calloc(size_t count, size_t size);
void *sb_stock_realloc(void *block, size_t size);
void sb_stock_release(void *block);

#endif
