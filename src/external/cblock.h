/* Blocks in C (include/saltus_block.h) as opaque components: what stands behind a component whose behaviour is a
 * function of the model's own C. The front end describes its items; the operations put the numbers where the function
 * looks for them, call it, and look at what it has written.
 *
 * Each item has memory of its own with a guard behind it. A function that writes past an item fails with a message that
 * names the item, and what is behind it is not changed. A result that was not written fails, too. */
#ifndef SALTUS_EXTERNAL_CBLOCK_H
#define SALTUS_EXTERNAL_CBLOCK_H

#include "external/component.h"
#include "saltus_block.h"

/* free: it gets its value at the start from the function. */
typedef struct sl_cblock_item {
	const char *name; saltus_item_type type; int rank, count; const int *sizes; bool free;
} sl_cblock_item;
typedef struct sl_cblock_items { sl_cblock_item *at; uint32_t n; } sl_cblock_items;

/* The context of the component, whose outputs are those of the block and then its constraints. It lives as long as the
 * model. */
typedef struct sl_cblock {
	sl_cblock_items items[SALTUS_KINDS];
	bool events;                     /* something can happen to it: it has update and commit */
	bool starts;                     /* some of its states get their value at the start from the function */
	uint8_t follows;                 /* what it is told of steps: SL_FOLLOWS_VALUES, SL_FOLLOWS_TRIES */
	/* of a block in Python: its text, the name of its function, and seconds that a call may take; NULL: it is C */
	const char *python, *function; double limit;
	sl_block_operations operations;  /* made by sl_cblock_close */
} sl_cblock;

void sl_cblock_close(sl_cblock *block);
extern const char sl_block_header[];       /* the text of saltus_block.h, for C that users write */
extern const char sl_scicos_header[];      /* and of saltus_scicos.h, for functions of Scicos */

#endif
