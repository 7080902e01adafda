/* The operations of an opaque component: the C that stands behind it. model/block.h says what they mean, and what
 * they may rely on. The maker of a component gives these functions; the runtime calls them (code/runtime/opaque.c). */
#ifndef SALTUS_EXTERNAL_COMPONENT_H
#define SALTUS_EXTERNAL_COMPONENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SL_NEVER 1e60        /* the time of an event that does not come */

/* A function of the model's own C text or libraries that is behind the component; NULL: there is none. The same one may
 * be at another address when the program was compiled better, so each call brings it. */
typedef void (*sl_block_code)(void);
/* What has happened: the start, the time that was asked for, crossings (by scalar: +1 up, -1 down, 0 neither),
 * activations (by scalar). */
typedef struct sl_block_event { bool initial, due; const int *crossed, *active; } sl_block_event;
/* rates: of a residual. texts: the parameters that are Strings, in order. event: of outputs that are computed when
 * activations come; NULL of others. */
typedef struct sl_block_values {
	double time; const double *parameters, *inputs, *states, *discrete, *rates; const char *const *texts;
	const sl_block_event *event;
	sl_block_code code;
	uint64_t number;                 /* of the call, which may ask for several items; 0: it has none */
} sl_block_values;
/* On entry the values before, SL_NEVER, NaN and false; states that do not jump are not looked at. delays: by scalar of
 * the activations that it programs, NaN: it does not. stop: the run is to end. */
typedef struct sl_block_jump { double *states, *discrete, next, *delays; bool stop; } sl_block_jump;

/* What an operation is called for. */
typedef enum sl_block_part {
	SL_BLOCK_OUTPUT, SL_BLOCK_RATE, SL_BLOCK_CROSSING, SL_BLOCK_UPDATE, SL_BLOCK_INITIALISE, SL_BLOCK_COMMIT,
	SL_BLOCK_BEGIN, SL_BLOCK_RESIDUAL, SL_BLOCK_OUTPUT_SLOPE, SL_BLOCK_RATE_SLOPE, SL_BLOCK_RESIDUAL_SLOPE
} sl_block_part;
typedef struct sl_block_motion { const double *inputs, *states, *rates; } sl_block_motion;

/* What a component may be told of steps: that one ends, where the rates were computed; its values there, and on both
 * sides of the instants at which steps end; its values where the solver evaluates the rates. */
enum { SL_FOLLOWS_ENDS = 1, SL_FOLLOWS_VALUES = 2, SL_FOLLOWS_TRIES = 4 };
typedef enum sl_block_phase {
	SL_BEFORE_EVENT = -1, SL_MESH = 0, SL_EVENT = 1, SL_TRY = 2, SL_BEFORE_CROSSING = 4, SL_CROSSED = 5
} sl_block_phase;
/* The rows are there if it follows values. */
typedef struct sl_block_step {
	double time; sl_block_phase phase; const double *inputs, *states, *discrete;
} sl_block_step;

/* False: it has failed. Operations that nothing is declared for may be NULL, and so may
 * initialise (states begin with their start values), end, commit, save, restore and doing. */
typedef struct sl_block_operations {
	void *(*make)(void *context, const char *name, const double *parameters);        /* NULL: it cannot be made */
	void (*end)(void *self);         /* before free, if nothing has crashed; may fail, as all but free may */
	void (*free)(void *self);
	bool (*initialise)(void *self, const sl_block_values *v, double *states);         /* on entry: start values */
	bool (*output)(void *self, const sl_block_values *v, uint32_t item, double *out);        /* its elements; before
		on entry where it is computed when activations come */
	bool (*rate)(void *self, const sl_block_values *v, uint32_t item, double *out);
	bool (*residual)(void *self, const sl_block_values *v, uint32_t scalar, double *out);      /* one number */
	/* how an output, a rate or a residual (`of`) moves if inputs, states and rates move so; NULL: differences tell */
	bool (*slope)(void *self, const sl_block_values *v, sl_block_part of, uint32_t item, const sl_block_motion *motion,
				  double *out);
	bool (*crossing)(void *self, const sl_block_values *v, uint32_t item, double *out);
	bool (*update)(void *self, const sl_block_values *v, const sl_block_event *e, sl_block_jump *jump);
	void (*commit)(void *self, const sl_block_values *v, const sl_block_event *e);
	size_t (*save)(void *self, void *to, size_t room);       /* how much there is; written if there is room for it */
	bool (*restore)(void *self, const void *from, size_t size);
	/* Tells of the steps of the solver, as far as `follows` says. True: a crossing of the component has passed zero by
	 * that. */
	bool (*stepped)(void *self, const sl_block_step *step);
	uint8_t follows;
	const char *(*doing)(const void *self);          /* the call that it is in, for messages; NULL: it has none */
} sl_block_operations;

#endif
