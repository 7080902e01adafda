/* The story of each condition, one for all modes. The room accumulate writes them, and looks into them for events that
 * accumulate; blur.c and look/pace.c read. */
#ifndef SALTUS_ENGINE_COURSE_H
#define SALTUS_ENGINE_COURSE_H

#include "engine/watch/watch.h"

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

typedef struct se_courses { sb_map of; sb_vec(se_course *) list; } se_courses;      /* key -> number */

void se_courses_clear(se_run *run);                      /* before a simulation */
uint64_t se_course_key(const se_run *run, uint32_t watch); /* the same for one condition of the model in all modes */
se_course *se_course_at(se_run *run, uint64_t key);      /* new, if there is none */
se_course *se_course_of(se_run *run, uint32_t watch);

#endif
