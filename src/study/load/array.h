/* Whole arrays by name: the text of a value, and the scalars that it is for. */
#ifndef SALTUS_STUDY_ARRAY_H
#define SALTUS_STUDY_ARRAY_H

#include "study/load/load.h"

/* The elements as they are written, row by row. */
typedef struct st_array { uint32_t rank, size[8]; sb_strings elements; } st_array;

/* False: it is not written as an array of elements, but perhaps as another expression. */
bool st_read_array(sb_arena *arena, const char *text, st_array *out);
/* The scalars of the array that is called so, one for each element. False: there is no array of this name and size. */
bool st_array_scalars(sb_arena *arena, const sm_model *m, const char *name, const st_array *array, sb_u32s *out);

#endif
