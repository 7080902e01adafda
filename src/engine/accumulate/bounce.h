/* What accumulate.c and bounce.c share: the story of each condition, and the bounces that are expected. */
#ifndef SALTUS_ENGINE_BOUNCE_H
#define SALTUS_ENGINE_BOUNCE_H

#include "engine/accumulate/accumulate.h"
#include "engine/watch/course.h"

/* The last state events, to see them accumulate (E18): SE_SAME of one condition, or SE_RECENT of any. */
enum { SE_RECENT = 64 };
typedef struct se_recent { double time; uint32_t watch; } se_recent;

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

typedef struct se_accumulation {
	sb_vec(se_crossed) crossed;         /* in the present instant */
	const si_image *image; uint32_t first;     /* for messages: the first of them as it was before the instant */
	double *x; uint32_t room, frame; /* states before it, and the mode */
	bool kept;                       /* x has them */
	bool any_bounces;
	long long *latch;
	uint32_t latch_room; /* one of the stories has bounces; then the latches before the instant */
	sb_vec(se_bounce) pending;
	se_recent recent[SE_RECENT]; uint64_t recent_count;
} se_accumulation;

void se_awaited_archive(se_run *run, sb_archive *a);      /* accumulate_wait.c */
/* bounce.c */
void se_note_jump(se_run *run, const se_crossed *c);     /* of the states, in the present instant */
void se_expect_bounce(se_run *run, const se_crossed *c, bool moved);        /* moved: the states have jumped */
/* At the end of a part of a step: what has gone far beyond its condition is told. */
void se_look_for_breaks(se_run *run, const double *g);
void se_forget_bounces(se_run *run);                     /* after an instant: those that are not expected any more */

#endif
