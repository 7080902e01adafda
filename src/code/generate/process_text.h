/* Private to routines of the model (process_text.c, process_routine.c): the one that is being written. */
#ifndef SALTUS_CODE_PROCESS_TEXT_H
#define SALTUS_CODE_PROCESS_TEXT_H

#include "code/generate/generate.h"

typedef struct sc_frame {
	const sm_routine *routine;
	const uint32_t *slot;          /* by local: its first */
	uint32_t next;                 /* slot that is free for a loop */
	uint32_t places;               /* where it goes on, so far */
	uint32_t next_site;            /* of the statement that comes next */
	bool rounds;                   /* it has loops that wait */
	bool scratch; /* a statement of it takes scratch memory, and may be left before that is given back */
	sb_vec(struct counter { uint32_t iterator; uint32_t slot; }) counters;       /* of the loops around */
} sc_frame;

const char *sc_slot_member(sx_type type);

#endif
