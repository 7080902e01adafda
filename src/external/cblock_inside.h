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

/* cblock_numbers.c. load and store: from and to the row of a kind; they give what is behind the last one there. clear:
 * what the function must write gets a value that it does not give; of a narrow number there is none such, so there is a
 * second one, and two calls tell. */
const char *sl_cblock_type_name(saltus_item_type type);
size_t sl_cblock_size(saltus_item_type type);            /* of an element, in bytes */
bool sl_cblock_is_narrow(saltus_item_type type);         /* a whole number that is no int */
const double *sl_cblock_load(const saltus_item *item, const double *from);
double *sl_cblock_store(const saltus_item *item, double *to);
bool sl_cblock_is_same(const saltus_item *item, const double *before);
void sl_cblock_clear(void *row, saltus_item_type type, int count);
bool sl_cblock_is_clear(const void *row, saltus_item_type type, int k);
void sl_cblock_flip(void *row, saltus_item_type type, int count);
bool sl_cblock_is_flipped(const void *row, saltus_item_type type, int k);

/* python.c: a process that has the function */
void sl_python_call(sl_running *r, saltus_call which);
bool sl_python_lives(const sl_running *r);
void sl_python_free(sl_python *p);                   /* NULL is fine */

#endif
