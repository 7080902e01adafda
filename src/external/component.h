/* The operations of an opaque component: the C that stands behind it. model/block.h says what they mean, and what they
 * may rely on. Whoever makes a component gives these; the runtime calls them (code/runtime/opaque.c). */
#ifndef SALTUS_EXTERNAL_COMPONENT_H
#define SALTUS_EXTERNAL_COMPONENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SL_NEVER 1e60        /* the time of an event that does not come */

typedef struct sl_block_values { double time; const double *parameters, *inputs, *states, *discrete; } sl_block_values;
/* What has happened: the start, the time that was asked for, crossings (by scalar: +1 up, -1 down, 0 neither). */
typedef struct sl_block_event { bool initial, due; const int *crossed; } sl_block_event;
/* On entry the values before, and SL_NEVER; states that do not jump are not looked at. */
typedef struct sl_block_jump { double *states, *discrete, next; } sl_block_jump;

/* False: it has failed. Operations that nothing is declared for may be NULL, and so may
 * initialise (states begin with their start values), commit, save and restore. */
typedef struct sl_block_operations {
	void *(*make)(void *context, const char *name, const double *parameters);        /* NULL: it cannot be made */
	void (*free)(void *self);
	bool (*initialise)(void *self, const sl_block_values *v, double *states);
	bool (*output)(void *self, const sl_block_values *v, uint32_t item, double *out);        /* its elements */
	bool (*rate)(void *self, const sl_block_values *v, uint32_t item, double *out);
	bool (*crossing)(void *self, const sl_block_values *v, uint32_t item, double *out);
	bool (*update)(void *self, const sl_block_values *v, const sl_block_event *e, sl_block_jump *jump);
	void (*commit)(void *self, const sl_block_values *v, const sl_block_event *e);
	size_t (*save)(void *self, void *to, size_t room);       /* how much there is; written if there is room for it */
	bool (*restore)(void *self, const void *from, size_t size);
} sl_block_operations;

/* What an operation is called for. */
typedef enum sl_block_part {
	SL_BLOCK_OUTPUT, SL_BLOCK_RATE, SL_BLOCK_CROSSING, SL_BLOCK_UPDATE, SL_BLOCK_INITIALISE, SL_BLOCK_COMMIT
} sl_block_part;

#endif
