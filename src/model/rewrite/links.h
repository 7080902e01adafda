/* Connections of signals as links of scalars: the sets that they make, however the equations were written. */
#ifndef SALTUS_MODEL_LINKS_H
#define SALTUS_MODEL_LINKS_H

#include "model/model.h"

typedef struct sm_link { uint32_t a, b; sb_span span; const char *component; } sm_link;
typedef struct sm_links {
	const sm_model *m;
	sb_arena *scratch;
	sb_vec(sm_link) list;
	sb_map set;                      /* scalar + 1 -> another one of its set + 1 */
} sm_links;

sm_links sm_links_new(const sm_model *m, sb_arena *scratch);
/* A connection that makes two variables, or elements of them, equal. */
bool sm_is_link(const sm_model *m, const sm_equation *q);
/* Each point of a family, each element of whole arrays. False: it is neither, or has subscripts that are not known. */
bool sm_links_add(sm_links *l, const sm_equation *q);
uint32_t sm_links_top(const sm_links *l, uint32_t scalar);      /* the scalar that stands for its set */
/* By variable: closes the marks over all connections of the model. */
void sm_links_close(const sm_model *m, bool *joined);

#endif
