/* Stocks: memory that is used again.
 *
 * A run allocates its values, its solver, the record and arenas when it begins, and gives them back when it begins
 * again, with the same sizes each time. Therefore a run has a stock. While the run is at work, its thread draws blocks
 * from the stock and puts them back there, and a run that is repeated asks the system for nothing. Where the stock has
 * no block of a size, one is drawn from the heap; one that is put back while no stock is in use goes to the heap. A
 * block may outlive its stock, and may end in another one.
 *
 * Arenas draw their blocks in this way. Others call sb_draw and sb_put_back in place of sb_resize and free. Work for a
 * program rather than for a run, such as compiling a new mode, uses no stock: the stock would keep its memory until the
 * run ends. Under the address sanitizer all blocks are of the heap.
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
