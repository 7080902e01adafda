/* The impulse system of a mode, as the engine uses it (impulse.c), and what people are told of jumps (jumps.c). */
#ifndef SALTUS_ENGINE_IMPULSE_H
#define SALTUS_ENGINE_IMPULSE_H

#include "engine/modes/engine_modes.h"

typedef enum se_jump_source { SE_FROM_NOWHERE, SE_FROM_STATE, SE_FROM_RATE } se_jump_source;
/* The place of the jump of a scalar in the impulse system: der(state), or the value of another scalar. written: the
 * model as written has its derivative. */
typedef struct se_scalar_jump {
	uint32_t scalar;
	se_jump_source source;
	uint32_t at;
	bool negated, written;
	double by;
} se_scalar_jump;

/* A system for impulses of one order. */
typedef struct se_layer {
	sc_program *program;
	const si_image *image;
	sc_data *d;
	bool begun;
	sb_vec(se_scalar_jump) jumps;    /* of all that can jump in this mode */
	se_scalar_jump *of_state;        /* by state of the mode's own image */
	sb_u32s given;                   /* discrete scalars that the system is given */
	sb_u32s steady;                  /* ... and what follows from them alone (structure/modes/steady.c) */
	uint32_t *watch;                 /* by watch of the mode's image: its number in the system + 1 */
	double *functions;               /* by watch of the system */
	/* by root, watch and switch of the system: impulse_parts.c; 0: none */
	uint32_t *part, *region, *watch_part, *switch_part;
} se_layer;

struct se_impulses {
	sb_arena *arena;                 /* of all that it has */
	se_layer *plain;                 /* of order 0, where there are no others */
	se_layer **layers; uint32_t count;       /* by order; NULL: not needed yet */
	se_layer *found;                 /* the one whose jumps were found last */
	se_scalar_jump *plain_of;        /* by jump of layers[0]: the same in `plain` */
	/* parts of all systems: which of them are one; and by part: its positions jump; a jump of it is seen; impulses
	 * below this are rounding */
	sb_u32s joined; bool *broken, *seen; double *least;
	uint32_t opposed;                /* watch + 1 that the jump turns and depends on (se_jump_remains); or 0 */
	bool made;                       /* the jump that was found last: se_note_entered has not told it yet */
	double *strength;                /* by watch of the mode's image */
	sb_vec(se_scalar_jump) told;     /* states of the model that jump, in the jump that was told last */
};

/* The impulse of the function that a condition has in the mode. A function with the same zeros and the other sign
 * may stand for it there or in the system. */
static inline double se_strength_in(const se_layer *l, const si_image *mode, uint32_t watch)
{
	if (!l->watch[watch])
		return 0;
	uint32_t here = mode->watches.at[watch].op, there = l->image->watches.at[l->watch[watch] - 1].op;
	bool turned = (here == SI_GT || here == SI_GE) != (there == SI_GT || there == SI_GE);
	return turned ? -l->functions[l->watch[watch] - 1] : l->functions[l->watch[watch] - 1];
}

/* The value before the instant; a value that the model has stated by reinit counts as such. */
double se_value_before(const se_run *run, const se_frame *old, uint32_t scalar);

/* impulse_tables.c */
se_scalar_jump se_jump_in(const si_image *image, uint32_t scalar);
void se_list_layer(const se_run *run, sb_arena *arena, se_layer *m);     /* of a new layer, which has its image */

double se_jump_taken(const se_layer *l, const se_scalar_jump *j);

/* impulse_parts.c */
void se_add_parts(se_impulses *m, se_layer *l);
/* 0: no impulse moves it. */
uint32_t se_part_of(const se_impulses *m, const se_layer *l, uint32_t scalar);
uint32_t se_part_of_jump(const se_impulses *m, const se_layer *l, const se_scalar_jump *j);
uint32_t se_part_of_watch(const se_impulses *m, const se_layer *l, uint32_t watch);
bool se_switch_is_in(const se_impulses *m, uint32_t k, uint32_t part);
/* The part with which a jump is reported. If no impulse moves the scalar, this is everything that the mode connects
 * it with. */
uint32_t se_told_with(const se_impulses *m, const se_scalar_jump *j);
bool se_is_stated_in(const se_run *run, uint32_t part);   /* has the model said by reinit what becomes of it? */

/* jump_open.c: what people are told where the equations do not say how states jump */
void se_tell_open(se_run *run, const se_frame *old);

/* jump_size.c: E143; old: the mode before, or NULL. */
double se_unseen(const se_run *run);     /* of the size that a state has had: errors of steps, or rounding */
double se_scalar_size(const se_run *run, const se_frame *old, uint32_t scalar);
/* False: steps have left it. */
bool se_is_seen(const se_run *run, const se_frame *old, uint32_t scalar, double was, double by);
/* After a jump was found: a scalar that has not shown its size is judged by those that jump with it. */
bool se_jump_is_seen(const se_run *run, const se_frame *old, const se_scalar_jump *j);
/* Changes of scalars that have not shown their sizes, too small to be jumps. */
typedef struct se_doubtful { uint32_t scalar; double by; } se_doubtful;
typedef sb_vec(se_doubtful) se_doubts;
void se_doubt(se_run *run, const se_frame *old, uint32_t scalar, double by, se_doubts *doubts);  /* if it is one */
/* Is one of them larger than the errors of the states, which are this part of their sizes, can make it? d has the
 * values at the present point, and keeps them. */
bool se_any_exceeds(se_run *run, const se_frame *old, const se_doubts *doubts, double part);

sb_span se_jump_place(const se_run *run);                /* of a switch, or of the constraint that jumps */
/* Where another mode is entered, or a constraint jumps. */
const char *se_jump_cause(const se_run *run, const se_frame *old, uint32_t part);

/* The equations of the present mode that have no value over the instant. */
void se_name_products(const se_run *run, sb_message *r);

/* jumps.c: of the jump that was found last, in the present mode, entered from `old`. */
void se_add_jump(const se_run *run, const se_frame *old, const se_scalar_jump *j, sb_text *out); /* v1 from 4 to 1 */
#define SE_ALL_PARTS UINT32_MAX
/* C1*v1 + C2*v2 = 4, of this part */
uint32_t se_add_kept(const se_run *run, const se_frame *old, uint32_t part, uint32_t which, sb_text *out);
typedef struct se_impulse { uint32_t scalar; double strength; } se_impulse;
/* Of this part, the shortest names first; how many there are. */
uint32_t se_list_impulses(const se_run *run, uint32_t part, se_impulse *list, uint32_t most);
void se_add_impulse(const se_run *run, uint32_t scalar, double strength, sb_text *out);                /* 3 A.s */
void se_tell_states(se_run *run, const se_frame *old);
#endif
