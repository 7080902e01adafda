/* What the files about blocks in C share. */
#ifndef SALTUS_EXTERNAL_CBLOCK_INSIDE_H
#define SALTUS_EXTERNAL_CBLOCK_INSIDE_H

#include "external/cblock.h"

typedef struct sl_piece { struct sl_piece *next; size_t size; } sl_piece;    /* of memory; what was asked for follows */
typedef struct sl_opened { struct sl_opened *next; FILE *file; } sl_opened;

typedef struct sl_python sl_python;

typedef struct sl_running {
	saltus_block b;
	const sl_cblock *of;
	uint64_t *words; size_t count;
	double *jacobian; size_t entries;
	saltus_function *code;
	sl_python *python;               /* NULL: it has not begun, or is C */
	bool begun;
	sl_piece *memory, *kept;
	sl_opened *files;
	void *pending; size_t pending_size;  /* what is to be put into the kept memory when the block has begun */
} sl_running;

/* cblock_services.c: what the function is given, and calls */
extern const char *const sl_cblock_calls[], *const sl_cblock_kinds[SALTUS_KINDS];       /* names, for messages */
extern const saltus_services sl_cblock_services;
void sl_cblock_free_memory(sl_running *r);           /* and files */

/* python.c: a process that has the function */
void sl_python_call(sl_running *r, saltus_call which);
bool sl_python_lives(const sl_running *r);
void sl_python_free(sl_python *p);                   /* NULL is fine */

#endif
