/* What the files of this room share. */
#ifndef SALTUS_MODEL_ACTIVATION_INSIDE_H
#define SALTUS_MODEL_ACTIVATION_INSIDE_H

#include "model/activate/activate.h"

/* group: those of one group are synchronous; the number of one that is alone is its own */
typedef struct sm_source { sx_ref node; uint32_t event, group; sx_ref now; } sm_source;

/* Scalars that equations make equal are one path; the smallest stands for it. */
typedef struct sm_activating {
	sm_model *m;
	sb_arena *scratch;
	sm_owners owners;
	sb_vec(sm_source) sources;
	sb_map by_node;                  /* SOURCE -> source + 1 */
	sb_map groups;                   /* name of a domain, interned -> group */
	uint32_t group_count;
	uint32_t *same;                  /* by scalar: another one of its path, or itself */
	sx_ref *given;                   /* by path: what gives it; 0: nothing, or it is programmed */
	uint32_t *programmed;            /* by path: source + 1 */
	uint8_t *state;                  /* by path: of the walk that looks for loops */
	uint64_t **sets;                 /* by path: the groups that it may come from, a set of bits */
	uint32_t words;                  /* of a set */
} sm_activating;

/* The points of a domain one after another. */
typedef struct sm_points { const sm_domain *domain; uint32_t *iterators; int64_t *values; bool more; } sm_points;

/* activate.c */
sm_points sm_first_point(sb_arena *arena, const sm_domain *domain);
void sm_next_point(sm_points *p);
sx_ref sm_at_point(const sm_model *m, const sm_points *p, sx_ref e);
bool sm_is_activation(const sm_model *m, sx_ref e);                /* a VAR, SOURCE, or what is made of these */

/* activation_paths.c */
uint32_t sm_path_of(sm_activating *a, uint32_t scalar);
void sm_join_paths(sm_activating *a, uint32_t one, uint32_t other);
bool sm_walk_paths(sm_activating *a);                              /* loops, sets; false after a message */
/* The groups that an activation may come from; NULL: it is none. */
const uint64_t *sm_groups_of(sm_activating *a, sx_ref e);
bool sm_put_periods(sm_activating *a);                             /* numbers for PERIOD; false after a message */

/* activation_extract.c: activation(u) becomes a union of activations; false after a message */
bool sm_extract_activations(sm_activating *a);

/* activation_limits.c */
void sm_read_left_limits(sm_activating *a);

/* Every expression of a list of equations, at any depth, is replaced by what `map` makes of it. */
typedef sx_ref (*sm_expr_map)(void *context, sx_ref e);
void sm_map_equations(sm_model *m, sm_equations *list, sm_expr_map map, void *context);

#endif
