/* What accumulate.c and bounce.c share: the story of each condition, and the bounces that are expected. */
#ifndef SALTUS_ENGINE_BOUNCE_H
#define SALTUS_ENGINE_BOUNCE_H

#include "engine/cycles.h"
#include "engine/inside.h"

/* The story of a condition. */
typedef struct se_course {
	se_cycles to[2];                 /* by what it turned to */
	double half;                     /* how far its function went between its last two turns */
	double most;                     /* ... at any time */
	double unit;                     /* see se_unit_of; 0: not known yet */
	double *jump, jump_size;
	uint32_t jump_frame;             /* what the states jumped by, in units of their nominal values, of length 1 */
	double beyond;                   /* the side of zero from which these events keep its function: 1 or -1 */
	bool many_ways;                  /* not always in this direction */
	bool bounces;                    /* an event has turned the motion back */
	double again_at; uint32_t again;         /* when its event had to act again, and how often then */
	double touched_at;
	uint32_t touches;                /* when it was touched with nothing that presses it on, and how often since */
	double fastest;                  /* the speed with which its function came to zero */
	bool slid;                       /* the run has slid along it: it is known what chatters here */
	bool passing_told, breaking_told, held_told, kept_up_told;
} se_course;

/* A condition that turns in the present instant; after it `watch` is its number in the mode that holds then,
 * UINT32_MAX: it has none. */
typedef struct se_crossed { uint32_t watch, was; uint64_t key; se_course *story; int to; double g, peak; } se_crossed;
/* A condition that has turned in an event after which the motion goes back. */
typedef struct se_bounce {
	uint64_t key; se_course *story;
	uint32_t watch, frame;           /* in this mode */
	double g, now;                   /* its function then, and at the last look */
	long long latch;
	bool stopped;                    /* the motion was ended and not turned back */
	bool goes_on;                    /* it was turned back by earlier events, and clearly goes on now */
	uint32_t looks;                  /* so often was a way back looked for, and found */
} se_bounce;

struct se_accumulation {
	sb_map story_of; sb_vec(se_course *) stories;
	sb_vec(se_crossed) crossed;         /* in the present instant */
	const si_image *image; uint32_t first;     /* for messages: the first of them as it was before the instant */
	double *x; uint32_t room, frame; /* states before it, and the mode */
	bool kept;                       /* x has them */
	bool any_bounces;
	long long *latch;
	uint32_t latch_room; /* one of the stories has bounces; then the latches before the instant */
	sb_vec(se_bounce) pending;
	se_recent recent[SE_RECENT]; uint64_t recent_count;
};

/* accumulate.c */
uint64_t se_course_key(const se_run *run, uint32_t watch); /* the same for one condition of the model in all modes */
se_course *se_course_of(se_run *run, uint32_t watch);
/* bounce.c */
void se_note_jump(se_run *run, const se_crossed *c);     /* of the states, in the present instant */
void se_expect_bounce(se_run *run, const se_crossed *c, bool moved);        /* moved: the states have jumped */
/* At the end of a part of a step: what has gone far beyond its condition is told. */
void se_look_for_breaks(se_run *run, const double *g);
void se_forget_bounces(se_run *run);                     /* after an instant: those that are not expected any more */

#endif
